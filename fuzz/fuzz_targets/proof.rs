//! Formulas and proofs, as any bytes and as forged steps: no panic, and what is refuted has no
//! model.
#![no_main]

use std::fmt::Write;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use satdoku::Deadline;
use satdoku::evidence::checker::{CheckError, Cnf, ProofFormat, check};

const VARIABLES: i32 = 5;

#[derive(Arbitrary, Debug)]
enum Input<'a> {
    Bytes { format: u8, formula: &'a [u8], proof: &'a [u8] },
    Forged { formula: Vec<Vec<Literal>>, steps: Vec<Step> },
}

#[derive(Arbitrary, Clone, Copy, Debug)]
struct Literal(u8);

impl Literal {
    fn dimacs(self) -> i32 {
        let variable = i32::from(self.0 >> 1) % VARIABLES + 1;
        if self.0 & 1 == 1 { -variable } else { variable }
    }
}

#[derive(Arbitrary, Clone, Debug)]
struct Step {
    deletes: bool,
    clause: Vec<Literal>,
    /// LRAT: clauses by number, which a deletion deletes and an addition rests on; negative ones
    /// begin RAT hints.
    hints: Vec<i8>,
}

fuzz_target!(|input: Input| match input {
    Input::Bytes { format, formula, proof } => {
        if let Ok(formula) = Cnf::read(formula) {
            let format = ProofFormat::ALL[usize::from(format) % ProofFormat::ALL.len()];
            accepts_only_what_has_no_model(&formula, proof, format);
        }
    }
    Input::Forged { formula, mut steps } => {
        let mut cnf = Cnf::default();
        formula.iter().take(30).for_each(|clause| cnf.push(clause.iter().map(|lit| lit.dimacs())));
        steps.truncate(30);
        // A forger's last line, with every clause as a hint.
        steps.push(Step { deletes: false, clause: Vec::new(), hints: (1..=60).collect() });
        for formats in [
            [ProofFormat::Drat, ProofFormat::BinaryDrat],
            [ProofFormat::Lrat, ProofFormat::BinaryLrat],
        ] {
            let [text, binary] = formats.map(|format| forge(&cnf, &steps, format));
            assert_eq!(text, binary, "accepted as text, accepted as binary");
        }
    }
});

/// Keeps each step that is accepted; returns which.
fn forge(formula: &Cnf, steps: &[Step], format: ProofFormat) -> Vec<bool> {
    let mut proof = Vec::new();
    let mut number = formula.clause_count();
    let try_step = |step: &Step| {
        let kept = proof.len();
        write_step(&mut proof, step, &mut number, format);
        let accepted = accepts_only_what_has_no_model(formula, &proof, format);
        if !accepted {
            proof.truncate(kept);
        }
        accepted
    };
    steps.iter().map(try_step).collect()
}

fn write_step(proof: &mut Vec<u8>, step: &Step, number: &mut usize, format: ProofFormat) {
    let literals = || step.clause.iter().map(|lit| lit.dimacs());
    let mut line = String::new();
    match format {
        ProofFormat::Drat => {
            line += if step.deletes { "d " } else { "" };
            literals().for_each(|lit| write!(line, "{lit} ").unwrap());
        }
        ProofFormat::BinaryDrat | ProofFormat::BinaryLrat => {
            proof.push(if step.deletes { b'd' } else { b'a' });
            if format.is_lrat() && !step.deletes {
                *number += 1;
                write_number(proof, *number as i32);
            }
            if !format.is_lrat() || !step.deletes {
                literals().for_each(|lit| write_number(proof, lit));
                proof.push(0);
            }
            if format.is_lrat() {
                let hints = step.hints.iter().filter(|hint| **hint != 0);
                hints.for_each(|&hint| write_number(proof, hint.into()));
                proof.push(0);
            }
            return;
        }
        _ => {
            *number += usize::from(!step.deletes);
            write!(line, "{} ", (*number).max(1)).unwrap();
            if step.deletes {
                line += "d ";
            } else {
                literals().for_each(|lit| write!(line, "{lit} ").unwrap());
                line += "0 ";
            }
            let hints = step.hints.iter().filter(|hint| **hint != 0);
            hints.for_each(|hint| write!(line, "{hint} ").unwrap());
        }
    }
    proof.extend_from_slice(line.as_bytes());
    proof.extend_from_slice(b"0\n");
}

/// As binary proofs have it: the sign is the last bit, seven bits a byte, the low ones first.
fn write_number(proof: &mut Vec<u8>, number: i32) {
    let mut rest = 2 * number.unsigned_abs() + u32::from(number < 0);
    while rest > 127 {
        proof.push(rest as u8 | 128);
        rest >>= 7;
    }
    proof.push(rest as u8);
}

/// Whether all steps are accepted, with the empty clause or without.
fn accepts_only_what_has_no_model(formula: &Cnf, proof: &[u8], format: ProofFormat) -> bool {
    match check(formula, proof, format, Deadline::NONE) {
        Ok(_) => {
            assert!(!has_model(formula), "{}", proof.escape_ascii());
            true
        }
        Err(CheckError::NoEmptyClause { .. }) => true,
        Err(_) => false,
    }
}

/// By varisat, as formulas of many variables may be read.
fn has_model(formula: &Cnf) -> bool {
    use satdoku::varisat::{ExtendFormula, Lit, Solver};
    let mut solver = Solver::new();
    for clause in formula.clauses() {
        let clause: Vec<Lit> = clause.iter().map(|&lit| Lit::from_dimacs(lit as isize)).collect();
        solver.add_clause(&clause);
    }
    solver.solve().expect("varisat has no limits")
}

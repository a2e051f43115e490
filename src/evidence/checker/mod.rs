//! A proof checker small enough to be read in one sitting: DRAT and LRAT, as text and in binary.
//!
//! It shares no code with the SAT solver, not even the type of a literal: formula and proof are
//! read from bytes, and a literal is an `i32` as DIMACS writes it.
//!
//! | Format | A line is accepted if |
//! |---|---|
//! | DRAT, text or binary | unit propagation refutes its negation (RUP: Goldberg & Novikov 2003), or it has that property resolved on its first literal with every clause there (RAT: Järvisalo, Heule & Biere 2012) |
//! | LRAT, text or binary | the clauses it names, in that order, each become unit and the last one false, or they do so after each clause that a negative hint names, resolved on the first literal (Cruz-Filipe, Heule, Hunt, Kaufmann & Schneider-Kamp, *Efficient Certified RAT Verification*, 2017) |
//!
//! How this one differs from `drat-trim` (Wetzler, Heule & Hunt 2014) and `rate`: it goes forward
//! and checks *every* line, not only those the refutation needs; a deletion must name a clause that
//! is there; the empty clause must be written down if the formula does not have it, even where
//! propagation alone refutes the formula. Deletions of DRAT are *operational*, as in `drat-trim`: a
//! deleted clause that is the reason for a literal of the trail stays. That accepts what solvers
//! write, and is sound: each line is checked against the clauses that are really held, and all of
//! them follow from, or are satisfiable with, the formula. So do clauses over new variables, as
//! extended resolution has them.

mod drat;
mod lrat;
mod read;
mod trail;

use std::io::BufRead;

pub(crate) use drat::Clauses;

use crate::answer::Deadline;
pub use crate::dimacs::Cnf;
use crate::dimacs::{Place, ReadError};
use lrat::Lrat;
use read::{Step, Steps};

/// How a proof is written.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ProofFormat {
    /// DRAT as text: one clause a line, deletions start with `d`.
    #[default]
    Drat,
    /// DRAT in its binary form.
    BinaryDrat,
    /// LRAT as text: clauses are numbered, each names those it follows from.
    Lrat,
    /// LRAT in its binary form.
    BinaryLrat,
}

names!(ProofFormat {
    Drat = "drat",
    BinaryDrat = "binary-drat",
    Lrat = "lrat",
    BinaryLrat = "binary-lrat",
});

impl ProofFormat {
    /// Whether its clauses are numbered and name those they follow from.
    pub fn is_lrat(self) -> bool {
        matches!(self, ProofFormat::Lrat | ProofFormat::BinaryLrat)
    }

    /// Whether it is not text.
    pub fn is_binary(self) -> bool {
        matches!(self, ProofFormat::BinaryDrat | ProofFormat::BinaryLrat)
    }

    /// The format that a proof seems to be written in. A wrong guess leads to a proof that is not
    /// accepted, never to one that is accepted wrongly.
    ///
    /// Every step of a binary proof ends with a zero byte, and text has none. A binary proof is of
    /// the format as which it can be read further, to its end if it is whole; text is LRAT if its
    /// first line is a deletion with a number or has two lists.
    #[must_use]
    pub fn of(proof: &[u8]) -> ProofFormat {
        if proof.contains(&0) {
            let reach = |format: ProofFormat| {
                let mut steps = Steps::new(proof, format);
                loop {
                    match steps.next() {
                        Ok(Some(_)) => {}
                        Err(ReadError::Syntax { place: Place::Byte(byte), .. }) => return byte,
                        _ => return usize::MAX,
                    }
                }
            };
            let [drat, lrat] = [ProofFormat::BinaryDrat, ProofFormat::BinaryLrat];
            return if reach(drat) >= reach(lrat) { drat } else { lrat };
        }
        let mut lines = proof.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
        let first = lines.find(|line| !line.is_empty() && line[0] != b'c').unwrap_or_default();
        let mut words = first.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let is_lrat = words.clone().nth(1) == Some(b"d")
            || words.by_ref().any(|word| word == b"0") && words.next().is_some();
        if is_lrat { ProofFormat::Lrat } else { ProofFormat::Drat }
    }
}

/// What an accepted proof consists of.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// Clauses added, each shown to follow.
    pub additions: usize,
    /// Those of them that do not follow, and were accepted as RAT.
    pub rat_additions: usize,
    /// Clauses deleted.
    pub deletions: usize,
    /// LRAT only: the formula's clauses, by index from 0, that the empty clause rests on.
    pub used: Vec<usize>,
}

/// Why a formula or a proof was not accepted.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// It could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A clause that does not follow.
    #[error("{place}: unit propagation does not show that {clause} follows")]
    NotImplied {
        /// Where.
        place: Place,
        /// The clause, as DIMACS.
        clause: String,
    },
    /// A deletion or hint that names a clause which is not there.
    #[error("{place}: there is no clause {clause}")]
    NoSuchClause {
        /// Where.
        place: Place,
        /// Its literals or its number.
        clause: String,
    },
    /// An LRAT hint that is neither unit nor false when its turn comes.
    #[error("{place}: hint {hint} is neither unit nor false")]
    Hint {
        /// Where.
        place: Place,
        /// The number of the clause.
        hint: i32,
    },
    /// The deadline passed.
    #[error("the time limit was reached")]
    TimedOut,
    /// The proof ends without the empty clause.
    #[error("the proof ends after {additions} clauses without the empty one")]
    NoEmptyClause {
        /// Clauses that were accepted.
        additions: usize,
    },
}

/// Checks that `proof` refutes `formula`.
///
/// The proof is read to its end: what follows the empty clause must be right too.
///
/// # Errors
/// The first line that cannot be accepted, or that there is no empty clause;
/// [`CheckError::TimedOut`] at the deadline.
///
/// ```
/// use satdoku::Deadline;
/// use satdoku::evidence::checker::{Cnf, ProofFormat, check};
/// let formula = Cnf::read("p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n".as_bytes())?;
/// let proof = "2 0\n0\n".as_bytes();
/// let checked = check(&formula, proof, ProofFormat::Drat, Deadline::NONE)?;
/// assert_eq!(checked.additions, 2);
/// # Ok::<(), satdoku::evidence::checker::CheckError>(())
/// ```
pub fn check(
    formula: &Cnf,
    proof: impl BufRead,
    format: ProofFormat,
    deadline: Deadline,
) -> Result<Checked, CheckError> {
    let steps = Steps::new(proof, format);
    if format.is_lrat() {
        forward(formula, steps, Lrat::new(formula), deadline)
    } else {
        forward(formula, steps, Clauses::new(formula.variable_count()), deadline)
    }
}

/// The clauses held, in the order in which they were added.
trait Held {
    /// Takes in a clause of the formula, or one that may be added.
    fn hold(&mut self, id: i32, clause: &[i32], hints: &[i32]);

    /// Deletes the clauses that a step names, and returns how many.
    fn remove(&mut self, step: &Step) -> Result<usize, CheckError>;

    /// Why a clause may be added; an error if it may not.
    fn redundancy(&mut self, step: &Step, deadline: Deadline) -> Result<Redundancy, CheckError>;

    /// The clauses of the formula that a clause rests on, by index from 0, if that is known.
    fn used_by(&self, index: usize) -> Vec<usize>;
}

/// Why a clause may be added.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Redundancy {
    Rup,
    Rat,
}

/// Goes through the steps of a proof.
fn forward(
    formula: &Cnf,
    mut steps: Steps<impl BufRead>,
    mut held: impl Held,
    deadline: Deadline,
) -> Result<Checked, CheckError> {
    let mut empty = formula.clauses().position(<[i32]>::is_empty);
    let loaded = deadline.for_each((1..).zip(formula.clauses()), |(id, clause)| {
        held.hold(id, clause, &[]);
    });
    loaded.ok_or(CheckError::TimedOut)?;
    let mut checked = Checked::default();
    while let Some(step) = steps.next()? {
        deadline.ok_or(CheckError::TimedOut)?;
        if step.is_deletion {
            checked.deletions += held.remove(step)?;
            continue;
        }
        checked.rat_additions += usize::from(held.redundancy(step, deadline)? == Redundancy::Rat);
        held.hold(step.id, &step.clause, &step.hints);
        if step.clause.is_empty() {
            empty.get_or_insert(formula.clause_count() + checked.additions);
        }
        checked.additions += 1;
    }
    match empty {
        Some(empty) => Ok(Checked { used: held.used_by(empty), ..checked }),
        None => Err(CheckError::NoEmptyClause { additions: checked.additions }),
    }
}

fn not_implied(step: &Step) -> CheckError {
    CheckError::NotImplied { place: step.place, clause: show(&step.clause) }
}

/// A clause as DIMACS writes it, shortened if long.
fn show(clause: &[i32]) -> String {
    const SHOWN: usize = 20;
    let mut text = String::new();
    clause.iter().take(SHOWN).for_each(|lit| text += &format!("{lit} "));
    if clause.len() > SHOWN { text + "..." } else { text + "0" }
}

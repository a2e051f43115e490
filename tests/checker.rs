//! The proof checker on its own: it never refutes what can be satisfied, and knows its rules.

use std::io::Cursor;

use proptest::prelude::*;
use satdoku::Deadline;
use satdoku::evidence::checker::{CheckError, Checked, Cnf, ProofFormat, check};

const VARIABLES: i32 = 5;

fn cnf(clauses: &[Vec<i32>]) -> Cnf {
    let count = clauses.len();
    let mut text = format!("p cnf {VARIABLES} {count}\n");
    clauses.iter().for_each(|clause| text += &line(clause));
    Cnf::read(Cursor::new(text)).unwrap()
}

fn line(clause: &[i32]) -> String {
    clause.iter().map(|lit| format!("{lit} ")).collect::<String>() + "0\n"
}

fn drat(formula: &[Vec<i32>], proof: &str) -> Result<Checked, CheckError> {
    check(&cnf(formula), Cursor::new(proof), ProofFormat::Drat, Deadline::NONE)
}

fn lrat(formula: &[Vec<i32>], proof: &str) -> Result<Checked, CheckError> {
    check(&cnf(formula), Cursor::new(proof), ProofFormat::Lrat, Deadline::NONE)
}

fn satisfiable(clauses: &[Vec<i32>]) -> bool {
    (0u32..1 << VARIABLES).any(|model| {
        let holds = |lit: i32| (model >> (lit.abs() - 1) & 1 == 1) == (lit > 0);
        clauses.iter().all(|clause| clause.iter().any(|&lit| holds(lit)))
    })
}

fn lit() -> impl Strategy<Value = i32> {
    (1..=VARIABLES, any::<bool>())
        .prop_map(|(variable, sign)| if sign { variable } else { -variable })
}

fn clauses(most: usize) -> impl Strategy<Value = Vec<Vec<i32>>> {
    prop::collection::vec(prop::collection::vec(lit(), 1..4), 1..most)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    /// Additions and deletions at random, those that are accepted one by one kept, as a cunning
    /// forger would: the empty clause must not come out.
    #[test]
    fn never_refutes_a_satisfiable_formula(
        mut formula in clauses(25),
        model in prop::collection::vec(any::<bool>(), VARIABLES as usize),
        steps in prop::collection::vec((any::<bool>(), prop::collection::vec(lit(), 1..4)), 0..25),
        deleted in prop::collection::vec(any::<prop::sample::Index>(), 25),
    ) {
        let holds = |lit: &i32| model[lit.unsigned_abs() as usize - 1] == (*lit > 0);
        for clause in &mut formula {
            if !clause.iter().any(holds) {
                clause[0] *= -1;
            }
        }
        prop_assert!(satisfiable(&formula));
        let mut held = formula.clone();
        let mut proof = String::new();
        for ((is_deletion, clause), at) in steps.iter().zip(&deleted) {
            if *is_deletion && !held.is_empty() {
                proof += &format!("d {}", line(&held.swap_remove(at.index(held.len()))));
                continue;
            }
            let longer = proof.clone() + &line(clause);
            // What can be accepted gets as far as missing the empty clause.
            if matches!(drat(&formula, &longer), Err(CheckError::NoEmptyClause { .. })) {
                proof = longer;
                held.push(clause.clone());
            }
        }
        prop_assert!(drat(&formula, &(proof.clone() + "0\n")).is_err(), "{}", proof);
    }

    /// All clauses over the variables, longest first, are a proof of anything unsatisfiable.
    #[test]
    fn accepts_resolution_to_the_end(formula in clauses(40)) {
        let mut proof = String::new();
        for length in (0..=VARIABLES as usize).rev() {
            for signs in 0u32..1 << length {
                let clause: Vec<i32> = (0..length)
                    .map(|at| if signs >> at & 1 == 1 { at as i32 + 1 } else { -(at as i32 + 1) })
                    .collect();
                proof += &line(&clause);
            }
        }
        prop_assert_eq!(drat(&formula, &proof).is_ok(), !satisfiable(&formula));
    }

    #[test]
    fn bytes_at_random_are_no_proof_and_no_formula(
        bytes in prop::collection::vec(any::<u8>(), 0..200)
    ) {
        let formula = cnf(&[vec![1, 2], vec![-1, 2], vec![3, -2]]);
        for format in ProofFormat::ALL {
            prop_assert!(check(&formula, Cursor::new(&bytes), format, Deadline::NONE).is_err());
        }
        let _ = Cnf::read(Cursor::new(&bytes));
    }
}

#[test]
fn a_blocked_clause_is_accepted_on_its_first_literal_only() {
    // 3 or 4, and all four clauses over 1 and 2.
    let formula = vec![vec![3, 4], vec![1, 2], vec![-1, 2], vec![1, -2], vec![-1, -2]];
    // No clause has -3, so 3 may be added though it does not follow.
    let checked = drat(&formula, "3 0\n1 0\n0\n").unwrap();
    assert_eq!((checked.additions, checked.rat_additions), (3, 1));
    // 3 or 4 has the negation of -3, and 4 does not follow.
    assert!(matches!(drat(&formula[..2], "-3 0\n1 0\n0\n"), Err(CheckError::NotImplied { .. })));
    // -3 or -1 is not blocked on -3, but on -1 it is once 1 or 2 is gone.
    let two = vec![vec![3, 4], vec![1, 2]];
    assert!(matches!(drat(&two, "-3 -1 0\n"), Err(CheckError::NotImplied { .. })));
    assert!(matches!(drat(&two, "d 1 2 0\n-1 -3 0\n"), Err(CheckError::NoEmptyClause { .. })));
}

#[test]
fn a_deleted_clause_no_longer_helps() {
    let formula = vec![vec![1, 2], vec![-1, 2], vec![1, -2], vec![-1, -2]];
    assert!(drat(&formula, "2 0\n0\n").is_ok());
    let outcome = drat(&formula, "d 2 -1 0\n2 0\n0\n");
    assert!(matches!(outcome, Err(CheckError::NotImplied { .. })), "{outcome:?}");
}

#[test]
fn a_deleted_reason_stays() {
    // 1 is a unit, 2 follows from it and the second clause, which is then deleted.
    let formula =
        vec![vec![1], vec![-1, 2], vec![-2, 3, 4], vec![-3, 4], vec![-4, 3], vec![-3, -4]];
    assert!(drat(&formula, "d -1 2 0\nd 1 0\n3 0\n0\n").is_ok());
}

#[test]
fn the_empty_clause_must_be_written_even_where_propagation_refutes() {
    let formula = vec![vec![1], vec![-1]];
    assert!(matches!(drat(&formula, ""), Err(CheckError::NoEmptyClause { additions: 0 })));
    assert!(drat(&formula, "0\n").is_ok());
}

#[test]
fn formulas_must_be_as_their_header_says() {
    let read = |text: &str| Cnf::read(Cursor::new(text)).map_err(|error| error.to_string());
    assert_eq!(read("c hi\np cnf 2 2\n1 -2 0\nc cut 9 9\n2\n0\n").unwrap().clause_count(), 2);
    for (text, message) in [
        ("", "line 1: expected p cnf VARIABLES CLAUSES, found the end"),
        ("p sat 2 1\n1 0\n", "line 1: expected p cnf VARIABLES CLAUSES, found p sat 2 1"),
        ("p cnf 2 2\n1 0\n", "line 1: expected 2 clauses, as the header says, found 1"),
        ("p cnf 2 1\n1 0\n2 0\n", "line 1: expected 1 clause, as the header says, found 2"),
        ("p cnf 2 1\n3 0\n", "line 1: expected 2 variables, as the header says, found 3"),
        ("p cnf 2 1\n1 2\n", "line 3: expected a number from -4194304 to 4194304, found the end"),
        (
            "p cnf 999999999 1\n1 0\n",
            "line 1: expected p cnf VARIABLES CLAUSES, found p cnf 999999999 1",
        ),
    ] {
        assert_eq!(read(text).unwrap_err(), message, "{text:?}");
    }
}

#[test]
fn a_number_has_one_spelling() {
    let formula = vec![vec![1, 2], vec![-1, 2], vec![1, -2], vec![-1, -2]];
    assert!(drat(&formula, "2 0\n0\n").is_ok());
    let zeros = "0".repeat(30);
    for word in ["+2", "02", &format!("{zeros}2"), "2.", "2\0", "2\u{b}"] {
        for proof in [format!("{word} 0\n0\n"), format!("2 0\nd {word} 0\n0\n")] {
            let outcome = drat(&formula, &proof);
            assert!(matches!(outcome, Err(CheckError::Read(_))), "{proof:?}: {outcome:?}");
        }
    }
    for end in ["-0", "00", "+0"] {
        assert!(drat(&formula, &format!("2 {end}\n0\n")).is_err(), "{end}");
        let header = format!("p cnf 2 1\n1 2 {end}\n");
        assert!(Cnf::read(Cursor::new(header)).is_err(), "{end}");
    }
    let binary = |proof: &[u8]| {
        check(&cnf(&formula), Cursor::new(proof), ProofFormat::BinaryDrat, Deadline::NONE)
    };
    assert!(binary(&[b'a', 4, 0, b'a', 0]).is_ok());
    for proof in [
        &[b'a', 0x84, 0, 0, b'a', 0][..],
        &[b'a', 4, 0x80, 0, b'a', 0],
        &[b'a', 0x84, 0x80, 0x80, 0x80, 0x80, 0, 0, b'a', 0],
        &[b'a', 4, 1, b'a', 0],
    ] {
        assert!(matches!(binary(proof), Err(CheckError::Read(_))), "{proof:?}");
    }
}

#[test]
fn a_binary_literal_may_take_several_bytes() {
    let text = "p cnf 100 4\n99 100 0\n-99 100 0\n99 -100 0\n-99 -100 0\n";
    let formula = Cnf::read(Cursor::new(text)).unwrap();
    let proof = |literal: [u8; 2]| [b'a', literal[0], literal[1], 0, b'a', 0];
    let checked =
        |proof: &[u8]| check(&formula, Cursor::new(proof), ProofFormat::BinaryDrat, Deadline::NONE);
    // 100, -100, 99, -99.
    for literal in [[0xc8, 1], [0xc9, 1], [0xc6, 1], [0xc7, 1]] {
        assert!(checked(&proof(literal)).is_ok(), "{literal:?}");
    }
    assert!(checked(&proof([0xc4, 1])).is_err(), "98 implies nothing");
}

#[test]
fn errors_name_the_line_or_the_byte() {
    let formula = cnf(&[vec![1, 2], vec![-1, 2]]);
    let error = |proof: &[u8], format| {
        check(&formula, Cursor::new(proof), format, Deadline::NONE).unwrap_err().to_string()
    };
    for (proof, message) in [
        (
            "2 0\nc note\n\n 4194305 0\n",
            "line 4: expected a number from -4194304 to 4194304, found 4194305",
        ),
        ("\n\n-2 0\n", "line 3: unit propagation does not show that -2 0 follows"),
    ] {
        assert_eq!(error(proof.as_bytes(), ProofFormat::Drat), message);
    }
    for (proof, message) in [
        (&b"a\x04\0z"[..], "byte 3: expected `a` or `d`, found byte 0x7a"),
        (
            b"a\x04\0a\x82\x80\x80\x04\0",
            "byte 7: expected a number from -4194304 to 4194304, found 4194305",
        ),
        (b"a\x01\0", "byte 1: expected a number from -4194304 to 4194304, found -0"),
        (b"a\x04", "byte 2: expected 0 at the end of the clause, found the end"),
        (
            b"a\xff\xff\xff\xff\x0f\0",
            "byte 5: expected a number from -4194304 to 4194304, found -2147483647",
        ),
        (
            b"a\xff\xff\xff\xff\xff\x0f\0",
            "byte 6: expected a number in as few bytes as it needs, at most 5, found byte 0x0f",
        ),
        (b"a\x02\x04\0a\x05\0", "byte 4: unit propagation does not show that -2 0 follows"),
    ] {
        assert_eq!(error(proof, ProofFormat::BinaryDrat), message);
    }
}

#[test]
fn reads_a_proof_to_its_end() {
    let formula = [vec![1, 2], vec![-1, 2], vec![1, -2], vec![-1, -2]];
    for (end, is_fine) in [
        ("", true),
        ("d 1 2 0\n", true),
        ("3 0\n", true),
        ("rubbish\n", false),
        ("1", false),
        ("+1 0\n", false),
        ("d 4 5 0\n", false),
    ] {
        assert_eq!(drat(&formula, &format!("2 0\n0\n{end}")).is_ok(), is_fine, "{end:?}");
    }
    let cnf = cnf(&formula);
    let binary = |proof: &[u8]| check(&cnf, proof, ProofFormat::BinaryDrat, Deadline::NONE);
    assert!(binary(b"a\x04\0a\0").is_ok());
    assert!(binary(b"a\x04\0a\0d\x04\0").is_ok());
    assert!(binary(b"a\x04\0a\0x").is_err());
    let lrat = |proof: &str| check(&cnf, proof.as_bytes(), ProofFormat::Lrat, Deadline::NONE);
    let proof = "5 2 0 1 2 0\n6 0 5 3 4 0\n";
    assert_eq!(lrat(proof).unwrap().used, [0, 1, 2, 3]);
    assert!(lrat(&format!("{proof}6 d 1 0\n")).is_ok());
    assert!(lrat(&format!("{proof}7 1 0 1 0\n")).is_err());
    assert!(lrat(&format!("{proof}rubbish\n")).is_err());
}

#[test]
fn an_empty_clause_in_the_formula_refutes_it() {
    let expected = Checked { additions: 2, ..Checked::default() };
    let formula = [vec![1], vec![]];
    assert_eq!(drat(&formula, "-1 0\n0\n").unwrap(), expected);
    // Some solvers have nothing to add.
    assert_eq!(drat(&formula, "").unwrap(), Checked::default());
    assert_eq!(lrat(&formula, "").unwrap().used, [1]);
}

#[test]
fn additions_and_deletions_are_counted_and_lrat_says_which_clauses_it_rests_on() {
    let formula = vec![vec![1, 2], vec![-1, 2], vec![1, -2], vec![-1, -2], vec![1, 3]];
    let counts = |checked: Checked| (checked.additions, checked.deletions, checked.used);
    assert_eq!(counts(drat(&formula, "2 0\nd 1 2 0\nd -1 2 0\n0\n").unwrap()), (2, 2, vec![]));
    let proof = "6 2 0 1 2 0\n6 d 1 2 5 0\n7 0 6 3 4 0\n8 0 7 0\n";
    assert_eq!(counts(lrat(&formula, proof).unwrap()), (3, 3, vec![0, 1, 2, 3]));
}

#[test]
fn lrat_hints_must_be_there_and_lead_to_the_clause() {
    let formula = vec![vec![1, 2], vec![-1, 2], vec![1, -2], vec![-1, -2]];
    for (proof, message) in [
        ("5 2 0 1 2 0\n", "the proof ends after 1 clauses without the empty clause"),
        ("5 2 0 1 0\n", "line 1: unit propagation does not show that 2 0 follows"),
        ("5 2 0 1 9 0\n", "line 1: there is no clause 9"),
        ("4 d 1 0\n5 2 0 1 2 0\n", "line 2: there is no clause 1"),
        ("4 d 9 0\n", "line 1: there is no clause 9"),
        ("4 d 1 1 0\n", "line 1: there is no clause 1"),
        // Two literals are left of the first, one true literal of the second.
        ("5 0 1 0\n", "line 1: hint 1 is neither unit nor false"),
        ("5 2 0 1 3 0\n", "line 1: hint 3 is neither unit nor false"),
        ("4 2 0 1 2 0\n", "line 1: expected a number above 4, found 4"),
    ] {
        assert_eq!(lrat(&formula, proof).unwrap_err().to_string(), message, "{proof:?}");
    }
}

#[test]
fn a_step_with_a_literal_that_is_already_true_is_accepted() {
    // 1 and with it 2 are true for good; 1 or 3 is not blocked on 1.
    let formula = [vec![1], vec![-1, 2], vec![-2, 4, 5], vec![-2, 4, -5]];
    for clause in [[1, 3], [2, 3], [3, 1]] {
        let outcome = drat(&formula, &line(&clause));
        assert!(matches!(outcome, Err(CheckError::NoEmptyClause { additions: 1 })), "{outcome:?}");
    }
    let lrat = lrat(&formula, "5 2 3 0 1 2 0\n");
    assert!(matches!(lrat, Err(CheckError::NoEmptyClause { additions: 1 })), "{lrat:?}");
}

/// All eight clauses over 1, 2 and 3, and what follows from them.
fn unsatisfiable() -> Vec<Vec<i32>> {
    (0..8)
        .map(|signs| (1..=3).map(|v| if signs >> (v - 1) & 1 == 1 { v } else { -v }).collect())
        .collect()
}

#[test]
fn a_new_variable_may_be_defined_and_used() {
    // 4194304 is 1 and 2: the definition is blocked on it, then on its negation.
    let formula = [vec![-1, -2, 3], vec![-1, -2, -3], vec![1], vec![2]];
    let new = 4_194_304;
    let proof = format!("-{new} 1 0\n-{new} 2 0\n{new} -1 -2 0\n-{new} 0\n0\n");
    assert_eq!(drat(&formula, &proof).unwrap().additions, 5);
    let numbered = format!(
        "5 -{new} 1 0 0\n6 -{new} 2 0 0\n7 {new} -1 -2 0 -5 -6 0\n8 -{new} 0 5 6 1 2 0\n\
         9 0 3 4 7 8 0\n"
    );
    let checked = lrat(&formula, &numbered).unwrap();
    assert_eq!((checked.used, checked.rat_additions), (vec![0, 1, 2, 3], 3));
    // Once it is used, no clause is blocked on it any more.
    let second = format!("{new} 4 0\n-{new} 5 0\n");
    assert!(matches!(drat(&formula[..2], &second), Err(CheckError::NotImplied { .. })));
    let second = format!("3 {new} 4 0 0\n4 -{new} 5 0 0\n");
    assert!(matches!(lrat(&formula[..2], &second), Err(CheckError::NotImplied { .. })));
}

#[test]
fn rat_hints_must_cover_every_clause_with_the_negated_first_literal() {
    // 1 is in clauses 1 to 3. -1 or 4 is blocked with 2 and 3; with 1 it is resolved: 2 or 4 is 5.
    let formula = vec![vec![1, 2], vec![1, 3, -4], vec![1, -4, -5], vec![2, 4, 5], vec![2, -5]];
    for (proof, message) in [
        ("6 -1 4 0 -1 4 5 -2 -3 0\n", "the proof ends after 1 clauses without the empty clause"),
        // In any order, and with a prefix of hints for all of them.
        ("6 -1 4 0 -3 -2 -1 4 5 0\n", "the proof ends after 1 clauses without the empty clause"),
        ("6 -1 4 0 -1 4 5 -2 0\n", "line 1: unit propagation does not show that -1 4 0 follows"),
        ("6 -1 4 0 -2 -3 0\n", "line 1: unit propagation does not show that -1 4 0 follows"),
        ("6 -1 4 0 0\n", "line 1: unit propagation does not show that -1 4 0 follows"),
        ("6 4 -1 0 -1 4 5 0\n", "line 1: unit propagation does not show that 4 -1 0 follows"),
        ("6 -1 4 0 -1 4 -2 -3 0\n", "line 1: unit propagation does not show that -1 4 0 follows"),
        ("6 -1 4 0 -7 -1 4 5 -2 -3 0\n", "line 1: there is no clause 7"),
        ("6 -1 4 0 -2147483647 0\n", "line 1: there is no clause 2147483647"),
        (
            "5 d 3 0\n6 -1 4 0 -1 4 5 -2 0\n",
            "the proof ends after 1 clauses without the empty clause",
        ),
    ] {
        assert_eq!(lrat(&formula, proof).unwrap_err().to_string(), message, "{proof:?}");
    }
}

#[test]
fn binary_lrat_says_what_text_says() {
    let formula = cnf(&unsatisfiable());
    let binary = |proof: &[u8]| check(&formula, proof, ProofFormat::BinaryLrat, Deadline::NONE);
    // 9: 1 2 by 4 8, 10: 1 -2 by 2 6; then 4 and 8 deleted; 11: 1; 12: -1 2, 13: -1; 14: empty.
    let text = "9 1 2 0 4 8 0\n10 1 -2 0 2 6 0\n10 d 4 8 0\n11 1 0 9 10 0\n\
                12 2 0 11 3 7 0\n13 0 11 12 1 5 0\n";
    let expected = check(&formula, text.as_bytes(), ProofFormat::Lrat, Deadline::NONE).unwrap();
    assert_eq!((expected.additions, expected.deletions), (5, 2));
    let proof: Vec<u8> = [
        &[b'a', 18, 2, 4, 0, 8, 16, 0][..],
        &[b'a', 20, 2, 5, 0, 4, 12, 0],
        &[b'd', 8, 16, 0],
        &[b'a', 22, 2, 0, 18, 20, 0],
        &[b'a', 24, 4, 0, 22, 6, 14, 0],
        &[b'a', 26, 0, 22, 24, 2, 10, 0],
    ]
    .concat();
    assert_eq!(binary(&proof).unwrap(), expected);
    for (wrong, message) in [
        (&b"a\0"[..], "byte 1: expected a clause's number from 1, found 0"),
        (b"a\x13\x02\0\0", "byte 1: expected a clause's number from 1, found -9"),
        (b"a\x10\x02\0\0", "byte 0: expected a number above 8, found 8"),
        (b"a\x12\x02\0\x08", "byte 5: expected 0 at the end of the clause, found the end"),
        (b"d\x14\0", "byte 0: there is no clause 10"),
        (b"d\x09\0", "byte 0: there is no clause -4"),
        (b"x", "byte 0: expected `a` or `d`, found byte 0x78"),
    ] {
        assert_eq!(binary(wrong).unwrap_err().to_string(), message, "{wrong:?}");
    }
}

#[test]
fn the_format_of_a_proof_is_seen() {
    for (proof, format) in [
        (&b""[..], ProofFormat::Drat),
        (b"c 1 0 0\n\n1 2 0\nd 1 2 0\n0\n", ProofFormat::Drat),
        (b"d 1 2 0\n", ProofFormat::Drat),
        (b"0\n", ProofFormat::Drat),
        (b"9 0 1 2 0\n", ProofFormat::Lrat),
        (b"c a\n 9 1 2 0 0\n", ProofFormat::Lrat),
        (b"8 d 1 2 0\n9 0 1 0\n", ProofFormat::Lrat),
        (b"a\x02\0d\x02\0a\0", ProofFormat::BinaryDrat),
        (b"a\x12\x02\0\x08\x10\0d\x08\0a\x14\0\x12\0", ProofFormat::BinaryLrat),
    ] {
        assert_eq!(ProofFormat::of(proof), format, "{}", proof.escape_ascii());
    }
}

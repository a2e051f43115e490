//! Stories: each clause follows by unit propagation from what it cites, and the end is a
//! contradiction.

use crate::common::{grid, list};
use satdoku::explain::{Clause, Conclusion, Derivation, Effort, State, Step};
use satdoku::solve::Varisat;
use satdoku::{Candidate, Deadline, Puzzle};
use varisat::Lit;

type Clauses = Vec<Vec<Lit>>;

fn lit(state: &State, candidate: Candidate) -> Lit {
    Lit::from_index(state.size().candidate_index(candidate), true)
}

/// What a fact of a derivation says: 0 is what is supposed.
fn fact(state: &State, step: &Step, derivation: &Derivation, number: usize) -> Clauses {
    let any = |candidates: &[Candidate]| candidates.iter().map(|&c| lit(state, c)).collect();
    match (number.checked_sub(1), &step.conclusion) {
        (Some(index), _) => derivation.clauses[index].iter().map(|part| any(&part.left)).collect(),
        (None, Conclusion::Placement(placed)) => vec![vec![!lit(state, *placed)]],
        (None, _) => vec![any(&derivation.supposed)],
    }
}

/// Clauses, and that no two of their candidates hold that the rules exclude together.
fn with_links(state: &State, mut clauses: Clauses) -> Clauses {
    let size = state.size();
    let mut candidates: Vec<Candidate> =
        clauses.iter().flatten().map(|lit| size.candidate(lit.var().index())).collect();
    candidates.sort_unstable();
    candidates.dedup();
    for (index, &first) in candidates.iter().enumerate() {
        for &second in &candidates[..index] {
            let excluded = match first.cell == second.cell {
                true => true,
                false => {
                    first.digit == second.digit && state.rules().are_peers(first.cell, second.cell)
                }
            };
            if excluded {
                clauses.push(vec![!lit(state, first), !lit(state, second)]);
            }
        }
    }
    clauses
}

fn is_refuted_by_propagation(clauses: &Clauses) -> bool {
    let mut known: Vec<Lit> = Vec::new();
    loop {
        let before = known.len();
        for clause in clauses {
            if clause.iter().any(|lit| known.contains(lit)) {
                continue;
            }
            let open: Vec<Lit> =
                clause.iter().copied().filter(|&lit| !known.contains(&!lit)).collect();
            match open[..] {
                [] => return true,
                [last] => known.push(last),
                _ => {}
            }
        }
        if known.len() == before {
            return false;
        }
    }
}

fn is_refuted_by_varisat(clauses: &Clauses) -> bool {
    let mut solver = Varisat::new(Deadline::NONE);
    clauses.iter().for_each(|clause| solver.add_clause(clause));
    !solver.solve(&[]).unwrap()
}

fn assert_refuted(clauses: &Clauses, what: &Clause) {
    assert!(is_refuted_by_propagation(clauses), "{what:?}");
    assert!(is_refuted_by_varisat(clauses), "{what:?}");
}

fn assert_follows(state: &State, step: &Step, derivation: &Derivation) {
    let (last, before) = derivation.clauses.split_last().unwrap();
    for (index, clause) in derivation.clauses.iter().enumerate() {
        for part in clause {
            assert!(part.causes.iter().all(|&cause| cause <= index), "{clause:?}");
            assert!(step.truths.contains(&part.truth().unwrap()));
            let cited = part.causes.iter().flat_map(|&c| fact(state, step, derivation, c));
            let open: Vec<Candidate> = part
                .truth()
                .unwrap()
                .candidates(state.rules())
                .filter(|c| state.candidates()[c.cell].contains(c.digit))
                .collect();
            // Each candidate of the truth that is not left is refuted.
            for &taken in open.iter().filter(|c| !part.left.contains(c)) {
                let mut clauses: Clauses = cited.clone().collect();
                clauses.push(vec![lit(state, taken)]);
                assert_refuted(&with_links(state, clauses), clause);
            }
        }
    }
    let end = last.iter().map(|part| part.left.iter().map(|&c| lit(state, c)).collect());
    assert_refuted(&with_links(state, end.collect()), last);
    for clause in before {
        assert!(clause.iter().all(|part| !part.left.is_empty()), "{clause:?}");
    }
}

/// Follows a puzzle; how many steps told as stories have few truths, and how many of them a short story.
fn stories(line: &str) -> (usize, usize) {
    let (mut few, mut told) = (0, 0);
    let mut state = State::new(&Puzzle::classic(grid(line)));
    state
        .follow(&Effort::default(), |state, step| {
            let derivation = step.derivation(state);
            if step.technique.is_told_as_story() && step.truths.len() <= 8 {
                few += 1;
                told += usize::from(derivation.as_ref().is_some_and(|d| d.clauses.len() <= 8));
            }
            if let Some(derivation) = derivation {
                assert_follows(state, step, &derivation);
            }
        })
        .unwrap();
    (few, told)
}

#[test]
fn each_clause_of_a_story_follows_from_what_it_cites() {
    let (few, told) = stories(
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    );
    assert!(told * 100 >= few * 95, "{told} of {few}");
}

#[test]
fn nearly_all_steps_of_few_truths_have_a_story() {
    for (name, step) in [("top1465.txt", 60), ("rated.tsv", 300)] {
        let Some(lines) = list(name) else { return };
        let (mut few, mut told) = (0, 0);
        for line in lines.iter().step_by(step) {
            let (of_few, of_told) = stories(line.split('\t').next().unwrap());
            few += of_few;
            told += of_told;
        }
        assert!(few > 0 && told * 100 >= few * 95, "{name}: {told} of {few}");
    }
}

//! Stories: each clause follows by unit propagation from what it cites, and the end is a
//! contradiction.

use crate::common::{grid, list};
use satdoku::explain::{
    Basis, CellNames, Clause, Conclusion, Derivation, Effort, Part, State, Step, Technique, Words,
};
use satdoku::solve::Varisat;
use satdoku::{Candidate, Deadline, Puzzle, Symbols};
use varisat::Lit;

type Clauses = Vec<Vec<Lit>>;

fn lit(state: &State, candidate: Candidate) -> Lit {
    Lit::from_index(state.size().candidate_index(candidate), true)
}

/// What a fact of a derivation says: 0 is what is supposed.
fn fact(state: &State, step: &Step, derivation: &Derivation, number: usize) -> Clauses {
    let any = |candidates: &[Candidate]| candidates.iter().map(|&c| lit(state, c)).collect();
    match (number.checked_sub(1), &step.conclusion) {
        (Some(index), _) => {
            let says = |part: &Part| match part.basis {
                Basis::Supposed(held) => vec![lit(state, held)],
                Basis::Refuted(gone) => vec![!lit(state, gone)],
                _ => any(&part.left),
            };
            derivation.clauses[index].iter().map(says).collect()
        }
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
    // The lines of trials within the trial that are over: nothing rests on them any more.
    let mut over: Vec<usize> = Vec::new();
    for (index, clause) in derivation.clauses.iter().enumerate() {
        for part in clause {
            assert!(part.causes.iter().all(|&cause| cause <= index), "{clause:?}");
            assert!(part.causes.iter().all(|cause| !over.contains(cause)), "{clause:?}");
            if let Basis::Refuted(gone) = part.basis {
                let [supposed, clash] = part.causes[..] else { panic!("{part:?}") };
                assert_eq!(derivation.clauses[supposed - 1][0].basis, Basis::Supposed(gone));
                assert_eq!(clash, index, "the line before is the clash");
                assert!(derivation.clauses[clash - 1][0].left.is_empty());
                over.extend(supposed..=clash);
            }
            let Some(truth) = part.truth() else { continue };
            assert!(step.truths.contains(&truth));
            let cited = part.causes.iter().flat_map(|&c| fact(state, step, derivation, c));
            let open: Vec<Candidate> = truth
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
    // Only a line that ends a trial leaves nothing.
    let next = derivation.clauses.iter().skip(1);
    for (clause, next) in before.iter().zip(next) {
        let ends = matches!(next[0].basis, Basis::Refuted(_));
        let leaves = |part: &Part| part.truth().is_none() || !part.left.is_empty();
        assert!(ends || clause.iter().all(leaves), "{clause:?}");
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
fn most_steps_of_the_hardest_puzzles_are_told_in_at_most_30_lines() {
    let Some(lines) = list("hardest.txt") else { return };
    let (mut trials, mut untold) = (0, 0);
    for line in lines.iter().step_by(lines.len() / 2) {
        let mut state = State::new(&Puzzle::classic(grid(line)));
        let each = |state: &State, step: &Step| {
            untold += usize::from(matches!(step.technique, Technique::SetLogic(..)));
            if step.technique == Technique::Trial {
                let derivation = step.derivation(state).unwrap();
                assert!(derivation.clauses.len() <= 30, "{derivation:?}");
                assert_follows(state, step, &derivation);
                trials += 1;
            }
        };
        state.follow(&Effort::default(), each).unwrap();
    }
    assert!(trials > 2 * untold, "{trials} trials, {untold} steps without a reason");
}

#[test]
fn a_long_story_has_a_line_for_each_clause_further_in_where_more_is_supposed() {
    let grid =
        grid("..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..");
    let (mut state, mut long, mut nested) = (State::new(&Puzzle::classic(grid)), 0, 0);
    let each = |state: &State, step: &Step| {
        let words = Words { state, step, names: CellNames::A1, symbols: &Symbols::default() };
        let lines = words.lines();
        let [_, clauses @ .., last] = &lines[..] else {
            assert_eq!(lines, [words.sentence()]);
            return;
        };
        let story = words.story().unwrap();
        assert_eq!(clauses.len(), story.clauses.len());
        assert_eq!(*last, format!("So {}", story.conclusion));
        let mut depth = 2;
        for (line, clause) in clauses.iter().zip(&story.clauses) {
            depth -= if clause.says.starts_with("so ") { 2 } else { 0 };
            assert!(line.ends_with(&clause.says), "{line}");
            assert_eq!(line.len() - line.trim_start().len(), depth, "{line}");
            depth += if clause.says.starts_with("suppose ") { 2 } else { 0 };
            nested += usize::from(depth > 2);
        }
        assert_eq!(depth, 2, "{lines:#?}");
        long += 1;
    };
    state.follow(&Effort::default(), each).unwrap();
    assert!(long > 3 && nested > 3, "{long} long stories, {nested} lines further in");
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

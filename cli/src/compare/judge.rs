//! Which answers are wrong: a solution that one contender found refutes the others that claim
//! there is none, or no other.
//!
//! Two verified solutions of a puzzle, or one, are all the evidence that is needed: a claim of "the
//! only one" is wrong exactly if there are two, a claim of "none" if there is one. At the end the
//! default solver, simplification and then varisat, looks for a solution that all complete answers
//! have missed.

use std::collections::HashSet;
use std::sync::Mutex;

use crate::contender::{ContenderError, in_message};
use satdoku::{Answer, Grid, Limits, Pipeline, Puzzle, Status};

use super::measurement::{Outcome, Problem, Run};
use super::results::{Results, lock};

/// What is known about the puzzles, and which answers were refuted.
#[derive(Default)]
pub(super) struct Evidence {
    /// By puzzle: up to two different solutions, and the contender that found each first.
    known: Vec<Vec<(Grid, Option<usize>)>>,
    problems: Vec<Problem>,
    /// Contenders and puzzles of `problems`.
    caught: HashSet<(usize, usize)>,
}

/// The most problems that are kept.
const MOST_PROBLEMS: usize = 20;

/// What a measurement keeps of an answer.
type Taken = (Outcome, Option<Status>, Option<u64>);

impl Evidence {
    pub(super) fn new(puzzle_count: usize) -> Evidence {
        Evidence { known: vec![Vec::new(); puzzle_count], ..Evidence::default() }
    }

    /// Takes an answer that has come from `ask`.
    pub(super) fn take(
        &mut self,
        contender: usize,
        puzzle: usize,
        answer: Result<Answer, ContenderError>,
        limits: &Limits,
    ) -> Taken {
        match answer {
            Ok(answer) => {
                let status = answer.status(limits);
                for solution in answer.solutions {
                    self.learn(puzzle, solution, Some(contender));
                }
                let timed_out = status == Status::Unknown;
                let outcome = if timed_out { Outcome::Unknown } else { Outcome::Solved };
                (outcome, Some(status), answer.guesses)
            }
            Err(error) => {
                self.catch(contender, puzzle, error.to_string());
                let outcome = match error {
                    ContenderError::Lied(_) => Outcome::Wrong,
                    _ if error.is_contenders_fault() => Outcome::Crashed,
                    _ => Outcome::NotRun,
                };
                (outcome, None, None)
            }
        }
    }

    fn learn(&mut self, puzzle: usize, solution: Grid, finder: Option<usize>) {
        let known = &mut self.known[puzzle];
        if known.len() < 2 && known.iter().all(|(grid, _)| *grid != solution) {
            known.push((solution, finder));
        }
    }

    fn catch(&mut self, contender: usize, puzzle: usize, what: String) {
        if self.caught.insert((contender, puzzle)) {
            self.problems.push(Problem { puzzle, contender, what });
        }
    }

    /// Marks every answer to these puzzles, the open ones of the results, with a refuted claim as wrong
    /// and lists it in the results; marks claims that only external programs make and nothing confirmed
    /// as unknown. `first` is the number of the puzzles before.
    pub(super) fn judge(mut self, puzzles: &[Puzzle], first: usize, results: &Mutex<Results>) {
        let (limit, claimed): (_, Vec<_>) = {
            let results = lock(results);
            let claims =
                |index| results.open.iter().flatten().filter_map(move |run| claim(run, index));
            (results.time_limit, (0..puzzles.len()).map(|index| claims(index).max()).collect())
        };
        // The results are free meanwhile.
        let mut pipeline = Pipeline::new();
        let mut confirmed = vec![false; puzzles.len()];
        for (index, puzzle) in puzzles.iter().enumerate() {
            let known = self.known[index].len();
            if claimed[index].is_none_or(|claimed| claimed < known) {
                continue;
            }
            // No longer than a contender would be allowed to. A claim is that there are fewer than two.
            let solved = pipeline.solve(puzzle, &Limits::UNIQUE.within(limit));
            let answer = solved.map(|solved| solved.answer).unwrap_or_default();
            for solution in answer.solutions {
                self.learn(index, solution, None);
            }
            confirmed[index] = answer.complete && self.known[index].len() == known;
        }
        self.mark(&confirmed, first, &mut lock(results));
    }

    fn mark(mut self, confirmed: &[bool], first: usize, results: &mut Results) {
        let runs_process =
            |runs: &Vec<Run>| runs.iter().any(|run| run.statistics().process.is_some());
        let is_process: Vec<bool> = results.open.iter().map(runs_process).collect();
        for (index, confirmed) in confirmed.iter().enumerate() {
            let count = self.known[index].len();
            let by_another = |(runs, is_process): (&Vec<Run>, &bool)| {
                !is_process && runs.iter().any(|run| claim(run, index) == Some(count))
            };
            let confirmed = *confirmed || results.open.iter().zip(&is_process).any(by_another);
            for (contender, &is_process) in is_process.iter().enumerate() {
                for run in &mut results.open[contender] {
                    let Some(claimed) = claim(run, index) else { continue };
                    let outcome = &mut run.measurements[index].outcome;
                    if let Some((solution, finder)) = self.known[index].get(claimed) {
                        *outcome = Outcome::Wrong;
                        let finder = finder.map_or("satdoku", |finder| &results.names[finder]);
                        let (said, which) =
                            [("no solution", "one"), ("only one solution", "another")][claimed];
                        let shown = in_message(solution);
                        let what =
                            format!("wrong answer: says {said}, but {finder} found {which}{shown}");
                        self.catch(contender, index, what);
                    } else if is_process && !confirmed && *outcome == Outcome::Solved {
                        *outcome = Outcome::Unknown;
                    }
                }
            }
        }
        self.problems.sort_by_key(|problem| (problem.puzzle, problem.contender));
        results.problem_count += self.problems.len();
        let left = MOST_PROBLEMS.saturating_sub(results.problems.len());
        for problem in self.problems.into_iter().take(left) {
            results.problems.push(Problem { puzzle: first + problem.puzzle, ..problem });
        }
    }
}

/// How many solutions a run says are all there are.
fn claim(run: &Run, puzzle: usize) -> Option<usize> {
    match run.measurements[puzzle].status {
        Some(Status::None) => Some(0),
        Some(Status::Unique) => Some(1),
        _ => None,
    }
}

//! Which answers are wrong: a solution that one contender found refutes the others that claim
//! there is none, or no other.
//!
//! Two verified solutions of a puzzle, or one, are all the evidence that is needed: a claim of "the
//! only one" is wrong exactly if there are two, a claim of "none" if there is one. At the end
//! varisat looks for a solution that all complete answers have missed.

use std::collections::HashSet;

use crate::answer::{Answer, Deadline, Limits, Status};
use crate::contender::{ContenderError, in_message, other_solution};
use crate::grid::Grid;
use crate::rules::Puzzle;

use super::results::{Outcome, Problem, Results, Run};

/// What is known about the puzzles, and which answers were refuted.
pub(super) struct Evidence {
    /// By puzzle: up to two different solutions, and the contender that found each first.
    known: Vec<Vec<(Grid, Option<usize>)>>,
    problems: Vec<Problem>,
    /// Contenders and puzzles of `problems`.
    caught: HashSet<(usize, usize)>,
}

/// What a measurement keeps of an answer.
type Taken = (Outcome, Option<Status>, Option<u64>);

impl Evidence {
    pub(super) fn new(puzzle_count: usize) -> Evidence {
        Evidence {
            known: vec![Vec::new(); puzzle_count],
            problems: Vec::new(),
            caught: HashSet::new(),
        }
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
                let outcome = if timed_out { Outcome::TimedOut } else { Outcome::Solved };
                (outcome, Some(status), answer.guesses)
            }
            Err(error) => {
                self.catch(contender, puzzle, error.to_string());
                let wrong = error.is_contenders_fault();
                (if wrong { Outcome::Wrong } else { Outcome::Failed }, None, None)
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

    /// Marks every answer with a refuted claim as wrong and lists it in the results; marks claims
    /// that only external programs make and nothing confirmed as unconfirmed.
    pub(super) fn judge(mut self, puzzles: &[Puzzle], results: &mut Results) {
        for (index, puzzle) in puzzles.iter().enumerate() {
            // How many solutions a run says are all there are.
            let claim = |run: &Run| match run.measurements[index].status {
                Some(Status::None) => Some(0),
                Some(Status::Unique) => Some(1),
                _ => None,
            };
            let claimed = results.runs.iter().flatten().filter_map(claim).max();
            let mut confirmed = false;
            if claimed.is_some_and(|claimed| self.known[index].len() <= claimed) {
                confirmed = self.look_further(index, puzzle, results);
            }
            let count = self.known[index].len();
            let is_process = |run: &Run| run.times.process.is_some();
            confirmed |= results
                .runs
                .iter()
                .flatten()
                .any(|run| !is_process(run) && claim(run) == Some(count));
            for contender in 0..results.runs.len() {
                for run in &mut results.runs[contender] {
                    let Some(claimed) = claim(run) else { continue };
                    let is_process = is_process(run);
                    let outcome = &mut run.measurements[index].outcome;
                    if let Some((solution, finder)) = self.known[index].get(claimed) {
                        *outcome = Outcome::Wrong;
                        let finder = finder.map_or("varisat", |finder| &results.names[finder]);
                        let (said, which) =
                            [("no solution", "one"), ("only one solution", "another")][claimed];
                        let shown = in_message(solution);
                        let what =
                            format!("wrong answer: says {said}, but {finder} found {which}{shown}");
                        self.catch(contender, index, what);
                    } else if is_process && !confirmed && *outcome == Outcome::Solved {
                        *outcome = Outcome::Unconfirmed;
                    }
                }
            }
        }
        self.problems.sort_by_key(|problem| (problem.puzzle, problem.contender));
        results.problems = self.problems;
    }

    /// Looks with varisat for a solution besides the known ones, no longer than a contender would
    /// be allowed to. Whether there is none.
    fn look_further(&mut self, index: usize, puzzle: &Puzzle, results: &Results) -> bool {
        let deadline = Deadline::after(results.time_limit);
        let known: Vec<Grid> = self.known[index].iter().map(|(grid, _)| grid.clone()).collect();
        let found = other_solution(puzzle, &known, deadline);
        if let Ok(Some(solution)) = found {
            self.learn(index, solution, None);
            return false;
        }
        found == Ok(None)
    }
}

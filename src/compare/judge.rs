//! Who is wrong: every solution that anybody found refutes whoever says that there is none, or no
//! other.
//!
//! Two verified solutions of a puzzle, or one, are all the evidence that is needed: a claim of "the
//! only one" is wrong exactly if there are two, a claim of "none" if there is one. In the end
//! varisat looks for a solution that all who claim to be complete have missed.

use std::collections::HashSet;

use crate::answer::{Answer, Limits, Status};
use crate::contender::ContenderError;
use crate::encode::Encoding;
use crate::grid::Grid;
use crate::rules::Puzzle;
use crate::solve::Session;

use super::results::{Outcome, Problem, Results};

/// What is known about the puzzles, and who was caught.
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
    ///
    /// # Errors
    /// If it is a failure that is not the contender's.
    pub(super) fn take(
        &mut self,
        contender: usize,
        puzzle: usize,
        answer: Result<Answer, ContenderError>,
        limits: &Limits,
    ) -> Result<Taken, ContenderError> {
        match answer {
            Ok(answer) => {
                let status = answer.status(limits);
                for solution in answer.solutions {
                    self.learn(puzzle, solution, Some(contender));
                }
                let timed_out = status == Status::Unknown;
                let outcome = if timed_out { Outcome::TimedOut } else { Outcome::Solved };
                Ok((outcome, Some(status), answer.guesses))
            }
            Err(error) if error.is_contenders_fault() => {
                self.catch(contender, puzzle, error.to_string());
                Ok((Outcome::Wrong, None, None))
            }
            Err(error) => Err(error),
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

    /// Makes every answer wrong whose claim is refuted, and names them all in the results.
    pub(super) fn judge(mut self, puzzles: &[Puzzle], results: &mut Results) {
        for (index, puzzle) in puzzles.iter().enumerate() {
            let claims = |status: Option<Status>| match status {
                Some(Status::None) => Some(0),
                Some(Status::Unique) => Some(1),
                _ => None,
            };
            // The most solutions that somebody claims to be all there are.
            let claimed = results
                .runs
                .iter()
                .flatten()
                .filter_map(|run| claims(run.measurements[index].status))
                .max();
            if claimed.is_some_and(|claimed| self.known[index].len() <= claimed) {
                self.look_further(index, puzzle, results);
            }
            for contender in 0..results.runs.len() {
                for run in &mut results.runs[contender] {
                    let measurement = &mut run.measurements[index];
                    let Some(claimed) = claims(measurement.status) else { continue };
                    if let Some((solution, finder)) = self.known[index].get(claimed) {
                        measurement.outcome = Outcome::Wrong;
                        let who = match finder {
                            Some(finder) => &results.names[*finder],
                            None => "varisat, asked to confirm it,",
                        };
                        let claim = ["no solution", "only one solution"][claimed];
                        let what =
                            format!("wrong answer: says {claim}, but {who} found {solution}");
                        self.catch(contender, index, what);
                    }
                }
            }
        }
        self.problems.sort_by_key(|problem| (problem.puzzle, problem.contender));
        results.problems = self.problems;
    }

    /// Looks for a solution besides the known ones, no longer than a contender would be allowed
    /// to.
    fn look_further(&mut self, index: usize, puzzle: &Puzzle, results: &Results) {
        let deadline = Limits::FIRST.within(results.time_limit).deadline;
        let mut session = Session::new(puzzle, Encoding::default(), deadline);
        for (solution, _) in &self.known[index] {
            session.forbid(solution);
        }
        if let Ok(Some(solution)) = session.solve(&[]) {
            self.learn(index, solution, None);
        }
    }
}

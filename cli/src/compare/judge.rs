//! Which answers are wrong: a solution that one contender found refutes the others that claim
//! there is none, or no other.
//!
//! Two verified solutions of a puzzle, or one, are all the evidence that is needed: a claim of "the
//! only one" is wrong exactly if there are two, a claim of "none" if there is one. At the end the
//! default solver, simplification and then varisat, looks for a solution that all complete answers
//! have missed.

use crate::contender::{Answered, ContenderError, check, in_message};
use satdoku::{Grid, Limits, Pipeline, Puzzle, Status};

use super::measurement::{Measurement, Outcome, Plan, Problem, Run};

/// What is known about the puzzles, and which answers were refuted.
#[derive(Default)]
pub(super) struct Evidence {
    /// By puzzle: up to two different solutions, and the contender that found each first.
    known: Vec<Vec<(Grid, Option<usize>)>>,
    problems: Vec<Problem>,
}

impl Evidence {
    pub(super) fn new(puzzle_count: usize) -> Evidence {
        Evidence { known: vec![Vec::new(); puzzle_count], ..Evidence::default() }
    }

    /// Checks an answer and keeps what it says; what is measured of it, beside what it took.
    pub(super) fn take(
        &mut self,
        contender: usize,
        (index, puzzle): (usize, &Puzzle),
        answer: Answered,
        limits: &Limits,
        mut taken: Measurement,
    ) -> Measurement {
        match check(puzzle, limits, &answer).and(answer) {
            Ok(answer) => {
                let status = answer.status(limits);
                for solution in answer.solutions {
                    self.learn(index, solution, Some(contender));
                }
                let is_open = status == Status::Unknown;
                taken.outcome = if is_open { Outcome::Unknown } else { Outcome::Solved };
                taken.status = Some(status);
                taken.statistics.guesses = answer.guesses;
            }
            Err(error) => {
                self.problems.push(Problem { puzzle: index, contender, what: error.to_string() });
                taken.outcome = match error {
                    ContenderError::Lied(_) => Outcome::Wrong,
                    ContenderError::NotAsked(_) => Outcome::NotRun,
                    _ => Outcome::Crashed,
                };
            }
        }
        taken
    }

    fn learn(&mut self, puzzle: usize, solution: Grid, finder: Option<usize>) {
        let known = &mut self.known[puzzle];
        if known.len() < 2 && known.iter().all(|(grid, _)| *grid != solution) {
            known.push((solution, finder));
        }
    }

    /// Marks every answer to these puzzles with a refuted claim as wrong, and claims that only
    /// external programs make and nothing confirmed as unknown; the problems in the order of the
    /// puzzles. The answers are by contender, then run.
    pub(super) fn judge(
        mut self,
        puzzles: &[Puzzle],
        plan: &Plan,
        answers: &mut [Vec<Run>],
    ) -> Vec<Problem> {
        let runs_process =
            |runs: &Vec<Run>| runs.iter().flatten().any(|each| each.statistics.process.is_some());
        let is_process: Vec<bool> = answers.iter().map(runs_process).collect();
        let mut pipeline = Pipeline::new();
        for (index, puzzle) in puzzles.iter().enumerate() {
            let claims = answers.iter().flatten().filter_map(|run| claim(run, index));
            let Some(most) = claims.max() else { continue };
            let (known, mut confirmed) = (self.known[index].len(), false);
            if most >= known {
                // No longer than a contender would be allowed to. A claim is that there are fewer than
                // two.
                let solved = pipeline.solve(puzzle, &Limits::UNIQUE.within(plan.time_limit));
                let answer = solved.map(|solved| solved.answer).unwrap_or_default();
                for solution in answer.solutions {
                    self.learn(index, solution, None);
                }
                confirmed = answer.complete && self.known[index].len() == known;
            }
            let count = self.known[index].len();
            let by_another = |(runs, is_process): (&Vec<Run>, &bool)| {
                !is_process && runs.iter().any(|run| claim(run, index) == Some(count))
            };
            confirmed |= answers.iter().zip(&is_process).any(by_another);
            for (contender, (runs, &is_process)) in answers.iter_mut().zip(&is_process).enumerate()
            {
                for run in runs {
                    let Some(claimed) = claim(run, index) else { continue };
                    let outcome = &mut run[index].outcome;
                    if let Some((solution, finder)) = self.known[index].get(claimed) {
                        *outcome = Outcome::Wrong;
                        let finder = finder.map_or("satdoku", |finder| &plan.entries[finder].name);
                        let (said, which) =
                            [("no solution", "one"), ("only one solution", "another")][claimed];
                        let shown = in_message(solution);
                        let what =
                            format!("wrong answer: says {said}, but {finder} found {which}{shown}");
                        self.problems.push(Problem { puzzle: index, contender, what });
                    } else if is_process && !confirmed && *outcome == Outcome::Solved {
                        *outcome = Outcome::Unknown;
                    }
                }
            }
        }
        let place = |problem: &Problem| (problem.puzzle, problem.contender);
        self.problems.sort_by_key(place);
        self.problems.dedup_by_key(|problem| place(problem));
        self.problems
    }
}

/// How many solutions a run says are all there are.
fn claim(run: &Run, puzzle: usize) -> Option<usize> {
    match run[puzzle].status {
        Some(Status::None) => Some(0),
        Some(Status::Unique) => Some(1),
        _ => None,
    }
}

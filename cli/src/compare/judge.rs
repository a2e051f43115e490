//! Finds wrong answers: a solution of one contender refutes the claims of other contenders that
//! there is no solution, or no other solution.
//!
//! One verified solution of a puzzle is evidence against the claim "no solution", and two are
//! evidence against "only one solution". At the end, the default solver (simplification, then
//! varisat) looks for a solution that no contender found. If it finds that there are no more
//! solutions, an answer that counts more solutions is wrong.

use crate::contender::{ContenderError, Said, check, in_message};
use satdoku::{Grid, Limits, Pipeline, Puzzle, Status};

use super::measurement::{Measurement, Outcome, Plan, Problem, Run};

/// The solutions that are known, and the problems found so far.
#[derive(Default)]
pub(super) struct Evidence {
    /// For each puzzle: up to two different solutions, each with the contender that found it first
    /// (`None` for the default solver at the end).
    known: Vec<Vec<(Grid, Option<usize>)>>,
    problems: Vec<Problem>,
}

impl Evidence {
    pub(super) fn new(puzzle_count: usize) -> Evidence {
        Evidence { known: vec![Vec::new(); puzzle_count], ..Evidence::default() }
    }

    /// Checks an answer, and stores its solutions. Returns the measurement: `taken`, which has the
    /// times and statistics, with the outcome and status of the answer.
    pub(super) fn take(
        &mut self,
        contender: usize,
        (index, puzzle): (usize, &Puzzle),
        said: Said,
        limits: &Limits,
        mut taken: Measurement,
    ) -> Measurement {
        match check(puzzle, limits, &said.answer).and(said.answer) {
            Ok(answer) => {
                let status = match said.count {
                    Some(1) if limits.solutions > 1 => Status::Unique,
                    Some(2..) if limits.solutions > 1 => Status::Multiple,
                    _ => answer.status(limits),
                };
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

    /// Marks all answers with a refuted claim as wrong. Marks answers with a claim that only
    /// external programs make, and that nothing confirmed, as unknown. Returns the problems in the
    /// order of the puzzles. The first index of `answers` is the contender, the second is the run.
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
            let (known, mut are_all) = (self.known[index].len(), false);
            if known < 2 && most >= known {
                // This has the same time limit as a contender.
                let solved = pipeline.solve(puzzle, &Limits::UNIQUE.within(plan.time_limit));
                let answer = solved.map(|solved| solved.answer).unwrap_or_default();
                let found = answer.solutions.len();
                for solution in answer.solutions {
                    self.learn(index, solution, None);
                }
                are_all = answer.complete && self.known[index].len() == found;
            }
            let known = &self.known[index];
            let by_another = |(runs, is_process): (&Vec<Run>, &bool)| {
                !is_process && runs.iter().any(|run| claim(run, index) == Some(known.len()))
            };
            are_all |= answers.iter().zip(&is_process).any(by_another);
            for (contender, (runs, &is_process)) in answers.iter_mut().zip(&is_process).enumerate()
            {
                for run in runs {
                    let Some(claimed) = claim(run, index) else { continue };
                    let found = match known.get(claimed) {
                        Some((solution, finder)) => {
                            let finder = finder.map(|finder| &*plan.entries[finder].name);
                            let which = ["one", "another"][claimed];
                            let shown = in_message(solution);
                            format!("{} found {which}{shown}", finder.unwrap_or("satdoku"))
                        }
                        None if claimed > known.len() && are_all => {
                            ["there is none", "there is only one"][known.len()].to_owned()
                        }
                        None => {
                            let is_open = claimed > known.len() || claimed < 2 && !are_all;
                            if is_process && is_open && run[index].outcome == Outcome::Solved {
                                run[index].outcome = Outcome::Unknown;
                            }
                            continue;
                        }
                    };
                    run[index].outcome = Outcome::Wrong;
                    let said = ["no solution", "only one solution", "several solutions"][claimed];
                    let what = format!("wrong answer: says {said}, but {found}");
                    self.problems.push(Problem { puzzle: index, contender, what });
                }
            }
        }
        let place = |problem: &Problem| (problem.puzzle, problem.contender);
        self.problems.sort_by_key(place);
        self.problems.dedup_by_key(|problem| place(problem));
        self.problems
    }
}

/// The number of solutions that an answer claims (2 means two or more).
fn claim(run: &Run, puzzle: usize) -> Option<usize> {
    match run[puzzle].status {
        Some(Status::None) => Some(0),
        Some(Status::Unique) => Some(1),
        Some(Status::Multiple) => Some(2),
        _ => None,
    }
}

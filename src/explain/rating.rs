//! How hard the steps of a puzzle are.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use super::depth::Depth;
use super::search::{Effort, End};
use super::state::State;
use super::technique::Technique;
use crate::answer::{Answer, Limits, Status};
use crate::dpll::Dpll;
use crate::grid::Size;
use crate::rules::Puzzle;
use crate::solve::SolveError;

/// How hard a puzzle is, by the truths of its hardest step.
///
/// | Grade | Hardest step | Puzzles | Their rating by Sudoku Explainer at 25 %, 50 %, 75 % |
/// |---|---|---|---|
/// | easy | singles | 2,180 | 1.5, 1.5, 2.0 |
/// | medium | 1 truth: locked candidates | 624 | 2.0, 2.6, 2.6 |
/// | hard | 2 truths: pairs, X-wings, skyscrapers | 868 | 2.8, 4.5, 6.6 |
/// | expert | 3 truths: triples, wings, short chains | 1,319 | 4.5, 7.1, 7.1 |
/// | extreme | 4 truths or more; in this list also where no step was found | 1,424 | 7.2, 7.2, 7.3 |
///
/// The boundaries are derived from these ratings: of all ways to cut the numbers of truths into
/// five, ratings vary least within these grades (15 % of their variance is left). The list
/// has 6,415 minimal puzzles, many of them hard; `examples/grades.rs` makes table and boundaries
/// from a list. The rank correlation of truths and ratings is 0.93, but puzzles next to each other
/// in rating may still differ in grade.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Grade {
    /// Singles.
    Easy,
    /// One truth.
    Medium,
    /// Two truths.
    Hard,
    /// Three truths.
    Expert,
    /// More truths.
    Extreme,
}

names!(Grade {
    Easy = "easy",
    Medium = "medium",
    Hard = "hard",
    Expert = "expert",
    Extreme = "extreme",
});

/// The steps of a puzzle, counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepRating {
    /// How the path ends.
    pub end: End,
    /// The truths of the hardest step, with patterns that it assumes; 0 if there is no step.
    pub truths: usize,
    /// What the first of the hardest steps is called.
    pub hardest: Option<Technique>,
    /// How many steps there are of each technique.
    pub counts: BTreeMap<Technique, usize>,
    /// The cells that are empty at the end.
    pub open_cells: usize,
}

impl StepRating {
    /// Rates the steps from a state to its solution, or as far as the effort goes.
    ///
    /// # Errors
    /// As [`State::next_step`].
    pub fn of(mut state: State, effort: &Effort) -> Result<StepRating, SolveError> {
        let (mut truths, mut hardest, mut counts) = (0, None, BTreeMap::new());
        let mut most = None;
        let end = state.follow(effort, |_, step| {
            *counts.entry(step.technique).or_default() += 1;
            // Of steps with as many truths a single is the easier one.
            let size = step.truths.len() + step.assumed.len();
            let hardness = Some((size, step.links.len()));
            if hardness > most {
                (most, truths, hardest) = (hardness, size, Some(step.technique));
            }
        })?;
        let open_cells = state.size().cell_count() - state.placed().filled().count();
        Ok(StepRating { end, truths, hardest, counts, open_cells })
    }

    /// The grade of a puzzle that the steps solve; `None` where they do not.
    pub fn grade(&self) -> Option<Grade> {
        let singles = [Technique::FullHouse, Technique::HiddenSingle, Technique::NakedSingle];
        match self.end {
            End::TimedOut | End::Contradiction | End::Open => None,
            End::Solved => Some(match self.truths {
                _ if self.counts.keys().all(|technique| singles.contains(technique)) => Grade::Easy,
                0..=1 => Grade::Medium,
                2 => Grade::Hard,
                3 => Grade::Expert,
                4.. => Grade::Extreme,
            }),
        }
    }
}

/// How hard a puzzle is, as far as that was asked for and found out.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Rating {
    /// What is known about its solutions, as [`Status`] is displayed.
    pub status: String,
    /// Levels of trial and error.
    pub depth: Option<usize>,
    /// Of the search that counted its solutions.
    pub guesses: Option<u64>,
    /// The truths of the hardest step, if all steps are known.
    pub truths: Option<usize>,
    /// What the hardest step is called.
    pub technique: Option<String>,
    /// How many steps were found.
    pub steps: Option<usize>,
    /// The cells that are empty where the steps stopped before the solution or a contradiction.
    pub open_cells: Option<usize>,
    /// The name of the [`Grade`].
    pub grade: Option<&'static str>,
    /// Whether a deadline left open what was asked for.
    #[serde(rename = "time_limit_reached")]
    pub late: bool,
    /// The cells of the grid.
    #[serde(skip)]
    pub cells: usize,
}

impl Rating {
    /// That of a puzzle with one solution or none; of another one only what is known about its
    /// solutions.
    ///
    /// # Errors
    /// As [`State::next_step`].
    ///
    /// # Panics
    /// If the rules are too large: see [`check_size`](super::check_size).
    pub fn of(puzzle: &Puzzle, effort: &Effort) -> Result<Rating, SolveError> {
        let limits = Limits { deadline: effort.deadline, ..Limits::UNIQUE };
        // The guesses must not depend on the processor.
        let answer = Dpll::portable().solve(puzzle, &limits)?;
        let mut rating = Rating::new(&answer, &limits);
        if matches!(answer.status(&limits), Status::Unique | Status::None) {
            let state = State::new(puzzle);
            rating.add_depth(state.depth(Depth::GREATEST_KNOWN, effort.deadline));
            rating.add_steps(&StepRating::of(state, effort)?, puzzle.size());
        }
        Ok(rating)
    }

    /// Begins with the answer of a search for solutions up to these limits.
    pub fn new(answer: &Answer, limits: &Limits) -> Rating {
        let status = answer.status(limits);
        let late = status == Status::Unknown;
        Rating { status: status.to_string(), guesses: answer.guesses, late, ..Rating::default() }
    }

    /// Adds the depth, if it is one.
    pub fn add_depth(&mut self, depth: Depth) {
        match depth {
            Depth::Solved(depth) | Depth::Contradiction(depth) => self.depth = Some(depth),
            Depth::Open(_) => {}
            Depth::Unknown(_) => self.late = true,
        }
    }

    /// Adds what the steps tell.
    pub fn add_steps(&mut self, steps: &StepRating, size: Size) {
        self.late |= steps.end == End::TimedOut;
        self.steps = Some(steps.counts.values().sum());
        self.cells = size.cell_count();
        if matches!(steps.end, End::Open | End::TimedOut) {
            self.open_cells = Some(steps.open_cells);
            return;
        }
        self.truths = Some(steps.truths);
        self.technique = steps.hardest.map(|technique| technique.to_string());
        self.grade = steps.grade().map(Grade::name);
    }
}

/// What is known, in one line: `unique, depth 1, guesses 2, grade hard`.
impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.status)?;
        let number = |number: Option<usize>| number.map(|number| number.to_string());
        for (name, value) in [
            ("depth", number(self.depth)),
            ("guesses", self.guesses.map(|guesses| guesses.to_string())),
            ("steps", number(self.steps.filter(|_| self.open_cells.is_none()))),
            ("truths", number(self.truths)),
            ("hardest step", self.technique.clone()),
            ("grade", self.grade.map(ToOwned::to_owned)),
        ] {
            if let Some(value) = value {
                write!(f, ", {name} {value}")?;
            }
        }
        if let (Some(open), Some(steps)) = (self.open_cells, self.steps) {
            let end = if self.status == "none" { "a contradiction" } else { "the solution" };
            let (cells, plural) = (self.cells, if steps == 1 { "" } else { "s" });
            write!(
                f,
                ", stopped before {end}: {steps} step{plural}, {open} of {cells} cells open"
            )?;
        }
        f.write_str(if self.late { ", time limit reached" } else { "" })
    }
}

//! Ratings: how hard a puzzle is, according to its steps.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use super::depth::Depth;
use super::score::score;
use super::search::{Effort, End};
use super::state::State;
use super::step::Step;
use super::table::Techniques;
use super::technique::Technique;
use crate::answer::{Answer, Limits, Status};
use crate::dpll::Dpll;
use crate::names::counted;
use crate::rules::Puzzle;
use crate::solve::{Pipeline, SolveError};

names! {
    /// How hard a puzzle is, according to the number of truths of its hardest step.
    ///
    /// | Grade | Hardest step | Puzzles | Quartiles of their ratings by Sudoku Explainer |
    /// |---|---|---|---|
    /// | easy | singles | 2,180 | 1.5, 1.5, 2.0 |
    /// | medium | 1 truth: locked candidates | 624 | 2.0, 2.6, 2.6 |
    /// | hard | 2 truths: pairs, X-wings, skyscrapers | 868 | 2.8, 4.5, 6.6 |
    /// | expert | 3 truths: triples, wings, short chains | 1,319 | 4.5, 7.1, 7.1 |
    /// | extreme | 4 truths or more; in this list also where no step was found | 1,424 | 7.2, 7.2, 7.3 |
    ///
    /// The boundaries are derived from these ratings: of all ways to divide the numbers of truths
    /// into five grades, this one has the smallest variance of ratings within the grades (15 % of
    /// the whole variance). The list has 6,415 minimal puzzles, many of them hard;
    /// `examples/grades.rs` computes table and boundaries from a list. The rank correlation of
    /// truths and ratings is 0.93, but puzzles next to each other in rating may still differ in
    /// grade.
    ///
    /// With clues, a step of one statement counts as a number of truths. The number is 0 (easy) for
    /// a part of a clue about at most two open cells, and for a cage with one remaining
    /// combination. It is 1 to 3 for other cages, arrows and lines, depending on combinations and
    /// open cells; and 1 to 3 for a sum by the rule of 45, depending on its open cells and units. A
    /// cage that removes digits from the rest of a unit counts as one truth more. A trial counts as
    /// many truths as it has lines, at least 3. These numbers are our choice; they were not
    /// compared with a list of ratings.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Grade {
        /// The hardest steps are singles.
        Easy = "easy",
        /// The hardest step has one truth.
        Medium = "medium",
        /// The hardest step has two truths.
        Hard = "hard",
        /// The hardest step has three truths.
        Expert = "expert",
        /// The hardest step has more than three truths.
        Extreme = "extreme",
    }
}

impl Grade {
    /// The lowest grade of a puzzle whose steps include this technique.
    pub fn least_with(technique: Technique) -> Grade {
        Grade::of(technique.least_truths())
    }

    /// The grade of a puzzle whose hardest step has this many truths; 0 truths mean easy.
    fn of(truths: usize) -> Grade {
        match truths {
            0 => Grade::Easy,
            1 => Grade::Medium,
            2 => Grade::Hard,
            3 => Grade::Expert,
            4.. => Grade::Extreme,
        }
    }
}

/// Counts of the steps of a puzzle.
#[derive(Clone, PartialEq, Debug)]
pub struct StepRating {
    /// How the path ends.
    pub end: End,
    /// How many truths the hardest step has; 0 if there is no step. Patterns that the step assumes
    /// count as truths. For a step with clues, see [`Grade`].
    pub truths: usize,
    /// The technique of the hardest step. If several steps have the most truths and links, this is
    /// the one that comes last in the order of techniques.
    pub hardest: Option<Technique>,
    /// How many steps have each technique.
    pub counts: BTreeMap<Technique, usize>,
    /// The cells that are empty at the end.
    pub open_cells: usize,
    /// How hard the puzzle feels, from 0 to 100, as in [`Rating::score`]; `None` if the steps do
    /// not solve the puzzle.
    pub score: Option<f64>,
}

impl Step {
    /// How hard the step is in a state, in the way [`Grade`] counts truths.
    fn weight(&self, state: &State) -> usize {
        if self.statements.is_empty() {
            return self.truths.len() + self.assumed.len();
        }
        if let Some(lines) = self.derivation(state) {
            return lines.clauses.len().max(3);
        }
        let (statements, masks) = (state.groups().statements(), state.masks());
        let weights = self.statements.iter().map(|of| statements.get(of).weight(&masks));
        weights.sum::<usize>() + usize::from(!self.links.is_empty())
    }
}

impl StepRating {
    /// Rates the steps from a state to its solution, or until the effort finds no further step.
    ///
    /// # Errors
    /// The same as for [`State::next_step`].
    pub fn of(mut state: State, effort: &Effort) -> Result<StepRating, SolveError> {
        let start = state.clone();
        let (mut hardest, mut counts, mut by_truths) = (None, BTreeMap::new(), BTreeMap::new());
        let end = state.follow(effort, |state, step| {
            *counts.entry(step.technique).or_default() += 1;
            let truths = step.weight(state);
            if !step.technique.is_single() {
                *by_truths.entry((step.technique, truths)).or_default() += 1;
            }
            // An easy step with clues can come before singles.
            let is_easy = step.technique.is_single() || truths == 0;
            hardest = hardest.max(Some((!is_easy, truths, step.links.len(), step.technique)));
        })?;
        let truths = hardest.map_or(0, |(_, truths, ..)| truths);
        let hardest = hardest.map(|(.., technique)| technique);
        let open_cells = state.size().cell_count() - state.placed().filled().count();
        let needs_naked = counts.contains_key(&Technique::NakedSingle);
        let score = (end == End::Solved).then(|| score(&start, &by_truths, needs_naked));
        Ok(StepRating { end, truths, hardest, counts, open_cells, score })
    }

    /// The grade of the puzzle; `None` if the steps do not solve it.
    pub fn grade(&self) -> Option<Grade> {
        match self.end {
            End::TimedOut | End::Contradiction | End::Open => None,
            End::Solved => Some(match self.truths {
                _ if self.hardest.is_none_or(Technique::is_single) => Grade::Easy,
                truths => Grade::of(truths),
            }),
        }
    }
}

/// How hard a puzzle is. Values that were not asked for or not found out are missing.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Rating {
    /// What is known about the solutions.
    pub status: Status,
    /// The depth: how many levels of trials inside each other are needed.
    pub depth: Option<usize>,
    /// How many guesses the search needed that counted the solutions.
    pub guesses: Option<u64>,
    /// How many truths the hardest step has, if all steps are known.
    pub truths: Option<usize>,
    /// The technique of the hardest step.
    pub technique: Option<Technique>,
    /// How many steps were found.
    pub steps: Option<usize>,
    /// How many cells are empty, if the steps stopped before the solution or a contradiction.
    pub open_cells: Option<usize>,
    /// The grade, according to the hardest step.
    pub grade: Option<Grade>,
    /// How hard the puzzle feels, from 0 to 100, if it has a grade.
    ///
    /// The score is 8 ln(1 + 3 *S*) + *R* / 3 + 13.5 *E* + 0.4 *N*, at most 100, rounded to a
    /// tenth:
    /// - *S* is the sum of the squares of the numbers of truths, over all steps except singles.
    ///   Subsets, locked candidates, XY- and XYZ-wings count half a truth less; skyscrapers,
    ///   two-string kites, turbot fish and empty rectangles count half a truth more.
    /// - *R* is the number of rounds in which singles fill cells, until there are no more singles.
    ///   Each round fills all singles that there are at its start.
    /// - *E* is the share of cells that are empty at the start.
    /// - *N* is 1 if a naked single is needed, else 0.
    pub score: Option<f64>,
    /// Whether values are missing because the deadline passed.
    #[serde(rename = "time_limit_reached")]
    pub late: bool,
    /// How many cells the grid has.
    #[serde(skip)]
    pub cells: usize,
    /// How many steps have each technique, if this was asked for.
    #[serde(skip)]
    pub counts: Option<BTreeMap<Technique, usize>>,
}

/// Which values a rating should have in addition to the depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rated {
    /// Whether to find the grade and the hardest step.
    pub grade: bool,
    /// Whether to count the steps of each technique.
    pub steps: bool,
}

impl Rating {
    /// Rates a puzzle with exactly one solution or none; for other puzzles, only the status is
    /// found. `dpll` counts the solutions. The number of guesses is the same on all processors if
    /// `dpll` is [`Dpll::portable`].
    ///
    /// # Errors
    /// The same as for [`State::next_step`].
    ///
    /// # Panics
    /// If the grid is too large for steps: see [`check_size`](super::check_size).
    pub fn of(
        puzzle: &Puzzle,
        rated: Rated,
        effort: &Effort,
        dpll: &mut Dpll,
    ) -> Result<Rating, SolveError> {
        let limits = Limits { deadline: effort.deadline, ..Limits::UNIQUE };
        let answer = match puzzle.rules().only_groups() {
            Ok(()) => dpll.solve(puzzle, &limits)?,
            Err(_) => Answer { guesses: None, ..Pipeline::new().solve(puzzle, &limits)?.answer },
        };
        let status = answer.status(&limits);
        let (guesses, late) = (answer.guesses, status == Status::Unknown);
        let cells = puzzle.size().cell_count();
        let mut rating = Rating { status, guesses, late, cells, ..Rating::default() };
        if !matches!(status, Status::Unique | Status::None) {
            return Ok(rating);
        }
        let depth = Depth::of(puzzle, Depth::GREATEST_KNOWN, effort.deadline);
        match depth {
            Depth::Solved(depth) | Depth::Contradiction(depth) => rating.depth = Some(depth),
            Depth::Open(_) => {}
            Depth::Unknown(_) => rating.late = true,
        }
        let open_count = cells - puzzle.givens().filled().count();
        // Each full house fills a unit. If there are more open cells than units, other singles are
        // needed too.
        let is_quick = depth == Depth::Solved(0)
            && open_count > puzzle.rules().units().len()
            && effort.techniques == Techniques::ALL;
        if rated.steps || rated.grade && !is_quick {
            let assume_unique = effort.assume_unique && status == Status::Unique;
            let effort = Effort { assume_unique, ..*effort };
            rating.add_steps(StepRating::of(State::new(puzzle), &effort)?, rated.steps);
        } else if rated.grade {
            let technique = match State::new(puzzle).needs_more_than_hidden_singles() {
                true => Technique::NakedSingle,
                false => Technique::HiddenSingle,
            };
            rating.technique = Some(technique);
            (rating.truths, rating.grade) = (Some(1), Some(Grade::Easy));
            let needs_naked = technique == Technique::NakedSingle;
            rating.score = Some(score(&State::new(puzzle), &BTreeMap::new(), needs_naked));
        }
        Ok(rating)
    }

    fn add_steps(&mut self, steps: StepRating, is_counted: bool) {
        self.late |= steps.end == End::TimedOut;
        let is_open = matches!(steps.end, End::Open | End::TimedOut);
        if is_counted || is_open {
            self.steps = Some(steps.counts.values().sum());
        }
        if is_open {
            self.open_cells = Some(steps.open_cells);
        } else {
            self.truths = Some(steps.truths);
            (self.technique, self.grade) = (steps.hardest, steps.grade());
            self.score = steps.score;
        }
        self.counts = is_counted.then_some(steps.counts);
    }
}

/// Writes the rating in one line: `hard: needs an X-wing; unique, score 31.2, depth 1, guesses 2,
/// truths 2`.
impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.grade, self.technique) {
            (Some(grade), Some(technique)) => {
                write!(f, "{grade}: needs {}; ", technique.with_article())?;
            }
            (Some(grade), None) => write!(f, "{grade}; ")?,
            _ => {}
        }
        write!(f, "{}", self.status)?;
        let hardest = self.technique.filter(|_| self.grade.is_none());
        let number = |number: Option<usize>| number.map(|number| number.to_string());
        for (name, value) in [
            ("score", self.score.map(|score| format!("{score:.1}"))),
            ("depth", number(self.depth)),
            ("guesses", self.guesses.map(|guesses| guesses.to_string())),
            ("steps", number(self.steps.filter(|_| self.open_cells.is_none()))),
            ("truths", number(self.truths)),
            ("hardest step", hardest.map(|technique| technique.to_string())),
        ] {
            if let Some(value) = value {
                write!(f, ", {name} {value}")?;
            }
        }
        if let (Some(open), Some(steps)) = (self.open_cells, self.steps) {
            let end = if self.status == Status::None { "a contradiction" } else { "the solution" };
            let (cells, steps) = (self.cells, counted(steps, "step"));
            write!(f, ", stopped before {end}: {steps}, {open} of {cells} cells open")?;
        }
        f.write_str(if self.late { ", time limit reached" } else { "" })
    }
}

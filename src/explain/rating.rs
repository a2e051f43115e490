//! How hard the steps of a puzzle are.

use std::collections::BTreeMap;
use std::fmt;

use super::search::{Effort, End};
use super::state::State;
use super::technique::Technique;
use crate::solve::SolveError;

/// How hard a puzzle is, by the truths of its hardest step.
///
/// | Grade | Hardest step | Puzzles | Their rating by Sudoku Explainer at 25 %, 50 %, 75 % |
/// |---|---|---|---|
/// | easy | singles | 2,180 | 1.5, 1.5, 2.0 |
/// | medium | 1 truth: locked candidates | 624 | 2.0, 2.6, 2.6 |
/// | hard | 2 truths: pairs, X-wings, skyscrapers | 868 | 2.8, 4.5, 6.6 |
/// | expert | 3 truths: triples, wings, short chains | 1,319 | 4.5, 7.1, 7.1 |
/// | extreme | 4 truths or more, or no step found | 1,424 | 7.2, 7.2, 7.3 |
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
    /// More truths, or more than steps.
    Extreme,
}

impl Grade {
    /// All of them, in order.
    pub const ALL: [Grade; 5] =
        [Grade::Easy, Grade::Medium, Grade::Hard, Grade::Expert, Grade::Extreme];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Grade::Easy => "easy",
            Grade::Medium => "medium",
            Grade::Hard => "hard",
            Grade::Expert => "expert",
            Grade::Extreme => "extreme",
        }
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

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
        Ok(StepRating { end, truths, hardest, counts })
    }

    /// The grade of a puzzle that the steps solve; `None` where they were not followed to their
    /// end, or lead to no solution.
    pub fn grade(&self) -> Option<Grade> {
        let singles = [Technique::FullHouse, Technique::HiddenSingle, Technique::NakedSingle];
        match self.end {
            End::TimedOut | End::Contradiction => None,
            End::Open => Some(Grade::Extreme),
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

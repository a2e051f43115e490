//! Searches random puzzles for puzzles with a wanted grade, technique or depth.

use itertools::Itertools;

use super::{GenerateError, Generated, Recipe, Source};
use crate::answer::Deadline;
use crate::explain::{
    Depth, Effort, End, Grade, State, StepRating, Technique, Techniques, check_size,
};
use crate::rules::Puzzle;
use crate::solve::SolveError;

/// The wanted properties of a puzzle. By default, there are none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// The wanted grade.
    pub grade: Option<Grade>,
    /// A technique that one of the steps must have.
    pub technique: Option<Technique>,
    /// The techniques that must be enough for all steps; all techniques by default.
    pub techniques: Techniques,
    /// The wanted depth.
    pub depth: Option<usize>,
}

impl Default for Wanted {
    fn default() -> Wanted {
        Wanted { grade: None, technique: None, techniques: Techniques::ALL, depth: None }
    }
}

impl Wanted {
    /// Whether no property is wanted, so that any puzzle is right.
    pub fn is_anything(&self) -> bool {
        *self == Wanted::default()
    }

    /// Whether such puzzles are too rare to be found among random puzzles.
    pub fn is_rare(&self) -> bool {
        self.depth == Some(2)
    }

    /// Checks that a puzzle of a source can have all wanted properties.
    ///
    /// # Errors
    /// [`GenerateError::Request`] if the technique is impossible with the rules, or if a depth is
    /// wanted for rules with clues; also if the grade does not fit the technique or the depth (the
    /// message says which grades fit).
    pub fn check(&self, source: &Source) -> Result<(), GenerateError> {
        let rules = match source {
            Source::Grids(rules) => Some(&**rules),
            Source::Puzzle(puzzle) => Some(&**puzzle.rules()),
            _ => None,
        };
        if self.depth.is_some() && rules.is_some_and(|rules| rules.only_groups().is_err()) {
            let message = "the depth of a puzzle with clues is not known".to_owned();
            return Err(GenerateError::Request(message));
        }
        if let (Some(technique), Some(rules)) = (self.technique, rules)
            && technique.needs_boxes()
            && rules.is_latin()
        {
            return Err(GenerateError::Request(format!(
                "no puzzle has the technique {technique} under these rules ({rules}): it needs \
                 boxes or other units beside rows and columns"
            )));
        }
        let least = self.technique.map_or(Grade::Easy, Grade::least_with);
        let has_depth = |grade: &Grade| match self.depth {
            None => true,
            // Singles solve the puzzle.
            Some(0) => *grade == Grade::Easy,
            Some(1) => *grade > Grade::Easy,
            // Everything that a step of one truth removes is also refuted by a trial without an
            // inner trial.
            Some(_) => *grade > Grade::Medium,
        };
        let fits = |grade: &Grade| *grade >= least && has_depth(grade);
        let fitting = Grade::ALL.into_iter().filter(fits).map(Grade::name).join(", ");
        let technique = self.technique.map(|technique| format!("the technique {technique}"));
        let depth = self.depth.map(|depth| format!("depth {depth}"));
        let wanted = technique.into_iter().chain(depth).join(" and ");
        match self.grade {
            _ if fitting.is_empty() => Err(GenerateError::Request(format!(
                "no puzzle has {wanted}: singles solve a puzzle of depth 0"
            ))),
            Some(grade) if !fits(&grade) => Err(GenerateError::Request(format!(
                "no puzzle with {wanted} has the grade {grade}; possible grades: {fitting}"
            ))),
            _ => Ok(()),
        }
    }

    /// Whether a proper puzzle has the wanted properties.
    ///
    /// # Errors
    /// [`SolveError::TimedOut`] if the deadline passed; other errors if varisat failed.
    ///
    /// # Panics
    /// If a property is wanted and the grid is too large for steps: see [`check_size`].
    pub fn takes(&self, puzzle: &Puzzle, deadline: Deadline) -> Result<bool, SolveError> {
        if self.is_anything() {
            return Ok(true);
        }
        let state = State::new(puzzle);
        let is_limited = self.techniques != Techniques::ALL;
        let needs_steps = self.grade.is_some() || self.technique.is_some() || is_limited;
        let limit = self.depth.unwrap_or(0);
        match (state.depth(limit, deadline), self.depth) {
            (Depth::Unknown(_), _) => return Err(SolveError::TimedOut),
            (Depth::Solved(found), Some(depth)) if found == depth => {}
            (_, Some(_)) => return Ok(false),
            // Singles solve the puzzle.
            (Depth::Solved(_), None) if self.is_above_singles() => return Ok(false),
            (_, None) => {}
        }
        if !needs_steps {
            return Ok(true);
        }
        let rating = StepRating::of(state, &Effort { deadline, ..self.effort() })?;
        if rating.end == End::TimedOut {
            return Err(SolveError::TimedOut);
        }
        let has = |wanted| rating.counts.keys().any(|found| found.asked() == Some(wanted));
        Ok(self.grade.is_none_or(|grade| rating.grade() == Some(grade))
            && self.technique.is_none_or(has)
            && (!is_limited || rating.end == End::Solved))
    }

    /// The effort for finding steps. Techniques that assume exactly one solution are allowed, since
    /// a proper puzzle has exactly one.
    pub fn effort(&self) -> Effort {
        let assume_unique = self.technique.is_some_and(Technique::is_assumed);
        Effort { assume_unique, techniques: self.techniques, ..Effort::default() }
    }

    fn is_above_singles(&self) -> bool {
        self.grade.is_some_and(|grade| grade > Grade::Easy)
            || self.technique.is_some_and(|technique| technique > Technique::NakedSingle)
    }
}

impl Recipe {
    /// The first puzzle with the wanted properties among `tries` puzzles for an index, which are
    /// made within the time limit for one puzzle; `None` if none of them has the properties.
    ///
    /// # Errors
    /// The errors of [`Recipe::puzzle`] and [`Wanted::check`]; [`GenerateError::Unexplained`] if a
    /// property is wanted of a grid that is too large for steps.
    pub fn wanted(
        &self,
        index: u64,
        wanted: &Wanted,
        tries: u64,
    ) -> Result<Option<Generated>, GenerateError> {
        wanted.check(&self.source)?;
        let deadline = self.deadline();
        for attempt in 0..tries {
            let attempt = index.wrapping_mul(tries).wrapping_add(attempt);
            let generated = self.puzzle_until(attempt, deadline)?;
            if !wanted.is_anything() {
                check_size(generated.puzzle.rules())?;
            }
            if wanted.takes(&generated.puzzle, deadline)? {
                return Ok(Some(generated));
            }
            deadline.ok_or(SolveError::TimedOut)?;
        }
        Ok(None)
    }
}

//! What every solver is asked, and what it answers.

use std::fmt;
use std::time::{Duration, Instant};

use crate::grid::Grid;

/// How far a solver is to go on one puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Stop after this many solutions: 1 finds one, 2 also tells whether it is the only one.
    pub solutions: usize,
    /// Stop at this moment, if given.
    pub deadline: Option<Instant>,
}

impl Limits {
    /// One solution, no deadline.
    pub const FIRST: Limits = Limits { solutions: 1, deadline: None };
    /// Up to two solutions, which decides uniqueness; no deadline.
    pub const UNIQUE: Limits = Limits { solutions: 2, deadline: None };

    /// The same with a deadline that far from now (none if the clock cannot hold it).
    pub fn within(self, time: Duration) -> Limits {
        Limits { deadline: Instant::now().checked_add(time), ..self }
    }

    /// Whether the deadline has passed.
    pub fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// What is known about a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Status {
    /// Exactly one solution.
    Unique,
    /// At least two.
    Multiple,
    /// At least one; nobody asked whether there are more.
    Solved,
    /// None.
    None,
    /// A limit was hit before the question was settled.
    Unknown,
}

/// `unique`, `multiple`, `solved`, `none`, `unknown`.
impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Status::Unique => "unique",
            Status::Multiple => "multiple",
            Status::Solved => "solved",
            Status::None => "none",
            Status::Unknown => "unknown",
        })
    }
}

/// Solutions found, and whether there can be more.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Answer {
    /// Different solutions, at most [`Limits::solutions`].
    pub solutions: Vec<Grid>,
    /// Whether these are all there are. `false` when the limit on solutions or the deadline
    /// stopped the search.
    pub complete: bool,
    /// Conflicts or guesses of the search, where the solver counts them.
    pub guesses: Option<u64>,
}

impl Answer {
    /// What it says about the puzzle, given how many solutions were asked for.
    pub fn status(&self, limits: &Limits) -> Status {
        match (self.solutions.len(), self.complete) {
            (0, true) => Status::None,
            (1, true) => Status::Unique,
            (2.., _) => Status::Multiple,
            (1, false) if limits.solutions == 1 => Status::Solved,
            _ => Status::Unknown,
        }
    }
}

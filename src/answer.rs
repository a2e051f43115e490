//! The limits that every solver is given, and the answer that every solver returns.

use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};
// This is the clock of the standard library; in the browser, the clock of the page.
use web_time::Instant;

use crate::grid::{Cell, Grid};
use crate::names::counted;

/// When a search gives up: at a given time, as soon as a flag is set, at the earlier of these two, or
/// never.
///
/// ```
/// use std::sync::atomic::{AtomicBool, Ordering};
/// use std::time::Duration;
/// use satdoku::Deadline;
/// assert!(!Deadline::NONE.is_over());
/// assert!(Deadline::after(Duration::ZERO).is_over());
/// assert!(Deadline::after(Duration::from_secs(9)).earlier(Duration::from_secs(9)).is_over());
/// assert!(Deadline::after(Duration::ZERO).first(Deadline::NONE).is_over());
///
/// static CANCEL: AtomicBool = AtomicBool::new(false);
/// let deadline = Deadline::after(Duration::from_secs(9)).cancelled_by(&CANCEL);
/// assert!(!deadline.is_over());
/// CANCEL.store(true, Ordering::Relaxed);
/// assert!(deadline.is_over());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Deadline {
    moment: Option<Instant>,
    flag: Option<&'static AtomicBool>,
}

/// Two deadlines are equal if they have the same moment and share the same flag in memory; two
/// flags with equal values are different flags.
impl PartialEq for Deadline {
    fn eq(&self, other: &Deadline) -> bool {
        let address = |deadline: &Deadline| deadline.flag.map(ptr::from_ref);
        self.moment == other.moment && address(self) == address(other)
    }
}

impl Eq for Deadline {}

impl Deadline {
    /// No deadline: [`Deadline::is_over`] is never true.
    pub const NONE: Deadline = Deadline { moment: None, flag: None };

    /// The deadline that is reached when this time has passed; no deadline if the clock cannot
    /// represent that moment.
    #[must_use]
    pub fn after(time: Duration) -> Deadline {
        Deadline { moment: Instant::now().checked_add(time), flag: None }
    }

    /// The same deadline, but it is also over while this flag is set. Another thread or a signal
    /// handler can set the flag: all work that looks at the clock also looks at the flag. Work that
    /// is cancelled in this way reports that the time limit was reached.
    ///
    /// A deadline can be copied everywhere, so the flag must live as long as the program: use a
    /// `static`, or make a flag for each task with `Box::leak` and use this flag again for later
    /// tasks.
    #[must_use]
    pub fn cancelled_by(self, flag: &'static AtomicBool) -> Deadline {
        Deadline { flag: Some(flag), ..self }
    }

    /// The earlier of two deadlines. If both have a flag, only the flag of `self` counts.
    #[must_use]
    pub fn first(self, other: Deadline) -> Deadline {
        let moment = self.moment.into_iter().chain(other.moment).min();
        Deadline { moment, flag: self.flag.or(other.flag) }
    }

    fn is_cancelled(self) -> bool {
        self.flag.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Whether the deadline has passed.
    #[must_use]
    pub fn is_over(self) -> bool {
        self.is_cancelled() || self.moment.is_some_and(|moment| Instant::now() >= moment)
    }

    /// The time until the deadline, zero if the deadline has passed; `None` if no moment is set.
    #[must_use]
    pub fn remaining(self) -> Option<Duration> {
        let left = |moment: Instant| moment.saturating_duration_since(Instant::now());
        if self.is_cancelled() { Some(Duration::ZERO) } else { self.moment.map(left) }
    }

    /// This deadline, earlier by `time`. The deadline stays the same if it has no moment, or if the
    /// clock cannot represent the earlier moment.
    #[must_use]
    pub fn earlier(self, time: Duration) -> Deadline {
        let earlier = |moment: Instant| moment.checked_sub(time).unwrap_or(moment);
        Deadline { moment: self.moment.map(earlier), ..self }
    }

    /// Calls `work` for one item after another, and looks at the clock once every few dozen items.
    /// If the deadline has passed then, returns the error `late` and leaves out the remaining
    /// items.
    pub(crate) fn for_each<T, E: Clone>(
        self,
        late: E,
        items: impl IntoIterator<Item = T>,
        mut work: impl FnMut(T),
    ) -> Result<(), E> {
        let mut in_time = self.watch(late);
        items.into_iter().try_for_each(|item| in_time().map(|()| work(item)))
    }

    /// A function to be called before each item. Once the deadline has passed, the function returns
    /// the error `late`, which ends the work. It looks at the clock for the first item and once
    /// every few dozen items.
    pub fn watch<E: Clone>(self, late: E) -> impl FnMut() -> Result<(), E> {
        const ITEMS_A_LOOK: usize = 1 << 6;
        let mut items = 0;
        move || {
            items += 1;
            if items % ITEMS_A_LOOK == 1 { self.ok_or(late.clone()) } else { Ok(()) }
        }
    }

    /// An error, which ends the work, if the deadline has passed.
    ///
    /// # Errors
    /// `late` if the deadline has passed.
    pub fn ok_or<E>(self, late: E) -> Result<(), E> {
        if self.is_over() { Err(late) } else { Ok(()) }
    }
}

/// When a solver stops its search on one puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Stop after this many solutions: 1 finds one, 2 also tells whether it is the only one.
    pub solutions: usize,
    /// Stop at this moment.
    pub deadline: Deadline,
}

impl Limits {
    /// One solution, no deadline.
    pub const FIRST: Limits = Limits { solutions: 1, deadline: Deadline::NONE };
    /// Up to two solutions, which decides uniqueness; no deadline.
    pub const UNIQUE: Limits = Limits { solutions: 2, deadline: Deadline::NONE };

    /// The same limits, with the deadline that is reached when this time has passed (no deadline if
    /// the clock cannot represent that moment). The flag of the old deadline still counts.
    #[must_use]
    pub fn within(self, time: Duration) -> Limits {
        let Deadline { flag, .. } = self.deadline;
        Limits { deadline: Deadline { flag, ..Deadline::after(time) }, ..self }
    }
}

names! {
    /// What a solver found out about a puzzle.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Status {
        /// Exactly one solution.
        Unique = "unique",
        /// At least two solutions.
        Multiple = "multiple",
        /// At least one solution; the solver was asked for only one.
        Solved = "solved",
        /// No solution.
        None = "none",
        /// No solution, since givens clash. An [`Answer`] has the status `None` in this case too.
        Invalid = "invalid",
        /// The input gives another solution, or another number of solutions, than was found.
        Mismatch = "mismatch",
        /// A limit was hit before the question was settled.
        #[default]
        Unknown = "unknown",
        /// The puzzle could not be read, or the answer did not pass verification.
        Error = "error",
    }
}

impl Status {
    /// The verdict in words, with the solutions that were found.
    ///
    /// # Panics
    /// If the solutions are of different sizes.
    pub fn describe(self, solutions: &[Grid]) -> String {
        match (self, solutions) {
            (Status::Unique, _) => "exactly one solution".to_owned(),
            (Status::Multiple, [first, second, ..]) => {
                let cells = counted(first.differing(second).len(), "cell");
                format!("several solutions; two of them differ in {cells}")
            }
            (Status::Multiple, _) => "several solutions".to_owned(),
            (Status::Solved, _) => "a solution".to_owned(),
            (Status::None | Status::Invalid, _) => "no solution".to_owned(),
            (Status::Mismatch, _) => "the given solution is wrong".to_owned(),
            (Status::Error, _) => "not known".to_owned(),
            (Status::Unknown, []) => "no solution found; the time limit was reached or the solver gave up".to_owned(),
            (Status::Unknown, _) => {
                "one solution found; there may be more, but the time limit was reached or the solver \
                 gave up"
                    .to_owned()
            }
        }
    }
}

/// Solutions found, and whether there can be more.
///
/// ```
/// use satdoku::{Answer, Limits, Status};
/// let nothing_found = Answer { complete: true, ..Answer::default() };
/// assert_eq!(nothing_found.status(&Limits::UNIQUE), Status::None);
/// assert_eq!(Answer::default().status(&Limits::UNIQUE), Status::Unknown);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[must_use]
pub struct Answer {
    /// Different solutions, at most [`Limits::solutions`].
    pub solutions: Vec<Grid>,
    /// Whether these are all solutions. `false` when the limit on solutions or the deadline stopped
    /// the search.
    pub complete: bool,
    /// How many conflicts or guesses the search had, if the solver counts them.
    pub guesses: Option<u64>,
}

impl Answer {
    /// The cells in which the first two solutions differ.
    pub fn differing(&self) -> Vec<Cell> {
        match &self.solutions[..] {
            [first, second, ..] => first.differing(second),
            _ => Vec::new(),
        }
    }

    /// What the answer proves about the puzzle, if the solver had these limits.
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

//! An output that fails after a deadline, or after a number of bytes.

use std::cell::Cell;
use std::io::{self, Write};
use std::rc::Rc;
use std::time::Duration;

use crate::answer::Deadline;

/// Loading takes about this many times as long as freeing: varisat needs 15 to 30 % of the loading
/// time for freeing.
const LOADS_AS_LONG_AS_FREEING: u32 = 4;

/// The limits, and how many bytes were written so far. The output and the solver that checks the
/// limits share this value.
#[derive(Debug)]
pub(crate) struct IoLimits {
    pub deadline: Cell<Deadline>,
    /// How many bytes were written so far, including those above the limit.
    pub written: Cell<u64>,
    most_bytes: u64,
}

impl IoLimits {
    pub fn new(deadline: Deadline, most_bytes: u64) -> Rc<IoLimits> {
        Rc::new(IoLimits { deadline: Cell::new(deadline), written: Cell::new(0), most_bytes })
    }

    pub fn is_too_long(&self) -> bool {
        self.written.get() > self.most_bytes
    }

    /// Whether a limit was reached.
    pub fn are_over(&self) -> bool {
        self.is_too_long() || self.deadline.get().is_over()
    }

    /// The moment when loading must end, so that varisat can be freed before the deadline.
    pub fn end_of_loading(&self) -> Deadline {
        let left = self.deadline.get().remaining().unwrap_or_default();
        self.deadline.get().earlier(left / (LOADS_AS_LONG_AS_FREEING + 1))
    }

    /// Called after loading, with the time that it took: moves the deadline so that varisat can
    /// still be freed in time.
    pub fn leave_time_to_free(&self, load_time: Duration) {
        self.deadline.set(self.deadline.get().earlier(load_time / LOADS_AS_LONG_AS_FREEING));
    }
}

/// Writes everything to the inner output until a limit is reached. Then it fails, which makes
/// varisat stop.
pub(crate) struct Limited<T> {
    pub inner: T,
    pub limits: Rc<IoLimits>,
}

impl<T: Write> Write for Limited<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.limits.written.update(|written| written + bytes.len() as u64);
        if self.limits.are_over() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.inner.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

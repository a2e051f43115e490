//! A progress bar on stderr, if stderr is a terminal.

use std::io::{self, IsTerminal, Read};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};
use satdoku::counted;

/// The bar that is currently shown.
static SHOWN: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Hides the bar while `write` writes to stderr.
pub fn suspended<T>(write: impl FnOnce() -> T) -> T {
    let bar = SHOWN.lock().unwrap_or_else(PoisonError::into_inner).clone();
    match bar {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

/// A bar for the work to do, or a plain count if the amount of work is unknown.
#[derive(Clone)]
pub struct Progress {
    bar: ProgressBar,
    puzzles: u64,
}

impl Progress {
    /// A bar that is shown if stderr is a terminal and stdout is not: on a terminal, the results
    /// show the progress. `total` is the amount of work, in bytes or puzzles.
    pub fn new(total: Option<u64>) -> Progress {
        match io::stdout().is_terminal() {
            true => Progress { bar: ProgressBar::hidden(), puzzles: 0 },
            false => Progress::until_the_end(total),
        }
    }

    /// A bar that is shown if stderr is a terminal, for work whose results come only at its end.
    pub fn until_the_end(total: Option<u64>) -> Progress {
        if !io::stderr().is_terminal() {
            return Progress { bar: ProgressBar::hidden(), puzzles: 0 };
        }
        let target = ProgressDrawTarget::stderr_with_hz(5);
        let bar = ProgressBar::with_draw_target(total, target);
        let bar = bar.with_finish(ProgressFinish::AndClear);
        let template = match total {
            Some(_) => "{wide_bar} {percent:>3}%  {msg}  {elapsed}, {eta} left",
            None => "{spinner} {msg}  {elapsed}",
        };
        bar.set_style(ProgressStyle::with_template(template).expect("a valid template"));
        bar.enable_steady_tick(Duration::from_millis(200));
        *SHOWN.lock().unwrap_or_else(PoisonError::into_inner) = Some(bar.clone());
        Progress { bar, puzzles: 0 }
    }

    /// Counts the bytes that are read from the returned reader as done. The total must be in bytes.
    pub fn reading(&self, reader: Box<dyn Read + Send>) -> Box<dyn Read + Send> {
        Box::new(self.bar.wrap_read(reader))
    }

    /// Counts this number of puzzles as done. The total must be in puzzles.
    pub fn add(&mut self, puzzles: u64) {
        self.bar.inc(puzzles);
        self.show(puzzles);
    }

    /// Adds this number of puzzles to the number that is shown.
    pub fn show(&mut self, puzzles: u64) {
        self.puzzles += puzzles;
        if !self.bar.is_hidden() {
            let rate = self.puzzles as f64 / self.bar.elapsed().as_secs_f64();
            let puzzles = counted(self.puzzles, "puzzle");
            self.bar.set_message(format!("{puzzles}, {rate:.0}/s"));
        }
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// A bar for the questions about one puzzle. It is shown after a second, if no other bar is shown.
pub struct Questions {
    count: usize,
    start: Instant,
    bar: Option<Progress>,
}

impl Questions {
    /// A bar for this number of questions.
    pub fn new(count: usize) -> Questions {
        Questions { count, start: Instant::now(), bar: None }
    }

    /// Shows that this number of questions is answered.
    pub fn answered(&mut self, done: usize) {
        if self.bar.is_none() && self.start.elapsed() > Duration::from_secs(1) {
            let shown = SHOWN.lock().unwrap_or_else(PoisonError::into_inner).clone();
            if shown.is_none_or(|bar| bar.is_finished()) {
                self.bar = Some(Progress::until_the_end(Some(self.count as u64)));
            }
        }
        if let Some(progress) = &self.bar {
            progress.bar.set_position(done as u64);
        }
    }
}

impl Drop for Questions {
    fn drop(&mut self) {
        self.bar.iter().for_each(Progress::finish);
    }
}

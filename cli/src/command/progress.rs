//! A progress bar on stderr, if it is a terminal.

use std::io::{self, IsTerminal, Read};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};
use satdoku::counted;

/// The bar that is shown.
static SHOWN: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Runs `write`, which writes to stderr, without a bar in its way.
pub fn suspended<T>(write: impl FnOnce() -> T) -> T {
    let bar = SHOWN.lock().unwrap_or_else(PoisonError::into_inner).clone();
    match bar {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

/// A bar over the work to do; a plain count if its amount is unknown.
#[derive(Clone)]
pub struct Progress {
    bar: ProgressBar,
    puzzles: u64,
}

impl Progress {
    /// Shown if stderr is a terminal and stdout is not: results on the same screen are progress
    /// enough. `total` is what there is to do, in bytes or puzzles.
    pub fn new(total: Option<u64>) -> Progress {
        match io::stdout().is_terminal() {
            true => Progress { bar: ProgressBar::hidden(), puzzles: 0 },
            false => Progress::until_the_end(total),
        }
    }

    /// Shown if stderr is a terminal, for work whose results come at its end.
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

    /// From now on counts what is read as done, of a total in bytes.
    pub fn reading(&self, reader: Box<dyn Read + Send>) -> Box<dyn Read + Send> {
        Box::new(self.bar.wrap_read(reader))
    }

    /// Adds puzzles, of a total in puzzles.
    pub fn add(&mut self, puzzles: u64) {
        self.bar.inc(puzzles);
        self.show(puzzles);
    }

    /// Shows this many more puzzles.
    pub fn show(&mut self, puzzles: u64) {
        self.puzzles += puzzles;
        if !self.bar.is_hidden() {
            let rate = self.puzzles as f64 / self.bar.elapsed().as_secs_f64();
            let puzzles = counted(self.puzzles, "puzzle");
            self.bar.set_message(format!("{puzzles}, {rate:.0}/s"));
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// A bar over the questions asked of one puzzle, once they take a second, if no other bar is shown.
pub struct Questions {
    count: usize,
    start: Instant,
    bar: Option<Progress>,
}

impl Questions {
    /// A bar over this many questions.
    pub fn new(count: usize) -> Questions {
        Questions { count, start: Instant::now(), bar: None }
    }

    /// This many of the questions are answered.
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

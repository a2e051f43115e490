//! Progress on stderr, for those who watch.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::stream::Source;

/// A bar over the bytes of the input; a count where their number is not known.
pub struct Progress {
    bar: ProgressBar,
    bytes: Arc<AtomicU64>,
    puzzles: u64,
}

impl Progress {
    /// Shown if stderr is a terminal and stdout is not: results on the same screen are progress
    /// enough.
    pub fn of(source: &Source) -> Progress {
        let bar = if io::stderr().is_terminal() && !io::stdout().is_terminal() {
            let target = ProgressDrawTarget::stderr_with_hz(5);
            let bar = ProgressBar::with_draw_target(source.total_bytes(), target);
            let template = match source.total_bytes() {
                Some(_) => "{wide_bar} {percent:>3}%  {msg}  {eta} left",
                None => "{spinner} {msg}  {elapsed}",
            };
            bar.set_style(ProgressStyle::with_template(template).expect("a valid template"));
            bar
        } else {
            ProgressBar::hidden()
        };
        Progress { bar, bytes: source.bytes_read(), puzzles: 0 }
    }

    /// Adds solved puzzles.
    pub fn update(&mut self, puzzles: u64) {
        self.puzzles += puzzles;
        if !self.bar.is_hidden() {
            self.bar.set_position(self.bytes.load(Ordering::Relaxed));
            let rate = self.puzzles as f64 / self.bar.elapsed().as_secs_f64();
            self.bar.set_message(format!("{} puzzles, {rate:.0}/s", self.puzzles));
        }
    }

    /// Takes the bar away.
    pub fn finish(self) {
        self.bar.finish_and_clear();
    }
}

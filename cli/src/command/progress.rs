//! A progress bar on stderr, if it is a terminal.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::output::count;

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
        let bar = if io::stderr().is_terminal() && !io::stdout().is_terminal() {
            let target = ProgressDrawTarget::stderr_with_hz(5);
            let bar = ProgressBar::with_draw_target(total, target);
            let template = match total {
                Some(_) => "{wide_bar} {percent:>3}%  {msg}  {eta} left",
                None => "{spinner} {msg}  {elapsed}",
            };
            bar.set_style(ProgressStyle::with_template(template).expect("a valid template"));
            bar
        } else {
            ProgressBar::hidden()
        };
        Progress { bar, puzzles: 0 }
    }

    /// A clock beside one task that may take long, if stderr is a terminal.
    pub fn clock(task: &'static str) -> Progress {
        let bar = match io::stderr().is_terminal() {
            true => ProgressBar::new_spinner().with_message(task),
            false => ProgressBar::hidden(),
        };
        let style = ProgressStyle::with_template("{spinner} {msg}  {elapsed}");
        bar.set_style(style.expect("a valid template"));
        bar.enable_steady_tick(Duration::from_millis(200));
        Progress { bar, puzzles: 0 }
    }

    /// Adds puzzles; `done` is how much of the total is done.
    pub fn update(&mut self, puzzles: u64, done: u64) {
        self.puzzles += puzzles;
        if !self.bar.is_hidden() {
            self.bar.set_position(done);
            let rate = self.puzzles as f64 / self.bar.elapsed().as_secs_f64();
            let puzzles = count(self.puzzles, "puzzle");
            self.bar.set_message(format!("{puzzles}, {rate:.0}/s"));
        }
    }

    /// There is so much to do instead.
    pub fn set_total(&self, total: u64) {
        self.bar.set_length(total);
    }

    /// Shows a message until the next update, from any thread.
    pub fn message(&self) -> impl Fn(String) + Sync + use<> {
        let bar = self.bar.clone();
        move |message| {
            bar.set_message(message);
            bar.tick();
        }
    }

    /// Takes the bar away.
    pub fn finish(self) {
        self.bar.finish_and_clear();
    }
}

//! What is shown while it measures, and what is left when a signal ends it.

use std::io::IsTerminal;
use std::sync::{Arc, Mutex, PoisonError};

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::super::output::write_lines;
use crate::compare::{Plan, Progress, Results, Setting, View};

/// A line for each solver on stderr, if it is a terminal.
pub struct Live {
    bars: MultiProgress,
    solvers: Vec<ProgressBar>,
    /// By solver: answers without a solution or a proof that there is none.
    unsolved: Vec<usize>,
    judge: ProgressBar,
    runs: usize,
}

impl Live {
    pub fn new(plan: &Plan, puzzles: usize) -> Live {
        let target = match std::io::stderr().is_terminal() {
            true => ProgressDrawTarget::stderr_with_hz(5),
            false => ProgressDrawTarget::hidden(),
        };
        let bars = MultiProgress::with_draw_target(target);
        let style = |template| ProgressStyle::with_template(template).expect("a valid template");
        let name = |index: usize| plan.entries[index].name.to_string();
        let width = (0..plan.entries.len()).map(|index| name(index).chars().count()).max();
        let solvers = (0..plan.entries.len())
            .map(|index| {
                let total = (plan.runs * puzzles) as u64;
                let bar = ProgressBar::new(total)
                    .with_style(style("{prefix} {wide_bar} {pos}/{len}{msg}"));
                let width = width.unwrap_or(0);
                bars.add(bar.with_prefix(format!("{:width$}", name(index))))
            })
            .collect();
        let judge = ProgressBar::new(puzzles as u64)
            .with_style(style("checking answers {wide_bar} {pos}/{len}"));
        Live { bars, solvers, unsolved: vec![0; plan.entries.len()], judge, runs: plan.runs }
    }

    /// Shows what has just been done.
    pub fn update(&mut self, progress: Progress) {
        match progress {
            Progress::Answered { contender, puzzles, unsolved } => {
                let bar = &self.solvers[contender];
                self.unsolved[contender] += unsolved;
                if self.unsolved[contender] > 0 {
                    bar.set_message(format!(", {} unsolved", self.unsolved[contender]));
                }
                bar.inc(puzzles as u64);
            }
            Progress::Cut(puzzles) => {
                self.solvers.iter().for_each(|bar| bar.set_length((self.runs * puzzles) as u64));
                self.judge.set_length(puzzles as u64);
            }
            Progress::Judged(puzzles) => {
                if puzzles == 1 {
                    self.judge = self.bars.add(self.judge.clone());
                }
                self.judge.set_position(puzzles as u64);
            }
        }
    }

    /// Takes the lines away; they do not come back.
    pub fn finish(&self) {
        clear(&self.bars);
    }
}

fn clear(bars: &MultiProgress) {
    // A terminal that is gone needs no clearing.
    let _ = bars.clear();
    bars.set_draw_target(ProgressDrawTarget::hidden());
}

/// What is being measured.
struct SoFar {
    results: Arc<Mutex<Results>>,
    setting: Setting,
    view: View,
    bars: MultiProgress,
}

static SO_FAR: Mutex<Option<SoFar>> = Mutex::new(None);

fn so_far() -> std::sync::MutexGuard<'static, Option<SoFar>> {
    SO_FAR.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on a signal shows the table of what these hold.
pub fn begin(results: &Arc<Mutex<Results>>, setting: &Setting, view: &View, live: &Live) {
    *so_far() = Some(SoFar {
        results: Arc::clone(results),
        setting: setting.clone(),
        view: view.clone(),
        bars: live.bars.clone(),
    });
}

/// From now on it does not.
pub fn end() {
    *so_far() = None;
}

/// Shows the table of what has been measured, where a signal ends the run.
#[cfg(unix)]
pub fn print_so_far() {
    let Some(SoFar { results, setting, view, bars }) = so_far().take() else { return };
    clear(&bars);
    let results = results.lock().unwrap_or_else(PoisonError::into_inner).so_far();
    let Some(results) = results else {
        super::super::say("interrupted before every solver had answered a puzzle");
        return;
    };
    let runs = results.runs[0].len();
    let setting = Setting { puzzles: results.puzzle_count(), runs, ..setting };
    let text = format!(
        "{}interrupted: the answers are not held against each other yet\n",
        super::text(&results, &setting, &view)
    );
    // A reader that is gone wants no table.
    let _ = write_lines(text.as_bytes());
}

//! What is shown while it measures.

use std::io::IsTerminal;

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::compare::{Plan, Progress};

/// A line for each solver on stderr, if it is a terminal.
pub struct Live {
    pub bars: MultiProgress,
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
    pub fn update(&mut self, progress: &Progress<'_>) {
        match *progress {
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
            _ => {}
        }
    }

    /// Takes the lines away; they do not come back.
    pub fn finish(&self) {
        clear(&self.bars);
    }
}

/// Takes lines away; they do not come back.
pub fn clear(bars: &MultiProgress) {
    // A terminal that is gone needs no clearing.
    let _ = bars.clear();
    bars.set_draw_target(ProgressDrawTarget::hidden());
}

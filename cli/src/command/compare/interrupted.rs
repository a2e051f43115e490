//! What is left when a signal ends the measuring.

use std::sync::{Arc, Mutex, PoisonError};

use super::super::output::write_lines;
use super::super::progress::Progress;
use crate::compare::{Column, Results, Setting};

/// What is being measured.
struct SoFar {
    results: Arc<Mutex<Results>>,
    setting: Setting,
    columns: Vec<Column>,
    progress: Progress,
}

static SO_FAR: Mutex<Option<SoFar>> = Mutex::new(None);

fn so_far() -> std::sync::MutexGuard<'static, Option<SoFar>> {
    SO_FAR.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on a signal shows the table of what these hold.
pub fn begin(
    results: &Arc<Mutex<Results>>,
    setting: &Setting,
    columns: &[Column],
    progress: &Progress,
) {
    *so_far() = Some(SoFar {
        results: Arc::clone(results),
        setting: setting.clone(),
        columns: columns.to_vec(),
        progress: progress.clone(),
    });
}

/// From now on it does not.
pub fn end() {
    *so_far() = None;
}

/// Shows the table of what has been measured, where a signal ends the run.
pub fn print_so_far() {
    let Some(SoFar { results, setting, columns, progress }) = so_far().take() else { return };
    progress.finish();
    let results = results.lock().unwrap_or_else(PoisonError::into_inner).so_far();
    let Some(results) = results else {
        super::super::say("interrupted before every solver had answered a puzzle");
        return;
    };
    let (puzzles, runs) = (results.puzzle_count(), results.run_count());
    let setting = Setting { puzzles, runs, ..setting };
    let text = format!(
        "{}interrupted: the last answers have not been compared yet\n",
        super::text(&results, &setting, &columns)
    );
    // A reader that is gone wants no table.
    let _ = write_lines(text.as_bytes());
}

//! `--against`: what changed since a run that was exported.

use std::path::Path;

use anyhow::{Context, Result};

use super::super::output::shown;
use crate::compare::{self, Exported, Results, Setting};

/// A run that was exported.
pub fn read(path: &Path) -> Result<Exported> {
    let text = std::fs::read(path).with_context(|| shown(path))?;
    serde_json::from_slice(&text)
        .with_context(|| format!("{}: expected a file of compare --export-json", shown(path)))
}

/// What changed since the run in this file.
pub fn text(old: &Exported, path: &Path, results: &Results, setting: &Setting) -> String {
    let changes = compare::changes(old, results);
    let then = &old.setting;
    if then.cpu != setting.cpu {
        let cpu = then.cpu.as_deref().unwrap_or("an unknown processor");
        super::super::warn(format_args!("{} was measured on another machine: {cpu}", shown(path)));
    }
    if changes.is_empty() {
        super::super::warn(format_args!("{}: no solver is in both runs", shown(path)));
        return String::new();
    }
    format!(
        "\nsince {}, {}, {}:\n{}\n\n\
         then, now: the median over runs of the mean time of a puzzle. now/then: with its 95 % \
         interval\n(bootstrap of both runs); below 1 is faster.\n",
        shown(path),
        then.program,
        then.date,
        compare::changes_table(&changes)
    )
}

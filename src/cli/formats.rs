//! `formats`: which forms of puzzles are read.

use anyhow::Result;

use super::Exit;
use super::output::write_lines;
use crate::format::FORMS;

/// Show the forms of puzzles that are read
#[derive(Debug, clap::Args)]
#[command(after_help = FORMS)]
pub struct Args {}

/// Prints the table.
pub fn run(_: &Args) -> Result<Exit> {
    write_lines(FORMS.as_bytes())?;
    Ok(Exit::Success)
}

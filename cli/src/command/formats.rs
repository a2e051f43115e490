//! `formats`: which forms of puzzles are read.

use anyhow::Result;

use super::Exit;
use super::output::write_lines;
use satdoku::format::FORMS;

/// Show the forms of puzzles that are read
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{FORMS}{EXAMPLES}"))]
pub struct Args {}

const EXAMPLES: &str = "
Examples:
  Show this table:
    satdoku formats
  Solve rows with blank cells between commas:
    printf '1,2,,\\n,,1,\\n2,,,\\n,,,3\\n' | satdoku solve";

/// Prints the table.
pub fn run(_: &Args) -> Result<Exit> {
    write_lines(FORMS.as_bytes())?;
    Ok(Exit::Success)
}

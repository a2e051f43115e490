//! `formats`: which forms of puzzles are read.

use anyhow::Result;

use super::Exit;
use super::output::write_lines;
use satdoku::format::FORMS;

/// Show the forms of puzzles that are read
#[derive(Debug, clap::Args)]
#[command(after_help = text() + EXAMPLES)]
pub struct Args {}

const EXAMPLES: &str = "
Examples:
  Show this table:
    satdoku formats
  Solve rows with blank cells between commas:
    printf '1,2,,\\n,,1,\\n2,,,\\n,,,3\\n' | satdoku solve";

const NOTES: &str = "Lines that start with # are comments; text between puzzles is passed over. \
    A grid's size follows from its number of cells, or is given by --box; bars, rules and blank \
    lines around boxes choose the shape of the boxes, and are an error where they fit none. Text, \
    fields and columns that name other rules are an error, unless --rules says which rules the \
    puzzles have.";

/// Prints the table.
pub fn run(_: &Args) -> Result<Exit> {
    write_lines(text().as_bytes())?;
    Ok(Exit::Success)
}

fn text() -> String {
    let style = textwrap::Options::new(80).subsequent_indent("                        ");
    let line = |(look, about): &(&str, &str)| {
        textwrap::fill(&format!("  {look:<22}{about}"), &style) + "\n"
    };
    let form = |form: &satdoku::format::Form| {
        format!("{}\n{}", form.name, form.looks.iter().map(line).collect::<String>())
    };
    FORMS.iter().map(form).collect::<String>() + &textwrap::fill(NOTES, 80) + "\n"
}

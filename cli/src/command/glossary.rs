//! `glossary`: what the words mean.

use anyhow::Result;

use super::Exit;
use super::output::write_lines;

/// Explain the words that satdoku uses
#[derive(Debug, clap::Args)]
#[command(after_help = concat!(include_str!("../../glossary.md"), "
Examples:
  Look up a word:
    satdoku glossary | grep -A 3 '### depth'
  Show the words of SAT only:
    satdoku glossary | sed -n '/^## SAT/,$p'"))]
pub struct Args {}

/// Prints `docs/glossary.md`, to which `cli/glossary.md` is a link: a package holds no other file.
pub fn run(_: &Args) -> Result<Exit> {
    write_lines(include_bytes!("../../glossary.md"))?;
    Ok(Exit::Success)
}

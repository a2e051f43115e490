//! `completions` and `man`: shell completions and manual pages.

use anyhow::{Context, Result};
use clap::Command;
use clap_mangen::Man;

use super::output::write_lines;

#[derive(Debug, clap::Args)]
#[command(after_help = COMPLETIONS)]
pub struct CompletionsArgs {
    /// Shell to complete for
    shell: clap_complete::Shell,
}

#[derive(Debug, clap::Args)]
#[command(after_help = MAN)]
pub struct ManArgs {
    /// Subcommand [default: the page of satdoku itself]
    command: Option<String>,
}

const COMPLETIONS: &str = "\
Examples:
  Complete commands in the running bash:
    source <(satdoku completions bash)
  Complete commands in every fish:
    mkdir -p ~/.config/fish/completions
    satdoku completions fish > ~/.config/fish/completions/satdoku.fish";

const MAN: &str = "\
Examples:
  Read the manual page of a subcommand:
    satdoku man solve | man -l -
  Write it to a file, to be installed:
    satdoku man solve > satdoku-solve.1";

/// Prints the script for this program.
pub fn completions(args: &CompletionsArgs, mut program: Command) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "satdoku", &mut script);
    Ok(write_lines(&script)?)
}

/// Prints a page of this program.
pub fn man(args: &ManArgs, program: Command) -> Result<()> {
    let mut program = program.disable_help_subcommand(true);
    program.build();
    let command = match &args.command {
        None => &program,
        Some(name) => program
            .find_subcommand(name)
            .with_context(|| format!("expected a subcommand, found '{name}'"))?,
    };
    let source = concat!("satdoku ", env!("CARGO_PKG_VERSION"));
    let mut page = Vec::new();
    Man::new(command.clone()).source(source).manual("satdoku manual").render(&mut page)?;
    Ok(write_lines(&page)?)
}

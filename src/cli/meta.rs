//! `completions` and `man`: what the command line says of itself.

use anyhow::Result;
use clap::CommandFactory;

use super::output::write_lines;
use super::{Cli, Exit};

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
pub struct CompletionsArgs {
    /// Which shell
    shell: clap_complete::Shell,
}

/// Print the manual page (roff); `satdoku man | man -l -`
#[derive(Debug, clap::Args)]
pub struct ManArgs {}

/// Prints the script.
pub fn completions(args: &CompletionsArgs) -> Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "satdoku", &mut script);
    write_lines(&script)?;
    Ok(Exit::Success)
}

/// Prints the page, the subcommands' pages after it.
pub fn man(_: &ManArgs) -> Result<Exit> {
    let mut command = Cli::command();
    command.build();
    let mut pages = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut pages)?;
    for subcommand in command.get_subcommands().filter(|command| command.get_name() != "help") {
        clap_mangen::Man::new(subcommand.clone()).render(&mut pages)?;
    }
    write_lines(&pages)?;
    Ok(Exit::Success)
}

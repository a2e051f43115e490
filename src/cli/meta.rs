//! `completions` and `man`: what the command line says of itself.

use anyhow::Result;
use clap::CommandFactory;

use super::output::write_lines;
use super::{Cli, Exit};

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = COMPLETIONS)]
pub struct CompletionsArgs {
    /// Shell to complete for
    shell: clap_complete::Shell,
}

/// Print the manual page (roff)
#[derive(Debug, clap::Args)]
#[command(after_help = MAN)]
pub struct ManArgs {}

const COMPLETIONS: &str = "\
Examples:
  Complete commands in the running bash:
    source <(satdoku completions bash)
  Complete commands in every fish:
    mkdir -p ~/.config/fish/completions
    satdoku completions fish > ~/.config/fish/completions/satdoku.fish";

const MAN: &str = "\
Examples:
  Read the manual:
    satdoku man | man -l -
  Install it:
    mkdir -p ~/.local/share/man/man1
    satdoku man > ~/.local/share/man/man1/satdoku.1";

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

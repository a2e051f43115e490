//! `completions` and `man`: shell completions and manual pages.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::{Command, CommandFactory};
use clap_mangen::Man;

use super::options::Force;
use super::output::{NewFile, new_path, shown, write_lines};
use super::{Cli, Exit};

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = COMPLETIONS)]
pub struct CompletionsArgs {
    /// Shell to complete for
    shell: clap_complete::Shell,
}

/// Print the manual page of satdoku or of a subcommand (roff)
#[derive(Debug, clap::Args)]
#[command(after_help = MAN)]
pub struct ManArgs {
    /// Subcommand [default: the page of satdoku itself]
    command: Option<String>,
    /// Write all pages into this folder: satdoku.1, satdoku-solve.1 and so on
    #[arg(short = 'o', long = "output", value_name = "DIR", value_parser = new_path(), conflicts_with = "command", group = "output")]
    folder: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
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
  Install all pages, so that 'man satdoku-solve' finds them:
    satdoku man -o ~/.local/share/man/man1";

/// Prints the script.
pub fn completions(args: &CompletionsArgs) -> Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "satdoku", &mut script);
    write_lines(&script)?;
    Ok(Exit::Success)
}

/// Prints a page, or writes all.
pub fn man(args: &ManArgs) -> Result<Exit> {
    let mut program = Cli::command().disable_help_subcommand(true);
    program.build();
    if let Some(folder) = &args.folder {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("'{}' cannot be created", shown(folder)))?;
        for command in std::iter::once(&program).chain(program.get_subcommands()) {
            let path = folder.join(format!("{}.1", full_name(command)));
            let mut file = NewFile::create(&path, args.force.force, &[])?;
            file.write_all(&page(command)?)?;
            file.finish()?;
        }
        return Ok(Exit::Success);
    }
    let command = match &args.command {
        None => &program,
        Some(name) => match program.find_subcommand(name) {
            Some(command) => command,
            None => {
                let names: Vec<_> = program.get_subcommands().map(Command::get_name).collect();
                bail!("expected one of {}, found '{name}'", names.join(", "));
            }
        },
    };
    write_lines(&page(command)?)?;
    Ok(Exit::Success)
}

/// `satdoku`, `satdoku-solve`.
fn full_name(command: &Command) -> &str {
    command.get_display_name().unwrap_or_else(|| command.get_name())
}

fn page(command: &Command) -> io::Result<Vec<u8>> {
    let mut out = Vec::new();
    let source = concat!("satdoku ", env!("CARGO_PKG_VERSION"));
    Man::new(command.clone()).source(source).manual("satdoku manual").render(&mut out)?;
    Ok(out)
}

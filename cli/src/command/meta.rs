//! `completions` and `man`: print shell completions and manual pages.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Command;
use clap_mangen::Man;

use super::output::write_lines;

#[derive(Debug, clap::Args)]
#[command(after_help = COMPLETIONS)]
pub struct CompletionsArgs {
    /// Shell that the script is for
    shell: clap_complete::Shell,
}

#[derive(Debug, clap::Args)]
#[command(after_help = MAN)]
pub struct ManArgs {
    /// Subcommand [default: the page of satdoku itself]
    command: Option<String>,
    /// Write all pages into this directory, which is created if it does not exist
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    out: Option<PathBuf>,
}

const COMPLETIONS: &str = "\
Examples:
  Complete commands in the running bash:
    source <(satdoku completions bash)
  Complete commands in every session of fish:
    mkdir -p ~/.config/fish/completions
    satdoku completions fish > ~/.config/fish/completions/satdoku.fish";

const MAN: &str = "\
Examples:
  Read the manual page of a subcommand:
    satdoku man solve | man -l -
  Write all pages, to be installed:
    satdoku man --out man";

/// Prints the completion script for this program.
pub fn completions(args: &CompletionsArgs, mut program: Command) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "satdoku", &mut script);
    Ok(write_lines(&script)?)
}

/// Prints a manual page of this program, or writes all manual pages to a folder.
pub fn man(args: &ManArgs, program: Command) -> Result<()> {
    let mut program = program.disable_help_subcommand(true);
    program.build();
    let page = |command: &Command| {
        let source = concat!("satdoku ", env!("CARGO_PKG_VERSION"));
        let mut page = Vec::new();
        Man::new(command.clone()).source(source).manual("satdoku manual").render(&mut page)?;
        Ok::<Vec<u8>, std::io::Error>(page)
    };
    if let Some(folder) = &args.out {
        let shown = folder.display();
        fs::create_dir_all(folder).with_context(|| format!("cannot make the directory {shown}"))?;
        for command in program.get_subcommands().chain([&program]) {
            let name = command.get_display_name().unwrap_or_else(|| command.get_name());
            let path = folder.join(format!("{name}.1"));
            fs::write(&path, page(command)?)
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        return Ok(());
    }
    let command = match &args.command {
        None => &program,
        Some(name) => program
            .find_subcommand(name)
            .with_context(|| format!("expected a subcommand, found '{name}'"))?,
    };
    Ok(write_lines(&page(command)?)?)
}

//! `completions` and `man`: shell completions and manual pages.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Command;
use clap_mangen::Man;
use itertools::Itertools;

use super::file::{Force, NewFile, new_path, shown};
use super::output::write_lines;

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

/// Prints the script for this program.
pub fn completions(args: &CompletionsArgs, mut program: Command) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "satdoku", &mut script);
    Ok(write_lines(&script)?)
}

/// Prints a page of this program, or writes all.
pub fn man(args: &ManArgs, program: Command) -> Result<()> {
    let mut program = program.disable_help_subcommand(true);
    program.build();
    if let Some(folder) = &args.folder {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("'{}' cannot be created", shown(folder)))?;
        for command in std::iter::once(&program).chain(program.get_subcommands()) {
            // `satdoku`, `satdoku-solve`.
            let name = command.get_display_name().unwrap_or_else(|| command.get_name());
            let mut file =
                NewFile::create(&folder.join(format!("{name}.1")), args.force.force, &[])?;
            write_page(command, &mut file)?;
            file.finish()?;
        }
        return Ok(());
    }
    let name = args.command.as_deref();
    let Some(command) = name.map_or(Some(&program), |name| program.find_subcommand(name)) else {
        let names = program.get_subcommands().map(Command::get_name).join(", ");
        bail!("expected one of {names}, found '{}'", name.unwrap_or_default());
    };
    let mut page = Vec::new();
    write_page(command, &mut page)?;
    Ok(write_lines(&page)?)
}

fn write_page(command: &Command, out: &mut impl Write) -> std::io::Result<()> {
    let source = concat!("satdoku ", env!("CARGO_PKG_VERSION"));
    Man::new(command.clone()).source(source).manual("satdoku manual").render(out)
}

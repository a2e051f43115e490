//! `completions` and `man`: shell completions and manual pages.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

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
    #[arg(short, long, value_name = "DIR", value_parser = new_path(), conflicts_with = "command")]
    output: Option<PathBuf>,
    /// Replace existing output files
    #[arg(long, requires = "output")]
    force: bool,
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
    if let Some(folder) = &args.output {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("'{}' cannot be created", shown(folder)))?;
        for command in std::iter::once(&program).chain(program.get_subcommands()) {
            let path = folder.join(format!("{}.1", full_name(command)));
            let mut file = NewFile::create(&path, args.force, &[])?;
            file.write_all(&page(command, &program)?)?;
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
    write_lines(&page(command, &program)?)?;
    Ok(Exit::Success)
}

/// `satdoku`, `satdoku-solve`.
fn full_name(command: &Command) -> &str {
    command.get_display_name().unwrap_or_else(|| command.get_name())
}

/// A manual page with the sections that people know: the notes after the help become part of the
/// description, and each of their headings a section. The exit statuses are those of the program.
fn page(command: &Command, program: &Command) -> io::Result<Vec<u8>> {
    let man = Man::new(command.clone())
        .title(full_name(command).to_uppercase())
        .source(concat!("satdoku ", env!("CARGO_PKG_VERSION")))
        .manual("satdoku manual");
    let mut out = Vec::new();
    man.render_title(&mut out)?;
    man.render_name_section(&mut out)?;
    let usage = command.clone().render_usage().to_string();
    let mut synopsis = Roff::new();
    synopsis.control("SH", ["SYNOPSIS"]).text([roman(usage.trim_start_matches("Usage: "))]);
    synopsis.to_writer(&mut out)?;
    man.render_description_section(&mut out)?;
    let notes = notes(command);
    let lines: Vec<&str> = notes.lines().collect();
    let starts = starts(&lines);
    body(&lines[..starts[0]], &mut Roff::new()).to_writer(&mut out)?;
    man.render_options_section(&mut out)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut out)?;
    }
    let is_subcommand = command.get_name() != program.get_name();
    if is_subcommand {
        sections(&self::notes(program), |name| name == EXIT_STATUS, &mut out)?;
    }
    sections(&notes, |_| true, &mut out)?;
    let mut others: Vec<String> =
        program.get_subcommands().map(|other| format!("{}(1)", full_name(other))).collect();
    if is_subcommand {
        others = vec!["satdoku(1)".to_owned()];
    }
    let mut section = Roff::new();
    section.control("SH", ["SEE ALSO"]).text([roman(others.join(", "))]);
    section.to_writer(&mut out)?;
    Ok(out)
}

const EXIT_STATUS: &str = "Exit status";

/// What stands after the help of a command.
fn notes(command: &Command) -> String {
    command.get_after_help().map(ToString::to_string).unwrap_or_default()
}

/// The lines that head sections, and the end.
fn starts(lines: &[&str]) -> Vec<usize> {
    let headings = (0..lines.len()).filter(|&line| heading(lines[line]).is_some());
    headings.chain([lines.len()]).collect()
}

/// Writes the sections of notes that are wanted by name.
fn sections(notes: &str, is_wanted: fn(&str) -> bool, out: &mut Vec<u8>) -> io::Result<()> {
    let lines: Vec<&str> = notes.lines().collect();
    for bounds in starts(&lines).windows(2) {
        let (name, text) = heading(lines[bounds[0]]).expect("the start of a section");
        if !is_wanted(name) {
            continue;
        }
        let mut section = Roff::new();
        section.control("SH", [name.to_uppercase().as_str()]);
        let first = (!text.is_empty()).then_some(text);
        let lines: Vec<&str> =
            first.into_iter().chain(lines[bounds[0] + 1..bounds[1]].iter().copied()).collect();
        body(&lines, &mut section).to_writer(out)?;
    }
    Ok(())
}

/// The name of a section and the text after it: one or two words before a colon.
fn heading(line: &str) -> Option<(&str, &str)> {
    let (name, text) = line.split_once(':')?;
    let is_name =
        name.starts_with(|first: char| first.is_ascii_uppercase()) && name.split(' ').count() <= 2;
    is_name.then_some((name, text.trim_start()))
}

/// Prose is filled; indented lines stay as they are.
fn body<'r>(lines: &[&str], roff: &'r mut Roff) -> &'r mut Roff {
    let mut is_filled = true;
    for line in lines {
        let fill = !line.starts_with("  ");
        if line.is_empty() {
            roff.control("PP", []);
            continue;
        }
        if fill != is_filled {
            // As far to the left as the help has it, so that its lines fit.
            if fill {
                roff.control("fi", []).control("in", []);
            } else {
                roff.control("nf", []).control("in", ["-5n"]);
            }
            is_filled = fill;
        }
        roff.text([roman(line.strip_prefix("  ").unwrap_or(line))]);
    }
    if !is_filled {
        roff.control("fi", []).control("in", []);
    }
    roff
}

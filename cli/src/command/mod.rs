//! The command line: one file for each subcommand, and files for everything that subcommands share.
//!
//! Data goes to stdout, everything else to stderr. See `exit::Exit` for the exit status.
//!
//! The Python package reads the options of subcommands with [`parse`], and uses the public items of
//! this module to answer.

// The documentation of an option is its help text. Structures of options are described in plain
// comments.
#![allow(missing_docs)]

mod advice;
mod audit;
mod candidates;
pub mod canonical;
pub mod certify;
pub mod check;
mod columns;
mod compare;
mod dataset;
mod decode;
mod drawing;
mod duplicates;
pub mod encode;
mod engine;
mod exit;
pub mod explain;
mod file;
mod formula;
pub mod generate;
mod help;
pub mod hint;
mod input;
mod map;
mod meta;
pub mod options;
mod output;
mod picture;
mod progress;
pub mod puzzle;
pub mod rate;
pub mod reader;
mod run;
mod signals;
pub mod solve;
pub mod steps;
pub mod stream;
mod summary;
mod texts;
pub mod verdict;
mod verify;

use std::ffi::OsString;
use std::io::{self, ErrorKind};

use anyhow::{Context, Result};
use clap::{ColorChoice, CommandFactory, Parser, Subcommand};

use exit::{Exit, ExitZero};
use output::{complain, words, write_lines};

/// Solve Sudoku by boolean satisfiability, with answers that can be checked
#[derive(Debug, Parser)]
#[command(name = "satdoku", version, max_term_width = 100, after_help = EXIT_STATUS)]
struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Command,
}

const EXIT_STATUS: &str = "\
Exit status:
  0    success
  1    the answer is no: a puzzle has no solution, or several where it must have
       one; a conclusion is false; a formula does not describe Sudoku
  2    usage, input or output error
  3    a check failed: an answer, a proof or the input's solution is wrong; or a
       solver crashed
  4    unknown: a limit was reached
  130  interrupted by SIGINT (129: by SIGHUP, 143: by SIGTERM)
If several of these apply, the exit status is the first that applies of 3, 2, 4
and 1.

Examples:
  Solve a puzzle:
    satdoku solve 12..34..........
  Solve a file, one result per line, and print a summary:
    satdoku solve --summary puzzles/easy.txt
  Keep the colors in a pager:
    satdoku check --color always 12..21.......... | less -R
  Show the options and examples of a subcommand:
    satdoku check --help";

// The options of all subcommands.
#[derive(Clone, Copy, Debug, clap::Args)]
struct Global {
    /// When to use colors
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", display_order = 900)]
    color: ColorChoice,
    /// Exit with status 0 instead of 1, for use in pipelines. With =all, puzzles that cannot be
    /// read, are wrong or stay unknown do not cause the status 2, 3 or 4 either; the output marks
    /// these puzzles
    #[arg(long, global = true, display_order = 901, value_name = "WHICH", num_args = 0..=1, require_equals = true, default_missing_value = "negative", hide_possible_values = true)]
    exit_zero: Option<ExitZero>,
}

// The options and the help of a subcommand are built only when they are needed, and after the texts
// about subcommands below. Clap would replace these texts by the documentation of a structure of
// options, so such structures have plain comments.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub enum Command {
    /// Solve puzzles, and tell whether each puzzle has exactly one solution
    Solve(solve::Args),
    /// Check whether puzzles have exactly one solution; if a puzzle does not, show the reason
    Check(check::Args),
    /// Show the next step of a puzzle, and the reason for the step
    ///
    /// Reads puzzles, half-filled grids, and grids of candidates as the command 'candidates' prints
    /// them. If entries contradict each other, shows a smallest set of contradictory entries, and
    /// the reason.
    Hint(hint::Args),
    /// Show all steps to the solution, each with its reason
    Explain(explain::Args),
    /// Rate how hard puzzles are, one line per puzzle
    Rate(rate::Args),
    /// Show the candidates that propagation leaves in each cell
    ///
    /// Reads puzzles, and grids of candidates as this command and other programs print them.
    /// Propagation applies two rules until nothing changes. A placed digit is removed from the
    /// other cells of its row, column and box. A digit with a single place in a row, column or box
    /// is placed there. Other rules of the puzzle are used in the same way.
    Candidates(candidates::Args),
    /// Generate random puzzles with exactly one solution, or full grids with holes (--holes)
    Generate(generate::Args),
    /// Write the CNF formula of a puzzle as DIMACS, or cubes that split the formula (--cubes)
    ///
    /// For a grid of candidates, writes the formula of the candidates that remain after
    /// simplification. Cubes are written as in iCNF: one line 'a LITERAL... 0' for each cube.
    /// 'decode --cubes' combines the solver's answers to the cubes.
    Encode(encode::Args),
    /// Turn the answer of a SAT solver back into a verified grid
    ///
    /// If an answer has several models, each model is shown as a solution. With --cubes, name one
    /// file for each cube: the solver's answer to that cube. If no cube has a solution, the puzzle
    /// has no solution. If the solver claims that there is no solution, or no other solution,
    /// satdoku's own search checks this claim; 'certify --proof' checks a proof of the claim.
    Decode(decode::Args),
    /// Check whether a CNF formula describes Sudoku: whether its models are exactly the solutions
    Audit(audit::Args),
    /// Write a certificate that a puzzle has one solution, none or several
    Certify(certify::Args),
    /// Check certificates, and with --puzzle also that they are about your puzzle
    Verify(verify::Args),
    /// Print the canonical form of puzzles, or find equal and equivalent puzzles (--duplicates)
    Canonical(canonical::Args),
    /// Compare the speed and the answers of solvers and encodings
    Compare(compare::Args),
    /// Show the forms (input formats) in which satdoku reads puzzles
    Formats(texts::FormatsArgs),
    /// Explain the rules that puzzles may have
    Rules(texts::RulesArgs),
    /// Explain the techniques, which are the names of solving steps
    Techniques(texts::TechniquesArgs),
    /// Explain the clues that puzzles may have
    Clues(texts::CluesArgs),
    /// Explain the words that satdoku uses
    Glossary(texts::GlossaryArgs),
    /// Print a completion script for a shell
    Completions(meta::CompletionsArgs),
    /// Print the manual page of satdoku or of a subcommand (roff)
    Man(meta::ManArgs),
}

/// Parses the arguments of a subcommand. The first argument is the name of the program.
///
/// # Errors
/// A text about what is wrong with the arguments.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Command, String> {
    let parsed = Cli::try_parse_from(arguments).map(|cli| cli.command);
    parsed.map_err(|error| {
        let (text, usage) = (error.to_string(), "\n\nUsage: ");
        let told = text.split(usage).next().unwrap_or_default();
        let told = told.split("\n\nFor more information").next().unwrap_or_default().trim();
        told.strip_prefix("error: ").unwrap_or(told).to_owned()
    })
}

/// Parses the arguments, runs the subcommand, reports errors, and returns the exit status.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let cli = match Cli::try_parse_from(&arguments) {
        Ok(cli) => cli,
        Err(error) => return usage(&error, &arguments),
    };
    match cli.global.color {
        // Colors are used on a terminal, unless NO_COLOR is set.
        ColorChoice::Auto => {}
        ColorChoice::Always => anstream::ColorChoice::Always.write_global(),
        ColorChoice::Never => anstream::ColorChoice::Never.write_global(),
    }
    if cli.global.exit_zero == Some(ExitZero::All) {
        exit::forgive_rows();
    }
    let result = prepare().and_then(|()| stream::caught(|| cli.command.run())?);
    signals::wait_if_ending();
    crate::process::end_all();
    result.unwrap_or_else(|error| report(&error)).code(cli.global.exit_zero.is_some())
}

impl Command {
    fn run(self) -> Result<Exit> {
        match self {
            Command::Solve(args) => return solve::run(args),
            Command::Candidates(args) => return candidates::run(&args),
            Command::Check(args) => return check::run(&args),
            Command::Hint(args) => return hint::run(&args),
            Command::Explain(args) => return explain::run(&args),
            Command::Rate(args) => return rate::run(&args),
            Command::Generate(args) => return generate::run(&args),
            Command::Encode(args) => return encode::run(&args),
            Command::Decode(args) => return decode::run(&args),
            Command::Audit(args) => return audit::run(&args),
            Command::Certify(args) => return certify::run(&args),
            Command::Verify(args) => return verify::run(&args),
            Command::Canonical(args) => return canonical::run(&args),
            Command::Compare(args) => return compare::run(&args),
            Command::Formats(_) => write_lines(texts::formats().as_bytes())?,
            Command::Rules(_) => write_lines(texts::rules().as_bytes())?,
            Command::Techniques(_) => write_lines(texts::techniques().as_bytes())?,
            Command::Clues(_) => write_lines(texts::clues().as_bytes())?,
            Command::Glossary(_) => write_lines(texts::GLOSSARY.as_bytes())?,
            Command::Completions(args) => meta::completions(&args, Cli::command())?,
            Command::Man(args) => meta::man(&args, Cli::command())?,
        }
        Ok(Exit::Success)
    }
}

/// Makes the settings for the whole run.
fn prepare() -> Result<()> {
    let lanes = std::env::var_os("SATDOKU_LANES").filter(|name| !name.is_empty());
    if let Some(name) = lanes {
        satdoku::dpll::choose_lanes(&name.to_string_lossy()).context("SATDOKU_LANES")?;
    }
    Ok(signals::install(last_words)?)
}

/// Prints the last messages when a signal ends the run. No line is written to stdout after them
/// while the result exists.
fn last_words() -> impl Sized {
    compare::print_so_far();
    let no_more_lines = output::stop_between_lines();
    summary::print();
    no_more_lines
}

/// Prints help and version to stdout, and errors about the usage to stderr.
fn usage(error: &clap::Error, arguments: &[OsString]) -> u8 {
    let is_help = error.kind() == clap::error::ErrorKind::DisplayHelp;
    let short = if is_help { help::short(Cli::command(), arguments) } else { None };
    let exit = match short.map_or_else(|| error.print(), |mut short| short.print_help()) {
        Err(error) => report(&error.into()),
        Ok(()) if error.use_stderr() => Exit::Error,
        Ok(()) => Exit::Success,
    };
    exit.code(false)
}

/// Reports the error that ended the run, unless nobody reads the output any more (a closed pipe).
fn report(error: &anyhow::Error) -> Exit {
    let mut causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    if causes.any(|cause| cause.kind() == ErrorKind::BrokenPipe) {
        return Exit::Success;
    }
    complain(words(error));
    Exit::of(error)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        super::Cli::command().debug_assert();
    }
}

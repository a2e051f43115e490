//! The command line: one file a subcommand, and what they share.
//!
//! Data goes to stdout, everything else to stderr. See `exit::Exit` for the exit status.

mod advice;
mod audit;
mod candidates;
mod certify;
mod check;
mod claims;
mod columns;
mod compare;
mod decode;
mod encode;
mod engine;
mod exit;
mod explain;
mod formats;
mod formula;
mod generate;
mod glossary;
mod hint;
mod input;
mod meta;
mod options;
mod output;
mod picture;
mod progress;
mod rate;
mod reader;
mod rules;
mod run;
mod signals;
mod solve;
mod steps;
mod stream;
mod summary;
mod wanted;

use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use clap::builder::Styles;
use clap::{Parser, Subcommand};

use exit::{Exit, Failure};
use satdoku::solve::SolveError;

const STYLES: Styles = Styles::styled()
    .header(Style::new().bold())
    .usage(Style::new().bold())
    .literal(AnsiColor::Cyan.on_default())
    .placeholder(AnsiColor::Green.on_default());

/// Solve Sudoku by boolean satisfiability, with answers that can be checked
#[derive(Debug, Parser)]
#[command(name = "satdoku", version, styles = STYLES, max_term_width = 100, after_help = EXIT_STATUS)]
struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Command,
}

const EXIT_STATUS: &str = "\
Exit status:
  0    success
  1    a puzzle has no solution, or more than one where exactly one is required
  2    usage, input or output error
  3    a check failed: a solver was wrong or crashed, or a proof was rejected
  4    unknown: a limit was reached
  130  interrupted by SIGINT (143: by SIGTERM)
If several apply, 3 comes before 2, 2 before 4, and 4 before 1.

Examples:
  Solve a puzzle:
    satdoku solve 12..34..........
  Solve a file, one result per line, and print a summary:
    satdoku solve --summary puzzles/easy.txt
  Keep the colors in a pager:
    satdoku check --color always 12..21.......... | less -R
  Show the options and examples of a subcommand:
    satdoku check --help";

/// What every subcommand takes.
#[derive(Clone, Copy, Debug, clap::Args)]
struct Global {
    /// When to use colors
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", display_order = 900)]
    color: When,
    /// Exit with 0 instead of 1, for use in pipelines
    #[arg(long, global = true, display_order = 901)]
    exit_zero: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum When {
    // On a terminal, unless NO_COLOR is set.
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
enum Command {
    Solve(solve::Args),
    Check(check::Args),
    Hint(hint::Args),
    Explain(explain::Args),
    Rate(rate::Args),
    Candidates(candidates::Args),
    Generate(generate::Args),
    Encode(encode::Args),
    Decode(decode::Args),
    Audit(audit::Args),
    Certify(certify::Args),
    Compare(compare::Args),
    Formats(formats::Args),
    Rules(rules::Args),
    Glossary(glossary::Args),
    Completions(meta::CompletionsArgs),
    Man(meta::ManArgs),
}

/// Parses the arguments, runs the subcommand, reports, and returns the exit status.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    match cli.global.color {
        When::Auto => {}
        When::Always => anstream::ColorChoice::Always.write_global(),
        When::Never => anstream::ColorChoice::Never.write_global(),
    }
    let run = || match cli.command {
        Command::Solve(args) => solve::run(&args),
        Command::Candidates(args) => candidates::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Hint(args) => hint::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Rate(args) => rate::run(&args),
        Command::Generate(args) => generate::run(&args),
        Command::Encode(args) => encode::run(&args),
        Command::Decode(args) => decode::run(&args),
        Command::Audit(args) => audit::run(&args),
        Command::Certify(args) => certify::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Formats(args) => formats::run(&args),
        Command::Rules(args) => rules::run(&args),
        Command::Glossary(args) => glossary::run(&args),
        Command::Completions(args) => meta::completions(&args),
        Command::Man(args) => meta::man(&args),
    };
    let result = signals::install().map_err(Into::into).and_then(|()| caught(run)?);
    signals::wait_if_ending();
    let exit = result.unwrap_or_else(|error| report(&error));
    exit.code(cli.global.exit_zero)
}

/// Help and version go to stdout, complaints to stderr.
fn usage(error: &clap::Error) -> ExitCode {
    let printed = error.print();
    let exit = match printed {
        Err(error) => report(&error.into()),
        Ok(()) if error.use_stderr() => Exit::Error,
        Ok(()) => Exit::Success,
    };
    exit.code(false)
}

/// Reports what ended the run, unless it is a closed pipe.
fn report(error: &anyhow::Error) -> Exit {
    if output::is_closed_pipe(error) {
        return Exit::Success;
    }
    complain(format_args!("{error:#}"));
    exit_of(error)
}

/// What `work` returns; an error if it panics, which has been told by then.
fn caught<T>(work: impl FnOnce() -> T) -> anyhow::Result<T> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(work))
        .map_err(|_| anyhow::anyhow!("a defect of satdoku; please report the message above"))
}

/// The exit status that an error stands for.
fn exit_of(error: &anyhow::Error) -> Exit {
    match error.downcast_ref() {
        Some(SolveError::TimedOut) => Exit::Unknown,
        _ => error.downcast_ref::<Failure>().map_or(Exit::Error, |failure| failure.exit),
    }
}

/// One `error:` line on stderr.
fn complain(message: std::fmt::Arguments<'_>) {
    signals::wait_if_ending();
    tell(AnsiColor::Red, "error", message);
}

/// One `warning:` line on stderr.
fn warn(message: std::fmt::Arguments<'_>) {
    tell(AnsiColor::Yellow, "warning", message);
}

/// One `note:` line on stderr.
fn note(message: std::fmt::Arguments<'_>) {
    tell(AnsiColor::Cyan, "note", message);
}

fn tell(color: AnsiColor, kind: &str, message: std::fmt::Arguments<'_>) {
    let style = color.on_default().bold();
    print_error(format_args!("{style}{kind}:{style:#} "), &message.to_string());
}

/// Text on stderr that was asked for.
fn say(text: &str) {
    print_error(format_args!(""), text);
}

/// Lines on stderr: nothing in the text controls the terminal, whatever file it quotes. A closed
/// stderr is ignored.
fn print_error(start: std::fmt::Arguments<'_>, text: &str) {
    use std::io::Write;
    let _ = writeln!(anstream::stderr(), "{start}{}", satdoku::format::printable(text, "\n"));
}

/// `1 puzzle`, `2 puzzles`.
fn count(number: u64, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        super::Cli::command().debug_assert();
    }
}

//! `ipasir`: a SAT library as a SAT solver of the command line, in a process of its own, so that one
//! that crashes takes nothing with it. `--contender NAME=ipasir:LIBRARY` runs it.

// The one file that calls foreign code.
#[allow(unsafe_code)]
mod library;

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use itertools::Itertools;

use super::Exit;
use super::options::{TimeLimit, whole_number};
use super::output::{shown, write_lines};
use crate::contender::{Entry, program};
use crate::encode::Encoding;
use crate::evidence::checker::Cnf;
use crate::process::{self, CommandLine, Ending, Input, RunLimits};
use library::Solver;

/// Solve a formula on standard input with a SAT library that has the IPASIR interface
#[derive(Debug, clap::Args)]
#[command(after_help = NOTES)]
pub struct Args {
    /// Shared library
    #[arg(value_name = "LIBRARY")]
    file: PathBuf,
    /// Print the name that the library gives itself, and exit
    #[arg(long)]
    signature: bool,
    /// Find up to N models, each by a clause against those before
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number(1_usize..))]
    models: usize,
    #[command(flatten)]
    time_limit: TimeLimit,
}

const NOTES: &str = "\
Prints the answer as SAT solvers do, in s and v lines. The library is loaded into
this process: one that crashes ends it. --contender NAME=ipasir:LIBRARY runs
this command.

Examples:
  Solve the formula of a puzzle:
    satdoku encode 12..3.......2.1. | satdoku ipasir ./libcadical.so
  Look for a second model, to see whether the solution is the only one:
    satdoku encode 12..34.......... | satdoku ipasir --models 2 ./libcadical.so
  Print the name and version of the library:
    satdoku ipasir --signature ./libcadical.so";

/// Reads the formula, asks the library, and prints what it says.
pub fn run(args: &Args) -> Result<Exit> {
    let path = args.file.canonicalize().with_context(|| shown(&args.file))?;
    let mut solver = Solver::load(&path).with_context(|| shown(&args.file))?;
    if args.signature {
        write_lines(format!("{}\n", solver.signature()).as_bytes())?;
        return Ok(Exit::Success);
    }
    let formula = Cnf::read(io::stdin().lock()).context("<stdin>")?;
    formula.clauses().for_each(|clause| solver.add_clause(clause));
    let variables = i32::try_from(formula.variable_count()).expect("it is bounded");
    let deadline = args.time_limit.deadline();
    for _ in 0..args.models {
        match solver.solve(deadline)? {
            Some(true) => {}
            Some(false) => {
                write_lines(b"s UNSATISFIABLE\n")?;
                break;
            }
            None => {
                write_lines(b"s UNKNOWN\n")?;
                break;
            }
        }
        let model: Vec<i32> =
            (1..=variables).filter_map(|variable| solver.value(variable)).collect();
        write_lines(format!("s SATISFIABLE\nv {} 0\n", model.iter().join(" ")).as_bytes())?;
        solver.add_clause(&model.iter().map(|lit| -lit).collect::<Vec<_>>());
    }
    Ok(Exit::Success)
}

/// The contender of `NAME=ipasir:LIBRARY`. The library is asked for its name, in a process of its
/// own, so that one that cannot be loaded is told before anything is measured.
///
/// # Errors
/// If it is no library with this interface.
pub fn contender(name: &str, library: &str, encoding: Encoding, simplify: bool) -> Result<Entry> {
    let path = Path::new(library);
    let path = path.canonicalize().with_context(|| shown(path))?;
    let program = std::env::current_exe().context("looking for this program")?;
    let command = |options: &[&str]| {
        let mut command = CommandLine::new(&program, ["ipasir"]);
        command.arguments.push(path.clone().into());
        command.arguments.extend(options.iter().map(OsString::from));
        command
    };
    let limits = RunLimits { time: Some(Duration::from_secs(10)), output_bytes: 1 << 16 };
    let finished = process::run(&command(&["--signature"]), Input::Nothing, &limits)?;
    match finished.ending {
        Ending::Exited(0) => {}
        Ending::Exited(_) => {
            bail!("{}", finished.last_error_line().trim_start_matches("error: "))
        }
        Ending::Signalled(signal) => {
            bail!("{library}: ended by signal {signal} when it was loaded")
        }
        _ => bail!("{library}: did not end when it was asked for its name"),
    }
    let signature = String::from_utf8_lossy(&finished.stdout).trim().escape_debug().to_string();
    let command = command(&["--models", "{models}", "--time-limit", "{seconds}"]);
    let mut entry = program::sat_solver(name, command, encoding, simplify);
    entry.about = format!("library: {signature}").into();
    Ok(entry)
}

//! `compare`: solvers and encodings side by side.

mod files;
mod live;
mod read;

use std::io::IsTerminal;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Result, bail};

use super::Exit;
use super::engine::{self, contender_failure};
use super::options::{Inputs, TimeLimit, whole_number};
use super::output::write_lines;
use crate::compare::{self, Column, Plan, Results, Setting, Style, View};
use crate::contender::{self, Entry, program};
use crate::encode::Encoding;

use files::{Files, Measured};
use live::Live;
#[cfg(unix)]
pub use live::print_so_far;
use read::{Question, Sample};

/// Compare the speed and the answers of solvers and encodings
#[derive(Debug, clap::Args)]
#[command(after_help = NOTES, mut_arg("time_limit", |limit| limit.default_value("1")))]
pub struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// List the available solvers and exit
    #[arg(long)]
    list: bool,
    /// Solvers to compare
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_values = compare::DEFAULT)]
    solver: Vec<String>,
    /// Also compare a program: NAME=dimacs:COMMAND for a SAT solver, NAME=lines:COMMAND for a
    /// Sudoku program (repeatable)
    #[arg(long, value_name = "SPEC")]
    contender: Vec<String>,
    /// Find the solution and whether it is the only one (the default)
    #[arg(long, conflicts_with = "first")]
    unique: bool,
    /// Find the first solution only
    #[arg(long)]
    first: bool,
    /// Number of measured runs
    #[arg(long, value_name = "N", default_value = "3", value_parser = whole_number(1_u16..))]
    runs: u16,
    /// Number of puzzles that each solver solves before it is measured
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = whole_number(0_usize..), allow_negative_numbers = true)]
    warmup: usize,
    #[command(flatten)]
    time_limit: TimeLimit,
    /// Shuffle the puzzles, and permute the rows, columns and digits of each, with this seed
    #[arg(long, value_name = "N", value_parser = whole_number(0_u64..), allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Measure a random sample of N puzzles, the same one for the same seed, or all of them
    /// [default: a random sample, as many as 2 seconds allow, at most 1000]
    #[arg(long, value_name = "N|all")]
    sample: Option<Sample>,
    /// Solver that ratios are relative to [default: the first]
    #[arg(long, value_name = "NAME")]
    baseline: Option<String>,
    /// Columns of the table, separated by commas; among those that are not shown otherwise:
    /// quickest, variables, clauses, conflicts, decisions, propagations, restarts, proof-bytes
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    columns: Vec<Column>,
    /// Sort the table by this column, the best first
    #[arg(long, value_name = "COLUMN")]
    sort: Option<Column>,
    #[command(flatten)]
    files: Files,
}

const NOTES: &str = "\
Every grid is verified. A claim that there is no solution, or no other one, is
checked against the other solvers and varisat. A wrong answer or a crash is
shown with its puzzle, and the exit status is 3. A solver that reaches the time
limit is counted, not reported as an error; if no solver settles a puzzle, the
exit status is 4. If this machine fails during a run, the exit status is 2.
Ctrl-C prints the table of what has been measured.

Examples:
  List the available solvers:
    satdoku compare --list
  Compare three solvers on a sample of 20 puzzles:
    satdoku compare --sample 20 --solver varisat,dpll,norvig puzzles/easy.txt
  Compare encodings, and keep the measurements:
    satdoku compare --solver varisat:minimal,varisat:extended --runs 1 \\
        --sample 5 --export-csv measurements.csv puzzles/easy.txt
  Show what SAT solvers count:
    satdoku compare --solver cadical,minisat --sample 5 --runs 1 \\
        --columns solved,median,conflicts,propagations puzzles/few-givens.txt";

/// How long the first run of a sample goes on, without --sample.
const BUDGET: Duration = Duration::from_secs(2);
/// A larger difference between runs is worth a warning.
const LARGE_SPREAD: f64 = 0.25;

/// The most wrong answers that are shown.
const SHOWN: usize = 20;

/// Measures and reports.
pub fn run(args: &Args) -> Result<Exit> {
    if args.list {
        write_lines(list(args)?.as_bytes())?;
        return Ok(Exit::Success);
    }
    let entries = entries(args)?;
    let mut exit = Exit::Success;
    let seed = args.seed.unwrap_or_default();
    let (mut questions, read) = read::questions(&args.inputs, args.sample, seed, &mut exit)?;
    if questions.is_empty() {
        return Ok(exit);
    }
    let entries = capable(entries, &questions, args)?;
    if let Some(seed) = args.seed {
        read::permute(&mut questions, seed);
    }
    let (puzzles, sources): (Vec<_>, Vec<_>) =
        questions.into_iter().map(|question| (question.puzzle, question.source)).unzip();
    let outputs = args.files.create(&args.inputs.paths())?;
    let plan = Plan {
        baseline: baseline(args, &entries)?,
        entries,
        unique: !args.first,
        time_limit: args.time_limit.time_limit.expect("it has a default"),
        runs: args.runs.into(),
        warmup: args.warmup,
        budget: args.sample.is_none().then_some(BUDGET),
        seed,
    };
    let mut setting = setting(args, &plan, puzzles.len(), read);
    if setting.is_busy() {
        let load = setting.load.unwrap_or_default();
        let cpus = super::count(setting.cpu_count as u64, "processor");
        super::warn(format_args!("this machine is busy (load {load:.1}, {cpus}): times will vary"));
    }
    let view = View { columns: args.columns.clone(), sort: args.sort, width: width() };
    let results = measure(&plan, &puzzles, &setting, &view)?;
    setting.puzzles = results.puzzle_count();

    let lines: Vec<String> =
        puzzles.iter().map(|puzzle| args.inputs.puzzle.line(puzzle.givens())).collect();
    write_lines(text(&results, &setting, &view).as_bytes())?;
    if args.sample.is_none() && setting.puzzles as u64 != read {
        super::note(format_args!(
            "measured {} of {read} puzzles, a random sample; --sample N or --sample all chooses another",
            setting.puzzles
        ));
    }
    if let Some((name, spread)) = results.spread().filter(|(_, spread)| *spread > LARGE_SPREAD) {
        let percent = 100.0 * spread;
        super::warn(format_args!(
            "runs of {name} differ by {percent:.0} %: more puzzles, more --runs or a machine without \
             other work give figures to rely on"
        ));
    }
    complain_about(&results, &sources, &lines);
    let measured = Measured {
        results: &results,
        setting: &setting,
        view: &View { width: None, ..view },
        inputs: args.inputs.names(),
        sources: &sources,
        lines: &lines,
    };
    for (mut file, export) in outputs {
        export(&measured, &mut file)?;
        file.finish()?;
    }
    let summaries = results.summaries();
    if summaries.iter().any(|summary| summary.wrong > 0) {
        exit = exit.max(Exit::Failed);
    }
    if summaries.iter().any(|summary| summary.failed > 0) {
        exit = exit.max(Exit::Error);
    }
    let unsettled = results.unsettled_count();
    if unsettled > 0 {
        let total = super::count(setting.puzzles as u64, "puzzle");
        super::warn(format_args!("no solver settled {unsettled} of {total}"));
        exit = exit.max(Exit::Unknown);
    }
    Ok(exit)
}

/// All solvers, those of the command line, and the well-known programs that are not installed.
fn list(args: &Args) -> Result<String> {
    let mut entries = contender::all();
    entries.extend(programs(args)?);
    let known = |name: &str| entries.iter().any(|entry| entry.name == name);
    let missing: Vec<&str> =
        program::WELL_KNOWN.iter().map(|(name, _)| *name).filter(|name| !known(name)).collect();
    let mut text = compare::contenders_table(&entries);
    text += "\n\nAlso: varisat:PRESET/AMO, varisat:PRESET/AMO+assumptions, SOLVER:PRESET/AMO for any SAT \
             solver;\npresets: minimal, efficient, extended; at-most-one: auto, pairwise, \
             sequential, binary, commander, product.\n";
    if !missing.is_empty() {
        text += &format!("Supported, but not found in PATH: {}.\n", missing.join(", "));
    }
    Ok(text)
}

/// Those of `--contender`.
fn programs(args: &Args) -> Result<Vec<Entry>> {
    args.contender.iter().map(|spec| engine::program(spec, Encoding::default(), true)).collect()
}

/// Those of `--solver`, then those of `--contender`.
fn entries(args: &Args) -> Result<Vec<Entry>> {
    let mut added = programs(args)?;
    let mut entries: Vec<Entry> = Vec::new();
    for name in &args.solver {
        match added.iter().position(|entry| entry.name == *name) {
            Some(index) => entries.push(added.remove(index)),
            None => entries.push(engine::solver(name, Encoding::default())?),
        }
    }
    entries.extend(added);
    for (index, entry) in entries.iter().enumerate() {
        if entries[..index].iter().any(|other| other.name == entry.name) {
            bail!("--solver, --contender: expected different names, found {} twice", entry.name);
        }
    }
    Ok(entries)
}

/// Leaves out the solvers that cannot solve all of the puzzles, with a warning.
fn capable(entries: Vec<Entry>, questions: &[Question], args: &Args) -> Result<Vec<Entry>> {
    let mut remaining = Vec::new();
    for entry in entries {
        let unsupported =
            questions.iter().find(|question| !entry.capabilities.supports(question.puzzle.rules()));
        if let Some(Question { puzzle, source }) = unsupported {
            let puzzle = puzzle.rules().describe();
            super::warn(format_args!(
                "{} is left out: it cannot solve {source}, {puzzle}",
                entry.name
            ));
        } else if !args.first && !entry.capabilities.counts {
            super::warn(format_args!(
                "{} is left out: it cannot tell whether a solution is the only one; use --first",
                entry.name
            ));
        } else {
            remaining.push(entry);
        }
    }
    if remaining.is_empty() {
        bail!("expected a solver that can solve all puzzles, found none");
    }
    Ok(remaining)
}

/// The index of the contender that `--baseline` names.
fn baseline(args: &Args, entries: &[Entry]) -> Result<usize> {
    let Some(name) = &args.baseline else { return Ok(0) };
    let found = entries.iter().position(|entry| entry.name == *name);
    match found {
        Some(index) => Ok(index),
        None => {
            let names: Vec<&str> = entries.iter().map(|entry| &*entry.name).collect();
            bail!("--baseline: expected one of {}, found {name}", names.join(", "))
        }
    }
}

fn setting(args: &Args, plan: &Plan, puzzles: usize, puzzles_read: u64) -> Setting {
    let (cpu, cpu_count) = Setting::cpu();
    let words = std::env::args_os().skip(1);
    let words: Vec<String> = words.map(|word| word.to_string_lossy().into_owned()).collect();
    Setting {
        cpu,
        cpu_count,
        load: Setting::load(),
        os: Setting::os(),
        program: Setting::program(),
        date: Setting::date(),
        command: format!("satdoku {}", shell_words::join(words)),
        seed: args.seed,
        puzzles,
        puzzles_read,
        runs: plan.runs,
        question: if plan.unique { "unique" } else { "first" },
        time_limit_s: plan.time_limit.as_secs_f64(),
        baseline: plan.entries[plan.baseline].name.to_string(),
        versions: compare::versions(&plan.entries),
    }
}

/// Measures, with a line a solver on a terminal; a signal shows what has been measured.
fn measure(
    plan: &Plan,
    puzzles: &[crate::rules::Puzzle],
    setting: &Setting,
    view: &View,
) -> Result<Results> {
    let results = Arc::new(Mutex::new(Results::new(plan)));
    let mut live = Live::new(plan, puzzles.len());
    live::begin(&results, setting, view, &live);
    let measured = compare::measure_into(&results, plan, puzzles, |progress| live.update(progress));
    live.finish();
    live::end();
    super::signals::wait_if_ending();
    measured.map_err(contender_failure)?;
    let results = std::mem::replace(
        &mut *results.lock().unwrap_or_else(PoisonError::into_inner),
        Results::new(plan),
    );
    Ok(results)
}

/// The width of the terminal that stdout is, if it is one.
fn width() -> Option<usize> {
    let (width, _) = terminal_size::terminal_size_of(std::io::stdout())?;
    std::io::stdout().is_terminal().then_some(width.0.into())
}

/// The setting, the table, and what its columns mean.
fn text(results: &Results, setting: &Setting, view: &View) -> String {
    format!(
        "{}\n\n{}\n\n{}\n",
        setting.lines().join("\n"),
        compare::results_table(results, Style::Text, view),
        compare::legend(setting.runs)
    )
}

/// Each wrong answer, with its puzzle.
fn complain_about(results: &Results, sources: &[String], lines: &[String]) {
    for problem in results.problems.iter().take(SHOWN) {
        let (name, puzzle) = (&results.names[problem.contender], problem.puzzle);
        super::complain(format_args!(
            "{}: {name}: {}\n  puzzle {}",
            sources[puzzle], problem.what, lines[puzzle]
        ));
    }
    if results.problems.len() > SHOWN {
        super::complain(format_args!("and {} more", results.problems.len() - SHOWN));
    }
}

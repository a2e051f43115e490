//! `compare`: solvers and encodings side by side.

mod against;
mod contenders;
mod files;
#[cfg(unix)]
mod interrupted;
mod live;
mod read;
mod scale;
mod size;

use std::io::IsTerminal;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result, bail};

use super::Exit;
use super::engine::contender_failure;
use super::options::{Inputs, TimeLimit, whole_number};
use super::output::{shown, write_lines};
use crate::answer::Deadline;
use crate::compare::{self, Column, Plan, Results, Setting, Style, View};
use crate::contender::Entry;
use crate::evidence::certificate::sha256;
use crate::grid::Size;
use crate::rules::Puzzle;

use contenders::{baseline, capable, entries, list, with_question};
use files::{Files, Measured};
#[cfg(unix)]
pub use interrupted::print_so_far;
use live::Live;
use read::Sample;

/// Compare the speed and the answers of solvers and encodings
#[derive(Debug, clap::Args)]
#[command(after_help = NOTES, mut_arg("time_limit", |limit| limit.default_value("1")))]
pub struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// List the available solvers and exit
    #[arg(long, conflicts_with_all = ["arguments", "PuzzleArgs", "TimeLimit", "Files", "solver", "unique", "first", "runs", "warmup", "seed", "sample", "baseline", "columns", "sort", "portfolio", "against", "by", "scale"])]
    list: bool,
    /// Solvers to compare
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_values = compare::DEFAULT)]
    solver: Vec<String>,
    /// Also compare a program: NAME=dimacs:COMMAND for a SAT solver, NAME=lines:COMMAND for a Sudoku
    /// program (repeatable)
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
    /// Columns of the table, separated by commas. Besides those that are shown by default:
    /// quickest, variables, clauses, conflicts, decisions, propagations, restarts, proof-bytes
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    columns: Vec<Column>,
    /// Sort the table by this column, the best first
    #[arg(long, value_name = "COLUMN")]
    sort: Option<Column>,
    /// Also show the best solvers to run side by side: one, two, and so on
    #[arg(long)]
    portfolio: bool,
    /// Also show what changed since a run that --export-json wrote, on the same puzzles
    #[arg(long, value_name = "JSON")]
    against: Option<PathBuf>,
    /// Compare the formulas of all encodings, not solvers: their sizes, and what unit propagation
    /// finds on them; of INPUT, one puzzle, or of the empty grid
    #[arg(long, value_name = "WHAT", conflicts_with_all = ["solver", "contender", "first", "unique", "runs", "warmup", "time_limit", "seed", "sample", "baseline", "columns", "sort", "portfolio", "against", "scale"])]
    by: Option<By>,
    /// Measure how the time grows with the side, on random grids with holes, as many of each side
    /// as --sample says [default: 3]; a solver that reaches the time limit is not run on larger sides
    #[arg(long, value_name = "FROM..TO", value_parser = scale::parse_sides, conflicts_with_all = ["arguments", "baseline", "columns", "sort", "portfolio", "against"])]
    scale: Option<RangeInclusive<usize>>,
    #[command(flatten)]
    files: Files,
}

/// What formulas are compared by.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum By {
    /// Variables, clauses, literals, and strength under unit propagation
    Size,
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
        --columns solved,median,conflicts,propagations puzzles/few-givens.txt
  See whether a change made a solver faster:
    satdoku compare --sample 9 --runs 5 --export-json old.json puzzles/easy.txt
    satdoku compare --sample 9 --runs 5 --against old.json puzzles/easy.txt
  Compare the sizes of encodings, and how the time grows with the side:
    satdoku compare --by size --box 2x3
    satdoku compare --scale 4..9 --solver varisat,dpll --plot scale.svg";

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
    if let Some(By::Size) = args.by {
        return size::run(&args.inputs).map(|()| Exit::Success);
    }
    let entries = entries(args)?;
    let mut exit = Exit::Success;
    let seed = args.seed.unwrap_or_default();
    if let Some(sides) = &args.scale {
        let count = match args.sample {
            None => 3,
            Some(Sample::Random(count)) => count,
            Some(Sample::All) => bail!("--scale: expected a number for --sample, found all"),
        };
        let plan = plan(args, with_question(entries, args)?)?;
        return scale::run(sides.clone(), count, plan, &args.files, |plan, puzzles| {
            let setting = setting(args, plan, &[], puzzles.len() as u64);
            let view = View { width: width(), ..View::default() };
            measure(plan, puzzles, &setting, &view)
        });
    }
    let old = args.against.as_deref().map(against::read).transpose()?;
    let (mut questions, read) = read::questions(&args.inputs, args.sample, seed, &mut exit)?;
    if questions.is_empty() {
        return Ok(exit);
    }
    let entries = capable(entries, &questions, args)?;
    if let Some(seed) = args.seed {
        read::permute(&mut questions, seed);
    }
    if let Some(old) = old.as_ref().filter(|_| args.sample.is_none()) {
        // Those to which the budget of the old run has come.
        questions.truncate(old.setting.puzzles);
    }
    let (puzzles, sources): (Vec<_>, Vec<_>) =
        questions.into_iter().map(|question| (question.puzzle, question.source)).unzip();
    let lines: Vec<String> =
        puzzles.iter().map(|puzzle| args.inputs.puzzle.line(puzzle.givens())).collect();
    let outputs = args.files.create(&args.inputs.paths())?;
    let mut plan = plan(args, entries)?;
    let mut setting = setting(args, &plan, &lines, read);
    if let Some((old, path)) = old.as_ref().zip(args.against.as_deref()) {
        old.check(&setting).map_err(anyhow::Error::msg).with_context(|| shown(path))?;
        plan.budget = None;
    }
    if setting.is_busy() {
        let load = setting.load.unwrap_or_default();
        let cpus = super::count(setting.cpu_count as u64, "processor");
        super::warn(format_args!("this machine is busy (load {load:.1}, {cpus}): times will vary"));
    }
    let view = View { columns: args.columns.clone(), sort: args.sort, width: width() };
    let results = measure(&plan, &puzzles, &setting, &view)?;
    setting.puzzles = results.puzzle_count();
    setting.puzzles_sha256 = digest(&lines[..setting.puzzles]);

    let mut report = text(&results, &setting, &view);
    if args.portfolio {
        report += &format!("\n{}\n", compare::portfolios_table(&results));
    }
    if let Some((old, path)) = old.as_ref().zip(args.against.as_deref()) {
        report += &against::text(old, path, &results, &setting);
    }
    write_lines(report.as_bytes())?;
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
    complain_about(&results, &puzzles, &sources, &lines);
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

/// What the arguments ask to measure with these contenders.
fn plan(args: &Args, entries: Vec<Entry>) -> Result<Plan> {
    Ok(Plan {
        baseline: baseline(args, &entries)?,
        entries,
        unique: !args.first,
        time_limit: args.time_limit.time_limit.expect("it has a default"),
        runs: args.runs.into(),
        warmup: args.warmup,
        budget: args.sample.is_none().then_some(BUDGET),
        seed: args.seed.unwrap_or_default(),
    })
}

/// The SHA-256 of lines.
fn digest(lines: &[String]) -> String {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    sha256(text.as_bytes(), Deadline::NONE).expect("there is no deadline")
}

fn setting(args: &Args, plan: &Plan, lines: &[String], puzzles_read: u64) -> Setting {
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
        puzzles: lines.len(),
        puzzles_read,
        puzzles_sha256: digest(lines),
        runs: plan.runs,
        question: if plan.unique { "unique" } else { "first" },
        time_limit_s: plan.time_limit.as_secs_f64(),
        baseline: plan.entries[plan.baseline].name.to_string(),
        versions: compare::versions(&plan.entries),
    }
}

/// Measures, with a line a solver on a terminal; a signal shows what has been measured.
#[cfg_attr(not(unix), allow(unused_variables))]
fn measure(plan: &Plan, puzzles: &[Puzzle], setting: &Setting, view: &View) -> Result<Results> {
    let results = Arc::new(Mutex::new(Results::new(plan)));
    let mut live = Live::new(plan, puzzles.len());
    #[cfg(unix)]
    interrupted::begin(&results, setting, view, &live);
    let measured = compare::measure_into(&results, plan, puzzles, |progress| live.update(progress));
    live.finish();
    #[cfg(unix)]
    interrupted::end();
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
        "{}\n\n{}\n",
        setting.lines().join("\n"),
        compare::results_table(results, Style::Text, view)
    )
}

/// Each wrong answer, with its puzzle; a large one is named only.
fn complain_about(results: &Results, puzzles: &[Puzzle], sources: &[String], lines: &[String]) {
    for problem in results.problems.iter().take(SHOWN) {
        let (name, puzzle) = (&results.names[problem.contender], problem.puzzle);
        let is_large = puzzles[puzzle].size().side() > Size::NINE.side();
        let shown = if is_large { String::new() } else { format!("\n  puzzle {}", lines[puzzle]) };
        super::complain(format_args!("{}: {name}: {}{shown}", sources[puzzle], problem.what));
    }
    if results.problems.len() > SHOWN {
        super::complain(format_args!("and {} more", results.problems.len() - SHOWN));
    }
}

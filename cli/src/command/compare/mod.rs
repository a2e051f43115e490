//! `compare`: measures solvers and encodings on the same puzzles.

mod contenders;
mod read;

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::Result;

use super::exit::Exit;
use super::file::{NewFile, new_path};
use super::input::Inputs;
use super::options::{TimeLimit, whole_number};
use super::output::{complain, say, warn, write_lines};
use super::picture::{begin_drawing, write_drawing};
use super::progress::Progress as Bar;
use super::signals;
use crate::compare::{self, Outcome, Plan, Progress, Results, Rows, Setting};
use satdoku::format::write_puzzle;
use satdoku::{Puzzle, Size, counted};

use contenders::ContenderArgs;

#[derive(Debug, clap::Args)]
#[command(after_help = NOTES, mut_arg("time_limit", |limit| limit.default_value("1")))]
pub struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// List the available solvers and exit
    #[arg(long, conflicts_with_all = ["arguments", "PuzzleArgs", "TimeLimit", "export_csv", "plot", "solver", "first", "runs", "warmup", "seed", "sample"])]
    list: bool,
    #[command(flatten)]
    contenders: ContenderArgs,
    /// Number of measured runs
    #[arg(long, value_name = "N", default_value = "3", value_parser = whole_number::<u16>(1..=60_000))]
    runs: u16,
    /// Number of puzzles that each solver solves before the measurement begins
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = whole_number::<usize>(0..=u64::MAX), allow_negative_numbers = true)]
    warmup: usize,
    #[command(flatten)]
    time_limit: TimeLimit,
    /// Shuffle the puzzles, and permute the rows, columns and digits of each puzzle, with this seed
    #[arg(long, value_name = "N", value_parser = whole_number::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Measure a random sample of N puzzles (the same sample for the same seed), or all puzzles
    #[arg(long, value_name = "N|all", default_value = "100", value_parser = read::sample)]
    sample: u64,
    /// Write every measurement to FILE as CSV, with the counts that solvers report, such as
    /// conflicts
    #[arg(long, value_name = "FILE", value_parser = new_path())]
    export_csv: Option<PathBuf>,
    /// Write a cactus plot (how many puzzles are solved within each time) to FILE as SVG
    #[arg(long, value_name = "FILE", value_parser = new_path())]
    plot: Option<PathBuf>,
}

const NOTES: &str = "\
Every grid is verified. A claim that there is no solution, or no other solution,
is compared with the answers of the other solvers and of satdoku itself. A wrong
answer or a crash is shown with its puzzle, and the exit status is 3. If a
solver reaches the time limit, this is counted, not reported as an error; if no
solver settles a puzzle, the exit status is 4. If a solver cannot be run, for
example because the disk is full, the exit status is 2.
Ctrl-C ends the run, and prints the table of what has been measured so far.

The table shows the time and the processor time that each solver needed per
puzzle, as the median of the runs. For an external program, these times include
the start of the program. The time for the start alone is measured first, and is
shown above the table; the column net compares times without the start.

Examples:
  List the available solvers:
    satdoku compare --list
  Compare three solvers on a sample of 20 puzzles:
    satdoku compare --sample 20 --solver satdoku,dpll,norvig puzzles/easy.txt
  Compare encodings, and keep the measurements:
    satdoku compare --solver varisat:minimal,varisat:extended --runs 1 \\
        --sample 5 --export-csv measurements.csv puzzles/easy.txt
  Compare a SAT solver on the whole formula and on what remains after simplification:
    satdoku compare --solver cadical,cadical:simplified --sample 5 --runs 1 \\
        puzzles/few-givens.txt
  Measure all puzzles, without puzzles to warm up, and draw a cactus plot:
    satdoku compare --first --sample all --warmup 0 --solver satdoku,dpll \\
        --plot cactus.svg puzzles/famous.txt";

/// Measures, and reports the results.
pub fn run(args: &Args) -> Result<Exit> {
    if args.list {
        write_lines(ContenderArgs::list().as_bytes())?;
        return Ok(Exit::Success);
    }
    let entries = args.contenders.entries()?;
    let seed = args.seed.unwrap_or_default();
    let (mut questions, read, mut exit) = read::questions(&args.inputs, args.sample, seed)?;
    if questions.is_empty() {
        return Ok(exit);
    }
    let entries = args.contenders.capable(entries, &questions)?;
    if let Some(seed) = args.seed {
        read::permute(&mut questions, seed);
    }
    let (puzzles, sources): (Vec<_>, Vec<_>) =
        questions.into_iter().map(|question| (question.puzzle, question.source)).unzip();
    let mut csv = NewFile::begin(args.export_csv.as_ref())?.map(Rows::new).transpose()?;
    let plot = begin_drawing("--plot", args.plot.as_ref())?;
    let plan = Plan {
        entries,
        unique: !args.contenders.first,
        time_limit: args.time_limit.time_limit.expect("it has a default"),
        runs: args.runs.into(),
        warmup: args.warmup,
        seed,
    };
    let setting = Setting::new(&plan, args.seed, &puzzles, read);
    let measured = args.measure(&plan, &puzzles, &sources, setting, csv.as_mut())?;

    write_lines(measured.text().as_bytes())?;
    let Measured { results, setting, .. } = measured;
    args.complain_about(&results, &puzzles, &sources);
    if let Some(csv) = csv {
        csv.finish()?.finish()?;
    }
    if let Some(file) = plot {
        let svg = compare::plot_svg(&results, &setting, &args.inputs.names())?;
        write_drawing(file, Some(svg))?;
    }
    let unsettled = results.unsettled;
    if unsettled > 0 {
        let total = counted(results.puzzles, "puzzle");
        warn(format_args!("settled by no solver: {unsettled} of {total}"));
        exit = exit.max(Exit::Unknown);
    }
    if results.has(Outcome::NotRun) {
        exit = exit.max(Exit::Error);
    }
    if results.has(Outcome::Wrong) || results.has(Outcome::Crashed) {
        exit = Exit::Failed;
    }
    Ok(exit)
}

impl Args {
    /// Measures. If a signal ends the run, the results so far are shown.
    fn measure(
        &self,
        plan: &Plan,
        puzzles: &[Puzzle],
        sources: &[String],
        setting: Setting,
        mut csv: Option<&mut Rows<NewFile>>,
    ) -> Result<Measured> {
        let results = Results::new(plan);
        let names = results.names.clone();
        let answers = (puzzles.len() * plan.runs * plan.entries.len()) as u64;
        let mut bar = Bar::until_the_end(Some(answers));
        *so_far() = Some(Measured { results, setting, bar: bar.clone() });
        let mut written = Ok(());
        compare::measure(plan, puzzles, |progress| match progress {
            Progress::Answered(_, puzzles) => bar.add(puzzles as u64),
            Progress::Measured(first, runs, problems) => {
                if let (Some(csv), Ok(())) = (&mut csv, &written) {
                    written = csv.write(&names, runs, &sources[first..], &puzzles[first..]);
                }
                if let Some(measured) = &mut *so_far() {
                    measured.results.add(runs, problems);
                }
            }
        });
        bar.finish();
        let all = so_far().take();
        signals::wait_if_ending();
        written?;
        Ok(all.expect("no signal has taken it"))
    }

    /// Prints each problem with its puzzle, and with the rules if they are not classic. Only the
    /// name of a large puzzle is printed.
    fn complain_about(&self, results: &Results, puzzles: &[Puzzle], sources: &[String]) {
        for problem in &results.problems {
            let (name, puzzle) = (&results.names[problem.contender], &puzzles[problem.puzzle]);
            let rules = puzzle.rules();
            let mut shown = String::new();
            if rules.size().side() <= Size::NINE.side() {
                let mut line = Vec::new();
                write_puzzle(&mut line, puzzle, &self.inputs.puzzle.options().symbols);
                shown = format!("\n  puzzle {}", String::from_utf8_lossy(&line));
            }
            if !rules.is_classic() {
                shown += &format!("\n  {}", rules.describe());
            }
            let source = &sources[problem.puzzle];
            complain(format_args!("{source}: {name}: {}{shown}", problem.what));
        }
        let more = results.problem_count - results.problems.len();
        if more > 0 {
            complain(format_args!("and {more} more"));
        }
    }
}

/// The results so far, and the setting of the measurement.
struct Measured {
    results: Results,
    setting: Setting,
    bar: Bar,
}

impl Measured {
    /// The text of the setting, of the table, and of the meanings of its columns.
    fn text(&self) -> String {
        let setting = self.setting.text(&self.results);
        format!("{setting}\n{}\n", compare::results_table(&self.results))
    }
}

static SO_FAR: Mutex<Option<Measured>> = Mutex::new(None);

fn so_far() -> MutexGuard<'static, Option<Measured>> {
    SO_FAR.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Prints the table of the results so far, if a signal ends the run.
pub fn print_so_far() {
    let Some(measured) = so_far().take() else { return };
    measured.bar.finish();
    if measured.results.puzzles == 0 {
        return say("interrupted before all solvers had answered at least one puzzle");
    }
    let text = measured.text() + "interrupted: the last answers are left out\n";
    // If nobody reads stdout any more, the table is not needed.
    let _ = write_lines(text.as_bytes());
}

//! `compare`: solvers and encodings side by side.

use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anstyle::AnsiColor;
use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::Exit;
use super::engine::contender_failure;
use super::input::Input;
use super::output::{NewFile, write_lines};
use super::puzzles::PuzzleArgs;
use super::solve::parse_seconds;
use crate::compare::{self, Plan, Results, Setting, Style, Symmetry};
use crate::contender::{self, Entry, program};
use crate::encode::Encoding;
use crate::format::{Batch, Splitter, parse_record};
use crate::rules::Puzzle;

/// Run solvers and encodings side by side, and see whether they agree
#[derive(Debug, clap::Args)]
#[command(after_help = NOTES)]
pub struct Args {
    /// Paths, `-` for stdin (the default), or puzzles themselves
    #[arg(value_name = "INPUT")]
    inputs: Vec<OsString>,
    #[command(flatten)]
    puzzle: PuzzleArgs,
    /// Show who can be compared, and end
    #[arg(long)]
    list: bool,
    /// Who is compared; the first is what the others are measured against
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_values = compare::DEFAULT)]
    solver: Vec<String>,
    /// And a program of yours: NAME=dimacs:COMMAND for a SAT solver, NAME=lines:COMMAND for a
    /// Sudoku program (repeatable)
    #[arg(long, value_name = "SPEC")]
    contender: Vec<String>,
    /// Ask for the solution and whether it is the only one (the default)
    #[arg(long, conflicts_with = "first")]
    unique: bool,
    /// Ask for the first solution only
    #[arg(long)]
    first: bool,
    /// How often everything is asked
    #[arg(long, value_name = "N", default_value = "3", value_parser = clap::value_parser!(u16).range(1..))]
    runs: u16,
    /// How many puzzles each answers first, unmeasured
    #[arg(long, value_name = "N", default_value_t = 10)]
    warmup: usize,
    /// Give up on a puzzle after so many seconds
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = parse_seconds, allow_negative_numbers = true)]
    time_limit: Duration,
    /// Shuffle the puzzles, and permute the rows, columns and digits of each
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Take so many of the puzzles, the same ones for the same seed
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,
    /// Write every single measurement
    #[arg(long, value_name = "FILE")]
    export_csv: Option<PathBuf>,
    /// Write the figures; the keys are hyperfine's
    #[arg(long, value_name = "FILE")]
    export_json: Option<PathBuf>,
    /// Write the table
    #[arg(long, value_name = "FILE")]
    export_markdown: Option<PathBuf>,
    /// Draw for each how many puzzles it solves within a time (cactus plot, SVG)
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Replace files that exist
    #[arg(long)]
    force: bool,
}

const NOTES: &str = "\
Every grid is verified, and whoever says that there is no solution, or no other, is held against what
the others and varisat find. A wrong answer or a crash is shown with its puzzle; status 3.
A contender that runs out of time is a result, not a failure; a puzzle that nobody settles gives
status 4.";

/// The most puzzles that are held without `--sample`.
const PUZZLE_LIMIT: u64 = 1_000_000;
/// The most wrong answers that are shown.
const SHOWN: usize = 20;

/// A puzzle as it is asked, and where it stood.
struct Question {
    puzzle: Puzzle,
    source: String,
}

/// Asks, measures, reports.
pub fn run(args: &Args) -> Result<Exit> {
    if args.list {
        write_lines(list(args)?.as_bytes())?;
        return Ok(Exit::Success);
    }
    let entries = entries(args)?;
    let mut exit = Exit::Success;
    let mut questions = read(args, &mut exit)?;
    let entries = capable(entries, &questions, args)?;
    if let Some(seed) = args.seed {
        permute(&mut questions, seed);
    }
    let (puzzles, sources): (Vec<_>, Vec<_>) =
        questions.into_iter().map(|question| (question.puzzle, question.source)).unzip();
    let outputs = Outputs::create(args)?;
    let plan = Plan {
        entries,
        unique: !args.first,
        time_limit: args.time_limit,
        runs: args.runs.into(),
        warmup: args.warmup,
    };
    let setting = setting(args, &plan, puzzles.len());
    let bar = progress(plan.runs * puzzles.len() * plan.entries.len());
    let results = compare::measure(&plan, &puzzles, |contender, count| {
        bar.set_message(plan.entries[contender].name.to_string());
        bar.inc(count as u64);
    })
    .map_err(contender_failure)?;
    bar.finish_and_clear();

    let lines: Vec<String> =
        puzzles.iter().map(|puzzle| args.puzzle.line(puzzle.givens())).collect();
    report(&results, &setting)?;
    complain_about(&results, &sources, &lines);
    outputs.write(&results, &setting, &sources, &lines)?;
    if !results.problems.is_empty() {
        exit = exit.max(Exit::Failed);
    }
    if results.unsettled_count() > 0 {
        let count = results.unsettled_count();
        super::warn(format_args!("{count} of {} puzzles were settled by nobody", puzzles.len()));
        exit = exit.max(Exit::Unknown);
    }
    Ok(exit)
}

/// Everybody, with the well-known programs that are not here, and the ones of the command line.
fn list(args: &Args) -> Result<String> {
    let mut entries = contender::all();
    for spec in &args.contender {
        entries.push(program::entry(spec, Encoding::default()).map_err(contender_failure)?);
    }
    let known = |name: &str| entries.iter().any(|entry| entry.name == name);
    let missing: Vec<&str> =
        program::WELL_KNOWN.iter().map(|(name, _)| *name).filter(|name| !known(name)).collect();
    let mut text = compare::contenders_table(&entries);
    text += "\n\nAnd varisat:PRESET/AMO, varisat:PRESET/AMO+assumptions, SOLVER:PRESET/AMO for any SAT \
             solver;\npresets: minimal, efficient, extended; at-most-one: pairwise, sequential, \
             binary, commander, product.\n";
    if !missing.is_empty() {
        text += &format!("Known, but not in PATH: {}.\n", missing.join(", "));
    }
    Ok(text)
}

/// Those of `--solver`, then those of `--contender`.
fn entries(args: &Args) -> Result<Vec<Entry>> {
    let mut added = Vec::new();
    for spec in &args.contender {
        added.push(program::entry(spec, Encoding::default()).map_err(contender_failure)?);
    }
    let mut entries: Vec<Entry> = Vec::new();
    for name in &args.solver {
        match added.iter().position(|entry| entry.name == *name) {
            Some(index) => entries.push(added.remove(index)),
            None => {
                entries.push(contender::find(name, Encoding::default()).map_err(contender_failure)?)
            }
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

/// Leaves out who cannot do all of the puzzles, and says so.
fn capable(entries: Vec<Entry>, questions: &[Question], args: &Args) -> Result<Vec<Entry>> {
    let mut remaining = Vec::new();
    for entry in entries {
        let unsupported =
            questions.iter().find(|question| !entry.capabilities.supports(question.puzzle.rules()));
        if let Some(Question { puzzle, source }) = unsupported {
            let (rules, size) = (puzzle.rules(), puzzle.size());
            super::warn(format_args!(
                "{} is left out: {source} is a {rules} puzzle with boxes of {size}",
                entry.name
            ));
        } else if !args.first && !entry.capabilities.counts {
            super::warn(format_args!(
                "{} is left out: it cannot tell whether a solution is the only one; --first asks \
                 for one",
                entry.name
            ));
        } else {
            remaining.push(entry);
        }
    }
    if remaining.is_empty() {
        bail!("nobody is left to be compared");
    }
    Ok(remaining)
}

/// All puzzles of all inputs, or a sample, in their order. Those that cannot be read are named.
fn read(args: &Args, exit: &mut Exit) -> Result<Vec<Question>> {
    let options = args.puzzle.options();
    let mut rules = args.puzzle.rules_cache();
    let mut sample = Vec::new();
    let mut rng = ChaCha8Rng::seed_from_u64(args.seed.unwrap_or_default());
    let mut count = 0;
    for input in Input::all(&args.inputs, args.puzzle.size) {
        let mut splitter = Splitter::new(input.open()?, options.clone());
        let mut batch = Batch::default();
        while splitter.read_batch(&mut batch, 1000).with_context(|| input.name())? {
            for raw in batch.iter() {
                let grid = match parse_record(raw, &options) {
                    Ok(record) => record.grid,
                    Err(error) => {
                        super::complain(format_args!("{}:{error}", input.name()));
                        *exit = Exit::Error;
                        continue;
                    }
                };
                let source = format!("{}:{}", input.name(), raw.line);
                let question = (count, Question { puzzle: rules.puzzle(grid), source });
                count += 1;
                // Vitter's reservoir: each puzzle is kept with the same probability.
                match args.sample {
                    None if count > PUZZLE_LIMIT => bail!(
                        "expected at most {PUZZLE_LIMIT} puzzles, found more; --sample N takes N of them"
                    ),
                    Some(size) if count > size => {
                        let place = rng.random_range(0..count);
                        if place < size {
                            sample[place as usize] = question;
                        }
                    }
                    _ => sample.push(question),
                }
            }
        }
    }
    if sample.is_empty() {
        bail!("no puzzle found");
    }
    sample.sort_by_key(|(place, _)| *place);
    Ok(sample.into_iter().map(|(_, question)| question).collect())
}

fn permute(questions: &mut [Question], seed: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    questions.shuffle(&mut rng);
    for question in questions {
        let puzzle = &question.puzzle;
        let symmetry = Symmetry::random(puzzle.rules(), &mut rng);
        let image = puzzle.with_givens(symmetry.apply(puzzle.givens()));
        question.puzzle = image.expect("a symmetry keeps the size");
    }
}

/// Files that were asked for, begun before hours are spent on measuring.
struct Outputs {
    csv: Option<NewFile>,
    json: Option<NewFile>,
    markdown: Option<NewFile>,
    plot: Option<NewFile>,
}

impl Outputs {
    fn create(args: &Args) -> Result<Outputs> {
        let inputs: Vec<PathBuf> = Input::all(&args.inputs, args.puzzle.size)
            .iter()
            .filter_map(|input| input.path().map(Path::to_owned))
            .collect();
        let create = |path: &Option<PathBuf>| {
            path.as_ref().map(|path| NewFile::create(path, args.force, &inputs)).transpose()
        };
        Ok(Outputs {
            csv: create(&args.export_csv)?,
            json: create(&args.export_json)?,
            markdown: create(&args.export_markdown)?,
            plot: create(&args.plot)?,
        })
    }

    fn write(
        self,
        results: &Results,
        setting: &Setting,
        sources: &[String],
        lines: &[String],
    ) -> Result<()> {
        if let Some(mut file) = self.csv {
            compare::write_csv(results, sources, lines, &mut file)?;
            file.finish()?;
        }
        if let Some(mut file) = self.json {
            compare::write_json(results, setting, sources, &mut file)?;
            file.finish()?;
        }
        if let Some(mut file) = self.markdown {
            compare::write_markdown(results, setting, &mut file)?;
            file.finish()?;
        }
        if let Some(mut file) = self.plot {
            let cpu = setting.cpu.as_deref().unwrap_or("unknown processor");
            let asked = match setting.question {
                "first" => "first solution",
                _ => "solution and uniqueness",
            };
            let heading = format!("{} puzzles, {asked}, {cpu}", setting.puzzles);
            let svg = compare::plot_svg(results, &heading).map_err(anyhow::Error::msg)?;
            file.write_all(svg.as_bytes())?;
            file.finish()?;
        }
        Ok(())
    }
}

fn setting(args: &Args, plan: &Plan, puzzles: usize) -> Setting {
    let (cpu, cpu_count) = Setting::cpu();
    let words = std::env::args_os().skip(1);
    let words: Vec<String> = words.map(|word| word.to_string_lossy().into_owned()).collect();
    Setting {
        cpu,
        cpu_count,
        os: Setting::os(),
        program: Setting::program(),
        date: Setting::date(),
        command: format!("satdoku {}", shell_words::join(words)),
        seed: args.seed,
        puzzles,
        runs: plan.runs,
        question: if plan.unique { "unique" } else { "first" },
        time_limit_s: plan.time_limit.as_secs_f64(),
        versions: compare::versions(&plan.entries),
    }
}

/// Shown if stderr is a terminal.
fn progress(total: usize) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let template = "{wide_bar} {percent:>3}%  {msg}  {eta} left";
    let style = ProgressStyle::with_template(template).expect("a valid template");
    ProgressBar::new(total as u64).with_style(style)
}

fn report(results: &Results, setting: &Setting) -> Result<()> {
    let mut text = setting.lines().join("\n");
    text += "\n\n";
    text += &compare::results_table(results, Style::Text);
    text += "\n\n";
    text += compare::LEGEND;
    text += "\n";
    Ok(write_lines(text.as_bytes())?)
}

/// Each wrong answer in red, with its puzzle.
fn complain_about(results: &Results, sources: &[String], lines: &[String]) {
    let red = AnsiColor::Red.on_default();
    for problem in results.problems.iter().take(SHOWN) {
        let (name, puzzle) = (&results.names[problem.contender], problem.puzzle);
        super::complain(format_args!(
            "{red}{}: {name}: {}{red:#}\n  puzzle {}",
            sources[puzzle], problem.what, lines[puzzle]
        ));
    }
    if results.problems.len() > SHOWN {
        super::complain(format_args!("and {} more", results.problems.len() - SHOWN));
    }
}

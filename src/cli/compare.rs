//! `compare`: solvers and encodings side by side.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;

use anyhow::{Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::Exit;
use super::engine::{self, contender_failure};
use super::options::{Inputs, TimeLimit, whole_number};
use super::output::{NewFile, shown, write_lines};
use super::run::{self, Done};
use crate::compare::{self, Plan, Results, Setting, Style};
use crate::contender::{self, Entry, program};
use crate::encode::Encoding;
use crate::generate::Symmetry;
use crate::rules::Puzzle;

/// Compare the speed and the answers of solvers and encodings
#[derive(Debug, clap::Args)]
#[command(after_help = NOTES, mut_arg("time_limit", |limit| limit.default_value("1")))]
pub struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// List the available solvers and exit
    #[arg(long)]
    list: bool,
    /// Solvers to compare; the others are compared with the first
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
    /// Use a random sample of N puzzles, the same one for the same seed
    #[arg(long, value_name = "N", value_parser = whole_number(1_u64..))]
    sample: Option<u64>,
    /// Write every measurement to FILE as CSV
    #[arg(long, value_name = "FILE")]
    export_csv: Option<PathBuf>,
    /// Write the statistics to FILE as JSON, with the keys of hyperfine
    #[arg(long, value_name = "FILE")]
    export_json: Option<PathBuf>,
    /// Write the table to FILE as Markdown
    #[arg(long, value_name = "FILE")]
    export_markdown: Option<PathBuf>,
    /// Write a cactus plot (puzzles solved within a time) to FILE as SVG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Replace existing files
    #[arg(long)]
    force: bool,
}

const NOTES: &str = "\
Every grid is verified. A claim that there is no solution, or no other one, is
checked against the other solvers and varisat. A wrong answer or a crash is
shown with its puzzle, and the exit status is 3. A solver that reaches the time
limit is counted, not reported as an error; if no solver settles a puzzle, the
exit status is 4. If this machine fails during a run, the exit status is 2.

Examples:
  List the available solvers:
    satdoku compare --list
  Compare three solvers on a sample of 20 puzzles:
    satdoku compare --sample 20 --solver varisat,dpll,norvig puzzles/easy.txt
  Compare encodings, and keep the measurements:
    satdoku compare --solver varisat:minimal,varisat:extended --runs 1 \\
        --sample 5 --export-csv measurements.csv puzzles/easy.txt";

/// The most puzzles that are held without `--sample`.
const PUZZLE_LIMIT: u64 = 1_000_000;
/// The most wrong answers that are shown.
const SHOWN: usize = 20;

/// A puzzle as it is asked, and where it stood.
struct Question {
    puzzle: Puzzle,
    source: String,
}

/// Measures and reports.
pub fn run(args: &Args) -> Result<Exit> {
    if args.list {
        write_lines(list(args)?.as_bytes())?;
        return Ok(Exit::Success);
    }
    let entries = entries(args)?;
    let mut exit = Exit::Success;
    let mut questions = read(args, &mut exit)?;
    if questions.is_empty() {
        return Ok(exit);
    }
    let entries = capable(entries, &questions, args)?;
    if let Some(seed) = args.seed {
        permute(&mut questions, seed);
    }
    let (puzzles, sources): (Vec<_>, Vec<_>) =
        questions.into_iter().map(|question| (question.puzzle, question.source)).unzip();
    let outputs = outputs(args)?;
    let plan = Plan {
        entries,
        unique: !args.first,
        time_limit: args.time_limit.time_limit.expect("it has a default"),
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
        puzzles.iter().map(|puzzle| args.inputs.puzzle.line(puzzle.givens())).collect();
    report(&results, &setting)?;
    complain_about(&results, &sources, &lines);
    let measured =
        Measured { results: &results, setting: &setting, sources: &sources, lines: &lines };
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
        let total = super::count(puzzles.len() as u64, "puzzle");
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

/// All puzzles of all inputs, or a sample, in their order. Those that cannot be read are named.
fn read(args: &Args, exit: &mut Exit) -> Result<Vec<Question>> {
    let mut sample = Vec::new();
    let mut rng = ChaCha8Rng::seed_from_u64(args.seed.unwrap_or_default());
    let mut count = 0;
    let mut collect = |question| -> Result<()> {
        let question = (count, question);
        count += 1;
        // Vitter's reservoir: each puzzle is kept with the same probability.
        match args.sample {
            None if count > PUZZLE_LIMIT => bail!(
                "expected at most {PUZZLE_LIMIT} puzzles, found more; use --sample N to measure N of them"
            ),
            Some(size) if count > size => {
                let place = rng.random_range(0..count);
                if place < size {
                    sample[place as usize] = question;
                }
            }
            _ => sample.push(question),
        }
        Ok(())
    };
    let total = run::puzzles(
        &args.inputs,
        1,
        || args.inputs.puzzle.reader(),
        |reader, item, done: &mut Done<Vec<Question>>| match reader.read(item.raw) {
            Ok(asked) => {
                done.found.push(Question { puzzle: asked.puzzle, source: item.place() });
            }
            Err(error) => done.reject(item, &error.to_string()),
        },
        |questions| questions.into_iter().try_for_each(&mut collect),
    )?;
    *exit = total.exit;
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

/// Everything that the files show.
struct Measured<'m> {
    results: &'m Results,
    setting: &'m Setting,
    /// Of each puzzle: where it stood.
    sources: &'m [String],
    /// Of each puzzle: its line.
    lines: &'m [String],
}

type Export = fn(&Measured<'_>, &mut NewFile) -> Result<()>;

/// The files to write, created before the measuring starts.
fn outputs(args: &Args) -> Result<Vec<(NewFile, Export)>> {
    let all: [(_, Export); 4] = [
        (&args.export_csv, |measured, file| {
            let Measured { results, sources, lines, .. } = measured;
            Ok(compare::write_csv(results, sources, lines, file)?)
        }),
        (&args.export_json, |measured, file| {
            let Measured { results, setting, sources, .. } = measured;
            Ok(compare::write_json(results, setting, sources, file)?)
        }),
        (&args.export_markdown, |Measured { results, setting, .. }, file| {
            Ok(compare::write_markdown(results, setting, file)?)
        }),
        (&args.plot, |Measured { results, setting, .. }, file| {
            let svg = compare::plot_svg(results, &heading(setting)).map_err(anyhow::Error::msg)?;
            Ok(file.write_all(svg.as_bytes())?)
        }),
    ];
    let inputs = args.inputs.paths();
    let (mut files, mut places) = (Vec::new(), Vec::new());
    for (path, export) in all {
        let Some(path) = path else { continue };
        let file = NewFile::create(path, args.force, &inputs)?;
        let place = file.place()?;
        if places.contains(&place) {
            bail!(
                "{}: expected a different file for each output, found this one twice",
                shown(path)
            );
        }
        places.push(place);
        files.push((file, export));
    }
    Ok(files)
}

/// What stands above the plot.
fn heading(setting: &Setting) -> String {
    let cpu = setting.cpu.as_deref().unwrap_or("unknown processor");
    let asked = match setting.question {
        "first" => "first solution",
        _ => "solution and uniqueness",
    };
    format!("{}, {asked}, {cpu}", super::count(setting.puzzles as u64, "puzzle"))
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

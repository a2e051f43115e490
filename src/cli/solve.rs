//! `solve`: one puzzle or millions, one result each, in order.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Result;

use super::Exit;
use super::engine::{Engine, EngineArgs, Stats};
use super::input::names;
use super::output::{NewFile, write_lines};
use super::puzzles::{PuzzleArgs, RulesCache};
use super::stream::{self, Job, Source};
use super::summary::Summary;
use crate::answer::{Answer, Limits, Status};
use crate::format::{self, ReportStatus, SolveReport, parse_record, write_grid, write_line};
use crate::grid::Grid;
use crate::rules::Puzzle;
use crate::verify::{Clash, clashes};

/// Solve puzzles, and tell whether each solution is the only one
#[derive(Debug, clap::Args)]
#[command(after_help = OUTPUT)]
pub struct Args {
    /// Paths, `-` for stdin (the default), or puzzles themselves
    #[arg(value_name = "INPUT")]
    inputs: Vec<OsString>,
    #[command(flatten)]
    puzzle: PuzzleArgs,
    /// Stop at the first solution, without asking whether it is the only one
    #[arg(long)]
    first: bool,
    /// What is printed for a puzzle [default: grid for one puzzle, line for several]
    #[arg(long, value_name = "FORMAT")]
    format: Option<SolveFormat>,
    /// Give up on a puzzle after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, allow_negative_numbers = true)]
    time_limit: Option<Duration>,
    /// How many threads work [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), allow_negative_numbers = true)]
    threads: Option<u16>,
    #[command(flatten)]
    engine: EngineArgs,
    /// Print sizes and times to stderr at the end
    #[arg(long)]
    stats: bool,
    /// Print how many puzzles ended how to stderr at the end
    #[arg(long)]
    summary: bool,
    /// Write the summary as JSON; the numbers of several runs can be added
    #[arg(long, value_name = "FILE")]
    summary_json: Option<PathBuf>,
    /// Replace that file if it exists
    #[arg(long, requires = "summary_json")]
    force: bool,
}

const OUTPUT: &str = "\
One result a puzzle, in order. As `line`: the solution if it is the only one (or with --first the
first found), else a word, and after TABs what belongs to it:
  multiple SOLUTION SOLUTION | none | invalid WHY | unknown [SOLUTION] | error
As `json`: one object a line with puzzle, rules, box, status, solution, second_solution, error,
comment (what followed the cells), time_us (microseconds) and statistics of the solver.";

/// How results are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum SolveFormat {
    /// Drawn
    Grid,
    /// One line a puzzle
    Line,
    /// JSON Lines
    Json,
}

/// Seconds as a positive decimal number.
pub fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds".to_owned())?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if time > Duration::ZERO => Ok(time),
        _ if seconds > 1.0 => Err("expected fewer seconds".to_owned()),
        _ => Err("expected a number of seconds above 0".to_owned()),
    }
}

/// Solves all puzzles of all inputs.
pub fn run(args: &Args) -> Result<Exit> {
    let source = Source::new(&args.inputs, args.puzzle.options());
    let threads = match args.threads {
        Some(threads) => threads.into(),
        None => std::thread::available_parallelism().map_or(1, NonZeroUsize::get),
    };
    // Before the work, so that nobody waits for a summary that cannot be written.
    let summary_file = match &args.summary_json {
        Some(path) => Some(NewFile::create(path, args.force, &source.paths())?),
        None => None,
    };
    let start = Instant::now();
    let mut progress = super::progress::bytes(&source);
    let mut total = Tally::default();
    // One puzzle alone is drawn; so the first result waits until there is a second one.
    let mut held: Option<Done> = None;
    let mut printed_any = false;
    let print = |done: &Done, drawn: bool| -> Result<()> {
        write_lines(if drawn { &done.drawn } else { &done.text })?;
        Ok(())
    };
    stream::run(
        source,
        threads,
        || Worker::new(args),
        Worker::work,
        |done: Done| {
            progress.update(done.tally.summary.puzzles);
            total.add(&done.tally);
            for message in &done.messages {
                super::complain(format_args!("{message}"));
            }
            if done.tally.summary.puzzles == 0 {
                return Ok(());
            }
            if let Some(first) = held.take() {
                print(&first, false)?;
                printed_any = true;
            }
            if done.drawn.is_empty() || printed_any {
                print(&done, false)?;
                printed_any = true;
            } else {
                held = Some(done);
            }
            Ok(())
        },
    )?;
    if let Some(only) = held.take() {
        print(&only, true)?;
    }
    progress.finish();
    report(args, total, start.elapsed(), summary_file)
}

fn report(
    args: &Args,
    mut total: Tally,
    elapsed: Duration,
    summary_file: Option<NewFile>,
) -> Result<Exit> {
    if total.summary.puzzles == 0 && total.exit < Exit::Error {
        super::complain(format_args!("{}: no puzzle found", names(&args.inputs)));
        total.exit = Exit::Error;
    }
    if args.stats {
        super::say(&total.stats.to_string());
    }
    if args.summary {
        super::say(&total.summary.to_text(elapsed));
    }
    if let Some(file) = summary_file
        && let Err(error) = total.summary.write_json(file)
    {
        super::complain(format_args!("{error:#}"));
        total.exit = total.exit.max(Exit::Error);
    }
    Ok(total.exit)
}

/// What came of one batch.
struct Done {
    /// As it goes to stdout.
    text: Vec<u8>,
    /// The same drawn, if it is a single puzzle and nobody asked for a format.
    drawn: Vec<u8>,
    /// For stderr.
    messages: Vec<String>,
    tally: Tally,
}

/// What adds up over puzzles.
#[derive(Default)]
struct Tally {
    summary: Summary,
    stats: Stats,
    exit: Exit,
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        self.summary.add(&other.summary);
        self.stats.add(&other.stats);
        self.exit = self.exit.max(other.exit);
    }
}

/// What one thread needs.
struct Worker<'a> {
    args: &'a Args,
    options: format::Options,
    rules: RulesCache,
    engine: Engine,
}

/// What there is to say about a puzzle.
struct Outcome {
    status: ReportStatus,
    exit: Exit,
    solutions: Vec<Grid>,
    guesses: Option<u64>,
    message: Option<String>,
}

impl<'a> Worker<'a> {
    fn new(args: &'a Args) -> Result<Worker<'a>> {
        Ok(Worker {
            args,
            options: args.puzzle.options(),
            rules: args.puzzle.rules_cache(),
            engine: Engine::new(&args.engine, limits(args).solutions)?,
        })
    }

    fn work(&mut self, job: &Job) -> Done {
        let mut done = Done {
            text: Vec::new(),
            drawn: Vec::new(),
            messages: Vec::new(),
            tally: Tally::default(),
        };
        if let Some(failure) = &job.failure {
            done.messages.push(failure.clone());
            done.tally.exit = Exit::Error;
            return done;
        }
        let start = Instant::now();
        let alone = job.batch.len() == 1;
        for raw in job.batch.iter() {
            let start = Instant::now();
            let mut comment = None;
            let (puzzle, outcome) = match parse_record(raw, &self.options) {
                Ok(record) => {
                    comment = record.comment;
                    let puzzle = self.rules.puzzle(record.grid);
                    let outcome = self.outcome(&puzzle);
                    (Some(puzzle), outcome)
                }
                Err(error) => (None, Outcome::error(error.to_string())),
            };
            if outcome.exit >= Exit::Error {
                // A parse error starts with its line and column; others have the line only.
                let message = outcome.message.as_deref().unwrap_or_default();
                done.messages.push(match puzzle {
                    None => format!("{}:{message}", job.name),
                    Some(_) => format!("{}:{}: {message}", job.name, raw.line),
                });
            }
            let stats = self.engine.take_stats();
            done.tally.stats.add(&stats);
            done.tally.exit = done.tally.exit.max(outcome.exit);
            done.tally.summary.count(outcome.status);
            match self.args.format {
                Some(SolveFormat::Json) => {
                    let time = start.elapsed();
                    let comment = comment.map(|text| String::from_utf8_lossy(text).into_owned());
                    let record = self.report(puzzle.as_ref(), comment, &outcome, time, &stats);
                    serde_json::to_writer(&mut done.text, &record)
                        .expect("a vector takes everything");
                    done.text.push(b'\n');
                }
                Some(SolveFormat::Grid) => {
                    self.write_grid(&outcome, &mut done.text);
                    done.text.push(b'\n');
                }
                Some(SolveFormat::Line) => self.write_line(&outcome, &mut done.text),
                None => {
                    self.write_line(&outcome, &mut done.text);
                    if alone {
                        self.write_grid(&outcome, &mut done.drawn);
                    }
                }
            }
        }
        done.tally.summary.solver_time += start.elapsed();
        done
    }

    fn limits(&self) -> Limits {
        let limits = limits(self.args);
        self.args.time_limit.map_or(limits, |time| limits.within(time))
    }

    fn outcome(&mut self, puzzle: &Puzzle) -> Outcome {
        let limits = self.limits();
        match self.engine.answer(puzzle, &limits) {
            Ok(answer) => Outcome::of(puzzle, answer, &limits),
            Err(failure) => Outcome {
                status: ReportStatus::Error,
                exit: failure.exit,
                solutions: Vec::new(),
                guesses: None,
                message: Some(failure.message),
            },
        }
    }

    fn write_line(&self, outcome: &Outcome, out: &mut Vec<u8>) {
        let symbols = &self.options.symbols;
        match (outcome.status, &outcome.solutions[..]) {
            (ReportStatus::Unique | ReportStatus::Solved, [solution]) => {
                write_line(out, solution, symbols)
            }
            (status, solutions) => {
                out.extend_from_slice(word(status).as_bytes());
                for solution in solutions {
                    out.push(b'\t');
                    write_line(out, solution, symbols);
                }
                if let (ReportStatus::Invalid, Some(message)) = (status, &outcome.message) {
                    out.push(b'\t');
                    out.extend_from_slice(message.as_bytes());
                }
            }
        }
        out.push(b'\n');
    }

    fn write_grid(&self, outcome: &Outcome, out: &mut Vec<u8>) {
        let heading = match (outcome.status, &outcome.message, &outcome.solutions[..]) {
            (ReportStatus::Unique | ReportStatus::Solved, ..) => "",
            (ReportStatus::Multiple, ..) => "several solutions; two of them:\n\n",
            (ReportStatus::None, ..) => "no solution\n",
            (ReportStatus::Invalid, Some(clash), _) => &format!("no solution: {clash}\n"),
            (ReportStatus::Unknown, _, [_]) => {
                "time limit reached; a solution, perhaps not the only one:\n\n"
            }
            (ReportStatus::Unknown, ..) => "time limit reached; nothing found\n",
            (status, ..) => &format!("{}\n", word(status)),
        };
        out.extend_from_slice(heading.as_bytes());
        for (index, solution) in outcome.solutions.iter().enumerate() {
            if index > 0 {
                out.push(b'\n');
            }
            write_grid(out, solution, &self.options.symbols);
            out.push(b'\n');
        }
    }

    fn report(
        &self,
        puzzle: Option<&Puzzle>,
        comment: Option<String>,
        outcome: &Outcome,
        time: Duration,
        stats: &Stats,
    ) -> SolveReport {
        let line = |grid: &Grid| {
            let mut text = Vec::new();
            write_line(&mut text, grid, &self.options.symbols);
            String::from_utf8_lossy(&text).into_owned()
        };
        SolveReport {
            puzzle: puzzle.map(|puzzle| line(puzzle.givens())),
            rules: puzzle.map(|puzzle| puzzle.rules().to_string()),
            box_shape: puzzle.map(|puzzle| puzzle.size().to_string()),
            status: outcome.status,
            solution: outcome.solutions.first().map(line),
            second_solution: outcome.solutions.get(1).map(line),
            comment,
            error: outcome.message.clone(),
            time_us: time.as_micros() as u64,
            statistics: puzzle.map(|_| stats.to_report(outcome.guesses)),
        }
    }
}

/// What is asked for.
fn limits(args: &Args) -> Limits {
    if args.first { Limits::FIRST } else { Limits::UNIQUE }
}

/// As JSON and the summary spell it.
fn word(status: ReportStatus) -> &'static str {
    match status {
        ReportStatus::Unique => "unique",
        ReportStatus::Multiple => "multiple",
        ReportStatus::Solved => "solved",
        ReportStatus::None => "none",
        ReportStatus::Invalid => "invalid",
        ReportStatus::Unknown => "unknown",
        ReportStatus::Error => "error",
    }
}

impl Outcome {
    fn of(puzzle: &Puzzle, answer: Answer, limits: &Limits) -> Outcome {
        let status = answer.status(limits);
        let invalid = match status {
            Status::None => clashes(puzzle.rules(), puzzle.givens()),
            _ => Vec::new(),
        };
        let (status, exit) = match status {
            Status::Unique => (ReportStatus::Unique, Exit::Success),
            Status::Solved => (ReportStatus::Solved, Exit::Success),
            Status::Multiple => (ReportStatus::Multiple, Exit::Negative),
            Status::None if invalid.is_empty() => (ReportStatus::None, Exit::Negative),
            Status::None => (ReportStatus::Invalid, Exit::Negative),
            Status::Unknown => (ReportStatus::Unknown, Exit::Unknown),
        };
        let message = (!invalid.is_empty()).then(|| describe(&invalid));
        Outcome { status, exit, solutions: answer.solutions, guesses: answer.guesses, message }
    }

    fn error(message: String) -> Outcome {
        Outcome {
            status: ReportStatus::Error,
            exit: Exit::Error,
            solutions: Vec::new(),
            guesses: None,
            message: Some(message),
        }
    }
}

/// The first clashes in words, and how many more there are.
fn describe(clashes: &[Clash]) -> String {
    const SHOWN: usize = 3;
    let mut text = clashes.iter().take(SHOWN).map(Clash::to_string).collect::<Vec<_>>().join("; ");
    if clashes.len() > SHOWN {
        text += &format!("; and {} more", clashes.len() - SHOWN);
    }
    text
}

//! `solve`: one puzzle or millions, one result each, in order.

use std::collections::HashSet;
use std::io;
use std::sync::Once;
use std::time::{Duration, Instant};

use anstyle::AnsiColor;
use anyhow::{Result, ensure};

use super::claims;
use super::columns::{Columns, write_json};
use super::engine::{Engine, EngineArgs};
use super::options::{Format, Inputs, SAT_OPTIONS, Threads, TimeLimit, whole_number};
use super::output::{draw_grid, draw_solutions, first_clashes, write_lines};
use super::picture::{PictureArgs, answered};
use super::reader::{Asked, Reader};
use super::run::{self, Done, Item};
use super::summary::SummaryArgs;
use super::{Exit, exit_of};
use satdoku::answer::{Answer, Limits, Status};
use satdoku::draw::Picture;
use satdoku::format::write_line;
use satdoku::grid::{Cell, Grid};
use satdoku::solve::{SolveError, SolveReport, Statistics, solutions};
use satdoku::verify::clashes;

/// Solve puzzles and tell whether each has exactly one solution
#[derive(Clone, Debug, clap::Args)]
#[command(
    after_help = OUTPUT,
    mut_arg("solver", |arg| arg.help_heading(SAT_OPTIONS)),
    mut_arg("contender", |arg| arg.help_heading(SAT_OPTIONS))
)]
pub struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// Stop at the first solution, without looking for a second one
    #[arg(long)]
    first: bool,
    /// Print all solutions, or up to N, each in a line with the number of its puzzle
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "18446744073709551615", value_parser = whole_number(1_u64..), conflicts_with_all = ["first", "threads", "stats", "preset", "amo", "solver", "contender", "svg"])]
    all: Option<u64>,
    /// Output format [default: grid for arguments and for a single puzzle on a terminal, else line]
    #[arg(long, value_name = "FORMAT", value_parser = Format::among(&[Format::Grid, Format::Line, Format::Json, Format::Csv, Format::Tsv]))]
    format: Option<Format>,
    /// With --format line: also print the text before and after each puzzle, after a TAB, and keep
    /// blank lines and comments between puzzles in place
    #[arg(long)]
    keep: bool,
    #[command(flatten)]
    time_limit: TimeLimit,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    engine: EngineArgs,
    /// Print sizes of formulas and times of stages to stderr
    #[arg(long, help_heading = SAT_OPTIONS)]
    stats: bool,
    #[command(flatten)]
    summary: SummaryArgs,
    #[command(flatten)]
    picture: PictureArgs,
}

const OUTPUT: &str = "\
Output: one result per puzzle, in the order of the input.
  line  The solution if it is the only one (with --first: the first one found).
        Otherwise one of these, with TABs between the fields:
          multiple  SOLUTION  SOLUTION
          none
          invalid   REASON
          mismatch  SOLUTION...  WHAT THE INPUT CLAIMS
          unknown   [SOLUTION]
          error
  json  One object per line: input, line, id and comment (the text before
        and after the puzzle), puzzle, rules, box, status, solution,
        second_solution, error, time_us (microseconds) and statistics of the
        solver.
        All fields or columns of the input come back too. Where the input has a
        field of the same name, that of the output begins with satdoku_; but
        puzzle, candidates, rules, box and regions remain as the input has them.
  csv   The columns of the first input unchanged, then satdoku_status and
        satdoku_solution. A puzzle with a column of another name is an error.
  tsv   The same, separated by TABs.
All of these write the digits above 9 as A-Z up to side 35, and all digits as
decimals between spaces above it, whichever of the two the input uses. Drawings
and messages write them as the input does.
With --all: the number of the puzzle and a solution, with a TAB between, or
instead of the solution one of the words above; CSV and TSV get the columns
satdoku_number, satdoku_status and satdoku_solution, JSON an object per
solution.
A solution or a number of solutions that the input gives is checked: a wrong
one is a mismatch (exit status 3). 'satdoku formats' shows what is read.

Examples:
  Solve a puzzle:
    satdoku solve 12..34..........
  Solve a file with the fast solver for 9x9, one result per line:
    satdoku solve --solver dpll puzzles/easy.txt
  Show how large the whole formula is, and how long each stage takes:
    satdoku solve --no-simplify --stats 12..34..........
  Solve a table, check its solutions, and keep all its columns:
    printf 'quiz,key\\n12..34..........,\\n' | satdoku solve --solution-column key --format csv
  Print all solutions, with the number of the puzzle before each:
    satdoku solve --all 1234............
  Solve puzzles from standard input, with the diagonals, as JSON:
    satdoku solve --diagonal --format json - < puzzles/diagonal.txt";

/// Solves all puzzles of all inputs.
pub fn run(args: &Args) -> Result<Exit> {
    let mut args = args.clone();
    let has_lines = args.format.is_none_or(|format| format == Format::Line);
    ensure!(has_lines || !args.keep, "--keep: use it with --format line");
    args.inputs.puzzle.asides = args.keep;
    if args.all.is_some() {
        ensure!(args.format != Some(Format::Grid), "--format grid cannot be used with --all");
        args.format.get_or_insert(Format::Line);
    } else if args.keep || args.inputs.are_arguments() {
        args.format.get_or_insert(if args.keep { Format::Line } else { Format::Grid });
    }
    let args = &args;
    let (force, paths) = (args.picture.force, args.inputs.paths());
    let summary = args.summary.begin(force, &paths)?;
    let mut gallery = args.picture.begin(&paths)?;
    let mut statistics = Statistics::default();
    // In order, and in bounded memory: a puzzle may have more solutions than memory holds.
    let (ours, threads) = match args.all {
        None => ("status,solution", args.threads.count()),
        Some(_) => ("number,status,solution", 1),
    };
    let columns = Columns::of(args.format, ours);
    let worker = || Worker::new(args, columns.as_ref());
    let read = Reader::read_candidates;
    let total = run::puzzles(&args.inputs, threads, read, worker, Worker::work, |found: Found| {
        statistics += &found.statistics;
        found.failure.map_or(Ok(()), Err)?;
        gallery.add(found.pictures)
    })?;
    gallery.finish(&[])?;
    if args.stats {
        super::say(&statistics.to_string());
    }
    Ok(summary.finish(&total))
}

/// What is found beside the results.
#[derive(Default)]
struct Found {
    statistics: Statistics,
    pictures: Vec<Picture>,
    /// The error of stdout, if there was one.
    failure: Option<io::Error>,
}

/// What one thread needs.
struct Worker<'a> {
    args: &'a Args,
    columns: Option<&'a Columns>,
    engine: Engine,
}

/// The result of one puzzle.
struct Outcome {
    status: Status,
    solutions: Vec<Grid>,
    message: Option<String>,
}

impl<'a> Worker<'a> {
    fn new(args: &'a Args, columns: Option<&'a Columns>) -> Result<Worker<'a>> {
        let engine = Engine::new(&args.engine, args.limits().solutions)?;
        Ok(Worker { args, columns, engine })
    }

    fn work(&mut self, item: Item<'_>, asked: Result<&Asked, &str>, done: &mut Done<Found>) {
        if done.found.failure.is_some() {
            return;
        }
        let start = (self.args.format == Some(Format::Json)).then(Instant::now);
        let limits = self.args.limits();
        let begun = self.columns.is_none_or(|columns| columns.begin(item, done));
        let outcome = match asked {
            _ if !begun => Outcome::error(String::new()),
            Ok(asked) if self.args.all.is_some() => self.all(item, asked, &limits, done),
            Ok(asked) => self.outcome(item, asked, &limits, done),
            Err(error) => Outcome::error(error.to_owned()),
        };
        let asked = asked.ok().filter(|_| begun);
        // Sums that are not printed would cost `dpll` about 2 % of its time.
        let counts = self.args.stats || self.args.format == Some(Format::Json);
        let statistics = if counts { self.engine.take_statistics() } else { Statistics::default() };
        if counts {
            done.found.statistics += &statistics;
        }
        done.summary.count(outcome.status);
        if let Some(asked) = asked {
            done.found.pictures.extend(self.args.picture.of(|| outcome.picture(asked)));
        }
        if self.args.all.is_none() || !outcome.is_solved() {
            let took = start.map(|start| (start.elapsed(), statistics));
            self.write(item, asked, &outcome, took, done);
        }
    }

    /// Writes every solution up to the limit of `--all` as it is found; what there is to say then.
    fn all(
        &self,
        item: Item<'_>,
        asked: &Asked,
        limits: &Limits,
        done: &mut Done<Found>,
    ) -> Outcome {
        let found = solutions(&asked.puzzle, asked.candidates.as_ref(), limits.deadline);
        let (mut count, mut two, mut failure) = (0, Vec::new(), None);
        for solution in found.take(limits.solutions) {
            match solution {
                Ok(grid) => {
                    count += 1;
                    let solved =
                        Outcome { status: Status::Solved, solutions: vec![grid], message: None };
                    self.write(item, Some(asked), &solved, None, done);
                    if two.len() < 2 {
                        two.extend(solved.solutions);
                    }
                }
                Err(error) => failure = Some(error),
            }
            if done.found.failure.is_some() {
                break;
            }
        }
        let complete = failure.is_none() && count < limits.solutions;
        let mut outcome = match failure {
            Some(SolveError::TimedOut) => {
                done.end(Exit::Unknown);
                let message = Some("the time limit was reached".to_owned());
                Outcome { status: Status::Unknown, solutions: Vec::new(), message }
            }
            Some(error) => {
                done.complain(item, Exit::Failed, &error.to_string());
                Outcome::error(error.to_string())
            }
            None => {
                let answer = Answer { solutions: two, complete, guesses: None };
                self.judged(item, asked, answer, limits, done)
            }
        };
        let claimed = asked.claims.as_ref().and_then(|claims| claims.count);
        if let Some(claimed) = claimed.filter(|&claimed| complete && claimed != count as u64)
            && outcome.status != Status::Mismatch
        {
            let claimed = super::count(claimed, "solution");
            outcome = Outcome::mismatch(
                item,
                format!("the input gives {claimed}, found {count}"),
                Vec::new(),
                done,
            );
        }
        outcome.solutions.clear();
        outcome
    }

    // Not inlined, so that the outcome is made where it is read: a copy waits for all its bytes.
    #[inline(never)]
    fn outcome(
        &mut self,
        item: Item<'_>,
        asked: &Asked,
        limits: &Limits,
        done: &mut Done<Found>,
    ) -> Outcome {
        let candidates = asked.candidates.as_ref();
        if candidates.is_some() {
            note_candidates();
        }
        match self.engine.answer(&asked.puzzle, candidates, limits) {
            Ok(answer) => self.judged(item, asked, answer, limits, done),
            Err(error) => {
                done.complain(item, exit_of(&error), &error.to_string());
                Outcome::error(error.to_string())
            }
        }
    }

    /// What an answer says, held against what the input claims.
    fn judged(
        &self,
        item: Item<'_>,
        asked: &Asked,
        answer: Answer,
        limits: &Limits,
        done: &mut Done<Found>,
    ) -> Outcome {
        let status = answer.status(limits);
        let mismatch = claims::mismatch(asked, (status, &answer.solutions));
        let solutions = answer.solutions;
        if let Some(message) = mismatch {
            return Outcome::mismatch(item, message, solutions, done);
        }
        let asks_for_all = self.args.all.is_some() && status == Status::Multiple;
        done.end(if asks_for_all { Exit::Success } else { status.into() });
        if status == Status::None {
            let clashes = clashes(asked.puzzle.rules(), asked.puzzle.givens());
            if !clashes.is_empty() {
                let message = Some(first_clashes(&clashes, 3, &asked.symbols).join("; "));
                return Outcome { status: Status::Invalid, solutions, message };
            }
        }
        Outcome { status, solutions, message: None }
    }

    /// Writes a result; with `--all` one of several of its puzzle.
    fn write(
        &self,
        item: Item<'_>,
        asked: Option<&Asked>,
        outcome: &Outcome,
        took: Option<(Duration, Statistics)>,
        done: &mut Done<Found>,
    ) {
        const PASS_ON_AT: usize = 1 << 16;
        let (number, out) = (self.args.all.map(|_| item.number), &mut done.text);
        match self.args.format.or(item.job.is_only.then_some(Format::Grid)) {
            Some(Format::Json) => {
                let record = self.report(item, asked, outcome, took.filter(|_| number.is_none()));
                write_json(out, item, &record);
            }
            Some(Format::Grid) => {
                done.drawn = true;
                if item.number > 1 {
                    out.push(b'\n');
                }
                self.write_grid(outcome, asked, out);
            }
            _ if let Some(columns) = self.columns => {
                columns.input(out, item, asked);
                if let Some(number) = number {
                    columns.append(out, [number.to_string().as_bytes()]);
                }
                let mut solution = Vec::new();
                if let (Some(asked), [only]) = (asked, &outcome.solutions[..]) {
                    write_line(&mut solution, only, &asked.data);
                }
                columns.append(out, [outcome.status.name().as_bytes(), &solution]);
                out.push(b'\n');
            }
            _ => {
                if let Some(number) = number {
                    out.extend_from_slice(format!("{number}\t").as_bytes());
                }
                self.write_line(outcome, asked, out);
            }
        }
        if number.is_some() && out.len() >= PASS_ON_AT {
            done.found.failure = write_lines(out).err();
            out.clear();
        }
    }

    fn write_line(&self, outcome: &Outcome, asked: Option<&Asked>, out: &mut Vec<u8>) {
        let Some(asked) = asked else {
            return out.extend_from_slice(b"error\n");
        };
        match (outcome.status, &outcome.solutions[..]) {
            (Status::Unique | Status::Solved, [solution]) => write_line(out, solution, &asked.data),
            (status, solutions) => {
                out.extend_from_slice(status.name().as_bytes());
                for solution in solutions {
                    out.push(b'\t');
                    write_line(out, solution, &asked.data);
                }
                if let Some(message) = &outcome.message
                    && status != Status::Error
                {
                    out.push(b'\t');
                    out.extend_from_slice(message.as_bytes());
                }
            }
        }
        if self.args.keep {
            asked.write_kept(out);
        }
        out.push(b'\n');
    }

    fn write_grid(&self, outcome: &Outcome, asked: Option<&Asked>, out: &mut Vec<u8>) {
        let heading = match (outcome.status, &outcome.message, &outcome.solutions[..]) {
            (Status::Unique | Status::Solved, ..) => "",
            (Status::Multiple, ..) => {
                "several solutions; two of them, which differ where marked *:\n\n"
            }
            (Status::None, ..) => "no solution\n",
            (Status::Invalid, Some(clash), _) => &format!("no solution: {clash}\n"),
            (Status::Mismatch, Some(why), _) => &format!("mismatch: {why}\n\n"),
            (Status::Unknown, _, [_]) => {
                "unknown: a limit was reached; a solution, perhaps not the only one:\n\n"
            }
            (Status::Unknown, ..) => "unknown: no solution was found before a limit was reached\n",
            (status, ..) => &format!("{}\n", status.name()),
        };
        out.extend_from_slice(heading.as_bytes());
        let Some(Asked { puzzle, symbols, .. }) = asked else { return };
        let (rules, givens) = (puzzle.rules(), puzzle.givens());
        if outcome.status == Status::Invalid {
            let clashes = clashes(rules, givens);
            let clashing: HashSet<Cell> = clashes.iter().flat_map(|clash| clash.cells).collect();
            let is_clashing = |cell| clashing.contains(&cell);
            out.push(b'\n');
            draw_grid(out, rules, givens, givens, symbols, AnsiColor::Red, is_clashing);
            out.push(b'\n');
        }
        draw_solutions(out, puzzle, &outcome.solutions, symbols);
    }

    fn report(
        &self,
        item: Item<'_>,
        asked: Option<&Asked>,
        outcome: &Outcome,
        took: Option<(Duration, Statistics)>,
    ) -> SolveReport {
        let solution = |index| Some(asked?.line(outcome.solutions.get(index)?));
        let text = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
        let alone = asked.filter(|_| self.args.all.is_none());
        SolveReport {
            number: self.args.all.map(|_| item.number),
            input: Some(item.input()),
            line: Some(item.raw.line),
            id: alone.and_then(|asked| asked.id.as_deref()).map(text),
            puzzle: asked.map(Asked::report).unwrap_or_default(),
            status: outcome.status,
            solution: solution(0),
            second_solution: solution(1),
            comment: alone.and_then(|asked| asked.comment.as_deref()).map(text),
            error: outcome.message.clone(),
            time_us: took.map(|(time, _)| time.as_micros() as u64),
            statistics: took.filter(|_| asked.is_some()).map(|(_, statistics)| statistics),
        }
    }
}

impl Args {
    /// The limits of a puzzle that begins now.
    fn limits(&self) -> Limits {
        let solutions = match self.all {
            Some(limit) => usize::try_from(limit).unwrap_or(usize::MAX),
            None => 2 - usize::from(self.first),
        };
        Limits { solutions, deadline: self.time_limit.deadline() }
    }
}

/// Says once what else reads a grid of candidates.
fn note_candidates() {
    static NOTED: Once = Once::new();
    NOTED.call_once(|| {
        super::note(format_args!(
            "a grid of candidates; 'candidates', 'hint' and 'explain' read it too"
        ));
    });
}

impl Outcome {
    /// The puzzle with its solutions, or with the givens that clash.
    fn picture(&self, Asked { puzzle, symbols, .. }: &Asked) -> Picture {
        let clashing = match self.status {
            Status::Invalid => clashes(puzzle.rules(), puzzle.givens()),
            _ => Vec::new(),
        };
        let clashing = clashing.iter().flat_map(|clash| clash.cells).collect();
        let why = self.message.as_deref();
        answered(puzzle, symbols, self.status, &self.solutions, clashing, why)
    }

    /// Whether it tells of solutions alone.
    fn is_solved(&self) -> bool {
        matches!(self.status, Status::Unique | Status::Solved | Status::Multiple)
    }

    fn mismatch(
        item: Item<'_>,
        message: String,
        solutions: Vec<Grid>,
        done: &mut Done<Found>,
    ) -> Outcome {
        done.complain(item, Exit::Failed, &message);
        Outcome { status: Status::Mismatch, solutions, message: Some(message) }
    }

    fn error(message: String) -> Outcome {
        let (status, solutions) = (Status::Error, Vec::new());
        Outcome { status, solutions, message: Some(message) }
    }
}

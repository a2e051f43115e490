//! `solve`: solves one puzzle or millions of puzzles, with one result for each puzzle, in order.

use std::collections::HashSet;
use std::sync::Once;
use std::time::{Duration, Instant};

use anstyle::AnsiColor;
use anyhow::{Result, ensure};

use super::columns::Columns;
use super::drawing::{draw_grid, draw_solutions};
use super::engine::{Engine, SettledBy, solver};
use super::exit::Exit;
use super::input::Inputs;
use super::options::{Format, SAT_OPTIONS, Threads, TimeLimit, whole_number};
use super::output::{note, write_lines};
use super::picture::PictureArgs;
use super::reader::Asked;
use super::run::{Done, Item, Task, write_json};
use super::summary::SummaryArgs;
use super::verdict::Verdict;
use crate::contender;
use satdoku::solve::{SolveReport, Statistics, in_time};
use satdoku::{Answer, Cell, Limits, Status, solutions, write_line};

#[derive(Clone, Debug, clap::Args)]
#[command(after_help = OUTPUT)]
pub struct Args {
    /// The puzzles
    #[command(flatten)]
    pub inputs: Inputs,
    /// Stop at the first solution, without looking for a second one
    #[arg(long)]
    first: bool,
    /// Print all solutions, or up to N per puzzle, each in a line with the number of its puzzle
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "18446744073709551615", value_parser = whole_number::<u64>(1..=u64::MAX), conflicts_with_all = ["first", "threads", "solver", "svg"])]
    all: Option<u64>,
    /// Output format [default: grid for puzzles as arguments or a single puzzle on a terminal, else
    /// line]
    #[arg(long, value_name = "FORMAT", value_parser = Format::among(&[Format::Grid, Format::Line, Format::Json, Format::Csv, Format::Tsv, Format::FPuzzles, Format::SudokuPad, Format::Iss]))]
    format: Option<Format>,
    #[command(flatten)]
    time_limit: TimeLimit,
    #[command(flatten)]
    threads: Threads,
    /// Solver to use, one that 'satdoku compare --list' lists [default: satdoku]. 'auto' does the
    /// same as 'satdoku', except on grids above 9x9: if varisat does not answer within some
    /// seconds, 'auto' asks kissat or cadical, whichever is installed. With NAME, a SAT
    /// solver gets the whole formula; with NAME:simplified, the formula that remains after
    /// simplification (for large grids); with NAME:PRESET/AMO, the whole formula in that encoding.
    /// NAME=dimacs:COMMAND runs another SAT solver, and NAME=lines:COMMAND runs a Sudoku program
    /// (requires --first)
    #[arg(long, value_name = "NAME", help_heading = SAT_OPTIONS, hide_possible_values = true, value_parser = solver())]
    solver: Option<String>,
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
          none      (no solution)
          invalid   REASON (two givens clash)
          mismatch  SOLUTION...  REASON (the input's solution or count is wrong)
          unknown   [SOLUTION] [REASON] (the solver stopped before it knew)
          error     (not a puzzle, or the solver failed)
  json  One object per line: number (of the puzzle, from 1), input, line, id and
        comment (the text before and after the puzzle), puzzle, rules, box,
        status, solution, second_solution, error, settled_by (a stage of the
        default solver, or a solver of 'auto'), time_us (microseconds) and
        statistics of the solver.
        All fields or columns of the input are kept too. If a field of the input
        and a field of the output have the same name, the name in the output
        begins with satdoku_; but puzzle, candidates, rules, box, regions and
        clues remain as the input has them.
  csv   The columns of the first input unchanged, then satdoku_status,
        satdoku_solution and satdoku_reason (of error, invalid, mismatch and
        unknown). An input with other columns is an error.
  tsv   The same, separated by TABs.
  fpuzzles, sudokupad, iss
        A link that opens the puzzle, with all its clues and the solution, in
        f-puzzles, SudokuPad or the Interactive Sudoku Solver (there the digits
        of the solution are givens). Results other than a solution are written as
        with --format line. A rule or clue that the other program does not know is
        an error, and the message names it.
All of these formats write digits above 9 as A-Z up to side 35. On larger grids
they write all digits as decimal numbers, with spaces between them. Drawings and
messages write digits as the input does.
With --all, each line holds the number of the puzzle, a TAB, and a solution or
one of the words above; CSV and TSV also get the column satdoku_number, and JSON
has one object per solution.
A solution or a number of solutions in the input is checked; if it is wrong, the
result is a mismatch (exit status 3). If the puzzle has exactly one solution, a
given solution with open cells is a mismatch too. If the number of solutions is
above 1, 'solve' only checks that there are several; with --all, it checks the
number itself. 'satdoku formats' shows in which forms puzzles are read.

Examples:
  Solve a puzzle:
    satdoku solve 12..34..........
  Solve a file with the fast solver for 9x9, one result per line:
    satdoku solve --solver dpll puzzles/easy.txt
  Show how large the whole formula is, and how long each stage takes:
    satdoku solve --solver varisat --format json 12..34..........
  Solve a table, check its solutions, and keep all its columns:
    printf 'quiz,key\\n12..34..........,\\n' | satdoku solve --solution-column key --format csv
  Print all solutions, with the number of the puzzle before each:
    satdoku solve --all 1234............
  Solve puzzles from standard input, with the diagonals, as JSON:
    satdoku solve --diagonal --format json - < puzzles/diagonal.txt";

/// Solves all puzzles of all inputs.
pub fn run(mut args: Args) -> Result<Exit> {
    if args.all.is_some() {
        ensure!(args.format != Some(Format::Grid), "--format grid cannot be used with --all");
        args.format.get_or_insert(Format::Line);
    } else if args.inputs.are_arguments() {
        args.format.get_or_insert(Format::Grid);
    }
    let args = &args;
    // With `--all`, one thread writes solutions as they are found: a puzzle may have more solutions
    // than fit in memory.
    let (ours, threads) = match args.all {
        None => ("status,solution,reason", args.threads.count()),
        Some(_) => ("number,status,solution,reason", 1),
    };
    let columns = Columns::of(args.format, ours);
    let task = Task {
        threads,
        summary: args.summary.summary,
        picture: Some(&args.picture),
        ..Task::of(&args.inputs)
    };
    let worker = || {
        let engine = Engine::new(args.solver.as_deref(), args.limits().solutions)?;
        Ok(Worker { args, columns: columns.as_ref(), engine, settled_by: None })
    };
    task.run(worker, Worker::work, |()| Ok(()))
}

/// The data of one thread.
struct Worker<'a> {
    args: &'a Args,
    columns: Option<&'a Columns>,
    engine: Engine,
    /// What settled the current puzzle, if this is known.
    settled_by: Option<SettledBy>,
}

impl Worker<'_> {
    fn work(&mut self, item: &Item<'_>, done: &mut Done) -> Result<()> {
        let start = (self.args.format == Some(Format::Json)).then(Instant::now);
        let begun = self.columns.map_or(Ok(()), |columns| columns.begin(item, done));
        let verdict = match (&begun, item.asked) {
            (Ok(()), Ok(asked)) => self.answer(item, asked, done),
            (Ok(()), Err(error)) => Verdict::error(error.to_owned()),
            (Err(error), _) => Verdict::error(error.clone()),
        };
        // Statistics are only computed if they are printed: they would take about 2 % of the time
        // of `dpll`.
        let work = start.map(|start| Work {
            time: start.elapsed(),
            statistics: self.engine.take_statistics(),
            settled_by: self.settled_by.take(),
        });
        done.summary.count(verdict.status);
        if let (Ok(()), Ok(asked)) = (begun, item.asked) {
            let picture = || verdict.picture(asked, verdict.why().as_deref());
            done.pictures.extend(self.args.picture.of(picture));
        }
        // With `--all`, the solutions are already written.
        let is_solved =
            matches!(verdict.status, Status::Unique | Status::Solved | Status::Multiple);
        if self.args.all.is_none() || !is_solved {
            self.write(item, &verdict, work.as_ref(), done);
        }
        Ok(())
    }

    // Not inlined, so that the verdict is made in the place where it is read: a copy would have to
    // wait for all its bytes.
    #[inline(never)]
    fn answer(&mut self, item: &Item<'_>, asked: &Asked, done: &mut Done) -> Verdict {
        let limits = self.args.limits();
        let candidates = asked.candidates.as_ref();
        if candidates.is_some() && self.args.all.is_none() {
            static NOTED: Once = Once::new();
            let told = "found a grid of candidates; 'candidates', 'hint' and 'explain' read it too";
            NOTED.call_once(|| note(told));
        }
        if self.args.all.is_some() {
            let said = self.all(item, asked, &limits, done);
            return said.unwrap_or_else(|error| Verdict::error(done.fail(item, &error)));
        }
        match self.engine.answer(&asked.puzzle, candidates, &limits) {
            Ok((answer, settled_by)) => {
                let mut verdict = self.told(item, Verdict::of(asked, answer, &limits, None), done);
                if verdict.status != Status::Unknown {
                    done.summary.settled(settled_by);
                    self.settled_by = settled_by;
                } else if let Some(SettledBy::Solver(last)) = settled_by {
                    let asked = match contender::DEFAULT {
                        first if first == last => first.to_owned(),
                        first => format!("{first} and then {last}"),
                    };
                    verdict.error = Some(format!("{asked} gave no answer"));
                }
                verdict
            }
            Err(error) => Verdict::error(done.fail(item, &error)),
        }
    }

    /// Writes each solution when it is found, up to the limit of `--all`. Returns the verdict after
    /// the last solution.
    fn all(
        &self,
        item: &Item<'_>,
        asked: &Asked,
        limits: &Limits,
        done: &mut Done,
    ) -> Result<Verdict> {
        let found = solutions(&asked.puzzle, asked.candidates.as_ref(), limits.deadline);
        let (mut number, mut two) = (0, Vec::new());
        for solution in found.take(limits.solutions) {
            let Some(grid) = in_time(solution)? else {
                done.end(Exit::Unknown);
                let error = Some("the time limit was reached".to_owned());
                return Ok(Verdict { error, ..Verdict::default() });
            };
            number += 1;
            let (status, solutions) = (Status::Solved, vec![grid]);
            let solved = Verdict { status, solutions, ..Verdict::default() };
            self.write(item, &solved, None, done);
            if two.len() < 2 {
                two.extend(solved.solutions);
            }
            if done.failure.is_some() {
                break;
            }
        }
        let complete = number < limits.solutions;
        let answer = Answer { solutions: two, complete, guesses: None };
        let all = complete.then_some(number);
        let mut verdict = self.told(item, Verdict::of(asked, answer, limits, all), done);
        verdict.solutions.clear();
        Ok(verdict)
    }

    /// Reports the verdict on a puzzle.
    fn told(&self, item: &Item<'_>, verdict: Verdict, done: &mut Done) -> Verdict {
        let is_asked_for = verdict.status == Status::Multiple && self.args.all.is_some();
        let exit = if is_asked_for { Exit::Success } else { verdict.status.into() };
        verdict.tell(item, exit, done);
        verdict
    }

    /// Writes a result of a puzzle. With `--all`, a puzzle may have several results.
    fn write(&self, item: &Item<'_>, verdict: &Verdict, work: Option<&Work>, done: &mut Done) {
        const PASS_ON_AT: usize = 1 << 16;
        // `Solved` is any solution, with `--first` or `--all`.
        let is_solved = matches!(verdict.status, Status::Unique | Status::Solved);
        let program = self.args.format.and_then(Format::program).filter(|_| is_solved);
        let link = match (program, item.asked) {
            (Some(program), Ok(asked)) => {
                let link = asked.link(program, verdict.solutions.first());
                Some(link.unwrap_or_else(|error| {
                    done.fail(item, &error);
                    "error".to_owned()
                }))
            }
            _ => None,
        };
        let (number, out) = (self.args.all.map(|_| item.number), &mut done.text);
        match self.args.format.or(item.is_only.then_some(Format::Grid)) {
            Some(Format::Json) => write_json(out, item, &report(verdict, item, work)),
            Some(Format::Grid) => {
                done.drawn = true;
                if item.number > 1 {
                    out.push(b'\n');
                }
                write_grid(verdict, item, out);
            }
            _ if let Some(columns) = self.columns => {
                columns.input(out, item);
                if let Some(number) = number {
                    columns.append(out, [number.to_string().as_bytes()]);
                }
                let mut solution = Vec::new();
                if let (Ok(asked), [only]) = (item.asked, &verdict.solutions[..]) {
                    write_line(&mut solution, only, &asked.data);
                }
                let (status, reason) = (verdict.status.name(), verdict.why().unwrap_or_default());
                columns.append(out, [status.as_bytes(), &solution, reason.as_bytes()]);
                out.push(b'\n');
            }
            _ => {
                if let Some(number) = number {
                    out.extend_from_slice(format!("{number}\t").as_bytes());
                }
                match link {
                    Some(link) => out.extend(link.bytes()),
                    None => write_verdict(verdict, item, out),
                }
                out.push(b'\n');
            }
        }
        if number.is_some() && out.len() >= PASS_ON_AT {
            done.failure = write_lines(out).err().map(Into::into);
            out.clear();
        }
    }
}

impl Args {
    /// The limits of a puzzle that begins now.
    pub fn limits(&self) -> Limits {
        let solutions = match self.all {
            Some(limit) => usize::try_from(limit).unwrap_or(usize::MAX),
            None => 2 - usize::from(self.first),
        };
        Limits { solutions, deadline: self.time_limit.deadline() }
    }
}

fn write_verdict(verdict: &Verdict, item: &Item<'_>, out: &mut Vec<u8>) {
    let Ok(Asked { data, .. }) = item.asked else {
        return out.extend_from_slice(b"error");
    };
    if let (Status::Unique | Status::Solved, [solution]) = (verdict.status, &verdict.solutions[..])
    {
        return write_line(out, solution, data);
    }
    out.extend_from_slice(verdict.status.name().as_bytes());
    for solution in &verdict.solutions {
        out.push(b'\t');
        write_line(out, solution, data);
    }
    if let Some(message) = verdict.why().filter(|_| verdict.status != Status::Error) {
        out.push(b'\t');
        out.extend_from_slice(message.as_bytes());
    }
}

fn write_grid(verdict: &Verdict, item: &Item<'_>, out: &mut Vec<u8>) {
    let solutions = &verdict.solutions;
    if !matches!(verdict.status, Status::Unique | Status::Solved) {
        out.extend(verdict.heading().bytes());
        let is_drawn = !solutions.is_empty() || verdict.status == Status::Invalid;
        out.extend_from_slice(if is_drawn { b"\n\n" } else { b"\n" });
    }
    let Ok(Asked { puzzle, symbols, .. }) = item.asked else { return };
    if verdict.status == Status::Invalid {
        let clashing: HashSet<Cell> = verdict.clashing.iter().copied().collect();
        let is_clashing = |cell| clashing.contains(&cell);
        draw_grid(out, puzzle, puzzle.givens(), symbols, AnsiColor::Red, is_clashing);
    }
    draw_solutions(out, puzzle, solutions, symbols);
}

/// The work that an answer took.
struct Work {
    time: Duration,
    statistics: Statistics,
    settled_by: Option<SettledBy>,
}

/// The verdict as JSON.
fn report(verdict: &Verdict, item: &Item<'_>, work: Option<&Work>) -> SolveReport {
    let asked = item.asked.ok();
    let solution = |index| Some(asked?.line(verdict.solutions.get(index)?));
    let text = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
    SolveReport {
        id: asked.and_then(|asked| asked.id.as_deref()).map(text),
        puzzle: asked.map(Asked::report).unwrap_or_default(),
        status: verdict.status,
        solution: solution(0),
        second_solution: solution(1),
        comment: asked.and_then(|asked| asked.comment.as_deref()).map(text),
        error: verdict.why(),
        settled_by: work.and_then(|work| Some(work.settled_by.as_ref()?.to_string())),
        time_us: work.map(|work| work.time.as_micros() as u64),
        statistics: work.filter(|_| asked.is_some()).map(|work| work.statistics),
    }
}

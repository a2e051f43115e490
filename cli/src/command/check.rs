//! `check`: tells whether puzzles have exactly one solution, and shows evidence if they do not.

use std::io::{self, IsTerminal, Write};
use std::time::Instant;

use anyhow::{Result, bail};
use serde::Serialize;
use serde_json::{Value, json};

use super::columns::Columns;
use super::dataset::{Found, ReportArgs};
use super::drawing::{draw_solutions, first_clashes};
use super::exit::Exit;
use super::input::Inputs;
use super::options::{Format, Threads, TimeLimit, whole_number};
use super::output::{note, write_lines};
use super::picture::PictureArgs;
use super::progress::Questions;
use super::reader::Asked;
use super::run::{Done, Item, Task, write_json};
use super::summary::SummaryArgs;
use super::verdict::Verdict;
use satdoku::canonical::Canonicalizer;
use satdoku::draw::Picture;
use satdoku::evidence::{self, Additions, Backbone, Conflict, Count, Estimate, Minimality};
use satdoku::format::{Program, write_candidates};
use satdoku::generate::Pattern;
use satdoku::solve::in_time;
use satdoku::{
    Candidate, CellNames, Deadline, Digit, Grid, Limits, Pipeline, Puzzle, PuzzleReport,
    SolveError, Status,
};

#[derive(Debug, clap::Args)]
#[command(after_help = OUTPUT, mut_arg("time_limit", |limit| limit.default_value("10")))]
pub struct Args {
    /// The puzzles
    #[command(flatten)]
    pub inputs: Inputs,
    /// Also list each redundant given and clue: without this one, the puzzle still has only one
    /// solution. Also list sets of symmetric givens that can be removed together
    #[arg(long)]
    minimal: bool,
    /// If there are several solutions, also list additional givens that would leave only one: each
    /// single given that would do so, or else the smallest set of givens that was found. Also
    /// count, for each candidate, the solutions with this candidate, up to N
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "100", value_parser = whole_number::<u64>(2..=1_000_000))]
    additions: Option<u64>,
    /// Also count the solutions, up to N. If there may be more than were counted, and N is 1000 or
    /// more, their number is also estimated
    #[arg(long, value_name = "N", value_parser = whole_number::<u64>(1..=u64::MAX), allow_negative_numbers = true)]
    count: Option<u64>,
    /// Also show the cells that hold the same digit in every solution, and the possible digits of
    /// the other cells
    #[arg(long)]
    backbone: bool,
    /// If there is no solution, find a smallest set of clashing givens (slower), not just any set
    /// in which all givens are needed
    #[arg(long)]
    smallest: bool,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among(&[Format::Text, Format::Json, Format::Csv, Format::Tsv, Format::FPuzzles, Format::SudokuPad, Format::Iss]))]
    format: Format,
    #[command(flatten)]
    time_limit: TimeLimit,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    summary: SummaryArgs,
    #[command(flatten)]
    picture: PictureArgs,
    #[command(flatten)]
    report: ReportArgs,
}

const OUTPUT: &str = "\
Exits with 0 if every puzzle has exactly one solution, with 1 if a puzzle has no
solution or several solutions, and with 4 if the time limit was reached before
everything asked for was known.

CSV and TSV have the columns of the input, then satdoku_status,
satdoku_solution, satdoku_second_solution, satdoku_reason, satdoku_count,
satdoku_unneeded_givens and satdoku_time_limit_reached. JSON has all fields of
the input too. The formats fpuzzles, sudokupad and iss print the status, a TAB
and a link that opens the puzzle in f-puzzles, SudokuPad or the Interactive
Sudoku Solver. If there is only one solution, the links to f-puzzles and
SudokuPad contain this solution.

Examples:
  Show why a puzzle has no solution, with the fewest givens that clash:
    satdoku check --smallest 12..21..........
  Count the solutions of a puzzle, up to 1000:
    satdoku check --count 1000 12..34..........
  List the givens that would leave one solution, and the redundant givens of another puzzle:
    satdoku check --additions 12..34..........
    satdoku check --minimal 12343412214343.1
  Check a file and print one JSON object per line:
    satdoku check --format json puzzles/easy.txt";

/// Checks all puzzles of all inputs.
pub fn run(args: &Args) -> Result<Exit> {
    let ours = "status,solution,second_solution,reason,count,unneeded_givens,time_limit_reached";
    let columns = Columns::of(Some(args.format), ours);
    let columns = columns.as_ref();
    let task = Task {
        threads: args.threads.count(),
        summary: args.summary.summary,
        picture: Some(&args.picture),
        ..Task::of(&args.inputs)
    };
    let worker = || Ok((Pipeline::new(), Canonicalizer::new()));
    let inputs = args.inputs.named().into_iter().map(|(name, _)| name);
    let Some(data_set) = args.report.begin(inputs)? else {
        return task.run(
            worker,
            |(pipeline, _), item, done| {
                args.work(pipeline, columns, item, done);
                Ok(())
            },
            |()| Ok(()),
        );
    };
    let mut all = Found::default();
    let exit = task.run(
        worker,
        |(pipeline, canonicalizer), item, done: &mut Done<Found>| {
            let report = args.report_of(pipeline, item, done);
            data_set.add(&mut done.found, item, &report.verdict, canonicalizer);
            Ok(())
        },
        |found| {
            data_set.join(&mut all, found);
            Ok(())
        },
    )?;
    write_lines(data_set.finish(all)?.as_bytes())?;
    Ok(exit)
}

impl Args {
    fn work(
        &self,
        pipeline: &mut Pipeline,
        columns: Option<&Columns>,
        item: &Item<'_>,
        done: &mut Done,
    ) {
        let begun = columns.map_or(Ok(()), |columns| columns.begin(item, done));
        let mut report = match begun {
            Ok(()) => self.report_of(pipeline, item, done),
            Err(error) => {
                done.summary.count(Status::Error);
                Report::error(error)
            }
        };
        if let Ok(asked) = item.asked {
            done.pictures.extend(self.picture.of(|| report.picture(asked)));
        }
        if let Some(program) = self.format.program() {
            let Verdict { status, solutions, .. } = &report.verdict;
            let is_only = *status == Status::Unique && program != Program::Iss;
            let only = solutions.first().filter(|_| is_only);
            let link = item.asked.ok().map(|asked| asked.link(program, only));
            let told = match link.map(|link| link.map_err(|error| done.fail(item, &error))) {
                Some(Ok(link)) => format!("{status}\t{link}\n"),
                _ => "error\n".to_owned(),
            };
            done.text.extend(told.bytes());
            return;
        }
        if self.format != Format::Text {
            item.asked.iter().for_each(|asked| report.state(asked));
            match columns {
                Some(columns) => columns.write(&mut done.text, item, &report.flat()),
                None => write_json(&mut done.text, item, &report),
            }
            return;
        }
        done.drawn = true;
        done.text.extend(item.label().bytes());
        match item.asked {
            Ok(asked) => {
                report.write_text(asked, &mut done.text).expect("a vector takes everything")
            }
            Err(_) => done.text.extend(b"error\n"),
        }
    }

    /// Examines a puzzle, and reports and counts the result.
    fn report_of<T>(&self, pipeline: &mut Pipeline, item: &Item<'_>, done: &mut Done<T>) -> Report {
        let start = Instant::now();
        let mut report = match item.asked {
            Err(error) => Report::error(error.to_owned()),
            Ok(asked) => {
                let report = self.examine(asked, pipeline);
                report.unwrap_or_else(|error| Report::error(done.fail(item, &error)))
            }
        };
        report.verdict.tell(item, report.exit(), done);
        report.time_us = start.elapsed().as_micros() as u64;
        done.summary.count(report.verdict.status);
        report
    }

    /// Examines a puzzle under one deadline: first the verdict, then everything that the options
    /// ask for. A grid of candidates only gets a verdict.
    ///
    /// # Errors
    /// If a solver failed, or if an option cannot be used for a grid of candidates.
    pub fn examine(&self, asked: &Asked, pipeline: &mut Pipeline) -> Result<Report> {
        let Asked { puzzle, candidates, symbols, .. } = asked;
        let asks_more = self.minimal || self.backbone || self.smallest || self.additions.is_some();
        if candidates.is_some() && (asks_more || self.count.is_some()) {
            bail!(
                "expected a puzzle of digits for --minimal, --additions, --count, --backbone and \
                 --smallest, found a grid of candidates"
            );
        }
        let deadline = self.time_limit.deadline();
        let limits = Limits { deadline, ..Limits::UNIQUE };
        let answer = pipeline.solve_among(puzzle, candidates.as_ref(), &limits)?.answer;
        let name = |cell| puzzle.size().cell_name(cell);
        let differing_cells = answer.differing().into_iter().map(name).collect();
        let verdict = Verdict::of(asked, answer, &limits, None);
        let (status, late) = (verdict.status, verdict.status == Status::Unknown);
        let mut report = Report { verdict, differing_cells, late, ..Report::default() };
        if candidates.is_some() {
            return Ok(report);
        }
        match (status, report.verdict.solutions.first()) {
            (Status::None | Status::Invalid, _) => self.explain(asked, deadline, &mut report)?,
            (Status::Unique, Some(_)) if self.minimal => unneeded(asked, deadline, &mut report)?,
            _ => {}
        }
        if self.backbone && !report.verdict.solutions.is_empty() {
            let backbone = or_late(evidence::backbone(puzzle, deadline), &mut report.late)?;
            let backbone = backbone.map(|found| agreed(found, "a solution")).transpose()?;
            report.late |= backbone.as_ref().is_none_or(|backbone| !backbone.complete);
            report.backbone = backbone;
        }
        if let (Some(bound), Status::Multiple) = (self.additions, status) {
            let size = puzzle.size();
            let open = size.cell_count() - puzzle.givens().filled().count();
            let mut questions = Questions::new(open * size.side());
            let tell = |counted, givens: &[Candidate]| {
                questions.answered(counted);
                if !givens.is_empty() {
                    let names: Vec<_> =
                        givens.iter().map(|&given| symbols.candidate(size, given)).collect();
                    tell_early("would leave one solution", &names);
                }
            };
            let found = evidence::additions(puzzle, bound, deadline, tell)?;
            drop(questions);
            report.late |= !found.complete || found.single.is_empty() && !found.is_fewest;
            report.additions = Some(found);
        }
        if let Some(limit) = self.count {
            let known = report.verdict.solutions.len() as u64;
            let count = match status {
                Status::None | Status::Invalid | Status::Unique => {
                    Count { found: known, complete: true }
                }
                // An eighth of the time is kept for the estimate.
                _ => {
                    let kept = deadline.remaining().unwrap_or_default() / 8;
                    evidence::count(puzzle, known, limit, deadline.earlier(kept))?
                }
            };
            if !count.complete && limit >= LEAST_TO_ESTIMATE {
                report.estimate = evidence::estimate(puzzle, DIVES, deadline);
            }
            report.late |= !count.complete && count.found < limit;
            report.count = Some(count);
        }
        Ok(report)
    }

    /// Adds the reason why there is no solution.
    fn explain(&self, asked: &Asked, deadline: Deadline, report: &mut Report) -> Result<()> {
        let has_clues = !asked.puzzle.rules().clues().is_empty();
        let goal = match self.smallest {
            true => Minimality::Smallest,
            false if report.verdict.clashes.is_empty() || has_clues => Minimality::Minimal,
            // If two givens clash and there are no clues, these givens are evidence enough.
            false => Minimality::Unknown,
        };
        let conflict = match evidence::conflict(&asked.puzzle, goal, deadline) {
            Err(error @ SolveError::TooLarge { .. }) => {
                report.verdict.error = Some(format!("the reason is not known: {error}"));
                return Ok(());
            }
            conflict => or_late(conflict, &mut report.late)?,
        };
        let Some(found) = conflict else { return Ok(()) };
        let conflict = agreed(found, "no solution")?;
        report.late |= conflict.minimality < goal || conflict.units.is_none();
        report.verdict.clashing = conflict.givens.iter().map(|given| given.cell).collect();
        report.conflict = Some(conflict);
        Ok(())
    }
}

/// If a count with at least this limit is not complete, the number of solutions is estimated with
/// `DIVES` dives.
const LEAST_TO_ESTIMATE: u64 = 1000;
const DIVES: usize = 1000;

/// On a terminal, shows an answer to the user before the other answers are known.
fn tell_early(what: &str, names: &[String]) {
    if std::io::stderr().is_terminal() {
        note(format_args!("{} {what}", names.join(", ")));
    }
}

/// Adds the givens and clues that can be left out.
fn unneeded(asked: &Asked, deadline: Deadline, report: &mut Report) -> Result<()> {
    let Asked { puzzle, symbols, .. } = asked;
    let solution = &report.verdict.solutions[0];
    let name = |given: &Candidate| symbols.candidate(puzzle.size(), *given);
    let names = |givens: &[Candidate]| givens.iter().map(name).collect();
    let givens: Vec<Candidate> = puzzle.givens().filled().collect();
    let mut questions = Questions::new(givens.len());
    let tell = |given: usize, can_go| {
        questions.answered(given + 1);
        if can_go {
            tell_early("can be left out", &[name(&givens[given])]);
        }
    };
    let unneeded = evidence::unneeded_givens(puzzle, solution, deadline, tell);
    drop(questions);
    let unneeded = or_late(unneeded, &mut report.late)?;
    if let Some(unneeded) = &unneeded {
        let together = unneeded_together(puzzle, solution, unneeded, deadline);
        let together = or_late(together, &mut report.late)?.unwrap_or_default();
        let together = together.into_iter().map(|(pattern, of, sets)| {
            let sets = sets.iter().map(|set| names(set)).collect();
            Together { symmetry: pattern.name(), of, unneeded: sets }
        });
        report.unneeded_together = together.collect();
    }
    report.unneeded_givens = unneeded.as_deref().map(names);
    let clues = puzzle.rules().clues();
    if !clues.is_empty() {
        let text = |clue: usize| clues[clue].text(puzzle.rules());
        let mut questions = Questions::new(clues.len());
        let tell = |clue, can_go| {
            questions.answered(clue + 1);
            if can_go {
                tell_early("can be left out", &[text(clue)]);
            }
        };
        let unneeded = evidence::unneeded_clues(puzzle, solution, deadline, tell);
        drop(questions);
        let unneeded = or_late(unneeded, &mut report.late)?;
        report.unneeded_clues = unneeded.map(|unneeded| unneeded.into_iter().map(text).collect());
    }
    Ok(())
}

/// For each symmetry of the cells with givens: the number of sets of symmetric givens, and the sets
/// that can be removed as a whole.
type ByPattern = Vec<(Pattern, usize, Vec<Vec<Candidate>>)>;

fn unneeded_together(
    puzzle: &Puzzle,
    solution: &Grid,
    unneeded: &[Candidate],
    deadline: Deadline,
) -> Result<ByPattern, SolveError> {
    let givens = puzzle.givens();
    let mut found = Vec::new();
    for pattern in Pattern::ALL {
        if pattern == Pattern::Free || unneeded.is_empty() || pattern.broken_by(givens).is_some() {
            continue;
        }
        let given = |cell| Candidate { cell, digit: givens.get(cell).expect("a given") };
        let orbits = pattern.orbits(givens).into_iter().filter(|orbit| orbit.len() > 1);
        let mut sets: Vec<Vec<Candidate>> =
            orbits.map(|orbit| orbit.into_iter().map(given).collect()).collect();
        let of = sets.len();
        sets.retain(|set| set.iter().all(|given| unneeded.contains(given)));
        let mut can_go =
            evidence::unneeded_sets(puzzle, solution, &sets, deadline, |_, _| ())?.into_iter();
        sets.retain(|_| can_go.next() == Some(true));
        found.push((pattern, of, sets));
    }
    Ok(found)
}

/// Symmetric givens that can be removed together.
#[derive(Debug, Serialize)]
struct Together {
    symmetry: &'static str,
    /// The number of all sets of symmetric givens.
    of: usize,
    unneeded: Vec<Vec<String>>,
}

/// The result of a second run of the solver. There must be one, since the first run found
/// `verdict`.
fn agreed<T>(found: Option<T>, verdict: &str) -> Result<T, SolveError> {
    found.ok_or_else(|| {
        SolveError::Solver(format!("found {verdict} first, and the opposite when asked again"))
    })
}

/// Turns the error at the deadline into `None`, and sets `late`.
fn or_late<T>(result: Result<T, SolveError>, late: &mut bool) -> Result<Option<T>, SolveError> {
    let value = in_time(result)?;
    *late |= value.is_none();
    Ok(value)
}

/// All results about one puzzle, in the form of JSON. It is empty at first. The fields that
/// [`Report::state`] sets are only for JSON.
#[derive(Debug, Default, Serialize)]
pub struct Report {
    #[serde(flatten)]
    puzzle: PuzzleReport,
    #[serde(flatten)]
    verdict: Verdict,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    second_solution: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    differing_cells: Vec<String>,
    #[serde(rename = "conflict", skip_serializing_if = "Option::is_none")]
    conflict_json: Option<Value>,
    #[serde(skip)]
    conflict: Option<Conflict>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unneeded_givens: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unneeded_together: Vec<Together>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unneeded_clues: Option<Vec<String>>,
    #[serde(rename = "additions", skip_serializing_if = "Option::is_none")]
    additions_json: Option<Value>,
    #[serde(skip)]
    additions: Option<Additions>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<Count>,
    #[serde(skip_serializing_if = "Option::is_none")]
    estimate: Option<Estimate>,
    #[serde(rename = "backbone", skip_serializing_if = "Option::is_none")]
    backbone_json: Option<Value>,
    #[serde(skip)]
    backbone: Option<Backbone>,
    /// Whether the deadline passed before all results were known.
    #[serde(rename = "time_limit_reached")]
    late: bool,
    time_us: u64,
}

impl Report {
    /// The report of a puzzle that could not be examined.
    fn error(message: String) -> Report {
        Report { verdict: Verdict::error(message), ..Report::default() }
    }

    /// Sets the fields that are only for JSON: the puzzle and the results. Digits are written as in
    /// lines, and cells are named as in sentences.
    pub fn state(&mut self, asked: &Asked) {
        let Asked { puzzle, symbols, .. } = asked;
        let (size, rules) = (puzzle.size(), puzzle.rules());
        self.puzzle = asked.report();
        let mut lines = self.verdict.solutions.iter().map(|grid| asked.line(grid));
        (self.solution, self.second_solution) = (lines.next(), lines.next());
        self.conflict_json = self.conflict.as_ref().map(|conflict| {
            let givens = conflict.givens.iter().map(|&given| symbols.candidate(size, given));
            let units = conflict.units.as_ref().map(|found| {
                let units = found.units.iter().map(|&unit| rules.unit(unit).kind);
                let units = units.map(|kind| kind.named(size, CellNames::A1));
                let cells = found.pairs.iter().map(|&pair| rules.pair(pair).cells);
                let pairs = cells.map(|cells| cells.map(|cell| size.cell_name(cell)).join(" and "));
                units.chain(pairs).collect::<Vec<_>>()
            });
            let mut stated = json!({
                "givens": givens.collect::<Vec<_>>(),
                "minimality": format!("{:?}", conflict.minimality).to_lowercase(),
                // Null if the time limit was reached first.
                "units": units,
                "units_minimal": conflict.units.as_ref().map(|found| found.minimal),
                "words": conflict.describe(puzzle, symbols),
            });
            if !rules.clues().is_empty() {
                let clues = conflict.clues.iter().map(|&clue| rules.clues()[clue].text(rules));
                stated["clues"] = clues.collect();
            }
            stated
        });
        self.additions_json = self.additions.as_ref().map(|found| {
            let names = |givens: &[Candidate]| -> Vec<String> {
                givens.iter().map(|&given| symbols.candidate(size, given)).collect()
            };
            // For each cell, row by row: a list of counts, one for each digit.
            let counts: Vec<_> = found.counts.chunks(size.side()).collect();
            json!({
                "single": names(&found.single),
                "fewest": names(&found.fewest),
                "no_fewer": found.is_fewest,
                "counts": counts,
                "counted_up_to": found.bound,
            })
        });
        self.backbone_json = self.backbone.as_ref().map(|found| {
            let digits = |cell| found.possible[cell].iter().map(Digit::value).collect::<Vec<_>>();
            let decided = asked.line(&found.decided(puzzle));
            // For each cell, row by row: a list of digits.
            let possible: Vec<_> = size.cells().map(digits).collect();
            json!({ "decided": decided, "possible": possible, "complete": found.complete })
        });
    }

    /// The report as JSON, with values that fit in the columns of a table.
    fn flat(&self) -> Value {
        let mut record = json!(self);
        if let Some(conflict) = &self.conflict_json {
            record["error"] = conflict["words"].clone();
        }
        let number = |count: Count| match count.complete {
            true => count.found.to_string(),
            false => count.to_string(),
        };
        record["count"] = self.count.map(number).into();
        record["unneeded_givens"] =
            self.unneeded_givens.as_ref().map(|names| names.join(" ")).into();
        record
    }

    /// The exit status that the report asks for.
    fn exit(&self) -> Exit {
        match self.verdict.status {
            // The worker has already set the exit status of the error.
            Status::Error => Exit::Success,
            status if self.late && status != Status::Mismatch => Exit::Unknown,
            status => status.into(),
        }
    }

    /// A picture of the puzzle with its solutions, the digits that each cell can have, or the
    /// givens that clash.
    pub fn picture(&self, asked: &Asked) -> Picture {
        let Asked { puzzle, symbols, .. } = asked;
        if let Some(backbone) = &self.backbone {
            let caption = "the digits that solutions have in each cell";
            let picture = Picture::new(puzzle, symbols).found(&backbone.decided(puzzle));
            return picture.candidates(&backbone.possible).caption(caption);
        }
        let words = self.conflict.as_ref().map(|found| found.describe(puzzle, symbols));
        self.verdict.picture(asked, words.or_else(|| self.verdict.why()).as_deref())
    }

    /// Writes the verdict in the first line, and the evidence below.
    fn write_text(&self, asked: &Asked, out: &mut Vec<u8>) -> io::Result<()> {
        let Asked { puzzle, symbols, .. } = asked;
        let Verdict { status, solutions, clashes, .. } = &self.verdict;
        match &self.conflict {
            None => writeln!(out, "{}", self.verdict.heading())?,
            Some(conflict) => {
                writeln!(out, "no solution: {}", conflict.describe(puzzle, symbols))?;
                let units = conflict.describe_units(puzzle);
                let count = conflict.givens.len() + conflict.clues.len();
                if let Some(units) = units.filter(|units| count > 2 && !units.is_empty()) {
                    writeln!(out, "units that take part in the clash: {units}")?;
                }
            }
        }
        if *status == Status::Multiple {
            writeln!(out)?;
            draw_solutions(out, puzzle, solutions, symbols);
            writeln!(out)?;
        }
        if let (Status::None | Status::Invalid, [_, _, ..]) = (status, &clashes[..]) {
            for clash in first_clashes(clashes, 10) {
                writeln!(out, "{clash}")?;
            }
        }
        match self.unneeded_givens.as_deref() {
            None => {}
            Some([]) if puzzle.givens().is_empty() => {}
            Some([]) => writeln!(out, "minimal: every given is needed")?,
            Some(names) => {
                let (count, of) = (names.len(), puzzle.givens().filled().count());
                write!(out, "not minimal: each of these givens alone can be left out ")?;
                writeln!(out, "({count} of {of}): {}", names.join(", "))?;
            }
        }
        for Together { symmetry, of, unneeded } in &self.unneeded_together {
            let sets: Vec<_> = unneeded.iter().map(|set| set.join("+")).collect();
            match &sets[..] {
                [] => writeln!(out, "{symmetry}: no symmetric givens can be left out together")?,
                sets => {
                    write!(out, "{symmetry}: symmetric givens that can be left out together ")?;
                    writeln!(out, "({} of {of}): {}", sets.len(), sets.join(", "))?;
                }
            }
        }
        match self.unneeded_clues.as_deref() {
            None => {}
            Some([]) => writeln!(out, "every clue is needed")?,
            Some(clues) => {
                let (count, of) = (clues.len(), puzzle.rules().clues().len());
                writeln!(out, "each of these clues alone can be left out ({count} of {of}):")?;
                for clue in clues {
                    writeln!(out, "  {clue}")?;
                }
            }
        }
        if let Some(found) = &self.additions {
            write_additions(found, asked, out)?;
        }
        if let Some(backbone) = &self.backbone {
            writeln!(out, "{}; possible digits:\n", backbone.describe(puzzle))?;
            write_candidates(out, puzzle.rules(), &backbone.possible, symbols);
            writeln!(out, "\n")?;
        }
        if let Some(count) = self.count {
            let estimate = self.estimate.map(|estimate| format!("; {estimate}"));
            writeln!(out, "solutions: {count}{}", estimate.unwrap_or_default())?;
        }
        if self.late {
            writeln!(out, "the time limit was reached before everything asked for was known")?;
        }
        Ok(())
    }
}

/// Writes the givens that would leave one solution, and the counts of all candidates.
fn write_additions(found: &Additions, asked: &Asked, out: &mut Vec<u8>) -> io::Result<()> {
    let Asked { puzzle, symbols, .. } = asked;
    let size = puzzle.size();
    let names = |givens: &[Candidate]| {
        givens.iter().map(|&given| symbols.candidate(size, given)).collect::<Vec<_>>().join(", ")
    };
    if !found.single.is_empty() {
        let (count, names) = (found.single.len(), names(&found.single));
        writeln!(out, "each of these givens, if added, leaves one solution ({count}): {names}")?;
    } else if !found.fewest.is_empty() {
        let (count, names) = (found.fewest.len(), names(&found.fewest));
        let fewer =
            if found.is_fewest { "no smaller set does" } else { "perhaps a smaller set does" };
        writeln!(out, "these {count} givens, if added, leave one solution ({fewer}): {names}")?;
    }
    for (cell, counts) in size.cells().zip(found.counts.chunks(size.side())) {
        let held = size.digits().zip(counts).filter(|(_, count)| **count != Some(0));
        let held = held.map(|(digit, count)| {
            let count = match count {
                None => "?".to_owned(),
                Some(count) if *count == found.bound => format!("{count} or more"),
                Some(count) => count.to_string(),
            };
            format!("{}: {count}", symbols.write(digit, size.side()))
        });
        let held = held.collect::<Vec<_>>().join(", ");
        if !held.is_empty() {
            writeln!(out, "solutions with {} = {held}", size.cell_name(cell))?;
        }
    }
    Ok(())
}

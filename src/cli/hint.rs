//! `hint`: the next step and its reason.

use anyhow::Result;

use super::Exit;
use super::options::{Format, Inputs, whole_number};
use super::reader::Reader;
use super::run::{self, Done, Item};
use super::steps::{self, Cells, EffortArgs, StepJson};
use crate::answer::{Limits, Status};
use crate::evidence::{self, Minimality};
use crate::explain::{CellNames, Conclusion, Effort, Found, State, Step};
use crate::format::Symbols;
use crate::grid::{Candidate, Cell, Grid, Size};
use crate::rules::Puzzle;
use crate::solve::{Pipeline, SolveError};

/// Show the next step of a puzzle, and its reason
///
/// Reads puzzles, half-filled grids, and grids of candidates as the command 'candidates' prints
/// them. If the entries contradict each other, shows the fewest that do instead of a step, and how.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// How much to show: 1 where to look, 2 also the technique, 3 the whole step
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = whole_number(1..=3_u8))]
    level: u8,
    /// Explain this conclusion: that a cell holds a digit (D3=5), or that cells do not (D3<>5 or
    /// r4c3<>5; several with commas)
    #[arg(long, value_name = "CONCLUSION")]
    about: Option<String>,
    /// How to name cells
    #[arg(long, value_name = "NAMES", default_value = "a1")]
    cells: Cells,
    #[command(flatten)]
    effort: EffortArgs,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among(&[Format::Text, Format::Json]))]
    format: Format,
}

const EXAMPLES: &str = "\
Exits with 1 if the entries have no solution, or if no step can decide between
several solutions, and with 4 if no step is found.

Examples:
  Show the next step of a puzzle:
    satdoku hint 1.3...2..1..4..2
  Show only where to look:
    satdoku hint --level 1 1.3...2..1..4..2
  Explain why a cell does not hold a digit, and why another one holds one:
    satdoku hint --about 'A2<>4' 1.3...2..1..4..2
    satdoku hint --about B3=2 1.3...2..1..4..2";

/// Gives a hint for every puzzle of the inputs.
pub fn run(args: &Args) -> Result<Exit> {
    let worker = || Ok(Worker { args, reader: args.inputs.puzzle.reader()? });
    Ok(run::puzzles(&args.inputs, 1, worker, Worker::work, |()| Ok(()))?.exit)
}

struct Worker<'a> {
    args: &'a Args,
    reader: Reader,
}

/// The answer for one puzzle.
enum Hint {
    Step(Step),
    /// A message without a step, and its exit status.
    Words(Exit, String),
}

impl Worker<'_> {
    fn work(&mut self, item: Item<'_>, done: &mut Done<()>) {
        let (puzzle, state) = match steps::read(&mut self.reader, item.raw) {
            Ok(read) => read,
            Err(error) => return done.reject(item, &error),
        };
        let hint = match self.hint(&puzzle, &state) {
            Ok(hint) => hint,
            Err((exit, error)) => return done.complain(item, exit, &error),
        };
        let (exit, text) = match hint {
            Hint::Words(exit, words) if self.args.format == Format::Json => {
                (exit, serde_json::json!({ "message": words }).to_string())
            }
            Hint::Words(exit, words) => (exit, words),
            Hint::Step(step) => {
                let words =
                    steps::words(&state, &step, self.args.cells, &self.reader.options().symbols);
                let text = if self.args.format == Format::Json {
                    serde_json::to_string(&StepJson::of(&words)).expect("strings")
                } else {
                    match self.args.level {
                        1 => format!("look at {}", words.place()),
                        2 => format!("{}: look at {}", step.technique, words.place()),
                        _ => words.sentence(),
                    }
                };
                let none = step.conclusion == Conclusion::Contradiction;
                (if none { Exit::Negative } else { Exit::Success }, text)
            }
        };
        done.text.extend_from_slice(text.as_bytes());
        done.text.push(b'\n');
        done.end(exit);
    }

    fn hint(&self, puzzle: &Puzzle, state: &State) -> Result<Hint, (Exit, String)> {
        let failed = |error: SolveError| (Exit::Failed, error.to_string());
        let effort = self.args.effort.effort();
        let symbols = &self.reader.options().symbols;
        let digit = |digit| symbols.write(digit, puzzle.size().side());
        let cell = |cell| CellNames::from(self.args.cells).name(puzzle.size(), cell);
        let limits = Limits { deadline: effort.deadline, ..Limits::UNIQUE };
        let answer = Pipeline::new().solve(puzzle, &limits).map_err(failed)?.answer;
        let status = answer.status(&limits);
        let solutions = match status {
            Status::None => {
                let conflict = evidence::conflict(puzzle, Minimality::Smallest, effort.deadline);
                let words = match conflict {
                    Ok(Some(conflict)) => {
                        let mut lines =
                            vec![format!("no solution: {}", conflict.describe(puzzle, symbols))];
                        // Two givens are said to clash in a unit.
                        if self.args.level == 3 && conflict.givens.len() > 2 {
                            let (givens, cells) = (&conflict.givens, self.args.cells);
                            let steps =
                                steps::steps_to_clash(puzzle, givens, &effort, cells, symbols);
                            lines.extend(steps.map_err(failed)?);
                        }
                        lines.join("\n")
                    }
                    Ok(None) | Err(SolveError::TimedOut) => "no solution".to_owned(),
                    Err(error) => return Err(failed(error)),
                };
                return Ok(Hint::Words(Exit::Negative, words));
            }
            _ => answer.solutions,
        };
        let is_left = |held: &Candidate| state.candidates()[held.cell].contains(held.digit);
        if let (Status::Unique, [solution]) = (status, &solutions[..]) {
            let gone: Vec<Candidate> = solution.filled().filter(|held| !is_left(held)).collect();
            if let [held, ..] = gone[..] {
                let words = format!(
                    "no solution: {} is {} in the only solution, but that candidate is gone",
                    cell(held.cell),
                    digit(held.digit)
                );
                return Ok(Hint::Words(Exit::Negative, words));
            }
            if puzzle.givens().is_full() {
                return Ok(Hint::Words(Exit::Success, "solved: nothing is left to do".to_owned()));
            }
        }
        if let (true, [first, second]) = (effort.assume_unique, &solutions[..]) {
            let why = undecided(first, second, &cell);
            return Ok(Hint::Words(Exit::Negative, format!("no step: {why}")));
        }
        let effort =
            Effort { assume_unique: effort.assume_unique && status == Status::Unique, ..effort };
        let found = match &self.args.about {
            None => state.next_step(&effort),
            Some(about) => {
                let conclusion = parse_about(about, puzzle.size(), symbols)
                    .map_err(|error| (Exit::Error, error))?;
                let (asked, is_placed) = match &conclusion {
                    Conclusion::Eliminations(gone) => (&gone[..], false),
                    Conclusion::Placement(placed) => (std::slice::from_ref(placed), true),
                    Conclusion::Contradiction => (&[][..], false),
                };
                for &Candidate { cell: of, digit: held } in asked {
                    let placed = puzzle.givens().get(of);
                    if placed == Some(held) && is_placed {
                        let words = format!("{} is {} already", cell(of), digit(held));
                        return Ok(Hint::Words(Exit::Success, words));
                    }
                    if !is_placed && !state.candidates()[of].contains(held) {
                        let words = format!("{} is not a candidate of {}", digit(held), cell(of));
                        return Ok(Hint::Words(Exit::Success, words));
                    }
                    let otherwise = |s: &&Grid| (s.get(of) == Some(held)) != is_placed;
                    if let Some(solution) = solutions.iter().find(otherwise) {
                        let other = solution.get(of).expect("a full grid");
                        let line = self.args.inputs.puzzle.line(solution);
                        let words = format!("{} can be {}: {line}", cell(of), digit(other));
                        return Ok(Hint::Words(Exit::Negative, words));
                    }
                }
                state.step_about(&conclusion, &effort)
            }
        };
        Ok(match (found.map_err(failed)?, &solutions[..]) {
            (Found::Step(step), _) => Hint::Step(step),
            (_, [first, second]) => {
                Hint::Words(Exit::Negative, format!("no step: {}", undecided(first, second, &cell)))
            }
            (Found::TimedOut, _) => {
                Hint::Words(Exit::Unknown, "no step found: the time limit was reached".to_owned())
            }
            (Found::Nothing, _) => {
                let words = "no step found: trials within trials refute no candidate";
                Hint::Words(Exit::Unknown, words.to_owned())
            }
        })
    }
}

/// Why no step goes on: two solutions, and where they differ.
pub fn undecided(first: &Grid, second: &Grid, name: &impl Fn(Cell) -> String) -> String {
    let cells = first.size().cells().filter(|&cell| first.get(cell) != second.get(cell));
    let names: Vec<String> = cells.map(name).collect();
    format!("there are several solutions; two of them differ in {}", names.join(", "))
}

/// `D3=5`, or `D3<>5,r4c3<>5`.
fn parse_about(text: &str, size: Size, symbols: &Symbols) -> Result<Conclusion, String> {
    let error = || {
        let last = text.rsplit(['=', '>']).next().unwrap_or_default().trim();
        if text.contains('=') && text.contains(',') {
            return "--about: expected <> for several conclusions, as in D3<>5,D4<>5".to_owned();
        }
        match last.parse::<usize>() {
            Ok(digit) if digit > size.side() => {
                format!("--about: {digit} is above the side, {}", size.side())
            }
            _ => format!(
                "--about: expected a cell and a digit, as in D3<>5, r4c3<>5 or D3=5, found {text:?}"
            ),
        }
    };
    let candidate = |(name, digit): (&str, &str)| {
        let is_named = |cell: &Cell| {
            let names =
                [Cells::A1, Cells::Rc].map(|cells| CellNames::from(cells).name(size, *cell));
            names.iter().any(|known| known.eq_ignore_ascii_case(name.trim()))
        };
        let cell = size.cells().find(is_named)?;
        let digit = size.digits().find(|&d| symbols.write(d, size.side()) == digit.trim())?;
        Some(Candidate { cell, digit })
    };
    if let Some(placed) = text.split_once('=') {
        return candidate(placed).map(Conclusion::Placement).ok_or_else(error);
    }
    let parts = text.split(',').map(|part| part.split_once("<>").and_then(candidate));
    let mut gone = parts.collect::<Option<Vec<_>>>().ok_or_else(error)?;
    gone.sort_unstable();
    gone.dedup();
    Ok(Conclusion::Eliminations(gone))
}

//! `hint`: the next step and its reason.

use anyhow::Result;
use serde::Serialize;

use super::Exit;
use super::engine::answer_among;
use super::options::{Format, Inputs, whole_number};
use super::picture::{Drawn, PictureArgs};
use super::reader::Reader;
use super::run::{self, Done, Item};
use super::steps::{self, Cells, EffortArgs, StepJson};
use crate::answer::{Limits, Status};
use crate::draw::Picture;
use crate::evidence::{self, Minimality};
use crate::explain::{CellNames, Conclusion, Effort, Found, State, Step};
use crate::format::Symbols;
use crate::grid::{Candidate, Cell, Grid, Size};
use crate::rules::Puzzle;
use crate::solve::{SolveError, in_time};

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
    #[command(flatten)]
    picture: PictureArgs,
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
    let mut gallery = args.picture.begin(&args.inputs.paths())?;
    let collect = |drawn| gallery.add(drawn);
    let total = run::puzzles(&args.inputs, 1, worker, Worker::work, collect)?;
    gallery.finish(&[])?;
    Ok(total.exit)
}

struct Worker<'a> {
    args: &'a Args,
    reader: Reader,
}

/// The answer for one puzzle.
enum Hint {
    Step(Step),
    Notice(Notice),
}

/// What there is to say in place of a step.
#[derive(Serialize)]
struct Notice {
    #[serde(skip)]
    exit: Exit,
    message: String,
    /// From entries that clash to the contradiction.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    steps: Vec<String>,
    /// The cells in which two solutions differ.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    differ: Vec<String>,
    /// The cells of the entries that clash.
    #[serde(skip)]
    clashing: Vec<Cell>,
}

impl Notice {
    fn new(exit: Exit, message: impl Into<String>) -> Notice {
        let message = message.into();
        Notice { exit, message, steps: Vec::new(), differ: Vec::new(), clashing: Vec::new() }
    }

    fn undecided(first: &Grid, second: &Grid, cells: Cells) -> Notice {
        let differ = steps::differing(first, second, cells);
        let message = format!("no step: {}", steps::undecided(&differ));
        Notice { differ, ..Notice::new(Exit::Negative, message) }
    }
}

impl Worker<'_> {
    fn work(&mut self, item: Item<'_>, done: &mut Done<Drawn>) {
        let (puzzle, state) = match steps::read(&mut self.reader, item.raw) {
            Ok(read) => read,
            Err(error) => return done.reject(item, &error),
        };
        let hint = match self.hint(&puzzle, &state) {
            Ok(hint) => hint,
            Err((exit, error)) => return done.complain(item, exit, &error),
        };
        let symbols = &self.reader.options().symbols;
        let picture = Picture::new(&puzzle, symbols).names(self.args.cells.into());
        let picture = picture.found(state.placed()).candidates(state.candidates());
        let (exit, said, json, picture) = match hint {
            Hint::Notice(notice) => {
                let json = serde_json::to_string(&notice).expect("strings");
                let said = [&[notice.message][..], &notice.steps].concat().join("\n");
                (notice.exit, said, json, picture.clashing(notice.clashing))
            }
            Hint::Step(step) => {
                let words = steps::words(&state, &step, self.args.cells, symbols);
                let (said, picture) = match self.args.level {
                    1 => (format!("look at {}", words.place()), picture),
                    2 => (format!("{}: look at {}", step.technique, words.place()), picture),
                    _ => (words.sentence(), picture.step(&state, &step)),
                };
                let json = serde_json::to_string(&StepJson::of(&words)).expect("strings");
                let none = step.conclusion == Conclusion::Contradiction;
                (if none { Exit::Negative } else { Exit::Success }, said, json, picture)
            }
        };
        done.found.pictures.extend(self.args.picture.of(|| picture.caption(&said)));
        let text = if self.args.format == Format::Json { json } else { said };
        done.text.extend_from_slice(text.as_bytes());
        done.text.push(b'\n');
        done.end(exit);
    }

    fn hint(&self, puzzle: &Puzzle, state: &State) -> Result<Hint, (Exit, String)> {
        let failed = |error: SolveError| (Exit::Failed, error.to_string());
        let mut effort = self.args.effort.effort();
        let answer = steps::answer(puzzle, state, effort.deadline).map_err(failed)?;
        let status = answer.status(&Limits::UNIQUE);
        if status == Status::None {
            return self.no_solution(puzzle, state, &effort).map(Hint::Notice).map_err(failed);
        }
        let undecided = match &answer.solutions[..] {
            [first, second] => Some(Notice::undecided(first, second, self.args.cells)),
            _ => None,
        };
        if status == Status::Unique && puzzle.givens().is_full() {
            let notice = Notice::new(Exit::Success, "solved: nothing is left to do");
            return Ok(Hint::Notice(notice));
        }
        effort.assume_unique &= status != Status::Unknown;
        let found = match &self.args.about {
            _ if effort.assume_unique && undecided.is_some() => Found::Nothing,
            None => state.next_step(&effort).map_err(failed)?,
            Some(about) => {
                let symbols = &self.reader.options().symbols;
                let conclusion = parse_about(about, puzzle.size(), symbols)
                    .map_err(|error| (Exit::Error, error))?;
                if let Some(notice) = self.answered(&conclusion, state, &answer.solutions) {
                    return Ok(Hint::Notice(notice));
                }
                state.step_about(&conclusion, &effort).map_err(failed)?
            }
        };
        let nothing = |message| Hint::Notice(Notice::new(Exit::Unknown, message));
        Ok(match (found, undecided) {
            (Found::Step(step), _) => Hint::Step(step),
            (_, Some(notice)) => Hint::Notice(notice),
            (Found::TimedOut, _) => nothing("no step found: the time limit was reached"),
            (Found::Nothing, _) => {
                nothing("no step found: trials within trials refute no candidate")
            }
        })
    }

    /// Which entries are wrong, if a state has no solution.
    fn no_solution(
        &self,
        puzzle: &Puzzle,
        state: &State,
        effort: &Effort,
    ) -> Result<Notice, SolveError> {
        let symbols = &self.reader.options().symbols;
        let none = |why: String| Notice::new(Exit::Negative, format!("no solution{why}"));
        let conflict = evidence::conflict(puzzle, Minimality::Smallest, effort.deadline);
        if let Some(conflict) = in_time(conflict)?.flatten() {
            // Two givens are said to clash in a unit.
            let steps = match self.args.level == 3 && conflict.givens.len() > 2 {
                true => {
                    let (givens, cells) = (&conflict.givens, self.args.cells);
                    steps::steps_to_clash(puzzle, givens, effort, cells, symbols)?
                }
                false => Vec::new(),
            };
            let clashing = conflict.givens.iter().map(|given| given.cell).collect();
            return Ok(Notice {
                steps,
                clashing,
                ..none(format!(": {}", conflict.describe(puzzle, symbols)))
            });
        }
        // The digits have a solution, so candidates are missing.
        let answer = answer_among(puzzle, None, effort.deadline)?;
        let is_gone = |held: &Candidate| !state.candidates()[held.cell].contains(held.digit);
        let gone = |solution: &Grid| solution.filled().find(is_gone);
        Ok(match (answer.status(&Limits::UNIQUE), answer.solutions.first().and_then(gone)) {
            (Status::Unique, Some(held)) => none(format!(
                ": {} is {} in the only solution, but that candidate is gone",
                self.cell(puzzle.size(), held.cell),
                symbols.write(held.digit, puzzle.size().side()),
            )),
            (Status::Multiple, _) => none(": the candidates exclude all solutions".to_owned()),
            _ => none(String::new()),
        })
    }

    /// What makes a step to this conclusion needless or impossible.
    fn answered(
        &self,
        conclusion: &Conclusion,
        state: &State,
        solutions: &[Grid],
    ) -> Option<Notice> {
        let size = state.size();
        let digit = |digit| self.reader.options().symbols.write(digit, size.side());
        let (asked, is_placed) = match conclusion {
            Conclusion::Eliminations(gone) => (&gone[..], false),
            Conclusion::Placement(placed) => (std::slice::from_ref(placed), true),
            Conclusion::Contradiction => return None,
        };
        asked.iter().find_map(|&Candidate { cell, digit: held }| {
            let name = self.cell(size, cell);
            if is_placed && state.placed().get(cell) == Some(held) {
                let message = format!("{name} is {} already", digit(held));
                return Some(Notice::new(Exit::Success, message));
            }
            if !is_placed && !state.candidates()[cell].contains(held) {
                let message = format!("{} is not a candidate of {name}", digit(held));
                return Some(Notice::new(Exit::Success, message));
            }
            let solution = solutions.iter().find(|s| (s.get(cell) == Some(held)) != is_placed)?;
            let other = digit(solution.get(cell).expect("a full grid"));
            let line = self.args.inputs.puzzle.line(solution);
            Some(Notice::new(Exit::Negative, format!("{name} can be {other}: {line}")))
        })
    }

    fn cell(&self, size: Size, cell: Cell) -> String {
        CellNames::from(self.args.cells).name(size, cell)
    }
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

//! `hint`: the next step and its reason.

use anyhow::Result;
use serde::Serialize;

use super::Exit;
use super::columns::write_json;
use super::options::{Inputs, TextFormat, whole_number};
use super::picture::PictureArgs;
use super::reader::{Asked, Reader};
use super::run::{self, Done, Item};
use super::steps::{self, StepArgs, numbered};
use satdoku::draw::Picture;
use satdoku::explain::{CellNames, Conclusion, Guide, Hint, NoStep, Notice, State};
use satdoku::format::Symbols;
use satdoku::grid::{Candidate, Cell, Size};
use satdoku::rules::Puzzle;
use satdoku::solve::SolveError;

/// Show the next step of a puzzle, and its reason
///
/// Reads puzzles, half-filled grids, and grids of candidates as the command 'candidates' prints
/// them. If the entries contradict each other, shows a smallest set of them that does, and why,
/// instead of a step.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, mut_arg("time_limit", |limit| limit.default_value("10")))]
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
    #[command(flatten)]
    steps: StepArgs,
    #[command(flatten)]
    format: TextFormat,
    #[command(flatten)]
    picture: PictureArgs,
}

const EXAMPLES: &str = "\
Exits with 1 if the entries have no solution, or have several and no step is
left, and with 4 if no step is found, perhaps because the time limit is reached.

Examples:
  Show the next step of a puzzle:
    satdoku hint 1.3...2..1..4..2
  Show only where to look:
    satdoku hint --level 1 1.3...2..1..4..2
  Explain why a cell does not hold a digit, and why another one holds one:
    satdoku hint --about 'A2<>4' 1.3...2..1..4..2
    satdoku hint --about C3=4 1.3...2..1..4..2";

/// Gives a hint for every puzzle of the inputs.
pub fn run(args: &Args) -> Result<Exit> {
    let mut gallery = args.picture.begin(&args.inputs.paths())?;
    let total = run::puzzles(
        &args.inputs,
        1,
        Reader::read_candidates,
        || Ok(()),
        |(), item, asked, done| args.work(item, asked, done),
        |pictures| gallery.add(pictures),
    )?;
    gallery.finish(&[])?;
    Ok(total.exit)
}

/// A notice as JSON.
#[derive(Serialize)]
struct NoticeJson<'a> {
    message: &'a str,
    /// From entries that clash to the contradiction.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    steps: Vec<String>,
    /// The cells in which two solutions differ.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    differ: Vec<String>,
}

impl Args {
    fn work(&self, item: Item<'_>, asked: Result<&Asked, &str>, done: &mut Done<Vec<Picture>>) {
        let Ok(asked) = asked else { return };
        let (puzzle, state) = match steps::begin(asked) {
            Ok(begun) => begun,
            Err(error) => return done.complain(item, Exit::Error, &error),
        };
        let (guide, hint) = match self.hint(item, &puzzle, &state, &asked.symbols) {
            Ok(found) => found,
            Err((exit, error)) => return done.complain(item, exit, &error),
        };
        let picture = Picture::new(&puzzle, guide.symbols).names(guide.names);
        let picture = picture.found(state.placed()).candidates(state.candidates());
        let mut json = Vec::new();
        let (exit, said, picture) = match hint {
            Hint::Notice(notice) => {
                let steps = match self.steps(&guide, &notice) {
                    Ok(steps) => steps,
                    Err(error) => return done.complain(item, Exit::Failed, &error.to_string()),
                };
                let exit = match notice.reason {
                    _ if steps.is_none() => Exit::Unknown,
                    NoStep::Needless => Exit::Success,
                    NoStep::Impossible => Exit::Negative,
                    NoStep::NotFound => Exit::Unknown,
                };
                let late = "; the time limit was reached before steps to that were known";
                let message = notice.message + if steps.is_none() { late } else { "" };
                let steps = steps.unwrap_or_default();
                let said = [&[message.clone()][..], &steps].concat().join("\n");
                let differ = self.steps.names(puzzle.size(), &notice.differ);
                write_json(&mut json, item, &NoticeJson { message: &message, steps, differ });
                let clashing = notice.clashing.iter().map(|given| given.cell);
                (exit, said, picture.clashing(clashing))
            }
            Hint::Step(step) => {
                let words = guide.words(&state, &step);
                let picture = match self.level {
                    1 | 2 => picture,
                    _ => picture.step(&state, &step),
                };
                write_json(&mut json, item, &self.steps.report(&words));
                let none = step.conclusion == Conclusion::Contradiction;
                let exit = if none { Exit::Negative } else { Exit::Success };
                let said = match self.level {
                    level @ 1..=2 => words.at_level(level),
                    _ => self.steps.sentence(&words),
                };
                (exit, said, picture)
            }
        };
        done.found.extend(self.picture.of(|| picture.caption(&said)));
        if self.format.is_json() {
            done.text.extend(json);
        } else {
            done.text.extend((said + "\n").bytes());
        }
        done.end(exit);
    }

    fn hint<'s>(
        &'s self,
        item: Item<'_>,
        puzzle: &'s Puzzle,
        state: &State,
        symbols: &'s Symbols,
    ) -> Result<(Guide<'s>, Hint), (Exit, String)> {
        let guide = self.steps.guide(puzzle, state, symbols, item)?;
        let about = self.about.as_deref();
        let about = about.map(|about| parse_about(about, puzzle.size(), symbols)).transpose();
        let about = about.map_err(|error| (Exit::Error, error))?;
        let hint = guide.hint(state, about.as_ref());
        Ok((guide, hint.map_err(|error| (Exit::Failed, error.to_string()))?))
    }

    /// The steps by which givens clash, where the whole hint is asked for; `None` at the time limit.
    /// Of two it is said in which unit they do.
    fn steps(&self, guide: &Guide<'_>, notice: &Notice) -> Result<Option<Vec<String>>, SolveError> {
        if self.level < 3 || notice.clashing.len() <= 2 {
            return Ok(Some(Vec::new()));
        }
        let steps = guide.steps_to_clash(&notice.clashing)?;
        let late = steps.is_empty() && guide.effort.deadline.is_over();
        Ok((!late).then(|| numbered(steps)))
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
            let names = [CellNames::A1, CellNames::Rc].map(|names| names.name(size, *cell));
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

//! `hint`: shows the next step and its reason.

use anyhow::{Result, anyhow};
use serde::Serialize;

use super::columns::Told;
use super::exit::Exit;
use super::input::Inputs;
use super::options::{TextFormat, whole_number};
use super::output::note;
use super::picture::PictureArgs;
use super::reader::Asked;
use super::run::{Done, Item, Task, write_json};
use super::steps::{self, NUMBERED, StepArgs};
use satdoku::draw::Picture;
use satdoku::explain::{CellNames, Conclusion, Goal, Hint, State, StepReport};
use satdoku::format::write_candidates;
use satdoku::{Candidate, Cell, PuzzleReport, Size, Symbols};

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, mut_arg("time_limit", |limit| limit.default_value("10")))]
pub struct Args {
    /// The puzzles
    #[command(flatten)]
    pub inputs: Inputs,
    /// How much to show: 1 shows where to look, 2 also the technique, 3 the whole step
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = whole_number::<u8>(1..=3))]
    level: u8,
    /// Explain this conclusion: a cell holds a digit (D3=5), or does not hold it (D3<>5 or r4c3<>5;
    /// several of these with commas between them). If only a cell is named (D3), show the first
    /// steps that place a digit in this cell or remove a candidate from it
    #[arg(long, value_name = "CONCLUSION")]
    about: Option<String>,
    /// Show all steps with the technique and the number of truths of the next step
    #[arg(long, conflicts_with_all = ["about", "level"])]
    all: bool,
    /// Also print the candidates after the step; 'hint' can read them again. If the puzzle has
    /// clues, the step itself is printed to stderr, as a note
    #[arg(long)]
    apply: bool,
    /// How steps are found and told
    #[command(flatten)]
    pub steps: StepArgs,
    #[command(flatten)]
    format: TextFormat,
    #[command(flatten)]
    picture: PictureArgs,
}

const EXAMPLES: &str = "\
Exits with 1 if the entries have no solution, if they have several solutions and
no step is left, or if the conclusion of --about is false. Exits with 4 if no
step is found, perhaps because the time limit is reached.

Examples:
  Show the next step of a puzzle:
    satdoku hint 1.3...2..1..4..2
  Show only where to look:
    satdoku hint --level 1 1.3...2..1..4..2
  Explain why a cell does not hold a digit, and why another cell holds a digit:
    satdoku hint --about 'A2<>4' 1.3...2..1..4..2
    satdoku hint --about C3=4 1.3...2..1..4..2
  Show which digits a clue excludes:
    satdoku hint --clue 'killer 4 A1 A2' ................
  Take two steps, one after the other:
    satdoku hint --apply 1.3...2..1..4..2 | satdoku hint --apply";

/// Gives a hint for every puzzle of the inputs.
pub fn run(args: &Args) -> Result<Exit> {
    let task = Task { picture: Some(&args.picture), ..Task::of(&args.inputs) };
    task.run(|| Ok(()), |(), item, done| args.work(item, done), |()| Ok(()))
}

/// A hint as JSON.
#[derive(Serialize)]
#[serde(untagged)]
enum HintJson<'a> {
    Step(&'a StepReport),
    /// A message: a notice, a hint of a lower level, or several steps.
    Notice {
        message: &'a str,
        /// The steps that lead from clashing entries to a contradiction, or to the conclusion that
        /// the user asked about.
        #[serde(skip_serializing_if = "<[String]>::is_empty")]
        steps: &'a [String],
        /// The cells in which two solutions differ.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        differ: Vec<String>,
    },
}

/// A hint, and the puzzle after its step.
#[derive(Serialize)]
struct Applied<'a> {
    #[serde(flatten)]
    hint: HintJson<'a>,
    /// The puzzle for the next hint.
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<PuzzleReport>,
}

impl Args {
    fn work(&self, item: &Item<'_>, done: &mut Done) -> Result<()> {
        done.tell(item, self.format.is_json(), |asked, done| self.tell(item, asked, done));
        Ok(())
    }

    /// The cell or conclusion that `--about` names, if it is given.
    ///
    /// # Errors
    /// If the text is neither a cell of this size nor a conclusion.
    pub fn goal(&self, size: Size, symbols: &Symbols) -> Result<Option<Goal>> {
        self.about.as_deref().map(|about| parse_about(about, size, symbols)).transpose()
    }

    fn tell(&self, item: &Item<'_>, asked: &Asked, done: &mut Done) -> Result<()> {
        let (puzzle, state) = steps::begin(asked)?;
        let guide = self.steps.guide(&puzzle, &state, &asked.symbols, |why| {
            note(format_args!("{}: {why}", item.place()));
        })?;
        let about = self.goal(puzzle.size(), &asked.symbols)?;
        let picture = Picture::new(&puzzle, guide.symbols).names(guide.names);
        let picture = picture.found(state.placed()).candidates(state.candidates());
        let margin = |of: &'static str| Some(of).filter(|_| !self.format.is_json());
        let (mut report, mut differ, mut after) = (None, Vec::new(), None);
        let (exit, message, steps, picture) = match guide.hint(&state, about.as_ref())? {
            Hint::Ending(mut ending) => {
                // These steps show why givens clash. For two givens, the message already names the
                // unit in which they clash.
                let are_told = self.level == 3 && ending.clashing.len() > 2;
                let steps = match are_told {
                    true => guide.steps_to_clash(&ending.clashing)?,
                    false => Vec::new(),
                };
                let late = are_told && steps.is_empty() && guide.effort.deadline.is_over();
                if late {
                    ending.sentence +=
                        "; the time limit was reached before steps that show this were found";
                }
                let exit = if late { Exit::Unknown } else { ending.status.into() };
                differ = self.steps.names(puzzle.size(), &ending.differ);
                let clashing = ending.clashing.iter().map(|given| given.cell);
                (exit, ending.sentence, steps, picture.clashing(clashing))
            }
            Hint::Steps(steps) => {
                let (before, last) = steps.last().expect("at least one step");
                let words = guide.words(before, last);
                let exit = match last.conclusion {
                    Conclusion::Contradiction => Exit::Negative,
                    _ => Exit::Success,
                };
                let told = steps.iter().map(|(state, step)| guide.words(state, step));
                let all = if self.all { state.next_steps(&guide.effort)? } else { Vec::new() };
                if self.apply {
                    let mut left = before.clone();
                    match &all[..] {
                        [] => left.apply(last),
                        all => all.iter().for_each(|step| left.apply(step)),
                    }
                    after = Some(left);
                }
                if let [_, _, ..] = all[..] {
                    let told = all.iter().map(|step| guide.words(&state, step));
                    let told =
                        told.map(|words| self.steps.told(&words, margin(NUMBERED))).collect();
                    let message = format!("{} steps: {}", all.len(), last.technique);
                    (exit, message, told, picture)
                } else if self.level < 3 {
                    let mut told = told.map(|words| words.at_level(self.level));
                    (exit, told.next().unwrap_or_default(), Vec::new(), picture)
                } else {
                    let picture = picture.found(before.placed()).candidates(before.candidates());
                    let picture = picture.step(before, last);
                    if let [_] = steps[..] {
                        report = Some(self.steps.report(&words));
                        (exit, self.steps.told(&words, margin("")), Vec::new(), picture)
                    } else {
                        let shown = words.conclusion();
                        let message = format!("{} steps show that {shown}", steps.len());
                        let told =
                            told.map(|words| self.steps.told(&words, margin(NUMBERED))).collect();
                        (exit, message, told, picture)
                    }
                }
            }
        };
        let numbered = steps.iter().zip(1..).map(|(step, i)| format!("\n{i:>3}. {step}"));
        let said = [message.clone()].into_iter().chain(numbered).collect::<String>();
        done.pictures.extend(self.picture.of(|| picture.caption(&said)));
        if self.format.is_json() {
            let hint = match &report {
                Some(report) => HintJson::Step(report),
                None => HintJson::Notice { message: &message, steps: &steps, differ },
            };
            let report =
                |left: State| PuzzleReport::of(&puzzle, Some(left.candidates()), &asked.data);
            let record = Applied { hint, after: after.map(report) };
            write_json(&mut done.text, item, &Told::of(asked, None, record));
        } else {
            // The first puzzle may be the only puzzle, so it has no label.
            let label = if item.number > 1 { item.place() + ": " } else { String::new() };
            if after.is_some() && !puzzle.rules().clues().is_empty() {
                // If the output is read again, words such as "cage" would be taken for rules.
                note(format_args!("{label}{said}"));
            } else {
                done.text.extend(format!("{label}{said}\n").bytes());
            }
            if let Some(left) = after {
                done.text.push(b'\n');
                write_candidates(&mut done.text, puzzle.rules(), left.candidates(), &asked.symbols);
                done.text.extend(b"\n\n");
            }
        }
        done.end(exit);
        Ok(())
    }
}

/// Parses a cell or a conclusion: `D3`, `D3=5`, or `D3<>5,r4c3<>5`.
fn parse_about(text: &str, size: Size, symbols: &Symbols) -> Result<Goal> {
    let error = || {
        anyhow!(
            "--about: expected a cell with or without a digit, as in D3, D3=5, D3<>5 or \
             D3<>5,r4c3<>5, found {text:?}"
        )
    };
    let cell = |name: &str| {
        let is_named = |cell: &Cell| {
            let names = [CellNames::A1, CellNames::Rc].map(|names| names.name(size, *cell));
            names.iter().any(|known| known.eq_ignore_ascii_case(name.trim()))
        };
        size.cells().find(is_named)
    };
    let candidate = |(name, digit): (&str, &str)| {
        let cell = cell(name)?;
        let digit = size.digits().find(|&d| symbols.write(d, size.side()) == digit.trim())?;
        Some(Candidate { cell, digit })
    };
    if let Some(cell) = cell(text) {
        return Ok(Goal::Cell(cell));
    }
    if let Some(placed) = text.split_once('=') {
        let placed = candidate(placed).ok_or_else(error)?;
        return Ok(Goal::Conclusion(Conclusion::Placement(placed)));
    }
    let parts = text.split(',').map(|part| part.split_once("<>").and_then(candidate));
    let mut gone = parts.collect::<Option<Vec<_>>>().ok_or_else(error)?;
    gone.sort_unstable();
    gone.dedup();
    Ok(Goal::Conclusion(Conclusion::Eliminations(gone)))
}

//! `explain`: shows all steps of a puzzle. Each step has a reason that can be checked.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use serde::Serialize;

use super::columns::Told;
use super::exit::Exit;
use super::file::{NewFile, new_path, shown};
use super::input::Inputs;
use super::options::{SAT_OPTIONS, TextFormat};
use super::output::note;
use super::picture::{PictureArgs, write_drawing};
use super::reader::Asked;
use super::run::{Done, Item, Task, write_json};
use super::steps::{self, NUMBERED, StepArgs};
use crate::process::TemporaryFolder;
use satdoku::Numbering;
use satdoku::dimacs::push_clause;
use satdoku::draw::{Picture, replay};
use satdoku::explain::{State, Step, Words};

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, mut_arg("time_limit", |limit| limit.default_value("60")))]
pub struct Args {
    /// The puzzles
    #[command(flatten)]
    pub inputs: Inputs,
    #[command(flatten)]
    format: TextFormat,
    /// Also write each step as a formula that has no model, into this new folder
    #[arg(long, value_name = "DIR", help_heading = SAT_OPTIONS, value_parser = new_path())]
    steps_cnf: Option<PathBuf>,
    /// How steps are found and told
    #[command(flatten)]
    pub steps: StepArgs,
    #[command(flatten)]
    picture: PictureArgs,
    /// Also write to FILE a page for the browser that shows the puzzle step by step
    #[arg(long, value_name = "FILE", value_parser = new_path())]
    html: Option<PathBuf>,
}

const EXAMPLES: &str = "\
A step follows from its truths (a cell holds a digit, or a digit has a place in
a unit) and its links (at most one of some candidates holds): truths, links and
the negated conclusion together have no model. A step of a clue follows from the
clue and the candidates of its cells. The last line says what all steps prove
together. 'satdoku glossary' explains the words.

Exits with 1 if the puzzle has no solution or several. Exits with 4 if the time
limit is reached, or if the steps end before the solution.

Examples:
  Explain a puzzle:
    satdoku explain 1.3...2..1..4..2
  Print the steps as JSON, with names of cells such as r1c1:
    satdoku explain --format json --cells rc 1.3...2..1..4..2
  Write a formula for each step of at most 4 truths, which any SAT solver can refute:
    satdoku explain --max-truths 4 --steps-cnf steps 1.3...2..1..4..2";

/// Explains all puzzles of the inputs.
pub fn run(args: &Args) -> Result<Exit> {
    let begin = |place: &PathBuf| {
        let folder = TemporaryFolder::beside(place);
        folder.with_context(|| format!("'{}' cannot be created", shown(place)))
    };
    let folder = args.steps_cnf.as_ref().map(begin).transpose()?;
    let path = folder.as_ref().map(|folder| folder.path());
    let page = NewFile::begin(args.html.as_ref())?;
    let mut frames = Vec::new();
    let collect = |more: Vec<Picture>| {
        frames.extend(more);
        Ok(())
    };
    let task = Task { picture: Some(&args.picture), ..Task::of(&args.inputs) };
    let work = |(): &mut (), item: &Item<'_>, done: &mut Done<_>| {
        done.tell(item, args.format.is_json(), |asked, done| args.tell(item, asked, path, done));
        Ok(())
    };
    let exit = task.run(|| Ok(()), work, collect)?;
    if let (Some(folder), Some(place)) = (folder, &args.steps_cnf)
        && fs::read_dir(folder.path())?.next().is_some()
    {
        folder.put(place).with_context(|| format!("'{}' cannot be created", shown(place)))?;
    }
    if let Some(page) = page {
        let shown = (!frames.is_empty()).then(|| replay("A puzzle step by step", &frames));
        write_drawing(page, shown)?;
    }
    Ok(exit)
}

/// The end of the steps, as JSON.
#[derive(Serialize)]
struct EndingJson<'a> {
    /// The cells in which two solutions differ.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    differ: Vec<String>,
    end: &'a str,
    /// The empty cells, if the steps stopped before a solution.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    open: Vec<String>,
    status: String,
}

impl Args {
    /// Writes the steps of a puzzle. If options ask for it, draws the first of the steps with the
    /// most truths, and collects the pictures of all steps for a page.
    fn tell(
        &self,
        item: &Item<'_>,
        asked: &Asked,
        folder: Option<&Path>,
        done: &mut Done<Vec<Picture>>,
    ) -> Result<()> {
        if let (Some(page), true) = (&self.html, item.number > 1) {
            let expected = "expected one puzzle for a page, found several";
            done.failure = Some(anyhow!("'{}': {expected}", shown(page)));
            return Ok(());
        }
        let (puzzle, mut state) = steps::begin(asked)?;
        let guide = self.steps.guide(&puzzle, &state, &asked.symbols, |why| {
            note(format_args!("{}: {why}", item.place()));
        })?;
        let picture = Picture::new(&puzzle, guide.symbols).names(guide.names);
        let (mut text, mut frames, mut hardest) = (Vec::new(), Vec::new(), None);
        let (mut number, mut written) = (0, Ok(()));
        let ending = guide.follow(&mut state, |state, step| {
            number += 1;
            let words = guide.words(state, step);
            let sentence = words.sentence();
            if self.format.is_json() {
                let record = self.steps.report(&words);
                write_json(&mut text, item, &Told::of(asked, Some(number), record));
            } else {
                text.extend(
                    format!("{number:>3}. {}\n", self.steps.told(&words, Some(NUMBERED))).bytes(),
                );
            }
            if self.html.is_some() {
                frames.push(picture.clone().step(state, step).caption(&sentence));
            }
            let truths = step.truths.len();
            if self.picture.is_wanted() && hardest.as_ref().is_none_or(|(most, _)| *most < truths) {
                let caption = format!("Step {number}. {sentence}");
                hardest = Some((truths, picture.clone().step(state, step).caption(&caption)));
            }
            if let (Some(folder), Ok(())) = (folder, &written) {
                let name = format!("puzzle-{}-step-{number:03}.cnf", item.number);
                let file = fs::write(folder.join(&name), formula(&words));
                written = file.with_context(|| format!("'{name}' cannot be written"));
            }
        })?;
        written?;
        let end = picture.found(state.placed()).candidates(state.candidates());
        let end = end.caption(&ending.sentence);
        done.pictures.extend(self.picture.of(|| hardest.map_or(end.clone(), |(_, step)| step)));
        if self.html.is_some() {
            done.found.extend(frames.into_iter().chain([end]));
        }
        if self.format.is_json() {
            let names = |cells| self.steps.names(puzzle.size(), cells);
            let record = EndingJson {
                differ: names(&ending.differ),
                end: &ending.sentence,
                open: names(&ending.open),
                status: ending.name(),
            };
            write_json(&mut text, item, &Told::of(asked, None, record));
        } else {
            if item.number > 1 {
                done.text.extend(format!("\n{}:\n", item.place()).bytes());
            }
            text.extend((ending.sentence + "\n").bytes());
        }
        done.text.extend(text);
        done.end(ending.status.into());
        Ok(())
    }
}

/// A step as DIMACS, with its sentence and its variables as comments.
fn formula(words: &Words) -> Vec<u8> {
    let Words { state, step, names, symbols } = *words;
    let formula = Step::formula(step, state);
    let numbering = Numbering::full(State::size(state));
    let mut variables: Vec<_> = formula.iter().flatten().map(|lit| lit.var()).collect();
    variables.sort_unstable();
    variables.dedup();
    let mut lines = format!("c {}\n", words.sentence());
    // The clauses of the assumptions are the first clauses that have only positive literals.
    let positive = formula.iter().filter(|clause| clause.iter().all(|lit| lit.is_positive()));
    for (deadly, clause) in step.assumed.iter().zip(positive) {
        let lits = clause.iter().map(|lit| format!("{} ", lit.to_dimacs())).collect::<String>();
        lines += &format!("c {lits}0 is no rule: {}\n", words.assumption(deadly));
    }
    for var in variables {
        // The auxiliary variables of clues come after the variables of the candidates.
        let Some(candidate) = numbering.candidate(var) else { break };
        let cell = names.name(state.size(), candidate.cell);
        let digit = symbols.write(candidate.digit, state.size().side());
        lines += &format!("c {} is {cell}={digit}\n", var.to_dimacs());
    }
    lines += &format!("p cnf {} {}\n", formula.var_count(), formula.len());
    let mut file = lines.into_bytes();
    formula.iter().for_each(|clause| push_clause(&mut file, clause));
    file
}

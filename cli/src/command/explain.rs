//! `explain`: all steps, each with its reason, each checkable.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::Serialize;

use super::exit::Exit;
use super::options::{Inputs, SAT_OPTIONS, TextFormat};
use super::output::{NewFile, new_path};
use super::picture::{Drawing, PictureArgs};
use super::reader::{Asked, Reader};
use super::run::{self, Done, Item};
use super::steps::{self, StepArgs};
use satdoku::dimacs::push_clause;
use satdoku::draw::{Picture, replay};
use satdoku::explain::{Ending, Guide, State, Step, StepReport, Words};
use satdoku::numbering::Numbering;

/// Show all steps to the solution, each with its reason
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, mut_arg("time_limit", |limit| limit.default_value("60")))]
pub struct Args {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    format: TextFormat,
    /// Also write each step as a formula that has no model, into this new folder
    #[arg(long, value_name = "DIR", help_heading = SAT_OPTIONS, value_parser = new_path(), group = "output")]
    steps_cnf: Option<PathBuf>,
    #[command(flatten)]
    steps: StepArgs,
    #[command(flatten)]
    picture: PictureArgs,
    /// Also write a page for the browser to FILE that shows the puzzle step by step
    #[arg(long, value_name = "FILE", value_parser = new_path(), group = "output")]
    html: Option<PathBuf>,
}

const EXAMPLES: &str = "\
A step follows from its truths (at least one candidate of a cell, or place of a
digit in a unit, holds) and its links (at most one of them holds): together with
the negated conclusion they have no model. The last line says what all steps
together prove.

Exits with 1 if the puzzle has no solution or several, and with 4 if the steps
end before the solution or the time limit is reached.

Examples:
  Explain a puzzle:
    satdoku explain 1.3...2..1..4..2
  Print the steps as JSON, cells as r1c1:
    satdoku explain --format json --cells rc 1.3...2..1..4..2
  Write a formula per step, of few truths each, for any SAT solver to refute:
    satdoku explain --max-truths 4 --steps-cnf steps 1.3...2..1..4..2";

/// What the folder of formulas says about itself.
const README: &str = "\
Each file is one step of a puzzle as DIMACS CNF. It states the truths and the
links that the step uses, over the candidates that were left before the step,
and the negated conclusion. So it has no model: any SAT solver answers
UNSATISFIABLE, and the step is right. The comments say the step in words and
what the variables stand for. A clause that is called no rule is an assumption:
it holds if the puzzle has one solution.
";

/// Explains all puzzles of the inputs.
pub fn run(args: &Args) -> Result<Exit> {
    if let Some(folder) = &args.steps_cnf {
        let readme = folder.join("README.txt");
        let is_ours = || fs::read(&readme).is_ok_and(|text| text == README.as_bytes());
        if args.picture.force.force && is_ours() {
            // What is left from before would pass for steps of these puzzles.
            let paths = fs::read_dir(folder)?.flatten().map(|entry| entry.path());
            let is_formula = |path: &PathBuf| path.extension().is_some_and(|end| end == "cnf");
            paths.filter(is_formula).try_for_each(fs::remove_file)?;
        } else {
            fs::create_dir(folder)
                .with_context(|| format!("'{}' cannot be created", super::output::shown(folder)))?;
            fs::write(readme, README)?;
        }
    }
    let inputs = args.inputs.paths();
    let mut gallery = args.picture.begin(&inputs)?;
    let create = |path: &PathBuf| Drawing::create(path, args.picture.force, &inputs);
    let page = args.html.as_ref().map(create).transpose()?;
    let mut shown = None;
    let collect = |all: Vec<Frames>| {
        for Frames { hardest, page: steps } in all {
            gallery.add(hardest.map(|(_, picture)| picture))?;
            if let (Some(page), Some(_)) = (&page, shown.replace(steps)) {
                bail!("'{}': expected one puzzle for a page, found several", page.name);
            }
        }
        Ok(())
    };
    let total = run::puzzles(
        &args.inputs,
        1,
        Reader::read_candidates,
        || Ok(()),
        |(), item, asked, done| args.work(item, asked, done),
        collect,
    )?;
    gallery.finish(&[])?;
    if let Some(page) = page {
        page.write(shown.map(|steps| replay("A puzzle step by step", &steps)))?;
    }
    Ok(total.exit)
}

/// What is drawn of a path.
#[derive(Default)]
struct Frames {
    /// The first of the steps with the most truths, and how many it has.
    hardest: Option<(usize, Picture)>,
    /// All steps and the end.
    page: Vec<Picture>,
}

impl Frames {
    /// Adds where a path ends.
    fn end(&mut self, picture: Picture, state: &State, caption: &str) {
        let end = picture.found(state.placed()).candidates(state.candidates()).caption(caption);
        self.page.push(end.clone());
        self.hardest.get_or_insert((0, end));
    }
}

/// A step of a puzzle, as JSON.
#[derive(Serialize)]
struct StepJson {
    puzzle: u64,
    step: usize,
    #[serde(flatten)]
    report: StepReport,
}

/// How a path ends, as JSON.
#[derive(Serialize)]
struct EndingJson<'a> {
    /// The cells in which two solutions differ.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    differ: Vec<String>,
    end: &'a str,
    /// The empty cells, where the steps stopped.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    open: Vec<String>,
    puzzle: u64,
    status: String,
}

impl Args {
    fn work(&self, item: Item<'_>, asked: Result<&Asked, &str>, done: &mut Done<Vec<Frames>>) {
        let Ok(asked) = asked else { return };
        let (puzzle, state) = match steps::begin(asked) {
            Ok(begun) => begun,
            Err(error) => return done.complain(item, Exit::Error, &error),
        };
        let (mut text, mut frames) = (String::new(), Frames::default());
        let guide = self.steps.guide(&puzzle, &state, &asked.symbols, item);
        let explained = guide
            .and_then(|guide| self.explain(item.number, &guide, state, &mut text, &mut frames));
        let ending = match explained {
            Ok(ending) => ending,
            Err((exit, error)) => return done.complain(item, exit, &error),
        };
        let exit = Exit::from(ending.status);
        text += &match self.format.is_json() {
            true => {
                let names = |cells| self.steps.names(puzzle.size(), cells);
                let (open, differ) = (names(&ending.open), names(&ending.differ));
                let (status, end) = (ending.name(), &*ending.sentence);
                let json = EndingJson { differ, end, open, puzzle: item.number, status };
                serde_json::to_string(&json).expect("strings")
            }
            false => ending.sentence,
        };
        if self.html.is_some() || self.picture.is_wanted() {
            done.found.push(frames);
        }
        if item.number > 1 && !self.format.is_json() {
            done.text.push(b'\n');
        }
        done.text.extend_from_slice(text.as_bytes());
        done.text.push(b'\n');
        done.end(exit);
    }

    /// Writes the steps of a puzzle, and draws them if that is asked for.
    fn explain(
        &self,
        puzzle_number: u64,
        guide: &Guide<'_>,
        mut state: State,
        text: &mut String,
        frames: &mut Frames,
    ) -> Result<Ending, (Exit, String)> {
        let (mut number, mut failure) = (0, None);
        let picture = Picture::new(guide.puzzle, guide.symbols).names(guide.names);
        let each = |state: &State, step: &Step| {
            number += 1;
            let words = guide.words(state, step);
            match self.format.is_json() {
                true => {
                    let report = self.steps.report(&words);
                    let json = StepJson { puzzle: puzzle_number, step: number, report };
                    writeln!(text, "{}", serde_json::to_string(&json).expect("strings"))
                }
                false => writeln!(text, "{number:>3}. {}", self.steps.sentence(&words)),
            }
            .expect("a string takes everything");
            if self.html.is_some() {
                frames.page.push(picture.clone().step(state, step).caption(&words.sentence()));
            }
            let truths = step.truths.len();
            if self.picture.is_wanted()
                && frames.hardest.as_ref().is_none_or(|(most, _)| *most < truths)
            {
                let caption = format!("Step {number}. {}", words.sentence());
                let picture = picture.clone().step(state, step).caption(&caption);
                frames.hardest = Some((truths, picture));
            }
            if let Some(folder) = &self.steps_cnf
                && failure.is_none()
            {
                let path = folder.join(format!("puzzle-{puzzle_number}-step-{number:03}.cnf"));
                failure = write_formula(&path, &words).err();
            }
        };
        let ending = guide.follow(&mut state, each);
        let ending = ending.map_err(|error| (Exit::Failed, error.to_string()))?;
        if let Some(error) = failure {
            return Err((Exit::Error, format!("{error:#}")));
        }
        frames.end(picture, &state, &ending.sentence);
        Ok(ending)
    }
}

/// A step as DIMACS, with its sentence and its variables as comments.
fn write_formula(path: &Path, words: &Words) -> Result<()> {
    let Words { state, step, names, symbols } = *words;
    let formula = Step::formula(step, state);
    let numbering = Numbering::full(State::size(state));
    let mut variables: Vec<_> = formula.iter().flatten().map(|lit| lit.var()).collect();
    variables.sort_unstable();
    variables.dedup();
    let mut file = NewFile::create(path, false, &[])?;
    writeln!(file, "c {}", words.sentence())?;
    // They are the first of the clauses that are not negative.
    let positive = formula.iter().filter(|clause| clause.iter().all(|lit| lit.is_positive()));
    for (deadly, clause) in step.assumed.iter().zip(positive) {
        let lits = clause.iter().map(|lit| format!("{} ", lit.to_dimacs())).collect::<String>();
        writeln!(file, "c {lits}0 is no rule: {}", words.assumption(deadly))?;
    }
    for var in variables {
        let candidate = numbering.candidate(var).expect("a candidate of the full numbering");
        let cell = names.name(state.size(), candidate.cell);
        let digit = symbols.write(candidate.digit, state.size().side());
        writeln!(file, "c {} is {cell}={digit}", var.to_dimacs())?;
    }
    writeln!(file, "p cnf {} {}", formula.var_count(), formula.len())?;
    let mut clauses = Vec::new();
    formula.iter().for_each(|clause| push_clause(&mut clauses, clause));
    file.write_all(&clauses)?;
    file.finish()
}

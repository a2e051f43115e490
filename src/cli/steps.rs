//! What `hint`, `explain`, `rate` and `generate` share: the state of an input, effort, steps as
//! JSON.

use std::sync::Arc;

use serde::Serialize;

use super::engine::answer_among;
use super::options::{TimeLimit, whole_number};
use super::reader::Reader;
use crate::answer::{Answer, Deadline};
use crate::evidence::{Minimality, enumerate};
use crate::explain::{
    CellNames, Conclusion, DepthFinder, Effort, Group, State, Step, Words, is_explainable,
};
use crate::format::{RawRecord, Symbols};
use crate::grid::{Candidate, Grid};
use crate::rules::{Puzzle, Rules};
use crate::solve::SolveError;

/// Limits of the search for steps.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct EffortArgs {
    /// Look for steps with at most this many truths
    #[arg(long, value_name = "N", default_value_t = Effort::default().max_truths, value_parser = whole_number(1..=1000_usize))]
    max_truths: usize,
    /// Also use unique rectangles and BUG+1, which assume that the puzzle has one solution
    #[arg(long)]
    assume_unique: bool,
    #[command(flatten)]
    time_limit: TimeLimit,
}

impl EffortArgs {
    /// The effort for a puzzle that is begun now.
    pub fn effort(self) -> Effort {
        let (max_truths, deadline) = (self.max_truths, self.time_limit.deadline());
        Effort { max_truths, assume_unique: self.assume_unique, deadline, ..Effort::default() }
    }
}

/// How cells are named.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum Cells {
    /// Row letter and column number: D3
    #[default]
    A1,
    /// Row and column numbers: r4c3
    Rc,
}

impl From<Cells> for CellNames {
    fn from(cells: Cells) -> CellNames {
        match cells {
            Cells::A1 => CellNames::A1,
            Cells::Rc => CellNames::Rc,
        }
    }
}

/// The puzzle of what is placed, and the state: what a table of candidates says, else what follows
/// from the givens.
///
/// # Errors
/// If the text is no puzzle, or one too large.
pub fn read(reader: &mut Reader, raw: RawRecord<'_>) -> Result<(Puzzle, State), String> {
    let asked = reader.read_candidates(raw).map_err(|error| error.to_string())?;
    let puzzle = of_size(asked.puzzle, raw)?;
    let Some(candidates) = asked.candidates else {
        let state = State::new(&puzzle);
        return Ok((puzzle, state));
    };
    let state = State::from_candidates(puzzle.rules(), &candidates);
    Ok((puzzle.with_givens(state.placed().clone()).expect("the same size"), state))
}

/// Whether a state excludes more than what the puzzle's givens do at once.
pub fn is_table(puzzle: &Puzzle, state: &State) -> bool {
    state.with_givens(puzzle.givens()).candidates() != state.candidates()
}

/// Up to two solutions that a state of a puzzle has.
///
/// # Errors
/// If a solver failed. A deadline is an incomplete answer.
pub fn answer(puzzle: &Puzzle, state: &State, deadline: Deadline) -> Result<Answer, SolveError> {
    // Givens alone are simplified further than a table of candidates.
    answer_among(puzzle, is_table(puzzle, state).then(|| state.candidates()), deadline)
}

/// The names of the cells in which two solutions differ.
pub fn differing(first: &Grid, second: &Grid, cells: Cells) -> Vec<String> {
    let size = first.size();
    let differ = size.cells().filter(|&cell| first.get(cell) != second.get(cell));
    differ.map(|cell| CellNames::from(cells).name(size, cell)).collect()
}

/// Why no step can decide between two solutions that differ in these cells.
pub fn undecided(differ: &[String]) -> String {
    format!("there are several solutions; two of them differ in {}", shortened(differ))
}

/// `A1, A2 and A3`; of many names the first ones, and how many more there are.
pub fn shortened(names: &[String]) -> String {
    const MOST: usize = 8;
    match names.len().checked_sub(MOST) {
        Some(more @ 1..) => format!("{} and {more} more", names[..MOST].join(", ")),
        _ => enumerate(names, "and"),
    }
}

/// The puzzle, unless it is too large.
///
/// # Errors
/// If the side is above that of a [`State`], or the rules have too many pairs.
pub fn of_size(puzzle: Puzzle, raw: RawRecord<'_>) -> Result<Puzzle, String> {
    let (side, most) = (puzzle.size().side(), State::MAX_SIDE);
    if is_explainable(puzzle.rules()) {
        return Ok(puzzle);
    }
    if side <= most {
        let found = puzzle.rules().describe();
        return Err(format!(
            "{}: expected a smaller puzzle for depths and steps, found {found}",
            raw.line
        ));
    }
    Err(format!(
        "{}: expected a side of at most {most} for depths and steps, found {side}",
        raw.line
    ))
}

/// What finds depths and steps, kept for the rules of the last puzzle.
#[derive(Default)]
pub struct Tools(Option<(DepthFinder, State)>);

impl Tools {
    /// For these rules: the finder of depths, and a state without givens.
    pub fn of(&mut self, rules: &Arc<Rules>) -> (&mut DepthFinder, &State) {
        if !self.0.as_ref().is_some_and(|(_, state)| Arc::ptr_eq(state.rules(), rules)) {
            let blank = Puzzle::new(Arc::clone(rules), Grid::empty(rules.size()));
            let state = State::new(&blank.expect("the same size"));
            self.0 = Some((DepthFinder::new(rules), state));
        }
        let (finder, state) = self.0.as_mut().expect("set above");
        (finder, state)
    }
}

/// The steps by which givens turn out to clash, a line each: from these givens alone, or from all
/// givens of the puzzle where that takes fewer. None if neither gets there.
///
/// # Errors
/// If a solver failed.
pub fn steps_to_clash(
    puzzle: &Puzzle,
    givens: &[Candidate],
    effort: &Effort,
    cells: Cells,
    symbols: &Symbols,
) -> Result<Vec<String>, SolveError> {
    let mut alone = Grid::empty(puzzle.size());
    givens.iter().for_each(|given| alone.set(given.cell, Some(given.digit)));
    let alone = State::new(&puzzle.with_givens(alone).expect("the same size"));
    let paths = [alone.refutation(effort)?, State::new(puzzle).refutation(effort)?];
    let shortest = paths.into_iter().flatten().min_by_key(Vec::len).unwrap_or_default();
    let line = |(number, (state, step)): (usize, &(State, Step))| {
        format!("{:>3}. {}", number + 1, words(state, step, cells, symbols).sentence())
    };
    Ok(shortest.iter().enumerate().map(line).collect())
}

/// A step as JSON.
#[derive(Serialize)]
pub struct StepJson {
    technique: String,
    /// Names of steps as small that conclude the same.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    also: Vec<String>,
    sentence: String,
    /// `A1=5`, `A1<>5`; none for a contradiction.
    conclusions: Vec<String>,
    truths: Vec<String>,
    links: Vec<String>,
    /// What is assumed beside the rules, in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    assumed: Vec<String>,
    /// Candidates of the truths that were gone before.
    facts: Vec<String>,
    /// Whether no step has fewer truths: `smallest`, else `minimal`.
    minimality: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    eureka: Option<String>,
}

impl StepJson {
    /// The step that was found in a state.
    pub fn of(words: &Words) -> StepJson {
        let Words { state, step, names, symbols } = *words;
        let candidate = |Candidate { cell, digit }: &Candidate, sign: &str| {
            let digit = symbols.write(*digit, state.size().side());
            format!("{}{sign}{digit}", names.name(state.size(), *cell))
        };
        let groups = |groups: &[Group]| groups.iter().map(|&g| words.group(g)).collect();
        StepJson {
            technique: step.technique.to_string(),
            also: step.also.iter().map(ToString::to_string).collect(),
            sentence: words.sentence(),
            conclusions: match &step.conclusion {
                Conclusion::Placement(placed) => vec![candidate(placed, "=")],
                Conclusion::Eliminations(gone) => {
                    gone.iter().map(|gone| candidate(gone, "<>")).collect()
                }
                Conclusion::Contradiction => Vec::new(),
            },
            truths: groups(&step.truths),
            links: groups(&step.links),
            assumed: step.assumed.iter().map(|deadly| words.assumption(deadly)).collect(),
            facts: step.facts(state).iter().map(|fact| candidate(fact, "<>")).collect(),
            minimality: match step.minimality {
                Minimality::Smallest => "smallest",
                _ => "minimal",
            },
            eureka: words.eureka(),
        }
    }
}

/// The parts of a step's sentence.
pub fn words<'a>(
    state: &'a State,
    step: &'a Step,
    cells: Cells,
    symbols: &'a Symbols,
) -> Words<'a> {
    Words { state, step, names: cells.into(), symbols }
}

//! What `hint`, `explain` and `rate` share: the state of an input, effort, steps as JSON.

use serde::Serialize;

use super::options::{TimeLimit, whole_number};
use super::reader::Reader;
use crate::evidence::Minimality;
use crate::explain::{CellNames, Conclusion, Effort, Group, State, Step, Words};
use crate::format::{ParseError, RawRecord, Symbols, parse_record};
use crate::grid::Candidate;
use crate::rules::Puzzle;

/// Limits of the search for steps.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct EffortArgs {
    /// Look for steps with at most this many truths
    #[arg(long, value_name = "N", default_value_t = Effort::default().max_truths, value_parser = whole_number(1..=1000_usize))]
    max_truths: usize,
    #[command(flatten)]
    time_limit: TimeLimit,
}

impl EffortArgs {
    /// The effort for a puzzle that is begun now.
    pub fn effort(self) -> Effort {
        let (max_truths, deadline) = (self.max_truths, self.time_limit.deadline());
        Effort { max_truths, deadline, ..Effort::default() }
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
/// If the text is no puzzle.
pub fn read(reader: &mut Reader, raw: RawRecord<'_>) -> Result<(Puzzle, State), ParseError> {
    let mut record = parse_record(raw, reader.options())?;
    let candidates = record.candidates.take();
    let puzzle = reader.puzzle(record.into_grid()?);
    let Some(candidates) = candidates else {
        let state = State::new(&puzzle);
        return Ok((puzzle, state));
    };
    let state = State::from_candidates(puzzle.rules(), &candidates);
    Ok((reader.puzzle(state.placed().clone()), state))
}

/// A step as JSON.
#[derive(Serialize)]
pub struct StepJson {
    technique: String,
    sentence: String,
    /// `A1=5`, `A1<>5`; none for a contradiction.
    conclusions: Vec<String>,
    truths: Vec<String>,
    links: Vec<String>,
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

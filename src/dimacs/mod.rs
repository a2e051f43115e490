//! DIMACS out, any solver's answer in.
//!
//! The formula is written as it is made, so its size is bounded by the disk and not by memory. An
//! answer is read token by token, and its model is checked against the formula and the puzzle
//! before there is a grid.

mod decode;
mod read;
mod write;

pub use decode::{ModelError, decode};
pub use read::{Assignment, OutputError, SolverOutput, read_output};
pub use write::{Comments, Dimensions, write};

use varisat::Lit;

use crate::encode::{Encoding, Preset, Reason, for_each_clause, for_each_rule_clause};
use crate::grid::Candidates;
use crate::numbering::Numbering;
use crate::rules::Puzzle;

/// Which formula of a puzzle is meant.
#[derive(Clone, Debug)]
pub enum Formula {
    /// The rules over all candidates, and the givens as unit clauses.
    Full(Encoding),
    /// The rules over the candidates that simplification left open; see [`Numbering::open`].
    Open(Encoding, Candidates),
    /// Simplification has refuted the puzzle: a single empty clause.
    Refuted,
}

impl Formula {
    /// How it is encoded.
    pub fn encoding(&self) -> Encoding {
        match self {
            Formula::Full(encoding) | Formula::Open(encoding, _) => *encoding,
            Formula::Refuted => Encoding::default(),
        }
    }

    /// Calls `sink` with each clause; returns the numbering, auxiliaries counted.
    fn for_each_clause(&self, puzzle: &Puzzle, mut sink: impl FnMut(&[Lit], Reason)) -> Numbering {
        match self {
            Formula::Full(encoding) => {
                let mut numbering = Numbering::full(puzzle.size());
                for_each_clause(puzzle, *encoding, &mut numbering, sink);
                numbering
            }
            Formula::Open(encoding, candidates) => {
                let mut numbering = Numbering::open(candidates);
                let Encoding { preset, amo } = *encoding;
                let families = Preset::families(preset);
                for_each_rule_clause(puzzle.rules(), families, amo, &mut numbering, &mut sink);
                numbering
            }
            Formula::Refuted => {
                sink(&[], Reason::Refuted);
                Numbering::in_order(puzzle.size(), Vec::new())
            }
        }
    }

    /// Its numbers of variables and clauses, by making it once.
    pub fn dimensions(&self, puzzle: &Puzzle) -> Dimensions {
        let mut clauses = 0;
        let numbering = self.for_each_clause(puzzle, |_, _| clauses += 1);
        Dimensions { variables: numbering.variable_count(), clauses }
    }
}

/// What a clause says, in words: `digit 7 at most once in row 3`.
fn describe(reason: Reason, puzzle: &Puzzle) -> String {
    let name = |cell| puzzle.size().cell_name(cell);
    let unit = |index: u16| puzzle.rules().units()[usize::from(index)].kind;
    match reason {
        Reason::CellAtLeastOne(cell) => format!("{} holds a digit", name(cell)),
        Reason::CellAtMostOne(cell) => format!("{} holds at most one digit", name(cell)),
        Reason::UnitAtLeastOne(index, digit) => format!("{} holds {digit}", unit(index)),
        Reason::UnitAtMostOne(index, digit) => {
            format!("{} holds {digit} at most once", unit(index))
        }
        Reason::Refuted => "simplification found a contradiction".to_owned(),
        Reason::Given(given) => format!("{} is given as {}", name(given.cell), given.digit),
    }
}

//! Writing a formula with its map as comment lines.

use std::io::{self, Write};

use super::Formula;
use crate::encode::AtMostOne;
use crate::grid::Candidate;
use crate::numbering::Numbering;
use crate::rules::Puzzle;

/// What the comment lines say.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Comments {
    /// There are none.
    None,
    /// Rules, encoding, and the variable map in words.
    #[default]
    Words,
    /// And one line a variable.
    Names,
}

/// The two numbers of the `p cnf` line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dimensions {
    /// Variables, auxiliaries included.
    pub variables: usize,
    /// Clauses, givens included.
    pub clauses: usize,
}

/// Writes a puzzle's formula as DIMACS CNF and returns its dimensions. It is made twice, once to
/// be counted and once to be written, and never held.
///
/// # Errors
/// Those of `out`.
pub fn write(
    puzzle: &Puzzle,
    formula: &Formula,
    comments: Comments,
    out: &mut impl Write,
) -> io::Result<Dimensions> {
    let dimensions = formula.dimensions(puzzle);
    if comments != Comments::None {
        write_comments(puzzle, formula, comments, dimensions, out)?;
    }
    writeln!(out, "p cnf {} {}", dimensions.variables, dimensions.clauses)?;
    let mut line = Vec::new();
    let mut number = itoa::Buffer::new();
    let mut result = Ok(());
    formula.for_each_clause(puzzle, |clause, _| {
        if result.is_err() {
            return;
        }
        line.clear();
        for lit in clause {
            line.extend_from_slice(number.format(lit.to_dimacs()).as_bytes());
            line.push(b' ');
        }
        line.extend_from_slice(b"0\n");
        result = out.write_all(&line);
    });
    result?;
    Ok(dimensions)
}

fn write_comments(
    puzzle: &Puzzle,
    formula: &Formula,
    comments: Comments,
    dimensions: Dimensions,
    out: &mut impl Write,
) -> io::Result<()> {
    let size = puzzle.size();
    let (side, encoding) = (size.side(), formula.encoding());
    let givens = puzzle.givens().filled().count();
    writeln!(out, "c Sudoku as SAT, by satdoku {}", env!("CARGO_PKG_VERSION"))?;
    writeln!(
        out,
        "c rules: {}, side {side}, boxes of {size} (height x width), {} units, {givens} givens",
        puzzle.rules(),
        puzzle.rules().units().len(),
    )?;
    writeln!(
        out,
        "c encoding: {} clauses, at-most-one {}",
        encoding.preset.name(),
        encoding.amo.name()
    )?;
    let numbering = match formula {
        Formula::Full(_) => {
            writeln!(
                out,
                "c variable {}*(r-1)+{side}*(c-1)+d is true when row r, column c holds digit d (all from 1)",
                side * side,
            )?;
            Numbering::full(size)
        }
        Formula::Refuted => {
            writeln!(out, "c simplified: propagation and probing found a contradiction")?;
            return Ok(());
        }
        Formula::Open(_, candidates) => {
            writeln!(
                out,
                "c simplified: only the open candidates of the open cells have variables"
            )?;
            writeln!(out, "c a candidate's variable is FALSE when its digit is placed")?;
            Numbering::open(candidates)
        }
    };
    let auxiliaries = dimensions.variables - numbering.candidate_count();
    if encoding.amo != AtMostOne::Pairwise && auxiliaries > 0 {
        writeln!(
            out,
            "c variables {} to {} are auxiliary",
            numbering.candidate_count() + 1,
            dimensions.variables
        )?;
    }
    // A simplified formula has no map but this.
    if comments == Comments::Names || !numbering.is_full() {
        for index in 0..numbering.candidate_count() {
            let var = varisat::Var::from_index(index);
            let Some(Candidate { cell, digit }) = numbering.candidate(var) else { continue };
            let says = if numbering.is_full() { "=" } else { "<>" };
            writeln!(out, "c {} {}{says}{digit}", var.to_dimacs(), size.cell_name(cell))?;
        }
    }
    Ok(())
}

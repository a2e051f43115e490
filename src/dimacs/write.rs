//! Writes a formula, with the map of its variables as comment lines.

use std::io::{self, Write};

use itertools::Itertools;
use varisat::Lit;

use crate::encode::{AtMostOne, Dimensions, Family, Formula};
use crate::grid::Candidate;

/// What the comment lines say.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Comments {
    /// No comment lines.
    None,
    /// Rules, encoding, and the variable map in words.
    #[default]
    Words,
    /// `Words`, and one line for each variable.
    Names,
}

/// How a formula is written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style<'a> {
    /// What the comment lines say.
    pub comments: Comments,
    /// Further comment lines.
    pub notes: &'a [String],
}

/// Writes a puzzle's formula as DIMACS CNF and returns its dimensions. It is made twice, once to
/// be counted and once to be written, and never held.
///
/// # Errors
/// Those of `out`.
pub fn write(
    formula: &Formula,
    comments: Comments,
    out: &mut (impl Write + ?Sized),
) -> io::Result<Dimensions> {
    write_as(formula, &Style { comments, ..Style::default() }, out)
}

/// As [`write()`], in a style.
///
/// # Errors
/// Those of `out`.
pub fn write_as(
    formula: &Formula,
    style: &Style<'_>,
    out: &mut (impl Write + ?Sized),
) -> io::Result<Dimensions> {
    let mut counts = [0; Family::ALL.len()];
    let mut others = 0;
    let numbering = formula.for_each_clause(|_, reason| match reason.family() {
        Some(family) => counts[family as usize] += 1,
        None => others += 1,
    });
    let clauses = counts.iter().sum::<usize>() + others;
    let dimensions = Dimensions { variables: numbering.variable_count(), clauses };
    if style.comments != Comments::None {
        write_comments(formula, style, dimensions, &counts, out)?;
    }
    writeln!(out, "p cnf {} {}", dimensions.variables, dimensions.clauses)?;
    let mut line = Vec::new();
    let mut result = Ok(());
    formula.for_each_clause(|clause, _| {
        if result.is_ok() {
            line.clear();
            push_clause(&mut line, clause);
            result = out.write_all(&line);
        }
    });
    result?;
    Ok(dimensions)
}

/// Writes cubes in the form of iCNF: a line for each, `a`, the literals that place its candidates,
/// and 0. They are assumptions about the formula.
///
/// # Errors
/// Those of `out`.
///
/// # Panics
/// If a candidate has no variable in the formula.
pub fn write_cubes(
    formula: &Formula,
    cubes: &[Vec<Candidate>],
    out: &mut (impl Write + ?Sized),
) -> io::Result<()> {
    for cube in cubes {
        let lits: Vec<Lit> = cube.iter().map(|&candidate| formula.lit(candidate)).collect();
        let mut line = b"a ".to_vec();
        push_clause(&mut line, &lits);
        out.write_all(&line)?;
    }
    Ok(())
}

/// Appends a clause as a line of DIMACS: its literals, 0, and a newline.
pub fn push_clause(text: &mut Vec<u8>, clause: &[Lit]) {
    let mut number = itoa::Buffer::new();
    for lit in clause {
        text.extend_from_slice(number.format(lit.to_dimacs()).as_bytes());
        text.push(b' ');
    }
    text.extend_from_slice(b"0\n");
}

fn write_comments(
    formula: &Formula,
    style: &Style<'_>,
    dimensions: Dimensions,
    counts: &[usize; Family::ALL.len()],
    out: &mut (impl Write + ?Sized),
) -> io::Result<()> {
    let (puzzle, numbering) = (formula.puzzle(), formula.numbering());
    let size = puzzle.size();
    let (side, encoding) = (size.side(), formula.encoding());
    let givens = puzzle.givens().filled().count();
    let rules = puzzle.rules();
    let boxes = match rules.has_boxes() {
        true => format!(" boxes of {size} (height x width),"),
        false => String::new(),
    };
    let pairs = match rules.pairs().len() {
        0 => String::new(),
        count => format!(" {count} pairs,"),
    };
    writeln!(out, "c Sudoku as SAT, by satdoku {}", env!("CARGO_PKG_VERSION"))?;
    style.notes.iter().try_for_each(|note| writeln!(out, "c {note}"))?;
    writeln!(
        out,
        "c rules: {rules}, side {side},{boxes} {} units,{pairs} {givens} givens",
        rules.units().len(),
    )?;
    if let Some(regions) = rules.regions() {
        writeln!(out, "c regions: {regions}")?;
    }
    let (preset, amo) = (encoding.preset.name(), encoding.amo.name());
    write!(out, "c encoding: {preset} clauses, at-most-one {amo}")?;
    if encoding.amo == AtMostOne::Auto {
        let limit = AtMostOne::PAIRWISE_UP_TO;
        let above = encoding.amo.for_group(limit + 1).name();
        write!(out, " (pairwise up to {limit} literals, above that {above})")?;
    }
    writeln!(out)?;
    if dimensions.clauses > 0 && !formula.is_refuted() {
        let families = Family::ALL.iter().zip(counts).filter(|(_, count)| **count > 0);
        let families = families.map(|(family, count)| format!("{count} {}", family.name()));
        let givens = if numbering.is_full() { ", then the givens" } else { "" };
        writeln!(out, "c clauses: {}{givens}", families.format(", "))?;
    }
    if formula.is_refuted() {
        writeln!(out, "c simplified: propagation and probing found a contradiction")?;
    } else if numbering.is_full() {
        writeln!(
            out,
            "c variable {}*(r-1)+{side}*(c-1)+d is true when row r, column c holds digit d (all from 1)",
            side * side,
        )?;
    } else {
        writeln!(out, "c simplified: only the open candidates of the open cells have variables")?;
        writeln!(
            out,
            "c a candidate's variable is FALSE when its digit is placed: let the solver guess false first"
        )?;
    }
    let auxiliaries = dimensions.variables - numbering.candidate_count();
    if auxiliaries > 0 {
        writeln!(
            out,
            "c variables {} to {} are auxiliary",
            numbering.candidate_count() + 1,
            dimensions.variables
        )?;
    }
    // A simplified formula has no map but this.
    if style.comments == Comments::Names || !numbering.is_full() {
        for index in 0..numbering.candidate_count() {
            let var = varisat::Var::from_index(index);
            let Some(Candidate { cell, digit }) = numbering.candidate(var) else { continue };
            let says = if numbering.is_full() { "=" } else { "<>" };
            writeln!(out, "c {} {}{says}{digit}", var.to_dimacs(), size.cell_name(cell))?;
        }
    }
    Ok(())
}

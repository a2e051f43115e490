//! `--by size`: the encodings side by side, without a solver.

use anyhow::Result;
use itertools::Itertools;

use super::super::options::Inputs;
use super::super::output::write_lines;
use super::super::progress::Progress;
use crate::compare::{Style, plain_table, three_digits};
use crate::encode::{Encoding, Formula};
use crate::evidence::audit::{VariableMap, propagation_strength};
use crate::evidence::checker::Cnf;
use crate::grid::{Grid, Size};
use crate::rules::Puzzle;
use crate::solve::check_size;

const LEGEND: &str = "\
cell ... locked: the share of these deductions that unit propagation makes, tried one by one:";

/// Writes a row for each encoding of a puzzle; of the empty grid if there is no input.
///
/// # Errors
/// If the input cannot be read, or the puzzle is too large for a formula.
pub fn run(inputs: &Inputs) -> Result<()> {
    let puzzle = if inputs.is_empty() {
        inputs.puzzle.check()?;
        let size = inputs.puzzle.options().size.unwrap_or(Size::NINE);
        let rules = inputs.puzzle.rules(size, inputs.puzzle.regions.clone())?;
        Puzzle::new(rules, Grid::empty(size))?
    } else {
        inputs.read_one()?.puzzle
    };
    check_size(puzzle.size())?;
    let map = VariableMap::standard(puzzle.size());
    let clock = Progress::clock("measuring encodings");
    let (mut rows, mut legend) = (Vec::new(), Vec::new());
    let mut header = vec!["encoding", "variables", "clauses", "literals"];
    for encoding in Encoding::all() {
        let (mut formula, mut literals) = (Cnf::default(), 0);
        let whole = Formula::whole(&puzzle, encoding);
        let numbering = whole.for_each_clause(|clause, _| {
            literals += clause.len();
            formula.push(clause.iter().map(|lit| lit.to_dimacs() as i32));
        });
        let counts = [numbering.variable_count(), formula.clause_count(), literals];
        let strength = propagation_strength(&formula, &map, &puzzle);
        let share = |made: usize, all: usize| match (made, all) {
            (_, 0) => "n/a".to_owned(),
            _ => format!("{} %", three_digits(100.0 * made as f64 / all as f64)),
        };
        let shares = strength.iter().map(|strength| share(strength.made, strength.all));
        let counts = counts.iter().map(usize::to_string);
        rows.push([encoding.to_string()].into_iter().chain(counts).chain(shares).collect());
        if legend.is_empty() {
            header.extend(strength.iter().map(|strength| strength.name));
            legend.extend(strength.iter().map(|s| format!("  {}: {}", s.name, s.deduction)));
        }
    }
    clock.finish();
    let text = format!(
        "{}\n\n{}\n\n{LEGEND}\n{}\n",
        puzzle.rules().describe(),
        plain_table(Style::Text, header, rows),
        legend.iter().join("\n")
    );
    Ok(write_lines(text.as_bytes())?)
}

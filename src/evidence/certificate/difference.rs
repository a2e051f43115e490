//! Compares the puzzle of a certificate with the puzzle of its reader.

use std::collections::BTreeSet;

use itertools::Itertools;

use crate::grid::Cell;
use crate::rules::{Clue, Part, Puzzle};

/// Describes the first difference between the puzzle of a certificate and `own`: in the side, the
/// units, the pairs of cells that must differ, the clues, or the givens. `None` if they are the
/// same puzzle; the names of their rules may differ.
#[must_use]
pub fn difference(certified: &Puzzle, own: &Puzzle) -> Option<String> {
    let (size, own_size) = (certified.size(), own.size());
    if size.side() != own_size.side() {
        let (side, own_side) = (size.side(), own_size.side());
        return Some(format!("its side is {side}, the side of your puzzle is {own_side}"));
    }
    let units = |puzzle: &Puzzle| -> BTreeSet<Vec<Cell>> {
        puzzle.rules().units().iter().map(|unit| unit.cells.clone()).collect()
    };
    let pairs = |puzzle: &Puzzle| -> BTreeSet<Vec<Cell>> {
        puzzle.rules().pairs().iter().map(|pair| pair.cells.to_vec()).collect()
    };
    let clues = |puzzle: &Puzzle| -> BTreeSet<Clue> {
        let parts = puzzle.rules().parts().iter();
        let more = parts.filter(|(_, part)| !matches!(part, Part::Differ { .. }));
        more.map(|(index, _)| puzzle.rules().clues()[index.clue as usize].clone()).collect()
    };
    let (its, yours) = ("its rules", "the rules of your puzzle");
    for (some, others, whose, what, other) in [
        (units(certified), units(own), its, "hold each digit once", yours),
        (units(own), units(certified), yours, "hold each digit once", its),
        (pairs(certified), pairs(own), its, "differ", yours),
        (pairs(own), pairs(certified), yours, "differ", its),
    ] {
        if let Some(cells) = some.difference(&others).next() {
            let names = cells.iter().map(|&cell| size.cell_name(cell)).join(" ");
            return Some(format!("{whose} say that {names} {what}, but {other} do not"));
        }
    }
    for (one, other, whose) in [(certified, own, its), (own, certified, yours)] {
        if let Some(clue) = clues(one).difference(&clues(other)).next() {
            return Some(format!("only {whose} have the clue '{}'", clue.text(one.rules())));
        }
    }
    let givens = |puzzle: &Puzzle, cell| match puzzle.givens().get(cell) {
        Some(digit) => digit.to_string(),
        None => "empty".to_owned(),
    };
    let cell = size.cells().find(|&cell| certified.givens().get(cell) != own.givens().get(cell))?;
    let (its, yours) = (givens(certified, cell), givens(own, cell));
    Some(format!(
        "{} is {its} in the certificate, and {yours} in your puzzle",
        size.cell_name(cell)
    ))
}

//! Writes puzzles as strings of the Interactive Sudoku Solver.

use itertools::Itertools;

use super::draft::Found;
use super::iss::{FLAGS, are_beside, little_killer, square_of};
use super::written::{added, marks, named, regions, unknown};
use crate::grid::{Cell, Grid, Size};
use crate::rules::clue::Arguments;
use crate::rules::{Clue, ClueKind, Puzzle, Rules, UnitKind};

/// The string of a puzzle; the digits of a solution, if there is one, are written as givens.
pub(super) fn text(puzzle: &Puzzle, solution: Option<&Grid>) -> Found<String> {
    let (rules, size) = (puzzle.rules(), puzzle.size());
    let mut items = Vec::new();
    if size.side() != 9 {
        items.push(format!("Shape~{0}x{0}", size.side()));
    }
    if let Some(regions) = regions(rules) {
        // If the side is a prime, that program has no boxes, so nothing is written.
        if Size::from_side(size.side()).is_some() {
            items.push("NoBoxes".to_owned());
        }
        let label = |region: usize| char::from_digit(region as u32, 36).unwrap_or('_');
        let layout: Option<String> = regions.iter().map(|region| region.map(label)).collect();
        items.extend(layout.map(|layout| format!("Jigsaw~{layout}")));
    }
    for variant in rules.variants() {
        let names = named(*variant, &["Diagonal~1", "Diagonal~-1"], &FLAGS)?;
        items.extend(names.into_iter().map(str::to_owned));
    }
    for cells in added(rules, |kind| matches!(kind, UnitKind::Window(_))) {
        items.push(format!("AllDifferent~{}", names(size, cells)));
    }
    let has = |clue: &Clue| clue.kind.iss().map(|(_, has)| has);
    let marks = marks(puzzle, |clue| has(clue) == Some(Arguments::Given))?;
    let given = size.cells().zip(marks).filter_map(|(cell, marks)| {
        let digit =
            solution.unwrap_or(puzzle.givens()).get(cell).map(|digit| vec![digit.value() as u32]);
        let digits = digit.or(marks)?;
        Some(format!("~{}_{}", name(size, cell), digits.iter().join("_")))
    });
    let given: String = given.collect();
    if !given.is_empty() {
        items.push(given);
    }
    let has_dots = rules
        .clues()
        .iter()
        .any(|clue| matches!(clue.kind, ClueKind::KropkiWhite | ClueKind::KropkiBlack));
    for clue in rules.clues() {
        // In that program, the rule also applies to cells with a dot.
        if clue.kind == ClueKind::NonConsecutive && has_dots {
            return Err(format!("{} together with dots", unknown(clue, rules)));
        }
        items.extend(item(clue, rules).ok_or_else(|| unknown(clue, rules))?);
    }
    Ok(items.iter().map(|item| format!(".{item}")).collect())
}

/// The item of a clue; `Some(None)` if the clue needs no item, for example because it is among the
/// givens; `None` if the program cannot express the clue.
fn item(clue: &Clue, rules: &Rules) -> Option<Option<String>> {
    let size = rules.size();
    let (kind, has) = clue.kind.iss()?;
    let (cells, number) = (&clue.cells[..], clue.numbers.first().copied());
    let all = || names(size, cells);
    let arguments = match has {
        Arguments::Given => return Some(None),
        Arguments::None => return Some(Some(kind.to_owned())),
        Arguments::Cells => all(),
        Arguments::Number(usual) => format!("{}~{}", number.unwrap_or(usual), all()),
        Arguments::Whisper => {
            format!("{}~{}", number.unwrap_or(size.side().div_ceil(2) as u32), all())
        }
        Arguments::Letter(letter) => format!("{letter}~{}", all()),
        Arguments::Pair(usual) => {
            let is_said = number.is_none_or(|number| number == usual);
            (is_said && are_beside(size, cells[0], cells[1])).then(all)?
        }
        Arguments::Around(is_least) => {
            let mut pairs = clue.unmarked(rules).into_iter().map(|[cell, other]| match is_least {
                true => names(size, &[other, cell]),
                false => names(size, &[cell, other]),
            });
            match pairs.join(".GreaterThan~") {
                // A clue whose cells have no unmarked neighbours requires nothing.
                none if none.is_empty() => return Some(None),
                pairs => pairs,
            }
        }
        Arguments::Quad => {
            format!("{}~{}", name(size, square_of(size, cells)?), clue.numbers.iter().join("~"))
        }
        Arguments::Pill => {
            let pill = &cells[..number? as usize];
            pill.is_sorted().then(|| format!("{}~{}", pill.len(), all()))?
        }
        Arguments::Nabner => {
            (size.side() == 9).then(|| format!("8H_xf8H_xf8H_B~_Nabner~{}", all()))?
        }
        Arguments::Diagonal => {
            let back = cells.iter().rev().copied().collect_vec();
            let ends = [cells[0], back[0]].into_iter();
            let is_it = |start: &Cell| {
                little_killer(size, *start).is_ok_and(|found| found == cells || found == back)
            };
            let sum = number?;
            match ends.into_iter().find(is_it) {
                Some(start) => format!("{sum}~{}", name(size, start)),
                // A sum of the cells means the same.
                None => return Some(Some(format!("Sum~{sum}~{}", all()))),
            }
        }
        Arguments::Row | Arguments::Ends => {
            let [first, second] = [cells[0], *cells.get(1)?];
            let is_row = size.row_index(first) == size.row_index(second);
            let line = match is_row {
                true => format!("R{}", coordinate(size.row_index(first))),
                false => format!("C{}", coordinate(size.column_index(first))),
            };
            let number = number?;
            match has {
                Arguments::Row => format!("{number}~{line}"),
                _ if first < second => format!("{line}~{number}~"),
                _ => format!("{line}~~{number}"),
            }
        }
    };
    Some(Some(format!("{kind}~{arguments}")))
}

/// The character for an index: `1` to `9`, then `a`.
fn coordinate(index: usize) -> char {
    char::from_digit(index as u32 + 1, 36).unwrap_or('_')
}

fn name(size: Size, cell: Cell) -> String {
    format!("R{}C{}", coordinate(size.row_index(cell)), coordinate(size.column_index(cell)))
}

fn names(size: Size, cells: &[Cell]) -> String {
    cells.iter().map(|&cell| name(size, cell)).join("~")
}

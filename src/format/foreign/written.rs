//! Helper functions for writing links to other programs.

use crate::grid::{Cell, Size};
use crate::rules::{Clue, Part, Puzzle, Rules, UnitKind, Variant};

/// For each cell, its region, or `None` if the rules have no boxes and no regions. The whole result
/// is `None` if the regions are the usual boxes of the side.
pub(super) fn regions(rules: &Rules) -> Option<Vec<Option<usize>>> {
    let (size, usual) = (rules.size(), Size::without_boxes(rules.size().side()));
    match rules.regions() {
        Some(regions) => Some(regions.indices().into_iter().map(Some).collect()),
        None if !rules.has_boxes() => Some(vec![None; size.cell_count()]),
        None if size == usual => None,
        None => Some(size.cells().map(|cell| Some(size.box_index(cell))).collect()),
    }
}

/// The cells of the units that variants add, except diagonals, disjoint groups, and variants for
/// which the program has a name.
pub(super) fn added(
    rules: &Rules,
    is_known: impl Fn(UnitKind) -> bool,
) -> impl Iterator<Item = &[Cell]> {
    use UnitKind::{AntiDiagonal, Column, DisjointGroup, ExtraRegion, MainDiagonal, Row};
    let units = rules.units().iter().filter(move |unit| {
        let is_plain = matches!(
            unit.kind,
            Row(_) | Column(_) | MainDiagonal | AntiDiagonal | DisjointGroup(_) | ExtraRegion(_)
        );
        !is_plain && !unit.kind.is_box() && !is_known(unit.kind)
    });
    units.map(|unit| &unit.cells[..])
}

/// The names of a variant in a program: those of both diagonals, or the name in `flags`. There are
/// no names for a variant whose units are written as cells ([`added`]).
pub(super) fn named<'n>(
    variant: Variant,
    diagonals: &[&'n str],
    flags: &[(&'n str, Variant)],
) -> Result<Vec<&'n str>, String> {
    use Variant::{Asterisk, CenterDot, Diagonal, Girandola, Windoku};
    match flags.iter().find(|(_, known)| *known == variant) {
        Some((name, _)) => Ok(vec![name]),
        None if variant == Diagonal => Ok(diagonals.to_vec()),
        None if [Windoku, Asterisk, CenterDot, Girandola].contains(&variant) => Ok(Vec::new()),
        None => Err(format!("the rules '{variant}'")),
    }
}

/// The message for a clue that a program cannot express.
pub(super) fn unknown(clue: &Clue, rules: &Rules) -> String {
    format!("the clue '{}'", clue.text(rules))
}

/// For each cell, the digits, from 1, that are allowed by clues which the program stores as
/// candidates; `None` if all digits are allowed.
pub(super) fn marks(
    puzzle: &Puzzle,
    are_marks: impl Fn(&Clue) -> bool,
) -> Result<Vec<Option<Vec<u32>>>, String> {
    let (rules, side) = (puzzle.rules(), puzzle.size().side());
    let all = u64::MAX >> (64 - side);
    let mut allowed = vec![all; puzzle.size().cell_count()];
    for (index, part) in rules.parts() {
        let clue = &rules.clues()[index.clue as usize];
        if let (Part::Only { cell, digits }, true) = (part, are_marks(clue)) {
            let left = &mut allowed[cell.index()];
            *left &= digits;
            let given = puzzle.givens().get(*cell).map(|digit| 1 << digit.index());
            if given.unwrap_or(*left) & *left == 0 {
                return Err(format!("{}, which leaves no digit for a cell", unknown(clue, rules)));
            }
        }
    }
    let digits = |set: u64| (1..=side as u32).filter(|digit| set >> (digit - 1) & 1 == 1).collect();
    Ok(allowed.into_iter().map(|set| (set != all).then(|| digits(set))).collect())
}

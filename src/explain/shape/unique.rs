//! Shapes with a pattern that a puzzle with one solution is not left with.

use itertools::Itertools;

use super::Look;
use crate::explain::deadly::Deadly;
use crate::explain::technique::Technique;
use crate::grid::Cell;
use crate::rules::{Group, UnitKind};

impl Look<'_> {
    /// The name of a pattern, with the truths beside it.
    pub(super) fn of_pattern(&self, deadly: &Deadly) -> Option<Technique> {
        let truth = *self.core.truths.last()?;
        let others = self.web.members(truth).iter();
        let others = others.map(|&member| self.web.groups.candidate(member)).collect_vec();
        if !deadly.is_of_two_digits() {
            return self.groups.is_empty().then_some(Technique::BugPlus(others.len()));
        }
        let count = deadly.cells().count();
        let kind = |number| match count {
            4 if self.is_in_part_placed(deadly) => Technique::AvoidableRectangle(number),
            4 => Technique::UniqueRectangle(number),
            _ => Technique::UniqueLoop(number),
        };
        // The corners that hold something else.
        let corners: Vec<Cell> = others.iter().map(|other| other.cell).dedup().collect();
        let in_line = !self.shared_units(&corners).is_empty();
        if self.groups.is_empty() {
            let of_one_digit = others.iter().map(|other| other.digit).all_equal();
            return match (corners.len(), in_line) {
                (1, _) => Some(kind(1)),
                (_, true) => of_one_digit.then(|| kind(2)),
                (_, false) if count > 4 => None,
                (_, false) => of_one_digit.then(|| kind(5)),
            };
        }
        let cells: Option<Vec<Cell>> = self.groups.iter().map(Group::cell).collect();
        if let Some(cells) = cells {
            let all: Vec<Cell> = cells.into_iter().chain(corners).collect();
            let is_subset = !self.shared_units(&all).is_empty();
            return is_subset.then(|| kind(3));
        }
        let digit = self.groups.iter().map(Group::digit).all_equal_value().ok()??;
        let is_of_pattern = deadly.digits().contains(digit);
        let lines: Vec<UnitKind> =
            self.groups.iter().filter_map(|&group| self.kind(group)).collect();
        let parallel = lines.iter().map(std::mem::discriminant).all_equal();
        match (corners.len(), lines.len()) {
            _ if !is_of_pattern => None,
            (2, 1) if in_line => Some(kind(4)),
            _ if count > 4 => None,
            (2, _) if !in_line && parallel => Some(kind(6)),
            (_, 2) if !parallel => Some(Technique::HiddenRectangle),
            _ => None,
        }
    }

    /// Whether some cells of a pattern are placed.
    fn is_in_part_placed(&self, deadly: &Deadly) -> bool {
        let is_placed = |cell: Cell| self.web.placed.get(cell).is_some();
        deadly.cells().any(is_placed)
    }
}

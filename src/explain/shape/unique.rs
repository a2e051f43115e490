//! Shapes with a pattern that a puzzle with one solution is not left with.

use itertools::Itertools;

use super::Look;
use crate::explain::deadly::Deadly;
use crate::explain::technique::Technique;
use crate::grid::Cell;
use crate::rules::{Group, UnitKind};

impl Look<'_> {
    /// The name of a pattern together with the other truths of the step.
    pub(super) fn of_pattern(&self, deadly: &Deadly) -> Option<Technique> {
        let truth = *self.core.truths.last()?;
        let others = self.web.members(truth).iter();
        let others = others.map(|&member| self.web.groups.candidate(member)).collect_vec();
        if !deadly.is_of_two_digits() {
            return self.groups.is_empty().then_some(Technique::BugPlus(others.len()));
        }
        let count = deadly.cells().count();
        let is_placed = |cell: Cell| self.web.placed.get(cell).is_some();
        let has_placed = deadly.cells().any(is_placed);
        let kind = |number| match (count, number) {
            (4, 1..=2) if has_placed => Some(Technique::AvoidableRectangle(number)),
            (4, _) => (!has_placed).then_some(Technique::UniqueRectangle(number)),
            (_, 1..=4) => Some(Technique::UniqueLoop(number)),
            _ => None,
        };
        // The corners that hold something else.
        let corners: Vec<Cell> = others.iter().map(|other| other.cell).dedup().collect();
        let in_line = !self.shared_units(&corners).is_empty();
        if self.groups.is_empty() {
            let of_one_digit = others.iter().map(|other| other.digit).all_equal();
            return match (corners.len(), in_line) {
                (1, _) => kind(1),
                (_, true) => kind(2).filter(|_| of_one_digit),
                (_, false) => kind(if has_placed { 2 } else { 5 }).filter(|_| of_one_digit),
            };
        }
        let cells: Option<Vec<Cell>> = self.groups.iter().map(Group::cell).collect();
        if let Some(cells) = cells {
            let all: Vec<Cell> = cells.into_iter().chain(corners).collect();
            let is_subset = !self.shared_units(&all).is_empty();
            return kind(3).filter(|_| is_subset);
        }
        let digit = self.groups.iter().map(Group::digit).all_equal_value().ok()??;
        let is_of_pattern = deadly.digits().contains(digit);
        let lines: Vec<UnitKind> =
            self.groups.iter().filter_map(|&group| self.kind(group)).collect();
        let parallel = lines.iter().map(std::mem::discriminant).all_equal();
        match (corners.len(), lines.len()) {
            _ if !is_of_pattern => None,
            (2, 1) if in_line => kind(4),
            (2, _) if !in_line && parallel => kind(6),
            (_, 2) if !parallel && count == 4 && !has_placed => Some(Technique::HiddenRectangle),
            _ => None,
        }
    }
}

//! [`Look`]: the properties of a core that its name depends on.

use std::cell::OnceCell;
use std::mem::discriminant;

use itertools::Itertools;

use crate::explain::alternating::in_order;
use crate::explain::core::Core;
use crate::explain::deadly::Deadly;
use crate::explain::lists::Index;
use crate::explain::web::Web;
use crate::grid::{Candidate, Cell, DigitSet};
use crate::rules::{Group, Rules, UnitIndex, UnitKind};

/// The candidate of a core: one of the candidates that it refutes, or the candidate that it places.
#[derive(Clone, Copy, Debug)]
pub(in crate::explain) enum Target {
    Refuted(Index),
    Placed(Index),
}

/// A core, with functions for the rows of the table.
pub(super) struct Look<'a> {
    pub(super) web: &'a Web,
    pub(super) core: &'a Core,
    /// The truths that are groups of the rules, not patterns.
    pub(super) groups: Vec<Group>,
    assumed: Vec<&'a Deadly>,
    target: Target,
    chain: OnceCell<Vec<Vec<Index>>>,
}

impl<'a> Look<'a> {
    pub(super) fn new(web: &'a Web, core: &'a Core, target: Target) -> Look<'a> {
        let (groups, assumed) = web.split(&core.truths);
        Look { web, core, groups, assumed, target, chain: OnceCell::new() }
    }

    /// The pattern, if the core uses exactly one.
    pub(super) fn pattern(&self) -> Option<&Deadly> {
        if let [deadly] = self.assumed[..] { Some(deadly) } else { None }
    }

    /// The candidate that the core refutes, if the core uses no pattern.
    pub(super) fn refuted(&self) -> Option<Index> {
        match self.target {
            Target::Refuted(refuted) if self.assumed.is_empty() => Some(refuted),
            _ => None,
        }
    }

    /// The cells with their digits, if all truths are cells and the core refutes a candidate.
    pub(super) fn cells(&self) -> Option<Vec<(Cell, DigitSet)>> {
        self.refuted()?;
        let with_digits = |group: &Group| group.cell().map(|cell| (cell, self.digits(cell)));
        self.groups.iter().map(with_digits).collect()
    }

    /// The same as [`Look::cells`], if each cell has two digits and the cells form a chain.
    pub(super) fn cells_in_chain(&self) -> Option<Vec<(Cell, DigitSet)>> {
        let cells = self.cells()?;
        let in_pairs = cells.iter().all(|(_, digits)| digits.len() == 2);
        (in_pairs && !self.chain().is_empty()).then_some(cells)
    }

    /// The kinds of the units, if all truths are units of the same digit and the core refutes a
    /// candidate.
    pub(super) fn units_of_one_digit(&self) -> Option<Vec<UnitKind>> {
        self.refuted()?;
        self.groups.iter().map(Group::digit).all_equal_value().ok()??;
        self.groups.iter().map(|&group| self.kind(group)).collect()
    }

    /// Whether each truth has two candidates.
    pub(super) fn in_pairs(&self) -> bool {
        self.core.truths.iter().all(|&truth| self.web.members(truth).len() == 2)
    }

    /// The candidates of all truths; a candidate can occur more than once.
    pub(super) fn members(&self) -> impl Iterator<Item = Index> + Clone {
        self.core.truths.iter().flat_map(|&truth| self.web.members(truth)).copied()
    }

    pub(super) fn rules(&self) -> &Rules {
        self.web.groups.rules()
    }

    pub(super) fn candidate(&self, index: Index) -> Candidate {
        self.web.groups.candidate(index)
    }

    pub(super) fn kind(&self, group: Group) -> Option<UnitKind> {
        group.unit().map(|unit| self.rules().unit(unit).kind)
    }

    fn digits(&self, cell: Cell) -> DigitSet {
        let members = self.web.members(self.web.groups.group_index(Group::Cell(cell))).iter();
        members.map(|&member| self.candidate(member).digit).collect()
    }

    /// The units that contain all of these cells.
    pub(super) fn shared_units(&self, cells: &[Cell]) -> Vec<UnitIndex> {
        let mut units = self.rules().units_of(cells[0]).to_vec();
        units.retain(|unit| cells.iter().all(|&cell| self.rules().units_of(cell).contains(unit)));
        units
    }

    /// The parts of the truths as a chain; empty if the truths do not form a chain.
    pub(super) fn chain(&self) -> &[Vec<Index>] {
        self.chain.get_or_init(|| {
            if self.groups.len() < 2 || !self.assumed.is_empty() {
                return Vec::new();
            }
            let members = self.core.truths.iter().map(|&truth| self.web.members(truth));
            let are_rivals = |first, second| self.web.are_rivals(first, second);
            let is_end = |end| match self.target {
                Target::Refuted(target) => are_rivals(target, end),
                Target::Placed(target) => end == target,
            };
            in_order(&members.collect_vec(), &is_end, &are_rivals)
        })
    }
}

/// Whether all units are rows, or all are columns.
pub(super) fn are_parallel(kinds: &[UnitKind]) -> bool {
    kinds.iter().map(discriminant).all_equal()
}

pub(super) fn union<'s>(sets: impl IntoIterator<Item = &'s DigitSet>) -> DigitSet {
    sets.into_iter().fold(DigitSet::EMPTY, |all, set| &all | set)
}

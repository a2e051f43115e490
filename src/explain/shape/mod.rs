//! The names of techniques: the name of a core follows from its shape alone.
//!
//! | Shape | Name |
//! |---|---|
//! | one truth | locked candidates: *pointing* from a box, *claiming* from a line |
//! | *k* cells that all see each other with *k* digits; *k* digits of a unit in *k* cells | naked, hidden subset |
//! | *k* rows of a digit in *k* columns, or columns in rows | fish; *finned* with more places, all seen by the removed candidates; *sashimi* if a row needs them |
//! | two lines of a digit, two places each | skyscraper (parallel), two-string kite (crossing) |
//! | a box and a line of a digit | turbot fish (two places in the box), empty rectangle (more) |
//! | an X-chain with pairs for weak links too (all of them, or all but one on a ring) | simple colouring |
//! | a chain: each truth splits in two, and no part holds with the next one's first | X-chain (one digit), XY-chain (cells), else alternating inference chain; *grouped* if a part has more candidates; *continuous nice loop* if its ends exclude each other |
//! | a chain of three truths | XY-wing, W-wing, M-wing (x=y)-(y=y)-(x=x), S-wing (x=x)-(x=y)-(y=y), L-wing (x=x)-(y=y)-(z=z) |
//! | two sets of *k* cells with *k* + 1 digits | ALS-XZ |
//! | *k* cells of a box and a line with *k* digits, some of them in both | sue de coq |
//! | more such sets in a row, each two with a digit that only one can hold | ALS-XY-wing (three), ALS chain |
//! | a cell, and such a set for each of its digits, which loses it | death blossom |
//! | four cells of a box and a line with four digits, of which one can be in two of them | WXYZ-wing |
//! | an XY-chain of cells with the same two digits | remote pair |
//! | up to four units of a digit, boxes among them, in as many others, with or without fins | franken fish (no rows with columns on either side), else mutant fish |
//! | a pattern that is assumed not to be left, and few truths | unique rectangle, hidden rectangle, avoidable rectangle (corners are placed), unique loop (six cells or more), BUG+*n* (*n* candidates too many) |
//!
//! For other shapes, propagation from a candidate to a clash is named a forcing chain or net.
//!
//! The definitions are those that sudopedia.org and the guide of HoDoKu document. The definitions
//! of M-, S- and L-wings are those of the forums at dailysudoku.com and forum.enjoysudoku.com.

mod cells;
mod digit;
mod unique;

pub(super) use cells::{AlmostLocked, AlsChain, Blossom};
pub(super) use digit::DigitFish;
use itertools::Itertools;

use super::alternating::in_order;
use super::core::Core;
use super::lists::Index;
use super::technique::Technique;
use super::web::Web;
use crate::grid::{Cell, DigitSet};
use crate::rules::{Group, UnitIndex, UnitKind};

/// What a core is about: one of the candidates that it refutes, or the one that it places.
#[derive(Clone, Copy, Debug)]
pub(super) enum Target {
    Refuted(Index),
    Placed(Index),
}

/// The name of a core.
pub(super) fn name(web: &Web, core: &Core, target: Target) -> Technique {
    let (groups, assumed) = web.split(&core.truths);
    let look = Look { web, core, groups, target };
    let name = match (&assumed[..], target) {
        ([], Target::Refuted(refuted)) => {
            let chain = look.chain();
            look.elimination(refuted, &chain).or_else(|| look.of_chain(&chain))
        }
        ([], Target::Placed(_)) => look.of_chain(&look.chain()),
        ([deadly], _) => look.of_pattern(deadly),
        _ => None,
    };
    name.unwrap_or_else(|| unnamed(core))
}

pub(super) fn unnamed(core: &Core) -> Technique {
    Technique::SetLogic(core.truths.len(), core.links.len())
}

/// A core as seen when it is named.
struct Look<'a> {
    web: &'a Web,
    core: &'a Core,
    groups: Vec<Group>,
    target: Target,
}

impl Look<'_> {
    /// The name of what refutes a candidate, if it is more than a chain.
    fn elimination(&self, target: Index, chain: &[Vec<Index>]) -> Option<Technique> {
        let cells: Option<Vec<Cell>> = self.groups.iter().map(Group::cell).collect();
        if let Some(cells) = cells {
            return self.of_cells(&cells, target, chain);
        }
        if self.groups.iter().map(Group::digit).all_equal() {
            return self.of_one_digit(target, chain);
        }
        self.hidden_subset()
    }

    fn hidden_subset(&self) -> Option<Technique> {
        self.groups.iter().map(Group::unit).all_equal_value().ok()??;
        let members = self.core.truths.iter().flat_map(|&truth| self.web.members(truth));
        let cells = members.map(|&member| self.web.groups.candidate(member).cell).unique().count();
        (cells == self.groups.len()).then_some(Technique::HiddenSubset(cells))
    }

    /// The name of a chain of cells and units.
    fn of_chain(&self, chain: &[Vec<Index>]) -> Option<Technique> {
        let [first, .., last] = chain else { return None };
        let digit = |part: &Vec<Index>| self.web.groups.candidate(part[0]).digit;
        let digits = chain.iter().map(digit).collect_vec();
        // Each digit as the place where it stands first.
        let place = |digit| digits.iter().position(|other| other == digit);
        let is_grouped = chain.iter().any(|part| part.len() > 1);
        let mut ends = first.iter().cartesian_product(last);
        Some(match digits.iter().filter_map(place).collect_vec()[..] {
            [0, 1, 1, 1, 1, 0] => Technique::WWing,
            _ if ends.all(|(&a, &b)| self.web.are_rivals(a, b)) => Technique::NiceLoop,
            _ if is_grouped => Technique::GroupedChain,
            [0, 1, 1, 1, 0, 0] | [0, 0, 2, 2, 2, 0] => Technique::MWing,
            [0, 0, 0, 3, 3, 3] => Technique::SWing,
            [0, 0, 2, 2, 4, 4] => Technique::LWing,
            _ => Technique::Chain,
        })
    }

    fn kind(&self, group: Group) -> Option<UnitKind> {
        group.unit().map(|unit| self.web.groups.rules().unit(unit).kind)
    }

    fn digits(&self, cell: Cell) -> DigitSet {
        let members = self.web.members(self.web.groups.group_index(Group::Cell(cell))).iter();
        members.map(|&member| self.web.groups.candidate(member).digit).collect()
    }

    /// The units that hold all of these cells.
    fn shared_units(&self, cells: &[Cell]) -> Vec<UnitIndex> {
        let rules = self.web.groups.rules();
        let mut units = rules.units_of(cells[0]).to_vec();
        units.retain(|unit| cells.iter().all(|&cell| rules.units_of(cell).contains(unit)));
        units
    }

    /// The parts of the truths as a chain, if they are one.
    fn chain(&self) -> Vec<Vec<Index>> {
        if self.groups.len() < 2 {
            return Vec::new();
        }
        let members = self.core.truths.iter().map(|&truth| self.web.members(truth)).collect_vec();
        let are_rivals = |first, second| self.web.are_rivals(first, second);
        let is_end = |end| match self.target {
            Target::Refuted(target) => are_rivals(target, end),
            Target::Placed(target) => end == target,
        };
        in_order(&members, &is_end, &are_rivals)
    }
}

fn union<'s>(sets: impl IntoIterator<Item = &'s DigitSet>) -> DigitSet {
    sets.into_iter().fold(DigitSet::EMPTY, |all, set| &all | set)
}

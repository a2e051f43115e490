//! The names of techniques: the name of a core follows from its shape alone.
//!
//! | Shape | Name |
//! |---|---|
//! | one truth, one link | locked candidates |
//! | *k* cells of a unit with *k* digits; *k* digits of a unit in *k* cells | naked, hidden subset |
//! | *k* rows of a digit in *k* columns, or columns in rows | fish; *finned* with more places, all seen by what goes; *sashimi* if a row needs them |
//! | two lines of a digit, two places each | skyscraper (parallel), two-string kite (crossing) |
//! | a box and a line of a digit | empty rectangle |
//! | an X-chain with pairs for weak links too (all of them, or all but one on a ring) | simple colouring |
//! | a chain: each truth splits in two, and no part holds with the next one's first | X-chain (one digit), XY-chain (cells), else alternating inference chain; *grouped* if a part has more candidates; *continuous nice loop* if its ends exclude each other |
//! | a chain of three truths | XY-wing, W-wing, M-wing (x=y)-(y=y)-(x=x), S-wing (x=x)-(x=y)-(y=y), L-wing (x=x)-(y=y)-(z=z) |
//! | two sets of *k* cells with *k* + 1 digits | ALS-XZ |
//! | *k* cells of a box and a line with *k* digits, some of them in both | sue de coq |
//! | a pattern that is assumed not to be left, and few truths | unique rectangle, hidden rectangle, BUG+1 |
//!
//! Of other shapes, propagation from a candidate to a clash is named a forcing chain or net.
//!
//! The definitions are those that sudopedia.org and the guide of HoDoKu document, of M-, S- and
//! L-wings those of the forums at dailysudoku.com and forum.enjoysudoku.com.

mod cells;
mod digit;
mod unique;

use itertools::Itertools;

use super::core::Core;
use super::lists::Index;
use super::technique::Technique;
use super::web::Web;
use crate::grid::{Candidate, Cell, DigitSet};
use crate::rules::{Group, UnitIndex, UnitKind};

/// One truth of a chain: at least one candidate of the two parts holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strong {
    /// What cannot hold together with the part before, or with what the chain refutes.
    pub from: Vec<Candidate>,
    /// The rest.
    pub to: Vec<Candidate>,
}

/// A name, and the chain in order if the core is one.
pub(super) struct Shape {
    pub(super) technique: Technique,
    pub(super) chain: Vec<Strong>,
}

/// What a core is about: one of the candidates that it refutes, or the one that it places.
#[derive(Clone, Copy, Debug)]
pub(super) enum Target {
    Refuted(Index),
    Placed(Index),
}

impl Shape {
    pub(super) fn of(web: &Web, core: &Core, target: Target) -> Shape {
        let (groups, assumed) = web.split(&core.truths);
        let look = Look { web, core, groups, target };
        if !assumed.is_empty() {
            let technique = match assumed[..] {
                [deadly] => look.of_pattern(deadly),
                _ => None,
            };
            return technique.map_or_else(|| Shape::unnamed(core), Shape::named);
        }
        let chain = if core.truths.len() > 1 { look.chain() } else { Vec::new() };
        let technique = match target {
            Target::Refuted(target) => look.elimination(target, &chain),
            Target::Placed(_) => None,
        };
        match technique.or_else(|| look.of_chain(&chain)) {
            Some(technique) => Shape { technique, chain },
            None => Shape::unnamed(core),
        }
    }

    pub(super) fn unnamed(core: &Core) -> Shape {
        Shape::named(Technique::SetLogic(core.truths.len(), core.links.len()))
    }

    /// One that is no chain.
    pub(super) fn named(technique: Technique) -> Shape {
        Shape { technique, chain: Vec::new() }
    }
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
    fn elimination(&self, target: Index, chain: &[Strong]) -> Option<Technique> {
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
    fn of_chain(&self, chain: &[Strong]) -> Option<Technique> {
        let digits = chain.iter().flat_map(|part| [part.from[0].digit, part.to[0].digit]);
        let digits = digits.collect_vec();
        // Each digit as the place where it stands first.
        let place = |digit| digits.iter().position(|other| other == digit);
        let is_grouped = chain.iter().any(|part| part.from.len() + part.to.len() > 2);
        let ends = || chain[0].from.iter().cartesian_product(&chain[chain.len() - 1].to);
        let index = |candidate: &Candidate| self.web.groups.index(*candidate);
        Some(match digits.iter().filter_map(place).collect_vec()[..] {
            [] => return None,
            [0, 1, 1, 1, 1, 0] => Technique::WWing,
            _ if ends().all(|(a, b)| self.web.are_rivals(index(a), index(b))) => {
                Technique::NiceLoop
            }
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

    /// The truths in an order in which they chain, if there is one.
    fn chain(&self) -> Vec<Strong> {
        let mut order = Vec::new();
        let mut left = self.core.truths.clone();
        if !self.link_up(None, &mut left, &mut order) {
            order.clear();
        }
        let candidates = |part: Vec<Index>| {
            part.into_iter().map(|index| self.web.groups.candidate(index)).collect()
        };
        order
            .into_iter()
            .map(|(from, to)| Strong { from: candidates(from), to: candidates(to) })
            .collect()
    }

    /// Whether an end of a chain can be this candidate.
    fn is_end(&self, candidate: Index) -> bool {
        match self.target {
            Target::Refuted(target) => self.web.are_rivals(target, candidate),
            Target::Placed(target) => candidate == target,
        }
    }

    fn link_up(
        &self,
        before: Option<&[Index]>,
        left: &mut Vec<Index>,
        order: &mut Vec<(Vec<Index>, Vec<Index>)>,
    ) -> bool {
        for position in 0..left.len() {
            let truth = left[position];
            let joins = |&member: &Index| match before {
                Some(before) => before.iter().all(|&b| self.web.are_rivals(b, member)),
                None => self.is_end(member),
            };
            let (from, to): (Vec<Index>, Vec<Index>) =
                self.web.members(truth).iter().copied().partition(joins);
            if from.is_empty() || to.is_empty() {
                continue;
            }
            left.remove(position);
            order.push((from, to.clone()));
            let closes = left.is_empty() && to.iter().all(|&member| self.is_end(member));
            if closes || !left.is_empty() && self.link_up(Some(&to), left, order) {
                return true;
            }
            order.pop();
            left.insert(position, truth);
        }
        false
    }
}

fn union(sets: &[DigitSet]) -> DigitSet {
    sets.iter().fold(DigitSet::EMPTY, |all, set| &all | set)
}

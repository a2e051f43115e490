//! The names of techniques: the name of a core follows from its shape alone.
//!
//! | Shape | Name |
//! |---|---|
//! | one truth, one link | locked candidates |
//! | *k* cells of a unit with *k* digits; *k* digits of a unit in *k* cells | naked, hidden subset |
//! | *k* rows of a digit in *k* columns, or columns in rows | fish; *finned* with more places, all seen by what goes; *sashimi* if a row needs them |
//! | two lines of a digit, two places each | skyscraper (parallel), two-string kite (crossing) |
//! | a box and a line of a digit | empty rectangle |
//! | a chain: each truth splits in two, and no part holds with the next one's first | X-chain (one digit), XY-chain (cells), else alternating inference chain; with three truths XY-wing, W-wing |
//! | two sets of *k* cells with *k* + 1 digits | ALS-XZ |
//!
//! The definitions are those that sudopedia.org and the guide of HoDoKu document.

use std::fmt;

use itertools::Itertools;

use super::core::Core;
use super::groups::{Group, Index};
use super::state::Web;
use crate::grid::{Candidate, Cell, DigitSet};
use crate::rules::{UnitIndex, UnitKind};

/// The name of a step's shape.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Technique {
    /// A truth without a candidate.
    Contradiction,
    /// The last empty cell of a unit.
    FullHouse,
    /// The only place of a digit in a unit.
    HiddenSingle,
    /// The only digit of a cell.
    NakedSingle,
    /// A digit of a box lies in one line.
    Pointing,
    /// A digit of a line lies in one box.
    Claiming,
    /// A digit of a unit lies in another one, and they are not a box and a line.
    LockedCandidates,
    /// As many cells of two units as they have digits.
    LockedSubset(usize),
    /// As many cells of a unit as they have digits.
    NakedSubset(usize),
    /// As many digits of a unit as they have cells.
    HiddenSubset(usize),
    /// As many rows as columns, of one digit.
    Fish(usize),
    /// Two parallel lines with two places each.
    Skyscraper,
    /// A row and a column with two places each.
    TwoStringKite,
    /// A box and a line.
    EmptyRectangle,
    /// A chain of three cells with two digits each.
    XyWing,
    /// A cell with three digits between two with two of them each.
    XyzWing,
    /// Two cells with the same two digits, joined by a unit.
    WWing,
    /// A fish with more places, all in one box with what goes.
    FinnedFish(usize),
    /// A finned fish that would not be one without its fins.
    SashimiFish(usize),
    /// Pairs of places of one digit that do not make a chain.
    SimpleColouring,
    /// A chain of one digit.
    XChain,
    /// A chain of cells with two digits each.
    XyChain,
    /// An alternating inference chain.
    Chain,
    /// Two almost locked sets with a digit that only one of them can hold.
    AlsXz,
    /// Cells of a box and a line with as many digits.
    SueDeCoq,
    /// Anything else: so many truths and links.
    SetLogic(usize, usize),
}

/// `X-wing`, `naked pair`, `set logic (7 truths, 8 links)`.
impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Technique::*;
        let subset = |size| match size {
            2 => "pair".to_owned(),
            3 => "triple".to_owned(),
            4 => "quad".to_owned(),
            size => format!("subset of {size}"),
        };
        let fish = |size| match size {
            2 => "X-wing".to_owned(),
            3 => "swordfish".to_owned(),
            4 => "jellyfish".to_owned(),
            size => format!("fish of {size}"),
        };
        match *self {
            LockedSubset(size) => write!(f, "locked {}", subset(size)),
            NakedSubset(size) => write!(f, "naked {}", subset(size)),
            HiddenSubset(size) => write!(f, "hidden {}", subset(size)),
            Fish(size) => f.write_str(&fish(size)),
            FinnedFish(size) => write!(f, "finned {}", fish(size)),
            SashimiFish(size) => write!(f, "sashimi {}", fish(size)),
            SetLogic(truths, links) => write!(f, "set logic ({truths} truths, {links} links)"),
            Contradiction => f.write_str("contradiction"),
            FullHouse => f.write_str("full house"),
            HiddenSingle => f.write_str("hidden single"),
            NakedSingle => f.write_str("naked single"),
            Pointing => f.write_str("locked candidates (pointing)"),
            Claiming => f.write_str("locked candidates (claiming)"),
            LockedCandidates => f.write_str("locked candidates"),
            Skyscraper => f.write_str("skyscraper"),
            TwoStringKite => f.write_str("two-string kite"),
            EmptyRectangle => f.write_str("empty rectangle"),
            SimpleColouring => f.write_str("simple colouring"),
            XChain => f.write_str("X-chain"),
            XyWing => f.write_str("XY-wing"),
            XyzWing => f.write_str("XYZ-wing"),
            WWing => f.write_str("W-wing"),
            XyChain => f.write_str("XY-chain"),
            Chain => f.write_str("alternating inference chain"),
            AlsXz => f.write_str("ALS-XZ"),
            SueDeCoq => f.write_str("sue de coq"),
        }
    }
}

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

impl Shape {
    pub(super) fn of(web: &Web, core: &Core) -> Shape {
        let look = Look::new(web, core);
        let chain = if core.truths.len() > 1 { look.chain() } else { Vec::new() };
        let technique = look.technique(&chain);
        Shape { technique, chain }
    }
}

/// A core as seen when it is named.
struct Look<'a> {
    web: &'a Web<'a>,
    core: &'a Core,
    groups: Vec<Group>,
    /// The first candidate refuted.
    target: Index,
}

impl<'a> Look<'a> {
    fn new(web: &'a Web<'a>, core: &'a Core) -> Look<'a> {
        let groups = core.truths.iter().map(|&truth| web.groups.group(truth)).collect();
        Look { web, core, groups, target: core.refuted[0] }
    }

    fn technique(&self, chain: &[Strong]) -> Technique {
        let set_logic = Technique::SetLogic(self.core.truths.len(), self.core.links.len());
        let cells: Option<Vec<Cell>> = self.groups.iter().map(Group::cell).collect();
        if let Some(cells) = cells {
            return self.of_cells(&cells, chain).unwrap_or(set_logic);
        }
        if self.groups.iter().map(|group| group.digit()).all_equal() {
            return self.of_one_digit(chain).unwrap_or(set_logic);
        }
        self.hidden_subset().or_else(|| self.w_wing(chain)).unwrap_or(if chain.is_empty() {
            set_logic
        } else {
            Technique::Chain
        })
    }

    fn of_cells(&self, cells: &[Cell], chain: &[Strong]) -> Option<Technique> {
        let size = cells.len();
        let digits: Vec<DigitSet> = cells.iter().map(|&cell| self.digits(cell)).collect();
        let shared = self.shared_units(cells);
        if union(&digits).len() == size && !shared.is_empty() {
            let is_used = |unit: &&UnitIndex| {
                self.core.links.iter().any(|&link| {
                    matches!(self.web.groups.group(link), Group::Unit(used, _) if used == **unit)
                })
            };
            let locked = shared.iter().filter(is_used).count() > 1;
            return Some(if locked {
                Technique::LockedSubset(size)
            } else {
                Technique::NakedSubset(size)
            });
        }
        if digits.iter().all(|set| set.len() == 2) && !chain.is_empty() {
            return Some(if size == 3 { Technique::XyWing } else { Technique::XyChain });
        }
        if size == 3 && digits.iter().map(|set| set.len()).sorted().eq([2, 2, 3]) {
            let all = union(&digits);
            if all.len() == 3 && digits.iter().filter(|&set| *set == all).count() == 1 {
                return Some(Technique::XyzWing);
            }
        }
        if self.is_sue_de_coq(cells, &digits) {
            return Some(Technique::SueDeCoq);
        }
        self.is_als_xz(cells).then_some(Technique::AlsXz)
    }

    /// All digits of the cells once, some of the cells in a box and a line, some only in either.
    fn is_sue_de_coq(&self, cells: &[Cell], digits: &[DigitSet]) -> bool {
        let units = self.web.groups.rules().units();
        let inside = |unit: UnitIndex, cell: Cell| units[usize::from(unit)].cells.contains(&cell);
        let is_box = |unit: UnitIndex| matches!(units[usize::from(unit)].kind, UnitKind::Box(_));
        let rules = self.web.groups.rules();
        let all: Vec<UnitIndex> =
            cells.iter().flat_map(|&cell| rules.units_of(cell)).copied().unique().collect();
        union(digits).len() == cells.len()
            && all.iter().copied().cartesian_product(&all).any(|(first, &second)| {
                let of = |in_first: bool, in_second: bool| {
                    cells.iter().zip(digits).filter(move |&(&cell, _)| {
                        (inside(first, cell), inside(second, cell)) == (in_first, in_second)
                    })
                };
                let part = |in_first, in_second| {
                    of(in_first, in_second).fold(DigitSet::EMPTY, |all, (_, set)| &all | set)
                };
                is_box(first)
                    && !is_box(second)
                    && of(false, false).count() == 0
                    && of(true, true).count() >= 2
                    && [of(true, false).count(), of(false, true).count()].iter().all(|&n| n > 0)
                    && (&part(true, false) & &part(false, true)).is_empty()
            })
    }

    /// Two sets of cells, each in a unit and with one digit too many. Only one of them can hold a
    /// digit *x*; the candidate refuted sees all of another digit in both.
    fn is_als_xz(&self, cells: &[Cell]) -> bool {
        let target = self.web.groups.candidate(self.target);
        let almost_locked = |set: &[Cell]| {
            let digits: Vec<DigitSet> = set.iter().map(|&cell| self.digits(cell)).collect();
            let fits = union(&digits).len() == set.len() + 1 && !self.shared_units(set).is_empty();
            fits.then(|| union(&digits))
        };
        if cells.len() > 12 {
            return false;
        }
        (1..1u32 << (cells.len() - 1)).any(|mask| {
            let of_mask = |bit: u32| -> Vec<Cell> {
                let chosen = |position: &usize| mask >> position & 1 == bit;
                (0..cells.len()).filter(chosen).map(|position| cells[position]).collect()
            };
            let (first, second) = (of_mask(0), of_mask(1));
            let (Some(of_first), Some(of_second)) = (almost_locked(&first), almost_locked(&second))
            else {
                return false;
            };
            let places = |set: &[Cell], digit| -> Vec<Index> {
                let holds = |&&cell: &&Cell| self.digits(cell).contains(digit);
                let index = |&cell: &Cell| self.web.groups.index(Candidate { cell, digit });
                set.iter().filter(holds).map(index).collect()
            };
            let common = &of_first & &of_second;
            let restricted = |digit| {
                places(&first, digit)
                    .into_iter()
                    .cartesian_product(places(&second, digit))
                    .all(|(a, b)| self.web.are_rivals(a, b))
            };
            common.contains(target.digit)
                && common.iter().any(|digit| digit != target.digit && restricted(digit))
                && places(cells, target.digit)
                    .iter()
                    .all(|&place| self.web.are_rivals(place, self.target))
        })
    }

    fn of_one_digit(&self, chain: &[Strong]) -> Option<Technique> {
        let kinds: Vec<UnitKind> = self.groups.iter().filter_map(|&g| self.kind(g)).collect();
        let is_line = |kind: &UnitKind| matches!(kind, UnitKind::Row(_) | UnitKind::Column(_));
        let is_box = |kind: &UnitKind| matches!(kind, UnitKind::Box(_));
        if let [kind] = kinds[..] {
            let [link] = self.core.links[..] else { return None };
            let link = self.kind(self.web.groups.group(link))?;
            return Some(match (kind, link) {
                (kind, link) if is_box(&kind) && is_line(&link) => Technique::Pointing,
                (kind, link) if is_line(&kind) && is_box(&link) => Technique::Claiming,
                _ => Technique::LockedCandidates,
            });
        }
        let in_pairs = self.core.truths.iter().all(|&truth| self.web.members(truth).len() == 2);
        let parallel = kinds.iter().map(std::mem::discriminant).all_equal();
        if parallel && is_line(&kinds[0]) {
            let fish = self.fish();
            match fish {
                Some(Technique::Fish(_)) => return fish,
                _ if in_pairs && kinds.len() == 2 => return Some(Technique::Skyscraper),
                Some(_) => return fish,
                None => {}
            }
        }
        match kinds[..] {
            [first, second] if !parallel && is_line(&first) && is_line(&second) && in_pairs => {
                return Some(Technique::TwoStringKite);
            }
            [first, second] if is_line(&first) && is_box(&second) => {
                return Some(Technique::EmptyRectangle);
            }
            _ => {}
        }
        if !chain.is_empty() {
            return Some(Technique::XChain);
        }
        in_pairs.then_some(Technique::SimpleColouring)
    }

    /// Parallel lines of a digit as a fish, finned or not.
    fn fish(&self) -> Option<Technique> {
        let (rules, size) = (self.web.groups.rules(), self.core.truths.len());
        let kind = self.kind(self.groups[0])?;
        let across = |candidate: Index| {
            let cell = self.web.groups.candidate(candidate).cell;
            match kind {
                UnitKind::Row(_) => rules.size().column_index(cell),
                _ => rules.size().row_index(cell),
            }
        };
        let places = |&truth: &Index| self.web.members(truth).iter().copied();
        let lines: Vec<usize> =
            self.core.truths.iter().flat_map(places).map(across).sorted().dedup().collect();
        if lines.len() <= size {
            return Some(Technique::Fish(size));
        }
        let box_of = |candidate| rules.size().box_index(self.web.groups.candidate(candidate).cell);
        lines
            .into_iter()
            .combinations(size)
            .filter(|cover| cover.contains(&across(self.target)))
            .find(|cover| {
                let fin = |&place: &Index| !cover.contains(&across(place));
                let mut fins = self.core.truths.iter().flat_map(places).filter(fin);
                fins.all(|fin| box_of(fin) == box_of(self.target))
            })
            .map(|cover| {
                let in_cover = |truth: &Index| {
                    places(truth).filter(|&place| cover.contains(&across(place))).count()
                };
                if self.core.truths.iter().any(|truth| in_cover(truth) < 2) {
                    Technique::SashimiFish(size)
                } else {
                    Technique::FinnedFish(size)
                }
            })
    }

    fn hidden_subset(&self) -> Option<Technique> {
        let units = self.groups.iter().map(|group| match group {
            Group::Unit(unit, _) => Some(unit),
            Group::Cell(_) => None,
        });
        let members = self.core.truths.iter().flat_map(|&truth| self.web.members(truth));
        let cells = members.map(|&member| self.web.groups.candidate(member).cell).unique().count();
        (units.clone().all(|unit| unit.is_some()) && units.clone().all_equal())
            .then_some(cells)
            .filter(|&cells| cells == self.groups.len())
            .map(Technique::HiddenSubset)
    }

    fn w_wing(&self, chain: &[Strong]) -> Option<Technique> {
        let cells: Vec<Cell> = self.groups.iter().filter_map(Group::cell).collect();
        let [first, second] = cells[..] else { return None };
        let same = self.digits(first) == self.digits(second) && self.digits(first).len() == 2;
        (self.groups.len() == 3 && !chain.is_empty() && same).then_some(Technique::WWing)
    }

    fn kind(&self, group: Group) -> Option<UnitKind> {
        match group {
            Group::Cell(_) => None,
            Group::Unit(unit, _) => Some(self.web.groups.rules().units()[usize::from(unit)].kind),
        }
    }

    fn digits(&self, cell: Cell) -> DigitSet {
        let members = self.web.members(cell.index() as Index).iter();
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
        if !self.link_up(&[self.target], &mut left, &mut order) {
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

    fn link_up(
        &self,
        before: &[Index],
        left: &mut Vec<Index>,
        order: &mut Vec<(Vec<Index>, Vec<Index>)>,
    ) -> bool {
        for position in 0..left.len() {
            let truth = left[position];
            let sees = |&member: &Index| before.iter().all(|&b| self.web.are_rivals(b, member));
            let (from, to): (Vec<Index>, Vec<Index>) =
                self.web.members(truth).iter().copied().partition(sees);
            if from.is_empty() || to.is_empty() {
                continue;
            }
            left.remove(position);
            order.push((from, to.clone()));
            let closes = left.is_empty()
                && to.iter().all(|&member| self.web.are_rivals(self.target, member));
            if closes || !left.is_empty() && self.link_up(&to, left, order) {
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

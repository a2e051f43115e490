//! The units, pairs and clues that make up rules, and the peers that follow from them.

use std::fmt;
use std::sync::Arc;

use itertools::Itertools;
use thiserror::Error;

use super::{
    Bond, Clue, Pair, PairIndex, PairKind, Part, PartIndex, Regions, Unit, UnitIndex, UnitKind,
    UnknownClue, Variant,
};
use crate::grid::{Cell, Size};
use crate::names::counted;

/// The units of a grid, the pairs of cells that differ, and the peers that follow from both.
///
/// Units with the same cells are kept once (boxes one row high are rows), and so are pairs. Methods
/// about cells, units and pairs panic if the rules have no such cell, unit or pair.
///
/// ```
/// use satdoku::{Rules, Size};
/// let rules = Rules::diagonal(Size::NINE);
/// let centre = Size::NINE.cell(4, 4);
/// let units = rules.units_of(centre).iter().map(|&unit| rules.unit(unit).kind.to_string());
/// let names: Vec<String> = units.collect();
/// assert_eq!(names, ["row 5", "column 5", "box 5", "main diagonal", "anti-diagonal"]);
/// assert_eq!(rules.peers(centre).count(), 32);
/// ```
#[derive(Clone, PartialEq, Eq)]
#[must_use]
pub struct Rules {
    /// The rules without clues.
    base: Arc<Base>,
    /// The units of the base, and extra regions with as many cells as there are digits.
    units: Arc<Units>,
    /// By their cells, ascending, then by kind.
    pairs: Vec<Pair>,
    /// By cell, ascending; empty if there are no pairs.
    pairs_of: Vec<Vec<PairIndex>>,
    clues: Vec<Clue>,
    /// The parts of the clues, in the order of the clues, except what units say.
    parts: Vec<(PartIndex, Part)>,
}

/// Why there are no such rules: something does not fit the grid, contradicts something else, or has
/// the name of something else.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message}")]
pub struct RulesError {
    message: String,
    clue: Option<usize>,
}

impl RulesError {
    pub(super) fn new(message: String) -> RulesError {
        RulesError { message, clue: None }
    }

    /// The error for the clue of an index.
    pub(super) fn of_clue(message: String, index: usize) -> RulesError {
        RulesError { message, clue: Some(index) }
    }

    /// The index of the clue that does not fit, if a clue is the reason.
    pub fn clue(&self) -> Option<usize> {
        self.clue
    }
}

/// Rules without clues.
#[derive(PartialEq, Eq)]
struct Base {
    size: Size,
    /// Ascending, so the first variant is the base of the grid.
    variants: Vec<Variant>,
    /// The regions of a jigsaw.
    regions: Option<Regions>,
    units: Arc<Units>,
    pairs: Vec<Pair>,
}

/// Units, and the units of each cell.
#[derive(Clone, PartialEq, Eq)]
struct Units {
    all: Vec<Unit>,
    /// By cell, ascending.
    of: Vec<Vec<UnitIndex>>,
}

impl Units {
    /// Adds a unit, unless there is one with the same cells.
    fn add(&mut self, unit: Unit) {
        let known = &self.of[unit.cells[0].index()];
        if known.iter().any(|known| self.all[known.index()].cells == unit.cells) {
            return;
        }
        let index = UnitIndex::from_index(self.all.len());
        unit.cells.iter().for_each(|cell| self.of[cell.index()].push(index));
        self.all.push(unit);
    }

    /// The first unit that holds both cells.
    fn first_shared(&self, first: Cell, second: Cell) -> Option<UnitIndex> {
        let others = &self.of[second.index()];
        self.of[first.index()].iter().copied().find(|unit| others.contains(unit))
    }
}

impl Rules {
    /// Rules without clues. If several units have the same cells, the first is kept; so it is for
    /// pairs. A pair whose cells share a unit is not kept.
    pub(super) fn new(
        size: Size,
        variants: Vec<Variant>,
        regions: Option<Regions>,
        all_units: Vec<Unit>,
        mut pairs: Vec<Pair>,
    ) -> Rules {
        let mut units = Units {
            all: Vec::with_capacity(all_units.len()),
            of: vec![Vec::new(); size.cell_count()],
        };
        all_units.into_iter().for_each(|unit| units.add(unit));
        let units = Arc::new(units);
        pairs.sort_unstable();
        pairs.dedup_by_key(|pair| pair.cells);
        pairs.retain(|pair| units.first_shared(pair.cells[0], pair.cells[1]).is_none());
        let pairs_of = pairs_by_cell(size, &pairs);
        let base =
            Base { size, variants, regions, units: Arc::clone(&units), pairs: pairs.clone() };
        Rules { base: Arc::new(base), units, pairs, pairs_of, clues: Vec::new(), parts: Vec::new() }
    }

    /// The same rules with these clues in place of theirs.
    ///
    /// An extra region with as many cells as there are digits becomes a unit. Where a clue says that
    /// cells differ, those that share no unit become pairs; where several clues say so of the same
    /// cells, there is a pair for each of them.
    ///
    /// # Errors
    /// [`RulesError`] if a clue does not fit the grid: it names the first such clue, and says what
    /// is wrong. Also if there are more than 10,000 clues.
    pub fn with_clues(&self, clues: Vec<Clue>) -> Result<Rules, RulesError> {
        self.stating(clues, true)
    }

    /// The same rules, but their clues make no units: each clue has its own pairs for all cells
    /// that it says differ, so that leaving out one clue does not take away what another says.
    pub(crate) fn with_clues_apart(&self) -> Rules {
        self.stating(self.clues.clone(), false).expect("they fit")
    }

    fn stating(&self, clues: Vec<Clue>, makes_units: bool) -> Result<Rules, RulesError> {
        let (base, side) = (&self.base, self.size().side());
        if clues.len() > MOST_CLUES {
            let found = clues.len();
            let message = format!("expected at most {MOST_CLUES} clues, found {found}");
            return Err(RulesError::new(message));
        }
        let mut rules = Rules {
            base: Arc::clone(base),
            units: Arc::clone(&base.units),
            pairs: base.pairs.clone(),
            pairs_of: Vec::new(),
            clues,
            parts: Vec::new(),
        };
        let (mut parts, mut regions, mut transitions) = (Vec::new(), 0, 0);
        for (clue, drawn) in (0..).zip(&rules.clues) {
            let error = |why: String| {
                let message = format!("the clue '{}': {why}", drawn.shown(&rules));
                RulesError::of_clue(message, clue as usize)
            };
            let of_clue = drawn.parts(&rules).map_err(error)?;
            transitions += of_clue.iter().map(Part::transitions).sum::<usize>();
            if parts.len() + of_clue.len() > MOST_PARTS || transitions > MOST_TRANSITIONS {
                return Err(error("expected fewer or smaller clues, found too many".to_owned()));
            }
            for (part, meant) in (0..).zip(of_clue) {
                match meant {
                    Part::Differ { mut cells } if makes_units && cells.len() == side => {
                        cells.sort_unstable();
                        let kind = UnitKind::ExtraRegion(regions);
                        regions += 1;
                        Arc::make_mut(&mut rules.units).add(Unit { kind, cells });
                    }
                    meant => parts.push((PartIndex { clue, part }, meant)),
                }
            }
        }
        for (PartIndex { clue, .. }, part) in &parts {
            let Part::Differ { cells } = part else { continue };
            for mut cells in cells.iter().copied().array_combinations() {
                cells.sort_unstable();
                let is_known = rules.units.first_shared(cells[0], cells[1]).is_some()
                    || base.pairs.binary_search_by_key(&cells, |pair| pair.cells).is_ok();
                if !is_known {
                    rules.pairs.push(Pair { cells, kind: PairKind::Clue(*clue) });
                }
            }
        }
        rules.pairs.sort_unstable();
        rules.pairs.dedup();
        // Removes the pairs of the base whose cells share a unit of a clue.
        if regions > 0 {
            let units = &rules.units;
            rules.pairs.retain(|pair| units.first_shared(pair.cells[0], pair.cells[1]).is_none());
        }
        rules.pairs_of = pairs_by_cell(base.size, &rules.pairs);
        rules.parts = parts;
        Ok(rules)
    }

    /// The clues, in the order in which they were added.
    pub fn clues(&self) -> &[Clue] {
        &self.clues
    }

    /// The parts of the clues, in the order of the clues, without units: a [`Part::Differ`] of as
    /// many cells as there are digits is one of [`Rules::units`]. In any other `Differ`, each two
    /// cells are peers.
    pub fn parts(&self) -> &[(PartIndex, Part)] {
        &self.parts
    }

    /// Whether the units are the same as those of other rules; then tables about units are kept
    /// between puzzles.
    pub fn shares_units(&self, other: &Rules) -> bool {
        Arc::ptr_eq(&self.units, &other.units)
            || (self.size(), &self.units) == (other.size(), &other.units)
    }

    /// The size of the grid.
    pub fn size(&self) -> Size {
        self.base.size
    }

    /// Rows, columns, boxes or regions, then the others in the order of [`Variant`], then extra
    /// regions.
    pub fn units(&self) -> &[Unit] {
        &self.units.all
    }

    /// All units with their indices.
    pub fn indexed_units(&self) -> impl Iterator<Item = (UnitIndex, &Unit)> {
        (0..).map(UnitIndex::from_index).zip(&self.units.all)
    }

    /// The unit of an index.
    pub fn unit(&self, unit: UnitIndex) -> &Unit {
        &self.units.all[unit.index()]
    }

    /// The units of a cell, ascending.
    pub fn units_of(&self, cell: Cell) -> &[UnitIndex] {
        &self.units.of[cell.index()]
    }

    /// The pairs of cells that must differ, by their cells, ascending.
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// The pair of an index.
    pub fn pair(&self, pair: PairIndex) -> &Pair {
        &self.pairs[pair.index()]
    }

    /// The pairs of a cell, ascending.
    pub fn pairs_of(&self, cell: Cell) -> &[PairIndex] {
        if self.pairs.is_empty() { &[] } else { &self.pairs_of[cell.index()] }
    }

    /// The other cells of a cell's pairs, which share no unit with it.
    pub fn partners(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        self.pairs_of(cell).iter().map(move |&pair| {
            let [first, second] = self.pair(pair).cells;
            if first == cell { second } else { first }
        })
    }

    /// The cells that must differ from a cell, each once: the other cells of its first unit, then
    /// the further cells of the next units, then its partners.
    pub fn peers(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        let units = self.units_of(cell);
        let in_units = units.iter().enumerate().flat_map(move |(position, &unit)| {
            let is_new = move |peer: &Cell| {
                let known = self.units_of(*peer);
                *peer != cell && !units[..position].iter().any(|earlier| known.contains(earlier))
            };
            self.unit(unit).cells.iter().copied().filter(is_new)
        });
        in_units.chain(self.partners(cell))
    }

    /// Whether two cells must hold different digits. No cell is a peer of itself.
    pub fn are_peers(&self, first: Cell, second: Cell) -> bool {
        self.bond(first, second).is_some()
    }

    /// Why two cells must hold different digits: the first unit that they share, or a pair.
    pub fn bond(&self, first: Cell, second: Cell) -> Option<Bond> {
        if first == second {
            return None;
        }
        let unit = self.first_shared_unit(first, second);
        let of_pair = || {
            let mut pairs = self.pairs_of(first).iter().map(|&pair| self.pair(pair));
            pairs.find(|pair| pair.cells.contains(&second)).map(|pair| Bond::Pair(pair.kind))
        };
        unit.map(|unit| Bond::Unit(self.unit(unit).kind)).or_else(of_pair)
    }

    /// The first unit that holds both cells.
    pub(crate) fn first_shared_unit(&self, first: Cell, second: Cell) -> Option<UnitIndex> {
        self.units.first_shared(first, second)
    }

    /// Whether two cells of a unit share no earlier unit. In this way each pair of cells that share
    /// a unit is counted once over all units.
    pub(crate) fn meet_first_in(&self, unit: UnitIndex, first: Cell, second: Cell) -> bool {
        self.unit(unit).kind.is_line() || self.first_shared_unit(first, second) == Some(unit)
    }

    /// Whether these are rows, columns, boxes and nothing more.
    pub fn is_classic(&self) -> bool {
        self.are(&[Variant::Classic])
    }

    /// Whether these are rows, columns, boxes, both main diagonals and nothing more.
    pub fn is_diagonal(&self) -> bool {
        self.are(&[Variant::Classic, Variant::Diagonal])
    }

    fn are(&self, variants: &[Variant]) -> bool {
        self.base.variants == variants && self.clues.is_empty() && self.has_units_alone()
    }

    /// Whether units alone say everything.
    pub(crate) fn has_units_alone(&self) -> bool {
        self.pairs.is_empty() && self.parts.is_empty()
    }

    /// Whether these are rows and columns and nothing more. Boxes that are rows or columns do not
    /// count.
    pub fn is_latin(&self) -> bool {
        self.units().len() == 2 * self.size().side() && self.has_units_alone()
    }

    /// Whether the boxes of the size are among the units.
    pub fn has_boxes(&self) -> bool {
        self.base.variants[0] == Variant::Classic
    }

    /// What the grid looks like, in words: `boxes of 3x3`, `a side of 9`.
    pub fn shape(&self) -> String {
        match self.has_boxes() {
            true => format!("boxes of {}", self.size()),
            false => format!("a side of {}", self.size().side()),
        }
    }

    /// What a puzzle of these rules is, in words: `a classic puzzle with boxes of 3x3`.
    pub fn describe(&self) -> String {
        let name = self.to_string();
        let article = if name.starts_with('a') { "an" } else { "a" };
        format!("{article} {name} puzzle with {}", self.shape())
    }

    /// The regions of a jigsaw.
    pub fn regions(&self) -> Option<&Regions> {
        self.base.regions.as_ref()
    }

    /// The named rules that are added to rows, columns and boxes or regions, ascending.
    pub fn variants(&self) -> &[Variant] {
        &self.base.variants[1..]
    }

    /// Whether units and pairs say everything.
    ///
    /// # Errors
    /// [`UnknownClue`] if there is a clue that means more.
    pub fn only_groups(&self) -> Result<(), UnknownClue> {
        let is_more = |(_, part): &&(PartIndex, Part)| !matches!(part, Part::Differ { .. });
        match self.parts.iter().find(is_more) {
            Some((index, _)) => {
                Err(UnknownClue { text: self.clues[index.clue as usize].text(self) })
            }
            None => Ok(()),
        }
    }

    /// The names of the variants: the base first, but `classic` is left out before other names.
    pub fn names(&self) -> impl Iterator<Item = &str> + '_ {
        let variants = &self.base.variants;
        let named = &variants[usize::from(variants.len() > 1 && self.has_boxes())..];
        named.iter().map(|variant| variant.name())
    }
}

/// The names, with `+ N clues` where there are some.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.names().format(", "))?;
        if !self.clues.is_empty() {
            write!(f, " + {}", counted(self.clues.len(), "clue"))?;
        }
        Ok(())
    }
}

/// The variant and the size of a box: `Rules(diagonal 3x3)`.
impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rules({self} {})", self.size())
    }
}

/// The most parts of the clues of a grid, and the most transitions of their diagrams.
const MOST_PARTS: usize = 100_000;
const MOST_TRANSITIONS: usize = 1 << 22;

/// The most clues of a grid.
const MOST_CLUES: usize = 10_000;

/// By cell: its pairs, ascending; empty if there are no pairs.
fn pairs_by_cell(size: Size, pairs: &[Pair]) -> Vec<Vec<PairIndex>> {
    let cell_count = if pairs.is_empty() { 0 } else { size.cell_count() };
    let mut pairs_of = vec![Vec::new(); cell_count];
    for (index, pair) in pairs.iter().enumerate() {
        for cell in pair.cells {
            pairs_of[cell.index()].push(PairIndex::from_index(index));
        }
    }
    pairs_of
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_of_peers_meets_first_in_one_unit_or_is_a_pair() {
        let windows = [5, 6, 9, 10].map(Cell::from_index);
        let with = |variant| Rules::builder(Size::NINE).variant(variant).build().unwrap();
        for rules in &[
            Rules::diagonal(Size::new(2, 3).unwrap()),
            Rules::builder(Size::FOUR).extra_region(&windows).build().unwrap(),
            with(Variant::AntiKnight),
            with(Variant::Argyle),
        ] {
            let pairs = rules.indexed_units().flat_map(|(unit, Unit { cells, .. })| {
                let pairs = cells.iter().copied().tuple_combinations::<(_, _)>();
                pairs.filter(move |&(first, second)| rules.meet_first_in(unit, first, second))
            });
            let expected = rules.size().cells().tuple_combinations();
            let expected = expected.filter(|&(first, second)| rules.are_peers(first, second));
            let pairs = pairs.chain(rules.pairs().iter().map(|pair| pair.cells.into()));
            assert!(pairs.sorted().eq(expected), "{rules:?}");
        }
    }
}

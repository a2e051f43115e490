//! [`Rules`]: units, pairs and clues, and the peers that follow from units and pairs.

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

/// The rules of a puzzle: the units of a grid, pairs of cells that must differ, and clues. Two
/// cells are peers if they share a unit or are a pair.
///
/// Of units with the same cells, only one is kept (a box that is one row high is a row). Methods
/// with a cell, unit or pair panic if the rules have no such cell, unit or pair.
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
    /// The pairs, ascending by cells, then by kind.
    pairs: Vec<Pair>,
    /// For each cell, its pairs, ascending; empty if there are no pairs.
    pairs_of: Vec<Vec<PairIndex>>,
    clues: Vec<Clue>,
    /// The parts of the clues, in the order of the clues, without the parts that became units.
    parts: Vec<(PartIndex, Part)>,
}

/// The error for rules that cannot be made: something is missing or does not fit the grid, two
/// things contradict each other, or there are too many clues.
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

    /// The error for the clue with this index.
    pub(super) fn of_clue(message: String, index: usize) -> RulesError {
        RulesError { message, clue: Some(index) }
    }

    /// The index of the clue that is the reason of the error, if a clue is the reason.
    pub fn clue(&self) -> Option<usize> {
        self.clue
    }
}

/// The rules without clues.
#[derive(PartialEq, Eq)]
struct Base {
    size: Size,
    /// The variants, ascending: the first one is classic, jigsaw or latin.
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
    /// For each cell, its units, ascending.
    of: Vec<Vec<UnitIndex>>,
}

impl Units {
    /// Adds a unit, unless there already is a unit with the same cells.
    fn add(&mut self, unit: Unit) {
        let known = &self.of[unit.cells[0].index()];
        if known.iter().any(|known| self.all[known.index()].cells == unit.cells) {
            return;
        }
        let index = UnitIndex::from_index(self.all.len());
        unit.cells.iter().for_each(|cell| self.of[cell.index()].push(index));
        self.all.push(unit);
    }

    /// The first unit that contains both cells.
    fn first_shared(&self, first: Cell, second: Cell) -> Option<UnitIndex> {
        let others = &self.of[second.index()];
        self.of[first.index()].iter().copied().find(|unit| others.contains(unit))
    }
}

impl Rules {
    /// Rules without clues. Of several units with the same cells, only the first is kept, and of
    /// several pairs with the same cells too. A pair whose cells share a unit is not kept.
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

    /// The same rules with other clues.
    ///
    /// An extra region with as many cells as there are digits becomes a unit. If a clue requires
    /// that cells differ, every two of them that share no unit become a pair, unless a variant
    /// already has this pair. If several clues require it of the same two cells, each clue has its
    /// own pair.
    ///
    /// # Errors
    /// [`RulesError`] if a clue does not fit the grid; the error names the first such clue and the
    /// reason. Also if there are more than 10,000 clues, or if their parts are too many or too
    /// large.
    pub fn with_clues(&self, clues: Vec<Clue>) -> Result<Rules, RulesError> {
        self.stating(clues, true)
    }

    /// The same rules, but no clue becomes a unit: each clue has its own pairs for all cells that
    /// it requires to differ. So nothing that other clues require is lost if one clue is left out.
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
        // Removes the pairs whose cells share a unit that a clue became.
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

    /// The parts of the clues, in the order of the clues. A [`Part::Differ`] with as many cells as
    /// there are digits is not a part here, but one of [`Rules::units`]. In any other `Differ`,
    /// every two cells are peers.
    pub fn parts(&self) -> &[(PartIndex, Part)] {
        &self.parts
    }

    /// Whether these rules and other rules have the same units. If they have, tables that depend
    /// only on units can be used for both.
    pub fn shares_units(&self, other: &Rules) -> bool {
        Arc::ptr_eq(&self.units, &other.units)
            || (self.size(), &self.units) == (other.size(), &other.units)
    }

    /// The size of the grid.
    pub fn size(&self) -> Size {
        self.base.size
    }

    /// The units: rows, columns, boxes or regions, then the units of other variants in the order of
    /// [`Variant`], then extra regions.
    pub fn units(&self) -> &[Unit] {
        &self.units.all
    }

    /// All units with their indices.
    pub fn indexed_units(&self) -> impl Iterator<Item = (UnitIndex, &Unit)> {
        (0..).map(UnitIndex::from_index).zip(&self.units.all)
    }

    /// The unit with this index.
    pub fn unit(&self, unit: UnitIndex) -> &Unit {
        &self.units.all[unit.index()]
    }

    /// The units of a cell, ascending.
    pub fn units_of(&self, cell: Cell) -> &[UnitIndex] {
        &self.units.of[cell.index()]
    }

    /// The pairs of cells that must differ, ascending by cells.
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// The pair with this index.
    pub fn pair(&self, pair: PairIndex) -> &Pair {
        &self.pairs[pair.index()]
    }

    /// The pairs of a cell, ascending.
    pub fn pairs_of(&self, cell: Cell) -> &[PairIndex] {
        if self.pairs.is_empty() { &[] } else { &self.pairs_of[cell.index()] }
    }

    /// The other cell of each pair of a cell. These cells share no unit with the cell.
    pub fn partners(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        self.pairs_of(cell).iter().map(move |&pair| {
            let [first, second] = self.pair(pair).cells;
            if first == cell { second } else { first }
        })
    }

    /// The peers of a cell, whose digits must differ from the digit of the cell: the other cells of
    /// its first unit, then the further cells of the next units, then its partners.
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

    /// The reason why two cells must hold different digits: the first unit that they share, or a
    /// pair.
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

    /// The first unit that contains both cells.
    pub(crate) fn first_shared_unit(&self, first: Cell, second: Cell) -> Option<UnitIndex> {
        self.units.first_shared(first, second)
    }

    /// Whether `unit` is the first unit that these two of its cells share. If each unit counts only
    /// such cells, two cells that share several units are counted once.
    pub(crate) fn meet_first_in(&self, unit: UnitIndex, first: Cell, second: Cell) -> bool {
        self.unit(unit).kind.is_line() || self.first_shared_unit(first, second) == Some(unit)
    }

    /// Whether the rules are rows, columns and boxes, and nothing more.
    pub fn is_classic(&self) -> bool {
        self.are(&[Variant::Classic])
    }

    /// Whether the rules are rows, columns, boxes and both main diagonals, and nothing more.
    pub fn is_diagonal(&self) -> bool {
        self.are(&[Variant::Classic, Variant::Diagonal])
    }

    fn are(&self, variants: &[Variant]) -> bool {
        self.base.variants == variants && self.clues.is_empty() && self.has_units_alone()
    }

    /// Whether the rules have only units: no pairs, and no clues that did not become units.
    pub(crate) fn has_units_alone(&self) -> bool {
        self.pairs.is_empty() && self.parts.is_empty()
    }

    /// Whether the rules are rows and columns, and nothing more. Boxes that are rows or columns are
    /// allowed.
    pub fn is_latin(&self) -> bool {
        self.units().len() == 2 * self.size().side() && self.has_units_alone()
    }

    /// Whether the boxes of the size are among the units.
    pub fn has_boxes(&self) -> bool {
        self.base.variants[0] == Variant::Classic
    }

    /// The shape of the grid, in words: `boxes of 3x3`, `a side of 9`.
    pub fn shape(&self) -> String {
        match self.has_boxes() {
            true => format!("boxes of {}", self.size()),
            false => format!("a side of {}", self.size().side()),
        }
    }

    /// The kind of puzzle with these rules, in words: `a classic puzzle with boxes of 3x3`.
    pub fn describe(&self) -> String {
        let name = self.to_string();
        let article = if name.starts_with('a') { "an" } else { "a" };
        format!("{article} {name} puzzle with {}", self.shape())
    }

    /// The regions of a jigsaw.
    pub fn regions(&self) -> Option<&Regions> {
        self.base.regions.as_ref()
    }

    /// The variants in addition to classic, jigsaw or latin, ascending.
    pub fn variants(&self) -> &[Variant] {
        &self.base.variants[1..]
    }

    /// Checks that units and pairs express all rules.
    ///
    /// # Errors
    /// [`UnknownClue`] if a clue has a part that units and pairs do not express.
    pub fn only_groups(&self) -> Result<(), UnknownClue> {
        let is_more = |(_, part): &&(PartIndex, Part)| !matches!(part, Part::Differ { .. });
        match self.parts.iter().find(is_more) {
            Some((index, _)) => {
                Err(UnknownClue { text: self.clues[index.clue as usize].text(self) })
            }
            None => Ok(()),
        }
    }

    /// The names of the variants: first classic, jigsaw or latin, but `classic` is left out if
    /// other names follow.
    pub fn names(&self) -> impl Iterator<Item = &str> + '_ {
        let variants = &self.base.variants;
        let named = &variants[usize::from(variants.len() > 1 && self.has_boxes())..];
        named.iter().map(|variant| variant.name())
    }
}

/// Writes the names of the variants, and `+ N clues` if there are clues.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.names().format(", "))?;
        if !self.clues.is_empty() {
            write!(f, " + {}", counted(self.clues.len(), "clue"))?;
        }
        Ok(())
    }
}

/// Writes the variants, the number of clues and the size of a box: `Rules(diagonal 3x3)`.
impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rules({self} {})", self.size())
    }
}

/// How many parts all clues of a grid have at most, and how many transitions their diagrams have.
const MOST_PARTS: usize = 100_000;
const MOST_TRANSITIONS: usize = 1 << 22;

/// How many clues a grid has at most.
const MOST_CLUES: usize = 10_000;

/// For each cell, its pairs, ascending; empty if there are no pairs.
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

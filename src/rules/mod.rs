//! What makes a filling a solution: units that hold each digit once, and pairs of cells that
//! differ; and a puzzle as rules plus givens.
//!
//! A rule variant is more units, other units in place of the boxes, or more pairs. The encoder and
//! the SAT solver see units and pairs only; `simplify` and `dpll` ask which rules they serve, since
//! they have faster code for 9x9 grids with boxes, with and without diagonals.
//!
//! | File | What |
//! |---|---|
//! | `builder.rs` | rules put together piece by piece |
//! | `variant.rs` | rules that have a name, with their definitions |
//! | `regions.rs` | regions in place of boxes |
//! | `puzzle.rs` | rules with givens |

mod builder;
mod puzzle;
mod regions;
mod variant;

use std::fmt;

use itertools::Itertools;

use crate::grid::{Cell, Size};

use builder::Base;
pub use builder::{RulesBuilder, RulesError};
pub use puzzle::Puzzle;
pub use regions::{RegionLabel, Regions, RegionsError};
pub use variant::{Variant, VariantError};

/// The name of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum UnitKind {
    /// A row, index from 0.
    Row(usize),
    /// A column, index from 0.
    Column(usize),
    /// A box, index from 0 along rows of boxes.
    Box(usize),
    /// A region in place of a box.
    Region(RegionLabel),
    /// The diagonal from the top left.
    MainDiagonal,
    /// The diagonal from the top right.
    AntiDiagonal,
    /// A window of a Windoku, index from 0.
    Window(usize),
    /// The cells in the same place of each box, index from 0.
    DisjointGroup(usize),
    /// The nine cells of an asterisk.
    Asterisk,
    /// The middle cells of the boxes.
    CenterDots,
    /// The nine cells of a girandola.
    Girandola,
    /// An extra region, index from 0 in the order added.
    ExtraRegion(usize),
}

impl UnitKind {
    /// Whether it is a box, or a region in place of one.
    pub fn is_box(self) -> bool {
        matches!(self, UnitKind::Box(_) | UnitKind::Region(_))
    }
}

/// Counted from 1: `row 3`, `box 9`, `region c`, `main diagonal`.
impl fmt::Display for UnitKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnitKind::Row(index) => write!(f, "row {}", index + 1),
            UnitKind::Column(index) => write!(f, "column {}", index + 1),
            UnitKind::Box(index) => write!(f, "box {}", index + 1),
            UnitKind::Region(label) => write!(f, "region {label}"),
            UnitKind::MainDiagonal => f.write_str("main diagonal"),
            UnitKind::AntiDiagonal => f.write_str("anti-diagonal"),
            UnitKind::Window(index) => write!(f, "window {}", index + 1),
            UnitKind::DisjointGroup(index) => write!(f, "disjoint group {}", index + 1),
            UnitKind::Asterisk => f.write_str("asterisk"),
            UnitKind::CenterDots => f.write_str("center dots"),
            UnitKind::Girandola => f.write_str("girandola"),
            UnitKind::ExtraRegion(index) => write!(f, "extra region {}", index + 1),
        }
    }
}

/// Why two cells must differ that share no unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum PairKind {
    /// They are on the same line of an argyle.
    Argyle,
    /// They are a knight's move apart.
    Knight,
    /// They touch at a corner.
    King,
    /// [`RulesBuilder::pair`] says so.
    Listed,
}

/// What two cells have in common, so that they must hold different digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bond {
    /// A unit.
    Unit(UnitKind),
    /// A pair.
    Pair(PairKind),
}

/// What is said of the two cells: `in the same row`, `a knight's move apart`.
impl fmt::Display for Bond {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Bond::Unit(UnitKind::Row(_)) => "in the same row",
            Bond::Unit(UnitKind::Column(_)) => "in the same column",
            Bond::Unit(UnitKind::Box(_)) => "in the same box",
            Bond::Unit(UnitKind::Region(label)) => return write!(f, "in the same region {label}"),
            Bond::Unit(UnitKind::MainDiagonal | UnitKind::AntiDiagonal) => "on the same diagonal",
            Bond::Unit(UnitKind::Window(_)) => "in the same window",
            Bond::Unit(UnitKind::DisjointGroup(_)) => "in the same place of their boxes",
            Bond::Unit(UnitKind::Asterisk) => "in the asterisk",
            Bond::Unit(UnitKind::CenterDots) => "in the middle of their boxes",
            Bond::Unit(UnitKind::Girandola) => "in the girandola",
            Bond::Unit(UnitKind::ExtraRegion(_)) => "in the same extra region",
            Bond::Pair(PairKind::Argyle) => "on the same marked diagonal",
            Bond::Pair(PairKind::Knight) => "a knight's move apart",
            Bond::Pair(PairKind::King) => "a king's move apart",
            Bond::Pair(PairKind::Listed) => "a pair that must differ",
        })
    }
}

/// Two cells that must hold different digits and share no unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pair {
    /// The cells, ascending.
    pub cells: [Cell; 2],
    /// Why.
    pub kind: PairKind,
}

/// Which of [`Rules::pairs`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PairIndex(u32);

impl PairIndex {
    /// The pair of an index from 0. Rules have as many as [`Rules::pairs`] is long.
    ///
    /// # Panics
    /// If the index is above [`u32::MAX`].
    pub fn from_index(index: usize) -> PairIndex {
        PairIndex(index.try_into().expect("pair index out of range"))
    }

    /// The index, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Cells that hold each digit exactly once: as many as the side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Its name.
    pub kind: UnitKind,
    /// Its cells in ascending order.
    pub cells: Vec<Cell>,
}

/// Which of [`Rules::units`]: rows first, then columns, boxes or regions, then the others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UnitIndex(u16);

impl UnitIndex {
    /// The unit of an index from 0. Rules have as many as [`Rules::units`] is long.
    ///
    /// # Panics
    /// If the index is above [`u16::MAX`].
    pub fn from_index(index: usize) -> UnitIndex {
        UnitIndex(index.try_into().expect("unit index out of range"))
    }

    /// The index, from 0.
    pub fn index(self) -> usize {
        self.0.into()
    }
}

impl From<UnitIndex> for usize {
    fn from(unit: UnitIndex) -> usize {
        unit.index()
    }
}

/// The units of a grid, the pairs of cells that differ, and the peers that follow from both.
///
/// Units with the same cells are kept once (boxes one row high are rows), and so are pairs.
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
    size: Size,
    base: Base,
    /// Ascending.
    variants: Vec<Variant>,
    extra_region_count: usize,
    units: Vec<Unit>,
    /// By cell, ascending.
    units_of: Vec<Vec<UnitIndex>>,
    /// By unit: whether two of its cells share an earlier unit too.
    meets_again: Vec<bool>,
    /// By their cells, ascending.
    pairs: Vec<Pair>,
    /// By cell, ascending; nothing at all if there are no pairs.
    pairs_of: Vec<Vec<PairIndex>>,
}

impl Rules {
    /// Of several units with the same cells, and of several pairs, the first is kept; no pair that
    /// shares a unit is.
    fn new(
        size: Size,
        base: Base,
        variants: Vec<Variant>,
        all_units: Vec<Unit>,
        all_pairs: Vec<(PairKind, [Cell; 2])>,
    ) -> Rules {
        let mut units: Vec<Unit> = Vec::with_capacity(all_units.len());
        let mut units_of: Vec<Vec<UnitIndex>> = vec![Vec::new(); size.cell_count()];
        let mut meets_again = Vec::with_capacity(all_units.len());
        // By earlier unit: the last one that was found to share a cell with it.
        let mut met = vec![usize::MAX; all_units.len()];
        let mut extra_region_count = 0;
        for unit in all_units {
            let known = &units_of[unit.cells[0].index()];
            if known.iter().any(|known| units[known.index()].cells == unit.cells) {
                continue;
            }
            let index = units.len();
            let mut again = false;
            for cell in &unit.cells {
                let units_of = &mut units_of[cell.index()];
                for earlier in units_of.iter() {
                    again |= std::mem::replace(&mut met[earlier.index()], index) == index;
                }
                units_of.push(UnitIndex::from_index(index));
            }
            extra_region_count += usize::from(matches!(unit.kind, UnitKind::ExtraRegion(_)));
            units.push(unit);
            meets_again.push(again);
        }
        let (pairs, pairs_of) = (Vec::new(), Vec::new());
        let mut rules = Rules {
            size,
            base,
            variants,
            extra_region_count,
            units,
            units_of,
            meets_again,
            pairs,
            pairs_of,
        };
        rules.add_pairs(all_pairs);
        rules
    }

    fn add_pairs(&mut self, all: Vec<(PairKind, [Cell; 2])>) {
        let mut pairs: Vec<Pair> =
            all.into_iter().map(|(kind, cells)| Pair { cells, kind }).collect();
        pairs.sort_by_key(|pair| pair.cells);
        pairs.dedup_by_key(|pair| pair.cells);
        pairs.retain(|pair| self.first_shared_unit(pair.cells[0], pair.cells[1]).is_none());
        if pairs.is_empty() {
            return;
        }
        self.pairs_of = vec![Vec::new(); self.size.cell_count()];
        for (index, pair) in pairs.iter().enumerate() {
            for cell in pair.cells {
                self.pairs_of[cell.index()].push(PairIndex::from_index(index));
            }
        }
        self.pairs = pairs;
    }

    /// The size of the grid.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Rows, columns, boxes or regions, then the others in the order of [`Variant`], then extra
    /// regions.
    pub fn units(&self) -> &[Unit] {
        &self.units
    }

    /// All units with their indices.
    pub fn indexed_units(&self) -> impl Iterator<Item = (UnitIndex, &Unit)> {
        (0..).map(UnitIndex).zip(&self.units)
    }

    /// The unit of an index.
    ///
    /// # Panics
    /// If there are not as many units: the index is that of other rules.
    pub fn unit(&self, unit: UnitIndex) -> &Unit {
        &self.units[unit.index()]
    }

    /// The units of a cell, ascending.
    ///
    /// # Panics
    /// If the cell is outside the grid.
    pub fn units_of(&self, cell: Cell) -> &[UnitIndex] {
        &self.units_of[cell.index()]
    }

    /// The pairs of cells that must differ, by their cells, ascending.
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// All pairs with their indices.
    pub fn indexed_pairs(&self) -> impl Iterator<Item = (PairIndex, &Pair)> {
        (0..).map(PairIndex).zip(&self.pairs)
    }

    /// The pair of an index.
    ///
    /// # Panics
    /// If there are not as many pairs: the index is that of other rules.
    pub fn pair(&self, pair: PairIndex) -> &Pair {
        &self.pairs[pair.index()]
    }

    /// The pairs of a cell, ascending.
    ///
    /// # Panics
    /// If the cell is outside the grid, where the rules have pairs.
    pub fn pairs_of(&self, cell: Cell) -> &[PairIndex] {
        if self.pairs.is_empty() { &[] } else { &self.pairs_of[cell.index()] }
    }

    /// The other cells of a cell's pairs, which share no unit with it.
    ///
    /// # Panics
    /// As [`Rules::pairs_of`].
    pub fn partners(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        self.pairs_of(cell).iter().map(move |&pair| {
            let [first, second] = self.pair(pair).cells;
            if first == cell { second } else { first }
        })
    }

    /// The cells that must differ from a cell, each once: the other cells of its first unit, then
    /// what the next one adds, then its partners.
    ///
    /// # Panics
    /// If the cell is outside the grid.
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
    ///
    /// # Panics
    /// If a cell is outside the grid.
    pub fn are_peers(&self, first: Cell, second: Cell) -> bool {
        self.bond(first, second).is_some()
    }

    /// Why two cells must hold different digits: the first unit that they share, or a pair.
    ///
    /// # Panics
    /// If a cell is outside the grid.
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
    ///
    /// # Panics
    /// If a cell is outside the grid.
    pub(crate) fn first_shared_unit(&self, first: Cell, second: Cell) -> Option<UnitIndex> {
        let others = self.units_of(second);
        self.units_of(first).iter().copied().find(|unit| others.contains(unit))
    }

    /// Whether two cells of a unit share no earlier unit. Over all units each pair of cells that
    /// share one is counted once so.
    ///
    /// # Panics
    /// If there are not as many units, or a cell is outside the grid.
    pub(crate) fn meet_first_in(&self, unit: UnitIndex, first: Cell, second: Cell) -> bool {
        !self.meets_again[unit.index()] || self.first_shared_unit(first, second) == Some(unit)
    }

    /// Whether these are rows, columns, boxes and nothing more.
    pub fn is_classic(&self) -> bool {
        self.variants.is_empty() && self.has_boxes_and_no_extras()
    }

    /// Whether these are rows, columns, boxes, both main diagonals and nothing more.
    pub fn is_diagonal(&self) -> bool {
        self.variants == [Variant::Diagonal] && self.has_boxes_and_no_extras()
    }

    fn has_boxes_and_no_extras(&self) -> bool {
        self.has_boxes() && self.extra_region_count == 0 && self.pairs.is_empty()
    }

    /// Whether the boxes of the size are among the units.
    pub fn has_boxes(&self) -> bool {
        self.base == Base::Boxes
    }

    /// What the grid looks like, in words: `boxes of 3x3`, `a side of 9`.
    pub fn shape(&self) -> String {
        match self.base {
            Base::Boxes => format!("boxes of {}", self.size),
            Base::Regions(_) | Base::Nothing => format!("a side of {}", self.size.side()),
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
        match &self.base {
            Base::Regions(regions) => Some(regions),
            Base::Boxes | Base::Nothing => None,
        }
    }

    /// The named rules that are added to rows, columns and boxes or regions, ascending.
    pub fn variants(&self) -> &[Variant] {
        &self.variants
    }

    /// The names of all that has one: `classic`, `jigsaw`, `latin`, [`Variant::name`]. `classic`
    /// is left out before others.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + '_ {
        let base = match self.base {
            Base::Boxes if self.variants.is_empty() => Some("classic"),
            Base::Boxes => None,
            Base::Regions(_) => Some("jigsaw"),
            Base::Nothing => Some("latin"),
        };
        base.into_iter().chain(self.variants.iter().map(|variant| variant.name()))
    }
}

/// The names, with `+ N regions` and `+ N pairs` where more were added.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.names().format(", "))?;
        let listed = self.pairs.iter().filter(|pair| pair.kind == PairKind::Listed).count();
        for (count, what) in [(self.extra_region_count, "region"), (listed, "pair")] {
            match count {
                0 => {}
                1 => write!(f, " + 1 {what}")?,
                _ => write!(f, " + {count} {what}s")?,
            }
        }
        Ok(())
    }
}

/// The variant and the size of a box: `Rules(diagonal 3x3)`.
impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rules({self} {})", self.size)
    }
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;

    use super::*;

    #[test]
    fn a_classic_cell_has_3_units_and_20_peers() {
        let rules = Rules::classic(Size::NINE);
        assert_eq!(rules.units().len(), 27);
        for cell in Size::NINE.cells() {
            assert_eq!((rules.units_of(cell).len(), rules.peers(cell).count()), (3, 20));
        }
    }

    #[test]
    fn diagonals_add_peers_as_in_the_diagonal_seed() {
        let rules = Rules::diagonal(Size::NINE);
        assert_eq!(rules.units().len(), 29);
        let peers = |row, column| rules.peers(Size::NINE.cell(row, column)).count();
        assert_eq!((peers(0, 0), peers(4, 4), peers(0, 1)), (26, 32, 20));
    }

    #[test]
    fn peers_are_the_cells_that_share_a_unit_each_once() {
        let windows = [5, 6, 9, 10].map(Cell::from_index);
        let all = [
            Rules::diagonal(Size::new(2, 3).unwrap()),
            Rules::builder(Size::FOUR).extra_region(&windows).build().unwrap(),
            with(Size::NINE, Variant::AntiKnight),
            with(Size::NINE, Variant::Argyle),
        ];
        for rules in &all {
            for cell in rules.size().cells() {
                let peers: Vec<Cell> = rules.peers(cell).sorted().collect();
                let expected = rules.size().cells().filter(|&other| rules.are_peers(cell, other));
                assert_eq!(peers, expected.collect::<Vec<_>>(), "{rules:?}");
            }
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

    #[test]
    fn every_unit_holds_as_many_cells_as_the_side() {
        for (height, width) in [(1, 1), (2, 2), (2, 3), (2, 4), (2, 5), (3, 4), (5, 5), (6, 6)] {
            let size = Size::new(height, width).unwrap();
            for unit in Rules::diagonal(size).units() {
                assert_eq!(unit.cells.len(), size.side(), "{} of {size}", unit.kind);
                assert!(unit.cells.is_sorted());
            }
        }
    }

    #[test]
    fn boxes_that_are_rows_count_once() {
        let rules = Rules::classic(Size::new(1, 5).unwrap());
        assert_eq!(rules.units().len(), 10);
        assert_eq!(Rules::diagonal(Size::new(1, 1).unwrap()).units().len(), 1);
    }

    #[test]
    fn an_extra_region_needs_as_many_cells_as_the_side() {
        let build = |cells: &[usize]| {
            let cells: Vec<Cell> = cells.iter().map(|&index| Cell::from_index(index)).collect();
            Rules::builder(Size::FOUR).extra_region(&cells).build()
        };
        for (cells, found) in [(&[0, 1, 2][..], 3), (&[0, 1, 2, 3, 200], 4), (&[0, 0, 1, 2], 3)] {
            let expected = RulesError::ExtraRegion { expected: 4, found };
            assert_eq!(build(cells), Err(expected));
        }
        assert!(build(&[0, 1, 2, 3]).unwrap().is_classic(), "a row");
        let rules = build(&[5, 6, 9, 10]).unwrap();
        assert_eq!((rules.units().len(), rules.to_string().as_str()), (13, "classic + 1 region"));
    }

    fn with(size: Size, variant: Variant) -> Rules {
        Rules::builder(size).variant(variant).build().unwrap()
    }

    #[test]
    fn named_rules_have_the_units_and_pairs_of_their_definitions() {
        // Pairs counted by hand: knight's moves 2 * 2 * 8 * 7 less those in a box (8 in each) ...
        for (variant, units, pairs) in [
            (Variant::Diagonal, 29, 0),
            (Variant::Windoku, 31, 0),
            (Variant::DisjointGroups, 36, 0),
            (Variant::Asterisk, 28, 0),
            (Variant::CenterDot, 28, 0),
            (Variant::Girandola, 28, 0),
            (Variant::AntiKnight, 27, 224 - 72),
            (Variant::AntiKing, 27, 128 - 72),
        ] {
            let rules = with(Size::NINE, variant);
            assert_eq!((rules.units().len(), rules.pairs().len()), (units, pairs), "{variant}");
            assert!(rules.units().iter().all(|unit| unit.cells.is_sorted()), "{variant}");
            assert_eq!(rules.to_string(), variant.name());
        }
        let names = |variant| {
            let rules = with(Size::NINE, variant);
            let unit = rules.units().last().unwrap();
            unit.cells.iter().map(|&cell| Size::NINE.cell_name(cell)).join(" ")
        };
        assert_eq!(names(Variant::Asterisk), "B5 C3 C7 E2 E5 E8 G3 G7 H5");
        assert_eq!(names(Variant::CenterDot), "B2 B5 B8 E2 E5 E8 H2 H5 H8");
        assert_eq!(names(Variant::Girandola), "A1 A9 B5 E2 E5 E8 H5 I1 I9");
        assert_eq!(names(Variant::Windoku), "F6 F7 F8 G6 G7 G8 H6 H7 H8");
        assert_eq!(names(Variant::DisjointGroups), "C3 C6 C9 F3 F6 F9 I3 I6 I9");
    }

    #[test]
    fn an_argyle_has_four_lines_of_5_cells_and_four_of_8() {
        let rules = with(Size::NINE, Variant::Argyle);
        let named = |name: &str| {
            let index = |byte: u8, first: u8| usize::from(byte - first);
            Size::NINE.cell(index(name.as_bytes()[0], b'A'), index(name.as_bytes()[1], b'1'))
        };
        let lines = [
            "A5 B6 C7 D8 E9",
            "A2 B3 C4 D5 E6 F7 G8 H9",
            "B1 C2 D3 E4 F5 G6 H7 I8",
            "E1 F2 G3 H4 I5",
            "A5 B4 C3 D2 E1",
            "A8 B7 C6 D5 E4 F3 G2 H1",
            "B9 C8 D7 E6 F5 G4 H3 I2",
            "E9 F8 G7 H6 I5",
        ];
        for (first, second) in Size::NINE.cells().tuple_combinations() {
            let on_both = |line: &&str| {
                let cells: Vec<Cell> = line.split(' ').map(named).collect();
                cells.contains(&first) && cells.contains(&second)
            };
            let bond = rules.bond(first, second);
            assert_eq!(
                lines.iter().any(on_both),
                match bond {
                    Some(Bond::Pair(kind)) => kind == PairKind::Argyle,
                    // In one box.
                    Some(Bond::Unit(_)) => lines.iter().any(on_both),
                    None => false,
                }
            );
        }
    }

    #[test]
    fn refuses_named_rules_that_the_grid_cannot_have() {
        let six = Size::new(2, 3).unwrap();
        for (builder, message) in [
            (
                Rules::builder(six).variant(Variant::Windoku),
                "expected a grid of 9x9 for windoku, found one with boxes of 2x3",
            ),
            (
                Rules::builder(Size::NINE).without_boxes().variant(Variant::DisjointGroups),
                "expected a grid with boxes for disjoint-groups, found a latin square of 9x9",
            ),
            (
                Rules::builder(six).variant(Variant::CenterDot),
                "expected a grid with boxes of odd height and width for center-dot, found one with boxes of 2x3",
            ),
            (
                Rules::builder(six).regions("aaababbbcccdcddd".parse().unwrap()),
                "expected regions for a grid of side 6, found regions of side 4",
            ),
            (
                Rules::builder(six).pair(six.cell(0, 0), six.cell(0, 0)),
                "expected two different cells inside the grid as a pair",
            ),
        ] {
            assert_eq!(builder.build().unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn says_why_two_cells_differ() {
        let rules = Rules::builder(Size::FOUR)
            .regions("aaababbbcccdcddd".parse().unwrap())
            .variant(Variant::AntiKnight)
            .variant(Variant::AntiKing)
            .pair(Size::FOUR.cell(0, 0), Size::FOUR.cell(3, 3))
            .build()
            .unwrap();
        let bond = |first, second: (usize, usize)| {
            let (first, second): ((usize, usize), _) = (first, second);
            let cell = |(row, column)| Size::FOUR.cell(row, column);
            rules.bond(cell(first), cell(second)).map(|bond| bond.to_string())
        };
        for (second, words) in [
            ((0, 3), "in the same row"),
            ((3, 0), "in the same column"),
            ((1, 0), "in the same column"),
            ((1, 2), "a knight's move apart"),
            ((1, 1), "a king's move apart"),
            ((3, 3), "a pair that must differ"),
        ] {
            assert_eq!(bond((0, 0), second).as_deref(), Some(words));
        }
        assert_eq!(bond((0, 2), (1, 0)).as_deref(), Some("in the same region a"));
        assert_eq!(bond((0, 0), (2, 2)), None);
        assert_eq!(bond((0, 0), (0, 0)), None);
        assert_eq!(rules.to_string(), "jigsaw, anti-knight, anti-king + 1 pair");
    }
}

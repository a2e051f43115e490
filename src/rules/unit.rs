//! The parts of rules: units, pairs of cells that differ, and the names of both.

use std::fmt;

use itertools::Itertools;

use super::RegionLabel;
use crate::grid::Cell;

/// The name of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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

    /// Whether it is a row or a column.
    pub fn is_line(self) -> bool {
        matches!(self, UnitKind::Row(_) | UnitKind::Column(_))
    }

    /// What it is, without its number: `row`, `main diagonal`.
    pub fn name(self) -> &'static str {
        match self {
            UnitKind::Row(_) => "row",
            UnitKind::Column(_) => "column",
            UnitKind::Box(_) => "box",
            UnitKind::Region(_) => "region",
            UnitKind::MainDiagonal => "main diagonal",
            UnitKind::AntiDiagonal => "anti-diagonal",
            UnitKind::Window(_) => "window",
            UnitKind::DisjointGroup(_) => "disjoint group",
            UnitKind::Asterisk => "asterisk",
            UnitKind::CenterDots => "center dots",
            UnitKind::Girandola => "girandola",
            UnitKind::ExtraRegion(_) => "extra region",
        }
    }

    /// Which of its kind, if there can be several: a number from 1, or the label of a region.
    pub fn label(self) -> Option<String> {
        match self {
            UnitKind::Region(label) => Some(label.to_string()),
            UnitKind::Row(index)
            | UnitKind::Column(index)
            | UnitKind::Box(index)
            | UnitKind::Window(index)
            | UnitKind::DisjointGroup(index)
            | UnitKind::ExtraRegion(index) => Some((index + 1).to_string()),
            UnitKind::MainDiagonal
            | UnitKind::AntiDiagonal
            | UnitKind::Asterisk
            | UnitKind::CenterDots
            | UnitKind::Girandola => None,
        }
    }

    /// In a sentence: `row 3`, `the asterisk`.
    pub fn noun(self) -> String {
        if self.label().is_some() { self.to_string() } else { format!("the {self}") }
    }

    /// Units, those of a kind that follow each other together: `rows 2 and 6`, `main diagonal`.
    /// `one` writes a unit alone, `list` several labels.
    pub(crate) fn together(
        units: impl IntoIterator<Item = UnitKind>,
        one: impl Fn(UnitKind) -> String,
        list: impl Fn(&[String]) -> String,
    ) -> Vec<String> {
        let mut texts = Vec::new();
        for (_, units) in &units.into_iter().chunk_by(std::mem::discriminant) {
            let units: Vec<UnitKind> = units.collect();
            texts.push(match units[..] {
                [unit] => one(unit),
                _ => {
                    let (name, labels) = (units[0].name(), units.iter().filter_map(|u| u.label()));
                    let plural = if name.ends_with('x') { "es" } else { "s" };
                    format!("{name}{plural} {}", list(&labels.collect::<Vec<_>>()))
                }
            });
        }
        texts
    }
}

/// Counted from 1: `row 3`, `box 9`, `region c`, `main diagonal`.
impl fmt::Display for UnitKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.label() {
            Some(label) => write!(f, "{} {label}", self.name()),
            None => f.write_str(self.name()),
        }
    }
}

/// Why two cells must differ that share no unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PairKind {
    /// They are on the same line of an argyle.
    Argyle,
    /// They are a knight's move apart.
    Knight,
    /// They touch at a corner.
    King,
    /// [`RulesBuilder::pair`](super::RulesBuilder::pair) says so.
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

/// Which of [`Rules::pairs`](super::Rules::pairs).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PairIndex(u32);

impl PairIndex {
    /// The pair of an index from 0, below the length of [`Rules::pairs`](super::Rules::pairs).
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

/// Which of [`Rules::units`](super::Rules::units): rows first, then columns, boxes or regions, then
/// the others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UnitIndex(u16);

impl UnitIndex {
    /// The unit of an index from 0, below the length of [`Rules::units`](super::Rules::units).
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

//! The parts of rules: units, pairs of cells that differ, and the names of both.

use std::fmt;

use itertools::Itertools;

use super::RegionLabel;
use crate::grid::{Cell, CellNames, Size};

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

    /// Its words: its name; if there can be several of its kind, a number from 1 or the label of a
    /// region; and what two of its cells have in common.
    fn words(self) -> (&'static str, Option<RegionLabel>, &'static str) {
        let number = |index: usize| Some(RegionLabel::Number(index as u16 + 1));
        match self {
            UnitKind::Row(index) => ("row", number(index), "in the same row"),
            UnitKind::Column(index) => ("column", number(index), "in the same column"),
            UnitKind::Box(index) => ("box", number(index), "in the same box"),
            UnitKind::Region(label) => ("region", Some(label), "in the same region"),
            UnitKind::MainDiagonal => ("main diagonal", None, "on the same diagonal"),
            UnitKind::AntiDiagonal => ("anti-diagonal", None, "on the same diagonal"),
            UnitKind::Window(index) => ("window", number(index), "in the same window"),
            UnitKind::DisjointGroup(index) => {
                ("disjoint group", number(index), "in the same place of their boxes")
            }
            UnitKind::Asterisk => ("asterisk", None, "in the asterisk"),
            UnitKind::CenterDots => ("center dots", None, "in the middle of their boxes"),
            UnitKind::Girandola => ("girandola", None, "in the girandola"),
            UnitKind::ExtraRegion(index) => {
                ("extra region", number(index), "in the same extra region")
            }
        }
    }

    /// What it is, without its number: `row`, `main diagonal`.
    pub fn name(self) -> &'static str {
        self.words().0
    }

    /// The unit in a text that names cells in this way: `row C`, or `row 3` if cells are named by
    /// numbers; `asterisk`.
    pub fn named(self, size: Size, names: CellNames) -> String {
        match self.label(size, names) {
            Some(label) => format!("{} {label}", self.name()),
            None => self.name().to_owned(),
        }
    }

    /// The same in a sentence: `row C`, `the asterisk`.
    pub fn noun(self, size: Size, names: CellNames) -> String {
        let article = if self.words().1.is_some() { "" } else { "the " };
        article.to_owned() + &self.named(size, names)
    }

    /// What tells it from others of its kind.
    fn label(self, size: Size, names: CellNames) -> Option<String> {
        match self {
            UnitKind::Row(index) => Some(names.row(size, index)),
            _ => self.words().1.map(|label| label.to_string()),
        }
    }

    /// Units in words, where neighbours in the list that are of one kind are joined: `rows B and
    /// F`, `main diagonal`. `one` writes a unit alone, `list` several labels.
    pub(crate) fn together(
        units: impl IntoIterator<Item = UnitKind>,
        size: Size,
        names: CellNames,
        one: impl Fn(UnitKind, Size, CellNames) -> String,
        list: impl Fn(&[String]) -> String,
    ) -> Vec<String> {
        let mut texts = Vec::new();
        for (_, units) in &units.into_iter().chunk_by(std::mem::discriminant) {
            let units: Vec<UnitKind> = units.collect();
            texts.push(match units[..] {
                [unit] => one(unit, size, names),
                _ => {
                    let labels = units.iter().filter_map(|unit| unit.label(size, names));
                    let labels: Vec<String> = labels.collect();
                    let plural = if units[0].name().ends_with('x') { "es" } else { "s" };
                    format!("{}{plural} {}", units[0].name(), list(&labels))
                }
            });
        }
        texts
    }
}

/// As data, counted from 1: `row 3`, `box 9`, `region c`, `main diagonal`.
impl fmt::Display for UnitKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.words() {
            (name, Some(label), _) => write!(f, "{name} {label}"),
            (name, None, _) => f.write_str(name),
        }
    }
}

/// Why two cells that share no unit must differ.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PairKind {
    /// They are on the same line of an argyle.
    Argyle,
    /// They are a knight's move apart.
    Knight,
    /// They touch at a corner.
    King,
    /// The clue of this index in [`Rules::clues`](super::Rules::clues) says so.
    Clue(u32),
}

/// What two cells have in common, so that they must hold different digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bond {
    /// A unit.
    Unit(UnitKind),
    /// A pair.
    Pair(PairKind),
}

/// What the two cells have in common: `in the same row`, `a knight's move apart`.
impl fmt::Display for Bond {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bond::Unit(UnitKind::Region(label)) => write!(f, "in the same region {label}"),
            Bond::Unit(unit) => f.write_str(unit.words().2),
            Bond::Pair(kind) => f.write_str(match kind {
                PairKind::Argyle => "on the same marked diagonal",
                PairKind::Knight => "a knight's move apart",
                PairKind::King => "a king's move apart",
                PairKind::Clue(_) => "cells that must differ",
            }),
        }
    }
}

/// Two cells that must hold different digits and share no unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pair {
    /// The cells, ascending.
    pub cells: [Cell; 2],
    /// Why these cells must differ.
    pub kind: PairKind,
}

/// Cells that hold each digit exactly once: as many as the side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Its name.
    pub kind: UnitKind,
    /// Its cells in ascending order.
    pub cells: Vec<Cell>,
}

impl Unit {
    /// The units that divide the cells of a grid: each cell is in the unit that `index_of` says.
    pub(super) fn partition(
        size: Size,
        kind: impl Fn(usize) -> UnitKind,
        index_of: impl Fn(Cell) -> usize,
    ) -> Vec<Unit> {
        let without_cells = |index| Unit { kind: kind(index), cells: Vec::new() };
        let mut units: Vec<Unit> = (0..size.side()).map(without_cells).collect();
        size.cells().for_each(|cell| units[index_of(cell)].cells.push(cell));
        units
    }
}

/// A number that identifies something in the rules.
macro_rules! index {
    ($(#[$about:meta])* $type:ident: $number:ty) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $type($number);

        impl $type {
            /// The value with this index, counted from 0.
            ///
            /// # Panics
            /// If the index is above the largest number of its type.
            pub fn from_index(index: usize) -> $type {
                $type(index.try_into().expect(concat!(stringify!($type), " out of range")))
            }

            /// The index, from 0.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

index! {
    /// Which of [`Rules::units`](super::Rules::units): rows first, then columns, boxes or regions,
    /// then the others.
    UnitIndex: u16
}
index! {
    /// Which of [`Rules::pairs`](super::Rules::pairs).
    PairIndex: u32
}

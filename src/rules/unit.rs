//! Units, pairs of cells that must differ, and the names of units and pairs.

use std::fmt;

use itertools::Itertools;

use super::RegionLabel;
use crate::grid::{Cell, CellNames, Size};

/// The kind of a unit, with its index or label.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnitKind {
    /// The row with this index, from 0.
    Row(usize),
    /// The column with this index, from 0.
    Column(usize),
    /// The box with this index, from 0; boxes are counted from left to right, then from top to
    /// bottom.
    Box(usize),
    /// The region with this label, in place of a box.
    Region(RegionLabel),
    /// The diagonal from the top left.
    MainDiagonal,
    /// The diagonal from the top right.
    AntiDiagonal,
    /// The window of a Windoku with this index, from 0.
    Window(usize),
    /// The cells at this place of each box; places are counted from 0, row by row.
    DisjointGroup(usize),
    /// The nine cells of an asterisk.
    Asterisk,
    /// The middle cells of the boxes.
    CenterDots,
    /// The nine cells of a girandola.
    Girandola,
    /// The extra region with this index, from 0, in the order in which extra regions were added.
    ExtraRegion(usize),
}

impl UnitKind {
    /// Whether the unit is a box or a region in place of a box.
    pub fn is_box(self) -> bool {
        matches!(self, UnitKind::Box(_) | UnitKind::Region(_))
    }

    /// Whether the unit is a row or a column.
    pub fn is_line(self) -> bool {
        matches!(self, UnitKind::Row(_) | UnitKind::Column(_))
    }

    /// The words about the unit: the name of its kind; its number from 1 or the label of its
    /// region, if there can be several units of the kind; and what two cells of the unit have in
    /// common.
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

    /// The name of the kind, without a number: `row`, `main diagonal`.
    pub fn name(self) -> &'static str {
        self.words().0
    }

    /// The name of the unit in a text with these names of cells: `row C`, or `row 3` if the names
    /// of cells have row numbers; `asterisk`.
    pub fn named(self, size: Size, names: CellNames) -> String {
        match self.label(size, names) {
            Some(label) => format!("{} {label}", self.name()),
            None => self.name().to_owned(),
        }
    }

    /// The name of the unit in a sentence, with an article if necessary: `row C`, `the asterisk`.
    pub fn noun(self, size: Size, names: CellNames) -> String {
        let article = if self.words().1.is_some() { "" } else { "the " };
        article.to_owned() + &self.named(size, names)
    }

    /// The letter, number or label that distinguishes the unit from others of the same kind, if
    /// there are others.
    fn label(self, size: Size, names: CellNames) -> Option<String> {
        match self {
            UnitKind::Row(index) => Some(names.row(size, index)),
            _ => self.words().1.map(|label| label.to_string()),
        }
    }

    /// Units in words. Successive units of the same kind are joined: `rows B and F`, `main
    /// diagonal`. `one` writes a single unit, `list` writes several labels.
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

/// Writes the unit as in data, with numbers from 1: `row 3`, `box 9`, `region c`, `main diagonal`.
impl fmt::Display for UnitKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.words() {
            (name, Some(label), _) => write!(f, "{name} {label}"),
            (name, None, _) => f.write_str(name),
        }
    }
}

/// The reason why two cells that share no unit must differ.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PairKind {
    /// The two cells are on the same diagonal line of an argyle.
    Argyle,
    /// The two cells are a knight's move apart.
    Knight,
    /// The two cells touch at a corner.
    King,
    /// The clue with this index in [`Rules::clues`](super::Rules::clues) requires it.
    Clue(u32),
}

/// The unit or the pair because of which two cells must hold different digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bond {
    /// The two cells share this unit.
    Unit(UnitKind),
    /// The two cells are a pair, for this reason.
    Pair(PairKind),
}

/// Writes what the two cells have in common: `in the same row`, `a knight's move apart`.
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
    /// The reason why the cells must differ.
    pub kind: PairKind,
}

/// A set of as many cells as the side, which hold each digit exactly once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// The kind of the unit.
    pub kind: UnitKind,
    /// The cells of the unit, in ascending order.
    pub cells: Vec<Cell>,
}

impl Unit {
    /// Units that divide the cells of a grid: `index_of` returns the index of the unit of a cell,
    /// and `kind` the kind of the unit with an index.
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

/// Defines a type of indices into a list of [`Rules`](super::Rules).
macro_rules! index {
    ($(#[$about:meta])* $type:ident: $number:ty) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $type($number);

        impl $type {
            /// The value for this number, counted from 0.
            ///
            /// # Panics
            /// If the number is too large for the type.
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
    /// The index of a unit in [`Rules::units`](super::Rules::units): first rows, then columns,
    /// boxes or regions, then other units.
    UnitIndex: u16
}
index! {
    /// The index of a pair in [`Rules::pairs`](super::Rules::pairs).
    PairIndex: u32
}

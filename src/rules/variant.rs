//! Variants: rules with a name, as their published definitions describe them.
//!
//! | Name | Source |
//! |---|---|
//! | `diagonal` | *Sudoku-X*, Sudopedia |
//! | `windoku` | *Windoku*, Sudopedia (NRC Handelsblad's *Hyper Sudoku*, 2005) |
//! | `disjoint-groups` | chuckfresno, *Disjoint groups in addition to rows, columns and boxes*, Sudoku Programmers' Forum, 2005 (also *Sudoku-DG*, *Offset Sudoku*) |
//! | `asterisk`, `center-dot`, `girandola`, `argyle` | *Asterisk*, *Center Dot*, *Girandola*, *Argyle Sudoku*, Sudopedia |
//! | `anti-knight`, `anti-king` | *Anti-Knight Sudoku*, *Anti-King Sudoku* (*Touchless*) of the World Puzzle Federation's contests |
//!
//! Sudopedia: <http://sudopedia.sudocue.net>; the contests: <https://gp.worldpuzzle.org>.

use itertools::Itertools;

use super::unit::{Pair, PairKind, Unit, UnitKind};
use crate::grid::{Cell, Size};

names! {
    /// Rules with a name. A grid has exactly one of the first three, classic, jigsaw and latin; any
    /// others can be added.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Variant {
        /// Each box holds each digit once.
        Classic = "classic",
        /// Each region, in place of a box, holds each digit once.
        Jigsaw = "jigsaw",
        /// There are no boxes and no regions.
        Latin = "latin",
        /// Each of the two main diagonals holds each digit once.
        Diagonal = "diagonal",
        /// Each of four windows holds each digit once.
        Windoku = "windoku",
        /// The cells at the same place of all boxes hold each digit once, for every place.
        DisjointGroups = "disjoint-groups",
        /// Nine cells in the shape of an asterisk hold each digit once.
        Asterisk = "asterisk",
        /// The middle cells of the boxes hold each digit once.
        CenterDot = "center-dot",
        /// Nine cells in the shape of a spinning firework hold each digit once.
        Girandola = "girandola",
        /// No digit occurs twice on any of eight diagonals.
        Argyle = "argyle",
        /// Two cells that are a knight's move apart hold different digits.
        AntiKnight = "anti-knight",
        /// Two cells that touch at a corner hold different digits.
        AntiKing = "anti-king",
    }
}

/// What a variant requires of a grid: in words, and as a test that gets the size and whether there
/// are boxes.
type Needs = (&'static str, fn(Size, bool) -> bool);
const ANY: Needs = ("any grid", |_, _| true);
const NINE: Needs = ("a grid of 9x9", |size, _| size.side() == 9);
const BOXES: Needs = ("a grid with boxes", |_, has_boxes| has_boxes);
const ODD_BOXES: Needs = ("a grid with boxes of odd height and width", |size, has_boxes| {
    has_boxes && !size.side().is_multiple_of(2)
});

/// Adds the units and the pairs of a variant. Pairs are in any order, and the cells of a pair may
/// share a unit.
type Adds = fn(Size, &mut Vec<Unit>, &mut Vec<Pair>);
const NOTHING: Adds = |_, _, _| {};

impl Variant {
    /// The rule in a few words, what it requires of the grid, and what it adds.
    pub(super) fn row(self) -> (&'static str, Needs, Adds) {
        match self {
            Variant::Classic => ("boxes hold each digit once", ANY, |size, units, _| {
                units.extend(Unit::partition(size, UnitKind::Box, |cell| size.box_index(cell)));
            }),
            Variant::Jigsaw => {
                ("regions of any shape hold each digit once, in place of boxes", ANY, NOTHING)
            }
            Variant::Latin => ("rows and columns only, no boxes", ANY, NOTHING),
            Variant::Diagonal => {
                ("both main diagonals hold each digit once", ANY, |size, units, _| {
                    let rises = |row, column| row + column + 1 == size.side();
                    units.push(unit(UnitKind::MainDiagonal, size, |row, column| row == column));
                    units.push(unit(UnitKind::AntiDiagonal, size, rises));
                })
            }
            Variant::Windoku => (
                "the 3x3 windows that begin in B2, B6, F2 and F6 hold each digit once (9x9)",
                NINE,
                |size, units, _| {
                    units.extend((0..4).map(|index| {
                        unit(UnitKind::Window(index), size, |row, column| {
                            row % 4 > 0 && column % 4 > 0 && row / 4 * 2 + column / 4 == index
                        })
                    }));
                },
            ),
            Variant::DisjointGroups => (
                "the cells that have the same place in their boxes hold each digit once",
                BOXES,
                |size, units, _| {
                    let (height, width) = (size.box_height(), size.box_width());
                    units.extend(Unit::partition(size, UnitKind::DisjointGroup, |cell| {
                        size.row_index(cell) % height * width + size.column_index(cell) % width
                    }));
                },
            ),
            Variant::Asterisk => {
                ("B5 C3 C7 E2 E5 E8 G3 G7 H5 hold each digit once (9x9)", NINE, |size, units, _| {
                    units.push(named(UnitKind::Asterisk, size, Variant::Asterisk))
                })
            }
            Variant::CenterDot => (
                "the middle cells of the boxes hold each digit once (odd boxes)",
                ODD_BOXES,
                |size, units, _| {
                    let (height, width) = (size.box_height(), size.box_width());
                    units.push(unit(UnitKind::CenterDots, size, |row, column| {
                        row % height == height / 2 && column % width == width / 2
                    }));
                },
            ),
            Variant::Girandola => {
                ("A1 A9 B5 E2 E5 E8 H5 I1 I9 hold each digit once (9x9)", NINE, |size, units, _| {
                    units.push(named(UnitKind::Girandola, size, Variant::Girandola))
                })
            }
            Variant::Argyle => (
                "no digit twice on the diagonals A2-H9, B1-I8, A8-H1, B9-I2, A5-E9, E1-I5, A5-E1, \
                 E9-I5 (9x9)",
                NINE,
                |size, _, pairs| {
                    let both = size.cells().array_combinations();
                    let both = both.filter(|&cells| share_an_argyle_line(size, cells));
                    pairs.extend(both.map(|cells| Pair { cells, kind: PairKind::Argyle }));
                },
            ),
            Variant::AntiKnight => {
                ("cells a knight's move apart hold different digits", ANY, |size, _, pairs| {
                    moves(PairKind::Knight, size, &[(1, -2), (1, 2), (2, -1), (2, 1)], pairs)
                })
            }
            Variant::AntiKing => {
                ("cells that touch at a corner hold different digits", ANY, |size, _, pairs| {
                    moves(PairKind::King, size, &[(1, -1), (1, 1)], pairs)
                })
            }
        }
    }

    /// The rule in a few words.
    pub fn about(self) -> &'static str {
        self.row().0
    }

    /// Whether this is classic, jigsaw or latin, of which a grid has exactly one.
    pub fn is_base(self) -> bool {
        self <= Variant::Latin
    }
}

/// The unit of the cells for which `holds` is true; `holds` gets row and column, from 0.
fn unit(kind: UnitKind, size: Size, holds: impl Fn(usize, usize) -> bool) -> Unit {
    let is_in = |cell: &Cell| holds(size.row_index(*cell), size.column_index(*cell));
    Unit { kind, cells: size.cells().filter(is_in).collect() }
}

/// The unit of the cells that are named in the words about a variant.
fn named(kind: UnitKind, size: Size, variant: Variant) -> Unit {
    let names: Vec<&str> = variant.about().split(' ').collect();
    let is_named = |cell: &Cell| names.contains(&&*size.cell_name(*cell));
    Unit { kind, cells: size.cells().filter(is_named).collect() }
}

/// Whether two cells of a 9x9 grid are on the same diagonal, of the eight diagonals of an argyle
/// (four in each direction).
fn share_an_argyle_line(size: Size, cells: [Cell; 2]) -> bool {
    let [first, second] = cells.map(|cell| {
        let (row, column) = (size.row_index(cell), size.column_index(cell));
        [8 + row - column, row + column]
    });
    first.iter().zip(&second).any(|(a, b)| a == b && [4, 7, 9, 12].contains(a))
}

/// Adds all pairs of cells that are one of these steps apart. A step is a number of rows down and a
/// number of columns to the right.
fn moves(kind: PairKind, size: Size, steps: &[(usize, isize)], pairs: &mut Vec<Pair>) {
    for (cell, &(down, right)) in size.cells().cartesian_product(steps) {
        let row = size.row_index(cell) + down;
        if let Some(column) = size.column_index(cell).checked_add_signed(right)
            && row.max(column) < size.side()
        {
            pairs.push(Pair { cells: [cell, size.cell(row, column)], kind });
        }
    }
}

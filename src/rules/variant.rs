//! The rules that have a name, by their published definitions.
//!
//! | Name | Adds | Source |
//! |---|---|---|
//! | `diagonal` | both main diagonals | *Sudoku-X*, Sudopedia |
//! | `windoku` | four 3x3 windows, one cell from the edges and from each other | *Windoku*, Sudopedia (NRC Handelsblad's *Hyper Sudoku*, 2005) |
//! | `disjoint-groups` | the cells in the same place of each box | chuckfresno, *Disjoint groups in addition to rows, columns and boxes*, Sudoku Programmers' Forum, 2005 (also *Sudoku-DG*, *Offset Sudoku*) |
//! | `asterisk` | B5 C3 C7 E2 E5 E8 G3 G7 H5 | *Asterisk*, Sudopedia |
//! | `center-dot` | the middle cell of each box | *Center Dot*, Sudopedia |
//! | `girandola` | A1 A9 B5 E2 E5 E8 H5 I1 I9 | *Girandola*, Sudopedia |
//! | `argyle` | no digit twice on eight diagonals, four of 5 cells and four of 8 | *Argyle Sudoku*, Sudopedia |
//! | `anti-knight` | cells a knight's move apart differ | *Anti-Knight Sudoku* of the World Puzzle Federation's contests |
//! | `anti-king` | cells that touch at a corner differ | *Anti-King Sudoku* (*Touchless*), as above |
//!
//! Sudopedia: <http://sudopedia.sudocue.net>; the contests: <https://gp.worldpuzzle.org>.
//!
//! The three on which the grid stands: `classic` (boxes), `jigsaw` (regions), `latin` (neither).

use itertools::Itertools;

use super::{PairKind, UnitKind};
use crate::grid::{Cell, Size};

/// Rules added to rows, columns and what shares out the grid.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Variant {
    /// Both main diagonals hold each digit once.
    Diagonal,
    /// Four windows hold each digit once.
    Windoku,
    /// The cells in the same place of each box hold each digit once.
    DisjointGroups,
    /// Nine cells in the shape of an asterisk hold each digit once.
    Asterisk,
    /// The middle cells of the boxes hold each digit once.
    CenterDot,
    /// Nine cells in the shape of a spinning firework hold each digit once.
    Girandola,
    /// No digit twice on any of eight diagonals.
    Argyle,
    /// Cells a knight's move apart differ.
    AntiKnight,
    /// Cells that touch at a corner differ.
    AntiKing,
}

// In the order of their units.
names!(Variant {
    Diagonal = "diagonal",
    Windoku = "windoku",
    DisjointGroups = "disjoint-groups",
    Asterisk = "asterisk",
    CenterDot = "center-dot",
    Girandola = "girandola",
    Argyle = "argyle",
    AntiKnight = "anti-knight",
    AntiKing = "anti-king",
});

impl Variant {
    /// What it says, in a few words.
    pub fn about(self) -> &'static str {
        match self {
            Variant::Diagonal => "both main diagonals hold each digit once",
            Variant::Windoku => "the 3x3 windows from B2, B6, F2 and F6 hold each digit once (9x9)",
            Variant::DisjointGroups => {
                "the cells in the same place of each box hold each digit once"
            }
            Variant::Asterisk => "B5 C3 C7 E2 E5 E8 G3 G7 H5 hold each digit once (9x9)",
            Variant::CenterDot => "the middle cells of the boxes hold each digit once (odd boxes)",
            Variant::Girandola => "A1 A9 B5 E2 E5 E8 H5 I1 I9 hold each digit once (9x9)",
            Variant::Argyle => {
                "no digit twice from A2 to H9, B1 to I8, A8 to H1, B9 to I2, A5 to E9, E1 to I5, \
                 A5 to E1, E9 to I5 (9x9)"
            }
            Variant::AntiKnight => "cells a knight's move apart hold different digits",
            Variant::AntiKing => "cells that touch at a corner hold different digits",
        }
    }

    /// What a grid must be for it, where that is not any; `None` if this one is.
    pub(super) fn lacks(self, size: Size, has_boxes: bool) -> Option<&'static str> {
        let is_odd = |length: usize| !length.is_multiple_of(2);
        let is_nine = size.side() == 9;
        let is_met = match self {
            Variant::Windoku | Variant::Asterisk | Variant::Girandola | Variant::Argyle => is_nine,
            Variant::DisjointGroups => has_boxes,
            Variant::CenterDot => {
                has_boxes && is_odd(size.box_height()) && is_odd(size.box_width())
            }
            Variant::Diagonal | Variant::AntiKnight | Variant::AntiKing => true,
        };
        (!is_met).then_some(match self {
            Variant::DisjointGroups => "a grid with boxes",
            Variant::CenterDot => "a grid with boxes of odd height and width",
            _ => "a grid of 9x9",
        })
    }

    /// The units that it adds to a grid that lacks nothing for it.
    pub(super) fn units(self, size: Size) -> Vec<(UnitKind, Vec<Cell>)> {
        let side = size.side();
        let cells = |places: &[(usize, usize)]| -> Vec<Cell> {
            places.iter().map(|&(row, column)| size.cell(row, column)).collect()
        };
        match self {
            Variant::Diagonal => vec![
                (UnitKind::MainDiagonal, (0..side).map(|i| size.cell(i, i)).collect()),
                (UnitKind::AntiDiagonal, (0..side).map(|i| size.cell(i, side - 1 - i)).collect()),
            ],
            Variant::Windoku => [(1, 1), (1, 5), (5, 1), (5, 5)]
                .into_iter()
                .enumerate()
                .map(|(index, (top, left))| {
                    let window = (top..top + 3).cartesian_product(left..left + 3);
                    (UnitKind::Window(index), cells(&window.collect::<Vec<_>>()))
                })
                .collect(),
            Variant::DisjointGroups => {
                let place = |cell| {
                    let (row, column) = (size.row_index(cell), size.column_index(cell));
                    row % size.box_height() * size.box_width() + column % size.box_width()
                };
                let mut groups = vec![Vec::new(); side];
                size.cells().for_each(|cell| groups[place(cell)].push(cell));
                groups
                    .into_iter()
                    .enumerate()
                    .map(|(i, g)| (UnitKind::DisjointGroup(i), g))
                    .collect()
            }
            Variant::Asterisk => {
                let places =
                    [(1, 4), (2, 2), (2, 6), (4, 1), (4, 4), (4, 7), (6, 2), (6, 6), (7, 4)];
                vec![(UnitKind::Asterisk, cells(&places))]
            }
            Variant::CenterDot => {
                let middle = |length: usize| (length / 2..side).step_by(length);
                let places = middle(size.box_height()).cartesian_product(middle(size.box_width()));
                vec![(UnitKind::CenterDots, cells(&places.collect::<Vec<_>>()))]
            }
            Variant::Girandola => {
                let places =
                    [(0, 0), (0, 8), (1, 4), (4, 1), (4, 4), (4, 7), (7, 4), (8, 0), (8, 8)];
                vec![(UnitKind::Girandola, cells(&places))]
            }
            Variant::Argyle | Variant::AntiKnight | Variant::AntiKing => Vec::new(),
        }
    }

    /// The pairs that it adds, not in any order, some of them perhaps in a common unit.
    pub(super) fn pairs(self, size: Size) -> Vec<(PairKind, [Cell; 2])> {
        let side = size.side();
        let moves = |kind, steps: &[(usize, isize)]| {
            let mut pairs = Vec::new();
            for (cell, &(down, right)) in size.cells().cartesian_product(steps) {
                let row = size.row_index(cell) + down;
                if let Some(column) = size.column_index(cell).checked_add_signed(right)
                    && row < side
                    && column < side
                {
                    pairs.push((kind, [cell, size.cell(row, column)]));
                }
            }
            pairs
        };
        match self {
            Variant::AntiKnight => moves(PairKind::Knight, &[(1, -2), (1, 2), (2, -1), (2, 1)]),
            Variant::AntiKing => moves(PairKind::King, &[(1, -1), (1, 1)]),
            Variant::Argyle => {
                let on_a_line = |line: Vec<Cell>| line.into_iter().array_combinations();
                let pairs = argyle(size).into_iter().flat_map(on_a_line);
                pairs.map(|cells| (PairKind::Argyle, cells)).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// The lines of an argyle: row - column is -4, -1, 1 or 4, row + column 4, 7, 9 or 12, from 0.
fn argyle(size: Size) -> Vec<Vec<Cell>> {
    let of = |wanted: isize, measure: fn(isize, isize) -> isize| -> Vec<Cell> {
        let measure = |cell: &Cell| {
            measure(size.row_index(*cell) as isize, size.column_index(*cell) as isize)
        };
        size.cells().filter(|cell| measure(cell) == wanted).collect()
    };
    let falling = [-4, -1, 1, 4].map(|wanted| of(wanted, |row, column| row - column));
    let rising = [4, 7, 9, 12].map(|wanted| of(wanted, |row, column| row + column));
    falling.into_iter().chain(rising).collect()
}

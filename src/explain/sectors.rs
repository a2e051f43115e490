//! Large sets of as many cells as digits, where each digit is counted once in each row, column or box
//! that is chosen for it. They are searched where singles and chains do not help, since a search by small
//! steps does not find them.

use itertools::Itertools;

use super::clues::digits;
use super::state::State;
use crate::grid::Cell;
use crate::rules::clue::Digits;
use crate::rules::{Rules, UnitIndex};

/// Smaller sets are other techniques.
pub(super) const FEWEST: usize = 6;

/// For larger sets, which are rare, the refutation takes seconds.
const MOST: usize = 16;

/// The largest side of a grid for this search, which tries all sets of rows and of columns.
const LARGEST_SIDE: usize = 9;

impl State {
    /// The smallest sets of cells whose number equals the number of their digits, counted in units,
    /// and where some other cell of these units has one of these digits as a candidate. Such sets
    /// are the open cells of some rows and columns, where each digit is counted in rows or in
    /// columns; and loops of sixteen cells, see [`loops`].
    pub(super) fn sets_of_many_sectors(&self) -> Vec<Vec<Cell>> {
        let side = self.size().side();
        if side > LARGEST_SIDE || self.rules().units().len() < 2 * side {
            return Vec::new();
        }
        let is_open = |cell: &Cell| self.placed().get(*cell).is_none();
        let loops = loops(self.rules()).filter(|cells| cells.iter().all(is_open));
        let mut found: Vec<_> = loops.filter(|cells| self.is_locked_loop(cells)).collect();
        found.extend(self.crossings());
        let fewest = found.iter().map(Vec::len).min();
        found.retain(|cells| Some(cells.len()) == fewest);
        found
    }

    /// Sets of the open cells of some rows and columns.
    fn crossings(&self) -> Vec<Vec<Cell>> {
        let (size, side) = (self.size(), self.size().side());
        // For each row, its open cells; for each digit and row, the places of the digit. Both are
        // bits of columns.
        let (mut open, mut places) = (vec![0_u32; side], vec![vec![0_u32; side]; side]);
        for cell in size.cells().filter(|&cell| self.placed().get(cell).is_none()) {
            let (row, column) = (size.row_index(cell), size.column_index(cell));
            open[row] |= 1 << column;
            self.candidates()[cell].iter().for_each(|it| places[it.index()][row] |= 1 << column);
        }
        let (mut found, mut fewest) = (Vec::new(), MOST);
        let some = || (0..1_u32 << side).filter(|set| (2..=side - 2).contains(&count(*set)));
        for rows in some() {
            let rows = (0..side).filter(|row| rows >> row & 1 == 1).collect_vec();
            let of_digit = |of: &Vec<u32>| rows.iter().map(|&row| of[row]).collect_vec();
            let chosen = places.iter().map(of_digit).collect_vec();
            for columns in some() {
                let cells = rows.iter().map(|&row| count(open[row] & columns)).sum::<usize>();
                if cells < FEWEST || cells > fewest {
                    continue;
                }
                // For each digit, how many of these rows and columns have places for the digit.
                let lines = |chosen: &Vec<u32>| {
                    let by_row = chosen.iter().filter(|&row| row & columns != 0).count();
                    (by_row, count(chosen.iter().fold(0, |all, row| all | row) & columns))
                };
                let mut room = 0;
                for chosen in &chosen {
                    let (by_row, by_column) = lines(chosen);
                    room += by_row.min(by_column);
                    if room > cells {
                        break;
                    }
                }
                if room != cells {
                    continue;
                }
                let is_useful = chosen.iter().zip(&places).any(|(chosen, places)| {
                    let (by_row, by_column) = lines(chosen);
                    let goes = |row: &u32| row & columns != 0 && row & !columns != 0;
                    let in_columns = chosen.iter().fold(0, |all, row| all | row) & columns;
                    let mut others = (0..side).filter(|row| !rows.contains(row));
                    by_row <= by_column && chosen.iter().any(goes)
                        || by_column <= by_row && others.any(|row| places[row] & in_columns != 0)
                });
                if is_useful {
                    fewest = cells;
                    let all = rows.iter().cartesian_product(0..side);
                    let is_chosen = |&(row, column): &(&usize, usize)| {
                        (open[*row] & columns) >> column & 1 == 1
                    };
                    let cells = all.filter(is_chosen).map(|(&row, column)| size.cell(row, column));
                    found.push(cells.collect());
                }
            }
        }
        found
    }

    /// Whether the number of digits of a loop, counted in units, is at most the number of its
    /// cells.
    fn is_locked_loop(&self, cells: &[Cell]) -> bool {
        let rules = self.rules();
        let masks = self.masks();
        let units = cells.iter().flat_map(|&cell| rules.units_of(cell)).copied();
        // The units of the loop: rows and columns with four of its cells, and boxes.
        let is_of_loop = |unit: &UnitIndex| {
            cells.iter().filter(|cell| rules.units_of(**cell).contains(unit)).count() == 4
        };
        let units = units.unique().filter(is_of_loop).collect_vec();
        let all = cells.iter().fold(0, |all: Digits, cell| all | masks[cell.index()]);
        let room = digits(all).map(|digit| {
            let places = cells.iter().filter(|cell| masks[cell.index()] >> digit.index() & 1 == 1);
            let covers = places.map(|&cell| {
                let is_cover = |unit: &&UnitIndex| rules.units_of(cell).contains(unit);
                let covers = units.iter().positions(|unit| is_cover(&unit));
                covers.fold(0_u32, |all, place| all | 1 << place)
            });
            let covers = covers.collect_vec();
            let is_cover = |set: &u32| covers.iter().all(|units| units & set != 0);
            (0..1_u32 << units.len()).filter(is_cover).map(count).min().unwrap_or(covers.len())
        });
        room.sum::<usize>() <= cells.len()
    }
}

fn count(set: u32) -> usize {
    set.count_ones() as usize
}

/// Loops as Steve Kurzhals found them: two rows and two columns cross in four cells, in four boxes.
/// The cells of the loop are the other cells of each of these boxes in its row and in its column.
pub(super) fn loops(rules: &Rules) -> impl Iterator<Item = Vec<Cell>> {
    let size = rules.size();
    let (height, width) = (size.box_height(), size.box_width());
    let lines = move |of_box: usize| {
        (0..size.side()).tuple_combinations().filter(move |(a, b)| a / of_box != b / of_box)
    };
    let crosses = lines(height).cartesian_product(lines(width).collect_vec());
    crosses.map(move |((top, bottom), (left, right))| {
        let corners = [(top, left), (top, right), (bottom, left), (bottom, right)];
        let around = |(row, column): (usize, usize)| {
            let (first_row, first_column) = (row / height * height, column / width * width);
            let in_row = (first_column..first_column + width).map(move |it| (row, it));
            let in_column = (first_row..first_row + height).map(move |it| (it, column));
            in_row.chain(in_column).filter(move |place| *place != (row, column))
        };
        let places = corners.into_iter().flat_map(around);
        places.map(|(row, column)| size.cell(row, column)).sorted().collect()
    })
}

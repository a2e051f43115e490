//! The least solution of a classic 9x9 puzzle, and its least pattern of givens.
//!
//! `MinLex` programs usually try each row as the first row, and try orders of columns as long as
//! the rows stay least. In this implementation, the first two rows come from a table. If each digit
//! is named after its column in the first row, the second row is a permutation of columns, and
//! another order of columns conjugates this permutation. There are 12,096 permutations in few
//! classes, and each class has a least permutation. Only the orders of columns that keep the least
//! second row have to be compared. Each of these orders determines the rows below: their digits are
//! known, so the rows of each band are sorted, and then the last two bands.

use std::collections::HashMap;
use std::sync::OnceLock;

use itertools::{Itertools, iproduct};

use super::Transformation;
use crate::grid::{Digit, Grid};

/// An order of columns: for each place, the column that is moved to this place. Or a second row:
/// for each column, the column in which the first row has the same digit.
type Columns = [u8; 9];

/// All second rows, and the orders of columns that make them least.
struct SecondRows {
    /// For each second row: the number of its class, and an order of columns that turns the row
    /// into the least row of its class. Classes are numbered in the order of their least rows.
    least: HashMap<Columns, (usize, Columns)>,
    /// For each class: the orders of columns that keep its least row.
    keeping: Vec<Vec<Columns>>,
}

impl SecondRows {
    fn known() -> &'static SecondRows {
        static KNOWN: OnceLock<SecondRows> = OnceLock::new();
        KNOWN.get_or_init(SecondRows::new)
    }

    fn new() -> SecondRows {
        let threes = || [0, 1, 2].into_iter().permutations(3);
        let orders = iproduct!(threes(), threes(), threes(), threes());
        let orders: Vec<Columns> = orders
            .map(|(stacks, a, b, c)| {
                let within = [a, b, c];
                std::array::from_fn(|place| {
                    let stack = stacks[place / 3];
                    3 * stack + within[usize::from(stack)][place % 3]
                })
            })
            .collect();
        let mut rows = SecondRows { least: HashMap::new(), keeping: Vec::new() };
        rows.fill(&mut [0; 9], 0, &orders);
        rows
    }

    /// Visits all second rows in ascending order. If a row is in no class yet, adds its class.
    fn fill(&mut self, row: &mut Columns, column: usize, orders: &[Columns]) {
        if column < 9 {
            for found in (0..9).filter(|&found| usize::from(found) / 3 != column / 3) {
                if !row[..column].contains(&found) {
                    row[column] = found;
                    self.fill(row, column + 1, orders);
                }
            }
        } else if !self.least.contains_key(row) {
            let mut keeping = Vec::new();
            for order in orders {
                let mut member = [0; 9];
                for (place, &column) in order.iter().enumerate() {
                    member[usize::from(column)] = order[usize::from(row[place])];
                }
                self.least.entry(member).or_insert((self.keeping.len(), *order));
                if member == *row {
                    keeping.push(*order);
                }
            }
            self.keeping.push(keeping);
        }
    }
}

/// An arrangement of a solution. Digits are renamed so that the first row becomes 1 to 9.
struct Arranged {
    is_transposed: bool,
    rows: [usize; 9],
    columns: Columns,
}

/// The transformation that turns a puzzle into its canonical form, and the puzzle's number of
/// automorphisms.
pub(super) fn least(givens: &Grid, solution: &Grid) -> (Transformation, u64) {
    let solution = solution.to_bytes().expect("81 cells");
    let solution: [Columns; 9] =
        std::array::from_fn(|row| std::array::from_fn(|column| solution[9 * row + column]));
    let transposed = std::array::from_fn(|row| std::array::from_fn(|column| solution[column][row]));
    let grids = [solution, transposed];
    let is_given = |cell: usize| u128::from(givens.values()[cell] > 0);
    let (mut fewest, mut best, mut automorphisms) = (u128::MAX, None, 0);
    for arranged in arrangements(&grids) {
        let Arranged { is_transposed, rows, columns } = arranged;
        let transformation = || {
            let first = grids[usize::from(is_transposed)][rows[0]];
            let mut digits = vec![Digit::from_index(0); 9];
            for (place, &column) in columns.iter().enumerate() {
                digits[usize::from(first[usize::from(column)]) - 1] = Digit::from_index(place);
            }
            let columns = columns.map(usize::from).to_vec();
            Transformation { is_transposed, rows: rows.to_vec(), columns, digits }
        };
        let mut pattern = 0;
        for (row, column) in iproduct!(rows, columns.map(usize::from)) {
            let cell = if is_transposed { 9 * column + row } else { 9 * row + column };
            pattern = pattern << 1 | is_given(cell);
        }
        if pattern < fewest {
            (fewest, best, automorphisms) = (pattern, Some(transformation()), 0);
        }
        automorphisms += u64::from(pattern == fewest);
    }
    (best.expect("an arrangement"), automorphisms)
}

/// All arrangements that turn a solution into the least grid. `grids` are the solution and the
/// transposed solution.
fn arrangements(grids: &[[Columns; 9]; 2]) -> Vec<Arranged> {
    let known = SecondRows::known();
    let mut starts = Vec::new();
    let mut least = usize::MAX;
    for (is_transposed, first) in iproduct!([false, true], 0..9) {
        let grid = &grids[usize::from(is_transposed)];
        let mut column_of = [0; 10];
        (0..).zip(&grid[first]).for_each(|(column, &digit)| column_of[usize::from(digit)] = column);
        let band = first / 3 * 3;
        for second in (band..band + 3).filter(|&second| second != first) {
            let (class, columns) =
                known.least[&grid[second].map(|digit| column_of[usize::from(digit)])];
            if class < least {
                least = class;
                starts.clear();
            }
            if class == least {
                starts.push((is_transposed, first, second, columns));
            }
        }
    }
    let (mut best, mut found) = ([u64::MAX; 7], Vec::new());
    for ((is_transposed, first, second, base), keeping) in iproduct!(starts, &known.keeping[least])
    {
        let columns = keeping.map(|place| base[usize::from(place)]);
        let grid = &grids[usize::from(is_transposed)];
        let mut names = [0; 10];
        for (name, &column) in (1..).zip(&columns) {
            names[usize::from(grid[first][usize::from(column)])] = name;
        }
        // The row with renamed digits, followed by the index of the row.
        let named = |row: usize| {
            let digits = columns.iter().map(|&column| grid[row][usize::from(column)]);
            digits.fold(0, |digits, digit| digits << 4 | names[usize::from(digit)]) << 4
                | row as u64
        };
        let band = first / 3;
        let third = named(9 * band + 3 - first - second);
        if third >> 4 > best[0] {
            continue;
        }
        let bands = [(band + 1) % 3, (band + 2) % 3].map(|band| {
            let mut rows = [0, 1, 2].map(|row| named(3 * band + row));
            rows.sort_unstable();
            rows
        });
        let [a, b] = if bands[0] < bands[1] { bands } else { [bands[1], bands[0]] };
        let below = [third, a[0], a[1], a[2], b[0], b[1], b[2]];
        let form = below.map(|row| row >> 4);
        if form < best {
            best = form;
            found.clear();
        }
        if form == best {
            let below = below.map(|row| (row & 15) as usize);
            let mut rows = [first, second, 0, 0, 0, 0, 0, 0, 0];
            rows[2..].copy_from_slice(&below);
            found.push(Arranged { is_transposed, rows, columns });
        }
    }
    found
}

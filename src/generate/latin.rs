//! Random latin squares of any side, by the Markov chain of Jacobson and Matthews (*Generating
//! Uniformly Distributed Random Latin Squares*, Journal of Combinatorial Designs 1996,
//! <https://doi.org/10.1002/(SICI)1520-6610(1996)4:6%3C405::AID-JCD3%3E3.0.CO;2-J>).
//!
//! A move places a digit in a random cell, and then repairs, in random ways, the rules that this
//! violates. In the meantime, one cell may hold two digits minus a third digit. Every square can be
//! reached from every other square, and in the long run, all are equally likely; how many moves
//! this needs is not known. The chain starts from shifted rows, which at side 53 have no rectangles
//! of two digits. After the moves that are made here, the number of rectangles is about a quarter
//! of the number of cells, as in random squares (Kwan, Sah & Sawhney, *Large Deviations in Random
//! Latin Squares*, Bulletin of the London Mathematical Society 2022,
//! <https://arxiv.org/abs/2106.11932>).

use rand::Rng;

use super::chain::shifted_rows;
use crate::grid::{Grid, Size};

/// How many moves are made per row of the square. A move has about as many steps as the square has
/// rows.
const MOVES: usize = 32;

/// A random latin square in a grid of this size.
pub(super) fn random_square(size: Size, random: &mut impl Rng) -> Grid {
    let side = size.side();
    let flat = Size::new(1, side).expect("a side of a grid");
    let mut square = Square::new(side, &shifted_rows(flat, random));
    for _ in 0..MOVES * (side - 1) {
        square.change(random);
    }
    let values = square.digits.iter().map(|&digit| digit + 1).collect::<Vec<_>>();
    Grid::from_values(size, values).expect("a digit for each cell")
}

/// A latin square as three tables. The indices of a table are two of row, column and digit, all
/// from 0; the entry is the third.
struct Square {
    side: usize,
    /// For each row and column, the digit.
    digits: Vec<u16>,
    /// For each row and digit, the column.
    columns: Vec<u16>,
    /// For each column and digit, the row.
    rows: Vec<u16>,
}

impl Square {
    fn new(side: usize, digits: &[u16]) -> Square {
        let (mut columns, mut rows) = (vec![0; side * side], vec![0; side * side]);
        for (index, &digit) in digits.iter().enumerate() {
            let (row, column, digit) = (index / side, index % side, usize::from(digit));
            columns[row * side + digit] = column as u16;
            rows[column * side + digit] = row as u16;
        }
        Square { side, digits: digits.to_vec(), columns, rows }
    }

    /// Makes one move, to another square.
    fn change(&mut self, random: &mut impl Rng) {
        let side = self.side;
        let at = |line: u16, place: u16| usize::from(line) * side + usize::from(place);
        let mut below = |end: usize| random.random_range(0..end) as u16;
        let (mut row, mut column) = (below(side), below(side));
        let old = self.digits[at(row, column)];
        let mut digit = (old + 1 + below(side - 1)) % side as u16;
        // In the cell, and for the digit in the row and in the column, there are now two entries,
        // since the digit is added. For each, the entry that is removed, and the entry that stays.
        let mut digits = [old, digit];
        let mut columns = [self.columns[at(row, digit)], column];
        let mut rows = [self.rows[at(column, digit)], row];
        loop {
            let ([other_digit, digit_left], [other_column, column_left], [other_row, row_left]) =
                (digits, columns, rows);
            self.digits[at(row, column)] = digit_left;
            self.columns[at(row, digit)] = column_left;
            self.rows[at(column, digit)] = row_left;
            self.digits[at(row, other_column)] = other_digit;
            self.columns[at(row, other_digit)] = other_column;
            self.digits[at(other_row, column)] = other_digit;
            self.rows[at(column, other_digit)] = other_row;
            self.columns[at(other_row, digit)] = other_column;
            self.rows[at(other_column, digit)] = other_row;
            let replace = std::mem::replace::<u16>;
            let old_digit = replace(&mut self.digits[at(other_row, other_column)], digit);
            let old_column = replace(&mut self.columns[at(other_row, other_digit)], column);
            let old_row = replace(&mut self.rows[at(other_column, other_digit)], row);
            if old_digit == other_digit {
                return;
            }
            // The digit that should be removed from that cell was not there. So the cell, its row
            // and its column now have a digit too many.
            (digits, columns, rows) = ([old_digit, digit], [old_column, column], [old_row, row]);
            (row, column, digit) = (other_row, other_column, other_digit);
            for two in [&mut digits, &mut columns, &mut rows] {
                if random.random_bool(0.5) {
                    two.reverse();
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::super::chain::tests::{intercalates, spread};
    use super::*;

    #[test]
    fn all_squares_of_side_4_are_drawn_evenly() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let (.., chi_square) = spread(576, || random_square(Size::FOUR, &mut random));
        // The standard deviation is 34.
        assert!((440.0..710.0).contains(&chi_square), "{chi_square}");
    }

    #[test]
    fn squares_of_a_prime_side_are_as_irregular_as_random_ones() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let square = random_square(Size::new(1, 53).unwrap(), &mut random);
        let found = intercalates(&square);
        assert!((550..850).contains(&found), "{found}");
    }
}

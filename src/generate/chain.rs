//! Random full grids of any size, by a Markov chain that is never stuck.
//!
//! The chain starts from shifted rows. The order of rows, the order of columns and the names of
//! digits are random. In each round, the rows of a band, the columns of a stack and the digits are
//! divided into random pairs. The two lines of a pair are exchanged along some of their cycles,
//! each cycle with probability 1/2. In a cycle of two rows, the next column after a column is the
//! one in which the first row holds the digit that the second row holds in this column (Wanless,
//! *Cycle Switches in Latin Squares*, Graphs and Combinatorics 2004,
//! <https://doi.org/10.1007/s00373-004-0567-7>). Boxes stay valid, since the rows of a band cross
//! the same boxes. Two digits are exchanged in a set of rows if the places of these digits in other
//! rows are in other columns and boxes.
//!
//! # How random
//! Each exchange is as likely as the exchange that undoes it, so in the long run, all grids that
//! can be reached are equally likely. Tests confirm this for all 288 grids of 4x4, and they confirm
//! the mean of a statistic for 6x6. For larger grids it is not known which grids can be reached,
//! and after how many rounds. The chain would not reach all latin squares: two shifted rows of a
//! prime side have only one cycle, the whole row.

use itertools::Itertools;
use rand::Rng;
use rand::seq::SliceRandom;

use crate::grid::{Cell, Grid, Size};

const ROUNDS: usize = 32;

/// A random full grid that obeys the classic rules.
pub(super) fn random_grid(size: Size, random: &mut impl Rng) -> Grid {
    let side = size.side();
    let mut values = shifted_rows(size, random);
    for _ in 0..ROUNDS {
        for rows in pairs_in_groups(side, size.box_height(), random) {
            let index = |which: usize, column| rows[which] * side + column;
            exchange_lines(&mut values, side, index, random);
        }
        for columns in pairs_in_groups(side, size.box_width(), random) {
            let index = |which: usize, row| row * side + columns[which];
            exchange_lines(&mut values, side, index, random);
        }
        exchange_digits(&mut values, size, random);
    }
    values.iter_mut().for_each(|value| *value += 1);
    Grid::from_values(size, values).expect("a digit for each cell")
}

/// A grid in which each row is a shift of the previous row, and rows, columns and digits are then
/// put into a random order that keeps the boxes of this size. Digits count from 0.
pub(super) fn shifted_rows(size: Size, random: &mut impl Rng) -> Vec<u16> {
    let side = size.side();
    let mut digits: Vec<u16> = (0..side as u16).collect();
    digits.shuffle(random);
    let rows = shuffled_lines(side, size.box_height(), random);
    let columns = shuffled_lines(side, size.box_width(), random);
    let shift = |row: usize| row % size.box_height() * size.box_width() + row / size.box_height();
    let cells = rows.iter().cartesian_product(&columns);
    cells.map(|(&row, &column)| digits[(shift(row) + column) % side]).collect()
}

/// The lines in random order: lines are divided into groups of `group` neighbours, the groups are
/// shuffled, and the lines in each group are shuffled.
pub(super) fn shuffled_lines(side: usize, group: usize, random: &mut impl Rng) -> Vec<usize> {
    let mut groups = shuffled_groups(side, group, random);
    groups.shuffle(random);
    groups.concat()
}

/// Random pairs of lines of the same group. Each line is in at most one pair.
fn pairs_in_groups(side: usize, group: usize, random: &mut impl Rng) -> Vec<[usize; 2]> {
    let groups = shuffled_groups(side, group, random);
    let pairs = groups.iter().flat_map(|lines| lines.chunks_exact(2));
    pairs.map(|pair| [pair[0], pair[1]]).collect()
}

fn shuffled_groups(side: usize, group: usize, random: &mut impl Rng) -> Vec<Vec<usize>> {
    let shuffled = |start| {
        let mut lines: Vec<usize> = (start..start + group).collect();
        lines.shuffle(random);
        lines
    };
    (0..side).step_by(group).map(shuffled).collect()
}

/// Exchanges two lines along some of their cycles. `index` returns the index of a place in the
/// first line (0) or the second line (1).
fn exchange_lines(
    values: &mut [u16],
    side: usize,
    index: impl Fn(usize, usize) -> usize,
    random: &mut impl Rng,
) {
    let mut place_in_first = vec![0; side];
    for place in 0..side {
        place_in_first[usize::from(values[index(0, place)])] = place;
    }
    let next = (0..side).map(|place| place_in_first[usize::from(values[index(1, place)])]);
    for place in some_orbits(&[next.collect()], random) {
        values.swap(index(0, place), index(1, place));
    }
}

/// Divides the digits into random pairs, and exchanges the two digits of each pair in some parts of
/// the grid.
fn exchange_digits(values: &mut [u16], size: Size, random: &mut impl Rng) {
    let side = size.side();
    // For each row and digit, the column.
    let mut columns = vec![0; side * side];
    for (index, &value) in values.iter().enumerate() {
        columns[index / side * side + usize::from(value)] = index % side;
    }
    for [first, second] in pairs_in_groups(side, side, random) {
        let place = |row: usize, digit: usize| row * side + columns[row * side + digit];
        // For each row: the row of the second digit in the unit in which this row has the first
        // digit.
        let next = |unit: &dyn Fn(usize) -> usize| -> Vec<usize> {
            let mut row_of_second = vec![0; side];
            (0..side).for_each(|row| row_of_second[unit(place(row, second))] = row);
            (0..side).map(|row| row_of_second[unit(place(row, first))]).collect()
        };
        let box_index = |index| size.box_index(Cell::from_index(index));
        let permutations = [next(&|index| index % side), next(&box_index)];
        for row in some_orbits(&permutations, random) {
            values.swap(place(row, first), place(row, second));
        }
    }
}

/// The elements of randomly chosen orbits under these permutations; each orbit is chosen with
/// probability 1/2.
fn some_orbits(permutations: &[Vec<usize>], random: &mut impl Rng) -> Vec<usize> {
    let count = permutations[0].len();
    let (mut seen, mut chosen, mut open) = (vec![false; count], Vec::new(), Vec::new());
    for start in 0..count {
        if seen[start] {
            continue;
        }
        let is_chosen = random.random_bool(0.5);
        open.push(start);
        while let Some(element) = open.pop() {
            if !std::mem::replace(&mut seen[element], true) {
                open.extend(permutations.iter().map(|permutation| permutation[element]));
                if is_chosen {
                    chosen.push(element);
                }
            }
        }
    }
    chosen
}

#[cfg(test)]
pub(super) mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::answer::Limits;
    use crate::dpll::Generic;
    use crate::rules::Rules;

    /// Draws 50 times as many grids as there are different ones. Returns the smallest and the
    /// largest number of times that a grid was drawn, and the deviation of all these numbers from
    /// 50 (chi-square, whose mean is the number of grids minus one).
    pub(in super::super) fn spread(
        grids: usize,
        draw: impl FnMut() -> Grid,
    ) -> (usize, usize, f64) {
        let counts = std::iter::repeat_with(draw).take(grids * 50).counts();
        assert_eq!(counts.len(), grids);
        let chi_square = counts.values().map(|&count| (count as f64 - 50.0).powi(2) / 50.0).sum();
        let (fewest, most) = counts.into_values().minmax().into_option().unwrap();
        (fewest, most, chi_square)
    }

    #[test]
    fn all_grids_of_4x4_are_drawn_evenly() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let (.., chi_square) = spread(288, || random_grid(Size::FOUR, &mut random));
        // The standard deviation is 24.
        assert!((200.0..380.0).contains(&chi_square), "{chi_square}");
    }

    /// Counts rectangles with only two digits, each of which is in opposite corners.
    pub(in super::super) fn intercalates(grid: &Grid) -> usize {
        let side = grid.size().side();
        let rows: Vec<&[u16]> = grid.values().chunks(side).collect();
        let of_pair = |rows: (&&[u16], &&[u16])| {
            let columns = (0..side).array_combinations();
            columns.filter(|&[a, b]| rows.0[a] == rows.1[b] && rows.0[b] == rows.1[a]).count()
        };
        rows.iter().tuple_combinations().map(of_pair).sum()
    }

    #[test]
    fn grids_of_6x6_are_as_irregular_as_all_of_them_on_average() {
        let rules = std::sync::Arc::new(Rules::classic(Size::from_side(6).unwrap()));
        let mut givens = Grid::empty(rules.size());
        for (cell, digit) in rules.size().cells().zip(rules.size().digits()) {
            givens.set(cell, Some(digit));
        }
        let limits = Limits { solutions: usize::MAX, ..Limits::UNIQUE };
        let all = Generic::new(&rules).unwrap().answer(&givens, &limits).solutions;
        assert_eq!(all.len(), 28_200_960 / 720);
        let mean = |grids: &[Grid]| {
            grids.iter().map(intercalates).sum::<usize>() as f64 / grids.len() as f64
        };
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let drawn: Vec<Grid> = (0..4000).map(|_| random_grid(rules.size(), &mut random)).collect();
        let (right, found) = (mean(&all), mean(&drawn));
        assert!((found / right - 1.0).abs() < 0.03, "{right} {found}");
    }
}

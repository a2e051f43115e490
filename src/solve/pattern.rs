//! Solutions of large grids with few givens, for which a search would have to decide thousands of
//! cells.
//!
//! Every empty grid with boxes has a solution with shifted rows: with boxes of h rows and w
//! columns, row h R + i holds in column c the value w i + R + c modulo the side. Bands, rows of a
//! band, stacks, columns of a stack and digits can be exchanged. If there are few givens, some of
//! these exchanges make the pattern agree with them.

use itertools::Itertools;
use rand::SeedableRng;
use rand::seq::{IteratorRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;

use crate::grid::{Candidate, Grid, Size};
use crate::rules::Puzzle;

/// The smallest side; for smaller sides, a search is as fast.
pub(super) const LEAST_SIDE: usize = 20;
/// The largest number of givens.
const MOST_GIVENS: usize = 8;
/// The largest number of solutions, and how many tries are made for each solution.
const MOST_SOLUTIONS: usize = 100;
const TRIES: usize = 200;

/// Up to `count` different solutions of a grid with few givens, which are found by random choices.
/// If fewer are returned, the grid may still have more solutions.
pub(super) fn patterns(puzzle: &Puzzle, count: usize) -> Vec<Grid> {
    let (size, rules) = (puzzle.size(), puzzle.rules());
    let mut found: Vec<Grid> = Vec::new();
    let givens = puzzle.givens().filled().take(MOST_GIVENS + 1).collect_vec();
    if count > MOST_SOLUTIONS
        || givens.len() > MOST_GIVENS
        || !(rules.is_classic() || rules.is_latin())
    {
        return found;
    }
    let mut random = ChaCha8Rng::seed_from_u64(0);
    for _ in 0..TRIES * count {
        if found.len() == count {
            break;
        }
        let solution = Choice::new(size).complete(&givens, &mut random);
        found.extend(solution.filter(|solution| !found.contains(solution)));
    }
    found
}

/// The places of lines of the puzzle in the pattern; the lines of a block stay together.
struct Lines {
    /// How many lines a block has.
    length: usize,
    image: Vec<Option<usize>>,
    of_block: Vec<Option<usize>>,
}

impl Lines {
    fn new(count: usize, length: usize) -> Lines {
        Lines { length, image: vec![None; count], of_block: vec![None; count / length] }
    }

    /// Whether a line of the puzzle can be at this place of the pattern.
    fn may(&self, line: usize, image: usize) -> bool {
        let (block, to) = (line / self.length, image / self.length);
        let fits = match self.of_block[block] {
            Some(known) => known == to,
            None => !self.of_block.contains(&Some(to)),
        };
        fits && !self.image.contains(&Some(image))
    }

    fn put(&mut self, line: usize, image: usize) {
        self.of_block[line / self.length] = Some(image / self.length);
        self.image[line] = Some(image);
    }

    /// The place of a line in the pattern; a random place is chosen if the line has none yet.
    fn image_of(&mut self, line: usize, random: &mut ChaCha8Rng) -> usize {
        self.image[line].unwrap_or_else(|| {
            let may = |image: &usize| self.may(line, *image);
            let image = (0..self.image.len()).filter(may).choose(random).expect("one is left");
            self.put(line, image);
            image
        })
    }
}

/// The choices made so far: the places of lines in the pattern, and the values of digits.
struct Choice {
    size: Size,
    rows: Lines,
    columns: Lines,
    /// For each digit, its value in the pattern.
    values: Vec<Option<usize>>,
}

impl Choice {
    fn new(size: Size) -> Choice {
        let side = size.side();
        let [rows, columns] =
            [size.box_height(), size.box_width()].map(|length| Lines::new(side, length));
        Choice { size, rows, columns, values: vec![None; side] }
    }

    /// By how many columns a row of the pattern is shifted.
    fn shift(&self, row: usize) -> usize {
        let height = self.size.box_height();
        self.size.box_width() * (row % height) + row / height
    }

    /// A solution with these givens, if the choices for the givens do not contradict each other.
    fn complete(mut self, givens: &[Candidate], random: &mut ChaCha8Rng) -> Option<Grid> {
        let (size, side) = (self.size, self.size.side());
        let mut givens = givens.to_vec();
        givens.shuffle(random);
        for Candidate { cell, digit } in givens {
            let row = self.rows.image_of(size.row_index(cell), random);
            let (column, shift) = (size.column_index(cell), self.shift(row));
            if let (Some(value), None) = (self.values[digit.index()], self.columns.image[column]) {
                let image = (value + side - shift) % side;
                if !self.columns.may(column, image) {
                    return None;
                }
                self.columns.put(column, image);
            }
            let value = Some((shift + self.columns.image_of(column, random)) % side);
            match self.values[digit.index()] {
                None if !self.values.contains(&value) => self.values[digit.index()] = value,
                known if known == value => {}
                _ => return None,
            }
        }
        let mut left: Vec<usize> =
            (0..side).filter(|&value| !self.values.contains(&Some(value))).collect();
        left.shuffle(random);
        let mut digits = vec![0; side];
        for (digit, value) in self.values.iter().enumerate() {
            let value = value.or_else(|| left.pop()).expect("as many values as digits");
            digits[value] = digit as u16 + 1;
        }
        let shifts = (0..side).map(|row| self.rows.image_of(row, random)).collect_vec();
        let shifts = shifts.into_iter().map(|row| self.shift(row)).collect_vec();
        let columns = (0..side).map(|column| self.columns.image_of(column, random)).collect_vec();
        let cells = shifts.iter().cartesian_product(&columns);
        let values = cells.map(|(shift, column)| digits[(shift + column) % side]).collect_vec();
        Grid::from_values(size, values).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Rules, Variant};
    use crate::verify::verify;

    #[test]
    fn a_few_givens_that_agree_are_always_met() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let boxes = [(1, 20), (2, 12), (5, 5), (6, 5), (4, 9), (8, 8)];
        for (height, width) in boxes {
            let size = Size::new(height, width).unwrap();
            for rules in [Rules::classic(size), Rules::latin(size)] {
                for count in [0, 1, 2, 5, 5] {
                    // The givens are digits of a solution, so they do not contradict each other;
                    // often two givens have the same digit.
                    let full = Choice::new(size).complete(&[], &mut random).unwrap();
                    let mut givens = Grid::empty(size);
                    let few = full.filled().filter(|given| given.digit.index() < 3);
                    let mut few = few.collect_vec();
                    few.shuffle(&mut random);
                    for given in few.into_iter().take(count) {
                        givens.set(given.cell, Some(given.digit));
                    }
                    let puzzle = Puzzle::new(rules.clone(), givens).unwrap();
                    let found = patterns(&puzzle, 2);
                    assert_eq!(found.len(), 2, "{puzzle:?}");
                    assert_ne!(found[0], found[1]);
                    assert!(found.iter().all(|solution| verify(&puzzle, solution).is_ok()));
                }
            }
        }
    }

    #[test]
    fn givens_that_clash_and_other_rules_are_left_to_the_search() {
        let size = Size::new(5, 5).unwrap();
        let mut givens = Grid::empty(size);
        (0..2).for_each(|column| givens.set(size.cell(0, column), size.digits().next()));
        assert!(patterns(&Puzzle::classic(givens), 2).is_empty());
        let diagonal = Rules::builder(size).variant(Variant::Diagonal).build().unwrap();
        assert!(patterns(&Puzzle::new(diagonal, Grid::empty(size)).unwrap(), 1).is_empty());
    }
}

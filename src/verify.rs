//! Checks whether a grid is a solution of a puzzle; if not, says which cells clash.
//!
//! This module does not use the CNF. Every grid that the command line prints and every grid that a
//! [`Session`](crate::solve::Session) or a [`Pipeline`](crate::Pipeline) returns has passed
//! [`verify()`].
//!
//! ```
//! use satdoku::{Puzzle, verify};
//! let puzzle = Puzzle::classic("12.. ..1. 2... ...3".parse()?);
//! let violations = verify(&puzzle, &"1234 3412 2143 4322".parse()?).unwrap_err();
//! assert_eq!(violations[0].to_string(), "D4 is given as 3, but holds 2");
//! # Ok::<(), satdoku::ParseError>(())
//! ```

use std::fmt;

use itertools::Itertools;
use thiserror::Error;

use crate::grid::{Candidate, Cell, CellNames, Digit, DigitSet, Grid, Size};
use crate::rules::{Bond, Pair, Puzzle, Rules, Unit};

/// One way in which a grid is not a solution, in words: another size than the puzzle's, a given that
/// was changed or left out, an empty cell, a [`Clash`], or a
/// [`Clue`](crate::rules::Clue) that it violates.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct Violation(String);

/// A digit that two cells hold though these cells must have different digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clash {
    /// The size of the grid, for the names of cells.
    pub size: Size,
    /// The first unit with both cells, or the pair of the two cells.
    pub bond: Bond,
    /// The digit.
    pub digit: Digit,
    /// The two cells, ascending.
    pub cells: [Cell; 2],
}

impl Clash {
    /// In words, with the digit as it is written: `row C holds 7 twice: C2, C8`,
    /// `A1 and B3 are a knight's move apart and hold 7`.
    pub fn describe(&self, digit: impl fmt::Display) -> String {
        let [first, second] = self.cells.map(|cell| self.size.cell_name(cell));
        match self.bond {
            Bond::Unit(unit) => {
                let unit = unit.named(self.size, CellNames::A1);
                format!("{unit} holds {digit} twice: {first}, {second}")
            }
            bond => format!("{first} and {second} are {bond} and hold {digit}"),
        }
    }
}

/// The same as [`Clash::describe`].
impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe(self.digit))
    }
}

/// The largest number of clashes that are listed: a giant grid with the same digit everywhere has
/// more than a billion clashes.
pub const MOST_CLASHES: usize = 10_000;

/// All clashes: two cells that hold the same digit though they must have different digits. First
/// come the cells that share a unit, each two of them once, in the order of the first unit that
/// they share, then the cells of pairs. Empty cells do not clash. The list is empty if and only if
/// no filled cells violate a unit or a pair; the list ends after [`MOST_CLASHES`] clashes.
///
/// # Panics
/// If the grid is not of the rules' size.
#[must_use]
pub fn clashes(rules: &Rules, grid: &Grid) -> Vec<Clash> {
    assert_eq!(rules.size(), grid.size(), "grid and rules of different sizes");
    let size = grid.size();
    let twice = |cells: [Cell; 2]| {
        let [first, second] = cells.map(|cell| grid.get(cell));
        first.filter(|_| first == second)
    };
    // Units without a clash are left out early; almost always, no unit has a clash.
    let units = rules.indexed_units().filter(|(_, unit)| repeats(unit, grid));
    let in_units = units.flat_map(|(index, unit)| {
        let both = unit.cells.iter().copied().array_combinations();
        let is_new = move |[first, second]: [Cell; 2]| rules.meet_first_in(index, first, second);
        let both = both.filter(move |&cells| twice(cells).is_some() && is_new(cells));
        both.map(|cells| (cells, Bond::Unit(unit.kind)))
    });
    let in_pairs = rules.pairs().iter().map(|pair| (pair.cells, Bond::Pair(pair.kind)));
    let found = in_units
        .chain(in_pairs)
        .filter_map(|(cells, bond)| twice(cells).map(|digit| Clash { size, bond, digit, cells }));
    found.take(MOST_CLASHES).collect()
}

/// Whether two cells of a unit hold the same digit.
fn repeats(unit: &Unit, grid: &Grid) -> bool {
    let mut seen = DigitSet::EMPTY;
    unit.cells.iter().filter_map(|&cell| grid.get(cell)).any(|digit| {
        let again = seen.contains(digit);
        seen.insert(digit);
        again
    })
}

/// Checks that a grid is a solution of a puzzle: the grid is full and has every given, each unit
/// has every digit once, the two cells of each pair differ, and no clue is violated.
///
/// # Errors
/// All violations: first those of givens, then empty cells, then clashes. Clues are checked only if
/// nothing else is violated. If the grid has another size, this is the only violation.
pub fn verify(puzzle: &Puzzle, grid: &Grid) -> Result<(), Vec<Violation>> {
    let (size, found) = (puzzle.size(), grid.size());
    if size != found {
        let message = format!("expected a grid with boxes of {size}, found one of {found}");
        return Err(vec![Violation(message)]);
    }
    let mut violations = Vec::new();
    if obeys_groups(puzzle, grid) {
        let rules = puzzle.rules();
        let violated = rules.clues().iter().filter(|clue| clue.is_violated(rules, grid));
        violations.extend(violated.map(|clue| format!("it violates {}", clue.in_words(rules))));
    } else {
        for Candidate { cell, digit } in puzzle.givens().filled() {
            let found = match grid.get(cell) {
                Some(found) if found == digit => continue,
                Some(found) => format!("holds {found}"),
                None => "is empty".to_owned(),
            };
            violations.push(format!("{} is given as {digit}, but {found}", size.cell_name(cell)));
        }
        let empty = size.cells().filter(|&cell| grid.get(cell).is_none());
        violations.extend(empty.map(|cell| format!("{} is empty", size.cell_name(cell))));
        violations.extend(clashes(puzzle.rules(), grid).iter().map(Clash::to_string));
    }
    let violations: Vec<Violation> = violations.into_iter().map(Violation).collect();
    if violations.is_empty() { Ok(()) } else { Err(violations) }
}

/// Whether the grid obeys all givens, units and pairs. This check is fast, because it is made for
/// every grid that is shown.
fn obeys_groups(puzzle: &Puzzle, grid: &Grid) -> bool {
    let (givens, values) = (puzzle.givens().values(), grid.values());
    let keeps = |kept, (&given, &value): (&u16, &u16)| kept & (given == 0 || given == value);
    if !givens.iter().zip(values).fold(true, keeps) {
        return false;
    }
    let rules = puzzle.rules();
    let mut others = rules.units();
    if let Ok(values) = values.try_into()
        && grid.size() == Size::NINE
        && rules.has_boxes()
    {
        if !fills_rows_columns_and_boxes(values) {
            return false;
        }
        others = &others[27..];
    } else if !grid.is_full() {
        return false;
    }
    // A unit has as many cells as there are digits, so a full unit without a repeated digit has all
    // digits.
    !others.iter().any(|unit| repeats(unit, grid))
        && rules.pairs().iter().all(|Pair { cells: [first, second], .. }| {
            values[first.index()] != values[second.index()]
        })
}

/// A word of four 16-bit parts, each of which is 1.
const ONES: u64 = 0x0001_0001_0001_0001;

/// Replaces each of four values (0 to 9), in the four parts of a word, by its mark, a number. Nine
/// marks have the sum [`ALL_NINE`] only if they are the marks of nine different digits; a test
/// tries all other combinations. Each mark is below a ninth of 2^16, so sums of nine marks fit into
/// 16 bits.
fn marks(values: u64) -> u64 {
    (values * 0x1b93) & (0x1bab * ONES)
}

/// The sum of the marks of 1 to 9.
const ALL_NINE: u64 = 34_743;

/// The sum of the parts of a word, if it is below 2^16.
fn sum(word: u64) -> u64 {
    word.wrapping_mul(ONES) >> 48
}

/// Whether every row, column and box of a 9x9 grid holds all nine digits. All units are checked at
/// once: one check per unit would take as long as a fast solver takes to solve the puzzle.
fn fills_rows_columns_and_boxes(values: &[u16; 81]) -> bool {
    let word =
        |cells: &[u16]| cells.iter().rev().fold(0, |word, &cell| word << 16 | u64::from(cell));
    let add = |[a, b, c]: [u64; 3], [d, e, f]: [u64; 3]| [a + d, b + e, c + f];
    let (mut wrong, mut columns) = (0, [0; 3]);
    for band in values.as_chunks::<27>().0 {
        let mut in_band = [0; 3];
        for row in band.as_chunks::<9>().0 {
            let row = [&row[..4], &row[4..8], &row[8..]].map(|cells| marks(word(cells)));
            wrong |= (sum(row[0] + row[1]) + row[2]) ^ ALL_NINE;
            in_band = add(in_band, row);
        }
        let [first, second, last] = in_band;
        let boxes = [sum(first << 16), (first >> 48) + sum(second << 32), sum(second >> 32) + last];
        wrong = boxes.iter().fold(wrong, |wrong, in_box| wrong | in_box ^ ALL_NINE);
        columns = add(columns, in_band);
    }
    wrong == 0 && columns == [ONES * ALL_NINE, ONES * ALL_NINE, ALL_NINE]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{RegionLabel, Regions};

    #[test]
    fn says_all_that_is_wrong_with_a_grid() {
        let (empty, solved) = ("................", "1234341221434321");
        for (of, givens, grid, expected) in [
            (Puzzle::classic as fn(Grid) -> Puzzle, "123.........4321", solved, &[][..]),
            // A1 and A2 also share a box, but the clash is listed only once.
            (
                Puzzle::classic,
                empty,
                "1134341221434321",
                &["row A holds 1 twice: A1, A2", "column 2 holds 1 twice: A2, C2"],
            ),
            (
                Puzzle::classic,
                "2..............1",
                "123434122143432.",
                &["A1 is given as 2, but holds 1", "D4 is given as 1, but is empty", "D4 is empty"],
            ),
            (Puzzle::classic, "...............2", solved, &["D4 is given as 2, but holds 1"]),
            (
                Puzzle::diagonal,
                empty,
                "1234341221434321",
                &[
                    "main diagonal holds 1 twice: A1, D4",
                    "main diagonal holds 4 twice: B2, C3",
                    "anti-diagonal holds 4 twice: A4, D1",
                    "anti-diagonal holds 1 twice: B3, C2",
                ],
            ),
        ] {
            let violations = verify(&of(givens.parse().unwrap()), &grid.parse().unwrap());
            let messages: Vec<_> =
                violations.err().iter().flatten().map(Violation::to_string).collect();
            assert_eq!(messages, expected, "{givens} {grid}");
        }
    }

    /// A puzzle that has exactly one solution with diagonals, and that solution.
    const NINE: (&str, &str) = (
        "2.............62....1....7...6..8...3...9...7...6..4...4....8....52.............3",
        "267945381853716249491823576576438192384192657129657438642379815935281764718564923",
    );

    #[test]
    fn notices_every_change_of_one_cell_of_a_9x9_grid() {
        let (givens, solved): (Grid, Grid) = (NINE.0.parse().unwrap(), NINE.1.parse().unwrap());
        for puzzle in [Puzzle::classic(givens.clone()), Puzzle::diagonal(givens)] {
            assert_eq!(verify(&puzzle, &solved), Ok(()));
            for cell in Size::NINE.cells() {
                for value in (0..=9).filter(|&value| value != solved.values()[cell.index()]) {
                    let mut changed = solved.clone();
                    changed.set(cell, Digit::new(value.into()));
                    let violations = verify(&puzzle, &changed).unwrap_err();
                    assert!(!violations.is_empty(), "{cell:?} {value}");
                }
            }
        }
    }

    #[test]
    fn no_other_nine_values_have_the_sum_of_the_nine_digits() {
        let mut same = Vec::new();
        for values in (0..=9).combinations_with_replacement(9) {
            if values.iter().copied().map(marks).sum::<u64>() == ALL_NINE {
                same.push(values);
            }
        }
        assert_eq!(same, [Vec::from_iter(1..=9)]);
    }

    #[test]
    fn nine_digits_may_have_boxes_that_are_rows() {
        let values: Vec<u16> = (0..81).map(|i| ((i / 9 + i % 9) % 9 + 1) as u16).collect();
        for (box_height, box_width) in [(1, 9), (9, 1)] {
            let size = Size::new(box_height, box_width).unwrap();
            let grid = Grid::from_values(size, values.clone()).unwrap();
            assert_eq!(verify(&Puzzle::classic(Grid::empty(size)), &grid), Ok(()), "{size}");
        }
    }

    #[test]
    fn notices_what_only_one_kind_of_unit_forbids() {
        let latin = |value: fn(usize, usize) -> usize| {
            let values: Vec<u16> = (0..81).map(|i| (value(i / 9, i % 9) % 9 + 1) as u16).collect();
            Grid::from_values(Size::NINE, values).unwrap()
        };
        let blank = Grid::empty(Size::NINE);
        let classic = Puzzle::classic(blank.clone());
        let middle: Vec<Cell> = (0..9).map(|i| Size::NINE.cell(1 + i / 3, 1 + i % 3)).collect();
        let boxes = Size::NINE.cells().map(|cell| Size::NINE.box_index(cell) as u16);
        let mut labels: Vec<_> = boxes.map(RegionLabel::Number).collect();
        labels.swap(2, 12);
        let nine = || Rules::builder(Size::NINE);
        let [region, jigsaw, pair] = [
            nine().extra_region(&middle),
            nine().regions(Regions::new(labels).unwrap()),
            nine().pair(Size::NINE.cell(0, 0), Size::NINE.cell(1, 6)),
        ]
        .map(|rules| Puzzle::new(rules.build().unwrap(), blank.clone()).unwrap());
        let cyclic = latin(|row, column| 3 * row + row / 3 + column);
        assert_eq!(verify(&classic, &cyclic), Ok(()));
        // Swaps two cells of a box that share a column, or a row.
        let swapped = |first: usize, second: usize| {
            let mut values = cyclic.values().to_vec();
            values.swap(first, second);
            Grid::from_values(Size::NINE, values).unwrap()
        };
        for (puzzle, grid, unit) in [
            (&classic, swapped(0, 1), "column 1"),
            (&classic, swapped(0, 9), "row A"),
            (&classic, latin(|row, column| row + column), "box 1"),
            (&Puzzle::diagonal(blank), cyclic.clone(), "main diagonal"),
            (&region, cyclic.clone(), "extra region 1"),
            (&jigsaw, cyclic.clone(), "region 0 holds 7 twice"),
            (&pair, cyclic, "A1 and B7 are cells that must differ and hold 1"),
        ] {
            let violations = verify(puzzle, &grid).unwrap_err();
            assert!(violations[0].to_string().starts_with(unit), "{}", violations[0]);
        }
    }
}

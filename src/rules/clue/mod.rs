//! Clues: the symbols that the author of a puzzle draws in addition to givens, as plain data. A
//! table defines the meaning of each kind.
//!
//! | File | What |
//! |---|---|
//! | `kind.rs` | kinds of clues, and clues as plain data |
//! | `row.rs` | the type of a row of the table of kinds, and functions that the rows use |
//! | `mod.rs` | the table: the row of each kind |
//! | `shape.rs` | the shapes with which clues are drawn |
//! | `elsewhere.rs` | how other programs write clues |
//! | `part.rs` | the five kinds of parts into which clues are translated, and decision diagrams |
//! | `kept.rs` | tables that are kept between puzzles |
//! | `cells.rs` | kinds about single cells and sets of cells |
//! | `dots.rs` | kinds about two neighbours, and about all neighbours without a dot |
//! | `lines.rs` | kinds drawn as lines |
//! | `sums.rs` | kinds about sums |
//! | `outside.rs` | kinds whose numbers stand outside the grid |
//! | `own.rs` | your own rule, as an automaton |
//! | `text.rs` | clues as text |
//!
//! A row defines the meaning twice, independently: `violated` is a predicate written directly from
//! the rule, and [`verify`](crate::verify()) uses it; `parts` is for the solvers and the encoder.

mod cells;
mod dots;
mod elsewhere;
mod kept;
mod kind;
mod lines;
mod outside;
mod own;
mod part;
mod row;
mod shape;
mod sums;
mod text;

use itertools::Itertools;

use self::row::{Cells, Row};
use super::Rules;
use crate::grid::{Cell, Grid};
use crate::names::counted;

pub(crate) use elsewhere::{Arguments, Fields};
pub(crate) use kept::sets_of_sum;
pub use kind::{Clue, ClueKind, PartIndex, UnknownClue};
pub use own::State;
pub use part::{Diagram, Digits, Part, Transition};
pub use shape::{Form, Paint, Shape, Where};
pub use text::ClueError;

impl ClueKind {
    fn row(self) -> &'static Row {
        match self {
            ClueKind::Differ => &cells::DIFFER,
            ClueKind::ExtraRegion => &cells::EXTRA_REGION,
            ClueKind::Odd => &cells::ODD,
            ClueKind::Even => &cells::EVEN,
            ClueKind::Low => &cells::LOW,
            ClueKind::High => &cells::HIGH,
            ClueKind::Candidates => &cells::CANDIDATES,
            ClueKind::Minimum => &cells::MINIMUM,
            ClueKind::Maximum => &cells::MAXIMUM,
            ClueKind::Quadruple => &cells::QUADRUPLE,
            ClueKind::RowIndexer => &cells::ROW_INDEXER,
            ClueKind::ColumnIndexer => &cells::COLUMN_INDEXER,
            ClueKind::BoxIndexer => &cells::BOX_INDEXER,
            ClueKind::CountingCircles => &cells::COUNTING_CIRCLES,
            ClueKind::SameDigits => &cells::SAME_DIGITS,
            ClueKind::MagicSquare => &sums::MAGIC_SQUARE,
            ClueKind::KropkiWhite => &dots::KROPKI_WHITE,
            ClueKind::KropkiBlack => &dots::KROPKI_BLACK,
            ClueKind::X => &dots::X,
            ClueKind::V => &dots::V,
            ClueKind::GreaterThan => &dots::GREATER_THAN,
            ClueKind::NonConsecutive => &dots::NON_CONSECUTIVE,
            ClueKind::NegativeRatio => &dots::NEGATIVE_RATIO,
            ClueKind::NegativeKropki => &dots::NEGATIVE_KROPKI,
            ClueKind::NegativeXv => &dots::NEGATIVE_XV,
            ClueKind::Killer => &sums::KILLER,
            ClueKind::Sum => &sums::SUM,
            ClueKind::LittleKiller => &sums::LITTLE_KILLER,
            ClueKind::DigitalRoot => &sums::DIGITAL_ROOT,
            ClueKind::Arrow => &sums::ARROW,
            ClueKind::PillArrow => &sums::PILL_ARROW,
            ClueKind::DoubleArrow => &sums::DOUBLE_ARROW,
            ClueKind::Zipper => &sums::ZIPPER,
            ClueKind::RegionSums => &sums::REGION_SUMS,
            ClueKind::Thermometer => &lines::THERMOMETER,
            ClueKind::SlowThermometer => &lines::SLOW_THERMOMETER,
            ClueKind::Whispers => &lines::WHISPERS,
            ClueKind::Renban => &lines::RENBAN,
            ClueKind::Nabner => &lines::NABNER,
            ClueKind::Palindrome => &lines::PALINDROME,
            ClueKind::Clone => &lines::CLONE,
            ClueKind::Between => &lines::BETWEEN,
            ClueKind::Lockout => &lines::LOCKOUT,
            ClueKind::Entropic => &lines::ENTROPIC,
            ClueKind::Modular => &lines::MODULAR,
            ClueKind::Sandwich => &outside::SANDWICH,
            ClueKind::XSum => &outside::X_SUM,
            ClueKind::Skyscraper => &outside::SKYSCRAPER,
            ClueKind::NumberedRoom => &outside::NUMBERED_ROOM,
            ClueKind::Automaton => &own::AUTOMATON,
        }
    }
}

impl ClueKind {
    /// The rule of clues of this kind, in a sentence.
    pub fn about(self) -> &'static str {
        self.row().about
    }

    /// The reason, in the words of a step, why such a clue removes candidates; empty if the kind
    /// has no own words.
    pub(crate) fn because(self) -> &'static str {
        self.row().because
    }

    /// The text of an example: a clue of this kind on a 9x9 grid.
    pub fn example(self) -> &'static str {
        self.row().example
    }

    /// The names of the kind in other programs that support it: the key in f-puzzles and SudokuPad,
    /// then the name in the Interactive Sudoku Solver.
    pub fn elsewhere(self) -> impl Iterator<Item = &'static str> {
        let names = [self.f_puzzles().map(|(key, _)| key), self.iss().map(|(name, _)| name)];
        names.into_iter().flatten()
    }

    /// Whether a clue of this kind may have numbers.
    pub(crate) fn takes_numbers(self) -> bool {
        *self.row().numbers.end() > 0
    }

    /// The key in f-puzzles, and the fields of an entry.
    pub(crate) fn f_puzzles(self) -> Option<(&'static str, Fields)> {
        self.row().f_puzzles
    }

    /// The type of the constraint in the Interactive Sudoku Solver, and its arguments.
    pub(crate) fn iss(self) -> Option<(&'static str, Arguments)> {
        self.row().iss
    }

    /// The shapes with which such a clue is drawn, from the bottom up; none for a kind about the
    /// whole grid.
    pub fn shapes(self) -> &'static [Shape] {
        self.row().shapes
    }
}

impl Clue {
    /// Whether a grid violates the clue. The grid may have empty cells: if the answer is true, the
    /// clue is violated for every way to fill these cells. The cells of the clue must be inside the
    /// grid, and the grid must have the size of the rules.
    pub fn is_violated(&self, rules: &Rules, grid: &Grid) -> bool {
        (self.kind.row().violated)(self, rules, grid)
    }

    /// The pairs of a cell of the clue and a cell that shares an edge with it and is in no clue of
    /// this kind.
    pub(crate) fn unmarked(&self, rules: &Rules) -> Vec<[Cell; 2]> {
        cells::unmarked(self, rules)
    }

    /// The parts into which the clue is translated, under the rules to which the clue belongs.
    ///
    /// # Errors
    /// A message, `expected ..., found ...`, if the clue is wrong.
    pub(super) fn parts(&self, rules: &Rules) -> Result<Vec<Part>, String> {
        let (size, side, count) = (rules.size(), rules.size().side(), self.cells.len());
        if let Some(outside) = self.cells.iter().find(|cell| cell.index() >= size.cell_count()) {
            return Err(format!("expected cells inside the grid, found index {}", outside.index()));
        }
        if side > MOST_SIDE {
            return Err(format!("expected a side up to {MOST_SIDE}, found {side}"));
        }
        let row = self.kind.row();
        let (least, most) = match row.cells {
            Cells::Everywhere => (0, 0),
            Cells::Marks(least) | Cells::Bag(least) | Cells::Path(least) => (least, usize::MAX),
            Cells::Set(least) | Cells::Line(least) => (least, side),
            Cells::Neighbours => (2, 2),
            Cells::Outside => (side, side),
        };
        if row.cells == Cells::Outside && self.outside(size).is_none() {
            return Err(format!("expected a row or column, found {}", counted(count, "cell")));
        }
        if !(least..=most).contains(&count) {
            let expected = match (least, most) {
                (0, 0) => "no cells".to_owned(),
                (least, usize::MAX) => format!("at least {}", counted(least, "cell")),
                (least, most) if least == most => counted(least, "cell"),
                (least, most) => format!("{least} to {}", counted(most, "cell")),
            };
            return Err(format!("expected {expected}, found {count}"));
        }
        if !matches!(row.cells, Cells::Path(_) | Cells::Bag(_))
            && let Some(twice) = self.cells.iter().duplicates().next()
        {
            return Err(format!(
                "expected different cells, found {} twice",
                size.cell_name(*twice)
            ));
        }
        let mut steps = self.cells.iter().tuple_windows();
        if let (Cells::Path(_), Some((twice, _))) = (row.cells, steps.find(|(a, b)| a == b)) {
            let name = size.cell_name(*twice);
            return Err(format!(
                "expected different neighbours on the line, found {name} twice in succession"
            ));
        }
        if let Some(number) = self.numbers.iter().find(|number| **number > MOST_NUMBER) {
            return Err(format!("expected numbers up to {MOST_NUMBER}, found {number}"));
        }
        if !row.numbers.contains(&self.numbers.len()) {
            let (least, most) = row.numbers.clone().into_inner();
            let expected = match most {
                0 => "no number".to_owned(),
                usize::MAX => "at least 1 number".to_owned(),
                1 if least == 0 => "at most 1 number".to_owned(),
                _ if least == most => counted(least, "number"),
                _ => format!("{least} to {}", counted(most, "number")),
            };
            return Err(format!("expected {expected}, found {}", self.numbers.len()));
        }
        (row.parts)(self, rules)
    }

    /// The first two successive cells of a line, or the two cells of a clue about neighbours, that
    /// do not touch, though they should. Some programs write such clues.
    pub fn gap(&self, rules: &Rules) -> Option<[Cell; 2]> {
        let size = rules.size();
        let is_far = |&(&a, &b): &(&Cell, &Cell)| {
            let down = size.row_index(a).abs_diff(size.row_index(b));
            down.max(size.column_index(a).abs_diff(size.column_index(b))) > 1
        };
        match self.kind.row().cells {
            Cells::Line(_) | Cells::Path(_) | Cells::Neighbours => {
                self.cells.iter().tuple_windows().find(is_far).map(|(&a, &b)| [a, b])
            }
            _ => None,
        }
    }
}

/// The largest side of a grid that can have clues.
const MOST_SIDE: usize = 64;

/// The largest number of a clue; it is above the sum of all digits of any grid with clues.
const MOST_NUMBER: u32 = 1_000_000;

#[cfg(test)]
mod tests {
    use super::row::value;
    use super::*;
    use crate::grid::Size;
    use crate::rules::Variant;

    /// Pseudo-random numbers, the same in each run.
    struct Random(u64);

    impl Random {
        fn below(&mut self, end: usize) -> usize {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 % end as u64) as usize
        }

        /// A random clue of a kind; the clue may be wrong.
        fn clue(&mut self, kind: ClueKind, size: Size) -> Clue {
            let side = size.side();
            let (least, most) = match kind.row().cells {
                Cells::Everywhere => (0, 0),
                Cells::Marks(least) | Cells::Bag(least) | Cells::Path(least) => (least, side),
                Cells::Set(least) | Cells::Line(least) => (least, side),
                Cells::Neighbours => (2, 2),
                Cells::Outside => (side, side),
            };
            let count = least + self.below(most - least + 1);
            let mut cells = Vec::new();
            let at = self.below(side);
            for index in 0..count {
                cells.push(match kind.row().cells {
                    Cells::Outside => size.cell(at, index),
                    _ => Cell::from_index(self.below(size.cell_count())),
                });
            }
            let (least, most) = kind.row().numbers.clone().into_inner();
            let count = least + self.below(most.min(4) - least + 1);
            let most = if self.below(2) == 0 { side } else { side * side };
            let mut numbers = (0..count).map(|_| self.below(most + 1) as u32).collect_vec();
            if kind == ClueKind::Automaton {
                let states = 1 + self.below(4);
                let next = |place: usize| if place == 0 { 2 } else { states + 1 };
                numbers = (0..states * (side + 1))
                    .map(|at| self.below(next(at % (side + 1))) as u32)
                    .collect();
            }
            Clue { kind, cells, numbers }
        }

        /// A random full grid.
        fn grid(&mut self, size: Size) -> Grid {
            let (side, height, width) = (size.side(), size.box_height(), size.box_width());
            let mut order = |group: usize| {
                let groups = side / group;
                let shift = (self.below(groups), self.below(group));
                let index = move |at: usize| {
                    (at / group + shift.0) % groups * group + (at % group + shift.1) % group
                };
                (0..side).map(index).collect_vec()
            };
            let (rows, columns) = (order(height), order(width));
            let mut digits = (1..=side as u16).collect_vec();
            (1..side).for_each(|at| digits.swap(at, self.below(at + 1)));
            let values = rows.iter().flat_map(|row| {
                let shift = row % height * width + row / height;
                columns.iter().map(|column| digits[(column + shift) % side]).collect_vec()
            });
            Grid::from_values(size, values.collect_vec()).unwrap()
        }
    }

    fn obeys(part: &Part, grid: &Grid) -> bool {
        let digit = |cell: Cell| value(grid, cell) as usize - 1;
        match part {
            Part::Only { cell, digits } => digits >> digit(*cell) & 1 == 1,
            Part::Differ { cells } => cells.iter().map(|&cell| digit(cell)).all_unique(),
            Part::Pair { cells: [first, second], allowed } => {
                assert!(first != second);
                allowed[digit(*first)] >> digit(*second) & 1 == 1
            }
            Part::Sets { cells, sets } => {
                assert!(sets.iter().all(|set| set.count_ones() as usize == cells.len()));
                let found = cells.iter().fold(0, |set, &cell| set | 1 << digit(cell));
                sets.binary_search(&found).is_ok()
            }
            Part::Line { cells, diagram } => {
                assert_eq!(diagram.length(), cells.len());
                let step = |state: Option<u32>, (position, &cell): (usize, &Cell)| {
                    let mut steps = diagram.layer(position).iter();
                    let wanted = (state?, digit(cell) as u16);
                    steps.find(|step| (step.from, step.digit) == wanted).map(|step| step.to)
                };
                cells.iter().enumerate().fold(Some(0), step).is_some()
            }
        }
    }

    /// Tests each kind, alone and together with other clues: the parts and the predicate agree on
    /// full grids, and if a grid with empty cells violates a clue, the full grid violates it too.
    #[test]
    fn parts_and_predicates_agree_for_every_kind() {
        use ClueKind::*;
        let mut random = Random(48);
        let (nine, six) = (Size::NINE, Size::new(2, 3).unwrap());
        for kind in ClueKind::ALL {
            let (mut obeyed, mut violated) = (0, 0);
            for size in [Size::FOUR, six, nine] {
                let base = Rules::builder(size).variant(Variant::Classic).build().unwrap();
                for _ in 0..60 {
                    let others = [ClueKind::Minimum, ClueKind::KropkiBlack, ClueKind::X, kind];
                    let mut clues = vec![random.clue(kind, size)];
                    if random.below(2) == 0 {
                        clues.extend(others.map(|kind| random.clue(kind, size)));
                    }
                    clues.retain(|clue| base.with_clues(vec![clue.clone()]).is_ok());
                    let Ok(rules) = base.with_clues(clues.clone()) else { continue };
                    let Some(clue) = rules.clues().first().filter(|clue| clue.kind == kind) else {
                        continue;
                    };
                    let parts = clue.parts(&rules).unwrap();
                    for _ in 0..8 {
                        let grid = random.grid(size);
                        let is_violated = clue.is_violated(&rules, &grid);
                        let obeys = parts.iter().all(|part| obeys(part, &grid));
                        assert_eq!(is_violated, !obeys, "{}\n{grid:#}", clue.text(&rules));
                        *(if obeys { &mut obeyed } else { &mut violated }) += 1;
                        let mut partial = grid.clone();
                        for cell in size.cells() {
                            if random.below(2) == 0 {
                                partial.set(cell, None);
                            }
                        }
                        let is_early = clue.is_violated(&rules, &partial);
                        assert!(
                            !is_early || is_violated,
                            "{}\n{grid:#}{partial:#}",
                            clue.text(&rules)
                        );
                    }
                }
            }
            let is_rare = [MagicSquare, NonConsecutive, NegativeRatio, NegativeKropki, NegativeXv];
            assert!(violated > 0 && (obeyed > 0 || is_rare.contains(&kind)), "{kind}: {obeyed}");
        }
    }

    #[test]
    fn the_cells_of_a_magic_square_may_stand_anywhere() {
        let (size, rules) = (Size::NINE, Rules::classic(Size::NINE));
        let grid = Random(1).grid(size);
        let digits = |digits: [u32; 9]| {
            let row = (0..9).map(|column| size.cell(0, column));
            let at = |digit: u32| row.clone().find(|&cell| value(&grid, cell) == digit).unwrap();
            let (cells, numbers) = (digits.map(at).to_vec(), Vec::new());
            Clue { kind: ClueKind::MagicSquare, cells, numbers }
        };
        for (clue, is_magic) in [
            (digits([2, 7, 6, 9, 5, 1, 4, 3, 8]), true),
            (digits([2, 7, 6, 9, 5, 1, 3, 4, 8]), false),
        ] {
            assert_eq!(clue.is_violated(&rules, &grid), !is_magic);
            let parts = clue.parts(&rules).unwrap();
            assert_eq!(parts.iter().all(|part| obeys(part, &grid)), is_magic);
        }
    }
}

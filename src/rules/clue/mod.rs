//! Clues: what a setter draws beside givens, as plain data. A table says what each kind means.
//!
//! | File | What |
//! |---|---|
//! | `mod.rs` | [`Clue`], [`ClueKind`], and what a row of the table holds |
//! | `part.rs` | the five kinds of parts that clues mean, and diagrams |
//! | `kept.rs` | tables that are kept between puzzles |
//! | `cells.rs` | kinds about single cells and sets of cells |
//! | `dots.rs` | kinds about two neighbours, and what holds of all without a dot |
//! | `lines.rs` | kinds drawn as lines |
//! | `sums.rs` | kinds about sums |
//! | `outside.rs` | kinds whose numbers stand outside the grid |
//! | `own.rs` | a rule of one's own: an automaton |
//! | `text.rs` | clues as text |
//!
//! A row has the meaning twice, and the two share nothing: `violated`, a predicate written from the
//! rule, which [`verify`](crate::verify()) asks; and `parts`, which the engines work with.

mod cells;
mod dots;
mod kept;
mod lines;
mod outside;
mod own;
mod part;
mod sums;
mod text;

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use itertools::Itertools;

use super::Rules;
use crate::grid::{Cell, Grid};
use crate::names::counted;

pub use own::State;
pub use part::{Diagram, Digits, Part, Transition};
pub use text::ClueError;

/// The kinds, each with its name and the row that it has in the table.
macro_rules! kinds {
    ($($(#[$about:meta])* $kind:ident = $name:literal: $row:expr),+ $(,)?) => {
        names! {
            /// What a clue says: the kinds of clues, by their usual names.
            #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
            #[non_exhaustive]
            pub enum ClueKind { $($(#[$about])* $kind = $name),+ }
        }

        impl ClueKind {
            fn row(self) -> &'static Row {
                match self {
                    $(ClueKind::$kind => { const ROW: &Row = &$row; ROW })+
                }
            }
        }
    };
}

kinds! {
    /// Cells that hold different digits.
    Differ = "differ": cells::DIFFER,
    /// A region in which no digit stands twice.
    ExtraRegion = "extra region": cells::EXTRA_REGION,
    /// A cell holds an odd digit.
    Odd = "odd": cells::ODD,
    /// A cell holds an even digit.
    Even = "even": cells::EVEN,
    /// A cell holds a digit of the lower half.
    Low = "low": cells::LOW,
    /// A cell holds a digit of the upper half.
    High = "high": cells::HIGH,
    /// A cell holds one of these digits.
    Candidates = "candidates": cells::CANDIDATES,
    /// A cell is less than its neighbours.
    Minimum = "minimum": cells::MINIMUM,
    /// A cell is more than its neighbours.
    Maximum = "maximum": cells::MAXIMUM,
    /// Digits that stand in four cells.
    Quadruple = "quadruple": cells::QUADRUPLE,
    /// The digit of a cell says where in its column the number of its row stands.
    RowIndexer = "row indexer": cells::ROW_INDEXER,
    /// The digit of a cell says where in its row the number of its column stands.
    ColumnIndexer = "column indexer": cells::COLUMN_INDEXER,
    /// The digit of a cell says where in its box the number of its place stands.
    BoxIndexer = "box indexer": cells::BOX_INDEXER,
    /// A digit in a circle says in how many circles it stands.
    CountingCircles = "counting circles": cells::COUNTING_CIRCLES,
    /// Sets of cells hold the same digits.
    SameDigits = "same digits": cells::SAME_DIGITS,
    /// A magic square.
    MagicSquare = "magic square": sums::MAGIC_SQUARE,
    /// Neighbours with a difference.
    KropkiWhite = "kropki white": dots::KROPKI_WHITE,
    /// Neighbours with a ratio.
    KropkiBlack = "kropki black": dots::KROPKI_BLACK,
    /// Neighbours that add up to 10.
    X = "x": dots::X,
    /// Neighbours that add up to 5.
    V = "v": dots::V,
    /// The first cell is more than the second.
    GreaterThan = "greater than": dots::GREATER_THAN,
    /// Neighbours without a dot are not consecutive.
    NonConsecutive = "non-consecutive": dots::NON_CONSECUTIVE,
    /// Neighbours without a dot do not have the ratio of a black dot.
    NegativeRatio = "negative ratio": dots::NEGATIVE_RATIO,
    /// Neighbours without a dot would deserve none.
    NegativeKropki = "negative kropki": dots::NEGATIVE_KROPKI,
    /// Neighbours without an X or V add up to neither 10 nor 5.
    NegativeXv = "negative xv": dots::NEGATIVE_XV,
    /// Different digits with a sum.
    Killer = "killer": sums::KILLER,
    /// Digits with a sum.
    Sum = "sum": sums::SUM,
    /// Digits on a diagonal with a sum.
    LittleKiller = "little killer": sums::LITTLE_KILLER,
    /// Different digits whose sum has a digital root.
    DigitalRoot = "digital root": sums::DIGITAL_ROOT,
    /// The digit in the circle is the sum of those on the shaft.
    Arrow = "arrow": sums::ARROW,
    /// The number in the pill is the sum of the digits on the shaft.
    PillArrow = "pill arrow": sums::PILL_ARROW,
    /// The digits at both ends add up to the sum of those between.
    DoubleArrow = "double arrow": sums::DOUBLE_ARROW,
    /// Cells of a line with the same distance from its middle have the same sum.
    Zipper = "zipper": sums::ZIPPER,
    /// A line has the same sum in each region that it passes.
    RegionSums = "region sums": sums::REGION_SUMS,
    /// Digits increase along a line.
    Thermometer = "thermometer": lines::THERMOMETER,
    /// Digits increase along a line or stay the same.
    SlowThermometer = "slow thermometer": lines::SLOW_THERMOMETER,
    /// Neighbours on a line are far apart.
    Whispers = "whispers": lines::WHISPERS,
    /// Different and consecutive digits, in any order.
    Renban = "renban": lines::RENBAN,
    /// No two digits are equal or consecutive.
    Nabner = "nabner": lines::NABNER,
    /// A line that reads the same from both ends.
    Palindrome = "palindrome": lines::PALINDROME,
    /// The second half of the cells equals the first, cell by cell.
    Clone = "clone": lines::CLONE,
    /// The digits on a line are between those at its ends.
    Between = "between": lines::BETWEEN,
    /// The digits on a line are not between those at its ends.
    Lockout = "lockout": lines::LOCKOUT,
    /// Each three cells of a line hold a low, a middle and a high digit.
    Entropic = "entropic": lines::ENTROPIC,
    /// Each three cells of a line hold digits with different remainders.
    Modular = "modular": lines::MODULAR,
    /// The sum of the digits between 1 and the largest digit in a row or column.
    Sandwich = "sandwich": outside::SANDWICH,
    /// The sum of the first digits, as many as the first of them says.
    XSum = "x-sum": outside::X_SUM,
    /// How many digits are larger than all before them.
    Skyscraper = "skyscraper": outside::SKYSCRAPER,
    /// The digit at the place that the first digit says.
    NumberedRoom = "numbered room": outside::NUMBERED_ROOM,
    /// A rule of one's own: the words of an automaton.
    Automaton = "automaton": own::AUTOMATON,
}

/// A clue: its kind, its cells in the order that the kind gives them, and its numbers, such as a sum.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Clue {
    /// What it says.
    pub kind: ClueKind,
    /// Of which cells. Of a clue outside the grid: the cells of the row or column, from the side
    /// where it stands.
    pub cells: Vec<Cell>,
    /// The numbers that the kind takes: a sum, a difference, digits, or none.
    pub numbers: Vec<u32>,
}

/// What the table knows of a kind.
struct Row {
    /// What it says, in a sentence.
    about: &'static str,
    /// A clue of this kind on a 9x9 grid, as it is written.
    example: &'static str,
    /// The key of f-puzzles and SudokuPad, then the name of the Interactive Sudoku Solver, as far as
    /// they know it.
    elsewhere: &'static [&'static str],
    cells: Cells,
    /// How many numbers it takes.
    numbers: RangeInclusive<usize>,
    /// Whether a grid, perhaps with empty cells, contradicts the clue: exact for full grids that obey
    /// the units, and what contradicts it with empty cells does so however they are filled.
    violated: fn(&Clue, &Rules, &Grid) -> bool,
    /// Its parts, or what is wrong with it: `expected ..., found ...`. Cells and numbers are as many
    /// as it takes.
    parts: fn(&Clue, &Rules) -> Result<Vec<Part>, String>,
}

/// Which cells a clue has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cells {
    /// None: it is about all neighbours.
    Everywhere,
    /// So many or more, all different.
    Marks(usize),
    /// So many or more, of which a cell may be listed twice.
    Bag(usize),
    /// So many up to as many as there are digits, all different.
    Set(usize),
    /// The same along a line.
    Line(usize),
    /// So many or more along a line, which may cross itself.
    Path(usize),
    /// Two different neighbours.
    Neighbours,
    /// A row or column, from the side where the number stands.
    Outside,
}

impl ClueKind {
    /// What it says, in a sentence.
    pub fn about(self) -> &'static str {
        self.row().about
    }

    /// A clue of this kind on a 9x9 grid, as it is written.
    pub fn example(self) -> &'static str {
        self.row().example
    }

    /// What others call it: the key of f-puzzles and SudokuPad, then the name of the Interactive
    /// Sudoku Solver, as far as they know it.
    pub fn elsewhere(self) -> &'static [&'static str] {
        self.row().elsewhere
    }
}

impl Clue {
    /// Whether a grid contradicts it, perhaps one with empty cells. What is violated then stays so
    /// however they are filled. The cells must be inside the grid, which must be of the rules' size.
    pub fn is_violated(&self, rules: &Rules, grid: &Grid) -> bool {
        (self.kind.row().violated)(self, rules, grid)
    }

    /// What it means, under rules that it belongs to.
    ///
    /// # Errors
    /// What is wrong with it: `expected ..., found ...`.
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
            return Err(format!("expected a line that goes on, found {name} twice"));
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

    /// Of two cells that follow each other on a line, or of two neighbours, the first two that do not
    /// touch; some programs write such lines.
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

/// The largest side of a grid with clues.
const MOST_SIDE: usize = 64;

/// More than the digits of such a grid add up to.
const MOST_NUMBER: u32 = 1_000_000;

/// A set of all digits of a side.
fn all(side: usize) -> Digits {
    u64::MAX >> (64 - side)
}

/// The digits, from 1, of a side of which this holds.
fn digits(side: usize, holds: impl Fn(u32) -> bool) -> Digits {
    (1..=side as u32).filter(|&digit| holds(digit)).fold(0, |set, digit| set | 1 << (digit - 1))
}

/// The part that says that two digits, from 1, are so that this holds.
fn pair(cells: [Cell; 2], side: usize, holds: impl Fn(u32, u32) -> bool) -> Part {
    pairs([cells], side, holds).remove(0)
}

/// The same of several pairs of cells.
fn pairs(
    cells: impl IntoIterator<Item = [Cell; 2]>,
    side: usize,
    holds: impl Fn(u32, u32) -> bool,
) -> Vec<Part> {
    let allowed = (1..=side as u32).map(|first| digits(side, |second| holds(first, second)));
    let allowed: Arc<[Digits]> = allowed.collect();
    let part = |cells| Part::Pair { cells, allowed: Arc::clone(&allowed) };
    cells.into_iter().map(part).collect()
}

/// The value of a cell, 0 if it is empty.
fn value(grid: &Grid, cell: Cell) -> u32 {
    u32::from(grid.values()[cell.index()])
}

/// The values of the cells that are filled, 0 for the others, in order.
fn values(clue: &Clue, grid: &Grid) -> Vec<u32> {
    clue.cells.iter().map(|&cell| value(grid, cell)).collect()
}

/// Whether this holds of two filled cells that follow each other.
fn any_follows(values: &[u32], wrong: impl Fn(u32, u32) -> bool) -> bool {
    values.iter().tuple_windows().any(|(&a, &b)| a != 0 && b != 0 && wrong(a, b))
}

/// Whether this holds of any two filled cells; it gets their distance too.
fn any_two(values: &[u32], wrong: impl Fn(u32, u32, usize) -> bool) -> bool {
    let filled = values.iter().enumerate().filter(|(_, value)| **value != 0);
    filled.tuple_combinations().any(|((i, &a), (j, &b))| wrong(a, b, j - i))
}

/// What an empty cell may hold, or the value of a filled one.
fn options(value: u32, grid: &Grid) -> RangeInclusive<u32> {
    if value == 0 { 1..=grid.size().side() as u32 } else { value..=value }
}

/// Rules with clues, for what knows units and pairs alone.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected rules without clues, found the clue '{text}'")]
pub struct UnknownClue {
    /// The first clue that is more than units and pairs, as it is written.
    pub text: String,
}

/// Which of [`Rules::clues`] and which of its parts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PartIndex {
    /// The index of the clue in [`Rules::clues`].
    pub clue: u32,
    /// The index of the part among those of the clue.
    pub part: u32,
}

/// `part 2 of clue 5`, counted from 1.
impl fmt::Display for PartIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "part {} of clue {}", self.part + 1, self.clue + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Size;
    use crate::rules::Variant;

    /// Numbers at random, the same in each run.
    struct Random(u64);

    impl Random {
        fn below(&mut self, end: usize) -> usize {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 % end as u64) as usize
        }

        /// A clue of a kind, which may be wrong.
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

        /// A full grid.
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

    /// Each kind, alone and with others beside it, says the same by its parts as by its predicate of
    /// full grids, and a grid with empty cells is violated only if the full one is.
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

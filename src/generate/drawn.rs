//! Draws clues into a full grid, and makes killer puzzles that have exactly one solution by their
//! cages only.
//!
//! Cages grow from random cells over neighbours with other digits; lines are random walks that the
//! digits allow. If the cages allow several solutions, they are changed where a second solution
//! differs: a cell is moved to a cage beside it, or a cage is split into two cages whose sums the
//! second solution does not have. Both kinds of changes exclude the second solution. This is
//! repeated until there is no second solution (counterexample-guided, like the "vicinity search"
//! for givens).

use itertools::Itertools;
use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};

use super::{GenerateError, layout};
use crate::answer::Deadline;
use crate::grid::{Cell, Grid, Size};
use crate::rules::{Clue, ClueKind, Puzzle, Regions, Rules};
use crate::solve::{Pipeline, SolveError, Verdict};

names! {
    /// The kinds of clues that can be drawn.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    #[non_exhaustive]
    pub enum DrawnKind {
        /// Cages with sums.
        Killer = "killer",
        /// Lines along which digits increase.
        Thermometer = "thermometer",
        /// Circles with the sum of a line.
        Arrow = "arrow",
        /// White and black dots.
        Kropki = "kropki",
    }
}

/// What clues are to be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Drawn {
    /// The kind of the clues.
    pub kind: DrawnKind,
    /// How many clues are drawn. By default, as many cages as there is room for, as many lines as
    /// there are digits, or all dots.
    pub count: Option<usize>,
    /// The largest number of cells of a cage or line, at least 2.
    pub largest: usize,
}

/// How many random walks are tried for each line.
const WALKS: usize = 200;
/// How many changes of cages are made before new cages are drawn.
const CHANGES: usize = 60;
/// The limit on the size of varisat's proof, in bytes, for one question about cages. A question
/// then takes some hundredths of a second. Bytes measure work in the same way on every machine.
const BYTES_A_QUESTION: u64 = 1 << 18;

impl Drawn {
    /// Random clues that a full grid obeys; `None` if there is no room for this number of clues.
    pub(super) fn draw(&self, grid: &Grid, random: &mut impl Rng) -> Option<Vec<Clue>> {
        let side = grid.size().side();
        let count = self.count.unwrap_or(side);
        let clues = match self.kind {
            DrawnKind::Killer => Cages::draw(self, grid, random).clues(grid),
            DrawnKind::Thermometer => lines(self, count, grid, random, |line, digit| {
                line.last().is_none_or(|&last| last < digit)
            }),
            // The sum so far must not be above the digit in the circle.
            DrawnKind::Arrow => lines(self, count, grid, random, |line, digit| {
                line.first().is_none_or(|first| line[1..].iter().sum::<u32>() + digit <= *first)
            }),
            DrawnKind::Kropki => dots(grid, self.count, random),
        };
        self.count.is_none_or(|count| count == clues.len()).then_some(clues)
    }

    /// Random cages such that, with these rules and givens, a full grid is the only solution;
    /// `None` if no such cages are found.
    pub(super) fn settled_cages(
        &self,
        puzzle: &Puzzle,
        grid: &Grid,
        deadline: Deadline,
        random: &mut impl Rng,
    ) -> Result<Option<Puzzle>, GenerateError> {
        let mut cages = Cages::draw(self, grid, random);
        let mut pipeline = Pipeline::new();
        pipeline.most_bytes = Some(BYTES_A_QUESTION);
        for _ in 0..CHANGES {
            let clues = cages.clues(grid);
            let is_whole = self.count.is_none_or(|count| count == clues.len());
            let clued = with_clues(puzzle, clues)?;
            match pipeline.verdict(&clued, deadline) {
                Ok(Verdict::Unique(_)) if is_whole => return Ok(Some(clued)),
                Ok(Verdict::Unique(_)) if cages.split_any(grid, random) => {}
                Ok(Verdict::Multiple(two)) => {
                    let other = two.iter().find(|other| *other != grid);
                    if !cages.exclude(other.expect("two differ"), grid, random) {
                        return Ok(None);
                    }
                }
                Ok(_) => return Ok(None),
                Err(SolveError::TimedOut) if !deadline.is_over() => return Ok(None),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(None)
    }
}

/// The puzzle with these clues in addition to its own clues.
pub(super) fn with_clues(puzzle: &Puzzle, clues: Vec<Clue>) -> Result<Puzzle, GenerateError> {
    let rules: &Rules = puzzle.rules();
    let rules = rules.with_clues([rules.clues(), &clues].concat())?;
    Ok(Puzzle::new(rules, puzzle.givens().clone()).expect("the same size"))
}

fn value(grid: &Grid, cell: Cell) -> u32 {
    grid.values()[cell.index()].into()
}

/// The cells that share an edge with this cell.
fn beside(size: Size, cell: Cell) -> impl Iterator<Item = Cell> {
    Regions::neighbours(cell.index(), size.side()).map(Cell::from_index)
}

/// The cells that share an edge or a corner with this cell.
fn around(size: Size, cell: Cell) -> Vec<Cell> {
    let (row, column) = (size.row_index(cell), size.column_index(cell));
    let near = |index: usize| index.saturating_sub(1)..(index + 2).min(size.side());
    let cells = near(row).cartesian_product(near(column));
    cells.map(|(row, column)| size.cell(row, column)).filter(|&other| other != cell).collect()
}

/// A random number from `least` to `most`, made from 32 random bits on every machine.
fn between(least: usize, most: usize, random: &mut impl Rng) -> usize {
    random.random_range(least as u32..=most as u32) as usize
}

/// `count` random lines without common cells, if there is room. `goes_on` returns whether a digit
/// may follow the digits of a line. On an arrow, the other digits add up to the first digit.
fn lines(
    drawn: &Drawn,
    count: usize,
    grid: &Grid,
    random: &mut impl Rng,
    goes_on: impl Fn(&[u32], u32) -> bool,
) -> Vec<Clue> {
    let (size, is_arrow) = (grid.size(), drawn.kind == DrawnKind::Arrow);
    let kind = if is_arrow { ClueKind::Arrow } else { ClueKind::Thermometer };
    // A line of two cells would be a weak clue.
    let least = drawn.largest.min(3);
    let mut is_free = vec![true; size.cell_count()];
    let mut clues = Vec::new();
    for _ in 0..WALKS * count {
        if clues.len() == count {
            break;
        }
        let length = between(least, drawn.largest, random);
        let (mut cells, mut digits) = (Vec::new(), Vec::new());
        let mut next = vec![Cell::from_index(between(0, size.cell_count() - 1, random))];
        while cells.len() < length {
            next.retain(|&cell| {
                let is_new = is_free[cell.index()] && !cells.contains(&cell);
                is_new && goes_on(&digits, value(grid, cell))
            });
            let Some(&cell) = next.choose(random) else { break };
            cells.push(cell);
            digits.push(value(grid, cell));
            next = around(size, cell);
        }
        let is_sum = || digits[1..].iter().sum::<u32>() == digits[0];
        if cells.len() >= least && (!is_arrow || is_sum()) {
            cells.iter().for_each(|cell| is_free[cell.index()] = false);
            clues.push(Clue { kind, cells, numbers: Vec::new() });
        }
    }
    clues
}

/// Dots that fit a grid: `count` random ones, or all.
fn dots(grid: &Grid, count: Option<usize>, random: &mut impl Rng) -> Vec<Clue> {
    let size = grid.size();
    let pairs = size.cells().flat_map(|cell| beside(size, cell).map(move |other| [cell, other]));
    let mut clues = Vec::new();
    for cells in pairs.filter(|[cell, other]| cell < other) {
        let [a, b] = cells.map(|cell| value(grid, cell));
        let of = |holds: bool, kind| holds.then_some(kind);
        let white = of(a.abs_diff(b) == 1, ClueKind::KropkiWhite);
        let black = of(a == 2 * b || b == 2 * a, ClueKind::KropkiBlack);
        // The digits 1 and 2 fit both kinds of dots.
        let kinds = white.into_iter().chain(black).collect_vec();
        let chosen = kinds.choose(random).copied();
        clues.extend(chosen.map(|kind| Clue { kind, cells: cells.into(), numbers: Vec::new() }));
    }
    clues.shuffle(random);
    clues.truncate(count.unwrap_or(usize::MAX));
    clues.sort_by_key(|clue| clue.cells.clone());
    clues
}

/// Cages in a full grid. Each cage has at least two cells and no digit twice.
struct Cages {
    size: Size,
    largest: usize,
    most: usize,
    /// The cells of each cage, ascending.
    cages: Vec<Vec<Cell>>,
    /// For each cell, the index of its cage.
    cage_of: Vec<Option<usize>>,
}

impl Cages {
    fn draw(drawn: &Drawn, grid: &Grid, random: &mut impl Rng) -> Cages {
        let size = grid.size();
        let most = drawn.count.unwrap_or(usize::MAX);
        let largest = drawn.largest;
        let cage_of = vec![None; size.cell_count()];
        let mut drawn = Cages { size, largest, most, cages: Vec::new(), cage_of };
        let mut cells = size.cells().collect_vec();
        cells.shuffle(random);
        for &cell in &cells {
            if drawn.cages.len() == most {
                break;
            }
            if drawn.cage_of[cell.index()].is_some() {
                continue;
            }
            let length = between(2, largest, random);
            let mut cage = vec![cell];
            while cage.len() < length {
                let next = cage.iter().flat_map(|&cell| beside(size, cell));
                let next = next.filter(|other| {
                    let is_new = |&cell: &Cell| value(grid, cell) != value(grid, *other);
                    drawn.cage_of[other.index()].is_none() && cage.iter().all(is_new)
                });
                let Some(&next) = next.collect_vec().choose(random) else { break };
                cage.push(next);
            }
            if cage.len() > 1 {
                drawn.add(cage);
            }
        }
        if most < usize::MAX {
            while drawn.cages.len() < most && drawn.split_any(grid, random) {}
            return drawn;
        }
        // A single cell that remains is added to a cage.
        for cell in cells {
            if drawn.cage_of[cell.index()].is_none() {
                drawn.hand_over(cell, grid, random);
            }
        }
        drawn
    }

    fn add(&mut self, mut cage: Vec<Cell>) {
        cage.sort_unstable();
        cage.iter().for_each(|cell| self.cage_of[cell.index()] = Some(self.cages.len()));
        self.cages.push(cage);
    }

    fn clues(&self, grid: &Grid) -> Vec<Clue> {
        let sum = |cage: &[Cell]| cage.iter().map(|&cell| value(grid, cell)).sum();
        let clue = |cage: &Vec<Cell>| {
            let (cells, numbers) = (cage.clone(), vec![sum(cage)]);
            Clue { kind: ClueKind::Killer, cells, numbers }
        };
        self.cages.iter().sorted_unstable().map(clue).collect()
    }

    /// Changes the cages so that another solution does not obey them; `false` if no such change is
    /// found.
    fn exclude(&mut self, other: &Grid, grid: &Grid, random: &mut impl Rng) -> bool {
        let mut cells = grid.differing(other);
        cells.shuffle(random);
        let is_split = random.random_bool(0.5)
            && cells.iter().any(|&cell| self.split(cell, Some(other), grid, random));
        is_split
            || cells.iter().any(|&cell| self.hand_over(cell, grid, random))
            || cells.iter().any(|&cell| self.split(cell, Some(other), grid, random))
    }

    /// Moves a cell to a cage beside it that has room, if its own cage stays connected.
    fn hand_over(&mut self, cell: Cell, grid: &Grid, random: &mut impl Rng) -> bool {
        let own = self.cage_of[cell.index()];
        let left = own.map(|own| self.cages[own].iter().copied().filter(|&c| c != cell));
        let left = left.map(|left| left.collect_vec()).unwrap_or_default();
        if own.is_some() && (left.len() < 2 || !is_one_piece(self.size, &left)) {
            return false;
        }
        let cages = beside(self.size, cell).filter_map(|next| self.cage_of[next.index()]);
        let has_room = |&cage: &usize| {
            let is_new = |&c: &Cell| value(grid, c) != value(grid, cell);
            let cells = &self.cages[cage];
            Some(cage) != own && cells.len() < self.largest && cells.iter().all(is_new)
        };
        let Some(&to) = cages.filter(has_room).collect_vec().choose(random) else { return false };
        if let Some(own) = own {
            self.cages[own] = left;
        }
        self.cages[to].push(cell);
        self.cages[to].sort_unstable();
        self.cage_of[cell.index()] = Some(to);
        true
    }

    /// Splits a random cage that can be split.
    fn split_any(&mut self, grid: &Grid, random: &mut impl Rng) -> bool {
        let mut cells = self.size.cells().collect_vec();
        cells.shuffle(random);
        cells.into_iter().any(|cell| self.split(cell, None, grid, random))
    }

    /// Splits the cage of a cell into two cages. If another solution is given, the new cages have
    /// other sums in that solution.
    fn split(
        &mut self,
        cell: Cell,
        other: Option<&Grid>,
        grid: &Grid,
        random: &mut impl Rng,
    ) -> bool {
        let Some(own) = self.cage_of[cell.index()] else { return false };
        let count = self.cages[own].len();
        if count < 4 || self.cages.len() == self.most {
            return false;
        }
        let wanted = between(2, count - 2, random);
        let mut part = vec![cell];
        while part.len() < wanted {
            let next = part.iter().flat_map(|&cell| beside(self.size, cell));
            let next = next.filter(|next| self.cages[own].contains(next) && !part.contains(next));
            let Some(&next) = next.collect_vec().choose(random) else { return false };
            part.push(next);
        }
        let (part, rest): (Vec<Cell>, Vec<Cell>) =
            self.cages[own].iter().partition(|cell| part.contains(cell));
        let sum = |of: &Grid| part.iter().map(|&cell| value(of, cell)).sum::<u32>();
        if other.is_some_and(|other| sum(grid) == sum(other)) || !is_one_piece(self.size, &rest) {
            return false;
        }
        self.cages[own] = rest;
        self.add(part);
        true
    }
}

fn is_one_piece(size: Size, cells: &[Cell]) -> bool {
    let is_in = |cell| cells.contains(&Cell::from_index(cell));
    layout::is_one_piece(size.side(), cells[0].index(), cells.len(), is_in)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::generate::{Pattern, Recipe};

    /// Whether a grid obeys a clue, checked independently of the library.
    fn obeys(clue: &Clue, grid: &Grid) -> bool {
        let digits = clue.cells.iter().map(|&cell| value(grid, cell)).collect_vec();
        let ratio = |a: u32, b: u32| a == 2 * b || b == 2 * a;
        match clue.kind {
            ClueKind::Killer => {
                digits.iter().sum::<u32>() == clue.numbers[0] && digits.iter().all_unique()
            }
            ClueKind::Thermometer => digits.windows(2).all(|two| two[0] < two[1]),
            ClueKind::Arrow => digits[0] == digits[1..].iter().sum::<u32>(),
            ClueKind::KropkiWhite => digits[0].abs_diff(digits[1]) == 1,
            ClueKind::KropkiBlack => ratio(digits[0], digits[1]),
            _ => unreachable!(),
        }
    }

    #[test]
    fn of_all_288_grids_one_obeys_what_is_drawn() {
        let all = crate::four::all_grids();
        let rules = Arc::new(Rules::classic(Size::FOUR));
        let some = Some([0, 3, 6, 9, 13].map(Cell::from_index).to_vec());
        for (kind, count, givens, cells) in
            itertools::iproduct!(DrawnKind::ALL, [None, Some(3)], [None, Some(2)], [None, some])
        {
            if cells.is_some() && givens.is_some() {
                continue;
            }
            let clues = Some(Drawn { kind, count, largest: 3 });
            let recipe =
                Recipe { clues, givens, cells: cells.clone(), ..Recipe::new(rules.clone(), 3) };
            for index in 0..3 {
                // Not every attempt succeeds.
                let Ok(generated) = recipe.puzzle(index) else { continue };
                let (puzzle, drawn) = (&generated.puzzle, generated.puzzle.rules().clues());
                let keeps = |grid: &&Grid| {
                    let has = |given: crate::Candidate| grid.get(given.cell) == Some(given.digit);
                    puzzle.givens().filled().all(has) && drawn.iter().all(|clue| obeys(clue, grid))
                };
                let kept = all.iter().filter(keeps).collect_vec();
                assert_eq!(kept, [&generated.solution], "{kind} {puzzle:?}");
                assert!(count.is_none_or(|count| count == drawn.len()), "{puzzle:?}");
                assert!(drawn.iter().all(|clue| (2..=3).contains(&clue.cells.len())), "{drawn:?}");
                let given = puzzle.givens().filled().map(|given| given.cell).collect_vec();
                match (&cells, givens) {
                    (Some(cells), _) => assert_eq!(&given, cells),
                    (None, Some(wanted)) => assert_eq!(given.len(), wanted),
                    // With cages only, there is one solution.
                    _ if kind == DrawnKind::Killer && count.is_none() => assert_eq!(given, []),
                    _ => {}
                }
            }
        }
    }

    #[test]
    fn cages_are_in_one_piece_and_lines_go_on_beside_or_at_a_corner() {
        let rules = Arc::new(Rules::diagonal(Size::NINE));
        for kind in DrawnKind::ALL {
            let clues = Some(Drawn { kind, count: None, largest: 9 });
            let pattern = Pattern::Rotational;
            let recipe = Recipe { clues, pattern, ..Recipe::new(Arc::clone(&rules), 1) };
            let made = recipe.puzzle(0).unwrap();
            let clues = made.puzzle.rules().clues();
            assert!(clues.len() > 8 && clues.iter().all(|clue| obeys(clue, &made.solution)));
            let used = clues.iter().flat_map(|clue| &clue.cells);
            assert!(kind == DrawnKind::Kropki || used.clone().all_unique());
            for clue in clues {
                let is_step = |two: &[Cell]| around(Size::NINE, two[0]).contains(&two[1]);
                let holds = match kind {
                    DrawnKind::Killer => is_one_piece(Size::NINE, &clue.cells),
                    DrawnKind::Kropki => beside(Size::NINE, clue.cells[0]).contains(&clue.cells[1]),
                    _ => clue.cells.windows(2).all(is_step),
                };
                assert!(holds, "{clue:?}");
            }
            let needs_none = kind == DrawnKind::Killer;
            assert_eq!(made.puzzle.givens().filled().count() == 0, needs_none);
        }
    }
}

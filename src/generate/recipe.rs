//! [`Recipe`]: makes puzzles by removing givens.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use itertools::Itertools;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use super::drawn::{Drawn, DrawnKind, with_clues};
use super::fill::fill;
use super::judge::{ALLOWANCE, Judge, random_grid};
use super::{GenerateError, Generated, Pattern, exchange, layout};
use crate::answer::Deadline;
use crate::grid::{Cell, Grid};
use crate::names::counted;
use crate::rules::{Puzzle, Rules, RulesBuilder};
use crate::solve::{Pipeline, SolveError, Verdict};

/// The source of full grids or puzzles, from which givens are removed.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Source {
    /// Random full grids that obey these rules.
    Grids(Arc<Rules>),
    /// Random full grids that obey these rules with random regions in place of boxes.
    Jigsaws(RulesBuilder),
    /// This puzzle, from which givens are removed.
    Puzzle(Puzzle),
    /// One of these proper puzzles, whose rows, columns and digits are permuted, and in which up to
    /// two givens are replaced by others.
    Near(Vec<Puzzle>),
}

/// Defines the puzzles to be made: the source, the givens, and the seed.
///
/// ```
/// use std::sync::Arc;
/// use satdoku::generate::{Pattern, Recipe};
/// use satdoku::{Rules, Size, Verdict, solve};
/// let recipe = Recipe::new(Arc::new(Rules::classic(Size::FOUR)), 1);
/// let generated = Recipe { pattern: Pattern::Rotational, ..recipe }.puzzle(0)?;
/// assert_eq!(solve(&generated.puzzle)?, Verdict::Unique(generated.solution));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Recipe {
    /// The source of full grids or puzzles, from which givens are removed.
    pub source: Source,
    /// The number of givens; `None` for a minimal puzzle, in which no given can be left out. With a
    /// symmetric pattern, no set of givens can be left out so that the pattern stays symmetric; a
    /// single given of a pair may then be superfluous. Large puzzles may have more givens: see
    /// [`Generated::undecided`].
    pub givens: Option<usize>,
    /// The symmetry of the givens.
    pub pattern: Pattern,
    /// If set, exactly these cells are to have givens.
    pub cells: Option<Vec<Cell>>,
    /// The clues that are drawn into the full grid. If neither the number of cages nor the number
    /// of givens is set, cages are drawn such that the puzzle needs no givens.
    pub clues: Option<Drawn>,
    /// The seed of the random numbers. The same seed gives the same puzzles on every machine.
    pub seed: u64,
    /// If set, the search for one puzzle stops after this time.
    pub time_limit: Option<Duration>,
    /// If set, the search stops as soon as this flag is true: see [`Deadline::cancelled_by`].
    pub cancel: Option<&'static AtomicBool>,
}

/// How many random layouts of regions are tried for a puzzle. For most rules, nearly every layout
/// has a grid; for some rules, many layouts have none, or finding a grid takes long.
const LAYOUTS: usize = 100;

impl Recipe {
    /// Minimal puzzles from random grids, without symmetry and without a time limit.
    pub fn new(rules: Arc<Rules>, seed: u64) -> Recipe {
        Recipe {
            source: Source::Grids(rules),
            givens: None,
            pattern: Pattern::Free,
            cells: None,
            clues: None,
            seed,
            time_limit: None,
            cancel: None,
        }
    }

    /// The puzzle with this index, from 0, of the seed. Puzzles do not depend on each other, so any
    /// thread can make any puzzle. The search and afterwards a [`Pipeline`] have both found that
    /// the solution is the only one, and the solution has passed [`verify`](crate::verify()).
    ///
    /// # Errors
    /// [`GenerateError`] if no grid obeys the rules, or the source is not a proper puzzle; if the
    /// number of givens or the pattern is impossible, or was not found; if a solver failed, or the
    /// time limit was reached.
    pub fn puzzle(&self, index: u64) -> Result<Generated, GenerateError> {
        self.puzzle_until(index, self.deadline())
    }

    pub(super) fn puzzle_until(
        &self,
        index: u64,
        deadline: Deadline,
    ) -> Result<Generated, GenerateError> {
        const ATTEMPTS: usize = 100;
        let mut random = self.random(index);
        let mut allowance = ALLOWANCE;
        let mut fewest = usize::MAX;
        let mut attempts = 0;
        while attempts < ATTEMPTS && allowance > 0 {
            attempts += 1;
            let start = self.in_a_layout(deadline, || self.start(deadline, &mut random))?;
            let Some(generated) = self.reduced(start, &mut allowance, deadline, &mut random)?
            else {
                continue;
            };
            let found = generated.puzzle.givens().filled().count();
            if self.givens.is_none_or(|wanted| wanted == found) {
                if only_solution(&generated.puzzle, deadline)? != generated.solution {
                    let message = "the solvers disagree about a solution".to_owned();
                    return Err(SolveError::Solver(message).into());
                }
                return Ok(generated);
            }
            fewest = fewest.min(found);
        }
        let (wanted, attempts) = (self.givens.unwrap_or_default(), counted(attempts, "attempt"));
        if fewest == usize::MAX {
            let what =
                self.clues.map_or("givens in these cells", |_| "clues and givens like these");
            return Err(GenerateError::NotFound(format!(
                "expected {what} that leave one solution, found none in {attempts}"
            )));
        }
        Err(GenerateError::NotFound(format!(
            "expected {wanted} givens, found no puzzle with fewer than {fewest} in {attempts}"
        )))
    }

    /// The deadline of a puzzle whose search begins now.
    pub(super) fn deadline(&self) -> Deadline {
        let deadline = self.time_limit.map_or(Deadline::NONE, Deadline::after);
        self.cancel.map_or(deadline, |flag| deadline.cancelled_by(flag))
    }

    /// The random numbers for the puzzle with this index.
    pub(super) fn random(&self, index: u64) -> ChaCha8Rng {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(index);
        random
    }

    /// The limit on the search for a grid, if other layouts can be tried: about a tenth of a
    /// second, or half a second for large layouts, whose grids are seldom found in less time.
    pub(super) fn most_bytes(&self) -> Option<u64> {
        let Source::Jigsaws(builder) = &self.source else { return None };
        Some(if builder.size().side() < 16 { 1 << 20 } else { 1 << 22 })
    }

    /// The result of `make`. If regions are random, layouts are tried until one has a grid.
    pub(super) fn in_a_layout(
        &self,
        deadline: Deadline,
        mut make: impl FnMut() -> Result<Generated, GenerateError>,
    ) -> Result<Generated, GenerateError> {
        let Source::Jigsaws(_) = &self.source else { return make() };
        for _ in 0..LAYOUTS {
            match make() {
                Err(GenerateError::NoGrid { .. }) => {}
                Err(GenerateError::Solve(SolveError::TimedOut)) if !deadline.is_over() => {}
                made => return made,
            }
        }
        Err(GenerateError::NotFound(format!(
            "expected regions with a grid that obeys the rules, found none in {LAYOUTS} random \
             layouts; another seed tries others"
        )))
    }

    /// A proper puzzle from which givens can be removed: a full grid, or the puzzle of the source.
    pub(super) fn start(
        &self,
        deadline: Deadline,
        random: &mut ChaCha8Rng,
    ) -> Result<Generated, GenerateError> {
        let rules = match &self.source {
            Source::Grids(rules) => Arc::clone(rules),
            Source::Jigsaws(builder) => {
                let regions = layout::random_regions(builder.size().side(), deadline, random)?;
                Arc::new(builder.clone().regions(regions).build()?)
            }
            Source::Near(puzzles) => {
                let puzzle = puzzles.choose(random).ok_or(GenerateError::NoSolution)?;
                return exchange::exchanged(puzzle, deadline, random);
            }
            Source::Puzzle(puzzle) => {
                let solution = only_solution(puzzle, deadline)?;
                return Ok(Generated::new(puzzle.rules(), puzzle.givens().clone(), solution));
            }
        };
        let solution = random_grid(&rules, deadline, self.most_bytes(), random)?;
        Ok(Generated::new(&rules, solution.clone(), solution))
    }

    /// A puzzle made of a full grid, with the wanted clues and with givens in the wanted cells;
    /// `None` if this attempt fails.
    fn reduced(
        &self,
        mut start: Generated,
        allowance: &mut u64,
        deadline: Deadline,
        random: &mut ChaCha8Rng,
    ) -> Result<Option<Generated>, GenerateError> {
        let (full, grid) = (start.puzzle.givens().clone(), start.solution.clone());
        if let Some(drawn) = &self.clues {
            let are_cages = drawn.kind == DrawnKind::Killer;
            let is_fixed = self.cells.is_some() || self.givens.is_some() || drawn.count.is_none();
            if are_cages && is_fixed {
                let givens = start.puzzle.with_givens(self.some_givens(&full, random)?);
                let givens = givens.expect("the same size");
                let clued = drawn.settled_cages(&givens, &grid, deadline, random)?;
                return Ok(clued.map(|puzzle| Generated { puzzle, ..start }));
            }
            let Some(clues) = drawn.draw(&grid, random) else { return Ok(None) };
            start.puzzle = with_clues(&start.puzzle, clues)?;
        }
        match &self.cells {
            None => self.take_away(start, allowance, deadline, random).map(Some),
            Some(cells) => fill(&start, cells, deadline, random),
        }
    }

    /// The givens of a killer puzzle, from a full grid: those in the wanted cells, or the wanted
    /// number in random cells.
    fn some_givens(&self, full: &Grid, random: &mut ChaCha8Rng) -> Result<Grid, GenerateError> {
        let mut givens = Grid::empty(full.size());
        if let Some(cells) = &self.cells {
            cells.iter().for_each(|&cell| givens.set(cell, full.get(cell)));
            return Ok(givens);
        }
        self.check(full, full.filled().count())?;
        let mut left = self.givens.unwrap_or_default();
        let mut orbits = self.pattern.shuffled_orbits(full, random);
        // Larger orbits come first, so that smaller orbits can complete the number.
        orbits.sort_by_key(|orbit| std::cmp::Reverse(orbit.len()));
        for orbit in orbits {
            if orbit.len() <= left {
                left -= orbit.len();
                orbit.iter().for_each(|&cell| givens.set(cell, full.get(cell)));
            }
        }
        Ok(givens)
    }

    /// Removes givens from a puzzle until it is minimal, has the wanted number of givens, or the
    /// allowance is used up.
    fn take_away(
        &self,
        Generated { puzzle, solution, mut undecided }: Generated,
        allowance: &mut u64,
        deadline: Deadline,
        random: &mut ChaCha8Rng,
    ) -> Result<Generated, GenerateError> {
        let mut givens = puzzle.givens().clone();
        let mut left = givens.filled().count();
        self.check(&givens, left)?;
        let mut judge = Judge::new(puzzle.rules());
        for cells in &self.pattern.shuffled_orbits(&givens, random) {
            if self.givens.is_some_and(|wanted| left < wanted + cells.len()) {
                continue;
            }
            match judge.can_go(cells, &givens, allowance, deadline)? {
                Some(true) => {
                    cells.iter().for_each(|&cell| givens.set(cell, None));
                    left -= cells.len();
                }
                Some(false) => {}
                None => undecided += cells.len(),
            }
        }
        let puzzle = puzzle.with_givens(givens).expect("the same size");
        Ok(Generated { puzzle, solution, undecided })
    }

    /// Checks that a puzzle with the wanted number of givens and pattern can be made of these
    /// `count` givens.
    fn check(&self, givens: &Grid, count: usize) -> Result<(), GenerateError> {
        let request = |message: String| Err(GenerateError::Request(message));
        if let Some(cells) = self.pattern.broken_by(givens) {
            let [given, image] = cells.map(|cell| givens.size().cell_name(cell));
            return request(format!(
                "expected symmetric givens, found a given in {given} and none in {image}"
            ));
        }
        match self.givens {
            Some(wanted) if wanted > count => {
                request(format!("expected at most {count} givens, found {wanted}"))
            }
            Some(wanted) if !self.pattern.allows(givens, wanted) => {
                let groups = self.pattern.orbits(givens).iter().map(Vec::len).sorted_unstable();
                let groups = groups.dedup().join(" or ");
                request(format!(
                    "expected another number of givens, found {wanted}: with this symmetry givens \
                     come in groups of {groups}"
                ))
            }
            _ => Ok(()),
        }
    }
}

/// The solution of a proper puzzle, found by a new pipeline, which is independent of the search
/// above.
fn only_solution(puzzle: &Puzzle, deadline: Deadline) -> Result<Grid, GenerateError> {
    match Pipeline::new().verdict(puzzle, deadline)? {
        Verdict::Unique(solution) => Ok(solution),
        Verdict::None => Err(GenerateError::NoSolution),
        Verdict::Multiple(_) => Err(GenerateError::SeveralSolutions),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode::Encoding;
    use crate::grid::Size;
    use crate::solve::Session;

    fn recipe(rules: Rules, givens: Option<usize>) -> Recipe {
        Recipe { givens, ..Recipe::new(Arc::new(rules), 7) }
    }

    /// The number of solutions, up to two, found by varisat only, which is not used for removing
    /// givens of small grids.
    fn count(puzzle: &Puzzle) -> usize {
        let mut session = Session::new(puzzle, Encoding::default(), Deadline::NONE);
        session.answer(2).unwrap().solutions.len()
    }

    /// Asserts that a puzzle is symmetric and proper, and that it is not proper without any given
    /// and its images.
    fn assert_minimal(puzzle: &Puzzle, pattern: Pattern) {
        assert_eq!(count(puzzle), 1);
        assert_eq!(pattern.broken_by(puzzle.givens()), None);
        for given in puzzle.givens().filled() {
            let mut fewer = puzzle.givens().clone();
            pattern.orbit(puzzle.size(), given.cell).iter().for_each(|&cell| fewer.set(cell, None));
            assert_eq!(count(&puzzle.with_givens(fewer).unwrap()), 2);
        }
    }

    #[test]
    fn minimal_puzzles_are_unique_and_need_every_given_or_pair() {
        let six = Size::from_side(6).unwrap();
        let window = [7, 8, 13, 14, 19, 20].map(crate::grid::Cell::from_index);
        let window = Rules::builder(six).extra_region(&window).build().unwrap();
        // The full grids of these rules are made by varisat.
        for rules in [window, Rules::classic(Size::from_side(12).unwrap())] {
            for pattern in Pattern::ALL {
                let recipe = Recipe { pattern, ..recipe(rules.clone(), None) };
                assert_minimal(&recipe.puzzle(0).unwrap().puzzle, pattern);
            }
        }
    }

    #[test]
    fn the_number_of_givens_is_as_asked() {
        for pattern in Pattern::ALL {
            for wanted in [80, 41, 29] {
                let recipe = Recipe { pattern, ..recipe(Rules::classic(Size::NINE), Some(wanted)) };
                let puzzle = recipe.puzzle(0).unwrap().puzzle;
                assert_eq!(puzzle.givens().filled().count(), wanted, "{pattern:?}");
                assert_eq!(pattern.broken_by(puzzle.givens()), None);
                assert_eq!(count(&puzzle), 1);
            }
        }
    }

    #[test]
    fn takes_givens_from_a_puzzle() {
        let rules = Rules::classic(Size::NINE);
        for pattern in Pattern::ALL {
            let wide = Recipe { pattern, ..recipe(rules.clone(), Some(49)) }.puzzle(0).unwrap();
            let source = Source::Puzzle(wide.puzzle.clone());
            let recipe = Recipe { source, pattern, ..recipe(rules.clone(), None) };
            let reduced = recipe.puzzle(0).unwrap();
            assert_eq!(reduced.solution, wide.solution);
            assert_minimal(&reduced.puzzle, pattern);
            for given in reduced.puzzle.givens().filled() {
                assert_eq!(wide.puzzle.givens().get(given.cell), Some(given.digit));
            }
            // A minimal puzzle is not changed.
            let source = Source::Puzzle(reduced.puzzle.clone());
            assert_eq!(Recipe { source, ..recipe.clone() }.puzzle(1), Ok(reduced));
        }
    }

    #[test]
    fn large_puzzles_are_minimal_as_far_as_the_allowance_goes() {
        let recipe = recipe(Rules::classic(Size::from_side(16).unwrap()), None);
        let take_away = |mut allowance: u64, deadline| {
            let start = recipe.start(Deadline::NONE, &mut recipe.random(0)).unwrap();
            recipe.take_away(start, &mut allowance, deadline, &mut recipe.random(1))
        };
        let minimal = take_away(ALLOWANCE, Deadline::NONE).unwrap();
        let wide = take_away(0, Deadline::NONE).unwrap();
        assert_eq!(minimal.undecided, 0);
        for puzzle in [&minimal.puzzle, &wide.puzzle] {
            assert_eq!(only_solution(puzzle, Deadline::NONE).as_ref(), Ok(&minimal.solution));
        }
        let givens = |generated: &Generated| generated.puzzle.givens().filled().count();
        assert!(wide.undecided > 0 && givens(&wide) > givens(&minimal));
        assert!(givens(&wide) < 256);
        let over = Deadline::after(Duration::ZERO);
        assert_eq!(take_away(0, over), Err(SolveError::TimedOut.into()));
    }

    #[test]
    fn a_jigsaw_of_16x16_is_generated() {
        let source = Source::Jigsaws(Rules::builder(Size::without_boxes(16)));
        let recipe = Recipe { source, ..recipe(Rules::latin(Size::without_boxes(16)), Some(75)) };
        let Generated { puzzle, solution, .. } = recipe.puzzle(0).unwrap();
        assert_eq!(puzzle.givens().filled().count(), 75);
        assert_eq!(crate::solve::solve(&puzzle), Ok(crate::solve::Verdict::Unique(solution)));
    }

    #[test]
    fn says_when_no_grid_exists() {
        // In a grid of two rows and two columns, diagonals contradict rows and columns.
        let rules = Rules::diagonal(Size::new(1, 2).unwrap());
        let result = recipe(rules, None).puzzle(0);
        assert!(matches!(result, Err(GenerateError::NoGrid { .. })));
    }
}

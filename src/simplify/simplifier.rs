//! The choice of the board that simplifies a puzzle.

use std::sync::Arc;

use super::any::{AnyBoard, Tables, with_width};
use super::lanes::{PassingOnLanes, settle_on_lanes};
use super::search::{Search, search};
use super::settle::settle;
use super::{Budget, Finding, Simplified};
use crate::answer::{Answer, Limits};
use crate::grid::{Candidate, Candidates, Grid, Size};
use crate::lanes::{Processor, ProcessorKind, on_processor};
use crate::rules::{Puzzle, Rules};

/// Simplifies one puzzle. For many puzzles, make one [`Simplifier`] and use it for all.
///
/// ```
/// use satdoku::simplify::{Budget, Finding, simplify};
/// use satdoku::{Grid, Puzzle, Size};
/// let givens = [1, 2, 0, 0, 0, 4, 0, 0, 0, 0, 4, 0, 0, 0, 0, 1];
/// let puzzle = Puzzle::classic(Grid::from_values(Size::FOUR, givens)?);
/// let Finding::Solved(grid) = simplify(&puzzle, &Budget::default()).finding else { panic!() };
/// assert_eq!(grid.values(), [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]);
/// # Ok::<(), satdoku::SizeError>(())
/// ```
#[must_use]
pub fn simplify(puzzle: &Puzzle, budget: &Budget) -> Simplified {
    Simplifier::new(puzzle.rules()).simplify(puzzle.givens(), None, budget)
}

/// Whether the boards of lanes can be used under these rules.
pub(crate) fn have_lanes(rules: &Rules) -> bool {
    rules.size() == Size::NINE && (rules.is_classic() || rules.is_diagonal())
}

/// How many successive candidates do not lead to a contradiction by propagation, when each of them
/// is placed alone on a 9x9 grid whose cells have these candidates (as bits). Candidates that the
/// grid does not have count too. Only if [`have_lanes`] is true.
pub(crate) fn passing(
    rules: &Rules,
    sets: &[u16; 81],
    tried: &mut dyn Iterator<Item = Candidate>,
) -> usize {
    on_processor!(ProcessorKind::fastest(), processor => match rules.is_diagonal() {
        true => processor.run(PassingOnLanes::<_, true> { processor, sets, tried }),
        false => processor.run(PassingOnLanes::<_, false> { processor, sets, tried }),
    })
}

/// Simplifies puzzles of the same rules. Tables and buffers are kept for the next puzzle.
#[derive(Debug)]
pub struct Simplifier {
    rules: Arc<Rules>,
    /// The kind of processor, if lanes can be used for the rules.
    lanes: Option<ProcessorKind>,
    /// The tables of the board for any rules; made when they are first needed.
    tables: Option<Arc<Tables>>,
    /// The search on the board for any rules; made when it is first needed.
    search: Option<Box<dyn Search>>,
    choices: Vec<[Candidate; 2]>,
}

impl Simplifier {
    /// A simplifier for puzzles of these rules.
    #[must_use]
    pub fn new(rules: &Arc<Rules>) -> Simplifier {
        Simplifier {
            rules: Arc::clone(rules),
            lanes: have_lanes(rules).then(ProcessorKind::fastest),
            tables: None,
            search: None,
            choices: Vec::new(),
        }
    }

    /// Changes the rules of the next puzzles. If the units are the same, their tables are kept.
    pub(crate) fn change_rules(&mut self, rules: &Arc<Rules>) {
        if !self.rules.shares_units(rules) {
            *self = Simplifier::new(rules);
        } else {
            self.tables = self.tables.take().map(|tables| Arc::new(tables.for_rules(rules)));
            self.lanes = have_lanes(rules).then(ProcessorKind::fastest);
            self.rules = Arc::clone(rules);
        }
    }

    /// The rules of the puzzles.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Simplifies the puzzle with these givens. If candidates are given, the cells have only these
    /// candidates.
    ///
    /// # Panics
    /// If the grid or the candidates are not of the rules' size.
    #[must_use]
    pub fn simplify(
        &mut self,
        givens: &Grid,
        candidates: Option<&Candidates>,
        budget: &Budget,
    ) -> Simplified {
        let size = self.rules.size();
        let is_of_size = givens.size() == size && candidates.is_none_or(|all| all.size() == size);
        assert!(is_of_size, "grid or candidates and rules of different sizes");
        let choices = &mut self.choices;
        match self.lanes {
            None => self.simplify_any(givens, candidates, budget),
            Some(kind) if self.rules.is_diagonal() => on_processor!(kind, processor => {
                settle_on_lanes::<_, true>(processor, givens, candidates, budget, choices)
            }),
            Some(kind) => on_processor!(kind, processor => {
                settle_on_lanes::<_, false>(processor, givens, candidates, budget, choices)
            }),
        }
    }

    /// Looks for solutions on the board for any rules, by propagation and at most this many
    /// guesses. If candidates are given, only solutions among these candidates count. The answer is
    /// not complete if more guesses would be needed. Its solutions are not verified.
    ///
    /// # Panics
    /// The same as for [`Simplifier::simplify`].
    pub(crate) fn search(
        &mut self,
        givens: &Grid,
        candidates: Option<&Candidates>,
        limits: &Limits,
        most_guesses: u64,
    ) -> Answer {
        let few_guesses = FEW_GUESSES.min(most_guesses);
        let few = self.search_once(givens, candidates, limits, few_guesses);
        let is_settled = few.complete || few.solutions.len() == limits.solutions;
        if is_settled || few_guesses == most_guesses || limits.deadline.is_over() {
            return few;
        }
        if let Some(more) = self.tables.as_ref().and_then(|tables| tables.with_more_sums()) {
            self.tables = Some(Arc::new(more));
            return self.search_once(givens, candidates, limits, most_guesses);
        }
        let solutions = limits.solutions - few.solutions.len();
        let rest = self.resume(&Limits { solutions, ..*limits }, most_guesses - few_guesses);
        Answer {
            solutions: [few.solutions, rest.solutions].concat(),
            guesses: few.guesses.zip(rest.guesses).map(|(few, rest)| few + rest),
            ..rest
        }
    }

    fn search_once(
        &mut self,
        givens: &Grid,
        candidates: Option<&Candidates>,
        limits: &Limits,
        most_guesses: u64,
    ) -> Answer {
        self.loaded(givens, candidates).resume(limits, most_guesses)
    }

    /// The search on the board for any rules, loaded with these givens.
    pub(crate) fn loaded(
        &mut self,
        givens: &Grid,
        candidates: Option<&Candidates>,
    ) -> &mut dyn Search {
        let tables = self.tables.get_or_insert_with(|| Arc::new(Tables::new(&self.rules)));
        let search = self.search.get_or_insert_with(|| search(tables));
        search.load(tables, givens, candidates);
        &mut **search
    }

    /// Continues the last [`Simplifier::search`], which stopped at a limit.
    pub(crate) fn resume(&mut self, limits: &Limits, most_guesses: u64) -> Answer {
        let search = self.search.as_mut().expect("there was a search");
        search.resume(limits, most_guesses)
    }

    /// After a [`Simplifier::search`]: see [`Search::explored`].
    pub(crate) fn explored(&self) -> Vec<Vec<Candidate>> {
        self.search.as_ref().map(|search| search.explored()).unwrap_or_default()
    }

    fn simplify_any(
        &mut self,
        givens: &Grid,
        candidates: Option<&Candidates>,
        budget: &Budget,
    ) -> Simplified {
        let tables = self.tables.get_or_insert_with(|| Arc::new(Tables::new(&self.rules)));
        let choices = &mut self.choices;
        with_width!(tables, W => settle_any::<W>(tables, givens, candidates, budget, choices))
    }
}

/// After this many guesses, more sums by the rule of 45 are used, of several units and more than
/// three cells. Each of 1,000 public killer puzzles needs fewer guesses.
const FEW_GUESSES: u64 = 32;

/// Uses all techniques on the board for any rules, with sets of digits of `W` words. If candidates
/// are given, the cells have only these candidates.
fn settle_any<const W: usize>(
    tables: &Arc<Tables>,
    givens: &Grid,
    candidates: Option<&Candidates>,
    budget: &Budget,
    choices: &mut Vec<[Candidate; 2]>,
) -> Simplified {
    let mut board = AnyBoard::<W>::new(tables, givens, budget.deadline);
    if candidates.is_some_and(|candidates| board.restrict(candidates).is_err()) {
        return Simplified { finding: Finding::Contradiction, probes: 0 };
    }
    // The time of a probe grows in proportion to about the cube of the side, and a SAT solver
    // probes faster.
    let side = givens.size().side().max(SIDE_OF_ALL_PROBES);
    let probes = budget.probes.saturating_mul(SIDE_OF_ALL_PROBES.pow(3)) / side.pow(3);
    settle(board, givens.size(), &Budget { probes, ..*budget }, choices)
}

/// Up to this side, the whole budget of probes is used.
const SIDE_OF_ALL_PROBES: usize = 36;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Deadline;
    use crate::grid::{Cell, Digit};
    use crate::rules::Variant;
    use crate::simplify::Board;
    use proptest::prelude::*;

    /// A full classic 9x9 grid, after relabelling digits and shuffling rows within bands.
    fn full_grid() -> impl Strategy<Value = Vec<u16>> {
        let three = || Just(vec![0usize, 1, 2]).prop_shuffle();
        let digits = Just((1..=9).collect::<Vec<u16>>()).prop_shuffle();
        (digits, three(), three(), three(), three()).prop_map(|(digits, a, b, c, columns)| {
            let rows = [a, b, c];
            (0..81)
                .map(|cell| {
                    let (row, column) = (cell / 9, cell % 9);
                    let row = row / 3 * 3 + rows[row / 3][row % 3];
                    let column = column / 3 * 3 + columns[column % 3];
                    digits[(3 * row + row / 3 + column) % 9]
                })
                .collect()
        })
    }

    /// Some cells of a full grid; perhaps one of these cells is changed.
    fn givens() -> impl Strategy<Value = Grid> {
        let kept = prop::collection::vec(prop::bool::weighted(0.35), 81);
        (full_grid(), kept, prop::option::of((0..81usize, 1..=9u16))).prop_map(
            |(mut values, kept, changed)| {
                values.iter_mut().zip(&kept).filter(|(_, kept)| !**kept).for_each(|(v, _)| *v = 0);
                if let Some((cell, value)) = changed {
                    values[cell] = value;
                }
                Grid::from_values(Size::NINE, values).unwrap()
            },
        )
    }

    const NO_PROBING: Budget = Budget { probes: 0, deadline: Deadline::NONE };

    fn on(kind: ProcessorKind, puzzle: &Puzzle, budget: &Budget) -> Simplified {
        let simplifier = Simplifier::new(puzzle.rules());
        Simplifier { lanes: Some(kind), ..simplifier }.simplify(puzzle.givens(), None, budget)
    }

    /// The finding of the board for any rules without its complete filter of units.
    fn without_subsets(puzzle: &Puzzle) -> Finding {
        let tables = Arc::new(Tables::new(puzzle.rules()));
        let mut board = AnyBoard::<1>::new(&tables, puzzle.givens(), Deadline::NONE);
        match board.fixpoint() {
            Err(_) => Finding::Contradiction,
            Ok(()) if board.is_solved() => Finding::Solved(board.grid()),
            Ok(()) => {
                let mut candidates = Candidates::none(puzzle.size());
                board.write_candidates(&mut candidates);
                Finding::Open(candidates)
            }
        }
    }

    proptest! {
        #[test]
        fn all_boards_find_the_same_singles_and_locked_candidates(givens in givens()) {
            let puzzle = Puzzle::classic(givens);
            let any = without_subsets(&puzzle);
            for kind in ProcessorKind::all() {
                prop_assert_eq!(&on(kind, &puzzle, &NO_PROBING).finding, &any, "{:?}", kind);
            }
        }

        #[test]
        fn boards_of_any_width_keep_the_same(givens in givens()) {
            let tables = Arc::new(Tables::new(Puzzle::diagonal(givens.clone()).rules()));
            let budget = Budget { probes: 50, ..NO_PROBING };
            let narrow = settle_any::<1>(&tables, &givens, None, &budget, &mut vec![]);
            prop_assert_eq!(&settle_any::<4>(&tables, &givens, None, &budget, &mut vec![]), &narrow);
            prop_assert_eq!(&settle_any::<16>(&tables, &givens, None, &budget, &mut vec![]), &narrow);
        }

        #[test]
        fn all_9x9_boards_probe_the_same(givens in givens(), probes in 0..200usize) {
            let (classic, diagonal) = (Puzzle::classic(givens.clone()), Puzzle::diagonal(givens));
            let budget = Budget { probes, ..NO_PROBING };
            let both = |kind| [on(kind, &classic, &budget), on(kind, &diagonal, &budget)];
            let portable = both(ProcessorKind::PORTABLE);
            for kind in ProcessorKind::all() {
                prop_assert_eq!(&both(kind), &portable, "{:?}", kind);
            }
        }
    }

    #[test]
    fn the_9x9_boards_serve_their_rules_alone() {
        let region = |row: usize, column: usize| -> Vec<Cell> {
            (0..9).map(|i| Size::NINE.cell(row + i / 3, column + i % 3)).collect()
        };
        let one = Rules::builder(Size::NINE).extra_region(&region(1, 1));
        for builder in [
            one.clone().extra_region(&region(5, 5)),
            one.clone().variant(Variant::Diagonal),
            one,
            Rules::builder(Size::new(1, 9).unwrap()),
            Rules::builder(Size::NINE).without_boxes(),
            Rules::builder(Size::NINE).variant(Variant::AntiKing),
        ] {
            let rules = builder.build().unwrap();
            assert!(!have_lanes(&rules), "{rules:?}");
        }
    }

    #[test]
    fn the_diagonal_board_removes_what_sees_all_places_on_a_diagonal() {
        for (index, line) in include_str!("../../puzzles/diagonal.txt").lines().skip(1).enumerate()
        {
            let (givens, rest) = line.split_at(81);
            let solution: Grid = rest.rsplit(':').next().unwrap().parse().unwrap();
            // The puzzle, with more and more cells of its solution filled in.
            for step in [100, 9, 5, 3] {
                let mut givens: Grid = givens.parse().unwrap();
                for cell in Size::NINE.cells().filter(|cell| (cell.index() + index) % step == 0) {
                    givens.set(cell, solution.get(cell));
                }
                let puzzle = Puzzle::diagonal(givens);
                match (without_subsets(&puzzle), simplify(&puzzle, &NO_PROBING).finding) {
                    (any, Finding::Open(nine)) => {
                        assert!(
                            solution.filled().all(|right| nine[right.cell].contains(right.digit))
                        );
                        let Finding::Open(any) = any else { panic!("{puzzle:?}: {any:?}") };
                        assert!(nine.iter().all(|left| any[left.cell].contains(left.digit)));
                        assert_closed(&puzzle, &nine);
                    }
                    (_, nine) => assert_eq!(nine, Finding::Solved(solution.clone())),
                }
                let mut wrong = puzzle.givens().clone();
                let cell = Size::NINE.cells().find(|&cell| wrong.get(cell).is_none()).unwrap();
                let digit = solution.get(cell).unwrap();
                wrong.set(cell, Some(Digit::from_index((digit.index() + 1 + index % 8) % 9)));
                let puzzle = Puzzle::diagonal(wrong);
                if without_subsets(&puzzle) == Finding::Contradiction {
                    let nine = simplify(&puzzle, &NO_PROBING).finding;
                    assert_eq!(nine, Finding::Contradiction, "{puzzle:?}");
                }
            }
        }
    }

    /// Asserts that no candidate sees all places of its digit on a diagonal, except through the
    /// other diagonal.
    fn assert_closed(puzzle: &Puzzle, left: &Candidates) {
        let diagonals = &puzzle.rules().units()[27..];
        let is_beside = |cell| diagonals.iter().all(|unit| !unit.cells.contains(&cell));
        for diagonal in diagonals {
            for Candidate { cell, digit } in left.iter().filter(|left| is_beside(left.cell)) {
                let places = diagonal.cells.iter().filter(|&&place| left[place].contains(digit));
                let mut unseen =
                    places.filter(|&&place| puzzle.rules().peers(cell).all(|peer| peer != place));
                assert!(unseen.next().is_some(), "{puzzle:?}: {digit} in {cell:?}");
            }
        }
    }
}

//! The board for 9x9 grids, classic or with both diagonals: the 27 lanes of [`crate::lanes`].
//!
//! Its rounds do not use triples, unlike the search of [`dpll`](crate::dpll), since the remaining
//! candidates must not depend on the processor. For a classic puzzle, the remaining candidates are
//! those of the board for any rules without its complete filter of units.

use super::any::Mask;
use super::board::{Board, Tried, append_choices};
use super::settle::settle;
use super::{Budget, Simplified};
use crate::grid::{Candidate, Candidates, Cell, DigitSet, Grid};
use crate::lanes::{Lanes, PLACE_OF, Processor, Sets, Start, Task, cell, fixpoint, lane};

// All functions are `#[inline(always)]`, and no closure captures lanes: see `Task`.

/// Simplifies a 9x9 grid on this processor, classic or with both diagonals.
pub(super) fn settle_on_lanes<P: Processor, const DIAGONALS: bool>(
    processor: P,
    givens: &Grid,
    candidates: Option<&Candidates>,
    budget: &Budget,
    choices: &mut Vec<[Candidate; 2]>,
) -> Simplified {
    processor.run(SettleOnLanes::<P, DIAGONALS> { processor, givens, candidates, budget, choices })
}

struct SettleOnLanes<'a, P, const DIAGONALS: bool> {
    processor: P,
    givens: &'a Grid,
    candidates: Option<&'a Candidates>,
    budget: &'a Budget,
    choices: &'a mut Vec<[Candidate; 2]>,
}

impl<P: Processor, const DIAGONALS: bool> Task for SettleOnLanes<'_, P, DIAGONALS> {
    type Output = Simplified;

    #[inline(always)]
    fn run(self) -> Simplified {
        let givens = &self.givens.to_bytes().expect("81 cells");
        let allowed = self.candidates.map(|all| all.to_bits().expect("81 cells"));
        let start = Start { givens, allowed: allowed.as_ref() };
        let board = LaneBoard::<P, DIAGONALS> { cells: start.load(self.processor) };
        settle(board, self.givens.size(), self.budget, self.choices)
    }
}

#[derive(Clone, Copy)]
struct LaneBoard<P: Processor, const DIAGONALS: bool> {
    cells: [P::Lanes; 3],
}

/// Counts how many successive candidates do not lead to a contradiction, when each of them is
/// placed alone on a grid whose cells have these candidates (as bits). Candidates that the grid
/// does not have count too.
pub(super) struct PassingOnLanes<'a, P, const DIAGONALS: bool> {
    pub(super) processor: P,
    pub(super) sets: &'a [u16; 81],
    pub(super) tried: &'a mut dyn Iterator<Item = Candidate>,
}

impl<P: Processor, const DIAGONALS: bool> Task for PassingOnLanes<'_, P, DIAGONALS> {
    type Output = usize;

    #[inline(always)]
    fn run(self) -> usize {
        let Self { processor, sets, tried } = self;
        let start = Start { givens: &[0; 81], allowed: Some(sets) };
        let board = LaneBoard::<P, DIAGONALS> { cells: start.load(processor) };
        // A value above 9 means no digit.
        let mut passed = LaneBoard::<P, DIAGONALS> { cells: processor.load(&[10; 81]) };
        let mut count = 0;
        // This is not written with `find`, whose closure would capture lanes.
        for candidate in tried {
            // A candidate that was forced when another one was placed passes too.
            if board.allows(candidate) && !passed.allows(candidate) {
                let Some(with) = board.with(candidate) else { break };
                for (passed, cells) in passed.cells.iter_mut().zip(with.cells) {
                    *passed = passed.or(cells.singles());
                }
            }
            count += 1;
        }
        count
    }
}

/// The rows, the columns and the boxes of a 9x9 grid.
const UNITS_9X9: [[Cell; 9]; 27] = {
    let mut units = [[Cell::from_index(0); 9]; 27];
    let mut n = 0;
    while n < 81 {
        let (i, k) = (n / 9, n % 9);
        units[i][k] = Cell::from_index(9 * i + k);
        units[9 + i][k] = Cell::from_index(9 * k + i);
        units[18 + i][k] = Cell::from_index(27 * (i / 3) + 3 * (i % 3) + 9 * (k / 3) + k % 3);
        n += 1;
    }
    units
};

impl<P: Processor, const DIAGONALS: bool> LaneBoard<P, DIAGONALS> {
    /// For each cell, its candidates as bits.
    #[inline(always)]
    fn sets(&self) -> [u16; 81] {
        let mut sets = [0; 81];
        for j in 0..3 {
            for band in 0..3 {
                let lines = self.cells[j].lines(band);
                for r in 0..3 {
                    for stack in 0..3 {
                        sets[cell(j, lane(r, band, stack))] = lines[r][stack];
                    }
                }
            }
        }
        sets
    }

    /// The propagated board with this candidate placed; `None` if this leads to a contradiction.
    #[inline(always)]
    fn with(mut self, candidate: Candidate) -> Option<Self> {
        let (j, lane) = PLACE_OF[candidate.cell.index()];
        let others = 0x1ff & !(1 << candidate.digit.index());
        self.cells[j] = self.cells[j].without(self.cells[j].at(lane, others));
        if self.propagate() { Some(self) } else { None }
    }
}

impl<P: Processor, const DIAGONALS: bool> Board for LaneBoard<P, DIAGONALS> {
    #[inline(always)]
    fn propagate(&mut self) -> bool {
        fixpoint::<P::Lanes, DIAGONALS, false>(&mut self.cells)
    }

    #[inline(always)]
    fn allows(&self, candidate: Candidate) -> bool {
        let (j, lane) = PLACE_OF[candidate.cell.index()];
        P::Lanes::any(
            self.cells[j].and(self.cells[j].at(lane, 1 << candidate.digit.index())).occupied(),
        )
    }

    #[inline(always)]
    fn try_choice(&mut self, choice: [Candidate; 2]) -> Tried {
        let (mut kept, mut contradictions) = (None::<[P::Lanes; 3]>, 0);
        // This is a loop, so that propagation is inlined only once.
        for &candidate in &choice {
            kept = match (self.with(candidate), kept) {
                (None, kept) => {
                    contradictions += 1;
                    kept
                }
                (Some(board), None) => Some(board.cells),
                (Some(board), Some([a, b, c])) => {
                    let [d, e, f] = board.cells;
                    Some([a.or(d), b.or(e), c.or(f)])
                }
            };
        }
        let Some(kept) = kept else { return Tried::Contradiction };
        let before = std::mem::replace(&mut self.cells, kept);
        match contradictions {
            0 if P::Lanes::same(before, kept) => Tried::Nothing,
            0 => Tried::Changed,
            _ => Tried::Propagated,
        }
    }

    #[inline(always)]
    fn is_solved(&self) -> bool {
        let [a, b, c] = self.cells;
        P::Lanes::same([a.singles(), b.singles(), c.singles()], self.cells)
    }

    #[inline(always)]
    fn choices(&self, choices: &mut Vec<[Candidate; 2]>) {
        append_choices(
            &self.sets().map(|set| Mask([set.into()])),
            UNITS_9X9.iter().map(|unit| &unit[..]),
            choices,
        );
    }

    #[inline(always)]
    fn grid(&self) -> Grid {
        Grid::from_bytes(&P::Lanes::store(self.cells)).expect("digits up to 9")
    }

    #[inline(always)]
    fn write_candidates(&self, candidates: &mut Candidates) {
        for (cell, set) in self.sets().into_iter().enumerate() {
            candidates[Cell::from_index(cell)] = DigitSet::from_bits(set.into());
        }
    }
}

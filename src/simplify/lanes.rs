//! The classic 9x9 board in vector registers: the 27 lanes of [`crate::lanes`].
//!
//! It propagates to the same candidates as [`Nine`](super::nine::Nine), which is the faster one
//! where a processor has no such registers. So the rounds go without the triples that the search
//! of [`dpll`](crate::dpll) uses: what is left of a puzzle must not depend on the processor.

use super::any::Mask;
use super::board::{Board, SmallBoard, Tried, UNITS_9X9, append_choices, try_on_copies};
use super::{Budget, Simplified, settle};
use crate::grid::{Candidate, Candidates, Cell, DigitSet, Grid};
use crate::lanes::{Lanes, Processor, Task, cell, fixpoint, lane};

// All is `#[inline(always)]`, and no closure holds lanes: see `Task`.

/// Settles a classic 9x9 grid on this processor.
pub(super) fn settle_on_lanes<P: Processor>(
    processor: P,
    givens: &Grid,
    budget: &Budget,
    choices: &mut Vec<[Candidate; 2]>,
) -> Simplified {
    processor.run(SettleOnLanes { processor, givens, budget, choices })
}

struct SettleOnLanes<'a, P> {
    processor: P,
    givens: &'a Grid,
    budget: &'a Budget,
    choices: &'a mut Vec<[Candidate; 2]>,
}

impl<P: Processor> Task for SettleOnLanes<'_, P> {
    type Output = Simplified;

    #[inline(always)]
    fn run(self) -> Simplified {
        let values = self.givens.to_bytes().expect("81 cells");
        let board = LaneBoard { cells: self.processor.load(&values) };
        settle(Some(board), self.givens, self.budget, self.choices)
    }
}

#[derive(Clone, Copy)]
struct LaneBoard<L> {
    cells: [L; 3],
}

/// By cell: the value and the lane that hold it.
const PLACE_OF: [(usize, u8); 81] = {
    let mut places = [(0, 0); 81];
    let mut n = 0;
    while n < 81 {
        places[cell(n / 27, n % 27)] = (n / 27, (n % 27) as u8);
        n += 1;
    }
    places
};

impl<L: Lanes> LaneBoard<L> {
    /// By cell: the digits left, as bits by index.
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
}

impl<L: Lanes> Board for LaneBoard<L> {
    #[inline(always)]
    fn propagate(&mut self) -> bool {
        fixpoint::<L, false, false>(&mut self.cells)
    }

    #[inline(always)]
    fn allows(&self, candidate: Candidate) -> bool {
        let (j, lane) = PLACE_OF[candidate.cell.index()];
        L::any(self.cells[j].and(L::at(lane, 1 << candidate.digit.index())).occupied())
    }

    #[inline(always)]
    fn try_choice(&mut self, choice: [Candidate; 2]) -> Tried {
        try_on_copies(self, choice)
    }

    #[inline(always)]
    fn is_solved(&self) -> bool {
        let [a, b, c] = self.cells;
        L::same([a.singles(), b.singles(), c.singles()], self.cells)
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
        Grid::from_bytes(&L::store(self.cells)).expect("digits up to 9")
    }

    #[inline(always)]
    fn write_candidates(&self, candidates: &mut Candidates) {
        for (cell, set) in self.sets().into_iter().enumerate() {
            candidates[Cell::from_index(cell)] = DigitSet::from_bits(set.into());
        }
    }
}

impl<L: Lanes> SmallBoard for LaneBoard<L> {
    #[inline(always)]
    fn place(&mut self, candidate: Candidate) {
        let (j, lane) = PLACE_OF[candidate.cell.index()];
        self.cells[j] = self.cells[j].without(L::at(lane, 0x1ff & !(1 << candidate.digit.index())));
    }

    #[inline(always)]
    fn keep_either(&mut self, first: &Self, second: &Self) -> bool {
        let before = self.cells;
        let (first, second) = (first.cells, second.cells);
        self.cells = [
            before[0].and(first[0].or(second[0])),
            before[1].and(first[1].or(second[1])),
            before[2].and(first[2].or(second[2])),
        ];
        !L::same(before, self.cells)
    }
}

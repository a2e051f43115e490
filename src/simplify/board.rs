//! What the techniques need of a board.

use itertools::Itertools;

use super::any::Mask;
use crate::answer::Limits;
use crate::grid::{Candidate, Candidates, Cell, Digit, Grid};
use crate::lanes::Searched;

/// The candidates of a puzzle in some layout, with propagation.
pub(crate) trait Board {
    /// Unit propagation, locked candidates and everything else that the board knows, to a fixpoint;
    /// `false` if there is no solution. Afterwards every cell has a candidate, and a cell's only
    /// candidate is in none of its peers.
    fn propagate(&mut self) -> bool;

    /// Whether the last [`Board::propagate`] ended before its fixpoint, at a deadline.
    fn is_cut_short(&self) -> bool {
        false
    }

    /// Whether a candidate is still possible.
    fn allows(&self, candidate: Candidate) -> bool;

    /// On a propagated board: propagates each of two candidates, one of which every solution holds,
    /// and keeps what at least one of them allows.
    fn try_choice(&mut self, choice: [Candidate; 2]) -> Tried;

    /// After a successful [`Board::propagate`]: whether every cell has one candidate, which makes
    /// it the only solution.
    fn is_solved(&self) -> bool;

    /// Appends pairs of candidates; every solution holds exactly one candidate of each pair. The
    /// pairs are the cells with two digits, then the digits with two places in a row, a column or a
    /// box. Digits with two places in other units may be among them.
    fn choices(&self, choices: &mut Vec<[Candidate; 2]>);

    /// The solutions that at most this many guesses find within limits, and how the search ended.
    /// `None` on boards that cannot guess.
    fn dive(&self, _most_guesses: u64, _limits: &Limits) -> Option<(Vec<Grid>, Searched)> {
        None
    }

    /// The solution of a solved board.
    fn grid(&self) -> Grid;

    /// Writes the candidates that are left into a table of this size, in place of the table's own.
    fn write_candidates(&self, candidates: &mut Candidates);
}

/// The result of a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tried {
    /// Nothing holds: there is no solution.
    Contradiction,
    /// Candidates were removed, and the rest may have to be propagated.
    Changed,
    /// Candidates were removed, and the rest is propagated.
    Propagated,
    /// The board is as it was.
    Nothing,
}

/// [`Board::choices`] for a board whose cells have these sets of digits, and for these units. All
/// boards use it, so that the order of the probes is the same on each board.
pub(super) fn append_choices<'a, const W: usize>(
    sets: &[Mask<W>],
    units: impl Iterator<Item = &'a [Cell]>,
    choices: &mut Vec<[Candidate; 2]>,
) {
    let candidate = |cell, digit| Candidate { cell, digit: Digit::from_index(digit) };
    for (index, &set) in sets.iter().enumerate() {
        let cell = Cell::from_index(index);
        if let Some((first, second)) = set.digits().collect_tuple() {
            choices.push([candidate(cell, first), candidate(cell, second)]);
        }
    }
    for unit in units {
        let set = |cell: Cell| sets[cell.index()];
        let (mut once, mut twice, mut thrice) = (Mask::EMPTY, Mask::EMPTY, Mask::EMPTY);
        for &cell in unit {
            thrice = thrice | twice & set(cell);
            twice = twice | once & set(cell);
            once = once | set(cell);
        }
        for digit in (twice & !thrice).digits() {
            // Finds the last two places, without a branch, which would be mispredicted.
            let (mut first, mut second) = (unit[0], unit[0]);
            for &cell in unit {
                if set(cell).has(digit) {
                    (first, second) = (second, cell);
                }
            }
            choices.push([candidate(first, digit), candidate(second, digit)]);
        }
    }
}

//! The functions of a board that the techniques need.

use itertools::Itertools;

use super::any::Mask;
use crate::grid::{Candidate, Candidates, Cell, Digit, Grid};

/// The candidates of a puzzle in some layout in memory, with propagation.
pub(crate) trait Board {
    /// Unit propagation, locked candidates and all other techniques of the board, until a fixpoint.
    /// Returns `false` if there is no solution. If the result is `true`, every cell has a
    /// candidate, and if a cell has only one candidate, no peer has this candidate.
    fn propagate(&mut self) -> bool;

    /// Whether the last [`Board::propagate`] ended before its fixpoint, at a deadline.
    fn is_cut_short(&self) -> bool {
        false
    }

    /// Whether a candidate is not removed.
    fn allows(&self, candidate: Candidate) -> bool;

    /// On a propagated board: places each of two candidates in turn and propagates, and keeps the
    /// candidates that remain in at least one of the two cases. Every solution must contain one of
    /// the two candidates.
    fn try_choice(&mut self, choice: [Candidate; 2]) -> Tried;

    /// After a successful [`Board::propagate`]: whether every cell has exactly one candidate. Then
    /// these are the only solution.
    fn is_solved(&self) -> bool;

    /// Appends pairs of candidates such that every solution contains exactly one candidate of each
    /// pair. The pairs are the cells with two digits, then the digits with two places in a row, a
    /// column or a box. Digits with two places in other units may be among them.
    fn choices(&self, choices: &mut Vec<[Candidate; 2]>);

    /// The solution of a solved board.
    fn grid(&self) -> Grid;

    /// Writes the remaining candidates into a table of the same size; the old contents of the table
    /// are replaced.
    fn write_candidates(&self, candidates: &mut Candidates);
}

/// The result of a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tried {
    /// Both candidates lead to a contradiction: there is no solution.
    Contradiction,
    /// Candidates were removed, and the board may have to be propagated.
    Changed,
    /// Candidates were removed, and the board is already propagated.
    Propagated,
    /// The board was not changed.
    Nothing,
}

/// [`Board::choices`] for cells with these candidates, and for these units. All boards use this
/// function, so that the order of probes is the same on all boards.
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
            // Finds the last two places without a branch, which the processor would predict
            // wrongly.
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

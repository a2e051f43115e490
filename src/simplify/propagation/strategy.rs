//! The strategies of the agent for diagonal Sudoku of Udacity's artificial intelligence course (2017):
//! eliminate, naked twins, only choice. One pass of a strategy does what one call of the original's
//! function does.

use itertools::iproduct;

use super::{Contradiction, Propagation};
use crate::grid::{Candidates, Cell, Digit};
use crate::rules::Rules;

names! {
    /// One of the agent's three strategies.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Strategy {
        /// The digit of a solved cell is removed from its peers.
        Eliminate = "eliminate",
        /// If two cells of a unit have the same two candidates, the other cells of the unit lose
        /// both.
        NakedTwins = "naked-twins",
        /// A digit with one place in a unit is placed there.
        OnlyChoice = "only-choice",
    }
}

impl Strategy {
    /// Goes once through the grid. Returns whether anything changed.
    ///
    /// # Errors
    /// [`Contradiction`] at the first cell without a candidate, or digit without a place, that the
    /// pass meets.
    ///
    /// # Panics
    /// If the candidates are not of the rules' size.
    pub fn pass(self, rules: &Rules, candidates: &mut Candidates) -> Result<bool, Contradiction> {
        let mut pass = Propagation::new(rules, candidates);
        match self {
            Strategy::Eliminate => pass.eliminate(),
            Strategy::NakedTwins => pass.naked_twins(),
            Strategy::OnlyChoice => pass.only_choice(),
        }?;
        Ok(!pass.events.is_empty())
    }
}

/// One pass of each strategy in turn. Returns whether anything changed.
///
/// ```
/// use satdoku::simplify::propagation::{Strategy, round};
/// use satdoku::{Candidates, Puzzle};
/// let puzzle = Puzzle::classic("12.. ..1. 2... ...3".parse()?);
/// let mut candidates = Candidates::from_grid(puzzle.givens());
/// while round(puzzle.rules(), &Strategy::ALL, &mut candidates)? {}
/// assert!(candidates.to_grid().is_full());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`Strategy::pass`].
///
/// # Panics
/// As [`Strategy::pass`].
pub fn round(
    rules: &Rules,
    strategies: &[Strategy],
    candidates: &mut Candidates,
) -> Result<bool, Contradiction> {
    let mut changed = false;
    for strategy in strategies {
        changed |= strategy.pass(rules, candidates)?;
    }
    Ok(changed)
}

impl Propagation<'_> {
    /// Eliminates only from cells that are solved when the pass begins, as in the original.
    fn eliminate(&mut self) -> Result<(), Contradiction> {
        let cells = self.rules.size().cells();
        let solved = cells.filter_map(|cell| Some((cell, self.candidates[cell].single()?)));
        let solved: Vec<(Cell, Digit)> = solved.collect();
        solved.into_iter().try_for_each(|(cell, digit)| self.take_from_peers(cell, digit))
    }

    fn naked_twins(&mut self) -> Result<(), Contradiction> {
        let rules = self.rules;
        for unit in rules.units() {
            for (position, &first) in unit.cells.iter().enumerate() {
                let pair = self.candidates[first].clone();
                if pair.len() != 2 {
                    continue;
                }
                let mut others = unit.cells[position + 1..]
                    .iter()
                    .filter(|&&cell| self.candidates[cell] == pair);
                let Some(&second) = others.next() else { continue };
                for &cell in unit.cells.iter().filter(|&&cell| cell != first && cell != second) {
                    for digit in pair.iter() {
                        self.take(cell, digit)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn only_choice(&mut self) -> Result<(), Contradiction> {
        let rules = self.rules;
        iproduct!(rules.units(), rules.size().digits())
            .try_for_each(|(unit, digit)| self.place_if_only(unit, digit))
    }
}

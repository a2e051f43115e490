//! The strategies of a program for diagonal Sudoku in Udacity's artificial intelligence course
//! (2017): eliminate, naked twins, only choice. One pass of a strategy has the effect of one call
//! of the function in the original program.

use itertools::iproduct;

use super::{Contradiction, Propagation};
use crate::grid::{Candidates, Cell, Digit};
use crate::rules::Rules;

names! {
    /// One of the three strategies of the program.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Strategy {
        /// The digit of a solved cell is removed from its peers.
        Eliminate = "eliminate",
        /// If two cells of a unit have the same two candidates, both are removed from the other
        /// cells of the unit.
        NakedTwins = "naked-twins",
        /// A digit with only one place in a unit is placed there.
        OnlyChoice = "only-choice",
    }
}

impl Strategy {
    /// Goes once through the grid. Returns whether anything changed.
    ///
    /// # Errors
    /// [`Contradiction`] at the first cell without a candidate, or the first digit without a place,
    /// that the pass finds.
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

/// Makes one pass of each strategy, one after the other. Returns whether anything changed.
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
/// The same as for [`Strategy::pass`].
///
/// # Panics
/// The same as for [`Strategy::pass`].
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
    /// Eliminates only the digits of cells that are solved when the pass begins, as in the original
    /// program.
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

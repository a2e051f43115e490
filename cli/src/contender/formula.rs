//! The formula of a puzzle that a SAT solver gets. The name of the solver chooses it.
//!
//! | Name | Formula |
//! |---|---|
//! | `NAME` | the whole formula, in the default encoding |
//! | `NAME:PRESET[/AMO]` | the whole formula, in this encoding |
//! | `NAME:simplified` | the formula that remains after simplification, which large grids need |

use super::ContenderError;
use satdoku::solve::{check_size, simplified};
use satdoku::{Candidates, Deadline, Encoding, Formula, Puzzle, SolveError};

/// The whole formula of a puzzle, or the formula that remains after simplification.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FormulaKind {
    /// The encoding of the formula.
    pub encoding: Encoding,
    /// Whether the puzzle is simplified first.
    pub simplified: bool,
}

impl FormulaKind {
    /// Splits a name into the name of a solver and the formula that the solver gets.
    ///
    /// # Errors
    /// [`ContenderError::NotAsked`] if the text after the colon is neither an encoding nor
    /// `simplified`.
    pub fn of_name(name: &str) -> Result<(&str, FormulaKind), ContenderError> {
        let Some((base, kind)) = name.split_once(':') else {
            return Ok((name, FormulaKind::default()));
        };
        if kind == "simplified" {
            return Ok((base, FormulaKind { simplified: true, ..FormulaKind::default() }));
        }
        match kind.parse() {
            Ok(encoding) => Ok((base, FormulaKind { encoding, simplified: false })),
            Err(error) => Err(ContenderError::NotAsked(format!(
                "{name:?}: expected {base}, {base}:simplified or {base}:PRESET/AMO; in PRESET/AMO: \
                 {error}"
            ))),
        }
    }

    /// The formula of a puzzle. For a grid of candidates, it is always the formula that remains
    /// after simplification.
    ///
    /// # Errors
    /// [`SolveError::TimedOut`] if the deadline passes while the puzzle is simplified;
    /// [`SolveError::TooLarge`] if the formula is too large.
    pub fn formula(
        self,
        puzzle: &Puzzle,
        candidates: Option<&Candidates>,
        deadline: Deadline,
    ) -> Result<Formula, SolveError> {
        if self.simplified || candidates.is_some() {
            return simplified(puzzle, candidates, self.encoding, deadline);
        }
        check_size(puzzle.size())?;
        Ok(Formula::whole(puzzle, self.encoding))
    }
}

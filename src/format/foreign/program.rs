//! Writes puzzles as links to other programs; the error names what a program cannot express.

use super::{to_f_puzzles, to_iss};
use crate::grid::Grid;
use crate::rules::Puzzle;

names! {
    /// Programs that open a puzzle from a link.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Program {
        /// <https://f-puzzles.com>.
        FPuzzles = "fpuzzles",
        /// <https://sudokupad.app>.
        SudokuPad = "sudokupad",
        /// The Interactive Sudoku Solver, <https://sigh.github.io/Interactive-Sudoku-Solver>.
        Iss = "iss",
    }
}

/// The error for a puzzle that a program cannot express.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{} cannot express {what}", program.title())]
pub struct Unsaid {
    /// The program.
    pub program: Program,
    /// What the program cannot express, such as a clue.
    pub what: String,
}

impl Program {
    /// The name that the program has for itself.
    pub fn title(self) -> &'static str {
        match self {
            Program::FPuzzles => "f-puzzles",
            Program::SudokuPad => "SudokuPad",
            Program::Iss => "the Interactive Sudoku Solver",
        }
    }

    /// A link that opens the puzzle in this program, with givens, rules and clues. A solution can
    /// be added: f-puzzles and SudokuPad store it as the solution; for the Interactive Sudoku
    /// Solver, its digits become givens.
    ///
    /// ```
    /// use satdoku::format::Program;
    /// use satdoku::Puzzle;
    /// let puzzle: Puzzle = "1.....3..4.....2\nkiller 3 A2 B2".parse()?;
    /// let link = Program::Iss.link(&puzzle, None).unwrap();
    /// assert!(link.ends_with("?q=.Shape~4x4.~R1C1_1~R2C3_3~R3C2_4~R4C4_2.Cage~3~R1C2~R2C2"));
    /// assert_eq!(link.parse::<Puzzle>()?.rules(), puzzle.rules());
    /// # Ok::<(), satdoku::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// [`Unsaid`] with the first rule or clue that the program cannot express.
    pub fn link(self, puzzle: &Puzzle, solution: Option<&Grid>) -> Result<String, Unsaid> {
        let text = match self {
            _ if puzzle.size().side() > 16 => Err("a side above 16".to_owned()),
            Program::Iss => to_iss::text(puzzle, solution),
            _ => to_f_puzzles::packed(puzzle, solution),
        };
        let text = text.map_err(|what| Unsaid { program: self, what })?;
        Ok(match self {
            Program::FPuzzles => format!("https://www.f-puzzles.com/?load={text}"),
            Program::SudokuPad => {
                let text = text.replace('/', "%2F").replace('+', "%2B").replace('=', "%3D");
                format!("https://sudokupad.app/fpuzzles{text}")
            }
            Program::Iss => format!("https://sigh.github.io/Interactive-Sudoku-Solver/?q={text}"),
        })
    }
}

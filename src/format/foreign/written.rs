//! Puzzles as links to other programs, or a refusal that names what they cannot say.

use super::{to_f_puzzles, to_iss};
use crate::grid::{Cell, Grid, Size};
use crate::rules::{Clue, Part, Puzzle, Rules, UnitKind};

names! {
    /// Programs that take a puzzle as a link.
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

/// What a program cannot say of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{} cannot say {what}", program.title())]
pub struct Unsaid {
    /// Its name.
    pub program: Program,
    /// What stands in the way, such as the clue that it does not know.
    pub what: String,
}

impl Program {
    /// What it calls itself.
    pub fn title(self) -> &'static str {
        match self {
            Program::FPuzzles => "f-puzzles",
            Program::SudokuPad => "SudokuPad",
            Program::Iss => "the Interactive Sudoku Solver",
        }
    }

    /// The link to a puzzle with its givens, rules and clues. With a solution f-puzzles and SudokuPad
    /// know it; the Interactive Sudoku Solver gets it as givens.
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
    /// [`Unsaid`] if a rule or a clue is none that the program knows: the first of them.
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

/// By cell: its region, if they are other than those of a side; none without boxes.
pub(super) fn regions(rules: &Rules) -> Option<Vec<Option<usize>>> {
    let (size, usual) = (rules.size(), Size::without_boxes(rules.size().side()));
    match rules.regions() {
        Some(regions) => Some(regions.indices().into_iter().map(Some).collect()),
        None if !rules.has_boxes() => Some(vec![None; size.cell_count()]),
        None if size == usual => None,
        None => Some(size.cells().map(|cell| Some(size.box_index(cell))).collect()),
    }
}

/// The cells of the units that rules with a name add, but for diagonals and disjoint groups, and for
/// those that a program knows by name.
pub(super) fn added(
    rules: &Rules,
    is_known: impl Fn(UnitKind) -> bool,
) -> impl Iterator<Item = &[Cell]> {
    use UnitKind::{AntiDiagonal, Column, DisjointGroup, ExtraRegion, MainDiagonal, Row};
    let units = rules.units().iter().filter(move |unit| {
        let is_plain = matches!(
            unit.kind,
            Row(_) | Column(_) | MainDiagonal | AntiDiagonal | DisjointGroup(_) | ExtraRegion(_)
        );
        !is_plain && !unit.kind.is_box() && !is_known(unit.kind)
    });
    units.map(|unit| &unit.cells[..])
}

/// That a program does not know a clue.
pub(super) fn unknown(clue: &Clue, rules: &Rules) -> String {
    format!("the clue '{}'", clue.text(rules))
}

/// By cell: the digits from 1 that clues allow which a program keeps as candidates.
pub(super) fn marks(
    puzzle: &Puzzle,
    are_marks: impl Fn(&Clue) -> bool,
) -> Result<Vec<Option<Vec<u32>>>, String> {
    let (rules, side) = (puzzle.rules(), puzzle.size().side());
    let all = u64::MAX >> (64 - side);
    let mut allowed = vec![all; puzzle.size().cell_count()];
    for (index, part) in rules.parts() {
        let clue = &rules.clues()[index.clue as usize];
        if let (Part::Only { cell, digits }, true) = (part, are_marks(clue)) {
            let left = &mut allowed[cell.index()];
            *left &= digits;
            let given = puzzle.givens().get(*cell).map(|digit| 1 << digit.index());
            if given.unwrap_or(*left) & *left == 0 {
                return Err(format!("{} where no digit is left", unknown(clue, rules)));
            }
        }
    }
    let digits = |set: u64| (1..=side as u32).filter(|digit| set >> (digit - 1) & 1 == 1).collect();
    Ok(allowed.into_iter().map(|set| (set != all).then(|| digits(set))).collect())
}

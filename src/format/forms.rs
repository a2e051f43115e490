//! The forms in which puzzles are read, in one table. The reader, the text of `satdoku formats` and
//! a test use this table.

use super::cells::Place;
use super::error::ParseError;
use super::record::Record;
use super::{foreign, library, line, link};

/// A form in which puzzles are read.
#[derive(Debug)]
pub struct Form {
    /// The name of the form.
    pub name: &'static str,
    /// How the form looks: texts that can be read, each with a few words about it.
    pub looks: &'static [(&'static str, &'static str)],
    /// A text that this form accepts.
    pub example: &'static str,
    /// Reads a line; `None` if the line does not have this form. Forms of several lines always
    /// return `None`.
    read: fn(Place<'_>) -> Option<Result<Record, ParseError>>,
}

/// All forms.
pub static FORMS: &[Form] = &[
    Form {
        name: "a puzzle in a line",
        looks: &[
            ("53..7....6..195...", "one character per cell: 81, or 16, 36, ... 1296 cells"),
            ("53__7????6**195xxX", "empty cells: . 0 _ * ? x X, or - if no other mark is used"),
            (
                "5 3 . . 12 -1 ...",
                "cells separated by blanks, commas or bars, also above 9; -1 is an empty cell",
            ),
            (
                "\"53  7    6  19...\"",
                "between quotes, in a field or in JSON, blanks are empty cells",
            ),
            ("12 53..7... (0.5)", "a number, name or hash before the cells, a comment after"),
            ("53..7...,534678912...", "a solution after the cells, or after -> or =, is checked"),
            ("53..7...:1:5346...", "a number of solutions between colons is checked too"),
            ("53..7... aaabbb...", "81 letters after the cells are the regions of a jigsaw"),
            (
                "53..7... regions 1...",
                "numbers can be regions too; --rules jigsaw makes the word optional",
            ),
            ("729 characters", "the candidates of 81 cells, nine characters each"),
        ],
        example: "1.....3..4.....2 easy",
        read: line::read,
    },
    Form {
        name: "HoDoKu's library line",
        looks: &[(":0100:9:53+4..7..:..:", "givens, placed digits and deleted candidates")],
        example: ":0000:x:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79:::",
        read: library::read,
    },
    Form {
        name: "a text of another program",
        looks: &[
            (".Cage~15~R1C1~R1C2...", "a string of the Interactive Sudoku Solver"),
            ("3x3::k:2816:2816:...", "a killer: each number is 256 * sum + number of the cage"),
            ("F<v>^...", "a killer of 81 cells: each cell points to its cage's sum"),
        ],
        example: ".Shape~4x4.Cage~3~R1C1~R1C2.~R2C1_3~R3C2_1",
        read: foreign::read,
    },
    Form {
        name: "a link",
        looks: &[
            ("https://...", "of f-puzzles, with all clues, or SudokuPad's copy of such a link"),
            ("https://...scl...", "of SudokuPad, if the puzzle has only digits, regions and cages"),
            ("https://...", "of SudokuWiki, or of the Interactive Sudoku Solver"),
            ("https://...?p=53...", "of any site, with 81 cells as a parameter or in the path"),
            ("https://...#box=...", "of satdoku's own page"),
        ],
        example: "https://www.sudokuwiki.org/sudoku.htm?bd=530070000600195000098000060800060003400803001700020006060000280000419005000080079",
        read: link::read,
    },
    Form {
        name: "a drawing",
        looks: &[
            ("rows of cells", "one row per line; bars, lines, blank lines between boxes"),
            ("|5 3  |  7  |     |", "between bars, blanks are empty cells"),
            ("rows of 53  7    ", "blanks in rows of nine characters are empty cells too"),
            ("5,3,,,7,,,,", "cells separated by , ; TAB or |: spreadsheets, Markdown"),
            ("rows of 12 3 459", "candidates: HoDoKu, Simple Sudoku, 'satdoku candidates'"),
            ("aaabbbccc", "nine such rows after a drawing: regions of a jigsaw"),
            ("Regions", "nine rows of numbers below: regions of a jigsaw too"),
            ("rules: anti-king", "after a drawing: its rules, with the names of --rules"),
            ("Solution:", "a full drawing below: the solution, which is checked"),
        ],
        example: "12|..\n..|1.\n--+--\n2.|..\n..|.3",
        read: |_| None,
    },
    Form {
        name: "JSON",
        looks: &[
            ("[[5,3,0,...],...]", "9 arrays, 9 texts or 81 values; null or \"\" is empty"),
            ("{\"puzzle\": \"53...\"}", "objects, in lines or an array; also \"quizzes\", ..."),
            ("{\"solution\": \"...\"}", "also \"rules\", \"box\", \"regions\", \"candidates\""),
        ],
        example: "{\"puzzle\": \"1.....3..4.....2\"}",
        read: |_| None,
    },
    Form {
        name: "a table with a header",
        looks: &[
            ("id,puzzle,solution", "columns separated by , ; TAB or |, named as fields of JSON"),
            ("id,first,second", "the column of --column, or the only column with grids"),
        ],
        example: "id,puzzle\n1,1.....3..4.....2",
        read: |_| None,
    },
];

/// Reads a line that may contain a puzzle, in the form that accepts the line. The last form of the
/// table is tried first, since forms that accept fewer texts come later. `None` if no form accepts
/// the line.
pub(super) fn read_line(place: Place<'_>) -> Option<Result<Record, ParseError>> {
    FORMS.iter().rev().find_map(|form| (form.read)(place))
}

//! The forms in which puzzles are read, in one table. The table is the code, the text of `satdoku
//! formats`, and a test.

use super::cells::Place;
use super::error::ParseError;
use super::record::Record;
use super::{foreign, library, line, link};

/// A form in which puzzles are read.
#[derive(Debug)]
pub struct Form {
    /// Its name.
    pub name: &'static str,
    /// How it looks: what is read, and a few words about it.
    pub looks: &'static [(&'static str, &'static str)],
    /// A text that this form accepts.
    pub example: &'static str,
    /// Reads a line, or says that the line is not of this form. Forms of several lines always say
    /// this.
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
                "cells between blanks, commas or bars, also above 9; -1 is empty",
            ),
            (
                "\"53  7    6  19...\"",
                "blanks are empty cells between quotes, in a field or in JSON",
            ),
            ("12 53..7... (0.5)", "a number, name or hash before the cells, a comment after"),
            ("53..7...,534678912...", "then the solution, which is checked; also after -> or ="),
            ("53..7...:1:5346...", "a number of solutions between colons is checked too"),
            ("53..7... aaabbb...", "81 letters are the regions of a jigsaw"),
            ("53..7... regions 1...", "numbers too; with --rules jigsaw also without the word"),
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
            ("https://...", "of f-puzzles with its clues, or SudokuPad's copy of such a link"),
            ("https://...scl...", "of SudokuPad, if cages, regions and digits say everything"),
            ("https://...", "of SudokuWiki, or of the Interactive Sudoku Solver"),
            ("https://...?p=53...", "of any site with 81 cells as a value or in its path"),
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
            ("rows of 53  7    ", "also in rows of exactly nine characters"),
            ("5,3,,,7,,,,", "cells between , ; TAB or |: spreadsheets, Markdown"),
            ("rows of 12 3 459", "candidates: HoDoKu, Simple Sudoku, 'satdoku candidates'"),
            ("aaabbbccc", "nine such rows after a drawing: regions of a jigsaw"),
            ("Regions", "then nine rows of numbers: regions of a jigsaw too"),
            ("rules: anti-king", "after a drawing: its rules, with the names of --rules"),
            ("Solution:", "then a full drawing: the solution, which is checked"),
        ],
        example: "12|..\n..|1.\n--+--\n2.|..\n..|.3",
        read: |_| None,
    },
    Form {
        name: "JSON",
        looks: &[
            ("[[5,3,0,...],...]", "array of 9 arrays, 9 texts or 81 values; empty: null, \"\""),
            ("{\"puzzle\": \"53...\"}", "objects, in lines or an array; also \"quizzes\", ..."),
            ("{\"solution\": \"...\"}", "also \"rules\", \"box\", \"regions\", \"candidates\""),
        ],
        example: "{\"puzzle\": \"1.....3..4.....2\"}",
        read: |_| None,
    },
    Form {
        name: "a table with a header",
        looks: &[
            ("id,puzzle,solution", "columns between , ; TAB or |, named as the fields of JSON"),
            ("id,first,second", "the column of --column, or the only column with grids"),
        ],
        example: "id,puzzle\n1,1.....3..4.....2",
        read: |_| None,
    },
];

/// Reads a line that may hold a puzzle, by the form that accepts the line. The last form of the
/// table is tried first: forms that accept less come later. `None` if no form accepts it.
pub(super) fn read_line(place: Place<'_>) -> Option<Result<Record, ParseError>> {
    FORMS.iter().rev().find_map(|form| (form.read)(place))
}

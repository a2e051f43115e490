//! Puzzles as people paste them, none of which the reader was written by: each is read as meant,
//! or refused with a message that says what to do, and none is read as another puzzle.

use super::{PUZZLE, SOLUTION, blanked, join, read, rows};

pub(super) enum Expected {
    /// The puzzle, so many times.
    Puzzles(usize),
    /// The puzzle and its solution, as two puzzles.
    Both,
    /// An error that says this.
    Error(&'static str),
}
use Expected::{Both, Error, Puzzles};

const DIGITS: [&str; 9] = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/// The rows, with something after each but the last.
pub(super) fn parted(change: impl Fn(usize, &str) -> String, between: &str) -> String {
    rows(|i, row| change(i, row) + if i < 8 { between } else { "" })
}

/// The boxes of a row, with something between.
pub(super) fn boxes(row: &str, change: impl Fn(&str) -> String, between: &str) -> String {
    [&row[..3], &row[3..6], &row[6..]].map(change).join(between)
}

fn spaced(row: &str) -> String {
    join(row, " ")
}

/// A text in another script, from the zero of its digits.
fn digits_from(zero: char) -> String {
    PUZZLE.chars().map(|cell| char::from_u32(zero as u32 + cell as u32 - 48).unwrap()).collect()
}

/// Rows of boxes between rules.
fn drawing(row: impl Fn(&str) -> String, rule: &str) -> String {
    let line = |i: usize, cells: &str| {
        format!(
            "{}{}\n",
            if i.is_multiple_of(3) { format!("{rule}\n") } else { String::new() },
            row(cells)
        )
    };
    rows(line) + rule + "\n"
}

#[test]
fn reads_what_people_paste_or_says_why_not() {
    let dots = PUZZLE.replace('0', ".");
    let blank = |text: &str| text.replace('0', " ");
    let named = |_: usize, row: &str| join(row, ", ");
    let candidates = |cell: char| if cell == '0' { "123456789".to_owned() } else { cell.into() };
    let samples: Vec<(&str, String, Expected)> = vec![
        // Drawings.
        (
            "blank cells side by side",
            drawing(|row| format!("|{}|", boxes(row, blank, "|")), "+---+---+---+"),
            Puzzles(1),
        ),
        (
            "blank cells with room around",
            drawing(
                |row| format!("| {} |", boxes(row, |cells| blank(&spaced(cells)), " | ")),
                "+-------+-------+-------+",
            ),
            Puzzles(1),
        ),
        (
            "blank cells as Sage prints them",
            drawing(
                |row| format!("|{}|", boxes(row, |cells| blank(&spaced(cells)), "|")),
                "+-----+-----+-----+",
            ),
            Puzzles(1),
        ),
        (
            "blank cells in double frames",
            drawing(|row| format!("║{}║", boxes(row, blank, "║")), "╬═══╬═══╬═══╬"),
            Puzzles(1),
        ),
        (
            "blank cells without a frame",
            parted(|_, row| blank(row), "\n"),
            Error("expected a mark for each empty cell, found rows without any; write . for"),
        ),
        (
            "QQWing",
            rows(|i, row| {
                format!(
                    " {} \n{}",
                    boxes(row, |cells| spaced(cells).replace('0', "."), " | "),
                    if i == 2 || i == 5 { "-------|-------|-------\n" } else { "" }
                )
            }),
            Puzzles(1),
        ),
        (
            "underscores with a top",
            format!(
                " _ _ _ _ _ _ _ _ _\n{}",
                rows(|_, row| format!("|{}|\n", join(row, "|").replace('0', "_")))
            ),
            Puzzles(1),
        ),
        (
            "stars around",
            format!(
                "*-----------*\n{}\n*-----------*\n",
                parted(
                    |i, row| format!(
                        "|{}|{}",
                        boxes(row, |cells| cells.replace('0', "."), "|"),
                        if i == 2 || i == 5 { "\n|---+---+---|" } else { "" }
                    ),
                    "\n"
                )
            ),
            Puzzles(1),
        ),
        (
            "a code block of a forum",
            rows(|i, row| {
                format!(
                    "    {}\n{}",
                    boxes(row, |cells| spaced(cells).replace('0', "."), " | "),
                    if i == 2 || i == 5 { "    ------+-------+------\n" } else { "" }
                )
            }),
            Puzzles(1),
        ),
        (
            "wide rows of underscores",
            rows(|_, row| format!(" {}\n", join(row, "  ").replace('0', "_"))),
            Puzzles(1),
        ),
        (
            "candidates without bars",
            rows(|_, row| row.chars().map(|c| candidates(c) + " ").collect::<String>() + "\n"),
            Puzzles(1),
        ),
        // Scripts and marks.
        (
            "fullwidth digits",
            digits_from('０'),
            Error("found U+FF10 (a digit of another script; use 0)"),
        ),
        (
            "Arabic digits",
            digits_from('٠'),
            Error("found U+0660 (a digit of another script; use 0)"),
        ),
        (
            "circled digits in rows",
            rows(|_, row| {
                let circled = |cell: char| match cell {
                    '0' => '・',
                    digit => char::from_u32('①' as u32 + digit as u32 - '1' as u32).unwrap(),
                };
                row.chars().map(circled).collect::<String>() + "\n"
            }),
            Error("found U+30FB"),
        ),
        (
            "fullwidth underscores in rows",
            rows(|_, row| row.replace('0', "＿") + "\n"),
            Error("found U+FF3F"),
        ),
        (
            "no-break spaces",
            rows(|_, row| join(row, "\u{a0}") + "\n"),
            Error("found U+00A0 (a no-break space)"),
        ),
        ("hashes", PUZZLE.replace('0', "#"), Error("found '#' among digits; # begins a comment")),
        ("hashes after a digit", PUZZLE[2..].replace('0', "#"), Error("found '#' among digits")),
        (
            "tildes",
            PUZZLE.replace('0', "~"),
            Error("expected 1-9 or an empty cell (. 0 _ * ? x X), found '~'"),
        ),
        ("letters O", PUZZLE.replace('0', "O"), Error("found 'O' (a letter; is it the digit 0?)")),
        ("dots and dashes", dots.replacen('.', "-", 5), Error("found '-'")),
        (
            "names of emoji",
            rows(|_, row| {
                row.bytes()
                    .map(|cell| match cell {
                        b'0' => ":blue_square:".to_owned(),
                        digit => format!(":{}:", DIGITS[usize::from(digit - b'1')]),
                    })
                    .collect::<String>()
                    + "\n"
            }),
            Error("expected"),
        ),
        // Languages.
        (
            "Prolog",
            format!(
                "problem(1, [{}]).\n",
                parted(|_, row| format!("[{}]", join(row, ",").replace('0', "_")), ",\n ")
            ),
            Puzzles(1),
        ),
        ("Sage", format!("sage: A = matrix(ZZ,9,[{}])\n", join(PUZZLE, ", ")), Puzzles(1)),
        (
            "NumPy with a type",
            format!("array([[{}]], dtype=int64)\n", parted(named, "],\n       [")),
            Puzzles(1),
        ),
        ("PyTorch", format!("tensor([[{}]])\n", parted(named, "],\n        [")), Puzzles(1)),
        (
            "pandas",
            format!(
                "   0  1  2  3  4  5  6  7  8\n{}",
                rows(|i, row| format!("{i}  {}\n", join(row, "  ")))
            ),
            Puzzles(1),
        ),
        (
            "R",
            format!(
                "      [,1] [,2] [,3] [,4] [,5] [,6] [,7] [,8] [,9]\n{}",
                rows(|i, row| format!(" [{},]    {}\n", i + 1, join(row, "    ")))
            ),
            Puzzles(1),
        ),
        (
            "Julia",
            format!("9×9 Matrix{{Int64}}:\n{}", rows(|_, row| format!(" {}\n", join(row, "  ")))),
            Puzzles(1),
        ),
        ("MATLAB", format!("M = [{}];\n", parted(|_, row| spaced(row), "; ")), Puzzles(1)),
        ("MiniZinc", format!("start=[|\n{}|];\n", parted(named, "|\n")), Puzzles(1)),
        (
            "AMPL",
            format!(
                "param g : 1 2 3 4 5 6 7 8 9 :=\n{} ;\n",
                parted(|i, row| format!("{} {}", i + 1, spaced(row)), "\n")
            ),
            Puzzles(1),
        ),
        (
            "Rust",
            format!(
                "let board: [[u8; 9]; 9] = [\n{}];\n",
                rows(|_, row| format!("    [{}],\n", join(row, ", ")))
            ),
            Puzzles(1),
        ),
        (
            "Java",
            format!(
                "int[][] board = new int[][] {{\n{}\n}};\n",
                parted(|_, row| format!("    {{{}}}", join(row, ", ")), ",\n")
            ),
            Puzzles(1),
        ),
        (
            "JavaScript",
            format!("const puzzle = `\n{}`;\n", rows(|_, row| format!("{row}\n"))),
            Puzzles(1),
        ),
        (
            "Haskell",
            format!("puzzle = [\n{}\n  ]\n", parted(|_, row| format!("  \"{row}\""), ",\n")),
            Puzzles(1),
        ),
        (
            "Mathematica",
            format!(
                "{{{}}}\n",
                parted(|_, row| format!("{{{}}}", join(row, ",").replace('0', "_")), ",\n")
            ),
            Puzzles(1),
        ),
        (
            "Lisp",
            format!("'({})\n", parted(|_, row| format!("({})", spaced(row)), "\n  ")),
            Puzzles(1),
        ),
        (
            "a Python dictionary",
            format!("{{'puzzle': '{PUZZLE}', 'solution': '{SOLUTION}'}}\n"),
            Puzzles(1),
        ),
        ("a Python list", format!("puzzles = ['{PUZZLE}',\n '{PUZZLE}']\n"), Puzzles(2)),
        (
            "SQL",
            format!("INSERT INTO sudoku (puzzle, solution) VALUES ('{PUZZLE}', '{SOLUTION}');\n"),
            Puzzles(1),
        ),
        (
            "YAML, lists",
            format!("puzzle:\n{}", rows(|_, row| format!("  - [{}]\n", join(row, ", ")))),
            Puzzles(1),
        ),
        (
            "YAML, text",
            format!("name: easy\npuzzle: |\n{}", rows(|_, row| format!("  {row}\n"))),
            Puzzles(1),
        ),
        (
            "TOML",
            format!(
                "title = \"x\"\npuzzle = \"\"\"\n{}\"\"\"\n",
                rows(|_, row| format!("{row}\n"))
            ),
            Puzzles(1),
        ),
        // Data.
        (
            "JSON in JSON",
            format!(
                "{{\"easy\":{{\"puzzle_data\":{{\"puzzle\":[{}],\"solution\":[{}],\"hints\":[]}}}}}}",
                join(PUZZLE, ","),
                join(SOLUTION, ",")
            ),
            Puzzles(1),
        ),
        (
            "JSON, an object a cell",
            format!(
                "{{\"cells\":[{}]}}",
                PUZZLE
                    .chars()
                    .map(|cell| format!("{{\"value\":{cell}}}"))
                    .collect::<Vec<_>>()
                    .join(",")
            ),
            Error("expected a column of puzzles (--column NAME), found value"),
        ),
        (
            "JSON of a killer",
            format!("{{\"grid\":\"{PUZZLE}\",\"cages\":[{{\"sum\":3}}]}}"),
            Error("found a variant (\"cages\")"),
        ),
        (
            "JSON of a type",
            format!("{{\"type\":\"Killer Sudoku\",\"puzzle\":\"{PUZZLE}\"}}"),
            Error("found a variant (\"type\")"),
        ),
        (
            "JSON without rules of its own",
            format!("{{\"cages\":[],\"diagonal\":false,\"puzzle\":\"{PUZZLE}\"}}"),
            Puzzles(1),
        ),
        (
            "JSON, an object of cells",
            "{\"A1\":\"\",\"A3\":\"3\"}".to_owned(),
            Error("expected a column of puzzles"),
        ),
        (
            "a spreadsheet with letters above",
            format!("A,B,C,D,E,F,G,H,I\n{}", rows(|_, row| blanked(row, ",") + "\n")),
            Puzzles(1),
        ),
        (
            "a data frame without its index",
            format!("0,1,2,3,4,5,6,7,8\n{}", rows(|_, row| join(row, ",") + "\n")),
            Puzzles(1),
        ),
        ("TABs at the ends of rows", rows(|_, row| blanked(row, "\t") + "\t\n"), Puzzles(1)),
        (
            "a column a cell",
            format!(
                "{}\n{}\n",
                (0..81).map(|i| format!("x{i}")).collect::<Vec<_>>().join(","),
                join(PUZZLE, ",")
            ),
            Puzzles(1),
        ),
        ("quoted cells", rows(|_, row| format!("\"{}\"\n", blanked(row, "\",\""))), Puzzles(1)),
        (
            "an id and a solution after semicolons",
            format!("1;{PUZZLE};{SOLUTION}\n2;{dots};{SOLUTION}\n"),
            Puzzles(2),
        ),
        ("decimals of a spreadsheet", rows(|_, row| join(row, ",0;") + ",0\n"), Error("expected")),
        ("rows between slashes", parted(|_, row| row.to_owned(), "/"), Puzzles(1)),
        ("rows between semicolons", parted(|_, row| row.to_owned(), ";"), Puzzles(1)),
        (
            "KSudoku",
            format!(
                "<ksudoku>\n <game>\n  <values>{}</values>\n </game>\n</ksudoku>\n",
                PUZZLE.replace('0', "_")
            ),
            Puzzles(1),
        ),
        (
            "a table of a web page",
            format!(
                "<table>\n{}</table>\n",
                rows(|_, row| format!("<tr><td>{}</td></tr>\n", blanked(row, "</td><td>")))
            ),
            Error("found a table in HTML; copy the cells as the page shows them"),
        ),
        ("a title with a number", format!("Puzzle #12 (hard): {dots}\n"), Puzzles(1)),
        ("words before both", format!("Puzzle: {PUZZLE}\nSolution: {SOLUTION}\n"), Both),
        ("an arrow", format!("{PUZZLE} -> {SOLUTION}\n"), Puzzles(1)),
        ("an equals sign", format!("{PUZZLE}={SOLUTION}\n"), Puzzles(1)),
        (
            "two grids side by side",
            parted(|i, row| format!("{row}   {}", &SOLUTION[9 * i..9 * i + 9]), "\n"),
            Error("expected"),
        ),
        (
            "two numbered grids",
            format!("#1\n{0}\n#2\n{0}", rows(|_, row| format!("{row}\n"))),
            Puzzles(2),
        ),
        ("three numbers a given", "113 152 176 219 243 265 271".to_owned(), Error("expected")),
    ];
    assert!(samples.len() >= 60, "{}", samples.len());
    assert_read(&samples);
}

/// That each text is read as expected.
pub(super) fn assert_read(samples: &[(&str, String, Expected)]) {
    let is_as_expected = |found: &[String], expected: &Expected| match expected {
        Puzzles(count) => found.len() == *count && found.iter().all(|puzzle| puzzle == PUZZLE),
        Both => found == [PUZZLE, SOLUTION],
        Error(message) => {
            found.iter().any(|error| error.contains(message))
                && found.iter().all(|error| error.contains(": "))
        }
    };
    let failed: Vec<String> = samples
        .iter()
        .map(|(name, text, expected)| (name, text, expected, read(text)))
        .filter(|(_, _, expected, found)| !is_as_expected(found, expected))
        .map(|(name, text, _, found)| format!("{name}: {found:#?}\n{text}"))
        .collect();
    assert!(failed.is_empty(), "{} of {}\n{}", failed.len(), samples.len(), failed.join("\n"));
}

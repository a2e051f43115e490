//! Is every form in which people have puzzles read as meant, or refused with its meaning named?

mod beside;
mod drawn;
mod layouts;
mod pasted;
mod slips;
mod sources;

use satdoku::format::{Batch, Claims, Options, Record, Splitter, parse_record};
use satdoku::{ParseError, Size};

/// Project Euler 96, Grid 01.
const PUZZLE: &str =
    "003020600900305001001806400008102900700000008006708200002609500800203009005010300";
const SOLUTION: &str =
    "483921657967345821251876493548132976729564138136798245372689514814253769695417382";

/// What is read, each puzzle by a function.
fn each<T>(
    text: impl AsRef<[u8]>,
    options: &Options,
    take: impl Fn(Result<Record<'_>, ParseError>) -> T,
) -> Vec<T> {
    let mut splitter = Splitter::new(text.as_ref(), options.clone());
    let (mut batch, mut found) = (Batch::default(), Vec::new());
    while splitter.read_batch(&mut batch, 7).unwrap() {
        found.extend(batch.iter().map(|raw| take(parse_record(raw, options))));
    }
    found
}

/// The puzzles with `0` for an empty cell, or the errors.
pub(super) fn read(text: impl AsRef<[u8]>) -> Vec<String> {
    each(text, &Options::default(), |record| match record.and_then(Record::into_grid) {
        Ok(grid) => grid.to_string().replace('.', "0"),
        Err(error) => error.to_string(),
    })
}

/// The rows of the puzzle, each changed.
fn rows(change: impl Fn(usize, &str) -> String) -> String {
    (0..9).map(|row| change(row, &PUZZLE[9 * row..9 * row + 9])).collect()
}

/// The rows of the puzzle, each changed, with something between.
fn between(separator: &str, change: impl Fn(&str) -> String) -> String {
    (0..9).map(|row| change(&PUZZLE[9 * row..9 * row + 9])).collect::<Vec<_>>().join(separator)
}

/// The cells of a row with something between.
fn join(row: &str, between: &str) -> String {
    row.chars().map(String::from).collect::<Vec<_>>().join(between)
}

/// The row with blank for its empty cells.
fn blanked(row: &str, between: &str) -> String {
    join(row, between).replace('0', "")
}

#[test]
fn reads_every_form_that_its_source_writes() {
    let digits = |row: &str| join(row, ",");
    let spaced = |row: &str| join(row, " ");
    let barred =
        |row: &str| format!("{}|{}|{}", &row[..3], &row[3..6], &row[6..]).replace('0', ".");
    let rule =
        |row: usize, rule: &str| if row == 2 || row == 5 { rule.to_owned() } else { String::new() };
    let dots = PUZZLE.replace('0', ".");
    let forms = [
        ("Project Euler", format!("Grid 01\n{}", rows(|_, row| format!("{row}\n")))),
        ("a number above", format!("1\n{}", rows(|_, row| format!("{row}\n")))),
        (
            "prose around",
            format!(
                "Hi all,\n\nis this one hard?\n\n{}\nThank you!\nAlice\n",
                rows(|_, row| format!("{row}\n"))
            ),
        ),
        (
            ".sdk",
            format!(
                "[Puzzle]\n{}[State]\n{}[PencilMarks]\n1,2,3,4,5,6,7,8,9\n",
                rows(|_, row| row.replace('0', ".") + "\n"),
                rows(|_, row| row.replace('0', "9") + "\n")
            ),
        ),
        (
            ".sdk of SudoCue",
            format!(
                "#ARuud\n#DA random puzzle\n#B03-08-2006\n#SSudoCue\n#LEasy\n#Uhttp://www.sudocue.net/\n{}",
                rows(|_, row| row.replace('0', ".") + "\n")
            ),
        ),
        (".sdm", format!("{PUZZLE}\n")),
        (
            ".ss",
            format!(
                " *-----------*\n{} *-----------*\n Simple Sudoku\n  Version 4.2n\n",
                rows(|i, row| format!(" |{}|\n{}", barred(row), rule(i, " |---+---+---|\n")))
            ),
        ),
        (
            ".opensudoku",
            format!(
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n  <name>Easy</name>\n  <created>2009-09-16</created>\n  <game data=\"{PUZZLE}\" />\n</opensudoku>\n"
            ),
        ),
        ("the exchange's bank", format!("0000183b305c {PUZZLE}  1.2\n")),
        ("HoDoKu's library", format!(":0000:x:{}:::::\n", dots.replacen("6", "+6", 1))),
        ("PyEDA, one line", rows(|i, row| barred(row) + &rule(i, "---+---+---")) + "\n"),
        (
            "PyEDA's literal",
            format!(
                "grid = ( {}       )\n",
                rows(|i, row| format!(
                    "\"{}\"\n         {}",
                    barred(row),
                    rule(i, "\"---+---+---\"\n         ")
                ))
            ),
        ),
        (
            "box drawing",
            format!(
                "┌───────┬───────┬───────┐\n{}└───────┴───────┴───────┘\n",
                rows(|i, row| format!(
                    "│ {} │ {} │ {} │\n{}",
                    spaced(&row[..3]),
                    spaced(&row[3..6]),
                    spaced(&row[6..]),
                    rule(i, "├───────┼───────┼───────┤\n")
                ))
                .replace('0', "·")
            ),
        ),
        (
            "double box drawing, blank cells",
            format!(
                "╔═══╤═══╤═══╦═══╤═══╤═══╦═══╤═══╤═══╗\n{}\
                 ╚═══╧═══╧═══╩═══╧═══╧═══╩═══╧═══╧═══╝\n",
                between(
                    "╟───┼───┼───╫───┼───┼───╫───┼───┼───╢\n",
                    |row| { format!("║ {} ║\n", join(row, " │ ").replace('0', " ")) }
                )
            ),
        ),
        ("quoted", format!("\"{PUZZLE}\",\"{SOLUTION}\"\n")),
        ("single quotes", format!("'{PUZZLE}'\n")),
        ("JSON, 9 arrays", format!("[{}]\n", between(",", |row| format!("[{}]", digits(row))))),
        (
            "JSON, 9 lines",
            format!("[\n{}\n]\n", between(",\n", |row| format!("  [{}]", digits(row)))),
        ),
        (
            "JSON, one number a line",
            format!(
                "[\n{}\n]\n",
                between(",\n", |row| format!("  [\n    {}\n  ]", join(row, ",\n    ")))
            ),
        ),
        ("JSON, 81 numbers", format!("[{}]\n", digits(PUZZLE))),
        (
            "JSON, 81 numbers in lines",
            format!("[\n{}\n]\n", between(",\n", |row| format!("  {}", digits(row)))),
        ),
        ("JSON, null", format!("[{}]\n", digits(PUZZLE).replace('0', "null"))),
        ("JSON, 9 strings", format!("[{}]", between(", ", |row| format!("\"{row}\"")))),
        (
            "LeetCode",
            format!(
                "[{}\n]",
                between(",\n", |row| { format!("[\"{}\"]", join(row, "\",\"").replace('0', ".")) })
            ),
        ),
        (
            "empty strings",
            format!(
                "[{}\n]",
                between(",\n", |row| { format!("[\"{}\"]", join(row, "\",\"").replace('0', "")) })
            ),
        ),
        (
            "JSON Lines",
            format!("{{\"id\": 1, \"puzzle\": \"{PUZZLE}\", \"solution\": \"{SOLUTION}\"}}\n"),
        ),
        (
            "JSON Lines, quizzes",
            format!("{{\"quizzes\": \"{PUZZLE}\", \"solutions\": \"{SOLUTION}\"}}\n"),
        ),
        (
            "a list of objects",
            format!(
                "[\n  {{\n    \"puzzle\": \"{PUZZLE}\",\n    \"difficulty\": \"easy\"\n  }}\n]\n"
            ),
        ),
        (
            "an answer of an API",
            format!(
                "{{\"newboard\":{{\"grids\":[{{\"value\":[{}],\"solution\":[],\"difficulty\":\"Hard\"}}],\"results\":1}}}}",
                between(",", |row| format!("[{}]", digits(row)))
            ),
        ),
        (
            "Python",
            format!("grid = [\n{}]\n", rows(|_, row| format!("    [{}],\n", join(row, ", ")))),
        ),
        (
            "Python, None",
            format!(
                "board = [[{}]]\n",
                between("],\n         [", |row| join(row, ", ").replace('0', "None"))
            ),
        ),
        ("NumPy", format!("array([[{}]])\n", between("],\n       [", |row| join(row, ", ")))),
        ("NumPy, printed", format!("[[{}]]\n", between("]\n [", spaced))),
        ("NumPy, floats", format!("[[{}.]]\n", between(".]\n [", |row| join(row, ". ")))),
        (
            "C",
            format!(
                "int grid[9][9] = {{\n{}}};\n",
                rows(|i, row| format!("  {{{}}}, // row {i}\n", digits(row)))
            ),
        ),
        (
            "C, one line",
            format!("int g[9][9]={{{}}};\n", between(",", |row| format!("{{{}}}", digits(row)))),
        ),
        ("CSV of cells", rows(|_, row| digits(row) + "\n")),
        ("CSV with blanks", rows(|_, row| blanked(row, ",") + "\n")),
        ("CSV with semicolons", rows(|_, row| blanked(row, ";") + "\n")),
        ("a spreadsheet's cells", rows(|_, row| blanked(row, "\t") + "\n")),
        (
            "Markdown",
            format!(
                "|   |   |   |   |   |   |   |   |   |\n|---|---|---|---|---|---|---|---|---|\n{}",
                rows(|_, row| format!("| {} |\n", join(row, " | ").replace('0', " ")))
            ),
        ),
        (
            "Markdown, numbered",
            format!(
                "| 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |\n|---|---|---|---|---|---|---|---|---|\n{}",
                rows(|_, row| format!("| {} |\n", join(row, " | ").replace('0', " ")))
            ),
        ),
        ("a fence", format!("```\n{}```\n", rows(|_, row| format!("{row}\n")))),
        (
            "LaTeX's package sudoku",
            format!(
                "\\begin{{sudoku}}\n{}\\end{{sudoku}}\n",
                rows(|_, row| format!("|{}|.\n", join(row, "|").replace('0', " ")))
            ),
        ),
        (
            "LaTeX's tabular",
            format!(
                "\\begin{{tabular}}{{ccc|ccc|ccc}}\n{}\\end{{tabular}}\n",
                rows(|i, row| format!(
                    "{} \\\\ {}\n",
                    join(row, " & ").replace('0', " "),
                    rule(i, "\\hline")
                ))
            ),
        ),
        ("mail", rows(|_, row| format!("> {row}\n"))),
        (
            "mail, twice quoted",
            rows(|i, row| format!(">> {}\n{}", barred(row), rule(i, ">> ---+---+---\n"))),
        ),
        ("dashes", PUZZLE.replace('0', "-")),
        ("dashes in rows", rows(|_, row| row.replace('0', "-") + "\n")),
        ("spaced dashes", rows(|_, row| spaced(row).replace('0', "-") + "\n")),
        (
            "labelled",
            format!(
                "    1 2 3   4 5 6   7 8 9\n{}",
                rows(|i, row| format!(
                    "{}   {}  {}  {}\n",
                    (b'A' + i as u8) as char,
                    spaced(&row[..3]),
                    spaced(&row[3..6]),
                    spaced(&row[6..])
                ))
            ),
        ),
        ("numbered rows", rows(|i, row| format!("{} {}\n", i + 1, spaced(row)))),
        ("white squares", PUZZLE.replace('0', "⬜")),
        (
            "keycaps",
            rows(|_, row| {
                row.chars()
                    .map(|cell| {
                        if cell == '0' {
                            "⬜".to_owned()
                        } else {
                            format!("{cell}\u{fe0f}\u{20e3}")
                        }
                    })
                    .collect::<String>()
                    + "\n"
            }),
        ),
        ("slashes in JSON", format!("{{\"puzzle\": \"{}\"}}", between("/", str::to_owned))),
        ("a column", rows(|_, row| join(row, "\n") + "\n")),
        ("an id", format!("7,{PUZZLE}\n")),
        ("a name and a colon", format!("Easy 1: {PUZZLE}\n")),
        ("a name and a tab", format!("easy_0001\t{PUZZLE}\t27\n")),
        ("SudokuWiki's link", format!("https://www.sudokuwiki.org/sudoku.htm?bd={PUZZLE}\n")),
        ("SudokuExchange's link", format!("https://sudokuexchange.com/play?s={PUZZLE}\n")),
        ("Kaggle", format!("puzzle,solution\n{PUZZLE},{SOLUTION}\n")),
        ("Kaggle, quizzes", format!("quizzes,solutions\r\n{PUZZLE},{SOLUTION}\r\n")),
        (
            "Kaggle, more columns",
            format!("id,puzzle,solution,clues,difficulty\n1,{dots},{SOLUTION},32,0.0\n"),
        ),
        (
            "CSV, quoted",
            format!("\"id\",\"name\",\"sudoku\"\n1,\"easy, \"\"1\"\"\",\"{PUZZLE}\"\n"),
        ),
        ("CSV, a grid in a field", format!("id,puzzle\n1,\"{}\"\n", between("\n", str::to_owned))),
        ("CSV, unknown names", format!("nr;level;data\n1;easy;{PUZZLE}\n")),
        ("TSV", format!("name\tpuzzle\nx\t{PUZZLE}\n")),
    ];
    let failed: Vec<String> = forms
        .iter()
        .filter(|(_, text)| read(text) != [PUZZLE])
        .map(|(name, text)| format!("{name}: {:#?}\n{text}", read(text)))
        .collect();
    assert!(failed.is_empty(), "{} of {}\n{}", failed.len(), forms.len(), failed.join("\n"));
}

/// What the record says beside its grid: candidates left, regions, name, solution, count.
fn details(text: &str) -> Vec<String> {
    each(text, &Options::default(), |record| match record {
        Err(error) => error.to_string(),
        Ok(record) => {
            let Claims { solution, count } =
                record.claims.map(|claims| *claims).unwrap_or_default();
            format!(
                "{} {} {:?} {} {count:?}",
                record.candidates.as_ref().map_or(0, |candidates| candidates.iter().count()),
                record.regions.as_ref().map_or(0, |regions| regions.labels().len()),
                record.id.map(String::from_utf8_lossy),
                solution.map_or(0, |grid| grid.values().len()),
            )
        }
    })
}

#[test]
fn keeps_what_stands_beside_the_cells() {
    let plain = "0 0 None 0 None";
    let dots = PUZZLE.replace('0', ".");
    let regions =
        "aaabbbcccaaabbbcccaaabbbcccdddeeefffdddeeefffdddeeefffggghhhiiiggghhhiiiggghhhiii";
    for (text, expected) in [
        (PUZZLE.to_owned(), plain),
        (format!("{PUZZLE} easy, 81 cells"), plain),
        (format!("{PUZZLE},{SOLUTION}"), "0 0 None 81 None"),
        (format!("{PUZZLE}\t{SOLUTION}\thard"), "0 0 None 81 None"),
        (format!("{PUZZLE}:1:{SOLUTION}"), "0 0 None 81 Some(1)"),
        (format!("{PUZZLE}:0:"), "0 0 None 0 Some(0)"),
        (format!("{PUZZLE}:2: several"), "0 0 None 0 Some(2)"),
        (format!("{PUZZLE} {regions}"), "0 81 None 0 None"),
        (
            format!(
                "{PUZZLE},{}",
                regions
                    .replace('a', "0")
                    .replace('b', "1")
                    .replace('c', "2")
                    .replace('d', "3")
                    .replace('e', "4")
                    .replace('f', "5")
                    .replace('g', "6")
                    .replace('h', "7")
                    .replace('i', "8")
            ),
            "0 81 None 0 None",
        ),
        (format!("{PUZZLE},{}", regions.to_uppercase()), "0 81 None 0 None"),
        (format!("0000183b305c {PUZZLE}  1.2"), "0 0 Some(\"0000183b305c\") 0 None"),
        (format!("1,{PUZZLE},{SOLUTION}"), "0 0 Some(\"1,\") 81 None"),
        (format!("puzzle,solution\n{dots},{SOLUTION}\n"), "0 0 None 81 None"),
    ] {
        assert_eq!(details(&text), [expected], "{text}");
    }
}

#[test]
fn names_what_it_does_not_read() {
    let long = |digits: &str| format!("{digits}{}", ".".repeat(256 - digits.len()));
    let bad_regions =
        format!("{PUZZLE} {}", "aaaaaaaaaabbbbbbbb".to_owned() + &"ccccccccc".repeat(7));
    for (text, message) in [
        (
            b"\x1f\x8b\x08\x00abc".to_vec(),
            "1:1: expected text, found gzip data; unpack it first: zcat FILE | satdoku solve",
        ),
        (
            b"PK\x03\x04\x14\x00".to_vec(),
            "1:1: expected text, found a ZIP file or a spreadsheet; unpack it first, or save the sheet as CSV",
        ),
        (
            b"<!DOCTYPE html>\n<html>".to_vec(),
            "1:1: expected text, found a web page (HTML); copy the digits or the page's own link to the puzzle",
        ),
        (
            b"https://www.sudokuwiki.org/jigsaw.htm?bd=x".to_vec(),
            "1:1: expected a link to a classic puzzle that holds all of it, found SudokuWiki's page \"jigsaw.htm\"; open it in a browser and copy the digits",
        ),
        (
            b"https://sudokupad.app/abc123".to_vec(),
            "1:1: expected a link to a classic puzzle that holds all of it, found a SudokuPad link; open it in a browser and copy the digits",
        ),
        (
            b"https://f-puzzles.com/?id=yb3x8xqq".to_vec(),
            "1:1: expected a link to a classic puzzle that holds all of it, found a short f-puzzles link; open it in a browser and copy the digits",
        ),
        (
            b"https://example.org/".to_vec(),
            "1:1: expected a link to a classic puzzle that holds all of it, found a link without one; open it in a browser and copy the digits",
        ),
        (
            b"https://f-puzzles.com/?load=N4Igz".to_vec(),
            "1:1: expected a link to a classic puzzle that holds all of it, found a link that is broken or cut off; copy the whole link again",
        ),
        (
            long("10A").into_bytes(),
            "1:1: found '0' beside letters or other empty cells, which can mean the lowest digit (--symbols 0123456789ABCDEF) or an empty cell (--symbols 123456789ABCDEFG)",
        ),
        (bad_regions.into_bytes(), "1:101: expected 9 cells in region c, found 63"),
        (
            format!("{PUZZLE} {PUZZLE}").into_bytes(),
            "1:83: expected a solution or a jigsaw's regions after the puzzle, found another grid with empty cells; give one puzzle a line",
        ),
        (
            ".".repeat(729).into_bytes(),
            "1:1: found 729 empty marks, which can mean 81 cells without candidates (--box 3x3) or an empty grid of side 27 (--box 3x9)",
        ),
        (
            b"{\"name\": \"x\"}".to_vec(),
            "1:1: expected a column of puzzles (--column NAME), found name",
        ),
        (
            format!("a,b,c\n{PUZZLE},{SOLUTION},1").into_bytes(),
            "2:1: expected a column that is the only one of puzzles (--column NAME), found a, b, c",
        ),
        (b"id,puzzle\n1,2,3".to_vec(), "2:1: expected 2 fields as in the header, found 3"),
        (
            format!("{} {}", &PUZZLE[..19], "1".repeat(81)).into_bytes(),
            "1:1: found two runs of cells, which can mean a name and a puzzle (write a colon after the name) or a puzzle with a space in it",
        ),
    ] {
        assert_eq!(read(&text), [message], "{}", String::from_utf8_lossy(&text));
    }
}

#[test]
fn a_layout_with_a_slip_is_reported_as_one() {
    let boxes = ["aaabbbccc", "dddeeefff", "ggghhhiii"].map(|row| row.repeat(3)).concat();
    for (labels, message) in [
        (boxes.replacen('a', "b", 1), "1: expected 9 cells in region b, found 10"),
        (
            boxes[1..].to_owned(),
            "1: expected one region label for each cell of a square grid, found 80 labels",
        ),
        (
            "aaabbbaaabbbcccdddcccdddeeefffeeeffg".to_owned(),
            "36: expected 6 cells in region g, found 1",
        ),
    ] {
        assert_eq!(read(format!("{PUZZLE}\n{labels}\n")), [format!("2:{message}")]);
    }
    // Of too many kinds, and too few.
    for labels in [boxes.replacen("aaa", "xyz", 1), "aabbbaabbccaddcceeddcceeddffeeffff".into()] {
        assert_eq!(read(format!("{PUZZLE}\n{labels}\n"))[0], PUZZLE, "{labels}");
    }
}

#[test]
fn a_space_in_a_line_of_cells_makes_no_other_puzzle_of_it() {
    let text = format!("{} {}", &PUZZLE[..17], &PUZZLE[17..]);
    assert!(read(&text)[0].starts_with("1:1: found two runs of cells"), "{:?}", read(&text));
    let text = format!("{} {}", &PUZZLE[..18], &PUZZLE[18..]);
    assert_eq!(read(&text), [PUZZLE]);
}

/// Each cell of the puzzle with the digits it may hold, dots for the others.
fn marks(grid: &str, mark: char) -> String {
    let cell = |given: char| -> String {
        ('1'..='9').map(|digit| if given == '0' || given == digit { digit } else { mark }).collect()
    };
    grid.chars().map(cell).collect()
}

#[test]
fn reads_729_characters_as_the_candidates_of_81_cells() {
    for mark in ['.', '0'] {
        assert_eq!(read(marks(PUZZLE, mark)), [PUZZLE]);
    }
    let less = marks(PUZZLE, '.').replacen('1', ".", 1);
    assert_eq!(details(&less), ["472 0 None 0 None"]);
    let size = Size::new(3, 9).unwrap();
    let options = Options { size: Some(size), ..Options::default() };
    let sizes = |text: &str, options| each(text, options, |record| record.unwrap().grid.size());
    assert_eq!(sizes(&less, &options), [size], "a box chooses the other reading");
    // Digits that do not stand at their places.
    assert_eq!(sizes(&less.replacen("12", "21", 1), &Options::default()), [size]);
}

#[test]
fn reads_tables_of_candidates_as_programs_draw_them() {
    let sudopedia = "\
 *--------------------------------------------------------------------*
 | 1567   3      1567   | 4      12579  179    | 689    5678   579    |
 | 9      45     2      | 8      57     6      | 3      457    1      |
 | 1567   1458   14567  | 1357   13579  1379   | 4689   2      4579   |
 |----------------------+----------------------+----------------------|
 | 8      12459  1459   | 13     6      139    | 7      145    2345   |
 | 17     6      147    | 2      1378   5      | 14     9      34     |
 | 1257   1259   3      | 17     4      179    | 126    156    8      |
 |----------------------+----------------------+----------------------|
 | 12356  7      1569   | 1356   135    134    | 12489  148    249    |
 | 4      1      8      | 9      137    2      | 5      17     6      |
 | 1256   1259   1569   | 1567   157    8      | 1249   3      2479   |
 *--------------------------------------------------------------------*
";
    let hodoku = sudopedia
        .replacen("*---", ".---", 1)
        .replace("|---", ":---")
        .replace("---|", "---:")
        .replace(" *---", " '---");
    for text in [sudopedia.to_owned(), hodoku] {
        let record = details(&text);
        assert_eq!(record.len(), 1, "{text}\n{record:?}");
        assert!(record[0].starts_with("211 "), "{record:?}");
    }
    let deleted = format!(":0200:7:{}:712 713 195::", PUZZLE.replace('0', "."));
    // The digits leave 191, two of these three among them.
    assert_eq!(details(&deleted), [format!("{} 0 Some(\":0200:7\") 0 None", 191 - 2)]);
}

#[test]
fn reads_sudokuwikis_links_with_candidates() {
    let link = "https://www.sudokuwiki.org/sudoku.htm?bd=S9B9e9e06030204080a0e08050o0f090a0s0g0u0s0w0a070h0e7o8m1i857p04820c0706087o030h82820f0b0a0d077o0607040a0h030e7o987w840a0g038a8i0h9u9i860h040f8202011n0r08020509071i1q";
    let found = each(link, &Options::default(), |record| record.unwrap().to_candidates());
    let candidates = &found[0];
    let set = |row, column| candidates[Size::NINE.cell(row, column)].words()[0];
    assert_eq!((set(0, 0), set(0, 2)), (1 << 6 | 1 << 8, 1 << 5));
    assert_eq!(set(3, 0), 0b1_0001_0011, "D1 is 1, 2, 5 or 9 in the article");
}

#[test]
fn reads_f_puzzles_links_of_classic_puzzles_and_jigsaws() {
    let grid = |region: fn(usize) -> Option<usize>| {
        let cell = |(index, digit): (usize, char)| match digit.to_digit(10) {
            Some(0) | None => serde_json::json!({ "region": region(index) }),
            value => serde_json::json!({ "value": value, "given": true, "region": region(index) }),
        };
        let cells: Vec<_> = PUZZLE.chars().enumerate().map(cell).collect();
        cells.chunks(9).map(<[_]>::to_vec).collect::<Vec<_>>()
    };
    let link = |host: &str, puzzle: serde_json::Value| {
        format!("{host}{}", lz_str::compress_to_base64(&*puzzle.to_string()))
    };
    let classic = serde_json::json!({ "size": 9, "title": "t", "grid": grid(|_| None) });
    let load = "https://www.f-puzzles.com/?load=";
    for host in [
        load,
        "https://sudokupad.app/fpuz",
        "sudokupad.app/sudoku/fpuzzles",
        "https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles",
    ] {
        assert_eq!(read(link(host, classic.clone())), [PUZZLE], "{host}");
    }
    let escaped = link("", classic.clone()).replace('+', "%2B").replace('=', "%3D");
    assert_eq!(read(format!("{load}{escaped}")), [PUZZLE]);
    // A digit beside givens is an entry of who solves it.
    let mut entered = classic.clone();
    assert!(entered["grid"][0][0]["value"].is_null());
    entered["grid"][0][0]["value"] = 4.into();
    assert_eq!(read(link(load, entered.clone())), [PUZZLE]);
    entered["grid"].as_array_mut().unwrap().iter_mut().for_each(|row| {
        row.as_array_mut().unwrap().iter_mut().for_each(|cell| cell["given"] = false.into());
    });
    assert_eq!(read(link(load, entered)), [PUZZLE.replacen('0', "4", 1)]);
    for (length, found) in [(8192, "broken or cut off"), (8193, "a longer one")] {
        let found_there = read(format!("{load}{}", "A".repeat(length)));
        assert!(found_there[0].contains(found), "{found_there:?}");
    }
    let jigsaw = serde_json::json!({ "size": 9, "grid": grid(|index| Some(index / 9)) });
    assert_eq!(details(&link(load, jigsaw)), ["0 81 None 0 None"]);
    for far in [65_535, 65_536] {
        let mut rows = serde_json::json!(grid(|index| Some(index / 9)));
        rows[0][0]["region"] = far.into();
        let found = read(link(load, serde_json::json!({ "size": 9, "grid": rows })));
        assert!(found[0].contains("found a link that is broken"), "{found:?}");
    }
    let variant = serde_json::json!({ "size": 9, "grid": grid(|_| None), "arrow": [{}] });
    assert_eq!(
        read(link(load, variant)),
        [
            "1:1: expected a link to a classic puzzle that holds all of it, found a variant (\"arrow\")"
        ]
    );
}

//! Does every text a user may give come out as the right grid, or as an error that says where?

use std::io::Read;

use proptest::prelude::*;
use satdoku::format::{
    Batch, First, LINE_LIMIT, Options, PuzzleReport, ReportStatus, Splitter, Symbols, parse_record,
    write_candidates, write_grid, write_line,
};
use satdoku::solve::{SolveReport, Statistics};
use satdoku::{Candidates, Digit, DigitSet, Grid, ParseError, Size};

const GRID2: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
const SOLUTION: &str =
    "417369825632158947958724316825437169791586432346912758289643571573291684164875293";

/// Each puzzle of a text in one line, or its error.
fn read_with(text: impl AsRef<[u8]>, options: &Options) -> Vec<String> {
    let mut splitter = Splitter::new(text.as_ref(), options.clone());
    let (mut batch, mut found) = (Batch::default(), Vec::new());
    while splitter.read_batch(&mut batch, 7).unwrap() {
        found.extend(batch.iter().map(|raw| match parse_record(raw, options) {
            Ok(record) => match record.into_grid() {
                Ok(grid) => grid.to_string(),
                Err(error) => error.to_string(),
            },
            Err(error) => error.to_string(),
        }));
    }
    found
}

fn read(text: impl AsRef<[u8]>) -> Vec<String> {
    read_with(text, &Options::default())
}

#[test]
fn reads_81_symbols_with_any_empty_marks() {
    for marks in ["0", "_", "*", "?", "x", "X"] {
        assert_eq!(read(GRID2.replace('.', marks)), [GRID2], "{marks}");
    }
    assert_eq!(read(GRID2.replacen('.', "0", 20)), [GRID2]);
}

#[test]
fn keeps_what_follows_the_cells_as_a_comment() {
    for (rest, comment) in [
        ("", None),
        (" ", None),
        (" a hard one ", Some("a hard one")),
        ("\ttabbed", Some("tabbed")),
        (",solution", Some("solution")),
        (" , solution", Some("solution")),
        (";17 givens", Some("17 givens")),
        (" # 1", Some("1")),
        (":1:417", Some("1:417")),
    ] {
        let text = format!("{GRID2}{rest}\n");
        let mut batch = Batch::default();
        let options = Options::default();
        Splitter::new(text.as_bytes(), options.clone()).read_batch(&mut batch, 1).unwrap();
        let record = parse_record(batch.iter().next().unwrap(), &options).unwrap();
        assert_eq!(record.comment, comment.map(str::as_bytes), "{rest:?}");
        assert_eq!(record.grid.to_string(), GRID2);
    }
}

#[test]
fn draws_a_solution_as_the_seeds_do() {
    let grid: Grid = SOLUTION.parse().unwrap();
    let drawn = "\
4 1 7 |3 6 9 |8 2 5 
6 3 2 |1 5 8 |9 4 7 
9 5 8 |7 2 4 |3 1 6 
------+------+------
8 2 5 |4 3 7 |1 6 9 
7 9 1 |5 8 6 |4 3 2 
3 4 6 |9 1 2 |7 5 8 
------+------+------
2 8 9 |6 4 3 |5 7 1 
5 7 3 |2 9 1 |6 8 4 
1 6 4 |8 7 5 |2 9 3 ";
    assert_eq!(format!("{grid:#}"), drawn);
    assert_eq!(drawn.parse(), Ok(grid));
}

fn of_size(box_height: usize, box_width: usize) -> Options {
    Options { size: Some(Size::new(box_height, box_width).unwrap()), ..Options::default() }
}

fn of_symbols(alphabet: &str) -> Options {
    Options { symbols: alphabet.parse().unwrap(), ..Options::default() }
}

fn written(write: impl Fn(&mut Vec<u8>)) -> String {
    let mut out = Vec::new();
    write(&mut out);
    String::from_utf8(out).unwrap()
}

/// GRID2 as rows, each changed by a function of its index and text.
fn rows(change: impl Fn(usize, &str) -> String) -> String {
    (0..9).map(|row| change(row, &GRID2[9 * row..9 * row + 9])).collect()
}

#[test]
fn reads_drawn_grids() {
    let spaced = |row: &str| row.split("").collect::<Vec<_>>().join(" ").trim().to_owned();
    let barred = |row: &str| format!("{}|{}|{}", &row[..3], &row[3..6], &row[6..]);
    let rule = |row: usize, rule: &str| if row % 3 == 2 { rule.to_owned() } else { String::new() };
    for (name, text) in [
        ("9 lines of 9", rows(|_, row| format!("{row}\n"))),
        ("spaces", rows(|_, row| spaced(row) + "\n")),
        ("tabs", rows(|_, row| spaced(row).replace(' ', "\t") + "\n")),
        ("commas", rows(|_, row| spaced(row).replace(' ', ",") + "\n")),
        ("groups", rows(|_, row| barred(row).replace('|', " ") + "\n")),
        ("bars", rows(|i, row| barred(row) + "\n" + &rule(i, "---+---+---\n"))),
        ("frame", rows(|i, row| format!("| {} |\n{}", barred(row), rule(i, "+===+===+===+\n")))),
        ("cells in bars", rows(|_, row| format!("|{}|\n", spaced(row).replace(' ', "|")))),
        ("rules only", rows(|i, row| spaced(row) + "\n" + &rule(i, "---------------------\n"))),
        ("long rules", rows(|i, row| spaced(row) + "\n" + &rule(i, &("-".repeat(80) + "\n")))),
        ("comments", rows(|i, row| format!("# row {i}\n{row} # end\n"))),
        ("indented", rows(|_, row| format!("    {row}  \n"))),
    ] {
        assert_eq!(read(&text), [GRID2], "{name}:\n{text}");
        assert_eq!(read(format!("-----\n{text}\n#\n\n{text}")), [GRID2, GRID2], "{name} twice");
        assert_eq!(read(format!("{text}{text}{GRID2}\n{text}")), [GRID2; 4], "{name}, no gaps");
    }
}

#[test]
fn reads_81_cells_in_one_line_with_anything_between() {
    for between in [" ", ",", ", ", "|", "\t", " | "] {
        let cells: Vec<_> = GRID2.split("").filter(|cell| !cell.is_empty()).collect();
        assert_eq!(read(cells.join(between)), [GRID2], "{between:?}");
        let bands = rows(|_, row| format!("{row}{between}"));
        assert_eq!(read(bands), [GRID2], "{between:?} between rows");
    }
}

#[test]
fn reads_every_line_end_and_drops_a_byte_order_mark() {
    let drawn = format!("\u{feff}{}\n{SOLUTION} x\n\n# end", rows(|_, row| format!("{row}\n")));
    for (end, name) in [("\n", "LF"), ("\r\n", "CR LF"), ("\r", "CR")] {
        let text = drawn.replace('\n', end);
        assert_eq!(read(&text), [GRID2, SOLUTION], "{name}");
        assert_eq!(
            read(format!("{GRID2}{end}12{end}")),
            [GRID2, "2:3: expected 16 cells, found 2"]
        );
    }
}

#[test]
fn nothing_but_white_space_and_comments_is_no_puzzle() {
    for text in ["", "\n", " \t\r\n\n  ", "# none\n\n", "\u{feff}", "---+---\n"] {
        assert!(read(text).is_empty(), "{text:?}");
        assert_eq!(
            text.parse::<Grid>().unwrap_err().to_string(),
            "1:1: expected a puzzle, found none"
        );
    }
    assert_eq!(
        format!("{GRID2}\n{GRID2}\n").parse::<Grid>().unwrap_err().to_string(),
        "2:1: expected one puzzle, found another"
    );
}

#[test]
fn says_where_a_line_is_not_a_puzzle() {
    const ALLOWED: &str = "expected 1-9 or an empty cell (. 0 _ * ? x X), found";
    let at_5 = |found: &str| format!("{}{found}{}", &GRID2[..4], &GRID2[5..]);
    for (text, message) in [
        (GRID2[..80].to_owned(), "1:81: expected 81 cells, found 80".to_owned()),
        (GRID2.to_owned() + ".", "1:82: expected 81 cells, found 82".to_owned()),
        (GRID2.to_owned() + ". c", "1:82: expected 81 cells, found 82".to_owned()),
        (at_5("a"), format!("1:5: {ALLOWED} 'a' (a digit above the side, 9)")),
        (at_5("O"), format!("1:5: {ALLOWED} 'O' (a letter; is it the digit 0?)")),
        (at_5("o"), format!("1:5: {ALLOWED} 'o' (a letter; is it the digit 0?)")),
        (at_5("l"), format!("1:5: {ALLOWED} 'l' (a letter; is it the digit 1?)")),
        (at_5("I"), format!("1:5: {ALLOWED} 'I' (a letter; is it the digit 1?)")),
        (at_5("-"), format!("1:5: {ALLOWED} '-'")),
        (at_5("\0"), format!("1:5: {ALLOWED} '\\x00' (byte 0x00)")),
        (at_5("\x1b[2J"), format!("1:5: {ALLOWED} '\\x1b' (byte 0x1b)")),
        (at_5("\u{663}"), format!("1:5: {ALLOWED} U+0663 (a digit of another script; use 3)")),
        (at_5("\u{ff11}"), format!("1:5: {ALLOWED} U+FF11 (a digit of another script; use 1)")),
        (at_5("\u{a0}"), format!("1:5: {ALLOWED} U+00A0 (a no-break space)")),
        (at_5("\u{200b}"), format!("1:5: {ALLOWED} U+200B (a character without width)")),
        (at_5("\u{9b}"), format!("1:5: {ALLOWED} U+009B")),
        (at_5("é").replace('.', "é"), format!("1:2: {ALLOWED} U+00E9")),
        ("-1".to_owned(), "1:1: expected 1-4 or an empty cell (. 0 _ * ? x X), found '-'".to_owned()),
        ("\u{663}".repeat(81), format!("1:1: {ALLOWED} U+0663 (a digit of another script; use 3)")),
        ("12..5...........".to_owned(),
         "1:5: expected 1-4 or an empty cell (. 0 _ * ? x X), found '5' (a digit above the side, 4)".to_owned()),
        (".".repeat(49), "1:1: no box of two or more rows fits side 7; give --box 1x7, --rules latin or --regions".to_owned()),
        (",,,".to_owned(), "1:1: expected 4 rows of 4 cells, found 1 row".to_owned()),
        ("; a comment".to_owned(), "1:1: expected 16 cells, found 0".to_owned()),
    ] {
        assert_eq!(read(&text), [message.as_str()], "{text:?}");
        assert_eq!(read(format!("\n{SOLUTION}\n{text}\n{GRID2}")),
            [SOLUTION, &message.replacen("1:", "3:", 1), GRID2], "one bad line costs itself only");
    }
}

#[test]
fn counts_a_column_in_characters_and_an_offset_in_bytes() {
    let mut text = GRID2.as_bytes().to_vec();
    text[10] = 0xFF;
    assert_eq!(read(&text), ["1:11: expected UTF-8 text, found byte 0xff at byte 11 of the line"]);
    let comment = [GRID2.as_bytes(), b" \xff"].concat();
    assert_eq!(read(comment), [GRID2]);
}

#[test]
fn the_first_puzzle_is_read_and_the_others_are_counted() {
    let first = First::of(&format!("Grid 1\n{GRID2}\n123\n{GRID2}\n")).unwrap();
    assert_eq!((first.puzzle.givens().to_string(), first.count), (GRID2.to_owned(), 3));
    let error = "123\n1.3...2..1..4..2".parse::<Grid>().unwrap_err();
    assert_eq!(error.to_string(), "1:4: expected 16 cells, found 3");
}

#[test]
fn an_option_names_the_field_of_json() {
    let (four, other) = ("1.3...2..1..4..2", "12....1.2......3");
    let text = format!("{{\"puzzle\": \"{four}\", \"mine\": \"{other}\"}}");
    assert_eq!(read(&text), [four]);
    let column = Some("mine".parse().unwrap());
    assert_eq!(read_with(&text, &Options { column, ..Options::default() }), [other]);
}

#[test]
fn a_field_of_a_table_may_have_comments_when_those_between_puzzles_are_kept() {
    let text = "quiz\n\"# easy\n12..\n..1.\n2...\n...3\"\n";
    let options = Options { asides: true, ..Options::default() };
    assert_eq!(read_with(text, &options), ["12....1.2......3"]);
}

#[test]
fn says_that_text_is_utf_16() {
    let little = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
    let big = |text: &str| text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<_>>();
    let marked = format!("\u{feff}{GRID2}\r\n");
    for text in [little(&marked), big(&marked), little(GRID2), big(GRID2)] {
        for first in 0..4 {
            // The first bytes may come alone.
            let pieces = text[..first].chain(&text[first..]);
            let mut splitter = Splitter::new(pieces, Options::default());
            let mut batch = Batch::default();
            assert!(splitter.read_batch(&mut batch, 1).unwrap());
            let error = parse_record(batch.iter().next().unwrap(), &Options::default());
            assert_eq!(error.unwrap_err().to_string(), "1:1: expected UTF-8 text, found UTF-16");
        }
    }
    for zeros in [[0; 4], [0, 0, 0, b'1'], [b'1', 0, 0, 0]] {
        assert!(!read(zeros)[0].contains("UTF-16"), "{:?}", read(zeros));
    }
}

#[test]
fn names_the_ragged_row() {
    let cut = |wrong: usize, to: &'static str| {
        rows(move |row, text| format!("{}\n", if row == wrong { to } else { text }))
    };
    for (text, message) in [
        (cut(0, "4.....8."), "1:9: expected 9 cells in row 1, found 8"),
        (cut(4, "4.....8."), "5:9: expected 9 cells in row 5, found 8"),
        (cut(8, "4.....8.5."), "9:10: expected 9 cells in row 9, found 10"),
        (cut(3, "4 . . | . . . | . ."), "4:20: expected 9 cells in row 4, found 8"),
        (cut(8, ""), "8:1: expected 9 rows of 9 cells, found 8 rows"),
        (cut(8, "# nothing"), "8:1: expected 9 rows of 9 cells, found 8 rows"),
        (cut(2, "..7..5+.."), "3:7: expected 1-9 or an empty cell (. 0 _ * ? x X), found '+'"),
    ] {
        assert_eq!(read(&text), [message], "{text}");
        assert_eq!(read(format!("{text}\n{GRID2}\n")), [message, GRID2], "{text}");
    }
    assert_eq!(read(cut(8, SOLUTION)), ["8:1: expected 9 rows of 9 cells, found 8 rows", SOLUTION]);
    assert_eq!(
        read("1234567\n".repeat(7)),
        ["1:1: no box of two or more rows fits side 7; give --box 1x7, --rules latin or --regions"]
    );
}

#[test]
fn sixteen_cells_are_a_puzzle_or_a_row() {
    let puzzle = "1.....3..4.....2";
    let (row, small_row) = ("1.....3..4.....G", "1...............");
    let grid = |row: &str| row.repeat(16);
    assert_eq!(read(format!("{puzzle}\n")), [puzzle]);
    assert_eq!(read(format!("{puzzle}\n").repeat(40)), [puzzle; 40]);
    assert_eq!(read(format!("{row}\n").repeat(16)), [grid(row)]);
    assert_eq!(read(format!("{row}\n").repeat(32)), [grid(row), grid(row)]);
    let mixed = format!("{small_row}\n{row}\n{row}\n{row}\n").repeat(4);
    assert_eq!(read(mixed).len(), 1, "rows without large digits");

    let one_bad = format!("{puzzle}\n{puzzle}\n{row}\n{puzzle}\n{puzzle}\n");
    let found = read(&one_bad);
    assert_eq!(found.len(), 5, "one bad line costs itself only: {found:?}");
    assert!(found[2].starts_with("3:16: "), "{found:?}");

    let drawn = "1 . . . |. . . . |. . . . |. . . . \n".repeat(16);
    assert_eq!(read(drawn), [grid(small_row)]);
    let ruled = format!("--\n{}", format!("{small_row}\n").repeat(16));
    assert_eq!(read(ruled), [grid(small_row)]);

    let blank = "................\n".repeat(16);
    assert_eq!(
        read(&blank),
        ["1:1: found as many lines of empty cells as each of them has cells, which can mean \
          an empty grid (--box 4x4) or empty puzzles, one a line (--box 2x2)"]
    );
    assert_eq!(read(&blank[17..]).len(), 15);
    assert_eq!(read_with(&blank, &of_size(4, 4)), [".".repeat(256)]);
    let truncated = format!("{row}\n").repeat(15);
    assert_eq!(read(truncated), ["15:1: expected 16 rows of 16 cells, found 15 rows"]);

    // What half of 16 lines say holds for those after them.
    let rows = format!("{}{}", format!("{row}\n").repeat(9), format!("{small_row}\n").repeat(7));
    assert_eq!(read(rows.repeat(2)), [rows.replace('\n', ""), rows.replace('\n', "")]);
    let puzzles = format!("{}{}", format!("{puzzle}\n").repeat(8), format!("{row}\n").repeat(9));
    assert_eq!(read(puzzles).len(), 17);
}

#[test]
fn sizes_mix_in_a_stream() {
    let four = "1.....3..4.....2";
    let six = "1....2......3....4......5....6......";
    let text = format!("{four}\n{GRID2}\n{six} six\n{four}:1:x\n{GRID2}\n{six}\n");
    assert_eq!(read(text), [four, GRID2, six, four, GRID2, six]);
}

#[test]
fn a_given_size_decides() {
    let (tall, wide) = (of_size(5, 2), of_size(2, 5));
    for options in [&tall, &wide, &Options::default()] {
        assert_eq!(read_with(".".repeat(100), options), [".".repeat(100)]);
    }
    let read_size = |options: &Options| {
        let mut batch = Batch::default();
        Splitter::new(&[b'.'; 100][..], options.clone()).read_batch(&mut batch, 1).unwrap();
        parse_record(batch.iter().next().unwrap(), options).unwrap().grid.size()
    };
    assert_eq!(read_size(&tall), Size::new(5, 2).unwrap());
    assert_eq!(read_size(&Options::default()), Size::new(2, 5).unwrap());
    assert_eq!(read_with("1\n.\n", &of_size(1, 1)), ["1", "."]);
    assert_eq!(read_with("12345\n".repeat(5), &of_size(1, 5)), ["12345".repeat(5)]);
    assert_eq!(read_with(GRID2, &of_size(2, 2)), ["1:17: expected 16 cells, found 81"]);
    for (text, expected) in [
        ("1.....3..4.....", "1:16: expected 16 cells, found 15"),
        ("1.....3..4", "1:11: expected 16 cells, found 10"),
        ("12....1.2......3 easy", "12....1.2......3"),
        ("2x2:1_2d1a2f3", "12....1.2......3"),
    ] {
        assert_eq!(read_with(text, &of_size(2, 2)), [expected], "{text}");
    }
    let text = "12..\n..1.\n1 . . . . 3 . . 4 . . . . . 2 .\n";
    let rows = "2:1: expected 4 rows of 4 cells, found 2 rows";
    assert_eq!(read_with(text, &of_size(2, 2)), [rows, "1....3..4.....2."]);
    assert_eq!(
        read_with("2x2:1_2d1a2f3", &of_size(3, 3)),
        [
            "1:1: expected a game ID of Simon Tatham's Solo with all its cells, found one with other \
          boxes than those of --box"
        ]
    );
}

#[test]
fn few_cells_are_a_row_of_a_latin_square_and_many_one_in_a_line() {
    let options = Options { boxless: true, ..Options::default() };
    assert_eq!(read_with("1...\n.2..\n..1.\n...2\n", &options), ["1....2....1....2"]);
    let square = "1234523451345124512351234";
    assert_eq!(read_with(format!("{square}\n").repeat(3), &options), [square; 3]);
    for label in ["0:1,2,3", "*: 1 2 . ."] {
        let message = "1:1: found one cell before a colon, which can mean a puzzle of one cell and \
                       what is said of it (--box 1x1) or a row with its label before it";
        assert_eq!(read_with(label, &options), [message], "{label}");
    }
}

#[test]
fn says_that_a_row_has_more_cells_than_the_largest_side() {
    let row: String = (1..=1025).map(|number| format!("{number} ")).collect();
    assert_eq!(read(row), ["1:1: expected a side of at most 1024, found 1025"]);
}

#[test]
fn titles_labels_and_delimiters_stand_around_rows_of_a_given_size_too() {
    for text in [
        "Hard one\n1...\n..3.\n.4..\n...2\n",
        "A 1 . . .\nB . . 3 .\nC . 4 . .\nD . . . 2\n",
        "  1 2 3 4\nA 1 . . .\nB . . 3 .\nC . 4 . .\nD . . . 2\n",
        "1;;;;\n;;3;;\n;4;;;\n;;;2;\n",
    ] {
        for options in [of_size(2, 2), Options::default()] {
            assert_eq!(read_with(text, &options), ["1.....3..4.....2"], "{text}");
        }
    }
    // Rows of as many cells have no labels.
    assert_eq!(read_with(";;;4\n1;;;\n2;;;\n3;;;\n", &of_size(2, 2)), ["...41...2...3..."]);
    // Nor does a grid of one cell.
    let tiny = of_size(1, 1);
    assert_eq!(read_with("1 x", &tiny), ["1:3: expected 1 cells in row 1, found 2"]);
    assert!(read_with("!", &tiny)[0].contains("found a table of candidates"));
}

#[test]
fn cells_of_several_digits_are_numbers_or_candidates_by_all_of_them() {
    let first_two = |cells: &str| {
        let row = format!("{}\n", ". ".repeat(12));
        let text = format!("{cells}{}\n{}", " .".repeat(10), row.repeat(11));
        let candidates: Candidates = text.parse().map_err(|error: ParseError| error.to_string())?;
        let digits = |cell| candidates[cell].iter().map(Digit::value).collect::<Vec<_>>();
        Ok::<_, String>(candidates.size().cells().take(2).map(digits).collect::<Vec<_>>())
    };
    for (cells, expected) in [
        ("11 12", [vec![11], vec![12]]),
        ("34 12", [vec![3, 4], vec![1, 2]]),
        ("A 12", [vec![10], vec![1, 2]]),
    ] {
        assert_eq!(first_two(cells), Ok(expected.to_vec()), "{cells}");
    }
    let message = first_two("0 A").unwrap_err();
    assert!(message.starts_with("1:1: found '0' beside letters"), "{message}");
}

#[test]
fn a_grid_is_a_puzzle_of_classic_rules() {
    for (rules, expected) in [
        ("classic", "1.....3..4.....2"),
        ("latin", "1:1: expected a classic puzzle, found one that names other rules"),
        ("anti-king", "1:1: expected a classic puzzle, found one that names other rules"),
    ] {
        let text = format!("{{\"puzzle\": \"1.....3..4.....2\", \"rules\": \"{rules}\"}}");
        assert_eq!(read(text), [expected]);
    }
}

#[test]
fn reads_decimals_and_letters_above_nine() {
    let decimals = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n";
    let row = "123456789ABCDEFG";
    let rest = "................\n".repeat(15);
    let expected = [row.to_owned() + &".".repeat(240)];
    for text in [
        format!("{}{}", decimals.replacen(" 2", " 02", 1), "0 ".repeat(240)).replace('\n', " "),
        format!("{}{}", decimals, "0,".repeat(240)).replace('\n', " "),
        format!("|{decimals}{}", "|. . . .|. . . .|. . . .|. . . .|\n".repeat(15)),
    ] {
        assert_eq!(read(&text), expected, "{text}");
    }
    assert_eq!(read_with(format!("{row}\n{rest}"), &of_size(4, 4)), expected);
    assert_eq!(read_with(format!("{}\n{rest}", row.to_lowercase()), &of_size(4, 4)), expected);
    let above = format!("1 2 17 {}", "0 ".repeat(253));
    assert_eq!(read(above), ["1:5: expected a number of 1 to 16 in a cell, found '17'"]);
    let text = format!("1 2 1x 10 {}", "0 ".repeat(252));
    assert_eq!(read(text), ["1:5: expected a number of 1 to 16 in a cell, found '1x'"]);
}

#[test]
fn writes_decimals_with_something_between_where_the_symbols_end() {
    let size = Size::new(6, 6).unwrap();
    let mut candidates = Candidates::all(size);
    let set = |values: &[usize]| values.iter().filter_map(|&value| Digit::new(value)).collect();
    candidates[size.cell(0, 0)] = set(&[2, 35]);
    candidates[size.cell(0, 1)] = set(&[36]);
    assert!(candidates.to_string().split_whitespace().take(2).eq(["2/35", "36"]));
    assert!(candidates.to_grid().to_string().starts_with(". 36 . ."));
}

#[test]
fn zero_is_the_first_digit_of_a_hexadecimal_alphabet() {
    let options = of_symbols("0123456789ABCDEF");
    let text = "0123456789abcdef".repeat(16);
    let grid = ("123456789ABCDEFG").repeat(16);
    assert_eq!(read_with(&text, &options), [grid]);
    let rest = ".".repeat(254);
    assert_eq!(read_with(format!("0A{rest}"), &options), [format!("1B{rest}")]);
    let record: Grid = "123456789ABCDEFG".repeat(16).parse().unwrap();
    assert_eq!(written(|out| write_line(out, &record, &options.symbols)), text.to_uppercase());
}

#[test]
fn a_line_and_a_drawing_mean_the_same_in_every_alphabet() {
    let digits = ["987654321", "ABCDEFGHI", "012345678", "xX0123456", "1234567890"];
    for alphabet in digits.into_iter().chain(["\"[]{}'()<", "\"[]<}'(){"]) {
        let options = of_symbols(alphabet);
        let grid: Grid = SOLUTION.parse().unwrap();
        for write in [write_line, write_grid] {
            let text = written(|out| write(out, &grid, &options.symbols));
            assert_eq!(read_with(&text, &options), [SOLUTION], "{alphabet}: {text}");
        }
    }
}

#[test]
fn an_alphabet_too_short_for_the_grid_is_an_error_in_every_format() {
    let options = of_symbols("4321");
    let drawn = format!("{:#}", GRID2.parse::<Grid>().unwrap());
    let rows = rows(|_, row| format!("{row}\n"));
    for text in [GRID2, &drawn, &rows] {
        let message = "1:1: expected at least 9 symbols for a grid of side 9, found 4: 4321";
        assert_eq!(read_with(text, &options), [message], "{text}");
    }
    assert_eq!(read_with("12..34..43......", &options), ["43..21..12......"]);
    assert_eq!(read_with("1,2,,\n3,4,,\n,,,\n,,,4", &options), ["43..21.........1"]);
}

#[test]
fn a_line_above_the_limit_ends_the_reading() {
    let text = format!("{GRID2}\n{}\n{GRID2}\n", "1".repeat(LINE_LIMIT + 1));
    assert_eq!(
        read(text),
        [GRID2, "2:8388609: expected a line of at most 8388608 bytes, found a longer one"]
    );
    let comment = format!("{GRID2}\n#{}\n{GRID2}\n", " ".repeat(LINE_LIMIT - 1));
    assert_eq!(read(comment), [GRID2, GRID2]);
    let mut endless = Splitter::new(std::io::repeat(0), Options::default());
    let mut batch = Batch::default();
    assert!(endless.read_batch(&mut batch, 10).unwrap());
    assert!(!endless.read_batch(&mut batch, 10).unwrap());
}

#[test]
fn rows_without_end_are_cut_into_several_puzzles() {
    let records = |text: String| {
        let mut splitter = Splitter::new(text.as_bytes(), Options::default());
        let (mut batch, mut count) = (Batch::default(), 0);
        while splitter.read_batch(&mut batch, 1000).unwrap() {
            count += batch.len();
        }
        count
    };
    let wide = " ".repeat(50_000);
    assert_eq!(records(format!("|1{wide}|2{wide}|\n").repeat(100)), 2);
    let unclosed = format!("quiz\n\"{}", format!("{wide}x\n").repeat(200));
    assert!(records(unclosed) > 1);
}

#[test]
fn comments_between_rows_do_not_grow_the_memory_without_end() {
    let endless = std::io::repeat(b'#').take(0).chain(Cycle(b"123456789\n", b"#\n", 0));
    let mut splitter = Splitter::new(endless, Options::default());
    let mut batch = Batch::default();
    assert!(splitter.read_batch(&mut batch, 1).unwrap());
    let error = parse_record(batch.iter().next().unwrap(), &Options::default()).unwrap_err();
    assert_eq!(error.to_string(), "1:1: expected 9 rows of 9 cells, found 1 row");
}

/// The first text once, then the second for ever.
struct Cycle(&'static [u8], &'static [u8], usize);

impl Read for Cycle {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let text = if self.2 == 0 { self.0 } else { self.1 };
        self.2 += 1;
        let count = text.len().min(buffer.len());
        buffer[..count].copy_from_slice(&text[..count]);
        Ok(count)
    }
}

#[test]
fn an_error_of_the_reader_comes_after_the_puzzles_before_it() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("broken"))
        }
    }
    let text = format!("{GRID2}\n{SOLUTION}\n123");
    let mut splitter = Splitter::new(text.as_bytes().chain(Broken), Options::default());
    let mut batch = Batch::default();
    let mut count = 0;
    let error = loop {
        match splitter.read_batch(&mut batch, 1) {
            Ok(true) => count += batch.len(),
            Ok(false) => panic!("the error is lost"),
            Err(error) => break error,
        }
    };
    assert_eq!((count, error.to_string().as_str()), (2, "broken"));
    assert!(!splitter.read_batch(&mut batch, 1).unwrap(), "then the end");
}

#[test]
fn an_interrupted_read_is_tried_again() {
    struct Interrupted(bool);
    impl Read for Interrupted {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            match std::mem::take(&mut self.0) {
                true => Err(std::io::ErrorKind::Interrupted.into()),
                false => Ok(0),
            }
        }
    }
    let (first, second) = GRID2.as_bytes().split_at(30);
    let input = first.chain(Interrupted(true)).chain(second);
    let mut splitter = Splitter::new(input, Options::default());
    let mut batch = Batch::default();
    assert!(splitter.read_batch(&mut batch, 1).unwrap());
    let record = parse_record(batch.iter().next().unwrap(), &Options::default()).unwrap();
    assert_eq!(record.grid.to_string(), GRID2);
}

#[test]
fn a_partner_that_waits_for_an_answer_gets_it() {
    let candidates = format!("{{\"candidates\":[{}[1]]}}", "[1,2],".repeat(80));
    for line in [GRID2, &candidates] {
        let line = format!("{line}\n");
        let mut splitter = Splitter::new(line.as_bytes().chain(Silent), Options::default());
        let mut batch = Batch::default();
        assert!(splitter.read_batch(&mut batch, 1000).unwrap());
        assert_eq!(batch.len(), 1);
    }

    /// Nothing may be asked of it.
    struct Silent;
    impl Read for Silent {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            panic!("reads on though a puzzle is complete");
        }
    }
}

#[test]
fn long_lines_of_brackets_and_words_take_no_square_of_their_length() {
    let before = std::time::Instant::now();
    for text in [
        "[".repeat(80_000),
        "{".repeat(80_000),
        format!("[ {}q", "nan,".repeat(40_000)),
        format!("[ {}q", "None,".repeat(40_000)),
    ] {
        assert!(read(&text).iter().all(|found| found.contains("expected")), "{}", &text[..9]);
    }
    assert!(before.elapsed() < std::time::Duration::from_secs(60));
}

/// The seeds' naked-twins table, before.
const TWINS: &str = "  1   237   4  | 2357  9   257 |  27   6    8  
  9    5    6  |  27   1    8  |  27   3    4  
  23  237   8  |  4    37   6  |  9    5    1  
---------------+---------------+---------------
  5    1   2379| 237  347  279 |  34   8    6  
  8    37  379 |  6   347  579 | 345   1    2  
  6    4    23 | 1235  8   125 |  35   9    7  
---------------+---------------+---------------
  7    8    1  |  9    2    3  |  6    4    5  
  4    9    5  |  17   6    17 |  8    2    3  
  23   6    23 |  8    5    4  |  1    7    9  ";

#[test]
fn reads_and_writes_a_table_of_candidates_as_the_seeds_show_it() {
    let candidates: Candidates = TWINS.parse().unwrap();
    let set = |row, column| candidates[Size::NINE.cell(row, column)].words();
    assert_eq!((set(3, 2), set(0, 0)), ([0b1_0100_0110].as_slice(), [1].as_slice()));
    assert_eq!(candidates.to_string(), TWINS);
    assert_eq!(
        read(TWINS),
        ["1:1: expected a puzzle of digits, found a table of candidates; `solve`, \
         `check`, `candidates`, `encode`, `hint` and `explain` read it"]
    );
}

#[test]
fn a_puzzle_is_a_table_where_each_empty_cell_may_hold_all() {
    let grid: Grid = GRID2.parse().unwrap();
    for text in [GRID2.to_owned(), format!("{grid:#}")] {
        assert_eq!(text.parse(), Ok(Candidates::from_grid(&grid)));
    }
    let drawn = Candidates::from_grid(&grid).to_string();
    assert!(drawn.starts_with("    4     123456789 123456789 |123456789"), "{drawn}");
    assert!(
        drawn.lines().nth(3)
            == Some(
                "------------------------------+------------------------------+------------------------------"
            )
    );
}

#[test]
fn a_report_goes_through_json() {
    let report = SolveReport {
        number: None,
        input: Some("easy.txt".to_owned()),
        line: Some(3),
        id: None,
        comment: Some("easy".to_owned()),
        puzzle: PuzzleReport {
            puzzle: Some(GRID2.to_owned()),
            rules: Some("classic".to_owned()),
            box_shape: Some("3x3".to_owned()),
            ..PuzzleReport::default()
        },
        status: ReportStatus::Unique,
        solution: Some(SOLUTION.to_owned()),
        second_solution: None,
        error: None,
        time_us: Some(412),
        statistics: Some(Statistics { variables: Some(729), ..Default::default() }),
    };
    let json = serde_json::to_string(&report).unwrap();
    assert_eq!(
        json,
        format!(
            r#"{{"input":"easy.txt","line":3,"puzzle":"{GRID2}","rules":"classic","box":"3x3","status":"unique","solution":"{SOLUTION}","comment":"easy","time_us":412,"statistics":{{"variables":729}}}}"#
        )
    );
    assert_eq!(serde_json::from_str::<SolveReport>(&json).unwrap(), report);
}

fn any_size() -> impl Strategy<Value = Size> {
    prop::sample::select(vec![
        (1, 1),
        (2, 2),
        (2, 3),
        (2, 4),
        (3, 3),
        (2, 5),
        (3, 4),
        (4, 4),
        (5, 5),
        (5, 7),
        (6, 6),
        (3, 2),
        (1, 5),
        (12, 3),
    ])
    .prop_map(|(height, width)| Size::new(height, width).unwrap())
}

fn any_grid() -> impl Strategy<Value = Grid> {
    any_size().prop_flat_map(|size| {
        let value = prop_oneof![Just(0), 0..=size.side() as u16];
        prop::collection::vec(value, size.cell_count())
            .prop_map(move |values| Grid::from_values(size, values).unwrap())
    })
}

fn any_candidates() -> impl Strategy<Value = Candidates> {
    any_size().prop_flat_map(|size| {
        prop::collection::vec(any::<u64>(), size.cell_count()).prop_map(move |bits| {
            let mut candidates = Candidates::all(size);
            for (cell, bits) in size.cells().zip(bits) {
                let kept = if bits % 5 == 0 { 1 << (bits % 36) } else { bits };
                candidates[cell] = &candidates[cell] & &DigitSet::from_bits(kept);
            }
            candidates
        })
    })
}

fn any_alphabet() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij",
        "xX0",
    ])
}

proptest! {
    #[test]
    fn every_format_of_grids_goes_round(grids in prop::collection::vec(any_grid(), 1..4),
                                        alphabet in any_alphabet(), drawn: bool, ends in "\r|\n|\r\n") {
        let size = grids[0].size();
        prop_assume!(alphabet.len() >= size.side());
        let grids: Vec<_> = grids.into_iter().filter(|grid| grid.size() == size).collect();
        let mut options = of_symbols(alphabet);
        options.size = Some(size);
        let text: String = grids.iter().map(|grid| written(|out| {
            if drawn { write_grid(out, grid, &options.symbols) }
            else { write_line(out, grid, &options.symbols) }
            out.push(b'\n');
        })).collect();
        let text = text.replace('\n', &ends);
        let mut splitter = Splitter::new(text.as_bytes(), options.clone());
        let (mut batch, mut found) = (Batch::default(), Vec::new());
        while splitter.read_batch(&mut batch, 2).unwrap() {
            found.extend(batch.iter().map(|raw| parse_record(raw, &options).unwrap().grid));
        }
        prop_assert_eq!(found, grids, "{}", text);
    }

    #[test]
    fn a_displayed_grid_is_parsed_without_being_told_its_size(grid in any_grid()) {
        let size = Size::from_side(grid.size().side());
        if size != Some(grid.size()) {
            return Ok(());
        }
        prop_assert_eq!(grid.to_string().parse(), Ok(grid.clone()));
        prop_assert_eq!(format!("{grid:#}").parse(), Ok(grid));
    }

    #[test]
    fn every_table_of_candidates_goes_round(table in any_candidates(), alphabet in any_alphabet()) {
        prop_assume!(alphabet.len() >= table.size().side());
        let mut options = of_symbols(alphabet);
        options.size = Some(table.size());
        let text = written(|out| write_candidates(out, true, &table, &options.symbols));
        let mut batch = Batch::default();
        Splitter::new(text.as_bytes(), options.clone()).read_batch(&mut batch, 2).unwrap();
        let found = batch.iter().map(|raw| parse_record(raw, &options).unwrap().to_candidates());
        prop_assert_eq!(found.collect::<Vec<_>>(), [table], "{}", text);
    }

    #[test]
    fn a_displayed_table_is_parsed_without_being_told_its_size(table in any_candidates()) {
        if Size::from_side(table.size().side()) == Some(table.size()) {
            prop_assert_eq!(table.to_string().parse(), Ok(table));
        }
    }

    #[test]
    fn decimals_are_read_at_every_side(grid in any_grid(), table in any_candidates()) {
        let symbols = Symbols::decimals();
        let is_default = |size: Size| Size::from_side(size.side()) == Some(size);
        if is_default(grid.size()) {
            for write in [write_line, write_grid] {
                let text = written(|out| write(out, &grid, &symbols));
                prop_assert_eq!(text.parse(), Ok(grid.clone()), "{}", text);
            }
        }
        if is_default(table.size()) {
            let text = written(|out| write_candidates(out, true, &table, &symbols));
            prop_assert_eq!(text.parse(), Ok(table), "{}", text);
        }
    }

    #[test]
    fn any_bytes_end_in_grids_or_errors_that_are_safe_to_print(
        text in prop_oneof![
            prop::collection::vec(any::<u8>(), 0..400),
            "[1-9.0|+\\-, \t\r\n#:;xO\\x1b]{0,400}".prop_map(String::into_bytes),
            "([1-9.]{4,16}[ |,\n#/-]{0,2}){0,60}".prop_map(String::into_bytes),
            "[\\[\\]{}()\"',;|=:/<>&\\\\ \n\ta-zA-Z0-9.─│·-]{0,400}".prop_map(String::into_bytes),
            "(puzzle,solution|\\[Puzzle\\]|https://[a-z.]{0,9}/?bd=|\\{\"puzzle\":|:0100:1:|<game data=\"|\\[\\[)\n?\
             ([0-9.,:\"\\]}\t\n]{0,99}|[0-9.]{81}){0,4}"
                .prop_map(String::into_bytes),
            "[0-9a-zA-Z.]{16,81}[ ,:\t][0-9a-iA-I.]{81}".prop_map(String::into_bytes),
            "[1-9.]{729}".prop_map(String::into_bytes),
        ],
        size in prop::option::of(any_size()),
        alphabet in any_alphabet(),
    ) {
        let options = Options { size, ..of_symbols(alphabet) };
        for message in read_with(&text, &options) {
            prop_assert!(message.bytes().all(|byte| (b' '..0x7f).contains(&byte)), "{message:?}");
        }
        let mut batch = Batch::default();
        let mut splitter = Splitter::new(&text[..], options.clone());
        while splitter.read_batch(&mut batch, 3).unwrap() {
            batch.iter().for_each(|raw| drop(parse_record(raw, &options)));
        }
    }

    #[test]
    fn the_pieces_a_reader_gives_do_not_matter(
        text in "(\u{feff}|)(([1-9.]{16}|[1-4.]{16}|[1-9.]{81}|[1-9.|]{9}|#|---|)(\r|\n|\r\n)){0,60}",
        pieces in prop::collection::vec(1..40_usize, 1..30),
    ) {
        struct Pieces<'t>(&'t [u8], std::iter::Cycle<std::vec::IntoIter<usize>>);
        impl Read for Pieces<'_> {
            fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
                let count = self.1.next().unwrap().min(self.0.len()).min(buffer.len());
                let (piece, rest) = self.0.split_at(count);
                buffer[..count].copy_from_slice(piece);
                self.0 = rest;
                Ok(count)
            }
        }
        let options = Options::default();
        let pieces = Pieces(text.as_bytes(), pieces.into_iter().cycle());
        let mut splitter = Splitter::new(pieces, options.clone());
        let (mut batch, mut found) = (Batch::default(), Vec::new());
        while splitter.read_batch(&mut batch, 5).unwrap() {
            found.extend(batch.iter().map(|raw| match parse_record(raw, &options) {
                Ok(record) => record.grid.to_string(),
                Err(error) => error.to_string(),
            }));
        }
        prop_assert_eq!(found, read(&text));
    }
}

#[test]
fn reads_the_frames_that_forums_draw() {
    let framed = "*-----------*\n|53.|.7.|...|\n|6..|195|...|\n|.98|...|.6.|\n|---+---+---|\n\
                  |8..|.6.|..3|\n|4..|8.3|..1|\n|7..|.2.|..6|\n|---+---+---|\n\
                  |.6.|...|28.|\n|...|419|..5|\n|...|.8.|.79|\n*-----------*\n";
    let dotted = framed.replacen("*-----------*", ".---.---.---.", 1).replace('*', "'");
    for text in [framed.to_owned(), dotted] {
        let grid: satdoku::Grid = text.parse().unwrap_or_else(|error| panic!("{text}{error}"));
        assert!(grid.to_string().starts_with("53..7....6..195...."), "{text}");
    }
}

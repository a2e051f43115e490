//! What stands beside cells or in their place, up to the edge of what is taken for them: values and
//! fields of JSON, game IDs, links, lines of candidates, second grids.

use itertools::Itertools;
use satdoku::format::Options;

use super::{PUZZLE, SOLUTION, each, join};

/// A 4x4 puzzle.
const FOUR: &str = "12....1.2......3";

/// Each puzzle by its name, with what is beside it, or the error.
pub(super) fn shown(text: &str) -> Vec<String> {
    each(text, &Options::default(), |record| {
        let record = match record {
            Ok(record) => record,
            Err(error) => return error.to_string(),
        };
        let mut shown = match record.grid.to_string() {
            grid if grid == FOUR => "four".to_owned(),
            grid if grid == PUZZLE.replace('0', ".") => "nine".to_owned(),
            grid => grid,
        };
        let claims = record.claims.as_deref();
        for beside in [
            (record.line > 1).then(|| format!("line {}", record.line)),
            record.candidates.map(|candidates| format!("{} candidates", candidates.iter().count())),
            record.regions.map(|_| "regions".to_owned()),
            record.id.map(|id| format!("after {}", String::from_utf8_lossy(id))),
            claims.and_then(|claims| claims.count).map(|count| format!("count {count}")),
            claims.and_then(|claims| claims.solution.as_ref()).map(|_| "solution".to_owned()),
        ] {
            shown.extend(beside.map(|beside| format!(", {beside}")));
        }
        shown
    })
}

fn check(cases: &[(&str, &[&str])]) {
    for (text, expected) in cases {
        assert_eq!(shown(text), *expected, "{text}");
    }
}

/// The cells as a list of numbers.
fn list(cells: &str) -> String {
    format!("[{}]", join(cells, ","))
}

#[test]
fn reads_cells_of_json_as_numbers_symbols_and_nothing() {
    let symbols = format!("[\"{}\"]", join(FOUR, "\",\""));
    let numpy = [&PUZZLE[..37], &PUZZLE[37..74], &PUZZLE[74..]].map(|line| join(line, " "));
    check(&[(&format!("[{}]", numpy.join("\n ")), &["nine"])]);
    check(&[(&format!("[{},{}]", list(PUZZLE), list(PUZZLE)), &["nine", "nine"])]);
    let no_puzzle = "1:1: expected a column of puzzles (--column NAME), found puzzle";
    for (puzzle, expected) in [
        ("[[1.0,2.0,null,false],[\"\",\" \",1,\" \"],[\"2\",\" . \",0,0],[-0.0,0,0,3]]", "four"),
        (&symbols, "four"),
        ("[\"12..\",\"..1.\",\"2...\",\"...3\"]", "four"),
        ("\"12../..1./2.../...3\"", "four"),
        (
            "\"12../..1./2.../...34\"",
            "1:5: expected 1-4 or an empty cell (. 0 _ * ? x X), found '/'",
        ),
        ("[\"1\",\"2\"]", no_puzzle),
        ("[\"abc\",2,0,0,0,0,1,0,2,0,0,0,0,0,0,3]", no_puzzle),
        (
            "[-1,2,0,0,0,0,1,0,2,0,0,0,0,0,0,3]",
            "1:1: expected 1-4 or an empty cell (. 0 _ * ? x X), found '-'",
        ),
        (
            "[1.5,2,0,0,0,0,1,0,2,0,0,0,0,0,0,3]",
            "1:3: expected 1-4 or an empty cell (. 0 _ * ? x X), found '5' (a digit above the side, 4)",
        ),
    ] {
        check(&[(&format!("{{\"puzzle\": {puzzle}}}"), &[expected])]);
    }
}

#[test]
fn a_solution_in_json_is_kept_however_its_cells_are_written() {
    let both = |puzzle: &str, solution: &str| {
        shown(&format!("{{\"puzzle\": {puzzle}, \"solution\": {solution}}}"))
    };
    let text = |cells: &str| format!("\"{cells}\"");
    let lines = SOLUTION.as_bytes().chunks(9).map(String::from_utf8_lossy).join("\\n");
    let nine = [text(SOLUTION), text(&join(SOLUTION, " ")), text(&lines), list(SOLUTION)];
    for solution in nine {
        for puzzle in [text(PUZZLE), text(&join(PUZZLE, " ")), list(PUZZLE)] {
            assert_eq!(both(&puzzle, &solution), ["nine, solution"], "{puzzle} {solution}");
        }
    }
    for (side, height) in [(16, 4), (40, 5)] {
        let width = side / height;
        let value = |at: usize| (width * (at / side) + at / side / height + at % side) % side + 1;
        let numbers: Vec<String> = (0..side * side).map(|at| value(at).to_string()).collect();
        let first =
            |blank: &'static str| [vec![&*numbers[0]], vec![blank; side * side - 1]].concat();
        let array = |cells: &[&str]| format!("[{}]", cells.join(","));
        let whole: Vec<&str> = numbers.iter().map(String::as_str).collect();
        let words = format!("[\"{}\"]", numbers.join("\",\""));
        for solution in [array(&whole), words, text(&numbers.join(" "))] {
            for puzzle in [array(&first("0")), text(&first(".").join(" "))] {
                let read = both(&puzzle, &solution);
                let is_kept = read.len() == 1 && read[0].ends_with(", solution");
                assert!(is_kept, "{side}: {puzzle} {solution}: {read:?}");
            }
        }
    }
    for (solution, expected) in [
        (text(&SOLUTION[1..]), "1:81: expected 81 cells, found 80"),
        (text(PUZZLE), "nine"),
        (text("2026-11-22T10:00:00Z"), "nine"),
        (text(""), "nine"),
        ("1".to_owned(), "nine"),
        ("null".to_owned(), "nine"),
        ("[]".to_owned(), "nine"),
    ] {
        assert_eq!(both(&text(PUZZLE), &solution), [expected], "{solution}");
    }
}

#[test]
fn brackets_in_names_of_json_do_not_count() {
    let with = |name: &str| format!("{{\"name\": \"{name}\", \"puzzle\": \"{FOUR}\"}}");
    for name in ["a \\\"[{ ]\\\" }", "\\\"]]", "}", "["] {
        check(&[(&format!("[\n{},\n{}\n]", with(name), with("b")), &["four", "four"])]);
        check(&[(&format!("{}\n{}\n", with(name), with("]")), &["four", "four, line 2"])]);
    }
}

#[test]
fn fields_of_json_hold_puzzles_add_rules_or_say_nothing() {
    let sets = |last: &str| {
        let cells = FOUR[..15].chars().map(|cell| match cell {
            '.' => "[1,2,3,4]".to_owned(),
            digit => format!("[{digit}]"),
        });
        format!("[{},[{last}]]", cells.collect::<Vec<_>>().join(","))
    };
    let start = format!("{{\"start\": \"{FOUR}\"}}");
    let variant = |name: &str| {
        format!(
            "1:1: expected a puzzle without rules of its own, found a variant ({name:?}); name its \
             rules in \"rules\", as --rules does, if they are known"
        )
    };
    let column =
        |found: &str| format!("1:1: expected a column of puzzles (--column NAME), found {found}");
    let no_text = |found: &str| {
        format!("1:1: expected text or an array for a puzzle, found {found} in \"puzzle\"")
    };
    for (fields, expected) in [
        (format!("\"one\": {start}, \"two\": [{start}], \"three\": 3"), vec!["four"; 2]),
        (format!("\"puzzle\": {start}"), vec!["four"]),
        (format!("\"puzzle\": [{start}, {start}]"), vec!["four"; 2]),
        (format!("\"candidates\": {}", sets("3")), vec!["four"]),
        (format!("\"candidates\": {}, \"puzzle\": 7", sets("3")), vec!["four"]),
        (format!("\"candidates\": {}", sets("3,4")), vec!["12....1.2......., 50 candidates"]),
        (format!("\"candidates\": {}", sets("5")), vec![&column("candidates")]),
        (
            format!("\"candidates\": {}", &sets("3").replace("[1],", "")),
            vec![&column("candidates")],
        ),
        ("\"data\": 5".to_owned(), vec![&column("data")]),
        ("\"puzzle\": 5".to_owned(), vec![&no_text("a number")]),
        ("\"puzzle\": null".to_owned(), vec![&no_text("null")]),
        ("\"puzzle\": true".to_owned(), vec![&no_text("true or false")]),
    ] {
        check(&[(&format!("{{{fields}}}"), &expected)]);
    }
    for nothing in [
        "\"candidates\": {}",
        "\"candidates\": []",
        "\"candidates\": \"\"",
        "\"rules\": null",
        "\"rules\": \" \"",
        "\"box\": \" \"",
        "\"thermo\": 0",
        "\"thermo\": \"no\"",
        "\"cages\": []",
        "\"regions\": []",
        "\"type\": \"easy\"",
    ] {
        check(&[(&format!("{{\"puzzle\": \"{FOUR}\", {nothing}}}"), &["four"])]);
    }
    let not_sets = |found: &str| {
        format!("1:1: expected a list of digits for each cell in \"candidates\", found {found}")
    };
    let not_names = |found: &str| {
        format!("1:1: expected the names of a puzzle's \"rules\" in one text, found {found}")
    };
    for (field, error) in [
        ("\"candidates\": {\"a\": 1}", not_sets("an object")),
        ("\"candidates\": \"x\"", not_sets("a text")),
        ("\"candidates\": [1]", not_sets("an array")),
        ("\"rules\": 5", not_names("a number")),
        ("\"rules\": [\"diagonal\"]", not_names("an array")),
        ("\"thermo\": 1", variant("thermo")),
        ("\"thermo\": \"x\"", variant("thermo")),
        ("\"Type\": \"Killer Sudoku\"", variant("Type")),
        ("\"regions\": [[\"a\"]]", variant("regions")),
        (
            "\"regions\": [\"aa\"]",
            "1:1: expected one region label for each cell of a square grid, found 2 labels"
                .to_owned(),
        ),
        ("\"anti-knight\": true", variant("anti-knight")),
    ] {
        check(&[(&format!("{{\"puzzle\": \"{FOUR}\", {field}}}"), &[&error])]);
    }
}

#[test]
fn what_is_nearly_a_game_id_is_none() {
    let id = "1:1: expected a game ID of Simon Tatham's Solo with all its cells, found ";
    let again = "; copy the whole ID again";
    check(&[
        ("# one\n\n2x2:1_2d1a2f3\n", &["four, line 3"]),
        ("2x2#12345", &[&format!("{id}a random seed; copy the ID under Game > Specific")]),
        ("2x2#", &["1:4: expected 16 cells, found 3"]),
        ("2x2:1234", &["1:4: expected 16 cells, found 3"]),
        ("0x2:a", &["1:4: expected 16 cells, found 3"]),
        ("2x2:1_2d1a2f3!", &["1:4: expected 16 cells, found 3"]),
        ("2x2X:1_2d1a2f3", &["1:1: expected 4 rows of 4 cells, found 1 row"]),
        ("7x7:p", &[&format!("{id}one of a larger side")]),
        ("2j:a", &[&format!("{id}cells that do not fill its grid{again}")]),
        ("4j:p", &[&format!("{id}a jigsaw without its regions{again}")]),
        (
            "3:p",
            &[
                "1:1: expected 1 or an empty cell (. 0 _ * ? x X), found '3' (a digit above the side, 1)",
            ],
        ),
    ]);
}

#[test]
fn sudokuwikis_links_hold_digits_or_sets_in_base_32_or_36() {
    let link = |board: &str| format!("https://www.sudokuwiki.org/sudoku.htm?bd={board}");
    let pairs =
        |pair: &dyn Fn(u8) -> &'static str| -> String { PUZZLE.bytes().map(pair).collect() };
    let base_32 = ["vu", "02", "04", "08", "0g", "10", "20", "40", "80", "g0"];
    let base_36 = ["00", "01", "02", "03", "04", "05", "06", "07", "08", "09"];
    for board in [
        PUZZLE.to_owned(),
        pairs(&|cell| base_32[usize::from(cell - b'0')]),
        format!("S9B{}", pairs(&|cell| base_36[usize::from(cell - b'0')])),
    ] {
        check(&[
            (&link(&board), &["nine"]),
            (&format!("#\n#\n{} see", link(&board)), &["nine, line 3"]),
        ]);
    }
    // 10 to 18 are digits too, and from 19 on sets: of the lowest digit, of all others.
    let sets = format!("S9B{}0j{}", "0a".repeat(40), "eo".repeat(40));
    let expected = format!("{}{}, {} candidates", "1".repeat(41), ".".repeat(40), 41 + 40 * 8);
    check(&[(&link(&sets), &[&expected])]);
}

#[test]
fn says_where_a_line_of_candidates_is_wrong() {
    let dots = PUZZLE.replace('0', ".");
    let no_digit = "in a cell, found";
    for (fields, expected) in [
        (format!("x:{dots}"), "nine, after :0000:x".to_owned()),
        (format!("x:+{dots}:::::"), "nine, after :0000:x".to_owned()),
        (
            format!("x:{dots}:711 1190:::"),
            format!("1:95: expected a digit, a row and a column, each 1-9, {no_digit} '1190'"),
        ),
        (
            format!("x:{dots}:711 710:::"),
            format!("1:95: expected a digit, a row and a column, each 1-9, {no_digit} '710'"),
        ),
        (format!("x:{dots}x:::"), "1:91: expected 81 cells, found 82".to_owned()),
        (
            format!("x:{}!:::", &dots[..80]),
            "1:89: expected 1-9 or an empty cell (. 0 _ * ? x X), found '!'".to_owned(),
        ),
        (dots.clone(), "1:1: expected 81 cells, found 0".to_owned()),
    ] {
        check(&[(&format!(":0000:{fields}"), &[&expected])]);
    }
}

#[test]
fn what_follows_a_puzzle_is_a_solution_regions_or_a_comment() {
    let boxes = ["aaabbbccc", "dddeeefff", "ggghhhiii"].map(|row| row.repeat(3)).concat();
    let labels =
        |found: usize| format!("1:83: expected 81 region labels, one for each cell, found {found}");
    let grid = "1:83: expected a solution or a jigsaw's regions after the puzzle, found another grid with \
                empty cells; give one puzzle a line";
    for (rest, expected) in [
        (format!(":1:{SOLUTION}"), "nine, count 1, solution"),
        (format!("::{SOLUTION}"), "nine, solution"),
        (format!(":1{SOLUTION}"), "nine"),
        (format!(" :3: {SOLUTION}"), "nine, count 3, solution"),
        (format!(" {SOLUTION} {boxes}"), "nine, regions, solution"),
        (format!(" {}", &SOLUTION[1..]), "nine"),
        (format!(" {}.", &SOLUTION[1..]), grid),
        (format!(" {}", boxes.replace('a', "0")), "nine, regions"),
        (format!(" {}", boxes.replace('a', "9")), "nine, regions"),
        (format!(" {}", &boxes[1..]), &labels(80)),
        (format!(" {boxes}a"), &labels(82)),
        // Not too far from as many as the cells, nor of too many kinds.
        (format!(" {}", &boxes[..61]), &labels(61)),
        (format!(" {}", &boxes[..60]), "nine"),
        (format!(" {boxes}{}", "a".repeat(19)), &labels(100)),
        (format!(" {boxes}{}", "a".repeat(20)), "nine"),
        (format!(" z{}", &boxes[1..80]), &labels(80)),
        (format!(" xyz{}", &boxes[3..80]), "nine"),
        (format!(" a-b{}", &boxes[3..80]), &labels(80)),
    ] {
        check(&[(&format!("{PUZZLE}{rest}"), &[expected])]);
    }
}

//! Does a puzzle that is given in decimals get its answers in decimals, and one in letters in
//! letters?

use std::fs;

use itertools::Itertools;

use crate::common::program::{satdoku, with_stdin};

/// A 10x10 puzzle that takes trial and error of depth 1.
const PUZZLE: &str = "..2...1547....6.A.8.A85...9..46...2...A........7..4....982...7...1...585....3......A\
                      .....22.1.9.4...";
const SOLUTION: &str = "9328A61547714562A389A85173962469342571A8126984573A4A7359826137A641289585921A3476548A\
                        3769122617984A53";

/// Lines of cells with decimals in place of letters, other text as it is.
fn in_decimals(text: &str) -> String {
    let spaced = |cells: &str| cells.chars().map(|cell| cell.to_string()).join(" ");
    let field = |field: &str| match field.len() {
        100 => spaced(field).replace('A', "10"),
        _ => field.to_owned(),
    };
    let line = |line: &str| line.split(',').map(field).join(",") + "\n";
    text.lines().map(line).collect()
}

/// The solution but for the fifth cell, which holds the tenth digit.
fn with_fifth_cell(cell: &str) -> String {
    [&SOLUTION[..4], cell, &SOLUTION[5..]].concat()
}

/// An empty grid but for the first cells.
fn starting(cells: &str) -> String {
    format!("{cells:.<100}")
}

#[test]
fn words_and_drawings_write_digits_as_the_puzzle_does() {
    let (clash, open) = (&*starting("A.A"), &*with_fifth_cell("."));
    let too_many = &*[&PUZZLE[..4], "A", &PUZZLE[5..]].concat();
    let wrong = &*format!("puzzle,solution\n{PUZZLE},{}\n", with_fifth_cell("1"));
    let folder = tempfile::tempdir().unwrap();
    let formula = folder.path().join("forbids-A5.cnf");
    fs::write(&formula, "p cnf 1000 1\n-50 0\n").unwrap();
    let audit = &*format!("audit --verbose {} --puzzle -", formula.display());
    let rules = folder.path().join("rules.cnf");
    fs::write(&rules, &satdoku(format!("encode {}", starting(""))).stdout).unwrap();
    let audit_rules = &*format!("audit {} --puzzle -", rules.display());
    let model = folder.path().join("model.txt");
    let digits = SOLUTION.chars().zip((0..).step_by(10));
    let variables = digits.map(|(digit, cell)| cell + digit.to_digit(11).unwrap());
    fs::write(&model, format!("s SATISFIABLE\nv {} 0\n", variables.format(" "))).unwrap();
    let decode = &*format!("decode {} --puzzle -", model.display());
    // `#` stands for the tenth digit.
    for (command, input, words) in [
        ("solve", clash, "row A holds # twice: A1, A3"),
        ("solve --format grid", clash, " #* . #* . "),
        ("solve --format grid", PUZZLE, "9 3 2 8 # 6 1 5 4 7 7 1"),
        ("solve", wrong, "A5 is 1 in the solution of the input, but # in the only solution"),
        ("solve --format line", clash, "invalid row A holds # twice"),
        ("solve --format json", clash, "\"error\":\"row A holds # twice"),
        ("solve --all", clash, "1 invalid row A holds # twice"),
        ("check", clash, "A1=# and A3=# are in the same row"),
        ("check", wrong, "A5 is 1 in the solution of the input, but # in the only solution"),
        ("check --minimal", too_many, "(4 of 34): A5=#"),
        ("check --backbone", PUZZLE, "9 3 2 8 # 6 1 5 4 7 7 1"),
        ("check --format json", clash, "\"givens\":[\"A1=#\",\"A3=#\"]"),
        ("hint", open, "so A5 is #"),
        ("hint", clash, "A1=# and A3=#"),
        ("explain", open, "so A5 is #"),
        ("explain --format json", open, "\"A5=#\""),
        ("candidates", clash, "row A holds # twice: A1, A3"),
        ("candidates", open, "9 3 2 8 # 6 1 5 4 7 7 1"),
        (decode, open, "9 3 2 8 # 6 1 5 4 7 7 1"),
        (audit, SOLUTION, "9 3 2 8 # 6 1 5 4 7 7 1"),
        (audit_rules, &starting("A"), "the given A1=# is not placed"),
    ] {
        for (text, tenth) in [(input.to_owned(), "A"), (in_decimals(input), "10")] {
            let output = with_stdin(command, &text);
            let said = [&*output.stdout, &*output.stderr].concat().replace(['|', '+', '-'], " ");
            let said = said.split_whitespace().join(" ");
            let words = words.replace('#', tenth);
            assert!(said.contains(words.trim()), "{command}: expected {words}, found {said}");
        }
    }
    let conclusion = |tenth| format!("hint --about {tenth}");
    with_stdin(conclusion("A5=10"), in_decimals(open))
        .prints(with_stdin(conclusion("A5=A"), open).stdout.replace("is A", "is 10"));
}

#[test]
fn numbers_are_noticed_in_every_form_of_cells() {
    let rows = |empty: &str, between: &str, before: &str, after: &str| -> String {
        let cell = |index| if index == 0 || index == 2 { "10" } else { empty };
        let row = |row: usize| (0..10).map(|column| cell(10 * row + column)).join(between);
        (0..10).map(|index| [before, &row(index), after].concat()).collect()
    };
    for text in [
        rows(".", " ", "", "\n"),
        rows(".", " ", "", " "),
        rows("", ";", "", "\n"),
        rows("1/2/10", " ", "", "\n"),
        format!("name,puzzle\nfirst,{}\n", rows(".", " ", "", " ")),
        format!("[{}]", rows("0", ",", "[", "],").trim_end_matches(',')),
        format!("{{\"grid\": [{}]}}", rows("null", ",", "[", "],").trim_end_matches(',')),
    ] {
        let output = with_stdin("solve --box 2x5", &text);
        let words = "row A holds 10 twice: A1, A3";
        output.shows(words);
    }
}

#[test]
fn pictures_show_the_digits_of_the_puzzle() {
    for (puzzle, digit) in [(PUZZLE.to_owned(), ">A<"), (in_decimals(PUZZLE), ">10<")] {
        for command in ["solve", "check", "hint", "explain", "candidates"] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("picture.svg");
            let file = path.to_str().unwrap();
            with_stdin(format!("{command} --svg {file}"), &puzzle);
            let picture = fs::read_to_string(&path).unwrap();
            assert!(picture.contains(digit), "{command}: expected {digit}");
        }
    }
}

#[test]
fn lines_and_records_write_all_puzzles_of_a_side_alike() {
    let grids = format!("{PUZZLE}\n{}\n", with_fifth_cell("."));
    let records = format!("puzzle,n\n{PUZZLE},1\n");
    for command in
        ["--format line", "--format csv", "--format tsv", "--all", "--first --format line"]
    {
        let letters = with_stdin(format!("solve {command}"), &grids).shows(SOLUTION);
        with_stdin(format!("solve {command}"), in_decimals(&grids)).prints(letters.stdout);
    }
    let solved = with_stdin("solve --format json", in_decimals(PUZZLE));
    assert_eq!([&solved.json()[0]["puzzle"], &solved.json()[0]["solution"]], [PUZZLE, SOLUTION]);
    let kept = with_stdin("solve --format csv", in_decimals(&records));
    let expected = format!("{},unique,{SOLUTION},", in_decimals(&format!("{PUZZLE},1")).trim_end());
    assert_eq!(kept.stdout.lines().nth(1), Some(&*expected), "columns of the input stay");
}

#[test]
fn what_is_drawn_in_decimals_is_read_back() {
    for puzzle in [PUZZLE, &starting("A.A"), &starting("9A1")] {
        let read_back = |text: &str, command: &str| {
            let drawn = with_stdin(command, text);
            let read = with_stdin("solve --first --format json", &drawn.stdout);
            let report = read.json().swap_remove(0);
            ["puzzle", "candidates", "status"].map(|field| report[field].clone())
        };
        for command in ["solve --format grid", "candidates"] {
            if command == "candidates" || puzzle == PUZZLE {
                let expected = read_back(puzzle, command);
                assert_eq!(
                    read_back(&in_decimals(puzzle), command),
                    expected,
                    "{command} {puzzle}"
                );
            }
        }
    }
}

#[test]
fn chosen_symbols_are_kept() {
    let clash = starting("J.J");
    satdoku(format!("check --symbols ABCDEFGHIJ {clash}")).shows("A1=J and A3=J");
    with_stdin("check --symbols ABCDEFGHIJ", in_decimals(&starting("A"))).ends(2);
}

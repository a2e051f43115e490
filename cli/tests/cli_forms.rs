//! Does the program find all solutions, keep what stands between puzzles, read grids of candidates
//! in every command, and read what it writes?

use std::collections::BTreeSet;
use std::fs;

use crate::common::program::{lacks, satdoku, sh_in, with_stdin};

const PUZZLE: &str =
    "003020600900305001001806400008102900700000008006708200002609500800203009005010300";
const SOLUTION: &str =
    "483921657967345821251876493548132976729564138136798245372689514814253769695417382";
/// No two givens clash, and there is no solution.
const NONE: &str =
    "93.15.8.....2...5.1.7.4.2.....5....8.7..63...3........6...17.....2....4..8......3";
/// Of 4x4: 18 solutions.
const OPEN: &str = "1..............2";

/// The candidates that the solution leaves out are gone, but for one in each of the first open
/// cells.
fn candidates_of(open: usize) -> String {
    let mut left = open;
    let cells = PUZZLE.chars().zip(SOLUTION.chars()).map(|(given, digit)| {
        let is_open = given == '0' && left > 0;
        left -= usize::from(is_open);
        let other = if digit == '9' { '1' } else { (digit as u8 + 1) as char };
        let keeps = |mark: char| mark == digit || is_open && mark == other;
        ('1'..='9').map(|mark| if keeps(mark) { mark } else { '.' }).collect::<String>()
    });
    cells.collect()
}

#[test]
fn prints_all_solutions_with_the_number_of_their_puzzle() {
    let input = format!("{PUZZLE}\n{OPEN}\n11..............\n{NONE}\n123456789012345678\n");
    let output = with_stdin("solve --all", &input).ends(2);
    let lines: Vec<&str> = output.stdout.lines().collect();
    assert_eq!(lines[0], format!("1\t{SOLUTION}"));
    let found: BTreeSet<&str> = lines.iter().filter_map(|line| line.strip_prefix("2\t")).collect();
    assert_eq!(found.len(), 18);
    assert!(lines[19].starts_with("3\tinvalid\t"), "{lines:?}");
    assert_eq!(lines[20..], ["4\tnone", "5\terror"]);
    // The numbers go on in the next input.
    let two = format!("{PUZZLE}\n{PUZZLE}");
    let output = satdoku(format!("solve --all '{two}' '{two}'"));
    let numbers = output.stdout.lines().map(|line| &line[..1]).collect::<String>();
    assert_eq!(numbers, "1234");

    let output = satdoku(format!("solve --all=5 {OPEN}"));
    assert_eq!((output.status, output.stdout.lines().count()), (Some(0), 5));
    // 288 grids of 4x4, and a number of solutions that the input gives.
    let empty = ".".repeat(16);
    assert_eq!(satdoku(format!("solve --all {empty}")).stdout.lines().count(), 288);
    for (claim, code) in [(288, 0), (287, 3)] {
        with_stdin("solve --all", format!("{empty}:{claim}:\n")).ends(code);
    }
}

#[test]
fn all_solutions_go_into_json_and_tables() {
    let records = with_stdin("solve --all --format json", OPEN).json();
    assert_eq!(records.len(), 18);
    assert!(records.iter().all(|record| record["number"] == 1 && record["puzzle"] == OPEN));
    let input = format!("id,puzzle\na,{OPEN}\nb,1234341221434321\n");
    let output = with_stdin("solve --all --format csv", &input);
    let lines: Vec<&str> = output.stdout.lines().collect();
    assert_eq!(lines[0], "id,puzzle,satdoku_number,satdoku_status,satdoku_solution,satdoku_reason");
    assert!(lines[1..19].iter().all(|line| line.starts_with(&format!("a,{OPEN},1,solved,"))));
    assert_eq!(lines[19..], ["b,1234341221434321,2,solved,1234341221434321,"]);
}

#[test]
fn grids_of_candidates_are_read_by_every_command_that_can() {
    let (one, none) = (candidates_of(5), ".".repeat(9) + &"123456789".repeat(80));
    for text in [&one, &with_stdin("candidates", PUZZLE).stdout] {
        with_stdin("check", text).prints("<stdin>:1: unique: exactly one solution\n");
        with_stdin("solve --all", text).prints(format!("1\t{SOLUTION}\n"));
        with_stdin("hint", text).ends(0);
    }
    with_stdin("solve", &one).tells("'candidates', 'hint' and 'explain' read it too");
    with_stdin("check", &none).ends(1).prints("<stdin>:1: no solution\n");
    with_stdin("check --minimal", &one).ends(2).tells("found a grid of candidates");

    if lacks("cadical") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("one"), &one).unwrap();
    fs::write(folder.path().join("none"), &none).unwrap();
    let decoded = |name: &str| {
        let command = format!(
            "satdoku encode {name} -o {name}.cnf; cadical -q {name}.cnf | satdoku decode --format line --cnf {name}.cnf"
        );
        sh_in(&folder, &command).stdout
    };
    assert_eq!(decoded("one"), format!("{SOLUTION}\n"));
    assert_eq!(decoded("none"), "no solution, confirmed by satdoku's own search\n");
}

#[test]
fn lines_of_quoted_fields_end_with_lf() {
    for end in ["\n", "\r\n", "\r"] {
        let rows = [
            format!("1,\"two{end}lines\",{PUZZLE}"),
            format!("2,\"a \"\"quote\"\"{end}{end}\",{PUZZLE}"),
            format!("3,5\" disc,{PUZZLE}"),
        ];
        let input = format!("id,note,puzzle{end}{}{end}", rows.join(end));
        let output = with_stdin("solve --format csv", &input);
        let rows = rows.map(|row| format!("{},unique,{SOLUTION},\n", row.replace(end, "\n")));
        let ours = "satdoku_status,satdoku_solution,satdoku_reason";
        let expected = format!("id,note,puzzle,{ours}\n{}", rows.concat());
        output.prints(expected);
    }
}

#[test]
fn colors_show_givens_clashes_and_differences_and_marks_say_the_same() {
    let colored = |arguments: &str| satdoku(format!("--color always {arguments}")).stdout;
    let plain = |arguments: &str| satdoku(arguments).stdout;
    let bold = "\u{1b}[1m4\u{1b}[0m";
    let solved = colored("solve 1.3...2..1..4..2");
    assert_eq!(solved.matches(bold).count(), 1, "{solved:?}");
    let several = colored(&format!("solve {OPEN}"));
    assert!(several.contains("\u{1b}[33m") && several.contains("marked *"), "{several:?}");
    let clash = colored("solve 11..............");
    assert!(clash.contains("\u{1b}[31m1*"), "{clash:?}");
    for arguments in [&format!("solve {OPEN}"), "solve 11..............", &format!("check {OPEN}")]
    {
        let text = colored(arguments);
        assert!(text.contains('\u{1b}'));
        let without = |text: &str| {
            let mut parts = text.split('\u{1b}');
            let first = parts.next().unwrap_or_default().to_owned();
            first + &parts.filter_map(|part| Some(part.split_once('m')?.1)).collect::<String>()
        };
        assert_eq!(without(&text), plain(arguments));
    }
}

/// What `solve` reads in a text with these options: its cells, rules and solution.
fn read_again(text: &str, options: &str) -> Vec<[serde_json::Value; 6]> {
    let records = with_stdin(format!("solve --format json {options} -"), text).json();
    let names = ["puzzle", "rules", "box", "regions", "status", "solution"];
    let found = |mut record: serde_json::Value| {
        // The column of a jigsaw's puzzle has its regions too, and comes back as it is.
        if let (Some(puzzle), Some(regions)) =
            (record["puzzle"].as_str(), record["regions"].as_str())
            && let Some(cells) = puzzle.strip_suffix(regions)
        {
            record["puzzle"] = cells.trim_end().into();
        }
        names.map(|name| match &record[format!("satdoku_{name}")] {
            serde_json::Value::String(ours) if text.starts_with('{') => ours.as_str().into(),
            _ => record[name].clone(),
        })
    };
    records.into_iter().map(found).collect()
}

/// A 36x36 grid, written in decimals, with some cells empty.
fn in_decimals() -> String {
    let value = |cell: usize| (cell / 36 * 6 + cell / 36 / 6 + cell % 36) % 36 + 1;
    let cell = |cell: usize| match cell % 11 {
        0 => ".".to_owned(),
        _ => value(cell).to_string(),
    };
    (0..36 * 36).map(cell).collect::<Vec<_>>().join(" ")
}

#[test]
fn reads_what_it_writes() {
    let generated = |arguments: &str| {
        let output = satdoku(format!("generate --seed 3 {arguments}")).ends(0);
        output.stdout.trim_end().to_owned()
    };
    let regions = "aabbbbaabbccaaddcceeddcceeddffeeffff";
    let with_regions = format!("--regions {regions}");
    let puzzles = [
        ("", generated("")),
        ("--box 2x2", generated("--box 2x2")),
        ("--box 3x2", generated("--box 3x2")),
        ("--box 4x4", generated("--box 4x4 --givens 180")),
        ("--box 5x5", generated("--box 5x5 --givens 500")),
        ("--box 6x6", in_decimals()),
        ("--diagonal", generated("--diagonal")),
        ("--rules windoku,anti-king", generated("--rules windoku,anti-king")),
        ("--rules jigsaw", generated("--rules jigsaw")),
        (&with_regions, generated(&with_regions)),
        ("--rules latin", generated("--rules latin")),
    ];
    for (options, line) in &puzzles {
        let expected = read_again(line, options);
        assert_eq!(expected[0][4], "unique", "{options:?} {line}");
        let write =
            |arguments: &str| with_stdin(format!("{arguments} {options} -"), line).ends(0).stdout;
        let solution = expected[0][5].as_str().unwrap();
        for arguments in [
            "solve --format json",
            "solve --all --format json",
            "check --format json",
            "rate --format json",
        ] {
            let written = write(arguments);
            // The record names its rules; the same options are no contradiction.
            assert_eq!(read_again(&written, ""), expected, "{arguments:?} {options:?} {written}");
            assert_eq!(read_again(&written, options), expected, "{arguments:?} {options:?}");
        }
        for format in ["csv", "tsv"] {
            for all in ["", "--all"] {
                let written = write(&format!("solve --format {format} {all}"));
                assert_eq!(read_again(&written, options), expected, "{format} {written}");
            }
        }
        let is_found = |text: &str, read_with: &str| {
            let found = &read_again(text, read_with)[0];
            assert_eq!((&found[1], &found[4]), (&expected[0][1], &"unique".into()), "{text}");
            assert_eq!(found[5], solution, "{options:?} {text}");
        };
        is_found(&write("solve --format grid"), options);
        // A line has the cells of a solution alone.
        let regions = expected[0][3].as_str().map(|regions| format!("--regions {regions}"));
        let rules = regions.as_deref().unwrap_or(options);
        is_found(&write("solve --format line"), rules);
        let candidates = write("candidates");
        is_found(&candidates, options);
        let left = write("candidates --format json");
        is_found(&left, "");
        for (command, read_with) in [
            ("solve --format json", ""),
            ("check --format json", ""),
            ("solve --format csv", options),
        ] {
            let output = with_stdin(format!("{command} {options} -"), &candidates);
            is_found(&output.stdout, read_with);
        }
    }
    for options in ["", "--box 3x2", "--diagonal", "--rules jigsaw"] {
        let line = generated(options);
        for format in ["grid", "record"] {
            let written = generated(&format!("{options} --format {format}"));
            assert_eq!(read_again(&written, options), read_again(&line, options), "{written}");
        }
    }
}

#[test]
fn a_record_that_names_no_rules_leaves_them_to_the_options() {
    let record = |rules: &str| format!("{{\"puzzle\":\"{}\",{rules}}}\n", ".".repeat(36));
    // A box alone, and no names, leave the rules to the options.
    for rules in [
        "\"box\":\"2x3\"",
        "\"rules\":\"\"",
        "\"windoku\":false,\"argyle\":null,\"anti-king\":0,\"type\":\"easy\"",
    ] {
        let found = &read_again(&record(rules), "--diagonal")[0];
        assert_eq!((&found[1], &found[4]), (&"diagonal".into(), &"multiple".into()), "{rules}");
    }
    // Whoever names the boxes is not told which were chosen.
    for (rules, is_told) in [("\"box\":\"2x3\"", false), ("\"rules\":\"classic\"", true)] {
        let output = with_stdin("solve", record(rules));
        assert_eq!(output.stderr.contains("boxes of 2x3"), is_told, "{rules}");
    }
}

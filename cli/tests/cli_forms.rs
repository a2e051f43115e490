//! Does the program find all solutions, keep what stands between puzzles, read grids of candidates
//! in every command, and read what it writes?

use std::collections::BTreeSet;
use std::fs;

use crate::common::program::{json, lacks, satdoku, sh, sh_in, stderr, stdout, with_stdin};

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
    let output = with_stdin(&["solve", "--all"], &input);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    let lines: Vec<&str> = stdout(&output).lines().collect();
    assert_eq!(lines[0], format!("1\t{SOLUTION}"));
    let found: BTreeSet<&str> = lines.iter().filter_map(|line| line.strip_prefix("2\t")).collect();
    assert_eq!(found.len(), 18);
    assert!(lines[19].starts_with("3\tinvalid\t"), "{lines:?}");
    assert_eq!(lines[20..], ["4\tnone", "5\terror"]);
    // The numbers go on in the next input.
    let two = format!("{PUZZLE}\n{PUZZLE}");
    let output = satdoku(&["solve", "--all", &two, &two]);
    let numbers = stdout(&output).lines().map(|line| &line[..1]).collect::<String>();
    assert_eq!(numbers, "1234");

    let output = satdoku(&["solve", "--all=5", OPEN]);
    assert_eq!((output.status.code(), stdout(&output).lines().count()), (Some(0), 5));
    // 288 grids of 4x4, and a number of solutions that the input gives.
    let empty = ".".repeat(16);
    assert_eq!(stdout(&satdoku(&["solve", "--all", &empty])).lines().count(), 288);
    for (claim, code) in [(288, 0), (287, 3)] {
        let output = with_stdin(&["solve", "--all"], &format!("{empty}:{claim}:\n"));
        assert_eq!(output.status.code(), Some(code), "{}", stderr(&output));
    }
}

#[test]
fn all_solutions_go_into_json_and_tables() {
    let records = json(&with_stdin(&["solve", "--all", "--format", "json"], OPEN));
    assert_eq!(records.len(), 18);
    assert!(records.iter().all(|record| record["number"] == 1 && record["puzzle"] == OPEN));
    let input = format!("id,puzzle\na,{OPEN}\nb,1234341221434321\n");
    let output = with_stdin(&["solve", "--all", "--format", "csv"], &input);
    let lines: Vec<&str> = stdout(&output).lines().collect();
    assert_eq!(lines[0], "id,puzzle,satdoku_number,satdoku_status,satdoku_solution");
    assert!(lines[1..19].iter().all(|line| line.starts_with(&format!("a,{OPEN},1,solved,"))));
    assert_eq!(lines[19..], ["b,1234341221434321,2,solved,1234341221434321"]);
}

#[test]
fn all_solutions_end_with_their_reader_or_the_time_limit() {
    let empty = ".".repeat(81);
    let output = sh(&format!("satdoku solve --all {empty} | head -n 3 | wc -l"));
    assert_eq!(stdout(&output).trim(), "3", "{}", stderr(&output));
    let command =
        format!("satdoku solve --all --time-limit 0.2 {empty} >all; echo $?; tail -n 1 all");
    let output = sh(&command);
    assert_eq!(stdout(&output), "4\n1\tunknown\tthe time limit was reached\n");
}

#[test]
fn grids_of_candidates_are_read_by_every_command_that_can() {
    let (one, none) = (candidates_of(5), ".".repeat(9) + &"123456789".repeat(80));
    for text in [&one, &stdout(&with_stdin(&["candidates"], PUZZLE)).to_owned()] {
        let check = with_stdin(&["check"], text);
        assert_eq!(stdout(&check), "<stdin>:1: unique: exactly one solution\n");
        let all = with_stdin(&["solve", "--all"], text);
        assert_eq!(stdout(&all), format!("1\t{SOLUTION}\n"));
        let hint = with_stdin(&["hint"], text);
        assert_eq!(hint.status.code(), Some(0), "{}", stderr(&hint));
    }
    let solve = with_stdin(&["solve"], &one);
    assert!(
        stderr(&solve).contains("'candidates', 'hint' and 'explain' read it too"),
        "{}",
        stderr(&solve)
    );
    let check = with_stdin(&["check"], &none);
    assert_eq!((check.status.code(), stdout(&check)), (Some(1), "<stdin>:1: no solution\n"));
    let check = with_stdin(&["check", "--minimal"], &one);
    assert_eq!(check.status.code(), Some(2));
    assert!(stderr(&check).contains("found a grid of candidates"), "{}", stderr(&check));

    if lacks("cadical") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("one"), &one).unwrap();
    fs::write(folder.path().join("none"), &none).unwrap();
    let decoded = |name: &str| {
        let command = format!(
            "satdoku encode {name} | cadical -q | satdoku decode --format line --puzzle {name}"
        );
        stdout(&sh_in(folder.path(), &command)).to_owned()
    };
    assert_eq!(decoded("one"), format!("{SOLUTION}\n"));
    assert_eq!(decoded("none"), "no solution, confirmed by satdoku's own search\n");
}

#[test]
fn blank_lines_and_comments_stay_where_they_are() {
    let input = format!(
        "# list “one”\n\n{PUZZLE}\n  # two\n\n\n{PUZZLE} end\n\n# 4x4\n{0}\n# more\n{0}\n{0}\n\n# the end\n",
        "1.3...2..1..4..2"
    );
    let output = with_stdin(&["solve", "--format", "line", "--keep"], &input);
    let solved = stdout(&with_stdin(&["solve", "--format", "line"], "1.3...2..1..4..2")).to_owned();
    let expected = input
        .replace(&format!("{PUZZLE} end"), &format!("{SOLUTION}\tend"))
        .replace(PUZZLE, SOLUTION)
        .replace("1.3...2..1..4..2\n", &solved);
    assert_eq!(stdout(&output), expected, "{}", stderr(&output));
    // A single puzzle is a line too, and other formats have no place for comments.
    let input = format!("# one\n{PUZZLE}\n");
    assert_eq!(stdout(&with_stdin(&["solve", "--keep"], &input)), format!("# one\n{SOLUTION}\n"));
    let useless = with_stdin(&["solve", "--keep", "--format", "json"], &input);
    assert_eq!(stderr(&useless), "error: --keep: use it with --format line\n");
}

#[test]
fn quoted_fields_keep_their_line_ends() {
    for end in ["\n", "\r\n", "\r"] {
        let rows = [
            format!("1,\"two{end}lines\",{PUZZLE}"),
            format!("2,\"a \"\"quote\"\"{end}{end}\",{PUZZLE}"),
            format!("3,5\" disc,{PUZZLE}"),
        ];
        let input = format!("id,note,puzzle{end}{}{end}", rows.join(end));
        let output = with_stdin(&["solve", "--format", "csv"], &input);
        let rows = rows.map(|row| format!("{row},unique,{SOLUTION}\n"));
        let expected = format!("id,note,puzzle,satdoku_status,satdoku_solution\n{}", rows.concat());
        assert_eq!(stdout(&output), expected, "{end:?}");
    }
}

#[test]
fn colors_show_givens_clashes_and_differences_and_marks_say_the_same() {
    let colored = |arguments: &[&str]| {
        let output = satdoku(&[&["--color", "always"], arguments].concat());
        stdout(&output).to_owned()
    };
    let plain = |arguments: &[&str]| stdout(&satdoku(arguments)).to_owned();
    let bold = "\u{1b}[1m4\u{1b}[0m";
    let solved = colored(&["solve", "1.3...2..1..4..2"]);
    assert_eq!(solved.matches(bold).count(), 1, "{solved:?}");
    let several = colored(&["solve", OPEN]);
    assert!(several.contains("\u{1b}[33m") && several.contains("marked *"), "{several:?}");
    let clash = colored(&["solve", "11.............."]);
    assert!(clash.contains("\u{1b}[31m1*"), "{clash:?}");
    for arguments in [["solve", OPEN], ["solve", "11.............."], ["check", OPEN]] {
        let text = colored(&arguments);
        assert!(text.contains('\u{1b}'));
        let without = |text: &str| {
            let mut parts = text.split('\u{1b}');
            let first = parts.next().unwrap_or_default().to_owned();
            first + &parts.filter_map(|part| Some(part.split_once('m')?.1)).collect::<String>()
        };
        assert_eq!(without(&text), plain(&arguments));
    }
}

/// What `solve` reads in a text with these options: its cells, rules and solution.
fn read_again(text: &str, options: &[&str]) -> Vec<[serde_json::Value; 6]> {
    let output = with_stdin(&[&["solve", "--format", "json"], options, &["-"]].concat(), text);
    let records = json(&output).into_iter();
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
    records.map(found).collect()
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
    let generated = |arguments: &[&str]| {
        let output = satdoku(&[&["generate", "--seed", "3"], arguments].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        stdout(&output).trim_end().to_owned()
    };
    let regions = "aabbbbaabbccaaddcceeddcceeddffeeffff";
    let puzzles: [(&[&str], String); 11] = [
        (&[], generated(&[])),
        (&["--box", "2x2"], generated(&["--box", "2x2"])),
        (&["--box", "3x2"], generated(&["--box", "3x2"])),
        (&["--box", "4x4"], generated(&["--box", "4x4", "--givens", "180"])),
        (&["--box", "5x5"], generated(&["--box", "5x5", "--givens", "500"])),
        (&["--box", "6x6"], in_decimals()),
        (&["--diagonal"], generated(&["--diagonal"])),
        (&["--rules", "windoku,anti-king"], generated(&["--rules", "windoku,anti-king"])),
        (&["--rules", "jigsaw"], generated(&["--rules", "jigsaw"])),
        (&["--regions", regions], generated(&["--regions", regions])),
        (&["--rules", "latin"], generated(&["--rules", "latin"])),
    ];
    for (options, line) in &puzzles {
        let expected = read_again(line, options);
        assert_eq!(expected[0][4], "unique", "{options:?} {line}");
        let write = |arguments: &[&str]| {
            let output = with_stdin(&[arguments, options, &["-"]].concat(), line);
            assert_eq!(output.status.code(), Some(0), "{arguments:?} {}", stderr(&output));
            stdout(&output).to_owned()
        };
        let solution = expected[0][5].as_str().unwrap();
        for arguments in [
            &["solve", "--format", "json"][..],
            &["solve", "--all", "--format", "json"],
            &["check", "--format", "json"],
            &["rate", "--format", "json"],
        ] {
            let written = write(arguments);
            // The record names its rules; the same options are no contradiction.
            assert_eq!(read_again(&written, &[]), expected, "{arguments:?} {options:?} {written}");
            assert_eq!(read_again(&written, options), expected, "{arguments:?} {options:?}");
        }
        for format in ["csv", "tsv"] {
            for all in [&[][..], &["--all"]] {
                let written = write(&[&["solve", "--format", format], all].concat());
                assert_eq!(read_again(&written, options), expected, "{format} {written}");
            }
        }
        let is_found = |text: &str, read_with: &[&str]| {
            let found = &read_again(text, read_with)[0];
            assert_eq!((&found[1], &found[4]), (&expected[0][1], &"unique".into()), "{text}");
            assert_eq!(found[5], solution, "{options:?} {text}");
        };
        is_found(&write(&["solve", "--format", "grid"]), options);
        // A line has the cells of a solution alone.
        let regions = expected[0][3].as_str().map(|regions| ["--regions", regions]);
        let rules = regions.as_ref().map_or(*options, |regions| regions);
        is_found(&write(&["solve", "--format", "line"]), rules);
        let candidates = write(&["candidates"]);
        is_found(&candidates, options);
        let left = write(&["candidates", "--format", "json"]);
        is_found(&left, &[]);
        for (command, read_with) in [
            ("solve --format json", &[][..]),
            ("check --format json", &[]),
            ("solve --format csv", options),
        ] {
            let command: Vec<&str> = command.split(' ').collect();
            let output = with_stdin(&[&command[..], options, &["-"]].concat(), &candidates);
            is_found(stdout(&output), read_with);
        }
    }
    for options in [&[][..], &["--box", "3x2"], &["--diagonal"], &["--rules", "jigsaw"]] {
        let line = generated(options);
        for format in ["grid", "record"] {
            let written = generated(&[options, &["--format", format]].concat());
            assert_eq!(read_again(&written, options), read_again(&line, options), "{written}");
        }
    }
}

#[test]
fn options_that_contradict_the_rules_of_a_record_are_errors() {
    let record = |rules: &str| format!("{{\"puzzle\":\"{}\",{rules}}}\n", ".".repeat(36));
    for (rules, options, message) in [
        ("\"rules\":\"diagonal\"", "--rules windoku", "expected a grid of 9x9 for windoku"),
        (
            "\"rules\":\"diagonal\"",
            "--rules anti-king",
            "expected a puzzle of the rules asked for, found a diagonal puzzle with boxes of 2x3, not \
             an anti-king puzzle with boxes of 2x3; \
             leave out the options that name rules",
        ),
        ("\"rules\":\"classic\"", "-x", "found a classic puzzle with boxes of 2x3"),
        ("\"box\":\"3x2\"", "--box 2x3", "found one with boxes of 3x2"),
        ("\"rules\":\"jigsaw\"", "", "expected \"regions\" beside a jigsaw's \"rules\""),
        (
            "\"rules\":\"killer\"",
            "",
            "expected names of known rules in \"rules\", found \"killer\"",
        ),
        (
            "\"rules\":[\"killer\"]",
            "",
            "expected the names of a puzzle's \"rules\" in one text, found an array",
        ),
        ("\"Rules\":\"killer\"", "", "found \"killer\""),
        ("\"rules\":\"classic\",\"regions\":\"aab\"", "", "expected one region label"),
        ("\"rules\":\"latin\",\"Regions\":\"aab\"", "", "expected one region label"),
        ("\"rules\":\"classic, latin\"", "", "that agree, found classic and latin"),
        ("\"rules\":\"latin\",\"box\":\"2x3\"", "", "\"box\" and \"regions\" that agree"),
        ("\"regions\":\"aab\",\"box\":\"2x3\"", "", "expected one region label"),
        ("\"candidates\":[1,2]", "", "expected a list of digits for each cell in \"candidates\""),
        ("\"anti_knight\":true", "", "names other rules: \"anti_knight\""),
        ("\"Windoku\":1", "", "names other rules: \"Windoku\""),
        ("\"type\":\"Anti-King Sudoku\"", "", "names other rules: \"Anti-King Sudoku\""),
        ("\"variants\":[\"center dot\"]", "", "names other rules: \"variants: center dot\""),
        ("\"box\":5", "", "expected \"box\" as \"2x3\", its height and width, found a number"),
        ("\"box\":\"big\"", "", "expected \"box\" as \"2x3\""),
        ("\"regions\":\"aab\"", "", "expected one region label for each cell"),
    ] {
        let options: Vec<&str> = options.split_whitespace().collect();
        let output = with_stdin(&[&["solve"], &options[..], &["-"]].concat(), &record(rules));
        assert_eq!(output.status.code(), Some(2), "{rules} {}", stdout(&output));
        assert!(stderr(&output).contains(message), "{rules}: {}", stderr(&output));
    }
    // A box alone, and no names, leave the rules to the options.
    for rules in [
        "\"box\":\"2x3\"",
        "\"rules\":\"\"",
        "\"windoku\":false,\"argyle\":null,\"anti-king\":0,\"type\":\"easy\"",
    ] {
        let found = &read_again(&record(rules), &["--diagonal"])[0];
        assert_eq!((&found[1], &found[4]), (&"diagonal".into(), &"multiple".into()), "{rules}");
    }
    // Whoever names the boxes is not told which were chosen.
    for (rules, is_told) in [("\"box\":\"2x3\"", false), ("\"rules\":\"classic\"", true)] {
        let output = with_stdin(&["solve"], &record(rules));
        assert_eq!(stderr(&output).contains("boxes of 2x3"), is_told, "{rules}");
    }
}

#[test]
fn a_word_below_a_drawing_is_no_row_of_regions() {
    let drawing = "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n";
    let text = format!("{drawing}Difficult\n\n{drawing}");
    let output = with_stdin(&["solve", "--format", "line"], &text);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(stdout(&output).lines().count(), 2);
}

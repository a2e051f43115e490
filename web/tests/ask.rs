//! Every question once, and every bad request.

use std::io::{Cursor, Read as _, Write as _};

use satdoku::{Candidates, Cell, DigitSet, Grid, Puzzle, Size, Verdict, solve, verify};
use satdoku_web::{accepts, answer, certificate};
use serde_json::{Value, json};
use zip::{ZipArchive, ZipWriter, write::SimpleFileOptions};

const EASY: &str =
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";
const SMALL: &str = "12.. ..1. 2... ...3";

fn values(line: &str) -> Vec<u16> {
    line.parse::<Grid>().unwrap().values().to_vec()
}

fn classic(line: &str) -> Value {
    let line = line.replace(' ', "");
    let shape = if line.len() == 81 { "3x3" } else { "2x2" };
    json!({ "box": shape, "rules": "classic", "puzzle": line })
}

fn try_to_ask(request: Value) -> Result<Value, String> {
    let answer = answer(&request.to_string()).map_err(|error| format!("{error:#}"))?;
    Ok(serde_json::from_str(&answer).unwrap())
}

fn ask(request: Value) -> Value {
    try_to_ask(request).unwrap()
}

#[test]
fn says_what_there_is() {
    let about = ask(json!({ "ask": "about" }));
    let windoku = about["rules"].as_array().unwrap().iter().find(|rule| rule["name"] == "windoku");
    assert_eq!(windoku.unwrap()["sides"], json!([9]));
    assert_eq!(windoku.unwrap()["shown"].as_array().unwrap().len(), 36);
    let knight =
        about["rules"].as_array().unwrap().iter().find(|rule| rule["name"] == "anti-knight");
    assert_eq!(knight.unwrap()["shown"], json!([21, 23, 29, 33, 47, 51, 57, 59]));
    assert_eq!(about["grades"][4], "extreme");
    assert_eq!(about["drawn"], json!(["killer", "thermometer", "arrow", "kropki"]));
    assert_eq!(about["kinds"][2]["example"], "odd A1 B2");
}

#[test]
fn reads_a_puzzle_and_states_it_as_it_is_asked_about() {
    let read = ask(json!({ "ask": "read", "text": format!("{EASY}\n{EASY}\n") }));
    assert_eq!(read["puzzle"], classic(EASY));
    assert_eq!((&read["puzzles"], &read["note"]), (&json!(2), &json!("the first of 2 puzzles")));
    let jigsaw = json!({
        "puzzle": "1234341243212143", "rules": "jigsaw, anti-king", "regions": "AAABABBBCCCDCDDD",
    });
    assert_eq!(ask(json!({ "ask": "read", "text": jigsaw.to_string() }))["puzzle"], jigsaw);
    let link =
        "https://example.org/#box=2x2&givens=1.....3..4.....2&digits=.2..............&marks=,,34";
    let link = ask(json!({ "ask": "read", "text": link }));
    assert_eq!((&link["digits"][1], &link["marks"][2]), (&json!(2), &json!(0b1100)));
    let mut table = Candidates::all(Size::FOUR);
    table[Cell::from_index(1)] = DigitSet::from_bits(0b1110);
    let marks = ask(json!({ "ask": "read", "text": table.to_string() }));
    assert_eq!(marks["candidates"], json!([vec![15, 14], vec![15; 14]].concat()));
}

#[test]
fn marks_the_givens_that_clash() {
    let clashes = ask(json!({ "ask": "clashes", "puzzle": classic("11..............") }));
    assert_eq!(clashes["cells"], json!([0, 1]));
    assert_eq!(clashes["sentences"], json!(["row A holds 1 twice: A1, A2"]));
}

#[test]
fn knows_which_cells_differ() {
    let board = ask(
        json!({ "ask": "board", "puzzle": { "puzzle": ".".repeat(81), "rules": "diagonal", "box": "3x3" } }),
    );
    let peers: Vec<_> =
        board["peers"].as_array().unwrap().iter().map(|it| it.as_array().unwrap().len()).collect();
    // On no diagonal, on one, and on both.
    assert_eq!((peers[1], peers[0], peers[40]), (20, 26, 32));
    assert_eq!(board["shaded"].as_array().unwrap().len(), 17);
}

#[test]
fn a_story_that_leaves_something_out_goes_on() {
    let puzzle = classic(
        "94.7..13......4..7....3.69..5.....812..3.5....6....2......78...7..54......4..1..8",
    );
    let explained = ask(json!({ "ask": "explain", "puzzle": puzzle }));
    let is_wing = |step: &&Value| step["technique"] == "X-wing";
    let wing = explained["steps"].as_array().unwrap().iter().find(is_wing).unwrap();
    let mut told = Vec::new();
    let mut story = &wing["story"];
    while !story.is_null() {
        told.extend(story["candidates"].as_array().unwrap());
        story = &story["rest"];
    }
    assert!(wing["eliminated"].as_array().unwrap().iter().all(|gone| told.contains(&gone)));
}

#[test]
fn clues_are_read_told_and_checked() {
    let text = format!("{}\nkiller 3 A1 A2", ".".repeat(16));
    let puzzle = ask(json!({ "ask": "read", "text": text }))["puzzle"].clone();
    assert_eq!(puzzle["clues"], json!(["killer 3 A1 A2"]));
    let board = ask(json!({ "ask": "board", "puzzle": puzzle }));
    let clue =
        json!({ "words": "the cage of 3 (A1, A2)", "text": "killer 3 A1 A2", "cells": [0, 1] });
    assert_eq!(board["clues"], json!([clue]));
    assert!(board["drawing"].as_str().unwrap().contains("<svg"));
    let mut broken = puzzle;
    broken["puzzle"] = format!("13{}", ".".repeat(14)).into();
    let clashes = ask(json!({ "ask": "clashes", "puzzle": broken }));
    assert_eq!(clashes["cells"], json!([0, 1]));
    assert_eq!(clashes["sentences"], json!(["the cage of 3 (A1, A2) is broken"]));
}

#[test]
fn solves_as_the_library_does() {
    let solved = ask(json!({ "ask": "solve", "puzzle": classic(EASY), "limit": 60_000 }));
    let puzzle = Puzzle::classic(EASY.parse().unwrap());
    let Verdict::Unique(solution) = solve(&puzzle).unwrap() else { panic!("a proper puzzle") };
    assert_eq!(
        (&solved["status"], &solved["solutions"]),
        (&json!("unique"), &json!([solution.values()]))
    );
    let two = ask(json!({ "ask": "solve", "puzzle": classic("12..34..........") }));
    assert_eq!(
        two["message"],
        format!(
            "several solutions; two of them differ in {} cells",
            two["differ"].as_array().unwrap().len()
        )
    );
    let none = ask(json!({ "ask": "solve", "puzzle": classic("11..............") }));
    assert_eq!((&none["status"], &none["solutions"]), (&json!("none"), &json!([])));
}

#[test]
fn says_why_there_is_no_solution() {
    let why = ask(json!({ "ask": "why_not", "puzzle": classic("123....4........") }));
    assert_eq!(why["cells"], json!([0, 1, 7]));
    assert!(!why["steps"].as_array().unwrap().is_empty());
    let there_is = ask(json!({ "ask": "why_not", "puzzle": classic(EASY) }));
    assert_eq!(there_is["sentence"], "there is a solution");
}

#[test]
fn clues_that_contradict_each_other_are_among_the_reasons() {
    let text = format!("{}\nkiller 3 A1 A2\nkiller 3 A3 A4\nodd B1", ".".repeat(16));
    let puzzle = ask(json!({ "ask": "read", "text": text }))["puzzle"].clone();
    let why = ask(json!({ "ask": "why_not", "puzzle": puzzle }));
    assert_eq!((&why["cells"], &why["clues"]), (&json!([]), &json!([0, 1])));
}

#[test]
fn an_example_is_told_as_a_hint() {
    let ask_for = |technique: &str| json!({ "ask": "example", "puzzle": classic(EASY), "technique": technique });
    let told = ask(ask_for("hidden single"));
    assert_eq!(told["technique"], "hidden single");
    assert_eq!(told["sentences"].as_array().unwrap().len(), 3);
    assert!(try_to_ask(ask_for("jellyfish")).unwrap_err().contains("found none"));
    assert!(try_to_ask(ask_for("no")).unwrap_err().contains("the name of a technique"));
}

#[test]
fn hints_give_away_more_and_more() {
    let hint = ask(json!({ "ask": "hint", "puzzle": classic(SMALL) }));
    let [first, second, third] = [0, 1, 2].map(|level| hint["sentences"][level].as_str().unwrap());
    assert!(first.starts_with("look at "));
    assert!(first.len() < second.len() && second.len() < third.len());
    let Verdict::Unique(solution) = solve(&Puzzle::classic(SMALL.parse().unwrap())).unwrap() else {
        panic!()
    };
    let cell = hint["placed"]["cell"].as_u64().unwrap() as usize;
    assert_eq!(hint["placed"]["digit"], solution.values()[cell]);
    // Each part of its story rests on what is supposed or on a clause before it.
    let clauses = hint["story"]["clauses"].as_array().unwrap();
    for (clause, number) in clauses.iter().zip(1..) {
        for part in clause["parts"].as_array().unwrap() {
            let causes = part["causes"].as_array().unwrap();
            assert!(!causes.is_empty());
            assert!(causes.iter().all(|cause| cause.as_u64().unwrap() < number));
        }
    }
    // All candidates but the solution's are gone in one cell, by marks.
    let mut marks = vec![15; 16];
    marks[3] = 1 << (solution.values()[3] - 1);
    let marked = json!({ "ask": "hint", "puzzle": classic(SMALL), "marks": marks });
    assert_eq!(ask(marked)["candidates"][3], marks[3]);
    let notice = ask(json!({ "ask": "hint", "puzzle": classic("11..............") }));
    assert_eq!(notice["sentences"].as_array().unwrap().len(), 1);
    assert_eq!(notice["cells"], json!([0, 1]));
}

#[test]
fn explains_all_steps_with_what_is_drawn() {
    let solved = ask(json!({ "ask": "solve", "puzzle": classic(EASY) }));
    let explained = ask(json!({ "ask": "explain", "puzzle": classic(EASY) }));
    let mut grid = values(EASY);
    for step in explained["steps"].as_array().unwrap() {
        if let Some(cell) = step["placed"]["cell"].as_u64() {
            grid[cell as usize] = step["placed"]["digit"].as_u64().unwrap() as u16;
        }
    }
    let puzzle = Puzzle::classic(EASY.parse().unwrap());
    assert_eq!(verify(&puzzle, &Grid::from_values(puzzle.size(), grid).unwrap()), Ok(()));
    assert!(explained["steps"][0]["svg"].as_str().unwrap().contains("<svg"));
    assert_eq!(explained["digits"], solved["solutions"][0]);
    let open = ask(json!({ "ask": "explain", "puzzle": classic("12..34..........") }));
    assert_eq!(open["status"], "multiple");
    assert!(!open["differ"].as_array().unwrap().is_empty());
}

#[test]
fn rates_and_finds_true_candidates() {
    let rating = ask(json!({ "ask": "rate", "puzzle": classic(EASY) }));
    assert_eq!((&rating["grade"], &rating["depth"]), (&json!("easy"), &json!(0)));
    assert!(rating["sentence"].as_str().unwrap().starts_with("easy: needs a hidden single"));
    let candidates = |plain: bool| {
        ask(json!({ "ask": "candidates", "puzzle": classic("12..34.........."), "plain": plain }))
    };
    assert_eq!(candidates(true)["cells"][8], json!(0b1010));
    let left = candidates(false);
    assert_eq!(
        (&left["cells"][0], &left["cells"][2], &left["complete"]),
        (&json!(1), &json!(0b1100), &json!(true))
    );
}

#[test]
fn generates_proper_puzzles_of_a_grade() {
    let generate = json!({ "ask": "generate", "puzzle": { "puzzle": ".".repeat(36), "rules": "diagonal", "box": "2x3" }, "grade": "easy", "seed": "7", "limit": 600_000 });
    let made = ask(generate.clone());
    assert_eq!(made, ask(generate));
    assert_eq!(ask(json!({ "ask": "solve", "puzzle": made["puzzle"] }))["status"], "unique");
    assert_eq!(ask(json!({ "ask": "rate", "puzzle": made["puzzle"] }))["grade"], "easy");
    let nine = json!({ "puzzle": ".".repeat(81), "rules": "classic", "box": "3x3" });
    let practice = |technique: &str| json!({ "ask": "generate", "puzzle": nine, "technique": technique, "grade": null, "seed": "1", "limit": 600_000 });
    let made = ask(practice("naked pair"));
    let steps = ask(json!({ "ask": "explain", "puzzle": made["puzzle"] }));
    let steps = steps["steps"].as_array().unwrap();
    assert!(steps.iter().any(|step| step["technique"] == "naked pair"));
    assert!(try_to_ask(practice("magic")).unwrap_err().contains("the name of a technique"));
    let jigsaw = ask(
        json!({ "ask": "generate", "puzzle": { "puzzle": ".".repeat(25), "rules": "classic", "box": "1x5" }, "jigsaw": true, "grade": null, "seed": "1" }),
    );
    assert_eq!(jigsaw["puzzle"]["regions"].as_str().unwrap().len(), 25);
    let killer = ask(
        json!({ "ask": "generate", "puzzle": { "puzzle": ".".repeat(16), "rules": "classic", "box": "2x2" }, "kind": "killer", "givens": 2, "grade": null, "seed": "1" }),
    );
    assert!(
        killer["message"].as_str().unwrap().ends_with(" clues, 2 givens, exactly one solution")
    );
}

#[test]
fn takes_givens_away_until_each_is_needed() {
    let full = classic("1234341221434.2.");
    let made = ask(json!({ "ask": "minimise", "puzzle": full, "seed": "1" }));
    let line = made["puzzle"]["puzzle"].as_str().unwrap();
    assert_eq!(line.replace('.', "").len(), made["left"]);
    assert_eq!(made["undecided"], 0);
    let status =
        |line: &str| ask(json!({ "ask": "solve", "puzzle": classic(line) }))["status"].clone();
    assert_eq!(status(line), "unique");
    for (at, _) in line.match_indices(|digit| digit != '.') {
        let mut fewer = line.to_owned();
        fewer.replace_range(at..=at, ".");
        assert_eq!(status(&fewer), "multiple");
    }
    let open = json!({ "ask": "minimise", "puzzle": classic("1..............."), "seed": "1" });
    assert!(try_to_ask(open).is_err());
}

#[test]
fn exports_text_and_pictures() {
    let export = |format: &str| {
        let puzzle = classic(SMALL);
        ask(
            json!({ "ask": "export", "puzzle": puzzle, "format": format, "title": "<&>", "digits": values(SMALL), "marks": vec![3; 16] }),
        )
    };
    assert_eq!(export("line")["text"], "12....1.2......3\n");
    assert!(export("dimacs")["text"].as_str().unwrap().contains("\np cnf 64 "));
    assert!(export("fpuzzles")["text"].as_str().unwrap().contains("f-puzzles.com"));
    let svg = export("svg");
    assert!(svg["text"].as_str().unwrap().contains("&lt;&amp;&gt;"));
    assert_eq!(svg["type"], "image/svg+xml");
}

#[test]
fn certificates_are_accepted_until_they_are_changed() {
    let request = json!({ "ask": "certify", "puzzle": classic(SMALL) }).to_string();
    let zip = certificate(&request).unwrap();
    let accepted: Value = serde_json::from_str(&accepts(&zip).unwrap()).unwrap();
    assert_eq!((&accepted["accepted"], &accepted["claim"]), (&json!(true), &json!("unique")));
    assert_eq!(accepted["puzzle"], classic(SMALL));
    // The same files, one byte of the proof changed.
    let mut archive = ZipArchive::new(Cursor::new(&zip)).unwrap();
    let mut changed = ZipWriter::new(Cursor::new(Vec::new()));
    for index in 0..archive.len() {
        let mut file = archive.by_index(index).unwrap();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).unwrap();
        if file.name().unwrap().ends_with("formula.cnf") {
            bytes[0] ^= 1;
        }
        changed.start_file(file.name().unwrap(), SimpleFileOptions::default()).unwrap();
        changed.write_all(&bytes).unwrap();
    }
    let changed = changed.finish().unwrap().into_inner();
    let rejected: Value = serde_json::from_str(&accepts(&changed).unwrap()).unwrap();
    assert_eq!(rejected["accepted"], false);
    for (bytes, message) in [(&b"PK"[..], "ZIP"), (&zip[..zip.len() / 2], "ZIP")] {
        assert!(format!("{:#}", accepts(bytes).unwrap_err()).contains(message));
    }
}

#[test]
fn limits_end_the_work() {
    let empty = json!({ "box": "4x4", "rules": "classic", "puzzle": ".".repeat(256) });
    for (name, field, expected) in [
        ("solve", "status", "unknown"),
        ("why_not", "sentence", "the time limit was reached"),
        ("candidates", "message", "the time limit was reached"),
        ("explain", "status", "open"),
        ("rate", "status", "unknown"),
    ] {
        let answer = ask(json!({ "ask": name, "puzzle": empty, "plain": false, "limit": 0 }));
        assert_eq!(answer[field], expected, "{name}");
    }
    let hint = ask(json!({ "ask": "hint", "puzzle": empty, "limit": 0 }));
    assert_eq!(hint["sentences"].as_array().unwrap().len(), 1);
    let generate =
        json!({ "ask": "generate", "puzzle": empty, "grade": null, "seed": "1", "limit": 0 });
    assert_eq!(try_to_ask(generate).unwrap_err(), "the time limit was reached");
}

#[test]
fn refuses_what_is_no_request() {
    let puzzle = |changes: Value| {
        let mut puzzle = classic(SMALL);
        puzzle.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        json!({ "ask": "solve", "puzzle": puzzle })
    };
    let export = |changes: Value| {
        let mut request = json!({ "ask": "export", "format": "svg", "puzzle": classic(SMALL) });
        request.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        request
    };
    for (request, message) in [
        (json!(null), "request"),
        (json!({ "ask": "anything" }), "expected one of `about`"),
        (json!({ "ask": "solve" }), "missing field"),
        (
            json!({ "ask": "solve", "puzzle": classic(SMALL), "limit": -1 }),
            "limit: expected milliseconds",
        ),
        (json!({ "ask": "candidates", "puzzle": classic(SMALL) }), "missing field"),
        (json!({ "ask": "read", "text": "" }), "expected a puzzle, found none"),
        (json!({ "ask": "read", "text": "nothing" }), "expected"),
        (json!({ "ask": "read", "text": "1".repeat(625) }), "expected a side of 4 to 16, found 25"),
        (json!({ "ask": "read", "text": "x".repeat(10_000_000) }), "expected"),
        (puzzle(json!({ "puzzle": ".".repeat(15) })), "expected the cells of a puzzle"),
        (puzzle(json!({ "puzzle": "5".repeat(16) })), "expected 1-4"),
        (puzzle(json!({ "puzzle": [-1] })), "request"),
        (puzzle(json!({ "puzzle": null })), "expected a column or field of puzzles"),
        (puzzle(json!({ "box": "0x9" })), "expected \"box\""),
        (puzzle(json!({ "box": "1000000000x1000000000" })), "expected \"box\""),
        (puzzle(json!({ "box": "1x3" })), "expected 9 cells, found 16"),
        (puzzle(json!({ "rules": "windoku" })), "expected a grid of 9x9"),
        (puzzle(json!({ "rules": "killer" })), "mentions rules that were not chosen: killer"),
        (puzzle(json!({ "rules": "jigsaw", "box": null })), "jigsaw without regions"),
        (
            puzzle(json!({ "rules": "latin", "box": null, "regions": "aaaabbbbccccdddd" })),
            "latin and jigsaw",
        ),
        (
            puzzle(json!({ "rules": "jigsaw", "box": null, "regions": "a".repeat(15) })),
            "expected one region label for each cell",
        ),
        (
            puzzle(json!({ "rules": "jigsaw", "box": null, "regions": "aaaabbbbccccddd." })),
            "label of a region, found '.'",
        ),
        (
            puzzle(json!({ "rules": "jigsaw", "box": null, "regions": "aaaabbbbccccddda" })),
            "expected 4 cells in region a, found 5",
        ),
        (export(json!({ "format": "pdf" })), "format: expected line, dimacs"),
        (export(json!({ "marks": [1] })), "expected 16 cells, found 1"),
        (export(json!({ "marks": vec![16; 16] })), "expected a digit of 1 to 4"),
        (export(json!({ "digits": vec![5; 16] })), "expected a digit of 1 to 4"),
    ] {
        let error = try_to_ask(request.clone()).unwrap_err();
        let request = request.to_string();
        let request: String = request.chars().take(200).collect();
        assert!(error.contains(message), "{request}: {error}");
    }
}

//! `check --report`: what the puzzles of all inputs are together.

use std::fs;

use serde_json::{Value, json};

use crate::common::program::satdoku;

/// With rows and columns exchanged, and each digit taken for the next.
fn equivalent(line: &str) -> String {
    let cell = |index: usize| match line.as_bytes()[index % 9 * 9 + index / 9] {
        b'9' => '1',
        byte @ b'1'..=b'8' => char::from(byte + 1),
        _ => '.',
    };
    (0..81).map(cell).collect()
}

#[test]
fn a_report_finds_what_was_planted_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let generated = satdoku("generate --seed 51 --count 12 --format record").ends(0).stdout;
    let records: Vec<Vec<&str>> = generated.lines().map(|line| line.split(':').collect()).collect();
    let puzzle = |index: usize| records[index][0];
    let row = |id: usize, puzzle: &str, solution: &str| format!("{id},{puzzle},{solution}\n");
    let mut train = "id,puzzle,solution\n".to_owned();
    (0..8).for_each(|index| train += &row(index, puzzle(index), ""));
    // Equal and equivalent to one before, and several solutions.
    train += &row(8, puzzle(0), "");
    train += &row(9, &equivalent(puzzle(1)), "");
    train += &row(10, &".".repeat(81), "");
    let mut test = "id,puzzle,solution\n".to_owned();
    (8..12).for_each(|index| test += &row(index, puzzle(index), records[index][2]));
    // In the other file, itself or an equivalent; a wrong solution; a row that is broken.
    test += &row(20, puzzle(2), "");
    test += &row(21, &equivalent(puzzle(3)), "");
    test += &row(22, &equivalent(puzzle(8)), records[8][2]);
    test += &row(23, "12x", "");
    let [train_path, test_path, report] =
        ["train.csv", "test.csv", "report.json"].map(|name| folder.path().join(name));
    fs::write(&train_path, train).unwrap();
    fs::write(&test_path, test).unwrap();
    let [train, test, path] = [&train_path, &test_path, &report].map(|path| path.display());
    for threads in [1, 3] {
        let command = format!("check --report {path} --threads {threads} {train} {test}");
        let output = satdoku(command).ends(3);
        let found: Value = serde_json::from_str(&fs::read_to_string(&report).unwrap()).unwrap();
        fs::remove_file(&report).unwrap();
        let statuses = json!({ "error": 1, "mismatch": 1, "multiple": 1, "unique": 16 });
        assert_eq!(found["statuses"], statuses);
        assert_eq!(found["inputs"], json!([[train.to_string(), 11], [test.to_string(), 7]]));
        let of = |object: &Value| (object["equal"].clone(), object["equivalent"].clone());
        assert_eq!(of(&found["duplicates"]), (json!(2), json!(3)));
        assert_eq!(of(&found["overlaps"][0]), (json!(1), json!(1)));
        let groups = [
            format!("{train}:2 = {train}:10 (by hash)"),
            format!("{train}:3 ~ {train}:11 (by hash)"),
            format!("{train}:4 = {test}:6 (by hash)"),
            format!("{train}:5 ~ {test}:7 (by hash)"),
            format!("{test}:2 ~ {test}:8 (by hash)"),
        ];
        assert_eq!(found["duplicates"]["first"], json!(groups));
        assert!(found["wrong"][0].as_str().unwrap().starts_with(&format!("{test}:8: ")));
        assert_eq!(found["sample"]["puzzles"], 16);
        let counts = found["givens"].as_object().unwrap().values();
        assert_eq!(counts.map(|count| count.as_u64().unwrap()).sum::<u64>(), 18);
        assert!(output.stdout.contains("equal to an earlier puzzle: 2; only equivalent to one: 3"));
        assert!(output.stdout.contains(&format!(
            "puzzles of {test} that are in {train}: 1 equal, 1 only equivalent"
        )));
    }

    let shown =
        satdoku(format!("check --report {path} --only-equal {train} {test}")).ends(3).stdout;
    let found: Value = serde_json::from_str(&fs::read_to_string(&report).unwrap()).unwrap();
    let groups =
        [format!("{train}:2 = {train}:10 (by hash)"), format!("{train}:4 = {test}:6 (by hash)")];
    let duplicates = json!({ "equal": 2, "equivalent": null, "groups": 2, "first": groups });
    assert_eq!(found["duplicates"], duplicates);
    assert!(!shown.contains("equivalent"), "{shown}");
}

#[test]
fn a_report_is_a_page_that_needs_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("report.html");
    let shown = satdoku(format!("check --report {} --sample 1 1.3...2..1..4..2", path.display()));
    let shown = shown.ends(0).stdout;
    let page = fs::read_to_string(&path).unwrap();
    assert!(
        page.contains(shown.trim_end())
            && shown.contains("of a sample of 1 puzzle: 0 minimal; 1 easy")
    );
    assert!(!page.contains("http") && !page.contains("src="), "{page}");
}

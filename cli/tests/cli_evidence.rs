//! `check` and `certify` as a user meets them.

use std::fs;
use std::process::Command;

use crate::common::program::{lacks, satdoku};

const GRID2: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
/// PyEDA's second puzzle.
const PYEDA: &str =
    "6..3.2....5.....1..........7.26............543.........8.15........4.2........7..";

fn json(arguments: impl AsRef<str>) -> serde_json::Value {
    satdoku(arguments).json().remove(0)
}

#[test]
fn check_counts_and_tells_what_is_decided() {
    let arguments = "check --format json --backbone --count 2 123434122.......";
    let record = json(arguments);
    assert_eq!(record["count"], serde_json::json!({ "found": 2, "exact": true }));
    assert_eq!(record["backbone"]["decided"], "123434122.4.4.2.");
    assert_eq!(record["backbone"]["possible"][9], serde_json::json!([1, 3]));
    assert_eq!(record["differing_cells"], serde_json::json!(["C2", "C4", "D2", "D4"]));
}

#[test]
fn check_json_carries_the_conflict() {
    let record = json(format!("check --format json -x --smallest {GRID2}"));
    assert_eq!(record["status"], "none");
    assert_eq!(record["conflict"]["minimality"], "smallest");
    assert_eq!(record["conflict"]["givens"].as_array().unwrap().len(), 10);
    assert!(record["conflict"]["units"].as_array().is_some_and(|units| !units.is_empty()));
}

#[test]
fn the_formula_of_an_unsolvable_puzzle_is_the_one_that_encode_writes() {
    let folder = tempfile::tempdir().unwrap();
    let clauses = |text: &str| -> Vec<String> {
        text.lines().filter(|line| !line.starts_with('c')).map(str::to_owned).collect()
    };
    for options in ["-x", "-x --encoding minimal/commander"] {
        let place = folder.path().join(options.len().to_string());
        let name = place.to_str().unwrap();
        satdoku(format!("certify {GRID2} -o {name} {options}")).shows(": no solution (");
        let written = fs::read_to_string(place.join("formula.cnf")).unwrap();
        let encoded = satdoku(format!("encode {GRID2} {options}"));
        assert!(clauses(&written) == clauses(&encoded.stdout), "{options:?}");
    }
}

#[test]
fn certify_takes_the_proofs_of_cadical() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (made, proof) = (place("made"), place("proof"));
    for format in ["--no-binary", "-q"] {
        satdoku(format!("certify {GRID2} -o {made}")).ends(0);
        let formula = format!("{made}/formula.cnf");
        if lacks("cadical") {
            return;
        }
        let mut cadical = Command::new("cadical");
        let status = cadical.args([format, "-q", &formula, &proof]).status().unwrap();
        assert_eq!(status.code(), Some(20));
        let other = place("other");
        satdoku(format!("certify --proof {proof} {GRID2} -o {other}")).ends(0);
        satdoku(format!("verify {other} --puzzle {GRID2}")).ends(0);
        fs::remove_dir_all(&made).unwrap();
        fs::remove_dir_all(&other).unwrap();
    }
}

#[test]
fn nothing_that_a_certificate_says_reaches_the_terminal_raw() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("certificate");
    let name = place.to_str().unwrap();
    satdoku(format!("certify {GRID2} -o {name}")).ends(0);
    let is_raw = |byte: &u8| byte.is_ascii_control() && *byte != b'\n';
    for (file, from) in
        [("manifest.json", "\"claim\""), ("manifest.json", "0.2.2"), ("formula.cnf", "c enc")]
    {
        let path = place.join(file);
        let text = fs::read_to_string(&path).unwrap();
        for evil in ["\u{1b}[31m", "\u{9b}31m", "\u{7f}"] {
            let escaped = if file.ends_with("json") {
                evil.replace('\u{1b}', "\\u001b")
            } else {
                evil.into()
            };
            let to = match from {
                "0.2.2" => format!("{escaped}{from}"),
                "c enc" => format!("c {escaped}enc"),
                _ => format!("\"{escaped}\": 1, {from}"),
            };
            let altered = text.replacen(from, &to, 1);
            assert_ne!(altered, text);
            fs::write(&path, altered).unwrap();
            let output = satdoku(format!("verify {name}")).ends(3);
            let printed = output.stdout + &output.stderr;
            assert!(!printed.as_bytes().iter().any(is_raw), "{printed:?}");
            assert!(!printed.contains('\u{9b}'), "{printed:?}");
        }
        fs::write(&path, text).unwrap();
    }
}

#[test]
fn check_ends_with_4_where_the_limit_left_the_smallest_conflict_open() {
    // The smallest set takes much longer than a minimal one, and the limit lies between.
    for limit in ["0.02", "0.03", "0.05", "0.1"] {
        let output =
            satdoku(format!("check --format json -x --smallest --time-limit {limit} {GRID2}"));
        let record = &output.json()[0];
        let known = record["conflict"]["minimality"] == "smallest"
            && record["conflict"]["units"].is_array();
        output.ends(if known { 1 } else { 4 });
        assert_eq!(record["time_limit_reached"], !known, "{limit}: {record}");
    }
}

#[test]
fn clashes_are_told_with_digits_as_the_puzzle_writes_them() {
    let mut givens = ".".repeat(256);
    givens.replace_range(64..65, "G");
    givens.replace_range(66..67, "G");
    let record = json(format!("check --format json {givens}"));
    assert_eq!(record["conflict"]["givens"], serde_json::json!(["E1=G", "E3=G"]));
    assert_eq!(record["clashes"][0], "row E holds G twice: E1, E3");
}

#[test]
fn check_prints_the_same_for_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.txt");
    let lines = [
        GRID2,
        "11..............",
        "123434122.......",
        "12..34..........",
        "123456789012345678",
        PYEDA,
    ];
    fs::write(&path, lines.join("\n").repeat(20).replace(PYEDA, &format!("{PYEDA}\n"))).unwrap();
    let path = path.to_str().unwrap();
    let printed = |threads| {
        satdoku(format!("check --summary --threads {threads} {path}"))
            .ends(2)
            .tells("120 puzzles in ")
            .stdout
    };
    let alone = printed("1");
    assert_eq!(alone.lines().filter(|line| line.contains(": unique: ")).count(), 40);
    for threads in ["2", "5"] {
        assert_eq!(printed(threads), alone);
    }
}

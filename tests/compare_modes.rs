//! What `compare` shows beside its table: another run, portfolios, sizes of formulas, growth.

use std::fs;

use crate::common::program::{satdoku, stderr, stdout, with_stdin};
use satdoku::{Encoding, Formula, Grid, Puzzle, Size};
use serde_json::Value;
use tempfile::TempDir;

const FOURS: &str = "12.......3.4....\n12..34..........\n12..34.......43.\n";

fn path(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).to_str().unwrap().to_owned()
}

/// The cells of the row that starts with this name.
fn row(text: &str, name: &str) -> Vec<String> {
    let mut rows = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let found = rows.find(|cells| cells.first() == Some(&name));
    found.unwrap_or_else(|| panic!("{name}: {text}")).into_iter().map(str::to_owned).collect()
}

#[test]
fn a_run_is_held_against_one_of_the_same_puzzles_only() {
    let folder = TempDir::new().unwrap();
    let (old, new) = (path(&folder, "old.json"), path(&folder, "new.json"));
    let run = |more: &[&str], puzzles: &str| {
        let arguments = ["compare", "--solver", "norvig,dpll", "--runs", "5"];
        with_stdin(&[&arguments, more].concat(), puzzles)
    };
    assert_eq!(run(&["--export-json", &old], FOURS).status.code(), Some(0));
    let output = run(&["--against", &old], FOURS);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let (_, since) = stdout(&output).split_once("\nsince ").expect("a second table");
    for name in ["norvig", "dpll"] {
        let row = row(since, name).join(" ");
        let verdict = ["faster", "slower", "no change beyond noise"];
        assert!(verdict.iter().any(|verdict| row.ends_with(verdict)), "{row}");
        assert!(row.contains(".."), "{row}");
    }

    fs::write(path(&folder, "no.json"), "{}").unwrap();
    for (arguments, puzzles, told) in [
        (["--first", "--against", &old], FOURS, "question, found unique there and first here"),
        (
            ["--unique", "--against", &old],
            "1234............\n",
            "expected a run with the same puzzles",
        ),
        (["--unique", "--against", &path(&folder, "no.json")], FOURS, "expected a file of compare"),
        (["--unique", "--against", "nothing.json"], FOURS, "nothing.json: No such file"),
    ] {
        let output = run(&arguments, puzzles);
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(stderr(&output).contains(told), "{told}: {}", stderr(&output));
        assert!(stdout(&output).is_empty());
    }

    // Of a long list the same sample is measured again.
    let many: String =
        (0..2000).map(|i| FOURS.lines().nth(i % 3).unwrap().to_owned() + "\n").collect();
    assert_eq!(run(&["--export-json", &old, "--force"], &many).status.code(), Some(0));
    let output = run(&["--against", &old, "--export-json", &new], &many);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let setting = |path| -> Value {
        serde_json::from_str::<Value>(&fs::read_to_string(path).unwrap()).unwrap()["setting"].take()
    };
    assert_eq!(setting(&old)["puzzles_sha256"], setting(&new)["puzzles_sha256"]);
    assert_eq!(setting(&old)["puzzles"], setting(&new)["puzzles"]);
}

#[test]
fn the_best_portfolio_begins_with_the_best_solver() {
    let folder = TempDir::new().unwrap();
    let file = path(&folder, "c.json");
    let arguments = ["compare", "--solver", "varisat:extended,dpll,norvig", "--portfolio"];
    let output = with_stdin(&[&arguments[..], &["--export-json", &file]].concat(), FOURS);
    let (_, portfolios) = stdout(&output).split_once(" portfolio ").expect("a second table");
    let document: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    let par2 = |row: &&Value| row["par2_s"].as_f64().unwrap();
    let results = document["results"].as_array().unwrap();
    let best = results.iter().min_by(|a, b| par2(a).total_cmp(&par2(b))).unwrap();
    let first = portfolios.lines().find(|line| line.contains(" 3 ")).unwrap();
    assert_eq!(first.split_whitespace().next(), best["command"].as_str(), "{portfolios}");
}

#[test]
fn encodings_are_compared_by_what_they_are_made_of() {
    let output = satdoku(&["compare", "--by", "size", "--box", "2x2"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    let puzzle = Puzzle::classic(Grid::empty(Size::FOUR));
    for encoding in Encoding::all() {
        let mut literals = 0;
        let formula = Formula::whole(&puzzle, encoding);
        formula.for_each_clause(|clause, _| literals += clause.len());
        let dimensions = formula.dimensions();
        let counts = [dimensions.variables, dimensions.clauses, literals].map(|n| n.to_string());
        assert_eq!(row(text, &encoding.to_string())[1..4], counts, "{text}");
    }
    // Shares: cell, peers, naked, hidden, locked.
    let shares = |name: &str| row(text, name)[4..].join(" ").replace(" %", "");
    assert_eq!(shares("extended/pairwise"), "100 100 100 100 0");
    assert_eq!(shares("minimal/pairwise"), "0 100 100 0 0");
    // Of a puzzle with givens there is one formula, with a unit clause for each.
    let with_givens = satdoku(&["compare", "--by", "size", "12.............."]);
    let clauses = |text: &str| row(text, "minimal/pairwise")[2].parse::<usize>().unwrap();
    assert_eq!(clauses(stdout(&with_givens)), clauses(text) + 2);
    for conflicting in [["--runs", "2"], ["--solver", "dpll"], ["--plot", "x.svg"]] {
        let output = satdoku(&[&["compare", "--by", "size"], &conflicting[..]].concat());
        assert_eq!(output.status.code(), Some(2), "{conflicting:?}");
    }
}

#[test]
fn growth_is_measured_side_by_side_until_the_limit() {
    let folder = TempDir::new().unwrap();
    let plot = path(&folder, "scale.svg");
    let arguments = ["compare", "--scale", "4..8", "--solver", "norvig,dpll", "--runs", "1"];
    let output = satdoku(&[&arguments[..], &["--plot", &plot, "--time-limit", "60"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    // 5 and 7 have no boxes.
    let sides: Vec<&str> = text.lines().filter_map(|line| line.split_whitespace().next()).collect();
    let sides: Vec<&&str> = sides.iter().filter(|word| word.parse::<u8>().is_ok()).collect();
    assert_eq!(sides, [&"4", &"6", &"8"], "{text}");
    assert_eq!(row(text, "side").join(" "), "side norvig dpll");
    assert!(row(text, "power").iter().skip(1).all(|power| power.parse::<f64>().is_ok()), "{text}");
    let svg = fs::read_to_string(plot).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("norvig") && svg.contains("side of the grid"));

    for (sides, told) in [
        ("5..5", "expected a side that has boxes"),
        ("9..4", "expected sides from 1 to"),
        ("4", "expected sides from 1 to"),
    ] {
        let output = satdoku(&["compare", "--scale", sides]);
        assert_eq!(output.status.code(), Some(2), "{sides}");
        assert!(stderr(&output).contains(told), "{}", stderr(&output));
    }
}

#[cfg(unix)]
#[test]
fn who_reaches_the_limit_takes_no_larger_grids() {
    let folder = TempDir::new().unwrap();
    let asked = path(&folder, "asked");
    let slow = format!("slow=dimacs:sh -c 'echo >> {asked}; sleep 60'");
    let output = satdoku(&[
        "compare",
        "--scale",
        "4..9",
        "--solver",
        "dpll",
        "--contender",
        &slow,
        "--runs",
        "1",
        "--warmup",
        "0",
        "--sample",
        "1",
        "--time-limit",
        "0.5",
        "--seed",
        "1",
    ]);
    let text = stdout(&output);
    // Simplification settles some small grids without the program.
    let at_limit =
        ["4", "6", "8", "9"].iter().position(|side| row(text, side).last().unwrap() == "-");
    let rows = ["4", "6", "8", "9"].map(|side| row(text, side).last().unwrap().clone());
    let first = at_limit.unwrap_or_else(|| panic!("{text}"));
    assert!(rows[first..].iter().all(|cell| cell == "-"), "{text}");
    assert_eq!(fs::read_to_string(&asked).unwrap_or_default().lines().count(), 1, "{text}");
}

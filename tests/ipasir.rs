//! SAT libraries with the IPASIR interface as contenders: compiled here where there is a C compiler.

use std::process::Command;

use crate::common::program::{satdoku, stderr, stdout, with_stdin};
use crate::common::skip;
use tempfile::TempDir;

/// Unique, two solutions, none; 4x4.
const FOURS: &str = "12.......3.4....\n12..34..........\n12..34.......43.\n";

/// A folder with a library that has this fault, and its path; `None` without a compiler.
pub fn library(fault: &str) -> Option<(TempDir, String)> {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("tiny.so").to_str().unwrap().to_owned();
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/ipasir.c");
    let fault = format!("-DFAULT_{fault}");
    let arguments = ["-shared", "-fPIC", "-O1", &fault, "-o", &path, source];
    match Command::new("cc").args(arguments).status() {
        Err(_) => {
            skip("cc");
            None
        }
        Ok(status) => {
            assert!(status.success(), "cc {arguments:?}");
            Some((folder, path))
        }
    }
}

fn row<'t>(text: &'t str, name: &str) -> Vec<&'t str> {
    let mut rows = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    rows.find(|cells| cells.first() == Some(&name)).unwrap_or_else(|| panic!("{name}: {text}"))
}

#[test]
fn a_library_is_compared_like_any_solver_and_solves() {
    let Some((_folder, path)) = library("NONE") else { return };
    let contender = format!("tiny=ipasir:{path}");
    let arguments = ["compare", "--time-limit", "60", "--solver", "tiny,norvig", "--contender"];
    let output = with_stdin(&[&arguments[..], &[&contender]].concat(), FOURS);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(row(stdout(&output), "tiny")[1..4], ["3", "0", "0"]);
    let list = satdoku(&["compare", "--list", "--contender", &contender]);
    assert_eq!(row(stdout(&list), "tiny")[1..4], ["library:", "tiny", "1.0"]);
    let solved = satdoku(&["solve", "--contender", &contender, "12.......3.4...."]);
    assert_eq!(solved.status.code(), Some(0), "{}", stderr(&solved));
}

#[test]
fn one_solver_finds_model_after_model() {
    let Some((_folder, path)) = library("NONE") else { return };
    let formula = satdoku(&["encode", "................"]);
    let output = with_stdin(&["ipasir", &path, "--models", "1000"], stdout(&formula));
    let lines =
        |start: &str| stdout(&output).lines().filter(|line| line.starts_with(start)).count();
    assert_eq!((lines("v "), lines("s SATISFIABLE")), (288, 288), "{}", stderr(&output));
    assert!(stdout(&output).ends_with("s UNSATISFIABLE\n"));
}

#[test]
fn a_library_that_fails_is_named_and_the_others_go_on() {
    for (fault, told) in [
        ("LIES", "tiny: wrong answer"),
        ("DENIES", "says only one solution, but"),
        ("CRASH", "tiny: crashed: ended by signal 6"),
        ("ANSWER", "ipasir_solve: expected 0, 10 or 20, found 7"),
    ] {
        let Some((_folder, path)) = library(fault) else { return };
        let contender = format!("tiny=ipasir:{path}");
        let arguments = ["compare", "--runs", "1", "--time-limit", "60", "--solver", "norvig"];
        let output = with_stdin(&[&arguments[..], &["--contender", &contender]].concat(), FOURS);
        assert_eq!(output.status.code(), Some(3), "{fault}: {}", stderr(&output));
        assert!(stderr(&output).contains(told), "{fault}: {}", stderr(&output));
        assert_eq!(row(stdout(&output), "norvig")[1..4], ["3", "0", "0"], "{fault}");
    }
}

#[test]
fn what_is_no_library_is_told_before_anything_is_measured() {
    let folder = TempDir::new().unwrap();
    let text = folder.path().join("text.so").to_str().unwrap().to_owned();
    std::fs::write(&text, "no library").unwrap();
    let mut cases = vec![
        (text, "expected a shared library for this machine"),
        ("no/such.so".to_owned(), "No such file"),
    ];
    let faulty = ["MISSING", "NULL"].map(library);
    for (library, told) in
        faulty.iter().zip(["found no function ipasir_signature", "a null pointer"])
    {
        cases.extend(library.as_ref().map(|(_, path)| (path.clone(), told)));
    }
    for (path, told) in cases {
        let output = with_stdin(&["compare", "--contender", &format!("x=ipasir:{path}")], FOURS);
        assert_eq!(output.status.code(), Some(2), "{path}");
        assert!(stderr(&output).starts_with("error: --contender: "), "{}", stderr(&output));
        assert!(stderr(&output).contains(told), "{}", stderr(&output));
        assert!(stdout(&output).is_empty());
    }
}

#[test]
fn a_library_stops_at_the_deadline_or_is_stopped() {
    let Some((_folder, slow)) = library("SLOW") else { return };
    let formula = satdoku(&["encode", "................"]);
    let output = with_stdin(&["ipasir", &slow, "--time-limit", "0.1"], stdout(&formula));
    assert_eq!(stdout(&output), "s UNKNOWN\n", "{}", stderr(&output));
    let Some((_folder, deaf)) = library("DEAF") else { return };
    for path in [slow, deaf] {
        let contender = format!("tiny=ipasir:{path}");
        let output = satdoku(&[
            "compare",
            "--runs",
            "1",
            "--warmup",
            "0",
            "--time-limit",
            "0.2",
            "--solver",
            "norvig,tiny",
            "--contender",
            &contender,
            "12.......3.4....",
        ]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert_eq!(row(stdout(&output), "tiny")[1..4], ["0", "0", "1"]);
    }
}

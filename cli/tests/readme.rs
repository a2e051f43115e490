//! What the README shows is what happens: its `console` blocks are run, and what they print is
//! compared with what stands there.

use std::path::Path;

use crate::common::program::{Examples, sh_in};

const README: &str = include_str!("../../README.md");

/// One `$ command` of a `console` block and the lines shown after it, or a command of a `sh` block.
struct Shown {
    command: String,
    output: Option<String>,
}

fn shown(readme: &str) -> Vec<Shown> {
    let mut all: Vec<Shown> = Vec::new();
    let mut block = "";
    for line in readme.lines() {
        if let Some(kind) = line.strip_prefix("```") {
            block = kind;
        } else if block == "sh" {
            all.push(Shown { command: line.to_owned(), output: None });
        } else if block == "console" {
            if let Some(command) = line.strip_prefix("$ ") {
                all.push(Shown { command: command.to_owned(), output: Some(String::new()) });
            } else {
                let output = all.last_mut().and_then(|last| last.output.as_mut());
                *output.expect("a console block starts with `$ `") += &format!("{line}\n");
            }
        }
    }
    all
}

/// `...` on a line of its own stands for any lines; elsewhere lines are compared whole, but for
/// white space at their ends.
fn matches(shown: &str, printed: &str) -> bool {
    let mut rest: Vec<&str> = printed.lines().map(str::trim_end).collect();
    let mut any = false;
    for line in shown.lines().map(str::trim_end) {
        if line == "..." {
            any = true;
            continue;
        }
        match rest.iter().position(|&printed| printed == line) {
            Some(at) if any || at == 0 => rest.drain(..=at),
            _ => return false,
        };
        any = false;
    }
    any || rest.is_empty()
}

#[test]
fn every_command_prints_what_the_readme_shows() {
    // Commands write where they are; puzzles are read from there.
    let mut run = Examples::new();
    let built = Path::new(env!("CARGO_BIN_EXE_satdoku")).with_file_name("examples");
    std::fs::create_dir_all(run.folder.path().join("target/release")).unwrap();
    std::os::unix::fs::symlink(built, run.folder.path().join("target/release/examples")).unwrap();
    let all = shown(README);
    let outputs = all.iter().filter(|shown| shown.output.is_some()).count();
    assert!(outputs >= 8 && all.len() - outputs >= 8, "only {outputs} of {} outputs", all.len());
    for Shown { command, output } in all {
        let command = command.replace("cargo run --release -- ", "satdoku ");
        let is_installation = ["cargo ", "pip "].iter().any(|name| command.starts_with(name));
        if is_installation || run.skips(&command) {
            continue;
        }
        let printed = sh_in(run.folder.path(), &command);
        let text = String::from_utf8_lossy(&printed.stdout).into_owned()
            + &String::from_utf8_lossy(&printed.stderr);
        let output = output.as_deref().unwrap_or("...");
        assert!(matches(output, &text), "$ {command}\nexpected:\n{output}\nfound:\n{text}");
        // Only a puzzle without a solution and a wrong formula are shown ending otherwise than with 0.
        let is_negative = ["no solution", "not equivalent"].map(|start| output.starts_with(start));
        let status = i32::from(is_negative.contains(&true));
        assert_eq!(printed.status.code(), Some(status), "$ {command}\n{text}");
        assert!(!text.contains("error:"), "$ {command}\n{text}");
    }
}

#[test]
fn what_follows_from_a_skipped_command_is_skipped_too() {
    let mut run = Examples::new();
    let exists = "puzzles/easy.txt";
    for (command, is_skipped) in [
        ("satdoku solve path/to/solve", true),
        (&*format!("path/to/solve {exists} > answers/{{#}}"), true),
        (&format!("satdoku solve {exists}"), false),
        ("satdoku decode answers/* -o new", true),
        ("path/to/solve other.drat 12..34..........", true),
        ("satdoku check new", true),
        ("satdoku certify --proof other.drat 12..34..........", true),
        ("satdoku solve 12..34..........", false),
    ] {
        assert_eq!(run.skips(command), is_skipped, "{command}");
    }
}

#[test]
fn the_comparison_notices_what_differs() {
    assert!(matches("a\nb\n", "a  \nb\n"));
    assert!(matches("a\n...\nd\n", "a\nb\nc\nd\n"));
    assert!(matches("...\n", "a\n") && matches("...\nc\n", "c\n"));
    for (shown, printed) in [("a\n", "a\nb\n"), ("a\nb\n", "a\n"), ("a\n", "b\na\n"), ("", "a\n")] {
        assert!(!matches(shown, printed), "{shown:?} {printed:?}");
    }
}

//! What the README shows is what happens: its `console` blocks are run, and what they print is
//! compared with what stands there.

use std::path::Path;

use crate::common::program::{folder_with_puzzles, lacks, sh_in};
use crate::common::skip;

const README: &str = include_str!("../../README.md");

/// One `$ command` of a block and the lines shown after it.
struct Shown {
    command: String,
    output: String,
}

fn shown(readme: &str) -> Vec<Shown> {
    let mut all: Vec<Shown> = Vec::new();
    let mut inside = false;
    for line in readme.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if inside {
            if let Some(command) = line.strip_prefix("$ ") {
                all.push(Shown { command: command.to_owned(), output: String::new() });
            } else {
                let last = all.last_mut().expect("a console block starts with `$ `");
                last.output += line;
                last.output.push('\n');
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
    let folder = folder_with_puzzles();
    let all = shown(README);
    assert!(all.len() >= 8, "only {} commands were found", all.len());
    for Shown { command, output } in all {
        if lacks(&command, &["cadical", "parallel"]) {
            continue;
        }
        let printed = sh_in(folder.path(), &command);
        let text = String::from_utf8_lossy(&printed.stdout).into_owned()
            + &String::from_utf8_lossy(&printed.stderr);
        assert!(matches(&output, &text), "$ {command}\nexpected:\n{output}\nfound:\n{text}");
        // Only `check` of a puzzle without a solution is shown ending otherwise than with 0.
        let status = i32::from(output.starts_with("no solution"));
        assert_eq!(printed.status.code(), Some(status), "$ {command}\n{text}");
        assert!(!text.contains("error:"), "$ {command}\n{text}");
    }
}

/// The commands of the `sh` blocks.
fn unshown(readme: &str) -> impl Iterator<Item = &str> {
    let blocks = readme.split("```sh\n").skip(1);
    blocks.flat_map(|block| block.split("```").next().unwrap_or_default().lines())
}

#[test]
fn its_other_commands_run_where_their_tools_and_files_are() {
    let folder = folder_with_puzzles();
    let built = Path::new(env!("CARGO_BIN_EXE_satdoku")).with_file_name("examples");
    std::fs::create_dir_all(folder.path().join("target/release")).unwrap();
    std::os::unix::fs::symlink(built, folder.path().join("target/release/examples")).unwrap();
    std::fs::write(folder.path().join("giant.txt"), ". ".repeat(36 * 36)).unwrap();
    let has =
        |module| sh_in(folder.path(), &format!("python3 -c 'import {module}'")).status.success();
    let modules = ["pyeda", "pyspark"].map(|module| (module, has(module)));
    assert!(unshown(README).count() >= 8);
    for command in unshown(README) {
        let command = command.replace("cargo run --release -- ", "satdoku ");
        let is_installation = ["cargo ", "pip "].iter().any(|name| command.starts_with(name));
        if is_installation || lacks(&command, &["cadical", "minisat", "picosat", "mpirun"]) {
            continue;
        }
        let is_missing = |(module, is_there): &&(&str, bool)| {
            !is_there && command.contains(module.trim_start_matches("py"))
        };
        if let Some((module, _)) = modules.iter().find(is_missing) {
            skip(module);
            continue;
        }
        let is_file = |word: &&str| {
            [".txt", ".out", "*"].iter().any(|end| word.ends_with(end))
                || word.starts_with("'tdoku=")
        };
        let absent =
            command.split(' ').filter(is_file).find(|name| !folder.path().join(name).exists());
        if let Some(absent) = absent {
            skip(absent);
            continue;
        }
        let output = sh_in(folder.path(), &command);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && !errors.contains("error:"), "$ {command}\n{errors}");
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

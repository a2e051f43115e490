//! What the README and the files of `docs/` show is what happens: their `console` blocks are run, and
//! what they print is compared with what stands there. `SATDOKU_BLESS=1 cargo test readme` writes
//! what they print now; the difference is for a reviewer.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::cases::{difference, is_blessed};
use crate::common::program::{Examples, sh_in};
use crate::common::root;

/// One `$ command` of a `console` block and the lines shown after it, or a command of a `sh` block.
struct Shown {
    command: String,
    output: Option<String>,
}

/// The README and the files of `docs/`.
fn documents() -> Vec<PathBuf> {
    let docs = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let is_text = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "md");
    docs.filter(is_text).chain([root().join("README.md")]).collect()
}

fn shown(document: &str) -> Vec<Shown> {
    let mut all: Vec<Shown> = Vec::new();
    let mut block = "";
    for line in document.lines() {
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

/// Runs the commands of a document in their order; says how many show their output, and how many
/// do not.
fn run(path: &Path) -> (usize, usize) {
    // Commands write where they are; puzzles are read from there.
    let mut run = Examples::new();
    let built = Path::new(env!("CARGO_BIN_EXE_satdoku")).with_file_name("examples");
    fs::create_dir_all(run.folder.path().join("target/release")).unwrap();
    std::os::unix::fs::symlink(built, run.folder.path().join("target/release/examples")).unwrap();
    let mut document = fs::read_to_string(path).unwrap();
    let all = shown(&document);
    let outputs = all.iter().filter(|shown| shown.output.is_some()).count();
    let counts = (outputs, all.len() - outputs);
    for Shown { command, output } in all {
        let run_as = command.replace("cargo run --release -- ", "satdoku ");
        let is_installation = ["cargo ", "pip "].iter().any(|name| run_as.starts_with(name));
        if is_installation || run.skips(&run_as) {
            continue;
        }
        let printed = sh_in(run.folder.path(), &run_as);
        let text = printed.stdout.clone() + &printed.stderr;
        let output = output.as_deref().unwrap_or("...");
        let difference = difference(output, &text);
        if is_blessed() && difference.is_some() {
            let lines: String =
                text.lines().map(|line| line.trim_end().to_owned() + "\n").collect();
            let [old, new] = [output, &lines].map(|output| format!("$ {command}\n{output}"));
            document = document.replacen(&old, &new, 1);
            continue;
        }
        let place = format!("{}: $ {command}", path.display());
        assert!(difference.is_none(), "{place}\n{}", difference.unwrap_or_default());
        let shows_error = output.contains("error:");
        let is_negative = ["no solution", "not equivalent"].map(|start| output.starts_with(start));
        let status = if is_negative.contains(&true) { 1 } else { 2 * i32::from(shows_error) };
        printed.ends(status);
        assert_eq!(text.contains("error:"), shows_error, "{place}\n{text}");
    }
    if is_blessed() {
        fs::write(path, document).unwrap();
    }
    counts
}

#[test]
fn every_command_prints_what_the_documents_show() {
    let counts: Vec<(usize, usize)> = documents().iter().map(|path| run(path)).collect();
    let (outputs, others) = counts.iter().fold((0, 0), |sum, of| (sum.0 + of.0, sum.1 + of.1));
    assert!(outputs >= 8 && others >= 8, "{outputs} commands with output, {others} without");
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
    let is_same = |expected: &str, found: &str| difference(expected, found).is_none();
    assert!(is_same("a\nb\n", "a  \nb\n"));
    assert!(is_same("a\n...\nd\n", "a\nb\nc\nd\n"));
    assert!(is_same("...\n", "a\n") && is_same("...\nc\n", "c\n"));
    for (shown, printed) in [("a\n", "a\nb\n"), ("a\nb\n", "a\n"), ("a\n", "b\na\n"), ("", "a\n")] {
        assert!(!is_same(shown, printed), "{shown:?} {printed:?}");
    }
}

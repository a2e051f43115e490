//! The tests of the program, one module a question: one program to build and link.

mod audit;
#[cfg(unix)]
mod bad_inputs;
mod certificates;
mod cli;
mod cli_evidence;
mod cli_explain;
#[cfg(unix)]
mod cli_forms;
mod cli_rules;
mod common;
mod compare;
mod contenders;
mod cubes;
mod dataset;
mod decimals;
mod decode;
mod encode;
mod explain_unique;
#[cfg(unix)]
mod external;
mod forgeries;
mod generate;
mod pictures;
mod puzzles;
#[cfg(unix)]
mod readme;
mod rules;
mod sizes;
mod tables;

/// A file that is forgotten above would never run.
#[test]
fn every_file_of_this_folder_is_a_module() {
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let declaration = format!("mod {};", name.trim_end_matches(".rs"));
        let is_declared = include_str!("main.rs").lines().any(|line| line == declaration);
        // The cases are a test program of their own.
        let is_program = ["main.rs", "cases"].contains(&&*name);
        assert!(is_declared || is_program, "add `{declaration}` to tests/main.rs");
    }
}

//! The tests of the library, one module a question: one program to build and link.

mod agreement;
mod canonical;
mod checker;
mod clue_search;
mod clues;
mod common;
mod dpll;
mod encoding_meaning;
mod encodings;
mod evidence;
mod examples;
mod explain;
mod explain_depth;
mod explain_hints;
mod explain_names;
mod explain_reasons;
mod explain_story;
mod layout;
mod library;
mod links;
mod propagation;
mod reading;
mod simplify;

/// A file that is forgotten above would never run.
#[test]
fn every_file_of_this_folder_is_a_module() {
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let declaration = format!("mod {};", name.trim_end_matches(".rs"));
        let is_declared = include_str!("main.rs").lines().any(|line| line == declaration);
        // The cases are a test program of their own.
        let is_program = ["main.rs", "cases.rs"].contains(&&*name);
        assert!(is_declared || is_program, "add `{declaration}` to tests/main.rs");
    }
}

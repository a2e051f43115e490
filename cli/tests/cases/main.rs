//! Does the program say what people are promised, of right inputs and of wrong ones?
//!
//! The files `*.txt` beside this one hold cases (`common::cases`): commands of the shell, each run
//! in a folder of its own with the puzzles and examples; what it prints, then its errors.
//! What stands before the first case of a file is run before each. A case is a test of its own:
//! `cargo test --test cases cli::symbols`.

#[path = "../common/mod.rs"]
mod common;

#[cfg(unix)]
fn main() {
    use common::cases;
    use common::program::{folder_with_puzzles, sh_in};

    cases::run(cases::trials("cases", |before, case| {
        let run = sh_in(folder_with_puzzles(), format!("{before}\n{}", case.text));
        format!("{}{}exit status {}\n", run.stdout, run.stderr, run.status.unwrap())
    }))
}

/// The commands are those of a shell that Windows has not.
#[cfg(not(unix))]
fn main() {}

//! Does the program say what people are promised, of right inputs and of wrong ones?
//!
//! The files `*.txt` beside this one hold cases (`common::cases`): commands of the shell, each run
//! in a folder of its own with the puzzles and examples; what it prints, then its errors.
//! What stands before the first case of a file is run before each.

use crate::common::cases;
use crate::common::program::{folder_with_puzzles, sh_in};

#[test]
fn each_command_prints_what_its_case_says() {
    cases::check("cases", |before, case| {
        let run = sh_in(folder_with_puzzles(), format!("{before}\n{}", case.text));
        let lines = run.stdout.lines().chain(run.stderr.lines());
        let printed: String = lines.map(|line| line.trim_end().to_owned() + "\n").collect();
        format!("{printed}exit status {}\n", run.status.unwrap())
    });
}

//! The crate `sudoku` as a contender: it reads one 9x9 puzzle per line on stdin, and writes one
//! solution per line, or `none`, on stdout.
//!
//! ```text
//! cargo build --release --example crate_sudoku
//! satdoku compare --first --solver 'sudoku=lines:target/release/examples/crate_sudoku' FILE
//! ```
//!
//! The crate is licensed under AGPL-3.0-or-later, and so is a program that is built from this file.
//! The program is no part of satdoku; satdoku only talks to it through pipes.

use std::io::{self, BufWriter, Write};

use sudoku::Sudoku;

fn main() -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    for line in io::stdin().lines() {
        let puzzle = Sudoku::from_str_line(&line?);
        match puzzle.map(|puzzle| puzzle.solution()) {
            Ok(Some(solution)) => writeln!(out, "{}", solution.to_str_line())?,
            Ok(None) => writeln!(out, "none")?,
            Err(error) => {
                out.flush()?;
                return Err(io::Error::other(error));
            }
        }
    }
    out.flush()
}

//! What stands in the links to other programs, as the cases beside this file say it.
// One of the two test programs does not need all of it.
#![allow(dead_code)]

use satdoku::Puzzle;
use satdoku::format::Program;

use crate::common::cases::Case;

/// What is packed in a link.
pub fn packed(link: &str) -> String {
    let text = link.split_once("load=").unwrap().1;
    String::from_utf16(&lz_str::decompress_from_base64(text).unwrap()).unwrap()
}

/// The puzzle of a case in the links to f-puzzles and to the Interactive Sudoku Solver.
pub fn found(case: &Case) -> String {
    let puzzle: Puzzle = case.text.parse().unwrap();
    let said = |program: Program| match program.link(&puzzle, None) {
        Err(unsaid) => format!("{unsaid}\n"),
        Ok(link) if program == Program::Iss => format!("{}\n", link.split_once("?q=").unwrap().1),
        Ok(link) => format!("{}\n", packed(&link)),
    };
    said(Program::FPuzzles) + &said(Program::Iss)
}

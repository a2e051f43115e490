//! Solves a killer Sudoku, whose clues are cages, and certifies that it has exactly one solution.

use std::error::Error;

use satdoku::evidence::certificate::{self, check_files};
use satdoku::{Deadline, Puzzle, Verdict, solve};

fn main() -> Result<(), Box<dyn Error>> {
    let puzzle: Puzzle = CAGES.parse()?;
    let Verdict::Unique(solution) = solve(&puzzle)? else { return Err("not one solution".into()) };
    println!("{}, one solution: {solution}", puzzle.rules());
    let files = certificate::make(&puzzle, &certificate::Options::default())?;
    let checked = check_files(&files, Deadline::NONE)?;
    println!("certified: {}", checked.manifest.claim);
    Ok(())
}

/// The sum and the cells of each cage; there are no givens.
const CAGES: &str = "
killer 3 A1 A2
killer 15 A3 A4 A5
killer 22 A6 B5 B6 C5
killer 4 A7 B7
killer 16 A8 B8
killer 15 A9 B9 C9 D9
killer 25 B1 B2 C1 C2
killer 17 B3 B4
killer 9 C3 C4 D4
killer 8 C6 D6 E6
killer 20 C7 C8 D7
killer 6 D1 E1
killer 14 D2 D3
killer 17 D5 E5 F5
killer 17 D8 E7 E8
killer 13 E2 E3 F2
killer 20 E4 F4 G4
killer 12 E9 F9
killer 27 F1 G1 H1 I1
killer 6 F3 G2 G3
killer 20 F6 G6 G7
killer 6 F7 F8
killer 10 G5 H4 H5 I4
killer 14 G8 G9 H8 H9
killer 8 H2 I2
killer 16 H3 I3
killer 15 H6 H7
killer 13 I5 I6 I7
killer 17 I8 I9
";

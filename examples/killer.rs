//! Killer Sudoku: cages as clues, solved, shown to have one solution, and certified.

use std::error::Error;

use satdoku::evidence::certificate::{self, check_files};
use satdoku::{Clue, ClueKind, Deadline, Grid, Puzzle, Rules, Size, Verdict, solve};

/// A letter a cell: the cells of a cage share it.
const CAGES: &str = "aabbbcdef gghhccdef ggiicjkkf lmminjkof lppqnjoor sptqnuvvr sttqwuuxx \
                     syzwwAAxx syzwBBBCC";

/// What the digits of a cage add up to, in the order of the letters, small ones first.
const SUMS: [u32; 29] = [
    3, 15, 22, 4, 16, 15, 25, 17, 9, 8, 20, 6, 14, 17, 17, 13, 20, 12, 27, 6, 20, 6, 10, 14, 8, 16,
    15, 13, 17,
];

fn main() -> Result<(), Box<dyn Error>> {
    let letters: Vec<char> = CAGES.chars().filter(|letter| !letter.is_whitespace()).collect();
    let rules = ('a'..='z').chain('A'..='C').zip(SUMS).fold(
        Rules::builder(Size::NINE),
        |rules, (letter, sum)| {
            let cells = Size::NINE.cells().filter(|cell| letters[cell.index()] == letter);
            rules.clue(Clue { kind: ClueKind::Killer, cells: cells.collect(), numbers: vec![sum] })
        },
    );
    let puzzle = Puzzle::new(rules.build()?, Grid::empty(Size::NINE))?;
    let Verdict::Unique(solution) = solve(&puzzle)? else { return Err("not one solution".into()) };
    println!("{}, one solution: {solution}", puzzle.rules());
    let files = certificate::make(&puzzle, &certificate::Options::default())?;
    let checked = check_files(&files, Deadline::NONE)?;
    println!("certified: {}, {:?}", checked.manifest.claim, checked.clues);
    Ok(())
}

//! Counts the solutions of a puzzle, and shows the digits that all of them share.

use satdoku::evidence::{backbone, count};
use satdoku::{Deadline, Puzzle};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle = Puzzle::classic("1... ..2. .3.. ....".parse()?);
    println!("solutions: {}", count(&puzzle, 0, 1_000, Deadline::NONE)?);
    if let Some(backbone) = backbone(&puzzle, Deadline::NONE)? {
        println!("the same in all of them:\n{:#}", backbone.decided(&puzzle));
    }
    Ok(())
}

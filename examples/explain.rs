//! Explains a puzzle step by step. Each step has its reason.

use satdoku::explain::{CellNames, Effort, State, Words};
use satdoku::{Puzzle, Symbols};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let line = "94.7..13......4..7....3.69..5.....812..3.5....6....2......78...7..54......4..1..8";
    let puzzle = Puzzle::classic(line.parse()?);
    let symbols = Symbols::default();
    let mut state = State::new(&puzzle);
    state.follow(&Effort::default(), |state, step| {
        let words = Words { state, step, names: CellNames::A1, symbols: &symbols };
        println!("{}", words.sentence());
    })?;
    println!("{:#}", state.placed());
    Ok(())
}

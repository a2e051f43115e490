//! Writes the formula of a puzzle as DIMACS, for any SAT solver.

use satdoku::dimacs::{self, Comments, Style};
use satdoku::{Encoding, Formula, Puzzle};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle = Puzzle::classic("12.. ..1. 2... ...3".parse()?);
    let formula = Formula::whole(&puzzle, Encoding::default());
    let style = Style { comments: Comments::None, ..Style::default() };
    let written = dimacs::write(&formula, &style, &mut std::io::stdout().lock())?;
    eprintln!("{} variables, {} clauses", written.variables, written.clauses);
    Ok(())
}

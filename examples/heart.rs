//! The main idea of satdoku: make clauses from the rules, call a SAT solver, turn its model into a
//! grid, and check the grid.

use itertools::Itertools;
use satdoku::varisat::{ExtendFormula, Solver};
use satdoku::{Numbering, Puzzle, verify};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let givens =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let puzzle = Puzzle::classic(givens.parse()?);
    // Each candidate (a digit in a cell) has a variable: true if the solution holds the candidate.
    let numbering = Numbering::full(puzzle.size());
    let variable = |candidate| numbering.lit(candidate).expect("a variable for each candidate");
    let mut solver = Solver::new();
    // A cell has exactly one digit. A digit has exactly one place in a row, column or box.
    for group in puzzle.rules().groups() {
        let literals = group.candidates(puzzle.rules()).map(variable).collect_vec();
        solver.add_clause(&literals);
        for (one, other) in literals.into_iter().tuple_combinations() {
            solver.add_clause(&[!one, !other]);
        }
    }
    puzzle.givens().filled().for_each(|given| solver.add_clause(&[variable(given)]));
    solver.solve()?;
    let model = solver.model().ok_or("no solution")?;
    let mut solution = puzzle.givens().clone();
    numbering.decode(model, &mut solution)?;
    verify(&puzzle, &solution).map_err(|violations| format!("{violations:?}"))?;
    println!("{solution:#}");
    Ok(())
}

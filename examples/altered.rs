//! Prints puzzles that do not have exactly one solution, as `puzzle:count:solution` lines. They are
//! generated puzzles with a changed given (no solution) or without some givens (several solutions).
//! This program made `puzzles/unsolvable.txt` and `puzzles/many-solutions.txt`:
//!
//! ```text
//! cargo run --release --example altered -- unsolvable 50 6
//! cargo run --release --example altered -- many-solutions 50 7
//! ```
//! The arguments are the kind of puzzles, their number, and the seed.

use std::error::Error;
use std::sync::Arc;

use satdoku::generate::{Generated, Recipe};
use satdoku::solve::Session;
use satdoku::{Deadline, Digit, Encoding, Grid, Puzzle, Rules, Size};

/// Solutions are counted up to this number, so that the count takes little time.
const MOST_SOLUTIONS: usize = 1000;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (kind, count, seed) = match &arguments[..] {
        [kind, count, seed] => (kind.as_str(), count.parse::<usize>()?, seed.parse::<u64>()?),
        _ => return Err("expected unsolvable|many-solutions, a count and a seed".into()),
    };
    let recipe = Recipe::new(Arc::new(Rules::classic(Size::NINE)), seed);
    let mut found = 0;
    for index in 0.. {
        if found == count {
            break;
        }
        let Generated { puzzle, solution, .. } = recipe.puzzle(index)?;
        let altered = match kind {
            "unsolvable" => change_a_given(&puzzle, index),
            "many-solutions" => drop_givens(&puzzle, index),
            _ => return Err(format!("expected unsolvable or many-solutions, found {kind}").into()),
        };
        let solutions = count_solutions(&altered)?;
        match (kind, solutions) {
            ("unsolvable", 0) => println!("{}:0:", altered.givens()),
            // The printed solution is that of the generated puzzle; the altered puzzle has it too.
            ("many-solutions", 2..MOST_SOLUTIONS) => {
                println!("{}:{solutions}:{solution}", altered.givens())
            }
            _ => continue,
        }
        found += 1;
    }
    Ok(())
}

/// Changes one given to another digit that no peer has, if there is such a digit. The index chooses
/// the given.
fn change_a_given(puzzle: &Puzzle, index: u64) -> Puzzle {
    let mut givens = puzzle.givens().clone();
    let filled: Vec<_> = puzzle.givens().filled().collect();
    let given = filled[index as usize % filled.len()];
    let rules = puzzle.rules();
    let clashes = |digit: Digit, grid: &Grid| {
        rules.peers(given.cell).any(|peer| grid.get(peer) == Some(digit))
    };
    let other =
        puzzle.size().digits().find(|&digit| digit != given.digit && !clashes(digit, &givens));
    givens.set(given.cell, other.or(Some(given.digit)));
    puzzle.with_givens(givens).expect("the same size")
}

/// Removes one to three givens.
fn drop_givens(puzzle: &Puzzle, index: u64) -> Puzzle {
    let mut givens = puzzle.givens().clone();
    for given in puzzle.givens().filled().step_by(7).take(1 + index as usize % 3) {
        givens.set(given.cell, None);
    }
    puzzle.with_givens(givens).expect("the same size")
}

fn count_solutions(puzzle: &Puzzle) -> Result<usize, satdoku::SolveError> {
    let mut session = Session::new(puzzle, Encoding::default(), Deadline::NONE);
    let mut count = 0;
    while count < MOST_SOLUTIONS
        && let Some(solution) = session.solve(&[])?
    {
        session.forbid(&solution);
        count += 1;
    }
    Ok(count)
}

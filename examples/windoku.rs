//! A variant of Sudoku adds units to the rules. Here Windoku is made by hand: four more regions of
//! 3x3 are added (`Variant::Windoku` adds the same regions). The encoder, the generator, the solver
//! and the verification need no change for these regions.

use std::sync::Arc;

use satdoku::generate::{Generated, Recipe};
use satdoku::{Cell, Rules, Size, Verdict, solve};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut rules = Rules::builder(Size::NINE);
    for (top, left) in [(1, 1), (1, 5), (5, 1), (5, 5)] {
        let region: Vec<Cell> = itertools::iproduct!(top..top + 3, left..left + 3)
            .map(|(row_index, column_index)| Size::NINE.cell(row_index, column_index))
            .collect();
        rules = rules.extra_region(&region);
    }
    let recipe = Recipe::new(Arc::new(rules.build()?), 1);
    let Generated { puzzle, .. } = recipe.puzzle(0)?;
    println!("{:#}\n", puzzle.givens());
    if let Verdict::Unique(solution) = solve(&puzzle)? {
        println!("{solution:#}");
    }
    Ok(())
}

//! Generates three puzzles with one solution. The same seed gives the same puzzles.

use satdoku::Rules;
use satdoku::generate::Recipe;
use satdoku::{Size, Variant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules = Rules::builder(Size::NINE).variant(Variant::Diagonal).build()?;
    let recipe = Recipe::new(rules.into(), 1);
    for number in 0..3 {
        let generated = recipe.puzzle(number)?;
        println!("{}", generated.puzzle.givens());
    }
    Ok(())
}

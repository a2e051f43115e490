//! A rule variant is more units, and nothing else: Windoku adds four 3x3 regions. The encoder, the
//! solver and the verification take them as they are.

use satdoku::{Cell, Grid, Puzzle, Rules, Size, Verdict, solve};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut rules = Rules::classic(Size::NINE);
    for (top, left) in [(1, 1), (1, 5), (5, 1), (5, 5)] {
        let region: Vec<Cell> = itertools::iproduct!(top..top + 3, left..left + 3)
            .map(|(row_index, column_index)| Size::NINE.cell(row_index, column_index))
            .collect();
        rules = rules.with_region(&region)?;
    }
    let givens: Grid =
        "....1..3...8....65.............6.9.......3.......7.............7..4......8.....2."
            .parse()?;
    match solve(&Puzzle::new(rules, givens)?)? {
        Verdict::Unique(solution) => println!("{solution:#}"),
        Verdict::Multiple([first, second]) => println!("at least two:\n{first:#}\n\n{second:#}"),
        Verdict::None => println!("no solution"),
    }
    Ok(())
}

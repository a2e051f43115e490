//! Solves one puzzle and says whether its solution is the only one.

use satdoku::{Grid, Puzzle, Verdict, solve};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let givens: Grid = "
        . . . |1 . 5 |. . .
        1 4 . |. . . |6 7 .
        . 8 . |. . 2 |4 5 .
        ------+------+------
        . 6 3 |. 7 . |. 1 .
        9 . . |. . . |. . 3
        . 1 . |. 9 . |5 2 .
        ------+------+------
        . . 7 |2 . . |. 8 .
        . 2 6 |. . . |. 3 5
        . . . |4 . 9 |. . .
    "
    .parse()?;
    match solve(&Puzzle::classic(givens))? {
        Verdict::Unique(solution) => println!("{solution:#}"),
        Verdict::Multiple([first, second]) => println!("at least two:\n{first:#}\n\n{second:#}"),
        Verdict::None => println!("no solution"),
    }
    Ok(())
}

//! Killer Sudoku: a rule of one's own, solved, shown to have one solution, and certified.

use std::error::Error;
use std::sync::Arc;

use itertools::Itertools;
use satdoku::evidence::certificate::{self, check_files};
use satdoku::varisat::{CnfFormula, ExtendFormula, Lit};
use satdoku::{
    Candidate, Cell, Constraint, Deadline, Digit, Grid, Numbering, Puzzle, Rules, Size, Verdict,
    solve,
};

/// A letter a cell: the cells of a cage share it.
const CAGES: &str = "aabbbcdef gghhccdef ggiicjkkf lmminjkof lppqnjoor sptqnuvvr sttqwuuxx \
                     syzwwAAxx syzwBBBCC";

/// What the digits of a cage add up to, in the order of the letters, small ones first.
const SUMS: [usize; 29] = [
    3, 15, 22, 4, 16, 15, 25, 17, 9, 8, 20, 6, 14, 17, 17, 13, 20, 12, 27, 6, 20, 6, 10, 14, 8, 16,
    15, 13, 17,
];

/// The digits of each cage differ and add up to its sum.
#[derive(Debug)]
struct Killer {
    cages: Vec<(Vec<Cell>, usize)>,
}

impl Killer {
    fn new() -> Killer {
        let letters: Vec<char> = CAGES.chars().filter(|letter| !letter.is_whitespace()).collect();
        let cage = |(letter, sum): (char, usize)| {
            let cells = Size::NINE.cells().filter(|cell| letters[cell.index()] == letter);
            (cells.collect(), sum)
        };
        Killer { cages: ('a'..='z').chain('A'..='C').zip(SUMS).map(cage).collect() }
    }
}

fn sum(digits: &[Digit]) -> usize {
    digits.iter().map(|digit| digit.value()).sum()
}

impl Constraint for Killer {
    fn name(&self) -> &str {
        "killer"
    }

    /// No digit stands twice in a cage. For each set of digits that it can hold there is an auxiliary
    /// variable: one of them is true, and then the cage holds no other digit.
    fn clauses(&self) -> CnfFormula {
        let numbering = Numbering::full(Size::NINE);
        let lit =
            |cell, digit| numbering.lit(Candidate { cell, digit }).expect("of all candidates");
        let mut formula = CnfFormula::new();
        formula.set_var_count(numbering.variable_count());
        for (cells, total) in &self.cages {
            for (first, second) in cells.iter().tuple_combinations() {
                for digit in Size::NINE.digits() {
                    formula.add_clause(&[!lit(*first, digit), !lit(*second, digit)]);
                }
            }
            let mut choices: Vec<Lit> = Vec::new();
            for set in Size::NINE.digits().combinations(cells.len()) {
                if sum(&set) != *total {
                    continue;
                }
                let choice = formula.new_lit();
                choices.push(choice);
                for digit in Size::NINE.digits().filter(|digit| !set.contains(digit)) {
                    for &cell in cells {
                        formula.add_clause(&[!choice, !lit(cell, digit)]);
                    }
                }
            }
            formula.add_clause(&choices);
        }
        formula
    }

    fn violation(&self, grid: &Grid) -> Option<String> {
        self.cages.iter().find_map(|(cells, total)| {
            let digits: Vec<Digit> = cells.iter().filter_map(|&cell| grid.get(cell)).collect();
            let first = grid.size().cell_name(cells[0]);
            if sum(&digits) != *total {
                return Some(format!(
                    "the cage of {first} adds up to {}, not {total}",
                    sum(&digits)
                ));
            }
            let is_repeated = !digits.iter().all_unique();
            is_repeated.then(|| format!("the cage of {first} holds a digit twice"))
        })
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let killer: Arc<dyn Constraint> = Arc::new(Killer::new());
    let rules = Rules::builder(Size::NINE).constraint(Arc::clone(&killer)).build()?;
    let puzzle = Puzzle::new(rules, Grid::empty(Size::NINE))?;
    let Verdict::Unique(solution) = solve(&puzzle)? else { return Err("not one solution".into()) };
    println!("{}, one solution: {solution}", puzzle.rules());
    let files = certificate::make(&puzzle, &certificate::Options::default())?;
    let checked = check_files(&files, &[killer], Deadline::NONE)?;
    println!("certified: {}", checked.manifest.claim);
    Ok(())
}

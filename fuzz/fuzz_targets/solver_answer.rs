//! Any bytes as a SAT solver's answer: read alike however they arrive, and decoded into a
//! verified grid or an error.
#![no_main]

use std::fmt::Write;
use std::io::BufReader;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use satdoku::dimacs::{Assignment, SolverOutput, decode, read_output};
use satdoku::encode::Formula;
use satdoku::simplify::{Budget, Finding, Simplifier};
use satdoku::varisat::Var;
use satdoku::{Encoding, Grid, Puzzle, Size, verify};

/// Each kind of formula, and its number of variables.
static FORMULAS: LazyLock<Vec<(Formula, usize)>> = LazyLock::new(|| {
    let puzzle = Puzzle::classic(Grid::empty(Size::FOUR));
    let Finding::Open(candidates) =
        Simplifier::new(puzzle.rules()).simplify(puzzle.givens(), &Budget::default()).finding
    else {
        panic!("an empty grid is open");
    };
    [
        Formula::whole(&puzzle, Encoding::default()),
        Formula::whole(&puzzle, "extended/sequential".parse().unwrap()),
        Formula::open(&puzzle, &candidates, Encoding::default()),
        Formula::refuted(&puzzle, Encoding::default()),
    ]
    .map(|formula| {
        let variables = formula.dimensions().variables;
        (formula, variables)
    })
    .into()
});

// The last byte chooses the formula, so that any answer is a seed.
fuzz_target!(|input: &[u8]| {
    let Some((&choice, text)) = input.split_last() else { return };
    let (formula, variables) = &FORMULAS[usize::from(choice) % FORMULAS.len()];
    let read = read_output(text, *variables).map_err(|error| error.to_string());
    let in_pieces = read_output(BufReader::with_capacity(1, text), *variables);
    assert_eq!(read, in_pieces.map_err(|error| error.to_string()), "in small pieces");
    if let Ok(SolverOutput::Satisfiable(model)) = read {
        let again = read_output(written(&model, *variables).as_bytes(), *variables);
        assert_eq!(again.unwrap(), SolverOutput::Satisfiable(model.clone()), "written and read");
        if let Ok(grid) = decode(formula, &model) {
            verify(formula.puzzle(), &grid).unwrap();
        }
    }
});

fn written(model: &Assignment, variables: usize) -> String {
    let mut text = "s SATISFIABLE\nv".to_owned();
    for var in (0..variables).map(Var::from_index) {
        if let Some(value) = model.value(var) {
            write!(text, " {}", var.lit(value).to_dimacs()).unwrap();
        }
    }
    text + " 0\n"
}

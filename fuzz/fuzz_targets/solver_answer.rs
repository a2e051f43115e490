//! Any bytes as a SAT solver's answers: read alike however they arrive, alone or among several,
//! and decoded into a verified grid or an error.
#![no_main]

use std::fmt::Write;
use std::io::{BufRead, BufReader};
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use satdoku::dimacs::{Assignment, OutputError, SolverOutput, decode, read_output, read_outputs};
use satdoku::encode::Formula;
use satdoku::simplify::{Budget, Finding, Simplifier};
use satdoku::varisat::Var;
use satdoku::{Encoding, Grid, Puzzle, Size, verify};

/// Each kind of formula, and its number of variables.
static FORMULAS: LazyLock<Vec<(Formula, usize)>> = LazyLock::new(|| {
    let puzzle = Puzzle::classic(Grid::empty(Size::FOUR));
    let Finding::Open(candidates) =
        Simplifier::new(puzzle.rules()).simplify(puzzle.givens(), None, &Budget::default()).finding
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
    let text_of = |error: OutputError| error.to_string();
    let all = |input: &mut dyn BufRead| -> Vec<Result<SolverOutput, String>> {
        read_outputs(input, *variables).map(|read| read.map_err(text_of)).collect()
    };
    let outputs = all(&mut &*text);
    assert_eq!(outputs, all(&mut BufReader::with_capacity(1, text)), "in small pieces");
    match (&outputs[..], read_output(text, *variables).map_err(text_of)) {
        ([only], read) => assert_eq!(only, &read, "of one"),
        (_, read) => assert!(read.is_err(), "of {}", outputs.len()),
    }
    for output in outputs.iter().flatten() {
        let SolverOutput::Satisfiable(model) = output else { continue };
        let again = read_output(written(model, *variables).as_bytes(), *variables);
        assert_eq!(&again.unwrap(), output, "written and read");
        if let Ok(grid) = decode(formula, model) {
            verify(&formula.puzzle, &grid).unwrap();
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

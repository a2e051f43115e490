//! The formulas say what the rules say: against brute force, against each other, against
//! solutions that are known.

use std::collections::HashSet;

use crate::common::{brute_force, encode, grid, list, plain};
use satdoku::encode::{Encoding, Preset, Reason};
use satdoku::rules::Group;
use satdoku::{Candidate, Candidates, Grid, Limits, Puzzle, Size};
use varisat::{ExtendFormula, Lit, Solver, Var};

fn blanks(size: Size) -> [Puzzle; 2] {
    let empty = Grid::empty(size);
    [Puzzle::classic(empty.clone()), Puzzle::diagonal(empty)]
}

/// The candidates that are true in each model, by enumeration without any decoding.
fn models_on_candidates(puzzle: &Puzzle, encoding: Encoding) -> HashSet<Vec<bool>> {
    let encoded = encode(puzzle, encoding);
    let mut solver = Solver::new();
    solver.add_formula(&encoded.formula);
    let mut models = HashSet::new();
    while solver.solve().unwrap() {
        let mut values = vec![false; encoded.numbering.candidate_count()];
        for lit in solver.model().unwrap() {
            if lit.index() < values.len() {
                values[lit.index()] = lit.is_positive();
            }
        }
        let differs: Vec<Lit> =
            values.iter().enumerate().map(|(at, &value)| Lit::from_index(at, !value)).collect();
        solver.add_clause(&differs);
        assert!(models.insert(values), "{encoding}: a model twice");
    }
    models
}

#[test]
fn on_4x4_the_models_of_every_encoding_are_exactly_the_grids() {
    for puzzle in blanks(Size::FOUR) {
        let grids = brute_force(&puzzle);
        if puzzle.rules().is_classic() {
            assert_eq!(grids.len(), 288);
        }
        let expected: HashSet<Vec<bool>> = grids
            .iter()
            .map(|grid| {
                let all = Candidates::all(Size::FOUR);
                all.iter().map(|c| grid.get(c.cell) == Some(c.digit)).collect()
            })
            .collect();
        for encoding in Encoding::all() {
            let models = models_on_candidates(&puzzle, encoding);
            assert!(models == expected, "{encoding}, {}: {} models", puzzle.rules(), models.len());
        }
    }
}

/// A solver with the minimal preset, to be asked what follows from it.
fn minimal(puzzle: &Puzzle) -> Solver<'static> {
    let mut solver = Solver::new();
    solver.add_formula(&encode(puzzle, Preset::Minimal.into()).formula);
    solver
}

fn follows(solver: &mut Solver, clause: &[Lit]) -> bool {
    solver.assume(&clause.iter().map(|&lit| !lit).collect::<Vec<_>>());
    !solver.solve().unwrap()
}

#[test]
fn on_4x4_and_6x6_each_clause_of_extended_follows_from_minimal() {
    for size in [Size::FOUR, Size::new(2, 3).unwrap()] {
        for puzzle in blanks(size) {
            let mut solver = minimal(&puzzle);
            for encoding in Encoding::all().filter(|e| e.amo == Encoding::default().amo) {
                let encoded = encode(&puzzle, encoding);
                for (clause, reason) in encoded.formula.iter().zip(&encoded.reasons) {
                    assert!(follows(&mut solver, clause), "{reason:?} of {size}, {encoding}");
                }
            }
            // And not everything does.
            let unit = [Lit::from_index(0, true)];
            assert!(!follows(&mut solver, &unit));
        }
    }
}

/// At 9x9 such a refutation is a pigeonhole formula, so one clause of each kind, up to symmetry:
/// any cell and digits for a cell's at-most-one; a row, which is also a column turned over, a
/// box and a diagonal for a unit's at-least-one. The other two kinds are in `minimal` itself.
#[test]
fn on_9x9_one_clause_of_each_kind_of_extended_follows_from_minimal() {
    let puzzle = Puzzle::diagonal(Grid::empty(Size::NINE));
    let encoded = encode(&puzzle, Preset::Extended.into());
    let has_a_place = |wanted: usize| {
        let unit_at_least_one = |r: &Reason| matches!(r, Reason::AtLeastOne(Group::Unit(unit, _)) if unit.index() == wanted);
        encoded.reasons.iter().position(unit_at_least_one)
    };
    let wanted = [
        encoded.reasons.iter().position(|r| matches!(r, Reason::AtMostOne(Group::Cell(_)))),
        has_a_place(0),
        has_a_place(18),
        has_a_place(27),
    ];
    for clause_index in wanted {
        let clause_index = clause_index.expect("there is one of each kind");
        let clause = encoded.formula.iter().nth(clause_index).unwrap();
        assert!(follows(&mut minimal(&puzzle), clause), "{:?}", encoded.reasons[clause_index]);
    }
}

/// Every clause of every encoding holds for a solution, whatever its auxiliaries have to be.
fn assert_satisfied(blank: &Puzzle, solutions: &[Grid]) {
    for encoding in Encoding::all() {
        let encoded = encode(blank, encoding);
        let mut solver = Solver::new();
        solver.add_formula(&encoded.formula);
        for solution in solutions {
            let placed: Vec<Lit> =
                solution.filled().map(|c| encoded.numbering.lit(c).unwrap()).collect();
            solver.assume(&placed);
            assert!(solver.solve().unwrap(), "{encoding} refutes {solution:?}");
            let mut values = vec![None; encoded.formula.var_count()];
            for lit in solver.model().unwrap() {
                values[lit.index()] = Some(lit.is_positive());
            }
            // The candidates are the solution's, all of them.
            for candidate in Candidates::all(blank.size()).iter() {
                let var: Var = encoded.numbering.lit(candidate).unwrap().var();
                let Candidate { cell, digit } = candidate;
                values[var.index()] = Some(solution.get(cell) == Some(digit));
            }
            for (clause, reason) in encoded.formula.iter().zip(&encoded.reasons) {
                let holds = clause.iter().any(|lit| values[lit.index()] == Some(lit.is_positive()));
                assert!(holds, "{encoding}: {reason:?} does not hold for {solution:?}");
            }
        }
    }
}

fn solutions_of(name: &str, step: usize) -> Vec<Grid> {
    let lines = list(name).unwrap_or_default();
    let puzzles = lines.iter().step_by(step).filter(|line| line.len() >= 81);
    puzzles
        .flat_map(|line| {
            let puzzle = Puzzle::classic(grid(&line[..81]));
            let answer = plain(&puzzle, &Limits::FIRST);
            answer.solutions
        })
        .collect()
}

#[test]
fn known_solutions_satisfy_every_clause_of_every_encoding() {
    let known = [
        "417369825632158947958724316825437169791586432346912758289643571573291684164875293",
        "876153942921467358354892671647519823582376419139248765213684597765931284498725136",
        "267945381853716249491823576576438192384192657129657438642379815935281764718564923",
    ];
    let mut solutions: Vec<Grid> = known.map(grid).to_vec();
    solutions.extend(solutions_of("top95.txt", 10));
    let [classic, diagonal] = blanks(Size::NINE);
    assert_satisfied(&classic, &solutions);
    // The third one is a solution with the diagonals too.
    assert_satisfied(&diagonal, &solutions[2..3]);
}

/// `cargo test --release --test encoding_meaning -- --ignored`: minutes.
#[test]
#[ignore = "minutes; all solutions of all lists"]
fn all_solutions_of_the_lists_satisfy_every_clause_of_every_encoding() {
    let [classic, _] = blanks(Size::NINE);
    for name in [
        "top95.txt",
        "norvig_hardest11.txt",
        "top1465.txt",
        "clues17.txt",
        "hardest.txt",
        "easy.txt",
    ] {
        let solutions = solutions_of(name, 1);
        println!("{name}: {} solutions", solutions.len());
        assert_satisfied(&classic, &solutions);
    }
}

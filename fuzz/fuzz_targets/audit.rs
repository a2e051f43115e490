//! Altered formulas of 4x4 grids: what the audit says of them is what brute force says.
#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use satdoku::audit::{Judgement, VariableMap, audit, givens};
use satdoku::dimacs::Cnf;
use satdoku::encode::Preset;
use satdoku::rules::Variant;
use satdoku::varisat::{ExtendFormula, Lit, Solver};
use satdoku::{Cell, Deadline, Digit, Formula, Grid, Puzzle, Rules, Size};

/// Those of the candidates, and a few more.
const VARIABLES: i32 = 66;

#[derive(Arbitrary, Debug)]
struct Input {
    rules: u8,
    preset: u8,
    givens: Vec<(u8, u8)>,
    edits: Vec<Edit>,
}

#[derive(Arbitrary, Debug)]
enum Edit {
    Remove(u16),
    Turn(u16, u8),
    Add(Vec<u8>),
}

fuzz_target!(|input: Input| {
    let rules = Rules::builder(Size::FOUR);
    let rules = match input.rules % 5 {
        0 => rules,
        1 => rules.variant(Variant::Diagonal),
        2 => rules.variant(Variant::AntiKing),
        // One region is a row.
        3 => rules.regions("aaaabbccbbccdddd".parse().unwrap()),
        _ => rules.regions("aaababbbccdcddcd".parse().unwrap()),
    };
    let Ok(rules) = rules.build() else { return };
    let mut grid = Grid::empty(Size::FOUR);
    for &(cell, digit) in input.givens.iter().take(6) {
        let cell = Cell::from_index(usize::from(cell) % 16);
        grid.set(cell, Some(Digit::from_index(usize::from(digit) % 4)));
    }
    let puzzle = Puzzle::new(rules, grid).unwrap();
    let preset = Preset::ALL[usize::from(input.preset) % Preset::ALL.len()];
    let mut clauses: Vec<Vec<i32>> = Vec::new();
    Formula::whole(&puzzle, preset.into()).for_each_clause(|clause, _| {
        clauses.push(clause.iter().map(|lit| lit.to_dimacs() as i32).collect());
    });
    for edit in input.edits.into_iter().take(8) {
        let at = |index: u16| usize::from(index) % clauses.len();
        match edit {
            Edit::Remove(index) => drop(clauses.remove(at(index))),
            Edit::Turn(index, lit) => {
                let at = at(index);
                let len = clauses[at].len();
                clauses[at][usize::from(lit) % len] *= -1;
            }
            Edit::Add(lits) if !lits.is_empty() => {
                let lit = |&lit: &u8| {
                    let variable = i32::from(lit >> 1) % VARIABLES + 1;
                    if lit & 1 == 1 { -variable } else { variable }
                };
                clauses.push(lits.iter().take(6).map(lit).collect());
            }
            Edit::Add(_) => {}
        }
    }
    let mut formula = Cnf::default();
    clauses.iter().for_each(|clause| formula.push(clause.iter().copied()));
    let map = VariableMap::standard(Size::FOUR);
    let Ok(found) = givens(&formula, &map) else { return };
    let puzzle = puzzle.with_givens(found).unwrap();
    let report = audit(&formula, &map, &puzzle, Deadline::NONE).unwrap();
    agrees(report.with_givens(), &puzzle, &clauses);
    if let Some(alone) = &report.without_givens {
        clauses.retain(|clause| !matches!(clause[..], [lit] if lit.abs() <= 64));
        agrees(alone.judgement(), &puzzle.without_givens(), &clauses);
    }
});

fn agrees(said: Judgement, puzzle: &Puzzle, clauses: &[Vec<i32>]) {
    let mut solutions = Vec::new();
    fill(puzzle, puzzle.givens().clone(), 0, &mut solutions);
    let mut solver = Solver::new();
    for clause in clauses {
        let lits: Vec<Lit> = clause.iter().map(|&lit| Lit::from_dimacs(lit as isize)).collect();
        solver.add_clause(&lits);
    }
    let has_model = solver.solve().unwrap();
    let mut is_complete = true;
    let placed = |grid: &Grid| -> Vec<Lit> {
        let all = Size::FOUR.candidates().enumerate();
        all.map(|(at, c)| Lit::from_index(at, grid.get(c.cell) == Some(c.digit))).collect()
    };
    for solution in &solutions {
        solver.assume(&placed(solution));
        is_complete &= solver.solve().unwrap();
    }
    solver.assume(&[]);
    for solution in &solutions {
        let others: Vec<Lit> = placed(solution).iter().map(|&lit| !lit).collect();
        solver.add_clause(&others);
    }
    let is_sound = !solver.solve().unwrap();
    let expected = match (has_model, solutions.is_empty()) {
        (false, true) => Judgement::NoSolution,
        (false, false) => Judgement::NoModel,
        _ if is_sound && is_complete => Judgement::Equivalent,
        _ => Judgement::NotEquivalent,
    };
    assert!(said == expected || said == Judgement::Unknown, "{said:?}, not {expected:?}");
}

/// All solutions, by trying each digit in each cell.
fn fill(puzzle: &Puzzle, grid: Grid, index: usize, solutions: &mut Vec<Grid>) {
    let rules = puzzle.rules();
    if index == 16 {
        solutions.push(grid);
        return;
    }
    let cell = Cell::from_index(index);
    for digit in Size::FOUR.digits() {
        let is_free = grid.get(cell).is_none_or(|given| given == digit);
        let clashes = |peer: Cell| grid.get(peer) == Some(digit);
        if is_free && !rules.peers(cell).any(clashes) {
            let mut filled = grid.clone();
            filled.set(cell, Some(digit));
            fill(puzzle, filled, index + 1, solutions);
        }
    }
}

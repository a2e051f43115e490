//! The same puzzle in three ways: simplified first, by dpll with and without vector instructions,
//! and as the plain whole formula. The verdicts agree, and every grid is verified.
#![no_main]

use std::cell::RefCell;
use std::collections::HashMap;
use std::time::Duration;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use satdoku::solve::Session;
use satdoku::{
    Answer, Cell, Digit, Dpll, Encoding, Grid, Limits, Pipeline, Puzzle, Rules, RulesBuilder, Size,
    Status, verify,
};

/// Boxes, height and width; 9x9 is what two solvers are made for.
const BOXES: [(usize, usize); 8] = [(3, 3), (3, 3), (3, 3), (3, 3), (2, 2), (2, 3), (2, 4), (1, 5)];

#[derive(Arbitrary, Debug)]
struct Input {
    shape: u8,
    diagonal: bool,
    /// Cells of one more region; ignored unless they make one.
    region: Option<[u8; 9]>,
    /// Swaps of digits and of rows of a band: other solutions than the first.
    swaps: [u8; 8],
    /// A bit a cell: whether it is given.
    given: [u8; 11],
    /// Cells and digits written over the solution.
    altered: Vec<(u8, u8)>,
}

// Several puzzles, since solvers keep tables and buffers from one to the next.
fuzz_target!(|inputs: Vec<Input>| {
    let mut simplified = Pipeline::new();
    let (mut dpll, mut portable) = (Dpll::new(), Dpll::portable());
    for input in inputs.iter().take(4) {
        let puzzle = puzzle(input);
        // Few puzzles need a second; those that need more say nothing.
        let limits = Limits::UNIQUE.within(Duration::from_secs(5));
        let answers = [
            simplified.solve(&puzzle, &limits).unwrap().answer,
            Session::new(&puzzle, Encoding::default(), limits.deadline).answer(2).unwrap(),
            dpll.solve(&puzzle, &limits).unwrap(),
            portable.solve(&puzzle, &limits).unwrap(),
        ];
        compare(&puzzle, &limits, answers);
    }
});

fn compare(puzzle: &Puzzle, limits: &Limits, answers: [Answer; 4]) {
    let names = ["simplified", "plain", "dpll", "dpll-portable"];
    for (name, answer) in names.iter().zip(&answers) {
        for solution in &answer.solutions {
            verify(puzzle, solution).unwrap_or_else(|wrong| panic!("{name}: {wrong:?}"));
        }
        if let [first, second] = &answer.solutions[..] {
            assert_ne!(first, second, "{name}");
        }
    }
    // Several solutions may be any; an only one may not.
    let verdict = |answer: &Answer| match answer.status(limits) {
        Status::Unique => (Status::Unique, answer.solutions.first().cloned()),
        status => (status, None),
    };
    let known = names.iter().zip(answers.iter().map(verdict));
    let known: Vec<_> = known.filter(|(_, (status, _))| *status != Status::Unknown).collect();
    for pair in known.windows(2) {
        assert_eq!(pair[0].1, pair[1].1, "{} and {} on {puzzle:?}", pair[0].0, pair[1].0);
    }
}

/// Most of a solution, with some cells written over.
fn puzzle(input: &Input) -> Puzzle {
    let (height, width) = BOXES[usize::from(input.shape) % BOXES.len()];
    let size = Size::new(height, width).unwrap();
    let rules = if input.diagonal { Rules::diagonal(size) } else { Rules::classic(size) };
    let mut givens = solution(&rules, input.diagonal);
    swap(&mut givens, &input.swaps, rules.is_classic());
    for cell in size.cells() {
        if input.given[cell.index() / 8] >> (cell.index() % 8) & 1 == 0 {
            givens.set(cell, None);
        }
    }
    for &(cell, digit) in &input.altered {
        let cell = Cell::from_index(usize::from(cell) % size.cell_count());
        givens.set(cell, Some(Digit::from_index(usize::from(digit) % size.side())));
    }
    let region = input.region.map(|cells| {
        cells
            .iter()
            .take(size.side())
            .map(|&cell| Cell::from_index(cell.into()))
            .collect::<Vec<_>>()
    });
    let rules = match region {
        Some(region) => {
            let builder = rules.variants().iter().copied();
            let builder = builder.fold(Rules::builder(size), RulesBuilder::variant);
            builder.extra_region(&region).build().unwrap_or(rules)
        }
        None => rules,
    };
    Puzzle::new(rules, givens).unwrap()
}

/// One solution of the empty grid; the empty grid if there is none.
fn solution(rules: &Rules, diagonal: bool) -> Grid {
    thread_local! {
        static KNOWN: RefCell<HashMap<(Size, bool), Grid>> = RefCell::default();
    }
    let size = rules.size();
    KNOWN.with_borrow_mut(|known| {
        known
            .entry((size, diagonal))
            .or_insert_with(|| {
                let puzzle = Puzzle::new(rules.clone(), Grid::empty(size)).unwrap();
                let solved = Pipeline::new().solve(&puzzle, &Limits::FIRST).unwrap();
                solved.answer.solutions.into_iter().next().unwrap_or(Grid::empty(size))
            })
            .clone()
    })
}

/// Relabels digits, and where rows may be swapped, swaps rows of one band.
fn swap(grid: &mut Grid, swaps: &[u8], rows_too: bool) {
    let size = grid.size();
    for &swap in swaps {
        let (first, second) = (usize::from(swap >> 4), usize::from(swap & 15));
        let values = grid.values().to_vec();
        let swapped: Vec<u16> = if rows_too && swap % 2 == 0 {
            let band = first % (size.side() / size.box_height()) * size.box_height();
            let rows = [band, band + second % size.box_height()];
            let from = |row| match rows {
                [a, b] if row == a => b,
                [a, b] if row == b => a,
                _ => row,
            };
            size.cells()
                .map(|cell| {
                    let row = from(size.row_index(cell));
                    values[size.cell(row, size.column_index(cell)).index()]
                })
                .collect()
        } else {
            let digits = [first, second].map(|index| (index % size.side() + 1) as u16);
            let to = |value| match digits {
                [a, b] if value == a => b,
                [a, b] if value == b => a,
                _ => value,
            };
            values.into_iter().map(to).collect()
        };
        *grid = Grid::from_values(size, swapped).unwrap();
    }
}

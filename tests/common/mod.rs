//! What several test files need.
// Each test program uses a part of it.
#![allow(dead_code)]

pub mod cases;
pub mod large;
pub mod random;
mod skip;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use satdoku::encode::Reason;
use satdoku::solve::Session;
use satdoku::{
    Answer, Candidate, Candidates, Cell, Deadline, Encoding, Formula, Grid, Limits, Numbering,
    Puzzle, Size, Status,
};
use varisat::{CnfFormula, ExtendFormula};

pub use skip::skip;

/// The grid of a line of digits, `.` for an empty cell.
pub fn grid(line: &str) -> Grid {
    let value = |byte: u8| if byte == b'.' { 0 } else { u16::from(byte - b'0') };
    let values: Vec<u16> = line.bytes().map(value).collect();
    Grid::from_values(Size::from_side(values.len().isqrt()).unwrap(), values).unwrap()
}

/// The answer of varisat on the whole formula.
pub fn plain(puzzle: &Puzzle, limits: &Limits) -> Answer {
    let mut session = Session::new(puzzle, Encoding::default(), limits.deadline);
    session.answer(limits.solutions).unwrap()
}

/// A formula in memory, what its variables mean, and why each clause is there.
pub struct Encoded {
    pub formula: CnfFormula,
    pub numbering: Numbering,
    pub reasons: Vec<Reason>,
}

/// All clauses of a formula.
pub fn encoded(formula: &Formula) -> Encoded {
    let (mut cnf, mut reasons) = (CnfFormula::new(), Vec::new());
    let numbering = formula.for_each_clause(|clause, reason| {
        cnf.add_clause(clause);
        reasons.push(reason);
    });
    cnf.set_var_count(numbering.variable_count());
    Encoded { formula: cnf, numbering, reasons }
}

/// The whole formula of a puzzle.
pub fn encode(puzzle: &Puzzle, encoding: Encoding) -> Encoded {
    encoded(&Formula::whole(puzzle, encoding))
}

/// Random numbers, the same for the same seed.
pub fn random(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// A puzzle with exactly one solution, and that solution. `blanks` cells are emptied where the
/// solution stays the only one.
pub fn proper_puzzle(blank: &Puzzle, blanks: usize, random: &mut ChaCha8Rng) -> (Puzzle, Grid) {
    let size = blank.size();
    let mut digits: Vec<_> = size.digits().collect();
    digits.shuffle(random);
    let first_row: Vec<Candidate> =
        size.cells().zip(digits).map(|(cell, digit)| Candidate { cell, digit }).collect();
    let mut session = Session::new(blank, Encoding::default(), Deadline::NONE);
    let solution = session.solve(&first_row).unwrap().expect("a first row can be anything");
    session.forbid(&solution);
    let mut cells: Vec<Cell> = size.cells().collect();
    cells.shuffle(random);
    let mut givens = solution.clone();
    for cell in cells.into_iter().take(blanks) {
        let digit = givens.get(cell);
        givens.set(cell, None);
        if session.solve(&givens.filled().collect::<Vec<_>>()).unwrap().is_some() {
            givens.set(cell, digit);
        }
    }
    (blank.with_givens(givens).unwrap(), solution)
}

/// A proper puzzle with a wrong digit as one more given, that clashes with no other directly.
pub fn unsolvable(puzzle: &Puzzle, solution: &Grid) -> Option<Puzzle> {
    let rules = puzzle.rules();
    let wrong = Candidates::all(puzzle.size()).iter().find(|candidate| {
        let mut peers = rules.peers(candidate.cell);
        puzzle.givens().get(candidate.cell).is_none()
            && solution.get(candidate.cell) != Some(candidate.digit)
            && peers.all(|peer| puzzle.givens().get(peer) != Some(candidate.digit))
    })?;
    let mut givens = puzzle.givens().clone();
    givens.set(wrong.cell, Some(wrong.digit));
    Some(puzzle.with_givens(givens).unwrap())
}

/// What the solver says, without evidence.
pub fn status(puzzle: &Puzzle) -> Status {
    let answer = plain(puzzle, &Limits::UNIQUE);
    answer.status(&Limits::UNIQUE)
}

/// Every filling of the empty cells that obeys the rules, by trying digits in order.
pub fn brute_force(puzzle: &Puzzle) -> Vec<Grid> {
    let mut found = Vec::new();
    let mut grid = puzzle.givens().clone();
    if satdoku::verify::clashes(puzzle.rules(), &grid).is_empty() {
        fill(puzzle, &mut grid, &mut found);
    }
    found
}

fn fill(puzzle: &Puzzle, grid: &mut Grid, found: &mut Vec<Grid>) {
    let size = puzzle.size();
    let Some(cell) = size.cells().find(|&cell| grid.get(cell).is_none()) else {
        found.push(grid.clone());
        return;
    };
    for digit in size.digits() {
        if puzzle.rules().peers(cell).all(|peer| grid.get(peer) != Some(digit)) {
            grid.set(cell, Some(digit));
            fill(puzzle, grid, found);
            grid.set(cell, None);
        }
    }
}

/// The folder of the repository.
pub fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().find(|folder| folder.join("puzzles").is_dir()).expect("a checkout")
}

/// What an example prints, which `cargo test` has built beside the tests.
pub fn run_example(name: &str, arguments: &[&str]) -> Output {
    let tests = std::env::current_exe().unwrap();
    let program = tests.ancestors().nth(2).unwrap().join("examples").join(name);
    Command::new(program).args(arguments).output().unwrap_or_else(|error| {
        panic!("{name}: {error}; `cargo test` builds the examples, `cargo test --test` does not")
    })
}

/// A file of the collection outside the repository, `../shared` or the folder that `SATDOKU_SHARED`
/// names; `None`, and a message, where it is absent.
pub fn shared(name: &str) -> Option<String> {
    let folder = std::env::var_os("SATDOKU_SHARED").map(PathBuf::from);
    let folder = folder.unwrap_or_else(|| root().join("../shared"));
    let text = std::fs::read_to_string(folder.join(name)).ok();
    if text.is_none() {
        skip("shared");
    }
    text
}

/// The lines of a list of that collection.
pub fn list(name: &str) -> Option<Vec<String>> {
    shared(&format!("data/{name}")).map(|text| text.lines().map(str::to_owned).collect())
}

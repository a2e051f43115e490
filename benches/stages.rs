//! Measures what each stage of solving costs, for each list: `cargo bench --bench stages`.
//!
//! Some lists are in the repository. The others are in the folder `data` of `../shared`, or of the
//! folder that `SATDOKU_SHARED` names. They are not part of the repository: a line `skipped` names
//! the absent lists. A figure is the time for one puzzle; each run takes the next one.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use divan::{Bencher, black_box};
use satdoku::dpll::Solver9x9;
use satdoku::encode::Formula;
use satdoku::format::{Options, RawRecord, Splitter};
use satdoku::simplify::{Budget, Simplifier};
use satdoku::solve::Session;
use satdoku::{Deadline, Dpll, Encoding, Limits, Pipeline, Puzzle, Rules, Size};

const LISTS: [&str; 6] = ["easy", "clues17", "top95", "top1465", "hardest", "serg"];
const SHIPPED: [&str; 3] = ["puzzles/easy", "puzzles/few-givens", "puzzles/famous"];

fn main() {
    divan::main();
}

fn path(list: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let shared = || std::env::var_os("SATDOKU_SHARED").map(PathBuf::from);
    let folder = match list.starts_with("puzzles/") {
        true => root.to_owned(),
        false => shared().unwrap_or_else(|| root.join("../shared")).join("data"),
    };
    folder.join(list).with_extension("txt")
}

/// The lists that exist on this machine.
fn lists() -> Vec<&'static str> {
    let (present, absent): (Vec<_>, Vec<_>) =
        LISTS.into_iter().partition(|list| path(list).exists());
    if !absent.is_empty() {
        eprintln!("skipped: {} absent", absent.join(", "));
    }
    present.into_iter().chain(SHIPPED).collect()
}

/// At most the first 2,000 texts of a list.
fn texts(list: &str) -> Vec<RawRecord> {
    let file = std::fs::File::open(path(list)).expect("the list is there");
    let mut batch = Vec::new();
    Splitter::new(file, Options::default()).read_batch(&mut batch, 2000).expect("it can be read");
    batch
}

/// The 9x9 puzzles among these texts.
fn puzzles(list: &str) -> Vec<Puzzle> {
    let rules = Arc::new(Rules::classic(Size::NINE));
    texts(list)
        .iter()
        .filter_map(|text| text.parse(&Options::default()).ok())
        .filter_map(|record| Puzzle::new(Arc::clone(&rules), record.grid).ok())
        .collect()
}

/// Measures the time of a function on one item of a list after the other.
fn each<T, R>(bencher: Bencher, items: &[T], mut run: impl FnMut(&T) -> R) {
    let mut items = items.iter().cycle();
    bencher.bench_local(|| run(black_box(items.next().expect("the list is not empty"))));
}

#[divan::bench(args = lists())]
fn parse(bencher: Bencher, list: &str) {
    let (batch, options) = (texts(list), Options::default());
    each(bencher, &batch, |text| text.parse(&options).map(|record| record.grid));
}

/// Makes the clauses of the whole formula, and does not keep them.
#[divan::bench(args = lists(), sample_count = 20)]
fn encode(bencher: Bencher, list: &str) {
    each(bencher, &puzzles(list), |puzzle| {
        let mut literals = 0;
        Formula::whole(puzzle, Encoding::default())
            .for_each_clause(|clause, _| literals += clause.len());
        literals
    });
}

#[divan::bench(args = lists())]
fn propagate(bencher: Bencher, list: &str) {
    let puzzles = puzzles(list);
    let mut simplifier = Simplifier::new(puzzles[0].rules());
    let budget = Budget { probes: 0, ..Budget::default() };
    each(bencher, &puzzles, |puzzle| simplifier.simplify(puzzle.givens(), None, &budget));
}

/// Propagates and probes.
#[divan::bench(args = lists())]
fn simplify(bencher: Bencher, list: &str) {
    let puzzles = puzzles(list);
    let mut simplifier = Simplifier::new(puzzles[0].rules());
    let budget = Budget::default();
    each(bencher, &puzzles, |puzzle| simplifier.simplify(puzzle.givens(), None, &budget));
}

/// Encodes the whole formula into varisat, and frees varisat.
#[divan::bench(args = lists(), sample_count = 20)]
fn load(bencher: Bencher, list: &str) {
    each(bencher, &puzzles(list), |puzzle| {
        Session::new(puzzle, Encoding::default(), Deadline::NONE).statistics.clauses
    });
}

#[divan::bench(args = lists())]
fn first_solution(bencher: Bencher, list: &str) {
    let mut pipeline = Pipeline::new();
    each(bencher, &puzzles(list), |puzzle| pipeline.solve(puzzle, &Limits::FIRST));
}

#[divan::bench(args = lists())]
fn uniqueness(bencher: Bencher, list: &str) {
    let mut pipeline = Pipeline::new();
    each(bencher, &puzzles(list), |puzzle| pipeline.solve(puzzle, &Limits::UNIQUE));
}

/// Decides uniqueness without simplification.
#[divan::bench(args = lists(), sample_count = 20)]
fn uniqueness_plain(bencher: Bencher, list: &str) {
    each(bencher, &puzzles(list), |puzzle| {
        Session::new(puzzle, Encoding::default(), Deadline::NONE).answer(2)
    });
}

/// Solves with the bit-parallel solver, on each kind of lanes that this processor has.
#[divan::bench(args = lists(), consts = [0, 1, 2, 3])]
fn dpll<const LANES: usize>(bencher: Bencher, list: &str) {
    let Some(mut nine) = Solver9x9::all().nth(LANES) else { return };
    let givens: Vec<[u8; 81]> = puzzles(list)
        .iter()
        .map(|puzzle| std::array::from_fn(|index| puzzle.givens().values()[index] as u8))
        .collect();
    each(bencher, &givens, |givens| nine.solve(givens, &Limits::UNIQUE));
}

/// Checks one solution.
#[divan::bench(args = lists())]
fn verify(bencher: Bencher, list: &str) {
    let mut dpll = Dpll::new();
    let solved: Vec<_> = puzzles(list)
        .into_iter()
        .filter_map(|puzzle| {
            let solution = dpll.solve(&puzzle, &Limits::FIRST).unwrap().solutions.pop()?;
            Some((puzzle, solution))
        })
        .collect();
    each(bencher, &solved, |(puzzle, solution)| satdoku::verify(puzzle, solution));
}

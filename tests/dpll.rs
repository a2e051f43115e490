//! `dpll` on every kind of processor that is there, against the puzzles shipped, the crate
//! `sudoku`, the pipeline on varisat, and its own generic solver.

use crate::common::list;
use crate::common::random::line;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use satdoku::dpll::{Generic, Searched, Solver9x9};
use satdoku::{Deadline, Digit, Dpll, Grid, Limits, Pipeline, Puzzle, Rules, Size, Status, verify};
use sudoku::Sudoku;

/// The solver on each engine that this processor has.
fn engines() -> Vec<Solver9x9> {
    Solver9x9::all().collect()
}

fn givens(grid: &Grid) -> [u8; 81] {
    std::array::from_fn(|index| grid.values()[index] as u8)
}

fn grid(values: &[u8; 81]) -> Grid {
    Grid::from_values(Size::NINE, values.map(u16::from)).unwrap()
}

fn up_to(solutions: usize) -> Limits {
    Limits { solutions, deadline: Deadline::NONE }
}

/// How many solutions the crate `sudoku` finds.
fn theirs(grid: &Grid, limit: usize) -> usize {
    Sudoku::from_bytes(givens(grid)).unwrap().solutions_count_up_to(limit)
}

/// Puzzle, number of solutions and solution, as the shipped files have them, where the number is
/// known.
#[derive(Clone)]
struct Shipped {
    puzzle: Grid,
    count: usize,
    solution: Option<Grid>,
}

fn shipped(name: &str) -> Vec<Shipped> {
    let path = format!("{}/puzzles/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let record = |text: &str| {
        let mut fields = text.split([':', ' ']);
        let puzzle = line(fields.next().unwrap());
        let count = fields.next().unwrap().parse().ok()?;
        let solution = fields.next().filter(|_| count == 1).map(line);
        Some(Shipped { puzzle, count, solution })
    };
    text.lines().filter(|text| !text.starts_with('#')).filter_map(record).collect()
}

const CLASSIC: [&str; 6] =
    ["easy", "famous", "few-givens", "many-solutions", "seeds", "unsolvable"];

/// Some puzzles of each list that is at hand.
fn lists(count: usize) -> Vec<Grid> {
    let mut puzzles = vec![];
    for name in ["clues17", "easy", "hardest", "serg", "top1465"] {
        let lines = list(&format!("{name}.txt")).unwrap_or_default();
        let step = lines.len().div_ceil(count).max(1);
        puzzles.extend(lines.iter().step_by(step).map(|text| line(text)));
    }
    puzzles
}

/// Puzzles in disguise, and altered.
struct Random(ChaCha8Rng);

impl Random {
    fn new(seed: u64) -> Random {
        Random(ChaCha8Rng::seed_from_u64(seed))
    }

    fn order(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<_> = (0..n).collect();
        order.shuffle(&mut self.0);
        order
    }

    /// Rows or columns in an order that keeps bands together.
    fn lines(&mut self) -> Vec<usize> {
        let bands = self.order(3);
        bands
            .into_iter()
            .flat_map(|band| self.order(3).into_iter().map(move |line| 3 * band + line))
            .collect()
    }

    /// The same puzzle with digits, rows, columns and bands exchanged, and perhaps transposed.
    fn disguise(&mut self, puzzle: &Grid) -> Grid {
        let (digits, rows, columns) = (self.order(9), self.lines(), self.lines());
        let transposed = self.0.random();
        grid(&std::array::from_fn(|cell| {
            let (row, column) = (rows[cell / 9], columns[cell % 9]);
            let from = if transposed { 9 * column + row } else { 9 * row + column };
            match puzzle.values()[from] {
                0 => 0,
                given => digits[usize::from(given) - 1] as u8 + 1,
            }
        }))
    }

    /// Some cells emptied, or set to any digit, or both.
    fn tamper(&mut self, puzzle: &mut Grid) {
        let (emptied, set) =
            [(0, 0), (1, 0), (3, 0), (0, 1), (1, 1), (9, 0)].choose(&mut self.0).copied().unwrap();
        let cells: Vec<_> = Size::NINE.cells().collect();
        for _ in 0..emptied {
            puzzle.set(*cells.choose(&mut self.0).unwrap(), None);
        }
        for _ in 0..set {
            let digit = Digit::new(self.0.random_range(1..=9));
            puzzle.set(*cells.choose(&mut self.0).unwrap(), digit);
        }
    }

    /// A full grid with only so many cells kept.
    fn thin(&mut self, mut full: Grid, kept: usize) -> Grid {
        let mut cells: Vec<_> = Size::NINE.cells().collect();
        cells.shuffle(&mut self.0);
        cells[kept..].iter().for_each(|&cell| full.set(cell, None));
        full
    }
}

/// Requires of every engine the same outcome and solutions, which it returns; and that they are
/// different solutions.
fn all_engines(
    engines: &mut [Solver9x9],
    puzzle: &Puzzle,
    limits: &Limits,
) -> (Searched, Vec<Grid>) {
    let mut first = None;
    for nine in engines {
        let outcome = if puzzle.rules().is_diagonal() {
            // More than shipped puzzles need, which is up to some hundreds.
            nine.solve_diagonal(&givens(puzzle.givens()), limits, 1 << 14)
        } else {
            nine.solve(&givens(puzzle.givens()), limits)
        };
        let solutions: Vec<Grid> = nine.solutions().iter().map(grid).collect();
        for (index, solution) in solutions.iter().enumerate() {
            assert_eq!(verify(puzzle, solution), Ok(()), "{}", nine.engine());
            assert!(!solutions[..index].contains(solution), "{}", nine.engine());
        }
        let found = (outcome, solutions);
        let (first, expected) = first.get_or_insert_with(|| found.clone());
        assert_eq!(&found.1, expected, "{}", nine.engine());
        assert_eq!(found.0.complete, first.complete, "{}", nine.engine());
        if puzzle.rules().is_diagonal() {
            assert_eq!(found.0.guesses, first.guesses, "{}", nine.engine());
        }
    }
    first.unwrap()
}

#[test]
fn every_engine_finds_what_the_shipped_puzzles_say() {
    let mut engines = engines();
    let (classic, diagonal) = (Rules::classic(Size::NINE), Rules::diagonal(Size::NINE));
    for (rules, names) in [(classic, &CLASSIC[..]), (diagonal, &["diagonal", "seeds-diagonal"])] {
        let rules = Arc::new(rules);
        let mut generic = Generic::new(&rules).unwrap();
        for case in names.iter().flat_map(|name| shipped(name)) {
            let puzzle = Puzzle::new(Arc::clone(&rules), case.puzzle).unwrap();
            let limits = up_to(case.count.min(50) + 1);
            let (outcome, mut solutions) = all_engines(&mut engines, &puzzle, &limits);
            assert_eq!(solutions.len(), case.count.min(51), "{puzzle:?}");
            if case.count == 51 {
                // As many as the limit: an engine may or may not know that there are no more.
                continue;
            }
            assert_eq!(outcome.complete, case.count <= 50);
            if case.count == 1 {
                assert_eq!(Some(&solutions[0]), case.solution.as_ref());
            }
            let mut answer = generic.answer(puzzle.givens(), &limits);
            assert_eq!(answer.complete, outcome.complete);
            if answer.complete {
                answer.solutions.sort_by(|a, b| a.values().cmp(b.values()));
                solutions.sort_by(|a, b| a.values().cmp(b.values()));
                assert_eq!(answer.solutions, solutions);
            }
        }
    }
}

#[test]
fn every_engine_counts_as_the_crate_sudoku_does_on_the_lists_and_altered() {
    let mut engines = engines();
    let mut random = Random::new(2026);
    let rules = Arc::new(Rules::classic(Size::NINE));
    let mut puzzles = lists(150);
    puzzles.extend(CLASSIC.iter().flat_map(|name| shipped(name)).map(|case| case.puzzle));
    let mut seen = [0; 3];
    for puzzle in puzzles {
        let mut altered = random.disguise(&puzzle);
        random.tamper(&mut altered);
        for givens in [puzzle, altered] {
            let limit = if random.0.random() { 2 } else { 20 };
            let expected = theirs(&givens, limit);
            let puzzle = Puzzle::new(Arc::clone(&rules), givens).unwrap();
            let (_, solutions) = all_engines(&mut engines, &puzzle, &up_to(limit));
            assert_eq!(solutions.len(), expected, "{puzzle:?}");
            seen[expected.min(2)] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 50), "none, one and several all occur: {seen:?}");
}

#[test]
fn every_engine_agrees_with_the_generic_one_on_diagonal_grids() {
    let mut engines = engines();
    let mut random = Random::new(9);
    let rules = Arc::new(Rules::diagonal(Size::NINE));
    let mut generic = Generic::new(&rules).unwrap();
    let mut seen = [0; 3];
    for full in shipped("diagonal").into_iter().filter_map(|case| case.solution).cycle().take(500) {
        let kept = random.0.random_range(14..30);
        let mut givens = random.thin(full, kept);
        random.tamper(&mut givens);
        let puzzle = Puzzle::new(Arc::clone(&rules), givens).unwrap();
        let limits = Limits::UNIQUE;
        let (outcome, solutions) = all_engines(&mut engines, &puzzle, &limits);
        if !outcome.complete && solutions.len() < limits.solutions {
            continue;
        }
        let expected = generic.answer(puzzle.givens(), &limits).solutions.len();
        assert_eq!(solutions.len(), expected, "{puzzle:?}");
        seen[expected] += 1;
    }
    assert!(seen.iter().all(|&count| count > 30), "none, one and several all occur: {seen:?}");
}

/// More than 65,000 guesses by bands; the generic solver needs fewer than a hundred.
#[test]
fn hands_a_diagonal_grid_that_branches_badly_to_the_generic_solver() {
    let puzzle = Puzzle::diagonal(line(
        "36..........8............1...5...1........4..9......6.........3....7.........6...",
    ));
    let outcome = Solver9x9::new().solve_diagonal(&givens(puzzle.givens()), &Limits::UNIQUE, 256);
    assert_eq!(outcome, Searched { guesses: 256, complete: false });
    let answer = Dpll::new().solve(&puzzle, &Limits::UNIQUE).unwrap();
    assert_eq!(answer.status(&Limits::UNIQUE), Status::Multiple);
    assert!(answer.guesses.unwrap() < 100, "{answer:?}");
}

/// An answer with more solutions than guesses has those of the search by bands.
#[test]
fn keeps_the_solutions_found_before_the_generic_solver_took_over() {
    let puzzle = Puzzle::diagonal(Grid::empty(Size::NINE));
    let is_kept = |micros: f64| {
        let deadline = Deadline::after(Duration::from_secs_f64(micros / 1e6));
        let answer =
            Dpll::new().solve(&puzzle, &Limits { solutions: usize::MAX, deadline }).unwrap();
        let different: HashSet<&Grid> = answer.solutions.iter().collect();
        assert_eq!(different.len(), answer.solutions.len());
        answer.solutions.len() as u64 > answer.guesses.unwrap() + 1
    };
    assert!((0..400).map(|step| 100.0 * 1.02_f64.powi(step)).any(is_kept));
}

#[test]
fn says_what_it_runs_on() {
    let names: Vec<&str> = engines().iter().map(Solver9x9::engine).collect();
    assert!(["portable", "v128", "avx2", "avx512"].starts_with(&names), "{names:?}");
    assert_eq!(names.last(), Some(&Solver9x9::new().engine()));
    #[cfg(target_arch = "x86_64")]
    {
        let has_all = is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512bitalg")
            && is_x86_feature_detected!("avx512bw");
        assert_eq!(names.contains(&"v128"), is_x86_feature_detected!("sse4.1"));
        assert_eq!(names.contains(&"avx2"), is_x86_feature_detected!("avx2"));
        assert_eq!(names.contains(&"avx512"), has_all);
    }
    #[cfg(any(target_arch = "aarch64", target_feature = "simd128"))]
    assert_eq!(names, ["portable", "v128"]);
    assert_eq!(Solver9x9::portable().engine(), "portable");
}

#[test]
fn values_that_are_no_digits_have_no_solution() {
    for (cell, value) in [(40, 10), (80, 255)] {
        let mut givens = [0; 81];
        givens[cell] = value;
        for mut nine in engines() {
            assert!(nine.solve(&givens, &Limits::UNIQUE).complete);
            assert!(nine.solutions().is_empty());
        }
    }
}

#[test]
fn finds_as_many_solutions_as_asked_for() {
    let blank = Puzzle::classic(Grid::empty(Size::NINE));
    for solutions in [0, 1, 2, 3, 100] {
        let (outcome, found) = all_engines(&mut engines(), &blank, &up_to(solutions));
        assert_eq!((found.len(), outcome.complete), (solutions, false));
        let middle: Vec<_> = (0..9).map(|i| Size::NINE.cell(3 + i / 3, 1 + i % 3)).collect();
        let rules = Rules::builder(Size::NINE).extra_region(&middle).build().unwrap();
        let regions = Puzzle::new(rules, Grid::empty(Size::NINE)).unwrap();
        let answer = Dpll::new().solve(&regions, &up_to(solutions)).unwrap();
        assert_eq!((answer.solutions.len(), answer.complete), (solutions, false));
    }
}

/// Puzzles for the solver of 9x9 ones and for the generic one, by turns.
#[test]
fn goes_on_where_a_limit_stopped_it() {
    let nine = shipped("many-solutions").swap_remove(0);
    let mut dpll = Dpll::new();
    for puzzle in [
        Puzzle::classic(nine.puzzle),
        Puzzle::classic(crate::common::grid("12..34..........")),
        Puzzle::diagonal(line(
            "1....2.6.3.5......4.6.1......1.2.3......3.4.6.9......5.3.6......6.2.3......4.7.3.",
        )),
        Puzzle::classic(crate::common::grid("1..............2")),
    ] {
        let all = dpll.solve(&puzzle, &up_to(usize::MAX)).unwrap();
        assert!(all.complete && all.solutions.len() > 2, "{puzzle:?}");
        let mut answer = dpll.solve(&puzzle, &up_to(1)).unwrap();
        for solution in &all.solutions {
            assert_eq!((&answer.solutions[..], answer.complete), (&[solution.clone()][..], false));
            answer = dpll.resume(&up_to(1));
        }
        assert!(answer.solutions.is_empty() && answer.complete, "{puzzle:?}");
    }
}

/// A mistake in the propagation or in the choices may cost nothing but time. The numbers change
/// with every change of either, and by some in a thousand from one processor to another.
#[test]
fn the_guesses_are_as_many_as_before() {
    let (classic, diagonal) =
        (Arc::new(Rules::classic(Size::NINE)), Arc::new(Rules::diagonal(Size::NINE)));
    for (rules, name, expected) in [
        (&classic, "famous", [261, 1694]),
        (&classic, "few-givens", [462, 599]),
        (&classic, "many-solutions", [344, 367]),
        (&diagonal, "diagonal", [2729, 2099]),
    ] {
        let (mut dpll, mut generic) = (Dpll::portable(), Generic::new(rules).unwrap());
        let mut guesses = [0; 2];
        for case in shipped(name) {
            let puzzle = Puzzle::new(Arc::clone(rules), case.puzzle).unwrap();
            let of_generic = generic.answer(puzzle.givens(), &Limits::UNIQUE);
            guesses[0] += dpll.solve(&puzzle, &Limits::UNIQUE).unwrap().guesses.unwrap();
            guesses[1] += of_generic.guesses.unwrap();
        }
        assert_eq!(guesses, expected, "{name}");
    }
}

#[test]
fn a_deadline_ends_the_search() {
    let limits = Limits { solutions: usize::MAX, deadline: Deadline::NONE };
    for mut nine in engines() {
        let limits = limits.within(Duration::from_millis(20));
        let outcome = nine.solve(&[0; 81], &limits);
        assert!(!outcome.complete && limits.deadline.is_over());
        assert!(!nine.solutions().is_empty());
    }
}

#[test]
fn a_blank_grid_of_any_size_has_several_solutions() {
    let mut dpll = Dpll::portable();
    for (height, width) in
        [(1, 2), (1, 5), (2, 2), (2, 3), (1, 7), (2, 4), (9, 1), (2, 5), (3, 4), (4, 4), (5, 5)]
    {
        let puzzle = Puzzle::classic(Grid::empty(Size::new(height, width).unwrap()));
        let answer = dpll.solve(&puzzle, &Limits::UNIQUE).unwrap();
        assert_eq!(answer.status(&Limits::UNIQUE), Status::Multiple, "{height}x{width}");
        assert!(answer.solutions.iter().all(|solution| verify(&puzzle, solution).is_ok()));
    }
}

/// `SATDOKU_RANDOM_PUZZLES` sets how many, `SATDOKU_RANDOM_SEED` which.
#[test]
fn dpll_the_pipeline_and_the_crate_sudoku_agree_on_random_puzzles() {
    let number = |name, default| match std::env::var(name) {
        Ok(text) => text.parse().expect("a number"),
        Err(_) => default,
    };
    let count = number("SATDOKU_RANDOM_PUZZLES", 6_000);
    let mut random = Random::new(number("SATDOKU_RANDOM_SEED", 1));
    let mut bases: Vec<_> = CLASSIC.iter().flat_map(|name| shipped(name)).collect();
    let fulls: Vec<Grid> = bases.iter_mut().filter_map(|case| case.solution.take()).collect();
    let mut bases: Vec<Grid> = bases.into_iter().map(|case| case.puzzle).collect();
    bases.extend(lists(5_000));

    let rules = Arc::new(Rules::classic(Size::NINE));
    let (mut dpll, mut portable, mut pipeline) = (Dpll::new(), Dpll::portable(), Pipeline::new());
    let mut seen = [0; 3];
    for _ in 0..count {
        let mut givens = if random.0.random_ratio(1, 3) {
            let kept = random.0.random_range(20..36);
            let full = fulls.choose(&mut random.0).unwrap().clone();
            random.thin(full, kept)
        } else {
            bases.choose(&mut random.0).unwrap().clone()
        };
        givens = random.disguise(&givens);
        random.tamper(&mut givens);

        let puzzle = Puzzle::new(Arc::clone(&rules), givens).unwrap();
        let ours = dpll.solve(&puzzle, &Limits::UNIQUE).unwrap();
        let same = portable.solve(&puzzle, &Limits::UNIQUE).unwrap();
        assert_eq!((&same.solutions, same.complete), (&ours.solutions, ours.complete));
        let piped = pipeline.solve(&puzzle, &Limits::UNIQUE).unwrap().answer;
        assert_eq!(piped.status(&Limits::UNIQUE), ours.status(&Limits::UNIQUE), "{puzzle:?}");
        assert_eq!(theirs(puzzle.givens(), 2), ours.solutions.len(), "{puzzle:?}");
        for solution in &ours.solutions {
            assert_eq!(verify(&puzzle, solution), Ok(()));
        }
        if let [solution] = &ours.solutions[..] {
            assert_eq!(piped.solutions, ours.solutions, "{puzzle:?}");
            let theirs = Sudoku::from_bytes(self::givens(puzzle.givens())).unwrap();
            assert_eq!(theirs.solution().unwrap().to_bytes(), self::givens(solution));
        }
        seen[ours.solutions.len()] += 1;
    }
    println!(
        "{count} puzzles: {} without a solution, {} with one, {} with several",
        seen[0], seen[1], seen[2]
    );
    assert!(seen.iter().all(|&n| n > count / 20), "none, one and several all occur: {seen:?}");
}

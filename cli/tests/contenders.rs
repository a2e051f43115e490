//! What every contender must do, whoever it is. A new one joins by its line in
//! `contender::built_in`; what it cannot do by its capabilities is left out.

use std::time::{Duration, Instant};

use crate::common::program::contenders;
use crate::common::{brute_force, grid, random, root};
use rand::Rng;

use satdoku::solve::Statistics;
use satdoku::{Answer, Cell, Deadline, Grid, Limits, Puzzle, Rules, Size, Status};
use satdoku_cli::contender::{self, Contender, Entry, ask};

/// A puzzle of the documents satdoku grew from.
struct SeedCase {
    name: String,
    puzzle: Puzzle,
    /// `None`: there are several.
    solutions: Option<Vec<Grid>>,
}

fn seed_cases(diagonal: bool) -> Vec<SeedCase> {
    let file = if diagonal { "puzzles/seeds-diagonal.txt" } else { "puzzles/seeds.txt" };
    let text = std::fs::read_to_string(root().join(file)).unwrap();
    let case = |line: &str| {
        let (record, name) = line.split_once(' ').unwrap();
        let fields: Vec<&str> = record.split(':').collect();
        let givens = grid(fields[0]);
        let puzzle = if diagonal { Puzzle::diagonal(givens) } else { Puzzle::classic(givens) };
        let solutions = match fields[1] {
            "0" => Some(vec![]),
            "1" => Some(vec![grid(fields[2])]),
            _ => None,
        };
        SeedCase { name: name.to_owned(), puzzle, solutions }
    };
    let cases: Vec<_> = text.lines().skip(1).map(case).collect();
    assert_eq!(cases.len(), 11);
    cases
}

const SOLVED_4: &str = "1234341221434321";
const SOLVED_6: &str = "123456456123231564564231312645645312";

/// Prune-fill-search does not find the solution of these in a minute.
const HARD_FOR_PRUNE_FILL_SEARCH: [&str; 4] = ["norvig grid2", "diag grid1", "pyeda2", "pyeda3"];

/// All that run in this process.
fn everybody() -> impl Iterator<Item = Entry> {
    contender::built_in().into_iter()
}

/// Every contender that can be asked about such puzzles, with a fresh instance.
fn able(rules: &Rules) -> impl Iterator<Item = (Entry, Box<dyn Contender>)> {
    everybody().filter(|entry| entry.capabilities.supports(rules)).map(|entry| {
        let built = (entry.build)();
        (entry, built)
    })
}

fn asked(
    entry: &Entry,
    built: &mut Box<dyn Contender>,
    puzzle: &Puzzle,
    limits: &Limits,
) -> Answer {
    ask(built.as_mut(), &entry.capabilities, puzzle, limits, &mut Statistics::default())
        .unwrap_or_else(|error| panic!("{}: {error}", entry.name))
}

/// Every contender that counts says so.
fn each_says(puzzle: &Puzzle, expected: Status) {
    for (entry, mut built) in able(puzzle.rules()).filter(|(entry, _)| entry.capabilities.counts) {
        let answer = asked(&entry, &mut built, puzzle, &Limits::UNIQUE);
        assert_eq!(answer.status(&Limits::UNIQUE), expected, "{}", entry.name);
    }
}

fn solves_those(diagonal: bool) {
    for SeedCase { name, puzzle, solutions } in seed_cases(diagonal) {
        for (entry, mut built) in able(puzzle.rules()) {
            let label = format!("{}: {name}, diagonal: {diagonal}", entry.name);
            for limits in [Limits::FIRST, Limits::UNIQUE] {
                if limits.solutions > 1 && !entry.capabilities.counts {
                    continue;
                }
                // Kuriyama's search meets the same boards again and again before it is through.
                let may_give_up = entry.name == "prune-fill-search"
                    && (diagonal || HARD_FOR_PRUNE_FILL_SEARCH.contains(&&*name));
                let within = limits.within(Duration::from_millis(100));
                let answer =
                    asked(&entry, &mut built, &puzzle, if may_give_up { &within } else { &limits });
                if may_give_up && answer.status(&limits) == Status::Unknown {
                    continue;
                }
                match &solutions {
                    None => assert_eq!(answer.solutions.len(), limits.solutions, "{label}"),
                    Some(solutions) => {
                        assert_eq!(answer.solutions, *solutions, "{label}");
                        assert_eq!(answer.complete, solutions.len() < limits.solutions, "{label}");
                    }
                }
            }
        }
    }
}

#[test]
fn the_name_of_a_sat_solver_says_which_formula_it_gets() {
    // 17 givens; simplification settles it.
    let puzzle = seed_cases(false).swap_remove(0).puzzle;
    for (name, clauses) in [
        ("satdoku", 0),
        ("varisat", 10_530 + 17),
        ("varisat:simplified", 0),
        ("varisat:minimal", 7_371 + 17),
    ] {
        let entry = contender::find(name).unwrap();
        let mut built = (entry.build)();
        let mut told = Statistics::default();
        let answer = built.answer(&puzzle, &Limits::UNIQUE, &mut told).unwrap();
        assert_eq!(answer.status(&Limits::UNIQUE), Status::Unique, "{name}");
        assert_eq!(told.clauses, Some(clauses), "{name}");
    }
    for name in ["satdoku:simplified", "varisat:simple", "norvig:simplified", "varisat+assumptions"]
    {
        assert!(contender::find(name).is_err(), "{name}");
    }
}

#[test]
fn prune_fill_search_solves_its_own_puzzles_and_says_that_it_cannot_count() {
    let entry = contender::find("prune-fill-search").unwrap();
    assert!(!entry.capabilities.counts && entry.about.contains("does not end on hard puzzles"));
    for case in seed_cases(false).into_iter().filter(|case| case.name.starts_with("kur")) {
        let answer = asked(&entry, &mut (entry.build)(), &case.puzzle, &Limits::FIRST);
        assert_eq!(Some(answer.solutions), case.solutions, "{}", case.name);
    }
}

#[test]
fn solves_the_seed_cases_as_classic_puzzles_and_with_diagonals() {
    [false, true].into_iter().for_each(solves_those);
}

#[test]
fn says_none_to_clashing_givens_in_a_row_a_column_a_box_and_a_diagonal() {
    for (second, diagonal) in [(8, false), (72, false), (10, false), (80, true)] {
        let mut values = [0; 81];
        values[0] = 5;
        values[second] = 5;
        let givens = Grid::from_values(Size::NINE, values).unwrap();
        let puzzle = if diagonal { Puzzle::diagonal(givens) } else { Puzzle::classic(givens) };
        each_says(&puzzle, Status::None);
    }
    let mut full = grid(SOLVED_4);
    full.set(Size::FOUR.cell(3, 3), full.get(Size::FOUR.cell(3, 2)));
    each_says(&Puzzle::classic(full), Status::None);
}

#[test]
fn says_none_where_no_two_givens_clash() {
    // A4 needs the 4 that stands below it.
    each_says(&Puzzle::classic(grid("123....4........")), Status::None);
    // A1 and A2 are both left with 1 and 2, and so is B1.
    each_says(&Puzzle::classic(grid("..34...........3")), Status::Multiple);
    each_says(&Puzzle::classic(grid("..34..1...2.....")), Status::Multiple);
    each_says(&Puzzle::classic(grid("..34..1....2...1")), Status::None);
}

/// Every contender finds the same solutions as brute force.
fn each_finds_all_solutions(puzzle: &Puzzle) {
    let mut expected: Vec<_> = brute_force(puzzle);
    expected.sort_by(|a, b| a.values().cmp(b.values()));
    for (entry, mut built) in able(puzzle.rules()).filter(|(entry, _)| entry.capabilities.counts) {
        let limits = Limits { solutions: usize::MAX, deadline: Deadline::NONE };
        let mut answer = asked(&entry, &mut built, puzzle, &limits);
        answer.solutions.sort_by(|a, b| a.values().cmp(b.values()));
        assert_eq!(answer.solutions, expected, "{} on {puzzle:?}", entry.name);
        assert!(answer.complete, "{}", entry.name);
    }
}

/// `solved` with the cells of a mask kept, one of them wrong if asked.
fn thinned(solved: &Grid, kept: u64, spoilt: bool) -> Grid {
    let mut grid = solved.clone();
    if spoilt {
        let (first, last) = (solved.size().cell(0, 0), solved.size().cell(2, 2));
        grid.set(first, solved.get(last));
    }
    for cell in solved.size().cells().filter(|cell| kept >> cell.index() & 1 == 0) {
        grid.set(cell, None);
    }
    grid
}

#[test]
fn finds_all_solutions_of_4x4_and_6x6_puzzles_of_any_rules() {
    let (four, six) = (grid(SOLVED_4), grid(SOLVED_6));
    let middle = [5, 6, 9, 10].map(satdoku::Cell::from_index);
    let windowed = Rules::builder(Size::FOUR).extra_region(&middle).build().unwrap();
    for (index, mask) in random(1).random_iter().take(60).enumerate() {
        let spoilt = index % 3 == 0;
        let givens = thinned(&four, mask, spoilt);
        each_finds_all_solutions(&Puzzle::classic(givens.clone()));
        each_finds_all_solutions(&Puzzle::diagonal(givens.clone()));
        each_finds_all_solutions(&Puzzle::new(windowed.clone(), givens).unwrap());
        let givens = thinned(&six, mask | mask >> 36, spoilt);
        each_finds_all_solutions(&Puzzle::classic(givens.clone()));
        each_finds_all_solutions(&Puzzle::diagonal(givens));
    }
}

#[test]
fn solves_one_cell_and_wide_boxes() {
    each_finds_all_solutions(&Puzzle::classic(Grid::empty(Size::new(1, 1).unwrap())));
    each_finds_all_solutions(&Puzzle::diagonal(Grid::empty(Size::new(1, 3).unwrap())));
}

#[test]
fn stops_at_the_limit_on_solutions_without_claiming_to_be_complete() {
    let puzzle = Puzzle::classic(Grid::empty(Size::NINE));
    for solutions in [1, 2, 10] {
        let limits = Limits { solutions, deadline: Deadline::NONE };
        for (entry, mut built) in
            able(puzzle.rules()).filter(|(entry, _)| entry.capabilities.counts)
        {
            let answer = asked(&entry, &mut built, &puzzle, &limits);
            assert_eq!(answer.solutions.len(), solutions, "{}", entry.name);
            assert!(!answer.complete, "{}", entry.name);
        }
    }
}

#[test]
fn stops_at_the_deadline_without_claiming_to_be_complete() {
    // There is no end of solutions to be counted.
    let puzzle = Puzzle::diagonal(Grid::empty(Size::new(5, 5).unwrap()));
    for (entry, mut built) in able(puzzle.rules()) {
        let limits = Limits { solutions: usize::MAX, deadline: Deadline::NONE }
            .within(Duration::from_millis(50));
        let start = Instant::now();
        let answer = asked(&entry, &mut built, &puzzle, &limits);
        assert!(!answer.complete, "{}", entry.name);
        let taken = start.elapsed();
        assert!(taken < Duration::from_secs(60), "{} took {taken:?}", entry.name);
    }
}

/// An empty 24x24 grid without a solution, which only counting shows: twelve extra regions share all
/// cells of the first twelve rows but those of column 1, and each has one cell of column 1 below. So
/// a digit of column 1 in the first twelve rows is also one of the last twelve. A proof by resolution
/// contains the pigeonhole principle, and so is long (Haken 1985).
fn pigeonhole() -> Puzzle {
    let size = Size::new(4, 6).unwrap();
    let mut rules = Rules::builder(size);
    for region in 0..12 {
        let cells: Vec<Cell> = (1..24)
            .map(|column| size.cell((region + column) % 12, column))
            .chain([size.cell(12 + region, 0)])
            .collect();
        rules = rules.extra_region(&cells);
    }
    Puzzle::new(rules.build().unwrap(), Grid::empty(size)).unwrap()
}

#[test]
fn everyone_in_the_registry_stops_at_the_deadline_in_the_midst_of_a_search() {
    let puzzle = pigeonhole();
    for entry in contenders() {
        let mut built = (entry.build)();
        let start = Instant::now();
        let limits = Limits::FIRST.within(Duration::from_millis(1000));
        let answer = asked(&entry, &mut built, &puzzle, &limits);
        let taken = start.elapsed();
        assert_eq!(answer.status(&limits), Status::Unknown, "{}", entry.name);
        // Some leave time to free what they hold.
        assert!(taken >= Duration::from_millis(500), "{} gave up after {taken:?}", entry.name);
        assert!(taken < Duration::from_secs(60), "{} took {taken:?}", entry.name);
    }
}

#[test]
fn a_deadline_that_has_passed_leaves_every_question_open() {
    let puzzle = seed_cases(false).swap_remove(2).puzzle;
    let limits = Limits { deadline: Deadline::after(Duration::ZERO), ..Limits::UNIQUE };
    for (entry, mut built) in able(puzzle.rules()) {
        let answer = asked(&entry, &mut built, &puzzle, &limits);
        assert_eq!(answer.status(&limits), Status::Unknown, "{}", entry.name);
    }
}

#[test]
fn one_contender_answers_one_puzzle_after_another_of_any_size() {
    let easy = seed_cases(false).swap_remove(2).puzzle;
    let puzzles = [
        easy.clone(),
        Puzzle::classic(grid("123....4........")),
        Puzzle::classic(thinned(&grid(SOLVED_6), 0x0f0f_0f0f_0f0f, false)),
        easy,
    ];
    for entry in everybody() {
        let mut one = (entry.build)();
        for puzzle in puzzles.iter().filter(|p| entry.capabilities.supports(p.rules())) {
            let mut fresh = (entry.build)();
            let limits = Limits::FIRST;
            let (kept, new) = (
                asked(&entry, &mut one, puzzle, &limits),
                asked(&entry, &mut fresh, puzzle, &limits),
            );
            assert_eq!(kept, new, "{}", entry.name);
        }
    }
}

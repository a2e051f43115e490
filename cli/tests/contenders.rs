//! What every contender must do, whoever it is. A new one joins by its line in
//! `contender::built_in`; what it cannot do by its capabilities is left out.

use std::time::{Duration, Instant};

use crate::common::program::contenders;
use crate::common::{brute_force, grid, random};
use rand::Rng;

use satdoku::{Answer, Cell, Deadline, Encoding, Grid, Limits, Puzzle, Rules, Size, Status};
use satdoku_cli::contender::{self, Contender, Entry, ask};

use Expected::{Multiple, None, Unique};

enum Expected {
    Unique(&'static str),
    Multiple,
    None,
}

struct SeedCase {
    name: &'static str,
    puzzle: &'static str,
    classic: Expected,
    diagonal: Expected,
}

const SEED_CASES: [SeedCase; 11] = [
    SeedCase {
        name: "norvig grid2",
        puzzle: "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
        classic: Unique(
            "417369825632158947958724316825437169791586432346912758289643571573291684164875293",
        ),
        diagonal: None,
    },
    SeedCase {
        name: "diag grid1",
        puzzle: "2.............62....1....7...6..8...3...9...7...6..4...4....8....52.............3",
        classic: Multiple,
        diagonal: Unique(
            "267945381853716249491823576576438192384192657129657438642379815935281764718564923",
        ),
    },
    SeedCase {
        name: "kur easy",
        puzzle: "..6...94.9.....3....4.92...6.7.1..2.5.23.64.9.3..4.7.5...68.5....5.....4.98...1..",
        classic: Unique(
            "876153942921467358354892671647519823582376419139248765213684597765931284498725136",
        ),
        diagonal: None,
    },
    SeedCase {
        name: "kur medium",
        puzzle: "...28.94.1.4...7......156.....8..57.4.......8.68..9.....196......5...8.3.43.28...",
        classic: Unique(
            "356287941124396785879415632932841576417652398568739214281963457695174823743528169",
        ),
        diagonal: None,
    },
    SeedCase {
        name: "kur hard",
        puzzle: "...16..2...2...8.5..5..36.9....5.18...........96.7....1.89..3..4.9...7...5..16...",
        classic: Unique(
            "983165427612794835745283619274659183531842976896371542168927354429538761357416298",
        ),
        diagonal: None,
    },
    SeedCase {
        name: "kur17a",
        puzzle: ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
        classic: Unique(
            "693784512487512936125963874932651487568247391741398625319475268856129743274836159",
        ),
        diagonal: None,
    },
    SeedCase {
        name: "kur17b",
        puzzle: ".......1.4.........2...........5.6.4..8...3....1.9....3..4..2...5.1........8.7...",
        classic: Unique(
            "793684512486512937125973846932751684578246391641398725319465278857129463264837159",
        ),
        diagonal: None,
    },
    SeedCase {
        name: "kur17c",
        puzzle: ".......12....35......6...7.7.....3.....4..8..1...........12.....8.....4..5....6..",
        classic: Unique(
            "673894512912735486845612973798261354526473891134589267469128735287356149351947628",
        ),
        diagonal: None,
    },
    SeedCase {
        name: "pyeda1",
        puzzle: ".73...8....413..5..85..631.5...9..3...8.1.5...1..6...7.516..28..4..529....2...64.",
        classic: Unique(
            "173529864694138752285476319567294138428713596319865427951647283846352971732981645",
        ),
        diagonal: None,
    },
    SeedCase {
        name: "pyeda2",
        puzzle: "6..3.2....5.....1..........7.26............543.........8.15........4.2........7..",
        classic: Unique(
            "614382579953764812827591436742635198168279354395418627286157943579843261431926785",
        ),
        diagonal: None,
    },
    SeedCase {
        name: "pyeda3",
        puzzle: "38.6.......9.......2..3.51......5....3..1..6....4......17.5..8.......9.......7.32",
        classic: Unique(
            "385621497179584326426739518762395841534812769891476253917253684243168975658947132",
        ),
        diagonal: None,
    },
];

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
        let built = (entry.build)().unwrap();
        (entry, built)
    })
}

fn asked(
    entry: &Entry,
    built: &mut Box<dyn Contender>,
    puzzle: &Puzzle,
    limits: &Limits,
) -> Answer {
    ask(built.as_mut(), &entry.capabilities, puzzle, limits)
        .unwrap_or_else(|error| panic!("{}: {error}", entry.name))
}

/// Every contender that counts says so.
fn each_says(puzzle: &Puzzle, expected: Status) {
    for (entry, mut built) in able(puzzle.rules()).filter(|(entry, _)| entry.capabilities.counts) {
        let answer = asked(&entry, &mut built, puzzle, &Limits::UNIQUE);
        assert_eq!(answer.status(&Limits::UNIQUE), expected, "{}", entry.name);
    }
}

fn solves_the_seed_cases(diagonal: bool) {
    for case in &SEED_CASES {
        let givens = grid(case.puzzle);
        let (puzzle, expected) = if diagonal {
            (Puzzle::diagonal(givens), &case.diagonal)
        } else {
            (Puzzle::classic(givens), &case.classic)
        };
        for (entry, mut built) in able(puzzle.rules()) {
            let label = format!("{}: {}, diagonal: {diagonal}", entry.name, case.name);
            // Kuriyama's search meets the same boards again and again before it is through.
            let may_give_up = entry.name == "prune-fill-search";
            let hard = HARD_FOR_PRUNE_FILL_SEARCH.contains(&case.name);
            let solutions = match expected {
                Unique(solution) => vec![grid(solution)],
                _ => vec![],
            };
            for limits in [Limits::FIRST, Limits::UNIQUE] {
                if limits.solutions > 1 && !entry.capabilities.counts {
                    continue;
                }
                let unsure = may_give_up && (hard || limits.solutions > 1);
                let asked_limits =
                    if unsure { limits.within(Duration::from_millis(100)) } else { limits };
                let answer = asked(&entry, &mut built, &puzzle, &asked_limits);
                if unsure && answer.status(&limits) == Status::Unknown {
                    continue;
                }
                if matches!(expected, Multiple) {
                    assert_eq!(answer.solutions.len(), limits.solutions, "{label}");
                } else {
                    assert_eq!(answer.solutions, solutions, "{label}");
                    assert_eq!(answer.complete, solutions.len() < limits.solutions, "{label}");
                }
            }
        }
    }
}

#[test]
fn the_name_of_a_sat_solver_says_which_formula_it_gets() {
    // 17 givens; simplification settles it.
    let puzzle = Puzzle::classic(grid(SEED_CASES[0].puzzle));
    for (name, clauses) in [
        ("satdoku", 0),
        ("varisat", 10_530 + 17),
        ("varisat:simplified", 0),
        ("varisat:minimal", 7_371 + 17),
    ] {
        let entry = contender::find(name, Encoding::default()).unwrap();
        let mut built = (entry.build)().unwrap();
        let answer = asked(&entry, &mut built, &puzzle, &Limits::UNIQUE);
        assert_eq!(answer.status(&Limits::UNIQUE), Status::Unique, "{name}");
        assert_eq!(built.statistics().unwrap().clauses, Some(clauses), "{name}");
    }
    for name in ["satdoku:simplified", "varisat:simple", "norvig:simplified", "varisat+assumptions"]
    {
        assert!(contender::find(name, Encoding::default()).is_err(), "{name}");
    }
}

#[test]
fn prune_fill_search_solves_its_own_puzzles_without_a_limit() {
    for case in SEED_CASES.iter().filter(|case| case.name.starts_with("kur")) {
        let puzzle = Puzzle::classic(grid(case.puzzle));
        let answer = contender::PruneFillSearch.answer(&puzzle, &Limits::FIRST).unwrap();
        let Unique(solution) = case.classic else { panic!("{}", case.name) };
        assert_eq!(answer.solutions, [grid(solution)], "{}", case.name);
    }
}

#[test]
fn solves_the_seed_cases_as_classic_puzzles() {
    solves_the_seed_cases(false);
}

#[test]
fn solves_the_seed_cases_with_diagonals() {
    solves_the_seed_cases(true);
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
        grid.set(cell, Option::None);
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
        let mut built = (entry.build)().unwrap();
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
    let puzzle = Puzzle::classic(grid(SEED_CASES[2].puzzle));
    let limits = Limits { deadline: Deadline::after(Duration::ZERO), ..Limits::UNIQUE };
    for (entry, mut built) in able(puzzle.rules()) {
        let answer = asked(&entry, &mut built, &puzzle, &limits);
        assert_eq!(answer.status(&limits), Status::Unknown, "{}", entry.name);
    }
}

#[test]
fn one_contender_answers_one_puzzle_after_another_of_any_size() {
    let puzzles = [
        Puzzle::classic(grid(SEED_CASES[2].puzzle)),
        Puzzle::classic(grid("123....4........")),
        Puzzle::classic(thinned(&grid(SOLVED_6), 0x0f0f_0f0f_0f0f, false)),
        Puzzle::classic(grid(SEED_CASES[2].puzzle)),
    ];
    for entry in everybody() {
        let mut one = (entry.build)().unwrap();
        for puzzle in puzzles.iter().filter(|p| entry.capabilities.supports(p.rules())) {
            let mut fresh = (entry.build)().unwrap();
            let limits = Limits::FIRST;
            let (kept, new) = (
                asked(&entry, &mut one, puzzle, &limits),
                asked(&entry, &mut fresh, puzzle, &limits),
            );
            assert_eq!(kept, new, "{}", entry.name);
        }
    }
}

//! What programs that use the library rely on: values in JSON and in arrays, errors in place of
//! panics, work that is given up when asked to.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::common::large::pattern;
use satdoku::evidence::{Minimality, backbone, conflict, count};
use satdoku::explain::{Depth, Effort, End, Grade, Rated, Rating, State, StepRating, Technique};
use satdoku::generate::{GenerateError, Recipe, Source, Wanted};
use satdoku::solve::{Session, SolveError, solutions};
use satdoku::{
    Deadline, Digit, Dpll, Encoding, Grid, Limits, Pipeline, Puzzle, Rules, Size, Variant, solve,
};

#[test]
fn grids_puzzles_and_verdicts_are_values_of_json() {
    let grid = |line: &str| line.parse::<Grid>().unwrap();
    let solved = grid("1234341221434321");
    assert_eq!(json!(grid("12....1.2......3")), json!("12....1.2......3"));
    let rules = Rules::builder(Size::new(2, 3).unwrap()).variant(Variant::AntiKing);
    let puzzle = Puzzle::new(rules.build().unwrap(), Grid::empty(Size::new(2, 3).unwrap()));
    let expected = json!({ "puzzle": ".".repeat(36), "rules": "anti-king", "box": "2x3" });
    assert_eq!(json!(puzzle.unwrap()), expected);
    for (line, expected) in [
        ("1234341221434321", json!({ "status": "unique", "solution": solved })),
        ("11..............", json!({ "status": "none" })),
    ] {
        assert_eq!(json!(solve(&Puzzle::classic(grid(line))).unwrap()), expected);
    }
    let several = json!(solve(&Puzzle::classic(Grid::empty(Size::FOUR))).unwrap());
    assert_eq!(several["status"], "multiple");
    assert!(several["solution"].is_string() && several["solution"] != several["second_solution"]);
}

#[test]
fn a_rating_has_types_and_says_their_names_in_json() {
    let puzzle = Puzzle::classic("12.. .4.. ..4. ...1".parse().unwrap());
    let rated = Rated { grade: true, steps: true };
    let rating = Rating::of(&puzzle, rated, &Effort::default(), &mut Dpll::new()).unwrap();
    assert_eq!(rating.grade, Some(Grade::Easy));
    assert_eq!(rating.technique, Some(Technique::HiddenSingle));
    let said = json!(rating);
    assert_eq!((&said["grade"], &said["technique"]), (&json!("easy"), &json!("hidden single")));
}

#[test]
fn rows_of_numbers_are_a_grid_and_a_grid_is_rows_of_numbers() {
    let mut rows = [[0; 9]; 9];
    (rows[0][1], rows[8][8]) = (7, 9);
    let grid = Grid::try_from(rows).unwrap();
    assert_eq!(grid.to_string(), format!(".7{}9", ".".repeat(78)));
    assert_eq!(<[[u8; 9]; 9]>::try_from(&grid), Ok(rows));
    rows[8][8] = 10;
    let error = Grid::try_from(rows).unwrap_err().to_string();
    let expected = "expected a digit of 1 to 9 or 0 for an empty cell, found 10 at cell index 80";
    assert_eq!(error, expected);
    let error = <[[u8; 9]; 9]>::try_from(&Grid::empty(Size::FOUR)).unwrap_err().to_string();
    assert_eq!(error, "expected a grid of side 9, found one of side 4");
}

#[test]
fn a_grade_wanted_of_a_grid_too_large_for_steps_is_an_error() {
    let size = Size::new(6, 7).unwrap();
    let puzzle = Puzzle::classic(pattern(size, |_| false));
    let (source, givens) = (Source::Puzzle(puzzle.clone()), Some(size.cell_count()));
    let recipe = Recipe { source, givens, ..Recipe::new(Arc::clone(puzzle.rules()), 1) };
    let wanted = Wanted { grade: Some(Grade::Easy), ..Wanted::default() };
    let error = recipe.wanted(0, &wanted, 1).unwrap_err();
    assert!(matches!(error, GenerateError::Unexplained(_)), "{error}");
    let expected = "expected a side of at most 40 for depths and steps, found 42";
    assert_eq!(error.to_string(), expected);
    assert!(recipe.wanted(0, &Wanted::default(), 1).unwrap().is_some());
}

/// Asks until a deadline; whether it was given up.
type Question = (&'static str, fn(Deadline) -> bool);

/// Each takes much longer than a test may.
const QUESTIONS: [Question; 10] = [
    ("dpll on lanes", |deadline| {
        !Dpll::new().solve(&empty(3, 3), &every(deadline)).unwrap().complete
    }),
    ("dpll on any rules", |deadline| {
        !Dpll::new().solve(&empty(2, 4), &every(deadline)).unwrap().complete
    }),
    ("pipeline", |deadline| {
        !Pipeline::new().solve(&empty(4, 4), &every(deadline)).unwrap().answer.complete
    }),
    ("all solutions", |deadline| is_late(solutions(&empty(2, 4), None, deadline).last().unwrap())),
    ("count", |deadline| !count(&empty(3, 4), 0, u64::MAX, deadline).unwrap().complete),
    ("session", |deadline| {
        is_late(Session::new(&pigeons(), Encoding::default(), deadline).solve(&[]))
    }),
    ("backbone", |deadline| match backbone(&empty(5, 5), deadline) {
        Ok(found) => !found.unwrap().complete,
        late => is_late(late),
    }),
    ("conflict", |deadline| match conflict(&pigeons(), Minimality::Smallest, deadline) {
        Ok(found) => found.unwrap().minimality == Minimality::Unknown,
        late => is_late(late),
    }),
    ("depth", |deadline| matches!(Depth::of(&pigeons(), 3, deadline), Depth::Unknown(_))),
    ("steps", |deadline| {
        let effort = Effort { deadline, ..Effort::default() };
        StepRating::of(State::new(&pigeons()), &effort).unwrap().end == End::TimedOut
    }),
];

fn is_late<T>(result: Result<T, SolveError>) -> bool {
    matches!(result, Err(SolveError::TimedOut))
}

fn every(deadline: Deadline) -> Limits {
    Limits { solutions: 100_000_000, deadline }
}

fn empty(box_height: usize, box_width: usize) -> Puzzle {
    Puzzle::classic(Grid::empty(Size::new(box_height, box_width).unwrap()))
}

/// A latin square in whose first row twelve cells have eleven candidates, by the columns that hold
/// the other fourteen: the pigeonhole principle, which takes resolution long.
fn pigeons() -> Puzzle {
    let (cells, others) = (12, 14);
    let mut givens = Grid::empty(Size::new(1, 25).unwrap());
    for row in 0..others {
        for column in 0..cells {
            let digit = Digit::from_index((row + column) % others);
            givens.set(givens.size().cell(1 + row, column), Some(digit));
        }
    }
    Puzzle::new(Rules::latin(givens.size()), givens).unwrap()
}

#[test]
fn everything_that_has_a_deadline_gives_up_when_its_flag_is_set() {
    for (name, ask) in QUESTIONS {
        let flag: &AtomicBool = Box::leak(Box::new(AtomicBool::new(false)));
        let cancel = thread::spawn(|| {
            thread::sleep(Duration::from_millis(300));
            flag.store(true, Ordering::Relaxed);
        });
        let start = Instant::now();
        assert!(ask(Deadline::NONE.cancelled_by(flag)), "{name}");
        let time = start.elapsed();
        assert!(time > Duration::from_millis(250) && time < Duration::from_secs(20), "{name}");
        cancel.join().unwrap();
        assert!(ask(Deadline::after(Duration::from_secs(600)).cancelled_by(flag)), "{name}");
    }
}

#[test]
fn a_limit_of_time_keeps_the_flag_and_a_recipe_has_one() {
    static CANCEL: AtomicBool = AtomicBool::new(true);
    let limits = Limits { deadline: Deadline::NONE.cancelled_by(&CANCEL), ..Limits::UNIQUE };
    assert!(limits.within(Duration::from_secs(600)).deadline.is_over());
    let rules = Arc::new(Rules::classic(Size::NINE));
    let recipe = Recipe { cancel: Some(&CANCEL), ..Recipe::new(rules, 1) };
    assert_eq!(recipe.puzzle(0).unwrap_err(), SolveError::TimedOut.into());
}

//! The default pipeline and the whole formula in varisat answer alike.

use crate::common::random::{Random, line, windoku};
use crate::common::{list, plain};
use satdoku::simplify::{Budget, Finding, simplify};
use satdoku::solve::{Session, Stage, Varisat, simplified};
use satdoku::{
    Candidates, Cell, Deadline, Encoding, Grid, Limits, Pipeline, Puzzle, Rules, Size, Status,
};

/// The puzzles of a list in `puzzles/`.
fn shipped(name: &str) -> impl Iterator<Item = Grid> {
    let text = std::fs::read_to_string(format!("puzzles/{name}.txt")).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|text| line(&text[..81])).collect::<Vec<_>>().into_iter()
}

/// Solves by both ways and returns the status they share and the stage that settled it.
fn agree(pipeline: &mut Pipeline, puzzle: &Puzzle) -> (Status, Stage) {
    let plain = plain(puzzle, &Limits::UNIQUE);
    let solved = pipeline.solve(puzzle, &Limits::UNIQUE).unwrap();
    let status = plain.status(&Limits::UNIQUE);
    assert_eq!(solved.answer.status(&Limits::UNIQUE), status, "{:?}", puzzle.givens());
    match status {
        Status::Unique => assert_eq!(solved.answer.solutions, plain.solutions),
        Status::Multiple => assert_ne!(solved.answer.solutions[0], solved.answer.solutions[1]),
        _ => assert_eq!(status, Status::None),
    }
    assert_eq!(solved.session.is_some(), solved.stage == Stage::Varisat);
    (status, solved.stage)
}

/// Full grids with givens left out, and in every third puzzle one altered.
fn agree_on_random_puzzles(rules: Rules, count: usize, kept: std::ops::Range<usize>) {
    let mut random = Random::new(rules, 5);
    let mut pipeline = Pipeline::new();
    let mut seen = Vec::new();
    for number in 0..count {
        let mut givens = random.givens(kept.clone());
        if number % 3 == 0 {
            random.alter_one(&mut givens);
        }
        seen.push(agree(&mut pipeline, &random.puzzle(givens)).0);
    }
    for status in [Status::None, Status::Unique, Status::Multiple] {
        assert!(seen.contains(&status), "no puzzle with status {status}: a weak test");
    }
}

#[test]
fn on_random_4x4_and_6x6_puzzles() {
    agree_on_random_puzzles(Rules::classic(Size::FOUR), 600, 3..9);
    agree_on_random_puzzles(Rules::diagonal(Size::FOUR), 600, 1..7);
    agree_on_random_puzzles(Rules::classic(Size::new(2, 3).unwrap()), 300, 7..18);
    agree_on_random_puzzles(Rules::diagonal(Size::new(3, 2).unwrap()), 300, 5..16);
}

#[test]
fn on_random_9x9_puzzles() {
    agree_on_random_puzzles(Rules::classic(Size::NINE), 400, 20..34);
    agree_on_random_puzzles(Rules::diagonal(Size::NINE), 400, 14..30);
}

#[test]
fn on_random_puzzles_with_regions() {
    agree_on_random_puzzles(windoku(), 200, 14..30);
}

#[test]
fn on_random_16x16_puzzles() {
    agree_on_random_puzzles(Rules::classic(Size::from_side(16).unwrap()), 60, 100..180);
}

#[test]
fn in_every_encoding() {
    let mut random = Random::new(Rules::classic(Size::NINE), 3);
    for encoding in Encoding::all() {
        for _ in 0..8 {
            let givens = random.givens(17..24);
            let puzzle = random.puzzle(givens);
            let formula = simplified(&puzzle, None, encoding, Deadline::NONE).unwrap();
            let mut session = Session::load(Varisat::new(Deadline::NONE), formula);
            let status = session.answer(2).unwrap().status(&Limits::UNIQUE);
            assert_eq!(status, plain(&puzzle, &Limits::UNIQUE).status(&Limits::UNIQUE));
        }
    }
}

#[test]
fn on_the_largest_size() {
    let size = Size::from_side(36).unwrap();
    let pattern = |cell| {
        let (row, column) = (size.row_index(cell), size.column_index(cell));
        ((6 * row + row / 6 + column) % 36 + 1) as u16
    };
    let values: Vec<u16> =
        size.cells().map(|cell| if cell.index() % 3 == 0 { 0 } else { pattern(cell) }).collect();
    let puzzle = Puzzle::classic(Grid::from_values(size, values).unwrap());
    agree(&mut Pipeline::new(), &puzzle);
}

#[test]
fn on_the_lists() {
    for (name, count) in [
        ("easy", 60),
        ("clues17", 150),
        ("top95", 95),
        ("top1465", 150),
        ("hardest", 100),
        ("serg", 60),
        ("norvig_hardest11", 11),
    ] {
        let Some(lines) = list(&format!("{name}.txt")) else { continue };
        // All of them with SATDOKU_ALL_PUZZLES set; takes minutes.
        let all = std::env::var_os("SATDOKU_ALL_PUZZLES").is_some();
        let step = if all { 1 } else { lines.len().div_ceil(count) };
        let rules = std::sync::Arc::new(Rules::classic(Size::NINE));
        let mut pipeline = Pipeline::new();
        for text in lines.iter().step_by(step) {
            let puzzle = Puzzle::new(std::sync::Arc::clone(&rules), line(text)).unwrap();
            let (status, _) = agree(&mut pipeline, &puzzle);
            let expected = if name == "serg" { Status::Multiple } else { Status::Unique };
            assert_eq!(status, expected, "{text}");
        }
    }
}

#[test]
fn every_stage_settles_some_puzzle() {
    let mut pipeline = Pipeline::new();
    for (text, expected) in [
        // Norvig's grid1, one of his 95, one with many solutions, his "hard1", which has 13, and the
        // one of the hardest that takes most guesses.
        (
            "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..",
            (Status::Unique, Stage::Propagation),
        ),
        (
            "48.3............71.2.......7.5....6....2..8.............1.76...3.....4......5....",
            (Status::Unique, Stage::Dive),
        ),
        (
            "......7...4...6.....7..1..3....74.........9.69....3...6.1.4.5.7..52...198...3....",
            (Status::Multiple, Stage::Dive),
        ),
        (
            ".....6....59.....82....8....45........3........6..3.54...325..6..................",
            (Status::Multiple, Stage::Dive),
        ),
        (
            "98.7..6..7..6..8....5....4.8..9..3...3..7...2....3....1....9....9..671.....1....8",
            (Status::Unique, Stage::Dive),
        ),
    ] {
        assert_eq!(agree(&mut pipeline, &Puzzle::classic(line(text))), expected, "{text}");
    }
    // Nor does another number of solutions need a dearer engine: varisat is not asked.
    let hardest = Puzzle::classic(line(
        "98.7..6..7..6..8....5....4.8..9..3...3..7...2....3....1....9....9..671.....1....8",
    ));
    for solutions in [1, 2, 3, usize::MAX] {
        let solved = pipeline.solve(&hardest, &Limits { solutions, ..Limits::UNIQUE }).unwrap();
        assert_eq!((solved.answer.solutions.len(), solved.stage), (1, Stage::Dive));
        assert_eq!(solved.answer.complete, solutions > 1);
    }
    // No guesses are made in other sizes.
    let six = Puzzle::classic("..5..1.134......6..4......23...3....".parse().unwrap());
    assert_eq!(agree(&mut pipeline, &six), (Status::Unique, Stage::Probing));
    let blank = Puzzle::classic(Grid::empty(Size::new(2, 3).unwrap()));
    assert_eq!(agree(&mut pipeline, &blank), (Status::Multiple, Stage::Varisat));
}

#[test]
fn one_pipeline_serves_changing_rules() {
    let mut pipeline = Pipeline::new();
    let grid =
        line("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......");
    for _ in 0..2 {
        let classic = agree(&mut pipeline, &Puzzle::classic(grid.clone()));
        let diagonal = agree(&mut pipeline, &Puzzle::diagonal(grid.clone()));
        assert_eq!((classic.0, diagonal.0), (Status::Unique, Status::None));
        agree(&mut pipeline, &Puzzle::classic(Grid::empty(Size::FOUR)));
    }
}

#[test]
fn the_first_solution_alone_leaves_open_whether_there_are_more() {
    let grid =
        line("..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..");
    let puzzle = Puzzle::classic(grid);
    let plain = plain(&puzzle, &Limits::FIRST);
    let solved = Pipeline::new().solve(&puzzle, &Limits::FIRST).unwrap();
    assert_eq!(solved.answer.status(&Limits::FIRST), Status::Solved);
    assert_eq!(solved.answer.solutions, plain.solutions);
}

#[test]
fn a_deadline_that_has_passed_is_an_incomplete_answer() {
    let puzzle = Puzzle::classic(Grid::empty(Size::from_side(25).unwrap()));
    let limits = Limits::UNIQUE.within(std::time::Duration::ZERO);
    let solved = Pipeline::new().solve(&puzzle, &limits).unwrap();
    assert_eq!(solved.answer.status(&limits), Status::Unknown);
}

#[test]
fn after_the_deadline_9x9_grids_are_propagated_however_few_givens_they_have() {
    let is_solved = |puzzle: &Puzzle| {
        let budget = Budget { probes: 0, ..Budget::default() };
        matches!(simplify(puzzle, &budget).finding, Finding::Solved(_))
    };
    for name in ["easy", "few-givens"] {
        let mut all = shipped(name).map(Puzzle::classic);
        let puzzle = all.find(is_solved).expect("a puzzle that propagation solves");
        let limits = Limits::UNIQUE.within(std::time::Duration::ZERO);
        let solved = Pipeline::new().solve(&puzzle, &limits).unwrap();
        assert_eq!(solved.answer.status(&limits), Status::Unique, "{name}");
    }
}

#[test]
fn among_candidates_only_solutions_of_them_count() {
    for (name, puzzle) in [
        ("easy", Puzzle::classic as fn(Grid) -> Puzzle),
        ("few-givens", Puzzle::classic),
        ("diagonal", Puzzle::diagonal),
    ] {
        let puzzle = puzzle(shipped(name).next().unwrap());
        let solutions = plain(&puzzle, &Limits::UNIQUE).solutions;
        let [solution] = &solutions[..] else { panic!("{name}") };
        let mut pipeline = Pipeline::new();
        let mut among = |left: &Candidates, limits| {
            pipeline.solve_among(&puzzle, Some(left), limits).unwrap().answer
        };
        let mut left = Candidates::from_grid(solution);
        let found = among(&left, &Limits::UNIQUE);
        assert_eq!((found.solutions, found.complete), (solutions.clone(), true), "{name}");
        let none = Limits { solutions: 0, ..Limits::UNIQUE };
        let found = among(&left, &none);
        assert_eq!((found.solutions.len(), found.complete), (0, false), "{name}");
        // Of another cell, its digit is forbidden; of a given too.
        for cell in [puzzle.givens().filled().next().unwrap().cell, Cell::from_index(40)] {
            left = Candidates::all(Size::NINE);
            let digit = solution.get(cell).unwrap();
            left[cell].remove(digit);
            let found = among(&left, &Limits::UNIQUE);
            assert_eq!((found.solutions.len(), found.complete), (0, true), "{name}, {cell:?}");
        }
    }
}

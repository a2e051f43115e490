//! Every example runs and prints what it promises.

use std::process::Output;

use crate::common::run_example as run;

fn stdout(output: &Output) -> &str {
    assert!(output.status.success(), "{output:?}");
    std::str::from_utf8(&output.stdout).unwrap()
}

#[test]
fn solve_draws_the_solution() {
    assert!(stdout(&run("solve", &[])).starts_with("6 7 2 |1 4 5 |3 9 8"));
}

#[test]
fn each_task_of_a_library_user_has_an_example_that_runs() {
    assert!(stdout(&run("count", &[])).starts_with("solutions: exactly "));
    let explained = run("explain", &[]);
    assert!(stdout(&explained).contains("X-wing on 8"), "{explained:?}");
    assert_eq!(stdout(&run("generate", &[])).lines().count(), 3);
    assert!(stdout(&run("encode", &[])).starts_with("p cnf 64 "));
}

#[test]
fn windoku_has_one_solution_that_fills_its_regions() {
    let output = run("windoku", &[]);
    let (puzzle, solution) = stdout(&output).split_once("\n\n").unwrap();
    let givens: satdoku::Grid = puzzle.parse().unwrap();
    let grid: satdoku::Grid = solution.parse().unwrap();
    assert!(
        grid.is_full() && givens.filled().all(|given| grid.get(given.cell) == Some(given.digit))
    );
    for (top, left) in [(1, 1), (1, 5), (5, 1), (5, 5)] {
        let digits: std::collections::HashSet<_> =
            itertools::iproduct!(top..top + 3, left..left + 3)
                .map(|(row, column)| grid.get(satdoku::Size::NINE.cell(row, column)))
                .collect();
        assert_eq!(digits.len(), 9);
    }
}

#[test]
fn killer_has_one_solution_and_a_certificate() {
    let solution =
        "215647398368952174794381652586274931142593867973816425821739546659428713437165289";
    let expected = format!("classic + 29 clues, one solution: {solution}\ncertified: unique\n");
    assert_eq!(stdout(&run("killer", &[])), expected);
}

#[test]
fn altered_makes_puzzles_with_none_and_with_several_solutions() {
    let unsolvable = run("altered", &["unsolvable", "2", "1"]);
    assert!(stdout(&unsolvable).lines().all(|line| line.ends_with(":0:")));
    let several = run("altered", &["many-solutions", "2", "1"]);
    assert_eq!(stdout(&several).lines().count(), 2);
}

#[test]
fn grades_compares_steps_with_ratings() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rated.tsv");
    let rated = "1.3...2..1..4..2\t1.2\n1.............2.\t9\n12..34.........3\t1.5\n";
    std::fs::write(&path, rated).unwrap();
    let output = run("grades", &[path.to_str().unwrap(), "1"]);
    assert!(stdout(&output).contains("rank correlation "), "{output:?}");
}

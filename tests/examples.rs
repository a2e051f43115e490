//! Every example runs and prints what it promises.

use std::process::Output;

use crate::common::program::run_example as run;

fn stdout(output: &Output) -> &str {
    assert!(output.status.success(), "{output:?}");
    std::str::from_utf8(&output.stdout).unwrap()
}

#[test]
fn solve_draws_the_solution() {
    assert!(stdout(&run("solve", &[])).starts_with("6 7 2 |1 4 5 |3 9 8"));
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

#[test]
fn hardness_draws_what_compare_measured() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hard.csv");
    let header =
        "contender,run,source,puzzle,outcome,status,time_s,load_s,solve_s,process_s,guesses";
    let row = |puzzle: &str, time: &str| format!("varisat,1,-,{puzzle},solved,solved,{time},,,,");
    let rows =
        [header.to_owned(), row("12343412214343..", "0.001"), row("1234............", "0.1")];
    std::fs::write(&path, rows.join("\n")).unwrap();
    let svg = run("hardness", &[path.to_str().unwrap()]);
    let svg = stdout(&svg);
    assert!(svg.starts_with("<svg") && svg.contains("varisat, 4x4"), "{svg}");
    assert_eq!(svg.matches("<circle").count(), 2);
}

//! Grids far above 9x9: simplified, encoded, solved, and refused with a clear word.

use std::fmt::Write;
use std::time::Duration;

use satdoku::encode::AtMostOne;
use satdoku::evidence::backbone;
use satdoku::evidence::certificate::{Claim, Options as CertificateOptions, check_files, make};
use satdoku::simplify::propagation::{propagate, propagated};
use satdoku::simplify::{Budget, Finding, simplify};
use satdoku::solve::Session;
use satdoku::{
    Candidates, Deadline, Digit, Dpll, Encoding, Formula, Grid, Limits, Pipeline, Puzzle, Rules,
    Size, Status, verify,
};

use crate::common::large::{pattern, rows, size, some};
#[cfg(target_os = "linux")]
use crate::common::program::sh_in;
use crate::common::program::{satdoku, with_stdin};

#[test]
fn commands_name_cells_and_digits_of_large_grids() {
    let mut grid = pattern(size(15, 15), some(20));
    let (first, second) = (grid.size().cell(2, 0), grid.size().cell(2, 8));
    for cell in [first, second] {
        grid.set(cell, Digit::new(201));
    }
    with_stdin("solve --format line", rows(&grid, " ", "."))
        .ends(1)
        .shows("row 3 holds 201 twice: r3c1, r3c9");
}

#[test]
fn steps_are_not_looked_for_on_grids_above_side_40() {
    let text = rows(&pattern(size(7, 7), some(30)), " ", ".");
    for command in ["hint", "explain", "rate"] {
        with_stdin(command, &text).ends(2).tells("1: expected a side of at most");
    }
}

#[test]
fn simplification_keeps_the_solutions_of_large_grids() {
    for shape in [(5, 5), (8, 8), (8, 9), (13, 20)] {
        let size = size(shape.0, shape.1);
        let full = pattern(size, |_| false);
        for percent in [20, 45] {
            let puzzle = Puzzle::classic(pattern(size, some(percent)));
            match simplify(&puzzle, &Budget::default()).finding {
                Finding::Solved(grid) => assert_eq!(verify(&puzzle, &grid), Ok(()), "{size}"),
                Finding::Open(candidates) => {
                    let kept = full.filled().all(|c| candidates[c.cell].contains(c.digit));
                    assert!(kept, "{size}: a digit of a solution went");
                }
                other => panic!("{size}: there is a solution, found {other:?}"),
            }
        }
    }
}

#[test]
fn large_grids_are_solved_by_varisat_and_by_dpll() {
    for (shape, percent) in [((7, 7), 30), ((8, 8), 30), ((10, 10), 25)] {
        let puzzle = Puzzle::classic(pattern(size(shape.0, shape.1), some(percent)));
        let answer = Pipeline::new().solve(&puzzle, &Limits::UNIQUE).unwrap().answer;
        let searched = Dpll::new().solve(&puzzle, &Limits::UNIQUE).unwrap();
        assert_eq!(answer.status(&Limits::UNIQUE), searched.status(&Limits::UNIQUE), "{shape:?}");
        assert!([Status::Unique, Status::Multiple].contains(&answer.status(&Limits::UNIQUE)));
        for solution in answer.solutions.iter().chain(&searched.solutions) {
            assert_eq!(verify(&puzzle, solution), Ok(()), "{shape:?}");
        }
    }
}

#[test]
fn diagonals_are_kept_on_large_grids() {
    let size = size(7, 7);
    let rules = Rules::diagonal(size);
    let mut givens = Grid::empty(size);
    givens.set(size.cell(0, 0), Digit::new(40));
    let puzzle = Puzzle::new(rules, givens.clone()).unwrap();
    let Finding::Open(left) = simplify(&puzzle, &Budget::default()).finding else { panic!() };
    assert!(!left[size.cell(48, 48)].contains(Digit::new(40).unwrap()));
    assert!(left[size.cell(48, 47)].contains(Digit::new(40).unwrap()));
}

#[test]
fn every_at_most_one_encoding_solves_a_grid_with_large_groups() {
    let puzzle = Puzzle::classic(pattern(size(6, 6), some(20)));
    for amo in AtMostOne::ALL {
        let encoding = Encoding { amo, ..Encoding::default() };
        let found = Session::new(&puzzle, encoding, Deadline::NONE).solve(&[]);
        assert!(matches!(found, Ok(Some(_))), "{}", amo.name());
    }
}

#[test]
fn auto_is_pairwise_for_small_groups_and_another_encoding_for_large_ones() {
    let clauses = |side, amo| {
        let puzzle = Puzzle::classic(Grid::empty(Size::from_side(side).unwrap()));
        Formula::whole(&puzzle, Encoding { amo, ..Encoding::default() }).dimensions().clauses
    };
    assert_eq!(clauses(9, AtMostOne::Auto), clauses(9, AtMostOne::Pairwise));
    assert!(clauses(64, AtMostOne::Auto) < clauses(64, AtMostOne::Pairwise) / 2);
}

#[test]
fn a_deadline_ends_the_encoding_of_a_formula_without_end() {
    let puzzle = Puzzle::classic(Grid::empty(size(18, 18)));
    let limits = Limits::UNIQUE.within(Duration::from_millis(100));
    let encoding = Encoding { amo: AtMostOne::Pairwise, ..Encoding::default() };
    let answer = Session::new(&puzzle, encoding, limits.deadline).answer(2).unwrap();
    assert_eq!(answer.status(&limits), Status::Unknown);
    let formula = Formula::whole(&puzzle, encoding);
    let mut in_time = limits.deadline.watch(());
    assert!(formula.try_for_each_clause(|_, _| in_time()).is_err());
}

#[test]
fn a_time_limit_holds_for_the_largest_grid() {
    let mut text = String::new();
    for row in 0..1024 {
        let cell = |column: usize| if column == row { column + 1 } else { 0 };
        (0..1024).for_each(|column| write!(text, "{} ", cell(column)).unwrap());
        text.push('\n');
    }
    with_stdin("solve --time-limit 0.5", &text).ends(4);
}

#[test]
fn what_needs_the_whole_formula_says_which_grids_are_too_large_for_it() {
    let size = size(26, 26);
    let text = rows(&pattern(size, |index| index == 0), " ", ".");
    let folder = tempfile::tempdir().unwrap();
    let (path, certificate) = (folder.path().join("giant.txt"), folder.path().join("certificate"));
    std::fs::write(&path, text).unwrap();
    let (path, certificate) = (path.to_str().unwrap(), certificate.to_str().unwrap());
    for arguments in [
        format!("certify {path} -o {certificate}"),
        format!("solve --solver varisat {path}"),
        format!("solve --first --solver own=dimacs:cat {path}"),
        format!("check --minimal {path}"),
        format!("encode {path}"),
    ] {
        let output = satdoku(&arguments);
        assert_ne!(output.status, Some(0), "{arguments:?}: {}", output.stderr);
        let most = if arguments.starts_with("certify") { "4194304" } else { "268435456" };
        let expected = format!("{most} candidates");
        output.tells(&expected);
    }
}

/// A grid of which only the first row is filled.
fn first_row(size: Size) -> Grid {
    pattern(size, |index| index >= size.side())
}

/// A grid that lacks two digits, so that it has at least two solutions.
fn without_two_digits(size: Size) -> Grid {
    let full = pattern(size, |_| false);
    pattern(size, |index| full.values()[index] <= 2)
}

/// A grid without a solution in which no two givens clash: a cell that can hold nothing.
fn without_room(size: Size) -> Puzzle {
    let full = pattern(size, |_| false);
    let puzzle = Puzzle::classic(full.clone());
    let (cell, moved) = (size.cell(0, 0), size.cell(size.side() - 1, 0));
    let mut grid = full.clone();
    grid.set(cell, None);
    for peer in puzzle.rules().peers(moved).filter(|&peer| full.get(peer) == full.get(cell)) {
        grid.set(peer, None);
    }
    grid.set(moved, full.get(cell));
    puzzle.with_givens(grid).unwrap()
}

#[test]
fn propagation_of_large_grids_leaves_what_its_steps_leave() {
    let table = |puzzle: &Puzzle, start: Option<&Candidates>| {
        let givens = Candidates::from_grid(puzzle.givens());
        let (steps, result) = propagate(puzzle.rules(), start.unwrap_or(&givens));
        let (left, found) = propagated(puzzle, start, Deadline::NONE).unwrap();
        assert_eq!(found.is_ok(), result.is_ok());
        assert!(result.is_err() || left == steps, "{}", puzzle.size());
        steps
    };
    for shape in [(7, 7), (5, 8), (8, 9)] {
        let size = size(shape.0, shape.1);
        for percent in [20, 50, 80] {
            let givens = pattern(size, some(percent));
            for rules in [Rules::classic(size), Rules::latin(size)] {
                let puzzle = Puzzle::new(rules, givens.clone()).unwrap();
                let left = table(&puzzle, None);
                let _ = table(&puzzle, Some(&left));
            }
        }
        let _ = table(&without_room(size), None);
    }
}

#[test]
fn candidates_are_shown_up_to_the_largest_side() {
    let giant = size(32, 32);
    let full = pattern(giant, |_| false);
    let output = with_stdin("candidates", rows(&pattern(giant, some(2)), " ", ".")).ends(0);
    assert_eq!(output.stdout.parse(), Ok(full));
    let blank = rows(&first_row(size(24, 24)), " ", ".");
    for arguments in ["candidates", "candidates --format json"] {
        with_stdin(arguments, &blank)
            .ends(2)
            .tells("'encode --simplified' lists only the open candidates");
    }
}

#[test]
fn a_time_limit_ends_what_is_written_or_split_or_propagated() {
    let blank = rows(&first_row(size(7, 7)), " ", ".");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("formula.cnf");
    let file = path.to_str().unwrap();
    for arguments in [
        "candidates".to_owned(),
        format!("encode -o {file}"),
        format!("encode --simplified -o {file}"),
        format!("encode --cubes 20 -o {file}"),
    ] {
        let output = with_stdin(format!("{arguments} --time-limit 0.000001"), &blank).ends(4);
        assert!(output.stderr.ends_with("the time limit was reached\n"), "{}", output.stderr);
        assert!(!path.exists());
    }
}

/// Before the solver has all its variables, 64 million, it has taken a gigabyte.
#[cfg(target_os = "linux")]
#[test]
fn a_short_time_limit_ends_a_large_formula_before_it_takes_memory() {
    let blank = rows(&first_row(size(20, 20)), " ", ".");
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("blank.txt"), blank).unwrap();
    let command = "ulimit -v 1000000; satdoku solve --solver varisat --time-limit 0.5 blank.txt";
    sh_in(&folder, command).ends(4);
}

#[test]
fn evidence_on_the_largest_grids_takes_what_is_open_only() {
    let size = size(26, 26);
    let puzzle = Puzzle::classic(without_two_digits(size));
    let Ok(Some(found)) = backbone(&puzzle, Deadline::NONE) else { panic!("there is a solution") };
    assert!(found.complete);
    assert_eq!(found.decided(&puzzle), *puzzle.givens());
    let options = CertificateOptions {
        claim: Some(Claim::SeveralSolutions),
        ..CertificateOptions::default()
    };
    let files = make(&puzzle, &options).unwrap();
    assert_eq!(check_files(&files, Deadline::NONE).unwrap().solution_count, 2);
    with_stdin("check --format json", rows(puzzle.givens(), " ", "."))
        .ends(1)
        .shows(r#""status":"multiple""#);
}

#[test]
fn check_says_what_is_wrong_with_large_grids() {
    let size = size(15, 15);
    let mut grid = pattern(size, |index| index == 7);
    grid.set(size.cell(3, 0), grid.get(size.cell(0, 0)));
    let output = with_stdin("check", rows(&grid, " ", ".")).ends(1);
    let verdict = output.stdout.trim_end().lines().next().unwrap();
    assert!(verdict.ends_with(" (2 of 50624 givens; no smaller set clashes)"), "{verdict}");
    let same = Grid::from_values(size, vec![100; size.cell_count()]).unwrap();
    for (command, most) in [("solve --format grid", 2_000_000), ("check", 10_000)] {
        let output = with_stdin(command, rows(&same, " ", ".")).ends(1);
        assert!(output.stdout.len() < most, "{command}");
    }
    let mut open = pattern(size, some(40));
    open.set(size.cell(0, 1), open.get(size.cell(0, 3)));
    with_stdin("candidates", rows(&open, " ", "."))
        .ends(1)
        .prints("no solution\n")
        .tells("no solution: row 1 holds");
    with_stdin("check", rows(without_room(size).givens(), " ", "."))
        .ends(1)
        .shows(": no solution: the reason is not known");
}

#[test]
fn nothing_is_claimed_when_the_deadline_passes_while_propagating() {
    let puzzle = Puzzle::classic(pattern(size(15, 15), some(30)));
    let budget = Budget { deadline: Deadline::after(Duration::ZERO), ..Budget::default() };
    assert_eq!(simplify(&puzzle, &budget).finding, Finding::TimedOut);
    let limits = Limits::UNIQUE.within(Duration::ZERO);
    for answer in [
        Pipeline::new().solve(&puzzle, &limits).unwrap().answer,
        Dpll::new().solve(&puzzle, &limits).unwrap(),
    ] {
        assert_eq!(answer.status(&limits), Status::Unknown);
    }
}

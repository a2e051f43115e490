//! Grids far above 9x9: read, written, simplified, encoded, solved, and refused with a clear word.

use std::fmt::Write;
use std::time::Duration;

use satdoku::encode::AtMostOne;
use satdoku::evidence::backbone;
use satdoku::evidence::certificate::{Claim, Options as CertificateOptions, check_files, make};
use satdoku::format::{Options, Symbols, write_grid, write_line};
use satdoku::simplify::propagation::{propagate, propagated};
use satdoku::simplify::{Budget, Finding, simplify};
use satdoku::solve::Session;
use satdoku::{
    Candidates, Cell, Deadline, Digit, Dpll, Encoding, Formula, Grid, Limits, Pipeline, Puzzle,
    Rules, Size, Status, verify,
};

#[cfg(target_os = "linux")]
use crate::common::program::sh_in;
use crate::common::program::{satdoku, with_stdin};

fn size(box_height: usize, box_width: usize) -> Size {
    Size::new(box_height, box_width).unwrap()
}

/// A full grid, emptied where `is_hole` says so.
fn pattern(size: Size, is_hole: impl Fn(usize) -> bool) -> Grid {
    let value = |cell: Cell| {
        let (row, column) = (size.row_index(cell), size.column_index(cell));
        let shift = size.box_width() * (row % size.box_height()) + row / size.box_height();
        if is_hole(cell.index()) { 0 } else { ((shift + column) % size.side() + 1) as u16 }
    };
    Grid::from_values(size, size.cells().map(value).collect::<Vec<_>>()).unwrap()
}

/// About so many cells in a hundred, without any pattern.
fn some(percent: usize) -> impl Fn(usize) -> bool {
    move |index| (index * 7919 + index / 13 * 104_729) % 100 < percent
}

/// A line a row, the cells apart by `between`, `empty` in the empty ones.
fn rows(grid: &Grid, between: &str, empty: &str) -> String {
    let cell = |&value: &u16| if value == 0 { empty.to_owned() } else { value.to_string() };
    let row = |row: &[u16]| row.iter().map(cell).collect::<Vec<_>>().join(between);
    grid.values().chunks(grid.size().side()).map(|values| row(values) + "\n").collect()
}

/// The puzzles of a text, or what is wrong with it.
fn read(text: &str, size: Option<Size>) -> Vec<Result<Grid, String>> {
    read_with(text, Options { size, ..Options::default() })
}

fn read_with(text: &str, options: Options) -> Vec<Result<Grid, String>> {
    let puzzles = satdoku::format::puzzles(text.as_bytes(), &options);
    let grids = puzzles.map(|record| record?.into_grid());
    grids.map(|grid| grid.map_err(|error| error.to_string())).collect()
}

#[test]
fn grids_of_any_size_are_read_as_they_are_written() {
    let symbols = Symbols::default();
    for shape in [(5, 8), (7, 7), (8, 8), (9, 9), (10, 10), (8, 16), (15, 15), (2, 23), (8, 5)] {
        let size = size(shape.0, shape.1);
        let grid = pattern(size, some(40));
        let known = Some(size).filter(|size| Size::from_side(size.side()) != Some(*size));
        let (mut line, mut drawn) = (Vec::new(), Vec::new());
        write_line(&mut line, &grid, &symbols);
        write_grid(&mut drawn, &grid, &symbols);
        let one_line = |text: &str| text.trim_end().replace('\n', ",");
        let drawn = String::from_utf8(drawn).unwrap();
        assert_eq!(read(&drawn, None), [Ok(grid.clone())], "{size}: lines show the boxes");
        for text in [
            String::from_utf8(line).unwrap(),
            drawn,
            rows(&grid, " ", "."),
            rows(&grid, " ", "0"),
            rows(&grid, ",", "."),
            rows(&grid, ", ", "0"),
            rows(&grid, ",", ""),
            rows(&grid, "\t", "0"),
            one_line(&rows(&grid, ",", "0")),
            one_line(&rows(&grid, " ", ".")).replace(',', " "),
        ] {
            let start = text.chars().take(60).collect::<String>();
            assert_eq!(read(&text, known), [Ok(grid.clone())], "{size}: {start}");
            let twice = format!("{text}\n{text}\n");
            assert_eq!(read(&twice, known).len(), 2, "{size}, twice: {start}");
        }
    }
}

#[test]
fn rows_with_few_digits_or_none_are_rows_of_the_grid_they_begin() {
    let grid = pattern(size(8, 8), |index| index < 130 || some(40)(index));
    for empty in [".", "0", " ."] {
        assert_eq!(read(&rows(&grid, " ", empty), None), [Ok(grid.clone())]);
    }
    // Nine small digits and none above in the first row.
    for size in [size(8, 8), size(9, 9), size(10, 10)] {
        let full = pattern(size, |_| false);
        let is_large = |index: usize| usize::from(full.values()[index]) > 9;
        let grid =
            pattern(
                size,
                |index| {
                    if index < size.side() { is_large(index) } else { some(40)(index) }
                },
            );
        for empty in [".", "0"] {
            assert_eq!(read(&rows(&grid, " ", empty), None), [Ok(grid.clone())], "{size}");
        }
    }
}

#[test]
fn lines_of_single_digits_remain_puzzles_of_their_own() {
    for size in [size(2, 4), size(3, 3), size(2, 5)] {
        let grid = pattern(size, some(50));
        let line = rows(&grid, " ", ".").replace('\n', " ") + "\n";
        assert_eq!(read(&line.repeat(3), None), vec![Ok(grid); 3], "{size}");
    }
    let blank = ". ".repeat(81);
    assert_eq!(read(&blank, None), [Ok(Grid::empty(Size::NINE))]);
}

#[test]
fn symbols_without_anything_between_end_at_side_36() {
    let first = |cell: &str, side: usize| {
        read(&format!("{cell}{}", ".".repeat(side * side - 1)), None).remove(0)
    };
    assert_eq!(first(".", 36), Ok(Grid::empty(size(6, 6))));
    let message = first(".", 49).unwrap_err();
    assert!(message.contains("numbers with blanks between, found 2401 characters"), "{message}");
    // `0` may be the first of 36 symbols, or of 35.
    assert!(first("0", 35).unwrap_err().contains("found '0' beside letters or other empty cells"));
    assert_eq!(first("0", 36), Ok(Grid::empty(size(6, 6))));
    // Above it no letter is a digit.
    let letter = read(&format!("A {}", ". ".repeat(9999)), None).remove(0);
    assert_eq!(
        letter.unwrap_err(),
        "1:1: expected 1 to 100 or an empty cell (. 0 _ * ?), found 'A'"
    );
}

#[test]
fn what_is_wrong_with_a_large_grid_is_said_with_its_place() {
    let size = size(20, 20);
    let grid = pattern(size, some(40));
    let text = rows(&grid, " ", ".");
    let line = text.replace('\n', " ");
    let first = |text: &str| match read(text, None).remove(0) {
        Err(message) => message,
        Ok(grid) => format!("read as a grid with boxes of {}", grid.size()),
    };
    let with = |text: &str, place: usize, cell: &str| -> String {
        let cells = text.split(' ').enumerate();
        cells.map(|(index, old)| if index == place { cell } else { old }.to_owned() + " ").collect()
    };
    let short_row = text.replacen(" .", "", 1);
    let end = 1 + short_row.lines().next().unwrap().len();
    assert_eq!(first(&short_row), format!("1:{end}: expected 400 cells in row 1, found 399"));
    let message = first(line.trim_end().rsplit_once(' ').unwrap().0);
    assert!(message.ends_with("expected 160000 cells, found 159999"), "{message}");
    let message = first(&with(&line, 1000, "401"));
    assert!(
        message.ends_with("expected 1 to 400 or an empty cell (. 0 _ * ?), found \"401\""),
        "{message}"
    );
    let message = first(&text.replacen('.', "401", 1));
    assert!(message.starts_with("1:"), "{message}");
    assert!(
        message.ends_with("expected 1 to 400 or an empty cell (. 0 _ * ?), found \"401\""),
        "{message}"
    );
    let message = first(&with(&line, 5, "G"));
    assert!(message.contains("expected 1 to 400 or an empty cell"), "{message}");

    // 1,000,001 cells; 1025 rows; 1,100,000 characters.
    let message = first(&("1 ".repeat(1_000_001)));
    assert!(message.ends_with("expected 1000000 cells, found 1000001"), "{message}");
    let long: Vec<String> = (1..=1025).map(|value| value.to_string()).collect();
    let long = (long.join(" ") + "\n").repeat(1025);
    let messages = read(&long, None);
    assert_eq!(messages[0], Err("1:1: expected a side of at most 1024, found 1025".to_owned()));
    assert_eq!(messages.len(), 1);
    let row = long.split_once(" 1025").unwrap().0;
    assert!(first(row).starts_with("1:"), "{}", first(row));
    let message = first(&"1".repeat(1_000_000));
    assert!(message.contains("expected numbers with blanks between"), "{message}");
}

#[test]
fn a_side_above_the_largest_is_said_once() {
    let dots = |side: usize| (". ".repeat(side) + "\n").repeat(side);
    let numbers = (1..=1156).map(|value| value.to_string()).collect::<Vec<_>>().join(" ") + "\n";
    for (side, text) in [
        (1025, dots(1025)),
        (1025, dots(1025).replace('\n', "")),
        (1025, dots(1025).replace([' ', '\n'], "")),
        (1100, dots(1100)),
        (1100, "0,".repeat(1100 * 1100)),
        (1156, numbers.repeat(1156)),
        (1156, numbers.repeat(1156).replace('\n', " ")),
        (1156, dots(1156).replace('\n', "")),
    ] {
        for boxless in [false, true] {
            let options = Options { boxless, ..Options::default() };
            let message = format!("1:1: expected a side of at most 1024, found {side}");
            assert_eq!(read_with(&text, options), [Err(message)], "{}", &text[..40]);
        }
    }
    // A puzzle of side 32 with a cell too many, alone or before others.
    let long = ". ".repeat(1025) + "\n";
    let message = "1:2049: expected 1024 cells, found 1025".to_owned();
    assert_eq!(read(&long, None), [Err(message)]);
}

#[test]
fn a_word_in_a_row_of_a_large_grid_is_named_at_its_place() {
    for (shape, row, word, found) in [
        ((20, 20), 101, "foo", "expected 1 to 400 or an empty cell (. 0 _ * ?), found \"foo\""),
        ((20, 20), 101, "-3", "expected 1 to 400 or an empty cell (. 0 _ * ?), found '-'"),
        ((10, 10), 51, "3.5", "expected 1 to 100 or an empty cell (. 0 _ * ?), found \"3.5\""),
        ((10, 10), 1, "name", "expected 1 to 100 or an empty cell (. 0 _ * ?), found \"name\""),
    ] {
        let text = rows(&pattern(size(shape.0, shape.1), some(40)), " ", ".");
        let lines = text.lines().zip(1..).map(|(line, number)| match number == row {
            true => format!(". {word} {}\n", line.splitn(3, ' ').last().unwrap()),
            false => format!("{line}\n"),
        });
        let message = format!("{row}:3: {found}");
        assert_eq!(read(&lines.collect::<String>(), None), [Err(message)]);
    }
}

#[test]
fn cells_that_lack_are_counted() {
    let large = rows(&pattern(size(20, 20), some(40)), " ", ".").replace('\n', " ");
    let cut: String = large.split_inclusive(' ').take(89_000).collect();
    let message = read(&cut, None).remove(0).unwrap_err();
    assert!(message.ends_with("cells, found 89000"), "{message}");
}

#[test]
fn a_row_with_a_cell_too_few_or_too_many_is_named_where_a_line_can_be_a_puzzle() {
    for (side, height) in [(16, 4), (36, 6), (49, 7)] {
        let text = rows(&pattern(size(height, side / height), some(3)), " ", ".");
        for row in [1, 2, 3, side / 2, side] {
            for found in [side - 1, side + 1] {
                let lines = text.lines().zip(1..).map(|(line, number)| match number == row {
                    true if found > side => format!("{line} .\n"),
                    true => line.split_once(' ').unwrap().1.to_owned() + "\n",
                    false => format!("{line}\n"),
                });
                let read = read(&lines.collect::<String>(), None);
                let [Err(message)] = &read[..] else { panic!("{row}, {found}: {read:?}") };
                assert!(message.starts_with(&format!("{row}:")), "{message}");
                let end = format!("expected {side} cells in row {row}, found {found}");
                assert!(message.ends_with(&end), "{message}");
            }
        }
    }
}

#[test]
fn rows_of_a_large_grid_may_stand_in_brackets() {
    let grid = pattern(size(20, 20), some(40));
    let text: String = rows(&grid, ",", "0").lines().map(|row| format!("[{row}],\n")).collect();
    assert_eq!(read(&text, None), [Ok(grid)]);
}

#[test]
fn rows_without_digits_are_a_grid_unless_each_can_be_a_puzzle() {
    let none = |side| format!("1:1: no box of two or more rows fits side {side}");
    let either = |grid, line| {
        format!(
            "1:1: found as many lines of empty cells as each has, which can mean one grid with \
             boxes of {grid} or as many puzzles with boxes of {line}"
        )
    };
    let empty = |height, width| Ok(Grid::empty(size(height, width)));
    for (side, boxless, found) in [
        (37, false, Err(none(37))),
        (37, true, empty(1, 37)),
        (40, false, empty(5, 8)),
        (49, false, empty(7, 7)),
        (49, true, Err(either("7x7", "1x7"))),
        (50, true, empty(5, 10)),
        (100, false, Err(either("10x10", "2x5"))),
        (101, false, Err(none(101))),
        (101, true, empty(1, 101)),
        (1000, false, empty(25, 40)),
        (36, false, Err(either("6x6", "2x3"))),
    ] {
        let text = (". ".repeat(side) + "\n").repeat(side);
        let options = Options { boxless, ..Options::default() };
        assert_eq!(read_with(&text, options), [found], "{side}");
    }
    let message = "1:1: expected 40 rows of 40 cells, found 39".to_owned();
    assert_eq!(read(&(". ".repeat(40) + "\n").repeat(39), None), [Err(message)]);
}

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
        format!("solve --first --contender own=dimacs:cat {path}"),
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
    assert_eq!(read(&output.stdout, None), [Ok(full)]);
    let blank = rows(&first_row(size(24, 24)), " ", ".");
    for (arguments, message) in [
        ("candidates", "--format json takes less"),
        ("candidates --format json", "'encode --simplified' lists"),
    ] {
        with_stdin(arguments, &blank).ends(2).tells(message);
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
    assert_eq!(check_files(&files, &[], Deadline::NONE).unwrap().solution_count, 2);
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
        .shows(": no solution; why is not known");
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

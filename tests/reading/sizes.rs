//! Are grids far above 9x9 read as they are written, and refused with a clear word?

use itertools::Itertools;
use satdoku::format::{Options, write_candidates};
use satdoku::{Candidates, Grid, Rules, Size, Symbols, line_of, write_line};

use super::written::write_drawing;
use crate::common::large::{pattern, rows, size, some};

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
    for shape in
        [(5, 8), (6, 6), (7, 7), (8, 8), (9, 9), (10, 10), (8, 16), (15, 15), (2, 23), (8, 5)]
    {
        let size = size(shape.0, shape.1);
        let grid = pattern(size, some(40));
        let known = Some(size).filter(|size| Size::from_side(size.side()) != Some(*size));
        let (mut line, mut drawn) = (Vec::new(), Vec::new());
        write_line(&mut line, &grid, &symbols);
        write_drawing(&mut drawn, &grid, &symbols);
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
fn rows_in_groups_between_bars_are_one_drawing() {
    let symbols: Symbols = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".parse().unwrap();
    for size in [size(3, 3), size(4, 4), size(5, 5), size(6, 6)] {
        let grid = pattern(size, some(40));
        let row = |row: &[char]| row.chunks(size.box_width()).map(String::from_iter).join("|");
        let band = |band: &[char]| band.chunks(size.side()).map(row).join("\n");
        let cells = line_of(&grid, &symbols).chars().collect_vec();
        let drawn = cells.chunks(size.side() * size.box_height()).map(band).join("\n---+---\n");
        let options = Options { symbols: symbols.clone(), ..Options::default() };
        assert_eq!(read_with(&drawn, options), [Ok(grid)], "{size}");
    }
}

#[test]
fn rows_of_cells_that_may_hold_all_digits_are_rows_of_a_table() {
    for size in [size(2, 2), size(3, 3), size(4, 4), size(5, 7)] {
        let open = Candidates::from_grid(&pattern(size, |_| true));
        let grid = pattern(size, |index| index < 2 * size.side() || some(50)(index));
        for candidates in [open, Candidates::from_grid(&grid)] {
            let mut table = Vec::new();
            write_candidates(&mut table, &Rules::latin(size), &candidates, &Symbols::default());
            let table = String::from_utf8(table).unwrap();
            assert_eq!(table.parse(), Ok(candidates), "{table}");
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
    assert!(
        message.contains("numbers with blanks between them, found 2401 characters"),
        "{message}"
    );
    // `0` may be the first of 36 symbols, or of 35.
    assert!(first("0", 35).unwrap_err().contains("found '0' with letters or marks"));
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
    assert!(message.contains("expected numbers with blanks between them"), "{message}");
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
        // In a row alone whose fields are no cells.
        (1821, "1.2e+15,,".repeat(1821)),
    ] {
        let options = Options { boxless: side != 1100, ..Options::default() };
        let message = format!("1:1: expected a side of at most 1024, found {side}");
        assert_eq!(read_with(&text, options), [Err(message)], "{}", &text[..40]);
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
        ((20, 20), 101, "-3", "expected 1 to 400 or an empty cell (. 0 _ * ?), found \"-3\""),
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
            "1:1: found empty cells that can be one grid with boxes of {grid}, or a puzzle in each \
             line with boxes of {line}"
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

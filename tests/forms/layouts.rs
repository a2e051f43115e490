//! The regions of jigsaws: read as they are written, at any side; and a layout with a slip, in each
//! form, refused with its place, never read as a comment or as a second puzzle.

use satdoku::format::{First, Symbols, write_drawn, write_puzzle};
use satdoku::{Digit, Grid, Puzzle, RegionLabel, Regions, Rules, Size};

use super::beside::shown;
use super::{PUZZLE, SOLUTION, between, join};

/// Regions of boxes, of rows where no box fits.
fn layout(size: Size) -> Regions {
    let named = |index: usize| match u8::try_from(index) {
        Ok(index @ 0..26) if size.side() <= 26 => RegionLabel::Letter((b'a' + index).into()),
        _ => RegionLabel::Number(index as u16 + 1),
    };
    Regions::new(size.cells().map(|cell| named(size.box_index(cell))).collect()).unwrap()
}

/// Every third cell of a latin square.
fn givens(size: Size, every: usize) -> Grid {
    let side = size.side();
    let mut grid = Grid::empty(size);
    for cell in size.cells().step_by(every) {
        let value = (size.row_index(cell) * 7 + size.column_index(cell)) % side + 1;
        grid.set(cell, Digit::new(value));
    }
    grid
}

#[test]
fn what_is_written_of_a_jigsaw_of_any_side_is_read_as_the_same() {
    for side in [7, 9, 16, 25, 26, 27, 29, 30, 35, 36, 37, 40, 49, 64, 100, 101] {
        let size = Size::from_side(side).unwrap_or_else(|| Size::new(1, side).unwrap());
        let regions = layout(size);
        for every in [2, 5, side - 1] {
            let puzzle = Puzzle::new(Rules::jigsaw(regions.clone()), givens(size, every));
            let puzzle = puzzle.unwrap();
            let (mut line, mut drawn) = (Vec::new(), Vec::new());
            write_puzzle(&mut line, &puzzle, &Symbols::default());
            write_drawn(&mut drawn, puzzle.rules(), puzzle.givens(), &Symbols::default());
            let two_lines = format!("{:}\n{regions}\n", puzzle.givens());
            let again = [&line[..], b"\n", &line].concat();
            assert_eq!(shown(&String::from_utf8(again).unwrap()).len(), 2, "{side}, {every}");
            for text in [line, drawn, two_lines.into_bytes()] {
                let text = String::from_utf8(text).unwrap();
                let read = match First::of(&text) {
                    Ok(read) => read,
                    Err(error) => panic!("{side}, {every}: {error}\n{text}"),
                };
                assert_eq!(read.count, 1, "{side}, {every}\n{text}");
                assert_eq!(read.puzzle.givens(), puzzle.givens(), "{side}\n{text}");
                assert_eq!(read.puzzle.rules().regions(), Some(&regions), "{side}\n{text}");
            }
        }
    }
}

/// Regions of three by three, a row of cells each, in a run.
fn boxes() -> String {
    ["aaabbbccc", "dddeeefff", "ggghhhiii"].map(|row| row.repeat(3)).concat()
}

fn in_rows(cells: &str, between: &str) -> String {
    let row = |row: &[u8]| join(&String::from_utf8_lossy(row), between) + "\n";
    cells.as_bytes().chunks(9).map(row).collect()
}

/// Runs of nine labels.
fn in_groups(labels: &str) -> String {
    let group = |group: &[u8]| String::from_utf8_lossy(group).into_owned();
    labels.as_bytes().chunks(9).map(group).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_layout_beside_the_cells_is_read_in_each_form() {
    let boxes = boxes();
    let digits: String = boxes.bytes().map(|label| char::from(label - b'a' + b'1')).collect();
    for labels in [&boxes, &digits] {
        for text in [
            format!("{PUZZLE} {labels}"),
            format!("{PUZZLE}{labels}"),
            format!("{PUZZLE} regions={labels}"),
            format!("{PUZZLE} {}", in_groups(labels)),
            format!("{PUZZLE} {}", join(labels, " ")),
            format!("{PUZZLE},{}", join(labels, ",")),
            format!("{PUZZLE} {} by aaron", join(labels, " ")),
            format!("{} {}", join(PUZZLE, " "), join(labels, " ")),
            format!("{PUZZLE}\n{labels}"),
            format!("{PUZZLE}\n{}", in_groups(labels)),
            format!("{PUZZLE}\n{}", join(labels, " ")),
            format!("{}\n{}", between("\n", str::to_owned), in_rows(labels, "")),
            format!("{}\n{}", between("\n", str::to_owned), in_rows(labels, " ")),
        ] {
            assert_eq!(shown(&text), ["nine, regions"], "{text}");
        }
    }
    let four = "12....1.2......3";
    for labels in [" aaab abbb cccd cddd", "aabbaabbccddccdd", "1122112233443344"] {
        assert_eq!(shown(&format!("{four}{labels}")), ["four, regions"], "{labels}");
    }
    let rows: Vec<String> = in_groups(&boxes).split(' ').map(|row| format!("{row:?}")).collect();
    let rows = rows.join(",");
    let json = format!("{{\"puzzle\": \"{PUZZLE}\", \"regions\": [{rows}]}}");
    assert_eq!(shown(&json), ["nine, regions"]);
    let solution = join(SOLUTION, " ");
    assert_eq!(
        shown(&format!("{PUZZLE}:1:{solution} {boxes}")),
        ["nine, regions, count 1, solution"]
    );
    for comment in ["easy puzzle by aaron", "easy", "very hard, no 17", "1 2 3 0.5 1999", "a-b=c"] {
        assert_eq!(shown(&format!("{PUZZLE} {comment}")), ["nine"], "{comment}");
    }
}

#[test]
fn a_layout_with_a_slip_is_refused_in_each_form_with_its_place() {
    let boxes = boxes();
    // The label at index 40, in row 5, column 5.
    let with = |label: &str| format!("{}{label}{}", &boxes[..40], &boxes[41..]);
    for label in [".", "-", "?", "_", "\u{e4}", "z", "a"] {
        let labels = with(label);
        let kind = match label {
            "z" => "expected 9 cells in region z, found 1".to_owned(),
            "a" => "expected 9 cells in region a, found 10".to_owned(),
            _ => format!("expected a letter or a number as the label of a region, found '{label}'"),
        };
        let rows = |between: &str| {
            let row = |row: &[char]| join(&row.iter().collect::<String>(), between) + "\n";
            labels.chars().collect::<Vec<_>>().chunks(9).map(row).collect::<String>()
        };
        let drawn = between("\n", str::to_owned);
        for (text, place) in [
            (format!("{PUZZLE} {labels}"), "1:123"),
            (format!("{PUZZLE},regions={labels}"), "1:131"),
            (format!("{PUZZLE} {}", rows("").replace('\n', " ")), "1:127"),
            (format!("{PUZZLE} {}", join(&labels, " ")), "1:163"),
            (format!("{PUZZLE}\n{labels}"), "2:41"),
            (format!("{PUZZLE}\n{}", join(&labels, " ")), "2:81"),
            (format!("{drawn}\n\n{}", rows("")), "15:5"),
            (format!("{drawn}\n{}", rows(" ")), "14:9"),
        ] {
            assert_eq!(shown(&text), [format!("{place}: {kind}")], "{text}");
        }
    }
    for (labels, found) in [(&boxes[1..], 80), (&boxes[9..], 72), (&format!("{boxes}i"), 82)] {
        let error = format!("expected 81 region labels, one for each cell, found {found}");
        assert_eq!(shown(&format!("{PUZZLE}{labels}")), [format!("1:82: {error}")]);
        assert_eq!(shown(&format!("{PUZZLE} {labels}")), [format!("1:83: {error}")]);
    }
}

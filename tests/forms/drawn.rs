//! Do the lines of a drawing decide which boxes the grid has, or are they reported where they do not
//! fit?

use satdoku::format::{Options, Record, Symbols, write_candidates, write_grid};
use satdoku::{Candidates, Grid, Size};

use super::each;

fn size(box_height: usize, box_width: usize) -> Size {
    Size::new(box_height, box_width).unwrap()
}

/// The sizes of the grids that are read, or the errors.
fn sizes(text: &str, size: Option<Size>) -> Vec<String> {
    let options = Options { size, ..Options::default() };
    each(text, &options, |record| match record {
        Ok(record) => record.grid.size().to_string(),
        Err(error) => error.to_string(),
    })
}

/// A grid with a digit in most cells.
fn filled(size: Size) -> Grid {
    let value = |index: usize| if index % 7 == 3 { 0 } else { index % size.side() + 1 };
    let values: Vec<u16> = (0..size.cell_count()).map(|index| value(index) as u16).collect();
    Grid::from_values(size, values).unwrap()
}

fn without_rules(drawing: &str) -> String {
    drawing.lines().filter(|line| !line.contains("--")).map(|line| format!("{line}\n")).collect()
}

/// With a blank line for each rule.
fn with_gaps(drawing: &str) -> String {
    let line = |line: &str| if line.contains("--") { "\n".to_owned() } else { format!("{line}\n") };
    drawing.lines().map(line).collect()
}

#[test]
fn lines_of_a_drawing_decide_its_boxes() {
    let symbols = Symbols::default();
    for shape in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3), (5, 2), (4, 3), (8, 2), (2, 8)]
        .into_iter()
        .chain([(9, 2), (4, 9), (9, 4), (18, 2), (8, 5), (20, 2), (23, 2)])
    {
        let size = size(shape.0, shape.1);
        let grid = filled(size);
        let mut drawn = Vec::new();
        write_grid(&mut drawn, &grid, &symbols);
        let drawn = String::from_utf8(drawn).unwrap();
        for text in [
            drawn.clone(),
            without_rules(&drawn),
            drawn.replace('|', " "),
            drawn.replace('|', "│").replace('+', "┼").replace('-', "─"),
            drawn.replace("--", "=="),
            with_gaps(&drawn),
            with_gaps(&drawn).replace('|', " "),
        ] {
            let read =
                each(&text, &Options::default(), |record| record.and_then(Record::into_grid));
            assert_eq!(read, [Ok(grid.clone())], "{size}\n{text}");
            assert_eq!(sizes(&text, Some(size)), [size.to_string()], "{text}");
        }
        if size.side() > 16 {
            continue;
        }
        let mut candidates = Vec::new();
        write_candidates(&mut candidates, true, &Candidates::from_grid(&grid), &symbols);
        let text = String::from_utf8(candidates).unwrap();
        assert_eq!(sizes(&text, None), [size.to_string()], "{text}");
    }
    let blank = "+--+--+--+\n|12| 4|  |\n|  |12|  |\n|1 |  |  |\n+--+--+--+\n|  |  |12|\n|  |  |  |\n| 3|  |  |\n+--+--+--+\n";
    assert_eq!(sizes(blank, None), ["3x2"]);
    assert_eq!(
        sizes(blank, Some(size(2, 3))),
        [
            "2:4: expected a bar after every 3 cells for boxes of 2x3, found one after cell 2 of row 1; \
             correct the drawing or --box, or leave out bars and rules"
        ]
    );
}

const ROWS: [&str; 6] = ["213456", "456123", "231564", "564231", "312645", "64531."];

/// The rows, each with bars after these cells, and rules after these rows.
fn draw(bars: impl Fn(usize) -> Vec<usize>, rules: &[usize]) -> String {
    let mut text = String::new();
    for (row, cells) in (1..).zip(ROWS) {
        for (column, cell) in (1..).zip(cells.chars()) {
            text.push(cell);
            text.push_str(if bars(row).contains(&column) { " | " } else { " " });
        }
        text.push('\n');
        text.push_str(if rules.contains(&row) { "--------------\n" } else { "" });
    }
    text
}

#[test]
fn lines_that_part_no_boxes_and_rows_without_bars_say_nothing() {
    let each_cell = |_| (1..6).collect();
    for (text, name) in [
        (draw(|_| vec![], &[]), "no lines"),
        (draw(|_| vec![6], &[]), "a frame"),
        (draw(each_cell, &[]), "bars around each cell"),
        (draw(each_cell, &[1, 2, 3, 4, 5]), "lines around each cell"),
        (draw(|_| vec![], &[1, 2, 3, 4, 5]), "rules after each row"),
        (draw(each_cell, &[1]), "a table with a heading"),
        (draw(|_| vec![3], &[1, 2, 3, 4, 5]), "bars of boxes, rules after each row"),
        (draw(|row| if row == 4 { vec![] } else { vec![3] }, &[2, 4]), "a row without bars"),
        (draw(|_| vec![3], &[4]), "a rule is missing"),
    ] {
        assert_eq!(sizes(&text, None), ["2x3"], "{name}\n{text}");
    }
    for shape in [(2, 3), (3, 2), (6, 1)] {
        let size = size(shape.0, shape.1);
        assert_eq!(sizes(&draw(each_cell, &[]), Some(size)), [size.to_string()]);
    }
    assert_eq!(sizes(&draw(|_| vec![], &[3]), None), ["3x2"]);
    assert_eq!(sizes(&draw(each_cell, &[3]), None), ["3x2"]);
}

#[test]
fn lines_that_fit_no_boxes_are_reported_at_their_place() {
    let wide = |_| vec![3];
    let mut rules = 0;
    let mut is_kept = |line: &&str| {
        rules += usize::from(line.contains("--"));
        !line.contains("--") || rules % 2 == 0
    };
    let fewer_rules = format!("{:#}", filled(size(2, 6)));
    let fewer_rules = fewer_rules.lines().filter(&mut is_kept).collect::<Vec<_>>().join("\n");
    let but = |row: usize, bars: &'static [usize]| {
        move |at: usize| if at == row { bars.to_vec() } else { vec![3] }
    };
    let end = "; correct the drawing or --box, or leave out bars and rules";
    let three = "expected a bar after every 3 cells for boxes of 2x3, found";
    let two = "expected a rule or a blank line after every 2 rows for boxes of 2x3, found";
    for (text, asked, message) in [
        (draw(but(2, &[2]), &[2, 4]), None, format!("2:5: {three} one after cell 2 of row 2")),
        (
            draw(|row| if row == 4 { vec![4] } else { vec![2, 4] }, &[3]),
            None,
            "5:4: expected a bar after every 2 cells for boxes of 3x2, found none after cell 2 of row 4"
                .to_owned(),
        ),
        (draw(but(1, &[3, 5]), &[]), None, format!("1:13: {three} one after cell 5 of row 1")),
        (draw(wide, &[2, 5]), None, format!("7:1: {two} one after row 5")),
        (draw(wide, &[1, 2, 4]), None, format!("2:1: {two} one after row 1")),
        (draw(wide, &[3]), None, format!("4:1: {two} one after row 3")),
        (draw(|_| vec![], &[3, 5]), None, format!("4:1: {two} one after row 3")),
        (with_gaps(&draw(wide, &[3])), None, format!("4:1: {two} one after row 3")),
        (
            fewer_rules,
            None,
            "3:1: expected a rule or a blank line after every 2 rows for boxes of 2x6, found none after row 2"
                .to_owned(),
        ),
        (
            draw(|_| vec![4], &[]),
            None,
            "1:1: expected bars at equal distances, found parts of 4, 2 cells in row 1".to_owned(),
        ),
        (
            draw(|row| if row == 3 { vec![1, 2, 4, 5] } else { (1..6).collect() }, &[]),
            None,
            "3:10: expected a bar after every cell, found none after cell 3 of row 3".to_owned(),
        ),
        (
            draw(wide, &[2, 4]),
            Some(size(3, 2)),
            "1:4: expected a bar after every 2 cells for boxes of 3x2, found none after cell 2 of row 1"
                .to_owned(),
        ),
        (
            draw(|_| vec![], &[2, 4]),
            Some(size(3, 2)),
            "3:1: expected a rule or a blank line after every 3 rows for boxes of 3x2, found one after row 2"
                .to_owned(),
        ),
        (
            draw(wide, &[]),
            Some(size(1, 6)),
            "1:7: expected no bar between cells, found one after cell 3 of row 1".to_owned(),
        ),
    ] {
        assert_eq!(sizes(&text, asked), [message + end], "{text}");
    }
    // Of each row other lines: the regions of a jigsaw.
    let text = draw(|row| vec![1 + row % 5], &[]);
    assert!(sizes(&text, None)[0].starts_with("1:1: expected boxes, all of one shape"), "{text}");
}

#[test]
fn lines_of_a_jigsaw_with_its_regions_below_say_nothing() {
    let regions = "aaabbb\naaabbb\ncccddd\ncccddd\neeefff\neeefff\n";
    let text = draw(|_| vec![2, 4], &[3]) + "\n" + regions;
    let read = each(&text, &Options::default(), |record| record.unwrap().regions.is_some());
    assert_eq!(read, [true]);
    let numbers = "1 1 1 |2 2 2\n1 1 1 |2 2 2\n------+------\n3 3 3 |4 4 4\n3 3 3 |4 4 4\n\
                   ------+------\n5 5 5 |6 6 6\n5 5 5 |6 6 6\n";
    let text = draw(|_| vec![], &[]) + "\n" + numbers;
    let read = each(&text, &Options::default(), |record| record.unwrap().regions.is_some());
    assert_eq!(read, [true]);
}

//! Does every text a user may give come out as the right grid, or as an error that says where?

use satdoku::Grid;
use satdoku::format::{Batch, Options, Splitter, parse_record};

const GRID2: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
const SOLUTION: &str =
    "417369825632158947958724316825437169791586432346912758289643571573291684164875293";

/// Each puzzle of a text in one line, or its error.
fn read_with(text: impl AsRef<[u8]>, options: &Options) -> Vec<String> {
    let mut splitter = Splitter::new(text.as_ref(), options.clone());
    let (mut batch, mut found) = (Batch::default(), Vec::new());
    while splitter.read_batch(&mut batch, 7).unwrap() {
        found.extend(batch.iter().map(|raw| match parse_record(raw, options) {
            Ok(record) => record.grid.to_string(),
            Err(error) => error.to_string(),
        }));
    }
    found
}

fn read(text: impl AsRef<[u8]>) -> Vec<String> {
    read_with(text, &Options::default())
}

#[test]
fn reads_81_symbols_with_any_empty_marks() {
    for marks in ["0", "_", "*", "?", "x", "X"] {
        assert_eq!(read(GRID2.replace('.', marks)), [GRID2], "{marks}");
    }
    assert_eq!(read(GRID2.replacen('.', "0", 20)), [GRID2]);
}

#[test]
fn keeps_what_follows_the_cells_as_a_comment() {
    for (rest, comment) in [
        ("", None),
        (" ", None),
        (" a hard one ", Some("a hard one")),
        ("\ttabbed", Some("tabbed")),
        (",solution", Some("solution")),
        (" , solution", Some("solution")),
        (";17 givens", Some("17 givens")),
        (" # 1", Some("1")),
        (":1:417", Some("1:417")),
    ] {
        let text = format!("{GRID2}{rest}\n");
        let mut batch = Batch::default();
        let options = Options::default();
        Splitter::new(text.as_bytes(), options.clone()).read_batch(&mut batch, 1).unwrap();
        let record = parse_record(batch.iter().next().unwrap(), &options).unwrap();
        assert_eq!(record.comment, comment.map(str::as_bytes), "{rest:?}");
        assert_eq!(record.grid.to_string(), GRID2);
    }
}

#[test]
fn draws_a_solution_as_the_seeds_do() {
    let grid: Grid = SOLUTION.parse().unwrap();
    let drawn = "\
4 1 7 |3 6 9 |8 2 5 
6 3 2 |1 5 8 |9 4 7 
9 5 8 |7 2 4 |3 1 6 
------+------+------
8 2 5 |4 3 7 |1 6 9 
7 9 1 |5 8 6 |4 3 2 
3 4 6 |9 1 2 |7 5 8 
------+------+------
2 8 9 |6 4 3 |5 7 1 
5 7 3 |2 9 1 |6 8 4 
1 6 4 |8 7 5 |2 9 3 ";
    assert_eq!(format!("{grid:#}"), drawn);
    assert_eq!(drawn.parse(), Ok(grid));
}

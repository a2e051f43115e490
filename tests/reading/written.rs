//! Is what is written read again as the same?

use std::io::Read;

use proptest::prelude::*;
use satdoku::answer::Status;
use satdoku::format::{Options, Record, Splitter, write_candidates, write_grid};
use satdoku::solve::{SolveReport, Statistics};
use satdoku::{
    Candidate, Candidates, Digit, DigitSet, Grid, ParseError, Puzzle, PuzzleReport, RegionLabel,
    Regions, Rules, RulesBuilder, Size, Symbols, Variant, write_line,
};

use super::records;

const GRID2: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
const SOLUTION: &str =
    "417369825632158947958724316825437169791586432346912758289643571573291684164875293";

/// Draws a grid with boxes.
pub fn write_drawing(out: &mut Vec<u8>, grid: &Grid, symbols: &Symbols) {
    write_grid(out, &Rules::classic(grid.size()), grid, symbols, |_| false);
}

/// Each puzzle of a text in one line, or its error.
fn read_with(text: impl AsRef<[u8]>, options: &Options) -> Vec<String> {
    let (records, _) = super::records(text.as_ref(), options, 7);
    let shown = |record: Result<Record, ParseError>| match record.and_then(Record::into_grid) {
        Ok(grid) => grid.to_string(),
        Err(error) => error.to_string(),
    };
    records.into_iter().map(shown).collect()
}

fn read(text: impl AsRef<[u8]>) -> Vec<String> {
    read_with(text, &Options::default())
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

#[test]
fn cells_that_spell_a_word_name_no_rules() {
    let row = "DIAG DIAG|DIAG DIAG\n";
    let text = [row, row, "---------+---------\n", row, "DI AG|DIAG DIAG\n"].concat();
    let (records, _) = super::records(text.as_bytes(), &of_symbols("DIAG"), 2);
    let table = records[0].as_ref().unwrap().to_candidates();
    assert_eq!(table.iter().count(), 64 - 4);
}

fn of_symbols(alphabet: &str) -> Options {
    Options { symbols: alphabet.parse().unwrap(), ..Options::default() }
}

fn written(write: impl Fn(&mut Vec<u8>)) -> String {
    let mut out = Vec::new();
    write(&mut out);
    String::from_utf8(out).unwrap()
}

#[test]
fn the_first_error_of_a_text_is_told() {
    let error = "123456789012345678\n1.3...2..1..4..2".parse::<Grid>().unwrap_err();
    assert_eq!(error.line, 1, "{error}");
}

#[test]
fn a_grid_is_a_puzzle_of_classic_rules() {
    for (rules, expected) in [
        ("classic", "1.....3..4.....2"),
        ("latin", "1:1: expected a classic puzzle, found a puzzle that names other rules"),
        ("anti-king", "1:1: expected a classic puzzle, found a puzzle that names other rules"),
    ] {
        let text = format!("{{\"puzzle\": \"1.....3..4.....2\", \"rules\": \"{rules}\"}}");
        assert_eq!(read(text), [expected]);
    }
}

#[test]
fn writes_decimals_with_something_between_where_the_symbols_end() {
    let size = Size::new(6, 6).unwrap();
    let mut candidates = Candidates::all(size);
    let set = |values: &[usize]| values.iter().filter_map(|&value| Digit::new(value)).collect();
    candidates[size.cell(0, 0)] = set(&[2, 35]);
    candidates[size.cell(0, 1)] = set(&[36]);
    assert!(candidates.to_string().split_whitespace().take(2).eq(["2/35", "36"]));
    assert!(candidates.to_grid().to_string().starts_with(". 36 . ."));
}

#[test]
fn a_line_and_a_drawing_mean_the_same_in_every_alphabet() {
    let digits = ["987654321", "ABCDEFGHI", "012345678", "xX0123456", "1234567890"];
    for alphabet in digits.into_iter().chain(["@$%&*?^_~", "~_^?*&%$@"]) {
        let options = of_symbols(alphabet);
        let grid: Grid = SOLUTION.parse().unwrap();
        for write in [write_line, write_drawing] {
            let text = written(|out| write(out, &grid, &options.symbols));
            assert_eq!(read_with(&text, &options), [SOLUTION], "{alphabet}: {text}");
        }
    }
}

/// The seeds' naked-twins table, before.
pub const TWINS: &str = "  1   237   4  | 2357  9   257 |  27   6    8  
  9    5    6  |  27   1    8  |  27   3    4  
  23  237   8  |  4    37   6  |  9    5    1  
---------------+---------------+---------------
  5    1   2379| 237  347  279 |  34   8    6  
  8    37  379 |  6   347  579 | 345   1    2  
  6    4    23 | 1235  8   125 |  35   9    7  
---------------+---------------+---------------
  7    8    1  |  9    2    3  |  6    4    5  
  4    9    5  |  17   6    17 |  8    2    3  
  23   6    23 |  8    5    4  |  1    7    9  ";

#[test]
fn reads_and_writes_a_table_of_candidates_as_the_seeds_show_it() {
    let candidates: Candidates = TWINS.parse().unwrap();
    let set = |row, column| candidates[Size::NINE.cell(row, column)].words();
    assert_eq!((set(3, 2), set(0, 0)), ([0b1_0100_0110].as_slice(), [1].as_slice()));
    assert_eq!(candidates.to_string(), TWINS);
    assert_eq!(read(TWINS), ["1:1: expected a puzzle of digits, found a table of candidates"]);
}

#[test]
fn a_puzzle_is_a_table_where_each_empty_cell_may_hold_all() {
    let grid: Grid = GRID2.parse().unwrap();
    for text in [GRID2.to_owned(), format!("{grid:#}")] {
        assert_eq!(text.parse(), Ok(Candidates::from_grid(&grid)));
    }
    let drawn = Candidates::from_grid(&grid).to_string();
    assert!(drawn.starts_with("    4     123456789 123456789 |123456789"), "{drawn}");
    assert!(
        drawn.lines().nth(3)
            == Some(
                "------------------------------+------------------------------+------------------------------"
            )
    );
}

#[test]
fn a_report_goes_through_json() {
    let report = SolveReport {
        id: None,
        comment: Some("easy".to_owned()),
        puzzle: PuzzleReport {
            puzzle: Some(GRID2.to_owned()),
            rules: Some("classic".to_owned()),
            box_shape: Some("3x3".to_owned()),
            ..PuzzleReport::default()
        },
        status: Status::Unique,
        solution: Some(SOLUTION.to_owned()),
        second_solution: None,
        error: None,
        settled_by: Some("probing".to_owned()),
        time_us: Some(412),
        statistics: Some(Statistics { variables: Some(729), ..Default::default() }),
    };
    let json = serde_json::to_string(&report).unwrap();
    assert_eq!(
        json,
        format!(
            r#"{{"puzzle":"{GRID2}","rules":"classic","box":"3x3","status":"unique","solution":"{SOLUTION}","comment":"easy","settled_by":"probing","time_us":412,"statistics":{{"variables":729}}}}"#
        )
    );
    assert_eq!(serde_json::from_str::<SolveReport>(&json).unwrap(), report);
}

fn any_size() -> impl Strategy<Value = Size> {
    prop::sample::select(vec![
        (1, 1),
        (2, 2),
        (2, 3),
        (2, 4),
        (3, 3),
        (2, 5),
        (3, 4),
        (4, 4),
        (5, 5),
        (5, 7),
        (6, 6),
        (3, 2),
        (1, 5),
        (12, 3),
    ])
    .prop_map(|(height, width)| Size::new(height, width).unwrap())
}

fn any_grid() -> impl Strategy<Value = Grid> {
    any_size().prop_flat_map(|size| {
        let value = prop_oneof![Just(0), 0..=size.side() as u16];
        prop::collection::vec(value, size.cell_count())
            .prop_map(move |values| Grid::from_values(size, values).unwrap())
    })
}

fn any_candidates() -> impl Strategy<Value = Candidates> {
    any_size().prop_flat_map(|size| {
        prop::collection::vec(any::<u64>(), size.cell_count()).prop_map(move |bits| {
            let mut candidates = Candidates::all(size);
            for (cell, bits) in size.cells().zip(bits) {
                let kept = if bits % 5 == 0 { 1 << (bits % 36) } else { bits };
                candidates[cell] = &candidates[cell] & &DigitSet::from_bits(kept);
            }
            candidates
        })
    })
}

fn any_alphabet() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij",
        "xX0",
    ])
}

proptest! {
    #[test]
    fn every_format_of_grids_goes_round(grids in prop::collection::vec(any_grid(), 1..4),
                                        alphabet in any_alphabet(), drawn: bool, ends in "\r|\n|\r\n") {
        let size = grids[0].size();
        prop_assume!(alphabet.len() >= size.side());
        let grids: Vec<_> = grids.into_iter().filter(|grid| grid.size() == size).collect();
        let mut options = of_symbols(alphabet);
        options.size = Some(size);
        let text: String = grids.iter().map(|grid| written(|out| {
            if drawn { write_drawing(out, grid, &options.symbols) }
            else { write_line(out, grid, &options.symbols) }
            out.push(b'\n');
        })).collect();
        let text = text.replace('\n', &ends);
        let (found, _) = super::records(text.as_bytes(), &options, 2);
        let found: Vec<Grid> = found.into_iter().map(|record| record.unwrap().grid).collect();
        prop_assert_eq!(found, grids, "{}", text);
    }

    #[test]
    fn a_displayed_puzzle_is_parsed_as_the_same(
        grid in any_grid(),
        variant in prop::sample::select(vec![None, Some(Variant::Diagonal), Some(Variant::AntiKing), Some(Variant::Latin)]),
        is_jigsaw in any::<bool>(),
    ) {
        let size = grid.size();
        let builder = Rules::builder(size);
        // Regions that are the boxes, or the rows where there are none.
        let region = |cell| if size.box_height() > 1 { size.box_index(cell) } else { size.row_index(cell) };
        let labels = size.cells().map(|cell| RegionLabel::Number(1 + region(cell) as u16)).collect();
        let builder = match is_jigsaw && variant != Some(Variant::Latin) {
            true => builder.regions(Regions::new(labels).unwrap()),
            false => builder,
        };
        let rules = variant.into_iter().fold(builder, RulesBuilder::variant).build();
        if let Ok(rules) = rules {
            let puzzle = Puzzle::new(rules, grid).unwrap();
            let read: Puzzle = puzzle.to_string().parse().map_err(|error| {
                TestCaseError::fail(format!("{puzzle}: {error}"))
            })?;
            // Where there are no boxes their shape is not written.
            prop_assert_eq!(read.givens().values(), puzzle.givens().values());
            let said = |puzzle: &Puzzle| (puzzle.rules().describe(), puzzle.rules().regions().cloned());
            prop_assert_eq!(said(&read), said(&puzzle));
        }
    }

    #[test]
    fn a_displayed_grid_is_parsed_without_being_told_its_size(grid in any_grid()) {
        let size = Size::from_side(grid.size().side());
        if size != Some(grid.size()) {
            return Ok(());
        }
        prop_assert_eq!(grid.to_string().parse(), Ok(grid.clone()));
        prop_assert_eq!(format!("{grid:#}").parse(), Ok(grid));
    }

    #[test]
    fn every_table_of_candidates_goes_round(table in any_candidates(), alphabet in any_alphabet()) {
        prop_assume!(alphabet.len() >= table.size().side());
        let mut options = of_symbols(alphabet);
        options.size = Some(table.size());
        let rules = Rules::classic(table.size());
        let text = written(|out| write_candidates(out, &rules, &table, &options.symbols));
        let mut batch = Vec::new();
        Splitter::new(text.as_bytes(), options.clone()).read_batch(&mut batch, 2).unwrap();
        let found = batch.iter().map(|raw| raw.parse(&options).unwrap().to_candidates());
        prop_assert_eq!(found.collect::<Vec<_>>(), [table], "{}", text);
    }

    #[test]
    fn a_displayed_table_is_parsed_without_being_told_its_size(table in any_candidates()) {
        if Size::from_side(table.size().side()) == Some(table.size()) {
            prop_assert_eq!(table.to_string().parse(), Ok(table));
        }
    }

    #[test]
    fn decimals_are_read_at_every_side(grid in any_grid(), table in any_candidates()) {
        let symbols = Symbols::decimals();
        let is_default = |size: Size| Size::from_side(size.side()) == Some(size);
        if is_default(grid.size()) {
            for write in [write_line, write_drawing] {
                let text = written(|out| write(out, &grid, &symbols));
                prop_assert_eq!(text.parse(), Ok(grid.clone()), "{}", text);
            }
        }
        if is_default(table.size()) {
            let rules = Rules::classic(table.size());
            let text = written(|out| write_candidates(out, &rules, &table, &symbols));
            prop_assert_eq!(text.parse(), Ok(table), "{}", text);
        }
    }

    #[test]
    fn a_solution_is_read_alike_by_the_short_way_and_among_other_words(
        puzzle in "[0-9.]{81}",
        claim in "[ ,;:|\t](:[0-9]{0,3}:|[ ,;:|=>()\t]){0,2}([1-9]{81}|[1-9.]{80,82}|[a-i]{81})\
                  ([ ,;:|)\t]|#|-|x|regions|[1-9]{81}){0,3}",
        jigsaw: bool,
        alphabet in any_alphabet(),
    ) {
        let options = Options { jigsaw, ..of_symbols(alphabet) };
        let found = |end: &str| {
            let line = format!("{puzzle}{claim}{end}");
            let read = |record: Record| (record.grid, record.solution, record.count, record.regions);
            super::records(line.as_bytes(), &options, 1).0.pop().unwrap().map(read)
        };
        prop_assert_eq!(found(""), found(" -"));
    }

    #[test]
    fn a_row_is_read_alike_by_the_short_way_and_beside_a_column_that_may_say_rules(
        puzzle in "[0-9.]{81}|[0-9.]{80}",
        solution in "[1-9]{81}|[1-9.x]{81}|",
        remark in "[a-z0-9 .\\[{-]{0,18}|killer|hard jigsaw|1\\.5|X|NaN|[a-c]{16}",
    ) {
        let found = |header: &str, end: &str| {
            let table = format!("puzzle,solution,{header}\n{puzzle},{solution},{remark}{end}\n");
            super::read(table)
        };
        prop_assert_eq!(found("remark", ""), found("remark,type", ","));
        prop_assert_eq!(found("difficulty", ""), found("difficulty,type", ","));
    }

    #[test]
    fn any_bytes_end_in_grids_or_errors_that_are_safe_to_print(
        text in prop_oneof![
            prop::collection::vec(any::<u8>(), 0..400),
            "[1-9.0|+\\-, \t\r\n#:;xO\\x1b]{0,400}".prop_map(String::into_bytes),
            "([1-9.]{4,16}[ |,\n#/-]{0,2}){0,60}".prop_map(String::into_bytes),
            "[\\[\\]{}()\"',;|=:/<>&\\\\ \n\ta-zA-Z0-9.─│·-]{0,400}".prop_map(String::into_bytes),
            "(puzzle,solution|\\[Puzzle\\]|https://[a-z.]{0,9}/?bd=|\\{\"puzzle\":|:0100:1:|<game data=\"|\\[\\[)\n?\
             ([0-9.,:\"\\]}\t\n]{0,99}|[0-9.]{81}){0,4}"
                .prop_map(String::into_bytes),
            "[0-9a-zA-Z.]{16,81}[ ,:\t][0-9a-iA-I.]{81}".prop_map(String::into_bytes),
            "[1-9.]{729}".prop_map(String::into_bytes),
        ],
        size in prop::option::of(any_size()),
        alphabet in any_alphabet(),
    ) {
        let options = Options { size, ..of_symbols(alphabet) };
        for message in read_with(&text, &options) {
            prop_assert!(message.bytes().all(|byte| (b' '..0x7f).contains(&byte)), "{message:?}");
        }
        let mut batch = Vec::new();
        let mut splitter = Splitter::new(&text[..], options.clone());
        while splitter.read_batch(&mut batch, 3).unwrap() {
            batch.iter().for_each(|raw| drop(raw.parse(&options)));
        }
    }

    #[test]
    fn the_pieces_a_reader_gives_do_not_matter(
        text in "(\u{feff}|)(([1-9.]{16}|[1-4.]{16}|[1-9.]{81}|[1-9.|]{9}|#|---|)(\r|\n|\r\n)){0,60}",
        pieces in prop::collection::vec(1..40_usize, 1..30),
    ) {
        struct Pieces<'t>(&'t [u8], std::iter::Cycle<std::vec::IntoIter<usize>>);
        impl Read for Pieces<'_> {
            fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
                let count = self.1.next().unwrap().min(self.0.len()).min(buffer.len());
                let (piece, rest) = self.0.split_at(count);
                buffer[..count].copy_from_slice(piece);
                self.0 = rest;
                Ok(count)
            }
        }
        let options = Options::default();
        let pieces = Pieces(text.as_bytes(), pieces.into_iter().cycle());
        let mut splitter = Splitter::new(pieces, options.clone());
        let (mut batch, mut found) = (Vec::new(), Vec::new());
        while splitter.read_batch(&mut batch, 5).unwrap() {
            found.extend(batch.iter().map(|raw| match raw.parse(&options) {
                Ok(record) => record.grid.to_string(),
                Err(error) => error.to_string(),
            }));
        }
        prop_assert_eq!(found, read(&text));
    }
}

#[test]
fn an_alphabet_is_different_visible_characters_and_says_what_is_wrong_with_it() {
    let expected = "1 to 36 different ASCII symbols other than .,|;:#+-=/!()[]{}<>\"'`";
    for (alphabet, found) in [
        ("", "\"\""),
        ("1 23", "\"1 23\""),
        ("1é23", "\"1é23\""),
        ("1.23", "\"1.23\""),
        ("1223", "\"1223\""),
        ("abcdefghijklmnopqrstuvwxyz0123456789A", "\"abcdefghijklmnopqrstuvwxyz0123456789A\""),
    ] {
        let error = alphabet.parse::<Symbols>().unwrap_err();
        assert_eq!(error.to_string(), format!("expected {expected}, found {found}"));
    }
}

#[test]
fn a_candidate_is_named_as_grids_of_its_side_are_written() {
    for (side, expected) in [(16, "A1=A"), (36, "r1c1=10")] {
        let size = Size::from_side(side).unwrap();
        let candidate = Candidate { cell: size.cell(0, 0), digit: Digit::from_index(9) };
        assert_eq!(Symbols::default().candidate(size, candidate), expected);
    }
}

#[test]
fn an_error_says_what_may_stand_in_a_cell_and_x_is_empty_until_the_side_reaches_it() {
    let symbols: Symbols = "0123456789ABCDEF".parse().unwrap();
    let hexadecimal = Options { symbols, ..Options::default() };
    let classic = Options::default();
    for (side, options, expected) in [
        (9, &classic, "1-9 or an empty cell (. 0 _ * ? x X)"),
        (12, &classic, "1-9A-C or an empty cell (. 0 _ * ? x X)"),
        (16, &classic, "1-9A-G or an empty cell (. 0 _ * ? x X)"),
        (16, &hexadecimal, "0123456789ABCDEF or an empty cell (. _ * ? x X)"),
        (35, &classic, "1-9A-Z or an empty cell (. 0 _ * ?)"),
        (36, &classic, "1 to 36 or an empty cell (. 0 _ * ?)"),
    ] {
        let text = format!("~{}", ".".repeat(side * side - 1));
        let error = records(text.as_bytes(), options, 1).0.remove(0).unwrap_err();
        assert_eq!(error.to_string(), format!("1:1: expected {expected}, found '~'"));
    }
}

//! Does a stream give its puzzles in time, in bounded memory and in linear time?

use std::collections::VecDeque;
use std::io::Read;

use satdoku::format::{LINE_LIMIT, Options, Splitter};

use super::{read, records};

const PUZZLE: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

#[test]
fn a_line_above_the_limit_ends_the_reading() {
    let text = format!("{PUZZLE}\n{}\n{PUZZLE}\n", "1".repeat(LINE_LIMIT + 1));
    assert_eq!(
        read(text),
        [
            &*format!("1: {PUZZLE}"),
            "2:1: expected a line of at most 8388608 bytes, found a longer line"
        ]
    );
    let comment = format!("{PUZZLE}\n#{}\n{PUZZLE}\n", " ".repeat(LINE_LIMIT - 1));
    assert_eq!(read(comment), [format!("1: {PUZZLE}"), format!("3: {PUZZLE}")]);
    let mut endless = Splitter::new(std::io::repeat(0), Options::default());
    let mut batch = Vec::new();
    assert!(endless.read_batch(&mut batch, 10).unwrap());
    assert!(!endless.read_batch(&mut batch, 10).unwrap());
}

#[test]
fn clues_follow_a_line_whatever_the_batches_are() {
    let clued = |givens: &str| format!("{givens}\nkiller 3 A1 A2\nodd B1\n{PUZZLE}\n");
    for text in [clued(&".".repeat(81)), clued(PUZZLE)] {
        for at_most in 1..4 {
            let (records, _) = records(text.as_bytes(), &Options::default(), at_most);
            let clues = records.iter().map(|record| record.as_ref().unwrap().clues.len());
            assert!(clues.eq([2, 0]), "{text}");
        }
    }
    // Where what comes is not known, only few givens are waited for.
    let slow = |givens: &str, clues: &str| {
        let first = format!("{givens}\n");
        let slow = first.as_bytes().chain(clues.as_bytes());
        records(slow, &Options::default(), 9).0
    };
    let few = slow(&".".repeat(81), "killer 3 A1 A2\nodd B1\n");
    assert!(few[0].as_ref().is_ok_and(|record| record.clues.len() == 2));
    for clue in ["killer 3 A1 A2\n", "kiler 3 A1 A2\n", "A1 > A2\n"] {
        let error = slow(PUZZLE, clue)[1].as_ref().unwrap_err().to_string();
        assert_eq!(
            error,
            "2:1: expected clues in one file with their puzzle, or in JSON, found clues of a puzzle \
             that is answered already",
            "{clue}"
        );
    }
}

#[test]
fn rows_without_end_are_cut() {
    let records = |text: String| {
        let mut splitter = Splitter::new(text.as_bytes(), Options::default());
        let (mut batch, mut count) = (Vec::new(), 0);
        while splitter.read_batch(&mut batch, 1000).unwrap() {
            count += batch.len();
        }
        count
    };
    let wide = " ".repeat(50_000);
    assert!(records(format!("1{wide}2{wide}3{wide}4\n").repeat(100)) > 1);
}

#[test]
fn drawings_without_anything_between_are_read_however_many() {
    let ruled = "1 2 3|. 5 6\n. . .|1 2 3\n-----+-----\n".repeat(3);
    for text in ["12..\n..1.\n2...\n...3\n", &ruled] {
        let (records, _) = records(text.repeat(5000).as_bytes(), &Options::default(), 99);
        assert!(records.len() == 5000 && records.iter().all(Result::is_ok), "{text}");
    }
}

#[test]
fn an_error_of_the_reader_comes_after_the_puzzles_before_it() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("broken"))
        }
    }
    let text = format!("{PUZZLE}\n{PUZZLE}\n123");
    let mut splitter = Splitter::new(text.as_bytes().chain(Broken), Options::default());
    let mut batch = Vec::new();
    let mut count = 0;
    let error = loop {
        match splitter.read_batch(&mut batch, 1) {
            Ok(true) => count += batch.len(),
            Ok(false) => panic!("the error is lost"),
            Err(error) => break error,
        }
    };
    assert_eq!((count, error.to_string().as_str()), (2, "broken"));
    assert!(!splitter.read_batch(&mut batch, 1).unwrap(), "then the end");
}

#[test]
fn an_interrupted_read_is_tried_again() {
    struct Interrupted(bool);
    impl Read for Interrupted {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            match std::mem::take(&mut self.0) {
                true => Err(std::io::ErrorKind::Interrupted.into()),
                false => Ok(0),
            }
        }
    }
    let (first, second) = PUZZLE.as_bytes().split_at(30);
    let input = first.chain(Interrupted(true)).chain(second);
    let mut splitter = Splitter::new(input, Options::default());
    let mut batch = Vec::new();
    assert!(splitter.read_batch(&mut batch, 1).unwrap());
    let record = batch[0].parse(&Options::default()).unwrap();
    assert_eq!(record.grid.to_string(), PUZZLE);
}

#[test]
fn a_partner_that_waits_for_an_answer_gets_it() {
    let candidates = format!("{{\"candidates\":[{}[1]]}}", "[1,2],".repeat(80));
    for line in [PUZZLE, &candidates] {
        let line = format!("{line}\n");
        let mut splitter = Splitter::new(line.as_bytes().chain(Silent), Options::default());
        let mut batch = Vec::new();
        assert!(splitter.read_batch(&mut batch, 1000).unwrap());
        assert_eq!(batch.len(), 1);
    }

    /// Nothing may be asked of it.
    struct Silent;
    impl Read for Silent {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            panic!("reads on though a puzzle is complete");
        }
    }
}

#[test]
fn long_lines_of_brackets_and_words_take_no_square_of_their_length() {
    let before = std::time::Instant::now();
    for text in [
        "[".repeat(80_000),
        "{".repeat(80_000),
        format!("[ {}q", "nan,".repeat(40_000)),
        format!("[ {}q", "None,".repeat(40_000)),
    ] {
        assert!(read(&text).iter().all(|found| found.contains("expected")), "{}", &text[..9]);
    }
    assert!(before.elapsed() < std::time::Duration::from_secs(60));
}

/// Gives one piece at each call, as a pipe does whose writer pauses.
struct Pieces(VecDeque<String>);

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let piece = self.0.pop_front().unwrap_or_default();
        buffer[..piece.len()].copy_from_slice(piece.as_bytes());
        Ok(piece.len())
    }
}

#[test]
fn a_drawing_waits_for_its_regions_and_a_puzzle_in_a_line_does_not() {
    let read = |pieces: &[&str]| -> Vec<Result<bool, String>> {
        let pieces = Pieces(pieces.iter().map(|piece| (*piece).to_owned()).collect());
        let (records, _) = records(pieces, &Options::default(), 100);
        let has_regions = records.into_iter().map(|record| {
            record.map(|record| record.regions.is_some()).map_err(|error| error.to_string())
        });
        has_regions.collect()
    };
    let rows = |cells: &str| {
        let rows = cells.as_bytes().chunks(9);
        rows.map(|row| format!("{}\n", String::from_utf8_lossy(row))).collect::<String>()
    };
    let labels = ["aaabbbccc", "dddeeefff", "ggghhhiii"].map(|row| row.repeat(3)).concat();
    let (cells, regions) = (rows(PUZZLE), rows(&labels));
    assert_eq!(read(&[&cells, &regions]), [Ok(true)]);
    assert_eq!(read(&[&cells, "\n", "# regions\n", &regions]), [Ok(true)]);
    assert_eq!(read(&[&cells, "\n", &cells]), [Ok(false), Ok(false)]);
    assert_eq!(read(&[&cells, "Regions\n", &regions]), [Ok(true)]);
    let late = read(&[&format!("{PUZZLE}\n"), &format!("{labels}\n")]);
    assert_eq!(late[0], Ok(false));
    let error = "2:1: expected regions in the line of the puzzle, found regions in a later line; \
                 the puzzle in line 1 is answered already";
    assert_eq!(late[1], Err(error.to_owned()));
}

/// In a time that grew with the square of their length it would not end.
#[test]
fn a_megabyte_of_any_decoration_is_read() {
    for symbol in "-=+|*.:_'`~#>< \t,;&(){}[]\"/\\x0!1a\n".chars() {
        let text = symbol.to_string().repeat(1 << 20);
        let (records, _) = records(text.as_bytes(), &Options::default(), 99);
        assert!(records.len() < 2, "{symbol:?}: {}", records.len());
        let lines = format!("{symbol}\n").repeat(1 << 13);
        drop(super::records(lines.as_bytes(), &Options::default(), 99));
    }
}

#[test]
fn values_and_fields_that_never_end_are_read() {
    for text in [
        "{}".repeat(1 << 20),
        format!("[{}]", "{},".repeat(1 << 20)),
        "{\"a\":\n".repeat(1 << 16),
        format!("id,puzzle\n1,\"{}", "x\n".repeat(1 << 20)),
        "|1    |2    |\n\n".repeat(1 << 14),
        "12..\n".repeat(1 << 17),
    ] {
        drop(records(text.as_bytes(), &Options::default(), 99));
    }
}

#[test]
fn a_batch_has_as_many_puzzles_as_asked_for_or_as_came_before_a_pause() {
    let sizes = |pieces: Vec<String>, at_most| {
        let mut splitter = Splitter::new(Pieces(pieces.into()), Options::default());
        let (mut batch, mut sizes) = (Vec::new(), Vec::new());
        while splitter.read_batch(&mut batch, at_most).unwrap() {
            sizes.push(batch.len());
        }
        sizes
    };
    assert_eq!(sizes(vec![format!("{PUZZLE}\n").repeat(20)], 7), [7, 7, 6]);
}

#[test]
fn rows_of_numbers_are_no_puzzles_whose_digits_are_as_many_as_a_grid_has_cells() {
    // 36 words of two digits, and 28 marks: 100 characters.
    let row = format!("{}{}\n", "11 ".repeat(36), ". ".repeat(28));
    let (records, _) = records(row.repeat(64).as_bytes(), &Options::default(), 99);
    assert!(matches!(&records[..], [Ok(record)] if record.grid.size().side() == 64));
}

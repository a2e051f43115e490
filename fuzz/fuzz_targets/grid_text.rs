//! Any bytes as puzzles: no panic, the same records however the input arrives, and every grid
//! and table that is read reads the same again when it is written.
#![no_main]

use std::io::{self, BufReader};

use libfuzzer_sys::fuzz_target;
use satdoku::format::{Options, Splitter, write_candidates, write_grid};
use satdoku::{Candidates, Grid, Rules, Size, write_line};

const ALPHABETS: [Option<&str>; 4] =
    [None, Some("0123456789ABCDEF"), Some("4321"), Some("abcdefghiXx*?")];
const BOXES: [Option<(usize, usize)>; 6] =
    [None, Some((2, 2)), Some((2, 3)), Some((3, 3)), Some((4, 4)), Some((6, 6))];

// The last byte chooses the options, so that any text file is a seed.
fuzz_target!(|input: &[u8]| {
    let Some((&choice, text)) = input.split_last() else { return };
    let choice = usize::from(choice);
    let options = Options {
        size: BOXES[choice % BOXES.len()].map(|(height, width)| Size::new(height, width).unwrap()),
        symbols: ALPHABETS[choice / BOXES.len() % ALPHABETS.len()]
            .map_or_else(Default::default, |alphabet| alphabet.parse().unwrap()),
        ..Options::default()
    };
    let read = records(text, &options, 1000);
    assert_eq!(read, records(BufReader::with_capacity(1, text), &options, 1), "in small pieces");
    for (grid, candidates) in read.into_iter().flatten() {
        match candidates {
            Some(candidates) => table_reads_again(&candidates, &options),
            None => reads_again(&grid, &options),
        }
    }
    if let Ok(text) = std::str::from_utf8(text) {
        let _ = text.parse::<Grid>();
        let _ = text.parse::<Candidates>();
    }
});

/// A grid, with the candidates of its cells if the text says more than the grid; or the error.
type Read = Result<(Grid, Option<Candidates>), String>;

fn records(input: impl io::Read, options: &Options, batch_len: usize) -> Vec<Read> {
    let mut splitter = Splitter::new(input, options.clone());
    let (mut batch, mut read) = (Vec::new(), Vec::new());
    while splitter.read_batch(&mut batch, batch_len).expect("memory has no I/O errors") {
        read.extend(batch.iter().map(|raw| {
            let record = raw.parse(options).map_err(|error| error.to_string())?;
            Ok((record.grid, record.candidates.map(|candidates| *candidates)))
        }));
    }
    read
}

/// The only record of a text that was written, with the size it is known to have.
fn only(text: Vec<u8>, size: Size, options: &Options) -> Read {
    let options = Options { size: Some(size), ..options.clone() };
    let mut read = records(text.as_slice(), &options, 10);
    assert_eq!(read.len(), 1, "{}", String::from_utf8_lossy(&text));
    read.remove(0)
}

fn reads_again(grid: &Grid, options: &Options) {
    let (rules, symbols) = (Rules::classic(grid.size()), &options.symbols);
    let (mut line, mut drawing) = (Vec::new(), Vec::new());
    write_line(&mut line, grid, symbols);
    write_grid(&mut drawing, &rules, grid, symbols, |_| false);
    for text in [line, drawing] {
        let shown = String::from_utf8_lossy(&text).into_owned();
        assert_eq!(only(text, grid.size(), options), Ok((grid.clone(), None)), "{shown}");
    }
}

fn table_reads_again(candidates: &Candidates, options: &Options) {
    let mut text = Vec::new();
    write_candidates(&mut text, &Rules::classic(candidates.size()), candidates, &options.symbols);
    let shown = String::from_utf8_lossy(&text).into_owned();
    let read = only(text, candidates.size(), options).map(|(_, candidates)| candidates);
    assert_eq!(read, Ok(Some(candidates.clone())), "{shown}");
}

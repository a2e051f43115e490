//! The regions of a jigsaw: one label a cell, letters or numbers.

use std::str::FromStr;

use super::cells::{Place, Placed};
use super::error::ParseError;
use super::record::Options;
use super::token::{characters, decimal, plain, words};
use crate::rules::{RegionLabel, Regions, RegionsError};

/// Reads one label a cell, row by row, in a run or with blanks between; `#` begins a comment. The
/// error has line 1.
impl FromStr for Regions {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Regions, ParseError> {
        let lines: Vec<Vec<u8>> = text
            .trim_start_matches('\u{feff}')
            .split(['\n', '/'])
            .map(|line| plain(line.split('#').next().unwrap_or_default().as_bytes()))
            .collect();
        let options = Options::default();
        let rows: Vec<_> = (1..)
            .zip(&lines)
            .map(|(line, text)| labels_of(Place { line, text, options: &options }))
            .filter(|row| !row.is_empty())
            .collect();
        regions(&rows)
    }
}

/// The labels of a line: its words if each is a letter or a number, and one is short; else its
/// characters.
pub(super) fn labels_of(place: Place<'_>) -> Vec<Placed<'_>> {
    let is_rule = |word: &&[u8]| word.iter().all(|byte| b"-+*_.".contains(byte));
    let mut words = words(place.text);
    words.retain(|word| !is_rule(word));
    if !words.iter().all(|word| is_label(word)) || words.iter().all(|word| word.len() > 1) {
        words = words.into_iter().flat_map(characters).collect();
    }
    words.into_iter().map(|label| (place, label)).collect()
}

fn is_label(word: &[u8]) -> bool {
    matches!(word, [letter] if letter.is_ascii_alphabetic()) || decimal(word).is_some()
}

/// The regions of rows of labels, or of one row of all.
///
/// # Errors
/// The place and what is wrong there.
pub(super) fn regions(rows: &[Vec<Placed<'_>>]) -> Result<Regions, ParseError> {
    let cells = rows.concat();
    let wrong = |index: usize, error: RegionsError| match cells.get(index) {
        Some((place, label)) => place.error(label, error.into()),
        None => ParseError { line: 1, column: 1, kind: error.into() },
    };
    let label = |index: usize| {
        let label = String::from_utf8_lossy(cells[index].1).parse();
        label.map_err(|error| wrong(index, error))
    };
    let labels = (0..cells.len()).map(label).collect::<Result<Vec<RegionLabel>, _>>()?;
    let expected = rows.first().map_or(0, Vec::len).max(rows.len());
    let mut start = 0;
    for (row, labels) in (1..).zip(rows).filter(|_| rows.len() > 1) {
        if labels.len() != expected {
            return Err(wrong(start, RegionsError::Row { row, expected, found: labels.len() }));
        }
        start += expected;
    }
    Regions::new(labels.clone()).map_err(|error| {
        let RegionsError::Cells { label, expected, .. } = error else { return wrong(0, error) };
        let is_alone =
            |&at: &usize| Regions::neighbours(at, expected).all(|next| labels[next] != label);
        let mut region = (0..labels.len()).filter(|&at| labels[at] == label);
        wrong(region.clone().find(is_alone).or(region.next()).unwrap_or(0), error)
    })
}

/// Whether a word has the shape of regions in a run: letters but for a slip or two, at most as many
/// different ones as a grid of so many cells has rows, and nearly as many as it has cells.
pub(super) fn is_of_letters(word: &[u8], cells: usize) -> bool {
    const MOST_SLIPS: usize = 2;
    let mut letters: Vec<u8> = word.iter().copied().filter(u8::is_ascii_alphabetic).collect();
    let slips = word.len() - letters.len();
    letters.sort_unstable();
    letters.dedup();
    word.len() >= 16.max(cells / 2) && slips <= MOST_SLIPS && letters.len() <= cells.isqrt()
}

/// Whether words are labels in number and shape: as many letters or numbers as cells.
pub(super) fn are_labels(words: &[&[u8]], cells: usize) -> bool {
    words.len() == cells && words.iter().all(|word| is_label(word))
}

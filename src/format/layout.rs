//! The regions of a jigsaw: one label a cell, letters or numbers.

use std::str::FromStr;

use super::cells::Place;
use super::error::ParseError;
use super::record::Options;
use super::symbols::Symbols;
use super::token::{Token, cells_of, decimal, plain, tokens};
use crate::rules::{Regions, RegionsError};

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
            .map(|(line, text)| Place { line, text, options: &options })
            .map(|place| (place, labels_of(place.text, &options.symbols)))
            .filter(|(_, row)| !row.is_empty())
            .collect();
        regions(&rows)
    }
}

/// The labels of a line: its words if each is a letter or a number, and one has several digits or
/// all have one; else its characters.
pub(super) fn labels_of<'t>(line: &'t [u8], symbols: &Symbols) -> Vec<Token<'t>> {
    let words: Vec<Token<'_>> = tokens(line, symbols)
        .into_iter()
        .filter(|word| !word.text.iter().all(|byte| b"-+*_.".contains(byte)))
        .collect();
    let is_short = |word: &Token<'_>| word.text.len() == 1;
    let is_label = |word: &Token<'_>| is_short(word) || decimal(word.text).is_some();
    match words.iter().all(is_label) && words.iter().any(is_short) {
        true => words,
        false => words.into_iter().flat_map(cells_of).collect(),
    }
}

/// The regions of rows of labels, or of one row of all.
///
/// # Errors
/// The place and what is wrong there.
pub(super) fn regions(rows: &[(Place<'_>, Vec<Token<'_>>)]) -> Result<Regions, ParseError> {
    let mut labels = Vec::new();
    let mut places = Vec::new();
    for (place, row) in rows {
        for token in row {
            let label = String::from_utf8_lossy(token.text).parse();
            let wrong = |error: RegionsError| place.error(token.start, error.into());
            labels.push(label.map_err(wrong)?);
            places.push((*place, token.start));
        }
    }
    let expected = rows.first().map_or(0, |(_, row)| row.len()).max(rows.len());
    if rows.len() > 1
        && let Some((row, (place, labels))) =
            (1..).zip(rows).find(|(_, (_, row))| row.len() != expected)
    {
        let kind = RegionsError::Row { row, expected, found: labels.len() };
        return Err(place.error(0, kind.into()));
    }
    Regions::new(labels.clone()).map_err(|error| {
        let index = match error {
            RegionsError::Cells { label, expected, .. } => {
                let is_alone = |&at: &usize| {
                    Regions::neighbours(at, expected).all(|next| labels[next] != label)
                };
                let mut cells = (0..labels.len()).filter(|&at| labels[at] == label);
                cells.clone().find(is_alone).or(cells.next()).unwrap_or(0)
            }
            _ => 0,
        };
        match places.get(index) {
            Some((place, start)) => place.error(*start, error.into()),
            None => ParseError { line: 1, column: 1, kind: error.into() },
        }
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
    let fewest = 16.max(cells / 2);
    word.len() >= fewest && slips <= MOST_SLIPS && letters.len() <= cells.isqrt()
}

/// Whether words are labels in number and shape: as many letters or numbers as cells.
pub(super) fn are_labels(words: &[Token<'_>], cells: usize) -> bool {
    words.len() == cells
        && words.iter().all(|word| {
            word.text.len() == 1 && word.text[0].is_ascii_alphanumeric()
                || decimal(word.text).is_some()
        })
}

/// The regions of one line of labels, all of a grid of so many cells.
///
/// # Errors
/// The place and what is wrong there.
pub(super) fn in_line(
    place: Place<'_>,
    labels: Vec<Token<'_>>,
    cells: usize,
) -> Result<Regions, ParseError> {
    let (found, start) = (labels.len(), labels.first().map_or(0, |label| label.start));
    if found != cells {
        return Err(place.error(start, RegionsError::Labels { expected: cells, found }.into()));
    }
    regions(&[(place, labels)])
}

//! The regions of a jigsaw: one label a cell, letters or numbers.

use std::str::FromStr;

use itertools::Itertools;

use super::cells::{Place, Placed};
use super::error::{ParseError, ParseErrorKind};
use super::record::Options;
use super::token::{characters, decimal, plain, words};
use crate::grid::Grid;
use crate::rules::{RegionLabel, Regions, RegionsError};

/// Reads one label a cell, row by row, in a run or with blanks between; `#` begins a comment. The
/// error has line 1.
impl FromStr for Regions {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Regions, ParseError> {
        let lines = text.trim_start_matches('\u{feff}').split(['\n', '/']);
        let lines = lines.map(|line| line.split('#').next().unwrap_or_default());
        let lines = lines.map(|line| plain(line.as_bytes())).collect_vec();
        let options = Options::default();
        let rows = (1..).zip(&lines).map(|(line, text)| {
            let is_label = |word: &&[u8]| !word.iter().all(|byte| b"-+*_.".contains(byte));
            let place = Place { line, text, options: &options };
            place.cells(words(text).into_iter().filter(is_label))
        });
        let mut rows = rows.filter(|row| !row.is_empty()).collect_vec();
        let all = rows.iter().flatten().map(|(_, word)| *word).collect_vec();
        // Up to three words are rows.
        if all.len() < 4 || !are_labels(&all, all.len()) {
            for row in &mut rows {
                *row = row.iter().flat_map(|(place, word)| place.cells(characters(word))).collect();
            }
        }
        regions(&rows)
    }
}

/// The regions of rows of labels, or of one row of all.
///
/// # Errors
/// The place and what is wrong there.
pub(super) fn regions(rows: &[Vec<Placed<'_>>]) -> Result<Regions, ParseError> {
    let count = rows.len();
    if let Some(row) = rows.iter().find(|row| count > 1 && row.len() != count) {
        let (place, first) = row[0];
        let expected = format!("{count} region labels in each of {count} rows");
        return Err(place.expected(first, expected, row.len().to_string()));
    }
    let cells = rows.concat();
    let wrong = |cell: Option<&Placed<'_>>, error: RegionsError| match cell {
        Some((place, label)) => place.error(label, error.into()),
        None => ParseErrorKind::from(error).in_line(1),
    };
    let label = |cell: &Placed<'_>| {
        let label = String::from_utf8_lossy(cell.1).parse();
        label.map_err(|error| wrong(Some(cell), error))
    };
    let labels = cells.iter().map(label).collect::<Result<Vec<RegionLabel>, _>>()?;
    Regions::new(labels.clone()).map_err(|error| {
        let first = labels.iter().position(|label| error.region == Some(*label));
        wrong(cells.get(first.unwrap_or(0)), error)
    })
}

/// Whether a text has the shape of regions in a run: letters but for a slip or two, at most as many
/// different ones as a grid of so many cells has rows, and nearly as many as it has cells.
pub(super) fn is_of_letters(text: &[u8], cells: usize) -> bool {
    const MOST_SLIPS: usize = 2;
    let letters = text.iter().filter(|byte| byte.is_ascii_alphabetic());
    text.len() >= 16.max(cells / 2)
        && letters.clone().count() + MOST_SLIPS >= text.len()
        && letters.unique().count() <= cells.isqrt()
}

/// Whether words are labels in number and shape: as many letters or short numbers as cells.
pub(super) fn are_labels(words: &[&[u8]], cells: usize) -> bool {
    let is_letter = |word: &[u8]| matches!(word, [letter] if letter.is_ascii_alphabetic());
    let is_number = |word: &[u8]| word.len() <= 3 && decimal(word).is_some();
    words.len() == cells && words.iter().all(|word| is_letter(word) || is_number(word))
}

/// Whether the values of a grid are those of regions, but for a slip or two: they stand beside
/// themselves, in rows too, which they never do in a solution, and each about as often.
pub(super) fn are_like_regions(grid: &Grid) -> bool {
    let (values, side) = (grid.values(), grid.size().side());
    let in_rows = values.chunks(side).flat_map(|row| row.iter().tuple_windows());
    let in_rows = in_rows.filter(|(value, next)| value == next).count();
    let in_columns = values.iter().zip(&values[side..]).filter(|(value, next)| value == next);
    let often = values.iter().counts().into_values().filter(|count| count.abs_diff(side) < 3);
    side > 1
        && in_rows > 0
        && values.iter().filter(|value| **value == 0).count() <= side
        && 2 * (in_rows + in_columns.count()) >= side * (side - 1)
        && often.count() + 1 >= side
}

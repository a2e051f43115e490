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
        let text = text.trim_start_matches('\u{feff}').split(['\n', '/']);
        let text = text.map(|line| line.split('#').next().unwrap_or_default());
        let lines = text.map(|line| plain(line.as_bytes())).collect_vec();
        let options = Options::default();
        let rows = (1..).zip(&lines).map(|(line, text)| {
            let place = Place { line, text, options: &options };
            let is_label = |word: &&[u8]| !word.iter().all(|byte| b"-+*_.".contains(byte));
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
    let cells = rows.concat();
    let wrong = |index: usize, error: RegionsError| match cells.get(index) {
        Some((place, label)) => place.error(label, error.into()),
        None => ParseErrorKind::from(error).in_line(1),
    };
    let label = |index: usize| {
        let label = String::from_utf8_lossy(cells[index].1).parse();
        label.map_err(|error| wrong(index, error))
    };
    let labels = (0..cells.len()).map(label).collect::<Result<Vec<RegionLabel>, _>>()?;
    let expected = rows.first().map_or(0, Vec::len).max(rows.len());
    let is_other = |row: &Vec<Placed<'_>>| rows.len() > 1 && row.len() != expected;
    if let Some(index) = rows.iter().position(is_other) {
        let (row, found) = (index + 1, rows[index].len());
        let message = format!("expected {expected} region labels in row {row}, found {found}");
        return Err(wrong(index * expected, RegionsError::new(message)));
    }
    Regions::new(labels.clone()).map_err(|error| {
        let Some(label) = error.region else { return wrong(0, error) };
        let side = labels.len().isqrt();
        let is_alone =
            |&at: &usize| Regions::neighbours(at, side).all(|next| labels[next] != label);
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
    let equal = |row: &[u16]| row.windows(2).filter(|pair| pair[0] == pair[1]).count();
    let in_rows: usize = values.chunks(side).map(equal).sum();
    let in_columns = || values.iter().zip(&values[side..]).filter(|(value, next)| value == next);
    let is_often = |count: &usize| count.abs_diff(side) < 3;
    side > 1
        && in_rows > 0
        && values.iter().filter(|&&value| value == 0).count() <= side
        && 2 * (in_rows + in_columns().count()) >= side * (side - 1)
        && values.iter().counts().values().filter(|count| is_often(count)).count() + 1 >= side
}

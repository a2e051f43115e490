//! HoDoKu's library line, its fields between colons: technique, candidates concerned, givens (a `+`
//! before what was placed later), candidates deleted (digit, row, column).

use super::cells::{Place, Placed, grid};
use super::error::{ParseError, ParseErrorKind, quoted};
use super::record::{Options, Record};
use super::token::{characters, start_of, words};
use crate::grid::{Candidates, Digit, Size};
use crate::rules::Rules;

/// Reads such a line; `None` if its fourth field is no grid of 81 cells.
pub(super) fn read(
    line: &[u8],
    number: usize,
    options: &Options,
) -> Option<Result<Record, ParseError>> {
    let size = Size::NINE;
    if !line.trim_ascii_start().starts_with(b":") {
        return None;
    }
    let mut fields = line.trim_ascii_start().split(|&byte| byte == b':');
    let givens = fields.nth(3)?;
    let place = Place { line: number, text: line, options };
    let cells: Vec<Placed<'_>> =
        characters(givens).filter(|cell| *cell != b"+").map(|cell| (place, cell)).collect();
    if cells.len() != size.cell_count() {
        return None;
    }
    let deleted = fields.next().unwrap_or_default();
    Some(grid(&cells, size, number, options).and_then(|record| {
        record.check_digits()?;
        let mut candidates = Candidates::from_grid(&record.grid);
        exclude(&mut candidates, &record, deleted, &place)?;
        let id = line[..start_of(line, givens)].trim_ascii().strip_suffix(b":").map(Box::from);
        Ok(Record { id, ..Record::of_candidates(candidates, number) })
    }))
}

/// Takes away what is deleted, which is beside what the digits exclude at once.
fn exclude(
    candidates: &mut Candidates,
    record: &Record,
    deleted: &[u8],
    place: &Place<'_>,
) -> Result<(), ParseError> {
    let size = candidates.size();
    if deleted.trim_ascii().is_empty() {
        return Ok(());
    }
    let rules = Rules::classic(size);
    for placed in record.grid.filled() {
        for peer in rules.peers(placed.cell).filter(|&peer| record.grid.get(peer).is_none()) {
            candidates[peer].remove(placed.digit);
        }
    }
    for word in words(deleted) {
        let index = |byte: u8| usize::from(byte - b'1');
        match *word {
            [digit, row, column] if word.iter().all(|byte| (b'1'..=b'9').contains(byte)) => {
                candidates[size.cell(index(row), index(column))]
                    .remove(Digit::from_index(index(digit)));
            }
            _ => {
                let expected = "a digit, a row and a column, each 1-9, in a cell";
                let found = quoted(&String::from_utf8_lossy(word));
                return Err(place.error(word, ParseErrorKind::expected(expected, found)));
            }
        }
    }
    Ok(())
}

//! Lines of HoDoKu's library. Colons separate the fields: technique, candidates of the technique,
//! givens (with a `+` before digits that were placed later), deleted candidates (digit, row,
//! column).

use super::cells::{Place, grid};
use super::error::{ParseError, quoted};
use super::record::Record;
use super::token::{characters, start_of, words};
use crate::grid::{Candidates, Cell, Digit, Size};
use crate::rules::Rules;

/// Reads such a line; `None` if the field of givens is not a grid of 81 cells.
pub(super) fn read(place: Place<'_>) -> Option<Result<Record, ParseError>> {
    let (size, line) = (Size::NINE, place.text);
    let fields: Vec<&[u8]> = line.trim_ascii_start().split(|&byte| byte == b':').collect();
    let is_code = |field: &[u8]| {
        (1..9).contains(&field.len())
            && field.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
    };
    // The colon before the first field may be missing.
    let (givens, others) = match &fields[..] {
        [b"", _, _, givens, others @ ..] => (givens, others),
        [code, _, givens, others @ ..] if is_code(code) && !others.is_empty() => (givens, others),
        _ => return None,
    };
    let cells = place.cells(characters(givens).filter(|cell| *cell != b"+"));
    (cells.len() == size.cell_count()).then(|| {
        let record = grid(&cells, size)?;
        record.check_digits()?;
        let mut candidates = Candidates::from_grid(&record.grid);
        let deleted = words(others.first().unwrap_or(&&b""[..]));
        let (rules, is_open) =
            (Rules::classic(size), |cell: &Cell| record.grid.get(*cell).is_none());
        // The deleted candidates come in addition to those that the digits exclude directly.
        for placed in record.grid.filled().filter(|_| !deleted.is_empty()) {
            for peer in rules.peers(placed.cell).filter(is_open) {
                candidates[peer].remove(placed.digit);
            }
        }
        for word in deleted {
            if word.len() != 3 || !word.iter().all(|byte| (b'1'..=b'9').contains(byte)) {
                let expected = "a deleted candidate as three digits 1-9 (digit, row, column)";
                let found = quoted(&String::from_utf8_lossy(word));
                return Err(place.expected(word, expected, found));
            }
            let [digit, row, column] = [0, 1, 2].map(|place| usize::from(word[place] - b'1'));
            candidates[size.cell(row, column)].remove(Digit::from_index(digit));
        }
        let id = line[..start_of(line, givens)].trim_ascii().strip_suffix(b":").map(Box::from);
        Ok(Record { id, ..Record::of_candidates(candidates, place.line) })
    })
}

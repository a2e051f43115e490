//! Candidates in one line: tdoku's 729 characters, HoDoKu's library.

use super::batch::RawRecord;
use super::cells::{Cells, Of, Place};
use super::error::{ParseError, ParseErrorKind};
use super::shape::{Token, tokens};
use super::{Options, Record};
use crate::grid::{Candidates, Digit, Grid, Size};
use crate::rules::Rules;

/// HoDoKu's library line, its fields between colons: technique, candidates concerned, givens (a
/// `+` before what was placed later), candidates deleted (digit, row, column).
pub(super) fn library_line<'t>(
    raw: RawRecord<'t>,
    place: &Place<'_>,
) -> Result<Record<'t>, ParseError> {
    let size = Size::NINE;
    let mut start = 0;
    let fields: Vec<(usize, &[u8])> = raw
        .text
        .split(|&byte| byte == b':')
        .map(|field| {
            start += field.len() + 1;
            (start - field.len() - 1, field)
        })
        .collect();
    let Some(&(start, givens)) = fields.get(3) else {
        let kind = ParseErrorKind::Cells { expected: size.cell_count(), found: 0 };
        return Err(place.error(0, kind));
    };
    place.check_utf8(givens)?;
    let cells = Cells { text: givens, start: 0, of: Of::Characters };
    let mut values = Vec::new();
    for cell in cells.iter().filter(|cell| cell.text != b"+") {
        values.push(place.value(Token { start: start + cell.start, ..cell }, size.side())?);
    }
    let found = values.len();
    let grid = Grid::from_values(size, values).map_err(|_| {
        let kind = ParseErrorKind::Cells { expected: size.cell_count(), found };
        place.error(start + givens.len(), kind)
    })?;
    let mut candidates = Candidates::from_grid(&grid);
    let (start, deleted) = fields.get(4).copied().unwrap_or_default();
    if !deleted.trim_ascii().is_empty() {
        // What is deleted is beside what the digits exclude at once.
        let rules = Rules::classic(size);
        for placed in grid.filled() {
            for peer in rules.peers(placed.cell).filter(|&peer| grid.get(peer).is_none()) {
                candidates[peer].remove(placed.digit);
            }
        }
    }
    for token in tokens(deleted) {
        let numbers = token.text.iter().map(|byte| usize::from(byte.wrapping_sub(b'0')));
        let [digit, row, column] = numbers.collect::<Vec<_>>()[..] else {
            return Err(not_a_candidate(place, start, token));
        };
        let range = 1..=size.side();
        if ![digit, row, column].iter().all(|number| range.contains(number)) {
            return Err(not_a_candidate(place, start, token));
        }
        candidates[size.cell(row - 1, column - 1)].remove(Digit::from_index(digit - 1));
    }
    let id = raw.text[..fields[3].0].trim_ascii().strip_suffix(b":");
    Ok(Record { id, ..Record::of_candidates(candidates, raw.line) })
}

fn not_a_candidate(place: &Place<'_>, start: usize, token: Token<'_>) -> ParseError {
    let expected = "a digit, a row and a column, each 1-9,".to_owned();
    let found = String::from_utf8_lossy(token.text).chars().take(40).collect();
    place.error(start + token.start, ParseErrorKind::CellText { expected, found })
}

/// A run of 729 characters as the candidates of 81 cells, each nine characters: the digit, or an
/// empty mark where it is ruled out. `None` if it is something else.
pub(super) fn pencil_marks(
    run: &[u8],
    options: &Options,
) -> Option<Result<Candidates, ParseErrorKind>> {
    let size = Size::NINE;
    let side = size.side();
    if run.len() != side * side * side || options.size.is_some_and(|given| given != size) {
        return None;
    }
    let mut candidates = Candidates::none(size);
    for (cell, marks) in size.cells().zip(run.chunks(side)) {
        for (digit, &mark) in size.digits().zip(marks) {
            match options.symbols.value(mark, side) {
                0 => {}
                value if usize::from(value) == digit.value() => candidates[cell].insert(digit),
                _ => return None,
            }
        }
    }
    let is_empty = candidates.iter().next().is_none();
    Some(match is_empty {
        false => Ok(candidates),
        true => Err(ParseErrorKind::Ambiguous {
            found: "729 empty marks",
            first: "81 cells without candidates (--box 3x3)".to_owned(),
            second: "an empty grid of side 27 (--box 3x9)".to_owned(),
        }),
    })
}

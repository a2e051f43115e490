//! Killer puzzles as texts of 81 cells.

use itertools::Itertools;

use super::draft::{Draft, Found};
use crate::grid::Cell;
use crate::rules::{ClueKind, Variant};

/// Adds cages. For each cell of the grid, `cages` has the number of its cage and the sum of the
/// cage; a sum of 0 means no cage.
fn cages(mut draft: Draft, cages: impl IntoIterator<Item = (usize, u32)>) -> Draft {
    let cells = cages.into_iter().enumerate().filter(|(_, (_, sum))| *sum > 0);
    let cells = cells.map(|(index, cage)| (cage, Cell::from_index(index))).into_group_map();
    for ((_, sum), cells) in cells.into_iter().sorted() {
        draft.add(ClueKind::Killer, cells, &[sum]);
    }
    draft
}

/// Whether a text has the form that [`short`] reads: 81 characters, arrows and sums.
pub(super) fn is_short(text: &str) -> bool {
    let is_mark = |byte: u8| b"<>^v`',.".contains(&byte) || byte.is_ascii_alphanumeric();
    let arrows = text.bytes().filter(|byte| b"<>^`'".contains(byte)).count();
    text.len() == 81 && text.bytes().all(is_mark) && arrows > 8
}

/// Reads 81 characters: a sum as one character, or a sign such as `<>^v` that points to the next
/// cell on the way to the sum of the cage.
pub(super) fn short(text: &str) -> Found<Draft> {
    let marks: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    if marks.len() != 81 {
        return Err(format!("expected 81 characters, found {}", marks.len()));
    }
    let head = |mut at: usize| {
        for _ in 0..81 {
            let step = match marks[at] {
                b'<' => -1,
                b'>' => 1,
                b'^' => -9,
                b'v' => 9,
                b'`' => -10,
                b'\'' => -8,
                b',' => 8,
                b'.' => 10,
                _ => return Ok(at),
            };
            at = at
                .checked_add_signed(step)
                .filter(|&at| at < 81)
                .ok_or("a path that leaves the grid")?;
        }
        Err("a path without an end")
    };
    let sum = |head: usize| match marks[head] {
        digit @ b'0'..=b'9' => Ok(u32::from(digit - b'0')),
        letter @ b'A'..=b'Z' => Ok(u32::from(letter - b'A') + 10),
        letter @ b'a'..=b'j' => Ok(u32::from(letter - b'a') + 36),
        other => Err(format!("expected a sum, found '{}'", other.escape_ascii())),
    };
    let found = (0..81).map(|at| head(at).map_err(str::to_owned).and_then(|at| Ok((at, sum(at)?))));
    Ok(cages(Draft::new(9)?, found.collect::<Result<Vec<_>, _>>()?))
}

/// Whether a text has the form that [`long`] reads.
pub(super) fn is_long(text: &str) -> bool {
    text.split(':').nth(2) == Some("k") && text.starts_with("3x3:")
}

/// Reads `3x3::k:` and a number for each cell: 256 times the sum, plus the number of the cage; `d`
/// means both diagonals.
pub(super) fn long(text: &str) -> Found<Draft> {
    let parts: Vec<&str> = text.trim().trim_end_matches(':').split(':').collect();
    let [boxes, kind, "k", numbers @ ..] = &parts[..] else {
        return Err("expected 3x3::k:".to_owned());
    };
    let mut draft = Draft::new(9)?;
    match *kind {
        "" => {}
        "d" => draft.variants.push(Variant::Diagonal),
        other => return Err(format!("unknown rules '{other}'")),
    }
    if (*boxes, numbers.len()) != ("3x3", 81) {
        return Err(format!("expected 3x3 and 81 numbers, found {boxes} and {}", numbers.len()));
    }
    let number =
        |text: &&str| text.parse::<u32>().map_err(|_| format!("expected a number, found '{text}'"));
    let numbers = numbers.iter().map(number).collect::<Result<Vec<_>, _>>()?;
    Ok(cages(draft, numbers.into_iter().map(|number| (number as usize % 256, number / 256))))
}

//! Killers as texts of 81 cells.

use serde_json::Value;

use itertools::Itertools;
use satdoku::{Cell, Puzzle, Variant};

use super::Draft;

/// A letter a cell, and the sums in the order of the first places of the letters.
pub fn killer_letters(layout: &str, sums: &[u32]) -> Result<Puzzle, String> {
    let labels: Vec<char> = layout.chars().collect();
    let side = labels.len().isqrt();
    let letters: Vec<char> = labels.iter().copied().unique().collect();
    if side * side != labels.len() || letters.len() != sums.len() {
        let (cells, sums) = (labels.len(), sums.len());
        return Err(format!(
            "expected a square and a sum a letter, found {cells} cells, {sums} sums"
        ));
    }
    let mut draft = Draft::new(side)?;
    for (letter, &sum) in letters.into_iter().zip(sums) {
        let cells = draft.size.cells().filter(|cell| labels[cell.index()] == letter).collect();
        draft.add("killer", cells, &[sum])?;
    }
    draft.puzzle()
}

/// Cages by the cell where each cell leads, with the sum of each; 0 is none.
fn cages(
    mut draft: Draft,
    cages: impl IntoIterator<Item = (usize, u32)>,
) -> Result<Puzzle, String> {
    let cells = cages.into_iter().enumerate().filter(|(_, (_, sum))| *sum > 0);
    let cells = cells.map(|(index, cage)| (cage, Cell::from_index(index))).into_group_map();
    for ((_, sum), cells) in cells.into_iter().sorted() {
        draft.add("killer", cells, &[sum])?;
    }
    draft.puzzle()
}

/// 81 characters: a sum as one character, or `<>^v` towards it.
pub fn killer_short(text: &str) -> Result<Puzzle, String> {
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
            at =
                at.checked_add_signed(step).filter(|&at| at < 81).ok_or("a way out of the grid")?;
        }
        Err("a way without an end")
    };
    let sum = |head: usize| match marks[head] {
        digit @ b'0'..=b'9' => Ok(u32::from(digit - b'0')),
        letter @ b'A'..=b'Z' => Ok(u32::from(letter - b'A') + 10),
        letter @ b'a'..=b'j' => Ok(u32::from(letter - b'a') + 36),
        other => Err(format!("expected a sum, found '{}'", other.escape_ascii())),
    };
    let found = (0..81).map(|at| head(at).map_err(str::to_owned).and_then(|at| Ok((at, sum(at)?))));
    cages(Draft::new(9)?, found.collect::<Result<Vec<_>, _>>()?)
}

/// `3x3::k:` and a number a cell, 256 times the sum and the cage; `d` for the diagonals.
pub fn killer_long(text: &str) -> Result<Puzzle, String> {
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
    cages(draft, numbers.into_iter().map(|number| (number as usize % 256, number / 256)))
}

/// A list of cages with `result` and `indices`, rows and columns from 1.
pub fn killer_json(text: &str) -> Result<Puzzle, String> {
    let list: Vec<Value> = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let mut draft = Draft::new(9)?;
    for cage in list {
        let fields = cage.as_object().ok_or("expected an object")?;
        if let Some(other) =
            fields.keys().find(|key| !["color", "result", "indices"].contains(&key.as_str()))
        {
            return Err(format!("unknown field '{other}'"));
        }
        let index =
            |value: &Value| value.as_u64().and_then(|value| (value as usize).checked_sub(1));
        let cell = |at: &Value| match (index(&at[0]), index(&at[1])) {
            (Some(row), Some(column)) => draft.cell(row, column),
            _ => Err(format!("expected a cell, found {at}")),
        };
        let cells = cage["indices"].as_array().ok_or("expected cells")?.iter().map(cell);
        let (cells, sum) =
            (cells.collect::<Result<_, _>>()?, cage["result"].as_u64().ok_or("expected a sum")?);
        draft.add("killer", cells, &[sum as u32])?;
    }
    draft.puzzle()
}

//! Game IDs of Solo, the Sudoku among Simon Tatham's puzzles, as its source reads them:
//! `3x3:a1b2_3...`, the parameters and then the cells; after a comma the regions of a jigsaw.

use itertools::Itertools;

use super::error::{ParseError, ParseErrorKind};
use super::named::NamedRules;
use super::shape::{MOST_SIDE, decimal};
use super::{Options, Record};
use crate::grid::{Grid, Size};
use crate::rules::{RegionLabel, Regions, Variant};

/// The parts of a game ID.
struct GameId<'t> {
    /// Columns and rows of boxes.
    boxes: (usize, usize),
    /// Letters and digits after them: `x` diagonals, `j` jigsaw, `k` killer.
    options: &'t [u8],
    /// `:` before a description, `#` before a random seed.
    mark: u8,
    rest: &'t [u8],
}

impl GameId<'_> {
    fn of(line: &[u8]) -> Option<GameId<'_>> {
        let line = line.trim_ascii();
        let end = line.iter().position(|byte| b":#".contains(byte))?;
        let (parameters, rest) = (&line[..end], &line[end + 1..]);
        let number = |text: &[u8]| {
            let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let value = decimal(&text[..digits])?;
            (1..=MOST_SIDE).contains(&value).then_some((value, digits))
        };
        let (columns, length) = number(parameters)?;
        let after = &parameters[length..];
        let (rows, options) = match after.strip_prefix(b"x").map(|after| (number(after), after)) {
            Some((Some((rows, length)), after)) => (rows, &after[length..]),
            _ if after.first() == Some(&b'j') => (1, after),
            _ => return None,
        };
        let has_letters = rest.iter().any(|byte| byte.is_ascii_lowercase() || *byte == b'_');
        let is_option = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        let is_part = |byte: &u8| is_option(byte) || b"_,".contains(byte);
        let is_id = options.iter().all(is_option)
            && rest.iter().all(is_part)
            && (has_letters || line[end] == b'#' && !rest.is_empty());
        is_id.then_some(GameId { boxes: (columns, rows), options, mark: line[end], rest })
    }
}

/// Whether a line is a game ID.
pub(super) fn is_game_id(line: &[u8]) -> bool {
    GameId::of(line).is_some()
}

/// Reads the puzzle of a game ID.
pub(super) fn parse(
    line: &[u8],
    number: usize,
    options: &Options,
) -> Result<Record<'static>, ParseError> {
    let error = |kind| ParseError { line: number, column: 1, kind };
    let id = GameId::of(line).expect("a game ID");
    let record = decode(&id).map_err(error)?;
    let size = record.grid.size();
    if options.size.is_some_and(|asked| asked != size) && record.regions.is_none() {
        return Err(error(unsupported("one with other boxes than those of --box", "")));
    }
    Ok(Record { line: number, ..record })
}

fn unsupported(found: &str, advice: &'static str) -> ParseErrorKind {
    let expected = "a game ID of Simon Tatham's Solo with all its cells";
    ParseErrorKind::Unsupported { expected, found: found.to_owned(), advice }
}

fn decode(id: &GameId<'_>) -> Result<Record<'static>, ParseErrorKind> {
    const AGAIN: &str = "copy the whole ID again";
    if id.mark == b'#' {
        return Err(unsupported("a random seed", "copy the ID under Game > Specific"));
    }
    if id.options.contains(&b'k') {
        return Err(unsupported("a killer", ""));
    }
    let (columns, rows) = id.boxes;
    let side = columns * rows;
    let is_jigsaw = rows == 1 || id.options.contains(&b'j');
    // A box has as many rows as there are columns of boxes.
    let size = match is_jigsaw {
        true => Size::from_side(side).or_else(|| Size::new(1, side).ok()),
        false => Size::new(columns, rows).ok(),
    };
    let size = size.filter(|_| side <= MOST_SIDE);
    let size = size.ok_or_else(|| unsupported("one of a larger side", ""))?;
    let mut parts = id.rest.split(|&byte| byte == b',');
    let values = cells(parts.next().unwrap_or_default());
    let grid = Grid::from_values(size, values)
        .map_err(|_| unsupported("cells that do not fill its grid", AGAIN))?;
    let mut record = Record::new(grid, 1);
    record.decimals = record.grid.values().iter().any(|&value| value > 9);
    if is_jigsaw {
        let found = parts.next().and_then(|walls| regions(walls, side));
        let found = found.ok_or_else(|| unsupported("a jigsaw without its regions", AGAIN))?;
        record.regions = Some(found.into());
    }
    if parts.next().is_some() {
        return Err(unsupported("more than cells", AGAIN));
    }
    let is_diagonal = id.options.contains(&b'x');
    let variants = if is_diagonal { vec![Variant::Diagonal] } else { Vec::new() };
    let size = (!is_jigsaw).then_some(size);
    record.rules = Some(NamedRules { size, are_named: true, is_latin: false, variants }.into());
    Ok(record)
}

/// Numbers, and a letter for each run of empty cells: `a` is one, `z` 26.
fn cells(text: &[u8]) -> Vec<u16> {
    let mut values = Vec::new();
    for run in text.chunk_by(|a, b| a.is_ascii_digit() && b.is_ascii_digit()) {
        match run[0] {
            letter @ b'a'..=b'z' => values.resize(values.len() + usize::from(letter - b'a') + 1, 0),
            b'_' => {}
            _ => values.push(decimal(run).map_or(u16::MAX, |n| n.min(u16::MAX.into()) as u16)),
        }
    }
    values
}

/// The regions: a letter for each run of borders that are open, with a wall after it, first
/// between the cells of each row, then between those of each column. `None` if they do not fit.
fn regions(walls: &[u8], side: usize) -> Option<Regions> {
    let mut labels: Vec<u16> = (1..=(side * side) as u16).collect();
    let in_rows = side * (side - 1);
    let mut border = 0;
    for &run in walls {
        let open = match run {
            b'_' => 0,
            // Versions of the program differ about `z`.
            b'a'..=b'y' => usize::from(run - b'a') + 1,
            _ => return None,
        };
        if border + open > 2 * in_rows {
            return None;
        }
        for at in border..border + open {
            let (line, place) = (at / (side - 1), at % (side - 1));
            let [first, second] = match at < in_rows {
                true => [side * line + place, side * line + place + 1],
                false => [side * place + line - side, side * (place + 1) + line - side],
            };
            let (kept, gone) = (labels[first], labels[second]);
            labels.iter_mut().filter(|label| **label == gone).for_each(|label| *label = kept);
        }
        border += open + 1;
    }
    let kinds: Vec<u16> = labels.iter().copied().sorted().dedup().collect();
    let index = |label: u16| kinds.partition_point(|&kind| kind < label);
    let labels = labels.into_iter().map(|label| RegionLabel::of_index(index(label), side));
    Regions::new(labels.collect()).ok().filter(|_| border == 2 * in_rows + 1)
}

//! Links that carry a whole puzzle, decoded without a network: SudokuWiki's solver, f-puzzles and
//! SudokuPad's copies of it, and any other with 81 cells as a value.

use serde_json::Value;

use super::error::{ParseError, ParseErrorKind};
use super::line;
use super::record::{Claims, Options, Record};
use super::words::in_name;
use crate::grid::{Candidates, Digit, DigitSet, Grid, Size};
use crate::rules::{RegionLabel, Regions};

/// The most bytes of a link that is unpacked: what it holds may be larger by far.
const PACKED_LIMIT: usize = 1 << 13;

/// Hosts whose links people paste without `https://`.
const HOSTS: [&str; 6] = [
    "sudokuwiki.org",
    "f-puzzles.com",
    "sudokupad.app",
    "crackingthecryptic.com",
    "sudokuexchange.com",
    "sudoku.coach",
];

/// Whether a line is a link.
pub(super) fn is_link(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let starts =
        |start: &[u8]| line.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start));
    let host = |host: &&str| {
        let text = line.split(|&byte| byte == b'/').next().unwrap_or_default();
        text.to_ascii_lowercase().ends_with(host.as_bytes())
    };
    starts(b"http://") || starts(b"https://") || starts(b"www.") || HOSTS.iter().any(host)
}

/// Reads the puzzle that a link carries; `None` if it carries none and is of no site whose links
/// do.
pub(super) fn read(
    link: &[u8],
    number: usize,
    options: &Options,
) -> Option<Result<Record, ParseError>> {
    let record =
        Some(link).filter(|link| is_link(link)).and_then(|link| decode(link, number, options))?;
    Some(record.map_err(|kind| ParseError { line: number, column: 1, kind }))
}

fn unsupported(found: impl Into<String>) -> ParseErrorKind {
    let expected = "a link to a classic puzzle that holds all of it";
    ParseErrorKind::Unsupported { expected, found: found.into() }
}

type Decoded = Result<Record, ParseErrorKind>;

fn decode(link: &[u8], number: usize, options: &Options) -> Option<Decoded> {
    let link = str::from_utf8(link.trim_ascii()).ok()?;
    let link = link.split_once("://").map_or(link, |(_, rest)| rest);
    let end = link.find(|found: char| found.is_whitespace() || found == '>').unwrap_or(link.len());
    let (place, query) = link[..end].split_once('?').unwrap_or((&link[..end], ""));
    let (host, path) = place.split_once('/').unwrap_or((place, ""));
    let host = host.to_ascii_lowercase();
    let values: Vec<(&str, String)> = query
        .split(['&', '#'])
        .filter_map(|pair| pair.split_once('='))
        .map(|(name, value)| (name, unescape(value)))
        .collect();
    let value = |name: &str| values.iter().find(|pair| pair.0 == name).map(|pair| pair.1.as_str());

    let of_json = |payload: &str| f_puzzle(payload).map(|record| Record { line: number, ..record });
    if let Some(payload) = value("load").filter(|_| host.ends_with("f-puzzles.com")) {
        return Some(of_json(payload));
    }
    let pad = host.ends_with("sudokupad.app") || host.ends_with("crackingthecryptic.com");
    if pad {
        let path = unescape(path.strip_prefix("sudoku/").unwrap_or(path));
        let id = value("puzzleid").unwrap_or(&path);
        let payload = id.strip_prefix("fpuzzles").or(id.strip_prefix("fpuz"));
        return Some(payload.map_or_else(|| Err(unsupported("a SudokuPad link")), of_json));
    }
    if host.ends_with("f-puzzles.com") {
        return Some(Err(unsupported("a short f-puzzles link")));
    }
    let mut boards = values.iter().filter(|(_, value)| {
        value.len() == Size::NINE.cell_count() || wiki_candidates(value.as_bytes()).is_some()
    });
    let (Some((_, board)), None) = (boards.next(), boards.next()) else { return None };
    if let Some((name, _)) = values.iter().find(|(name, value)| {
        in_name(name).is_some() || name.contains("variant") && in_name(value).is_some()
    }) {
        return Some(Err(unsupported(format!("other rules (\"{}\")", name.escape_debug()))));
    }
    if let Some(candidates) = wiki_candidates(board.as_bytes()) {
        return Some(Ok(Record::of_candidates(candidates, number)));
    }
    line::read(board.as_bytes(), number, options).map(|record| record.map_err(|error| error.kind))
}

/// `%2F` as `/`; a space stands for the plus that some programs make of it.
fn unescape(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [byte, tail @ ..] = rest {
        let hex = (*byte == b'%').then(|| tail.get(..2)).flatten();
        let code = hex.and_then(|hex| u8::from_str_radix(str::from_utf8(hex).ok()?, 16).ok());
        bytes.push(code.unwrap_or(*byte));
        rest = if code.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8_lossy(&bytes).replace(' ', "+")
}

/// SudokuWiki's boards with candidates, two characters a cell
/// (<https://www.sudokuwiki.org/Print_Sudoku_String_Definitions>). With the prefix `S9B` a number
/// of base 36: 1-9 a given, 10-18 a solved cell, 19 and more 18 above the sum of the candidates'
/// bits; without it one of base 32, the sum of the bits doubled, and 1 for a given.
fn wiki_candidates(board: &[u8]) -> Option<Candidates> {
    let size = Size::NINE;
    let (board, base) = match board.strip_prefix(b"S9B") {
        Some(rest) => (rest, 36),
        None => (board, 32),
    };
    if board.len() != 2 * size.cell_count() {
        return None;
    }
    let mut candidates = Candidates::none(size);
    for (cell, pair) in size.cells().zip(board.chunks(2)) {
        let number = u64::from_str_radix(str::from_utf8(pair).ok()?, base).ok()?;
        let bits = match (base, number) {
            (32, number) => number >> 1,
            (_, 0) => 0x1ff,
            (_, number @ 1..=18) => 1 << ((number - 1) % 9),
            (_, number) => number - 18,
        };
        if bits > 0x1ff {
            return None;
        }
        candidates[cell] = DigitSet::from_bits(if bits == 0 { 0x1ff } else { bits });
    }
    Some(candidates)
}

/// Whether a field says anything.
fn is_set(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => false,
        Value::Array(values) => !values.is_empty(),
        Value::String(text) => !text.is_empty(),
        Value::Object(values) => !values.is_empty(),
        _ => true,
    }
}

/// The puzzle that f-puzzles packs: JSON, by LZ-string in base 64.
fn f_puzzle(payload: &str) -> Decoded {
    let broken = || unsupported("a link that is broken or cut off");
    if payload.len() > PACKED_LIMIT {
        return Err(unsupported("a longer one"));
    }
    let text = lz_str::decompress_from_base64(payload).ok_or_else(broken)?;
    let text = String::from_utf16(&text).map_err(|_| broken())?;
    let puzzle: Value = serde_json::from_str(&text).map_err(|_| broken())?;
    of_f_puzzle(&puzzle).ok_or_else(broken)?
}

/// `None` if it is no puzzle of f-puzzles at all.
fn of_f_puzzle(puzzle: &Value) -> Option<Decoded> {
    const KNOWN: [&str; 12] = [
        "size",
        "title",
        "author",
        "ruleset",
        "grid",
        "solution",
        "metadata",
        "successMessage",
        "msgcorrect",
        "truecandidatesoptions",
        "disabledlogic",
        "id",
    ];
    let fields = puzzle.as_object()?;
    let other =
        fields.iter().find(|(name, value)| !KNOWN.contains(&name.as_str()) && is_set(value));
    if let Some((name, _)) = other {
        let found = format!("a variant (\"{}\")", name.escape_default());
        return Some(Err(unsupported(found)));
    }
    let rows = fields.get("grid")?.as_array()?;
    let size = Size::from_side(rows.len())?;
    let cells: Vec<&Value> = rows
        .iter()
        .map(Value::as_array)
        .collect::<Option<Vec<_>>>()?
        .into_iter()
        .flatten()
        .collect();
    const CELL: [&str; 6] =
        ["value", "given", "region", "cornerPencilMarks", "centerPencilMarks", "highlight"];
    let other = cells.iter().filter_map(|cell| cell.as_object()).flatten();
    if let Some((name, _)) =
        other.clone().find(|(name, value)| !CELL.contains(&name.as_str()) && is_set(value))
    {
        let found = format!("a variant (\"{}\" of a cell)", name.escape_default());
        return Some(Err(unsupported(found)));
    }
    let marks_givens = cells.iter().any(|cell| cell["given"].as_bool() == Some(true));
    let value = |cell: &&Value| match cell["value"].as_u64() {
        Some(value) if !marks_givens || cell["given"].as_bool() == Some(true) => value,
        _ => 0,
    };
    let values: Option<Vec<u16>> =
        cells.iter().map(|cell| u16::try_from(value(cell)).ok()).collect();
    let grid = Grid::from_values(size, values?).ok()?;
    let number = |region: u64| u16::try_from(region).ok()?.checked_add(1);
    let labels = size
        .cells()
        .zip(&cells)
        .map(|(cell, json)| number(json["region"].as_u64().unwrap_or(size.box_index(cell) as u64)));
    let labels = labels.collect::<Option<Vec<u16>>>()?;
    let mut record = Record::new(grid, 1);
    if !size
        .cells()
        .zip(&labels)
        .all(|(cell, &label)| size.box_index(cell) + 1 == usize::from(label))
    {
        match Regions::new(labels.into_iter().map(RegionLabel::Number).collect()) {
            Ok(regions) => record.regions = Some(regions.into()),
            Err(_) => return Some(Err(unsupported("regions of different sizes"))),
        }
    }
    let solution = fields.get("solution").and_then(Value::as_array);
    let digit = |value: &Value| Digit::new(value.as_u64()?.try_into().ok()?);
    let digits: Option<Vec<Digit>> = solution.and_then(|values| values.iter().map(digit).collect());
    let values =
        digits.map(|digits| digits.iter().map(|digit| digit.value() as u16).collect::<Vec<_>>());
    let solution = values.and_then(|values| Grid::from_values(size, values).ok());
    record.claims = solution.map(|grid| Box::new(Claims { solution: Some(grid), count: None }));
    Some(Ok(record))
}

//! Links that carry a whole puzzle, decoded without a network: SudokuWiki's solver, f-puzzles and
//! SudokuPad's copies of it, and any other with 81 cells as a value.

use serde_json::Value;

use super::batch::RawRecord;
use super::claims::Claims;
use super::document::is_set;
use super::error::{ParseError, ParseErrorKind};
use super::{Options, Record, parse_record};
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

/// Reads the puzzle that a link carries.
pub(super) fn parse<'t>(raw: RawRecord<'t>, options: &Options) -> Result<Record<'t>, ParseError> {
    decode(raw, options)
        .map(|record| Record { line: raw.line, ..record })
        .map_err(|kind| ParseError { line: raw.line, column: 1, kind })
}

fn unsupported(found: impl Into<String>, advice: &'static str) -> ParseErrorKind {
    let expected = "a link to a classic puzzle that holds all of it";
    ParseErrorKind::Unsupported { expected, found: found.into(), advice }
}

fn decode(raw: RawRecord<'_>, options: &Options) -> Result<Record<'static>, ParseErrorKind> {
    const DIGITS: &str = "open it in a browser and copy the digits";
    let link = str::from_utf8(raw.text.trim_ascii()).map_err(|_| unsupported("bytes", DIGITS))?;
    let link = link.split_once("://").map_or(link, |(_, rest)| rest);
    let end = link.find(|found: char| found.is_whitespace() || found == '>').unwrap_or(link.len());
    let (place, query) = link[..end].split_once('?').unwrap_or((&link[..end], ""));
    let (host, path) = place.split_once('/').unwrap_or((place, ""));
    let (host, lower_path) = (host.to_ascii_lowercase(), path.to_ascii_lowercase());
    let values: Vec<(&str, String)> = query
        .split(['&', '#'])
        .filter_map(|pair| pair.split_once('='))
        .map(|(name, value)| (name, unescape(value)))
        .collect();
    let value = |name: &str| values.iter().find(|pair| pair.0 == name).map(|pair| pair.1.as_str());

    if let Some(payload) = value("load").filter(|_| host.ends_with("f-puzzles.com")) {
        return f_puzzle(payload);
    }
    let pad = host.ends_with("sudokupad.app") || host.ends_with("crackingthecryptic.com");
    if pad {
        let path = unescape(path.strip_prefix("sudoku/").unwrap_or(path));
        let id = value("puzzleid").unwrap_or(&path);
        let payload = id.strip_prefix("fpuzzles").or(id.strip_prefix("fpuz"));
        return match payload {
            Some(payload) => f_puzzle(payload),
            None => Err(unsupported("a SudokuPad link", DIGITS)),
        };
    }
    if host.ends_with("f-puzzles.com") {
        return Err(unsupported("a short f-puzzles link", DIGITS));
    }
    if host.ends_with("sudokuwiki.org") {
        if !lower_path.starts_with("sudoku.") {
            let page = format!("SudokuWiki's page \"{}\"", path.escape_debug());
            return Err(unsupported(page, DIGITS));
        }
        if let Some(board) = value("bd") {
            return match wiki_candidates(board.as_bytes()) {
                Some(candidates) => Ok(Record::of_candidates(candidates, raw.line)),
                None => digits(board, options),
            };
        }
    }
    let mut boards = values.iter().filter(|(_, value)| value.len() == Size::NINE.cell_count());
    match (boards.next(), boards.next()) {
        (Some((_, board)), None) => digits(board, options),
        _ => Err(unsupported("a link without one", DIGITS)),
    }
}

/// 81 cells in a link.
fn digits(board: &str, options: &Options) -> Result<Record<'static>, ParseErrorKind> {
    let record = parse_record(RawRecord::of_line(board.as_bytes(), 1), options)
        .map_err(|error| error.kind)?;
    Ok(Record { id: None, comment: None, ..record })
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

/// The puzzle that f-puzzles packs: JSON, by LZ-string in base 64.
fn f_puzzle(payload: &str) -> Result<Record<'static>, ParseErrorKind> {
    const AGAIN: &str = "copy the whole link again";
    let broken = || unsupported("a link that is broken or cut off", AGAIN);
    if payload.len() > PACKED_LIMIT {
        return Err(unsupported("a longer one", "it is no classic puzzle"));
    }
    let text = lz_str::decompress_from_base64(payload).ok_or_else(broken)?;
    let text = String::from_utf16(&text).map_err(|_| broken())?;
    let puzzle: Value = serde_json::from_str(&text).map_err(|_| broken())?;
    of_f_puzzle(&puzzle).ok_or_else(broken)?
}

/// `None` if it is no puzzle of f-puzzles at all.
fn of_f_puzzle(puzzle: &Value) -> Option<Result<Record<'static>, ParseErrorKind>> {
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
        return Some(Err(unsupported(found, "")));
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
            Err(_) => return Some(Err(unsupported("regions of different sizes", ""))),
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

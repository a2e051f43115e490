//! Links that carry a whole puzzle, decoded without a network: SudokuWiki's solver, f-puzzles and
//! SudokuPad's copies of it, and any other with 81 cells as a value.

use serde_json::{Map, Value, json};

use super::cells::Place;
use super::error::{ParseError, ParseErrorKind};
use super::line::{beside, find};
use super::object;
use super::record::{Options, Record};
use super::token::start_of;
use crate::grid::Size;

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

/// Whether a line is a link, to a page of some place.
pub(super) fn is_link(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let Some(end) = memchr::memchr(b'/', line) else { return false };
    let place = line[..end].to_ascii_lowercase();
    let is_start = |start: &&str| place.starts_with(start.as_bytes());
    ["http:", "https:", "www."].iter().any(is_start)
        || HOSTS.iter().any(|host| place.ends_with(host.as_bytes()))
}

/// The links in a line: between blanks, brackets and quotes.
fn links(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let ends = |byte: &u8| byte.is_ascii_whitespace() || b"<>()[]{}\"'`".contains(byte);
    line.split(ends).filter(|part| is_link(part))
}

/// Reads the puzzle that a link in a line carries, and what stands beside it; `None` if no link
/// carries one or is of a site whose links do, or if there are cells before it.
pub(super) fn read(
    text: &[u8],
    line: usize,
    options: &Options,
) -> Option<Result<Record, ParseError>> {
    let decoded = |link| Some((link, decode(str::from_utf8(link).ok()?)?));
    let mut links = links(text).filter_map(decoded);
    let (link, puzzle) = links.next()?;
    if find(&text[..start_of(text, link)], options).is_some() {
        return None;
    }
    let place = Place { line, text, options };
    let wrong = |link: &[u8], found: &'static str| {
        let expected = "one link to a classic puzzle that holds all of it";
        place.error(link, ParseErrorKind::expected(expected, found))
    };
    if let Some((other, _)) = links.find(|(other, _)| *other != link) {
        return Some(Err(wrong(other, "another link")));
    }
    let inside = Options { column: None, solution_column: None, ..options.clone() };
    let record = puzzle
        .map_err(|found| wrong(link, found))
        .and_then(|puzzle| object::read(&puzzle, line, &inside).swap_remove(0).0);
    Some(record.and_then(|record| beside(record, text, text, link, options)))
}

/// An object with the puzzle of a link in our words, or what the link is instead.
fn decode(link: &str) -> Option<Result<Value, &'static str>> {
    let link = link.split_once("://").map_or(link, |(_, rest)| rest);
    let link = link.trim_end_matches([',', ';', ':', '!']);
    let (place, query) = link.split_once('?').unwrap_or((link, ""));
    let (host, path) = place.split_once('/').unwrap_or((place, ""));
    if path.is_empty() && query.is_empty() {
        return None;
    }
    let host = host.to_ascii_lowercase();
    let path = unescape(path.strip_prefix("sudoku/").unwrap_or(path));
    let pairs = query.split(['&', '#']).filter(|pair| !pair.is_empty());
    // A key alone is set.
    let pairs = pairs.map(|pair| pair.split_once('=').unwrap_or((pair, "yes")));
    let values: Vec<(&str, String)> = pairs.map(|(name, value)| (name, unescape(value))).collect();
    let value = |name: &str| values.iter().find(|pair| pair.0 == name).map(|pair| pair.1.as_str());

    if host.ends_with("f-puzzles.com") {
        return Some(value("load").ok_or("a short f-puzzles link").and_then(f_puzzle));
    }
    if host.ends_with("sudokupad.app") || host.ends_with("crackingthecryptic.com") {
        let id = value("puzzleid").unwrap_or(&path);
        let packed = id.strip_prefix("fpuzzles").or(id.strip_prefix("fpuz"));
        return Some(packed.ok_or("a SudokuPad link").and_then(f_puzzle));
    }
    let mut fields: Map<String, Value> = Map::new();
    for (name, value) in values {
        let (name, value) = match wiki_candidates(&value) {
            Some(candidates) => ("candidates", json!(candidates)),
            None if value.len() == Size::NINE.cell_count() => ("puzzle", value.into()),
            None => (name, value.into()),
        };
        if fields.insert(name.to_owned(), value).is_some() {
            return None;
        }
    }
    // A site and its page are a kind of puzzle.
    fields.insert("kind".to_owned(), unescape(place).into());
    let has_board = ["candidates", "puzzle"].iter().any(|name| fields.contains_key(*name));
    has_board.then(|| Ok(fields.into()))
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
fn wiki_candidates(board: &str) -> Option<Vec<Vec<u64>>> {
    const ALL: u64 = 0x1ff;
    let (board, base) = match board.strip_prefix("S9B") {
        Some(rest) => (rest, 36),
        None => (board, 32),
    };
    let digits = |pair: &[u8]| {
        let number = u64::from_str_radix(str::from_utf8(pair).ok()?, base).ok()?;
        let bits = match (base, number) {
            (32, number) => number >> 1,
            (_, number @ 1..=18) => 1 << ((number - 1) % 9),
            (_, number) => number.saturating_sub(18),
        };
        let bits = if bits == 0 { ALL } else { bits };
        (bits <= ALL).then(|| (1..=9).filter(|digit| bits >> (digit - 1) & 1 == 1).collect())
    };
    (board.len() == 2 * Size::NINE.cell_count())
        .then(|| board.as_bytes().chunks(2).map(digits).collect())?
}

/// The puzzle that f-puzzles packs, JSON by LZ-string in base 64, in the words of ours.
///
/// # Errors
/// What the link is instead.
fn f_puzzle(payload: &str) -> Result<Value, &'static str> {
    if payload.len() > PACKED_LIMIT {
        return Err("a longer one");
    }
    let unpacked = || {
        let text = String::from_utf16(&lz_str::decompress_from_base64(payload)?).ok()?;
        plain(serde_json::from_str(&text).ok()?)
    };
    unpacked().ok_or("a link that is broken or cut off")
}

/// A puzzle of f-puzzles with numbers as cells and the rest beside them: what a cell has beside its
/// digit is a field of the puzzle. `None` if it is no puzzle of f-puzzles at all.
fn plain(mut fields: Map<String, Value>) -> Option<Value> {
    /// What is of the program.
    const ASIDE: [&str; 5] =
        ["successMessage", "msgcorrect", "truecandidatesoptions", "disabledlogic", "highlight"];
    const CELL: [&str; 5] = ["value", "given", "region", "cornerPencilMarks", "centerPencilMarks"];
    let rows = fields.get("grid")?.as_array()?.clone();
    let size = Size::from_side(rows.len())?;
    let cells: Vec<&Map<String, Value>> =
        rows.iter().filter_map(Value::as_array).flatten().filter_map(Value::as_object).collect();
    if cells.len() != size.cell_count() {
        return None;
    }
    let is_given = |cell: &Map<String, Value>| cell.get("given") == Some(&Value::Bool(true));
    let marks_givens = cells.iter().any(|cell| is_given(cell));
    let digit = |cell: &&Map<String, Value>| {
        cell.get("value").filter(|_| !marks_givens || is_given(cell)).cloned().unwrap_or_default()
    };
    fields.insert("grid".to_owned(), cells.iter().map(digit).collect());
    let boxes: Vec<u64> = size.cells().map(|cell| 1 + size.box_index(cell) as u64).collect();
    let region = |(cell, index): (&&Map<String, Value>, &u64)| {
        cell.get("region").and_then(Value::as_u64).map_or(*index, |region| region.saturating_add(1))
    };
    let regions: Vec<u64> = cells.iter().zip(&boxes).map(region).collect();
    if boxes != regions {
        fields.insert("regions".to_owned(), json!(regions));
    }
    for (name, value) in cells.into_iter().flatten().filter(|(name, _)| !CELL.contains(&&***name)) {
        // In a list, so that an unknown one is an error.
        fields.insert(name.clone(), json!([value]));
    }
    fields.retain(|name, _| !ASIDE.contains(&&**name));
    Some(fields.into())
}

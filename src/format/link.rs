//! Links that contain a whole puzzle, decoded without a network: links of SudokuWiki's solver,
//! f-puzzles, SudokuPad, the Interactive Sudoku Solver and our own page, and any other link with 81
//! cells as a value.

use itertools::Itertools;
use serde_json::value::to_raw_value;
use serde_json::{Map, Value, json};

use super::cells::{Place, grid};
use super::error::{ParseError, quoted};
use super::foreign::{self, short, unzipped};
use super::line::{beside, find};
use super::object;
use super::record::{Options, Played, Record};
use super::token::start_of;
use crate::grid::{Candidates, Digit, Grid, Size};

/// How many bytes a compressed part of a link has at most; the content may be far larger.
const PACKED_LIMIT: usize = 1 << 13;

/// How many bytes a link to our page has after `#` at most.
const PAGE_LIMIT: usize = 100_000;

/// Sites whose links are puzzles: the link contains the puzzle, or only the name of a puzzle that
/// the site stores.
const SITES: [&str; 3] = ["f-puzzles.com", "sudokupad.app", "crackingthecryptic.com"];

/// Reads the puzzle that a link in a line contains, and the texts before and after the link. `None`
/// if no link contains a puzzle or is of one of the [`SITES`], or if there are cells before the
/// link.
pub(super) fn read(place @ Place { text, .. }: Place<'_>) -> Option<Result<Record, ParseError>> {
    let ends = |byte: &u8| byte.is_ascii_whitespace() || b"<>()[]{}\"'`".contains(byte);
    let decoded = |link| Some((link, decode(str::from_utf8(link).ok()?)?));
    let mut links = text.split(ends).filter_map(decoded);
    let (link, puzzle) = links.next()?;
    if find(&text[..start_of(text, link)], place.options).is_some() {
        return None;
    }
    let expected = "one link that holds the whole puzzle";
    let puzzle = match links.next() {
        Some((other, _)) => Err(place.expected(other, expected, "another link")),
        None => puzzle.map_err(|found| place.expected(link, expected, found)),
    };
    let inside = Options { column: None, solution_column: None, ..place.options.clone() };
    let read = |puzzle| match puzzle {
        Value::String(text) => foreign::of_iss(&text, place),
        puzzle => {
            let puzzle = to_raw_value(&puzzle).expect("a value is JSON");
            object::read(&puzzle, place.line, &inside).swap_remove(0).0
        }
    };
    let play = |mut record: Record| {
        if let Some(fields) = own_fields(str::from_utf8(link).unwrap_or_default()) {
            record.played = played(&fields, &record, place, link)?.map(Box::new);
        }
        beside(record, place, link)
    };
    Some(puzzle.and_then(read).and_then(play))
}

const ONLY_A_NAME: &str = "a link that only names a puzzle: open it and copy the puzzle from there";

/// The puzzle of a link: a JSON object with the names that we use, or a string of the Interactive
/// Sudoku Solver. The error says what the link is instead; `None` if the link has nothing to do
/// with puzzles.
fn decode(link: &str) -> Option<Result<Value, &'static str>> {
    if let Some(mut fields) = own_fields(link) {
        let known = ["box", "rules", "regions", "clues", "givens", "digits", "marks"];
        if !fields.keys().all(|name| known.contains(&&**name)) {
            return Some(Err("a link with fields that satdoku's page does not write"));
        }
        let text = |name| fields.get(name).and_then(Value::as_str);
        let sides = text("box")?.split('x').map_while(|side| side.parse::<usize>().ok());
        // Grids with clues have sides up to 64.
        let side = sides.fold(1, usize::saturating_mul).min(64);
        let clues = text("clues").map(|clues| clues.lines().collect::<Value>());
        // If there are clues and no givens, the player entered the digits, and the puzzle is empty.
        let empty = clues.is_some().then(|| ".".repeat(side * side).into());
        if fields.contains_key("regions") {
            fields.remove("box");
        }
        fields.extend(clues.map(|clues| ("clues".to_owned(), clues)));
        let [givens, digits, _] = ["givens", "digits", "marks"].map(|name| fields.remove(name));
        let puzzle = givens.or(empty).or(digits);
        fields.extend(puzzle.map(|puzzle| ("puzzle".to_owned(), puzzle)));
        return Some(Ok(fields.into()));
    }
    let link = link.split_once("://").map_or(link, |(_, rest)| rest);
    let (host, path) = link.trim_end_matches([',', ';', ':', '!']).split_once('/')?;
    if SITES.iter().any(|site| host.to_ascii_lowercase().ends_with(site)) {
        let id = path.strip_prefix("sudoku/").unwrap_or(path);
        let id = id.strip_prefix("?puzzleid=").unwrap_or(id);
        let of = |packed: Option<Value>| packed.ok_or("a link that is broken, cut off or too long");
        let found = if let Some(packed) = id.strip_prefix("scl").or(id.strip_prefix("ctc")) {
            of(unpacked(packed).and_then(|text| serde_json::from_str(&unzipped(&text)).ok()))
        } else if let Some(text) = id.strip_prefix("scf") {
            let grid = short(text).map(|(cells, rules)| match rules.is_empty() {
                true => json!({ "puzzle": cells }),
                false => json!({ "puzzle": cells, "rules": rules.join(",") }),
            });
            of(grid)
        } else {
            let packed =
                ["load=", "fpuzzles", "fpuz"].iter().find_map(|mark| path.split_once(mark));
            packed.map_or(Err(ONLY_A_NAME), |(_, packed)| {
                of(unpacked(packed).and_then(|text| serde_json::from_str(&text).ok()))
            })
        };
        let found = found.and_then(|value| match value.is_object() {
            true => Ok(value),
            false => Err("a link that is broken, cut off or too long"),
        });
        return (!path.is_empty()).then_some(found);
    }
    if let Some((page, query)) = path.split_once('?')
        && page.to_ascii_lowercase().contains("interactive-sudoku-solver")
    {
        let string = query.split('&').find_map(|pair| pair.strip_prefix("q="));
        return Some(
            string.map(|string| unescaped(string).into()).ok_or("a link without a puzzle"),
        );
    }
    let is_nine = |part: &&str| part.len() == Size::NINE.cell_count();
    let inside = path
        .split(['/', '?', '#'])
        .find(is_nine)
        .map(|cells| path.split_at(start_of(path.as_bytes(), cells.as_bytes())));
    let (page, query) = inside.or_else(|| path.split_once('?'))?;
    let pairs = query.split(['&', '#', '?', '/']).filter(|pair| !pair.is_empty()).map(|pair| {
        // A key without a value means `yes`.
        let alone = if is_nine(&pair) { ("puzzle", pair) } else { (pair, "yes") };
        let (name, value) = pair.split_once('=').unwrap_or(alone);
        match wiki_candidates(value) {
            Some(candidates) => ("puzzle".to_owned(), json!(candidates)),
            None if value.len() == Size::NINE.cell_count() => ("puzzle".to_owned(), value.into()),
            None => (name.to_owned(), value.into()),
        }
    });
    // The names of the site and the page may name the kind of the puzzle.
    let pairs = pairs.chain([("kind".to_owned(), format!("{host}/{page}").into())]).collect_vec();
    let (count, fields) = (pairs.len(), Map::from_iter(pairs));
    (fields.contains_key("puzzle") && fields.len() == count).then(|| Ok(fields.into()))
}

/// The fields of a link to our own page, which follow `#`: `#box=3x3&givens=53..7...&digits=...`.
/// The player entered the digits and marks; without givens and clues, the digits are the puzzle.
fn own_fields(link: &str) -> Option<Map<String, Value>> {
    let (_, fragment) = link.split_once('#').filter(|(_, text)| text.len() <= PAGE_LIMIT)?;
    let pairs = fragment.split('&').filter_map(|pair| pair.split_once('='));
    let fields: Map<String, Value> =
        pairs.map(|(name, value)| (name.to_owned(), unescaped(value).into())).collect();
    let has = |name| fields.contains_key(name);
    (has("box") && (has("givens") || has("digits") || has("clues"))).then_some(fields)
}

/// A part of a link with escapes replaced: `%2C` is a comma.
fn unescaped(text: &str) -> String {
    let mut parts = text.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let code = part.get(..2).and_then(|code| u8::from_str_radix(code, 16).ok());
        bytes.push(code.unwrap_or(b'%'));
        bytes.extend_from_slice(&part.as_bytes()[if code.is_some() { 2 } else { 0 }..]);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The digits and marks that a player has entered; `None` if there are none.
fn played(
    fields: &Map<String, Value>,
    record: &Record,
    place: Place<'_>,
    link: &[u8],
) -> Result<Option<Played>, ParseError> {
    let size = record.grid.size();
    let expected = |what: &str, count: usize| {
        place.expected(link, format!("{} cells in {what}", size.cell_count()), count.to_string())
    };
    let text = |name| fields.get(name).and_then(Value::as_str);
    let is_set = text("givens").or(text("clues")).is_some();
    let digits = match text("digits").filter(|_| is_set) {
        None => Grid::empty(size),
        Some(digits) if digits.len() != size.cell_count() => {
            return Err(expected("digits", digits.len()));
        }
        Some(digits) => grid(&place.cells(digits.as_bytes().chunks(1)), size)?.grid,
    };
    let mut marks = Candidates::none(size);
    let cells = text("marks").unwrap_or_default().split(',').collect_vec();
    if cells.len() > size.cell_count() {
        return Err(expected("marks", cells.len()));
    }
    for (cell, symbols) in size.cells().zip(cells) {
        for symbol in symbols.bytes() {
            let value = place.options.symbols.value(symbol, size.side());
            let digit = Digit::new(value.into()).filter(|_| usize::from(value) <= size.side());
            marks[cell].insert(digit.ok_or_else(|| {
                place.expected(link, "digits of the grid as pencil marks", quoted(symbols))
            })?);
        }
    }
    let is_played = !digits.is_empty() || marks.iter().next().is_some();
    Ok(is_played.then_some(Played { digits, marks }))
}

/// Reads SudokuWiki's boards with candidates, which have two characters for each cell
/// (<https://www.sudokuwiki.org/Print_Sudoku_String_Definitions>). With the prefix `S9B`, a cell is
/// a number in base 36: 1-9 is a given, 10-18 a solved cell, 19 and more is 18 plus the sum of the
/// candidates' bits. Without the prefix, a cell is a number in base 32: twice the sum of the bits,
/// plus 1 for a given.
fn wiki_candidates(board: &str) -> Option<Vec<Vec<u64>>> {
    let (board, base) = board.strip_prefix("S9B").map_or((board, 32), |board| (board, 36));
    let digits = |pair: &[u8]| {
        let number = u64::from_str_radix(str::from_utf8(pair).ok()?, base).ok()?;
        let bits = match number {
            _ if base == 32 => number >> 1,
            1..=18 => 1 << ((number - 1) % 9),
            _ => number.saturating_sub(18),
        };
        let is_left = |digit: &u64| bits == 0 || bits >> (digit - 1) & 1 == 1;
        (bits < 1 << 9).then(|| (1..=9).filter(is_left).collect())
    };
    (board.len() == 2 * Size::NINE.cell_count())
        .then(|| board.as_bytes().chunks(2).map(digits).collect())?
}

/// The text that f-puzzles or SudokuPad compressed by LZ-string, in base 64.
fn unpacked(packed: &str) -> Option<String> {
    let packed = packed.split('&').next().filter(|packed| packed.len() <= PACKED_LIMIT)?;
    String::from_utf16(&lz_str::decompress_from_base64(&unescaped(packed))?).ok()
}

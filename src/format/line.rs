//! A puzzle whose cells stand in one line, and what stands beside them: a name before, a comment,
//! a solution, a number of solutions or regions after.

use itertools::Itertools;

use super::cells::{Place, Placed, grid, is_cell, nearest_size};
use super::error::{Meaning, ParseError, ParseErrorKind};
use super::layout::{are_labels, in_line, is_of_letters};
use super::record::{Options, Record};
use super::symbols::{EMPTY_MARKS, MOST_SIDE, Symbols};
use super::token::{
    Token, before_remark, cells_of, characters, decimal, fields, is_rule, plain, tokens,
};
use super::words::{RulesWord, in_prose};
use crate::grid::{Candidates, Grid, Size};

/// The fewest cells, or digits and marks, that are never passed over as text.
pub(super) const FEWEST_CELLS: usize = 16;
const CELLS_OF_NINE: usize = 81;

/// The values of the 81 cells of a 9x9 grid that a line starts with, by table look-up, and what
/// follows.
fn values_of_nine<'t>(
    line: &'t [u8],
    options: &Options,
) -> Option<([u8; CELLS_OF_NINE], &'t [u8])> {
    if options.size.is_some_and(|size| size != Size::NINE) {
        return None;
    }
    let (cells, rest) = line.split_first_chunk::<CELLS_OF_NINE>()?;
    let table = options.symbols.values_of_nine();
    rest.first()
        .is_none_or(|byte| b" \t,;:#|".contains(byte))
        .then(|| (cells.map(|byte| table[usize::from(byte)]), rest))
}

/// The common case: the grid that a line starts with, and what follows.
pub(super) fn nine<'t>(line: &'t [u8], options: &Options) -> Option<(Grid, &'t [u8])> {
    let (values, rest) = values_of_nine(line, options)?;
    Some((Grid::from_bytes(&values)?, rest))
}

/// Whether [`nine`] finds a grid, without making it.
pub(super) fn starts_with_nine(line: &[u8], options: &Options) -> bool {
    let is_grid = |values: [u8; CELLS_OF_NINE]| values.into_iter().fold(0, u8::max) <= 9;
    values_of_nine(line, options).is_some_and(|(values, _)| is_grid(values))
}

/// The cells of a puzzle in a plain line: all its words, or the first word that holds a whole grid,
/// or else what should be one: a word of many digits and marks, or many numbers.
pub(super) fn find<'t>(line: &'t [u8], options: &Options) -> Option<Vec<Token<'t>>> {
    whole(line, options).or_else(|| {
        let words = tokens(line, &options.symbols);
        let is_mark = |symbol: &char| symbol.is_numeric() || "._*?".contains(*symbol);
        let marks =
            |word: &Token<'_>| String::from_utf8_lossy(word.text).chars().filter(is_mark).count();
        if let Some(word) = words.iter().find(|word| marks(word) >= FEWEST_CELLS) {
            return Some(cells_of(*word).collect());
        }
        let is_empty = |word: &Token<'_>| matches!(word.text, [mark] if EMPTY_MARKS.contains(mark));
        let numbers = words.iter().filter(|word| decimal(word.text).is_some() || is_empty(word));
        (numbers.count() >= FEWEST_CELLS).then_some(words)
    })
}

/// The cells of a puzzle in a plain line that are as many as a grid has, before a remark or not.
pub(super) fn whole<'t>(line: &'t [u8], options: &Options) -> Option<Vec<Token<'t>>> {
    let ends = [before_remark(line), line.len()];
    ends.into_iter().dedup().find_map(|end| whole_in(&line[..end], options))
}

fn whole_in<'t>(text: &'t [u8], options: &Options) -> Option<Vec<Token<'t>>> {
    let symbols = &options.symbols;
    // A field of a table may hold a whole drawing.
    let mut words = tokens(text, symbols);
    words.retain(|word| !is_rule(word.text));
    let fits =
        |cells: usize| options.is_whole(cells) && (options.size.is_some() || cells >= FEWEST_CELLS);
    let is_square = |cells: usize| cells >= FEWEST_CELLS && cells.isqrt().pow(2) == cells;
    let side = |cells: usize| options.size_of(cells).map_or(cells.isqrt(), Size::side);
    let are_cells = |cells: &[Token<'_>]| {
        let side = side(cells.len());
        cells.iter().all(|cell| is_cell(cell.text, side, options))
    };
    if fits(words.len()) && are_cells(&words) {
        return Some(words);
    }
    let count: usize = words.iter().map(|word| characters(word.text)).sum();
    let is_run = |word: &Token<'_>, count| is_run(word.text, side(count), symbols);
    let are_groups =
        words.len() == side(count) || words.iter().all(|word| word.text.len() < FEWEST_CELLS);
    if words.len() > 1 && fits(count) && are_groups && words.iter().all(|word| is_run(word, count))
    {
        return Some(words.into_iter().flat_map(cells_of).collect());
    }
    if let Some(cells) = fields(text).filter(|cells| fits(cells.len()) && are_cells(cells)) {
        return Some(cells);
    }
    let (cells, labels) = words.split_at(words.len() / 2);
    if is_square(cells.len()) && are_labels(labels, cells.len()) && are_cells(cells) {
        return Some(cells.to_vec());
    }
    // Labels show that a side is meant that no boxes fit.
    let has_labels = |count: usize| {
        let are_labels =
            |word: &Token<'_>| word.text.len() == count && is_of_letters(word.text, count);
        is_square(count) && words.iter().any(are_labels)
    };
    let word = words.iter().find(|word| {
        let count = characters(word.text);
        (fits(count) || has_labels(count)) && is_run(word, count)
            || count >= FEWEST_CELLS && word.text.iter().all(u8::is_ascii_digit)
    })?;
    let count = characters(word.text);
    (fits(count) || has_labels(count)).then(|| cells_of(*word).collect())
}

/// Whether each character of a word is a digit up to the side or an empty cell.
pub(super) fn is_run(word: &[u8], side: usize, symbols: &Symbols) -> bool {
    word.iter().all(|&byte| byte == b'-' || usize::from(symbols.value(byte, side)) <= side)
}

/// Reads a puzzle in a line; `None` if it holds no cells.
pub(super) fn read(
    line: &[u8],
    number: usize,
    options: &Options,
) -> Option<Result<Record, ParseError>> {
    if let Some((grid, rest)) = nine(line, options) {
        let record = Record::new(grid, number);
        return Some(match rest {
            [] => Ok(record),
            _ => beside(record, line, line, 0..CELLS_OF_NINE, options),
        });
    }
    let text = plain(line);
    let cells = find(&text, options)?;
    Some(of_cells(line, &text, &cells, number, options))
}

fn of_cells(
    line: &[u8],
    text: &[u8],
    cells: &[Token<'_>],
    number: usize,
    options: &Options,
) -> Result<Record, ParseError> {
    let place = Place { line: number, text, options };
    let (found, side) = (cells.len(), cells.len().isqrt());
    let start = cells.first().map_or(0, |cell| cell.start);
    let end = cells.last().map_or(0, Token::end);
    let is_square = side * side == found && options.size.is_none();
    if let Some(candidates) = marks(&text[start..end], options) {
        let candidates = candidates.map_err(|kind| place.error(start, kind))?;
        return beside(Record::of_candidates(candidates, number), line, text, start..end, options);
    }
    if is_square && side > Size::MAX_SIDE {
        return Err(place.error(
            start,
            ParseErrorKind::expected(
                format!("a side of at most {}", Size::MAX_SIDE),
                side.to_string(),
            ),
        ));
    }
    let boxless = || is_square.then(|| Size::without_boxes(side));
    let size = options.size_of(found).or_else(boxless).unwrap_or_else(|| nearest_size(found));
    let expected = size.cell_count();
    if size.side() > MOST_SIDE && end - start == found {
        let (expected, found) = ("numbers with blanks between", format!("{found} characters"));
        return Err(place.error(start, ParseErrorKind::expected(expected, found)));
    }
    if found != expected {
        let at = cells.get(expected).map_or(end, |cell| cell.start);
        return Err(place
            .error(at, ParseErrorKind::expected(format!("{expected} cells"), found.to_string())));
    }
    let placed: Vec<Placed<'_>> = cells.iter().map(|cell| (place, *cell)).collect();
    let record = grid(&placed, size, number, options)?;
    beside(record, line, text, start..end, options)
}

/// Adds what stands before and after the cells of a record in their line.
fn beside(
    mut record: Record,
    line: &[u8],
    text: &[u8],
    cells: std::ops::Range<usize>,
    options: &Options,
) -> Result<Record, ParseError> {
    let place = Place { line: record.line, text, options };
    let opening = |text: &[u8]| text.trim_ascii_end().len();
    let id = opening(&text[..cells.start]);
    record.id = trimmed(&line[..original(line, text, id)], true);
    record.comment = trimmed(&line[original(line, text, cells.end)..], false);
    let rest = text.get(cells.end..).unwrap_or_default();
    let is_announced = rest_of(&mut record, &place, cells.end, rest)?;
    record.check_boxes(options).map_err(|kind| place.error(cells.start, kind))?;
    if !options.settled {
        let texts = [record.id.as_deref(), record.comment.as_deref()];
        let mut words = texts.into_iter().flatten().filter_map(in_prose);
        let settled =
            |word: &RulesWord| word.is_jigsaw && (record.regions.is_some() || is_announced);
        if let Some(word) = words.find(|word| !settled(word)) {
            let kind = ParseErrorKind::OtherRules { word: word.text, line: record.line };
            return Err(place.error(0, kind));
        }
    }
    Ok(record)
}

/// A text beside cells without what parts it from them; `None` if nothing is left.
fn trimmed(text: &[u8], is_before: bool) -> Option<Box<[u8]>> {
    let between = |byte: &u8| b",;:# \t".contains(byte);
    let quotes = |byte: &u8| b"\"'".contains(byte);
    let text = text.trim_ascii();
    let start = match is_before {
        true => text.iter().take_while(|byte| quotes(byte)).count(),
        false => text.iter().take_while(|byte| quotes(byte) || between(byte)).count(),
    };
    let text = &text[start..];
    let ends = |byte: &u8| quotes(byte) || is_before && b":,;".contains(byte);
    let end = text.iter().rev().take_while(|byte| ends(byte)).count();
    let text = text[..text.len() - end].trim_ascii();
    let says = |byte: &u8| !b"\"'[]{}(),;|> \t".contains(byte);
    text.iter().any(says).then(|| text.into())
}

/// The byte of a line that is this byte of its plain text, which has as many characters.
fn original(line: &[u8], text: &[u8], at: usize) -> usize {
    if line.len() == text.len() {
        return at;
    }
    let count = characters(&text[..at]);
    let starts = (0..line.len()).filter(|&at| !(0x80..0xC0).contains(&line[at]));
    starts.chain([line.len()]).nth(count).unwrap_or(line.len())
}

/// Reads what follows cells; whether regions are announced.
fn rest_of(
    record: &mut Record,
    place: &Place<'_>,
    offset: usize,
    rest: &[u8],
) -> Result<bool, ParseError> {
    let options = place.options;
    let size = record.grid.size();
    let (side, count) = (size.side(), size.cell_count());
    let unmarked = rest.trim_ascii_start();
    if let Some(counted) = unmarked.strip_prefix(b":")
        && let Some(length) = counted.iter().position(|&byte| byte == b':')
        && length < FEWEST_CELLS
        && let Some(count) = decimal(&counted[..length])
    {
        record.claims.get_or_insert_default().count = Some(count as u64);
    }
    let mut words = tokens(rest, &options.symbols);
    words.iter_mut().for_each(|word| word.start += offset);
    let says = |names: &[&[u8]]| {
        words.iter().any(|word| names.contains(&&*word.text.to_ascii_lowercase()))
    };
    let says_regions =
        options.jigsaw || says(&[b"regions", b"region", b"layout", b"areas", b"shapes"]);
    let says_solution = says(&[b"solution", b"solved", b"answer"])
        || unmarked.first().is_some_and(|mark| b"=([>-".contains(mark));
    for cells in grids(&words, count) {
        let (start, found) = (cells[0].start, cells.len());
        let text: Vec<u8> = cells.iter().flat_map(|cell| cell.text).copied().collect();
        let is_grid = found == count && cells.iter().all(|cell| is_cell(cell.text, side, options));
        // A row of a solution has each digit once.
        let is_latin = cells.iter().take(side).map(|cell| cell.text).all_unique();
        let is_spaced = found > 1 && cells[1].start > cells[0].end();
        let is_layout = is_of_letters(&text, count) && (says_regions || !is_grid)
            || are_labels(&cells, count) && !is_latin && (says_regions || is_spaced);
        if is_layout && record.regions.is_none() {
            record.regions = Some(in_line(*place, cells, count)?.into());
        } else if is_grid && record.claims.as_deref().is_none_or(|claims| claims.solution.is_none())
        {
            let cells: Vec<Placed<'_>> = cells.into_iter().map(|cell| (*place, cell)).collect();
            let second = grid(&cells, size, record.line, options)?.grid;
            if !second.is_full() && !says_solution {
                let found = "another grid with empty cells".to_owned();
                let expected = "a solution or a jigsaw's regions after the puzzle";
                return Err(place.error(start, ParseErrorKind::expected(expected, found)));
            }
            record.claim(second);
        } else if text.iter().all(|byte| byte.is_ascii_digit() || b".-_*?".contains(byte))
            && text.iter().any(|byte| !b"-._*".contains(byte))
        {
            return Err(place.error(
                start,
                ParseErrorKind::expected(format!("{count} cells"), found.to_string()),
            ));
        }
    }
    Ok(says_regions)
}

/// What may be other grids or labels of so many cells: words of a cell each, perhaps with a comment
/// after them, groups of letters, or long words.
fn grids<'t>(words: &[Token<'t>], count: usize) -> Vec<Vec<Token<'t>>> {
    let is_name = |word: &Token<'_>| word.text.eq_ignore_ascii_case(b"regions");
    let words = &words[usize::from(words.first().is_some_and(is_name))..];
    let is_one = |word: &Token<'_>| word.text.len() == 1 || decimal(word.text).is_some();
    if count < FEWEST_CELLS {
        return Vec::new();
    }
    if let Some(cells) = words.get(..count).filter(|cells| cells.iter().all(is_one)) {
        return vec![cells.to_vec()];
    }
    let mut length = 0;
    let group = words.iter().take_while(|word| {
        length += word.text.len();
        length <= count
    });
    let group: Vec<Token<'_>> = group.flat_map(|word| cells_of(*word)).collect();
    let letters: Vec<u8> = group.iter().flat_map(|cell| cell.text).copied().collect();
    if letters.len() == count && is_of_letters(&letters, count) {
        return vec![group];
    }
    let long = words.iter().filter(|word| characters(word.text) >= FEWEST_CELLS);
    long.map(|word| cells_of(*word).collect()).collect()
}

/// The candidates of 81 cells, each nine characters: the digit, or an empty mark where it is ruled
/// out. `None` if it is something else.
fn marks(run: &[u8], options: &Options) -> Option<Result<Candidates, ParseErrorKind>> {
    let size = Size::NINE;
    let side = size.side();
    if run.len() != side.pow(3) || options.size.is_some_and(|given| given != size) {
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
    let of = |height, width, what| {
        let size = Size::new(height, width).expect("a box of side 9 or 27");
        Meaning::Size { what, size }
    };
    let is_empty = candidates.iter().next().is_none();
    Some(match is_empty {
        false => Ok(candidates),
        true => Err(ParseErrorKind::Ambiguous {
            found: "729 empty marks",
            first: of(3, 3, "81 cells without candidates, boxes"),
            second: of(3, 9, "an empty grid, boxes"),
        }),
    })
}

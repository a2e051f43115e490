//! A puzzle whose cells stand in one line, and what stands beside them: a name before, a comment,
//! a solution, a number of solutions or regions after.

use itertools::Itertools;

use super::cells::{Place, are_labels, are_like_regions, grid, is_cell, is_of_letters, regions};
use super::error::{ParseError, ParseErrorKind};
use super::names::{Role, announced, rules_word};
use super::record::{Options, Record};
use super::symbols::{FEWEST_CELLS, MOST_RUN, MOST_SIDE, is_empty_mark};
use super::token::{
    Way, cells_of, characters, decimal, end_of, is_rule, parts_words, plain, start_of, words,
};
use crate::grid::{Candidates, Grid, Size};

const CELLS_OF_NINE: usize = 81;

/// The values of the 81 cells of a 9x9 grid that a line starts with, and what follows: the common
/// case.
pub(super) fn values_of_nine<'t>(
    line: &'t [u8],
    options: &Options,
) -> Option<([u8; CELLS_OF_NINE], &'t [u8])> {
    let (cells, rest) = line.split_first_chunk::<CELLS_OF_NINE>()?;
    let is_apart = rest.first().is_none_or(|byte| b" \t,;:#|".contains(byte));
    if !is_apart || options.size.is_some_and(|size| size != Size::NINE) {
        return None;
    }
    let is_reached = options.symbols.count() >= 9 || options.symbols.reads_decimals();
    let are_values = |values: &[u8]| values.iter().fold(0, |most, &value| value.max(most)) <= 9;
    // Arithmetic, of which the compiler makes vectors; look-ups where that is not enough.
    let mut values = cells.map(|byte| if byte == b'.' { 0 } else { byte.wrapping_sub(b'0') });
    if !options.symbols.has_digits() || !are_values(&values) {
        values = cells.map(|byte| options.symbols.value(byte, 9));
    }
    (are_values(&values) && is_reached).then_some((values, rest))
}

/// The 9x9 grid that a line starts with, and what follows.
pub(super) fn nine<'t>(line: &'t [u8], options: &Options) -> Option<(Grid, &'t [u8])> {
    let (values, rest) = values_of_nine(line, options)?;
    Some((Grid::from_bytes(&values)?, rest))
}

/// The cells of a puzzle in a plain line that are as many as a grid has, before a remark.
pub(super) fn whole<'t>(line: &'t [u8], options: &Options) -> Option<Vec<&'t [u8]>> {
    find(line, options).filter(|cells| is_grid(cells, options))
}

/// Whether these are all cells of one grid.
fn is_grid(cells: &[&[u8]], options: &Options) -> bool {
    let side = options.size.map_or(cells.len().isqrt(), Size::side);
    let is_long = options.size.is_some() || cells.len() >= FEWEST_CELLS;
    let mut each = cells.iter();
    is_long && side * side == cells.len() && each.all(|cell| is_cell(cell, side, &options.symbols))
}

/// The cells of a puzzle in a plain line: all its words, or the first word that holds a whole grid,
/// or else what should be one: a word of many digits and marks, or many numbers.
pub(super) fn find<'t>(line: &'t [u8], options: &Options) -> Option<Vec<&'t [u8]>> {
    let text = cells_of(line);
    // A field of a table may hold a whole drawing.
    let is_word = |word: &&[u8]| !is_rule(word) && !word.eq_ignore_ascii_case(b"regions");
    let cells = words(text).into_iter().filter(is_word).collect_vec();
    let runs = cells.iter().filter(|word| word.len() <= MOST_RUN && !word.contains(&b'!'));
    let runs = runs.map(|word| characters(word).collect_vec()).collect_vec();
    // Long words are no rows, but where all are, each with all digits; two with those in order are
    // candidates of two cells.
    let are_short = runs.iter().all(|run| run.len() < FEWEST_CELLS);
    let is_set = |word: &&&[u8]| word.len() == cells.len() && word.is_sorted_by(|a, b| a < b);
    let are_sets = cells.iter().filter(is_set).count() > 1;
    let is_square = |rows: &Vec<&[u8]>| are_short || rows.len() == cells.len().pow(2);
    let rows = Some(runs.concat()).filter(|rows| is_square(rows) && !are_sets);
    // With the labels of regions behind.
    let (half, labels) = cells.split_at(cells.len() / 2);
    let half = are_labels(labels, half.len()).then(|| half.to_vec());
    let all = [Some(cells), rows, Some(Way::Fields.cut(text)), half];
    if let Some(cells) = all.into_iter().flatten().find(|cells| is_grid(cells, options)) {
        return Some(cells);
    }
    // A number of at most half as many digits is the name of a puzzle after it.
    let is_digit = |cell: &&[u8]| matches!(cell, [b'0'..=b'9']);
    let has_mark = |run: &&Vec<&[u8]>| run.iter().any(|cell| is_empty_mark(cell));
    let puzzles = runs.iter().filter(has_mark).filter(|run| is_grid(run, options));
    let longest = puzzles.map(Vec::len).max().unwrap_or(0);
    let is_name = |run: &[&[u8]]| 2 * run.len() <= longest && run.iter().all(is_digit);
    // One that should be a grid but for a slip or two is not passed over for its solution.
    let slips = |run: &[&[u8]]| run.iter().filter(|cell| !is_digit(cell) && **cell != b".").count();
    let is_meant = |run: &&Vec<&[u8]>| {
        (is_grid(run, options) || run.len() >= FEWEST_CELLS && slips(run) <= 2) && !is_name(run)
    };
    let all = words(line);
    // Of the smallest grid with boxes one cell may be a slip.
    let is_mark = |symbol: &char| symbol.is_numeric() || "._*?".contains(*symbol);
    let is_long = |word: &&&[u8]| {
        let text = String::from_utf8_lossy(word);
        let marks = text.chars().filter(is_mark).count();
        marks + 1 >= FEWEST_CELLS && text.chars().count() >= FEWEST_CELLS
    };
    let long = || all.iter().find(is_long).map(|word| characters(word).collect());
    runs.iter().find(is_meant).cloned().or_else(long).or_else(|| {
        let numbers = all.iter().filter(|word| decimal(word).is_some() || is_empty_mark(word));
        (numbers.count() >= FEWEST_CELLS).then_some(all)
    })
}

/// Reads a puzzle in a line; `None` if it holds no cells.
pub(super) fn read(place: Place<'_>) -> Option<Result<Record, ParseError>> {
    if let Some((grid, _)) = nine(place.text, place.options) {
        return Some(after_nine(grid, place));
    }
    let text = plain(place.text);
    let cells = find(&text, place.options)?;
    let (first, last) = (cells.first()?, cells.last()?);
    let run = &text[start_of(&text, first)..end_of(&text, last)];
    let plain = Place { text: &text, ..place };
    Some(of_cells(plain, &cells, run).and_then(|record| beside(record, place, plain, run)))
}

/// Reads a line that begins with the 81 cells of a grid.
#[inline]
pub(super) fn after_nine(grid: Grid, place: Place<'_>) -> Result<Record, ParseError> {
    let record = Record::new(grid, place.line);
    match place.text.len() {
        CELLS_OF_NINE => Ok(record),
        _ => beside(record, place, place, &place.text[..CELLS_OF_NINE]),
    }
}

/// The record of these cells, which stand in this run of a line.
fn of_cells(place: Place<'_>, cells: &[&[u8]], run: &[u8]) -> Result<Record, ParseError> {
    let (options, found) = (place.options, cells.len());
    if let Some(candidates) = marks(run, options) {
        return Ok(Record::of_candidates(candidates, place.line));
    }
    let is_square = found.isqrt().pow(2) == found;
    let square = is_square.then(|| options.size_of_side(found.isqrt())).transpose();
    let square = square.map_err(|kind| place.error(run, kind))?;
    // The nearest, the smaller of two.
    let sizes = (1..=Size::MAX_SIDE).filter_map(Size::from_side);
    let nearest = || sizes.min_by_key(|size| size.cell_count().abs_diff(found));
    let size = options.size.or(square).or_else(nearest).unwrap_or(Size::NINE);
    let expected = size.cell_count();
    if found != expected {
        let at = cells.get(expected).copied().unwrap_or(&run[run.len()..]);
        return Err(place.expected(at, format!("{expected} cells"), found.to_string()));
    }
    if size.side() > MOST_SIDE && run.len() == found {
        let found = format!("{found} characters");
        return Err(place.expected(run, "numbers with blanks between", found));
    }
    grid(&place.cells(cells.iter().copied()), size)
}

/// Adds what stands before and after the cells of a record in their line, of which the plain text has
/// as many characters.
pub(super) fn beside(
    mut record: Record,
    Place { text: line, options, .. }: Place<'_>,
    place @ Place { text, .. }: Place<'_>,
    cells: &[u8],
) -> Result<Record, ParseError> {
    let original = |part: &[u8]| match part.len() {
        bytes if line.len() == text.len() => bytes,
        _ => characters(line).take(characters(part).count()).map(<[u8]>::len).sum(),
    };
    let (before, to_end) = text.split_at(start_of(text, cells));
    let rest = &to_end[cells.len()..];
    record.id = trimmed(&line[..original(before)]);
    record.comment = trimmed(&line[original(&text[..text.len() - rest.len()])..]);
    let is_announced = match rest_of(&mut record, place, rest)? {
        // A solution says nothing of rules.
        None if record.id.is_none() => return Ok(record),
        is_announced => is_announced.unwrap_or_default(),
    };
    record.check_boxes(options).map_err(|kind| place.error(cells, kind))?;
    if !options.settled {
        let (count, labels) = (record.grid.values().len(), words(cells_of(before)));
        let are_regions = is_of_letters(&labels.concat(), count) || are_labels(&labels, count);
        if are_regions && record.regions.is_none() {
            let what = "regions before their cells".to_owned();
            return Err(place.error(text, ParseErrorKind::OtherRules(what, record.line)));
        }
        let has_regions = record.regions.is_some() || is_announced;
        let texts = [record.id.as_deref(), record.comment.as_deref()];
        let mut words = texts.into_iter().flatten().filter_map(|text| rules_word(text, false));
        if let Some(word) = words.find(|word| !(word.is_jigsaw && has_regions)) {
            return Err(place.error(text, ParseErrorKind::OtherRules(word.text, record.line)));
        }
    }
    Ok(record)
}

/// A text beside cells without what parts it from them; `None` if it says nothing.
fn trimmed(text: &[u8]) -> Option<Box<[u8]>> {
    let parts = |byte: &u8| b",;:#\"' \t\r\n".contains(byte);
    let start = text.iter().position(|byte| !parts(byte))?;
    // A name stands before what assigns it: `M = [`.
    let end = text.iter().rposition(|byte| !parts(byte) && !b"=[(".contains(byte))?;
    let says = |byte: &u8| !b"[]{}()|>".contains(byte) && !parts(byte);
    text.iter().any(says).then(|| text[start..=end].into())
}

/// Reads what follows cells; whether regions are announced, `None` if it is the solution of a 9x9
/// puzzle alone.
fn rest_of(record: &mut Record, place: Place<'_>, rest: &[u8]) -> Result<Option<bool>, ParseError> {
    let options = place.options;
    let size = record.grid.size();
    let (side, count) = (size.side(), size.cell_count());
    let unmarked = rest.trim_ascii_start();
    let mut uncounted = unmarked;
    if let Some(counted) = unmarked.strip_prefix(b":")
        && let Some(length) = counted.iter().position(|&byte| byte == b':')
        && length < FEWEST_CELLS
        && let Some(count) = decimal(&counted[..length])
    {
        record.count = Some(count as u64);
        uncounted = &counted[length..];
    }
    // The common case, read as below: a solution in one word, and nothing else.
    let start = uncounted.iter().position(|byte| !parts_words(byte)).unwrap_or_default();
    if let Some((solution, end)) = nine(&uncounted[start..], options)
        && size == Size::NINE
        && solution.is_full()
        && end.iter().all(parts_words)
        && !options.jigsaw
        && !are_like_regions(&solution)
    {
        record.solution = Some(solution);
        return Ok(None);
    }
    let words = words(rest);
    let said = announced(rest);
    let names_regions = said == Some(Role::Regions);
    let says_regions = options.jigsaw || names_regions;
    let says_solution = said == Some(Role::Solution)
        || unmarked.first().is_some_and(|mark| b"=([>-".contains(mark));
    for cells in grids(&words, count) {
        let text = cells.concat();
        let is_grid =
            cells.len() == count && cells.iter().all(|cell| is_cell(cell, side, &options.symbols));
        let placed = place.cells(cells.iter().copied());
        let second = is_grid.then(|| grid(&placed, size));
        let second = second.transpose().map_err(ParseError::of_claim)?;
        // A row of a solution has each digit once.
        let is_latin = cells.iter().take(side).all_unique();
        let is_like_regions = second.as_ref().is_some_and(|second| are_like_regions(&second.grid));
        let is_layout = is_of_letters(&text, count) && (says_regions || !is_grid)
            || are_labels(&cells, count)
                && (names_regions || options.jigsaw && !is_latin || is_like_regions);
        if is_layout && record.regions.is_none() {
            record.regions = Some(regions(&[placed])?.into());
        } else if let Some(Record { grid: second, .. }) =
            second.filter(|_| record.solution.is_none())
        {
            if !second.is_full() && !says_solution {
                let expected = "a solution or a jigsaw's regions after the puzzle";
                return Err(place.expected(cells[0], expected, "another grid with empty cells"));
            }
            record.solution = Some(second);
        } else if text.iter().all(|byte| byte.is_ascii_digit() || b".-_*?".contains(byte))
            && text.iter().any(|byte| !b"-._*".contains(byte))
        {
            let (expected, found) = (format!("{count} cells"), cells.len().to_string());
            return Err(place.expected(cells[0], expected, found).of_claim());
        }
    }
    Ok(Some(says_regions))
}

/// What may be other grids or labels of so many cells: words of a cell each, perhaps with a comment
/// after them, groups of letters, or long words.
fn grids<'t>(words: &[&'t [u8]], count: usize) -> Vec<Vec<&'t [u8]>> {
    let is_name = |word: &&[u8]| word.eq_ignore_ascii_case(b"regions");
    let words = &words[usize::from(words.first().is_some_and(is_name))..];
    let is_one = |word: &&[u8]| word.len() == 1 || decimal(word).is_some();
    let all: Vec<&[u8]> = words.iter().flat_map(|word| characters(word)).collect();
    match words.get(..count) {
        _ if count < FEWEST_CELLS => Vec::new(),
        Some(cells) if cells.iter().all(is_one) => vec![cells.to_vec()],
        _ if all.len() == count && words.iter().all(|word| word.len() < FEWEST_CELLS) => vec![all],
        _ => {
            let cells = words.iter().map(|word| characters(word).collect::<Vec<_>>());
            cells.filter(|cells| cells.len() >= FEWEST_CELLS).collect()
        }
    }
}

/// The candidates of 81 cells, each nine characters: the digit, or an empty mark where it is ruled
/// out. `None` if it is something else, or has no digit at all: an empty grid.
fn marks(run: &[u8], options: &Options) -> Option<Candidates> {
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
    let is_empty = candidates.iter().next().is_none();
    (!is_empty).then_some(candidates)
}

//! A puzzle in one line, and the texts before and after its cells: a name before; a comment, a
//! solution, a number of solutions or regions after.

use itertools::Itertools;

use super::cells::{Place, are_labels, are_like_regions, grid, is_cell, is_of_letters, regions};
use super::error::{ParseError, ParseErrorKind};
use super::names::{Role, announced, rules_word};
use super::record::{Options, Record};
use super::token::{
    self, FEWEST_CELLS, MOST_RUN, Way, are_parts, cells_of, characters, decimal, end_of,
    is_empty_mark, is_rule, parts_words, plain, start_of, words,
};
use crate::grid::{Candidate, Candidates, Grid, MOST_SIDE, Size};

/// The values of the 81 cells of a 9x9 grid at the start of a text, and the text after the cells.
pub(super) fn values_of_nine<'t>(
    line: &'t [u8],
    options: &Options,
) -> Option<([u8; 81], &'t [u8])> {
    let (cells, rest) = line.split_first_chunk()?;
    let is_apart = rest.first().is_none_or(|byte| b" \t,;:#|\r\n".contains(byte));
    let is_nine = options.size.is_none_or(|size| size == Size::NINE);
    // The compiler translates this arithmetic into vector instructions.
    let values = cells.map(|byte: u8| if byte == b'.' { 0 } else { byte.wrapping_sub(b'0') });
    let largest = values.iter().fold(0, |most, &value| value.max(most));
    let is_read = is_apart && is_nine && largest <= 9 && options.symbols.has_digits();
    is_read.then_some((values, rest))
}

/// The 9x9 grid at the start of a line, and the text after the grid.
pub(super) fn nine<'t>(line: &'t [u8], options: &Options) -> Option<(Grid, &'t [u8])> {
    let (values, rest) = values_of_nine(line, options)?;
    Some((Grid::from_bytes(&values)?, rest))
}

/// The cells of a puzzle in a plain line, if they form a whole grid.
pub(super) fn whole<'t>(line: &'t [u8], options: &Options) -> Option<Vec<&'t [u8]>> {
    find(line, options).filter(|cells| is_grid(cells, options))
}

/// The cells of a whole grid in which blanks are empty cells; `None` if the words between the
/// blanks are already the cells of a grid.
pub(super) fn spaced<'t>(text: &'t [u8], options: &Options) -> Option<Vec<&'t [u8]>> {
    let cells = token::spaced(text).filter(|cells| is_grid(cells, options))?;
    (!is_grid(&words(text), options)).then_some(cells)
}

/// Whether these cells form a whole grid.
fn is_grid(cells: &[&[u8]], options: &Options) -> bool {
    let side = options.size.map_or(cells.len().isqrt(), Size::side);
    let is_long = options.size.is_some() || cells.len() >= FEWEST_CELLS;
    let mut each = cells.iter();
    is_long && side * side == cells.len() && each.all(|cell| is_cell(cell, side, &options.symbols))
}

/// The cells of a puzzle in a plain line: all words of the line, or the characters of all words; or
/// the characters of the first word that is a whole grid except for one or two wrong characters; or
/// of text that is probably meant as a grid: a word of many digits and marks, or many numbers.
pub(super) fn find<'t>(line: &'t [u8], options: &Options) -> Option<Vec<&'t [u8]>> {
    if options.size.is_none() && line.len() < FEWEST_CELLS {
        return None;
    }
    let text = cells_of(line);
    // A field of a table may contain a whole drawing.
    let is_word = |word: &&[u8]| !is_rule(word) && !word.eq_ignore_ascii_case(b"regions");
    let cells = words(text).into_iter().filter(is_word).collect_vec();
    let run = |word: &&'t [u8]| characters(word).take(MOST_RUN).collect_vec();
    let rows = cells.iter().filter(|word| !word.contains(&b'!'));
    let rows = rows.flat_map(|word| characters(word)).take(MOST_RUN).collect_vec();
    // Words are rows if they are short, or if there are as many words as each word has characters.
    // Two or more words of such a length with ascending characters are candidates of cells.
    let are_short = cells.iter().all(|word| word.len() < FEWEST_CELLS);
    let is_set = |word: &&&[u8]| word.len() == cells.len() && word.is_sorted_by(|a, b| a < b);
    let are_rows = are_short || rows.len() == cells.len().pow(2);
    let are_rows = are_rows && are_parts(text);
    let rows = (are_rows && cells.iter().filter(is_set).count() < 2).then_some(rows);
    // The second half of the words may be labels of regions.
    let (half, labels) = cells.split_at(cells.len() / 2);
    let half = are_labels(labels, half.len()).then(|| half.to_vec());
    let quoted = text.split(|byte| b"\"'".contains(byte)).nth(1);
    let quoted = quoted.and_then(|text| spaced(text, options));
    // The number of solutions may follow after the cells.
    let counted = memchr::memchr(b':', text).map(|end| words(&text[..end]));
    let all = [Some(cells), rows, Some(Way::Fields.cut(text)), half, quoted, counted];
    if let Some(cells) = all.into_iter().flatten().find(|cells| is_grid(cells, options)) {
        return Some(cells);
    }
    let all = words(line);
    let may_be = |word: &&&[u8]| word.len() >= FEWEST_CELLS || options.size.is_some();
    let each = if text.len() < line.len() { words(text) } else { Vec::new() };
    let mut each = each.iter().chain(&all).filter(may_be);
    let is_foreign = |cell: &[u8]| String::from_utf8_lossy(cell).chars().all(char::is_numeric);
    let is_number = |cell: &[u8]| cell[0].is_ascii_digit() || cell.len() > 1 && is_foreign(cell);
    let is_right = |cell: &&[u8]| is_empty_mark(cell) || is_number(cell);
    let right = |word: &[u8]| characters(word).filter(is_right).count();
    let count = |word: &[u8]| characters(word).count();
    let is_meant = |word: &&&'t [u8]| {
        let is_near = count(word) >= FEWEST_CELLS && count(word) <= right(word) + 2;
        (is_near || is_grid(&run(word), options)) && !word.contains(&b'!')
    };
    // A number with at most half as many digits as a puzzle in the line has cells is the name of
    // the puzzle.
    let mut meant = each.clone().filter(is_meant);
    let is_open =
        |word: &&&'t [u8]| characters(word).any(is_empty_mark) && is_grid(&run(word), options);
    let open = meant.clone().filter(is_open).map(|word| count(word));
    let is_longer = |word: &[u8]| open.clone().all(|length| 2 * count(word) > length);
    let is_puzzle = |word: &&&[u8]| !characters(word).all(is_number) || is_longer(word);
    // In the smallest grid with boxes, one cell may be wrong.
    let is_long = |word: &&&[u8]| count(word) >= FEWEST_CELLS && right(word) + 1 >= FEWEST_CELLS;
    let meant = meant.find(is_puzzle).or_else(|| each.find(is_long));
    meant.map(|word| characters(word).collect()).or_else(|| {
        let numbers = all.iter().filter(|word| decimal(word).is_some() || is_empty_mark(word));
        (numbers.count() >= FEWEST_CELLS).then_some(all)
    })
}

/// Reads a puzzle in a line; `None` if the line has no cells.
pub(super) fn read(place: Place<'_>) -> Option<Result<Record, ParseError>> {
    if let Some((grid, rest)) = nine(place.text, place.options) {
        let cells = &place.text[..place.text.len() - rest.len()];
        return Some(beside(Record::new(grid, place.line), place, cells));
    }
    let text = plain(place.text);
    let cells = find(&text, place.options)?;
    let (first, last) = (cells.first()?, cells.last()?);
    let run = &text[start_of(&text, first)..end_of(&text, last)];
    let plain = Place { text: &text, ..place };
    Some(of_cells(plain, &cells, run).and_then(|record| beside(record, plain, run)))
}

/// The record of these cells; `run` is the part of the line from the first to the last cell.
fn of_cells(place: Place<'_>, cells: &[&[u8]], run: &[u8]) -> Result<Record, ParseError> {
    let (options, found) = (place.options, cells.len());
    if let Some(candidates) = marks(run, options) {
        return Ok(Record::of_candidates(candidates, place.line));
    }
    let nearest = (found as f64).sqrt().round() as usize;
    let size = options.size_of_side(options.size.map_or(nearest, Size::side));
    let size = size.map_err(|kind| place.error(run, kind))?;
    let expected = size.cell_count();
    if found != expected {
        let at = cells.get(expected).copied().unwrap_or(&run[run.len()..]);
        let has_gap = token::spaced(run).is_some() && memchr::memmem::find(run, b"  ").is_some();
        let advice = if has_gap { "; type '.' for empty cells" } else { "" };
        let found = format!("{found}{advice}");
        return Err(place.expected(at, format!("{expected} cells"), found));
    }
    if size.side() > MOST_SIDE && run.len() == found {
        let found = format!("{found} characters");
        return Err(place.expected(run, "numbers with blanks between them", found));
    }
    grid(&place.cells(cells.iter().copied()), size)
}

/// Adds the texts before and after the cells to the record of a line.
pub(super) fn beside(
    mut record: Record,
    place: Place<'_>,
    cells: &[u8],
) -> Result<Record, ParseError> {
    let Place { text, options, .. } = place;
    let (before, rest) = (&text[..start_of(text, cells)], &text[end_of(text, cells)..]);
    (record.id, record.comment) = (trimmed(before), trimmed(rest));
    rest_of(&mut record, place, rest)?;
    record.check_boxes(options).map_err(|kind| place.error(cells, kind))?;
    if !options.settled {
        let are_regions = |labels: &[&[u8]], count: usize| {
            let all = labels.concat();
            let mut runs = labels.iter().copied().chain([&all[..]]);
            runs.any(|run| is_of_letters(run, count)) || are_labels(labels, count)
        };
        let may_be = record.id.is_some() && record.regions.is_none();
        if may_be && are_regions(&words(cells_of(before)), record.grid.values().len()) {
            let what = "regions before the cells".to_owned();
            return Err(place.error(text, ParseErrorKind::OtherRules(what, record.line)));
        }
        let has_regions = record.regions.is_some();
        let texts = [record.id.as_deref(), record.comment.as_deref()];
        let mut words = texts.into_iter().flatten().filter_map(|text| rules_word(text, false));
        if let Some(word) = words.find(|word| !(word.is_jigsaw && has_regions)) {
            return Err(place.error(text, ParseErrorKind::OtherRules(word.text, record.line)));
        }
    }
    Ok(record)
}

/// A text before or after cells, without the characters that separate it from the cells; `None` if
/// nothing is left.
fn trimmed(text: &[u8]) -> Option<Box<[u8]>> {
    let parts = |byte: &u8| b",;:#\"'| \t\r\n".contains(byte);
    let start = text.iter().position(|byte| !parts(byte) && !b")]}>".contains(byte))?;
    // A name comes before an assignment: `M = [`.
    let end = text.iter().rposition(|byte| !parts(byte) && !b"=[({".contains(byte))?;
    (start <= end).then(|| text[start..=end].into())
}

/// Reads the text after the cells: a number of solutions, a solution or regions.
fn rest_of(record: &mut Record, place: Place<'_>, rest: &[u8]) -> Result<(), ParseError> {
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
    // A faster way for the common case: only a solution in one word. The result is the same as
    // below.
    let start = uncounted.iter().position(|byte| !parts_words(byte)).unwrap_or_default();
    if let Some((solution, end)) = nine(&uncounted[start..], options)
        && size == Size::NINE
        && solution.is_full()
        && end.iter().all(parts_words)
        && !options.jigsaw
        && !are_like_regions(&solution)
    {
        record.solution = Some(solution);
        return Ok(());
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
        let second = is_grid.then(|| grid(&placed, size).map(|second| second.grid));
        let second = second.transpose().map_err(ParseError::of_claim)?;
        let is_like_regions =
            names_regions || second.as_ref().map_or(says_regions, are_like_regions);
        let are_regions = is_of_letters(&text, count) && (says_regions || !is_grid)
            || are_labels(&cells, count) && is_like_regions;
        if are_regions && record.regions.is_none() {
            record.regions = Some(regions(&[placed])?.into());
        } else if let Some(second) = second {
            if !second.is_full() && !says_solution {
                let expected = "a solution or a jigsaw's regions after the puzzle";
                return Err(place.expected(cells[0], expected, "another grid with empty cells"));
            }
            record.solution.get_or_insert(second);
        } else if text.iter().all(|byte| byte.is_ascii_digit() || b".-_*?/".contains(byte))
            && text.iter().any(|byte| !b"-._*".contains(byte))
        {
            let (expected, found) = (format!("{count} cells"), cells.len().to_string());
            return Err(place.expected(cells[0], expected, found).of_claim());
        }
    }
    Ok(())
}

/// The parts of a text that may be another grid or labels of this many cells: words of one cell
/// each, perhaps with a comment after them; words that together have this many characters; or long
/// words.
fn grids<'t>(words: &[&'t [u8]], count: usize) -> Vec<Vec<&'t [u8]>> {
    let is_name = |word: &&[u8]| word.eq_ignore_ascii_case(b"regions");
    let words = &words[usize::from(words.first().is_some_and(is_name))..];
    let is_one = |word: &&[u8]| word.len() == 1 || decimal(word).is_some();
    let ends = words.iter().scan(0, |end, word| {
        *end += characters(word).count();
        Some(*end)
    });
    let groups = { ends }.position(|end| end == count).map(|last| &words[..=last]);
    let groups = groups.filter(|groups| groups.iter().all(|word| word.len() < FEWEST_CELLS));
    match (words.get(..count), groups) {
        _ if count < FEWEST_CELLS => Vec::new(),
        (Some(cells), _) if cells.iter().all(is_one) => vec![cells.to_vec()],
        (_, Some(groups)) => vec![groups.iter().flat_map(|word| characters(word)).collect()],
        _ => {
            let cells = words.iter().map(|word| characters(word).collect::<Vec<_>>());
            cells.filter(|cells| cells.len() >= FEWEST_CELLS).collect()
        }
    }
}

/// Reads the candidates of 81 cells from nine characters for each cell: a digit, or an empty mark
/// if the digit is not a candidate. `None` if the text is something else, or if it has only empty
/// marks: then it is an empty grid.
fn marks(run: &[u8], options: &Options) -> Option<Candidates> {
    let size = Size::NINE;
    if run.len() != size.candidate_count() || options.size.is_some_and(|given| given != size) {
        return None;
    }
    let mut candidates = Candidates::none(size);
    for (Candidate { cell, digit }, &mark) in size.candidates().zip(run) {
        match usize::from(options.symbols.value(mark, size.side())) {
            0 => {}
            value if value == digit.value() => candidates[cell].insert(digit),
            _ => return None,
        }
    }
    let is_empty = candidates.iter().next().is_none();
    (!is_empty).then_some(candidates)
}

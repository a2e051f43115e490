//! From the text of one puzzle to its grid.

use itertools::Itertools;

use super::batch::{Layout, RawRecord};
use super::cells::{Cells, Of, Place};
use super::claims::Rest;
use super::drawn::drawn_boxes;
use super::error::{ParseError, ParseErrorKind};
use super::frame::Frame;
use super::kind::is_no_row;
use super::layout::{is_layout, is_nearly_a_layout, labels_length, parse_layout, rows};
use super::lines::LINE_LIMIT;
use super::named::NamedRules;
use super::pencil::{library_line, pencil_marks};
use super::shape::{
    Line, MOST_SIDE, Reading, RowLengths, Shape, Token, characters, decimal, ends_cells, fields,
    is_separator, tokens,
};
use super::{Options, Record};
use crate::grid::{Candidates, Grid, Size};
use crate::rules::RegionsError;

/// Reads one puzzle. Needs nothing but its arguments, so any thread can do it.
///
/// # Errors
/// [`ParseError`] with the first place where the text is not a puzzle.
pub fn parse_record<'t>(raw: RawRecord<'t>, options: &Options) -> Result<Record<'t>, ParseError> {
    if let Some(solution) = raw.solution {
        return parse_solved(RawRecord { solution: None, ..raw }, solution, options);
    }
    if let Some(rules) = raw.rules {
        return parse_named(raw, rules, options);
    }
    let Some((layout, line)) = raw.regions else { return parse_puzzle(raw, options) };
    // The layout tells that a side without boxes is one.
    let mut record = parse_puzzle(raw, &Options { boxless: true, ..options.clone() })?;
    let regions = parse_layout(layout, line)?;
    let (expected, found) = (record.grid.size().cell_count(), regions.labels().len());
    if expected != found {
        let kind = RegionsError::Labels { expected, found }.into();
        return Err(ParseError { line, column: 1, kind });
    }
    record.regions = Some(regions.into());
    Ok(record)
}

/// Reads a puzzle beside which its solution stands.
fn parse_solved<'t>(
    raw: RawRecord<'t>,
    solution: &[u8],
    options: &Options,
) -> Result<Record<'t>, ParseError> {
    let mut record = parse_record(raw, options)?;
    let size = record.grid.size();
    // Much less text than cells is a remark.
    if solution.len() > size.cell_count() * 3 / 4 {
        let raw = RawRecord { text: solution, layout: Layout::Line, ..raw };
        let options = Options { size: Some(size), ..options.clone() };
        let Record { grid, .. } = parse_record(raw, &options)?;
        record.claim(grid);
    }
    Ok(record)
}

/// Reads a puzzle beside which its rules stand.
fn parse_named<'t>(
    raw: RawRecord<'t>,
    rules: &NamedRules,
    options: &Options,
) -> Result<Record<'t>, ParseError> {
    if let (Some(asked), Some(found)) = (options.size, rules.size)
        && asked != found
    {
        let kind = ParseErrorKind::Unsupported {
            expected: "a puzzle with the boxes asked for (--box)",
            found: format!("one with boxes of {found}"),
            advice: "leave out --box",
        };
        return Err(ParseError { line: raw.line, column: 1, kind });
    }
    let size = rules.size.or(options.size);
    let boxless = options.boxless || rules.is_latin;
    let record = parse_record(
        RawRecord { rules: None, ..raw },
        &Options { size, boxless, ..options.clone() },
    )?;
    Ok(Record { rules: Some(Box::new(rules.clone())), ..record })
}

fn parse_puzzle<'t>(raw: RawRecord<'t>, options: &Options) -> Result<Record<'t>, ParseError> {
    let not_text = |column, kind| Err(ParseError { line: raw.line, column, kind });
    match raw.layout {
        // The only row of its grid.
        Layout::Line if options.size.is_some_and(|size| size.side() == 1) => {
            parse_rows(raw, options)
        }
        Layout::Line => match common_line(raw, options) {
            Some(record) => Ok(record),
            None => parse_line(raw, options),
        },
        Layout::Rows => parse_rows(raw, options),
        Layout::Link => super::link::parse(raw, options),
        Layout::GameId => super::game_id::parse(raw.text, raw.line, options),
        Layout::Row => super::table::parse(raw, options),
        Layout::TooLong => {
            not_text(1 + LINE_LIMIT, ParseErrorKind::LineTooLong { limit: LINE_LIMIT })
        }
        Layout::Utf16 => not_text(1, ParseErrorKind::Utf16),
        Layout::Aside => not_text(1, ParseErrorKind::Nothing),
        Layout::Wrong => not_text(1, raw.wrong.cloned().unwrap_or(ParseErrorKind::Nothing)),
    }
}

/// The common case by table look-up: 81 symbols of a 9x9 grid, then nothing or a comment.
pub(super) fn common_line<'t>(raw: RawRecord<'t>, options: &Options) -> Option<Record<'t>> {
    const CELLS: usize = 81;
    if options.size.is_some_and(|size| size != Size::NINE) {
        return None;
    }
    let (cells, rest) = raw.text.split_first_chunk::<CELLS>()?;
    if rest.first().is_some_and(|&byte| !is_separator(byte) && !ends_cells(byte)) {
        return None;
    }
    let table = options.symbols.values_of_nine();
    let grid = Grid::from_bytes(&cells.map(|byte| table[usize::from(byte)]))?;
    let mut record = Record::new(grid, raw.line);
    if !rest.is_empty() {
        record.comment = comment(rest);
        let Rest { claims, regions } = Rest::of(&record.grid, rest, &options.symbols).ok()?;
        (record.claims, record.regions) = (claims, regions);
    }
    Some(record)
}

/// What follows the cells, without what parts it from them.
fn comment(rest: &[u8]) -> Option<&[u8]> {
    let rest = rest.trim_ascii_start();
    let text = match rest.first() {
        Some(b',' | b';' | b':' | b'#') => rest[1..].trim_ascii(),
        _ => rest.trim_ascii_end(),
    };
    (!text.is_empty()).then_some(text)
}

fn parse_line<'t>(raw: RawRecord<'t>, options: &Options) -> Result<Record<'t>, ParseError> {
    let shape = Shape::of(raw.text);
    let solid = match (shape.reading(options), tokens(raw.text).next()) {
        (Reading::Solid, Some(first)) if shape.solid().is_none() => {
            Some(first.start..first.start + first.text.len())
        }
        (Reading::Solid, _) => shape.solid(),
        _ => None,
    };
    let mut place = Place::new(raw.line, raw.text, options);
    if raw.text.trim_ascii_start().starts_with(b":") && solid.is_some() {
        return library_line(raw, &place);
    }
    if shape.is_split() {
        let first = "a name and a puzzle (write a colon after the name)".to_owned();
        let second = "a puzzle with a space in it".to_owned();
        let found = "two runs of cells";
        return Err(place.error(0, ParseErrorKind::Ambiguous { found, first, second }));
    }
    let (start, mut end) = match &solid {
        Some(solid) => (solid.start, solid.end),
        None if shape.has_fields() => (0, raw.text.len()),
        None => (0, raw.text.iter().position(|&byte| ends_cells(byte)).unwrap_or(raw.text.len())),
    };
    place.check_utf8(&raw.text[..end])?;
    let of = if solid.is_some() { Of::Characters } else { Of::from(&shape, options) };
    let mut found = match &solid {
        Some(_) => characters(&raw.text[start..end]),
        None => shape.cells(options),
    };
    // A layout right after the cells: twice a square, but for slips in less than a row of labels.
    let root = (2 * found).isqrt().div_ceil(2);
    let half = root * root;
    if !options.is_whole(found)
        && found.abs_diff(2 * half) <= root
        && let Some(label) = (Cells { text: &raw.text[..end], start, of }).iter().nth(half)
        && is_layout(&raw.text[label.start..end])
    {
        (end, found) = (label.start, half);
    }
    let (cells, rest) = raw.text.split_at(end);
    place.dashes = has_dashes(&cells[start..]);
    let cells = Cells { text: cells, start, of };
    if let Some(sets) = pencil_marks(&raw.text[start..end], options) {
        let sets = sets.map_err(|kind| place.error(start, kind))?;
        let mut record = Record::of_candidates(sets, raw.line);
        (record.id, record.comment) = (comment(&raw.text[..start]), comment(rest));
        return Ok(record);
    }
    let size = match options
        .size
        .or_else(|| options.size_of(found))
        .or_else(|| jigsaw_size(found, rest))
    {
        Some(size) => size,
        None if matches!(cells.of, Of::Characters) => nearest_size(found, std::iter::empty()),
        None => nearest_size(found, cells.iter().filter_map(|cell| decimal(cell.text))),
    };
    let (side, expected) = (size.side(), size.cell_count());
    let root = found.isqrt();
    let is_square = options.size.is_none() && root * root == found;
    if is_square && root > Size::MAX_SIDE {
        return Err(place.error(start, ParseErrorKind::Side { found: root }));
    }
    let count_error = || {
        if is_square && root >= 4 {
            return place.error(start, ParseErrorKind::NoBox { side: root });
        }
        let excess = cells.iter().nth(expected).map(|cell| cell.start);
        let at = excess.unwrap_or(raw.text[..end].trim_ascii_end().len());
        place.error(at, ParseErrorKind::Cells { expected, found })
    };
    if solid.is_some() && side > MOST_SIDE {
        let (expected, found) = ("numbers with spaces between", format!("{found} characters"));
        let advice = "symbols for digits end at side 36";
        let kind = ParseErrorKind::Unsupported { expected, found, advice };
        return Err(place.error(start, kind));
    }
    // A puzzle of another size than asked for is not a list of wrong symbols.
    if found != expected && options.is_whole(found) {
        return Err(count_error());
    }
    place.check_alphabet(side)?;
    let mut values = Vec::with_capacity(found);
    for cell in cells.iter() {
        values.push(place.value(cell, side)?);
    }
    if found != expected {
        return Err(count_error());
    }
    if found == 1 && options.size.is_none() && rest.starts_with(b":") {
        let first = "a puzzle of one cell and what is said of it (--box 1x1)".to_owned();
        let second = "a row with its label before it".to_owned();
        let found = "one cell before a colon";
        return Err(place.error(start, ParseErrorKind::Ambiguous { found, first, second }));
    }
    let characters = cells.iter().map(|cell| cell.text);
    check_zero(characters, side, options).map_err(|kind| place.error(start, kind))?;
    let grid = Grid::from_values(size, values).expect("as many values as cells, none too large");
    let Rest { claims, regions } = Rest::of(&grid, rest, &options.symbols)
        .map_err(|(at, kind)| place.error(end + at, kind))?;
    let decimals = cells.iter().any(|cell| cell.text.len() > 1);
    let mut record = Record { claims, regions, decimals, ..Record::new(grid, raw.line) };
    (record.id, record.comment) = (comment(&raw.text[..start]), comment(rest));
    Ok(record)
}

/// `0` beside letters: an empty cell, or the first of the digits?
fn check_zero<'t>(
    cells: impl Iterator<Item = &'t [u8]>,
    side: usize,
    options: &Options,
) -> Result<(), ParseErrorKind> {
    if side <= 9 || side > 35 || !options.symbols.reads_decimals() {
        return Ok(());
    }
    let (mut zero, mut other) = (false, false);
    for cell in cells {
        let [symbol] = *cell else { return Ok(()) };
        let value = usize::from(options.symbols.value(symbol, side));
        if value == side {
            return Ok(());
        }
        zero |= symbol == b'0';
        other |= symbol != b'0' && !(1..=9).contains(&value);
    }
    if !(zero && other) {
        return Ok(());
    }
    let symbols = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    Err(ParseErrorKind::Ambiguous {
        found: "'0' beside letters or other empty cells",
        first: format!("the lowest digit (--symbols {})", &symbols[..side]),
        second: format!("an empty cell (--symbols {})", &symbols[1..=side]),
    })
}

/// Whether dashes mark the empty cells: several of them, and no other mark.
fn has_dashes(cells: &[u8]) -> bool {
    cells.iter().filter(|&&byte| byte == b'-').count() > 1
        && !cells.iter().any(|byte| b".0_*?xX".contains(byte))
}

/// Reads rows, of digits or of sets of candidates.
fn parse_rows<'t>(raw: RawRecord<'t>, options: &Options) -> Result<Record<'t>, ParseError> {
    if let Some((frame, rows)) = framed(raw) {
        return parse_framed(raw, frame, &rows, options);
    }
    let rows = raw.text.split(|&byte| byte == b'\n').zip(raw.line..);
    // A spreadsheet's row may have nothing but delimiters.
    let is_row = |(row, _): &Row| Line::of(row) == Line::Content || fields(row).is_some();
    let mut shapes: Vec<(Shape, &[u8], usize)> =
        rows.filter(is_row).map(|(row, line)| (Shape::of(row), row, line)).collect();
    let mut lengths = RowLengths::new();
    shapes.iter().for_each(|(shape, ..)| lengths.push(shape.cells(options)));
    if let Some(found) = lengths.too_long() {
        // Alone, with small numbers, it is a puzzle with too few cells or too many.
        return match &shapes[..] {
            [(shape, text, line)] if !shape.has_numbers_of_a_row(found) => {
                parse_line(RawRecord { text, line: *line, ..raw }, options)
            }
            _ => {
                let (_, text, line) = shapes[0];
                Err(Place::new(line, text, options).error(0, ParseErrorKind::Side { found }))
            }
        };
    }
    let mut side = lengths.most_frequent();
    let labels = usize::from(has_labels(&mut shapes, side, options));
    side -= labels;
    if shapes.len() == side + 1 && is_no_row(shapes[0].1, options) {
        shapes.remove(0);
    }
    // A delimiter at the end of each row of a spreadsheet.
    let ends_blank = shapes.len() + 1 == side
        && shapes.iter().all(|(_, row, _)| {
            fields(row).is_some_and(|cells| cells.last().is_some_and(|cell| cell.text.is_empty()))
        });
    side -= usize::from(ends_blank);
    let side = options.size.map_or(side, Size::side);
    if side == 0 {
        // Nothing but separators.
        let kind = ParseErrorKind::Rows { expected: 1, found: 0 };
        return Err(Place::new(raw.line, b"", options).error(0, kind));
    }

    let dashes = has_dashes(raw.text);
    let place = |text, line| Place { dashes, ..Place::new(line, text, options) };
    let mut last = place(b"", raw.line);
    last.check_alphabet(side)?;
    let mut rows = Vec::new();
    for (row, (shape, text, line)) in (1..).zip(&shapes) {
        let end = match shape.has_fields() {
            true => text.len(),
            false => text.iter().position(|&byte| ends_cells(byte)).unwrap_or(text.len()),
        };
        last = place(text, *line);
        last.check_utf8(&text[..end])?;
        let cells = Cells { text: &text[..end], start: 0, of: Of::from(shape, options) };
        let most = if ends_blank { side } else { usize::MAX };
        let cells: Vec<Token<'_>> = cells.iter().skip(labels).take(most).collect();
        let found = cells.len();
        rows.push((last, cells));
        if found != side {
            let wrong = rows[rows.len() - 1].1.iter().find(|cell| {
                cell.text.len() == 1 && rows[rows.len() - 1].0.value(**cell, side).is_err()
            });
            if let Some(&wrong) = wrong {
                last.value(wrong, side)?;
            }
            let kind = match has_no_mark(raw.text) {
                true => blanks(),
                false => ParseErrorKind::RowCells { row, expected: side, found },
            };
            let end = text[..end].trim_ascii_end().len();
            let excess = rows[rows.len() - 1].1.get(side).map(|cell| cell.start);
            return Err(last.error(excess.unwrap_or(end), kind));
        }
    }
    if shapes.len() != side {
        // A symbol that is none says more than a number of rows.
        for (place, cells) in &rows {
            for cell in cells.iter().filter(|cell| !cell.text.is_ascii()) {
                place.value(*cell, side)?;
            }
        }
        let kind = match has_no_mark(raw.text) {
            true => blanks(),
            false => ParseErrorKind::Rows { expected: side, found: shapes.len() },
        };
        return Err(last.error(0, kind));
    }
    let drawn = drawn_boxes(raw, &rows, options)?;
    let cells =
        || rows.iter().flat_map(|(place, cells)| cells.iter().map(move |cell| (place, *cell)));
    let size = drawn.or_else(|| options.size_of_side(side));
    let size = size.ok_or_else(|| place(b"", raw.line).error(0, ParseErrorKind::NoBox { side }))?;
    let rules = named_box(drawn);
    if let Some(sets) = sets(cells().map(|(_, cell)| cell.text), side, options) {
        let (mut candidates, decimals) = (Candidates::all(size), sets == Sets::Decimals);
        for (cell, (place, token)) in size.cells().zip(cells()) {
            candidates[cell] = place.candidates(token, side, decimals)?;
        }
        return Ok(Record { rules, decimals, ..Record::of_candidates(candidates, raw.line) });
    }
    let record = grid_of(cells().map(|(place, cell)| (*place, cell)), size, raw.line, options)?;
    Ok(Record { rules, ..record })
}

/// The rules that name these boxes.
fn named_box(size: Option<Size>) -> Option<Box<NamedRules>> {
    size.map(|_| Box::new(NamedRules { size, ..NamedRules::default() }))
}

/// The grid of cells, each with its place.
fn grid_of<'t>(
    cells: impl Iterator<Item = (Place<'t>, Token<'t>)> + Clone,
    size: Size,
    line: usize,
    options: &Options,
) -> Result<Record<'static>, ParseError> {
    let side = size.side();
    let mut values = Vec::with_capacity(size.cell_count());
    for (place, cell) in cells.clone() {
        values.push(place.value(cell, side)?);
    }
    let decimals = cells.clone().any(|(_, cell)| cell.text.len() > 1);
    check_zero(cells.map(|(_, cell)| cell.text), side, options)
        .map_err(|kind| Place::new(line, b"", options).error(0, kind))?;
    let grid = Grid::from_values(size, values).expect("as many values as cells, none too large");
    Ok(Record { decimals, ..Record::new(grid, line) })
}

/// A row of a drawing, and the number of its line.
type Row<'t> = (&'t [u8], usize);

/// The rows of a drawing whose empty cells are blank.
fn framed(raw: RawRecord<'_>) -> Option<(Frame, Vec<Row<'_>>)> {
    let lines = raw.text.split(|&byte| byte == b'\n').zip(raw.line..);
    let is_row = |row: &[u8]| Line::of(row) == Line::Content || Frame::of_blank(row).is_some();
    let rows: Vec<Row> = lines.filter(|(row, _)| is_row(row)).collect();
    let frame = Frame::of(rows.first()?.0)?;
    let are_framed = rows.iter().all(|(row, _)| Frame::of(row) == Some(frame));
    let has_blanks = |(row, _): &Row| {
        Frame::of_blank(row).is_none() && fields(row).is_none() && Frame::has_blanks(row)
    };
    (are_framed && rows.iter().any(has_blanks)).then_some((frame, rows))
}

/// Reads rows whose cells stand at fixed places: as many in a row as there are rows.
fn parse_framed(
    raw: RawRecord<'_>,
    frame: Frame,
    rows: &[Row],
    options: &Options,
) -> Result<Record<'static>, ParseError> {
    let side = options.size.map_or(rows.len(), Size::side);
    let error = |kind| Place::new(raw.line, b"", options).error(0, kind);
    if rows.len() != side {
        return Err(error(ParseErrorKind::Rows { expected: side, found: rows.len() }));
    }
    let mut placed = Vec::new();
    for &(row, line) in rows {
        let place = Place::new(line, row, options);
        place.check_alphabet(side)?;
        let cells = frame.cells(row, side).ok_or_else(|| place.error(0, blanks()))?;
        placed.push((place, cells));
    }
    let drawn = drawn_boxes(raw, &placed, options)?;
    let size = drawn.or(options.size).or_else(|| Size::from_side(side));
    let size = size.ok_or_else(|| error(ParseErrorKind::NoBox { side }))?;
    let cells = placed.iter().flat_map(|(place, cells)| cells.iter().map(|cell| (*place, *cell)));
    let record = grid_of(cells, size, raw.line, options)?;
    Ok(Record { rules: named_box(drawn), ..record })
}

/// Whether rows hold no mark of an empty cell, but room for some.
fn has_no_mark(rows: &[u8]) -> bool {
    !rows.iter().any(|byte| b".0_*?xX-,;&\t".contains(byte))
        && rows.split(|&byte| byte == b'\n').any(|row| {
            row.windows(2).any(|two| two == b"  ") || row.starts_with(b" ") || row.ends_with(b" ")
        })
}

/// The error for rows in which blanks seem to stand for empty cells.
fn blanks() -> ParseErrorKind {
    ParseErrorKind::Unsupported {
        expected: "a mark for each empty cell",
        found: "rows without any".to_owned(),
        advice: "write . for an empty cell",
    }
}

/// Whether each row starts with its letter or number; a row above them that numbers the columns
/// is then taken away.
fn has_labels(rows: &mut Vec<(Shape, &[u8], usize)>, side: usize, options: &Options) -> bool {
    let count = |row: &(Shape, &[u8], usize)| row.0.cells(options);
    let is_heading = |row: &(Shape, &[u8], usize)| {
        let starts_blank = fields(row.1).is_some_and(|fields| fields[0].text.is_empty());
        count(row) + 1 == side || starts_blank && count(row) == side
    };
    let heading = usize::from(rows.len() == side && rows.first().is_some_and(is_heading));
    let first = match rows[heading..].first().and_then(|row| tokens(row.1).next()) {
        Some(Token { text: b"0", .. }) => 0,
        _ => 1,
    };
    let is_labelled = |(row, index): (&(Shape, &[u8], usize), usize)| {
        let label = tokens(row.1).next().map_or(b"".as_slice(), |token| token.text);
        let label = label.strip_prefix(b"r").or(label.strip_prefix(b"R")).unwrap_or(label);
        let letter = label == [b'A' + (index as u8 % 26)] || label == [b'a' + (index as u8 % 26)];
        let number = decimal(label).is_some_and(|number| number == index + first);
        count(row) == side && (letter || number)
    };
    let may_have = options.size.is_none_or(|size| size.side() < side);
    // `1 x` is no labelled row.
    let labelled = may_have
        && side > 2
        && rows.len() + 1 == side + heading
        && rows[heading..].iter().zip(0..).all(is_labelled);
    if labelled {
        rows.drain(..heading);
    }
    labelled
}

/// How sets of candidates are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sets {
    /// `12B`
    Symbols,
    /// `1/2/11`
    Decimals,
}

/// How cells are written if they are sets of candidates; `None` if each is a digit or empty.
fn sets<'t>(
    cells: impl Iterator<Item = &'t [u8]> + Clone,
    side: usize,
    options: &Options,
) -> Option<Sets> {
    let symbols = &options.symbols;
    let any = |is: fn(&[u8]) -> bool| cells.clone().any(is);
    let wide = || cells.clone().filter(|cell| characters(cell) > 1);
    let has_slash = any(|cell| cell.contains(&b'/'));
    let is_marked = has_slash || any(|cell| cell == b"!");
    if !is_marked && wide().next().is_none() {
        return None;
    }
    if !symbols.reads_decimals() || side <= 9 {
        return Some(Sets::Symbols);
    }
    let is_number = |cell: &[u8]| {
        decimal(cell).is_some_and(|number| (10..=side).contains(&number) || cell[0] == b'0')
    };
    let is_set = |cell: &[u8]| {
        cell.iter().all(|&byte| (1..=side).contains(&usize::from(symbols.value(byte, side))))
    };
    let has_letters = any(
        |cell| matches!(cell, [letter] if letter.is_ascii_alphabetic() && !b"xX".contains(letter)),
    );
    let are_numbers = !has_letters && wide().all(is_number);
    if has_slash || is_marked && are_numbers || symbols.needs_decimals(side) {
        return is_marked.then_some(Sets::Decimals);
    }
    (is_marked || !are_numbers && wide().all(is_set)).then_some(Sets::Symbols)
}

/// The size of a jigsaw without boxes of its side: about as many labels as cells follow the cells.
fn jigsaw_size(found: usize, rest: &[u8]) -> Option<Size> {
    let start = rest.iter().position(|&byte| !is_separator(byte) && !ends_cells(byte))?;
    let field = &rest[start..start + labels_length(&rest[start..], found)];
    let rows = rows(field);
    let labels: Vec<&[u8]> = rows.iter().flatten().map(|label| label.text).collect();
    let boxless = is_nearly_a_layout(&labels, found);
    Options { boxless, ..Options::default() }.size_of(found)
}

/// The size whose number of cells is nearest, the smaller of two, among those that have all these
/// numbers but two, which may be slips.
fn nearest_size(cells: usize, numbers: impl Iterator<Item = usize>) -> Size {
    let numbers = numbers.filter(|number| *number <= Size::MAX_SIDE);
    let least = numbers.k_largest(3).nth(2).unwrap_or(1);
    (least..=Size::MAX_SIDE)
        .filter_map(Size::from_side)
        .min_by_key(|size| size.cell_count().abs_diff(cells))
        .unwrap_or(Size::NINE)
}

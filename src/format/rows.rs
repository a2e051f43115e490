//! Lines that can be rows of drawings. Decides what successive lines are together: drawings with or
//! without bars and lines, puzzles in one line each, or labels of regions.

use itertools::Itertools;

use super::cells::{Place, Placed, grid, is_cell, is_of_letters, regions};
use super::error::{ParseError, ParseErrorKind, described};
use super::line::{find, whole};
use super::record::{Options, Record};
use super::together::Together;
use super::token::{
    Way, are_parts, cells_of, end_of, is_empty_mark, is_number, is_rule, plain, start_of,
    without_name, words,
};
use crate::grid::{MOST_SIDE, Size};

/// More lines than the largest drawing has, even with a rule or a blank line after each row.
const MANY_LINES: usize = 1 << 12;

/// A line of text, and what it can be according to its text and the options.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The number of the line, from 1.
    pub(super) number: usize,
    /// The text, made plain by [`super::token::plain`].
    pub(super) text: Vec<u8>,
    pub(super) kind: Kind,
    /// Each way in which the line can be cut into a row of cells, and how many cells the row has.
    counts: Vec<(Way, usize)>,
    /// How many cells the line has, if it can be a whole puzzle.
    puzzle: Option<usize>,
}

/// What a line can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Nothing visible, or only the end of a list.
    Blank,
    /// A drawn line. A line of dashes may also be a row, if dashes are empty cells in other rows.
    Rule,
    /// A row of cells.
    Row,
    /// Letters and nearly nothing else: labels of regions, or words.
    Letters,
    /// Not part of a drawing: a link, a puzzle with other text in the line, or only text.
    Text,
}

impl Line {
    pub(super) fn new(number: usize, text: Vec<u8>, options: &Options) -> Line {
        let visible = text.trim_ascii();
        let tabs = text.iter().filter(|&&byte| byte == b'\t').count();
        let is_end = visible.contains(&b']') && visible.iter().all(|byte| b"]),; ".contains(byte));
        let cells = whole(&text, options).map(|cells| cells.len());
        let counts = counts(cells_of(&text), options);
        let is_of_cells = cells.is_none_or(|cells| counts.iter().any(|(_, count)| *count == cells));
        // The line is words, although the number of its characters is the number of cells of a
        // grid: there are many words, or bars between them.
        let are_cells = |(way, count): &(Way, usize)| {
            *count > MOST_SIDE || *way == Way::Words && text.contains(&b'|')
        };
        let are_words = !is_of_cells && counts.iter().any(are_cells);
        let kind = match cells {
            _ if visible.is_empty() && tabs < 3 || is_end => Kind::Blank,
            _ if is_rule(visible) => Kind::Rule,
            // A tag of XML.
            _ if visible.starts_with(b"<") && visible.ends_with(b">") => Kind::Text,
            // A puzzle with a name is not a row.
            _ if !counts.is_empty() && (is_of_cells || are_words) => Kind::Row,
            None if is_of_labels(&text) => Kind::Letters,
            _ => Kind::Text,
        };
        let may_be = kind != Kind::Rule && !are_words;
        let puzzle = cells.filter(|&cells| may_be && options.fits(cells.isqrt()));
        Line { number, text, kind, counts, puzzle }
    }

    /// How many cells the line has if it is cut in this way; 0 if it is not a row then.
    fn count(&self, way: Way) -> usize {
        // If blanks are empty cells in other rows, each character of a line without blanks is a
        // filled cell.
        let is_full = way == Way::Spaced && !cells_of(&self.text).contains(&b' ');
        let way = if is_full { Way::Characters } else { way };
        self.counts.iter().find(|(known, _)| *known == way).map_or(0, |(_, count)| *count)
    }

    /// Whether blanks may be empty cells of the line.
    fn is_spaced(&self) -> bool {
        self.counts.iter().any(|(way, _)| *way == Way::Spaced)
    }

    fn is_row(&self) -> bool {
        self.kind == Kind::Row
    }

    /// The cells of the line if it is cut in this way, with their places.
    fn cells<'l>(&'l self, way: Way, options: &'l Options) -> Vec<Placed<'l>> {
        let place = Place { line: self.number, text: &self.text, options };
        place.cells(way.cut(cells_of(&self.text)))
    }
}

/// Whether a line may be labels of regions, with at most one wrong character.
fn is_of_labels(line: &[u8]) -> bool {
    let words = words(without_name(line));
    let letters = words.concat().iter().filter(|byte| byte.is_ascii_alphabetic()).count();
    let length = words.first().map_or(0, |word| word.len());
    letters > 2
        && letters + 1 >= words.len() * length
        && words.iter().all(|word| word.len() == length)
}

/// The ways in which a text can be cut into a row, and how many cells the row has. If there are
/// ways without wrong cells, only these are returned.
fn counts(text: &[u8], options: &Options) -> Vec<(Way, usize)> {
    // Four fields need at least three delimiters.
    if options.size.is_none() && text.len() < 3 {
        return Vec::new();
    }
    let count = |way| Some((way, count(text, way, options)?));
    let counts = Way::ALL.into_iter().filter_map(count).collect_vec();
    let are_slips = counts.iter().all(|(_, (_, has_slip))| *has_slip);
    let kept = counts.into_iter().filter(|(_, (_, has_slip))| *has_slip == are_slips);
    kept.map(|(way, (count, _))| (way, count)).collect()
}

/// How many cells a row has if it is cut in this way, and whether some cells are wrong: one cell,
/// or digits above the side. `None` if the text is not a row in this way.
fn count(text: &[u8], way: Way, options: &Options) -> Option<(usize, bool)> {
    let cells = way.cut(text);
    let count = cells.len();
    let is_side = match options.size {
        Some(size) => count == size.side(),
        // Larger sides are reported as too large.
        None => count >= 4,
    };
    // Words of different lengths are not groups of letters.
    let is_ragged = || {
        text.iter().any(|byte| byte.is_ascii_alphabetic() || *byte == b'+')
            && !words(text).iter().map(|word| word.len()).all_equal()
    };
    let is_long = count > MOST_SIDE || count > 9 && is_ragged();
    let are_words = || count > words(text).len() && !are_parts(text);
    if !is_side || way == Way::Characters && (is_long || are_words()) {
        return None;
    }
    // Blanks that only separate words are not empty cells, unless no digit occurs twice in a short
    // row.
    let has_gap = || {
        text.starts_with(b" ")
            || text.ends_with(b" ") && words(text).iter().all(|word| word.len() == 1)
            || memchr::memmem::find(text, b"  ").is_some()
            || count <= 9
                && words(text).iter().any(|word| word.len() > 1)
                && cells.iter().filter(|cell| !cell.is_empty()).all_unique()
    };
    if way == Way::Spaced && (!text.contains(&b' ') || words(text).len() > 1 && !has_gap()) {
        return None;
    }
    let (right, wrong): (Vec<&[u8]>, Vec<&[u8]>) =
        cells.iter().copied().partition(|cell| is_cell(cell, count, &options.symbols));
    // The cells are also accepted if they are a list of numbers, or letters above the side together
    // with empty cells.
    let is_number =
        |cell: &&[u8]| str::from_utf8(cell).is_ok_and(|cell| cell.parse::<f64>().is_ok());
    let is_letter = |cell: &&[u8]| matches!(cell, [b'A'..=b'W' | b'Y' | b'Z']);
    let are_numbers = text.contains(&b',') && way == Way::Words && cells.iter().all(is_number);
    let are_letters = way == Way::Characters
        && wrong.iter().all(is_letter)
        && words(text).len() == 1
        && cells.iter().any(|cell| is_empty_mark(cell));
    let is_slip = wrong.len() == 1
        || wrong.iter().all(|cell| matches!(cell, [b'0'..=b'9']))
        || are_numbers
        || are_letters;
    // In a row with small letters, at least nine cells are other characters, since each letter
    // occurs at most once. Otherwise the line is prose.
    let is_small = |cell: &&&[u8]| matches!(cell, [b'a'..=b'w' | b'y' | b'z']);
    let letters = right.iter().filter(is_small).count();
    let are_short = right.iter().all(|cell| cell.len() < 2);
    let is_prose =
        are_short && letters > 0 && count < letters + 9 && options.symbols.reads_decimals();
    (is_slip && !is_prose).then_some((count, !wrong.is_empty()))
}

/// Reads everything that these lines form together.
pub(super) fn read(mut lines: Vec<Line>, puzzles: &mut Together) {
    let has_dash = |line: &Line| line.is_row() && cells_of(&line.text).contains(&b'-');
    if lines.iter().any(has_dash) {
        // If dashes are empty cells in some rows, a drawn line of dashes is read as a row where
        // possible.
        let may_be = |line: &&mut Line| {
            let is_of_dashes = line.text.iter().all(|byte| b"-| \t".contains(byte));
            line.kind == Kind::Rule && is_of_dashes && !line.counts.is_empty()
        };
        lines.iter_mut().filter(may_be).for_each(|line| line.kind = Kind::Row);
    }
    // If blanks are empty cells in the rows, a line of blanks with the length of the rows is a row
    // too.
    let width = |line: &Line| line.count(Way::Spaced);
    let widths = lines.iter().filter(|line| line.is_row()).map(width);
    if lines.iter().any(Line::is_spaced)
        && let Ok(side @ 1..) = widths.dedup().exactly_one()
    {
        let is_empty = |line: &&mut Line| line.kind == Kind::Blank && line.text.len() == side;
        for line in lines.iter_mut().filter(is_empty) {
            (line.kind, line.counts) = (Kind::Row, vec![(Way::Spaced, side)]);
        }
    }
    let mut rest = &lines[..];
    let holds = |line: &Line| matches!(line.kind, Kind::Row | Kind::Letters);
    while let Some(start) = rest.iter().position(holds) {
        rest = &rest[start..];
        let length = if rest[0].is_row() { rows(rest, puzzles) } else { labels(rest, puzzles) };
        rest = &rest[length..];
    }
}

/// Whether more rows may follow after a blank line or a comment: there are fewer rows than cells in
/// a row.
pub(super) fn may_go_on(lines: &[Line]) -> bool {
    let mut rows = lines.iter().filter(|line| line.is_row());
    // The most likely ways come first.
    let counts = rows.next().map(|row| row.counts.iter());
    let widest = counts.and_then(|counts| {
        let is_only = counts.len() == 1;
        let likely = counts.filter(|(way, _)| is_only || *way != Way::Spaced);
        likely.map(|(_, count)| *count).max()
    });
    widest.is_some_and(|width| 1 + rows.count() < width)
}

/// Whether the block ends after these lines. Either each line can be a puzzle and there are as many
/// lines as cells in a line (such as 16 or 36), which is enough to decide what they are; or there
/// are many lines, and a drawing may end here.
pub(super) fn is_full(lines: &[Line]) -> bool {
    let mut rows = lines.iter().filter(|line| line.is_row());
    let first = rows.next();
    let count = 1 + rows.count();
    let fits = |row: &Line| row.counts.iter().all(|(_, side)| count.is_multiple_of(*side));
    first.and_then(|row| row.puzzle).is_some_and(|cells| count.is_multiple_of(cells))
        || lines.len() > MANY_LINES && first.is_none_or(fits)
        || lines.len() > 2 * MANY_LINES
}

/// Reads what begins with a row. Returns how many lines were read.
fn rows(lines: &[Line], puzzles: &mut Together) -> usize {
    let options = &puzzles.options;
    let first = &lines[0];
    let is_end = |line: &Line| matches!(line.kind, Kind::Blank | Kind::Letters);
    let piece = &lines[..lines.iter().position(is_end).unwrap_or(lines.len())];
    let found = drawings(lines);
    if found.is_none() && is_list(piece) {
        piece.iter().for_each(|line| puzzles.line(line.number, &line.text));
        return piece.len();
    }
    let has_bars = first.text.contains(&b'|');
    // If a line can only be a row, other lines with the same number of cells are rows too, not
    // puzzles.
    let is_puzzle = |line: &Line| {
        let shows = |row: &Line, cells| row.counts.iter().any(|(_, count)| *count == cells);
        let mut rows = piece.iter().filter(|row| row.is_row() && row.puzzle.is_none());
        line.puzzle.is_some_and(|cells| !rows.any(|row| shows(row, cells)))
    };
    let is_unclear = |way: Way, end: usize| {
        let has_digit = |line: &Line| line.text.iter().any(u8::is_ascii_alphanumeric);
        let is_row = options.size.is_none() && first.puzzle == Some(first.count(way));
        is_row && !lines[..end].iter().any(has_digit)
    };
    let is_text = || {
        // The line is text if it is a number or a date above a drawing, or the heading of a table
        // in Markdown, or a single row in which no cells seem to be missing.
        let is_number = is_number(&first.text);
        let is_heading = has_bars && piece.get(1).is_some_and(|line| line.kind == Kind::Rule);
        let below = lines.iter().skip(1).position(Line::is_row);
        let is_above = below.is_some_and(|below| drawings(&lines[1 + below..]).is_some());
        let has_mark = first.text.iter().any(|byte| b".0_*?xX-".contains(byte));
        let has_digit = first.text.iter().any(u8::is_ascii_digit);
        let is_whole = is_number || !has_mark || !has_digit || find(&first.text, options).is_some();
        let is_alone = !piece[1..].iter().any(Line::is_row);
        is_alone && is_whole || is_above && (is_number || is_heading)
    };
    let (records, length) = match found {
        Some((way, end)) if has_bars || !is_puzzle(first) => {
            (read_drawings(&lines[..end], way, options), end)
        }
        Some((way, end)) if is_unclear(way, end) => {
            let size = |side| Size::from_side(side).unwrap_or(Size::without_boxes(side));
            let (side, kind) = (first.count(way), ParseErrorKind::EmptyLines);
            let kind = kind(size(side), size(side.isqrt()));
            (vec![Err(kind.in_line(first.number))], end)
        }
        None if !is_puzzle(first) && !is_text() => {
            // If the other lines are puzzles, a wrong line gives only one error.
            let length = 1 + piece[1..].iter().take_while(|line| !is_puzzle(line)).count();
            (vec![Err(wrong(&piece[..length], options))], length)
        }
        _ => {
            puzzles.line(first.number, &first.text);
            return 1;
        }
    };
    for line in &lines[..length] {
        // If the cells form a word by chance, this word does not name rules.
        let is_row = line.is_row() && records.iter().all(Result::is_ok);
        let text = &line.text[..];
        let cells = if is_row { cells_of(text) } else { &text[..0] };
        puzzles.hear(line.number, &text[..start_of(text, cells)]);
        puzzles.hear(line.number, &text[end_of(text, cells)..]);
    }
    records.into_iter().for_each(|record| puzzles.puzzle((record, None), true));
    length
}

/// Whether the lines are puzzles, one in each line, although a few of them have a wrong cell and so
/// could only be rows of a larger grid. At most a fifth of the lines may have a wrong cell; if more
/// have one, the lines could be that grid.
fn is_list(piece: &[Line]) -> bool {
    let Some(cells) = piece.iter().find_map(|line| line.puzzle) else { return false };
    let shows = |line: &Line| line.is_row() && line.counts.iter().any(|(_, count)| *count == cells);
    let slips = piece.iter().filter(|line| line.puzzle.is_none()).count();
    piece.iter().all(shows) && (1..=piece.len() / 5).contains(&slips)
}

/// The way in which the cells of the drawings that begin with the first line are cut, and the
/// number of lines of these drawings. The number of rows is the number of cells of a row, or a
/// multiple of it. The rows are in one piece, or blank lines divide them into equal pieces.
fn drawings(lines: &[Line]) -> Option<(Way, usize)> {
    let first = &lines[0];
    let spaced = Some((Way::Spaced, first.count(Way::Spaced)));
    let spaced = spaced.filter(|(_, side)| *side > 0 && lines.iter().any(Line::is_spaced));
    first.counts.iter().copied().chain(spaced).find_map(|(way, side)| {
        let (mut end, mut pieces, mut rows) = (0, vec![0_usize], 0);
        for (index, line) in lines.iter().enumerate() {
            match line.kind {
                Kind::Row if line.count(way) == side => {
                    (rows, end) = (rows + 1, index + 1);
                    *pieces.last_mut()? += 1;
                }
                Kind::Rule => {}
                Kind::Blank if rows < side => pieces.push(0),
                _ => break,
            }
        }
        // Lines with blanks at the same places are numbers in columns: their blanks are not cells.
        let blanks = |line: &Line| line.text.iter().positions(|byte| *byte == b' ').collect_vec();
        let is_drawn = way != Way::Spaced || !lines[..end].iter().map(blanks).all_equal();
        (rows % side == 0 && pieces.iter().all_equal() && is_drawn).then_some((way, end))
    })
}

/// Reads drawings, one after the other; each drawing has as many rows as a row has cells.
fn read_drawings(lines: &[Line], way: Way, options: &Options) -> Vec<Result<Record, ParseError>> {
    let side = lines[0].count(way);
    let (mut rows, mut parted) = (Vec::new(), Vec::new());
    for line in lines {
        match line.is_row() {
            true => rows.push(line.cells(way, options)),
            false => parted.push(rows.len()),
        }
    }
    parted.dedup();
    let drawings = rows.chunks(side).enumerate().map(|(index, rows)| {
        let within = parted.iter().map(|after| after.saturating_sub(index * side));
        let rules: Vec<usize> = within.filter(|after| (1..side).contains(after)).collect();
        let line = rows[0][0].0.line;
        let size = options.size_of_side(side).map_err(|kind| kind.in_line(line))?;
        let drawn = if options.boxless { None } else { boxes(rows, &rules)? };
        let record = grid(&rows.concat(), drawn.unwrap_or(size))?;
        Ok(Record { has_box: drawn.is_some(), ..record })
    });
    drawings.collect()
}

/// The boxes that bars and drawn lines show; `rules` are the numbers of rows after which lines are
/// drawn, which need not be around all boxes. `None` if there are no bars and lines, or if they are
/// around each cell. An error if they are not around boxes, or around other boxes than the options
/// ask for.
fn boxes(rows: &[Vec<Placed<'_>>], rules: &[usize]) -> Result<Option<Size>, ParseError> {
    let (side, asked) = (rows.len(), rows[0][0].0.options.size);
    // The numbers of cells of a row after which there are bars.
    let bars = |row: &Vec<Placed<'_>>| {
        let gaps = (1..).zip(row.iter().tuple_windows());
        let barred = gaps.filter(|(_, ((place, cell), (_, next)))| {
            place.text[end_of(place.text, cell)..start_of(place.text, next)].contains(&b'|')
        });
        barred.map(|(after, _)| after).collect_vec()
    };
    let barred = rows.iter().map(bars).enumerate().filter(|(_, bars)| !bars.is_empty());
    let barred = barred.dedup_by(|(_, bars), (_, next)| bars == next).collect_vec();
    let bars = barred.first().map_or(&[][..], |(_, bars)| bars);
    // Lines around each cell, or below the heading of a table, do not show boxes.
    let are_all = |lines: &[usize]| lines.len() == side - 1;
    let is_heading = are_all(rules) || are_all(bars) && rules == [1];
    let rules = if is_heading { &[] } else { rules };
    let bars = if are_all(bars) { &[] } else { bars };
    if bars.is_empty() && rules.is_empty() && barred.len() < 2 {
        return Ok(None);
    }
    let fits = |size: &Size| {
        let part = (1..side).filter(|at| at.is_multiple_of(size.box_width()));
        size.side() == side
            && asked.is_none_or(|asked| asked == *size)
            && (bars.is_empty() || part.eq(bars.iter().copied()))
            && rules.iter().all(|row| row.is_multiple_of(size.box_height()))
    };
    // If lines are drawn only around some boxes, the highest boxes that fit are chosen.
    let sizes = (2..side).rev().filter_map(|height| Size::new(height, side / height).ok());
    let found = sizes.chain(asked).find(fits).filter(|_| barred.len() < 2);
    found.map(Some).ok_or_else(|| {
        let boxes = asked.map_or("one size".to_owned(), |size| size.to_string());
        let other = barred.get(1).map_or(0, |(row, _)| *row);
        ParseErrorKind::Lines(boxes).in_line(rows[other][0].0.line)
    })
}

/// The error for rows that do not form a drawing: one row has another number of cells than the
/// others, or the number of rows is wrong.
fn wrong(lines: &[Line], options: &Options) -> ParseError {
    let first = &lines[0];
    let way = [Way::Fields, Way::Words].into_iter().find(|way| first.count(*way) > 0);
    let way = way.unwrap_or(first.counts[0].0);
    let rows = lines.iter().filter(|line| line.is_row());
    let rows = rows.map(|line| (line, line.cells(way, options))).collect_vec();
    let widths = rows.iter().map(|(_, cells)| cells.len()).filter(|width| *width > 3);
    let widths = widths.sorted().collect_vec();
    let side = widths.get(widths.len() / 2).copied().unwrap_or(first.count(way));
    if let Err(kind) = options.size_of_side(side) {
        return kind.in_line(first.number);
    }
    let is_other = |width: usize| width > 3 && width != side;
    let Some(row) = rows.iter().position(|(_, cells)| is_other(cells.len())) else {
        let mut cells = rows.iter().flat_map(|(_, cells)| cells);
        if let Some((place, cell)) = cells.find(|cell| !is_cell(cell.1, side, &options.symbols)) {
            return place.not_a_digit(cell, side);
        }
        let expected = format!("{side} rows of {side} cells");
        return ParseErrorKind::expected(expected, rows.len().to_string()).in_line(first.number);
    };
    let (Line { number, text, .. }, cells) = &rows[row];
    let at = cells.get(side).map_or(&text[text.trim_ascii_end().len()..], |(_, cell)| cell);
    let expected = format!("{side} cells in row {}", row + 1);
    let has_gap = |line: &Line| memchr::memmem::find(&line.text, b"  ").is_some();
    let has_mark = |line: &Line| words(&line.text).iter().any(|word| is_empty_mark(word));
    let may_be_spaced =
        way == Way::Spaced || lines.iter().any(has_gap) && !lines.iter().any(has_mark);
    let advice = if may_be_spaced { "; type '.' for empty cells" } else { "" };
    let found = format!("{}{advice}", cells.len());
    Place { line: *number, text, options }.expected(at, expected, found)
}

/// The error for a line that would be a row or a whole grid without a character that cannot be part
/// of them: control codes of a terminal, `+` for empty cells, pictures.
pub(super) fn strange(place @ Place { line, text, options }: Place<'_>) -> Option<ParseError> {
    let text = str::from_utf8(text).ok()?;
    let is_plain =
        |symbol: char| symbol.is_ascii_graphic() && symbol != '+' || symbol.is_ascii_whitespace();
    let (at, first) = text.char_indices().find(|(_, symbol)| !is_plain(*symbol))?;
    let (row, found): (String, _) = if first == '\u{1b}' {
        // Removes the codes; each code ends with a letter.
        let is_letter = |symbol: char| symbol.is_ascii_alphabetic();
        let mut parts = text.split('\u{1b}');
        let start = parts.next().unwrap_or_default();
        let rest = parts.map(|part| part.split_once(is_letter).map_or("", |(_, row)| row));
        let found = "U+001B, which begins a terminal colour; write the grid without colours";
        ([start].into_iter().chain(rest).collect(), found.to_owned())
    } else {
        let is_joined = |symbol: &char| !['\u{fe0f}', '\u{20e3}', '\u{200d}'].contains(symbol);
        let symbols = text.chars().filter(is_joined);
        let row = symbols.map(|symbol| if is_plain(symbol) { symbol } else { '.' });
        (row.collect(), described(first))
    };
    let cells = words(row.as_bytes());
    let has_words = cells.len() > 1 && cells.iter().any(|cell| cell.len() != 1);
    let is_row = !has_words
        && row.bytes().any(|byte| byte.is_ascii_digit())
        && (Line::new(line, plain(row.as_bytes()), options).kind != Kind::Text
            || first == '\u{1b}' && whole(row.as_bytes(), options).is_some());
    let expected = "a digit or an empty cell (. 0 _ * ? x X)";
    is_row.then(|| place.expected(&place.text[at..at + first.len_utf8()], expected, found))
}

/// Reads lines of letters as labels of regions, if they look like labels: one line with all labels,
/// or about as many lines as labels in a line, with at most as many different letters. Otherwise
/// reads the first line as words. Returns how many lines were read.
fn labels(lines: &[Line], puzzles: &mut Together) -> usize {
    let is_end = |line: &Line| !matches!(line.kind, Kind::Letters | Kind::Rule);
    // There are not more regions than letters.
    let lines = &lines[..lines.len().min(2 * MOST_SIDE)];
    let length = lines.iter().position(is_end).unwrap_or(lines.len());
    let rows = lines[..length].iter().filter(|line| line.kind == Kind::Letters);
    let rows = rows.map(|row| row.cells(Way::Characters, &puzzles.options)).collect_vec();
    let (count, widest) = (rows.len(), rows.iter().map(Vec::len).max().unwrap_or(0));
    let side = if count == 1 { (widest + 2).isqrt() } else { widest };
    let letters = rows.iter().flatten().flat_map(|(_, label)| *label).copied().collect_vec();
    if is_of_letters(&letters, side * side) {
        let regions = regions(&rows);
        if regions.is_ok() || puzzles.has_puzzle() {
            puzzles.regions(lines[0].number, side, regions);
            return length;
        }
    }
    puzzles.line(lines[0].number, &lines[0].text);
    1
}

//! Texts of single puzzles, not yet parsed, many in one buffer.

use std::ops::Range;
use std::sync::Arc;

use itertools::Itertools;
use serde_json::{Map, Value};

use super::cells::cells_of;
use super::document::Found;
use super::error::ParseErrorKind;
use super::layout::is_layout;
use super::named::{NamedRules, PuzzleReport};
use super::shape::{Line, MOST_SIDE, decimal, tokens};
use super::symbols::Symbols;
use super::table::{Table, fields};

/// What the text of one puzzle is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Layout {
    /// All cells in one line.
    Line,
    /// One row of cells in each line; empty lines stand for comments, `|` for rules.
    Rows,
    /// The start of a line above [`super::LINE_LIMIT`].
    TooLong,
    /// Nothing: the input is not UTF-8 from its start.
    Utf16,
    /// A link that carries a puzzle.
    Link,
    /// A game ID of Simon Tatham's Solo.
    GameId,
    /// A row of a table.
    Row,
    /// Something recognised that is not read.
    Wrong,
    /// A blank line or a comment between puzzles.
    Aside,
}

/// The text of one puzzle, not yet parsed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RawRecord<'t> {
    pub(super) text: &'t [u8],
    pub(super) layout: Layout,
    /// The line it starts in, from 1.
    pub line: usize,
    /// The lines after it that name the regions of a jigsaw, and the first one's number.
    pub(super) regions: Option<(&'t [u8], usize)>,
    /// The rules that stand beside it.
    pub(super) rules: Option<&'t NamedRules>,
    /// The cells of the solution that stands beside it.
    pub(super) solution: Option<&'t [u8]>,
    pub(super) table: Option<&'t Table>,
    pub(super) wrong: Option<&'t ParseErrorKind>,
    pub(super) object: Option<&'t Map<String, Value>>,
}

impl<'t> RawRecord<'t> {
    /// A line that holds all cells.
    pub(super) fn of_line(text: &'t [u8], line: usize) -> RawRecord<'t> {
        let layout = Layout::Line;
        let (regions, rules, solution) = (None, None, None);
        let (table, wrong, object) = (None, None, None);
        RawRecord { text, layout, line, regions, rules, solution, table, wrong, object }
    }

    /// A blank line or a comment between puzzles, where [`Options::asides`](super::Options) asks
    /// for them.
    pub fn aside(&self) -> Option<&'t [u8]> {
        (self.layout == Layout::Aside).then_some(self.text)
    }

    /// The table that it is a row of, and all its fields as they stand.
    pub fn row(&self) -> Option<(&'t Table, &'t [u8])> {
        self.table.filter(|_| self.layout == Layout::Row).map(|table| (table, self.text))
    }

    /// All fields of its row by name, or those of the JSON object that holds it alone.
    pub fn fields(&self) -> Option<Map<String, Value>> {
        let Some((table, row)) = self.row() else { return self.object.cloned() };
        let [names, values] = [table.header(), row].map(|text| fields(text, table.delimiter()));
        let text = |field: &[u8]| String::from_utf8_lossy(field).into_owned();
        let named = names.iter().zip(&values);
        Some(named.map(|(name, value)| (text(name.trim_ascii()), text(value).into())).collect())
    }
}

/// Texts of puzzles in one buffer, to be used again and again.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    pub(super) text: Vec<u8>,
    pub(super) spans: Vec<Span>,
    pub(super) table: Option<Arc<Table>>,
}

#[derive(Clone, Debug)]
pub(super) struct Span {
    pub(super) range: Range<usize>,
    layout: Layout,
    line: usize,
    /// Lines that name the regions of a jigsaw, and the first one's number.
    regions: Option<(Range<usize>, usize)>,
    rules: Option<Box<NamedRules>>,
    solution: Option<Box<[u8]>>,
    wrong: Option<Box<ParseErrorKind>>,
    object: Option<Box<Map<String, Value>>>,
}

impl Span {
    fn new(range: Range<usize>, layout: Layout, line: usize) -> Span {
        let (regions, rules, solution, wrong, object) = (None, None, None, None, None);
        Span { range, layout, line, regions, rules, solution, wrong, object }
    }

    /// Whether lines with regions may follow.
    pub(super) fn may_get_regions(&self) -> bool {
        matches!(self.layout, Layout::Line | Layout::Rows) && self.regions.is_none()
    }

    /// Whether it is a drawing whose regions, or more of them, may stand in this line.
    fn is_drawing_above(&self, line: usize) -> bool {
        const MOST_LINES: usize = 1 << 16;
        self.layout == Layout::Rows && self.rules.is_none() && line - self.line < MOST_LINES
    }

    /// Whether lines with its regions followed.
    pub(super) fn has_regions(&self) -> bool {
        self.regions.is_some()
    }

    /// Where its text ends in the batch.
    pub(super) fn end(&self) -> usize {
        self.regions.as_ref().map_or(self.range.end, |(regions, _)| regions.end)
    }
}

impl Batch {
    /// How many puzzles.
    pub fn puzzles(&self) -> usize {
        self.spans.iter().filter(|span| span.layout != Layout::Aside).count()
    }

    /// How many records: puzzles, and what stands between them.
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// The records in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = RawRecord<'_>> + Clone {
        self.spans.iter().map(|span| RawRecord {
            text: &self.text[span.range.clone()],
            layout: span.layout,
            line: span.line,
            regions: span.regions.as_ref().map(|(range, line)| (&self.text[range.clone()], *line)),
            rules: span.rules.as_deref(),
            solution: span.solution.as_deref(),
            table: self.table.as_deref(),
            wrong: span.wrong.as_deref(),
            object: span.object.as_deref(),
        })
    }

    pub(super) fn push(&mut self, range: Range<usize>, layout: Layout, line: usize) {
        if matches!(layout, Layout::Line | Layout::Rows) && is_layout(&self.text[range.clone()]) {
            let has_digits = self.text[range.clone()].iter().any(u8::is_ascii_digit);
            let last = self.spans.last_mut().filter(|last| last.may_get_regions());
            match last.filter(|last| last.layout == layout) {
                Some(last) => return last.regions = Some((range, line)),
                None if has_digits => {}
                None => return self.push_regions_alone(range.start, line),
            }
        }
        self.spans.push(Span::new(range, layout, line));
    }

    /// Takes in a puzzle of JSON.
    pub(super) fn push_found(&mut self, found: Found, line: usize) {
        let Found { cells, solution, regions, rules, object, .. } = found;
        let layout = if cells.contains(&b'\n') { Layout::Rows } else { Layout::Line };
        let start = self.text.len();
        self.text.extend(cells);
        let range = start..self.text.len();
        let regions = regions.map(|labels| {
            self.text.extend(labels.bytes());
            (range.end..self.text.len(), line)
        });
        let (rules, solution) = (rules.map(Box::new), solution.map(Vec::into_boxed_slice));
        let object = object.map(Box::new);
        let span = Span::new(range, layout, line);
        self.spans.push(Span { regions, rules, solution, object, ..span });
    }

    /// Whether the last puzzle waits for lines with regions, or more of them: a drawing always, a
    /// line where they are expected; not for ever, if comments alone follow up to this line.
    pub(super) fn waits_for_regions(&self, are_expected: bool, line: usize) -> bool {
        let waits =
            |last: &Span| last.is_drawing_above(line) || are_expected && last.may_get_regions();
        self.spans.last().is_some_and(waits)
    }

    /// Takes the last puzzle out, with its text.
    pub(super) fn pop(&mut self) -> Option<(Vec<u8>, Span)> {
        let mut span = self.spans.pop()?;
        let start = span.range.start;
        let text = self.text.split_off(start);
        span.range = 0..span.range.end - start;
        if let Some((regions, _)) = &mut span.regions {
            *regions = regions.start - start..regions.end - start;
        }
        Some((text, span))
    }

    /// Takes a row of labels as one of the layout of the drawing before it, if there is one;
    /// whether it did. The row ends the text. A row with a slip is one; a row of digits is none
    /// unless many stand beside their like.
    pub(super) fn take_label_row(&mut self, start: usize, line: usize, symbols: &Symbols) -> bool {
        /// Narrower ones may be words.
        const NARROWEST_WITH_A_SLIP: usize = 6;
        // With its line end.
        let end = self.text.len() + 1;
        let Some(last) = self.spans.last_mut().filter(|last| last.is_drawing_above(line)) else {
            return false;
        };
        let rows = |range: Range<usize>| {
            let rows = self.text[range].split(|&byte| byte == b'\n');
            rows.filter(|row| Line::of(row) == Line::Content).count()
        };
        let side = rows(last.range.clone());
        let has_numbers = side > MOST_SIDE;
        let row = &self.text[start..];
        let by_word = has_numbers || tokens(row).count() == side;
        let labels: Vec<&[u8]> = cells_of(row, by_word).map(|label| label.text).collect();
        let is_label = |label: &&&[u8]| match label {
            [symbol] if symbol.is_ascii_alphabetic() => true,
            label => has_numbers && decimal(label).is_some_and(|number| number > 0),
        };
        let value = |symbol: u8| usize::from(symbols.value(symbol, side));
        let is_digit = |label: &&[u8]| match label {
            &&[symbol] => (1..=side).contains(&value(symbol)),
            _ => has_numbers,
        };
        let slips = labels.len() - labels.iter().filter(is_label).count();
        let is_whole = slips == 0 && labels.len() == side;
        let is_row = is_whole
            || slips <= 1 && labels.len().abs_diff(side) <= 1 && side >= NARROWEST_WITH_A_SLIP;
        // A row of a solution, or a heading, has each symbol once; `Difficult` is a word.
        let beside = labels.windows(2).filter(|two| two[0] == two[1]).count();
        let is_other = || {
            3 * beside < labels.len()
                && (!is_whole
                    || labels.iter().all(is_digit)
                    || labels.iter().all_unique()
                    || is_capitalised(row))
        };
        let known = last.regions.as_ref().map_or(0, |(layout, _)| rows(layout.clone()));
        if !is_row || [0, side].contains(&known) && is_other() {
            return false;
        }
        let (layout, first) = last.regions.get_or_insert((start..start, line));
        // Empty lines stand for what was passed over, so that the rows' numbers hold.
        let ends = memchr::memchr_iter(b'\n', &self.text[layout.clone()]).count();
        let gap = (line - *first).saturating_sub(ends);
        layout.end = end + gap;
        self.text.splice(start..start, std::iter::repeat_n(b'\n', gap));
        self.text.push(b'\n');
        true
    }

    /// Takes a line that names the rules of the drawing before it; whether it is one.
    pub(super) fn take_rules(&mut self, start: usize, line: usize) -> bool {
        let text = String::from_utf8_lossy(&self.text[start..]);
        let last = self.spans.last_mut().filter(|last| last.is_drawing_above(line));
        let (Some(names), Some(drawing)) = (text.trim().strip_prefix("rules:"), last) else {
            return false;
        };
        let (rules, regions) = (Some(names.to_owned()), drawing.has_regions().then(String::new));
        match (PuzzleReport { rules, regions, ..PuzzleReport::default() }).named() {
            Ok(rules) => drawing.rules = rules.map(Box::new),
            Err(kind) => {
                (drawing.layout, drawing.wrong) = (Layout::Wrong, Some(Box::new(kind)));
            }
        }
        self.text.truncate(start);
        true
    }

    /// The text from `start` on is regions, but no puzzle of theirs stands before it.
    pub(super) fn push_regions_alone(&mut self, start: usize, line: usize) {
        let kind = ParseErrorKind::Unsupported {
            expected: "a puzzle",
            found: "the regions of a jigsaw without its cells before them".to_owned(),
            advice: "--rules jigsaw waits for regions that come late",
        };
        self.push_wrong(start, line, kind);
    }

    /// The text from `start` on is something that is not read.
    pub(super) fn push_wrong(&mut self, start: usize, line: usize, kind: ParseErrorKind) {
        let span = Span::new(start..self.text.len(), Layout::Wrong, line);
        self.spans.push(Span { wrong: Some(Box::new(kind)), ..span });
    }
}

/// Whether a word is written as at the start of a sentence.
fn is_capitalised(word: &[u8]) -> bool {
    let [first, others @ ..] = word.trim_ascii() else { return false };
    first.is_ascii_uppercase() && others.iter().all(u8::is_ascii_lowercase)
}

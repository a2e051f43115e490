//! Cuts an input into blocks, has each read, and puts together what belongs together.

use std::collections::BTreeSet;
use std::fmt;
use std::io::{self, Read};
use std::ops::Range;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::beside::passed_over;
use super::error::{ParseError, ParseErrorKind};
use super::forms::{self, Block, Found};
use super::group;
use super::input::{LINE_LIMIT, Lines, Next};
use super::line::starts_with_nine;
use super::object::Parsed;
use super::record::{Options, Record};
use super::report::{NamedRules, PuzzleReport};
use super::row::{Kind, Line, kind};
use super::table::{Table, fields, is_open};
use super::token::plain;
use super::value::{Open, Progress};
use super::words::{Announced, RulesWord, announced, in_prose};
use crate::grid::Grid;
use crate::rules::{RegionLabel, Regions, RegionsError};

/// Many puzzles of an input, to be used again and again.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    text: Vec<u8>,
    items: Vec<Item>,
    table: Option<Arc<Table>>,
}

#[derive(Clone, Debug)]
struct Item {
    line: usize,
    what: What,
}

#[derive(Clone, Debug)]
enum What {
    /// A line that begins with 81 cells.
    Line(Range<usize>),
    /// A row of the table.
    Row(Range<usize>),
    /// A blank line or a comment between puzzles.
    Aside(Range<usize>),
    /// What was read where it was found, and the object of JSON that holds it alone.
    Record(Box<Parsed>),
}

/// One puzzle of a batch, perhaps not read yet.
#[derive(Clone, Copy, Debug)]
pub struct RawRecord<'t> {
    batch: &'t Batch,
    what: &'t What,
    /// The line it starts in, from 1.
    pub line: usize,
}

impl<'t> RawRecord<'t> {
    /// Reads it. Needs nothing else, so any thread can do it.
    ///
    /// # Errors
    /// [`ParseError`] with the first place where the text is not a puzzle.
    pub fn parse(&self, options: &Options) -> Result<Record, ParseError> {
        let text = |range: &Range<usize>| &self.batch.text[range.clone()];
        let block = match (self.what, &self.batch.table) {
            (What::Record(read), _) => return read.0.clone(),
            (What::Line(range), _) => Block::Line(text(range)),
            (What::Row(range), Some(table)) => Block::Row(table, text(range)),
            _ => return Err(nothing(self.line)),
        };
        let found = forms::read(&block, self.line, options).unwrap_or_default();
        found.into_iter().next().map_or_else(|| Err(nothing(self.line)), |(result, _)| result)
    }

    /// A blank line or a comment between puzzles, where [`Options::asides`] asks for them.
    pub fn aside(&self) -> Option<&'t [u8]> {
        match self.what {
            What::Aside(range) => Some(&self.batch.text[range.clone()]),
            _ => None,
        }
    }

    /// The table that it is a row of, and all its fields as they stand.
    pub fn row(&self) -> Option<(&'t Table, &'t [u8])> {
        match self.what {
            What::Row(range) => {
                Some((self.batch.table.as_deref()?, &self.batch.text[range.clone()]))
            }
            _ => None,
        }
    }

    /// All fields of its row by name, or those of the JSON object that holds it alone.
    pub fn fields(&self) -> Option<Map<String, Value>> {
        if let What::Record(read) = self.what {
            return read.1.clone();
        }
        let (table, row) = self.row()?;
        let [names, values] = [table.header(), row].map(|text| fields(text, table.delimiter()));
        let text = |field: &[u8]| String::from_utf8_lossy(field).into_owned();
        let named = names.iter().zip(&values);
        Some(named.map(|(name, value)| (text(name.trim_ascii()), text(value).into())).collect())
    }
}

fn nothing(line: usize) -> ParseError {
    ParseError { line, column: 1, kind: ParseErrorKind::Nothing }
}

impl Batch {
    /// How many puzzles.
    pub fn puzzles(&self) -> usize {
        self.items.iter().filter(|item| !matches!(item.what, What::Aside(_))).count()
    }

    /// How many records: puzzles, and what stands between them.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The records in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = RawRecord<'_>> + Clone {
        self.items.iter().map(|item| RawRecord { batch: self, what: &item.what, line: item.line })
    }

    /// Keeps a text.
    fn keep(&mut self, text: &[u8]) -> Range<usize> {
        let start = self.text.len();
        self.text.extend_from_slice(text);
        start..self.text.len()
    }
}

/// What was passed over between puzzles.
#[derive(Clone, Debug, Default)]
pub struct PassedOver {
    /// Lines of text that are neither blank nor comments.
    pub lines: usize,
    /// The number of the first, from 1.
    pub first: usize,
    /// Names of fields and columns that are not known.
    pub fields: BTreeSet<String>,
}

/// As a note: what is passed over, in a sentence; nothing if that is nothing.
impl fmt::Display for PassedOver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.lines {
            0 => {}
            1 => write!(f, "line {} holds no puzzle and is passed over", self.first)?,
            lines => write!(
                f,
                "{lines} lines hold no puzzle and are passed over, the first is line {}",
                self.first
            )?,
        }
        if !self.fields.is_empty() {
            let names: Vec<String> = self
                .fields
                .iter()
                .take(10)
                .map(|name| format!("\"{}\"", name.escape_debug()))
                .collect();
            let between = if self.lines > 0 { "; " } else { "" };
            write!(f, "{between}fields that are passed over: {}", names.join(", "))?;
        }
        Ok(())
    }
}

/// How the lines to come are read.
#[derive(Debug)]
enum Mode {
    Text,
    /// Within a value of JSON.
    Value(Open),
    /// Below a header, perhaps within a quoted field that began in this line.
    Table(Arc<Table>, Option<(usize, Vec<u8>)>),
}

/// What text says about the puzzles below it.
#[derive(Debug, Default)]
struct Heading {
    /// Rules named before the first puzzle, and in which line.
    of_all: Option<(RulesWord, usize)>,
    /// Rules named since the last puzzle or heading.
    here: Option<(RulesWord, usize)>,
    announced: Option<Announced>,
    /// Whether the text stands after the last puzzle.
    is_new: bool,
    /// Whether there was a puzzle.
    has_begun: bool,
}

impl Heading {
    /// The rules that text names for a puzzle that begins now.
    fn named(&mut self) -> Option<(RulesWord, usize)> {
        (self.is_new, self.has_begun) = (false, true);
        self.here.as_ref().or(self.of_all.as_ref()).cloned()
    }
}

/// A puzzle that may get regions or a solution.
#[derive(Debug)]
struct Pending {
    record: Record,
    is_line: bool,
    /// The rules that text above it names, and in which line.
    named: Option<(RulesWord, usize)>,
}

/// Reads puzzles of any form from a stream, in bounded memory.
#[derive(Debug)]
pub struct Splitter<R> {
    lines: Lines<R>,
    options: Options,
    mode: Mode,
    group: Vec<Line>,
    group_bytes: usize,
    pending: Option<Pending>,
    heading: Heading,
    passed_over: PassedOver,
    /// The line of the last puzzle, whether it stands in one line, and whether it has regions.
    last: Option<(usize, bool, bool)>,
    line: Vec<u8>,
    has_ended: bool,
    /// Of the input, for the call after the puzzles before it.
    error: Option<io::Error>,
}

/// The most lines that may belong together.
const GROUP_LINES: usize = 1 << 14;

impl<R: Read> Splitter<R> {
    /// A reader of this input.
    pub fn new(input: R, options: Options) -> Splitter<R> {
        Splitter {
            lines: Lines::new(input),
            options,
            mode: Mode::Text,
            group: Vec::new(),
            group_bytes: 0,
            pending: None,
            heading: Heading::default(),
            passed_over: PassedOver::default(),
            last: None,
            line: Vec::new(),
            has_ended: false,
            error: None,
        }
    }

    /// What has been passed over so far.
    pub fn passed_over(&self) -> &PassedOver {
        &self.passed_over
    }

    /// Fills a batch with the next puzzles: about so many, fewer where the input pauses. False at
    /// the end of the input.
    ///
    /// # Errors
    /// Those of the input, after the puzzles before.
    pub fn read_batch(&mut self, batch: &mut Batch, at_most: usize) -> io::Result<bool> {
        batch.text.clear();
        batch.items.clear();
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        while batch.items.len() < at_most && !self.has_ended {
            if !batch.items.is_empty() && self.lines.is_drained() {
                break;
            }
            // Rows of another table belong to another batch.
            if let (Mode::Table(table, _), Some(other)) = (&self.mode, &batch.table)
                && !Arc::ptr_eq(table, other)
                && !batch.items.is_empty()
            {
                break;
            }
            let mut line = std::mem::take(&mut self.line);
            line.clear();
            let next = self.lines.next(&mut line);
            let number = self.lines.number();
            let next = match next {
                Ok(next) => next,
                Err(error) => {
                    (self.error, self.has_ended) = (Some(error), true);
                    self.flush(batch);
                    break;
                }
            };
            match next {
                Next::Line => self.take(batch, number, &line, true),
                Next::End => self.finish(batch),
                Next::TooLong => {
                    self.finish(batch);
                    let kind = ParseErrorKind::LineTooLong { limit: LINE_LIMIT };
                    let column = 1 + LINE_LIMIT;
                    self.push(batch, Err(ParseError { line: number, column, kind }), None);
                }
                Next::Utf16 => {
                    self.has_ended = true;
                    let kind = ParseErrorKind::Utf16;
                    self.push(batch, Err(ParseError { line: number, column: 1, kind }), None);
                }
            }
            self.line = line;
        }
        if batch.items.is_empty()
            && let Some(error) = self.error.take()
        {
            return Err(error);
        }
        Ok(!batch.items.is_empty() || !self.has_ended)
    }

    /// Takes a line.
    fn take(&mut self, batch: &mut Batch, number: usize, line: &[u8], may_be_json: bool) {
        match std::mem::replace(&mut self.mode, Mode::Text) {
            Mode::Text => self.take_text(batch, number, line, may_be_json),
            Mode::Value(open) => self.take_value(batch, open, line),
            Mode::Table(table, open) => self.take_row(batch, table, open, number, line),
        }
    }

    fn take_text(&mut self, batch: &mut Batch, number: usize, line: &[u8], may_be_json: bool) {
        let is_idle = self.group.is_empty() && self.pending.is_none() && !self.options.jigsaw;
        let says = &self.heading;
        let is_plain = says.of_all.is_none() && says.here.is_none() && says.announced.is_none();
        if is_idle && is_plain && starts_with_nine(line, &self.options) {
            let range = batch.keep(line);
            self.pushed(number, true, false);
            return batch.items.push(Item { line: number, what: What::Line(range) });
        }
        let start = line.trim_ascii_start();
        let is_value = match start {
            [b'{', inner @ ..] => matches!(inner.trim_ascii_start(), [] | [b'"' | b'}', ..]),
            [b'[', inner @ ..] => !is_heading(inner),
            _ => false,
        };
        if may_be_json
            && is_value
            && self.options.symbols.value(start[0], 36) == super::symbols::UNKNOWN
        {
            return self.take_value(batch, Open::new(number), line);
        }
        let text = plain(line);
        let kind = kind(&text, &self.options);
        match kind {
            Kind::Row(_) | Kind::Rule | Kind::Dashes(_) | Kind::Letters(_) => {
                self.group_bytes += text.len();
                self.group.push(Line { number, text, kind });
                let is_full = self.group_bytes > LINE_LIMIT || self.group.len() > GROUP_LINES;
                if is_full || group::are_as_many_as_cells(&self.group, &self.options) {
                    self.close(batch);
                }
            }
            Kind::Blank if !self.group.is_empty() => self.take_gap(batch, number, line),
            Kind::Blank => self.aside(batch, number, line),
            // A comment among rows is none of theirs.
            Kind::Text if start.starts_with(b"#") && !self.options.asides => {
                self.read_text(number, line, true);
            }
            Kind::Text => {
                self.close(batch);
                self.take_line(batch, number, line);
            }
        }
    }

    /// A line that is no part of a group.
    fn take_line(&mut self, batch: &mut Batch, number: usize, line: &[u8]) {
        let start = line.trim_ascii_start();
        if [&b"#"[..], b"```", b"~~~"].iter().any(|mark| start.starts_with(mark)) {
            self.aside(batch, number, line);
            return self.read_text(number, line, true);
        }
        if let Some(table) = Table::of_header(line, &self.options) {
            self.flush(batch);
            match table {
                Ok(table) => {
                    self.passed_over.fields.extend(table.passed_over());
                    self.mode = Mode::Table(Arc::new(table), None);
                }
                Err(kind) => {
                    self.push(batch, Err(ParseError { line: number, column: 1, kind }), None)
                }
            }
            return;
        }
        match forms::read(&Block::Line(line), number, &self.options) {
            Some(found) => self.take_found(batch, found, true),
            None => self.read_text(number, line, false),
        }
    }

    /// Takes the puzzles of a block; a puzzle in a line may turn out to be what another waits for.
    fn take_found(&mut self, batch: &mut Batch, found: Found, is_line: bool) {
        for (result, object) in found {
            let record = match result {
                Ok(record) => record,
                Err(error) => {
                    self.flush(batch);
                    self.push(batch, Err(error), object);
                    continue;
                }
            };
            let says = record.id.as_deref().and_then(announced).or(self.heading.announced.take());
            if is_line && says == Some(Announced::Solution) && record.grid.is_full() {
                if self.claim(&record.grid) {
                    continue;
                }
                if self.late(batch, record.line, "the solution") {
                    continue;
                }
            }
            if self.takes_regions(says)
                && let Some(pending) = &self.pending
                && pending.record.grid.size() == record.grid.size()
            {
                self.label(batch, regions_of(&record));
                continue;
            }
            self.flush(batch);
            if let Some(object) = &object {
                self.passed_over.fields.extend(passed_over(object, &self.options));
            }
            if object.is_none() && (!is_line || self.options.jigsaw) && record.regions.is_none() {
                self.wait(record, is_line);
            } else {
                let named = self.heading.named();
                self.push_as(batch, Ok(record), object, is_line, named);
            }
        }
    }

    /// Whether what follows may be the regions of the puzzle that waits.
    fn takes_regions(&self, says: Option<Announced>) -> bool {
        let waits = self.pending.as_ref().is_some_and(|pending| pending.record.regions.is_none());
        waits && (says == Some(Announced::Regions) || self.options.jigsaw && says.is_none())
    }

    /// Gives a full grid to the puzzle that waits, as its solution; whether there is one.
    fn claim(&mut self, solution: &Grid) -> bool {
        let size = solution.size().side();
        let pending =
            self.pending.as_mut().filter(|pending| pending.record.grid.size().side() == size);
        pending
            .map(|pending| {
                pending.record.claim(
                    Grid::from_values(pending.record.grid.size(), solution.values())
                        .expect("a grid of the same side"),
                )
            })
            .is_some()
    }

    fn lacks_regions(&self) -> bool {
        self.last.is_some_and(|(_, _, has_regions)| !has_regions)
    }

    /// The error for what belongs to the last puzzle, if that stands in one line; whether it does.
    fn late(&mut self, batch: &mut Batch, line: usize, what: &'static str) -> bool {
        let Some((puzzle, true, _)) = self.last else { return false };
        let kind = ParseErrorKind::Late { what, puzzle };
        self.push(batch, Err(ParseError { line, column: 1, kind }), None);
        true
    }

    /// Gives regions, or what is wrong with them, to the puzzle that waits.
    fn label(&mut self, batch: &mut Batch, regions: Result<Regions, ParseError>) {
        let Some(mut pending) = self.pending.take() else { return };
        match regions {
            Ok(regions) => {
                pending.record.regions = Some(regions.into());
                self.pending = Some(pending);
            }
            Err(error) => self.push(batch, Err(error), None),
        }
    }

    /// A blank line among lines that may belong together.
    fn take_gap(&mut self, batch: &mut Batch, number: usize, line: &[u8]) {
        let was_gap = self.group.last().is_some_and(|line| line.kind == Kind::Blank);
        if was_gap || !group::may_go_on(&self.group) {
            self.close(batch);
            return self.aside(batch, number, line);
        }
        self.group.push(Line { number, text: Vec::new(), kind: Kind::Blank });
    }

    /// Reads the lines that belong together.
    fn close(&mut self, batch: &mut Batch) {
        if self.group.is_empty() {
            return;
        }
        let mut lines = std::mem::take(&mut self.group);
        self.group_bytes = 0;
        for block in group::blocks(&mut lines, &self.options) {
            match block {
                group::Block::Rows(rows, way, side) => {
                    let block = Block::Rows(rows, way, side);
                    let found = forms::read(&block, rows[0].number, &self.options);
                    for (result, _) in found.unwrap_or_default() {
                        match result {
                            Ok(record) => self.take_drawing(batch, record),
                            Err(error) => {
                                self.flush(batch);
                                self.push(batch, Err(error), None);
                            }
                        }
                    }
                }
                group::Block::Line(Line { number, text, .. }) => {
                    if let Some(found) = forms::read(&Block::Line(text), *number, &self.options) {
                        self.take_found(batch, found, true);
                    }
                }
                group::Block::Wrong(error) => {
                    self.flush(batch);
                    self.push(batch, Err(error), None);
                }
                group::Block::Labels(lines, side, regions) => {
                    self.take_labels(batch, lines, side, regions);
                }
                group::Block::Text(lines) => self.read_lines(lines),
            }
        }
    }

    fn read_lines(&mut self, lines: &[Line]) {
        for line in lines {
            self.read_text(line.number, &line.text, line.kind == Kind::Rule);
        }
    }

    fn take_drawing(&mut self, batch: &mut Batch, record: Record) {
        let says = self.heading.announced.take();
        if says == Some(Announced::Solution)
            && record.grid.is_full()
            && record.candidates.is_none()
            && self.claim(&record.grid)
        {
            return;
        }
        let fits =
            |pending: &Pending| pending.record.grid.size().side() == record.grid.size().side();
        if self.takes_regions(says) && self.pending.as_ref().is_some_and(fits) {
            return self.label(batch, regions_of(&record));
        }
        self.flush(batch);
        self.wait(record, false);
    }

    /// Lets a puzzle wait for what may belong to it.
    fn wait(&mut self, record: Record, is_line: bool) {
        let named = self.heading.named();
        self.pending = Some(Pending { record, is_line, named });
    }

    fn take_labels(
        &mut self,
        batch: &mut Batch,
        lines: &[Line],
        side: usize,
        regions: Result<Regions, ParseError>,
    ) {
        let line = lines[0].number;
        self.heading.announced = None;
        let fits = |pending: &Pending| {
            pending.record.regions.is_none() && pending.record.grid.size().side() == side
        };
        if self.pending.as_ref().is_some_and(fits) {
            return self.label(batch, regions);
        }
        self.flush(batch);
        if self.lacks_regions() && self.late(batch, line, "regions") {
            return;
        }
        if regions.is_err() {
            return self.read_lines(lines);
        }
        let kind = ParseErrorKind::Unsupported {
            expected: "a puzzle",
            found: "the regions of a jigsaw without its cells before them".to_owned(),
        };
        self.push(batch, Err(ParseError { line, column: 1, kind }), None);
        if !self.options.settled {
            let word = RulesWord { text: "regions".to_owned(), is_jigsaw: true };
            self.heading.of_all.get_or_insert((word, line));
        }
    }

    /// A line of a value of JSON.
    fn take_value(&mut self, batch: &mut Batch, mut open: Open, line: &[u8]) {
        let mut values = Vec::new();
        let progress = open.feed(line, |text, line| {
            values.push((serde_json::from_slice::<Value>(text), line));
        });
        let is_whole = values.len() == 1 && matches!(progress, Progress::Ended(_));
        let is_broken =
            progress == Progress::Broken || values.iter().any(|(value, _)| value.is_err());
        if !open.has_objects && is_broken {
            return self.replay(batch, &open);
        }
        for (value, number) in values {
            let found = match value {
                Ok(value) => forms::read(&Block::Value(&value), number, &self.options),
                Err(error) => {
                    let found = error.to_string();
                    // The place is one in the value, not in the input.
                    let found = found.split(" at line").next().unwrap_or_default().to_owned();
                    Some(vec![(Err(no_json(number, format!("an error: {found}"))), None)])
                }
            };
            if found.is_none() && is_whole {
                // A row of cells, or no puzzle.
                return self.replay(batch, &open);
            }
            self.close(batch);
            self.take_found(batch, found.unwrap_or_default(), false);
            self.flush(batch);
        }
        match progress {
            Progress::Broken => self.replay(batch, &open),
            Progress::Open => {
                self.close(batch);
                self.mode = Mode::Value(open);
            }
            Progress::Ended(end) => {
                let number = self.lines.number();
                let rest = line[end..].trim_ascii();
                let rest = rest.strip_prefix(b",").unwrap_or(rest).trim_ascii_start();
                match rest {
                    [] => {}
                    [b'{' | b'[', ..] => {
                        let found = "another one after it".to_owned();
                        self.push(batch, Err(no_json(number, found)), None);
                    }
                    rest => self.take(batch, number, rest, false),
                }
            }
        }
    }

    /// Reads lines in brackets that are no JSON as text; of what holds objects only those from the
    /// first that does not belong there.
    fn replay(&mut self, batch: &mut Batch, open: &Open) {
        let mut skipped = 0;
        if open.has_objects {
            self.close(batch);
            self.flush(batch);
            let found = "one that is cut off or broken".to_owned();
            self.push(batch, Err(no_json(open.line, found)), None);
            skipped = open.lines_before_error();
        }
        for (number, line) in open.lines().skip(skipped) {
            self.take(batch, number, line, open.has_objects);
        }
    }

    /// A line below a header.
    fn take_row(
        &mut self,
        batch: &mut Batch,
        table: Arc<Table>,
        open: Option<(usize, Vec<u8>)>,
        number: usize,
        line: &[u8],
    ) {
        let was_open = open.is_some();
        let (number, mut text) = match open {
            None if line.trim_ascii().is_empty() => return self.aside(batch, number, line),
            None if super::token::is_rule(line) || line.starts_with(b"#") => {
                self.mode = Mode::Table(table, None);
                return;
            }
            None => (number, line.to_vec()),
            Some((number, mut text)) => {
                text.extend_from_slice(line);
                (number, text)
            }
        };
        if is_open(line, was_open, table.delimiter()) && text.len() < LINE_LIMIT {
            text.extend_from_slice(self.lines.end());
            self.mode = Mode::Table(table, Some((number, text)));
            return;
        }
        batch.table = Some(Arc::clone(&table));
        self.mode = Mode::Table(table, None);
        if let (Some(named), Mode::Table(table, _)) = (self.heading.named(), &self.mode) {
            let result = table.read(&text, number, &self.options);
            return self.push_as(batch, result, None, true, Some(named));
        }
        let range = batch.keep(&text);
        self.pushed(number, true, false);
        batch.items.push(Item { line: number, what: What::Row(range) });
    }

    /// A line that is no puzzle: what it says of those below it.
    fn read_text(&mut self, number: usize, line: &[u8], is_comment: bool) {
        if self.take_rules(line) {
            return;
        }
        if !is_comment {
            self.passed_over.lines += 1;
            if self.passed_over.lines == 1 {
                self.passed_over.first = number;
            }
        }
        if !std::mem::replace(&mut self.heading.is_new, true) {
            self.heading.here = None;
        }
        if let Some(says) = announced(line) {
            self.heading.announced = Some(says);
        }
        // Of `.sdk` a letter begins a comment: `#DKiller`.
        let coded = match line {
            [b'#', code, text @ ..] if code.is_ascii_uppercase() => in_prose(text),
            _ => None,
        };
        let word = in_prose(line).or(coded);
        let Some(word) = word.filter(|_| !self.options.settled) else { return };
        let known =
            if !self.heading.has_begun { &mut self.heading.of_all } else { &mut self.heading.here };
        known.get_or_insert((word, number));
    }

    /// Takes a line that names the rules of the drawing above it; whether it is one.
    fn take_rules(&mut self, line: &[u8]) -> bool {
        let text = String::from_utf8_lossy(line);
        let Some(names) = text.trim().strip_prefix("rules:") else { return false };
        let Some(pending) = self.pending.as_mut().filter(|pending| !pending.is_line) else {
            return false;
        };
        let regions = pending.record.regions.as_ref().map(|_| String::new());
        let report = PuzzleReport {
            rules: Some(names.trim().to_owned()),
            regions,
            ..PuzzleReport::default()
        };
        let Ok(Some(mut rules)) = report.named() else { return false };
        rules.size = pending.record.rules.as_ref().and_then(|rules| rules.size);
        pending.record.rules = Some(rules.into());
        true
    }

    fn aside(&mut self, batch: &mut Batch, number: usize, line: &[u8]) {
        if self.options.asides {
            self.flush(batch);
            let range = batch.keep(line);
            batch.items.push(Item { line: number, what: What::Aside(range) });
        }
    }

    /// Passes on the puzzle that waits.
    fn flush(&mut self, batch: &mut Batch) {
        if let Some(Pending { record, is_line, named }) = self.pending.take() {
            self.push_as(batch, Ok(record), None, is_line, named);
        }
    }

    fn push(
        &mut self,
        batch: &mut Batch,
        result: Result<Record, ParseError>,
        object: Option<Map<String, Value>>,
    ) {
        let named = self.heading.named();
        self.push_as(batch, result, object, false, named);
    }

    /// Passes on a puzzle, or what is wrong with it, below text that names these rules.
    fn push_as(
        &mut self,
        batch: &mut Batch,
        result: Result<Record, ParseError>,
        object: Option<Map<String, Value>>,
        is_line: bool,
        named: Option<(RulesWord, usize)>,
    ) {
        let line = result.as_ref().map_or_else(|error| error.line, |record| record.line);
        let result = result.and_then(|record| {
            let error = |kind| ParseError { line, column: 1, kind };
            record.check_boxes(&self.options).map_err(error)?;
            let rules = record.rules.as_deref();
            let is_named = rules.is_some_and(NamedRules::are_named);
            let settles = |word: &RulesWord| is_named || word.is_jigsaw && record.regions.is_some();
            match named.filter(|(word, _)| !settles(word)) {
                Some((word, line)) => {
                    Err(error(ParseErrorKind::OtherRules { word: word.text, line }))
                }
                None => Ok(record),
            }
        });
        let has_regions = result.as_ref().is_ok_and(|record| record.regions.is_some());
        if result.is_ok() {
            self.last = Some((line, is_line, has_regions));
        }
        batch.items.push(Item { line, what: What::Record(Box::new((result, object))) });
    }

    /// Notes that a puzzle was passed on.
    fn pushed(&mut self, line: usize, is_line: bool, has_regions: bool) {
        self.last = Some((line, is_line, has_regions));
        (self.heading.is_new, self.heading.has_begun) = (false, true);
    }

    /// At the end of the input.
    fn finish(&mut self, batch: &mut Batch) {
        loop {
            match std::mem::replace(&mut self.mode, Mode::Text) {
                // What is left of a value may begin another.
                Mode::Value(open) => self.replay(batch, &open),
                Mode::Table(table, Some((number, text))) => {
                    let result = table.read(&text, number, &self.options);
                    break self.push(batch, result, None);
                }
                _ => break,
            }
        }
        self.close(batch);
        self.has_ended = true;
        let late = self.heading.here.take().filter(|_| self.heading.is_new);
        let Some((word, line)) = late else { return self.flush(batch) };
        if let Some(pending) = &mut self.pending {
            pending.named.get_or_insert((word, line));
            return self.flush(batch);
        }
        if let Some((puzzle, _, has_regions)) = self.last
            && !(word.is_jigsaw && has_regions)
        {
            let kind = ParseErrorKind::LateRules { word: word.text, puzzle };
            self.push(batch, Err(ParseError { line, column: 1, kind }), None);
        }
    }
}

/// The error for what should be JSON.
fn no_json(line: usize, found: String) -> ParseError {
    let kind = ParseErrorKind::Unsupported { expected: "one value of JSON", found };
    ParseError { line, column: 1, kind }
}

/// Whether what follows a bracket is the rest of a heading: `[Puzzle]`.
fn is_heading(inner: &[u8]) -> bool {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || b" _-".contains(byte);
    let inner = inner.trim_ascii_end().strip_suffix(b"]").unwrap_or_default();
    inner.first().is_some_and(u8::is_ascii_alphabetic) && inner.iter().all(is_word)
}

/// The labels of a full drawing of numbers or letters as regions.
fn regions_of(record: &Record) -> Result<Regions, ParseError> {
    let labels = record.grid.values().iter().map(|&value| RegionLabel::Number(value)).collect();
    let error =
        |error: RegionsError| ParseError { line: record.line, column: 1, kind: error.into() };
    Regions::new(labels).map_err(error)
}

//! Cuts an input into blocks, has each read, and puts together what belongs together.

use std::collections::BTreeSet;
use std::fmt;
use std::io::{self, Read};
use std::ops::Range;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::beside::{passed_over, rule_names};
use super::error::{ParseError, ParseErrorKind};
use super::forms::{self, Block, Found};
use super::group::{self, Part};
use super::input::{LINE_LIMIT, Lines, Next};
use super::line::starts_with_nine;
use super::object::Parsed;
use super::record::{Options, Record};
use super::row::{Kind, Line, kind};
use super::symbols::{MOST_SIDE, UNKNOWN};
use super::table::{Table, fields, is_open};
use super::token::{is_rule, plain};
use super::value::{Open, Progress};
use super::words::{Announced, RulesWord, announced, in_prose};
use crate::grid::Grid;
use crate::rules::{RegionLabel, Regions, RegionsError};

/// Many puzzles of an input, to be used again and again.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    text: Vec<u8>,
    items: Vec<Item>,
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
    /// A row of a table.
    Row(Arc<Table>, Range<usize>),
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
        let block = match self.what {
            What::Record(read) => return read.0.clone(),
            What::Line(range) => Block::Line(text(range)),
            What::Row(table, range) => Block::Row(table, text(range)),
            What::Aside(_) => return Err(nothing(self.line)),
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
            What::Row(table, range) => Some((table, &self.batch.text[range.clone()])),
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
    ParseError { line, column: 1, kind: ParseErrorKind::expected("a puzzle", "none") }
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
    /// Rules named since the last heading, in which line, and whether a puzzle followed.
    here: Option<(RulesWord, usize, bool)>,
    announced: Option<Announced>,
    /// Whether there was a puzzle.
    has_begun: bool,
}

impl Heading {
    fn is_silent(&self) -> bool {
        self.of_all.is_none() && self.here.is_none() && self.announced.is_none()
    }

    /// The rules that text names for a puzzle that begins now.
    fn begin(&mut self) -> Option<(RulesWord, usize)> {
        self.has_begun = true;
        let here = self.here.as_mut().map(|(word, line, is_used)| {
            *is_used = true;
            (word.clone(), *line)
        });
        here.or_else(|| self.of_all.clone())
    }

    /// Takes a line of text.
    fn read(&mut self, number: usize, line: &[u8], is_settled: bool) {
        self.here.take_if(|(_, _, is_used)| *is_used);
        self.announced = announced(line).or(self.announced);
        // Of `.sdk` a letter begins a comment: `#DKiller`.
        let coded = match line {
            [b'#', code, text @ ..] if code.is_ascii_uppercase() => in_prose(text),
            _ => None,
        };
        let Some(word) = in_prose(line).or(coded).filter(|_| !is_settled) else { return };
        if self.has_begun {
            self.here.get_or_insert((word, number, false));
        } else {
            self.of_all.get_or_insert((word, number));
        }
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
    has_ended: bool,
    /// Of the input, for the call after the puzzles before it.
    error: Option<io::Error>,
}

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
        let mut line = Vec::new();
        while batch.items.len() < at_most && !self.has_ended {
            if !batch.items.is_empty() && self.lines.is_drained() {
                break;
            }
            line.clear();
            match self.lines.next(&mut line) {
                Ok(Next::Line) => self.take(batch, self.lines.number(), &line, true),
                Ok(Next::End) => self.finish(batch),
                Ok(Next::Wrong(column, kind)) => {
                    self.finish(batch);
                    let line = self.lines.number();
                    self.push(batch, Err(ParseError { line, column, kind }), None, false);
                }
                Err(error) => {
                    (self.error, self.has_ended) = (Some(error), true);
                    self.flush(batch);
                }
            }
        }
        match self.error.take_if(|_| batch.items.is_empty()) {
            Some(error) => Err(error),
            None => Ok(!batch.items.is_empty() || !self.has_ended),
        }
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
        if is_idle && self.heading.is_silent() && starts_with_nine(line, &self.options) {
            let range = batch.keep(line);
            return self.push_raw(batch, number, What::Line(range));
        }
        let start = line.trim_ascii_start();
        let is_symbol = |byte| self.options.symbols.value(byte, MOST_SIDE) != UNKNOWN;
        if may_be_json && begins_value(start) && !is_symbol(start[0]) {
            return self.take_value(batch, Open::new(number), line);
        }
        let text = plain(line);
        let kind = kind(&text, &self.options);
        match kind {
            Kind::Row(_) | Kind::Rule | Kind::Letters(_) => {
                self.group_bytes += text.len();
                self.group.push(Line { number, text, kind });
                if self.group_bytes > LINE_LIMIT || group::is_full(&self.group, &self.options) {
                    self.close(batch);
                }
            }
            Kind::Blank if group::may_go_on(&self.group) => {
                self.group.push(Line { number, text: line.to_vec(), kind });
            }
            // A comment among rows is none of theirs.
            Kind::Text if is_comment(start) && start[0] == b'#' && !self.options.asides => {
                self.read_text(number, line);
            }
            Kind::Blank | Kind::Text => {
                self.close(batch);
                self.take_line(batch, number, line);
            }
        }
    }

    /// A line that is no part of a group.
    fn take_line(&mut self, batch: &mut Batch, number: usize, line: &[u8]) {
        let start = line.trim_ascii_start();
        if start.is_empty() || is_comment(start) {
            self.aside(batch, number, line);
            return self.read_text(number, line);
        }
        match Table::of_header(line, &self.options) {
            None => {}
            Some(Ok(table)) => {
                self.flush(batch);
                self.passed_over.fields.extend(table.passed_over());
                self.mode = Mode::Table(Arc::new(table), None);
                return;
            }
            Some(Err(kind)) => return self.fail(batch, number, kind),
        }
        match forms::read(&Block::Line(line), number, &self.options) {
            Some(found) => self.take_found(batch, found, true),
            None => self.read_text(number, line),
        }
    }

    /// Takes the puzzles of a block, or what belongs to the puzzle that waits.
    fn take_found(&mut self, batch: &mut Batch, found: Found, is_line: bool) {
        for (result, object) in found {
            let record = match result {
                Ok(record) => record,
                Err(error) => {
                    self.flush(batch);
                    self.push(batch, Err(error), object, false);
                    continue;
                }
            };
            let says = record.id.as_deref().and_then(announced).or(self.heading.announced.take());
            let jigsaw = self.options.jigsaw;
            let is_grid = object.is_none() && record.candidates.is_none();
            let side = record.grid.size().side();
            if is_grid && says == Some(Announced::Solution) && record.grid.is_full() {
                if let Some(puzzle) = self.waiting(side) {
                    let solution = Grid::from_values(puzzle.grid.size(), record.grid.values());
                    puzzle.claim(solution.expect("a grid of the same side"));
                    continue;
                }
                self.flush(batch);
                if is_line && self.late(batch, record.line, "the solution") {
                    continue;
                }
            }
            let may_be_regions = says == Some(Announced::Regions) || jigsaw && says.is_none();
            let waiting = self.waiting(side).filter(|_| is_grid && may_be_regions);
            if waiting.is_some_and(|puzzle| puzzle.regions.is_none()) {
                self.label(batch, regions_of(&record));
                continue;
            }
            self.flush(batch);
            if let Some(object) = &object {
                self.passed_over.fields.extend(passed_over(object, &self.options));
            }
            if object.is_none() && (!is_line || self.options.jigsaw) && record.regions.is_none() {
                let named = self.heading.begin();
                self.pending = Some(Pending { record, is_line, named });
            } else {
                self.push(batch, Ok(record), object, is_line);
            }
        }
    }

    /// The puzzle that waits, if it has this side.
    fn waiting(&mut self, side: usize) -> Option<&mut Record> {
        let record = self.pending.as_mut().map(|pending| &mut pending.record);
        record.filter(|record| record.grid.size().side() == side)
    }

    /// The error for what belongs to the last puzzle, if that stands in one line; whether it does.
    fn late(&mut self, batch: &mut Batch, line: usize, what: &'static str) -> bool {
        let Some((puzzle, true, _)) = self.last else { return false };
        let kind = ParseErrorKind::expected(
            format!("{what} in the line of the puzzle"),
            format!("a later line; line {puzzle} is answered already"),
        );
        self.fail(batch, line, kind);
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
            Err(error) => self.push(batch, Err(error), None, false),
        }
    }

    /// Reads the lines that belong together.
    fn close(&mut self, batch: &mut Batch) {
        let mut lines = std::mem::take(&mut self.group);
        let gap = lines.pop_if(|line| line.kind == Kind::Blank);
        self.group_bytes = 0;
        for part in group::parts(&mut lines, &self.options) {
            match part {
                Part::Cells(number, block) => {
                    let found = forms::read(&block, number, &self.options);
                    let is_line = matches!(block, Block::Line(_));
                    self.take_found(batch, found.unwrap_or_default(), is_line);
                }
                Part::Wrong(error) => {
                    self.flush(batch);
                    self.push(batch, Err(error), None, false);
                }
                Part::Labels(lines, side, regions) => {
                    self.take_labels(batch, lines, side, regions);
                }
                Part::Text(lines) => self.read_lines(lines),
            }
        }
        if let Some(Line { number, text, .. }) = gap {
            self.aside(batch, number, &text);
        }
    }

    fn read_lines(&mut self, lines: &[Line]) {
        lines.iter().for_each(|line| self.read_text(line.number, &line.text));
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
        if self.waiting(side).is_some_and(|puzzle| puzzle.regions.is_none()) {
            return self.label(batch, regions);
        }
        self.flush(batch);
        let lacks_regions = self.last.is_some_and(|(_, _, has_regions)| !has_regions);
        if lacks_regions && self.late(batch, line, "regions") {
            return;
        }
        if regions.is_err() {
            return self.read_lines(lines);
        }
        let kind = ParseErrorKind::expected(
            "a puzzle",
            "the regions of a jigsaw without its cells before them",
        );
        self.fail(batch, line, kind);
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
                    let found = found.split(" at line").next().unwrap_or_default();
                    let kind = no_json(&format!("an error: {found}"));
                    Some(vec![(Err(ParseError { line: number, column: 1, kind }), None)])
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
                        self.fail(batch, number, no_json("another one after it"));
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
            self.fail(batch, open.line, no_json("one that is cut off or broken"));
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
            Some((number, mut text)) => {
                text.extend_from_slice(self.lines.end_before());
                (number, text)
            }
            None if line.trim_ascii().is_empty() => return self.aside(batch, number, line),
            None if is_rule(line) || line.starts_with(b"#") => {
                self.mode = Mode::Table(table, None);
                return;
            }
            None => (number, Vec::new()),
        };
        text.extend_from_slice(line);
        if is_open(line, was_open, table.delimiter()) && text.len() < LINE_LIMIT {
            self.mode = Mode::Table(table, Some((number, text)));
            return;
        }
        self.mode = Mode::Table(Arc::clone(&table), None);
        if self.heading.is_silent() {
            let range = batch.keep(&text);
            return self.push_raw(batch, number, What::Row(table, range));
        }
        let result = table.read(&text, number, &self.options);
        self.push(batch, result, None, true);
    }

    /// A line that is no puzzle: what it says of those below it.
    fn read_text(&mut self, number: usize, line: &[u8]) {
        let start = line.trim_ascii_start();
        if start.is_empty() || is_rule(line) || self.take_rules(line) {
            return;
        }
        if !is_comment(start) {
            self.passed_over.lines += 1;
            if self.passed_over.lines == 1 {
                self.passed_over.first = number;
            }
        }
        self.heading.read(number, line, self.options.settled);
    }

    /// Takes a line that names the rules of the drawing above it; whether it is one.
    fn take_rules(&mut self, line: &[u8]) -> bool {
        let text = String::from_utf8_lossy(line);
        let Some(names) = text.trim().strip_prefix("rules:") else { return false };
        let Some(pending) = self.pending.as_mut().filter(|pending| !pending.is_line) else {
            return false;
        };
        let rules = rule_names(names, pending.record.regions.is_some(), false);
        let Some(rules) = rules.ok().filter(|rules| !rules.is_empty()) else { return false };
        pending.record.rules = rules;
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
            self.push_under(batch, Ok(record), None, is_line, named);
        }
    }

    /// Passes on the puzzle that waits, and what is wrong with the next.
    fn fail(&mut self, batch: &mut Batch, line: usize, kind: ParseErrorKind) {
        self.flush(batch);
        self.push(batch, Err(ParseError { line, column: 1, kind }), None, false);
    }

    /// Passes on a puzzle that is read later.
    fn push_raw(&mut self, batch: &mut Batch, line: usize, what: What) {
        self.last = Some((line, true, false));
        self.heading.has_begun = true;
        batch.items.push(Item { line, what });
    }

    fn push(
        &mut self,
        batch: &mut Batch,
        result: Result<Record, ParseError>,
        object: Option<Map<String, Value>>,
        is_line: bool,
    ) {
        let named = self.heading.begin();
        self.push_under(batch, result, object, is_line, named);
    }

    /// Passes on a puzzle, or what is wrong with it, below text that names these rules.
    fn push_under(
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
            let is_named = !record.rules.is_empty();
            let settles = |word: &RulesWord| is_named || word.is_jigsaw && record.regions.is_some();
            match named.filter(|(word, _)| !settles(word)) {
                Some((word, line)) => {
                    Err(error(ParseErrorKind::OtherRules { word: word.text, line }))
                }
                None => Ok(record),
            }
        });
        if let Ok(record) = &result {
            self.last = Some((line, is_line, record.regions.is_some()));
        }
        batch.items.push(Item { line, what: What::Record(Box::new((result, object))) });
    }

    /// At the end of the input.
    fn finish(&mut self, batch: &mut Batch) {
        loop {
            match std::mem::replace(&mut self.mode, Mode::Text) {
                // What is left of a value may begin another.
                Mode::Value(open) => self.replay(batch, &open),
                Mode::Table(table, Some((number, text))) => {
                    let result = table.read(&text, number, &self.options);
                    break self.push(batch, result, None, true);
                }
                _ => break,
            }
        }
        self.close(batch);
        self.has_ended = true;
        let late = self.heading.here.take().filter(|(_, _, is_used)| !is_used);
        let named = late.map(|(word, line, _)| (word, line));
        if let Some(pending) = &mut self.pending {
            pending.named = pending.named.take().or(named);
            return self.flush(batch);
        }
        if let (Some((word, line)), Some((puzzle, _, has_regions))) = (named, self.last)
            && !(word.is_jigsaw && has_regions)
        {
            let kind = ParseErrorKind::LateRules { word: word.text, puzzle };
            self.fail(batch, line, kind);
        }
    }
}

/// The error for what should be JSON.
fn no_json(found: &str) -> ParseErrorKind {
    ParseErrorKind::expected("one value of JSON", found.to_owned())
}

/// Whether a line is a comment, or a fence of Markdown.
fn is_comment(line: &[u8]) -> bool {
    [&b"#"[..], b"```", b"~~~"].iter().any(|mark| line.starts_with(mark))
}

/// Whether a line may begin a value of JSON: not the heading `[Puzzle]`.
fn begins_value(line: &[u8]) -> bool {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || b" _-".contains(byte);
    match line {
        [b'{', inner @ ..] => matches!(inner.trim_ascii_start(), [] | [b'"' | b'}', ..]),
        [b'[', inner @ ..] => {
            let inner = inner.trim_ascii_end().strip_suffix(b"]").unwrap_or_default();
            !(inner.first().is_some_and(u8::is_ascii_alphabetic) && inner.iter().all(is_word))
        }
        _ => false,
    }
}

/// The labels of a full drawing of numbers or letters as regions.
fn regions_of(record: &Record) -> Result<Regions, ParseError> {
    let labels = record.grid.values().iter().map(|&value| RegionLabel::Number(value)).collect();
    let at_start =
        |error: RegionsError| ParseError { line: record.line, column: 1, kind: error.into() };
    Regions::new(labels).map_err(at_start)
}

//! Cuts an input into blocks, has each read, and puts together what belongs together.

use std::io::{self, Read};
use std::mem;
use std::sync::Arc;

use itertools::Itertools;
use serde_json::{Map, Value};

use super::batch::{Batch, PassedOver, What};
use super::beside::{passed_over, rule_names};
use super::error::{ParseError, ParseErrorKind};
use super::forms::{self, Block, Found};
use super::group::{self, Part};
use super::input::{LINE_LIMIT, Lines};
use super::line::values_of_nine;
use super::record::{Options, Record};
use super::row::{Kind, Line, kind};
use super::table::{Table, is_open};
use super::token::{is_rule, plain, without_remark};
use super::value::Open;
use super::words::{Announced, RulesWord, announced, in_prose};
use crate::grid::Grid;
use crate::rules::{RegionLabel, Regions};

/// How the lines to come are read.
#[derive(Debug)]
enum Mode {
    Text,
    /// Within a value of JSON.
    Value(Open),
    /// Below a header, perhaps within a quoted field that began in this line.
    Table(Arc<Table>, Option<(usize, Vec<u8>)>),
}

/// Rules that text names, and in which line.
type Named = (RulesWord, usize);

/// What text says about the puzzles below it.
#[derive(Debug, Default)]
struct Heading {
    /// Rules named before the first puzzle.
    of_all: Option<Named>,
    /// Rules named since the last heading, and whether a puzzle followed.
    here: Option<(Named, bool)>,
    announced: Option<Announced>,
    /// Whether there was a puzzle.
    has_begun: bool,
}

impl Heading {
    fn is_silent(&self) -> bool {
        self.of_all.is_none() && self.here.is_none() && self.announced.is_none()
    }

    /// The rules that text names for a puzzle that begins now.
    fn begin(&mut self) -> Option<Named> {
        self.has_begun = true;
        self.here.iter_mut().for_each(|(_, is_used)| *is_used = true);
        self.here.as_ref().map(|(named, _)| named).or(self.of_all.as_ref()).cloned()
    }

    /// Takes a line of text.
    fn read(&mut self, number: usize, line: &[u8], is_settled: bool) {
        self.here.take_if(|(_, is_used)| *is_used);
        self.announced = announced(line).or(self.announced);
        // Of `.sdk` a letter begins a comment: `#DKiller`.
        let coded = match line {
            [b'#', code, text @ ..] if code.is_ascii_uppercase() => in_prose(text),
            _ => None,
        };
        self.name(number, in_prose(line).or(coded).filter(|_| !is_settled));
    }

    /// Takes a word that names rules.
    fn name(&mut self, number: usize, word: Option<RulesWord>) {
        let Some(word) = word else { return };
        if self.has_begun {
            self.here.get_or_insert(((word, number), false));
        } else {
            self.of_all.get_or_insert((word, number));
        }
    }
}

/// Reads puzzles of any form from a stream, in bounded memory.
#[derive(Debug)]
pub struct Splitter<R> {
    lines: Lines<R>,
    /// Of the last line, from 1.
    number: usize,
    options: Options,
    mode: Mode,
    group: Vec<Line>,
    group_bytes: usize,
    /// A puzzle that may get regions or a solution, and the rules that text above it names.
    pending: Option<(Record, Option<Named>)>,
    heading: Heading,
    passed_over: PassedOver,
    /// The line of the last puzzle, and whether it has regions.
    last: Option<(usize, bool)>,
    /// What is passed on.
    out: Batch,
    /// The line where an array of objects began that has not ended.
    array: Option<usize>,
    has_ended: bool,
    /// Of the input, for the call after the puzzles before it.
    error: Option<io::Error>,
}

impl<R: Read> Splitter<R> {
    /// A reader of this input.
    pub fn new(input: R, options: Options) -> Splitter<R> {
        Splitter {
            lines: Lines::new(input),
            number: 0,
            options,
            mode: Mode::Text,
            group: Vec::new(),
            group_bytes: 0,
            pending: None,
            heading: Heading::default(),
            passed_over: PassedOver::default(),
            last: None,
            out: Batch::default(),
            array: None,
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
        batch.clear();
        mem::swap(batch, &mut self.out);
        let mut line = Vec::new();
        while self.out.len() < at_most && !self.has_ended {
            if !self.out.is_empty() && self.lines.is_drained() {
                break;
            }
            match self.lines.next(&mut line, 1 + self.number) {
                Ok(Ok(true)) => {
                    self.number += 1;
                    self.take(self.number, &line, true);
                }
                Ok(Ok(false)) => self.finish(),
                Ok(Err(error)) => {
                    self.finish();
                    self.fail(error);
                }
                Err(error) => {
                    (self.error, self.has_ended) = (Some(error), true);
                    self.flush();
                }
            }
        }
        mem::swap(batch, &mut self.out);
        match self.error.take_if(|_| batch.is_empty()) {
            Some(error) => Err(error),
            None => Ok(!batch.is_empty() || !self.has_ended),
        }
    }

    /// Takes a line.
    fn take(&mut self, number: usize, line: &[u8], may_be_array: bool) {
        match mem::replace(&mut self.mode, Mode::Text) {
            Mode::Text => self.take_text(number, line, may_be_array),
            Mode::Value(open) => self.take_value(open, number, line),
            Mode::Table(table, open) => self.take_row(table, open, number, line),
        }
    }

    fn take_text(&mut self, number: usize, line: &[u8], may_be_array: bool) {
        let is_idle = self.group.is_empty() && self.pending.is_none() && !self.options.jigsaw;
        if is_idle
            && self.heading.is_silent()
            && let Some((values, rest)) = values_of_nine(line, &self.options)
        {
            return self.push_raw(number, &[&values, rest], What::Nine);
        }
        let start = line.trim_ascii_start();
        let element = start.strip_prefix(b"[").unwrap_or_default().trim_ascii_start();
        if let Some(object) = [element, start].into_iter().find(|start| begins_object(start)) {
            if start.starts_with(b"[") {
                self.array = Some(number);
            }
            return self.take_value(Open::new(number), number, object);
        }
        if may_be_array && begins_array(start) {
            return self.take_value(Open::new(number), number, line);
        }
        if start.starts_with(b"]") {
            self.array = None;
            if start.iter().all(|byte| b"],; ".contains(byte)) {
                return self.close();
            }
        }
        let text = plain(line);
        let kind = kind(&text, &self.options);
        match kind {
            Kind::Row(_) | Kind::Rule | Kind::Letters => {
                // The name before brackets.
                let indent = text.len() - text.trim_ascii_start().len();
                self.hear(number, line.get(..indent).unwrap_or_default());
                self.group_bytes += text.len();
                self.group.push(Line { number, text, kind });
                if self.group_bytes > LINE_LIMIT || group::is_full(&self.group, &self.options) {
                    self.close();
                }
            }
            Kind::Blank if group::may_go_on(&self.group) => {
                self.group.push(Line { number, text: line.to_vec(), kind });
            }
            // A comment among rows is none of theirs.
            Kind::Text if start.starts_with(b"#") && !self.options.asides => {
                self.read_text(number, line);
            }
            Kind::Blank | Kind::Text => {
                self.close();
                self.take_line(number, line);
            }
        }
    }

    /// A line that is no part of a group.
    fn take_line(&mut self, number: usize, line: &[u8]) {
        let start = line.trim_ascii_start();
        if start.is_empty() || is_comment(start) {
            self.aside(number, line);
            return self.read_text(number, line);
        }
        match Table::of_header(line, &self.options) {
            None => {}
            Some(Ok(table)) => {
                self.flush();
                self.passed_over.fields.extend(table.passed_over());
                self.mode = Mode::Table(Arc::new(table), None);
                return;
            }
            Some(Err(kind)) => return self.fail(kind.in_line(number)),
        }
        match forms::read(&Block::Line(line), number, &self.options) {
            Some(found) => {
                let is_bad = matches!(&found[..], [(Err(error), _)]
                    if !matches!(error.kind, ParseErrorKind::OtherRules { .. }));
                self.take_found(found, true);
                if is_bad {
                    self.hear(number, line);
                }
            }
            None => self.read_text(number, line),
        }
    }

    /// Takes the rules that a line names which should be cells, or a text beside a row.
    fn hear(&mut self, number: usize, text: &[u8]) {
        // X may be an empty cell.
        let is_word = |word: &RulesWord| !self.options.settled && word.text != "X";
        self.heading.name(number, in_prose(text).filter(is_word));
    }

    /// Takes the puzzles of a block, and what belongs to the puzzle before it. One in a line does
    /// not wait for what may belong to it, but where the options say that its regions follow.
    fn take_found(&mut self, found: Found, is_line: bool) {
        for (result, object) in found {
            match result {
                Ok(record) if object.is_none() && self.belongs(&record) => {}
                Ok(record)
                    if object.is_none()
                        && (!is_line || self.options.jigsaw)
                        && record.regions.is_none() =>
                {
                    self.flush();
                    self.pending = Some((record, self.heading.begin()));
                }
                result => {
                    if let (Ok(_), Some(object)) = (&result, &object) {
                        self.passed_over.fields.extend(passed_over(object, &self.options));
                    }
                    self.push(result, object);
                }
            }
        }
    }

    /// Gives a grid to the puzzle before it, if it is its solution or its regions; whether it is.
    fn belongs(&mut self, record: &Record) -> bool {
        let said = record.id.as_deref().and_then(announced).or(self.heading.announced.take());
        let said = said.or(self.options.jigsaw.then_some(Announced::Regions));
        let (grid, is_full) = (&record.grid, record.grid.is_full());
        let is_latin = grid.values().iter().take(grid.size().side()).all_unique();
        let may_be_regions = is_full && !is_latin && regions_of(record).is_ok();
        let puzzle = self.waiting(grid.size().side());
        match (said.filter(|_| record.candidates.is_none()), puzzle) {
            (Some(Announced::Solution), Some(puzzle)) if is_full => {
                let solution = Grid::from_values(puzzle.grid.size(), grid.values());
                puzzle.claim(solution.expect("a grid of the same side"));
                true
            }
            (Some(Announced::Solution), None) if is_full => self.late(record.line, "the solution"),
            (Some(Announced::Regions), Some(puzzle)) if puzzle.regions.is_none() => {
                self.label(regions_of(record));
                true
            }
            // A row of a solution has each digit once.
            (None, Some(puzzle)) if may_be_regions && puzzle.regions.is_none() => {
                let expected = "\"Regions\" above what could be regions";
                let kind = ParseErrorKind::expected(expected, "no heading");
                self.label(Err(kind.in_line(record.line)));
                true
            }
            _ => false,
        }
    }

    /// The puzzle that waits, if it has this side.
    fn waiting(&mut self, side: usize) -> Option<&mut Record> {
        let record = self.pending.as_mut().map(|(record, _)| record);
        record.filter(|record| record.grid.size().side() == side)
    }

    /// The error for what belongs to the last puzzle, if there is one; whether there is.
    fn late(&mut self, line: usize, what: &'static str) -> bool {
        self.flush();
        let Some((puzzle, _)) = self.last else { return false };
        let expected = format!("{what} in the line of the puzzle");
        let found = format!("a later line; line {puzzle} is answered already");
        self.fail(ParseErrorKind::expected(expected, found).in_line(line));
        true
    }

    /// Gives regions, or what is wrong with them, to the puzzle that waits.
    fn label(&mut self, regions: Result<Regions, ParseError>) {
        match (regions, &mut self.pending) {
            (Ok(regions), Some((record, _))) => record.regions = Some(regions.into()),
            (Ok(_), None) => {}
            (Err(error), pending) => {
                *pending = None;
                self.fail(error);
            }
        }
    }

    /// Reads the lines that belong together.
    fn close(&mut self) {
        let mut lines = mem::take(&mut self.group);
        let gap = lines.pop_if(|line| line.kind == Kind::Blank);
        self.group_bytes = 0;
        for part in group::parts(&mut lines, &self.options) {
            match part {
                Part::Cells(number, block) => {
                    if let Block::Rows(lines, ..) = block {
                        for Line { number, text, .. } in lines {
                            self.hear(*number, &text[without_remark(text).len()..]);
                        }
                    }
                    let found = forms::read(&block, number, &self.options);
                    self.take_found(found.unwrap_or_default(), matches!(block, Block::Line(_)));
                }
                Part::Wrong(lines, error) => {
                    self.fail(error);
                    lines.iter().for_each(|line| self.hear(line.number, &line.text));
                }
                Part::Labels(lines, side, regions) => self.take_labels(lines, side, regions),
                Part::Text(lines) => {
                    lines.iter().for_each(|line| self.read_text(line.number, &line.text));
                }
            }
        }
        if let Some(Line { number, text, .. }) = gap {
            self.aside(number, &text);
        }
    }

    fn take_labels(&mut self, lines: &[Line], side: usize, regions: Result<Regions, ParseError>) {
        let line = lines[0].number;
        self.heading.announced = None;
        if self.waiting(side).is_some_and(|puzzle| puzzle.regions.is_none()) {
            return self.label(regions);
        }
        self.flush();
        let lacks_regions = self.last.is_some_and(|(_, has_regions)| !has_regions);
        if lacks_regions && self.late(line, "regions") {
            return;
        }
        if regions.is_err() {
            return lines.iter().for_each(|line| self.read_text(line.number, &line.text));
        }
        let found = "the regions of a jigsaw without its cells before them";
        self.fail(ParseErrorKind::expected("a puzzle", found).in_line(line));
        if !self.options.settled {
            let word = RulesWord { text: "regions".to_owned(), is_jigsaw: true };
            self.heading.of_all.get_or_insert((word, line));
        }
    }

    /// A line that goes on with a value of JSON, perhaps followed by other objects.
    fn take_value(&mut self, mut open: Open, number: usize, mut line: &[u8]) {
        if open.text.trim_ascii() == b"[" && begins_object(line.trim_ascii_start()) {
            // The elements of a long array pass one by one.
            self.array = Some(open.line);
            open = Open::new(number);
        }
        while let Some(end) = open.feed(line) {
            line = &line[end..];
            let found = match serde_json::from_slice(&open.text) {
                Ok(value) => forms::read(&Block::Value(&value), open.line, &self.options),
                Err(error) => open.is_object().then(|| {
                    let error = error.to_string();
                    // The place is one in the value, not in the input.
                    let found = error.split(" at line").next().unwrap_or_default();
                    vec![(Err(no_json(&format!("an error: {found}"), open.line)), None)]
                }),
            };
            let Some(found) = found else {
                // A row of cells, or no puzzle.
                open.text.extend_from_slice(line);
                return self.replay(open);
            };
            self.close();
            self.take_found(found, true);
            line = line.trim_ascii_start();
            line = line.strip_prefix(b",").unwrap_or(line).trim_ascii_start();
            if !begins_object(line) {
                return self.take(number, line, true);
            }
            open = Open::new(number);
        }
        if open.is_broken() {
            return self.replay(open);
        }
        self.close();
        self.mode = Mode::Value(open);
    }

    /// Reads lines in brackets that are no JSON as text; of an object only those from the first
    /// that does not belong there.
    fn replay(&mut self, open: Open) {
        let mut skipped = 0;
        if open.is_object() {
            self.close();
            self.fail(no_json("one that is cut off or broken", open.line));
            skipped = open.lines_before_error();
        }
        for (number, line) in open.lines().skip(skipped) {
            self.take(number, line, open.is_object());
        }
    }

    /// A line below a header.
    fn take_row(
        &mut self,
        table: Arc<Table>,
        open: Option<(usize, Vec<u8>)>,
        number: usize,
        line: &[u8],
    ) {
        let was_open = open.is_some();
        let (number, mut text) = match open {
            Some(open) => open,
            None if line.trim_ascii().is_empty() => return self.aside(number, line),
            None if is_rule(line) || line.starts_with(b"#") => {
                self.mode = Mode::Table(table, None);
                return;
            }
            None => (number, Vec::new()),
        };
        text.extend_from_slice(line);
        if is_open(line, was_open, table.delimiter()) && text.len() < LINE_LIMIT {
            text.extend_from_slice(self.lines.end);
            self.mode = Mode::Table(table, Some((number, text)));
            return;
        }
        self.mode = Mode::Table(Arc::clone(&table), None);
        if self.heading.is_silent() {
            return self.push_raw(number, &[&text], What::Row(table));
        }
        self.push(table.read(&text, number, &self.options), None);
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
        let (Some(names), Some((record, _))) =
            (text.trim().strip_prefix("rules:"), &mut self.pending)
        else {
            return false;
        };
        let rules = rule_names(names, record.regions.is_some(), false);
        let Some(rules) = rules.ok().filter(|rules| !rules.is_empty()) else { return false };
        record.rules = rules;
        true
    }

    fn aside(&mut self, number: usize, line: &[u8]) {
        if self.options.asides {
            self.flush();
            self.out.push(number, &[line], What::Aside);
        }
    }

    /// Passes on the puzzle that waits.
    fn flush(&mut self) {
        if let Some((record, named)) = self.pending.take() {
            self.push_under(Ok(record), None, named);
        }
    }

    /// Passes on the puzzle that waits, and what is wrong with the next.
    fn fail(&mut self, error: ParseError) {
        self.push(Err(error), None);
    }

    /// Passes on a puzzle that is read later.
    fn push_raw(&mut self, line: usize, parts: &[&[u8]], what: What) {
        self.last = Some((line, false));
        self.heading.has_begun = true;
        self.out.push(line, parts, what);
    }

    /// Passes on the puzzle that waits, and a puzzle, or what is wrong with it.
    fn push(&mut self, result: Result<Record, ParseError>, object: Option<Map<String, Value>>) {
        self.flush();
        let named = self.heading.begin();
        self.push_under(result, object, named);
    }

    /// Passes on a puzzle, or what is wrong with it, below text that names these rules.
    fn push_under(
        &mut self,
        result: Result<Record, ParseError>,
        object: Option<Map<String, Value>>,
        named: Option<Named>,
    ) {
        let line = result.as_ref().map_or_else(|error| error.line, |record| record.line);
        let result = result.and_then(|record| {
            record.check_boxes(&self.options).map_err(|kind| kind.in_line(line))?;
            let is_named = !record.rules.is_empty();
            let settles = |word: &RulesWord| is_named || word.is_jigsaw && record.regions.is_some();
            match named.filter(|(word, _)| !settles(word)) {
                Some((RulesWord { text: word, .. }, heading)) => {
                    Err(ParseErrorKind::OtherRules { word, line: heading }.in_line(line))
                }
                None => Ok(record),
            }
        });
        if let Ok(record) = &result {
            self.last = Some((line, record.regions.is_some()));
        }
        self.out.push(line, &[], What::Read(Box::new((result, object))));
    }

    /// At the end of the input.
    fn finish(&mut self) {
        loop {
            match mem::replace(&mut self.mode, Mode::Text) {
                // What is left of a value may begin another.
                Mode::Value(open) => self.replay(open),
                Mode::Table(table, Some((number, text))) => {
                    break self.push(table.read(&text, number, &self.options), None);
                }
                _ => break,
            }
        }
        self.close();
        if let Some(line) = self.array.take() {
            self.fail(no_json("one that is cut off or broken", line));
        }
        self.has_ended = true;
        let late = self.heading.here.take().filter(|(_, is_used)| !is_used);
        let late = late.map(|(named, _)| named);
        if let Some((_, named)) = &mut self.pending {
            *named = named.take().or(late);
            return self.flush();
        }
        if let (Some((word, line)), Some((puzzle, has_regions))) = (late, self.last)
            && !(word.is_jigsaw && has_regions)
        {
            self.fail(ParseErrorKind::LateRules { word: word.text, puzzle }.in_line(line));
        }
    }
}

/// The error for what should be JSON.
fn no_json(found: &str, line: usize) -> ParseError {
    ParseErrorKind::expected("one value of JSON", found.to_owned()).in_line(line)
}

/// Whether a line is a comment, or a fence of Markdown.
fn is_comment(line: &[u8]) -> bool {
    [&b"#"[..], b"```", b"~~~"].iter().any(|mark| line.starts_with(mark))
}

/// Whether a line may begin an object of JSON.
fn begins_object(line: &[u8]) -> bool {
    line.strip_prefix(b"{")
        .is_some_and(|inner| matches!(inner.trim_ascii_start(), [] | [b'"' | b'}', ..]))
}

/// Whether a line may begin an array of JSON: not the heading `[Puzzle]`.
fn begins_array(line: &[u8]) -> bool {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || b" _-".contains(byte);
    line.strip_prefix(b"[").is_some_and(|inner| {
        let inner = inner.trim_ascii_end().strip_suffix(b"]").unwrap_or_default();
        !(inner.first().is_some_and(u8::is_ascii_alphabetic) && inner.iter().all(is_word))
    })
}

/// The labels of a full drawing of numbers or letters as regions.
fn regions_of(record: &Record) -> Result<Regions, ParseError> {
    let labels = record.grid.values().iter().map(|&value| RegionLabel::Number(value)).collect();
    Regions::new(labels).map_err(|error| ParseErrorKind::from(error).in_line(record.line))
}

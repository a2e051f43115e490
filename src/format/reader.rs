//! Cuts an input into blocks, has each read, and puts together what belongs together.

use std::io::{self, Read};
use std::mem;
use std::sync::Arc;

use memchr::memchr_iter;

use super::batch::{Batch, PassedOver, What};
use super::cells::Place;
use super::error::{ParseError, ParseErrorKind};
use super::forms::read_line;
use super::input::{LINE_LIMIT, Lines};
use super::layout::are_like_regions;
use super::line::values_of_nine;
use super::names::{Names, Role, announced};
use super::object::{self, Parsed, rule_names};
use super::record::{Options, Record};
use super::rows::{self, Kind, Line, Part};
use super::table::{Table, is_open};
use super::token::{is_rule, plain, words};
use super::words::{RulesWord, rules_word};
use crate::grid::Grid;
use crate::rules::{RegionLabel, Regions, Variant};

/// Rules that text names, and in which line.
type Named = (RulesWord, usize);

/// What text says about the puzzles below it.
#[derive(Debug, Default)]
struct Heading {
    /// Rules named before the first puzzle.
    of_all: Option<Named>,
    /// Rules named since the last heading, and whether a puzzle followed.
    here: Option<(Named, bool)>,
    announced: Option<Role>,
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
        let coded = || rules_word(line.strip_prefix(b"#")?.get(1..)?, false);
        self.name(number, rules_word(line, false).or_else(coded).filter(|_| !is_settled));
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
    options: Options,
    /// The table whose rows the lines to come are.
    table: Option<Arc<Table>>,
    group: Vec<Line>,
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
    /// No array of JSON begins up to this line.
    text_to: usize,
    has_ended: bool,
}

impl<R: Read> Splitter<R> {
    /// A reader of this input.
    pub fn new(input: R, options: Options) -> Splitter<R> {
        Splitter {
            lines: Lines::new(input),
            options,
            table: None,
            group: Vec::new(),
            pending: None,
            heading: Heading::default(),
            passed_over: PassedOver::default(),
            last: None,
            out: Batch::default(),
            array: None,
            text_to: 0,
            has_ended: false,
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
        while self.out.len() < at_most
            && !self.has_ended
            && (self.out.is_empty() || !self.lines.is_drained())
        {
            // The common case, without a copy of the line.
            if self.is_idle()
                && let Some(line) = self.lines.peek_nine()
                && let Some((values, _)) = values_of_nine(line, &self.options)
            {
                self.lines.pass_nine();
                self.push_raw(self.lines.number, &[&values], || What::Nine);
                continue;
            }
            match self.lines.next(&mut line) {
                true => self.take(&mut line),
                false => self.finish(),
            }
        }
        mem::swap(batch, &mut self.out);
        match self.lines.error.take_if(|_| self.has_ended && batch.is_empty()) {
            Some(error) => Err(error),
            None => Ok(!batch.is_empty() || !self.has_ended),
        }
    }

    /// Whether a line that begins with 81 cells is a puzzle for itself.
    fn is_idle(&self) -> bool {
        self.table.is_none()
            && self.group.is_empty()
            && self.pending.is_none()
            && !self.options.jigsaw
            && self.heading.is_silent()
    }

    /// Takes a line, and those that it cannot be read without.
    fn take(&mut self, line: &mut Vec<u8>) {
        if let Some(table) = self.table.clone() {
            return self.take_row(table, line);
        }
        let number = self.lines.number;
        if self.is_idle()
            && let Some((values, rest)) = values_of_nine(line, &self.options)
        {
            return self.push_raw(number, &[&values, rest], || What::Nine);
        }
        let may_be_array = number > self.text_to;
        let mut next = Vec::new();
        while line.trim_ascii() == b"[" && may_be_array && self.lines.next(&mut next) {
            line.push(b'\n');
            line.append(&mut next);
        }
        let start = line.trim_ascii_start();
        // The elements of an array of objects pass one by one.
        let element = start.strip_prefix(b"[").unwrap_or(start).trim_ascii_start();
        if begins_object(element) {
            self.array = self.array.or(start.starts_with(b"[").then_some(number));
            return self.read_values(element.to_vec());
        }
        self.array.take_if(|_| start.starts_with(b"]"));
        if may_be_array && start.starts_with(b"[") {
            return self.read_values(line.clone());
        }
        let read = Line::new(number, plain(line), &self.options);
        let may_go_on = rows::may_go_on(&self.group);
        let ends_with_gap = self.group.last().is_some_and(|line| line.kind == Kind::Blank);
        match read.kind {
            Kind::Row | Kind::Rule | Kind::Letters => {
                // The name before brackets.
                let indent = read.text.len() - read.text.trim_ascii_start().len();
                self.hear(number, line.get(..indent).unwrap_or_default());
                self.group.push(read);
                let bytes: usize = self.group.iter().map(|line| line.text.len()).sum();
                if bytes > LINE_LIMIT || rows::is_full(&self.group) {
                    self.close();
                }
            }
            Kind::Blank if may_go_on && !ends_with_gap => self.group.push(read),
            // A comment among rows is none of theirs.
            Kind::Text if may_go_on && start.starts_with(b"#") => self.read_text(number, line),
            Kind::Blank => self.close(),
            Kind::Text => {
                self.close();
                self.take_line(number, line);
            }
        }
    }

    /// A line to be read.
    fn place<'t>(&'t self, line: usize, text: &'t [u8]) -> Place<'t> {
        Place { line, text, options: &self.options }
    }

    /// A line that is no part of a group.
    fn take_line(&mut self, number: usize, line: &[u8]) {
        if is_comment(line.trim_ascii_start()) {
            return self.read_text(number, line);
        }
        match Table::of_header(line, &self.options) {
            None => {}
            Some(Ok(table)) => {
                self.flush();
                self.passed_over.note(&table.names, |_| true);
                self.table = Some(Arc::new(table));
                return;
            }
            Some(Err(kind)) => return self.fail(kind.in_line(number)),
        }
        match read_line(self.place(number, line)) {
            Some(Err(error)) if !matches!(error.kind, ParseErrorKind::OtherRules { .. }) => {
                self.fail(error);
                self.hear(number, line);
            }
            Some(result) => self.take_puzzle((result, None), true),
            None => self.read_text(number, line),
        }
    }

    /// Takes the rules that a line names which should be cells, or a text beside a row.
    fn hear(&mut self, number: usize, text: &[u8]) {
        // X may be an empty cell.
        let is_word = |word: &RulesWord| !self.options.settled && word.text != "X";
        self.heading.name(number, rules_word(text, false).filter(is_word));
    }

    /// Takes a puzzle, or what belongs to the one before it. One in a line does not wait for what
    /// may belong to it, but where the options say that its regions follow.
    fn take_puzzle(&mut self, (result, object): Parsed, is_line: bool) {
        let may_wait = object.is_none() && (!is_line || self.options.jigsaw);
        match result {
            Ok(record) if object.is_none() && self.belongs(&record) => {}
            Ok(record) if may_wait && record.regions.is_none() => {
                self.flush();
                self.pending = Some((record, self.heading.begin()));
            }
            result => {
                if let (Ok(_), Some(object)) = (&result, &object) {
                    // Arrays and objects are not passed over.
                    let is_flat =
                        |name: &str| !object[name].is_array() && !object[name].is_object();
                    let names = Names::of(object.keys().cloned(), &self.options);
                    self.passed_over.note(&names, is_flat);
                }
                self.push((result, object));
            }
        }
    }

    /// Gives a grid to the puzzle before it, if it is its solution or its regions; whether it is.
    fn belongs(&mut self, Record { grid, line, id, candidates, .. }: &Record) -> bool {
        let (line, side) = (*line, grid.size().side());
        let said = id.as_deref().and_then(announced).or(self.heading.announced.take());
        let said = said.or(self.options.jigsaw.then_some(Role::Regions));
        let no_heading =
            ParseErrorKind::expected("\"Regions\" above what could be regions", "no heading");
        // Regions before their cells.
        let is_early = |early: &Grid| early.is_full() && !grid.is_full() && are_like_regions(early);
        let early = self.waiting(side).filter(|early| is_early(&early.grid));
        if let Some(early) = early.map(|early| early.line) {
            self.pending = None;
            self.take_regions(early, side, Err(no_heading.clone().in_line(early)));
        }
        let is_like_regions = are_like_regions(grid);
        let mut waits = self.waiting(side);
        let lacks_regions = waits.as_ref().map(|puzzle| puzzle.regions.is_none());
        let regions = match said.filter(|_| candidates.is_none()) {
            Some(Role::Solution) if grid.is_full() => {
                let Some(puzzle) = &mut waits else { return self.late(line, "the solution") };
                let solution = Grid::from_values(puzzle.grid.size(), grid.values());
                puzzle.claim(solution.expect("a grid of the same side"));
                return true;
            }
            Some(Role::Regions) if is_like_regions || lacks_regions == Some(true) => {
                let labels = grid.values().iter().map(|&value| RegionLabel::Number(value));
                Regions::new(labels.collect()).map_err(ParseErrorKind::from)
            }
            None if is_like_regions && lacks_regions.is_some() => Err(no_heading),
            _ => return false,
        };
        self.take_regions(line, side, regions.map_err(|kind| kind.in_line(line)));
        true
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

    /// Takes regions, or what is wrong with them: of the puzzle before them, which is not answered
    /// without.
    fn take_regions(&mut self, line: usize, side: usize, regions: Result<Regions, ParseError>) {
        let puzzle = self.waiting(side).filter(|puzzle| puzzle.regions.is_none());
        match (regions, puzzle) {
            (Ok(regions), Some(puzzle)) => puzzle.regions = Some(regions.into()),
            (Err(error), Some(_)) => {
                self.pending = None;
                self.fail(error);
            }
            (_, None) => {
                self.flush();
                let lacks_regions = self.last.is_some_and(|(_, has_regions)| !has_regions);
                if lacks_regions && self.late(line, "regions") {
                    return;
                }
                let found = "the regions of a jigsaw without its cells before them";
                self.fail(ParseErrorKind::expected("a puzzle", found).in_line(line));
                let word = RulesWord { text: "regions".to_owned(), is_jigsaw: true };
                self.heading.of_all.get_or_insert((word, line));
            }
        }
    }

    /// Reads the lines that belong together.
    fn close(&mut self) {
        let mut lines = mem::take(&mut self.group);
        for (part, lines) in rows::parts(&mut lines, &self.options) {
            let Line { number, text, .. } = &lines[0];
            match part {
                Part::Puzzle => {
                    if let Some(result) = read_line(self.place(*number, text)) {
                        self.take_puzzle((result, None), true);
                    }
                }
                Part::Rows(results) => {
                    lines.iter().for_each(|line| self.hear(line.number, &line.text));
                    results.into_iter().for_each(|one| self.take_puzzle((one, None), false));
                }
                Part::Labels(side, regions)
                    if regions.is_ok() || self.pending.is_some() || self.last.is_some() =>
                {
                    self.heading.announced = None;
                    self.take_regions(*number, side, regions);
                }
                Part::Labels(..) | Part::Text => {
                    lines.iter().for_each(|line| self.read_text(line.number, &line.text));
                }
            }
        }
    }

    /// Reads the values that a text begins with, objects one after the other.
    fn read_values(&mut self, mut text: Vec<u8>) {
        let lines = |text: &[u8]| memchr_iter(b'\n', text).count();
        let (mut at, mut number) = (0, self.lines.number - lines(&text));
        loop {
            let (start, known) = (at, text.len());
            match self.lines.value(&mut text, &mut at) {
                Ok(value) => {
                    let found = object::read(&value, number, &self.options);
                    if found.is_empty() {
                        // A row of cells, or no puzzle.
                        return self.read_again(&text[start..]);
                    }
                    self.close();
                    found.into_iter().for_each(|parsed| self.take_puzzle(parsed, true));
                    let rest = text[at..].trim_ascii_start();
                    let rest = rest.strip_prefix(b",").unwrap_or(rest).trim_ascii_start();
                    // Further lines one by one, so that memory and the wait for them are bounded.
                    if !begins_object(rest) || text.len() > known {
                        return self.lines.unread(rest, 0);
                    }
                    at = text.len() - rest.len();
                    number += lines(&text[start..at]);
                }
                Err(error) if text[start..].starts_with(b"{") => {
                    self.close();
                    self.fail(no_json(number));
                    self.array = None;
                    // Those from the first that does not belong there may be others.
                    let skipped = if error.is_eof() { usize::MAX } else { error.line() - 1 };
                    return self.lines.unread(&text[start..], skipped.max(1));
                }
                Err(_) => return self.read_again(&text[start..]),
            }
        }
    }

    /// Has lines read again that are no JSON.
    fn read_again(&mut self, text: &[u8]) {
        self.text_to = self.lines.number;
        self.lines.unread(text, 0);
    }

    /// A line below a header, and those in which its last field goes on.
    fn take_row(&mut self, table: Arc<Table>, line: &mut Vec<u8>) {
        if line.trim_ascii().is_empty() {
            // Behind the table.
            return self.table = None;
        }
        if is_rule(line) || line.starts_with(b"#") {
            return;
        }
        let number = self.lines.number;
        let mut may_go_on = is_open(line, false, table.delimiter);
        let mut next = Vec::new();
        while may_go_on && line.len() < LINE_LIMIT {
            let end = self.lines.end;
            if !self.lines.next(&mut next) {
                break;
            }
            may_go_on = is_open(&next, true, table.delimiter);
            line.extend_from_slice(end);
            line.append(&mut next);
        }
        match self.heading.is_silent() {
            true => self.push_raw(number, &[line], || What::Row(table)),
            false => self.push((table.read(self.place(number, line)), None)),
        }
    }

    /// A line that is no puzzle: what it says of those below it.
    fn read_text(&mut self, number: usize, line: &[u8]) {
        let start = line.trim_ascii_start();
        if start.is_empty() || is_rule(line) || self.take_rules(line) {
            return;
        }
        // A heading of what belongs to a puzzle is no text that is passed over.
        let is_heading = announced(line).is_some() && words(line).len() == 1;
        if !is_comment(start) && !is_heading {
            self.passed_over.lines += 1;
            if self.passed_over.lines == 1 {
                self.passed_over.first = number;
            }
        }
        self.heading.read(number, line, self.options.settled);
    }

    /// Takes a line that names the rules of the drawing above it; whether it is one.
    fn take_rules(&mut self, line: &[u8]) -> bool {
        let Some((record, _)) = &mut self.pending else { return false };
        let names = line.trim_ascii().strip_prefix(b"rules:").map(String::from_utf8_lossy);
        let said = record.regions.as_ref().map(|_| Variant::Jigsaw);
        let rules = names.and_then(|names| rule_names(&names, said.as_slice()).ok());
        record.rules.extend(rules.iter().flatten());
        rules.is_some()
    }

    /// Passes on the puzzle that waits.
    fn flush(&mut self) {
        if let Some((record, named)) = self.pending.take() {
            self.push_under((Ok(record), None), named);
        }
    }

    /// Passes on the puzzle that waits, and what is wrong with the next.
    fn fail(&mut self, error: ParseError) {
        self.push((Err(error), None));
    }

    /// Passes on a puzzle that is read later.
    #[inline(always)]
    fn push_raw(&mut self, line: usize, parts: &[&[u8]], what: impl FnOnce() -> What) {
        self.last = Some((line, false));
        self.heading.has_begun = true;
        self.out.push(line, parts, what);
    }

    /// Passes on the puzzle that waits, and a puzzle, or what is wrong with it.
    fn push(&mut self, parsed: Parsed) {
        self.flush();
        let named = self.heading.begin();
        self.push_under(parsed, named);
    }

    /// Passes on a puzzle, or what is wrong with it, below text that names these rules.
    fn push_under(&mut self, (result, object): Parsed, named: Option<Named>) {
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
        self.out.push(line, &[], || What::Read(Box::new((result, object))));
    }

    /// At the end of the input.
    fn finish(&mut self) {
        self.close();
        if let Some(line) = self.array.take() {
            self.fail(no_json(line));
        }
        self.has_ended = true;
        let late = self.heading.here.take().filter(|(_, is_used)| !is_used);
        let late = late.map(|(named, _)| named);
        if let Some((_, named)) = &mut self.pending {
            *named = named.take().or(late);
            self.flush();
        } else if let (Some((word, line)), Some((puzzle, has_regions))) = (late, self.last)
            && !(word.is_jigsaw && has_regions)
        {
            self.fail(ParseErrorKind::LateRules { word: word.text, puzzle }.in_line(line));
        }
        match self.lines.error.take().map(io::Error::downcast::<ParseError>) {
            Some(Ok(error)) => self.fail(error),
            Some(Err(error)) => self.lines.error = Some(error),
            None => {}
        }
    }
}

/// The error for what should be JSON.
fn no_json(line: usize) -> ParseError {
    ParseErrorKind::expected("one value of JSON", "one that is cut off or broken").in_line(line)
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

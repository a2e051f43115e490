//! Joins what belongs together: a puzzle, the clues, regions or solution before or after it, and
//! the rules that text above it names. Returns the puzzles in order.

use std::sync::Arc;

use serde_json::Value;

use super::batch::{PassedOver, RawRecord, What};
use super::cells::{Place, are_like_regions};
use super::error::{ParseError, ParseErrorKind};
use super::forms::read_line;
use super::names::{Names, Role, RulesWord, announced, letters, rules_word};
use super::object::{Parsed, mark_alone, rule_names, value_of};
use super::record::{Options, Record};
use super::table::Table;
use super::token::{is_comment, is_rule, words};
use crate::grid::{Grid, Size};
use crate::rules::{RegionLabel, Regions, Variant};

/// A word of the text that names rules, and the number of its line.
type Named = (RulesWord, usize);

/// The puzzles of an input in order, and what is known about the next puzzles.
#[derive(Debug, Default)]
pub(super) struct Together {
    pub(super) options: Options,
    /// The puzzle that waits for regions, a solution or clues after it, and the rules that text
    /// above it names.
    pending: Option<(Record, Option<Named>)>,
    /// Whether other text followed the last puzzle. Regions or a solution after such text need a
    /// heading.
    is_left: bool,
    /// Rules that text names before the first puzzle; they are meant for all puzzles.
    of_all: Option<Named>,
    /// Rules that text names after a puzzle, and whether another puzzle followed this text.
    here: Option<(Named, bool)>,
    /// The meaning of the next grid, according to a heading.
    announced: Option<Role>,
    /// Clues above the grid to which they belong, which must be empty; each with the number of its
    /// line.
    early: Vec<(String, usize)>,
    /// The value that `last` had when a clue of the last puzzle was wrong.
    broken: Option<Option<(usize, bool)>>,
    pub(super) passed_over: PassedOver,
    /// The line of the last puzzle, and whether it has regions.
    last: Option<(usize, bool)>,
    /// The finished puzzles, which the reader takes from here.
    pub(super) out: Vec<RawRecord>,
}

impl Together {
    pub(super) fn new(options: Options) -> Together {
        Together { options, ..Together::default() }
    }

    /// Whether no text concerns the next puzzle, and no puzzle waits for other lines.
    pub(super) fn is_idle(&self) -> bool {
        let is_silent = self.of_all.is_none() && self.here.is_none() && self.announced.is_none();
        is_silent && self.pending.is_none() && self.early.is_empty() && !self.options.jigsaw
    }

    /// Whether there was a puzzle already.
    pub(super) fn has_puzzle(&self) -> bool {
        self.pending.is_some() || self.last.is_some()
    }

    /// The rules that the text so far names for a puzzle that begins now.
    fn begin(&mut self) -> Option<Named> {
        self.here.iter_mut().for_each(|(_, is_used)| *is_used = true);
        self.here.as_ref().map(|(named, _)| named).or(self.of_all.as_ref()).cloned()
    }

    /// Stores a word that names rules, if this can be an error later.
    fn name(&mut self, number: usize, word: Option<RulesWord>) {
        let Some(word) = word.filter(|_| !self.options.settled) else { return };
        if self.has_puzzle() {
            self.here.get_or_insert(((word, number), false));
        } else {
            self.of_all.get_or_insert((word, number));
        }
    }

    /// Stores the rules that are named by a line which should be cells, or by text before or after
    /// a row.
    pub(super) fn hear(&mut self, number: usize, text: &[u8]) {
        // A single X may be an empty cell.
        self.name(number, rules_word(text, false).filter(|word| word.text != "X"));
    }

    /// Handles a line that is not a puzzle: it may name rules or announce the next grid, or it is
    /// passed over.
    pub(super) fn text(&mut self, number: usize, line: &[u8]) {
        let start = line.trim_ascii_start();
        if letters(line) == "clues" {
            // This line is a heading of clues.
            return;
        }
        if !is_comment(start) {
            self.end_clues();
        }
        if start.is_empty() || is_rule(line) || !self.is_left && self.rules(line) {
            return;
        }
        // A heading of a solution or of regions does not count as text that is passed over.
        let said = announced(line);
        if !is_comment(start) && (said.is_none() || words(line).len() > 1) {
            let PassedOver { lines, first, .. } = &mut self.passed_over;
            *first = if *lines == 0 { number } else { *first };
            *lines += 1;
        }
        self.is_left = said.is_none() && (self.is_left || !is_comment(start));
        self.here.take_if(|(_, is_used)| *is_used);
        self.announced = said.or(self.announced);
        // In `.sdk` files, a letter comes after `#`, before the text of a comment: `#DX-Sudoku`.
        let coded = || rules_word(line.strip_prefix(b"#")?.get(1..)?, false);
        self.name(number, rules_word(line, false).or_else(coded));
    }

    /// Handles a line that names the rules of the drawing above it (`rules: diagonal`). Returns
    /// whether the line is such a line.
    fn rules(&mut self, line: &[u8]) -> bool {
        let Some((record, _)) = &mut self.pending else { return false };
        let (name, names) = line.trim_ascii().split_at_checked(6).unwrap_or_default();
        let is_named = name.eq_ignore_ascii_case(b"rules:");
        let names = is_named.then(|| String::from_utf8_lossy(names));
        let said = record.regions.as_ref().map(|_| Variant::Jigsaw);
        let rules = names.and_then(|names| rule_names(&names, said.as_slice()).ok());
        record.rules.extend(rules.iter().flatten());
        rules.is_some()
    }

    /// The last puzzle, if the reader has not taken it yet and clues may follow it.
    pub(super) fn last_line(&self) -> Option<&RawRecord> {
        let is_last = |raw: &&RawRecord| self.last.is_some_and(|(line, _)| line == raw.line);
        self.out.last().filter(is_last).filter(|raw| !self.is_left && raw.is_line())
    }

    /// Whether the next line may be a clue: the line above is a puzzle (which may already be passed
    /// on), a clue of a puzzle, or a clue above its grid.
    pub(super) fn may_take_clue(&self) -> bool {
        let follows = self.has_puzzle() && !self.is_left;
        follows || !self.early.is_empty() || self.broken == Some(self.last)
    }

    /// Handles a clue: it belongs to the puzzle above it, or else to an empty grid below it.
    pub(super) fn clue(&mut self, number: usize, text: &str) {
        if self.broken == Some(self.last) {
            return;
        }
        if self.is_left {
            self.flush();
        }
        if self.pending.is_none() {
            // A puzzle in one line does not wait, but perhaps the reader has not taken it yet.
            let above = if self.last_line().is_some() { self.out.pop() } else { None };
            match above.map(|raw| raw.parse(&self.options)) {
                Some(Ok(record)) => self.pending = Some((record, None)),
                Some(Err(error)) => return self.fail(error),
                None if self.last.is_none() || self.is_left || !self.early.is_empty() => {
                    self.early.push((text.to_owned(), number));
                    return;
                }
                None => {
                    let expected = "clues in one file with their puzzle, or in JSON";
                    let found = "clues of a puzzle that is answered already";
                    self.fail(ParseErrorKind::expected(expected, found).in_line(number));
                    self.broken = Some(self.last);
                    return;
                }
            }
        }
        let Some((record, _)) = &mut self.pending else { return };
        if let Err(error) = record.read_clue(text, number) {
            self.pending = None;
            self.fail(error);
            self.broken = Some(self.last);
        }
    }

    /// Adds the clues above a grid to this grid, which must be empty. If no grid follows, makes an
    /// empty grid for the clues.
    pub(super) fn clues_above(&mut self, record: Option<&mut Record>) -> Result<(), ParseError> {
        let early = std::mem::take(&mut self.early);
        let Some((_, line)) = early.first().cloned() else { return Ok(()) };
        let size = self.options.size.unwrap_or(Size::NINE);
        let mut empty = Record::new(Grid::empty(size), line);
        let is_drawn = record.is_some();
        let record = record.unwrap_or(&mut empty);
        if !record.grid.is_empty() {
            let found = "clues above the givens";
            return Err(ParseErrorKind::expected("clues below a puzzle", found).in_line(line));
        }
        early.iter().try_for_each(|(text, line)| record.read_clue(text, *line))?;
        if !is_drawn {
            self.push((Ok(empty), None));
        }
        Ok(())
    }

    /// Ends clues that no grid follows.
    pub(super) fn end_clues(&mut self) {
        let first = self.early.first().cloned();
        if let Err(error) = self.clues_above(None) {
            self.fail(error);
            // The text of the clue may be a heading.
            if let Some((text, line)) = first {
                self.hear(line, text.as_bytes());
            }
        }
    }

    /// Handles any other line: reads it as a puzzle, or as text.
    pub(super) fn line(&mut self, line: usize, text: &[u8]) {
        match read_line(Place { line, text, options: &self.options }) {
            Some(Err(error)) if !matches!(error.kind, ParseErrorKind::OtherRules(..)) => {
                let is_of_others = !matches!(error.kind, ParseErrorKind::Foreign(..));
                self.fail(error);
                // The rules in a string of another program are meant for no other puzzle.
                if is_of_others {
                    self.hear(line, text);
                }
            }
            Some(result) => self.puzzle((result, None), false),
            None => self.text(line, text),
        }
    }

    /// Handles a grid: it is a puzzle, or the regions or the solution of the puzzle before it. A
    /// drawing then waits for its own regions or solution. A puzzle in one line waits too, if the
    /// options say that the puzzles are jigsaws.
    pub(super) fn puzzle(&mut self, (result, object): Parsed, is_drawing: bool) {
        let result = result.and_then(|mut record| {
            self.clues_above(Some(&mut record))?;
            Ok(record)
        });
        let may_wait = is_drawing || self.options.jigsaw && object.is_none();
        match result {
            Ok(record) if object.is_none() && self.belongs(&record, is_drawing) => {}
            Ok(record) if may_wait && record.regions.is_none() => {
                self.flush();
                (self.pending, self.is_left) = (Some((record, self.begin())), false);
            }
            result => {
                if let (Ok(_), Some(object)) = (&result, &object) {
                    // Arrays and objects are not passed over, and satdoku itself writes the field
                    // `line`.
                    let is_flat =
                        |name: &str| name != "line" && !object[name].get().starts_with(['[', '{']);
                    let mut names = Names::of(object.keys().cloned(), &self.options);
                    let values: Vec<Value> = object.values().map(|raw| value_of(raw, 0)).collect();
                    let _ = mark_alone(&mut names, values.iter(), &self.options);
                    self.passed_over.note(&names, is_flat);
                }
                self.push((result, object));
            }
        }
    }

    /// Adds a grid to the puzzle before it, if the grid is its solution or its regions; returns
    /// whether it is. Regions without a heading, or above their puzzle, are an error.
    fn belongs(&mut self, record: &Record, is_drawing: bool) -> bool {
        let Record { grid, line, id, candidates, .. } = record;
        let (line, side) = (*line, grid.size().side());
        let said = id.as_deref().and_then(announced).or(self.announced.take());
        let said = said.or(self.options.jigsaw.then_some(Role::Regions));
        let is_like_regions = candidates.is_none() && are_like_regions(grid);
        // A full drawing with lines around boxes is a puzzle, not regions.
        let is_early = is_drawing && grid.is_full() && !record.has_box;
        let may_be = |said: &Role| !is_like_regions || *said == Role::Regions;
        let said = said.filter(|said| candidates.is_none() && may_be(said));
        let mut waits = self.waiting(side);
        let lacks_regions = waits.as_ref().map(|puzzle| puzzle.regions.is_none());
        let regions = match said {
            Some(Role::Solution) if grid.is_full() => {
                let Some(puzzle) = &mut waits else { return self.late(line, "the solution") };
                let solution = Grid::from_values(puzzle.grid.size(), grid.values());
                puzzle.solution = Some(solution.expect("a grid of the same side"));
                return true;
            }
            Some(Role::Regions)
                if grid.is_full() && (is_like_regions || lacks_regions == Some(true)) =>
            {
                let labels = grid.values().iter().map(|&value| RegionLabel::Number(value));
                Regions::new(labels.collect()).map_err(ParseErrorKind::from)
            }
            None if is_like_regions && (is_early || lacks_regions.is_some()) => {
                let expected = "\"Regions\" above rows that could be regions";
                Err(ParseErrorKind::expected(expected, "no heading"))
            }
            _ => return false,
        };
        self.regions(line, side, regions.map_err(|kind| kind.in_line(line)));
        true
    }

    /// The puzzle that waits for other lines, if it has this side.
    fn waiting(&mut self, side: usize) -> Option<&mut Record> {
        let record = self.pending.as_mut().filter(|_| !self.is_left).map(|(record, _)| record);
        record.filter(|record| record.grid.size().side() == side)
    }

    /// Makes the error for something that belongs to the last puzzle but comes too late. Returns
    /// whether there was a puzzle.
    fn late(&mut self, line: usize, what: &'static str) -> bool {
        self.flush();
        let Some((puzzle, _)) = self.last else { return false };
        let expected = format!("{what} in the line of the puzzle");
        let found =
            format!("{what} in a later line; the puzzle in line {puzzle} is answered already");
        self.fail(ParseErrorKind::expected(expected, found).in_line(line));
        true
    }

    /// Handles regions, or the error in them. They belong to the puzzle before them; if there is an
    /// error in them, this puzzle has no result either.
    pub(super) fn regions(&mut self, line: usize, side: usize, found: Result<Regions, ParseError>) {
        self.announced = None;
        let puzzle = self.waiting(side).filter(|puzzle| puzzle.regions.is_none());
        if let Some(puzzle) = puzzle {
            match found {
                Ok(regions) => puzzle.regions = Some(regions.into()),
                Err(error) => {
                    self.pending = None;
                    self.fail(error);
                }
            }
        } else if !self.late(line, "regions") {
            let found = "the regions of a jigsaw, but no cells above them";
            self.fail(ParseErrorKind::expected("a puzzle", found).in_line(line));
            let word = RulesWord { text: "regions".to_owned(), is_jigsaw: true };
            self.of_all.get_or_insert((word, line));
        }
    }

    /// Finishes the puzzle that waits.
    pub(super) fn flush(&mut self) {
        if let Some((record, named)) = self.pending.take() {
            self.push_under((Ok(record), None), named);
        }
    }

    /// Finishes the puzzle that waits, and adds an error after it.
    pub(super) fn fail(&mut self, error: ParseError) {
        self.push((Err(error), None));
    }

    /// Adds a puzzle whose text is read later.
    #[inline]
    pub(super) fn push_raw(&mut self, line: usize, what: What) {
        (self.last, self.is_left) = (Some((line, false)), false);
        self.out.push(RawRecord { line, what });
    }

    /// Adds a row of a table. The row is read later, unless text above it names rules.
    pub(super) fn row(&mut self, line: usize, text: Vec<u8>, table: Arc<Table>) {
        if self.here.is_none() && self.of_all.is_none() {
            return self.push_raw(line, What::Row(table, text));
        }
        let result = table.read(Place { line, text: &text, options: &self.options });
        self.push((result, None));
    }

    /// Finishes the puzzle that waits, and adds a puzzle or an error after it.
    pub(super) fn push(&mut self, parsed: Parsed) {
        self.flush();
        let named = self.begin();
        self.push_under(parsed, named);
    }

    /// Adds a puzzle or an error. If text above names rules that the puzzle does not explain, the
    /// puzzle becomes an error.
    fn push_under(&mut self, (result, object): Parsed, named: Option<Named>) {
        let line = result.as_ref().map_or_else(|error| error.line, |record| record.line);
        let result = result.and_then(|record| {
            record.check_boxes(&self.options).map_err(|kind| kind.in_line(line))?;
            let is_named = !record.rules.is_empty();
            let is_told = |word: &RulesWord| {
                let name = letters(&word.text);
                let name = name.trim_end_matches("sudoku").trim_end_matches('s');
                record.clues.iter().any(|(clue, _)| letters(clue.kind.name()).contains(name))
            };
            let settles = |word: &RulesWord| {
                is_named || is_told(word) || word.is_jigsaw && record.regions.is_some()
            };
            let other = named.filter(|(word, _)| !settles(word));
            let other = other.map(|(word, heading)| ParseErrorKind::OtherRules(word.text, heading));
            other.map_or(Ok(record), |kind| Err(kind.in_line(line)))
        });
        if let Ok(record) = &result {
            self.is_left = false;
            self.last = Some((line, record.regions.is_some()));
        }
        self.out.push(RawRecord { line, what: What::Read(Box::new((result, object))) });
    }

    /// Handles the end of the input.
    pub(super) fn finish(&mut self) {
        self.end_clues();
        let late = self.here.take().filter(|(_, is_used)| !is_used);
        let late = late.map(|(named, _)| named);
        if let Some((_, named)) = &mut self.pending {
            *named = named.take().or(late);
            self.flush();
        } else if let (Some((word, line)), Some((puzzle, has_regions))) = (late, self.last)
            && !(word.is_jigsaw && has_regions)
        {
            self.fail(ParseErrorKind::LateRules(word.text, puzzle).in_line(line));
        }
    }
}

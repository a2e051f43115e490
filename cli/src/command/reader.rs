//! Reading puzzles with the rules that the options name.

use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, Result, anyhow, bail};

use super::advice::advised;
use super::input::{Input, Inputs};
use super::output::note;
use super::puzzle::PuzzleArgs;
use satdoku::format::{Options, ParseErrorKind, Program, RawRecord, Record, Splitter};
use satdoku::rules::{Clue, ClueKind};
use satdoku::{
    Candidates, Grid, ParseError, Puzzle, PuzzleReport, Rules, Size, Symbols, Variant, line_of,
};

/// A puzzle, and the rest of its record.
#[derive(Debug)]
pub struct Asked {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The candidates of its cells, if the text excludes some that the givens allow.
    pub candidates: Option<Candidates>,
    /// The text before it.
    pub id: Option<Box<[u8]>>,
    /// The text after it.
    pub comment: Option<Box<[u8]>>,
    /// The solution that the input claims, or one of several.
    pub solution: Option<Grid>,
    /// How many solutions the input claims.
    pub count: Option<u64>,
    /// How words and drawings write its digits: as the text does.
    pub symbols: Rc<Symbols>,
    /// How lines, tables and JSON write its digits.
    pub data: Rc<Symbols>,
}

impl Asked {
    /// The puzzle as JSON states it.
    pub fn report(&self) -> PuzzleReport {
        PuzzleReport::of(&self.puzzle, self.candidates.as_ref(), &self.data)
    }

    /// The link to it in another program, with a solution if there is one.
    ///
    /// # Errors
    /// If that program cannot express all of it.
    pub fn link(&self, program: Program, solution: Option<&Grid>) -> Result<String> {
        let Some(candidates) = &self.candidates else {
            return Ok(program.link(&self.puzzle, solution)?);
        };
        // There, candidates of a cell without a digit are a clue.
        let rules = self.puzzle.rules();
        let open = rules.size().cells().filter(|&cell| self.puzzle.givens().get(cell).is_none());
        let clues = open.map(|cell| Clue {
            kind: ClueKind::Candidates,
            cells: vec![cell],
            numbers: candidates[cell].iter().map(|digit| digit.value() as u32).collect(),
        });
        let rules = rules.with_clues(rules.clues().iter().cloned().chain(clues).collect())?;
        let puzzle = Puzzle::new(rules, self.puzzle.givens().clone())?;
        Ok(program.link(&puzzle, solution)?)
    }

    /// A grid in one line.
    pub fn line(&self, grid: &Grid) -> String {
        line_of(grid, &self.data)
    }
}

/// How a record is read: [`Reader::read`] or [`Reader::read_candidates`].
pub type Read = fn(&mut Reader, &RawRecord) -> Result<Asked, ParseError>;

/// How many rules are kept for the puzzles to come.
const MOST_KNOWN: usize = 32;

/// Makes puzzles of text. The rules of a size are made once, so that a million puzzles share them.
#[derive(Debug)]
pub struct Reader {
    args: PuzzleArgs,
    options: Options,
    /// The symbols of words and drawings of a puzzle; and those for a puzzle whose text has
    /// decimals.
    symbols: Rc<Symbols>,
    decimals: Rc<Symbols>,
    /// Each with the names that a record gave; the rules include the clues of the options.
    known: Vec<(Vec<Variant>, Arc<Rules>)>,
    /// Whether nothing is noted on stderr.
    pub is_quiet: bool,
}

impl Reader {
    /// A reader of the puzzles that these options describe; each thread has its own.
    pub fn new(args: &PuzzleArgs) -> Result<Reader> {
        args.check()?;
        let (args, options) = (args.clone(), args.options());
        let symbols = Rc::new(options.symbols.clone());
        let decimals = Symbols::decimals().into();
        Ok(Reader { args, options, symbols, decimals, known: Vec::new(), is_quiet: false })
    }

    /// How text is read.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The puzzle of a record, and the rest of the record.
    ///
    /// # Errors
    /// If the text is not a puzzle of digits, or if its rules are not those that the options name.
    pub fn read(&mut self, raw: &RawRecord) -> Result<Asked, ParseError> {
        let checked = |record: Record| record.check_digits().map(|()| record);
        self.asked(raw, checked)
    }

    /// As [`Reader::read`], or a table of candidates.
    pub fn read_candidates(&mut self, raw: &RawRecord) -> Result<Asked, ParseError> {
        self.asked(raw, Ok)
    }

    // Takes the record apart in place: a copy of a value that was just written waits for all its
    // bytes.
    #[inline]
    fn asked(
        &mut self,
        raw: &RawRecord,
        checked: impl FnOnce(Record) -> Result<Record, ParseError>,
    ) -> Result<Asked, ParseError> {
        let read = raw.parse(&self.options).and_then(checked);
        // Text without columns is a column by itself.
        if let Some(column) = self.args.column.as_deref().filter(|column| *column != "1")
            && read.is_ok()
            && raw.fields().is_none()
        {
            let found = "text without columns";
            let kind = ParseErrorKind::expected(format!("a column {column:?}"), found);
            return Err(kind.in_line(raw.line));
        }
        self.ask(read)
    }

    /// The puzzle of a record that was read.
    ///
    /// # Errors
    /// The error with which it was not read; or an error if its rules are not those that the
    /// options name.
    #[inline]
    pub fn ask(&mut self, read: Result<Record, ParseError>) -> Result<Asked, ParseError> {
        let record = read.as_ref().map_err(Clone::clone)?;
        let mut rules = self.rules(record)?;
        if !record.clues.is_empty() {
            rules = Arc::new(record.add_clues(&rules, rules.clues())?);
            self.note(|| note_gaps(&rules));
        }
        if let Some(drawn) = &record.drawn {
            self.note(|| note_drawn(drawn));
        }
        let Record { grid, candidates, id, comment, solution, count, decimals, .. } = read?;
        let symbols = Rc::clone(if decimals { &self.decimals } else { &self.symbols });
        let data = Rc::clone(&self.symbols);
        let puzzle = Puzzle::new(rules, grid).expect("rules of the grid's size");
        let candidates = candidates.map(|candidates| *candidates);
        // A grid without digits claims nothing.
        let solution = solution.filter(|solution| !solution.is_empty());
        Ok(Asked { puzzle, candidates, id, comment, solution, count, symbols, data })
    }

    /// The rules of a record.
    #[inline]
    fn rules(&mut self, record: &Record) -> Result<Arc<Rules>, ParseError> {
        let regions = self.args.regions_of(record)?;
        let size = record.grid.size();
        let is_same = |(names, rules): &&(Vec<Variant>, Arc<Rules>)| {
            *names == record.rules && rules.size() == size && rules.regions() == regions
        };
        match self.known.iter().find(is_same) {
            Some((_, rules)) => Ok(Arc::clone(rules)),
            None => self.new_rules(record),
        }
    }

    #[cold]
    fn new_rules(&mut self, record: &Record) -> Result<Arc<Rules>, ParseError> {
        let regions = self.args.regions_of(record)?;
        let size = record.grid.size();
        let mut rules = Arc::new(self.args.rules_of(record, regions)?);
        let of_options = self.args.clues(size).map_err(|kind| kind.in_line(record.line))?;
        if !of_options.is_empty() {
            let with = rules.with_clues(of_options).map_err(ParseErrorKind::from);
            rules = Arc::new(with.map_err(|kind| kind.in_line(record.line))?);
            self.note(|| note_gaps(&rules));
        }
        let has_box = self.args.size.is_some() || record.has_box;
        if rules.has_boxes() && !has_box && size.box_height() != size.box_width() {
            self.note(|| note_box(size));
        }
        if self.known.len() == MOST_KNOWN {
            self.known.remove(0);
        }
        self.known.push((record.rules.clone(), Arc::clone(&rules)));
        Ok(rules)
    }

    fn note(&self, note: impl FnOnce()) {
        if !self.is_quiet {
            note();
        }
    }
}

/// Prints a note about the first few clues whose cells do not touch.
fn note_gaps(rules: &Rules) {
    static NOTED: Mutex<usize> = Mutex::new(0);
    let mut noted = NOTED.lock().unwrap_or_else(PoisonError::into_inner);
    for clue in rules.clues() {
        if let Some(cells) = clue.gap(rules).filter(|_| *noted < MOST_GAPS) {
            *noted += 1;
            let [first, second] = cells.map(|cell| rules.size().cell_name(cell));
            let text = clue.text(rules);
            note(format_args!("the cells {first} and {second} of the clue '{text}' do not touch"));
        }
    }
}

/// Prints a note, once for the same keys, about what a puzzle only draws.
fn note_drawn(keys: &str) {
    static NOTED: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let mut noted = NOTED.lock().unwrap_or_else(PoisonError::into_inner);
    if noted.len() < MOST_GAPS && !noted.iter().any(|known| known == keys) {
        noted.push(keys.to_owned());
        note(format_args!("the puzzle has drawings that are ignored: {keys}"));
    }
}

/// The most clues for which a note says that their cells do not touch.
const MOST_GAPS: usize = 10;

/// Prints a note, once, if several boxes fit the side.
fn note_box(size: Size) {
    static NOTED: Mutex<Vec<Size>> = Mutex::new(Vec::new());
    let mut noted = NOTED.lock().unwrap_or_else(PoisonError::into_inner);
    if !noted.contains(&size) {
        noted.push(size);
        let side = size.side();
        note(format_args!(
            "side {side}: boxes of {size} (height x width); --box HxW chooses other boxes"
        ));
    }
}

/// Reads inputs that must hold exactly one puzzle.
pub fn read_only(inputs: &Inputs, read: Read) -> Result<Asked> {
    match &inputs.all()[..] {
        [only] => read_one(only, &inputs.puzzle, read),
        several => bail!("expected one puzzle, found {} inputs", several.len()),
    }
}

/// Reads an input that must hold exactly one puzzle.
///
/// # Errors
/// If it cannot be read or parsed, holds none, or holds several.
pub fn read_one(input: &Input, args: &PuzzleArgs, read: Read) -> Result<Asked> {
    let (mut reader, name) = (Reader::new(args)?, input.name());
    let mut splitter = Splitter::new(input.open_puzzles()?, args.options());
    let (mut batch, mut found) = (Vec::new(), None);
    while splitter.read_batch(&mut batch, 2).with_context(|| name.clone())? {
        for raw in batch.iter() {
            if found.is_some() {
                bail!("{name}:{}: expected only one puzzle, found a second puzzle", raw.line);
            }
            found = Some(
                read(&mut reader, raw).map_err(|error| anyhow!("{name}:{}", advised(&error)))?,
            );
        }
    }
    let passed_over = splitter.passed_over().to_string();
    if !passed_over.is_empty() {
        note(format_args!("{name}: {passed_over}"));
    }
    found.with_context(|| input.no_puzzle())
}

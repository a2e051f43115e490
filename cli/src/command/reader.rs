//! Reads puzzles with the rules that the options name.

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
    /// The candidates of its cells, if the text excludes candidates that the givens allow.
    pub candidates: Option<Candidates>,
    /// The text before the puzzle.
    pub id: Option<Box<[u8]>>,
    /// The text after the puzzle.
    pub comment: Option<Box<[u8]>>,
    /// The solution that the input claims, or one of several solutions.
    pub solution: Option<Grid>,
    /// The number of solutions that the input claims.
    pub count: Option<u64>,
    /// The symbols for digits in sentences and drawings: those of the puzzle's text.
    pub symbols: Rc<Symbols>,
    /// The symbols for digits in lines, tables and JSON.
    pub data: Rc<Symbols>,
}

impl Asked {
    /// The puzzle in the form of JSON.
    pub fn report(&self) -> PuzzleReport {
        PuzzleReport::of(&self.puzzle, self.candidates.as_ref(), &self.data)
    }

    /// A link that opens the puzzle in another program, with a solution if one is given.
    ///
    /// # Errors
    /// If this program cannot express the puzzle.
    pub fn link(&self, program: Program, solution: Option<&Grid>) -> Result<String> {
        let Some(candidates) = &self.candidates else {
            return Ok(program.link(&self.puzzle, solution)?);
        };
        // In this program, the candidates of a cell without a digit are a clue.
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

    /// The line of a grid.
    pub fn line(&self, grid: &Grid) -> String {
        line_of(grid, &self.data)
    }
}

/// The function that reads a record: [`Reader::read`] or [`Reader::read_candidates`].
pub type Read = fn(&mut Reader, &RawRecord) -> Result<Asked, ParseError>;

/// The number of rules that are kept for later puzzles.
const MOST_KNOWN: usize = 32;

/// Makes puzzles from text. The rules of a size are made only once, and a million puzzles share
/// them.
#[derive(Debug)]
pub struct Reader {
    args: PuzzleArgs,
    options: Options,
    /// The symbols of the options; `decimals` are the symbols for sentences and drawings about a
    /// puzzle whose text has decimal numbers.
    symbols: Rc<Symbols>,
    decimals: Rc<Symbols>,
    /// The rules that are kept, each with the names that a record gave. They include the clues of
    /// the options.
    known: Vec<(Vec<Variant>, Arc<Rules>)>,
    /// Whether no notes are printed to stderr.
    pub is_quiet: bool,
}

impl Reader {
    /// A reader with these options. Each thread needs its own reader.
    pub fn new(args: &PuzzleArgs) -> Result<Reader> {
        args.check()?;
        let (args, options) = (args.clone(), args.options());
        let symbols = Rc::new(options.symbols.clone());
        let decimals = Symbols::decimals().into();
        Ok(Reader { args, options, symbols, decimals, known: Vec::new(), is_quiet: false })
    }

    /// The options for reading text.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The puzzle of a record, and the rest of the record.
    ///
    /// # Errors
    /// If the text is not a puzzle of digits, or if its rules are not the rules that the options
    /// name.
    pub fn read(&mut self, raw: &RawRecord) -> Result<Asked, ParseError> {
        let checked = |record: Record| record.check_digits().map(|()| record);
        self.asked(raw, checked)
    }

    /// The same as [`Reader::read`], but the text may also be a table of candidates.
    pub fn read_candidates(&mut self, raw: &RawRecord) -> Result<Asked, ParseError> {
        self.asked(raw, Ok)
    }

    // Inlined so that the record is taken apart in place: a copy of a value that was just written
    // would have to wait for all its bytes.
    #[inline]
    fn asked(
        &mut self,
        raw: &RawRecord,
        checked: impl FnOnce(Record) -> Result<Record, ParseError>,
    ) -> Result<Asked, ParseError> {
        let read = raw.parse(&self.options).and_then(checked);
        // Text without columns is taken as the first column.
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

    /// Makes the puzzle of a record that was read.
    ///
    /// # Errors
    /// The error of the record, if it could not be read; or an error if its rules are not the rules
    /// that the options name.
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
        // A solution without digits claims nothing.
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

/// Prints notes about the first few clues whose cells do not touch.
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

/// Prints a note about drawings of a puzzle that are ignored, only once for the same keys.
fn note_drawn(keys: &str) {
    static NOTED: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let mut noted = NOTED.lock().unwrap_or_else(PoisonError::into_inner);
    if noted.len() < MOST_GAPS && !noted.iter().any(|known| known == keys) {
        noted.push(keys.to_owned());
        note(format_args!("the puzzle has drawings that are ignored: {keys}"));
    }
}

/// The greatest number of notes about clues whose cells do not touch, and of notes about drawings.
const MOST_GAPS: usize = 10;

/// Prints a note, once for each size, if boxes of another shape would fit the side too.
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
/// If the input cannot be read or parsed, or if it does not have exactly one puzzle.
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

//! Reading puzzles with the rules that the options name.

use std::sync::{Arc, Mutex, PoisonError};

use super::options::PuzzleArgs;
use crate::format::{Claims, Options, ParseError, RawRecord, Record, parse_record};
use crate::grid::{Candidates, Grid, Size};
use crate::rules::{Puzzle, Rules};

/// A puzzle, and the rest of its record.
pub struct Asked<'a> {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The candidates of its cells, if the text excludes some that the givens allow.
    pub candidates: Option<Candidates>,
    /// The text before it.
    pub id: Option<&'a [u8]>,
    /// The text after it.
    pub comment: Option<&'a [u8]>,
    /// The solutions that the input claims, if any.
    pub claims: Option<Box<Claims>>,
}

impl Asked<'_> {
    /// Writes what stood before and after the puzzle, each after a TAB.
    pub fn write_kept(&self, out: &mut Vec<u8>) {
        for text in [self.id, self.comment].into_iter().flatten() {
            out.push(b'\t');
            out.extend_from_slice(text);
        }
    }
}

/// Makes puzzles of text. The rules of a size are made once, so that a million puzzles share them.
#[derive(Debug)]
pub struct Reader {
    args: PuzzleArgs,
    options: Options,
    known: Vec<Arc<Rules>>,
}

impl Reader {
    /// A reader of the puzzles that these options describe.
    pub fn new(args: PuzzleArgs) -> Reader {
        Reader { options: args.options(), args, known: Vec::new() }
    }

    /// How text is read, and written again.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The puzzle of a record, and the rest of the record.
    ///
    /// # Errors
    /// If the text is not a puzzle of digits in boxes.
    pub fn read<'a>(&mut self, raw: RawRecord<'a>) -> Result<Asked<'a>, ParseError> {
        let record = parse_record(raw, &self.options)?;
        record.check_plain()?;
        Ok(self.asked(record))
    }

    /// As [`Reader::read`], or a table of candidates.
    ///
    /// # Errors
    /// If the text is neither.
    pub fn read_candidates<'a>(&mut self, raw: RawRecord<'a>) -> Result<Asked<'a>, ParseError> {
        let record = parse_record(raw, &self.options)?;
        if record.regions.is_some() {
            record.check_plain()?;
        }
        Ok(self.asked(record))
    }

    fn asked<'a>(&mut self, record: Record<'a>) -> Asked<'a> {
        let Record { grid, candidates, id, comment, claims, .. } = record;
        Asked { puzzle: self.puzzle(grid), candidates, id, comment, claims }
    }

    /// The puzzle of these givens.
    pub fn puzzle(&mut self, givens: Grid) -> Puzzle {
        let size = givens.size();
        let rules = match self.known.iter().find(|rules| rules.size() == size) {
            Some(rules) => Arc::clone(rules),
            None => {
                if self.args.size.is_none() && size.box_height() != size.box_width() {
                    note_box(size);
                }
                let rules = Arc::new(self.args.rules(size));
                self.known.push(Arc::clone(&rules));
                rules
            }
        };
        Puzzle::new(rules, givens).expect("rules of the grid's size")
    }
}

/// Prints a note, once, where several boxes fit the side.
fn note_box(size: Size) {
    static NOTED: Mutex<Vec<Size>> = Mutex::new(Vec::new());
    let mut noted = NOTED.lock().unwrap_or_else(PoisonError::into_inner);
    if !noted.contains(&size) {
        noted.push(size);
        super::note(format_args!(
            "side {}: boxes of {size} (height x width); --box HxW chooses others",
            size.side()
        ));
    }
}

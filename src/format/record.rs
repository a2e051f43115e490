//! The result of reading: a puzzle, and everything else that its text contains.

use super::error::{ParseError, ParseErrorKind};
use crate::grid::{Candidates, Grid, Size, Symbols};
use crate::names::counted;
use crate::rules::{Clue, ClueKind, Puzzle, Regions, Rules, RulesBuilder, Variant};

/// Options for reading puzzles.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// The size of all grids; `None` if the number of cells determines the size.
    pub size: Option<Size>,
    /// Which character represents which digit.
    pub symbols: Symbols,
    /// Whether sides without possible boxes are allowed too, for latin squares and jigsaws.
    pub boxless: bool,
    /// Whether the puzzles are jigsaws. Then digits after a puzzle, or in the next line, can be its
    /// regions.
    pub jigsaw: bool,
    /// Whether the rules are known. Then text that names other rules is not an error.
    pub settled: bool,
    /// The column or field that contains the puzzles: its number from 1, or its name in upper or
    /// lower case. `None` if its name is a usual one: `puzzle`, `quizzes`, `sudoku` and others.
    pub column: Option<String>,
    /// The column or field that contains the solutions, in the same way. `None` if its name is a
    /// usual one: `solution`, `answer` and others.
    pub solution_column: Option<String>,
    /// The kind of clue that lines in puzzles of SudokuPad mean, since SudokuPad only draws lines.
    /// `None` if such puzzles are an error.
    pub lines: Option<ClueKind>,
}

impl Options {
    /// Whether boxes are possible with this side, or grids without boxes are allowed.
    pub(super) fn fits(&self, side: usize) -> bool {
        self.boxless || self.size.is_some() || Size::from_side(side).is_some()
    }

    /// The size of a grid of this side; an error if the side is too large. If no boxes are possible
    /// with the side, the size is the one for rules without boxes.
    pub(super) fn size_of_side(&self, side: usize) -> Result<Size, ParseErrorKind> {
        if side > Size::MAX_SIDE {
            let expected = format!("a side of at most {}", Size::MAX_SIDE);
            return Err(ParseErrorKind::expected(expected, side.to_string()));
        }
        let given = self.size.filter(|size| size.side() == side).or_else(|| Size::from_side(side));
        Ok(given.unwrap_or_else(|| Size::without_boxes(side)))
    }
}

/// What a player has entered in a puzzle, according to a link to our page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The digits that were entered in addition to the givens.
    pub digits: Grid,
    /// The pencil marks of the cells.
    pub marks: Candidates,
}

/// A puzzle, and all that its text contains.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The givens; for a table of candidates, the digits of the cells with only one candidate.
    pub grid: Grid,
    /// The candidates of the cells, if the text excludes candidates of empty cells.
    pub candidates: Option<Box<Candidates>>,
    /// The regions of a jigsaw.
    pub regions: Option<Box<Regions>>,
    /// The variants that the text names.
    pub rules: Vec<Variant>,
    /// The clues, each with the number of its line.
    pub clues: Vec<(Clue, usize)>,
    /// Whether the text defines the shape of the boxes.
    pub has_box: bool,
    /// The text before the cells in the same line: any bytes, not empty.
    pub id: Option<Box<[u8]>>,
    /// The text after the cells in the same line: any bytes, not empty.
    pub comment: Option<Box<[u8]>>,
    /// Whether the text writes a digit as a number of several characters: `11`, not `B`.
    pub decimals: bool,
    /// The solution, or one of several solutions, according to the text. Some of its cells may be
    /// empty.
    pub solution: Option<Grid>,
    /// The number of solutions according to the text: `puzzle:count:solution`.
    pub count: Option<u64>,
    /// What a player has entered.
    pub played: Option<Box<Played>>,
    /// For the form of another program: the keys of things that are only drawn, separated by
    /// commas.
    pub drawn: Option<Box<str>>,
    /// The line in which the puzzle starts, from 1.
    pub line: usize,
}

impl Record {
    #[inline]
    pub(super) fn new(grid: Grid, line: usize) -> Record {
        Record {
            grid,
            candidates: None,
            regions: None,
            rules: Vec::new(),
            clues: Vec::new(),
            has_box: false,
            id: None,
            comment: None,
            decimals: false,
            solution: None,
            count: None,
            played: None,
            drawn: None,
            line,
        }
    }

    /// The puzzle with these values of cells, row by row; 0 or -1 is an empty cell.
    ///
    /// # Errors
    /// [`ParseError`] if the values do not form a grid that the options allow.
    pub fn from_values(
        values: impl ExactSizeIterator<Item = i64>,
        options: &Options,
    ) -> Result<Record, ParseError> {
        let read = || {
            let count = values.len();
            let by_count = || options.size_of_side(count.isqrt().max(1));
            let size = options.size.map_or_else(by_count, Ok)?;
            if size.cell_count() != count {
                let cells = |size: Size| format!("{} cells", size.cell_count());
                let expected = options.size.map_or("a square number of cells".to_owned(), cells);
                return Err(ParseErrorKind::expected(expected, counted(count, "cell")));
            }
            let mut cells = Vec::with_capacity(count);
            for value in values {
                if value < -1 || value > size.side() as i64 {
                    let expected = format!("0 for an empty cell, or 1 to {}", size.side());
                    let found = format!("{value} at index {}", cells.len());
                    return Err(ParseErrorKind::expected(expected, found));
                }
                cells.push(value.max(0) as u16);
            }
            let grid = Grid::from_values(size, cells).expect("values of this size");
            let record = Record::new(grid, 1);
            record.check_boxes(options).map(|()| record)
        };
        read().map_err(|kind: ParseErrorKind| kind.in_line(1))
    }

    pub(super) fn of_candidates(candidates: Candidates, line: usize) -> Record {
        let grid = candidates.to_grid();
        let says_more = Candidates::from_grid(&grid) != candidates;
        Record { candidates: says_more.then(|| candidates.into()), ..Record::new(grid, line) }
    }

    /// Checks that boxes are possible with the side, or that the puzzle does not need boxes.
    pub(super) fn check_boxes(&self, options: &Options) -> Result<(), ParseErrorKind> {
        let side = self.grid.size().side();
        let is_known =
            self.has_box || self.regions.is_some() || self.rules.contains(&Variant::Latin);
        if is_known || options.fits(side) { Ok(()) } else { Err(ParseErrorKind::NoBox(side)) }
    }

    /// The candidates of each cell, without any propagation.
    pub fn to_candidates(&self) -> Candidates {
        self.candidates.as_deref().cloned().unwrap_or_else(|| Candidates::from_grid(&self.grid))
    }

    /// The puzzle with the rules and clues of the text.
    ///
    /// # Errors
    /// The errors of [`Record::to_rules`]; also an error if the text is a table of candidates.
    pub fn into_puzzle(self) -> Result<Puzzle, ParseError> {
        self.check_digits()?;
        Ok(Puzzle::new(self.to_rules()?, self.grid).expect("rules of the grid's size"))
    }

    /// The givens of a classic puzzle.
    ///
    /// # Errors
    /// [`ParseErrorKind::Unexpected`] if the text is a table of candidates or names other rules.
    pub fn into_grid(self) -> Result<Grid, ParseError> {
        self.check_digits()?;
        if self.regions.is_some()
            || !self.clues.is_empty()
            || self.rules.iter().any(|rule| *rule != Variant::Classic)
        {
            return Err(self.unexpected("a classic puzzle", "a puzzle that names other rules"));
        }
        Ok(self.grid)
    }

    /// The rules of the text: the variants that it names, its regions if it has some, and its
    /// clues. If the text names nothing else, the rules are classic.
    ///
    /// # Errors
    /// [`ParseErrorKind::Rules`] if the rules do not fit the grid or contradict each other.
    pub fn to_rules(&self) -> Result<Rules, ParseError> {
        let base = self.base_rules()?;
        if self.clues.is_empty() { Ok(base) } else { self.add_clues(&base, &[]) }
    }

    /// These rules with other clues: those of the text, then `others`.
    ///
    /// # Errors
    /// [`ParseErrorKind::Rules`] in the line of the first clue that does not fit the rules.
    pub fn add_clues(&self, rules: &Rules, others: &[Clue]) -> Result<Rules, ParseError> {
        let clues = self.clues.iter().map(|(clue, _)| clue).chain(others).cloned().collect();
        rules.with_clues(clues).map_err(|error| {
            let line = error.clue().and_then(|index| self.clues.get(index)).map(|(_, line)| *line);
            ParseErrorKind::from(error).in_line(line.unwrap_or(self.line))
        })
    }

    /// Reads a clue of this puzzle from a line.
    pub(super) fn read_clue(&mut self, text: &str, line: usize) -> Result<(), ParseError> {
        let clue = Clue::parse(text, self.grid.size()).map_err(|error| {
            let kind = ParseErrorKind::expected(error.expected, error.found);
            ParseError { column: error.column, ..kind.in_line(line) }
        })?;
        self.clues.push((clue, line));
        Ok(())
    }

    /// The rules of the text, without clues.
    ///
    /// # Errors
    /// [`ParseErrorKind::Rules`] if the rules do not fit the grid or contradict each other.
    pub fn base_rules(&self) -> Result<Rules, ParseError> {
        let builder = Rules::builder(self.grid.size());
        let builder = self.rules.iter().fold(builder, |builder, &name| builder.variant(name));
        let regions = self.regions.iter().map(|regions| (**regions).clone());
        let builder = regions.fold(builder, RulesBuilder::regions);
        builder.build().map_err(|error| ParseErrorKind::from(error).in_line(self.line))
    }

    /// Checks that the text is a puzzle of digits, and not a table of candidates.
    ///
    /// # Errors
    /// [`ParseErrorKind::Unexpected`] if the text is a table of candidates.
    pub fn check_digits(&self) -> Result<(), ParseError> {
        match self.candidates {
            None => Ok(()),
            Some(_) => Err(self.unexpected("a puzzle of digits", "a table of candidates")),
        }
    }

    /// The error if a puzzle is not what a caller expects.
    pub fn unexpected(&self, expected: &'static str, found: impl Into<String>) -> ParseError {
        ParseErrorKind::expected(expected, found).in_line(self.line)
    }
}

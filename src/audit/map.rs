//! Maps: which variable of a formula from another program represents which candidate.

use std::collections::HashMap;

use itertools::Itertools;
use thiserror::Error;
use varisat::Lit;

use crate::dimacs::{Assignment, Cnf, ModelError, clause_text};
use crate::grid::{Candidate, Candidates, Cell, Digit, Grid, Size};
use crate::numbering::Numbering;
use crate::rules::Puzzle;
use crate::verify::verify;

/// For every candidate of a grid, the literal that is true when the candidate is placed.
///
/// ```
/// use satdoku::Size;
/// use satdoku::audit::VariableMap;
/// let size = Size::FOUR;
/// let from_0 = VariableMap::from_formula(size, "100*(r-1) + 10*(c-1) + d")?;
/// let named = (0..64).map(|i| format!("{} x[{}][{}][{}]\n", i + 1, i / 16, i / 4 % 4, i % 4));
/// let named = VariableMap::from_names(size, &named.collect::<String>())?;
/// let last = satdoku::Candidate { cell: size.cell(3, 3), digit: size.digits().last().unwrap() };
/// assert_eq!((from_0.lit(last), named.lit(last)), (334, 64));
/// # Ok::<(), satdoku::audit::MapError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariableMap {
    size: Size,
    /// The literals, by cell, then by digit.
    lits: Vec<i32>,
    /// For each variable, the index of its candidate plus 1, or 0 if the variable represents no
    /// candidate.
    by_variable: Vec<u32>,
}

/// The error for a map that does not give each candidate its own variable, with the place in the
/// text of the map; or for a formula in which, according to the map, a cell has two givens.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct MapError(pub(super) String);

impl MapError {
    /// The error for two candidates with the same variable, or one candidate with two variables.
    fn twice(size: Size, both: [(Candidate, i32); 2]) -> MapError {
        let [first, second] =
            both.map(|(of, lit)| format!("{} as {}", size.candidate_name(of), lit.abs()));
        MapError(format!(
            "expected one variable of its own for each candidate, found {first} and {second}"
        ))
    }

    /// The error for a line of a table that does not name a candidate.
    fn line(number: usize, found: &str) -> MapError {
        let found: String = found.chars().take(60).collect();
        MapError(format!(
            "line {number}: expected a variable and a candidate, as in 42 A5=6 or x_1_5_6 42, \
             found {found:?}"
        ))
    }
}

impl VariableMap {
    /// The usual map, `n*n*(r-1) + n*(c-1) + d` for side *n*, the same as
    /// [`crate::Numbering::full`].
    pub fn standard(size: Size) -> VariableMap {
        let lits = (1..=size.candidate_count()).map(|dimacs| dimacs as i32).collect();
        VariableMap::complete(size, lits).expect("a variable of its own for each")
    }

    /// The map that an arithmetic formula defines. The formula consists of `r`, `c` and `d` (row,
    /// column and digit, each from 1), whole numbers, `+`, `-`, `*` and parentheses. For rows that
    /// count from 0, write `(r-1)`. If the value is negative, the variable is true when the digit
    /// is not placed.
    ///
    /// # Errors
    /// [`MapError`] if the text cannot be read, or if two candidates have the same variable.
    pub fn from_formula(size: Size, text: &str) -> Result<VariableMap, MapError> {
        // The limit on the length also limits the depth of parentheses.
        if let Some((at, symbol)) = text.char_indices().nth(LONGEST) {
            let text = &text[..at + symbol.len_utf8()];
            return Err(Reader { text, rest: &text[at..], values: [0; 3] }.expected("the end"));
        }
        let mut lits = Vec::with_capacity(size.candidate_count());
        for candidate in size.candidates() {
            let Candidate { cell, digit } = candidate;
            let number = |index: usize| index as i64 + 1;
            let values = [size.row_index(cell), size.column_index(cell), digit.index()].map(number);
            let mut reader = Reader { text, rest: text, values };
            let value = reader.sum()?;
            if !reader.rest.is_empty() {
                return Err(reader.expected("+, -, * or the end"));
            }
            let variable = variable(value.abs()).ok_or_else(|| {
                let (name, most) = (size.candidate_name(candidate), Cnf::MAX_VARIABLES);
                MapError(format!("{name}: expected a variable from 1 to {most}, found {value}"))
            });
            lits.push(variable? * value.signum() as i32);
        }
        VariableMap::complete(size, lits)
    }

    /// The map that a table defines. The table has one line for each candidate, with its variable
    /// and its name in any order. A name is `A5=6`, or `A5<>6` if the variable is true when the
    /// digit is not placed; or it is a word with three numbers for row, column and digit, such as
    /// `x_1_5_6` or `p[1][5][6]`. If one of these numbers is 0 anywhere, all three count from 0.
    /// Blank lines are passed over, and also other lines that begin with `c ` or `#`.
    ///
    /// # Errors
    /// [`MapError`] if a line cannot be read, or if not every candidate has its own variable.
    pub fn from_names(size: Size, text: &str) -> Result<VariableMap, MapError> {
        let (names, mut entries, mut comments) = (Names::new(size), Vec::new(), Vec::new());
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
            if let Some(comment) = line.strip_prefix("c ").or(line.strip_prefix('#')) {
                comments.extend(names.entry(comment, number));
            } else {
                let entry = names.entry(line, number);
                entries.push(entry.ok_or_else(|| MapError::line(number, line))?);
            }
        }
        entries.extend(of_one_kind(size, comments));
        VariableMap::from_entries(size, &entries)
    }

    /// The map that the comment lines of a DIMACS file define, in the form of
    /// [`VariableMap::from_names`]; `None` if no comments name candidates. Other comments are
    /// passed over.
    ///
    /// # Errors
    /// [`MapError`] if comments name candidates, but do not give every candidate its own variable.
    pub fn from_comments(size: Size, dimacs: &str) -> Result<Option<VariableMap>, MapError> {
        let names = Names::new(size);
        let comments = (1..).zip(dimacs.lines());
        let comments = comments.filter_map(|(at, line)| Some((at, line.strip_prefix('c')?)));
        let entries = comments.filter_map(|(at, comment)| names.entry(comment, at)).collect();
        let entries = of_one_kind(size, entries);
        (!entries.is_empty()).then(|| VariableMap::from_entries(size, &entries)).transpose()
    }

    fn from_entries(size: Size, entries: &[Entry]) -> Result<VariableMap, MapError> {
        let has_0 = entries.iter().any(|entry| entry.numbers.contains(&0));
        let mut lits = vec![0; size.candidate_count()];
        for &Entry { line, lit, numbers, names_cell, .. } in entries {
            let first = usize::from(names_cell || !has_0);
            let [row, column, digit] = numbers.map(|number| number - first);
            if row.max(column).max(digit) >= size.side() {
                return Err(MapError::line(line, &format!("{lit} {numbers:?}")));
            }
            let digit = Digit::from_index(digit);
            let candidate = Candidate { cell: size.cell(row, column), digit };
            let place = &mut lits[size.candidate_index(candidate)];
            if *place != 0 {
                return Err(MapError::twice(size, [(candidate, *place), (candidate, lit)]));
            }
            *place = lit;
        }
        VariableMap::complete(size, lits)
    }

    fn complete(size: Size, lits: Vec<i32>) -> Result<VariableMap, MapError> {
        let most = lits.iter().map(|lit| lit.unsigned_abs() as usize).max().unwrap_or(0);
        let mut by_variable = vec![0; most + 1];
        for (number, (candidate, &lit)) in (1..).zip(size.candidates().zip(&lits)) {
            if lit == 0 {
                let (all, found) = (lits.len(), lits.iter().filter(|&&lit| lit != 0).count());
                let example = size.candidate_name(candidate);
                return Err(MapError(format!(
                    "expected variables for all {all} candidates, found {found}; {example} has \
                     none (a simplified formula cannot be audited)"
                )));
            }
            let other = std::mem::replace(&mut by_variable[lit.unsigned_abs() as usize], number);
            if let Some(other) = (other as usize).checked_sub(1) {
                let other = size.candidate(other);
                return Err(MapError::twice(size, [(other, lit), (candidate, lit)]));
            }
        }
        Ok(VariableMap { size, lits, by_variable })
    }

    /// The solution of a puzzle of this size that a model of a formula describes. The solution has
    /// passed [`verify`]. If the formula is known, the model has been checked to satisfy all
    /// clauses. A candidate without a value in the model is not placed; any other variable without
    /// a value is false.
    ///
    /// # Errors
    /// [`ModelError`] for a cell with two digits or none, a clash, a changed given, or a violated
    /// clause.
    ///
    /// # Panics
    /// If the puzzle has another size.
    pub fn decode(
        &self,
        formula: Option<&Cnf>,
        puzzle: &Puzzle,
        model: &Assignment,
    ) -> Result<Grid, ModelError> {
        let (mut grid, standard) = (Grid::empty(self.size), Numbering::full(self.size));
        let holds = |lit: Lit| model.value(lit.var()) == Some(lit.is_positive());
        let placed = self.iter().filter(|&(_, lit)| holds(Lit::from_dimacs(lit as isize)));
        standard.decode(placed.filter_map(|(candidate, _)| standard.lit(candidate)), &mut grid)?;
        verify(puzzle, &grid).map_err(ModelError::Grid)?;
        let is_true = |lit: i32| {
            let is_not_placed = || self.candidate(lit).map_or(lit < 0, |of| self.lit(of) != lit);
            let of = Lit::from_dimacs(lit as isize);
            let value = model.value(of.var()).map(|value| value == of.is_positive());
            value.unwrap_or_else(is_not_placed)
        };
        let mut clauses = formula.iter().flat_map(|formula| formula.clauses());
        match clauses.find_position(|clause| !clause.iter().any(|&lit| is_true(lit))) {
            None => Ok(grid),
            Some((index, clause)) => {
                Err(ModelError::Clause { clause_number: index + 1, meaning: clause_text(clause) })
            }
        }
    }

    /// The size of the grid.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The literal, as a DIMACS integer, that is true when the candidate is placed.
    ///
    /// # Panics
    /// If the candidate is outside the size.
    pub fn lit(&self, candidate: Candidate) -> i32 {
        self.lits[self.size.candidate_index(candidate)]
    }

    /// The candidate that the variable of a literal represents; `None` if the variable is
    /// auxiliary.
    pub fn candidate(&self, lit: i32) -> Option<Candidate> {
        let number = *self.by_variable.get(lit.unsigned_abs() as usize)?;
        (number as usize).checked_sub(1).map(|index| self.size.candidate(index))
    }

    /// Whether a literal is true when exactly these candidates are placed; `None` if its variable
    /// is auxiliary.
    pub(super) fn holds(&self, placed: &Candidates, lit: i32) -> Option<bool> {
        let of = self.candidate(lit)?;
        Some(placed[of.cell].contains(of.digit) == (self.lit(of) == lit))
    }

    /// Whether a clause over candidates is false when exactly these candidates are placed.
    pub(super) fn violates(&self, placed: &Candidates, clause: &[i32]) -> bool {
        clause.iter().all(|&lit| self.holds(placed, lit) == Some(false))
    }

    /// The candidate that a literal places.
    pub(super) fn placed(&self, lit: i32) -> Option<Candidate> {
        self.candidate(lit).filter(|&candidate| self.lit(candidate) == lit)
    }

    /// The largest variable of the map and of a formula.
    pub(super) fn most_variable(&self, formula: &Cnf) -> usize {
        formula.variable_count().max(self.by_variable.len() - 1)
    }

    /// Every candidate with its literal.
    pub fn iter(&self) -> impl Iterator<Item = (Candidate, i32)> + '_ {
        self.size.candidates().zip(self.lits.iter().copied())
    }
}

fn variable(value: i64) -> Option<i32> {
    (1..=Cnf::MAX_VARIABLES as i64).contains(&value).then_some(value as i32)
}

/// How many characters an arithmetic formula has at most.
const LONGEST: usize = 200;

/// A line that names a candidate.
struct Entry {
    /// The number of the line, from 1.
    line: usize,
    lit: i32,
    /// Row, column and digit.
    numbers: [usize; 3],
    /// Whether the name has the name of a cell. Then the numbers count from 1; otherwise they may
    /// count from 0.
    names_cell: bool,
    /// The name without its numbers.
    form: String,
}

/// The comments that form a map: those with names of cells. If there are none, those of one form,
/// if at least as many comments have this form as there are candidates; other words with three
/// numbers may mean anything.
fn of_one_kind(size: Size, mut comments: Vec<Entry>) -> Vec<Entry> {
    if comments.iter().any(|entry| entry.names_cell) {
        comments.retain(|entry| entry.names_cell);
    } else {
        let counts = comments.iter().counts_by(|entry| entry.form.clone());
        comments.retain(|entry| counts[&entry.form] >= size.candidate_count());
    }
    comments
}

struct Names {
    size: Size,
    cells: HashMap<String, Cell>,
}

impl Names {
    fn new(size: Size) -> Names {
        Names { size, cells: size.cells().map(|cell| (size.cell_name(cell), cell)).collect() }
    }

    /// The entry in the line with this number.
    fn entry(&self, text: &str, line: usize) -> Option<Entry> {
        const BETWEEN: [char; 7] = [' ', '\t', ',', ';', ':', '=', '>'];
        let number = |word: &str| word.parse().ok().and_then(variable);
        let (text, side) = (text.trim(), self.size.side());
        let first = text.split_once(BETWEEN).and_then(|(word, rest)| Some((number(word)?, rest)));
        let last =
            || text.rsplit_once(BETWEEN).and_then(|(rest, word)| Some((number(word)?, rest)));
        let (variable, name) = first.or_else(last)?;
        let name = name.trim_matches(BETWEEN).trim_end_matches('-').trim();
        let placed = |(cell, digit)| (cell, digit, variable);
        let parts = name.split_once("<>").map(|(cell, digit)| (cell, digit, -variable));
        if let Some((cell, digit, lit)) = parts.or(name.split_once('=').map(placed))
            && let (Some(&cell), Ok(digit)) = (self.cells.get(cell), digit.parse())
        {
            let numbers = [self.size.row_index(cell) + 1, self.size.column_index(cell) + 1, digit];
            let is_digit = (1..=side).contains(&digit);
            let entry = Entry { line, lit, numbers, names_cell: true, form: String::new() };
            return is_digit.then_some(entry);
        }
        let runs = name.split(|symbol: char| !symbol.is_ascii_digit());
        let runs: Vec<&str> = runs.filter(|run| !run.is_empty()).collect();
        let number = |run: &str| run.parse().ok().filter(|&number| number <= side);
        let numbers = match runs[..] {
            [row, column, digit] => [number(row)?, number(column)?, number(digit)?],
            [run] if run.len() == 3 && side <= 9 => {
                let bytes: [u8; 3] = run.as_bytes().try_into().ok()?;
                bytes.map(|byte| usize::from(byte - b'0'))
            }
            _ => return None,
        };
        let form = name.replace(|symbol: char| symbol.is_ascii_digit(), "");
        Some(Entry { line, lit: variable, numbers, names_cell: false, form })
    }
}

/// Evaluates an arithmetic formula while reading it.
struct Reader<'t> {
    text: &'t str,
    rest: &'t str,
    /// Row, column and digit.
    values: [i64; 3],
}

impl Reader<'_> {
    fn sum(&mut self) -> Result<i64, MapError> {
        let mut sum = self.product()?;
        loop {
            sum = match self.take(&['+', '-']) {
                Some('+') => sum.saturating_add(self.product()?),
                Some(_) => sum.saturating_sub(self.product()?),
                None => return Ok(sum),
            };
        }
    }

    fn product(&mut self) -> Result<i64, MapError> {
        let mut product = self.factor()?;
        while self.take(&['*']).is_some() {
            product = product.saturating_mul(self.factor()?);
        }
        Ok(product)
    }

    fn factor(&mut self) -> Result<i64, MapError> {
        let [row, column, digit] = self.values;
        match self.take(&['r', 'c', 'd', '-', '(']) {
            Some('-') => Ok(self.factor()?.saturating_neg()),
            Some('r') => Ok(row),
            Some('c') => Ok(column),
            Some('d') => Ok(digit),
            Some(_) => {
                let value = self.sum()?;
                self.take(&[')']).map(|_| value).ok_or_else(|| self.expected("+, -, * or )"))
            }
            None => {
                let after = self.rest.trim_start_matches(|symbol: char| symbol.is_ascii_digit());
                let digits = &self.rest[..self.rest.len() - after.len()];
                let expected = |_| self.expected("r, c, d, a whole number or (");
                let value = digits.parse().map_err(expected)?;
                self.rest = after;
                Ok(value)
            }
        }
    }

    /// Takes the next symbol that is not a blank, if it is one of the wanted symbols.
    fn take(&mut self, wanted: &[char]) -> Option<char> {
        self.rest = self.rest.trim_start();
        let symbol = self.rest.chars().next().filter(|symbol| wanted.contains(symbol))?;
        self.rest = &self.rest[symbol.len_utf8()..];
        Some(symbol)
    }

    fn expected(&self, expected: &str) -> MapError {
        let next = self.rest.chars().next();
        let found = next.map_or("the end".to_owned(), |symbol| format!("{symbol:?}"));
        let column = self.text[..self.text.len() - self.rest.len()].chars().count() + 1;
        MapError(format!(
            "column {column} of {:?}: expected {expected}, as in 81*(r-1)+9*(c-1)+d, found {found}",
            self.text
        ))
    }
}

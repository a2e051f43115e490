//! Formulas in memory, read from DIMACS.

use std::io::BufRead;

use itertools::Itertools;
use varisat::Lit;

use super::words::{Place, ReadError, Words, decimal, kind_of_file};
use crate::names::counted;

/// A formula: clauses of DIMACS literals.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cnf {
    variable_count: usize,
    lits: Vec<i32>,
    ends: Vec<usize>,
}

impl Cnf {
    /// How many variables a formula can have at most. This limits the size of tables in programs
    /// that read formulas.
    pub const MAX_VARIABLES: usize = 1 << 22;

    /// Adds a clause. Variables count from 1; the number of variables of the formula is its largest
    /// variable.
    ///
    /// # Panics
    /// If a literal is 0, or if its variable is above [`Cnf::MAX_VARIABLES`].
    pub fn push(&mut self, clause: impl IntoIterator<Item = i32>) {
        for lit in clause {
            let variable = lit.unsigned_abs() as usize;
            assert!((1..=Cnf::MAX_VARIABLES).contains(&variable), "no such variable: {lit}");
            self.variable_count = self.variable_count.max(variable);
            self.lits.push(lit);
        }
        self.ends.push(self.lits.len());
    }

    /// The largest variable that the formula may use.
    pub fn variable_count(&self) -> usize {
        self.variable_count
    }

    /// The number of clauses.
    pub fn clause_count(&self) -> usize {
        self.ends.len()
    }

    /// The number of literals of all clauses together.
    pub fn literal_count(&self) -> usize {
        self.lits.len()
    }

    /// The clauses in order.
    pub fn clauses(&self) -> impl Iterator<Item = &[i32]> + Clone {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.lits[start..end])
    }

    /// Reads DIMACS CNF. The header must have the exact numbers of variables and clauses.
    ///
    /// # Errors
    /// [`ReadError::Syntax`] with the line; [`ReadError::Io`] if reading fails.
    pub fn read(input: impl BufRead) -> Result<Cnf, ReadError> {
        Cnf::read_loosely(input, Err)
    }

    /// Reads DIMACS CNF with mistakes that leave no doubt about the clauses: a header with wrong
    /// counts, with capital letters, with other words than two numbers, at the end, twice, or
    /// missing; comments that begin with `#` or `//`; and the `%` that ends files of SATLIB. `slip`
    /// is called with each mistake; if it returns an error, reading ends with this error.
    ///
    /// # Errors
    /// The errors of [`Cnf::read`], and the errors that `slip` returns.
    ///
    /// ```
    /// use satdoku::dimacs::Cnf;
    /// let mut slips = Vec::new();
    /// let text = "p cnf 2 2\n1 -2 0\n3 0\n".as_bytes();
    /// let formula = Cnf::read_loosely(text, |slip| Ok(slips.push(slip.to_string())))?;
    /// assert_eq!((formula.variable_count(), formula.clause_count()), (3, 2));
    /// assert_eq!(slips, ["line 1: expected 2 variables, as the header says, found 3"]);
    /// # Ok::<(), satdoku::dimacs::ReadError>(())
    /// ```
    pub fn read_loosely(
        input: impl BufRead,
        mut slip: impl FnMut(ReadError) -> Result<(), ReadError>,
    ) -> Result<Cnf, ReadError> {
        let (mut words, mut cnf) = (Words::new(input), Cnf::default());
        let (mut header, mut first_empty) = (None, None);
        while words.advance_past_comments()? {
            if words.word().eq_ignore_ascii_case(b"p") {
                if header.is_some() {
                    slip(words.expected("one header", "another".into()))?;
                    words.skip_line()?;
                } else {
                    header = Some(Header::read(&mut words, &mut slip)?);
                }
                continue;
            }
            if is_other_comment(words.word()) {
                slip(words.expected("comments that begin with c", words.shown()))?;
                words.skip_line()?;
                continue;
            }
            if words.word() == b"%" {
                slip(words.expected("a clause", "%, with which files of SATLIB end".into()))?;
                if words.advance()? && (words.word() != b"0" || words.advance()?) {
                    return Err(words.expected("the end after % and 0", words.shown()));
                }
                break;
            }
            if header.is_none() && cnf.ends.is_empty() {
                let error = Header::missing(&words);
                match decimal::<i32>(words.word()) {
                    Some(_) => slip(error)?,
                    None => return Err(error),
                }
            }
            words.take_back();
            words.list(Cnf::MAX_VARIABLES as i32, &mut cnf.lits)?;
            if cnf.lits.len() == cnf.ends.last().copied().unwrap_or(0) {
                let found = "an empty clause (0 ends a clause, variables count from 1)";
                first_empty.get_or_insert_with(|| words.expected("a literal", found.into()));
            }
            cnf.ends.push(cnf.lits.len());
        }
        if header.is_none() && cnf.ends.is_empty() {
            return Err(Header::missing(&words));
        }
        let most = cnf.lits.iter().map(|lit| lit.unsigned_abs() as usize).max().unwrap_or(0);
        let Some(Header { line, counts: Some([variables, clauses]) }) = header else {
            cnf.variable_count = most;
            return first_empty.map_or(Ok(cnf), Err);
        };
        cnf.variable_count = most.max(variables);
        let miscounted = |said, what, found: usize| {
            let expected = format!("{}, as the header says", counted(said, what));
            ReadError::Syntax { place: Place::Line(line), expected, found: found.to_string() }
        };
        if clauses != cnf.clause_count() {
            // A clause with a variable 0 is read as two clauses.
            let error = miscounted(clauses, "clause", cnf.clause_count());
            first_empty.map_or_else(|| slip(error), Err)?;
        }
        if most > variables {
            slip(miscounted(variables, "variable", most))?;
        }
        Ok(cnf)
    }

    /// The line, from 1, in which the clause with this index begins, in a text without errors.
    pub fn line_of(text: &[u8], index: usize) -> Option<usize> {
        let (mut words, mut ended) = (Words::new(text), 0);
        while words.advance_past_comments().ok()? {
            if words.word().eq_ignore_ascii_case(b"p") || is_other_comment(words.word()) {
                words.skip_line().ok()?;
            } else if ended == index {
                return Some(words.line_of_word);
            } else {
                ended += usize::from(words.word() == b"0");
            }
        }
        None
    }
}

/// Whether a word begins a comment in the style of other languages.
fn is_other_comment(word: &[u8]) -> bool {
    word.starts_with(b"#") || word.starts_with(b"//")
}

/// The line `p cnf VARIABLES CLAUSES`.
struct Header {
    line: usize,
    /// The numbers of variables and clauses, if the header has two numbers.
    counts: Option<[usize; 2]>,
}

impl Header {
    /// Reads the rest of the header, after `p`.
    fn read(
        words: &mut Words<impl BufRead>,
        slip: impl FnOnce(ReadError) -> Result<(), ReadError>,
    ) -> Result<Header, ReadError> {
        let (line, mut error) = (words.line_of_word, Header::missing(words));
        let said = words.rest_of_line()?;
        if let ReadError::Syntax { found, .. } = &mut error {
            *found = format!("p {}", said.join(" "));
        }
        let counts = match &said[..] {
            [format, counts @ ..] if format.eq_ignore_ascii_case("cnf") && counts.len() <= 2 => {
                counts
            }
            _ => return Err(error),
        };
        let counts = counts.iter().filter_map(|count| decimal(count.as_bytes()));
        let counts = counts.collect_array().filter(|[most, _]| *most <= Cnf::MAX_VARIABLES);
        counts.map_or_else(|| slip(error), |_| Ok(()))?;
        Ok(Header { line, counts })
    }

    /// The error for a missing header, at the word that was found instead.
    fn missing(words: &Words<impl BufRead>) -> ReadError {
        let found = words.shown() + kind_of_file(words.word());
        words.expected("p cnf VARIABLES CLAUSES", found)
    }
}

/// The literals of a clause, in the type that the solver needs.
pub(crate) fn lits(clause: &[i32]) -> Vec<Lit> {
    clause.iter().map(|&lit| Lit::from_dimacs(lit as isize)).collect()
}

/// A clause as DIMACS writes it, `-365 -1 0`, shortened if it is long.
pub(crate) fn clause_text(clause: &[i32]) -> String {
    const SHOWN: usize = 20;
    let more = if clause.len() > SHOWN { "... " } else { "" };
    let shown: String = clause.iter().take(SHOWN).map(|lit| format!("{lit} ")).collect();
    format!("{shown}{more}0")
}

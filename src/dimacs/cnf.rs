//! Formulas in memory, read from DIMACS.

use std::io::BufRead;

use varisat::Lit;

use super::words::{ReadError, Words, kind_of_file};

/// A formula: clauses of DIMACS literals.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cnf {
    variable_count: usize,
    lits: Vec<i32>,
    ends: Vec<usize>,
}

impl Cnf {
    /// The most variables that a formula may have, which bounds the tables of those who read it.
    pub const MAX_VARIABLES: usize = 1 << 22;

    /// Adds a clause. Variables count from 1; the formula has as many as its largest.
    ///
    /// # Panics
    /// If a literal is 0 or its variable above [`Cnf::MAX_VARIABLES`].
    pub fn push(&mut self, clause: impl IntoIterator<Item = i32>) {
        for lit in clause {
            let variable = lit.unsigned_abs() as usize;
            assert!((1..=Cnf::MAX_VARIABLES).contains(&variable), "no such variable: {lit}");
            self.variable_count = self.variable_count.max(variable);
            self.lits.push(lit);
        }
        self.ends.push(self.lits.len());
    }

    /// The largest variable that it may use.
    pub fn variable_count(&self) -> usize {
        self.variable_count
    }

    /// How many clauses.
    pub fn clause_count(&self) -> usize {
        self.ends.len()
    }

    /// How many literals its clauses have together.
    pub fn literal_count(&self) -> usize {
        self.lits.len()
    }

    /// Its clauses in order.
    pub fn clauses(&self) -> impl Iterator<Item = &[i32]> + Clone {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.lits[start..end])
    }

    /// Reads DIMACS CNF. The header must state the number of clauses exactly.
    ///
    /// # Errors
    /// [`ReadError::Syntax`] with the line; [`ReadError::Io`].
    pub fn read(input: impl BufRead) -> Result<Cnf, ReadError> {
        let mut words = Words::new(input);
        for expected in ["p", "cnf"] {
            words.advance_past_comments()?;
            if words.word() != expected.as_bytes() {
                let found = words.shown() + kind_of_file(words.word());
                return Err(words.expected("p cnf VARIABLES CLAUSES", found));
            }
        }
        let mut count = |most| {
            words.advance_past_comments()?;
            words.number(0..=most)
        };
        let (most, clause_count) = (count(Cnf::MAX_VARIABLES as i32)?, count(i32::MAX)? as usize);
        let mut cnf = Cnf { variable_count: most as usize, ..Cnf::default() };
        let mut first_empty = None;
        while words.advance_past_comments()? {
            if cnf.clause_count() == clause_count {
                // Too many, since each clause with a variable 0 counts as two.
                let of_header = format!("no more clauses than the {clause_count} of the header");
                let error = first_empty.unwrap_or(words.expected(of_header, words.shown()));
                return Err(error);
            }
            words.take_back();
            words.list(most, &mut cnf.lits)?;
            if cnf.lits.len() == cnf.ends.last().copied().unwrap_or(0) {
                let found = "an empty clause (0 ends a clause, variables count from 1)";
                first_empty.get_or_insert_with(|| words.expected("a literal", found.into()));
            }
            cnf.ends.push(cnf.lits.len());
        }
        if cnf.clause_count() != clause_count {
            let expected = format!("as many clauses as the header says, {clause_count}");
            return Err(words.expected(expected, cnf.clause_count().to_string()));
        }
        Ok(cnf)
    }

    /// The line, from 1, in which the clause of an index begins in a text that can be read.
    pub fn line_of(text: &[u8], index: usize) -> Option<usize> {
        let mut words = Words::new(text);
        let header = 4;
        (0..header).try_for_each(|_| words.advance_past_comments().ok().map(drop))?;
        let mut ended = 0;
        while words.advance_past_comments().ok()? && ended < index {
            ended += usize::from(words.word() == b"0");
        }
        (!words.word().is_empty()).then_some(words.line_of_word)
    }
}

/// The literals of a clause as the solver's.
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

//! Reads the answers of SAT solvers: competition `s`/`v` lines, bare literals, MiniSat's result
//! file.

use std::io::BufRead;
use std::str::FromStr;

use thiserror::Error;
use varisat::{Lit, Var};

/// The answer of a SAT solver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SolverOutput {
    /// Satisfiable, with this model.
    Satisfiable(Assignment),
    /// Unsatisfiable.
    Unsatisfiable,
    /// The solver does not know.
    Unknown,
}

/// A total or partial assignment, by variable index from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assignment(Vec<Option<bool>>);

impl Assignment {
    /// The value of a variable, by index from 0; `None` if the solver left it out.
    pub fn value(&self, var: Var) -> Option<bool> {
        self.0.get(var.index()).copied().flatten()
    }

    /// The true literals, by variable.
    pub fn lits(&self) -> impl Iterator<Item = Lit> {
        let lit = |(index, value): (usize, &Option<bool>)| Some(Lit::from_index(index, (*value)?));
        self.0.iter().enumerate().filter_map(lit)
    }
}

/// Why an answer cannot be used. Lines count from 1.
#[derive(Debug, Error)]
#[non_exhaustive]
#[allow(missing_docs)] // each field is named in its message
pub enum OutputError {
    #[error("cannot read the answer: {0}")]
    Io(#[from] std::io::Error),
    #[error("line {line}: expected an `s` or `v` line or literals, found {found:?}")]
    Line { line: usize, found: String },
    #[error("line {line}: expected SATISFIABLE, UNSATISFIABLE or UNKNOWN, found {found:?}")]
    Status { line: usize, found: String },
    #[error("line {line}: expected a literal, found {found:?}")]
    Literal { line: usize, found: String },
    #[error("line {line}: expected a variable of 1 to {variables}, found {found}")]
    Variable { line: usize, variables: usize, found: String },
    #[error("line {line}: variable {variable} is said to be both true and false")]
    Contradiction { line: usize, variable: usize },
    #[error("line {line}: expected nothing after the model's final 0, found {found}")]
    AfterEnd { line: usize, found: String },
    #[error("line {line}: expected one status, found a second one")]
    SecondStatus { line: usize },
    #[error("expected a status line such as `s SATISFIABLE`, found none")]
    NoStatus,
    #[error("the solver says SATISFIABLE, but gives no model (expected `v` lines)")]
    NoModel,
    #[error("expected a final 0 after the model's literals, found the end")]
    NoFinalZero,
    #[error("the solver does not say SATISFIABLE, but gives a model")]
    UnexpectedModel,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Says {
    Satisfiable,
    Unsatisfiable,
    Unknown,
}

/// A number in its only spelling: no `+`, no leading zeros, no `-0`.
pub(crate) fn decimal<T: FromStr>(word: &[u8]) -> Option<T> {
    let digits = word.strip_prefix(b"-").unwrap_or(word);
    let is_plain = word == b"0" || matches!(digits, [b'1'..=b'9', ..]);
    std::str::from_utf8(word).ok()?.parse().ok().filter(|_| is_plain)
}

/// Words as long as this are neither literals nor statuses, so reading ends there.
const WORD_LIMIT: usize = 32;

/// Reads a solver's answer about a formula of `variable_count` variables, whichever dialect.
///
/// Lines of any length are read in bounded memory. `c` lines and blank lines are skipped.
/// A status is a `s` line or, as MiniSat writes it, `SAT`, `UNSAT` or `INDET` on a line of its
/// own. A model is `v` lines or bare literals, ended by 0. Bare literals need no status.
///
/// # Errors
/// [`OutputError`] says what is missing, contradictory or malformed, and on which line.
pub fn read_output(
    mut input: impl BufRead,
    variable_count: usize,
) -> Result<SolverOutput, OutputError> {
    let mut parser = Parser {
        line: 1,
        state: State::LineStart,
        word: Vec::new(),
        status: None,
        competition: false,
        values: vec![None; variable_count],
        literals: false,
        ended: false,
    };
    loop {
        let bytes = input.fill_buf()?;
        if bytes.is_empty() {
            break;
        }
        for &byte in bytes {
            parser.byte(byte)?;
        }
        let length = bytes.len();
        input.consume(length);
    }
    parser.byte(b'\n')?;
    parser.finish()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    LineStart,
    Comment,
    Status,
    Literals,
}

struct Parser {
    line: usize,
    state: State,
    word: Vec<u8>,
    status: Option<Says>,
    /// Whether `s` or `v` lines were seen, so that a status line is expected.
    competition: bool,
    values: Vec<Option<bool>>,
    literals: bool,
    ended: bool,
}

impl Parser {
    fn byte(&mut self, byte: u8) -> Result<(), OutputError> {
        match byte {
            b' ' | b'\t' | b'\r' | b'\n' => {
                if !self.word.is_empty() {
                    self.word()?;
                    self.word.clear();
                }
                if byte == b'\n' {
                    self.state = State::LineStart;
                    self.line += 1;
                }
            }
            _ => {
                self.word.push(byte);
                if self.word.len() == WORD_LIMIT {
                    self.word()?;
                    self.word.clear();
                }
            }
        }
        Ok(())
    }

    fn word(&mut self) -> Result<(), OutputError> {
        match self.state {
            State::LineStart => self.first_word(),
            State::Status => {
                let says = match self.word.as_slice() {
                    b"SATISFIABLE" => Says::Satisfiable,
                    b"UNSATISFIABLE" => Says::Unsatisfiable,
                    b"UNKNOWN" | b"INDETERMINATE" | b"TIMEOUT" => Says::Unknown,
                    _ => {
                        return Err(OutputError::Status { line: self.line, found: self.shown() });
                    }
                };
                // The rest of the line has no defined meaning.
                self.state = State::Comment;
                self.say(says)
            }
            State::Literals => self.literal(),
            State::Comment => Ok(()),
        }
    }

    fn first_word(&mut self) -> Result<(), OutputError> {
        match self.word.as_slice() {
            b"s" => {
                self.competition = true;
                self.state = State::Status;
            }
            b"v" => {
                self.competition = true;
                self.state = State::Literals;
            }
            b"SAT" | b"SATISFIABLE" => self.say(Says::Satisfiable)?,
            b"UNSAT" | b"UNSATISFIABLE" => self.say(Says::Unsatisfiable)?,
            b"INDET" | b"INDETERMINATE" | b"UNKNOWN" => self.say(Says::Unknown)?,
            [b'c', ..] => self.state = State::Comment,
            [b'-' | b'0'..=b'9', ..] => {
                self.state = State::Literals;
                self.literal()?;
            }
            _ => return Err(OutputError::Line { line: self.line, found: self.shown() }),
        }
        Ok(())
    }

    fn say(&mut self, says: Says) -> Result<(), OutputError> {
        if self.status.replace(says).is_some() {
            return Err(OutputError::SecondStatus { line: self.line });
        }
        Ok(())
    }

    fn literal(&mut self) -> Result<(), OutputError> {
        let line = self.line;
        let number: i64 = decimal(&self.word)
            .ok_or_else(|| OutputError::Literal { line, found: self.shown() })?;
        if self.ended {
            return Err(OutputError::AfterEnd { line, found: self.shown() });
        }
        self.literals = true;
        if number == 0 {
            self.ended = true;
            return Ok(());
        }
        let variables = self.values.len();
        let variable = usize::try_from(number.unsigned_abs()).unwrap_or(usize::MAX);
        match self.values.get_mut(variable - 1) {
            None => Err(OutputError::Variable { line, variables, found: self.shown() }),
            Some(value) if *value == Some(number < 0) => {
                Err(OutputError::Contradiction { line, variable })
            }
            Some(value) => {
                *value = Some(number > 0);
                Ok(())
            }
        }
    }

    fn finish(self) -> Result<SolverOutput, OutputError> {
        let says = match self.status {
            Some(says) => says,
            None if self.literals && !self.competition => Says::Satisfiable,
            None => return Err(OutputError::NoStatus),
        };
        match says {
            Says::Satisfiable if !self.literals => Err(OutputError::NoModel),
            Says::Satisfiable if !self.ended => Err(OutputError::NoFinalZero),
            Says::Satisfiable => Ok(SolverOutput::Satisfiable(Assignment(self.values))),
            _ if self.literals => Err(OutputError::UnexpectedModel),
            Says::Unsatisfiable => Ok(SolverOutput::Unsatisfiable),
            Says::Unknown => Ok(SolverOutput::Unknown),
        }
    }

    /// The word as found, cut and made harmless to a terminal.
    fn shown(&self) -> String {
        let word = String::from_utf8_lossy(&self.word).escape_debug().to_string();
        if self.word.len() < WORD_LIMIT { word } else { word + "..." }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<SolverOutput, OutputError> {
        read_output(text.as_bytes(), 4)
    }

    fn model(text: &str) -> Vec<Option<bool>> {
        match read(text) {
            Ok(SolverOutput::Satisfiable(Assignment(values))) => values,
            other => panic!("{text:?} reads as {other:?}"),
        }
    }

    #[test]
    fn reads_every_dialect() {
        let expected = [Some(true), Some(false), Some(true), None];
        for text in [
            "c hello\ns SATISFIABLE\nv 1 -2\nv 3 0\n",
            "v 1 -2 3 0\ns SATISFIABLE",
            "s SATISFIABLE\r\nv 1\r\nv -2\r\nv 3\r\nv 0\r\n",
            "SAT\n1 -2 3 0\n",
            "SATISFIABLE\n1 -2 3 0\n",
            "1 -2 3 0",
            "1\n-2\n3\n0\n",
            "\n\n\t1 -2\t3 0 \n\n",
        ] {
            assert_eq!(model(text), expected, "{text:?}");
        }
        for text in ["s UNSATISFIABLE\n", "UNSAT\n", "UNSATISFIABLE"] {
            assert_eq!(read(text).unwrap(), SolverOutput::Unsatisfiable, "{text:?}");
        }
        for text in ["s UNKNOWN", "INDET", "s INDETERMINATE\n"] {
            assert_eq!(read(text).unwrap(), SolverOutput::Unknown, "{text:?}");
        }
    }

    #[test]
    fn says_what_is_wrong_with_an_answer() {
        for (text, message) in [
            ("", "found none"),
            ("c only talk\n", "found none"),
            ("v 1 0\n", "found none"),
            ("s SATISFIABLE\n", "no model"),
            ("s SATISFIABLE\nv 1 -2", "final 0"),
            ("s SATISFIABLE\nv 1 5 0", "line 2: expected a variable of 1 to 4, found 5"),
            ("s SATISFIABLE\nv 1 -99999999999 0", "1 to 4, found -99999999999"),
            ("s SATISFIABLE\nv 1 2 -1 0", "variable 1 is said to be both"),
            ("s SATISFIABLE\nv 1 two 0", "expected a literal, found \"two\""),
            ("s SATISFIABLE\nv 1 0 2 0", "after the model's final 0"),
            ("s SATISFIABLE\ns UNSATISFIABLE\nv 1 0", "line 2: expected one status"),
            ("s UNSATISFIABLE\nv 1 0", "gives a model"),
            (
                &"1".repeat(1000),
                "expected a literal, found \"11111111111111111111111111111111...\"",
            ),
            (&"x".repeat(1000), "expected an `s` or `v` line"),
            (
                "s satisfiable\n",
                "expected SATISFIABLE, UNSATISFIABLE or UNKNOWN, found \"satisfiable\"",
            ),
            ("s SATISFIABLE\nv +1 0", "expected a literal, found \"+1\""),
            ("s SATISFIABLE\nv 01 0", "expected a literal, found \"01\""),
            ("s SATISFIABLE\nv 1 -0", "expected a literal, found \"-0\""),
            // Cut after 32 characters it would read as -4, and then 1.
            (
                &format!("s SATISFIABLE\nv -{}41 0", "0".repeat(30)),
                "expected a literal, found \"-0000000000000000000000000000004...\"",
            ),
            ("hello\n", "line 1: expected an `s` or `v` line or literals, found \"hello\""),
            ("\u{1b}[31m\n", "\\\\u{1b}"),
            ("-9223372036854775808 0", "1 to 4"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(message), "{text:?}: {error}");
        }
    }

    #[test]
    fn reads_lines_of_any_length_without_holding_them() {
        let mut text = "c ".to_owned() + &"x".repeat(1 << 20) + "\ns SATISFIABLE\nv ";
        text += &"1 ".repeat(1 << 19);
        assert_eq!(model(&(text + "0\n"))[0], Some(true));
    }
}

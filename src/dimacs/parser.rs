//! Reads a solver's output byte by byte, so that lines of any length take bounded memory.

use std::collections::VecDeque;
use std::str::FromStr;

use super::read::{Assignment, OutputError, SolverOutput};

/// A number in its only spelling: no `+`, no leading zeros, no `-0`.
pub(crate) fn decimal<T: FromStr>(word: &[u8]) -> Option<T> {
    let digits = word.strip_prefix(b"-").unwrap_or(word);
    let is_plain = word == b"0" || matches!(digits, [b'1'..=b'9', ..]);
    std::str::from_utf8(word).ok()?.parse().ok().filter(|_| is_plain)
}

/// Words as long as this are neither literals nor statuses, so reading ends there.
const WORD_LIMIT: usize = 32;

/// Where the next word stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    LineStart,
    Skipped,
    Status,
    Literals,
}

/// How the literals of a model are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Dialect {
    /// No literal so far.
    Open,
    /// `1 -2 0`
    Numbers,
    /// `x1 -x2`
    Names,
}

#[derive(Debug)]
struct Model {
    assignment: Assignment,
    dialect: Dialect,
}

/// A reader of a solver's output, which hands out answers as they end.
#[derive(Debug)]
pub(super) struct Parser {
    variable_count: usize,
    line: usize,
    state: State,
    word: Vec<u8>,
    /// Whether `s` or `v` lines were seen, so that a status line is expected.
    competition: bool,
    /// The model that is being read.
    model: Option<Model>,
    /// Whether a model ended in this line.
    is_after_end: bool,
    /// Whole models so far.
    models: usize,
    /// How often the status was that there is a model.
    satisfiable: usize,
    /// The last status, if it is another one.
    end: Option<SolverOutput>,
    /// To be handed out.
    pub found: VecDeque<SolverOutput>,
}

/// The first words of what MiniSat prints beside its answer; other words of it begin with `c`.
const TALK: [&[u8]; 8] = [
    b"restarts",
    b"decisions",
    b"propagations",
    b"Memory",
    b"CPU",
    b"WARNING:",
    b"Solved",
    b"Verified",
];

impl Parser {
    /// A reader of answers about a formula of so many variables.
    pub fn new(variable_count: usize) -> Parser {
        Parser {
            variable_count,
            line: 1,
            state: State::LineStart,
            word: Vec::new(),
            competition: false,
            model: None,
            is_after_end: false,
            models: 0,
            satisfiable: 0,
            end: None,
            found: VecDeque::new(),
        }
    }

    /// Takes the next byte.
    pub fn byte(&mut self, byte: u8) -> Result<(), OutputError> {
        match byte {
            b' ' | b'\t' | b'\r' | b'\n' => {
                self.end_word()?;
                if byte == b'\n' {
                    self.line += 1;
                    self.state = State::LineStart;
                    self.is_after_end = false;
                }
            }
            _ => {
                self.word.push(byte);
                if self.word.len() == WORD_LIMIT {
                    self.end_word()?;
                }
            }
        }
        Ok(())
    }

    fn end_word(&mut self) -> Result<(), OutputError> {
        if !self.word.is_empty() {
            match self.state {
                State::LineStart => self.first_word(),
                State::Skipped => Ok(()),
                State::Status => self.status(),
                State::Literals => self.literal(),
            }?;
            self.word.clear();
        }
        Ok(())
    }

    fn first_word(&mut self) -> Result<(), OutputError> {
        if self.word != b"v" {
            self.end_names();
        }
        self.state = State::Skipped;
        match self.word.as_slice() {
            b"s" => {
                self.competition = true;
                self.state = State::Status;
            }
            b"v" => {
                self.competition = true;
                self.state = State::Literals;
                self.model()?;
            }
            b"SAT" | b"SATISFIABLE" => self.say(None)?,
            b"UNSAT" | b"UNSATISFIABLE" => self.say(Some(SolverOutput::Unsatisfiable))?,
            b"INDET" | b"INDETERMINATE" | b"UNKNOWN" => self.say(Some(SolverOutput::Unknown))?,
            [b'c', ..] | b"o" | [b'|', ..] | [b'=', b'=', ..] => {}
            [b'-' | b'0'..=b'9', ..] => {
                self.state = State::Literals;
                self.literal()?;
            }
            word if TALK.contains(&word) => {}
            _ => return Err(OutputError::Line { line: self.line, found: self.shown() }),
        }
        Ok(())
    }

    fn status(&mut self) -> Result<(), OutputError> {
        // The rest of the line has no defined meaning.
        self.state = State::Skipped;
        match self.word.as_slice() {
            b"SATISFIABLE" => self.say(None),
            b"UNSATISFIABLE" => self.say(Some(SolverOutput::Unsatisfiable)),
            // PicoSAT, after all of them.
            b"SOLUTIONS" if self.models > 0 => self.say(Some(SolverOutput::Unsatisfiable)),
            b"UNKNOWN" | b"INDETERMINATE" | b"TIMEOUT" => self.say(Some(SolverOutput::Unknown)),
            _ => Err(OutputError::Status { line: self.line, found: self.shown() }),
        }
    }

    /// A status: that there is a model, or that there is none or no other.
    fn say(&mut self, end: Option<SolverOutput>) -> Result<(), OutputError> {
        if self.end.is_some() || self.satisfiable > self.models {
            return Err(OutputError::SecondStatus { line: self.line });
        }
        if end.is_none() {
            self.satisfiable += 1;
        } else if self.satisfiable == 0 && (self.models > 0 || self.model.is_some()) {
            return Err(OutputError::UnexpectedModel);
        }
        self.end = end;
        Ok(())
    }

    fn literal(&mut self) -> Result<(), OutputError> {
        let line = self.line;
        if self.is_after_end {
            return Err(OutputError::AfterEnd { line, found: self.shown() });
        }
        let (is_true, name) = match self.word.strip_prefix(b"-") {
            Some(name) => (false, name),
            None => (true, self.word.as_slice()),
        };
        let (dialect, number) = match name.strip_prefix(b"x") {
            Some(number) => (Dialect::Names, decimal::<u64>(number).filter(|&number| number > 0)),
            // As a whole, so that there is no -0.
            None => (Dialect::Numbers, decimal(&self.word).map(i64::unsigned_abs)),
        };
        let is_mixed = ![Dialect::Open, dialect].contains(&self.model()?.dialect);
        let Some(number) = number.filter(|_| !is_mixed) else {
            return Err(OutputError::Literal { line, found: self.shown() });
        };
        self.model()?.dialect = dialect;
        if number > 0 {
            return self.assign(usize::try_from(number).unwrap_or(usize::MAX), is_true);
        }
        self.is_after_end = true;
        self.end_model();
        Ok(())
    }

    /// The model that is being read; a new one if there is none.
    fn model(&mut self) -> Result<&mut Model, OutputError> {
        if self.end.is_some() {
            return Err(OutputError::UnexpectedModel);
        }
        let empty = || Model { assignment: Assignment::default(), dialect: Dialect::Open };
        Ok(self.model.get_or_insert_with(empty))
    }

    /// Gives a variable of the model, from 1, a value.
    fn assign(&mut self, variable: usize, is_true: bool) -> Result<(), OutputError> {
        let (line, variables) = (self.line, self.variable_count);
        if variable > variables {
            return Err(OutputError::Variable { line, variables, found: self.shown() });
        }
        let Some(Model { assignment: Assignment(values), .. }) = &mut self.model else {
            return Ok(());
        };
        if values.len() < variable {
            values.resize(variable, None);
        }
        match values[variable - 1].replace(is_true) {
            Some(other) if other != is_true => Err(OutputError::Contradiction { line, variable }),
            _ => Ok(()),
        }
    }

    /// Ends a model of names, which nothing ends but another line.
    fn end_names(&mut self) {
        if self.model.as_ref().is_some_and(|model| model.dialect != Dialect::Numbers) {
            self.end_model();
        }
    }

    fn end_model(&mut self) {
        if let Some(model) = self.model.take() {
            self.models += 1;
            self.found.push_back(SolverOutput::Satisfiable(model.assignment));
        }
    }

    /// Takes the end of the output.
    pub fn finish(&mut self) -> Result<(), OutputError> {
        self.byte(b'\n')?;
        self.end_names();
        let has_model = self.models > 0 || self.model.is_some();
        let is_bare = has_model && !self.competition;
        if self.satisfiable == 0 && self.end.is_none() && !is_bare {
            return Err(OutputError::NoStatus);
        }
        if self.model.is_some() {
            return Err(OutputError::NoFinalZero);
        }
        if self.satisfiable > self.models {
            return Err(OutputError::NoModel);
        }
        self.found.extend(self.end.take());
        Ok(())
    }

    /// The word as found, cut and made harmless to a terminal.
    fn shown(&self) -> String {
        let word = String::from_utf8_lossy(&self.word).escape_debug().to_string();
        if self.word.len() < WORD_LIMIT { word } else { word + "..." }
    }
}

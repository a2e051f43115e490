//! Reads the answers of SAT solvers: `s` and `v` lines of the SAT competitions, literals without
//! `v`, the result file of MiniSat, and lists of Python. Also reads answers of pseudo-Boolean
//! solvers.

use std::io::BufRead;
use std::iter::FusedIterator;

use itertools::Itertools;
use thiserror::Error;
use varisat::{Lit, Var};

use super::Cnf;
use super::words::{ReadError, Words, decimal, kind_of_file};

/// An answer of a SAT solver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SolverOutput {
    /// The formula is satisfiable, with this model.
    Satisfiable(Assignment),
    /// The formula is unsatisfiable. After models, it means that there are no other models.
    Unsatisfiable,
    /// The solver did not find out.
    Unknown,
}

/// A total or partial assignment: for each variable, by its index from 0, its value, if it has one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Assignment(pub(super) Vec<Option<bool>>);

impl Assignment {
    /// The value of a variable; `None` if the solver gave no value.
    pub fn value(&self, var: Var) -> Option<bool> {
        self.0.get(var.index()).copied().flatten()
    }

    /// The true literals, in the order of variables.
    pub fn lits(&self) -> impl Iterator<Item = Lit> {
        let lit = |(index, value): (usize, &Option<bool>)| Some(Lit::from_index(index, (*value)?));
        self.0.iter().enumerate().filter_map(lit)
    }
}

/// The error for an answer that cannot be used. Lines count from 1.
#[derive(Debug, Error)]
#[non_exhaustive]
#[allow(missing_docs)] // each field is named in its message
pub enum OutputError {
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error("line {line}: variable {variable} is said to be both true and false")]
    Contradiction { line: usize, variable: usize },
    #[error("expected one answer, found several")]
    Several,
    #[error("expected a status line such as `s SATISFIABLE`, found none")]
    NoStatus,
    #[error(
        "the solver says SATISFIABLE, but gives no model (expected `v` lines; MiniSat writes its \
         model to a file of its own, 'minisat FORMULA ANSWER')"
    )]
    NoModel,
    #[error("expected a final 0 after the model's literals, found the end")]
    NoFinalZero,
    #[error("the solver does not say SATISFIABLE, but gives a model")]
    UnexpectedModel,
}

/// Reads the answers of a solver to a formula with `variable_count` variables, in any of the
/// dialects below. If `variable_count` is `None`, there are as many variables as the answers name.
/// The items are the models, and then [`SolverOutput::Unsatisfiable`] if the solver reports that
/// there is no other model, or [`SolverOutput::Unknown`] if it gave up.
///
/// An answer is read only when the iterator needs it; lines of any length are read in bounded
/// memory. Lines with `c` or `o`, blank lines and tables of MiniSat are skipped. After an error,
/// there are no further items. The error says what is missing, contradictory or malformed, and in
/// which line.
///
/// | Solvers | Status | Model |
/// |---|---|---|
/// | SAT | `s` line; `SAT`, `UNSAT` or `INDET` on a line of its own | literals in `v` lines or bare, ended by 0; a model of all variables may lack the 0; bare literals need no status |
/// | PySAT | `True` or `False`, or none | lists of literals in brackets |
/// | pseudo-Boolean | `s` line | `v` lines of `x1 -x2`, up to the next line of another kind |
///
/// ```
/// use satdoku::dimacs::{SolverOutput, read_outputs};
/// let said = "s SATISFIABLE\nv 1 -2 0\ns SATISFIABLE\nv -1 2 0\ns UNSATISFIABLE\n";
/// let outputs: Vec<_> = read_outputs(said.as_bytes(), 2).collect::<Result<_, _>>()?;
/// let [SolverOutput::Satisfiable(_), SolverOutput::Satisfiable(second), last] = &outputs[..] else {
///     panic!("two models")
/// };
/// assert_eq!(second.lits().map(|lit| lit.to_dimacs()).collect::<Vec<_>>(), [-1, 2]);
/// assert_eq!(last, &SolverOutput::Unsatisfiable);
/// # Ok::<(), satdoku::dimacs::OutputError>(())
/// ```
pub fn read_outputs(
    input: impl BufRead,
    variable_count: impl Into<Option<usize>>,
) -> impl FusedIterator<Item = Result<SolverOutput, OutputError>> {
    let mut words = Words::new(input);
    words.has_lists = true;
    let mut outputs = Outputs {
        words,
        variable_count: variable_count.into(),
        competition: false,
        model: None,
        is_after_end: false,
        models: 0,
        satisfiable: 0,
        end: None,
        is_over: false,
    };
    std::iter::from_fn(move || outputs.read().transpose())
        .take_while_inclusive(Result::is_ok)
        .fuse()
}

/// Reads a single answer of a solver, in the way of [`read_outputs`].
///
/// # Errors
/// [`OutputError`], which says what is missing, contradictory or malformed, and in which line.
pub fn read_output(
    input: impl BufRead,
    variable_count: impl Into<Option<usize>>,
) -> Result<SolverOutput, OutputError> {
    let mut outputs = read_outputs(input, variable_count);
    let only = outputs.next().expect("an answer or an error")?;
    match outputs.next() {
        None => Ok(only),
        Some(other) => other.and(Err(OutputError::Several)),
    }
}

/// The first words of lines that MiniSat prints in addition to its answer; its other lines begin
/// with `c`.
const TALK: &str = "restarts decisions propagations Memory CPU WARNING: Solved Verified";

/// The state of reading the answers of a solver.
struct Outputs<R> {
    words: Words<R>,
    variable_count: Option<usize>,
    /// Whether `s` or `v` lines were seen, so that a status line is expected.
    competition: bool,
    /// The model that is being read, and, as soon as it has literals, whether these are names (`x1
    /// -x2`) or numbers (`1 -2 0`).
    model: Option<(Assignment, Option<bool>)>,
    /// Whether a model ended in this line.
    is_after_end: bool,
    /// How many complete models were read so far.
    models: usize,
    /// How many status lines reported a model.
    satisfiable: usize,
    /// The last status, if it did not report a model.
    end: Option<SolverOutput>,
    /// Whether the input has ended.
    is_over: bool,
}

impl<R: BufRead> Outputs<R> {
    /// The next answer, once it is complete.
    fn read(&mut self) -> Result<Option<SolverOutput>, OutputError> {
        if self.is_over {
            return Ok(None);
        }
        while self.words.advance()? {
            let starts_line = self.words.starts_line;
            let is_number = matches!(self.words.word(), [b'-' | b'0'..=b'9', ..]);
            if starts_line {
                self.is_after_end = false;
                if self.words.word() != b"v"
                    && let Some(model) = self.end_without_zero(is_number)
                {
                    self.words.take_back();
                    return Ok(Some(model));
                }
            }
            match self.words.word() {
                b"[" => {
                    self.is_after_end = false;
                    self.model()?;
                }
                // In a list of lists, the outer bracket does not end a model.
                b"]" => {
                    if let Some(model) = self.end_model() {
                        return Ok(Some(model));
                    }
                }
                b"None" => {}
                _ if starts_line && !is_number => self.first_word()?,
                _ => {
                    if let Some(model) = self.literal()? {
                        return Ok(Some(model));
                    }
                }
            }
        }
        if let Some(model) = self.end_without_zero(false) {
            return Ok(Some(model));
        }
        self.is_over = true;
        let is_bare = !self.competition && (self.models > 0 || self.model.is_some());
        if self.satisfiable == 0 && self.end.is_none() && !is_bare {
            return Err(OutputError::NoStatus);
        }
        if self.model.is_some() {
            return Err(OutputError::NoFinalZero);
        }
        if self.satisfiable > self.models {
            return Err(OutputError::NoModel);
        }
        Ok(self.end.take())
    }

    /// Handles the first word of a line. In lines without literals, only the first words are read.
    fn first_word(&mut self) -> Result<(), OutputError> {
        match self.words.word() {
            b"v" => {
                self.competition = true;
                return self.model().map(drop);
            }
            b"s" => {
                self.competition = true;
                self.words.advance()?;
                let end = match self.words.word() {
                    // PicoSAT prints this word after all models.
                    b"SOLUTIONS" => {
                        self.words.advance()?;
                        let is_count = decimal(self.words.word()) == Some(self.models);
                        is_count.then_some(Some(SolverOutput::Unsatisfiable))
                    }
                    word => status(word),
                };
                let expected = || self.expected("SATISFIABLE, UNSATISFIABLE or UNKNOWN");
                self.say(end.ok_or_else(expected)?)?;
            }
            [b'c', ..] | b"o" | [b'|', ..] | [b'=', b'=', ..] => {}
            word if TALK.split(' ').any(|talk| talk.as_bytes() == word) => {}
            // This is from Python; a model may follow in the same line.
            b"True" => return self.say(None),
            b"False" => return self.say(Some(SolverOutput::Unsatisfiable)),
            word => {
                let expected = || self.expected("an `s` or `v` line or literals");
                self.say(status(word).ok_or_else(expected)?)?;
            }
        }
        Ok(self.words.skip_line()?)
    }

    /// Handles a status: there is a model (`None`), or there is no model or no other model.
    fn say(&mut self, end: Option<SolverOutput>) -> Result<(), OutputError> {
        if self.end.is_some() || self.satisfiable > self.models {
            return Err(self.expected("one status"));
        }
        if end.is_none() {
            self.satisfiable += 1;
        } else if self.satisfiable == 0 && (self.models > 0 || self.model.is_some()) {
            return Err(OutputError::UnexpectedModel);
        }
        self.end = end;
        Ok(())
    }

    /// Adds a literal to the model, or ends the model at a 0.
    fn literal(&mut self) -> Result<Option<SolverOutput>, OutputError> {
        let variables = self.variable_count.unwrap_or(Cnf::MAX_VARIABLES);
        if self.is_after_end {
            return Err(self.expected("nothing after the model's final 0"));
        }
        let word = self.words.word();
        let (is_true, name) = word.strip_prefix(b"-").map_or((true, word), |name| (false, name));
        let (is_name, number) = match name.strip_prefix(b"x") {
            Some(number) => (true, decimal::<u64>(number).filter(|&number| number > 0)),
            // The whole word is one number, so that `-0` is an error.
            None => (false, decimal(word).map(i64::unsigned_abs)),
        };
        let is_mixed = self.model()?.1 == Some(!is_name);
        let Some(number) = number.filter(|_| !is_mixed) else {
            return Err(self.expected("a literal"));
        };
        let index = match usize::try_from(number).unwrap_or(usize::MAX) {
            0 => {
                self.is_after_end = true;
                return Ok(self.end_model());
            }
            number if number > variables => {
                let expected = format!("a variable of 1 to {variables}");
                return Err(self.words.expected(expected, self.words.shown()).into());
            }
            number => number - 1,
        };
        let (Assignment(values), has_names) = self.model()?;
        *has_names = Some(is_name);
        values.resize(values.len().max(index + 1), None);
        match values[index].replace(is_true) {
            Some(other) if other != is_true => {
                let line = self.words.line_of_word;
                Err(OutputError::Contradiction { line, variable: index + 1 })
            }
            _ => Ok(None),
        }
    }

    /// The model that is being read; a new one if there is none.
    fn model(&mut self) -> Result<&mut (Assignment, Option<bool>), OutputError> {
        if self.end.is_some() {
            return Err(OutputError::UnexpectedModel);
        }
        Ok(self.model.get_or_insert_default())
    }

    /// Ends a model without a final 0: a model of names, which ends before a line of another kind,
    /// or a model that has a value for each variable if no number follows, as Z3 writes it.
    fn end_without_zero(&mut self, is_number: bool) -> Option<SolverOutput> {
        let (Assignment(values), has_names) = self.model.as_ref()?;
        let is_whole = self.variable_count.is_none_or(|count| count == values.len())
            && values.iter().all(Option::is_some);
        let ends = *has_names != Some(false) || is_whole && !is_number;
        if ends { self.end_model() } else { None }
    }

    fn end_model(&mut self) -> Option<SolverOutput> {
        let (assignment, _) = self.model.take()?;
        self.models += 1;
        Some(SolverOutput::Satisfiable(assignment))
    }

    /// An error at the last word.
    fn expected(&self, expected: &str) -> OutputError {
        let hint = if self.words.starts_line { kind_of_file(self.words.word()) } else { "" };
        self.words.expected(expected, format!("\"{}\"{hint}", self.words.shown())).into()
    }
}

/// The status that a word means: no status, a model (`Some(None)`), or the value for
/// [`Outputs::end`].
fn status(word: &[u8]) -> Option<Option<SolverOutput>> {
    match word {
        // Solvers that optimize write `OPTIMUM FOUND`.
        b"SAT" | b"SATISFIABLE" | b"OPTIMUM" => Some(None),
        b"UNSAT" | b"UNSATISFIABLE" => Some(Some(SolverOutput::Unsatisfiable)),
        b"INDET" | b"INDETERMINATE" | b"UNKNOWN" | b"TIMEOUT" => Some(Some(SolverOutput::Unknown)),
        _ => None,
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
        let three = &[Some(true), Some(false), Some(true)][..];
        let of_three = [
            "c hello\ns SATISFIABLE\nv 1 -2\nv 3 0\n",
            "v 1 -2 3 0\ns SATISFIABLE",
            "s SATISFIABLE\r\nv 1\r\nv -2\r\nv 3\r\nv 0\r\n",
            "SAT\n1 -2 3 0\n",
            "SATISFIABLE\n1 -2 3 0\n",
            "1 -2 3 0",
            "1\n-2\n3\n0\n",
            "\n\n\t1 -2\t3 0 \n\n",
            // Answers of MiniSat, clasp and minisat+ to pseudo-Boolean formulas.
            "WARNING: x\n=====\n| x 1 |\nrestarts : 1\nCPU time : 1 s\n\nSATISFIABLE\n1 -2 3 0",
            "c x\no 3\nc Answer: 1\nv x1 -x2\nv x3\ns SATISFIABLE\nc \n",
            "s SATISFIABLE\nv x1 -x2 x3",
            // Answers of PySAT.
            "[1, -2, 3]\n",
            "True\n[1,-2,\n 3]\n",
            "True [[1, -2, 3]]",
            // An answer with parentheses in comments.
            "c 1) (2 (\ns SATISFIABLE\nc ((\nv 1 -2 3 0\n",
        ];
        let highest = &[None, None, None, Some(false)][..];
        let mut others =
            vec![("s SATISFIABLE\nv 0\n", &[][..]), ("0\n", &[]), ("v -4 0\nSAT", highest)];
        // Answers of Z3 have no final 0.
        let four = [Some(true), Some(false), Some(true), Some(false)];
        for whole in ["s SATISFIABLE\nv 1 -2 3 -4", "v 1 -2\nv 3 -4 \ns SATISFIABLE\n"] {
            others.push((whole, &four));
        }
        for (text, expected) in of_three.map(|text| (text, three)).into_iter().chain(others) {
            assert_eq!(model(text), expected, "{text:?}");
        }
        for text in
            ["s UNSATISFIABLE\n", "UNSAT\n", "s SOLUTIONS 0\n", "False\nNone\n", "False None"]
        {
            assert_eq!(read(text).unwrap(), SolverOutput::Unsatisfiable, "{text:?}");
        }
        for text in ["s UNKNOWN", "INDET", "s INDETERMINATE\n"] {
            assert_eq!(read(text).unwrap(), SolverOutput::Unknown, "{text:?}");
        }
    }

    #[test]
    fn hands_out_the_answers_before_an_error_however_the_text_arrives() {
        let text = "s SATISFIABLE\nv 1 0\ns SATISFIABLE\nv -1 0 2\n";
        for capacity in [1, 20, 1000] {
            let input = std::io::BufReader::with_capacity(capacity, text.as_bytes());
            let read: Vec<_> = read_outputs(input, 4).collect();
            let [Ok(_), Ok(_), Err(error)] = &read[..] else { panic!("{capacity}: {read:?}") };
            assert!(error.to_string().ends_with("final 0, found \"2\""), "{error}");
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
            ("s SATISFIABLE\nv 1 -2 3 4 0\ns SOLUTIONS 2", "found \"2\""),
            ("[1, -2, 3", "final 0"),
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
            ("s SATISFIABLE\nv 1 2) 0", "expected a literal, found \"2)\""),
            ("s SATISFIABLE\nv 01 0", "expected a literal, found \"01\""),
            ("s SATISFIABLE\nv 1 -0", "expected a literal, found \"-0\""),
            // If the word were cut after 32 characters, it would be read as -4, and then 1.
            (
                &format!("s SATISFIABLE\nv -{}41 0", "0".repeat(30)),
                "expected a literal, found \"-0000000000000000000000000000004...\"",
            ),
            ("s SATISFIABLE\nv 1 x2 0", "line 2: expected a literal, found \"x2\""),
            ("s SATISFIABLE\nv x1 -x0", "expected a literal, found \"-x0\""),
            ("sat\n((x1 true))", "line 1: expected an `s` or `v` line or literals, found \"sat\""),
            ("v 1 0\nv 2 0\ns SATISFIABLE\n", "expected one answer, found several"),
            ("s SATISFIABLE\nv 1 0\ns SATISFIABLE\n", "no model"),
            ("v 1 0\ns UNKNOWN\n", "gives a model"),
            ("s SOLUTIONS 2\n", "found \"2\""),
            ("hello\n", "line 1: expected an `s` or `v` line or literals, found \"hello\""),
            ("\u{1b}[31m\n", "found \"\\x1b\""),
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

    /// The values of the first variable in all models, and the last output if it is not a model.
    fn first_variables(text: &str) -> (Vec<Option<bool>>, Option<SolverOutput>) {
        let mut outputs: Vec<SolverOutput> =
            read_outputs(text.as_bytes(), 4).collect::<Result<_, _>>().unwrap();
        let is_model = |output: &SolverOutput| matches!(output, SolverOutput::Satisfiable(_));
        let end = outputs.pop_if(|output| !is_model(output));
        let first = |output| match output {
            SolverOutput::Satisfiable(model) => model.value(Var::from_index(0)),
            other => panic!("{text:?}: {other:?}"),
        };
        (outputs.into_iter().map(first).collect(), end)
    }

    #[test]
    fn reads_several_models() {
        let both = vec![Some(true), Some(false)];
        let none = Some(SolverOutput::Unsatisfiable);
        for (text, end) in [
            // From `clasp -n 0`.
            ("c Answer: 1\nv 1 2\nv 3 0\nc Answer: 2\nv -1 0\ns SATISFIABLE\n", None),
            // From `CryptoMiniSat --maxsol`, up to the limit and beyond.
            ("s SATISFIABLE\nv 1 0\ns SATISFIABLE\nv -1 0\n", None),
            ("s SATISFIABLE\nv 1 0\ns SATISFIABLE\nv -1 0\ns UNSATISFIABLE\n", none.clone()),
            // From `PicoSAT --all`.
            ("s SATISFIABLE\nv 1\nv 0\ns SATISFIABLE\nv -1 0\ns SOLUTIONS 2\n", none),
            ("v 1 0\nv -1 0\ns SATISFIABLE\ns UNKNOWN\n", Some(SolverOutput::Unknown)),
            ("c Answer: 1\nv x1\nc Answer: 2\nv -x1 x2\ns SATISFIABLE\n", None),
            ("1 2 0\n-1 2 0\n", None),
            ("[1, 2]\n[-1, 2]\n", None),
            ("[[1, 2], [-1, 2]]\n", None),
        ] {
            assert_eq!(first_variables(text), (both.clone(), end), "{text:?}");
        }
    }
}

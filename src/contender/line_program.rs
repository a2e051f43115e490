//! Any Sudoku program: puzzles a line in, solutions a line out.

use super::program::crash;
use super::{Contender, ContenderError, Times};
use crate::answer::{Answer, Limits};
use crate::format::{Symbols, write_line};
use crate::grid::{Digit, Grid, Size};
use crate::process::{CommandLine, Ending, Finished, Input, RunLimits, run};
use crate::rules::Puzzle;

/// A Sudoku program as a process, one for each batch of puzzles: programs that buffer their
/// output when it is no terminal answer only when their input ends.
///
/// A line of its output answers the next puzzle: its last field (between white space, `,` `:` or
/// `;`) that is a full grid is the solution. Without one, the first field that is not the puzzle
/// says `none`, `unsolvable`, `0` or the like if there is none, `unknown` or `timeout` if that is
/// not known; only numbers may follow. Blank lines and lines that start with `#` are ignored.
#[derive(Debug)]
pub struct LineProgram {
    command: CommandLine,
    times: Times,
}

impl LineProgram {
    /// Above this side a grid in a line has spaces between its cells.
    pub(super) const MAX_SIDE: usize = 35;

    /// A program that is run by `command`.
    pub fn new(command: CommandLine) -> LineProgram {
        LineProgram { command, times: Times::default() }
    }
}

impl Contender for LineProgram {
    fn answer(&mut self, puzzle: &Puzzle, limits: &Limits) -> Result<Answer, ContenderError> {
        self.answer_all(std::slice::from_ref(puzzle), limits).remove(0)
    }

    fn answer_all(
        &mut self,
        puzzles: &[Puzzle],
        limits: &Limits,
    ) -> Vec<Result<Answer, ContenderError>> {
        self.times = Times::default();
        let mut text = Vec::new();
        let mut output_bytes = 1 << 20;
        for puzzle in puzzles {
            write_line(&mut text, puzzle.givens(), &Symbols::default());
            text.push(b'\n');
            output_bytes += 256 + 8 * puzzle.size().cell_count();
        }
        let run_limits = RunLimits { time: limits.deadline.remaining(), output_bytes };
        match run(&self.command, Input::Bytes(&text), &run_limits) {
            Ok(finished) => {
                self.times.process = Some(finished.time);
                answers(puzzles, &finished)
            }
            Err(error) => puzzles.iter().map(|_| Err(error.clone().into())).collect(),
        }
    }

    fn times(&self) -> Times {
        self.times
    }
}

/// One answer a puzzle, from the lines that were written. What a program that failed has said
/// before counts; its failure is that of the puzzles it did not come to, or else of the last.
fn answers(puzzles: &[Puzzle], finished: &Finished) -> Vec<Result<Answer, ContenderError>> {
    let mut text = finished.stdout.as_slice();
    let failed = !matches!(finished.ending, Ending::Exited(0) | Ending::TimedOut);
    if finished.ending != Ending::Exited(0) {
        // A line without an end was cut short.
        let end = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |position| position + 1);
        text = &text[..end];
    }
    let mut lines = text
        .split(|&byte| byte == b'\n')
        .map(<[u8]>::trim_ascii)
        .filter(|line| !line.is_empty() && !line.starts_with(b"#"));
    let mut answers: Vec<_> = puzzles
        .iter()
        .enumerate()
        .map(|(index, puzzle)| match lines.next() {
            Some(line) => read_line(puzzle.size(), line),
            None if failed => Err(crash(finished)),
            None if finished.ending == Ending::TimedOut => Ok(Answer::default()),
            None => Err(ContenderError::Malformed(format!(
                "expected {} lines, found {index}",
                puzzles.len()
            ))),
        })
        .collect();
    if lines.next().is_some() {
        // It is unknown which line belongs to which puzzle.
        let what = format!("expected {} lines, found more", puzzles.len());
        return vec![Err(ContenderError::Malformed(what)); puzzles.len()];
    }
    if failed && let Some(last) = answers.last_mut() {
        *last = Err(crash(finished));
    }
    answers
}

fn read_line(size: Size, line: &[u8]) -> Result<Answer, ContenderError> {
    let fields = || {
        line.split(|byte| byte.is_ascii_whitespace() || b",:;".contains(byte))
            .filter(|field| !field.is_empty())
    };
    if let Some(solution) = fields().rev().find_map(|field| full_grid(size, field)) {
        return Ok(Answer { solutions: vec![solution], ..Answer::default() });
    }
    let mut rest = fields().filter(|field| field.len() != size.cell_count());
    let verdict = rest.next().map(<[u8]>::to_ascii_lowercase);
    let is_number =
        |field: &[u8]| str::from_utf8(field).is_ok_and(|text| text.parse::<f64>().is_ok());
    match verdict.as_deref() {
        Some(b"unknown" | b"timeout") if rest.all(is_number) => Ok(Answer::default()),
        Some(b"none" | b"unsolvable" | b"unsat" | b"unsatisfiable" | b"invalid" | b"0")
            if rest.all(is_number) =>
        {
            Ok(Answer { complete: true, ..Answer::default() })
        }
        _ => {
            let shown: String = String::from_utf8_lossy(line).chars().take(100).collect();
            let what = format!("expected a full grid or `none`, found {shown:?}");
            Err(ContenderError::Malformed(what))
        }
    }
}

fn full_grid(size: Size, field: &[u8]) -> Option<Grid> {
    if field.len() != size.cell_count() {
        return None;
    }
    let symbols = Symbols::default();
    let value = |byte: &u8| {
        let byte = byte.to_ascii_uppercase();
        let is_it = |digit: &Digit| symbols.symbol(*digit) == Some(char::from(byte));
        size.digits().find(is_it).map(|digit| digit.value() as u16)
    };
    let values: Option<Vec<u16>> = field.iter().map(value).collect();
    Grid::from_values(size, values?).ok()
}

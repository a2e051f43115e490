//! Any Sudoku program that reads one puzzle per line and writes one solution per line.

use std::collections::{HashMap, VecDeque};

use super::{Answered, Contender, ContenderError, Said};
use crate::process::{CommandLine, Ending, Finished, RunLimits, run};
use satdoku::solve::Statistics;
use satdoku::{Answer, Grid, Limits, Puzzle, Size, Symbols, counted, line_of};

/// A Sudoku program as a process. There is one process for each batch of puzzles: if the output is
/// not a terminal, many programs buffer it, and answer only at the end of their input.
///
/// Fields of a line are separated by white space, `,`, `:` or `;`. If the first field of an output
/// line repeats a puzzle, the line answers this puzzle; otherwise it answers the next puzzle. The
/// last other field that is a full grid is the solution. If no field is a full grid, the first
/// field after the puzzle is a word: `none`, `unsolvable`, `0` or the like means that there is no
/// solution, and `unknown` or `timeout` means that the answer is not known. Only numbers may
/// follow. Blank lines and lines that start with `#` are ignored.
///
/// If the program counts, the first number is the number of solutions (2 means two or more), and
/// the solutions need not be shown.
#[derive(Debug)]
pub struct LineProgram {
    /// The command that runs the program.
    pub command: CommandLine,
    /// Whether the program prints the number of solutions.
    pub counts: bool,
}

impl LineProgram {
    /// The greatest side of grids that are written without spaces between their cells in a line.
    pub(super) const MAX_SIDE: usize = 35;
}

impl Contender for LineProgram {
    fn answer(&mut self, puzzle: &Puzzle, limits: &Limits, told: &mut Statistics) -> Answered {
        self.answer_all(std::slice::from_ref(puzzle), limits, told).remove(0).answer
    }

    fn answer_all(
        &mut self,
        puzzles: &[Puzzle],
        limits: &Limits,
        told: &mut Statistics,
    ) -> Vec<Said> {
        let mut text = Vec::new();
        let mut output_bytes = 1 << 20;
        for puzzle in puzzles {
            text.extend(line(puzzle));
            text.push(b'\n');
            output_bytes += 256 + 8 * puzzle.size().cell_count();
        }
        let run_limits = RunLimits { time: limits.deadline.remaining(), output_bytes };
        match run(&self.command, Some(&text), &run_limits) {
            Ok(finished) => {
                *told += &finished.statistics();
                answers(puzzles, &finished, self.counts)
            }
            Err(error) => puzzles.iter().map(|_| Err(error.clone().into()).into()).collect(),
        }
    }
}

/// One answer for each puzzle, read from the lines that the program wrote. If all lines repeat
/// their puzzles, each line belongs to this puzzle; otherwise the lines are in the order of the
/// puzzles. If the program failed, the answers before the failure are used. The puzzles that it did
/// not reach, and always the last puzzle, get the failure as an error.
fn answers(puzzles: &[Puzzle], finished: &Finished, counts: bool) -> Vec<Said> {
    let mut text = finished.stdout.as_slice();
    let failed = !matches!(finished.ending, Ending::Exited(0) | Ending::TimedOut);
    if finished.ending != Ending::Exited(0) {
        // A line without a newline at its end is incomplete.
        let end = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |position| position + 1);
        text = &text[..end];
    }
    let lines: Vec<&[u8]> = text
        .split(|&byte| byte == b'\n')
        .map(<[u8]>::trim_ascii)
        .filter(|line| !line.is_empty() && !line.starts_with(b"#"))
        .collect();
    let wrong_count = ContenderError::Malformed(format!(
        "expected {}, found {}",
        counted(puzzles.len(), "line"),
        lines.len()
    ));
    let asked: Vec<Vec<u8>> = puzzles.iter().map(line).collect();
    let mut repeating: HashMap<&[u8], VecDeque<&[u8]>> =
        asked.iter().map(|puzzle| (&puzzle[..], VecDeque::new())).collect();
    let repeat = lines.iter().all(|line| {
        let lines = fields(line).next().and_then(|first| repeating.get_mut(&plain(first)[..]));
        lines.map(|lines| lines.push_back(line)).is_some()
    });
    let is_short = lines.len() < puzzles.len() && finished.ending == Ending::Exited(0);
    if lines.len() > puzzles.len() || is_short && !repeat {
        // It is not known which line belongs to which puzzle.
        return vec![Err(wrong_count).into(); puzzles.len()];
    }
    let mut in_order = lines.into_iter();
    let mut answers: Vec<_> = puzzles
        .iter()
        .zip(&asked)
        .map(|(puzzle, asked)| {
            let line = match repeating.get_mut(&asked[..]).filter(|_| repeat) {
                Some(lines) => lines.pop_front(),
                None => in_order.next(),
            };
            match line {
                Some(line) => read_line(puzzle.size(), asked, line, counts),
                None if failed => Err(ContenderError::crash(finished)).into(),
                None if finished.ending == Ending::TimedOut => Ok(Answer::default()).into(),
                None => Err(wrong_count.clone()).into(),
            }
        })
        .collect();
    if failed && let Some(last) = answers.last_mut() {
        *last = Err(ContenderError::crash(finished)).into();
    }
    answers
}

/// The line with a puzzle that the program gets.
fn line(puzzle: &Puzzle) -> Vec<u8> {
    line_of(puzzle.givens(), &Symbols::default()).into_bytes()
}

/// A puzzle that a program repeats, in the spelling of the line that the program got.
fn plain(field: &[u8]) -> Vec<u8> {
    field.iter().map(|byte| if *byte == b'0' { b'.' } else { byte.to_ascii_uppercase() }).collect()
}

fn fields(line: &[u8]) -> impl DoubleEndedIterator<Item = &[u8]> {
    line.split(|byte| byte.is_ascii_whitespace() || b",:;".contains(byte))
        .filter(|field| !field.is_empty())
}

fn read_line(size: Size, asked: &[u8], line: &[u8], counts: bool) -> Said {
    let mut said: Vec<&[u8]> = fields(line).collect();
    if said.len() > 1 && plain(said[0]) == asked {
        said.remove(0);
    }
    let solution = said.iter().rev().find_map(|field| full_grid(size, field));
    let mut rest = said.into_iter().filter(|field| field.len() != size.cell_count());
    let is_number =
        |field: &[u8]| str::from_utf8(field).is_ok_and(|text| text.parse::<f64>().is_ok());
    let count = || str::from_utf8(rest.clone().next()?).ok()?.parse().ok();
    if counts
        && rest.clone().all(is_number)
        && let Some(count) = count()
    {
        let solutions = Vec::from_iter(solution.filter(|_| count > 0));
        let answer = Answer { solutions, complete: count == 0, guesses: None };
        return Said { answer: Ok(answer), count: Some(count) };
    }
    let wrong = |expected: &str| {
        let shown: String = String::from_utf8_lossy(line).chars().take(100).collect();
        Err(ContenderError::Malformed(format!("expected {expected}, found {shown:?}")))
    };
    if solution.is_some() && counts {
        return wrong("the number of solutions before the grid").into();
    }
    if let Some(solution) = solution {
        return Ok(Answer { solutions: vec![solution], ..Answer::default() }).into();
    }
    let verdict = rest.next().map(<[u8]>::to_ascii_lowercase);
    let answer = match verdict.as_deref() {
        Some(b"unknown" | b"timeout") if rest.all(is_number) => Ok(Answer::default()),
        Some(b"none" | b"unsolvable" | b"unsat" | b"unsatisfiable" | b"invalid" | b"0")
            if rest.all(is_number) =>
        {
            Ok(Answer { complete: true, ..Answer::default() })
        }
        _ if counts => wrong("the number of solutions and a full grid, or `none`"),
        _ => wrong("a full grid or `none`"),
    };
    answer.into()
}

fn full_grid(size: Size, field: &[u8]) -> Option<Grid> {
    // The default symbols up to the greatest supported side: 1 to 9, then A to Z.
    let value = |byte: &u8| char::from(*byte).to_digit(36).map(|value| value as u16);
    let values: Option<Vec<u16>> = field.iter().map(value).collect();
    Grid::from_values(size, values?).ok().filter(Grid::is_full)
}

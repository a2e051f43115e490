//! Any Sudoku program: one puzzle per line in, one solution per line out.

use std::collections::{HashMap, VecDeque};

use super::{Answered, Contender, ContenderError, Said};
use crate::process::{CommandLine, Ending, Finished, RunLimits, run};
use satdoku::solve::Statistics;
use satdoku::{Answer, Grid, Limits, Puzzle, Size, Symbols, counted, line_of};

/// A Sudoku program as a process, one for each batch of puzzles: programs that buffer their
/// output when it is no terminal answer only when their input ends.
///
/// A line of its output answers the puzzle that its first field (between white space, `,` `:` or
/// `;`) repeats, or else the next puzzle. The last other field that is a full grid is the solution.
/// If there is no such field, the first field that is not the puzzle says `none`, `unsolvable`, `0`
/// or the like if there is no solution, and `unknown` or `timeout` if that is not known; only
/// numbers may follow. Blank lines and lines that start with `#` are ignored.
///
/// If the program counts, the first number is the number of solutions (2 also stands for more); the
/// solutions need not be shown.
#[derive(Debug)]
pub struct LineProgram {
    /// How the program is run.
    pub command: CommandLine,
    /// Whether the program says how many solutions there are.
    pub counts: bool,
}

impl LineProgram {
    /// Above this side a grid in a line has spaces between its cells.
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

/// One answer for each puzzle, from the lines that were written: by the puzzle that a line repeats,
/// if all lines repeat their puzzles, else in order. If a program failed, what it said before
/// counts; its failure belongs to the puzzles that it did not reach, or else to the last puzzle.
fn answers(puzzles: &[Puzzle], finished: &Finished, counts: bool) -> Vec<Said> {
    let mut text = finished.stdout.as_slice();
    let failed = !matches!(finished.ending, Ending::Exited(0) | Ending::TimedOut);
    if finished.ending != Ending::Exited(0) {
        // A line without an end was cut short.
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
        // It is unknown which line belongs to which puzzle.
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

/// A puzzle as the program is asked.
fn line(puzzle: &Puzzle) -> Vec<u8> {
    line_of(puzzle.givens(), &Symbols::default()).into_bytes()
}

/// A puzzle that a program repeats, spelt as it was asked.
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
    // As digits are written by default up to the side that it takes: 1 to 9, then A to Z.
    let value = |byte: &u8| char::from(*byte).to_digit(36).map(|value| value as u16);
    let values: Option<Vec<u16>> = field.iter().map(value).collect();
    Grid::from_values(size, values?).ok().filter(Grid::is_full)
}

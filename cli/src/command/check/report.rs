//! What `check` found, as text or as JSON.

use std::time::Duration;

use serde::Serialize;

use super::super::Exit;
use super::super::output::{draw_solutions, first_clashes};
use super::super::picture::answered;
use super::super::reader::Asked;
use satdoku::answer::Status;
use satdoku::draw::Picture;
use satdoku::evidence::{Backbone, Conflict, Count, Minimality, clash_text};
use satdoku::format::{PuzzleReport, Symbols, write_candidates};
use satdoku::grid::{Candidate, Cell, Grid};
use satdoku::rules::Puzzle;
use satdoku::verify::Clash;

/// Everything found out about one puzzle; nothing at first.
#[derive(Debug, Default)]
pub struct Report {
    pub status: Status,
    /// Up to two.
    pub solutions: Vec<Grid>,
    pub clashes: Vec<Clash>,
    pub conflict: Option<Conflict>,
    /// From the conflict to a contradiction, a line each; none if not asked for.
    pub steps: Vec<String>,
    pub unneeded: Option<Vec<Candidate>>,
    pub count: Option<Count>,
    pub backbone: Option<Backbone>,
    /// Whether the deadline left open what was asked for.
    pub late: bool,
    pub error: Option<String>,
    pub time: Duration,
}

impl Report {
    /// Of a puzzle that could not be examined.
    pub fn error(message: String) -> Report {
        Report { status: Status::Error, error: Some(message), ..Report::default() }
    }

    /// What is known of the solutions.
    pub fn verdict(&self) -> Status {
        match self.status {
            Status::Invalid => Status::None,
            status => status,
        }
    }

    /// The exit status it asks for.
    pub fn exit(&self) -> Exit {
        match self.status {
            // The worker has set the status that stands for the error.
            Status::Error => Exit::Success,
            status if self.late && status != Status::Mismatch => Exit::Unknown,
            status => status.into(),
        }
    }

    /// The cells in which the two solutions differ.
    fn differing(&self) -> Vec<Cell> {
        match &self.solutions[..] {
            [first, second] => first.differing(second),
            _ => Vec::new(),
        }
    }

    /// The puzzle with its solutions, what is possible in each cell, or the givens that clash.
    pub fn picture(&self, Asked { puzzle, symbols, .. }: &Asked) -> Picture {
        if let Some(backbone) = &self.backbone {
            let caption = "the digits that solutions have in each cell";
            let picture = Picture::new(puzzle, symbols).found(&backbone.decided(puzzle));
            return picture.candidates(&backbone.possible).caption(caption);
        }
        let conflict = self.conflict.as_ref();
        let clashing = conflict.iter().flat_map(|conflict| &conflict.givens);
        let clashing = clashing.map(|given| given.cell).collect();
        let why = conflict.map(|conflict| conflict.describe(puzzle, symbols));
        let why = why.as_deref().or(self.error.as_deref());
        answered(puzzle, symbols, self.status, &self.solutions, clashing, why)
    }

    /// The verdict in the first line, the evidence below.
    pub fn text(&self, asked: Option<&Asked>) -> Vec<u8> {
        let Some(Asked { puzzle, symbols, .. }) = asked else { return b"error\n".to_vec() };
        let mut text = Text { out: Vec::new(), puzzle, symbols };
        let verdict = self.verdict().describe(&self.solutions);
        match self.status {
            Status::Unique => text.line(&format!("unique: {verdict}")),
            Status::Multiple => {
                text.line(&format!("multiple: {verdict}, marked *"));
                text.out.push(b'\n');
                draw_solutions(&mut text.out, puzzle, &self.solutions, symbols);
                text.out.push(b'\n');
            }
            Status::None | Status::Invalid => self.no_solution(&mut text),
            Status::Error => text.line("error"),
            Status::Mismatch => {
                text.line(&format!("mismatch: {}", self.error.as_deref().unwrap_or_default()));
            }
            Status::Unknown | Status::Solved => {
                text.line(&format!("unknown: {verdict}"));
            }
        }
        match self.unneeded.as_deref() {
            None => {}
            Some([]) => text.line("minimal: every given is needed"),
            Some(unneeded) => {
                let names =
                    unneeded.iter().map(|&given| name(puzzle, given, symbols)).collect::<Vec<_>>();
                let of = puzzle.givens().filled().count();
                text.line(&format!(
                    "not minimal: each of these givens alone can be left out ({} of {of}): {}",
                    names.len(),
                    names.join(", ")
                ));
            }
        }
        if let Some(backbone) = &self.backbone {
            Report::decided(backbone, &mut text);
        }
        if let Some(count) = &self.count {
            text.line(&format!("solutions: {count}"));
        }
        if self.late {
            text.line("the time limit was reached before everything asked for was known");
        }
        text.out
    }

    fn no_solution(&self, text: &mut Text) {
        match &self.conflict {
            None => match &self.error {
                Some(error) => text.line(&format!("no solution; {error}")),
                None => text.line("no solution"),
            },
            Some(conflict) => {
                text.line(&format!(
                    "no solution: {}",
                    conflict.describe(text.puzzle, text.symbols)
                ));
                if conflict.givens.len() > 2
                    && let Some(units) = conflict.describe_units(text.puzzle)
                {
                    text.line(&format!("units that take part: {units}"));
                }
                self.steps.iter().chain(&self.error).for_each(|line| text.line(line));
            }
        }
        if let [_, _, ..] = self.clashes[..] {
            let first = first_clashes(&self.clashes, 10, text.symbols);
            first.iter().for_each(|clash| text.line(clash));
        }
    }

    fn decided(backbone: &Backbone, text: &mut Text) {
        text.line(&format!("{}; digits possible:", backbone.describe(text.puzzle)));
        text.out.push(b'\n');
        let has_boxes = text.puzzle.rules().has_boxes();
        write_candidates(&mut text.out, has_boxes, &backbone.possible, text.symbols);
        text.out.extend_from_slice(b"\n\n");
    }

    /// All of it for JSON.
    pub fn json(&self, asked: Option<&Asked>) -> impl Serialize + use<> {
        let known = Record {
            status: self.status,
            steps: self.steps.iter().map(|step| step.trim_start().to_owned()).collect(),
            count: self
                .count
                .map(|count| CountRecord { found: count.found, exact: count.complete }),
            time_limit_reached: self.late,
            error: self.error.clone(),
            time_us: self.time.as_micros() as u64,
            ..Record::default()
        };
        let Some(asked) = asked else { return known };
        let Asked { puzzle, symbols, .. } = asked;
        let line = |grid: &Grid| asked.line(grid);
        let names = |givens: &[Candidate]| {
            givens.iter().map(|&given| name(puzzle, given, symbols)).collect::<Vec<_>>()
        };
        Record {
            puzzle: asked.report(),
            solution: self.solutions.first().map(line),
            second_solution: self.solutions.get(1).map(line),
            differing_cells: {
                let cells = self.differing().into_iter();
                cells.map(|cell| puzzle.size().cell_name(cell)).collect()
            },
            clashes: self.clashes.iter().map(|clash| clash_text(clash, symbols)).collect(),
            conflict: self.conflict.as_ref().map(|conflict| ConflictRecord {
                givens: names(&conflict.givens),
                minimality: match conflict.minimality {
                    Minimality::Unknown => "unknown",
                    Minimality::Minimal => "minimal",
                    Minimality::Smallest => "smallest",
                },
                units: conflict.units.as_ref().map(|found| {
                    let kind = |&unit| puzzle.rules().unit(unit).kind.to_string();
                    let pair = |&pair| {
                        let cells = puzzle.rules().pair(pair).cells;
                        cells.map(|cell| puzzle.size().cell_name(cell)).join(" and ")
                    };
                    let units = found.units.iter().map(kind);
                    units.chain(found.pairs.iter().map(pair)).collect()
                }),
                units_minimal: conflict.units.as_ref().map(|found| found.minimal),
                words: conflict.describe(puzzle, symbols),
            }),
            unneeded_givens: self.unneeded.as_deref().map(names),
            backbone: self.backbone.as_ref().map(|backbone| BackboneRecord {
                decided: line(&backbone.decided(puzzle)),
                possible: puzzle
                    .size()
                    .cells()
                    .map(|cell| backbone.possible[cell].iter().map(|d| d.value()).collect())
                    .collect(),
                complete: backbone.complete,
            }),
            ..known
        }
    }
}

struct Text<'a> {
    out: Vec<u8>,
    puzzle: &'a Puzzle,
    symbols: &'a Symbols,
}

impl Text<'_> {
    fn line(&mut self, line: &str) {
        self.out.extend_from_slice(line.as_bytes());
        self.out.push(b'\n');
    }
}

fn name(puzzle: &Puzzle, given: Candidate, symbols: &Symbols) -> String {
    symbols.candidate(puzzle.size(), given)
}

#[derive(Default, Serialize)]
struct Record {
    #[serde(flatten)]
    puzzle: PuzzleReport,
    status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    second_solution: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    differing_cells: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    clashes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    conflict: Option<ConflictRecord>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    steps: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unneeded_givens: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<CountRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    backbone: Option<BackboneRecord>,
    time_limit_reached: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    time_us: u64,
}

#[derive(Serialize)]
struct ConflictRecord {
    givens: Vec<String>,
    minimality: &'static str,
    /// Null if the time limit came first.
    units: Option<Vec<String>>,
    units_minimal: Option<bool>,
    words: String,
}

#[derive(Serialize)]
struct CountRecord {
    found: u64,
    exact: bool,
}

#[derive(Serialize)]
struct BackboneRecord {
    decided: String,
    /// A list of digits a cell, row by row.
    possible: Vec<Vec<usize>>,
    complete: bool,
}

//! The picture of one grid.

use std::borrow::Cow;

use itertools::Itertools as _;
use svg::Document;
use svg::node::element::{Group, Rectangle, Style};

use super::canvas::{Canvas, MARGIN, bare, text};
use super::{clues, step};
use crate::explain::{State, Step};
use crate::grid::{Candidate, Candidates, Cell, CellNames, Digit, Grid, Symbols};
use crate::rules::Puzzle;

/// The least width of a picture, so that the caption fits below the grid.
const MIN_WIDTH: f64 = 300.0;
const CAPTION_SIZE: f64 = 14.0;
const LINE_HEIGHT: f64 = 19.0;

/// A picture of a puzzle: its givens, and other parts that the methods add.
#[derive(Clone, Debug)]
#[must_use]
pub struct Picture {
    puzzle: Puzzle,
    symbols: Symbols,
    names: CellNames,
    /// Digits in addition to the givens.
    found: Grid,
    /// Cells in which a second solution has another digit, with this other digit.
    differing: Vec<Candidate>,
    candidates: Option<Candidates>,
    pub(super) clashing: Vec<Cell>,
    /// The marks of a step, below and above the digits.
    pub(super) marks: Option<[Group; 2]>,
    pub(super) caption: String,
}

impl Picture {
    /// The picture of the givens of a puzzle. Its digits are written with these symbols.
    pub fn new(puzzle: &Puzzle, symbols: &Symbols) -> Picture {
        Picture {
            puzzle: puzzle.clone(),
            symbols: symbols.clone(),
            names: CellNames::default(),
            found: Grid::empty(puzzle.size()),
            differing: Vec::new(),
            candidates: None,
            clashing: Vec::new(),
            marks: None,
            caption: String::new(),
        }
    }

    /// Names rows and columns in this way.
    pub fn names(self, names: CellNames) -> Picture {
        Picture { names, ..self }
    }

    /// Adds the digits of a grid. Unlike the givens, these digits are not bold.
    ///
    /// # Panics
    /// If the grid has another size than the puzzle.
    pub fn found(self, found: &Grid) -> Picture {
        assert_eq!(found.size(), self.puzzle.size(), "a grid of the puzzle's size");
        Picture { found: found.clone(), ..self }
    }

    /// Marks the cells in which a second solution has another digit than the grid of `found`, and
    /// shows both digits. Call `found` first.
    ///
    /// # Panics
    /// If the grid has another size than the puzzle.
    pub fn or(self, second: &Grid) -> Picture {
        assert_eq!(second.size(), self.puzzle.size(), "a grid of the puzzle's size");
        let differs = |other: &Candidate| self.found.get(other.cell) != Some(other.digit);
        let is_open = |other: &Candidate| self.puzzle.givens().get(other.cell).is_none();
        let differing = second.filled().filter(differs).filter(is_open).collect();
        Picture { differing, ..self }
    }

    /// Adds the candidates of the cells without a digit.
    ///
    /// # Panics
    /// If the candidates are of another size than the puzzle.
    pub fn candidates(self, candidates: &Candidates) -> Picture {
        assert_eq!(candidates.size(), self.puzzle.size(), "candidates of the puzzle's size");
        Picture { candidates: Some(candidates.clone()), ..self }
    }

    /// Draws a ring around the digit of each of these cells.
    pub fn clashing(self, cells: impl IntoIterator<Item = Cell>) -> Picture {
        Picture { clashing: cells.into_iter().collect(), ..self }
    }

    /// Shows the digits and candidates of a state, and a step that was found in this state. The
    /// cells and candidates of the step's truths are filled, its links are lines, eliminated
    /// candidates are crossed out, and a placed candidate has a circle around it.
    ///
    /// # Panics
    /// If the state has another size than the puzzle, and perhaps if it has other rules.
    pub fn step(self, state: &State, step: &Step) -> Picture {
        let canvas = self.canvas();
        let below = step::reason(&canvas, state, step);
        let marks = Some([below, step::conclusion(&canvas, step)]);
        let picture = self.found(state.placed()).candidates(state.candidates());
        Picture { marks, ..picture }
    }

    /// Sets the caption, the text below the grid.
    pub fn caption(self, caption: &str) -> Picture {
        Picture { caption: caption.to_owned(), ..self }
    }

    /// The picture as an SVG document.
    pub fn to_svg(&self) -> String {
        let width = self.width().max(MIN_WIDTH);
        let rules = self.rules();
        let lines = lines_of(&rules, width).into_iter().map(|line| ("caption rules", line));
        let lines =
            lines.chain(lines_of(&self.caption, width).into_iter().map(|line| ("caption", line)));
        let lines = lines.collect_vec();
        let height = self.width() + LINE_HEIGHT * lines.len() as f64;
        let mut group = Group::new().add(self.grid((width - self.width()) / 2.0, 0.0));
        for ((class, line), row) in lines.iter().zip(1..) {
            let y = self.width() + LINE_HEIGHT * (f64::from(row) - 0.7);
            group = group.add(text(class, line, (MARGIN, y), CAPTION_SIZE));
        }
        let title = format!("{} puzzle", self.puzzle.rules());
        document(
            [width, height],
            &title,
            &self.describe(),
            &clues::looks(self.puzzle.rules()),
            group,
        )
    }

    /// The grid with the names of its rows and columns, as a group whose top left corner is at this
    /// position.
    pub(super) fn grid(&self, x: f64, y: f64) -> Group {
        let canvas = self.canvas();
        let [below, above] = self.marks.clone().unwrap_or_default();
        let open = self.open_candidates().map(|candidate| canvas.candidate(candidate));
        let mut group = open.fold(clues::background(&canvas, below), Group::add);
        for found in self.found_digits() {
            group = match self.differing.iter().find(|other| other.cell == found.cell) {
                Some(&other) => group.add(canvas.difference(found, other)),
                None => group.add(canvas.digit(found, "found")),
            };
        }
        group = self.givens().map(|given| canvas.digit(given, "given")).fold(group, Group::add);
        let rings = self.clashing.iter().map(|&cell| canvas.ring(cell, "clash"));
        rings
            .fold(group, Group::add)
            .add(above)
            .set("transform", format!("translate({} {})", x + canvas.margin(), y + canvas.margin()))
    }

    /// The width of the grid together with the space around it.
    pub(super) fn width(&self) -> f64 {
        self.canvas().width() + 2.0 * self.canvas().margin()
    }

    pub(super) fn canvas(&self) -> Canvas<'_> {
        Canvas { rules: self.puzzle.rules(), symbols: &self.symbols, names: self.names }
    }

    pub(super) fn givens(&self) -> impl Iterator<Item = Candidate> + '_ {
        self.puzzle.givens().filled()
    }

    /// The digits in addition to the givens.
    pub(super) fn found_digits(&self) -> impl Iterator<Item = Candidate> + '_ {
        let givens = self.puzzle.givens();
        self.found.filled().filter(|found| givens.get(found.cell).is_none())
    }

    /// The candidates of cells without a digit.
    pub(super) fn open_candidates(&self) -> impl Iterator<Item = Candidate> + '_ {
        let is_open = |candidate: &Candidate| {
            let cell = candidate.cell;
            self.puzzle.givens().get(cell).is_none() && self.found.get(cell).is_none()
        };
        self.candidates.iter().flat_map(Candidates::iter).filter(is_open)
    }

    /// The names of the rules except `classic` and `jigsaw`, and of the kinds of clues.
    pub(super) fn rules(&self) -> String {
        let rules = self.puzzle.rules();
        let kinds = rules.clues().iter().map(|clue| clue.kind.name()).unique();
        let is_named = |name: &&str| !["classic", "jigsaw"].contains(name);
        rules.names().filter(is_named).chain(kinds).join(", ")
    }

    /// The digits of the picture as text, for people who cannot see it. `4/7` is a cell in which
    /// two solutions differ.
    pub(super) fn describe(&self) -> String {
        let side = self.puzzle.size().side();
        let cell = |cell| {
            let digit = self.puzzle.givens().get(cell).or(self.found.get(cell));
            let other = self.differing.iter().find(|other| other.cell == cell);
            let digits = digit.into_iter().chain(other.map(|other| other.digit));
            let text = digits.map(|digit: Digit| self.symbols.write(digit, side)).join("/");
            if text.is_empty() { ".".to_owned() } else { text }
        };
        let cells = self.puzzle.size().cells().map(cell).chunks(side);
        (&cells).into_iter().map(|mut row| row.join(" ")).join("\n")
    }
}

/// A text, wrapped into lines of at most about this width.
fn lines_of(text: &str, width: f64) -> Vec<Cow<'_, str>> {
    let columns = ((width - 2.0 * MARGIN) / (CAPTION_SIZE * 0.55)) as usize;
    text.lines().flat_map(|line| textwrap::wrap(line, columns)).collect()
}

/// An SVG document of this width and height.
pub(super) fn document(
    [width, height]: [f64; 2],
    title: &str,
    description: &str,
    style: &str,
    content: Group,
) -> String {
    let paper = Rectangle::new().set("class", "paper").set("width", width).set("height", height);
    Document::new()
        .set("version", "1.1")
        .set("width", width)
        .set("height", height)
        .set("viewBox", (0, 0, width, height))
        .add(bare("title", title))
        .add(bare("desc", description))
        .add(Style::new(style).set("type", "text/css"))
        .add(paper)
        .add(content)
        .to_string()
        + "\n"
}

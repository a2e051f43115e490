//! Options about puzzles that many subcommands share, and reading a single puzzle.

use std::ffi::OsString;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, Result, bail};
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::input::Input;
use crate::encode::{AtMostOne, Encoding, Formula, Preset};
use crate::format::{Batch, Options, Splitter, Symbols, parse_record, write_grid, write_line};
use crate::grid::{Candidates, Grid, Size};
use crate::rules::{Puzzle, Rules};
use crate::simplify::{Budget, Outcome, simplify};

/// How puzzles are read and which rules they have.
#[derive(Clone, Debug, clap::Args)]
pub struct PuzzleArgs {
    /// Both main diagonals hold each digit once too
    #[arg(short = 'x', long)]
    pub diagonal: bool,
    /// Box height x width; else it follows from the number of cells
    #[arg(long = "box", value_name = "HxW", value_parser = parse_box)]
    pub size: Option<Size>,
    /// The digits' symbols in order, if not 1-9A-Z
    #[arg(long, value_name = "ALPHABET")]
    pub symbols: Option<Symbols>,
}

fn parse_box(text: &str) -> Result<Size, String> {
    let (height, width) = text.split_once(['x', 'X']).ok_or("expected HEIGHTxWIDTH, as in 2x3")?;
    let parse = |number: &str| {
        number.parse().map_err(|_| format!("expected two numbers, as in 2x3, found {number:?}"))
    };
    Size::new(parse(height)?, parse(width)?).map_err(|error| error.to_string())
}

impl PuzzleArgs {
    /// What the reader needs to know.
    pub fn options(&self) -> Options {
        Options { size: self.size, symbols: self.symbols.clone().unwrap_or_default() }
    }

    /// The rules of a size.
    pub fn rules(&self, size: Size) -> Rules {
        if self.diagonal { Rules::diagonal(size) } else { Rules::classic(size) }
    }

    /// A cache of rules; each thread has its own.
    pub fn rules_cache(&self) -> RulesCache {
        RulesCache { diagonal: self.diagonal, box_given: self.size.is_some(), known: Vec::new() }
    }

    /// A grid in one line.
    pub fn line(&self, grid: &Grid) -> String {
        let mut text = Vec::new();
        write_line(&mut text, grid, &self.symbols.clone().unwrap_or_default());
        String::from_utf8_lossy(&text).into_owned()
    }

    /// A grid as text that ends with a newline.
    pub fn show(&self, grid: &Grid, format: GridFormat) -> Vec<u8> {
        let symbols = self.symbols.clone().unwrap_or_default();
        let mut text = Vec::new();
        match format {
            GridFormat::Grid => write_grid(&mut text, grid, &symbols),
            GridFormat::Line => write_line(&mut text, grid, &symbols),
        }
        text.push(b'\n');
        text
    }

    /// Reads an input that must hold exactly one puzzle.
    ///
    /// # Errors
    /// If it cannot be read or parsed, holds none, or holds several.
    pub fn read_one(&self, argument: Option<&OsString>) -> Result<Puzzle> {
        let input = argument.map_or(Input::Stdin, |argument| Input::of(argument, self.size));
        let options = self.options();
        let mut splitter = Splitter::new(input.open()?, options.clone());
        let (mut batch, mut found) = (Batch::default(), None);
        while splitter.read_batch(&mut batch, 2).with_context(|| input.name())? {
            for raw in batch.iter() {
                if found.is_some() {
                    bail!("{}:{}: expected one puzzle, found another", input.name(), raw.line);
                }
                let record = parse_record(raw, &options)
                    .map_err(|error| anyhow::anyhow!("{}:{error}", input.name()))?;
                found = Some(record.grid);
            }
        }
        let Some(grid) = found else { bail!("{}: no puzzle found", input.name()) };
        Ok(self.rules_cache().puzzle(grid))
    }
}

/// How a grid is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum GridFormat {
    /// Drawn, with boxes
    Grid,
    /// In one line
    Line,
}

/// Rules by size, so that a million puzzles share them.
#[derive(Debug)]
pub struct RulesCache {
    diagonal: bool,
    box_given: bool,
    known: Vec<Arc<Rules>>,
}

impl RulesCache {
    /// The puzzle of these givens.
    pub fn puzzle(&mut self, givens: Grid) -> Puzzle {
        let size = givens.size();
        let rules = match self.known.iter().find(|rules| rules.size() == size) {
            Some(rules) => Arc::clone(rules),
            None => {
                if !self.box_given && size.box_height() != size.box_width() {
                    note_box(size);
                }
                let rules =
                    if self.diagonal { Rules::diagonal(size) } else { Rules::classic(size) };
                self.known.push(Arc::new(rules));
                Arc::clone(&self.known[self.known.len() - 1])
            }
        };
        Puzzle::new(rules, givens).expect("rules of the grid's size")
    }
}

/// Says once which box was chosen where the side leaves a choice.
fn note_box(size: Size) {
    static NOTED: Mutex<Vec<Size>> = Mutex::new(Vec::new());
    let mut noted = NOTED.lock().unwrap_or_else(PoisonError::into_inner);
    if !noted.contains(&size) {
        noted.push(size);
        super::note(format_args!("side {}: boxes of {size}; --box sets others", size.side()));
    }
}

/// How a puzzle becomes clauses.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct EncodingArgs {
    /// Clause families of the formula
    #[arg(long = "encoding", value_name = "PRESET", default_value = Preset::default().name(), value_parser = PossibleValuesParser::new(Preset::ALL.map(Preset::name)).try_map(|name| name.parse::<Preset>()))]
    preset: Preset,
    /// At-most-one encoding of the formula
    #[arg(long, value_name = "NAME", default_value = AtMostOne::default().name(), value_parser = PossibleValuesParser::new(AtMostOne::ALL.map(AtMostOne::name)).try_map(|name| name.parse::<AtMostOne>()))]
    amo: AtMostOne,
}

impl EncodingArgs {
    /// Both together.
    pub fn encoding(self) -> Encoding {
        Encoding { preset: self.preset, amo: self.amo }
    }
}

/// Which formula of a puzzle.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct FormulaArgs {
    #[command(flatten)]
    encoding: EncodingArgs,
    /// The small formula that `solve` gives to varisat: simplified, over open candidates only
    #[arg(long)]
    simplified: bool,
}

impl FormulaArgs {
    /// What a wrong model may also come from.
    pub fn reminder(self) -> String {
        let simplified = if self.simplified { "--simplified " } else { "" };
        let Encoding { preset, amo } = self.encoding.encoding();
        format!(
            " (as `encode {simplified}--encoding {} --amo {}` numbers it; was it encoded so?)",
            preset.name(),
            amo.name()
        )
    }

    /// That formula.
    pub fn formula(self, puzzle: &Puzzle) -> Formula {
        let encoding = self.encoding.encoding();
        if !self.simplified {
            return Formula::whole(puzzle, encoding);
        }
        match simplify(puzzle, &Budget::default()).outcome {
            Outcome::Contradiction => Formula::refuted(puzzle, encoding),
            Outcome::Solved(grid) => Formula::open(puzzle, &Candidates::from_grid(&grid), encoding),
            Outcome::Open(candidates) => Formula::open(puzzle, &candidates, encoding),
        }
    }
}

//! Puzzles as text and pictures to copy and to save.

use anyhow::Result;
use satdoku::draw::Picture;
use satdoku::format::{PuzzleReport, write_drawn, write_puzzle};
use satdoku::{Encoding, Formula, Grid, Puzzle, Symbols, dimacs};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::puzzle::of_masks;

/// What to make of a puzzle.
#[derive(Deserialize)]
pub struct Export {
    format: Format,
    /// Below the picture.
    #[serde(default)]
    title: String,
    /// The digits found beside the givens, for the picture.
    digits: Option<Vec<u16>>,
    /// Pencil marks, a mask a cell, for the picture.
    marks: Option<Vec<u32>>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Format {
    Line,
    Block,
    Json,
    Dimacs,
    Svg,
}

impl Export {
    /// The text, a name for its file and its type.
    pub fn of(&self, puzzle: &Puzzle) -> Result<Value> {
        let symbols = Symbols::default();
        let mut text = Vec::new();
        let (name, kind) = match self.format {
            Format::Line => {
                write_puzzle(&mut text, puzzle, &symbols);
                text.push(b'\n');
                ("puzzle.txt", "text/plain")
            }
            Format::Block => {
                write_drawn(&mut text, puzzle.rules(), puzzle.givens(), &symbols);
                text.push(b'\n');
                ("puzzle.txt", "text/plain")
            }
            Format::Json => {
                text = serde_json::to_vec(&PuzzleReport::of(puzzle, None, &symbols))?;
                text.push(b'\n');
                ("puzzle.json", "application/json")
            }
            Format::Dimacs => {
                let formula = Formula::whole(puzzle, Encoding::default());
                dimacs::write(&formula, dimacs::Comments::default(), &mut text)?;
                ("puzzle.cnf", "text/plain")
            }
            Format::Svg => {
                text = self.picture(puzzle, &symbols)?.to_svg().into_bytes();
                ("puzzle.svg", "image/svg+xml")
            }
        };
        Ok(json!({ "text": String::from_utf8(text)?, "name": name, "type": kind }))
    }

    fn picture(&self, puzzle: &Puzzle, symbols: &Symbols) -> Result<Picture> {
        let mut picture = Picture::new(puzzle, symbols).caption(&self.title);
        if let Some(digits) = &self.digits {
            picture = picture.found(&Grid::from_values(puzzle.size(), &digits[..])?);
        }
        if let Some(marks) = &self.marks {
            picture = picture.candidates(&of_masks(puzzle.size(), marks)?);
        }
        Ok(picture)
    }
}

//! Puzzles as text and pictures to copy and to save.

use anyhow::{Result, bail};
use satdoku::draw::Picture;
use satdoku::format::{Program, write_puzzle};
use satdoku::{Encoding, Formula, Grid, Puzzle, PuzzleReport, Symbols, dimacs};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::marks::from_masks;
use crate::request::small;

/// What to make of a puzzle. The digits found in addition to the givens, and the pencil marks (a
/// mask for each cell), are for pictures.
#[derive(Deserialize)]
pub struct Export {
    puzzle: PuzzleReport,
    format: String,
    #[serde(default)]
    title: String,
    digits: Option<Vec<u16>>,
    marks: Option<Vec<u64>>,
}

impl Export {
    /// The text, a name for its file and its type.
    pub fn answer(&self) -> Result<Value> {
        let (puzzle, symbols) = (&small(&self.puzzle)?, &Symbols::default());
        let mut text = Vec::new();
        let (name, kind) = match &*self.format {
            "line" => {
                write_puzzle(&mut text, puzzle, symbols);
                ("puzzle.txt", "text/plain")
            }
            "dimacs" => {
                let formula = Formula::whole(puzzle, Encoding::default());
                dimacs::write(&formula, &dimacs::Style::default(), &mut text)?;
                ("puzzle.cnf", "text/plain")
            }
            "svg" => {
                text = self.picture(puzzle, symbols)?.to_svg().into_bytes();
                ("puzzle.svg", "image/svg+xml")
            }
            name if let Ok(program) = name.parse::<Program>() => {
                text = program.link(puzzle, None)?.into_bytes();
                ("link.txt", "text/plain")
            }
            found => bail!("format: expected line, dimacs, svg or a program, found {found:?}"),
        };
        let text = String::from_utf8(text)?;
        Ok(json!({ "text": text.trim_end().to_owned() + "\n", "name": name, "type": kind }))
    }

    fn picture(&self, puzzle: &Puzzle, symbols: &Symbols) -> Result<Picture> {
        let mut picture = Picture::new(puzzle, symbols).caption(&self.title);
        if let Some(digits) = &self.digits {
            picture = picture.found(&Grid::from_values(puzzle.size(), &digits[..])?);
        }
        if let Some(marks) = &self.marks {
            picture = picture.candidates(&from_masks(puzzle.size(), marks)?);
        }
        Ok(picture)
    }
}

//! What puzzles look like, in files beside the results.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use super::options::Force;
use super::output::{NewFile, new_path, shown};
use satdoku::answer::Status;
use satdoku::draw::{Picture, sheet};
use satdoku::format::Symbols;
use satdoku::grid::{Cell, Grid};
use satdoku::rules::Puzzle;

/// The most puzzles that one file shows.
const MOST: usize = 120;

/// A picture of the puzzles.
#[derive(Clone, Debug, clap::Args)]
pub struct PictureArgs {
    /// Also draw the puzzles to FILE as SVG; several puzzles are drawn on A4 pages
    #[arg(long, value_name = "FILE", value_parser = new_path(), group = "output")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    pub force: Force,
}

impl PictureArgs {
    /// Whether one is asked for.
    pub fn is_wanted(&self) -> bool {
        self.svg.is_some()
    }

    /// The picture, if one is asked for.
    pub fn of(&self, picture: impl FnOnce() -> Picture) -> Option<Picture> {
        self.is_wanted().then(picture)
    }

    /// Creates the file before the work, so that one that cannot be written fails early. It must be
    /// none of `inputs`.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn begin(&self, inputs: &[PathBuf]) -> Result<Gallery> {
        let create = |path: &PathBuf| Drawing::create(path, self.force, inputs);
        Ok(Gallery { svg: self.svg.as_ref().map(create).transpose()?, pictures: Vec::new() })
    }
}

/// A file for what is drawn.
pub struct Drawing {
    file: NewFile,
    /// Its name in messages.
    pub name: String,
}

impl Drawing {
    /// A file that is none of `inputs`.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn create(path: &Path, force: Force, inputs: &[PathBuf]) -> Result<Drawing> {
        Ok(Drawing { file: NewFile::create(path, force.force, inputs)?, name: shown(path) })
    }

    /// Writes the file.
    ///
    /// # Errors
    /// If it cannot be written, or there is nothing to draw.
    pub fn write(mut self, text: Option<String>) -> Result<()> {
        let Some(text) = text else {
            bail!("'{}' is not written: there is no puzzle to draw", self.name)
        };
        self.file.write_all(text.as_bytes())?;
        self.file.finish()
    }
}

/// The pictures of the puzzles, and the file for them.
pub struct Gallery {
    svg: Option<Drawing>,
    pictures: Vec<Picture>,
}

impl Gallery {
    /// Adds pictures, in the order of the puzzles.
    ///
    /// # Errors
    /// If there are more than a file shows.
    pub fn add(&mut self, pictures: impl IntoIterator<Item = Picture>) -> Result<()> {
        self.pictures.extend(pictures);
        match &self.svg {
            Some(Drawing { name, .. }) if self.pictures.len() > MOST => {
                bail!("'{name}': expected at most {MOST} puzzles to draw, found more")
            }
            _ => Ok(()),
        }
    }

    /// Writes the file: a single picture, or a sheet of several, with `solutions` on pages that
    /// follow.
    ///
    /// # Errors
    /// If it cannot be written, or there is nothing to draw.
    pub fn finish(self, solutions: &[Picture]) -> Result<()> {
        let Some(svg) = self.svg else { return Ok(()) };
        svg.write(match &self.pictures[..] {
            [] => None,
            [only] => Some(only.to_svg()),
            several if solutions.is_empty() => Some(sheet(&[("Sudoku", several)])),
            several => Some(sheet(&[("Puzzles", several), ("Solutions", solutions)])),
        })
    }
}

/// A puzzle with its only solution, with two solutions and where they differ, or with the cells
/// that clash and why.
pub fn answered(
    puzzle: &Puzzle,
    symbols: &Symbols,
    status: Status,
    solutions: &[Grid],
    clashing: Vec<Cell>,
    why: Option<&str>,
) -> Picture {
    let picture = Picture::new(puzzle, symbols).clashing(clashing);
    match (solutions, status) {
        ([first, second, ..], _) => {
            let caption = Status::Multiple.describe(solutions);
            picture.found(first).or(second).caption(&caption)
        }
        ([only], Status::Unique) => picture.found(only).caption("the only solution"),
        ([one], _) => picture.found(one).caption("a solution"),
        ([], Status::None | Status::Invalid) => {
            let why = why.map(|why| format!(": {why}")).unwrap_or_default();
            picture.caption(&format!("no solution{why}"))
        }
        ([], status) => picture.caption(why.unwrap_or(status.name())),
    }
}

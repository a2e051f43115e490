//! Pictures of puzzles, which are written to files in addition to the results.

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::{Result, bail};

use super::file::{NewFile, new_path};
use satdoku::draw::{Picture, sheet, sheets};

// The option for a picture of the puzzles.
#[derive(Clone, Debug, clap::Args)]
pub struct PictureArgs {
    /// Also draw the puzzles to FILE as SVG; several puzzles, up to 120, are drawn on A4 pages. If
    /// the name of FILE ends in .html, FILE is an HTML page, and a browser prints each A4 page on a
    /// separate sheet
    #[arg(long, value_name = "FILE", value_parser = new_path())]
    svg: Option<PathBuf>,
}

impl PictureArgs {
    /// Whether a picture is asked for.
    pub fn is_wanted(&self) -> bool {
        self.svg.is_some()
    }

    /// The picture, if it is asked for.
    pub fn of(&self, picture: impl FnOnce() -> Picture) -> Option<Picture> {
        self.is_wanted().then(picture)
    }

    /// Creates the file before the work begins. So if the file cannot be written, the error comes
    /// early.
    pub fn begin(&self) -> Result<Gallery> {
        Ok(Gallery { svg: begin_drawing("--svg", self.svg.as_ref())?, pictures: Vec::new() })
    }
}

/// Begins the file of an option that draws.
///
/// # Errors
/// If the name of the file ends as that of a picture that is not SVG, or the file cannot be made.
pub fn begin_drawing(option: &str, path: Option<&PathBuf>) -> Result<Option<NewFile>> {
    let end = path.and_then(|path| path.extension()?.to_str()).unwrap_or_default();
    if let end @ ("gif" | "jpeg" | "jpg" | "pdf" | "png" | "webp") = &*end.to_ascii_lowercase() {
        bail!("{option} draws SVG, not {end}: choose another name");
    }
    NewFile::begin(path)
}

/// Writes the text of a drawing to a file. If there is no text, this is an error.
pub fn write_drawing(mut file: NewFile, text: Option<String>) -> Result<()> {
    let Some(text) = text else {
        bail!("'{}' is not written: there is no puzzle to draw", file.name())
    };
    file.write_all(text.as_bytes())?;
    file.finish()
}

/// The pictures of the puzzles, and the file for them.
#[derive(Default)]
pub struct Gallery {
    svg: Option<NewFile>,
    pictures: Vec<Picture>,
}

impl Gallery {
    /// Adds pictures, in the order of the puzzles.
    pub fn add(&mut self, pictures: impl IntoIterator<Item = Picture>) -> Result<()> {
        /// The greatest number of puzzles that one file shows.
        const MOST: usize = 120;
        self.pictures.extend(pictures);
        match &self.svg {
            Some(svg) if self.pictures.len() > MOST => {
                bail!("'{}': expected at most {MOST} puzzles to draw, found more", svg.name())
            }
            _ => Ok(()),
        }
    }

    /// Writes the file: a single picture, or pages with several pictures, followed by pages with
    /// `solutions`.
    pub fn finish(self, solutions: &[Picture]) -> Result<()> {
        let Some(svg) = self.svg else { return Ok(()) };
        let is_page = svg.name().ends_with(".html");
        let sheet = if is_page { sheets } else { sheet };
        let text = match &self.pictures[..] {
            [] => None,
            [only] if !is_page => Some(only.to_svg()),
            all if solutions.is_empty() => Some(sheet(&[("Sudoku", all)])),
            all => Some(sheet(&[("Puzzles", all), ("Solutions", solutions)])),
        };
        write_drawing(svg, text)
    }
}

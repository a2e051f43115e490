//! What puzzles look like, in files beside the results.

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::{Result, bail};

use super::options::Force;
use super::output::{NewFile, new_path, shown};
use satdoku::answer::Status;
use satdoku::draw::{Picture, replay, sheet};
use satdoku::format::{ReportStatus, Symbols};
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

/// A page about a puzzle, and a picture.
#[derive(Clone, Debug, clap::Args)]
pub struct PageArgs {
    #[command(flatten)]
    pub picture: PictureArgs,
    /// Also write a page for the browser to FILE that shows the puzzle step by step
    #[arg(long, value_name = "FILE", value_parser = new_path(), group = "output")]
    html: Option<PathBuf>,
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
        Gallery::new([self.svg.as_ref(), None], self.force, inputs)
    }
}

impl PageArgs {
    /// Whether one is asked for.
    pub fn is_wanted(&self) -> bool {
        self.html.is_some()
    }

    /// As [`PictureArgs::begin`], with the page.
    ///
    /// # Errors
    /// As there.
    pub fn begin(&self, inputs: &[PathBuf]) -> Result<Gallery> {
        Gallery::new([self.picture.svg.as_ref(), self.html.as_ref()], self.picture.force, inputs)
    }
}

/// What is drawn of some puzzles.
#[derive(Default)]
pub struct Drawn {
    /// A picture of each.
    pub pictures: Vec<Picture>,
    /// The pictures of the page of each.
    pub pages: Vec<Vec<Picture>>,
}

/// A file to write, and its name in messages.
type Named = (NewFile, String);

/// The files for what is drawn.
pub struct Gallery {
    svg: Option<Named>,
    html: Option<Named>,
    drawn: Drawn,
}

impl Gallery {
    fn new(paths: [Option<&PathBuf>; 2], force: Force, inputs: &[PathBuf]) -> Result<Gallery> {
        let create = |path: &PathBuf| -> Result<Named> {
            Ok((NewFile::create(path, force.force, inputs)?, shown(path)))
        };
        let [svg, html] = paths.map(|path| path.map(create).transpose());
        Ok(Gallery { svg: svg?, html: html?, drawn: Drawn::default() })
    }

    /// Adds what is drawn, in the order of the puzzles.
    ///
    /// # Errors
    /// If there are more puzzles than a file shows.
    pub fn add(&mut self, drawn: Drawn) -> Result<()> {
        self.drawn.pictures.extend(drawn.pictures);
        self.drawn.pages.extend(drawn.pages);
        match (&self.svg, &self.html) {
            (Some((_, name)), _) if self.drawn.pictures.len() > MOST => {
                bail!("'{name}': expected at most {MOST} puzzles to draw, found more")
            }
            (_, Some((_, name))) if self.drawn.pages.len() > 1 => {
                bail!("'{name}': expected one puzzle for a page, found several")
            }
            _ => Ok(()),
        }
    }

    /// Writes the files: a single picture, or a sheet of several, with `solutions` on pages that
    /// follow; the page.
    ///
    /// # Errors
    /// If a file cannot be written, or there is nothing to draw.
    pub fn finish(self, solutions: &[Picture]) -> Result<()> {
        let write = |file: Option<Named>, text: &dyn Fn() -> Option<String>| match file {
            None => Ok(()),
            Some((mut file, name)) => match text() {
                None => bail!("'{name}' is not written: there is no puzzle to draw"),
                Some(text) => {
                    file.write_all(text.as_bytes())?;
                    file.finish()
                }
            },
        };
        let Drawn { pictures, pages } = &self.drawn;
        write(self.svg, &|| match &pictures[..] {
            [] => None,
            [only] => Some(only.to_svg()),
            several if solutions.is_empty() => Some(sheet(&[("Sudoku", several)])),
            several => Some(sheet(&[("Puzzles", several), ("Solutions", solutions)])),
        })?;
        write(self.html, &|| pages.first().map(|page| replay("A puzzle step by step", page)))
    }
}

/// A puzzle with its only solution, with two solutions and where they differ, or with the cells
/// that clash and why.
pub fn answered(
    puzzle: &Puzzle,
    symbols: &Symbols,
    status: ReportStatus,
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
        ([only], ReportStatus::Unique) => picture.found(only).caption("the only solution"),
        ([one], _) => picture.found(one).caption("a solution"),
        ([], ReportStatus::None | ReportStatus::Invalid) => {
            let why = why.map(|why| format!(": {why}")).unwrap_or_default();
            picture.caption(&format!("no solution{why}"))
        }
        ([], status) => picture.caption(why.unwrap_or(status.name())),
    }
}

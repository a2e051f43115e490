//! `candidates`: what propagation leaves.

use anyhow::{Result, ensure};
use serde::Serialize;
use serde_json::json;

use super::exit::Exit;
use super::input::Inputs;
use super::options::{Format, TimeLimit};
use super::picture::PictureArgs;
use super::reader::Asked;
use super::run::{Done, Item, Task};
use satdoku::draw::Picture;
use satdoku::evidence::clash_text;
use satdoku::format::{PuzzleReport, write_candidates, write_layout};
use satdoku::simplify::propagation::{Contradiction, propagated};
use satdoku::verify::clashes;
use satdoku::{Candidates, SolveError};

/// Show the candidates that propagation leaves in each cell
///
/// Reads puzzles, and grids of candidates as this command and other programs print them. Two rules
/// are applied until nothing changes: a placed digit is removed from its peers, and a digit with a
/// single place in a unit is placed there.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "grid", value_parser = Format::among(&[Format::Grid, Format::Json]))]
    format: Format,
    #[command(flatten)]
    time_limit: TimeLimit,
    #[command(flatten)]
    picture: PictureArgs,
}

const EXAMPLES: &str = "\
Examples:
  Show the candidates of a puzzle:
    satdoku candidates 12..34..........
  Print the candidates as JSON, a list of digits per cell:
    satdoku candidates --format json 12..34..........";

/// Propagates all puzzles of all inputs.
pub fn run(args: &Args) -> Result<Exit> {
    let task = Task { picture: Some(&args.picture), ..Task::of(&args.inputs) };
    let work = |(): &mut (), item: &Item<'_>, done: &mut Done<()>| {
        args.work(item, done);
        Ok(())
    };
    task.run(|| Ok(()), work, |()| Ok(()))
}

impl Args {
    fn work(&self, item: &Item<'_>, done: &mut Done<()>) {
        if item.number > 1 && !self.is_json() {
            done.text.push(b'\n');
        }
        let said = |what: &str, error: &str| match self.is_json() {
            true => format!("{}\n", json!({ "puzzle": item.number, "error": error })),
            false => format!("{what}\n"),
        };
        let asked = match item.asked {
            Ok(asked) => asked,
            Err(error) => return done.text.extend(said("error", error).bytes()),
        };
        let Asked { puzzle, symbols, .. } = asked;
        let (left, contradiction) = match self.show(item.number, asked, &mut done.text) {
            Ok(left) => left,
            Err(error) => {
                let is_late = Exit::of(&error) == Exit::Unknown;
                let message = done.fail(item, &error);
                let said = said(if is_late { "unknown" } else { "error" }, &message);
                return done.text.extend(said.bytes());
            }
        };
        // What clashes to begin with says more than what comes of it.
        let clash =
            contradiction.and_then(|_| clashes(puzzle.rules(), puzzle.givens()).first().copied());
        let why = clash
            .map(|clash| clash_text(&clash, symbols))
            .or(contradiction.map(|contradiction| contradiction.text(symbols)))
            .map(|why| format!("no solution: {why}"));
        done.pictures.extend(self.picture.of(|| {
            let picture = Picture::new(puzzle, symbols).found(&left.to_grid()).candidates(&left);
            let caption = why.as_deref().unwrap_or("what is left");
            picture.clashing(clash.iter().flat_map(|clash| clash.cells)).caption(caption)
        }));
        if let Some(why) = why {
            done.complain(item, Exit::Negative, &why);
        }
    }

    /// Prints the candidates left of one puzzle, and returns them with why it has no solution, if
    /// that was found. A table of a large one without a solution would be megabytes of blanks.
    ///
    /// # Errors
    /// If the text would be too long, or the time limit is reached.
    fn show(
        &self,
        number: u64,
        asked: &Asked,
        text: &mut Vec<u8>,
    ) -> Result<(Candidates, Option<Contradiction>)> {
        const MOST_SIDE: usize = 36;
        let Asked { puzzle, candidates, symbols, .. } = asked;
        let left = propagated(puzzle, candidates.as_ref(), self.time_limit.deadline());
        let (left, result) = left.ok_or(SolveError::TimedOut)?;
        if result.is_err() && puzzle.size().side() > MOST_SIDE && !self.is_json() {
            text.extend(b"no solution\n");
            return Ok((left, result.err()));
        }
        check_length(&left, self.is_json())?;
        if self.is_json() {
            let left = PuzzleReport::of(puzzle, Some(&left), symbols);
            serde_json::to_writer(&mut *text, &LeftJson { puzzle: number, left })?;
        } else {
            write_candidates(text, puzzle.rules().has_boxes(), &left, symbols);
            write_layout(text, puzzle.rules());
        }
        text.push(b'\n');
        Ok((left, result.err()))
    }

    fn is_json(&self) -> bool {
        self.format == Format::Json
    }
}

/// Whether candidates can be printed in memory: in a table each cell is as wide as the widest.
///
/// # Errors
/// If they take more than those of an empty 400x400 grid.
fn check_length(left: &Candidates, is_json: bool) -> Result<()> {
    const MOST_BYTES: usize = 1 << 28;
    let (size, mut lens) = (left.size(), left.size().cells().map(|cell| left[cell].len()));
    let numbers = match is_json {
        true => lens.sum(),
        false => lens.by_ref().max().unwrap_or(0) * size.cell_count(),
    };
    let bytes = numbers * (size.side().ilog10() as usize + 2);
    let advice = if is_json {
        "'encode --simplified' lists what simplification leaves open"
    } else {
        "--format json takes less, since there no cell is as wide as the widest"
    };
    ensure!(
        bytes <= MOST_BYTES,
        "expected candidates that take at most {MOST_BYTES} bytes of text, found {bytes}; {advice}"
    );
    Ok(())
}

/// What is left of a puzzle, in JSON; puzzles count from 1.
#[derive(Serialize)]
struct LeftJson {
    puzzle: u64,
    #[serde(flatten)]
    left: PuzzleReport,
}

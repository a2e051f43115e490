//! `candidates`: the candidates that are left after propagation.

use anyhow::{Result, ensure};
use serde::Serialize;

use super::exit::Exit;
use super::input::Inputs;
use super::options::{Format, TimeLimit};
use super::picture::PictureArgs;
use super::reader::Asked;
use super::run::{Done, Item, Task, write_json};
use satdoku::draw::Picture;
use satdoku::evidence::clash_text;
use satdoku::format::write_candidates;
use satdoku::simplify::propagation::propagated;
use satdoku::verify::clashes;
use satdoku::{PuzzleReport, SolveError, Status};

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

/// The JSON object of a puzzle.
#[derive(Serialize)]
struct Record<'a> {
    #[serde(flatten)]
    puzzle: PuzzleReport,
    /// Set if propagation shows that there is no solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<Status>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

/// Propagates all puzzles of all inputs.
pub fn run(args: &Args) -> Result<Exit> {
    let task = Task { picture: Some(&args.picture), ..Task::of(&args.inputs) };
    task.run(|| Ok(()), |(), item, done| args.work(item, done), |()| Ok(()))
}

impl Args {
    fn work(&self, item: &Item<'_>, done: &mut Done) -> Result<()> {
        if item.number > 1 && !self.is_json() {
            done.text.push(b'\n');
        }
        done.tell(item, self.is_json(), |asked, done| self.show(item, asked, done));
        Ok(())
    }

    /// Prints the candidates that are left for one puzzle. If propagation shows that the puzzle has
    /// no solution, prints the reason too.
    ///
    /// # Errors
    /// If the text would be too long, or the time limit is reached.
    fn show(&self, item: &Item<'_>, asked: &Asked, done: &mut Done) -> Result<()> {
        /// The table of a larger puzzle without a solution would be megabytes of blanks.
        const MOST_SIDE: usize = 36;
        /// The greatest number of bytes of text: the candidates of an empty 400x400 grid take about
        /// this number.
        const MOST_BYTES: usize = 1 << 28;
        let Asked { puzzle, candidates, symbols, .. } = asked;
        let left = propagated(puzzle, candidates.as_ref(), self.time_limit.deadline());
        let (left, result) = left.ok_or(SolveError::TimedOut)?;
        // If givens clash from the start, they are a better reason than a contradiction that
        // follows from them.
        let clash = match result {
            Ok(()) => None,
            Err(_) => clashes(puzzle.rules(), puzzle.givens()).first().copied(),
        };
        let why = clash.map(|clash| clash_text(&clash, symbols));
        let why = why.or(result.as_ref().err().map(|contradiction| contradiction.text(symbols)));
        let why = why.map(|why| format!("no solution: {why}"));
        let (text, size) = (&mut done.text, puzzle.size());
        if result.is_err() && size.side() > MOST_SIDE && !self.is_json() {
            text.extend(b"no solution\n");
        } else {
            let lengths = size.cells().map(|cell| left[cell].len());
            let written = match self.is_json() {
                true => lengths.sum(),
                // Columns are as wide as the longest cell.
                false => lengths.max().unwrap_or(0) * size.cell_count(),
            };
            let bytes = written * (size.side().ilog10() as usize + 2);
            ensure!(
                bytes <= MOST_BYTES,
                "expected candidates that take at most {MOST_BYTES} bytes of text, found {bytes} \
                 bytes; --format json needs fewer bytes than a table, and 'encode --simplified' \
                 lists only the open candidates"
            );
            if self.is_json() {
                let left = PuzzleReport::of(puzzle, Some(&left), symbols);
                let puzzle = PuzzleReport { puzzle: asked.report().puzzle, ..left };
                let status = clash.map(|_| Status::Invalid);
                let status = status.or(why.as_ref().map(|_| Status::None));
                write_json(text, item, &Record { puzzle, status, error: why.as_deref() });
            } else {
                write_candidates(text, puzzle.rules(), &left, symbols);
                text.push(b'\n');
            }
        }
        done.pictures.extend(self.picture.of(|| {
            let picture = Picture::new(puzzle, symbols).found(&left.to_grid()).candidates(&left);
            let caption = why.as_deref().unwrap_or("the candidates that are left");
            picture.clashing(clash.iter().flat_map(|clash| clash.cells)).caption(caption)
        }));
        if let Some(why) = why {
            done.complain(item, Exit::Negative, &why);
        }
        Ok(())
    }

    fn is_json(&self) -> bool {
        self.format == Format::Json
    }
}

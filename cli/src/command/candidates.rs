//! `candidates`: what propagation leaves.

use anyhow::{Result, ensure};
use serde::Serialize;
use serde_json::json;

use super::exit::Exit;
use super::input::Inputs;
use super::options::{Format, TimeLimit, one_of};
use super::picture::PictureArgs;
use super::reader::Asked;
use super::run::{Done, Item, Task};
use satdoku::draw::Picture;
use satdoku::evidence::clash_text;
use satdoku::format::{PuzzleReport, write_candidates, write_layout};
use satdoku::simplify::propagation::{
    Contradiction, Step, Strategy, given_steps, propagate, propagated, round,
};
use satdoku::verify::clashes;
use satdoku::{Candidates, Rules, SolveError};

/// Show the candidates that propagation leaves in each cell
///
/// Reads puzzles, and grids of candidates as this command and other programs print them. Without
/// --strategies, two rules are applied until nothing changes: a placed digit is removed from its
/// peers, and a digit with a single place in a unit is placed there.
///
/// --strategies and --trace work on grids with sides up to 400.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("time_limit", |limit| limit.conflicts_with_all(["trace", "strategies"])))]
pub struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// Apply only these strategies, in this order: eliminate, naked-twins, only-choice
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = one_of(Strategy::ALL, Strategy::name))]
    strategies: Vec<Strategy>,
    /// Print each step and its reason instead of the candidates
    #[arg(long)]
    trace: bool,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "grid", conflicts_with = "trace", value_parser = Format::among(&[Format::Grid, Format::Json]))]
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
  Show each step and its reason:
    satdoku candidates --trace 12..34..........
  Print the candidates as JSON, a list of digits per cell:
    satdoku candidates --format json 12..34..........
  Remove naked twins, and nothing else:
    satdoku candidates --strategies naked-twins 12..34..........";

/// Propagates all puzzles of all inputs.
pub fn run(args: &Args) -> Result<Exit> {
    let task = Task { picture: Some(&args.picture), ..Task::of(&args.inputs) };
    let work = |(): &mut (), item: &Item<'_>, done: &mut Done<()>| {
        args.work(item, done);
        Ok(())
    };
    task.run(|| Ok(()), work, |()| Ok(()))
}

/// The candidates left of a puzzle, and why it has no solution if that was found.
type Left = (Candidates, Result<(), Contradiction>);

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
        let (left, result) = match self.show(item.number, asked, &mut done.text) {
            Ok(left) => left,
            Err(error) => {
                let is_late = Exit::of(&error) == Exit::Unknown;
                let message = done.fail(item, &error);
                let said = said(if is_late { "unknown" } else { "error" }, &message);
                return done.text.extend(said.bytes());
            }
        };
        // What clashes to begin with says more than what comes of it. A strategy that finds nothing
        // to do may not notice; a full grid is never shown as if solved.
        let clash = (result.is_err() || puzzle.givens().is_full())
            .then(|| clashes(puzzle.rules(), puzzle.givens()).first().copied())
            .flatten();
        let why = clash
            .map(|clash| clash_text(&clash, symbols))
            .or(result.err().map(|contradiction| contradiction.text(symbols)))
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

    /// Prints what is asked for about one puzzle.
    ///
    /// # Errors
    /// If the grid is too large, the text would be too long, or the time limit is reached.
    fn show(&self, number: u64, asked: &Asked, text: &mut Vec<u8>) -> Result<Left> {
        let Asked { puzzle, candidates, symbols, .. } = asked;
        if !self.trace && self.strategies.is_empty() {
            let left = propagated(puzzle, candidates.as_ref(), self.time_limit.deadline());
            let left = left.ok_or(SolveError::TimedOut)?;
            self.print(number, asked, &left, text)?;
            return Ok(left);
        }
        let (size, side) = (puzzle.size(), puzzle.size().side());
        // The steps are as many as the cube of the side: above, they would take gigabytes.
        ensure!(
            side <= 400,
            "expected a side of at most 400 for --strategies and --trace, found {side}"
        );
        let givens = || Candidates::from_grid(puzzle.givens());
        let start = &candidates.clone().unwrap_or_else(givens);
        let mut say = |words: String| text.extend((words + "\n").bytes());
        let left = self.by_steps(puzzle.rules(), start, &mut |step| {
            if self.trace {
                say(step.text(size, symbols));
            }
        });
        if !self.trace {
            self.print(number, asked, &left, text)?;
        } else if let Err(contradiction) = &left.1 {
            say(format!("contradiction: {}", contradiction.text(symbols)));
        }
        Ok(left)
    }

    /// Prints the candidates left of one puzzle. A table of a large one that led to a contradiction
    /// would be megabytes of blanks.
    fn print(
        &self,
        number: u64,
        asked: &Asked,
        (left, result): &Left,
        text: &mut Vec<u8>,
    ) -> Result<()> {
        const MOST_SIDE: usize = 36;
        let Asked { puzzle, symbols, .. } = asked;
        if result.is_err() && puzzle.size().side() > MOST_SIDE && !self.is_json() {
            text.extend(b"no solution\n");
            return Ok(());
        }
        check_length(left, self.is_json())?;
        if self.is_json() {
            let left = PuzzleReport::of(puzzle, Some(left), symbols);
            serde_json::to_writer(&mut *text, &LeftJson { puzzle: number, left })?;
        } else {
            write_candidates(text, puzzle.rules().has_boxes(), left, symbols);
            write_layout(text, puzzle.rules());
        }
        text.push(b'\n');
        Ok(())
    }

    fn is_json(&self) -> bool {
        self.format == Format::Json
    }

    fn by_steps(&self, rules: &Rules, start: &Candidates, trace: &mut impl FnMut(Step)) -> Left {
        if self.strategies.is_empty() {
            return propagate(rules, start, trace);
        }
        given_steps(start, trace);
        let mut candidates = start.clone();
        let result = loop {
            match round(rules, &self.strategies, &mut candidates, trace) {
                Ok(true) => {}
                Ok(false) => break Ok(()),
                Err(contradiction) => break Err(contradiction),
            }
        };
        (candidates, result)
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

//! The puzzles to measure: all of them, or a sample.

use anyhow::{Result, bail};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::super::exit::Exit;
use super::super::input::Inputs;
use super::super::reader::Reader;
use super::super::run::{Done, Item, Task};
use satdoku::Puzzle;
use satdoku::generate::Symmetry;

/// The greatest number of puzzles that are measured.
const PUZZLE_LIMIT: u64 = 1_000_000;

/// Parses the number of puzzles to measure. `all` is the greatest number.
pub fn sample(text: &str) -> Result<u64, String> {
    match text.parse() {
        _ if text == "all" => Ok(u64::MAX),
        Ok(size) if size > 0 => Ok(size),
        _ => Err("expected a number above 0, or all".to_owned()),
    }
}

/// A puzzle that contenders are asked, and its place in the input.
pub struct Question {
    pub puzzle: Puzzle,
    pub source: String,
}

/// A sample of the puzzles in the order of the inputs, the number of all puzzles in the inputs, and
/// the exit status. Puzzles that cannot be read are reported, and change the exit status.
pub fn questions(inputs: &Inputs, sample: u64, seed: u64) -> Result<(Vec<Question>, u64, Exit)> {
    let mut kept = Vec::new();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut count = 0;
    let mut collect = |question| -> Result<()> {
        let question = (count, question);
        count += 1;
        if count > sample {
            // Vitter's reservoir: each puzzle is kept with the same probability.
            let place = rng.random_range(0..count);
            if place < sample {
                kept[place as usize] = question;
            }
        } else if count > PUZZLE_LIMIT {
            bail!(
                "expected at most {PUZZLE_LIMIT} puzzles, found more; use --sample N to measure N of them"
            );
        } else {
            kept.push(question);
        }
        Ok(())
    };
    let work = |(): &mut (), item: &Item<'_>, done: &mut Done<Vec<Question>>| {
        let question = |puzzle| Question { puzzle, source: item.place() };
        done.found.extend(item.asked.ok().map(|asked| question(asked.puzzle.clone())));
        Ok(())
    };
    let task = Task { read: Reader::read, ..Task::of(inputs) };
    let exit =
        task.run(|| Ok(()), work, |questions| questions.into_iter().try_for_each(&mut collect))?;
    kept.sort_by_key(|(place, _)| *place);
    Ok((kept.into_iter().map(|(_, question)| question).collect(), count, exit))
}

/// Shuffles the puzzles, and applies a random symmetry of its rules to each puzzle.
pub fn permute(questions: &mut [Question], seed: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    questions.shuffle(&mut rng);
    for question in questions {
        let puzzle = &question.puzzle;
        let symmetry = Symmetry::random(puzzle.rules(), &mut rng);
        let image = puzzle.with_givens(symmetry.apply(puzzle.givens()));
        question.puzzle = image.expect("a symmetry keeps the size");
    }
}

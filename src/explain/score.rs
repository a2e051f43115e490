//! The score: how hard a puzzle feels, as one number. The formula is at
//! [`Rating::score`](super::Rating::score).
//!
//! The rank correlation (Spearman) of the score with other ratings is given twice: for the half of
//! the puzzles with which the weights were chosen, and for the other half. It is 0.95 and 0.94 with
//! ratings of Sudoku Explainer (every fourth of 6,415 puzzles), 0.91 and 0.93 with scores of HoDoKu
//! (345 puzzles), and 0.70 and 0.74 with difficulties from solving times of people (171 puzzles,
//! nearly all easy). `examples/grades.rs` computes these numbers.

use std::collections::BTreeMap;

use super::state::State;
use super::technique::Technique;
use crate::grid::Candidate;

/// The score of a puzzle.
///
/// `steps` has the number of steps for each technique and number of truths, except singles;
/// `is_naked` is whether a naked single is needed too.
pub(super) fn score(
    start: &State,
    steps: &BTreeMap<(Technique, usize), usize>,
    is_naked: bool,
) -> f64 {
    let squares = steps.iter().map(|(&(technique, truths), &count)| {
        let truths = truths as f64 + technique.more();
        truths * truths * count as f64
    });
    let cells = start.size().cell_count();
    let empty = cells - start.placed().filled().count();
    let score = 8.0 * (1.0 + 3.0 * squares.sum::<f64>()).ln()
        + rounds(start) as f64 / 3.0
        + 13.5 * empty as f64 / cells as f64
        + if is_naked { 0.4 } else { 0.0 };
    (score.min(100.0) * 10.0).round() / 10.0
}

/// The number of rounds in which singles fill cells; each round fills all singles that there are.
fn rounds(start: &State) -> usize {
    let (mut state, size) = (start.clone(), start.size());
    let mut singles = Vec::new();
    // For each digit: in how many cells of a unit it is a candidate, and the last of these cells.
    let mut places = vec![(0, None); size.side()];
    for round in 0.. {
        for cell in size.cells().filter(|&cell| state.placed().get(cell).is_none()) {
            singles
                .extend(state.candidates()[cell].single().map(|digit| Candidate { cell, digit }));
        }
        for unit in state.rules().units() {
            places.fill((0, None));
            for &cell in &unit.cells {
                for digit in state.candidates()[cell].iter() {
                    let (count, last) = &mut places[digit.index()];
                    (*count, *last) = (*count + 1, Some(Candidate { cell, digit }));
                }
            }
            let alone = places.iter().filter(|(count, _)| *count == 1);
            singles.extend(alone.filter_map(|(_, last)| *last));
        }
        let open = |single: &Candidate| state.placed().get(single.cell).is_none();
        singles.retain(open);
        if singles.is_empty() {
            return round;
        }
        singles.drain(..).for_each(|single| state.place(single));
    }
    unreachable!("each round fills a cell")
}

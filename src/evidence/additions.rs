//! Givens to add to a puzzle with several solutions, so that exactly one solution is left.

use itertools::Itertools;

use super::hitting_set::smallest_hitting_sets;
use crate::answer::Deadline;
use crate::grid::{Candidate, Cell, Grid};
use crate::rules::Puzzle;
use crate::solve::{SolveError, in_time, solutions};

/// The effect of added givens on the number of solutions.
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub struct Additions {
    /// For each [`Size::candidate_index`](crate::Size::candidate_index) of an open cell: the number
    /// of solutions with this candidate, up to `bound`; `None` if the deadline passed first. 0 for
    /// the candidates of cells with a given.
    pub counts: Vec<Option<u64>>,
    /// The greatest number of solutions that are counted for a candidate; at least 2.
    pub bound: u64,
    /// The candidates that leave exactly one solution if only one of them is added as a given.
    pub single: Vec<Candidate>,
    /// If `single` is empty: the smallest set, of those found, of givens that together leave
    /// exactly one solution. Empty if no such set was found by the deadline, or if there are fewer than two
    /// solutions.
    pub fewest: Vec<Candidate>,
    /// Whether it is known that no set smaller than `fewest` leaves exactly one solution.
    pub is_fewest: bool,
    /// Whether all candidates of open cells were counted. The deadline may have stopped the search
    /// for `fewest` all the same.
    pub complete: bool,
}

/// The greatest number of solutions for which a smallest set of givens is searched.
const MOST_SOLUTIONS: usize = 1_000;

/// Finds givens that would leave exactly one solution, and counts the solutions with each
/// candidate, up to a bound. Calls `tell` as soon as an answer is known, with the number of
/// candidates of open cells counted so far, and with the answer: givens that together leave exactly
/// one solution. There is one answer for each candidate of an open cell: this candidate if it is
/// enough alone, else an empty list. Then, there may be sets of several givens, each smaller than
/// the set before.
///
/// The givens of a set are digits of one solution. For each of the first 1,000 solutions, the
/// search finds a smallest set of cells in which every other solution differs somewhere. It is a
/// hitting set; the other solutions are found when they are needed (implicit hitting sets, as in
/// [`conflict`](super::conflict())). If there are at most 1,000 solutions and enough time, no
/// smaller set than the result leaves exactly one solution.
///
/// ```
/// use satdoku::{Deadline, Puzzle};
/// use satdoku::evidence::additions;
/// let puzzle = Puzzle::classic("1234 3412 2... ....".parse()?);
/// let found = additions(&puzzle, 9, Deadline::NONE, |_, _| ())?;
/// assert_eq!((found.single.len(), found.counts[0]), (8, Some(0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The errors of [`solutions`], except that the deadline is no error.
pub fn additions(
    puzzle: &Puzzle,
    bound: u64,
    deadline: Deadline,
    mut tell: impl FnMut(usize, &[Candidate]),
) -> Result<Additions, SolveError> {
    let size = puzzle.size();
    let bound = bound.max(2);
    let mut first: Vec<Grid> = Vec::new();
    let mut more = solutions(puzzle, None, deadline);
    let has_all = loop {
        match more.next() {
            None => break true,
            Some(solution) => match in_time(solution)? {
                Some(solution) if first.len() < MOST_SOLUTIONS => first.push(solution),
                _ => break false,
            },
        }
    };
    let mut seen = vec![0; size.candidate_count()];
    first.iter().flat_map(Grid::filled).for_each(|held| seen[size.candidate_index(held)] += 1);
    let mut found = Additions {
        counts: vec![Some(0); seen.len()],
        bound,
        single: Vec::new(),
        fewest: Vec::new(),
        is_fewest: false,
        complete: true,
    };
    let with = |givens: &[Candidate]| {
        let mut grid = puzzle.givens().clone();
        givens.iter().for_each(|given| grid.set(given.cell, Some(given.digit)));
        puzzle.with_givens(grid).expect("the same size")
    };
    let is_open = |candidate: &Candidate| puzzle.givens().get(candidate.cell).is_none();
    let mut counted = 0;
    for candidate in size.candidates().filter(is_open) {
        let index = size.candidate_index(candidate);
        let count = if has_all || seen[index] >= bound {
            Some(seen[index].min(bound))
        } else {
            let mut held = solutions(&with(&[candidate]), None, deadline).take(bound as usize);
            in_time(held.try_fold(0, |count, next| next.map(|_| count + 1)))?
        };
        found.counts[index] = count;
        found.complete &= count.is_some();
        counted += 1;
        let is_single = count == Some(1) && (first.len() > 1 || !has_all);
        found.single.extend(is_single.then_some(candidate));
        tell(counted, if is_single { std::slice::from_ref(&candidate) } else { &[] });
    }
    if !found.single.is_empty() || first.len() < 2 || !found.complete {
        return Ok(found);
    }
    let mut is_settled = has_all;
    for solution in &first {
        let digits = |cells: &[usize]| {
            let of = |&cell: &usize| {
                let cell = Cell::from_index(cell);
                Candidate { cell, digit: solution.get(cell).expect("it is full") }
            };
            cells.iter().map(of).collect_vec()
        };
        // The cells in which another solution differs from `solution`, if it has the same digits in
        // `cells`; no cells if there is no such solution.
        let differing = |cells: &[usize]| -> Result<Vec<usize>, SolveError> {
            let other = match has_all {
                true => first
                    .iter()
                    .find(|&other| {
                        let same = |&cell: &usize| other.values()[cell] == solution.values()[cell];
                        other != solution && cells.iter().all(same)
                    })
                    .cloned(),
                false => {
                    let mut left = solutions(&with(&digits(cells)), None, deadline);
                    left.find(|other| other.as_ref().ok() != Some(solution)).transpose()?
                }
            };
            let cells = other.map(|other| solution.differing(&other)).unwrap_or_default();
            Ok(cells.into_iter().map(Cell::index).collect())
        };
        let searched = (|| {
            if found.fewest.is_empty() {
                let mut cells = Vec::new();
                while let Some(&cell) = differing(&cells)?.first() {
                    cells.push(cell);
                }
                for cell in cells.clone() {
                    let rest = cells.iter().copied().filter(|&other| other != cell).collect_vec();
                    if differing(&rest)?.is_empty() {
                        cells = rest;
                    }
                }
                cells.sort_unstable();
                found.fewest = digits(&cells);
                tell(counted, &found.fewest);
            }
            // One added given is not enough, since `single` is empty.
            let sizes = 2..=found.fewest.len() - 1;
            let late = || deadline.ok_or(SolveError::TimedOut);
            let (sets, outcome) =
                smallest_hitting_sets(size.cell_count(), sizes, false, late, |cells| {
                    let cells = differing(cells)?;
                    Ok(if cells.is_empty() { Vec::new() } else { vec![cells] })
                });
            if let Some(cells) = sets.first() {
                found.fewest = digits(cells);
                tell(counted, &found.fewest);
            }
            outcome
        })();
        if in_time(searched)?.is_none() {
            is_settled = false;
            break;
        }
        if found.fewest.len() == 2 {
            // One added given is not enough for any solution, so no set is smaller.
            is_settled = true;
            break;
        }
    }
    found.is_fewest = is_settled;
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Digit, Size};
    use crate::rules::Rules;

    #[test]
    fn says_of_4x4_what_all_grids_say() {
        let all = crate::four::all_grids();
        let extra = [0, 5, 10, 15].map(Cell::from_index);
        let diagonal = Rules::builder(Size::FOUR).extra_region(&extra).build().unwrap();
        for (rules, cells) in [
            (Rules::classic(Size::FOUR), [0, 1, 2].as_slice()),
            (Rules::classic(Size::FOUR), &[0, 5, 7, 14]),
            (Rules::classic(Size::FOUR), &[1, 4, 10, 11]),
            (Rules::classic(Size::FOUR), &[]),
            (diagonal.clone(), &[3]),
            (diagonal, &[1, 2, 4]),
        ] {
            for full in all.iter().step_by(97) {
                let mut givens = Grid::empty(Size::FOUR);
                cells.iter().for_each(|&cell| {
                    givens.set(Cell::from_index(cell), full.get(Cell::from_index(cell)));
                });
                let puzzle = Puzzle::new(rules.clone(), givens).unwrap();
                let keeps = |grid: &&Grid| {
                    let has = |given: Candidate| grid.get(given.cell) == Some(given.digit);
                    let differs = || extra.iter().map(|&cell| grid.get(cell)).all_unique();
                    puzzle.givens().filled().all(has) && (rules.is_classic() || differs())
                };
                let left = all.iter().filter(keeps).collect_vec();
                let mut told = Vec::new();
                let tell = |_, givens: &[Candidate]| told.push(givens.to_vec());
                let found = additions(&puzzle, 5, Deadline::NONE, tell).unwrap();
                for candidate in Size::FOUR.candidates() {
                    let is_given = puzzle.givens().get(candidate.cell).is_some();
                    let holds = |grid: &&&Grid| grid.get(candidate.cell) == Some(candidate.digit);
                    let count = if is_given { 0 } else { left.iter().filter(holds).count().min(5) };
                    let index = Size::FOUR.candidate_index(candidate);
                    assert_eq!(found.counts[index], Some(count as u64), "{puzzle:?} {candidate:?}");
                    let is_single = count == 1 && left.len() > 1;
                    assert_eq!(found.single.contains(&candidate), is_single, "{puzzle:?}");
                }
                let fewest = (1..=4).find(|&count| {
                    let mut sets = (0..16).combinations(count);
                    sets.any(|cells| {
                        let digits = |grid: &&Grid| -> Vec<Option<Digit>> {
                            cells.iter().map(|&cell| grid.get(Cell::from_index(cell))).collect()
                        };
                        left.iter().map(digits).counts().values().any(|&count| count == 1)
                    })
                });
                let least = if found.single.is_empty() { found.fewest.len() } else { 1 };
                if left.len() > 1 {
                    assert_eq!(Some(least), fewest, "{puzzle:?}");
                    assert!(found.complete && (least == 1 || found.is_fewest));
                    let set = if least == 1 { vec![found.single[0]] } else { found.fewest };
                    let has = |grid: &&&Grid| set.iter().all(|g| grid.get(g.cell) == Some(g.digit));
                    assert_eq!(left.iter().filter(has).count(), 1);
                    assert!(told.contains(&set));
                }
            }
        }
    }
}

//! Minimum hitting sets, exactly: the fewest elements such that each set has one of them.

use crate::answer::Deadline;
use crate::solve::SolveError;

/// A smallest hitting set of `sets` with fewer than `below` elements, ascending; `None` if there
/// is none. No set may be empty. `floor` is a lower bound known beforehand.
///
/// Branch and bound over the elements of a smallest set not yet hit; sets that share no element
/// need one element each, which bounds from below.
///
/// # Errors
/// [`SolveError::TimedOut`] at the deadline.
pub fn minimum_hitting_set(
    sets: &[Vec<usize>],
    floor: usize,
    below: usize,
    deadline: Deadline,
) -> Result<Option<Vec<usize>>, SolveError> {
    let element_count = sets.iter().flatten().max().map_or(0, |&largest| largest + 1);
    let mut occurrences = vec![0; element_count];
    sets.iter().flatten().for_each(|&element| occurrences[element] += 1);
    let mut search = Search {
        sets,
        occurrences,
        chosen: Vec::new(),
        is_chosen: vec![false; element_count],
        is_banned: vec![false; element_count],
        best: None,
        floor,
        below,
        deadline,
    };
    search.extend()?;
    Ok(search.best.map(|mut best| {
        best.sort_unstable();
        best
    }))
}

struct Search<'a> {
    sets: &'a [Vec<usize>],
    occurrences: Vec<usize>,
    chosen: Vec<usize>,
    is_chosen: Vec<bool>,
    /// Elements whose choice has been explored.
    is_banned: Vec<bool>,
    best: Option<Vec<usize>>,
    floor: usize,
    below: usize,
    deadline: Deadline,
}

impl Search<'_> {
    fn extend(&mut self) -> Result<(), SolveError> {
        self.deadline.ok_or(SolveError::TimedOut)?;
        let mut unhit: Vec<Vec<usize>> = self
            .sets
            .iter()
            .filter(|set| !set.iter().any(|&element| self.is_chosen[element]))
            .map(|set| set.iter().copied().filter(|&element| !self.is_banned[element]).collect())
            .collect();
        unhit.sort_by_key(Vec::len);
        let mut covered = vec![false; self.is_chosen.len()];
        let mut disjoint_count = 0;
        for set in &unhit {
            if !set.iter().any(|&element| covered[element]) {
                set.iter().for_each(|&element| covered[element] = true);
                disjoint_count += 1;
            }
        }
        if self.chosen.len() + disjoint_count >= self.below {
            return Ok(());
        }
        let Some(mut branches) = unhit.into_iter().next() else {
            self.below = self.chosen.len();
            self.best = Some(self.chosen.clone());
            return Ok(());
        };
        branches.sort_by_key(|&element| std::cmp::Reverse(self.occurrences[element]));
        for &element in &branches {
            self.chosen.push(element);
            self.is_chosen[element] = true;
            let outcome = self.extend();
            self.is_chosen[element] = false;
            self.chosen.pop();
            outcome?;
            if self.below <= self.floor {
                break;
            }
            self.is_banned[element] = true;
        }
        branches.iter().for_each(|&element| self.is_banned[element] = false);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The size of a smallest hitting set, by trying all subsets.
    fn by_brute_force(sets: &[Vec<usize>], element_count: u32) -> usize {
        (0u32..1 << element_count)
            .filter(|chosen| sets.iter().all(|set| set.iter().any(|&e| chosen >> e & 1 == 1)))
            .map(|chosen| chosen.count_ones() as usize)
            .min()
            .expect("all elements hit every set")
    }

    proptest! {
        #[test]
        fn finds_the_fewest_elements(
            sets in prop::collection::vec(prop::collection::btree_set(0usize..10, 1..5), 0..14)
        ) {
            let sets: Vec<Vec<usize>> =
                sets.into_iter().map(|set| set.into_iter().collect()).collect();
            let fewest = by_brute_force(&sets, 10);
            let found = minimum_hitting_set(&sets, 0, 11, Deadline::NONE).unwrap().unwrap();
            prop_assert_eq!(found.len(), fewest);
            prop_assert!(sets.iter().all(|set| set.iter().any(|e| found.contains(e))));
            prop_assert_eq!(minimum_hitting_set(&sets, 0, fewest, Deadline::NONE).unwrap(), None);
            let at_floor = minimum_hitting_set(&sets, fewest, 11, Deadline::NONE).unwrap().unwrap();
            prop_assert_eq!(at_floor.len(), fewest);
        }
    }
}

//! Smallest hitting sets. The sets to hit are found when they are needed (implicit hitting sets:
//! Ignatiev, Previti, Liffiton & Marques-Silva, *Smallest MUS Extraction with Minimal Hitting Set
//! Dualization*, 2015, <https://alexeyignatiev.github.io/assets/pdf/iplms-cp15-preprint.pdf>).

use std::ops::RangeInclusive;

/// The smallest sets of elements that hit some sets: that have at least one element of each. The
/// result is the first smallest hitting set found or, if `all`, all smallest hitting sets; the
/// elements of each ascend. Only sizes in `sizes` are tried.
///
/// `unhit` returns some sets that have none of the elements passed to it, or nothing if there are
/// no such sets. `look` is called for each node of the search. An error of `unhit` or `look` ends
/// the search; the hitting sets found so far are returned with the error.
///
/// The search branches over the elements of a smallest set that is not yet hit. Each of several
/// sets without common elements needs an element of its own, which gives a lower bound.
pub(crate) fn smallest_hitting_sets<E>(
    element_count: usize,
    sizes: RangeInclusive<usize>,
    all: bool,
    look: impl FnMut() -> Result<(), E>,
    unhit: impl FnMut(&[usize]) -> Result<Vec<Vec<usize>>, E>,
) -> (Vec<Vec<usize>>, Result<(), E>) {
    let mut search = Search {
        look,
        unhit,
        all,
        sets: Vec::new(),
        chosen: Vec::new(),
        is_chosen: vec![false; element_count],
        is_banned: vec![false; element_count],
        found: Vec::new(),
    };
    for size in sizes {
        let outcome = search.extend(size);
        if outcome.is_err() || !search.found.is_empty() {
            return (search.found, outcome);
        }
    }
    (search.found, Ok(()))
}

struct Search<L, U> {
    look: L,
    unhit: U,
    all: bool,
    /// The sets to hit that are known so far.
    sets: Vec<Vec<usize>>,
    chosen: Vec<usize>,
    is_chosen: Vec<bool>,
    /// For each element: whether all hitting sets with this element were tried.
    is_banned: Vec<bool>,
    found: Vec<Vec<usize>>,
}

impl<E, L, U> Search<L, U>
where
    L: FnMut() -> Result<(), E>,
    U: FnMut(&[usize]) -> Result<Vec<Vec<usize>>, E>,
{
    /// Tries all sets of the chosen elements and at most `left` other elements.
    fn extend(&mut self, left: usize) -> Result<(), E> {
        (self.look)()?;
        let branches = loop {
            let (disjoint_count, branches) = self.not_hit();
            if disjoint_count > left {
                return Ok(());
            }
            if let Some(branches) = branches {
                break branches;
            }
            let unhit = (self.unhit)(&self.chosen)?;
            if unhit.is_empty() {
                let mut found = self.chosen.clone();
                found.sort_unstable();
                self.found.push(found);
                return Ok(());
            }
            self.sets.extend(unhit);
        };
        let mut outcome = Ok(());
        for &element in &branches {
            self.chosen.push(element);
            self.is_chosen[element] = true;
            outcome = self.extend(left - 1);
            self.is_chosen[element] = false;
            self.chosen.pop();
            if outcome.is_err() || !self.all && !self.found.is_empty() {
                break;
            }
            self.is_banned[element] = true;
        }
        branches.iter().for_each(|&element| self.is_banned[element] = false);
        outcome
    }

    /// A lower bound of the number of further elements that are needed to hit all known sets, and
    /// the smallest set that is not hit yet, without its banned elements.
    fn not_hit(&self) -> (usize, Option<Vec<usize>>) {
        let mut sets: Vec<Vec<usize>> = self
            .sets
            .iter()
            .filter(|set| !set.iter().any(|&element| self.is_chosen[element]))
            .map(|set| set.iter().copied().filter(|&element| !self.is_banned[element]).collect())
            .collect();
        sets.sort_by_key(Vec::len);
        let mut covered = vec![false; self.is_chosen.len()];
        let mut disjoint_count = 0;
        for set in &sets {
            if !set.iter().any(|&element| covered[element]) {
                set.iter().for_each(|&element| covered[element] = true);
                disjoint_count += 1;
            }
        }
        (disjoint_count, sets.into_iter().next())
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use itertools::Itertools;
    use proptest::prelude::*;

    /// All smallest hitting sets, found by trying all subsets of ten elements.
    fn by_brute_force(sets: &[Vec<usize>]) -> Vec<Vec<usize>> {
        let hits = |chosen: &Vec<usize>| {
            sets.iter().all(|set| set.iter().any(|element| chosen.contains(element)))
        };
        // Smaller sets come first.
        let hitting = (0..10).powerset().filter(hits).collect_vec();
        hitting.iter().filter(|set| set.len() == hitting[0].len()).cloned().collect()
    }

    proptest! {
        #[test]
        fn finds_all_that_have_the_fewest_elements(
            sets in prop::collection::vec(prop::collection::btree_set(0usize..10, 1..5), 0..14)
        ) {
            let sets: Vec<Vec<usize>> =
                sets.into_iter().map(|set| set.into_iter().collect()).collect();
            let search = |sizes, all| {
                let unhit = |chosen: &[usize]| {
                    let is_hit = |set: &&Vec<usize>| set.iter().any(|e| chosen.contains(e));
                    let unhit = sets.iter().find(|set| !is_hit(set));
                    Ok::<_, Infallible>(unhit.into_iter().cloned().collect())
                };
                let (mut found, Ok(())) =
                    smallest_hitting_sets(10, sizes, all, || Ok(()), unhit);
                found.sort_unstable();
                found
            };
            let expected = by_brute_force(&sets);
            let one = search(0..=10, false);
            prop_assert!(one.len() == 1 && expected.contains(&one[0]));
            let fewest = expected[0].len();
            prop_assert_eq!(search(0..=10, true), expected);
            if fewest > 0 {
                prop_assert!(search(0..=fewest - 1, true).is_empty());
            }
        }
    }
}

//! The complete filter of a unit: it removes every candidate that is in no assignment of the digits
//! of the unit to its cells. So it removes everything that naked and hidden subsets exclude.
//!
//! Jean-Charles Régin, *A Filtering Algorithm for Constraints of Difference in CSPs*, AAAI 1994,
//! <https://cdn.aaai.org/AAAI/1994/AAAI94-055.pdf>: a maximum matching of cells and digits, then
//! the strongly connected components ([Tarjan 1972](https://doi.org/10.1137/0201010)) of the graph
//! that it directs. In contrast to the paper, a unit has as many digits as cells, so every maximum
//! matching is perfect. Therefore a candidate outside the matching is possible if and only if its
//! cell and the cell that is matched with its digit are in the same component. Settled cells are
//! left out. The matching of each unit is kept, and only the cells whose matched digit is no longer
//! possible are matched anew.

use std::collections::VecDeque;

use super::Mask;

/// Means no cell, or no digit.
const NONE: u16 = u16::MAX;

/// The matchings of all units, and buffers.
#[derive(Clone, Debug, Default)]
pub(super) struct AllDifferent<const W: usize> {
    /// For each unit and position in it, the index of the digit that was last matched with the
    /// cell.
    kept: Vec<Vec<u16>>,
    /// The open cells of the unit: their positions, their candidates, and the matched digits.
    positions: Vec<usize>,
    sets: Vec<Mask<W>>,
    digit_of: Vec<u16>,
    /// For each digit, the matched cell, as an index of the open cells.
    cell_of: Vec<u16>,
    /// For each digit, the cell from which the search for a free digit reached this digit.
    from: Vec<u16>,
}

impl<const W: usize> AllDifferent<W> {
    /// The positions of a unit that lose candidates, with their remaining candidates. `sets` has
    /// the positions that are not settled permanently, with their candidates before. `None` if
    /// there is no assignment.
    pub(super) fn filter(
        &mut self,
        unit: usize,
        side: usize,
        sets: impl Iterator<Item = (usize, Mask<W>)>,
    ) -> Option<Vec<(usize, Mask<W>)>> {
        self.positions.clear();
        self.sets.clear();
        for (position, set) in sets.filter(|(_, set)| !set.is_single()) {
            self.positions.push(position);
            self.sets.push(set);
        }
        self.match_all(unit, side).then(|| self.components())
    }

    /// Completes the matching of a unit of `side` cells. Returns whether this is possible.
    fn match_all(&mut self, unit: usize, side: usize) -> bool {
        if self.kept.len() <= unit {
            self.kept.resize(unit + 1, Vec::new());
        }
        self.kept[unit].resize(side, NONE);
        self.cell_of.clear();
        self.cell_of.resize(side, NONE);
        self.from.resize(side, NONE);
        self.digit_of.clear();
        let mut free = self.sets.iter().fold(Mask::EMPTY, |all, &set| all | set);
        for (cell, (&position, set)) in self.positions.iter().zip(&self.sets).enumerate() {
            let digit = self.kept[unit][position];
            let holds = digit != NONE && set.has(digit.into()) && free.has(digit.into());
            self.digit_of.push(if holds { digit } else { NONE });
            if holds {
                free = free & !Mask::of(digit.into());
                self.cell_of[usize::from(digit)] = cell as u16;
            }
        }
        for cell in 0..self.sets.len() {
            if self.digit_of[cell] == NONE {
                let Some(digit) = self.augment(cell, free) else { return false };
                free = free & !Mask::of(digit);
            }
        }
        for (&position, &digit) in self.positions.iter().zip(&self.digit_of) {
            self.kept[unit][position] = digit;
        }
        true
    }

    /// Matches one more cell by a breadth-first search. Returns the digit that is no longer free.
    fn augment(&mut self, root: usize, free: Mask<W>) -> Option<usize> {
        let mut cells = VecDeque::from([root]);
        let mut seen = Mask::EMPTY;
        while let Some(cell) = cells.pop_front() {
            if let Some(taken) = (self.sets[cell] & free).first() {
                let (mut cell, mut digit) = (cell, taken);
                loop {
                    let before = std::mem::replace(&mut self.digit_of[cell], digit as u16);
                    self.cell_of[digit] = cell as u16;
                    if cell == root {
                        return Some(taken);
                    }
                    digit = before.into();
                    cell = self.from[digit].into();
                }
            }
            let new = self.sets[cell] & !seen;
            seen = seen | new;
            for digit in new.digits() {
                self.from[digit] = cell as u16;
                cells.push_back(self.cell_of[digit].into());
            }
        }
        None
    }

    /// The positions that lose candidates, with their remaining candidates: the digits that are
    /// matched with cells of the same component.
    fn components(&self) -> Vec<(usize, Mask<W>)> {
        const UNSEEN: usize = usize::MAX;
        let cell_count = self.sets.len();
        let mut reduced = Vec::new();
        // For each cell: when it was reached, and the earliest cell that is reached from it.
        let (mut reached, mut lowest) = (vec![UNSEEN; cell_count], vec![0; cell_count]);
        let mut count = 0;
        // The digits of cells that are not yet in a complete component.
        let mut open = self.sets.iter().fold(Mask::EMPTY, |all, &set| all | set);
        let mut stack: Vec<usize> = Vec::new();
        let mut path: Vec<(usize, Mask<W>)> = Vec::new();
        for root in 0..cell_count {
            if reached[root] == UNSEEN {
                path.push((root, self.sets[root]));
            }
            while let Some((cell, left)) = path.last_mut() {
                let cell = *cell;
                if reached[cell] == UNSEEN {
                    (reached[cell], lowest[cell]) = (count, count);
                    count += 1;
                    stack.push(cell);
                }
                *left = *left & open;
                if let Some(digit) = left.first() {
                    *left = *left & !Mask::of(digit);
                    let next = usize::from(self.cell_of[digit]);
                    if reached[next] == UNSEEN {
                        path.push((next, self.sets[next]));
                    } else {
                        lowest[cell] = lowest[cell].min(reached[next]);
                    }
                    continue;
                }
                path.pop();
                if let Some(&(parent, _)) = path.last() {
                    lowest[parent] = lowest[parent].min(lowest[cell]);
                }
                if lowest[cell] == reached[cell] {
                    let start = stack.iter().rposition(|&other| other == cell).unwrap_or(0);
                    let members = stack.drain(start..);
                    let members: Vec<usize> = members.collect();
                    let digits = members.iter().fold(Mask::EMPTY, |all, &member| {
                        all | Mask::of(self.digit_of[member].into())
                    });
                    open = open & !digits;
                    let fewer = members
                        .iter()
                        .filter(|&&member| self.sets[member] & digits != self.sets[member]);
                    reduced.extend(fewer.map(|&member| (self.positions[member], digits)));
                }
            }
        }
        reduced
    }
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;
    use proptest::prelude::*;

    use super::*;

    /// For each cell, the digits that it has in some assignment of different digits, found by
    /// trying all assignments.
    fn used(sets: &[u64]) -> Option<Vec<u64>> {
        let assignments = (0..sets.len())
            .permutations(sets.len())
            .filter(|digits| digits.iter().zip(sets).all(|(&digit, set)| set >> digit & 1 == 1));
        assignments.fold(None, |used, digits| {
            let used = used.unwrap_or_else(|| vec![0; sets.len()]);
            Some(used.iter().zip(digits).map(|(used, digit)| used | 1 << digit).collect())
        })
    }

    /// Removes the digits of settled cells from the other cells; `None` if a cell loses all its
    /// candidates.
    fn propagated(mut sets: Vec<u64>) -> Option<Vec<u64>> {
        let mut before = Vec::new();
        while sets != before {
            before.clone_from(&sets);
            for settled in 0..sets.len() {
                if sets[settled].is_power_of_two() {
                    let others = |other: &usize| *other != settled;
                    (0..sets.len()).filter(others).for_each(|other| sets[other] &= !sets[settled]);
                }
            }
        }
        let all = sets.iter().fold(0, |all, set| all | set);
        (!sets.contains(&0) && all.count_ones() as usize == sets.len()).then_some(sets)
    }

    proptest! {
        #[test]
        fn keeps_exactly_what_an_assignment_uses(
            rounds in prop::collection::vec(prop::collection::vec(1u64..1 << 6, 6), 1..6),
        ) {
            let mut filter = AllDifferent::<1>::default();
            // Each round starts with the matching of the previous round.
            for sets in rounds.into_iter().filter_map(propagated) {
                let reduced = filter.filter(0, 6, sets.iter().map(|&set| Mask([set])).enumerate());
                let kept = reduced.map(|reduced| {
                    let mut kept = sets.clone();
                    for (position, Mask([digits])) in reduced {
                        kept[position] &= digits;
                    }
                    kept
                });
                prop_assert_eq!(kept, used(&sets));
            }
        }
    }
}

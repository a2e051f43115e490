//! Random regions of any shape.

use itertools::Itertools;
use rand::Rng;
use rand::seq::IndexedRandom;

use crate::answer::Deadline;
use crate::rules::{RegionLabel, Regions};
use crate::solve::SolveError;

/// Random connected regions for a grid of this side, labelled with letters, or with numbers if the
/// side is above 26.
///
/// The layout starts with the rows as regions, and is changed by exchanges: a random cell is moved
/// to a region beside it, which gives a random cell in return, if both regions stay connected. So
/// every layout can be the result. The most winding layouts are more frequent than if all layouts
/// were equally likely.
///
/// # Errors
/// [`SolveError::TimedOut`] if the deadline passed, since large sides take long.
///
/// # Panics
/// If the side is 0 or above [`Size::MAX_SIDE`](crate::Size::MAX_SIDE).
pub fn random_regions(
    side: usize,
    deadline: Deadline,
    random: &mut impl Rng,
) -> Result<Regions, SolveError> {
    const EXCHANGES_OF_A_CELL: usize = 100;
    let mut layout = Layout {
        side,
        region: (0..side * side).map(|cell| cell / side).collect(),
        cells: (0..side).map(|row| (row * side..(row + 1) * side).collect()).collect(),
    };
    for _ in 0..EXCHANGES_OF_A_CELL * side * side {
        deadline.ok_or(SolveError::TimedOut)?;
        layout.exchange(random);
    }
    // The regions are labelled in the order in which they first occur, row by row.
    let order: Vec<&usize> = layout.region.iter().unique().collect();
    let labels = layout.region.iter().map(|region| {
        let index = order.iter().position(|known| *known == region).expect("each is there");
        RegionLabel::of_index(index, side)
    });
    Ok(Regions::new(labels.collect()).expect("each exchange keeps the sizes"))
}

/// The region of each cell, and the cells of each region in ascending order.
struct Layout {
    side: usize,
    region: Vec<usize>,
    cells: Vec<Vec<usize>>,
}

impl Layout {
    /// Tries one exchange.
    fn exchange(&mut self, random: &mut impl Rng) {
        let first = random.random_range(0..self.region.len());
        let own = self.region[first];
        let others: Vec<usize> = Regions::neighbours(first, self.side)
            .map(|next| self.region[next])
            .filter(|&other| other != own)
            .collect();
        let Some(&other) = others.choose(random) else { return };
        self.region[first] = other;
        let is_beside =
            |cell| Regions::neighbours(cell, self.side).any(|next| self.region[next] == own);
        let returned: Vec<usize> =
            self.cells[other].iter().copied().filter(|&cell| is_beside(cell)).collect();
        let Some(&second) = returned.choose(random) else {
            self.region[first] = own;
            return;
        };
        self.region[second] = own;
        if !(self.is_connected(first) && self.is_connected(second)) {
            (self.region[first], self.region[second]) = (own, other);
            return;
        }
        for (cell, from, to) in [(first, own, other), (second, other, own)] {
            self.cells[from].retain(|&kept| kept != cell);
            let place = self.cells[to].partition_point(|&kept| kept < cell);
            self.cells[to].insert(place, cell);
        }
    }

    /// Whether the region of a cell is connected.
    fn is_connected(&self, cell: usize) -> bool {
        let is_in = |other: usize| self.region[other] == self.region[cell];
        is_one_piece(self.side, cell, self.side, is_in)
    }
}

/// Whether the cells for which `is_in` is true, whose number is `count`, form one connected piece
/// that contains `cell`. Cells are connected if they share an edge.
pub(super) fn is_one_piece(
    side: usize,
    cell: usize,
    count: usize,
    is_in: impl Fn(usize) -> bool,
) -> bool {
    let (mut reached, mut seen) = (vec![cell], 0);
    while let Some(&at) = reached.get(seen) {
        seen += 1;
        for next in Regions::neighbours(at, side) {
            if is_in(next) && !reached.contains(&next) {
                reached.push(next);
            }
        }
    }
    seen == count
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;

    /// Whether each region is connected by cells that share an edge.
    fn are_connected(regions: &Regions) -> bool {
        let (side, labels) = (regions.side(), regions.labels());
        // For each cell, the first cell that is known to be in the same piece.
        let mut piece: Vec<usize> = (0..side * side).collect();
        for at in (0..side * side).cycle().take(side.pow(4)) {
            let same = Regions::neighbours(at, side).filter(|&next| labels[next] == labels[at]);
            piece[at] = same.map(|next| piece[next]).fold(piece[at], usize::min);
        }
        piece.into_iter().collect::<HashSet<_>>().len() == side
    }

    #[test]
    fn random_regions_are_connected_and_differ() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for side in [1, 2, 4, 5, 7, 9, 12] {
            let mut layout = || random_regions(side, Deadline::NONE, &mut random).unwrap();
            let layouts: HashSet<Regions> = (0..20).map(|_| layout()).collect();
            assert!(layouts.iter().all(are_connected), "side {side}");
            assert!(layouts.len() > 15 || side < 5, "side {side}: {} layouts", layouts.len());
            assert!(layouts.len() > 1 || side < 4, "side {side}");
        }
    }
}

//! Random regions of any shape.

use rand::Rng;
use rand::seq::IndexedRandom;

use crate::rules::{RegionLabel, Regions};

/// Random connected regions for a grid of this side, named by letters, or by numbers if there are
/// more than letters.
///
/// The rows, changed by exchanges: a random cell goes over to a region beside it, which gives a
/// random cell in return, where both regions stay in one piece. So every layout can come of it, the
/// most winding ones more often than if all were drawn evenly.
pub fn random_regions(side: usize, random: &mut impl Rng) -> Regions {
    const EXCHANGES_OF_A_CELL: usize = 100;
    let mut region: Vec<usize> = (0..side * side).map(|cell| cell / side).collect();
    for _ in 0..EXCHANGES_OF_A_CELL * side * side {
        exchange(&mut region, side, random);
    }
    // Named in the order in which they are read.
    let mut order: Vec<usize> = Vec::new();
    let labels = region.iter().map(|region| {
        let index = order.iter().position(|known| known == region).unwrap_or_else(|| {
            order.push(*region);
            order.len() - 1
        });
        RegionLabel::of_index(index, side)
    });
    Regions::new(labels.collect()).expect("each exchange keeps the sizes")
}

/// Tries one exchange.
fn exchange(region: &mut [usize], side: usize, random: &mut impl Rng) {
    let first = random.random_range(0..region.len());
    let beside = |region: &[usize], cell: usize, of: usize| {
        Regions::neighbours(cell, side).any(|next| region[next] == of)
    };
    let others: Vec<usize> = Regions::neighbours(first, side)
        .map(|next| region[next])
        .filter(|&other| other != region[first])
        .collect();
    let Some(&other) = others.choose(random) else { return };
    let own = region[first];
    region[first] = other;
    let returned: Vec<usize> = (0..region.len())
        .filter(|&cell| cell != first && region[cell] == other && beside(region, cell, own))
        .collect();
    let Some(&second) = returned.choose(random) else {
        region[first] = own;
        return;
    };
    region[second] = own;
    if !(is_connected(region, side, first) && is_connected(region, side, second)) {
        (region[first], region[second]) = (own, other);
    }
}

/// Whether the region of a cell is one piece.
fn is_connected(region: &[usize], side: usize, cell: usize) -> bool {
    let mut reached = vec![cell];
    let mut seen = 0;
    while let Some(&at) = reached.get(seen) {
        seen += 1;
        for next in Regions::neighbours(at, side) {
            if region[next] == region[cell] && !reached.contains(&next) {
                reached.push(next);
            }
        }
    }
    seen == side
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;

    #[test]
    fn random_regions_are_connected_and_differ() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for side in [1, 2, 4, 5, 7, 9, 12] {
            let layouts: HashSet<Regions> =
                (0..20).map(|_| random_regions(side, &mut random)).collect();
            assert!(layouts.iter().all(Regions::are_connected), "side {side}");
            assert!(layouts.len() > 15 || side < 5, "side {side}: {} layouts", layouts.len());
            assert!(layouts.len() > 1 || side < 4, "side {side}");
        }
    }
}

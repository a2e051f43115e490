//! Pairwise: one binary clause for each pair of literals excludes that both are true. There are no
//! auxiliaries.

use itertools::Itertools;
use varisat::Lit;

pub(super) fn clauses(lits: &[Lit], sink: &mut dyn FnMut(&[Lit])) {
    for (&first, &second) in lits.iter().tuple_combinations() {
        sink(&[!first, !second]);
    }
}

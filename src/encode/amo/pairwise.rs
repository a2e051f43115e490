//! Pairwise: no two of the literals are true, with one binary clause for each pair. No auxiliaries.

use itertools::Itertools;
use varisat::Lit;

pub(super) fn clauses(lits: &[Lit], sink: &mut dyn FnMut(&[Lit])) {
    for (&first, &second) in lits.iter().tuple_combinations() {
        sink(&[!first, !second]);
    }
}

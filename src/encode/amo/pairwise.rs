//! Pairwise: one binary clause for each pair of literals excludes that both are true. There are no
//! auxiliaries.

use itertools::Itertools;
use varisat::Lit;

use super::sink::Sink;

pub(super) fn clauses<E>(lits: &[Lit], sink: &mut Sink<E>) -> Result<(), E> {
    for (&first, &second) in lits.iter().tuple_combinations() {
        sink(&[!first, !second])?;
    }
    Ok(())
}

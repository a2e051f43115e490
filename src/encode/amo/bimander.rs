//! Bimander: groups of at most four literals. No two literals of a group are true. A true literal
//! sets auxiliary bits to the number of its group, so at most one group has a true literal.
//!
//! Van-Hau Nguyen, Son Thai Mai, *A New Method to Encode the At-Most-One Constraint into SAT*,
//! SoICT 2015, <https://www.researchgate.net/publication/301455290>. In this implementation, there
//! is one group for each value of the auxiliary bits, and the sizes of two groups differ by at most
//! one literal.

use varisat::{Lit, Var};

use super::sink::Sink;

pub(super) fn clauses<E>(
    lits: &[Lit],
    fresh: &mut dyn FnMut() -> Var,
    sink: &mut Sink<E>,
) -> Result<(), E> {
    let bits: Vec<Var> = (2..lits.len().next_power_of_two().ilog2()).map(|_| fresh()).collect();
    let group_count = 1 << bits.len();
    for (position, &lit) in lits.iter().enumerate() {
        let group = position % group_count;
        for (place, bit) in bits.iter().enumerate() {
            sink(&[!lit, bit.lit(group >> place & 1 == 1)])?;
        }
        for &other in lits[group..position].iter().step_by(group_count) {
            sink(&[!other, !lit])?;
        }
    }
    Ok(())
}

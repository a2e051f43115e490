//! Binary (logarithmic): a true literal sets auxiliary bits to its position, so no two literals are
//! true.
//!
//! Alan Frisch, Timothy Peugniez, Anthony Doggett, Peter Nightingale, *Solving Non-Boolean
//! Satisfiability Problems with Stochastic Local Search*, Journal of Automated Reasoning 2005,
//! <https://doi.org/10.1007/s10817-005-9011-0>.

use varisat::{Lit, Var};

use super::sink::Sink;

pub(super) fn clauses<E>(
    lits: &[Lit],
    fresh: &mut dyn FnMut() -> Var,
    sink: &mut Sink<E>,
) -> Result<(), E> {
    let bits: Vec<Var> = (0..lits.len().next_power_of_two().ilog2()).map(|_| fresh()).collect();
    for (position, &lit) in lits.iter().enumerate() {
        for (place, bit) in bits.iter().enumerate() {
            sink(&[!lit, bit.lit(position >> place & 1 == 1)])?;
        }
    }
    Ok(())
}

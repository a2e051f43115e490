//! Sequential counter for k = 1: the auxiliary s_i means "one of the first i literals is true".
//!
//! Carsten Sinz, *Towards an Optimal CNF Encoding of Boolean Cardinality Constraints*, CP 2005,
//! <https://doi.org/10.1007/11564751_73>.

use varisat::{Lit, Var};

use super::sink::Sink;

pub(super) fn clauses<E>(
    lits: &[Lit],
    fresh: &mut dyn FnMut() -> Var,
    sink: &mut Sink<E>,
) -> Result<(), E> {
    let mut before: Option<Lit> = None;
    for (position, &lit) in lits.iter().enumerate() {
        if let Some(before) = before {
            sink(&[!lit, !before])?;
        }
        if position + 1 == lits.len() {
            break;
        }
        let prefix = fresh().positive();
        sink(&[!lit, prefix])?;
        if let Some(before) = before {
            sink(&[!before, prefix])?;
        }
        before = Some(prefix);
    }
    Ok(())
}

//! Ladder (regular): in the order variables y_1 >= y_2 >= ... >= y_n, there is at most one change
//! from true to false. A literal is true if and only if the change is at its position.
//!
//! Ian Gent, Peter Nightingale, *A New Encoding of AllDifferent into SAT*, ModRef 2004. In this
//! implementation, there is one more order variable, so that all literals may be false.

use varisat::{Lit, Var};

pub(super) fn clauses(lits: &[Lit], fresh: &mut dyn FnMut() -> Var, sink: &mut dyn FnMut(&[Lit])) {
    let mut above: Option<Lit> = None;
    for &lit in lits {
        let order = fresh().positive();
        sink(&[!lit, !order]);
        if let Some(above) = above {
            sink(&[!order, above]);
            sink(&[!lit, above]);
            sink(&[!above, order, lit]);
        } else {
            sink(&[order, lit]);
        }
        above = Some(order);
    }
}

//! Ladder (regular): the order variables y_1 >= y_2 >= ... >= y_n fall from true to false at most
//! once, and a literal is true exactly when they fall at its place.
//!
//! Ian Gent, Peter Nightingale, *A New Encoding of AllDifferent into SAT*, ModRef 2004. Here there
//! is one more order variable, so that no literal need be true.

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

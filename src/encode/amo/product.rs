//! Product: the literals are arranged in a rectangle. A true literal makes the auxiliaries of its
//! row and of its column true. At most one row and one column can be true; this is encoded in the
//! same way.
//!
//! Jingchao Chen, *A New SAT Encoding of the At-Most-One Constraint*, ModRef 2010,
//! <https://www.semanticscholar.org/paper/11ead39e2799fcb85a9064037080c0f2a1733d82>.

use varisat::{Lit, Var};

use super::pairwise;
use super::sink::Sink;

/// Up to this number of literals, the rectangle needs more clauses than the pairs.
const PAIRWISE_UP_TO: usize = 4;

pub(super) fn clauses<E>(
    lits: &[Lit],
    fresh: &mut dyn FnMut() -> Var,
    sink: &mut Sink<E>,
) -> Result<(), E> {
    if lits.len() <= PAIRWISE_UP_TO {
        return pairwise::clauses(lits, sink);
    }
    let row_count = lits.len().isqrt();
    let column_count = lits.len().div_ceil(row_count);
    let rows: Vec<Lit> = (0..row_count).map(|_| fresh().positive()).collect();
    let columns: Vec<Lit> = (0..column_count).map(|_| fresh().positive()).collect();
    for (position, &lit) in lits.iter().enumerate() {
        sink(&[!lit, rows[position / column_count]])?;
        sink(&[!lit, columns[position % column_count]])?;
    }
    clauses(&rows, fresh, sink)?;
    clauses(&columns, fresh, sink)
}

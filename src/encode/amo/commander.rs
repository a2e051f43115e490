//! Commander: groups of three literals. Each group has a commander, which is true if and only if a
//! literal of the group is true. At most one commander is true; this is encoded in the same way.
//!
//! Will Klieber, Gihwon Kwon, *Efficient CNF Encoding for Selecting 1 from N Objects*, CFV 2007,
//! <https://www.cs.cmu.edu/~wklieber/papers/2007_efficient-cnf-encoding-for-selecting-1.pdf>.

use varisat::{Lit, Var};

use super::pairwise;
use super::sink::Sink;

const GROUP_SIZE: usize = 3;

pub(super) fn clauses<E>(
    lits: &[Lit],
    fresh: &mut dyn FnMut() -> Var,
    sink: &mut Sink<E>,
) -> Result<(), E> {
    if lits.len() <= GROUP_SIZE + 1 {
        return pairwise::clauses(lits, sink);
    }
    let mut commanders = Vec::with_capacity(lits.len().div_ceil(GROUP_SIZE));
    for group in lits.chunks(GROUP_SIZE) {
        // The only literal of a group is its own commander.
        if let [lit] = group {
            commanders.push(*lit);
            continue;
        }
        let commander = fresh().positive();
        commanders.push(commander);
        pairwise::clauses(group, sink)?;
        group.iter().try_for_each(|&lit| sink(&[!lit, commander]))?;
        sink(&[&[!commander], group].concat())?;
    }
    clauses(&commanders, fresh, sink)
}

//! The clause families over the candidates that a numbering knows.

use varisat::Lit;

use super::{AtMostOne, Family, Reason};
use crate::grid::Candidate;
use crate::numbering::Numbering;
use crate::rules::Rules;

/// The clauses of some families, cells first, then units, over the candidates of `numbering`.
///
/// With a full numbering these are the rules as they stand. With an open one they are the rules
/// on what propagation left: it must be complete for naked singles (no open candidate has the
/// digit placed in a peer), and a group without an open candidate states nothing.
///
/// A pair of cells that share several units is constrained once by the pairwise encoding, in the
/// first of them; the other at-most-one encodings need each unit whole.
///
/// # Panics
/// If `numbering` is of another size than the rules.
pub fn for_each_rule_clause(
    rules: &Rules,
    families: &[Family],
    amo: AtMostOne,
    numbering: &mut Numbering,
    sink: &mut impl FnMut(&[Lit], Reason),
) {
    assert_eq!(rules.size(), numbering.size(), "rules and numbering of different sizes");
    let size = rules.size();
    let stated = |family| families.contains(&family);
    let (mut lits, mut places) = (Vec::new(), Vec::new());

    for cell in size.cells() {
        lits.clear();
        lits.extend(size.digits().filter_map(|digit| numbering.lit(Candidate { cell, digit })));
        if stated(Family::CellAtLeastOne) && !lits.is_empty() {
            sink(&lits, Reason::CellAtLeastOne(cell));
        }
        if stated(Family::CellAtMostOne) {
            amo.for_each_clause(&lits, &mut || numbering.fresh(), &mut |clause| {
                sink(clause, Reason::CellAtMostOne(cell))
            });
        }
    }

    for (unit_index, unit) in rules.units().iter().enumerate() {
        for digit in size.digits() {
            places.clear();
            lits.clear();
            for (position, &cell) in unit.cells.iter().enumerate() {
                if let Some(lit) = numbering.lit(Candidate { cell, digit }) {
                    places.push(position);
                    lits.push(lit);
                }
            }
            if stated(Family::UnitAtLeastOne) && !lits.is_empty() {
                sink(&lits, Reason::UnitAtLeastOne(unit_index as u16, digit));
            }
            if !stated(Family::UnitAtMostOne) {
                continue;
            }
            let reason = Reason::UnitAtMostOne(unit_index as u16, digit);
            if amo == AtMostOne::Pairwise {
                let first_shared = rules.first_shared_pairs(unit_index);
                for second in 1..places.len() {
                    for first in 0..second {
                        if first_shared[places[second]] >> places[first] & 1 == 1 {
                            sink(&[!lits[first], !lits[second]], reason);
                        }
                    }
                }
            } else {
                amo.for_each_clause(&lits, &mut || numbering.fresh(), &mut |clause| {
                    sink(clause, reason)
                });
            }
        }
    }
}

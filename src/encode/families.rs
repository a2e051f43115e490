//! The clause families over the candidates that a numbering knows.

use varisat::Lit;

use super::{AtMostOne, Encoding, Family, Reason};
use crate::answer::Deadline;
use crate::grid::{Candidate, Cell};
use crate::numbering::Numbering;
use crate::rules::Rules;

/// The clauses of the encoding's families, cells first, then units, then pairs, over the candidates
/// of `numbering`.
///
/// With a full numbering these are the rules as they stand. With an open one they are the rules
/// on what propagation left: it must be complete for naked singles (no open candidate has the
/// digit placed in a peer), and a group without an open candidate states nothing.
///
/// A pair of cells that share several units is constrained once by the pairwise encoding, in the
/// first of them; the other at-most-one encodings need each unit whole.
///
/// Ends early when the deadline passes; returns whether it got to the end.
///
/// # Panics
/// If `numbering` is of another size than the rules.
pub(super) fn for_each_rule_clause(
    rules: &Rules,
    Encoding { preset, amo }: Encoding,
    numbering: &mut Numbering,
    deadline: Deadline,
    sink: &mut impl FnMut(&[Lit], Reason),
) -> bool {
    assert_eq!(rules.size(), numbering.size(), "rules and numbering of different sizes");
    let size = rules.size();
    let families = preset.families();
    let stated = |family| families.contains(&family);
    let mut lits = Vec::new();

    for cell in size.cells() {
        if deadline.is_over() {
            return false;
        }
        lits.clear();
        lits.extend(numbering.lits(cell).map(|(_, lit)| lit));
        if stated(Family::CellAtLeastOne) && !lits.is_empty() {
            sink(&lits, Reason::CellAtLeastOne(cell));
        }
        if stated(Family::CellAtMostOne) {
            amo.for_each_clause(&lits, &mut || numbering.fresh(), &mut |clause| {
                sink(clause, Reason::CellAtMostOne(cell))
            });
        }
    }

    // By digit: its literals in the unit, and the cells they stand for.
    let mut of_digit: Vec<(Vec<Lit>, Vec<Cell>)> = vec![Default::default(); size.side()];
    for (unit_index, unit) in rules.indexed_units() {
        for &cell in &unit.cells {
            for (digit, lit) in numbering.lits(cell) {
                let (lits, cells) = &mut of_digit[digit.index()];
                lits.push(lit);
                cells.push(cell);
            }
        }
        for (digit, (lits, cells)) in size.digits().zip(&mut of_digit) {
            if deadline.is_over() {
                return false;
            }
            if stated(Family::UnitAtLeastOne) && !lits.is_empty() {
                sink(lits, Reason::UnitAtLeastOne(unit_index, digit));
            }
            let reason = Reason::UnitAtMostOne(unit_index, digit);
            let is_pairwise = amo.for_group(lits.len()) == AtMostOne::Pairwise;
            if stated(Family::UnitAtMostOne) && is_pairwise {
                for second in 1..lits.len() {
                    for first in 0..second {
                        if rules.meet_first_in(unit_index, cells[first], cells[second]) {
                            sink(&[!lits[first], !lits[second]], reason);
                        }
                    }
                }
            } else if stated(Family::UnitAtMostOne) {
                amo.for_each_clause(lits, &mut || numbering.fresh(), &mut |clause| {
                    sink(clause, reason)
                });
            }
            lits.clear();
            cells.clear();
        }
    }

    for (pair_index, pair) in rules.indexed_pairs() {
        if deadline.is_over() {
            return false;
        }
        let [first, second] = pair.cells;
        for (digit, lit) in numbering.lits(first) {
            if let Some(other) = numbering.lit(Candidate { cell: second, digit }) {
                sink(&[!lit, !other], Reason::PairAtMostOne(pair_index, digit));
            }
        }
    }
    true
}

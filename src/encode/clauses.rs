//! The encoder: for each group of the rules, the clauses for *at least one* and *at most one*.

use varisat::Lit;

use super::{AtMostOne, Encoding, Reason};
use crate::grid::Candidate;
use crate::numbering::Numbering;
use crate::rules::{Group, Rules};

/// Calls the sink with the clauses of the encoding over the candidates of a numbering, in the order
/// of [`Rules::groups`], until the sink fails. Returns the numbering including the auxiliary
/// variables.
///
/// With an open numbering, the clauses are the rules for the candidates that propagation left.
/// Propagation must have removed the digit of each naked single from its peers, so that no peer of
/// a placed digit has an open candidate of this digit. A group without open candidates has no
/// clauses.
///
/// In the pairwise encoding, two cells that share several units exclude each other only in the
/// first of these units, so there is one clause for each pair of peers and each digit. Other
/// encodings need all cells of each unit.
pub(super) fn for_each_rule_clause<E>(
    rules: &Rules,
    Encoding { preset, amo }: Encoding,
    numbering: &Numbering,
    sink: &mut impl FnMut(&[Lit], Reason) -> Result<(), E>,
) -> Result<Numbering, E> {
    let size = rules.size();
    assert_eq!(size, numbering.size(), "rules and numbering of different sizes");
    let cell = |lit: Lit| numbering.candidate(lit.var()).expect("of a candidate").cell;
    let mut counted = numbering.clone();
    let mut state = |group: Group, lits: &[Lit]| {
        let (at_least, at_most) = (Reason::AtLeastOne(group), Reason::AtMostOne(group));
        if !lits.is_empty() && preset.states(at_least) {
            sink(lits, at_least)?;
        }
        if !preset.states(at_most) {
            return Ok(());
        }
        let unit = group.unit().filter(|_| amo.for_group(lits.len()) == AtMostOne::Pairwise);
        let is_new = |a, b| unit.is_none_or(|unit| rules.meet_first_in(unit, cell(a), cell(b)));
        amo.for_each_clause(lits, &mut || counted.fresh(), &mut |clause| {
            if is_new(clause[0], clause[1]) { sink(clause, at_most) } else { Ok(()) }
        })
    };

    let mut lits = Vec::new();
    for at in size.cells() {
        lits.extend(numbering.lits(at).map(|(_, lit)| lit));
        state(Group::Cell(at), &lits)?;
        lits.clear();
    }
    // The groups of a unit or a pair come one after the other, one for each digit.
    let mut of_digit = vec![Vec::new(); size.side()];
    for first in (size.cell_count()..rules.group_count()).step_by(size.side()) {
        for Candidate { cell, .. } in rules.group(first).candidates(rules) {
            numbering.lits(cell).for_each(|(digit, lit)| of_digit[digit.index()].push(lit));
        }
        for (index, lits) in (first..).zip(&mut of_digit) {
            state(rules.group(index), lits)?;
            lits.clear();
        }
    }
    Ok(counted)
}

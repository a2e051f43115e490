//! Covers: *k* truths whose candidates lie in *k* links, so that the links have no other.
//!
//! In a unit, cells against digits: naked subsets, and hidden ones the other way round. Of a
//! digit, rows against columns, and the other way round: fish. One search serves all: the
//! all-different filter at a small size.

use super::TimedOut;
use super::groups::Index;
use super::state::Web;
use crate::answer::Deadline;
use crate::rules::UnitKind;

/// Truths of all covers of this size that refute something.
pub(super) fn covers(
    web: &Web,
    size: usize,
    deadline: Deadline,
) -> Result<Vec<Vec<Index>>, TimedOut> {
    let (rules, side) = (web.groups.rules(), web.groups.size().side());
    let cell_count = web.groups.size().cell_count();
    let places = |unit: usize, digit: usize| (cell_count + unit * side + digit) as Index;
    let mut found = Vec::new();
    let mut both_ways = |first: &[Index], second: &[Index]| {
        cover(web, first, second, size, &mut found);
        cover(web, second, first, size, &mut found);
        if deadline.is_over() { Err(TimedOut) } else { Ok(()) }
    };
    for (unit_index, unit) in rules.units().iter().enumerate() {
        let cells: Vec<Index> = unit.cells.iter().map(|cell| cell.index() as Index).collect();
        let digits: Vec<Index> = (0..side).map(|digit| places(unit_index, digit)).collect();
        both_ways(&cells, &digits)?;
    }
    let units_of = |wanted: fn(&UnitKind) -> bool| {
        let units = rules.units().iter().enumerate();
        units.filter(move |(_, unit)| wanted(&unit.kind)).map(|(unit_index, _)| unit_index)
    };
    for digit in 0..side {
        let rows: Vec<Index> = units_of(|kind| matches!(kind, UnitKind::Row(_)))
            .map(|unit| places(unit, digit))
            .collect();
        let columns: Vec<Index> = units_of(|kind| matches!(kind, UnitKind::Column(_)))
            .map(|unit| places(unit, digit))
            .collect();
        both_ways(&rows, &columns)?;
    }
    Ok(found)
}

/// The covers of some of these truths, which share no candidate, by some of these links.
fn cover(web: &Web, truths: &[Index], links: &[Index], size: usize, found: &mut Vec<Vec<Index>>) {
    let in_links = |truth: Index| {
        let of = |&member: &Index| {
            let link = links.iter().position(|link| web.groups.of(member).contains(link));
            1u64 << link.expect("the links share out the candidates")
        };
        web.members(truth).iter().map(of).fold(0, |mask, bit| mask | bit)
    };
    // A placed digit leaves a truth without candidates here.
    let rows: Vec<(Index, u64)> = truths
        .iter()
        .map(|&truth| (truth, in_links(truth)))
        .filter(|&(_, mask)| mask != 0)
        .collect();
    if rows.len() > size {
        extend(&rows, size, &mut Vec::new(), 0, 0, found);
    }
}

fn extend(
    rows: &[(Index, u64)],
    size: usize,
    chosen: &mut Vec<usize>,
    from: usize,
    covered: u64,
    found: &mut Vec<Vec<Index>>,
) {
    if chosen.len() == size {
        let outside = |row: usize| !chosen.contains(&row) && rows[row].1 & covered != 0;
        if (0..rows.len()).any(outside) {
            found.push(chosen.iter().map(|&row| rows[row].0).collect());
        }
        return;
    }
    for row in from..rows.len() {
        let covered = covered | rows[row].1;
        if covered.count_ones() as usize <= size {
            chosen.push(row);
            extend(rows, size, chosen, row + 1, covered, found);
            chosen.pop();
        }
    }
}

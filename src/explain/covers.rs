//! Covers: *k* truths whose candidates lie in *k* links, so that the links have no other.
//!
//! In a unit, cells against digits: naked subsets, and hidden ones the other way round. Of a
//! digit, rows against columns, and the other way round: fish. One search serves all: the
//! all-different filter at a small size.

use super::TimedOut;
use super::lists::Index;
use super::web::Web;
use crate::answer::Deadline;
use crate::rules::{Group, UnitKind};

/// Truths of all covers of this size that refute something.
pub(super) fn covers(
    web: &Web,
    size: usize,
    deadline: Deadline,
) -> Result<Vec<Vec<Index>>, TimedOut> {
    let rules = web.groups.rules();
    let places = |unit, digit| web.groups.group_index(Group::Unit(unit, digit));
    let mut found = Vec::new();
    let mut both_ways = |first: &[Index], second: &[Index]| {
        cover(web, first, second, size, &mut found);
        cover(web, second, first, size, &mut found);
        if deadline.is_over() { Err(TimedOut) } else { Ok(()) }
    };
    for (index, unit) in rules.indexed_units() {
        let cells = unit.cells.iter().map(|&cell| web.groups.group_index(Group::Cell(cell)));
        let digits = rules.size().digits().map(|digit| places(index, digit));
        both_ways(&cells.collect::<Vec<_>>(), &digits.collect::<Vec<_>>())?;
    }
    for digit in rules.size().digits() {
        let lines = |is_wanted: fn(&UnitKind) -> bool| -> Vec<Index> {
            let lines = rules.indexed_units().filter(|(_, unit)| is_wanted(&unit.kind));
            lines.map(|(index, _)| places(index, digit)).collect()
        };
        let rows = lines(|kind| matches!(kind, UnitKind::Row(_)));
        let columns = lines(|kind| matches!(kind, UnitKind::Column(_)));
        both_ways(&rows, &columns)?;
    }
    Ok(found)
}

/// The covers of some of these truths, which share no candidate, by some of these links.
fn cover(web: &Web, truths: &[Index], links: &[Index], size: usize, found: &mut Vec<Vec<Index>>) {
    let in_links = |truth: Index| {
        let of = |&member: &Index| {
            let link = links.iter().position(|link| web.groups.links(member).contains(link));
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

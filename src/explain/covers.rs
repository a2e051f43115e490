//! Covers: *k* truths whose candidates are all in *k* links. Other candidates in these links cannot
//! hold.
//!
//! Within a unit: if the truths are cells and the links are digits, a cover is a naked subset; if
//! the truths are digits and the links are cells, it is a hidden subset. For one digit, a cover of
//! rows by columns, or of columns by rows, is a fish. The same search finds all of these; it works
//! like an all-different filter for few cells.

use super::TimedOut;
use super::lists::Index;
use super::web::Web;
use crate::answer::Deadline;
use crate::rules::{Group, UnitKind};

/// Truths without common candidates, each with the links of its candidates as bits.
type Rows = Vec<(Index, u64)>;

/// The groups of truths in which covers are searched: those of each unit, and the rows and columns
/// of each digit.
pub(super) struct Covers(Vec<Rows>);

impl Covers {
    pub(super) fn new(web: &Web) -> Covers {
        let rules = web.groups.rules();
        let places = |unit, digit| web.groups.group_index(Group::Unit(unit, digit));
        let mut both_ways: Vec<[Vec<Index>; 2]> = Vec::new();
        for (index, unit) in rules.indexed_units() {
            let cells = unit.cells.iter().map(|&cell| web.groups.group_index(Group::Cell(cell)));
            let digits = rules.size().digits().map(|digit| places(index, digit));
            both_ways.push([cells.collect(), digits.collect()]);
        }
        for digit in rules.size().digits() {
            let lines = |is_wanted: fn(&UnitKind) -> bool| -> Vec<Index> {
                let lines = rules.indexed_units().filter(|(_, unit)| is_wanted(&unit.kind));
                lines.map(|(index, _)| places(index, digit)).collect()
            };
            let rows = lines(|kind| matches!(kind, UnitKind::Row(_)));
            both_ways.push([rows, lines(|kind| matches!(kind, UnitKind::Column(_)))]);
        }
        let mut bit_of = vec![0; web.groups.link_count()];
        let mut rows = |[truths, links]: [&Vec<Index>; 2]| -> Rows {
            (0..).zip(links).for_each(|(place, &link)| bit_of[link as usize] = 1 << place);
            let bit = |&member: &Index| {
                web.groups.links(member).iter().fold(0, |bit, &link| bit | bit_of[link as usize])
            };
            let bits = |&truth: &Index| web.members(truth).iter().map(bit).fold(0, |a, b| a | b);
            // The truth of a placed digit has no candidates here.
            let rows = truths.iter().map(|truth| (*truth, bits(truth))).filter(|row| row.1 != 0);
            let rows = rows.collect();
            links.iter().for_each(|&link| bit_of[link as usize] = 0);
            rows
        };
        let all = both_ways.iter().flat_map(|[a, b]| [rows([a, b]), rows([b, a])]);
        Covers(all.collect())
    }

    /// The truths of each cover of this size that refutes a candidate.
    pub(super) fn of_size(
        &self,
        size: usize,
        deadline: Deadline,
    ) -> Result<Vec<Vec<Index>>, TimedOut> {
        let mut found = Vec::new();
        for rows in self.0.iter().filter(|rows| rows.len() > size) {
            deadline.ok_or(TimedOut)?;
            extend(rows, size, &mut Vec::new(), 0, 0, &mut found);
        }
        Ok(found)
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

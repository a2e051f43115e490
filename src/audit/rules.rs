//! The clauses of the rules, in the variables of the formula under audit, and an argument by
//! counting that shows that some of them follow. The clauses are made directly from the groups,
//! without the encoder.

use std::collections::{BTreeSet, HashMap};

use itertools::Itertools;

use super::map::VariableMap;
use crate::answer::Deadline;
use crate::encode::Reason;
use crate::grid::Cell;
use crate::rules::{Group, Puzzle, Rules, UnitIndex, UnitKind};

/// The relation of a clause of the rules to the formula. For several clauses together, it is the
/// greatest of their relations.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Standing {
    /// Every model satisfies the clause.
    Follows,
    /// It is not known.
    Open,
    /// Some model violates the clause.
    Fails,
}

/// A clause of the rules.
#[derive(Debug)]
pub(super) struct Stated {
    pub clause: Vec<i32>,
    pub reason: Reason,
    pub standing: Standing,
}

/// All clauses of a puzzle, each once: at least one candidate of each group, at most one of every
/// two candidates of a group, and the givens.
pub(super) struct Reference {
    pub stated: Vec<Stated>,
    /// For each group of which exactly one candidate is placed: the indices of the clause "at least
    /// one" and of the clauses "at most one".
    bounds: Vec<(usize, Vec<usize>)>,
    planes: Vec<Plane>,
}

/// Several divisions of the same candidates into groups, always into the same number of groups: the
/// candidates of a unit are divided by cells and by digits, the candidates of a digit by rows, by
/// columns and by boxes. In each division, the number of placed candidates is the number of groups.
struct Plane(Vec<Vec<usize>>);

impl Reference {
    /// The clauses of a puzzle; `None` if the deadline passed before.
    pub fn new(puzzle: &Puzzle, map: &VariableMap, deadline: Deadline) -> Option<Reference> {
        let rules = puzzle.rules();
        let (mut stated, mut bounds, mut pairs) = (Vec::new(), Vec::new(), HashMap::new());
        let mut state = |clause: Vec<i32>, reason| {
            stated.push(Stated { clause, reason, standing: Standing::Open });
            stated.len() - 1
        };
        for group in rules.groups() {
            deadline.ok_or(()).ok()?;
            let lits: Vec<i32> = group.candidates(rules).map(|member| map.lit(member)).collect();
            let is_exact = !matches!(group, Group::Pair(..));
            let at_least = is_exact.then(|| state(lits.clone(), Reason::AtLeastOne(group)));
            let at_most = lits.iter().array_combinations().map(|[&first, &second]| {
                let pair = (first.min(second), first.max(second));
                *pairs
                    .entry(pair)
                    .or_insert_with(|| state(vec![-first, -second], Reason::AtMostOne(group)))
            });
            let at_most = at_most.collect();
            bounds.extend(at_least.map(|at_least| (at_least, at_most)));
        }
        for given in puzzle.givens().filled() {
            state(vec![map.lit(given)], Reason::Given(given));
        }
        Some(Reference { stated, bounds, planes: planes(rules) })
    }

    /// The clauses themselves.
    pub fn clauses(&self) -> impl Iterator<Item = &[i32]> {
        self.stated.iter().map(|stated| &stated.clause[..])
    }

    /// Finds, by counting, clauses that follow from the clauses that are known to follow. Marks and
    /// returns these clauses.
    ///
    /// If at least one candidate is placed in each group of a division, there are at least as many
    /// placed candidates as groups. Then, in any other division, a group has at least one placed
    /// candidate if no other group of that division has more than one. The same is true with "at
    /// most" instead of "at least", and "less" instead of "more". This is the pigeonhole principle,
    /// for which resolution, and so a SAT solver, has no short proof.
    pub fn count(&mut self, deadline: Deadline) -> Vec<usize> {
        let mut found = Vec::new();
        loop {
            let before = found.len();
            for Plane(divisions) in &self.planes {
                if deadline.is_over() {
                    return found;
                }
                let follows = |&clause: &usize| self.stated[clause].standing == Standing::Follows;
                let has_least = |&group: &usize| follows(&self.bounds[group].0);
                let has_most = |&group: &usize| self.bounds[group].1.iter().all(follows);
                let enough = divisions.iter().any(|groups| groups.iter().all(has_least));
                let no_more = divisions.iter().any(|groups| groups.iter().all(has_most));
                let mut new = Vec::new();
                for groups in divisions {
                    if enough {
                        let least = |&group: &usize| vec![self.bounds[group].0];
                        new.extend(forced(groups, has_most, least));
                    }
                    if no_more {
                        let most = |&group: &usize| self.bounds[group].1.clone();
                        new.extend(forced(groups, has_least, most));
                    }
                }
                for clause in new {
                    if self.stated[clause].standing == Standing::Open {
                        self.stated[clause].standing = Standing::Follows;
                        found.push(clause);
                    }
                }
            }
            if found.len() == before {
                return found;
            }
        }
    }
}

/// The clauses of all groups if all groups are bounded; only the clauses of the unbounded group if
/// exactly one group is unbounded.
fn forced(
    groups: &[usize],
    is_bounded: impl Fn(&usize) -> bool,
    clauses: impl Fn(&usize) -> Vec<usize>,
) -> Vec<usize> {
    let unbounded: Vec<&usize> = groups.iter().filter(|group| !is_bounded(group)).take(2).collect();
    match unbounded[..] {
        [] => groups.iter().flat_map(clauses).collect(),
        [only] => clauses(only),
        _ => Vec::new(),
    }
}

fn planes(rules: &Rules) -> Vec<Plane> {
    let of_cell = |&cell: &Cell| rules.group_index(Group::Cell(cell));
    let of_unit = |unit, digit| rules.group_index(Group::Unit(unit, digit));
    let digits = || rules.size().digits();
    let of_units = rules.indexed_units().map(|(index, unit)| {
        let by_digit = digits().map(|digit| of_unit(index, digit)).collect();
        Plane(vec![unit.cells.iter().map(of_cell).collect(), by_digit])
    });
    let is_row = |kind| matches!(kind, UnitKind::Row(_));
    let is_column = |kind| matches!(kind, UnitKind::Column(_));
    let divisions = [is_row, is_column, UnitKind::is_box].map(|is_kind| division(rules, is_kind));
    let of_digits = digits().map(|digit| {
        let by_units = |units: &Vec<_>| units.iter().map(|&unit| of_unit(unit, digit)).collect();
        Plane(divisions.iter().flatten().map(by_units).collect())
    });
    of_units.chain(of_digits).collect()
}

/// The units of a kind, if each cell is in exactly one of them. If a region has the cells of a row,
/// the rules have only the row, which is then one of these units.
fn division(rules: &Rules, is_kind: fn(UnitKind) -> bool) -> Option<Vec<UnitIndex>> {
    let (units, others): (Vec<_>, Vec<_>) =
        rules.indexed_units().partition(|(_, unit)| is_kind(unit.kind));
    let mut open: BTreeSet<Cell> = rules.size().cells().collect();
    let mut division = Vec::new();
    for (index, unit) in units.into_iter().chain(others) {
        if unit.cells.iter().all(|cell| open.contains(cell)) {
            open.retain(|cell| !unit.cells.contains(cell));
            division.push(index);
        }
    }
    open.is_empty().then_some(division)
}

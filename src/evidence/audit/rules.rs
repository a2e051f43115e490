//! The clauses of the rules, in the variables of the formula under audit, and what follows from
//! them by counting.

use std::collections::HashMap;

use itertools::Itertools;

use super::map::VariableMap;
use crate::answer::Deadline;
use crate::encode::{AtMostOne, Encoding, Formula, Preset, Reason};
use crate::grid::Cell;
use crate::rules::{Group, Puzzle, Rules, UnitKind};

/// How a clause of the rules stands to the formula. What is greatest of several holds for them all.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Standing {
    /// Every model satisfies it.
    Follows,
    /// Not known.
    Open,
    /// A model violates it.
    Fails,
}

/// All clauses of a puzzle: the extended encoding, pairwise, and the givens.
pub(super) struct Reference {
    pub clauses: Vec<Vec<i32>>,
    pub reasons: Vec<Reason>,
    pub standing: Vec<Standing>,
    /// By group of which exactly one candidate is placed.
    stated: Vec<Stated>,
    planes: Vec<Plane>,
}

/// What is said of a group, in clauses.
struct Stated {
    at_least: usize,
    at_most: Vec<usize>,
}

/// The same candidates divided into groups in several ways, so many each time: those of a unit by
/// its cells and by digits, those of a digit by rows, by columns and by boxes. As many are placed
/// as there are groups, however they are counted.
struct Plane(Vec<Vec<usize>>);

impl Reference {
    /// `None` if the deadline comes first.
    pub fn new(puzzle: &Puzzle, map: &VariableMap, deadline: Deadline) -> Option<Reference> {
        let encoding = Encoding { preset: Preset::Extended, amo: AtMostOne::Pairwise };
        let formula = Formula::whole(puzzle, encoding);
        let (mut clauses, mut reasons) = (Vec::new(), Vec::new());
        let mut in_time = deadline.watch(());
        let made = formula.try_for_each_clause(|clause, reason| {
            let lits = clause.iter().map(|lit| {
                let candidate = formula.numbering().candidate(lit.var()).expect("no auxiliaries");
                let placed = map.lit(candidate);
                if lit.is_positive() { placed } else { -placed }
            });
            clauses.push(lits.collect());
            reasons.push(reason);
            in_time()
        });
        made.ok()?;
        let standing = vec![Standing::Open; clauses.len()];
        let stated = stated(&clauses, &reasons);
        Some(Reference { clauses, reasons, standing, stated, planes: planes(puzzle.rules()) })
    }

    /// Marks what follows by counting from what is known to follow, and returns it.
    ///
    /// If each group of a division has at least one candidate placed, at least as many are placed
    /// as there are groups. Then in any division a group has at least one if no other has more
    /// than one; and so on with most for least. This is the pigeonhole principle, which
    /// resolution, and so a SAT solver, cannot use in short.
    pub fn count(&mut self) -> Vec<usize> {
        let mut found = Vec::new();
        loop {
            let before = found.len();
            for Plane(divisions) in &self.planes {
                let follows = |&clause: &usize| self.standing[clause] == Standing::Follows;
                let has_least = |&group: &usize| follows(&self.stated[group].at_least);
                let has_most = |&group: &usize| self.stated[group].at_most.iter().all(follows);
                let enough = divisions.iter().any(|groups| groups.iter().all(has_least));
                let no_more = divisions.iter().any(|groups| groups.iter().all(has_most));
                let mut new = Vec::new();
                for groups in divisions {
                    if enough {
                        let least = |&group: &usize| vec![self.stated[group].at_least];
                        new.extend(forced(groups, has_most, least));
                    }
                    if no_more {
                        let most = |&group: &usize| self.stated[group].at_most.clone();
                        new.extend(forced(groups, has_least, most));
                    }
                }
                for clause in new {
                    if self.standing[clause] == Standing::Open {
                        self.standing[clause] = Standing::Follows;
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

/// The clauses of all groups if all are bounded, of the one that is not if it is the only one.
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

/// What the clauses say of each group, in the order of the groups.
fn stated(clauses: &[Vec<i32>], reasons: &[Reason]) -> Vec<Stated> {
    let pairs: HashMap<[i32; 2], usize> = clauses
        .iter()
        .enumerate()
        .filter_map(|(index, clause)| Some((sorted(clause[..].try_into().ok()?), index)))
        .collect();
    let is_least = |&index: &usize| matches!(reasons[index], Reason::AtLeastOne(_));
    let stated = (0..clauses.len()).filter(is_least).map(|at_least| {
        let pairs_of = clauses[at_least].iter().map(|lit| -lit).array_combinations();
        Stated { at_least, at_most: pairs_of.map(|two| pairs[&sorted(two)]).collect() }
    });
    stated.collect()
}

fn planes(rules: &Rules) -> Vec<Plane> {
    let of_cell = |&cell: &Cell| rules.group_index(Group::Cell(cell));
    let of_unit = |unit, digit| rules.group_index(Group::Unit(unit, digit));
    let digits = || rules.size().digits();
    let of_units = rules.indexed_units().map(|(index, unit)| {
        let by_digit = digits().map(|digit| of_unit(index, digit)).collect();
        Plane(vec![unit.cells.iter().map(of_cell).collect(), by_digit])
    });
    let of_digits = digits().map(|digit| {
        let by_units = |is_kind: fn(UnitKind) -> bool| -> Vec<usize> {
            let units = rules.indexed_units().filter(|(_, unit)| is_kind(unit.kind));
            units.map(|(index, _)| of_unit(index, digit)).collect()
        };
        let mut divisions = vec![
            by_units(|kind| matches!(kind, UnitKind::Row(_))),
            by_units(|kind| matches!(kind, UnitKind::Column(_))),
            by_units(UnitKind::is_box),
        ];
        divisions.retain(|groups| !groups.is_empty());
        Plane(divisions)
    });
    of_units.chain(of_digits).collect()
}

fn sorted([first, second]: [i32; 2]) -> [i32; 2] {
    [first.min(second), first.max(second)]
}

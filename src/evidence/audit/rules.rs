//! The clauses of the rules, in the variables of the formula under audit, and what follows from
//! them by counting.

use std::collections::HashMap;

use itertools::Itertools;

use super::map::VariableMap;
use crate::answer::Deadline;
use crate::encode::{AtMostOne, Encoding, Formula, Preset, Reason};
use crate::rules::{Puzzle, Unit, UnitKind};

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
    /// The cells' and the units' groups of candidates of which exactly one is placed.
    lines: Vec<Line>,
    planes: Vec<Plane>,
}

/// Candidates of which the rules place exactly one, as clauses.
struct Line {
    at_least: usize,
    at_most: Vec<usize>,
}

/// The same candidates divided into lines in several ways, so many lines each time: those of a
/// unit by its cells and by digits, those of a digit by rows, by columns and by boxes. As many are
/// placed as there are lines, however they are counted.
struct Plane(Vec<Vec<usize>>);

impl Reference {
    /// `None` if the deadline comes first.
    pub fn new(puzzle: &Puzzle, map: &VariableMap, deadline: Deadline) -> Option<Reference> {
        let encoding = Encoding { preset: Preset::Extended, amo: AtMostOne::Pairwise };
        let formula = Formula::whole(puzzle, encoding);
        let (mut clauses, mut reasons) = (Vec::new(), Vec::new());
        formula.for_each_clause_until(deadline, |clause, reason| {
            let lits = clause.iter().map(|lit| {
                let candidate = formula.numbering().candidate(lit.var()).expect("no auxiliaries");
                let placed = map.lit(candidate);
                if lit.is_positive() { placed } else { -placed }
            });
            clauses.push(lits.collect());
            reasons.push(reason);
        })?;
        let (lines, planes) = lines_and_planes(puzzle, &clauses, &reasons);
        let standing = vec![Standing::Open; clauses.len()];
        Some(Reference { clauses, reasons, standing, lines, planes })
    }

    /// Marks what follows by counting from what is known to follow, and returns it.
    ///
    /// If each line of a division has at least one candidate placed, at least as many are placed as
    /// there are lines. Then in any division a line has at least one if no other has more than
    /// one; and so on with most for least. This is the pigeonhole principle, which resolution, and
    /// so a SAT solver, cannot use in short.
    pub fn count(&mut self) -> Vec<usize> {
        let mut found = Vec::new();
        loop {
            let before = found.len();
            for Plane(divisions) in &self.planes {
                let follows = |&clause: &usize| self.standing[clause] == Standing::Follows;
                let has_least = |&line: &usize| follows(&self.lines[line].at_least);
                let has_most = |&line: &usize| self.lines[line].at_most.iter().all(follows);
                let enough = divisions.iter().any(|lines| lines.iter().all(has_least));
                let no_more = divisions.iter().any(|lines| lines.iter().all(has_most));
                let mut new = Vec::new();
                for lines in divisions {
                    if enough {
                        let least = |&line: &usize| vec![self.lines[line].at_least];
                        new.extend(forced(lines, has_most, least));
                    }
                    if no_more {
                        let most = |&line: &usize| self.lines[line].at_most.clone();
                        new.extend(forced(lines, has_least, most));
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

/// The clauses of all lines if all are bounded, of the one that is not if it is the only one.
fn forced(
    lines: &[usize],
    is_bounded: impl Fn(&usize) -> bool,
    clauses: impl Fn(&usize) -> Vec<usize>,
) -> Vec<usize> {
    let unbounded: Vec<&usize> = lines.iter().filter(|line| !is_bounded(line)).take(2).collect();
    match unbounded[..] {
        [] => lines.iter().flat_map(clauses).collect(),
        [only] => clauses(only),
        _ => Vec::new(),
    }
}

fn lines_and_planes(
    puzzle: &Puzzle,
    clauses: &[Vec<i32>],
    reasons: &[Reason],
) -> (Vec<Line>, Vec<Plane>) {
    let (rules, size) = (puzzle.rules(), puzzle.size());
    let pairs: HashMap<[i32; 2], usize> = clauses
        .iter()
        .enumerate()
        .filter_map(|(index, clause)| Some((sorted(clause[..].try_into().ok()?), index)))
        .collect();
    let is_least =
        |reason: Reason| matches!(reason, Reason::CellAtLeastOne(_) | Reason::UnitAtLeastOne(..));
    // Cells come first, then units, each with all digits.
    let lines = (0..clauses.len()).filter(|&index| is_least(reasons[index])).map(|at_least| {
        let pairs_of = clauses[at_least].iter().map(|lit| -lit).array_combinations();
        Line { at_least, at_most: pairs_of.map(|two| pairs[&sorted(two)]).collect() }
    });
    let lines = lines.collect();
    let of_unit = |unit: usize, digit: usize| size.cell_count() + unit * size.side() + digit;
    let mut planes: Vec<Plane> = rules
        .units()
        .iter()
        .enumerate()
        .map(|(unit, Unit { cells, .. })| {
            let by_cell = cells.iter().map(|cell| cell.index()).collect();
            let by_digit = (0..size.side()).map(|digit| of_unit(unit, digit)).collect();
            Plane(vec![by_cell, by_digit])
        })
        .collect();
    let of_kind = |is_kind: fn(UnitKind) -> bool| -> Vec<usize> {
        let units = rules.units().iter().enumerate();
        units.filter(|(_, unit)| is_kind(unit.kind)).map(|(index, _)| index).collect()
    };
    let divisions = [
        of_kind(|kind| matches!(kind, UnitKind::Row(_))),
        of_kind(|kind| matches!(kind, UnitKind::Column(_))),
        of_kind(UnitKind::is_box),
    ];
    for digit in 0..size.side() {
        let divisions = divisions.iter().filter(|units| !units.is_empty());
        let by_units =
            |units: &Vec<usize>| units.iter().map(|&unit| of_unit(unit, digit)).collect();
        planes.push(Plane(divisions.map(by_units).collect()));
    }
    (lines, planes)
}

fn sorted([first, second]: [i32; 2]) -> [i32; 2] {
    [first.min(second), first.max(second)]
}

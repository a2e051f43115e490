//! What unit propagation on the formula finds.

use itertools::Itertools;

use super::map::VariableMap;
use crate::answer::Deadline;
use crate::evidence::checker::Clauses;
use crate::grid::{Candidate, Cell, Digit};
use crate::rules::{Group, Puzzle, Unit};

/// How many of the deductions of a kind unit propagation makes, tried one by one on the formula as
/// it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Strength {
    /// The kind of deduction, in words.
    pub deduction: &'static str,
    /// How many it makes.
    pub made: usize,
    /// How many there are.
    pub all: usize,
}

/// What is assumed, and what should follow.
type Trial = (Vec<i32>, Vec<i32>);

/// Tries each deduction of each kind; `None` if the deadline comes first.
pub(super) fn find_strength(
    puzzle: &Puzzle,
    map: &VariableMap,
    propagation: &mut Clauses,
    deadline: Deadline,
) -> Option<Vec<Strength>> {
    let (rules, size) = (puzzle.rules(), puzzle.size());
    let not = |cell: Cell, digit: Digit| -map.lit(Candidate { cell, digit });
    // The last candidate of a group is placed.
    let singles = |group: Group| {
        let lits: Vec<i32> = group.candidates(rules).map(|member| map.lit(member)).collect();
        let single = |&lit: &i32| -> Trial {
            (lits.iter().filter(|&&other| other != lit).map(|other| -other).collect(), vec![lit])
        };
        lits.iter().map(single).collect_vec()
    };
    let locked = |unit: &Unit, other: &Unit, digit: Digit| -> Trial {
        let outside = |cells: &[Cell], those: &[Cell]| {
            cells
                .iter()
                .filter(|cell| !those.contains(cell))
                .map(|&cell| not(cell, digit))
                .collect()
        };
        (outside(&unit.cells, &other.cells), outside(&other.cells, &unit.cells))
    };
    // Units that share two cells or more.
    let crossings =
        rules.units().iter().cartesian_product(rules.units()).filter(|(unit, other)| {
            unit.kind != other.kind
                && unit.cells.iter().filter(|cell| other.cells.contains(cell)).count() > 1
        });
    let kinds: [(&str, &mut dyn Iterator<Item = Trial>); 5] = [
        (
            "a placed digit excludes the others of its cell",
            &mut size.candidates().map(|Candidate { cell, digit }| {
                let others = size.digits().filter(|&other| other != digit);
                (vec![-not(cell, digit)], others.map(|other| not(cell, other)).collect())
            }),
        ),
        (
            "a placed digit is excluded from its peers",
            &mut size.candidates().map(|Candidate { cell, digit }| {
                let peers = rules.peers(cell).map(|peer| not(peer, digit));
                (vec![-not(cell, digit)], peers.collect())
            }),
        ),
        (
            "naked single: the last digit of a cell is placed",
            &mut size.cells().flat_map(|cell| singles(Group::Cell(cell))),
        ),
        (
            "hidden single: the last place of a digit in a unit is taken",
            &mut rules.groups().filter(|group| group.unit().is_some()).flat_map(singles),
        ),
        (
            "locked candidates: a digit confined to another unit is excluded from the rest of it",
            &mut crossings.flat_map(|(unit, other)| {
                size.digits().map(|digit| locked(unit, other, digit)).collect_vec()
            }),
        ),
    ];
    let mut found = Vec::new();
    for (deduction, trials) in kinds {
        let (mut made, mut all) = (0, 0);
        for (assumed, concluded) in trials.filter(|(_, concluded)| !concluded.is_empty()) {
            deadline.ok_or(()).ok()?;
            all += 1;
            made += usize::from(propagation.implies(&assumed, &concluded));
        }
        found.push(Strength { deduction, made, all });
    }
    Some(found)
}

//! What unit propagation on the formula finds.

use super::map::VariableMap;
use crate::answer::Deadline;
use crate::evidence::checker::Clauses;
use crate::grid::{Candidate, Cell, Digit};
use crate::rules::Puzzle;

/// How many of the deductions of a kind unit propagation makes, tried one by one on the formula as
/// it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strength {
    /// The kind of deduction, in short.
    pub name: &'static str,
    /// The kind of deduction, in words.
    pub deduction: &'static str,
    /// How many it makes.
    pub made: usize,
    /// How many there are.
    pub all: usize,
}

/// Tries each deduction of each kind; `None` if the deadline comes first.
pub(super) fn strength(
    puzzle: &Puzzle,
    map: &VariableMap,
    propagation: &mut Clauses,
    deadline: Deadline,
) -> Option<Vec<Strength>> {
    let (rules, size) = (puzzle.rules(), puzzle.size());
    let lit = |cell: Cell, digit: Digit| map.lit(Candidate { cell, digit });
    let all = || itertools::iproduct!(size.cells(), size.digits());
    let mut found = Vec::new();
    let mut count = |name, deduction, trials: &mut dyn Iterator<Item = (Vec<i32>, Vec<i32>)>| {
        let (mut made, mut all) = (0, 0);
        for (assumed, concluded) in trials.filter(|(_, concluded)| !concluded.is_empty()) {
            if deadline.is_over() {
                return None;
            }
            all += 1;
            made += usize::from(propagation.implies(&assumed, &concluded));
        }
        found.push(Strength { name, deduction, made, all });
        Some(())
    };
    count(
        "cell",
        "a placed digit excludes the others of its cell",
        &mut all().map(|(cell, digit)| {
            let others = size.digits().filter(|&other| other != digit);
            (vec![lit(cell, digit)], others.map(|other| -lit(cell, other)).collect())
        }),
    )?;
    count(
        "peers",
        "a placed digit is excluded from its peers",
        &mut all().map(|(cell, digit)| {
            (vec![lit(cell, digit)], rules.peers(cell).map(|peer| -lit(peer, digit)).collect())
        }),
    )?;
    count(
        "naked",
        "naked single: the last digit of a cell is placed",
        &mut all().map(|(cell, digit)| {
            let others = size.digits().filter(|&other| other != digit);
            (others.map(|other| -lit(cell, other)).collect(), vec![lit(cell, digit)])
        }),
    )?;
    let places = || itertools::iproduct!(rules.units(), size.digits());
    count(
        "hidden",
        "hidden single: the last place of a digit in a unit is taken",
        &mut places().flat_map(|(unit, digit)| {
            unit.cells.iter().map(move |&cell| {
                let others = unit.cells.iter().filter(move |&&other| other != cell);
                (others.map(|&other| -lit(other, digit)).collect(), vec![lit(cell, digit)])
            })
        }),
    )?;
    // Units that share two cells or more.
    let crossings = itertools::iproduct!(rules.units(), rules.units()).filter(|(unit, other)| {
        unit.kind != other.kind
            && unit.cells.iter().filter(|cell| other.cells.contains(cell)).count() > 1
    });
    count(
        "locked",
        "locked candidates: a digit confined to another unit is excluded from the rest of it",
        &mut itertools::iproduct!(crossings, size.digits()).map(|((unit, other), digit)| {
            let outside = |cells: &'_ [Cell], those: &'_ [Cell]| -> Vec<i32> {
                let outside = cells.iter().filter(|cell| !those.contains(cell));
                outside.map(|&cell| -lit(cell, digit)).collect()
            };
            (outside(&unit.cells, &other.cells), outside(&other.cells, &unit.cells))
        }),
    )?;
    Some(found)
}

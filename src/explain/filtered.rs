//! Steps of one statement: the candidates that a part of a clue, or a sum by the rule of 45,
//! excludes.

use std::cmp::Reverse;

use itertools::Itertools;

use super::clues::{Known, Left, Statement, candidates, digits};
use super::state::State;
use super::step::{Conclusion, Step};
use super::technique::Technique;
use crate::evidence::Minimality;
use crate::grid::{Candidate, Cell};
use crate::rules::clue::Digits;
use crate::rules::{Group, UnitIndex};
use crate::simplify::FilterKind;

impl State {
    /// All steps of one statement, the easiest first, each with its weight. A statement without a
    /// filling is a contradiction, and then this is the only step.
    pub(super) fn steps_of_statements(&self) -> Vec<(usize, Step)> {
        let statements = self.groups().statements();
        let masks = self.masks();
        let mut steps = Vec::new();
        for known in statements.all() {
            let weight = known.weight(&masks);
            let Some(left) = statements.left(known, &masks) else {
                let needed = statements.needed(known, &masks, |left| left.is_none());
                let step = self.of_statement(known, &needed, Conclusion::Contradiction, Vec::new());
                return vec![(weight, step)];
            };
            let gone = gone(&left, &masks);
            if gone.is_empty() {
                steps.extend(self.locked(known, &left, &masks).map(|step| (weight + 1, step)));
                continue;
            }
            let needed = statements.needed(known, &masks, |left| lose(left, &gone));
            let changed = gone.iter().map(|gone| gone.cell).dedup().collect_vec();
            let conclusion = match changed[..] {
                [cell] if left.of(cell).is_power_of_two() => {
                    let only = candidates(cell, left.of(cell)).next();
                    Conclusion::Placement(only.expect("one digit"))
                }
                _ => Conclusion::Eliminations(gone),
            };
            // A placement may also need the candidates of its cell that were removed before.
            let needed = match conclusion {
                Conclusion::Placement(placed) if !needed.contains(&placed.cell) => {
                    needed.into_iter().chain([placed.cell]).sorted().collect()
                }
                _ => needed,
            };
            steps.push((weight, self.of_statement(known, &needed, conclusion, Vec::new())));
        }
        steps.sort_by_key(|(weight, step)| {
            let places = step.conclusion.placed().is_some();
            (
                *weight,
                step.truths.len(),
                Reverse(places),
                Reverse(step.conclusion.candidates().len()),
            )
        });
        steps
    }

    /// A step of one statement that shows the whole conclusion `asked`.
    pub(super) fn step_of_statement(&self, asked: &Conclusion) -> Option<Step> {
        let steps = self.steps_of_statements().into_iter().map(|(_, step)| step);
        steps.into_iter().find_map(|step| {
            let statement = step.statements.first()?;
            let known = self.groups().statements().get(statement);
            let masks = self.masks();
            let left = self.groups().statements().left(known, &masks);
            let shows = match asked {
                Conclusion::Placement(placed) => {
                    step.conclusion.placed() == Some(*placed)
                        || left.is_some_and(|left| left.of(placed.cell) == bit(*placed))
                }
                Conclusion::Eliminations(gone) => lose(left.as_ref(), gone),
                Conclusion::Contradiction => left.is_none(),
            };
            let conclusion = asked.clone();
            // The step has all cells of the statement, although some of them may not be needed.
            let cells = known.cells.clone();
            shows.then(|| self.of_statement(known, &cells, conclusion, Vec::new()))
        })
    }

    /// For each cell, its candidates as bits.
    pub(super) fn masks(&self) -> Vec<Digits> {
        let word = |cell| self.candidates()[cell].words().first().copied().unwrap_or_default();
        self.size().cells().map(word).collect()
    }

    /// The step that removes digits from the rest of a unit, because a cage must have these digits
    /// in its cells of the unit.
    fn locked(&self, known: &Known, left: &Left, masks: &[Digits]) -> Option<Step> {
        let FilterKind::Sets { shared, .. } = &known.filter.kind else { return None };
        let statements = self.groups().statements();
        shared.iter().find_map(|&(unit, _)| {
            let rest =
                self.rules().unit(unit).cells.iter().filter(|cell| !known.cells.contains(cell));
            let rest = rest.copied().collect_vec();
            let locked = self.locked_in(known, left, masks, unit);
            let gone = rest.iter().flat_map(|&cell| candidates(cell, masks[cell.index()] & locked));
            let gone = gone.sorted().collect_vec();
            let locked = gone.iter().fold(0, |all, gone| all | bit(*gone));
            if gone.is_empty() {
                return None;
            }
            let inside = |cell: &Cell| self.rules().units_of(*cell).contains(&unit);
            let mut needed = statements
                .needed(known, masks, |left| left.is_some_and(|left| locked & !left.common == 0));
            // These digits are not candidates in the cells of the cage outside the unit.
            let outside = known.cells.iter().filter(|cell| !inside(cell));
            needed.extend(outside.filter(|cell| !needed.contains(cell)).copied().collect_vec());
            needed.sort_unstable();
            let links = digits(locked).map(|digit| Group::Unit(unit, digit)).collect();
            Some(self.of_statement(known, &needed, Conclusion::Eliminations(gone), links))
        })
    }

    /// The digits that a cage must have, and that are candidates only in those cells of the cage
    /// that are in the unit.
    fn locked_in(&self, known: &Known, left: &Left, masks: &[Digits], unit: UnitIndex) -> Digits {
        let is_outside = |cell: &&Cell| !self.rules().units_of(**cell).contains(&unit);
        let outside = known.cells.iter().filter(is_outside);
        outside.fold(left.common, |locked, cell| locked & !masks[cell.index()])
    }

    fn of_statement(
        &self,
        known: &Known,
        cells: &[Cell],
        conclusion: Conclusion,
        links: Vec<Group>,
    ) -> Step {
        let technique = match (&conclusion, &known.statement) {
            (_, Statement::Part(index)) => {
                Technique::Clue(self.rules().clues()[index.clue as usize].kind)
            }
            (_, Statement::Sum(_)) => Technique::RuleOf45,
        };
        Step {
            conclusion,
            truths: cells.iter().map(|&cell| Group::Cell(cell)).collect(),
            links,
            statements: vec![known.statement.clone()],
            assumed: Vec::new(),
            minimality: Minimality::Minimal,
            technique,
            also: Vec::new(),
        }
    }
}

/// The candidates that a statement removes, ascending.
pub(super) fn gone(left: &Left, masks: &[Digits]) -> Vec<Candidate> {
    let lost = |&(cell, kept): &(Cell, Digits)| candidates(cell, masks[cell.index()] & !kept);
    left.digits.iter().flat_map(lost).collect()
}

/// Whether a statement removes all of these candidates. Also true if the statement has no filling.
pub(super) fn lose(left: Option<&Left>, gone: &[Candidate]) -> bool {
    left.is_none_or(|left| gone.iter().all(|gone| left.of(gone.cell) & bit(*gone) == 0))
}

fn bit(candidate: Candidate) -> Digits {
    1 << candidate.digit.index()
}

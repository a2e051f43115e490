//! Deadly patterns, which a puzzle with exactly one solution cannot be reduced to, with few truths.

use itertools::Itertools;

use super::look::{Look, are_parallel};
use super::row::Row;
use crate::evidence::enumerate;
use crate::explain::deadly::Deadly;
use crate::explain::step::Step;
use crate::explain::technique::Technique;
use crate::explain::words::Words;
use crate::grid::Cell;
use crate::rules::{Group, UnitKind};

const UNIQUE: Row =
    Row { fits: fit, says: |words| Some(words.two_solutions()), is_assumed: true, ..Row::PLAIN };

pub(super) const ROWS: &[Row] = &[
    Row {
        named: &[(Technique::UniqueRectangle(0), "a unique rectangle")],
        about: "Four cells of two rows, two columns and two boxes cannot all hold the same two \
                digits: the digits could be exchanged, so there would be a second solution.",
        of_size: "a unique rectangle (type {})",
        ..UNIQUE
    },
    Row {
        named: &[(Technique::HiddenRectangle, "a hidden rectangle")],
        about: "One corner of a unique rectangle has only the two digits as candidates. In the row \
                and the column of the opposite corner, one of the digits has no place outside the \
                rectangle: the other digit is removed from this opposite corner.",
        ..UNIQUE
    },
    Row {
        named: &[(Technique::AvoidableRectangle(0), "an avoidable rectangle")],
        about: "A unique rectangle of which some corners are filled; none of its corners is a \
                given.",
        of_size: "an avoidable rectangle (type {})",
        ..UNIQUE
    },
    Row {
        named: &[(Technique::UniqueLoop(0), "a unique loop")],
        about: "Six cells or more in a ring cannot all hold the same two digits: the digits could \
                be exchanged, so there would be a second solution.",
        of_size: "a unique loop (type {})",
        ..UNIQUE
    },
    Row {
        named: &[
            (Technique::BugPlus(1), "a BUG+1"),
            (Technique::BugPlus(2), "a BUG+2"),
            (Technique::BugPlus(3), "a BUG+3"),
        ],
        about: "All candidates except {} form a grave: two candidates in each open cell, and two \
                places of each open digit in each unit. At least one candidate outside the grave \
                holds.",
        of_size: "a BUG+{}",
        ..UNIQUE
    },
];

/// The name of a pattern together with the other truths of the step.
fn fit(look: &Look<'_>) -> Option<Technique> {
    let deadly = look.pattern()?;
    let truth = *look.core.truths.last()?;
    let others = look.web.members(truth).iter();
    let others = others.map(|&member| look.web.groups.candidate(member)).collect_vec();
    if !deadly.is_of_two_digits() {
        return look.groups.is_empty().then_some(Technique::BugPlus(others.len()));
    }
    let count = deadly.cells().count();
    let is_placed = |cell: Cell| look.web.placed.get(cell).is_some();
    let has_placed = deadly.cells().any(is_placed);
    let kind = |number| match (count, number) {
        (4, 1..=2) if has_placed => Some(Technique::AvoidableRectangle(number)),
        (4, _) => (!has_placed).then_some(Technique::UniqueRectangle(number)),
        (_, 1..=4) => Some(Technique::UniqueLoop(number)),
        _ => None,
    };
    // The corners that have other candidates.
    let corners: Vec<Cell> = others.iter().map(|other| other.cell).dedup().collect();
    let in_line = !look.shared_units(&corners).is_empty();
    if look.groups.is_empty() {
        let of_one_digit = others.iter().map(|other| other.digit).all_equal();
        return match (corners.len(), in_line) {
            (1, _) => kind(1),
            (_, true) => kind(2).filter(|_| of_one_digit),
            (_, false) => kind(if has_placed { 2 } else { 5 }).filter(|_| of_one_digit),
        };
    }
    let cells: Option<Vec<Cell>> = look.groups.iter().map(Group::cell).collect();
    if let Some(cells) = cells {
        let all: Vec<Cell> = cells.into_iter().chain(corners).collect();
        let is_subset = !look.shared_units(&all).is_empty();
        return kind(3).filter(|_| is_subset);
    }
    let digit = look.groups.iter().map(Group::digit).all_equal_value().ok()??;
    let is_of_pattern = deadly.digits().contains(digit);
    let lines: Vec<UnitKind> = look.groups.iter().filter_map(|&group| look.kind(group)).collect();
    let parallel = are_parallel(&lines);
    match (corners.len(), lines.len()) {
        _ if !is_of_pattern => None,
        (2, 1) if in_line => kind(4),
        (2, _) if !in_line && parallel => kind(6),
        (_, 2) if !parallel && count == 4 && !has_placed => Some(Technique::HiddenRectangle),
        _ => None,
    }
}

impl Words<'_> {
    /// The words for the reason: if the conclusion did not hold, a pattern with two solutions would
    /// remain.
    pub(super) fn two_solutions(&self) -> String {
        let step = self.step;
        let besides = Step { assumed: Vec::new(), ..step.clone() };
        let with = match &step.truths[..] {
            [] => String::new(),
            _ => format!("with {} filled in, ", Words { step: &besides, ..*self }.place()),
        };
        let patterns = step.assumed.iter().map(|deadly| self.deadly(deadly)).collect_vec();
        let patterns = enumerate(&patterns, "or");
        format!(
            "if {}, then {with}{patterns}, and the puzzle would have two solutions",
            self.opposite(step.conclusion.eliminated())
        )
    }

    /// The words for a pattern that would remain: `A1, A4, B1 and B4 would all hold 3 or 7`.
    pub(in crate::explain) fn deadly(&self, deadly: &Deadly) -> String {
        if !deadly.is_of_two_digits() {
            return "every open cell would have two candidates \
                    and every open digit two places in each unit"
                .to_owned();
        }
        let digits = self.digits(deadly.digits().iter(), "or");
        let cells = self.cells(deadly.cells(), "and");
        let is_placed = |cell| self.state.placed().get(cell).is_some();
        match deadly.cells().any(is_placed) {
            true => format!("{cells}, none of them a given, would all hold {digits}"),
            false => format!("{cells} would all hold {digits}"),
        }
    }
}

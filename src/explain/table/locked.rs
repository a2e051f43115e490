//! Locked candidates and subsets.

use itertools::Itertools;

use super::look::{Look, union};
use super::row::Row;
use crate::explain::technique::Technique;
use crate::explain::words::Words;
use crate::grid::DigitSet;
use crate::rules::{Group, UnitIndex, UnitKind};

/// Subsets and locked candidates count half a truth less than they have.
const EASY: Row = Row { least: None, more: -0.5, ..Row::PLAIN };
const LOCKED: Row =
    Row { fits: locked, says: |words| Some(in_other_unit(words)), least: Some(1), ..EASY };
const SUBSET: Row = Row { fits: subset, says: |words| Some(only_hold(words)), ..EASY };

pub(super) const ROWS: &[Row] = &[
    Row {
        named: &[(Technique::Pointing, "locked candidates (pointing)")],
        about: "All places of a digit in a box lie in one line: the digit is removed from the rest \
                of that line.",
        needs_boxes: true,
        ..LOCKED
    },
    Row {
        named: &[(Technique::Claiming, "locked candidates (claiming)")],
        about: "All places of a digit in a line lie in one box: the digit is removed from the rest \
                of that box.",
        needs_boxes: true,
        ..LOCKED
    },
    // Users ask for this technique by pointing or claiming.
    Row {
        named: &[(Technique::LockedCandidates, "locked candidates")],
        is_listed: false,
        ..LOCKED
    },
    Row {
        named: &[
            (Technique::LockedSubset(2), "a locked pair"),
            (Technique::LockedSubset(3), "a locked triple"),
            (Technique::LockedSubset(4), "a locked quad"),
        ],
        about: "{} cells in both a box and a line have {} candidates together: these digits are \
                removed from the rest of the box and of the line.",
        of_size: "a locked subset of {}",
        needs_boxes: true,
        ..SUBSET
    },
    Row {
        named: &[
            (Technique::NakedSubset(2), "a naked pair"),
            (Technique::NakedSubset(3), "a naked triple"),
            (Technique::NakedSubset(4), "a naked quad"),
        ],
        about: "{} cells of a unit have {} candidates together: they hold these digits, which are \
                removed from the rest of the unit.",
        of_size: "a naked subset of {}",
        ..SUBSET
    },
    Row {
        named: &[
            (Technique::HiddenSubset(2), "a hidden pair"),
            (Technique::HiddenSubset(3), "a hidden triple"),
            (Technique::HiddenSubset(4), "a hidden quad"),
        ],
        about: "{} digits of a unit have {} places together: these cells hold the digits, and lose \
                all other candidates.",
        of_size: "a hidden subset of {}",
        fits: |look| {
            look.refuted()?;
            look.groups.iter().map(Group::unit).all_equal_value().ok()??;
            let cells = look.members().map(|member| look.candidate(member).cell).unique().count();
            (cells == look.groups.len()).then_some(Technique::HiddenSubset(cells))
        },
        says: |words| {
            let unit = words.step.truths[0].unit()?;
            let digits: DigitSet = words.step.truths.iter().filter_map(Group::digit).collect();
            let (digits, places) = (words.digits(digits.iter(), "and"), words.places());
            Some(format!("{digits} can only be in {places} in {}", words.unit(unit)))
        },
        ..EASY
    },
];

/// The name if the truth is one unit of a digit whose places are all in another unit.
fn locked(look: &Look<'_>) -> Option<Technique> {
    let [kind] = look.units_of_one_digit()?[..] else { return None };
    // If there are several links, the removed candidate sees different places through different
    // units or pairs.
    let link = match look.core.links[..] {
        [link] => look.kind(look.web.groups.group(link)),
        _ => None,
    };
    Some(match kind {
        _ if kind.is_box() && link.is_none_or(UnitKind::is_line) => Technique::Pointing,
        _ if kind.is_line() && link.is_none_or(UnitKind::is_box) => Technique::Claiming,
        _ => Technique::LockedCandidates,
    })
}

/// The name if the truths are cells that all see each other and have as many digits as there are
/// cells. The subset is locked if several shared units are links.
fn subset(look: &Look<'_>) -> Option<Technique> {
    let (cells, digits): (Vec<_>, Vec<_>) = look.cells()?.into_iter().unzip();
    let are_peers = cells.iter().tuple_combinations().all(|(&a, &b)| look.rules().are_peers(a, b));
    if !are_peers || union(&digits).len() != cells.len() {
        return None;
    }
    let is_link = |unit: &&UnitIndex| {
        let mut links = look.core.links.iter().map(|&link| look.web.groups.group(link));
        links.any(|link| link.unit() == Some(**unit))
    };
    Some(match look.shared_units(&cells).iter().filter(is_link).count() {
        0..=1 => Technique::NakedSubset(cells.len()),
        _ => Technique::LockedSubset(cells.len()),
    })
}

/// The words for locked candidates: `in box 5 it can only be in row D`, `in row B it can only be in
/// A1 and A9, and C3 sees all of these`.
fn in_other_unit(words: &Words<'_>) -> String {
    let step = words.step;
    let units = words.units(&step.truths);
    if step.links.len() == 1 {
        return format!("in {units} it can only be in {}", words.units(&step.links));
    }
    let gone = step.conclusion.eliminated();
    let sees = if gone.len() > 1 { "see" } else { "sees" };
    let (places, gone) = (words.places(), words.cells(gone.iter().map(|c| c.cell), "and"));
    format!("in {units} it can only be in {places}, and {gone} {sees} all of these")
}

/// The words for a subset: `A1 and A2 can only hold 1 and 2`.
pub(super) fn only_hold(words: &Words<'_>) -> String {
    let digits: DigitSet = words.members().map(|candidate| candidate.digit).collect();
    format!("{} can only hold {}", words.place(), words.digits(digits.iter(), "and"))
}

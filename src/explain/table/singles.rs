//! Singles, and steps of one statement of clues.

use super::row::Row;
use crate::explain::technique::Technique;
use crate::explain::words::Words;
use crate::rules::{ClueKind, Group};

pub(super) const ROWS: &[Row] = &[
    Row {
        named: &[(Technique::Contradiction, "a contradiction")],
        is_listed: false,
        says: |words| Some(no_place(words)),
        least: Some(0),
        ..Row::PLAIN
    },
    Row {
        named: &[(Technique::FullHouse, "a full house")],
        about: "Only one cell of a row, column or box is empty: this cell holds the missing digit.",
        says: |words| {
            let unit = words.step.truths[0].unit()?;
            Some(format!("all other cells of {} are filled", words.unit(unit)))
        },
        least: Some(0),
        ..Row::PLAIN
    },
    Row {
        named: &[(Technique::HiddenSingle, "a hidden single")],
        about: "A digit has only one place left in a row, column or box: the digit goes there.",
        says: |words| {
            let (digit, unit) = (words.step.truths[0].digit()?, words.step.truths[0].unit()?);
            let (digit, places) = (words.write(digit), words.places());
            Some(format!("{digit} can only be in {places} in {}", words.unit(unit)))
        },
        least: Some(0),
        ..Row::PLAIN
    },
    Row {
        named: &[(Technique::NakedSingle, "a naked single")],
        about: "A cell has only one candidate left: the cell holds this digit.",
        fits: |look| (look.cells()?.len() == 1).then_some(Technique::NakedSingle),
        says: |words| {
            let cell = words.step.truths[0].cell()?;
            Some(format!("no other digit is left in {}", words.cell(cell)))
        },
        least: Some(0),
        ..Row::PLAIN
    },
    Row {
        named: &[(Technique::Clue(ClueKind::Differ), "a clue")],
        is_listed: false,
        least: Some(0),
        ..Row::PLAIN
    },
    Row {
        named: &[(Technique::RuleOf45, "the rule of 45")],
        about: "The sum of some rows, columns or boxes is known, and so is the sum of their cages: \
                the difference is the sum of the other cells.",
        least: Some(1),
        ..Row::PLAIN
    },
];

fn no_place(words: &Words<'_>) -> String {
    match words.step.truths[..] {
        [Group::Cell(cell)] => format!("{} has no candidate left", words.cell(cell)),
        _ => format!("there is no place left for {}", words.place()),
    }
}

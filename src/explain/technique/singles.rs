//! Singles, and steps of one statement of clues.

use super::{Row, Target, Technique, name};
use crate::explain::core::Core;
use crate::explain::lists::Index;
use crate::explain::web::Web;
use crate::explain::words::Words;
use crate::rules::{ClueKind, Group};

/// The name of a truth with one candidate, and the order among those of that name.
pub(in crate::explain) fn name_single(web: &Web, truth: Index) -> (Technique, usize) {
    let (group, assumed) = web.split(&[truth]);
    if !assumed.is_empty() {
        let placed = Target::Placed(web.members(truth)[0]);
        return (name(web, &Core::of_truth(truth), placed), 0);
    }
    let [Group::Unit(unit, _)] = group[..] else { return (Technique::NakedSingle, 0) };
    let unit = web.groups.rules().unit(unit);
    let cells = unit.cells.iter().map(|&cell| web.groups.group_index(Group::Cell(cell)));
    if cells.filter(|cell| web.truths.binary_search(cell).is_ok()).count() == 1 {
        (Technique::FullHouse, 0)
    } else {
        (Technique::HiddenSingle, usize::from(!unit.kind.is_box()))
    }
}

pub(super) const ROWS: &[Row] = &[
    Row {
        named: &[(Technique::Contradiction, "a contradiction", "")],
        is_listed: false,
        says: |words| Some(no_place(words)),
        least: Some(0),
        ..Row::PLAIN
    },
    Row {
        named: &[(
            Technique::FullHouse,
            "a full house",
            "One cell of a row, column or box is empty: it holds the digit that is missing.",
        )],
        says: |words| {
            let unit = words.step.truths[0].unit()?;
            Some(format!("all other cells of {} are filled", words.unit(unit)))
        },
        least: Some(0),
        ..Row::PLAIN
    },
    Row {
        named: &[(
            Technique::HiddenSingle,
            "a hidden single",
            "A digit has one place left in a row, column or box: it stands there.",
        )],
        says: |words| {
            let (digit, unit) = (words.step.truths[0].digit()?, words.step.truths[0].unit()?);
            let (digit, places) = (words.write(digit), words.places());
            Some(format!("{digit} can only be in {places} in {}", words.unit(unit)))
        },
        least: Some(0),
        ..Row::PLAIN
    },
    Row {
        named: &[(
            Technique::NakedSingle,
            "a naked single",
            "A cell has one candidate left: it holds that digit.",
        )],
        fits: |look| (look.cells()?.len() == 1).then_some(Technique::NakedSingle),
        says: |words| {
            let cell = words.step.truths[0].cell()?;
            Some(format!("no other digit is left in {}", words.cell(cell)))
        },
        least: Some(0),
        ..Row::PLAIN
    },
    Row {
        named: &[(Technique::Clue(ClueKind::Differ), "a clue", "")],
        is_listed: false,
        least: Some(0),
        ..Row::PLAIN
    },
    Row {
        named: &[(
            Technique::RuleOf45,
            "the rule of 45",
            "Rows, columns or boxes hold a known sum, and so do the cages in them: the difference is \
             the sum of the other cells.",
        )],
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

//! Steps of two truths of one digit, and chains of one digit.

use super::look::{Look, are_parallel};
use super::row::Row;
use crate::explain::lists::Index;
use crate::explain::technique::Technique;

/// Steps of two truths of one digit count half a truth more.
const TURBOT: Row = Row { more: 0.5, ..Row::PLAIN };
const WITH_BOX: Row = Row { fits: line_and_box, needs_boxes: true, ..TURBOT };
const X_CHAIN: Row = Row { fits: chain, ..Row::PLAIN };

pub(super) const ROWS: &[Row] = &[
    Row {
        named: &[(Technique::Skyscraper, "a skyscraper")],
        about: "A digit has two places in each of two parallel lines, and two of these places \
                share a crossing line: the digit is removed from cells that see both other places.",
        fits: |look| {
            let kinds = look.units_of_one_digit()?;
            let are_lines = kinds.len() == 2 && are_parallel(&kinds) && kinds[0].is_line();
            (are_lines && look.in_pairs()).then_some(Technique::Skyscraper)
        },
        ..TURBOT
    },
    Row {
        named: &[(Technique::TwoStringKite, "a two-string kite")],
        about: "A digit has two places in a row and two places in a column. One place of the row \
                and one place of the column share a box: the digit is removed from cells that see \
                both other places.",
        fits: |look| {
            let kinds = look.units_of_one_digit()?;
            let are_lines = kinds.len() == 2 && kinds.iter().all(|kind| kind.is_line());
            let is_fit = are_lines && !are_parallel(&kinds) && look.in_pairs();
            is_fit.then_some(Technique::TwoStringKite)
        },
        ..TURBOT
    },
    Row {
        named: &[(Technique::TurbotFish, "a turbot fish")],
        about: "A digit has two places in a box and two places in a line. One place in the box \
                sees one place in the line, so one of the other two places holds the digit: it is \
                removed from cells that see both of them.",
        ..WITH_BOX
    },
    Row {
        named: &[(Technique::EmptyRectangle, "an empty rectangle")],
        about: "All places of a digit in a box lie in one row and one column. Another column has \
                two places of the digit, and one of these is in that row: the digit is removed \
                where the first column crosses the row of the other place. Rows and columns can \
                exchange their roles.",
        ..WITH_BOX
    },
    Row {
        named: &[(Technique::SimpleColouring, "simple colouring")],
        about: "Pairs of places of one digit are linked, and linked places get two colours in \
                turn. All places of one of the colours hold the digit: it is removed from cells \
                that see both colours.",
        fits: |look| {
            look.units_of_one_digit()?;
            let is_fit = look.in_pairs() && (look.chain().is_empty() || is_coloured(look)?);
            is_fit.then_some(Technique::SimpleColouring)
        },
        ..Row::PLAIN
    },
    Row {
        named: &[(Technique::XChain, "an X-chain")],
        about: "Places of one digit form a chain in which every second link is strong: at least \
                one of the two ends holds the digit.",
        ..X_CHAIN
    },
    Row {
        named: &[(Technique::GroupedXChain, "a grouped X-chain")],
        about: "An X-chain in which a group of places counts as one place.",
        least: Some(3),
        ..X_CHAIN
    },
];

/// The name if the truths are a line and a box; it depends on whether the digit has two or more
/// places in the box.
fn line_and_box(look: &Look<'_>) -> Option<Technique> {
    let [line, of_box] = look.units_of_one_digit()?[..] else { return None };
    let name = match look.web.members(look.core.truths[1]).len() {
        ..=2 => Technique::TurbotFish,
        _ => Technique::EmptyRectangle,
    };
    (line.is_line() && of_box.is_box()).then_some(name)
}

/// The name of a chain of one digit; the chain is grouped if some part has several places.
fn chain(look: &Look<'_>) -> Option<Technique> {
    look.units_of_one_digit()?;
    let name = match look.chain().iter().any(|part| part.len() > 1) {
        true => Technique::GroupedXChain,
        false => Technique::XChain,
    };
    (!look.chain().is_empty()).then_some(name)
}

/// Whether the places of a chain alternate between two colours, joined only by pairs. The refuted
/// candidate sees both colours, or it has a colour that occurs twice in a unit.
fn is_coloured(look: &Look<'_>) -> Option<bool> {
    let target = look.refuted()?;
    let is_pair = |first: Index, second: Index| {
        let mut groups = look.web.groups.truths(first).iter();
        groups.any(|&group| {
            let members = look.web.members(group);
            members.len() == 2 && members.contains(&first) && members.contains(&second)
        })
    };
    let [first, inner @ .., last] = look.chain() else { return None };
    Some(match inner.chunks(2).filter(|link| !is_pair(link[0][0], link[1][0])).count() {
        0 => true,
        1 => is_pair(target, first[0]) && is_pair(last[0], target),
        _ => false,
    })
}

//! Propagation from a candidate to a clash, of which a story tells, and what has no other name.

use super::row::Row;
use crate::explain::technique::Technique;
use crate::explain::words::Words;

/// Told as a story.
const STORY: Row = Row { is_told_as_story: true, ..Row::PLAIN };

/// The most truths that a reader can follow without other words.
const FEW_TRUTHS: usize = 8;

// What propagation is called is seen from its derivation: see `Derivation::technique`.
pub(super) const ROWS: &[Row] = &[
    Row {
        named: &[(Technique::Nishio, "a Nishio forcing chain")],
        about: "If a candidate held, the places of its digit would clash: it is removed.",
        ..STORY
    },
    Row {
        named: &[(Technique::ForcingChain, "a forcing chain")],
        about: "If a candidate held, chains from it would clash: it is removed.",
        ..STORY
    },
    Row {
        named: &[(Technique::UnitForcingChain, "a unit forcing chain")],
        about: "Whichever place in a unit holds a digit, the same conclusion follows.",
        ..STORY
    },
    Row {
        named: &[(Technique::ForcingNet, "a forcing net")],
        about: "If a candidate held, all that follows from it would clash: it is removed.",
        ..STORY
    },
    Row {
        named: &[(Technique::Trial, "a trial")],
        about: "A candidate is tried, and what follows from it is noted line by line, up to a \
                clash.",
        least: Some(3),
        ..STORY
    },
    Row {
        named: &[(Technique::SetLogic(0, 0), "set logic")],
        is_listed: false,
        says: |words| (!words.step.assumed.is_empty()).then(|| words.two_solutions()),
        least: None,
        ..STORY
    },
];

impl Words<'_> {
    /// What would go wrong if a conclusion did not hold. Few truths can be followed.
    pub(super) fn otherwise(&self) -> String {
        let why = match self.step.technique {
            Technique::SetLogic(truths, _) if truths > FEW_TRUTHS => {
                format!("no short reason ({truths} truths); ")
            }
            _ => String::new(),
        };
        format!("{why}otherwise {} cannot all be filled", self.place())
    }
}

//! Techniques that are propagation from a candidate to a contradiction and are told as stories, and
//! steps without another name.

use super::row::Row;
use crate::explain::technique::Technique;
use crate::explain::words::Words;

/// A technique whose steps are told as stories.
const STORY: Row = Row { is_told_as_story: true, ..Row::PLAIN };

/// How many truths a reader can follow without an explanation.
const FEW_TRUTHS: usize = 8;

// The name of propagation depends on its derivation: see `Derivation::technique`.
pub(super) const ROWS: &[Row] = &[
    Row {
        named: &[(Technique::Nishio, "a Nishio forcing chain")],
        about: "If a candidate held, other places of the same digit would follow from it, up to a \
                clash: the candidate is removed.",
        ..STORY
    },
    Row {
        named: &[(Technique::ForcingChain, "a forcing chain")],
        about: "If a candidate held, one or two chains from it would lead to a clash: the \
                candidate is removed.",
        ..STORY
    },
    Row {
        named: &[(Technique::UnitForcingChain, "a unit forcing chain")],
        about: "Whichever place in a unit holds a digit, the same conclusion follows.",
        ..STORY
    },
    Row {
        named: &[(Technique::ForcingNet, "a forcing net")],
        about: "If a candidate held, what follows from it step by step would lead to a clash: the \
                candidate is removed.",
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
    /// The words for what would go wrong if the conclusion did not hold. If there are many truths,
    /// the text says that there is no short reason.
    pub(super) fn otherwise(&self) -> String {
        let why = match self.step.technique {
            Technique::SetLogic(truths, _) if truths > FEW_TRUTHS => {
                format!("there is no short reason ({truths} truths); ")
            }
            _ => String::new(),
        };
        format!("{why}otherwise {} cannot all be filled", self.place())
    }
}

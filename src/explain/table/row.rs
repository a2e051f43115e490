//! A row of the table.

use super::look::Look;
use crate::explain::technique::Technique;
use crate::explain::words::Words;

/// What there is to know of one technique in all its sizes.
pub(super) struct Row {
    /// The technique in the sizes that have a name, ascending, each with its name after an article.
    pub(super) named: &'static [(Technique, &'static str)],
    /// What it is; `{}` stands for its size.
    pub(super) about: &'static str,
    /// The name of any other size, which stands for `{}`.
    pub(super) of_size: &'static str,
    /// Whether one can ask for it by name.
    pub(super) is_listed: bool,
    /// The name of a shape, if it is of this technique, or of another one that has the same function
    /// here. Of several rows that fit, the first in the order of [`Technique`] is taken.
    pub(super) fits: fn(&Look<'_>) -> Option<Technique>,
    /// Why a step of it holds, in the words of players; `None` if its chains say it.
    pub(super) says: fn(&Words<'_>) -> Option<String>,
    /// The fewest truths of the hardest step of a puzzle that has it: 0 for singles; `None` if these
    /// are as many as its size. The grade follows from it.
    pub(super) least: Option<usize>,
    /// How many truths more it counts in a score.
    pub(super) more: f64,
    /// Whether its steps are told as stories, if they have one, since its name does not say enough.
    pub(super) is_told_as_story: bool,
    /// Whether it needs boxes, or other units beside rows and columns.
    pub(super) needs_boxes: bool,
    /// Whether it assumes that there is one solution.
    pub(super) is_assumed: bool,
}

impl Row {
    /// A technique that needs two truths at least, and that no shape fits.
    pub(super) const PLAIN: Row = Row {
        named: &[],
        about: "",
        of_size: "",
        is_listed: true,
        fits: |_| None,
        says: |_| None,
        least: Some(2),
        more: 0.0,
        is_told_as_story: false,
        needs_boxes: false,
        is_assumed: false,
    };

    /// The smallest of its techniques.
    pub(super) fn technique(&self) -> Technique {
        self.named[0].0
    }
}

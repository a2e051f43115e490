//! A row of the table.

use super::look::Look;
use crate::explain::technique::Technique;
use crate::explain::words::Words;

/// The properties of one technique in all its sizes.
pub(super) struct Row {
    /// The technique in the sizes that have a name, ascending, each with its name and an article.
    pub(super) named: &'static [(Technique, &'static str)],
    /// The technique explained in a sentence; `{}` is replaced by its size.
    pub(super) about: &'static str,
    /// The name for all other sizes; `{}` is replaced by the size.
    pub(super) of_size: &'static str,
    /// Whether users can ask for the technique by name.
    pub(super) is_listed: bool,
    /// The technique of a shape: this technique, or another one whose row has the same function. If
    /// several rows fit a shape, the first in the order of [`Technique`] is chosen.
    pub(super) fits: fn(&Look<'_>) -> Option<Technique>,
    /// The reason why a step of this technique holds, in the words of players; `None` if the words
    /// for its chains are used.
    pub(super) says: fn(&Words<'_>) -> Option<String>,
    /// The smallest number of truths that the hardest step of a puzzle with this technique has: 0
    /// for singles; `None` if this number is the size. The lowest grade of such a puzzle follows
    /// from the number.
    pub(super) least: Option<usize>,
    /// The number that is added to the number of truths of a step in a score.
    pub(super) more: f64,
    /// Whether steps that have a story are told as stories, since the name alone does not explain
    /// them.
    pub(super) is_told_as_story: bool,
    /// Whether the technique needs boxes or other units in addition to rows and columns.
    pub(super) needs_boxes: bool,
    /// Whether the technique assumes that the puzzle has exactly one solution.
    pub(super) is_assumed: bool,
}

impl Row {
    /// The default row: at least two truths, and no shape fits.
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

    /// The technique in its smallest size.
    pub(super) fn technique(&self) -> Technique {
        self.named[0].0
    }
}

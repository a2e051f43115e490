//! The table of techniques, the names that people give to steps. The name of a step depends only on
//! its shape.
//!
//! Each family of techniques has a file, with a [`Row`] for each variant of [`Technique`]. The
//! definitions are those of sudopedia.org and of the guide of HoDoKu.

mod chains;
mod fish;
mod forcing;
mod locked;
mod look;
mod row;
mod sets;
mod singles;
mod turbot;
mod unique;

use std::fmt;
use std::mem::discriminant;
use std::sync::LazyLock;

use itertools::Itertools;
use serde::{Serialize, Serializer};

use self::look::Look;
pub(super) use self::look::Target;
use self::row::Row;
use super::core::Core;
use super::lists::Index;
use super::step::Conclusion;
use super::technique::Technique;
use super::web::Web;
use super::words::Words;
use crate::names::counted;
use crate::rules::Group;

/// All rows, in the order of [`Technique`].
static ROWS: LazyLock<Vec<&Row>> = LazyLock::new(|| {
    let families = [
        singles::ROWS,
        locked::ROWS,
        fish::ROWS,
        turbot::ROWS,
        chains::ROWS,
        sets::ROWS,
        unique::ROWS,
        forcing::ROWS,
    ];
    families.into_iter().flatten().sorted_by_key(|row| row.technique()).collect()
});

/// The name of a core.
pub(super) fn name(web: &Web, core: &Core, target: Target) -> Technique {
    let look = Look::new(web, core, target);
    ROWS.iter().find_map(|row| (row.fits)(&look)).unwrap_or_else(|| unnamed(core))
}

pub(super) fn unnamed(core: &Core) -> Technique {
    Technique::SetLogic(core.truths.len(), core.links.len())
}

/// The name of a truth with one candidate, and its order among steps of that name.
pub(super) fn name_single(web: &Web, truth: Index) -> (Technique, usize) {
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

/// A set of techniques, such as those that steps may have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Techniques(u128);

impl Techniques {
    /// All techniques, including those without a name.
    pub const ALL: Techniques = Techniques(u128::MAX);

    /// Whether a technique is in the set. Contradictions and the techniques of clues are in every
    /// set.
    pub fn contains(self, technique: Technique) -> bool {
        use Technique::*;
        match technique {
            Contradiction | Clue(_) => true,
            LockedCandidates => self.contains(Pointing) || self.contains(Claiming),
            _ => self == Techniques::ALL || bit(technique).is_some_and(|bit| self.0 & bit != 0),
        }
    }
}

/// The bit of a technique, or of the technique with which users ask for it.
fn bit(technique: Technique) -> Option<u128> {
    let asked = technique.asked()?;
    Technique::named().position(|named| named == asked).map(|place| 1 << place)
}

impl FromIterator<Technique> for Techniques {
    /// The set of these techniques. Techniques that cannot be asked for by name are left out.
    fn from_iter<I: IntoIterator<Item = Technique>>(techniques: I) -> Techniques {
        Techniques(techniques.into_iter().filter_map(bit).fold(0, |all, bit| all | bit))
    }
}

impl Technique {
    /// The techniques that users can ask for by name, in order. Some of them include others: a
    /// pattern, such as the unique rectangle, includes all of its types, and the largest size with
    /// a name includes all larger sizes. Techniques of clues have no such names.
    pub fn named() -> impl Iterator<Item = Technique> {
        let listed = ROWS.iter().filter(|row| row.is_listed);
        listed.flat_map(|row| row.named).map(|(technique, _)| *technique)
    }

    /// The technique with which users ask for this technique, if they can ask for it by name.
    pub fn asked(self) -> Option<Technique> {
        let mut sizes = self.row().named.iter().map(|(technique, _)| *technique).rev();
        sizes.find(|named| *named <= self).filter(|_| self.row().is_listed)
    }

    /// The technique explained in a sentence; empty for some techniques that cannot be asked for.
    pub fn about(self) -> String {
        let size = ["", "one", "two", "three", "four"].get(self.size().unwrap_or_default());
        let about = self.row().about.replace("{}", size.unwrap_or(&"more"));
        let (first, rest) = about.split_at_checked(1).unwrap_or_default();
        first.to_uppercase() + rest
    }

    /// Whether a step of this technique is told as a story, if the step has a story: the name of
    /// the technique alone does not explain such a step.
    pub fn is_told_as_story(self) -> bool {
        self.row().is_told_as_story
    }

    /// Whether the technique needs boxes or other units in addition to rows and columns.
    pub(crate) fn needs_boxes(self) -> bool {
        self.row().needs_boxes
    }

    /// Whether the technique assumes that the puzzle has exactly one solution.
    pub fn is_assumed(self) -> bool {
        self.row().is_assumed
    }

    /// The smallest number of truths that the hardest step of a puzzle with this technique has; 0
    /// for singles.
    pub(super) fn least_truths(self) -> usize {
        self.row().least.or(self.size()).expect("a size")
    }

    /// The number that is added to the number of truths of a step in a score.
    pub(super) fn more(self) -> f64 {
        self.row().more
    }

    fn row(self) -> &'static Row {
        let is_it = |row: &&&Row| discriminant(&row.technique()) == discriminant(&self);
        ROWS.iter().find(is_it).expect("each technique has a row")
    }

    /// The name with an article, if it needs an article: `an X-wing`, `locked candidates
    /// (pointing)`.
    pub(super) fn with_article(self) -> String {
        let (row, size) = (self.row(), self.size().unwrap_or_default());
        match (self, row.named.iter().find(|(technique, _)| *technique == self)) {
            (Technique::Clue(kind), _) => match kind.name().starts_with(['a', 'e', 'o', 'x']) {
                true => format!("an {kind} clue"),
                false => format!("a {kind} clue"),
            },
            (Technique::SetLogic(truths, links), _) => {
                let [truths, links] = [counted(truths, "truth"), counted(links, "link")];
                format!("set logic ({truths}, {links})")
            }
            (_, Some((_, name))) => (*name).to_owned(),
            (_, None) => row.of_size.replace("{}", &size.to_string()),
        }
    }
}

impl Words<'_> {
    /// The reason of the step and its conclusion, in words.
    pub(super) fn told(&self) -> String {
        match ((self.step.technique.row().says)(self), &self.step.conclusion) {
            (None, _) => self.in_chains(),
            (Some(reason), Conclusion::Contradiction) => reason,
            (Some(reason), _) => format!("{reason}, so {}", self.conclusion()),
        }
    }
}

/// Writes the technique as `Display` does.
impl Serialize for Technique {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Writes the name without an article: `X-wing`, `naked pair`, `set logic (7 truths, 8 links)`.
impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.with_article();
        let bare = ["a ", "an ", "the "].into_iter().find_map(|article| name.strip_prefix(article));
        f.write_str(bare.unwrap_or(&name))
    }
}

//! The table of techniques: the names that people give to steps. The name of a step follows from its
//! shape alone.
//!
//! Each family has a file, with a [`Row`] for each variant of [`Technique`]. The definitions are those
//! that sudopedia.org and the guide of HoDoKu document.

mod chains;
mod fish;
mod forcing;
mod locked;
mod look;
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
pub(super) use self::look::{Target, name, unnamed};
pub(super) use self::singles::name_single;
use super::words::Words;
use crate::names::counted;
use crate::rules::ClueKind;

/// What there is to know of one technique in all its sizes.
struct Row {
    /// The technique in the sizes that have a name, ascending: the name with its article, and what
    /// the technique is, in a sentence.
    named: &'static [(Technique, &'static str, &'static str)],
    /// The name of any other size, which stands for `{}`.
    of_size: &'static str,
    /// Whether one can ask for it by name.
    is_listed: bool,
    /// The name of a shape, if it is of this technique, or of another one that has the same function
    /// here. Of several rows that fit, the first in the order of [`Technique`] is taken.
    fits: fn(&Look<'_>) -> Option<Technique>,
    /// Why a step of it holds, in the words of players; `None` if its chains say it.
    says: fn(&Words<'_>) -> Option<String>,
    /// The fewest truths of the hardest step of a puzzle that has it: 0 for singles; `None` if these
    /// are as many as its size. The grade follows from it.
    least: Option<usize>,
    /// How many truths more it counts in a score.
    more: f64,
    /// Whether its steps are told as stories, if they have one, since its name does not say enough.
    is_told_as_story: bool,
    /// Whether it needs boxes, or other units beside rows and columns.
    needs_boxes: bool,
    /// Whether it assumes that there is one solution.
    is_assumed: bool,
}

impl Row {
    /// One of two truths at least, which no shape is.
    const PLAIN: Row = Row {
        named: &[],
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
    fn technique(&self) -> Technique {
        self.named[0].0
    }
}

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

/// The name of a step's shape. Of steps as small, one with an earlier name is shown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Technique {
    /// A truth without a candidate.
    Contradiction,
    /// The last empty cell of a unit.
    FullHouse,
    /// The only place of a digit in a unit.
    HiddenSingle,
    /// The only digit of a cell.
    NakedSingle,
    /// The digits that a part of a clue leaves no room for.
    Clue(ClueKind),
    /// The same of a sum by the rule of 45.
    RuleOf45,
    /// A digit of a box lies in one line.
    Pointing,
    /// A digit of a line lies in one box.
    Claiming,
    /// A digit of a unit lies in another one, and they are not a box and a line.
    LockedCandidates,
    /// As many cells of two units as they have digits.
    LockedSubset(usize),
    /// As many cells of a unit as they have digits.
    NakedSubset(usize),
    /// As many digits of a unit as they have cells.
    HiddenSubset(usize),
    /// As many rows as columns, of one digit.
    Fish(usize),
    /// Two parallel lines with two places each.
    Skyscraper,
    /// A row and a column with two places each.
    TwoStringKite,
    /// A box with two places and a line.
    TurbotFish,
    /// A box with more places and a line.
    EmptyRectangle,
    /// A chain of three cells with two digits each.
    XyWing,
    /// A cell with three digits between two with two of them each.
    XyzWing,
    /// Two cells with the same two digits, joined by a unit.
    WWing,
    /// A cell with two digits, and two places each of both.
    MWing,
    /// A cell with two digits between two places each of both.
    SWing,
    /// Two places each of three digits.
    LWing,
    /// A fish with more places, all in one box with the removed candidates.
    FinnedFish(usize),
    /// A finned fish that would not be one without its fins.
    SashimiFish(usize),
    /// Pairs of places of one digit, joined by more such pairs.
    SimpleColouring,
    /// A chain of one digit.
    XChain,
    /// A chain of one digit in which several places stand together.
    GroupedXChain,
    /// A fish whose lines on one side or both are boxes in part; rows never with columns on a side.
    FrankenFish(usize),
    /// A franken fish with more places, all seen by the removed candidates.
    FinnedFrankenFish(usize),
    /// A fish of any rows, columns and boxes.
    MutantFish(usize),
    /// A mutant fish with more places, all seen by the removed candidates.
    FinnedMutantFish(usize),
    /// A chain of cells that all have the same two digits.
    RemotePair,
    /// A chain of cells with two digits each.
    XyChain,
    /// Cells of a box and a line with as many digits.
    SueDeCoq,
    /// Four cells of a box and a line with four digits, of which one can be in two of them at once.
    WxyzWing,
    /// Two almost locked sets with a digit that only one of them can hold.
    AlsXz,
    /// Three almost locked sets, the middle one with such a digit in common with each of the others.
    AlsXyWing,
    /// More almost locked sets in a row, each with such a digit in common with the next.
    AlsChain,
    /// A cell, and for each of its digits an almost locked set that loses it.
    DeathBlossom,
    /// An alternating inference chain that closes: each of its links loses what is not in it.
    NiceLoop,
    /// An alternating inference chain.
    Chain,
    /// One in which several places of a digit stand together.
    GroupedChain,
    /// A unique rectangle of a type from 1 to 6.
    UniqueRectangle(usize),
    /// A rectangle and a digit that two of its sides have nowhere else.
    HiddenRectangle,
    /// An avoidable rectangle of type 1 or 2: some of its corners are placed, and none of them is a
    /// given.
    AvoidableRectangle(usize),
    /// A unique loop of a type from 1 to 4: six or more cells in a ring, with two digits.
    UniqueLoop(usize),
    /// A bivalue universal grave with this many candidates more.
    BugPlus(usize),
    /// Propagation of one digit from a candidate to a clash.
    Nishio,
    /// Two chains from a candidate, or one, to two candidates that clash.
    ForcingChain,
    /// A chain from a candidate to each place of a digit in a unit, which loses them all.
    UnitForcingChain,
    /// Propagation from a candidate to a clash, with pairs and locked candidates if need be.
    ForcingNet,
    /// Propagation from a candidate to a clash, with clues.
    Trial,
    /// Anything else, with the numbers of its truths and links.
    SetLogic(usize, usize),
}

/// A set of techniques, such as those that steps may have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Techniques(u128);

impl Techniques {
    /// All techniques, those without a name among them.
    pub const ALL: Techniques = Techniques(u128::MAX);

    /// Whether a technique is in the set. Those of clues are in every set.
    pub fn contains(self, technique: Technique) -> bool {
        use Technique::*;
        match technique {
            Contradiction | Clue(_) => true,
            LockedCandidates => self.contains(Pointing) || self.contains(Claiming),
            _ => self == Techniques::ALL || bit(technique).is_some_and(|bit| self.0 & bit != 0),
        }
    }
}

/// The bit of the technique that stands for this one.
fn bit(technique: Technique) -> Option<u128> {
    let asked = technique.asked()?;
    Technique::named().position(|named| named == asked).map(|place| 1 << place)
}

impl FromIterator<Technique> for Techniques {
    /// The set of these, of those that [`Technique::named`] has.
    fn from_iter<I: IntoIterator<Item = Technique>>(techniques: I) -> Techniques {
        Techniques(techniques.into_iter().filter_map(bit).fold(0, |all, bit| all | bit))
    }
}

impl Technique {
    /// The techniques that can be asked for by name, in order. One stands for all of its types, that
    /// of a unique rectangle, for example; the largest size for those above it. The steps of
    /// clues have no such name.
    pub fn named() -> impl Iterator<Item = Technique> {
        let listed = ROWS.iter().filter(|row| row.is_listed);
        listed.flat_map(|row| row.named).map(|(technique, ..)| *technique)
    }

    /// The technique that one asks for to get this one, if it can be asked for.
    pub fn asked(self) -> Option<Technique> {
        let mut sizes = self.row().named.iter().map(|(technique, ..)| *technique).rev();
        sizes.find(|named| *named <= self).filter(|_| self.row().is_listed)
    }

    /// What it is, in a sentence; empty if it cannot be asked for.
    pub fn about(self) -> &'static str {
        let is_it = |(technique, ..): &&(Technique, &str, &str)| Some(*technique) == self.asked();
        self.row().named.iter().find(is_it).map_or("", |(.., about)| about)
    }

    /// Whether a step of this technique is told as a story, if the step has a story. This is so if
    /// the name of the technique does not say enough.
    pub fn is_told_as_story(self) -> bool {
        self.row().is_told_as_story
    }

    /// Whether it needs boxes, or other units beside rows and columns.
    pub(crate) fn needs_boxes(self) -> bool {
        self.row().needs_boxes
    }

    /// Whether it assumes that there is one solution.
    pub fn is_assumed(self) -> bool {
        self.row().is_assumed
    }

    /// Why a step of it holds, unless its chains say it.
    pub(super) fn reason(self, words: &Words<'_>) -> Option<String> {
        (self.row().says)(words)
    }

    /// The fewest truths of the hardest step of a puzzle that has it, 0 for singles.
    pub(super) fn least_truths(self) -> usize {
        self.row().least.or(self.size()).expect("a size")
    }

    /// How many truths more a step counts in a score.
    pub(super) fn more(self) -> f64 {
        self.row().more
    }

    /// Whether it places a digit by one unit or cell alone.
    pub(super) fn is_single(self) -> bool {
        matches!(self, Technique::FullHouse | Technique::HiddenSingle | Technique::NakedSingle)
    }

    fn row(self) -> &'static Row {
        let is_it = |row: &&&Row| discriminant(&row.technique()) == discriminant(&self);
        ROWS.iter().find(is_it).expect("each technique has a row")
    }

    /// How many units, cells or candidates it has, or its type.
    fn size(self) -> Option<usize> {
        use Technique::*;
        match self {
            LockedSubset(size)
            | NakedSubset(size)
            | HiddenSubset(size)
            | Fish(size)
            | FinnedFish(size)
            | SashimiFish(size)
            | FrankenFish(size)
            | FinnedFrankenFish(size)
            | MutantFish(size)
            | FinnedMutantFish(size)
            | UniqueRectangle(size)
            | AvoidableRectangle(size)
            | UniqueLoop(size)
            | BugPlus(size)
            | SetLogic(size, _) => Some(size),
            _ => None,
        }
    }

    /// Its name after an article, if it has one: `an X-wing`, `locked candidates (pointing)`.
    pub(super) fn with_article(self) -> String {
        let (row, size) = (self.row(), self.size().unwrap_or_default());
        match (self, row.named.iter().find(|(technique, ..)| *technique == self)) {
            (Technique::Clue(kind), _) => match kind.name().starts_with(['a', 'e', 'o', 'x']) {
                true => format!("an {kind} clue"),
                false => format!("a {kind} clue"),
            },
            (Technique::SetLogic(truths, links), _) => {
                let [truths, links] = [counted(truths, "truth"), counted(links, "link")];
                format!("set logic ({truths}, {links})")
            }
            (_, Some((_, name, _))) => (*name).to_owned(),
            (_, None) => row.of_size.replace("{}", &size.to_string()),
        }
    }
}

/// As it is displayed.
impl Serialize for Technique {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// `X-wing`, `naked pair`, `set logic (7 truths, 8 links)`.
impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.with_article();
        let bare = ["a ", "an ", "the "].into_iter().find_map(|article| name.strip_prefix(article));
        f.write_str(bare.unwrap_or(&name))
    }
}

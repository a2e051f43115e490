//! The names that people give to steps.

use std::fmt;

use itertools::Itertools;
use serde::{Serialize, Serializer};

use crate::names::counted;
use crate::rules::ClueKind;

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

/// The names of [`Technique::named`].
const NAMES: [(Technique, &str); 42] = {
    use Technique::*;
    [
        (FullHouse, "full house"),
        (HiddenSingle, "hidden single"),
        (NakedSingle, "naked single"),
        (Pointing, "locked candidates (pointing)"),
        (Claiming, "locked candidates (claiming)"),
        (LockedSubset(2), "locked pair"),
        (LockedSubset(3), "locked triple"),
        (NakedSubset(2), "naked pair"),
        (NakedSubset(3), "naked triple"),
        (NakedSubset(4), "naked quad"),
        (HiddenSubset(2), "hidden pair"),
        (HiddenSubset(3), "hidden triple"),
        (HiddenSubset(4), "hidden quad"),
        (Fish(2), "X-wing"),
        (Fish(3), "swordfish"),
        (Fish(4), "jellyfish"),
        (Skyscraper, "skyscraper"),
        (TwoStringKite, "two-string kite"),
        (TurbotFish, "turbot fish"),
        (EmptyRectangle, "empty rectangle"),
        (XyWing, "XY-wing"),
        (XyzWing, "XYZ-wing"),
        (WWing, "W-wing"),
        (MWing, "M-wing"),
        (SWing, "S-wing"),
        (LWing, "L-wing"),
        (FinnedFish(2), "finned X-wing"),
        (FinnedFish(3), "finned swordfish"),
        (SashimiFish(2), "sashimi X-wing"),
        (SashimiFish(3), "sashimi swordfish"),
        (SimpleColouring, "simple colouring"),
        (XChain, "X-chain"),
        (XyChain, "XY-chain"),
        (SueDeCoq, "sue de coq"),
        (AlsXz, "ALS-XZ"),
        (NiceLoop, "continuous nice loop"),
        (Chain, "alternating inference chain"),
        (GroupedChain, "grouped alternating inference chain"),
        (Nishio, "Nishio forcing chain"),
        (ForcingChain, "forcing chain"),
        (UnitForcingChain, "unit forcing chain"),
        (ForcingNet, "forcing net"),
    ]
};

/// The others that have a name, in order. Only the common sizes of fish are listed.
const RARE: [Technique; 29] = {
    use Technique::*;
    [
        RuleOf45,
        FinnedFish(4),
        SashimiFish(4),
        FrankenFish(2),
        FrankenFish(3),
        FrankenFish(4),
        FinnedFrankenFish(2),
        FinnedFrankenFish(3),
        FinnedFrankenFish(4),
        MutantFish(2),
        MutantFish(3),
        MutantFish(4),
        FinnedMutantFish(2),
        FinnedMutantFish(3),
        FinnedMutantFish(4),
        GroupedXChain,
        RemotePair,
        WxyzWing,
        AlsXyWing,
        AlsChain,
        DeathBlossom,
        UniqueRectangle(0),
        HiddenRectangle,
        AvoidableRectangle(0),
        UniqueLoop(0),
        BugPlus(1),
        BugPlus(2),
        BugPlus(3),
        Trial,
    ]
};

/// A set of techniques, such as those that steps may have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Techniques(u128);

impl Techniques {
    /// All techniques, those without a name among them.
    pub const ALL: Techniques = Techniques(u128::MAX);

    /// The techniques that a list can name, in the order of [`Technique`]. One stands for all of its
    /// types: that of a unique rectangle, for example. The steps of clues have no such name: they are in
    /// every set.
    pub fn known() -> impl Iterator<Item = Technique> {
        NAMES.into_iter().map(|(technique, _)| technique).chain(RARE).sorted()
    }

    /// Whether a technique is in the set.
    pub fn contains(self, technique: Technique) -> bool {
        use Technique::*;
        let known = match technique {
            Contradiction | Clue(_) => return true,
            LockedCandidates => return self.contains(Pointing) || self.contains(Claiming),
            LockedSubset(3..) => LockedSubset(3),
            NakedSubset(4..) => NakedSubset(4),
            HiddenSubset(4..) => HiddenSubset(4),
            Fish(4..) => Fish(4),
            FinnedFish(4..) => FinnedFish(4),
            SashimiFish(4..) => SashimiFish(4),
            UniqueRectangle(_) => UniqueRectangle(0),
            AvoidableRectangle(_) => AvoidableRectangle(0),
            UniqueLoop(_) => UniqueLoop(0),
            BugPlus(3..) => BugPlus(3),
            other => other,
        };
        self == Techniques::ALL || bit(known).is_some_and(|bit| self.0 & bit != 0)
    }
}

/// The bit of a technique that has a name in a list.
fn bit(technique: Technique) -> Option<u128> {
    let mut all = NAMES.iter().map(|(technique, _)| technique).chain(&RARE);
    all.position(|known| *known == technique).map(|place| 1 << place)
}

impl FromIterator<Technique> for Techniques {
    /// The set of these, of those that [`Techniques::known`] has.
    fn from_iter<I: IntoIterator<Item = Technique>>(techniques: I) -> Techniques {
        Techniques(techniques.into_iter().filter_map(bit).fold(0, |all, bit| all | bit))
    }
}

impl Technique {
    /// The techniques that can be asked for by name, in order. Only the common sizes of subsets and
    /// fish are listed.
    pub fn named() -> impl Iterator<Item = Technique> {
        NAMES.into_iter().map(|(technique, _)| technique)
    }

    /// Whether a step of this technique is told as a story, if the step has a story. This is so if
    /// the name of the technique does not say enough.
    pub fn is_told_as_story(self) -> bool {
        use Technique::*;
        matches!(self, Nishio | ForcingChain | UnitForcingChain | ForcingNet | Trial | SetLogic(..))
    }

    /// Whether it places a digit by one unit or cell alone.
    pub(super) fn is_single(self) -> bool {
        matches!(self, Technique::FullHouse | Technique::HiddenSingle | Technique::NakedSingle)
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
        use Technique::*;
        let name = NAMES.iter().find(|(known, _)| known == self).map(|(_, name)| *name);
        match (name, *self) {
            (Some(name), _) => f.write_str(name),
            (_, RuleOf45) => f.write_str("rule of 45"),
            (_, Trial) => f.write_str("trial"),
            (_, Clue(kind)) => write!(f, "{kind} clue"),
            (_, LockedSubset(4)) => f.write_str("locked quad"),
            (_, FinnedFish(4)) => f.write_str("finned jellyfish"),
            (_, SashimiFish(4)) => f.write_str("sashimi jellyfish"),
            (_, LockedSubset(size)) => write!(f, "locked subset of {size}"),
            (_, NakedSubset(size)) => write!(f, "naked subset of {size}"),
            (_, HiddenSubset(size)) => write!(f, "hidden subset of {size}"),
            (_, Fish(size)) => write!(f, "fish of {size}"),
            (_, FinnedFish(size)) => write!(f, "finned fish of {size}"),
            (_, SashimiFish(size)) => write!(f, "sashimi fish of {size}"),
            (_, LockedCandidates) => f.write_str("locked candidates"),
            (_, UniqueRectangle(0)) => f.write_str("unique rectangle"),
            (_, AvoidableRectangle(0)) => f.write_str("avoidable rectangle"),
            (_, UniqueLoop(0)) => f.write_str("unique loop"),
            (_, UniqueRectangle(kind)) => write!(f, "unique rectangle (type {kind})"),
            (_, HiddenRectangle) => f.write_str("hidden rectangle"),
            (_, AvoidableRectangle(kind)) => write!(f, "avoidable rectangle (type {kind})"),
            (_, UniqueLoop(kind)) => write!(f, "unique loop (type {kind})"),
            (_, BugPlus(count)) => write!(f, "BUG+{count}"),
            (_, FrankenFish(size)) => write!(f, "franken {}", Fish(size)),
            (_, FinnedFrankenFish(size)) => write!(f, "finned franken {}", Fish(size)),
            (_, MutantFish(size)) => write!(f, "mutant {}", Fish(size)),
            (_, FinnedMutantFish(size)) => write!(f, "finned mutant {}", Fish(size)),
            (_, GroupedXChain) => f.write_str("grouped X-chain"),
            (_, RemotePair) => f.write_str("remote pair"),
            (_, WxyzWing) => f.write_str("WXYZ-wing"),
            (_, AlsXyWing) => f.write_str("ALS-XY-wing"),
            (_, AlsChain) => f.write_str("ALS chain"),
            (_, DeathBlossom) => f.write_str("death blossom"),
            (_, SetLogic(truths, links)) => {
                let [truths, links] = [counted(truths, "truth"), counted(links, "link")];
                write!(f, "set logic ({truths}, {links})")
            }
            (_, Contradiction) => f.write_str("contradiction"),
            (None, named) => unreachable!("{named:?} has a name in the list"),
        }
    }
}

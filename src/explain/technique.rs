//! The names that people give to steps.

use std::fmt;

use crate::names::counted;

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
    /// A box and a line.
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
    /// A fish with more places, all in one box with what goes.
    FinnedFish(usize),
    /// A finned fish that would not be one without its fins.
    SashimiFish(usize),
    /// Pairs of places of one digit, joined by more such pairs.
    SimpleColouring,
    /// A chain of one digit.
    XChain,
    /// A chain of cells with two digits each.
    XyChain,
    /// Cells of a box and a line with as many digits.
    SueDeCoq,
    /// Two almost locked sets with a digit that only one of them can hold.
    AlsXz,
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
    /// One candidate more than a bivalue universal grave.
    BugPlusOne,
    /// Propagation of one digit from a candidate to a clash.
    Nishio,
    /// Two chains from a candidate, or one, to two candidates that clash.
    ForcingChain,
    /// A chain from a candidate to each place of a digit in a unit, which loses them all.
    UnitForcingChain,
    /// Propagation from a candidate to a clash, with pairs and locked candidates if need be.
    ForcingNet,
    /// Anything else: so many truths and links.
    SetLogic(usize, usize),
}

impl Technique {
    /// Those with a name of their own, in order; of subsets and fish the sizes that have one.
    pub const NAMED: [Technique; 41] = {
        use Technique::*;
        [
            FullHouse,
            HiddenSingle,
            NakedSingle,
            Pointing,
            Claiming,
            LockedSubset(2),
            LockedSubset(3),
            NakedSubset(2),
            NakedSubset(3),
            NakedSubset(4),
            HiddenSubset(2),
            HiddenSubset(3),
            HiddenSubset(4),
            Fish(2),
            Fish(3),
            Fish(4),
            Skyscraper,
            TwoStringKite,
            EmptyRectangle,
            XyWing,
            XyzWing,
            WWing,
            MWing,
            SWing,
            LWing,
            FinnedFish(2),
            FinnedFish(3),
            SashimiFish(2),
            SashimiFish(3),
            SimpleColouring,
            XChain,
            XyChain,
            SueDeCoq,
            AlsXz,
            NiceLoop,
            Chain,
            GroupedChain,
            Nishio,
            ForcingChain,
            UnitForcingChain,
            ForcingNet,
        ]
    };

    /// Whether its steps are told as stories where they have one: the name does not say enough.
    pub fn is_told_as_story(self) -> bool {
        use Technique::*;
        matches!(self, Nishio | ForcingChain | UnitForcingChain | ForcingNet | SetLogic(..))
    }
}

/// `X-wing`, `naked pair`, `set logic (7 truths, 8 links)`.
impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Technique::*;
        let subset = |size| match size {
            2 => "pair".to_owned(),
            3 => "triple".to_owned(),
            4 => "quad".to_owned(),
            size => format!("subset of {size}"),
        };
        let fish = |size| match size {
            2 => "X-wing".to_owned(),
            3 => "swordfish".to_owned(),
            4 => "jellyfish".to_owned(),
            size => format!("fish of {size}"),
        };
        match *self {
            LockedSubset(size) => write!(f, "locked {}", subset(size)),
            NakedSubset(size) => write!(f, "naked {}", subset(size)),
            HiddenSubset(size) => write!(f, "hidden {}", subset(size)),
            Fish(size) => f.write_str(&fish(size)),
            FinnedFish(size) => write!(f, "finned {}", fish(size)),
            SashimiFish(size) => write!(f, "sashimi {}", fish(size)),
            SetLogic(truths, links) => {
                let [truths, links] = [counted(truths, "truth"), counted(links, "link")];
                write!(f, "set logic ({truths}, {links})")
            }
            Contradiction => f.write_str("contradiction"),
            FullHouse => f.write_str("full house"),
            HiddenSingle => f.write_str("hidden single"),
            NakedSingle => f.write_str("naked single"),
            Pointing => f.write_str("locked candidates (pointing)"),
            Claiming => f.write_str("locked candidates (claiming)"),
            LockedCandidates => f.write_str("locked candidates"),
            Skyscraper => f.write_str("skyscraper"),
            TwoStringKite => f.write_str("two-string kite"),
            EmptyRectangle => f.write_str("empty rectangle"),
            SimpleColouring => f.write_str("simple colouring"),
            XChain => f.write_str("X-chain"),
            XyWing => f.write_str("XY-wing"),
            XyzWing => f.write_str("XYZ-wing"),
            WWing => f.write_str("W-wing"),
            MWing => f.write_str("M-wing"),
            SWing => f.write_str("S-wing"),
            LWing => f.write_str("L-wing"),
            XyChain => f.write_str("XY-chain"),
            NiceLoop => f.write_str("continuous nice loop"),
            Chain => f.write_str("alternating inference chain"),
            GroupedChain => f.write_str("grouped alternating inference chain"),
            AlsXz => f.write_str("ALS-XZ"),
            SueDeCoq => f.write_str("sue de coq"),
            UniqueRectangle(kind) => write!(f, "unique rectangle (type {kind})"),
            HiddenRectangle => f.write_str("hidden rectangle"),
            BugPlusOne => f.write_str("BUG+1"),
            Nishio => f.write_str("Nishio forcing chain"),
            ForcingChain => f.write_str("forcing chain"),
            UnitForcingChain => f.write_str("unit forcing chain"),
            ForcingNet => f.write_str("forcing net"),
        }
    }
}

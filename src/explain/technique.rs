//! The names that people give to steps.

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
    /// Sixteen cells in four boxes, around the four cells where two rows and two columns cross, with
    /// sixteen digits of these lines and boxes.
    SkLoop,
    /// Cells of several rows and columns with as many digits of lines and boxes.
    MultiSectorLockedSet,
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

impl Technique {
    /// Whether it places a digit by one unit or cell alone.
    pub(super) fn is_single(self) -> bool {
        matches!(self, Technique::FullHouse | Technique::HiddenSingle | Technique::NakedSingle)
    }

    /// How many units, cells or candidates it has, or its type.
    pub(super) fn size(self) -> Option<usize> {
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
}

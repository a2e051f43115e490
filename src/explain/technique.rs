//! The names that people give to steps.

use crate::rules::ClueKind;

/// The name of a step's shape. Of equally small steps, one whose name comes earlier here is shown.
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
    /// The digits that a sum by the rule of 45 leaves no room for.
    RuleOf45,
    /// A digit of a box lies in one line.
    Pointing,
    /// A digit of a line lies in one box.
    Claiming,
    /// A digit of a unit lies in another one, and they are not a box and a line.
    LockedCandidates,
    /// Cells that lie in the same two units, as many as they have digits.
    LockedSubset(usize),
    /// Cells of a unit, as many as they have digits.
    NakedSubset(usize),
    /// Digits of a unit, as many as they have cells.
    HiddenSubset(usize),
    /// Rows whose places of a digit lie in as many columns, or the other way round.
    Fish(usize),
    /// Two parallel lines with two places of a digit each.
    Skyscraper,
    /// A row and a column with two places of a digit each.
    TwoStringKite,
    /// A line, and a box with two places of a digit.
    TurbotFish,
    /// A line, and a box with more than two places of a digit.
    EmptyRectangle,
    /// A chain of three cells with two digits each.
    XyWing,
    /// A cell with three digits between two cells with two of these digits each.
    XyzWing,
    /// Two cells with the same two digits, joined by a unit.
    WWing,
    /// A chain of a cell with two digits, a unit with two places of one of them, and a unit with
    /// two places of the other.
    MWing,
    /// The chain of an M-wing, but with the cell in the middle.
    SWing,
    /// A chain of three units with two places of a digit each, for three digits.
    LWing,
    /// A fish with further places, the fins, which are all in one box with the removed candidates.
    FinnedFish(usize),
    /// A finned fish that would not be one without its fins.
    SashimiFish(usize),
    /// Pairs of places of one digit, joined by more such pairs.
    SimpleColouring,
    /// A chain of one digit.
    XChain,
    /// A chain of one digit in which several places stand together.
    GroupedXChain,
    /// A fish in which boxes take the place of some lines, on one side or on both. Neither side has
    /// both rows and columns.
    FrankenFish(usize),
    /// A franken fish with further places, the fins, which the removed candidates all see.
    FinnedFrankenFish(usize),
    /// A fish of any rows, columns and boxes.
    MutantFish(usize),
    /// A mutant fish with further places, the fins, which the removed candidates all see.
    FinnedMutantFish(usize),
    /// A chain of cells that all have the same two digits.
    RemotePair,
    /// A chain of cells with two digits each.
    XyChain,
    /// Cells of a box and a line that have as many digits as there are cells.
    SueDeCoq,
    /// Four cells of a box and a line with four digits, of which one can be in two of them at once.
    WxyzWing,
    /// Two almost locked sets with a digit that only one of them can hold.
    AlsXz,
    /// Three almost locked sets. The middle one shares with each of the others a digit that only
    /// one of the two can hold.
    AlsXyWing,
    /// More than three almost locked sets in a row. Each shares with the next a digit that only one
    /// of the two can hold.
    AlsChain,
    /// A cell, and for each of its digits an almost locked set that loses this digit if the cell
    /// holds it.
    DeathBlossom,
    /// An alternating inference chain that closes: each of its links loses the candidates that are
    /// not in the chain.
    NiceLoop,
    /// An alternating inference chain.
    Chain,
    /// An alternating inference chain in which several places of a digit stand together.
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
    /// One or two chains from a candidate to two candidates that clash.
    ForcingChain,
    /// Chains from a candidate to all places of a digit in a unit: the digit would have no place
    /// left.
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

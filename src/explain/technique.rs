//! The names that people give to steps.

use crate::rules::ClueKind;

/// The technique of a step: the name of its shape. Of equally small steps, the one whose technique
/// comes first here is shown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Technique {
    /// A truth without a candidate.
    Contradiction,
    /// A cell is the last empty cell of a unit.
    FullHouse,
    /// A digit has only one place in a unit.
    HiddenSingle,
    /// A cell has only one candidate.
    NakedSingle,
    /// A part of a clue of this kind excludes candidates.
    Clue(ClueKind),
    /// A sum by the rule of 45 excludes candidates.
    RuleOf45,
    /// All places of a digit in a box are in one line.
    Pointing,
    /// All places of a digit in a line are in one box.
    Claiming,
    /// All places of a digit in a unit are in another unit, and the two units are not a box and a
    /// line.
    LockedCandidates,
    /// Several cells have as many digits as there are cells, and share two units.
    LockedSubset(usize),
    /// Several cells of a unit have as many digits as there are cells.
    NakedSubset(usize),
    /// Several digits of a unit have as many places as there are digits.
    HiddenSubset(usize),
    /// The places of a digit in several rows are in the same number of columns, or with rows and
    /// columns exchanged.
    Fish(usize),
    /// Two parallel lines with two places of a digit each.
    Skyscraper,
    /// A row and a column with two places of a digit each.
    TwoStringKite,
    /// A line and a box, each with two places of a digit.
    TurbotFish,
    /// A line with two places of a digit, and a box with more than two.
    EmptyRectangle,
    /// A chain of three cells that have two digits each.
    XyWing,
    /// A cell with three digits that sees two cells, each with two of these digits.
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
    /// A finned fish in which a line has only one place that is not a fin.
    SashimiFish(usize),
    /// Chains of one digit that consist of pairs: units with two places of the digit.
    SimpleColouring,
    /// A chain of one digit.
    XChain,
    /// A chain of one digit in which a group of places counts as one place.
    GroupedXChain,
    /// A fish in which the bases, the covers or both include boxes. The bases do not have both rows
    /// and columns, nor the covers.
    FrankenFish(usize),
    /// A franken fish with further places, the fins; the removed candidates see all of them.
    FinnedFrankenFish(usize),
    /// A fish whose bases and covers are any rows, columns and boxes.
    MutantFish(usize),
    /// A mutant fish with further places, the fins; the removed candidates see all of them.
    FinnedMutantFish(usize),
    /// A chain of cells that all have the same two digits.
    RemotePair,
    /// A chain of cells with two digits each.
    XyChain,
    /// Cells of a box and a line that have as many digits as there are cells.
    SueDeCoq,
    /// Four cells of a box and a line with four digits, of which only one can be in two of the
    /// cells at once.
    WxyzWing,
    /// Two almost locked sets with a digit that only one of them can hold.
    AlsXz,
    /// Three almost locked sets. The middle set shares a digit with each of the other two, and only
    /// one of the two sets with a shared digit can hold it.
    AlsXyWing,
    /// A chain of more than three almost locked sets. Each set shares a digit with the next set,
    /// and only one of these two sets can hold it.
    AlsChain,
    /// A cell, and for each of its digits an almost locked set that loses this digit if the cell
    /// holds it.
    DeathBlossom,
    /// An alternating inference chain that closes: in each of its links, the candidates outside the
    /// chain are removed.
    NiceLoop,
    /// An alternating inference chain.
    Chain,
    /// An alternating inference chain in which a group of places of a digit counts as one
    /// candidate.
    GroupedChain,
    /// Sixteen cells in four boxes, around the four cells where two rows and two columns cross, with
    /// sixteen digits of these lines and boxes.
    SkLoop,
    /// Cells of several rows and columns, whose digits, counted in lines and boxes, are as many as
    /// the cells.
    MultiSectorLockedSet,
    /// A unique rectangle of a type from 1 to 6.
    UniqueRectangle(usize),
    /// A rectangle, and a digit that has no other places in two sides of the rectangle.
    HiddenRectangle,
    /// An avoidable rectangle of type 1 or 2: some of its corners are placed, and none of them is a
    /// given.
    AvoidableRectangle(usize),
    /// A unique loop of a type from 1 to 4: six or more cells in a ring, with two digits.
    UniqueLoop(usize),
    /// A bivalue universal grave with this many additional candidates.
    BugPlus(usize),
    /// Propagation from a candidate to a contradiction, with places of one digit only.
    Nishio,
    /// One or two chains from a candidate to two candidates that contradict each other.
    ForcingChain,
    /// Chains from a candidate that exclude all places of a digit in a unit: the digit would have
    /// no place left.
    UnitForcingChain,
    /// Propagation from a candidate to a contradiction, with pairs and locked candidates if they
    /// are needed.
    ForcingNet,
    /// Propagation from a candidate to a contradiction, line by line, with clues or with inner
    /// trials.
    Trial,
    /// Any other step, with the numbers of its truths and links.
    SetLogic(usize, usize),
}

impl Technique {
    /// Whether the technique is a single: one unit or one cell is enough to place a digit.
    pub(super) fn is_single(self) -> bool {
        matches!(self, Technique::FullHouse | Technique::HiddenSingle | Technique::NakedSingle)
    }

    /// The size of the technique: how many units, cells or candidates it has, or its type.
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

//! Sets of digits side by side: operations on each lane separately.

use std::fmt::Debug;

/// Lanes of 16 bits, each of which is a set of digits in the low 9 bits. Arrays of lanes are lanes
/// too: an implementation defines the operations of one register, and several registers do the
/// same.
///
/// All functions are `#[inline(always)]`, and no function has a closure as argument: see
/// [`Task`](super::Task).
pub(crate) trait Sets: Copy + Debug + Send + Sync + 'static {
    /// Flags that collect contradictions; they are checked once in each round.
    type Flags: Copy;

    /// The intersection of the sets in each lane.
    fn and(self, other: Self) -> Self;
    /// The union of the sets in each lane.
    fn or(self, other: Self) -> Self;
    /// The digits of `self` that are not in `other`.
    fn without(self, other: Self) -> Self;
    /// The digits that are in exactly one of the two sets.
    fn xor(self, other: Self) -> Self;
    /// Every lane without one of its digits.
    fn less_one(self) -> Self;
    /// All digits in the lanes that are empty, none in the others.
    fn all_if_empty(self) -> Self;
    /// A set that is not empty in the lanes in which both sets are not empty; the other lanes are
    /// empty.
    fn if_both(self, other: Self) -> Self;

    /// Flags the lanes that are not empty.
    fn occupied(self) -> Self::Flags;
    /// Flags the lanes that are empty.
    fn empty(self) -> Self::Flags;
    /// Flags the lanes that do not have all nine digits.
    fn incomplete(self) -> Self::Flags;
    /// The union of two flags.
    fn either(one: Self::Flags, other: Self::Flags) -> Self::Flags;
    /// Whether any lane is flagged.
    fn any(flags: Self::Flags) -> bool;

    /// The lanes that have exactly one digit; the other lanes become empty.
    #[inline(always)]
    fn singles(self) -> Self {
        self.and(self.less_one().all_if_empty())
    }

    /// The lanes that have at most three digits; the other lanes become empty.
    #[inline(always)]
    fn at_most_three(self) -> Self {
        self.and(self.less_one().less_one().less_one().all_if_empty())
    }

    /// `other` in the lanes in which it is not empty, `self` in the other lanes.
    #[inline(always)]
    fn overridden_by(self, other: Self) -> Self {
        self.and(other.all_if_empty()).or(other)
    }

    /// Intersects with `asserted` in the lanes in which `asserted` has at least three digits. Flags
    /// the lanes in which `asserted` has more than three digits.
    #[inline(always)]
    fn confined_to(self, asserted: Self) -> (Self, Self::Flags) {
        let beyond_two = asserted.less_one().less_one();
        let allowed = asserted.or(beyond_two.all_if_empty());
        (self.and(allowed), beyond_two.less_one().occupied())
    }

    /// Flags the lanes that have more than one digit.
    #[inline(always)]
    fn several(self) -> Self::Flags {
        self.less_one().occupied()
    }

    /// Whether all lanes are equal.
    #[inline(always)]
    fn same(one: [Self; 3], other: [Self; 3]) -> bool {
        let differ = one[0].xor(other[0]).or(one[1].xor(other[1])).or(one[2].xor(other[2]));
        !Self::any(differ.occupied())
    }
}

macro_rules! side_by_side {
    ($count:literal: $first:literal $($next:literal)+) => {
        impl<S: Sets> Sets for [S; $count] {
            type Flags = S::Flags;

            #[inline(always)]
            fn and(self, other: Self) -> Self {
                [self[$first].and(other[$first]), $(self[$next].and(other[$next])),+]
            }

            #[inline(always)]
            fn or(self, other: Self) -> Self {
                [self[$first].or(other[$first]), $(self[$next].or(other[$next])),+]
            }

            #[inline(always)]
            fn without(self, other: Self) -> Self {
                [self[$first].without(other[$first]), $(self[$next].without(other[$next])),+]
            }

            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                [self[$first].xor(other[$first]), $(self[$next].xor(other[$next])),+]
            }

            #[inline(always)]
            fn less_one(self) -> Self {
                [self[$first].less_one(), $(self[$next].less_one()),+]
            }

            #[inline(always)]
            fn all_if_empty(self) -> Self {
                [self[$first].all_if_empty(), $(self[$next].all_if_empty()),+]
            }

            #[inline(always)]
            fn if_both(self, other: Self) -> Self {
                [self[$first].if_both(other[$first]), $(self[$next].if_both(other[$next])),+]
            }

            #[inline(always)]
            fn occupied(self) -> S::Flags {
                self[$first]$(.or(self[$next]))+.occupied()
            }

            #[inline(always)]
            fn empty(self) -> S::Flags {
                self[$first]$(.if_both(self[$next]))+.empty()
            }

            #[inline(always)]
            fn incomplete(self) -> S::Flags {
                self[$first]$(.and(self[$next]))+.incomplete()
            }

            #[inline(always)]
            fn either(one: S::Flags, other: S::Flags) -> S::Flags {
                S::either(one, other)
            }

            #[inline(always)]
            fn any(flags: S::Flags) -> bool {
                S::any(flags)
            }
        }
    };
}

side_by_side!(3: 0 1 2);
side_by_side!(4: 0 1 2 3);

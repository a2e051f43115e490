//! Sets of digits side by side: operations on each lane by itself.

use std::fmt::Debug;

/// Lanes of 16 bits, each a set of digits in the low 9 bits. Arrays of lanes are lanes too: an
/// implementation says what one register does, and several registers do the same.
///
/// All functions are `#[inline(always)]`, and nothing takes a closure: see [`Task`](super::Task).
pub(crate) trait Sets: Copy + Debug + Send + Sync + 'static {
    /// Where contradictions are gathered; looked at once in each round.
    type Flags: Copy;

    /// Intersection.
    fn and(self, other: Self) -> Self;
    /// Union.
    fn or(self, other: Self) -> Self;
    /// Difference.
    fn without(self, other: Self) -> Self;
    /// The digits that exactly one of the two holds.
    fn xor(self, other: Self) -> Self;
    /// Every lane without one of its digits.
    fn less_one(self) -> Self;
    /// All digits in the lanes that are empty, none in the others.
    fn all_if_empty(self) -> Self;
    /// Something in the lanes where both hold something, nothing elsewhere.
    fn if_both(self, other: Self) -> Self;

    /// Flags the lanes that are not empty.
    fn occupied(self) -> Self::Flags;
    /// Flags the lanes that are empty.
    fn empty(self) -> Self::Flags;
    /// Flags the lanes that do not hold all nine digits.
    fn incomplete(self) -> Self::Flags;
    /// Either of two flags.
    fn either(one: Self::Flags, other: Self::Flags) -> Self::Flags;
    /// Is any lane flagged?
    fn any(flags: Self::Flags) -> bool;

    /// The lanes that hold exactly one digit, the others emptied.
    #[inline(always)]
    fn singles(self) -> Self {
        self.and(self.less_one().all_if_empty())
    }

    /// The lanes that hold at most three digits, the others emptied.
    #[inline(always)]
    fn at_most_three(self) -> Self {
        self.and(self.less_one().less_one().less_one().all_if_empty())
    }

    /// `other` in the lanes where it is not empty, `self` elsewhere.
    #[inline(always)]
    fn overridden_by(self, other: Self) -> Self {
        self.and(other.all_if_empty()).or(other)
    }

    /// Intersects with `asserted` in the lanes where `asserted` holds at least three digits. Flags
    /// the lanes where `asserted` holds more than three.
    #[inline(always)]
    fn confined_to(self, asserted: Self) -> (Self, Self::Flags) {
        let beyond_two = asserted.less_one().less_one();
        let allowed = asserted.or(beyond_two.all_if_empty());
        (self.and(allowed), beyond_two.less_one().occupied())
    }

    /// Flags the lanes that hold more than one digit.
    #[inline(always)]
    fn several(self) -> Self::Flags {
        self.less_one().occupied()
    }

    /// Are the lanes the same?
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

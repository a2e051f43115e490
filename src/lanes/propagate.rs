//! Propagation on the whole grid at once, round by round.
//!
//! The inference is that of tdoku (Tom Dillon, 2019, <https://t-dillon.github.io/tdoku>): unit
//! propagation over cells *and triads* (the three cells that a row or a column shares with a box).
//! A triad holds exactly three digits, and propagation uses this bound too. Hidden singles and
//! locked candidates follow without separate rules. In tdoku, a box is a vector and a band is
//! another vector; these exchange messages, one box at a time, until nothing changes. Here, all
//! nine boxes make the same step at once (see [`super`]), so there is no list of work, and the only
//! branch is the one that ends the loop. The state is only the 81 sets of candidates; the triads
//! are computed from these again in each round.
//!
//! If this is faster, the vertical triads use the removals of the horizontal triads of the same
//! round: [`Lanes::IN_TURN`]. Both orders end in the same fixpoint if there is a solution. If there
//! is no solution, one order may detect this one guess later than the other, which changes the
//! number of guesses by a few in 10,000. With diagonals, all processors use the same order, since
//! the number of guesses decides there which solver continues.

use super::{Lanes, lane};

// There are no closures below: they would be compiled for the baseline processor, on which every
// vector instruction is a function call (see `simd`).

/// The digits of the horizontal and of the vertical triads, for these cells.
#[inline(always)]
pub(crate) fn triads<L: Lanes>([c0, c1, c2]: [L; 3]) -> (L, L) {
    (c0.or(c1).or(c2), c0.or(c1.turn::<2>()).or(c2.turn::<1>()))
}

/// Makes rounds until nothing changes any more. Returns `false` if there is no solution; the cells
/// can have any value then.
///
/// There are no preconditions. No solution is lost, and at least the fixpoint of unit propagation
/// and locked candidates is reached; without `DIAGONALS` and `TRIPLES`, exactly this fixpoint.
/// `DIAGONALS` adds the two diagonals as units. `TRIPLES` adds the rule that three digits fill a
/// triad, in both directions: a triad with only three possible digits holds all three, and a triad
/// that must hold three digits cannot hold other digits.
#[inline(always)]
pub(crate) fn fixpoint<L: Lanes, const DIAGONALS: bool, const TRIPLES: bool>(
    cells: &mut [L; 3],
) -> bool {
    loop {
        let (next, flags) = round::<L, DIAGONALS, TRIPLES>(*cells);
        if L::any(flags) {
            return false;
        }
        if L::same(next, *cells) {
            return true;
        }
        *cells = next;
    }
}

/// Makes one round. Returns the new cells, and the contradictions in the old cells.
#[inline(always)]
fn round<L: Lanes, const DIAGONALS: bool, const TRIPLES: bool>(
    cells: [L; 3],
) -> ([L; 3], L::Flags) {
    let [c0, c1, c2] = cells;
    let settled = [c0.singles(), c1.singles(), c2.singles()];
    let (h, v) = triads(cells);
    let (h_settled, v_settled) = triads(settled);
    let mut flags = c0.if_both(c1).if_both(c2).empty();

    let rows = direction::<L, false, TRIPLES>(h, h_settled);
    // If a digit is asserted in a triad and has only one possible cell there, this cell is settled.
    let once = rows.asserted.without(c0.and(c1).or(c0.or(c1).and(c2)));
    let only = [c0.and(once), c1.and(once), c2.and(once)];
    if !TRIPLES {
        // Two digits need the same cell. With triples, this check is not needed.
        let several = L::either(only[0].several(), L::either(only[1].several(), only[2].several()));
        flags = L::either(flags, several);
    }
    let mut next = [
        c0.overridden_by(only[0]).and(rows.left),
        c1.overridden_by(only[1]).and(rows.left),
        c2.overridden_by(only[2]).and(rows.left),
    ];

    let v = if L::IN_TURN || DIAGONALS { triads(next).1 } else { v };
    let columns = direction::<L, true, TRIPLES>(v, v_settled);
    next = [
        next[0].and(columns.left),
        next[1].and(columns.left.turn::<1>()),
        next[2].and(columns.left.turn::<2>()),
    ];
    if TRIPLES {
        flags = L::either(flags, L::either(rows.over, columns.over));
    }
    let complete = rows.of_line.and(rows.of_box).and(columns.of_line);
    flags = L::either(flags, complete.incomplete());
    if DIAGONALS {
        let (after, missing) = diagonals(cells, settled, next, rows.of_line);
        next = after;
        flags = L::either(flags, missing);
    }
    (next, flags)
}

/// The conclusions from the triads of one direction.
struct Direction<L: Lanes> {
    /// The digits of the line and of the box, in the lane of each of their triads.
    of_line: L,
    of_box: L,
    /// The asserted digits: those that the triad must hold.
    asserted: L,
    /// The remaining digits of the triads.
    left: L,
    /// Flags triads in which more than three digits are asserted.
    over: L::Flags,
}

/// Draws the conclusions from the digits of the triads and from their settled cells.
#[inline(always)]
fn direction<L: Lanes, const VERTICAL: bool, const TRIPLES: bool>(
    triads: L,
    settled: L,
) -> Direction<L> {
    let (line, in_box) = (of_line::<L, VERTICAL>(triads), others(triads));
    // A digit is asserted in a triad if no other triad of the line or of the box can hold the
    // digit, if a cell of the triad is settled with it, or (with triples) if the triad has only
    // three digits left.
    let mut asserted = triads.without(line.and(in_box)).or(settled);
    if TRIPLES {
        asserted = asserted.or(triads.at_most_three());
    }
    // Therefore the digit is in no other triad of the line or of the box. And three asserted digits
    // fill a triad.
    let elsewhere = of_line::<L, VERTICAL>(asserted).or(others(asserted));
    let left = triads.without(elsewhere);
    let (confined, over) = left.confined_to(asserted);
    Direction {
        of_line: triads.or(line),
        of_box: triads.or(in_box),
        asserted,
        left: if TRIPLES { confined } else { left },
        over,
    }
}

/// The digits of the two other triads of a line.
#[inline(always)]
fn of_line<L: Lanes, const VERTICAL: bool>(triads: L) -> L {
    if VERTICAL { triads.beneath() } else { triads.beside() }
}

/// The lanes of the boxes on the main diagonal. In these boxes, all cells of value 0 are on the
/// diagonal.
pub(super) const MAIN: u32 = box_lanes(false, [true; 3]);
/// The lanes of the boxes on the anti-diagonal whose cells in value 0 (then in 1 and 2) are on this
/// diagonal.
const ANTI_0: u32 = box_lanes(true, [false, true, false]);
const ANTI_1: u32 = box_lanes(true, [false, false, true]);
const ANTI_2: u32 = box_lanes(true, [true, false, false]);
/// The lanes of the same boxes whose cells in value 0 (then in 1 and 2) are not on the diagonal.
const OFF_0: u32 = ANTI_1 | ANTI_2;
const OFF_1: u32 = ANTI_0 | ANTI_2;
const OFF_2: u32 = ANTI_0 | ANTI_1;
/// All lanes of the boxes on the anti-diagonal.
pub(super) const ANTI: u32 = OFF_0 | ANTI_0;

/// The lanes of the three boxes of a diagonal, in these rows of the box.
const fn box_lanes(anti: bool, rows: [bool; 3]) -> u32 {
    let mut mask = 0;
    let mut n = 0;
    while n < 9 {
        let (r, band) = (n / 3, n % 3);
        if rows[r] {
            mask |= 1 << lane(r, band, if anti { 2 - band } else { band });
        }
        n += 1;
    }
    mask
}

/// Propagation on the two diagonals as units: hidden and naked singles, locked candidates where a
/// diagonal crosses a box, and the removal of candidates that see, through their row and column,
/// all places of their digit on a diagonal. Flags a digit for which a diagonal (or `rows`) has no
/// cell.
#[inline(always)]
fn diagonals<L: Lanes>(
    cells: [L; 3],
    settled: [L; 3],
    next: [L; 3],
    rows: L,
) -> ([L; 3], L::Flags) {
    let [n0, n1, n2] = next;
    let off = cells[1].or(cells[2]);
    let (all, hidden, gone, locked) =
        diagonal::<L, false>(cells[0].among::<MAIN>(), settled[0].among::<MAIN>(), off);
    let main = all.or(rows.among::<{ !MAIN }>());
    let n0 = n0.overridden_by(hidden.and(n0)).without(gone);
    let (n1, n2) = (n1.without(locked), n2.without(locked));

    let [c0, c1, c2] = cells;
    let off = c0.among::<OFF_0>().or(c1.among::<OFF_1>()).or(c2.among::<OFF_2>());
    let (all, hidden, gone, locked) = diagonal::<L, true>(on_anti(cells), on_anti(settled), off);
    let anti = all.or(rows.among::<{ !ANTI }>());
    let after = [
        n0.overridden_by(hidden.among::<ANTI_0>().and(n0))
            .without(gone.among::<ANTI_0>().or(locked.among::<OFF_0>())),
        n1.overridden_by(hidden.among::<ANTI_1>().and(n1))
            .without(gone.among::<ANTI_1>().or(locked.among::<OFF_1>())),
        n2.overridden_by(hidden.among::<ANTI_2>().and(n2))
            .without(gone.among::<ANTI_2>().or(locked.among::<OFF_2>())),
    ];
    let main_cells = [c0.among::<MAIN>(), c0.among::<0>(), c0.among::<0>()];
    let anti_cells = [c0.among::<ANTI_0>(), c1.among::<ANTI_1>(), c2.among::<ANTI_2>()];
    let by_main = unseen(main_cells, rows.among::<MAIN>());
    let by_anti = unseen(anti_cells, rows.among::<ANTI>());
    let after = [
        after[0].and(by_main[0]).and(by_anti[0]),
        after[1].and(by_main[1]).and(by_anti[1]),
        after[2].and(by_main[2]).and(by_anti[2]),
    ];
    (after, main.and(anti).incomplete())
}

/// The cells of the anti-diagonal, gathered in one value.
#[inline(always)]
fn on_anti<L: Lanes>([c0, c1, c2]: [L; 3]) -> L {
    c0.among::<ANTI_0>().or(c1.among::<ANTI_1>()).or(c2.among::<ANTI_2>())
}

/// For each cell in boxes that the diagonal does not cross: the digits that have a place on the
/// diagonal outside the row and the column of this cell. The digits of `exempt` are added in all
/// cells.
#[inline(always)]
fn unseen<L: Lanes>(diagonal: [L; 3], exempt: L) -> [L; 3] {
    let (in_row, in_column) = triads(diagonal);
    let beyond_row = others(in_row);
    let third_box = in_row.or(beyond_row).beside().beneath();
    let rows = beyond_row.beside().or(third_box).or(exempt);
    let columns = others(in_column).beneath();
    [rows.or(columns), rows.or(columns.turn::<1>()), rows.or(columns.turn::<2>())]
}

/// For each lane of a box, the digits of the other two lanes of the box.
#[inline(always)]
fn others<L: Lanes>(triads: L) -> L {
    triads.turn::<1>().or(triads.turn::<2>())
}

/// The arguments are the candidates of a diagonal, its settled cells, and the candidates of the
/// other cells of its boxes. The results are all digits that the diagonal can hold, its hidden
/// singles, the digits that its cells lose, and the digits that the other cells of its boxes lose.
#[inline(always)]
fn diagonal<L: Lanes, const ANTI: bool>(on: L, settled: L, off: L) -> (L, L, L, L) {
    let in_box = others(on);
    let of_box = on.or(in_box);
    let beyond = of_box.across::<ANTI>();
    let hidden = on.without(in_box.or(beyond));
    // The digits that must be in the part of the diagonal in this box, so in no other part of it.
    let here = settled.or(others(settled)).or(of_box.without(off.or(others(off))));
    let gone = here.across::<ANTI>();
    let locked = of_box.without(beyond);
    (of_box.or(beyond), hidden, gone, locked)
}

//! Propagation over the whole grid at once, round by round.
//!
//! The inference is that of tdoku (Tom Dillon, 2019, <https://t-dillon.github.io/tdoku>): unit
//! propagation over cells *and triads* (the three cells that a row or a column shares with a box),
//! where exactly three digits live in a triad, so that a cardinality bound propagates too. Hidden
//! singles and locked candidates need no rule of their own. tdoku keeps a box in a vector and a
//! band in another and lets them exchange messages, one box at a time, until nothing moves. Here
//! all nine boxes take the same step side by side (see [`super`]), so there is no work list
//! and no branch but the one that ends the loop; the state is the 81 candidate sets alone, from
//! which the triads are computed anew each round.

use super::{Lanes, lane};

// No closures in what follows: they would be compiled for the baseline, with every vector
// instruction a call (see `simd`).

/// What the triads hold, horizontal and vertical, if the cells hold this.
#[inline(always)]
pub(crate) fn triads<L: Lanes>([c0, c1, c2]: [L; 3]) -> (L, L) {
    (c0.or(c1).or(c2), c0.or(c1.turn::<2, 0, 0>()).or(c2.turn::<1, 0, 0>()))
}

/// Rounds until nothing changes any more; `false` if there is no solution, and the cells are then
/// any.
///
/// Requires nothing; ensures that no solution is lost, and that the fixpoint of unit propagation
/// and locked candidates is reached: exactly that one without `DIAGONALS` and `TRIPLES`.
/// `DIAGONALS` adds the two units, `TRIPLES` the rule that three digits fill a triad, from both
/// sides: a triad with no others holds them, and one that has to hold them holds no others.
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

/// The cells after one round, and what contradicts itself in those before it.
#[inline(always)]
fn round<L: Lanes, const DIAGONALS: bool, const TRIPLES: bool>(
    cells: [L; 3],
) -> ([L; 3], L::Flags) {
    let [c0, c1, c2] = cells;
    let mut flags = L::empty(cells);
    let (h, v) = triads(cells);

    // What the two other triads of a line hold, and the two other parallel ones of the box.
    let h_line = h.turn::<0, 0, 1>().or(h.turn::<0, 0, 2>());
    let h_box = others(h);
    let v_line = v.turn::<0, 1, 0>().or(v.turn::<0, 2, 0>());
    let v_box = others(v);
    let h_rows = h.or(h_line);
    flags = L::either(flags, h_rows.and(v.or(v_line)).and(h.or(h_box)).incomplete());

    // A digit is asserted in a triad that alone can hold it, in one that holds it in a settled
    // cell, and in one with no other choice left.
    let settled = [c0.singles(), c1.singles(), c2.singles()];
    let (h_settled, v_settled) = triads(settled);
    let mut h_asserted = h.without(h_line.and(h_box)).or(h_settled);
    let mut v_asserted = v.without(v_line.and(v_box)).or(v_settled);
    if TRIPLES {
        h_asserted = h_asserted.or(h.at_most_three());
        v_asserted = v_asserted.or(v.at_most_three());
    }

    // So it is in no other triad of the line or the box; and three digits fill a triad.
    let a = h_asserted;
    let elsewhere = a.turn::<0, 0, 1>().or(a.turn::<0, 0, 2>()).or(others(a));
    let mut h = h.without(elsewhere);
    if TRIPLES {
        let (confined, over) = h.confined_to(a);
        h = confined;
        flags = L::either(flags, over);
    }
    let a = v_asserted;
    let elsewhere = a.turn::<0, 1, 0>().or(a.turn::<0, 2, 0>()).or(others(a));
    let mut v = v.without(elsewhere);
    if TRIPLES {
        let (confined, over) = v.confined_to(a);
        v = confined;
        flags = L::either(flags, over);
    }

    // A digit asserted in a triad with one cell for it settles that cell.
    let a = h_asserted;
    let only =
        [a.and(c0).without(c1.or(c2)), a.and(c1).without(c2.or(c0)), a.and(c2).without(c0.or(c1))];
    if !TRIPLES {
        // two digits for one cell, which the triples rule out by themselves
        let several = L::either(only[0].several(), L::either(only[1].several(), only[2].several()));
        flags = L::either(flags, several);
    }
    let mut next = [
        c0.overridden_by(only[0]).and(h).and(v),
        c1.overridden_by(only[1]).and(h).and(v.turn::<1, 0, 0>()),
        c2.overridden_by(only[2]).and(h).and(v.turn::<2, 0, 0>()),
    ];
    if DIAGONALS {
        let (after, missing) = diagonals(cells, settled, next, h_rows);
        next = after;
        flags = L::either(flags, missing);
    }
    (next, flags)
}

/// The lanes of the boxes on the main diagonal: there, all of value 0 is on the diagonal.
const MAIN: u32 = box_lanes(false, [true; 3]);
/// The lanes of the boxes on the other diagonal that are on it in values 0, 1 and 2.
const ANTI_0: u32 = box_lanes(true, [false, true, false]);
const ANTI_1: u32 = box_lanes(true, [false, false, true]);
const ANTI_2: u32 = box_lanes(true, [true, false, false]);
/// The lanes of the same boxes that are beside it.
const OFF_0: u32 = ANTI_1 | ANTI_2;
const OFF_1: u32 = ANTI_0 | ANTI_2;
const OFF_2: u32 = ANTI_0 | ANTI_1;
/// All lanes of the boxes on the other diagonal.
const ANTI: u32 = OFF_0 | ANTI_0;

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

/// The two diagonals as units: hidden and naked singles on them, and locked candidates where a
/// diagonal crosses a box. Flags a digit that a diagonal (or `rows`) has no cell for.
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
        diagonal::<L, 1, 2>(cells[0].among::<MAIN>(), settled[0].among::<MAIN>(), off);
    let main = all.or(rows.among::<{ !MAIN }>());
    let n0 = n0.overridden_by(hidden.and(n0)).without(gone);
    let (n1, n2) = (n1.without(locked), n2.without(locked));

    let [c0, c1, c2] = cells;
    let off = c0.among::<OFF_0>().or(c1.among::<OFF_1>()).or(c2.among::<OFF_2>());
    let (all, hidden, gone, locked) = diagonal::<L, 2, 1>(on_anti(cells), on_anti(settled), off);
    let anti = all.or(rows.among::<{ !ANTI }>());
    let after = [
        n0.overridden_by(hidden.among::<ANTI_0>().and(n0))
            .without(gone.among::<ANTI_0>().or(locked.among::<OFF_0>())),
        n1.overridden_by(hidden.among::<ANTI_1>().and(n1))
            .without(gone.among::<ANTI_1>().or(locked.among::<OFF_1>())),
        n2.overridden_by(hidden.among::<ANTI_2>().and(n2))
            .without(gone.among::<ANTI_2>().or(locked.among::<OFF_2>())),
    ];
    (after, main.and(anti).incomplete())
}

/// What the other diagonal holds, in one value.
#[inline(always)]
fn on_anti<L: Lanes>([c0, c1, c2]: [L; 3]) -> L {
    c0.among::<ANTI_0>().or(c1.among::<ANTI_1>()).or(c2.among::<ANTI_2>())
}

/// What the two lanes turned to each lane of a box hold.
#[inline(always)]
fn others<L: Lanes>(triads: L) -> L {
    triads.turn::<1, 0, 0>().or(triads.turn::<2, 0, 0>())
}

/// For a diagonal's candidates, its settled cells, and the candidates of the other cells of its
/// boxes: all it can hold, what is hidden in one cell of it, what its cells lose, and what the cells beside it
/// lose. The next box of the diagonal is a band further and `S1` stacks, the one after `S2`.
#[inline(always)]
fn diagonal<L: Lanes, const S1: usize, const S2: usize>(on: L, settled: L, off: L) -> (L, L, L, L) {
    let in_box = others(on);
    let of_box = on.or(in_box);
    let beyond = of_box.turn::<0, 1, S1>().or(of_box.turn::<0, 2, S2>());
    let hidden = on.without(in_box.or(beyond));
    // on the diagonal's part in this box for certain, so on no other part of it
    let here = settled.or(others(settled)).or(of_box.without(off.or(others(off))));
    let gone = here.turn::<0, 1, S1>().or(here.turn::<0, 2, S2>());
    let locked = of_box.without(beyond);
    (of_box.or(beyond), hidden, gone, locked)
}

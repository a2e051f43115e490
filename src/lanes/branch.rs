//! Chooses a branch after propagation has reached its fixpoint.
//!
//! The choice is that of tdoku, on triads (here a stack is a band too): first the band with the
//! fewest candidates of all digits together; in this band, the digit with the fewest candidates;
//! then a line of the band with only two possible triads for this digit. Each branch keeps the
//! digit in one of these triads and removes it from the three cells of the other. Choosing cells
//! with two candidates, as is usual, needs twice as many guesses on hard puzzles.

use super::layout::{Lanes, lane};
use super::propagate::triads;

/// The cells of the two branches, or `None` if everything is settled. Each solution of `cells` is
/// in exactly one branch. Requires a successful [`fixpoint`](super::fixpoint).
#[inline(always)]
pub(super) fn branch<L: Lanes>(cells: [L; 3]) -> Option<[[L; 3]; 2]> {
    let (h, v) = triads(cells);
    let band = L::tightest(h, v)?;
    let lines = if band < 3 { h.lines(band) } else { v.lines(band) };

    let three = lines.map(|[a, b, c]| a & b & c);
    let two = lines.map(|[a, b, c]| (a & b | a & c | b & c) & !(a & b & c));
    let some_three = three[0] | three[1] | three[2];
    let some_two = two[0] | two[1] | two[2];
    let all_two = two[0] & two[1] & two[2];
    // Prefers a digit with two possible arrangements in the band, with five triads or with six;
    // otherwise takes a digit with more arrangements.
    let five = some_two & !some_three & !all_two;
    let choice = [five, all_two, some_two, some_three].into_iter().find(|&c| c != 0)?;
    let digit = choice & choice.wrapping_neg();

    let from = if some_two & digit != 0 { two } else { three };
    let line = from.iter().position(|&l| l & digit != 0)?;
    let place = usize::from(lines[line][0] & digit == 0);
    // The triad at this place of the line.
    let triad = |place| match band {
        0..3 => lane(line, band, place) as u8,
        _ => lane(line, place, band - 3) as u8,
    };
    let here = h.at(triad(place), digit);
    let mut later = h.at(triad(2), digit);
    if place == 0 {
        later = later.or(h.at(triad(1), digit));
    }
    let is_row = band < 3;
    Some([without(cells, later, is_row), without(cells, here, is_row)])
}

/// The cells without the digits of these triads, which are horizontal if `is_row` is true, else
/// vertical.
#[inline(always)]
fn without<L: Lanes>([c0, c1, c2]: [L; 3], triads: L, is_row: bool) -> [L; 3] {
    let (t1, t2) = if is_row { (triads, triads) } else { (triads.turn::<1>(), triads.turn::<2>()) };
    [c0.without(triads), c1.without(t1), c2.without(t2)]
}

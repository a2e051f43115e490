//! The choice of a branch when propagation has reached its fixpoint.
//!
//! tdoku's measure, on triads: of the six bands, the one with the fewest candidates left over
//! all digits; in it, the digit with the fewest; then a line of the band where two triads are left
//! for that digit. Each side of such a choice asserts a triad and takes three cells from another.
//! Cells with two candidates, the usual choice, need twice the guesses on hard puzzles.

use crate::lanes::{Lanes, lane, triads};

/// The lane of cell value `j` that holds its cell of a triad: `[band][line][place][j]`, with the
/// bands of [`Lanes::tightest`].
const CELLS_OF: [[[[u8; 3]; 3]; 3]; 6] = {
    let mut out = [[[[0; 3]; 3]; 3]; 6];
    let mut n = 0;
    while n < 6 * 27 {
        let (band, line, place, j) = (n / 27, n / 9 % 3, n / 3 % 3, n % 3);
        out[band][line][place][j] = if band < 3 {
            lane(line, band, place) as u8
        } else {
            lane((line + 3 - j) % 3, place, band - 3) as u8
        };
        n += 1;
    }
    out
};

/// Two sets of cells that share the solutions of `cells` out between them, or `None` when all is
/// settled. Requires a successful [`fixpoint`](crate::lanes::fixpoint).
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
    // Two arrangements left in the band, of five triads or of six; else more of them.
    let five = some_two & !some_three & !all_two;
    let choice = [five, all_two, some_two, some_three].into_iter().find(|&c| c != 0)?;
    let digit = choice & choice.wrapping_neg();

    let from = if some_two & digit != 0 { two } else { three };
    let line = from.iter().position(|&l| l & digit != 0)?;
    let place = usize::from(lines[line][0] & digit == 0);
    let (mut is, mut is_not) = (cells, cells);
    for j in 0..3 {
        is_not[j] = cells[j].strike(CELLS_OF[band][line][place][j], digit);
        for other in &CELLS_OF[band][line][place + 1..] {
            is[j] = is[j].strike(other[j], digit);
        }
    }
    Some([is, is_not])
}

//! All classic grids of 4x4, by trying all digits cell by cell: for comparing by brute force.

use crate::grid::{Grid, Size};

/// The 288 grids.
pub fn all_grids() -> Vec<Grid> {
    let mut grids: Vec<Vec<u16>> = vec![Vec::new()];
    for at in 0..16_usize {
        let boxed = |cell: usize| (cell / 8, cell % 4 / 2);
        let shares = |&other: &usize| {
            other / 4 == at / 4 || other % 4 == at % 4 || boxed(other) == boxed(at)
        };
        let mut longer = Vec::new();
        for grid in &grids {
            let fits = |digit: &u16| !(0..at).filter(shares).any(|other| grid[other] == *digit);
            longer.extend((1..=4).filter(fits).map(|digit| [&grid[..], &[digit]].concat()));
        }
        grids = longer;
    }
    assert_eq!(grids.len(), 288);
    grids.into_iter().map(|values| Grid::from_values(Size::FOUR, values).unwrap()).collect()
}

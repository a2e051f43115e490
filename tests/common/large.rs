//! Grids far above 9x9.

use satdoku::{Cell, Grid, Size};

/// A size by its box.
pub fn size(box_height: usize, box_width: usize) -> Size {
    Size::new(box_height, box_width).unwrap()
}

/// A full grid, emptied where `is_hole` says so.
pub fn pattern(size: Size, is_hole: impl Fn(usize) -> bool) -> Grid {
    let value = |cell: Cell| {
        let (row, column) = (size.row_index(cell), size.column_index(cell));
        let shift = size.box_width() * (row % size.box_height()) + row / size.box_height();
        if is_hole(cell.index()) { 0 } else { ((shift + column) % size.side() + 1) as u16 }
    };
    Grid::from_values(size, size.cells().map(value).collect::<Vec<_>>()).unwrap()
}

/// About so many cells in a hundred, without any pattern.
pub fn some(percent: usize) -> impl Fn(usize) -> bool {
    move |index| (index * 7919 + index / 13 * 104_729) % 100 < percent
}

/// A line a row, the cells apart by `between`, `empty` in the empty ones.
pub fn rows(grid: &Grid, between: &str, empty: &str) -> String {
    let cell = |&value: &u16| if value == 0 { empty.to_owned() } else { value.to_string() };
    let row = |row: &[u16]| row.iter().map(cell).collect::<Vec<_>>().join(between);
    grid.values().chunks(grid.size().side()).map(|values| row(values) + "\n").collect()
}

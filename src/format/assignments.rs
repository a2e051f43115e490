//! Lines that assign digits to cells, such as `sdk:R1C1=5;R2C4=7`.

use super::cells::{Place, value};
use super::error::{ParseError, quoted};
use super::record::Record;
use crate::grid::{Cell, Grid, Size};

const PREFIX: &[u8] = b"sdk:";

/// Reads a line of assignments. `None` if the line does not have this prefix.
pub(super) fn read(place: Place<'_>) -> Option<Result<Record, ParseError>> {
    let (prefix, rest) = place.text.trim_ascii().split_at_checked(PREFIX.len())?;
    prefix.eq_ignore_ascii_case(PREFIX).then(|| of(place, rest))
}

fn of(place: Place<'_>, text: &[u8]) -> Result<Record, ParseError> {
    let size = place.options.size.unwrap_or(Size::NINE);
    let mut values = vec![0; size.cell_count()];
    let assignments = text.split(|&byte| byte == b';').map(<[u8]>::trim_ascii);
    for assignment in assignments.filter(|assignment| !assignment.is_empty()) {
        let wrong = |expected: &str| {
            let found = quoted(&String::from_utf8_lossy(assignment));
            place.expected(assignment, expected, found)
        };
        let equals = assignment.iter().position(|&byte| byte == b'=');
        let (name, digit) = equals
            .map(|at| (assignment[..at].trim_ascii(), assignment[at + 1..].trim_ascii()))
            .ok_or_else(|| wrong("an assignment, such as R1C1=5"))?;
        let cell = cell(name, size).ok_or_else(|| wrong("a cell of the grid, such as R1C1"))?;
        let value = value(digit, size.side(), &place.options.symbols)
            .filter(|&value| value > 0)
            .ok_or_else(|| place.not_a_digit(digit, size.side()))?;
        let held = &mut values[cell.index()];
        if ![0, value].contains(held) {
            return Err(wrong("one digit for each cell"));
        }
        *held = value;
    }
    let grid = Grid::from_values(size, values).expect("values of this size");
    Ok(Record::new(grid, place.line))
}

/// The cell with a name such as `R1C1`.
fn cell(name: &[u8], size: Size) -> Option<Cell> {
    let name = str::from_utf8(name).ok()?.to_ascii_lowercase();
    let (row, column) = name.strip_prefix('r')?.split_once('c')?;
    let index = |text: &str| {
        let number: usize = text.parse().ok()?;
        (1..=size.side()).contains(&number).then_some(number - 1)
    };
    Some(size.cell(index(row)?, index(column)?))
}

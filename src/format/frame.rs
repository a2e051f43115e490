//! Drawings whose empty cells are blank: their cells stand at fixed places between bars.

use itertools::Itertools;

use super::shape::Token;

/// The bars of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Frame {
    /// How many parts they make.
    parts: usize,
    /// How many characters each part has.
    width: usize,
}

/// What stands between the first bar and the last.
fn inner(row: &[u8]) -> Option<&[u8]> {
    row.trim_ascii().strip_prefix(b"|")?.strip_suffix(b"|")
}

/// Whether thick and thin lines in a line of a drawing part regions that are no boxes: thick bars
/// at uneven distances among thin ones, or both in a line between rows.
pub(super) fn has_thick_walls(line: &[u8]) -> bool {
    if line.is_ascii() {
        return false;
    }
    let line = String::from_utf8_lossy(line);
    let thick = |symbol: char| match symbol {
        '│' => Some(false),
        '┃' | '║' => Some(true),
        _ => None,
    };
    let bars: Vec<bool> = line.chars().filter_map(thick).collect();
    let between = bars.split(|&is_thick| is_thick);
    // Nothing stands before the first bar and after the last one.
    let inner = between.clone().skip(1).take(between.count().saturating_sub(2));
    !inner.map(<[bool]>::len).all_equal() || line.contains('─') && line.contains(['━', '═'])
}

impl Frame {
    /// Of a row between bars, all its parts equally wide; `None` for any other line.
    pub(super) fn of(row: &[u8]) -> Option<Frame> {
        let inner = inner(row)?;
        let mut widths = inner.split(|&byte| byte == b'|').map(<[u8]>::len);
        let (parts, width) = (widths.clone().count(), widths.next()?);
        let is_plain = inner.iter().all(|byte| byte.is_ascii_graphic() || *byte == b' ');
        let is_frame = is_plain && parts > 1 && width > 0 && widths.all(|other| other == width);
        is_frame.then_some(Frame { parts, width })
    }

    /// Of a row without any symbol: blank cells, or the room between two rows.
    pub(super) fn of_blank(row: &[u8]) -> Option<Frame> {
        Frame::of(row).filter(|_| row.iter().all(|byte| b"| ".contains(byte)))
    }

    /// Whether some cells of a row between bars must be blank: there are fewer symbols than any
    /// grid has columns, or not as many in each part.
    pub(super) fn has_blanks(row: &[u8]) -> bool {
        const LEAST_SIDE: usize = 4;
        let inner = inner(row).unwrap_or_default();
        let parts = inner.split(|&byte| byte == b'|');
        let symbols = |part: &[u8]| part.iter().filter(|&&byte| byte != b' ').count();
        let words =
            |part: &[u8]| part.split(|&byte| byte == b' ').filter(|w| !w.is_empty()).count();
        inner.contains(&b' ')
            && (parts.clone().map(symbols).sum::<usize>() < LEAST_SIDE
                || !parts.clone().map(words).all_equal()
                || parts.clone().map(words).sum::<usize>() < LEAST_SIDE
                    && !parts.map(symbols).all_equal())
    }

    /// The cells of a row of a grid of this side, side by side or with spaces between; blank ones
    /// have no text. `None` if that does not fit.
    pub(super) fn cells<'t>(self, row: &'t [u8], side: usize) -> Option<Vec<Token<'t>>> {
        let count = side / self.parts;
        let (first, step) = match self.width {
            width if width == count => (0, 1),
            width if width + 1 == 2 * count => (0, 2),
            width if width == 2 * count + 1 => (1, 2),
            _ => return None,
        };
        let start = 1 + row.len() - row.trim_ascii_start().len();
        let mut cells = Vec::with_capacity(side);
        for (index, &byte) in inner(row)?.iter().enumerate() {
            let (offset, start) = (index % (self.width + 1), start + index);
            match (offset % step == first, byte) {
                _ if offset == self.width => {}
                (true, b' ') => cells.push(Token { text: b"", start }),
                (true, _) => cells.push(Token { text: &row[start..=start], start }),
                (false, b' ') => {}
                (false, _) => return None,
            }
        }
        (cells.len() == side).then_some(cells)
    }
}

//! Strings of the Interactive Sudoku Solver: `.Type~argument~R1C1~R1C2`, one after the other, for
//! which its page has links.

use itertools::Itertools;

use super::draft::{Draft, Found, kind};
use crate::grid::{Cell, Size};
use crate::rules::{ClueKind, Variant};

/// The relation that the solver writes so says that digits are neither equal nor consecutive.
const NABNER: &str = "8Hxf8Hxf8HB";

/// Its name.
pub(super) const NAME: &str = "the Interactive Sudoku Solver";

/// Whether a text is such a string: a type after its point, and arguments.
pub(super) fn is_meant(text: &str) -> bool {
    let is_type = |first: u8| first.is_ascii_uppercase() || b".~".contains(&first);
    text.contains('~')
        && text.as_bytes().get(1).copied().is_some_and(is_type)
        && text.starts_with('.')
}

/// The puzzle of a string.
pub(super) fn read(text: &str) -> Found<Draft> {
    // Those of the next string would be taken for this one's.
    if text.lines().filter(|line| line.starts_with(".~R")).count() > 1 {
        return Err("expected one list of givens; put a blank line between strings".to_owned());
    }
    let text: String = text.split_whitespace().collect();
    let items = text.strip_prefix('.').ok_or("expected '.' and a type")?;
    let items: Vec<(&str, Vec<&str>)> = items
        .split('.')
        .map(|item| {
            let mut parts = item.split('~');
            (parts.next().unwrap_or_default(), parts.collect())
        })
        .collect();
    let shape = items.iter().find(|(name, _)| *name == "Shape");
    let mut draft = Draft::new(match shape.map(|(_, arguments)| &arguments[..]) {
        None => 9,
        Some([shape]) => {
            let (rows, columns) = shape.split_once('x').ok_or(format!("unknown shape {shape}"))?;
            if rows != columns {
                return Err(format!("expected a square, found {shape}"));
            }
            number(rows)? as usize
        }
        Some(other) => return Err(format!("unknown shape {}", other.join("~"))),
    })?;
    let has = |wanted: &str| items.iter().any(|(name, _)| *name == wanted);
    // A prime side leaves no boxes.
    let has_boxes = !has("NoBoxes") && Size::from_side(draft.size.side()).is_some();
    let is_jigsaw = has("Jigsaw");
    if !has_boxes && !is_jigsaw {
        draft.regions = Some(vec![None; draft.size.cell_count()]);
    }
    let mut diagonals = Vec::new();
    for (name, arguments) in &items {
        match (*name, &arguments[..]) {
            ("Shape" | "NoBoxes", _) | ("", []) => {}
            ("Jigsaw", [.., layout]) => {
                let labels: Vec<usize> = layout.bytes().map(usize::from).collect();
                if labels.len() != draft.size.cell_count() {
                    return Err(format!("expected a label a cell, found {}", labels.len()));
                }
                if has_boxes {
                    let labels = draft.size.cells().map(|cell| (labels[cell.index()], cell));
                    for (_, cells) in labels.into_group_map().into_iter().sorted() {
                        draft.add(ClueKind::ExtraRegion, cells, &[]);
                    }
                } else {
                    draft.regions = Some(labels.into_iter().map(Some).collect());
                }
            }
            ("Diagonal", [direction]) => diagonals.push(*direction == "-1"),
            ("AntiKnight", []) => draft.variants.push(Variant::AntiKnight),
            ("AntiKing", []) => draft.variants.push(Variant::AntiKing),
            ("DisjointSets", []) => draft.variants.push(Variant::DisjointGroups),
            ("Windoku", []) => draft.variants.push(Variant::Windoku),
            ("AntiConsecutive" | "StrictKropki" | "StrictXV", []) => {
                draft.add(kind_of(name)?, Vec::new(), &[]);
            }
            (name, arguments) => read_type(&mut draft, name, arguments)?,
        }
    }
    draft.add_diagonals(&diagonals);
    Ok(draft)
}

/// Types with cells.
fn read_type(draft: &mut Draft, name: &str, arguments: &[&str]) -> Found<()> {
    let (first, rest) = arguments.split_first().ok_or(format!("unknown type '{name}'"))?;
    match name {
        "" | "Given" => {
            for given in arguments {
                let mut parts = given.split('_');
                let cell = cell(draft, parts.next().unwrap_or_default())?;
                let digits = parts.map(number).collect::<Result<Vec<_>, _>>()?;
                draft.give(cell, &digits)?;
            }
        }
        // Remainders of 1 are all the same.
        "Modular" if *first == "1" => {}
        "Cage" | "Sum" | "Lockout" | "Modular" | "SameValues" => {
            let (cells, number) = (cells(draft, rest)?, number(first)?);
            // A cage of 0 is one without a sum.
            let numbers = Some(number).filter(|number| (name, *number) != ("Cage", 0));
            draft.add(kind_of(name)?, cells, numbers.as_slice());
        }
        "Whisper" => match number(first) {
            Ok(least) => draft.add(ClueKind::Whispers, cells(draft, rest)?, &[least]),
            Err(_) => draft.add(ClueKind::Whispers, cells(draft, arguments)?, &[5]),
        },
        "Thermo" | "Renban" | "Palindrome" | "Between" | "RegionSumLine" | "Zipper"
        | "DoubleArrow" | "Entropic" | "Arrow" | "AllDifferent" | "CountingCircles" => {
            // Whose first name here is that of f-puzzles, with another number of cells.
            let kind = if name == "AllDifferent" { ClueKind::Differ } else { kind_of(name)? };
            draft.add(kind, cells(draft, arguments)?, &[]);
        }
        "PillArrow" => {
            // The digits of a pill are read as a page is.
            let (length, mut cells) = (number(first)?, cells(draft, rest)?);
            let pill = cells.get_mut(..length as usize).ok_or("expected a pill and a shaft")?;
            pill.sort_unstable();
            draft.add(ClueKind::PillArrow, cells, &[length]);
        }
        "WhiteDot" | "BlackDot" | "X" | "V" | "GreaterThan" => {
            // Each two of the cells that share an edge, the earlier first.
            let size = draft.size;
            let beside = |a: Cell, b: Cell| {
                size.row_index(a).abs_diff(size.row_index(b))
                    + size.column_index(a).abs_diff(size.column_index(b))
                    == 1
            };
            let cells = cells(draft, arguments)?;
            for (a, b) in cells.into_iter().tuple_combinations().filter(|&(a, b)| beside(a, b)) {
                draft.add(kind_of(name)?, vec![a, b], &[]);
            }
        }
        "Quad" => {
            let corner = cell(draft, first)?;
            let (row, column) = (draft.size.row_index(corner), draft.size.column_index(corner));
            let all = [(0, 0), (0, 1), (1, 0), (1, 1)];
            let cells = all.into_iter().map(|(down, right)| draft.cell(row + down, column + right));
            let cells = cells.collect::<Result<_, _>>()?;
            let values = rest.iter().copied().map(number).collect::<Result<Vec<_>, _>>()?;
            draft.add(kind_of(name)?, cells, &values);
        }
        "PairX" | "BinaryX" if first.replace(['-', '_'], "") == NABNER => {
            // A name, then lines with an empty argument between them.
            for line in rest.split(|argument| argument.is_empty()) {
                let line: Vec<&str> =
                    line.iter().copied().filter(|cell| !cell.starts_with('_')).collect();
                draft.add(ClueKind::Nabner, cells(draft, &line)?, &[]);
            }
        }
        "Indexing" => {
            let kind = match *first {
                "C" => ClueKind::ColumnIndexer,
                "R" => ClueKind::RowIndexer,
                other => return Err(format!("unknown indexing '{other}'")),
            };
            draft.add(kind, cells(draft, rest)?, &[]);
        }
        "LittleKiller" => {
            let [start] = rest else { return Err("expected one cell".to_owned()) };
            let cells = little_killer(draft, cell(draft, start)?)?;
            draft.add(kind_of(name)?, cells, &[number(first)?]);
        }
        "Sandwich" => {
            let [line] = rest else { return Err("expected a row or column".to_owned()) };
            let (is_row, at) = row_or_column(line)?;
            draft.add(kind_of(name)?, draft.line(is_row, at, true)?, &[number(first)?]);
        }
        "XSum" | "Skyscraper" | "NumberedRoom" => {
            let (is_row, at) = row_or_column(first)?;
            // One from the top or left, one from the other side.
            for (text, along) in rest.iter().zip([true, false]).filter(|(text, _)| !text.is_empty())
            {
                draft.add(kind_of(name)?, draft.line(is_row, at, along)?, &[number(text)?]);
            }
        }
        _ => return Err(format!("unknown type '{name}'")),
    }
    Ok(())
}

/// The kind of a type.
fn kind_of(name: &str) -> Found<ClueKind> {
    kind(name).ok_or_else(|| format!("unknown type '{name}'"))
}

/// The diagonal that the solver names by its first cell.
fn little_killer(draft: &Draft, start: Cell) -> Found<Vec<Cell>> {
    let (side, size) = (draft.size.side() as isize, draft.size);
    let (mut row, mut column) = (size.row_index(start) as isize, size.column_index(start) as isize);
    let last = side - 1;
    let (down, right) = match (row, column) {
        (row, 0) if row < last => (1, 1),
        (0, _) => (1, -1),
        (row, column) if column == last && row < last => (-1, -1),
        (row, column) if row == last && (1..last).contains(&column) => (-1, 1),
        _ => return Err("expected the start of a diagonal".to_owned()),
    };
    let mut cells = Vec::new();
    while (0..side).contains(&row) && (0..side).contains(&column) {
        cells.push(draft.cell(row as usize, column as usize)?);
        (row, column) = (row + down, column + right);
    }
    Ok(cells)
}

/// `R3` or `C3`: whether it is a row, and its index.
fn row_or_column(text: &str) -> Found<(bool, usize)> {
    let (kind, number) = text.split_at_checked(1).ok_or("expected a row or column")?;
    let index = coordinate(number);
    match (kind, index) {
        ("R", Some(index)) => Ok((true, index)),
        ("C", Some(index)) => Ok((false, index)),
        _ => Err(format!("expected a row or column, found '{text}'")),
    }
}

/// One character: `1` to `9`, then `a`.
fn coordinate(text: &str) -> Option<usize> {
    usize::from_str_radix(text, 17).ok().filter(|_| text.len() == 1)?.checked_sub(1)
}

fn number(text: &str) -> Found<u32> {
    text.parse().map_err(|_| format!("expected a number, found '{text}'"))
}

fn cell(draft: &Draft, text: &str) -> Found<Cell> {
    // One character each for row and column, of which `c` may be one.
    let both = match text.as_bytes() {
        [b'R' | b'r', _, b'C' | b'c', _] => coordinate(&text[1..2]).zip(coordinate(&text[3..])),
        _ => None,
    };
    let (row, column) = both.ok_or(format!("expected a cell, found '{text}'"))?;
    draft.cell(row, column)
}

fn cells(draft: &Draft, texts: &[&str]) -> Found<Vec<Cell>> {
    texts.iter().map(|text| cell(draft, text)).collect()
}

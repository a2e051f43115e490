//! Strings of the Interactive Sudoku Solver: items such as `.Type~argument~R1C1~R1C2`, one after
//! the other. The page of the solver makes links with such strings.

use itertools::Itertools;

use super::draft::{Draft, Found};
use super::fpuzzles::diagonal;
use crate::grid::{Cell, Size};
use crate::rules::clue::Arguments;
use crate::rules::{ClueKind, Variant};

/// The code of the solver for the relation "neither equal nor consecutive" of two digits.
const NABNER: &str = "8Hxf8Hxf8HB";

/// The name of the program.
pub(super) const NAME: &str = "the Interactive Sudoku Solver";

/// The types of items that are variants.
pub(super) const FLAGS: [(&str, Variant); 4] = [
    ("AntiKnight", Variant::AntiKnight),
    ("AntiKing", Variant::AntiKing),
    ("DisjointSets", Variant::DisjointGroups),
    ("Windoku", Variant::Windoku),
];

/// Whether a text is such a string: it begins with a point and a type, and has arguments.
pub(super) fn is_meant(text: &str) -> bool {
    let is_type = |first: u8| first.is_ascii_uppercase() || b".~".contains(&first);
    text.contains('~')
        && text.as_bytes().get(1).copied().is_some_and(is_type)
        && text.starts_with('.')
}

/// Reads the puzzle of a string.
pub(super) fn read(text: &str) -> Found<Draft> {
    // Several lists of givens are probably several strings, whose givens must not be mixed.
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
    // A grid whose side is a prime has no boxes.
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
                    return Err(format!("expected a label for each cell, found {}", labels.len()));
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
            (name, []) if let Some((_, variant)) = FLAGS.iter().find(|(flag, _)| *flag == name) => {
                draft.variants.push(*variant);
            }
            (name, []) => {
                let mut kinds = ClueKind::ALL.into_iter();
                let kind = kinds.find(|kind| kind.iss() == Some((name, Arguments::None)));
                draft.add(kind.ok_or(format!("unknown type '{name}'"))?, Vec::new(), &[]);
            }
            (name, arguments) => read_type(&mut draft, name, arguments)?,
        }
    }
    draft.add_diagonals(&diagonals);
    // In satdoku, the rule does not apply to the two cells of a dot; in the other program, it does.
    let has = |kind| draft.clues.iter().any(|clue| clue.kind == kind);
    let has_dots = has(ClueKind::KropkiWhite) || has(ClueKind::KropkiBlack);
    if has(ClueKind::NonConsecutive) && has_dots {
        return Err("AntiConsecutive with dots is a rule that no clue of satdoku states".to_owned());
    }
    Ok(draft)
}

/// Reads an item with arguments, such as cells.
fn read_type(draft: &mut Draft, name: &str, arguments: &[&str]) -> Found<()> {
    let unknown = || format!("unknown type '{name}'");
    let (first, rest) = arguments.split_first().ok_or_else(unknown)?;
    let name = match name {
        "" => "Given",
        "BinaryX" => "PairX",
        // All remainders modulo 1 are equal, so this item has no meaning.
        "Modular" if *first == "1" => return Ok(()),
        name => name,
    };
    let mut kinds = ClueKind::ALL.into_iter().filter(|kind| match kind.iss() {
        Some((known, Arguments::Letter(letter))) => (known, letter) == (name, *first),
        Some((_, Arguments::Around(_))) => false,
        Some((known, _)) => known == name,
        None => false,
    });
    let kind = kinds.next().ok_or_else(|| match name {
        "Indexing" => format!("unknown indexing '{first}'"),
        _ => unknown(),
    })?;
    match kind.iss().map_or(Arguments::None, |(_, has)| has) {
        Arguments::None | Arguments::Around(_) => return Err(unknown()),
        Arguments::Given => {
            for given in arguments {
                let mut parts = given.split('_');
                let cell = cell(draft, parts.next().unwrap_or_default())?;
                let digits = parts.map(number).collect::<Result<Vec<_>, _>>()?;
                draft.give(cell, &digits)?;
            }
        }
        Arguments::Number(_) => {
            // A cage of 0 is a cage without a sum.
            let is_number = |number: &u32| kind != ClueKind::Killer || *number > 0;
            let number = Some(number(first)?).filter(is_number);
            draft.add(kind, cells(draft, rest)?, number.as_slice());
        }
        Arguments::Whisper => match number(first) {
            Ok(least) => draft.add(kind, cells(draft, rest)?, &[least]),
            Err(_) => draft.add(kind, cells(draft, arguments)?, &[5]),
        },
        Arguments::Cells => draft.add(kind, cells(draft, arguments)?, &[]),
        Arguments::Letter(_) => draft.add(kind, cells(draft, rest)?, &[]),
        Arguments::Pill => {
            // The digits of a pill are read from left to right, then from top to bottom.
            let (length, mut cells) = (number(first)?, cells(draft, rest)?);
            let pill = cells.get_mut(..length as usize).ok_or("expected a pill and a shaft")?;
            pill.sort_unstable();
            draft.add(kind, cells, &[length]);
        }
        Arguments::Pair(_) => {
            // Every two of the cells that share an edge; the cell that is listed first comes first.
            let (size, cells) = (draft.size, cells(draft, arguments)?);
            let beside = |(a, b): &(Cell, Cell)| are_beside(size, *a, *b);
            for (a, b) in cells.into_iter().tuple_combinations().filter(beside) {
                draft.add(kind, vec![a, b], &[]);
            }
        }
        Arguments::Quad => {
            let corner = cell(draft, first)?;
            let (row, column) = (draft.size.row_index(corner), draft.size.column_index(corner));
            let all = [(0, 0), (0, 1), (1, 0), (1, 1)];
            let cells = all.into_iter().map(|(down, right)| draft.cell(row + down, column + right));
            let cells = cells.collect::<Result<_, _>>()?;
            let values = rest.iter().copied().map(number).collect::<Result<Vec<_>, _>>()?;
            draft.add(kind, cells, &values);
        }
        Arguments::Nabner => {
            if first.replace(['-', '_'], "") != NABNER {
                return Err(unknown());
            }
            // A name, then the cells of lines; an empty argument separates two lines.
            for line in rest.split(|argument| argument.is_empty()) {
                let line: Vec<&str> =
                    line.iter().copied().filter(|cell| !cell.starts_with('_')).collect();
                draft.add(kind, cells(draft, &line)?, &[]);
            }
        }
        Arguments::Diagonal => {
            let [start] = rest else { return Err("expected one cell".to_owned()) };
            let cells = little_killer(draft.size, cell(draft, start)?)?;
            draft.add(kind, cells, &[number(first)?]);
        }
        Arguments::Row => {
            let [line] = rest else { return Err("expected a row or column".to_owned()) };
            let (is_row, at) = row_or_column(line)?;
            draft.add(kind, draft.line(is_row, at, true)?, &[number(first)?]);
        }
        Arguments::Ends => {
            let (is_row, at) = row_or_column(first)?;
            // The first number is for the top or left end, the second number for the other end.
            for (text, along) in rest.iter().zip([true, false]).filter(|(text, _)| !text.is_empty())
            {
                draft.add(kind, draft.line(is_row, at, along)?, &[number(text)?]);
            }
        }
    }
    Ok(())
}

/// Whether two cells share an edge.
pub(super) fn are_beside(size: Size, a: Cell, b: Cell) -> bool {
    size.row_index(a).abs_diff(size.row_index(b))
        + size.column_index(a).abs_diff(size.column_index(b))
        == 1
}

/// The first of four cells that form a square; `None` for other cells.
pub(super) fn square_of(size: Size, cells: &[Cell]) -> Option<Cell> {
    let first = *cells.iter().min()?;
    let (row, column) = (size.row_index(first), size.column_index(first));
    let is_near = |cell: &Cell| {
        (row..=row + 1).contains(&size.row_index(*cell))
            && (column..=column + 1).contains(&size.column_index(*cell))
    };
    (cells.len() == 4 && cells.iter().all(is_near)).then_some(first)
}

/// The cells of the diagonal that has this first cell in the solver.
pub(super) fn little_killer(size: Size, start: Cell) -> Found<Vec<Cell>> {
    let (row, column, last) = (size.row_index(start), size.column_index(start), size.side() - 1);
    let step = match (row, column) {
        (row, 0) if row < last => [1, 1],
        (0, _) => [1, -1],
        (row, column) if column == last && row < last => [-1, -1],
        (row, column) if row == last && (1..last).contains(&column) => [-1, 1],
        _ => return Err("expected the start of a diagonal".to_owned()),
    };
    Ok(diagonal(size, (row + 1, column + 1), step))
}

/// Reads `R3` or `C3`: whether it is a row, and the index of the row or column.
fn row_or_column(text: &str) -> Found<(bool, usize)> {
    let (kind, number) = text.split_at_checked(1).ok_or("expected a row or column")?;
    let index = coordinate(number);
    match (kind, index) {
        ("R", Some(index)) => Ok((true, index)),
        ("C", Some(index)) => Ok((false, index)),
        _ => Err(format!("expected a row or column, found '{text}'")),
    }
}

/// The index that a character means: `1` is 0, `9` is 8, `a` is 9.
fn coordinate(text: &str) -> Option<usize> {
    usize::from_str_radix(text, 17).ok().filter(|_| text.len() == 1)?.checked_sub(1)
}

fn number(text: &str) -> Found<u32> {
    text.parse().map_err(|_| format!("expected a number, found '{text}'"))
}

fn cell(draft: &Draft, text: &str) -> Found<Cell> {
    // The row is one character and the column is one character; each can be `c`.
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

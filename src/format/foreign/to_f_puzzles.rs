//! Writes puzzles in the form of f-puzzles, compressed by LZ-string; SudokuPad reads this form too.

use itertools::Itertools;
use serde_json::{Map, Value, json};

use super::draft::Found;
use super::fpuzzles::{DIRECTIONS, FLAGS, diagonal};
use super::iss::{are_beside, square_of};
use super::written::{added, marks, named, regions, unknown};
use crate::grid::{Cell, Grid, Size};
use crate::rules::clue::{Fields, Form, Shape};
use crate::rules::{Clue, ClueKind, Puzzle};

/// The keys whose clues f-puzzles and SudokuPad draw without scripts. Other keys are those of
/// scripts. For their clues, we add decoration, so that a person without the script sees the clues.
const DRAWN: [&str; 18] = [
    "arrow",
    "betweenline",
    "cage",
    "clone",
    "difference",
    "even",
    "extraregion",
    "killercage",
    "littlekillersum",
    "maximum",
    "minimum",
    "odd",
    "palindrome",
    "quadruple",
    "ratio",
    "sandwichsum",
    "thermometer",
    "xv",
];

/// The JSON of a puzzle, compressed.
pub(super) fn packed(puzzle: &Puzzle, solution: Option<&Grid>) -> Found<String> {
    let text: Vec<u16> = json(puzzle, solution)?.to_string().encode_utf16().collect();
    Ok(lz_str::compress_to_base64(&text))
}

fn json(puzzle: &Puzzle, solution: Option<&Grid>) -> Found<Value> {
    let (rules, size) = (puzzle.rules(), puzzle.size());
    let has = |clue: &Clue| clue.kind.f_puzzles().map(|(_, has)| has);
    let (marks, regions) =
        (marks(puzzle, |clue| has(clue) == Some(Fields::Marks))?, regions(rules));
    let cells = size.cells().map(|cell| {
        let mut fields = Map::new();
        if let Some(digit) = puzzle.givens().get(cell) {
            fields.insert("value".to_owned(), digit.value().into());
            fields.insert("given".to_owned(), true.into());
        } else if let Some(digits) = &marks[cell.index()] {
            fields.insert("givenPencilMarks".to_owned(), json!(digits));
        }
        if let Some(regions) = &regions {
            fields.insert("region".to_owned(), json!(regions[cell.index()]));
        }
        Value::Object(fields)
    });
    let cells = cells.collect_vec();
    let rows = cells.chunks(size.side()).map(|row| Value::from(row.to_vec())).collect_vec();
    let mut keys = Map::new();
    keys.insert("size".to_owned(), size.side().into());
    keys.insert("grid".to_owned(), rows.into());
    for variant in rules.variants() {
        let names = named(*variant, &["diagonal+", "diagonal-"], &FLAGS)?;
        keys.extend(names.into_iter().map(|name| (name.to_owned(), true.into())));
    }
    for cells in added(rules, |_| false) {
        push(&mut keys, "extraregion", json!({ "cells": names(size, cells) }));
    }
    for clue in rules.clues() {
        // In f-puzzles, these are two rules.
        let kinds = match clue.kind {
            ClueKind::NegativeKropki => vec![ClueKind::NonConsecutive, ClueKind::NegativeRatio],
            kind => vec![kind],
        };
        for kind in kinds {
            let clue = Clue { kind, ..clue.clone() };
            write(&clue, size, &mut keys).ok_or_else(|| unknown(&clue, rules))?;
        }
    }
    let said = rules.variants().iter().map(|variant| format!("{variant}: {}", variant.about()));
    let kinds = rules.clues().iter().map(|clue| clue.kind).unique();
    let said = said.chain(kinds.map(|kind| format!("{kind}: {}", kind.about()))).join("\n");
    if !said.is_empty() {
        keys.insert("ruleset".to_owned(), said.into());
    }
    if let Some(solution) = solution {
        keys.insert("solution".to_owned(), json!(solution.values()));
    }
    Ok(keys.into())
}

/// Adds a clue to the list of its key; `None` if f-puzzles cannot express the clue.
fn write(clue: &Clue, size: Size, keys: &mut Map<String, Value>) -> Option<()> {
    let (key, has) = clue.kind.f_puzzles()?;
    let cells = &clue.cells[..];
    let all = |cells: &[Cell]| names(size, cells);
    let mut entry = match has {
        Fields::Marks => return Some(()),
        Fields::Flag => {
            keys.insert(key.to_owned(), true.into());
            return Some(());
        }
        Fields::Negative(name) => {
            push(keys, key, name.into());
            return Some(());
        }
        Fields::Each => {
            let each = cells.iter().map(|&cell| json!({ "cell": name(size, cell) }));
            each.for_each(|entry| push(keys, key, entry));
            return Some(());
        }
        Fields::Cells | Fields::Letter(_) => json!({ "cells": all(cells) }),
        Fields::Lines => json!({ "lines": [all(cells)] }),
        Fields::Root => json!({ "cells": all(cells), "value": format!("DR{}", clue.numbers[0]) }),
        Fields::Values => {
            square_of(size, cells)?;
            json!({ "cells": all(cells), "values": clue.numbers })
        }
        Fields::Halves => {
            let (first, second) = cells.split_at(cells.len() / 2);
            json!({ "cells": all(first), "cloneCells": all(second) })
        }
        Fields::Arrow => {
            let (pill, shaft) = cells.split_at(clue.numbers.first().map_or(1, |&n| n as usize));
            // In f-puzzles, a pill of one cell is a circle.
            let line = [&pill[pill.len() - 1..], shaft].concat();
            json!({ "cells": all(pill), "lines": [all(&line)] })
        }
        Fields::Outside => {
            let place = |at: usize, toward: usize| match toward.cmp(&at) {
                std::cmp::Ordering::Greater => 0,
                std::cmp::Ordering::Equal => at + 1,
                std::cmp::Ordering::Less => size.side() + 1,
            };
            let [first, second] = [cells[0], *cells.get(1)?];
            let row = place(size.row_index(first), size.row_index(second));
            let column = place(size.column_index(first), size.column_index(second));
            json!({ "cell": format!("R{row}C{column}"), "value": clue.numbers[0].to_string() })
        }
        Fields::Diagonal => {
            let places = (0..=size.side() + 1).cartesian_product(0..=size.side() + 1);
            let is_inside = |at: usize| (1..=size.side()).contains(&at);
            let places = places.filter(|&(row, column)| !is_inside(row) || !is_inside(column));
            let mut starts = places.cartesian_product(DIRECTIONS);
            let is_it = |(at, (_, step)): &(_, (_, _))| diagonal(size, *at, *step) == cells;
            let ((row, column), (direction, _)) = starts.find(is_it)?;
            let (cell, value) = (format!("R{row}C{column}"), clue.numbers[0].to_string());
            json!({ "cell": cell, "cells": all(cells), "direction": direction, "value": value })
        }
    };
    if let (Fields::Cells | Fields::Lines, Some(number)) = (has, clue.numbers.first()) {
        entry["value"] = number.to_string().into();
    } else if let Fields::Letter(letter) = has {
        entry["value"] = letter.into();
    }
    let is_dot = ["difference", "ratio", "xv"].contains(&key);
    if is_dot && !are_beside(size, cells[0], cells[1]) {
        return None;
    }
    if !DRAWN.contains(&key) {
        draw(clue, size, keys, &entry);
    }
    push(keys, key, entry);
    Some(())
}

/// Adds decoration that shows a clue.
fn draw(clue: &Clue, size: Size, keys: &mut Map<String, Value>, entry: &Value) {
    let cells = names(size, &clue.cells);
    // Scripts mark with this field the items that they draw for a clue.
    let mut add = |key: &str, mut fields: Value| {
        fields["fromConstraint"] = clue.kind.name().into();
        push(keys, key, fields);
    };
    for shape in clue.kind.shapes() {
        match shape {
            Shape::Line(paint, width) => {
                let (color, width) = (paint.light(), f64::from(*width) / 100.0);
                add("line", json!({ "lines": [cells], "outlineC": color, "width": width }));
            }
            Shape::Tint(paint) => cells.iter().for_each(|cell| {
                let mut fields = json!({ "cells": [cell], "width": 1, "height": 1 });
                (fields["baseC"], fields["outlineC"]) =
                    (paint.light().into(), paint.light().into());
                add("rectangle", fields);
            }),
            Shape::Mark(at, form, paint) => at.of(&cells).iter().for_each(|cell| {
                let mut fields = json!({ "cells": [cell], "width": 0.8, "height": 0.8 });
                let inside = if *form == Form::Disc { paint.light() } else { "#FFFFFF" };
                (fields["baseC"], fields["outlineC"]) = (inside.into(), paint.light().into());
                add("circle", fields);
            }),
            Shape::Outside(_) => {
                let mut fields = json!({ "fontC": "#000000", "size": 0.7 });
                fields["cells"] = json!([entry["cell"]]);
                fields["value"] = entry["value"].clone();
                add("text", fields);
            }
            _ => {}
        }
    }
}

fn push(keys: &mut Map<String, Value>, key: &str, entry: Value) {
    let list = keys.entry(key).or_insert_with(|| json!([]));
    list.as_array_mut().expect("a list of this file").push(entry);
}

fn name(size: Size, cell: Cell) -> String {
    format!("R{}C{}", size.row_index(cell) + 1, size.column_index(cell) + 1)
}

fn names(size: Size, cells: &[Cell]) -> Vec<String> {
    cells.iter().map(|&cell| name(size, cell)).collect()
}

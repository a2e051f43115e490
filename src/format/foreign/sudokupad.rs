//! The JSON of SudokuPad, which describes what is drawn. Only cells, regions, cages with sums and
//! names of rules have a meaning for the digits.

use serde_json::{Map, Value};

use super::super::cells::Place;
use super::super::error::ParseError;
use super::super::record::Record;
use super::draft::{Draft, Found, record};
use super::fpuzzles::{list, number, refuse_others, solution, told_in_words};
use crate::grid::Cell;
use crate::names::counted;
use crate::rules::{ClueKind, Variant};

/// Keys without a meaning for digits.
const DECORATION: [&str; 5] = ["id", "cellSize", "settings", "title", "author"];

/// Whether a JSON object is a puzzle of SudokuPad: it has rows of cells, and the cells are objects.
pub(in super::super) fn is_sudoku_pad(fields: &Map<String, Value>) -> bool {
    fields.get("cells").is_some_and(|cells| cells[0][0].is_object())
}

/// Reads the puzzle of a JSON object.
pub(in super::super) fn of_json(
    fields: &Map<String, Value>,
    place: Place<'_>,
) -> Result<Record, ParseError> {
    let found = record("SudokuPad", read(fields, place.options.lines), place)?;
    let cages = fields.get("cages").and_then(Value::as_array);
    let texts = cages.into_iter().flatten().filter_map(|cage| cage.get("value")?.as_str());
    told_in_words(found, texts, place)
}

fn read(keys: &Map<String, Value>, lines: Option<ClueKind>) -> Found<Draft> {
    let rows = list(keys.get("cells").ok_or("expected the field 'cells'")?)?;
    let mut draft = Draft::new(rows.len())?;
    let rows = rows.iter().map(list).collect::<Result<Vec<_>, _>>()?;
    let cells: Vec<&Value> = rows.into_iter().flatten().collect();
    if cells.len() != draft.size.cell_count() {
        return Err(format!("expected {} cells, found {}", draft.size.cell_count(), cells.len()));
    }
    for (cell, fields) in draft.size.cells().zip(cells) {
        let fields = fields.as_object().ok_or("expected an object for each cell")?;
        const KNOWN: [&str; 6] =
            ["value", "pencilMarks", "cornermarks", "centremarks", "candidates", "colour"];
        refuse_others(fields, &KNOWN)?;
        if let Some(value) = fields.get("value").filter(|value| !value.is_null()) {
            draft.give(cell, &[number(value)?])?;
        }
    }
    // The kinds of drawn things whose meaning is unknown, and how many things there are of each
    // kind.
    let mut drawn: Vec<(&str, usize)> = Vec::new();
    for (key, value) in keys {
        match key.as_str() {
            "cells" => {}
            key if DECORATION.contains(&key) => {}
            "regions" => read_regions(&mut draft, list(value)?)?,
            "cages" => drawn.push(("cage", read_cages(&mut draft, list(value)?)?)),
            "global" => list(value)?.iter().try_for_each(|name| add_rule(&mut draft, name))?,
            "metadata" | "metaData" => {
                for (key, value) in value.as_object().ok_or("expected an object of metadata")? {
                    match key.as_str() {
                        "antiknight" | "antiking" if value == &Value::Bool(true) => {
                            add_rule(&mut draft, &Value::from(key.as_str()))?;
                        }
                        "solution" => draft.solution = solution(draft.size, value),
                        "title" | "author" | "rules" | "source" | "msgcorrect" => {}
                        key => return Err(format!("unknown metadata '{key}'")),
                    }
                }
            }
            "lines" => match lines {
                Some(kind) => {
                    for line in list(value)? {
                        let cells = line_cells(&draft, line)?;
                        draft.add(kind, cells, &[]);
                    }
                }
                None => drawn.push(("line", list(value)?.len())),
            },
            "arrows" | "underlays" | "overlays" => {
                drawn.push((&key[..key.len() - 1], list(value)?.len()));
            }
            key => return Err(format!("unknown key '{key}'")),
        }
    }
    drawn.retain(|(_, count)| *count > 0);
    if drawn.is_empty() {
        return Ok(draft);
    }
    let found: Vec<String> = drawn.iter().map(|(noun, count)| counted(*count, noun)).collect();
    let advice = match drawn.iter().any(|(noun, _)| *noun == "line") {
        true => "; say with --lines KIND what lines mean",
        false => "",
    };
    Err(format!("{} without a meaning{advice}", found.join(", ")))
}

/// Reads the regions. The regions of the draft stay `None` if the regions are the usual boxes.
fn read_regions(draft: &mut Draft, regions: &[Value]) -> Found<()> {
    let mut labels = vec![None; draft.size.cell_count()];
    for (index, region) in regions.iter().enumerate() {
        for cell in cells(draft, region)? {
            if labels[cell.index()].replace(index).is_some() {
                return Err(format!("{} is in two regions", draft.size.cell_name(cell)));
            }
        }
    }
    let size = draft.size;
    let first = |label| labels.iter().position(|other| *other == label);
    let is_usual = size.cells().zip(&labels).all(|(cell, label)| {
        let usual = size.box_index(cell);
        label.is_some() && first(*label) == size.cells().position(|c| size.box_index(c) == usual)
    });
    draft.regions = (!is_usual).then_some(labels);
    Ok(())
}

/// Reads cages with a sum, and cages whose digits must differ; cages without cells are texts, such
/// as a solution. Returns how many cages have no known meaning.
fn read_cages(draft: &mut Draft, cages: &[Value]) -> Found<usize> {
    const KNOWN: [&str; 10] = [
        "cells",
        "value",
        "sum",
        "unique",
        "hidden",
        "style",
        "outlineC",
        "fontC",
        "type",
        "className",
    ];
    let mut drawn = 0;
    for cage in cages {
        let fields = cage.as_object().ok_or("expected objects in 'cages'")?;
        refuse_others(fields, &KNOWN).map_err(|error| format!("{error} of a cage"))?;
        let has = |key: &str| fields.get(key) == Some(&Value::Bool(true));
        let cells = fields.get("cells").map_or(Ok(Vec::new()), |all| cells(draft, all))?;
        let sum = fields.get("sum").filter(|sum| !sum.is_null());
        if cells.is_empty() {
            let text = fields.get("value").and_then(Value::as_str).unwrap_or_default();
            if let Some(text) = text.strip_prefix("solution:") {
                draft.solution = solution(draft.size, &Value::from(text.trim()));
            }
        } else if let Some(sum) = sum {
            let kind = if has("unique") { ClueKind::Killer } else { ClueKind::Sum };
            draft.add(kind, cells, &[number(sum)?]);
        } else if fields.get("value").is_some_and(|value| number(value).is_ok()) {
            drawn += 1;
        } else if has("unique") {
            draft.add(ClueKind::Killer, cells, &[]);
        } else if !has("hidden") {
            drawn += 1;
        }
    }
    Ok(drawn)
}

fn add_rule(draft: &mut Draft, name: &Value) -> Found<()> {
    match name.as_str() {
        Some("antiknight") => draft.variants.push(Variant::AntiKnight),
        Some("antiking") => draft.variants.push(Variant::AntiKing),
        Some("nonconsecutive") => draft.add(ClueKind::NonConsecutive, Vec::new(), &[]),
        Some("antiratio") => draft.add(ClueKind::NegativeRatio, Vec::new(), &[]),
        Some("antixv") => draft.add(ClueKind::NegativeXv, Vec::new(), &[]),
        _ => return Err(format!("unknown rules {name}")),
    }
    Ok(())
}

/// Reads cells such as `[0, 8]`: row and column from 0.
fn cells(draft: &Draft, value: &Value) -> Found<Vec<Cell>> {
    let cell = |value: &Value| {
        let at = list(value)?.iter().map(number).collect::<Result<Vec<_>, _>>()?;
        let [row, column] = at[..] else { return Err(format!("expected a cell, found {value}")) };
        draft.cell(row as usize, column as usize)
    };
    list(value)?.iter().map(cell).collect()
}

/// The cells of a line. The JSON has only the ends of the line and the points where the line turns,
/// as the middles of cells.
fn line_cells(draft: &Draft, line: &Value) -> Found<Vec<Cell>> {
    let wrong = || format!("expected a line from the middle of a cell to others, found {line}");
    let mut all: Vec<(i64, i64)> = Vec::new();
    for point in list(line.get("wayPoints").ok_or_else(wrong)?)? {
        let at: Vec<f64> = list(point)?.iter().filter_map(Value::as_f64).collect();
        let [y, x] = at[..] else { return Err(wrong()) };
        let (row, column) = (y.floor() as i64, x.floor() as i64);
        if (y - row as f64, x - column as f64) != (0.5, 0.5) {
            return Err(wrong());
        }
        if let Some(&(mut from)) = all.last() {
            let (down, right) = (row - from.0, column - from.1);
            let steps = down.abs().max(right.abs());
            if down.abs() % steps.max(1) != 0 || right.abs() % steps.max(1) != 0 {
                return Err(wrong());
            }
            for _ in 1..steps {
                from = (from.0 + down / steps, from.1 + right / steps);
                all.push(from);
            }
        }
        all.push((row, column));
    }
    let cell = |(row, column): (i64, i64)| {
        draft.cell(row.try_into().unwrap_or(usize::MAX), column.try_into().unwrap_or(usize::MAX))
    };
    all.into_iter().map(cell).collect()
}

/// Makes JSON of SudokuPad's short form of JSON; a text that already is JSON is not changed.
pub(in super::super) fn unzipped(text: &str) -> String {
    if text.contains('"') {
        return text.to_owned();
    }
    const NAMES: [(&str, &str); 23] = [
        ("a", "arrows"),
        ("c", "color"),
        ("c1", "borderColor"),
        ("c2", "backgroundColor"),
        ("ca", "cages"),
        ("ce", "cells"),
        ("cs", "cellSize"),
        ("ct", "center"),
        ("d", "duration"),
        ("fs", "fontSize"),
        ("h", "height"),
        ("hl", "headLength"),
        ("l", "lines"),
        ("o", "overlays"),
        ("r", "rounded"),
        ("re", "regions"),
        ("t", "title"),
        ("te", "text"),
        ("th", "thickness"),
        ("u", "underlays"),
        ("v", "value"),
        ("w", "width"),
        ("wp", "wayPoints"),
    ];
    let (mut json, mut rest, mut last) = (String::new(), text, ' ');
    while let Some(symbol) = rest.chars().next() {
        let length = rest.find([',', ':', '[', ']', '{', '}', '\'']).unwrap_or(rest.len());
        if symbol == '\'' {
            // A text between single quotes; quotes inside it are escaped.
            let mut is_escaped = false;
            let inside = rest[1..].find(|symbol| {
                let ends = symbol == '\'' && !is_escaped;
                is_escaped = symbol == '\\' && !is_escaped;
                ends
            });
            let inside = &rest[1..1 + inside.unwrap_or(rest.len() - 1)];
            json += &format!("\"{}\"", inside.replace("\\'", "'"));
            rest = rest.get(inside.len() + 2..).unwrap_or_default();
        } else if length == 0 {
            // In the short form, objects without fields are left out.
            let is_left_out = ",]".contains(symbol) && [',', '['].contains(&last);
            let is_empty_list = symbol == ']' && last == '[';
            json += if is_left_out && !is_empty_list { "{}" } else { "" };
            json.push(symbol);
            rest = &rest[1..];
        } else {
            let (word, after) = rest.split_at(length);
            let is_color = word.len() == 6 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
            let name = NAMES.iter().find(|(short, _)| *short == word).map_or(word, |names| names.1);
            json += &match word {
                _ if after.starts_with(':') => format!("\"{name}\""),
                "t" => "true".to_owned(),
                "f" => "false".to_owned(),
                _ if word.starts_with('#') || is_color && last == ':' => format!("\"{word}\""),
                word => word.to_owned(),
            };
            rest = after;
        }
        last = symbol;
    }
    json
}

/// Reads SudokuPad's shortest form: the 81 cells of a grid, then letters that name rules.
pub(in super::super) fn short(text: &str) -> Option<(String, Vec<&'static str>)> {
    let (mut cells, mut rules) = (String::new(), Vec::new());
    for byte in text.bytes() {
        match byte {
            b'x' if cells.len() == 81 => rules.push("diagonal"),
            b'w' if cells.len() == 81 => rules.push("windoku"),
            byte if byte.is_ascii_alphanumeric() => {
                let code = byte
                    - if byte > b'Z' {
                        61
                    } else if byte > b'9' {
                        55
                    } else {
                        48
                    };
                cells += &format!("{}{}", code % 10, "0".repeat(usize::from(code / 10)));
            }
            _ => return None,
        }
    }
    (cells.len() == 81).then_some((cells, rules))
}

//! The JSON of f-puzzles: cells, and a list of drawn items for each kind of item.

use serde_json::{Map, Value};

use super::super::cells::Place;
use super::super::error::{ParseError, ParseErrorKind};
use super::super::names::rules_word;
use super::super::record::Record;
use super::draft::{Draft, Found, record};
use crate::grid::{Cell, Grid, Size};
use crate::rules::clue::Fields;
use crate::rules::{ClueKind, Variant};

/// Keys without a meaning for digits.
const DECORATION: [&str; 12] = [
    "size",
    "title",
    "author",
    "ruleset",
    "line",
    "text",
    "rectangle",
    "circle",
    "disabledlogic",
    "truecandidatesoptions",
    "highlightConflicts",
    "successMessage",
];

/// Fields that only define how an item is drawn.
const LOOKS: [&str; 3] = ["outlineC", "fontC", "baseC"];

/// Whether a JSON object is a puzzle of f-puzzles: the cells of such a puzzle are objects.
pub(in super::super) fn is_f_puzzle(fields: &Map<String, Value>) -> bool {
    fields.get("grid").is_some_and(|grid| grid[0][0].is_object()) && fields.contains_key("size")
}

/// Reads the puzzle of a JSON object.
pub(in super::super) fn of_json(
    fields: &Map<String, Value>,
    place: Place<'_>,
) -> Result<Record, ParseError> {
    let found = record("f-puzzles", read(fields), place)?;
    let words = ["title", "ruleset"].into_iter().filter_map(|key| fields.get(key)?.as_str());
    told_in_words(found, words, place)
}

/// Returns the record, or an error if its puzzle has no rules but classic and a text names other
/// rules: such rules may be described only in words.
pub(super) fn told_in_words<'w>(
    found: Record,
    words: impl Iterator<Item = &'w str>,
    place: Place<'_>,
) -> Result<Record, ParseError> {
    let is_classic = found.rules.is_empty() && found.clues.is_empty() && found.regions.is_none();
    let word = words.filter_map(|text| rules_word(text.as_bytes(), false)).next();
    match word.filter(|_| is_classic && !place.options.settled) {
        Some(word) => Err(ParseErrorKind::OtherRules(word.text, place.line).in_line(place.line)),
        None => Ok(found),
    }
}

fn read(keys: &Map<String, Value>) -> Found<Draft> {
    let side = number(keys.get("size").ok_or("expected a size")?)? as usize;
    let mut draft = Draft::new(side)?;
    read_grid(&mut draft, keys.get("grid").ok_or("expected a grid")?)?;
    let mut diagonals = Vec::new();
    for (key, value) in keys {
        match key.as_str() {
            "grid" => {}
            "solution" => draft.solution = solution(draft.size, value),
            key if DECORATION.contains(&key) => {
                // Scripts add these fields to items that they draw for their own clues.
                const MARKS: [&str; 3] = ["fromConstraint", "fromRangskSolver", "isLLConstraint"];
                let is_alone = |drawn: &Value| MARKS.iter().all(|mark| drawn.get(mark).is_none());
                let is_text = |drawn: &Value| drawn.is_object() && is_alone(drawn);
                if value.as_array().is_some_and(|list| list.iter().any(is_text)) {
                    draft.drawn.push(key.to_owned());
                }
            }
            "diagonal-" | "diagonal+" if is_on(value)? => diagonals.push(key == "diagonal-"),
            key if let Some((_, variant)) = FLAGS.iter().find(|(flag, _)| *flag == key)
                && is_on(value)? =>
            {
                draft.variants.push(*variant);
            }
            "nonconsecutive" if is_on(value)? => {
                draft.add(ClueKind::NonConsecutive, Vec::new(), &[]);
            }
            _ if value == &Value::Bool(false) => {}
            "negative" => {
                for what in list(value)? {
                    let is_it = |has| matches!(has, Fields::Negative(name) if what == name);
                    let mut kinds = ClueKind::ALL.into_iter();
                    let kind =
                        kinds.find(|kind| kind.f_puzzles().is_some_and(|(_, has)| is_it(has)));
                    draft.add(kind.ok_or(format!("unknown negative {what}"))?, Vec::new(), &[]);
                }
            }
            key => {
                for drawn in list(value)? {
                    let drawn = drawn.as_object().ok_or(format!("expected objects in '{key}'"))?;
                    Drawn { key, fields: drawn }.read(&mut draft)?;
                }
            }
        }
    }
    draft.add_diagonals(&diagonals);
    Ok(draft)
}

/// Reads givens, candidates and regions. A cell without the field `region` is in its usual box;
/// `null` means that the cell is in no region.
fn read_grid(draft: &mut Draft, grid: &Value) -> Found<()> {
    let size = draft.size;
    let rows = list(grid)?.iter().map(list).collect::<Result<Vec<_>, _>>()?;
    let cells: Vec<&Value> = rows.into_iter().flatten().collect();
    if cells.len() != size.cell_count() {
        return Err(format!("expected {} cells, found {}", size.cell_count(), cells.len()));
    }
    let mut regions = Vec::new();
    // If no digit is marked as given, all digits are givens.
    let is_given = |cell: &&Value| cell.get("given") == Some(&Value::Bool(true));
    let are_all_given = !cells.iter().any(is_given);
    for (cell, found) in size.cells().zip(cells) {
        let fields = found.as_object().ok_or("expected an object for each cell")?;
        const KNOWN: [&str; 9] = [
            "value",
            "given",
            "region",
            "givenPencilMarks",
            "c",
            "highlight",
            "cornerPencilMarks",
            "centerPencilMarks",
            "cellColors",
        ];
        refuse_others(fields, &KNOWN)?;
        let value = fields.get("value").filter(|value| !value.is_null());
        if let Some(value) = value.filter(|_| are_all_given || is_given(&found)) {
            draft.give(cell, &[number(value)?])?;
        } else if let Some(marks) = fields.get("givenPencilMarks").filter(|marks| !marks.is_null())
        {
            let marks = list(marks)?.iter().map(number).collect::<Result<Vec<_>, _>>()?;
            draft.give(cell, &marks)?;
        }
        regions.push(match fields.get("region") {
            None => Some(size.box_index(cell)),
            Some(Value::Null) => None,
            Some(region) => Some(number(region)? as usize),
        });
    }
    let is_usual =
        size.cells().zip(&regions).all(|(cell, &region)| region == Some(size.box_index(cell)));
    draft.regions = (!is_usual).then_some(regions);
    Ok(())
}

/// Reads a solution: a text of digits or a list of numbers. Some cells may be empty.
pub(super) fn solution(size: Size, value: &Value) -> Option<Grid> {
    let values: Vec<u16> = match value {
        Value::Array(values) => {
            values.iter().map(|value| number(value).unwrap_or(0) as u16).collect()
        }
        Value::String(text) => {
            text.chars().map(|digit| digit.to_digit(36).unwrap_or(0) as u16).collect()
        }
        _ => return None,
    };
    Grid::from_values(size, values).ok().filter(|grid| !grid.is_empty())
}

/// An item in a list of drawn items.
struct Drawn<'a> {
    key: &'a str,
    fields: &'a Map<String, Value>,
}

impl Drawn<'_> {
    fn read(&self, draft: &mut Draft) -> Found<()> {
        // If several kinds have the same key, the last of these kinds is meant.
        let kinds = ClueKind::ALL.into_iter().rev();
        let mut kinds = kinds.filter_map(|kind| Some((kind, kind.f_puzzles()?)));
        let wanted = if self.key == "zipper" { "zipperline" } else { self.key };
        let found = kinds.find(|(_, (key, _))| *key == wanted).map(|(kind, (_, has))| (kind, has));
        let unknown = || format!("unknown key '{}'", self.key);
        let is_list = self.fields.contains_key("lines");
        let (kind, has) = found.ok_or_else(unknown)?;
        if has == Fields::Lines && !is_list {
            return Err(unknown());
        }
        let of = |field: &str| cells(draft, self.field(field)?);
        match has {
            Fields::Cells => {
                let known: &[&str] =
                    if kind.takes_numbers() { &["cells", "value"] } else { &["cells"] };
                self.has(known)?;
                // A cage with the value 0 has no sum.
                let is_number = |number: &u32| kind != ClueKind::Killer || *number > 0;
                let numbers = self.value()?.filter(is_number);
                draft.add(kind, of("cells")?, numbers.as_slice());
            }
            Fields::Each => {
                self.has(&["cell"])?;
                draft.add(kind, vec![cell(draft, self.field("cell")?)?], &[]);
            }
            Fields::Lines => {
                self.has(&["lines", "value"])?;
                let numbers = self.value()?;
                for line in list(self.field("lines")?)? {
                    draft.add(kind, cells(draft, line)?, numbers.as_slice());
                }
            }
            Fields::Letter(_) => {
                self.has(&["cells", "value"])?;
                let kind = match self.fields.get("value").and_then(Value::as_str) {
                    Some("X" | "x") => ClueKind::X,
                    Some("V" | "v") => ClueKind::V,
                    other => return Err(format!("expected X or V, found {other:?}")),
                };
                draft.add(kind, of("cells")?, &[]);
            }
            // Such a frame has no meaning without a digital root: `DR5`.
            Fields::Root => {
                let text = self.fields.get("value").and_then(Value::as_str).unwrap_or_default();
                if let Some(root) = text.strip_prefix("DR").and_then(|root| root.parse().ok()) {
                    self.has(&["cells", "value"])?;
                    draft.add(kind, of("cells")?, &[root]);
                }
            }
            Fields::Values => {
                self.has(&["cells", "values"])?;
                let values = list(self.field("values")?)?.iter().map(number);
                let values = values.collect::<Result<Vec<_>, _>>()?;
                draft.add(kind, of("cells")?, &values);
            }
            Fields::Halves => {
                self.has(&["cells", "cloneCells"])?;
                draft.add(kind, [of("cells")?, of("cloneCells")?].concat(), &[]);
            }
            Fields::Arrow => {
                self.has(&["lines", "cells"])?;
                let pill = of("cells")?;
                for line in list(self.field("lines")?)? {
                    // The first cell of a line is the circle.
                    let shaft = cells(draft, line)?.into_iter().skip(1);
                    let all = pill.iter().copied().chain(shaft).collect();
                    match pill.len() {
                        1 => draft.add(ClueKind::Arrow, all, &[]),
                        length => draft.add(ClueKind::PillArrow, all, &[length as u32]),
                    }
                }
            }
            Fields::Outside => {
                self.has(&["cell", "value"])?;
                let side = draft.size.side();
                let cells = match place(self.field("cell")?)? {
                    (0, column) if column > 0 => draft.line(false, column - 1, true)?,
                    (row, column) if row > side => {
                        draft.line(false, column.wrapping_sub(1), false)?
                    }
                    (row, 0) => draft.line(true, row.wrapping_sub(1), true)?,
                    (row, _) => draft.line(true, row.wrapping_sub(1), false)?,
                };
                // A place without a number has no meaning.
                if let Some(number) = self.value()? {
                    draft.add(kind, cells, &[number]);
                }
            }
            Fields::Diagonal => {
                self.has(&["cell", "cells", "direction", "value"])?;
                let cells = self.diagonal(draft)?;
                if let Some(sum) = self.value()? {
                    draft.add(kind, cells, &[sum]);
                }
            }
            Fields::Flag | Fields::Negative(_) | Fields::Marks => return Err(unknown()),
        }
        Ok(())
    }

    /// The cells in the direction of the item, from a place in or beside the grid.
    fn diagonal(&self, draft: &Draft) -> Found<Vec<Cell>> {
        let name = self.fields.get("direction").and_then(Value::as_str);
        let step = DIRECTIONS.into_iter().find(|(known, _)| Some(*known) == name);
        let (_, step) = step.ok_or(format!("unknown direction {name:?}"))?;
        Ok(diagonal(draft.size, place(self.field("cell")?)?, step))
    }

    /// An error if there are fields other than these and the fields that define how the item is
    /// drawn.
    fn has(&self, known: &[&str]) -> Found<()> {
        refuse_others(self.fields, &[known, &LOOKS].concat())
            .map_err(|error| format!("{error} of '{}'", self.key))?;
        let mut needed = known.iter().filter(|field| !["value", "cells"].contains(field));
        needed.try_for_each(|field| self.field(field).map(drop))
    }

    fn field(&self, name: &str) -> Found<&Value> {
        let found = self.fields.get(name);
        found.ok_or_else(|| format!("expected the field '{name}' of '{}'", self.key))
    }

    fn value(&self) -> Found<Option<u32>> {
        match self.fields.get("value") {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) if text.is_empty() => Ok(None),
            Some(value) => number(value).map(Some),
        }
    }
}

/// The keys of variants that are switched on or off.
pub(super) const FLAGS: [(&str, Variant); 3] = [
    ("antiknight", Variant::AntiKnight),
    ("antiking", Variant::AntiKing),
    ("disjointgroups", Variant::DisjointGroups),
];

/// The directions of diagonals: the name, and the step as rows down and columns to the right.
pub(super) const DIRECTIONS: [(&str, [isize; 2]); 4] =
    [("UR", [-1, 1]), ("UL", [-1, -1]), ("DR", [1, 1]), ("DL", [1, -1])];

/// The cells in a direction from a place in the grid or beside it. Row and column of the place
/// count from 1.
pub(super) fn diagonal(size: Size, start: (usize, usize), [down, right]: [isize; 2]) -> Vec<Cell> {
    let (mut row, mut column) = (start.0 as isize, start.1 as isize);
    let inside = 1..=size.side() as isize;
    let is_inside = |row, column| inside.contains(&row) && inside.contains(&column);
    if !is_inside(row, column) {
        (row, column) = (row + down, column + right);
    }
    let mut cells = Vec::new();
    while is_inside(row, column) {
        cells.push(size.cell(row as usize - 1, column as usize - 1));
        (row, column) = (row + down, column + right);
    }
    cells
}

pub(super) fn refuse_others(fields: &Map<String, Value>, known: &[&str]) -> Found<()> {
    match fields.keys().find(|key| !known.contains(&key.as_str())) {
        Some(other) => Err(format!("unknown field '{other}'")),
        None => Ok(()),
    }
}

fn is_on(value: &Value) -> Result<bool, String> {
    value.as_bool().ok_or(format!("expected true or false, found {value}"))
}

pub(super) fn list(value: &Value) -> Found<&Vec<Value>> {
    value.as_array().ok_or(format!("expected a list, found {value}"))
}

pub(super) fn number(value: &Value) -> Found<u32> {
    let found = match value {
        Value::String(text) => text.parse().ok(),
        value => value.as_u64().and_then(|value| value.try_into().ok()),
    };
    found.ok_or(format!("expected a number, found {value}"))
}

/// Reads a place such as `R1C10`: row and column from 1. Beside the grid, row or column is 0 or the
/// side plus 1.
fn place(value: &Value) -> Found<(usize, usize)> {
    let text = value.as_str().and_then(|text| text.strip_prefix('R')?.split_once('C'));
    let both = text.and_then(|(row, column)| Some((row.parse().ok()?, column.parse().ok()?)));
    both.ok_or(format!("expected a cell, found {value}"))
}

fn cell(draft: &Draft, value: &Value) -> Found<Cell> {
    let (row, column) = place(value)?;
    draft.cell(row.wrapping_sub(1), column.wrapping_sub(1))
}

fn cells(draft: &Draft, value: &Value) -> Found<Vec<Cell>> {
    list(value)?.iter().map(|value| cell(draft, value)).collect()
}

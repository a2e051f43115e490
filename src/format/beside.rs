//! What named values say of a puzzle: the columns of a table, the fields of an object, the keys of
//! a link.

use std::collections::HashMap;

use itertools::Itertools;
use serde_json::Value;

use super::error::{ParseError, ParseErrorKind, quoted};
use super::layout::is_of_letters;
use super::line::FEWEST_CELLS;
use super::names::Role;
use super::record::Options;
use super::token::is_missing;
use super::words::rules_word;
use crate::grid::{Cell, Size};
use crate::rules::{Regions, Variant};

/// A name, what it is, and its value.
pub(super) type Named<'v> = (&'v str, Role, &'v Value);

/// What values beside a puzzle say of it.
#[derive(Debug)]
pub(super) struct Beside {
    pub(super) rules: Vec<Variant>,
    pub(super) size: Option<Size>,
    pub(super) regions: Option<Regions>,
}

impl Beside {
    /// Reads values beside a puzzle.
    ///
    /// # Errors
    /// The first that may say other rules, if it is not settled which it has.
    pub(super) fn of(
        values: &[Named<'_>],
        line: usize,
        options: &Options,
    ) -> Result<Beside, ParseErrorKind> {
        let set = || values.iter().copied().filter(|(_, _, value)| !is_unset(value));
        let value = |wanted: Role| Some(set().find(|(_, role, _)| *role == wanted)?.2);
        let wrong =
            |expected: &'static str, value| ParseErrorKind::expected(expected, shown(value));
        let size = value(Role::Box).map(|value| {
            let size = value.as_str().and_then(size_of);
            size.ok_or_else(|| wrong("\"box\" as \"2x3\", its height and width", value))
        });
        let size = size.transpose()?;
        if let (Some(asked), Some(found)) = (options.size, size.filter(|_| options.size != size)) {
            let expected = format!("a puzzle with boxes of {asked}");
            return Err(ParseErrorKind::expected(expected, format!("one with boxes of {found}")));
        }
        let regions = value(Role::Regions).map(|value| {
            let expected = "one label a cell in \"regions\", or lists of cells,";
            regions_of(value).unwrap_or_else(|| Err(wrong(expected, value)))
        });
        let regions = regions.transpose()?;
        let names = value(Role::Rules).map_or(Ok(""), |value| {
            let expected = "the names of a puzzle's \"rules\" in one text";
            value.as_str().ok_or_else(|| wrong(expected, value))
        });
        let rules = rule_names(names?, regions.is_some(), size.is_some())?;
        for named in set().filter(|_| !options.settled) {
            check(named, regions.is_some(), line)?;
        }
        Ok(Beside { rules, size, regions })
    }

    /// The options under which the puzzle itself is read.
    pub(super) fn options(&self, options: &Options) -> Options {
        let is_boxless = self.rules.contains(&Variant::Latin) || self.regions.is_some();
        Options {
            size: self.size.or(options.size),
            boxless: options.boxless || is_boxless,
            settled: options.settled || !self.rules.is_empty(),
            ..options.clone()
        }
    }
}

/// Whether a value says nothing: missing, empty, false, no or 0.
fn is_unset(value: &Value) -> bool {
    match value {
        Value::Array(values) => {
            values.iter().all(|value| is_unset(value) && !value.is_number() && !value.is_object())
        }
        Value::Object(fields) => fields.values().all(is_unset),
        Value::Number(number) => number.as_f64() == Some(0.0),
        _ => {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_ascii_lowercase);
            let is_known = ["-", "0", "no", "none", "false", "[]", "{}"].contains(&text.trim());
            is_known || is_missing(value.as_str().unwrap_or(&text).trim().as_bytes())
        }
    }
}

/// Whether a value that is not read can be passed over.
///
/// # Errors
/// What it says about other rules, unless regions settle it, or what it could be.
fn check(
    (name, role, value): Named<'_>,
    has_regions: bool,
    line: usize,
) -> Result<(), ParseErrorKind> {
    use Role::{
        Box, Candidates, Kind, OtherRules, Puzzle, Regions, Rules, Solution, Unknown, Variant,
    };
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let (word, is_jigsaw) = match role {
        Puzzle | Solution | Candidates | Rules | Box | Regions => return Ok(()),
        Variant if is_classic(&text) => return Ok(()),
        Variant => (Some(format!("{name}: {}", text.chars().take(40).collect::<String>())), false),
        _ => {
            let text = if role == OtherRules { name } else { &text };
            let word = rules_word(text.as_bytes(), matches!(role, OtherRules | Kind));
            word.map_or((None, false), |word| (Some(word.text), word.is_jigsaw))
        }
    };
    if let Some(word) = word.filter(|_| !(is_jigsaw && has_regions)) {
        return Err(ParseErrorKind::OtherRules { word, line });
    }
    let cells: String = text.split_whitespace().collect();
    let is_square = cells.len() >= FEWEST_CELLS && cells.len().isqrt().pow(2) == cells.len();
    let found = match value {
        _ if !matches!(role, Unknown | Kind) => return Ok(()),
        _ if cells.starts_with(['[', '{']) && cells.ends_with([']', '}']) => "several values",
        _ if is_square && is_of_letters(cells.as_bytes(), cells.len()) => "what could be regions",
        _ if is_square && cells.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') => {
            "what could be a grid"
        }
        _ => return Ok(()),
    };
    Err(ParseErrorKind::Field { name: name.to_owned(), found })
}

/// Whether a text says that the rules are classic, and no more: `Normal Sudoku rules apply.`
fn is_classic(text: &str) -> bool {
    const CLASSIC: &str = "classic normal standard regular sudoku none the rules apply";
    let text = text.to_ascii_lowercase();
    let mut words = text.split(|symbol: char| !symbol.is_alphanumeric()).filter(|w| !w.is_empty());
    !text.trim().is_empty() && words.all(|word| CLASSIC.split(' ').any(|known| known == word))
}

/// The names of rules in a text, with commas between.
///
/// # Errors
/// Names that are not known, or that contradict each other, the regions or the box.
pub(super) fn rule_names(
    text: &str,
    has_regions: bool,
    has_box: bool,
) -> Result<Vec<Variant>, ParseErrorKind> {
    let name = |name: &str| match is_classic(name) {
        true => Ok(Variant::Classic),
        false => name.trim().parse(),
    };
    let names = text.split(',').filter(|_| !text.trim().is_empty()).map(name);
    let names: Vec<Variant> = names
        .collect::<Result<_, _>>()
        .map_err(|_| ParseErrorKind::expected("names of known rules in \"rules\"", quoted(text)))?;
    let bases = names.iter().filter(|name| name.is_base()).copied();
    let said = [(has_box, Variant::Classic), (has_regions, Variant::Jigsaw)];
    let bases = bases.chain(said.into_iter().filter(|(is_said, _)| *is_said).map(|(_, base)| base));
    let bases: Vec<&str> = bases.map(Variant::name).unique().collect();
    let expected = match bases[..] {
        ["jigsaw"] if !has_regions => "\"regions\" beside a jigsaw's \"rules\"",
        [_, _, ..] => "\"rules\", \"box\" and \"regions\" that agree",
        _ => return Ok(names),
    };
    Err(ParseErrorKind::expected(expected, bases.join(" and ")))
}

/// The text of a puzzle or a solution: its cells, rows or words with blanks between.
pub(super) fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::Bool(false) => Some(".".to_owned()),
        Value::Number(number) => match number.as_f64() {
            Some(value) if value.fract() == 0.0 && value >= 0.0 => Some((value as u64).to_string()),
            _ => Some(number.to_string()),
        },
        Value::String(text) if text.trim().is_empty() => Some(".".to_owned()),
        Value::String(text) => Some(text.replace(['\n', '\r', '/'], " ")),
        Value::Array(values) if !values.is_empty() => {
            let texts: Option<Vec<String>> = values.iter().map(text_of).collect();
            Some(texts?.join(" "))
        }
        Value::Null => Some("null".to_owned()),
        _ => None,
    }
}

/// The start of a value, for messages.
pub(super) fn shown(value: &Value) -> String {
    quoted(&value.as_str().map_or_else(|| value.to_string(), str::to_owned))
}

/// A size by its box: `2x3`.
fn size_of(shape: &str) -> Option<Size> {
    let (height, width) = shape.trim().split_once('x')?;
    Size::new(height.parse().ok()?, width.parse().ok()?).ok()
}

/// The regions of a value: lists of cells, or one label a cell in a text, in rows or not; `None` if
/// it is neither.
fn regions_of(value: &Value) -> Option<Result<Regions, ParseErrorKind>> {
    let lists: Vec<&Vec<Value>> =
        value.as_array().into_iter().flatten().filter_map(Value::as_array).collect();
    let size = Size::without_boxes(lists.len().clamp(1, Size::MAX_SIDE));
    let is_label = |value: &Value| value.as_u64().is_some_and(|label| label <= lists.len() as u64);
    if !lists.iter().copied().flatten().all(is_label) {
        // As indices, as row and column from 0, or by their names.
        let names = |cell: Cell| {
            let (row, column) = (size.row_index(cell), size.column_index(cell));
            let name = size.cell_name(cell).to_lowercase();
            let index = cell.index().to_string();
            [index, format!("[{row},{column}]"), name, format!("r{}c{}", row + 1, column + 1)]
        };
        let named = size.cells().flat_map(|cell| names(cell).map(|name| (name, cell)));
        let named: HashMap<String, Cell> = named.collect();
        let cell = |value: &Value| named.get(value.to_string().to_lowercase().trim_matches('"'));
        let regions = lists.iter().map(|list| list.iter().map(|v| cell(v).copied()).collect());
        if let Some(regions) = regions.collect::<Option<Vec<Vec<Cell>>>>() {
            return Some(Regions::from_cells(size, &regions).map_err(ParseErrorKind::from));
        }
    }
    Some(text_of(value)?.parse().map_err(|error: ParseError| error.kind))
}

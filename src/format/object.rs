//! Named values that contain puzzles: the columns of a table, the fields of an object or the keys
//! of a link. Also JSON: arrays of cells, of rows or of puzzles, and objects with a field that
//! contains one of these.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use itertools::Itertools;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::cells::{Place, grid, is_of_letters};
use super::error::{ParseError, ParseErrorKind, quoted};
use super::foreign::{is_f_puzzle, is_sudoku_pad, of_f_puzzle, of_sudoku_pad};
use super::line::{self, spaced, whole};
use super::names::{Names, Role, letters, rules_word};
use super::record::{Options, Record};
use super::token::{self, FEWEST_CELLS, is_missing, words};
use crate::grid::{Cell, Size};
use crate::names::counted;
use crate::rules::{Regions, Variant};

/// The fields of an object by name. Each value is kept as it is written, but in one line.
pub type Fields = BTreeMap<String, Box<RawValue>>;

/// A puzzle or its error, and the fields of the outermost JSON object that contains only this
/// puzzle, if there is one.
pub(super) type Parsed = (Result<Record, ParseError>, Option<Fields>);

/// A value, and its JSON text if the value is from JSON.
pub(super) type Said<'v> = (Value, Option<&'v RawValue>);

/// An array or an object with more values is not read, so that memory is bounded. A grid of side
/// 362 has nearly as many values.
const MOST_VALUES: usize = 1 << 17;
/// What a field of puzzles should contain.
const CELLS: &str = "the cells of a puzzle";
/// Deeper arrays are not part of a puzzle: puzzles are not written with so many arrays inside one
/// another.
const DEEPEST: usize = 8;
/// A value with more arrays and objects inside one another is not read.
const MOST_LEVELS: usize = 64;

/// The puzzles of a value, each as a record or an error; none if the value is a row of cells.
pub(super) fn read(raw: &RawValue, line: usize, options: &Options) -> Vec<Parsed> {
    let json = raw.get();
    let parts = memchr::memchr3_iter(b'[', b'{', b',', json.as_bytes());
    if json.starts_with(['[', '{']) && parts.count() > MOST_VALUES {
        let expected = format!("at most {MOST_VALUES} values");
        return vec![(Err(ParseErrorKind::expected(expected, "more").in_line(line)), None)];
    }
    if levels(json) > MOST_LEVELS {
        let expected = format!("at most {MOST_LEVELS} arrays and objects inside one another");
        return vec![(Err(ParseErrorKind::expected(expected, "more").in_line(line)), None)];
    }
    if json.starts_with('{') {
        let json = json.lines().map(str::trim).join("");
        let fields: Fields = serde_json::from_str(&json).unwrap_or_default();
        let has_grid = fields.contains_key("grid") && fields.contains_key("size");
        let puzzle = has_grid.then(|| serde_json::from_str(&json).ok()).flatten();
        if let Some(puzzle) = puzzle.filter(is_f_puzzle) {
            let place = Place { line, text: b"", options };
            return vec![(of_f_puzzle(&puzzle, place), Some(fields))];
        }
        let has_rows = fields.get("cells").is_some_and(|cells| cells.get().starts_with("[["));
        let puzzle = has_rows.then(|| serde_json::from_str(&json).ok()).flatten();
        if let Some(puzzle) = puzzle.filter(is_sudoku_pad) {
            let place = Place { line, text: b"", options };
            return vec![(of_sudoku_pad(&puzzle, place), Some(fields))];
        }
        let names = Names::of(fields.keys().cloned(), options);
        let values = fields.values().map(|raw| (value_of(raw, 0), Some(&**raw)));
        let found = named(&names, values, line, options);
        let mut found = found.unwrap_or_else(|kind| vec![(Err(kind.in_line(line)), None)]);
        if let [(_, object)] = &mut found[..] {
            *object = Some(fields);
        }
        return found;
    }
    let value = value_of(raw, 0);
    let text_of_cells = match &value {
        Value::String(text) => Some(text.clone()),
        value => grid_of(value, options),
    };
    if let Some(text) = text_of_cells {
        return vec![(cells(&text, line, options), None)];
    }
    match &value {
        Value::Array(values)
            if values.iter().any(|value| value.is_object() || text(value).len() > 2) =>
        {
            let raws: Vec<&RawValue> = serde_json::from_str(json).unwrap_or_default();
            let mut found = raws.into_iter().flat_map(|raw| read(raw, line, options)).collect_vec();
            let are_objects = values.iter().all(Value::is_object);
            if are_objects && found.iter().all(|(result, _)| result.is_err()) {
                // If each cell is an object, there is one error, not 81.
                found.truncate(1);
            }
            found
        }
        _ => Vec::new(),
    }
}

/// How many elements of an array must be read to decide whether they are puzzles, or rows of one
/// grid of which this element is the first. If the element is a whole grid or a long text, the
/// number is that of its cells; if it is an object, 0.
pub(super) fn most_rows(raw: &RawValue, options: &Options) -> usize {
    if raw.get().starts_with('{') {
        return 0;
    }
    let value = value_of(raw, 0);
    match (grid_of(&value, options), value) {
        (Some(text), _) => whole(text.as_bytes(), options).map_or(0, |cells| cells.len()),
        (None, Value::String(text)) if text.len() >= FEWEST_CELLS => text.len(),
        _ => usize::MAX,
    }
}

/// How many arrays and objects are inside one another; 0 if there are too few of them to exceed
/// [`MOST_LEVELS`].
fn levels(json: &str) -> usize {
    if memchr::memchr2_iter(b'[', b'{', json.as_bytes()).nth(MOST_LEVELS).is_none() {
        return 0;
    }
    let (mut level, mut most, mut is_text, mut is_escaped) = (0_usize, 0, false, false);
    for byte in json.bytes() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_text => is_escaped = true,
            b'"' => is_text = !is_text,
            b'[' | b'{' if !is_text => level += 1,
            b']' | b'}' if !is_text => level = level.saturating_sub(1),
            _ => {}
        }
        most = most.max(level);
    }
    most
}

/// Whether the value is an object without fields.
pub(super) fn is_empty(raw: &RawValue) -> bool {
    raw.get().strip_prefix('{').is_some_and(|rest| rest.trim_ascii_start() == "}")
}

/// Whether the error is that a value had nothing of a puzzle: no field with cells, or only one
/// cell.
pub(super) fn has_none((result, _): &Parsed) -> bool {
    matches!(result, Err(ParseError { kind, .. }) if match kind {
        ParseErrorKind::Column { .. } => true,
        ParseErrorKind::Unexpected { expected, found } => {
            expected == CELLS && found.len() == "\"1\"".len()
        }
        _ => false,
    })
}

/// The value of a JSON text, without the contents of objects. A number with too many digits for a
/// number of JSON stays a text.
pub(super) fn value_of(raw: &RawValue, depth: usize) -> Value {
    let text = raw.get();
    match text.as_bytes()[0] {
        b'[' if depth < DEEPEST => {
            let values: Vec<&RawValue> = serde_json::from_str(text).unwrap_or_default();
            values.into_iter().map(|value| value_of(value, depth + 1)).collect()
        }
        b'[' | b'{' => Value::Object(Map::new()),
        b'-' | b'0'..=b'9' if text.len() > 15 || text.contains(['e', 'E']) => {
            text.strip_suffix(".0").unwrap_or(text).into()
        }
        _ => serde_json::from_str(text).unwrap_or_default(),
    }
}

/// The text of a value that is a whole grid and nothing else; `None` for other values.
fn grid_of(value: &Value, options: &Options) -> Option<String> {
    if let Value::String(text) = value {
        let cells = spaced(text.as_bytes(), options).or_else(|| whole(text.as_bytes(), options));
        return cells.map(|_| text.clone());
    }
    // If rows have different lengths, cells are missing, and the value is not a grid.
    let mut lengths = value.as_array()?.iter().map(|row| row.as_array().map_or(0, Vec::len));
    let rows = Some(value).filter(|_| lengths.all_equal()).and_then(text_of);
    let text = spaced_rows(value).or_else(|| text_of_sets(value)).or(rows)?;
    let cells = whole(text.as_bytes(), options)?;
    (cells.concat() == words(text.as_bytes()).concat()).then_some(text)
}

/// The cells of rows that are texts, as many as each text has characters. Blanks are the empty
/// cells.
fn spaced_rows(value: &Value) -> Option<String> {
    let rows: Vec<&str> = value.as_array()?.iter().map(Value::as_str).collect::<Option<_>>()?;
    let is_row = |row: &&str| {
        row.len() == rows.len() && (!row.contains(' ') || token::spaced(row.as_bytes()).is_some())
    };
    let has_gap = rows.iter().any(|row| row.contains(' ') && row.trim().len() > 1);
    (has_gap && rows.iter().all(is_row)).then(|| rows.concat().replace(' ', "."))
}

/// Reads a value as a puzzle or a solution; an error if it is neither.
fn cells(text: &str, line: usize, options: &Options) -> Result<Record, ParseError> {
    if is_rounded(text.trim()) {
        let found = "a number that was rounded; pandas rounds long numbers: read and write the \
                     column as text, with dtype=str";
        let found = format!("{}, {found}", quoted(text));
        return Err(ParseErrorKind::expected("all digits", found).in_line(line));
    }
    // If a grid is too small for boxes, the number of its cells determines its side.
    let count = words(text.as_bytes()).concat().len();
    let is_small = options.boxless && (1..FEWEST_CELLS).contains(&count);
    let small = is_small.then(|| Size::without_boxes(count.isqrt()));
    let options = &Options { size: options.size.or(small), ..options.clone() };
    let place = Place { line, text: text.as_bytes(), options };
    if let Some(cells) = spaced(place.text, options) {
        let size = options.size_of_side(cells.len().isqrt());
        return grid(&place.cells(cells), size.map_err(|kind| kind.in_line(line))?);
    }
    let found = line::read(place);
    let none = || ParseErrorKind::expected(CELLS, quoted(text)).in_line(line);
    Ok(Record { id: None, comment: None, ..found.ok_or_else(none)?? })
}

/// Whether a text is a rounded number, which has lost most of its digits: `3.46e+80`.
fn is_rounded(text: &str) -> bool {
    // Spreadsheets of some countries write a decimal comma.
    let is_number = |text: &str| text.replacen(',', ".", 1).parse::<f64>().is_ok();
    let exponent = text.split_once(['e', 'E']).filter(|(number, _)| is_number(number));
    exponent.is_some_and(|(_, exponent)| {
        exponent.strip_prefix('+').unwrap_or(exponent).parse::<u16>().is_ok_and(|power| power >= 15)
    })
}

/// Reads the puzzles of named values, with the rules that other values name. The puzzles are in the
/// value whose name is known as the name of puzzles; if there is no such value, they are in all
/// arrays and objects with unknown names. An error if there are no puzzles, if another value is
/// wrong, or if another value may name rules other than classic and the options do not say that the
/// rules are known.
pub(super) fn named<'v>(
    names: &Names,
    values: impl IntoIterator<Item = Said<'v>>,
    line: usize,
    options: &Options,
) -> Result<Vec<Parsed>, ParseErrorKind> {
    let is_set = |((role, _), value): &(&(Role, String), Said<'_>)| {
        matches!(role, Role::Puzzle | Role::Alone) || !is_unset(written(value).as_bytes())
    };
    let values = values.into_iter().collect_vec();
    let mut names = names.clone();
    mark_alone(&mut names, values.iter().map(|(value, _)| value), options)?;
    let set = names.0.iter().zip(values).filter(is_set).collect_vec();
    let all = |wanted| set.iter().filter(move |((role, _), _)| *role == wanted).map(|set| &set.1);
    let value = |wanted| all(wanted).next().map(|said| &said.0);
    let size = value(Role::Box).map(|value| size_of(value, options)).transpose()?;
    let regions = value(Role::Regions).map(regions_of).transpose()?;
    let said = size.map(|_| Variant::Classic).into_iter();
    let said = said.chain(regions.as_ref().map(|_| Variant::Jigsaw)).collect_vec();
    let rules = rule_names(&all(Role::Rules).map(written).join(","), &said);
    let other = |word| ParseErrorKind::OtherRules(word, line);
    let rules = rules.or_else(|word| options.settled.then(Vec::new).ok_or(other(word)))?;
    let inside = Options {
        size: size.or(options.size),
        boxless: options.boxless || regions.is_some() || rules.contains(&Variant::Latin),
        settled: options.settled || !rules.is_empty(),
        ..options.clone()
    };
    let clues = all(Role::Clues).filter_map(|said| clue_lines(&said.0)).concat();
    let wanted = match (value(Role::Candidates), value(Role::Puzzle)) {
        (Some(Value::Array(_)), _) => Role::Candidates,
        (_, Some(_)) => Role::Puzzle,
        _ if value(Role::Alone).is_some() => Role::Alone,
        _ => Role::Unknown,
    };
    let is_lacking = options.column.is_some() && wanted == Role::Unknown;
    let mut found = Vec::new();
    for (named, said) in &set {
        let is_nested = said.0.is_array() || said.0.is_object();
        if is_lacking && (!is_nested || grid_of(&said.0, options).is_some()) {
            // The field that the options ask for can only be inside such a value, so this value is
            // not read.
        } else if named.0 == wanted && (is_nested || wanted != Role::Unknown) {
            let puzzles = match said {
                (_, Some(raw)) => read(raw, line, &inside),
                (value, None) => {
                    vec![(cells(value.as_str().unwrap_or_default(), line, &inside), None)]
                }
            };
            if puzzles.is_empty() {
                return Err(wrong(CELLS, &written(said)));
            }
            found.extend(puzzles);
        } else if named.0 == Role::Clues && clue_lines(&said.0).is_some() {
            // These clues are read with the puzzle.
        } else if !options.settled || named.0 == Role::Clues {
            check(named, written(said).as_bytes(), regions.is_some(), line)?;
        }
    }
    if found.is_empty() {
        return Err(names.lack(&options.column));
    }
    let solution = value(Role::Solution);
    // Several puzzles have one solution each, or one solution for all.
    let is_grid = |value: &Value| value.is_null() || grid_of(value, &inside).is_some();
    let are_many = |all: &&Vec<Value>| found.len() > 1 && all.iter().all(is_grid);
    let solutions = solution.and_then(Value::as_array).filter(are_many);
    if let Some(all) = solutions.filter(|all| all.len() != found.len()) {
        let expected = counted(found.len(), "solution");
        return Err(ParseErrorKind::expected(expected, all.len().to_string()));
    }
    let complete = |mut record: Record, index: usize| {
        let claim = solutions.map_or(solution, |all| all.get(index));
        let claim = claim.and_then(text_of).unwrap_or_default();
        // A text that is much shorter than the cells is a remark or a number of solutions.
        let text = claim.trim();
        let are_cells = || text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        if text.len() > record.grid.size().cell_count() / 2
            || text.len() >= FEWEST_CELLS && are_cells()
            || is_rounded(text)
        {
            let options = Options { size: Some(record.grid.size()), ..options.clone() };
            let solution = cells(&claim, line, &options).map_err(ParseError::of_claim)?;
            record.solution = Some(solution.grid);
        }
        record.regions = regions.clone().map(Box::new).or(record.regions);
        record.rules.extend(&rules);
        record.has_box |= size.is_some();
        for text in &clues {
            record.read_clue(text, line).map_err(|error| ParseError { column: 1, ..error })?;
        }
        Ok(record)
    };
    let complete = |(index, (result, object)): (usize, Parsed)| {
        (result.and_then(|record| complete(record, index)), object)
    };
    Ok(found.into_iter().enumerate().map(complete).collect())
}

/// If no name is known as the name of the puzzle, gives the only value with a grid the role
/// [`Role::Alone`]. Returns whether a puzzle is found. An error if several values have a grid.
pub(super) fn mark_alone<'v>(
    names: &mut Names,
    values: impl Iterator<Item = &'v Value>,
    options: &Options,
) -> Result<bool, ParseErrorKind> {
    // These are names of rules too, but a value that is a grid does not name rules.
    let is_short = |name: &str| ["x", "lines"].contains(&&*letters(name));
    let may_be = |role, name: &str| match role {
        Role::Unknown | Role::Kind => true,
        Role::OtherRules => options.settled || is_short(name),
        _ => false,
    };
    let is_known =
        |(role, _): &(Role, String)| matches!(role, Role::Puzzle | Role::Alone | Role::Candidates);
    let is_found = names.0.iter().any(is_known);
    if is_found || options.column.is_some() {
        return Ok(is_found);
    }
    let grids =
        names.0.iter_mut().zip(values).filter(|((role, name), value)| {
            may_be(*role, name) && grid_of(value, options).is_some()
        });
    match &mut grids.collect_vec()[..] {
        [] => Ok(false),
        [((role, _), _)] => {
            *role = Role::Alone;
            Ok(true)
        }
        [((_, first), _), ((_, second), _), ..] => {
            Err(ParseErrorKind::Grids(first.clone(), second.clone()))
        }
    }
}

/// The clues of a value that is a list of clues, or a text with semicolons between clues; `None`
/// for other values.
fn clue_lines(value: &Value) -> Option<Vec<String>> {
    let lines = match value {
        Value::Array(values) => values.iter().map(|value| value.as_str()).collect::<Option<_>>()?,
        Value::String(text) => text.split(';').filter(|text| !text.trim().is_empty()).collect_vec(),
        _ => return None,
    };
    // Clues begin with a name; numbers and rows of cells do not.
    let has_name = |text: &&str| {
        let mut words = text.split_whitespace();
        words
            .next()
            .is_some_and(|word| word.chars().all(|symbol| symbol.is_alphabetic() || symbol == '-'))
    };
    let are_clues = value.is_array() || !lines.is_empty();
    (are_clues && lines.iter().all(has_name))
        .then(|| lines.into_iter().map(str::to_owned).collect())
}

/// Whether a value has no meaning: it is missing, empty, false, no or 0.
fn is_unset(text: &[u8]) -> bool {
    const UNSET: [&[u8]; 8] = [b"-", b"0", b"0.0", b"no", b"none", b"false", b"[]", b"{}"];
    let text = text.trim_ascii();
    is_missing(text) || UNSET.iter().any(|unset| text.eq_ignore_ascii_case(unset))
}

/// Checks that a value that is not read can be passed over. An error if the value names rules other
/// than classic (a jigsaw is no error if there are regions), or if it may contain such rules: a
/// grid, regions or a list.
pub(super) fn check(
    (role, name): &(Role, String),
    text: &[u8],
    has_regions: bool,
    line: usize,
) -> Result<(), ParseErrorKind> {
    let word = match role {
        Role::OtherRules => match rules_word(name.as_bytes(), true) {
            Some(word) if word.is_jigsaw && has_regions => None,
            _ => return Err(ParseErrorKind::Field(name.clone())),
        },
        Role::Kind | Role::Harmless | Role::Unknown | Role::Clues => {
            rules_word(text, *role == Role::Kind)
        }
        _ => None,
    };
    if let Some(word) = word.filter(|word| !(word.is_jigsaw && has_regions)) {
        return Err(ParseErrorKind::OtherRules(word.text, line));
    }
    let may_be_cells = || {
        let cells = if text.len() < FEWEST_CELLS { Vec::new() } else { words(text).concat() };
        let is_square = cells.len() >= FEWEST_CELLS && cells.len().isqrt().pow(2) == cells.len();
        let are_digits = || cells.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.');
        matches!(text, [b'[' | b'{', .., b']' | b'}'])
            || is_square && (is_of_letters(&cells, cells.len()) || are_digits())
    };
    match role {
        Role::Clues if may_be_cells() => {
            Err(wrong("clues such as \"killer 15 A1 A2\"", &String::from_utf8_lossy(text)))
        }
        Role::Kind | Role::Unknown if may_be_cells() => Err(ParseErrorKind::Field(name.clone())),
        _ => Ok(()),
    }
}

/// The variants that a text names, separated by commas or as a JSON list. `said` are the variants
/// that other values show by boxes or regions. An error if the text has unknown names, or if
/// variants contradict each other. Words that only mean classic rules add nothing.
pub(super) fn rule_names(text: &str, said: &[Variant]) -> Result<Vec<Variant>, String> {
    const CLASSIC: [&str; 9] =
        ["classic", "normal", "standard", "regular", "sudoku", "none", "the", "rules", "apply"];
    let is_classic = |word: &str| word.is_empty() || CLASSIC.contains(&&*word.to_lowercase());
    let mut rules = Vec::new();
    for name in text.split([',', '[', ']', '"']).filter(|name| !name.trim().is_empty()) {
        let mut words = name.split(|symbol: char| !symbol.is_alphanumeric());
        match Variant::ALL.into_iter().find(|rule| letters(rule.name()) == letters(name)) {
            Some(rule) => rules.push(rule),
            None if words.all(is_classic) => {}
            None => return Err(text.chars().take(40).collect()),
        }
    }
    let bases = rules.iter().chain(said).filter(|rule| rule.is_base()).unique().collect_vec();
    match bases[..] {
        [Variant::Jigsaw] if said.is_empty() => Err("jigsaw without regions".to_owned()),
        [_, _, ..] => Err(format!("{}, which exclude each other", bases.iter().join(" and "))),
        _ => Ok(rules),
    }
}

/// The text of a table of candidates in which each cell is a list of digits; `None` if the lists
/// are too long for cells, because they are rows.
fn text_of_sets(value: &Value) -> Option<String> {
    let sets = Vec::<Vec<u64>>::deserialize(value).ok()?;
    let side = sets.len().isqrt();
    let set = |set: &Vec<u64>| if set.is_empty() { "!".into() } else { set.iter().join("/") };
    let are_sets = sets.iter().all(|set| set.len() <= side);
    are_sets.then(|| sets.iter().map(set).join(" "))
}

/// The text of a value that is a puzzle or a solution: its cells, rows or words, separated by
/// blanks.
fn text_of(value: &Value) -> Option<String> {
    Some(match value {
        Value::Null | Value::Bool(false) => ".".to_owned(),
        Value::String(text) if text.trim().is_empty() => ".".to_owned(),
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string().trim_end_matches(".0").to_owned(),
        Value::Array(values) => {
            // In an array of numbers, each number is one cell: commas keep them apart.
            let are_numbers = values.iter().all(|value| value.is_number() || value.is_null());
            let texts = values.iter().map(text_of).collect::<Option<Vec<_>>>()?;
            texts.join(if are_numbers { "," } else { " " })
        }
        _ => return None,
    })
}

/// The text of a value: a JSON text without quotes, other values as JSON.
fn text(value: &Value) -> Cow<'_, str> {
    value.as_str().map_or_else(|| value.to_string().into(), |text| text.trim().into())
}

/// The text of a value, as it is written in the input if it is an array or an object of JSON.
fn written<'v>((value, raw): &'v Said<'_>) -> Cow<'v, str> {
    let raw = raw.filter(|_| value.is_array() || value.is_object());
    raw.map_or_else(|| text(value), |raw| raw.get().into())
}

/// The error for a value that is not what was expected.
pub(super) fn wrong(expected: impl Into<String>, value: &str) -> ParseErrorKind {
    ParseErrorKind::expected(expected, quoted(value))
}

/// The size that the value of a box field means. If the options ask for a size, it must be the
/// same.
fn size_of(value: &Value, options: &Options) -> Result<Size, ParseErrorKind> {
    let text = text(value);
    let sides = text.split('x').map(|side| side.trim().parse().unwrap_or(0)).collect_vec();
    let size = if let [height, width] = sides[..] { Size::new(height, width).ok() } else { None };
    let asked = options.size.map_or("2x3".to_owned(), |size| size.to_string());
    let size = size.filter(|size| options.size.is_none() || asked == size.to_string());
    size.ok_or_else(|| wrong(format!("\"box\" as {asked:?}, its height and width"), &text))
}

/// The regions that a value defines: lists of cells, or one label for each cell, as a text or a
/// list, with or without rows.
fn regions_of(value: &Value) -> Result<Regions, ParseErrorKind> {
    let lists = Vec::<Vec<Value>>::deserialize(value).unwrap_or_default();
    let count: usize = lists.iter().map(Vec::len).sum();
    let lists = if count == lists.len().pow(2) { lists } else { Vec::new() };
    let size = Size::without_boxes(lists.len().clamp(1, Size::MAX_SIDE));
    let is_label = |value: &Value| value.as_u64().is_some_and(|label| label <= lists.len() as u64);
    if !lists.iter().flatten().all(is_label) {
        // Cells can be indices, rows and columns from 0, or names.
        let names = |cell: Cell| {
            let (row, column) = (size.row_index(cell), size.column_index(cell));
            let (index, name) = (cell.index().to_string(), size.cell_name(cell).to_lowercase());
            [index, name, format!("[{row},{column}]"), format!("r{}c{}", row + 1, column + 1)]
        };
        let named = size.cells().flat_map(|cell| names(cell).map(move |name| (name, cell)));
        let named: HashMap<String, Cell> = named.collect();
        let cell = |value: &Value| named.get(&text(value).to_lowercase()).copied();
        let regions = lists.iter().map(|list| list.iter().map(cell).collect());
        if let Some(regions) = regions.collect::<Option<Vec<Vec<Cell>>>>() {
            return Ok(Regions::from_cells(size, &regions)?);
        }
    }
    text(value).parse().map_err(|error: ParseError| error.kind)
}

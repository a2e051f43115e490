//! What stands beside a puzzle in named fields: the columns of a table, the fields of an object.

use serde_json::{Map, Value};

use super::error::{ParseError, ParseErrorKind};
use super::layout::is_of_letters;
use super::line;
use super::record::{Column, Options, Record};
use super::report::{BOX_SHAPE, NamedRules, PuzzleReport};
use super::token::{decimal, is_missing};
use super::words::{in_name, in_prose};
use crate::grid::{Cell, Size};
use crate::rules::{RegionLabel, Regions};

/// Names of columns and fields that hold puzzles.
const PUZZLES: &str = "puzzle puzzles quizzes quiz sudoku sudokus question problem givens clues grid board \
    unsolved mission start initial value data";
/// Of these the ones that often hold something else.
const OTHERWISE: &str = "start initial value data";
/// Names of columns and fields that hold solutions.
const SOLUTIONS: &str = "solution solutions solved answer expected groundtruth solvedgrid truth";
/// What says which kind of puzzle it is.
const KINDS: &str = "type kind category genre mode style puzzletype game";
/// The same, where nothing but these says classic.
const STRICT: &str = "variant variants constraint constraints ruleset rulesets";
const CLASSIC: &str = "classic normal standard regular sudoku none";
/// What is neither rules nor a grid, whatever it holds.
const HARMLESS: &str = "id index number name title author source date created updated difficulty rating level \
    score grade tags tag url link comment comments note notes description text hash uuid \
    seed size side version time stats hints techniques moves line input status metadata user \
    path file count";
/// Fields of our own reports.
const OURS: &str = "evidence conflict conflicts clashes steps unneeded backbone error propagation differing \
    hardest statistics solver depth truths links unsolved_cells open_cells reason message \
    timings two_solutions core check";

fn is_in(list: &str, name: &str) -> bool {
    list.split(' ').any(|known| known == name)
}

/// Letters and digits in lower case: `ground_truth` and `groundTruth` are one name.
pub(super) fn key(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase()
}

/// Which of these names is the column asked for, or else the first known one.
fn place(
    names: &[String],
    asked: Option<&Column>,
    mut known: impl Iterator<Item = &'static str>,
) -> Option<usize> {
    match asked {
        Some(Column::Number(number)) => (*number <= names.len()).then(|| number - 1),
        Some(Column::Name(name)) => {
            names.iter().position(|other| other.trim().eq_ignore_ascii_case(name.trim()))
        }
        None => known.find_map(|known| names.iter().position(|name| key(name) == known)),
    }
}

/// Where the puzzle stands among fields of these names.
pub(super) fn puzzle_among(names: &[String], options: &Options, is_table: bool) -> Option<usize> {
    let known = PUZZLES.split(' ').filter(|name| !is_table || !is_in(OTHERWISE, name));
    place(names, options.column.as_ref(), known)
}

/// Where the solution stands.
pub(super) fn solution_among(names: &[String], options: &Options) -> Option<usize> {
    place(names, options.solution_column.as_ref(), SOLUTIONS.split(' '))
}

/// Whether a field of this name is passed over without a note.
fn is_known(name: &str) -> bool {
    let key = key(name);
    is_in(HARMLESS, &key)
        || key.starts_with("satdoku")
        || is_in(OURS, &name.to_ascii_lowercase())
        || is_of_rules(name)
}

/// Which of these names nobody knows, so that a note says that they are passed over.
pub(super) fn unknown<'n>(
    names: &'n [String],
    grids: [Option<usize>; 2],
) -> impl Iterator<Item = String> + 'n {
    let others = names.iter().enumerate().filter(move |(index, _)| !grids.contains(&Some(*index)));
    others.map(|(_, name)| name.clone()).filter(|name| !name.is_empty() && !is_known(name))
}

/// The fields of an object that are passed over.
pub(super) fn passed_over(object: &Map<String, Value>, options: &Options) -> Vec<String> {
    let flat = object.iter().filter(|(_, value)| !value.is_array() && !value.is_object());
    let names: Vec<String> = flat.map(|(name, _)| name.clone()).collect();
    let grids = [puzzle_among(&names, options, false), solution_among(&names, options)];
    unknown(&names, grids).collect()
}

/// Whether a field of this name may say rules, so that its value is looked at even if it is a
/// number.
pub(super) fn is_of_rules(name: &str) -> bool {
    let key = key(name);
    ["rules", "box", "regions", "candidates"].contains(&&*key)
        || is_in(KINDS, &key)
        || is_in(STRICT, &key)
        || in_name(name).is_some()
}

/// Whether a value says nothing: missing, empty, false, no or 0.
pub(super) fn is_unset(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(set) => !set,
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::String(text) => {
            let text = text.trim();
            is_missing(text.as_bytes())
                || ["-", "0", "no", "none", "false", "[]", "{}"]
                    .contains(&&*text.to_ascii_lowercase())
        }
        Value::Array(values) => {
            values.iter().all(is_unset) && values.iter().all(|value| !value.is_number())
        }
        Value::Object(fields) => fields.values().all(is_unset),
    }
}

/// The text of a puzzle or a solution: its cells, rows or words with blanks between.
pub(super) fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::Null => Some("null".to_owned()),
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
        _ => None,
    }
}

/// Reads a puzzle or a solution of a field.
///
/// # Errors
/// If it is none, or not alone.
pub(super) fn cells(text: &[u8], number: usize, options: &Options) -> Result<Record, ParseError> {
    let record = line::read(text, number, options).unwrap_or_else(|| {
        let found = String::from_utf8_lossy(text).trim().chars().take(40).collect::<String>();
        let found = match found.is_empty() {
            true => "an empty field".to_owned(),
            false => format!("\"{}\"", found.escape_debug()),
        };
        let kind = ParseErrorKind::Unsupported { expected: "the cells of a puzzle", found };
        Err(ParseError { line: number, column: 1, kind })
    })?;
    Ok(Record { id: None, comment: None, ..record })
}

/// The solution that a field gives; `None` if it is missing.
///
/// # Errors
/// If it is no grid of the puzzle's size.
pub(super) fn solution(
    text: &[u8],
    record: &Record,
    options: &Options,
) -> Result<Option<crate::grid::Grid>, ParseError> {
    let text = text.trim_ascii();
    // Much less text than cells is a remark or a number of solutions.
    if is_missing(text) || text == b"-" || text.len() <= record.grid.size().cell_count() / 2 {
        return Ok(None);
    }
    if let Some((grid, [])) = line::nine(text, options).filter(|_| record.grid.size() == Size::NINE)
    {
        return Ok(Some(grid));
    }
    let options = Options { size: Some(record.grid.size()), ..options.clone() };
    cells(text, record.line, &options).map(|record| Some(record.grid))
}

/// What fields beside a puzzle say of it.
#[derive(Debug, Default)]
pub(super) struct Beside {
    pub(super) rules: Option<NamedRules>,
    pub(super) regions: Option<Regions>,
}

impl Beside {
    /// Reads the fields beside a puzzle, without the puzzle, its solution and its candidates.
    ///
    /// # Errors
    /// The first that may say other rules, if it is not settled which it has.
    pub(super) fn of<'v>(
        fields: impl Iterator<Item = (&'v str, &'v Value)>,
        line: usize,
        options: &Options,
    ) -> Result<Beside, ParseErrorKind> {
        let (mut report, mut regions) = (PuzzleReport::default(), None);
        let mut jigsaw = None;
        for (name, value) in fields.filter(|(_, value)| !is_unset(value)) {
            let key = key(name);
            let text = value.as_str().map(str::trim);
            let says = |word: &str| ParseErrorKind::OtherRules { word: word.to_owned(), line };
            match &*key {
                "rules" => {
                    let expected = "the names of a puzzle's \"rules\" in one text";
                    let text = text.ok_or_else(|| unsupported(expected, value))?;
                    let is_classic = is_in(CLASSIC, &text.to_ascii_lowercase());
                    report.rules =
                        Some(if is_classic { "classic".to_owned() } else { text.to_owned() });
                }
                "box" => {
                    report.box_shape =
                        Some(text.ok_or_else(|| unsupported(BOX_SHAPE, value))?.to_owned());
                }
                "regions" => regions = Some(regions_of(value)?),
                _ if options.settled => {}
                key if is_in(STRICT, key) => match text {
                    Some(text) if is_in(CLASSIC, &text.to_ascii_lowercase()) => {}
                    _ => return Err(says(&format!("{name}: {}", shown(value)))),
                },
                key if is_in(KINDS, key) => {
                    let word = text.filter(|text| {
                        in_name(text).is_some() || in_prose(text.as_bytes()).is_some()
                    });
                    let is_jigsaw = |word: &&str| in_name(word).is_some_and(|word| word.is_jigsaw);
                    if let Some(word) = word.filter(is_jigsaw) {
                        jigsaw = Some(says(&format!("{name}: {word}")));
                    } else if let Some(word) =
                        word.or((!value.is_string() && !value.is_number()).then_some("..."))
                    {
                        return Err(says(&format!("{name}: {word}")));
                    }
                }
                _ if in_name(name).is_some_and(|word| !word.is_jigsaw) => return Err(says(name)),
                _ if in_name(name).is_some() => jigsaw = Some(says(name)),
                _ => {
                    match texts(value).find_map(|text| in_prose(text.as_bytes())) {
                        Some(word) if word.is_jigsaw => jigsaw = Some(says(&word.text)),
                        Some(word) => return Err(says(&word.text)),
                        None => {}
                    }
                    if !is_known(name) {
                        is_harmless(name, value)?;
                    }
                }
            }
        }
        if let Some(kind) = jigsaw.filter(|_| regions.is_none()) {
            return Err(kind);
        }
        report.regions = regions.as_ref().map(ToString::to_string);
        Ok(Beside { rules: report.named()?, regions })
    }

    /// Adds to a record what stands beside it.
    ///
    /// # Errors
    /// If regions are not those of its size, or boxes not those asked for.
    pub(super) fn add(self, record: &mut Record, options: &Options) -> Result<(), ParseErrorKind> {
        let expected = record.grid.size().cell_count();
        if let Some(regions) = self.regions {
            let found = regions.labels().len();
            if found != expected {
                return Err(crate::rules::RegionsError::Labels { expected, found }.into());
            }
            record.regions = Some(regions.into());
        }
        if let Some(rules) = self.rules {
            record.rules = Some(rules.into());
        }
        let boxes = record.rules.as_deref().and_then(|rules| rules.size);
        match (options.size, boxes) {
            (Some(asked), Some(found)) if asked != found => Err(ParseErrorKind::Unsupported {
                expected: "a puzzle with the boxes asked for",
                found: format!("one with boxes of {found}"),
            }),
            _ => Ok(()),
        }
    }

    /// The options under which the puzzle itself is read.
    pub(super) fn options(&self, options: &Options) -> Options {
        let rules = self.rules.as_ref();
        let is_latin = rules.is_some_and(|rules| rules.is_latin);
        Options {
            size: rules.and_then(|rules| rules.size).or(options.size),
            boxless: options.boxless || is_latin || self.regions.is_some(),
            settled: options.settled || rules.is_some_and(NamedRules::are_named),
            ..options.clone()
        }
    }
}

fn unsupported(expected: &'static str, value: &Value) -> ParseErrorKind {
    ParseErrorKind::Unsupported { expected, found: kind_of(value).to_owned() }
}

/// What a value is, in words.
pub(super) fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

fn shown(value: &Value) -> String {
    let text = value.as_str().map_or_else(|| kind_of(value).to_owned(), str::to_owned);
    text.chars().take(40).collect()
}

/// All texts in a value.
fn texts(value: &Value) -> Box<dyn Iterator<Item = &str> + '_> {
    match value {
        Value::String(text) => Box::new(std::iter::once(&**text)),
        Value::Array(values) => Box::new(values.iter().flat_map(texts)),
        Value::Object(fields) => Box::new(
            fields.iter().flat_map(|(name, value)| std::iter::once(&**name).chain(texts(value))),
        ),
        _ => Box::new(std::iter::empty()),
    }
}

/// Whether a field that nobody knows can be passed over.
fn is_harmless(name: &str, value: &Value) -> Result<(), ParseErrorKind> {
    let found = match value {
        Value::Array(_) | Value::Object(_) => kind_of(value),
        Value::String(text) => {
            let text: String = text.split_whitespace().collect();
            let cells = text.len();
            let is_square = cells >= line::FEWEST_CELLS && cells.isqrt().pow(2) == cells;
            match is_square {
                true if is_of_letters(text.as_bytes(), cells) => "what could be regions",
                true if text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') => {
                    "what could be a grid"
                }
                _ => return Ok(()),
            }
        }
        _ => return Ok(()),
    };
    Err(ParseErrorKind::Field { name: name.to_owned(), found })
}

/// The regions of a field: a text, rows, labels by cell, or lists of cells.
fn regions_of(value: &Value) -> Result<Regions, ParseErrorKind> {
    let wrong = || unsupported("one label a cell in \"regions\", or lists of cells,", value);
    let rows = match value {
        Value::String(text) => return text.parse().map_err(|error: ParseError| error.kind),
        Value::Array(rows) => rows,
        _ => return Err(wrong()),
    };
    if rows.iter().all(Value::is_string) {
        let rows: Vec<&str> = rows.iter().filter_map(Value::as_str).collect();
        let between = if rows.iter().all(|row| row.len() == 1) { "" } else { "\n" };
        return rows.join(between).parse().map_err(|error: ParseError| error.kind);
    }
    let flat: Vec<&Value> = rows
        .iter()
        .flat_map(|row| match row {
            Value::Array(cells) => cells.iter().collect(),
            other => vec![other],
        })
        .collect();
    let side = flat.len().isqrt();
    let label = |value: &&Value| match value {
        Value::Number(number) => Some(RegionLabel::Number(number.as_u64()?.try_into().ok()?)),
        Value::String(text) if decimal(text.as_bytes()).is_some() || text.len() == 1 => {
            text.parse().ok()
        }
        _ => None,
    };
    let labels: Option<Vec<RegionLabel>> = flat.iter().map(label).collect();
    let of_labels = labels.filter(|labels| {
        labels.iter().all(
            |label| !matches!(label, RegionLabel::Number(number) if usize::from(*number) > side),
        )
    });
    if let Some(labels) = of_labels {
        return Regions::new(labels).map_err(Into::into);
    }
    let size = Size::without_boxes(side.clamp(1, Size::MAX_SIDE));
    let cell = |value: &Value| -> Option<Cell> {
        let number = |value: &Value| value.as_u64().and_then(|number| usize::try_from(number).ok());
        match value {
            Value::Number(_) => number(value).map(Cell::from_index),
            Value::String(name) => size.cells().find(|&cell| {
                let rc = format!("r{}c{}", size.row_index(cell) + 1, size.column_index(cell) + 1);
                size.cell_name(cell).eq_ignore_ascii_case(name) || rc.eq_ignore_ascii_case(name)
            }),
            Value::Array(pair) => match &pair[..] {
                [row, column] if row.is_u64() => {
                    let (row, column) = (number(row)?, number(column)?);
                    (row < side && column < side).then(|| size.cell(row, column))
                }
                _ => None,
            },
            _ => None,
        }
    };
    let lists: Option<Vec<Vec<Cell>>> =
        rows.iter().map(|row| row.as_array()?.iter().map(cell).collect()).collect();
    Regions::from_cells(size, &lists.ok_or_else(wrong)?).map_err(Into::into)
}

//! What stands beside a puzzle in named values: the columns of a table, the fields of an object, the
//! keys of a link.

use itertools::Itertools;
use serde_json::{Map, Value};

use super::error::{ParseError, ParseErrorKind, quoted};
use super::layout::is_of_letters;
use super::line;
use super::record::{Column, Options, Record};
use super::token::is_missing;
use super::words::{RulesWord, in_name, in_prose, letters};
use crate::grid::{Cell, Grid, Size};
use crate::rules::{Regions, RuleName};

/// What a value is by its name.
#[derive(Clone, Copy, PartialEq)]
enum Role {
    Puzzle,
    Solution,
    Candidates,
    Rules,
    Box,
    Regions,
    /// Which kind of puzzle it is, perhaps.
    Kind,
    /// The same, where nothing but a word for classic says classic.
    Variant,
    /// Neither rules nor a grid, whatever it holds; also what we write ourselves.
    Harmless,
}

/// All names that are known, as [`letters`] spells them. Of puzzles the first in the list is read.
const KNOWN: [(Role, &str); 9] = [
    (
        Role::Puzzle,
        "puzzle puzzles quizzes quiz sudoku sudokus question problem givens clues grid board \
        unsolved mission start initial value data",
    ),
    (Role::Solution, "solution solutions solved answer expected groundtruth solvedgrid truth"),
    (Role::Candidates, "candidates"),
    (Role::Rules, "rules"),
    (Role::Box, "box"),
    (Role::Regions, "regions"),
    (Role::Kind, "type kind category genre mode style puzzletype game"),
    (Role::Variant, "variant variants constraint constraints ruleset rulesets"),
    (
        Role::Harmless,
        "id index number name title author source date created updated difficulty rating level \
        score grade tags tag url link comment comments note notes description hash uuid \
        seed size side version time stats hints techniques moves line input status metadata user \
        path file count evidence conflict conflicts clashes steps unneeded backbone error \
        propagation differing hardest statistics solver depth truths links unsolvedcells \
        opencells reason message timings twosolutions core check",
    ),
];

fn role(name: &str) -> Option<Role> {
    let key = letters(name);
    if key.starts_with("satdoku") {
        return Some(Role::Harmless);
    }
    let is_known = |(_, names): &&(Role, &str)| names.split(' ').any(|known| known == key);
    KNOWN.iter().find(is_known).map(|(role, _)| *role)
}

/// Which of these names is the column asked for, or else the first known one of this role.
fn place(names: &[String], asked: Option<&Column>, role: Role) -> Option<usize> {
    match asked {
        Some(Column::Number(number)) => (*number <= names.len()).then(|| number - 1),
        Some(Column::Name(name)) => {
            names.iter().position(|other| other.trim().eq_ignore_ascii_case(name.trim()))
        }
        None => {
            let (_, known) = KNOWN.iter().find(|(known, _)| *known == role)?;
            known.split(' ').find_map(|known| names.iter().position(|name| letters(name) == known))
        }
    }
}

/// Where the puzzle and its solution stand among values of these names.
pub(super) fn grids(names: &[String], options: &Options) -> [Option<usize>; 2] {
    let puzzle = place(names, options.column.as_ref(), Role::Puzzle);
    let solution = place(names, options.solution_column.as_ref(), Role::Solution);
    [puzzle, solution.filter(|_| solution != puzzle)]
}

/// Whether a value of this name, which is none of the [`grids`], is read or of no concern.
fn is_known(name: &str) -> bool {
    let is_grid = |role: &Role| matches!(role, Role::Puzzle | Role::Solution);
    role(name).is_some_and(|role| !is_grid(&role)) || in_name(name).is_some()
}

/// Whether a value of this name may say rules, so that it is looked at even if it is a number.
pub(super) fn is_of_rules(name: &str) -> bool {
    in_name(name).is_some() || is_known(name) && role(name) != Some(Role::Harmless)
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
    unknown(&names, grids(&names, options)).collect()
}

/// Whether a value says nothing: missing, empty, false, no or 0.
fn is_unset(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(set) => !set,
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::String(text) => {
            let text = text.trim().to_ascii_lowercase();
            is_missing(value.as_str().unwrap_or_default().trim().as_bytes())
                || ["-", "0", "no", "none", "false", "[]", "{}"].contains(&&*text)
        }
        Value::Array(values) => {
            values.iter().all(|value| is_unset(value) && !value.is_number() && !value.is_object())
        }
        Value::Object(fields) => fields.values().all(is_unset),
    }
}

/// Whether a text says that the rules are classic, and no more: `Normal Sudoku rules apply.`
fn is_classic(text: &str) -> bool {
    const CLASSIC: &str = "classic normal standard regular sudoku none the rules apply";
    let text = text.to_ascii_lowercase();
    let mut words = text.split(|symbol: char| !symbol.is_alphanumeric()).filter(|w| !w.is_empty());
    !text.trim().is_empty() && words.all(|word| CLASSIC.split(' ').any(|known| known == word))
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

/// Reads a puzzle or a solution of a value.
///
/// # Errors
/// If it is none, or not alone.
pub(super) fn cells(text: &[u8], number: usize, options: &Options) -> Result<Record, ParseError> {
    let record = line::read(text, number, options).unwrap_or_else(|| {
        let found = match text.trim_ascii() {
            [] => "an empty field".to_owned(),
            text => quoted(&String::from_utf8_lossy(text)),
        };
        let kind = ParseErrorKind::expected("the cells of a puzzle", found);
        Err(kind.in_line(number))
    })?;
    Ok(Record { id: None, comment: None, ..record })
}

/// The solution that a value gives; `None` if it is missing.
fn solution(text: &[u8], record: &Record, options: &Options) -> Result<Option<Grid>, ParseError> {
    let (text, size) = (text.trim_ascii(), record.grid.size());
    // Much less text than cells is a remark or a number of solutions.
    if is_missing(text) || text.len() <= size.cell_count() / 2 {
        return Ok(None);
    }
    let options = Options { size: Some(size), ..options.clone() };
    cells(text, record.line, &options).map(|record| Some(record.grid))
}

/// What values beside a puzzle say of it.
#[derive(Debug, Default)]
pub(super) struct Beside {
    rules: Vec<RuleName>,
    size: Option<Size>,
    regions: Option<Regions>,
}

impl Beside {
    /// Reads the values beside a puzzle, without the puzzle, its solution and its candidates.
    ///
    /// # Errors
    /// The first that may say other rules, if it is not settled which it has.
    pub(super) fn of<'v>(
        values: impl Iterator<Item = (&'v str, &'v Value)>,
        line: usize,
        options: &Options,
    ) -> Result<Beside, ParseErrorKind> {
        let (mut names, mut beside, mut jigsaw) = ("", Beside::default(), None);
        for (name, value) in values.filter(|(_, value)| !is_unset(value)) {
            let role = role(name);
            match role {
                Some(Role::Rules) => {
                    let expected = "the names of a puzzle's \"rules\" in one text";
                    names = value.as_str().ok_or_else(|| unsupported(expected, value))?;
                }
                Some(Role::Box) => {
                    let expected = "\"box\" as \"2x3\", its height and width";
                    let size = value.as_str().and_then(size_of);
                    beside.size = Some(size.ok_or_else(|| unsupported(expected, value))?);
                }
                Some(Role::Regions) => beside.regions = Some(regions_of(value)?),
                Some(Role::Candidates) => {}
                _ if options.settled => {}
                _ => {
                    if let Some(word) = rules_word(role, name, value) {
                        let kind = ParseErrorKind::OtherRules { word: word.text, line };
                        match word.is_jigsaw {
                            true => jigsaw = Some(kind),
                            false => return Err(kind),
                        }
                    }
                    check_harmless(name, value)?;
                }
            }
        }
        if let Some(kind) = jigsaw.filter(|_| beside.regions.is_none()) {
            return Err(kind);
        }
        beside.rules = rule_names(names, beside.regions.is_some(), beside.size.is_some())?;
        Ok(beside)
    }

    /// Adds to a record, read under [`Beside::options`], what stands beside it.
    ///
    /// # Errors
    /// If its solution is none, or its boxes are not those asked for.
    pub(super) fn complete(
        &self,
        record: &mut Record,
        claim: Option<&[u8]>,
        options: &Options,
    ) -> Result<(), ParseError> {
        if let (Some(asked), Some(found)) = (options.size, self.size)
            && asked != found
        {
            let found = format!("one with boxes of {found}");
            return Err(record.unexpected("a puzzle with the boxes asked for", found));
        }
        if let Some(claim) = claim {
            let solution = solution(claim, record, options)?;
            solution.into_iter().for_each(|grid| record.claim(grid));
        }
        if let Some(regions) = &self.regions {
            record.regions = Some(regions.clone().into());
        }
        record.rules.extend(&self.rules);
        record.has_box |= self.size.is_some();
        Ok(())
    }

    /// The options under which the puzzle itself is read.
    pub(super) fn options(&self, options: &Options) -> Options {
        let is_boxless = self.rules.contains(&RuleName::Latin) || self.regions.is_some();
        Options {
            size: self.size.or(options.size),
            boxless: options.boxless || is_boxless,
            settled: options.settled || !self.rules.is_empty(),
            ..options.clone()
        }
    }
}

/// The names of rules in a text, with commas between.
///
/// # Errors
/// Names that are not known, or that contradict each other, the regions or the box.
pub(super) fn rule_names(
    text: &str,
    has_regions: bool,
    has_box: bool,
) -> Result<Vec<RuleName>, ParseErrorKind> {
    let name = |name: &str| match is_classic(name) {
        true => Ok(RuleName::Classic),
        false => name.trim().parse(),
    };
    let names = text.split(',').filter(|_| !text.trim().is_empty()).map(name);
    let names: Vec<RuleName> = names
        .collect::<Result<_, _>>()
        .map_err(|_| ParseErrorKind::expected("names of known rules in \"rules\"", quoted(text)))?;
    let bases = names.iter().filter(|name| !matches!(name, RuleName::Variant(_))).copied();
    let said = [(has_box, RuleName::Classic), (has_regions, RuleName::Jigsaw)];
    let bases = bases.chain(said.into_iter().filter(|(is_said, _)| *is_said).map(|(_, base)| base));
    let bases: Vec<&str> = bases.map(RuleName::name).unique().collect();
    let expected = match bases[..] {
        ["jigsaw"] if !has_regions => "\"regions\" beside a jigsaw's \"rules\"",
        [_, _, ..] => "\"rules\", \"box\" and \"regions\" that agree",
        _ => return Ok(names),
    };
    Err(ParseErrorKind::expected(expected, bases.join(" and ")))
}

/// What a value that is no grid says about other rules than classic, if it is not settled.
fn rules_word(role: Option<Role>, name: &str, value: &Value) -> Option<RulesWord> {
    let mut texts = texts(value);
    match role {
        Some(Role::Variant) if value.as_str().is_some_and(is_classic) => None,
        Some(Role::Variant) => {
            let shown = text_of(value).unwrap_or_else(|| kind_of(value).to_owned());
            let text = format!("{name}: {}", shown.chars().take(40).collect::<String>());
            Some(RulesWord { text, is_jigsaw: false })
        }
        Some(Role::Kind) => texts.find_map(|text| in_name(text).or(in_prose(text.as_bytes()))),
        _ => in_name(name).or_else(|| texts.find_map(|text| in_prose(text.as_bytes()))),
    }
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

/// Whether a value that nobody reads can be passed over.
fn check_harmless(name: &str, value: &Value) -> Result<(), ParseErrorKind> {
    let cells: String = value.as_str().unwrap_or_default().split_whitespace().collect();
    let is_square = cells.len() >= line::FEWEST_CELLS && cells.len().isqrt().pow(2) == cells.len();
    let found = match value {
        _ if is_known(name) && role(name) != Some(Role::Kind) => return Ok(()),
        Value::Array(_) | Value::Object(_) => kind_of(value),
        _ if cells.starts_with(['[', '{']) && cells.ends_with([']', '}']) => "a list",
        _ if is_square && is_of_letters(cells.as_bytes(), cells.len()) => "what could be regions",
        _ if is_square && cells.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') => {
            "what could be a grid"
        }
        _ => return Ok(()),
    };
    Err(ParseErrorKind::Field { name: name.to_owned(), found })
}

fn unsupported(expected: &'static str, value: &Value) -> ParseErrorKind {
    let found = value.as_str().map_or_else(|| kind_of(value).to_owned(), quoted);
    ParseErrorKind::expected(expected, found)
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

/// A size by its box: `2x3`.
fn size_of(shape: &str) -> Option<Size> {
    let (height, width) = shape.trim().split_once('x')?;
    Size::new(height.parse().ok()?, width.parse().ok()?).ok()
}

/// The regions of a value: lists of cells, or one label a cell in a text, in rows or not.
fn regions_of(value: &Value) -> Result<Regions, ParseErrorKind> {
    let lists: Vec<&Vec<Value>> =
        value.as_array().into_iter().flatten().filter_map(Value::as_array).collect();
    let size = Size::without_boxes(lists.len().clamp(1, Size::MAX_SIDE));
    let is_label = |value: &Value| value.as_u64().is_some_and(|label| label <= lists.len() as u64);
    if !lists.iter().copied().flatten().all(is_label)
        && let Some(regions) =
            lists.iter().map(|list| cells_of(list, size)).collect::<Option<Vec<_>>>()
    {
        return Ok(Regions::from_cells(size, &regions)?);
    }
    let expected = "one label a cell in \"regions\", or lists of cells,";
    let text = text_of(value).ok_or_else(|| unsupported(expected, value))?;
    text.parse().map_err(|error: ParseError| error.kind)
}

/// Cells by their names, as indices, or as row and column, both from 0.
fn cells_of(list: &[Value], size: Size) -> Option<Vec<Cell>> {
    let number = |value: &Value| value.as_u64().and_then(|number| usize::try_from(number).ok());
    let place = |cell| (size.row_index(cell), size.column_index(cell));
    let cell = |value: &Value| match value {
        Value::Array(pair) => {
            let [row, column] = &pair[..] else { return None };
            let wanted = (number(row)?, number(column)?);
            size.cells().find(|&cell| place(cell) == wanted)
        }
        Value::String(name) => size.cells().find(|&cell| {
            let (row, column) = place(cell);
            name.eq_ignore_ascii_case(&size.cell_name(cell))
                || name.eq_ignore_ascii_case(&format!("r{}c{}", row + 1, column + 1))
        }),
        _ => number(value).map(Cell::from_index),
    };
    list.iter().map(cell).collect()
}

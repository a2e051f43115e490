//! Clues as text: `killer 15 A1 A2 B1`, `thermometer r1c1 r2c2`, `sandwich 12 row 3 right`.

use std::collections::HashMap;
use std::sync::LazyLock;

use itertools::Itertools;
use thiserror::Error;

use super::kind::{Clue, ClueKind};
use super::row::Cells;
use crate::grid::{Cell, CellNames, Size};
use crate::names::nearest;
use crate::rules::Rules;

/// The error for a text that is not a clue. A clue that can be read but does not fit the grid or
/// the kind is an error of [`Rules::with_clues`].
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected {expected}, found {found}")]
pub struct ClueError {
    /// The place of the error: the number of the character in the text, from 1.
    pub column: usize,
    /// What is expected there, in words.
    pub expected: String,
    /// What was found there, safe to print.
    pub found: String,
}

/// The words for the side of the grid from which a row or column is read; true for the side at the
/// end.
const ENDS: [(&str, bool); 4] =
    [("left", false), ("top", false), ("right", true), ("bottom", true)];

impl Clue {
    /// Reads a clue of a grid of this size: its kind, its numbers, its cells. Cells are written as
    /// `A1` or `r1c1`, as a range such as `A1-C3`, or as a row or column: `row 3` or `row C`,
    /// `column 3`. Read from the other side, these are `row 3 right` and `column 3 bottom`.
    ///
    /// # Errors
    /// [`ClueError`] with the first place at which the text cannot be read as a clue.
    pub fn parse(text: &str, size: Size) -> Result<Clue, ClueError> {
        let words = words(text);
        let error = |at: usize, expected: &str| {
            let start = words.get(at).map_or(text.len(), |(start, _)| *start);
            let found = words.get(at).map_or("nothing".to_owned(), |(_, word)| {
                format!("'{}'", word.chars().take(40).collect::<String>().escape_default())
            });
            let column = text[..start].chars().count() + 1;
            ClueError { column, expected: expected.to_owned(), found }
        };
        let Some((kind, mut at)) = kind_of(&words) else {
            let name = words.first().map_or(String::new(), |(_, word)| word.to_lowercase());
            let likely = nearest(&name, ClueKind::ALL.map(ClueKind::name)).unwrap_or("killer");
            return Err(error(0, &format!("a kind of clue, such as {likely}")));
        };
        let mut clue = Clue { kind, cells: Vec::new(), numbers: Vec::new() };
        while let Some(&(_, word)) = words.get(at) {
            if is_number(word) && clue.cells.is_empty() {
                let number = word.parse().map_err(|_| error(at, "a smaller number"))?;
                clue.numbers.push(number);
            } else if kind == ClueKind::Automaton && is_state(word) && clue.cells.is_empty() {
                let found = state(word).ok_or_else(|| error(at, "a state, such as *1/-/2/1"))?;
                if found.len() != size.side() + 1 {
                    let expected = format!("next states for {} digits", size.side());
                    return Err(error(at, &expected));
                }
                clue.numbers.extend(found);
            } else if let Some(is_row) = line_word(word) {
                at += 1;
                let is_named = |index: usize, word: &str| {
                    let is_letter = CellNames::A1.row(size, index).eq_ignore_ascii_case(word);
                    word.parse() == Ok(index + 1) || is_row && is_letter
                };
                let line = words
                    .get(at)
                    .and_then(|(_, word)| (0..size.side()).find(|&index| is_named(index, word)));
                let line = line.ok_or_else(|| {
                    let letters = match CellNames::A1.row(size, size.side() - 1) {
                        last if is_row && last.starts_with(char::is_alphabetic) => {
                            format!("a row from A to {last}, or ")
                        }
                        _ => String::new(),
                    };
                    error(at, &format!("{letters}a number from 1 to {}", size.side()))
                })?;
                let cell =
                    |index| if is_row { size.cell(line, index) } else { size.cell(index, line) };
                let mut cells = (0..size.side()).map(cell).collect_vec();
                if let Some((_, is_far)) = words.get(at + 1).and_then(|(_, word)| end(word, is_row))
                {
                    at += 1;
                    if is_far {
                        cells.reverse();
                    }
                }
                clue.cells.extend(cells);
            } else {
                let cells = range(word, size);
                clue.cells.extend(cells.ok_or_else(|| {
                    let last = Cell::from_index(size.cell_count() - 1);
                    error(
                        at,
                        &format!(
                            "a cell from {} to {}",
                            size.cell_name(Cell::from_index(0)),
                            size.cell_name(last)
                        ),
                    )
                })?);
            }
            at += 1;
        }
        Ok(clue)
    }

    /// Whether a line of text seems to be meant as a clue, even if the clue is wrong, and not as
    /// ordinary words.
    pub fn is_meant(text: &str) -> bool {
        let words = words(text);
        let Some((kind, at)) = kind_of(&words) else { return false };
        let is_part = |(index, (_, word)): (usize, &(usize, &str))| {
            line_word(word).is_some()
                || index > 1 && ENDS.iter().any(|(name, _)| word.eq_ignore_ascii_case(name))
                || is_state(word)
                || word.bytes().any(|byte| byte.is_ascii_digit())
                    && !word.ends_with(['.', ':', '?', '!'])
        };
        let rest = &words[at..];
        let is_everywhere = kind.row().cells == Cells::Everywhere;
        is_everywhere == rest.is_empty() && rest.iter().enumerate().all(is_part)
            || mostly_names_cells(rest)
    }

    /// Whether a line of text below a puzzle must be meant as a clue, even of an unknown kind:
    /// apart from one or two other words, the line names cells.
    pub fn is_like(text: &str) -> bool {
        mostly_names_cells(&words(text))
    }

    /// The clue in one line, as [`Clue::parse`] reads it: `killer 15 A1 A2 B1`.
    pub fn text(&self, rules: &Rules) -> String {
        let size = rules.size();
        let numbers = match self.kind {
            ClueKind::Automaton => self.numbers.chunks(size.side() + 1).map(state_text).collect(),
            _ => self.numbers.iter().map(ToString::to_string).collect_vec(),
        };
        let line = match self.kind.row().cells {
            Cells::Outside => self.outside(size),
            _ => None,
        };
        let names = || self.cells.iter().map(|&cell| size.cell_name(cell)).collect();
        let cells = line.map_or_else(names, |line| vec![line]);
        std::iter::once(self.kind.to_string()).chain(numbers).chain(cells).join(" ")
    }

    /// The clue as it is named in a sentence: `the cage of 15 (A1, A2, B1)`, `the thermometer from
    /// A1 to C3`.
    pub fn in_words(&self, rules: &Rules) -> String {
        format!("the {}", self.named(rules, CellNames::A1))
    }

    /// The same as [`Clue::in_words`] but without the article, and with these names of cells and
    /// rows.
    pub(crate) fn named(&self, rules: &Rules, names: CellNames) -> String {
        let (row, size) = (self.kind.row(), rules.size());
        if row.noun.is_empty() {
            return format!("clue '{}'", self.shown(rules));
        }
        let numbers = self.numbers.iter().join(", ");
        let of = if numbers.is_empty() { String::new() } else { format!(" of {numbers}") };
        let cells = self.cells.iter().map(|&cell| names.name(size, cell)).collect_vec();
        let place = match (row.cells, &cells[..]) {
            (Cells::Outside, _) => {
                format!(" in {}", self.line(size, names).unwrap_or_else(|| cells.join(", ")))
            }
            (Cells::Neighbours, [first, second]) => format!(" between {first} and {second}"),
            (Cells::Line(_) | Cells::Path(_), [first, .., last]) => {
                format!(" from {first} to {last}")
            }
            (_, []) => String::new(),
            (Cells::Marks(1), [_, others @ ..]) if numbers.is_empty() => {
                format!("{} {}", if others.is_empty() { "" } else { "s" }, cells.join(", "))
            }
            _ => format!(" ({})", cells.join(", ")),
        };
        format!("{}{of}{place}", row.noun)
    }

    /// The text of the clue for a message; a long text is cut.
    pub(in crate::rules) fn shown(&self, rules: &Rules) -> String {
        if self.cells.iter().any(|cell| cell.index() >= rules.size().cell_count()) {
            return self.kind.to_string();
        }
        let (text, most) = (self.text(rules), 80);
        match text.char_indices().nth(most) {
            Some((end, _)) => format!("{} ...", &text[..end]),
            None => text,
        }
    }

    /// The row or column that the cells form, as it is written in clues: `row 3`, `column 3
    /// bottom`.
    pub(super) fn outside(&self, size: Size) -> Option<String> {
        self.line(size, CellNames::Rc)
    }

    /// The same as [`Clue::outside`], with the name of the row according to `names`.
    fn line(&self, size: Size, names: CellNames) -> Option<String> {
        let first = *self.cells.first()?;
        let lines = [("row", size.row_index(first)), ("column", size.column_index(first))];
        let ends = |name| if name == "row" { ["", " right"] } else { ["", " bottom"] };
        let all = lines.iter().flat_map(|&(name, index)| ends(name).map(|end| (name, index, end)));
        let is_same = |&(name, index, end): &(&str, usize, &str)| {
            let read = Clue::parse(&format!("sandwich {name} {}{end}", index + 1), size);
            read.is_ok_and(|read| read.cells == self.cells)
        };
        let (name, index, end) = all.into_iter().find(is_same)?;
        let label = if name == "row" { names.row(size, index) } else { (index + 1).to_string() };
        Some(format!("{name} {label}{end}"))
    }
}

/// The words of a text, each with the number of bytes before it.
fn words(text: &str) -> Vec<(usize, &str)> {
    let is_between = |symbol: char| symbol.is_whitespace() || symbol == ',';
    let words = text.split(is_between).filter(|word| !word.is_empty());
    words.map(|word| (word.as_ptr().addr() - text.as_ptr().addr(), word)).collect()
}

/// The kind of clue that a text begins with, and how many words its name has.
fn kind_of(words: &[(usize, &str)]) -> Option<(ClueKind, usize)> {
    static KINDS: LazyLock<HashMap<String, ClueKind>> =
        LazyLock::new(|| ClueKind::ALL.map(|kind| (letters(kind.name()), kind)).into());
    // A word without letters and digits, such as a state `-/-`, is not part of a name.
    let named = words.iter().take(2).take_while(|(_, word)| !letters(word).is_empty()).count();
    (1..=named).rev().find_map(|count| {
        let name = words[..count].iter().map(|(_, word)| letters(word)).collect::<String>();
        KINDS.get(&name).map(|&kind| (kind, count))
    })
}

/// Whether the words name at least two cells or a row or column, and at most two of the other words
/// contain letters.
fn mostly_names_cells(words: &[(usize, &str)]) -> bool {
    let largest = Size::new(2, 13).expect("a side of 26");
    let (mut named, mut others, mut is_line) = (0, 0, false);
    for (_, word) in words {
        let word = word.trim_end_matches(['.', ':', ';']);
        let is_name_of_line = std::mem::replace(&mut is_line, line_word(word).is_some());
        if is_name_of_line && word.len() < 3 {
            named += 2;
        } else if let Some(cells) = range(word, largest) {
            named += cells.len();
        } else if !is_line && word.bytes().any(|byte| byte.is_ascii_alphabetic()) {
            others += 1;
        }
    }
    named > 1 && others < 3
}

/// The letters and digits of a text, in lower case.
fn letters(text: &str) -> String {
    let kept = text.chars().filter(|symbol| symbol.is_alphanumeric());
    kept.map(|symbol| symbol.to_ascii_lowercase()).collect()
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// `true` for the word `row`, `false` for the word `column`, `None` for other words.
fn line_word(word: &str) -> Option<bool> {
    let is = |name| word.eq_ignore_ascii_case(name);
    is("row").then_some(true).or(is("column").then_some(false))
}

/// The end of a row or column that a word names (`right`), and whether this is the far end, where
/// columns or rows have the largest number.
fn end(word: &str, is_row: bool) -> Option<(&'static str, bool)> {
    let named = ENDS.into_iter().find(|(name, _)| word.eq_ignore_ascii_case(name));
    named.filter(|(name, _)| ["left", "right"].contains(name) == is_row)
}

/// The cells that a word names: one cell, or a range of cells.
fn range(word: &str, size: Size) -> Option<Vec<Cell>> {
    let Some((first, last)) = word.split_once('-') else {
        return cell(word, size).map(|cell| vec![cell]);
    };
    let [first, last] = [cell(first, size)?, cell(last, size)?];
    let between =
        |a: usize, b: usize| if a <= b { (a..=b).collect_vec() } else { (b..=a).rev().collect() };
    let rows = between(size.row_index(first), size.row_index(last));
    let columns = between(size.column_index(first), size.column_index(last));
    let cells = rows.into_iter().cartesian_product(columns);
    Some(cells.map(|(row, column)| size.cell(row, column)).collect())
}

/// The cell with this name: `A1` up to a side of 26, or `r1c1`.
fn cell(name: &str, size: Size) -> Option<Cell> {
    let name = name.to_ascii_lowercase();
    let by_number = name.strip_prefix('r').and_then(|rest| rest.split_once('c'));
    let number = |text: &str| text.parse::<usize>().ok().filter(|_| is_number(text));
    let (row, column) = match by_number {
        Some((row, column)) => (number(row)?, number(column)?),
        None => {
            let letter = name.bytes().next().filter(u8::is_ascii_lowercase)?;
            (usize::from(letter - b'a') + 1, number(&name[1..])?)
        }
    };
    let is_inside = |number: usize| (1..=size.side()).contains(&number);
    let is_named = by_number.is_some() || size.side() <= 26;
    (is_inside(row) && is_inside(column) && is_named).then(|| size.cell(row - 1, column - 1))
}

fn is_state(word: &str) -> bool {
    word.contains('/') || word.starts_with('*')
}

/// Reads a state of an automaton: the numbers that describe the state in a clue.
fn state(word: &str) -> Option<Vec<u32>> {
    let by_digit = word.strip_prefix('*').unwrap_or(word).split('/');
    let next = by_digit.map(|next| match next {
        "-" => Some(0),
        next => next.parse().ok().filter(|next| *next > 0),
    });
    std::iter::once(Some(u32::from(word.starts_with('*')))).chain(next).collect()
}

/// Writes a state of an automaton.
fn state_text(numbers: &[u32]) -> String {
    let next =
        numbers[1..].iter().map(|&next| if next == 0 { "-".to_owned() } else { next.to_string() });
    format!("{}{}", if numbers[0] == 1 { "*" } else { "" }, next.into_iter().join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_displayed_is_read_back() {
        let rules = Rules::classic(Size::NINE);
        for kind in ClueKind::ALL {
            let clue = Clue::parse(kind.example(), Size::NINE).unwrap();
            assert_eq!(clue.kind, kind);
            assert!(Clue::is_meant(kind.example()), "{kind}");
            let rules = rules.with_clues(vec![clue.clone()]).unwrap();
            let text = clue.text(&rules);
            assert!(kind.example().contains('-') || text == kind.example(), "{text}");
            assert_eq!(Clue::parse(&text, Size::NINE).unwrap(), clue);
        }
        for (text, shown) in [
            ("KILLER 6, r1c1, r1c2,A3", "killer 6 A1 A2 A3"),
            ("xsum 12 column 3 bottom", "x-sum 12 column 3 bottom"),
            ("Sandwich 0 row 9 right", "sandwich 0 row 9 right"),
            ("sandwich 0 row I right", "sandwich 0 row 9 right"),
            ("renban B3-B1", "renban B3 B2 B1"),
            ("little-killer 9 A2-B1", "little killer 9 A2 A1 B2 B1"),
            ("nonconsecutive", "non-consecutive"),
            ("killer 45 row 2", "killer 45 B1 B2 B3 B4 B5 B6 B7 B8 B9"),
        ] {
            assert_eq!(Clue::parse(text, Size::NINE).unwrap().text(&rules), shown);
        }
    }

    #[test]
    fn clues_stand_in_a_sentence() {
        let rules = Rules::classic(Size::NINE);
        for (text, words) in [
            ("killer 15 A1 A2 B1", "the cage of 15 (A1, A2, B1)"),
            ("thermometer A1 B2 C3", "the thermometer from A1 to C3"),
            ("odd A1", "the odd cell A1"),
            ("odd A1 B2", "the odd cells A1, B2"),
            ("candidates 1 2 A1", "the choice of 1, 2 (A1)"),
            ("kropki white A1 A2", "the white dot between A1 and A2"),
            ("greater than A1 A2", "the sign > between A1 and A2"),
            ("sandwich 12 row 3 right", "the sandwich sum of 12 in row C right"),
            ("negative xv", "the rule negative xv"),
            ("same digits 2 A1 A2", "the clue 'same digits 2 A1 A2'"),
        ] {
            assert_eq!(Clue::parse(text, Size::NINE).unwrap().in_words(&rules), words);
        }
    }

    #[test]
    fn tells_clues_from_words() {
        for text in ["killer 46 A1", "x A1 A99", "negative XV", "sandwich 3 row 4 right", "odd 7"] {
            assert!(Clue::is_meant(text), "{text}");
        }
        for text in [
            "between 1 and 9",
            "killer",
            "Killer sudoku 12",
            "x",
            "even more",
            "clone wars 2",
            "odd 7.",
        ] {
            assert!(!Clue::is_meant(text), "{text}");
        }
    }

    #[test]
    fn errors_name_the_place_and_what_was_expected_and_found() {
        let rules = Rules::classic(Size::NINE);
        for (text, error) in [
            ("thermo A1 A2", "1: expected a kind of clue, such as thermometer, found 'thermo'"),
            ("A1 A2", "1: expected a kind of clue, such as killer, found 'A1'"),
            ("killer 15 A1 J1", "14: expected a cell from A1 to I9, found 'J1'"),
            ("killer 15 A1 3", "14: expected a cell from A1 to I9, found '3'"),
            ("killer 99999999999 A1", "8: expected a smaller number, found '99999999999'"),
            (
                "sandwich 3 row 10",
                "16: expected a row from A to I, or a number from 1 to 9, found '10'",
            ),
            ("sandwich 3 column", "18: expected a number from 1 to 9, found nothing"),
            ("automaton 1/2 A1", "11: expected next states for 9 digits, found '1/2'"),
        ] {
            let found = Clue::parse(text, Size::NINE).unwrap_err();
            assert_eq!(format!("{}: {found}", found.column), error);
        }
        let of = |text: &str, size| {
            let rules = Rules::classic(size);
            let clue = Clue::parse(text, size).unwrap();
            let error = rules.with_clues(vec![clue]).expect_err(text);
            error.to_string().split("': ").last().unwrap().to_owned()
        };
        for (text, error) in [
            ("killer 46 A1-A9", "expected a sum from 45 to 45 for 9 different digits, found 46"),
            ("killer 2 A1 A2", "expected a sum from 3 to 17 for 2 different digits, found 2"),
            ("killer 15", "expected 1 to 9 cells, found 0"),
            ("killer 15 A1 A2 A1", "expected different cells, found A1 twice"),
            ("killer 15 3 A1 A2", "expected at most 1 number, found 2"),
            ("thermometer A1-A9 B1", "expected 2 to 9 cells, found 10"),
            ("arrow A1", "expected at least 2 cells, found 1"),
            (
                "arrow A1-A9 B1 B2",
                "expected a clue that digits can obey, found one that no digits obey",
            ),
            ("kropki white A1 A2 A3", "expected 2 cells, found 3"),
            ("kropki white 9 A1 A2", "expected a number that digits can make, found 9"),
            ("sandwich 12 A1 A2", "expected a row or column, found 2 cells"),
            ("sandwich 36 row 1", "expected a number that digits can make, found 36"),
            ("non-consecutive A1", "expected no cells, found 1"),
            ("sum 900 A1-I9", "expected a number that digits can make, found 900"),
            ("numbered room 10 row 1", "expected a digit from 1 to 9, found 10"),
            ("candidates 10 A1", "expected digits from 1 to 9, found 10"),
            (
                "whispers A1 A1",
                "expected different neighbours on the line, found A1 twice in succession",
            ),
        ] {
            assert_eq!(of(text, Size::NINE), error, "{text}");
        }
        let four = "expected the cells of a square on a side of 9, 16, 25, 36, 49 or 64, found 4 on a side of 4";
        assert_eq!(of("magic square A1-B2", Size::FOUR), four);
        assert_eq!(
            of("x A1 A2", Size::FOUR),
            "expected a clue that digits can obey, found one that no digits obey"
        );
        assert_eq!(
            of("automaton -/-/-/- A1 A2", Size::FOUR),
            "expected a clue that digits can obey, found one that no digits obey"
        );
        let text = |states: usize| format!("automaton {}A1", "*1/1/1/1 ".repeat(states));
        assert_eq!(of(&text(20_000), Size::FOUR), "expected up to 10000 states, found 20000");
        assert_eq!(
            of("automaton 1/1/1/1 A1", Size::FOUR),
            "expected a clue that digits can obey, found one that no digits obey"
        );
        assert!(
            rules.with_clues(vec![Clue::parse("odd A1", Size::NINE).unwrap(); 10_001]).is_err()
        );
    }
}

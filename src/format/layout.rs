//! The regions of a jigsaw as text: one label a cell.

use std::hash::Hash;
use std::str::FromStr;

use itertools::Itertools;

use super::cells::cells_of;
use super::error::ParseError;
use super::shape::{Line, RowLengths, Token, characters, is_separator, tokens};
use crate::rules::{RegionLabel, Regions, RegionsError};

/// Reads one label a cell, in rows of one length or in one line: letters and digits without
/// anything between them, or letters and numbers between blanks; commas, bars and rules are as
/// blanks, and lines that start with `#` are comments.
impl FromStr for Regions {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Regions, ParseError> {
        parse_layout(text.trim_start_matches('\u{feff}').as_bytes(), 1)
    }
}

/// The regions that a text names whose first line has this number.
pub(super) fn parse_layout(text: &[u8], line: usize) -> Result<Regions, ParseError> {
    regions(&rows(text)).map_err(|(at, kind)| {
        let before = &text[..at];
        let line = line + memchr::memchr_iter(b'\n', before).count();
        let start = memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
        ParseError { line, column: 1 + characters(&before[start..]), kind: kind.into() }
    })
}

/// The labels of each line that has some, with their places in the text.
pub(super) fn rows(text: &[u8]) -> Vec<Vec<Token<'_>>> {
    let lines = || {
        let lines = text.split(|&byte| byte == b'\n').scan(0, |next, line| {
            let start = std::mem::replace(next, *next + line.len() + 1);
            Some((start, line.strip_suffix(b"\r").unwrap_or(line)))
        });
        lines.filter(|(_, line)| Line::of(line) == Line::Content)
    };
    let by_word = are_words(lines().flat_map(|(_, line)| tokens(line)));
    let row = |(at, line)| {
        cells_of(line, by_word).map(|label| Token { start: at + label.start, ..label }).collect()
    };
    lines().map(row).collect()
}

/// Whether each word is a label, rather than each character: whichever makes a square; if both or
/// neither do, whether one word is a single character.
fn are_words<'t>(words: impl Iterator<Item = Token<'t>>) -> bool {
    let (mut count, mut symbols) = (0_usize, 0);
    let (mut any_short, mut all_labels) = (false, true);
    for word in words {
        let length = characters(word.text);
        count += 1;
        symbols += length;
        any_short |= length == 1;
        all_labels &= label(word.text).is_ok();
    }
    let is_square = |number: usize| number.isqrt().pow(2) == number;
    match (is_square(count), is_square(symbols)) {
        (false, true) => false,
        (true, false) => any_short || all_labels,
        _ => any_short,
    }
}

fn label(text: &[u8]) -> Result<RegionLabel, RegionsError> {
    String::from_utf8_lossy(text).parse()
}

/// The regions of labels in rows.
///
/// # Errors
/// What is wrong, and the place of the label.
pub(super) fn regions(rows: &[Vec<Token<'_>>]) -> Result<Regions, (usize, RegionsError)> {
    let places: Vec<usize> = rows.iter().flatten().map(|label| label.start).collect();
    let read = |token: &Token<'_>| label(token.text).map_err(|error| (token.start, error));
    let labels: Vec<RegionLabel> = rows.iter().flatten().map(read).collect::<Result<_, _>>()?;
    let mut lengths = RowLengths::new();
    rows.iter().for_each(|row| lengths.push(row.len()));
    let expected = lengths.most_frequent();
    if let Some((row, labels)) = (1..).zip(rows).find(|(_, row)| row.len() != expected)
        && rows.len() > 1
    {
        let found = labels.len();
        let at = labels.first().map_or(0, |label| label.start);
        return Err((at, RegionsError::Row { row, expected, found }));
    }
    Regions::new(labels.clone()).map_err(|error| {
        let index = match error {
            RegionsError::Cells { label, expected, .. } => {
                let is_alone = |&at: &usize| {
                    Regions::neighbours(at, expected).all(|next| labels[next] != label)
                };
                let mut cells = (0..labels.len()).filter(|&at| labels[at] == label);
                cells.clone().find(is_alone).or(cells.next()).unwrap_or(0)
            }
            _ => 0,
        };
        (places.get(index).copied().unwrap_or(0), error)
    })
}

/// Whether a text is the regions of a jigsaw rather than a puzzle: one label a cell, each region in
/// one piece, which is no solution; or nearly so, for a slip in a layout to be reported as one.
pub(super) fn is_layout(text: &[u8]) -> bool {
    const FEWEST: usize = 16;
    /// Fewer could be a small grid in an alphabet of letters.
    const FEWEST_WITH_A_SLIP: usize = 36;
    let is_between = |byte: &u8| is_separator(*byte) || *byte == b'\n';
    let start = text.iter().position(|byte| !is_between(byte)).unwrap_or(text.len());
    let text = &text[start..];
    // Quick for what nearly all lines are: puzzles, with empty cells, or with a first digit that
    // stands more or less often than a label of one or two regions would.
    let Some(&first) = text.first().filter(|first| first.is_ascii_alphanumeric()) else {
        return false;
    };
    let are_spaced = text.iter().take(5).any(is_between);
    let square = memchr::memchr_iter(first, text).count().pow(2);
    if first.is_ascii_digit()
        && !are_spaced
        && !(text.len()..=12 * text.len()).contains(&(3 * square))
    {
        return false;
    }
    let is_label = |byte: &u8| byte.is_ascii_alphanumeric() || is_between(byte);
    let others = text.iter().filter(|byte| !is_label(byte));
    if others.take(1 + text.len() / 20).count() * 20 > text.len() {
        return false;
    }
    let rows = rows(text);
    let labels: Vec<&[u8]> = rows.iter().flatten().map(|label| label.text).collect();
    if labels.len() < FEWEST {
        return false;
    }
    // The nearest.
    let side = (4 * labels.len()).isqrt().div_ceil(2);
    let kinds = || labels.iter().unique().count();
    is_patchy(&labels, side)
        && (labels.len() >= FEWEST_WITH_A_SLIP && (side - 1..=side + 2).contains(&kinds())
            || regions(&rows).is_ok_and(|regions| regions.are_connected()))
}

/// Whether nearly all labels stand beside another one of their region, none of which has more
/// cells than two.
pub(super) fn is_patchy<T: Eq + Hash>(labels: &[T], side: usize) -> bool {
    let is_alone = |&at: &usize| {
        ![1, side].iter().any(|step| {
            labels.get(at + step) == Some(&labels[at])
                || at >= *step && labels[at - step] == labels[at]
        })
    };
    let alone = (0..labels.len()).filter(is_alone);
    alone.take(1 + labels.len() / 10).count() * 10 < labels.len()
        && labels.iter().counts().values().all(|&count| count <= 2 * side)
}

/// How much of a text may be one label a cell for so many cells: as many numbers or single symbols,
/// or one word or several of about one length that have as many symbols.
pub(super) fn labels_length(text: &[u8], count: usize) -> usize {
    const LONGEST: usize = 4;
    let is_label = |token: &Token<'_>| {
        characters(token.text) == 1
            || token.text.len() <= LONGEST && token.text.iter().all(u8::is_ascii_digit)
    };
    let end = |token: Token<'_>| token.start + token.text.len();
    let labels = tokens(text).take_while(is_label).take(2 * count).count();
    if labels > 1 {
        let taken = if is_about(labels, count) { labels } else { labels.min(count) };
        return tokens(text).nth(taken - 1).map_or(0, end);
    }
    let mut symbols = 0;
    let first = tokens(text).next().map_or(0, |token| characters(token.text));
    let words = tokens(text).take_while(|token| {
        let length = characters(token.text);
        let fits = length.abs_diff(first) <= 1 && symbols < count;
        symbols += length;
        fits
    });
    words.last().map_or(0, end)
}

/// Whether labels are one for each of so many cells, but for slips: some left out or too many, not
/// of many more kinds than there are regions; some letters, or nearly all beside their like.
pub(super) fn is_nearly_a_layout(labels: &[&[u8]], count: usize) -> bool {
    let side = count.isqrt();
    let kinds = || labels.iter().unique().count();
    let others = labels.iter().filter(|label| !label.iter().all(u8::is_ascii_alphanumeric)).count();
    is_about(labels.len(), count)
        && others * 10 <= labels.len()
        && (kinds() <= side + 1 || others == 0 && labels.len() == count)
        && (labels.iter().any(|label| label[0].is_ascii_alphabetic()) || is_patchy(labels, side))
}

/// Whether so many labels may be one for each of so many cells, some left out or too many.
fn is_about(labels: usize, count: usize) -> bool {
    labels == count || labels > count * 3 / 4 && labels < count * 5 / 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_labels_in_a_run_in_rows_and_with_blanks_between() {
        let regions: Regions = "aabbaabbccddccdd".parse().unwrap();
        for text in [
            "aabb aabb ccdd ccdd",
            "a a b b\na a b b\nc c d d\nc c d d",
            "\u{feff}# a layout\r\naabb\r\naabb\r\n\r\nccdd\r\nccdd\r\n",
            "a,a,b,b\na,a,b,b\nc,c,d,d\nc,c,d,d",
            "|aa|bb|\n|aa|bb|\n+--+--+\n|cc|dd|\n|cc|dd|",
        ] {
            assert_eq!(text.parse(), Ok(regions.clone()), "{text}");
        }
        let numbers: Regions = "1122 1122 3344 3344".parse().unwrap();
        assert_eq!(numbers.to_string(), "1122112233443344");
        let padded = "01 01 02 02 01 01 02 02 03 03 04 04 03 03 04 04".parse();
        assert_eq!(padded, Ok(numbers));
        let wide: Vec<String> = (0..100).map(|cell| (cell / 10 + 1).to_string()).collect();
        let wide: Regions = wide.join(" ").parse().unwrap();
        assert_eq!((wide.side(), wide.to_string().parse()), (10, Ok(wide.clone())));
    }

    #[test]
    fn names_the_label_that_is_wrong_and_its_place() {
        let tens = |wrong: &str| {
            let label = |cell: usize| {
                if cell == 57 { wrong.to_owned() } else { (cell / 10 + 1).to_string() }
            };
            (0..100).map(label).collect::<Vec<_>>().join(" ")
        };
        for (text, message) in [
            ("aaba aabb ccdd ccdd", "1:4: expected 4 cells in region a, found 5"),
            ("aabb\naazb\nccdd\nccdd", "2:3: expected 4 cells in region z, found 1"),
            (
                "aabb aabb ccdd ccd",
                "1:1: expected one region label for each cell of a square grid, found 15 labels",
            ),
            (
                "aabb\naabb\n\nccdd\nccd.",
                "5:4: expected a letter or a number as the label of a region, found '.'",
            ),
            ("aabb\naab\nccddd\nccdd", "2:1: expected 4 region labels in row 2, found 3"),
            (
                "aabb\naabb\nccdd",
                "1:1: expected one region label for each cell of a square grid, found 12 labels",
            ),
            ("aabb\na\u{e4}bb\nccdd\nccdd", "2:2: expected a letter or a number"),
            (&tens("11"), "1:115: expected 10 cells in region 11, found 1"),
            (&tens("99999"), "found '99999'"),
            (
                &tens(""),
                "1:1: expected one region label for each cell of a square grid, found 99 labels",
            ),
        ] {
            let error = text.parse::<Regions>().unwrap_err().to_string();
            assert!(error.contains(message), "{text}\n{error}");
        }
    }
}

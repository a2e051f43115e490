//! The steps of a puzzle as one HTML page, on which each step can be shown in turn.

use std::collections::BTreeMap;

use svg::Document;
use svg::Node;
use svg::node::Text as Words;
use svg::node::element::{Element, Group, Rectangle, Style};

use super::canvas::bare;
use super::clues::{background, looks};
use super::picture::Picture;
use crate::grid::Candidate;

/// The HTML around the picture. Names in double braces are replaced by content.
const PAGE: &str = include_str!("replay.html");

/// An HTML page that shows pictures of the same puzzle, one after the other. The page needs no
/// other files. If scripts are off, its captions can be read as a list.
///
/// ```
/// use satdoku::draw::{Picture, replay};
/// use satdoku::{Puzzle, Symbols, solve};
/// let puzzle = Puzzle::classic("1.3...2..1..4..2".parse()?);
/// let begin = Picture::new(&puzzle, &Symbols::default()).caption("The puzzle");
/// let html = replay("Two pictures", &[begin.clone(), begin.caption("Again")]);
/// assert!(html.starts_with("<!DOCTYPE html>"));
/// # Ok::<(), satdoku::ParseError>(())
/// ```
///
/// # Panics
/// If there is no picture, and perhaps if the pictures show puzzles of different sizes.
pub fn replay(title: &str, pictures: &[Picture]) -> String {
    let first = pictures.first().expect("at least one picture");
    let canvas = first.canvas();
    let [mut below, mut above] = [Group::new(), Group::new()];
    // For each digit and each candidate: the numbers (from 1) of the first and the last picture
    // that show it.
    let (mut digits, mut candidates) = (BTreeMap::new(), BTreeMap::new());
    let note = |shown: &mut BTreeMap<Candidate, (usize, usize)>, candidate, number| {
        shown.entry(candidate).or_insert((number, number)).1 = number;
    };
    for (picture, number) in pictures.iter().zip(1..) {
        let [reason, conclusion] = picture.marks.clone().unwrap_or_default();
        below = below.add(during(reason, (number, number)));
        let rings = picture.clashing.iter().map(|&cell| canvas.ring(cell, "clash"));
        above = above.add(during(rings.fold(conclusion, Group::add), (number, number)));
        picture.open_candidates().for_each(|open| note(&mut candidates, open, number));
        picture.found_digits().for_each(|found| note(&mut digits, found, number));
    }
    let open = candidates.into_iter().map(|(open, when)| during(canvas.candidate(open), when));
    let found = digits.into_iter().map(|(of, when)| during(canvas.digit(of, "found"), when));
    let given = first.givens().map(|given| canvas.digit(given, "given"));
    let grid = open.chain(found).chain(given).fold(background(&canvas, below), Group::add);
    let width = first.width();
    let paper = Rectangle::new().set("class", "paper").set("width", width).set("height", width);
    let svg = Document::new()
        .set("viewBox", (0, 0, width, width))
        .set("role", "img")
        .set("aria-label", title)
        .add(Style::new(looks(canvas.rules)))
        .add(paper)
        .add(grid.add(above).set("transform", format!("translate({0} {0})", canvas.margin())));
    let mut steps = Element::new("ol");
    for (picture, number) in pictures.iter().zip(1..) {
        let mut link = bare("a", &picture.caption);
        link.assign("href", format!("#{number}"));
        let mut item = Element::new("li");
        item.append(link);
        steps.append(item);
    }
    let mut texts = PAGE.split("{{");
    let mut html = texts.next().unwrap_or_default().to_owned();
    for text in texts {
        let (name, text) = text.split_once("}}").expect("a name in braces");
        html += &match name {
            "title" => Words::new(title).to_string(),
            "svg" => svg.to_string(),
            "count" => pictures.len().to_string(),
            _ => steps.to_string(),
        };
        html += text;
    }
    html
}

/// Makes an element visible in the pictures from number `from` to number `until`. If scripts are
/// off, the first picture is visible.
fn during<N: Node>(mut element: N, (from, until): (usize, usize)) -> N {
    element.assign("data-from", from);
    element.assign("data-until", until);
    if from > 1 {
        let class = element.get_attributes().and_then(|all| all.get("class"));
        let class = class.map(|class| format!("{class} off"));
        element.assign("class", class.unwrap_or_else(|| "off".to_owned()));
    }
    element
}

//! Several pictures on pages to print.

use svg::node::element::Group;

use super::canvas::text;
use super::picture::{Picture, document};

/// A4 paper, in user units (CSS pixels, 96 an inch), and its margin.
const PAGE: (f64, f64) = (794.0, 1123.0);
const MARGIN: f64 = 40.0;
/// The space above a picture, which holds its number and its caption, and the size of its letters.
const HEADING: f64 = 24.0;
const LABEL: f64 = 12.0;

/// Pictures on pages of A4, one page below the other: up to twelve a page, numbered from 1. Each
/// of `parts` begins a new page under its heading and has its own numbers; captions stand beside
/// the numbers, shortened where they are too long.
///
/// ```
/// use satdoku::draw::{Picture, sheet};
/// use satdoku::{Puzzle, Symbols};
/// let puzzle = Puzzle::classic("1.3...2..1..4..2".parse()?);
/// let picture = Picture::new(&puzzle, &Symbols::default());
/// assert!(sheet(&[("Puzzles", &[picture.clone(), picture])]).starts_with("<svg"));
/// # Ok::<(), satdoku::ParseError>(())
/// ```
pub fn sheet(parts: &[(&str, &[Picture])]) -> String {
    let mut content = Group::new();
    let mut pages = 0;
    for (heading, pictures) in parts {
        let (columns, rows) = match pictures.len() {
            0..=1 => (1, 1),
            2 => (1, 2),
            3..=6 => (2, 3),
            _ => (3, 4),
        };
        for (page, on_page) in pictures.chunks(columns * rows).enumerate() {
            let top = PAGE.1 * f64::from(pages);
            let heading_at = (PAGE.0 / 2.0, top + MARGIN / 2.0 + 6.0);
            content = content.add(text("heading", heading, heading_at, 18.0));
            let room = (
                (PAGE.0 - 2.0 * MARGIN) / columns as f64,
                (PAGE.1 - 2.0 * MARGIN) / rows as f64 - HEADING,
            );
            for (index, picture) in on_page.iter().enumerate() {
                let scale = (room.0.min(room.1) / picture.width() * 1000.0).floor() / 1000.0;
                let edge = picture.width() * scale;
                let x = MARGIN + room.0 * (index % columns) as f64 + (room.0 - edge) / 2.0;
                let y = top + MARGIN + (room.1 + HEADING) * (index / columns) as f64;
                let number = page * columns * rows + index + 1;
                let label = label(number, &picture.caption, room.0);
                let place = format!("translate({x} {}) scale({scale})", y + HEADING);
                let grid = Group::new().set("transform", place).add(picture.grid(0.0, 0.0));
                let label_at = (x + edge / 2.0, y + HEADING / 2.0);
                content = content.add(text("label", &label, label_at, LABEL)).add(grid);
            }
            pages += 1;
        }
    }
    let count = parts.first().map_or(0, |(_, pictures)| pictures.len());
    let described = parts.iter().flat_map(|(_, pictures)| *pictures).map(Picture::describe);
    let description = itertools::join(described, "\n\n");
    let height = PAGE.1 * f64::from(pages.max(1));
    let all = || parts.iter().flat_map(|(_, pictures)| *pictures);
    let style = all().map(|picture| picture.canvas().style()).max_by_key(String::len);
    let title = format!("{count} puzzles");
    document([PAGE.0, height], &title, &description, &style.unwrap_or_default(), content)
}

/// `3. the only solution`, as much of it as this width holds.
fn label(number: usize, caption: &str, width: f64) -> String {
    let columns = (width / (LABEL * 0.55)) as usize;
    let whole = match caption.lines().next() {
        None => number.to_string(),
        Some(line) => format!("{number}. {line}"),
    };
    if whole.chars().count() <= columns {
        return whole;
    }
    whole.chars().take(columns.saturating_sub(3)).chain("...".chars()).collect()
}

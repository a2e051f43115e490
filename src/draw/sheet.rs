//! Several pictures on printed pages.

use itertools::Itertools;
use svg::node::element::Group;

use super::canvas::text;
use super::clues::looks;
use super::picture::{Picture, document};

/// Width and height of A4 paper in user units (CSS pixels, 96 per inch). `MARGIN` is its margin.
const PAGE: (f64, f64) = (794.0, 1123.0);
const MARGIN: f64 = 40.0;
/// The height of the space above a picture, for its number and caption. `LABEL` is their font size.
const HEADING: f64 = 24.0;
const LABEL: f64 = 12.0;

/// Pictures on A4 pages, one page below the other, as one SVG document. Each of `parts` is a
/// heading and pictures, and begins a new page. A page of the first part has up to six pictures; a
/// page of other parts, such as solutions, has up to twelve. The pictures of each part are numbered
/// from 1. Above each picture are its number and its caption, which is shortened if it is too long.
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
    let pages = pages(parts);
    let height = PAGE.1 * pages.len().max(1) as f64;
    let content = pages.into_iter().enumerate().fold(Group::new(), |content, (index, page)| {
        let top = format!("translate(0 {})", PAGE.1 * index as f64);
        content.add(page.set("transform", top))
    });
    let (title, description, style) = about(parts);
    document([PAGE.0, height], &title, &description, &style, content)
}

/// The pages of [`sheet`] as one HTML document. It is printed on one sheet of A4 for each page.
pub fn sheets(parts: &[(&str, &[Picture])]) -> String {
    let (title, description, style) = about(parts);
    let pages = pages(parts).into_iter();
    let pages = pages.map(|page| document([PAGE.0, PAGE.1], &title, &description, &style, page));
    let pages: String = pages.collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>\n\
         @page{{size:A4;margin:0}}body{{margin:0}}\n\
         svg{{display:block;width:210mm;height:296.9mm;break-after:page}}\n</style>\n{pages}</html>\n"
    )
}

/// The title, the description, and the style of the pages.
fn about(parts: &[(&str, &[Picture])]) -> (String, String, String) {
    let all = || parts.iter().flat_map(|(_, pictures)| *pictures);
    let count = parts.first().map_or(0, |(_, pictures)| pictures.len());
    let style = all().map(|picture| looks(picture.canvas().rules)).max_by_key(String::len);
    let description = all().map(Picture::describe).join("\n\n");
    (format!("{count} puzzles"), description, style.unwrap_or_default())
}

/// The pages. The top left corner of each page is at the origin.
fn pages(parts: &[(&str, &[Picture])]) -> Vec<Group> {
    let mut pages = Vec::new();
    for (part, (heading, pictures)) in parts.iter().enumerate() {
        let (columns, rows) = match pictures.len() {
            0..=1 => (1, 1),
            2 => (1, 2),
            3..=4 => (2, 2),
            7.. if part > 0 => (3, 4),
            _ => (2, 3),
        };
        for (page, on_page) in pictures.chunks(columns * rows).enumerate() {
            let heading_at = (PAGE.0 / 2.0, MARGIN / 2.0 + 6.0);
            let mut content = Group::new().add(text("heading", heading, heading_at, 18.0));
            let room = (
                (PAGE.0 - 2.0 * MARGIN) / columns as f64,
                (PAGE.1 - 2.0 * MARGIN) / rows as f64 - HEADING,
            );
            for (index, picture) in on_page.iter().enumerate() {
                let scale = (room.0.min(room.1) / picture.width() * 1000.0).floor() / 1000.0;
                let edge = picture.width() * scale;
                let x = MARGIN + room.0 * (index % columns) as f64 + (room.0 - edge) / 2.0;
                let y = MARGIN + (room.1 + HEADING) * (index / columns) as f64;
                let number = page * columns * rows + index + 1;
                let caption =
                    [picture.caption.lines().next().unwrap_or_default(), &picture.rules()];
                let caption = caption.into_iter().filter(|part| !part.is_empty()).join(": ");
                let label = label(number, &caption, room.0);
                let place = format!("translate({x} {}) scale({scale})", y + HEADING);
                let grid = Group::new().set("transform", place).add(picture.grid(0.0, 0.0));
                let label_at = (x + edge / 2.0, y + HEADING / 2.0);
                content = content.add(text("label", &label, label_at, LABEL)).add(grid);
            }
            pages.push(content);
        }
    }
    pages
}

/// A text such as `3. the only solution`, shortened to this width.
fn label(number: usize, caption: &str, width: f64) -> String {
    let columns = (width / (LABEL * 0.55)) as usize;
    let whole = match caption {
        "" => number.to_string(),
        caption => format!("{number}. {caption}"),
    };
    if whole.chars().count() <= columns {
        return whole;
    }
    whole.chars().take(columns.saturating_sub(3)).chain("...".chars()).collect()
}

//! The positions of the parts of a grid in a picture, and their style.

use itertools::Itertools;
use svg::Node;
use svg::node::element::{Circle, Element, Group, Path, Rectangle};

use super::place::{kept_free, rings};
use crate::grid::{Candidate, Cell, CellNames, Size, Symbols};
use crate::rules::{PairKind, Rules, UnitKind};

/// The length of a cell's edge, in user units.
pub(super) const CELL: f64 = 48.0;
/// The space around a grid, in which the names of its rows and columns are written.
pub(super) const MARGIN: f64 = 22.0;
/// The distance between the numbers beside the grid.
pub(super) const OUTSIDE: f64 = CELL * 0.72;

/// The style of all parts except clues, for light and dark screens. Important parts differ in shape
/// too.
pub(super) const STYLE: &str = "
text{font-family:Helvetica,Arial,sans-serif;text-anchor:middle;fill:#111}
.paper{fill:#fff}.shade{fill:#e6e9f0}.look{fill:#fdf3c8}.truth{fill:#f8dc7a}
.thin,.bold{fill:none;stroke:#8a8a8a;stroke-width:1}.bold{stroke:#111;stroke-width:3;stroke-linecap:square}
.pair{fill:none;stroke:#b9c2d3;stroke-width:3}
.heading{font-size:18px;font-weight:bold}
.label{fill:#666;font-size:12px}.caption{font-size:14px;text-anchor:start}
.given{font-weight:bold}.found{fill:#1a4fa0}.candidate{fill:#555}
.place{fill:#8fd19e}.link{fill:none;stroke:#7b3fb5;stroke-width:2}
.gone,.clash,.differs{fill:none;stroke:#c4161c;stroke-width:2}.clash{stroke-width:3}
.differs{stroke-width:1.5;stroke-dasharray:4 3}.placed{fill:none;stroke:#0b6b2b;stroke-width:2.5}
@media (prefers-color-scheme:dark){
text{fill:#eee}.paper{fill:#16181d}.shade{fill:#272c37}.look{fill:#38341d}.truth{fill:#5b4d12}
.thin{stroke:#6b7280}.bold{stroke:#e5e7eb}.pair{stroke:#475066}
.label{fill:#a3a9b5}.found{fill:#8ab8ff}.candidate{fill:#b6bcc8}
.place{fill:#1f6b35}.link{stroke:#c79bf2}.gone,.clash,.differs{stroke:#ff7b7b}.placed{stroke:#7be09a}
}
";

/// A grid whose top left corner is at the origin: computes coordinates, and makes the elements at
/// these coordinates.
#[derive(Clone, Copy, Debug)]
pub(super) struct Canvas<'a> {
    pub(super) rules: &'a Rules,
    pub(super) symbols: &'a Symbols,
    pub(super) names: CellNames,
}

impl Canvas<'_> {
    fn size(&self) -> Size {
        self.rules.size()
    }

    /// The length of the grid's edge.
    pub(super) fn width(&self) -> f64 {
        self.size().side() as f64 * CELL
    }

    /// The top left corner of a cell.
    pub(super) fn corner(&self, cell: Cell) -> (f64, f64) {
        let size = self.size();
        (size.column_index(cell) as f64 * CELL, size.row_index(cell) as f64 * CELL)
    }

    pub(super) fn center(&self, cell: Cell) -> (f64, f64) {
        let (x, y) = self.corner(cell);
        (x + CELL / 2.0, y + CELL / 2.0)
    }

    /// The number of columns in which the candidates of a cell are written.
    pub(super) fn candidate_columns(&self) -> usize {
        (1..).find(|columns| columns * columns >= self.size().side()).expect("a side")
    }

    /// The position of the middle of a candidate.
    pub(super) fn spot(&self, candidate: Candidate) -> (f64, f64) {
        let (x, y) = self.corner(candidate.cell);
        let (columns, digit) = (self.candidate_columns(), candidate.digit.index());
        let (top, edge) = self.kept_free();
        let along = |index: usize, free: f64, room: f64| {
            rounded(free + (index as f64 + 0.5) * room / columns as f64)
        };
        let right = along(digit % columns, edge, CELL - 2.0 * edge);
        (x + right, y + along(digit / columns, top, CELL - top - edge))
    }

    /// The radius of the mark of a candidate.
    pub(super) fn spot_radius(&self) -> f64 {
        rounded(self.candidate_room() * 0.46)
    }

    /// The font size of digits, and the font size of candidates.
    pub(super) fn font_sizes(&self) -> [f64; 2] {
        let digits =
            self.symbols.write(self.size().digits().last().expect("a side"), self.size().side());
        let width = digits.len() as f64;
        let fitting = |room: f64| rounded((room * 0.6).min(room / (width * 0.62)));
        [fitting(CELL), fitting(self.candidate_room() * 1.25)]
    }

    /// The width of the strips of a cell that are kept free: at the top, and at each other edge.
    fn kept_free(&self) -> (f64, f64) {
        let (top, edge) = kept_free(self.rules);
        (top * CELL, edge * CELL)
    }

    /// The height of the space for one candidate.
    fn candidate_room(&self) -> f64 {
        let (top, edge) = self.kept_free();
        (CELL - top - edge) / self.candidate_columns() as f64
    }

    /// The space around the grid: for the names, and for the numbers beside the grid.
    pub(super) fn margin(&self) -> f64 {
        MARGIN + rings(self.rules) as f64 * OUTSIDE
    }

    /// The shaded cells, the lines of pairs, `marks`, the lines of the grid, and the names of rows
    /// and columns.
    pub(super) fn background(&self, marks: Group) -> Group {
        let (size, width) = (self.size(), self.width());
        let shades = shades(self.rules, false).into_iter().map(|cell| self.cell(cell, "shade"));
        let mut group = self.add_pairs(shades.fold(Group::new(), Group::add)).add(marks);
        let names_at = MARGIN / 2.0 - self.margin();
        let inner = (1..size.side()).map(|index| {
            let at = index as f64 * CELL;
            format!("M0 {at}H{width}M{at} 0V{width}")
        });
        let frame = format!("M0 0H{width}V{width}H0Z");
        group = group.add(path("thin", &inner.collect::<String>()));
        group = group.add(path("bold", &(self.borders() + &frame)));
        for index in 0..size.side() {
            let middle = (index as f64 + 0.5) * CELL;
            let [row, column] = self.line_names(index);
            group = group.add(text("label", &row, (names_at, middle), 12.0));
            group = group.add(text("label", &column, (middle, names_at), 12.0));
        }
        group
    }

    /// The names of the row and of the column with this index.
    fn line_names(&self, index: usize) -> [String; 2] {
        let cell = self.size().cell(index, index);
        let name = self.names.name(self.size(), cell);
        let number = (index + 1).to_string();
        match name.strip_suffix(&number) {
            Some(letter) if !letter.starts_with('r') => [letter.to_owned(), number],
            _ => [number.clone(), number],
        }
    }

    /// Adds the lines of an argyle grid, along which cells form pairs.
    fn add_pairs(&self, group: Group) -> Group {
        let drawn = self.rules.pairs().iter().filter(|pair| {
            let [first, second] = pair.cells.map(|cell| self.size().row_index(cell));
            pair.kind == PairKind::Argyle && second - first == 1
        });
        let lines: String =
            drawn.map(|pair| line(pair.cells.map(|cell| self.center(cell)))).collect();
        if lines.is_empty() { group } else { group.add(path("pair", &lines)) }
    }

    /// The borders of boxes or regions inside the grid, as path data.
    fn borders(&self) -> String {
        let (size, mut lines) = (self.size(), String::new());
        let apart = |first: Cell, second: Cell| match self.rules.regions() {
            Some(regions) => regions.labels()[first.index()] != regions.labels()[second.index()],
            None => self.rules.has_boxes() && size.box_index(first) != size.box_index(second),
        };
        for at in 1..size.side() {
            let below = |along: usize| apart(size.cell(at - 1, along), size.cell(at, along));
            let beside = |along: usize| apart(size.cell(along, at - 1), size.cell(along, at));
            for (start, end) in runs(size.side(), below) {
                lines += &line([(start, at), (end, at)].map(on_grid));
            }
            for (start, end) in runs(size.side(), beside) {
                lines += &line([(at, start), (at, end)].map(on_grid));
            }
        }
        lines
    }

    /// A rectangle that covers a cell.
    pub(super) fn cell(&self, cell: Cell, class: &str) -> Rectangle {
        let (x, y) = self.corner(cell);
        let square = Rectangle::new().set("class", class).set("x", x).set("y", y);
        square.set("width", CELL).set("height", CELL)
    }

    /// A circle around the digit of a cell.
    pub(super) fn ring(&self, cell: Cell, class: &str) -> Circle {
        circle(class, self.center(cell), CELL * 0.42)
    }

    /// The digit of a filled cell.
    pub(super) fn digit(&self, candidate: Candidate, class: &str) -> Element {
        self.write(candidate, class, self.center(candidate.cell), self.font_sizes()[0])
    }

    /// A candidate at its place in the cell.
    pub(super) fn candidate(&self, candidate: Candidate) -> Element {
        self.write(candidate, "candidate", self.spot(candidate), self.font_sizes()[1])
    }

    /// The two digits of a cell in which two solutions differ, with a line between the digits.
    pub(super) fn difference(&self, first: Candidate, second: Candidate) -> Group {
        let ((x, y), font_size) = (self.center(first.cell), self.font_sizes()[0] * 0.7);
        let (aside, half) = (CELL * 0.22, CELL / 2.0);
        Group::new()
            .add(path("differs", &line([(x - half, y + half), (x + half, y - half)])))
            .add(self.write(first, "found", (x - aside, y - aside), font_size))
            .add(self.write(second, "found", (x + aside, y + aside), font_size))
    }

    fn write(&self, candidate: Candidate, class: &str, at: (f64, f64), font_size: f64) -> Element {
        text(class, &self.symbols.write(candidate.digit, self.size().side()), at, font_size)
    }
}

/// The top left corner of the cell with these indices of column and row.
fn on_grid((column, row): (usize, usize)) -> (f64, f64) {
    (column as f64 * CELL, row as f64 * CELL)
}

/// The ranges of indices below `count` for which the condition holds: start and end (exclusive) of
/// each range.
fn runs(count: usize, holds: impl Fn(usize) -> bool) -> Vec<(usize, usize)> {
    let each = (0..count).filter(|&index| holds(index)).map(|index| (index, index + 1));
    let join = |one: (usize, usize), next: (usize, usize)| match one.1 == next.0 {
        true => Ok((one.0, next.1)),
        false => Err((one, next)),
    };
    each.coalesce(join).collect()
}

/// The cells that pictures shade, in ascending order: the cells of the units that rules add to
/// rows, columns, and boxes or regions, such as diagonals. Disjoint groups are left out, since they
/// cover all cells.
pub fn shaded_cells(rules: &Rules) -> Vec<Cell> {
    shades(rules, true)
}

/// The cells to shade, with or without the cells of extra regions, which come from clues.
fn shades(rules: &Rules, has_clues: bool) -> Vec<Cell> {
    use UnitKind::{Column, DisjointGroup, ExtraRegion, Row};
    let is_shaded = |kind: UnitKind| match kind {
        Row(_) | Column(_) | DisjointGroup(_) => false,
        ExtraRegion(_) => has_clues,
        kind => !kind.is_box(),
    };
    let added = rules.units().iter().filter(|unit| is_shaded(unit.kind));
    added.flat_map(|unit| unit.cells.iter().copied()).sorted().dedup().collect()
}

/// A length, rounded to one decimal, which is exact enough for pictures.
pub(super) fn rounded(length: f64) -> f64 {
    (length * 10.0).round() / 10.0
}

/// A straight line as path data.
pub(super) fn line([(x, y), (to_x, to_y)]: [(f64, f64); 2]) -> String {
    format!("M{} {}L{} {}", rounded(x), rounded(y), rounded(to_x), rounded(to_y))
}

pub(super) fn path(class: &str, data: &str) -> Path {
    Path::new().set("class", class).set("d", data)
}

pub(super) fn circle(class: &str, (x, y): (f64, f64), radius: f64) -> Circle {
    let circle = Circle::new().set("class", class).set("cx", rounded(x)).set("cy", rounded(y));
    circle.set("r", rounded(radius))
}

/// An element whose only content is this text.
pub(super) fn bare(name: &str, content: &str) -> Element {
    let mut element = Element::new(name);
    element.append(svg::node::Text::new(content));
    element
}

/// A text whose middle is at this position. The baseline is computed, since not every program that
/// shows SVG can centre text vertically.
pub(super) fn text(class: &str, content: &str, (x, y): (f64, f64), font_size: f64) -> Element {
    let mut text = bare("text", content);
    text.assign("class", class);
    text.assign("x", rounded(x));
    text.assign("y", rounded(y + font_size * 0.36));
    text.assign("font-size", font_size);
    text
}

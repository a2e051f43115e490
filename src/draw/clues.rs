//! Clues as setters draw them. The same code draws a shape for all kinds of clues that have this
//! shape.

use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools;
use svg::node::element::{Element, Group, Rectangle};

use super::canvas::{self, CELL, Canvas, OUTSIDE, circle, line, path, rounded, text};
use super::place::{drawn, outside, place};
use crate::grid::Cell;
use crate::rules::Rules;
use crate::rules::clue::{Form, Paint, Shape};

/// The style of clues without the colours of [`Paint`]: for light screens and paper, then for dark
/// screens.
const STYLE: [&str; 2] = ["
.tint,.mark{fill:currentColor}.tint{fill-opacity:.55}.look,.truth{fill-opacity:.6}
.line,.ring,.sign{fill:none;stroke:currentColor;stroke-linecap:round;stroke-linejoin:round}
.ring{fill:#fff;stroke-width:2.5}.sheet{color:#fff}.shaft{color:#9c9c9c}.sign{color:#333;stroke-width:2}
.cage{fill:none;stroke:#222;stroke-width:1.2;stroke-dasharray:4 3}
.white{fill:#fff;stroke:#111;stroke-width:1.2}.black{fill:#111;stroke:#111}
.on-white{fill:#111}.on-black{fill:#fff}.clue,.outside{fill:#111}.rules{fill:#444}
","
.ring{fill:#16181d}.sheet{color:#16181d}.shaft{color:#848b98}.sign{color:#ddd}.cage{stroke:#ddd}.black{stroke:#eee}.clue,.outside{fill:#eee}
.rules{fill:#a3a9b5}
"];

/// The style of everything that a picture with these rules may show.
pub(super) fn looks(rules: &Rules) -> String {
    let clues = if rules.clues().is_empty() { String::new() } else { style() };
    format!("{}{clues}", canvas::STYLE)
}

/// The style of clues with all colours.
fn style() -> String {
    let [light, dark] = STYLE;
    let class = |name, color| format!(".{name}{{color:{color}}}");
    let lights = Paint::ALL.iter().map(|paint| class(paint, paint.light())).join("");
    let darks = Paint::ALL.iter().map(|paint| class(paint, paint.dark())).join("");
    let light = light.trim_start();
    format!("{light}{lights}\n@media (prefers-color-scheme:dark){{{dark}{darks}\n}}\n")
}

/// The font size of the text in the corner of a cell, such as a cage's sum.
const SMALL: f64 = CELL * 0.23;

/// The grid with its clues. `marks` are drawn above the shapes on the cells, and below the lines of
/// the grid.
pub(super) fn background(canvas: &Canvas<'_>, marks: Group) -> Group {
    above(canvas, canvas.background(below(canvas, Group::new()).add(marks)))
}

/// Adds the shapes on the cells, which are below the lines of the grid.
fn below(canvas: &Canvas<'_>, group: Group) -> Group {
    let order = |shape: &Shape| match shape {
        Shape::Tint(_) => 0,
        Shape::Line(..) => 1,
        _ => 2,
    };
    let shapes = drawn(canvas.rules).sorted_by_key(|(_, shape)| order(shape));
    shapes.fold(group, |group, (clue, shape)| {
        let center = |cell: &Cell| canvas.center(*cell);
        let all = clue.cells.iter().map(center).collect_vec();
        match shape {
            Shape::Tint(paint) => {
                let cells = clue.cells.iter().map(|&cell| canvas.cell(cell, &class("tint", paint)));
                cells.fold(group, Group::add)
            }
            Shape::Line(paint, width) => group.add(stroke(&all, &class("line", paint), width)),
            Shape::Arrow => arrow(group, &all, clue.numbers.first().map_or(1, |&n| n as usize)),
            Shape::Mark(at, form, paint) => {
                let marks = at.of(&all).iter().map(|&at| mark(at, form, paint));
                marks.fold(group, Group::add)
            }
            _ => group,
        }
    })
}

/// Adds the shapes above the lines of the grid, and the shapes beside the grid.
fn above(canvas: &Canvas<'_>, mut group: Group) -> Group {
    // For each cell: where the next text in its corner begins.
    let mut corners = BTreeMap::new();
    let order = |shape: &Shape| matches!(shape, Shape::Dot(..) | Shape::Letter(_) | Shape::Greater);
    for (clue, shape) in drawn(canvas.rules).sorted_by_key(|(_, shape)| order(shape)) {
        let numbers = clue.numbers.iter().join(if clue.numbers.len() > 1 { " " } else { "" });
        let middle = middle(canvas, &clue.cells);
        group = match shape {
            Shape::Cage => group.add(path("cage", &frame(canvas, &clue.cells))),
            Shape::Unusual(usual) if clue.numbers.first() == Some(&usual) => group,
            Shape::Corner(_) | Shape::Unusual(_) => {
                let word = if let Shape::Corner(word) = shape { word } else { "" };
                let words = word.to_owned() + &numbers;
                let first = clue.cells[0];
                let first = match clue.kind.shapes().contains(&Shape::Cage) {
                    true => clue.cells.iter().copied().min().unwrap_or(first),
                    false => first,
                };
                let free = corners.entry(first).or_insert(2.0);
                let (x, y) = canvas.corner(first);
                let width = words.chars().count() as f64 * SMALL * 0.58;
                if words.is_empty() {
                    continue;
                }
                let paper = Rectangle::new().set("class", "paper");
                let paper = paper.set("x", rounded(x + *free)).set("y", rounded(y + 2.0));
                let paper = paper.set("width", rounded(width)).set("height", rounded(SMALL - 1.0));
                let at = (x + *free + width / 2.0, y + 2.5 + SMALL * 0.45);
                *free += width + 2.0;
                group.add(paper).add(text("clue", &words, at, rounded(SMALL)))
            }
            Shape::Dot(radius, is_black) => {
                let radius = f64::from(radius) / 100.0 * CELL;
                let lines = clue.numbers.chunks(2).map(|line| line.iter().join("")).collect_vec();
                let (dot, word) =
                    if is_black { ("black", "on-black") } else { ("white", "on-white") };
                let longest = lines.iter().map(String::len).max().unwrap_or(1) as f64;
                let size = (radius * 1.3).min(2.6 * radius / longest);
                let size = if lines.len() > 1 {
                    size.min(radius * 2.0 / lines.len() as f64)
                } else {
                    size
                };
                let group = group.add(circle(dot, middle, radius));
                let first = middle.1 - size * 0.85 * (lines.len() as f64 - 1.0) / 2.0;
                lines.iter().zip(0_u8..).fold(group, |group, (line, at)| {
                    let y = first + size * 0.85 * f64::from(at);
                    group.add(text(word, line, (middle.0, y), rounded(size)))
                })
            }
            Shape::Letter(letter) => {
                let paper = circle("paper", middle, CELL * 0.15);
                group.add(paper).add(text("clue", letter, middle, rounded(CELL * 0.3)))
            }
            Shape::Greater => match clue.cells[..] {
                [first, second] => greater(canvas, group, first, second),
                _ => group,
            },
            Shape::Extreme(is_least) => {
                let pairs = clue.unmarked(canvas.rules).into_iter();
                pairs.fold(group, |group, [cell, other]| match is_least {
                    true => greater(canvas, group, other, cell),
                    false => greater(canvas, group, cell, other),
                })
            }
            Shape::Digits => clue.cells.iter().fold(group, |group, &cell| {
                let (x, y) = canvas.center(cell);
                let numbers =
                    numbers.replace(' ', if canvas.rules.size().side() > 9 { " " } else { "" });
                let size = (CELL / numbers.len() as f64 * 1.6).min(CELL * 0.23);
                group.add(text("clue", &numbers, (x, y + CELL * 0.36), rounded(size)))
            }),
            _ => group,
        };
    }
    add_outside(canvas, group)
}

fn class(name: &str, paint: Paint) -> String {
    format!("{name} {paint}")
}

/// A line through these points.
fn stroke(points: &[(f64, f64)], class: &str, width: u8) -> Element {
    let start = match points {
        // A line of one cell is a dot.
        &[(x, y)] => format!("M{x} {y}h0.1"),
        _ => String::new(),
    };
    let data = points.iter().zip(["M"].into_iter().chain(std::iter::repeat("L")));
    let data = data.map(|((x, y), pen)| format!("{pen}{} {}", rounded(*x), rounded(*y)));
    let drawn = path(class, &(start + &data.collect::<String>()));
    drawn.set("stroke-width", rounded(f64::from(width) / 100.0 * CELL)).into()
}

fn mark((x, y): (f64, f64), form: Form, paint: Paint) -> Element {
    let (large, small) = (CELL * 0.4, CELL * 0.34);
    let filled = class("mark", paint);
    let corners = |points: &[(f64, f64)]| {
        let points =
            points.iter().map(|(dx, dy)| format!("{} {}", rounded(x + dx), rounded(y + dy)));
        format!("M{}Z", points.collect_vec().join("L"))
    };
    match form {
        Form::Disc => circle(&filled, (x, y), large).into(),
        Form::Ring => circle(&class("ring", paint), (x, y), large).into(),
        Form::Square => {
            let all = [(-small, -small), (small, -small), (small, small), (-small, small)];
            path(&filled, &corners(&all)).into()
        }
        Form::Diamond => {
            let all = [(0.0, -large), (large, 0.0), (0.0, large), (-large, 0.0)];
            path(&class("ring", paint), &corners(&all)).into()
        }
        Form::Up => {
            let all = [(0.0, -large), (large, small), (-large, small)];
            path(&filled, &corners(&all)).into()
        }
        Form::Down => {
            let all = [(0.0, large), (large, -small), (-large, -small)];
            path(&filled, &corners(&all)).into()
        }
    }
}

/// Adds a ring or a pill around the first `pill` points, and a thin line with a tip, which leads
/// from the last of these points through the other points.
fn arrow(group: Group, points: &[(f64, f64)], pill: usize) -> Group {
    let pill = pill.clamp(1, points.len());
    let mut shaft = points[pill - 1..].to_vec();
    let group = if let [.., before, last] = &mut shaft[..] {
        let (dx, dy) = (last.0 - before.0, last.1 - before.1);
        let length = dx.hypot(dy).max(1.0);
        let (dx, dy) = (dx / length, dy / length);
        // The line ends a little beyond the middle of the last cell.
        *last = (last.0 + dx * CELL * 0.2, last.1 + dy * CELL * 0.2);
        let wing = |side: f64| {
            let back = CELL * 0.2;
            (last.0 - back * dx - side * back * dy, last.1 - back * dy + side * back * dx)
        };
        let tip = [wing(1.0), *last, wing(-1.0)];
        group.add(stroke(&shaft, "line shaft", 6)).add(stroke(&tip, "line shaft", 6))
    } else {
        group
    };
    // A pill is a wide line; its outline is a still wider line below.
    match &points[..pill] {
        [only] => group.add(circle("ring shaft", *only, CELL * 0.4)),
        run => group.add(stroke(run, "line shaft", 80)).add(stroke(run, "line sheet", 70)),
    }
}

/// Adds the sign "greater than" between two cells that touch; its tip points to the second cell.
fn greater(canvas: &Canvas<'_>, group: Group, first: Cell, second: Cell) -> Group {
    let ((x, y), (to_x, to_y)) = (canvas.center(first), canvas.center(second));
    let (dx, dy) =
        ((to_x - x).signum() * f64::from(to_x != x), (to_y - y).signum() * f64::from(to_y != y));
    let (x, y, half) = ((x + to_x) / 2.0, (y + to_y) / 2.0, CELL * 0.1);
    let point = |along: f64, across: f64| {
        (x + half * (along * dx - across * dy), y + half * (along * dy + across * dx))
    };
    let tip =
        line([point(-0.6, -1.3), point(0.6, 0.0)]) + &line([point(0.6, 0.0), point(-0.6, 1.3)]);
    group.add(path("sign", &tip))
}

/// The mean of the middles of the cells.
fn middle(canvas: &Canvas<'_>, cells: &[Cell]) -> (f64, f64) {
    let all = cells.iter().map(|&cell| canvas.center(cell));
    let (x, y) = all.fold((0.0, 0.0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
    let count = cells.len().max(1) as f64;
    (x / count, y / count)
}

/// The outline of these cells, a little inside their edges, as path data.
fn frame(canvas: &Canvas<'_>, cells: &[Cell]) -> String {
    let size = canvas.rules.size();
    let cells: BTreeSet<_> = cells.iter().map(|&cell| place(size, cell)).collect();
    let (inset, half, mut data) = (CELL * 0.07, CELL / 2.0, String::new());
    for &(row, column) in &cells {
        let center = ((column as f64 + 0.5) * CELL, (row as f64 + 0.5) * CELL);
        // A step leads to the neighbour beyond each edge of the cell. The edge extends at a right
        // angle to this step.
        for (down, right) in [(-1, 0), (0, 1), (1, 0), (0, -1)] {
            if cells.contains(&(row + down, column + right)) {
                continue;
            }
            let end = |turn: isize| {
                let (along_down, along_right) = (right * turn, -down * turn);
                let has = |down, right| cells.contains(&(row + down, column + right));
                let reach = match has(along_down, along_right) {
                    false => half - inset,
                    true if has(down + along_down, right + along_right) => half + inset,
                    true => half,
                };
                let away = half - inset;
                (
                    center.0 + away * right as f64 + reach * along_right as f64,
                    center.1 + away * down as f64 + reach * along_down as f64,
                )
            };
            data += &line([end(-1), end(1)]);
        }
    }
    data
}

fn add_outside(canvas: &Canvas<'_>, mut group: Group) -> Group {
    let all = outside(canvas.rules);
    let kinds = all.values().flatten().filter(|(_, shape, _)| *shape != Shape::Diagonal);
    let are_mixed = kinds.map(|(clue, ..)| clue.kind).unique().count() > 1;
    let side = canvas.rules.size().side() as isize;
    for ((row, column), clues) in all {
        // The direction from the grid to the place: -1, 0 or 1.
        let away = |at: isize| if at < 0 { -1.0 } else { f64::from(u8::from(at >= side)) };
        let (right, down) = (away(column), away(row));
        // The middle of the place, a square beside the grid whose edge is `OUTSIDE`.
        let middle = |at: isize| match at {
            at if at < 0 => -OUTSIDE / 2.0,
            at if at >= side => side as f64 * CELL + OUTSIDE / 2.0,
            at => (at as f64 + 0.5) * CELL,
        };
        let (x, y) = (middle(column), middle(row));
        for (ring, (clue, shape, step)) in clues.into_iter().enumerate() {
            let far = ring as f64 * OUTSIDE;
            let mut at =
                (x + right * far, y + if down == 0.0 && right == 0.0 { 0.0 } else { down * far });
            let mut words = clue.numbers.iter().join(" ");
            match shape {
                Shape::Outside([before, after]) if are_mixed => {
                    words = format!("{before}{words}{after}");
                }
                Shape::Diagonal => {
                    // The arrow ends at the corner where the place touches the first cell of the
                    // diagonal.
                    let (dx, dy) = (step.1 as f64, step.0 as f64);
                    let first = canvas.center(clue.cells[0]);
                    let corner = (first.0 - dx * CELL * 0.5, first.1 - dy * CELL * 0.5);
                    let reach = |far: f64| (corner.0 - dx * far, corner.1 - dy * far);
                    let wings = [(-7.0, 0.0), (0.0, -7.0)].map(|(along, across)| {
                        let tip = reach(2.0);
                        (tip.0 + along * dx, tip.1 + across * dy)
                    });
                    let data = line([reach(11.0), reach(2.0)])
                        + &line([wings[0], reach(2.0)])
                        + &line([reach(2.0), wings[1]]);
                    group = group.add(path("sign", &data));
                    at = reach(CELL * 0.44);
                    at = (at.0 + right * far, at.1 + down * far);
                }
                _ => {}
            }
            let size = (CELL * 0.42).min(OUTSIDE * 1.5 / words.chars().count().max(1) as f64);
            group = group.add(text("outside", &words, at, rounded(size)));
        }
    }
    group
}

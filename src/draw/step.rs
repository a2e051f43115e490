//! The marks of a step on a grid with candidates.

use itertools::Itertools;
use svg::node::element::Group as Layer;

use super::canvas::{Canvas, circle, line, path};
use crate::explain::{Conclusion, State, Step};
use crate::grid::Candidate;
use crate::rules::Group;

/// The marks below the digits: the cells of the truths' units, the cells that are truths, the
/// candidates of truths, and lines between candidates of which a link allows at most one.
pub(super) fn reason(canvas: &Canvas<'_>, state: &State, step: &Step) -> Layer {
    let units = step.truths.iter().filter_map(Group::unit);
    let looks = units.flat_map(|unit| &canvas.rules.unit(unit).cells).sorted().dedup();
    let looks = looks.map(|&cell| canvas.cell(cell, "look"));
    let assumed = step.assumed.iter().flat_map(|deadly| deadly.cells());
    let stated = step.statements.iter().flat_map(|of| state.cells_of(of)).copied();
    let truths = step.truths.iter().filter_map(Group::cell).chain(assumed).chain(stated);
    let truths = truths.sorted().dedup();
    let truths = truths.map(|cell| canvas.cell(cell, "truth"));
    let members = step.truths.iter().flat_map(|truth| truth.candidates(canvas.rules));
    let is_left = |c: &Candidate| state.candidates()[c.cell].contains(c.digit);
    let members: Vec<Candidate> = members.filter(is_left).sorted().dedup().collect();
    let places = members.iter().map(|&of| circle("place", canvas.spot(of), canvas.spot_radius()));
    let layer = places.fold(looks.chain(truths).fold(Layer::new(), Layer::add), Layer::add);
    let (placed, gone) = (step.conclusion.placed(), step.conclusion.eliminated());
    let takes_part = |c: &Candidate| members.contains(c) || placed == Some(*c) || gone.contains(c);
    let lines: String = step
        .links
        .iter()
        .flat_map(|link| {
            let linked = link.candidates(canvas.rules).filter(takes_part);
            let spots = linked.map(|candidate| canvas.spot(candidate));
            spots.tuple_windows().map(|(from, to)| line([from, to])).collect_vec()
        })
        .collect();
    if lines.is_empty() { layer } else { layer.add(path("link", &lines)) }
}

/// The marks above the digits: a circle around a placed candidate, crosses through eliminated
/// candidates, or rings around the cells that are truths of a contradiction.
pub(super) fn conclusion(canvas: &Canvas<'_>, step: &Step) -> Layer {
    let radius = canvas.spot_radius();
    match &step.conclusion {
        Conclusion::Placement(placed) => {
            Layer::new().add(circle("placed", canvas.spot(*placed), radius))
        }
        Conclusion::Eliminations(gone) => {
            let cross = |&gone: &Candidate| {
                let (x, y) = canvas.spot(gone);
                line([(x - radius, y - radius), (x + radius, y + radius)])
                    + &line([(x - radius, y + radius), (x + radius, y - radius)])
            };
            Layer::new().add(path("gone", &gone.iter().map(cross).collect::<String>()))
        }
        Conclusion::Contradiction => {
            let cells = step.truths.iter().filter_map(Group::cell).sorted().dedup();
            cells.fold(Layer::new(), |layer, cell| layer.add(canvas.ring(cell, "clash")))
        }
    }
}

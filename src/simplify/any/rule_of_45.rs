//! The rule of 45: several neighbouring rows, columns or boxes have a known sum, since each of them
//! holds all digits once. So the cells by which these units and the cages inside them differ have a
//! known sum or difference.

use super::filters::{self, fits_sum};
use super::parts::{Filter, FilterKind};
use crate::grid::{Cell, Size};
use crate::rules::clue::{Digits, sets_of_sum};
use crate::rules::{Part, PartIndex, Rules, UnitIndex, UnitKind};

/// Cells whose digits are different and have a known sum.
struct Cage<'r> {
    part: PartIndex,
    cells: &'r [Cell],
    sum: u32,
}

/// Neighbouring units, and cages that cover nearly the same cells: the sum of the innies minus the
/// sum of the outies is the sum of the units minus the sum of the cages.
pub(crate) struct Area<'a> {
    pub(crate) units: &'a [UnitIndex],
    pub(crate) cages: &'a [PartIndex],
    /// Cells of the units that are in none of the cages.
    pub(crate) innies: &'a [Cell],
    /// Cells of the cages that are in none of the units.
    pub(crate) outies: &'a [Cell],
    /// The sum of the units.
    pub(crate) total: u32,
    /// The sum of the cages.
    pub(crate) of_cages: u32,
}

/// Calls `each` with each area of up to `most_units` neighbouring units, and with its filter, if
/// the filter has at most `most_cells` cells.
pub(crate) fn for_each_area(
    rules: &Rules,
    most_units: usize,
    most_cells: usize,
    mut each: impl FnMut(&Area<'_>, Filter),
) {
    const NONE: u16 = u16::MAX;
    let side = rules.size().side();
    let (mut cages, mut cage_of) = (Vec::new(), vec![NONE; rules.size().cell_count()]);
    for cage in rules.parts().iter().filter_map(|(index, part)| cage(*index, part)) {
        if cage.cells.iter().all(|cell| cage_of[cell.index()] == NONE) {
            cage.cells.iter().for_each(|cell| cage_of[cell.index()] = cages.len() as u16);
            cages.push(cage);
        }
    }
    if cages.is_empty() {
        return;
    }
    let (mut inside, mut touched) = (vec![0; cages.len()], Vec::new());
    let mut is_inside = vec![false; cage_of.len()];
    let (mut innies, mut outies, mut whole) = (Vec::new(), Vec::new(), Vec::new());
    for area in areas(rules, most_units) {
        let cells = || area.iter().flat_map(|&unit| &rules.unit(unit).cells).copied();
        innies.clear();
        outies.clear();
        whole.clear();
        for cell in cells() {
            is_inside[cell.index()] = true;
            match cage_of[cell.index()] {
                NONE => innies.push(cell),
                cage => {
                    let inside = &mut inside[usize::from(cage)];
                    if *inside == 0 {
                        touched.push(cage);
                    }
                    *inside += 1;
                }
            }
        }
        let (total, mut of_cages) = ((area.len() * side * (side + 1) / 2) as u32, 0);
        for cage in touched.drain(..) {
            let inside = std::mem::take(&mut inside[usize::from(cage)]);
            let Cage { part, cells, sum } = cages[usize::from(cage)];
            let is_here = |cell: &&Cell| is_inside[cell.index()];
            if 2 * inside > cells.len() {
                of_cages += sum;
                whole.push(part);
                outies.extend(cells.iter().filter(|cell| !is_here(cell)));
            } else {
                innies.extend(cells.iter().filter(is_here));
            }
        }
        cells().for_each(|cell| is_inside[cell.index()] = false);
        if (1..=most_cells).contains(&(innies.len() + outies.len())) {
            let rest = i64::from(total) - i64::from(of_cages);
            if let Some(filter) = filter(rules, &innies, &outies, rest) {
                let (units, cages, innies, outies) =
                    (&area[..], &whole[..], &innies[..], &outies[..]);
                each(&Area { units, cages, innies, outies, total, of_cages }, filter);
            }
        }
    }
}

/// The filter that requires that the sum of the innies minus the sum of the outies is `rest`.
fn filter(rules: &Rules, innies: &[Cell], outies: &[Cell], rest: i64) -> Option<Filter> {
    let side = rules.size().side();
    let share_unit = |cells: &[Cell]| {
        let holds_all =
            |&unit: &UnitIndex| cells.iter().all(|&cell| rules.units_of(cell).contains(&unit));
        rules.units_of(cells[0]).iter().any(holds_all)
    };
    let alone = if outies.is_empty() { innies } else { outies };
    let impossible = |cells: Vec<Cell>| Filter { cells, kind: FilterKind::Only(0) };
    if (innies.is_empty() || outies.is_empty()) && share_unit(alone) {
        let sets = sets_of_sum(alone.len(), rest.unsigned_abs() as usize, side)?;
        let is_possible = !sets.is_empty() && (rest > 0) == outies.is_empty();
        return Some(match is_possible {
            true => Filter::of_sets(rules, alone.to_vec(), sets),
            false => impossible(alone.to_vec()),
        });
    }
    let mirrored = outies.len();
    let cells = [innies, outies].concat();
    if !fits_sum(cells.len(), side) {
        return None;
    }
    let sum = rest + (mirrored * (side + 1)) as i64;
    Some(match u32::try_from(sum) {
        Ok(sum) if (sum as usize) <= cells.len() * side => {
            Filter { cells, kind: FilterKind::Sum { mirrored, sum } }
        }
        _ => impossible(cells),
    })
}

/// The cage of a part, if the part requires a single sum of different digits.
fn cage(index: PartIndex, part: &Part) -> Option<Cage<'_>> {
    let (cells, sets) = match part {
        Part::Only { cell, digits } => (std::slice::from_ref(cell), std::slice::from_ref(digits)),
        Part::Sets { cells, sets } => (&cells[..], &sets[..]),
        _ => return None,
    };
    let sum_of = |set: &Digits| filters::digits(*set).map(|digit| digit as u32 + 1).sum();
    let sum = sum_of(sets.first()?);
    let is_one = cells.len() == sets[0].count_ones() as usize;
    (is_one && sets.iter().all(|set| sum_of(set) == sum)).then_some(Cage {
        part: index,
        cells,
        sum,
    })
}

/// Rows, columns, boxes and regions, single or up to `most_units` neighbouring ones.
fn areas(rules: &Rules, most_units: usize) -> Vec<Vec<UnitIndex>> {
    let unit_of = |kind: UnitKind| {
        rules.indexed_units().find(|(_, unit)| unit.kind == kind).map(|(unit, _)| unit)
    };
    let mut areas = Vec::new();
    for (unit, first) in rules.indexed_units() {
        areas.push(vec![unit]);
        if most_units == 1 {
            continue;
        }
        for ahead in directions(rules.size(), first.kind) {
            for count in 2..=most_units {
                let others = (1..count).map(|step| unit_of(ahead(step)?));
                areas.extend(std::iter::once(Some(unit)).chain(others).collect::<Option<Vec<_>>>());
            }
        }
    }
    areas
}

/// For each direction, a function that returns the unit that is some steps after a row, column or
/// box.
fn directions(size: Size, kind: UnitKind) -> Vec<Box<dyn Fn(usize) -> Option<UnitKind>>> {
    match kind {
        UnitKind::Row(index) => vec![Box::new(move |step| Some(UnitKind::Row(index + step)))],
        UnitKind::Column(index) => vec![Box::new(move |step| Some(UnitKind::Column(index + step)))],
        UnitKind::Box(index) => {
            // Boxes are counted band by band, and the number of boxes in a band is the height of a
            // box.
            let in_band = size.box_height();
            let right = move |step| {
                (index % in_band + step < in_band).then_some(UnitKind::Box(index + step))
            };
            vec![Box::new(right), Box::new(move |step| Some(UnitKind::Box(index + step * in_band)))]
        }
        _ => Vec::new(),
    }
}

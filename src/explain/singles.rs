//! Finds singles, and truths without a candidate, from the masks of the cells. Most steps are
//! singles, so no tables are needed for them.

use itertools::Itertools;

use super::clues::{candidates, digits};
use super::state::State;
use super::step::{Conclusion, Step};
use super::table::Techniques;
use super::technique::Technique;
use crate::evidence::Minimality;
use crate::grid::{Candidate, Cell};
use crate::rules::Group;
use crate::rules::clue::Digits;

/// A truth with one candidate, this candidate, and before them the order of the single: its
/// technique, and its place in this technique (boxes before other units).
type Single = ((Technique, usize), Group, Candidate);

impl State {
    /// All steps of one truth with one candidate, the simplest first. If some truth has no
    /// candidate, the only step is the contradiction.
    pub(super) fn singles(&self, allowed: Techniques) -> Vec<Step> {
        match self.singles_or_empty() {
            Err(empty) => {
                vec![of_truth(empty, Conclusion::Contradiction, Technique::Contradiction)]
            }
            Ok(singles) => {
                let singles = singles.into_iter().filter(|((name, _), ..)| allowed.contains(*name));
                let step = |((name, _), truth, placed)| {
                    of_truth(truth, Conclusion::Placement(placed), name)
                };
                singles.sorted_unstable().map(step).collect()
            }
        }
    }

    /// All truths with one candidate; the error is the first truth without candidates.
    fn singles_or_empty(&self) -> Result<Vec<Single>, Group> {
        let (rules, masks) = (self.rules(), self.masks());
        let all = Digits::MAX >> (64 - self.size().side());
        // A cell whose placed digit is not a candidate is not filled.
        let filled = self.size().cells().zip(&masks).map(|(cell, &mask)| {
            let bit = self.placed().get(cell).map_or(0, |digit| 1 << digit.index());
            bit & mask
        });
        let filled = filled.collect_vec();
        let open = self
            .size()
            .cells()
            .zip(&masks)
            .map(|(cell, &mask)| if self.placed().get(cell).is_some() { 0 } else { mask });
        let open = open.collect_vec();
        let mut singles = Vec::new();
        for cell in self.size().cells().filter(|cell| filled[cell.index()] == 0) {
            let truth = Group::Cell(cell);
            match open[cell.index()] {
                0 => return Err(truth),
                mask if mask.is_power_of_two() => {
                    let only = candidates(cell, mask)
                        .map(|only| ((Technique::NakedSingle, 0), truth, only));
                    singles.extend(only);
                }
                _ => {}
            }
        }
        for (unit, of_unit) in rules.indexed_units() {
            let (mut once, mut twice, mut placed, mut left) = (0, 0, 0, 0);
            for cell in &of_unit.cells {
                let (open, filled) = (open[cell.index()], filled[cell.index()]);
                twice |= once & open;
                once |= open;
                placed |= filled;
                left += usize::from(filled == 0);
            }
            if let Some(digit) = digits(all & !once & !placed).next() {
                return Err(Group::Unit(unit, digit));
            }
            for digit in digits(once & !twice & !placed) {
                let is_place = |cell: &&Cell| open[cell.index()] >> digit.index() & 1 == 1;
                let name = match left {
                    1 => (Technique::FullHouse, 0),
                    _ => (Technique::HiddenSingle, usize::from(!of_unit.kind.is_box())),
                };
                let place = of_unit.cells.iter().find(is_place);
                let placed = place.map(|&cell| Candidate { cell, digit });
                singles.extend(placed.map(|placed| (name, Group::Unit(unit, digit), placed)));
            }
        }
        Ok(singles)
    }
}

fn of_truth(truth: Group, conclusion: Conclusion, technique: Technique) -> Step {
    Step {
        conclusion,
        truths: vec![truth],
        links: Vec::new(),
        statements: Vec::new(),
        assumed: Vec::new(),
        minimality: Minimality::Smallest,
        technique,
        also: Vec::new(),
    }
}

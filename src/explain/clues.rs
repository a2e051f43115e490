//! Statements: the parts of clues, and the sums that the rule of 45 gives for cages.

use std::sync::Arc;

use itertools::Itertools;

use super::lists::{Index, Lists};
use crate::grid::{Candidate, Cell, Digit};
use crate::rules::clue::Digits;
use crate::rules::{PartIndex, Rules, UnitIndex};
use crate::simplify::{Area, Filter, FilterKind, for_each_area};

/// A statement about the digits of some cells that a step uses, in addition to truths and links.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Statement {
    /// A part of a clue: the index of one of [`Rules::parts`].
    Part(PartIndex),
    /// A sum or difference of some cells, by the rule of 45.
    Sum(Arc<AreaSum>),
}

/// A result of the rule of 45. The sum of units is known, and the sum of cages that are in these
/// units, except for some cells, is known too. So the sum of the innies minus the sum of the outies
/// is the sum of the units minus the sum of the cages. The formula of a step contains only this
/// result, not the addition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AreaSum {
    /// The units: rows, columns, boxes or regions.
    pub units: Vec<UnitIndex>,
    /// The cages, as parts of clues.
    pub cages: Vec<PartIndex>,
    /// Cells of the units that are in none of the cages.
    pub innies: Vec<Cell>,
    /// Cells of the cages that are in none of the units.
    pub outies: Vec<Cell>,
    /// The sum of the units.
    pub total: u32,
    /// The sum of the cages.
    pub of_cages: u32,
}

/// A statement, and its filter, which removes candidates.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) statement: Statement,
    pub(super) filter: Filter,
    /// The cells of the filter, each once.
    pub(super) cells: Vec<Cell>,
}

/// What a statement leaves possible.
pub(super) struct Left {
    /// For each cell of the statement, its digits in all possible fillings.
    pub(super) digits: Vec<(Cell, Digits)>,
    /// Digits that are in every filling of a cage; some such digits may be missing here.
    pub(super) common: Digits,
}

impl Left {
    /// The digits that are left for a cell.
    pub(super) fn of(&self, cell: Cell) -> Digits {
        self.digits.iter().find(|(of, _)| *of == cell).map_or(Digits::MAX, |(_, digits)| *digits)
    }
}

/// All statements of these rules.
#[derive(Debug)]
pub(super) struct Statements {
    all: Vec<Known>,
    of_cell: Lists,
    side: usize,
}

impl Statements {
    /// The largest numbers of units and cells for sums that people add up.
    const MOST_UNITS: usize = 3;
    const MOST_CELLS: usize = 6;

    pub(super) fn new(rules: &Rules) -> Statements {
        let known = |statement, filter: Filter| {
            let cells = filter.cells.iter().copied().sorted().dedup().collect();
            Known { statement, filter, cells }
        };
        let of_parts = rules.parts().iter().filter_map(|(index, part)| {
            Some(known(Statement::Part(*index), Filter::of_part(rules, part)?))
        });
        let mut all = of_parts.collect_vec();
        for_each_area(rules, Statements::MOST_UNITS, Statements::MOST_CELLS, |area, filter| {
            let Area { units, cages, innies, outies, total, of_cages } = *area;
            let sum = AreaSum {
                units: units.to_vec(),
                cages: cages.to_vec(),
                innies: innies.to_vec(),
                outies: outies.to_vec(),
                total,
                of_cages,
            };
            // Of areas with the same result, the first is the smallest.
            let is_new = all.iter().all(|known: &Known| match &known.statement {
                Statement::Sum(other) => {
                    (&other.innies, &other.outies) != (&sum.innies, &sum.outies)
                }
                Statement::Part(_) => true,
            });
            if is_new && !cages.is_empty() {
                all.push(known(Statement::Sum(Arc::new(sum)), filter));
            }
        });
        let by_statement: Lists =
            all.iter().map(|known| known.cells.iter().map(|cell| cell.index() as Index)).collect();
        let of_cell = by_statement.inverted(rules.size().cell_count());
        Statements { all, of_cell, side: rules.size().side() }
    }

    pub(super) fn all(&self) -> &[Known] {
        &self.all
    }

    pub(super) fn get(&self, statement: &Statement) -> &Known {
        &self.all[self.index(statement)]
    }

    /// # Panics
    /// If the statement is not one of these statements.
    pub(super) fn index(&self, statement: &Statement) -> usize {
        let is_it = |known: &Known| known.statement == *statement;
        self.all.iter().position(is_it).expect("a statement of these rules")
    }

    /// The indices of the statements about a cell.
    pub(super) fn of_cell(&self, cell: Cell) -> &[Index] {
        self.of_cell.get(cell.index() as Index)
    }

    /// What a statement leaves possible if cells have these candidates (`masks` is by the index of
    /// the cell); `None` if the statement has no filling.
    pub(super) fn left(&self, known: &Known, masks: &[Digits]) -> Option<Left> {
        let Known { filter, cells, .. } = known;
        let mut kept = filter.cells.iter().map(|cell| masks[cell.index()]).collect_vec();
        let common = filter.apply(&mut kept, self.side, &mut Vec::new())?;
        let mut digits = cells.iter().map(|&cell| (cell, Digits::MAX)).collect_vec();
        for (cell, kept) in filter.cells.iter().zip(kept) {
            let at = cells.binary_search(cell).expect("a cell of the filter");
            digits[at].1 &= kept;
        }
        digits.iter().all(|(_, digits)| *digits != 0).then_some(Left { digits, common })
    }

    /// The cells whose removed candidates are needed so that a claim holds. The claim is about what
    /// a statement leaves possible. From the last cell on, a cell is dropped if the claim holds
    /// without its removed candidates.
    pub(super) fn needed(
        &self,
        known: &Known,
        masks: &[Digits],
        holds: impl Fn(Option<&Left>) -> bool,
    ) -> Vec<Cell> {
        let (mut masks, mut needed) = (masks.to_vec(), Vec::new());
        let all = Digits::MAX >> (64 - self.side);
        for &cell in known.cells.iter().rev() {
            let before = std::mem::replace(&mut masks[cell.index()], all);
            if before != all && !holds(self.left(known, &masks).as_ref()) {
                masks[cell.index()] = before;
                needed.push(cell);
            }
        }
        needed.reverse();
        needed
    }
}

impl Known {
    /// How hard it is for a person to apply the filter if cells have these candidates: 0 is easy, 1
    /// medium, 2 hard, 3 expert.
    pub(super) fn weight(&self, masks: &[Digits]) -> usize {
        let open = self.cells.iter().filter(|cell| !masks[cell.index()].is_power_of_two()).count();
        let of_open = match open {
            0..=2 => 0,
            3 => 1,
            4..=5 => 2,
            _ => 3,
        };
        match (&self.statement, &self.filter.kind) {
            (Statement::Sum(sum), _) => {
                let far = usize::from(sum.units.len() > 1);
                (open.max(1) + far).min(3)
            }
            (_, FilterKind::Only(_) | FilterKind::Pair(_)) => 0,
            (_, FilterKind::Sets { .. }) => match self.fitting(masks).len() {
                0..=1 => 0,
                2..=4 => of_open.min(1),
                5..=8 => of_open.min(2),
                _ => of_open,
            },
            _ => of_open,
        }
    }

    /// The sets of digits that the cells of a cage can still hold. Only simple conditions on each
    /// digit and each cell are checked.
    pub(super) fn fitting(&self, masks: &[Digits]) -> Vec<Digits> {
        let FilterKind::Sets { sets, .. } = &self.filter.kind else { return Vec::new() };
        let of_cells = self.cells.iter().map(|cell| masks[cell.index()]).collect_vec();
        let any = of_cells.iter().fold(0, |all, mask| all | mask);
        let placed = of_cells.iter().filter(|mask| mask.is_power_of_two()).fold(0, |a, m| a | m);
        let fits = |set: &&Digits| {
            *set & !any == 0 && placed & !*set == 0 && of_cells.iter().all(|mask| mask & *set != 0)
        };
        sets.iter().filter(fits).copied().collect()
    }
}

/// The candidates of a cell with these digits, ascending.
pub(super) fn candidates(cell: Cell, mask: Digits) -> impl Iterator<Item = Candidate> {
    digits(mask).map(move |digit| Candidate { cell, digit })
}

/// The digits of a mask, ascending.
pub(super) fn digits(mut mask: Digits) -> impl Iterator<Item = Digit> {
    std::iter::from_fn(move || {
        let index = mask.trailing_zeros() as usize;
        mask &= mask.checked_sub(1)?;
        Some(Digit::from_index(index))
    })
}

//! The board for any rules and any size: a mask of digits for each cell. A unit is searched again
//! only after one of its cells has changed.
//!
//! Simplification uses this board if the 9x9 board does not support the rules. The search of
//! [`Generic`](crate::dpll::Generic) uses this board too.

mod all_different;
mod filters;
mod mask;
mod parts;
mod rule_of_45;
mod tables;

use std::collections::VecDeque;
use std::ops::BitOr;
use std::sync::Arc;

use itertools::Itertools;

use super::board::{Board, Tried, append_choices};
use crate::answer::Deadline;
use crate::grid::{Candidate, Candidates, Cell, Digit, DigitSet, Grid};
use crate::rules::UnitIndex;
use crate::rules::clue::Digits;
use all_different::AllDifferent;
pub(crate) use mask::Mask;
pub(crate) use parts::{Filter, FilterKind};
pub(crate) use rule_of_45::{Area, for_each_area};
use tables::Partition;
pub(crate) use tables::{Tables, with_width};

/// The contradiction that propagation found.
#[derive(Clone, Copy, Debug)]
pub(crate) enum NoRoom {
    /// A cell has no candidate.
    Cell(Cell),
    /// A digit has no place in the unit, or two digits have only one place, the same cell.
    Unit(UnitIndex),
    /// The cells of a part have no filling; the index is that of a filter, counted after all units.
    Part(usize),
}

/// Units or filters that wait to be processed, each once.
#[derive(Clone, Debug)]
struct Queue {
    indices: VecDeque<usize>,
    holds: Vec<bool>,
}

impl Queue {
    fn new(count: usize) -> Queue {
        Queue { indices: VecDeque::with_capacity(count), holds: vec![false; count] }
    }

    #[inline]
    fn push(&mut self, index: usize) {
        if !std::mem::replace(&mut self.holds[index], true) {
            self.indices.push_back(index);
        }
    }

    fn pop(&mut self) -> Option<usize> {
        let index = self.indices.pop_front()?;
        self.holds[index] = false;
        Some(index)
    }

    fn clear(&mut self) {
        while self.pop().is_some() {}
    }
}

/// The cells of a unit that are not settled permanently. With this list, large grids with few open
/// cells need little time.
#[derive(Clone, Debug)]
struct OpenUnit<const W: usize> {
    /// The cells, with their positions in the unit.
    cells: Vec<(usize, Cell)>,
    /// The digits of the other cells; these digits are different.
    settled: Mask<W>,
}

/// Candidates as one mask of digits for each cell, in `W` words.
#[derive(Clone, Debug)]
pub(crate) struct AnyBoard<const W: usize> {
    tables: Arc<Tables>,
    sets: Vec<Mask<W>>,
    /// For each unit, its open part. Changes that may be undone do not change these lists.
    open: Vec<OpenUnit<W>>,
    /// Units with a cell that changed since they were last searched for singles.
    for_singles: Queue,
    /// Units with a cell that changed since they were last searched for locked candidates.
    for_locked: Queue,
    /// Units with a cell that changed permanently since the complete filter of units was last
    /// applied.
    for_all_different: Queue,
    all_different: AllDifferent<W>,
    /// A buffer of [`AnyBoard::locked`]: the candidates of each part of a unit.
    held: Vec<Mask<W>>,
    /// Filters of parts with a cell that changed since they were last applied.
    for_parts: Queue,
    /// Buffers of [`AnyBoard::part`].
    masks: Vec<Digits>,
    reached: Vec<bool>,
    /// Cells that were settled, and whose digit must still be removed from their partners.
    for_partners: Vec<Cell>,
    /// The candidates of cells before they changed, in the order of changes, as long as changes may
    /// be undone.
    trail: Vec<(Cell, Mask<W>)>,
    is_tracing: bool,
    /// After this deadline, nothing more is searched.
    deadline: Deadline,
}

impl<const W: usize> AnyBoard<W> {
    /// The board of these givens, before any propagation. The tables must be of the same size.
    pub(crate) fn new(tables: &Arc<Tables>, givens: &Grid, deadline: Deadline) -> AnyBoard<W> {
        let unit_count = tables.partitions.len();
        let mut board = AnyBoard {
            tables: Arc::clone(tables),
            sets: Vec::new(),
            open: vec![OpenUnit { cells: Vec::new(), settled: Mask::EMPTY }; unit_count],
            for_singles: Queue::new(unit_count),
            for_locked: Queue::new(unit_count),
            for_all_different: Queue::new(unit_count),
            all_different: AllDifferent::default(),
            held: Vec::new(),
            for_parts: Queue::new(tables.filters.len()),
            masks: Vec::new(),
            reached: Vec::new(),
            for_partners: Vec::new(),
            trail: Vec::new(),
            is_tracing: false,
            deadline,
        };
        board.load(givens);
        board
    }

    /// Starts again with these givens.
    pub(crate) fn load(&mut self, givens: &Grid) {
        let all = Mask::all(givens.size().side());
        let set = |&value: &u16| if value == 0 { all } else { Mask::of(usize::from(value) - 1) };
        self.sets.clear();
        self.sets.extend(givens.values().iter().map(set));
        self.trail.clear();
        self.is_tracing = false;
        for ((index, unit), open) in self.tables.rules.indexed_units().zip(&mut self.open) {
            open.cells.clear();
            open.settled = Mask::EMPTY;
            for (position, &cell) in unit.cells.iter().enumerate() {
                let set = givens.get(cell).map_or(Mask::EMPTY, |digit| Mask::of(digit.index()));
                // If two givens of the unit have the same digit, the second one stays open, so that
                // the search for singles finds the contradiction.
                if set.is_empty() || !(set & open.settled).is_empty() {
                    open.cells.push((position, cell));
                } else {
                    open.settled = open.settled | set;
                }
            }
            self.for_singles.push(index.index());
            self.for_locked.push(index.index());
            self.for_all_different.push(index.index());
        }
        (0..self.tables.filters.len()).for_each(|part| self.for_parts.push(part));
        self.for_partners.clear();
        if !self.tables.rules.pairs().is_empty() {
            self.for_partners.extend(givens.filled().map(|given| given.cell));
        }
    }

    /// Starts again with these givens, under rules with the same units.
    pub(crate) fn load_under(&mut self, tables: &Arc<Tables>, givens: &Grid) {
        if !Arc::ptr_eq(&self.tables, tables) {
            self.for_parts = Queue::new(tables.filters.len());
            self.tables = Arc::clone(tables);
        }
        self.load(givens);
    }

    /// The tables of the rules.
    pub(crate) fn tables(&self) -> &Tables {
        &self.tables
    }

    /// For each cell, its candidates.
    pub(crate) fn sets(&self) -> &[Mask<W>] {
        &self.sets
    }

    /// Makes later changes undoable. Returns the mark that [`AnyBoard::undo`] needs to return to
    /// this state, which must be a fixpoint.
    pub(crate) fn mark(&mut self) -> usize {
        self.is_tracing = true;
        self.trail.len()
    }

    /// Returns to the state of a mark. If there is no earlier mark, later changes are permanent
    /// again.
    pub(crate) fn undo(&mut self, mark: usize) {
        for (cell, set) in self.trail.drain(mark..).rev() {
            self.sets[cell.index()] = set;
        }
        self.is_tracing = mark > 0;
        self.for_singles.clear();
        self.for_locked.clear();
        self.for_parts.clear();
        self.for_partners.clear();
    }

    /// Removes, in all cells, the candidates that are not in a table of the same size.
    pub(crate) fn restrict(&mut self, candidates: &Candidates) -> Result<(), NoRoom> {
        let mut cells = candidates.size().cells();
        cells.try_for_each(|cell| self.keep(cell, Mask::from_set(&candidates[cell])))
    }

    /// Unit propagation, parts and locked candidates until a fixpoint. If the deadline passes
    /// before, the next call continues. After a contradiction, only [`AnyBoard::load`] and
    /// [`AnyBoard::undo`] may be called.
    pub(crate) fn fixpoint(&mut self) -> Result<(), NoRoom> {
        let tables = Arc::clone(&self.tables);
        self.unit_propagation()?;
        while !self.deadline.is_over() {
            if !self.for_parts.indices.is_empty() {
                // First all parts that wait are filtered, then the units are searched again.
                for _ in 0..self.for_parts.indices.len() {
                    let part = self.for_parts.pop().expect("one that waits");
                    self.part(part, &tables.filters[part])?;
                }
            } else if let Some(unit) = self.for_locked.pop() {
                self.locked(&tables, UnitIndex::from_index(unit))?;
            } else {
                break;
            }
            self.unit_propagation()?;
        }
        Ok(())
    }

    /// Propagation of units and pairs only, without locked candidates.
    pub(crate) fn unit_propagation(&mut self) -> Result<(), NoRoom> {
        let tables = Arc::clone(&self.tables);
        while !self.deadline.is_over() {
            if let Some(cell) = self.for_partners.pop() {
                let digit = self.sets[cell.index()];
                tables.rules.partners(cell).try_for_each(|partner| self.keep(partner, !digit))?;
            } else if let Some(unit) = self.for_singles.pop() {
                self.singles(UnitIndex::from_index(unit))?;
            } else {
                break;
            }
        }
        Ok(())
    }

    /// Sets another deadline.
    pub(crate) fn set_deadline(&mut self, deadline: Deadline) {
        self.deadline = deadline;
    }

    /// The complete filter of all units, and everything that follows from it, until a fixpoint.
    fn complete(&mut self) -> Result<(), NoRoom> {
        let tables = Arc::clone(&self.tables);
        self.fixpoint()?;
        while !self.deadline.is_over()
            && let Some(unit) = self.for_all_different.pop().map(UnitIndex::from_index)
        {
            let cells = &tables.rules.unit(unit).cells;
            let open = self.open[unit.index()].cells.iter();
            let sets = open.map(|&(position, cell)| (position, self.sets[cell.index()]));
            let kept = self.all_different.filter(unit.index(), cells.len(), sets);
            for (position, digits) in kept.ok_or(NoRoom::Unit(unit))? {
                self.keep(cells[position], digits)?;
            }
            self.fixpoint()?;
        }
        Ok(())
    }

    /// Removes the candidates of a cell that are not in a mask.
    #[inline(always)]
    pub(crate) fn keep(&mut self, cell: Cell, mask: Mask<W>) -> Result<(), NoRoom> {
        let set = self.sets[cell.index()];
        let left = set & mask;
        if left == set { Ok(()) } else { self.change(cell, left) }
    }

    /// Sets the candidates of a cell to `left`, which must be fewer than before.
    fn change(&mut self, cell: Cell, left: Mask<W>) -> Result<(), NoRoom> {
        if left.is_empty() {
            return Err(NoRoom::Cell(cell));
        }
        let set = std::mem::replace(&mut self.sets[cell.index()], left);
        if self.is_tracing {
            self.trail.push((cell, set));
        }
        let unit_count = self.open.len();
        for &index in self.tables.indices_of(cell) {
            let index = index as usize;
            if index >= unit_count {
                self.for_parts.push(index - unit_count);
                continue;
            }
            self.for_singles.push(index);
            self.for_locked.push(index);
            if !self.is_tracing {
                self.for_all_different.push(index);
            }
        }
        if left.is_single() && !self.tables.rules.pairs_of(cell).is_empty() {
            self.for_partners.push(cell);
        }
        Ok(())
    }

    /// Applies a filter to its cells. Also removes locked digits: if a cage must have a digit in
    /// one unit, the digit is removed from the rest of the unit.
    fn part(&mut self, index: usize, filter: &Filter) -> Result<(), NoRoom> {
        let Filter { cells, kind } = filter;
        let digits_of = |cell: &Cell| self.sets[cell.index()].0[0];
        let mut masks = std::mem::take(&mut self.masks);
        masks.clear();
        masks.extend(cells.iter().map(digits_of));
        let side = self.tables.rules.size().side();
        let common = filter.apply(&mut masks, side, &mut self.reached);
        let no_room = NoRoom::Part(self.tables.partitions.len() + index);
        let (mut common, mut kept) =
            (common.unwrap_or_default(), common.map(|_| ()).ok_or(no_room));
        // Applying the filter a second time would change nothing, unless a cell occurs twice, so
        // these changes do not put it in the queue again.
        self.for_parts.holds[index] = true;
        for (&cell, &digits) in cells.iter().zip(&masks) {
            kept = kept.and_then(|()| self.keep(cell, Mask::of_word(digits)));
        }
        self.for_parts.holds[index] = false;
        if let FilterKind::Sets { shared, .. } = kind
            && kept.is_ok()
        {
            common = masks.iter().filter(|mask| mask.is_power_of_two()).fold(common, |c, m| c & !m);
            for &(unit, positions) in shared {
                let is_outside = |&(position, _): &(usize, &u64)| positions >> position & 1 == 0;
                let outside = masks.iter().enumerate().filter(is_outside);
                let locked = outside.fold(common, |locked, (_, mask)| locked & !mask);
                if locked != 0 {
                    kept = kept.and_then(|()| self.keep_from_rest(unit, cells, locked));
                }
            }
        }
        self.masks = masks;
        if let FilterKind::Line { has_repeats: true, .. } = kind
            && kept.is_ok()
        {
            let has_changed =
                |(cell, &mask): (&Cell, &Digits)| self.sets[cell.index()].0[0] != mask;
            if cells.iter().zip(&self.masks).any(has_changed) {
                self.for_parts.push(index);
            }
        }
        kept
    }

    /// Removes digits from the cells of a unit, except from these cells.
    fn keep_from_rest(
        &mut self,
        unit: UnitIndex,
        but: &[Cell],
        digits: Digits,
    ) -> Result<(), NoRoom> {
        for index in 0..self.open[unit.index()].cells.len() {
            let (_, cell) = self.open[unit.index()].cells[index];
            if !but.contains(&cell) {
                self.keep(cell, !Mask::of_word(digits))?;
            }
        }
        Ok(())
    }

    /// Naked and hidden singles of a unit.
    fn singles(&mut self, unit: UnitIndex) -> Result<(), NoRoom> {
        let OpenUnit { cells, settled: closed } = &self.open[unit.index()];
        let (closed, count) = (*closed, cells.len());
        let (mut once, mut twice, mut settled) = (closed, Mask::EMPTY, closed);
        for (_, cell) in cells {
            let set = self.sets[cell.index()];
            twice = twice | once & set;
            once = once | set;
            settled = settled | set.if_single();
        }
        // A unit has as many digits as cells, so every digit needs a place.
        if once != Mask::all(self.tables.rules.unit(unit).cells.len()) {
            return Err(NoRoom::Unit(unit));
        }
        let hidden = once & !twice & !settled;
        if !(hidden | twice & settled).is_empty() {
            let mut found = closed;
            for index in 0..count {
                let (_, cell) = self.open[unit.index()].cells[index];
                let set = self.sets[cell.index()];
                let here = set & hidden;
                if set.is_single() {
                    if !(found & set).is_empty() {
                        return Err(NoRoom::Unit(unit));
                    }
                    found = found | set;
                } else if here.is_empty() {
                    self.keep(cell, !settled)?;
                } else if here.is_single() {
                    self.keep(cell, here)?;
                } else {
                    return Err(NoRoom::Unit(unit));
                }
            }
        }
        if settled != closed && !self.is_tracing {
            let open = &mut self.open[unit.index()];
            open.settled = settled;
            open.cells.retain(|(_, cell)| (self.sets[cell.index()] & settled).is_empty());
        }
        Ok(())
    }

    /// If all places of a digit in a unit are in one part, removes the digit from the other cells
    /// of the unit that shares this part. Settled digits are handled by the search for singles in
    /// that unit.
    fn locked(&mut self, tables: &Tables, unit: UnitIndex) -> Result<(), NoRoom> {
        let OpenUnit { cells, settled } = &self.open[unit.index()];
        let sets = cells.iter().map(|(_, cell)| self.sets[cell.index()].if_single());
        let settled = sets.fold(*settled, BitOr::bitor);
        for Partition { others, part_of } in &tables.partitions[unit.index()] {
            self.held.clear();
            self.held.resize(others.len() + 1, Mask::EMPTY);
            for &(position, cell) in &self.open[unit.index()].cells {
                let held = &mut self.held[part_of[position]];
                *held = *held | self.sets[cell.index()];
            }
            let (mut once, mut twice) = (Mask::EMPTY, self.held[others.len()] | settled);
            for &held in &self.held[..others.len()] {
                twice = twice | once & held;
                once = once | held;
            }
            let locked = once & !twice;
            if locked.is_empty() {
                continue;
            }
            for (part, other) in others.iter().enumerate() {
                let here = self.held[part] & locked;
                if here.is_empty() {
                    continue;
                }
                for index in 0..self.open[other.index()].cells.len() {
                    let (_, cell) = self.open[other.index()].cells[index];
                    if !tables.rules.units_of(cell).contains(&unit) {
                        self.keep(cell, !here)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The new masks of the cells that change if a candidate is placed. The board itself is not
    /// changed.
    fn changes(&mut self, candidate: Candidate) -> Option<Vec<(Cell, Mask<W>)>> {
        let mark = self.mark();
        let placed = self.keep(candidate.cell, Mask::of(candidate.digit.index()));
        let reached = placed.and_then(|()| self.fixpoint()).is_ok();
        let changes = reached.then(|| {
            let changed = self.trail[mark..].iter().map(|&(cell, _)| cell).sorted_unstable();
            changed.dedup().map(|cell| (cell, self.sets[cell.index()])).collect()
        });
        self.undo(mark);
        changes
    }
}

impl<const W: usize> Board for AnyBoard<W> {
    fn propagate(&mut self) -> bool {
        self.complete().is_ok()
    }

    fn is_cut_short(&self) -> bool {
        let queues =
            [&self.for_singles, &self.for_locked, &self.for_all_different, &self.for_parts];
        queues.iter().any(|queue| !queue.indices.is_empty()) || !self.for_partners.is_empty()
    }

    fn allows(&self, candidate: Candidate) -> bool {
        self.sets[candidate.cell.index()].has(candidate.digit.index())
    }

    fn try_choice(&mut self, [first, second]: [Candidate; 2]) -> Tried {
        let (first, second) = (self.changes(first), self.changes(second));
        let kept: Vec<(Cell, Mask<W>)> = match (first, second) {
            (None, None) => return Tried::Contradiction,
            (Some(changes), None) | (None, Some(changes)) => changes,
            (Some(first), Some(second)) => {
                let both = first.into_iter().merge_join_by(second, |a, b| a.0.cmp(&b.0));
                let both = both.filter_map(|pair| pair.both());
                both.map(|((cell, first), (_, second))| (cell, first | second)).collect()
            }
        };
        for (cell, mask) in kept {
            self.keep(cell, mask).expect("what a trial kept is among the candidates");
        }
        if self.for_singles.indices.is_empty() { Tried::Nothing } else { Tried::Changed }
    }

    fn is_solved(&self) -> bool {
        self.sets.iter().all(|set| set.is_single())
    }

    fn choices(&self, choices: &mut Vec<[Candidate; 2]>) {
        let units = self.tables.rules.units().iter().map(|unit| &unit.cells[..]);
        append_choices(&self.sets, units, choices);
    }

    fn grid(&self) -> Grid {
        let mut grid = Grid::empty(self.tables.rules.size());
        for (cell, set) in grid.size().cells().zip(&self.sets) {
            grid.set(cell, set.first().map(Digit::from_index));
        }
        grid
    }

    fn write_candidates(&self, candidates: &mut Candidates) {
        for (cell, set) in candidates.size().cells().zip(&self.sets) {
            candidates[cell] = DigitSet::from_words(&set.0);
        }
    }
}

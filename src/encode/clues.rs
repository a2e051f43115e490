//! The clauses of clues, part by part.
//!
//! | Part | Clauses |
//! |---|---|
//! | `Only` | a unit clause against each other digit |
//! | `Differ` | no own clauses: the clauses of units and pairs express it |
//! | `Pair` | for each digit of each of the two cells: if the cell holds the digit, the other cell holds one of the digits allowed with it |
//! | `Sets` | for two cells the clauses of `Pair`; else a variable for each set, and for each digit a variable that means *the digit is in the cells*: exactly one set is true; a true set has its digits in the cells and no others; a digit that is in the cells has a place there |
//! | `Line` | a variable for each state and transition of the diagram: a true transition makes its two states and its digit true; a true state has a true transition into it and a true transition out of it; a true digit has a true transition |
//!
//! The clauses of `Pair` are support clauses (Gent, *Arc Consistency in SAT*, ECAI 2002,
//! <https://frontiersinai.com/ecai/ecai2002/p0121.html>). Those of `Line` are from Quimper & Walsh,
//! *Global Grammar Constraints*, CP 2006, and Bacchus, *GAC via Unit Propagation*, CP 2007. With
//! these clauses, unit propagation removes every digit that is in no combination or in no word.
//! States and transitions that are in no word over the open candidates are left out. A transition
//! from the only state of a layer uses the variable of its digit and has no own variable.

use std::collections::HashMap;
use std::convert::Infallible;

use itertools::Itertools;
use varisat::Lit;

use super::Reason;
use crate::grid::{Candidate, Cell, Digit, Grid};
use crate::numbering::Numbering;
use crate::rules::clue::{Diagram, Digits};
use crate::rules::{Part, Rules};

/// Calls the sink with the clauses of all clues over the open candidates, until the sink fails.
/// Auxiliary variables are numbered after those of `counted`. Clauses that settled cells make true
/// are left out.
pub(super) fn for_each_clue_clause<E>(
    rules: &Rules,
    settled: &Grid,
    open: &Numbering,
    counted: &mut Numbering,
    sink: &mut impl FnMut(&[Lit], Reason) -> Result<(), E>,
) -> Result<(), E> {
    // In a full numbering, all candidates have variables, including those of givens.
    let is_settled = |cell| if open.is_full() { None } else { settled.get(cell) };
    let side = rules.size().side();
    rules.parts().iter().try_for_each(|(index, part)| {
        let mut sink = |clause: &[Lit]| sink(clause, Reason::Clue(*index));
        Statement { is_settled, open, counted, sink: &mut sink }.part(part, side)
    })
}

/// Calls the sink with the clauses of a single part over the open candidates, and returns the
/// numbering including its auxiliary variables.
pub(crate) fn for_each_part_clause(
    part: &Part,
    open: &Numbering,
    mut sink: impl FnMut(&[Lit]),
) -> Numbering {
    let mut counted = open.clone();
    let mut sink = |clause: &[Lit]| {
        sink(clause);
        Ok::<(), Infallible>(())
    };
    let mut state =
        Statement { is_settled: |_| None, open, counted: &mut counted, sink: &mut sink };
    let Ok(()) = state.part(part, open.size().side());
    counted
}

/// The indices of the digits of a set.
fn in_set(mut digits: Digits) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let digit = (digits != 0).then(|| digits.trailing_zeros() as usize);
        digits &= digits.wrapping_sub(1);
        digit
    })
}

/// A part whose clauses are being made.
struct Statement<'a, I, S> {
    /// Returns the digit of a settled cell, which has no variables.
    is_settled: I,
    open: &'a Numbering,
    counted: &'a mut Numbering,
    sink: &'a mut S,
}

/// A condition: a cell holds the digit with this index (`true`), or does not hold it (`false`).
type Holds = (bool, Cell, usize);

impl<E, I: Fn(Cell) -> Option<Digit>, S: FnMut(&[Lit]) -> Result<(), E>> Statement<'_, I, S> {
    /// Makes the clauses of a part, for digits up to this side.
    fn part(&mut self, part: &Part, side: usize) -> Result<(), E> {
        match part {
            Part::Only { cell, digits } => {
                let others = self.digits(*cell) & !digits;
                in_set(others).try_for_each(|digit| self.add(&[(false, *cell, digit)], &[]))
            }
            Part::Differ { .. } => Ok(()),
            Part::Pair { cells, allowed } => self.pair(*cells, allowed),
            Part::Sets { cells, sets } => match cells[..] {
                [first, second] => {
                    let with = |digit: usize| {
                        let with = sets.iter().filter(|&&set| set >> digit & 1 == 1);
                        with.fold(0, |all, set| all | set & !(1 << digit))
                    };
                    let allowed = (0..side).map(with).collect_vec();
                    self.pair([first, second], &allowed)
                }
                _ => self.sets(cells, sets),
            },
            Part::Line { cells, diagram } => self.line(cells, diagram),
        }
    }

    /// The candidates of a cell.
    fn digits(&self, cell: Cell) -> Digits {
        match (self.is_settled)(cell) {
            Some(digit) => 1 << digit.index(),
            None => self.open.lits(cell).fold(0, |all, (digit, _)| all | 1 << digit.index()),
        }
    }

    /// The literal of an open candidate.
    fn lit(&self, cell: Cell, digit: usize) -> Option<Lit> {
        self.open.lit(Candidate { cell, digit: Digit::from_index(digit) })
    }

    /// Makes the clause that one of these conditions or literals is true. If a settled cell makes a
    /// condition true, the clause is left out.
    fn add(&mut self, holds: &[Holds], lits: &[Lit]) -> Result<(), E> {
        let mut clause = lits.to_vec();
        for &(is_held, cell, digit) in holds {
            match self.lit(cell, digit) {
                Some(lit) => clause.push(if is_held { lit } else { !lit }),
                None if ((self.is_settled)(cell) == Some(Digit::from_index(digit))) == is_held => {
                    return Ok(());
                }
                None => {}
            }
        }
        (self.sink)(&clause)
    }

    fn pair(&mut self, cells: [Cell; 2], allowed: &[Digits]) -> Result<(), E> {
        let open = cells.map(|cell| self.digits(cell));
        for (this, other) in [(0, 1), (1, 0)] {
            for digit in in_set(open[this]) {
                let with = |of: &usize| allowed[[digit, *of][this]] >> [digit, *of][other] & 1 == 1;
                let supports = in_set(open[other]).filter(with).collect_vec();
                if supports.len() < open[other].count_ones() as usize {
                    let supports = supports.into_iter().map(|of| (true, cells[other], of));
                    let holds = std::iter::once((false, cells[this], digit)).chain(supports);
                    self.add(&holds.collect_vec(), &[])?;
                }
            }
        }
        Ok(())
    }

    fn sets(&mut self, cells: &[Cell], sets: &[Digits]) -> Result<(), E> {
        let open = cells.iter().map(|&cell| self.digits(cell)).collect_vec();
        let any = open.iter().fold(0, |all, digits| all | digits);
        let fits = |set: &&Digits| *set & !any == 0 && open.iter().all(|cell| cell & *set != 0);
        let sets = sets.iter().copied().filter(|set| fits(&set)).collect_vec();
        let fresh = |_| self.counted.fresh().positive();
        let of_sets = sets.iter().map(fresh).collect_vec();
        self.add(&[], &of_sets)?;
        for [first, second] in of_sets.iter().copied().array_combinations() {
            self.add(&[], &[!first, !second])?;
        }
        let used = sets.iter().fold(0, |all, set| all | set);
        for digit in in_set(any) {
            let is_open = |cell: &&Cell| self.digits(**cell) >> digit & 1 == 1;
            let places = cells.iter().filter(is_open).map(|&cell| (true, cell, digit));
            let places = places.collect_vec();
            if used >> digit & 1 == 0 {
                places
                    .iter()
                    .try_for_each(|&(_, cell, _)| self.add(&[(false, cell, digit)], &[]))?;
                continue;
            }
            let is_in = self.counted.fresh().positive();
            for (set, &lit) in sets.iter().zip(&of_sets) {
                self.add(&[], &[!lit, if set >> digit & 1 == 1 { is_in } else { !is_in }])?;
            }
            self.add(&places, &[!is_in])?;
            places
                .iter()
                .try_for_each(|&(_, cell, _)| self.add(&[(false, cell, digit)], &[is_in]))?;
        }
        Ok(())
    }

    fn line(&mut self, cells: &[Cell], diagram: &Diagram) -> Result<(), E> {
        let open = cells.iter().map(|&cell| self.digits(cell)).collect_vec();
        // Finds, forwards and then backwards, the states that are used by words of open candidates.
        let mut alive = vec![vec![true]];
        for (position, digits) in open.iter().enumerate() {
            let width = if position + 1 < cells.len() { diagram.width(position + 1) } else { 1 };
            let mut next = vec![false; width];
            for step in diagram.layer(position) {
                next[step.to as usize] |=
                    alive[position][step.from as usize] && digits >> step.digit & 1 == 1;
            }
            alive.push(next);
        }
        for position in (0..cells.len()).rev() {
            let mut goes_on = vec![false; alive[position].len()];
            for step in diagram.layer(position) {
                goes_on[step.from as usize] |=
                    alive[position + 1][step.to as usize] && open[position] >> step.digit & 1 == 1;
            }
            alive[position].iter_mut().zip(goes_on).for_each(|(alive, goes)| *alive &= goes);
        }
        if !alive[0][0] {
            return self.add(&[], &[]);
        }
        // For each state, its variable. The only state of a layer has no variable, since it is
        // always true.
        let mut states: Vec<Option<Lit>> = vec![None];
        for (position, &cell) in cells.iter().enumerate() {
            let is_alive = |state: &usize| alive[position + 1][*state];
            let count = (0..alive[position + 1].len()).filter(is_alive).count();
            let next = alive[position + 1]
                .iter()
                .map(|&is_alive| (is_alive && count > 1).then(|| self.counted.fresh().positive()))
                .collect_vec();
            let is_only = states.iter().all(Option::is_none);
            let mut outgoing: HashMap<u32, Vec<(Option<Lit>, usize)>> = HashMap::new();
            let (mut incoming, mut of_digit) = (outgoing.clone(), outgoing.clone());
            for step in diagram.layer(position) {
                let digit = usize::from(step.digit);
                let is_used = alive[position][step.from as usize]
                    && alive[position + 1][step.to as usize]
                    && open[position] >> digit & 1 == 1;
                if !is_used {
                    continue;
                }
                let (from, to) = (states[step.from as usize], next[step.to as usize]);
                // For a transition from the only state of a layer, the literal of the digit is
                // used.
                let taken = (!is_only).then(|| self.counted.fresh().positive());
                if let Some(taken) = taken {
                    from.map_or(Ok(()), |from| self.add(&[], &[!taken, from]))?;
                    self.add(&[(true, cell, digit)], &[!taken])?;
                }
                if let Some(to) = to {
                    match taken {
                        Some(taken) => self.add(&[], &[!taken, to])?,
                        None => self.add(&[(false, cell, digit)], &[to])?,
                    }
                }
                outgoing.entry(step.from).or_default().push((taken, digit));
                incoming.entry(step.to).or_default().push((taken, digit));
                of_digit.entry(step.digit.into()).or_default().push((taken, digit));
            }
            let mut some =
                |first: Option<Lit>, held: Option<Holds>, steps: &[(Option<Lit>, usize)]| {
                    let lits = first.into_iter().chain(steps.iter().filter_map(|step| step.0));
                    let digits = steps.iter().filter(|step| step.0.is_none());
                    let holds = held.into_iter().chain(digits.map(|step| (true, cell, step.1)));
                    self.add(&holds.collect_vec(), &lits.collect_vec())
                };
            for (state, steps) in outgoing.into_iter().sorted_unstable_by_key(|of| of.0) {
                let from = states[state as usize];
                // If the layer before has only one state, the clauses about digits without a
                // transition already have this meaning.
                if !is_only || from.is_some() {
                    some(from.map(|from| !from), None, &steps)?;
                }
            }
            for (state, steps) in incoming.into_iter().sorted_unstable_by_key(|of| of.0) {
                if let Some(to) = next[state as usize] {
                    some(Some(!to), None, &steps)?;
                }
            }
            for digit in in_set(open[position]) {
                match of_digit.get(&(digit as u32)) {
                    None => some(None, Some((false, cell, digit)), &[])?,
                    Some(_) if is_only => {}
                    Some(steps) => some(None, Some((false, cell, digit)), steps)?,
                }
            }
            states = next;
        }
        Ok(())
    }
}

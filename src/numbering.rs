//! The only module that maps candidates to variables and back; it also makes auxiliary variables.

use std::sync::Arc;

use thiserror::Error;
use varisat::{Lit, Var};

use crate::grid::{Candidate, Candidates, Cell, Digit, Grid, Size};

/// Which variable represents which candidate.
///
/// *Full*: every candidate has a variable, in order. For side *n*, row *r*, column *c* and digit
/// *d* (all counted from 1), the variable has the DIMACS number `n*n*(r-1) + n*(c-1) + d`; the
/// variable is true when the digit is placed. *Open*: only the candidates that are still open have
/// variables, numbered without gaps. Such a variable is **false** when the digit is placed, so a
/// CDCL solver whose decisions set variables to false places digits by its decisions. Auxiliary
/// variables come after those of candidates.
///
/// ```
/// use satdoku::{Grid, Numbering, Size, varisat::Lit};
/// let numbering = Numbering::full(Size::new(1, 2)?);
/// // What a SAT solver printed after `v`, without the final 0.
/// let model = [1, -2, -3, 4, -5, 6, 7, -8].map(Lit::from_dimacs);
/// let mut grid = Grid::empty(numbering.size());
/// numbering.decode(model, &mut grid)?;
/// assert_eq!(grid.values(), [1, 2, 2, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Numbering {
    size: Size,
    /// The table is shared among copies, since a giant grid has many open candidates.
    open: Option<Arc<Open>>,
    candidate_count: usize,
    variable_count: usize,
}

#[derive(Debug)]
struct Open {
    /// The open candidates of a cell, by digit, with the indices of their variables.
    variables: Vec<(Digit, u32)>,
    /// For each cell, the index in `variables` where its entries begin; one more entry marks the
    /// end.
    starts: Vec<u32>,
    /// The candidate of each variable, by the index of the variable.
    candidates: Vec<Candidate>,
}

impl Open {
    fn of(&self, cell: Cell) -> &[(Digit, u32)] {
        let index = cell.index();
        &self.variables[self.starts[index] as usize..self.starts[index + 1] as usize]
    }
}

impl Numbering {
    /// The largest number of variables that varisat accepts; no formula can be made for a puzzle
    /// with more candidates.
    pub const MOST_VARIABLES: usize = 1 << 28;

    /// The numbering of all candidates of a grid of this size.
    pub fn full(size: Size) -> Numbering {
        let candidate_count = size.candidate_count();
        Numbering { size, open: None, candidate_count, variable_count: candidate_count }
    }

    /// The numbering of the candidates in cells that still have several candidates, cell by cell.
    pub(crate) fn open(candidates: &Candidates) -> Numbering {
        let mut open = Vec::with_capacity(candidates.open_count());
        open.extend(candidates.iter().filter(|open| candidates[open.cell].len() > 1));
        Numbering::in_order(candidates.size(), open)
    }

    /// The numbering of these candidates only, in this order. A solver without other guidance
    /// decides variables in this order too.
    ///
    /// # Panics
    /// If a candidate is outside the size.
    pub(crate) fn in_order(size: Size, candidates: Vec<Candidate>) -> Numbering {
        assert!(candidates.iter().all(|&candidate| size.holds(candidate)), "not of this size");
        let mut order: Vec<u32> = (0..candidates.len() as u32).collect();
        order.sort_unstable_by_key(|&index| candidates[index as usize]);
        let mut starts = vec![0; size.cell_count() + 1];
        candidates.iter().for_each(|candidate| starts[candidate.cell.index() + 1] += 1);
        for index in 0..size.cell_count() {
            starts[index + 1] += starts[index];
        }
        let variables = order.iter().map(|&index| (candidates[index as usize].digit, index));
        let variables = variables.collect();
        let candidate_count = candidates.len();
        let open = Some(Arc::new(Open { variables, starts, candidates }));
        Numbering { size, open, candidate_count, variable_count: candidate_count }
    }

    /// The size of the grid.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Whether it is a full numbering.
    pub fn is_full(&self) -> bool {
        self.open.is_none()
    }

    /// How many variables represent candidates; these variables come first.
    pub fn candidate_count(&self) -> usize {
        self.candidate_count
    }

    /// How many variables there are: those of candidates and auxiliary variables.
    pub fn variable_count(&self) -> usize {
        self.variable_count
    }

    /// The literal that is true when the candidate is placed; `None` if the candidate has no
    /// variable.
    ///
    /// # Panics
    /// If the candidate is outside the size.
    pub fn lit(&self, candidate: Candidate) -> Option<Lit> {
        assert!(self.size.holds(candidate), "not of this size");
        match &self.open {
            None => Some(Lit::from_index(self.size.candidate_index(candidate), true)),
            Some(open) => {
                let of_cell = open.of(candidate.cell);
                let key = |&(digit, _): &(Digit, u32)| digit;
                let found = of_cell.binary_search_by_key(&candidate.digit, key).ok()?;
                Some(placing(of_cell[found].1))
            }
        }
    }

    /// The digits of a cell that have variables, in order, each with the literal that places it.
    ///
    /// # Panics
    /// If the cell is outside the size.
    pub(crate) fn lits(&self, cell: Cell) -> impl Iterator<Item = (Digit, Lit)> {
        let (open, side) = (self.open.as_deref(), self.size.side());
        let of_cell = open.map_or(&[][..], |open| open.of(cell));
        let full = if open.is_none() { side } else { 0 };
        let full = (0..full).map(move |index| {
            (Digit::from_index(index), Lit::from_index(cell.index() * side + index, true))
        });
        full.chain(of_cell.iter().map(|&(digit, variable)| (digit, placing(variable))))
    }

    /// The candidate of a variable; `None` for an auxiliary variable.
    pub fn candidate(&self, var: Var) -> Option<Candidate> {
        match &self.open {
            Some(open) => open.candidates.get(var.index()).copied(),
            None => (var.index() < self.candidate_count).then(|| self.size.candidate(var.index())),
        }
    }

    /// All variables that represent candidates, each with its candidate.
    pub(crate) fn candidates(&self) -> impl Iterator<Item = (Var, Candidate)> {
        let vars = (0..self.candidate_count).map(Var::from_index);
        vars.filter_map(|var| Some((var, self.candidate(var)?)))
    }

    /// The candidate that a literal places; `None` if the literal excludes a candidate or is of an
    /// auxiliary variable.
    pub fn placed(&self, lit: Lit) -> Option<Candidate> {
        (lit.is_positive() == self.is_full()).then(|| self.candidate(lit.var()))?
    }

    /// Fills in the digits that the true literals of a model place; the other cells stay as they
    /// are.
    ///
    /// # Errors
    /// [`DecodeError`] if a literal places a digit in a cell that already holds another digit.
    ///
    /// # Panics
    /// If the grid is of another size than the numbering.
    pub fn decode(
        &self,
        model: impl IntoIterator<Item = Lit>,
        grid: &mut Grid,
    ) -> Result<(), DecodeError> {
        let size = self.size;
        assert_eq!(size, grid.size(), "grid and numbering of different sizes");
        for Candidate { cell, digit } in model.into_iter().filter_map(|lit| self.placed(lit)) {
            if let Some(first) = grid.get(cell).filter(|&first| first != digit) {
                let cell = size.cell_name(cell);
                return Err(DecodeError(format!("{cell} holds {first} and {digit}")));
            }
            grid.set(cell, Some(digit));
        }
        Ok(())
    }

    /// A new auxiliary variable.
    pub fn fresh(&mut self) -> Var {
        self.variable_count += 1;
        Var::from_index(self.variable_count - 1)
    }
}

/// Why a model does not describe a grid: a cell with two digits.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct DecodeError(String);

/// The literal that places the candidate of a variable, in an open numbering.
fn placing(variable_index: u32) -> Lit {
    Lit::from_index(variable_index as usize, false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_in_the_literature() {
        let numbering = Numbering::full(Size::NINE);
        for (row, column, digit) in itertools::iproduct!(1..=9, 1..=9, 1..=9) {
            let cell = Size::NINE.cell(row - 1, column - 1);
            let candidate = Candidate { cell, digit: Digit::new(digit).unwrap() };
            let lit = numbering.lit(candidate).unwrap();
            assert_eq!(lit.to_dimacs(), (81 * (row - 1) + 9 * (column - 1) + digit) as isize);
            assert_eq!(numbering.placed(lit), Some(candidate));
            assert_eq!(numbering.placed(!lit), None);
        }
        assert_eq!(numbering.candidate(Var::from_index(729)), None);
    }

    #[test]
    fn open_candidates_are_numbered_without_gaps_and_negated() {
        let mut candidates = Candidates::all(Size::FOUR);
        for cell in Size::FOUR.cells().skip(2) {
            candidates[cell] = [Digit::from_index(0)].into_iter().collect();
        }
        let mut numbering = Numbering::open(&candidates);
        assert_eq!(numbering.variable_count(), 8);
        let all: Vec<_> = Candidates::all(Size::FOUR).iter().collect();
        let lits: Vec<_> = all.iter().filter_map(|&c| numbering.lit(c)).collect();
        assert_eq!(lits, (0..8).map(|i| Lit::from_index(i, false)).collect::<Vec<_>>());
        assert_eq!(numbering.placed(lits[5]), Some(all[5]));
        assert_eq!(numbering.fresh().index(), 8);
        assert_eq!(numbering.candidate(Var::from_index(8)), None);
    }
}

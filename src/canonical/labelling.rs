//! Canonical labelling of rules with givens, of any size.
//!
//! Rows, columns, digits and units get colours that do not depend on their places. To distinguish
//! lines (rows and columns) of the same colour, the search chooses one of them, each in turn, until
//! every line has its own colour. This is individualisation and refinement; automorphisms let the
//! search skip equivalent branches (McKay, *Practical graph isomorphism*, 1981,
//! <https://users.cecs.anu.edu.au/~bdm/papers/pgi.pdf>; McKay and Piperno, *Practical graph
//! isomorphism, II*, 2014, <https://doi.org/10.1016/j.jsc.2013.09.003>). In this implementation,
//! only lines are vertices. The colours of cells, digits and units are computed from those of lines
//! in each round of refinement. Colours are computed from hashes. If two hashes are equal by
//! chance, this costs time, but the result is right, since arrangements are compared in full.

use std::cmp::{Ordering, Reverse};
use std::collections::HashMap;

use itertools::Itertools;

use super::Transformation;
use crate::answer::Deadline;
use crate::grid::{Digit, Grid};
use crate::rules::Rules;
use crate::solve::SolveError;

/// Rules and givens as cell indices and values, without names.
pub(super) struct Structure {
    side: usize,
    /// For each cell: its value, or 0 if the cell is empty.
    values: Vec<u16>,
    /// The cells of each unit that is not a row or a column.
    units: Vec<Vec<usize>>,
    pairs: Vec<Vec<usize>>,
}

impl Structure {
    pub(super) fn new(rules: &Rules, givens: Option<&Grid>) -> Structure {
        let size = rules.size();
        let units = rules.units().iter().filter(|unit| !unit.kind.is_line());
        let units = units.map(|unit| unit.cells.iter().map(|cell| cell.index()).collect());
        let pairs = rules.pairs().iter().map(|pair| pair.cells.map(|cell| cell.index()).to_vec());
        Structure {
            side: size.side(),
            values: givens.map_or(vec![0; size.cell_count()], |grid| grid.values().to_vec()),
            units: units.collect(),
            pairs: pairs.collect(),
        }
    }

    /// The rules without givens, in this arrangement of cells.
    pub(super) fn without_givens(&self, order: &Transformation) -> Structure {
        Structure {
            side: self.side,
            values: vec![0; self.values.len()],
            units: self.arranged(&self.units, order),
            pairs: self.arranged(&self.pairs, order),
        }
    }

    /// The sets of cells in this arrangement of cells. Cells and sets are sorted, so the result
    /// does not depend on their order.
    fn arranged(&self, sets: &[Vec<usize>], order: &Transformation) -> Vec<Vec<usize>> {
        let mut places = vec![0; self.values.len()];
        (0..places.len()).for_each(|place| places[order.source(place)] = place);
        let place = |set: &Vec<usize>| set.iter().map(|&cell| places[cell]).sorted_unstable();
        sets.iter().map(|set| place(set).collect_vec()).sorted_unstable().collect()
    }

    /// Splits the colours of lines until all lines of the same colour have the same hash of their
    /// cells. The colour of a line is the number of lines with lesser colours. Returns a hash of
    /// all results on the way.
    fn refine(&self, colours: &mut [usize]) -> u64 {
        let (side, mut trace) = (self.side, 0);
        loop {
            let of_lines = |cell: usize| {
                let [row, column] = [colours[cell / side], colours[side + cell % side]];
                mix(mix(row as u64).wrapping_add(mix(column as u64)))
            };
            let mut cells: Vec<u64> = (0..side * side).map(of_lines).collect();
            let mut digits = vec![0_u64; side + 1];
            for (&value, &cell) in self.values.iter().zip(&cells) {
                let digit = &mut digits[usize::from(value)];
                *digit = digit.wrapping_add(cell);
            }
            digits[0] = 0;
            for (&value, cell) in self.values.iter().zip(&mut cells) {
                *cell = mix(*cell ^ digits[usize::from(value)].rotate_left(1));
            }
            let mut sums = vec![0_u64; cells.len()];
            for (sets, kind) in [(&self.units, 1), (&self.pairs, 2)] {
                for set in sets {
                    let all =
                        set.iter().fold(kind, |all: u64, &cell| all.wrapping_add(cells[cell]));
                    set.iter().for_each(|&cell| sums[cell] = sums[cell].wrapping_add(mix(all)));
                }
            }
            let mut lines: Vec<(usize, u64, usize)> =
                (0..2 * side).map(|line| (colours[line], 0, line)).collect();
            for (cell, (own, sum)) in cells.into_iter().zip(sums).enumerate() {
                for line in [cell / side, side + cell % side] {
                    lines[line].1 = lines[line].1.wrapping_add(mix(own ^ sum.rotate_left(1)));
                }
            }
            lines.sort_unstable();
            let (mut colour, mut is_stable) = (0, true);
            for (place, &(old, hash, line)) in lines.iter().enumerate() {
                let (previous, other, _) = lines[place.saturating_sub(1)];
                if (old, hash) != (previous, other) {
                    colour = place;
                    is_stable &= old != previous;
                }
                trace = mix(trace ^ hash).wrapping_add(colour as u64);
                colours[line] = colour;
            }
            if is_stable {
                return trace;
            }
        }
    }
}

/// Mixes the bits of a number, as SplitMix64 does ([Steele, Lea and Flood
/// 2014](https://doi.org/10.1145/2660193.2660195)).
fn mix(bits: u64) -> u64 {
    let bits = bits.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

/// The lines of the most frequent colour (if several colours are equally frequent, of the least of
/// them); no lines if each line has its own colour. After a row, this usually chooses a column: in
/// a full grid, a row and a column together distinguish the digits, and rows alone do not.
fn choice(colours: &[usize]) -> Vec<usize> {
    let mut lines = vec![0; colours.len()];
    colours.iter().for_each(|&colour| lines[colour] += 1);
    let shared = (0..lines.len()).filter(|&colour| lines[colour] > 1);
    let chosen = shared.min_by_key(|&colour| Reverse(lines[colour]));
    (0..colours.len()).filter(|&line| Some(colours[line]) == chosen).collect()
}

/// The colours after this line is chosen: all other lines of its colour get the next colour.
fn apart(colours: &[usize], chosen: usize) -> Vec<usize> {
    let is_other = |line: usize| line != chosen && colours[line] == colours[chosen];
    (0..).zip(colours).map(|(line, &colour)| colour + usize::from(is_other(line))).collect()
}

/// The result of the search.
#[derive(Debug)]
pub(super) struct Labelling {
    /// The chosen arrangement. Two equivalent structures are equal after their chosen arrangements.
    pub order: Transformation,
    /// Automorphisms from which all automorphisms can be composed.
    pub generators: Vec<Transformation>,
    /// The number of automorphisms, or `u64::MAX` if the number is greater.
    pub automorphisms: u64,
}

impl Labelling {
    pub(super) fn of(structure: &Structure, deadline: Deadline) -> Result<Labelling, SolveError> {
        let mut search = Search::new(structure, deadline);
        search.visit(vec![0; 2 * structure.side])?;
        Ok(Labelling {
            order: search.best.expect("a leaf").order(),
            generators: search.generators.iter().map(|lines| arrangement(lines)).collect(),
            automorphisms: search.automorphisms,
        })
    }
}

/// The arrangement whose rows are the first half of these lines, and whose columns are the second
/// half. Lines are numbered: first all rows, then all columns.
fn arrangement(lines: &[usize]) -> Transformation {
    let side = lines.len() / 2;
    let index = |lines: &[usize]| lines.iter().map(|line| line % side).collect();
    Transformation {
        is_transposed: lines[0] >= side,
        rows: index(&lines[..side]),
        columns: index(&lines[side..]),
        digits: (0..side).map(Digit::from_index).collect(),
    }
}

/// A leaf of the search tree: each line has its own colour.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    /// The lines that were chosen on the way to the leaf.
    path: Vec<usize>,
    /// The hashes that refinement returned: before the first choice, and after each choice.
    traces: Vec<u64>,
    /// The lines in order of their colours, except that the lines that cross the first line come
    /// last.
    lines: Vec<usize>,
    /// The structure in this arrangement: the digits, numbered in the order in which they first
    /// occur, the units, and the pairs.
    certificate: (Vec<usize>, Vec<Vec<usize>>, Vec<Vec<usize>>),
}

impl Leaf {
    /// The first leaf of a structure. If a leaf of an equivalent structure is known: the first leaf
    /// with the same certificate as the known leaf.
    pub(super) fn first(
        structure: &Structure,
        known: Option<&Leaf>,
        deadline: Deadline,
    ) -> Result<Leaf, SolveError> {
        let found = Search::new(structure, deadline).follow(vec![0; 2 * structure.side], known)?;
        Ok(found.expect("a leaf of an equivalent structure"))
    }

    pub(super) fn order(&self) -> Transformation {
        arrangement(&self.lines)
    }
}

struct Search<'s> {
    structure: &'s Structure,
    deadline: Deadline,
    path: Vec<usize>,
    traces: Vec<u64>,
    /// The leaf that was reached first; automorphisms are counted along its path.
    first: Option<Leaf>,
    /// The least leaf so far. Leaves are compared by their traces, then by their certificates.
    best: Option<Leaf>,
    /// Automorphisms: for each line, the line to which the automorphism maps it.
    generators: Vec<Vec<usize>>,
    automorphisms: u64,
}

impl<'s> Search<'s> {
    fn new(structure: &'s Structure, deadline: Deadline) -> Search<'s> {
        Search {
            structure,
            deadline,
            path: Vec::new(),
            traces: Vec::new(),
            first: None,
            best: None,
            generators: Vec::new(),
            automorphisms: 1,
        }
    }

    /// Refines the colours after the choices made so far, and stores the hash as a trace.
    fn refine(&mut self, colours: &mut [usize]) -> Result<(), SolveError> {
        self.traces.truncate(self.path.len());
        self.traces.push(self.structure.refine(colours));
        self.deadline.ok_or(SolveError::TimedOut)
    }

    /// The first leaf below the choices made so far. If a leaf is known: the first leaf with the
    /// same traces and certificate as the known leaf.
    fn follow(
        &mut self,
        mut colours: Vec<usize>,
        known: Option<&Leaf>,
    ) -> Result<Option<Leaf>, SolveError> {
        self.refine(&mut colours)?;
        if self.versus(known).is_ne() {
            return Ok(None);
        }
        let alike = choice(&colours);
        if alike.is_empty() {
            let leaf = self.leaf(&colours);
            let is_alike = |known: &Leaf| known.certificate == leaf.certificate;
            return Ok(known.is_none_or(is_alike).then_some(leaf));
        }
        for line in alike {
            self.path.push(line);
            let found = self.follow(apart(&colours, line), known)?;
            self.path.pop();
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// Searches below the choices made so far. Returns how many of these choices to keep. This is
    /// less than their number if everything below one of them is equivalent to what was already
    /// searched.
    fn visit(&mut self, mut colours: Vec<usize>) -> Result<usize, SolveError> {
        self.refine(&mut colours)?;
        let depth = self.path.len();
        if self.versus(self.first.as_ref()).is_ne() && self.versus(self.best.as_ref()).is_gt() {
            return Ok(depth);
        }
        let alike = choice(&colours);
        if alike.is_empty() {
            return Ok(self.end(&colours));
        }
        for (index, &line) in alike.iter().enumerate() {
            if self.orbit(line).iter().any(|other| alike[..index].contains(other)) {
                continue;
            }
            self.path.push(line);
            let back = self.visit(apart(&colours, line))?;
            self.path.pop();
            if back < depth {
                return Ok(back);
            }
        }
        if let Some(first) = self.first.as_ref().filter(|first| first.path.starts_with(&self.path))
        {
            let alike = self.orbit(first.path[depth]).len() as u64;
            self.automorphisms = self.automorphisms.saturating_mul(alike);
        }
        Ok(depth)
    }

    /// Compares the traces so far with the traces of a leaf. They are equal if there is no leaf.
    fn versus(&self, leaf: Option<&Leaf>) -> Ordering {
        let traces =
            |leaf: &Leaf| self.traces.iter().cmp(leaf.traces.iter().take(self.traces.len()));
        leaf.map_or(Ordering::Equal, traces)
    }

    /// The lines to which a line is mapped by the known automorphisms that keep all chosen lines.
    fn orbit(&self, line: usize) -> Vec<usize> {
        let keeps = |lines: &&Vec<usize>| self.path.iter().all(|&chosen| lines[chosen] == chosen);
        let keeping = self.generators.iter().filter(keeps).collect_vec();
        let mut orbit = vec![line];
        let mut done = 0;
        while let Some(&line) = orbit.get(done) {
            for lines in &keeping {
                if !orbit.contains(&lines[line]) {
                    orbit.push(lines[line]);
                }
            }
            done += 1;
        }
        orbit
    }

    /// The leaf with these colours.
    fn leaf(&self, colours: &[usize]) -> Leaf {
        let (side, structure, mut names) = (self.structure.side, self.structure, HashMap::new());
        let mut lines = (0..2 * side).sorted_unstable_by_key(|&line| colours[line]).collect_vec();
        let is_row = lines[0] < side;
        lines.sort_by_key(|&line| (line < side) != is_row);
        let order = arrangement(&lines);
        let name = |cell: usize| match structure.values[order.source(cell)] {
            0 => 0,
            value => {
                let next = names.len() + 1;
                *names.entry(value).or_insert(next)
            }
        };
        let certificate = (
            (0..side * side).map(name).collect(),
            structure.arranged(&structure.units, &order),
            structure.arranged(&structure.pairs, &order),
        );
        Leaf { path: self.path.clone(), traces: self.traces.clone(), lines, certificate }
    }

    /// Compares a leaf with the first leaf and the best leaf. Returns the result of
    /// [`Search::visit`].
    fn end(&mut self, colours: &[usize]) -> usize {
        fn key(leaf: &Leaf) -> impl Ord {
            (&leaf.traces, &leaf.certificate)
        }
        let leaf = self.leaf(colours);
        let is_same = |known: &&Leaf| key(known) == key(&leaf);
        if let Some(known) = self.first.iter().chain(&self.best).find(is_same) {
            let mut lines = vec![0; leaf.lines.len()];
            known.lines.iter().zip(&leaf.lines).for_each(|(&from, &to)| lines[from] = to);
            self.generators.push(lines);
            return known.path.iter().zip(&leaf.path).take_while(|(a, b)| a == b).count();
        }
        if self.best.as_ref().is_none_or(|best| key(&leaf) < key(best)) {
            self.best = Some(leaf.clone());
        }
        self.first.get_or_insert(leaf);
        self.path.len()
    }
}

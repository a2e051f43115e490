//! Canonical labelling of rules with givens, of any size.
//!
//! Rows, columns, digits and units are coloured by what can be known about them without their
//! places. Lines with the same colour are told apart by choosing one of them, each in turn, until
//! every line has its own colour: individualisation and refinement, with automorphisms to skip
//! equal branches (McKay, *Practical graph isomorphism*, 1981; McKay and Piperno, *Practical graph
//! isomorphism, II*, 2014). Here only rows and columns are vertices. Cells, digits and units follow
//! from these, so their colours last for one round of refinement. Colours are hashes. If two hashes
//! are equal by chance, this costs time, but the result is right, since arrangements are compared
//! in full.

use std::cmp::{Ordering, Reverse};
use std::collections::HashMap;

use itertools::Itertools;

use super::Transformation;
use crate::answer::Deadline;
use crate::grid::{Digit, Grid};
use crate::rules::Rules;
use crate::solve::SolveError;

/// Rules and givens, without any names.
pub(super) struct Structure {
    side: usize,
    /// By cell: its value, 0 if it is empty.
    values: Vec<u16>,
    /// The cells of units that are no rows or columns.
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

    /// The rules alone, arranged.
    pub(super) fn without_givens(&self, order: &Transformation) -> Structure {
        Structure {
            side: self.side,
            values: vec![0; self.values.len()],
            units: self.arranged(&self.units, order),
            pairs: self.arranged(&self.pairs, order),
        }
    }

    /// Sets of cells, moved to the places of the cells in this order, and sorted so that only the
    /// sets count.
    fn arranged(&self, sets: &[Vec<usize>], order: &Transformation) -> Vec<Vec<usize>> {
        let mut places = vec![0; self.values.len()];
        (0..places.len()).for_each(|place| places[order.source(place)] = place);
        let place = |set: &Vec<usize>| set.iter().map(|&cell| places[cell]).sorted_unstable();
        sets.iter().map(|set| place(set).collect_vec()).sorted_unstable().collect()
    }

    /// Splits colours of lines until lines of the same colour no longer differ by what stands on
    /// them. A colour is the number of lines with a lesser colour. Returns a hash of everything
    /// that was seen.
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

/// Spreads all bits over all others (the last steps of SplitMix64, Steele, Lea and Flood 2014).
fn mix(bits: u64) -> u64 {
    let bits = bits.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

/// The lines of the most frequent colour (if several are, of the least); none if each line has its
/// own. If only rows were chosen, full grids would stay alike for long: a row and a column together
/// tell digits apart.
fn choice(colours: &[usize]) -> Vec<usize> {
    let mut lines = vec![0; colours.len()];
    colours.iter().for_each(|&colour| lines[colour] += 1);
    let shared = (0..lines.len()).filter(|&colour| lines[colour] > 1);
    let chosen = shared.min_by_key(|&colour| Reverse(lines[colour]));
    (0..colours.len()).filter(|&line| Some(colours[line]) == chosen).collect()
}

/// The colours after a line is chosen: all other lines of its colour come after it.
fn apart(colours: &[usize], chosen: usize) -> Vec<usize> {
    let is_other = |line: usize| line != chosen && colours[line] == colours[chosen];
    (0..).zip(colours).map(|(line, &colour)| colour + usize::from(is_other(line))).collect()
}

/// What the search found.
#[derive(Debug)]
pub(super) struct Labelling {
    /// The arrangement that is chosen: for equivalent structures it gives the same result.
    pub order: Transformation,
    /// Automorphisms from which all others can be made.
    pub generators: Vec<Transformation>,
    /// How many automorphisms there are; `u64::MAX` if there are more.
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

/// The arrangement with these lines as rows, then as columns. Lines are numbered: rows first, then
/// columns.
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

/// A leaf of the search tree, where each line has its own colour.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    /// The lines that were chosen on the way.
    path: Vec<usize>,
    /// What refinement saw after each choice, and before the first.
    traces: Vec<u64>,
    /// The lines by colour; the lines that cross the first line stand at the end.
    lines: Vec<usize>,
    /// The structure in this arrangement: digits in the order in which they first occur, units,
    /// pairs.
    certificate: (Vec<usize>, Vec<Vec<usize>>, Vec<Vec<usize>>),
}

impl Leaf {
    /// The first leaf of a structure. If a leaf of an equivalent structure is known: the first leaf
    /// with the same arranged structure.
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
    /// The leaf that was reached first; automorphisms are counted by it.
    first: Option<Leaf>,
    /// The least leaf so far, by traces and then by certificate.
    best: Option<Leaf>,
    /// By line: the line to which it goes.
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

    /// Starts from the choices made: refines, and keeps the trace.
    fn refine(&mut self, colours: &mut [usize]) -> Result<(), SolveError> {
        self.traces.truncate(self.path.len());
        self.traces.push(self.structure.refine(colours));
        self.deadline.ok_or(SolveError::TimedOut)
    }

    /// The first leaf below the choices made, or the first leaf that is like a known one.
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

    /// Searches below the choices made. Returns how many of these choices remain: fewer than there
    /// are if the rest below one of them is like what was searched.
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

    /// How the traces so far compare with those of a leaf.
    fn versus(&self, leaf: Option<&Leaf>) -> Ordering {
        let traces =
            |leaf: &Leaf| self.traces.iter().cmp(leaf.traces.iter().take(self.traces.len()));
        leaf.map_or(Ordering::Equal, traces)
    }

    /// The lines to which the known automorphisms that keep all choices take a line.
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

    /// The leaf of these colours.
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

    /// Compares a leaf with the first and the best leaf. Returns the value for [`Search::visit`].
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

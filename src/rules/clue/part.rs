//! The meaning of clues: parts of five kinds. Solvers and the encoder use only these parts, not the
//! kinds of clues.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use crate::grid::Cell;

/// A set of digits: bit `i` represents the digit `i + 1`. Grids with clues have sides up to 64.
pub type Digits = u64;

/// A condition on the digits of some cells. A clue is translated into one or more parts; a full
/// grid obeys the clue if and only if the grid obeys all parts.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Part {
    /// The cell holds one of these digits.
    Only {
        /// The cell.
        cell: Cell,
        /// The digits that the cell may hold.
        digits: Digits,
    },
    /// No two of these cells hold the same digit. The rules have a [`Pair`](super::super::Pair) for
    /// every two of these cells that share no unit, so a solver that obeys pairs and units can
    /// ignore this part.
    Differ {
        /// Different cells: at least two, at most as many as the side.
        cells: Vec<Cell>,
    },
    /// The digits of two different cells are one of the allowed combinations.
    Pair {
        /// The cells.
        cells: [Cell; 2],
        /// For each digit of the first cell, from digit 1, the digits that the second cell may
        /// hold.
        allowed: Arc<[Digits]>,
    },
    /// The cells hold different digits, which together are one of these sets. The clue has a
    /// [`Part::Differ`] of the same cells too.
    Sets {
        /// Different cells.
        cells: Vec<Cell>,
        /// Different sets of digits; each set has as many digits as there are cells.
        sets: Arc<[Digits]>,
    },
    /// The digits of these cells, in this order, are a word of the diagram.
    Line {
        /// The cells. A cell may occur more than once.
        cells: Vec<Cell>,
        /// The diagram; its words have as many digits as there are cells.
        diagram: Arc<Diagram>,
    },
}

impl Part {
    /// How many transitions the diagram of the part has; 0 if the part has no diagram.
    pub(in crate::rules) fn transitions(&self) -> usize {
        let Part::Line { diagram, .. } = self else { return 0 };
        (0..diagram.length()).map(|position| diagram.layer(position).len()).sum()
    }
}

/// A layered decision diagram: the words of one length that an automaton accepts. States that
/// cannot be reached from the start, and states from which no accepting state can be reached, are
/// left out. States that accept the same rests of words are merged.
///
/// G. Pesant, *A Regular Language Membership Constraint for Finite Sequences of Variables*, CP
/// 2004, <https://doi.org/10.1007/978-3-540-30201-8_36>: the layered graph of an automaton. C.
/// Quimper & T. Walsh, *Global Grammar Constraints*, CP 2006, and F. Bacchus, *GAC via Unit
/// Propagation*, CP 2007: as clauses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// For each position, the transitions from the states of its layer, ascending by state and
    /// digit. The first layer has one state; all transitions of the last position lead to one final
    /// state. If the diagram has no word, there are no transitions.
    layers: Vec<Vec<Transition>>,
    /// For each position, how many states its layer has.
    widths: Vec<usize>,
}

/// A transition of a [`Diagram`]: one digit of a word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Transition {
    /// The state, from 0, in the layer before the digit.
    pub from: u32,
    /// The index of the digit, from 0.
    pub digit: u16,
    /// The state, from 0, in the next layer.
    pub to: u32,
}

impl Diagram {
    /// How many transitions a diagram has at most, before states are merged.
    pub const MOST_TRANSITIONS: usize = 1 << 20;

    /// The diagram of all words of this length that an automaton accepts, with the digits of a grid
    /// of this side. `step` gets a position (from 0), a state and the index of a digit, and returns
    /// the next state, if there is one. `None` if there are more than [`Diagram::MOST_TRANSITIONS`]
    /// transitions.
    pub fn new<S: Clone + Eq + Hash>(
        length: usize,
        side: usize,
        start: S,
        step: impl Fn(usize, &S, usize) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Option<Diagram> {
        let mut layers: Vec<Vec<Transition>> = Vec::with_capacity(length);
        let (mut states, mut count) = (vec![start], 0);
        for position in 0..length {
            let mut known: HashMap<S, u32> = HashMap::new();
            let (mut next, mut layer) = (Vec::new(), Vec::new());
            for (from, state) in states.iter().enumerate() {
                for digit in 0..side {
                    let Some(reached) = step(position, state, digit) else { continue };
                    let to = *known.entry(reached).or_insert_with_key(|reached| {
                        next.push(reached.clone());
                        next.len() as u32 - 1
                    });
                    layer.push(Transition { from: from as u32, digit: digit as u16, to });
                }
            }
            count += layer.len();
            if count > Diagram::MOST_TRANSITIONS {
                return None;
            }
            layers.push(layer);
            states = next;
        }
        let ends = states.iter().map(|state| accepts(state).then_some(0)).collect();
        Some(Diagram::reduced(layers, ends))
    }

    /// From the last layer to the first, leaves out states from which no accepting state can be
    /// reached, and merges states that accept the same rests of words. For each state after the
    /// last digit, `ends` has its new number, or `None` if the state is left out.
    fn reduced(mut layers: Vec<Vec<Transition>>, ends: Vec<Option<u32>>) -> Diagram {
        let (mut number_of, mut widths) = (ends, vec![0; layers.len()]);
        for position in (0..layers.len()).rev() {
            let mut known: HashMap<Vec<(u16, u32)>, u32> = HashMap::new();
            let (mut kept, mut numbers) = (Vec::new(), Vec::new());
            for steps in layers[position].chunk_by(|a, b| a.from == b.from) {
                let from = steps[0].from as usize;
                numbers.resize(from + 1, None);
                let rest = steps
                    .iter()
                    .filter_map(|step| number_of[step.to as usize].map(|to| (step.digit, to)));
                let rest: Vec<(u16, u32)> = rest.collect();
                if rest.is_empty() {
                    continue;
                }
                let new = known.len() as u32;
                let number = *known.entry(rest).or_insert_with_key(|rest| {
                    let steps = rest.iter();
                    kept.extend(steps.map(|&(digit, to)| Transition { from: new, digit, to }));
                    new
                });
                numbers[from] = Some(number);
            }
            // States with the largest numbers may have no transitions in `layers[position]`.
            let states_before = match position {
                0 => 1,
                _ => {
                    layers[position - 1].iter().map(|step| step.to as usize + 1).max().unwrap_or(0)
                }
            };
            numbers.resize(states_before.max(numbers.len()), None);
            widths[position] = known.len();
            layers[position] = kept;
            number_of = numbers;
        }
        // If the start state was left out, the diagram has no words.
        if layers.first().is_some_and(Vec::is_empty) {
            layers.iter_mut().for_each(Vec::clear);
            widths.fill(0);
        }
        Diagram { layers, widths }
    }

    /// The length of the words.
    pub fn length(&self) -> usize {
        self.layers.len()
    }

    /// Whether the diagram has no word.
    pub fn is_empty(&self) -> bool {
        self.layers.iter().any(Vec::is_empty)
    }

    /// The transitions of a position (from 0), ascending.
    pub fn layer(&self, position: usize) -> &[Transition] {
        &self.layers[position]
    }

    /// How many states the layer of a position (from 0) has.
    pub fn width(&self, position: usize) -> usize {
        self.widths[position]
    }
}

//! What clues mean: parts of five kinds. The engines know clues only by their parts.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use crate::grid::Cell;

/// A set of digits: bit `i` stands for the digit `i + 1`. Clues are for sides up to 64.
pub type Digits = u64;

/// One statement about the digits of some cells. A clue means one or more parts; a grid obeys the
/// clue exactly if it obeys all of them.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Part {
    /// The cell holds one of these digits.
    Only {
        /// The cell.
        cell: Cell,
        /// What it may hold.
        digits: Digits,
    },
    /// No digit stands in two of these cells. The rules have a [`Pair`](super::super::Pair) for
    /// each two of them that share no unit, so engines may leave this part to pairs.
    Differ {
        /// Two to side different cells.
        cells: Vec<Cell>,
    },
    /// The digits of two different cells are one of these combinations.
    Pair {
        /// The cells.
        cells: [Cell; 2],
        /// By the digit of the first cell, from digit 1: what the second may hold.
        allowed: Arc<[Digits]>,
    },
    /// The cells hold different digits, which together are one of these sets. There is a
    /// [`Part::Differ`] of the same cells too.
    Sets {
        /// Different cells.
        cells: Vec<Cell>,
        /// Different sets, each of as many digits as there are cells.
        sets: Arc<[Digits]>,
    },
    /// The digits of these cells, in this order, are a word of the diagram.
    Line {
        /// The cells. The same cell may occur twice.
        cells: Vec<Cell>,
        /// Its words, each as long as there are cells.
        diagram: Arc<Diagram>,
    },
}

impl Part {
    /// How many transitions its diagram has.
    pub(in crate::rules) fn transitions(&self) -> usize {
        let Part::Line { diagram, .. } = self else { return 0 };
        (0..diagram.length()).map(|position| diagram.layer(position).len()).sum()
    }
}

/// A layered decision diagram: the words of one length that an automaton accepts. States that the
/// start does not reach, or that reach no end, are left out. States with the same rest are merged.
///
/// G. Pesant, *A Regular Language Membership Constraint for Finite Sequences of Variables*, CP
/// 2004: the layered graph of an automaton. C. Quimper & T. Walsh, *Global Grammar Constraints*, CP
/// 2006, and F. Bacchus, *GAC via Unit Propagation*, CP 2007: as clauses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// By position: the transitions from each state of its layer, ascending by state and digit. The
    /// first layer has one state, and so has the layer after the last. There are no transitions at
    /// all if there is no word.
    layers: Vec<Vec<Transition>>,
    /// By position: how many states its layer has.
    widths: Vec<usize>,
}

/// A step of a [`Diagram`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Transition {
    /// The state, from 0, in the layer of the position.
    pub from: u32,
    /// The index of the digit, from 0.
    pub digit: u16,
    /// The state in the next layer.
    pub to: u32,
}

impl Diagram {
    /// The most transitions of a diagram.
    pub const MOST_TRANSITIONS: usize = 1 << 20;

    /// The words of one length over the digits of a side that an automaton accepts. `step` gets a
    /// position (from 0), a state and the index of a digit, and returns the next state, if there is
    /// one. `None` if the diagram would have more than [`Diagram::MOST_TRANSITIONS`].
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

    /// Leaves out states that reach no end, and joins states with the same rest, from the last
    /// layer to the first. `ends` has the new number of each state behind the last layer, if that
    /// state stays.
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
            // The last states of a layer may have no transition.
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
        // A start that reaches no end has no words at all.
        if layers.first().is_some_and(Vec::is_empty) {
            layers.iter_mut().for_each(Vec::clear);
            widths.fill(0);
        }
        Diagram { layers, widths }
    }

    /// How long its words are.
    pub fn length(&self) -> usize {
        self.layers.len()
    }

    /// Whether there is no word.
    pub fn is_empty(&self) -> bool {
        self.layers.iter().any(Vec::is_empty)
    }

    /// The transitions of a position, ascending.
    pub fn layer(&self, position: usize) -> &[Transition] {
        &self.layers[position]
    }

    /// How many states the layer of a position has.
    pub fn width(&self, position: usize) -> usize {
        self.widths[position]
    }
}

//! Your own rule: an automaton, as a table of states.
//!
//! The numbers of such a clue describe the states one after the other; the first state is the
//! start. A state begins with 1 if it accepts (a word may end there), else with 0. Then follows,
//! for each digit, the number of the next state, counted from 1, or 0 if there is no next state.

use itertools::Itertools;

use super::kept::line;
use super::kind::{Clue, ClueKind};
use super::row::{Cells, Row, values};
use super::shape::Form::Ring;
use super::shape::Paint::Slate;
use super::shape::Shape;
use super::shape::Where::First;
use crate::grid::Cell;

pub(super) static AUTOMATON: Row = Row {
    noun: "",
    about: "an automaton accepts the digits in this order; each state of the automaton is a list \
        with the next state for each digit (- if there is no next state), and has a * before the \
        list if the digits may end in this state",
    because: "its automaton accepts no other digits",
    example: "automaton *2/-/2/-/2/-/2/-/2 *-/1/-/1/-/1/-/1/- A1 B1 C1",
    f_puzzles: None,
    iss: None,
    shapes: &[Shape::Line(Slate, 6), Shape::Mark(First, Ring, Slate)],
    cells: Cells::Bag(1),
    numbers: 1..=usize::MAX,
    violated: |clue, rules, grid| {
        let table = clue.numbers.chunks(rules.size().side() + 1).collect_vec();
        let mut reached = vec![1];
        for value in values(clue, grid) {
            let next = |&state: &u32| {
                let by_digit = &table[state as usize - 1][1..];
                if value == 0 { by_digit } else { &by_digit[value as usize - 1..value as usize] }
            };
            let next = reached.iter().flat_map(next).filter(|state| **state != 0);
            reached = next.copied().sorted_unstable().dedup().collect();
        }
        !reached.iter().any(|state| table[*state as usize - 1][0] == 1)
    },
    parts: |clue, rules| {
        let side = rules.size().side();
        let table = clue.numbers.chunks(side + 1).collect_vec();
        if table.len() > MOST_STATES {
            return Err(format!("expected up to {MOST_STATES} states, found {}", table.len()));
        }
        for (number, state) in (1..).zip(&table) {
            let wrong = state[1..].iter().find(|next| **next as usize > table.len());
            if state.len() != side + 1 {
                let found = state.len() - 1;
                return Err(format!(
                    "expected {side} next states in state {number}, found {found}"
                ));
            } else if let Some(wrong) = wrong {
                let most = table.len();
                return Err(format!(
                    "expected states from 1 to {most}, found {wrong} in state {number}"
                ));
            }
        }
        let step = |_: usize, &state: &u32, digit: u32| {
            let next = table[state as usize - 1][digit as usize];
            (next != 0).then_some(next)
        };
        let accepts = |&state: &u32| table[state as usize - 1][0] == 1;
        Ok(vec![line(clue, side, clue.cells.clone(), clue.numbers.clone(), 1, step, accepts)?])
    },
};

/// How many states an automaton has at most.
const MOST_STATES: usize = 10_000;

/// A state of an automaton.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Whether a word may end in this state.
    pub accepts: bool,
    /// For each digit, the index of the next state, if there is one.
    pub next: Vec<Option<u32>>,
}

impl Clue {
    /// The clue that requires that the digits of the cells, in this order, are a word of an
    /// automaton. The automaton starts in its first state.
    ///
    /// ```
    /// use satdoku::rules::{Clue, clue::State};
    /// use satdoku::{Rules, Size};
    /// // An even number of the cells holds an even digit.
    /// let state = |accepts, odd, even| {
    ///     State { accepts, next: vec![Some(odd), Some(even), Some(odd), Some(even)] }
    /// };
    /// let row = (0..3).map(|column| Size::FOUR.cell(0, column)).collect();
    /// let clue = Clue::automaton(&[state(true, 0, 1), state(false, 1, 0)], row);
    /// let rules = Rules::classic(Size::FOUR).with_clues(vec![clue.clone()])?;
    /// assert_eq!(clue.text(&rules), "automaton *1/2/1/2 2/1/2/1 A1 A2 A3");
    /// # Ok::<(), satdoku::RulesError>(())
    /// ```
    pub fn automaton(states: &[State], cells: Vec<Cell>) -> Clue {
        let next = |next: &Option<u32>| next.map_or(0, |index| index.saturating_add(1));
        let numbers = states.iter().flat_map(|State { accepts, next: by_digit }| {
            std::iter::once(u32::from(*accepts)).chain(by_digit.iter().map(next))
        });
        Clue { kind: ClueKind::Automaton, cells, numbers: numbers.collect() }
    }
}

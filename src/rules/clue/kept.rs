//! Tables that depend only on the shape of a clue. Each table is made once and kept for the next
//! puzzles.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use super::kind::{Clue, ClueKind};
use super::part::{Diagram, Digits, Part};
use crate::grid::Cell;

/// Tables, each under the key that determines the table, and the sum of the sizes of all tables.
struct Kept<K, T: ?Sized>(Mutex<Option<(Known<K, T>, usize)>>);

type Known<K, T> = HashMap<K, Arc<T>>;

/// How many entries (transitions or sets) are kept at most.
const MOST_KEPT: usize = 1 << 21;

impl<K: Eq + Hash, T: ?Sized> Kept<K, T> {
    const fn new() -> Kept<K, T> {
        Kept(Mutex::new(None))
    }

    /// The table of a key. If there is no table yet, `make` makes it and returns its size too. When
    /// the sizes add up to too much, all older tables are dropped.
    fn get(&self, key: K, make: impl FnOnce() -> Option<(Arc<T>, usize)>) -> Option<Arc<T>> {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get_or_insert_default().0.get(&key) {
            return Some(Arc::clone(known));
        }
        let (table, size) = make()?;
        let mut kept = lock();
        let (known, total) = kept.get_or_insert_default();
        *total += size;
        if *total > MOST_KEPT {
            known.clear();
            *total = size;
        }
        known.insert(key, Arc::clone(&table));
        Some(table)
    }
}

/// The part that requires that the digits of the cells are a word of an automaton, which `start`,
/// `step` and `accepts` describe as in [`Diagram::new`]. The kind of the clue, `key`, the number of
/// cells and `side` must determine this automaton.
pub(super) fn line<S: Clone + Eq + Hash>(
    clue: &Clue,
    side: usize,
    cells: Vec<Cell>,
    key: Vec<u32>,
    start: S,
    step: impl Fn(usize, &S, u32) -> Option<S>,
    accepts: impl Fn(&S) -> bool,
) -> Result<Part, String> {
    static KNOWN: Kept<(ClueKind, Vec<u32>, usize, usize), Diagram> = Kept::new();
    let length = cells.len();
    let diagram = KNOWN.get((clue.kind, key, length, side), || {
        let step =
            |position: usize, state: &S, digit: usize| step(position, state, digit as u32 + 1);
        let diagram = Diagram::new(length, side, start, step, accepts)?;
        let size = (0..length).map(|position| diagram.layer(position).len()).sum();
        Some((Arc::new(diagram), size))
    });
    match diagram {
        None => Err(format!("expected fewer cells, found {}", clue.cells.len())),
        Some(diagram) if diagram.is_empty() => Err(impossible(clue)),
        Some(diagram) => Ok(Part::Line { cells, diagram }),
    }
}

/// The error message for a clue that no digits obey.
pub(super) fn impossible(clue: &Clue) -> String {
    match clue.numbers[..] {
        [number] => format!("expected a number that digits can make, found {number}"),
        _ => "expected a clue that digits can obey, found one that no digits obey".to_owned(),
    }
}

/// The limit on the number of sets of a part.
const MOST_SETS: usize = 1 << 12;

/// The sets of `count` different digits with this sum, ascending; `None` if these are too many sets
/// for a part.
pub(crate) fn sets_of_sum(count: usize, sum: usize, side: usize) -> Option<Arc<[Digits]>> {
    static KNOWN: Kept<(usize, usize, usize), [Digits]> = Kept::new();
    KNOWN.get((count, sum, side), || {
        let mut sets = Vec::new();
        add_sets(&mut sets, 0, count, sum, side);
        sets.sort_unstable();
        let size = sets.len() + 1;
        (size <= MOST_SETS).then(|| (sets.into(), size))
    })
}

/// Adds to `sets` all sets that complete `chosen` by `count` digits up to `most` that have this
/// sum. The new digits are smaller than the digits of `chosen`. Stops early if there are too many
/// sets.
fn add_sets(sets: &mut Vec<Digits>, chosen: Digits, count: usize, sum: usize, most: usize) {
    if count == 0 {
        if sum == 0 {
            sets.push(chosen);
        }
        return;
    }
    for digit in (count..=most.min(sum)).rev() {
        // `digit` is the largest of the digits to be added. It must not be too small or too large
        // for the sum.
        let most_sum = count * (2 * digit + 1 - count) / 2;
        if most_sum < sum || sets.len() > MOST_SETS {
            break;
        }
        if digit + count * (count - 1) / 2 <= sum {
            add_sets(sets, chosen | 1 << (digit - 1), count - 1, sum - digit, digit - 1);
        }
    }
}

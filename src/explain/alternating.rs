//! Alternating inference chains. The truths are put in an order, and each truth is divided into two
//! parts, so that the second part of a truth and the first part of the next truth cannot both hold.

use itertools::Itertools;

use super::derivation::are_rivals;
use super::state::State;
use super::step::Step;
use crate::grid::Candidate;

/// The truths of a step as a chain, and the conclusions that the chain shows. At least one of the
/// two ends of a chain holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chain {
    /// The parts, two for each truth, in the order of the chain. At least one part of a truth
    /// holds. At most one of these two holds: the second part of a truth and the first part of the
    /// next truth.
    pub parts: Vec<Vec<Candidate>>,
    /// Whether the first part and the last part exclude each other too. If they do, one of any two
    /// parts that exclude each other holds.
    pub closes: bool,
    /// The conclusions of the step that the chain shows. A placed candidate is at both ends. An
    /// eliminated candidate sees both ends or, if the chain closes, two parts that exclude each
    /// other.
    pub shows: Vec<Candidate>,
}

impl Step {
    /// Chains that show the conclusions of the step; not every conclusion need have a chain. Each
    /// chain consists of all truths of the step.
    ///
    /// # Panics
    /// If the step is not from a state of the same size.
    pub fn chains(&self, state: &State) -> Vec<Chain> {
        let mut chains = Vec::new();
        if self.truths.len() < 2 || !self.assumed.is_empty() || !self.statements.is_empty() {
            return chains;
        }
        let rivals = |first, second| are_rivals(state.rules(), first, second);
        let sees = |gone, part: &[Candidate]| part.iter().all(|&held| rivals(held, gone));
        let members =
            self.truths.iter().map(|&truth| state.open(truth).collect_vec()).collect_vec();
        let mut left = self.conclusion.candidates().to_vec();
        while !left.is_empty() {
            let target = left.remove(0);
            let is_placed = self.conclusion.placed().is_some();
            let is_end = |end| if is_placed { end == target } else { rivals(end, target) };
            let parts = in_order(&members, &is_end, &rivals);
            let [first, inner @ .., last] = &parts[..] else { continue };
            let closes = last.iter().all(|&held| sees(held, first));
            let inner = if closes { inner } else { &[] };
            let links = inner.chunks(2).map(|link| [&link[0], &link[1]]).chain([[first, last]]);
            let links = links.collect_vec();
            let is_shown = |gone: &mut Candidate| {
                links.iter().any(|link| link.iter().all(|part| sees(*gone, part)))
            };
            let others = left.extract_if(.., is_shown);
            let shows = [target].into_iter().chain(others).collect();
            chains.push(Chain { parts, closes, shows });
        }
        chains
    }
}

/// The parts of a chain between two ends, for the first order of the truths that forms such a
/// chain. Each truth is given as its candidates. Empty if there is no such order.
pub(super) fn in_order<T: Copy, M: AsRef<[T]>>(
    truths: &[M],
    is_end: &dyn Fn(T) -> bool,
    are_rivals: &dyn Fn(T, T) -> bool,
) -> Vec<Vec<T>> {
    let (mut left, mut parts) = (truths.iter().map(AsRef::as_ref).collect(), Vec::new());
    extend(&mut left, &mut parts, is_end, are_rivals);
    parts
}

/// Whether the truths in `left` can continue the parts up to an end. If not, `left` and `parts` are
/// not changed.
fn extend<T: Copy>(
    left: &mut Vec<&[T]>,
    parts: &mut Vec<Vec<T>>,
    is_end: &dyn Fn(T) -> bool,
    are_rivals: &dyn Fn(T, T) -> bool,
) -> bool {
    let before = parts.last().cloned();
    if left.is_empty() {
        return before.is_some_and(|before| before.iter().all(|&last| is_end(last)));
    }
    for position in 0..left.len() {
        let joins = |&member: &T| match &before {
            Some(before) => before.iter().all(|&held| are_rivals(held, member)),
            None => is_end(member),
        };
        let truth = left[position];
        let (from, to): (Vec<T>, Vec<T>) = truth.iter().copied().partition(joins);
        if from.is_empty() || to.is_empty() {
            continue;
        }
        left.remove(position);
        parts.extend([from, to]);
        if extend(left, parts, is_end, are_rivals) {
            return true;
        }
        parts.truncate(parts.len() - 2);
        left.insert(position, truth);
    }
    false
}

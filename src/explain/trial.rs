//! Trials: unit propagation from assumptions, which is undone on the same board.
//!
//! Propagation is a search in an and-or graph: when all candidates of a truth but one are *out*
//! (excluded), the last candidate is *in* (it must hold). If truths have a price, Knuth's
//! generalization of Dijkstra's algorithm (*Information Processing Letters* 6, 1977,
//! <https://doi.org/10.1016/0020-0190(77)90002-3>) finds the derivation with the fewest truths. A
//! truth counts as often as it is used, so for a chain, the sum is its length.

use super::lists::{Index, Lists};
use super::web::Web;

/// What is assumed to hold: a candidate, or nothing.
pub(super) type Assumption = Option<Index>;

/// No truth or no reason: the candidate is not in, or not out.
pub(super) const NONE: Index = Index::MAX;
/// Replaces the truth that set a candidate in, if the candidate was assumed.
pub(super) const ASSUMED: Index = Index::MAX - 1;

/// The candidates of a truth that are not out, in one word. The high bits are the sum of their
/// indices, which may wrap; the bits below are their number; the low bits are the cost of excluding
/// the other candidates. When one candidate is left, the sum is its index.
type Word = u64;
const ONE: Word = 1 << 26;
const INDEX: Word = 1 << 42;

fn count_of(word: Word) -> usize {
    (word / ONE) as u16 as usize
}

fn last_of(word: Word) -> Index {
    (word / INDEX) as Index
}

fn cost_of(word: Word) -> usize {
    (word % ONE) as usize
}

/// The reason why a candidate is out, if the candidate is not open.
const GONE: Index = Index::MAX - 2;

/// A trial: the candidates of a web that are in or out.
pub(super) struct Trial<'w> {
    pub(super) web: &'w Web,
    rivals: &'w Lists,
    truths_of: &'w Lists,
    /// The price of a truth: 1, or 0 if the used truths are not needed.
    pub(super) price: usize,
    /// For each candidate that is in: the truth of which it was the last candidate.
    pub(super) given_by: Vec<Index>,
    /// For each candidate that is out: a rival that is in, or another reason, which the caller
    /// gives.
    pub(super) out_by: Vec<Index>,
    /// For each truth, its word.
    words: Vec<Word>,
    /// The words at each mark; keeping them is faster than restoring them by counting.
    saved: Vec<Word>,
    /// The candidates that are in, in order.
    ins: Vec<Index>,
    /// The candidates that are out, in order.
    outs: Vec<Index>,
    due: Due,
    /// If truths have no price: a truth that failed, which is known before the truth is due.
    failed: Option<Index>,
}

/// A state of a trial to which the trial can return.
pub(super) struct Mark {
    ins: usize,
    outs: usize,
    is_cut: bool,
}

impl<'w> Trial<'w> {
    /// A trial in which no candidate is in or out.
    pub(super) fn new(web: &'w Web, price: usize) -> Trial<'w> {
        let candidate_count = web.groups.candidate_count();
        let mut out_by = vec![GONE; candidate_count];
        let mut words: Vec<Word> = vec![0; web.truth_count()];
        for &candidate in &web.open {
            out_by[candidate as usize] = NONE;
            for &truth in web.truths_of().get(candidate) {
                let word = &mut words[truth as usize];
                *word = word.wrapping_add(left_with(candidate, 0));
            }
        }
        let mut trial = Trial {
            web,
            rivals: web.rivals(),
            truths_of: web.truths_of(),
            price,
            given_by: vec![NONE; candidate_count],
            out_by,
            words,
            saved: Vec::new(),
            ins: Vec::with_capacity(web.groups.size().cell_count()),
            outs: Vec::with_capacity(web.open.len()),
            due: Due::default(),
            failed: None,
        };
        trial.follow_up_to(0);
        trial
    }

    /// Limits the cost of truths that are followed from now on.
    pub(super) fn follow_up_to(&mut self, cost: usize) {
        self.due.last.resize(cost + 1, NONE);
        self.due.costs.resize(cost / 64 + 1, 0);
        self.due.is_cut = false;
    }

    /// Whether, since the limit was set, a truth was not followed because its cost was above the
    /// limit.
    pub(super) fn is_cut(&self) -> bool {
        self.due.is_cut
    }

    /// Excludes the truths that are cells from propagation. To be called before the trial begins.
    pub(super) fn leave_cells(&mut self) {
        let cell_count = self.web.groups.size().cell_count();
        // The count of such a truth stays above 1, even when all candidates of the cell are out.
        self.words[..cell_count].iter_mut().for_each(|word| *word += 2 * ONE);
    }

    /// Sets the assumed candidate in. Without a candidate, makes the truths due that have at most
    /// one candidate at the start.
    pub(super) fn assume(&mut self, assumed: Assumption) {
        if let Some(candidate) = assumed {
            return self.set(candidate, ASSUMED, 0);
        }
        for &truth in &self.web.truths {
            if count_of(self.words[truth as usize]) <= 1 {
                self.due.push(self.price, truth);
            }
        }
    }

    /// Sets a candidate in, and its rivals out.
    pub(super) fn set(&mut self, candidate: Index, given_by: Index, cost: u32) {
        self.given_by[candidate as usize] = given_by;
        self.ins.push(candidate);
        if cost as usize + self.price >= self.due.last.len() {
            self.due.is_cut = true;
            return;
        }
        let rivals = self.rivals.get(candidate);
        let (start, mut end) = (self.outs.len(), self.outs.len());
        self.outs.resize(start + rivals.len(), NONE);
        // Without a branch, which the processor would predict wrongly.
        for &rival in rivals {
            self.outs[end] = rival;
            end += usize::from(self.out_by[rival as usize] == NONE);
        }
        self.outs.truncate(end);
        self.count_outs(start, candidate, cost);
    }

    /// Sets a candidate out; the candidate must not be out already.
    pub(super) fn exclude(&mut self, candidate: Index, out_by: Index, cost: u32) {
        self.outs.push(candidate);
        self.count_outs(self.outs.len() - 1, out_by, cost);
    }

    /// Subtracts the candidates in `outs` from index `start` on from the words of their truths.
    #[inline]
    fn count_outs(&mut self, start: usize, out_by: Index, cost: u32) {
        let Trial { outs, truths_of, price, failed, due, .. } = self;
        // These are slices, so that the compiler keeps their addresses in registers.
        let (words, given_by) = (&mut self.words[..], &self.given_by[..]);
        let all_out_by = &mut self.out_by[..];
        for &candidate in &outs[start..] {
            all_out_by[candidate as usize] = out_by;
            let left = left_with(candidate, cost);
            // This is also done for a candidate that is in: if it is set out too, its truth fails.
            for &truth in truths_of.get(candidate) {
                let word = &mut words[truth as usize];
                *word = word.wrapping_sub(left);
                let (word, count) = (*word, count_of(*word));
                if count <= 1 {
                    if count == 0 {
                        *failed = Some(truth).filter(|_| *price == 0);
                    } else if given_by[last_of(word) as usize] != NONE {
                        continue;
                    }
                    due.push(cost_of(word) + *price, truth);
                }
            }
        }
    }

    /// Processes due truths, the cheapest first. Returns the truth that failed, if one failed.
    pub(super) fn propagate(&mut self) -> Option<Index> {
        while let Some((cost, truth)) = self.due.pop() {
            if let Some(failed) = self.failed.take() {
                self.due.clear();
                return Some(failed);
            }
            let word = self.words[truth as usize];
            if self.cost_of(truth) != cost {
                continue;
            }
            if count_of(word) == 0 {
                self.due.clear();
                return Some(truth);
            }
            let last = last_of(word);
            if self.given_by[last as usize] == NONE {
                self.set(last, truth, cost as u32);
            }
        }
        None
    }

    /// The cost of all truths that were used for a truth, including this truth.
    pub(super) fn cost_of(&self, truth: Index) -> usize {
        cost_of(self.words[truth as usize]) + self.price
    }

    /// Whether a candidate is neither in nor out.
    pub(super) fn is_undecided(&self, candidate: Index) -> bool {
        self.given_by[candidate as usize] == NONE && self.out_by[candidate as usize] == NONE
    }

    /// The candidates that are in, in order.
    pub(super) fn ins(&self) -> &[Index] {
        &self.ins
    }

    pub(super) fn ins_since(&self, mark: &Mark) -> &[Index] {
        &self.ins[mark.ins..]
    }

    pub(super) fn mark(&mut self) -> Mark {
        let (ins, outs) = (self.ins.len(), self.outs.len());
        self.saved.extend_from_slice(&self.words);
        Mark { ins, outs, is_cut: self.due.is_cut }
    }

    /// Returns to the last mark, which was set when no truth was due.
    pub(super) fn undo(&mut self, mark: Mark) {
        for candidate in self.ins.drain(mark.ins..) {
            self.given_by[candidate as usize] = NONE;
        }
        for candidate in self.outs.drain(mark.outs..) {
            self.out_by[candidate as usize] = NONE;
        }
        let start = self.saved.len() - self.words.len();
        self.words.copy_from_slice(&self.saved[start..]);
        self.saved.truncate(start);
        self.due.is_cut = mark.is_cut;
    }
}

/// The part of a word that is subtracted when this candidate is set out.
fn left_with(candidate: Index, cost: u32) -> Word {
    ONE.wrapping_add(Word::from(candidate).wrapping_mul(INDEX)).wrapping_sub(cost.into())
}

/// Due truths: truths with at most one candidate left that wait to be processed.
#[derive(Default)]
struct Due {
    /// Each truth, with the index of the previous truth of the same cost.
    truths: Vec<(Index, Index)>,
    /// For each cost, the index of the truth that was added last.
    last: Vec<Index>,
    /// For each cost, as a bit: whether there are truths of this cost.
    costs: Vec<u64>,
    /// As bits: which of the words of `costs` are not 0; there are at most 64 words.
    words: u64,
    /// Whether a truth was left out because it cost too much.
    is_cut: bool,
}

impl Due {
    /// Adds a truth, unless it costs too much.
    fn push(&mut self, cost: usize, truth: Index) {
        let Some(last) = self.last.get_mut(cost) else {
            self.is_cut = true;
            return;
        };
        let place = self.truths.len() as Index;
        self.truths.push((truth, std::mem::replace(last, place)));
        self.costs[cost / 64] |= 1 << (cost % 64);
        self.words |= 1 << (cost / 64);
    }

    /// Removes and returns one of the cheapest truths: the one that was added last.
    fn pop(&mut self) -> Option<(usize, Index)> {
        if self.words == 0 {
            self.truths.clear();
            return None;
        }
        let word = self.words.trailing_zeros() as usize;
        let cost = 64 * word + self.costs[word].trailing_zeros() as usize;
        let (truth, before) = self.truths[self.last[cost] as usize];
        self.last[cost] = before;
        if before == NONE {
            self.costs[word] &= self.costs[word] - 1;
            self.words ^= u64::from(self.costs[word] == 0) << word;
        }
        Some((cost, truth))
    }

    fn clear(&mut self) {
        while self.pop().is_some() {}
    }
}

//! The state of a puzzle: the digits placed, and the candidates left.

use std::cell::OnceCell;
use std::sync::Arc;

use super::deadly::Deadly;
use super::groups::{Groups, Index, MAX_SIDE};
use super::step::{Conclusion, Step};
use crate::answer::{Answer, Deadline, Limits, Status};
use crate::grid::{Candidate, Candidates, DigitSet, Grid, Size};
use crate::rules::{Group, Puzzle, Rules};
use crate::solve::{Pipeline, SolveError};

/// The digits placed so far, and for each cell the digits that it may still hold.
///
/// A digit that is placed leaves its peers at once, as on paper; nothing else follows by itself.
#[derive(Clone, Debug)]
#[must_use]
pub struct State {
    groups: Arc<Groups>,
    placed: Grid,
    candidates: Candidates,
}

impl State {
    /// The largest side of a grid whose steps are looked for.
    pub const MAX_SIDE: usize = MAX_SIDE;

    /// The givens placed.
    ///
    /// # Panics
    /// If the side is above [`State::MAX_SIDE`].
    pub fn new(puzzle: &Puzzle) -> State {
        let groups = Arc::new(Groups::new(puzzle.rules()));
        State::start(groups, puzzle.givens())
    }

    /// Another puzzle of the same rules, which shares their tables.
    ///
    /// # Panics
    /// If the grid is not of the rules' size.
    pub fn with_givens(&self, givens: &Grid) -> State {
        assert_eq!(self.size(), givens.size(), "grid and rules of different sizes");
        State::start(Arc::clone(&self.groups), givens)
    }

    fn start(groups: Arc<Groups>, givens: &Grid) -> State {
        let (placed, candidates) = (Grid::empty(givens.size()), Candidates::all(givens.size()));
        let mut state = State { groups, placed, candidates };
        givens.filled().for_each(|given| state.place(given));
        state
    }

    /// A table of candidates under these rules. A cell with one candidate holds it if no peer has
    /// it any more; otherwise that is a step still to be made.
    ///
    /// # Panics
    /// If the table is not of the rules' size, or the side above [`State::MAX_SIDE`].
    pub fn from_candidates(rules: &Arc<Rules>, candidates: &Candidates) -> State {
        let size = rules.size();
        assert_eq!(size, candidates.size(), "candidates and rules of different sizes");
        let mut placed = Grid::empty(size);
        for cell in size.cells() {
            let alone = candidates[cell]
                .single()
                .filter(|&digit| rules.peers(cell).all(|peer| !candidates[peer].contains(digit)));
            placed.set(cell, alone);
        }
        State { groups: Arc::new(Groups::new(rules)), placed, candidates: candidates.clone() }
    }

    /// Places a digit, and takes it from the peers.
    ///
    /// # Panics
    /// If the candidate is outside the grid.
    pub fn place(&mut self, Candidate { cell, digit }: Candidate) {
        self.placed.set(cell, Some(digit));
        self.candidates[cell] =
            DigitSet::from_iter(self.candidates[cell].contains(digit).then_some(digit));
        for peer in self.groups.rules().peers(cell) {
            self.candidates[peer].remove(digit);
        }
    }

    /// Takes a digit from a cell.
    ///
    /// # Panics
    /// If the candidate is outside the grid.
    pub fn eliminate(&mut self, Candidate { cell, digit }: Candidate) {
        self.candidates[cell].remove(digit);
    }

    /// Does what a step concludes.
    pub fn apply(&mut self, step: &Step) {
        match &step.conclusion {
            Conclusion::Placement(candidate) => self.place(*candidate),
            Conclusion::Eliminations(gone) => gone.iter().for_each(|&gone| self.eliminate(gone)),
            Conclusion::Contradiction => {}
        }
    }

    /// Whether it excludes more than the givens of a puzzle of these rules do at once.
    ///
    /// # Panics
    /// If the puzzle is of another size.
    pub(super) fn is_table(&self, puzzle: &Puzzle) -> bool {
        self.with_givens(puzzle.givens()).candidates != self.candidates
    }

    /// Up to two solutions of a puzzle of these rules among the candidates.
    ///
    /// # Errors
    /// If a solver failed. A deadline is an incomplete answer.
    ///
    /// # Panics
    /// If the puzzle is of another size.
    pub fn answer(&self, puzzle: &Puzzle, deadline: Deadline) -> Result<Answer, SolveError> {
        let candidates = self.is_table(puzzle).then_some(self.candidates());
        let limits = Limits { deadline, ..Limits::UNIQUE };
        Ok(Pipeline::new().solve_among(puzzle, candidates, &limits)?.answer)
    }

    /// Why no step here may assume that there is one solution; `None` if it may: the placed digits
    /// alone have one, and the candidates allow it. Deadly patterns are about digits that could be
    /// exchanged, so what else the candidates exclude does not count.
    ///
    /// # Errors
    /// If a solver failed.
    pub fn why_none_assumed(&self, deadline: Deadline) -> Result<Option<&str>, SolveError> {
        let placed = Puzzle::new(Arc::clone(self.rules()), self.placed.clone());
        let limits = Limits { deadline, ..Limits::UNIQUE };
        let answer = Pipeline::new().solve(&placed.expect("the same size"), &limits)?.answer;
        Ok(match (answer.status(&Limits::UNIQUE), answer.solutions.first()) {
            (Status::Unique, Some(only)) if only.filled().all(|held| self.allows(held)) => None,
            (Status::Unique, _) => Some("the candidates exclude the only solution"),
            (Status::Multiple, _) => Some("the placed digits alone have several solutions"),
            (Status::None, _) => Some("the placed digits have no solution"),
            _ => Some("the time limit was reached before it was known whether it holds"),
        })
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<Rules> {
        self.groups.rules()
    }

    /// The shape of the grid.
    pub fn size(&self) -> Size {
        self.placed.size()
    }

    /// What is placed.
    pub fn placed(&self) -> &Grid {
        &self.placed
    }

    /// What is left, the placed digits included.
    pub fn candidates(&self) -> &Candidates {
        &self.candidates
    }

    /// Whether all cells are filled, and no two digits clash.
    pub fn is_solved(&self) -> bool {
        self.placed.is_full() && self.placed.filled().all(|held| self.allows(held))
    }

    /// Whether a candidate is left.
    pub(super) fn allows(&self, Candidate { cell, digit }: Candidate) -> bool {
        self.candidates[cell].contains(digit)
    }

    pub(super) fn groups(&self) -> &Groups {
        &self.groups
    }

    /// The web of what is open, for one search, with what that may assume.
    pub(super) fn web(&self, assumed: Vec<Deadly>) -> Web<'_> {
        Web::new(self, assumed)
    }
}

/// The open candidates of a state, and how they hang together.
#[derive(Debug)]
pub(super) struct Web<'s> {
    pub(super) groups: &'s Groups,
    /// Candidates left in cells without a digit, ascending.
    pub(super) open: Vec<Index>,
    /// Groups without a placed digit, ascending: what can be a truth or a link; then patterns, as
    /// truths only.
    pub(super) truths: Vec<Index>,
    /// By group and pattern: its open candidates.
    members: Vec<Vec<Index>>,
    /// What the patterns say is assumed. They are numbered after the links.
    assumed: Vec<Deadly>,
    /// By candidate: the patterns of which it is a member; empty if there are none.
    assumed_of: Vec<Vec<Index>>,
    /// By open candidate: its open rivals, each once, ascending; in 16 bits, which a candidate has,
    /// for trials read them all the time. Singles do without.
    rivals: OnceCell<Vec<Vec<u16>>>,
}

impl<'s> Web<'s> {
    fn new(state: &'s State, assumed: Vec<Deadly>) -> Web<'s> {
        let groups = state.groups();
        let mut is_open = vec![false; groups.candidate_count()];
        let mut is_truth = vec![true; groups.group_count()];
        for candidate in state.candidates.iter() {
            let placed = state.placed.get(candidate.cell).is_some();
            is_open[groups.index(candidate) as usize] = !placed;
        }
        for placed in state.placed.filled() {
            if state.candidates[placed.cell].contains(placed.digit) {
                let groups_of = groups.of(groups.index(placed));
                groups_of.iter().for_each(|&group| is_truth[group as usize] = false);
            }
        }
        let open: Vec<Index> =
            (0..is_open.len() as Index).filter(|&index| is_open[index as usize]).collect();
        let truths: Vec<Index> =
            (0..is_truth.len() as Index).filter(|&index| is_truth[index as usize]).collect();
        let mut members = vec![Vec::new(); groups.link_count()];
        for &candidate in &open {
            for &group in groups.links(candidate) {
                members[group as usize].push(candidate);
            }
        }
        let mut web = Web {
            groups,
            open,
            truths,
            members,
            assumed: Vec::new(),
            assumed_of: Vec::new(),
            rivals: OnceCell::new(),
        };
        web.assume(assumed, |candidate| is_open[candidate as usize]);
        web
    }

    fn assume(&mut self, assumed: Vec<Deadly>, is_open: impl Fn(Index) -> bool) {
        let (groups, first) = (self.groups, self.groups.link_count());
        if assumed.is_empty() {
            return;
        }
        self.assumed_of = vec![Vec::new(); groups.candidate_count()];
        for (index, deadly) in (first..).zip(&assumed) {
            let others = deadly.others(groups.size()).map(|other| groups.index(other));
            let members: Vec<Index> = others.filter(|&other| is_open(other)).collect();
            // Without members it would be refuted, but it is no rule.
            if !members.is_empty() {
                self.truths.push(index as Index);
            }
            for &member in &members {
                self.assumed_of[member as usize].push(index as Index);
            }
            self.members.push(members);
        }
        self.assumed = assumed;
    }

    fn all_rivals(&self) -> Vec<Vec<u16>> {
        let mut all = vec![Vec::new(); self.groups.candidate_count()];
        for &candidate in &self.open {
            let rivals: &mut Vec<u16> = &mut all[candidate as usize];
            for &link in self.groups.links(candidate) {
                let members = self.members(link).iter().filter(|&&m| m != candidate);
                rivals.extend(members.map(|&member| member as u16));
            }
            rivals.sort_unstable();
            rivals.dedup();
        }
        all
    }

    /// How many numbers of truths there are.
    pub(super) fn truth_count(&self) -> usize {
        self.members.len()
    }

    /// The truths of a candidate: its groups, and the patterns of which it is a member.
    pub(super) fn truths_of(&self, candidate: Index) -> impl Iterator<Item = Index> + '_ {
        let assumed = self.assumed_of.get(candidate as usize);
        self.groups.of(candidate).iter().chain(assumed.into_iter().flatten()).copied()
    }

    /// Truths as groups, and those that are patterns.
    pub(super) fn split(&self, truths: &[Index]) -> (Vec<Group>, Vec<&Deadly>) {
        let first = self.groups.link_count();
        let (rules, assumed): (Vec<Index>, Vec<Index>) =
            truths.iter().partition(|&&truth| (truth as usize) < first);
        (
            rules.into_iter().map(|truth| self.groups.group(truth)).collect(),
            assumed.into_iter().map(|truth| &self.assumed[truth as usize - first]).collect(),
        )
    }

    pub(super) fn members(&self, group: Index) -> &[Index] {
        &self.members[group as usize]
    }

    pub(super) fn rivals(&self, candidate: Index) -> impl Iterator<Item = Index> {
        self.rivals_of(candidate).iter().map(|&rival| Index::from(rival))
    }

    fn rivals_of(&self, candidate: Index) -> &[u16] {
        &self.rivals.get_or_init(|| self.all_rivals())[candidate as usize]
    }

    pub(super) fn are_rivals(&self, first: Index, second: Index) -> bool {
        self.rivals_of(first).binary_search(&(second as u16)).is_ok()
    }
}

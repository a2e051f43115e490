//! Tables of the groups of the rules, for code that needs them often.

use std::cell::RefCell;
use std::sync::{Arc, OnceLock};

use itertools::Itertools;

use super::clues::Statements;
use super::lists::{Index, Lists, add, has};
use crate::grid::{Candidate, Cell, Size};
use crate::rules::{Group, Rules};
use crate::simplify::Tables;

/// The largest side of grids that can be explained. Up to this side, counts and sums over a group
/// or a pattern fit into the integers used for them.
pub(super) const MAX_SIDE: usize = 40;

/// The error for a grid that is too large for steps, paths and depths.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a side of at most {MAX_SIDE} for depths and steps, found {side}")]
pub struct Unexplained {
    /// The side of the rules.
    pub side: usize,
}

/// Checks that the grid is not too large for steps, paths and depths: the side may be at most 40.
/// Units, pairs and clues have no influence.
///
/// # Errors
/// [`Unexplained`] if the side is above 40.
pub fn check_size(rules: &Rules) -> Result<(), Unexplained> {
    let side = rules.size().side();
    if side > MAX_SIDE { Err(Unexplained { side }) } else { Ok(()) }
}

/// The candidates of each group, and the groups of each candidate. Groups of pairs can only be
/// links.
#[derive(Debug)]
pub(super) struct Groups {
    rules: Arc<Rules>,
    /// For each group, its candidates.
    members: Lists,
    /// For each candidate, its groups.
    of: Lists,
    /// For each candidate, its groups that can be truths.
    truths: Lists,
    /// For every two cells, whether they are peers, as bits.
    peers: Vec<u64>,
    /// For each candidate, its rivals; made when they are first needed.
    rivals: OnceLock<Lists>,
    /// The tables for boards of masks; made when they are first needed.
    tables: OnceLock<Arc<Tables>>,
    /// The statements of clues; made when they are first needed.
    statements: OnceLock<Statements>,
}

thread_local! {
    /// The groups that a thread used last are kept, since many puzzles have the same rules.
    static LAST: RefCell<Option<Arc<Groups>>> = const { RefCell::new(None) };
}

impl Groups {
    /// # Panics
    /// If [`check_size`] returns an error.
    pub(super) fn of(rules: &Arc<Rules>) -> Arc<Groups> {
        LAST.with_borrow_mut(|last| {
            let known = last.take().filter(|known| Arc::ptr_eq(&known.rules, rules));
            Arc::clone(last.insert(known.unwrap_or_else(|| Arc::new(Groups::new(rules)))))
        })
    }

    fn new(rules: &Arc<Rules>) -> Groups {
        check_size(rules).unwrap_or_else(|error| panic!("{error}"));
        let size = rules.size();
        let index = |candidate| size.candidate_index(candidate) as Index;
        let members = rules.groups().map(|group| group.candidates(rules).map(index));
        let members: Lists = members.collect();
        let of = members.inverted(size.candidate_count());
        let truth_count = rules.exact_group_count() as Index;
        let truths = |candidate| of.get(candidate).iter().copied().filter(|&g| g < truth_count);
        let truths = (0..of.len() as Index).map(truths).collect();
        let cell_count = size.cell_count();
        let mut peers = vec![0; (cell_count * cell_count).div_ceil(64)];
        for cell in size.cells() {
            let bit = |peer: Cell| (cell.index() * cell_count + peer.index()) as Index;
            rules.peers(cell).for_each(|peer| _ = add(&mut peers, bit(peer)));
        }
        let (rivals, tables, statements) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        let rules = Arc::clone(rules);
        Groups { rules, of, truths, members, peers, rivals, tables, statements }
    }

    pub(super) fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    pub(super) fn tables(&self) -> &Arc<Tables> {
        self.tables.get_or_init(|| Arc::new(Tables::new(&self.rules)))
    }

    pub(super) fn statements(&self) -> &Statements {
        self.statements.get_or_init(|| Statements::new(&self.rules))
    }

    pub(super) fn size(&self) -> Size {
        self.rules.size()
    }

    pub(super) fn candidate_count(&self) -> usize {
        self.of.len()
    }

    /// How many groups can be truths: those of cells, and of the digits of each unit.
    pub(super) fn truth_count(&self) -> usize {
        self.rules.exact_group_count()
    }

    /// How many groups there are: those that can be truths, and those of the digits of each pair.
    pub(super) fn link_count(&self) -> usize {
        self.members.len()
    }

    /// The candidates of a group, removed or not, in ascending order.
    pub(super) fn members(&self, group: Index) -> &[Index] {
        self.members.get(group)
    }

    /// The groups of a candidate, which can all be links: of its cell, then of its units, then of
    /// its pairs.
    pub(super) fn links(&self, candidate: Index) -> &[Index] {
        self.of.get(candidate)
    }

    /// The groups of a candidate that can be truths: of its cell, then of its units.
    pub(super) fn truths(&self, candidate: Index) -> &[Index] {
        self.truths.get(candidate)
    }

    /// For each candidate, its groups that can be truths.
    pub(super) fn all_truths(&self) -> &Lists {
        &self.truths
    }

    /// For each candidate: its rivals, which cannot hold together with it, removed or not, in
    /// ascending order.
    pub(super) fn rivals(&self) -> &Lists {
        let all = || (0..self.candidate_count() as Index).map(|index| self.find_rivals(index));
        self.rivals.get_or_init(|| all().collect())
    }

    /// Whether two candidates cannot both hold.
    pub(super) fn are_rivals(&self, first: Index, second: Index) -> bool {
        let (side, cell_count) = (self.size().side() as Index, self.size().cell_count() as Index);
        let [(cell, digit), (other, same)] =
            [first, second].map(|candidate| (candidate / side, candidate % side));
        match cell == other {
            true => digit != same,
            false => digit == same && has(&self.peers, cell * cell_count + other),
        }
    }

    fn find_rivals(&self, candidate: Index) -> Vec<Index> {
        let Candidate { cell, digit } = self.candidate(candidate);
        let peers = self.rules.peers(cell).map(|cell| self.index(Candidate { cell, digit }));
        let of_cell = self.members(self.group_index(Group::Cell(cell))).iter().copied();
        // Several clues may require that the same two cells differ.
        let others = peers.chain(of_cell).filter(|&other| other != candidate);
        others.sorted_unstable().dedup().collect()
    }

    pub(super) fn index(&self, candidate: Candidate) -> Index {
        self.size().candidate_index(candidate) as Index
    }

    pub(super) fn candidate(&self, index: Index) -> Candidate {
        self.size().candidate(index as usize)
    }

    pub(super) fn group(&self, index: Index) -> Group {
        self.rules.group(index as usize)
    }

    pub(super) fn group_index(&self, group: Group) -> Index {
        self.rules.group_index(group) as Index
    }
}

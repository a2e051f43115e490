//! Tables of the groups of the rules, for what reads them all the time.

use std::sync::Arc;

use crate::grid::{Candidate, Size};
use crate::rules::{Group, Rules, UnknownConstraint};

/// An index of a candidate ([`Size::candidate_index`]) or of a group ([`Rules::group_index`]).
pub(super) type Index = u32;

/// The largest side of what can be explained: what is counted and added up of a group or a pattern
/// fits its words.
pub(super) const MAX_SIDE: usize = 40;

/// Why rules have no steps, paths and depths.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unexplained {
    /// The grid is too large.
    #[error("expected a side of at most {MAX_SIDE} for depths and steps, found {side}")]
    TooLarge {
        /// That of the rules.
        side: usize,
    },
    /// There is a constraint.
    #[error(transparent)]
    Constraint(#[from] UnknownConstraint),
}

/// Whether rules have steps, paths and depths: those of a side of at most 40, with any units and
/// pairs, without constraints.
///
/// # Errors
/// [`Unexplained`] if they have not.
pub fn check_size(rules: &Rules) -> Result<(), Unexplained> {
    rules.only_groups()?;
    let side = rules.size().side();
    if side > MAX_SIDE { Err(Unexplained::TooLarge { side }) } else { Ok(()) }
}

/// Which candidates are in which group. Those of a pair are links only.
#[derive(Debug)]
pub(super) struct Groups {
    rules: Arc<Rules>,
    /// Of the cells and the digits of units: as many as the side each.
    members: Vec<Index>,
    of: Vec<Index>,
    /// By candidate: where its groups start in `of`, and where its pairs do; one more at the end.
    of_starts: Vec<[u32; 2]>,
}

impl Groups {
    /// # Panics
    /// Where [`check_size`] fails.
    pub(super) fn new(rules: &Arc<Rules>) -> Groups {
        check_size(rules).unwrap_or_else(|error| panic!("{error}"));
        let size = rules.size();
        let members = rules.groups().take(rules.exact_group_count());
        let members = members.flat_map(|group| group.candidates(rules));
        let members = members.map(|member| size.candidate_index(member) as Index).collect();
        let (mut of, mut of_starts) = (Vec::new(), Vec::new());
        for candidate in size.candidates() {
            let start = of.len();
            of_starts.push([start, start + 1 + rules.units_of(candidate.cell).len()]);
            of.extend(rules.groups_of(candidate).map(|group| rules.group_index(group) as Index));
        }
        of_starts.push([of.len(); 2]);
        let of_starts = of_starts.into_iter().map(|starts| starts.map(|start| start as u32));
        Groups { rules: Arc::clone(rules), members, of, of_starts: of_starts.collect() }
    }

    pub(super) fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    pub(super) fn size(&self) -> Size {
        self.rules.size()
    }

    pub(super) fn candidate_count(&self) -> usize {
        self.of_starts.len() - 1
    }

    /// The cells, and the digits of each unit.
    pub(super) fn group_count(&self) -> usize {
        self.rules.exact_group_count()
    }

    /// All of them and the digits of each pair.
    pub(super) fn link_count(&self) -> usize {
        self.rules.group_count()
    }

    /// The candidates of a group, gone or not, in ascending order.
    pub(super) fn members(&self, group: Index) -> &[Index] {
        let side = self.size().side();
        &self.members[group as usize * side..][..side]
    }

    /// The groups of a candidate: its cell, then its units.
    pub(super) fn of(&self, candidate: Index) -> &[Index] {
        let [start, end] = self.of_starts[candidate as usize];
        &self.of[start as usize..end as usize]
    }

    /// The links of a candidate: its groups, then its pairs.
    pub(super) fn links(&self, candidate: Index) -> &[Index] {
        let index = candidate as usize;
        &self.of[self.of_starts[index][0] as usize..self.of_starts[index + 1][0] as usize]
    }

    /// The candidates of a digit in the partners of its cell.
    pub(super) fn partners(&self, candidate: Index) -> impl Iterator<Item = Index> + '_ {
        let Candidate { cell, digit } = self.candidate(candidate);
        self.rules.partners(cell).map(move |cell| self.index(Candidate { cell, digit }))
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

//! The same kind of solver for any rules: the search on `simplify`'s board for any rules, with no
//! limit of guesses.

use std::sync::Arc;

use crate::answer::{Answer, Limits};
use crate::grid::Grid;
use crate::rules::{Rules, UnknownClue};
use crate::simplify::{Search, Tables, search};

/// A solver for puzzles of the same rules, whatever their units and pairs are. It keeps its buffers
/// from puzzle to puzzle.
#[derive(Debug)]
pub struct Generic {
    rules: Arc<Rules>,
    tables: Arc<Tables>,
    search: Box<dyn Search>,
}

impl Generic {
    /// A solver for puzzles of these rules.
    ///
    /// # Errors
    /// [`UnknownClue`] if the rules have a clue that is more than units and pairs.
    pub fn new(rules: &Arc<Rules>) -> Result<Generic, UnknownClue> {
        rules.only_groups()?;
        let tables = Arc::new(Tables::new(rules));
        let search = search(&tables);
        Ok(Generic { rules: Arc::clone(rules), tables, search })
    }

    /// The rules that the solver was made for.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Looks for up to `limits.solutions` solutions; if givens clash, there are none. The deadline
    /// is also checked during propagation, not only at guesses.
    ///
    /// # Panics
    /// If the givens are of another size than the rules.
    pub fn answer(&mut self, givens: &Grid, limits: &Limits) -> Answer {
        assert_eq!(givens.size(), self.rules.size(), "givens and rules of different sizes");
        self.search.load(&self.tables, givens, None);
        self.resume(limits)
    }

    /// Goes on where the last call stopped at a limit: the same givens, up to `limits.solutions`
    /// further solutions.
    pub fn resume(&mut self, limits: &Limits) -> Answer {
        self.search.resume(limits, u64::MAX)
    }
}

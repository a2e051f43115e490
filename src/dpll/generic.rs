//! A solver for any rules: it runs the search on the board for any rules of `simplify`, without a
//! limit on guesses.

use std::sync::Arc;

use crate::answer::{Answer, Limits};
use crate::grid::Grid;
use crate::rules::{Rules, UnknownClue};
use crate::simplify::{Search, Tables, search};

/// A solver for puzzles of the same rules, with any units and pairs. It keeps its buffers for the
/// next puzzle.
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
    /// [`UnknownClue`] if the rules have a clue that units and pairs do not express.
    pub fn new(rules: &Arc<Rules>) -> Result<Generic, UnknownClue> {
        rules.only_groups()?;
        let tables = Arc::new(Tables::new(rules));
        let search = search(&tables);
        Ok(Generic { rules: Arc::clone(rules), tables, search })
    }

    /// The rules of the puzzles.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Looks for up to `limits.solutions` solutions; if givens clash, there are none. The deadline
    /// is also checked during propagation, not only at guesses.
    ///
    /// # Panics
    /// If the givens and the rules have different sizes.
    pub fn answer(&mut self, givens: &Grid, limits: &Limits) -> Answer {
        assert_eq!(givens.size(), self.rules.size(), "givens and rules of different sizes");
        self.search.load(&self.tables, givens, None);
        self.resume(limits)
    }

    /// Continues the last call, which stopped at a limit: looks for up to `limits.solutions`
    /// further solutions of the same givens.
    pub fn resume(&mut self, limits: &Limits) -> Answer {
        self.search.resume(limits, u64::MAX)
    }
}

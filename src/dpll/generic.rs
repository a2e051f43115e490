//! The same kind of solver for any rules: the search on `simplify`'s board for any rules, with no
//! limit of guesses.

use std::fmt;
use std::sync::Arc;

use crate::answer::{Answer, Deadline, Limits};
use crate::grid::Grid;
use crate::rules::{Rules, UnknownClue};
use crate::simplify::{AnyBoard, Guesses, Tables, with_width};

/// A solver for puzzles of the same rules, whatever their units and pairs are. It keeps its buffers
/// from puzzle to puzzle.
#[derive(Debug)]
pub struct Generic {
    rules: Arc<Rules>,
    search: Box<dyn Search>,
}

/// The search on a board whose sets of digits have some number of words.
trait Search: fmt::Debug + Send + Sync {
    fn load(&mut self, givens: &Grid);
    fn resume(&mut self, limits: &Limits) -> Answer;
}

impl Generic {
    /// A solver for puzzles of these rules.
    ///
    /// # Errors
    /// [`UnknownClue`] if the rules have a clue that is more than units and pairs.
    pub fn new(rules: &Arc<Rules>) -> Result<Generic, UnknownClue> {
        rules.only_groups()?;
        let tables = Arc::new(Tables::new(rules));
        let search = with_width!(tables, W => {
            let board = AnyBoard::<W>::new(&tables, &Grid::empty(rules.size()), Deadline::NONE);
            Box::new(Guesses::new(board)) as Box<dyn Search>
        });
        Ok(Generic { rules: Arc::clone(rules), search })
    }

    /// The rules that the solver was made for.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Looks for up to `limits.solutions` solutions; if givens clash, there are none. Propagation
    /// looks at the deadline too.
    ///
    /// # Panics
    /// If the givens are of another size than the rules.
    pub fn answer(&mut self, givens: &Grid, limits: &Limits) -> Answer {
        assert_eq!(givens.size(), self.rules.size(), "givens and rules of different sizes");
        self.search.load(givens);
        self.resume(limits)
    }

    /// Goes on where the last call stopped at a limit: the same givens, up to `limits.solutions`
    /// further solutions.
    pub fn resume(&mut self, limits: &Limits) -> Answer {
        self.search.resume(limits)
    }
}

impl<const W: usize> Search for Guesses<W> {
    fn load(&mut self, givens: &Grid) {
        self.board.load(givens);
        self.restart();
    }

    fn resume(&mut self, limits: &Limits) -> Answer {
        Guesses::resume(self, limits, u64::MAX)
    }
}

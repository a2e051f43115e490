//! Puzzles: rules and givens.

use std::sync::{Arc, Mutex, PoisonError};

use super::Rules;
use crate::grid::{Grid, Size, SizeError};

/// A puzzle: rules and givens. The givens may clash; [`crate::verify::clashes`] lists their
/// clashes.
///
/// ```
/// use satdoku::{Grid, Puzzle, Rules, Size};
/// let windows = [5, 6, 9, 10].map(satdoku::Cell::from_index);
/// let rules = Rules::builder(Size::FOUR).extra_region(&windows).build()?;
/// let puzzle = Puzzle::new(rules, Grid::empty(Size::FOUR))?;
/// assert_eq!(puzzle.rules().to_string(), "classic + 1 clue");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub struct Puzzle {
    rules: Arc<Rules>,
    givens: Grid,
}

impl Puzzle {
    /// A puzzle with these rules and givens. Pass an [`Arc`] to share the rules among puzzles.
    ///
    /// # Errors
    /// [`SizeError`] if the grid is not of the rules' size.
    pub fn new(rules: impl Into<Arc<Rules>>, givens: Grid) -> Result<Puzzle, SizeError> {
        let rules = rules.into();
        if rules.size() != givens.size() {
            return Err(SizeError(format!(
                "expected a grid with boxes of {}, found one with boxes of {}",
                rules.size(),
                givens.size()
            )));
        }
        Ok(Puzzle { rules, givens })
    }

    /// The classic puzzle with these givens. All classic puzzles of one size share one value of
    /// [`Rules`].
    pub fn classic(givens: Grid) -> Puzzle {
        static KNOWN: Shared = Shared::new(Vec::new());
        Puzzle { rules: shared(&KNOWN, givens.size(), Rules::classic), givens }
    }

    /// The puzzle with these givens and both main diagonals. All diagonal puzzles of one size share
    /// one value of [`Rules`].
    pub fn diagonal(givens: Grid) -> Puzzle {
        static KNOWN: Shared = Shared::new(Vec::new());
        Puzzle { rules: shared(&KNOWN, givens.size(), Rules::diagonal), givens }
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The givens.
    pub fn givens(&self) -> &Grid {
        &self.givens
    }

    /// The size of the grid.
    pub fn size(&self) -> Size {
        self.givens.size()
    }

    /// A puzzle with the same rules and other givens.
    ///
    /// # Errors
    /// [`SizeError`] if the grid is not of the rules' size.
    pub fn with_givens(&self, givens: Grid) -> Result<Puzzle, SizeError> {
        Puzzle::new(Arc::clone(&self.rules), givens)
    }

    /// A puzzle with the same rules and an empty grid.
    pub fn without_givens(&self) -> Puzzle {
        Puzzle { rules: Arc::clone(&self.rules), givens: Grid::empty(self.size()) }
    }
}

/// The rules that were made so far, at most one entry per size.
type Shared = Mutex<Vec<Arc<Rules>>>;

fn shared(known: &Shared, size: Size, make: fn(Size) -> Rules) -> Arc<Rules> {
    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(rules) = known.iter().find(|rules| rules.size() == size) {
        return Arc::clone(rules);
    }
    let rules = Arc::new(make(size));
    known.push(Arc::clone(&rules));
    rules
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_of_a_size_share_their_rules() {
        let rules = |size| Arc::clone(Puzzle::classic(Grid::empty(size)).rules());
        assert!(Arc::ptr_eq(&rules(Size::NINE), &rules(Size::NINE)));
        let flat = Size::new(2, 6).unwrap();
        assert_eq!((rules(flat).size(), rules(Size::NINE).size()), (flat, Size::NINE));
        let diagonal = Puzzle::diagonal(Grid::empty(Size::NINE));
        assert!(diagonal.rules().is_diagonal() && rules(Size::NINE).is_classic());
    }
}

//! Entries of the list of contenders: their capabilities, and how to build them.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use super::Contender;
use satdoku::{Rules, Size};

/// The rules that a contender supports.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Variants {
    /// Rows, columns and boxes.
    Classic,
    /// Any units.
    Units,
    /// Any units, and any pairs of cells that must differ.
    Pairs,
    /// All [`Rules`], also with clues such as cages.
    Any,
}

impl fmt::Display for Variants {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Variants::Classic => "classic",
            Variants::Units => {
                "rules without clues and without pairs of cells (not anti-knight, anti-king, argyle)"
            }
            Variants::Pairs => "rules without clues such as killer",
            Variants::Any => "any rules",
        })
    }
}

/// The capabilities of a contender.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capabilities {
    /// The smallest and the largest side.
    pub sides: (usize, usize),
    /// The rules that the contender supports.
    pub variants: Variants,
    /// Whether the contender can look for more than one solution, and so tell whether there is only
    /// one solution.
    pub counts: bool,
    /// Whether it is better to ask the contender many puzzles at once ([`Contender::answer_all`]),
    /// so that only their total time is known.
    pub batch: bool,
    /// Whether the contender solves a formula, whose encoding can be chosen.
    pub formula: bool,
}

impl Capabilities {
    /// All sizes, all rules without clues and any number of solutions, without a formula.
    pub const ALL: Capabilities = Capabilities {
        sides: (1, Size::MAX_SIDE),
        variants: Variants::Pairs,
        counts: true,
        batch: false,
        formula: false,
    };

    /// The capabilities of SAT solvers: the same as [`Capabilities::ALL`], but with clues and a
    /// formula.
    pub const SAT: Capabilities =
        Capabilities { variants: Variants::Any, formula: true, ..Capabilities::ALL };

    /// Whether the contender can solve puzzles with these rules.
    pub fn supports(&self, rules: &Rules) -> bool {
        let needed = if rules.is_classic() {
            Variants::Classic
        } else if rules.only_groups().is_err() {
            Variants::Any
        } else if rules.pairs().is_empty() {
            Variants::Units
        } else {
            Variants::Pairs
        };
        (self.sides.0..=self.sides.1).contains(&rules.size().side()) && needed <= self.variants
    }
}

/// An entry of the list of contenders.
#[derive(Clone)]
pub struct Entry {
    /// The name of the contender for `--solver`.
    pub name: String,
    /// A short description.
    pub about: String,
    /// The capabilities of the contender.
    pub capabilities: Capabilities,
    /// The file of a well-known program, which prints its version with `--version`.
    pub program: Option<PathBuf>,
    /// Builds the contender. Contenders are not `Send`, so each thread builds its own contender.
    pub build: Arc<dyn Fn() -> Box<dyn Contender> + Send + Sync>,
}

impl Entry {
    /// The entry of a contender that `build` makes, and that is not a well-known program.
    pub fn new<C: Contender + 'static>(
        name: impl Into<String>,
        about: impl Into<String>,
        capabilities: Capabilities,
        build: impl Fn() -> C + Send + Sync + 'static,
    ) -> Entry {
        Entry {
            name: name.into(),
            about: about.into(),
            capabilities,
            program: None,
            build: Arc::new(move || Box::new(build())),
        }
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Entry({}: {:?})", self.name, self.capabilities)
    }
}

//! Contenders as a list shows them: what they can do, and how one is made.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use super::Contender;
use satdoku::{Rules, Size};

/// Which units a contender can handle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Variants {
    /// Rows, columns and boxes.
    Classic,
    /// Any units.
    Units,
    /// Any [`Rules`]: units, and pairs of cells that must differ.
    Any,
}

impl fmt::Display for Variants {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Variants::Classic => "classic",
            Variants::Units => "rules without pairs of cells (not anti-knight, anti-king, argyle)",
            Variants::Any => "any rules",
        })
    }
}

/// What a contender can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capabilities {
    /// The smallest and the largest side.
    pub sides: (usize, usize),
    /// The rules it takes.
    pub variants: Variants,
    /// Whether it can look for more than one solution, and so tell whether there is only one.
    pub counts: bool,
    /// Whether it is best asked many puzzles at once ([`Contender::answer_all`]), so that only
    /// the time of all together is known.
    pub batch: bool,
    /// Whether it gets a formula, whose encoding can be chosen.
    pub formula: bool,
}

impl Capabilities {
    /// Every size, any rules, any number of solutions; no formula.
    pub const ALL: Capabilities = Capabilities {
        sides: (1, Size::MAX_SIDE),
        variants: Variants::Any,
        counts: true,
        batch: false,
        formula: false,
    };

    /// What SAT solvers can do: the same, on a formula.
    pub const SAT: Capabilities = Capabilities { formula: true, ..Capabilities::ALL };

    /// Whether it can solve puzzles of these rules.
    pub fn supports(&self, rules: &Rules) -> bool {
        let needed = if rules.is_classic() {
            Variants::Classic
        } else if rules.pairs().is_empty() {
            Variants::Units
        } else {
            Variants::Any
        };
        (self.sides.0..=self.sides.1).contains(&rules.size().side())
            && needed <= self.variants
            && (self.formula || rules.only_groups().is_ok())
    }
}

/// One contender as a list shows it.
#[derive(Clone)]
pub struct Entry {
    /// Its name, as `--solver` takes it.
    pub name: String,
    /// A short description.
    pub about: String,
    /// What it can do.
    pub capabilities: Capabilities,
    /// The file that is run, for a well-known program: it prints its version with `--version`.
    pub program: Option<PathBuf>,
    /// Builds it. Contenders are not `Send`: each thread builds its own.
    pub build: Arc<dyn Fn() -> Box<dyn Contender> + Send + Sync>,
}

impl Entry {
    /// A contender that is made by `build`, and is no well-known program.
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

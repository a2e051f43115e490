//! The work that was needed to solve one puzzle or many puzzles.

use std::ops::AddAssign;
use std::time::Duration;

use serde::{Deserialize, Serialize};

names! {
    /// The stage that settled a puzzle.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
    pub enum Stage {
        /// A pattern of shifted rows that agrees with the few givens (large grids).
        Pattern = "a pattern",
        /// Propagation, or a search that needed no guess.
        Propagation = "propagation",
        /// Probing.
        Probing = "probing",
        /// A search with guesses, which found the wanted solutions or was complete.
        Dive = "bounded search",
        /// varisat.
        Varisat = "varisat",
        /// Only dpll.
        Dpll = "dpll",
    }
}

/// Sizes, counts and times of one answer or of several answers. If a solver does not report a
/// number, it is `None`, never 0, and is left out in JSON.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Statistics {
    /// Variables of the formula, including auxiliary ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variables: Option<u64>,
    /// Clauses of the formula, including givens, but without blocking clauses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clauses: Option<u64>,
    /// Guesses of the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guesses: Option<u64>,
    /// Conflicts of the SAT solver.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflicts: Option<u64>,
    /// Decisions of the SAT solver (clasp calls them choices).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decisions: Option<u64>,
    /// Propagated literals, as the solver counts them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub propagations: Option<u64>,
    /// Restarts of the SAT solver.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restarts: Option<u64>,
    /// Bytes of the proof, in the format of the solver.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof_bytes: Option<u64>,
    /// The time for making the formula, if it is made before it is given to the solver.
    #[serde(rename = "encode_us", with = "microseconds", skip_serializing_if = "Option::is_none")]
    pub encode: Option<Duration>,
    /// The time for giving the formula to the solver. If `encode` is `None`, this includes the time
    /// for making the formula.
    #[serde(rename = "load_us", with = "microseconds", skip_serializing_if = "Option::is_none")]
    pub load: Option<Duration>,
    /// The time of the search.
    #[serde(rename = "solve_us", with = "microseconds", skip_serializing_if = "Option::is_none")]
    pub solve: Option<Duration>,
    /// The time for checking the grids.
    #[serde(rename = "verify_us", with = "microseconds", skip_serializing_if = "Option::is_none")]
    pub verify: Option<Duration>,
    /// The total time of other programs, each from its start to its end.
    #[serde(rename = "process_us", with = "microseconds", skip_serializing_if = "Option::is_none")]
    pub process: Option<Duration>,
    /// The processor time of these programs.
    #[serde(skip)]
    pub process_cpu: Option<Duration>,
    /// How many other programs were started.
    #[serde(skip)]
    pub processes: Option<u64>,
}

/// Adds statistics. If only one of the two has a number, the sum is this number.
impl AddAssign<&Statistics> for Statistics {
    fn add_assign(&mut self, other: &Statistics) {
        add(&mut self.variables, other.variables);
        add(&mut self.clauses, other.clauses);
        add(&mut self.guesses, other.guesses);
        add(&mut self.conflicts, other.conflicts);
        add(&mut self.decisions, other.decisions);
        add(&mut self.propagations, other.propagations);
        add(&mut self.restarts, other.restarts);
        add(&mut self.proof_bytes, other.proof_bytes);
        add(&mut self.encode, other.encode);
        add(&mut self.load, other.load);
        add(&mut self.solve, other.solve);
        add(&mut self.verify, other.verify);
        add(&mut self.process, other.process);
        add(&mut self.process_cpu, other.process_cpu);
        add(&mut self.processes, other.processes);
    }
}

impl Statistics {
    /// The time for encoding and loading together.
    #[must_use]
    pub fn before_search(&self) -> Option<Duration> {
        [self.encode, self.load].into_iter().flatten().reduce(|sum, time| sum + time)
    }
}

fn add<T: AddAssign + Default>(sum: &mut Option<T>, other: Option<T>) {
    if let Some(other) = other {
        *sum.get_or_insert_default() += other;
    }
}

/// Writes a time as a whole number of microseconds.
mod microseconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(time: &Option<Duration>, out: S) -> Result<S::Ok, S::Error> {
        time.map(|time| time.as_micros() as u64).serialize(out)
    }

    pub fn deserialize<'d, D: Deserializer<'d>>(text: D) -> Result<Option<Duration>, D::Error> {
        Ok(Option::deserialize(text)?.map(Duration::from_micros))
    }
}

//! The work that it took to answer a puzzle, or many.

use std::ops::AddAssign;
use std::time::Duration;

use serde::{Deserialize, Serialize};

names! {
    /// The stage that settled a puzzle.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
    pub enum Stage {
        /// A grid of shifted rows that fits the few givens (large grids).
        Pattern = "a pattern",
        /// Propagation, or a search that needed no guess.
        Propagation = "propagation",
        /// Probing.
        Probing = "probing",
        /// A search by guesses, which found the wanted solutions or was complete.
        Dive = "bounded search",
        /// varisat.
        Varisat = "varisat",
        /// dpll alone.
        Dpll = "dpll",
    }
}

/// Sizes, counts and times of one answer or of several. A number that a solver does not tell is
/// `None`, never 0, and is left out of JSON.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Statistics {
    /// Variables of the formula, auxiliaries included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variables: Option<u64>,
    /// Clauses of the formula, givens included, but no blocking clauses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clauses: Option<u64>,
    /// Guesses of the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guesses: Option<u64>,
    /// Conflicts of the SAT solver.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflicts: Option<u64>,
    /// Decisions; clasp's choices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decisions: Option<u64>,
    /// Literals that were propagated, in the solver's own way of counting.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub propagations: Option<u64>,
    /// Restarts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restarts: Option<u64>,
    /// Bytes of the proof that was written, in the solver's own format.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof_bytes: Option<u64>,
    /// The time to make the formula, if it is made before the solver gets it.
    #[serde(rename = "encode_us", with = "microseconds", skip_serializing_if = "Option::is_none")]
    pub encode: Option<Duration>,
    /// The time to give the formula to the solver. This includes the time to make the formula, if
    /// `encode` is `None`.
    #[serde(rename = "load_us", with = "microseconds", skip_serializing_if = "Option::is_none")]
    pub load: Option<Duration>,
    /// The time of the search.
    #[serde(rename = "solve_us", with = "microseconds", skip_serializing_if = "Option::is_none")]
    pub solve: Option<Duration>,
    /// The time to check the grids.
    #[serde(rename = "verify_us", with = "microseconds", skip_serializing_if = "Option::is_none")]
    pub verify: Option<Duration>,
    /// The time of other programs, from the start of each program to its end.
    #[serde(rename = "process_us", with = "microseconds", skip_serializing_if = "Option::is_none")]
    pub process: Option<Duration>,
    /// The processor time of these programs.
    #[serde(skip)]
    pub process_cpu: Option<Duration>,
    /// How many of them were started.
    #[serde(skip)]
    pub processes: Option<u64>,
}

/// A number that only one of the two has counts alone.
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
    /// Encoding and loading together.
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

/// A time as a whole number of microseconds.
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

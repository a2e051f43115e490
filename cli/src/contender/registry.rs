//! The contenders, by name.
//!
//! | Name | Contender |
//! |---|---|
//! | `satdoku` | the default way of `satdoku solve` |
//! | `varisat` | varisat with the whole formula, a fresh solver for each puzzle |
//! | `norvig`, ... | [`built_in`] |
//! | `minisat`, ... | SAT solvers as processes, if they are in `PATH` ([`WELL_KNOWN`](super::program::WELL_KNOWN)) |
//! | `SOLVER:simplified`, `SOLVER:PRESET[/AMO]` | a SAT solver, varisat too, on another formula ([`FormulaKind`]) |

use super::library::Fresh;
use super::program;
use super::{
    Capabilities, ContenderError, DiagonalAgent, Entry, ExactCover, FormulaKind, Norvig, Variants,
};
use satdoku::{Dpll, Pipeline};

/// The default of `solve`.
pub const DEFAULT: &str = "satdoku";

/// All contenders that are available on this machine, SAT solvers with the whole formula in the
/// default encoding only: the others differ in the name alone.
pub fn all() -> Vec<Entry> {
    let built_in = built_in().into_iter().map(|entry| entry.name);
    let well_known = program::WELL_KNOWN.map(|(name, _)| name.into());
    let names = [DEFAULT.into(), "varisat".into()].into_iter().chain(built_in).chain(well_known);
    names.filter_map(|name| find(&name).ok()).collect()
}

/// The contender of a name, or of a [specification](program::entry) that gives a name to a command.
///
/// # Errors
/// [`ContenderError::Specification`] if no contender has that name, or a built-in one has that of a
/// command; an error of the process module if a well-known SAT solver is not in `PATH`.
pub fn find(name: &str) -> Result<Entry, ContenderError> {
    if let Some((own, _)) = name.split_once('=') {
        let base = own.split(':').next().unwrap_or_default();
        if [DEFAULT, "varisat"].contains(&base) || built_in().iter().any(|entry| entry.name == own)
        {
            let expected = "a name that no built-in solver has".to_owned();
            return Err(ContenderError::Specification(expected, own.to_owned()));
        }
        return program::entry(name);
    }
    if name == DEFAULT {
        let about = "what `solve` does: simplification, search, varisat";
        return Ok(Entry::new(DEFAULT, about, Capabilities::SAT, Pipeline::new));
    }
    if let Some(entry) = built_in().into_iter().find(|entry| entry.name == name) {
        return Ok(entry);
    }
    let (base, kind) = FormulaKind::of_name(name)?;
    if base == "varisat" {
        let about = "the whole formula in varisat, afresh for each puzzle";
        let build = move || Fresh { kind };
        return Ok(Entry::new(name.to_owned(), about, Capabilities::SAT, build));
    }
    match program::well_known(base, kind) {
        Some(entry) => Ok(Entry { name: name.to_owned().into(), ..entry? }),
        None => {
            let mut names: Vec<_> = all().into_iter().map(|entry| entry.name).collect();
            let others = ["SOLVER:simplified", "SOLVER:PRESET[/AMO]", program::SPECIFICATION];
            names.extend(others.map(Into::into));
            let expected = format!("one of {}", names.join(", "));
            Err(ContenderError::Specification(expected, name.to_owned()))
        }
    }
}

/// The contenders that need nothing but this crate and use no formula: one line each.
pub fn built_in() -> Vec<Entry> {
    let all = Capabilities::ALL;
    // Copies of all candidates, or a row for each, are too much memory above.
    let small = Capabilities { sides: (1, 100), ..all };
    // A pair is no item that an option must cover.
    let units = Capabilities { variants: Variants::Units, ..small };
    vec![
        Entry::new("norvig", "Norvig's propagation and search", small, || Norvig),
        Entry::new("diagonal-agent", "the same with naked twins", small, || DiagonalAgent),
        Entry::new("exact-cover", "Knuth's dancing links", units, ExactCover::default),
        Entry::new("dpll", "bit-parallel DPLL on vector instructions", all, Dpll::new),
        Entry::new("dpll-portable", "the same without vector instructions", all, Dpll::portable),
    ]
}

//! The contenders, by name.
//!
//! | Name | Contender |
//! |---|---|
//! | `satdoku` | the default way of `satdoku solve` |
//! | `varisat` | varisat with the whole formula, a fresh solver for each puzzle |
//! | `norvig`, ... | [`built_in`] |
//! | `minisat`, ... | SAT solvers as processes, if they are in `PATH` ([`WELL_KNOWN`](super::program::WELL_KNOWN)) |
//! | `SOLVER:simplified`, `SOLVER:PRESET[/AMO]` | a SAT solver, varisat too, on another formula ([`FormulaKind`]) |

use super::program;
use super::varisat::{Fresh, Satdoku};
use super::{
    Capabilities, ContenderError, DiagonalAgent, Entry, ExactCover, FormulaKind, Norvig,
    PruneFillSearch, Variants,
};
use satdoku::dpll::Dpll;
use satdoku::encode::Encoding;

/// The default of `solve`.
pub const DEFAULT: &str = "satdoku";

/// All contenders that are available on this machine, SAT solvers with the whole formula in the
/// default encoding only: the others differ in the name alone.
pub fn all() -> Vec<Entry> {
    let kind = FormulaKind::default();
    let mut entries = vec![default(kind.encoding), fresh(kind)];
    entries.extend(built_in());
    entries.extend(program::installed(kind));
    entries
}

/// The contender of a name. SAT solvers get formulas in `encoding` unless the name says which.
///
/// # Errors
/// [`ContenderError::Specification`] if no contender has that name; an error of the process module
/// if a well-known SAT solver is not in `PATH`.
pub fn find(name: &str, encoding: Encoding) -> Result<Entry, ContenderError> {
    if name == DEFAULT {
        return Ok(default(encoding));
    }
    if let Some(entry) = built_in().into_iter().find(|entry| entry.name == name) {
        return Ok(entry);
    }
    let (base, kind) = FormulaKind::of_name(name, encoding)?;
    let entry = match base {
        "varisat" => fresh(kind),
        _ => program::well_known(base, kind).unwrap_or_else(|| Err(unknown(name)))?,
    };
    Ok(Entry { name: name.to_owned().into(), ..entry })
}

fn unknown(name: &str) -> ContenderError {
    let mut names: Vec<String> = all().into_iter().map(|entry| entry.name.into_owned()).collect();
    names.push("SOLVER:simplified".to_owned());
    names.push("SOLVER:PRESET[/AMO]".to_owned());
    ContenderError::Specification {
        expected: format!("one of {}", names.join(", ")),
        found: name.to_owned(),
    }
}

fn default(encoding: Encoding) -> Entry {
    let about = "what `solve` does: simplification, then varisat";
    Entry::new(DEFAULT, about, Capabilities::SAT, move || Ok(Satdoku::new(encoding)))
}

fn fresh(kind: FormulaKind) -> Entry {
    let about = "the whole formula in varisat, afresh for each puzzle";
    Entry::new("varisat", about, Capabilities::SAT, move || Ok(Fresh::new(kind)))
}

/// The contenders that need nothing but this crate and use no formula: one line each.
pub fn built_in() -> Vec<Entry> {
    let all = Capabilities::ALL;
    // Copies of all candidates, or a row for each, are too much memory above.
    let small = Capabilities { sides: (1, 100), ..all };
    // A pair is no item that an option must cover, and no unit to fill.
    let units = Capabilities { variants: Variants::Units, ..small };
    vec![
        Entry::new("norvig", "Norvig's propagation and search", small, || Ok(Norvig)),
        Entry::new("diagonal-agent", "the same with naked twins", small, || Ok(DiagonalAgent)),
        Entry::new("prune-fill-search", "Kuriyama's stack of boards", units, || {
            Ok(PruneFillSearch)
        }),
        Entry::new("exact-cover", "Knuth's dancing links", units, || Ok(ExactCover::default())),
        Entry::new("dpll", "bit-parallel DPLL on vector instructions", all, || Ok(Dpll::new())),
        Entry::new("dpll-portable", "the same without vector instructions", all, || {
            Ok(Dpll::portable())
        }),
    ]
}

/// Whether [`find`] knows this name without any other program.
pub fn is_built_in(name: &str) -> bool {
    let base = name.split(':').next().unwrap_or_default();
    [DEFAULT, "varisat"].contains(&base) || built_in().iter().any(|entry| entry.name == name)
}

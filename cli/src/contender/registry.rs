//! The contenders, by name.
//!
//! | Name | Contender |
//! |---|---|
//! | `satdoku` | the default way of `satdoku solve` |
//! | `varisat` | varisat with the whole formula, a fresh solver for each puzzle |
//! | `varisat+assumptions` | one long-lived varisat, the givens as assumptions |
//! | `norvig`, ... | [`built_in`] |
//! | `rustsat-minisat`, ... | SAT solvers in process, with the cargo feature `solvers` |
//! | `minisat`, ... | SAT solvers as processes, if they are in `PATH` ([`WELL_KNOWN`](super::program::WELL_KNOWN)) |
//! | `SOLVER:simplified`, `SOLVER:PRESET[/AMO]` | a SAT solver, varisat too, on another formula ([`FormulaKind`]) |

use super::program;
use super::varisat::{Assuming, Fresh, Satdoku};
use super::{
    Capabilities, ContenderError, DiagonalAgent, Entry, ExactCover, FormulaKind, Norvig,
    PruneFillSearch, Variants,
};
use satdoku::dpll::Dpll;
use satdoku::encode::Encoding;

/// The default of `solve`.
pub const DEFAULT: &str = "satdoku";

/// Ends the name of a contender that keeps one solver and assumes the givens.
const ASSUMPTIONS: &str = "+assumptions";

/// All contenders that are available on this machine, SAT solvers with the whole formula in the
/// default encoding only: the others differ in the name alone.
pub fn all() -> Vec<Entry> {
    let kind = FormulaKind::default();
    let mut entries = vec![default(kind.encoding), fresh(kind), assuming(kind.encoding)];
    entries.extend(built_in());
    entries.extend(sat_solvers_in_process(kind));
    entries.extend(program::installed(kind));
    entries
}

/// The contender of a name. SAT solvers get formulas in `encoding` unless the name says which.
///
/// ```
/// use satdoku_cli::contender::find;
/// use satdoku::Encoding;
/// let entry = find("varisat:minimal/commander+assumptions", Encoding::default())?;
/// assert_eq!(entry.name, "varisat:minimal/commander+assumptions");
/// assert!(find("magic", Encoding::default()).is_err());
/// # Ok::<(), satdoku_cli::contender::ContenderError>(())
/// ```
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
    let assuming_base = name.strip_suffix(ASSUMPTIONS);
    let (base, kind) = FormulaKind::of_name(assuming_base.unwrap_or(name), encoding)?;
    let mut entry = match (base, assuming_base) {
        ("varisat", None) => fresh(kind),
        ("varisat", Some(_)) if !kind.simplified => assuming(kind.encoding),
        (_, Some(_)) => return Err(unknown(name)),
        (_, None) => sat_solver(base, kind).unwrap_or_else(|| Err(unknown(name)))?,
    };
    entry.name = name.to_owned().into();
    Ok(entry)
}

/// A SAT solver other than varisat; `None` if there is none of that name.
fn sat_solver(name: &str, kind: FormulaKind) -> Option<Result<Entry, ContenderError>> {
    let found = sat_solvers_in_process(kind).into_iter().find(|entry| entry.name == name).map(Ok);
    found.or_else(|| program::of_well_known(name, kind))
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

fn assuming(encoding: Encoding) -> Entry {
    let about = "one long-lived varisat, givens as assumptions";
    let name = format!("varisat{ASSUMPTIONS}");
    Entry::new(name, about, Capabilities::SAT, move || Ok(Assuming::new(encoding)))
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

#[cfg(feature = "solvers")]
pub use super::rustsat::entries as sat_solvers_in_process;

/// The SAT solvers of the cargo feature `solvers`; without it there are none.
#[cfg(not(feature = "solvers"))]
pub fn sat_solvers_in_process(_: FormulaKind) -> Vec<Entry> {
    Vec::new()
}

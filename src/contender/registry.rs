//! The contenders, by name.
//!
//! | Name | Contender |
//! |---|---|
//! | `varisat` | the default way of `satdoku solve` |
//! | `varisat:PRESET[/AMO]` | varisat with the whole formula, a fresh solver for each puzzle |
//! | `varisat:PRESET[/AMO]+assumptions` | one long-lived varisat, the givens as assumptions |
//! | `norvig`, ... | [`built_in`] |
//! | `rustsat-minisat`, ... | SAT solvers in process, with the cargo feature `solvers` |
//! | `minisat`, ... | SAT solvers as processes, if they are in `PATH` ([`WELL_KNOWN`](super::program::WELL_KNOWN)), on what simplification leaves |
//! | `SOLVER:PRESET[/AMO]` | such a SAT solver on the whole formula in this encoding |

#[cfg(feature = "process")]
use super::program;
use super::varisat::{Assuming, Fresh};
use super::{
    Capabilities, ContenderError, DiagonalAgent, Entry, ExactCover, Norvig, PruneFillSearch,
    Variants,
};
use crate::dpll::Dpll;
use crate::encode::Encoding;
use crate::solve::Pipeline;

/// Ends the name of a contender that keeps one solver and assumes the givens.
const ASSUMPTIONS: &str = "+assumptions";

/// All contenders that are available on this machine, SAT solvers with the default encoding only:
/// the other encodings differ in the name alone.
pub fn all() -> Vec<Entry> {
    let encoding = Encoding::default();
    let mut entries = vec![pipeline(encoding), fresh(encoding), assuming(encoding)];
    entries.extend(built_in());
    entries.extend(sat_solvers(encoding, true));
    entries
}

/// SAT solvers other than varisat, which take formulas in any encoding.
#[cfg_attr(not(feature = "process"), allow(unused))]
fn sat_solvers(encoding: Encoding, simplify: bool) -> Vec<Entry> {
    let mut entries = sat_solvers_in_process(encoding);
    #[cfg(feature = "process")]
    entries.extend(program::installed(encoding, simplify));
    entries
}

/// The contender of a name. SAT solvers get formulas in `encoding` unless the name says which.
///
/// ```
/// use satdoku::contender::find;
/// use satdoku::Encoding;
/// let entry = find("varisat:minimal/commander+assumptions", Encoding::default())?;
/// assert_eq!(entry.name, "varisat:minimal/commander+assumptions");
/// assert!(find("magic", Encoding::default()).is_err());
/// # Ok::<(), satdoku::contender::ContenderError>(())
/// ```
///
/// # Errors
/// [`ContenderError::Specification`] if no contender has that name; an error of the process module
/// if a well-known SAT solver is not in `PATH`.
pub fn find(name: &str, encoding: Encoding) -> Result<Entry, ContenderError> {
    let named = |entry: &Entry| entry.name == name;
    if name == "varisat" {
        return Ok(pipeline(encoding));
    }
    if let Some(entry) = built_in().into_iter().find(named) {
        return Ok(entry);
    }
    let (base, of_name) = match name.split_once(':') {
        None => (name, None),
        Some((base, rest)) => (base, Some(rest)),
    };
    let parse = |text: &str| {
        text.parse::<Encoding>().map_err(|error| ContenderError::Specification {
            expected: format!("{base}:PRESET/AMO ({error})"),
            found: name.to_owned(),
        })
    };
    let mut entry = match (base, of_name) {
        ("varisat", Some(text)) => match text.strip_suffix(ASSUMPTIONS) {
            Some(text) => assuming(parse(text)?),
            None => fresh(parse(text)?),
        },
        _ => {
            let encoding = of_name.map_or(Ok(encoding), parse)?;
            let of_base = |entry: &Entry| entry.name == base;
            let simplify = of_name.is_none();
            match sat_solvers(encoding, simplify).into_iter().find(of_base) {
                Some(entry) => entry,
                // Building it tells that it is not in PATH.
                #[cfg(feature = "process")]
                None if is_well_known(base) => {
                    let entry = program::entry(base, encoding, simplify)?;
                    (entry.build)()?;
                    entry
                }
                None => return Err(unknown(name)),
            }
        }
    };
    entry.name = name.to_owned().into();
    Ok(entry)
}

#[cfg(feature = "process")]
fn is_well_known(name: &str) -> bool {
    program::WELL_KNOWN.iter().any(|(known, _)| *known == name)
}

fn unknown(name: &str) -> ContenderError {
    let mut names: Vec<String> =
        ["varisat", "varisat:PRESET[/AMO][+assumptions]"].map(str::to_owned).to_vec();
    let others = built_in().into_iter().chain(sat_solvers(Encoding::default(), true));
    names.extend(others.map(|entry| entry.name.into_owned()));
    ContenderError::Specification {
        expected: format!("one of {}", names.join(", ")),
        found: name.to_owned(),
    }
}

fn pipeline(encoding: Encoding) -> Entry {
    let about = "simplification, then varisat; as `solve` does";
    Entry::new("varisat", about, Capabilities::SAT, move || {
        Ok(Fresh::new(Pipeline::with_encoding(encoding)))
    })
}

fn fresh(encoding: Encoding) -> Entry {
    let about = "the whole formula, a fresh solver for each puzzle";
    Entry::new(format!("varisat:{encoding}"), about, Capabilities::SAT, move || {
        Ok(Fresh::new(Pipeline::plain(encoding)))
    })
}

fn assuming(encoding: Encoding) -> Entry {
    let name = format!("varisat:{encoding}{ASSUMPTIONS}");
    let about = "one long-lived solver, givens as assumptions";
    Entry::new(name, about, Capabilities::SAT, move || Ok(Assuming::new(encoding)))
}

/// The contenders that need nothing but this crate, varisat aside: one line each.
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
    let is_varisat = name.split(':').next() == Some("varisat");
    is_varisat || built_in().iter().any(|entry| entry.name == name)
}

#[cfg(feature = "solvers")]
pub use super::rustsat::entries as sat_solvers_in_process;

/// The SAT solvers of the cargo feature `solvers`; without it there are none.
#[cfg(not(feature = "solvers"))]
pub fn sat_solvers_in_process(_: Encoding) -> Vec<Entry> {
    Vec::new()
}

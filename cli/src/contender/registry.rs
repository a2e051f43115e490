//! Finds contenders by name, or by the command of a program. The output of a program is not
//! trusted: everything except a well-formed answer is an error.
//!
//! | Name | Contender |
//! |---|---|
//! | `satdoku` | the default solver of `satdoku solve` |
//! | `auto` | the same; but above 9x9, varisat gives up after some seconds, and then kissat or cadical is asked |
//! | `varisat` | varisat with the whole formula, with a new solver for each puzzle |
//! | `norvig`, ... | [`built_in`] |
//! | `cadical`, ... | a SAT solver as a process, if it is in `PATH`: [`WELL_KNOWN`] |
//! | `NAME=dimacs:COMMAND` | any SAT solver: it reads the formula from the file `{cnf}`, else from stdin, and writes the answer to the file `{out}`, else to stdout ([`satdoku::dimacs::read_output`]) |
//! | `NAME=lines:COMMAND` | any Sudoku program: it reads puzzles from stdin, one per line, up to the end of the input, and writes one line for each puzzle to stdout |
//! | `NAME=lines+count:COMMAND` | a Sudoku program that also writes the number of solutions: 0, 1, or 2 for two or more |
//!
//! The name of a SAT solver, including varisat, may choose the formula that the solver gets
//! ([`FormulaKind`]).

use std::path::Path;

use super::library::{Auto, Fresh};
use super::{
    Capabilities, ContenderError, DiagonalAgent, Entry, ExactCover, FormulaKind, LineProgram,
    Norvig, PruneFillSearch, SatProgram, Variants,
};
use crate::process::{CommandLine, find_binary_in_path};
use satdoku::{Dpll, Pipeline};

/// The default solver of `solve`.
pub const DEFAULT: &str = "satdoku";

/// The default solver, with a SAT solver as a process for puzzles that varisat does not solve soon.
pub const AUTO: &str = "auto";

/// The SAT solvers for [`AUTO`], which uses the first of them that is in `PATH`.
pub const OF_AUTO: [&str; 2] = ["kissat", "cadical"];

/// SAT solvers that are known by name, with commands that also print statistics.
pub const WELL_KNOWN: [(&str, &str); 7] = [
    ("cadical", "cadical -v --report=0"),
    ("kissat", "kissat"),
    ("minisat", "minisat {cnf} {out}"),
    ("picosat", "picosat -v"),
    ("clasp", "clasp --verbose=0 --stats"),
    ("cryptominisat5", "cryptominisat5 --verb 1"),
    ("glucose", "glucose -model {cnf}"),
];

/// The kinds of programs that a specification of a command can name.
const KINDS: [&str; 3] = ["dimacs", "lines", "lines+count"];

/// The forms of a specification of a command.
const SPECIFICATION: &str = "NAME=dimacs:COMMAND, NAME=lines:COMMAND or NAME=lines+count:COMMAND";

/// All contenders that are available on this machine. SAT solvers are listed only with the whole
/// formula in the default encoding: for other formulas, only the name differs.
pub fn all() -> Vec<Entry> {
    names().iter().flat_map(|name| find(name)).collect()
}

/// The names of all contenders, also of programs that are not installed.
pub fn names() -> Vec<String> {
    let known = WELL_KNOWN.map(|(name, _)| name);
    let ours = [DEFAULT, "varisat"].map(str::to_owned).into_iter();
    let built_in = built_in().into_iter().map(|entry| entry.name);
    ours.chain(built_in).chain(known.into_iter().chain([AUTO]).map(str::to_owned)).collect()
}

/// Finds the contender for a name, or for a specification that gives a name to a command.
///
/// # Errors
/// [`ContenderError::NotAsked`] if no contender has this name, if the name given to a command is
/// the name of a built-in contender, or if a program is not found.
pub fn find(name: &str) -> Result<Entry, ContenderError> {
    if let Some((own, command)) = name.split_once('=') {
        return specified(own, command);
    }
    if name == DEFAULT {
        let about = "what `solve` does: propagation, search, varisat";
        return Ok(Entry::new(DEFAULT, about, Capabilities::SAT, Pipeline::new));
    }
    if name == AUTO {
        return auto();
    }
    if let Some(entry) = built_in().into_iter().find(|entry| entry.name == name) {
        return Ok(entry);
    }
    if name.split_once(':').is_some_and(|(kind, _)| KINDS.contains(&kind)) {
        return Err(wrong(SPECIFICATION, name));
    }
    let (base, kind) = FormulaKind::of_name(name)?;
    if base == "varisat" {
        let about = "varisat with the whole formula, a new solver for each puzzle";
        return Ok(Entry::new(name, about, Capabilities::SAT, move || Fresh { kind }));
    }
    let Some((_, command)) = WELL_KNOWN.iter().find(|(known, _)| *known == base) else {
        let names = all().into_iter().map(|entry| entry.name + ", ").collect::<String>();
        return Err(ContenderError::NotAsked(format!(
            "expected one of {names}SOLVER:simplified, SOLVER:PRESET[/AMO], {SPECIFICATION}, \
             found {name:?}"
        )));
    };
    // In a formula that remains after simplification, a variable that is false places a digit.
    // Other solvers guess false by default.
    let option = if kind.simplified && OF_AUTO.contains(&base) { " --phase=0" } else { "" };
    let typed = CommandLine::parse(&format!("{command}{option}"))?;
    let program = find_binary_in_path(base).ok_or_else(|| typed.not_found())?;
    let command = CommandLine { program: (&program).into(), ..typed.clone() };
    let about = format!("process: {typed}");
    Ok(Entry { about, program: Some(program), ..sat_solver(name, command, kind) })
}

/// The entry of [`AUTO`], with the first of its SAT solvers that is found.
fn auto() -> Result<Entry, ContenderError> {
    let found = OF_AUTO.iter().find_map(|name| find(&format!("{name}:simplified")).ok());
    let Some(Entry { program, build, .. }) = found else {
        let expected = OF_AUTO.join(" or ");
        let what = format!("{AUTO:?}: expected {expected} in PATH, found neither");
        return Err(ContenderError::NotAsked(what));
    };
    let name = program.as_deref().and_then(Path::file_name).unwrap_or_default().display();
    let about = format!("the default; above 9x9 also {name} if varisat takes long");
    let make = move || Auto { pipeline: Pipeline::new(), other: build() };
    Ok(Entry { program, ..Entry::new(AUTO, about, Capabilities::SAT, make) })
}

/// The contenders that need only this crate and use no formula.
pub fn built_in() -> Vec<Entry> {
    let all = Capabilities::ALL;
    // Above this side, copies of all candidates, or a row of a matrix for each candidate, take too
    // much memory.
    let small = Capabilities { sides: (1, 100), ..all };
    // These solvers do not support pairs: a pair is neither an item that an option must cover nor a
    // unit that can be filled.
    let units = Capabilities { variants: Variants::Units, ..small };
    vec![
        Entry::new("norvig", "Norvig's propagation and search", small, || Norvig),
        Entry::new("diagonal-agent", "norvig with naked twins", small, || DiagonalAgent),
        Entry::new(
            "prune-fill-search",
            "Kuriyama's stack of boards: repeats boards, does not end on hard puzzles",
            Capabilities { counts: false, ..units },
            || PruneFillSearch,
        ),
        Entry::new("exact-cover", "Knuth's dancing links", units, ExactCover::default),
        Entry::new("dpll", "bit-parallel DPLL with vector instructions", all, Dpll::new),
        Entry::new("dpll-portable", "dpll without vector instructions", all, Dpll::portable),
    ]
}

fn wrong(expected: &str, found: &str) -> ContenderError {
    ContenderError::NotAsked(format!("expected {expected}, found {found:?}"))
}

/// The entry of a program that is run by a command: `KIND:COMMAND`.
fn specified(name: &str, command: &str) -> Result<Entry, ContenderError> {
    let base = name.split(':').next().unwrap_or_default();
    if [DEFAULT, AUTO, "varisat"].contains(&base)
        || built_in().iter().any(|entry| entry.name == name)
    {
        return Err(wrong("a name that no built-in solver has", name));
    }
    let is_wrong = |c: char| c.is_whitespace() || c.is_control() || c == ',';
    let (kind, command) = match command.split_once(':') {
        Some((kind, command))
            if KINDS.contains(&kind) && !name.is_empty() && !name.contains(is_wrong) =>
        {
            (kind, CommandLine::parse(command)?)
        }
        _ => return Err(wrong(SPECIFICATION, &format!("{name}={command}"))),
    };
    command.locate()?;
    if kind == "dimacs" {
        return Ok(sat_solver(name, command, FormulaKind::of_name(name)?.1));
    }
    let counts = kind == "lines+count";
    let capabilities = Capabilities {
        sides: (1, LineProgram::MAX_SIDE),
        variants: Variants::Classic,
        counts,
        batch: true,
        ..Capabilities::ALL
    };
    let about = format!("process: {command}");
    Ok(Entry::new(name, about, capabilities, move || LineProgram {
        command: command.clone(),
        counts,
    }))
}

/// The entry of a SAT solver that is run by this command.
fn sat_solver(name: &str, command: CommandLine, kind: FormulaKind) -> Entry {
    let about = format!("process: {command}");
    Entry::new(name, about, Capabilities::SAT, move || SatProgram::new(command.clone(), kind))
}

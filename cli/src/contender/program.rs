//! External programs as contenders: SAT solvers and Sudoku programs.
//!
//! The output of a program is not trusted: anything but a well-formed answer is an error.
//!
//! | Specification | Kind of command | Input and output |
//! |---|---|---|
//! | `NAME=dimacs:COMMAND` | a SAT solver | the formula in the file `{cnf}`, else on stdin; the answer in the file `{out}`, else on stdout ([`satdoku::dimacs::read_output`]) |
//! | `NAME=lines:COMMAND` | a Sudoku program | puzzles on stdin, one a line, up to the end of the input; one line each on stdout, in order |
//! | `cadical`, `kissat`, ... | a SAT solver in `PATH`, see [`WELL_KNOWN`] | as fits it |
//!
//! The name may say which formula a SAT solver gets ([`FormulaKind`]).

use std::sync::Arc;

use super::{
    Capabilities, Contender, ContenderError, Entry, FormulaKind, LineProgram, SatProgram, Variants,
};
use crate::process::{CommandLine, find_binary_in_path};

/// SAT solvers that are known by name, with commands that also print what was counted.
pub const WELL_KNOWN: [(&str, &str); 7] = [
    ("cadical", "cadical -v --report=0"),
    ("kissat", "kissat"),
    ("minisat", "minisat {cnf} {out}"),
    ("picosat", "picosat -v"),
    ("clasp", "clasp --verbose=0 --stats"),
    ("cryptominisat5", "cryptominisat5 --verb 1"),
    ("glucose", "glucose -model {cnf}"),
];

/// How a command is specified.
pub(super) const SPECIFICATION: &str = "NAME=dimacs:COMMAND or NAME=lines:COMMAND";

/// The contender of a well-known SAT solver.
///
/// # Errors
/// If it is not in `PATH`.
pub(super) fn well_known(name: &str, kind: FormulaKind) -> Option<Result<Entry, ContenderError>> {
    let (_, command) = WELL_KNOWN.iter().find(|(known, _)| *known == name)?;
    // Where simplification has left a formula, a variable places a digit by being false; others
    // guess so by themselves.
    let option = if kind.simplified && name == "cadical" { " --phase=0" } else { "" };
    let typed = CommandLine::parse(&format!("{command}{option}")).expect("a command");
    let Some(program) = find_binary_in_path(name) else {
        return Some(Err(typed.not_found().into()));
    };
    let about = format!("process: {typed}").into();
    let command = CommandLine { program: (&program).into(), ..typed };
    Some(Ok(Entry { about, program: Some(program), ..sat_solver(name, command, kind) }))
}

/// A contender from a specification, whose name says which formula a SAT solver gets
/// ([`FormulaKind`]). The program is looked for when it is built.
///
/// # Errors
/// [`ContenderError::Specification`] if it is none of the kinds above.
pub fn entry(specification: &str) -> Result<Entry, ContenderError> {
    let wrong =
        || ContenderError::Specification(SPECIFICATION.to_owned(), specification.to_owned());
    let is_wrong = |c: char| c.is_whitespace() || c.is_control() || c == ',';
    let parts = specification.split_once('=').and_then(|(name, rest)| {
        let (kind, command) = rest.split_once(':')?;
        (!name.is_empty() && !name.contains(is_wrong)).then_some((name, kind, command))
    });
    let (name, kind, command) = parts.ok_or_else(wrong)?;
    let parse = || CommandLine::parse(command);
    match kind {
        "dimacs" => Ok(sat_solver(name, parse()?, FormulaKind::of_name(name)?.1)),
        "lines" => {
            let capabilities = Capabilities {
                sides: (1, LineProgram::MAX_SIDE),
                variants: Variants::Classic,
                counts: false,
                batch: true,
                ..Capabilities::ALL
            };
            Ok(process_entry(name, parse()?, capabilities, LineProgram::new))
        }
        _ => Err(wrong()),
    }
}

/// A SAT solver that is run by this command.
fn sat_solver(name: &str, command: CommandLine, kind: FormulaKind) -> Entry {
    let build = move |command| SatProgram::new(command, kind);
    process_entry(name, command, Capabilities::SAT, build)
}

fn process_entry<C: Contender + 'static>(
    name: &str,
    command: CommandLine,
    capabilities: Capabilities,
    new: impl Fn(CommandLine) -> C + Send + Sync + 'static,
) -> Entry {
    Entry {
        name: name.to_owned().into(),
        about: format!("process: {command}").into(),
        capabilities,
        program: None,
        build: Arc::new(move || {
            command.locate()?;
            Ok(Box::new(new(command.clone())))
        }),
    }
}

//! External programs as contenders: SAT solvers and Sudoku programs.
//!
//! The output of a program is not trusted: anything but a well-formed answer is an error.
//!
//! | Specification | Kind of command | Input and output |
//! |---|---|---|
//! | `NAME=dimacs:COMMAND` | a SAT solver | the formula in the file `{cnf}`, else on stdin; the answer in the file `{out}`, else on stdout ([`crate::dimacs::read_output`]) |
//! | `NAME=lines:COMMAND` | a Sudoku program | puzzles on stdin, one a line, up to the end of the input; one line each on stdout, in order |
//! | `cadical`, `kissat`, ... | a SAT solver in `PATH`, see [`WELL_KNOWN`] | as fits it |

use std::sync::Arc;

use super::{Capabilities, Contender, ContenderError, Entry, LineProgram, SatProgram, Variants};
use crate::encode::Encoding;
use crate::process::{CommandLine, Ending, Finished, find_binary_in_path, find_in_path};

/// SAT solvers that are known by name, with their commands.
pub const WELL_KNOWN: [(&str, &str); 7] = [
    ("cadical", "cadical -q"),
    ("kissat", "kissat -q"),
    ("minisat", "minisat -verb=0 {cnf} {out}"),
    ("picosat", "picosat"),
    ("clasp", "clasp --verbose=0"),
    ("cryptominisat5", "cryptominisat5 --verb 0"),
    ("glucose", "glucose -model {cnf}"),
];

/// The well-known SAT solvers that are in `PATH`; `encoding` is that of the formulas they get.
pub fn installed(encoding: Encoding) -> Vec<Entry> {
    let found = WELL_KNOWN.iter().filter(|(name, _)| find_in_path(name).is_some());
    found.filter_map(|(name, command)| well_known(name, command, encoding).ok()).collect()
}

fn well_known(name: &str, command: &str, encoding: Encoding) -> Result<Entry, ContenderError> {
    let mut entry = sat_entry(name, command, encoding)?;
    if let Some(program) = find_binary_in_path(name) {
        let command = CommandLine { program: (&program).into(), ..CommandLine::parse(command)? };
        entry.program = Some(program);
        entry.build = Arc::new(move || Ok(Box::new(SatProgram::new(command.clone(), encoding))));
    }
    Ok(entry)
}

/// A contender from a specification; `encoding` is that of the formulas that a SAT solver gets.
/// The program is looked for when it is built.
///
/// # Errors
/// [`ContenderError::Specification`] if it is none of the kinds above.
pub fn entry(specification: &str, encoding: Encoding) -> Result<Entry, ContenderError> {
    if let Some(&(name, command)) = WELL_KNOWN.iter().find(|(name, _)| *name == specification) {
        return well_known(name, command, encoding);
    }
    let wrong = || ContenderError::Specification {
        expected: "NAME=dimacs:COMMAND, NAME=lines:COMMAND or a well-known SAT solver".to_owned(),
        found: specification.to_owned(),
    };
    let (name, rest) = specification.split_once('=').ok_or_else(wrong)?;
    let (kind, command) = rest.split_once(':').ok_or_else(wrong)?;
    if name.is_empty() || name.contains(|c: char| c.is_whitespace() || c.is_control() || c == ',') {
        return Err(wrong());
    }
    match kind {
        "dimacs" => sat_entry(name, command, encoding),
        "lines" => {
            let capabilities = Capabilities {
                sides: (1, LineProgram::MAX_SIDE),
                variants: Variants::Classic,
                counts: false,
                guesses: false,
                batch: true,
                ..Capabilities::ALL
            };
            process_entry(name, command, capabilities, LineProgram::new)
        }
        _ => Err(wrong()),
    }
}

fn sat_entry(name: &str, command: &str, encoding: Encoding) -> Result<Entry, ContenderError> {
    process_entry(name, command, Capabilities::SAT, move |command| {
        SatProgram::new(command, encoding)
    })
}

fn process_entry<C: Contender + 'static>(
    name: &str,
    command: &str,
    capabilities: Capabilities,
    new: impl Fn(CommandLine) -> C + Send + Sync + 'static,
) -> Result<Entry, ContenderError> {
    let command = CommandLine::parse(command)?;
    Ok(Entry {
        name: name.to_owned().into(),
        about: format!("process: {command}").into(),
        capabilities,
        program: None,
        build: Arc::new(move || {
            command.locate()?;
            Ok(Box::new(new(command.clone())))
        }),
    })
}

/// What went wrong with a process that neither answered nor ran into its deadline.
pub(super) fn crash(finished: &Finished) -> ContenderError {
    let mut what = match finished.ending {
        Ending::Exited(status) => format!("ended with exit status {status}"),
        Ending::Signalled(signal) => format!("ended by signal {signal}"),
        Ending::TimedOut => "did not end in time".to_owned(),
        Ending::Flooded => return ContenderError::Malformed("far too much output".to_owned()),
    };
    let error_line = finished.last_error_line();
    if !error_line.is_empty() {
        what = format!("{what}: {error_line}");
    }
    ContenderError::Crashed(what)
}

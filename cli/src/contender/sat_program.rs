//! Any SAT solver as a process: it reads DIMACS and writes its answer.

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::time::Instant;

use satdoku::{Answer, Limits, Puzzle};

use super::{Answered, Contender, ContenderError, FormulaKind};
use crate::process::{
    CommandLine, Ending, Finished, ProcessError, RunLimits, TemporaryFolder, run,
};
use satdoku::dimacs::{self, SolverOutput};
use satdoku::solve::{Statistics, in_time};

/// A SAT solver as a process. There is one run for each solution, and one more run to show that
/// there are no others. Each solution that was found is excluded by a clause.
#[derive(Debug)]
pub struct SatProgram {
    command: CommandLine,
    kind: FormulaKind,
}

impl SatProgram {
    /// A solver that is run by `command`. In the command, `{cnf}` is replaced by the file with the
    /// formula, and `{out}` by the file for the answer. Without them, stdin and stdout are used.
    pub fn new(command: CommandLine, kind: FormulaKind) -> SatProgram {
        SatProgram { command, kind }
    }
}

impl Contender for SatProgram {
    fn answer(&mut self, puzzle: &Puzzle, limits: &Limits, told: &mut Statistics) -> Answered {
        let (start, mut answer) = (Instant::now(), Answer::default());
        let Some(formula) = in_time(self.kind.formula(puzzle, None, limits.deadline))? else {
            return Ok(answer);
        };
        let (mut clauses, mut count, mut in_time) = (Vec::new(), 0, limits.deadline.watch(()));
        let made = formula.try_for_each_clause(|clause, _| {
            count += 1;
            dimacs::push_clause(&mut clauses, clause);
            in_time()
        });
        let Ok(numbering) = made else { return Ok(answer) };
        let variables = numbering.variable_count();
        *told += &Statistics {
            variables: Some(variables as u64),
            clauses: Some(count),
            encode: Some(start.elapsed()),
            ..Statistics::default()
        };
        while answer.solutions.len() < limits.solutions && !limits.deadline.is_over() {
            let cnf = [format!("p cnf {variables} {count}\n").as_bytes(), &clauses].concat();
            let finished = self.run(&cnf, variables, limits, told)?;
            let model = match judged(&finished, variables)? {
                SolverOutput::Unknown => return Ok(answer),
                SolverOutput::Unsatisfiable => {
                    answer.complete = true;
                    return Ok(answer);
                }
                SolverOutput::Satisfiable(model) => model,
            };
            let solution = dimacs::decode(&formula, &model)
                .map_err(|error| ContenderError::Lied(error.to_string()))?;
            if answer.solutions.contains(&solution) {
                let what = "the model breaks the last clause, which excludes a known solution";
                return Err(ContenderError::Lied(what.to_owned()));
            }
            count += 1;
            dimacs::push_clause(&mut clauses, &formula.blocking_clause(&solution));
            answer.solutions.push(solution);
        }
        Ok(answer)
    }
}

impl SatProgram {
    /// Runs the solver on a formula, and adds its statistics. In the result, the answer is in
    /// `stdout`, even if the solver wrote it to a file.
    fn run(
        &self,
        cnf: &[u8],
        variables: usize,
        limits: &Limits,
        told: &mut Statistics,
    ) -> Result<Finished, ContenderError> {
        let io = |doing| move |cause: std::io::Error| ProcessError::while_doing(doing, cause);
        let make = || tempfile::Builder::new().prefix("satdoku-").tempdir();
        let scratch = TemporaryFolder::new(make).map_err(io("making a temporary folder"))?;
        let [formula, out] = ["formula.cnf", "answer.txt"].map(|name| scratch.path().join(name));
        let [has_file, has_out] = ["{cnf}", "{out}"].map(|name| self.command.mentions(name));
        if has_file {
            fs::write(&formula, cnf).map_err(io("writing the formula"))?;
        }
        let command = self.command.with("{cnf}", &formula).with("{out}", &out);
        let output_bytes = (16 << 20) + 32 * variables;
        let limits = RunLimits { time: limits.deadline.remaining(), output_bytes };
        let mut finished = run(&command, (!has_file).then_some(cnf), &limits)?;
        *told += &finished.statistics();
        *told += &read_counters(&finished.stdout);
        if has_out {
            finished.stdout = match out.symlink_metadata() {
                Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
                Ok(metadata) if !metadata.is_file() => {
                    let what = "expected its answer in a regular file, found something else";
                    return Err(ContenderError::Malformed(what.to_owned()));
                }
                _ => {
                    let (mut answer, most) = (Vec::new(), output_bytes as u64 + 1);
                    let file = File::open(&out);
                    let read = file.and_then(|file| file.take(most).read_to_end(&mut answer));
                    read.map_err(io("reading the answer")).map(|_| answer)?
                }
            };
            if finished.stdout.len() > output_bytes {
                finished.ending = Ending::Flooded(output_bytes);
            }
        }
        Ok(finished)
    }
}

/// The answer of a solver, if it ended normally and its exit status fits the answer: 10 for
/// satisfiable (clasp: 30 if there is only one model), 20 for unsatisfiable, 0 (cryptominisat: 15)
/// for unknown; or always 0, as in programs that call a solver.
fn judged(finished: &Finished, variable_count: usize) -> Result<SolverOutput, ContenderError> {
    let status = match finished.ending {
        Ending::TimedOut => return Ok(SolverOutput::Unknown),
        Ending::Exited(status @ (0 | 10 | 15 | 20 | 30)) => status,
        _ => return Err(ContenderError::crash(finished)),
    };
    let output = dimacs::read_output(&finished.stdout[..], variable_count)
        .map_err(|error| ContenderError::Malformed(error.to_string()))?;
    let (says, agreeing): (_, &[i32]) = match output {
        SolverOutput::Satisfiable(_) => ("SATISFIABLE", &[0, 10, 30]),
        SolverOutput::Unsatisfiable => ("UNSATISFIABLE", &[0, 20]),
        SolverOutput::Unknown => ("UNKNOWN", &[0, 15]),
    };
    if agreeing.contains(&status) {
        Ok(output)
    } else {
        Err(ContenderError::Lied(format!("says {says}, but ends with exit status {status}")))
    }
}

/// Reads the statistics that a solver prints: each is a name and a number on a line of its own. If
/// a name occurs several times, the last number is used. Examples: CaDiCaL, Kissat:
/// `c conflicts:   12   3.4 per second`; MiniSat, Glucose, CryptoMiniSat: `c conflicts : 12 (...)`,
/// MiniSat without the `c`; PicoSAT: `c 12 conflicts`; clasp: `c Choices : 12`.
fn read_counters(output: &[u8]) -> Statistics {
    let mut counters = Statistics::default();
    for line in String::from_utf8_lossy(output).lines() {
        let fields = line.split(|c: char| c.is_whitespace() || c == ':');
        let mut fields = fields.filter(|field| !["", "c"].contains(field));
        let (Some(first), Some(second)) = (fields.next(), fields.next()) else { continue };
        for (word, number) in [(first, second), (second, first)] {
            let count = match &*word.to_ascii_lowercase() {
                "conflicts" => &mut counters.conflicts,
                "decisions" | "choices" => &mut counters.decisions,
                "propagations" => &mut counters.propagations,
                "restarts" => &mut counters.restarts,
                _ => continue,
            };
            *count = number.parse().ok().or(*count);
        }
    }
    counters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_in_the_words_of_each_solver() {
        for (solver, output, propagations) in [
            (
                "CaDiCaL 1.5.3",
                "c conflicts:     31  2048.00    per second\nc decisions:  55   0.00    per second\n\
                 c propagations:  2916  4.31 M  per second\nc restarts:  2   0.00    interval\n",
                Some(2916),
            ),
            (
                "Kissat",
                "c conflicts:          31       2048  per second\nc decisions:  55  1.77  per conflict\n\
                 c propagations:  2916  4311111  per second\nc restarts:  2  15 interval\n",
                Some(2916),
            ),
            (
                "MiniSat 2.2.1",
                "| Conflicts |          ORIGINAL         |\nrestarts              : 2\n\
                 conflicts             : 31             (4613 /sec)\n\
                 decisions             : 55             (0.00 % random) (148 /sec)\n\
                 propagations          : 2916           (107586 /sec)\n\
                 conflict literals     : 7              (10.00 % deleted)\n",
                Some(2916),
            ),
            (
                "Glucose 4.1",
                "c restarts              : 2 (15 conflicts in avg)\nc blocked restarts      : 0 \n\
                 c conflicts             : 31             (4613 /sec)\n\
                 c decisions             : 55             (0.00 % random) (148 /sec)\n\
                 c propagations          : 2916           (107586 /sec)\n",
                Some(2916),
            ),
            (
                "PicoSAT 965",
                "c         level        used      conflicts    limit          MB\nc 2 restarts\n\
                 c 31 conflicts\nc 55 decisions\nc 2916 propagations\n",
                Some(2916),
            ),
            (
                "CryptoMiniSat 5.11.4",
                "c restarts                 : 2           (0.00      confls per restart)\n\
                 c decisions                : 55          (0.00      % random)\n\
                 c propagations             : 2916        (0         props/s)\n\
                 c decisions/conflicts      : 1.77        \nc conflicts                : 31\n\
                 c Conflicts in UIP         : 7           (0.00      confl/time_this_thread)\n",
                Some(2916),
            ),
            (
                "clasp 3.3.5",
                "c Choices        : 55      \nc Conflicts      : 31       (Analyzed: 30)\n\
                 c Restarts       : 2        (Average: 15.00)\n\
                 c   Conflict     : 7        (Average Length:    1.0 Ratio:   0.00%)\n",
                None,
            ),
        ] {
            let (conflicts, decisions, restarts) = (Some(31), Some(55), Some(2));
            let known = Statistics { conflicts, decisions, restarts, ..Statistics::default() };
            let expected = Statistics { propagations, ..known };
            assert_eq!(read_counters(output.as_bytes()), expected, "{solver}");
        }
        let silent = b"s SATISFIABLE\nv 1 conflicts 0\n";
        assert_eq!(read_counters(silent), Statistics::default());
    }
}

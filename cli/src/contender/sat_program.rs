//! Any SAT solver as a process: DIMACS in, its answer out.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::time::Instant;

use satdoku::varisat::Lit;
use satdoku::{Answer, Deadline, Formula, Limits, Puzzle};

use super::{Answered, Contender, ContenderError, FormulaKind};
use crate::process::{
    CommandLine, Ending, Finished, ProcessError, RunLimits, TemporaryFolder, run,
};
use satdoku::dimacs::{self, SolverOutput};
use satdoku::encode::Dimensions;
use satdoku::solve::{Statistics, in_time};

/// A SAT solver as a process: one run for each solution, and one more to see that there are no
/// others, with a clause against each that was found.
#[derive(Debug)]
pub struct SatProgram {
    command: CommandLine,
    kind: FormulaKind,
}

impl SatProgram {
    /// A solver that is run by `command`, in which `{cnf}` stands for the file with the formula
    /// and `{out}` for the file that it writes its answer to; without them it is stdin and stdout.
    pub fn new(command: CommandLine, kind: FormulaKind) -> SatProgram {
        SatProgram { command, kind }
    }
}

impl Contender for SatProgram {
    fn answer(&mut self, puzzle: &Puzzle, limits: &Limits, told: &mut Statistics) -> Answered {
        let start = Instant::now();
        let Some(formula) = in_time(self.kind.formula(puzzle, limits.deadline))? else {
            return Ok(Answer::default());
        };
        let Some(mut cnf) = Cnf::of(&formula, limits.deadline) else {
            return Ok(Answer::default());
        };
        *told += &Statistics {
            variables: Some(cnf.dimensions.variables as u64),
            clauses: Some(cnf.dimensions.clauses as u64),
            encode: Some(start.elapsed()),
            ..Statistics::default()
        };
        let mut answer = Answer::default();
        while answer.solutions.len() < limits.solutions && !limits.deadline.is_over() {
            let finished = self.run(&cnf, limits, told)?;
            let model = match judged(&finished, cnf.dimensions.variables)? {
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
                let what = "the model breaks the last clause, against a known solution";
                return Err(ContenderError::Lied(what.to_owned()));
            }
            cnf.add_clause(&formula.blocking_clause(&solution));
            answer.solutions.push(solution);
        }
        Ok(answer)
    }
}

impl SatProgram {
    /// Runs the solver on a formula and adds what it counted: how it ended, with its answer as what
    /// it wrote to stdout.
    fn run(
        &self,
        cnf: &Cnf,
        limits: &Limits,
        told: &mut Statistics,
    ) -> Result<Finished, ContenderError> {
        let io = |doing: &'static str| {
            move |cause: std::io::Error| ProcessError::Io(doing.to_owned(), cause.into())
        };
        let (mut command, text) = (self.command.clone(), cnf.text());
        let [has_file, has_out] = ["{cnf}", "{out}"].map(|name| command.mentions(name));
        let make =
            || TemporaryFolder::new(|| tempfile::Builder::new().prefix("satdoku-").tempdir());
        let scratch = (has_file || has_out).then(make).transpose();
        let scratch = scratch.map_err(io("making a temporary folder"))?;
        let file = |name: &str| scratch.as_ref().map(|folder| folder.path().join(name));
        let mut input = Some(&text[..]);
        if let Some(path) = file("formula.cnf").filter(|_| has_file) {
            std::fs::write(&path, &text).map_err(io("writing the formula"))?;
            command = command.with("{cnf}", &path);
            input = None;
        }
        let out = file("answer.txt").filter(|_| has_out);
        if let Some(path) = &out {
            command = command.with("{out}", path);
        }
        let output_bytes = (16 << 20) + 32 * cnf.dimensions.variables;
        let limits = RunLimits { time: limits.deadline.remaining(), output_bytes };
        let mut finished = run(&command, input, &limits)?;
        *told += &finished.statistics();
        *told += &read_counters(&finished.stdout);
        if let Some(path) = out {
            finished.stdout = match path.symlink_metadata() {
                Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
                Ok(metadata) if !metadata.is_file() => {
                    let what = "expected its answer in a regular file, found something else";
                    return Err(ContenderError::Malformed(what.to_owned()));
                }
                _ => {
                    let (mut answer, most) = (Vec::new(), output_bytes as u64 + 1);
                    let read =
                        File::open(&path).and_then(|file| file.take(most).read_to_end(&mut answer));
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

/// The answer of a solver, if it ended normally and its exit status agrees: 10 satisfiable (clasp: 30
/// if that was the only model), 20 unsatisfiable, 0 (cryptominisat: 15) unknown, or 0 throughout, as
/// programs around a solver do.
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

/// One of the counts.
type CountOf = fn(&mut Statistics) -> &mut Option<u64>;

/// What solvers call their counts, beside their number on a line of its own. CaDiCaL, Kissat:
/// `c conflicts:   12   3.4 per second`; MiniSat, Glucose, CryptoMiniSat: `c conflicts : 12 (...)`,
/// MiniSat without the `c`; PicoSAT: `c 12 conflicts`; clasp: `c Choices : 12`.
const COUNTS: [(&str, CountOf); 5] = [
    ("conflicts", |counters| &mut counters.conflicts),
    ("decisions", |counters| &mut counters.decisions),
    ("choices", |counters| &mut counters.decisions),
    ("propagations", |counters| &mut counters.propagations),
    ("restarts", |counters| &mut counters.restarts),
];

/// The counts among the lines that a solver prints; the last of each.
fn read_counters(output: &[u8]) -> Statistics {
    let mut counters = Statistics::default();
    for line in output.split(|&byte| byte == b'\n') {
        let fields = line.split(|byte| byte.is_ascii_whitespace() || *byte == b':');
        let mut fields = fields.filter(|field| !field.is_empty() && *field != b"c");
        let (Some(first), Some(second)) = (fields.next(), fields.next()) else { continue };
        for (word, count) in COUNTS {
            let is_word = |field: &[u8]| field.eq_ignore_ascii_case(word.as_bytes());
            let number = match (is_word(first), is_word(second)) {
                (true, _) => second,
                (_, true) => first,
                _ => continue,
            };
            if let Some(number) = str::from_utf8(number).ok().and_then(|text| text.parse().ok()) {
                *count(&mut counters) = Some(number);
            }
        }
    }
    counters
}

/// A formula as text that takes further clauses.
struct Cnf {
    clauses: Vec<u8>,
    dimensions: Dimensions,
}

impl Cnf {
    /// `None` if the deadline comes first.
    fn of(formula: &Formula, deadline: Deadline) -> Option<Cnf> {
        let (mut text, mut clauses, mut in_time) = (Vec::new(), 0, deadline.watch(()));
        let made = formula.try_for_each_clause(|clause, _| {
            clauses += 1;
            dimacs::push_clause(&mut text, clause);
            in_time()
        });
        let variables = made.ok()?.variable_count();
        Some(Cnf { clauses: text, dimensions: Dimensions { variables, clauses } })
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.dimensions.clauses += 1;
        dimacs::push_clause(&mut self.clauses, clause);
    }

    fn text(&self) -> Vec<u8> {
        let Dimensions { variables, clauses } = self.dimensions;
        [format!("p cnf {variables} {clauses}\n").as_bytes(), &self.clauses].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_in_the_words_of_each_solver() {
        for (solver, output, [conflicts, decisions, propagations, restarts]) in [
            (
                "CaDiCaL 1.5.3",
                "c conflicts:     31  2048.00    per second\nc decisions:  55   0.00    per second\n\
                 c propagations:  2916  4.31 M  per second\nc restarts:  2   0.00    interval\n",
                [Some(31), Some(55), Some(2916), Some(2)],
            ),
            (
                "Kissat",
                "c conflicts:          31       2048  per second\nc decisions:  55  1.77  per conflict\n\
                 c propagations:  2916  4311111  per second\nc restarts:  2  15 interval\n",
                [Some(31), Some(55), Some(2916), Some(2)],
            ),
            (
                "MiniSat 2.2.1",
                "| Conflicts |          ORIGINAL         |\nrestarts              : 2\n\
                 conflicts             : 31             (4613 /sec)\n\
                 decisions             : 55             (0.00 % random) (148 /sec)\n\
                 propagations          : 2916           (107586 /sec)\n\
                 conflict literals     : 7              (10.00 % deleted)\n",
                [Some(31), Some(55), Some(2916), Some(2)],
            ),
            (
                "Glucose 4.1",
                "c restarts              : 2 (15 conflicts in avg)\nc blocked restarts      : 0 \n\
                 c conflicts             : 31             (4613 /sec)\n\
                 c decisions             : 55             (0.00 % random) (148 /sec)\n\
                 c propagations          : 2916           (107586 /sec)\n",
                [Some(31), Some(55), Some(2916), Some(2)],
            ),
            (
                "PicoSAT 965",
                "c         level        used      conflicts    limit          MB\nc 2 restarts\n\
                 c 31 conflicts\nc 55 decisions\nc 2916 propagations\n",
                [Some(31), Some(55), Some(2916), Some(2)],
            ),
            (
                "CryptoMiniSat 5.11.4",
                "c restarts                 : 2           (0.00      confls per restart)\n\
                 c decisions                : 55          (0.00      % random)\n\
                 c propagations             : 2916        (0         props/s)\n\
                 c decisions/conflicts      : 1.77        \nc conflicts                : 31\n\
                 c Conflicts in UIP         : 7           (0.00      confl/time_this_thread)\n",
                [Some(31), Some(55), Some(2916), Some(2)],
            ),
            (
                "clasp 3.3.5",
                "c Choices        : 55      \nc Conflicts      : 31       (Analyzed: 30)\n\
                 c Restarts       : 2        (Average: 15.00)\n\
                 c   Conflict     : 7        (Average Length:    1.0 Ratio:   0.00%)\n",
                [Some(31), Some(55), None, Some(2)],
            ),
            ("one that is silent", "s SATISFIABLE\nv 1 conflicts 0\n", [None; 4]),
        ] {
            let expected = Statistics {
                conflicts,
                decisions,
                propagations,
                restarts,
                ..Statistics::default()
            };
            assert_eq!(read_counters(output.as_bytes()), expected, "{solver}");
        }
    }
}

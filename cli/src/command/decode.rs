//! `decode`: a SAT solver's answer back into a verified grid.

use std::collections::HashSet;
use std::ffi::OsString;
use std::io::BufReader;
use std::rc::Rc;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use itertools::Itertools;

use super::drawing::drawn;
use super::exit::{Exit, failure};
use super::formula::{FormulaArgs, Origin, cubes, formula};
use super::input::Input;
use super::map::MapArgs;
use super::options::{Format, SAT_OPTIONS};
use super::output::{count, note, warn, write_lines};
use super::puzzle::PuzzleArgs;
use super::reader::{Asked, Reader, read_one};
use crate::contender::FormulaKind;
use satdoku::audit::VariableMap;
use satdoku::dimacs::{self, Cnf, OutputError, SolverOutput};
use satdoku::encode::Dimensions;
use satdoku::format::line_of;
use satdoku::solve::{Session, Varisat, in_time};
use satdoku::{
    Candidate, Candidates, Deadline, Encoding, Formula, Grid, Puzzle, SolveError, Symbols,
    solutions,
};

/// Turn the answer of a SAT solver back into a verified grid
///
/// Several models in an answer are several solutions. With --cubes, give a file with the answer for
/// each cube: shows the solutions that were found. If all cubes have no solution, the puzzle has
/// none. A claim that there is no other solution is held against a search of satdoku's own; 'certify
/// --proof' checks a proof of it.
#[derive(Debug, clap::Args)]
#[command(
    after_help = EXAMPLES,
    mut_arg("simplified", |simplified| simplified.help("The formula was written with 'encode --simplified'")),
    mut_arg("map", |map| map.conflicts_with_all(["cnf", "preset", "amo", "simplified", "cubes"]))
)]
pub struct Args {
    /// Output of the solver: a file, or - for standard input (the default); with --cubes a file for
    /// each cube
    answers: Vec<OsString>,
    /// Formula that the solver was given: a file that 'encode' wrote, with its comments. They say
    /// which puzzle, rules and encoding it was made of
    #[arg(long, value_name = "FILE", required_unless_present = "input", conflicts_with_all = ["input", "diagonal", "rules", "regions", "size", "column", "preset", "amo", "simplified"])]
    cnf: Option<OsString>,
    /// Puzzle that was encoded, instead of --cnf: a file, or the puzzle itself
    #[arg(long = "puzzle", value_name = "INPUT")]
    input: Option<OsString>,
    #[command(flatten)]
    puzzle: PuzzleArgs,
    #[command(flatten)]
    map: MapArgs,
    #[command(flatten)]
    formula: FormulaArgs,
    /// The answers are those to cubes: to these, or to those that 'encode --cubes N' writes
    #[arg(long, value_name = "N|FILE", help_heading = SAT_OPTIONS, allow_negative_numbers = true)]
    cubes: Option<OsString>,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "grid", value_parser = Format::among(&[Format::Grid, Format::Line]))]
    format: Format,
}

const EXAMPLES: &str = "\
With --puzzle, give the rules and the encoding that 'encode' was given:
--diagonal, --rules, --regions, --box, --symbols, --encoding, --amo,
--simplified. For a formula of your own give its numbering with --map instead.

Examples:
  Solve a puzzle with a SAT solver:
    satdoku encode -x --simplified 1............... -o puzzle.cnf
    cadical -q puzzle.cnf | satdoku decode --cnf puzzle.cnf
  Print all solutions that a solver finds, each in a line:
    satdoku encode 1..............2 -o sparse.cnf
    clasp --models 0 sparse.cnf | satdoku decode --cnf sparse.cnf --format line
  Read the answer to a formula of your own by its numbering:
    satdoku encode 12..3.......2.1. | cadical -q | \\
        satdoku decode --puzzle 12..3.......2.1. --map '16*(r-1) + 4*(c-1) + d'";

/// How long our own search checks a claim that there is no other solution.
const REFUTATION_TIME: Duration = Duration::from_secs(2);

/// Reads puzzle and answers, checks the models, and shows what they say together.
pub fn run(args: &Args) -> Result<Exit> {
    let answers: Vec<Input> = match &args.answers[..] {
        [] => vec![Input::Stdin],
        answers => answers.iter().map(answer_input).collect(),
    };
    let asked = args.cnf.as_ref().or(args.input.as_ref());
    ensure!(
        !answers.contains(&Input::Stdin) || asked.is_none_or(|asked| asked != "-"),
        "expected the {} or the answer on stdin, found both",
        if args.cnf.is_some() { "formula" } else { "puzzle" }
    );
    // The answer to one cube must not count for another.
    let file = |answer: &&Input| {
        answer.path().map(|path| path.canonicalize().unwrap_or_else(|_| path.to_owned()))
    };
    if let Some(twice) = answers.iter().duplicates_by(file).next() {
        bail!("{}: expected an answer for each cube, found this file twice", twice.name());
    }
    let names = answers.iter().map(Input::name).join(", ");
    let decoder = Decoder::new(args, names)?;
    let cubes = args.cubes.as_ref().map(|cubes| decoder.cubes(cubes)).transpose()?;
    let most = cubes.as_ref().map_or(1, Vec::len);
    if answers.len() > most {
        let advice = match cubes {
            None => "; name the formula with --cnf; for the answers to cubes add --cubes N",
            Some(_) => "",
        };
        let (expected, found, names) = (count(most, "answer"), answers.len(), &decoder.names);
        bail!("expected {expected}, found {found} ({names}){advice}");
    }
    let mut said = Said::default();
    for answer in &answers {
        decoder.read(answer, cubes.is_some(), &mut said)?;
    }
    let solutions = &said.solutions;
    let unanswered = cubes.as_ref().and_then(|cubes| {
        let open = cubes.len().checked_sub(said.answered).filter(|&open| open > 0)?;
        Some(format!("no answer to {open} of {}", count(cubes.len(), "cube")))
    });
    if let Some(cubes) = &cubes {
        let many = if solutions.len() > 1 { "several solutions; " } else { "" };
        let refuted = said.refuted;
        let source = match refuted {
            0 => "",
            _ if said.exhausted < most && decoder.confirms(cubes, refuted)? => {
                ", confirmed by satdoku's own search"
            }
            _ => ", according to the solver",
        };
        let of = count(most, "cube");
        let have = if refuted == 1 || most == 1 { "has" } else { "have" };
        let open = match &unanswered {
            Some(open) if !solutions.is_empty() => &format!("; {open}"),
            _ => "",
        };
        note(format_args!("{many}{refuted} of {of} {have} no solution{source}{open}"));
    }
    if said.exhausted == most {
        let evidence = decoder.check_that_there_is_no_other(&said.known)?;
        if solutions.is_empty() {
            write_lines(format!("no solution, {evidence}\n").as_bytes())?;
            return Ok(Exit::Negative);
        }
        let found = count(solutions.len(), "solution");
        note(format_args!("{found} and no other, {evidence}"));
    }
    if let (Some(open), true) = (unanswered, solutions.is_empty()) {
        write_lines(format!("unknown: {open}\n").as_bytes())?;
    }
    for (index, grid) in solutions.iter().enumerate() {
        if index > 0 && args.format == Format::Grid {
            write_lines(b"\n")?;
        }
        write_lines(&match args.format {
            Format::Grid => drawn(decoder.puzzle.rules(), grid, &decoder.symbols),
            _ => (decoder.line(grid) + "\n").into_bytes(),
        })?;
    }
    Ok(if solutions.is_empty() { Exit::Unknown } else { Exit::Success })
}

/// What holds in a part of all solutions.
type Cube = Vec<Candidate>;

/// What all answers say.
#[derive(Default)]
struct Said {
    /// In the order in which they were found, each once.
    solutions: Vec<Grid>,
    known: HashSet<Grid>,
    /// Answers that say that there is no other solution.
    exhausted: usize,
    /// Those of them without any.
    refuted: usize,
    /// Cubes with an answer.
    answered: usize,
}

/// What answers are read by.
struct Decoder<'a> {
    args: &'a Args,
    puzzle: Puzzle,
    candidates: Option<Candidates>,
    symbols: Rc<Symbols>,
    kind: FormulaKind,
    formula: Formula,
    dimensions: Dimensions,
    /// Of a formula that is not ours.
    map: Option<VariableMap>,
    /// Clauses of the file that the solver was given, if that is known.
    clauses: Option<usize>,
    /// The names of all answers.
    names: String,
}

impl<'a> Decoder<'a> {
    fn new(args: &'a Args, names: String) -> Result<Decoder<'a>> {
        let (kind, clauses, asked) = match (&args.cnf, &args.input) {
            (Some(file), _) => {
                let input = answer_input(file);
                let origin = Origin::read(&input)?;
                let asked = origin.puzzle(&args.puzzle).with_context(|| input.name())?;
                (origin.kind().with_context(|| input.name())?, origin.clauses, asked)
            }
            (None, argument) => {
                let argument = argument.as_ref().expect("required without --cnf");
                let input = Input::of(argument, args.puzzle.size);
                let asked = read_one(&input, &args.puzzle, Reader::read_candidates);
                let file = answer_input(argument);
                if asked.is_err() && file.path().is_some() && Origin::read(&file).is_ok() {
                    let name = file.name();
                    bail!("--puzzle: expected a puzzle, found a formula; use --cnf {name}");
                }
                (args.formula.kind(), None, asked?)
            }
        };
        let Asked { puzzle, candidates, symbols, .. } = asked;
        let formula = formula(kind, &puzzle, candidates.as_ref(), Deadline::NONE)?;
        let dimensions = formula.dimensions();
        let map = args.map.read(puzzle.size())?.map(|(map, _)| map);
        Ok(Decoder {
            args,
            puzzle,
            candidates,
            symbols,
            kind,
            formula,
            dimensions,
            map,
            clauses,
            names,
        })
    }

    /// The cubes of a file, or so many of the formula.
    fn cubes(&self, given: &OsString) -> Result<Vec<Cube>> {
        if let Some(count @ 1..=1_000_000) = given.to_str().and_then(|text| text.parse().ok()) {
            return Ok(cubes(&self.formula, count, Deadline::NONE)?);
        }
        let file = answer_input(given);
        let open = file
            .open()
            .context("--cubes: neither a number of cubes, from 1 to 1000000, nor a file")?;
        dimacs::read_cubes(&self.formula, BufReader::new(open)).with_context(|| file.name())
    }

    /// A grid in one line.
    fn line(&self, grid: &Grid) -> String {
        line_of(grid, &self.args.puzzle.options().symbols)
    }

    /// Adds what an answer says; with cubes it is that to one of them.
    fn read(&self, answer: &Input, has_cubes: bool, said: &mut Said) -> Result<()> {
        let (mut has_model, mut is_exhausted, name) = (false, false, answer.name());
        let input = BufReader::new(answer.open()?);
        let variables = match self.map {
            Some(_) => Cnf::MAX_VARIABLES,
            None => self.dimensions.variables,
        };
        for output in dimacs::read_outputs(input, variables) {
            let output = match output {
                // A solver that was stopped leaves an empty file.
                Err(OutputError::NoStatus) if has_cubes => {
                    warn(format_args!("{name}: no answer"));
                    continue;
                }
                Err(error @ OutputError::Io(_)) => return Err(error).context(name),
                Err(error @ OutputError::Variable { .. }) => {
                    return Err(wrong(format!("{name}: {error}\n  {}", self.doubt())));
                }
                output => output.map_err(|error| wrong(format!("{name}: {error}")))?,
            };
            match output {
                SolverOutput::Satisfiable(assignment) => {
                    let decoded = match &self.map {
                        Some(map) => map.decode(&self.puzzle, &assignment),
                        None => dimacs::decode(&self.formula, &assignment),
                    };
                    let grid = decoded.map_err(|error| {
                        let doubt = self.doubt();
                        wrong(format!("{name}: the model is no solution: {error}\n  {doubt}"))
                    })?;
                    has_model = true;
                    if said.known.insert(grid.clone()) {
                        said.solutions.push(grid);
                    }
                }
                SolverOutput::Unsatisfiable => {
                    is_exhausted = true;
                    said.exhausted += 1;
                    said.refuted += usize::from(!has_model);
                }
                SolverOutput::Unknown => {
                    warn(format_args!("{name}: the solver's answer is UNKNOWN"));
                }
            }
        }
        said.answered += usize::from(is_exhausted || has_model);
        Ok(())
    }

    /// What is likely if the answer is wrong.
    fn doubt(&self) -> String {
        let written = self.dimensions.clauses;
        if let Some(found) = self.clauses.filter(|&clauses| clauses != written) {
            return format!(
                "the formula was changed: 'encode' wrote {written} clauses, it has {found}"
            );
        }
        if self.map.is_some() {
            return "was the formula made of this puzzle, with this numbering? 'audit' checks it"
                .to_owned();
        }
        if self.args.cnf.is_some() {
            return "was it this formula that the solver was given?".to_owned();
        }
        let Encoding { preset, amo } = self.kind.encoding;
        let simplified = if self.kind.simplified { "--simplified " } else { "" };
        format!(
            "was the formula made of this puzzle, with the same rules and {simplified}--encoding \
             {preset} --amo {amo}?"
        )
    }

    /// Holds the claim that there is no other solution against a search of our own; in words what
    /// speaks for it.
    fn check_that_there_is_no_other(&self, known: &HashSet<Grid>) -> Result<String> {
        let deadline = Deadline::after(REFUTATION_TIME);
        for solution in solutions(&self.puzzle, self.candidates.as_ref(), deadline) {
            match solution {
                Ok(solution) if known.contains(&solution) => {}
                Ok(solution) => {
                    let says = match known.len() {
                        0 => "UNSATISFIABLE, but there is a solution",
                        _ => "that there is no other solution, but there is",
                    };
                    let (names, line, doubt) = (&self.names, self.line(&solution), self.doubt());
                    return Err(wrong(format!(
                        "{names}: the solver says {says}: {line}\n  {doubt}"
                    )));
                }
                Err(SolveError::TimedOut) => {
                    let time = REFUTATION_TIME.as_secs();
                    note(format_args!("satdoku's own search did not end within {time} s"));
                    return Ok("according to the solver alone".to_owned());
                }
                Err(error) => return Err(wrong(error.to_string())),
            }
        }
        Ok("confirmed by satdoku's own search".to_owned())
    }

    /// Holds the claim that so many of the cubes have no solution, whichever they are, against a
    /// search of our own; whether that came to its end.
    fn confirms(&self, cubes: &[Cube], refuted: usize) -> Result<bool> {
        let deadline = Deadline::after(REFUTATION_TIME);
        let mut session = Session::load(Varisat::new(deadline), self.formula.clone(), deadline);
        let mut solvable = 0;
        for cube in cubes {
            let Some(found) = in_time(session.solve(cube))? else { return Ok(false) };
            solvable += usize::from(found.is_some());
            if refuted + solvable > cubes.len() {
                return Err(wrong(format!(
                    "{}: the solver says of {} that there is no solution, but at least {solvable} \
                     of {} have one\n  {}",
                    self.names,
                    count(refuted, "cube"),
                    cubes.len(),
                    self.doubt()
                )));
            }
        }
        Ok(true)
    }
}

/// An answer is always a path or stdin: its text is no puzzle.
fn answer_input(argument: &OsString) -> Input {
    if argument == "-" { Input::Stdin } else { Input::Path(argument.into()) }
}

fn wrong(message: String) -> anyhow::Error {
    failure(Exit::Failed, message)
}

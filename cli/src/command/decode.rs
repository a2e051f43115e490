//! `decode`: turns the answer of a SAT solver into a verified grid.

use std::collections::HashSet;
use std::ffi::OsString;
use std::io::{BufReader, Cursor, Read};
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use itertools::Itertools;

use super::drawing::drawn;
use super::exit::{Exit, failure};
use super::formula::{Origin, formula};
use super::input::Input;
use super::map::{MapArgs, OwnFormula};
use super::options::{Format, SAT_OPTIONS};
use super::output::{note, warn, write_lines};
use super::puzzle::PuzzleArgs;
use super::reader::{Asked, Reader, read_one};
use satdoku::audit::VariableMap;
use satdoku::dimacs::{
    self, Assignment, Cnf, ModelError, OutputError, Piece, ReadError, Repair, Soft, SolverOutput,
};
use satdoku::{Deadline, Grid, Puzzle, SolveError, counted, solutions};

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, group = clap::ArgGroup::new("asked").required(true).multiple(true))]
pub struct Args {
    /// Output of the solver: a file, or - for standard input (the default); with --cubes a file for
    /// each cube
    answers: Vec<OsString>,
    /// Formula that the solver was given. If 'encode' wrote the formula, its comments name the
    /// puzzle, the rules and the encoding. In any other formula, the unit clauses are the givens,
    /// and --map may number the variables
    #[arg(long, value_name = "FILE", group = "asked")]
    cnf: Option<OsString>,
    /// Puzzle of the formula: a file, or the puzzle itself. The option --puzzle can be used instead
    /// of --cnf or together with --cnf
    #[arg(long = "puzzle", value_name = "INPUT", group = "asked")]
    input: Option<OsString>,
    #[command(flatten)]
    puzzle: PuzzleArgs,
    #[command(flatten)]
    map: MapArgs,
    /// File with the cubes to which the answers belong, as 'encode --cubes' wrote it
    #[arg(long, value_name = "FILE", help_heading = SAT_OPTIONS, requires = "cnf")]
    cubes: Option<OsString>,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "grid", value_parser = Format::among(&[Format::Grid, Format::Line]))]
    format: Format,
}

const EXAMPLES: &str = "\
If the formula has no comments of 'encode', --map numbers the variables, or else
comment lines such as 'c 42 A5=6'. If there are none of these, digit d in row r,
column c has the variable 81*(r-1)+9*(c-1)+d; for other sides than 9, the
factors differ. Without comments of 'encode', the options --diagonal, --rules,
--regions and --box name the rules. --symbols says how digits are written.

Examples:
  Solve a puzzle with a SAT solver:
    satdoku encode -x --simplified 1............... -o puzzle.cnf
    cadical -q puzzle.cnf | satdoku decode --cnf puzzle.cnf
  Print all solutions that a solver finds, each in a line:
    satdoku encode 1..............2 -o sparse.cnf
    clasp --models 0 sparse.cnf | satdoku decode --cnf sparse.cnf --format line
  Read the answer to a formula of your own by its numbering:
    cadical -q sparse.cnf | satdoku decode --cnf sparse.cnf --map '16*(r-1) + 4*(c-1) + d'
  Read an answer with the help of the puzzle, without the formula:
    satdoku encode 12..3.......2.1. | cadical -q | satdoku decode --puzzle 12..3.......2.1.";

/// The time limit of the search that checks a claim that there is no other solution.
const REFUTATION_TIME: Duration = Duration::from_secs(2);

/// Reads the puzzle and the answers, checks the models, and prints the result of all answers
/// together.
pub fn run(args: &Args) -> Result<Exit> {
    let answers: Vec<Input> = match &args.answers[..] {
        [] => vec![Input::Stdin],
        answers => answers.iter().map(Input::of_file).collect(),
    };
    let asked = args.cnf.iter().chain(&args.input).filter(|asked| *asked == "-").count();
    if asked + usize::from(answers.contains(&Input::Stdin)) > 1 {
        bail!("expected the formula, the puzzle or the answer on stdin, found two of them");
    }
    // The answer to one cube must not be taken for the answer to another cube.
    let file = |answer: &&Input| match answer {
        Input::Path(path) => path.canonicalize().unwrap_or_else(|_| path.clone()),
        _ => PathBuf::new(),
    };
    if let Some(twice) = answers.iter().duplicates_by(file).next() {
        bail!("{}: expected an answer for each cube, found this file twice", twice.name());
    }
    let names = answers.iter().map(Input::name).join(", ");
    let decoder = Decoder::new(args)?;
    if !decoder.soft.is_empty() {
        ensure!(answers.len() == 1, "expected one answer, found {} ({names})", answers.len());
        return decoder.repair(args.format, &answers[0]);
    }
    let most = decoder.cubes.unwrap_or(1);
    ensure!(
        answers.len() <= most,
        "expected {}, found {} ({names}); name the formula with --cnf, and the cubes with --cubes",
        counted(most, "answer"),
        answers.len()
    );
    let mut said = Said::default();
    for answer in &answers {
        decoder.read(answer, &mut said)?;
    }
    if decoder.cubes.is_some() {
        let (refuted, open) = (said.refuted, most.saturating_sub(said.answered));
        let solved = said.answered.saturating_sub(refuted);
        note(format_args!(
            "{}: {solved} with a solution, {refuted} without a solution (as the solver says), \
             {open} without an answer",
            counted(most, "cube")
        ));
    }
    let solutions: Vec<Grid> = said.solutions.into_iter().unique().collect();
    if said.exhausted == most {
        let evidence = decoder.check_that_there_is_no_other(&solutions, &names)?;
        if solutions.is_empty() {
            write_lines(format!("no solution, {evidence}\n").as_bytes())?;
            return Ok(Exit::Negative);
        }
        let found = counted(solutions.len(), "solution");
        note(format_args!("{found} and no other, {evidence}"));
    }
    let asked = &decoder.asked;
    for (index, grid) in solutions.iter().enumerate() {
        if index > 0 && args.format == Format::Grid {
            write_lines(b"\n")?;
        }
        write_lines(&match args.format {
            Format::Grid => drawn(asked.puzzle.rules(), grid, &asked.symbols),
            _ => (asked.line(grid) + "\n").into_bytes(),
        })?;
    }
    Ok(if solutions.is_empty() { Exit::Unknown } else { Exit::Success })
}

/// The results of all answers.
#[derive(Default)]
struct Said {
    /// The solutions, in the order in which they were found.
    solutions: Vec<Grid>,
    /// The number of answers which say that there is no other solution.
    exhausted: usize,
    /// The number of these answers that have no model.
    refuted: usize,
    /// The number of cubes with an answer.
    answered: usize,
}

/// Turns a model into the solution that it describes.
type Decode = Box<dyn Fn(&Assignment) -> Result<Grid, ModelError>>;

/// Everything that is needed to read answers.
struct Decoder {
    asked: Asked,
    /// The greatest number of variables that an answer may have, if it is known.
    variables: Option<usize>,
    decode: Decode,
    /// A question or remark about the likely reason of a wrong answer.
    doubt: String,
    /// The number of cubes, if the answers are answers to cubes.
    cubes: Option<usize>,
    /// The givens or clues that a MaxSAT solver may give up.
    soft: Vec<Soft>,
}

impl Decoder {
    /// Prints the grid of a MaxSAT solver, and the givens or clues that the solver gives up.
    fn repair(&self, format: Format, answer: &Input) -> Result<Exit> {
        let (puzzle, name) = (&self.asked.puzzle, answer.name());
        let mut text = String::new();
        answer.open()?.read_to_string(&mut text).with_context(|| name.clone())?;
        let repair = dimacs::read_repair(puzzle, &self.soft, &text);
        let repair = repair.map_err(|error| wrong(format!("{name}: {error}\n  {}", self.doubt)))?;
        let soft = self.soft.iter().join(" and ");
        let Some(Repair { grid, given_up, is_optimum }) = repair else {
            let words =
                format!("no solution even without the {soft}, according to the solver alone\n");
            write_lines(words.as_bytes())?;
            return Ok(Exit::Negative);
        };
        let of = Piece::all(puzzle).into_iter().filter(|&piece| Soft::has(&self.soft, piece));
        let of = of.count();
        let least = if is_optimum {
            "the solver says that fewer are not enough"
        } else {
            "perhaps fewer are enough"
        };
        let said = match given_up.len() {
            0 => format!("all {soft} are kept"),
            count => {
                let texts = given_up.iter().map(|piece| piece.text(puzzle)).join(", ");
                format!("given up ({count} of {of} {soft}; {least}): {texts}")
            }
        };
        match format {
            Format::Grid => {
                write_lines(&drawn(puzzle.rules(), &grid, &self.asked.symbols))?;
                write_lines(format!("{said}\n").as_bytes())?;
            }
            _ => {
                write_lines((self.asked.line(&grid) + "\n").as_bytes())?;
                note(said);
            }
        }
        Ok(Exit::Success)
    }

    fn new(args: &Args) -> Result<Decoder> {
        let asked = args
            .input
            .as_ref()
            .map(|argument| read_one(&Input::of(argument), &args.puzzle, Reader::read));
        let asked = asked.transpose()?;
        let Some(file) = args.cnf.as_ref().map(Input::of_file) else {
            let asked = asked.expect("required without --cnf");
            let map = args.map.read(asked.puzzle.size())?.map(|(map, _)| map);
            let map = map.unwrap_or_else(|| VariableMap::standard(asked.puzzle.size()));
            return Ok(Decoder::by_map(asked, map, None));
        };
        let (mut input, mut head) = (BufReader::new(file.open()?), Vec::new());
        let is_own = asked.is_some() || args.map.map.is_some();
        let origin = match is_own {
            true => None,
            false => Origin::read(&mut input, &mut head).with_context(|| file.name())?,
        };
        let Some(origin) = origin else {
            ensure!(
                args.cubes.is_none(),
                "--cubes: expected a formula with the comments of 'encode'"
            );
            return Decoder::own(args, &file, Cursor::new(head).chain(input), asked);
        };
        let options = PuzzleArgs { symbols: None, ..args.puzzle.clone() };
        if options != PuzzleArgs::default() {
            bail!(
                "{}: the comments of the formula name its rules; leave out the options that name \
                 rules",
                file.name()
            );
        }
        let asked = origin.puzzle(&args.puzzle).with_context(|| file.name())?;
        let kind = origin.kind().with_context(|| file.name())?;
        let soft = origin.soft.iter().map(|name| name.parse::<Soft>());
        let soft: Vec<Soft> = soft.collect::<Result<_, _>>().with_context(|| file.name())?;
        let formula = formula(kind, &asked.puzzle, asked.candidates.as_ref(), Deadline::NONE)?;
        let cubes = args.cubes.as_ref().map(|cubes| -> Result<usize> {
            let file = Input::of_file(cubes);
            let cubes = dimacs::read_cubes(&formula, BufReader::new(file.open()?));
            Ok(cubes.with_context(|| file.name())?.len())
        });
        let (cubes, written) = (cubes.transpose()?, formula.dimensions());
        let doubt = match origin.clauses {
            Some(found) if found != written.clauses => format!(
                "the formula was changed: 'encode' wrote {} clauses, now it has {found}",
                written.clauses
            ),
            _ => "was the solver given this formula?".to_owned(),
        };
        let decode = Box::new(move |model: &Assignment| dimacs::decode(&formula, model));
        let variables = Some(written.variables);
        Ok(Decoder { asked, variables, decode, doubt, cubes, soft })
    }

    /// The decoder for a formula without the comments of 'encode'. The givens are those of the
    /// puzzle or, if there is no puzzle, those of the formula.
    fn own(args: &Args, file: &Input, input: impl Read, asked: Option<Asked>) -> Result<Decoder> {
        let size = asked.as_ref().map(|asked| asked.puzzle.size()).or(args.puzzle.options().size);
        let own = OwnFormula::read(file.name(), input, size, &args.map, Deadline::NONE)?;
        let asked = match asked {
            Some(asked) => asked,
            None => {
                own.refuse_clues(&args.puzzle)?;
                let rules = args.puzzle.rules(own.map.size(), args.puzzle.regions.clone())?;
                let puzzle = Puzzle::new(rules, own.givens()?)?;
                let symbols = Rc::new(args.puzzle.options().symbols);
                let (data, candidates, solution) = (Rc::clone(&symbols), None, None);
                let (id, comment, count) = (None, None, None);
                Asked { puzzle, candidates, id, comment, solution, count, symbols, data }
            }
        };
        Ok(Decoder::by_map(asked, own.map, Some(own.formula)))
    }

    fn by_map(asked: Asked, map: VariableMap, formula: Option<Cnf>) -> Decoder {
        let doubt = "was the formula made from this puzzle, with this numbering? try 'audit'";
        let (puzzle, variables) = (asked.puzzle.clone(), formula.as_ref().map(Cnf::variable_count));
        let decode =
            Box::new(move |model: &Assignment| map.decode(formula.as_ref(), &puzzle, model));
        let (doubt, cubes, soft) = (doubt.to_owned(), None, Vec::new());
        Decoder { asked, variables, decode, doubt, cubes, soft }
    }

    /// Adds the results of an answer. If there are cubes, the answer is the answer to one of them.
    fn read(&self, answer: &Input, said: &mut Said) -> Result<()> {
        let (mut has_model, mut is_exhausted, name) = (false, false, answer.name());
        for output in dimacs::read_outputs(BufReader::new(answer.open()?), self.variables) {
            let output = match output {
                // The file of a solver that was stopped is empty.
                Err(OutputError::NoStatus) if self.cubes.is_some() => SolverOutput::Unknown,
                Err(error @ OutputError::Read(ReadError::Io(_))) => {
                    return Err(error).context(name);
                }
                output => output.map_err(|error| wrong(format!("{name}: {error}")))?,
            };
            match output {
                SolverOutput::Satisfiable(assignment) => {
                    let grid = (self.decode)(&assignment).map_err(|error| {
                        let doubt = &self.doubt;
                        wrong(format!("{name}: the model is no solution: {error}\n  {doubt}"))
                    })?;
                    has_model = true;
                    said.solutions.push(grid);
                }
                SolverOutput::Unsatisfiable => {
                    is_exhausted = true;
                    said.exhausted += 1;
                    said.refuted += usize::from(!has_model);
                }
                SolverOutput::Unknown => warn(format_args!("{name}: the answer is UNKNOWN")),
            }
        }
        said.answered += usize::from(is_exhausted || has_model);
        Ok(())
    }

    /// Checks the claim that there is no other solution with a search by this program. Returns, in
    /// words, who supports the claim.
    fn check_that_there_is_no_other(&self, known: &[Grid], names: &str) -> Result<&'static str> {
        let (deadline, known) = (Deadline::after(REFUTATION_TIME), HashSet::<_>::from_iter(known));
        let found = solutions(&self.asked.puzzle, self.asked.candidates.as_ref(), deadline);
        let is_new =
            |found: &Result<Grid, _>| !found.as_ref().is_ok_and(|grid| known.contains(grid));
        match found.into_iter().find(is_new) {
            None => Ok("confirmed by satdoku's own search"),
            Some(Ok(solution)) => {
                let says = match known.len() {
                    0 => "UNSATISFIABLE, but there is a solution",
                    _ => "that there is no other solution, but there is one",
                };
                let (line, doubt) = (self.asked.line(&solution), &self.doubt);
                Err(wrong(format!("{names}: the solver says {says}: {line}\n  {doubt}")))
            }
            Some(Err(SolveError::TimedOut)) => {
                let time = REFUTATION_TIME.as_secs();
                note(format_args!("satdoku's own search did not end within {time} s"));
                Ok("according to the solver alone")
            }
            Some(Err(error)) => Err(wrong(error.to_string())),
        }
    }
}

fn wrong(message: String) -> anyhow::Error {
    failure(Exit::Failed, message)
}

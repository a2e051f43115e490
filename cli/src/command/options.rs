//! The options that several subcommands share, each declared once.

use std::ffi::OsString;
use std::fmt::Display;
use std::num::NonZeroUsize;
use std::ops::{Bound, RangeBounds};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::advice::passed_over;
use super::input::Input;
use super::output::line;
use super::reader::{Asked, Read, Reader};
use super::rules;
use satdoku::answer::Deadline;
use satdoku::encode::{AtMostOne, Encoding, Preset};
use satdoku::format::{Batch, Column, Options, Splitter, Symbols};
use satdoku::grid::{Grid, Size};
use satdoku::rules::{Regions, RuleName};

/// The puzzles of a subcommand that takes any number of them.
#[derive(Clone, Debug, clap::Args)]
pub struct Inputs {
    /// Files, - for standard input (the default), or puzzles
    #[arg(value_name = "INPUT")]
    arguments: Vec<OsString>,
    #[command(flatten)]
    pub puzzle: PuzzleArgs,
}

impl Inputs {
    /// These arguments before its own.
    pub fn after(&self, first: impl IntoIterator<Item = OsString>) -> Inputs {
        let arguments = first.into_iter().chain(self.arguments.iter().cloned()).collect();
        Inputs { arguments, puzzle: self.puzzle.clone() }
    }

    /// Whether there are none, so that standard input is read.
    pub fn is_empty(&self) -> bool {
        self.arguments.is_empty()
    }

    /// Whether all of them are puzzles.
    pub fn are_arguments(&self) -> bool {
        self.all().iter().all(|input| matches!(input, Input::Text(_)))
    }

    /// The inputs in order; standard input if there are none.
    pub fn all(&self) -> Vec<Input> {
        match &self.arguments[..] {
            [] => vec![Input::Stdin],
            arguments => arguments.iter().map(|argument| self.puzzle.input(argument)).collect(),
        }
    }

    /// Reads inputs that must hold exactly one puzzle.
    ///
    /// # Errors
    /// As [`PuzzleArgs::read_one`]; if there are several inputs.
    pub fn read_one(&self, read: Read) -> Result<Asked> {
        match &self.all()[..] {
            [only] => self.puzzle.read_one(only, read),
            several => bail!(NotOne(format!("found {} inputs", several.len()))),
        }
    }

    /// The files among them.
    pub fn paths(&self) -> Vec<PathBuf> {
        self.all().iter().filter_map(|input| input.path().map(PathBuf::from)).collect()
    }

    /// The name of all of them together in a message.
    pub fn names(&self) -> String {
        self.all().iter().map(Input::name).collect::<Vec<_>>().join(", ")
    }
}

/// What may happen to files that are in the way.
#[derive(Clone, Copy, Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("output").multiple(true))]
pub struct Force {
    /// Replace existing output files
    #[arg(long, requires = "output")]
    pub force: bool,
}

/// Several puzzles or inputs where one is expected.
#[derive(Debug, thiserror::Error)]
#[error("expected one puzzle, {0}")]
pub struct NotOne(String);

/// How puzzles are read and which rules they have.
#[derive(Clone, Debug, clap::Args)]
pub struct PuzzleArgs {
    /// Add the two main diagonals to the rules
    #[arg(short = 'x', long)]
    pub diagonal: bool,
    /// Rules beside rows and columns, separated by commas; 'satdoku help rules' explains them
    /// [default: classic]
    #[arg(long, value_name = "NAME", hide_possible_values = true, value_delimiter = ',', value_parser = rules::rule_parser())]
    pub rules: Vec<RuleName>,
    /// Regions in place of boxes: a file, or one letter or digit for each cell; above 26 regions,
    /// numbers with blanks between them. Lines of a file that begin with # are comments
    #[arg(long, value_name = "FILE|LETTERS", value_parser = rules::regions_parser())]
    pub regions: Option<Regions>,
    /// Height and width of a box [default: chosen by the number of cells]
    #[arg(long = "box", value_name = "HxW", value_parser = parse_box)]
    pub size: Option<Size>,
    /// Symbols of the digits, in order [default: 1-9, then A-Z]
    #[arg(long, value_name = "ALPHABET")]
    pub symbols: Option<Symbols>,
    /// Column of a table that holds the puzzles: its name, or its number from 1
    /// [default: found by name]
    #[arg(long, value_name = "COLUMN")]
    pub column: Option<Column>,
    /// Column that holds the solutions, which are checked: its name, or its number from 1
    /// [default: found by name]
    #[arg(long, value_name = "COLUMN")]
    pub solution_column: Option<Column>,
    /// Whether blank lines and comments are kept.
    #[arg(skip)]
    pub asides: bool,
}

/// How many threads work.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Threads {
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = whole_number(1..=1024_usize), allow_negative_numbers = true)]
    threads: Option<usize>,
}

impl Threads {
    /// The number of threads.
    pub fn count(self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.threads.unwrap_or_else(cores)
    }
}

/// How long a puzzle may take.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct TimeLimit {
    /// Stop working on a puzzle after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, allow_negative_numbers = true)]
    pub time_limit: Option<Duration>,
}

impl TimeLimit {
    /// The deadline of a puzzle that begins now.
    pub fn deadline(self) -> Deadline {
        self.time_limit.map_or(Deadline::NONE, Deadline::after)
    }
}

/// Seconds as a positive decimal number.
fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds".to_owned())?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if time > Duration::ZERO => Ok(time),
        _ if seconds > 1.0 => Err("expected fewer seconds".to_owned()),
        _ => Err("expected a number of seconds above 0".to_owned()),
    }
}

/// Parses the name of one of these.
pub fn one_of<T: Copy + Send + Sync + 'static, const N: usize>(
    all: [T; N],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(all.map(name)).map(move |text| {
        all.into_iter().find(|&item| name(item) == text).expect("one of the possible values")
    })
}

/// Parses a whole number of a range, with errors that say the range in words.
pub fn whole_number<T: FromStr + PartialOrd + Display>(
    range: impl RangeBounds<T> + Clone,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| match text.parse() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(match (range.start_bound(), range.end_bound()) {
            (Bound::Included(first), Bound::Included(last)) => {
                format!("expected a whole number from {first} to {last}")
            }
            (Bound::Included(first), _) => format!("expected a whole number from {first}"),
            _ => "expected a whole number".to_owned(),
        }),
    }
}

fn parse_box(text: &str) -> Result<Size, String> {
    let (height, width) = text.split_once(['x', 'X']).ok_or("expected HEIGHTxWIDTH, as in 2x3")?;
    let parse = |number: &str| {
        number.parse().map_err(|_| format!("expected two numbers, as in 2x3, found {number:?}"))
    };
    Size::new(parse(height)?, parse(width)?).map_err(|error| error.to_string())
}

impl PuzzleArgs {
    /// Whether any option was given.
    pub fn is_given(&self) -> bool {
        let PuzzleArgs { size, symbols, column, solution_column, .. } = self;
        let others =
            [size.is_some(), symbols.is_some(), column.is_some(), solution_column.is_some()];
        self.names_rules() || others.contains(&true)
    }

    /// Whether an option names rules.
    pub fn names_rules(&self) -> bool {
        self.diagonal || !self.rules.is_empty() || self.regions.is_some()
    }

    /// The options of the reader.
    pub fn options(&self) -> Options {
        Options {
            size: self.size.or(self.regions.as_ref().map(Regions::size)),
            boxless: self.is_boxless(),
            symbols: self.symbols.clone().unwrap_or_default(),
            jigsaw: self.rules.contains(&RuleName::Jigsaw) && self.regions.is_none(),
            settled: self.names_rules(),
            column: self.column.clone(),
            solution_column: self.solution_column.clone(),
            asides: self.asides,
        }
    }

    /// A reader of puzzles; each thread has its own.
    ///
    /// # Errors
    /// As [`PuzzleArgs::check`].
    pub fn reader(&self) -> Result<Reader> {
        Reader::new(self.clone())
    }

    /// An argument that is an input.
    pub fn input(&self, argument: &OsString) -> Input {
        Input::of(argument, self.size)
    }

    /// A grid in one line.
    pub fn line(&self, grid: &Grid) -> String {
        line(grid, &self.symbols.clone().unwrap_or_default())
    }

    /// Reads an input that must hold exactly one puzzle.
    ///
    /// # Errors
    /// If it cannot be read or parsed, holds none, or holds several.
    pub fn read_one(&self, input: &Input, read: Read) -> Result<Asked> {
        let mut reader = self.reader()?;
        let mut splitter = Splitter::new(input.open()?, self.options());
        let (mut batch, mut found) = (Batch::default(), None);
        while splitter.read_batch(&mut batch, 2).with_context(|| input.name())? {
            for raw in batch.iter() {
                if found.is_some() {
                    let place = format!("{}:{}", input.name(), raw.line);
                    return Err(
                        anyhow::Error::from(NotOne("found another".to_owned())).context(place)
                    );
                }
                let record = read(&mut reader, raw);
                found = Some(record.map_err(|error| anyhow::anyhow!("{}:{error}", input.name()))?);
            }
        }
        if let Some(note) = passed_over(&input.name(), splitter.passed_over()) {
            super::note(format_args!("{note}"));
        }
        found.with_context(|| format!("{}: no puzzle found", input.name()))
    }
}

/// How results are printed; each subcommand allows some of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// A drawing with boxes
    Grid,
    /// One line per puzzle
    Line,
    /// Plain text
    Text,
    /// One JSON object per line
    Json,
    /// Comma-separated values with a header
    Csv,
    /// The same, separated by TABs
    Tsv,
    /// One line per puzzle: PUZZLE:1:SOLUTION
    Record,
}

impl Format {
    /// Parses one of these.
    pub fn among(allowed: &'static [Format]) -> impl TypedValueParser<Value = Format> {
        PossibleValuesParser::new(allowed.iter().filter_map(Format::to_possible_value))
            .map(|name| Format::from_str(&name, false).expect("one of the possible values"))
    }
}

/// The format where the choice is plain text or JSON.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct TextFormat {
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among(&[Format::Text, Format::Json]))]
    format: Format,
}

impl TextFormat {
    /// Whether it is JSON.
    pub fn is_json(self) -> bool {
        self.format == Format::Json
    }
}

/// The heading of the options that only people use who know SAT.
pub const SAT_OPTIONS: &str = "SAT options";

/// How a puzzle becomes clauses.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct EncodingArgs {
    /// Clause families of the formula [default: extended]
    #[arg(long = "encoding", value_name = "PRESET", help_heading = SAT_OPTIONS, value_parser = one_of(Preset::ALL, Preset::name))]
    preset: Option<Preset>,
    /// At-most-one encoding of the formula [default: auto]
    #[arg(long, value_name = "NAME", help_heading = SAT_OPTIONS, value_parser = one_of(AtMostOne::ALL, AtMostOne::name))]
    amo: Option<AtMostOne>,
}

impl EncodingArgs {
    /// Both together.
    pub fn encoding(self) -> Encoding {
        Encoding { preset: self.preset.unwrap_or_default(), amo: self.amo.unwrap_or_default() }
    }

    /// Whether either was given.
    pub fn is_given(self) -> bool {
        self.preset.is_some() || self.amo.is_some()
    }
}

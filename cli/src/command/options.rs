//! The options that several subcommands share. Each option is declared only once.

use std::cell::Cell;
use std::ffi::OsStr;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{Arg, Command, ValueEnum};

use satdoku::encode::Preset;
use satdoku::format::Program;
use satdoku::{Deadline, Encoding};

// The number of threads.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Threads {
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = whole_number::<usize>(1..=1024), allow_negative_numbers = true)]
    threads: Option<usize>,
}

impl Threads {
    /// The number of threads.
    pub fn count(self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.threads.unwrap_or_else(cores)
    }
}

// The time limit for a puzzle.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct TimeLimit {
    /// Stop working on a puzzle after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, allow_negative_numbers = true)]
    pub time_limit: Option<Duration>,
}

thread_local! {
    static BOUND: Cell<Deadline> = const { Cell::new(Deadline::NONE) };
}

/// After this call, no puzzle that begins on this thread has a later deadline than this one. This
/// is for programs that call this crate in their own process and may have to end its work.
pub fn bound(deadline: Deadline) {
    BOUND.set(deadline);
}

impl TimeLimit {
    /// The deadline of a puzzle that begins now.
    pub fn deadline(self) -> Deadline {
        self.time_limit.map_or(Deadline::NONE, Deadline::after).first(BOUND.get())
    }
}

/// Parses seconds: a positive decimal number.
fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds".to_owned())?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if time > Duration::ZERO => Ok(time),
        _ if seconds > 1.0 => Err("expected a smaller number of seconds".to_owned()),
        _ => Err("expected a number of seconds above 0".to_owned()),
    }
}

/// A parser for the name of one of these values.
pub fn one_of<T: Copy + Send + Sync + 'static, N: Into<String> + 'static>(
    all: impl IntoIterator<Item = T>,
    name: fn(T) -> N,
) -> impl TypedValueParser<Value = T> {
    let all: Vec<T> = all.into_iter().collect();
    let name = move |item: &T| -> String { name(*item).into() };
    PossibleValuesParser::new(all.iter().map(name)).map(move |text| {
        *all.iter().find(|item| name(item) == text).expect("one of the possible values")
    })
}

/// A parser that also tells the shell names that can be completed; other texts are possible too,
/// although clap shows these names as the possible values if the value is missing.
#[derive(Clone, Debug)]
pub struct Suggesting<P> {
    pub parser: P,
    pub names: fn() -> Vec<String>,
}

impl<P: TypedValueParser> TypedValueParser for Suggesting<P> {
    type Value = P::Value;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<P::Value, clap::Error> {
        self.parser.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.names)().into_iter().map(PossibleValue::new)))
    }
}

/// A parser for a whole number in this range.
pub fn whole_number<T>(range: RangeInclusive<u64>) -> impl TypedValueParser<Value = T>
where
    T: TryFrom<u64> + Clone + Send + Sync + 'static,
{
    StringValueParser::new().try_map(move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| match range.end() {
            &u64::MAX => format!("expected a whole number from {} to 2^64 - 1", range.start()),
            last => format!("expected a whole number from {} to {last}", range.start()),
        })
    })
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
    /// Values separated by TABs, with a header
    Tsv,
    /// One line per puzzle: PUZZLE:1:SOLUTION
    Record,
    /// One link per puzzle, to f-puzzles
    #[value(name = "fpuzzles")]
    FPuzzles,
    /// One link per puzzle, to SudokuPad
    #[value(name = "sudokupad")]
    SudokuPad,
    /// One link per puzzle, to the Interactive Sudoku Solver
    Iss,
}

impl Format {
    /// A parser for one of these formats.
    pub fn among(allowed: &'static [Format]) -> impl TypedValueParser<Value = Format> {
        PossibleValuesParser::new(allowed.iter().filter_map(Format::to_possible_value))
            .map(|name| Format::from_str(&name, false).expect("one of the possible values"))
    }

    /// The program for which the format is a link, if it is a link.
    pub fn program(self) -> Option<Program> {
        match self {
            Format::FPuzzles => Some(Program::FPuzzles),
            Format::SudokuPad => Some(Program::SudokuPad),
            Format::Iss => Some(Program::Iss),
            _ => None,
        }
    }
}

// The output format of subcommands that print plain text or JSON.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct TextFormat {
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among(&[Format::Text, Format::Json]))]
    format: Format,
}

impl TextFormat {
    /// Whether the format is JSON.
    pub fn is_json(self) -> bool {
        self.format == Format::Json
    }
}

// The options for the encoding of a formula.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct EncodingArgs {
    /// Encoding of the rules as clauses [default: extended/auto]. Presets: minimal, efficient, extended.
    /// AMO, at-most-one: auto, pairwise, sequential, binary, bimander, commander, product
    #[arg(long, value_name = "PRESET[/AMO]", help_heading = SAT_OPTIONS, hide_possible_values = true, value_parser = encoding())]
    pub encoding: Option<Encoding>,
}

fn encoding() -> impl TypedValueParser<Value = Encoding> {
    let presets = Preset::ALL.map(|preset| preset.to_string());
    let all = Encoding::all().map(|encoding| encoding.to_string());
    PossibleValuesParser::new(presets.into_iter().chain(all)).try_map(|text| text.parse())
}

/// The heading of the options for reading puzzles and for their rules.
pub const PUZZLE_OPTIONS: &str = "Puzzle options";

/// The heading of the options that only people who know SAT use.
pub const SAT_OPTIONS: &str = "SAT options";

//! The options that several subcommands share, each declared once.

use std::cell::Cell;
use std::num::NonZeroUsize;
use std::ops::RangeBounds;
use std::time::Duration;

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, RangedU64ValueParser, TypedValueParser};

use satdoku::encode::Preset;
use satdoku::format::Program;
use satdoku::{Deadline, Encoding};

// How many threads work.
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

// How long a puzzle may take.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct TimeLimit {
    /// Stop working on a puzzle after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, allow_negative_numbers = true)]
    pub time_limit: Option<Duration>,
}

thread_local! {
    static BOUND: Cell<Deadline> = const { Cell::new(Deadline::NONE) };
}

/// From now on no puzzle that begins on this thread has a later deadline. This is for callers that
/// run it in a process of their own, and may have to end the work.
pub fn bound(deadline: Deadline) {
    BOUND.set(deadline);
}

impl TimeLimit {
    /// The deadline of a puzzle that begins now.
    pub fn deadline(self) -> Deadline {
        self.time_limit.map_or(Deadline::NONE, Deadline::after).first(BOUND.get())
    }
}

/// Seconds as a positive decimal number.
fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds".to_owned())?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if time > Duration::ZERO => Ok(time),
        _ if seconds > 1.0 => Err("expected a smaller number of seconds".to_owned()),
        _ => Err("expected a number of seconds above 0".to_owned()),
    }
}

/// Parses the name of one of these.
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

/// Parses a whole number of a range.
pub fn whole_number<T>(range: impl RangeBounds<u64>) -> RangedU64ValueParser<T>
where
    T: TryFrom<u64> + Clone + Send + Sync,
{
    RangedU64ValueParser::new().range(range)
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
    /// Parses one of these.
    pub fn among(allowed: &'static [Format]) -> impl TypedValueParser<Value = Format> {
        PossibleValuesParser::new(allowed.iter().filter_map(Format::to_possible_value))
            .map(|name| Format::from_str(&name, false).expect("one of the possible values"))
    }

    /// The program that the format is a link to, if it is a link.
    pub fn program(self) -> Option<Program> {
        match self {
            Format::FPuzzles => Some(Program::FPuzzles),
            Format::SudokuPad => Some(Program::SudokuPad),
            Format::Iss => Some(Program::Iss),
            _ => None,
        }
    }
}

// The format where the choice is plain text or JSON.
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

// How a formula is made.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct EncodingArgs {
    /// Encoding of the rules as clauses [default: extended/auto]. PRESET is minimal, efficient or
    /// extended; AMO (at-most-one) is auto, pairwise, sequential, binary, bimander, commander or
    /// product
    #[arg(long, value_name = "PRESET[/AMO]", help_heading = SAT_OPTIONS, hide_possible_values = true, value_parser = encoding())]
    pub encoding: Option<Encoding>,
}

fn encoding() -> impl TypedValueParser<Value = Encoding> {
    let presets = Preset::ALL.map(|preset| preset.to_string());
    let all = Encoding::all().map(|encoding| encoding.to_string());
    PossibleValuesParser::new(presets.into_iter().chain(all)).try_map(|text| text.parse())
}

/// The heading of the options that say how puzzles are read, and their rules.
pub const PUZZLE_OPTIONS: &str = "Puzzle options";

/// The heading of the options that only people who know SAT use.
pub const SAT_OPTIONS: &str = "SAT options";

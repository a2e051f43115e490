//! How puzzles are read, and the rules that they have, according to the options and to the text of
//! the puzzle.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use anyhow::{Result, anyhow, bail, ensure};
use clap::builder::{OsStringValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};

use super::options::{PUZZLE_OPTIONS, one_of};
use satdoku::format::{Options, ParseErrorKind, Record};
use satdoku::rules::{Clue, ClueKind};
use satdoku::{
    Grid, ParseError, RegionLabel, Regions, Rules, RulesBuilder, RulesError, Size, Symbols,
    Variant, printable,
};

// The options for reading puzzles, and for their rules.
#[derive(Clone, PartialEq, Debug, Default, clap::Args)]
pub struct PuzzleArgs {
    /// Add the two main diagonals to the rules
    #[arg(help_heading = PUZZLE_OPTIONS, short = 'x', long)]
    pub diagonal: bool,
    /// Rules in addition to rows and columns, separated by commas; 'satdoku help rules' explains
    /// them [default: classic]
    #[arg(help_heading = PUZZLE_OPTIONS, long, value_name = "NAME", hide_possible_values = true, value_delimiter = ',', value_parser = one_of(Variant::ALL, Variant::name))]
    pub rules: Vec<Variant>,
    /// Regions in place of boxes: a file, or one letter or digit for each cell; for more than 26
    /// regions, numbers with blanks between them. Lines of a file that begin with # are comments
    #[arg(help_heading = PUZZLE_OPTIONS, long, value_name = "FILE|LETTERS", value_parser = OsStringValueParser::new().try_map(|argument| read_regions(&argument)))]
    pub regions: Option<Regions>,
    /// A clue for all puzzles, such as 'killer 15 A1 A2 B1' (repeatable); 'satdoku help clues'
    /// explains the kinds of clues
    #[arg(help_heading = PUZZLE_OPTIONS, long = "clue", value_name = "CLUE", value_parser = parse_clue)]
    pub clues: Vec<String>,
    /// Clues for all puzzles: a file with one clue per line. Lines that begin with # are comments
    #[arg(help_heading = PUZZLE_OPTIONS, long = "clues", value_name = "FILE", value_parser = OsStringValueParser::new().try_map(|argument| read_clues(&argument)))]
    pub file_of_clues: Option<Lines>,
    /// Kind of clue, such as thermometer or renban, that the lines in SudokuPad's own puzzles stand
    /// for; SudokuPad only draws lines, without their meaning [default: puzzles with such lines are
    /// refused]
    #[arg(help_heading = PUZZLE_OPTIONS, long, value_name = "KIND", hide_possible_values = true, value_parser = kind_of_clue())]
    pub lines: Option<ClueKind>,
    /// Height and width of a box [default: chosen by the number of cells]
    #[arg(help_heading = PUZZLE_OPTIONS, long = "box", value_name = "HxW")]
    pub size: Option<Size>,
    /// Symbols of the digits, in order [default: 1-9, then A-Z]
    #[arg(help_heading = PUZZLE_OPTIONS, long, value_name = "ALPHABET")]
    pub symbols: Option<Symbols>,
    /// Column of a table that holds the puzzles: its name, or its number from 1
    /// [default: found by name]
    #[arg(help_heading = PUZZLE_OPTIONS, long, value_name = "COLUMN")]
    pub column: Option<String>,
    /// Column with solutions: its name, or its number from 1. 'solve', 'check' and 'rate' compare
    /// these solutions with their answers; other commands do not read the column [default: found
    /// by name]
    #[arg(help_heading = PUZZLE_OPTIONS, long, value_name = "COLUMN")]
    pub solution_column: Option<String>,
}

/// The parser of a kind of clue. A shell completes its name with hyphens in place of blanks.
fn kind_of_clue() -> impl TypedValueParser<Value = ClueKind> {
    let hyphened = |name: &str| name.replace(' ', "-");
    let values =
        ClueKind::ALL.map(|kind| PossibleValue::new(hyphened(kind.name())).alias(kind.name()));
    PossibleValuesParser::new(values).map(move |text| {
        let mut all = ClueKind::ALL.into_iter();
        all.find(|kind| hyphened(kind.name()) == hyphened(&text)).expect("a possible value")
    })
}

impl PuzzleArgs {
    /// Whether an option names rules.
    pub fn names_rules(&self) -> bool {
        self.diagonal || !self.rules.is_empty() || self.regions.is_some()
    }

    /// Whether an option names clues.
    pub fn names_clues(&self) -> bool {
        !self.clues.is_empty() || self.file_of_clues.is_some()
    }

    /// The options of the reader.
    pub fn options(&self) -> Options {
        Options {
            size: self.size.or(self.regions.as_ref().map(Regions::size)),
            boxless: self.is_boxless(),
            symbols: self.symbols.clone().unwrap_or_default(),
            jigsaw: self.rules.contains(&Variant::Jigsaw) && self.regions.is_none(),
            settled: self.names_rules(),
            column: self.column.clone(),
            solution_column: self.solution_column.clone(),
            lines: self.lines,
        }
    }

    /// Whether the options name rules without boxes.
    pub fn is_boxless(&self) -> bool {
        self.rules.iter().any(|rule| matches!(rule, Variant::Jigsaw | Variant::Latin))
            || self.regions.is_some()
    }

    /// Returns an error if two options contradict each other.
    pub fn check(&self) -> Result<()> {
        let bases = Variant::ALL.into_iter().filter(|rule| rule.is_base());
        let named = bases.filter(|base| self.rules.contains(base));
        let named: Vec<&str> = named.map(Variant::name).collect();
        match named[..] {
            [first, second, ..] => bail!("--rules: expected {first} or {second}, found both"),
            [name @ ("classic" | "latin")] if self.regions.is_some() => {
                bail!("--regions cannot be used with --rules {name}")
            }
            _ if self.is_boxless() && self.size.is_some() => {
                bail!("--box cannot be used with --regions, --rules jigsaw or --rules latin")
            }
            _ => Ok(()),
        }
    }

    /// The rules of the options for this size, with these regions if there are any.
    pub fn rules(&self, size: Size, regions: Option<Regions>) -> Result<Rules, RulesError> {
        regions.into_iter().fold(self.builder(size), RulesBuilder::regions).build()
    }

    /// The rules of a record with these regions: the rules that the record names, or else the rules
    /// of the options.
    ///
    /// # Errors
    /// If a grid of this size cannot have these rules, or if the record names other rules than the
    /// options.
    pub fn rules_of(
        &self,
        record: &Record,
        regions: Option<&Regions>,
    ) -> Result<Rules, ParseError> {
        if !self.names_rules() && !record.rules.is_empty() {
            return record.base_rules();
        }
        let asked = self.rules(record.grid.size(), regions.cloned());
        let asked = asked.map_err(|error| ParseErrorKind::from(error).in_line(record.line))?;
        if record.rules.is_empty() {
            return Ok(asked);
        }
        let found = record.base_rules()?;
        if found == asked {
            return Ok(found);
        }
        let [found, asked] = [found, asked].map(|rules| rules.describe());
        let asked = format!("{asked}, as the options say");
        let found = format!("{found}; leave out the options that name rules");
        Err(ParseErrorKind::expected(asked, found).in_line(record.line))
    }

    /// The clues of the options for a grid of this size.
    ///
    /// # Errors
    /// An error for the first text that is no clue, or that names a cell outside the grid.
    pub fn clues(&self, size: Size) -> Result<Vec<Clue>, ParseErrorKind> {
        let file = self.file_of_clues.iter().flat_map(|Lines(lines)| lines);
        let read = |text: &String| {
            Clue::parse(text, size).map_err(|error| {
                let found = format!("{} in the clue '{}'", error.found, printable(text, ""));
                ParseErrorKind::expected(error.expected, found)
            })
        };
        file.chain(&self.clues).map(read).collect()
    }

    /// The rules of the options, without regions and clues.
    pub fn builder(&self, size: Size) -> RulesBuilder {
        let diagonal = self.diagonal.then_some(Variant::Diagonal);
        let rules = self.rules.iter().copied().chain(diagonal);
        rules.fold(Rules::builder(size), RulesBuilder::variant)
    }

    /// The regions that the options or a record name, if the options and the record do not
    /// contradict each other.
    ///
    /// # Errors
    /// If the options and the record contradict each other, or if regions are missing.
    pub fn regions_of<'r>(&'r self, record: &'r Record) -> Result<Option<&'r Regions>, ParseError> {
        let advice = "give the regions only once, or name the rules that are meant";
        let has = |rule| self.rules.contains(&rule);
        match (&self.regions, record.regions.as_deref()) {
            (Some(named), Some(found)) if named != found => {
                let found = format!("a jigsaw with the regions {found}; {advice}");
                Err(record.unexpected("the regions that --regions names", found))
            }
            (None, Some(_))
                if self.size.is_some() || has(Variant::Classic) || has(Variant::Latin) =>
            {
                let found = format!("a jigsaw: regions in place of boxes; {advice}");
                Err(record.unexpected("a puzzle with the boxes or rules of the options", found))
            }
            (None, None) if has(Variant::Jigsaw) => {
                let label = |&value: &u16| RegionLabel::Number(value);
                let labels = |grid: &Grid| grid.values().iter().map(label).collect();
                let regions = record.solution.as_ref().map(|grid| Regions::new(labels(grid)));
                if let Some(Err(error)) = regions {
                    return Err(ParseErrorKind::from(error).in_line(record.line));
                }
                let expected = "a jigsaw: its cells, then one letter or digit for each cell";
                let found = "no regions; --regions names the regions of all puzzles";
                Err(record.unexpected(expected, found))
            }
            (named, found) => Ok(named.as_ref().or(found)),
        }
    }
}

/// Checks that a text begins with a kind of clue. Its cells cannot be checked without the size of
/// the grid.
fn parse_clue(text: &str) -> Result<String, String> {
    match Clue::parse(text, Size::without_boxes(Size::MAX_SIDE)) {
        Err(error) if error.column == 1 => Err(error.to_string()),
        _ => Ok(text.to_owned()),
    }
}

/// The lines of a file of clues.
#[derive(Clone, PartialEq, Debug)]
pub struct Lines(Vec<String>);

/// Reads the file that `--clues` names.
fn read_clues(path: &OsStr) -> Result<Lines> {
    let text = read_file(Path::new(path))?;
    let lines =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let lines = lines.map(|line| parse_clue(line).map_err(|error| anyhow!("'{line}': {error}")));
    Ok(Lines(lines.collect::<Result<_>>()?))
}

/// Reads a file that is not too large.
fn read_file(path: &Path) -> Result<String> {
    let mut text = String::new();
    File::open(path)?.take(LONGEST + 1).read_to_string(&mut text)?;
    ensure!(text.len() as u64 <= LONGEST, "expected at most {LONGEST} bytes, found more");
    Ok(text)
}

/// Reads the argument of `--regions`: the name of a file, or the labels themselves.
fn read_regions(argument: &OsStr) -> Result<Regions> {
    let path = Path::new(argument);
    let text = argument.to_string_lossy();
    let labels = if fs::symlink_metadata(path).is_ok() {
        read_file(path)?
    } else if text.contains(['.', '/', '\\', '-', '_']) || text.len() < SHORTEST {
        bail!("neither a file nor regions, which are one letter or digit for each cell");
    } else {
        text.into_owned()
    };
    Ok(labels.parse()?)
}

/// For each cell, row by row: whether it is marked.
#[derive(Clone, Debug)]
pub struct Marks(pub Vec<bool>);

/// Reads the argument of `--pattern`: the name of a file, or the marks themselves.
pub fn read_marks(argument: &OsStr) -> Result<Marks> {
    let path = Path::new(argument);
    let text = match fs::symlink_metadata(path) {
        Ok(_) => read_file(path)?,
        Err(_) => argument.to_string_lossy().into_owned(),
    };
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let marks = lines.flat_map(str::chars).filter(|symbol| !symbol.is_whitespace());
    let mark = |symbol: char| match symbol {
        '.' | '0' | '-' | '_' => Ok(false),
        symbol if symbol.is_alphanumeric() || symbol == '*' => Ok(true),
        symbol => bail!("neither a file nor one letter or . for each cell: found '{symbol}'"),
    };
    marks.map(mark).collect::<Result<_>>().map(Marks)
}

/// The least number of labels: a shorter text is taken for the name of a file.
const SHORTEST: usize = 16;

/// The greatest number of bytes of a file of regions or clues: about three times the number that
/// the largest grid needs.
const LONGEST: u64 = 1 << 24;

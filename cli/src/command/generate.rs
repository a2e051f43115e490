//! `generate`: makes random puzzles with one solution, and grids with random holes.

use std::ffi::OsString;
use std::sync::Arc;

use anyhow::{Context, Result, bail, ensure};
use clap::ArgGroup;
use clap::builder::{OsStringValueParser, TypedValueParser};
use itertools::Itertools;
use rand::{RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::json;

use super::drawing::drawn;
use super::exit::{Exit, failure};
use super::input::Input;
use super::options::{Format, Threads, TimeLimit, one_of, whole_number};
use super::output::{note, write_lines};
use super::picture::PictureArgs;
use super::progress::Progress;
use super::puzzle::{Marks, PuzzleArgs, read_marks};
use super::reader::{Reader, read_one};
use super::steps::{list_of_techniques, option_name};
use super::stream;
use satdoku::draw::Picture;
use satdoku::explain::{Effort, Grade, State, StepRating, Technique, Techniques, check_size};
use satdoku::format::{Program, write_candidates, write_puzzle};
use satdoku::generate::{
    self, Drawn, DrawnKind, Generated, Holes, Pattern, Recipe, Source, Wanted,
};
use satdoku::{Candidates, Cell, Grid, Puzzle, PuzzleReport, Size, Variant, counted, line_of};

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, mut_arg("size", |size| size.help("Height and width of a box [default: 3x3]")), mut_arg("column", |column| column.requires("from")), mut_arg("solution_column", |column| column.requires("from")))]
#[command(group(ArgGroup::new("wanted").multiple(true)))]
pub struct Args {
    /// Number of puzzles
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    pub count: u64,
    /// Number of givens per puzzle [default: givens are removed until none can be removed]. If it
    /// takes too long to decide whether a given can be removed, the given stays, and a note says so
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    givens: Option<usize>,
    /// Symmetry of the cells with givens: rotational (a half-turn), quarter-turn, mirror (left and
    /// right), upside-down (top and bottom), two-mirrors (both), diagonal (rows and columns
    /// exchanged), anti-diagonal (the other diagonal). With a symmetry, givens are removed in
    /// symmetric sets, until no such set can be removed
    #[arg(long, value_name = "SYMMETRY", default_value = "none", value_parser = one_of(Pattern::ALL, Pattern::name))]
    symmetry: Pattern,
    /// Cells of the givens: a file, or one letter for each cell, row by row, with . where there is no
    /// given
    #[arg(long, value_name = "FILE|LETTERS", value_parser = OsStringValueParser::new().try_map(|argument| read_marks(&argument)), allow_hyphen_values = true, conflicts_with_all = ["givens", "symmetry", "from"])]
    pattern: Option<Marks>,
    /// Draw clues of this kind. The cages of a killer are drawn so that the puzzle needs no givens,
    /// unless --givens or --clue-count is used
    #[arg(long, value_name = "KIND", conflicts_with = "from", value_parser = one_of(DrawnKind::ALL, DrawnKind::name))]
    kind: Option<DrawnKind>,
    /// Number of cages, lines or dots of --kind [default: as many cages as fit, as many lines as
    /// there are digits, or all dots]
    #[arg(long, value_name = "N", requires = "kind", value_parser = whole_number::<usize>(1..=10_000))]
    clue_count: Option<usize>,
    /// Largest number of cells in a cage or line of --kind
    #[arg(long, value_name = "N", requires = "kind", default_value_t = 5, value_parser = whole_number::<usize>(2..=64))]
    largest: usize,
    /// Remove givens from this puzzle, not from random grids: a file, - for standard input, or the
    /// puzzle itself
    #[arg(long, value_name = "PUZZLE", allow_hyphen_values = true)]
    from: Option<OsString>,
    /// Side of the grid; --box gives the shape of its boxes [default: 9]
    #[arg(long, value_name = "SIDE", value_parser = whole_number::<usize>(1..=Size::MAX_SIDE as u64), allow_negative_numbers = true, conflicts_with = "from")]
    side: Option<usize>,
    /// Make random full grids, and remove the digits of this fraction (0 to 1) of their cells, to
    /// measure solvers; there may be several solutions
    #[arg(long, value_name = "FRACTION", value_parser = fraction, allow_negative_numbers = true, conflicts_with_all = ["from", "givens", "symmetry", "pattern", "kind", "wanted"])]
    holes: Option<f64>,
    /// Spread the holes evenly over rows, columns and boxes
    #[arg(long, requires = "holes")]
    balanced: bool,
    /// Seed of the random numbers [default: random, printed to stderr]
    #[arg(long, value_name = "N", value_parser = whole_number::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Only puzzles of this grade: easy, medium, hard, expert or extreme, as 'rate' finds it
    #[arg(long, group = "wanted", hide_possible_values = true, value_parser = one_of(Grade::ALL, Grade::name))]
    grade: Option<Grade>,
    /// Only puzzles whose simplest steps include this technique, such as x-wing or naked-pair
    #[arg(long, group = "wanted", hide_possible_values = true, value_parser = one_of(Technique::named(), option_name))]
    technique: Option<Technique>,
    /// Only puzzles that these techniques solve: names with commas between them; ..NAME stands for
    /// all techniques up to NAME in the list of 'satdoku techniques'
    #[arg(long, value_name = "LIST", value_parser = list_of_techniques(), hide_possible_values = true, group = "wanted")]
    techniques: Option<Techniques>,
    /// Print grids of candidates in which the next step is of this technique, to practise it. The
    /// grids are half-filled puzzles, which 'hint' and 'explain' read
    #[arg(long, value_name = "TECHNIQUE", hide_possible_values = true, value_parser = one_of(Technique::named(), option_name), group = "wanted", conflicts_with = "technique")]
    next: Option<Technique>,
    /// Only puzzles of this depth, as 'rate' finds it. Classic puzzles of depth 2 are made from
    /// known puzzles: some givens are replaced, and rows, columns and digits are permuted
    #[arg(long, value_name = "N", value_parser = whole_number::<usize>(0..=3), group = "wanted", conflicts_with = "kind")]
    depth: Option<usize>,
    /// Number of random puzzles to try for each wanted puzzle, with --grade, --technique,
    /// --techniques, --next or --depth
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = whole_number::<u64>(1..=u64::MAX), requires = "wanted")]
    tries: u64,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    time_limit: TimeLimit,
    #[command(flatten)]
    picture: PictureArgs,
    #[command(flatten)]
    puzzle: PuzzleArgs,
    /// Output format. All formats except record contain the rules, so that other commands read the
    /// puzzles with their rules. If a line cannot show the rules, line prints a JSON object; grid
    /// adds a line that names the rules. fpuzzles, sudokupad and iss are links that open the puzzle
    /// in f-puzzles, SudokuPad or the Interactive Sudoku Solver
    #[arg(long, value_name = "FORMAT", default_value = "line", value_parser = Format::among(&[Format::Line, Format::Grid, Format::Record, Format::Json, Format::FPuzzles, Format::SudokuPad, Format::Iss]))]
    format: Format,
}

const EXAMPLES: &str = "\
Examples:
  Generate three puzzles, the same ones every time:
    satdoku generate --count 3 --seed 1
  Generate a puzzle that needs an X-wing, and nothing harder:
    satdoku generate --technique x-wing --grade hard --tries 100000
  Generate a half-filled grid in which the next step is a naked pair:
    satdoku generate --next naked-pair --seed 1
  Generate a jigsaw of 6x6 with random regions, and a puzzle with other rules:
    satdoku generate --rules jigsaw --side 6
    satdoku generate --rules anti-knight,anti-king
  Generate a killer without givens, and a puzzle with ten thermometers and givens:
    satdoku generate --kind killer --largest 9
    satdoku generate --kind thermometer --clue-count 10 --largest 6
  Generate a puzzle of 4x4 with givens in these cells:
    satdoku generate --pattern x..x.x....x.x..x
  Generate ten instances of 25x25 with 45 % of the cells empty:
    satdoku generate --side 25 --holes 0.45 --balanced --count 10
  Remove the redundant givens from a puzzle:
    satdoku generate --from 12343412214343.1";

/// Makes and prints the puzzles. Each puzzle has its own random numbers, so the puzzles are the
/// same for any number of threads.
pub fn run(args: &Args) -> Result<Exit> {
    let mut gallery = args.picture.begin()?;
    let mut solved = Vec::new();
    let recipe = args.recipe()?;
    let mut progress = Progress::new(Some(args.count));
    let (mut indices, mut numbers) = (0..args.count, 1..=args.count);
    let (mut puzzles, mut givens) = (0_usize, 0);
    let result = stream::run(
        |job: &mut u64, _| {
            *job = indices.next()?;
            Some(1)
        },
        args.threads.count(),
        || Ok(()),
        |(), &index| args.find(&recipe, index),
        |generated| {
            let Generated { puzzle, solution, undecided } = &generated?;
            let is_last = numbers.next() == Some(args.count);
            let begun = args.next.map(|next| args.before(puzzle, next)).transpose()?;
            let left = begun.as_ref().map(State::candidates);
            write_lines(&args.text(puzzle, solution, left, is_last)?)?;
            if args.picture.is_wanted() {
                let mut picture = Picture::new(puzzle, &args.puzzle.options().symbols);
                if let Some(state) = &begun {
                    picture = picture.found(state.placed()).candidates(state.candidates());
                }
                let picture = picture.caption(&graded(puzzle));
                gallery.add([picture.clone()])?;
                solved.push(picture.caption("").found(solution));
            }
            // Some givens may be redundant, though no given should be.
            if *undecided > 0 && args.givens.is_none() {
                puzzles += 1;
                givens += undecided;
            }
            progress.add(1);
            Ok(())
        },
    );
    progress.finish();
    if puzzles > 0 {
        note(format_args!(
            "{} may not be minimal: it takes too long to decide whether {} can be removed",
            counted(puzzles, "puzzle"),
            counted(givens, "given")
        ));
    }
    result?;
    gallery.finish(&solved)?;
    Ok(Exit::Success)
}

impl Args {
    /// The size of the grids.
    fn size(&self) -> Result<Size> {
        let of_regions = self.puzzle.regions.as_ref().map(|regions| regions.size());
        let of_pattern = || Size::from_side(self.pattern.as_ref()?.0.len().isqrt());
        let size = self
            .puzzle
            .size
            .or(of_regions)
            .or_else(|| of_pattern().filter(|_| self.side.is_none()));
        let Some(side) = self.side else { return Ok(size.unwrap_or(Size::NINE)) };
        match size {
            Some(size) if size.side() == side => Ok(size),
            Some(size) => {
                let expected = size.side();
                bail!(
                    "expected a side of {expected}, which fits the boxes or regions, found {side}"
                )
            }
            None if self.puzzle.is_boxless() => Ok(Size::without_boxes(side)),
            None => Size::from_side(side).with_context(|| {
                let expected = "--rules latin, or another side";
                format!("a grid of side {side} has no boxes; expected {expected}")
            }),
        }
    }

    /// The recipe for the puzzles.
    ///
    /// # Errors
    /// If the options contradict each other.
    pub fn recipe(&self) -> Result<Recipe> {
        let source = self.source()?;
        self.wanted().check(&source)?;
        ensure!(
            self.next.is_none() || matches!(self.format, Format::Line | Format::Json),
            "--next: expected --format line or json, which show candidates"
        );
        let seed = self.seed.unwrap_or_else(|| {
            // The number is short enough to be typed again.
            let seed = ChaCha8Rng::from_os_rng().next_u64() % 1_000_000_000;
            note(format_args!("seed {seed}; --seed {seed} generates the same puzzles"));
            seed
        });
        let time_limit = self.time_limit.time_limit;
        let (givens, pattern, cells) = (self.givens, self.symmetry, self.cells()?);
        let (count, largest) = (self.clue_count, self.largest);
        let clues = self.kind.map(|kind| Drawn { kind, count, largest });
        Ok(Recipe { source, givens, pattern, cells, clues, seed, time_limit, cancel: None })
    }

    /// The cells that `--pattern` marks.
    fn cells(&self) -> Result<Option<Vec<Cell>>> {
        let Some(Marks(marks)) = &self.pattern else { return Ok(None) };
        let (expected, found) = (self.size()?.cell_count(), marks.len());
        ensure!(expected == found, "--pattern: expected {expected} cells, found {found}");
        let cells = marks.iter().positions(|&is_given| is_given);
        Ok(Some(cells.map(Cell::from_index).collect()))
    }

    fn source(&self) -> Result<Source> {
        if let Some(argument) = &self.from {
            let asked = read_one(&Input::of(argument), &self.puzzle, Reader::read)?;
            return Ok(Source::Puzzle(asked.puzzle));
        }
        self.puzzle.check()?;
        let size = self.size()?;
        if let Some(symbols) = &self.puzzle.symbols
            && symbols.needs_decimals(size.side())
        {
            bail!("expected {} symbols, found {}", size.side(), symbols.count());
        }
        let regions = self.puzzle.regions.clone();
        let clues = self.puzzle.clues(size)?;
        if !clues.is_empty() {
            let rules = self.puzzle.rules(size, regions)?;
            return Ok(Source::Grids(Arc::new(rules.with_clues(clues)?)));
        }
        if regions.is_none() && self.puzzle.rules.contains(&Variant::Jigsaw) {
            return Ok(Source::Jigsaws(self.puzzle.builder(size)));
        }
        let rules = self.puzzle.rules(size, regions)?;
        let is_plain = size == Size::NINE && rules.is_classic() && self.symmetry == Pattern::Free;
        Ok(match is_plain && self.wanted().is_rare() {
            true => Source::Near(generate::deep_puzzles()),
            false => Source::Grids(Arc::new(rules)),
        })
    }

    /// The properties that a puzzle must have.
    fn wanted(&self) -> Wanted {
        let technique = self.technique.or(self.next);
        let techniques = self.techniques.unwrap_or(Techniques::ALL);
        Wanted { grade: self.grade, technique, techniques, depth: self.depth }
    }

    /// Finds the first puzzle with the wanted properties among the puzzles that are tried for this
    /// index.
    ///
    /// # Errors
    /// If there is no such puzzle, or a solver failed.
    pub fn find(&self, recipe: &Recipe, index: u64) -> Result<Generated> {
        if let Some(fraction) = self.holes {
            let holes = Holes { fraction, balanced: self.balanced };
            return Ok(recipe.with_holes(index, holes)?);
        }
        let wanted = self.wanted();
        let tries = if wanted.is_anything() { 1 } else { self.tries };
        recipe.wanted(index, &wanted, tries)?.ok_or_else(|| {
            let tries = if tries == 1 { "1 try".to_owned() } else { format!("{tries} tries") };
            let message = format!("no matching puzzle in {tries}; --tries N allows more tries");
            failure(Exit::Unknown, message)
        })
    }

    /// A puzzle as text. If it is read again, it has the same rules, except for a record, which
    /// cannot name rules. A line cannot name rules either: if a reader would expect other rules,
    /// the text is the puzzle's JSON object. A line and JSON have the candidates `left`, if these
    /// are given.
    ///
    /// # Errors
    /// If the text is a record and there are clues, or a link to a program that cannot express the
    /// rules.
    pub fn text(
        &self,
        puzzle: &Puzzle,
        solution: &Grid,
        left: Option<&Candidates>,
        is_last: bool,
    ) -> Result<Vec<u8>> {
        let (rules, symbols) = (puzzle.rules(), &self.puzzle.options().symbols);
        let is_plain = ["classic", "jigsaw"].contains(&&*rules.to_string());
        let is_usual = Size::from_side(puzzle.size().side()) == Some(puzzle.size());
        let mut text = Vec::new();
        match self.format {
            Format::Grid => {
                text.extend(drawn(rules, puzzle.givens(), symbols));
                // A blank line separates two puzzles.
                if is_last {
                    return Ok(text);
                }
            }
            Format::Record => {
                let has_clues = !rules.clues().is_empty();
                ensure!(!has_clues, "--format record cannot hold clues; use another format");
                let givens = line_of(puzzle.givens(), symbols).len();
                write_puzzle(&mut text, puzzle, symbols);
                // The solution comes before the regions.
                let solution = format!(":1:{}", line_of(solution, symbols));
                text.splice(givens..givens, solution.bytes());
            }
            Format::Line if let Some(left) = left => {
                write_candidates(&mut text, rules, left, symbols);
                text.push(b'\n');
            }
            Format::Line if is_plain && is_usual => write_puzzle(&mut text, puzzle, symbols),
            format if let Some(program) = format.program() => {
                // This program would take the solution for the givens.
                let solution = Some(solution).filter(|_| program != Program::Iss);
                text.extend(program.link(puzzle, solution)?.bytes());
            }
            format => {
                let mut record = json!(PuzzleReport::of(puzzle, left, symbols));
                if format != Format::Line {
                    record["solution"] = line_of(solution, symbols).into();
                }
                text.extend(record.to_string().bytes());
            }
        }
        text.push(b'\n');
        Ok(text)
    }

    /// The state of a puzzle before its first step of this technique.
    ///
    /// # Errors
    /// If a solver failed.
    fn before(&self, puzzle: &Puzzle, next: Technique) -> Result<State> {
        let effort = self.wanted().effort();
        let mut found = State::new(puzzle);
        State::new(puzzle).follow_while(&effort, |state, step| {
            found = state.clone();
            step.technique.asked() != Some(next)
        })?;
        Ok(found)
    }
}

/// The grade of a puzzle, or an empty text if there is no grade.
fn graded(puzzle: &Puzzle) -> String {
    if check_size(puzzle.rules()).is_err() {
        return String::new();
    }
    let rating = StepRating::of(State::new(puzzle), &Effort::default());
    let grade = rating.ok().and_then(|rating| rating.grade());
    grade.map(|grade| grade.to_string()).unwrap_or_default()
}

/// Parses a number from 0 to 1.
fn fraction(text: &str) -> Result<f64, String> {
    let fraction = text.parse().ok().filter(|fraction| (0.0..=1.0).contains(fraction));
    fraction.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

//! A formula of another program, and the map from candidates to its variables.

use std::ffi::OsString;
use std::fs;
use std::io::{self, BufReader, ErrorKind, Read};
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

use super::file::shown;
use super::output::note;
use super::puzzle::PuzzleArgs;
use satdoku::audit::{self, VariableMap};
use satdoku::dimacs::{Cnf, ReadError};
use satdoku::{Deadline, Grid, Size, SolveError, counted};

// The numbering of the variables of a formula of another program.
#[derive(Debug, clap::Args)]
pub struct MapArgs {
    /// Variable of each candidate: an arithmetic formula of r, c and d (row, column and digit, each
    /// from 1), or a file with a line for each candidate, such as '42 A5=6' or 'x_1_5_6 42'
    #[arg(long, value_name = "FORMULA|FILE", allow_hyphen_values = true)]
    pub map: Option<OsString>,
}

impl MapArgs {
    /// The map that `--map` names, if it is given, and the name of the map.
    pub fn read(&self, size: Size) -> Result<Option<(VariableMap, String)>> {
        let Some(map) = &self.map else { return Ok(None) };
        if Path::new(map).is_file() {
            let name = shown(Path::new(map));
            let text = fs::read_to_string(map).with_context(|| name.clone())?;
            let read = VariableMap::from_names(size, &text).with_context(|| name.clone())?;
            return Ok(Some((read, name)));
        }
        let text = map.to_string_lossy();
        let read = VariableMap::from_formula(size, &text);
        Ok(Some((read.context("--map: no such file, and no usable formula")?, text.into_owned())))
    }
}

/// The greatest number of bytes of a formula.
const MOST_BYTES: u64 = 1 << 28;

/// A formula that another program may have written.
pub struct OwnFormula {
    /// The name of the file of the formula.
    pub name: String,
    /// The text of the file.
    pub text: Vec<u8>,
    pub formula: Cnf,
    pub map: VariableMap,
    /// The name of the map.
    pub map_name: String,
}

impl OwnFormula {
    /// Reads the formula, and prints notes about slips in its file. If no size is given, the size
    /// follows from the number of variables. The map is that of `--map`, or that of the comments,
    /// or else the usual map.
    pub fn read(
        name: String,
        input: impl Read,
        size: Option<Size>,
        map: &MapArgs,
        deadline: Deadline,
    ) -> Result<Self> {
        let mut text = Vec::new();
        input.take(MOST_BYTES + 1).read_to_end(&mut text).with_context(|| name.clone())?;
        if text.len() as u64 > MOST_BYTES {
            bail!("{name}: expected a formula of at most {MOST_BYTES} bytes");
        }
        let slip = |slip| {
            note(format_args!("{name}: {slip}; the formula is read nevertheless"));
            Ok(())
        };
        // A byte order mark, which some editors write at the start.
        if text.starts_with(b"\xef\xbb\xbf") {
            text.drain(..3);
        }
        let formula = Cnf::read_loosely(BufReader::new(InTime(&text[..], deadline)), slip);
        let formula = formula.map_err(|error| match error {
            ReadError::Io(error) if error.kind() == ErrorKind::TimedOut => {
                SolveError::TimedOut.into()
            }
            error => anyhow::Error::from(error).context(name.clone()),
        })?;
        let size = size.map_or_else(|| size_of(&formula), Ok).with_context(|| name.clone())?;
        audit::check_size(size)?;
        let comments = || VariableMap::from_comments(size, &String::from_utf8_lossy(&text));
        let (map, map_name) = if let Some(map) = map.read(size)? {
            map
        } else if let Some(map) = comments().context("comment lines")? {
            (map, "comment lines of the formula".to_owned())
        } else {
            let side = size.side();
            (VariableMap::standard(size), format!("{}*(r-1)+{side}*(c-1)+d", side * side))
        };
        if formula.variable_count() < size.candidate_count() {
            let (side, least) = (size.side(), size.candidate_count());
            let of = format!("{least} variables, one for each digit in each cell of {side}x{side}");
            bail!("{name}: expected at least {of}, found {}", found(&formula));
        }
        Ok(OwnFormula { name, text, formula, map, map_name })
    }

    /// Returns an error if options name clues, since clues need the puzzle of the formula.
    pub fn refuse_clues(&self, args: &PuzzleArgs) -> Result<()> {
        ensure!(!args.names_clues(), "{}: --clue and --clues need --puzzle", self.name);
        Ok(())
    }

    /// The givens of the formula: its unit clauses over candidates.
    pub fn givens(&self) -> Result<Grid> {
        audit::givens(&self.formula, &self.map).with_context(|| self.name.clone())
    }
}

/// A reader that returns an error after the deadline.
struct InTime<R>(R, Deadline);

impl<R: Read> Read for InTime<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.1.ok_or(ErrorKind::TimedOut)?;
        self.0.read(buffer)
    }
}

/// The size that follows from the number of variables, which is the cube of the side, or has three
/// digits that are the side, such as 444. Otherwise the size is 9x9, if there are enough variables.
fn size_of(formula: &Cnf) -> Result<Size> {
    let variables = formula.variable_count();
    let fits = |side: &usize| side.pow(3) == variables || *side <= 9 && 111 * side == variables;
    match (1..=64_usize).find(fits).and_then(Size::from_side) {
        Some(size) => Ok(size),
        None if variables >= 729 => Ok(Size::NINE),
        None => {
            let sides = [4_usize, 6, 9].map(|side| format!("{} for {side}x{side}", side.pow(3)));
            let expected = format!("a variable for each digit in each cell, {}", sides.join(", "));
            bail!("expected {expected}, found {}; --box names another size", found(formula))
        }
    }
}

/// A text with the number of variables, and the greatest side for which it is enough.
fn found(formula: &Cnf) -> String {
    let variables = formula.variable_count();
    let most = (1..).take_while(|side: &usize| side.pow(3) <= variables).last().unwrap_or(0);
    format!("{}, enough for sides up to {most}", counted(variables, "variable"))
}

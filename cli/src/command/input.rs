//! The INPUT arguments: finds out what they name, and opens them.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Cursor, IsTerminal, Read};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow};
use itertools::Itertools;

use super::output::note;
use super::puzzle::PuzzleArgs;

// The inputs of a subcommand that reads any number of puzzles.
#[derive(Clone, Debug, clap::Args)]
pub struct Inputs {
    /// Files, - for standard input (the default), or puzzles
    #[arg(value_name = "INPUT")]
    pub arguments: Vec<OsString>,
    #[command(flatten)]
    pub puzzle: PuzzleArgs,
}

impl Inputs {
    /// The inputs in order; standard input if there are none.
    pub fn all(&self) -> Vec<Input> {
        match &self.arguments[..] {
            [] => vec![Input::Stdin],
            arguments => arguments.iter().map(Input::of).collect(),
        }
    }

    /// All inputs with their names in messages.
    pub fn named(&self) -> Vec<(Arc<str>, Input)> {
        let inputs = self.all();
        let is_one = inputs.len() == 1;
        let named = inputs.into_iter().zip(1..).map(|(input, number)| match input {
            Input::Text(_) if !is_one => (format!("<argument {number}>").into(), input),
            _ => (input.name().into(), input),
        });
        named.collect()
    }

    /// Whether all inputs are arguments that are puzzles themselves.
    pub fn are_arguments(&self) -> bool {
        self.all().iter().all(|input| matches!(input, Input::Text(_)))
    }

    /// The names of all inputs for a message.
    pub fn names(&self) -> String {
        self.all().iter().map(Input::name).join(", ")
    }
}

/// An input: standard input, a path, or the text of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// Standard input.
    Stdin,
    /// A file, or something else that can be read.
    Path(PathBuf),
    /// The text of the argument.
    Text(String),
}

impl Input {
    /// The input that an argument names. `-` is standard input. An argument is a puzzle if it looks
    /// like a puzzle and no file has this name; any other argument is a path, even if there is no
    /// such file: then the error is about a file.
    pub fn of(argument: &OsString) -> Input {
        let is_there = || fs::symlink_metadata(argument).is_ok();
        match argument.to_str() {
            Some(text) if looks_like_a_puzzle(text) && !is_there() => Input::Text(text.to_owned()),
            _ => Input::of_file(argument),
        }
    }

    /// The input that an argument names if it cannot be a puzzle itself: `-` or a path.
    pub fn of_file(argument: &OsString) -> Input {
        if argument == "-" { Input::Stdin } else { Input::Path(argument.into()) }
    }

    /// The name of the input, which is before `:line:column` in a message.
    pub fn name(&self) -> String {
        match self {
            Input::Stdin => "<stdin>".to_owned(),
            Input::Text(_) => "<argument>".to_owned(),
            Input::Path(path) => path.display().to_string().escape_debug().to_string(),
        }
    }

    /// The error for an input without a puzzle.
    pub fn no_puzzle(&self) -> String {
        const MOST_SHOWN: usize = 60;
        match self {
            Input::Text(text) => {
                let shown: String = text.chars().take(MOST_SHOWN).collect();
                let rest = if shown.len() < text.len() { "..." } else { "" };
                format!("'{}{rest}': neither a file nor a puzzle", shown.escape_debug())
            }
            _ => format!("{}: no puzzle found", self.name()),
        }
    }

    /// The same as [`Input::open`], for an input that should have puzzles: the error for a missing
    /// file says so.
    pub fn open_puzzles(&self) -> Result<Box<dyn Read + Send>> {
        self.open().map_err(|error| match error.downcast_ref::<io::Error>() {
            Some(cause) if cause.kind() == io::ErrorKind::NotFound => {
                anyhow!("'{}': no such file, and not a puzzle", self.name())
            }
            _ => error,
        })
    }

    /// Opens the input.
    ///
    /// # Errors
    /// If the input does not exist or cannot be read. The error contains its name.
    pub fn open(&self) -> Result<Box<dyn Read + Send>> {
        match self {
            Input::Stdin => {
                // Without this note, the program would seem to hang while it waits for input.
                if io::stdin().is_terminal() {
                    note("reading the input from the terminal; press Ctrl-D to end it");
                }
                Ok(Box::new(io::stdin()))
            }
            Input::Text(text) => Ok(Box::new(Cursor::new(text.clone().into_bytes()))),
            Input::Path(path) => {
                Ok(Box::new(File::open(path).with_context(|| format!("'{}'", self.name()))?))
            }
        }
    }
}

/// Whether a text looks like a puzzle: a text of several lines, a link, a single cell, or a text
/// that is long enough and does not look like a path.
fn looks_like_a_puzzle(text: &str) -> bool {
    const SHORTEST: usize = 16;
    let is_tiny = matches!(text.as_bytes(), [b'.' | b'0'..=b'9']);
    let is_link = ["https://", "http://"].iter().any(|start| text.starts_with(start));
    is_tiny
        || is_link
        || text.contains('\n')
        || text.len() >= SHORTEST && !text.contains('/') && !has_extension(text)
}

/// Whether a text ends like the name of a file, such as `easy-puzzles-2024.txt`: one to five
/// lower-case letters after the last dot, and a lower-case letter before it.
fn has_extension(text: &str) -> bool {
    text.rsplit_once('.').is_some_and(|(stem, extension)| {
        (1..=5).contains(&extension.len())
            && extension.bytes().all(|byte| byte.is_ascii_lowercase())
            && stem.bytes().any(|byte| byte.is_ascii_lowercase())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_puzzles_from_paths() {
        let text = |argument: &str| matches!(Input::of(&argument.into()), Input::Text(_));
        assert!(text("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2....."));
        assert!(text("1234 3412 2143 4321"));
        assert!(text("O...............")); // a slip, to be explained as one
        assert!(text("5"));
        for path in
            ["missing.txt", "puzzles/a-long-name-without-an-end", "my-favourite-puzzles.txt"]
        {
            assert!(!text(path), "{path}");
        }
        assert_eq!(Input::of(&"-".into()), Input::Stdin);
    }
}

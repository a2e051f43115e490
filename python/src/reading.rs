//! Reads a puzzle from a value of Python.

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use satdoku::format::{Record, Splitter};
use satdoku_cli::command::reader::{Asked, Read, Reader};

/// A value of Python that should be a puzzle.
#[derive(Debug, FromPyObject)]
pub enum Given {
    /// A text in any form that the program reads.
    Text(PyBackedStr),
    /// The values of the cells, row by row.
    Values(Vec<i64>),
    /// The value is no puzzle, for this reason.
    Wrong((String,)),
}

/// The puzzle that a value of Python describes.
///
/// # Errors
/// Why there is no puzzle, in the program's words: `line:column: expected ..., found ...`.
pub fn read(reader: &mut Reader, given: &Given, read: Read) -> Result<Asked, String> {
    match given {
        Given::Text(text) => read_text(reader, text, read),
        Given::Values(values) => read_values(reader, values.iter().copied()),
        Given::Wrong((reason,)) => Err(reason.clone()),
    }
}

/// The puzzle whose cells have these values.
///
/// # Errors
/// As for [`read`].
pub fn read_values(
    reader: &mut Reader,
    values: impl ExactSizeIterator<Item = i64>,
) -> Result<Asked, String> {
    let record = Record::from_values(values, reader.options());
    // Without the line and the column of the error, which an array does not have.
    reader.ask(record).map_err(|error| error.kind.to_string())
}

fn read_text(reader: &mut Reader, text: &str, read: Read) -> Result<Asked, String> {
    let mut splitter = Splitter::new(text.as_bytes(), reader.options().clone());
    let (mut batch, mut found) = (Vec::new(), None);
    while splitter.read_batch(&mut batch, 2).map_err(|error| error.to_string())? {
        for raw in &batch {
            if found.is_some() {
                return Err(format!(
                    "{}:1: expected only one puzzle, found a second puzzle",
                    raw.line
                ));
            }
            found = Some(read(reader, raw).map_err(|error| error.to_string())?);
        }
    }
    found.ok_or_else(|| "expected a puzzle, found none".to_owned())
}

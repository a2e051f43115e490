//! Files that get their names only when they are complete.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, bail};
use clap::builder::{PathBufValueParser, TypedValueParser};

use crate::process::{TemporaryFile, shared};
use satdoku::printable;

/// The placeholder for the number of a puzzle in the name of a file or folder.
const NUMBER: &str = "{}";

/// Whether a name has the placeholder, so that each puzzle has a file or folder of its own.
pub fn is_numbered(name: &Path) -> bool {
    name.to_string_lossy().contains(NUMBER)
}

/// The name for the puzzle with this number.
pub fn numbered(name: &Path, number: u64) -> PathBuf {
    name.to_string_lossy().replace(NUMBER, &number.to_string()).into()
}

/// The same as [`numbered`], for a file or folder that will be written: makes the parent folder if
/// it does not exist.
pub fn new_numbered(name: &Path, number: u64) -> Result<PathBuf> {
    let path = numbered(name, number);
    if let Some(folder) = path.parent().filter(|folder| *folder != Path::new("")) {
        fs::create_dir_all(folder).with_context(|| format!("'{}'", shown(folder)))?;
    }
    Ok(path)
}

/// Parses the name of a file or folder to write.
pub fn new_path() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match path.to_str() {
        Some("-") => {
            Err("expected a name; - does not mean standard output here, and ./- is a file called -")
        }
        _ => Ok(path),
    })
}

/// A file that is being written.
pub struct NewFile {
    file: BufWriter<TemporaryFile>,
    path: PathBuf,
    /// Whether the file may replace an existing file.
    replaces: bool,
}

impl NewFile {
    /// Begins a temporary file in the folder of the final file. The final file is created or
    /// replaced only by [`NewFile::finish`]. `force` is whether `--force` is given, or `None` if
    /// the command does not have this option.
    ///
    /// # Errors
    /// If the final file exists and may not be replaced, if another output of this run is the same
    /// file, or if no file can be written in the folder.
    pub fn create(path: &Path, force: Option<bool>) -> Result<NewFile> {
        let replaces = force == Some(true);
        // A broken link exists too.
        if !replaces && path.symlink_metadata().is_ok() {
            let advice = if force.is_some() { ", or --force to replace it" } else { "" };
            bail!("'{}' exists; use another name{advice}", shown(path));
        }
        let folder = match path.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        take_place(path, folder)?;
        let file = TemporaryFile::new(|| shared(0o666).prefix(".satdoku-").tempfile_in(folder))
            // The text of the original error would name the temporary file.
            .map_err(|error| io::Error::from(error.kind()))
            .with_context(|| format!("'{}' cannot be created", shown(path)))?;
        Ok(NewFile { file: BufWriter::new(file), path: path.to_owned(), replaces })
    }

    /// Begins the file, if a name is given.
    pub fn begin(path: Option<&PathBuf>) -> Result<Option<NewFile>> {
        path.map(|path| NewFile::create(path, None)).transpose()
    }

    /// The name of the file in messages.
    pub fn name(&self) -> String {
        shown(&self.path)
    }

    /// Gives the file its final name.
    ///
    /// # Errors
    /// If the last bytes cannot be written, or if a file with this name was created meanwhile and
    /// may not be replaced.
    pub fn finish(self) -> Result<()> {
        let context = || format!("'{}' cannot be written", shown(&self.path));
        let file = self.file.into_inner().map_err(io::IntoInnerError::into_error);
        let file = file.with_context(context)?;
        let persisted = file.release(|file| match self.replaces {
            true => file.persist(&self.path),
            false => file.persist_noclobber(&self.path),
        });
        persisted.map(|_| ()).map_err(|error| error.error).with_context(context)
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// The paths of all files of this run. Different spellings of the same path are stored as one path.
static TAKEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn take_place(path: &Path, folder: &Path) -> Result<()> {
    let is_folder = path.to_string_lossy().ends_with(std::path::is_separator);
    let name = path.file_name().filter(|_| !is_folder).with_context(|| {
        format!("'{}': expected the name of a file, found that of a folder", shown(path))
    })?;
    let folder = folder
        .canonicalize()
        .with_context(|| format!("'{}' cannot be created: '{}'", shown(path), shown(folder)))?;
    if TAKEN.lock().unwrap_or_else(PoisonError::into_inner).insert(folder.join(name)) {
        return Ok(());
    }
    bail!("'{}': expected a different file for each output, found this file twice", shown(path))
}

/// A path in the form of messages, without characters that control a terminal.
pub fn shown(path: &Path) -> String {
    printable(&path.display().to_string(), "")
}

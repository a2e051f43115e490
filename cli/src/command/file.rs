//! Files that appear under their names only when they are whole.

use std::collections::BTreeSet;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, bail};
use clap::builder::{PathBufValueParser, TypedValueParser};

use crate::process::{TemporaryFile, shared};
use satdoku::format::printable;

/// What may happen to files that are in the way.
#[derive(Clone, Copy, Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("output").multiple(true))]
pub struct Force {
    /// Replace existing output files
    #[arg(long, requires = "output")]
    pub force: bool,
}

/// What stands for the number of a puzzle in the name of a file or folder.
pub const NUMBER: &str = "{}";

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
    force: bool,
}

impl NewFile {
    /// Begins a file beside its final place. Nothing at `path` changes until [`NewFile::finish`].
    ///
    /// # Errors
    /// If something is there and `force` is not given, if it is one of `inputs` or another file
    /// of this run, or if the folder cannot be written.
    pub fn create(path: &Path, force: bool, inputs: &[PathBuf]) -> Result<NewFile> {
        if let Ok(existing) = path.canonicalize() {
            if inputs.iter().any(|input| input.canonicalize().is_ok_and(|input| input == existing))
            {
                bail!("'{}' is also an input; write to another file", shown(path));
            }
            if !existing.is_file() {
                bail!("'{}': expected a file to replace, found something else", shown(path));
            }
        }
        // A link to nothing is something too.
        if !force && path.symlink_metadata().is_ok() {
            bail!("'{}' exists; use another name, or --force to replace it", shown(path));
        }
        let folder = match path.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        take_place(path, folder)?;
        let file = TemporaryFile::new(|| shared(0o666).prefix(".satdoku-").tempfile_in(folder))
            // The error's own text would name the temporary file.
            .map_err(|error| io::Error::from(error.kind()))
            .with_context(|| format!("'{}' cannot be created", shown(path)))?;
        Ok(NewFile { file: BufWriter::new(file), path: path.to_owned(), force })
    }

    /// Begins each of the files that are named.
    pub fn begin(
        path: Option<&PathBuf>,
        force: bool,
        inputs: &[PathBuf],
    ) -> Result<Option<NewFile>> {
        path.map(|path| NewFile::create(path, force, inputs)).transpose()
    }

    /// Its name in messages.
    pub fn name(&self) -> String {
        shown(&self.path)
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    /// If the last bytes cannot be written, or something has taken the place meanwhile.
    pub fn finish(self) -> Result<()> {
        let context = || format!("'{}' cannot be written", shown(&self.path));
        let file = self.file.into_inner().map_err(io::IntoInnerError::into_error);
        let file = file.with_context(context)?;
        let persisted = file.release(|file| {
            if self.force { file.persist(&self.path) } else { file.persist_noclobber(&self.path) }
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

/// The places of all files of this run, spelt the same for every way to spell them.
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
    bail!("'{}': expected a different file for each output, found this one twice", shown(path))
}

/// A path as messages show it: nothing in it controls a terminal.
pub fn shown(path: &Path) -> String {
    printable(&path.display().to_string(), "")
}

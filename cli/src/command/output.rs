//! Where data and messages go: whole lines to stdout or a file, everything else to stderr.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anstyle::{AnsiColor, Style};
use anyhow::{Context, Result, bail};
use clap::builder::{PathBufValueParser, TypedValueParser};

use crate::process::TemporaryFile;
use satdoku::evidence::clash_text;
use satdoku::format::{Symbols, printable, write_drawn, write_line};
use satdoku::grid::{Cell, Grid};
use satdoku::rules::{Puzzle, Rules};
use satdoku::verify::{Clash, MOST_CLASHES};

/// Held while whole lines go to stdout, so that a signal never cuts one.
static WRITING: Mutex<()> = Mutex::new(());

/// Writes whole lines to stdout at once. They may quote an input, so on a terminal everything that
/// controls it is escaped; anything else gets the lines as they are.
///
/// # Errors
/// Those of stdout, a closed pipe among them.
pub fn write_lines(lines: &[u8]) -> io::Result<()> {
    write_whole(lines, &[])
}

/// As [`write_lines`], for drawings of [`draw_grid`], which quote no input: their styles are kept.
///
/// # Errors
/// As [`write_lines`].
pub fn write_drawings(lines: &[u8]) -> io::Result<()> {
    write_whole(lines, &["[0m", "[1m", "[31m", "[33m"])
}

fn write_whole(lines: &[u8], styles: &[&str]) -> io::Result<()> {
    let _whole_lines = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    let mut stdout = io::stdout().lock();
    if stdout.is_terminal() {
        let shown = for_terminal(&String::from_utf8_lossy(lines), styles);
        stdout.write_all(shown.as_bytes())?;
    } else {
        stdout.write_all(lines)?;
    }
    stdout.flush()
}

/// Lines as a terminal may get them: of all that controls it only these styles are kept.
fn for_terminal(lines: &str, styles: &[&str]) -> String {
    let mut parts = lines.split('\u{1b}');
    let mut shown = printable(parts.next().unwrap_or_default(), "\n\t");
    for part in parts {
        let is_style = styles.iter().any(|style| part.starts_with(style));
        shown += if is_style { "\u{1b}" } else { "\\u{1b}" };
        shown += &printable(part, "\n\t");
    }
    shown
}

/// Holds back all writing from now on: waits until whole lines are out, but not for a reader that
/// has stopped reading.
#[cfg(unix)]
pub(super) fn stop_between_lines() -> Option<std::sync::MutexGuard<'static, ()>> {
    for _ in 0..50 {
        match WRITING.try_lock() {
            Ok(guard) => return Some(guard),
            Err(std::sync::TryLockError::Poisoned(poisoned)) => return Some(poisoned.into_inner()),
            Err(std::sync::TryLockError::WouldBlock) => {
                std::thread::sleep(std::time::Duration::from_millis(5));
            }
        }
    }
    None
}

/// Stdout as a writer that keeps lines whole: buffered, and passed on up to the last newline.
#[derive(Default)]
pub struct Lines {
    pending: Vec<u8>,
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        const PASS_ON_AT: usize = 1 << 16;
        self.pending.extend_from_slice(bytes);
        if self.pending.len() >= PASS_ON_AT {
            let whole = self.pending.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            write_lines(&self.pending[..whole])?;
            self.pending.drain(..whole);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        write_lines(&self.pending)?;
        self.pending.clear();
        Ok(())
    }
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

/// A file that appears under its name only when it is whole.
pub struct NewFile {
    file: BufWriter<TemporaryFile>,
    path: PathBuf,
    force: bool,
    /// Until it is there, nobody else takes it.
    _place: Place,
}

impl NewFile {
    /// Begins a file beside its final place. Nothing at `path` changes until [`NewFile::finish`].
    ///
    /// # Errors
    /// If something is there and `force` is not given, if it is one of `inputs` or another file
    /// that is being written, or if the folder cannot be written.
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
        let place = Place::take(path)?;
        let folder = folder_of(path);
        let file = TemporaryFile::new(|| builder().prefix(".satdoku-").tempfile_in(folder))
            // The error's own text would name the temporary file.
            .map_err(|error| io::Error::from(error.kind()))
            .with_context(|| format!("'{}' cannot be created", shown(path)))?;
        Ok(NewFile { file: BufWriter::new(file), path: path.to_owned(), force, _place: place })
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

/// The places of all files that are being written.
static TAKEN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// The place of a file, spelt the same for every way to spell it; one file has it at a time.
struct Place(PathBuf);

impl Place {
    fn take(path: &Path) -> Result<Place> {
        let is_folder = path.to_string_lossy().ends_with(std::path::is_separator);
        let name = path.file_name().filter(|_| !is_folder).with_context(|| {
            format!("'{}': expected the name of a file, found that of a folder", shown(path))
        })?;
        let folder = folder_of(path);
        let place = folder
            .canonicalize()
            .map(|folder| folder.join(name))
            .with_context(|| format!("'{}' cannot be created: '{}'", shown(path), shown(folder)))?;
        let mut taken = TAKEN.lock().unwrap_or_else(PoisonError::into_inner);
        if taken.contains(&place) {
            bail!(
                "'{}': expected a different file for each output, found this one twice",
                shown(path)
            );
        }
        taken.push(place.clone());
        Ok(Place(place))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = TAKEN.lock().unwrap_or_else(PoisonError::into_inner);
        taken.retain(|place| *place != self.0);
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

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// What is meant to stay has a new file's usual permissions, less the umask's; temporary files are
/// private otherwise.
#[cfg(unix)]
fn builder() -> tempfile::Builder<'static, 'static> {
    use std::os::unix::fs::PermissionsExt;
    let mut builder = tempfile::Builder::new();
    builder.permissions(std::fs::Permissions::from_mode(0o666));
    builder
}

#[cfg(not(unix))]
fn builder() -> tempfile::Builder<'static, 'static> {
    tempfile::Builder::new()
}

/// A grid in one line.
pub fn line(grid: &Grid, symbols: &Symbols) -> String {
    let mut text = Vec::new();
    write_line(&mut text, grid, symbols);
    String::from_utf8_lossy(&text).into_owned()
}

/// A drawing of a grid as text that ends with a newline.
pub fn drawn(rules: &Rules, grid: &Grid, symbols: &Symbols) -> Vec<u8> {
    let mut text = Vec::new();
    write_drawn(&mut text, rules, grid, symbols, |_| false);
    text.push(b'\n');
    text
}

/// The first clashes in words, at most so many, and how many more there are.
pub fn first_clashes(clashes: &[Clash], most: usize, symbols: &Symbols) -> Vec<String> {
    let first = clashes.iter().take(most).map(|clash| clash_text(clash, symbols));
    let least = if clashes.len() == MOST_CLASHES { "at least " } else { "" };
    let more = clashes.len().checked_sub(most).filter(|&more| more > 0);
    first.chain(more.map(|more| format!("and {least}{more} more"))).collect()
}

/// A path as messages show it: nothing in it controls a terminal.
pub fn shown(path: &Path) -> String {
    printable(&path.display().to_string(), "")
}

/// Appends a drawing of a grid: a `*` after what stands in the marked cells, and where stdout shows
/// colors the givens bold and the marked cells in this one.
pub fn draw_grid(
    out: &mut Vec<u8>,
    rules: &Rules,
    grid: &Grid,
    givens: &Grid,
    symbols: &Symbols,
    color: AnsiColor,
    marked: impl Fn(Cell) -> bool,
) {
    let mut drawing = Vec::new();
    write_drawn(&mut drawing, rules, grid, symbols, &marked);
    if anstream::AutoStream::choice(&io::stdout()) == anstream::ColorChoice::Never {
        return out.extend(drawing);
    }
    let mut cells = grid.size().cells();
    let is_text = |byte: &u8| !b" |-+\n".contains(byte);
    for part in drawing.chunk_by(|first, second| is_text(first) == is_text(second)) {
        let cell = if is_text(&part[0]) { cells.next() } else { None };
        let Some(cell) = cell else {
            out.extend_from_slice(part);
            continue;
        };
        let mut style = Style::new();
        if givens.get(cell).is_some() {
            style = style.bold();
        }
        if marked(cell) {
            style = style.fg_color(Some(color.into()));
        }
        out.extend_from_slice(style.render().to_string().as_bytes());
        out.extend_from_slice(part);
        out.extend_from_slice(style.render_reset().to_string().as_bytes());
    }
}

/// Appends drawings of solutions with blank lines between them; where two differ is marked.
pub fn draw_solutions(out: &mut Vec<u8>, puzzle: &Puzzle, solutions: &[Grid], symbols: &Symbols) {
    let differs = |cell| match solutions {
        [first, second] => first.get(cell) != second.get(cell),
        _ => false,
    };
    let (rules, givens) = (puzzle.rules(), puzzle.givens());
    for (index, solution) in solutions.iter().enumerate() {
        if index > 0 {
            out.push(b'\n');
        }
        draw_grid(out, rules, solution, givens, symbols, AnsiColor::Yellow, differs);
        out.push(b'\n');
    }
}

/// Whether an error means that the reader of our output is gone (a closed pipe).
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}

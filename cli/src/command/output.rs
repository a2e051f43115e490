//! Writes results as whole lines to stdout, and everything else to stderr.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

use anstyle::AnsiColor;

use super::{progress, signals};
use satdoku::printable;

/// Locked while whole lines are written to stdout, so that a signal never cuts a line.
static WRITING: Mutex<()> = Mutex::new(());

/// Writes whole lines to stdout at once. The lines may quote an input. So on a terminal, all
/// characters that control a terminal are escaped; if stdout is not a terminal, the lines are
/// written unchanged.
pub fn write_lines(lines: &[u8]) -> io::Result<()> {
    if io::stdout().is_terminal() {
        return write_drawings(printable(&String::from_utf8_lossy(lines), "\n\t").as_bytes());
    }
    write_drawings(lines)
}

/// The same as [`write_lines`] for drawings made by [`super::drawing`]. Drawings quote no input, so
/// nothing is escaped, and their styles are kept.
pub fn write_drawings(lines: &[u8]) -> io::Result<()> {
    let _whole_lines = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    let mut stdout = io::stdout().lock();
    stdout.write_all(lines)?;
    stdout.flush()
}

/// Stops writing to stdout while the result exists. Waits until whole lines are written, but only
/// for a short time: perhaps nobody reads stdout any more.
pub fn stop_between_lines() -> Option<MutexGuard<'static, ()>> {
    for _ in 0..50 {
        match WRITING.try_lock() {
            Ok(guard) => return Some(guard),
            Err(TryLockError::Poisoned(poisoned)) => return Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(5)),
        }
    }
    None
}

/// Prints an `error:` line to stderr.
pub fn complain(message: impl fmt::Display) {
    signals::wait_if_ending();
    tell(AnsiColor::Red, "error", message);
}

/// Prints a `warning:` line to stderr.
pub fn warn(message: impl fmt::Display) {
    tell(AnsiColor::Yellow, "warning", message);
}

/// Prints a `note:` line to stderr.
pub fn note(message: impl fmt::Display) {
    tell(AnsiColor::Cyan, "note", message);
}

fn tell(color: AnsiColor, kind: &str, message: impl fmt::Display) {
    let style = color.on_default().bold();
    print_error(format_args!("{style}{kind}:{style:#} "), message);
}

/// Prints text to stderr that the user asked for.
pub fn say(text: impl fmt::Display) {
    print_error("", text);
}

/// Prints lines to stderr. Characters that control a terminal are escaped, since the text may quote
/// a file. Errors of stderr, such as a closed pipe, are ignored.
fn print_error(start: impl fmt::Display, text: impl fmt::Display) {
    let text = printable(&text.to_string(), "\n");
    progress::suspended(|| {
        let _ = writeln!(anstream::stderr(), "{start}{text}");
    });
}

/// The text of an error with its causes.
pub fn words(error: &anyhow::Error) -> String {
    let causes = error.chain().map(ToString::to_string);
    // Some errors already contain the text of their cause.
    let told = causes.reduce(|told, cause| match told.ends_with(&cause) {
        true => told,
        false => format!("{told}: {cause}"),
    });
    told.unwrap_or_default()
}

//! Where results and messages go: whole lines to stdout, everything else to stderr.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

use anstyle::AnsiColor;

use super::{progress, signals};
use satdoku::printable;

/// Held while whole lines go to stdout, so that a signal never cuts one.
static WRITING: Mutex<()> = Mutex::new(());

/// Writes whole lines to stdout at once. They may quote an input, so on a terminal everything that
/// controls the terminal is escaped; any other output gets the lines as they are.
pub fn write_lines(lines: &[u8]) -> io::Result<()> {
    if io::stdout().is_terminal() {
        return write_drawings(printable(&String::from_utf8_lossy(lines), "\n\t").as_bytes());
    }
    write_drawings(lines)
}

/// As [`write_lines`], for drawings of [`super::drawing`], which quote no input: their styles are
/// kept.
pub fn write_drawings(lines: &[u8]) -> io::Result<()> {
    let _whole_lines = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    let mut stdout = io::stdout().lock();
    stdout.write_all(lines)?;
    stdout.flush()
}

/// Holds back all writing from now on: waits until whole lines are out, but not for a reader that
/// has stopped reading.
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

/// One `error:` line on stderr.
pub fn complain(message: impl fmt::Display) {
    signals::wait_if_ending();
    tell(AnsiColor::Red, "error", message);
}

/// One `warning:` line on stderr.
pub fn warn(message: impl fmt::Display) {
    tell(AnsiColor::Yellow, "warning", message);
}

/// One `note:` line on stderr.
pub fn note(message: impl fmt::Display) {
    tell(AnsiColor::Cyan, "note", message);
}

fn tell(color: AnsiColor, kind: &str, message: impl fmt::Display) {
    let style = color.on_default().bold();
    print_error(format_args!("{style}{kind}:{style:#} "), message);
}

/// Text on stderr that was asked for.
pub fn say(text: impl fmt::Display) {
    print_error("", text);
}

/// Lines on stderr: nothing in the text controls the terminal, whatever file it quotes. A closed
/// stderr is ignored.
fn print_error(start: impl fmt::Display, text: impl fmt::Display) {
    let text = printable(&text.to_string(), "\n");
    progress::suspended(|| {
        let _ = writeln!(anstream::stderr(), "{start}{text}");
    });
}

/// An error in words, with its causes.
pub fn words(error: &anyhow::Error) -> String {
    let causes = error.chain().map(ToString::to_string);
    // Some errors name their cause themselves.
    let told = causes.reduce(|told, cause| match told.ends_with(&cause) {
        true => told,
        false => format!("{told}: {cause}"),
    });
    told.unwrap_or_default()
}

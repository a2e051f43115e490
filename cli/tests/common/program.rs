//! Running the program, alone or in a shell.

use std::ffi::OsString;
use std::path::Path;
use std::process::Output;
use std::time::Duration;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

/// No command of a test takes longer.
const TIME_LIMIT: Duration = Duration::from_secs(120);

/// Runs satdoku on these arguments, with nothing on standard input.
pub fn satdoku(arguments: &[&str]) -> Output {
    with_stdin(arguments, "")
}

/// Runs satdoku on these arguments and this standard input.
pub fn with_stdin(arguments: &[&str], stdin: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_satdoku"))
        .args(arguments)
        .write_stdin(stdin)
        .timeout(TIME_LIMIT)
        .output()
        .unwrap()
}

/// Runs a command of the shell, with satdoku in PATH, in an empty folder of its own.
pub fn sh(command: &str) -> Output {
    sh_in(tempfile::tempdir().unwrap().path(), command)
}

/// Runs a command of the shell, with satdoku in PATH, in this folder, which is its home too.
pub fn sh_in(folder: &Path, command: &str) -> Output {
    let mut path = OsString::from(Path::new(env!("CARGO_BIN_EXE_satdoku")).parent().unwrap());
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    Command::new("bash")
        .args(["-c", command])
        .env("PATH", path)
        .env("HOME", folder)
        .env_remove("NO_COLOR")
        .current_dir(folder)
        .timeout(TIME_LIMIT)
        .output()
        .unwrap()
}

/// A new folder with the puzzles and examples of the repository in it.
#[cfg(unix)]
pub fn folder_with_puzzles() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in ["puzzles", "examples"] {
        let original = super::root().join(name);
        std::os::unix::fs::symlink(original, folder.path().join(name)).unwrap();
    }
    folder
}

/// Whether a command names one of these programs that is not installed; prints a message if so.
pub fn lacks(command: &str, programs: &[&str]) -> bool {
    let missing = command
        .split(|letter: char| letter.is_whitespace() || "'\"=:,".contains(letter))
        .filter(|word| programs.contains(word))
        .find(|program| !sh(&format!("command -v {program}")).status.success());
    missing.inspect(|program| super::skip(program)).is_some()
}

/// What was printed to standard output.
pub fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

/// What was printed to standard error.
pub fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

/// The objects of JSON Lines on standard output.
pub fn json(output: &Output) -> Vec<Value> {
    stdout(output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

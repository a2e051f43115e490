//! Running the program, alone or in a shell.

use std::ffi::OsString;
use std::path::Path;
use std::process::Output;
use std::time::Duration;

use assert_cmd::Command;
use itertools::Itertools;
use satdoku_cli::contender::{self, Entry};
use serde_json::Value;
use tempfile::TempDir;

/// What tests and documents use where it is installed; `.ci/run` hides these programs from the tests
/// first.
const PROGRAMS: &str = include_str!("programs.txt");
/// A program that the reader of a document fills in.
const OF_THE_READER: &str = "path/to/solve";
/// Likewise modules of Python, and the words of commands that need them.
const MODULES: [(&str, &str); 4] = [
    ("examples/spark_cubes.py", "pyspark"),
    ("examples/spark_pipe.py", "pyspark"),
    ("pyeda", "pyeda"),
    ("pyganak", "pyganak"),
];
/// What programs and modules start: a test that uses one of them needs both.
const STARTS: [(&str, &str); 2] = [("man", "nroff"), ("pyspark", "java")];

/// No command of a test takes longer: Spark takes two minutes on a machine that is busy.
const TIME_LIMIT: Duration = Duration::from_secs(300);

/// A command that has run.
#[derive(Debug)]
#[expect(dead_code, reason = "the command is for messages")]
pub struct Run {
    command: String,
    pub status: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    fn new(command: &str, run: &mut Command) -> Run {
        let Output { status, stdout, stderr } = run.timeout(TIME_LIMIT).output().unwrap();
        let [stdout, stderr] = [stdout, stderr].map(|text| String::from_utf8(text).unwrap());
        Run { command: command.to_owned(), status: status.code(), stdout, stderr }
    }

    /// Asserts the exit status.
    #[track_caller]
    pub fn ends(self, status: i32) -> Run {
        assert_eq!(self.status, Some(status), "{self:#?}");
        self
    }

    /// Asserts that this is all of standard output.
    #[track_caller]
    pub fn prints(self, text: impl AsRef<str>) -> Run {
        assert_eq!(self.stdout, text.as_ref(), "{self:#?}");
        self
    }

    /// Asserts that this is a part of standard output.
    #[track_caller]
    pub fn shows(self, text: impl AsRef<str>) -> Run {
        assert!(self.stdout.contains(text.as_ref()), "{:?} in {self:#?}", text.as_ref());
        self
    }

    /// Asserts that this is a part of standard error.
    #[track_caller]
    pub fn tells(self, text: impl AsRef<str>) -> Run {
        assert!(self.stderr.contains(text.as_ref()), "{:?} in {self:#?}", text.as_ref());
        self
    }

    /// The objects of JSON Lines on standard output.
    pub fn json(&self) -> Vec<Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

/// Runs satdoku on the words of a command, with nothing on standard input.
pub fn satdoku(words: impl AsRef<str>) -> Run {
    with_stdin(words, "")
}

/// Runs satdoku on the words of a command and this standard input.
pub fn with_stdin(words: impl AsRef<str>, stdin: impl AsRef<str>) -> Run {
    let arguments = shell_words::split(words.as_ref()).unwrap();
    let mut program = Command::new(env!("CARGO_BIN_EXE_satdoku"));
    Run::new(words.as_ref(), program.args(arguments).write_stdin(stdin.as_ref()))
}

/// Runs a command of the shell, with satdoku in PATH, in an empty folder of its own.
pub fn sh(command: impl AsRef<str>) -> Run {
    sh_in(tempfile::tempdir().unwrap().path(), command)
}

/// Runs a command of the shell, with satdoku in PATH, in this folder, which is its home too.
pub fn sh_in(folder: impl AsRef<Path>, command: impl AsRef<str>) -> Run {
    let mut path = OsString::from(Path::new(env!("CARGO_BIN_EXE_satdoku")).parent().unwrap());
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let (folder, command) = (folder.as_ref(), command.as_ref());
    let mut shell = Command::new("bash");
    shell.args(["-c", command]).env("PATH", path).env("HOME", folder).current_dir(folder);
    Run::new(command, shell.env_remove("NO_COLOR"))
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

/// Whether a command needs a program or a module that is not installed; prints a message if so.
pub fn lacks(command: &str) -> bool {
    // What follows `satdoku` is a subcommand: `man`.
    let named = words(command).tuple_windows().filter(|&(before, _)| before != "satdoku");
    let missing = named.map(|(_, name)| name).find_map(absent);
    missing.inspect(|name| super::skip(name)).is_some()
}

/// All contenders; prints a message for each program that is not installed.
pub fn contenders() -> Vec<Entry> {
    let all = contender::all();
    for (name, _) in contender::WELL_KNOWN {
        if all.iter().all(|entry| entry.name != name) {
            super::skip(name);
        }
    }
    all
}

/// The words of a command, after an empty one.
fn words(command: &str) -> impl Iterator<Item = &str> + Clone {
    let ends = |letter: char| letter.is_whitespace() || "'\"=:,".contains(letter);
    [""].into_iter().chain(command.split(ends).filter(|word| !word.is_empty()))
}

/// What is not installed of what a word of a command needs: nothing, if it names no optional program
/// and no module.
fn absent(word: &str) -> Option<&str> {
    let module = MODULES.iter().find(|(name, _)| *name == word).map(|(_, module)| *module);
    let name =
        module.or_else(|| PROGRAMS.lines().chain([OF_THE_READER]).find(|name| *name == word))?;
    let look = match module {
        Some(module) => format!("python3 -c 'import {module}'"),
        None => format!("command -v {name}"),
    };
    if sh(look).status != Some(0) {
        return Some(name);
    }
    let started = STARTS.iter().find(|(starter, _)| *starter == name)?.1;
    (sh(format!("command -v {started}")).status != Some(0)).then_some(started)
}

/// The commands of a document, one after the other in a folder with the puzzles and examples.
#[cfg(unix)]
pub struct Examples {
    pub folder: TempDir,
    /// What those that were skipped would have written.
    unwritten: Vec<String>,
}

#[cfg(unix)]
impl Examples {
    pub fn new() -> Examples {
        Examples { folder: folder_with_puzzles(), unwritten: Vec::new() }
    }

    /// Whether a command needs what is not installed, or a file that one before it wrote if it had
    /// not been skipped; prints a message if so.
    pub fn skips(&mut self, command: &str) -> bool {
        // `answers/{#}` and `answers/*` are files in `answers/`.
        let names = words(command).map(|word| word.split(['{', '*']).next().unwrap_or_default());
        let is_unwritten = |name: &&str| self.unwritten.iter().any(|file| name.starts_with(file));
        match names.clone().find(is_unwritten) {
            Some(name) => super::skip(name),
            None if lacks(command) => {}
            None => return false,
        }
        for (before, name) in names.tuple_windows().filter(|(_, name)| !name.is_empty()) {
            let is_file = name.contains(['.', '/']) && name.contains(char::is_alphabetic);
            let is_absent = is_file && !self.folder.path().join(name).exists();
            if is_absent || ["-o", ">"].contains(&before) {
                self.unwritten.push(name.to_owned());
            }
        }
        true
    }
}

//! A command that the user wrote.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::ProcessError;

/// A program and its arguments. The text of the command is split as in a shell, but the program
/// runs without a shell.
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub struct CommandLine {
    /// A path, or a name that is searched in `PATH`.
    pub program: OsString,
    /// Its arguments.
    pub arguments: Vec<OsString>,
}

impl CommandLine {
    /// Splits `text` into words, with a shell's quotes and backslashes.
    ///
    /// # Errors
    /// If there is no word, or a quote is not closed.
    pub fn parse(text: &str) -> Result<CommandLine, ProcessError> {
        let wrong = |expected| ProcessError(format!("expected {expected}, found {text:?}"));
        let words = shell_words::split(text).map_err(|_| wrong("a command with closed quotes"))?;
        let mut words = words.into_iter().map(OsString::from);
        let program = words.next().ok_or_else(|| wrong("a command"))?;
        Ok(CommandLine { program, arguments: words.collect() })
    }

    /// A program with these arguments.
    pub fn new<A: Into<OsString>>(
        program: impl Into<OsString>,
        arguments: impl IntoIterator<Item = A>,
    ) -> CommandLine {
        let arguments = arguments.into_iter().map(Into::into).collect();
        CommandLine { program: program.into(), arguments }
    }

    /// Whether an argument contains a placeholder such as `{cnf}`.
    pub fn mentions(&self, placeholder: &str) -> bool {
        self.arguments.iter().any(|argument| argument.to_string_lossy().contains(placeholder))
    }

    /// The same command, with each occurrence of a placeholder in the arguments replaced by a path.
    pub fn with(&self, placeholder: &str, path: &Path) -> CommandLine {
        let mut command = self.clone();
        for argument in &mut command.arguments {
            if let Some(text) = argument.to_str() {
                let parts: Vec<&OsStr> = text.split(placeholder).map(OsStr::new).collect();
                *argument = parts.join(path.as_os_str());
            }
        }
        command
    }

    /// The path of the program.
    ///
    /// # Errors
    /// If the program is not found, or may not be run.
    pub fn locate(&self) -> Result<PathBuf, ProcessError> {
        let path = Path::new(&self.program);
        if path.components().count() == 1 && !self.program.to_string_lossy().contains('/') {
            let found = all_in_path(&self.program).into_iter().next();
            return found.ok_or_else(|| self.not_found());
        }
        let failed = |cause: std::io::Error| match cause.kind() {
            std::io::ErrorKind::NotFound => self.not_found(),
            _ => ProcessError(format!("{}: not executable: {cause}", path.display())),
        };
        executable(path).map(|()| path.to_owned()).map_err(failed)
    }

    pub(crate) fn not_found(&self) -> ProcessError {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let [program, path] = [&self.program, &path].map(|text| text.display());
        ProcessError(format!("{program}: not found (PATH={path})"))
    }
}

/// Writes the command as it could be typed in a shell.
impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = std::iter::once(&self.program).chain(&self.arguments);
        let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
        f.write_str(&shell_words::join(&words))
    }
}

/// The first executable file with this name in `PATH` that is not a script or, if all are scripts,
/// the first. With PyEDA, a Python script named `picosat`, which fails for formulas of this size,
/// comes before the solver.
pub fn find_binary_in_path(name: &str) -> Option<PathBuf> {
    let found = all_in_path(name.as_ref());
    let is_script = |program: &PathBuf| {
        let mut start = [0; 2];
        let read = File::open(program).and_then(|mut file| file.read_exact(&mut start));
        read.is_ok() && start == *b"#!"
    };
    found.iter().find(|program| !is_script(program)).or(found.first()).cloned()
}

fn all_in_path(name: &OsStr) -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let programs = std::env::split_paths(&path).map(|folder| folder.join(name));
    programs.filter(|program| executable(program).is_ok()).collect()
}

fn executable(program: &Path) -> std::io::Result<()> {
    if std::fs::metadata(program)?.is_dir() {
        return Err(std::io::ErrorKind::IsADirectory.into());
    }
    #[cfg(unix)]
    rustix::fs::access(program, rustix::fs::Access::EXEC_OK)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_as_a_shell_and_fills_placeholders() {
        let command =
            CommandLine::parse("solver --in={cnf} 'two words' {out} {cnf}:{cnf}").unwrap();
        assert!(command.mentions("{out}") && !command.mentions("{proof}"));
        let filled = command.with("{cnf}", Path::new("/a b/f.cnf"));
        assert_eq!(
            filled,
            CommandLine::new(
                "solver",
                ["--in=/a b/f.cnf", "two words", "{out}", "/a b/f.cnf:/a b/f.cnf"]
            )
        );
        assert_eq!(CommandLine::parse(&filled.to_string()).unwrap(), filled);
        for text in ["", "  ", "solver 'x"] {
            assert!(CommandLine::parse(text).is_err(), "{text:?}");
        }
    }
}

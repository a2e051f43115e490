//! Files of cases: a line `@@ title`, a text, a line `=>`, and what is found when the text is read or
//! run. `...` on a line of its own stands for any lines. What stands before the first case is told
//! with each text. Each case is a test. `SATDOKU_BLESS=1` writes what is found now; the difference is
//! for a reviewer.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use libtest_mimic::{Arguments, Trial};
use snapbox::{Assert, Data};

pub struct Case {
    pub title: String,
    pub text: String,
    pub expected: String,
}

/// The tests of the files `*.txt` of a folder in `tests` of this package, named by folder, file and
/// title. `found` is told what stands before the cases of a file, and a case.
pub fn trials(folder: &str, found: fn(&str, &Case) -> String) -> Vec<Trial> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let entries = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
    let files = entries.filter(|path| path.extension().is_some_and(|end| end == "txt"));
    files.flat_map(|path| of_file(folder, path, found)).collect()
}

fn of_file(folder: &str, path: PathBuf, found: fn(&str, &Case) -> String) -> Vec<Trial> {
    let name = path.file_stem().unwrap().to_str().unwrap();
    let name = if name == folder { name.to_owned() } else { format!("{folder}::{name}") };
    let text = fs::read_to_string(&path).unwrap();
    let mut parts = text.split("@@ ");
    let before: Arc<str> = parts.next().unwrap_or_default().into();
    // Only one case at a time writes to the file.
    let file = Arc::new(Mutex::new(path));
    let mut trials: Vec<Trial> = Vec::new();
    for part in parts {
        let (title, rest) = part.split_once('\n').expect("a title");
        let (text, expected) = rest.split_once("=>\n").expect("what is found after =>");
        let [title, text, expected] = [title, text, expected].map(str::to_owned);
        let name = format!("{name}::{title}");
        assert!(trials.iter().all(|trial| trial.name() != name), "two cases are named {name}");
        let case = Case { title, text, expected };
        let (before, file) = (before.clone(), file.clone());
        trials.push(Trial::test(name, move || {
            let found = found(&before, &case);
            let difference = difference(&case.expected, &found);
            if difference.is_some() && is_blessed() {
                case.bless(&file.lock().unwrap(), &found);
                return Ok(());
            }
            difference.map_or(Ok(()), |difference| Err(format!("{}{difference}", case.text).into()))
        }));
    }
    trials
}

/// Runs those that the arguments of this process name, and ends it.
pub fn run(trials: Vec<Trial>) -> ! {
    libtest_mimic::run(&Arguments::from_args(), trials).exit()
}

/// Whether what is found now is to be written.
pub fn is_blessed() -> bool {
    std::env::var_os("SATDOKU_BLESS").is_some()
}

impl Case {
    fn bless(&self, path: &Path, found: &str) {
        let start = format!("@@ {}\n{}=>\n", self.title, self.text);
        let all = fs::read_to_string(path).unwrap();
        let old = start.clone() + &self.expected;
        fs::write(path, all.replacen(&old, &format!("{start}{found}\n"), 1)).unwrap();
    }
}

/// How what was found differs from what was expected, if it does: white space at the ends of lines
/// and of the whole does not count.
pub fn difference(expected: &str, found: &str) -> Option<String> {
    let [expected, found] = [expected, found].map(|text| {
        let lines: String = text.lines().map(|line| line.trim_end().to_owned() + "\n").collect();
        Data::text(format!("{}\n", lines.trim_end()))
    });
    let compared = Assert::new().normalize_paths(false).try_eq(None, found, expected);
    compared.err().map(|error| error.to_string())
}

//! Files of cases: a line `@@ title`, a text, a line `=>`, and what is found when the text is read or
//! run. `...` on a line of its own stands for any lines. What stands before the first case is told
//! with each text. `SATDOKU_BLESS=1` writes what is found now; the difference is for a reviewer.

use std::fs;
use std::path::PathBuf;

pub struct Case {
    pub title: String,
    pub text: String,
    pub expected: String,
}

/// The files `*.txt` of a folder in `tests` of this package, with what stands before their cases.
pub fn files(folder: &str) -> Vec<(PathBuf, String, Vec<Case>)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|end| end == "txt")).collect();
    paths.sort();
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        let mut parts = text.split("@@ ");
        let before = parts.next().unwrap_or_default().to_owned();
        let case = |part: &str| {
            let (title, rest) = part.split_once('\n').expect("a title");
            let (text, expected) = rest.split_once("=>\n").expect("what is found after =>");
            let [title, text, expected] = [title, text, expected].map(str::to_owned);
            Case { title, text, expected }
        };
        (path, before, parts.map(case).collect())
    };
    paths.into_iter().map(read).collect()
}

/// Compares what is found in each case with what the files of a folder say.
pub fn check(folder: &str, found: impl Fn(&str, &Case) -> String) {
    let is_blessed = std::env::var_os("SATDOKU_BLESS").is_some();
    let mut wrong = String::new();
    for (path, before, cases) in files(folder) {
        let mut blessed = before.clone();
        for case in cases {
            let found = found(&before, &case);
            let Case { title, text, expected } = case;
            let is_as_said = matches(expected.trim_end(), &found);
            if !is_as_said {
                wrong += &format!("{title}\n{text}expected:\n{expected}found:\n{found}\n");
            }
            let shown = if is_as_said { expected } else { format!("{found}\n") };
            blessed += &format!("@@ {title}\n{text}=>\n{shown}");
        }
        if is_blessed {
            fs::write(path, blessed).unwrap();
        }
    }
    assert!(wrong.is_empty() || is_blessed, "{wrong}");
}

/// Whether that was found, but for white space at the ends of lines.
pub fn matches(expected: &str, found: &str) -> bool {
    let mut rest: Vec<&str> = found.lines().map(str::trim_end).collect();
    let mut any = false;
    for line in expected.lines().map(str::trim_end) {
        if line == "..." {
            any = true;
            continue;
        }
        match rest.iter().position(|&found| found == line) {
            Some(at) if any || at == 0 => rest.drain(..=at),
            _ => return false,
        };
        any = false;
    }
    any || rest.is_empty()
}

//! Does every module import only what stands below it, and stay within its fences?

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Modules, and those that each may import.
type Imports = [(&'static str, &'static [&'static str])];

/// By package and module: those it may import, and with them whatever they may.
const IMPORTS: [(&str, &Imports); 2] = [
    (
        "src",
        &[
            ("names", &[]),
            ("grid", &["names"]),
            ("rules", &["grid"]),
            ("format", &["rules"]),
            ("verify", &["rules"]),
            ("answer", &["grid"]),
            ("numbering", &["rules"]),
            ("encode", &["numbering", "answer"]),
            ("lanes", &[]),
            ("simplify", &["format", "answer", "lanes"]),
            ("dimacs", &["encode", "verify"]),
            ("dpll", &["simplify"]),
            ("solve", &["encode", "dpll", "verify"]),
            ("evidence", &["solve", "dimacs", "format"]),
            ("audit", &["evidence"]),
            ("explain", &["evidence"]),
            ("generate", &["explain"]),
            ("draw", &["explain"]),
        ],
    ),
    (
        "cli/src",
        &[
            ("process", &[]),
            ("contender", &["process"]),
            ("compare", &["contender"]),
            ("command", &["compare"]),
        ],
    ),
];

/// What may be written only in files whose path starts with one of these.
const FENCES: [(&str, &[&str]); 6] = [
    ("Solver::new", &["src/solve/", "src/evidence/"]),
    ("clap", &["cli/src/command/"]),
    ("println", &["cli/src/command/"]),
    ("eprintln", &["cli/src/command/"]),
    ("std::process", &["cli/src/process/", "cli/src/command/", "cli/src/main.rs"]),
    ("unsafe", &["src/lanes/simd/"]),
];

/// The path and the text of each file of a package, without comments and unit tests.
fn sources(package: &str) -> Vec<(String, String)> {
    fn collect(folder: &Path, root: &Path, found: &mut Vec<(String, String)>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(&path, root, found);
            } else {
                let text = fs::read_to_string(&path).unwrap();
                let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
                let is_code = |line: &&str| !line.trim_start().starts_with("//");
                let code: Vec<&str> = code.lines().filter(is_code).collect();
                let below = path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
                found.push((below, code.join("\n")));
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    collect(&root.join(package), root, &mut found);
    found
}

/// What follows each `prefix` in a text: a name, empty if there is none.
fn names_after<'t>(text: &'t str, prefix: &'t str) -> impl Iterator<Item = &'t str> {
    let is_part = |symbol: char| symbol.is_alphanumeric() || symbol == '_';
    text.match_indices(prefix).map(move |(start, _)| {
        let rest = &text[start + prefix.len()..];
        rest.split(|symbol| !is_part(symbol)).next().unwrap_or_default()
    })
}

fn allowed(imports: &Imports, module: &str) -> BTreeSet<&'static str> {
    let row = imports.iter().find(|(name, _)| *name == module);
    let (_, direct) = row.unwrap_or_else(|| panic!("add `{module}` to IMPORTS"));
    direct.iter().flat_map(|&name| allowed(imports, name).into_iter().chain([name])).collect()
}

#[test]
fn modules_import_only_what_stands_below_them() {
    let all = IMPORTS.iter().flat_map(|(package, imports)| {
        sources(package).into_iter().map(move |(path, code)| (package, imports, path, code))
    });
    for (package, imports, path, code) in all {
        let path = &path[package.len() + 1..];
        let module = path.split(['/', '.']).next().unwrap();
        if ["lib", "main"].contains(&module) {
            continue;
        }
        let allowed = allowed(imports, module);
        for name in names_after(&code, "crate::").filter(|&name| name != module) {
            assert!(allowed.contains(name), "{path} imports `crate::{name}`");
        }
        // Another way up to the root.
        let depth = path.trim_end_matches("/mod.rs").split('/').count();
        let above = "super::".repeat(depth);
        assert!(!code.contains(&above), "{path} imports from `{above}`: write `crate::`");
    }
}

#[test]
fn what_is_fenced_in_stays_there() {
    for (path, code) in ["src", "cli/src"].into_iter().flat_map(sources) {
        for (word, rooms) in FENCES {
            let stands = code.match_indices(word).any(|(start, _)| {
                let part = |symbol: char| symbol.is_alphanumeric() || symbol == '_';
                !code[..start].ends_with(part) && !code[start + word.len()..].starts_with(part)
            });
            let is_inside = rooms.iter().any(|room| path.starts_with(room));
            assert!(!stands || is_inside, "{path}: `{word}` belongs to {}", rooms.join(", "));
        }
    }
}

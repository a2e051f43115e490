//! Does every module import only what stands below it, and stay within its fences?

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use syn::visit::Visit;

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
            ("encode", &["numbering"]),
            ("lanes", &[]),
            ("simplify", &["format", "answer", "lanes"]),
            ("dimacs", &["encode", "verify", "answer"]),
            ("dpll", &["simplify"]),
            ("solve", &["encode", "dpll", "verify"]),
            ("canonical", &["solve"]),
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
const FENCES: [(&str, &[&str]); 9] = [
    ("Solver::new", &["src/solve/", "src/evidence/"]),
    ("varisat::Solver", &["src/solve/", "src/evidence/"]),
    ("clap", &["cli/src/command/"]),
    ("println", &["cli/src/command/"]),
    ("eprintln", &["cli/src/command/"]),
    // Exit codes stand in `command` and `main.rs` too, but no process is started there.
    ("std::process", &["cli/src/process/", "cli/src/command/", "cli/src/main.rs"]),
    ("process::Command", &["cli/src/process/"]),
    ("Command::new", &["cli/src/process/"]),
    ("unsafe", &["src/lanes/simd/"]),
];

/// The path and the text of each file of a package.
fn sources(package: &str) -> Vec<(String, String)> {
    fn collect(folder: &Path, root: &Path, found: &mut Vec<(String, String)>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(&path, root, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let below = path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
                found.push((below, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    collect(&root.join(package), root, &mut found);
    found
}

/// A text without comments and unit tests.
fn code_of(text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    code.lines().filter(is_code).collect::<Vec<_>>().join("\n")
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
        sources(package).into_iter().map(move |(path, text)| (package, imports, path, text))
    });
    for (package, imports, path, text) in all {
        let code = code_of(&text);
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
    for (path, text) in ["src", "cli/src"].into_iter().flat_map(sources) {
        let code = code_of(&text);
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

/// The imports of one file.
#[derive(Default)]
struct Imported {
    /// Paths that it uses.
    uses: Vec<Vec<String>>,
    /// Paths that it passes on.
    passes_on: Vec<Vec<String>>,
}

impl Imported {
    fn of(text: &str) -> Imported {
        let mut imported = Imported::default();
        imported.visit_file(&syn::parse_file(text).expect("code that compiles"));
        imported
    }
}

impl<'c> Visit<'c> for Imported {
    fn visit_item_use(&mut self, item: &'c syn::ItemUse) {
        fn leaves(tree: &syn::UseTree, path: &[String], found: &mut Vec<Vec<String>>) {
            let with = |name: &syn::Ident| [path, &[name.to_string()]].concat();
            match tree {
                syn::UseTree::Path(part) => leaves(&part.tree, &with(&part.ident), found),
                syn::UseTree::Name(name) => found.push(with(&name.ident)),
                syn::UseTree::Group(group) => {
                    group.items.iter().for_each(|tree| leaves(tree, path, found));
                }
                // What gets another name stands in its module.
                syn::UseTree::Rename(_) | syn::UseTree::Glob(_) => found.push(path.to_vec()),
            }
        }
        let is_private = matches!(item.vis, syn::Visibility::Inherited);
        let found = if is_private { &mut self.uses } else { &mut self.passes_on };
        leaves(&item.tree, &[], found);
    }

    /// Unit tests may use what they like.
    fn visit_item_mod(&mut self, _: &'c syn::ItemMod) {}

    fn visit_path(&mut self, path: &'c syn::Path) {
        if path.segments.len() > 1 {
            self.uses.push(path.segments.iter().map(|part| part.ident.to_string()).collect());
        }
        syn::visit::visit_path(self, path);
    }
}

/// The files of a package by the paths of their modules.
struct Files(BTreeMap<Vec<String>, Imported>);

impl Files {
    fn of(package: &str) -> Files {
        let parts = |path: &str| {
            let path = path[package.len() + 1..].trim_end_matches(".rs").trim_end_matches("mod");
            path.split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect()
        };
        let files = sources(package).into_iter();
        Files(files.map(|(path, text)| (parts(&path), Imported::of(&text))).collect())
    }

    /// The module in which the end of a path is defined, as far as files of this package tell.
    fn target(&self, from: &[String], path: &[String]) -> Option<Vec<String>> {
        let (mut module, mut rest) = (from.to_vec(), path);
        match path.first()?.as_str() {
            "crate" => (module, rest) = (Vec::new(), &path[1..]),
            "self" => rest = &path[1..],
            "super" => {}
            child if self.0.contains_key(&[from, &[child.to_owned()]].concat()) => {}
            _ => return None,
        }
        while rest.first().is_some_and(|part| part == "super") {
            (_, rest) = (module.pop()?, &rest[1..]);
        }
        while let Some(name) = rest.first() {
            let below = [&*module, std::slice::from_ref(name)].concat();
            if self.0.contains_key(&below) {
                (module, rest) = (below, &rest[1..]);
                continue;
            }
            let passes_on = &self.0.get(&module)?.passes_on;
            let passed = passes_on.iter().find(|path| path.last() == Some(name));
            return passed.and_then(|path| self.target(&module, path)).or(Some(module));
        }
        Some(module)
    }

    fn imports(&self, module: &[String]) -> BTreeSet<Vec<String>> {
        let targets = self.0[module].uses.iter().filter_map(|path| self.target(module, path));
        targets.filter(|target| target != module && self.0.contains_key(target)).collect()
    }

    /// Follows imports from a module; the first circle that is met, after those already `cleared`.
    fn circle(
        &self,
        module: &[String],
        way: &mut Vec<Vec<String>>,
        cleared: &mut BTreeSet<Vec<String>>,
    ) -> Option<String> {
        if let Some(start) = way.iter().position(|passed| passed == module) {
            let names: Vec<String> = way[start..].iter().map(|module| module.join("::")).collect();
            return Some(names.join(" -> "));
        }
        if cleared.contains(module) {
            return None;
        }
        way.push(module.to_vec());
        let imports = self.imports(module);
        let found = imports.iter().find_map(|module| self.circle(module, way, cleared));
        way.pop();
        cleared.insert(module.to_vec());
        found
    }
}

#[test]
fn no_two_files_import_each_other_by_any_way() {
    for package in ["src", "cli/src"] {
        let (files, mut cleared) = (Files::of(package), BTreeSet::new());
        let modules = files.0.keys();
        let circles: Vec<String> = modules
            .filter_map(|module| files.circle(module, &mut Vec::new(), &mut cleared))
            .collect();
        assert!(circles.is_empty(), "{package}: {}", circles.join("\n"));
    }
}

#[test]
fn every_file_is_a_module() {
    for package in ["src", "cli/src"] {
        let sources: BTreeMap<String, String> = sources(package).into_iter().collect();
        for path in
            sources.keys().filter(|path| !path.ends_with("lib.rs") && !path.ends_with("main.rs"))
        {
            // `a/b.rs` and `a/b/mod.rs` are the module `b` of `a`.
            let module = path.trim_end_matches("/mod.rs").trim_end_matches(".rs");
            let (folder, name) = module.rsplit_once('/').unwrap();
            let above = ["mod.rs", "lib.rs", "main.rs"].map(|file| format!("{folder}/{file}"));
            let above = above.into_iter().chain([format!("{folder}.rs")]);
            let named = above.filter_map(|file| sources.get(&file));
            let is_named =
                named.flat_map(|text| names_after(text, "mod ")).any(|other| other == name);
            assert!(is_named, "no module names {path}: delete it, or add it");
        }
    }
}

#[test]
fn no_two_scripts_of_the_page_import_each_other_by_any_way() {
    let mut left: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in fs::read_dir("web/page").unwrap() {
        let path = file.unwrap().path();
        let Some(name) = path.to_str().unwrap().strip_suffix(".js") else { continue };
        let name = name.rsplit(['/', '\\']).next().unwrap().to_owned();
        let text = fs::read_to_string(&path).unwrap();
        let imports = names_after(&text, " from \"./").map(str::to_owned).collect();
        left.insert(name, imports);
    }
    assert!(left["main"].contains("app"), "{:?}", left["main"]);
    // What is left when all that import nothing left are taken away again and again.
    while let Some(name) = left
        .iter()
        .find(|(_, imports)| imports.iter().all(|import| !left.contains_key(import)))
        .map(|(name, _)| name.clone())
    {
        left.remove(&name);
    }
    assert!(left.is_empty(), "in a circle, or above one: {:?}", left.keys());
}

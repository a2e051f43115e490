//! Certificates that were altered, as a forger would: whatever is accepted claims the truth.
#![no_main]

use std::sync::{Arc, LazyLock};

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use satdoku::evidence::certificate::{
    Certificate, Claim, Files, Manifest, Options, ProofFormat, check_files, make,
};
use satdoku::solve::Session;
use satdoku::{
    Candidate, Candidates, Cell, Deadline, Encoding, Grid, Puzzle, Rules, RulesBuilder, Size,
};
use sha2::{Digest, Sha256};

const MANIFEST: &str = "manifest.json";

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    original: u8,
    file: u8,
    edits: Vec<Edit<'a>>,
    /// Whether the manifest is given the hashes of the files as they now are.
    rehash: bool,
}

#[derive(Arbitrary, Debug)]
struct Edit<'a> {
    position: u16,
    deleted: u8,
    inserted: &'a [u8],
}

/// The files of certificates of each claim, under rules of units, of regions and of pairs, in each
/// format.
static ORIGINALS: LazyLock<Vec<Files>> = LazyLock::new(|| {
    let grid = |text: &str| -> Grid { text.parse().unwrap() };
    let with = |rules: RulesBuilder, text| Puzzle::new(rules.build().unwrap(), grid(text)).unwrap();
    let builder = || Rules::builder(Size::FOUR);
    let (first, last) = (Cell::from_index(0), Cell::from_index(15));
    let several = Puzzle::classic(grid("12.. .... 2... ...3"));
    let mut originals = Vec::new();
    for (puzzle, claim) in [
        (Puzzle::classic(grid("12.. ..1. 2... ...3")), None),
        (Puzzle::diagonal(grid("12.. 3... .... ...1")), None),
        (several.clone(), None),
        (several, Some(Claim::Backbone)),
        (with(builder().regions("aaababbbccdcddcd".parse().unwrap()), "1... .2.. .... ...."), None),
        (with(builder().pair(first, last), "1... .... .... ...1"), Some(Claim::MinimalConflict)),
        (with(builder().pair(first, last), "1... .... .... ...."), Some(Claim::Backbone)),
        (Puzzle::classic(grid("12.. ..3. .... 4...")), Some(Claim::MinimalConflict)),
        (Puzzle::classic(grid("1... ..2. .3.. ...4")), Some(Claim::MinimalPuzzle)),
    ] {
        for format in ProofFormat::ALL {
            let options = Options { format: Some(format), claim, ..Options::default() };
            // A claim that is not true of its puzzle has no certificate to alter.
            originals.extend(make(&puzzle, &options));
        }
    }
    originals
});

fuzz_target!(|input: Input| {
    let mut files = ORIGINALS[usize::from(input.original) % ORIGINALS.len()].clone();
    // The manifest decides most, so it is chosen most often.
    let file = match usize::from(input.file) {
        index if index < files.len() => files.keys().nth(index).expect("below the length").clone(),
        _ => MANIFEST.to_owned(),
    };
    let content = files.get_mut(&file).expect("one of the files");
    for Edit { position, deleted, inserted } in input.edits {
        let start = usize::from(position).min(content.len());
        let end = (start + usize::from(deleted)).min(content.len());
        content.splice(start..end, inserted.iter().copied());
    }
    if input.rehash {
        rehash(&mut files);
    }
    if let Ok(certificate) = check_files(&files, Deadline::NONE) {
        assert!(is_true(&certificate, &files), "{:?}", certificate.manifest);
    }
});

/// Gives the manifest the hashes of the files, if it can be read.
fn rehash(files: &mut Files) {
    let Ok(mut manifest) = serde_json::from_slice::<Manifest>(&files[MANIFEST]) else { return };
    for (name, hash) in &mut manifest.sha256 {
        if let Some(content) = files.get(name) {
            *hash = Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect();
        }
    }
    let text = serde_json::to_string_pretty(&manifest).unwrap() + "\n";
    files.insert(MANIFEST.to_owned(), text.into_bytes());
}

/// Solves the puzzle that the files state, without the proof.
fn is_true(certificate: &Certificate, files: &Files) -> bool {
    let Certificate { manifest, possible, .. } = certificate;
    let rows = std::str::from_utf8(&files["puzzle.txt"]).unwrap().lines().count();
    let rules = Arc::new(manifest.rules(rows).unwrap());
    let size = rules.size();
    let puzzle_of = |name: &str| {
        let text = std::str::from_utf8(&files[name]).unwrap().split_whitespace();
        let value = |word| if word == "." { 0 } else { str::parse(word).unwrap() };
        let grid = Grid::from_values(size, text.map(value).collect::<Vec<u16>>()).unwrap();
        Puzzle::new(Arc::clone(&rules), grid).unwrap()
    };
    let puzzle = puzzle_of("puzzle.txt");
    let solutions = |puzzle: &Puzzle, limit: usize| {
        let mut session = Session::new(puzzle, Encoding::default(), Deadline::NONE);
        session.answer(limit).unwrap().solutions
    };
    let count = |puzzle: &Puzzle| solutions(puzzle, 2).len();
    let without_each = |puzzle: &Puzzle| -> Vec<usize> {
        let without = |given: Candidate| {
            let mut others = puzzle.givens().clone();
            others.set(given.cell, None);
            count(&puzzle.with_givens(others).unwrap())
        };
        puzzle.givens().filled().map(without).collect()
    };
    match manifest.claim {
        Claim::Unique => count(&puzzle) == 1,
        Claim::NoSolution => count(&puzzle) == 0,
        Claim::SeveralSolutions => count(&puzzle) == 2,
        Claim::MinimalPuzzle => {
            count(&puzzle) == 1 && without_each(&puzzle).iter().all(|&count| count == 2)
        }
        Claim::MinimalConflict => {
            let conflict = puzzle_of("conflict.txt");
            count(&conflict) == 0 && without_each(&conflict).iter().all(|&count| count > 0)
        }
        Claim::Backbone => {
            let mut seen = Candidates::none(size);
            for placed in solutions(&puzzle, 1000).iter().flat_map(Grid::filled) {
                seen[placed.cell].insert(placed.digit);
            }
            seen == *possible
        }
    }
}

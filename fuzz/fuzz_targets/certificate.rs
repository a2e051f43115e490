//! Certificates that were altered, as a forger would: whatever is accepted claims the truth.
#![no_main]

use std::sync::LazyLock;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use satdoku::evidence::certificate::{
    Certificate, Claim, Files, Manifest, Options, ProofFormat, check_files, make,
};
use satdoku::solve::Session;
use satdoku::{Deadline, Encoding, Grid, Limits, Puzzle, Size, Status};
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

/// The files of certificates of one, of no and of several solutions, in each format.
static ORIGINALS: LazyLock<Vec<Files>> = LazyLock::new(|| {
    let unique = Puzzle::classic("12.. ..1. 2... ...3".parse().unwrap());
    let none = Puzzle::diagonal("12.. 3... .... ...1".parse().unwrap());
    let several = Puzzle::classic("12.. .... 2... ...3".parse().unwrap());
    let mut originals = Vec::new();
    for puzzle in [unique, none, several] {
        for format in ProofFormat::ALL {
            let options = Options { format: Some(format), ..Options::default() };
            originals.push(make(&puzzle, &options).unwrap());
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
    if let Ok(Certificate { manifest, .. }) = check_files(&files, Deadline::NONE) {
        assert!(is_true(&manifest, &files["puzzle.txt"]), "{manifest:?}");
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
fn is_true(manifest: &Manifest, puzzle_text: &[u8]) -> bool {
    let stated = &manifest.rules;
    let size = Size::new(stated.box_height, stated.box_width).unwrap();
    let rules = stated.rules().unwrap();
    let values = std::str::from_utf8(puzzle_text)
        .unwrap()
        .split_whitespace()
        .map(|word| if word == "." { 0 } else { word.parse().unwrap() })
        .collect::<Vec<u16>>();
    let puzzle = Puzzle::new(rules, Grid::from_values(size, values).unwrap()).unwrap();
    let limits = Limits::UNIQUE;
    let mut session = Session::new(&puzzle, Encoding::default(), Deadline::NONE);
    let status = session.answer(2).unwrap().status(&limits);
    match manifest.claim {
        Claim::Unique => status == Status::Unique,
        Claim::NoSolution => status == Status::None,
        Claim::SeveralSolutions => status == Status::Multiple,
        // That a forger reaches another claim from these is unlikely, but then it must fit.
        Claim::MinimalPuzzle => status == Status::Unique,
        Claim::MinimalConflict => status == Status::None,
        Claim::Backbone => status != Status::None,
    }
}

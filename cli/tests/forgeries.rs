//! Certificates altered at random, by bytes, words and lines, with their hashes made right again.
//!
//! Whether an accepted one is wrong is decided without the checker: by brute force, and by `rate`
//! where it is installed.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::certificates::{forge, rate, write_anew};
use crate::common::{brute_force, proper_puzzle, random, unsolvable};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use satdoku::evidence::certificate::{Certificate, CertificateError, Claim, Options};
use satdoku::evidence::checker::ProofFormat;
use satdoku::{Candidate, Deadline, Grid, Puzzle, Size};
use satdoku_cli::process::certificate as folders;

const FILES: [&str; 6] =
    ["manifest.json", "puzzle.txt", "solutions.txt", "conflict.txt", "formula.cnf", "proof"];

/// One alteration: of a byte, of a word, or of a line.
fn altered(bytes: &[u8], random: &mut ChaCha8Rng) -> Vec<u8> {
    let separators: &[u8] = match random.random_range(0..3) {
        0 => &[],
        1 => b" \n\0\",",
        _ => b"\n\0",
    };
    // Each part with the separator at its end.
    let mut parts: Vec<Vec<u8>> = if separators.is_empty() {
        bytes.iter().map(|&byte| vec![byte]).collect()
    } else {
        bytes.split_inclusive(|byte| separators.contains(byte)).map(<[u8]>::to_vec).collect()
    };
    if parts.is_empty() {
        return vec![random.random_range(0..256) as u8];
    }
    let (at, other) = (random.random_range(0..parts.len()), random.random_range(0..parts.len()));
    match random.random_range(0..7) {
        0 => drop(parts.remove(at)),
        1 => parts.insert(at, parts[other].clone()),
        2 => parts.swap(at, other),
        3 => parts[at] = parts[other].clone(),
        4 => parts.truncate(at),
        5 => parts[at]
            .insert(0, [b'-', b'0', b' ', b'1', b'\n', b'd', 0x80][random.random_range(0..7)]),
        _ => parts[at][0] ^= 1 << random.random_range(0..8),
    }
    parts.concat()
}

fn proof_name(format: ProofFormat) -> &'static str {
    if format.is_lrat() { "proof.lrat" } else { "proof.drat" }
}

/// Puzzles with one solution, with several and with none, small enough for brute force.
fn puzzles(random: &mut ChaCha8Rng) -> Vec<Puzzle> {
    let mut puzzles = Vec::new();
    for blank in
        [Puzzle::classic(Grid::empty(Size::FOUR)), Puzzle::diagonal(Grid::empty(Size::FOUR))]
    {
        let (proper, solution) = proper_puzzle(&blank, 16, random);
        puzzles.extend(unsolvable(&proper, &solution));
        let mut givens = proper.givens().clone();
        let first = givens.filled().next().unwrap();
        givens.set(first.cell, None);
        puzzles.push(proper.with_givens(givens).unwrap());
        puzzles.push(proper);
    }
    puzzles
}

/// Whether a claim is true, by brute force alone.
fn is_true(certificate: &Certificate) -> bool {
    let puzzle = &certificate.puzzle;
    let solutions = brute_force(puzzle);
    let without = |givens: &Grid, given: Candidate| {
        let mut givens = givens.clone();
        givens.set(given.cell, None);
        brute_force(&puzzle.with_givens(givens).unwrap()).len()
    };
    match certificate.manifest.claim {
        Claim::Unique => solutions.len() == 1,
        Claim::NoSolution => solutions.is_empty(),
        Claim::SeveralSolutions => solutions.len() > 1,
        Claim::MinimalPuzzle => {
            let givens = puzzle.givens();
            solutions.len() == 1 && givens.filled().all(|given| without(givens, given) > 1)
        }
        Claim::MinimalConflict => {
            let mut clashing = Grid::empty(puzzle.size());
            for given in puzzle.givens().filled() {
                let name = format!("{}={}", puzzle.size().cell_name(given.cell), given.digit);
                if certificate.manifest.found.contains(&name) {
                    clashing.set(given.cell, Some(given.digit));
                }
            }
            brute_force(&puzzle.with_givens(clashing.clone()).unwrap()).is_empty()
                && clashing.filled().all(|given| without(&clashing, given) > 0)
        }
        Claim::Backbone => {
            let seen: BTreeSet<Candidate> = solutions.iter().flat_map(Grid::filled).collect();
            !solutions.is_empty() && seen == certificate.possible.iter().collect()
        }
    }
}

#[test]
fn no_altered_certificate_passes_unless_what_it_claims_is_true() {
    const ALTERATIONS_A_FILE: usize = 12;
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("certificate");
    let mut random = random(77);
    let (mut made, mut accepted, mut seen_by_rate) = (0, 0, 0);
    let mut claimed = BTreeSet::new();
    let cases = itertools::iproduct!(puzzles(&mut random), ProofFormat::ALL, Claim::ALL);
    for (puzzle, format, claim) in cases {
        let options = Options { claim: Some(claim), format: Some(format), ..Options::default() };
        let _ = fs::remove_dir_all(&place);
        let original = match folders::write(&puzzle, &place, &options) {
            Err(CertificateError::Untrue(_)) => continue,
            made => made.unwrap(),
        };
        assert!(is_true(&folders::check(&place, Deadline::NONE).unwrap()));
        claimed.insert(claim.name());
        for file in FILES {
            let name = if file == "proof" { proof_name(format) } else { file };
            let Ok(bytes) = fs::read(place.join(name)) else { continue };
            for _ in 0..ALTERATIONS_A_FILE {
                let change = altered(&bytes, &mut random);
                if change == bytes {
                    continue;
                }
                made += 1;
                if name == "manifest.json" {
                    fs::write(place.join(name), &change).unwrap();
                } else {
                    forge(&place, name, &change);
                }
                if let Ok(certificate) = folders::check(&place, Deadline::NONE) {
                    accepted += 1;
                    let how = String::from_utf8_lossy(&change);
                    assert!(is_true(&certificate), "{name}: {how}");
                    assert_eq!(certificate.puzzle, puzzle, "{name}: {how}");
                    match name {
                        "manifest.json" => {
                            assert_ne!(certificate.manifest.made_with, original.made_with);
                        }
                        "proof.drat" => {
                            let formula = place.join("formula.cnf");
                            if let Some(accepts) = rate(&formula, &place.join(name)) {
                                assert!(accepts, "{how}");
                                seen_by_rate += 1;
                            }
                        }
                        _ => assert!(["proof.lrat", "solutions.txt"].contains(&name), "{how}"),
                    }
                }
                if name == "manifest.json" {
                    fs::write(place.join(name), &bytes).unwrap();
                } else {
                    forge(&place, name, &bytes);
                }
            }
        }
        folders::check(&place, Deadline::NONE).unwrap();
    }
    println!("{made} altered, {accepted} still right, {seen_by_rate} of them seen by rate");
    assert_eq!(claimed.len(), Claim::ALL.len(), "{claimed:?}");
    assert!(made > 2000 && accepted < made / 4, "{made} {accepted}");
}

/// Takes a given out of every file but the proof, as a careful forger would.
fn without_a_given(place: &Path, puzzle: &Puzzle) -> Puzzle {
    let size = puzzle.size();
    let given = puzzle.givens().filled().last().unwrap();
    let mut givens = puzzle.givens().clone();
    givens.set(given.cell, None);
    let text = fs::read_to_string(place.join("puzzle.txt")).unwrap();
    let mut words: Vec<String> = text.split_ascii_whitespace().map(str::to_owned).collect();
    words[given.cell.index()] = ".".to_owned();
    let rows: Vec<String> = words.chunks(size.side()).map(|row| row.join(" ") + "\n").collect();
    forge(place, "puzzle.txt", rows.concat().as_bytes());

    let variable = size.side() * given.cell.index() + given.digit.index() + 1;
    let formula = fs::read_to_string(place.join("formula.cnf")).unwrap();
    let header = formula.lines().find(|line| line.starts_with("p cnf")).unwrap();
    let clauses: usize = header.rsplit_once(' ').unwrap().1.parse().unwrap();
    let (start, _) = header.rsplit_once(' ').unwrap();
    let less = formula.replacen(header, &format!("{start} {}", clauses - 1), 1).replacen(
        &format!("\n{variable} 0\n"),
        "\n",
        1,
    );
    forge(place, "formula.cnf", less.as_bytes());

    let path = place.join("manifest.json");
    let name = format!("{}={}", size.cell_name(given.cell), given.digit);
    let manifest = fs::read_to_string(&path).unwrap();
    let manifest = manifest.replacen(&format!(",\n    \"{name}\""), "", 1).replacen(
        &format!("\"clauses\": {clauses}"),
        &format!("\"clauses\": {}", clauses - 1),
        1,
    );
    fs::write(path, manifest).unwrap();
    puzzle.with_givens(givens).unwrap()
}

#[test]
fn no_proof_makes_a_false_claim_pass() {
    const ALTERATIONS: usize = 60;
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("certificate");
    let mut random = random(78);
    let mut made = 0;
    for format in ProofFormat::ALL {
        for blank in [Grid::empty(Size::FOUR), Grid::empty(Size::new(2, 3).unwrap())] {
            // Minimal puzzles: one given less, and there are several solutions.
            let (puzzle, _) = proper_puzzle(&Puzzle::classic(blank), 36, &mut random);
            let options = Options { format: Some(format), ..Options::default() };
            write_anew(&puzzle, &place, &options);
            let wider = without_a_given(&place, &puzzle);
            assert!(satdoku::solve::solutions(&wider, None, Deadline::NONE).nth(1).is_some());
            let name = proof_name(format);
            let original = fs::read(place.join(name)).unwrap();
            let mut proof = original.clone();
            for _ in 0..ALTERATIONS {
                match folders::check(&place, Deadline::NONE) {
                    // All but the proof is as it must be.
                    Err(CertificateError::Rejected { file, .. }) => assert_eq!(file, name),
                    outcome => panic!("{outcome:?}: {}", String::from_utf8_lossy(&proof)),
                }
                // Further and further from where it began, and now and then from there again.
                proof = altered(if made % 8 == 0 { &original } else { &proof }, &mut random);
                forge(&place, name, &proof);
                made += 1;
            }
            fs::remove_dir_all(&place).unwrap();
        }
    }
    println!("{made} proofs of false claims, none accepted");
}

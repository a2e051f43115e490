//! Evidence about puzzles with clues: smallest conflicts against brute force, certificates against
//! another checker, and certificates altered.

use std::process::Command;

use itertools::Itertools;
use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use satdoku::evidence::certificate::{Options, check_files, difference, make};
use satdoku::evidence::checker::ProofFormat;
use satdoku::evidence::{Minimality, conflict};
use satdoku::rules::{Clue, ClueKind};
use satdoku::solve::Session;
use satdoku::{Candidate, Deadline, Digit, Encoding, Grid, Puzzle, Rules, Size};
use sha2::{Digest, Sha256};

use super::apart::{meaning, obeys};
use super::meaning::some_clue;
use super::{killers, sample, variants};
use crate::common::{brute_force, random, skip};

/// Rules with some clues, and what they and some givens are worth: not much, so that they clash.
fn some_puzzle(base: &Rules, random: &mut ChaCha8Rng) -> Puzzle {
    let size = base.size();
    let clues = std::iter::repeat_with(|| {
        let kind = *ClueKind::ALL.choose(random).unwrap();
        some_clue(kind, size, random)
    });
    let is_clue = |clue: &Clue| base.with_clues(vec![clue.clone()]).is_ok();
    let clues: Vec<Clue> = clues.filter(is_clue).take(4).collect();
    let mut givens = Grid::empty(size);
    for _ in 0..random.random_range(0..5) {
        let cell = size.cell(random.random_range(0..4), random.random_range(0..4));
        givens.set(cell, Digit::new(random.random_range(1..=4)));
    }
    Puzzle::new(base.with_clues(clues).unwrap(), givens).unwrap()
}

#[test]
fn one_hundred_smallest_conflicts_are_those_of_brute_force() {
    let base = Rules::classic(Size::FOUR);
    let full = brute_force(&Puzzle::classic(Grid::empty(Size::FOUR)));
    let mut random = random(100);
    let (mut checked, mut with_clues) = (0, 0);
    while checked < 100 {
        let puzzle = some_puzzle(&base, &mut random);
        let (rules, givens) = (puzzle.rules(), puzzle.givens().filled().collect::<Vec<_>>());
        let scans: Vec<_> =
            rules.clues().iter().map(|clue| meaning(rules, clue).unwrap()).collect();
        // By full grid: which givens and clues it obeys.
        let obeyed = |grid: &Grid| -> u32 {
            let of_givens = givens.iter().map(|given| grid.get(given.cell) == Some(given.digit));
            let all = of_givens.chain(scans.iter().map(|scans| obeys(scans, grid)));
            all.enumerate().map(|(bit, obeyed)| u32::from(obeyed) << bit).sum()
        };
        let masks: Vec<u32> = full.iter().map(obeyed).unique().collect();
        let clash = |wanted: u32| masks.iter().all(|mask| mask & wanted != wanted);
        let all = givens.len() + scans.len();
        let smallest = (0..1_u32 << all).filter(|&set| clash(set)).map(u32::count_ones).min();
        let found = conflict(&puzzle, Minimality::Smallest, Deadline::NONE).unwrap();
        let texts = || rules.clues().iter().map(|clue| clue.text(rules)).join(", ");
        let Some(found) = found else {
            assert_eq!(smallest, None, "{:?}, {}", puzzle.givens().values(), texts());
            continue;
        };
        let place = |given: &Candidate| givens.iter().position(|other| other == given).unwrap();
        let places = found.givens.iter().map(place);
        let places = places.chain(found.clues.iter().map(|clue| givens.len() + clue));
        let set: u32 = places.map(|place| 1 << place).sum();
        assert!(clash(set), "{found:?}: {}", texts());
        assert_eq!(Some(set.count_ones()), smallest, "{found:?}: {}", texts());
        assert_eq!(found.minimality, Minimality::Smallest);
        checked += 1;
        with_clues += usize::from(!found.clues.is_empty());
    }
    println!("{with_clues} of 100 conflicts have clues");
    assert!(with_clues > 50);
}

/// Puzzles with clues of which much can be certified: those of others, and altered ones.
fn some_to_certify() -> Option<Vec<Puzzle>> {
    let all = killers()?.into_iter().step_by(15).chain(variants()?.into_iter().step_by(2));
    let puzzles = all.filter_map(|published| published.read.ok());
    Some(puzzles.filter(|puzzle| !puzzle.rules().clues().is_empty()).collect())
}

#[test]
fn another_checker_accepts_certificates_of_puzzles_with_clues() {
    let (wanted, millis) = sample((30, 200), (100, 1500));
    let Some(puzzles) = some_to_certify() else { return };
    if Command::new("drat-trim").output().is_err() {
        skip("drat-trim");
    }
    let folder = tempfile::tempdir().unwrap();
    let (mut certified, mut seen) = (0, 0);
    for puzzle in puzzles {
        if certified == wanted {
            break;
        }
        let deadline = Deadline::after(std::time::Duration::from_millis(millis));
        let options = Options { format: Some(ProofFormat::Drat), deadline, ..Options::default() };
        let Ok(files) = make(&puzzle, &options) else { continue };
        let certificate = check_files(&files, Deadline::NONE).unwrap();
        assert_eq!(difference(&certificate.puzzle, &puzzle), None);
        certified += 1;
        let Some(proof) = files.get("proof.drat") else { continue };
        let [formula_path, proof_path] =
            ["formula.cnf", "proof.drat"].map(|name| folder.path().join(name));
        std::fs::write(&formula_path, &files["formula.cnf"]).unwrap();
        std::fs::write(&proof_path, proof).unwrap();
        if let Ok(output) = Command::new("drat-trim").args([&formula_path, &proof_path]).output() {
            let text = String::from_utf8_lossy(&output.stdout);
            assert!(text.lines().any(|line| line.trim_end() == "s VERIFIED"), "{text}");
            seen += 1;
        }
    }
    println!("{certified} certified and checked, {seen} of them by drat-trim");
    assert_eq!(certified, wanted);
}

#[test]
fn certificates_with_an_altered_clue_or_clause_are_refused() {
    let size = Size::new(2, 3).unwrap();
    let mut random = random(200);
    let blank = Puzzle::new(Rules::classic(size), Grid::empty(size)).unwrap();
    let (mut refused, mut kinds) = ([0; 4], 0);
    while refused.iter().sum::<usize>() < 200 {
        // A full grid, clues that it obeys, and some of its cells.
        let first = Candidate {
            cell: size.cell(0, 0),
            digit: Digit::new(random.random_range(1..=6)).unwrap(),
        };
        let mut session = Session::new(&blank, Encoding::default(), Deadline::NONE);
        let grid = session.solve(&[first]).unwrap().unwrap();
        let mut clues = Vec::new();
        while clues.len() < 6 {
            let kind = *ClueKind::ALL.choose(&mut random).unwrap();
            let clue = some_clue(kind, size, &mut random);
            let rules = blank.rules().with_clues(vec![clue.clone()]);
            if rules.is_ok_and(|rules| !clue.is_violated(&rules, &grid)) {
                clues.push(clue);
            }
        }
        let Ok(rules) = blank.rules().with_clues(clues) else { continue };
        if rules.clues().iter().any(|clue| clue.is_violated(&rules, &grid)) {
            continue;
        }
        let mut givens = grid.clone();
        for cell in size.cells() {
            if random.random_ratio(1, 2) {
                givens.set(cell, None);
            }
        }
        let puzzle = Puzzle::new(rules, givens).unwrap();
        kinds += 1;
        let files =
            make(&puzzle, &Options { format: Some(ProofFormat::Drat), ..Options::default() })
                .unwrap();
        check_files(&files, Deadline::NONE).unwrap();
        for way in 0..4 {
            let mut forged = files.clone();
            let mut manifest: serde_json::Value =
                serde_json::from_slice(&files["manifest.json"]).unwrap();
            if way < 3 {
                let clues = manifest["rules"]["clues"].as_array_mut().unwrap();
                let at = random.random_range(0..clues.len());
                let clue = &mut clues[at];
                match way {
                    0 => match clue.get_mut("numbers").and_then(|numbers| numbers.as_array_mut()) {
                        None => continue,
                        Some(numbers) => {
                            let number = numbers[0].as_u64().unwrap();
                            numbers[0] = (number + 1).into();
                        }
                    },
                    1 => match clue["cells"].as_array_mut().filter(|cells| !cells.is_empty()) {
                        None => continue,
                        Some(cells) => cells[0] = ((cells[0].as_u64().unwrap() + 7) % 36).into(),
                    },
                    _ => {
                        let others = ClueKind::ALL.map(ClueKind::name);
                        let others: Vec<&str> =
                            others.into_iter().filter(|name| clue["kind"] != **name).collect();
                        clue["kind"] = (*others.choose(&mut random).unwrap()).into();
                    }
                }
            } else {
                let Some(formula) = files.get("formula.cnf") else { continue };
                let text = String::from_utf8(formula.clone()).unwrap();
                let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
                let at = random.random_range(1..lines.len());
                if lines[at].starts_with(['c', 'p']) {
                    continue;
                }
                let mut words: Vec<String> = lines[at].split(' ').map(str::to_owned).collect();
                let flipped =
                    words[0].strip_prefix('-').map_or(format!("-{}", words[0]), str::to_owned);
                words[0] = flipped;
                lines[at] = words.join(" ");
                let text = lines.join("\n") + "\n";
                let hash = Sha256::digest(text.as_bytes());
                let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
                manifest["sha256"]["formula.cnf"] = hash.into();
                forged.insert("formula.cnf".to_owned(), text.into_bytes());
            }
            forged.insert("manifest.json".to_owned(), serde_json::to_vec(&manifest).unwrap());
            // What holds of another puzzle is not about this one.
            if let Ok(certificate) = check_files(&forged, Deadline::NONE) {
                let other = difference(&certificate.puzzle, &puzzle);
                assert!(other.is_some(), "{manifest}");
            }
            refused[way] += 1;
        }
    }
    println!("{refused:?} with another number, cell, kind, clause refused; {kinds} certificates");
    assert!(refused.iter().all(|&count| count > 20), "{refused:?}");
}

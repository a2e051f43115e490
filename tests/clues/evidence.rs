//! Evidence about puzzles with clues: smallest conflicts against brute force, certificates against
//! another checker, and certificates altered.

use std::collections::BTreeMap;
use std::process::Command;

use itertools::Itertools;
use rand::Rng;
use rand::seq::{IndexedMutRandom, IndexedRandom};
use rand_chacha::ChaCha8Rng;
use satdoku::evidence::certificate::{Files, Options, check_files, difference, make};
use satdoku::evidence::checker::ProofFormat;
use satdoku::evidence::{Minimality, conflict};
use satdoku::rules::{Clue, ClueKind};
use satdoku::solve::{Pipeline, Session, Stage};
use satdoku::{Candidate, Cell, Deadline, Digit, Encoding, Grid, Limits, Puzzle, Rules, Size};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::apart::{UNTOLD, meaning, obeys};
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
            rules.clues().iter().map(|clue| meaning(rules, clue).expect(UNTOLD)).collect();
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

/// Puzzles with clues that others published and that propagation settles, so that the proofs are short.
fn some_to_certify() -> Option<impl Iterator<Item = Puzzle>> {
    let mut pipeline = Pipeline::new();
    let all = killers()?.into_iter().step_by(10).interleave(variants()?.into_iter().step_by(2));
    let puzzles = all.filter_map(|published| published.read.ok());
    Some(puzzles.filter(move |puzzle| {
        let deadline = Deadline::after(std::time::Duration::from_secs(2));
        let solved = pipeline.solve(puzzle, &Limits { deadline, ..Limits::UNIQUE });
        let is_settled = solved.is_ok_and(|solved| solved.stage == Stage::Propagation);
        is_settled && !puzzle.rules().clues().is_empty()
    }))
}

#[test]
fn another_checker_accepts_certificates_of_puzzles_with_clues() {
    let wanted = sample(30, 100);
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
        let options = Options { format: Some(ProofFormat::Drat), ..Options::default() };
        let files = make(&puzzle, &options).unwrap();
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
            assert!(text.lines().any(|line| line.trim() == "s VERIFIED"), "{text}");
            seen += 1;
        }
    }
    println!("{certified} certified and checked, {seen} of them by drat-trim");
    assert_eq!(certified, wanted);
}

/// A puzzle of six clues that a grid obeys, and some of its cells.
fn some_obeyed(blank: &Puzzle, random: &mut ChaCha8Rng) -> Option<Puzzle> {
    let size = blank.size();
    let first = Digit::new(random.random_range(1..=6)).unwrap();
    let first = Candidate { cell: size.cell(0, 0), digit: first };
    let mut session = Session::new(blank, Encoding::default(), Deadline::NONE);
    let mut grid = session.solve(&[first]).unwrap().unwrap();
    let clues = std::iter::repeat_with(|| {
        let kind = *ClueKind::ALL.choose(random).unwrap();
        some_clue(kind, size, random)
    });
    let is_obeyed = |clue: &Clue| {
        let rules = blank.rules().with_clues(vec![clue.clone()]);
        rules.is_ok_and(|rules| !clue.is_violated(&rules, &grid))
    };
    let clues = clues.filter(is_obeyed).take(6).collect();
    let rules = blank.rules().with_clues(clues).ok()?;
    // A clue may mean more beside others.
    if rules.clues().iter().any(|clue| clue.is_violated(&rules, &grid)) {
        return None;
    }
    for cell in size.cells().filter(|_| random.random()) {
        grid.set(cell, None);
    }
    Some(Puzzle::new(rules, grid).unwrap())
}

/// Alters one of the clues of a manifest: a number, a cell or its kind.
fn alter_clue(way: &str, manifest: &mut Value, random: &mut ChaCha8Rng) -> Option<()> {
    let clue = manifest["puzzle"]["clues"].as_array_mut().unwrap().choose_mut(random).unwrap();
    let size = Size::new(2, 3).unwrap();
    let mut altered = Clue::parse(clue.as_str().unwrap(), size).unwrap();
    match way {
        "number" => *altered.numbers.first_mut()? += 1,
        "cell" => {
            let cell = altered.cells.first_mut()?;
            *cell = Cell::from_index((cell.index() + 7) % 36);
        }
        _ => {
            let kind = altered.kind;
            let others = ClueKind::ALL.into_iter().filter(|other| *other != kind).collect_vec();
            altered.kind = *others.choose(random).unwrap();
        }
    }
    // What no clue of this kind can have is written all the same.
    let rules = Rules::classic(size);
    *clue = altered.text(&rules).into();
    Some(())
}

/// Alters the sign of the first literal of a clause, and the hash in the manifest with it.
fn alter_clause(files: &mut Files, manifest: &mut Value, random: &mut ChaCha8Rng) -> Option<()> {
    let formula = String::from_utf8(files.get("formula.cnf")?.clone()).unwrap();
    let mut lines: Vec<String> = formula.lines().map(str::to_owned).collect();
    let mut clauses = lines.iter_mut().filter(|line| !line.starts_with(['c', 'p']));
    let clause = clauses.nth(random.random_range(0..100))?;
    *clause = clause.strip_prefix('-').map_or_else(|| format!("-{clause}"), str::to_owned);
    let altered = (lines.join("\n") + "\n").into_bytes();
    let hash: String = Sha256::digest(&altered).iter().map(|byte| format!("{byte:02x}")).collect();
    manifest["sha256"]["formula.cnf"] = hash.into();
    files.insert("formula.cnf".to_owned(), altered);
    Some(())
}

#[test]
fn certificates_with_an_altered_clue_or_clause_are_refused() {
    let size = Size::new(2, 3).unwrap();
    let mut random = random(200);
    let blank = Puzzle::new(Rules::classic(size), Grid::empty(size)).unwrap();
    let mut refused = BTreeMap::new();
    while refused.values().sum::<usize>() < 200 {
        let Some(puzzle) = some_obeyed(&blank, &mut random) else { continue };
        let options = Options { format: Some(ProofFormat::Drat), ..Options::default() };
        let files = make(&puzzle, &options).unwrap();
        check_files(&files, Deadline::NONE).unwrap();
        for way in ["number", "cell", "kind", "clause"] {
            let mut forged = files.clone();
            let mut manifest = serde_json::from_slice(&files["manifest.json"]).unwrap();
            let altered = match way {
                "clause" => alter_clause(&mut forged, &mut manifest, &mut random),
                _ => alter_clue(way, &mut manifest, &mut random),
            };
            let Some(()) = altered else { continue };
            forged.insert("manifest.json".to_owned(), serde_json::to_vec(&manifest).unwrap());
            // What holds of another puzzle is not about this one.
            if let Ok(certificate) = check_files(&forged, Deadline::NONE) {
                assert!(difference(&certificate.puzzle, &puzzle).is_some(), "{way}: {manifest}");
            }
            *refused.entry(way).or_insert(0) += 1;
        }
    }
    println!("{refused:?}");
    assert!(refused.len() == 4 && refused.values().all(|&count| count > 20), "{refused:?}");
}

//! Certificates hold, and nothing that is not one passes for one.

use std::fs;
use std::io::Cursor;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

#[cfg(target_os = "linux")]
use crate::common::program::sh_in;
use crate::common::{grid, proper_puzzle, random, skip, unsolvable};
use satdoku::evidence::certificate::{self, CertificateError, Claim, Manifest, Options};
use satdoku::evidence::checker::{self, CheckError, Cnf, ProofFormat};
use satdoku::{Deadline, Encoding, Puzzle, Size, SolveError};
use satdoku_cli::process::certificate as folders;

const GRID2: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
const OTHER: &str =
    "...16..2...2...8.5..5..36.9....5.18...........96.7....1.89..3..4.9...7...5..16...";

fn write(puzzle: &Puzzle, format: ProofFormat, folder: &Path) {
    let options = Options { format: Some(format), ..Options::default() };
    folders::write(puzzle, folder, &options).unwrap();
}

/// Writes a certificate in the place of another one.
pub fn write_anew(puzzle: &Puzzle, folder: &Path, options: &Options<'_>) -> Manifest {
    if folder.exists() {
        fs::remove_dir_all(folder).unwrap();
    }
    folders::write(puzzle, folder, options).unwrap()
}

/// Whether the checker `rate` accepts; `None` if it is not installed.
pub fn rate(formula: &Path, proof: &Path) -> Option<bool> {
    let output = Command::new("rate").arg(formula).arg(proof).output().ok()?;
    Some(String::from_utf8_lossy(&output.stdout).lines().any(|line| line.trim() == "s VERIFIED"))
}

#[test]
fn certifies_200_puzzles_of_all_kinds_for_two_checkers() {
    let folder = tempfile::tempdir().unwrap();
    let mut random = random(0x5eed);
    let sizes = [(2, 2, 18), (2, 3, 12), (2, 4, 8), (3, 3, 10), (2, 5, 4), (3, 4, 3), (4, 4, 2)];
    let (mut certified, mut unique, mut rated) = (0, 0, 0);
    for (box_height, box_width, count) in sizes {
        let size = Size::new(box_height, box_width).unwrap();
        let empty = satdoku::Grid::empty(size);
        for blank in [Puzzle::classic(empty.clone()), Puzzle::diagonal(empty)] {
            for _ in 0..count {
                let blanks = size.cell_count().min(110);
                let (proper, solution) = proper_puzzle(&blank, blanks, &mut random);
                let wrong = unsolvable(&proper, &solution);
                for puzzle in [Some(proper), wrong].into_iter().flatten() {
                    let format = ProofFormat::ALL[certified % 4];
                    let place = folder.path().join(certified.to_string());
                    write(&puzzle, format, &place);
                    let certificate = folders::check(&place, Deadline::NONE).unwrap();
                    assert!(certificate.proof.unwrap().1.additions > 0);
                    assert_eq!(certificate::difference(&certificate.puzzle, &puzzle), None);
                    unique += usize::from(certificate.manifest.claim == Claim::Unique);
                    certified += 1;
                    if !format.is_lrat() {
                        let files = [place.join("formula.cnf"), place.join("proof.drat")];
                        match rate(&files[0], &files[1]) {
                            Some(accepted) => {
                                assert!(accepted, "rate rejects {}", place.display());
                                rated += 1;
                            }
                            None => skip("rate"),
                        }
                    }
                    fs::remove_dir_all(place).unwrap();
                }
            }
        }
    }
    println!("{certified} certified, {unique} of them unique, {rated} seen by rate");
    assert!(certified >= 200 && unique >= 80 && certified - unique >= 80);
}

/// Formula and proof of the only solution of a puzzle.
fn proof_of(line: &str, format: ProofFormat) -> (Cnf, Vec<u8>) {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("certificate");
    write(&Puzzle::classic(grid(line)), format, &place);
    let cnf = Cnf::read(Cursor::new(fs::read(place.join("formula.cnf")).unwrap())).unwrap();
    let name = if format.is_lrat() { "proof.lrat" } else { "proof.drat" };
    (cnf, fs::read(place.join(name)).unwrap())
}

#[test]
fn the_format_of_a_binary_proof_is_seen_even_if_it_was_cut() {
    for format in [ProofFormat::BinaryDrat, ProofFormat::BinaryLrat] {
        let (_, proof) = proof_of(GRID2, format);
        for end in (proof.len() / 5..=proof.len()).step_by(97) {
            assert_eq!(ProofFormat::of(&proof[..end]), format, "{end} of {} bytes", proof.len());
        }
    }
}

fn accepts(cnf: &Cnf, proof: &[u8], format: ProofFormat) -> Result<(), CheckError> {
    checker::check(cnf, Cursor::new(proof), format, Deadline::NONE).map(|_| ())
}

fn flip(word: &str) -> String {
    word.strip_prefix('-').map_or_else(|| format!("-{word}"), str::to_owned)
}

#[test]
fn rejects_drat_proofs_tampered_with() {
    let (cnf, proof) = proof_of(GRID2, ProofFormat::Drat);
    accepts(&cnf, &proof, ProofFormat::Drat).unwrap();
    let text = String::from_utf8(proof).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let is_long_lemma = |line: &&str| !line.starts_with('d') && line.split(' ').count() > 3;
    let lemma_at = lines.iter().position(is_long_lemma).unwrap();
    let with_line = |at: usize, line: &str| {
        let mut lines = lines.clone();
        lines[at] = line;
        lines.join("\n")
    };
    let (first_literal, others) = lines[lemma_at].split_once(' ').unwrap();
    let deletion_at = lines.iter().position(|line| line.starts_with('d')).unwrap();
    let without_additions: Vec<&str> =
        lines.iter().copied().filter(|line| line.starts_with('d') || *line == "0").collect();
    let mut reversed = lines.clone();
    reversed.reverse();
    let (_, foreign) = proof_of(OTHER, ProofFormat::Drat);

    let tampered = [
        ("empty", String::new()),
        ("only the empty clause", "0\n".to_owned()),
        ("cut short between lines", lines[..lines.len() / 2].join("\n")),
        ("cut short within a line", text[..text.len() / 2].trim_end_matches("0\n").to_owned()),
        ("without its last line", lines[..lines.len() - 1].join("\n")),
        ("a literal flipped", with_line(lemma_at, &format!("{} {others}", flip(first_literal)))),
        ("a literal dropped", with_line(lemma_at, others)),
        ("a literal that is a word", with_line(lemma_at, &format!("x {others}"))),
        ("a variable beyond all bounds", with_line(lemma_at, &format!("4194305 {others}"))),
        ("a deletion of what is not there", with_line(deletion_at, "d 1 2 3 4 5 0")),
        ("its additions dropped", without_additions.join("\n")),
        ("its first nine tenths dropped", lines[lines.len() * 9 / 10..].join("\n")),
        ("in reverse", reversed.join("\n")),
        ("another puzzle's", String::from_utf8(foreign).unwrap()),
    ];
    for (how, proof) in tampered {
        assert_ne!(proof.trim_end(), text.trim_end(), "{how}: not tampered with");
        assert!(accepts(&cnf, proof.as_bytes(), ProofFormat::Drat).is_err(), "accepted: {how}");
    }
    let other_formats = [ProofFormat::BinaryDrat, ProofFormat::Lrat];
    assert!(
        other_formats.into_iter().all(|format| accepts(&cnf, text.as_bytes(), format).is_err())
    );
}

#[test]
fn rejects_binary_proofs_tampered_with() {
    let format = ProofFormat::BinaryDrat;
    let (cnf, proof) = proof_of(GRID2, format);
    accepts(&cnf, &proof, format).unwrap();
    let changed = |at: usize, byte: u8| {
        let mut proof = proof.clone();
        proof[at] = byte;
        proof
    };
    let tampered = [
        ("empty", Vec::new()),
        ("cut short", proof[..proof.len() / 2].to_vec()),
        ("without its first byte", proof[1..].to_vec()),
        ("another first byte", changed(0, b'x')),
        ("a number without an end", [b'a'].into_iter().chain([0xff; 12]).collect()),
        ("a literal flipped", changed(1, proof[1] ^ 1)),
        ("another puzzle's", proof_of(OTHER, format).1),
    ];
    for (how, proof) in tampered {
        assert!(accepts(&cnf, &proof, format).is_err(), "accepted: {how}");
    }
}

#[test]
fn rejects_lrat_proofs_tampered_with() {
    let format = ProofFormat::Lrat;
    let (cnf, proof) = proof_of(GRID2, format);
    accepts(&cnf, &proof, format).unwrap();
    let text = String::from_utf8(proof).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let last = lines.len() - 1;
    // The last line adds the empty clause: `ID 0 HINTS 0`.
    let last_words: Vec<&str> = lines[last].split(' ').collect();
    let with_last = |words: &[&str]| {
        let line = words.join(" ");
        [&lines[..last], &[line.as_str()]].concat().join("\n")
    };
    let hints = 2..last_words.len() - 1;
    let mut swapped = last_words.clone();
    swapped[hints.clone()].reverse();
    let without_last_hint = [&last_words[..hints.end - 1], &["0"]].concat();
    let mut foreign_hint = last_words.clone();
    foreign_hint[hints.start] = "99999999";
    let mut negative_hint = last_words.clone();
    negative_hint[hints.start] = "-5";
    let mut small_id = last_words.clone();
    small_id[0] = "1";
    let deleted_hints = format!("{} d {} 0", last_words[0], last_words[hints.clone()].join(" "));
    let (lemma_at, lemma) =
        lines.iter().enumerate().find(|(_, line)| !line.contains(" d ")).unwrap();
    let mut flipped: Vec<String> = lemma.split(' ').map(str::to_owned).collect();
    flipped[1] = flip(&flipped[1]);
    let mut with_flipped = lines.clone();
    let flipped = flipped.join(" ");
    with_flipped[lemma_at] = &flipped;

    let tampered = [
        ("empty", String::new()),
        ("cut short", lines[..last / 2].join("\n")),
        ("without its first half", lines[last / 2..].join("\n")),
        ("its hints in reverse", with_last(&swapped)),
        ("without its last hint", with_last(&without_last_hint)),
        ("without hints", with_last(&[last_words[0], "0", "0"])),
        ("a hint that is no clause", with_last(&foreign_hint)),
        ("a RAT hint", with_last(&negative_hint)),
        ("a number used before", with_last(&small_id)),
        ("a literal flipped", with_flipped.join("\n")),
        ("hints deleted before", {
            [&lines[..last], &[deleted_hints.as_str(), lines[last]]].concat().join("\n")
        }),
        ("another puzzle's", String::from_utf8(proof_of(OTHER, format).1).unwrap()),
    ];
    for (how, proof) in tampered {
        assert_ne!(proof.trim_end(), text.trim_end(), "{how}: not tampered with");
        assert!(accepts(&cnf, proof.as_bytes(), format).is_err(), "accepted: {how}");
    }
}

#[test]
fn notices_a_manifest_that_claims_what_is_not_shown() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("certificate");
    write(&Puzzle::classic(grid(GRID2)), ProofFormat::Drat, &place);
    let path = place.join("manifest.json");
    let text = fs::read_to_string(&path).unwrap();
    for (from, to) in [
        ("\"claim\": \"unique\"", "\"claim\": \"no-solution\""),
        ("\"classic\"", "\"diagonal\""),
        ("extended/auto", "minimal/auto"),
        ("\"puzzle\": \"4", "\"puzzle\": \"5"),
        ("No other grid", "No other human"),
        ("\"box\": \"3x3\"", "\"box\": \"3x3\", \"clues\": [\"odd A1\"]"),
        ("\"box\": \"3x3\"", "\"box\": \"1000000000x3\""),
        ("\"box\": \"3x3\"", "\"box\": \"9\""),
        ("\"format\": \"drat\"", "\"format\": \"binary-drat\""),
        ("\"satdoku_certificate\": 4", "\"satdoku_certificate\": 3"),
        ("\"claim\"", "\"more\": 1, \"claim\""),
    ] {
        let altered = text.replace(from, to);
        assert_ne!(altered, text, "{from} is not there");
        fs::write(&path, altered).unwrap();
        assert!(folders::check(&place, Deadline::NONE).is_err(), "accepted: {to}");
    }
}

/// Puzzles of which each claim is true.
pub fn of_each_claim() -> Vec<(Claim, Puzzle)> {
    let several = Puzzle::classic(grid("123434122......."));
    let minimal = Puzzle::classic(grid(GRID2));
    let clashing = Puzzle::diagonal(grid(OTHER));
    vec![
        (Claim::Unique, minimal.clone()),
        (Claim::NoSolution, clashing.clone()),
        (Claim::SeveralSolutions, several.clone()),
        (Claim::MinimalPuzzle, minimal),
        (Claim::MinimalConflict, clashing),
        (Claim::Backbone, several),
        (Claim::Backbone, Puzzle::classic(satdoku::Grid::empty(Size::FOUR))),
    ]
}

#[test]
fn certifies_each_claim_where_it_is_true() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("certificate");
    for (claim, puzzle) in of_each_claim() {
        let options = Options { claim: Some(claim), ..Options::default() };
        write_anew(&puzzle, &place, &options);
        let certificate = folders::check(&place, Deadline::NONE).unwrap();
        assert_eq!((certificate.manifest.claim, &certificate.puzzle), (claim, &puzzle));
        let (found, solutions) = (certificate.manifest.found, certificate.solution_count);
        match claim {
            Claim::Unique => assert_eq!(solutions, 1),
            Claim::NoSolution => assert_eq!(solutions, 0),
            Claim::SeveralSolutions => assert!(solutions == 2 && certificate.proof.is_none()),
            Claim::MinimalPuzzle => assert_eq!(solutions, 18),
            Claim::MinimalConflict => assert!(solutions == found.len() && solutions > 2),
            Claim::Backbone if puzzle.givens().filled().count() == 0 => {
                assert!(found.is_empty() && certificate.proof.is_none());
            }
            Claim::Backbone => assert_eq!(found, ["C3=4", "D1=4", "D3=2"]),
        }
    }
}

#[test]
fn certifies_no_claim_that_is_not_true() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("certificate");
    let several = "123434122.......";
    let (none, redundant) = ("11..............", "12343412214343..");
    for (claim, line, message) in [
        (
            Claim::Unique,
            several,
            "the puzzle has several solutions, so it is not certified as unique",
        ),
        (
            Claim::NoSolution,
            GRID2,
            "the puzzle has exactly one solution, so it is not certified as no-solution",
        ),
        (
            Claim::SeveralSolutions,
            none,
            "the puzzle has no solution, so it is not certified as several-solutions",
        ),
        (
            Claim::MinimalPuzzle,
            several,
            "the puzzle has several solutions, so it is not certified as minimal-puzzle",
        ),
        (Claim::MinimalPuzzle, redundant, "A1=1 can be left out, so the puzzle is not minimal"),
        (Claim::MinimalConflict, GRID2, "the puzzle has a solution, so no givens clash"),
        (Claim::Backbone, none, "the puzzle has no solution"),
    ] {
        let options = Options { claim: Some(claim), ..Options::default() };
        match folders::write(&Puzzle::classic(grid(line)), &place, &options) {
            Err(CertificateError::Untrue(reason)) => {
                assert_eq!(reason, message)
            }
            outcome => panic!("{claim:?}: {outcome:?}"),
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left behind");
    }
}

/// The grids of `solutions.txt` as blocks of text.
fn blocks(place: &Path) -> Vec<String> {
    let text = fs::read_to_string(place.join("solutions.txt")).unwrap();
    text.split("\n\n").map(|block| block.trim_end().to_owned() + "\n").collect()
}

#[test]
fn rejects_grids_that_do_not_show_the_claim() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("certificate");
    for (claim, puzzle) in of_each_claim() {
        if claim == Claim::NoSolution {
            continue;
        }
        let options = Options { claim: Some(claim), ..Options::default() };
        write_anew(&puzzle, &place, &options);
        let grids = blocks(&place);
        let mut first_again = grids.clone();
        *first_again.last_mut().unwrap() = grids[0].clone();
        let mut one_more = grids.clone();
        one_more.push(grids[0].clone());
        let mut reversed = grids.clone();
        reversed.reverse();
        let mut wrong = grids.clone();
        let (start, end) = wrong[0].split_at(1);
        wrong[0] = format!("{}{end}", if start == "1" { 2 } else { 1 });
        let mut alterations = vec![one_more, wrong, grids[1..].to_vec()];
        if grids.len() > 1 {
            alterations.push(first_again);
        }
        if matches!(claim, Claim::MinimalPuzzle | Claim::MinimalConflict) {
            alterations.push(reversed);
        }
        for (how, altered) in alterations.into_iter().enumerate() {
            forge(&place, "solutions.txt", altered.join("\n").as_bytes());
            let outcome = folders::check(&place, Deadline::NONE);
            assert!(
                matches!(outcome, Err(CertificateError::Rejected { .. })),
                "{claim:?} altered in way {how}: {outcome:?}"
            );
        }
        forge(&place, "solutions.txt", grids.join("\n").as_bytes());
        folders::check(&place, Deadline::NONE).unwrap();
    }
}

#[test]
fn rejects_a_conflict_with_a_given_too_few_or_of_another_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("certificate");
    let claim = Some(Claim::MinimalConflict);
    let clashing = Puzzle::classic(grid("12..21.........."));
    folders::write(&clashing, &place, &Options { claim, ..Options::default() }).unwrap();
    let text = fs::read_to_string(place.join("conflict.txt")).unwrap();
    let digit_at = text.find(|letter: char| letter.is_ascii_digit()).unwrap();
    for (to, message) in [(".", "expected at most"), ("3", "is not a given")] {
        let mut altered = text.clone();
        altered.replace_range(digit_at..=digit_at, to);
        forge(&place, "conflict.txt", altered.as_bytes());
        let (_, reason) = rejection(&place);
        assert!(reason.contains(message), "{reason}");
    }
}

#[test]
fn tells_where_a_certified_puzzle_differs() {
    let own = |line: &str| Puzzle::classic(grid(line));
    let certified = own("12.. ..1. 2... ...3".replace(' ', "").as_str());
    let latin = satdoku::Rules::builder(Size::FOUR).without_boxes().build().unwrap();
    let paired = satdoku::Rules::builder(Size::FOUR)
        .pair(satdoku::Cell::from_index(0), satdoku::Cell::from_index(6))
        .build()
        .unwrap();
    let with = |rules| Puzzle::new(rules, certified.givens().clone()).unwrap();
    // Boxes by another name.
    let jigsaw: satdoku::Regions = "1122112233443344".parse().unwrap();
    let jigsaw = satdoku::Rules::builder(Size::FOUR).regions(jigsaw).build().unwrap();
    assert_eq!(certificate::difference(&certified, &with(jigsaw)), None);
    for (other, its, message) in [
        (own(GRID2), false, "its side is 4, the side of your puzzle is 9"),
        (own("12....1.2......4"), false, "D4 is 3 in the certificate, and 4 in your puzzle"),
        (own("12....1.2......."), false, "D4 is 3 in the certificate, and empty in your puzzle"),
        (
            Puzzle::diagonal(certified.givens().clone()),
            false,
            "the rules of your puzzle say that A1 B2 C3 D4 hold each digit once, but its rules do \
             not",
        ),
        (
            with(latin),
            false,
            "its rules say that A1 A2 B1 B2 hold each digit once, but the rules of your puzzle do \
             not",
        ),
        (
            with(paired.clone()),
            false,
            "the rules of your puzzle say that A1 B3 differ, but its rules do not",
        ),
        (
            with(paired),
            true,
            "its rules say that A1 B3 differ, but the rules of your puzzle do not",
        ),
    ] {
        let (certified, own) = if its { (&other, &certified) } else { (&certified, &other) };
        assert_eq!(certificate::difference(certified, own).as_deref(), Some(message));
    }
}

#[test]
fn what_is_in_the_way_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("certificate");
    let write = |line| folders::write(&Puzzle::classic(grid(line)), &place, &Options::default());
    write(GRID2).unwrap();
    let error = write(OTHER).unwrap_err().to_string();
    assert!(error.ends_with("certificate: exists; give another name"), "{error}");
    assert_eq!(
        folders::check(&place, Deadline::NONE).unwrap().puzzle.givens().filled().count(),
        17
    );
    fs::remove_dir_all(&place).unwrap();
    fs::create_dir(&place).unwrap();
    assert!(write(GRID2).is_err());
    assert_eq!(fs::read_dir(&place).unwrap().count(), 0);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left behind");
}

#[test]
fn every_encoding_and_extra_regions_can_be_certified() {
    let folder = tempfile::tempdir().unwrap();
    let middle = [5, 6, 9, 10].map(satdoku::Cell::from_index);
    let rules = satdoku::Rules::builder(Size::FOUR).extra_region(&middle).build().unwrap();
    let blank = Puzzle::new(rules, satdoku::Grid::empty(Size::FOUR)).unwrap();
    let (puzzle, _) = proper_puzzle(&blank, 16, &mut random(7));
    for (number, encoding) in Encoding::all().enumerate() {
        let place = folder.path().join(number.to_string());
        let options = Options { encoding, format: Some(ProofFormat::Lrat), ..Options::default() };
        folders::write(&puzzle, &place, &options).unwrap();
        let manifest = folders::check(&place, Deadline::NONE).unwrap().manifest;
        assert_eq!(manifest.refutation.unwrap().encoding, encoding.to_string());
        assert_eq!(manifest.units.len(), 5);
        assert_eq!(manifest.units[3], "box 4: C3 C4 D3 D4");
        assert_eq!(manifest.units[4], "extra region 1: B2 B3 C2 C3");
        assert_eq!(manifest.puzzle.clues, ["extra region B2 B3 C2 C3"]);
    }
}

#[test]
fn a_deadline_leaves_no_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let options = Options { deadline: Deadline::after(Duration::ZERO), ..Options::default() };
    let place = folder.path().join("certificate");
    let outcome = folders::write(&Puzzle::classic(grid(GRID2)), &place, &options);
    assert!(matches!(outcome, Err(CertificateError::Solve(SolveError::TimedOut))), "{outcome:?}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// Writes a file of a certificate anew and states its SHA-256 in the manifest, as a forger would.
pub fn forge(place: &Path, name: &str, bytes: &[u8]) {
    use sha2::{Digest, Sha256};
    let hash = |bytes: &[u8]| -> String {
        Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
    };
    let old = hash(&fs::read(place.join(name)).unwrap());
    let manifest = fs::read_to_string(place.join("manifest.json")).unwrap();
    assert!(manifest.contains(&old));
    fs::write(place.join(name), bytes).unwrap();
    fs::write(place.join("manifest.json"), manifest.replace(&old, &hash(bytes))).unwrap();
}

fn rejection(place: &Path) -> (String, String) {
    match folders::check(place, Deadline::NONE) {
        Err(CertificateError::Rejected { file, reason }) => (file, reason),
        outcome => panic!("{outcome:?}"),
    }
}

#[test]
fn rejects_a_formula_spelled_otherwise_even_with_its_hash() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("certificate");
    write(&Puzzle::classic(grid(GRID2)), ProofFormat::Drat, &place);
    let text = fs::read_to_string(place.join("formula.cnf")).unwrap();
    let zeros = "0".repeat(30);
    for (from, to) in [
        (" -4 0\n", format!(" -{zeros}41 0\n")),
        (" -4 0\n", " -04 0\n".to_owned()),
        ("\n1 2 ", "\n+1 2 ".to_owned()),
        ("\n1 2 ", "\n1  2 ".to_owned()),
        (" 0\n", " -0\n".to_owned()),
        ("c encoding", "c other encoding".to_owned()),
        ("\np cnf", "\nc 1 means 2\np cnf".to_owned()),
    ] {
        let forged = text.replacen(from, &to, 1);
        assert_ne!(forged, text, "{from:?} is not there");
        forge(&place, "formula.cnf", forged.as_bytes());
        assert_eq!(rejection(&place).0, "formula.cnf", "{to:?}");
        forge(&place, "formula.cnf", text.as_bytes());
    }
    folders::check(&place, Deadline::NONE).unwrap();
}

#[test]
fn a_certificate_in_memory_is_the_one_in_a_folder_and_is_checked_as_well() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("certificate");
    for (claim, puzzle) in of_each_claim() {
        let options = Options { claim: Some(claim), ..Options::default() };
        let files = certificate::make(&puzzle, &options).unwrap();
        write_anew(&puzzle, &place, &options);
        assert_eq!(fs::read_dir(&place).unwrap().count(), files.len());
        for (name, bytes) in &files {
            assert!(fs::read(place.join(name)).unwrap() == *bytes, "{claim:?}: {name}");
        }
        let certificate = certificate::check_files(&files, Deadline::NONE).unwrap();
        assert_eq!((certificate.manifest.claim, &certificate.puzzle), (claim, &puzzle));
        for name in files.keys() {
            let rejection = |altered: Option<Vec<u8>>| {
                let mut forged = files.clone();
                forged.remove(name);
                forged.extend(altered.map(|bytes| (name.clone(), bytes)));
                match certificate::check_files(&forged, Deadline::NONE) {
                    Err(CertificateError::Rejected { file, reason }) => (file, reason),
                    outcome => panic!("{claim:?}: {name}: {outcome:?}"),
                }
            };
            let (file, reason) = rejection(None);
            assert!(file == *name && reason.starts_with("is missing"), "{file}: {reason}");
            let (file, reason) = rejection(Some(vec![0; (1 << 28) + 1]));
            assert!(file == *name && reason.starts_with("expected at most"), "{file}: {reason}");
            let mut longer = files[name].clone();
            longer.extend(b"\n");
            rejection(Some(longer));
        }
    }
}

#[cfg(unix)]
#[test]
fn reads_only_regular_files_of_plausible_sizes() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("certificate");
    write(&Puzzle::classic(grid(GRID2)), ProofFormat::Drat, &place);
    for name in ["manifest.json", "puzzle.txt", "solutions.txt", "formula.cnf", "proof.drat"] {
        let path = place.join(name);
        let kept = fs::read(&path).unwrap();
        let hostile: [fn(&Path); 3] = [
            |path| assert!(Command::new("mkfifo").arg(path).status().unwrap().success()),
            |path| symlink("/dev/zero", path).unwrap(),
            |path| fs::File::create(path).unwrap().set_len(20 << 30).unwrap(),
        ];
        for (how, make) in hostile.into_iter().enumerate() {
            fs::remove_file(&path).unwrap();
            make(&path);
            let (file, reason) = rejection(&place);
            assert_eq!(file, name);
            let expected = if how == 2 { "expected at most" } else { "expected a regular file" };
            assert!(reason.starts_with(expected), "{name}: {reason}");
        }
        fs::remove_file(&path).unwrap();
        fs::write(&path, kept).unwrap();
    }
    folders::check(&place, Deadline::NONE).unwrap();
}

#[test]
fn a_small_puzzle_allows_small_files_only() {
    let puzzle = Puzzle::classic(grid("12....1.2......3"));
    let files = certificate::make(&puzzle, &Options::default()).unwrap();
    for (name, most) in [("manifest.json", 28_672), ("proof.drat", 8 << 20)] {
        for (len, is_too_long) in [(most, false), (most + 1, true)] {
            let mut longer = files.clone();
            longer.get_mut(name).unwrap().resize(len, b' ');
            match certificate::check_files(&longer, Deadline::NONE) {
                Err(CertificateError::Rejected { reason, .. }) => {
                    let told = format!("expected at most {most} bytes, found {len}");
                    assert_eq!(reason == told, is_too_long, "{name}: {reason}");
                }
                outcome => panic!("{name}: {outcome:?}"),
            }
        }
    }
    let mut larger = files.clone();
    let manifest = std::str::from_utf8(&files["manifest.json"]).unwrap();
    let side = |text: &str| text.replace("2x2", "32x32").into_bytes();
    larger.insert("manifest.json".to_owned(), side(manifest));
    let outcome = certificate::check_files(&larger, Deadline::NONE);
    let is_too_large = matches!(outcome, Err(CertificateError::Solve(SolveError::TooLarge { .. })));
    assert!(is_too_large, "{outcome:?}");
}

/// Changes the rules of a certificate in a folder to boxes of this size, and empties the grid.
#[cfg(target_os = "linux")]
fn enlarge(place: &Path, size: Size, manifest: &mut certificate::Manifest) {
    manifest.puzzle.box_shape = Some(size.to_string());
    let empty = satdoku::Grid::empty(size);
    manifest.puzzle.puzzle = Some(satdoku::line_of(&empty, &satdoku::Symbols::default()));
    let row = vec!["."; size.side()].join(" ") + "\n";
    forge(place, "puzzle.txt", row.repeat(size.side()).as_bytes());
}

/// Where all grids were held these took more than twice as much.
#[cfg(target_os = "linux")]
#[test]
fn a_backbone_shown_by_many_grids_is_checked_one_grid_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("certificate");
    let options = Options { claim: Some(Claim::Backbone), ..Options::default() };
    let empty = |size| Puzzle::classic(satdoku::Grid::empty(size));
    let mut manifest = folders::write(&empty(Size::FOUR), &place, &options).unwrap();
    let size = Size::new(5, 5).unwrap();
    enlarge(&place, size, &mut manifest);
    let mut grids = String::new();
    for shift in (0..25).chain((1..25).cycle()).take(25 * 625) {
        for row in 0..25 {
            let digit = |column: usize| (5 * (row % 5) + row / 5 + column + shift) % 25 + 1;
            let digits: Vec<String> = (0..25).map(|column| digit(column).to_string()).collect();
            grids += &(digits.join(" ") + "\n");
        }
        grids.push('\n');
    }
    grids.pop();
    forge(&place, "solutions.txt", grids.as_bytes());
    // What the forged files state, in the words of the manifest.
    let text = fs::read_to_string(place.join("manifest.json")).unwrap();
    manifest.sha256 = serde_json::from_str::<certificate::Manifest>(&text).unwrap().sha256;
    let names = |unit: &satdoku::rules::Unit| -> Vec<String> {
        unit.cells.iter().map(|&cell| size.cell_name(cell)).collect()
    };
    let boxes = &satdoku::Rules::classic(size).units()[50..].to_vec();
    manifest.units =
        boxes.iter().map(|unit| format!("{}: {}", unit.kind, names(unit).join(" "))).collect();
    let text = serde_json::to_string_pretty(&manifest).unwrap() + "\n";
    fs::write(place.join("manifest.json"), text).unwrap();
    sh_in(&folder, "ulimit -v 150000; satdoku verify certificate")
        .ends(0)
        .shows("solutions: 15625 verified");
}

#[cfg(target_os = "linux")]
#[test]
fn a_formula_too_large_to_check_is_refused_before_it_is_held() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("certificate");
    let options = Options { claim: Some(Claim::NoSolution), ..Options::default() };
    let puzzle = Puzzle::classic(grid("11.............."));
    for (size, encoding, message) in [
        (Size::new(13, 13).unwrap(), "extended/auto", "at most 4194304 candidates"),
        (Size::new(10, 10).unwrap(), "minimal/pairwise", " clauses, more than 134217728"),
    ] {
        let mut manifest = write_anew(&puzzle, &place, &options);
        enlarge(&place, size, &mut manifest);
        manifest.refutation.as_mut().unwrap().encoding = encoding.to_owned();
        let text = serde_json::to_string_pretty(&manifest).unwrap();
        fs::write(place.join("manifest.json"), text).unwrap();
        sh_in(&folder, "ulimit -v 500000; satdoku verify certificate").ends(2).tells(message);
    }
}

#[test]
fn what_is_no_manifest_is_told_by_its_place_in_plain_words() {
    let mut files = certificate::make(&Puzzle::classic(grid(GRID2)), &Options::default()).unwrap();
    let manifest = String::from_utf8(files["manifest.json"].clone()).unwrap();
    let clues = manifest.replace("\"box\": \"3x3\"", "\"box\": \"3x3\", \"clues\": [7]");
    for (text, line, found) in [
        ("[[[", 1, "a name or a value that no manifest has there"),
        (&clues, 9, "a name or a value that no manifest has there"),
        ("\n{\"claim\": what}", 2, "text that is not JSON"),
        (&manifest[..9], 2, "the end of the file"),
    ] {
        files.insert("manifest.json".to_owned(), text.into());
        match certificate::check_files(&files, Deadline::NONE) {
            Err(CertificateError::Rejected { file, reason }) => {
                assert_eq!(file, "manifest.json");
                let start = format!("line {line}, column ");
                let end =
                    format!(": expected a manifest as written by `satdoku certify`, found {found}");
                assert!(reason.starts_with(&start) && reason.ends_with(&end), "{reason}");
            }
            outcome => panic!("{outcome:?}"),
        }
        let outcome = certificate::check_files(&files, Deadline::after(Duration::ZERO));
        assert!(
            matches!(outcome, Err(CertificateError::Solve(SolveError::TimedOut))),
            "{outcome:?}"
        );
    }
}

#[test]
fn rejects_a_manifest_with_more_clues_than_rules_can_have() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("certificate");
    write(&Puzzle::classic(grid(GRID2)), ProofFormat::Drat, &place);
    let path = place.join("manifest.json");
    let text = fs::read_to_string(&path).unwrap();
    for (count, start) in [
        (10_001, "expected at most 10000 clues, found 10001"),
        (30_000, "expected at most 247072 bytes, found "),
    ] {
        let clues = vec!["\"odd A1\""; count].join(", ");
        let more = format!("\"box\": \"3x3\", \"clues\": [{clues}]");
        fs::write(&path, text.replace("\"box\": \"3x3\"", &more)).unwrap();
        let reason = rejection(&place).1;
        assert!(reason.starts_with(start), "{reason}");
    }
}

#[test]
fn the_check_itself_stops_at_the_deadline() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("certificate");
    for format in ProofFormat::ALL {
        write(&Puzzle::classic(grid(GRID2)), format, &place);
        let outcome = folders::check(&place, Deadline::after(Duration::ZERO));
        assert!(
            matches!(outcome, Err(CertificateError::Solve(SolveError::TimedOut))),
            "{format:?}: {outcome:?}"
        );
        fs::remove_dir_all(&place).unwrap();
        let (cnf, proof) = proof_of(GRID2, format);
        let outcome = checker::check(&cnf, &proof[..], format, Deadline::after(Duration::ZERO));
        assert!(matches!(outcome, Err(CheckError::TimedOut)), "{format:?}: {outcome:?}");
    }
}

#[test]
fn manifests_name_cake_lpr_first_and_say_why_and_speak_of_a_formula_only_where_there_is_one() {
    let unique = satdoku::Puzzle::classic(grid("12..3.......2.1."));
    let several = satdoku::Puzzle::classic(grid("12.............."));
    let read = |puzzle, format| {
        let options = Options { format, ..Options::default() };
        let files = certificate::make(puzzle, &options).unwrap();
        certificate::manifest(&|name, _| Ok(Box::new(&files[name][..]))).unwrap()
    };
    let manifest = read(&unique, Some(certificate::ProofFormat::Lrat));
    let checked_by = &manifest.refutation.unwrap().checked_by;
    assert_eq!(checked_by[0], "cake_lpr formula.cnf proof.lrat");
    let why = "cake_lpr comes first because lrat-check accepts an empty clause without hints";
    assert!(manifest.not_proved.contains(why), "{}", manifest.not_proved);
    let manifest = read(&several, None);
    assert!(!manifest.not_proved.contains("formula"), "{}", manifest.not_proved);
}

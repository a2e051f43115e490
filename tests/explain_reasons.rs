//! Reasons carry what is concluded from them: what a sentence eliminates sees the ends of the chain
//! that it names, or both sides of a link where it says that the chain closes.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::common::{grid, list};
use satdoku::explain::{CellNames, Effort, State, Step, Words};
use satdoku::generate::Recipe;
use satdoku::rules::Variant;
use satdoku::{Candidate, Digit, Puzzle, Rules, Size, Symbols};

/// What the sentences of some puzzles say, counted.
type Counts = BTreeMap<&'static str, usize>;

fn cells(text: &str) -> Vec<satdoku::Cell> {
    let is_row = |byte: &u8| byte.is_ascii_uppercase();
    let of_part = |part: &str| {
        let (rows, columns): (Vec<u8>, Vec<u8>) = part.bytes().partition(is_row);
        let cell = |row: u8, column: u8| {
            Size::NINE.cell(usize::from(row - b'A'), usize::from(column - b'1'))
        };
        let of_row = |row| columns.iter().map(move |&column| cell(row, column)).collect::<Vec<_>>();
        rows.into_iter().flat_map(of_row).collect::<Vec<_>>()
    };
    text.split(',').flat_map(of_part).collect()
}

fn digits(text: &str) -> Vec<Digit> {
    text.bytes().map(|byte| Digit::new(usize::from(byte - b'0')).unwrap()).collect()
}

/// `D2 and E8 are not 1 or 7 and F5 is not 6`.
fn eliminations(text: &str) -> Vec<Candidate> {
    let (mut named, mut gone, mut is_digit) = (Vec::new(), Vec::new(), false);
    for word in text.split([' ', ',']) {
        match word {
            "" | "is" | "are" | "and" | "or" => {}
            "not" => is_digit = true,
            _ if word.starts_with(|c: char| c.is_ascii_digit()) => {
                assert!(is_digit, "{text}");
                let digit = digits(word)[0];
                gone.extend(named.iter().map(|&cell| Candidate { cell, digit }));
            }
            _ => {
                if std::mem::take(&mut is_digit) {
                    named.clear();
                }
                named.extend(cells(word));
            }
        }
    }
    gone
}

/// `(5)B3=B8-F8=F3`, `(8)GI1=(8-6)C1=(6)C5`: its parts in order.
fn parts(line: &str) -> Vec<Vec<Candidate>> {
    let (mut parts, mut in_brackets) = (Vec::new(), vec![Vec::new()]);
    let mut rest = line;
    while !rest.is_empty() {
        rest = rest.trim_start_matches(['-', '=']);
        if let Some(inner) = rest.strip_prefix('(') {
            let (inner, after) = inner.split_once(')').unwrap();
            let of_part = |part: &str| digits(&part.replace(',', ""));
            in_brackets = inner.split(['-', '=']).map(of_part).collect();
            rest = after;
        }
        let end = rest.find(['-', '=']).unwrap_or(rest.len());
        for of_part in &in_brackets {
            let held = cells(&rest[..end])
                .into_iter()
                .flat_map(|cell| of_part.iter().map(move |&digit| Candidate { cell, digit }));
            parts.push(held.collect());
        }
        rest = &rest[end..];
    }
    assert!(parts.len() % 2 == 0, "{line}");
    parts
}

fn are_rivals(rules: &Rules, a: Candidate, b: Candidate) -> bool {
    match a.cell == b.cell {
        true => a.digit != b.digit,
        false => a.digit == b.digit && rules.are_peers(a.cell, b.cell),
    }
}

fn sees(rules: &Rules, gone: Candidate, part: &[Candidate]) -> bool {
    part.iter().all(|&held| are_rivals(rules, gone, held))
}

/// Checks what a sentence says of chains.
fn check(state: &State, step: &Step, counts: &mut Counts) {
    let (names, symbols) = (CellNames::A1, &Symbols::default());
    let sentence = Words { state, step, names, symbols }.sentence();
    let rules = state.rules();
    let mut count = |what| *counts.entry(what).or_default() += 1;
    let told = match sentence.split_once(": ") {
        Some((_, told)) if !step.technique.is_told_as_story() => told,
        _ => return,
    };
    let mut said = Vec::new();
    for part in told.split("; ") {
        let (why, concluded) = match part.split_once(" closes to a loop") {
            Some((line, told)) => {
                let (_, concluded) = told.split_once("weak link holds, so ").unwrap();
                (line.strip_prefix("the chain ").unwrap(), concluded)
            }
            None => part.rsplit_once(", so ").unwrap_or((part, "")),
        };
        let gone = eliminations(if concluded.contains("not") { concluded } else { "" });
        if part.starts_with("the chain ") {
            let parts = parts(why);
            let mut links =
                parts[1..].chunks_exact(2).map(|link| [&link[0], &link[1]]).collect::<Vec<_>>();
            links.push([&parts[parts.len() - 1], &parts[0]]);
            for &[first, second] in &links {
                assert!(first.iter().all(|&held| sees(rules, held, second)), "{sentence}");
            }
            for &gone in &gone {
                let is_seen =
                    links.iter().any(|link| link.iter().all(|part| sees(rules, gone, part)));
                assert!(is_seen, "{gone:?}: {sentence}");
            }
            count("closed chain");
        } else if let Some(line) = why.strip_suffix(" one of the two ends holds") {
            let parts = parts(line.strip_prefix("in the chain ").unwrap());
            for &gone in &gone {
                for end in [&parts[0], &parts[parts.len() - 1]] {
                    assert!(sees(rules, gone, end), "{gone:?}: {sentence}");
                }
            }
            count("open chain");
        } else if let Some(wing) = why.strip_prefix("pivot ") {
            let (of_wing, claim) = wing.split_once(": one of ").unwrap();
            let (_, pincers) = of_wing.split_once(", pincers ").unwrap();
            let named = if claim.starts_with("them") { of_wing } else { pincers };
            let named = named.split([' ', ',']).filter(|word| word.starts_with(char::is_uppercase));
            for &gone in &gone {
                assert_eq!(digits(claim.rsplit(' ').next().unwrap()), [gone.digit], "{sentence}");
                for cell in named.clone().flat_map(cells) {
                    let held = Candidate { cell, digit: gone.digit };
                    assert!(are_rivals(rules, held, gone), "{gone:?}: {sentence}");
                }
            }
            count("wing");
        } else {
            count("other");
            if part.starts_with("otherwise ") {
                count("otherwise");
            }
        }
        said.extend(gone);
    }
    said.sort_unstable();
    assert_eq!(said, step.conclusion.eliminated(), "{sentence}");
}

fn checked(puzzle: &Puzzle, levels: usize, counts: &mut Counts) {
    let each = |state: &State, step: &Step| check(state, step, counts);
    State::new(puzzle).follow(&Effort { levels, ..Effort::default() }, each).unwrap();
}

/// Checks every so many puzzles of a list.
fn check_list(name: &str, stride: usize) {
    let Some(lines) = list(name) else { return };
    let mut counts = Counts::new();
    for line in lines.iter().step_by(stride) {
        checked(&Puzzle::classic(grid(line.split('\t').next().unwrap())), 1, &mut counts);
    }
    println!("{name}: {counts:?}");
    for what in ["open chain", "closed chain", "wing"] {
        assert!(counts[what] > 0, "{name}: {counts:?}");
    }
}

/// One puzzle in so many keeps these tests short; the whole lists are for
/// `cargo test explain_reasons:: -- --ignored`.
#[test]
fn what_a_chain_eliminates_sees_the_ends_that_its_sentence_names() {
    check_list("top1465.txt", 20);
    check_list("rated.tsv", 20);
}

#[test]
#[ignore = "takes minutes"]
fn what_a_chain_eliminates_sees_the_ends_that_its_sentence_names_in_whole_lists() {
    check_list("top1465.txt", 1);
    check_list("rated.tsv", 1);
}

#[test]
fn what_a_chain_eliminates_sees_its_ends_under_other_rules_too() {
    for variant in [Variant::Windoku, Variant::Diagonal, Variant::AntiKnight] {
        let rules = Arc::new(Rules::builder(Size::NINE).variant(variant).build().unwrap());
        let (recipe, mut counts) = (Recipe::new(rules, 46), Counts::new());
        for index in 0..25 {
            // Without trials within trials, which take long where rules have many pairs.
            checked(&recipe.puzzle(index).unwrap().puzzle, 0, &mut counts);
        }
        println!("{variant}: {counts:?}");
        assert!(counts["open chain"] > 0, "{variant}: {counts:?}");
    }
}

//! `check` and `certify` as a user meets them.

use std::fs;
use std::path::Path;

use std::process::Command;

use crate::common::program::{lacks, satdoku, with_stdin};

const GRID2: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
/// PyEDA's second puzzle.
const PYEDA: &str =
    "6..3.2....5.....1..........7.26............543.........8.15........4.2........7..";

fn json(arguments: impl AsRef<str>) -> serde_json::Value {
    satdoku(arguments).json().remove(0)
}

#[test]
fn check_names_the_place_of_each_puzzle_of_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("two.txt");
    fs::write(&path, format!("{GRID2}\n11..............\n")).unwrap();
    let name = path.to_str().unwrap();
    satdoku(format!("check {name}")).prints(format!(
        "{name}:1: unique: exactly one solution\n{name}:2: no solution: A1=1 and A2=1 are in \
             the same row (2 of 2 givens; no smaller set clashes)\n"
    ));
}

#[test]
fn check_counts_and_tells_what_is_decided() {
    let arguments = "check --format json --backbone --count 2 123434122.......";
    let record = json(arguments);
    assert_eq!(record["count"], serde_json::json!({ "found": 2, "exact": true }));
    assert_eq!(record["backbone"]["decided"], "123434122.4.4.2.");
    assert_eq!(record["backbone"]["possible"][9], serde_json::json!([1, 3]));
    assert_eq!(record["differing_cells"], serde_json::json!(["C2", "C4", "D2", "D4"]));
}

#[test]
fn check_json_carries_the_conflict() {
    let record = json(format!("check --format json -x --smallest {GRID2}"));
    assert_eq!(record["status"], "none");
    assert_eq!(record["conflict"]["minimality"], "smallest");
    assert_eq!(record["conflict"]["givens"].as_array().unwrap().len(), 10);
    assert!(record["conflict"]["units"].as_array().is_some_and(|units| !units.is_empty()));
}

#[test]
fn certify_makes_what_check_accepts_and_refuses_what_was_altered() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("certificate");
    let place = place.to_str().unwrap();
    satdoku(format!("certify {GRID2} -o {place}")).ends(0);
    satdoku(format!("certify --check {place}")).shows("accepted: exactly one solution").ends(0);
    satdoku(format!("certify {GRID2} -o {place}")).ends(2).tells("--force");

    let proof = Path::new(place).join("proof.drat");
    fs::write(&proof, fs::read_to_string(&proof).unwrap().replacen(" 0\n", " 0\n1 0\n", 1))
        .unwrap();
    satdoku(format!("certify --check {place}")).ends(3).tells("proof.drat: line 2: ");
    satdoku("certify --check /nowhere/at/all").ends(2);
}

#[test]
fn certifies_every_puzzle_of_a_list_and_checks_all_certificates() {
    let folder = tempfile::tempdir().unwrap();
    let pattern = folder.path().join("all/{}");
    let several = "1..............2";
    let input = format!("1.3...2..1..4..2\n{several}\n12..34.......43.\n123456789012345678\n");
    let arguments = format!("certify - -o {}", pattern.display());
    // A line that is no puzzle costs its own certificate only.
    let written =
        with_stdin(format!("{arguments} --threads 3"), &input).ends(2).tells("<stdin>:4:");
    let claims: Vec<_> = written.stdout.lines().map(|line| line.split(": ").nth(1)).collect();
    assert_eq!(claims.len(), 3);
    assert!(claims[0].unwrap().starts_with("exactly one solution"), "{claims:?}");
    assert!(claims[1].unwrap().starts_with("several solutions"), "{claims:?}");
    assert!(claims[2].unwrap().starts_with("no solution"), "{claims:?}");

    let places = [1, 3].map(|number| pattern.to_str().unwrap().replace("{}", &number.to_string()));
    let check = format!("certify --check {}", places.join(" "));
    let accepted = satdoku(&check).ends(0);
    assert_eq!(accepted.stdout.matches("accepted: ").count(), 2);
    fs::write(folder.path().join("all/1/proof.drat"), "1 0\n").unwrap();
    let rejected = satdoku(&check).ends(3);
    assert_eq!(rejected.stdout.matches("accepted: ").count(), 1);
}

#[test]
fn certify_shows_two_solutions_and_refuses_an_untrue_claim() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("certificate");
    let name = place.to_str().unwrap();
    let empty = ".".repeat(81);
    satdoku(format!("certify --claim unique {empty} -o {name}")).ends(1);
    assert!(!place.exists() && fs::read_dir(folder.path()).unwrap().next().is_none());
    satdoku(format!("certify {empty} -o {name}")).ends(0);
    let output = satdoku(format!("certify --check {name} {empty}"))
        .shows("accepted: several solutions\npuzzle: empty\n");
    assert!(output.stdout.ends_with("\nsolutions: 2 verified\n"), "{}", output.stdout);
}

#[test]
fn a_certificate_of_another_puzzle_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (first, second) = ("1.3...2..1..4..2", "12..34.......43.");
    let (one, two) = (place("1"), place("2"));
    satdoku(format!("certify {first} -o {one}")).ends(0);
    satdoku(format!("certify -x {second} -o {two}")).ends(0);
    let list = place("list.txt");
    fs::write(&list, format!("{first}\n{second}\n")).unwrap();
    for (arguments, exit, message) in [
        (format!("{one} {first}"), 0, ""),
        (format!("{one} 13.............. -"), 3, ""),
        (
            format!("{one} {second}"),
            3,
            "1: it is of another puzzle: A2 is empty in it, and 2 in your puzzle",
        ),
        (format!("{two} -x {second}"), 0, ""),
        (
            format!("{two} {second}"),
            3,
            "A1 B2 C3 D4 hold each digit once, by those of your puzzle not",
        ),
        (format!("{one} {list}"), 3, "list.txt:2: no accepted certificate of this puzzle"),
        (format!("{two} {one} {list}"), 3, "2: it is of none of the 2 puzzles"),
        (format!("{two} {one}"), 0, ""),
        (format!("{one} -x"), 2, "expected a puzzle after the folders"),
        (format!("{one} 1.."), 2, "expected a file or a puzzle, found neither"),
    ] {
        with_stdin(format!("certify --check {arguments}"), "1...............\n")
            .ends(exit)
            .tells(message);
    }
    fs::write(&list, format!("{first}\n")).unwrap();
    satdoku(format!("certify --check {one} {list}")).ends(0);
}

#[test]
fn certify_takes_the_proof_of_another_solver() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (made, other, new) = (place("made"), place("other"), place("new"));
    let certify = |arguments: String| satdoku(format!("certify {arguments}"));
    // Our own proofs in all formats, as if they came from elsewhere.
    for format in ["drat", "binary-drat", "lrat", "binary-lrat"] {
        certify(format!("--force --proof-format {format} {GRID2} -o {made}")).ends(0);
        let proof =
            format!("{made}/proof.{}", if format.ends_with("lrat") { "lrat" } else { "drat" });
        certify(format!("--force --proof {proof} {GRID2} -o {other}")).ends(0);
        let manifest = fs::read_to_string(format!("{other}/manifest.json")).unwrap();
        assert!(manifest.contains(&format!("\"format\": \"{format}\"")), "{manifest}");
        assert!(manifest.contains("\"proof_by\": \"another program\""), "{manifest}");
        certify(format!("--check {other} {GRID2}")).ends(0);
    }
    let proof = place("proof.txt");
    fs::write(&proof, "1 0\n2 0\n0\n").unwrap();
    certify(format!("--force --proof {proof} {GRID2} -o {other}"))
        .ends(3)
        .tells(format!("{proof}: line 1: unit propagation does not show that 1 0 follows"));
    for (arguments, exit, message) in [
        (format!("--proof absent {GRID2} -o {new}"), 2, "absent: No such file"),
        (format!("--proof {proof} {GRID2} -o {new}{{}}"), 2, "expected {} in the name"),
        (format!("--proof {proof} ................ -o {new}"), 2, "nothing to refute"),
        (format!("--proof {proof} --check {other}"), 2, "cannot be used with"),
    ] {
        certify(arguments).ends(exit).tells(message);
    }
    certify(format!("--check {other} {GRID2}")).ends(0);
}

#[test]
fn the_formula_of_an_unsolvable_puzzle_is_the_one_that_encode_writes() {
    let folder = tempfile::tempdir().unwrap();
    let clauses = |text: &str| -> Vec<String> {
        text.lines().filter(|line| !line.starts_with('c')).map(str::to_owned).collect()
    };
    for options in ["-x", "-x --encoding minimal --amo commander"] {
        let place = folder.path().join(options.len().to_string());
        let name = place.to_str().unwrap();
        satdoku(format!("certify {GRID2} -o {name} {options}")).shows(": no solution (");
        let written = fs::read_to_string(place.join("formula.cnf")).unwrap();
        let encoded = satdoku(format!("encode {GRID2} {options}"));
        assert!(clauses(&written) == clauses(&encoded.stdout), "{options:?}");
    }
}

#[test]
fn certify_takes_the_proofs_of_cadical() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (made, proof) = (place("made"), place("proof"));
    for format in ["--no-binary", "-q"] {
        satdoku(format!("certify --force {GRID2} -o {made}")).ends(0);
        let formula = format!("{made}/formula.cnf");
        if lacks("cadical") {
            return;
        }
        let mut cadical = Command::new("cadical");
        let status = cadical.args([format, "-q", &formula, &proof]).status().unwrap();
        assert_eq!(status.code(), Some(20));
        satdoku(format!("certify --force --proof {proof} {GRID2} -o {made}")).ends(0);
        satdoku(format!("certify --check {made} {GRID2}")).ends(0);
    }
}

#[test]
fn nothing_that_a_certificate_says_reaches_the_terminal_raw() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("certificate");
    let name = place.to_str().unwrap();
    satdoku(format!("certify {GRID2} -o {name}")).ends(0);
    let is_raw = |byte: &u8| byte.is_ascii_control() && *byte != b'\n';
    for (file, from) in
        [("manifest.json", "\"claim\""), ("manifest.json", "0.2.2"), ("formula.cnf", "c enc")]
    {
        let path = place.join(file);
        let text = fs::read_to_string(&path).unwrap();
        for evil in ["\u{1b}[31m", "\u{9b}31m", "\u{7f}"] {
            let escaped = if file.ends_with("json") {
                evil.replace('\u{1b}', "\\u001b")
            } else {
                evil.into()
            };
            let to = match from {
                "0.2.2" => format!("{escaped}{from}"),
                "c enc" => format!("c {escaped}enc"),
                _ => format!("\"{escaped}\": 1, {from}"),
            };
            let altered = text.replacen(from, &to, 1);
            assert_ne!(altered, text);
            fs::write(&path, altered).unwrap();
            let output = satdoku(format!("certify --check {name}")).ends(3);
            let printed = output.stdout + &output.stderr;
            assert!(!printed.as_bytes().iter().any(is_raw), "{printed:?}");
            assert!(!printed.contains('\u{9b}'), "{printed:?}");
        }
        fs::write(&path, text).unwrap();
    }
}

#[test]
fn check_ends_with_4_where_the_limit_left_the_smallest_conflict_open() {
    // The smallest set takes much longer than a minimal one, and the limit lies between.
    for limit in ["0.02", "0.03", "0.05", "0.1"] {
        let output =
            satdoku(format!("check --format json -x --smallest --time-limit {limit} {GRID2}"));
        let record = &output.json()[0];
        let known = record["conflict"]["minimality"] == "smallest"
            && record["conflict"]["units"].is_array();
        output.ends(if known { 1 } else { 4 });
        assert_eq!(record["time_limit_reached"], !known, "{limit}: {record}");
    }
}

#[test]
fn clashes_are_told_with_digits_as_the_puzzle_writes_them() {
    let mut givens = ".".repeat(256);
    givens.replace_range(64..65, "G");
    givens.replace_range(66..67, "G");
    let record = json(format!("check --format json {givens}"));
    assert_eq!(record["conflict"]["givens"], serde_json::json!(["E1=G", "E3=G"]));
    assert_eq!(record["clashes"][0], "row 5 holds G twice: E1, E3");
}

#[test]
fn check_prints_the_same_for_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.txt");
    let lines = [
        GRID2,
        "11..............",
        "123434122.......",
        "12..34..........",
        "123456789012345678",
        PYEDA,
    ];
    fs::write(&path, lines.join("\n").repeat(20).replace(PYEDA, &format!("{PYEDA}\n"))).unwrap();
    let path = path.to_str().unwrap();
    let printed = |threads| {
        let output = satdoku(format!("check --summary --threads {threads} {path}"))
            .ends(2)
            .tells("120 puzzles in ");
        output.stdout.clone()
    };
    let alone = printed("1");
    assert_eq!(alone.lines().filter(|line| line.contains(": unique: ")).count(), 40);
    for threads in ["2", "5"] {
        assert_eq!(printed(threads), alone);
    }
}

#[test]
fn the_only_folder_to_check_is_named_too() {
    let folder = tempfile::tempdir().unwrap();
    let output = satdoku(format!("certify --check {}", folder.path().to_str().unwrap())).ends(3);
    let name = folder.path().display();
    let message = "puzzle.txt: is missing, so this is not a certificate";
    assert_eq!(output.stderr, format!("error: {name}: {message}\n"));
    let output = satdoku(format!("certify --check {name}/absent")).ends(2);
    assert!(output.stderr.starts_with(&format!("error: {name}/absent: No such file")));
}

#[test]
fn what_is_no_puzzle_beside_a_certificate_is_named_once() {
    let folder = tempfile::tempdir().unwrap();
    let made = folder.path().join("made").to_string_lossy().into_owned();
    satdoku(format!("certify {GRID2} -o {made}")).ends(0);
    let output = satdoku(format!("certify --check {made} absent.txt")).ends(2);
    assert_eq!(output.stderr.lines().count(), 1, "{}", output.stderr);
    assert!(output.stderr.starts_with("error: 'absent.txt': No such file"));
}

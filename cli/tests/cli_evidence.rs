//! `check` and `certify` as a user meets them.

use std::fs;
use std::path::Path;

use std::process::Command;

use crate::common::program::{lacks, satdoku, stderr, stdout, with_stdin};

const GRID2: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
/// PyEDA's second puzzle.
const PYEDA: &str =
    "6..3.2....5.....1..........7.26............543.........8.15........4.2........7..";

fn json(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_slice(&satdoku(arguments).stdout).unwrap()
}

#[test]
fn check_says_which_givens_clash_in_a_setters_words() {
    let output = satdoku(&["check", "--diagonal", PYEDA]);
    assert_eq!(
        stdout(&output),
        "no solution: A1=6 and D4=6 are on the same diagonal (2 of 17 givens; no smaller set \
         clashes)\n"
    );
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn check_tells_minimal_from_smallest() {
    let hard = "...16..2...2...8.5..5..36.9....5.18...........96.7....1.89..3..4.9...7...5..16...";
    let output = satdoku(&["check", "-x", hard]);
    let minimal = stdout(&output);
    assert!(minimal.contains("of 26 givens; none of them can be left out)"), "{minimal}");
    let output = satdoku(&["check", "-x", "--smallest", hard]);
    let smallest = stdout(&output);
    assert!(smallest.contains("(3 of 26 givens; no smaller set clashes)"), "{smallest}");
    assert!(smallest.contains("\nunits that take part: "), "{smallest}");
}

#[test]
fn check_ends_with_0_for_proper_puzzles_only() {
    let status = |arguments: &[&str]| satdoku(arguments).status.code();
    assert_eq!(status(&["check", GRID2]), Some(0));
    assert_eq!(status(&["check", &".".repeat(16)]), Some(1));
    assert_eq!(status(&["check", "--exit-zero", "-x", GRID2]), Some(0));
    assert_eq!(status(&["check", &GRID2[1..]]), Some(2));
    assert_eq!(status(&["check", "--time-limit", "0.000001", &".".repeat(256)]), Some(4));
}

#[test]
fn check_names_the_place_of_each_puzzle_of_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("two.txt");
    fs::write(&path, format!("{GRID2}\n11..............\n")).unwrap();
    let name = path.to_str().unwrap();
    assert_eq!(
        stdout(&satdoku(&["check", name])),
        format!(
            "{name}:1: unique: exactly one solution\n{name}:2: no solution: A1=1 and A2=1 are in \
             the same row (2 of 2 givens; no smaller set clashes)\n"
        )
    );
}

#[test]
fn check_marks_where_two_solutions_differ() {
    // The third row is 2143 or 2341.
    let output = satdoku(&["check", "123434122......."]);
    let text = stdout(&output);
    assert!(
        text.starts_with("multiple: several solutions; two of them differ in 4 cells"),
        "{text}"
    );
    assert_eq!(text.lines().filter(|line| line.contains(" 2  1*| 4  3*")).count(), 1, "{text}");
    assert_eq!(text.lines().filter(|line| line.contains(" 2  3*| 4  1*")).count(), 1, "{text}");
}

#[test]
fn check_counts_and_tells_what_is_decided() {
    let arguments = ["check", "--format", "json", "--backbone", "--count", "2", "123434122......."];
    let record = json(&arguments);
    assert_eq!(record["count"], serde_json::json!({ "found": 2, "exact": true }));
    assert_eq!(record["backbone"]["decided"], "123434122.4.4.2.");
    assert_eq!(record["backbone"]["possible"][9], serde_json::json!([1, 3]));
    assert_eq!(record["differing_cells"], serde_json::json!(["C2", "C4", "D2", "D4"]));
    let output = satdoku(&["check", "--backbone", "--count", "1", "123434122......."]);
    let text = stdout(&output);
    assert!(text.contains("decided by the givens: 3 of 7 open cells; digits possible:"), "{text}");
    assert!(text.ends_with("solutions: at least 1\n"), "{text}");
}

#[test]
fn check_names_the_givens_that_could_go() {
    let output = satdoku(&["check", "--minimal", "12343412214343.."]);
    let text = stdout(&output);
    assert!(
        text.contains(
            "\nnot minimal: each of these givens alone can be left out (14 of 14): A1=1, "
        ),
        "{text}"
    );
    assert!(stdout(&satdoku(&["check", "--minimal", GRID2])).contains("every given is needed"));
}

#[test]
fn check_json_carries_the_conflict() {
    let record = json(&["check", "--format", "json", "-x", "--smallest", GRID2]);
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
    let output = satdoku(&["certify", GRID2, "-o", place]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let output = satdoku(&["certify", "--check", place]);
    assert!(stdout(&output).contains("accepted: exactly one solution"));
    assert_eq!(output.status.code(), Some(0));
    let again = satdoku(&["certify", GRID2, "-o", place]);
    assert_eq!(again.status.code(), Some(2));
    assert!(stderr(&again).contains("--force"));

    let proof = Path::new(place).join("proof.drat");
    fs::write(&proof, fs::read_to_string(&proof).unwrap().replacen(" 0\n", " 0\n1 0\n", 1))
        .unwrap();
    let output = satdoku(&["certify", "--check", place]);
    assert_eq!(output.status.code(), Some(3));
    assert!(stderr(&output).contains("proof.drat: line 2: "), "{}", stderr(&output));
    assert_eq!(satdoku(&["certify", "--check", "/nowhere/at/all"]).status.code(), Some(2));
}

#[test]
fn certifies_every_puzzle_of_a_list_and_checks_all_certificates() {
    let folder = tempfile::tempdir().unwrap();
    let pattern = folder.path().join("all/{}");
    let several = "1..............2";
    let input = format!("1.3...2..1..4..2\n{several}\n12..34.......43.\n123456789012345678\n");
    let arguments = ["certify", "-", "-o", pattern.to_str().unwrap()];
    let written = with_stdin(&[&arguments[..], &["--threads", "3"]].concat(), &input);
    // A line that is no puzzle costs its own certificate only.
    assert_eq!(written.status.code(), Some(2), "{}", stderr(&written));
    assert!(stderr(&written).contains("<stdin>:4:"), "{}", stderr(&written));
    let claims: Vec<_> = stdout(&written).lines().map(|line| line.split(": ").nth(1)).collect();
    assert_eq!(claims.len(), 3);
    assert!(claims[0].unwrap().starts_with("exactly one solution"), "{claims:?}");
    assert!(claims[1].unwrap().starts_with("several solutions"), "{claims:?}");
    assert!(claims[2].unwrap().starts_with("no solution"), "{claims:?}");

    let places = [1, 3].map(|number| pattern.to_str().unwrap().replace("{}", &number.to_string()));
    let check = |places: &[&str]| satdoku(&[&["certify", "--check"], places].concat());
    let accepted = check(&[&places[0], &places[1]]);
    assert_eq!(accepted.status.code(), Some(0), "{}", stderr(&accepted));
    assert_eq!(stdout(&accepted).matches("accepted: ").count(), 2);
    fs::write(folder.path().join("all/1/proof.drat"), "1 0\n").unwrap();
    let rejected = check(&[&places[0], &places[1]]);
    assert_eq!(rejected.status.code(), Some(3), "{}", stderr(&rejected));
    assert_eq!(stdout(&rejected).matches("accepted: ").count(), 1);
}

#[test]
fn certify_shows_two_solutions_and_refuses_an_untrue_claim() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("certificate");
    let name = place.to_str().unwrap();
    let empty = ".".repeat(81);
    let output = satdoku(&["certify", "--claim", "unique", &empty, "-o", name]);
    assert_eq!(output.status.code(), Some(1));
    assert!(!place.exists() && fs::read_dir(folder.path()).unwrap().next().is_none());
    assert!(satdoku(&["certify", &empty, "-o", name]).status.success());
    let output = satdoku(&["certify", "--check", name, &empty]);
    let text = stdout(&output);
    assert!(text.contains("accepted: several solutions\npuzzle: empty\n"), "{text}");
    assert!(text.ends_with("\nsolutions: 2 verified\n"), "{text}");
}

#[test]
fn a_certificate_of_another_puzzle_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (first, second) = ("1.3...2..1..4..2", "12..34.......43.");
    let (one, two) = (place("1"), place("2"));
    assert!(satdoku(&["certify", first, "-o", &one]).status.success());
    assert!(satdoku(&["certify", "-x", second, "-o", &two]).status.success());
    let list = place("list.txt");
    fs::write(&list, format!("{first}\n{second}\n")).unwrap();
    for (arguments, exit, message) in [
        (&[&one, first][..], 0, ""),
        (&[&one, "13..............", "-"], 3, ""),
        (&[&one, second], 3, "1: it is of another puzzle: A2 is empty in it, and 2 in your puzzle"),
        (&[&two, "-x", second], 0, ""),
        (&[&two, second], 3, "A1 B2 C3 D4 hold each digit once, by those of your puzzle not"),
        (&[&one, &list], 3, "list.txt:2: no accepted certificate of this puzzle"),
        (&[&two, &one, &list], 3, "2: it is of none of the 2 puzzles"),
        (&[&two, &one], 0, ""),
        (&[&one, "-x"], 2, "expected a puzzle after the folders"),
        (&[&one, "1.."], 2, "expected a file or a puzzle, found neither"),
    ] {
        let arguments = [&["certify", "--check"], arguments].concat();
        let output = with_stdin(&arguments, "1...............\n");
        assert_eq!(output.status.code(), Some(exit), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(message), "{arguments:?}: {}", stderr(&output));
    }
    fs::write(&list, format!("{first}\n")).unwrap();
    let output = satdoku(&["certify", "--check", &one, &list]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

#[test]
fn certify_takes_the_proof_of_another_solver() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (made, other) = (place("made"), place("other"));
    let certify = |arguments: &[&str]| satdoku(&[&["certify"], arguments].concat());
    // Our own proofs in all formats, as if they came from elsewhere.
    for format in ["drat", "binary-drat", "lrat", "binary-lrat"] {
        let written = certify(&["--force", "--proof-format", format, GRID2, "-o", &made]);
        assert!(written.status.success(), "{}", stderr(&written));
        let proof =
            format!("{made}/proof.{}", if format.ends_with("lrat") { "lrat" } else { "drat" });
        let output = certify(&["--force", "--proof", &proof, GRID2, "-o", &other]);
        assert!(output.status.success(), "{}", stderr(&output));
        let manifest = fs::read_to_string(format!("{other}/manifest.json")).unwrap();
        assert!(manifest.contains(&format!("\"format\": \"{format}\"")), "{manifest}");
        assert!(manifest.contains("\"proof_by\": \"another program\""), "{manifest}");
        assert!(certify(&["--check", &other, GRID2]).status.success());
    }
    let proof = place("proof.txt");
    fs::write(&proof, "1 0\n2 0\n0\n").unwrap();
    let output = certify(&["--force", "--proof", &proof, GRID2, "-o", &other]);
    assert_eq!(output.status.code(), Some(3));
    let message = format!("{proof}: line 1: unit propagation does not show that 1 0 follows");
    assert!(stderr(&output).contains(&message), "{}", stderr(&output));
    for (arguments, exit, message) in [
        (&["--proof", "absent", GRID2, "-o", &place("new")][..], 2, "absent: No such file"),
        (&["--proof", &proof, GRID2, "-o", &place("{}")], 2, "expected {} in the name"),
        (&["--proof", &proof, "................", "-o", &place("new")], 2, "nothing to refute"),
        (&["--proof", &proof, "--check", &other], 2, "cannot be used with"),
    ] {
        let output = certify(arguments);
        assert_eq!(output.status.code(), Some(exit), "{}", stderr(&output));
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    }
    assert!(certify(&["--check", &other, GRID2]).status.success(), "the earlier one stays");
}

#[test]
fn the_formula_of_an_unsolvable_puzzle_is_the_one_that_encode_writes() {
    let folder = tempfile::tempdir().unwrap();
    let clauses = |text: &str| -> Vec<String> {
        text.lines().filter(|line| !line.starts_with('c')).map(str::to_owned).collect()
    };
    for options in [&["-x"][..], &["-x", "--encoding", "minimal", "--amo", "commander"]] {
        let place = folder.path().join(options.len().to_string());
        let name = place.to_str().unwrap();
        let output = satdoku(&[&["certify", GRID2, "-o", name], options].concat());
        assert!(stdout(&output).contains(": no solution ("), "{}", stderr(&output));
        let written = fs::read_to_string(place.join("formula.cnf")).unwrap();
        let encoded = satdoku(&[&["encode", GRID2], options].concat());
        assert!(clauses(&written) == clauses(stdout(&encoded)), "{options:?}");
    }
}

#[test]
fn certify_takes_the_proofs_of_cadical() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (made, proof) = (place("made"), place("proof"));
    for format in [&["--no-binary"][..], &[]] {
        assert!(satdoku(&["certify", "--force", GRID2, "-o", &made]).status.success());
        let formula = format!("{made}/formula.cnf");
        if lacks("cadical") {
            return;
        }
        let mut cadical = Command::new("cadical");
        let output = cadical.args(format).args(["-q", &formula, &proof]).output().unwrap();
        assert_eq!(output.status.code(), Some(20));
        let taken = satdoku(&["certify", "--force", "--proof", &proof, GRID2, "-o", &made]);
        assert!(taken.status.success(), "{}", stderr(&taken));
        assert!(satdoku(&["certify", "--check", &made, GRID2]).status.success());
    }
}

#[test]
fn nothing_that_a_certificate_says_reaches_the_terminal_raw() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("certificate");
    let name = place.to_str().unwrap();
    assert!(satdoku(&["certify", GRID2, "-o", name]).status.success());
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
            let output = satdoku(&["certify", "--check", name]);
            assert_eq!(output.status.code(), Some(3), "{to:?}");
            let printed = stdout(&output).to_owned() + stderr(&output);
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
        let output = satdoku(&[
            "check",
            "--format",
            "json",
            "-x",
            "--smallest",
            "--time-limit",
            limit,
            GRID2,
        ]);
        let record: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let known = record["conflict"]["minimality"] == "smallest"
            && record["conflict"]["units"].is_array();
        assert_eq!(output.status.code(), Some(if known { 1 } else { 4 }), "{limit}: {record}");
        assert_eq!(record["time_limit_reached"], !known, "{limit}: {record}");
    }
}

#[test]
fn of_many_clashes_the_first_are_told() {
    let twice = "11".repeat(2) + &".".repeat(12);
    let all = satdoku(&["check", &twice]);
    assert!(stdout(&all).ends_with("\nrow 1 holds 1 twice: A3, A4\n"), "{}", stdout(&all));
    for (text, more) in
        [("1".repeat(16), "and 46 more"), ("1".repeat(625), "and at least 9990 more")]
    {
        let output = satdoku(&["check", &text]);
        let lines: Vec<&str> = stdout(&output).lines().collect();
        assert_eq!((lines.len(), lines.last()), (12, Some(&more)), "{}", stdout(&output));
    }
}

#[test]
fn clashes_are_told_with_digits_as_the_puzzle_writes_them() {
    let mut givens = ".".repeat(256);
    givens.replace_range(64..65, "G");
    givens.replace_range(66..67, "G");
    let output = satdoku(&["check", &givens]);
    assert!(
        stdout(&output).starts_with("no solution: E1=G and E3=G are in the same row"),
        "{}",
        stdout(&output)
    );
    let record = json(&["check", "--format", "json", &givens]);
    assert_eq!(record["conflict"]["givens"], serde_json::json!(["E1=G", "E3=G"]));
    assert_eq!(record["clashes"][0], "row 5 holds G twice: E1, E3");
    let solved = satdoku(&["solve", "--format", "line", &givens]);
    let line = stdout(&solved);
    assert!(line.starts_with("invalid\trow 5 holds G twice: E1, E3"), "{line}");
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
        let output = satdoku(&["check", "--summary", "--threads", threads, path]);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("120 puzzles in "), "{}", stderr(&output));
        stdout(&output).to_owned()
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
    let output = satdoku(&["certify", "--check", folder.path().to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(3));
    let name = folder.path().display();
    let message = "puzzle.txt: is missing, so this is not a certificate";
    assert_eq!(stderr(&output), format!("error: {name}: {message}\n"));
    let output = satdoku(&["certify", "--check", &format!("{name}/absent")]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).starts_with(&format!("error: {name}/absent: No such file")));
}

#[test]
fn what_is_no_puzzle_beside_a_certificate_is_named_once() {
    let folder = tempfile::tempdir().unwrap();
    let made = folder.path().join("made").to_string_lossy().into_owned();
    assert!(satdoku(&["certify", GRID2, "-o", &made]).status.success());
    let output = satdoku(&["certify", "--check", &made, "absent.txt"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(stderr(&output).lines().count(), 1, "{}", stderr(&output));
    assert!(stderr(&output).starts_with("error: 'absent.txt': No such file"));
}

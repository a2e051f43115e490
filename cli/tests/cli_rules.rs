//! Rules other than classic ones as a user meets them: options, forms of jigsaws, all subcommands.

use std::fs;

use satdoku::rules::Variant;

use serde_json::Value;

use crate::common::program::{Run, satdoku, sh, with_stdin};

/// A generated jigsaw of 9x9 and its solution.
fn jigsaw() -> (String, String, String) {
    let output = satdoku("generate --rules jigsaw --seed 1 --format json").ends(0);
    jigsaws(&output).remove(0)
}

fn jigsaws(made: &Run) -> Vec<(String, String, String)> {
    let field = |record: &Value, name| record[name].as_str().unwrap().to_owned();
    let parts = |record| ["puzzle", "regions", "solution"].map(|name| field(record, name)).into();
    made.json().iter().map(parts).collect()
}

fn rows(cells: &str, bars: bool) -> String {
    let row = |row: &[u8]| {
        let row = String::from_utf8_lossy(row).into_owned();
        if bars { format!("{}|{}|{}\n", &row[..3], &row[3..6], &row[6..]) } else { row + "\n" }
    };
    cells.as_bytes().chunks(9).map(row).collect()
}

#[test]
fn reads_jigsaws_in_a_line_in_two_lines_and_drawn() {
    let (cells, regions, solution) = jigsaw();
    let digits: String = regions.bytes().map(|label| char::from(label - b'a' + b'1')).collect();
    for (form, text) in [
        ("a line", format!("{cells} {regions}\n")),
        ("a line with a comma and capitals", format!("{cells},{}\n", regions.to_uppercase())),
        ("a line with digits", format!("{cells} {digits}\n")),
        ("two lines", format!("{cells}\n{regions}\n")),
        ("two lines with digits", format!("{cells}\n{digits}\n")),
        ("rows", format!("{}\n{}", rows(&cells, false), rows(&regions, false))),
        ("rows without a gap", format!("{}{}", rows(&cells, false), rows(&regions, false))),
        ("rows with bars", format!("{}\n{}", rows(&cells, true), rows(&regions, true))),
        ("rows of digits", format!("{}\n{}", rows(&cells, false), rows(&digits, false))),
        ("a record", format!("{cells}:1:{solution} {regions}\n")),
    ] {
        // Digits, and a line below a line, need the name of the rules.
        let needs_rules = form.contains("digits") || form.starts_with("two lines");
        let rules = if needs_rules { "--rules jigsaw" } else { "" };
        with_stdin(format!("solve --format line {rules}"), &text)
            .prints(format!("{solution}\n"))
            .ends(0);
    }
    // As options.
    satdoku(format!("solve --format line --regions {regions} {cells}"))
        .prints(format!("{solution}\n"));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("regions.txt");
    fs::write(&path, format!("# from a magazine\n{}", rows(&regions, false))).unwrap();
    let path = path.to_str().unwrap();
    satdoku(format!("solve --format line --regions {path} {cells}"))
        .prints(format!("{solution}\n"));
}

#[test]
fn what_is_written_of_a_jigsaw_is_read_as_the_same() {
    let (cells, regions, solution) = jigsaw();
    for format in ["line", "grid"] {
        let arguments = format!("generate --rules jigsaw --seed 1 --format {format}");
        let written = satdoku(arguments);
        let read = with_stdin("solve --format json", &written.stdout);
        let report = &read.json()[0];
        assert_eq!(report["puzzle"], *cells, "{format}");
        assert_eq!(report["regions"], *regions, "{format}");
        assert_eq!(report["solution"], *solution, "{format}");
        assert_eq!(report["rules"], "jigsaw", "{format}");
        assert_eq!(report.get("box"), None, "{format}");
    }
    let drawn = satdoku(format!("solve '{cells} {regions}'"));
    assert!(!drawn.stdout.contains('|'), "boxes are no rule:\n{}", drawn.stdout);
}

#[test]
fn many_jigsaws_in_a_stream_each_have_their_own_regions() {
    let made = satdoku("generate --rules jigsaw --seed 3 -n 12 --format json");
    let (mut two_lines, mut expected) = (String::new(), String::new());
    for (cells, regions, solution) in jigsaws(&made) {
        two_lines += &format!("{cells}\n{regions}\n");
        expected += &format!("{solution}\n");
    }
    for threads in ["1", "2"] {
        with_stdin(format!("solve --rules jigsaw --threads {threads}"), &two_lines)
            .prints(&expected);
    }
    // More than a batch, so that some pair of lines is cut.
    let many = two_lines.repeat(40);
    with_stdin("solve --rules jigsaw --solver dpll", &many).prints(expected.repeat(40));
}

#[test]
fn a_jigsaw_that_no_box_fits_is_one() {
    let seven = "aaaaaaabbbbbbbcccccccdddddddeeeeeeefffffffggggggg";
    let made = satdoku(format!("generate --seed 2 --format json --regions {seven}")).ends(0);
    let line = &*format!("{} {seven}", made.json()[0]["puzzle"].as_str().unwrap());
    assert_eq!(line.len(), 49 + 1 + 49, "{line}");
    for arguments in ["solve --format line", "solve --format line --rules jigsaw"] {
        let solved = with_stdin(arguments, line).ends(0);
        assert_eq!(solved.stdout.trim_end().len(), 49);
    }
    with_stdin("solve --format line --rules latin", &line[..49]).ends(0);
}

/// Two givens that clash in a layout of which it takes minutes to learn whether any grid obeys it as
/// an anti-knight puzzle.
const HARD_KNIGHT: &str = "4..........4..................................................................... \
                           aaaaaaaaabbbccccddbbeccccdfbeeecgddfbegggggdfbeggghhdfbeihhhhdfeeihhihdfiiiiiifff";
const HARD_KNIGHT_WHY: &str = "no solution: A1=4 and B3=4 are a knight's move apart (2 of 2 givens; \
                               no smaller set clashes, if any grid obeys the rules)\n";

#[test]
fn check_names_two_givens_that_clash_under_rules_that_may_have_no_solution() {
    let check = "check --rules anti-knight --time-limit 60";
    with_stdin(check, HARD_KNIGHT).prints(format!("<stdin>:1: {HARD_KNIGHT_WHY}")).ends(1);
    let record = &with_stdin(format!("{check} --format json"), HARD_KNIGHT).json()[0];
    assert_eq!(record["conflict"]["minimality"], "unknown");
    assert_eq!(record["conflict"]["units"], serde_json::json!(["A1 and B3"]));
    assert_eq!(record["time_limit_reached"], false);
    // The time limit cannot cost the words either.
    let smallest = "check --rules anti-knight --time-limit 3 --smallest";
    with_stdin(smallest, HARD_KNIGHT)
        .shows(":1: no solution: A1=4 and B3=4 are a knight's move apart");
}

#[test]
fn hint_names_two_givens_that_clash_under_rules_that_may_have_no_solution() {
    let hint = "hint --rules anti-knight --time-limit 60";
    with_stdin(hint, HARD_KNIGHT).prints(HARD_KNIGHT_WHY).ends(1);
}

#[test]
fn every_subcommand_takes_every_kind_of_rules() {
    let (cells, regions, solution) = jigsaw();
    let line = format!("{cells} {regions}");
    let chess = "generate --rules anti-knight,anti-king --seed 1 --format json";
    let chess = satdoku(chess).json().remove(0);
    let chess = ["puzzle", "solution"].map(|name| chess[name].as_str().unwrap());
    let chess_rules = "--rules anti-knight,anti-king";
    for (rules, puzzle, solution) in
        [("", line.as_str(), solution.as_str()), (chess_rules, chess[0], chess[1])]
    {
        let run = |command: &str| with_stdin(format!("{command} {rules}"), puzzle).ends(0).stdout;
        assert_eq!(run("solve --format line").trim_end(), solution);
        assert_eq!(run("solve --format line --solver dpll").trim_end(), solution);
        assert_eq!(run("solve --format line --solver norvig").trim_end(), solution);
        assert_eq!(run("solve --format line --solver varisat").trim_end(), solution);
        assert_eq!(run("check"), "<stdin>:1: unique: exactly one solution\n");
        run("candidates");
        run("hint");
        assert!(run("explain").ends_with(&format!("proved: the only solution is {solution}\n")));
        run("rate");
        let cnf = run("encode");
        let clauses = cnf.lines().find(|line| line.starts_with("c clauses: ")).unwrap();
        assert_eq!(clauses.contains("pair <= 1"), !rules.is_empty(), "{clauses}");
        assert_eq!(cnf.contains(&format!("c regions: {regions}\n")), rules.is_empty());
    }
}

#[test]
fn solvers_say_which_rules_they_cannot_take() {
    let empty = ".".repeat(81);
    let solve = |solver: &str, rules: &str| {
        let arguments = format!("solve --first --solver {solver} --rules {rules} {empty}");
        let output = satdoku(arguments);
        (output.status, output.stderr)
    };
    let (status, errors) = solve("exact-cover", "anti-knight");
    assert_eq!(status, Some(2), "{errors}");
    let message =
        "(not anti-knight, anti-king, argyle), found an anti-knight puzzle with boxes of 3x3";
    assert!(errors.contains(message), "{errors}");
    assert_eq!(solve("exact-cover", "windoku").0, Some(0));
    satdoku(format!("compare --first --runs 1 --rules anti-king {empty}"))
        .ends(0)
        .tells("exact-cover is left out");
    let named = "compare --first --solver norvig,exact-cover --rules anti-king";
    let named = satdoku(format!("{named} {empty}")).ends(2);
    assert!(named.stderr.starts_with("error: exact-cover: cannot solve"), "{}", named.stderr);
}

#[test]
fn generates_minimal_symmetric_puzzles_of_all_rules() {
    for rules in [
        "jigsaw",
        "latin",
        "windoku",
        "disjoint-groups",
        "asterisk",
        "center-dot",
        "girandola",
        "argyle",
        "anti-knight",
        "anti-king",
        "jigsaw,diagonal",
    ] {
        let arguments = format!("generate --rules {rules} --seed 5 --symmetry rotational");
        let made = satdoku(&arguments).ends(0).prints(satdoku(&arguments).stdout);
        let given = match rules {
            "jigsaw" => String::new(),
            "jigsaw,diagonal" => "-x".to_owned(),
            rules => format!("--rules {rules}"),
        };
        with_stdin(format!("check {given}"), &made.stdout).ends(0);
        let made = satdoku(format!("{arguments} --format json")).json().remove(0);
        let cells = made["puzzle"].as_str().unwrap().as_bytes();
        assert!((0..81).all(|cell| (cells[cell] == b'.') == (cells[80 - cell] == b'.')));
    }
    let layouts = satdoku("generate --rules jigsaw --seed 1 -n 5");
    let different: std::collections::BTreeSet<&str> =
        layouts.stdout.lines().map(|line| &line[82..]).collect();
    assert_eq!(different.len(), 5);
}

#[test]
fn every_command_reads_generated_puzzles_with_their_rules() {
    let nine = Variant::ALL.into_iter().map(Variant::name).filter(|&name| name != "jigsaw");
    let nine = nine.map(|name| format!("--rules {name}"));
    let others = [
        "--diagonal --side 4",
        "--rules disjoint-groups,anti-knight --side 6",
        "--rules jigsaw --side 5",
        "--rules jigsaw,anti-king --side 7",
        "--rules latin --side 5",
        "--rules latin --side 4",
        "--box 3x2",
        "--box 3x2 --diagonal",
    ];
    for options in nine.chain(others.map(str::to_owned)) {
        for format in ["line", "grid", "json"] {
            let made = satdoku(format!("generate --seed 1 --format {format} {options}")).ends(0);
            with_stdin("check", made.stdout)
                .ends(0)
                .prints("<stdin>:1: unique: exactly one solution\n");
        }
    }
    // The rules may be named again.
    sh("satdoku generate -x --side 4 --seed 1 | satdoku check -x")
        .prints("<stdin>:1: unique: exactly one solution\n");
}

#[test]
fn a_line_below_a_drawing_names_its_rules() {
    let drawing = "1...\n..3.\n.4..\n...2\n";
    let text = format!("{drawing}rules: diagonal\n\n{drawing}\n{drawing}\nrules: anti-king\n");
    let rules = |record: &serde_json::Value| record["rules"].clone();
    let found = with_stdin("solve --format json", &text).json();
    let found: Vec<_> = found.iter().map(rules).collect();
    assert_eq!(found, ["diagonal", "classic", "anti-king"]);
    with_stdin("solve", format!("{drawing}rules: thermo\n"))
        .ends(2)
        .prints("error\n")
        .tells("mentions rules that were not chosen: thermo");
}

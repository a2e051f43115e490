//! What `hint`, `explain` and `rate` print.

use std::fs;

use crate::common::program::{satdoku, sh_in, with_stdin};
use satdoku::solve::Varisat;
use satdoku::{Deadline, Size};

const GRID2: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
const HARDEST: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const SOLVED: &str =
    "417369825632158947958724316825437169791586432346912758289643571573291684164875293";

#[test]
fn a_step_with_a_name_tells_why_it_holds_if_asked() {
    let table = satdoku(format!("candidates {GRID2}")).stdout;
    let step = "locked candidates (pointing) on 2: in box 5 it can only be in column 6, so A6, B6 \
                and C6 are not 2\n";
    let why = "     why: if A6, B6 or C6 were 2, then no place would be left for 2 in box 5. So A6, B6 \
               and C6 are not 2\n";
    with_stdin("hint --why", &table).prints(format!("{step}{why}"));
    let records = with_stdin("hint --why --format json", &table).json();
    let clause = &records[0]["story"]["clauses"][0];
    assert_eq!(clause["says"], "no place would be left for 2 in box 5");
    assert_eq!(clause["causes"], serde_json::json!([0]));
    let records = with_stdin("hint --format json", &table).json();
    assert!(records[0]["story"].is_null());
}

#[test]
fn a_wrong_entry_is_explained_by_the_fewest_that_clash() {
    let wrong = GRID2.replacen("4.....", "4..9..", 1);
    let hint = satdoku(format!("hint {wrong}")).ends(1).shows("no smaller set clashes");
    assert!(hint.stdout.starts_with("no solution: A4=9 is wrong (the "), "{}", hint.stdout);
    let last = hint.stdout.lines().last().unwrap();
    assert!(last.contains(". contradiction: "), "{}", hint.stdout);
    let brief = satdoku(format!("hint --level 2 {wrong}"));
    assert_eq!(brief.stdout.lines().count(), 1, "{}", brief.stdout);
    let records = satdoku(format!("hint --format json {wrong}")).json();
    assert!(!records[0]["steps"].as_array().unwrap().is_empty());
    // And the steps lead to a contradiction.
    let path = satdoku(format!("explain {wrong}")).ends(1);
    assert!(path.stdout.ends_with("proved: there is no solution\n"), "{}", path.stdout);
}

#[test]
fn says_where_the_steps_stop_and_which_cells_are_open() {
    let arguments = format!("explain --max-truths 2 {HARDEST}");
    let path = satdoku(&arguments).ends(4);
    let last = path.stdout.lines().last().unwrap();
    let start = "stopped: no further step of at most 2 truths was found; ";
    assert!(last.starts_with(start) && last.contains("; open: A2, A3, A4, "), "{last}");
    let records = satdoku(format!("{arguments} --format json")).json();
    let end = records.last().unwrap();
    let open = end["open"].as_array().unwrap();
    assert!(last.contains(&format!(" {} of 81 cells are filled", 81 - open.len())), "{last}");
    assert!(last.ends_with(&format!(" and {} more", open.len() - 8)), "{last}");
    assert!(end["differ"].is_null());
    // No step shows that there is no solution.
    let wrong = HARDEST.replacen("8....", "8...1", 1);
    satdoku(format!("explain --max-truths 1 {wrong}"))
        .ends(1)
        .shows("stopped: there is no solution, but ");
}

#[test]
fn says_in_which_cells_solutions_differ() {
    for (command, start) in [("hint", "no step: "), ("explain", "stopped: ")] {
        let run = satdoku(format!("{command} 12..34..........")).ends(1);
        let last = run.stdout.lines().last().unwrap();
        let words = "there are several solutions; two of them differ in ";
        assert!(last.starts_with(&format!("{start}{words}")), "{last}");
        let records = satdoku(format!("{command} --format json 12..34..........")).json();
        let differ = records.last().unwrap()["differ"].as_array().unwrap().clone();
        assert!(differ.len() >= 4 && differ[0].is_string(), "{differ:?}");
    }
}

#[test]
fn a_hint_and_a_path_end_at_their_time_limit_and_say_so() {
    for (command, limit) in [("hint", "[default: 10]"), ("explain", "[default: 60]")] {
        let late = satdoku(format!("{command} --time-limit 0.001 {HARDEST}")).ends(4);
        let last = late.stdout.lines().last().unwrap();
        assert!(last.contains("the time limit was reached"), "{last}");
        satdoku(format!("{command} --help")).shows(limit);
    }
}

#[test]
fn a_path_ends_with_what_it_proves() {
    let path = satdoku(format!("explain {GRID2}")).ends(0);
    assert!(path.stdout.ends_with(&format!("proved: the only solution is {SOLVED}\n")));
    let records = satdoku(format!("explain --format json --cells rc {GRID2}")).json();
    let (end, steps) = records.split_last().unwrap();
    assert_eq!(end["status"], "unique");
    assert_eq!(steps[0]["truths"][0], "4 in box 4");
    assert!(steps.iter().all(|step| step["facts"].is_array() && step["minimality"].is_string()));
    assert!(steps[0]["conclusions"][0].as_str().unwrap().starts_with('r'));
}

#[test]
fn every_step_is_a_formula_without_a_model() {
    let folder = tempfile::tempdir().unwrap();
    sh_in(&folder, format!("satdoku explain --steps-cnf steps {GRID2}")).ends(0);
    let mut formulas = 0;
    for entry in fs::read_dir(folder.path().join("steps")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "cnf") {
            continue;
        }
        formulas += 1;
        let text = fs::read_to_string(&path).unwrap();
        let formula = varisat::dimacs::DimacsParser::parse(text.as_bytes()).unwrap();
        let mut solver = Varisat::new(Deadline::NONE);
        formula.iter().for_each(|clause| solver.add_clause(clause));
        assert!(!solver.solve(&[]).unwrap(), "{text}");
    }
    assert!(formulas > Size::NINE.cell_count() - 17, "{formulas}");
    sh_in(&folder, format!("satdoku explain --steps-cnf steps {GRID2}")).ends(2);
}

#[test]
fn ratings_are_lines_in_order_for_any_number_of_threads() {
    let input = format!("{GRID2}\n12..34..........\n44..............\n123456789012345678\n");
    let one = with_stdin("rate --threads 1", &input).ends(2);
    assert_eq!(one.stdout.lines().count(), 4);
    let first = one.stdout.lines().next().unwrap();
    let says = |text| assert!(first.contains(text), "{first}");
    [": needs ", "; unique, score ", ", depth 1, guesses "].into_iter().for_each(says);
    with_stdin("rate --threads 3", &input).prints(one.stdout);
    let steps = satdoku(format!("rate --steps --format csv {GRID2}"));
    let lines: Vec<&str> = steps.stdout.lines().collect();
    assert_eq!(
        lines[0],
        "puzzle,satdoku_status,satdoku_depth,satdoku_guesses,satdoku_truths,\
         satdoku_technique,satdoku_steps,satdoku_open_cells,satdoku_grade,satdoku_score,\
         satdoku_time_limit_reached,satdoku_reason"
    );
    assert!(lines[1].starts_with(&format!("{GRID2},unique,1,")), "{}", lines[1]);
}

#[test]
fn a_rating_says_that_its_time_limit_was_reached() {
    let late = satdoku(format!("rate --steps --time-limit 0.000001 {GRID2}")).ends(4);
    assert!(late.stdout.ends_with(", time limit reached\n"), "{}", late.stdout);
    let csv = format!("rate --format csv {GRID2}");
    assert!(satdoku(&csv).stdout.ends_with(",false,\n"), "{}", satdoku(&csv).stdout);
    let late = satdoku(format!("{csv} --time-limit 0.000001"));
    assert!(late.stdout.ends_with(",true,\n"), "{}", late.stdout);
}

#[test]
fn a_rating_says_where_the_steps_stopped_and_then_gives_no_grade() {
    const PUZZLE: &str = "..5.....41...5.2..4........4.13...6.";
    let stopped = format!("rate --steps --max-truths 1 {PUZZLE}");
    let path = satdoku(format!("explain --max-truths 1 --format json {PUZZLE}"));
    let (steps, open) = match &path.json()[..] {
        [steps @ .., end] => (steps.len(), end["open"].as_array().unwrap().len()),
        [] => panic!("{}", path.stderr),
    };
    let text = satdoku(&stopped);
    let end = format!(", stopped before the solution: {steps} steps, {open} of 36 cells open\n");
    assert!(text.stdout.ends_with(&end), "{}", text.stdout);
    let as_json = satdoku(format!("{stopped} --format json"));
    let record = &as_json.json()[0];
    assert_eq!((&record["steps"], &record["open_cells"]), (&steps.into(), &open.into()));
    assert!(
        ["grade", "score", "truths", "technique"].iter().all(|name| record[name].is_null()),
        "{record}"
    );
    let as_csv = satdoku(format!("{stopped} --format csv"));
    let end = format!(",,,{steps},{open},,,false,\n");
    assert!(as_csv.stdout.ends_with(&end), "{}", as_csv.stdout);
    for run in [text, as_json, as_csv] {
        run.ends(4);
    }
    let whole = &satdoku(format!("rate --steps --format json {GRID2}")).json()[0];
    assert!(whole["grade"].is_string() && whole["open_cells"].is_null(), "{whole}");
    let wrong = HARDEST.replacen("8....", "8...1", 1);
    satdoku(format!("rate --steps --max-truths 1 {wrong}"))
        .shows(", stopped before a contradiction: ")
        .ends(4);
}

/// The techniques on the path of a puzzle, and its rating.
fn rated(puzzle: &str) -> serde_json::Value {
    satdoku(format!("rate --steps --format json {}", puzzle.trim())).json().remove(0)
}

#[test]
fn generates_puzzles_that_need_what_is_asked_for() {
    for (options, field, expected) in [
        ("--grade easy", "grade", "\"easy\""),
        ("--grade medium", "grade", "\"medium\""),
        ("--depth 1", "depth", "1"),
    ] {
        let puzzle = satdoku(format!("generate --seed 3 {options}")).stdout;
        assert_eq!(rated(&puzzle)[field].to_string(), expected, "{options}: {puzzle}");
    }
    let many = "generate --seed 3 --count 3 --technique naked-pair";
    let threads = |n| satdoku(format!("{many} --threads {n}")).stdout;
    let puzzles = threads("1");
    assert_eq!(puzzles.lines().count(), 3);
    for puzzle in puzzles.lines() {
        assert!(rated(puzzle)["techniques"]["naked pair"].is_u64(), "{puzzle}");
    }
    assert_eq!(threads("3"), puzzles);
}

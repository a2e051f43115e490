//! Steps that assume that the puzzle has one solution: sound for such puzzles, and never otherwise.

use std::collections::BTreeSet;
use std::fs;
use std::sync::Arc;

use crate::common::program::{json, satdoku, sh_in, stderr, stdout};
use satdoku::explain::{Conclusion, Effort, Found, State, Step, Technique};
use satdoku::generate::{Recipe, Source};
use satdoku::solve::{Backend, Varisat};
use satdoku::{Candidate, Deadline, Rules, Size};

/// Has rectangles of types 3 and 4 and a BUG+1.
const RECTANGLES: &str = "..5.....41...5.2..4........4.13...6.";
/// Two solutions, which differ in a rectangle.
const IMPROPER: &str = "12..34..........";

fn assert_agrees(step: &Step, holds: impl Fn(&Candidate) -> bool) {
    match &step.conclusion {
        Conclusion::Placement(placed) => assert!(holds(placed), "{step:?}"),
        Conclusion::Eliminations(gone) => assert!(!gone.iter().any(holds), "{step:?}"),
        Conclusion::Contradiction => panic!("{step:?}"),
    }
}

#[test]
fn steps_agree_with_the_solution_of_proper_puzzles() {
    let effort = Effort { levels: 0, max_truths: 8, assume_unique: true, ..Effort::default() };
    let six = Size::new(2, 3).unwrap();
    let sources = [
        (Source::Grids(Arc::new(Rules::classic(Size::FOUR))), 100),
        (Source::Grids(Arc::new(Rules::classic(six))), 500),
        (Source::Grids(Arc::new(Rules::diagonal(six))), 50),
        (Source::Jigsaws(Rules::builder(six)), 100),
        (Source::Grids(Arc::new(Rules::classic(Size::NINE))), 150),
    ];
    let (mut assumed, mut named) = (0, BTreeSet::new());
    for (source, count) in sources {
        let recipe = Recipe { source, ..Recipe::new(Arc::new(Rules::classic(six)), 5) };
        for index in 0..count {
            let generated = recipe.puzzle(index).unwrap();
            let holds = |c: &Candidate| generated.solution.get(c.cell) == Some(c.digit);
            let mut state = State::new(&generated.puzzle);
            while let Found::Step(step) = state.next_step(&effort).unwrap() {
                assert_agrees(&step, holds);
                if !step.assumed.is_empty() {
                    assumed += 1;
                    named.insert(step.technique);
                }
                state.apply(&step);
                if state.placed().is_full() {
                    break;
                }
            }
        }
    }
    println!("{assumed} steps assume one solution: {named:?}");
    assert!(assumed >= 50, "{assumed}");
    for technique in [1, 3, 4].map(Technique::UniqueRectangle) {
        assert!(named.contains(&technique), "{technique}: {named:?}");
    }
    assert!(named.contains(&Technique::BugPlusOne), "{named:?}");
}

#[test]
fn says_what_it_assumes_and_only_if_asked() {
    let path = satdoku(&["explain", "--assume-unique", RECTANGLES]);
    assert_eq!(path.status.code(), Some(0), "{}", stderr(&path));
    for words in [
        "unique rectangle (type 4): as the puzzle has one solution, D2, D3, E2 and E3 cannot all hold 2 or 6, \
         and otherwise no cell of box 3 could hold 2, so D2 and D3 are not 6\n",
        "BUG+1: as the puzzle has one solution, it needs 6 in A1, ",
        "proved: if there is one solution, it is ",
    ] {
        assert!(stdout(&path).contains(words), "{words}: {}", stdout(&path));
    }
    let path = satdoku(&["explain", RECTANGLES]);
    assert!(!stdout(&path).contains("one solution"), "{}", stdout(&path));
    assert!(stdout(&path).contains("proved: the only solution is "), "{}", stdout(&path));
    let records = json(&satdoku(&["explain", "--assume-unique", "--format", "json", RECTANGLES]));
    assert!(records.iter().any(|record| {
        record["technique"] == "unique rectangle (type 4)"
            && record["assumed"][0] == "D2, D3, E2 and E3 cannot all hold 2 or 6"
            && record["truths"][0] == "2 in box 3"
    }));
}

#[test]
fn what_is_assumed_is_a_clause_of_the_step_and_marked_as_no_rule() {
    let folder = tempfile::tempdir().unwrap();
    let command = format!("satdoku explain --assume-unique --steps-cnf steps {RECTANGLES}");
    assert_eq!(sh_in(folder.path(), &command).status.code(), Some(0));
    let mut marked = 0;
    for entry in fs::read_dir(folder.path().join("steps")).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        for line in text.lines().filter(|line| line.contains(" is no rule: ")) {
            let clause = line.trim_start_matches("c ").split(" is no rule").next().unwrap();
            assert!(text.lines().any(|other| other == clause), "{text}");
            marked += 1;
            // With it the formula has no model, without it one.
            let without = text.replacen(&format!("\n{clause}\n"), "\n", 1);
            for (text, expected) in [(text.clone(), false), (without, true)] {
                let body = text.lines().filter(|line| !line.starts_with(['c', 'p']));
                let mut solver = Varisat::new(Deadline::NONE);
                for clause in body {
                    let lits = clause.split(' ').map(|word| word.parse().unwrap());
                    let lits: Vec<isize> = lits.take_while(|&lit| lit != 0).collect();
                    let lits: Vec<_> =
                        lits.into_iter().map(satdoku::varisat::Lit::from_dimacs).collect();
                    solver.add_clause(&lits);
                }
                assert_eq!(solver.solve(&[]).unwrap(), expected, "{text}");
            }
        }
    }
    assert_eq!(marked, 3);
}

#[test]
fn assumes_nothing_where_there_are_several_solutions() {
    for command in ["hint", "explain"] {
        let run = satdoku(&[command, "--assume-unique", IMPROPER]);
        assert_eq!(run.status.code(), Some(1), "{command}");
        assert!(stdout(&run).contains("there are several solutions"), "{}", stdout(&run));
        assert_eq!(stdout(&run).lines().count(), 1, "{}", stdout(&run));
    }
    // Without a solution nothing has to be assumed to show that.
    let path = satdoku(&["explain", "--assume-unique", "123........4...."]);
    assert!(stdout(&path).ends_with("proved: there is no solution\n"), "{}", stdout(&path));
    for of_steps in [&["--assume-unique"][..], &["--max-truths", "5"]] {
        let alone = satdoku(&[&["rate", RECTANGLES], of_steps].concat());
        assert_eq!(alone.status.code(), Some(2), "{}", stdout(&alone));
    }
    let rated = satdoku(&["rate", "--steps", "--assume-unique", RECTANGLES]);
    assert_eq!(rated.status.code(), Some(0), "{}", stdout(&rated));
}

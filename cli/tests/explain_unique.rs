//! Steps that assume that the puzzle has one solution: sound for such puzzles, and never otherwise.

use std::collections::BTreeSet;
use std::fs;
use std::sync::Arc;

use crate::common::program::{satdoku, sh_in, with_stdin};
use crate::common::{brute_force, random};
use rand::seq::SliceRandom;
use satdoku::explain::{CellNames, Conclusion, Effort, Found, Guide, State, Step, Technique};
use satdoku::generate::{Recipe, Source};
use satdoku::solve::Varisat;
use satdoku::{Candidate, Deadline, Grid, Puzzle, Rules, Size, Status, Symbols};

/// Has rectangles of types 1, 2 and 4 and a BUG+1.
const RECTANGLES: &str =
    "...4..7.9.5.....3..8.72.4..2.5.1.....9....1..8.......234..91.......629....85.....";
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
    for technique in [Technique::BugPlus(1), Technique::BugPlus(2), Technique::UniqueLoop(1)] {
        assert!(named.contains(&technique), "{technique}: {named:?}");
    }
}

#[test]
fn steps_of_tables_with_one_solution_agree_with_it_and_get_there() {
    let blank = Puzzle::classic(Grid::empty(Size::FOUR));
    let grids = brute_force(&blank);
    let mut random = random(22);
    let effort = Effort { assume_unique: true, ..Effort::default() };
    for placed_count in [0, 3] {
        for number in 0..800 {
            let solution = &grids[number % grids.len()];
            let mut cells: Vec<Candidate> = solution.filled().collect();
            cells.shuffle(&mut random);
            let mut state = State::new(&blank);
            cells[..placed_count].iter().for_each(|&held| state.place(held));
            let mut wrong: Vec<Candidate> = state.candidates().iter().collect();
            wrong.retain(|c| solution.get(c.cell) != Some(c.digit));
            wrong.shuffle(&mut random);
            let mut left = grids.clone();
            left.retain(|g| g.filled().all(|c| state.candidates()[c.cell].contains(c.digit)));
            while left.len() > 1 {
                let gone = wrong.pop().unwrap();
                state.eliminate(gone);
                left.retain(|grid| grid.get(gone.cell) != Some(gone.digit));
            }
            let puzzle = blank.with_givens(state.placed().clone()).unwrap();
            let (names, symbols) = (CellNames::A1, &Symbols::default());
            let guide = Guide { puzzle: &puzzle, effort, names, symbols };
            let holds = |c: &Candidate| solution.get(c.cell) == Some(c.digit);
            let ending = guide.follow(&mut state, |_, step| assert_agrees(step, holds));
            assert_eq!(ending.unwrap().status, Status::Unique);
            assert_eq!(state.placed(), solution);
        }
    }
}

#[test]
fn says_what_it_assumes_and_only_if_asked() {
    let path = satdoku(format!("explain --assume-unique {RECTANGLES}")).ends(0);
    for words in [
        "unique rectangle (type 4): if F2 or F3 were 7, then with 1 in box 4 filled in, F2, F3, H2 and H3 \
         would all hold 1 or 7, and the puzzle would have two solutions, so F2 and F3 are not 7\n",
        "BUG+1: if E9 were not 3, then every open cell would have two candidates and every open digit two \
         places in each unit, and the puzzle would have two solutions, so E9 is 3\n",
        "proved: if there is one solution, it is ",
    ] {
        assert!(path.stdout.contains(words), "{words}: {path:#?}");
    }
    let path = satdoku(format!("explain {RECTANGLES}")).shows("proved: the only solution is ");
    assert!(!path.stdout.contains("one solution"), "{}", path.stdout);
    let records = satdoku(format!("explain --assume-unique --format json {RECTANGLES}")).json();
    assert!(records.iter().any(|record| {
        record["technique"] == "unique rectangle (type 4)"
            && record["assumed"][0] == "F2, F3, H2 and H3 cannot all hold 1 or 7"
            && record["truths"][0] == "1 in box 4"
    }));
}

#[test]
fn what_is_assumed_is_a_clause_of_the_step_and_marked_as_no_rule() {
    let folder = tempfile::tempdir().unwrap();
    let command = format!("satdoku explain --assume-unique --steps-cnf steps {RECTANGLES}");
    sh_in(&folder, &command).ends(0);
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
    assert_eq!(marked, 4);
}

/// One solution, but without placed digits.
const TABLE: &str =
    "14 123 | 123 124\n23 124 | 34 13\n-------+--------\n123 124 | 124 1234\n1234 1234 | 13 13\n";

#[test]
fn assumes_nothing_where_the_placed_digits_have_several_solutions() {
    for (input, status) in [(IMPROPER, 1), (TABLE, 0)] {
        for command in ["hint", "explain"] {
            let run = with_stdin(format!("{command} --assume-unique -"), input);
            let plain = with_stdin(format!("{command} -"), input);
            let why =
                "--assume-unique adds nothing: the placed digits alone have several solutions";
            run.prints(plain.stdout).ends(status).tells(why);
        }
    }
    // Without a solution nothing has to be assumed to show that.
    let path = satdoku("explain --assume-unique 123........4....");
    assert!(path.stdout.ends_with("proved: there is no solution\n"), "{}", path.stdout);
    for of_steps in ["--assume-unique", "--max-truths 5"] {
        satdoku(format!("rate --depth {RECTANGLES} {of_steps}")).ends(2);
    }
    satdoku(format!("rate --assume-unique {RECTANGLES}")).ends(0);
}

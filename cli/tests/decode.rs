//! Are solvers' answers read back as the solutions that they are, and refused if they are not?

use std::fs;
use std::process::Output;

use satdoku::{Deadline, Puzzle};
use varisat::Solver;
use varisat::solver::ProofFormat;

use crate::common::grid;
use crate::common::program::{satdoku, stderr, stdout, with_stdin};

const ESCARGOT: &str =
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

fn encode(options: &str, puzzle: &str) -> String {
    let output = satdoku(&[&["encode"], &words(options)[..], &[puzzle]].concat());
    assert!(output.status.success(), "{options}: {}", stderr(&output));
    stdout(&output).to_owned()
}

/// What a solver says of a formula.
fn answer(dimacs: &str) -> String {
    let mut solver = Solver::new();
    solver.add_dimacs_cnf(dimacs.as_bytes()).unwrap();
    if !solver.solve().unwrap() {
        return "s UNSATISFIABLE\n".to_owned();
    }
    let lits = solver.model().unwrap();
    let lits: Vec<String> = lits.iter().map(|lit| lit.to_dimacs().to_string()).collect();
    format!("s SATISFIABLE\nv {} 0\n", lits.join(" "))
}

/// `decode --cnf`, with a formula in a file and an answer on standard input.
fn decode_of(formula: &str, options: &str, answer: &str) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzle.cnf");
    fs::write(&path, formula).unwrap();
    let arguments = ["decode", "--format", "line", "--cnf", path.to_str().unwrap()];
    with_stdin(&[&arguments, &words(options)[..]].concat(), answer)
}

#[test]
fn a_formula_says_what_it_was_made_of() {
    let candidates = stdout(&satdoku(&["candidates", ESCARGOT])).to_owned();
    let regions = "aaab abbb cccd cddd";
    let large = format!("17 {}", ". ".repeat(20 * 20 - 1));
    for (options, output_options, puzzle) in [
        ("", "", ESCARGOT),
        ("--simplified --encoding minimal --amo commander", "", ESCARGOT),
        ("--amo product --names", "", ESCARGOT),
        ("--diagonal --rules anti-king", "", &".".repeat(81)),
        ("--rules latin", "", "12..34.........."),
        ("--simplified", "", &format!("12..............\t{regions}")),
        ("--box 3x2", "", &".".repeat(36)),
        ("--symbols ABCD", "--symbols ABCD", "AB..CD.........."),
        ("", "", &candidates),
        ("--simplified", "", &large),
    ] {
        let formula = encode(options, puzzle);
        let decoded = decode_of(&formula, output_options, &answer(&formula));
        assert!(decoded.status.success(), "{options} {puzzle}: {}", stderr(&decoded));
        assert!(formula.lines().all(|line| line.len() < 1100), "{options}");
        // The same answer, read with the options of `encode`.
        let by_options = ["decode", "--format", "line", "--puzzle", puzzle];
        let asked: Vec<&str> = words(options).into_iter().filter(|&o| o != "--names").collect();
        let again = with_stdin(&[&by_options, &asked[..]].concat(), &answer(&formula));
        assert_eq!(stdout(&decoded), stdout(&again), "{options} {puzzle}: {}", stderr(&again));
    }
    let formula = encode("", ESCARGOT);
    let (_, bare) = formula.split_at(formula.find("p cnf").unwrap());
    let bare = decode_of(bare, "", "");
    assert_eq!(bare.status.code(), Some(2));
    assert!(stderr(&bare).contains("give --puzzle and the options of 'encode' instead"));
    let both = decode_of(&encode("", ESCARGOT), "--simplified", "");
    assert_eq!(both.status.code(), Some(2));
}

/// All solutions of a 4x4 puzzle as models.
fn models(puzzle: &str) -> Vec<String> {
    let puzzle = Puzzle::classic(grid(puzzle));
    let solutions = satdoku::solve::solutions(&puzzle, None, Deadline::NONE);
    let model = |solution: satdoku::Grid| {
        let lits = (0..64).map(|index| {
            let placed = usize::from(solution.values()[index / 4]) == index % 4 + 1;
            (if placed { index as i32 + 1 } else { -(index as i32 + 1) }).to_string()
        });
        lits.collect::<Vec<_>>().join(" ")
    };
    solutions.map(|solution| model(solution.unwrap())).collect()
}

#[test]
fn several_models_are_several_solutions() {
    let puzzle = "1..............2";
    let decode =
        |answer: &str| with_stdin(&["decode", "--puzzle", puzzle, "--format", "line"], answer);
    let models = models(puzzle);
    assert_eq!(models.len(), 18);
    let clasp: String = models.iter().map(|model| format!("c Answer\nv {model} 0\n")).collect();
    let found = decode(&format!("{clasp}s SATISFIABLE\nc Models : 18\n"));
    let solved = satdoku(&["solve", "--all", puzzle]);
    let mut solutions: Vec<&str> = stdout(&found).lines().collect();
    let mut known: Vec<&str> =
        stdout(&solved).lines().map(|line| line.trim_start_matches("1\t")).collect();
    solutions.sort_unstable();
    known.sort_unstable();
    assert_eq!(solutions, known);
    assert_eq!(stderr(&found), "");

    let each: String = models.iter().map(|model| format!("s SATISFIABLE\nv {model} 0\n")).collect();
    let all = decode(&format!("{each}s UNSATISFIABLE\n"));
    assert_eq!(
        stderr(&all),
        "note: 18 solutions and no other, confirmed by satdoku's own search\n"
    );
    assert_eq!((all.status.code(), stdout(&all)), (Some(0), stdout(&found)));
    // A model given twice is one solution.
    let twice = decode(&format!("v {0} 0\nv {0} 0\ns SATISFIABLE\n", models[0]));
    assert_eq!(stdout(&twice).lines().count(), 1);
    // One is missing, or wrong.
    let (_, short) = each.split_at(each.find("\ns ").unwrap() + 1);
    let wrong = decode(&format!("{short}s UNSATISFIABLE\n"));
    assert_eq!((wrong.status.code(), stdout(&wrong)), (Some(3), ""));
    let message = "the solver says that there is no other solution, but there is: ";
    assert!(stderr(&wrong).contains(message), "{}", stderr(&wrong));
    let wrong = decode(&format!("v {} 0\nv 1 2 0\ns SATISFIABLE\n", models[0]));
    assert_eq!((wrong.status.code(), stdout(&wrong)), (Some(3), ""));
    assert!(stderr(&wrong).contains("A1 holds 1 and 2"), "{}", stderr(&wrong));
    let late = decode(&format!("v {} 0\ns SATISFIABLE\ns UNKNOWN\n", models[0]));
    assert_eq!((late.status.code(), stdout(&late).lines().count()), (Some(0), 1));
    assert!(stderr(&late).contains("UNKNOWN"), "{}", stderr(&late));
}

#[test]
fn a_wrong_answer_makes_one_ask_of_what_the_formula_was_made() {
    let arguments = ["decode", "--puzzle", ESCARGOT, "--amo", "product"];
    let output = with_stdin(&arguments, &answer(&encode("", ESCARGOT)));
    let told = stderr(&output);
    assert_eq!(output.status.code(), Some(3), "{told}");
    let doubt = "was the formula made of this puzzle, with the same rules and --encoding extended \
                 --amo product?";
    assert!(told.contains("<stdin>: the model is no solution: "), "{told}");
    assert!(told.contains(doubt) && told.lines().count() == 2, "{told}");

    let output = decode_of(&encode("", ESCARGOT), "", &answer(&encode("--simplified", ESCARGOT)));
    let told = stderr(&output);
    assert!(told.contains("was it this formula that the solver was given?"), "{told}");
    assert_eq!(output.status.code(), Some(3), "{told}");
}

#[test]
fn a_changed_formula_is_told_from_a_solver_that_is_wrong() {
    let formula = encode("", "1..............2").replace("p cnf 64 386\n", "p cnf 64 387\n1 2 0\n");
    let output = decode_of(&formula, "", "s UNSATISFIABLE\n");
    let told = stderr(&output);
    assert_eq!(output.status.code(), Some(3), "{told}");
    assert!(told.contains("says UNSATISFIABLE, but there is a solution"), "{told}");
    assert!(told.contains("'encode' wrote 386 clauses, it has 387"), "{told}");
}

/// Without solution if both diagonals are units; ten givens at least clash.
const NONE: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

#[test]
fn with_a_proof_unsatisfiable_is_believed_only_if_it_checks() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proof");
    for (options, format) in [
        ("-x", ProofFormat::Drat),
        ("-x --encoding minimal --amo sequential", ProofFormat::BinaryDrat),
    ] {
        let formula = encode(options, NONE);
        let mut proof = Vec::new();
        let mut solver = Solver::new();
        solver.write_proof(&mut proof, format);
        solver.add_dimacs_cnf(formula.as_bytes()).unwrap();
        assert!(!solver.solve().unwrap());
        solver.close_proof().unwrap();
        drop(solver);
        let decoded = |proof: &[u8], answer| {
            fs::write(&file, proof).unwrap();
            decode_of(&formula, &format!("--proof {}", file.display()), answer)
        };
        let unsatisfiable = "s UNSATISFIABLE\n";
        let output = decoded(&proof, unsatisfiable);
        let text = stdout(&output);
        assert!(text.starts_with("no solution, by a checked proof ("), "{text}{}", stderr(&output));
        assert_eq!(output.status.code(), Some(1));
        for wrong in [&proof[..proof.len() / 2], b"", b"1 0\n"] {
            let output = decoded(wrong, unsatisfiable);
            assert_eq!((output.status.code(), stdout(&output)), (Some(3), ""), "{options}");
            assert!(stderr(&output).contains(file.to_str().unwrap()), "{}", stderr(&output));
        }
        assert_eq!(decoded(&proof, "s UNKNOWN\n").status.code(), Some(4));
    }
    let formula = encode("", ESCARGOT);
    let output = decode_of(&formula, &format!("--proof {}", file.display()), "s UNSATISFIABLE\n");
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    let output = decode_of(&formula, "--proof absent", &answer(&formula));
    assert!(stderr(&output).contains("the proof was not checked"), "{}", stderr(&output));
    assert_eq!(output.status.code(), Some(0));
}

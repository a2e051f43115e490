//! Are solvers' answers read back as the solutions that they are, and refused if they are not?

use std::fs;

use satdoku::{Deadline, Puzzle};
use varisat::Solver;

use crate::common::grid;
use crate::common::program::{Run, satdoku, with_stdin};

const ESCARGOT: &str =
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";

fn encode(options: &str, puzzle: &str) -> String {
    satdoku(format!("encode {options} '{puzzle}'")).ends(0).stdout
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
fn decode_of(formula: &str, options: &str, answer: &str) -> Run {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzle.cnf");
    fs::write(&path, formula).unwrap();
    let arguments = format!("decode --format line --cnf {}", path.display());
    with_stdin(format!("{arguments} {options}"), answer)
}

#[test]
fn a_formula_says_what_it_was_made_of() {
    let candidates = satdoku(format!("candidates {ESCARGOT}")).stdout;
    let regions = "aaab abbb cccd cddd";
    let large = format!("17 {}", ". ".repeat(20 * 20 - 1));
    for (options, output_options, puzzle) in [
        ("", "", ESCARGOT),
        ("--simplified --encoding minimal/commander", "", ESCARGOT),
        ("--encoding extended/product --names", "", ESCARGOT),
        ("--diagonal --rules anti-king", "", &".".repeat(81)),
        ("--rules latin", "", "12..34.........."),
        ("--simplified", "", &format!("12..............\t{regions}")),
        ("--box 3x2", "", &".".repeat(36)),
        ("--symbols ABCD", "--symbols ABCD", "AB..CD.........."),
        ("", "", &candidates),
        ("--simplified", "", &large),
    ] {
        let formula = encode(options, puzzle);
        let decoded = decode_of(&formula, output_options, &answer(&formula)).ends(0);
        assert!(formula.lines().all(|line| line.len() < 1100), "{options}");
        if options.contains("--simplified") || puzzle == candidates || puzzle == large {
            continue;
        }
        // The variables of a whole formula are known without it.
        let rules = options.replace("--names", "").replace("--encoding extended/product", "");
        let again = format!("decode --format line {rules} --puzzle '{puzzle}'");
        decoded.prints(with_stdin(again, answer(&formula)).stdout);
    }
    let formula = encode("", ESCARGOT);
    let (_, bare) = formula.split_at(formula.find("p cnf").unwrap());
    decode_of(bare, "", "").ends(2).tells("give --puzzle and --map instead");
    decode_of(&encode("", ESCARGOT), "--simplified", "").ends(2);
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
        |answer: &str| with_stdin(format!("decode --puzzle {puzzle} --format line"), answer);
    let models = models(puzzle);
    assert_eq!(models.len(), 18);
    let clasp: String = models.iter().map(|model| format!("c Answer\nv {model} 0\n")).collect();
    let found = decode(&format!("{clasp}s SATISFIABLE\nc Models : 18\n"));
    let solved = satdoku(format!("solve --all {puzzle}"));
    let mut solutions: Vec<&str> = found.stdout.lines().collect();
    let mut known: Vec<&str> =
        solved.stdout.lines().map(|line| line.trim_start_matches("1\t")).collect();
    solutions.sort_unstable();
    known.sort_unstable();
    assert_eq!(solutions, known);
    assert_eq!(found.stderr, "");

    let each: String = models.iter().map(|model| format!("s SATISFIABLE\nv {model} 0\n")).collect();
    let all = decode(&format!("{each}s UNSATISFIABLE\n")).ends(0).prints(found.stdout);
    assert_eq!(all.stderr, "note: 18 solutions and no other, confirmed by satdoku's own search\n");
    // A model given twice is one solution.
    let twice = decode(&format!("v {0} 0\nv {0} 0\ns SATISFIABLE\n", models[0]));
    assert_eq!(twice.stdout.lines().count(), 1);
    // One is missing, or wrong.
    let (_, short) = each.split_at(each.find("\ns ").unwrap() + 1);
    let wrong = decode(&format!("{short}s UNSATISFIABLE\n")).ends(3).prints("");
    let message = "the solver says that there is no other solution, but there is: ";
    wrong.tells(message);
    decode(&format!("v {} 0\nv 1 2 0\ns SATISFIABLE\n", models[0]))
        .ends(3)
        .prints("")
        .tells("A1 holds 1 and 2");
    let late = decode(&format!("v {} 0\ns SATISFIABLE\ns UNKNOWN\n", models[0])).tells("UNKNOWN");
    assert_eq!((late.status, late.stdout.lines().count()), (Some(0), 1));
}

#[test]
fn a_wrong_answer_makes_one_ask_of_what_the_formula_was_made() {
    let arguments = format!("decode --puzzle {ESCARGOT}");
    let doubt = "was the formula made of this puzzle, with this numbering? 'audit' checks it";
    let output = with_stdin(&arguments, answer(&encode("--simplified", ESCARGOT)))
        .ends(3)
        .tells("<stdin>: the model is no solution: ")
        .tells(doubt);
    assert_eq!(output.stderr.lines().count(), 2, "{}", output.stderr);

    decode_of(&encode("", ESCARGOT), "", &answer(&encode("--simplified", ESCARGOT)))
        .tells("was it this formula that the solver was given?")
        .ends(3);
}

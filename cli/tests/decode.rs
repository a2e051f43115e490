//! Are solvers' answers read back as the solutions that they are, and refused if they are not?

use std::fs;

use satdoku::{Deadline, Puzzle};
use varisat::Solver;

use crate::common::grid;
use crate::common::program::{Run, lacks, satdoku, sh, with_stdin};

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
    // A formula of another program: its unit clauses are the givens.
    decode_of(bare, "", &answer(bare)).ends(0);
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
    let message = "the solver says that there is no other solution, but there is one: ";
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
    let doubt = "was the formula made from this puzzle, with this numbering? try 'audit'";
    let output = with_stdin(&arguments, answer(&encode("--simplified", ESCARGOT)))
        .ends(3)
        .tells("<stdin>: the model is no solution: ")
        .tells(doubt);
    assert_eq!(output.stderr.lines().count(), 2, "{}", output.stderr);

    decode_of(&encode("", ESCARGOT), "", &answer(&encode("--simplified", ESCARGOT)))
        .tells("was the solver given this formula?")
        .ends(3);
}

#[test]
fn answers_are_read_as_real_solvers_print_them() {
    let puzzle = "1..............2";
    let models = models(puzzle);
    let lists: String =
        models[..2].iter().map(|m| format!("[{}]\n", m.replace(' ', ", "))).collect();
    let lines = |answer: &str| {
        let run = with_stdin(format!("decode --puzzle {puzzle} --format line"), answer).ends(0);
        run.stdout.lines().count()
    };
    // Z3 writes no final 0; PySAT prints lists.
    assert_eq!(lines(&format!("s SATISFIABLE\nv {} \n", models[0])), 1);
    assert_eq!(lines(&lists), 2);
    assert_eq!(lines(&format!("True\n{lists}")), 2);
    assert_eq!(lines(&format!("[{}]", lists.trim().replace('\n', ", "))), 2);
    let none = "12..3......3.1.2";
    for answer in ["s SOLUTIONS 0\n", "False\nNone\n"] {
        with_stdin(format!("decode --puzzle {none}"), answer)
            .ends(1)
            .shows("no solution, confirmed");
    }
    // A model that was cut is told from one without a 0.
    let cut = models[0].split(' ').take(40).collect::<Vec<_>>().join(" ");
    decode_of(&encode("", puzzle), "", &format!("s SATISFIABLE\nv {cut}"))
        .ends(3)
        .tells("expected a final 0 after the model's literals, found the end");
}

#[test]
fn installed_solvers_are_understood() {
    for command in ["z3 puzzle.cnf", "picosat --all puzzle.cnf", "cadical -q puzzle.cnf"] {
        if lacks(command) {
            continue;
        }
        for (puzzle, status) in [("12..3.......2.1.", 0), ("12..3......3.1.2", 1)] {
            let run = sh(format!(
                "satdoku encode {puzzle} -o puzzle.cnf; {command} | satdoku decode --cnf puzzle.cnf"
            ));
            run.ends(status);
        }
    }
}

#[test]
fn a_formula_of_ones_own_is_read_with_its_map_and_its_givens() {
    let puzzle = "12..3.......2.1.";
    let formula = encode("", puzzle);
    let (_, bare) = formula.split_at(formula.find("p cnf").unwrap());
    let solution = "1243342141322314\n";
    let model = answer(bare);
    decode_of(bare, "", &model).ends(0).prints(solution);
    // Rows for columns: the solution turned.
    let turned = "--map '16*(c-1)+4*(r-1)+d'";
    decode_of(bare, turned, &model).ends(0).prints("1342241342313124\n");
    decode_of(&formula, turned, &model).ends(0).prints("1342241342313124\n");
    decode_of(bare, &format!("--puzzle {puzzle}"), &model).ends(0).prints(solution);
    decode_of(bare, "--puzzle 21..3.......2.1.", &model).ends(3).tells("A1 is given as 2");
    // Without a header, and as SATLIB ends it.
    let (_, headless) = bare.split_once('\n').unwrap();
    let run = decode_of(&format!("{headless}%\n0\n"), "", &model).ends(0).prints(solution);
    run.tells("expected p cnf VARIABLES CLAUSES, found 1")
        .tells("found %, with which files of SATLIB");
    // A solution that breaks a clause of the formula.
    let more = format!("{headless}-1 -6 0\n");
    decode_of(&more, "", &model).ends(3).tells("the model breaks clause 390 (-1 -6 0)");
    decode_of(&formula, "--diagonal", &model).ends(2).tells("leave out the options");
    decode_of("1 2 3 4 0\n", "", &model).ends(2).tells("enough for sides up to 1; --box");
    satdoku("decode").ends(2).tells("--cnf <FILE>|--puzzle <INPUT>");
}

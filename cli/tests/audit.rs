//! Does `audit` judge formulas as brute force judges them?

use std::time::{Duration, Instant};

use itertools::Itertools;
use rand::Rng;
use rand::seq::IndexedRandom;
use serde_json::Value;
use varisat::{ExtendFormula, Lit, Solver};

use crate::common::program::{satdoku, with_stdin};
use crate::common::{brute_force, encode, random};
use satdoku::audit::{
    Audit, Completeness, Judgement, Soundness, VariableMap, audit, check_size, givens,
};
use satdoku::dimacs::Cnf;
use satdoku::encode::{AtMostOne, Encoding, Preset, Reason};
use satdoku::rules::Group;
use satdoku::verify::verify;
use satdoku::{Candidate, Deadline, Grid, Puzzle, Rules, Size, SolveError};

fn cnf(clauses: &[Vec<i32>]) -> Cnf {
    let mut formula = Cnf::default();
    clauses.iter().for_each(|clause| formula.push(clause.iter().copied()));
    formula
}

fn clauses(puzzle: &Puzzle, encoding: Encoding) -> Vec<Vec<i32>> {
    let encoded = encode(puzzle, encoding);
    let dimacs = |clause: &[Lit]| clause.iter().map(|lit| lit.to_dimacs() as i32).collect();
    encoded.formula.iter().map(dimacs).collect()
}

/// With the standard map.
fn audited(puzzle: &Puzzle, clauses: &[Vec<i32>]) -> Audit {
    let map = VariableMap::standard(puzzle.size());
    audit(&cnf(clauses), &map, puzzle, Deadline::NONE).unwrap()
}

#[test]
fn every_encoding_of_every_size_is_equivalent_to_the_rules() {
    let sizes = [(2, 2), (2, 3), (3, 3)].map(|(height, width)| Size::new(height, width).unwrap());
    for (encoding, size) in itertools::iproduct!(Encoding::all(), sizes) {
        let empty = Grid::empty(size);
        let mut puzzles = vec![Puzzle::diagonal(empty.clone())];
        // The diagonals are left to the small sizes: here they only take time.
        if size == Size::NINE {
            puzzles.clear();
        }
        puzzles.push(Puzzle::classic(empty));
        for puzzle in puzzles {
            let report = audited(&puzzle, &clauses(&puzzle, encoding));
            assert_eq!(report.judgement(), Judgement::Equivalent, "{encoding} {size}: {report:?}");
            assert!(report.families.iter().all(|family| family.failing.is_empty()));
        }
    }
}

/// A grid in literals, one a candidate.
fn placed(grid: &Grid) -> Vec<Lit> {
    let all = grid.size().candidates().enumerate();
    all.map(|(at, c)| Lit::from_index(at, grid.get(c.cell) == Some(c.digit))).collect()
}

fn solver<'a>(clauses: impl IntoIterator<Item = &'a Vec<i32>>) -> Solver<'static> {
    let mut solver = Solver::new();
    for clause in clauses {
        let lits: Vec<Lit> = clause.iter().map(|&lit| Lit::from_dimacs(lit as isize)).collect();
        solver.add_clause(&lits);
    }
    solver
}

/// All models over the candidates are solutions, and all solutions are models, both by search with
/// nothing of the audit.
fn judged(solutions: &[Grid], clauses: &[Vec<i32>]) -> (bool, bool) {
    let mut solver = solver(clauses);
    let mut complete = true;
    for grid in solutions {
        solver.assume(&placed(grid));
        complete &= solver.solve().unwrap();
    }
    solver.assume(&[]);
    for grid in solutions {
        solver.add_clause(&placed(grid).iter().map(|&lit| !lit).collect::<Vec<_>>());
    }
    (!solver.solve().unwrap(), complete)
}

#[test]
fn altered_formulas_are_judged_as_brute_force_judges_them() {
    let puzzle = Puzzle::classic(Grid::empty(Size::FOUR));
    let solutions = brute_force(&puzzle);
    let mut random = random(12);
    let mut seen = [0; 4];
    let pairwise = Preset::ALL.map(|preset| (preset, AtMostOne::Pairwise, 200));
    let others = AtMostOne::ALL.map(|amo| (Preset::Minimal, amo, 50));
    for (preset, amo, mutants) in pairwise.into_iter().chain(others) {
        let original = clauses(&puzzle, Encoding { preset, amo });
        let variables = original.iter().flatten().map(|lit| lit.abs()).max().unwrap();
        for _ in 0..mutants {
            let mut altered = original.clone();
            let at = random.random_range(0..altered.len());
            match random.random_range(0..3) {
                0 => drop(altered.remove(at)),
                1 => {
                    let lit = random.random_range(0..altered[at].len());
                    altered[at][lit] *= -1;
                }
                _ => {
                    let lits = (0..random.random_range(2..5)).map(|_| {
                        random.random_range(1..=variables) * [-1, 1].choose(&mut random).unwrap()
                    });
                    let clause = lits.collect();
                    altered.push(clause);
                }
            }
            let report = audited(&puzzle, &altered);
            let (is_sound, is_complete) = judged(&solutions, &altered);
            match &report.soundness {
                Soundness::Sound | Soundness::NoModel => assert!(is_sound, "{altered:?}"),
                Soundness::Unsound { broken, .. } => assert!(!is_sound && !broken.is_empty()),
                Soundness::Unknown => panic!("not decided: {altered:?}"),
            }
            match &report.completeness {
                Completeness::Complete => assert!(is_complete, "{altered:?}"),
                Completeness::Incomplete { solution, guilty } => {
                    assert!(!is_complete, "{altered:?}");
                    assert_eq!(verify(&puzzle, solution), Ok(()));
                    assert!(guilty.iter().all(|guilty| altered[guilty.index] == guilty.clause));
                    let allowed_without = |left_out: usize| {
                        let others = guilty.iter().filter(|guilty| guilty.index != left_out);
                        let mut solver = solver(others.map(|guilty| &guilty.clause));
                        solver.assume(&placed(solution));
                        solver.solve().unwrap()
                    };
                    assert!(!allowed_without(usize::MAX), "{guilty:?}");
                    assert!(guilty.iter().all(|guilty| allowed_without(guilty.index)));
                }
                other => panic!("{other:?}: {altered:?}"),
            }
            seen[usize::from(is_sound) + 2 * usize::from(is_complete)] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 0), "each verdict occurs: {seen:?}");
}

/// The clauses of 9x9, the boxes constrained for one digit each: a slip that was published with a
/// proof.
fn slip() -> Vec<Vec<i32>> {
    let puzzle = Puzzle::classic(Grid::empty(Size::NINE));
    let encoded = encode(&puzzle, Encoding { preset: Preset::Efficient, amo: AtMostOne::Pairwise });
    let rules = puzzle.rules();
    let mut kept = Vec::new();
    for (clause, reason) in encoded.formula.iter().zip(&encoded.reasons) {
        let is_kept = match *reason {
            Reason::AtMostOne(Group::Unit(unit, digit)) => {
                let index = unit.index().checked_sub(18);
                !rules.unit(unit).kind.is_box() || index == Some(digit.index())
            }
            _ => true,
        };
        if is_kept {
            kept.push(clause.iter().map(|lit| lit.to_dimacs() as i32).collect());
        }
    }
    kept
}

fn text(clauses: &[Vec<i32>]) -> String {
    let variables = clauses.iter().flatten().map(|lit| lit.abs()).max().unwrap();
    let mut text = format!("p cnf {variables} {}\n", clauses.len());
    for clause in clauses {
        clause.iter().for_each(|lit| text += &format!("{lit} "));
        text += "0\n";
    }
    text
}

#[test]
fn boxes_constrained_for_one_digit_are_found_out() {
    let formula = text(&slip());
    let short = with_stdin("audit -", &formula).ends(1);
    let short = &short.stdout;
    assert!(short.contains("unit <= 1 (box): 9 of 81; only 1 in box 1, 2 in box 2, "), "{short}");
    assert!(short.lines().count() <= 10 && short.contains("first missing clause: "), "{short}");
    with_stdin("audit --verbose -", &formula)
        .shows("  unit <= 1 (box): 9 of 81; only 1 in box 1, 2 in box 2, ")
        .shows("unit <= 1 (row): 81 of 81\n")
        .shows("not sound")
        .shows("\ncomplete: ");
}

/// A formula as students write it, in loops, with one thing wrong.
fn written(side: usize, slip: &str) -> Vec<Vec<i32>> {
    let boxes = if side == 9 { 3 } else { 2 };
    let variable =
        |[row, column]: [usize; 2], digit| (side * (side * row + column) + digit + 1) as i32;
    let all = || itertools::iproduct!(0..side, 0..side);
    let mut clauses = Vec::new();
    for (row, column) in all() {
        let digits = 0..side - usize::from(slip == "range(1, side) for digits");
        let is_left_out = match slip {
            "no cells" => true,
            "range(side - 1) for rows of cells" => row == side - 1,
            "no clause for one cell" => (row, column) == (1, 2),
            _ => false,
        };
        if !is_left_out {
            clauses.push(digits.map(|digit| variable([row, column], digit)).collect());
        }
    }
    let in_box = |index: usize, at: usize| {
        let (row, column) = match slip {
            "boxes from divmod(index, size)" => (index / boxes, index % boxes),
            "box index % size twice" => (index % boxes * boxes, index % boxes * boxes),
            _ => (index / boxes * boxes, index % boxes * boxes),
        };
        [row + at / boxes, column + at % boxes]
    };
    for ((index, digit), kind) in itertools::iproduct!(all(), ["rows", "columns", "boxes"]) {
        if slip == format!("no {kind}") {
            continue;
        }
        let places = (0..side).map(|at| match kind {
            "rows" => [index, at],
            "columns" => [at, index],
            _ => in_box(index, at),
        });
        let left_out = usize::from(slip == "range(side - 1) for rows" && kind == "rows");
        for (first, second) in places.take(side - left_out).tuple_combinations() {
            clauses.push(vec![-variable(first, digit), -variable(second, digit)]);
        }
    }
    clauses
}

#[test]
fn the_usual_slips_are_answered_at_once() {
    use Judgement::{Equivalent, NoModel, NotEquivalent};
    for (slip, on_four, on_nine) in [
        ("none", Equivalent, Equivalent),
        ("boxes from divmod(index, size)", NoModel, NotEquivalent),
        // On 4x4 the other two boxes follow.
        ("box index % size twice", Equivalent, NotEquivalent),
        ("no cells", NotEquivalent, NotEquivalent),
        ("no rows", NotEquivalent, NotEquivalent),
        ("no columns", NotEquivalent, NotEquivalent),
        ("no boxes", NotEquivalent, NotEquivalent),
        ("no clause for one cell", NotEquivalent, NotEquivalent),
        ("range(side - 1) for rows", NotEquivalent, NotEquivalent),
        ("range(side - 1) for rows of cells", NotEquivalent, NotEquivalent),
        ("range(1, side) for digits", NoModel, NotEquivalent),
    ] {
        for (size, expected) in [(Size::FOUR, on_four), (Size::NINE, on_nine)] {
            let puzzle = Puzzle::classic(Grid::empty(size));
            let formula = cnf(&written(size.side(), slip));
            // Far more than it takes, for a busy machine.
            let deadline = Deadline::after(Duration::from_secs(20));
            let report = audit(&formula, &VariableMap::standard(size), &puzzle, deadline).unwrap();
            assert_eq!(report.judgement(), expected, "{slip}: {report:?}");
            if let Completeness::Incomplete { solution, .. } = &report.completeness {
                assert_eq!(verify(&puzzle, solution), Ok(()), "{slip}");
            }
        }
    }
}

/// Status, text and report of the program on a formula.
fn program(arguments: &str, formula: &str) -> (Option<i32>, String, Value) {
    let arguments = format!("audit - {arguments}");
    let output = with_stdin(&arguments, formula);
    let report = with_stdin(format!("{arguments} --format json"), formula);
    assert_eq!(output.status, report.status);
    (output.status, output.stdout, serde_json::from_str(&report.stdout).unwrap())
}

#[test]
fn the_clause_that_forbids_a_solution_is_named_with_its_line() {
    let sound = clauses(&Puzzle::classic(Grid::empty(Size::NINE)), Encoding::default());
    for (clause, told) in [
        (&[-365, -1][..], "-365 -1 0, forbids A1=1 with E5=5, which share no unit"),
        (&[-1, -11], "-1 -11 0, forbids A1=1 with A2=2"),
        (&[1, 2], "1 2 0, demands A1=1 or A1=2"),
        (&[-1, 365], "-1 365 0, forbids A1=1 unless the model has E5=5"),
    ] {
        let altered = [&sound[..], &[clause.to_vec()]].concat();
        let (code, said, report) = program("", &format!("c a note\n{}", text(&altered)));
        let told = format!("line 10533, {told}");
        assert_eq!((code, &report["guilty"]), (Some(1), &Value::from(vec![told.clone()])));
        assert!(said.contains(&format!("\n  {told}\n")) && said.lines().count() <= 10, "{said}");
    }
}

#[test]
fn a_numbering_that_fits_is_named_and_used_only_on_request() {
    let givens = format!("4.....8.5.3{}", ".".repeat(70));
    let puzzle = Puzzle::classic(givens.parse().unwrap());
    for numbering in [
        "100*r+10*c+d",
        "100*(r-1)+10*(c-1)+d",
        "100*d+10*r+c",
        "81*(d-1)+9*(r-1)+c",
        "81*(r-1)+9*(d-1)+c",
        "81*r+9*c+d",
        "81*(d-1)+9*(r-1)+c+40",
        "-(100*r+10*c+d)",
        "81*(c-1)+9*(r-1)+d",
    ] {
        let map = VariableMap::from_formula(Size::NINE, numbering).unwrap();
        let candidates: Vec<Candidate> = Size::NINE.candidates().collect();
        let renumbered =
            |lit: &i32| lit.signum() * map.lit(candidates[lit.unsigned_abs() as usize - 1]);
        let formula: Vec<Vec<i32>> = clauses(&puzzle, Encoding::default())
            .iter()
            .map(|clause| clause.iter().map(renumbered).collect())
            .collect();
        let output = with_stdin(format!("audit - --puzzle {givens}"), text(&formula));
        let told = format!("try --map '{numbering}'");
        assert_ne!(output.status, Some(0));
        output.tells(told);
        let output = with_stdin(format!("audit - --map {numbering}"), text(&formula)).ends(0);
        assert!(output.stderr.is_empty(), "{}", output.stderr);
    }
}

#[test]
fn a_formula_without_models_forbids_every_solution() {
    let puzzle = Puzzle::classic(Grid::empty(Size::FOUR));
    let report = audited(&puzzle, &[vec![1], vec![-1]]);
    assert_eq!(report.soundness, Soundness::NoModel);
    assert!(matches!(report.completeness, Completeness::Incomplete { .. }), "{report:?}");
    assert_eq!(report.judgement(), Judgement::NoModel);
    assert!(report.families.is_empty(), "all would follow");
    for formula in ["p cnf 64 2\n9 0\n-9 0\n", "p cnf 64 1\n0\n"] {
        let (code, text, report) = program("", formula);
        assert_eq!((code, &report["verdict"]), (Some(3), &Value::from("no-model")), "{formula}");
        assert!(text.starts_with("no model: the clauses contradict each other\n"), "{text}");
        assert!(!text.contains(" of 81") && report["families"] == Value::Array(vec![]), "{text}");
        assert_eq!((&report["satisfiable"], &report["solvable"]), (&false.into(), &true.into()));
    }
}

#[test]
fn givens_that_contradict_each_other_are_never_equivalent() {
    let (twice, hidden) = ("11..............", "12....3....3....");
    for (givens, clash) in [(twice, "  row A holds 1 twice: A1, A2\n"), (hidden, "")] {
        let formula =
            text(&clauses(&Puzzle::classic(givens.parse().unwrap()), Encoding::default()));
        let (code, text, report) = program("", &formula);
        assert_eq!((code, &report["verdict"]), (Some(2), &Value::from("no-solution")));
        assert!(text.starts_with("no solution: the givens contradict each other"), "{text}");
        assert!(text.contains(&format!("complete: there is no solution\n{clash}")), "{text}");
        assert_eq!(report["solvable"], false);
        let rules =
            self::text(&clauses(&Puzzle::classic(Grid::empty(Size::FOUR)), Encoding::default()));
        let (code, text, report) = program(&format!("--puzzle {givens}"), &rules);
        assert_eq!((code, &report["verdict"]), (Some(1), &Value::from("not-equivalent")), "{text}");
        assert!(text.contains("not sound: ") && report["solvable"] == false, "{text}");
    }
}

#[test]
fn a_clause_that_stands_twice_is_counted_once() {
    let puzzle = Puzzle::classic(Grid::empty(Size::FOUR));
    let mut stated = clauses(&puzzle, Preset::Minimal.into());
    stated.push(vec![1, 2, 3, 4, 5]);
    assert_eq!(audited(&puzzle, &stated).duplicates, 0);
    stated.push(vec![5, 4, 3, 2, 1]);
    assert_eq!(audited(&puzzle, &stated).duplicates, 1);
}

#[test]
fn deadlines_and_sizes_bound_the_work_from_the_start() {
    let size = Size::new(5, 5).unwrap();
    let (map, puzzle) = (VariableMap::standard(size), Puzzle::classic(Grid::empty(size)));
    let over = audit(&cnf(&[vec![1]]), &map, &puzzle, Deadline::after(Duration::ZERO));
    assert_eq!(over, Err(SolveError::TimedOut));
    assert_eq!(check_size(Size::new(5, 8).unwrap()), Ok(()));
    assert!(matches!(check_size(Size::new(6, 7).unwrap()), Err(SolveError::TooLarge { .. })));
    // Not four gigabytes for a map.
    with_stdin("audit - --box 32x32", "p cnf 1 0\n").ends(2);
}

#[test]
fn givens_of_a_formula_are_held_against_the_puzzle() {
    let puzzle = "12..3.......2.1.";
    let formula = satdoku(format!("encode {puzzle}")).stdout;
    let of = |arguments: &str| {
        let output = with_stdin(format!("audit - --format json {arguments}"), &formula);
        let report: Value = serde_json::from_str(&output.stdout).unwrap();
        (output.status, report["verdict"].as_str().unwrap().to_owned(), report)
    };
    let (code, verdict, report) = of("");
    assert_eq!((code, verdict.as_str()), (Some(0), "equivalent"));
    assert_eq!(report["givens"], puzzle);
    let (code, verdict, report) = of("--puzzle 12..31......2.1.");
    assert_eq!((code, verdict.as_str()), (Some(1), "not-equivalent"), "{report}");
    let (code, verdict, report) = of("--puzzle 12..3.......2...");
    assert_eq!((code, verdict.as_str()), (Some(1), "not-equivalent"), "{report}");
    assert_eq!(report["complete"], false);
}

#[test]
fn other_numberings_are_read_as_formula_table_and_comments() {
    let puzzle = Puzzle::classic(Grid::empty(Size::FOUR));
    let renumbered = |lit: i32| {
        let index = lit.abs() - 1;
        let [row, column, digit] = [index / 16 + 1, index / 4 % 4 + 1, index % 4 + 1];
        lit.signum() * (100 * digit + 10 * row + column)
    };
    let clauses: Vec<Vec<i32>> = clauses(&puzzle, Encoding::default())
        .iter()
        .map(|clause| clause.iter().map(|&lit| renumbered(lit)).collect())
        .collect();
    let formula = text(&clauses);
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("table");
    let mut lines = String::new();
    for (row, column, digit) in itertools::iproduct!(0..4, 0..4, 0..4) {
        let variable = 100 * (digit + 1) + 10 * (row + 1) + column + 1;
        lines += &format!("x[{row}][{column}][{digit}] {variable}\n");
    }
    std::fs::write(&table, &lines).unwrap();
    let commented: String = lines.lines().map(|line| format!("c {line}\n")).collect();
    for (map, formula) in [
        ("--map 'd*100 + 10*r + c'", formula.clone()),
        (&format!("--map {}", table.display()), formula.clone()),
        ("", commented + &formula),
    ] {
        with_stdin(format!("audit - --box 2x2 {map}"), &formula).ends(0);
    }
    with_stdin("audit - --box 2x2", &formula).ends(1);
}

#[test]
fn maps_that_are_none_are_errors_with_the_place() {
    let size = Size::FOUR;
    let formula = |text: &str| VariableMap::from_formula(size, text).unwrap_err().to_string();
    for (text, error) in [
        (
            "r+c+d",
            "expected one variable of its own for each candidate, found A1=2 as 4 and A2=1 as 4",
        ),
        ("16*r+4*c+", "column 10 of \"16*r+4*c+\": expected r, c, d, a whole number or (, "),
        ("16*(r-1", "column 8 of \"16*(r-1\": expected +, -, * or )"),
        ("16*r 4", "column 6 of \"16*r 4\": expected +, -, * or the end"),
        ("16*r+4*c+d-21", "A1=1: expected a variable from 1 to 4194304, found 0"),
        ("99999999999999999999", "expected r, c, d, a whole number"),
        (&"(".repeat(100_000), "column 201 of "),
    ] {
        let found = formula(text);
        assert!(found.contains(error), "{text:.40}: {found}");
    }
    let names = |text: &str| VariableMap::from_names(size, text).unwrap_err().to_string();
    for (text, error) in [
        ("1 A1=1\n\nA1 one\n", "line 3: expected a variable and a candidate, as in 42 A5=6 or "),
        ("1 A1=1\n2 A1=1\n", "found A1=1 as 1 and A1=1 as 2"),
        ("1 A1=1\n", "all 64 candidates, found 1; A1=2 has none"),
        ("5 x_5_1_1\n", "line 1: expected a variable and a candidate, "),
        ("1 x_0_1_1\n5 x_4_1_1\n", "line 2: expected a variable and a candidate, "),
    ] {
        let found = names(text);
        assert!(found.contains(error), "{text}: {found}");
    }
}

#[test]
fn givens_are_the_unit_clauses() {
    let map = VariableMap::standard(Size::FOUR);
    let found = givens(&cnf(&[vec![1], vec![-6], vec![5, 7]]), &map).unwrap();
    let filled: Vec<Candidate> = found.filled().collect();
    assert_eq!(filled.len(), 1);
    assert_eq!((filled[0].cell.index(), filled[0].digit.value()), (0, 1));
}

/// The formula of a 4x4 grid as a program in a student's repository writes it: its clauses, without
/// the givens, then the givens.
fn student(slip: &str, givens: &[[usize; 3]]) -> Vec<Vec<i32>> {
    let variable = |[row, column, digit]: [usize; 3]| match slip {
        "rows from 1" => 16 * (row + 1) + 4 * (column + 1) + digit + 1,
        "columns first" => 16 * column + 4 * row + digit + 1,
        "decimal" => 100 * (row + 1) + 10 * (column + 1) + digit + 1,
        "from 0" => 16 * row + 4 * column + digit,
        _ => 16 * row + 4 * column + digit + 1,
    } as i32;
    let all = || itertools::iproduct!(0..4, 0..4, 0..4);
    let mut clauses = Vec::new();
    for (row, column) in itertools::iproduct!(0..4, 0..4) {
        if slip != "no cell holds a digit" {
            clauses.push((0..4).map(|digit| variable([row, column, digit])).collect());
        }
    }
    let mut differ = |first, second| {
        let pair = [first, second].map(|at| -variable(at));
        clauses.push(pair.to_vec());
        if slip == "each pair twice" {
            clauses.push(pair.into_iter().rev().collect());
        }
    };
    for (row, column, digit) in all() {
        let from = |at: usize| if slip == "each pair with itself" { at } else { at + 1 };
        let at = [row, column, digit];
        if slip != "cells hold several digits" {
            (from(digit)..4).for_each(|other| differ(at, [row, column, other]));
        }
        (from(column)..4).for_each(|other| differ(at, [row, other, digit]));
        (from(row)..4).for_each(|other| differ(at, [other, column, digit]));
        let (band, stack) = (row / 2 * 2, column / 2 * 2);
        for other in row % 2 * 2 + column % 2 + 1..4 {
            let is_last = other == 3 && slip == "the last cell of each box is forgotten";
            let is_in_row = slip == "boxes are rows again";
            let other =
                if is_in_row { [row, other] } else { [band + other / 2, stack + other % 2] };
            if !is_last {
                differ(at, [other[0], other[1], digit]);
            }
        }
    }
    match slip {
        "a flipped sign" => clauses[100][1] *= -1,
        "a clause is lost" => drop(clauses.remove(15)),
        "a given of another puzzle" => clauses.push(vec![2]),
        "one pair with itself" => clauses.push(vec![-33, -33]),
        _ => {}
    }
    let shift = usize::from(slip == "digits of givens from 0");
    clauses.extend(
        givens.iter().map(|&[row, column, digit]| vec![variable([row, column, digit - shift])]),
    );
    if slip == "empty cells are given as 0" {
        clauses.extend((1..4).map(|column| vec![variable([3, column, 0]) - 1]));
    }
    clauses
}

#[test]
fn formulas_of_public_encoders_get_their_verdict_whatever_their_header_says() {
    /// 12.. .... ..21 ...3 and one more.
    const GIVENS: [[usize; 3]; 6] =
        [[0, 0, 0], [0, 1, 1], [1, 3, 1], [2, 2, 1], [2, 3, 0], [3, 3, 2]];
    let clauses = |slip: &str, givens: &[[usize; 3]]| {
        let text = text(&student(slip, givens));
        text.split_once('\n').unwrap().1.to_owned()
    };
    let usual = clauses("", &GIVENS);
    let count = usual.lines().count();
    let header = format!("p cnf 64 {count}\n");
    let headed = |header: String| format!("{header}\n{usual}");
    let slip = |slip: &str, givens: &[[usize; 3]]| text(&student(slip, givens));
    let equivalent = "equivalent: the models are exactly the solutions\n";
    let alone = "with its givens: equivalent\nthe rules without the givens: not equivalent\n";
    let cases = [
        ("nothing is wrong", headed(header.clone()), "", 0, equivalent),
        ("lines end in CR LF", headed(header.clone()).replace('\n', "\r\n"), "", 0, equivalent),
        ("all clauses in one line", headed(header.clone()).replace("0\n", "0 "), "", 0, equivalent),
        (
            "64 variables said, 444 used",
            format!("p cnf 64 {count}\n{}", clauses("decimal", &GIVENS)),
            "--map 100*r+10*c+d",
            0,
            "note: <stdin>: line 1: expected 64 variables, as the header says, found 444; ",
        ),
        (
            "the givens are not counted",
            headed(format!("p cnf 64 {}", count - 6)),
            "",
            0,
            "line 1: expected 400 clauses, as the header says, found 406",
        ),
        (
            "too many clauses are said",
            headed(format!("p cnf 64 {}", 2 * count)),
            "",
            0,
            "found 406",
        ),
        ("p cnf 0", headed("p cnf 0".into()), "", 0, "CLAUSES, found p cnf 0;"),
        (
            "p cnf 0 0",
            headed("p cnf 0 0".into()),
            "",
            0,
            "expected 0 variables, as the header says",
        ),
        (
            "a count with a point",
            headed(format!("p cnf 64 {count}.0")),
            "",
            0,
            "found p cnf 64 406.0",
        ),
        (
            "the header at the end",
            format!("{usual}{header}"),
            "",
            0,
            "CLAUSES, found 1; the formula is read",
        ),
        ("no header", usual.clone(), "", 0, "line 1: expected p cnf VARIABLES CLAUSES, found "),
        (
            "the end of SATLIB",
            format!("{header}{usual}%\n0\n\n"),
            "",
            0,
            "found %, with which files of",
        ),
        (
            "the last 0 is missing",
            headed(header.clone()).trim_end_matches("0\n").to_owned(),
            "",
            2,
            "expected a number from -4194304 to 4194304, found the end",
        ),
        (
            "variables from 0",
            slip("from 0", &GIVENS),
            "--box 2x2",
            2,
            "found an empty clause (0 ends a clause",
        ),
        (
            "bits of digits as variables",
            "p cnf 324 1\n1 2 3 4 0\n".to_owned(),
            "--box 3x3",
            2,
            "expected at least 729 variables, one for each digit in each cell of 9x9, found 324 \
             variables, enough for sides up to 6",
        ),
        (
            "rows and columns from 1",
            slip("rows from 1", &GIVENS),
            "--box 2x2",
            1,
            "try --map '16*r+4*c+d'",
        ),
        ("columns first", slip("columns first", &[]), "", 0, equivalent),
        ("each pair twice", slip("each pair twice", &[]), "--verbose", 0, "repeated: 448 clauses"),
        ("each pair with itself", slip("each pair with itself", &[]), "", 3, "no model: "),
        (
            "one pair with itself",
            slip("one pair with itself", &[]),
            "",
            1,
            "-33 -33 0, forbids C1=1\n",
        ),
        ("no cell holds a digit", slip("no cell holds a digit", &[]), "", 1, " holds no digit"),
        ("cells hold several digits", slip("cells hold several digits", &[]), "", 0, equivalent),
        (
            "boxes are rows again",
            slip("boxes are rows again", &[]),
            "",
            3,
            "-9 -9 0, forbids A3=1\n",
        ),
        (
            "the last cell of each box is forgotten",
            slip("the last cell of each box is forgotten", &GIVENS),
            "",
            1,
            alone,
        ),
        ("a flipped sign", slip("a flipped sign", &GIVENS), "", 1, alone),
        ("a clause is lost", slip("a clause is lost", &GIVENS), "", 1, alone),
        (
            "digits of givens from 0",
            slip("digits of givens from 0", &GIVENS[1..2]),
            "--puzzle .2..............",
            1,
            "the given A2=2 is not placed",
        ),
        (
            "empty cells are given as 0",
            slip("empty cells are given as 0", &GIVENS),
            "",
            2,
            "no solution: the givens contradict each other",
        ),
    ];
    assert_eq!(cases.len(), 28);
    for (slip, formula, arguments, status, told) in cases {
        let run = with_stdin(format!("audit - {arguments}"), formula);
        let said = run.stdout.clone() + &run.stderr;
        assert!(
            run.status == Some(status) && said.contains(told),
            "{slip}: {:?} {said}",
            run.status
        );
    }
}

/// The 4x4 grid in regions of which two are rows, which the rules name once, as rows.
const ROWS_AS_REGIONS: &str = "aaaabbccbbccdddd";

#[test]
fn regions_that_are_rows_are_counted_as_rows() {
    let rules = Rules::builder(Size::FOUR).regions(ROWS_AS_REGIONS.parse().unwrap());
    let puzzle = Puzzle::new(rules.build().unwrap(), Grid::empty(Size::FOUR)).unwrap();
    let solutions = brute_force(&puzzle);
    let groups: Vec<Group> = puzzle.rules().groups().collect();
    let mut random = random(46);
    let mut unsound = 0;
    for _ in 0..100 {
        let mut stated = Vec::new();
        for group in &groups {
            let lits = group.candidates(puzzle.rules());
            let lits = lits.map(|of| Size::FOUR.candidate_index(of) as i32 + 1).collect_vec();
            let pairs = lits.iter().tuple_combinations().map(|(a, b)| vec![-a, -b]).collect_vec();
            let is_cell = group.cell().is_some();
            if is_cell || random.random_bool(0.7) {
                stated.push(lits);
            }
            if is_cell || random.random_bool(0.7) {
                stated.extend(pairs);
            }
        }
        let expected = judged(&solutions, &stated);
        let found = audited(&puzzle, &stated);
        let is_sound = found.soundness == Soundness::Sound;
        assert_eq!(
            (is_sound, found.completeness == Completeness::Complete),
            expected,
            "{stated:?}"
        );
        unsound += usize::from(!is_sound);
    }
    assert!(unsound > 0, "all follow from the rest");
}

#[test]
fn a_map_may_have_other_comments() {
    let numbers = "c 64 variables: 4 rows, 4 columns, 4 digits\n";
    let formula = text(&clauses(&Puzzle::classic(Grid::empty(Size::FOUR)), Encoding::default()));
    let all = || itertools::iproduct!(0..4, 0..4, 0..4);
    let variable = |row: usize, column: usize, digit: usize| 16 * row + 4 * column + digit + 1;
    let words: String =
        all().map(|(r, c, d)| format!("c {} x_{r}_{c}_{d}\n", variable(r, c, d))).collect();
    let cells: String = all()
        .map(|(r, c, d)| {
            let cell = Size::FOUR.cell_name(Size::FOUR.cell(r, c));
            format!("c {} {cell}={}\n", variable(r, c, d), d + 1)
        })
        .collect();
    let folder = tempfile::tempdir().unwrap();
    for names in [words, cells] {
        let table = format!("{numbers}# by hand\n{names}");
        with_stdin("audit -", format!("{numbers}{names}{formula}"))
            .ends(0)
            .shows("map: comment lines of the formula");
        for table in [table.clone(), table.replace("c 64 v", "# 64 v").replace("c ", "")] {
            let path = folder.path().join("map");
            std::fs::write(&path, table).unwrap();
            with_stdin(format!("audit - --map {}", path.display()), &formula).ends(0);
        }
    }
}

#[test]
fn thousands_of_auxiliary_variables_are_resolved_out_in_time() {
    let puzzle = Puzzle::classic(Grid::empty(Size::FOUR));
    let mut stated = clauses(&puzzle, Encoding::default());
    // A1=1 implies one after another, and the last one that B1 is not 1.
    let last = 64 + 16_000;
    stated.push(vec![-1, 65]);
    stated.extend((65..last).map(|variable| vec![-variable, variable + 1]));
    stated.push(vec![-last, -17]);
    let start = Instant::now();
    let (code, said, _) = program("--box 2x2 --time-limit 60", &text(&stated));
    assert_eq!(code, Some(0), "{said}");
    // More than half a minute for each of both runs before.
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

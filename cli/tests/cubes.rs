//! Cubes share the solutions out: each is in exactly one of them.

use satdoku::generate::{Holes, Recipe};
use satdoku::simplify::split;
use satdoku::solve::{simplified, solutions};
use satdoku::{Candidate, Candidates, Deadline, Encoding, Formula, Grid, Rules, Size, Variant};
use varisat::{ExtendFormula, Lit, Solver};

#[cfg(unix)]
use crate::common::program::{folder_with_puzzles, lacks, satdoku, sh, sh_in};
use crate::common::random::Random;

fn holds(grid: &Grid, cube: &[Candidate]) -> bool {
    cube.iter().all(|candidate| grid.get(candidate.cell) == Some(candidate.digit))
}

#[test]
fn every_solution_of_a_4x4_puzzle_is_in_exactly_one_cube() {
    for rules in [Rules::classic(Size::FOUR), Rules::latin(Size::FOUR), Rules::diagonal(Size::FOUR)]
    {
        let mut random = Random::new(rules, 3);
        for count in [1, 2, 5, 12, 40] {
            for _ in 0..20 {
                let givens = random.givens(0..5);
                let puzzle = random.puzzle(givens);
                let cubes =
                    split(&puzzle, &Candidates::from_grid(puzzle.givens()), count, Deadline::NONE)
                        .unwrap();
                let all: Vec<Grid> =
                    solutions(&puzzle, None, Deadline::NONE).map(|found| found.unwrap()).collect();
                for grid in &all {
                    let in_cubes = cubes.iter().filter(|cube| holds(grid, cube)).count();
                    assert_eq!(in_cubes, 1, "{grid}: {cubes:?}");
                }
                // Where propagation has settled all leaves, each is a solution.
                let is_short = cubes.len() < count && cubes != [vec![]];
                assert!(!is_short || cubes.len() == all.len(), "{count}: {cubes:?}");
            }
        }
    }
}

/// No two cubes share a solution, and without all of them there is none.
fn assert_complete_and_disjoint(formula: &Formula, cubes: &[Vec<Candidate>]) {
    let mut solver = Solver::new();
    formula.for_each_clause(|clause, _| solver.add_clause(clause));
    let lits = |cube: &[Candidate]| -> Vec<Lit> {
        cube.iter().map(|&candidate| formula.lit(candidate)).collect()
    };
    for (index, cube) in cubes.iter().enumerate() {
        for other in &cubes[..index] {
            solver.assume(&[lits(cube), lits(other)].concat());
            assert!(!solver.solve().unwrap(), "{cube:?} {other:?}");
        }
    }
    for cube in cubes {
        let negated: Vec<Lit> = lits(cube).into_iter().map(|lit| !lit).collect();
        solver.add_clause(&negated);
    }
    solver.assume(&[]);
    assert!(!solver.solve().unwrap());
}

#[test]
fn cubes_of_larger_puzzles_exclude_each_other_and_cover_all() {
    let side = |side| Rules::classic(Size::from_side(side).unwrap());
    let argyle = Rules::builder(Size::NINE).variant(Variant::Argyle).build().unwrap();
    for (rules, fraction) in [(Rules::classic(Size::NINE), 0.8), (argyle, 0.9), (side(16), 0.6)] {
        let recipe = Recipe::new(rules.into(), 4);
        for index in 0..3 {
            let puzzle =
                recipe.with_holes(index, Holes { fraction, balanced: true }).unwrap().puzzle;
            let formula = simplified(&puzzle, None, Encoding::default(), Deadline::NONE).unwrap();
            let cubes = split(&puzzle, &formula.candidates(), 20, Deadline::NONE).unwrap();
            assert!((20..30).contains(&cubes.len()), "{}", cubes.len());
            assert_complete_and_disjoint(&formula, &cubes);
        }
    }
}

#[cfg(unix)]
#[test]
fn the_answers_to_all_cubes_are_the_answer() {
    let none = "no solution, confirmed by satdoku's own search";
    for options in ["", "--simplified"] {
        for (puzzle, status, lines, message) in [
            ("12343412........", 0, 3, "several solutions; 0 of 3 cubes have no solution"),
            ("123434122.......", 0, 2, "several solutions; 0 of 2 cubes"),
            ("1234341221......", 0, 1, "note: 0 of 1 cube has no solution"),
            ("12..21..........", 1, 1, "1 of 1 cube has no solution"),
        ] {
            let command = format!(
                "options='{options} --cubes 3'
                 satdoku encode {options} {puzzle} > formula.cnf; mkdir answers
                 satdoku encode $options {puzzle} | while read cube; do
                     i=$((i + 1))
                     sh examples/cube.sh formula.cnf \"$cube\" cadical -q > answers/$i
                 done
                 satdoku decode $options --puzzle {puzzle} --format line answers/*"
            );
            if lacks(&command) {
                return;
            }
            let output = sh_in(folder_with_puzzles().path(), &command).ends(status).tells(message);
            assert_eq!(output.stdout.lines().count(), lines, "{puzzle}: {}", output.stdout);
            assert_eq!(output.stdout.contains(none), status == 1, "{puzzle}");
        }
    }
}

#[cfg(unix)]
#[test]
fn nothing_is_said_of_cubes_that_were_not_answered() {
    let decode = |answers: &str| {
        sh(format!(
            "echo 's UNSATISFIABLE' > 1; echo 's UNKNOWN' > 2; cp 1 3; cp 1 4; : > stopped
             satdoku decode --cubes 3 --puzzle 12343412........ {answers}"
        ))
    };
    for (answers, status, message) in [
        (
            "1",
            3,
            "1: the solver says of 1 cube that there is no solution, but at least 3 of 3 have",
        ),
        ("2", 4, "2: the solver's answer is UNKNOWN"),
        ("stopped", 4, "stopped: no answer"),
        ("1 3 4", 3, "but there is a solution: 1234"),
        ("1 2 3 4", 2, "expected 3 answers, found 4"),
        ("1 3 ./1", 2, "./1: expected an answer for each cube, found this file twice"),
        ("- 3 -", 2, "<stdin>: expected an answer for each cube"),
    ] {
        let output = decode(answers).ends(status).tells(message);
        let unknown = "unknown: no answer to 3 of 3 cubes: 1, 2, 3\n";
        output.prints(if status == 4 { unknown } else { "" });
    }
    let output = sh("satdoku decode --puzzle 12343412........ 1 2");
    let message = "expected 1 answer, found 2 (1, 2); name the formula with --cnf; for the answers";
    output.tells(message);
    let output = sh("satdoku encode 12343412........ -o f; satdoku decode --puzzle f 1");
    assert_eq!(output.stderr, "error: --puzzle: expected a puzzle, found a formula; use --cnf f\n");
}

#[cfg(unix)]
#[test]
fn cubes_without_an_answer_are_named() {
    let puzzle = "$(grep -v '^#' puzzles/16x16.txt | sed -n 2p | cut -d: -f1)";
    for (cubes, answers, unknown, note) in [
        (8, "1 3", "6 of 8 cubes: 2, 4, 5, 6, 7, 8", "2 of 8 cubes have no solution"),
        (8, "1 2 3 4 6 7 8", "1 of 8 cubes: 5", "7 of 8 cubes have no solution"),
        (8, "part-00001.txt", "7 of 8 cubes: 1, 3, 4, 5, 6, 7, 8", "1 of 8 cubes has no solution"),
        (16, "2", "15 of 16 cubes: 1, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 5 more", "1 of 16 cubes has"),
        // Names that are no numbers, no numbers of cubes, or twice the same.
        (8, "first 1", "6 of 8 cubes", "2 of 8 cubes have"),
        (8, "0 1", "6 of 8 cubes", "2 of 8 cubes have"),
        (8, "1 1.txt", "6 of 8 cubes", "2 of 8 cubes have"),
    ] {
        sh_in(
            folder_with_puzzles().path(),
            &format!(
                "echo 's UNSATISFIABLE' | tee {answers} > all
                 satdoku decode --cubes {cubes} --puzzle {puzzle} {answers}"
            ),
        )
        .ends(4)
        .prints(format!("unknown: no answer to {unknown}\n"))
        .tells(note);
    }
    // The solution tells which cube it is in, whatever the name says.
    for name in ["1", "other", "7"] {
        let output = sh(format!(
            "echo 's SATISFIABLE' > {name}
             echo v 1 6 11 16 19 24 25 30 34 37 44 47 52 55 58 61 0 >> {name}
             satdoku decode --cubes 3 --puzzle 12343412........ {name} --format line"
        ))
        .ends(0)
        .prints("1234341221434321\n");
        let note = "note: 0 of 3 cubes have no solution; no answer to 2 of 3 cubes: 1, 2\n";
        assert_eq!(output.stderr, note);
    }
}

#[cfg(unix)]
#[test]
fn fewer_cubes_than_asked_for_are_noted() {
    let encode = |cubes: &str| satdoku(format!("encode --cubes {cubes} 12343412........"));
    let output = encode("40");
    assert_eq!(output.stdout.lines().count(), 4);
    let note = "note: 4 cubes instead of 40: propagation settles each of them\n";
    assert_eq!(output.stderr, note);
    assert_eq!(encode("3").stderr, "");
}

#[cfg(unix)]
#[test]
fn a_claim_that_our_own_search_did_not_check_is_noted() {
    let output =
        sh("satdoku generate --hard 64 --holes 0.7 --seed 1 > hard; echo 's UNSATISFIABLE' > 1
         satdoku decode --puzzle hard 1")
        .ends(1)
        .prints("no solution, according to the solver alone\n");
    assert_eq!(output.stderr, "note: satdoku's own search did not end within 2 s\n");
}

#[cfg(unix)]
#[test]
fn the_script_for_a_cube_tells_a_solution_from_none_and_both_from_no_answer() {
    for (says, status) in [
        ("echo s SATISFIABLE; echo v 1 0; exit 10", 0),
        ("echo s UNSATISFIABLE; exit 20", 1),
        ("echo c UNSAT; echo s SATISFIABLE", 0),
        ("echo c UNSATISFIABLE so far; echo s UNKNOWN", 2),
        ("exit 1", 2),
        ("no-such-solver", 2),
    ] {
        sh_in(
            folder_with_puzzles().path(),
            &format!(
                "satdoku encode 12341234........ > formula.cnf
                 sh examples/cube.sh formula.cnf 'a 1 0' sh -c 'cat > got; {says}'"
            ),
        )
        .ends(status);
    }
}

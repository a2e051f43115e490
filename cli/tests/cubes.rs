//! Cubes share the solutions out: each is in exactly one of them.

use satdoku::generate::{Holes, Recipe};
use satdoku::simplify::split;
use satdoku::solve::{simplified, solutions};
use satdoku::{Candidate, Candidates, Deadline, Encoding, Formula, Grid, Rules, Size, Variant};
use varisat::{ExtendFormula, Lit, Solver};

#[cfg(unix)]
use crate::common::program::{folder_with_puzzles, lacks, sh_in};
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
            ("12343412........", 0, 3, "3 cubes: 3 with a solution, 0"),
            ("123434122.......", 0, 2, "2 cubes: 2 with a solution, 0"),
            ("1234341221......", 0, 1, "1 cube: 1 with a solution, 0"),
            ("12..21..........", 1, 1, "1 cube: 0 with a solution, 1"),
        ] {
            let command = format!(
                "satdoku encode {options} {puzzle} > formula.cnf; mkdir answers
                 satdoku encode {options} --cubes 3 {puzzle} > cubes
                 while read cube; do
                     i=$((i + 1))
                     sh examples/cube.sh formula.cnf \"$cube\" cadical -q > answers/$i
                 done < cubes
                 satdoku decode --cubes cubes --cnf formula.cnf --format line answers/*"
            );
            if lacks(&command) {
                return;
            }
            let message =
                format!("{message} without a solution (as the solver says), 0 without an answer");
            let output = sh_in(folder_with_puzzles().path(), &command).ends(status).tells(message);
            assert_eq!(output.stdout.lines().count(), lines, "{puzzle}: {}", output.stdout);
            assert_eq!(output.stdout.contains(none), status == 1, "{puzzle}");
        }
    }
}

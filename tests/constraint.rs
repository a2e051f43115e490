//! Does everything honour a rule that is no group, or refuse it?

use std::sync::Arc;

use satdoku::evidence::certificate::{self, check_files};
use satdoku::evidence::{Minimality, backbone, conflict, count};
use satdoku::explain::check_size;
use satdoku::generate::Recipe;
use satdoku::solve::{Session, solutions};
use satdoku::varisat::{CnfFormula, ExtendFormula};
use satdoku::{
    Candidate, Candidates, Cell, Constraint, Deadline, Dpll, Encoding, Grid, Limits, Numbering,
    Pipeline, Puzzle, Rules, Size, Status, verify,
};

/// Two cells hold digits of which one is above the other by one, with an auxiliary variable for
/// which of them.
#[derive(Debug)]
struct Consecutive([Cell; 2]);

impl Constraint for Consecutive {
    fn name(&self) -> &str {
        "consecutive"
    }

    fn clauses(&self) -> CnfFormula {
        let numbering = Numbering::full(Size::FOUR);
        let mut formula = CnfFormula::new();
        formula.set_var_count(numbering.variable_count());
        let is_first_above = formula.new_lit();
        let lit = |cell, digit| numbering.lit(Candidate { cell, digit }).unwrap();
        let [first, second] = self.0;
        for (high, low, unless) in
            [(first, second, !is_first_above), (second, first, is_first_above)]
        {
            for digit in Size::FOUR.digits() {
                let next = Size::FOUR.digits().find(|next| next.value() == digit.value() + 1);
                let mut clause = vec![unless, !lit(low, digit)];
                clause.extend(next.map(|next| lit(high, next)));
                formula.add_clause(&clause);
            }
        }
        formula
    }

    fn violation(&self, grid: &Grid) -> Option<String> {
        let [first, second] = self.0.map(|cell| grid.get(cell).unwrap().value());
        (first.abs_diff(second) != 1).then(|| format!("{first} and {second} are not consecutive"))
    }
}

fn puzzle(givens: &str) -> Puzzle {
    let rule = Consecutive([Size::FOUR.cell(0, 0), Size::FOUR.cell(3, 3)]);
    let rules = Rules::builder(Size::FOUR).constraint(Arc::new(rule)).build().unwrap();
    Puzzle::new(rules, givens.parse().unwrap()).unwrap()
}

/// The solutions by the rules' words alone.
fn expected(puzzle: &Puzzle) -> Vec<Grid> {
    let classic = solutions(&Puzzle::classic(puzzle.givens().clone()), None, Deadline::NONE);
    classic.map(Result::unwrap).filter(|grid| verify(puzzle, grid).is_ok()).collect()
}

#[test]
fn solving_counting_and_every_encoding_honour_it() {
    for givens in ["................", "1...............", "12..34..........", "1.3...2..1..4..."] {
        let puzzle = puzzle(givens);
        let expected = expected(&puzzle);
        let all = Limits { solutions: 1000, ..Limits::UNIQUE };
        let found = Pipeline::new().solve(&puzzle, &all).unwrap().answer;
        assert_eq!((found.solutions.len(), found.complete), (expected.len(), true), "{givens}");
        assert!(expected.iter().all(|grid| found.solutions.contains(grid)));
        let counted = count(&puzzle, 0, 1000, Deadline::NONE).unwrap();
        assert_eq!((counted.found, counted.complete), (expected.len() as u64, true));
        for encoding in Encoding::all() {
            let answer = Session::new(&puzzle, encoding, Deadline::NONE).answer(1000).unwrap();
            assert_eq!(answer.solutions.len(), expected.len(), "{givens} {encoding}");
        }
        let possible = backbone(&puzzle, Deadline::NONE).unwrap().map(|found| found.possible);
        let seen = |held| expected.iter().any(|grid| grid.filled().any(|of| of == held));
        let possible = possible.unwrap_or(Candidates::none(Size::FOUR));
        let is_right = |held: Candidate| possible[held.cell].contains(held.digit) == seen(held);
        assert!(Size::FOUR.candidates().all(is_right), "{givens}");
    }
}

#[test]
fn a_grid_that_propagation_finds_may_violate_it() {
    let wrong: Grid = "1234341221434321".parse().unwrap();
    let puzzle = puzzle("1234341221434.21");
    let answer = Pipeline::new().solve(&puzzle, &Limits::UNIQUE).unwrap().answer;
    assert_eq!(answer.status(&Limits::UNIQUE), Status::None);
    assert!(verify(&puzzle, &wrong).unwrap_err()[0].to_string().ends_with("are not consecutive"));
    let found = conflict(&puzzle, Minimality::Smallest, Deadline::NONE).unwrap().unwrap();
    assert!(found.givens.len() <= 2, "{found:?}");
}

#[test]
fn it_is_certified_generated_and_refused_by_name_where_it_is_not_known() {
    let rules = Arc::clone(puzzle("................").rules());
    let generated = Recipe::new(Arc::clone(&rules), 1).puzzle(0).unwrap();
    let files = certificate::make(&generated.puzzle, &Default::default()).unwrap();
    let checked = check_files(&files, rules.constraints(), Deadline::NONE).unwrap();
    assert_eq!(checked.clauses_of_constraints, rules.constraints()[0].clauses().len());
    let error = check_files(&files, &[], Deadline::NONE).unwrap_err().to_string();
    assert!(error.contains("found \"consecutive\""), "{error}");
    let expected = "expected rules of units and pairs alone, found the constraint 'consecutive'";
    let error = Dpll::new().solve(&generated.puzzle, &Limits::UNIQUE).unwrap_err();
    assert_eq!(error.to_string(), expected);
    assert_eq!(check_size(&rules).unwrap_err().to_string(), expected);
}

//! The formulas say what the rules say, and are as large as the tables state.

use std::convert::Infallible;

use crate::common::{encode, encoded, root};
use satdoku::dimacs::{self, Comments, ModelError, SolverOutput, Style, decode, read_output};
use satdoku::encode::{AtMostOne, Dimensions, Encoding, Formula, Preset, Reason};
use satdoku::rules::Group;
use satdoku::solve::simplified;
use satdoku::{Candidate, Deadline, Digit, Grid, Puzzle, Rules, Size};
use varisat::{Lit, Var};

fn clause_count(puzzle: &Puzzle, encoding: Encoding) -> usize {
    Formula::whole(puzzle, encoding).dimensions().clauses
}

#[test]
fn nine_by_nine_has_the_clause_counts_of_the_literature() {
    let counts = |puzzle: Puzzle| Preset::ALL.map(|preset| clause_count(&puzzle, preset.into()));
    let empty = Grid::empty(Size::NINE);
    assert_eq!(counts(Puzzle::classic(empty.clone())), [7_371, 10_287, 10_530]);
    assert_eq!(counts(Puzzle::diagonal(empty)), [7_857, 10_773, 11_034]);
}

#[test]
fn the_sizes_of_the_encodings_are_those_of_the_documentation() {
    let documentation = include_str!("../src/encode/mod.rs").replace(',', "");
    let puzzle = Puzzle::classic(Grid::empty(Size::NINE));
    for amo in AtMostOne::ALL.into_iter().filter(|&amo| amo != AtMostOne::Auto) {
        let sizes = Preset::ALL.map(|preset| {
            let (mut clauses, mut literals) = (0, 0);
            let formula = Formula::whole(&puzzle, Encoding { preset, amo });
            let numbering = formula.for_each_clause(|clause, _| {
                clauses += 1;
                literals += clause.len();
            });
            format!("{} {clauses} {literals}", numbering.variable_count())
        });
        let row = format!("//! | `{}` | {} |\n", amo.name(), sizes.join(" | "));
        assert!(documentation.contains(&row), "src/encode/mod.rs, with commas in numbers: {row}");
    }
}

#[test]
fn help_documents_and_the_python_package_name_all_encodings() {
    let text = |file: &str| std::fs::read_to_string(root().join(file)).unwrap();
    let names = AtMostOne::ALL.map(|amo| amo.name());
    for file in ["cli/src/command/options.rs", "python/satdoku/__init__.py"] {
        assert!(text(file).contains(&names.join(", ")), "{file}: {names:?}");
    }
    let documentation = text("docs/encodings.md");
    for name in names.into_iter().chain(Preset::ALL.map(|preset| preset.name())) {
        assert!(documentation.contains(&format!("`{name}`")), "{name} in docs/encodings.md");
    }
}

#[test]
fn larger_sides_have_the_known_numbers_of_distinct_clauses() {
    for (side, expected) in [(16, 111_616), (25, 690_000)] {
        let size = Size::from_side(side).unwrap();
        let puzzle = Puzzle::classic(Grid::empty(size));
        assert_eq!(clause_count(&puzzle, Encoding::default()), expected, "side {side}");
    }
}

#[test]
fn pairwise_states_no_clause_twice() {
    for (height, width) in [(2, 2), (2, 3), (2, 4), (3, 3), (1, 4), (3, 4)] {
        for preset in Preset::ALL {
            let puzzle = Puzzle::diagonal(Grid::empty(Size::new(height, width).unwrap()));
            let encoded = encode(&puzzle, preset.into());
            let mut clauses: Vec<Vec<_>> = encoded
                .formula
                .iter()
                .map(|clause| {
                    let mut clause = clause.to_vec();
                    clause.sort();
                    clause
                })
                .collect();
            let count = clauses.len();
            clauses.sort();
            clauses.dedup();
            assert_eq!(clauses.len(), count, "{height}x{width} {}", preset.name());
        }
    }
}

#[test]
fn each_given_is_one_unit_clause_after_the_rules() {
    let mut givens = Grid::empty(Size::NINE);
    givens.set(Size::NINE.cell(0, 0), Digit::new(4));
    givens.set(Size::NINE.cell(8, 8), Digit::new(9));
    let encoded = encode(&Puzzle::classic(givens.clone()), Encoding::default());
    assert_eq!((encoded.formula.var_count(), encoded.formula.len()), (729, 10_532));
    let units: Vec<_> = encoded.formula.iter().skip(10_530).map(|c| c[0].to_dimacs()).collect();
    assert_eq!(units, [4, 729]);
    assert_eq!(encoded.reasons.len(), encoded.formula.len());
}

#[test]
fn auxiliaries_come_after_the_candidates_without_gaps() {
    for encoding in
        Encoding::all().filter(|encoding| encoding.amo.for_group(6) != AtMostOne::Pairwise)
    {
        let puzzle = Puzzle::classic(Grid::empty(Size::from_side(6).unwrap()));
        let encoded = encode(&puzzle, encoding);
        let mut used = vec![false; encoded.formula.var_count()];
        encoded.formula.iter().flatten().for_each(|lit| used[lit.index()] = true);
        assert_eq!(encoded.numbering.variable_count(), used.len(), "{encoding}");
        assert!(used.iter().all(|&used| used), "{encoding} leaves a variable unused");
        assert_eq!(encoded.numbering.candidate_count(), 216);
        let last = Candidate { cell: puzzle.size().cell(5, 5), digit: Digit::new(6).unwrap() };
        assert_eq!(encoded.numbering.lit(last).unwrap().to_dimacs(), 216);
    }
}

#[test]
fn extra_units_need_no_change_in_the_encoder() {
    let middle = [5, 6, 9, 10].map(satdoku::Cell::from_index);
    let rules = Rules::builder(Size::FOUR).extra_region(&middle).build().unwrap();
    let plain = clause_count(&Puzzle::classic(Grid::empty(Size::FOUR)), Encoding::default());
    let puzzle = Puzzle::new(rules, Grid::empty(Size::FOUR)).unwrap();
    // Four more at-least-ones; of six pairs in the middle two share no other unit.
    assert_eq!(clause_count(&puzzle, Encoding::default()), plain + 4 + 2 * 4);
}

#[test]
fn cells_and_units_state_at_most_one_in_the_encoding_asked_for() {
    let puzzle = Puzzle::classic(Grid::empty(Size::NINE));
    for amo in AtMostOne::ALL.into_iter().filter(|amo| amo.for_group(9) != AtMostOne::Pairwise) {
        let (mut of_nine, mut variables) = (0, 9);
        let nine: Vec<_> = (0..9).map(|index| Lit::from_index(index, true)).collect();
        let mut fresh = || {
            variables += 1;
            Var::from_index(variables - 1)
        };
        let Ok(()) = amo.for_each_clause(&nine, &mut fresh, &mut |_| {
            of_nine += 1;
            Ok::<(), Infallible>(())
        });
        let reasons = encode(&puzzle, Encoding { preset: Preset::Extended, amo }).reasons;
        let count = |wanted: fn(&Reason) -> bool| reasons.iter().filter(|r| wanted(r)).count();
        let of_cells = count(|reason| matches!(reason, Reason::AtMostOne(Group::Cell(_))));
        let of_units = count(|reason| matches!(reason, Reason::AtMostOne(Group::Unit(..))));
        assert_eq!((of_cells, of_units), (81 * of_nine, 27 * 9 * of_nine), "{}", amo.name());
    }
}

#[test]
fn names_of_encodings_read_as_they_are_shown() {
    for encoding in Encoding::all() {
        assert_eq!(encoding.to_string().parse(), Ok(encoding));
        assert_eq!(encoding.preset.name().parse(), Ok(encoding.preset));
        assert_eq!(encoding.amo.name().parse(), Ok(encoding.amo));
    }
    for unknown in ["", "grand", "minimal/", "minimal/grand", "grand/product", "minimal/product/"] {
        assert!(unknown.parse::<Encoding>().is_err(), "{unknown:?}");
        assert!(unknown.parse::<Preset>().is_err(), "{unknown:?}");
        assert!(unknown.parse::<AtMostOne>().is_err(), "{unknown:?}");
    }
}

const UNIQUE: &str = "12....1.2......3";
const SOLUTION: &str = "1234341223414123";
const SEVERAL: &str = "12..34..........";

fn four(givens: &str) -> Puzzle {
    Puzzle::classic(crate::common::grid(givens))
}

#[test]
fn the_comments_of_a_file_say_what_its_formula_is() {
    let written = |formula: &Formula, comments| {
        let mut text = Vec::new();
        let style = Style { comments, ..Style::default() };
        dimacs::write(formula, &style, &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let lines = text.lines().filter(|line| line.starts_with('c')).skip(1);
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let rules = "c rules: classic, side 4, boxes of 2x2 (height x width), 12 units,";
    let map =
        "c variable 16*(r-1)+4*(c-1)+d is true when row r, column c holds digit d (all from 1)";
    let sequential = Formula::whole(&four(UNIQUE), "minimal/sequential".parse().unwrap());
    let expected = [
        &format!("{rules} 5 givens"),
        "c encoding: minimal clauses, at-most-one sequential",
        "c clauses: 16 cell >= 1, 384 unit <= 1, then the givens",
        map,
        "c variables 65 to 208 are auxiliary",
        "c t pmc",
        "c p show 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 0",
    ];
    let words = written(&sequential, Comments::Words);
    assert_eq!(words[..7], expected);
    assert_eq!((words.len(), &*words[9]), (10, "c p show 61 62 63 64 0"));
    assert_eq!(written(&sequential, Comments::None), [""; 0]);

    let pairwise = Formula::whole(&four(UNIQUE), "efficient/pairwise".parse().unwrap());
    let names = written(&pairwise, Comments::Names);
    assert_eq!(names[1], "c encoding: efficient clauses, at-most-one pairwise");
    assert_eq!(names[3..5], [map, "c 1 A1=1"]);
    assert_eq!(names[67..70], ["c 64 D4=4", "c t mc", "c clauses 1 to 7: A1"]);
    assert_eq!(names.last().unwrap(), "c clauses 341 to 341: given D4=3");

    let open =
        |givens| simplified(&four(givens), None, Encoding::default(), Deadline::NONE).unwrap();
    let several = written(&open(SEVERAL), Comments::Words);
    let expected = [
        &format!("{rules} 4 givens"),
        "c encoding: extended clauses, at-most-one auto (pairwise up to 32 literals, above that \
         bimander)",
        "c clauses: 12 cell >= 1, 32 cell <= 1, 36 unit >= 1, 64 unit <= 1",
        "c simplified: only the open candidates of the open cells have variables",
        "c a candidate's variable is FALSE when its digit is placed: let the solver guess false first",
        "c 1 A3<>3",
    ];
    assert_eq!(several[..6], expected);
    assert_eq!(several.len(), 5 + open(SEVERAL).dimensions().variables + 1);
    assert!(!written(&open(UNIQUE), Comments::Words).concat().contains("clauses:"), "it has none");

    let refuted = open("12..21..........");
    assert_eq!(refuted.dimensions(), Dimensions { variables: 0, clauses: 1 });
    let expected = [
        "c simplified: propagation and probing found a contradiction",
        "c t mc",
        "c clauses 1 to 1: contradiction",
    ];
    assert_eq!(written(&refuted, Comments::Names)[2..], expected);
}

/// What `decode` makes of a solver's answer with these literals.
fn decoded(formula: &Formula, lits: &[Lit]) -> Result<Grid, ModelError> {
    let numbers: Vec<String> = lits.iter().map(|lit| lit.to_dimacs().to_string()).collect();
    let answer = format!("s SATISFIABLE\nv {} 0\n", numbers.join(" "));
    match read_output(answer.as_bytes(), formula.dimensions().variables).unwrap() {
        SolverOutput::Satisfiable(assignment) => decode(formula, &assignment),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_model_that_breaks_a_clause_is_refused_with_its_number_and_its_meaning() {
    let formula = Formula::whole(&four(UNIQUE), "minimal/sequential".parse().unwrap());
    let solution = crate::common::grid(SOLUTION);
    for (auxiliaries, meaning) in
        [(false, "at most one 1 in row A"), (true, "at most one 2 in row A")]
    {
        let model: Vec<Lit> = (0..formula.dimensions().variables)
            .map(|index| match formula.numbering.candidate(Var::from_index(index)) {
                Some(Candidate { cell, digit }) => (index, solution.get(cell) == Some(digit)),
                None => (index, auxiliaries),
            })
            .map(|(index, value)| Lit::from_index(index, value))
            .collect();
        let encoded = encoded(&formula);
        let is_broken = |clause: &[Lit]| !clause.iter().any(|lit| model.contains(lit));
        let clause_number = encoded.formula.iter().position(is_broken).unwrap() + 1;
        let expected = ModelError::Clause { clause_number, meaning: meaning.to_owned() };
        assert_eq!(decoded(&formula, &model), Err(expected));
    }
}

#[test]
fn the_message_about_a_wrong_grid_names_three_violations_and_counts_the_others() {
    let formula = Formula::whole(&four(UNIQUE), Encoding::default());
    let solution = crate::common::grid(SOLUTION);
    let placed: Vec<Lit> = solution.filled().map(|candidate| formula.lit(candidate)).collect();
    for (lits, message) in [
        (&placed[..14], "D4 is given as 3, but is empty; D3 is empty; D4 is empty"),
        (&placed[..13], "D4 is given as 3, but is empty; D2 is empty; D3 is empty; and 1 more"),
    ] {
        assert_eq!(decoded(&formula, lits).unwrap_err().to_string(), message);
    }
}

#[test]
fn a_model_may_leave_out_what_it_does_not_place() {
    let solution = crate::common::grid(SOLUTION);
    let whole = Formula::whole(&four(UNIQUE), Encoding::default());
    let placed: Vec<Lit> = solution.filled().map(|candidate| whole.lit(candidate)).collect();
    assert_eq!(decoded(&whole, &placed), Ok(solution));

    let open = simplified(&four(SEVERAL), None, Encoding::default(), Deadline::NONE).unwrap();
    let solution = crate::common::grid("1234341221434321");
    let is_open = |candidate: &Candidate| open.settled.get(candidate.cell).is_none();
    let placed: Vec<Lit> = solution.filled().filter(is_open).map(|held| open.lit(held)).collect();
    assert_eq!(decoded(&open, &placed), Ok(solution));
}

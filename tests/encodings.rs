//! The formulas say what the rules say, and are as large as the tables state.

use satdoku::encode::{AtMostOne, Encoding, Formula, Preset, Reason, encode};
use satdoku::{Candidate, Digit, Grid, Puzzle, Rules, Size};
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
        amo.for_each_clause(&nine, &mut fresh, &mut |_| of_nine += 1);
        let reasons = encode(&puzzle, Encoding { preset: Preset::Extended, amo }).reasons;
        let count = |wanted: fn(&Reason) -> bool| reasons.iter().filter(|r| wanted(r)).count();
        let of_cells = count(|reason| matches!(reason, Reason::CellAtMostOne(_)));
        let of_units = count(|reason| matches!(reason, Reason::UnitAtMostOne(..)));
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

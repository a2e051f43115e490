//! Do all kinds of rules mean what their definitions say, for everyone who solves?
//!
//! The definitions here are functions of two cells, written apart from the library's units and
//! pairs; solutions are found by trying digits.

use std::collections::BTreeSet;

use crate::common::random::Random;
use satdoku::contender::{self, Contender, ask};
use satdoku::simplify::{Budget, Finding, simplify};
use satdoku::{
    Dpll, Encoding, Grid, Limits, Pipeline, Puzzle, Regions, Rules, Size, Status, Variant, verify,
};

type Place = (usize, usize);

/// Whether two different cells, row and column from 0, must differ.
type Definition = fn(Place, Place) -> bool;

fn latin((r, c): Place, (s, d): Place) -> bool {
    r == s || c == d
}

fn boxes(height: usize, width: usize, (r, c): Place, (s, d): Place) -> bool {
    (r / height, c / width) == (s / height, d / width)
}

fn steps((r, c): Place, (s, d): Place) -> (usize, usize) {
    let (down, right) = (r.abs_diff(s), c.abs_diff(d));
    (down.min(right), down.max(right))
}

const SIX: &str = "aabbbb aabbcc aaddcc eeddcc eeddff eeffff";

fn in_one_region_of_six((r, c): Place, (s, d): Place) -> bool {
    let label = |row: usize, column: usize| SIX.as_bytes()[7 * row + column];
    label(r, c) == label(s, d)
}

/// Rules as the library makes them, beside their definition; how many givens make them a test.
fn small() -> Vec<(Rules, Definition, std::ops::Range<usize>)> {
    let six = Size::new(2, 3).unwrap();
    let with = |size, variants: &[Variant]| {
        let variants = variants.iter().copied();
        variants.fold(Rules::builder(size), satdoku::RulesBuilder::variant)
    };
    let regions: Regions = SIX.parse().unwrap();
    let corners = [(0, 0), (5, 5)].map(|(row, column)| six.cell(row, column));
    vec![
        (Rules::latin(Size::FOUR), latin, 2..8),
        (Rules::jigsaw(regions.clone()), |a, b| latin(a, b) || in_one_region_of_six(a, b), 10..18),
        (
            // On 4x4 there is no such grid.
            with(Size::new(1, 5).unwrap(), &[Variant::AntiKing]).without_boxes().build().unwrap(),
            |a, b| latin(a, b) || steps(a, b) == (1, 1),
            1..6,
        ),
        (
            with(six, &[Variant::AntiKnight]).without_boxes().build().unwrap(),
            |a, b| latin(a, b) || steps(a, b) == (1, 2),
            12..20,
        ),
        (
            with(six, &[Variant::AntiKing]).build().unwrap(),
            |a, b| latin(a, b) || boxes(2, 3, a, b) || steps(a, b) == (1, 1),
            10..18,
        ),
        (
            with(six, &[Variant::DisjointGroups]).build().unwrap(),
            |a, b| {
                let place = |(row, column): Place| (row % 2, column % 3);
                latin(a, b) || boxes(2, 3, a, b) || place(a) == place(b)
            },
            10..18,
        ),
        (
            Rules::builder(six).regions(regions).pair(corners[0], corners[1]).build().unwrap(),
            |a, b| {
                let corners = (a.min(b), a.max(b)) == ((0, 0), (5, 5));
                latin(a, b) || in_one_region_of_six(a, b) || corners
            },
            10..18,
        ),
    ]
}

/// Every grid that keeps the givens and obeys the definition, up to a number of them.
fn by_trying(definition: Definition, givens: &Grid, most: usize) -> Vec<Grid> {
    let side = givens.size().side();
    let mut values: Vec<u16> = givens.values().to_vec();
    let place = |cell: usize| (cell / side, cell % side);
    let fits = |values: &[u16], cell: usize| {
        (0..values.len()).all(|other| {
            other == cell || values[other] != values[cell] || !definition(place(cell), place(other))
        })
    };
    if (0..values.len()).any(|cell| values[cell] > 0 && !fits(&values, cell)) {
        return Vec::new();
    }
    let open: Vec<usize> = (0..values.len()).filter(|&cell| values[cell] == 0).collect();
    let (mut found, mut depth) = (Vec::new(), 0);
    loop {
        if depth == open.len() {
            found.push(Grid::from_values(givens.size(), values.clone()).unwrap());
            if found.len() == most || depth == 0 {
                return found;
            }
            depth -= 1;
        }
        let cell = open[depth];
        values[cell] += 1;
        if usize::from(values[cell]) > side {
            values[cell] = 0;
            if depth == 0 {
                return found;
            }
            depth -= 1;
        } else if fits(&values, cell) {
            depth += 1;
        }
    }
}

#[test]
fn everyone_finds_what_trying_digits_finds() {
    const MOST: usize = 4;
    let limits = Limits { solutions: MOST, ..Limits::UNIQUE };
    for (rules, definition, kept) in small() {
        let mut random = Random::new(rules.clone(), 8);
        let mut pipeline = Pipeline::new();
        let mut others: Vec<_> = contender::built_in()
            .into_iter()
            .filter(|entry| entry.capabilities.supports(&rules))
            .filter(|entry| entry.name != "prune-fill-search")
            .map(|entry| ((entry.build)().unwrap(), entry))
            .collect();
        let mut seen = BTreeSet::new();
        for number in 0..24 {
            let mut givens = random.givens(kept.clone());
            if number % 3 == 0 {
                random.alter_one(&mut givens);
            }
            let puzzle = random.puzzle(givens);
            let expected = by_trying(definition, puzzle.givens(), MOST);
            let check = |who: &str, found: &[Grid]| {
                assert_eq!(found.len(), expected.len(), "{who}: {rules}: {}", puzzle.givens());
                for grid in found {
                    assert_eq!(verify(&puzzle, grid), Ok(()), "{who}");
                    assert!(found.len() == MOST || expected.contains(grid), "{who}: {rules}");
                }
            };
            let plain = Pipeline::plain(Encoding::default()).solve(&puzzle, &limits).unwrap();
            check("varisat", &plain.answer.solutions);
            check("the pipeline", &pipeline.solve(&puzzle, &limits).unwrap().answer.solutions);
            for (contender, entry) in &mut others {
                let contender: &mut dyn Contender = &mut **contender;
                let answer = ask(contender, &entry.capabilities, &puzzle, &limits).unwrap();
                check(&entry.name, &answer.solutions);
            }
            let left = match simplify(&puzzle, &Budget::default()).finding {
                Finding::Contradiction => Vec::new(),
                Finding::Solved(grid) => vec![satdoku::Candidates::from_grid(&grid)],
                Finding::Open(candidates) => vec![candidates],
            };
            for placed in expected.iter().flat_map(Grid::filled) {
                assert!(left[0][placed.cell].contains(placed.digit), "{rules}: {placed:?} lost");
            }
            let status = plain.answer.status(&Limits::UNIQUE);
            seen.insert(format!("{status:?}"));
        }
        assert_eq!(seen.len(), 3, "{rules}: {seen:?}: a weak test");
    }
}

#[test]
fn every_encoding_states_pairs() {
    for (rules, definition, kept) in small() {
        let mut random = Random::new(rules, 9);
        for encoding in Encoding::all() {
            let givens = random.givens(kept.clone());
            let puzzle = random.puzzle(givens);
            let limits = Limits { solutions: 4, ..Limits::UNIQUE };
            let found = Pipeline::plain(encoding).solve(&puzzle, &limits).unwrap();
            let expected = by_trying(definition, puzzle.givens(), 4);
            assert_eq!(found.answer.solutions.len(), expected.len(), "{encoding}");
        }
    }
}

/// On 9x9 grids with one named rule or two: dpll's generic engine against varisat on the whole
/// formula.
#[test]
fn dpll_and_varisat_agree_on_all_named_rules() {
    let sets = Variant::ALL.map(|variant| vec![variant]).into_iter().chain([
        vec![Variant::Windoku, Variant::Diagonal],
        vec![Variant::AntiKnight, Variant::AntiKing],
        vec![Variant::Girandola, Variant::Argyle, Variant::CenterDot],
    ]);
    for set in sets {
        let builder = set.iter().copied();
        let builder = builder.fold(Rules::builder(Size::NINE), satdoku::RulesBuilder::variant);
        let mut random = Random::new(builder.build().unwrap(), 4);
        let mut dpll = Dpll::new();
        let mut seen = BTreeSet::new();
        for number in 0..24 {
            let mut givens = random.givens(16..30);
            if number % 3 == 0 {
                random.alter_one(&mut givens);
            }
            let puzzle: Puzzle = random.puzzle(givens);
            let answer = dpll.solve(&puzzle, &Limits::UNIQUE);
            let plain = crate::common::plain(&puzzle, &Limits::UNIQUE);
            let status = answer.status(&Limits::UNIQUE);
            assert_eq!(status, plain.status(&Limits::UNIQUE), "{set:?}: {}", puzzle.givens());
            if status == Status::Unique {
                assert_eq!(answer.solutions, plain.solutions, "{set:?}");
            }
            seen.insert(format!("{status:?}"));
        }
        assert!(seen.len() > 1, "{set:?}: {seen:?}: a weak test");
    }
}

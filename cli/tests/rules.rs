//! Do all kinds of rules mean what their definitions say, for everyone who solves?
//!
//! The definitions here are functions of two cells, written apart from the library's units and
//! pairs; solutions are found by trying digits.

use std::collections::BTreeSet;

use itertools::Itertools;

use crate::common::random::Random;
use satdoku::rules::{Bond, PairKind};
use satdoku::simplify::{Budget, Finding, simplify};
use satdoku::solve::{Session, Statistics};
use satdoku::{
    Cell, Deadline, Dpll, Encoding, Grid, Limits, Pipeline, Puzzle, Regions, Rules, Size, Status,
    Variant, verify,
};
use satdoku_cli::contender::{self, Contender, ask};

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
        (
            Rules::builder(six).regions(regions.clone()).build().unwrap(),
            |a, b| latin(a, b) || in_one_region_of_six(a, b),
            10..18,
        ),
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
            .filter(|entry| entry.capabilities.supports(&rules) && entry.capabilities.counts)
            .map(|entry| ((entry.build)(), entry))
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
            let mut plain = Session::new(&puzzle, Encoding::default(), Deadline::NONE);
            let plain = plain.answer(limits.solutions).unwrap();
            check("varisat", &plain.solutions);
            check("the pipeline", &pipeline.solve(&puzzle, &limits).unwrap().answer.solutions);
            for (contender, entry) in &mut others {
                let contender: &mut dyn Contender = &mut **contender;
                let answer = ask(
                    contender,
                    &entry.capabilities,
                    &puzzle,
                    &limits,
                    &mut Statistics::default(),
                )
                .unwrap();
                check(&entry.name, &answer.solutions);
            }
            let left = match simplify(&puzzle, &Budget::default()).finding {
                Finding::Solved(grid) => vec![satdoku::Candidates::from_grid(&grid)],
                Finding::Open(candidates) => vec![candidates],
                _ => Vec::new(),
            };
            for placed in expected.iter().flat_map(Grid::filled) {
                assert!(left[0][placed.cell].contains(placed.digit), "{rules}: {placed:?} lost");
            }
            let status = plain.status(&Limits::UNIQUE);
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
            let found = Session::new(&puzzle, encoding, Deadline::NONE).answer(4).unwrap();
            let expected = by_trying(definition, puzzle.givens(), 4);
            assert_eq!(found.solutions.len(), expected.len(), "{encoding}");
        }
    }
}

/// On 9x9 grids with one named rule or two: dpll's generic engine against varisat on the whole
/// formula.
#[test]
fn dpll_and_varisat_agree_on_all_named_rules() {
    // A jigsaw needs regions.
    let alone = Variant::ALL.into_iter().filter(|variant| *variant != Variant::Jigsaw);
    let sets = alone.map(|variant| vec![variant]).chain([
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
        for number in 0..12 {
            let mut givens = random.givens(16..30);
            if number % 3 == 0 {
                random.alter_one(&mut givens);
            }
            let puzzle: Puzzle = random.puzzle(givens);
            let answer = dpll.solve(&puzzle, &Limits::UNIQUE).unwrap();
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

#[test]
fn a_classic_cell_has_3_units_and_20_peers() {
    let rules = Rules::classic(Size::NINE);
    assert_eq!(rules.units().len(), 27);
    for cell in Size::NINE.cells() {
        assert_eq!((rules.units_of(cell).len(), rules.peers(cell).count()), (3, 20));
    }
}

#[test]
fn diagonals_add_peers_as_in_the_diagonal_seed() {
    let rules = Rules::diagonal(Size::NINE);
    assert_eq!(rules.units().len(), 29);
    let peers = |row, column| rules.peers(Size::NINE.cell(row, column)).count();
    assert_eq!((peers(0, 0), peers(4, 4), peers(0, 1)), (26, 32, 20));
}

#[test]
fn peers_are_the_cells_that_share_a_unit_each_once() {
    let windows = [5, 6, 9, 10].map(Cell::from_index);
    let all = [
        Rules::diagonal(Size::new(2, 3).unwrap()),
        Rules::builder(Size::FOUR).extra_region(&windows).build().unwrap(),
        with(Size::NINE, Variant::AntiKnight),
        with(Size::NINE, Variant::Argyle),
    ];
    for rules in &all {
        for cell in rules.size().cells() {
            let peers: Vec<Cell> = rules.peers(cell).sorted().collect();
            let expected = rules.size().cells().filter(|&other| rules.are_peers(cell, other));
            assert_eq!(peers, expected.collect::<Vec<_>>(), "{rules:?}");
        }
    }
}

#[test]
fn every_unit_holds_as_many_cells_as_the_side() {
    for (height, width) in [(1, 1), (2, 2), (2, 3), (2, 4), (2, 5), (3, 4), (5, 5), (6, 6)] {
        let size = Size::new(height, width).unwrap();
        for unit in Rules::diagonal(size).units() {
            assert_eq!(unit.cells.len(), size.side(), "{} of {size}", unit.kind);
            assert!(unit.cells.is_sorted());
        }
    }
}

#[test]
fn boxes_that_are_rows_count_once() {
    let rules = Rules::classic(Size::new(1, 5).unwrap());
    assert_eq!(rules.units().len(), 10);
    assert_eq!(Rules::diagonal(Size::new(1, 1).unwrap()).units().len(), 1);
}

#[test]
fn an_extra_region_has_different_cells_of_the_grid() {
    let build = |cells: &[usize]| {
        let cells: Vec<Cell> = cells.iter().map(|&index| Cell::from_index(index)).collect();
        Rules::builder(Size::FOUR).extra_region(&cells).build()
    };
    for (cells, found) in [
        (&[0, 1, 2, 200][..], "cells inside the grid, found index 200"),
        (&[0, 0, 1, 2], "different cells, found A1 twice"),
    ] {
        let error = build(cells).unwrap_err().to_string();
        assert!(error.ends_with(&format!(": expected {found}")), "{error}");
    }
    assert_eq!(build(&[0, 1, 2, 3]).unwrap().units().len(), 12, "a row");
    let rules = build(&[5, 6, 9, 10]).unwrap();
    assert_eq!((rules.units().len(), rules.to_string().as_str()), (13, "classic + 1 clue"));
}

fn with(size: Size, variant: Variant) -> Rules {
    Rules::builder(size).variant(variant).build().unwrap()
}

#[test]
fn named_rules_have_the_units_and_pairs_of_their_definitions() {
    // Pairs counted by hand: knight's moves 2 * 2 * 8 * 7 less those in a box (8 in each) ...
    for (variant, units, pairs) in [
        (Variant::Diagonal, 29, 0),
        (Variant::Windoku, 31, 0),
        (Variant::DisjointGroups, 36, 0),
        (Variant::Asterisk, 28, 0),
        (Variant::CenterDot, 28, 0),
        (Variant::Girandola, 28, 0),
        (Variant::AntiKnight, 27, 224 - 72),
        (Variant::AntiKing, 27, 128 - 72),
    ] {
        let rules = with(Size::NINE, variant);
        assert_eq!((rules.units().len(), rules.pairs().len()), (units, pairs), "{variant}");
        assert!(rules.units().iter().all(|unit| unit.cells.is_sorted()), "{variant}");
        assert_eq!(rules.to_string(), variant.name());
    }
    let names = |variant| {
        let rules = with(Size::NINE, variant);
        let unit = rules.units().last().unwrap();
        unit.cells.iter().map(|&cell| Size::NINE.cell_name(cell)).join(" ")
    };
    assert_eq!(names(Variant::Asterisk), "B5 C3 C7 E2 E5 E8 G3 G7 H5");
    assert_eq!(names(Variant::CenterDot), "B2 B5 B8 E2 E5 E8 H2 H5 H8");
    assert_eq!(names(Variant::Girandola), "A1 A9 B5 E2 E5 E8 H5 I1 I9");
    assert_eq!(names(Variant::Windoku), "F6 F7 F8 G6 G7 G8 H6 H7 H8");
    assert_eq!(names(Variant::DisjointGroups), "C3 C6 C9 F3 F6 F9 I3 I6 I9");
}

#[test]
fn an_argyle_has_four_lines_of_5_cells_and_four_of_8() {
    let rules = with(Size::NINE, Variant::Argyle);
    let named = |name: &str| {
        let index = |byte: u8, first: u8| usize::from(byte - first);
        Size::NINE.cell(index(name.as_bytes()[0], b'A'), index(name.as_bytes()[1], b'1'))
    };
    let lines = [
        "A5 B6 C7 D8 E9",
        "A2 B3 C4 D5 E6 F7 G8 H9",
        "B1 C2 D3 E4 F5 G6 H7 I8",
        "E1 F2 G3 H4 I5",
        "A5 B4 C3 D2 E1",
        "A8 B7 C6 D5 E4 F3 G2 H1",
        "B9 C8 D7 E6 F5 G4 H3 I2",
        "E9 F8 G7 H6 I5",
    ];
    for (first, second) in Size::NINE.cells().tuple_combinations() {
        let on_both = |line: &&str| {
            let cells: Vec<Cell> = line.split(' ').map(named).collect();
            cells.contains(&first) && cells.contains(&second)
        };
        let bond = rules.bond(first, second);
        assert_eq!(
            lines.iter().any(on_both),
            match bond {
                Some(Bond::Pair(kind)) => kind == PairKind::Argyle,
                // In one box.
                Some(Bond::Unit(_)) => lines.iter().any(on_both),
                None => false,
            }
        );
    }
}

#[test]
fn refuses_named_rules_that_the_grid_cannot_have() {
    let six = Size::new(2, 3).unwrap();
    for (builder, message) in [
        (
            Rules::builder(six).variant(Variant::Windoku),
            "expected a grid of 9x9 for windoku, found one with boxes of 2x3",
        ),
        (
            Rules::builder(Size::NINE).without_boxes().variant(Variant::DisjointGroups),
            "expected a grid with boxes for disjoint-groups, found a latin square of 9x9",
        ),
        (
            Rules::builder(six).variant(Variant::CenterDot),
            "expected a grid with boxes of odd height and width for center-dot, found one with boxes of 2x3",
        ),
        (
            Rules::builder(six).regions("aaababbbcccdcddd".parse().unwrap()),
            "expected regions for a grid of side 6, found regions of side 4",
        ),
        (
            Rules::builder(six).pair(six.cell(0, 0), six.cell(0, 0)),
            "the clue 'differ A1 A1': expected different cells, found A1 twice",
        ),
        (
            Rules::builder(six).variant(Variant::Jigsaw),
            "expected the regions of the jigsaw, found none",
        ),
        (
            Rules::builder(six).without_boxes().variant(Variant::Classic),
            "expected classic or latin, found both",
        ),
        (
            Rules::builder(six).regions(SIX.parse().unwrap()).without_boxes(),
            "expected jigsaw or latin, found both",
        ),
        (
            (0..66_501).fold(Rules::builder(Size::FOUR), |builder, _| {
                builder.extra_region(&[0, 1, 2, 3].map(Cell::from_index))
            }),
            "expected at most 10000 clues, found 66501",
        ),
    ] {
        assert_eq!(builder.build().unwrap_err().to_string(), message);
    }
}

#[test]
fn says_why_two_cells_differ() {
    let rules = Rules::builder(Size::FOUR)
        .regions("aaababbbcccdcddd".parse().unwrap())
        .variant(Variant::AntiKnight)
        .variant(Variant::AntiKing)
        .pair(Size::FOUR.cell(0, 0), Size::FOUR.cell(3, 3))
        .build()
        .unwrap();
    let bond = |first, second: (usize, usize)| {
        let (first, second): ((usize, usize), _) = (first, second);
        let cell = |(row, column)| Size::FOUR.cell(row, column);
        rules.bond(cell(first), cell(second)).map(|bond| bond.to_string())
    };
    for (second, words) in [
        ((0, 3), "in the same row"),
        ((3, 0), "in the same column"),
        ((1, 0), "in the same column"),
        ((1, 2), "a knight's move apart"),
        ((1, 1), "a king's move apart"),
        ((3, 3), "cells that must differ"),
    ] {
        assert_eq!(bond((0, 0), second).as_deref(), Some(words));
    }
    assert_eq!(bond((0, 2), (1, 0)).as_deref(), Some("in the same region a"));
    assert_eq!(bond((0, 0), (2, 2)), None);
    assert_eq!(bond((0, 0), (0, 0)), None);
    assert_eq!(rules.to_string(), "jigsaw, anti-knight, anti-king + 1 clue");
}

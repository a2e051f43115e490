//! Does the search under clues find exactly the grids that obey them?

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use satdoku::rules::{Clue, ClueKind};
use satdoku::simplify::{Budget, Finding, simplify};
use satdoku::{Cell, Deadline, Grid, Limits, Pipeline, Puzzle, Rules, Size, solutions};

/// A clue that a grid obeys, or one time in ten perhaps not.
fn clue(rng: &mut ChaCha8Rng, solution: &Grid) -> Clue {
    let size = solution.size();
    let value = |cell: &Cell| u32::from(solution.values()[cell.index()]);
    let kinds = [
        ClueKind::Killer,
        ClueKind::Killer,
        ClueKind::Thermometer,
        ClueKind::Arrow,
        ClueKind::Sandwich,
        ClueKind::Odd,
        ClueKind::Differ,
    ];
    loop {
        let kind = *kinds.choose(rng).unwrap();
        let count = rng.random_range(2..5);
        let mut cells: Vec<Cell> = size.cells().collect();
        cells.shuffle(rng);
        cells.truncate(count);
        let mut numbers = Vec::new();
        match kind {
            ClueKind::Killer => {
                let altered = u32::from(rng.random_ratio(1, 10));
                numbers = vec![cells.iter().map(value).sum::<u32>() + altered];
            }
            ClueKind::Thermometer => cells.sort_by_key(value),
            ClueKind::Arrow => {
                cells.sort_by_key(value);
                cells.reverse();
            }
            ClueKind::Sandwich => {
                let row = rng.random_range(0..size.side());
                cells = (0..size.side()).map(|column| size.cell(row, column)).collect();
                numbers = vec![rng.random_range(0..6)];
            }
            _ => {}
        }
        let clue = Clue { kind, cells, numbers };
        let Ok(rules) = Rules::classic(size).with_clues(vec![clue.clone()]) else { continue };
        if !clue.is_violated(&rules, solution) || rng.random_ratio(1, 10) {
            return clue;
        }
    }
}

#[test]
fn a_search_under_clues_counts_as_brute_force_on_4x4() {
    let classic = Rules::classic(Size::FOUR);
    let empty = Puzzle::new(Arc::new(classic.clone()), Grid::empty(Size::FOUR)).unwrap();
    let all: Vec<Grid> = solutions(&empty, None, Deadline::NONE).map(Result::unwrap).collect();
    let mut rng = ChaCha8Rng::seed_from_u64(48);
    let mut pipeline = Pipeline::new();
    let mut counts = BTreeSet::new();
    for _ in 0..1000 {
        let solution = all.choose(&mut rng).unwrap();
        let clues = (0..rng.random_range(1..6)).map(|_| clue(&mut rng, solution)).collect();
        let rules = Arc::new(classic.with_clues(clues).unwrap());
        let obeys = |grid: &&Grid| !rules.clues().iter().any(|clue| clue.is_violated(&rules, grid));
        let expected: BTreeSet<_> = all.iter().filter(obeys).map(|grid| grid.values()).collect();
        let clues: Vec<String> = rules.clues().iter().map(|clue| clue.text(&rules)).collect();
        let puzzle = Puzzle::new(Arc::clone(&rules), Grid::empty(Size::FOUR)).unwrap();
        let found: Vec<Grid> =
            solutions(&puzzle, None, Deadline::NONE).map(Result::unwrap).collect();
        assert_eq!(found.len(), expected.len(), "{clues:?}");
        assert_eq!(found.iter().map(|grid| grid.values()).collect::<BTreeSet<_>>(), expected);
        for limit in [1, 2, 1000] {
            let limits = Limits { solutions: limit, deadline: Deadline::NONE };
            let answer = pipeline.solve(&puzzle, &limits).unwrap().answer;
            assert_eq!(answer.solutions.len(), limit.min(expected.len()), "{clues:?}");
            assert_eq!(answer.complete, expected.len() < limit, "{clues:?}");
        }
        let simplified = simplify(&puzzle, &Budget { probes: 20, ..Budget::default() });
        match simplified.finding {
            Finding::Contradiction => assert_eq!(expected.len(), 0, "{clues:?}"),
            Finding::Solved(grid) => {
                assert_eq!(expected, BTreeSet::from([grid.values()]), "{clues:?}");
            }
            Finding::Open(left) => {
                assert!(left.iter().count() > 16);
                let stays = |values: &[u16]| {
                    let grid = Grid::from_values(Size::FOUR, values).unwrap();
                    grid.filled().all(|right| left[right.cell].contains(right.digit))
                };
                assert!(expected.iter().all(|values| stays(values)), "{clues:?}");
            }
            finding => panic!("{clues:?}: {finding:?}"),
        }
        counts.insert(expected.len().min(3));
    }
    assert_eq!(counts, BTreeSet::from([0, 1, 2, 3]));
}

#[test]
fn a_deadline_that_has_passed_ends_the_search_under_clues() {
    let cage = Clue {
        kind: ClueKind::Killer,
        cells: (0..4).map(|column| Size::NINE.cell(0, column)).collect(),
        numbers: vec![20],
    };
    let rules = Rules::classic(Size::NINE).with_clues(vec![cage]).unwrap();
    let puzzle = Puzzle::new(Arc::new(rules), Grid::empty(Size::NINE)).unwrap();
    let late = Limits::UNIQUE.within(Duration::ZERO);
    let answer = Pipeline::new().solve(&puzzle, &late).unwrap().answer;
    assert!(!answer.complete && answer.solutions.is_empty());
    let mut late = solutions(&puzzle, None, Deadline::after(Duration::ZERO));
    assert!(late.next().unwrap().is_err() && late.next().is_none());
}

#[test]
fn a_pipeline_that_goes_from_rules_to_rules_answers_as_a_new_one() {
    let classic = Rules::classic(Size::FOUR);
    let cells = |names: [usize; 4]| names.map(Cell::from_index).to_vec();
    let clue = |kind, cells, numbers| Clue { kind, cells, numbers };
    // The second makes a unit, the third has other pairs, the fourth no clues.
    let rules = [
        vec![clue(ClueKind::Killer, cells([0, 1, 2, 4])[..3].to_vec(), vec![9])],
        vec![clue(ClueKind::ExtraRegion, cells([0, 5, 10, 15]), vec![])],
        vec![clue(ClueKind::Killer, cells([0, 5, 10, 15])[..3].to_vec(), vec![6])],
        vec![],
        vec![clue(ClueKind::Thermometer, cells([0, 5, 10, 3])[..3].to_vec(), vec![])],
    ];
    let mut pipeline = Pipeline::new();
    let limits = Limits { solutions: 1000, deadline: Deadline::NONE };
    for clues in rules.iter().chain(rules.iter().rev()) {
        let rules = Arc::new(classic.with_clues(clues.clone()).unwrap());
        let puzzle = Puzzle::new(rules, Grid::empty(Size::FOUR)).unwrap();
        let count = |pipeline: &mut Pipeline| {
            pipeline.solve(&puzzle, &limits).unwrap().answer.solutions.len()
        };
        assert_eq!(count(&mut pipeline), count(&mut Pipeline::new()), "{clues:?}");
    }
}

//! Do equivalent puzzles have one canonical form, and others another?

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use itertools::Itertools;
use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;
use satdoku::canonical::{Canonical, Canonicalizer, Transformation};
use satdoku::solve::SolveError;
use satdoku::{Clue, Deadline, Digit, Grid, Puzzle, Regions, Rules, Size, Variant};

use crate::common::random::{Random, line};
use crate::common::{brute_force, grid, random};

fn form(puzzle: &Puzzle) -> Canonical {
    Canonicalizer::new().form(puzzle, Deadline::NONE).unwrap()
}

/// Rules with this added.
fn variant(size: Size, variant: Variant) -> Rules {
    Rules::builder(size).variant(variant).build().unwrap()
}

/// A jigsaw whose regions are the boxes: classic in all but its name.
fn boxes_as_regions() -> Rules {
    let rows = ["aaabbbccc", "dddeeefff", "ggghhhiii"].map(|row| row.repeat(3));
    let regions: Regions = rows.concat().parse().unwrap();
    Rules::builder(Size::NINE).regions(regions).build().unwrap()
}

fn jigsaw() -> Rules {
    let regions: Regions = "aaaabcdeaabcdeebbcddefbcdeefbcdffffc".parse().unwrap();
    Rules::builder(regions.size()).regions(regions).build().unwrap()
}

/// Rules by name, with the number of arrangements that keep them: of rows x of columns x 2 if they may
/// be exchanged.
fn all_rules() -> Vec<(&'static str, Rules, u64)> {
    let (nine, six) = (Size::NINE, Size::new(2, 3).unwrap());
    let factorial = |n: u64| (1..=n).product::<u64>();
    vec![
        ("4x4", Rules::classic(Size::FOUR), 8 * 8 * 2),
        ("6x6", Rules::classic(six), 48 * 72),
        ("9x9", Rules::classic(nine), 1296 * 1296 * 2),
        ("12x12", Rules::classic(Size::new(3, 4).unwrap()), 31_104 * 82_944),
        ("boxes as regions", boxes_as_regions(), 1296 * 1296 * 2),
        ("jigsaw", jigsaw(), 1),
        ("latin", variant(nine, Variant::Latin), factorial(9) * factorial(9) * 2),
        // 24 keep one diagonal, and these may be exchanged.
        ("diagonal", Rules::diagonal(nine), 24 * 2 * 2),
        ("windoku", variant(nine, Variant::Windoku), 8 * 8 * 2),
        // Boxes and groups may be exchanged too.
        ("disjoint groups", variant(nine, Variant::DisjointGroups), 36 * 36 * 2 * 2),
        ("anti-knight", variant(nine, Variant::AntiKnight), 8),
        ("argyle", variant(nine, Variant::Argyle), 8),
    ]
}

/// A random transformation made of these.
fn any_of(generators: &[Transformation], size: Size, random: &mut ChaCha8Rng) -> Transformation {
    let mut all = Transformation::identity(size);
    for _ in 0..50 {
        all = generators.choose(random).map_or(all.clone(), |next| all.then(next));
    }
    all.digits.shuffle(random);
    all
}

/// Rows or columns in an order that keeps their bands or stacks.
fn any_lines(height: usize, bands: usize, random: &mut ChaCha8Rng) -> Vec<usize> {
    let mut order = |count: usize| {
        let mut order: Vec<usize> = (0..count).collect();
        order.shuffle(random);
        order
    };
    let bands = order(bands);
    bands
        .into_iter()
        .flat_map(|band| order(height).into_iter().map(move |row| height * band + row))
        .collect()
}

/// A random transformation of classic rules with square boxes.
fn any_classic(size: Size, random: &mut ChaCha8Rng) -> Transformation {
    let height = size.box_height();
    let mut digits: Vec<Digit> = size.digits().collect();
    digits.shuffle(random);
    Transformation {
        is_transposed: random.random(),
        rows: any_lines(height, height, random),
        columns: any_lines(height, height, random),
        digits,
    }
}

#[test]
fn a_transformation_is_undone_and_follows_another() {
    let mut random = random(1);
    let size = Size::NINE;
    for _ in 0..100 {
        let [first, second] = [(); 2].map(|()| any_classic(size, &mut random));
        let values = (0..81).map(|_| random.random_range(0..10)).collect::<Vec<u16>>();
        let grid = Grid::from_values(size, values).unwrap();
        assert_eq!(first.inverse().apply(&first.apply(&grid)), grid);
        assert_eq!(first.then(&second).apply(&grid), second.apply(&first.apply(&grid)));
        assert_eq!(first.then(&first.inverse()), Transformation::identity(size));
    }
}

#[test]
fn rules_have_the_symmetries_that_are_known() {
    for (name, rules, count) in all_rules() {
        let symmetries = rules.symmetries(Deadline::NONE).unwrap();
        assert_eq!(symmetries.count, count, "{name}");
        let sets = |order: Option<&Transformation>| -> HashSet<Vec<_>> {
            let place = |cell| match order {
                None => cell,
                Some(order) => {
                    let mut grid = Grid::empty(rules.size());
                    grid.set(cell, Digit::new(1));
                    order.apply(&grid).filled().next().unwrap().cell
                }
            };
            let units = rules.units().iter().map(|unit| unit.cells.clone());
            let sets = units.chain(rules.pairs().iter().map(|pair| pair.cells.to_vec()));
            sets.map(|set| set.into_iter().map(place).sorted().collect()).collect()
        };
        for generator in &symmetries.generators {
            assert_eq!(sets(Some(generator)), sets(None), "{name}: {generator:?}");
        }
    }
}

#[test]
fn equivalent_puzzles_of_any_rules_have_one_form() {
    for (seed, (name, rules, _)) in (0..).zip(all_rules()) {
        let (size, mut random) = (rules.size(), random(seed));
        let generators = rules.symmetries(Deadline::NONE).unwrap().generators;
        let (mut puzzles, mut canonicalizer) = (Random::new(rules, seed), Canonicalizer::new());
        for cells in [0, 2, size.side(), size.cell_count() / 3, size.cell_count()] {
            let givens = puzzles.givens(cells..cells + 1);
            let puzzle = puzzles.puzzle(givens);
            let found = canonicalizer.form(&puzzle, Deadline::NONE).unwrap();
            assert_eq!(found.transformation.apply(puzzle.givens()), *found.puzzle.givens());
            for _ in 0..5 {
                let other = any_of(&generators, size, &mut random).apply(puzzle.givens());
                let other = canonicalizer.form(&puzzles.puzzle(other), Deadline::NONE).unwrap();
                assert_eq!(other.puzzle, found.puzzle, "{name}: {puzzle}");
                assert_eq!(other.automorphisms, found.automorphisms, "{name}: {puzzle}");
            }
            let again = canonicalizer.form(&found.puzzle, Deadline::NONE).unwrap();
            assert_eq!(again.puzzle, found.puzzle, "{name}: {puzzle}");
        }
    }
}

#[test]
fn equivalent_proper_puzzles_have_the_least_solution() {
    let (mut random, mut canonicalizer) = (random(2), Canonicalizer::new());
    for text in include_str!("../puzzles/easy.txt").lines().filter(|text| text.len() == 81).take(50)
    {
        let puzzle = Puzzle::classic(line(text));
        let found = canonicalizer.form(&puzzle, Deadline::NONE).unwrap();
        assert!(found.is_by_solution, "{puzzle}");
        assert_eq!(found.transformation.apply(puzzle.givens()), *found.puzzle.givens());
        let solution = &brute_force(&found.puzzle)[0];
        for _ in 0..20 {
            let transformation = any_classic(Size::NINE, &mut random);
            let other = Puzzle::classic(transformation.apply(puzzle.givens()));
            let other = canonicalizer.form(&other, Deadline::NONE).unwrap();
            assert_eq!((&other.puzzle, other.automorphisms), (&found.puzzle, found.automorphisms));
            assert!(solution.values() <= &named(&transformation.apply(solution))[..]);
        }
        // One given less is another puzzle.
        let mut givens = puzzle.givens().clone();
        let first = givens.filled().next().unwrap().cell;
        givens.set(first, None);
        assert_ne!(form(&Puzzle::classic(givens)).puzzle, found.puzzle);
    }
}

/// The values of a grid, digits numbered as they occur first.
fn named(grid: &Grid) -> Vec<u16> {
    let mut names = HashMap::from([(0, 0)]);
    grid.values()
        .iter()
        .map(|&value| {
            let next = names.len() as u16;
            *names.entry(value).or_insert(next)
        })
        .collect()
}

#[test]
fn forms_of_4x4_puzzles_agree_with_all_equivalents() {
    let pairs = || [[0, 1, 2, 3], [1, 0, 2, 3], [0, 1, 3, 2], [1, 0, 3, 2]];
    let lines = pairs().into_iter().flat_map(|[a, b, c, d]| [[a, b, c, d], [c, d, a, b]]);
    let orders = lines.clone().cartesian_product(lines).cartesian_product([false, true]);
    let orders: Vec<Transformation> = orders
        .map(|((rows, columns), is_transposed)| Transformation {
            is_transposed,
            rows: rows.to_vec(),
            columns: columns.to_vec(),
            ..Transformation::identity(Size::FOUR)
        })
        .collect();
    assert_eq!(orders.len(), 128);
    let (mut puzzles, mut forms) = (Random::new(Rules::classic(Size::FOUR), 3), BTreeMap::new());
    for number in 0..400 {
        let mut givens = puzzles.givens(number % 17..number % 17 + 1);
        if number % 3 == 0 {
            puzzles.alter_one(&mut givens);
        }
        let all = orders.iter().map(|order| named(&order.apply(&givens))).collect_vec();
        let found = form(&Puzzle::classic(givens.clone()));
        let own = named(&givens);
        let automorphisms = all.iter().filter(|other| **other == own).count() as u64;
        assert_eq!(found.automorphisms, automorphisms, "{givens}");
        forms
            .entry(all.into_iter().min().unwrap())
            .or_insert_with(HashSet::new)
            .insert(found.puzzle.givens().clone());
    }
    assert!(forms.len() > 100, "{} classes", forms.len());
    assert!(forms.values().all(|forms| forms.len() == 1));
    assert!(forms.values().flatten().all_unique());
}

/// The classes of grids, and the grids in them by their automorphisms.
fn classes(grids: &[Grid], symmetries: u64) -> (usize, u64) {
    let (mut found, mut canonicalizer) = (HashMap::new(), Canonicalizer::new());
    for grid in grids {
        let form = canonicalizer.form(&Puzzle::classic(grid.clone()), Deadline::NONE).unwrap();
        found.insert(form.puzzle.givens().clone(), symmetries / form.automorphisms);
    }
    (found.len(), found.values().sum())
}

#[test]
fn there_are_2_classes_of_4x4_and_49_of_6x6_grids() {
    let all = brute_force(&Puzzle::classic(grid("1234............")));
    assert_eq!(all.len() * 24, 288);
    assert_eq!(classes(&all, 128), (2, 288 / 24));
    // With rows and columns in the order of their first digits; 6! x 39,168 grids in all.
    let first = grid("123456456...........................");
    let in_order = |grid: &Grid| {
        let first = [2, 3, 4, 5].map(|row| grid.values()[6 * row]);
        first[0] < first[1] && first[2] < first[3] && first[0] < first[2]
    };
    let all = brute_force(&Puzzle::classic(first)).into_iter().filter(in_order).collect_vec();
    assert_eq!(all.len() * 8 * 6, 39_168);
    assert_eq!(classes(&all, 3456), (49, 39_168));
}

/// The rows of a first band.
type Band = [[u8; 9]; 3];

/// A band with rows, stacks and the columns of the first stack in another order, digits named so that
/// the first box is that of 123456789, the other columns and then the other boxes in order.
fn in_order(band: &Band, rows: &[usize], stacks: &[usize], columns: &[usize]) -> Band {
    let mut names = [0; 10];
    for ((&row, &column), name) in rows.iter().cartesian_product(columns).zip(1..) {
        names[usize::from(band[row][3 * stacks[0] + column])] = name;
    }
    let column = |column: usize| {
        let digits = rows.iter().map(|&row| names[usize::from(band[row][column])]);
        digits.collect_vec()
    };
    let of_stack = |stack: usize| (3 * stack..3 * stack + 3).map(column).sorted().collect_vec();
    let others = [of_stack(stacks[1]), of_stack(stacks[2])].into_iter().sorted();
    let all = [of_stack(stacks[0])].into_iter().chain(others).flatten().collect_vec();
    std::array::from_fn(|row| std::array::from_fn(|column| all[column][row]))
}

/// All bands that are in order.
fn bands() -> Vec<Band> {
    let mut found = Vec::new();
    let firsts = (4..=9).combinations(3).filter(|first| first.contains(&4));
    let seconds = [1, 2, 3, 7, 8, 9].into_iter().permutations(6);
    for (first, second) in firsts.cartesian_product(seconds.collect_vec()) {
        // What is left for the third row of a box that has these digits, each once.
        let third = |above: Vec<u8>| {
            let left = (1..=6).filter(|digit| !above.contains(digit)).collect_vec();
            (above.iter().all_unique() && left.len() == 3).then_some(left)
        };
        let other = (4..=9).filter(|digit| !first.contains(digit)).collect_vec();
        let thirds = [(&first, &second[..3]), (&other, &second[3..])];
        let thirds = thirds.map(|(first, second)| third([&first[..], second].concat()));
        let [Some(third), Some(last)] = thirds else { continue };
        for (third, last) in third
            .into_iter()
            .permutations(3)
            .cartesian_product(last.into_iter().permutations(3).collect_vec())
        {
            let rows = [
                [&[1, 2, 3], &first[..], &other],
                [&[4, 5, 6], &second[..3], &second[3..]],
                [&[7, 8, 9], &third[..], &last],
            ];
            found.push(rows.map(|row| row.concat().try_into().unwrap()));
        }
    }
    found
}

#[test]
fn there_are_416_classes_of_bands() {
    let all = bands();
    assert_eq!(all.len(), 36_288);
    let threes = || (0..3).permutations(3);
    let symmetries = itertools::iproduct!(threes(), threes(), threes()).collect_vec();
    let (mut random, mut canonicalizer) = (random(4), Canonicalizer::new());
    let (mut known, mut forms, mut bands) = (HashSet::new(), HashSet::new(), 0);
    for band in all {
        if known.contains(&band) {
            continue;
        }
        let class =
            symmetries.iter().map(|(rows, stacks, columns)| in_order(&band, rows, stacks, columns));
        let class = class.collect_vec();
        let mut form = |band: &Band| {
            let values = band.iter().flatten().copied().map(u16::from);
            let values = values.chain([0; 54]).collect_vec();
            let puzzle = Puzzle::classic(Grid::from_values(Size::NINE, values).unwrap());
            canonicalizer.form(&puzzle, Deadline::NONE).unwrap()
        };
        let found = form(&band);
        assert_eq!(form(class.choose(&mut random).unwrap()).puzzle, found.puzzle, "{band:?}");
        // The empty rows may stand in 72 orders.
        bands += 7776 / (found.automorphisms / 72);
        assert!(forms.insert(found.puzzle.givens().clone()), "{band:?}");
        known.extend(class);
    }
    assert_eq!((forms.len(), known.len()), (416, 36_288));
    assert_eq!(bands, 2_612_736);
}

#[test]
fn the_most_symmetric_grid_has_648_automorphisms() {
    let text = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
    let mut random = random(6);
    for _ in 0..10 {
        let grid = any_classic(Size::NINE, &mut random).apply(&line(text));
        let found = form(&Puzzle::classic(grid));
        assert_eq!((found.puzzle.to_string().as_str(), found.automorphisms), (text, 648));
    }
}

#[test]
fn both_searches_agree_on_full_grids() {
    let mut puzzles = Random::new(boxes_as_regions(), 5);
    let (mut canonicalizer, mut ones) = (Canonicalizer::new(), 0);
    for _ in 0..50 {
        let grid = puzzles.full();
        let mut form = |puzzle| canonicalizer.form(&puzzle, Deadline::NONE).unwrap();
        let [nine, any] = [form(Puzzle::classic(grid.clone())), form(puzzles.puzzle(grid))];
        assert!(nine.is_by_solution && !any.is_by_solution);
        assert_eq!(nine.automorphisms, any.automorphisms);
        ones += usize::from(any.automorphisms == 1);
    }
    assert!(ones > 40, "{ones}");
}

#[test]
fn clues_are_refused_and_the_deadline_is_kept() {
    let rules = Rules::classic(Size::FOUR);
    let clue = Clue::parse("killer 5 A1 A2", Size::FOUR).unwrap();
    let rules = Arc::new(rules.with_clues(vec![clue]).unwrap());
    let puzzle = Puzzle::new(Arc::clone(&rules), Grid::empty(Size::FOUR)).unwrap();
    let error = Canonicalizer::new().form(&puzzle, Deadline::NONE).unwrap_err();
    assert!(error.to_string().contains("found the clue 'killer 5 A1 A2'"), "{error}");
    assert!(rules.symmetries(Deadline::NONE).is_err());
    let late = Deadline::after(Duration::ZERO);
    for size in [Size::FOUR, Size::NINE] {
        let puzzle = Puzzle::classic(Grid::empty(size));
        assert_eq!(Canonicalizer::new().form(&puzzle, late), Err(SolveError::TimedOut));
    }
}

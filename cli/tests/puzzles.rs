//! Real puzzles have the answers that others found: the shipped files, the lists, the crate
//! `sudoku`, and brute force.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::common::program::satdoku;
use crate::common::{brute_force, list, shared};
use crate::common::{root, run_example};

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use satdoku::encode::{Encoding, Formula, Preset};
use satdoku::generate::Recipe;
use satdoku::solve::Session;
use satdoku::{
    Deadline, Grid, Limits, Puzzle, Rules, RulesBuilder, Size, Status, Variant, Verdict, solve,
    verify,
};

fn puzzle(line: &str, diagonal: bool) -> Puzzle {
    let grid: Grid = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
    if diagonal { Puzzle::diagonal(grid) } else { Puzzle::classic(grid) }
}

/// Solutions of a puzzle, up to a limit.
fn count(puzzle: &Puzzle, limit: usize) -> usize {
    let answer = Session::new(puzzle, Encoding::default(), Deadline::NONE).answer(limit).unwrap();
    assert!(answer.solutions.iter().all(|solution| verify(puzzle, solution).is_ok()));
    answer.solutions.len()
}

/// The rules that a file's header or name says, but for regions, which stand in its lines.
fn builder_of(file: &Path, text: &str, size: Size) -> RulesBuilder {
    let header = text.lines().next().unwrap_or_default();
    let names = header.split_once("--rules ").map_or("", |(_, rest)| rest);
    let names = names.split(' ').next().unwrap_or_default().split(',');
    let mut builder = Rules::builder(size);
    if file.to_string_lossy().contains("diagonal") {
        builder = builder.variant(Variant::Diagonal);
    }
    for name in names.filter(|name| !["", "classic", "jigsaw"].contains(name)) {
        builder = match name {
            "latin" => builder.without_boxes(),
            name => builder.variant(name.parse().unwrap()),
        };
    }
    builder
}

/// `puzzle:count:solution name`, or `puzzle:count:solution regions`, against the library.
fn check_line(line: &str, file: &Path, text: &str) {
    let [givens, expected, rest] = line.splitn(3, ':').collect::<Vec<_>>()[..] else {
        panic!("expected puzzle:count:solution, found {line}");
    };
    let (solution, name) = rest.split_once(' ').unwrap_or((rest, ""));
    let givens: Grid = givens.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
    let mut builder = builder_of(file, text, givens.size());
    if text.contains("--rules jigsaw") {
        builder = builder.regions(name.parse().unwrap());
    }
    let puzzle = Puzzle::new(builder.build().unwrap(), givens.clone()).unwrap();
    match (expected, solve(&puzzle).unwrap()) {
        ("0", Verdict::None) => {}
        ("1", Verdict::Unique(found)) => assert_eq!(found.to_string(), solution, "{givens}"),
        ("2+", Verdict::Multiple([first, second])) => assert_ne!(first, second),
        (number, Verdict::Multiple(_)) => {
            let number: usize = number.parse().unwrap_or_else(|_| panic!("a count in {line}"));
            assert!(number > 1, "{line}");
            assert_eq!(count(&puzzle, number + 1), number, "{givens}");
        }
        (_, found) => panic!("{line}: found {found:?}"),
    }
}

#[test]
fn every_shipped_puzzle_has_the_count_and_the_solution_of_its_line() {
    let mut files: Vec<PathBuf> = fs::read_dir(root().join("puzzles"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    files.sort();
    let mut lines = 0;
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            check_line(line, &file, &text);
            lines += 1;
        }
    }
    assert!(lines > 1300, "only {lines} puzzles were found");
}

#[test]
fn the_generated_files_are_what_their_first_lines_say() {
    let mut compared = 0;
    for entry in fs::read_dir(root().join("puzzles")).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let Some(command) = text.lines().next().and_then(|line| line.strip_prefix("# ")) else {
            continue;
        };
        let words: Vec<&str> = command.split(' ').collect();
        // The first two, so that large grids do not take long.
        let output = match words[..] {
            ["satdoku", ref arguments @ ..] => {
                let count = arguments.iter().position(|word| *word == "-n").unwrap() + 1;
                let fewer = [&arguments[..count], &["2"], &arguments[count + 1..]].concat();
                satdoku(fewer.join(" ")).stdout
            }
            ["cargo", .., kind, _, seed] => {
                String::from_utf8(run_example("altered", &[kind, "2", seed]).stdout).unwrap()
            }
            _ => continue,
        };
        let lines: Vec<&str> = text.lines().skip(1).take(2).collect();
        assert_eq!(output.lines().collect::<Vec<_>>(), lines, "{}", path.display());
        compared += 1;
    }
    assert_eq!(compared, 19);
}

#[test]
fn every_seed_case_has_its_answer() {
    let Some(cases) = shared("data/seed_cases.tsv") else { return };
    for case in cases.lines().skip(1) {
        let fields: Vec<&str> = case.split('\t').collect();
        let puzzle = puzzle(fields[4], fields[2] == "diagonal");
        let (status, solution) = match solve(&puzzle).unwrap() {
            Verdict::Unique(solution) => ("unique", solution.to_string()),
            Verdict::Multiple(_) => ("multiple", String::new()),
            Verdict::None => ("none", String::new()),
        };
        assert_eq!((status, solution.as_str()), (fields[5], fields[6]), "{case}");
    }
}

#[test]
fn the_288_grids_of_4x4_are_counted_exactly_and_so_are_the_diagonal_ones() {
    let empty = Grid::empty(Size::FOUR);
    assert_eq!(brute_force(&Puzzle::classic(empty.clone())).len(), 288);
    for puzzle in [Puzzle::classic(empty.clone()), Puzzle::diagonal(empty)] {
        let expected = brute_force(&puzzle).len();
        assert_eq!(count(&puzzle, 1000), expected, "{}", puzzle.rules());
    }
}

#[test]
fn every_encoding_gives_the_same_answers() {
    for name in ["seeds", "seeds-diagonal", "famous", "6x6", "many-solutions", "unsolvable"] {
        let text = fs::read_to_string(root().join(format!("puzzles/{name}.txt"))).unwrap();
        for line in text.lines().filter(|line| !line.starts_with('#')).take(11) {
            let puzzle = puzzle(line.split(':').next().unwrap(), name.contains("diagonal"));
            let answer = |encoding| {
                let answer = Session::new(&puzzle, encoding, Deadline::NONE).answer(2).unwrap();
                let status = answer.status(&Limits::UNIQUE);
                // Of several solutions each encoding may find others.
                (status, (status == Status::Unique).then_some(answer.solutions))
            };
            let expected = answer(Encoding::default());
            for encoding in Encoding::all() {
                assert_eq!(answer(encoding), expected, "{encoding}: {line}");
            }
        }
    }
}

#[test]
fn dropping_a_family_from_minimal_admits_grids_that_are_none() {
    // The redundant families of `efficient` and `extended` are held by the clause counts in
    // tests/encodings.rs; those of `minimal` carry the meaning.
    use varisat::ExtendFormula;
    let blank = Puzzle::classic(Grid::empty(Size::FOUR));
    let formula = Formula::whole(&blank, Preset::Minimal.into());
    for family in ["cell >= 1", "unit <= 1"] {
        let mut solver = varisat::Solver::new();
        formula.for_each_clause(|clause, reason| {
            if reason.family() != family {
                solver.add_clause(clause);
            }
        });
        assert!(solver.solve().unwrap());
        let mut grid = Grid::empty(Size::FOUR);
        let decoded = formula.numbering.decode(solver.model().unwrap(), &mut grid);
        assert!(decoded.is_err() || verify(&blank, &grid).is_err(), "{family}");
    }
}

/// Up to two solutions according to the crate `sudoku`.
fn oracle(givens: &Grid) -> Vec<String> {
    let board = sudoku::Sudoku::from_str_line(&givens.to_string()).unwrap();
    board.solutions_up_to(2).iter().map(|solution| solution.to_string()).collect()
}

/// Whether we say the same as the oracle; the number of solutions, at most 2.
fn agrees_with_the_oracle(givens: &Grid) -> usize {
    let expected = oracle(givens);
    match solve(&Puzzle::classic(givens.clone())).unwrap() {
        Verdict::None => assert_eq!(expected.len(), 0, "{givens}"),
        Verdict::Unique(solution) => assert_eq!(expected, [solution.to_string()], "{givens}"),
        Verdict::Multiple(_) => assert_eq!(expected.len(), 2, "{givens}"),
    }
    expected.len()
}

#[test]
fn a_thousand_puzzles_altered_given_by_given_agree_with_the_crate_sudoku() {
    let recipe = Recipe::new(Arc::new(Rules::classic(Size::NINE)), 11);
    let mut random = ChaCha8Rng::seed_from_u64(11);
    let mut seen = [0; 3];
    for index in 0..1000 {
        let mut givens = recipe.puzzle(index).unwrap().puzzle.givens().clone();
        for _ in 0..10 {
            seen[agrees_with_the_oracle(&givens)] += 1;
            let filled: Vec<_> = givens.filled().collect();
            let given = filled.choose(&mut random).unwrap();
            let digit = match random.random_range(0..3) {
                0 => None,
                _ => Size::NINE.digits().nth(random.random_range(0..9)),
            };
            givens.set(given.cell, digit);
        }
    }
    assert!(seen.iter().all(|&count| count >= 50), "0, 1, several solutions: {seen:?}");
}

#[test]
fn three_thousand_puzzles_of_the_lists_agree_with_the_crate_sudoku() {
    for (name, sample) in
        [("clues17.txt", 1000), ("hardest.txt", 500), ("easy.txt", 1000), ("serg.txt", 500)]
    {
        let Some(lines) = list(name) else { continue };
        let mut compared = 0;
        for line in lines.iter().step_by(lines.len() / sample).take(sample) {
            agrees_with_the_oracle(&line.parse().unwrap());
            compared += 1;
        }
        assert_eq!(compared, sample, "{name}");
    }
}

#[test]
fn sizes_from_1_to_36_are_solved() {
    for (height, width) in
        [(1, 1), (2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (2, 5), (3, 4), (4, 4), (5, 5), (6, 6)]
    {
        let size = Size::new(height, width).unwrap();
        let puzzle = Puzzle::classic(Grid::empty(size));
        let answer = Session::new(&puzzle, Encoding::default(), Deadline::NONE).answer(1);
        assert_eq!(verify(&puzzle, &answer.unwrap().solutions[0]), Ok(()), "{size}");
    }
}

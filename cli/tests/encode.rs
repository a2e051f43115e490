//! Do formulas in other languages than DIMACS say the same, and do real solvers take them?

use std::fs;

use satdoku::dimacs::{Comments, Format, Style, write, write_cubes};
use satdoku::solve::{simplified, solutions};
use satdoku::{Deadline, Encoding, Formula, Grid, Puzzle, Rules, Size};
use varisat::{ExtendFormula, Lit, Solver, Var};

use crate::common::grid;
use crate::common::program::{lacks, sh_in};
use crate::common::random::Random;

fn written(formula: &Formula, format: Format) -> String {
    let mut text = Vec::new();
    let style = Style { format, comments: Comments::Names, ..Style::default() };
    write(formula, &style, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

/// The number of models over the first `variables` variables.
fn models(mut solver: Solver<'_>, variables: usize) -> usize {
    let mut count = 0;
    while solver.solve().unwrap() {
        count += 1;
        let model = solver.model().unwrap();
        let those = model.into_iter().filter(|lit| lit.index() < variables);
        solver.add_clause(&those.map(|lit| !lit).collect::<Vec<_>>());
    }
    count
}

/// Reads sums of variables with the factors 1 and -1, and the relations `=` and `>=`, as clauses.
fn read_opb(text: &str) -> Solver<'static> {
    let mut solver = Solver::new();
    for line in text.lines().filter(|line| !line.starts_with('*')) {
        let (sum, bound) = line.strip_suffix(" ;").unwrap().split_once("= ").unwrap();
        let words: Vec<&str> = sum.trim_end_matches('>').split_whitespace().collect();
        let lits: Vec<Lit> = words
            .chunks(2)
            .map(|term| {
                let number: isize = term[1].strip_prefix('x').unwrap().parse().unwrap();
                Lit::from_dimacs(if term[0] == "+1" { number } else { -number })
            })
            .collect();
        let negative = lits.iter().filter(|lit| lit.is_negative()).count() as i32;
        let at_least = bound.parse::<i32>().unwrap() + negative;
        assert!((1..=2).contains(&at_least), "{line}");
        if at_least == 2 {
            assert_eq!(lits.len(), 1, "{line}");
            solver.add_clause(&[]);
        }
        solver.add_clause(&lits);
        if !sum.ends_with('>') {
            for (index, &lit) in lits.iter().enumerate() {
                lits[..index].iter().for_each(|&other| solver.add_clause(&[!lit, !other]));
            }
        }
    }
    solver
}

#[test]
fn every_format_has_the_models_of_the_puzzle() {
    let size = Size::FOUR;
    let windows = [5, 6, 9, 10].map(satdoku::Cell::from_index);
    let rules = Rules::builder(size).extra_region(&windows).build().unwrap();
    let knights = Rules::builder(size).variant(satdoku::Variant::AntiKnight).build();
    for puzzle in [
        Puzzle::classic(Grid::empty(size)),
        Puzzle::classic(grid("1..............2")),
        Puzzle::classic(grid("12..21..........")),
        Puzzle::classic(grid("1234341221434321")),
        Puzzle::new(rules, Grid::empty(size)).unwrap(),
        Puzzle::new(knights.unwrap(), Grid::empty(size)).unwrap(),
    ] {
        let known = solutions(&puzzle, None, Deadline::NONE).count();
        let encoding: Encoding = "minimal/commander".parse().unwrap();
        for formula in [
            Formula::whole(&puzzle, encoding),
            simplified(&puzzle, None, encoding, Deadline::NONE).unwrap(),
        ] {
            let candidates = formula.numbering.candidate_count();
            let opb = written(&formula, Format::Opb);
            assert_eq!(models(read_opb(&opb), candidates), known, "{puzzle:?}");
            let constraints = opb.lines().filter(|line| !line.starts_with('*')).count();
            let header = opb.lines().next().unwrap();
            assert!(header.ends_with(&format!("#constraint= {constraints}")), "{header}");
        }
    }
    let nine = Formula::whole(&Puzzle::classic(Grid::empty(Size::NINE)), Encoding::default());
    assert!(written(&nine, Format::Opb).starts_with("* #variable= 729 #constraint= 324\n"));
}

#[test]
fn each_format_says_what_its_readers_need() {
    let formula = Formula::whole(&Puzzle::classic(grid("1..............2")), Encoding::default());
    let opb = written(&formula, Format::Opb);
    assert!(opb.contains("\n* constraints: 16 cell = 1, 48 unit = 1, then the givens\n"), "{opb}");

    let mut cubes = Vec::new();
    let candidates = [2, 61].map(|dimacs| formula.numbering.candidate(Var::from_dimacs(dimacs)));
    let cube = candidates.map(Option::unwrap).to_vec();
    write_cubes(&formula, &[cube, vec![]], &mut cubes).unwrap();
    assert_eq!(cubes, b"a 2 61 0\na 0\n");
}

#[cfg(unix)]
#[test]
fn real_solvers_solve_every_format_and_are_decoded() {
    let hard = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
    for (format, programs) in
        [("icnf --cubes 5", &["cadical -q"][..]), ("opb", &["clasp", "minisat+"])]
    {
        for program in programs {
            if lacks(program) {
                continue;
            }
            for (options, puzzle) in [
                ("", hard),
                ("--simplified", hard),
                ("-x", "1..............."),
                ("--simplified", &".".repeat(36)),
                // Refuted, and solved, by simplification too.
                ("", "12..21.........."),
                ("--simplified", "12..21.........."),
                ("--simplified", "1234341221434..."),
            ] {
                let folder = tempfile::tempdir().unwrap();
                let command = format!(
                    "satdoku encode {options} --format {format} {puzzle} -o formula.cnf
                     satdoku solve --first --format line {options_of_solve} {puzzle}
                     mv formula.cnf formula.{extension}
                     {program} formula.{extension} |
                         satdoku decode --cnf formula.{extension} --format line",
                    options_of_solve = options.replace("--simplified", ""),
                    extension = format.split(' ').next().unwrap(),
                );
                let output = sh_in(&folder, &command);
                let (first, second) = output.stdout.trim().split_once('\n').unwrap_or_default();
                let is_unique = puzzle == hard || puzzle.starts_with("1234");
                let is_none = puzzle.starts_with("12..21");
                assert_eq!(output.status, Some(i32::from(is_none)), "{output:#?}");
                match (is_none, is_unique) {
                    (true, _) => assert!(second.starts_with("no solution"), "{command}: {second}"),
                    (_, true) => assert_eq!(first, second, "{command}"),
                    _ => assert_eq!(second.len(), puzzle.len(), "{command}: {second}"),
                }
            }
        }
    }
}

/// Prints the number of models of a DIMACS file, counted over the variables that it names.
#[cfg(unix)]
const GANAK: &str = "
import sys, pyganak
counter, shown = pyganak.Counter(), []
for line in open(sys.argv[1]):
    words = line.split()
    if words[:3] == ['c', 'p', 'show']:
        shown += map(int, words[3:-1])
    elif words[0] not in ('c', 'p'):
        counter.add_clause(list(map(int, words[:-1])))
if shown:
    counter.set_sampling_set(shown)
print(counter.count())
";

#[cfg(unix)]
#[test]
fn outside_counters_count_the_solutions() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("ganak.py"), GANAK).unwrap();
    let has_ganak = !lacks("pyganak");
    let count = |command: &str| {
        let output = sh_in(&folder, command);
        output.stdout.trim().parse::<usize>().unwrap_or_else(|_| panic!("{output:?}"))
    };
    for rules in
        [Rules::classic(Size::FOUR), Rules::diagonal(Size::FOUR), Rules::classic(Size::NINE)]
    {
        let kept = if rules.size() == Size::NINE { 27..32 } else { 0..6 };
        let mut random = Random::new(rules, 12);
        for index in 0..7 {
            let puzzle = random.givens(kept.clone());
            let puzzle = random.puzzle(puzzle);
            let known = solutions(&puzzle, None, Deadline::NONE).count();
            for encoding in ["extended/auto", "minimal/commander", "efficient/sequential"] {
                let encoding: Encoding = encoding.parse().unwrap();
                let formula = match index % 2 {
                    0 => Formula::whole(&puzzle, encoding),
                    _ => simplified(&puzzle, None, encoding, Deadline::NONE).unwrap(),
                };
                fs::write(folder.path().join("f.cnf"), written(&formula, Format::Dimacs)).unwrap();
                if has_ganak {
                    assert_eq!(count("python3 ganak.py f.cnf"), known, "{encoding}: {puzzle:?}");
                }
                if encoding == Encoding::default() && !lacks("clasp") {
                    let command = "clasp -n 0 -q f.cnf | sed -n 's/^c Models *: *//p'";
                    assert_eq!(count(command), known, "{puzzle:?}");
                }
            }
        }
    }
}

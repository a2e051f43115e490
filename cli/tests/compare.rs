//! Solvers side by side: the figures add up, lies are found, the files can be read.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::time::Duration;

#[cfg(unix)]
use crate::common::program::sh_in;
use crate::common::program::{Run, contenders, lacks, satdoku, with_stdin};
use crate::common::skip;
use satdoku::Puzzle;
use satdoku_cli::compare::{Plan, Progress, Results};
use satdoku_cli::{compare, contender};
use tempfile::TempDir;

const GRID2: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
const GRID2_SOLVED: &str =
    "417369825632158947958724316825437169791586432346912758289643571573291684164875293";
/// Unique, two solutions, none; 4x4.
const FOURS: &str = "12.......3.4....\n12..34..........\n12..34.......43.\n";

fn path(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).to_str().unwrap().to_owned()
}

/// The cells of a contender's row of the table.
fn row(output: &Run, name: &str) -> Vec<String> {
    for line in output.stdout.lines() {
        let mut cells = line.split("  ").map(str::trim).filter(|cell| !cell.is_empty());
        if cells.next() == Some(name) {
            return cells.map(ToOwned::to_owned).collect();
        }
    }
    panic!("no row of {name}: {}", output.stdout)
}

/// A time of the table, in seconds.
fn seconds(cell: &str) -> f64 {
    let (number, unit) = cell.split_at(cell.find(char::is_alphabetic).expect("a unit"));
    let factor = match unit {
        "ns" => 1e-9,
        "µs" => 1e-6,
        "ms" => 1e-3,
        _ => 1.0,
    };
    number.parse::<f64>().unwrap() * factor
}

#[test]
fn the_figures_of_all_contenders_add_up() {
    let folder = TempDir::new().unwrap();
    let measurements = path(&folder, "c.csv");
    let names = "satdoku,varisat:minimal/commander,varisat:extended,norvig";
    let compare = format!("compare --solver {names} --runs 2 --time-limit 60 --sample all");
    let output =
        with_stdin(format!("{compare} --export-csv {measurements}"), format!("{GRID2}\n{FOURS}"))
            .ends(0)
            .shows("rules: a classic puzzle with boxes of 2x2 (3); a classic puzzle");
    let rows: Vec<_> = names.split(',').map(|name| row(&output, name)).collect();
    // Solved, clauses, wall, CPU, median, p95, max, ratio.
    for row in &rows {
        assert_eq!((&*row[0], row.len()), ("4", 8), "{row:?}");
        let [median, p95, max] = [4, 5, 6].map(|cell| seconds(&row[cell]));
        assert!(median <= p95 && p95 <= max, "{row:?}");
    }
    assert_eq!(rows[0][7], "1.00");
    assert_eq!(rows[3][1], "n/a", "what is not known is not 0");

    // The single measurements sum up to the runs.
    let text = fs::read_to_string(&measurements).unwrap();
    let lines: Vec<Vec<&str>> =
        text.lines().skip(1).map(|line| line.split(',').collect()).collect();
    assert_eq!(lines.len(), 4 * 2 * 4);
    let own: Vec<_> = lines.iter().filter(|line| line[0] == "norvig").collect();
    let total: f64 = own.iter().map(|line| line[9].parse::<f64>().unwrap()).sum();
    // Of two runs the median is the mean.
    assert!((seconds(&rows[3][2]) / (total / 8.0) - 1.0).abs() < 0.01, "{total} {:?}", rows[3]);
    if cfg!(unix) {
        let cpus = lines.iter().map(|line| line[10].parse::<f64>().unwrap());
        assert!(cpus.sum::<f64>() > 0.0, "{text}");
    }
    let first: Vec<_> = own.iter().filter(|line| line[1] == "1").collect();
    let statuses: Vec<&str> = first.iter().map(|line| line[8]).collect();
    assert_eq!(statuses, ["unique", "unique", "multiple", "none"]);
    assert_eq!(first[0][2..7], ["<stdin>:1", GRID2, "classic", "3x3", ""]);
}

#[test]
fn the_table_has_a_row_for_each_and_says_how_it_was_measured() {
    let arguments = "compare --solver satdoku,exact-cover --seed 7";
    let output = with_stdin(arguments, FOURS);
    for part in [
        "satdoku 0.",
        "varisat 0.2.2",
        "puzzles: 3, runs: 3,",
        "rules: a classic puzzle with boxes of 2x2",
        "seed: 7",
        "exact-cover",
    ] {
        assert!(output.stdout.contains(part), "{part}: {output:#?}");
    }
    let (_, table) = output.stdout.split_once("\n\n").unwrap();
    assert!(table.lines().all(|line| line.chars().count() <= 100), "{}", output.stdout);
}

#[test]
fn regions_are_in_every_export_and_message() {
    let folder = TempDir::new().unwrap();
    let rows = path(&folder, "c.csv");
    let regions = "aabbacbbaccddcdd";
    let denier = "no=dimacs:sh -c 'echo s UNSATISFIABLE; exit 20'";
    let arguments = "compare --first --runs 1 --solver dpll --solver";
    let files = format!("--export-csv {rows}");
    let puzzle = "1...............";
    let rules = format!("--rules jigsaw --regions {regions} {puzzle}");
    let output = satdoku(format!("{arguments} {denier:?} {files} {rules}"))
        .ends(3)
        .tells(format!("puzzle {puzzle} {regions}"))
        .tells("a jigsaw puzzle");
    assert!(fs::read_to_string(rows).unwrap().contains(&format!(",jigsaw,,{regions},")));
    output.shows("rules: a jigsaw puzzle");
}

#[test]
fn permuted_puzzles_keep_their_numbers_of_solutions_and_depend_on_the_seed() {
    let puzzles = |seed: &str, rules: &str| {
        let folder = TempDir::new().unwrap();
        let file = path(&folder, "permuted.csv");
        let command = format!("compare --solver varisat --runs 1 --seed {seed} {rules}");
        with_stdin(format!("{command} --export-csv {file}"), FOURS).ends(0);
        let text = fs::read_to_string(&file).unwrap();
        let mut rows: Vec<(String, String, String)> = text
            .lines()
            .skip(1)
            .map(|line| line.split(',').collect::<Vec<_>>())
            .map(|row| (row[2].to_owned(), row[3].to_owned(), row[8].to_owned()))
            .collect();
        rows.sort();
        rows
    };
    let statuses = |rows: &[(String, String, String)]| -> Vec<String> {
        rows.iter().map(|row| row.2.clone()).collect()
    };
    for seed in ["1", "2", "3"] {
        assert_eq!(statuses(&puzzles(seed, "")), ["unique", "multiple", "none"]);
        assert_eq!(statuses(&puzzles(seed, "-x")), statuses(&puzzles("9", "-x")));
    }
    assert_eq!(puzzles("1", ""), puzzles("1", ""));
    assert_ne!(puzzles("1", ""), puzzles("2", ""));
}

#[test]
fn a_sample_has_its_size_and_stays_the_same() {
    let many = "12..34.......43.\n".repeat(500);
    let sources = |seed: &str| {
        let folder = TempDir::new().unwrap();
        let file = path(&folder, "sample.csv");
        let arguments =
            format!("compare --solver dpll --runs 1 --sample 20 --seed {seed} --export-csv {file}");
        with_stdin(&arguments, &many).ends(0);
        let text = fs::read_to_string(&file).unwrap();
        text.lines()
            .skip(1)
            .map(|line| line.split(',').nth(2).unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let first = sources("1");
    assert_eq!(first.len(), 20);
    assert_eq!(first, sources("1"));
    assert_ne!(first, sources("2"));
    let distinct: std::collections::HashSet<_> = first.iter().collect();
    assert_eq!(distinct.len(), 20);
}

/// A plan for these contenders on 4x4 puzzles, and as many of those.
fn plan(names: &[&str], count: usize) -> (Plan, Vec<Puzzle>) {
    let entries = names.iter().map(|name| contender::find(name).unwrap());
    let plan = Plan {
        entries: entries.collect(),
        unique: true,
        time_limit: Duration::from_secs(60),
        runs: 2,
        warmup: 0,
        seed: 0,
    };
    (plan, vec![Puzzle::classic("12..34..........".parse().unwrap()); count])
}

fn measure(plan: &Plan, puzzles: &[Puzzle], mut look: impl FnMut(&Progress<'_>)) -> Results {
    let mut results = Results::new(plan);
    compare::measure(plan, puzzles, |progress| {
        look(&progress);
        if let Progress::Measured(_, runs, problems) = progress {
            results.add(runs, problems);
        }
    });
    results
}

#[test]
fn the_order_of_the_contenders_is_drawn_by_the_seed() {
    let turns = |seed| {
        let (plan, puzzles) = plan(&["norvig", "dpll", "exact-cover"], 1000);
        let mut turns = Vec::new();
        let results = measure(&Plan { seed, ..plan }, &puzzles, |progress| {
            if let Progress::Answered(contender, _) = progress {
                turns.push(*contender);
            }
        });
        assert_eq!(results.summaries[2].solved(), 1000);
        turns
    };
    let first = turns(1);
    assert_eq!(first, turns(1));
    assert_ne!(first, turns(2));
    // Each has its turn in every block, in more orders than one cycle has.
    let orders: HashSet<&[usize]> = first.chunks(3).collect();
    assert!(orders.iter().all(|order| order.iter().sum::<usize>() == 3), "{first:?}");
    assert!(orders.len() > 3, "{orders:?}");
}

#[test]
fn measurements_are_summed_up_as_they_come() {
    let (plan, puzzles) = plan(&["dpll"], 12_345);
    let plan = Plan { runs: 1, ..plan };
    let mut measured = Vec::new();
    let results = measure(&plan, &puzzles, |progress| {
        if let Progress::Measured(first, runs, _) = progress {
            measured.push((*first, runs[0][0].len()));
        }
    });
    assert_eq!(measured[..5], [(0, 1), (1, 1), (2, 2), (4, 4), (8, 8)]);
    assert_eq!(measured.last(), Some(&(8192, 12_345 - 8192)));
    assert_eq!(results.summaries[0].solved(), 12_345);
}

#[test]
fn a_long_list_is_sampled_unless_all_of_it_is_asked_for() {
    let many = "12..34.......43.\n".repeat(1500);
    for (options, measured) in [("", "100 of 1500, sampled,"), ("--sample all", "1500,")] {
        let command = format!("compare --solver dpll {options}");
        with_stdin(command, &many).ends(0).shows(format!("\npuzzles: {measured} runs: 3,"));
    }
}

#[test]
fn ratios_are_relative_to_the_first_solver() {
    let output = with_stdin("compare --solver dpll,norvig --runs 5", FOURS);
    assert_eq!(row(&output, "dpll").last().unwrap(), "1.00");
    assert!(row(&output, "norvig").last().unwrap().parse::<f64>().unwrap() > 0.0);
}

#[test]
fn the_seed_that_was_used_is_said() {
    let many = "12..34.......43.\n".repeat(200);
    for (options, seed) in [
        ("--sample all", "none, puzzles as read"),
        ("--sample all --seed 5", "5, puzzles shuffled and permuted"),
        ("", "0 for the sample, its puzzles as read"),
        ("--seed 0", "0, puzzles shuffled and permuted"),
    ] {
        let command = format!("compare --solver dpll --runs 1 {options}");
        with_stdin(command, &many).ends(0).shows(format!("\nseed: {seed}\n"));
    }
}

#[test]
fn what_solvers_count_is_known_where_they_tell_it() {
    let folder = TempDir::new().unwrap();
    let rows = path(&folder, "c.csv");
    // Needs a search: the second row of the seeds' puzzle is all that is given.
    let puzzle = format!("{}{}\n", "7..4.95..", ".".repeat(72));
    let names = ["cadical", "minisat", "picosat", "cryptominisat5", "clasp"];
    let names: Vec<&str> = names.into_iter().filter(|name| !lacks(name)).collect();
    let solvers = ["varisat", "norvig"].into_iter().chain(names.iter().copied());
    let solvers = solvers.collect::<Vec<_>>().join(",");
    let arguments = "compare --first --runs 1 --time-limit 60 --solver";
    with_stdin(format!("{arguments} {solvers} --export-csv {rows}"), &puzzle).ends(0);
    let text = fs::read_to_string(rows).unwrap();
    let (header, rows) = text.split_once('\n').unwrap();
    let tail = "clauses,load_s,solve_s,process_s,guesses,\
                variables,conflicts,decisions,propagations,restarts,proof_bytes";
    assert!(header.ends_with(tail), "{header}");
    let told = |name: &str| -> Vec<String> {
        let row = rows.lines().find(|row| row.split(',').next() == Some(name)).unwrap();
        let cells: Vec<&str> = row.split(',').collect();
        cells[cells.len() - 6..].iter().map(|&cell| cell.to_owned()).collect()
    };
    let is_told = |name| told(name).iter().map(|cell| !cell.is_empty()).collect::<Vec<_>>();
    assert_eq!(is_told("varisat"), [true, false, false, false, false, true]);
    assert_eq!(is_told("norvig"), [false; 6]);
    for name in names {
        let is_known = name != "clasp";
        assert_eq!(is_told(name), [true, true, true, is_known, true, false], "{name}");
        assert!(name != "minisat" || told(name)[2] != "0");
        assert_eq!(told(name)[0], told("varisat")[0]);
    }
}

#[test]
fn everybody_is_listed_with_what_they_can_do() {
    let output = with_stdin("compare --list", "").ends(0);
    let all = contenders();
    for entry in &all {
        let row = output.stdout.lines().find(|line| line.trim().starts_with(&*entry.name));
        let row = row.unwrap_or_else(|| panic!("{} is not listed", entry.name));
        let variants = format!("{:?}", entry.capabilities.variants).to_lowercase();
        assert!(row.contains(&variants), "{row}");
    }
    assert!(output.stdout.lines().all(|line| line.chars().count() <= 100));
    for name in compare::DEFAULT {
        assert!(all.iter().any(|entry| entry.name == name), "{name}");
    }
}

#[test]
fn a_bad_puzzle_costs_that_puzzle_only() {
    with_stdin("compare --solver varisat", format!("123456789012345678\n{FOURS}"))
        .ends(2)
        .tells("<stdin>:1:")
        .shows("puzzles: 3,");
    with_stdin("compare", "# nothing\n").ends(2).tells("no puzzle found");
}

#[test]
fn the_plot_is_xml_with_every_name() {
    let folder = TempDir::new().unwrap();
    let file = path(&folder, "plot.svg");
    let names = "satdoku,varisat,dpll --solver 'a<b&c=lines:cat'";
    let arguments = format!("compare --first --runs 1 --plot {file} --solver {names}");
    with_stdin(&arguments, FOURS);
    let svg = fs::read_to_string(&file).unwrap();
    let plot = roxmltree::Document::parse(&svg).unwrap();
    let text: Vec<&str> = plot.descendants().filter_map(|node| Some(node.text()?.trim())).collect();
    assert!(text.contains(&"3 puzzles of <stdin>"), "{text:?}");
    for name in ["satdoku", "varisat", "dpll", "a<b&c"] {
        assert!(text.iter().any(|text| text.starts_with(&format!("{name} ("))), "{name}: {text:?}");
    }
}

#[cfg(unix)]
mod programs {
    use super::*;

    #[test]
    fn an_interrupt_shows_the_table_of_what_has_been_measured() {
        // The longer it takes until all have answered a puzzle, the longer it is left alone.
        for seconds in [1, 4, 16, 60] {
            let folder = TempDir::new().unwrap();
            let output = sh_in(
                folder.path(),
                format!(
                    "yes 12..34.......43. | head -n 500 > list; satdoku compare --sample all \
                     --solver norvig,dpll --runs 60000 --export-csv c.csv list & pid=$!; sleep {seconds}; \
                     kill -INT $pid; wait $pid; echo $?; ls"
                ),
            );
            if output.stdout.contains("Times and counts are means") {
                let rest = output.stdout.split("interrupted: the last answers are left out").nth(1);
                assert!(
                    rest.is_some_and(|rest| rest.ends_with("130\nlist\n")),
                    "{}",
                    output.stdout
                );
                return;
            }
            output.tells("interrupted before");
        }
        panic!("nothing was measured in a minute");
    }

    /// Says what the script says, for each line of input.
    fn lines(name: &str, script: &str) -> String {
        format!("{name}=lines:sh -c 'while read puzzle; do {script}; done'")
    }

    #[test]
    fn a_solution_that_is_none_is_shown_with_its_puzzle() {
        let liar = lines("liar", &format!("echo {GRID2_SOLVED}"));
        let other = GRID2.replacen('4', "2", 1).replacen("2.....8.5", "2.....8.6", 1);
        let output = with_stdin(
            format!("compare --first --solver varisat --solver {liar:?}"),
            format!("{GRID2}\n{other}\n"),
        )
        .ends(3)
        .tells("<stdin>:2: liar: wrong answer");
        assert!(
            output.stderr.contains(&other) && !output.stderr.contains("<stdin>:1"),
            "{}",
            output.stderr
        );
        assert_eq!(row(&output, "liar")[..2], ["1", "1"]);
        assert!(!output.stdout.contains("crashed"), "{}", output.stdout);
    }

    #[test]
    fn a_large_puzzle_is_named_and_not_shown() {
        let denier = "no=dimacs:sh -c 'echo s UNSATISFIABLE; exit 20'";
        let arguments = format!("compare --first --solver {denier:?}");
        let output = with_stdin(&arguments, ".".repeat(100))
            .ends(3)
            .tells("<stdin>:1: no: wrong answer: says no solution");
        assert!(!output.stderr.contains("....."), "{}", output.stderr);
    }

    #[test]
    fn two_that_disagree_are_found_whoever_is_first() {
        let liar = lines("liar", "echo none");
        let liar = format!("--solver {liar:?}");
        for solvers in [format!("--solver norvig {liar}"), format!("{liar} --solver norvig"), liar]
        {
            let arguments = format!("compare --first {solvers}");
            let output = with_stdin(&arguments, format!("{GRID2}\n"))
                .ends(3)
                .tells("liar: wrong answer: says no solution, but")
                .tells(GRID2_SOLVED);
            assert!(!output.stderr.contains("norvig: wrong"), "{}", output.stderr);
        }
    }

    #[test]
    fn a_sat_solver_that_denies_the_second_solution_is_found() {
        // An honest model first, then UNSATISFIABLE to the formula with the blocking clause.
        if lacks("minisat") {
            return;
        }
        let folder = TempDir::new().unwrap();
        let script = path(&folder, "liar.sh");
        let text = "grep -q 'cnf 1 ' $1 && exit\nminisat -verb=0 $1 $2 >/dev/null\n\
                    if [ -e $0.asked ]; then rm $0.asked; echo UNSAT > $2; else touch $0.asked; fi\n";
        fs::write(&script, text).unwrap();
        let liar = format!("liar=dimacs:sh {script} {{cnf}} {{out}}");
        let arguments = format!("compare --runs 1 --warmup 0 --solver {liar:?}");
        with_stdin(&arguments, "12..34..........\n")
            .ends(3)
            .tells("says only one solution, but satdoku");
    }

    #[test]
    fn a_sat_solver_that_contradicts_itself_ends_solve_with_3_and_is_named() {
        let model = "echo s SATISFIABLE; echo v -1 2 0";
        for (script, told) in [
            ("echo s SATISFIABLE; echo s UNSATISFIABLE", "expected one status"),
            (&format!("{model}; echo v -2 0"), "expected one answer"),
            (&format!("{model}; exit 20"), "ends with exit status 20"),
            ("echo s UNSATISFIABLE; exit 10", "ends with exit status 10"),
        ] {
            let liar = format!("liar=dimacs:sh -c '{script}'");
            let output = satdoku(format!("solve --solver {liar:?} 12..34..........")).ends(3);
            let named = output.stderr.starts_with("error: <argument>:1: liar: ");
            assert!(named && output.stderr.contains(told), "{script}: {}", output.stderr);
        }
    }

    #[test]
    fn a_crash_is_the_contenders_and_the_others_go_on() {
        let crash = "crash=dimacs:sh -c 'exit 1'";
        let output = with_stdin(format!("compare --solver norvig --solver {crash:?}"), FOURS)
            .ends(3)
            .tells("error: <stdin>:1: crash: crashed: ended with exit status 1\n");
        assert_eq!(row(&output, "norvig")[0], "3");
        let is_header = |line: &&str| line.trim().starts_with("contender");
        let header = output.stdout.lines().find(is_header).unwrap();
        assert!(header.contains(" crashed ") && !header.contains("wrong"), "{header}");
    }

    #[test]
    fn a_process_is_measured_by_clock_and_by_processor_and_its_start_is_shown() {
        let sleepy = "sleepy=dimacs:sh -c 'cat >/dev/null; sleep 0.4; echo s UNKNOWN'";
        let arguments = "compare --runs 1 --warmup 0 --solver dpll";
        let output = satdoku(format!("{arguments} --solver {sleepy:?} 12..34.......43.")).ends(0);
        // Solved, unknown, clauses, wall, CPU.
        let times = row(&output, "sleepy");
        assert!(seconds(&times[3]) >= 0.4, "{times:?}");
        let cpu = seconds(&times[4]);
        assert!(0.0 < cpu && cpu < 0.2, "{times:?}");
        let (_, start) = output.stdout.split_once("\ntime to start a process: sleepy ").unwrap();
        assert!(seconds(start.lines().next().unwrap()) >= 0.4, "{start}");
    }

    #[test]
    fn ratios_of_processes_are_given_with_their_start_and_without() {
        let script = "while read p; do sleep 0.1; echo 1234341221434321; done";
        let slow = format!("slow=lines:sh -c 'sleep 0.5; {script}'");
        let plain = format!("plain=lines:sh -c '{script}'");
        let arguments = "compare --first --runs 1 --warmup 0 --time-limit 5";
        let solvers = format!("--solver {plain:?} --solver {slow:?}");
        let puzzles = "12..............\n".repeat(4);
        let output = with_stdin(format!("{arguments} {solvers}"), puzzles).ends(0);
        let [ratio, net] = [1, 0].map(|from_the_end| {
            let row = row(&output, "slow");
            row[row.len() - 1 - from_the_end].parse::<f64>().unwrap()
        });
        // 0.9 s to 0.4 s, of which the start is 0.6 s and 0.1 s.
        assert!(ratio > 1.5, "{}", output.stdout);
        assert!(net < ratio, "{}", output.stdout);
        output.shows("net: the same ratio, without the time that processes take to start");
    }

    #[test]
    fn a_program_that_counts_is_asked_whether_a_solution_is_the_only_one() {
        let counting =
            |name: &str, script: &str| lines(name, script).replacen("=lines:", "=lines+count:", 1);
        let counts = "case $puzzle in 12.......3.4....) echo $puzzle:1:;; *43.) echo $puzzle:0:;; *) \
                      echo $puzzle:2:;; esac";
        let arguments = "compare --runs 1 --warmup 0 --solver dpll --solver";
        let honest = counting("honest", counts);
        let output = with_stdin(format!("{arguments} {honest:?}"), FOURS).ends(0);
        assert_eq!(row(&output, "honest")[0], "3");
        let liar = counting("liar", "echo $puzzle:2:");
        let output = with_stdin(format!("{arguments} {liar:?}"), FOURS)
            .ends(3)
            .tells("liar: wrong answer: says several solutions, but there is only one")
            .tells("liar: wrong answer: says several solutions, but there is none");
        assert_eq!(row(&output, "liar")[..2], ["1", "2"]);
        let liar = counting("liar", "echo $puzzle:1:");
        let output = with_stdin(format!("{arguments} {liar:?}"), FOURS).ends(3);
        let output =
            output.tells("liar: wrong answer: says only one solution, but dpll found another");
        output.tells("liar: wrong answer: says only one solution, but there is none");
    }

    #[test]
    fn a_program_of_lines_has_a_median_over_parts_of_a_long_list() {
        let puzzles = "12..............\n".repeat(300);
        let solver = lines("own", "echo 1234341221434321");
        let arguments = format!("compare --first --runs 1 --sample all --solver {solver:?}");
        let output = with_stdin(&arguments, puzzles).ends(0);
        // Solved, clauses, wall, CPU, median, p95, max.
        let row = row(&output, "own");
        let [median, p95, max] = [4, 5, 6].map(|cell| seconds(&row[cell]));
        assert!(0.0 < median && median <= p95 && p95 <= max, "{row:?}");
    }

    #[test]
    fn a_formula_without_clauses_is_shown_as_0_and_what_was_measured_is_told() {
        let solver = "own:simplified=dimacs:sh -c 'cat >/dev/null; echo s SATISFIABLE; echo v 0'";
        let arguments = "compare --first --runs 1 --solver satdoku";
        let output = satdoku(format!("{arguments} --solver {solver:?} {GRID2}")).ends(0);
        assert_eq!(row(&output, "own:simplified")[1], "0");
        output.shows("clauses: of the formula; if simplification solves all, this is 0");
    }

    #[test]
    fn running_out_of_time_is_a_result_unless_nobody_settles_the_puzzle() {
        let sleepy = "sleepy=dimacs:sh -c 'sleep 60'";
        let arguments = format!("compare --runs 1 --warmup 0 --time-limit 0.2 --solver {sleepy:?}");
        let with =
            |solvers: &str| with_stdin(format!("{arguments} {solvers}"), "12..34.......43.\n");
        let helped = with("--solver varisat").ends(0);
        assert_eq!(row(&helped, "sleepy")[..2], ["0", "1"]);
        assert_eq!(with("").status, Some(4));
    }

    #[test]
    fn a_claim_that_nothing_confirms_in_time_is_unconfirmed() {
        let empty = ". ".repeat(36 * 36);
        let denial = "no=dimacs:sh -c 'cat >/dev/null; echo s UNSATISFIABLE; exit 20'";
        let limited = format!("--box 6x6 --time-limit 0.05 --solver {denial:?}");
        with_stdin(format!("solve {limited}"), &empty).ends(4);
        let arguments = "compare --runs 1 --warmup 0";
        let output = with_stdin(format!("{arguments} {limited}"), &empty).ends(4);
        assert_eq!(row(&output, "no")[..2], ["0", "1"]);
    }

    #[test]
    fn a_machine_that_fails_in_the_middle_costs_its_answers_only() {
        let folder = TempDir::new().unwrap();
        let program = path(&folder, "program");
        // It removes itself when it has been started and has answered once.
        let script = format!(
            "#!/bin/sh\n[ -e $0.started ] && rm $0; touch $0.started\necho {GRID2_SOLVED}\n"
        );
        fs::write(&program, script).unwrap();
        fs::set_permissions(&program, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        let contender = format!("once=lines:{program}");
        let arguments = "compare --first --runs 2 --warmup 0 --solver varisat";
        let more = format!("--solver {contender:?} {GRID2}");
        let output = with_stdin(format!("{arguments} {more}"), "").ends(2).tells("not found");
        assert_eq!(row(&output, "varisat")[..2], ["1", "0"]);
        assert_eq!(row(&output, "once")[..2], ["0", "1"]);
    }

    #[test]
    fn the_version_is_asked_of_the_file_that_is_run() {
        // As PyEDA does: a script of the solver's name stands before the solver in PATH.
        let folders = [TempDir::new().unwrap(), TempDir::new().unwrap()];
        let script = path(&folders[0], "picosat");
        fs::write(&script, "#!/bin/sh\necho 0.0 of a script\n").unwrap();
        fs::set_permissions(&script, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        fs::copy("/bin/echo", path(&folders[1], "picosat")).unwrap();
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_satdoku"))
            .args(["compare", "--first", "--runs", "1", "--solver", "picosat", GRID2])
            .env("PATH", std::env::join_paths(folders.iter().map(TempDir::path)).unwrap())
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let version = text.lines().find(|line| line.starts_with("picosat: "));
        assert!(version.is_some_and(|line| !line.contains("script")), "{text}");
    }

    #[test]
    fn any_contender_solves_and_none_is_believed_unchecked() {
        for solver in contenders().into_iter().filter(|solver| solver.capabilities.counts) {
            let output =
                with_stdin(format!("solve --format line --solver {} {GRID2}", solver.name), "");
            assert_eq!(output.stdout.trim_end(), GRID2_SOLVED, "{}", solver.name);
            output.ends(0);
        }
        let honest = lines("honest", &format!("echo {GRID2_SOLVED}"));
        with_stdin(format!("solve --first --solver {honest:?} {GRID2}"), "").ends(0);
        let liar = lines("liar", "echo none");
        with_stdin(format!("solve --first --solver {liar:?} {GRID2}"), "").ends(3);
        for arguments in [&*format!("--solver {liar:?}"), "--solver magic", "--solver kissat:no"] {
            satdoku(format!("solve {arguments} {GRID2}")).ends(2);
        }
    }
}

#[test]
fn the_example_around_pyeda_solves() {
    let script = crate::common::root().join("examples/contenders/pyeda_lines.py");
    if lacks("pyeda") {
        return;
    }
    let contender = format!("pyeda=lines:python3 {}", script.display());
    let arguments = format!("compare --first --runs 1 --time-limit 60 --solver {contender:?}");
    let output = with_stdin(&arguments, format!("{GRID2}\n55{}\n", ".".repeat(79))).ends(0);
    assert_eq!(row(&output, "pyeda")[0], "2");
}

#[test]
fn the_example_around_the_crate_sudoku_solves() {
    let binary = Path::new(env!("CARGO_BIN_EXE_satdoku"));
    let example = binary.with_file_name("examples").join("crate_sudoku");
    if !example.exists() {
        skip("the example crate_sudoku");
        return;
    }
    let contender = format!("sudoku=lines:{}", example.display());
    let arguments = format!("compare --first --runs 1 --solver {contender:?}");
    let output = with_stdin(&arguments, format!("{GRID2}\n55{}\n", ".".repeat(79))).ends(0);
    assert_eq!(row(&output, "sudoku")[0], "2");
}

#[test]
fn hardness_draws_what_compare_measured() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hard.csv");
    let header =
        "contender,run,source,puzzle,outcome,status,time_s,load_s,solve_s,process_s,guesses";
    let row = |puzzle: &str, time: &str| format!("varisat,1,-,{puzzle},solved,solved,{time},,,,");
    let rows =
        [header.to_owned(), row("12343412214343..", "0.001"), row("1234............", "0.1")];
    std::fs::write(&path, rows.join("\n")).unwrap();
    let svg = crate::common::run_example("hardness", &[path.to_str().unwrap()]);
    let svg = String::from_utf8(svg.stdout).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("varisat, 4x4"), "{svg}");
    assert_eq!(svg.matches("<circle").count(), 2);
}

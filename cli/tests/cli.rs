//! What the commands do for those who use them.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use crate::common::program::{Examples, lacks, satdoku, sh, sh_in, with_stdin};

const GRID2: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
const GRID2_SOLVED: &str =
    "417369825632158947958724316825437169791586432346912758289643571573291684164875293";

#[test]
fn puzzles_given_as_arguments_are_drawn_and_others_are_lines() {
    let one = satdoku(format!("solve {GRID2}"));
    let drawing = &one.stdout;
    assert!(drawing.starts_with("4 1 7 |3 6 9 |8 2 5 \n6 3 2 |1 5 8 |9 4 7 \n"));
    assert_eq!(drawing.lines().count(), 11);
    satdoku(format!("solve {GRID2} {GRID2}")).prints(format!("{drawing}\n{drawing}"));
    for count in [1, 2] {
        let puzzles = format!("{GRID2}\n").repeat(count);
        with_stdin("solve", &puzzles).prints(format!("{GRID2_SOLVED}\n").repeat(count));
        with_stdin("solve --format grid", &puzzles).prints(vec![&**drawing; count].join("\n"));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_single_puzzle_is_drawn_on_a_terminal() {
    if lacks("script") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for (command, is_drawn) in [
        (format!("echo {GRID2} | satdoku solve"), true),
        (format!("(echo {GRID2}; echo {GRID2}) | satdoku solve"), false),
    ] {
        let shown = sh_in(&folder, format!("script -qec '{command}' /dev/null"));
        assert_eq!(shown.stdout.contains("------+------+------"), is_drawn, "{command}");
        assert_eq!(shown.stdout.contains(GRID2_SOLVED), !is_drawn, "{command}");
    }
}

#[test]
fn a_partner_at_the_other_end_of_pipes_gets_each_answer_at_once() {
    for (command, answer) in [
        ("solve", GRID2_SOLVED),
        ("solve --threads 1", GRID2_SOLVED),
        ("solve --threads 2", GRID2_SOLVED),
        ("check", "unique: exactly one solution"),
    ] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_satdoku"))
            .args(command.split(' '))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut puzzles = program.stdin.take().unwrap();
        let printed = BufReader::new(program.stdout.take().unwrap());
        let (sender, answers) = mpsc::channel();
        std::thread::spawn(move || printed.lines().try_for_each(|line| sender.send(line.unwrap())));
        for number in 1..=3 {
            writeln!(puzzles, "{GRID2}").unwrap();
            let line = answers.recv_timeout(Duration::from_secs(60)).unwrap_or_default();
            assert!(line.ends_with(answer), "{command}, puzzle {number}: {line:?}");
        }
        drop(puzzles);
        assert!(program.wait().unwrap().success());
    }
}

#[test]
fn the_formats_say_the_same() {
    let input = format!("{GRID2}\n12..34..........\n44..............\n123456789012345678\n");
    let lines = with_stdin("solve --format line", &input);
    let [unique, multiple, invalid, error] = lines.stdout.lines().collect::<Vec<_>>()[..] else {
        panic!("four lines: {}", lines.stdout);
    };
    assert_eq!(unique, GRID2_SOLVED);
    assert_eq!(multiple.split('\t').map(str::len).collect::<Vec<_>>(), [8, 16, 16]);
    assert!(invalid.starts_with("invalid\trow A holds 4 twice: A1, A2"), "{invalid}");
    assert_eq!(error, "error");
    lines.ends(2);

    let records = with_stdin("solve --format json", &input).json();
    let statuses: Vec<_> = records.iter().map(|record| record["status"].as_str()).collect();
    assert_eq!(statuses, ["unique", "multiple", "invalid", "error"].map(Some));
    assert_eq!(records[0]["puzzle"], GRID2);
    assert_eq!(records[0]["solution"], GRID2_SOLVED);
    assert_eq!(records[0]["rules"], "classic");
    assert!(records[0]["time_us"].as_u64().unwrap() > 0);
    assert_ne!(records[1]["solution"], records[1]["second_solution"]);
    assert!(records[2]["error"].as_str().unwrap().contains("A1, A2"));
    assert!(records[3]["error"].as_str().unwrap().contains("expected"));
}

#[test]
fn json_tells_what_each_solver_knows_and_nothing_else() {
    for (solver, shown, hidden) in [
        ("", "\"status\":\"unique\"", "clauses"),
        ("--solver satdoku", "\"statistics\":{}", "clauses"),
        ("--solver varisat", "\"variables\":729,\"clauses\":10547,", "guesses"),
        ("--solver varisat:minimal", "\"clauses\":7388,", "guesses"),
        ("--solver varisat:simplified", "\"variables\":0,\"clauses\":0,", "guesses"),
        ("--solver dpll", "\"guesses\":", "clauses"),
    ] {
        let output = satdoku(format!("solve --format json {GRID2} {solver}")).shows(shown);
        assert!(!output.stdout.contains(hidden), "{solver:?}: {}", output.stdout);
    }
}

#[test]
fn summaries_add_up() {
    let input = format!("{GRID2}\n12..34..........\n123456789012345678\n");
    with_stdin("solve --summary", &input)
        .tells("3 puzzles in")
        .tells(": 1 unique, 1 multiple, 1 error; settled: 1 by propagation, 1 by varisat\n");
}

/// A model of grid2 as literals, those of the last digits left to the caller.
fn model(change: impl Fn(usize, usize) -> usize) -> String {
    let literals = GRID2_SOLVED.bytes().enumerate().flat_map(|(cell_index, byte)| {
        let placed = change(cell_index, usize::from(byte - b'0'));
        (1..=9).map(move |digit| {
            let number = (9 * cell_index + digit) as i64;
            (if digit == placed { number } else { -number }).to_string()
        })
    });
    literals.collect::<Vec<_>>().join(" ")
}

#[test]
fn decode_shows_a_grid_only_if_the_model_is_a_solution() {
    let decode =
        |answer: &str| with_stdin(format!("decode --puzzle {GRID2} --format line"), answer);
    decode(&format!("s SATISFIABLE\nv {} 0\n", model(|_, digit| digit)))
        .ends(0)
        .prints(format!("{GRID2_SOLVED}\n"));

    for (answer, message) in [
        // C2 is 5 and not given; C8 is 1. Row 3 then holds 1 twice.
        (
            format!("SAT\n{} 0\n", model(|i, d| if i == 19 { 1 } else { d })),
            "row C holds 1 twice: C2, C8",
        ),
        (
            format!("SAT\n{} 0\n", model(|i, d| if i == 0 { 3 } else { d })),
            "A1 is given as 4, but holds 3",
        ),
        (format!("SAT\n{} 0\n", model(|i, d| if i == 1 { 0 } else { d })), "A2 is empty"),
        (format!("v {} 0\n", model(|_, d| d)), "expected a status line"),
        ("s SATISFIABLE\nv 730 0\n".to_owned(), "A1 is given as 4, but is empty"),
        ("s UNSATISFIABLE\n".to_owned(), "but there is a solution: 4173"),
        ("nonsense\n".to_owned(), "<stdin>: line 1: expected an `s` or `v` line"),
    ] {
        decode(&answer).ends(3).tells(message).prints("");
    }
    decode("s UNKNOWN\n").ends(4);
    with_stdin(format!("decode -x --puzzle {GRID2}"), "s UNSATISFIABLE\n").ends(1);
}

#[test]
fn the_simplified_formula_is_encoded_and_decoded_with_its_own_map() {
    // AI Escargot is among the few that propagation and probing leave open.
    let hard = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
    let encoded = satdoku(format!("encode --simplified {hard}"))
        .shows("c a candidate's variable is FALSE when its digit is placed");
    let header = encoded.stdout.lines().find(|line| line.starts_with("p cnf")).unwrap();
    let mut formula = varisat::Solver::new();
    formula.add_dimacs_cnf(encoded.stdout.as_bytes()).unwrap();
    assert!(formula.solve().unwrap(), "{header}");
    let model: Vec<String> =
        formula.model().unwrap().iter().map(|lit| lit.to_dimacs().to_string()).collect();
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("formula.cnf"), &encoded.stdout).unwrap();
    fs::write(folder.path().join("answer"), format!("s SATISFIABLE\nv {} 0\n", model.join(" ")))
        .unwrap();
    let decoded = sh_in(&folder, "satdoku decode --format line --cnf formula.cnf answer");
    let solved = satdoku(format!("solve --format line {hard}"));
    decoded.prints(solved.stdout);
}

#[test]
#[cfg(unix)]
fn every_sat_solver_at_hand_solves_what_encode_writes() {
    for (solver, command) in [
        ("cadical", "satdoku encode P | cadical -q | satdoku decode --puzzle P --format line"),
        ("kissat", "satdoku encode P | kissat | satdoku decode --puzzle P --format line"),
        ("picosat", "satdoku encode P | picosat | satdoku decode --puzzle P --format line"),
        ("clasp", "satdoku encode P | clasp --verbose=0 | satdoku decode --puzzle P --format line"),
        (
            "cryptominisat5",
            "satdoku encode P | cryptominisat5 --verb 0 | satdoku decode --puzzle P --format line",
        ),
        (
            "minisat",
            "satdoku encode P -o p.cnf && minisat p.cnf p.out >/dev/null; \
             satdoku decode --puzzle P --format line p.out",
        ),
    ] {
        if lacks(solver) {
            continue;
        }
        for (encoding, puzzle) in
            [("extended", GRID2), ("minimal/commander", GRID2), ("efficient/binary", GRID2)]
        {
            let folder = tempfile::tempdir().unwrap();
            fs::write(folder.path().join("P"), puzzle).unwrap();
            let command = command.replace("encode P", &format!("encode P --encoding {encoding}"));
            let output = sh_in(&folder, &command);
            assert_eq!(output.stdout.trim(), GRID2_SOLVED, "{command}: {}", output.stderr);
        }
    }
}

#[test]
fn generated_puzzles_are_proper_and_repeat_with_their_seed() {
    let make = |seed: &str| satdoku(format!("generate --count 3 --givens 30 --seed {seed}"));
    let first = make("5").prints(make("5").stdout);
    assert_ne!(first.stdout, make("6").stdout);
    let solved = with_stdin("solve --format json", &first.stdout);
    for record in solved.json() {
        assert_eq!(record["status"], "unique");
        let givens = record["puzzle"].as_str().unwrap();
        assert_eq!(givens.bytes().filter(|&byte| byte != b'.').count(), 30);
    }
    let made = satdoku("generate --box 2x2 --seed 1 --format json");
    with_stdin("solve", &made.stdout)
        .ends(0)
        .prints(format!("{}\n", made.json()[0]["solution"].as_str().unwrap()));
    satdoku("generate").tells("--seed");
}

/// All subcommands, as the help lists them.
fn subcommands() -> Vec<String> {
    let help = satdoku("help");
    let commands = help.stdout.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands = commands.take_while(|line| !line.is_empty());
    let names = commands.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    names.filter(|name| !name.is_empty() && *name != "help").map(str::to_owned).collect()
}

#[test]
fn completions_and_the_manual_name_every_subcommand() {
    let commands = subcommands();
    assert!(commands.len() >= 10, "{commands:?}");
    let names_all = |text: &str, place: &str| {
        for command in &commands {
            assert!(text.contains(command), "{place} lacks {command}");
        }
    };
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        names_all(&satdoku(format!("completions {shell}")).stdout, shell);
    }
    let manual = satdoku("man");
    assert!(manual.stdout.starts_with(".ie"));
    names_all(&manual.stdout, "man");
}

#[test]
#[cfg(unix)]
fn every_command_has_a_manual_page_that_fits_80_columns() {
    for command in subcommands() {
        let name = format!("satdoku-{command}");
        let page = satdoku(format!("man {command}")).stdout;
        for part in [format!(".TH {name} 1"), ".SH OPTIONS".to_owned(), "\nExamples:".to_owned()] {
            assert!(page.contains(&part), "{name}: {part}: {page}");
        }
        if !lacks("nroff | col") {
            let shown = sh(format!("satdoku man {command} | nroff -c -man | col -b"));
            // Only the line of a puzzle may be longer.
            let is_long = |line: &&str| {
                line.chars().count() > 80 && line.split_whitespace().all(|word| word.len() < 81)
            };
            let long = shown.stdout.lines().find(is_long);
            assert_eq!(long, None, "{name}");
        }
    }
    satdoku("man slove").tells("found 'slove'");
}

#[test]
fn the_short_help_says_less_than_the_long_one_and_names_it() {
    for command in subcommands() {
        let [short, long] =
            ["-h", "--help"].map(|flag| satdoku(format!("{command} {flag}")).ends(0));
        assert!(short.stdout.lines().count() < long.stdout.lines().count(), "{command}");
        assert!(!short.stdout.contains("Examples:"), "{command}");
        short.shows(format!("satdoku {command} --help\n"));
    }
    let short = satdoku("solve -h");
    assert!(short.stdout.lines().count() <= 50, "no screen holds this: {}", short.stdout);
    // What is left out is not the default.
    short.shows("found by name]").shows("Files, - for standard input (the default), or puzzles");
}

/// Each help ends with examples: a line of words, then commands indented by four.
#[test]
#[cfg(unix)]
fn every_example_of_the_help_runs() {
    for command in subcommands() {
        let help = satdoku(format!("{command} --help"));
        let (_, examples) = help.stdout.split_once("\nExamples:\n").expect(&command);
        assert!(examples.lines().count() >= 4, "{command}: {examples}");
        let mut run = Examples::new();
        let examples = examples.replace("\\\n", " ");
        for example in examples.lines().filter(|line| line.starts_with("    ")) {
            println!("{command}: {example}");
            if run.skips(example) {
                continue;
            }
            let output = sh_in(run.folder.path(), example);
            assert!(!output.stderr.contains("error"), "{example}: {}", output.stderr);
            let status = output.status;
            // A SAT solver that has found a model ends with 10, and with 20 if there is none.
            assert!(
                matches!(status, Some(0 | 1 | 10 | 20)),
                "{example}: {status:?} {}",
                output.stderr
            );
        }
    }
}

#[test]
fn colour_is_for_terminals_unless_told_otherwise() {
    assert!(!satdoku("solve oops").stderr.contains('\u{1b}'));
    satdoku("solve oops --color always").tells("\u{1b}");
}

#[test]
#[cfg(target_os = "linux")]
fn nothing_of_an_input_controls_a_terminal() {
    if lacks("script") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    // Red, as drawings of ours may be; clear the screen; conceal what follows, begun by the one
    // character for `ESC [`.
    let evil = "\u{1b}[31m\u{1b}[2J\u{9b}8m";
    let puzzle = "1.3...2..1..4..2";
    fs::write(folder.path().join("line.txt"), format!("{puzzle} # {evil}\n")).unwrap();
    fs::write(folder.path().join("table.csv"), format!("puzzle,{evil}\n{puzzle},{evil}\n"))
        .unwrap();
    for command in ["satdoku solve --format json line.txt", "satdoku solve --format csv table.csv"]
    {
        let piped = sh_in(&folder, format!("{command} | cat"));
        let raw =
            piped.stdout.contains(evil) || piped.stdout.contains("\\u001b[31m\\u001b[2J\u{9b}8m");
        assert!(raw, "{command}: {}", piped.stdout);
        let terminal = sh_in(&folder, format!("script -qec '{command}' /dev/null"));
        // The note is ours, and styled.
        let is_note = |line: &&str| line.contains("note:");
        let shown = terminal.stdout.lines().filter(|line| !is_note(line)).collect::<String>();
        assert!(!shown.contains(['\u{1b}', '\u{9b}']), "{command}: {shown:?}");
        assert!(shown.contains("[2J\\u{9b}8m"), "{command}: {shown:?}");
        assert!(shown.contains(puzzle) || shown.contains("1234"), "{command}: {shown:?}");
    }
}

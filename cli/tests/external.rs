//! Other people's programs: nothing they do may hang us, fill our memory, or pass for an answer
//! when it is none. The programs here are small shell scripts that misbehave in one way each.

use std::time::{Duration, Instant};

use crate::common::program::sh_in;
use satdoku::solve::Statistics;
use satdoku::{Answer, Deadline, Encoding, Formula, Grid, Limits, Puzzle, Size, Status};
use satdoku_cli::contender::{
    self, Answered, Capabilities, Contender, FormulaKind, LineProgram, Said, SatProgram, ask,
    check, confirm,
};
use satdoku_cli::process::{CommandLine, Ending, Finished, RunLimits, run};

fn shell(script: &str) -> CommandLine {
    CommandLine::new("sh", ["-c", script])
}

fn limits(time: Duration) -> RunLimits {
    RunLimits { time: Some(time), output_bytes: 1 << 20 }
}

fn ran(script: &str) -> Finished {
    run(&shell(script), Some(b"hello\n"), &limits(Duration::from_secs(20))).unwrap()
}

/// What a solver answers that may be asked anything.
fn ask_solver(solver: &mut dyn Contender, puzzle: &Puzzle, limits: &Limits) -> Answered {
    ask(solver, &Capabilities::ALL, puzzle, limits, &mut Statistics::default())
}

mod running_a_process {
    use super::*;

    #[test]
    fn hands_over_input_and_returns_output_errors_and_status() {
        let finished = ran("cat; echo first >&2; echo last >&2; exit 7");
        assert_eq!(finished.ending, Ending::Exited(7));
        assert_eq!(finished.stdout, b"hello\n");
        assert_eq!(finished.last_error_line(), "last");
    }

    #[test]
    fn tells_a_signal_from_a_status() {
        assert_eq!(ran("kill -SEGV $$").ending, Ending::Signalled(11));
    }

    #[test]
    fn measures_the_processor_time_of_all_that_it_ran() {
        // Other tests' processes may be counted too.
        let finished = ran("sh -c 'i=0; while [ $i -lt 50000 ]; do i=$((i+1)); done'; true");
        assert!(finished.cpu >= Duration::from_millis(10), "{:?}", finished.cpu);
    }

    #[test]
    fn a_program_that_does_not_read_a_large_input_is_no_problem() {
        let bytes = vec![b'x'; 10_000_000];
        let finished = run(&shell("echo done"), Some(&bytes), &limits(Duration::from_secs(20)));
        assert_eq!(finished.unwrap().stdout, b"done\n");
    }

    #[test]
    fn a_program_whose_time_is_over_before_it_has_its_input_is_not_started() {
        let input = Some(&b"late"[..]);
        let finished = run(&shell("echo started"), input, &limits(Duration::ZERO)).unwrap();
        assert_eq!((finished.ending, finished.time), (Ending::TimedOut, Duration::ZERO));
    }

    #[test]
    fn ends_a_program_that_hangs_and_keeps_what_it_said() {
        let start = Instant::now();
        let finished =
            run(&shell("echo so far; sleep 60"), None, &limits(Duration::from_secs(1))).unwrap();
        assert_eq!(
            (finished.ending, finished.stdout.as_slice()),
            (Ending::TimedOut, &b"so far\n"[..])
        );
        assert!(start.elapsed() < Duration::from_secs(20), "waited for the end of its sleep");
    }

    /// The child's child reports its id, so that its end can be seen.
    fn is_alive(id: &[u8]) -> bool {
        let id = String::from_utf8_lossy(id).trim().to_owned();
        let states = |id: &str| ran(&format!("ps -o stat= -p {id}")).stdout;
        assert_ne!(states("$$"), b"", "ps works");
        let state = states(&id);
        !state.is_empty() && !state.starts_with(b"Z")
    }

    #[test]
    fn ends_what_the_program_started_at_the_deadline() {
        let script = "sleep 60 & echo $!; trap '' TERM INT; wait; sleep 60";
        let finished = run(&shell(script), None, &limits(Duration::from_secs(1)));
        assert!(!is_alive(&finished.unwrap().stdout));
    }

    #[test]
    fn ends_what_the_program_left_behind() {
        let start = Instant::now();
        let finished = ran("sleep 60 & echo $!");
        assert_eq!(finished.ending, Ending::Exited(0));
        assert!(start.elapsed() < Duration::from_secs(10), "waited for the one left behind");
        assert!(!is_alive(&finished.stdout));
    }

    #[test]
    fn does_not_wait_for_one_that_left_the_group_with_the_pipe_open() {
        let start = Instant::now();
        let finished = ran("setsid sleep 15 & echo here");
        assert_eq!(finished.stdout, b"here\n");
        assert!(start.elapsed() < Duration::from_secs(10), "waited for the one that left");
    }

    #[test]
    fn a_flood_on_either_stream_ends_in_bounded_memory() {
        for redirection in ["", " >&2"] {
            let finished = ran(&format!("head -c 1000000000 /dev/zero{redirection}"));
            assert_eq!(finished.ending, Ending::Flooded(1 << 20), "{redirection}");
            assert!(finished.stdout.len() <= 1 << 20);
            assert!(finished.stderr_tail.len() <= 1 << 12);
        }
    }

    #[test]
    fn much_on_both_streams_at_once_does_not_deadlock() {
        let script = "head -c 900000 /dev/zero & head -c 900000 /dev/zero >&2 & wait";
        let finished = ran(script);
        assert_eq!((finished.ending, finished.stdout.len()), (Ending::Exited(0), 900_000));
        assert_eq!(finished.stderr_tail.len(), 4096);
    }

    #[test]
    fn says_what_is_not_found_and_where_it_looked() {
        for program in ["no-such-solver-anywhere", "/no/such/solver"] {
            let command = CommandLine::new(program, ["-x"]);
            for error in [
                run(&command, None, &limits(Duration::from_secs(5))).unwrap_err(),
                command.locate().unwrap_err(),
            ] {
                let path = std::env::var("PATH").unwrap();
                assert_eq!(error.to_string(), format!("{program}: not found (PATH={path})"));
            }
        }
    }

    #[test]
    fn says_what_is_not_executable() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("solver");
        std::fs::write(&file, "#!/bin/sh\n").unwrap();
        for path in [file.as_path(), folder.path()] {
            let command = CommandLine::new(path, [""; 0]);
            for error in [
                run(&command, None, &limits(Duration::from_secs(5))).unwrap_err(),
                command.locate().unwrap_err(),
            ] {
                let expected = format!("{}: not executable: ", path.display());
                assert!(error.to_string().starts_with(&expected), "{error}");
            }
        }
    }
}

/// Three cells open; this is its only solution.
const PUZZLE: &str = "123434122143....";
const SOLUTION: &str = "1234341221434321";

fn puzzle() -> Puzzle {
    Puzzle::classic(PUZZLE.parse().unwrap())
}

/// The literals of the solution, without the final 0.
fn model() -> String {
    let digits = SOLUTION.bytes().map(|byte| usize::from(byte - b'0')).enumerate();
    let lits = digits.flat_map(|(cell_index, digit)| {
        (1..=4).map(move |other| {
            let variable = 4 * cell_index + other;
            if other == digit { variable.to_string() } else { format!("-{variable}") }
        })
    });
    lits.collect::<Vec<_>>().join(" ")
}

mod a_sat_solver {
    use super::*;

    /// What comes of a solver that runs this script, `MODEL` replaced by the true one.
    fn asked(script: &str, limits: Limits) -> Answered {
        let script = script.replace("MODEL", &model());
        let mut solver = SatProgram::new(shell(&script), FormulaKind::default());
        let limits = limits.within(Duration::from_secs(20));
        let answer = ask_solver(&mut solver, &puzzle(), &limits)?;
        confirm(&puzzle(), answer, limits.deadline)
    }

    #[test]
    fn that_says_the_truth_is_believed_in_every_dialect() {
        for script in [
            "echo s SATISFIABLE; echo v MODEL 0; exit 10",
            "echo s SATISFIABLE; echo v MODEL 0; exit 0",
            "echo s SATISFIABLE; echo v MODEL 0; exit 30",
            "echo c hello; echo v MODEL; echo v 0; echo s SATISFIABLE; exit 10",
            "echo MODEL 0",
            "echo SAT; echo MODEL 0; exit 10",
        ] {
            let answer = asked(script, Limits::FIRST).unwrap();
            assert_eq!(answer.solutions, [SOLUTION.parse().unwrap()], "{script}");
        }
    }

    #[test]
    fn may_leave_out_what_a_full_grid_does_not_need() {
        let positive: Vec<_> =
            model().split(' ').filter(|lit| !lit.starts_with('-')).map(str::to_owned).collect();
        let script = format!("echo s SATISFIABLE; echo v {} 0; exit 10", positive.join(" "));
        assert_eq!(asked(&script, Limits::FIRST).unwrap().solutions.len(), 1);
        let script = format!("echo s SATISFIABLE; echo v {} 0; exit 10", positive[1..].join(" "));
        let error = asked(&script, Limits::FIRST).unwrap_err();
        assert_eq!(error.to_string(), "wrong answer: A1 is given as 1, but is empty; A1 is empty");
    }

    #[test]
    fn that_does_not_know_leaves_the_question_open() {
        for script in ["echo s UNKNOWN", "echo INDET", "echo s UNKNOWN; exit 15"] {
            let answer = asked(script, Limits::UNIQUE).unwrap();
            assert_eq!(answer.status(&Limits::UNIQUE), Status::Unknown, "{script}");
        }
    }

    #[test]
    fn that_hangs_leaves_the_question_open() {
        let mut solver = SatProgram::new(shell("sleep 60"), FormulaKind::default());
        let start = Instant::now();
        let limits = Limits::FIRST.within(Duration::from_millis(300));
        let answer = ask_solver(&mut solver, &puzzle(), &limits).unwrap();
        assert_eq!(answer.status(&limits), Status::Unknown);
        assert!(start.elapsed() < Duration::from_secs(20), "waited for the end of its sleep");
    }

    #[test]
    fn that_misbehaves_is_found_out_and_told_how() {
        for (script, what) in [
            ("exit 1", "crashed: ended with exit status 1"),
            (
                "echo Segmentation fault >&2; exit 139",
                "ended with exit status 139: Segmentation fault",
            ),
            ("kill -9 $$", "crashed: ended by signal 9"),
            ("echo s SATISFIABLE; exit 10", "gives no model (expected `v` lines;"),
            (
                "echo s SATISFIABLE; echo v MODEL | cut -d ' ' -f 1-40; exit 10",
                "expected a final 0",
            ),
            (
                "echo s SATISFIABLE; echo v MODEL 65 0; exit 10",
                "expected a variable of 1 to 64, found 65",
            ),
            ("echo s SATISFIABLE; echo v MODEL 0 0; exit 10", "expected nothing after"),
            ("echo s SATISFIABLE; echo v MODEL x 0; exit 10", "expected a literal, found \"x\""),
            ("echo s SATISFIABLE; echo v MODEL -1 0; exit 10", "variable 1 is said to be both"),
            ("echo s SATISFIABLE; echo v MODEL 0 | sed 's/ -2 / 2 /'; exit 10", "A1 holds 1 and 2"),
            (
                "echo s SATISFIABLE; echo v MODEL 0 | sed 's/ -2 / 2 /; s/v 1 /v -1 /'; exit 10",
                "A1 is given as 1, but holds 2",
            ),
            ("echo s UNSATISFIABLE; exit 20", "there is a solution: 1234341221434321"),
            ("echo UNSAT; exit 20", "there is a solution: 1234341221434321"),
            ("exit 0", "expected a status line such as `s SATISFIABLE`, found none"),
            ("exit 20", "expected a status line such as `s SATISFIABLE`, found none"),
            (
                "echo s SATISFIABLE; echo s SATISFIABLE; echo v MODEL 0; exit 10",
                "expected one status",
            ),
            ("echo s UNSATISFIABLE; exit 10", "says UNSATISFIABLE, but ends with exit status 10"),
            (
                "echo s SATISFIABLE; echo v MODEL 0; exit 20",
                "says SATISFIABLE, but ends with exit status 20",
            ),
            ("echo s UNKNOWN; exit 20", "says UNKNOWN, but ends with exit status 20"),
            ("echo s UNSATISFIABLE; echo v MODEL 0; exit 20", "but gives a model"),
            ("echo I am a solver; exit 10", "expected an `s` or `v` line or literals, found \"I\""),
            (
                "head -c 1000000000 /dev/zero",
                "expected at most 16779264 bytes of output, found more",
            ),
            (
                "head -c 1000000000 /dev/zero >&2; echo s SATISFIABLE; echo v MODEL 0",
                "expected at most 16779264 bytes of output, found more",
            ),
        ] {
            let error = asked(script, Limits::FIRST).unwrap_err();
            assert!(error.to_string().contains(what), "{script}: {error}");
            assert!(error.is_contenders_fault(), "{script}");
        }
    }

    #[test]
    fn that_repeats_a_solution_it_was_told_to_leave_out_is_found_out() {
        let script = "echo s SATISFIABLE; echo v MODEL 0; exit 10";
        let error = asked(script, Limits::UNIQUE).unwrap_err();
        assert!(error.to_string().contains("excludes a known solution"), "{error}");
    }

    #[test]
    fn that_denies_a_second_solution_is_found_out() {
        // Says yes to the first formula and no to the longer one.
        let script = "if [ $(wc -l) -gt $LINES_BEFORE ]; then echo s UNSATISFIABLE; exit 20; fi; \
                      echo s SATISFIABLE; echo v MODEL 0; exit 10";
        let open = Puzzle::classic(Grid::empty(Size::FOUR));
        let lines = Formula::whole(&open, Encoding::default()).dimensions().clauses + 1;
        let script = script.replace("$LINES_BEFORE", &lines.to_string()).replace("MODEL", &model());
        let mut solver = SatProgram::new(shell(&script), FormulaKind::default());
        let answer = ask_solver(&mut solver, &open, &Limits::UNIQUE).unwrap();
        assert_eq!(answer.status(&Limits::UNIQUE), Status::Unique);
        let error = confirm(&open, answer, Deadline::NONE).unwrap_err();
        assert!(error.to_string().contains("there is another solution: "), "{error}");
    }

    #[test]
    fn may_write_its_answer_to_a_file() {
        let script = "echo noise; test -s $1 && printf 'SAT\\nMODEL 0\\n' > $2; exit 10";
        let script = script.replace("MODEL", &model());
        let line = CommandLine::new("sh", ["-c", &script, "sh", "{cnf}", "{out}"]);
        let mut solver = SatProgram::new(line, FormulaKind::default());
        let answer = ask_solver(&mut solver, &puzzle(), &Limits::FIRST).unwrap();
        assert_eq!(answer.solutions.len(), 1);

        let silent = CommandLine::new("sh", ["-c", "exit 10", "sh", "{cnf}", "{out}"]);
        let mut solver = SatProgram::new(silent, FormulaKind::default());
        let error = ask_solver(&mut solver, &puzzle(), &Limits::FIRST).unwrap_err();
        assert!(error.to_string().contains("found none"), "{error}");
    }

    #[test]
    fn whose_claim_is_not_confirmed_in_time_leaves_the_question_open() {
        let open = Puzzle::classic(Grid::empty(Size::new(6, 6).unwrap()));
        let denial = Answer { complete: true, ..Answer::default() };
        let answer = confirm(&open, denial, Deadline::after(Duration::ZERO)).unwrap();
        assert_eq!(answer.status(&Limits::UNIQUE), Status::Unknown);
    }

    #[test]
    fn that_denies_a_large_solution_is_told_without_the_grid() {
        let open = Puzzle::classic(Grid::empty(Size::new(4, 4).unwrap()));
        let denial = Answer { complete: true, ..Answer::default() };
        let error = confirm(&open, denial, Deadline::NONE).unwrap_err();
        assert_eq!(error.to_string(), "wrong answer: there is a solution");
    }

    #[test]
    fn whose_answer_is_no_regular_file_is_found_out() {
        for script in ["mkfifo $1", "ln -s /dev/zero $1", "mkdir $1"] {
            let line = CommandLine::new("sh", ["-c", script, "sh", "{out}"]);
            let mut solver = SatProgram::new(line, FormulaKind::default());
            let error = ask_solver(&mut solver, &puzzle(), &Limits::FIRST);
            let error = error.unwrap_err().to_string();
            assert!(error.contains("expected its answer in a regular file"), "{script}: {error}");
        }
    }

    #[test]
    fn that_is_well_known_solves_what_it_is_given() {
        let grid2 =
            "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
        let classic = Puzzle::classic(grid2.parse().unwrap());
        let diagonal = Puzzle::diagonal(grid2.parse().unwrap());
        let open = Puzzle::classic(Grid::empty(Size::new(2, 3).unwrap()));
        for (name, _) in contender::WELL_KNOWN {
            let Ok(entry) = contender::find(name) else {
                crate::common::skip(name);
                continue;
            };
            let (mut solver, mut told) = ((entry.build)(), Statistics::default());
            for (puzzle, status) in
                [(&classic, Status::Unique), (&diagonal, Status::None), (&open, Status::Multiple)]
            {
                let limits = Limits::UNIQUE.within(Duration::from_secs(60));
                let answer = ask(solver.as_mut(), &entry.capabilities, puzzle, &limits, &mut told);
                let answer = answer.unwrap();
                assert_eq!(answer.status(&limits), status, "{name}");
            }
            assert!(told.encode.is_some() && told.process.is_some());
        }
    }

    #[test]
    fn is_asked_by_auto_only_above_9x9_and_if_varisat_gives_up() {
        const HARD: &str = "satdoku generate --side 36 --holes 0.55 --seed 1";
        // A stand-in that leaves the formula and does not know.
        let folder = tempfile::tempdir().unwrap();
        let stand_in = "#!/bin/sh\ncat > asked\necho s UNKNOWN\n";
        std::fs::write(folder.path().join("kissat"), stand_in).unwrap();
        let auto = "PATH=.:$PATH satdoku solve --first --solver auto --summary -";
        let asked = folder.path().join("asked");
        sh_in(&folder, format!("chmod +x kissat && echo {} | {auto}", ".".repeat(81)))
            .ends(0)
            .tells("; settled: 1 by satdoku\n");
        assert!(!asked.exists());
        sh_in(&folder, format!("{HARD} | {auto}"))
            .ends(4)
            .prints("unknown\tsatdoku and then kissat gave no answer\n")
            .tells(": 1 unknown\n");
        assert!(asked.exists());
        if contender::find("auto").is_err() {
            return crate::common::skip("cadical");
        }
        let solve = "satdoku solve --first --solver auto --format json -";
        let solved = sh_in(&folder, format!("{HARD} | {solve}")).ends(0).json();
        let settled_by = solved[0]["settled_by"].as_str().unwrap();
        assert!(["kissat", "cadical"].contains(&settled_by), "{settled_by}");
    }
}

mod a_sudoku_program {
    use super::*;

    fn ask_all(program: &mut LineProgram, puzzles: &[Puzzle], limits: &Limits) -> Vec<Answered> {
        let answers = program
            .answer_all(puzzles, limits, &mut Statistics::default())
            .into_iter()
            .zip(puzzles);
        let checked =
            |(said, puzzle): (Said, &Puzzle)| check(puzzle, limits, &said.answer).and(said.answer);
        answers.map(checked).collect()
    }

    fn lines(command: CommandLine) -> LineProgram {
        LineProgram { command, counts: false }
    }

    /// What comes of a program that runs this script, for two puzzles, the second without a
    /// solution.
    fn asked(script: &str, time: Duration) -> Vec<Answered> {
        let puzzles = [puzzle(), Puzzle::classic("1234341221431...".parse().unwrap())];
        let mut program = lines(shell(script));
        let limits = Limits::FIRST.within(time);
        ask_all(&mut program, &puzzles, &limits)
    }

    fn words(answer: Answered) -> String {
        match answer {
            Ok(answer) => answer.status(&Limits::FIRST).to_string(),
            Err(error) => error.to_string(),
        }
    }

    fn told(script: &str) -> Vec<String> {
        asked(script, Duration::from_secs(20)).into_iter().map(words).collect()
    }

    #[test]
    fn answers_a_line_a_puzzle_with_or_without_more_on_the_line() {
        let bare = "cat >/dev/null; echo 1234341221434321; echo none";
        assert_eq!(told(bare), ["solved", "none"]);
        let with_count = "echo '# p:count:s'; echo; \
            while read p; do case $p in *1...) echo $p:0:;; *) echo $p:1:1234341221434321;; esac; done";
        assert_eq!(told(with_count), ["solved", "none"]);
        assert_eq!(told("echo unknown; echo timeout"), ["unknown", "unknown"]);
        let with_times = "echo 0.002 1234341221434321; echo none 0.001";
        assert_eq!(told(with_times), ["solved", "none"]);
    }

    #[test]
    fn that_misbehaves_is_found_out_and_told_how() {
        for (script, expected) in [
            (
                "echo 1234341221434312; echo none",
                ["wrong answer: column 3 holds 1 twice: B3, D3", "none"],
            ),
            (
                "echo 1243341221434321; echo none",
                ["wrong answer: A3 is given as 3, but holds 4", "none"],
            ),
            (
                "echo what; echo none",
                ["malformed answer: expected a full grid or `none`, found \"what\"", "none"],
            ),
            (
                "echo error: 0 threads; echo 0 of 2 solved",
                [
                    "malformed answer: expected a full grid or `none`, found \"error: 0 threads\"",
                    "malformed answer: expected a full grid or `none`, found \"0 of 2 solved\"",
                ],
            ),
            ("echo 1234341221434321", ["malformed answer: expected 2 lines, found 1"; 2]),
            ("echo none; exit 1", ["none", "crashed: ended with exit status 1"]),
            (
                "echo 1234341221434321; echo none; kill -9 $$",
                ["solved", "crashed: ended by signal 9"],
            ),
            ("printf 1234341221434321; kill -9 $$", ["crashed: ended by signal 9"; 2]),
            ("echo none; echo none; echo none", ["malformed answer: expected 2 lines, found 3"; 2]),
            (
                "head -c 1000000000 /dev/zero",
                ["malformed answer: expected at most 1049344 bytes of output, found more"; 2],
            ),
            (
                "head -c 1000000000 /dev/zero >&2",
                ["malformed answer: expected at most 1049344 bytes of output, found more"; 2],
            ),
        ] {
            assert_eq!(told(script), expected, "{script}");
        }
        let denied = asked("echo none; echo none", Duration::from_secs(20)).remove(0).unwrap();
        assert!(confirm(&puzzle(), denied, Deadline::NONE).is_err());
    }

    /// The second puzzle of three is that without a solution.
    fn of_three(script: &str) -> Vec<String> {
        let puzzles = [PUZZLE, "1234341221431...", "12343412........"]
            .map(|line| Puzzle::classic(line.parse().unwrap()));
        let mut program = lines(shell(script));
        let limits = Limits::FIRST.within(Duration::from_secs(20));
        ask_all(&mut program, &puzzles, &limits).into_iter().map(words).collect()
    }

    #[test]
    fn that_skips_or_repeats_a_puzzle_is_told_so_before_any_answer_is_judged() {
        let count = |found| vec![format!("malformed answer: expected 3 lines, found {found}"); 3];
        // Without the second line the third would answer the second puzzle.
        assert_eq!(of_three(&format!("echo {SOLUTION}; echo {SOLUTION}")), count(2));
        assert_eq!(of_three(&format!("for i in 1 2 3 4; do echo {SOLUTION}; done")), count(4));
    }

    #[test]
    fn that_repeats_each_puzzle_is_matched_by_it() {
        let echoed = |lines: [&str; 3]| of_three(&format!("printf '{}'", lines.concat()));
        let first = "1234341221430000:1:1234341221434321\\n";
        let (second, third) = ("1234341221431...:0:\\n", "12343412........,1234341221434321\\n");
        assert_eq!(echoed([third, first, second]), ["solved", "none", "solved"]);
        let missing = "malformed answer: expected 3 lines, found 2";
        assert_eq!(echoed([third, "", first]), ["solved", missing, "solved"]);
    }

    #[test]
    fn that_denies_a_full_grid_it_repeats_has_not_solved_it() {
        let full = Puzzle::classic("1234341221434312".parse().unwrap());
        let mut program = lines(shell("read puzzle; echo $puzzle:0:"));
        let limits = Limits::FIRST.within(Duration::from_secs(20));
        let answer = ask_solver(&mut program, &full, &limits).unwrap();
        assert_eq!(answer.status(&Limits::FIRST), Status::None);
    }

    #[test]
    fn that_hangs_is_ended_and_what_it_said_before_counts() {
        let answers = asked("echo 1234341221434321; printf none; sleep 60", Duration::from_secs(1));
        assert_eq!(answers.into_iter().map(words).collect::<Vec<_>>(), ["solved", "unknown"]);
    }

    #[test]
    fn is_not_found_for_every_puzzle_of_a_batch() {
        let mut program = lines(CommandLine::new("/no/such/program", [""; 0]));
        let puzzles = [puzzle(), puzzle()];
        for answer in ask_all(&mut program, &puzzles, &Limits::FIRST) {
            assert!(!answer.unwrap_err().is_contenders_fault());
        }
    }
}

mod a_specification {
    use super::*;

    #[test]
    fn names_a_kind_and_a_command() {
        let entry = contender::find("mine=dimacs:sh -x {cnf}").unwrap();
        assert_eq!((&*entry.name, &*entry.about), ("mine", "process: sh -x {cnf}"));
        assert!(entry.capabilities.counts);
        let entry = contender::find("tdoku=lines:sh").unwrap();
        assert!(!entry.capabilities.counts);
        let rules = satdoku::Rules::diagonal(Size::NINE);
        assert!(!entry.capabilities.supports(&rules));
    }

    #[test]
    fn is_refused_with_what_was_expected() {
        for text in [
            "",
            "x",
            "x=solver",
            "=dimacs:solver",
            "a b=dimacs:x",
            "a,b=lines:x",
            "x=dimacs:",
            "x=sat:y",
        ] {
            let error = contender::find(text).unwrap_err();
            assert!(error.to_string().starts_with("expected "), "{text:?}: {error}");
            assert!(!error.is_contenders_fault());
        }
    }

    #[test]
    fn says_in_its_name_which_formula_the_solver_gets() {
        for (name, clauses) in [("x", 384 + 12), ("x:simplified", 0), ("x:minimal", 240 + 12)] {
            let specification = format!("{name}=dimacs:sh -c 'cat >/dev/null; echo s UNKNOWN'");
            let entry = contender::find(&specification).unwrap();
            assert_eq!(entry.name, name);
            let mut solver = (entry.build)();
            let mut told = Statistics::default();
            let _ = ask(solver.as_mut(), &entry.capabilities, &puzzle(), &Limits::FIRST, &mut told)
                .unwrap();
            assert_eq!(told.clauses, Some(clauses), "{name}");
        }
    }

    #[test]
    fn of_a_program_that_is_not_there_is_an_error() {
        let error = contender::find("x=lines:/no/such/program").unwrap_err();
        assert!(error.to_string().starts_with("/no/such/program: not found"), "{error}");
    }
}

//! Inputs that must not hurt: each row is run against the binary, and has the exit status and the
//! message that people are promised. None may panic or hang.

use crate::common::program::sh;
use crate::common::skip;

/// Runs each row: a name, a command, the exit status, and what stdout and stderr together contain.
fn check(rows: &[(&str, &str, i32, &str)]) {
    let mut failures = Vec::new();
    for &(name, command, status, message) in rows {
        let output = sh(command);
        let text = output.stdout.clone() + &output.stderr;
        if output.status != Some(status) || !text.contains(message) || text.contains("panicked") {
            failures.push(format!(
                "{name}: `{command}`\n  expected {status} and {message:?}, found {:?}\n  {text}",
                output.status,
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

const PROPER: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

#[test]
fn grid_text() {
    let row_clash = format!("satdoku solve 44{}", ".".repeat(79));
    let column_clash = format!("satdoku solve 4........4{}", ".".repeat(71));
    let box_clash = format!("satdoku solve 4.........4{}", ".".repeat(70));
    let diagonal_clash = format!("satdoku solve -x 4{}4", ".".repeat(79));
    let mixed = format!("satdoku solve {}", PROPER.replacen('.', "0", 20));
    let unsolvable = "satdoku solve .....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";
    let crlf = format!("printf '{PROPER}\\r\\n{PROPER}\\r\\n' | satdoku solve");
    let lone_cr = format!("printf '{PROPER}\\r{PROPER}' | satdoku solve");
    let bom = format!("printf '\\357\\273\\277{PROPER}' | satdoku solve --format grid");
    let tabs =
        "printf '1\\t2\\t3\\t4\\n3\\t4\\t1\\t2\\n2\\t1\\t4\\t3\\n4\\t3\\t2\\t.\\n' | satdoku solve";
    check(&[
        ("empty file", "printf '' | satdoku solve", 2, "no puzzle found"),
        ("white space only", "printf ' \\n\\t\\n' | satdoku solve", 2, "no puzzle found"),
        ("80 cells", "printf '%080d' 0 | satdoku solve", 2, "expected 81 cells, found 80"),
        ("82 cells", "printf '%082d' 0 | satdoku solve", 2, "1:82: expected 81 cells, found 82"),
        ("a letter", "satdoku solve 'O...............'", 2, "1:1: expected 1-4 or an empty cell"),
        ("a likely slip", "satdoku solve 'O...............'", 2, "is it the digit 0?"),
        ("0 and . mixed", &mixed, 0, "4 1 7 |3 6 9 |8 2 5"),
        ("digit above the side", "satdoku solve 5...............", 2, "above the side, 4"),
        ("minus one", "printf '%s' '-1..............' | satdoku solve", 2, "found '-'"),
        ("BOM", &bom, 0, "4 1 7 |3 6 9"),
        ("CRLF", &crlf, 0, "417369825"),
        ("lone CR, no final newline", &lone_cr, 0, "417369825"),
        ("NUL", "printf '1\\0..............' | satdoku solve", 2, "byte 0x00"),
        ("escape sequence", "printf '\\033[31m...........' | satdoku solve", 2, "no puzzle found"),
        ("invalid UTF-8", "printf '1\\377..............' | satdoku solve", 2, "at byte 2"),
        ("UTF-16", "printf '\\377\\3761\\0.\\0' | satdoku solve", 2, "UTF-16"),
        ("Arabic-Indic digit", "satdoku solve '١...............'", 2, "U+0661"),
        ("fullwidth digit", "satdoku solve '１...............'", 2, "U+FF11"),
        (
            "zero-width space",
            "printf '1\\342\\200\\213..............' | satdoku solve",
            2,
            "U+200B",
        ),
        (
            "no-break space",
            "printf '1\\302\\240..............' | satdoku solve",
            2,
            "expected 15 rows",
        ),
        ("TAB between cells", tabs, 0, "1234341221434321"),
        (
            "drawn",
            "printf '1 2|. .\\n. .|1 .\\n---+---\\n2 .|. .\\n. .|. 3' | satdoku solve",
            0,
            "1234",
        ),
        (
            "ragged",
            "printf '12|..\\n..|1\\n--+--\\n2.|..\\n..|.3' | satdoku solve",
            2,
            "expected 4 rows of 4 cells",
        ),
        (
            "comments between rows",
            "printf '12..\\n# hm\\n..1.\\n2...\\n...3\\n' | satdoku solve",
            0,
            "1234",
        ),
        ("digit twice in a row", &row_clash, 1, "row 1 holds 4 twice: A1, A2"),
        ("in a column", &column_clash, 1, "column 1 holds 4 twice: A1, B1"),
        ("in a box", &box_clash, 1, "box 1 holds 4 twice: A1, B2"),
        ("on a diagonal", &diagonal_clash, 1, "main diagonal holds 4 twice: A1, I9"),
        ("clash-free but unsolvable", unsolvable, 1, "no solution"),
        ("blank", "satdoku solve ................", 1, "several solutions"),
        (
            "both shown",
            "satdoku solve ................ | grep -c '+'; exit ${PIPESTATUS[0]}",
            1,
            "2",
        ),
        ("two solutions", "satdoku solve --format line 12..34..........", 1, "multiple\t1234"),
        ("full and valid", "satdoku solve 1234341221434321", 0, "1 2 |3 4"),
        ("full and invalid", "satdoku solve 1234341221434322", 1, "holds 2 twice"),
        (
            "sizes mixed",
            &format!("printf '1234341221434321\\n{PROPER}\\n' | satdoku solve"),
            0,
            "417369825",
        ),
        ("side 10", &format!("satdoku solve --first {}", ".".repeat(100)), 0, "boxes of 2x5"),
        ("side 7", &format!("satdoku solve {}", ".".repeat(49)), 2, "fits side 7"),
        (
            "too short an alphabet",
            &format!("satdoku encode --symbols 4321 {PROPER}"),
            2,
            "expected at least 9 symbols for a grid of side 9, found 4: 4321",
        ),
        ("box 0x3", "satdoku solve --box 0x3 ................", 2, "found 0x3"),
        ("box 1x1", "satdoku solve --box 1x1 .", 0, "1"),
        ("box of 10^9", "satdoku solve --box 1000000000x1 .", 2, "up to a side of 1024"),
        ("box that overflows", "satdoku solve --box 99999999999999999999x9 .", 2, "two numbers"),
        ("no box", "satdoku solve --box three .", 2, "as in 2x3"),
    ]);
}

#[test]
fn files_and_streams() {
    let ok = format!("echo {PROPER} > ok.txt");
    let row = |command: &str| format!("{ok}; {command}");
    check(&[
        ("missing file", "satdoku solve nowhere.txt", 2, "'nowhere.txt': No such file"),
        ("directory", "mkdir d; satdoku solve d", 2, "'d': expected a file, found a directory"),
        ("symlink loop", "ln -s a b; ln -s b a; satdoku solve a", 2, "'a': "),
        ("stdin closed", "satdoku solve <&-", 2, "<stdin>: no puzzle found"),
        ("stdin a directory", "satdoku solve </", 2, "<stdin>: Is a directory"),
        (
            "FIFO whose writer closes",
            "mkfifo f; (: > f) & satdoku solve f",
            2,
            "f: no puzzle found",
        ),
        (
            "/dev/zero",
            "satdoku solve /dev/zero",
            2,
            "/dev/zero:1:8388609: expected a line of at most",
        ),
        (
            "/dev/zero as regions",
            "satdoku solve --regions /dev/zero 1",
            2,
            "expected at most 16777216 bytes, found more",
        ),
        ("not UTF-8", &row("mv ok.txt $'\\377.txt'; satdoku solve $'\\377.txt'"), 0, "417"),
        ("newline in the name", &row("mv ok.txt $'a\\nb'; satdoku solve $'a\\nb'"), 0, "417"),
        ("a missing name with an escape", "satdoku solve $'\\033[31m.txt'", 2, "\\u{1b}[31m.txt"),
        ("name starting with -", &row("mv ok.txt ./-x.txt; satdoku solve -- -x.txt"), 0, "417"),
        (
            "same file in and out",
            &row("satdoku encode ok.txt -o ok.txt --force"),
            2,
            "is also an input",
        ),
        (
            "which stays as it was",
            &row("satdoku encode ok.txt -o ok.txt --force; cat ok.txt"),
            0,
            PROPER,
        ),
    ]);
    if rustix::process::geteuid().is_root() {
        skip("a user that is not root");
    } else {
        let unreadable = row("chmod 0 ok.txt; satdoku solve ok.txt");
        check(&[("unreadable file", &unreadable, 2, "'ok.txt': Permission denied")]);
    }
}

#[test]
fn a_bad_line_in_the_middle_of_a_stream_costs_that_line_only() {
    let output = sh(format!(
        "for i in $(seq 4999); do echo {PROPER}; done > p; \
         (cat p; echo {}; cat p) | satdoku solve",
        PROPER.replace('5', "O")
    ))
    .ends(2);
    let lines: Vec<&str> = output.stdout.lines().collect();
    assert_eq!(lines.len(), 9999);
    assert_eq!(lines.iter().position(|&line| line == "error"), Some(4999));
    assert_eq!(lines.iter().filter(|line| line.starts_with("417369825")).count(), 9998);
    output.tells("<stdin>:5000:9: expected 1-9");
}

#[test]
fn the_same_bytes_come_out_for_any_number_of_threads() {
    let command = |threads: usize| {
        format!(
            "for i in $(seq 300); do echo {PROPER}; echo 12..34..........; echo 123456789012345678; \
             done | satdoku solve --threads {threads}"
        )
    };
    let expected = sh(command(1));
    assert_eq!(expected.stdout.lines().count(), 900);
    for threads in [2, 5] {
        let output = sh(command(threads)).prints(&expected.stdout);
        assert_eq!(output.stderr, expected.stderr);
    }
}

/// The exit status of a command, and the peak of its own memory in KiB where the system tells.
fn peak_memory(feed: &str, command: &str) -> (i32, Option<u64>) {
    // bash gives a background command /dev/null as stdin unless told otherwise.
    let output = sh(format!(
        "({feed}) | {{ {command} <&0 >out 2>err & pid=$!; peak=none; \
         while read -r name value unit < <(grep VmHWM /proc/$pid/status 2>/dev/null); do \
         peak=$value; sleep 0.02; done; wait $pid; echo $? $peak; }}"
    ));
    let (status, peak) = output.stdout.trim().split_once(' ').expect("a status and a peak");
    (status.parse().expect("a status"), peak.parse().ok())
}

#[test]
fn a_gigabyte_of_anything_is_read_in_flat_memory() {
    const SOLVE: &str = "satdoku solve --threads 2 -";
    let empty = ".".repeat(81);
    // The command that feeds it, the one that reads it, the exit status.
    for (feed, command, status) in [
        ("head -c 1000000000 /dev/zero | tr '\\0' '1'", SOLVE, 2),
        ("head -c 1000000000 /dev/zero | tr '\\0' '\\n'", SOLVE, 2),
        (&format!("yes 1234341221434321 | head -n 300000; echo {PROPER}"), SOLVE, 0),
        (
            &format!("echo id,puzzle,note; yes '1,{PROPER},x' | head -n 300000"),
            "satdoku solve --threads 2 --format csv -",
            0,
        ),
        ("yes '# comment' | head -n 1000000", "satdoku solve --keep -", 2),
        (&format!("echo {empty}"), "satdoku solve --all=300000 -", 0),
    ] {
        let (found, peak_kib) = peak_memory(feed, command);
        assert_eq!(found, status, "{feed}");
        match peak_kib {
            None => skip("VmHWM in /proc"),
            Some(peak_kib) => assert!(peak_kib < 64 * 1024, "{feed}: {peak_kib} KiB"),
        }
    }
}

#[test]
fn a_partner_on_a_pipe_gets_each_answer_before_it_asks_again() {
    for threads in [1, 2] {
        let output = sh(format!(
            "coproc satdoku solve --format line --threads {threads}; \
             for i in 1 2 3 4 5; do echo {PROPER} >&\"${{COPROC[1]}}\"; \
             read -r -t 20 -u \"${{COPROC[0]}}\" line || exit 9; echo \"$line\"; done"
        ))
        .ends(0);
        assert_eq!(output.stdout.lines().count(), 5);
    }
}

#[test]
fn output_and_signals() {
    let many = format!("yes {PROPER} | head -n 20000");
    check(&[
        (
            "closed pipe",
            &format!("{many} | satdoku solve | head -1; exit ${{PIPESTATUS[2]}}"),
            0,
            "417369825",
        ),
        ("/dev/full", "satdoku solve ................ >/dev/full", 2, "No space left"),
        ("help to /dev/full", "satdoku --help >/dev/full", 2, "No space left"),
        ("encode to /dev/full", "satdoku encode ................ >/dev/full", 2, "No space left"),
        ("unwritable output", "satdoku encode ................ -o /proc/x.cnf", 2, "/proc/x.cnf"),
        ("output exists", "touch x; satdoku encode ................ -o x", 2, "'x' exists"),
        (
            "output exists, forced",
            "touch x; satdoku encode ................ -o x --force; head -1 x",
            0,
            "c Sudoku",
        ),
        (
            "output is a directory",
            "mkdir x; satdoku solve ................ --svg x --force",
            2,
            "expected a file",
        ),
        (
            "summary over the input",
            "echo 1 > p; satdoku solve p --summary-json p --force",
            2,
            "is also an input",
        ),
        (
            "summary over a file",
            "touch s; satdoku solve ................ --summary-json s",
            2,
            "'s' exists",
        ),
        ("unknown flag", "satdoku solve --fast .", 2, "--fast"),
        ("duplicate flag", "satdoku solve --box 2x2 --box 3x3 .", 2, "multiple times"),
        ("conflicting flags", "satdoku solve --first --all .", 2, "cannot be used with"),
        ("unknown command", "satdoku slove", 2, "solve"),
        ("limit of 0", "satdoku solve --time-limit 0 .", 2, "above 0"),
        ("negative limit", "satdoku solve --time-limit -1 .", 2, "above 0"),
        ("huge limit", "satdoku solve --time-limit 1e300 .", 2, "fewer seconds"),
        ("no number", "satdoku solve --time-limit soon .", 2, "expected a number of seconds"),
        ("not a number", "satdoku solve --time-limit nan .", 2, "above 0"),
        ("0 threads", "satdoku solve --threads 0 .", 2, "a whole number from 1 to 1024"),
        (
            "too many threads",
            "satdoku solve --threads 1000000 .",
            2,
            "a whole number from 1 to 1024",
        ),
        ("--exit-zero", "satdoku solve --exit-zero ................", 0, "several"),
        ("--exit-zero keeps errors", "satdoku solve --exit-zero oops", 2, "oops"),
    ]);
}

#[test]
fn a_signal_prints_the_summary_of_what_was_printed() {
    let output = sh(format!(
        "mkfifo f; (exec >f; echo {PROPER}; echo {PROPER}; sleep 60) & \
         satdoku solve --summary --threads 1 f >out 2>err & pid=$!; \
         until [ $(wc -l <out) = 2 ]; do sleep 0.02; done; sleep 0.2; kill -INT $pid; wait $pid; \
         status=$?; kill %1; cat err; exit $status"
    ))
    .ends(130);
    let text = output.stdout;
    assert!(text.starts_with("2 puzzles in ") && text.ends_with(": 2 unique\n"), "{text}");
}

#[test]
fn a_signal_ends_a_stream_between_two_lines_and_leaves_nothing_behind() {
    for (signal, status) in [("INT", 130), ("TERM", 143)] {
        let output = sh(format!(
            "mkfifo f; (exec >f; for i in $(seq 500); do echo {PROPER}; done; sleep 5) & \
             satdoku solve --format line f >out & pid=$!; \
             until [ -s out ]; do sleep 0.02; done; sleep 0.2; kill -{signal} $pid; wait $pid; \
             status=$?; kill %1; awk 'length != 81 {{ exit 9 }}' out || status=9; \
             ls -A | tr '\\n' ' '; exit $status"
        ))
        .ends(status);
        assert_eq!(output.stdout, "f out ");
    }
    // Children that write to temporary folders, killed at various moments.
    for tenths in 0..10 {
        let output = sh(format!(
            "mkdir tmp; export TMPDIR=$PWD/tmp; for i in $(seq 2000); do echo {PROPER}; done >in; \
             satdoku solve --threads 4 --first --contender \
             \"m=dimacs:sh -c 'echo x >\\$1.a; sleep 0.02; echo s UNKNOWN >\\$1' sh {{out}}\" in \
             >/dev/null 2>err & pid=$!; sleep 0.2{tenths}; kill -INT $pid; wait $pid; \
             status=$?; cat err; ls -A tmp; exit $status"
        ))
        .ends(130);
        assert_eq!(output.stdout, "");
    }
    let output = sh("mkfifo f; satdoku encode --box 6x6 f -o big.cnf & pid=$!; \
         (yes . | head -n 1296 | tr '\\n' ' ') > f; sleep 0.1; kill -INT $pid; wait $pid; ls -A | tr '\\n' ' '");
    let left = output.stdout;
    assert!(left == "f " || left == "big.cnf f ", "a part of a file stayed: {left}");
}

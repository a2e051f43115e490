//! Inputs that must not hurt: each row is run against the binary, and has the exit status and the
//! message that people are promised. None may panic or hang.

use crate::common::program::sh;
use crate::common::skip;

const PROPER: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

#[test]
fn a_file_that_may_not_be_read_is_told_by_its_name() {
    if rustix::process::geteuid().is_root() {
        skip("a user that is not root");
        return;
    }
    sh("echo 1............... > ok.txt; chmod 0 ok.txt; satdoku solve ok.txt")
        .ends(2)
        .tells("'ok.txt': Permission denied");
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
         peak=$value; sleep 0.1; done; wait $pid; echo $? $peak; }}"
    ));
    let (status, peak) = output.stdout.trim().split_once(' ').expect("a status and a peak");
    (status.parse().expect("a status"), peak.parse().ok())
}

#[test]
fn input_of_any_length_is_read_in_flat_memory() {
    const SOLVE: &str = "satdoku solve --threads 2 -";
    let empty = ".".repeat(81);
    // The command that feeds it, the one that reads it, the exit status.
    for (feed, command, status) in [
        ("head -c 1000000000 /dev/zero | tr '\\0' '1'", SOLVE, 2),
        ("head -c 200000000 /dev/zero | tr '\\0' '\\n'", SOLVE, 2),
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

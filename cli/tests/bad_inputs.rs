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
        ("head -c 200000000 /dev/zero | tr '\\0' '1'", SOLVE, 2),
        ("head -c 40000000 /dev/zero | tr '\\0' '\\r'", SOLVE, 2),
        (&format!("yes 1234341221434321 | head -n 300000; echo {PROPER}"), SOLVE, 0),
        (
            &format!("echo id,puzzle,note; yes '1,{PROPER},x' | head -n 300000"),
            "satdoku solve --threads 2 --format csv -",
            0,
        ),
        (
            &format!(
                "echo '[{{\"puzzle\":'; yes '\"{PROPER}\"}}, {{\"puzzle\":' | head -n 300000; \
                 echo '\"{PROPER}\"}}]'"
            ),
            SOLVE,
            0,
        ),
        ("yes '# a' | head -n 1000000", SOLVE, 2),
        ("(echo 12..; echo ..1.; yes '#' | head -c 10000000)", SOLVE, 2),
        (&format!("echo {empty}"), "satdoku solve --all=300000 -", 0),
        // 1,024 lists of regions.
        (
            "printf '{\"puzzle\":\"%s\",\"regions\":[[\"x\"]' $(printf '.%.0s' {1..81}); \
             yes ',[]' | head -n 1023 | tr -d '\\n'; echo ']}'",
            SOLVE,
            2,
        ),
        // Rows that open an array, and lines that none closes.
        ("yes '[1,' | head -n 120; yes '7,' | head -n 500000", SOLVE, 2),
        ("yes '[1,' | head -n 100000", SOLVE, 2),
        // An array of 20,000 puzzles in one line.
        (
            &format!(
                "printf '['; yes '\"{PROPER}\",' | head -n 20000 | tr -d '\\n'; echo '\"{PROPER}\"]'"
            ),
            SOLVE,
            0,
        ),
        // 8 MB of objects without fields.
        ("printf '['; yes '{},' | head -n 2700000 | tr -d '\\n'; echo '{}]'", SOLVE, 2),
        // 200,000 names of fields.
        (&format!("seq 200000 | sed 's/.*/{{\"puzzle\":\"{PROPER}\",\"f&\":1}}/'"), SOLVE, 0),
        // 5,000 arrays inside one another.
        (
            "head -c 5000 /dev/zero | tr '\\0' '['; printf 1; head -c 5000 /dev/zero | tr '\\0' ']'; echo",
            SOLVE,
            2,
        ),
    ] {
        // One that ends before it is looked at is run again.
        let mut runs = (0..5).map(|_| peak_memory(feed, command));
        let is_seen = |(found, peak_kib): &(i32, Option<u64>)| {
            assert_eq!(*found, status, "{feed}");
            peak_kib.is_some()
        };
        let peak_kib = runs.find(is_seen).and_then(|(_, peak_kib)| peak_kib);
        match peak_kib {
            None => skip("VmHWM in /proc"),
            Some(peak_kib) => assert!(peak_kib < 64 * 1024, "{feed}: {peak_kib} KiB"),
        }
    }
}

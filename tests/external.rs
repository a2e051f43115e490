//! Other people's programs: nothing they do may hang us, fill our memory, or pass for an answer
//! when it is none. The programs here are small shell scripts that misbehave in one way each.
#![cfg(unix)]

use std::time::{Duration, Instant};

use satdoku::contender::ContenderError;
use satdoku::contender::external::{CommandLine, Ending, Finished, Input, RunLimits, run};

fn shell(script: &str) -> CommandLine {
    CommandLine::new("sh", ["-c", script])
}

fn limits(time: Duration) -> RunLimits {
    RunLimits { deadline: Some(Instant::now() + time), output_bytes: 1 << 20 }
}

fn ran(script: &str) -> Finished {
    run(&shell(script), Input::Bytes(b"hello\n"), &limits(Duration::from_secs(20))).unwrap()
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
    fn a_program_that_does_not_read_a_large_input_is_no_problem() {
        let bytes = vec![b'x'; 10_000_000];
        let finished =
            run(&shell("echo done"), Input::Bytes(&bytes), &limits(Duration::from_secs(20)));
        assert_eq!(finished.unwrap().stdout, b"done\n");
    }

    #[test]
    fn ends_a_program_that_hangs_and_keeps_what_it_said() {
        let start = Instant::now();
        let finished =
            run(&shell("echo so far; sleep 60"), Input::Nothing, &limits(Duration::from_secs(1)))
                .unwrap();
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
        let finished = run(&shell(script), Input::Nothing, &limits(Duration::from_secs(1)));
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
            assert_eq!(finished.ending, Ending::Flooded, "{redirection}");
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
                run(&command, Input::Nothing, &limits(Duration::from_secs(5))).unwrap_err(),
                command.locate().unwrap_err(),
            ] {
                assert!(matches!(error, ContenderError::NotFound { .. }), "{error}");
                assert!(!error.is_contenders_fault());
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
                run(&command, Input::Nothing, &limits(Duration::from_secs(5))).unwrap_err(),
                command.locate().unwrap_err(),
            ] {
                assert!(matches!(error, ContenderError::NotExecutable { .. }), "{error}");
                assert!(error.to_string().starts_with(&path.display().to_string()), "{error}");
            }
        }
    }
}

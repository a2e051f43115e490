//! The `satdoku` command: parse, run, exit status.
#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    satdoku_cli::command::main(std::env::args_os()).into()
}

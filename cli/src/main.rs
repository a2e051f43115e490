//! The `satdoku` command: parses the arguments, runs the subcommand, and exits with its status.
#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    satdoku_cli::command::main(std::env::args_os()).into()
}

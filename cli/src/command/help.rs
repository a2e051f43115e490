//! `-h`: help on one screen.

use std::ffi::OsString;

use clap::{Arg, Command};

/// The short help about the subcommand (or the program) that the arguments name, if `-h` is among
/// them. It has the first sentence about each option, and no examples.
pub fn short(mut program: Command, arguments: &[OsString]) -> Option<Command> {
    if !arguments.iter().any(|argument| argument == "-h") {
        return None;
    }
    program.build();
    let named = arguments.iter().skip(1).find_map(|argument| program.find_subcommand(argument));
    let command = named.unwrap_or(&program).clone();
    let name = command.get_bin_name().unwrap_or_else(|| command.get_name()).to_owned();
    let all = format!("All about these options, and examples: {name} --help");
    Some(command.mut_args(in_short).after_help(all))
}

fn in_short(option: Arg) -> Arg {
    let help = option.get_help().map(ToString::to_string).unwrap_or_default();
    let end = [". ", "; "].into_iter().filter_map(|end| help.find(end)).min();
    let first = &help[..end.unwrap_or(help.len())];
    // The default is at the end of the help, if it is not in the first sentence.
    let default = help.find("[default: ").filter(|&start| start > first.len());
    option.help(match default {
        Some(start) => format!("{first} {}", &help[start..]),
        None => first.to_owned(),
    })
}

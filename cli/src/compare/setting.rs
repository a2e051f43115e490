//! The setting of a measurement: the machine, versions, the command and limits.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use itertools::Itertools;

use super::measurement::Plan;
use super::results::Results;
use crate::contender::Entry;
use crate::process::{self, CommandLine, Ending, RunLimits};
use satdoku::Puzzle;

/// The version of varisat that is built in.
const VARISAT: &str = "0.2.2";

/// The setting of a comparison.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The plan of the comparison.
    pub(super) plan: Plan,
    /// The name of the processor.
    pub(super) cpu: String,
    /// The number of puzzles that were read.
    puzzles_read: u64,
    /// The rules and shapes of the puzzles, with the number of puzzles for each if there are
    /// several.
    pub(super) rules: String,
    /// The first lines: machine, version and command.
    head: String,
    /// The last lines: the seed, and the versions of external programs.
    tail: String,
}

impl Setting {
    /// The setting of a measurement of these puzzles, which begins now on this machine.
    pub fn new(plan: &Plan, seed: Option<u64>, puzzles: &[Puzzle], puzzles_read: u64) -> Setting {
        let mut system = sysinfo::System::new();
        system.refresh_cpu_list(sysinfo::CpuRefreshKind::nothing());
        let cpu = system.cpus().first().map(|cpu| cpu.brand().trim());
        let cpu = cpu.filter(|name| !name.is_empty()).unwrap_or("unknown processor").to_owned();
        let os = sysinfo::System::long_os_version();
        let os = os.unwrap_or_else(|| std::env::consts::OS.to_owned());
        let (cores, arch) = (system.cpus().len(), std::env::consts::ARCH);
        let load = sysinfo::System::load_average().one;
        let load = if cfg!(windows) { String::new() } else { format!(", load {load:.2}") };
        let build = if cfg!(debug_assertions) { "debug build" } else { "release build" };
        let date = humantime::format_rfc3339_seconds(SystemTime::now());
        let words = std::env::args_os().map(|word| word.to_string_lossy().into_owned());
        let (command, version) = (shell_words::join(words.skip(1)), env!("CARGO_PKG_VERSION"));
        let is_sample = (puzzles.len() as u64) < puzzles_read;
        let seed = match seed {
            Some(seed) => format!("{seed}, puzzles shuffled and permuted"),
            None if is_sample => format!("{} for the sample, its puzzles as read", plan.seed),
            None => "none, puzzles as read".to_owned(),
        };
        let head = format!(
            "{cpu}, {cores} logical processors{load}, {os}, {arch}\n\
             satdoku {version} ({build}), varisat {VARISAT}, {date}\nsatdoku {command}"
        );
        let tail = format!("seed: {seed}\n{}", versions(&plan.entries));
        Setting { plan: plan.clone(), puzzles_read, rules: rules_of(puzzles), head, tail, cpu }
    }
}

/// The rules and shapes of puzzles, with the number of puzzles for each if there are several.
fn rules_of(puzzles: &[Puzzle]) -> String {
    let kinds = puzzles.iter().map(|puzzle| puzzle.rules().describe()).counts();
    let is_one = kinds.len() == 1;
    let shown = |(rules, count)| if is_one { rules } else { format!("{rules} ({count})") };
    kinds.into_iter().sorted().map(shown).join("; ")
}

impl Setting {
    /// The text of the setting: some lines about the machine, the command, the puzzles and the
    /// limits.
    pub fn text(&self, results: &Results) -> String {
        let Setting { plan, puzzles_read, rules, head, tail, .. } = self;
        let puzzles = results.puzzles;
        let named = results.names.iter().zip(&results.summaries);
        let start_ups = named
            .filter_map(|(name, summary)| Some(format!("{name} {:.2?}", summary.start?)))
            .join(", ");
        let start_ups = match start_ups.is_empty() {
            true => String::new(),
            false => format!("time to start a process: {start_ups}\n"),
        };
        let sampled = match puzzles as u64 == *puzzles_read {
            true => String::new(),
            false => format!(" of {puzzles_read}, sampled"),
        };
        let (runs, limit) = (plan.runs, plan.time_limit.as_secs_f64());
        let limit = format!("threads: 1, time limit: {limit} s per puzzle");
        let question = match plan.unique {
            false => "the first solution",
            true => "the solution and whether it is the only one",
        };
        format!(
            "{head}\npuzzles: {puzzles}{sampled}, runs: {runs}, {limit}\n\
             question: {question}\nrules: {rules}\n{tail}{start_ups}"
        )
    }
}

/// For each well-known SAT solver among the contenders: a line with the text that it prints for
/// `--version`. Solvers without this option are left out.
fn versions(entries: &[Entry]) -> String {
    let programs = entries.iter().filter_map(|entry| {
        let name = entry.name.split(':').next().unwrap_or_default();
        Some((name, entry.program.as_ref()?))
    });
    let version =
        |(name, program): (&str, &PathBuf)| Some(format!("{name}: {}\n", version(program)?));
    programs.unique().filter_map(version).collect()
}

fn version(program: &Path) -> Option<String> {
    let limits = RunLimits { time: Some(Duration::from_secs(2)), output_bytes: 1 << 16 };
    let command = CommandLine::new(program, ["--version"]);
    let finished = process::run(&command, None, &limits).ok()?;
    let text = String::from_utf8_lossy(&finished.stdout);
    let line = text.lines().next()?.trim_start_matches("c ").trim();
    let is_short = (1..80).contains(&line.len());
    (is_short && finished.ending == Ending::Exited(0)).then(|| line.escape_debug().to_string())
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_version_of_varisat_is_the_one_that_is_built_in() {
        let lock = include_str!("../../../Cargo.lock");
        let expected = format!("name = \"varisat\"\nversion = \"{}\"", super::VARISAT);
        assert!(lock.contains(&expected), "{expected}");
    }
}

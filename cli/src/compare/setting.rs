//! The setting of a measurement: machine, versions, command, limits.

use std::path::Path;
use std::time::{Duration, SystemTime};

use serde::Serialize;

use super::measurement::Plan;
use super::table::time;
use crate::contender::Entry;
use crate::process::{self, CommandLine, Ending, RunLimits};

/// The version of varisat that is built in.
const VARISAT: &str = "0.2.2";

/// The circumstances of a comparison.
#[derive(Clone, Debug, Serialize)]
pub struct Setting {
    /// The processor's name, if the system tells.
    pub cpu: Option<String>,
    /// Logical processors.
    pub cpu_count: usize,
    /// Processes that ran or waited to run when it began, on average over the last minute; `None`
    /// if the system does not tell.
    pub load: Option<f64>,
    /// The operating system.
    pub os: String,
    /// This program's version, how it was built, and the version of what it was built with.
    pub program: String,
    /// When it began, UTC, as in RFC 3339.
    pub date: String,
    /// The command's arguments.
    pub command: String,
    /// The seed by which puzzles were sampled, shuffled and permuted; `None`: as they were read.
    pub seed: Option<u64>,
    /// Number of puzzles measured.
    pub puzzles: usize,
    /// Number of puzzles that were read.
    pub puzzles_read: u64,
    /// Their rules and shapes, and how many puzzles have each.
    pub rules: Vec<(String, usize)>,
    /// The SHA-256 of the puzzles measured, a line each.
    pub puzzles_sha256: String,
    /// Number of measured runs.
    pub runs: usize,
    /// `unique` or `first`.
    pub question: &'static str,
    /// Time limit of a puzzle, in seconds.
    pub time_limit_s: f64,
    /// The contender that ratios are relative to.
    pub baseline: String,
    /// Versions of the contenders that are external programs.
    pub versions: Vec<(String, String)>,
    /// How long those that are programs take to start and answer an empty question, in seconds.
    pub start_ups: Vec<(String, f64)>,
}

impl Setting {
    /// That of a measurement that begins now on this machine, of puzzles that are yet to be named.
    pub fn new(plan: &Plan, seed: Option<u64>, puzzles_read: u64) -> Setting {
        let mut system = sysinfo::System::new();
        system.refresh_cpu_list(sysinfo::CpuRefreshKind::nothing());
        let cpu = system.cpus().first().map(|cpu| cpu.brand().trim().to_owned());
        let os = sysinfo::System::long_os_version();
        let os = os.unwrap_or_else(|| std::env::consts::OS.to_owned());
        let build = if cfg!(debug_assertions) { "debug build" } else { "release build" };
        let words = std::env::args_os().skip(1);
        let words: Vec<String> = words.map(|word| word.to_string_lossy().into_owned()).collect();
        Setting {
            cpu: cpu.filter(|name| !name.is_empty()),
            cpu_count: system.cpus().len(),
            load: (!cfg!(windows)).then(|| sysinfo::System::load_average().one),
            os: format!("{os}, {}", std::env::consts::ARCH),
            program: format!("satdoku {} ({build}), varisat {VARISAT}", env!("CARGO_PKG_VERSION")),
            date: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
            command: format!("satdoku {}", shell_words::join(words)),
            seed,
            puzzles: 0,
            puzzles_read,
            rules: Vec::new(),
            puzzles_sha256: String::new(),
            runs: plan.runs,
            question: if plan.unique { "unique" } else { "first" },
            time_limit_s: plan.time_limit.as_secs_f64(),
            baseline: plan.entries[plan.baseline].name.to_string(),
            versions: versions(&plan.entries),
            start_ups: start_ups(&plan.entries, plan.time_limit),
        }
    }

    /// The rules of the puzzles, and how many have them if not all.
    pub fn rules_text(&self) -> String {
        let kinds = self.rules.iter().map(|(rules, count)| match self.rules.len() {
            1 => rules.clone(),
            _ => format!("{rules} ({count})"),
        });
        kinds.collect::<Vec<_>>().join("; ")
    }

    /// A line each, without ends.
    pub fn lines(&self) -> Vec<String> {
        let cpu = self.cpu.as_deref().unwrap_or("unknown processor");
        let seed = self.seed.map_or("none, puzzles as read".to_owned(), |seed| {
            format!("{seed}, puzzles shuffled and permuted")
        });
        let question = match self.question {
            "first" => "the first solution",
            _ => "the solution and whether it is the only one",
        };
        let load = self.load.map_or(String::new(), |load| format!(", load {load:.2}"));
        let puzzles = if self.puzzles as u64 == self.puzzles_read {
            self.puzzles.to_string()
        } else {
            format!("{} of {}, sampled", self.puzzles, self.puzzles_read)
        };
        let mut lines = vec![
            format!("{cpu}, {} logical processors{load}, {}", self.cpu_count, self.os),
            format!("{}, {}", self.program, self.date),
            format!("{}", self.command),
            format!(
                "puzzles: {puzzles}, runs: {}, threads: 1, time limit: {} s per puzzle",
                self.runs, self.time_limit_s
            ),
            format!("question: {question}"),
            format!("rules: {}", self.rules_text()),
            format!("seed: {seed}, baseline: {}", self.baseline),
        ];
        lines.extend(self.versions.iter().map(|(name, version)| format!("{name}: {version}")));
        let start_up = |(name, start): &(String, f64)| format!("{name} {}", time(Some(*start)));
        let start_ups: Vec<String> = self.start_ups.iter().map(start_up).collect();
        if !start_ups.is_empty() {
            lines.push(format!("start of a process: {}", start_ups.join(", ")));
        }
        lines
    }
}

/// What the well-known SAT solvers among the contenders print for `--version`, by name; those
/// without that option are left out.
fn versions(entries: &[Entry]) -> Vec<(String, String)> {
    let mut versions: Vec<(String, String)> = Vec::new();
    for entry in entries {
        let name = entry.name.split(':').next().unwrap_or_default();
        if let Some(program) = &entry.program
            && !versions.iter().any(|(known, _)| known == name)
        {
            versions.extend(version(program).map(|version| (name.to_owned(), version)));
        }
    }
    versions
}

/// How long the contenders that are programs take to start and answer an empty question, in seconds,
/// by name; those that do not within the limit are left out.
fn start_ups(entries: &[Entry], limit: Duration) -> Vec<(String, f64)> {
    let time = |entry: &Entry| Some((entry.build)().ok()?.start_up(limit)?.as_secs_f64());
    entries.iter().filter_map(|entry| Some((entry.name.to_string(), time(entry)?))).collect()
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

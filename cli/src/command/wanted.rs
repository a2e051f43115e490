//! `generate`: puzzles that are as hard as asked for, found among random ones.

use clap::ArgGroup;

use super::options::whole_number;
use satdoku::explain::{Grade, Technique};
use satdoku::generate::Wanted;

/// What a puzzle is to be like.
#[derive(Clone, Copy, Debug, clap::Args)]
#[command(group(ArgGroup::new("wanted").args(["grade", "technique", "depth"]).multiple(true)))]
pub struct WantedArgs {
    /// Only puzzles of this grade: easy, medium, hard, expert or extreme, as 'rate --steps' finds
    /// it
    #[arg(long)]
    grade: Option<Grade>,
    /// Only puzzles whose simplest steps include this technique, such as x-wing or naked-pair
    #[arg(long, value_parser = technique)]
    technique: Option<Technique>,
    /// Only puzzles of this depth, as 'rate' finds it; classic ones of depth 2 are made from known
    /// ones, with givens exchanged and rows, columns and digits permuted
    #[arg(long, value_name = "N", value_parser = whole_number(0..=3_usize))]
    depth: Option<usize>,
    /// Random puzzles to try for each one with --grade, --technique or --depth
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = whole_number(1_u64..), requires = "wanted")]
    tries: u64,
}

impl WantedArgs {
    /// What is wanted.
    pub fn wanted(&self) -> Wanted {
        Wanted { grade: self.grade, technique: self.technique, depth: self.depth }
    }

    /// How many puzzles to try for one.
    pub fn tries(&self) -> u64 {
        if self.wanted().is_anything() { 1 } else { self.tries }
    }
}

fn technique(name: &str) -> Result<Technique, String> {
    let found = Technique::NAMED.into_iter().find(|&technique| option_name(technique) == name);
    let known = || Technique::NAMED.map(option_name).join(", ");
    found.ok_or_else(|| format!("expected one of {}", known()))
}

/// `x-wing`, `pointing`: the name in one word.
fn option_name(technique: Technique) -> String {
    let name = technique.to_string().to_lowercase().replace(' ', "-");
    match name.split_once('(') {
        Some((_, within)) => within.trim_end_matches(')').to_owned(),
        None => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn techniques_have_one_word_each() {
        let mut names = Technique::NAMED.map(option_name).to_vec();
        assert!(names.iter().all(|name| name.chars().all(|c| c == '-' || c.is_ascii_lowercase())));
        assert!(
            ["x-wing", "pointing", "naked-pair", "als-xz"]
                .iter()
                .all(|n| { names.iter().any(|name| name == n) })
        );
        names.sort();
        names.dedup();
        assert_eq!(names.len(), Technique::NAMED.len());
    }
}

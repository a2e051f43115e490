//! `generate`: puzzles that are as hard as asked for, found among random ones.

use clap::ArgGroup;

use super::options::whole_number;
use super::steps::Tools;
use crate::answer::Deadline;
use crate::explain::{Depth, Effort, End, Grade, StepRating, Technique};
use crate::rules::Puzzle;
use crate::solve::SolveError;

/// What a puzzle is to be like.
#[derive(Clone, Copy, Debug, clap::Args)]
#[command(group(ArgGroup::new("wanted").args(["grade", "technique", "depth"]).multiple(true)))]
pub struct Wanted {
    /// Only puzzles of this grade: easy, medium, hard, expert or extreme, as 'rate --steps' finds
    /// it
    #[arg(long, value_parser = grade)]
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

impl Wanted {
    /// Whether any puzzle will do.
    pub fn is_anything(&self) -> bool {
        matches!(self, Wanted { grade: None, technique: None, depth: None, .. })
    }

    /// Whether such puzzles are too rare to be met at random.
    pub fn is_rare(&self) -> bool {
        self.depth == Some(2)
    }

    /// How many puzzles to try for one.
    pub fn tries(&self) -> u64 {
        if self.is_anything() { 1 } else { self.tries }
    }

    /// Whether a proper puzzle is one of those wanted.
    ///
    /// # Errors
    /// [`SolveError::TimedOut`] at the deadline; others if varisat failed.
    pub fn takes(
        &self,
        puzzle: &Puzzle,
        tools: &mut Tools,
        deadline: Deadline,
    ) -> Result<bool, SolveError> {
        if self.is_anything() {
            return Ok(true);
        }
        let (finder, state) = tools.of(puzzle.rules());
        let needs_steps = self.grade.is_some() || self.technique.is_some();
        let limit = self.depth.unwrap_or(0);
        match (finder.depth(puzzle.givens(), limit, deadline), self.depth) {
            (Depth::Unknown(_), _) => return Err(SolveError::TimedOut),
            (Depth::Solved(found), Some(depth)) if found == depth => {}
            (_, Some(_)) => return Ok(false),
            // Singles solve it.
            (Depth::Solved(_), None) if self.is_above_singles() => return Ok(false),
            (_, None) => {}
        }
        if !needs_steps {
            return Ok(true);
        }
        let effort = Effort { deadline, ..Effort::default() };
        let rating = StepRating::of(state.with_givens(puzzle.givens()), &effort)?;
        if rating.end == End::TimedOut {
            return Err(SolveError::TimedOut);
        }
        let has = |technique| rating.counts.contains_key(&technique);
        Ok(self.grade.is_none_or(|grade| rating.grade() == Some(grade))
            && self.technique.is_none_or(has))
    }

    fn is_above_singles(&self) -> bool {
        self.grade.is_some_and(|grade| grade > Grade::Easy)
            || self.technique.is_some_and(|technique| technique > Technique::NakedSingle)
    }
}

fn grade(name: &str) -> Result<Grade, String> {
    named(name, Grade::ALL.map(|grade| (grade.to_string(), grade)))
}

fn technique(name: &str) -> Result<Technique, String> {
    named(name, Technique::NAMED.map(|technique| (option_name(technique), technique)))
}

fn named<T, const N: usize>(name: &str, values: [(String, T); N]) -> Result<T, String> {
    let known = values.iter().map(|(known, _)| known.as_str()).collect::<Vec<_>>().join(", ");
    let found = values.into_iter().find(|(known, _)| known == name);
    found.map(|(_, value)| value).ok_or_else(|| format!("expected one of {known}"))
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

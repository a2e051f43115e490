//! Options and functions for steps that `hint`, `explain`, `rate` and `generate` share.

use anyhow::Result;
use clap::builder::{StringValueParser, TypedValueParser};
use itertools::Itertools;

use super::options::{SAT_OPTIONS, Suggesting, TimeLimit, one_of, whole_number};
use super::reader::Asked;
use satdoku::explain::{
    CellNames, Effort, Guide, State, StepReport, Story, Technique, Techniques, Words, check_size,
};
use satdoku::{Cell, Puzzle, Size, Symbols, nearest};

/// The margin of the second and later lines of a numbered step.
pub const NUMBERED: &str = "     ";

// The limits of the search for steps.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct EffortArgs {
    /// Look for steps with at most this many truths
    #[arg(long, value_name = "N", help_heading = SAT_OPTIONS, default_value_t = Effort::default().max_truths, value_parser = whole_number::<usize>(1..=1000))]
    max_truths: usize,
    /// Also use unique rectangles, unique loops and BUG+n, which assume that the puzzle has one
    /// solution
    #[arg(long)]
    assume_unique: bool,
    /// Make only steps of these techniques: names with commas between them; ..NAME stands for all
    /// techniques up to NAME in the list of 'satdoku techniques'
    #[arg(long, value_name = "LIST", value_parser = list_of_techniques(), default_value = "all", hide_default_value = true, hide_possible_values = true)]
    techniques: Techniques,
    #[command(flatten)]
    time_limit: TimeLimit,
}

impl EffortArgs {
    /// The effort for a puzzle whose time limit begins now.
    pub fn effort(self) -> Effort {
        let (max_truths, deadline) = (self.max_truths, self.time_limit.deadline());
        let EffortArgs { assume_unique, techniques, .. } = self;
        Effort { max_truths, assume_unique, techniques, deadline, ..Effort::default() }
    }
}

// The options for how `hint` and `explain` find and describe steps.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct StepArgs {
    /// How to name cells: a1 by row letter and column number (D3), rc by two numbers (r4c3)
    #[arg(long, value_name = "NAMES", default_value = "a1", value_parser = one_of([CellNames::A1, CellNames::Rc], name))]
    cells: CellNames,
    /// Also tell for each step of a named technique what would follow if the step were false
    #[arg(long)]
    why: bool,
    #[command(flatten)]
    effort: EffortArgs,
}

impl StepArgs {
    /// The guide through a puzzle from this state. The time limit begins now. If the options ask
    /// for steps that assume exactly one solution, but no step can assume this, `note` is called
    /// with the reason.
    ///
    /// # Errors
    /// If a solver failed.
    pub fn guide<'a>(
        self,
        puzzle: &'a Puzzle,
        state: &State,
        symbols: &'a Symbols,
        note: impl FnOnce(String),
    ) -> Result<Guide<'a>> {
        let mut effort = self.effort.effort();
        if effort.assume_unique
            && let Some(why) = state.why_none_assumed(effort.deadline)?
        {
            note(format!("--assume-unique adds nothing: {why}"));
            effort.assume_unique = false;
        }
        Ok(Guide { puzzle, effort, names: self.cells, symbols })
    }

    /// The story of the step, if an option asks for stories.
    fn story(self, words: &Words<'_>) -> Option<Story> {
        if self.why { words.story() } else { None }
    }

    /// The step as JSON.
    pub fn report(self, words: &Words<'_>) -> StepReport {
        let report = StepReport::of(words);
        StepReport { story: report.story.or_else(|| self.story(words)), ..report }
    }

    /// The text of the whole step, followed by its story if the text does not contain it. If a
    /// margin is given, a long step has several lines, and all lines except the first begin with
    /// the margin.
    pub fn told(self, words: &Words<'_>, margin: Option<&str>) -> String {
        let told = match margin {
            Some(margin) => words.lines().join(&format!("\n{margin}")),
            None => words.sentence(),
        };
        match self.story(words).map(|story| story.to_string()) {
            Some(story) if !words.sentence().contains(&story) => {
                format!("{told}\n{NUMBERED}why: {story}")
            }
            _ => told,
        }
    }

    /// The names of cells.
    pub fn names(self, size: Size, cells: &[Cell]) -> Vec<String> {
        cells.iter().map(|&cell| self.cells.name(size, cell)).collect()
    }
}

/// The parser of a list of techniques.
pub fn list_of_techniques() -> impl TypedValueParser<Value = Techniques> {
    let names = || Technique::named().map(option_name).collect();
    Suggesting { parser: StringValueParser::new().try_map(|list| techniques(&list)), names }
}

/// Parses a list of techniques: names of one word, `..name` for all techniques up to this name, or
/// `all`.
fn techniques(list: &str) -> Result<Techniques, String> {
    if list == "all" {
        return Ok(Techniques::ALL);
    }
    let mut wanted = Vec::new();
    for name in list.split(',').map(str::trim) {
        match name.strip_prefix("..") {
            Some(last) => {
                let last = technique(last)?;
                wanted.extend(Technique::named().take_while(|&named| named != last).chain([last]));
            }
            None => wanted.push(technique(name)?),
        }
    }
    Ok(wanted.into_iter().collect())
}

/// Parses the name of one word of a technique.
fn technique(name: &str) -> Result<Technique, String> {
    let name = name.to_lowercase();
    let found = Technique::named().find(|&technique| option_name(technique) == name);
    found.ok_or_else(|| {
        let known = Technique::named().map(option_name).collect_vec();
        match nearest(&name, known.iter().map(String::as_str)) {
            Some(nearest) => format!("there is no technique {name:?}; a similar name is {nearest}"),
            None => format!("there is no technique {name:?}; the names are {}", known.join(", ")),
        }
    })
}

/// The name of a technique in one word, such as `x-wing` or `pointing`.
pub fn option_name(technique: Technique) -> String {
    let name = technique.to_string().to_lowercase().replace(' ', "-");
    match name.split_once('(') {
        Some((_, within)) => within.trim_end_matches(')').to_owned(),
        None => name,
    }
}

fn name(names: CellNames) -> &'static str {
    match names {
        CellNames::A1 => "a1",
        CellNames::Rc => "rc",
    }
}

/// The puzzle whose givens are the placed digits, and the state. For a grid of candidates, the
/// state has these candidates; for other puzzles, it follows from the givens.
///
/// # Errors
/// If there are no steps for the rules of the puzzle.
pub fn begin(Asked { puzzle, candidates, .. }: &Asked) -> Result<(Puzzle, State)> {
    check_size(puzzle.rules())?;
    let Some(candidates) = candidates else { return Ok((puzzle.clone(), State::new(puzzle))) };
    let state = State::from_candidates(puzzle.rules(), candidates);
    let puzzle = puzzle.with_givens(state.placed().clone()).expect("the same size");
    Ok((puzzle, state))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn techniques_have_one_word_each() {
        let names = Technique::named().map(option_name).collect_vec();
        let is_of_word = |c: char| "-+".contains(c) || c.is_ascii_lowercase() || c.is_ascii_digit();
        assert!(names.iter().all(|name| name.chars().all(is_of_word)));
        for known in ["x-wing", "pointing", "naked-pair", "als-xz"] {
            assert!(names.iter().any(|name| name == known), "{known}");
        }
        assert!(names.iter().all_unique());
    }
}

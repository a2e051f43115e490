//! Why a model is no solution: most often the formula was made with other options, or of another
//! puzzle. Whatever is named as the cause was tried: with it the model is a solution.

use super::Decoder;
use crate::answer::Deadline;
use crate::cli::formula::Choice;
use crate::dimacs::{self, Assignment};
use crate::encode::{AtMostOne, Encoding, Preset};
use crate::grid::{Grid, Size};
use crate::numbering::Numbering;
use crate::rules::{Puzzle, Rules};
use crate::verify::{Violation, verify};

/// The largest side for which other formulas are tried.
const MOST_SIDE: usize = 25;

impl Decoder<'_> {
    /// The likeliest cause, if a likely one is found in short time.
    pub(super) fn cause(&self, assignment: &Assignment) -> Option<String> {
        let side = self.puzzle.size().side();
        if side > MOST_SIDE {
            return None;
        }
        self.other_options(assignment).or_else(|| self.other_puzzle(assignment))
    }

    /// What is likely where no cause was found.
    pub(super) fn doubt(&self) -> String {
        let written = self.dimensions.clauses;
        match (self.clauses.filter(|&clauses| clauses != written), &self.args.cnf) {
            (Some(found), _) => {
                format!("the formula was changed: 'encode' wrote {written} clauses, it has {found}")
            }
            (None, Some(_)) => "was it this formula that the solver was given?".to_owned(),
            (None, None) => format!(
                "was the formula made of this puzzle, with the same rules and {}?",
                options(&self.choice)
            ),
        }
    }

    /// Options of `encode` with which the model is a solution.
    fn other_options(&self, assignment: &Assignment) -> Option<String> {
        let Choice { encoding, simplified } = self.choice;
        let deadline = Deadline::after(super::REFUTATION_TIME);
        let fits = |choice: &Choice| {
            let formula = choice.formula(&self.puzzle, self.candidates.as_ref(), Deadline::NONE);
            !deadline.is_over()
                && formula.is_ok_and(|formula| {
                    let variables = formula.dimensions().variables;
                    assignment.highest_variable() <= variables
                        && dimacs::decode(&formula, assignment).is_ok()
                })
        };
        // The fewest differences first.
        let Encoding { preset, amo } = encoding;
        let encodings = || {
            let same_preset = AtMostOne::ALL.map(|amo| Encoding { preset, amo });
            let same_amo = Preset::ALL.map(|preset| Encoding { preset, amo });
            [encoding].into_iter().chain(same_preset).chain(same_amo).chain(Encoding::all())
        };
        let choices = [simplified, !simplified].into_iter().flat_map(|simplified| {
            encodings().map(move |encoding| Choice { encoding, simplified })
        });
        let found = choices.filter(|choice| *choice != self.choice).find(fits)?;
        // The options of `--cnf` are those of its file.
        Some(match self.args.cnf {
            Some(_) => {
                let made = difference(&self.choice, &found, ["", "", ""]);
                format!("the answer is of another formula, made {made}; give that one to --cnf")
            }
            None => {
                let advice = [": use it here too", ": use them here too", ": leave it out"];
                format!("the formula was made {}", difference(&self.choice, &found, advice))
            }
        })
    }

    /// Rules or givens with which the model is a solution.
    fn other_puzzle(&self, assignment: &Assignment) -> Option<String> {
        let (rules, givens) = (self.puzzle.rules(), self.puzzle.givens());
        let size = givens.size();
        let turned = Size::new(size.box_width(), size.box_height()).ok()?;
        let read = |size| {
            let mut grid = Grid::empty(size);
            Numbering::full(size).decode(assignment.lits(), &mut grid).ok()?;
            grid.is_full().then_some(grid)
        };
        let solved = |other: &Rules| {
            let values = |grid: &Grid| Grid::from_values(other.size(), grid.values());
            let (grid, givens) = (read(other.size())?, values(givens).ok()?);
            let puzzle = Puzzle::new(other.clone(), givens).ok()?;
            verify(&puzzle, &grid).is_ok().then_some(())
        };
        let others = [Rules::classic(size), Rules::classic(turned), Rules::latin(size)];
        if let Some(other) =
            others.iter().find(|other| *other != &**rules && solved(other).is_some())
        {
            return Some(format!(
                "the formula was made with other rules: the model solves {}",
                other.describe()
            ));
        }
        let violations = verify(&self.puzzle, &read(size)?).err()?;
        let is_given = |violation: &Violation| matches!(violation, Violation::Given { .. });
        violations
            .iter()
            .all(is_given)
            .then(|| "the formula was made of another puzzle with the same rules".to_owned())
    }
}

fn options(choice: &Choice) -> String {
    let Encoding { preset, amo } = choice.encoding;
    let simplified = if choice.simplified { "--simplified " } else { "" };
    format!("{simplified}--encoding {} --amo {}", preset.name(), amo.name())
}

/// What `found` has that `own` lacks, each followed by the advice for one option, for several, and
/// for one that is too much: `with --simplified: use it here too`.
fn difference(own: &Choice, found: &Choice, [one, several, too_much]: [&str; 3]) -> String {
    let mut with = Vec::new();
    if found.simplified && !own.simplified {
        with.push("--simplified".to_owned());
    }
    if found.encoding.preset != own.encoding.preset {
        with.push(format!("--encoding {}", found.encoding.preset.name()));
    }
    if found.encoding.amo != own.encoding.amo {
        with.push(format!("--amo {}", found.encoding.amo.name()));
    }
    let with_them = match with.len() {
        0 => String::new(),
        1 => format!("with {}{one}", with[0]),
        _ => format!("with {}{several}", with.join(" ")),
    };
    if own.simplified && !found.simplified {
        let and = if with.is_empty() { "" } else { ", and " };
        return format!("without --simplified{too_much}{and}{with_them}");
    }
    with_them
}

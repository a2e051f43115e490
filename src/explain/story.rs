//! Stories: derivations in words.

use std::fmt;

use itertools::Itertools;
use serde::Serialize;

use super::derivation::{Basis, Clause, Derivation, Part, are_rivals};
use super::technique::Technique;
use super::words::Words;
use crate::evidence::enumerate;
use crate::grid::Candidate;
use crate::rules::clue::Digits;

/// The reason why a step holds, as a story: what would follow if its conclusion did not hold.
///
/// An example of a displayed story: `if C5 were 8, then 8 in row D could only be in D7, so I7 could
/// only be
/// 3. But then C6 would have to be both 3 (row C) and 7 (box 2). So C5 is not 8`. Each clause
/// follows from the previous clause and from the facts that it names (`with F7=6`). This is also
/// true for both halves of the last clause.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Story {
    /// The supposition: `C5 were 8`.
    pub supposed: String,
    /// What follows from the supposition, one clause after the other.
    pub clauses: Vec<StoryClause>,
    /// The conclusion: `C5 is not 8`.
    pub conclusion: String,
}

/// One clause of a story.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StoryClause {
    /// The text of the clause: `8 in row D could only be in D7`.
    pub says: String,
    /// The remaining candidates: `D7=8`.
    pub left: Vec<String>,
    /// The numbers of the facts that the clause uses: 0 is the supposition, and clauses are counted
    /// from 1.
    pub causes: Vec<usize>,
}

/// How many clauses a sentence has at most.
const MOST_IN_A_SENTENCE: usize = 3;

/// How many clauses a story in one line has at most; longer stories are written in several lines.
const MOST_IN_A_LINE: usize = 5;

impl Story {
    /// Each clause, and the text that joins it to the previous clause: `, then `, `. Also, `.
    fn linked(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let mut in_sentence = 0;
        self.clauses.iter().enumerate().map(move |(before, clause)| {
            let follows = clause.causes.contains(&before);
            let is_end = before + 1 == self.clauses.len();
            let link = match before {
                0 => ", then ",
                _ if is_end => ". But then ",
                _ if !follows => ". Also, ",
                _ if in_sentence == MOST_IN_A_SENTENCE => ". So ",
                _ => ", so ",
            };
            in_sentence = if link.starts_with('.') { 1 } else { in_sentence + 1 };
            (link, &clause.says[..])
        })
    }
}

impl fmt::Display for Story {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "if {}", self.supposed)?;
        self.linked().try_for_each(|(link, says)| write!(f, "{link}{says}"))?;
        write!(f, ". So {}", self.conclusion)
    }
}

impl Words<'_> {
    /// The story of the step, if the step has a short one: see
    /// [`Step::derivation`](super::Step::derivation).
    pub fn story(&self) -> Option<Story> {
        Some(self.story_of(&self.step.derivation(self.state)?))
    }

    fn story_of(&self, derivation: &Derivation) -> Story {
        let tell = |(index, clause): (usize, &Clause)| StoryClause {
            says: Telling { words: self, derivation, index }.says(clause),
            left: clause
                .iter()
                .flat_map(|part| &part.left)
                .map(|&c| self.candidate(c, "="))
                .collect(),
            causes: causes(clause).collect(),
        };
        let supposed = self.opposite(&derivation.supposed);
        let clauses = derivation.clauses.iter().enumerate().map(tell).collect();
        Story { supposed, clauses, conclusion: self.shown_by(derivation) }
    }

    /// The text of a trial with numbered lines: `if C5 were 8, (1) 8 in row D could only be in D7;
    /// (2) ...`.
    pub(super) fn trial_told(&self) -> Option<String> {
        let story = self.story().filter(|_| self.step.technique == Technique::Trial)?;
        let lines = story.clauses.iter().zip(1..);
        let lines = lines.map(|(line, number)| format!("({number}) {}", line.says)).join("; ");
        Some(format!("if {}, {lines}. So {}", story.supposed, story.conclusion))
    }

    /// The text of [`Words::sentence`], but a long story has several lines: the supposition, each
    /// clause, the conclusion. The lines of a trial are numbered. Lines of an inner trial are
    /// indented.
    pub fn lines(&self) -> Vec<String> {
        let technique = self.step.technique;
        let is_told = technique.is_told_as_story();
        let derivation = self.step.derivation(self.state).filter(|_| is_told);
        let Some(derivation) = derivation.filter(|it| it.clauses.len() > MOST_IN_A_LINE) else {
            return vec![self.sentence()];
        };
        let story = self.story_of(&derivation);
        let mut within = 0;
        let clauses = story.linked().zip(&derivation.clauses).zip(1..);
        let clauses = clauses.map(|(((link, says), clause), number)| {
            if technique != Technique::Trial {
                return format!("  {}{says}", link[2..].to_lowercase());
            }
            let basis = clause.first().map(|part| &part.basis);
            within -= usize::from(matches!(basis, Some(Basis::Refuted(_))));
            let line = format!("  {}({number}) {says}", "  ".repeat(within));
            within += usize::from(matches!(basis, Some(Basis::Supposed(_))));
            line
        });
        let clauses = clauses.collect_vec();
        let first = format!("{}: if {},", self.title(), story.supposed);
        let last = format!("So {}", story.conclusion);
        [first].into_iter().chain(clauses).chain([last]).collect()
    }

    /// The story of a step whose sentence is a story.
    pub(super) fn story_told(&self) -> Option<Story> {
        if self.step.technique.is_told_as_story() { self.story() } else { None }
    }

    /// The conclusion; if the derivation shows only a part of it, this part comes first.
    fn shown_by(&self, Derivation { supposed, .. }: &Derivation) -> String {
        let gone = self.step.conclusion.eliminated().iter().copied();
        let others = gone.filter(|gone| !supposed.contains(gone)).collect_vec();
        if others.is_empty() {
            return self.conclusion();
        }
        let [first, others] = [supposed, &others].map(|gone| self.eliminations(gone));
        format!("{first}; another story shows that {others}")
    }
}

fn causes(parts: &[Part]) -> impl Iterator<Item = usize> {
    parts.iter().flat_map(|part| &part.causes).copied().sorted().dedup()
}

/// One clause and all that is needed to write it.
struct Telling<'a> {
    words: &'a Words<'a>,
    derivation: &'a Derivation,
    /// The index of the clause, from 0. This is also the number of the previous fact, which need
    /// not be named.
    index: usize,
}

impl Telling<'_> {
    fn says(&self, clause: &Clause) -> String {
        let is_end = self.index + 1 == self.derivation.clauses.len();
        let told = match &clause[..] {
            [first, second] if is_end => return self.clash(first, second),
            [part] => self.left(part),
            parts => self.pair(parts),
        };
        let is_refuted = matches!(clause[0].basis, Basis::Refuted(_));
        match self.cited(clause) {
            // The previous line is a contradiction.
            _ if is_refuted => told,
            // This is a line of a trial.
            Some(lines) if lines.starts_with('(') => format!("with {lines}, {told}"),
            Some(cited) => format!("{told} (with {cited})"),
            None => told,
        }
    }

    /// The words for the remaining candidates of a part: `D7 could only be 3`, `8 in row D could
    /// only be in D7`.
    fn left(&self, Part { basis, left, causes }: &Part) -> String {
        let words = self.words;
        let truth = match basis {
            Basis::Truth(truth) => truth,
            Basis::Statement(statement) if left.is_empty() => {
                return words.statement_empty(statement, &self.masks(causes));
            }
            Basis::Statement(statement) => return words.statement_leaves(statement, left),
            Basis::Supposed(Candidate { cell, digit }) => {
                return format!("suppose {} were {}", words.cell(*cell), words.write(*digit));
            }
            Basis::Refuted(gone) => return format!("so {}", words.eliminations(&[*gone])),
        };
        let group = words.group(*truth);
        match (truth.cell(), &left[..]) {
            (Some(_), []) => format!("no digit would be left for {group}"),
            (None, []) => format!("no place would be left for {group}"),
            (Some(_), left) => {
                let digits = words.digits(left.iter().map(|c| c.digit), "or");
                format!("{group} could only be {digits}")
            }
            (None, left) => {
                let cells = words.cells(left.iter().map(|c| c.cell), "or");
                format!("{group} could only be in {cells}")
            }
        }
    }

    /// The words for two truths that form a pair: `B1 and C1 could only hold 1 and 7`, `1 and 7 in
    /// box 7 could only be in B1 and C1`.
    fn pair(&self, parts: &[Part]) -> String {
        let [digits, cells] = self.digits_and_cells(&left(parts), "and");
        match parts[0].truth().and_then(|truth| truth.unit()) {
            None => format!("{cells} could only hold {digits}"),
            Some(unit) => {
                format!("{digits} in {} could only be in {cells}", self.words.unit(unit))
            }
        }
    }

    /// The words for a contradiction of two parts: `C6 would have to be both 3 (row C) and 7 (box
    /// 2)`, `3 in row C could only be in C6 and C9 could only be 3, in the same row`.
    fn clash(&self, first: &Part, second: &Part) -> String {
        let unit = |part: &Part| part.truth().and_then(|truth| truth.unit());
        let with = |part: &Part| self.cited(std::slice::from_ref(part));
        let why = |part: &Part| {
            let unit = unit(part).map(|unit| self.words.unit(unit));
            let why = unit.unwrap_or_else(|| "only digit left".to_owned());
            match with(part) {
                Some(cited) => format!("({why}, with {cited})"),
                None => format!("({why})"),
            }
        };
        let [a, b] = [first.left[0], second.left[0]];
        let [digit_a, digit_b] = [a, b].map(|c| self.words.write(c.digit));
        match self.words.state.rules().bond(a.cell, b.cell) {
            None => {
                let [cell, why_a, why_b] = [self.words.cell(a.cell), why(first), why(second)];
                format!("{cell} would have to be both {digit_a} {why_a} and {digit_b} {why_b}")
            }
            Some(bond) => {
                let left = |part: &Part| match with(part) {
                    Some(cited) => format!("{} (with {cited})", self.left(part)),
                    None => self.left(part),
                };
                format!("{} and {}, {bond}", left(first), left(second))
            }
        }
    }

    /// The facts that parts of the clause use, in words. In a sentence, the previous fact is named
    /// only in the last clause.
    fn cited(&self, parts: &[Part]) -> Option<String> {
        let causes = causes(parts);
        if self.words.step.technique == Technique::Trial {
            // The lines of a trial have numbers.
            let cited = causes.filter(|&cause| cause > 0).map(|cause| format!("({cause})"));
            let cited = cited.collect_vec();
            return (!cited.is_empty()).then(|| enumerate(&cited, "and"));
        }
        let is_end = self.index + 1 == self.derivation.clauses.len();
        let is_told = |&cause: &usize| cause != self.index || is_end && cause > 0;
        let facts = causes.filter(is_told).map(|cause| self.fact(cause)).collect_vec();
        (!facts.is_empty()).then(|| enumerate(&facts, "and"))
    }

    /// The candidates of each cell, by its index, without those that these facts exclude directly.
    fn masks(&self, facts: &[usize]) -> Vec<Digits> {
        let state = self.words.state;
        let rules = state.rules();
        let mut masks = state.masks();
        let mut remove = |gone: Candidate| masks[gone.cell.index()] &= !(1 << gone.digit.index());
        // One of these candidates holds, so a candidate that all of them exclude does not hold.
        let one_holds = |any: Vec<Candidate>, remove: &mut dyn FnMut(Candidate)| {
            let is_excluded = |gone: &Candidate| any.iter().all(|&it| are_rivals(rules, it, *gone));
            state.candidates().iter().filter(is_excluded).for_each(remove);
        };
        for &number in facts {
            let Some(index) = number.checked_sub(1) else {
                match self.words.step.conclusion.placed() {
                    Some(placed) => remove(placed),
                    None => one_holds(self.derivation.supposed.clone(), &mut remove),
                }
                continue;
            };
            let clause = &self.derivation.clauses[index];
            match (&clause[..], &clause[0].basis) {
                (_, Basis::Refuted(gone)) => remove(*gone),
                (_, Basis::Supposed(held)) => one_holds(vec![*held], &mut remove),
                ([part], Basis::Truth(_)) => one_holds(part.left.clone(), &mut remove),
                // The parts are as many cells as digits, or the remaining candidates of a statement
                // in each of its cells.
                (parts, basis) => {
                    let left = left(parts).into_iter();
                    left.clone().into_group_map_by(|held| held.cell).into_values().for_each(
                        |any| {
                            one_holds(any, &mut remove);
                        },
                    );
                    if matches!(basis, Basis::Truth(_)) {
                        left.into_group_map_by(|held| held.digit).into_values().for_each(|any| {
                            one_holds(any, &mut remove);
                        });
                    }
                }
            }
        }
        masks
    }

    /// The words with which a fact is named: `F7=6`, `6 in F7 or F8`, `1 and 7 in B1 and C1`.
    fn fact(&self, number: usize) -> String {
        let words = self.words;
        let Some(index) = number.checked_sub(1) else {
            return match (words.step.conclusion.placed(), &self.derivation.supposed[..]) {
                (Some(placed), _) => format!("not {}", words.candidate(placed, "=")),
                (None, &[one]) => words.candidate(one, "="),
                (None, _) => "the assumption".to_owned(),
            };
        };
        let parts = &self.derivation.clauses[index];
        match left(parts)[..] {
            [one] => words.candidate(one, "="),
            ref left => {
                let last = if parts.len() == 1 { "or" } else { "and" };
                let [digits, cells] = self.digits_and_cells(left, last);
                format!("{digits} in {cells}")
            }
        }
    }

    fn digits_and_cells(&self, candidates: &[Candidate], last: &str) -> [String; 2] {
        let digits = candidates.iter().map(|c| c.digit).sorted().dedup();
        let cells = candidates.iter().map(|c| c.cell).sorted().dedup();
        [self.words.digits(digits, last), self.words.cells(cells, last)]
    }
}

/// The remaining candidates of all parts of a clause.
fn left(parts: &[Part]) -> Vec<Candidate> {
    parts.iter().flat_map(|part| &part.left).copied().collect()
}

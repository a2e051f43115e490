//! Steps as sentences, in the words that Sudoku players use.

use itertools::Itertools;

use super::deadly::Deadly;
use super::state::State;
use super::step::{Conclusion, Step};
use super::technique::Technique;
use crate::evidence::enumerate;
use crate::grid::{Candidate, Cell, CellNames, Digit, DigitSet, Symbols};
use crate::rules::{Group, UnitIndex, UnitKind};

/// A step, the state in which it was found, and how cells and digits are written: everything that
/// is needed for a sentence.
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    /// The state before the step.
    pub state: &'a State,
    /// The step.
    pub step: &'a Step,
    /// The way in which texts name cells.
    pub names: CellNames,
    /// The symbols with which texts write digits.
    pub symbols: &'a Symbols,
}

impl Words<'_> {
    /// The whole step as a sentence: `X-wing on 5: in rows B and F it can only be in columns 3 and
    /// 8, so D3 is not 5`.
    pub fn sentence(&self) -> String {
        let technique = self.step.technique;
        if let (Technique::Clue(_) | Technique::RuleOf45, [statement]) =
            (technique, &self.step.statements[..])
        {
            return self.of_statement(statement);
        }
        let story = self.story_told().map(|story| story.to_string());
        let told = self.trial_told().or(story).unwrap_or_else(|| self.told());
        format!("{}: {told}", self.title())
    }

    /// The technique, and the digit or units that the step is about: `X-wing on 5`.
    pub(super) fn title(&self) -> String {
        let technique = self.step.technique;
        let is_single = self.step.truths.len() == 1 && self.step.conclusion.eliminated().is_empty();
        match (technique, self.step.truths.last(), self.digit()) {
            (Technique::EmptyRectangle, Some(in_box), _) => {
                format!("{technique} on {}", self.group(*in_box))
            }
            (Technique::Trial, ..) => technique.to_string(),
            (_, _, Some(digit)) if !is_single => format!("{technique} on {}", self.write(digit)),
            _ => technique.to_string(),
        }
    }

    /// The text of a hint of this level: 1 tells only where to look, 2 also tells the technique,
    /// and higher levels tell the whole step.
    pub fn at_level(&self, level: u8) -> String {
        match level {
            0..=1 => format!("look at {}", self.place()),
            2 => format!("{}: look at {}", self.step.technique, self.place()),
            _ => self.sentence(),
        }
    }

    /// Where to look, without the technique and the conclusion: `5 in rows B and F`.
    pub fn place(&self) -> String {
        if self.step.technique == Technique::Trial {
            return self.cells(self.step.conclusion.candidates().iter().map(|c| c.cell), "and");
        }
        let groups = &self.step.truths;
        let cells: Vec<Cell> = groups.iter().filter_map(Group::cell).collect();
        let assumed = self.step.assumed.iter().flat_map(|deadly| match deadly.is_of_two_digits() {
            true => deadly.cells().collect(),
            false => self.others(deadly).map(|other| other.cell).dedup().collect_vec(),
        });
        let statements = self.step.statements.iter();
        let stated = statements.flat_map(|of| &self.state.groups().statements().get(of).cells);
        let cells = cells.into_iter().chain(assumed).chain(stated.copied()).sorted().dedup();
        let cells: Vec<Cell> = cells.collect();
        let mut parts = Vec::new();
        if !cells.is_empty() {
            parts.push(self.cells(cells, "and"));
        }
        let units = groups.iter().filter_map(|group| Some((group.digit()?, group.unit()?)));
        for (digit, units) in &units.sorted().chunk_by(|&(digit, _)| digit) {
            let kinds = units.map(|(_, unit)| self.kind(unit)).collect();
            parts.push(format!("{} in {}", self.write(digit), self.units_named(kinds)));
        }
        enumerate(&parts, "and")
    }

    /// A truth or a link in words: `D3`, `5 in row B`.
    pub fn group(&self, group: Group) -> String {
        group.describe(self.state.rules(), self.names, |digit| self.write(digit))
    }

    /// An assumption of a step in words: `A1, A4, B1 and B4 cannot all hold 3 or 7`.
    pub fn assumption(&self, deadly: &Deadly) -> String {
        if deadly.is_of_two_digits() {
            let digits = self.digits(deadly.digits().iter(), "or");
            return format!("{} cannot all hold {digits}", self.cells(deadly.cells(), "and"));
        }
        let other =
            |other: Candidate| format!("{} in {}", self.write(other.digit), self.cell(other.cell));
        let others = enumerate(&self.others(deadly).map(other).collect_vec(), "or");
        format!("without {others} {}", self.deadly(deadly))
    }

    /// The conclusion in words: `D3 is not 5`.
    pub fn conclusion(&self) -> String {
        match &self.step.conclusion {
            Conclusion::Placement(Candidate { cell, digit }) => {
                format!("{} is {}", self.cell(*cell), self.write(*digit))
            }
            Conclusion::Eliminations(gone) => self.eliminations(gone),
            Conclusion::Contradiction => "there is no solution".to_owned(),
        }
    }

    /// Eliminations in words: `D3 and D4 are not 5`.
    pub(super) fn eliminations(&self, gone: &[Candidate]) -> String {
        self.each_cell(gone, "and", |count| if count == 1 { "is not" } else { "are not" })
    }

    /// Words about candidates, which must be ascending; cells with the same digits are named
    /// together.
    pub(super) fn each_cell(
        &self,
        candidates: &[Candidate],
        last: &str,
        verb: impl Fn(usize) -> &'static str,
    ) -> String {
        let by_cell = candidates.iter().chunk_by(|candidate| candidate.cell);
        let by_cell = by_cell.into_iter().map(|(cell, all)| (all.map(|c| c.digit).collect(), cell));
        let by_cell: Vec<(DigitSet, Cell)> = by_cell.collect();
        let parts = by_cell.iter().map(|(digits, _)| digits).unique().map(|digits| {
            let cells = by_cell.iter().filter(|(others, _)| others == digits);
            let cells = cells.map(|(_, cell)| *cell).collect_vec();
            let (verb, digits) = (verb(cells.len()), self.digits(digits.iter(), "or"));
            format!("{} {verb} {digits}", self.cells(cells, last))
        });
        enumerate(&parts.collect_vec(), last)
    }

    /// The supposition about candidates in words: `D3 were 5`, `D3 were not 5`.
    pub(super) fn opposite(&self, gone: &[Candidate]) -> String {
        match self.step.conclusion.placed() {
            Some(placed) => {
                format!("{} were not {}", self.cell(placed.cell), self.write(placed.digit))
            }
            None => self.each_cell(gone, "or", |_| "were"),
        }
    }

    /// The digit of the truths, if all truths are about the same digit.
    fn digit(&self) -> Option<Digit> {
        let digits = self.step.truths.iter().map(Group::digit).all_equal_value().ok().flatten();
        digits.filter(|_| self.step.assumed.is_empty())
    }

    /// The remaining candidates of the truths.
    pub(super) fn members(&self) -> impl Iterator<Item = Candidate> {
        let candidates = self.step.truths.iter().flat_map(|t| t.candidates(self.state.rules()));
        candidates.filter(|c| self.state.allows(*c))
    }

    /// The remaining candidates of the cells of a pattern that are not in the pattern.
    pub(super) fn others(&self, deadly: &Deadly) -> impl Iterator<Item = Candidate> {
        let others = deadly.others(self.state.size());
        others.filter(|c| self.state.allows(*c))
    }

    pub(super) fn places(&self) -> String {
        self.cells(self.members().map(|candidate| candidate.cell).sorted().dedup(), "and")
    }

    pub(super) fn units(&self, groups: &[Group]) -> String {
        self.units_named(
            groups.iter().filter_map(Group::unit).map(|unit| self.kind(unit)).collect(),
        )
    }

    pub(super) fn kind(&self, unit: UnitIndex) -> UnitKind {
        self.state.rules().unit(unit).kind
    }

    /// A candidate in words: `D7=8`, or with another sign in place of `=`.
    pub(super) fn candidate(&self, Candidate { cell, digit }: Candidate, sign: &str) -> String {
        format!("{}{sign}{}", self.cell(cell), self.write(digit))
    }

    pub(super) fn unit(&self, unit: UnitIndex) -> String {
        self.kind(unit).noun(self.state.size(), self.names)
    }

    pub(super) fn write(&self, digit: Digit) -> String {
        self.symbols.write(digit, self.state.size().side())
    }

    pub(super) fn digits(&self, digits: impl Iterator<Item = Digit>, last: &str) -> String {
        let names: Vec<String> = digits.map(|digit| self.write(digit)).collect();
        enumerate(&names, last)
    }

    /// The digits of candidates without separators: `379`.
    pub(super) fn digits_of(&self, candidates: &[Candidate]) -> String {
        let mut digits = candidates.iter().map(|c| self.write(c.digit)).dedup();
        digits.join(if self.state.size().side() > 9 { "," } else { "" })
    }

    /// A cell with its candidates: `B3 (379)`.
    pub(super) fn with_digits(&self, cell: Cell) -> String {
        self.set_with_digits(&[cell])
    }

    /// A set of cells with the candidates of all of them: `A1 and A2 (123)`.
    pub(super) fn set_with_digits(&self, set: &[Cell]) -> String {
        let open = set.iter().flat_map(|&cell| self.state.open(Group::Cell(cell)));
        let digits = self.digits_of(&open.sorted_by_key(|c| c.digit).collect_vec());
        format!("{} ({digits})", self.cells(set.iter().copied(), "and"))
    }

    pub(super) fn cell(&self, cell: Cell) -> String {
        self.names.name(self.state.size(), cell)
    }

    pub(super) fn cells(&self, cells: impl IntoIterator<Item = Cell>, last: &str) -> String {
        let names: Vec<String> = cells.into_iter().map(|cell| self.cell(cell)).collect();
        enumerate(&names, last)
    }

    /// Units in words: `row C`, `rows B and F`, `row B and column 3`.
    pub(super) fn units_named(&self, kinds: Vec<UnitKind>) -> String {
        let labels = |labels: &[String]| enumerate(labels, "and");
        let (size, names) = (self.state.size(), self.names);
        enumerate(&UnitKind::together(kinds, size, names, UnitKind::noun, labels), "and")
    }
}

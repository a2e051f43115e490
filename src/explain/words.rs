//! Steps as sentences, in the words that solvers of Sudoku use.

use itertools::Itertools;

use super::deadly::Deadly;
use super::shape::Strong;
use super::state::State;
use super::step::{Conclusion, Step};
use super::technique::Technique;
use crate::evidence::enumerate;
use crate::grid::{Candidate, Cell, Digit, DigitSet, Size, Symbols};
use crate::rules::{Group, UnitIndex, UnitKind};

/// How cells are named.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CellNames {
    /// As [`Size::cell_name`] does: `D3`.
    #[default]
    A1,
    /// Row and column: `r4c3`.
    Rc,
}

impl CellNames {
    /// The name of a cell.
    pub fn name(self, size: Size, cell: Cell) -> String {
        match self {
            CellNames::A1 => size.cell_name(cell),
            CellNames::Rc => {
                format!("r{}c{}", size.row_index(cell) + 1, size.column_index(cell) + 1)
            }
        }
    }
}

/// A step, the state it was found in, and how to name cells: what a sentence is made of.
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    /// The state before the step.
    pub state: &'a State,
    /// The step.
    pub step: &'a Step,
    /// How cells are named.
    pub names: CellNames,
    /// How digits are written.
    pub symbols: &'a Symbols,
}

impl Words<'_> {
    /// The whole step: `X-wing on 5: in rows 2 and 6 it can only be in columns 3 and 8, so D3 is
    /// not 5`.
    pub fn sentence(&self) -> String {
        let technique = self.step.technique;
        let is_single = self.step.truths.len() == 1 && self.step.conclusion.placed().is_some();
        let on = self.digit().filter(|_| !is_single).map(|digit| self.write(digit));
        let on = on.map_or(String::new(), |digit| format!(" on {digit}"));
        match &self.step.conclusion {
            Conclusion::Contradiction => format!("contradiction: {}", self.reason()),
            _ => match self.story_told() {
                Some(story) => format!("{technique}{on}: {story}"),
                None => format!("{technique}{on}: {}, so {}", self.reason(), self.conclusion()),
            },
        }
    }

    /// As much of the step as a hint of this level gives away: at 1 where to look, at 2 also the
    /// technique, above the whole step.
    pub fn at_level(&self, level: u8) -> String {
        match level {
            0..=1 => format!("look at {}", self.place()),
            2 => format!("{}: look at {}", self.step.technique, self.place()),
            _ => self.sentence(),
        }
    }

    /// Where to look, without what is to be seen there: `5 in rows 2 and 6`.
    pub fn place(&self) -> String {
        let groups = &self.step.truths;
        let cells: Vec<Cell> = groups.iter().filter_map(Group::cell).collect();
        let assumed = self.step.assumed.iter().flat_map(|deadly| match deadly.is_rectangle() {
            true => deadly.cells().collect(),
            false => self.others(deadly).map(|other| other.cell).dedup().collect_vec(),
        });
        let cells: Vec<Cell> = cells.into_iter().chain(assumed).sorted().dedup().collect();
        let mut parts = Vec::new();
        if !cells.is_empty() {
            parts.push(self.cells(cells, "and"));
        }
        let units = groups.iter().filter_map(|group| Some((group.digit()?, group.unit()?)));
        for (digit, units) in &units.sorted().chunk_by(|&(digit, _)| digit) {
            let kinds = units.map(|(_, unit)| self.kind(unit)).collect();
            parts.push(format!("{} in {}", self.write(digit), units_named(kinds)));
        }
        enumerate(&parts, "and")
    }

    /// A truth or a link: `D3`, `5 in row 2`.
    pub fn group(&self, group: Group) -> String {
        group.describe(self.state.rules(), |cell| self.cell(cell), |digit| self.write(digit))
    }

    /// What a step assumes: `A1, A4, B1 and B4 cannot all hold 3 or 7`.
    pub fn assumption(&self, deadly: &Deadly) -> String {
        if deadly.is_rectangle() {
            let digits = self.digits(deadly.digits().iter(), "or");
            return format!("{} cannot all hold {digits}", self.cells(deadly.cells(), "and"));
        }
        let other =
            |other: Candidate| format!("{} in {}", self.write(other.digit), self.cell(other.cell));
        let others = enumerate(&self.others(deadly).map(other).collect_vec(), "or");
        format!(
            "it needs {others}, without which all open cells have two candidates \
             and all open digits two places in each unit"
        )
    }

    /// What follows: `D3 is not 5`.
    pub fn conclusion(&self) -> String {
        match &self.step.conclusion {
            Conclusion::Placement(Candidate { cell, digit }) => {
                format!("{} is {}", self.cell(*cell), self.write(*digit))
            }
            Conclusion::Eliminations(gone) => self.eliminations(gone),
            Conclusion::Contradiction => "there is no solution".to_owned(),
        }
    }

    /// `D3 and D4 are not 5`.
    pub(super) fn eliminations(&self, gone: &[Candidate]) -> String {
        self.each_cell(gone, "and", |count| if count == 1 { "is not" } else { "are not" })
    }

    /// What is said of candidates, ascending; cells with the same digits are named together.
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

    /// The chain in Eureka notation, if the step is one: `(5)B3=B8-F8=F3`.
    pub(super) fn eureka(&self) -> Option<String> {
        let part =
            |part: &[Candidate]| self.cells(part.iter().map(|c| c.cell), "and").replace(", ", ",");
        let digits = |part: &[Candidate]| part.iter().map(|c| self.write(c.digit)).join(",");
        let strong = |Strong { from, to }: &Strong| {
            if from[0].cell == to[0].cell {
                format!("({}={}){}", digits(from), digits(to), self.cell(to[0].cell))
            } else {
                format!("({}){}={}", self.write(to[0].digit), part(from), part(to))
            }
        };
        (!self.step.chain.is_empty()).then(|| self.step.chain.iter().map(strong).join("-"))
    }

    fn reason(&self) -> String {
        let step = self.step;
        match (step.technique, &step.truths[..]) {
            (Technique::Contradiction, [Group::Cell(cell)]) => {
                format!("{} has no candidate left", self.cell(*cell))
            }
            (Technique::Contradiction, _) => format!("there is no place left for {}", self.place()),
            (Technique::NakedSingle, [Group::Cell(cell)]) => {
                format!("no other digit is left in {}", self.cell(*cell))
            }
            (Technique::FullHouse, [Group::Unit(unit, _)]) => {
                format!("all other cells of {} are filled", self.unit(*unit))
            }
            (Technique::HiddenSingle, [Group::Unit(unit, digit)]) => {
                let places = self.places();
                let digit = self.write(*digit);
                format!("{digit} can only be in {places} in {}", self.unit(*unit))
            }
            (
                Technique::Pointing
                | Technique::Claiming
                | Technique::LockedCandidates
                | Technique::Fish(_),
                _,
            ) => format!(
                "in {} it can only be in {}",
                self.units(&step.truths),
                self.units(&step.links)
            ),
            (Technique::FinnedFish(_) | Technique::SashimiFish(_), _) => {
                let lines = self.units(&step.truths);
                format!("in {lines} it can only be in {}", self.places())
            }
            (Technique::NakedSubset(_) | Technique::LockedSubset(_), _) => {
                let digits: DigitSet = self.members().map(|candidate| candidate.digit).collect();
                format!("{} can only hold {}", self.place(), self.digits(digits.iter(), "and"))
            }
            (Technique::HiddenSubset(_), [Group::Unit(unit, _), ..]) => {
                let digits: DigitSet = step.truths.iter().filter_map(Group::digit).collect();
                let (digits, places) = (self.digits(digits.iter(), "and"), self.places());
                format!("{digits} can only be in {places} in {}", self.unit(*unit))
            }
            _ if !step.assumed.is_empty() => {
                let assumed =
                    step.assumed.iter().map(|deadly| self.assumption(deadly)).collect_vec();
                let assumed = enumerate(&assumed, "and");
                let besides = Step { assumed: Vec::new(), ..step.clone() };
                let otherwise = match &step.truths[..] {
                    [] => String::new(),
                    _ => format!(", and {}", Words { step: &besides, ..*self }.otherwise()),
                };
                format!("as the puzzle has one solution, {assumed}{otherwise}")
            }
            _ => match self.eureka() {
                Some(chain) => format!("in {chain} one of the two ends holds"),
                None => self.otherwise(),
            },
        }
    }

    /// What would go wrong if the conclusion did not hold.
    fn otherwise(&self) -> String {
        match (&self.step.truths[..], &self.step.conclusion) {
            (&[Group::Unit(unit, digit)], Conclusion::Eliminations(gone)) => {
                let condition = match gone[..] {
                    [gone] => {
                        format!("if {} were {},", self.cell(gone.cell), self.write(gone.digit))
                    }
                    _ => "otherwise".to_owned(),
                };
                let digit = self.write(digit);
                format!("{condition} no cell of {} could hold {digit}", self.unit(unit))
            }
            ([_], _) => format!("otherwise nothing is left for {}", self.place()),
            (truths, _) => {
                let why = match self.step.technique {
                    Technique::SetLogic(..) if self.step.assumed.is_empty() => {
                        format!("no short reason ({} truths); ", truths.len())
                    }
                    _ => String::new(),
                };
                format!("{why}otherwise {} cannot all be filled", self.place())
            }
        }
    }

    /// The digit of the truths, if they are all of one.
    fn digit(&self) -> Option<Digit> {
        let digits = self.step.truths.iter().map(Group::digit).all_equal_value().ok().flatten();
        digits.filter(|_| self.step.assumed.is_empty())
    }

    /// The candidates of the truths that are left.
    fn members(&self) -> impl Iterator<Item = Candidate> {
        let candidates = self.step.truths.iter().flat_map(|t| t.candidates(self.state.rules()));
        candidates.filter(|c| self.state.allows(*c))
    }

    /// What is left beside a pattern.
    fn others(&self, deadly: &Deadly) -> impl Iterator<Item = Candidate> {
        let others = deadly.others(self.state.size());
        others.filter(|c| self.state.allows(*c))
    }

    fn places(&self) -> String {
        self.cells(self.members().map(|candidate| candidate.cell).sorted().dedup(), "and")
    }

    fn units(&self, groups: &[Group]) -> String {
        units_named(groups.iter().filter_map(Group::unit).map(|unit| self.kind(unit)).collect())
    }

    fn kind(&self, unit: UnitIndex) -> UnitKind {
        self.state.rules().unit(unit).kind
    }

    /// `D7=8`, or with another sign between.
    pub(super) fn candidate(&self, Candidate { cell, digit }: Candidate, sign: &str) -> String {
        format!("{}{sign}{}", self.cell(cell), self.write(digit))
    }

    pub(super) fn unit(&self, unit: UnitIndex) -> String {
        self.kind(unit).noun()
    }

    pub(super) fn write(&self, digit: Digit) -> String {
        self.symbols.write(digit, self.state.size().side())
    }

    pub(super) fn digits(&self, digits: impl Iterator<Item = Digit>, last: &str) -> String {
        let names: Vec<String> = digits.map(|digit| self.write(digit)).collect();
        enumerate(&names, last)
    }

    pub(super) fn cell(&self, cell: Cell) -> String {
        self.names.name(self.state.size(), cell)
    }

    pub(super) fn cells(&self, cells: impl IntoIterator<Item = Cell>, last: &str) -> String {
        let names: Vec<String> = cells.into_iter().map(|cell| self.cell(cell)).collect();
        enumerate(&names, last)
    }
}

/// `row 3`, `rows 2 and 6`, `row 2 and column 3`.
fn units_named(kinds: Vec<UnitKind>) -> String {
    let labels = |labels: &[String]| enumerate(labels, "and");
    enumerate(&UnitKind::together(kinds, UnitKind::noun, labels), "and")
}

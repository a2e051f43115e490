//! Statements of clues and the rule of 45 in words.

use itertools::Itertools;

use super::clues::{AreaSum, Known, Statement, candidates, digits};
use super::words::Words;
use crate::evidence::enumerate;
use crate::grid::{Candidate, Cell, Digit};
use crate::rules::clue::Digits;
use crate::rules::{Clue, Group};
use crate::simplify::FilterKind;

/// If a cage has more combinations, the text has their number, not a list.
const MOST_COMBINATIONS: usize = 6;

/// If a clue has more cells, the text does not name their digits.
const MOST_NAMED: usize = 9;

impl Words<'_> {
    /// A step of one statement in words: `cage of 15 (A1, A2): only 6+9 and 7+8 are left, so A1 is
    /// not 5`.
    pub(super) fn of_statement(&self, statement: &Statement) -> String {
        let known = self.state.groups().statements().get(statement);
        let (named, gone) = (self.statement(statement), self.step.conclusion.candidates());
        let changed = gone.iter().map(|gone| gone.cell).collect_vec();
        let cells = self.step.truths.iter().filter_map(Group::cell);
        let others = cells.filter(|cell| !changed.contains(cell));
        let others = others.map(|cell| self.with_digits(cell)).collect_vec();
        let with = match others.is_empty() {
            true => String::new(),
            false => format!("with {}", enumerate(&others, "and")),
        };
        let (is_sum, says) = match statement {
            Statement::Part(index) => {
                let clue = &self.state.rules().clues()[index.clue as usize];
                (false, self.reason(clue, known))
            }
            // If the sum is about one cell, it directly determines the digit.
            Statement::Sum(_) if !gone.is_empty() && known.cells.len() == 1 => {
                return format!("{}: {named}", self.step.technique);
            }
            Statement::Sum(_) => (true, String::new()),
        };
        if let Some(missing) = self.missing(known) {
            return format!("{named}: {missing}, so {}", self.conclusion());
        }
        let why = [says, with].into_iter().filter(|text| !text.is_empty()).join(" ");
        let locked = self.step.links.first().and_then(Group::unit);
        let so = match (locked, gone) {
            (_, []) => "so no digits are left that fit".to_owned(),
            (Some(unit), gone) => {
                let held = self.digits(gone.iter().map(|c| c.digit).sorted().dedup(), "and");
                let (unit, gone) = (self.unit(unit), self.eliminations(gone));
                format!("each way to fill it has {held} in {unit}, so {gone}")
            }
            (None, _) => format!("so {}", self.left_of()),
        };
        let told = [why, so].into_iter().filter(|text| !text.is_empty()).join(", ");
        match is_sum {
            true => format!("{}: {named}; {told}", self.step.technique),
            false => format!("{named}: {told}"),
        }
    }

    /// The statement in words: `cage of 15 (A1, A2)`, `row A sums to 45, ...`.
    pub(super) fn statement(&self, statement: &Statement) -> String {
        match statement {
            Statement::Part(index) => {
                let clue = &self.state.rules().clues()[index.clue as usize];
                clue.named(self.state.rules(), self.names)
            }
            Statement::Sum(sum) => self.sum(sum),
        }
    }

    /// The reason why a part of a clue removes candidates: `only 6+9 and 7+8 are left`, `its digits
    /// are consecutive`.
    fn reason(&self, clue: &Clue, known: &Known) -> String {
        let because = clue.kind.because();
        let is_clash = self.step.conclusion.candidates().is_empty();
        if is_clash || !matches!(known.filter.kind, FilterKind::Sets { .. }) {
            return because.to_owned();
        }
        let sign = if clue.numbers.is_empty() { "-" } else { "+" };
        let masks = self.state.masks();
        let of_cells = known.cells.iter().map(|cell| masks[cell.index()]).collect_vec();
        let mut sets = known.fitting(&masks);
        sets.retain(|&set| can_hold(&of_cells, set));
        let sets = sets.iter().map(|&set| digits(set).collect_vec()).sorted();
        let sets = sets.map(|set| set.into_iter().map(|digit| self.write(digit)).join(sign));
        let sets = sets.collect_vec();
        let left = match &sets[..] {
            [] => "no combination is left".to_owned(),
            [one] => format!("only {one} is left"),
            few if few.len() <= MOST_COMBINATIONS => {
                format!("only {} are left", enumerate(few, "and"))
            }
            many => {
                let gone = self.step.conclusion.eliminated();
                let gone = self.each_cell(gone, "or", |_| "=");
                format!("{} combinations are left, and none has {gone}", many.len())
            }
        };
        if because.is_empty() { left } else { format!("{because}; {left}") }
    }

    /// The reason for a part about two cells: for each removed digit, the digit that it would need
    /// in the other cell. `B2=4 would need B3=5, but B3 can only be 2 or 3`.
    fn missing(&self, known: &Known) -> Option<String> {
        let &[first, second] = &known.cells[..] else { return None };
        let FilterKind::Sets { sets: pairs, .. } = &known.filter.kind else { return None };
        let gone = self.step.conclusion.eliminated();
        let needs = gone.iter().map(|gone| {
            let bit = 1 << gone.digit.index();
            let other = if gone.cell == first { second } else { first };
            let partners = pairs.iter().filter(|&pair| pair & bit != 0).map(|pair| pair & !bit);
            let partner = partners.exactly_one().ok().and_then(|left| digits(left).next())?;
            let needed = Candidate { cell: other, digit: partner };
            (!self.state.allows(needed)).then_some((*gone, needed))
        });
        let needs = needs.collect::<Option<Vec<_>>>().filter(|needs| !needs.is_empty())?;
        let said = needs.iter().map(|&(gone, needed)| {
            let [gone, needed] = [gone, needed].map(|held| self.candidate(held, "="));
            format!("{gone} would need {needed}")
        });
        let others = needs.iter().map(|(_, needed)| needed.cell).unique().map(|cell| {
            let left = &self.state.candidates()[cell];
            let verb = if left.len() == 1 { "is" } else { "can only be" };
            format!("{} {verb} {}", self.cell(cell), self.digits(left.iter(), "or"))
        });
        let [said, others] = [said.collect_vec(), others.collect_vec()];
        Some(format!("{}, but {}", enumerate(&said, "and"), enumerate(&others, "and")))
    }

    /// The conclusions of a step of one statement: `A1 is at most 7 and A2 can only be 1 or 2`.
    fn left_of(&self) -> String {
        let conclusion = &self.step.conclusion;
        if conclusion.eliminated().is_empty() {
            return self.conclusion();
        }
        let by_cell = conclusion.eliminated().iter().chunk_by(|gone| gone.cell);
        let told = by_cell.into_iter().map(|(cell, gone)| {
            (self.kept(cell, &gone.map(|gone| gone.digit).collect_vec()), cell)
        });
        let told = told.collect_vec();
        let sentences = told.iter().map(|(kept, _)| kept).unique().map(|kept| {
            let cells = told.iter().filter(|(other, _)| other == kept).map(|(_, cell)| *cell);
            let cells = cells.collect_vec();
            let [one, several, what] = kept;
            let verb = if cells.len() == 1 { one } else { several };
            format!("{} {verb} {what}", self.cells(cells, "and"))
        });
        enumerate(&sentences.collect_vec(), "and")
    }

    /// The words about a cell from which these digits are removed, and the verb for one cell and
    /// for several cells.
    fn kept(&self, cell: Cell, gone: &[Digit]) -> [String; 3] {
        let left = self.state.candidates()[cell].iter().filter(|digit| !gone.contains(digit));
        let left = left.collect_vec();
        let says =
            |one: &str, several: &str, what: String| [one.to_owned(), several.to_owned(), what];
        match (&left[..], gone) {
            ([only], _) => says("is", "are", self.write(*only)),
            ([_, _, .., last], [first, _, ..]) if last < first => {
                says("is at most", "are at most", self.write(*last))
            }
            ([first, _, _, ..], [_, .., last]) if first > last => {
                says("is at least", "are at least", self.write(*first))
            }
            (left, gone) if left.len() < gone.len() => {
                let left = self.digits(left.iter().copied(), "or");
                says("can only be", "can only be", left)
            }
            (_, gone) => says("is not", "are not", self.digits(gone.iter().copied(), "or")),
        }
    }

    /// A sum by the rule of 45 in words: `row A sums to 45, its cages to 38, so A9 is 7`.
    fn sum(&self, sum: &AreaSum) -> String {
        let AreaSum { units, innies, outies, total, of_cages, .. } = sum;
        let groups = units.iter().map(|&unit| Group::Unit(unit, Digit::from_index(0)));
        let named = self.units(&groups.collect_vec());
        let sums = if units.len() == 1 { "sums" } else { "sum" };
        let its = if units.len() == 1 { "its" } else { "their" };
        let plus = |cells: &[Cell]| cells.iter().map(|&cell| self.cell(cell)).join("+");
        let with = match &outies[..] {
            [] => String::new(),
            outies => format!(" (including {})", self.cells(outies.iter().copied(), "and")),
        };
        let cages = if sum.cages.len() == 1 { "cage" } else { "cages" };
        let says = match (&innies[..], &outies[..]) {
            (cells, []) | ([], cells) => {
                format!("{} is {}", plus(cells), total.abs_diff(*of_cages))
            }
            (innies, outies) => {
                let (innies, outies) = (plus(innies), plus(outies));
                match (total.abs_diff(*of_cages), total > of_cages) {
                    (0, _) => format!("{innies} is equal to {outies}"),
                    (by, true) => format!("{innies} is {by} more than {outies}"),
                    (by, false) => format!("{innies} is {by} less than {outies}"),
                }
            }
        };
        format!("{named} {sums} to {total}, {its} {cages}{with} to {of_cages}, so {says}")
    }

    /// The last line of a trial that contradicts a statement; `masks` are the digits that cells can
    /// hold at this point: `no digits would be left that fit in A1 (12) and A2 (5) (cage of 15 (A1,
    /// A2))`.
    pub(super) fn statement_empty(&self, statement: &Statement, masks: &[Digits]) -> String {
        let cells = &self.state.groups().statements().get(statement).cells;
        let digits = cells.iter().map(|&cell| {
            let left = candidates(cell, masks[cell.index()]).collect_vec();
            let digits = if left.is_empty() { "none".to_owned() } else { self.digits_of(&left) };
            format!("{} ({digits})", self.cell(cell))
        });
        let mut says = "no digits would be left that fit".to_owned();
        if cells.len() <= MOST_NAMED {
            says += &format!(" in {}", enumerate(&digits.collect_vec(), "and"));
        }
        self.shown_by_statement(&says, statement)
    }

    /// A line of a trial about a statement: `A1 could only be 7 or 8 (cage of 15 (A1, A2))`.
    pub(super) fn statement_leaves(&self, statement: &Statement, left: &[Candidate]) -> String {
        self.shown_by_statement(&self.each_cell(left, "and", |_| "could only be"), statement)
    }

    fn shown_by_statement(&self, says: &str, statement: &Statement) -> String {
        match statement {
            Statement::Part(_) => format!("{says} ({})", self.statement(statement)),
            Statement::Sum(_) => format!("{says}, since {}", self.statement(statement)),
        }
    }
}

/// Whether cells with these candidates can hold the digits of a set, one digit in each cell. The
/// set has as many digits as there are cells.
fn can_hold(of_cells: &[Digits], set: Digits) -> bool {
    match of_cells {
        [] => true,
        [first, others @ ..] => {
            digits(first & set).any(|held| can_hold(others, set & !(1 << held.index())))
        }
    }
}

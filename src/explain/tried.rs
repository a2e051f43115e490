//! Trials of candidates: what singles, locked candidates, clues and the rule of 45 force if a
//! candidate is supposed to hold, line by line, up to a contradiction (a clash).
//!
//! All candidates are tried at the same time, round by round, so that the first clash that is found
//! needs few rounds. Only the lines that this clash needs are kept.
//!
//! For a step without clues that has no shorter reason, the trial uses only the truths of the step.
//! If these force nothing more, a second candidate is tried within the trial.

use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools;

use super::TimedOut;
use super::clues::{Left, Statements, candidates, digits};
use super::derivation::{Basis, Derivation, Part};
use super::filtered::{gone, lose};
use super::lists::Index;
use super::state::State;
use super::step::{Conclusion, Step};
use super::technique::Technique;
use super::trial::NONE;
use crate::answer::Deadline;
use crate::evidence::Minimality;
use crate::grid::{Candidate, Cell, Grid};
use crate::rules::clue::Digits;
use crate::rules::{Group, UnitIndex};

/// At most this many trials that clash in the same round are compared.
const MOST_COMPARED: usize = 8;

/// How many levels of trials inside each other there are within the trial.
const LEVELS: usize = 2;

/// What a line is about: a truth, a statement (by its index), a candidate that is tried within the
/// trial, or a candidate that such an inner trial refutes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Ground {
    Truth(Group),
    Statement(usize),
    Supposed(Candidate),
    Refuted(Candidate),
}

/// A line of a trial: something that follows. Lines are counted from 1; number 0 is the
/// supposition.
#[derive(Clone)]
struct Line {
    ground: Ground,
    /// The remaining candidates: see [`Part::left`].
    left: Vec<Candidate>,
    /// The candidates that a statement removes.
    took: Vec<Candidate>,
    /// The candidates that the line places.
    places: Vec<Candidate>,
    /// For a line of a finished inner trial, the numbers of the lines that it uses.
    causes: Option<Vec<usize>>,
}

/// The truths and statements that lines may be about.
struct Scope {
    /// The cells whose truths may be used, ascending.
    cells: Vec<Cell>,
    /// The units, ascending, each with the digits whose truths may be used.
    units: Vec<(UnitIndex, Digits)>,
    /// For each statement, whether it may be used.
    statements: Vec<bool>,
}

/// A trial of a candidate, with the lines that follow.
#[derive(Clone)]
struct Tried<'s> {
    state: &'s State,
    statements: &'s Statements,
    /// The candidates of each cell before the trial.
    start: &'s [Digits],
    supposed: Candidate,
    scope: &'s Scope,
    masks: Vec<Digits>,
    /// For each candidate: the number of the line that removes it, or [`NONE`].
    taken_by: Vec<Index>,
    is_placed: Vec<bool>,
    /// For each statement: whether one of its cells changed.
    is_due: Vec<bool>,
    /// How many lines the outer trials had before this trial began.
    before: usize,
    lines: Vec<Line>,
    clash: Option<Ground>,
}

impl Scope {
    fn all(state: &State) -> Scope {
        let all = Digits::MAX >> (64 - state.size().side());
        Scope {
            cells: state.size().cells().collect(),
            units: state.rules().indexed_units().map(|(unit, _)| (unit, all)).collect(),
            statements: vec![true; state.groups().statements().all().len()],
        }
    }

    /// The scope of only these truths and statements, which must be ascending.
    fn of(state: &State, grounds: &[Ground]) -> Scope {
        let mut scope = Scope {
            cells: Vec::new(),
            units: Vec::new(),
            statements: vec![false; state.groups().statements().all().len()],
        };
        for ground in grounds {
            match *ground {
                Ground::Truth(Group::Cell(cell)) => scope.cells.push(cell),
                Ground::Truth(Group::Unit(unit, digit)) => {
                    let bit = 1 << digit.index();
                    match scope.units.last_mut() {
                        Some((last, digits)) if *last == unit => *digits |= bit,
                        _ => scope.units.push((unit, bit)),
                    }
                }
                Ground::Statement(index) => scope.statements[index] = true,
                _ => {}
            }
        }
        scope
    }

    /// Whether the scope has no statements.
    fn is_of_truths(&self) -> bool {
        !self.statements.contains(&true)
    }
}

impl Line {
    fn of(ground: Ground) -> Line {
        let (left, took, places) = (Vec::new(), Vec::new(), Vec::new());
        Line { ground, left, took, places, causes: None }
    }

    /// The line as a line of a finished inner trial, which uses these lines.
    fn over(self, causes: Vec<usize>) -> Line {
        Line { causes: Some(causes), ..self }
    }
}

/// The lines that a clash needs, and the truths and statements that these lines are about.
struct Traced {
    /// For each line by its number, the lines that it uses; the clash is last.
    causes: BTreeMap<usize, Vec<usize>>,
    grounds: BTreeSet<Ground>,
    /// The cells of statements whose removed candidates the lines may need.
    needed: BTreeSet<Cell>,
}

impl State {
    /// A step that eliminates a candidate by a trial with at most `most_lines` lines.
    pub(super) fn step_tried(
        &self,
        most_lines: usize,
        deadline: Deadline,
    ) -> Result<Option<Step>, TimedOut> {
        let (start, all) = (self.masks(), Scope::all(self));
        let solution = self.solution(deadline);
        let passes =
            |c: &Candidate| solution.is_some_and(|grid| Grid::get(grid, c.cell) == Some(c.digit));
        let open = self.candidates().iter().filter(|c| self.placed().get(c.cell).is_none());
        let tried = open.filter(|c| !passes(c));
        let mut tried = tried.map(|c| Tried::new(self, &start, c, &all)).collect_vec();
        while !tried.is_empty() {
            let mut going = Vec::new();
            for mut tried in tried {
                deadline.ok_or(TimedOut)?;
                if tried.round() {
                    going.push(tried);
                }
            }
            let clashing = going.iter().filter(|tried| tried.clash.is_some());
            let traced = clashing.map(|tried| (tried.supposed, tried.trace()));
            let traced = traced.sorted_by_key(|(_, traced)| traced.causes.len());
            let reduced = traced.take(MOST_COMPARED).map(|(supposed, traced)| {
                (supposed, Tried::reduced(self, &start, supposed, traced))
            });
            let shortest = reduced.min_by_key(|(_, grounds)| grounds.len());
            if let Some((supposed, grounds)) = shortest {
                let scope = Scope::of(self, &grounds);
                let again = Tried::run(self, &start, supposed, &scope);
                let is_short = again.trace().causes.len() <= most_lines;
                return Ok(is_short.then(|| again.step()));
            }
            tried = going;
        }
        Ok(None)
    }
}

impl Step {
    /// The lines of a trial, found again from the truths and statements of the step.
    pub(super) fn retold(&self, state: &State) -> Option<Derivation> {
        let (Technique::Trial, [supposed]) = (self.technique, self.conclusion.eliminated()) else {
            return None;
        };
        let statements = state.groups().statements();
        let truths = self.truths.iter().map(|&truth| Ground::Truth(truth));
        let stated = self.statements.iter().map(|of| Ground::Statement(statements.index(of)));
        let allowed = truths.chain(stated).sorted().collect_vec();
        let start = state.masks();
        let scope = Scope::of(state, &allowed);
        let tried = Tried::run(state, &start, *supposed, &scope);
        tried.clash.is_some().then(|| tried.derivation())
    }

    /// The step as a trial, and the number of its lines, if there are at most `most_lines` lines.
    /// Only for a step without statements that eliminates one candidate.
    pub(super) fn as_trial(&self, state: &State, most_lines: usize) -> Option<(usize, Step)> {
        let trial = Step { technique: Technique::Trial, ..self.clone() };
        let lines = trial.retold(state)?.clauses.len();
        (lines <= most_lines).then_some((lines, trial))
    }
}

impl<'s> Tried<'s> {
    fn new(
        state: &'s State,
        start: &'s [Digits],
        supposed: Candidate,
        scope: &'s Scope,
    ) -> Tried<'s> {
        let statements = state.groups().statements();
        let is_placed = state.size().cells().map(|cell| state.placed().get(cell).is_some());
        let mut tried = Tried {
            state,
            statements,
            start,
            supposed,
            scope,
            masks: start.to_vec(),
            taken_by: vec![NONE; state.groups().candidate_count()],
            is_placed: is_placed.collect(),
            is_due: vec![false; statements.all().len()],
            before: 0,
            lines: Vec::new(),
            clash: None,
        };
        tried.place(supposed, 0);
        tried
    }

    /// Makes all lines that the scope allows, until nothing more follows. If the scope has no
    /// statements, inner trials are allowed too.
    fn run(
        state: &'s State,
        start: &'s [Digits],
        supposed: Candidate,
        scope: &'s Scope,
    ) -> Tried<'s> {
        let mut tried = Tried::new(state, start, supposed, scope);
        tried.close(if scope.is_of_truths() { LEVELS } else { 0 });
        tried
    }

    /// Makes all lines that the scope allows, with this many levels of inner trials.
    fn close(&mut self, levels: usize) {
        loop {
            while self.clash.is_none() && self.round() {}
            let next = match self.clash {
                None => (0..levels).find_map(|levels| self.closed_within(levels)),
                Some(_) => None,
            };
            match next {
                Some(next) => *self = next,
                None => return,
            }
        }
    }

    /// The state of this trial after an inner trial, which itself has this many levels of inner
    /// trials. Of all inner trials that refute a candidate, the one with the fewest lines is
    /// chosen.
    fn closed_within(&self, levels: usize) -> Option<Tried<'s>> {
        let number = self.number() + 1;
        let (state, scope) = (self.state, self.scope);
        let of_cells =
            scope.cells.iter().flat_map(|&cell| candidates(cell, self.masks[cell.index()]));
        let of_units = scope.units.iter().flat_map(|&(unit, of_unit)| {
            let cells = state.rules().unit(unit).cells.iter();
            cells.flat_map(move |&cell| candidates(cell, self.masks[cell.index()] & of_unit))
        });
        let is_open = |c: &Candidate| !self.is_placed[c.cell.index()];
        let members = of_cells.chain(of_units);
        let tried = members.filter(is_open).sorted().dedup().filter_map(|supposed| {
            let mut within = self.inside();
            within.lines.push(Line::of(Ground::Supposed(supposed)).over(Vec::new()));
            within.place(supposed, number);
            within.close(levels);
            within.clash?;
            Some((within.trace().causes.len(), supposed, within))
        });
        let (_, refuted, within) = tried.min_by_key(|&(count, supposed, _)| (count, supposed))?;
        let mut next = self.clone();
        let end = within.number() + 1;
        for (line, number) in within.lines.iter().zip(number..end) {
            next.lines.push(line.clone().over(within.causes(number).0));
        }
        next.lines.push(Line::of(within.clash.expect("a clash")).over(within.causes(end).0));
        next.lines.push(Line::of(Ground::Refuted(refuted)).over(vec![number, end]));
        next.take(refuted.cell, 1 << refuted.digit.index(), end + 1);
        Some(next)
    }

    /// A new inner trial that starts from the current state of this trial.
    fn inside(&self) -> Tried<'s> {
        Tried {
            masks: self.masks.clone(),
            taken_by: self.taken_by.clone(),
            is_placed: self.is_placed.clone(),
            is_due: self.is_due.clone(),
            before: self.number(),
            lines: Vec::new(),
            ..*self
        }
    }

    /// The number of the last line.
    fn number(&self) -> usize {
        self.before + self.lines.len()
    }

    /// The line with this number, if it is a line of this trial.
    fn line(&self, number: usize) -> Option<&Line> {
        self.lines.get(number - self.before - 1)
    }

    /// Leaves out truths and statements as long as there still is a clash; returns the remaining
    /// ones.
    fn reduced(
        state: &State,
        start: &[Digits],
        supposed: Candidate,
        traced: Traced,
    ) -> Vec<Ground> {
        let mut kept: Vec<Ground> = traced.grounds.into_iter().collect();
        for ground in kept.clone().into_iter().rev() {
            let others = kept.iter().copied().filter(|&other| other != ground).collect_vec();
            if others.len() == kept.len() {
                continue;
            }
            let scope = Scope::of(state, &others);
            let tried = Tried::run(state, start, supposed, &scope);
            if tried.clash.is_some() {
                kept = tried.trace().grounds.into_iter().collect();
            }
        }
        kept
    }

    fn place(&mut self, Candidate { cell, digit }: Candidate, number: usize) {
        let (state, bit) = (self.state, 1 << digit.index());
        self.is_placed[cell.index()] = true;
        self.take(cell, !bit, number);
        state.rules().peers(cell).for_each(|peer| self.take(peer, bit, number));
    }

    fn take(&mut self, cell: Cell, taken: Digits, number: usize) {
        let taken = self.masks[cell.index()] & taken;
        if taken == 0 {
            return;
        }
        self.masks[cell.index()] &= !taken;
        for candidate in candidates(cell, taken) {
            let index = self.state.groups().index(candidate);
            self.taken_by[index as usize] = number as Index;
        }
        self.statements.of_cell(cell).iter().for_each(|&due| self.is_due[due as usize] = true);
    }

    /// Goes once through all cells, units and statements. Returns whether something followed.
    fn round(&mut self) -> bool {
        let before = self.lines.len();
        let is_at_end =
            self.clash_of_cells() || self.clash_of_units() || self.clash_of_statements();
        if !is_at_end {
            self.lock();
        }
        is_at_end || self.lines.len() > before
    }

    fn clash_of_cells(&mut self) -> bool {
        for &cell in &self.scope.cells {
            let (mask, ground) = (self.masks[cell.index()], Ground::Truth(Group::Cell(cell)));
            if mask == 0 || mask.is_power_of_two() && !self.is_placed[cell.index()] {
                match candidates(cell, mask).next() {
                    None => return self.end(ground),
                    Some(only) => self.single(ground, only),
                }
            }
        }
        false
    }

    fn clash_of_units(&mut self) -> bool {
        let rules = self.state.rules();
        for &(unit, of_unit) in &self.scope.units {
            let cells = &rules.unit(unit).cells;
            let (mut once, mut twice, mut placed) = (0, 0, 0);
            for cell in cells {
                let mask = self.masks[cell.index()];
                twice |= once & mask;
                once |= mask;
                placed |= if self.is_placed[cell.index()] { mask } else { 0 };
            }
            for digit in digits(of_unit & (!once | !twice & !placed)) {
                let ground = Ground::Truth(Group::Unit(unit, digit));
                let bit: Digits = 1 << digit.index();
                let place = cells.iter().find(|cell| self.masks[cell.index()] & bit != 0);
                match place {
                    None => return self.end(ground),
                    Some(&cell) => self.single(ground, Candidate { cell, digit }),
                }
            }
        }
        false
    }

    fn clash_of_statements(&mut self) -> bool {
        for index in 0..self.is_due.len() {
            let ground = Ground::Statement(index);
            if !std::mem::take(&mut self.is_due[index]) || !self.scope.statements[index] {
                continue;
            }
            let known = &self.statements.all()[index];
            let Some(left) = self.statements.left(known, &self.masks) else {
                return self.end(ground);
            };
            let took = gone(&left, &self.masks);
            if took.is_empty() {
                continue;
            }
            let number = self.number() + 1;
            took.iter().for_each(|c| self.take(c.cell, 1 << c.digit.index(), number));
            let changed = took.iter().map(|c| c.cell).dedup().collect_vec();
            let left = changed.iter().flat_map(|&cell| candidates(cell, self.masks[cell.index()]));
            let left = left.collect_vec();
            let is_placed = |c: &&Candidate| {
                self.masks[c.cell.index()].is_power_of_two()
                    && !self.is_placed[c.cell.index()]
                    && self.scope.cells.binary_search(&c.cell).is_ok()
            };
            let places = left.iter().filter(is_placed).copied().collect_vec();
            self.lines.push(Line { left, took, places: places.clone(), ..Line::of(ground) });
            places.into_iter().for_each(|placed| self.place(placed, number));
        }
        false
    }

    /// Removes locked candidates: if all places of a digit in a unit are in another unit, the digit
    /// is removed from the rest of the other unit.
    fn lock(&mut self) {
        let rules = self.state.rules();
        for &(unit, of_unit) in &self.scope.units {
            for digit in digits(of_unit) {
                let bit: Digits = 1 << digit.index();
                let cells = rules.unit(unit).cells.iter();
                let places = cells.filter(|cell| self.masks[cell.index()] & bit != 0);
                let places = places.copied().collect_vec();
                let [first, _, ..] = places[..] else { continue };
                for &other in rules.units_of(first) {
                    let holds = |cell: &Cell| rules.units_of(*cell).contains(&other);
                    if other == unit || !places.iter().all(holds) {
                        continue;
                    }
                    let rest = rules.unit(other).cells.iter().filter(|cell| !places.contains(cell));
                    let took = rest.filter(|cell| self.masks[cell.index()] & bit != 0);
                    let took = took.copied().collect_vec();
                    if took.is_empty() {
                        continue;
                    }
                    let left = places.iter().map(|&cell| Candidate { cell, digit }).collect();
                    let ground = Ground::Truth(Group::Unit(unit, digit));
                    self.lines.push(Line { left, ..Line::of(ground) });
                    let number = self.number();
                    took.into_iter().for_each(|cell| self.take(cell, bit, number));
                }
            }
        }
    }

    fn end(&mut self, ground: Ground) -> bool {
        self.clash = Some(ground);
        true
    }

    fn single(&mut self, ground: Ground, placed: Candidate) {
        let (left, places) = (vec![placed], vec![placed]);
        self.lines.push(Line { left, places, ..Line::of(ground) });
        self.place(placed, self.number());
    }

    /// The line that removes a candidate, if its number is below `number`.
    fn taken_before(&self, candidate: Candidate, number: usize) -> Option<usize> {
        let by = self.taken_by[self.state.groups().index(candidate) as usize] as usize;
        (by < number).then_some(by)
    }

    /// The lines that a line uses, and the cells of its statement whose candidates removed before
    /// the trial it may need. The clash has the number after the last line.
    fn causes(&self, number: usize) -> (Vec<usize>, Vec<Cell>) {
        let line = self.line(number);
        if let Some(causes) = line.and_then(|line| line.causes.clone()) {
            return (causes, Vec::new());
        }
        let ground = line.map(|line| line.ground).or(self.clash).expect("a line or the clash");
        let was_open = |c: &Candidate| self.start[c.cell.index()] >> c.digit.index() & 1 == 1;
        let known = match ground {
            Ground::Truth(group) => {
                let members = group.candidates(self.state.rules()).filter(was_open);
                let causes = members.filter_map(|c| self.taken_before(c, number));
                return (causes.sorted().dedup().collect(), Vec::new());
            }
            Ground::Statement(index) => &self.statements.all()[index],
            Ground::Supposed(_) | Ground::Refuted(_) => unreachable!("its causes are known"),
        };
        let holds = |left: Option<&Left>| match line {
            Some(line) => lose(left, &line.took),
            None => left.is_none(),
        };
        let of_cell = |cell: Cell| candidates(cell, self.start[cell.index()]);
        let mut masks = self.start.to_vec();
        let mut taken: BTreeMap<usize, Vec<Candidate>> = BTreeMap::new();
        for candidate in known.cells.iter().flat_map(|&cell| of_cell(cell)) {
            if let Some(by) = self.taken_before(candidate, number) {
                masks[candidate.cell.index()] &= !(1 << candidate.digit.index());
                taken.entry(by).or_default().push(candidate);
            }
        }
        let mut causes = Vec::new();
        for (by, taken) in taken.into_iter().rev() {
            let mut without = masks.clone();
            taken.iter().for_each(|c| without[c.cell.index()] |= 1 << c.digit.index());
            if holds(self.statements.left(known, &without).as_ref()) {
                masks = without;
            } else {
                causes.push(by);
            }
        }
        let needed = self.statements.needed(known, &masks, holds);
        // All other candidates of a placed cell are removed.
        let placed = line.into_iter().flat_map(|line| &line.places);
        let others = placed.flat_map(|placed| of_cell(placed.cell));
        causes.extend(others.filter_map(|other| self.taken_before(other, number)));
        (causes.into_iter().sorted().dedup().collect(), needed)
    }

    /// The lines that the clash needs.
    fn trace(&self) -> Traced {
        let (end, mut next) = (self.number() + 1, BTreeSet::new());
        let (mut causes, mut grounds) = (BTreeMap::new(), BTreeSet::new());
        let mut all_needed = BTreeSet::new();
        next.insert(end);
        while let Some(number) = next.pop_last() {
            let (of_line, needed) = self.causes(number);
            next.extend(of_line.iter().copied().filter(|&cause| cause > self.before));
            causes.insert(number, of_line);
            all_needed.extend(needed);
            let line = self.line(number);
            let ground = line.map(|line| line.ground).or(self.clash);
            let is_said_of =
                |ground: &Ground| matches!(ground, Ground::Truth(_) | Ground::Statement(_));
            grounds.extend(ground.filter(is_said_of));
            // If a statement places a cell, the truth of this cell is used too.
            let placed = line.into_iter().flat_map(|line| &line.places);
            grounds.extend(placed.map(|placed| Ground::Truth(Group::Cell(placed.cell))));
        }
        Traced { causes, grounds, needed: all_needed }
    }

    fn derivation(&self) -> Derivation {
        let Traced { causes, .. } = self.trace();
        let number_of = |cause: &usize| match *cause {
            0 => 0,
            cause => 1 + causes.keys().position(|&number| number == cause).expect("a line"),
        };
        let clause = |(&number, of_line): (&usize, &Vec<usize>)| {
            let line = self.line(number);
            let basis = match line.map(|line| line.ground).or(self.clash).expect("a clash") {
                Ground::Truth(group) => Basis::Truth(group),
                Ground::Statement(index) => {
                    Basis::Statement(self.statements.all()[index].statement.clone())
                }
                Ground::Supposed(candidate) => Basis::Supposed(candidate),
                Ground::Refuted(candidate) => Basis::Refuted(candidate),
            };
            let left = line.map(|line| line.left.clone()).unwrap_or_default();
            vec![Part { basis, left, causes: of_line.iter().map(number_of).collect() }]
        };
        let clauses = causes.iter().map(clause).collect();
        Derivation { supposed: vec![self.supposed], clauses }
    }

    fn step(&self) -> Step {
        let Traced { causes, grounds, needed } = self.trace();
        let of_ground = |ground: &Ground| match ground {
            Ground::Truth(group) => Some(*group),
            _ => None,
        };
        let of_cells = needed.iter().map(|&cell| Group::Cell(cell));
        let truths = grounds.iter().filter_map(of_ground).chain(of_cells).sorted().dedup();
        let truths = truths.collect_vec();
        let stated = grounds.iter().filter_map(|ground| match ground {
            Ground::Statement(index) => Some(&self.statements.all()[*index]),
            _ => None,
        });
        let stated = stated.collect_vec();
        let rules = self.state.rules();
        let of_truths = truths.iter().flat_map(|truth| truth.candidates(rules)).map(|c| c.cell);
        let of_stated = stated.iter().flat_map(|known| &known.cells).copied();
        let cells: BTreeSet<Cell> = of_truths.chain(of_stated).collect();
        let mut links = BTreeSet::new();
        for gone in cells.iter().flat_map(|&cell| Group::Cell(cell).candidates(rules)) {
            let Some(by) = self.taken_before(gone, self.number() + 1) else { continue };
            if by == 0 || causes.contains_key(&by) {
                links.extend(self.link(gone, by));
            }
        }
        Step {
            conclusion: Conclusion::Eliminations(vec![self.supposed]),
            truths,
            links: links.into_iter().collect(),
            statements: stated.iter().map(|known| known.statement.clone()).collect(),
            assumed: Vec::new(),
            minimality: Minimality::Minimal,
            technique: Technique::Trial,
            also: Vec::new(),
        }
    }

    /// The link by which a line removes a candidate, if the reason is a remaining candidate of a
    /// truth or a placed digit.
    fn link(&self, gone: Candidate, by: usize) -> Option<Group> {
        let sets = match by.checked_sub(1).map(|index| &self.lines[index]) {
            None => vec![std::slice::from_ref(&self.supposed)],
            Some(Line { ground: Ground::Truth(_), left, .. }) => vec![&left[..]],
            Some(line) => line.places.iter().map(std::slice::from_ref).collect(),
        };
        let groups = self.state.groups();
        let holds = |link: &Index, set: &[Candidate]| {
            set.iter().all(|&held| groups.links(groups.index(held)).contains(link))
        };
        let mut links = groups.links(groups.index(gone)).iter();
        let link = links.find(|link| sets.iter().any(|set| holds(link, set)));
        link.map(|&link| groups.group(link))
    }
}

//! What a person is told about a puzzle: the next step, all steps, or the reason why there is no
//! step.

use itertools::Itertools;

use super::path::Goal;
use super::search::{Effort, End, Found};
use super::state::State;
use super::step::{Conclusion, Step};
use super::table::Techniques;
use super::technique::Technique;
use super::words::Words;
use crate::answer::{Answer, Limits, Status};
use crate::evidence::{Minimality, clash_text, clashing_givens, enumerate};
use crate::grid::{Candidate, Cell, CellNames, Grid, Symbols, line_of};
use crate::names::counted;
use crate::rules::Puzzle;
use crate::solve::{Pipeline, SolveError, in_time};
use crate::verify::clashes;

/// Leads a person through a puzzle.
///
/// ```
/// use satdoku::explain::{CellNames, Effort, Guide, Hint, State};
/// use satdoku::{Puzzle, Symbols};
/// let puzzle = Puzzle::classic("1.3...2..1..4..2".parse()?);
/// let (effort, names, symbols) = (Effort::default(), CellNames::A1, &Symbols::default());
/// let guide = Guide { puzzle: &puzzle, effort, names, symbols };
/// let mut state = State::new(&puzzle);
/// let Hint::Steps(steps) = guide.hint(&state, None)? else { panic!("a proper puzzle") };
/// let (before, step) = &steps[0];
/// assert_eq!(guide.words(before, step).at_level(1), "look at 2 in box 1");
/// let ending = guide.follow(&mut state, |_, _| {})?;
/// assert_eq!(ending.sentence, "proved: the only solution is 1234342121434312");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Guide<'a> {
    /// The puzzle; its givens are the digits that are placed at the start.
    pub puzzle: &'a Puzzle,
    /// How much effort is made to find a step.
    pub effort: Effort,
    /// The way in which texts name cells.
    pub names: CellNames,
    /// The symbols with which texts write digits.
    pub symbols: &'a Symbols,
}

/// The answer when a user asks for the next step.
#[derive(Clone, Debug)]
pub enum Hint {
    /// One step, or the steps that lead to the goal that was asked about; each with the state
    /// before the step.
    Steps(Vec<(State, Step)>),
    /// There is no step; this is the answer instead.
    Ending(Ending),
}

/// The reason why there is no step, or the end of a path of steps.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ending {
    /// What is known about the solutions. If a step was asked for: `Unique` if nothing is left to
    /// show, `None` or `Multiple` if no step can show the goal, `Unknown` if no step was found.
    pub status: Status,
    /// The ending as a sentence.
    pub sentence: String,
    /// The smallest set of givens that clash, if the puzzle has no solution, the set is wanted and
    /// it was found in time. If two givens in cells that must differ have the same digit, these two
    /// are taken, unless it is soon found that no grid obeys the rules.
    pub clashing: Vec<Candidate>,
    /// The empty cells, if the steps of a path stopped.
    pub open: Vec<Cell>,
    /// The cells in which two solutions differ, if there are several.
    pub differ: Vec<Cell>,
}

impl Ending {
    fn new(status: Status, sentence: impl Into<String>) -> Ending {
        Ending { status, sentence: sentence.into(), ..Ending::default() }
    }

    /// The kind of ending in a word: the status, or `open` if the status is not known.
    pub fn name(&self) -> String {
        match self.status {
            Status::Unknown => "open".to_owned(),
            status => status.to_string(),
        }
    }
}

/// A goal is shown by a single step if the step has at most this many truths. Readers can follow
/// several short steps more easily than one step with more truths.
const MOST_AT_ONCE: usize = 4;

/// The step that was found, if there is one, with its state.
fn alone(state: &State, found: Found) -> Vec<(State, Step)> {
    match found {
        Found::Step(step) => vec![(state.clone(), step)],
        _ => Vec::new(),
    }
}

impl Guide<'_> {
    /// The words of a step: its sentence, and the parts of the sentence.
    pub fn words<'s>(&'s self, state: &'s State, step: &'s Step) -> Words<'s> {
        Words { state, step, names: self.names, symbols: self.symbols }
    }

    /// The next step in a state of the puzzle. With a goal, the result is one short step that shows
    /// the goal; if there is none, the steps of a path to the goal, without steps that the goal
    /// does not need; if there is none, one long step.
    ///
    /// # Errors
    /// If a solver failed.
    pub fn hint(&self, state: &State, about: Option<&Goal>) -> Result<Hint, SolveError> {
        let effort = &self.effort;
        let answer = state.answer(self.puzzle, effort.deadline)?;
        let status = answer.status(&Limits::UNIQUE);
        if status == Status::None {
            return self.no_solution(state).map(Hint::Ending);
        }
        if status == Status::Unique && self.puzzle.givens().is_full() {
            return Ok(Hint::Ending(Ending::new(status, "solved: nothing is left to do")));
        }
        let steps = match about {
            None => alone(state, state.next_step(effort)?),
            Some(goal) => match self.answered(goal, state, &answer) {
                Err(ending) => return Ok(Hint::Ending(ending)),
                Ok(goal) => self.steps_to(&goal, state, &answer)?,
            },
        };
        if !steps.is_empty() {
            return Ok(Hint::Steps(steps));
        }
        let differ = answer.differing();
        Ok(Hint::Ending(match status {
            Status::Multiple => {
                let sentence = format!("no step: {}", self.several(&differ));
                Ending { differ, ..Ending::new(status, sentence) }
            }
            _ if effort.deadline.is_over() => {
                Ending::new(Status::Unknown, "no step found: the time limit was reached")
            }
            _ => Ending::new(Status::Unknown, self.no_step("step")),
        }))
    }

    /// The sentence if no step was found: `no step of at most 40 truths was found`.
    fn no_step(&self, step: &str) -> String {
        if self.effort.techniques != Techniques::ALL {
            return format!("no {step} of the allowed techniques was found");
        }
        format!("no {step} of at most {} was found", counted(self.effort.max_truths, "truth"))
    }

    /// The steps to a goal that is not reached yet; empty if there are none.
    fn steps_to(
        &self,
        goal: &Goal,
        state: &State,
        answer: &Answer,
    ) -> Result<Vec<(State, Step)>, SolveError> {
        let conclusion = match (goal, &answer.solutions[..]) {
            (Goal::Conclusion(conclusion), _) => Some(conclusion.clone()),
            (Goal::Cell(cell), [only]) => {
                only.get(*cell).map(|digit| Conclusion::Placement(Candidate { cell: *cell, digit }))
            }
            _ => None,
        };
        let about = |effort: &Effort| match &conclusion {
            // If only some techniques are allowed, a step with few truths may have a technique that
            // is not allowed.
            Some(conclusion) if effort.techniques == Techniques::ALL => {
                Ok(alone(state, state.step_about(conclusion, effort)?))
            }
            _ => Ok(Vec::new()),
        };
        let max_truths = self.effort.max_truths.min(MOST_AT_ONCE);
        let short = about(&Effort { max_truths, levels: 0, ..self.effort })?;
        let has_name =
            |(_, step): &(State, Step)| !matches!(step.technique, Technique::SetLogic(..));
        if short.iter().any(has_name) {
            return Ok(short);
        }
        let path = state.path_to(goal, &self.effort)?;
        match goal {
            Goal::Conclusion(_) if path.is_empty() => about(&self.effort),
            _ => Ok(path),
        }
    }

    /// The ending for a state without a solution: it names the givens that are wrong.
    fn no_solution(&self, state: &State) -> Result<Ending, SolveError> {
        let (puzzle, deadline) = (self.puzzle, self.effort.deadline);
        let none = |why: String| Ending::new(Status::None, format!("no solution{why}"));
        let goal = match clashes(puzzle.rules(), puzzle.givens())[..] {
            [] => Minimality::Smallest,
            // Two givens that clash are enough as evidence.
            _ => Minimality::Unknown,
        };
        if let Some(found) = in_time(clashing_givens(puzzle, goal, deadline))?.flatten() {
            let wrong = self.wrong_given(&found.givens)?.map(|Candidate { cell, digit }| {
                let digit = self.symbols.write(digit, puzzle.size().side());
                format!(
                    "{}={digit} is wrong (the other digits have one solution); ",
                    self.cell(cell)
                )
            });
            let clash = found.describe(puzzle, self.symbols);
            let why = format!(": {}{clash}", wrong.unwrap_or_default());
            return Ok(Ending { clashing: found.givens, ..none(why) });
        }
        // The puzzle has a solution, so candidates of the solution were removed.
        let limits = Limits { deadline, ..Limits::UNIQUE };
        let answer = Pipeline::new().solve(puzzle, &limits)?.answer;
        let is_gone = |held: &Candidate| !state.allows(*held);
        let gone = |solution: &Grid| solution.filled().find(is_gone);
        Ok(match (answer.status(&Limits::UNIQUE), answer.solutions.first().and_then(gone)) {
            (Status::Unique, Some(held)) => none(format!(
                ": {} is {} in the only solution, but this candidate was removed",
                self.cell(held.cell),
                self.symbols.write(held.digit, puzzle.size().side()),
            )),
            (Status::Multiple, _) => none(": the candidates exclude all solutions".to_owned()),
            _ => none(String::new()),
        })
    }

    /// The wrong given: the only one of the clashing givens without which the puzzle has exactly
    /// one solution.
    fn wrong_given(&self, clashing: &[Candidate]) -> Result<Option<Candidate>, SolveError> {
        // If no given has one of two digits and there are no clues, these digits can be exchanged
        // in any solution.
        let digits = self.puzzle.givens().filled().map(|given| given.digit).unique().count();
        if digits + 1 < self.puzzle.size().side() && self.puzzle.rules().clues().is_empty() {
            return Ok(None);
        }
        let limits = Limits { deadline: self.effort.deadline, ..Limits::UNIQUE };
        let (mut pipeline, mut wrong) = (Pipeline::new(), None);
        for given in clashing {
            let mut others = self.puzzle.givens().clone();
            others.set(given.cell, None);
            let others = self.puzzle.with_givens(others).expect("the same size");
            match pipeline.solve(&others, &limits)?.answer.status(&limits) {
                Status::Unique if wrong.is_some() => return Ok(None),
                Status::Unique => wrong = Some(*given),
                Status::Unknown => return Ok(None),
                _ => {}
            }
        }
        Ok(wrong)
    }

    /// The part of a goal that is still to be shown. An ending if the goal is false or already
    /// reached.
    fn answered(&self, goal: &Goal, state: &State, answer: &Answer) -> Result<Goal, Ending> {
        let digit = |digit| self.symbols.write(digit, state.size().side());
        let conclusion = match goal {
            Goal::Conclusion(conclusion) => conclusion,
            Goal::Cell(cell) => match state.placed().get(*cell) {
                Some(held) => &Conclusion::Placement(Candidate { cell: *cell, digit: held }),
                None => return Ok(goal.clone()),
            },
        };
        let (asked, is_placed) = (conclusion.candidates(), conclusion.placed().is_some());
        for &Candidate { cell, digit: held } in asked {
            let refutes = |s: &&Grid| (s.get(cell) == Some(held)) != is_placed;
            if answer.solutions.iter().any(|solution| refutes(&solution)) {
                let (name, held) = (self.cell(cell), digit(held));
                let message = match (answer.status(&Limits::UNIQUE), is_placed) {
                    (Status::Unique, true) => format!("{name} is not {held} in the only solution"),
                    (Status::Unique, false) => format!("{name} is {held} in the only solution"),
                    (_, true) => format!("{name} is not {held} in at least one solution"),
                    (_, false) => format!("{name} can be {held}"),
                };
                return Err(Ending::new(Status::None, message));
            }
        }
        let holds = |c: &Candidate| match is_placed {
            true => state.placed().get(c.cell) == Some(c.digit),
            false => !state.allows(*c),
        };
        let open: Vec<Candidate> = asked.iter().copied().filter(|c| !holds(c)).collect();
        if open.is_empty() {
            let known = asked.iter().map(|c| match (self.cell(c.cell), digit(c.digit)) {
                (name, held) if is_placed => format!("{name} is {held} already"),
                (name, held) => format!("{held} is not a candidate of {name}"),
            });
            let message = enumerate(&known.collect::<Vec<_>>(), "and");
            return Err(Ending::new(Status::Unique, message));
        }
        let left = if is_placed { conclusion.clone() } else { Conclusion::Eliminations(open) };
        Ok(Goal::Conclusion(left))
    }

    /// Makes steps as long as steps are found, and returns what they prove. `each` is called with
    /// every step and the state before it.
    ///
    /// # Errors
    /// If a solver failed.
    pub fn follow(
        &self,
        state: &mut State,
        mut each: impl FnMut(&State, &Step),
    ) -> Result<Ending, SolveError> {
        let puzzle = self.puzzle;
        let (is_table, mut is_assumed) = (state.is_table(puzzle), false);
        let end = state.follow(&self.effort, |state, step| {
            is_assumed |= !step.assumed.is_empty();
            each(state, step);
        })?;
        let (status, sentence) = match end {
            End::Open | End::TimedOut => return self.stopped(end, state),
            End::Solved => {
                let what = match is_assumed {
                    true => "if there is one solution, it is",
                    false => "the only solution is",
                };
                (Status::Unique, format!("proved: {what} {}", self.line(state.placed())))
            }
            End::Contradiction => {
                let among = if is_table { " among these candidates" } else { "" };
                let clashes = clashes(puzzle.rules(), puzzle.givens());
                let why = clashes.first().map(|clash| clash_text(clash, self.symbols));
                let why = why.map(|why| format!(": {why}")).unwrap_or_default();
                (Status::None, format!("proved: there is no solution{among}{why}"))
            }
        };
        Ok(Ending::new(status, sentence))
    }

    /// The ending for a path of steps that stopped: the reason, and the cells that stay open.
    fn stopped(&self, end: End, state: &State) -> Result<Ending, SolveError> {
        let size = state.size();
        let open: Vec<Cell> =
            size.cells().filter(|&cell| state.placed().get(cell).is_none()).collect();
        let cell_count = size.cell_count();
        let filled = cell_count - open.len();
        let stands =
            format!("{filled} of {cell_count} cells are filled; open: {}", self.cells(&open));
        let answer = match end {
            End::TimedOut => Answer::default(),
            _ => state.answer(self.puzzle, self.effort.deadline)?,
        };
        let no_step = self.no_step("further step");
        let differ = answer.differing();
        let status = answer.status(&Limits::UNIQUE);
        let (status, why) = match status {
            Status::Multiple => (status, self.several(&differ)),
            Status::None => (status, format!("there is no solution, but {no_step}")),
            _ if end == End::TimedOut => (Status::Unknown, "the time limit was reached".to_owned()),
            _ => (Status::Unknown, no_step),
        };
        let sentence = format!("stopped: {why}; {stands}");
        Ok(Ending { open, differ, ..Ending::new(status, sentence) })
    }

    /// The steps that show that givens clash, one sentence for each step. The steps start from
    /// these givens only, or from all givens of the puzzle if this needs fewer steps. Empty if
    /// neither path leads to a contradiction.
    ///
    /// # Errors
    /// If a solver failed.
    ///
    /// # Panics
    /// If a given is outside the grid, or the grid is too large for steps: see
    /// [`check_size`](super::check_size).
    pub fn steps_to_clash(&self, givens: &[Candidate]) -> Result<Vec<String>, SolveError> {
        let mut alone = Grid::empty(self.puzzle.size());
        givens.iter().for_each(|given| alone.set(given.cell, Some(given.digit)));
        let clash = Goal::Conclusion(Conclusion::Contradiction);
        let of_all = State::new(self.puzzle).path_to(&clash, &self.effort)?;
        // Finding a path from few givens can take long; if there already is a path, less effort is
        // made.
        let levels = if of_all.is_empty() { self.effort.levels } else { 0 };
        let few = State::new(&self.puzzle.with_givens(alone).expect("the same size"));
        let of_few = few.path_to(&clash, &Effort { levels, ..self.effort })?;
        let paths = [of_few, of_all].into_iter().filter(|path| !path.is_empty());
        let shortest = paths.min_by_key(Vec::len).unwrap_or_default();
        Ok(shortest.iter().map(|(state, step)| self.words(state, step).sentence()).collect())
    }

    /// The sentence for a puzzle with several solutions, which differ in these cells: no step can
    /// decide between them.
    fn several(&self, differ: &[Cell]) -> String {
        format!("there are several solutions; two of them differ in {}", self.cells(differ))
    }

    fn cell(&self, cell: Cell) -> String {
        self.names.name(self.puzzle.size(), cell)
    }

    /// Cells in words: `A1, A2 and A3`. If there are many cells, the first of them, and the number
    /// of other cells.
    fn cells(&self, cells: &[Cell]) -> String {
        const MOST: usize = 8;
        let names: Vec<String> = cells.iter().map(|&cell| self.cell(cell)).collect();
        match names.len().checked_sub(MOST) {
            Some(more @ 1..) => format!("{} and {more} more", names[..MOST].join(", ")),
            _ => enumerate(&names, "and"),
        }
    }

    fn line(&self, grid: &Grid) -> String {
        line_of(grid, self.symbols)
    }
}

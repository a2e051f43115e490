//! What to tell a person about a puzzle: the next step, all of them, or why there is none.

use itertools::Itertools;

use super::search::{Effort, End, Found};
use super::state::State;
use super::step::{Conclusion, Step};
use super::words::{CellNames, Words};
use crate::answer::{Answer, Limits, Status};
use crate::evidence::{Minimality, clash_text, clashing_givens, enumerate};
use crate::grid::{Candidate, Cell, Grid, Symbols, line_of};
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
/// let Hint::Step(step) = guide.hint(&state, None)? else { panic!("a proper puzzle") };
/// assert_eq!(guide.words(&state, &step).at_level(1), "look at 2 in box 1");
/// let ending = guide.follow(&mut state, |_, _| {})?;
/// assert_eq!(ending.sentence, "proved: the only solution is 1234342121434312");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Guide<'a> {
    /// The puzzle: its givens are what is placed at first.
    pub puzzle: &'a Puzzle,
    /// How far to look.
    pub effort: Effort,
    /// How cells are named.
    pub names: CellNames,
    /// How digits are written.
    pub symbols: &'a Symbols,
}

/// The answer to who asks for the next step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Hint {
    /// A step.
    Step(Step),
    /// What there is to say in its place.
    Notice(Notice),
}

/// Why there is no step to show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// In a word.
    pub reason: NoStep,
    /// In a sentence.
    pub message: String,
    /// The fewest givens that clash, if the puzzle has no solution and they were found in time. Two
    /// that must differ and are the same count as fewest unless it is soon seen that no grid obeys
    /// the rules.
    pub clashing: Vec<Candidate>,
    /// The cells in which two solutions differ.
    pub differ: Vec<Cell>,
}

/// Why there is no step, in a word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NoStep {
    /// What was asked for is known already.
    Needless,
    /// No step can get there: there is no solution, there are several, or they say otherwise.
    Impossible,
    /// None was found within the effort.
    NotFound,
}

/// How a path of steps ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// What the steps, or the solver where these stopped, tell about the puzzle.
    pub status: Status,
    /// That in a sentence.
    pub sentence: String,
    /// The empty cells, if the steps stopped.
    pub open: Vec<Cell>,
    /// The cells in which two solutions differ, if there are several.
    pub differ: Vec<Cell>,
}

impl Ending {
    /// Its kind in a word: the status, or `open` where that is not known.
    pub fn name(&self) -> String {
        match self.status {
            Status::Unknown => "open".to_owned(),
            status => status.to_string(),
        }
    }
}

impl Notice {
    fn new(reason: NoStep, message: impl Into<String>) -> Notice {
        Notice { reason, message: message.into(), clashing: Vec::new(), differ: Vec::new() }
    }
}

impl Guide<'_> {
    /// The parts of a step's sentence.
    pub fn words<'s>(&'s self, state: &'s State, step: &'s Step) -> Words<'s> {
        Words { state, step, names: self.names, symbols: self.symbols }
    }

    /// The next step in a state of the puzzle, or the one to a conclusion.
    ///
    /// # Errors
    /// If a solver failed.
    pub fn hint(&self, state: &State, about: Option<&Conclusion>) -> Result<Hint, SolveError> {
        let effort = &self.effort;
        let answer = state.answer(self.puzzle, effort.deadline)?;
        let status = answer.status(&Limits::UNIQUE);
        if status == Status::None {
            return self.no_solution(state).map(Hint::Notice);
        }
        if status == Status::Unique && self.puzzle.givens().is_full() {
            let notice = Notice::new(NoStep::Needless, "solved: nothing is left to do");
            return Ok(Hint::Notice(notice));
        }
        let undecided = (status == Status::Multiple).then(|| {
            let differ = answer.differing();
            let message = format!("no step: {}", self.several(&differ));
            Notice { differ, ..Notice::new(NoStep::Impossible, message) }
        });
        let found = match about {
            None => state.next_step(effort)?,
            Some(conclusion) => match self.answered(conclusion, state, &answer) {
                Err(notice) => return Ok(Hint::Notice(notice)),
                Ok(conclusion) => state.step_about(&conclusion, effort)?,
            },
        };
        let none = |message: &str| Hint::Notice(Notice::new(NoStep::NotFound, message));
        Ok(match (found, undecided) {
            (Found::Step(step), _) => Hint::Step(step),
            (_, Some(notice)) => Hint::Notice(notice),
            (Found::TimedOut, _) => none("no step found: the time limit was reached"),
            (Found::Nothing, _) => none("no step found: trials within trials refute no candidate"),
        })
    }

    /// Which givens are wrong, if a state has no solution.
    fn no_solution(&self, state: &State) -> Result<Notice, SolveError> {
        let (puzzle, deadline) = (self.puzzle, self.effort.deadline);
        let none = |why: String| Notice::new(NoStep::Impossible, format!("no solution{why}"));
        let goal = match clashes(puzzle.rules(), puzzle.givens())[..] {
            [] => Minimality::Smallest,
            // Two givens that clash are evidence enough.
            _ => Minimality::Unknown,
        };
        if let Some(found) = in_time(clashing_givens(puzzle, goal, deadline))?.flatten() {
            let wrong = self.wrong_given(&found.givens)?.map(|Candidate { cell, digit }| {
                let digit = self.symbols.write(digit, puzzle.size().side());
                format!("{}={digit} is wrong (the others have one solution); ", self.cell(cell))
            });
            let clash = found.describe(puzzle, self.symbols);
            let why = format!(": {}{clash}", wrong.unwrap_or_default());
            return Ok(Notice { clashing: found.givens, ..none(why) });
        }
        // The digits have a solution, so candidates are missing.
        let limits = Limits { deadline, ..Limits::UNIQUE };
        let answer = Pipeline::new().solve(puzzle, &limits)?.answer;
        let is_gone = |held: &Candidate| !state.allows(*held);
        let gone = |solution: &Grid| solution.filled().find(is_gone);
        Ok(match (answer.status(&Limits::UNIQUE), answer.solutions.first().and_then(gone)) {
            (Status::Unique, Some(held)) => none(format!(
                ": {} is {} in the only solution, but that candidate is gone",
                self.cell(held.cell),
                self.symbols.write(held.digit, puzzle.size().side()),
            )),
            (Status::Multiple, _) => none(": the candidates exclude all solutions".to_owned()),
            _ => none(String::new()),
        })
    }

    /// Of givens that clash the only one without which the puzzle has exactly one solution.
    fn wrong_given(&self, clashing: &[Candidate]) -> Result<Option<Candidate>, SolveError> {
        // Two digits that no given has can change places in any solution.
        let digits = self.puzzle.givens().filled().map(|given| given.digit).unique().count();
        if digits + 1 < self.puzzle.size().side() {
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

    /// What of a conclusion is left to show, if it is not false and does not hold already.
    fn answered(
        &self,
        conclusion: &Conclusion,
        state: &State,
        answer: &Answer,
    ) -> Result<Conclusion, Notice> {
        let digit = |digit| self.symbols.write(digit, state.size().side());
        let (asked, is_placed) = match conclusion {
            Conclusion::Eliminations(gone) => (&gone[..], false),
            Conclusion::Placement(placed) => (std::slice::from_ref(placed), true),
            Conclusion::Contradiction => return Ok(conclusion.clone()),
        };
        for &Candidate { cell, digit: held } in asked {
            let refutes = |s: &&Grid| (s.get(cell) == Some(held)) != is_placed;
            if let Some(solution) = answer.solutions.iter().find(refutes) {
                let (name, line) = (self.cell(cell), self.line(solution));
                let other = digit(solution.get(cell).expect("a full grid"));
                let message = match answer.status(&Limits::UNIQUE) {
                    Status::Unique => format!("{name} is {other} in the only solution: {line}"),
                    _ => format!("{name} can be {other}: {line}"),
                };
                return Err(Notice::new(NoStep::Impossible, message));
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
            return Err(Notice::new(NoStep::Needless, message));
        }
        Ok(if is_placed { conclusion.clone() } else { Conclusion::Eliminations(open) })
    }

    /// Makes steps as far as they go, and says what they prove; `each` is given every step and the
    /// state before it.
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
        Ok(Ending { status, sentence, open: Vec::new(), differ: Vec::new() })
    }

    /// Why there are no more steps, and which cells they leave open.
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
        let most = counted(self.effort.max_truths, "truth");
        let no_step = format!("trials within trials give no further step of at most {most}");
        let differ = answer.differing();
        let status = answer.status(&Limits::UNIQUE);
        let (status, why) = match status {
            Status::Multiple => (status, self.several(&differ)),
            Status::None => (status, format!("there is no solution, but {no_step}")),
            _ if end == End::TimedOut => (Status::Unknown, "the time limit was reached".to_owned()),
            _ => (Status::Unknown, no_step),
        };
        Ok(Ending { status, sentence: format!("stopped: {why}; {stands}"), open, differ })
    }

    /// The steps by which givens turn out to clash, a sentence each: from these givens alone, or
    /// from all givens of the puzzle where that takes fewer. None if neither gets there.
    ///
    /// # Errors
    /// If a solver failed.
    ///
    /// # Panics
    /// If a given is outside the grid, or the rules have no steps: see
    /// [`check_size`](super::check_size).
    pub fn steps_to_clash(&self, givens: &[Candidate]) -> Result<Vec<String>, SolveError> {
        let mut alone = Grid::empty(self.puzzle.size());
        givens.iter().for_each(|given| alone.set(given.cell, Some(given.digit)));
        let of_all = State::new(self.puzzle).refutation(&self.effort)?;
        // Few givens can take long, and there is a path.
        let levels = if of_all.is_some() { 0 } else { self.effort.levels };
        let few = State::new(&self.puzzle.with_givens(alone).expect("the same size"));
        let of_few = few.refutation(&Effort { levels, ..self.effort })?;
        let paths = [of_few, of_all];
        let shortest = paths.into_iter().flatten().min_by_key(Vec::len).unwrap_or_default();
        Ok(shortest.iter().map(|(state, step)| self.words(state, step).sentence()).collect())
    }

    /// Why no step can decide between two solutions that differ in these cells.
    fn several(&self, differ: &[Cell]) -> String {
        format!("there are several solutions; two of them differ in {}", self.cells(differ))
    }

    fn cell(&self, cell: Cell) -> String {
        self.names.name(self.puzzle.size(), cell)
    }

    /// `A1, A2 and A3`; of many cells the first ones, and how many more there are.
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

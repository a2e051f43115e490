//! What the page asks, and the answers.

use std::collections::BTreeSet;
use std::sync::Arc;

use anyhow::{Context as _, Result, bail, ensure};
use satdoku::draw::{Picture, shaded_cells};
use satdoku::evidence::{Minimality, backbone, clash_text, conflict};
use satdoku::explain::{
    CellNames, Clause, Conclusion, Effort, Found, Grade, Guide, Hint, Part, Rated, Rating, State,
    Step, StoryClause, Technique, Words, check_size,
};
use satdoku::format::{Options, puzzles};
use satdoku::generate::{Drawn, DrawnKind, Generated, Recipe, Source, Wanted};
use satdoku::rules::{Clue, ClueKind};
use satdoku::verify::clashes;
use satdoku::{
    Candidates, Cell, Deadline, Dpll, Limits, Pipeline, Puzzle, PuzzleReport, Rules, Size,
    SolveError, Symbols, Variant, counted,
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::export::Export;
use crate::marks::{from_masks, masks};
use crate::request::{SIDES, check_side, deadline, small, stated};

#[derive(Deserialize)]
struct Request {
    limit: Option<f64>,
    #[serde(flatten)]
    ask: Ask,
}

/// The marks of a hint, if it has any, are the candidates that are left.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
enum Ask {
    About,
    Read { text: String },
    Board { puzzle: PuzzleReport },
    Clashes { puzzle: PuzzleReport },
    Solve { puzzle: PuzzleReport },
    WhyNot { puzzle: PuzzleReport },
    Hint { puzzle: PuzzleReport, marks: Option<Vec<u64>> },
    Explain { puzzle: PuzzleReport },
    Example { puzzle: PuzzleReport, technique: String },
    Rate { puzzle: PuzzleReport },
    Candidates { puzzle: PuzzleReport, plain: bool },
    Generate(Generate),
    Minimise { puzzle: PuzzleReport, seed: String },
    Export(Export),
}

#[derive(Deserialize)]
struct Generate {
    /// The puzzle; its cells do not count.
    puzzle: PuzzleReport,
    /// Whether regions are to be found too.
    #[serde(default)]
    jigsaw: bool,
    grade: Option<String>,
    /// One of the puzzle's simplest steps has this name.
    #[serde(default)]
    technique: Option<String>,
    /// Clues of this kind are drawn.
    #[serde(default)]
    kind: Option<String>,
    /// The number of givens; if it is not set, each given is needed.
    #[serde(default)]
    givens: Option<usize>,
    seed: String,
}

/// Answers a request in JSON.
///
/// # Errors
/// What was expected and what was found.
pub fn answer(request: &str) -> Result<String> {
    let Request { limit, ask } = serde_json::from_str(request).context("request")?;
    let limit = deadline(limit)?;
    let answer = match ask {
        Ask::About => about(),
        Ask::Read { text } => read(&text)?,
        Ask::Board { puzzle } => board(&small(&puzzle)?),
        Ask::Clashes { puzzle } => clashing(&small(&puzzle)?),
        Ask::Solve { puzzle } => solve(&small(&puzzle)?, limit)?,
        Ask::WhyNot { puzzle } => why_not(&small(&puzzle)?, limit)?,
        Ask::Hint { puzzle, marks } => hint(&small(&puzzle)?, marks, limit)?,
        Ask::Explain { puzzle } => explain(&small(&puzzle)?, limit)?,
        Ask::Example { puzzle, technique } => example(&small(&puzzle)?, &technique, limit)?,
        Ask::Rate { puzzle } => rate(&small(&puzzle)?, limit)?,
        Ask::Candidates { puzzle, plain: true } => plain_candidates(&small(&puzzle)?)?,
        Ask::Candidates { puzzle, plain: false } => candidates(&small(&puzzle)?, limit)?,
        Ask::Generate(asked) => generate(&asked, limit)?,
        Ask::Minimise { puzzle, seed } => minimise(&small(&puzzle)?, &seed, limit)?,
        Ask::Export(export) => export.answer()?,
    };
    Ok(answer.to_string())
}

fn about() -> Value {
    let rules = |side: usize| match Size::from_side(side) {
        Some(size) => Rules::builder(size),
        None => Rules::builder(Size::without_boxes(side)).without_boxes(),
    };
    let rule = |rule: Variant| {
        let sides = SIDES.filter(|&side| rules(side).variant(rule).build().is_ok());
        let shown = rules(9).variant(rule).build().map_or_else(|_| Vec::new(), |it| added_by(&it));
        let sides = sides.collect::<Vec<_>>();
        json!({ "name": rule.name(), "text": rule.about(), "sides": sides, "shown": shown })
    };
    let kind = |kind: ClueKind| json!({ "name": kind.name(), "about": kind.about(), "example": kind.example() });
    let technique = |it: Technique| json!({ "name": it.to_string(), "about": it.about() });
    let is_added = |rule: &Variant| ![Variant::Classic, Variant::Jigsaw].contains(rule);
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "rules": Variant::ALL.into_iter().filter(is_added).map(rule).collect::<Vec<_>>(),
        "grades": Grade::ALL.map(Grade::name),
        "techniques": Technique::named().map(technique).collect::<Vec<_>>(),
        "drawn": DrawnKind::ALL.map(DrawnKind::name),
        "kinds": ClueKind::ALL.into_iter().map(kind).collect::<Vec<_>>(),
    })
}

/// The cells that a small picture of rules shows: the cells of the units that the rules add; or
/// those that a cell sees outside its row, column and box; or those that see any such cell.
fn added_by(rules: &Rules) -> Vec<Cell> {
    let classic = Rules::classic(Size::NINE);
    let seen = |index| {
        let cell = Cell::from_index(index);
        rules.peers(cell).filter(|&peer| !classic.are_peers(cell, peer)).collect::<Vec<_>>()
    };
    let paired = Size::NINE.cells().filter(|&cell| rules.partners(cell).next().is_some());
    // The first cell of a box sees more such cells than the middle cell of the box does.
    let all = [shaded_cells(rules), seen(40), seen(30), paired.collect()];
    all.into_iter().find(|cells| !cells.is_empty()).unwrap_or_default()
}

fn read(text: &str) -> Result<Value> {
    let mut puzzles = puzzles(text.as_bytes(), &Options::default());
    let record = puzzles.next().context("expected a puzzle, found none")??;
    check_side(record.grid.size())?;
    let count = 1 + puzzles.count();
    let played = record.played.as_deref();
    let digits = played.map(|played| json!(played.digits.values()));
    let marks = played.map(|played| json!(masks(&played.marks)));
    let candidates = record.candidates.as_deref().map(masks);
    let puzzle = Puzzle::new(record.to_rules()?, record.grid)?;
    Ok(json!({
        "puzzles": count,
        "puzzle": stated(&puzzle),
        "candidates": candidates,
        "digits": digits,
        "marks": marks,
        "note": (count > 1).then(|| format!("the first of {count} puzzles")),
    }))
}

/// What the rules draw, and the cells that must differ from each cell. Clues are drawn, and told in
/// words.
fn board(puzzle: &Puzzle) -> Value {
    let (rules, clues) = (puzzle.rules(), puzzle.rules().clues());
    let drawing = (!clues.is_empty()).then(|| Picture::new(puzzle, &Symbols::default()).to_svg());
    let clue = |clue: &Clue| json!({ "words": clue.in_words(rules), "text": clue.text(rules), "cells": clue.cells });
    let clues: Vec<_> = clues.iter().map(clue).collect();
    let peers = puzzle.size().cells().map(|cell| rules.peers(cell).collect::<Vec<_>>());
    json!({
        "shaded": shaded_cells(rules),
        "peers": peers.collect::<Vec<_>>(),
        "clues": clues,
        "drawing": drawing,
    })
}

fn clashing(puzzle: &Puzzle) -> Value {
    let (clashes, symbols) = (clashes(puzzle.rules(), puzzle.givens()), Symbols::default());
    let (rules, grid) = (puzzle.rules(), puzzle.givens());
    let broken: Vec<_> =
        rules.clues().iter().filter(|clue| clue.is_violated(rules, grid)).collect();
    let of_clues = broken.iter().flat_map(|clue| clue.cells.iter().copied());
    let filled = of_clues.filter(|&cell| grid.get(cell).is_some());
    let cells = clashes.iter().flat_map(|clash| clash.cells).chain(filled);
    let cells: BTreeSet<_> = cells.collect();
    let words = clashes.iter().map(|clash| clash_text(clash, &symbols));
    let broken = broken.iter().map(|clue| format!("{} is broken", clue.in_words(rules)));
    let sentences: Vec<String> = words.chain(broken).collect();
    json!({ "cells": cells, "sentences": sentences })
}

fn solve(puzzle: &Puzzle, deadline: Deadline) -> Result<Value> {
    let limits = Limits { deadline, ..Limits::UNIQUE };
    let answer = Pipeline::new().solve(puzzle, &limits)?.answer;
    let status = answer.status(&limits);
    Ok(json!({
        "status": status.to_string(),
        "solutions": answer.solutions.iter().map(|grid| grid.values()).collect::<Vec<_>>(),
        "differ": answer.differing(),
        "message": status.describe(&answer.solutions),
    }))
}

fn why_not(puzzle: &Puzzle, deadline: Deadline) -> Result<Value> {
    let symbols = Symbols::default();
    let none = |sentence| (Vec::new(), Vec::new(), sentence);
    let (givens, clues, sentence) = match conflict(puzzle, Minimality::Smallest, deadline) {
        Ok(None) => none("there is a solution".to_owned()),
        Err(error @ SolveError::TimedOut) => none(error.to_string()),
        Err(error) => return Err(error.into()),
        Ok(Some(found)) => {
            let sentence = format!("no solution: {}", found.describe(puzzle, &symbols));
            (found.givens, found.clues, sentence)
        }
    };
    // For two givens it is said in which unit they clash.
    let steps = match givens.len() > 2 && clues.is_empty() && check_size(puzzle.rules()).is_ok() {
        true => guide(puzzle, &symbols, deadline)?.steps_to_clash(&givens)?,
        false => Vec::new(),
    };
    let cells: Vec<_> = givens.iter().map(|given| given.cell).collect();
    Ok(json!({ "cells": cells, "clues": clues, "sentence": sentence, "steps": steps }))
}

fn guide<'a>(puzzle: &'a Puzzle, symbols: &'a Symbols, deadline: Deadline) -> Result<Guide<'a>> {
    check_size(puzzle.rules())?;
    let effort = Effort { deadline, ..Effort::default() };
    Ok(Guide { puzzle, effort, names: CellNames::default(), symbols })
}

/// The next step in sentences that tell more and more of it; a notice has one sentence.
fn hint(puzzle: &Puzzle, marks: Option<Vec<u64>>, deadline: Deadline) -> Result<Value> {
    let symbols = Symbols::default();
    let (guide, mut state) = (guide(puzzle, &symbols, deadline)?, State::new(puzzle));
    if let Some(marks) = marks {
        let marked = from_masks(puzzle.size(), &marks).context("marks")?;
        let is_open = |cell| puzzle.givens().get(cell).is_none();
        for left in state.candidates().clone().iter().filter(|left| is_open(left.cell)) {
            if !marked[left.cell].contains(left.digit) {
                state.eliminate(left);
            }
        }
    }
    let (state, step) = match guide.hint(&state, None)? {
        Hint::Steps(mut steps) => steps.swap_remove(0),
        Hint::Ending(ending) => {
            let clashing = ending.clashing.iter().map(|given| given.cell);
            let cells: Vec<_> = clashing.chain(ending.differ).collect();
            return Ok(json!({ "sentences": [ending.sentence], "cells": cells }));
        }
    };
    Ok(told(&guide, &state, &step))
}

/// The first step of a technique in a puzzle, as a hint tells it.
fn example(puzzle: &Puzzle, technique: &str, deadline: Deadline) -> Result<Value> {
    let (symbols, technique) = (Symbols::default(), named(technique)?);
    let (guide, mut state) = (guide(puzzle, &symbols, deadline)?, State::new(puzzle));
    while let Found::Step(step) = state.next_step(&guide.effort)? {
        if step.technique == technique {
            return Ok(told(&guide, &state, &step));
        }
        ensure!(step.conclusion != Conclusion::Contradiction, "expected a puzzle with a solution");
        state.apply(&step);
    }
    bail!("expected a puzzle with a step of {technique}, found none")
}

fn named(name: &str) -> Result<Technique> {
    let found = Technique::named().find(|technique| technique.to_string() == name);
    found.with_context(|| format!("expected the name of a technique, found {name:?}"))
}

/// A step in sentences that tell more and more of it, with what is drawn.
fn told(guide: &Guide<'_>, state: &State, step: &Step) -> Value {
    let (puzzle, words) = (guide.puzzle, guide.words(state, step));
    let sentences = [1, 2, 3].map(|level| words.at_level(level));
    json!({
        "technique": step.technique,
        "sentences": sentences,
        "cells": step.cells(puzzle.rules()),
        "placed": step.conclusion.placed(),
        "eliminated": step.conclusion.eliminated(),
        "digits": state.placed().values(),
        "candidates": masks(state.candidates()),
        "svg": Picture::new(puzzle, guide.symbols).step(state, step).to_svg(),
        "story": story(&words),
    })
}

/// What would follow if the step did not hold, one clause after the other. A clause has what is
/// left of its truths, what that rests on (0 is the supposition; the clauses count from 1), and the
/// cells of truths of which nothing is left. `rest` is the story of the conclusions that this story
/// leaves to another.
fn story(words: &Words<'_>) -> Option<Value> {
    let (told, shown) = (words.story()?, words.step.derivation(words.state)?);
    let part = |part: &Part| {
        let truth = part.truth().into_iter();
        let cells = truth.flat_map(|truth| truth.candidates(words.state.rules())).map(|it| it.cell);
        let cells: BTreeSet<_> = cells.filter(|_| part.left.is_empty()).collect();
        json!({ "left": part.left, "causes": part.causes, "cells": cells })
    };
    let clause = |(told, parts): (&StoryClause, &Clause)| {
        let parts: Vec<_> = parts.iter().map(part).collect();
        json!({ "says": told.says, "parts": parts })
    };
    let clauses: Vec<_> = told.clauses.iter().zip(&shown.clauses).map(clause).collect();
    let gone = words.step.conclusion.eliminated().iter();
    let rest: Vec<_> = gone.filter(|gone| !shown.supposed.contains(gone)).copied().collect();
    let step = Step { conclusion: Conclusion::Eliminations(rest), ..words.step.clone() };
    let has_rest = !step.conclusion.eliminated().is_empty();
    Some(json!({
        "rest": has_rest.then(|| story(&Words { step: &step, ..*words })),
        "supposed": told.supposed,
        "candidates": shown.supposed,
        "clauses": clauses,
        "conclusion": told.conclusion,
    }))
}

fn explain(puzzle: &Puzzle, deadline: Deadline) -> Result<Value> {
    let symbols = Symbols::default();
    let (guide, mut state) = (guide(puzzle, &symbols, deadline)?, State::new(puzzle));
    let mut steps = Vec::new();
    let ending = guide.follow(&mut state, |state, step| steps.push(told(&guide, state, step)))?;
    Ok(json!({
        "status": ending.name(),
        "steps": steps,
        "end": ending.sentence,
        "differ": ending.differ,
        "digits": state.placed().values(),
        "candidates": masks(state.candidates()),
    }))
}

fn rate(puzzle: &Puzzle, deadline: Deadline) -> Result<Value> {
    check_size(puzzle.rules())?;
    let effort = Effort { deadline, ..Effort::default() };
    let rated = Rated { grade: true, steps: true };
    let rating = Rating::of(puzzle, rated, &effort, &mut Dpll::portable())?;
    let mut answer = json!(rating);
    answer["sentence"] = rating.to_string().into();
    Ok(answer)
}

/// The candidates that no placed digit rules out.
fn plain_candidates(puzzle: &Puzzle) -> Result<Value> {
    check_size(puzzle.rules())?;
    let message = "all candidates that no placed digit rules out";
    Ok(json!({ "cells": masks(State::new(puzzle).candidates()), "message": message }))
}

fn candidates(puzzle: &Puzzle, deadline: Deadline) -> Result<Value> {
    let (left, complete, message) = match backbone(puzzle, deadline) {
        Ok(None) => (Candidates::none(puzzle.size()), true, "no solution".to_owned()),
        Err(error @ SolveError::TimedOut) => {
            (Candidates::all(puzzle.size()), false, error.to_string())
        }
        Err(error) => return Err(error.into()),
        Ok(Some(found)) => (found.possible.clone(), found.complete, found.describe(puzzle)),
    };
    Ok(json!({ "cells": masks(&left), "complete": complete, "message": message }))
}

fn generate(asked: &Generate, deadline: Deadline) -> Result<Value> {
    const TRIES: u64 = 10_000;
    /// The most cells of a cage or a line.
    const LARGEST: usize = 5;
    let puzzle = small(&asked.puzzle)?;
    let grade = asked.grade.as_ref().map(|name| name.parse()).transpose().context("grade")?;
    let technique = asked.technique.as_deref().map(named).transpose()?;
    let kind = asked.kind.as_ref().map(|name| name.parse()).transpose().context("kind")?;
    let clues = kind.map(|kind: DrawnKind| Drawn { kind, count: None, largest: LARGEST });
    let seed = asked.seed.parse().context("seed")?;
    let source = match asked.jigsaw {
        true => {
            let variants = puzzle.rules().variants().iter();
            let builder = Rules::builder(puzzle.size());
            Source::Jigsaws(variants.fold(builder, |builder, &variant| builder.variant(variant)))
        }
        false => Source::Grids(Arc::clone(puzzle.rules())),
    };
    let time_limit = deadline.remaining();
    let recipe = Recipe {
        source,
        time_limit,
        clues,
        givens: asked.givens,
        ..Recipe::new(Arc::clone(puzzle.rules()), seed)
    };
    let wanted = Wanted { grade, technique, ..Wanted::default() };
    let none = || format!("expected such a puzzle, found none in {TRIES} random ones; try again");
    let found = recipe.wanted(0, &wanted, TRIES)?;
    let found = found.with_context(none)?;
    let givens = counted(found.puzzle.givens().filled().count(), "given");
    let clues = match found.puzzle.rules().clues().len() {
        0 => String::new(),
        count => format!("{}, ", counted(count, "clue")),
    };
    Ok(json!({
        "puzzle": stated(&found.puzzle),
        "seed": asked.seed,
        "message": format!("{clues}{givens}, exactly one solution"),
    }))
}

/// Removes givens until each is needed, or takes too long to decide.
fn minimise(puzzle: &Puzzle, seed: &str, deadline: Deadline) -> Result<Value> {
    let recipe = Recipe {
        source: Source::Puzzle(puzzle.clone()),
        time_limit: deadline.remaining(),
        ..Recipe::new(Arc::clone(puzzle.rules()), seed.parse().context("seed")?)
    };
    let Generated { puzzle, undecided, .. } = recipe.puzzle(0)?;
    let left = puzzle.givens().filled().count();
    Ok(json!({ "puzzle": stated(&puzzle), "left": left, "undecided": undecided }))
}

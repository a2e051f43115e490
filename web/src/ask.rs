//! What the page asks, and the answers.

use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use satdoku::draw::{Picture, replay, shaded_cells};
use satdoku::evidence::{Minimality, backbone, clash_text, conflict};
use satdoku::explain::{
    CellNames, Conclusion, Effort, Grade, Guide, Hint, State, Step, check_size,
};
use satdoku::format::{Batch, Options, RawRecord, Splitter, parse_record};
use satdoku::rules::RuleName;
use satdoku::verify::clashes;
use satdoku::{Candidates, Deadline, Limits, Pipeline, Puzzle, Rules, Size, SolveError, Symbols};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::export::Export;
use crate::puzzle::{
    Candidate, PuzzleJson, SIDES, added_rules, check_side, indices, of_masks, to_masks,
};

#[derive(Deserialize)]
struct Request {
    /// Milliseconds for the answer; as long as it takes, if not given.
    limit: Option<f64>,
    #[serde(flatten)]
    ask: Ask,
}

#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
enum Ask {
    /// What there is: rules and their sides, grades, boxes.
    About,
    /// The first puzzle of a text in any form that the program reads.
    Read { text: String },
    /// The givens that clash at once, and the cells of the units that rules add.
    Clashes { puzzle: PuzzleJson },
    /// The solution, or two and where they differ.
    Solve { puzzle: PuzzleJson },
    /// The fewest givens that clash.
    WhyNot { puzzle: PuzzleJson },
    /// As much of the next step as the level, from 1 to 3, tells.
    ///
    /// Marks of all cells without a given are the candidates that are left.
    Hint { puzzle: PuzzleJson, level: u8, marks: Option<Vec<u32>> },
    /// All steps, and a page that replays them.
    Explain { puzzle: PuzzleJson },
    /// The digits of each cell that are in some solution.
    Candidates { puzzle: PuzzleJson },
    /// A text or a picture.
    Export {
        puzzle: PuzzleJson,
        #[serde(flatten)]
        export: Export,
    },
}

/// Answers a request in JSON.
pub fn answer(request: &str) -> Result<String> {
    let Request { limit, ask } = serde_json::from_str(request).context("request")?;
    let deadline = match limit {
        Some(limit) => Deadline::after(
            Duration::try_from_secs_f64(limit / 1000.0)
                .with_context(|| format!("limit: expected milliseconds, found {limit}"))?,
        ),
        None => Deadline::NONE,
    };
    let answer = match ask {
        Ask::About => about(),
        Ask::Read { text } => read(&text)?,
        Ask::Clashes { puzzle } => clashing(&puzzle.to_puzzle()?),
        Ask::Solve { puzzle } => solve(&puzzle.to_puzzle()?, deadline)?,
        Ask::WhyNot { puzzle } => why_not(&puzzle.to_puzzle()?, deadline)?,
        Ask::Hint { puzzle, level, marks } => {
            hint(&puzzle.to_puzzle()?, marks.as_deref(), level, deadline)?
        }
        Ask::Explain { puzzle } => explain(&puzzle.to_puzzle()?, deadline)?,
        Ask::Candidates { puzzle } => candidates(&puzzle.to_puzzle()?, deadline)?,
        Ask::Export { puzzle, export } => export.of(&puzzle.to_puzzle()?)?,
    };
    Ok(answer.to_string())
}

fn about() -> Value {
    let rules = |side: usize| match Size::from_side(side) {
        Some(size) => Rules::builder(size),
        None => Rules::builder(Size::without_boxes(side)).without_boxes(),
    };
    let sides = |rule: RuleName| -> Vec<usize> {
        SIDES.filter(|&side| rules(side).named(rule).build().is_ok()).collect()
    };
    let rule =
        |rule: RuleName| json!({ "name": rule.name(), "text": rule.about(), "sides": sides(rule) });
    let boxes: Map<String, Value> = SIDES
        .filter_map(Size::from_side)
        .map(|size| (size.side().to_string(), json!([size.box_height(), size.box_width()])))
        .collect();
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "rules": added_rules().map(rule).collect::<Vec<_>>(),
        "grades": Grade::ALL.map(Grade::name),
        "boxes": boxes,
        "limits": { "side": [SIDES.start(), SIDES.end()] },
    })
}

fn read(text: &str) -> Result<Value> {
    const BATCH: usize = 1000;
    let options = Options::default();
    let mut splitter = Splitter::new(text.as_bytes(), options.clone());
    let (mut batch, mut first, mut count) = (Batch::default(), None, 0);
    while splitter.read_batch(&mut batch, BATCH)? {
        if let (None, Some(raw)) = (&first, batch.iter().next()) {
            first = Some(read_one(raw, &options)?);
        }
        count += batch.puzzles();
    }
    let mut answer = first.context("expected a puzzle, found none")?;
    answer["puzzles"] = count.into();
    answer["note"] = (count > 1).then(|| format!("the first of {count} puzzles")).into();
    Ok(answer)
}

fn read_one(raw: RawRecord<'_>, options: &Options) -> Result<Value> {
    let record = parse_record(raw, options)?;
    check_side(record.grid.size().side())?;
    let puzzle = Puzzle::new(record.to_rules()?, record.grid)?;
    Ok(json!({
        "puzzle": PuzzleJson::of(&puzzle),
        "candidates": record.candidates.as_ref().map(to_masks),
        "title": record.id.map(String::from_utf8_lossy),
    }))
}

fn clashing(puzzle: &Puzzle) -> Value {
    let clashes = clashes(puzzle.rules(), puzzle.givens());
    let mut cells = indices(clashes.iter().flat_map(|clash| clash.cells));
    cells.sort_unstable();
    cells.dedup();
    let symbols = Symbols::default();
    let sentences: Vec<String> = clashes.iter().map(|clash| clash_text(clash, &symbols)).collect();
    let shaded = indices(shaded_cells(puzzle.rules()));
    json!({ "cells": cells, "sentences": sentences, "shaded": shaded })
}

fn solve(puzzle: &Puzzle, deadline: Deadline) -> Result<Value> {
    let limits = Limits { deadline, ..Limits::UNIQUE };
    let answer = Pipeline::new().solve(puzzle, &limits)?.answer;
    let (status, solutions) = (answer.status(&limits), &answer.solutions[..]);
    let differ = match solutions {
        [first, second] => first.differing(second),
        _ => Vec::new(),
    };
    Ok(json!({
        "status": status.to_string(),
        "solutions": solutions.iter().map(|grid| grid.values()).collect::<Vec<_>>(),
        "differ": indices(differ),
        "message": status.describe(solutions),
    }))
}

fn why_not(puzzle: &Puzzle, deadline: Deadline) -> Result<Value> {
    let symbols = Symbols::default();
    let without = |sentence: &str| {
        let svg = Picture::new(puzzle, &symbols).caption(sentence).to_svg();
        json!({ "cells": [], "sentence": sentence, "steps": [], "svg": svg })
    };
    let found = match conflict(puzzle, Minimality::Smallest, deadline) {
        Ok(None) => return Ok(without("there is a solution")),
        Err(error @ SolveError::TimedOut) => return Ok(without(&error.to_string())),
        found => found?.expect("matched above"),
    };
    let cells: Vec<_> = found.givens.iter().map(|given| given.cell).collect();
    let sentence = format!("no solution: {}", found.describe(puzzle, &symbols));
    // Of two givens it is said in which unit they clash.
    let steps = match cells.len() > 2 {
        true => guide(puzzle, &symbols, deadline)?.steps_to_clash(&found.givens)?,
        false => Vec::new(),
    };
    let picture = Picture::new(puzzle, &symbols).clashing(cells.iter().copied());
    Ok(json!({
        "cells": indices(cells),
        "sentence": sentence,
        "steps": steps,
        "svg": picture.caption(&sentence).to_svg(),
    }))
}

fn guide<'a>(puzzle: &'a Puzzle, symbols: &'a Symbols, deadline: Deadline) -> Result<Guide<'a>> {
    check_size(puzzle.rules())?;
    let effort = Effort { deadline, ..Effort::default() };
    Ok(Guide { puzzle, effort, names: CellNames::default(), symbols })
}

/// What a step places and eliminates.
fn conclusion(step: &Step) -> (Option<Candidate>, Vec<Candidate>) {
    match &step.conclusion {
        Conclusion::Placement(placed) => (Some((*placed).into()), Vec::new()),
        Conclusion::Eliminations(gone) => (None, gone.iter().map(|&gone| gone.into()).collect()),
        Conclusion::Contradiction => (None, Vec::new()),
    }
}

fn hint(puzzle: &Puzzle, marks: Option<&[u32]>, level: u8, deadline: Deadline) -> Result<Value> {
    ensure!((1..=3).contains(&level), "level: expected 1, 2 or 3, found {level}");
    let symbols = Symbols::default();
    let (guide, mut state) = (guide(puzzle, &symbols, deadline)?, State::new(puzzle));
    if let Some(marks) = marks {
        let marked = of_masks(puzzle.size(), marks)?;
        let is_open = |it: &satdoku::Candidate| puzzle.givens().get(it.cell).is_none();
        let gone = state.candidates().iter().filter(|it| !marked[it.cell].contains(it.digit));
        let gone: Vec<_> = gone.filter(is_open).collect();
        gone.into_iter().for_each(|candidate| state.eliminate(candidate));
    }
    let step = match guide.hint(&state, None)? {
        Hint::Step(step) => step,
        Hint::Notice(notice) => {
            let clashing = notice.clashing.iter().map(|given| given.cell);
            let cells = indices(clashing.chain(notice.differ));
            return Ok(json!({ "kind": "notice", "sentence": notice.message, "cells": cells }));
        }
    };
    let words = guide.words(&state, &step);
    let (sentence, rules) = (words.at_level(level), puzzle.rules());
    let mut cells: Vec<usize> =
        indices(step.truths.iter().flat_map(|truth| truth.candidates(rules)).map(|c| c.cell));
    cells.sort_unstable();
    cells.dedup();
    let mut answer = json!({ "kind": "step", "sentence": sentence, "cells": cells });
    if level > 1 {
        answer["technique"] = step.technique.to_string().into();
    }
    if level > 2 {
        let (placed, eliminated) = conclusion(&step);
        let picture = Picture::new(puzzle, &symbols).step(&state, &step).caption(&sentence);
        answer["placed"] = json!(placed);
        answer["eliminated"] = json!(eliminated);
        answer["candidates"] = json!(to_masks(state.candidates()));
        answer["svg"] = picture.to_svg().into();
    }
    Ok(answer)
}

fn explain(puzzle: &Puzzle, deadline: Deadline) -> Result<Value> {
    let symbols = Symbols::default();
    let (guide, mut state) = (guide(puzzle, &symbols, deadline)?, State::new(puzzle));
    let picture = Picture::new(puzzle, &symbols);
    let (mut steps, mut pictures) = (Vec::new(), Vec::new());
    let ending = guide.follow(&mut state, |state, step| {
        let sentence = guide.words(state, step).sentence();
        pictures.push(picture.clone().step(state, step).caption(&sentence));
        let (placed, eliminated) = conclusion(step);
        steps.push(json!({
            "technique": step.technique.to_string(),
            "sentence": sentence,
            "placed": placed,
            "eliminated": eliminated,
        }));
    })?;
    let end = picture.found(state.placed()).candidates(state.candidates());
    pictures.push(end.caption(&ending.sentence));
    Ok(json!({
        "status": ending.name(),
        "steps": steps,
        "end": ending.sentence,
        "open": indices(ending.open),
        "differ": indices(ending.differ),
        "html": replay("A puzzle step by step", &pictures),
    }))
}

fn candidates(puzzle: &Puzzle, deadline: Deadline) -> Result<Value> {
    let (possible, complete, message) = match backbone(puzzle, deadline) {
        Ok(Some(found)) => {
            let message = found.describe(puzzle);
            (found.possible, found.complete, message)
        }
        Ok(None) => (Candidates::none(puzzle.size()), true, "no solution".to_owned()),
        Err(error @ SolveError::TimedOut) => {
            (Candidates::all(puzzle.size()), false, error.to_string())
        }
        Err(error) => return Err(error.into()),
    };
    Ok(json!({ "cells": to_masks(&possible), "complete": complete, "message": message }))
}

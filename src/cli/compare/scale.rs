//! `--scale`: how the cost grows with the side.

use std::ops::RangeInclusive;
use std::sync::Arc;

use anyhow::{Context, Result, bail};

use super::super::Exit;
use super::super::output::write_lines;
use super::files::Files;
use crate::compare::{self, Plan, Results, Scale, Style};
use crate::contender::Entry;
use crate::generate::{Holes, Recipe};
use crate::grid::Size;
use crate::rules::{Puzzle, Rules};

/// Of the cells of each grid are empty.
const EMPTY: f64 = 0.45;

/// Sides as in `4..36`.
pub fn parse_sides(text: &str) -> Result<RangeInclusive<usize>, String> {
    let ends = text.split_once("..").map(|(first, last)| (first.parse(), last.parse()));
    match ends {
        Some((Ok(first), Ok(last))) if 1 <= first && first <= last && last <= Size::MAX_SIDE => {
            Ok(first..=last)
        }
        _ => Err(format!(
            "expected sides from 1 to {}, the smaller first, as in 4..36",
            Size::MAX_SIDE
        )),
    }
}

/// Measures random grids with holes, side by side; a contender that has run into the limit is not
/// asked any more. `measure` measures one side.
///
/// # Errors
/// If no grid can be made, a contender cannot be built, or a file cannot be written.
pub fn run(
    sides: RangeInclusive<usize>,
    count: u64,
    mut plan: Plan,
    files: &Files,
    mut measure: impl FnMut(&Plan, &[Puzzle]) -> Result<Results>,
) -> Result<Exit> {
    let sizes: Vec<Size> = sides.filter_map(Size::from_side).collect();
    if sizes.is_empty() {
        bail!("--scale: expected a side that has boxes, such as 4, 6, 8, 9 or 10");
    }
    let plot = files.create_plot()?;
    let names = plan.entries.iter().map(|entry| entry.name.to_string()).collect();
    let mut scale = Scale { names, rows: Vec::new() };
    let mut exit = Exit::Success;
    (plan.baseline, plan.budget) = (0, None);
    let mut left: Vec<Entry> = std::mem::take(&mut plan.entries);
    for size in sizes {
        let rules = Arc::new(Rules::classic(size));
        plan.entries = left.clone();
        plan.entries.retain(|entry| entry.capabilities.supports(&rules));
        if plan.entries.is_empty() {
            break;
        }
        let recipe = Recipe::new(rules, plan.seed);
        let holes = Holes { fraction: EMPTY, balanced: false };
        let puzzles: Vec<Puzzle> = (0..count)
            .map(|index| Ok(recipe.with_holes(index, holes)?.puzzle))
            .collect::<Result<_>>()
            .with_context(|| format!("side {}", size.side()))?;
        let results = measure(&plan, &puzzles)?;
        scale.push(size.side(), &results);
        for problem in &results.problems {
            let name = &results.names[problem.contender];
            super::super::complain(format_args!("side {}: {name}: {}", size.side(), problem.what));
        }
        for (name, summary) in results.names.iter().zip(results.summaries()) {
            exit = exit.max(match (summary.wrong, summary.failed) {
                (0, 0) => Exit::Success,
                (0, _) => Exit::Error,
                _ => Exit::Failed,
            });
            if summary.solved < results.puzzle_count() {
                left.retain(|entry| entry.name != *name);
            }
        }
    }
    let asked = if plan.unique { "solution and uniqueness" } else { "first solution" };
    let what = format!(
        "{asked}, {} a side, random grids with {:.0} % of the cells empty, seed {}",
        super::super::count(count, "puzzle"),
        100.0 * EMPTY,
        plan.seed
    );
    let limit = plan.time_limit.as_secs_f64();
    let text = format!(
        "{what}\n\n{}\n\n\
         Mean time of a puzzle. -: not all solved within {limit} s, or so on a smaller side.\n\
         power: the time grows with this power of the side.\n",
        compare::scale_table(&scale, Style::Text)
    );
    write_lines(text.as_bytes())?;
    if let Some(mut file) = plot {
        let title = "Time over the side of the grid";
        let svg = compare::plot_scale_svg(&scale, title, &what).map_err(anyhow::Error::msg)?;
        std::io::Write::write_all(&mut file, svg.as_bytes())?;
        file.finish()?;
    }
    Ok(exit)
}

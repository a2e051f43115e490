//! Puzzles as the page states them.

use anyhow::{Context as _, Result, ensure};
use satdoku::rules::RuleName;
use satdoku::{Candidates, Cell, Digit, Grid, Puzzle, Regions, Rules, RulesBuilder, Size};
use serde::{Deserialize, Serialize};

/// The sides of the page's grids.
pub const SIDES: std::ops::RangeInclusive<usize> = 4..=16;

/// Where a digit is, or is not: as `{"cell", "digit"}`.
#[derive(Serialize)]
pub struct Candidate {
    cell: usize,
    digit: usize,
}

/// Rules, before it is known whether there are such.
#[derive(Deserialize, Serialize)]
pub struct RulesJson {
    /// Height and width; with regions or `latin` only their product counts.
    #[serde(rename = "box")]
    box_shape: [usize; 2],
    /// Names as on the command line, without `classic` and `jigsaw`.
    rules: Vec<String>,
    /// By cell: the number of its region, -1 if it has none yet.
    regions: Option<Vec<i64>>,
}

/// A puzzle.
#[derive(Deserialize, Serialize)]
pub struct PuzzleJson {
    #[serde(flatten)]
    rules: RulesJson,
    values: Vec<u16>,
}

impl RulesJson {
    /// What puts the rules together.
    pub fn builder(&self) -> Result<RulesBuilder> {
        let [height, width] = self.box_shape;
        let size = Size::new(height, width)?;
        check_side(size.side())?;
        let is_latin = self.rules.iter().any(|name| name == RuleName::Latin.name());
        ensure!(!is_latin || self.regions.is_none(), "expected regions or latin, found both");
        let is_boxless = is_latin || self.regions.is_some();
        let size = if is_boxless { Size::without_boxes(size.side()) } else { size };
        let mut builder = Rules::builder(size);
        for name in &self.rules {
            let found = added_rules().find(|rule| rule.name() == name);
            builder = builder.named(found.with_context(|| {
                let known: Vec<&str> = added_rules().map(RuleName::name).collect();
                format!("rules: expected one of {}, found {name:?}", known.join(", "))
            })?);
        }
        Ok(match &self.regions {
            Some(numbers) => builder.regions(regions(size, numbers)?),
            None => builder,
        })
    }

    fn of(rules: &Rules) -> RulesJson {
        let size = rules.size();
        let regions = rules.regions().map(|regions| {
            let mut labels = regions.labels().to_vec();
            labels.sort_unstable();
            labels.dedup();
            let number = |label| labels.binary_search(label).expect("one of them") as i64;
            regions.labels().iter().map(number).collect()
        });
        let is_added = |name: &&str| added_rules().any(|rule| rule.name() == *name);
        RulesJson {
            box_shape: [size.box_height(), size.box_width()],
            rules: rules.names().filter(is_added).map(ToOwned::to_owned).collect(),
            regions,
        }
    }
}

/// The rules that the page names; boxes and regions go without.
pub fn added_rules() -> impl Iterator<Item = RuleName> {
    RuleName::all().filter(|rule| !matches!(rule, RuleName::Classic | RuleName::Jigsaw))
}

/// Whether the page shows grids of this side.
pub fn check_side(side: usize) -> Result<()> {
    let (least, most) = SIDES.into_inner();
    ensure!(
        SIDES.contains(&side),
        "expected a side of {least} to {most}, found {side}; the command line takes others: \
         satdoku solve FILE"
    );
    Ok(())
}

fn regions(size: Size, numbers: &[i64]) -> Result<Regions> {
    let (side, cell_count) = (size.side(), size.cell_count());
    let found = numbers.len();
    ensure!(found == cell_count, "regions: expected {cell_count} numbers, found {found}");
    let mut regions = vec![Vec::new(); side];
    for (cell, &number) in size.cells().zip(numbers) {
        match usize::try_from(number) {
            Ok(number) if number < side => regions[number].push(cell),
            _ => ensure!(
                number == -1,
                "regions: expected numbers from 0 to {}, or -1, found {number}",
                side - 1
            ),
        }
    }
    Ok(Regions::from_cells(size, &regions)?)
}

impl PuzzleJson {
    /// The puzzle, if there is such.
    pub fn to_puzzle(&self) -> Result<Puzzle> {
        let rules = self.rules.builder()?.build()?;
        let givens = Grid::from_values(rules.size(), &self.values[..])?;
        Ok(Puzzle::new(rules, givens)?)
    }

    /// The same as a request or an answer states it.
    pub fn of(puzzle: &Puzzle) -> PuzzleJson {
        let values = puzzle.givens().values().to_vec();
        PuzzleJson { rules: RulesJson::of(puzzle.rules()), values }
    }
}

impl From<satdoku::Candidate> for Candidate {
    fn from(candidate: satdoku::Candidate) -> Candidate {
        Candidate { cell: candidate.cell.index(), digit: candidate.digit.value() }
    }
}

/// The numbers of cells.
pub fn indices(cells: impl IntoIterator<Item = Cell>) -> Vec<usize> {
    cells.into_iter().map(Cell::index).collect()
}

/// A mask a cell.
pub fn to_masks(candidates: &Candidates) -> Vec<u32> {
    let bit = |digit: Digit| 1 << digit.index();
    candidates.size().cells().map(|cell| candidates[cell].iter().map(bit).sum()).collect()
}

/// The candidates of a mask a cell.
pub fn of_masks(size: Size, masks: &[u32]) -> Result<Candidates> {
    let (side, cell_count, found) = (size.side(), size.cell_count(), masks.len());
    ensure!(found == cell_count, "marks: expected {cell_count} masks, found {found}");
    let mut candidates = Candidates::none(size);
    for (cell, &mask) in size.cells().zip(masks) {
        ensure!(mask >> side == 0, "marks: expected masks of {side} bits, found {mask}");
        let digits = size.digits().filter(|digit| mask >> digit.index() & 1 == 1);
        candidates[cell] = digits.collect();
    }
    Ok(candidates)
}

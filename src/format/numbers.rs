//! Puzzles as numbers, for programs that hold them so: JSON with a number for each cell.

use serde::{Deserialize, Serialize};

use crate::grid::{Grid, Size, SizeError};
use crate::names::NameError;
use crate::rules::{Puzzle, Regions, RegionsError, RuleName, Rules, RulesBuilder, RulesError};

/// Rules as JSON: `{"box": [3, 3], "rules": ["diagonal"], "regions": null}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RulesNumbers {
    /// Height and width of a box; without boxes only their product counts, the side.
    #[serde(rename = "box")]
    pub box_shape: [usize; 2],
    /// The names of rules; `classic` and `jigsaw` go without saying.
    pub rules: Vec<String>,
    /// By cell: the index of its region, from 0, or -1 if it has none yet.
    pub regions: Option<Vec<i64>>,
}

/// A puzzle as JSON.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PuzzleNumbers {
    /// Its rules.
    #[serde(flatten)]
    pub rules: RulesNumbers,
    /// By cell: the digit that is given, or 0.
    pub values: Vec<u16>,
}

/// Why numbers are no puzzle.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NumbersError {
    /// No such box, not so many cells, or a digit above the side.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A name that is not that of a rule.
    #[error("rules: {0}")]
    Name(#[from] NameError),
    /// Rules that the grid cannot have.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A region that there is not.
    #[error("regions: expected numbers from -1 to {}, found {found}", side - 1)]
    Region {
        /// The number of regions.
        side: usize,
        /// The index given.
        found: i64,
    },
    /// Names that contradict the regions, or the lack of them.
    #[error("expected {0}")]
    Base(&'static str),
}

impl RulesNumbers {
    /// The size of the grid.
    ///
    /// # Errors
    /// [`NumbersError::Size`] if there is no such box.
    pub fn size(&self) -> Result<Size, NumbersError> {
        let [height, width] = self.box_shape;
        let size = Size::new(height, width)?;
        let is_boxless = self.regions.is_some() || self.has(RuleName::Latin);
        Ok(if is_boxless { Size::without_boxes(size.side()) } else { size })
    }

    fn has(&self, rule: RuleName) -> bool {
        self.rules.iter().any(|name| name == rule.name())
    }

    /// What puts the rules together.
    ///
    /// # Errors
    /// [`NumbersError`]: unknown names, or regions that do not share out the grid.
    pub fn builder(&self) -> Result<RulesBuilder, NumbersError> {
        let size = self.size()?;
        if self.regions.is_some() && self.has(RuleName::Latin) {
            return Err(NumbersError::Base("regions or latin, found both"));
        }
        if self.regions.is_none() && self.has(RuleName::Jigsaw) {
            return Err(NumbersError::Base("the regions of a jigsaw, found none"));
        }
        let names = self.rules.iter().map(|name| name.parse());
        let builder = names.into_iter().try_fold(Rules::builder(size), |builder, name| {
            name.map(|name: RuleName| builder.named(name))
        })?;
        let Some(indices) = &self.regions else { return Ok(builder) };
        let (side, expected, found) = (size.side(), size.cell_count(), indices.len());
        if found != expected {
            return Err(RulesError::from(RegionsError::Labels { expected, found }).into());
        }
        let mut regions = vec![Vec::new(); side];
        for (cell, &index) in size.cells().zip(indices) {
            match usize::try_from(index).ok().and_then(|index| regions.get_mut(index)) {
                Some(region) => region.push(cell),
                None if index == -1 => {}
                None => return Err(NumbersError::Region { side, found: index }),
            }
        }
        Ok(builder.regions(Regions::from_cells(size, &regions).map_err(RulesError::from)?))
    }
}

impl PuzzleNumbers {
    /// The puzzle.
    ///
    /// # Errors
    /// [`NumbersError`] if there is no such puzzle. Its givens may clash.
    pub fn to_puzzle(&self) -> Result<Puzzle, NumbersError> {
        let givens = Grid::from_values(self.rules.size()?, &self.values[..])?;
        Ok(Puzzle::new(self.rules.builder()?.build()?, givens)?)
    }
}

/// Extra regions and single pairs have no name, and are left out.
impl From<&Puzzle> for PuzzleNumbers {
    fn from(puzzle: &Puzzle) -> PuzzleNumbers {
        let (rules, size) = (puzzle.rules(), puzzle.size());
        let indices = |regions: &Regions| regions.indices().iter().map(|&i| i as i64).collect();
        let says_more = |name: &&str| !["classic", "jigsaw"].contains(name);
        PuzzleNumbers {
            rules: RulesNumbers {
                box_shape: [size.box_height(), size.box_width()],
                rules: rules.names().filter(says_more).map(ToOwned::to_owned).collect(),
                regions: rules.regions().map(indices),
            },
            values: puzzle.givens().values().to_vec(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_are_read_back_as_the_same() {
        for json in [
            r#"{"box":[2,3],"rules":["diagonal"],"regions":null,"values":[0,0,6]}"#,
            r#"{"box":[1,5],"rules":["latin"],"regions":null,"values":[]}"#,
            r#"{"box":[2,2],"rules":["anti-king"],"regions":[0,0,0,1,0,1,1,1,2,2,2,3,2,3,3,3],"values":[4]}"#,
        ] {
            let mut numbers: PuzzleNumbers = serde_json::from_str(json).unwrap();
            numbers.values.resize(numbers.rules.size().unwrap().cell_count(), 0);
            let puzzle = numbers.to_puzzle().unwrap();
            assert_eq!(PuzzleNumbers::from(&puzzle), numbers);
        }
    }

    #[test]
    fn without_boxes_only_the_side_counts() {
        for (name, regions) in [("latin", None), ("jigsaw", Some(vec![-1; 16]))] {
            let numbers = RulesNumbers { box_shape: [1, 4], rules: vec![name.into()], regions };
            assert_eq!(numbers.size(), Ok(Size::FOUR), "{name}");
        }
    }

    #[test]
    fn says_what_the_numbers_lack() {
        for (rules, regions, message) in [
            (&["killer"][..], None, "rules: expected classic, jigsaw, latin, diagonal"),
            (&["windoku"], None, "expected a grid of 9x9 for windoku"),
            (&["jigsaw"], None, "expected the regions of a jigsaw, found none"),
            (&["latin"], Some(vec![0; 16]), "expected regions or latin, found both"),
            (&[], Some(vec![0; 15]), "expected 16 region labels, one for each cell, found 15"),
            (&[], Some(vec![4; 16]), "regions: expected numbers from -1 to 3, found 4"),
            (&[], Some(vec![-1; 16]), "expected 4 cells in region a, found 0"),
        ] {
            let rules = rules.iter().map(ToString::to_string).collect();
            let rules = RulesNumbers { box_shape: [2, 2], rules, regions };
            let error = PuzzleNumbers { rules, values: vec![0; 16] }.to_puzzle().unwrap_err();
            assert!(error.to_string().starts_with(message), "{error}");
        }
    }
}

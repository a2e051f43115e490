//! Builds rules step by step.

use super::{Clue, ClueKind, Regions, Rules, RulesError, Unit, UnitKind, Variant};
use crate::grid::{Cell, Size};
use itertools::Itertools;

/// Builds [`Rules`]: rows and columns; boxes, or regions in place of boxes, or neither of them;
/// then further units, and pairs of cells that must differ.
///
/// ```
/// use satdoku::{Rules, Size, Variant};
/// let rules = Rules::builder(Size::FOUR)
///     .regions("aaab abbb cccd cddd".parse()?)
///     .variant(Variant::AntiKing)
///     .build()?;
/// assert_eq!(rules.to_string(), "jigsaw, anti-king");
/// let (a4, d1) = (Size::FOUR.cell(0, 3), Size::FOUR.cell(3, 0));
/// assert!(!rules.are_peers(a4, d1));
/// let rules = Rules::builder(Size::FOUR).pair(a4, d1).build()?;
/// assert!(rules.are_peers(a4, d1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub struct RulesBuilder {
    size: Size,
    regions: Option<Regions>,
    /// All variants that were added, including classic, jigsaw and latin.
    variants: Vec<Variant>,
    clues: Vec<Clue>,
}

impl Rules {
    /// A builder that starts with rows, columns and the boxes of this size.
    pub fn builder(size: Size) -> RulesBuilder {
        RulesBuilder { size, regions: None, variants: Vec::new(), clues: Vec::new() }
    }

    /// Rows, columns and boxes.
    pub fn classic(size: Size) -> Rules {
        Rules::builder(size).build().expect("of any size")
    }

    /// Rows, columns, boxes and both main diagonals (X-Sudoku).
    pub fn diagonal(size: Size) -> Rules {
        Rules::builder(size).variant(Variant::Diagonal).build().expect("of any size")
    }

    /// Only rows and columns.
    pub fn latin(size: Size) -> Rules {
        Rules::builder(size).without_boxes().build().expect("of any size")
    }
}

impl RulesBuilder {
    /// The size of the grid.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Puts regions in place of the boxes (jigsaw Sudoku).
    pub fn regions(self, regions: Regions) -> RulesBuilder {
        RulesBuilder { regions: Some(regions), ..self }.variant(Variant::Jigsaw)
    }

    /// Leaves out the boxes, without regions in place of them (latin square).
    pub fn without_boxes(self) -> RulesBuilder {
        self.variant(Variant::Latin)
    }

    /// Adds the rule of a variant. A jigsaw also needs its regions, which can be added before or
    /// after the variant.
    pub fn variant(mut self, variant: Variant) -> RulesBuilder {
        self.variants.push(variant);
        self
    }

    /// Adds a clue.
    pub fn clue(mut self, clue: Clue) -> RulesBuilder {
        self.clues.push(clue);
        self
    }

    /// Adds a region in which no digit occurs twice. It may share cells with other units.
    pub fn extra_region(self, cells: &[Cell]) -> RulesBuilder {
        let (cells, numbers) = (cells.to_vec(), Vec::new());
        self.clue(Clue { kind: ClueKind::ExtraRegion, cells, numbers })
    }

    /// Adds the rule that two cells hold different digits.
    pub fn pair(self, first: Cell, second: Cell) -> RulesBuilder {
        let (cells, numbers) = (vec![first, second], Vec::new());
        self.clue(Clue { kind: ClueKind::Differ, cells, numbers })
    }

    /// Makes the rules.
    ///
    /// # Errors
    /// [`RulesError`] if the regions, a variant or a clue does not fit the grid; if more than one
    /// of classic, jigsaw and latin was added; if a jigsaw has no regions; or if there are more
    /// than 10,000 clues, or too many for the limits on their parts.
    pub fn build(self) -> Result<Rules, RulesError> {
        let RulesBuilder { size, regions, mut variants, clues } = self;
        let (side, error) = (size.side(), |message| Err(RulesError::new(message)));
        if !variants.iter().any(|variant| variant.is_base()) {
            variants.push(Variant::Classic);
        }
        variants = variants.into_iter().sorted_unstable().dedup().collect();
        let base = variants[0];
        if let Some(second) = variants.get(1).filter(|variant| variant.is_base()) {
            return error(format!("expected {base} or {second}, found both"));
        }
        if base == Variant::Jigsaw && regions.is_none() {
            return error("expected the regions of the jigsaw, found none".to_owned());
        }
        let mut units = Unit::partition(size, UnitKind::Row, |cell| size.row_index(cell));
        units.extend(Unit::partition(size, UnitKind::Column, |cell| size.column_index(cell)));
        if let Some(regions) = &regions {
            if regions.side() != side {
                let found = regions.side();
                return error(format!(
                    "expected regions for a grid of side {side}, found regions of side {found}"
                ));
            }
            let (kinds, indices) = (regions.kinds(), regions.indices());
            let kind = |index: usize| UnitKind::Region(kinds[index]);
            units.extend(Unit::partition(size, kind, |cell| indices[cell.index()]));
        }
        let mut all_pairs = Vec::new();
        for &variant in &variants {
            let (_, (expected, is_met), add) = variant.row();
            if !is_met(size, base == Variant::Classic) {
                let found = match base {
                    Variant::Jigsaw => format!("a jigsaw of {side}x{side}"),
                    Variant::Latin => format!("a latin square of {side}x{side}"),
                    _ => format!("one with boxes of {size}"),
                };
                return error(format!("expected {expected} for {variant}, found {found}"));
            }
            add(size, &mut units, &mut all_pairs);
        }
        let rules = Rules::new(size, variants, regions, units, all_pairs);
        if clues.is_empty() { Ok(rules) } else { rules.with_clues(clues) }
    }
}

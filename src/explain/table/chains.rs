//! Wings and chains of cells and units. Each truth is divided into two parts, and the second part
//! cannot hold together with the first part of the next truth.
//!
//! The definitions of M-, S- and L-wings are those of the forums at dailysudoku.com and
//! forum.enjoysudoku.com.

use itertools::Itertools;

use super::look::{Look, union};
use super::row::Row;
use crate::evidence::enumerate;
use crate::explain::alternating::Chain;
use crate::explain::technique::Technique;
use crate::explain::words::Words;
use crate::grid::{Candidate, Cell, CellNames, DigitSet};
use crate::rules::Group;

const WING: Row = Row { least: Some(3), ..Row::PLAIN };

pub(super) const ROWS: &[Row] = &[
    Row {
        named: &[(Technique::XyWing, "an XY-wing")],
        about: "A cell with two candidates, the pivot, sees two other cells, the pincers. Each \
                pincer has one digit of the pivot and the same third digit: this third digit is \
                removed from cells that see both pincers.",
        fits: |look| (look.cells_in_chain()?.len() == 3).then_some(Technique::XyWing),
        more: -0.5,
        ..WING
    },
    Row {
        named: &[(Technique::XyzWing, "an XYZ-wing")],
        about: "A cell with three candidates, the pivot, sees two other cells, the pincers, which \
                have two of these digits each: the digit that all three cells share is removed \
                from cells that see all three.",
        fits: |look| {
            let digits = look.cells()?.into_iter().map(|(_, digits)| digits).collect_vec();
            let lengths = digits.iter().map(DigitSet::len).sorted();
            let is_fit = lengths.eq([2, 2, 3]) && union(&digits).len() == 3;
            is_fit.then_some(Technique::XyzWing)
        },
        says: |words| {
            let cells = words.step.truths.iter().filter_map(Group::cell);
            let (pincers, pivot): (Vec<_>, Vec<_>) =
                cells.partition(|&cell| words.state.candidates()[cell].len() == 2);
            Some(wing(words, &pivot, &pincers, "them"))
        },
        more: -0.5,
        ..WING
    },
    Row {
        named: &[(Technique::WWing, "a W-wing")],
        about: "Two cells have the same two candidates. In a unit, one of these digits has two \
                places, and each place sees one of the two cells: the other digit is removed from \
                cells that see both cells.",
        fits: |look| (places_of_digits(look) == [0, 1, 1, 1, 1, 0]).then_some(Technique::WWing),
        ..WING
    },
    Row {
        named: &[(Technique::MWing, "an M-wing")],
        about: "A cell with two candidates, two places of one of these digits in a unit, and two \
                places of the other digit in a unit form a chain: at least one of the two ends of \
                the chain holds.",
        // (x=y)-(y=y)-(x=x)
        fits: |look| {
            let places = places_of_digits(look);
            let is_fit = places == [0, 1, 1, 1, 0, 0] || places == [0, 0, 2, 2, 2, 0];
            (is_fit && is_plain(look)).then_some(Technique::MWing)
        },
        ..WING
    },
    Row {
        named: &[(Technique::SWing, "an S-wing")],
        about: "Two places of a digit in a unit, a cell with this digit and one other candidate, \
                and two places of the other digit in a unit form a chain: at least one of the two \
                ends of the chain holds.",
        // (x=x)-(x=y)-(y=y)
        fits: |look| {
            let is_fit = places_of_digits(look) == [0, 0, 0, 3, 3, 3] && is_plain(look);
            is_fit.then_some(Technique::SWing)
        },
        ..WING
    },
    Row {
        named: &[(Technique::LWing, "an L-wing")],
        about: "Three digits, each with two places in a unit, form a chain. The two ends of the \
                chain see each other or share a cell, and at least one of the ends holds.",
        // (x=x)-(y=y)-(z=z)
        fits: |look| {
            let is_fit = places_of_digits(look) == [0, 0, 2, 2, 4, 4] && is_plain(look);
            is_fit.then_some(Technique::LWing)
        },
        ..WING
    },
    Row {
        named: &[(Technique::RemotePair, "a remote pair")],
        about: "Cells with the same two candidates form a chain: if two of these cells are an odd \
                number of links apart, they hold different digits, so the two cells hold both.",
        fits: |look| {
            let cells = look.cells_in_chain()?;
            cells.iter().map(|(_, digits)| digits).all_equal().then_some(Technique::RemotePair)
        },
        least: Some(4),
        ..Row::PLAIN
    },
    Row {
        named: &[(Technique::XyChain, "an XY-chain")],
        about: "Cells with two candidates form a chain: whichever digits they hold, one of the two \
                ends holds the digit that both ends share.",
        fits: |look| look.cells_in_chain().map(|_| Technique::XyChain),
        ..Row::PLAIN
    },
    Row {
        named: &[(Technique::NiceLoop, "a continuous nice loop")],
        about: "A chain closes to a loop: exactly one end of each link holds, so candidates that \
                both ends of a link exclude are removed.",
        fits: |look| closes(look)?.then_some(Technique::NiceLoop),
        ..Row::PLAIN
    },
    Row {
        named: &[(Technique::Chain, "an alternating inference chain")],
        about: "Candidates form a chain in which strong and weak links alternate: at least one of \
                the two ends holds.",
        fits: |look| (!look.chain().is_empty() && is_plain(look)).then_some(Technique::Chain),
        ..Row::PLAIN
    },
    Row {
        named: &[(Technique::GroupedChain, "a grouped alternating inference chain")],
        about: "An alternating inference chain in which a group of places of a digit counts as one \
                candidate.",
        fits: |look| (!look.chain().is_empty()).then_some(Technique::GroupedChain),
        ..Row::PLAIN
    },
];

/// For each part of the chain, the index of the first part with the same digit.
fn places_of_digits(look: &Look<'_>) -> Vec<usize> {
    let digits = look.chain().iter().map(|part| look.candidate(part[0]).digit).collect_vec();
    let place = |digit| digits.iter().position(|other| other == digit);
    digits.iter().filter_map(place).collect()
}

/// Whether the two ends of the chain exclude each other.
fn closes(look: &Look<'_>) -> Option<bool> {
    let [first, .., last] = look.chain() else { return None };
    let mut ends = first.iter().cartesian_product(last);
    Some(ends.all(|(&a, &b)| look.web.are_rivals(a, b)))
}

/// Whether each part of the chain has only one candidate, and the chain does not close.
fn is_plain(look: &Look<'_>) -> bool {
    closes(look) == Some(false) && look.chain().iter().all(|part| part.len() == 1)
}

/// The words for a wing: `pivot B3 (379), pincers B9 (39) and C3 (79): one of them is 9`.
fn wing(words: &Words<'_>, pivot: &[Cell], pincers: &[Cell], which: &str) -> String {
    let named = |cells: &[Cell]| {
        enumerate(&cells.iter().map(|&cell| words.with_digits(cell)).collect_vec(), "and")
    };
    let gone = words.step.conclusion.eliminated();
    let digits = words.digits(gone.iter().map(|c| c.digit).dedup(), "or");
    format!("pivot {}, pincers {}: one of {which} is {digits}", named(pivot), named(pincers))
}

impl Words<'_> {
    /// The words for each chain and the conclusions that it shows, and then for the conclusions
    /// that no chain shows.
    pub(in crate::explain) fn in_chains(&self) -> String {
        let step = self.step;
        let chains = step.chains(self.state);
        let shown = |shows: &[Candidate]| match step.conclusion.placed() {
            Some(_) => self.conclusion(),
            None => self.eliminations(shows),
        };
        let told = chains.iter().map(|chain| {
            let conclusion = shown(&chain.shows);
            match &chain.parts[..] {
                [first, _, pivot, _, _, last] if step.technique == Technique::XyWing => {
                    let [first, pivot, last] = [first, pivot, last].map(|part| part[0].cell);
                    let wing = wing(self, &[pivot], &[first, last], "the pincers");
                    format!("{wing}, so {conclusion}")
                }
                _ if chain.closes => {
                    let line = self.line(chain);
                    format!(
                        "the chain {line} closes to a loop, since its ends exclude each other: one \
                         of its ends holds, and one side of each weak link holds, so {conclusion}"
                    )
                }
                _ => {
                    let line = self.line(chain);
                    format!("in the chain {line} one of the two ends holds, so {conclusion}")
                }
            }
        });
        let is_left = |c: &&Candidate| !chains.iter().any(|chain| chain.shows.contains(c));
        let left = step.conclusion.candidates().iter().filter(is_left).copied().collect_vec();
        let otherwise =
            (!left.is_empty()).then(|| format!("{}, so {}", self.otherwise(), shown(&left)));
        told.chain(otherwise).join("; ")
    }

    /// The chains in Eureka notation, if the step is a chain: `(5)B3=B8-F8=F3`,
    /// `(8)GI1=(8-6)C1=(6)C5`.
    pub(in crate::explain) fn eureka(&self) -> Option<String> {
        let chains = self.step.chains(self.state);
        let lines = chains.iter().map(|chain| self.line(chain)).join("; ");
        (!chains.is_empty()).then_some(lines)
    }

    fn line(&self, chain: &Chain) -> String {
        let is_of_one_digit = chain.parts.iter().flatten().map(|part| part.digit).all_equal();
        let parts = ["-", "="].into_iter().cycle().zip(&chain.parts);
        let parts = parts.map(|(sign, part)| (sign, part, self.node(part))).collect_vec();
        // Successive parts in the same cells are written in one pair of brackets.
        let same = parts.chunk_by(|(.., first), (.., second)| first == second).enumerate();
        let nodes = same.map(|(number, same)| {
            let (sign, _, cells) = &same[0];
            let digits =
                same.iter().map(|(sign, part, _)| sign.to_string() + &self.digits_of(part));
            match number {
                0 => format!("({}){cells}", &digits.collect::<String>()[1..]),
                _ if is_of_one_digit => format!("{sign}{cells}"),
                _ => format!("{sign}({}){cells}", &digits.collect::<String>()[1..]),
            }
        });
        nodes.collect()
    }

    /// The cells of a part of a chain in Eureka notation: `B3`, `GI1` for G1 and I1, `G1,H2`.
    fn node(&self, part: &[Candidate]) -> String {
        let size = self.state.size();
        let cells = part.iter().map(|c| c.cell).sorted().dedup().collect_vec();
        let rows = cells.iter().map(|&cell| size.row_index(cell)).sorted().dedup().collect_vec();
        let columns =
            cells.iter().map(|&cell| size.column_index(cell)).sorted().dedup().collect_vec();
        if size.side() > 9 || rows.len() * columns.len() != cells.len() {
            return cells.iter().map(|&cell| self.cell(cell)).join(",");
        }
        let columns = columns.iter().map(|column| column + 1).join("");
        let rows = rows.iter().map(|&row| self.names.row(size, row)).join("");
        match self.names {
            CellNames::A1 => format!("{rows}{columns}"),
            CellNames::Rc => format!("r{rows}c{columns}"),
        }
    }
}

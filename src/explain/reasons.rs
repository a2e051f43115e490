//! Why steps hold, in the words that solvers of Sudoku use. A sentence claims for each conclusion
//! only what holds for it.

use itertools::Itertools;

use super::alternating::Chain;
use super::deadly::Deadly;
use super::shape::{AlmostLocked, AlsChain, Blossom, DigitFish};
use super::step::Step;
use super::technique::Technique;
use super::words::{CellNames, Words, units_named};
use crate::evidence::enumerate;
use crate::grid::{Candidate, Cell, DigitSet};
use crate::rules::{Group, UnitKind};

/// The most truths that a reader can follow without other words.
const FEW_TRUTHS: usize = 8;

impl Words<'_> {
    /// The reason and what follows.
    pub(super) fn told(&self) -> String {
        let step = self.step;
        let because = match (step.technique, &step.truths[..]) {
            (Technique::Contradiction, [Group::Cell(cell)]) => {
                return format!("{} has no candidate left", self.cell(*cell));
            }
            (Technique::Contradiction, _) => {
                return format!("there is no place left for {}", self.place());
            }
            (Technique::NakedSingle, [Group::Cell(cell)]) => {
                format!("no other digit is left in {}", self.cell(*cell))
            }
            (Technique::FullHouse, [Group::Unit(unit, _)]) => {
                format!("all other cells of {} are filled", self.unit(*unit))
            }
            (Technique::HiddenSingle, [Group::Unit(unit, digit)]) => {
                let places = self.places();
                let digit = self.write(*digit);
                format!("{digit} can only be in {places} in {}", self.unit(*unit))
            }
            (
                Technique::Pointing | Technique::Claiming | Technique::LockedCandidates,
                [Group::Unit(unit, _)],
            ) if step.links.len() > 1 => {
                let sees = if step.conclusion.eliminated().len() > 1 { "see" } else { "sees" };
                let gone = self.cells(step.conclusion.eliminated().iter().map(|c| c.cell), "and");
                let places = self.places();
                format!(
                    "in {} it can only be in {places}, and {gone} {sees} all of these",
                    self.unit(*unit)
                )
            }
            (
                Technique::Pointing
                | Technique::Claiming
                | Technique::LockedCandidates
                | Technique::Fish(_),
                _,
            ) => format!(
                "in {} it can only be in {}",
                self.units(&step.truths),
                self.units(&step.links)
            ),
            (Technique::FinnedFish(size) | Technique::SashimiFish(size), _) => {
                let (lines, places) = (self.units(&step.truths), self.places());
                format!("in {lines} it can only be in {places}{}", self.fins(size))
            }
            (Technique::NakedSubset(_) | Technique::LockedSubset(_) | Technique::SueDeCoq, _) => {
                let digits: DigitSet = self.members().map(|candidate| candidate.digit).collect();
                let each = if step.technique == Technique::SueDeCoq { ", each once" } else { "" };
                let digits = self.digits(digits.iter(), "and");
                format!("{} can only hold {digits}{each}", self.place())
            }
            (Technique::HiddenSubset(_), [Group::Unit(unit, _), ..]) => {
                let digits: DigitSet = step.truths.iter().filter_map(Group::digit).collect();
                let (digits, places) = (self.digits(digits.iter(), "and"), self.places());
                format!("{digits} can only be in {places} in {}", self.unit(*unit))
            }
            _ if !step.assumed.is_empty() => self.two_solutions(),
            (Technique::XyzWing, truths) => {
                let cells = truths.iter().filter_map(Group::cell);
                let (pincers, pivot): (Vec<_>, Vec<_>) =
                    cells.partition(|&cell| self.state.candidates()[cell].len() == 2);
                self.wing(&pivot, &pincers, "them")
            }
            _ => match self.by_shape() {
                Some(because) => because,
                None => return self.in_chains(),
            },
        };
        format!("{because}, so {}", self.conclusion())
    }

    /// Why all conclusions follow from almost locked sets, or from a fish of any units.
    fn by_shape(&self) -> Option<String> {
        match self.step.technique {
            Technique::AlsXz => self.almost_locked(),
            Technique::AlsXyWing | Technique::AlsChain => self.almost_locked_chain(),
            Technique::DeathBlossom => self.blossom(),
            Technique::WxyzWing => {
                let cells = self.step.truths.iter().filter_map(Group::cell);
                let cells = cells.map(|cell| self.with_digits(cell)).collect_vec();
                let digit = self.digits(
                    self.step.conclusion.eliminated().iter().map(|c| c.digit).dedup(),
                    "or",
                );
                Some(format!(
                    "of the digits in {} only {digit} can be there twice, so one of these cells holds {digit}",
                    enumerate(&cells, "and")
                ))
            }
            Technique::FrankenFish(_)
            | Technique::FinnedFrankenFish(_)
            | Technique::MutantFish(_)
            | Technique::FinnedMutantFish(_) => self.fish_of_any_units(),
            _ => None,
        }
    }

    /// `in row 2 and box 5 it can only be in columns 3 and 8, or in the fin D4`.
    fn fish_of_any_units(&self) -> Option<String> {
        let bases = self.step.truths.iter().filter_map(Group::unit).collect_vec();
        let (rules, gone) = (self.state.rules(), self.step.conclusion.eliminated());
        let fish = DigitFish::of(rules, &bases, &self.members().collect_vec(), gone)?;
        let covers = fish.covers.iter().map(|&unit| self.kind(unit)).collect();
        let fins = self.cells(fish.fins.iter().map(|fin| fin.cell), "and");
        let fins = match fish.fins.len() {
            0 => String::new(),
            1 => format!(", or in the fin {fins}"),
            _ => format!(", or in the fins {fins}"),
        };
        let bases = self.units(&self.step.truths);
        Some(format!("in {bases} it can only be in {}{fins}", units_named(covers)))
    }

    /// The cells of the truths with their candidates.
    fn cells_with_digits(&self) -> Vec<(Cell, DigitSet)> {
        let cells = self.step.truths.iter().filter_map(Group::cell);
        cells.map(|cell| (cell, self.state.candidates()[cell].clone())).collect()
    }

    /// `A1 and A2 (123)`.
    fn set_with_digits(&self, set: &[Cell]) -> String {
        let open = set.iter().flat_map(|&cell| self.state.open(Group::Cell(cell)));
        let digits = self.digits_of(&open.sorted_by_key(|c| c.digit).collect_vec());
        format!("{} ({digits})", self.cells(set.iter().copied(), "and"))
    }

    /// `almost locked sets P: A1 (12), Q: B1 and B5 (234) and R: C5 (45): only one of P and Q can hold
    /// 2, only one of Q and R can hold 4, so P or R holds 1`.
    fn almost_locked_chain(&self) -> Option<String> {
        let gone = self.step.conclusion.eliminated();
        let chain = AlsChain::of(self.state.rules(), &self.cells_with_digits(), gone)?;
        let names = ('P'..='Z').collect_vec();
        let sets = chain.sets.iter().zip(&names);
        let sets = sets.map(|(set, name)| format!("{name}: {}", self.set_with_digits(set)));
        let pairs = chain.shared.iter().zip(names.iter().tuple_windows());
        let pairs = pairs.map(|(&shared, (first, second))| {
            format!("only one of {first} and {second} can hold {}", self.write(shared))
        });
        let (last, digit) = (names[chain.sets.len() - 1], self.write(gone[0].digit));
        Some(format!(
            "almost locked sets {}: {}, so P or {last} holds {digit}",
            enumerate(&sets.collect_vec(), "and"),
            pairs.collect_vec().join(", ")
        ))
    }

    /// `whichever digit the stem B2 (123) holds, a petal loses it, and then holds 5; petals: A1 (15),
    /// A2 (25) and A3 (35)`.
    fn blossom(&self) -> Option<String> {
        let gone = self.step.conclusion.eliminated();
        let Blossom { stem, petals } =
            Blossom::of(self.state.rules(), &self.cells_with_digits(), gone)?;
        let petals = petals.iter().map(|set| self.set_with_digits(set)).collect_vec();
        Some(format!(
            "the petals are {}; whichever digit the stem {} holds, one petal loses it and must hold {}",
            enumerate(&petals, "and"),
            self.with_digits(stem),
            self.write(gone[0].digit)
        ))
    }

    /// The conclusions by the chains that show them, and the conclusions that no chain shows.
    fn in_chains(&self) -> String {
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
                    let wing = self.wing(&[pivot], &[first, last], "the pincers");
                    format!("{wing}, so {conclusion}")
                }
                _ if chain.closes => {
                    let line = self.line(chain);
                    format!("the chain {line} closes, so each of its links holds one: {conclusion}")
                }
                _ => format!("in {} one of the two ends holds, so {conclusion}", self.line(chain)),
            }
        });
        let is_left = |c: &&Candidate| !chains.iter().any(|chain| chain.shows.contains(c));
        let left = step.conclusion.candidates().iter().filter(is_left).copied().collect_vec();
        let otherwise =
            (!left.is_empty()).then(|| format!("{}, so {}", self.otherwise(), shown(&left)));
        told.chain(otherwise).join("; ")
    }

    /// `almost locked sets A1 and A2 (123) and B5 (34): only one of them can hold 3, so one of them
    /// holds 4`.
    fn almost_locked(&self) -> Option<String> {
        let cells = self.cells_with_digits();
        let gone = self.step.conclusion.eliminated();
        let AlmostLocked { sets, restricted } = AlmostLocked::of(self.state.rules(), &cells, gone)?;
        let sets = sets.iter().map(|set| self.set_with_digits(set)).collect_vec();
        let (sets, shared) =
            (enumerate(&sets, "and"), self.digits(restricted.iter().copied(), "and"));
        let digits = self.digits(gone.iter().map(|c| c.digit).sorted().dedup(), "and");
        Some(match restricted[..] {
            [_] => format!(
                "almost locked sets {sets}: only one of them can hold {shared}, so one of them holds {digits}"
            ),
            _ => format!(
                "almost locked sets {sets}: each of {shared} is in one of them, and both hold all their other digits"
            ),
        })
    }

    /// `pivot B3 (379), pincers B9 (39) and C3 (79): one of them is 9`.
    fn wing(&self, pivot: &[Cell], pincers: &[Cell], which: &str) -> String {
        let named = |cells: &[Cell]| {
            enumerate(&cells.iter().map(|&cell| self.with_digits(cell)).collect_vec(), "and")
        };
        let digits =
            self.digits(self.step.conclusion.eliminated().iter().map(|c| c.digit).dedup(), "or");
        format!("pivot {}, pincers {}: one of {which} is {digits}", named(pivot), named(pincers))
    }

    /// Which places of a fish are fins: all eliminated candidates lie in its other lines, and see
    /// the fins.
    fn fins(&self, size: usize) -> String {
        let (rules, of_grid) = (self.state.rules(), self.state.size());
        let line = self.step.truths[0].unit().map(|unit| self.kind(unit));
        let across = |cell: &Cell| match line {
            Some(UnitKind::Row(_)) => of_grid.column_index(*cell),
            _ => of_grid.row_index(*cell),
        };
        let gone = self.step.conclusion.eliminated();
        let places = self.members().map(|c| c.cell).sorted().dedup().collect_vec();
        let covers = places.iter().map(across).sorted().dedup().combinations(size);
        let fins = covers.filter_map(|cover| {
            let is_fin = |cell: &&Cell| !cover.contains(&across(cell));
            let fins = places.iter().filter(is_fin).copied().collect_vec();
            let sees = |cell| fins.iter().all(|&fin| rules.are_peers(fin, cell));
            gone.iter().all(|c| cover.contains(&across(&c.cell)) && sees(c.cell)).then_some(fins)
        });
        match fins.min_by_key(Vec::len).as_deref() {
            None | Some([]) => String::new(),
            Some([fin]) => format!("; the fin is {}", self.cell(*fin)),
            Some(fins) => format!("; the fins are {}", self.cells(fins.iter().copied(), "and")),
        }
    }

    /// If the conclusion did not hold, patterns would be left that have two solutions.
    fn two_solutions(&self) -> String {
        let step = self.step;
        let besides = Step { assumed: Vec::new(), ..step.clone() };
        let with = match &step.truths[..] {
            [] => String::new(),
            _ => format!("with {} filled in, ", Words { step: &besides, ..*self }.place()),
        };
        let patterns = step.assumed.iter().map(|deadly| self.deadly(deadly)).collect_vec();
        let patterns = enumerate(&patterns, "or");
        format!(
            "if {}, then {with}{patterns}, and the puzzle would have two solutions",
            self.opposite(step.conclusion.eliminated())
        )
    }

    /// What would go wrong if a conclusion did not hold. Few truths can be followed.
    fn otherwise(&self) -> String {
        let why = match self.step.technique {
            Technique::SetLogic(truths, _) if truths > FEW_TRUTHS => {
                format!("no short reason ({truths} truths); ")
            }
            _ => String::new(),
        };
        format!("{why}otherwise {} cannot all be filled", self.place())
    }

    /// What would be left of a pattern: `A1, A4, B1 and B4 would all hold 3 or 7`.
    pub(super) fn deadly(&self, deadly: &Deadly) -> String {
        if !deadly.is_of_two_digits() {
            return "every open cell would have two candidates \
                    and every open digit two places in each unit"
                .to_owned();
        }
        let digits = self.digits(deadly.digits().iter(), "or");
        let cells = self.cells(deadly.cells(), "and");
        let is_placed = |cell| self.state.placed().get(cell).is_some();
        match deadly.cells().any(is_placed) {
            true => format!("{cells}, none of them a given, would all hold {digits}"),
            false => format!("{cells} would all hold {digits}"),
        }
    }

    /// The chains in Eureka notation, if the step is a chain: `(5)B3=B8-F8=F3`,
    /// `(8)GI1=(8-6)C1=(6)C5`.
    pub(super) fn eureka(&self) -> Option<String> {
        let chains = self.step.chains(self.state);
        let lines = chains.iter().map(|chain| self.line(chain)).join("; ");
        (!chains.is_empty()).then_some(lines)
    }

    fn line(&self, chain: &Chain) -> String {
        let is_of_one_digit = chain.parts.iter().flatten().map(|part| part.digit).all_equal();
        let parts = ["-", "="].into_iter().cycle().zip(&chain.parts);
        let parts = parts.map(|(sign, part)| (sign, part, self.node(part))).collect_vec();
        // Parts in the same cells share their brackets.
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

    /// The cells of a part of a chain: `B3`, `GI1` for G1 and I1, `G1,H2`.
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
        match self.names {
            CellNames::A1 => {
                let letter = |&row: &usize| size.cell_name(size.cell(row, 0)).replace('1', "");
                format!("{}{columns}", rows.iter().map(letter).join(""))
            }
            CellNames::Rc => format!("r{}c{columns}", rows.iter().map(|row| row + 1).join("")),
        }
    }

    /// `379`.
    fn digits_of(&self, part: &[Candidate]) -> String {
        let mut digits = part.iter().map(|c| self.write(c.digit)).dedup();
        digits.join(if self.state.size().side() > 9 { "," } else { "" })
    }

    /// A cell with its candidates: `B3 (379)`.
    pub(super) fn with_digits(&self, cell: Cell) -> String {
        self.set_with_digits(&[cell])
    }
}

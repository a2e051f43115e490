//! Fish: the places of a digit in several units are all in the same number of other units.

use itertools::Itertools;

use super::look::{Look, are_parallel};
use super::row::Row;
use crate::explain::derivation::are_rivals;
use crate::explain::lists::Index;
use crate::explain::technique::Technique;
use crate::explain::words::Words;
use crate::grid::{Candidate, Cell};
use crate::rules::{Group, Rules, UnitIndex, UnitKind};

/// A fish has as many truths as units.
const FISH: Row = Row { least: None, ..Row::PLAIN };
const FINNED: Row = Row { fits: finned, says: with_fins, needs_boxes: true, ..FISH };
const OF_ANY_UNITS: Row = Row { fits: any_units, says: in_any_units, needs_boxes: true, ..FISH };

pub(super) const ROWS: &[Row] = &[
    Row {
        named: &[
            (Technique::Fish(2), "an X-wing"),
            (Technique::Fish(3), "a swordfish"),
            (Technique::Fish(4), "a jellyfish"),
        ],
        about: "The places of a digit in {} rows lie in {} columns: the digit is removed from the \
                rest of these columns. Rows and columns can exchange their roles.",
        of_size: "a fish of {}",
        fits: |look| {
            let lines = Lines::of(look)?;
            let size = lines.places.len();
            (lines.across.len() <= size).then_some(Technique::Fish(size))
        },
        says: |words| {
            let [bases, covers] = [&words.step.truths, &words.step.links].map(|it| words.units(it));
            Some(format!("in {bases} it can only be in {covers}"))
        },
        ..FISH
    },
    Row {
        named: &[
            (Technique::FinnedFish(2), "a finned X-wing"),
            (Technique::FinnedFish(3), "a finned swordfish"),
            (Technique::FinnedFish(4), "a finned jellyfish"),
        ],
        about: "A fish of {} lines has additional places in one box, the fin: the digit is removed \
                only from cells that also see the fin.",
        of_size: "a finned fish of {}",
        ..FINNED
    },
    Row {
        named: &[
            (Technique::SashimiFish(2), "a sashimi X-wing"),
            (Technique::SashimiFish(3), "a sashimi swordfish"),
            (Technique::SashimiFish(4), "a sashimi jellyfish"),
        ],
        about: "A finned fish of {} lines in which the fin replaces a missing place: the digit is \
                removed only from cells that see the fin.",
        of_size: "a sashimi fish of {}",
        ..FINNED
    },
    Row {
        named: &[
            (Technique::FrankenFish(2), "a franken X-wing"),
            (Technique::FrankenFish(3), "a franken swordfish"),
            (Technique::FrankenFish(4), "a franken jellyfish"),
        ],
        about: "The places of a digit in {} units, the bases, lie in {} other units, the covers: \
                the digit is removed from the rest of the covers. Some units are boxes; neither \
                the bases nor the covers have both rows and columns.",
        ..OF_ANY_UNITS
    },
    Row {
        named: &[
            (Technique::FinnedFrankenFish(2), "a finned franken X-wing"),
            (Technique::FinnedFrankenFish(3), "a finned franken swordfish"),
            (Technique::FinnedFrankenFish(4), "a finned franken jellyfish"),
        ],
        about: "A franken fish of {} units has additional places, the fins: the digit is removed \
                only from cells that also see all fins.",
        ..OF_ANY_UNITS
    },
    Row {
        named: &[
            (Technique::MutantFish(2), "a mutant X-wing"),
            (Technique::MutantFish(3), "a mutant swordfish"),
            (Technique::MutantFish(4), "a mutant jellyfish"),
        ],
        about: "The places of a digit in {} units of any kind, the bases, lie in {} other units, \
                the covers: the digit is removed from the rest of the covers.",
        ..OF_ANY_UNITS
    },
    Row {
        named: &[
            (Technique::FinnedMutantFish(2), "a finned mutant X-wing"),
            (Technique::FinnedMutantFish(3), "a finned mutant swordfish"),
            (Technique::FinnedMutantFish(4), "a finned mutant jellyfish"),
        ],
        about: "A mutant fish of {} units has additional places, the fins: the digit is removed \
                only from cells that also see all fins.",
        ..OF_ANY_UNITS
    },
];

/// Parallel lines with places of a digit: the kind of the lines; for each line, its places and the
/// numbers of the crossing lines of these places; and the numbers of all these crossing lines.
struct Lines {
    kind: UnitKind,
    places: Vec<Vec<(usize, Cell)>>,
    across: Vec<usize>,
}

impl Lines {
    fn of(look: &Look<'_>) -> Option<Lines> {
        let kinds = look.units_of_one_digit()?;
        let kind = kinds[0];
        if !are_parallel(&kinds) || !kind.is_line() {
            return None;
        }
        let place = |&place: &Index| {
            let cell = look.candidate(place).cell;
            (across(look.rules(), kind, cell), cell)
        };
        let truths = look.core.truths.iter();
        let places = truths.map(|&truth| look.web.members(truth).iter().map(place).collect());
        let places: Vec<Vec<_>> = places.collect();
        let all = places.iter().flatten().map(|(across, _)| *across).sorted().dedup().collect();
        Some(Lines { kind, places, across: all })
    }
}

/// The index of the line through a cell that crosses lines of this kind.
fn across(rules: &Rules, line: UnitKind, cell: Cell) -> usize {
    match line {
        UnitKind::Row(_) => rules.size().column_index(cell),
        _ => rules.size().row_index(cell),
    }
}

/// The name of a fish with fins in the box of the refuted candidate. It is a sashimi fish if a line
/// has only one place that is not a fin.
fn finned(look: &Look<'_>) -> Option<Technique> {
    let (lines, rules) = (Lines::of(look)?, look.rules());
    let (target, size) = (look.candidate(look.refuted()?).cell, lines.places.len());
    let in_target = across(rules, lines.kind, target);
    let of_box =
        |cell: Cell| rules.units_of(cell).iter().find(|&&unit| rules.unit(unit).kind.is_box());
    let near = of_box(target)?;
    let is_fit = |cover: &Vec<usize>| {
        let mut fins = lines.places.iter().flatten().filter(|(across, _)| !cover.contains(across));
        cover.contains(&in_target) && fins.all(|&(_, fin)| of_box(fin) == Some(near))
    };
    let cover = lines.across.iter().copied().combinations(size).find(is_fit)?;
    let is_lacking = |line: &Vec<(usize, Cell)>| {
        line.iter().filter(|(across, _)| cover.contains(across)).count() < 2
    };
    Some(match lines.places.iter().any(is_lacking) {
        true => Technique::SashimiFish(size),
        false => Technique::FinnedFish(size),
    })
}

fn any_units(look: &Look<'_>) -> Option<Technique> {
    look.units_of_one_digit()?;
    let bases = look.groups.iter().filter_map(Group::unit).collect_vec();
    let places = look.members().map(|member| look.candidate(member)).collect_vec();
    let target = [look.candidate(look.refuted()?)];
    let fish = DigitFish::of(look.rules(), &bases, &places, &target)?;
    let size = bases.len();
    Some(match (fish.is_franken(look.rules()), fish.fins.is_empty()) {
        (true, true) => Technique::FrankenFish(size),
        (true, false) => Technique::FinnedFrankenFish(size),
        (false, true) => Technique::MutantFish(size),
        (false, false) => Technique::FinnedMutantFish(size),
    })
}

/// The words for a finned fish: `in rows B and F it can only be in A1, A5, F1 and G5; the fin is
/// G5`. All eliminated candidates are in the crossing lines of the fish, and see the fins.
fn with_fins(words: &Words<'_>) -> Option<String> {
    let (step, rules) = (words.step, words.state.rules());
    let line = words.kind(step.truths[0].unit()?);
    let gone = step.conclusion.eliminated();
    let across = |cell: &Cell| across(rules, line, *cell);
    let places = words.members().map(|c| c.cell).sorted().dedup().collect_vec();
    let covers = places.iter().map(across).sorted().dedup().combinations(step.truths.len());
    let fins = covers.filter_map(|cover| {
        let is_fin = |cell: &&Cell| !cover.contains(&across(cell));
        let fins = places.iter().filter(is_fin).copied().collect_vec();
        let sees = |cell| fins.iter().all(|&fin| rules.are_peers(fin, cell));
        gone.iter().all(|c| cover.contains(&across(&c.cell)) && sees(c.cell)).then_some(fins)
    });
    let fins = match fins.min_by_key(Vec::len).as_deref() {
        None | Some([]) => String::new(),
        Some([fin]) => format!("; the fin is {}", words.cell(*fin)),
        Some(fins) => format!("; the fins are {}", words.cells(fins.iter().copied(), "and")),
    };
    let lines = words.units(&step.truths);
    Some(format!("in {lines} it can only be in {}{fins}", words.places()))
}

/// The words for a fish of any units: `in row B and box 5 it can only be in columns 3 and 8, or in
/// the fin D4`.
fn in_any_units(words: &Words<'_>) -> Option<String> {
    let bases = words.step.truths.iter().filter_map(Group::unit).collect_vec();
    let (rules, gone) = (words.state.rules(), words.step.conclusion.eliminated());
    let fish = DigitFish::of(rules, &bases, &words.members().collect_vec(), gone)?;
    let covers = fish.covers.iter().map(|&unit| words.kind(unit)).collect();
    let covers = words.units_named(covers);
    let fins = words.cells(fish.fins.iter().map(|fin| fin.cell), "and");
    let seen = words.cells(gone.iter().map(|gone| gone.cell), "and");
    let sees = if gone.len() == 1 { "sees" } else { "see" };
    let fins = match fish.fins.len() {
        0 => String::new(),
        count => format!(
            ", or in the {} {fins}. If no fin holds it, it can only be in {covers}; and {seen} \
             {sees} every fin",
            if count == 1 { "fin" } else { "fins" }
        ),
    };
    let bases = words.units(&words.step.truths);
    Some(format!("in {bases} it can only be in {covers}{fins}"))
}

/// A fish of a digit: units, the bases, and the same number of other units, the covers. All places
/// of the digit in the bases are in the covers, except the fins.
pub(super) struct DigitFish {
    bases: Vec<UnitIndex>,
    covers: Vec<UnitIndex>,
    fins: Vec<Candidate>,
}

impl DigitFish {
    /// The fish with the fewest fins that refutes all targets: each target is in a cover, is not a
    /// place of the bases, and sees all fins. A place in two bases is a fin. `places` are the
    /// places of the bases, base by base.
    fn of(
        rules: &Rules,
        bases: &[UnitIndex],
        places: &[Candidate],
        targets: &[Candidate],
    ) -> Option<DigitFish> {
        const MOST: usize = 4;
        let units = |c: &Candidate| rules.units_of(c.cell);
        let twice = places.iter().duplicates().copied().collect_vec();
        let of_places = places.iter().flat_map(units).copied().unique();
        let others = of_places.filter(|unit| !bases.contains(unit)).collect_vec();
        if bases.len() > MOST || targets.iter().any(|target| places.contains(target)) {
            return None;
        }
        let fins = others.into_iter().combinations(bases.len()).filter_map(|covers| {
            let is_covered = |c: &Candidate| units(c).iter().any(|unit| covers.contains(unit));
            let is_fin = |c: &&Candidate| twice.contains(c) || !is_covered(c);
            let fins = places.iter().filter(is_fin).copied().unique().collect_vec();
            let sees = |target| fins.iter().all(|&fin| are_rivals(rules, fin, target));
            let is_refuted = |target: &Candidate| is_covered(target) && sees(*target);
            targets.iter().all(is_refuted).then_some((covers, fins))
        });
        let (covers, fins) = fins.min_by_key(|(_, fins)| fins.len())?;
        Some(DigitFish { bases: bases.to_vec(), covers, fins })
    }

    /// Whether the bases do not have both rows and columns, nor the covers.
    fn is_franken(&self, rules: &Rules) -> bool {
        [&self.bases, &self.covers].iter().all(|side| {
            let kinds = side.iter().map(|&unit| rules.unit(unit).kind);
            are_parallel(&kinds.filter(|kind| kind.is_line()).collect_vec())
        })
    }
}

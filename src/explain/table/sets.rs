//! Sets of cells. An almost locked set has one digit more than cells.

use itertools::Itertools;

use super::locked::only_hold;
use super::look::{Look, union};
use super::row::Row;
use crate::evidence::enumerate;
use crate::explain::derivation::are_rivals;
use crate::explain::sectors::{FEWEST, loops};
use crate::explain::technique::Technique;
use crate::explain::words::Words;
use crate::grid::{Candidate, Cell, Digit, DigitSet};
use crate::rules::{Group, Rules, UnitIndex};

const ALS: Row = Row { least: Some(4), ..Row::PLAIN };

pub(super) const ROWS: &[Row] = &[
    Row {
        named: &[(Technique::SueDeCoq, "a sue de coq")],
        about: "Cells in both a box and a line, together with other cells of the box and of the \
                line, have as many digits as cells: each digit is removed from the rest of its box \
                or line.",
        fits: |look| is_sue_de_coq(look.rules(), &look.cells()?).then_some(Technique::SueDeCoq),
        says: |words| Some(format!("{}, each once", only_hold(words))),
        needs_boxes: true,
        ..Row::PLAIN
    },
    Row {
        named: &[(Technique::WxyzWing, "a WXYZ-wing")],
        about: "Four cells of a box and a line have four digits together, and only one of these \
                digits can be in two of the cells at once: this digit is removed from cells that \
                see all its places in the four cells.",
        fits: |look| {
            let target = look.candidate(look.refuted()?);
            let is_fit = is_wxyz_wing(look.rules(), &look.cells()?, target);
            is_fit.then_some(Technique::WxyzWing)
        },
        says: |words| {
            let cells = words.step.truths.iter().filter_map(Group::cell);
            let cells = cells.map(|cell| words.with_digits(cell)).collect_vec();
            let (cells, digit) =
                (enumerate(&cells, "and"), gone(words).iter().map(|c| c.digit).dedup());
            let digit = words.digits(digit, "or");
            Some(format!(
                "of the digits in {cells} only {digit} can be there twice, so one of these cells holds {digit}"
            ))
        },
        needs_boxes: true,
        ..ALS
    },
    Row {
        named: &[(Technique::AlsXz, "an ALS-XZ")],
        about: "Two sets of cells each have one digit more than cells, and only one of the sets \
                can hold a digit X: for any other digit Z of both sets, at least one of the sets \
                holds Z.",
        fits: |look| {
            let target = [look.candidate(look.refuted()?)];
            AlmostLocked::of(look.rules(), &look.cells()?, &target).map(|_| Technique::AlsXz)
        },
        says: two_sets,
        ..Row::PLAIN
    },
    Row {
        named: &[(Technique::AlsXyWing, "an ALS-XY-wing")],
        about: "Three sets of cells each have one digit more than cells. The middle set shares \
                with each outer set a digit that only one of these two sets can hold: at least one \
                of the outer sets holds a digit Z that is in both outer sets.",
        ..ALS_CHAIN
    },
    Row {
        named: &[(Technique::AlsChain, "an ALS chain")],
        about: "More than three sets of cells, each with one digit more than cells, form a chain. \
                Each two neighbours share a digit that only one of them can hold: the first or the \
                last set holds a digit Z that is in both of these.",
        ..ALS_CHAIN
    },
    Row {
        named: &[(Technique::DeathBlossom, "a death blossom")],
        about: "A cell is the stem. For each candidate of the stem, there is a petal: a set of \
                cells with one digit more than cells, which loses this candidate if the stem holds \
                it. All petals have a digit Z: whichever digit the stem holds, one petal must hold \
                Z.",
        fits: |look| {
            let target = [look.candidate(look.refuted()?)];
            Blossom::of(look.rules(), &look.cells()?, &target).map(|_| Technique::DeathBlossom)
        },
        says: petals,
        ..ALS
    },
    Row {
        named: &[(Technique::SkLoop, "an SK loop")],
        about: "Two rows and two columns cross in four boxes: the sixteen cells beside the \
                crossings can only hold sixteen digits of these lines and boxes. The digits are \
                removed from all other cells of these lines and boxes.",
        ..MANY_SECTORS
    },
    Row {
        named: &[(Technique::MultiSectorLockedSet, "a multi-sector locked set")],
        about: "Cells of several rows and columns can only hold certain digits of certain lines \
                and boxes, as many as there are cells: these digits are removed from all other \
                cells of these lines and boxes.",
        ..MANY_SECTORS
    },
];

const MANY_SECTORS: Row = Row { fits: many_sectors, says: each_once, ..ALS };

/// The name of a large set of cells whose digits, counted in lines and boxes, are as many as the
/// cells.
fn many_sectors(look: &Look<'_>) -> Option<Technique> {
    let cells = look.cells()?.into_iter().map(|(cell, _)| cell).collect_vec();
    let mut links = look.core.links.iter().map(|&link| look.web.groups.group(link));
    let is_locked = links.len() == cells.len() && links.all(|link| link.unit().is_some());
    let size = look.rules().size();
    let in_a_line = cells.iter().map(|&cell| size.row_index(cell)).all_equal()
        || cells.iter().map(|&cell| size.column_index(cell)).all_equal();
    if !is_locked || cells.len() < FEWEST || in_a_line {
        return None;
    }
    Some(match loops(look.rules()).contains(&cells) {
        true => Technique::SkLoop,
        false => Technique::MultiSectorLockedSet,
    })
}

const ALS_CHAIN: Row = Row {
    fits: |look| {
        let target = [look.candidate(look.refuted()?)];
        Some(match AlsChain::of(look.rules(), &look.cells()?, &target)?.sets.len() {
            3 => Technique::AlsXyWing,
            _ => Technique::AlsChain,
        })
    },
    says: sets_in_a_row,
    ..ALS
};

/// The words for a large set of cells: `A2, A3 and I8 can only hold 1 and 6 in row B, and 7 in box
/// 1, each once`.
fn each_once(words: &Words<'_>) -> Option<String> {
    let links = words.step.links.iter().filter_map(|link| Some((link.unit()?, link.digit()?)));
    let links = links.chunk_by(|(unit, _)| *unit);
    let links = links.into_iter().map(|(unit, links)| {
        let digits = words.digits(links.map(|(_, digit)| digit), "and");
        format!("{digits} in {}", words.unit(unit))
    });
    let links = links.collect_vec().join(", ");
    Some(format!("{} can only hold {links}, each once", words.place()))
}

fn gone<'w>(words: &'w Words<'_>) -> &'w [Candidate] {
    words.step.conclusion.eliminated()
}

/// The cells of the truths with their candidates.
fn cells_with_digits(words: &Words<'_>) -> Vec<(Cell, DigitSet)> {
    let cells = words.step.truths.iter().filter_map(Group::cell);
    cells.map(|cell| (cell, words.state.candidates()[cell].clone())).collect()
}

/// The words for two almost locked sets: `almost locked sets A1 and A2 (123) and B5 (34): only one
/// of them can hold 3, so one of them holds 4`.
fn two_sets(words: &Words<'_>) -> Option<String> {
    let (cells, gone) = (cells_with_digits(words), gone(words));
    let AlmostLocked { sets, restricted } = AlmostLocked::of(words.state.rules(), &cells, gone)?;
    let sets = sets.iter().map(|set| words.set_with_digits(set)).collect_vec();
    let (sets, shared) = (enumerate(&sets, "and"), words.digits(restricted.iter().copied(), "and"));
    let digits = words.digits(gone.iter().map(|c| c.digit).sorted().dedup(), "and");
    Some(match restricted[..] {
        [_] => format!(
            "almost locked sets {sets}: only one of them can hold {shared}, so one of them holds {digits}"
        ),
        _ => format!(
            "almost locked sets {sets}: each of {shared} is in exactly one of them, and both sets \
             hold all their other digits"
        ),
    })
}

/// The words for a chain of almost locked sets: `almost locked sets P: A1 (12), Q: B1 and B5 (234)
/// and R: C5 (45): only one of P and Q can hold 2, only one of Q and R can hold 4, so P or R holds
/// 1`.
fn sets_in_a_row(words: &Words<'_>) -> Option<String> {
    let (cells, gone) = (cells_with_digits(words), gone(words));
    let chain = AlsChain::of(words.state.rules(), &cells, gone)?;
    let names = ('P'..='Z').collect_vec();
    let sets = chain.sets.iter().zip(&names);
    let sets = sets.map(|(set, name)| format!("{name}: {}", words.set_with_digits(set)));
    let pairs = chain.shared.iter().zip(names.iter().tuple_windows());
    let pairs = pairs.map(|(&shared, (first, second))| {
        format!("only one of {first} and {second} can hold {}", words.write(shared))
    });
    let (last, digit) = (names[chain.sets.len() - 1], words.write(gone[0].digit));
    Some(format!(
        "almost locked sets {}: {}, so P or {last} holds {digit}",
        enumerate(&sets.collect_vec(), "and"),
        pairs.collect_vec().join(", ")
    ))
}

/// `the petals are A1 (15), A2 (25) and A3 (35); whichever digit the stem B2 (123) holds, one petal
/// loses this digit and must hold 5`.
fn petals(words: &Words<'_>) -> Option<String> {
    let (cells, gone) = (cells_with_digits(words), gone(words));
    let Blossom { stem, petals } = Blossom::of(words.state.rules(), &cells, gone)?;
    let petals = petals.iter().map(|set| words.set_with_digits(set)).collect_vec();
    Some(format!(
        "the petals are {}; whichever digit the stem {} holds, one petal loses this digit and must \
         hold {}",
        enumerate(&petals, "and"),
        words.with_digits(stem),
        words.write(gone[0].digit)
    ))
}

/// Whether the cells are a Sue de Coq: all cells are in a box or a line, some of them in both, some
/// only in the box and some only in the line; the latter two have no digit in common.
fn is_sue_de_coq(rules: &Rules, cells: &[(Cell, DigitSet)]) -> bool {
    let inside = |unit: UnitIndex, cell: Cell| rules.unit(unit).cells.contains(&cell);
    let is_box = |unit: UnitIndex| rules.unit(unit).kind.is_box();
    let all: Vec<UnitIndex> =
        cells.iter().flat_map(|(cell, _)| rules.units_of(*cell)).copied().unique().collect();
    union(cells.iter().map(|(_, digits)| digits)).len() == cells.len()
        && all.iter().copied().cartesian_product(&all).any(|(first, &second)| {
            let of = |in_first: bool, in_second: bool| {
                cells.iter().filter(move |(cell, _)| {
                    (inside(first, *cell), inside(second, *cell)) == (in_first, in_second)
                })
            };
            let part = |in_first, in_second| {
                of(in_first, in_second).fold(DigitSet::EMPTY, |all, (_, set)| &all | set)
            };
            is_box(first)
                && !is_box(second)
                && of(false, false).count() == 0
                && of(true, true).count() >= 2
                && [of(true, false).count(), of(false, true).count()].iter().all(|&n| n > 0)
                && (&part(true, false) & &part(false, true)).is_empty()
        })
}

/// Whether the cells are a WXYZ-wing: four cells of a box and a line, some of them in both, with
/// four digits. Only the digit of the target can be in two of the cells at once, and the target
/// sees all its places.
fn is_wxyz_wing(rules: &Rules, cells: &[(Cell, DigitSet)], target: Candidate) -> bool {
    let units = || cells.iter().flat_map(|(cell, _)| rules.units_of(*cell)).unique();
    let is_crossed = |(of_box, line): (&UnitIndex, &UnitIndex)| {
        let is_in = |(cell, _): &(Cell, DigitSet)| {
            [of_box, line].map(|unit| rules.units_of(*cell).contains(unit))
        };
        let all = cells.iter().map(is_in).collect_vec();
        rules.unit(*of_box).kind.is_box()
            && rules.unit(*line).kind.is_line()
            && !all.contains(&[false, false])
            && all.contains(&[true, true])
    };
    let digits = union(cells.iter().map(|(_, digits)| digits));
    let can_be_twice = |&digit: &Digit| {
        let places = places(cells, digit);
        places.iter().tuple_combinations().any(|(&a, &b)| !are_rivals(rules, a, b))
    };
    cells.len() == 4
        && digits.len() == 4
        && digits.iter().filter(can_be_twice).eq([target.digit])
        && sees_all(rules, target, &places(cells, target.digit))
        && units().cartesian_product(units().collect_vec()).any(is_crossed)
}

/// The places of a digit in these cells.
fn places(cells: &[(Cell, DigitSet)], digit: Digit) -> Vec<Candidate> {
    let holds = cells.iter().filter(|(_, digits)| digits.contains(digit));
    holds.map(|&(cell, _)| Candidate { cell, digit }).collect()
}

/// Whether a candidate excludes each of some places.
fn sees_all(rules: &Rules, target: Candidate, places: &[Candidate]) -> bool {
    !places.is_empty() && places.iter().all(|&held| are_rivals(rules, held, target))
}

/// Whether at most one of two sets of cells can hold a digit that both have as a candidate.
fn is_restricted(rules: &Rules, sets: [&[(Cell, DigitSet)]; 2], digit: Digit) -> bool {
    let [first, second] = sets.map(|set| places(set, digit));
    !first.is_empty() && first.iter().all(|&held| sees_all(rules, held, &second))
}

/// Sets of cells, each cell with its digits.
type Sets = Vec<Vec<(Cell, DigitSet)>>;

/// Divides cells into almost locked sets: each set is in one unit and has one digit more than
/// cells. Returns the first way to do this for which `is_end` is true. The search continues with
/// some sets only if `goes_on` is true for them.
fn parted(
    rules: &Rules,
    left: Vec<(Cell, DigitSet)>,
    sets: Sets,
    goes_on: &dyn Fn(&Sets) -> bool,
    is_end: &dyn Fn(&Sets) -> bool,
) -> Option<Sets> {
    if left.is_empty() {
        return is_end(&sets).then_some(sets);
    }
    let size_of = |set: &[&(Cell, DigitSet)]| union(set.iter().map(|(_, digits)| digits)).len();
    let is_in_unit = |set: &[&(Cell, DigitSet)]| {
        let mut units = rules.units_of(set[0].0).iter();
        units.any(|unit| set.iter().all(|(cell, _)| rules.units_of(*cell).contains(unit)))
    };
    let next = left
        .iter()
        .powerset()
        .skip(1)
        .filter(|set| size_of(set) == set.len() + 1 && is_in_unit(set));
    next.filter_map(|set| {
        let rest = left.iter().filter(|cell| !set.contains(cell)).cloned().collect_vec();
        let set = set.into_iter().cloned().collect_vec();
        let sets = sets.iter().cloned().chain([set]).collect_vec();
        goes_on(&sets).then(|| parted(rules, rest, sets, goes_on, is_end))?
    })
    .next()
}

/// The sets without their digits.
fn cells_of(sets: Sets) -> Vec<Vec<Cell>> {
    sets.into_iter().map(|set| set.into_iter().map(|(cell, _)| cell).collect()).collect()
}

/// How many cells are divided into more than two sets at most.
const MOST_PARTED: usize = 9;

/// A chain of at least three almost locked sets. Two successive sets share a digit that only one of
/// them can hold, and successive shared digits differ.
struct AlsChain {
    sets: Vec<Vec<Cell>>,
    /// The digits that successive sets share.
    shared: Vec<Digit>,
}

impl AlsChain {
    /// Divides the cells into such a chain. The first and the last set refute all targets, which
    /// have the same digit, because one of these two sets holds this digit.
    fn of(rules: &Rules, cells: &[(Cell, DigitSet)], targets: &[Candidate]) -> Option<AlsChain> {
        let digit = targets.iter().map(|target| target.digit).all_equal_value().ok()?;
        if cells.len() > MOST_PARTED {
            return None;
        }
        // The digit of the target, then the shared digits from the first set to the last.
        let shared = |sets: &Sets| {
            sets.iter().tuple_windows().try_fold(vec![digit], |mut shared, (first, second)| {
                let all = &union(first.iter().map(|(_, digits)| digits))
                    & &union(second.iter().map(|(_, digits)| digits));
                let is_new = |next: &Digit| Some(next) != shared.last();
                let next = all
                    .iter()
                    .filter(is_new)
                    .find(|&next| is_restricted(rules, [first, second], next))?;
                shared.push(next);
                Some(shared)
            })
        };
        let is_seen = |set: &[(Cell, DigitSet)]| {
            targets.iter().all(|&target| sees_all(rules, target, &places(set, digit)))
        };
        let is_chain = |sets: &Sets| {
            let [first, .., last] = &sets[..] else { return false };
            sets.len() > 2
                && is_seen(first)
                && is_seen(last)
                && shared(sets).is_some_and(|shared| shared.last() != Some(&digit))
        };
        let goes_on = |sets: &Sets| is_seen(&sets[0]) && shared(sets).is_some();
        let sets = parted(rules, cells.to_vec(), Vec::new(), &goes_on, &is_chain)?;
        let shared = shared(&sets)?.split_off(1);
        Some(AlsChain { sets: cells_of(sets), shared })
    }
}

/// A death blossom: a cell, the stem, and for each of its digits, ascending, a petal. A petal is an
/// almost locked set that loses this digit if the stem holds it.
struct Blossom {
    stem: Cell,
    petals: Vec<Vec<Cell>>,
}

impl Blossom {
    /// Divides the cells into a blossom that refutes all targets, which have the same digit,
    /// because one petal holds this digit.
    fn of(rules: &Rules, cells: &[(Cell, DigitSet)], targets: &[Candidate]) -> Option<Blossom> {
        let digit = targets.iter().map(|target| target.digit).all_equal_value().ok()?;
        if cells.len() > MOST_PARTED {
            return None;
        }
        cells.iter().find_map(|(stem, of_stem)| {
            let of_stem = of_stem.iter().collect_vec();
            let is_petal = |(set, &held): (&Vec<(Cell, DigitSet)>, &Digit)| {
                let placed = Candidate { cell: *stem, digit: held };
                held != digit
                    && sees_all(rules, placed, &places(set, held))
                    && targets.iter().all(|&target| sees_all(rules, target, &places(set, digit)))
            };
            let goes_on = |sets: &Sets| {
                sets.len() <= of_stem.len() && sets.iter().zip(&of_stem).all(is_petal)
            };
            let is_whole = |sets: &Sets| sets.len() == of_stem.len();
            let others = cells.iter().filter(|(cell, _)| cell != stem).cloned().collect();
            let petals = parted(rules, others, Vec::new(), &goes_on, &is_whole)?;
            Some(Blossom { stem: *stem, petals: cells_of(petals) })
        })
    }
}

/// Two almost locked sets, and the digits that only one of them can hold.
struct AlmostLocked {
    sets: Vec<Vec<Cell>>,
    restricted: Vec<Digit>,
}

impl AlmostLocked {
    /// Divides cells into two such sets that refute all targets. With one digit that only one set
    /// can hold, a candidate of another digit is removed if it sees all places of this digit in
    /// both sets. With two such digits, both sets are locked. Then a candidate of one of these two
    /// digits is removed if it sees all places of its digit in both sets, and a candidate of
    /// another digit is removed if it sees all places of its digit in one set.
    fn of(
        rules: &Rules,
        cells: &[(Cell, DigitSet)],
        targets: &[Candidate],
    ) -> Option<AlmostLocked> {
        if cells.len() > 12 {
            return None;
        }
        let restricted = |first: &[(Cell, DigitSet)], second: &[(Cell, DigitSet)]| {
            let of_first = union(first.iter().map(|(_, digits)| digits));
            let is_shared = |&digit: &Digit| is_restricted(rules, [first, second], digit);
            of_first.iter().filter(is_shared).collect_vec()
        };
        let sees = |target, places: &[Candidate]| sees_all(rules, target, places);
        let refutes_all = |sets: &Sets| {
            let [first, second] = &sets[..] else { return false };
            let restricted = restricted(first, second);
            targets.iter().all(|&target| {
                let [first, second] = [first, second].map(|set| places(set, target.digit));
                match (restricted.len(), restricted.contains(&target.digit)) {
                    (0, _) | (1, true) => false,
                    (1, false) => sees(target, &first) && sees(target, &second),
                    (_, true) => sees(target, &[first, second].concat()),
                    (_, false) => sees(target, &first) || sees(target, &second),
                }
            })
        };
        let goes_on = |sets: &Sets| sets.len() <= 2;
        let sets = parted(rules, cells.to_vec(), Vec::new(), &goes_on, &refutes_all)?;
        let restricted = restricted(&sets[0], &sets[1]);
        Some(AlmostLocked { sets: cells_of(sets), restricted })
    }
}

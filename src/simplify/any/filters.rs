//! Filters for the kinds of parts. Except where a filter says otherwise, it leaves in each cell
//! exactly the digits that the cell has in some filling. The candidates of cells are masks, in the
//! order of the cells of the part. A filter returns whether there is a filling.

use crate::rules::clue::{Diagram, Digits};

/// The filter of a [`Part::Pair`](crate::rules::Part::Pair).
pub(super) fn pair(masks: &mut [Digits], allowed: &[Digits]) -> bool {
    let (mut first, mut second) = (0, 0);
    for digit in digits(masks[0]) {
        let beside = allowed[digit] & masks[1];
        first |= Digits::from(beside != 0) << digit;
        second |= beside;
    }
    (masks[0], masks[1]) = (first, second);
    first != 0
}

/// The indices of the digits of a mask, ascending.
pub(super) fn digits(mut left: Digits) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let digit = (left != 0).then(|| left.trailing_zeros() as usize);
        left &= left.wrapping_sub(1);
        digit
    })
}

/// The filter of different cells whose digits add up to a number; only if [`fits_sum`] is true. In
/// the masks of reachable sums, each bit is a sum.
pub(super) fn sum(masks: &mut [Digits], sum: u32) -> bool {
    let count = masks.len();
    let mut before = [0u128; MOST_CELLS + 1];
    before[0] = 1;
    for (cell, &mask) in masks.iter().enumerate() {
        before[cell + 1] = digits(mask).fold(0, |all, digit| all | before[cell] << (digit + 1));
    }
    if before[count] >> sum & 1 == 0 {
        return false;
    }
    let mut after = 1u128 << sum;
    for (cell, mask) in masks.iter_mut().enumerate().rev() {
        let (mut kept, mut rest) = (0, 0);
        for digit in digits(*mask) {
            let reached = after >> (digit + 1) & before[cell];
            kept |= Digits::from(reached != 0) << digit;
            rest |= reached;
        }
        (*mask, after) = (kept, rest);
    }
    true
}

/// The largest number of cells for [`sum`].
pub(super) const MOST_CELLS: usize = 8;

/// Whether [`sum`] can be used for this many cells with digits up to this side.
pub(super) fn fits_sum(count: usize, side: usize) -> bool {
    count <= MOST_CELLS && count * side < u128::BITS as usize
}

/// The filter of a [`Part::Sets`](crate::rules::Part::Sets). Returns the digits that are in every
/// set that has a filling; `None` if no set has a filling. With more than nine cells, a few
/// impossible digits may stay.
pub(super) fn sets(masks: &mut [Digits], sets: &[Digits]) -> Option<Digits> {
    let union = masks.iter().fold(0, |all, mask| all | mask);
    let (mut kept, mut common) = ([0; Digits::BITS as usize], Digits::MAX);
    let kept = &mut kept[..masks.len()];
    for &set in sets {
        if set & !union != 0 || masks.iter().any(|mask| mask & set == 0) {
            continue;
        }
        let has_more = masks.iter().zip(&*kept).any(|(mask, kept)| mask & set & !kept != 0);
        if has_more || common & !set != 0 {
            let has_filling = match masks.len() {
                2 => fill_two(masks, set, kept),
                0..=6 => fill::<1>(masks, set, kept),
                7..=9 => fill::<8>(masks, set, kept),
                _ => {
                    kept.iter_mut().zip(&*masks).for_each(|(kept, mask)| *kept |= mask & set);
                    true
                }
            };
            common &= if has_filling { set } else { Digits::MAX };
            if common == 0 && *kept == *masks {
                break;
            }
        }
    }
    masks.copy_from_slice(kept);
    (masks.first() != Some(&0)).then_some(common)
}

/// The same as [`fill`], for two cells.
fn fill_two(masks: &[Digits], set: Digits, kept: &mut [Digits]) -> bool {
    let low = set & set.wrapping_neg();
    let mut has_filling = false;
    for (first, second) in [(low, set & !low), (set & !low, low)] {
        if masks[0] & first != 0 && masks[1] & second != 0 {
            kept[0] |= first;
            kept[1] |= second;
            has_filling = true;
        }
    }
    has_filling
}

/// Adds to `kept` the digits that cells have in assignments of the digits of a set to the cells.
/// Returns `false` if there is no assignment.
///
/// The method is dynamic programming over the subsets of the set that the first cells can hold
/// together. Each subset is one bit of `W` words.
fn fill<const W: usize>(masks: &[Digits], set: Digits, kept: &mut [Digits]) -> bool {
    let count = masks.len();
    let mut before = [[0u64; W]; 10];
    before[0][0] = 1;
    for (cell, mask) in masks.iter().enumerate() {
        let mut reached = [0; W];
        for (index, digit) in digits(set).enumerate() {
            if mask >> digit & 1 == 1 {
                let with = with_member(before[cell], index);
                (0..W).for_each(|word| reached[word] |= with[word]);
            }
        }
        before[cell + 1] = reached;
    }
    let full = (1usize << count) - 1;
    if before[count][full / 64] >> (full % 64) & 1 == 0 {
        return false;
    }
    let mut after = [0; W];
    after[full / 64] = 1 << (full % 64);
    for (cell, mask) in masks.iter().enumerate().rev() {
        let mut reached = [0; W];
        for (index, digit) in digits(set).enumerate() {
            if mask >> digit & 1 == 1 {
                let without = without_member(after, index);
                let mut any = 0;
                for word in 0..W {
                    let both = without[word] & before[cell][word];
                    reached[word] |= both;
                    any |= both;
                }
                kept[cell] |= Digits::from(any != 0) << digit;
            }
        }
        after = reached;
    }
    true
}

/// For each of six bits: a mask of the numbers below 64 in which this bit is 1.
const WITH_BIT: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// The subsets that do not contain this member, with the member added.
fn with_member<const W: usize>(subsets: [u64; W], member: usize) -> [u64; W] {
    match WITH_BIT.get(member) {
        Some(with) => subsets.map(|word| (word & !with) << (1 << member)),
        None => {
            let bit = 1 << (member - 6);
            std::array::from_fn(|word| if word & bit == 0 { 0 } else { subsets[word - bit] })
        }
    }
}

/// The subsets that contain this member, with the member removed.
fn without_member<const W: usize>(subsets: [u64; W], member: usize) -> [u64; W] {
    match WITH_BIT.get(member) {
        Some(with) => subsets.map(|word| (word & with) >> (1 << member)),
        None => {
            let bit = 1 << (member - 6);
            std::array::from_fn(|word| if word & bit == 0 { subsets[word + bit] } else { 0 })
        }
    }
}

/// The filter of a [`Part::Line`](crate::rules::Part::Line) whose cells are different. If a cell
/// occurs twice, both of its masks apply to the cell. `reached` is a buffer.
pub(super) fn line(masks: &mut [Digits], diagram: &Diagram, reached: &mut Vec<bool>) -> bool {
    if diagram.is_empty() {
        return false;
    }
    // The states that can be reached from the start, layer by layer; after the last layer there is
    // only the end state.
    let width = |position| if position < masks.len() { diagram.width(position) } else { 1 };
    reached.clear();
    reached.resize((0..=masks.len()).map(width).sum(), false);
    reached[0] = true;
    let mut start = 0;
    for (position, &mask) in masks.iter().enumerate() {
        let next = start + diagram.width(position);
        for step in diagram.layer(position) {
            let is_open = reached[start + step.from as usize] & (mask >> step.digit & 1 == 1);
            reached[next + step.to as usize] |= is_open;
        }
        start = next;
    }
    if !reached[start] {
        return false;
    }
    // Backwards from the end: the states from which the end can be reached too.
    for (position, mask) in masks.iter_mut().enumerate().rev() {
        let next = start;
        start -= diagram.width(position);
        let (from, to) = reached.split_at_mut(next);
        let (mut kept, mut steps) = (0, diagram.layer(position));
        while let Some(&first) = steps.first() {
            let mut is_on_way = false;
            let here = &mut from[start + first.from as usize];
            let mut count = 0;
            for step in steps.iter().take_while(|step| step.from == first.from) {
                let holds = *here & to[step.to as usize] & (*mask >> step.digit & 1 == 1);
                kept |= Digits::from(holds) << step.digit;
                is_on_way |= holds;
                count += 1;
            }
            *here = is_on_way;
            steps = &steps[count..];
        }
        *mask = kept;
    }
    true
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;
    use proptest::prelude::*;

    use super::*;

    /// For each cell, the digits that it has in some allowed filling, found by trying all fillings.
    fn used(masks: &[Digits], is_allowed: impl Fn(&[usize]) -> bool) -> Option<Vec<Digits>> {
        let cells = masks.iter().map(|&mask| digits(mask).collect::<Vec<_>>());
        let fillings = cells.multi_cartesian_product();
        fillings.filter(|filling| is_allowed(filling)).fold(None, |used, filling| {
            let used = used.unwrap_or_else(|| vec![0; masks.len()]);
            Some(used.iter().zip(filling).map(|(used, digit)| used | 1 << digit).collect())
        })
    }

    fn filtered(masks: &[Digits], filter: impl Fn(&mut [Digits]) -> bool) -> Option<Vec<Digits>> {
        let mut masks = masks.to_vec();
        filter(&mut masks).then_some(masks)
    }

    fn masks(side: u32, most_cells: usize) -> impl Strategy<Value = Vec<Digits>> {
        prop::collection::vec(1..1u64 << side, 1..=most_cells)
    }

    proptest! {
        #[test]
        fn a_pair_keeps_exactly_what_a_combination_uses(
            masks in prop::collection::vec(1u64..1 << 6, 2),
            allowed in prop::collection::vec(0u64..1 << 6, 6),
        ) {
            prop_assert_eq!(
                filtered(&masks, |masks| pair(masks, &allowed)),
                used(&masks, |filling| allowed[filling[0]] >> filling[1] & 1 == 1)
            );
        }

        #[test]
        fn a_sum_keeps_exactly_what_a_filling_uses(masks in masks(6, 5), total in 0u32..36) {
            prop_assert_eq!(
                filtered(&masks, |masks| sum(masks, total)),
                used(&masks, |filling| filling.iter().map(|&d| d as u32 + 1).sum::<u32>() == total)
            );
        }

        #[test]
        fn sets_keep_exactly_what_a_filling_of_one_uses(
            masks in masks(8, 5),
            chosen in prop::collection::vec(any::<prop::sample::Index>(), 0..9),
        ) {
            let of_size: Vec<Digits> = (0..1u64 << 8)
                .filter(|set| set.count_ones() as usize == masks.len())
                .collect();
            let chosen: Vec<Digits> = chosen.iter().map(|index| *index.get(&of_size)).collect();
            let set_of = |filling: &[usize]| filling.iter().fold(0, |set, digit| set | 1 << digit);
            prop_assert_eq!(
                filtered(&masks, |masks| sets(masks, &chosen).is_some()),
                used(&masks, |filling| chosen.contains(&set_of(filling)))
            );
            let fitting = chosen.iter().filter(|&&set| used(&masks, |f| set_of(f) == set).is_some());
            let common = fitting.copied().reduce(|common, set| common & set);
            prop_assert_eq!(sets(&mut masks.clone(), &chosen), common);
        }

        #[test]
        fn a_line_keeps_exactly_what_a_word_uses(
            masks in masks(5, 5),
            steps in prop::collection::vec(prop::option::of(0..4usize), 20),
            ends in prop::collection::vec(any::<bool>(), 4),
        ) {
            let step = |_: usize, &state: &usize, digit: usize| steps[5 * state + digit];
            let diagram = Diagram::new(masks.len(), 5, 0, step, |&state| ends[state]).unwrap();
            let word_ends = |filling: &[usize]| {
                filling.iter().try_fold(0, |state, &digit| steps[5 * state + digit])
            };
            prop_assert_eq!(
                filtered(&masks, |masks| line(masks, &diagram, &mut Vec::new())),
                used(&masks, |filling| word_ends(filling).is_some_and(|state| ends[state]))
            );
        }
    }

    #[test]
    fn sets_of_seven_to_nine_cells_keep_exactly_what_a_filling_uses() {
        // Eight cells that hold 1 to 8: three cells have the candidates 1 to 3, and one cell has
        // these and 4.
        let mut masks = [0b111, 0b111, 0b111, 0b1111, 0xff, 0xff, 0xff, 0x1ff];
        assert_eq!(sets(&mut masks, &[0xff]), Some(0xff));
        assert_eq!(masks, [0b111, 0b111, 0b111, 0b1000, 0xf0, 0xf0, 0xf0, 0xf0]);
        assert_eq!(sets(&mut masks, &[0x1fe]), None);
    }
}

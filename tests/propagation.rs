//! The propagation behind `satdoku candidates`: the tables of the seeds cell for cell.

use crate::reading::written::TWINS;
use satdoku::simplify::propagation::{Strategy, propagate, round};
use satdoku::{Candidates, Digit, Rules, Size};

const GRID1: &str =
    "2.............62....1....7...6..8...3...9...7...6..4...4....8....52.............3";

/// The diagonal grid1 after one pass of elimination.
const GRID1_ELIMINATED: &str = "\
\x20  2     356789  34789  |1345789  134578  134579 | 13569  1345689   145
 45789     57    34789  |1345789  134578    6    |   2      1345   14589
 45689   35689     1    | 34589   23458   23459  |   35      7     45689
------------------------+------------------------+------------------------
 14579   12579     6    |  457    123457    8    |  1359   12359    1259
   3      1258    248   |  145      9      1245  |  156    12568     7
 15789   125789   2789  |   6     12357     57   |   4     123589  12589
------------------------+------------------------+------------------------
  1679     4      237   | 13579   13567   13579  |   8     12569   12569
 16789    137      5    |   2     134678  13479  |  1679     46     1469
   17    126789   2789  | 145789  145678  14579  | 15679   124569    3
";

/// The second table of the seeds for naked twins; the first is also read and written.
const TWINS_2: &str = "\
\x20 23   4    7  |  6    8    5  |  23   9    1
  6    9    8  |  4    37   1  | 237   5   237
  23   5    1  |  23  379  2379|  8    6    4
---------------+---------------+---------------
  8    17   9  | 1235  6   237 |  4    27  2357
  5    6    2  |  8   347  347 |  37   1    9
  4    17   3  | 125  579  279 |  6    8   257
---------------+---------------+---------------
  1    8    6  |  35  345   34 |  9    27   27
  7    2    4  |  9    1    8  |  5    3    6
  9    3    5  |  7    2    6  |  1    4    8
";

/// A cell with its digits before and after.
type Change = (&'static str, &'static str, &'static str);

/// A table of candidates before and after these changes.
fn changed(table: &str, changes: &[Change]) -> [Candidates; 2] {
    let before: Candidates = table.parse().unwrap();
    let mut after = before.clone();
    for &(name, old, new) in changes {
        let cell = Size::NINE.cells().find(|&cell| Size::NINE.cell_name(cell) == name).unwrap();
        let set = |text: &str| -> satdoku::DigitSet {
            text.bytes().map(|byte| Digit::new(usize::from(byte - b'0')).unwrap()).collect()
        };
        assert_eq!(before[cell], set(old), "{name}");
        after[cell] = set(new);
    }
    [before, after]
}

#[test]
fn takes_the_steps_of_the_diagonal_agent_one_by_one() {
    let once = |strategies: &[Strategy]| {
        let mut candidates = Candidates::from_grid(&GRID1.parse().unwrap());
        round(&Rules::diagonal(Size::NINE), strategies, &mut candidates).unwrap();
        candidates
    };
    // One pass of naked twins and of only choice more.
    let changes = [("D4", "457", "4"), ("G3", "237", "2"), ("H8", "46", "6")];
    let [eliminated, all_three] = changed(GRID1_ELIMINATED, &changes);
    assert_eq!(once(&[Strategy::Eliminate]), eliminated);
    assert_eq!(once(&Strategy::ALL), all_three);
}

#[test]
fn naked_twins_change_exactly_the_cells_of_the_seeds() {
    for (table, changes) in [
        (TWINS, [("E2", "37", "3"), ("D3", "2379", "79"), ("E3", "379", "79")]),
        (TWINS_2, [("B5", "37", "3"), ("C5", "379", "79"), ("C6", "2379", "79")]),
    ] {
        let [before, after] = changed(table, &changes);
        for rules in [Rules::classic(Size::NINE), Rules::diagonal(Size::NINE)] {
            let mut left = before.clone();
            assert_eq!(round(&rules, &[Strategy::NakedTwins], &mut left), Ok(true));
            assert_eq!(left, after);
        }
    }
}

/// Peers and units looked through again and again: slow, and plain to see.
fn naive_fixpoint(rules: &Rules, start: &Candidates) -> Option<Candidates> {
    let mut left = start.clone();
    loop {
        let before = left.clone();
        for cell in rules.size().cells() {
            if let Some(digit) = left[cell].single() {
                rules.peers(cell).for_each(|peer| {
                    left[peer].remove(digit);
                });
            }
            if left[cell].is_empty() {
                return None;
            }
        }
        for (unit, digit) in rules
            .units()
            .iter()
            .flat_map(|unit| rules.size().digits().map(move |digit| (unit, digit)))
        {
            let places: Vec<_> =
                unit.cells.iter().filter(|&&cell| left[cell].contains(digit)).collect();
            match places[..] {
                [] => return None,
                [&only] => left[only] = [digit].into_iter().collect(),
                _ => {}
            }
        }
        if left == before {
            return Some(left);
        }
    }
}

#[test]
fn norvigs_queue_and_the_agents_rounds_reach_the_same_fixpoint() {
    let six = "123456456123231564564231312645645312";
    let mut state = 7_u64;
    let (mut settled, mut contradictions) = (0, 0);
    for index in 0..400 {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mask = (state >> 20) & (state >> 3);
        let text: String = six
            .bytes()
            .enumerate()
            .map(|(cell, byte)| if mask >> cell & 1 == 1 { char::from(byte) } else { '.' })
            .collect();
        let mut grid: satdoku::Grid = text.parse().unwrap();
        if index % 4 == 0 {
            grid.set(Size::new(2, 3).unwrap().cell(5, 5), Digit::new(1 + index / 4 % 6));
        }
        let rules =
            if index % 2 == 0 { Rules::classic(grid.size()) } else { Rules::diagonal(grid.size()) };
        let start = Candidates::from_grid(&grid);
        let expected = naive_fixpoint(&rules, &start);

        let (queue, result) = propagate(&rules, &start);
        assert_eq!(result.is_ok().then_some(queue), expected, "{text}");

        let strategies = [Strategy::Eliminate, Strategy::OnlyChoice];
        let mut rounds = start.clone();
        let result = loop {
            match round(&rules, &strategies, &mut rounds) {
                Ok(true) => {}
                Ok(false) => break Ok(()),
                Err(contradiction) => break Err(contradiction),
            }
        };
        assert_eq!(result.is_ok().then_some(rounds), expected, "{text}");
        if expected.is_some() { settled += 1 } else { contradictions += 1 }
    }
    assert!(settled > 50 && contradictions > 50, "{settled}, {contradictions}: one-sided");
}

//! The propagation behind `satdoku candidates`: the tables of the seeds cell for cell.

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

/// The same after one pass of naked twins and of only choice more.
const GRID1_ALL_THREE_ONCE: &str = "\
\x20  2     356789  34789  |1345789  134578  134579 | 13569  1345689   145
 45789     57    34789  |1345789  134578    6    |   2      1345   14589
 45689   35689     1    | 34589   23458   23459  |   35      7     45689
------------------------+------------------------+------------------------
 14579   12579     6    |   4     123457    8    |  1359   12359    1259
   3      1258    248   |  145      9      1245  |  156    12568     7
 15789   125789   2789  |   6     12357     57   |   4     123589  12589
------------------------+------------------------+------------------------
  1679     4       2    | 13579   13567   13579  |   8     12569   12569
 16789    137      5    |   2     134678  13479  |  1679     6      1469
   17    126789   2789  | 145789  145678  14579  | 15679   124569    3
";

/// The first table for naked twins.
const TWINS_1: &str = "\
\x20 1   237   4  | 2357  9   257 |  27   6    8
  9    5    6  |  27   1    8  |  27   3    4
  23  237   8  |  4    37   6  |  9    5    1
---------------+---------------+---------------
  5    1   2379| 237  347  279 |  34   8    6
  8    37  379 |  6   347  579 | 345   1    2
  6    4    23 | 1235  8   125 |  35   9    7
---------------+---------------+---------------
  7    8    1  |  9    2    3  |  6    4    5
  4    9    5  |  17   6    17 |  8    2    3
  23   6    23 |  8    5    4  |  1    7    9
";

/// The second.
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

#[test]
fn takes_the_steps_of_the_diagonal_agent_one_by_one() {
    let once = |strategies: &[Strategy]| {
        let mut candidates = Candidates::from_grid(&GRID1.parse().unwrap());
        round(&Rules::diagonal(Size::NINE), strategies, &mut candidates).unwrap();
        candidates
    };
    assert_eq!(once(&[Strategy::Eliminate]), GRID1_ELIMINATED.parse().unwrap());
    assert_eq!(once(&Strategy::ALL), GRID1_ALL_THREE_ONCE.parse().unwrap());
}

/// Reads a table, applies naked twins, and compares the cells that are named with what is said.
fn naked_twins_change_exactly(table: &str, diagonal: bool, changes: &[(&str, &str, &str)]) {
    let mut expected: Candidates = table.parse().unwrap();
    for &(name, before, after) in changes {
        let cell = Size::NINE.cells().find(|&cell| Size::NINE.cell_name(cell) == name).unwrap();
        let set = |text: &str| -> satdoku::DigitSet {
            text.bytes().map(|byte| Digit::new(usize::from(byte - b'0')).unwrap()).collect()
        };
        assert_eq!(expected[cell], set(before), "{name}");
        expected[cell] = set(after);
    }
    let mut left: Candidates = table.parse().unwrap();
    let rules = if diagonal { Rules::diagonal(Size::NINE) } else { Rules::classic(Size::NINE) };
    assert_eq!(round(&rules, &[Strategy::NakedTwins], &mut left), Ok(true));
    assert_eq!(left, expected);
}

#[test]
fn naked_twins_change_exactly_the_cells_of_the_seeds() {
    for diagonal in [false, true] {
        naked_twins_change_exactly(
            TWINS_1,
            diagonal,
            &[("E2", "37", "3"), ("D3", "2379", "79"), ("E3", "379", "79")],
        );
        naked_twins_change_exactly(
            TWINS_2,
            diagonal,
            &[("B5", "37", "3"), ("C5", "379", "79"), ("C6", "2379", "79")],
        );
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

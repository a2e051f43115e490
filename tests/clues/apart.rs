//! The kinds of clues once more, apart from the library: the meaning of each as scans, which read some
//! cells one after the other with a state, and a solver of clauses made from these scans. It shares
//! with the library the units and pairs of rules without clues.

use std::collections::BTreeMap;
use std::io;
use std::rc::Rc;

use itertools::Itertools;
use satdoku::rules::Clue;
use satdoku::varisat::{ExtendFormula, Lit, ProofFormat, Solver, Var};
use satdoku::{Candidate, Cell, Grid, Puzzle, Rules, Size};

type State = Vec<i64>;
/// From a state with a digit to the next, if there is one.
type Step = dyn Fn(&State, i64) -> Option<State>;

/// A statement about cells: read in this order, the digits lead to a state that is accepted.
pub struct Scan {
    cells: Vec<Cell>,
    start: State,
    step: Rc<Step>,
    accepts: Rc<dyn Fn(&State) -> bool>,
}

impl Scan {
    fn holds(&self, grid: &Grid) -> bool {
        let mut values = self.cells.iter().map(|cell| i64::from(grid.values()[cell.index()]));
        let end = values.try_fold(self.start.clone(), |state, value| (self.step)(&state, value));
        end.is_some_and(|end| (self.accepts)(&end))
    }
}

fn scan(
    cells: impl IntoIterator<Item = Cell>,
    start: &[i64],
    step: impl Fn(&State, i64) -> Option<State> + 'static,
    accepts: impl Fn(&State) -> bool + 'static,
) -> Scan {
    let (cells, start) = (cells.into_iter().collect(), start.to_vec());
    Scan { cells, start, step: Rc::new(step), accepts: Rc::new(accepts) }
}

/// The digits in their order are such that this holds; for a few cells only.
fn of(cells: &[Cell], holds: impl Fn(&[i64]) -> bool + 'static) -> Scan {
    let add = |seen: &State, value| Some(seen.iter().copied().chain([value]).collect());
    scan(cells.iter().copied(), &[], add, move |all| holds(all))
}

fn two(first: Cell, second: Cell, holds: impl Fn(i64, i64) -> bool + 'static) -> Scan {
    of(&[first, second], move |both| holds(both[0], both[1]))
}

/// Each cell with the next.
fn steps(cells: &[Cell], holds: impl Fn(i64, i64) -> bool + Copy + 'static) -> Vec<Scan> {
    cells.iter().tuple_windows().map(|(&a, &b)| two(a, b, holds)).collect()
}

/// Each two cells.
fn pairs(cells: &[Cell], holds: impl Fn(i64, i64) -> bool + Copy + 'static) -> Vec<Scan> {
    cells.iter().tuple_combinations().map(|(&a, &b)| two(a, b, holds)).collect()
}

fn each(cells: &[Cell], holds: impl Fn(i64) -> bool + Clone + 'static) -> Vec<Scan> {
    let one = |&cell: &Cell| {
        let holds = holds.clone();
        of(&[cell], move |value| holds(value[0]))
    };
    cells.iter().map(one).collect()
}

/// The digits, each so many times, add up to a number.
fn weighted(cells: impl IntoIterator<Item = (Cell, i64)>, total: i64) -> Scan {
    let (cells, weights): (Vec<Cell>, Vec<i64>) = cells.into_iter().unzip();
    let step = move |state: &State, value: i64| {
        let at = state[0] as usize;
        Some(vec![state[0] + 1, state[1] + weights[at] * value])
    };
    scan(cells, &[0, 0], step, move |state| state[1] == total)
}

fn sum(cells: &[Cell], total: i64) -> Scan {
    weighted(cells.iter().map(|&cell| (cell, 1)), total)
}

/// A digit stands in the first cells as often as in the others.
fn as_often(first: &[Cell], others: &[Cell], digit: i64) -> Scan {
    let count = first.len() as i64;
    let step = move |state: &State, value: i64| {
        let sign = if state[0] < count { 1 } else { -1 };
        Some(vec![state[0] + 1, state[1] + sign * i64::from(value == digit)])
    };
    scan([first, others].concat(), &[0, 0], step, |state| state[1] == 0)
}

fn place(size: Size, cell: Cell) -> (usize, usize) {
    (size.row_index(cell), size.column_index(cell))
}

fn touching(size: Size) -> Vec<[Cell; 2]> {
    let beside = |[a, b]: &[Cell; 2]| {
        let ((r, c), (s, d)) = (place(size, *a), place(size, *b));
        r.abs_diff(s) + c.abs_diff(d) == 1
    };
    size.cells().array_combinations().filter(beside).collect()
}

/// Two neighbours that none of these kinds marks.
fn unmarked(rules: &Rules, kinds: &[&str]) -> Vec<[Cell; 2]> {
    let marks = rules.clues().iter().filter(|clue| kinds.contains(&clue.kind.name()));
    let marks: Vec<&Clue> = marks.collect();
    let is_marked = |[a, b]: &[Cell; 2]| {
        marks.iter().any(|clue| clue.cells.contains(a) && clue.cells.contains(b))
    };
    touching(rules.size()).into_iter().filter(|both| !is_marked(both)).collect()
}

/// By cell: which of the boxes or regions holds it.
fn region(rules: &Rules, cell: Cell) -> Option<usize> {
    match rules.regions() {
        Some(regions) => Some(regions.indices()[cell.index()]),
        None => rules.has_boxes().then(|| rules.size().box_index(cell)),
    }
}

/// The digit of a cell is where in a unit a number stands.
fn index(cell: Cell, unit: &[Cell], number: i64) -> Vec<Scan> {
    let at = |(place, &other): (i64, &Cell)| match other == cell {
        true => of(&[cell], move |value| (value[0] == place) == (value[0] == number)),
        false => two(cell, other, move |v, there| (v == place) == (there == number)),
    };
    (1..).zip(unit).map(at).collect()
}

/// What is wrong if there is no meaning.
pub const UNTOLD: &str = "the meaning of a new kind stands in tests/clues/apart.rs too";

/// What a clue means; `None` if nothing here knows its kind.
pub fn meaning(rules: &Rules, clue: &Clue) -> Option<Vec<Scan>> {
    let (size, side) = (rules.size(), rules.size().side() as i64);
    let numbers: Vec<i64> = clue.numbers.iter().map(|&number| i64::from(number)).collect();
    let cells = &clue.cells[..];
    let first_or = |usual: i64| numbers.first().copied().unwrap_or(usual);
    let name = clue.kind.name();
    Some(match name {
        "differ" | "extra region" => pairs(cells, |a, b| a != b),
        "odd" => each(cells, |digit| digit % 2 == 1),
        "even" => each(cells, |digit| digit % 2 == 0),
        "low" => each(cells, move |digit| digit < side + 1 - digit),
        "high" => each(cells, move |digit| digit > side + 1 - digit),
        "candidates" => each(cells, move |digit| numbers.contains(&digit)),
        "minimum" | "maximum" => {
            let alike = rules.clues().iter().filter(|other| other.kind == clue.kind);
            let marks: Vec<Cell> = alike.flat_map(|clue| clue.cells.clone()).collect();
            let is_less = name == "minimum";
            let meet = touching(size).into_iter().flat_map(|[a, b]| [(a, b), (b, a)]);
            let meet = meet.filter(|(a, b)| cells.contains(a) && !marks.contains(b));
            meet.map(|(a, b)| two(a, b, move |a, b| if is_less { a < b } else { a > b })).collect()
        }
        "quadruple" => {
            let counts = numbers.into_iter().counts();
            let wanted = |(digit, count): (i64, usize)| {
                let step =
                    move |seen: &State, value| Some(vec![seen[0] + i64::from(value == digit)]);
                scan(cells.iter().copied(), &[0], step, move |seen| seen[0] >= count as i64)
            };
            counts.into_iter().map(wanted).collect()
        }
        "row indexer" | "column indexer" | "box indexer" => {
            let all = cells.iter().flat_map(|&cell| {
                let (row, column) = place(size, cell);
                let of_row = |other: &Cell| size.row_index(*other) == row;
                let of_column = |other: &Cell| size.column_index(*other) == column;
                let of_box = |other: &Cell| region(rules, *other) == region(rules, cell);
                let unit: Vec<Cell> = match name {
                    "row indexer" => size.cells().filter(of_column).collect(),
                    "column indexer" => size.cells().filter(of_row).collect(),
                    _ => size.cells().filter(of_box).collect(),
                };
                let own = unit.iter().position(|&other| other == cell).unwrap() as i64 + 1;
                index(cell, &unit, own)
            });
            all.collect()
        }
        "counting circles" => {
            let count = |digit: i64| {
                let step = move |seen: &State, value| {
                    let seen = seen[0] + i64::from(value == digit);
                    (seen <= digit).then(|| vec![seen])
                };
                let accepts = move |seen: &State| seen[0] == 0 || seen[0] == digit;
                scan(cells.iter().copied(), &[0], step, accepts)
            };
            (1..=side).map(count).collect()
        }
        "same digits" => {
            let sets: Vec<&[Cell]> = cells.chunks(cells.len() / numbers[0] as usize).collect();
            let digits = (1..=side).cartesian_product(&sets[1..]);
            digits.map(|(digit, others)| as_often(sets[0], others, digit)).collect()
        }
        "magic square" => {
            let root = cells.len().isqrt();
            let lines = (0..root).flat_map(|at| {
                let row: Vec<usize> = (0..root).map(|step| root * at + step).collect();
                let column = (0..root).map(|step| root * step + at).collect();
                [row, column]
            });
            let falls = (0..root).map(|step| root * step + step).collect();
            let rises = (0..root).map(|step| root * step + root - 1 - step).collect();
            let lines: Vec<Vec<usize>> = lines.chain([falls, rises]).collect();
            let equal = lines[1..].iter().map(|line| {
                let plus = lines[0].iter().map(|&at| (cells[at], 1));
                weighted(plus.chain(line.iter().map(|&at| (cells[at], -1))), 0)
            });
            pairs(cells, |a, b| a != b).into_iter().chain(equal).collect()
        }
        "kropki white" => {
            let wanted = first_or(1);
            vec![two(cells[0], cells[1], move |a, b| a - b == wanted || b - a == wanted)]
        }
        "kropki black" => {
            let wanted = first_or(2);
            vec![two(cells[0], cells[1], move |a, b| a == wanted * b || b == wanted * a)]
        }
        "x" => steps(cells, |a, b| a + b == 10),
        "v" => steps(cells, |a, b| a + b == 5),
        "greater than" => vec![two(cells[0], cells[1], |a, b| a > b)],
        "non-consecutive" => {
            let pairs = unmarked(rules, &["kropki white", "kropki black"]).into_iter();
            pairs.map(|[a, b]| two(a, b, |a, b| a - b != 1 && b - a != 1)).collect()
        }
        "negative ratio" => {
            let dots = rules.clues().iter().filter(|clue| clue.kind.name() == "kropki black");
            let of = |dot: &Clue| dot.numbers.first().map_or(2, |&ratio| i64::from(ratio));
            let mut ratios: Vec<i64> = dots.map(of).collect();
            if ratios.is_empty() {
                ratios.push(2);
            }
            let pairs = unmarked(rules, &["kropki white", "kropki black"]).into_iter();
            let free = |[a, b]: [Cell; 2]| {
                let ratios = ratios.clone();
                two(a, b, move |a, b| !ratios.iter().any(|&ratio| a == ratio * b || b == ratio * a))
            };
            pairs.map(free).collect()
        }
        "negative kropki" => {
            let pairs = unmarked(rules, &["kropki white", "kropki black"]).into_iter();
            let free = |a: i64, b: i64| a.abs_diff(b) != 1 && a != 2 * b && b != 2 * a;
            pairs.map(|[a, b]| two(a, b, free)).collect()
        }
        "negative xv" => {
            let pairs = unmarked(rules, &["x", "v"]).into_iter();
            pairs.map(|[a, b]| two(a, b, |a, b| a + b != 5 && a + b != 10)).collect()
        }
        "killer" => {
            let total = numbers.first().map(|&total| sum(cells, total));
            pairs(cells, |a, b| a != b).into_iter().chain(total).collect()
        }
        "sum" | "little killer" => vec![sum(cells, numbers[0])],
        "digital root" => {
            let root = numbers[0];
            let step = |seen: &State, value| Some(vec![seen[0] + value]);
            let total =
                scan(cells.iter().copied(), &[0], step, move |sum| (sum[0] - root) % 9 == 0);
            pairs(cells, |a, b| a != b).into_iter().chain([total]).collect()
        }
        "arrow" => {
            let shaft = cells[1..].iter().map(|&cell| (cell, 1));
            vec![weighted(shaft.chain([(cells[0], -1)]), 0)]
        }
        "pill arrow" => {
            let (pill, shaft) = cells.split_at(first_or(2) as usize);
            let tens = pill.iter().rev().zip(std::iter::successors(Some(-1), |ten| Some(10 * ten)));
            let tens = tens.map(|(&cell, ten)| (cell, ten));
            vec![weighted(tens.chain(shaft.iter().map(|&cell| (cell, 1))), 0)]
        }
        "double arrow" => {
            let last = cells.len() - 1;
            let weight = |at: usize| if at == 0 || at == last { -1 } else { 1 };
            vec![weighted(cells.iter().enumerate().map(|(at, &cell)| (cell, weight(at))), 0)]
        }
        "zipper" => {
            let half = cells.len() / 2;
            let mut sums: Vec<Vec<Cell>> =
                (0..half).map(|at| vec![cells[at], cells[cells.len() - 1 - at]]).collect();
            if cells.len() % 2 == 1 {
                sums.push(vec![cells[half]]);
            }
            let equal = sums.iter().tuple_windows().map(|(a, b)| {
                let plus = a.iter().map(|&cell| (cell, 1));
                weighted(plus.chain(b.iter().map(|&cell| (cell, -1))), 0)
            });
            equal.collect()
        }
        "region sums" => {
            let mut segments: Vec<Vec<Cell>> = Vec::new();
            let mut last = None;
            for &cell in cells {
                let here = region(rules, cell);
                match (here, segments.last_mut()) {
                    (None, _) => {}
                    (Some(_), Some(segment)) if here == last => segment.push(cell),
                    (Some(_), _) => segments.push(vec![cell]),
                }
                last = here;
            }
            let equal = segments.iter().tuple_windows().map(|(a, b)| {
                let plus = a.iter().map(|&cell| (cell, 1));
                weighted(plus.chain(b.iter().map(|&cell| (cell, -1))), 0)
            });
            equal.collect()
        }
        "thermometer" => steps(cells, |a, b| a < b),
        "slow thermometer" => steps(cells, |a, b| a <= b),
        "whispers" => {
            let least = first_or((side + 1) / 2);
            steps(cells, move |a, b| a - b >= least || b - a >= least)
        }
        "renban" => {
            let most = cells.len() as i64;
            pairs(cells, move |a, b| a != b && a - b < most && b - a < most)
        }
        "nabner" => pairs(cells, |a, b| a - b > 1 || b - a > 1),
        "palindrome" => {
            let ends = cells.iter().zip(cells.iter().rev()).take(cells.len() / 2);
            ends.map(|(&a, &b)| two(a, b, |a, b| a == b)).collect()
        }
        "clone" => {
            let (first, second) = cells.split_at(cells.len() / 2);
            let both = first.iter().zip(second).filter(|(a, b)| a != b);
            both.map(|(&a, &b)| two(a, b, |a, b| a == b)).collect()
        }
        "between" => {
            let ([a, b], inner) = ends(cells);
            let is_between =
                |all: &[i64]| all[0].min(all[1]) < all[2] && all[2] < all[0].max(all[1]);
            inner.iter().map(|&cell| of(&[a, b, cell], is_between)).collect()
        }
        "lockout" => {
            let (([a, b], inner), least) = (ends(cells), first_or(4));
            let is_out = |all: &[i64]| all[2] < all[0].min(all[1]) || all[2] > all[0].max(all[1]);
            let out = inner.iter().map(|&cell| of(&[a, b, cell], is_out));
            out.chain([two(a, b, move |a, b| a - b >= least || b - a >= least)]).collect()
        }
        "entropic" | "modular" => {
            let (count, is_modular) = (first_or(3), name == "modular");
            // Thirds; where they are not equal, the low and the high one are.
            let outer = (side + 1) / 3;
            let class = move |digit: i64| match is_modular {
                true => digit % count,
                false => i64::from(digit > outer) + i64::from(digit > side - outer),
            };
            let close = cells.iter().enumerate().tuple_combinations();
            let close = close.filter(move |((i, _), (j, _))| ((j - i) as i64) < count);
            close.map(|((_, &a), (_, &b))| two(a, b, move |a, b| class(a) != class(b))).collect()
        }
        "sandwich" => {
            let total = numbers[0];
            // How many of the two crusts were passed, and the sum between.
            let step = move |state: &State, value: i64| {
                let crust = i64::from(value == 1 || value == side);
                let added = if state[0] == 1 && crust == 0 { value } else { 0 };
                (state[1] + added <= total).then(|| vec![state[0] + crust, state[1] + added])
            };
            vec![scan(cells.iter().copied(), &[0, 0], step, move |state| state[1] == total)]
        }
        "x-sum" => {
            let total = numbers[0];
            // How many cells are still to be added, and their sum so far.
            let step = move |state: &State, value: i64| {
                let left = if state[0] < 0 { value } else { state[0] };
                let added = if left > 0 { value } else { 0 };
                Some(vec![(left - 1).max(0), state[1] + added])
            };
            vec![scan(cells.iter().copied(), &[-1, 0], step, move |state| state[1] == total)]
        }
        "skyscraper" => {
            let count = numbers[0];
            let step = move |state: &State, value: i64| {
                let seen = state[1] + i64::from(value > state[0]);
                Some(vec![state[0].max(value), seen])
            };
            vec![scan(cells.iter().copied(), &[0, 0], step, move |state| state[1] == count)]
        }
        "numbered room" => index(cells[0], cells, numbers[0])
            .into_iter()
            .chain(each(&cells[..1], move |digit| digit >= 1))
            .collect(),
        "automaton" => {
            // A state: whether it is an end, then by digit the next state from 1, 0 for none.
            let table: Vec<State> =
                numbers.chunks(side as usize + 1).map(<[i64]>::to_vec).collect();
            let ends: Vec<bool> = table.iter().map(|state| state[0] == 1).collect();
            let step = move |state: &State, value: i64| {
                let next = table[state[0] as usize - 1][value as usize];
                (next > 0).then(|| vec![next])
            };
            let accepts = move |state: &State| ends[state[0] as usize - 1];
            vec![scan(cells.iter().copied(), &[1], step, accepts)]
        }
        _ => return None,
    })
}

fn ends(cells: &[Cell]) -> ([Cell; 2], &[Cell]) {
    let last = cells.len() - 1;
    ([cells[0], cells[last]], &cells[1..last])
}

/// Whether a full grid obeys a clue.
pub fn obeys(scans: &[Scan], grid: &Grid) -> bool {
    scans.iter().all(|scan| scan.holds(grid))
}

/// How much a solver may learn, in bytes of its proof: the same on every machine.
struct Most(usize);

impl io::Write for Most {
    fn write(&mut self, learnt: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(learnt.len()).ok_or_else(|| io::Error::other("too much"))?;
        Ok(learnt.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Up to so many solutions, by clauses of these scans; `None` if that takes a solver too much.
pub fn solutions(puzzle: &Puzzle, most: usize) -> Option<Vec<Grid>> {
    let (size, side) = (puzzle.size(), puzzle.size().side());
    let plain = puzzle.rules().with_clues(Vec::new()).unwrap();
    let mut solver = Solver::new();
    solver.write_proof(Most(1 << 26), ProofFormat::Varisat);
    let lit = |cell: Cell, value: usize| Lit::from_index(cell.index() * side + value - 1, true);
    let mut next = size.candidate_count();
    for cell in size.cells() {
        solver.add_clause(&(1..=side).map(|value| lit(cell, value)).collect::<Vec<_>>());
        for (a, b) in (1..=side).tuple_combinations() {
            solver.add_clause(&[!lit(cell, a), !lit(cell, b)]);
        }
    }
    for unit in plain.units() {
        for value in 1..=side {
            if unit.cells.len() == side {
                solver.add_clause(
                    &unit.cells.iter().map(|&cell| lit(cell, value)).collect::<Vec<_>>(),
                );
            }
        }
    }
    for [a, b] in size.cells().array_combinations().filter(|&[a, b]| plain.are_peers(a, b)) {
        (1..=side).for_each(|value| solver.add_clause(&[!lit(a, value), !lit(b, value)]));
    }
    for Candidate { cell, digit } in puzzle.givens().filled() {
        solver.add_clause(&[lit(cell, digit.value())]);
    }
    for clue in puzzle.rules().clues() {
        let scans = meaning(puzzle.rules(), clue);
        for scan in scans.unwrap_or_else(|| panic!("no meaning of {} here", clue.kind)) {
            add_scan(&mut solver, &scan, &mut next, side, lit);
        }
    }
    let mut found = Vec::new();
    while found.len() < most && solver.solve().ok()? {
        let model: Vec<Lit> = solver.model().unwrap();
        let is_true = |lit: Lit| model[lit.index()] == lit;
        let value = |cell| (1..=side).find(|&value| is_true(lit(cell, value))).unwrap() as u16;
        let values: Vec<u16> = size.cells().map(value).collect();
        let cells = size.cells().zip(&values);
        solver
            .add_clause(&cells.map(|(cell, &value)| !lit(cell, value.into())).collect::<Vec<_>>());
        found.push(Grid::from_values(size, values).unwrap());
    }
    Some(found)
}

/// A state and a digit force the next state, and no state may be without one.
fn add_scan(
    solver: &mut Solver<'_>,
    scan: &Scan,
    next: &mut usize,
    side: usize,
    lit: impl Fn(Cell, usize) -> Lit,
) {
    let mut states: BTreeMap<State, Option<Lit>> = BTreeMap::from([(scan.start.clone(), None)]);
    let last = scan.cells.len() - 1;
    for (at, &cell) in scan.cells.iter().enumerate() {
        let mut reached: BTreeMap<State, Option<Lit>> = BTreeMap::new();
        for ((state, held), value) in states.iter().cartesian_product(1..=side) {
            let mut clause: Vec<Lit> = held.iter().map(|&held| !held).collect();
            clause.push(!lit(cell, value));
            match (scan.step)(state, value as i64) {
                Some(end) if at == last && (scan.accepts)(&end) => continue,
                Some(state) if at < last => {
                    clause.extend(*reached.entry(state).or_insert_with(|| {
                        *next += 1;
                        Some(Lit::positive(Var::from_index(*next - 1)))
                    }));
                }
                _ => {}
            }
            solver.add_clause(&clause);
        }
        states = reached;
    }
}

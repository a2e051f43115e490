//! Pieces: the givens and clues of a puzzle, each of which is treated separately. A MaxSAT solver
//! can give up some pieces, and a MUS tool finds out which pieces are needed.

use super::{Assignment, ModelError, SolverOutput};
use crate::encode::{Encoding, Formula, Reason};
use crate::grid::{Candidate, Grid};
use crate::numbering::Numbering;
use crate::rules::{Puzzle, Rules};
use crate::verify::verify;

/// A given or a clue.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Piece {
    /// A given.
    Given(Candidate),
    /// A clue, by its index in [`Rules::clues`].
    Clue(usize),
}

names! {
    /// Pieces that a MaxSAT solver may give up.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Soft {
        /// The givens.
        Givens = "givens",
        /// The clues.
        Clues = "clues",
    }
}

impl Soft {
    /// Whether a piece is one of these pieces.
    pub fn has(these: &[Soft], piece: Piece) -> bool {
        these.contains(match piece {
            Piece::Given(_) => &Soft::Givens,
            Piece::Clue(_) => &Soft::Clues,
        })
    }
}

impl Piece {
    /// The givens of a puzzle, then its clues.
    pub fn all(puzzle: &Puzzle) -> Vec<Piece> {
        let givens = puzzle.givens().filled().map(Piece::Given);
        givens.chain((0..puzzle.rules().clues().len()).map(Piece::Clue)).collect()
    }

    /// The text of the piece: `A1=5`, `killer 15 A1 A2`.
    pub fn text(self, puzzle: &Puzzle) -> String {
        match self {
            Piece::Given(given) => puzzle.size().candidate_name(given),
            Piece::Clue(clue) => puzzle.rules().clues()[clue].text(puzzle.rules()),
        }
    }

    /// Whether a full grid obeys the piece.
    fn holds(self, puzzle: &Puzzle, grid: &Grid) -> bool {
        match self {
            Piece::Given(given) => grid.get(given.cell) == Some(given.digit),
            Piece::Clue(clue) => !puzzle.rules().clues()[clue].is_violated(puzzle.rules(), grid),
        }
    }
}

/// The formula of a puzzle in which each clause belongs either to the rules without clues or to one
/// piece.
pub(super) fn apart(puzzle: &Puzzle, encoding: Encoding) -> Formula {
    let rules = puzzle.rules().with_clues_apart();
    let puzzle = Puzzle::new(rules, puzzle.givens().clone()).expect("the same size");
    Formula::whole(&puzzle, encoding)
}

/// The piece to which a clause of this formula belongs; `None` for the rules without clues.
pub(super) fn piece_of(reason: Reason, rules: &Rules) -> Option<Piece> {
    match reason {
        Reason::Given(given) => Some(Piece::Given(given)),
        Reason::Clue(index) => Some(Piece::Clue(index.clue as usize)),
        Reason::AtMostOne(group) => rules.clue_of(group).map(Piece::Clue),
        _ => None,
    }
}

/// The answer of a MaxSAT solver to a formula with soft pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repair {
    /// A full grid that obeys the rules and all pieces except those given up.
    pub grid: Grid,
    /// The pieces that the grid does not obey.
    pub given_up: Vec<Piece>,
    /// Whether the solver claims that no grid obeys more pieces.
    pub is_optimum: bool,
}

/// Reads the answer of a MaxSAT solver to the formula that [`write`](super::write()) writes in the
/// format `wcnf` with these soft pieces. `None` if the solver claims that there is no grid at all.
/// The `v` line of the answer has literals, or a digit 0 or 1 for each variable (the rules of the
/// MaxSAT Evaluation since 2022).
///
/// # Errors
/// A message if the answer cannot be read, if its grid violates the rules or a piece that may not
/// be given up, or if the number of pieces that it gives up differs from its `o` line.
pub fn read_repair(puzzle: &Puzzle, soft: &[Soft], answer: &str) -> Result<Option<Repair>, String> {
    let (mut costs, mut plain, mut is_optimum) = (Vec::new(), String::new(), false);
    for (index, line) in answer.lines().enumerate() {
        let bits = line.strip_prefix("v ").map(str::trim);
        // A word of at least eight digits 0 or 1 is a value for each variable, not the number of a
        // variable.
        let bits = bits.filter(|bits| bits.len() >= 8 && bits.bytes().all(|bit| bit | 1 == b'1'));
        if let Some(cost) = line.strip_prefix("o ") {
            let cost = cost.trim().parse::<usize>();
            costs.push(cost.map_err(|_| format!("line {}: expected a number", index + 1))?);
        } else if let Some(bits) = bits {
            let signs = bits.bytes().map(|bit| if bit == b'1' { "" } else { "-" });
            let lits = (1..).zip(signs).map(|(variable, sign)| format!("{sign}{variable} "));
            plain.extend(["v ".to_owned()].into_iter().chain(lits).chain(["0".to_owned()]));
        } else {
            is_optimum |= line.starts_with("s OPTIMUM");
            plain += line;
        }
        plain.push('\n');
    }
    let model =
        match super::read_output(plain.as_bytes(), None).map_err(|error| error.to_string())? {
            SolverOutput::Satisfiable(model) => model,
            SolverOutput::Unsatisfiable => return Ok(None),
            SolverOutput::Unknown => return Err("the answer is UNKNOWN".to_owned()),
        };
    let (grid, given_up) = decode(puzzle, soft, &model).map_err(|error| error.to_string())?;
    match costs.last() {
        Some(&cost) if cost != given_up.len() => Err(format!(
            "the solver says that it gives up {cost} of the givens and clues, but its grid breaks {}",
            given_up.len()
        )),
        _ => Ok(Some(Repair { grid, given_up, is_optimum })),
    }
}

/// The grid of a model, and the pieces that the grid does not obey.
fn decode(
    puzzle: &Puzzle,
    soft: &[Soft],
    model: &Assignment,
) -> Result<(Grid, Vec<Piece>), ModelError> {
    let mut grid = Grid::empty(puzzle.size());
    Numbering::full(puzzle.size()).decode(model.lits(), &mut grid)?;
    let broken = |piece: &Piece| grid.is_full() && !piece.holds(puzzle, &grid);
    let given_up: Vec<Piece> = Piece::all(puzzle)
        .into_iter()
        .filter(|&piece| Soft::has(soft, piece))
        .filter(broken)
        .collect();
    // Checks everything else: the other givens, the rules, and the other clues, in the meaning of
    // the whole puzzle.
    let mut givens = puzzle.givens().clone();
    let kept = |clue: &usize| !given_up.contains(&Piece::Clue(*clue));
    let clues = (0..puzzle.rules().clues().len()).filter(kept);
    let hard = clues.clone().filter(|&clue| !Piece::Clue(clue).holds(puzzle, &grid)).count();
    for piece in &given_up {
        if let Piece::Given(given) = piece {
            givens.set(given.cell, None);
        }
    }
    let bare = match hard {
        0 => puzzle.rules().with_clues(Vec::new()).expect("no clues"),
        _ => puzzle.rules().as_ref().clone(),
    };
    let bare = Puzzle::new(bare, givens).expect("the same size");
    verify(&bare, &grid).map_err(ModelError::Grid)?;
    Ok((grid, given_up))
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;
    use varisat::{ExtendFormula, Lit, Solver};

    use super::*;
    use crate::dimacs::{Format, Style, write};
    use crate::grid::Size;
    use crate::rules::{Clue, RulesBuilder};

    /// A puzzle with two givens that clash, a cage and a thermometer that contradict each other,
    /// and more.
    fn broken() -> Puzzle {
        let clues = ["killer 6 A1 B1 B2", "thermometer A1 A2 A3", "kropki black C4 D4", "odd A3"];
        let clues = clues.map(|text| Clue::parse(text, Size::FOUR).unwrap());
        let rules = clues.into_iter().fold(Rules::builder(Size::FOUR), RulesBuilder::clue);
        let givens = "42.. .... ...4 ...4".parse().unwrap();
        Puzzle::new(rules.build().unwrap(), givens).unwrap()
    }

    fn written(puzzle: &Puzzle, format: Format, soft: &[Soft]) -> Vec<Vec<String>> {
        let mut text = Vec::new();
        write(
            &apart(puzzle, Encoding::default()),
            &Style { format, soft, ..Style::default() },
            &mut text,
        )
        .unwrap();
        let text = String::from_utf8(text).unwrap();
        let lines = text.lines().filter(|line| !line.starts_with(['c', 'p']));
        lines.map(|line| line.split(' ').map(str::to_owned).collect()).collect()
    }

    fn lits(words: &[String]) -> Vec<Lit> {
        let numbers = words.iter().map(|word| word.parse::<isize>().unwrap());
        numbers.filter(|&number| number != 0).map(Lit::from_dimacs).collect()
    }

    /// For each 4x4 grid, how many soft pieces it does not obey; `None` if it does not obey another
    /// piece. This is found directly from the rules, without a formula.
    fn broken_by(puzzle: &Puzzle, soft: &[Soft]) -> Vec<(Grid, Option<usize>)> {
        let breaks = |grid: &Grid, is_soft: bool| {
            let pieces = Piece::all(puzzle).into_iter();
            let pieces = pieces.filter(|&piece| Soft::has(soft, piece) == is_soft);
            pieces.filter(|piece| !piece.holds(puzzle, grid)).count()
        };
        let costs = crate::four::all_grids().into_iter().map(|grid| {
            let cost = (breaks(&grid, false) == 0).then(|| breaks(&grid, true));
            (grid, cost)
        });
        costs.collect()
    }

    #[test]
    fn the_least_cost_is_the_fewest_pieces_that_any_grid_breaks() {
        let puzzle = broken();
        for soft in [&Soft::ALL[..], &[Soft::Givens], &[Soft::Clues]] {
            let (mut solver, mut weighted) = (Solver::new(), Vec::new());
            for words in written(&puzzle, Format::Wcnf, soft) {
                match &*words[0] {
                    "h" => solver.add_clause(&lits(&words[1..])),
                    "1" => weighted.push(lits(&words[1..]).into_iter().exactly_one().unwrap()),
                    other => panic!("{other}"),
                }
            }
            let mut sets = weighted.iter().copied().powerset().sorted_by_key(|set| set.len());
            let kept = sets.rfind(|set| {
                solver.assume(set);
                solver.solve().unwrap()
            });
            let least = kept.map(|kept| weighted.len() - kept.len());
            let fewest = broken_by(&puzzle, soft).iter().filter_map(|(_, cost)| *cost).min();
            assert_eq!(least, fewest, "{soft:?}");
        }
    }

    #[test]
    fn groups_of_clauses_clash_if_no_grid_obeys_their_pieces() {
        let puzzle = broken();
        let pieces = Piece::all(&puzzle);
        let clauses = written(&puzzle, Format::Gcnf, &[]);
        let all = crate::four::all_grids();
        for kept in (1..=pieces.len()).powerset() {
            let mut solver = Solver::new();
            for words in &clauses {
                let group = words[0].trim_matches(['{', '}']).parse().unwrap();
                if group == 0 || kept.contains(&group) {
                    solver.add_clause(&lits(&words[1..]));
                }
            }
            let obeys = |grid: &Grid| kept.iter().all(|&of| pieces[of - 1].holds(&puzzle, grid));
            assert_eq!(solver.solve().unwrap(), all.iter().any(obeys), "{kept:?}");
        }
    }

    #[test]
    fn reads_a_repair_in_both_forms_and_takes_no_other_number_of_pieces() {
        let puzzle = broken();
        let soft = &Soft::ALL[..];
        for (grid, cost) in broken_by(&puzzle, soft).into_iter().step_by(50) {
            let cost = cost.expect("all may be given up");
            let is_true = |candidate: Candidate| grid.get(candidate.cell) == Some(candidate.digit);
            let values = Size::FOUR.candidates().map(is_true).collect_vec();
            let bits: String = values.iter().map(|&value| if value { '1' } else { '0' }).collect();
            let lits = values.iter().enumerate().map(|(at, &value)| Lit::from_index(at, value));
            let lits = lits.map(|lit| lit.to_dimacs()).join(" ");
            for model in [bits, lits + " 0"] {
                let answer = |o| format!("c talk\no 9\no {o}\ns OPTIMUM FOUND\nv {model}\n");
                let repair = read_repair(&puzzle, soft, &answer(cost)).unwrap().unwrap();
                assert!(repair.is_optimum && repair.grid == grid);
                assert_eq!(repair.given_up.len(), cost);
                assert!(read_repair(&puzzle, soft, &answer(cost + 1)).is_err());
                // Two givens clash, so not all givens can be kept.
                assert!(read_repair(&puzzle, &[Soft::Clues], &answer(cost)).is_err());
            }
        }
        assert_eq!(read_repair(&puzzle, soft, "s UNSATISFIABLE\n"), Ok(None));
        assert!(read_repair(&puzzle, soft, "o 1\ns UNKNOWN\n").is_err());
    }
}

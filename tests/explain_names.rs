//! Names of steps against the entries of a public collection, each of which shows one technique.

use std::collections::BTreeSet;

use crate::common::{grid, list};
use satdoku::evidence::Minimality;
use satdoku::explain::{Clause, Conclusion, Effort, Found, Part, State, Step, Technique};
use satdoku::rules::Group;
use satdoku::{Candidate, Cell, Digit, Puzzle, Size};

/// A state, what follows from it, and the technique that shows it.
struct Entry {
    code: String,
    state: State,
    placed: Vec<Candidate>,
    gone: Vec<Candidate>,
}

/// `:code:candidates:digits:deleted:eliminations:placements:`, candidates as digit, row, column. A `+`
/// stands before a digit that is no given.
fn entry(text: &str) -> Entry {
    let fields: Vec<&str> = text.split(':').collect();
    let (mut givens, mut placed) = (String::new(), String::new());
    let mut is_given = true;
    for value in fields[3].chars() {
        if value == '+' {
            is_given = false;
            continue;
        }
        givens.push(if is_given { value } else { '.' });
        placed.push(value);
        is_given = true;
    }
    let candidates = |field: &str| -> Vec<Candidate> {
        let candidate = |word: &str| {
            let numbers: Vec<usize> = word.bytes().map(|byte| usize::from(byte - b'0')).collect();
            let cell = Size::NINE.cell(numbers[1] - 1, numbers[2] - 1);
            Candidate { cell, digit: Digit::new(numbers[0]).unwrap() }
        };
        field.split_whitespace().map(candidate).collect()
    };
    let mut state = State::new(&Puzzle::classic(grid(&givens)));
    grid(&placed).filled().for_each(|held| state.place(held));
    candidates(fields[4]).into_iter().for_each(|gone| state.eliminate(gone));
    Entry {
        code: fields[1].to_owned(),
        state,
        placed: candidates(fields[6]),
        gone: candidates(fields[5]),
    }
}

/// By code: the technique, and the fewest truths and links that one of its steps can have.
fn expected(code: &str) -> Option<(Technique, (usize, usize))> {
    use Technique::*;
    let digit = |index: usize| usize::from(code.as_bytes()[index] - b'0');
    let size = digit(3) + 2;
    // Two sets of cells with two digits in common are rings of steps; these take seconds each.
    if code == "0901-2" {
        return None;
    }
    Some(match &code[..4] {
        "0000" => (FullHouse, (1, 0)),
        "0002" => (HiddenSingle, (1, 0)),
        "0003" => (NakedSingle, (1, 0)),
        "0100" => (Pointing, (1, 1)),
        "0101" => (Claiming, (1, 1)),
        "0110" | "0111" => (LockedSubset(size), (size, size)),
        "0200" | "0201" | "0202" => (NakedSubset(size), (size, size)),
        "0210" | "0211" | "0212" => (HiddenSubset(size), (size, size)),
        "0300" | "0301" | "0302" => (Fish(size), (size, size)),
        "0310" | "0311" | "0312" => (FinnedFish(size), (size, size + 1)),
        "0320" | "0321" | "0322" => (SashimiFish(size), (size, size + 1)),
        "0330" | "0331" | "0332" => (FrankenFish(size), (size, size)),
        "0340" | "0341" | "0342" => (FinnedFrankenFish(size), (size, size + 1)),
        "0360" | "0361" | "0362" => (FinnedMutantFish(size), (size, size + 1)),
        "0400" => (Skyscraper, (2, 3)),
        "0401" | "0404" => (TwoStringKite, (2, 3)),
        "0402" | "0405" => (EmptyRectangle, (2, 3)),
        "0500" | "0501" => (SimpleColouring, (3, 4)),
        "0701" => (XChain, (3, 4)),
        "0702" => (XyChain, (4, 5)),
        "0703" => (RemotePair, (4, 5)),
        "0800" => (XyWing, (3, 4)),
        "0801" => (XyzWing, (3, 4)),
        "0803" => (WWing, (3, 4)),
        "0901" => (AlsXz, (4, 4)),
        "0902" => (AlsXyWing, (5, 5)),
        "0903" => (AlsChain, (6, 6)),
        "0904" => (DeathBlossom, (6, 6)),
        "1101" => (SueDeCoq, (4, 4)),
        "0600" => (UniqueRectangle(1), (1, 1)),
        "0601" => (UniqueRectangle(2), (1, 2)),
        "0602" => (UniqueRectangle(3), (2, 3)),
        "0603" => (UniqueRectangle(4), (2, 2)),
        "0604" => (UniqueRectangle(5), (1, 3)),
        "0605" => (UniqueRectangle(6), (2, 3)),
        "0606" => (HiddenRectangle, (3, 3)),
        "0607" => (AvoidableRectangle(1), (1, 1)),
        "0608" => (AvoidableRectangle(2), (1, 2)),
        "0610" => (BugPlus(1), (1, 0)),
        _ => return None,
    })
}

/// The step that has the fewest truths.
fn step(state: &State, conclusion: Conclusion, assume_unique: bool) -> Step {
    let effort = Effort { assume_unique, ..Effort::default() };
    match state.step_about(&conclusion, &effort).unwrap() {
        Found::Step(step) => {
            assert_eq!(step.conclusion, conclusion);
            // Of many truths that is not proved in the time.
            let is_proved = step.minimality == Minimality::Smallest;
            assert!(is_proved || step.truths.len() > 4, "{step:?}");
            step
        }
        found => panic!("{conclusion:?}: {found:?}"),
    }
}

#[test]
fn steps_have_the_names_that_people_give_them_or_are_smaller() {
    let Some(lines) = list("techniques.txt") else { return };
    let (mut agree, mut smaller, mut others) = (0, 0, Vec::new());
    for line in lines {
        let Entry { code, state, placed, gone } = entry(&line);
        let Some((technique, least)) = expected(&code) else { continue };
        // Some entries say that nothing follows.
        if placed.is_empty() && gone.is_empty() {
            continue;
        }
        let whole = match placed[..] {
            [placed] => Conclusion::Placement(placed),
            _ => Conclusion::Eliminations(gone.clone()),
        };
        let agrees = |step: &Step| step.technique == technique || step.also.contains(&technique);
        let size = |step: &Step| (step.truths.len() + step.assumed.len(), step.links.len());
        // Those that assume one solution.
        let is_unique = code.starts_with("06");
        let first = step(&state, whole, is_unique);
        if agrees(&first) {
            agree += 1;
        } else if size(&first) <= least {
            smaller += 1;
        } else {
            // Steps for the parts may be smaller than one for all.
            let parts: Vec<Step> = gone
                .into_iter()
                .map(|gone| step(&state, Conclusion::Eliminations(vec![gone]), is_unique))
                .collect();
            if parts.iter().any(agrees) {
                agree += 1;
            } else if parts.iter().all(|step| size(step) <= least) {
                smaller += 1;
            } else {
                others.push((code, first));
            }
        }
    }
    let total = agree + smaller + others.len();
    println!("{total} entries: {agree} names agree, {smaller} steps are at least as small");
    others.iter().for_each(|(code, step)| println!("{code}: {step:?}"));
    assert!(others.len() * 20 <= total, "{} of {total}", others.len());
    assert!(agree * 4 >= total * 3, "{agree} of {total}");
}

/// The open candidates of a group.
fn open(state: &State, group: Group) -> Vec<Candidate> {
    let is_open = |c: &Candidate| state.candidates()[c.cell].contains(c.digit);
    group.candidates(state.rules()).filter(is_open).collect()
}

/// Whether a step looks as its name says, for those names that a chain or a story has.
fn looks_as_named(state: &State, step: &Step) -> bool {
    let derivation = || step.derivation(state).unwrap();
    let follows = |part: &Part| part.causes.iter().filter(|&&cause| cause > 0).count() <= 1;
    let is_chain = |clauses: &[Clause]| {
        clauses
            .iter()
            .all(|clause| clause.len() == 1 && clause[0].left.len() == 1 && follows(&clause[0]))
    };
    let digits: BTreeSet<Digit> = step.truths.iter().filter_map(Group::digit).collect();
    let in_pairs = step.truths.iter().all(|&truth| open(state, truth).len() == 2);
    let cells: Vec<Cell> = step.truths.iter().filter_map(Group::cell).collect();
    let has_two = |cell: Cell| state.candidates()[cell].iter().eq(digits.iter().copied());
    match (step.technique, &derivation().clauses[..]) {
        (Technique::ForcingChain, [before @ .., end]) => {
            is_chain(before) && end.iter().all(follows) && (end.len() == 2 || !cells.is_empty())
        }
        (Technique::UnitForcingChain, [before @ .., end]) => {
            is_chain(before)
                && matches!(&end[..], [part] if part.truth().unwrap().digit().is_some())
        }
        (Technique::ForcingNet, [before @ .., end]) => {
            !is_chain(before) || !end.iter().all(follows)
        }
        (Technique::MWing, _) => in_pairs && cells.len() == 1 && has_two(cells[0]),
        (Technique::SWing, _) => {
            let parts = &step.chains(state)[0].parts;
            let middle = [parts[2][0].cell, parts[3][0].cell];
            in_pairs && middle == [cells[0], cells[0]] && has_two(cells[0])
        }
        (Technique::LWing, _) => in_pairs && cells.is_empty() && digits.len() == 3,
        (Technique::GroupedChain, _) => !in_pairs,
        (Technique::NiceLoop, _) => {
            step.links.iter().flat_map(|&link| open(state, link)).all(|c| {
                step.conclusion.eliminated().contains(&c)
                    || step.truths.iter().any(|&truth| open(state, truth).contains(&c))
            })
        }
        _ => unreachable!(),
    }
}

#[test]
fn chains_and_stories_look_as_their_names_say() {
    use Technique::*;
    let names =
        [ForcingChain, UnitForcingChain, ForcingNet, MWing, SWing, LWing, GroupedChain, NiceLoop];
    let Some(lines) = list("top1465.txt") else { return };
    let mut seen = BTreeSet::new();
    for line in lines.iter().step_by(20) {
        let each = |state: &State, step: &Step| {
            if names.contains(&step.technique) {
                assert!(looks_as_named(state, step), "{step:?}");
                seen.insert(step.technique);
            }
        };
        State::new(&Puzzle::classic(grid(line))).follow(&Effort::default(), each).unwrap();
    }
    assert_eq!(seen, BTreeSet::from(names));
}

#[test]
fn subsets_and_fish_of_any_size_have_names() {
    use Technique::*;
    for (technique, name) in [
        (LockedSubset(4), "locked quad"),
        (NakedSubset(5), "naked subset of 5"),
        (Fish(4), "jellyfish"),
        (FinnedFish(4), "finned jellyfish"),
        (SashimiFish(5), "sashimi fish of 5"),
        (SetLogic(1, 2), "set logic (1 truth, 2 links)"),
        (Contradiction, "contradiction"),
    ] {
        assert_eq!(technique.to_string(), name);
    }
}

#[test]
fn many_cells_of_lines_and_boxes_have_a_name_and_as_many_links() {
    // Easter Monster.
    let givens =
        "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1";
    let state = State::new(&Puzzle::classic(grid(givens)));
    let Found::Step(step) = state.next_step(&Effort::default()).unwrap() else { panic!() };
    assert_eq!((step.technique, step.truths.len()), (Technique::SkLoop, 16), "{step:?}");
    assert!(step.truths.iter().all(|truth| truth.cell().is_some()));
    assert_eq!(step.links.len(), step.truths.len());
    assert!(step.holds(&state).unwrap());
    // Each candidate of the links that is in no truth goes.
    let is_other = |c: &Candidate| !step.truths.contains(&Group::Cell(c.cell));
    let others = step.links.iter().flat_map(|&link| open(&state, link)).filter(is_other);
    assert_eq!(
        others.collect::<BTreeSet<_>>(),
        BTreeSet::from_iter(step.conclusion.eliminated().iter().copied())
    );
}

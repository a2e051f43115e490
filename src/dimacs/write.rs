//! Writes a formula in one of several formats, with the map of its variables as comment lines.

use std::collections::HashMap;
use std::fmt;
use std::io::{self, Write};

use itertools::Itertools;
use varisat::Lit;

use super::pieces::{Piece, Soft, apart, piece_of};
use crate::answer::Deadline;
use crate::encode::{AtMostOne, Dimensions, Encoding, Formula, Preset, Reason};
use crate::grid::{Candidate, CellNames};
use crate::rules::{Group, Puzzle};

names! {
    /// The format in which a formula is written.
    ///
    /// | Format | For | Variables | What is written |
    /// |---|---|---|---|
    /// | `dimacs` | SAT solvers, model counters | `1` | the clauses |
    /// | `icnf` | incremental SAT solvers | `1` | the clauses, and then cubes ([`write_cubes`](super::write_cubes)) |
    /// | `wcnf` | MaxSAT solvers | `1` | the clauses after `h`; each clause of a soft clue has an additional variable, which means that the clue holds; each soft given or clue is a clause of weight 1 (the format of the MaxSAT Evaluation since 2022) |
    /// | `gcnf` | tools that find MUSes | `1` | the clauses, each after its group: `{0}` for the rules, then one group for each given and each clue |
    /// | `opb` | pseudo-Boolean solvers | `x1` | equalities: each cell has exactly one digit, and each digit has exactly one place in each unit; the encoding has no influence |
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum Format {
        /// DIMACS CNF.
        #[default]
        Dimacs = "dimacs",
        /// iCNF: DIMACS with the header `p inccnf`.
        Icnf = "icnf",
        /// Weighted clauses.
        Wcnf = "wcnf",
        /// Clauses in groups.
        Gcnf = "gcnf",
        /// The format of the pseudo-Boolean competitions.
        Opb = "opb",
    }
}

impl Format {
    /// The encoding without auxiliary variables that has the same models as an OPB formula.
    pub const OF_EQUALITIES: Encoding =
        Encoding { preset: Preset::Extended, amo: AtMostOne::Pairwise };

    /// The characters with which a comment line begins.
    fn comment(self) -> &'static str {
        match self {
            Format::Opb => "*",
            _ => "c",
        }
    }

    /// Whether a clause is written as a line. In OPB, "at most one" is not, since it is part of an
    /// equality.
    fn states(self, reason: Reason) -> bool {
        self != Format::Opb
            || !matches!(reason, Reason::AtMostOne(Group::Cell(_) | Group::Unit(..)))
    }

    /// Appends the line for a clause.
    fn push(self, text: &mut Vec<u8>, clause: &[Lit], reason: Reason) {
        match (self, reason) {
            (Format::Opb, Reason::AtLeastOne(_)) => push_sum(text, clause, "="),
            // Some readers do not accept an empty sum.
            (Format::Opb, Reason::Refuted) => text.extend_from_slice(b"+1 x1 >= 2 ;\n"),
            (Format::Opb, _) => push_sum(text, clause, ">="),
            _ => push_clause(text, clause),
        }
    }
}

/// The contents of the comment lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Comments {
    /// No comment lines.
    None,
    /// The rules, the encoding, and the variable map in words.
    #[default]
    Words,
    /// The lines of `Words`, and one line for each variable. In DIMACS, there is also one line for
    /// the clauses of each cell, unit, clue and given.
    Names,
}

/// The way in which a formula is written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style<'a> {
    /// The format.
    pub format: Format,
    /// The contents of the comment lines.
    pub comments: Comments,
    /// Further comment lines.
    pub notes: &'a [String],
    /// The pieces that a formula in the format `wcnf` may give up.
    pub soft: &'a [Soft],
    /// When writing stops early.
    pub deadline: Deadline,
}

/// Writes the formula of a puzzle in this style, and returns the numbers of variables and clauses
/// that were written. The formula is made twice, once for counting and once for writing, and is
/// never kept in memory.
///
/// Some comments are those of the model counting competitions, so that a model counter finds the
/// number of solutions: `c t mc`; or, if there are auxiliary variables, whose values must not be
/// counted, `c t pmc` and the other variables in `c p show` lines.
///
/// In the formats `wcnf` and `gcnf`, the whole formula of the puzzle is written, without
/// simplification, and each clue has its own clauses for cells that must differ.
///
/// # Errors
/// The errors of `out`; [`io::ErrorKind::TimedOut`] if the deadline passed. A part of the text is
/// already written then.
pub fn write(
    formula: &Formula,
    style: &Style<'_>,
    out: &mut (impl Write + ?Sized),
) -> io::Result<Dimensions> {
    let (format, mut formula) = (style.format, formula.clone());
    if format == Format::Opb {
        formula.encoding = Format::OF_EQUALITIES;
    }
    let pieces = match format {
        Format::Wcnf | Format::Gcnf => Piece::all(&formula.puzzle),
        _ => Vec::new(),
    };
    if !pieces.is_empty() {
        formula = apart(&formula.puzzle, formula.encoding);
    }
    // The groups count from 1.
    let numbers: HashMap<Piece, usize> = pieces.iter().copied().zip(1..).collect();
    let is_soft = |piece: &&Piece| format == Format::Wcnf && Soft::has(style.soft, **piece);
    let soft_clues =
        || pieces.iter().filter(is_soft).filter(|piece| matches!(piece, Piece::Clue(_)));
    // The parts of the puzzle in order (cells, units, clues, givens), each with the number of its
    // clauses.
    let mut parts: Vec<(String, usize)> = Vec::new();
    let lists_parts = style.comments == Comments::Names && format == Format::Dimacs;
    let mut counts: Vec<(&str, usize)> = Vec::new();
    let mut in_time = style.deadline.watch(io::ErrorKind::TimedOut);
    let numbering = formula.try_for_each_clause(|_, reason| {
        if format.states(reason) {
            let family = reason.family();
            match counts.iter_mut().find(|(known, _)| *known == family) {
                Some((_, count)) => *count += 1,
                None => counts.push((family, 1)),
            }
            if lists_parts {
                let name = part_of(reason, &formula.puzzle);
                match parts.last_mut().filter(|(known, _)| *known == name) {
                    Some((_, count)) => *count += 1,
                    None => parts.push((name, 1)),
                }
            }
        }
        in_time()
    })?;
    let clauses = counts.iter().map(|(_, count)| count).sum();
    let first_free = numbering.variable_count();
    let dimensions = Dimensions { variables: first_free + soft_clues().count(), clauses };
    let Dimensions { variables, .. } = dimensions;
    if format == Format::Opb {
        // This is the first line of the file, with any comments. A formula without a model needs
        // x1, for the sum that has no solution.
        let variables = if formula.is_refuted { 1 } else { variables };
        writeln!(out, "* #variable= {variables} #constraint= {clauses}")?;
    }
    if style.comments != Comments::None {
        write_comments(&formula, style, dimensions, &counts, out)?;
        let mut next = 1;
        for (name, count) in &parts {
            writeln!(out, "c clauses {next} to {}: {name}", next + count - 1)?;
            next += count;
        }
        for (index, piece) in (1..).zip(&pieces) {
            let text = piece.text(&formula.puzzle);
            match format {
                Format::Gcnf => writeln!(out, "c group {index}: {text}")?,
                _ if is_soft(&piece) => writeln!(out, "c soft: {text}")?,
                _ => {}
            }
        }
    }
    match format {
        Format::Dimacs => writeln!(out, "p cnf {variables} {clauses}")?,
        Format::Icnf => writeln!(out, "p inccnf")?,
        Format::Gcnf => writeln!(out, "p gcnf {variables} {clauses} {}", pieces.len())?,
        Format::Opb | Format::Wcnf => {}
    }
    let lits = (first_free..).map(|variable| Lit::from_index(variable, true));
    let holds: HashMap<Piece, Lit> = soft_clues().copied().zip(lits).collect();
    let (mut line, mut in_time) = (Vec::new(), style.deadline.watch(io::ErrorKind::TimedOut));
    formula.try_for_each_clause(|clause, reason| {
        in_time()?;
        line.clear();
        let piece = numbers.is_empty().then_some(None);
        let piece = piece.unwrap_or_else(|| piece_of(reason, formula.puzzle.rules()));
        match format {
            Format::Gcnf => {
                let number = piece.map_or(0, |piece| numbers[&piece]);
                line.extend(format!("{{{number}}} ").bytes());
                push_clause(&mut line, clause);
            }
            Format::Wcnf => {
                let selector = piece.and_then(|piece| holds.get(&piece));
                let is_given = matches!(reason, Reason::Given(_));
                let is_soft = is_given && piece.as_ref().is_some_and(|piece| is_soft(&piece));
                line.extend(if is_soft { "1 " } else { "h " }.bytes());
                match selector {
                    Some(&selector) => push_clause(&mut line, &[&[!selector], clause].concat()),
                    None => push_clause(&mut line, clause),
                }
            }
            _ if format.states(reason) => format.push(&mut line, clause, reason),
            _ => {}
        }
        out.write_all(&line)
    })?;
    for piece in soft_clues() {
        line.clear();
        line.extend(b"1 ");
        push_clause(&mut line, &[holds[piece]]);
        out.write_all(&line)?;
    }
    Ok(dimensions)
}

/// The cell, unit or clue of a clause, in words.
fn part_of(reason: Reason, puzzle: &Puzzle) -> String {
    let (rules, size) = (puzzle.rules(), puzzle.size());
    match reason {
        Reason::AtLeastOne(group) | Reason::AtMostOne(group) => {
            let unit = group.unit().map(|unit| rules.unit(unit).kind.named(size, CellNames::A1));
            let cell = group.cell().map(|cell| size.cell_name(cell));
            cell.or(unit).unwrap_or_else(|| "cells that must differ".to_owned())
        }
        Reason::Clue(index) => rules.clues()[index.clue as usize].text(rules),
        Reason::Given(given) => format!("given {}", size.candidate_name(given)),
        Reason::Refuted => "contradiction".to_owned(),
    }
}

/// Appends a clause as a line of DIMACS.
pub fn push_clause(text: &mut Vec<u8>, clause: &[Lit]) {
    let mut number = itoa::Buffer::new();
    for lit in clause {
        text.extend_from_slice(number.format(lit.to_dimacs()).as_bytes());
        text.push(b' ');
    }
    text.extend_from_slice(b"0\n");
}

/// Appends the condition that exactly one or at least one literal of a clause is true. A negated
/// literal is written as 1 minus its variable, since some readers do not accept `~x1`.
fn push_sum(text: &mut Vec<u8>, clause: &[Lit], relation: &str) {
    let mut number = itoa::Buffer::new();
    let mut count = 1;
    for lit in clause {
        text.extend_from_slice(if lit.is_positive() { b"+1 x" } else { b"-1 x" });
        text.extend_from_slice(number.format(lit.var().to_dimacs()).as_bytes());
        text.push(b' ');
        count -= i32::from(lit.is_negative());
    }
    text.extend_from_slice(format!("{relation} {count} ;\n").as_bytes());
}

fn write_comments(
    formula: &Formula,
    style: &Style<'_>,
    dimensions: Dimensions,
    counts: &[(&str, usize)],
    out: &mut (impl Write + ?Sized),
) -> io::Result<()> {
    let format = style.format;
    let mut say = |text: fmt::Arguments<'_>| writeln!(out, "{} {text}", format.comment());
    let (puzzle, numbering) = (&formula.puzzle, &formula.numbering);
    let size = puzzle.size();
    let side = size.side();
    let givens = puzzle.givens().filled().count();
    let rules = puzzle.rules();
    let (has_boxes, pairs) = (rules.has_boxes(), rules.pairs().len());
    let boxes = has_boxes.then(|| format!(" boxes of {size} (height x width),"));
    let pairs = (pairs > 0).then(|| format!(" {pairs} pairs,"));
    say(format_args!("Sudoku as SAT, by satdoku {}", env!("CARGO_PKG_VERSION")))?;
    style.notes.iter().try_for_each(|note| say(format_args!("{note}")))?;
    say(format_args!(
        "rules: {rules}, side {side},{} {} units,{} {givens} givens",
        boxes.unwrap_or_default(),
        rules.units().len(),
        pairs.unwrap_or_default(),
    ))?;
    if let Some(regions) = rules.regions() {
        say(format_args!("regions: {regions}"))?;
    }
    if format != Format::Opb {
        let Encoding { preset, amo } = formula.encoding;
        let (limit, above) = (AtMostOne::PAIRWISE_UP_TO, amo.for_group(usize::MAX));
        let auto = format!(" (pairwise up to {limit} literals, above that {above})");
        let auto = Some(auto).filter(|_| amo == AtMostOne::Auto).unwrap_or_default();
        say(format_args!("encoding: {preset} clauses, at-most-one {amo}{auto}"))?;
    }
    if dimensions.clauses > 0 && !formula.is_refuted {
        let rules = counts.iter().filter(|(family, _)| *family != "given");
        let counts = rules.map(|(family, count)| match format {
            Format::Opb => format!("{count} {}", family.replace(">= 1", "= 1")),
            _ => format!("{count} {family}"),
        });
        let what = if format == Format::Opb { "constraints" } else { "clauses" };
        let givens = if numbering.is_full() { ", then the givens" } else { "" };
        say(format_args!("{what}: {}{givens}", counts.format(", ")))?;
    }
    if formula.is_refuted {
        say(format_args!("simplified: propagation and probing found a contradiction"))?;
    } else if numbering.is_full() {
        say(format_args!(
            "variable {}*(r-1)+{side}*(c-1)+d is true when row r, column c holds digit d (all from 1)",
            side * side,
        ))?;
    } else {
        say(format_args!("simplified: only the open candidates of the open cells have variables"))?;
        say(format_args!(
            "a candidate's variable is FALSE when its digit is placed: let the solver guess false first"
        ))?;
    }
    let auxiliaries = dimensions.variables - numbering.candidate_count();
    if auxiliaries > 0 {
        say(format_args!(
            "variables {} to {} are auxiliary",
            numbering.candidate_count() + 1,
            dimensions.variables
        ))?;
    }
    if format == Format::Opb {
        say(format_args!("the name of variable 1 is x1"))?;
    }
    // For a simplified formula, these lines are the only map.
    if style.comments == Comments::Names || !numbering.is_full() {
        for (var, Candidate { cell, digit }) in numbering.candidates() {
            let says = if numbering.is_full() { "=" } else { "<>" };
            say(format_args!("{} {}{says}{digit}", var.to_dimacs(), size.cell_name(cell)))?;
        }
    }
    if format == Format::Dimacs {
        say(format_args!("t {}", if auxiliaries > 0 { "pmc" } else { "mc" }))?;
    }
    if format == Format::Dimacs && auxiliaries > 0 {
        // Some readers have a limit on the length of lines.
        for numbers in &(1..=numbering.candidate_count()).chunks(20) {
            say(format_args!("p show {} 0", numbers.format(" ")))?;
        }
    }
    Ok(())
}

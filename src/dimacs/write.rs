//! Writes a formula in one of several languages, with the map of its variables as comment lines.

use std::fmt;
use std::io::{self, Write};

use itertools::Itertools;
use varisat::Lit;

use crate::answer::Deadline;
use crate::encode::{AtMostOne, Dimensions, Encoding, Formula, Preset, Reason};
use crate::grid::Candidate;
use crate::rules::Group;

names! {
    /// The language that a formula is written in.
    ///
    /// | Format | For | Variables | What it states |
    /// |---|---|---|---|
    /// | `dimacs` | SAT solvers, model counters | `1` | the clauses |
    /// | `icnf` | incremental SAT solvers | `1` | the clauses, and then cubes ([`write_cubes`](super::write_cubes)) |
    /// | `opb` | pseudo-Boolean solvers | `x1` | that each cell and each digit of a unit has exactly one place, as equalities, whatever the encoding |
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum Format {
        /// DIMACS CNF.
        #[default]
        Dimacs = "dimacs",
        /// iCNF: DIMACS with the header `p inccnf`.
        Icnf = "icnf",
        /// The format of the pseudo-Boolean competitions.
        Opb = "opb",
    }
}

impl Format {
    /// The encoding without auxiliary variables that has the models of an OPB formula.
    pub const OF_EQUALITIES: Encoding =
        Encoding { preset: Preset::Extended, amo: AtMostOne::Pairwise };

    /// How a comment line begins.
    fn comment(self) -> &'static str {
        match self {
            Format::Dimacs | Format::Icnf => "c",
            Format::Opb => "*",
        }
    }

    /// Whether a clause has a line of its own: at most one is part of an equality.
    fn states(self, reason: Reason) -> bool {
        self != Format::Opb
            || !matches!(reason, Reason::AtMostOne(Group::Cell(_) | Group::Unit(..)))
    }

    /// Appends what a clause says as a line.
    fn push(self, text: &mut Vec<u8>, clause: &[Lit], reason: Reason) {
        match (self, reason) {
            (Format::Dimacs | Format::Icnf, _) => push_clause(text, clause),
            (Format::Opb, Reason::AtLeastOne(_)) => push_sum(text, clause, "="),
            // Some readers take no sum of nothing.
            (Format::Opb, Reason::Refuted) => text.extend_from_slice(b"+1 x1 >= 2 ;\n"),
            (Format::Opb, _) => push_sum(text, clause, ">="),
        }
    }
}

/// What the comment lines say.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Comments {
    /// No comment lines.
    None,
    /// Rules, encoding, and the variable map in words.
    #[default]
    Words,
    /// `Words`, and one line for each variable.
    Names,
}

/// How a formula is written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style<'a> {
    /// The language.
    pub format: Format,
    /// What the comment lines say.
    pub comments: Comments,
    /// Further comment lines.
    pub notes: &'a [String],
    /// When to give up.
    pub deadline: Deadline,
}

/// Writes a puzzle's formula in a style, and returns the numbers of variables and clauses of what
/// is written. It is made twice, once to be counted and once to be written, and never held.
///
/// Among the comments are those of the model counting competitions, so that a counter finds the
/// number of solutions: `c t mc`, or with auxiliary variables, whose values do not count, `c t pmc`
/// and the other variables in `c p show` lines.
///
/// # Errors
/// Those of `out`; [`io::ErrorKind::TimedOut`] at the deadline, after a part of the text.
pub fn write(
    formula: &Formula,
    style: &Style<'_>,
    out: &mut (impl Write + ?Sized),
) -> io::Result<Dimensions> {
    let (format, mut formula) = (style.format, formula.clone());
    if format == Format::Opb {
        formula.encoding = Format::OF_EQUALITIES;
    }
    let mut counts: Vec<(&str, usize)> = Vec::new();
    let mut in_time = style.deadline.watch(io::ErrorKind::TimedOut);
    let numbering = formula.try_for_each_clause(|_, reason| {
        if format.states(reason) {
            let family = reason.family();
            match counts.iter_mut().find(|(known, _)| *known == family) {
                Some((_, count)) => *count += 1,
                None => counts.push((family, 1)),
            }
        }
        in_time()
    })?;
    let clauses = counts.iter().map(|(_, count)| count).sum();
    let dimensions = Dimensions { variables: numbering.variable_count(), clauses };
    let Dimensions { variables, .. } = dimensions;
    if format == Format::Opb {
        // The first line of the file in any case; x1 is in the sum that has no solution.
        let variables = if formula.is_refuted { 1 } else { variables };
        writeln!(out, "* #variable= {variables} #constraint= {clauses}")?;
    }
    if style.comments != Comments::None {
        write_comments(&formula, style, dimensions, &counts, out)?;
    }
    match format {
        Format::Dimacs => writeln!(out, "p cnf {variables} {clauses}")?,
        Format::Icnf => writeln!(out, "p inccnf")?,
        Format::Opb => {}
    }
    let (mut line, mut in_time) = (Vec::new(), style.deadline.watch(io::ErrorKind::TimedOut));
    formula.try_for_each_clause(|clause, reason| {
        in_time()?;
        line.clear();
        if format.states(reason) {
            format.push(&mut line, clause, reason);
        }
        out.write_all(&line)
    })?;
    Ok(dimensions)
}

/// Appends a clause as DIMACS writes it, as a line.
pub fn push_clause(text: &mut Vec<u8>, clause: &[Lit]) {
    let mut number = itoa::Buffer::new();
    for lit in clause {
        text.extend_from_slice(number.format(lit.to_dimacs()).as_bytes());
        text.push(b' ');
    }
    text.extend_from_slice(b"0\n");
}

/// Appends that so many literals of a clause are true: one, or at least one. A negated literal is
/// 1 less its variable, since some readers take no `~x1`.
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
    // A simplified formula has no map but this.
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
        // Some readers have a limit for the length of lines.
        for numbers in &(1..=numbering.candidate_count()).chunks(20) {
            say(format_args!("p show {} 0", numbers.format(" ")))?;
        }
    }
    Ok(())
}

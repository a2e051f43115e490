//! A report on all puzzles of the inputs together: the numbers of puzzles with each result, of
//! equal and equivalent puzzles, of puzzles in several inputs, of givens, and of grades.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::Result;
use itertools::Itertools;
use serde::Serialize;

use super::duplicates::{Group, Hashed, Place, hash_of};
use super::file::{NewFile, new_path};
use super::options::whole_number;
use super::progress::Progress;
use super::run::Item;
use super::verdict::Verdict;
use satdoku::canonical::Canonicalizer;
use satdoku::explain::{Effort, Grade, Rated, Rating, check_size};
use satdoku::generate::Pattern;
use satdoku::{Deadline, Dpll, Grid, Puzzle, Status, counted, evidence};

/// The greatest number of wrong puzzles, and of groups, that the report names.
const MOST_NAMED: usize = 20;
/// The time limit for the grade of a puzzle, and for its canonical form.
const MOST_TIME: Duration = Duration::from_secs(2);

// A report on all puzzles together.
#[derive(Clone, Debug, clap::Args)]
pub struct ReportArgs {
    /// Print one report on all puzzles together instead of a line for each puzzle. Also write this
    /// report to FILE: as JSON, or as an HTML page with plots if the name ends with .html
    #[arg(long, value_name = "FILE", value_parser = new_path(), conflicts_with_all = ["format", "count", "minimal", "additions", "backbone", "smallest", "svg"])]
    report: Option<PathBuf>,
    /// Number of puzzles that --report grades, drawn at random from all puzzles with one solution
    /// [default: 200]
    #[arg(long, value_name = "N", requires = "report", value_parser = whole_number::<usize>(0..=1_000_000))]
    sample: Option<usize>,
    /// With --report, look only for equal puzzles; the search for equivalent puzzles would take
    /// most of the time
    #[arg(long, requires = "report")]
    only_equal: bool,
}

impl ReportArgs {
    /// Begins a report on these inputs, if an option asks for it.
    ///
    /// # Errors
    /// If the file of the report cannot be written.
    pub fn begin(&self, inputs: impl Iterator<Item = Arc<str>>) -> Result<Option<DataSet>> {
        let Some(file) = NewFile::begin(self.report.as_ref())? else { return Ok(None) };
        let is_page = |path: &Path| path.extension().is_some_and(|end| end == "html");
        Ok(Some(DataSet {
            file,
            is_page: self.report.as_deref().is_some_and(is_page),
            inputs: inputs.collect(),
            sample: self.sample.unwrap_or(200),
            only_equal: self.only_equal,
            bound: AtomicU64::new(u64::MAX),
        }))
    }
}

/// A report that is being made.
pub struct DataSet {
    file: NewFile,
    is_page: bool,
    inputs: Vec<Arc<str>>,
    /// The number of puzzles to grade.
    sample: usize,
    only_equal: bool,
    /// The number of a puzzle is a hash, and the puzzles with the least numbers are graded. No
    /// puzzle with a number above this bound is graded.
    bound: AtomicU64,
}

/// The facts about puzzles that are collected.
#[derive(Default)]
pub struct Found {
    rows: Vec<Row>,
    statuses: BTreeMap<&'static str, u64>,
    givens: BTreeMap<usize, u64>,
    symmetric: u64,
    wrong: Vec<String>,
    /// The puzzles to grade, each with its number and its solution.
    sample: Vec<(u64, Puzzle, Grid)>,
}

/// A puzzle that was read.
struct Row {
    /// The hash of its canonical form; or the hash of the puzzle itself if no form was found (it
    /// has clues, or the time limit was reached) or if only equal puzzles are wanted.
    form: [u64; 2],
    puzzle: Hashed,
}

impl DataSet {
    /// Adds a puzzle with its verdict.
    pub fn add(
        &self,
        found: &mut Found,
        item: &Item<'_>,
        verdict: &Verdict,
        canonicalizer: &mut Canonicalizer,
    ) {
        *found.statuses.entry(verdict.status.name()).or_default() += 1;
        if let (Status::Mismatch, Some(error)) = (verdict.status, &verdict.error)
            && found.wrong.len() < MOST_NAMED
        {
            found.wrong.push(format!("{}: {error}", item.place()));
        }
        let Ok(asked) = item.asked else { return };
        let puzzle = &asked.puzzle;
        *found.givens.entry(puzzle.givens().filled().count()).or_default() += 1;
        let mut patterns = Pattern::ALL.into_iter().filter(|&pattern| pattern != Pattern::Free);
        let is_symmetric = patterns.any(|pattern| pattern.broken_by(puzzle.givens()).is_none());
        found.symmetric += u64::from(is_symmetric);
        if asked.candidates.is_some() {
            return;
        }
        let hash = hash_of(&puzzle.to_string());
        let index = self.inputs.iter().position(|name| **name == *item.input).unwrap_or(0);
        let place = Place::new(index, item.raw.line);
        let mut form = hash;
        if !self.only_equal
            && let Ok(canonical) = canonicalizer.form(puzzle, Deadline::after(MOST_TIME))
        {
            form = hash_of(&canonical.puzzle.to_string());
        }
        if let ([only], Status::Unique) = (&verdict.solutions[..], verdict.status) {
            let drawn = hash_of(&item.number.to_string())[0];
            if self.sample > 0 && drawn <= self.bound.load(Ordering::Relaxed) {
                found.sample.push((drawn, puzzle.clone(), only.clone()));
            }
        }
        found.rows.push(Row { form, puzzle: Hashed { hash, place } });
    }

    /// Adds the facts about later puzzles.
    pub fn join(&self, all: &mut Found, other: Found) {
        all.rows.extend(other.rows);
        other
            .statuses
            .into_iter()
            .for_each(|(name, n)| *all.statuses.entry(name).or_default() += n);
        other.givens.into_iter().for_each(|(count, n)| *all.givens.entry(count).or_default() += n);
        all.symmetric += other.symmetric;
        all.wrong.extend(other.wrong);
        all.wrong.truncate(MOST_NAMED);
        all.sample.extend(other.sample);
        all.sample.sort_by_key(|(drawn, ..)| *drawn);
        all.sample.truncate(self.sample);
        if all.sample.len() == self.sample {
            let last = all.sample.last().map_or(0, |(drawn, ..)| *drawn);
            self.bound.store(last, Ordering::Relaxed);
        }
    }

    /// Returns the report as text, and writes it to the file. The text is empty if there was no
    /// puzzle; then no file is written.
    ///
    /// # Errors
    /// If a solver failed, or the file cannot be written.
    pub fn finish(mut self, found: Found) -> Result<String> {
        if found.statuses.is_empty() {
            return Ok(String::new());
        }
        let report = self.report(found)?;
        let text =
            if self.is_page { report.page() } else { serde_json::to_string_pretty(&report)? };
        self.file.write_all(text.as_bytes())?;
        self.file.finish()?;
        Ok(report.text())
    }

    fn unless_only_equal(&self, equivalent: u64) -> Option<u64> {
        (!self.only_equal).then_some(equivalent)
    }

    fn report(&self, mut found: Found) -> Result<Report> {
        let mut puzzles = vec![0; self.inputs.len()];
        let input = |row: &Row| row.puzzle.place.input();
        found.rows.iter().for_each(|row| puzzles[input(row)] += 1);
        let pairs = (0..self.inputs.len()).tuple_combinations();
        let mut shared: BTreeMap<(usize, usize), [u64; 2]> =
            pairs.map(|pair: (usize, usize)| (pair, [0, 0])).collect();
        let [mut equal, mut equivalent] = [0; 2];
        let mut groups = Vec::new();
        found.rows.sort_unstable_by_key(|row| (row.form, row.puzzle));
        for group in found.rows.chunk_by(|a, b| a.form == b.form).filter(|group| group.len() > 1) {
            // For each different puzzle: how often it is in each input.
            let mut counts: HashMap<[u64; 2], BTreeMap<usize, u64>> = HashMap::new();
            for row in group {
                *counts.entry(row.puzzle.hash).or_default().entry(input(row)).or_default() += 1;
            }
            equal += (group.len() - counts.len()) as u64;
            equivalent += (counts.len() - 1) as u64;
            for (&(first, second), [same, like]) in &mut shared {
                let is_in_first = counts.values().any(|of| of.contains_key(&first));
                for of in counts.values() {
                    let count = of.get(&second).copied().unwrap_or(0);
                    match of.contains_key(&first) {
                        true => *same += count,
                        false if is_in_first => *like += count,
                        false => {}
                    }
                }
            }
            groups.push(group.iter().map(|row| row.puzzle).collect_vec());
        }
        groups.sort_by_key(|group| group.iter().map(|puzzle| puzzle.place).min());
        let name = |input: usize| &*self.inputs[input];
        let count = groups.len();
        let named = groups.into_iter().take(MOST_NAMED);
        let named = named.map(|puzzles| Group { form: None, puzzles }.text(name, false)).collect();
        let overlap =
            |((first, second), [equal, equivalent]): ((usize, usize), [u64; 2])| Overlap {
                inputs: [first, second].map(|input| self.inputs[input].to_string()),
                equal,
                equivalent: self.unless_only_equal(equivalent),
            };
        let names = self.inputs.iter().map(ToString::to_string);
        Ok(Report {
            inputs: names.zip(puzzles).collect(),
            statuses: found.statuses,
            wrong: found.wrong,
            duplicates: Duplicates {
                equal,
                equivalent: self.unless_only_equal(equivalent),
                groups: count,
                first: named,
            },
            overlaps: shared.into_iter().map(overlap).collect(),
            givens: found.givens,
            symmetric: found.symmetric,
            sample: graded(&found.sample)?,
        })
    }
}

/// Grades these puzzles, and finds out how many of them are minimal.
fn graded(puzzles: &[(u64, Puzzle, Grid)]) -> Result<Sample> {
    let mut sample = Sample { puzzles: puzzles.len(), ..Sample::default() };
    let (mut dpll, mut progress) =
        (Dpll::portable(), Progress::until_the_end(Some(puzzles.len() as u64)));
    for (_, puzzle, solution) in puzzles {
        let deadline = Deadline::after(MOST_TIME);
        let unneeded = satdoku::solve::in_time(evidence::unneeded_givens(
            puzzle,
            solution,
            deadline,
            |_, _| (),
        ))?;
        sample.minimal += usize::from(unneeded.is_some_and(|unneeded| unneeded.is_empty()));
        let mut rating = Rating::default();
        if check_size(puzzle.rules()).is_ok() {
            let effort = Effort { deadline, ..Effort::default() };
            let rated = Rated { grade: true, steps: false };
            rating = Rating::of(puzzle, rated, &effort, &mut dpll)?;
        }
        let grade = rating.grade.map_or("none", |grade| grade.name());
        *sample.grades.entry(grade).or_default() += 1;
        if let Some(score) = rating.score {
            *sample.scores.entry((score / 10.0) as u32 * 10).or_default() += 1;
        }
        progress.add(1);
    }
    progress.finish();
    Ok(sample)
}

/// The content of the report.
#[derive(Serialize)]
struct Report {
    /// The inputs, each with the number of puzzles of digits that could be read.
    inputs: Vec<(String, u64)>,
    statuses: BTreeMap<&'static str, u64>,
    /// The first puzzles for which the input claims a wrong solution or a wrong number of
    /// solutions.
    wrong: Vec<String>,
    duplicates: Duplicates,
    /// For each pair of inputs: the number of puzzles of the second input that are also in the
    /// first.
    overlaps: Vec<Overlap>,
    /// For each number of givens: the number of puzzles with so many givens.
    givens: BTreeMap<usize, u64>,
    /// The number of puzzles whose givens are in symmetric cells.
    symmetric: u64,
    sample: Sample,
}

/// The numbers of puzzles that are equal or equivalent to a puzzle before them.
#[derive(Serialize)]
struct Duplicates {
    equal: u64,
    /// The number of puzzles that are equivalent to a puzzle before them but not equal to any of
    /// these. `None` if only equal puzzles are wanted.
    equivalent: Option<u64>,
    groups: usize,
    first: Vec<String>,
}

#[derive(Serialize)]
struct Overlap {
    inputs: [String; 2],
    equal: u64,
    /// The number of puzzles of the second input that are equivalent to a puzzle of the first but
    /// not equal to any. `None` if only equal puzzles are wanted.
    equivalent: Option<u64>,
}

#[derive(Serialize, Default)]
struct Sample {
    puzzles: usize,
    minimal: usize,
    grades: BTreeMap<&'static str, u64>,
    /// The number of puzzles with a score from the key up to, but not including, the next multiple
    /// of ten.
    scores: BTreeMap<u32, u64>,
}

impl Report {
    /// The number of puzzles with each grade, easier grades first.
    fn grades(&self) -> Vec<(String, u64)> {
        let names = Grade::ALL.into_iter().map(Grade::name).chain(["none"]);
        let count = |name| Some((String::from(name), *self.sample.grades.get(name)?));
        names.filter_map(count).collect()
    }

    /// The number of puzzles in each range of scores, lower scores first.
    fn scores(&self) -> Vec<(String, u64)> {
        let name = |from: u32| format!("{from} to {}", from + 10);
        self.sample.scores.iter().map(|(&from, &count)| (name(from), count)).collect()
    }

    fn text(&self) -> String {
        let mut out = String::new();
        let mut line = |text: String| writeln!(out, "{text}").expect("a string takes everything");
        let all: u64 = self.statuses.values().sum();
        let by_name = |counts: &[(String, u64)]| {
            counts.iter().map(|(name, count)| format!("{count} {name}")).join(", ")
        };
        let statuses = self.statuses.iter().map(|(name, count)| (name.to_string(), *count));
        line(format!("{}: {}", counted(all, "puzzle"), by_name(&statuses.collect_vec())));
        if self.inputs.len() > 1 {
            let mut inputs = self.inputs.iter().map(|(name, count)| format!("{name} {count}"));
            line(format!("in {}", inputs.join(", ")));
        }
        self.wrong.iter().for_each(|wrong| line(format!("  {wrong}")));
        let Duplicates { equal, equivalent, groups, first } = &self.duplicates;
        let only = equivalent.map(|count| format!("; only equivalent to one: {count}"));
        line(format!("equal to an earlier puzzle: {equal}{}", only.unwrap_or_default()));
        first.iter().for_each(|group| line(format!("  {group}")));
        if *groups > first.len() {
            line(format!("  and {} more groups", groups - first.len()));
        }
        for Overlap { inputs: [first, second], equal, equivalent } in &self.overlaps {
            let only = equivalent.map(|count| format!(", {count} only equivalent"));
            line(format!(
                "puzzles of {second} that are in {first}: {equal} equal{}",
                only.unwrap_or_default()
            ));
        }
        let (least, most) = (self.givens.keys().next(), self.givens.keys().last());
        if let (Some(least), Some(most)) = (least, most) {
            let count: u64 = self.givens.values().sum();
            let sum: u64 = self.givens.iter().map(|(givens, count)| *givens as u64 * count).sum();
            let mean = sum as f64 / count as f64;
            line(format!("givens: {least} to {most}, {mean:.1} on average"));
            line(format!("with givens in symmetric cells: {}", self.symmetric));
        }
        if self.sample.puzzles > 0 {
            let Sample { puzzles, minimal, .. } = self.sample;
            let puzzles = counted(puzzles as u64, "puzzle");
            line(format!(
                "of a sample of {puzzles}: {minimal} minimal; {}",
                by_name(&self.grades())
            ));
            if !self.sample.scores.is_empty() {
                let scores = self.scores().into_iter();
                let mut scores = scores.map(|(name, count)| format!("{count} from {name}"));
                line(format!("their scores: {}", scores.join(", ")));
            }
        }
        out
    }

    /// The report as an HTML page that needs no other files.
    fn page(&self) -> String {
        let escaped = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;");
        let bars = |title: &str, counts: Vec<(String, u64)>| {
            let most = counts.iter().map(|(_, count)| *count).max().unwrap_or(0).max(1);
            let row = |(name, count): (String, u64)| {
                let width = 100.0 * count as f64 / most as f64;
                format!(
                    "<tr><th>{}<td>{count}<td class=bar><i style=\"width:{width:.1}%\"></i>\n",
                    escaped(&name)
                )
            };
            let rows = counts.into_iter().map(row).join("");
            format!("<h2>{title}</h2>\n<table>\n{rows}</table>\n")
        };
        let named = |counts: &BTreeMap<&'static str, u64>| {
            counts.iter().map(|(name, count)| (name.to_string(), *count)).collect_vec()
        };
        let givens = self.givens.iter().map(|(givens, count)| (givens.to_string(), *count));
        let mut plots = bars("Results", named(&self.statuses));
        plots += &bars("Inputs", self.inputs.clone());
        plots += &bars("Givens", givens.collect());
        plots +=
            &bars(&format!("Grades of a sample of {} puzzles", self.sample.puzzles), self.grades());
        plots += &bars("Their scores", self.scores());
        format!(
            "<!DOCTYPE html>\n<html lang=en>\n<meta charset=utf-8>\n<meta name=viewport content=\"width=device-width\">\n\
             <title>Data set</title>\n<style>\nbody {{ font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark }}\n\
             table {{ width: 100%; border-spacing: .5rem .1rem }} th, td {{ text-align: right; white-space: nowrap }} .bar {{ width: 70% }}\n\
             i {{ display: block; height: 1em; background: #2d6cdf }} pre {{ white-space: pre-wrap; overflow-wrap: anywhere }}\n</style>\n\
             <h1>Data set</h1>\n<pre>{}</pre>\n{plots}</html>\n",
            escaped(&self.text())
        )
    }
}

//! The one loop of the subcommands that take any number of puzzles.

use std::collections::{BTreeSet, VecDeque};
use std::io::{self, IsTerminal, Read};
use std::sync::Arc;

use anyhow::Result;
use serde::Serialize;
use serde_json::value::to_raw_value;
use serde_json::{Value, json};

use super::advice::advised;
use super::exit::Exit;
use super::input::{Input, Inputs};
use super::output::{complain, note, words, write_drawings, write_lines};
use super::picture::PictureArgs;
use super::progress::Progress;
use super::reader::{self, Asked, Reader};
use super::stream;
use super::summary::{self, Summary};
use satdoku::Status;
use satdoku::draw::Picture;
use satdoku::format::{Options, ParseError, RawRecord, Splitter};

/// What is done with all puzzles of the inputs.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// The puzzles.
    pub inputs: &'a Inputs,
    /// How many threads work.
    pub threads: usize,
    /// How a record is read.
    pub read: reader::Read,
    /// Whether the results are counted, and the counts shown.
    pub summary: bool,
    /// How the puzzles are drawn.
    pub picture: Option<&'a PictureArgs>,
    /// Whether nothing is said about text that cannot be read: it was said when the inputs were
    /// read before.
    pub is_again: bool,
}

/// One puzzle of the inputs.
#[derive(Clone, Copy, Debug)]
pub struct Item<'a> {
    /// Its text.
    pub raw: &'a RawRecord,
    /// Its number, from 1 over all inputs.
    pub number: u64,
    /// Whether it is known that the inputs hold no other puzzle.
    pub is_only: bool,
    /// The name of its input.
    pub input: &'a str,
    /// The puzzle, or why there is none, which has been reported.
    pub asked: Result<&'a Asked, &'a str>,
}

impl Item<'_> {
    /// Where it stands: `input:line`.
    pub fn place(&self) -> String {
        format!("{}:{}", self.input, self.raw.line)
    }

    /// What a line about it begins with, if there may be others.
    pub fn label(&self) -> String {
        if self.is_only { String::new() } else { format!("{}: ", self.place()) }
    }
}

/// The results of some puzzles.
#[derive(Debug, Default)]
pub struct Done<T = ()> {
    /// For stdout.
    pub text: Vec<u8>,
    /// Whether the text may be styled: drawings, which quote nothing of an input.
    pub drawn: bool,
    /// The number of puzzles with each result.
    pub summary: Summary,
    /// The pictures of the puzzles.
    pub pictures: Vec<Picture>,
    /// Other data that the subcommand collects.
    pub found: T,
    puzzles: u64,
    messages: Vec<String>,
    note: Option<String>,
    exit: Exit,
    /// Whether an input could not be read to its end.
    is_cut: bool,
    /// What ends the run after these results.
    pub failure: Option<anyhow::Error>,
}

impl<T> Done<T> {
    /// Makes the exit status at least this one.
    pub fn end(&mut self, exit: Exit) {
        self.exit = self.exit.max(exit);
    }

    /// Reports an error about a puzzle.
    pub fn complain(&mut self, item: &Item<'_>, exit: Exit, message: &str) {
        self.messages.push(format!("{}: {message}", item.place()));
        self.end(exit);
    }

    /// Reports an error about a puzzle, with the exit status that it stands for. Returns its words.
    pub fn fail(&mut self, item: &Item<'_>, error: &anyhow::Error) -> String {
        let message = words(error);
        self.complain(item, Exit::of(error), &message);
        message
    }

    /// Tells the result of a puzzle. If the puzzle cannot be read or answered, tells what stands
    /// for its result.
    pub fn tell(
        &mut self,
        item: &Item<'_>,
        is_json: bool,
        tell: impl FnOnce(&Asked, &mut Done<T>) -> Result<()>,
    ) {
        let (status, error) = match item.asked.map(|asked| tell(asked, self)) {
            Ok(Ok(())) => return,
            Ok(Err(error)) if Exit::of(&error) == Exit::Unknown => {
                (Status::Unknown, self.fail(item, &error))
            }
            Ok(Err(error)) => (Status::Error, self.fail(item, &error)),
            Err(error) => (Status::Error, error.to_owned()),
        };
        if is_json {
            write_json(&mut self.text, item, &json!({ "status": status, "error": error }));
        } else {
            self.text.extend(format!("{}{status}\n", item.label()).bytes());
        }
    }

    /// Reports text that is not a puzzle; the error says the line and column.
    pub fn reject(&mut self, input: &str, error: &str) {
        self.messages.push(format!("{input}:{error}"));
        self.end(Exit::Error);
    }
}

impl<'a> Task<'a> {
    /// Work of one thread on puzzles or grids of candidates.
    pub fn of(inputs: &'a Inputs) -> Task<'a> {
        let (threads, read) = (1, Reader::read_candidates as reader::Read);
        Task { inputs, threads, read, summary: false, picture: None, is_again: false }
    }

    /// Does `work` on every puzzle, each thread with what `worker` makes for it, prints the results
    /// in the order of the puzzles, and gives to `collect` what else was found. Text that cannot be
    /// read is reported before `work`, an error of `work` after it. Inputs without any puzzle are
    /// an error.
    ///
    /// # Errors
    /// The first of `worker`, of `collect`, of stdout or of another file.
    pub fn run<W, T: Default + Send>(
        self,
        worker: impl Fn() -> Result<W> + Sync,
        work: impl Fn(&mut W, &Item<'_>, &mut Done<T>) -> Result<()> + Sync,
        mut collect: impl FnMut(T) -> Result<()> + Send,
    ) -> Result<Exit> {
        let Task { inputs, threads, read, .. } = self;
        if self.summary {
            summary::begin();
        }
        let gallery = self.picture.map(|args| args.begin()).transpose()?;
        let mut gallery = gallery.unwrap_or_default();
        let mut progress = Progress::new(total_bytes(&inputs.all()));
        let mut source = Source::new(inputs, progress.clone());
        let (mut exit, mut puzzles) = (Exit::Success, 0);
        // A single puzzle may be printed in another way, so a second puzzle is awaited first; but
        // not if the second may depend on the result of the first.
        let may_wait = io::stdout().is_terminal() || inputs.are_arguments();
        let mut first = if may_wait { source.first_two() } else { VecDeque::new() };
        let threads = if first.front().is_some_and(|job| job.is_only) { 1 } else { threads };
        stream::run(
            |job: &mut Job, at_most| {
                let Some(early) = first.pop_front() else { return source.next(job, at_most) };
                *job = early;
                Some(job.batch.len())
            },
            threads,
            || Ok((Reader::new(&inputs.puzzle)?, worker()?)),
            |(reader, worker), job| {
                let Job { batch, first, name: input, is_only, .. } = job;
                // In most cases a line of 81 cells gets a line of 81 cells.
                let (text, puzzles) = (Vec::with_capacity(82 * batch.len()), batch.len() as u64);
                let mut done = Done { text, puzzles, ..Done::default() };
                done.summary.columns.clone_from(&job.columns);
                match &job.end {
                    Some(Ok(note)) => done.note = Some(note.clone()),
                    Some(Err(failure)) => {
                        done.messages.push(failure.clone());
                        done.is_cut = true;
                    }
                    None => {}
                }
                for (raw, number) in batch.iter().zip(*first..) {
                    let asked = read(reader, raw);
                    let wrong = asked.as_ref().err().map(advised);
                    if let Some(message) = &wrong {
                        done.reject(input, message);
                    }
                    let asked = asked.as_ref().map_err(|_| wrong.as_deref().unwrap_or_default());
                    let item = Item { raw, number, is_only: *is_only, input, asked };
                    let length = done.text.len();
                    match stream::caught(|| work(worker, &item, &mut done)) {
                        Ok(Ok(())) => {}
                        Ok(Err(error)) => drop(done.fail(&item, &error)),
                        // The results before it are printed, and the run ends.
                        Err(defect) => {
                            done.text.truncate(length);
                            done.failure = Some(defect.context(item.place()));
                        }
                    }
                    if done.failure.is_some() {
                        break;
                    }
                }
                done
            },
            |done: Done<T>| {
                progress.show(done.puzzles);
                exit = exit.max(done.exit.of_rows());
                if done.is_cut {
                    exit = exit.max(Exit::Error);
                }
                if !self.is_again {
                    done.messages.iter().for_each(complain);
                    done.note.iter().for_each(note);
                }
                puzzles += done.puzzles;
                if done.drawn { write_drawings(&done.text) } else { write_lines(&done.text) }?;
                summary::printed(&done.summary);
                gallery.add(done.pictures)?;
                collect(done.found)?;
                done.failure.map_or(Ok(()), Err)
            },
        )?;
        progress.finish();
        if puzzles == 0 && exit < Exit::Error {
            complain(format_args!("{}: no puzzle found", inputs.names()));
            exit = Exit::Error;
        }
        summary::print();
        gallery.finish(&[])?;
        Ok(exit)
    }
}

/// The input of a worker: some puzzles of one input.
#[derive(Default)]
struct Job {
    batch: Vec<RawRecord>,
    /// The number of the first puzzle, from 1 over all inputs.
    first: u64,
    /// The input's name, for messages.
    name: Arc<str>,
    /// Whether it is known that the inputs hold one puzzle, this one.
    is_only: bool,
    /// The columns and fields of the input that give solutions, so far.
    columns: BTreeSet<String>,
    /// Stands in place of puzzles, after the puzzles of an input: what was skipped in the input, or
    /// the error that ended it.
    end: Option<Result<String, String>>,
}

/// How many bytes there are to read, if all inputs are files of known length.
fn total_bytes(inputs: &[Input]) -> Option<u64> {
    let length = |input: &Input| {
        let Input::Path(path) = input else { return None };
        std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file).map(|file| file.len())
    };
    inputs.iter().map(length).sum()
}

/// An input that is being read.
type Reading = Box<dyn Read + Send>;

/// All inputs, one after the other.
struct Source {
    /// The inputs, with their names in messages.
    inputs: std::vec::IntoIter<(Arc<str>, Input)>,
    options: Options,
    current: Option<(Arc<str>, Splitter<Reading>)>,
    /// The current input, if it is an argument, which must be named if it holds no puzzle.
    empty: Option<Input>,
    puzzles: u64,
    progress: Progress,
}

impl Source {
    fn new(inputs: &Inputs, progress: Progress) -> Source {
        let (options, inputs) = (inputs.puzzle.options(), inputs.named().into_iter());
        Source { inputs, options, current: None, empty: None, puzzles: 0, progress }
    }

    /// Up to two jobs of one puzzle each. It is then known whether the first puzzle is the only
    /// one.
    fn first_two(&mut self) -> VecDeque<Job> {
        let (mut jobs, mut puzzles) = (VecDeque::new(), 0);
        while puzzles < 2 {
            let mut job = Job::default();
            let Some(count) = self.next(&mut job, 1) else { break };
            puzzles += count;
            jobs.push_back(job);
        }
        jobs.iter_mut().for_each(|job| job.is_only = puzzles == 1);
        jobs
    }

    /// Fills the job with the next puzzles, or with what there is to say after those of an input.
    /// Returns the number of puzzles, or `None` at the end.
    fn next(&mut self, job: &mut Job, at_most: usize) -> Option<usize> {
        job.end = None;
        while job.end.is_none() {
            let (name, splitter) = match &mut self.current {
                Some(current) => current,
                None => {
                    let (name, input) = self.inputs.next()?;
                    let reader = match input.open_puzzles() {
                        Ok(reader) => self.progress.reading(reader),
                        Err(error) => {
                            job.end = Some(Err(words(&error)));
                            break;
                        }
                    };
                    self.empty = matches!(input, Input::Text(_)).then_some(input);
                    self.current.insert((name, Splitter::new(reader, self.options.clone())))
                }
            };
            match splitter.read_batch(&mut job.batch, at_most) {
                Ok(true) => {
                    self.empty = None;
                    job.name = Arc::clone(name);
                    job.columns.clone_from(&splitter.passed_over().solutions);
                    break;
                }
                Ok(false) if let Some(argument) = self.empty.take() => {
                    job.end = Some(Err(argument.no_puzzle()));
                }
                Ok(false) => {
                    let passed_over = splitter.passed_over().to_string();
                    let note = || Ok(format!("{name}: {passed_over}"));
                    job.end = (!passed_over.is_empty()).then(note);
                }
                // With its place, as other errors of the text have it.
                Err(error) if error.get_ref().is_some_and(|error| error.is::<ParseError>()) => {
                    job.end = Some(Err(format!("{name}:{error}")));
                }
                Err(error) => job.end = Some(Err(format!("{name}: {error}"))),
            }
            self.current = None;
        }
        if job.end.is_some() {
            job.batch.clear();
        }
        job.first = self.puzzles + 1;
        let puzzles = job.batch.len();
        self.puzzles += puzzles as u64;
        Some(puzzles)
    }
}

/// The prefix that tells our columns from those of the input; our fields have it only if a name is
/// taken.
pub const PREFIX: &str = "satdoku_";

/// The fields that state the question: there the values of the input stand in place of ours.
const QUESTION: [&str; 6] = ["puzzle", "candidates", "rules", "box", "regions", "clues"];

/// A record with the place of its puzzle.
#[derive(Serialize)]
struct Placed<'a, T> {
    number: u64,
    input: &'a str,
    line: usize,
    #[serde(flatten)]
    record: &'a T,
}

/// Appends a record as a line of JSON, with the place of its puzzle and all fields of its input.
pub fn write_json(out: &mut Vec<u8>, item: &Item<'_>, record: &impl Serialize) {
    let Item { number, input, .. } = *item;
    let record = &Placed { number, input, line: item.raw.line, record };
    let Some(mut fields) = item.raw.fields() else {
        serde_json::to_writer(&mut *out, record).expect("a vector takes everything");
        return out.push(b'\n');
    };
    if let Value::Object(record) = json!(record) {
        for (mut name, value) in record {
            // Other candidates than those of the input are a result.
            let is_same = fields.get(&name).is_some_and(|field| is(field.get(), &value));
            let is_result = name == "candidates" && !is_same;
            let is_question = QUESTION.contains(&&*name) && !is_result;
            while !is_question && fields.contains_key(&name) {
                name.insert_str(0, PREFIX);
            }
            if fields.get(&name).is_none_or(|field| ["null", "\"\""].contains(&field.get())) {
                fields.insert(name, to_raw_value(&value).expect("a value is JSON"));
            }
        }
    }
    serde_json::to_writer(&mut *out, &fields).expect("a vector takes everything");
    out.push(b'\n');
}

/// Whether JSON is this value, however it is written.
fn is(json: &str, value: &Value) -> bool {
    serde_json::from_str::<Value>(json).is_ok_and(|found| found == *value)
}

//! The loop over the puzzles, which all subcommands for any number of puzzles share.

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

/// The work on all puzzles of the inputs.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// The inputs with the puzzles.
    pub inputs: &'a Inputs,
    /// The number of threads.
    pub threads: usize,
    /// The function that reads a record.
    pub read: reader::Read,
    /// Whether the results are counted and a summary is shown.
    pub summary: bool,
    /// The options for a picture of the puzzles.
    pub picture: Option<&'a PictureArgs>,
    /// Whether the inputs were already read before, so that messages about text that cannot be read
    /// are not printed again.
    pub is_again: bool,
}

/// One puzzle of the inputs.
#[derive(Clone, Copy, Debug)]
pub struct Item<'a> {
    /// The text of the puzzle.
    pub raw: &'a RawRecord,
    /// The number of the puzzle. All puzzles of all inputs are numbered from 1.
    pub number: u64,
    /// Whether it is known that the inputs have no other puzzle.
    pub is_only: bool,
    /// The name of the input.
    pub input: &'a str,
    /// The puzzle; or the error because of which there is no puzzle, which has already been
    /// reported.
    pub asked: Result<&'a Asked, &'a str>,
}

impl Item<'_> {
    /// The place of the puzzle: `input:line`.
    pub fn place(&self) -> String {
        format!("{}:{}", self.input, self.raw.line)
    }

    /// The start of a line about the puzzle. It is empty if there is no other puzzle.
    pub fn label(&self) -> String {
        if self.is_only { String::new() } else { format!("{}: ", self.place()) }
    }
}

/// The results of some puzzles.
#[derive(Debug, Default)]
pub struct Done<T = ()> {
    /// The text for stdout.
    pub text: Vec<u8>,
    /// Whether the text consists of drawings, which may have styles and do not quote an input.
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
    /// The error that ends the run after these results.
    pub failure: Option<anyhow::Error>,
}

impl<T> Done<T> {
    /// Raises the exit status to this status, if this is greater.
    pub fn end(&mut self, exit: Exit) {
        self.exit = self.exit.max(exit);
    }

    /// Reports an error about a puzzle.
    pub fn complain(&mut self, item: &Item<'_>, exit: Exit, message: &str) {
        self.messages.push(format!("{}: {message}", item.place()));
        self.end(exit);
    }

    /// Reports an error about a puzzle, and sets the exit status for this error. Returns the text
    /// of the error.
    pub fn fail(&mut self, item: &Item<'_>, error: &anyhow::Error) -> String {
        let message = words(error);
        self.complain(item, Exit::of(error), &message);
        message
    }

    /// Writes the result of a puzzle with `tell`. If the puzzle cannot be read or answered, writes
    /// a status in place of the result.
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

    /// Reports text that is not a puzzle. The error begins with the line and column.
    pub fn reject(&mut self, input: &str, error: &str) {
        self.messages.push(format!("{input}:{error}"));
        self.end(Exit::Error);
    }
}

impl<'a> Task<'a> {
    /// A task for one thread on puzzles or grids of candidates.
    pub fn of(inputs: &'a Inputs) -> Task<'a> {
        let (threads, read) = (1, Reader::read_candidates as reader::Read);
        Task { inputs, threads, read, summary: false, picture: None, is_again: false }
    }

    /// Calls `work` for every puzzle; each thread passes the value that `worker` makes for this
    /// thread. Prints the results in the order of the puzzles, and passes other data to `collect`.
    /// Text that cannot be read is reported before `work` is called, and an error of `work` after
    /// the call. It is an error if the inputs have no puzzle.
    ///
    /// # Errors
    /// The first error of `worker`, of `collect`, of stdout or of another output file.
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
        // A single puzzle may be printed in another way than several puzzles, so the first puzzle
        // waits until the second is read; but not if the second may depend on the result of the
        // first.
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
                // In most cases, the result of a line of 81 cells is a line of 81 cells.
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
                        // The results of the puzzles before are printed, and the run ends.
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
    /// The number of the first puzzle. All puzzles of all inputs are numbered from 1.
    first: u64,
    /// The name of the input in messages.
    name: Arc<str>,
    /// Whether it is known that this puzzle is the only puzzle of the inputs.
    is_only: bool,
    /// The columns and fields of the input that, so far, gave solutions.
    columns: BTreeSet<String>,
    /// Set in a job without puzzles, which follows the puzzles of an input: a note about skipped
    /// text, or the error that ended the input.
    end: Option<Result<String, String>>,
}

/// The number of bytes to read, if all inputs are files of known length.
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
    /// The current input, if it is an argument without a puzzle so far. If it has no puzzle, the
    /// error must name it.
    empty: Option<Input>,
    puzzles: u64,
    progress: Progress,
}

impl Source {
    fn new(inputs: &Inputs, progress: Progress) -> Source {
        let (options, inputs) = (inputs.puzzle.options(), inputs.named().into_iter());
        Source { inputs, options, current: None, empty: None, puzzles: 0, progress }
    }

    /// Reads up to two puzzles, in jobs of one puzzle each. After this, it is known whether the
    /// first puzzle is the only puzzle.
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

    /// Fills the job with the next puzzles or, after the puzzles of an input, with a note or an
    /// error about the input. Returns the number of puzzles, or `None` at the end.
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
                // Like other errors about the text, this error has a line and column.
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

/// The prefix that distinguishes the columns of results from those of the input. The fields of
/// results have the prefix only if the input has a field with the same name.
pub const PREFIX: &str = "satdoku_";

/// The fields that describe the puzzle. If the input has such a field, its value is kept.
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
            // If the candidates differ from those of the input, they are a result.
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

/// Whether a JSON text has this value, in any notation.
fn is(json: &str, value: &Value) -> bool {
    serde_json::from_str::<Value>(json).is_ok_and(|found| found == *value)
}

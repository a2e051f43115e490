//! The one loop of the subcommands that take any number of puzzles.

use std::collections::VecDeque;
use std::io::{self, IsTerminal};
use std::sync::atomic::Ordering;

use anyhow::Result;

use super::caught;
use super::exit::Exit;
use super::options::Inputs;
use super::output::{write_drawings, write_lines};
use super::progress::Progress;
use super::reader::{Asked, Read};
use super::stream::{self, Job, Source};
use super::summary::{self, Summary};
use satdoku::format::RawRecord;

/// One puzzle of the inputs.
#[derive(Clone, Copy)]
pub struct Item<'a> {
    /// Its text.
    pub raw: RawRecord<'a>,
    /// Its number, from 1 over all inputs.
    pub number: u64,
    /// The job that it is part of.
    pub job: &'a Job,
}

impl Item<'_> {
    /// The name of its input in messages.
    pub fn input(&self) -> String {
        self.job.name.to_string()
    }

    /// Where it stands: `input:line`.
    pub fn place(&self) -> String {
        format!("{}:{}", self.job.name, self.raw.line)
    }
}

/// The results of some puzzles.
#[derive(Default)]
pub struct Done<T> {
    /// For stdout.
    pub text: Vec<u8>,
    /// Whether the text may be styled: drawings, which quote nothing of an input.
    pub drawn: bool,
    /// The number of puzzles with each result.
    pub summary: Summary,
    /// Other data that the subcommand collects.
    pub found: T,
    puzzles: u64,
    messages: Vec<String>,
    note: Option<String>,
    exit: Exit,
    /// The last puzzle, where work on it panicked.
    defect: Option<anyhow::Error>,
}

impl<T> Done<T> {
    /// Makes the exit status at least this one.
    pub fn end(&mut self, exit: Exit) {
        self.exit = self.exit.max(exit);
    }

    /// Reports an error about a puzzle.
    pub fn complain(&mut self, item: Item<'_>, exit: Exit, message: &str) {
        self.messages.push(format!("{}: {message}", item.place()));
        self.end(exit);
    }

    /// Reports text that is not a puzzle; the error says the line and column.
    pub fn reject(&mut self, item: Item<'_>, error: &str) {
        self.messages.push(format!("{}:{error}", item.job.name));
        self.end(Exit::Error);
    }
}

/// The results of all puzzles.
#[derive(Default)]
pub struct Total {
    /// The exit status.
    pub exit: Exit,
    /// The number of puzzles with each result.
    pub summary: Summary,
}

/// Reads every puzzle of the inputs and does `work` on it, each thread with what `worker` makes for
/// it, prints the results in the order of the puzzles, and gives to `collect` what else was found.
/// What cannot be read is reported, and handed to `work` as the message. Inputs without any puzzle
/// are an error.
///
/// # Errors
/// The first of `worker`, of `collect` or of stdout.
pub fn puzzles<W, T: Default + Send>(
    inputs: &Inputs,
    threads: usize,
    read: Read,
    worker: impl Fn() -> Result<W> + Sync,
    work: impl Fn(&mut W, Item<'_>, Result<&Asked, &str>, &mut Done<T>) + Sync,
    mut collect: impl FnMut(T) -> Result<()> + Send,
) -> Result<Total> {
    let mut source = Source::new(inputs.all(), inputs.puzzle.options());
    let bytes_read = source.bytes_read();
    let mut progress = Progress::new(source.total_bytes());
    let mut total = Total::default();
    let mut puzzles = 0;
    // A single puzzle may be printed otherwise, so a second one is awaited first; but not where it
    // may depend on the result of the first.
    let may_wait = io::stdout().is_terminal() || inputs.are_arguments();
    let (mut first, mut known) = (VecDeque::new(), 0);
    stream::run(
        |job: &mut Job, at_most| {
            while may_wait && known < 2 {
                let mut early = Job::default();
                let Some(count) = source.next(&mut early, 1) else { break };
                known += count;
                first.push_back(early);
            }
            let Some(early) = first.pop_front() else { return source.next(job, at_most) };
            *job = Job { is_only: known == 1, ..early };
            Some(job.batch.puzzles())
        },
        threads,
        || Ok((inputs.puzzle.reader()?, worker()?)),
        |(reader, worker), job| {
            batch(job, |item, done| {
                let asked = read(reader, item.raw);
                let message = asked.as_ref().err().map(ToString::to_string).unwrap_or_default();
                if asked.is_err() {
                    done.reject(item, &message);
                }
                work(worker, item, asked.as_ref().map_err(|_| &*message), done);
            })
        },
        |done: Done<T>| {
            progress.update(done.puzzles, bytes_read.load(Ordering::Relaxed));
            total.exit = total.exit.max(done.exit);
            total.summary.add(&done.summary);
            for message in &done.messages {
                super::complain(format_args!("{message}"));
            }
            if let Some(note) = &done.note {
                super::note(format_args!("{note}"));
            }
            puzzles += done.puzzles;
            if done.drawn { write_drawings(&done.text) } else { write_lines(&done.text) }?;
            if let Some(defect) = done.defect {
                // At once: other threads may wait for input that never comes.
                super::report(&defect);
                crate::process::end_all();
                std::process::exit(2);
            }
            summary::printed(&done.summary);
            collect(done.found)
        },
    )?;
    progress.finish();
    if puzzles == 0 && total.exit < Exit::Error {
        super::complain(format_args!("{}: no puzzle found", inputs.names()));
        total.exit = Exit::Error;
    }
    Ok(total)
}

fn batch<T: Default>(job: &Job, mut work: impl FnMut(Item<'_>, &mut Done<T>)) -> Done<T> {
    let mut done = Done { note: job.note.clone(), ..Done::default() };
    if let Some(failure) = &job.failure {
        done.messages.push(failure.clone());
        done.end(Exit::Error);
    }
    let start = std::time::Instant::now();
    let (mut finished, mut line) = (0, 0);
    // Once for all of them: catching costs about as much as reading a line.
    let worked = caught(|| {
        for raw in job.batch.iter() {
            (finished, line) = (done.text.len(), raw.line);
            if let Some(text) = raw.aside() {
                done.text.extend_from_slice(text);
                done.text.push(b'\n');
                continue;
            }
            let number = job.first + done.puzzles;
            done.puzzles += 1;
            work(Item { raw, number, job }, &mut done);
        }
    });
    if let Err(defect) = worked {
        done.text.truncate(finished);
        done.defect = Some(defect.context(format!("{}:{line}", job.name)));
    }
    done.summary.solver_time += start.elapsed();
    done
}

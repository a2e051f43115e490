//! The one loop of the subcommands that take any number of puzzles.

use std::sync::atomic::Ordering;

use anyhow::Result;

use super::exit::Exit;
use super::options::Inputs;
use super::output::{write_drawings, write_lines};
use super::progress::Progress;
use super::stream::{self, Job, Source};
use super::summary::{self, Summary};
use satdoku::format::RawRecord;

/// One puzzle of the inputs, not read yet.
#[derive(Clone, Copy)]
pub struct Item<'a> {
    /// Its text.
    pub raw: RawRecord<'a>,
    /// Its number, from 1 over all inputs.
    pub number: u64,
    /// The name of its input.
    input: &'a str,
}

impl Item<'_> {
    /// The name of its input in messages.
    pub fn input(&self) -> String {
        self.input.to_owned()
    }

    /// Where it stands: `input:line`.
    pub fn place(&self) -> String {
        format!("{}:{}", self.input, self.raw.line)
    }
}

/// The results of some puzzles.
#[derive(Default)]
pub struct Done<T> {
    /// For stdout.
    pub text: Vec<u8>,
    /// Whether the text may be styled: drawings, which quote nothing of an input.
    pub drawn: bool,
    /// A drawing for stdout instead, where the inputs hold no other puzzle.
    pub alone: Vec<u8>,
    /// The number of puzzles with each result.
    pub summary: Summary,
    /// Other data that the subcommand collects.
    pub found: T,
    puzzles: u64,
    messages: Vec<String>,
    exit: Exit,
}

impl<T> Done<T> {
    fn write_text(&self) -> std::io::Result<()> {
        if self.drawn { write_drawings(&self.text) } else { write_lines(&self.text) }
    }

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
        self.messages.push(format!("{}:{error}", item.input));
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

/// Does `work` on every puzzle of the inputs, each thread with what `worker` makes for it, prints
/// the results in the order of the puzzles, and gives to `collect` what else was found. Inputs
/// without any puzzle are an error.
///
/// # Errors
/// The first of `worker`, of `collect` or of stdout.
pub fn puzzles<W, T: Default + Send>(
    inputs: &Inputs,
    threads: usize,
    worker: impl Fn() -> Result<W> + Sync,
    work: impl Fn(&mut W, Item<'_>, &mut Done<T>) + Sync,
    mut collect: impl FnMut(T) -> Result<()> + Send,
) -> Result<Total> {
    let mut source = Source::new(inputs.all(), inputs.puzzle.options());
    let bytes_read = source.bytes_read();
    let mut progress = Progress::new(source.total_bytes());
    let mut total = Total::default();
    let mut puzzles = 0;
    // A single puzzle may be printed in another format, so the first result waits for a second one.
    let mut held: Option<Done<()>> = None;
    stream::run(
        |job: &mut Job, at_most| source.next(job, at_most),
        threads,
        worker,
        |worker, job| batch(worker, job, &work),
        |done: Done<T>| {
            progress.update(done.puzzles, bytes_read.load(Ordering::Relaxed));
            total.exit = total.exit.max(done.exit);
            total.summary.add(&done.summary);
            for message in &done.messages {
                super::complain(format_args!("{message}"));
            }
            if let Some(first) = held.take_if(|_| done.puzzles > 0) {
                first.write_text()?;
            }
            puzzles += done.puzzles;
            if puzzles == 1 && !done.alone.is_empty() {
                let Done { text, drawn, alone, .. } = done;
                held = Some(Done { text, drawn, alone, ..Done::default() });
            } else {
                done.write_text()?;
            }
            summary::printed(&done.summary);
            collect(done.found)
        },
    )?;
    progress.finish();
    if let Some(only) = held {
        write_drawings(&only.alone)?;
    }
    if puzzles == 0 && total.exit < Exit::Error {
        super::complain(format_args!("{}: no puzzle found", inputs.names()));
        total.exit = Exit::Error;
    }
    Ok(total)
}

fn batch<W, T: Default>(
    worker: &mut W,
    job: &Job,
    work: impl Fn(&mut W, Item<'_>, &mut Done<T>),
) -> Done<T> {
    let mut done = Done::default();
    if let Some(failure) = &job.failure {
        done.messages.push(failure.clone());
        done.end(Exit::Error);
    }
    let start = std::time::Instant::now();
    for raw in job.batch.iter() {
        if let Some(text) = raw.aside() {
            done.text.extend_from_slice(text);
            done.text.push(b'\n');
            continue;
        }
        let number = job.first + done.puzzles;
        work(worker, Item { raw, number, input: &job.name }, &mut done);
        done.puzzles += 1;
    }
    done.summary.solver_time += start.elapsed();
    done
}

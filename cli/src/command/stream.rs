//! Jobs in, results out, in order, on several threads, in bounded memory.
//!
//! There is no reader and no writer thread: each worker in turn takes the next job, works on it,
//! and hands its result to the sink, which passes on what is next in order and keeps the rest. A
//! worker that is too far ahead waits.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};

/// The result of `work`; an error if it panics, which has been reported by then.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T> {
    catch_unwind(AssertUnwindSafe(work))
        .map_err(|_| anyhow!("a defect of satdoku; please report the message above"))
}

/// A batch should take about this long, so that threads share work evenly and locks stay cheap.
const BATCH_TIME: Duration = Duration::from_millis(4);
const BATCH_LIMIT: usize = 512;
/// How many batches a thread may be ahead of the one that is awaited.
const AHEAD: u64 = 8;

/// Where jobs come from.
struct Feed<F> {
    /// Fills a job with at most this many puzzles.
    next: F,
    jobs: u64,
    /// How many puzzles a job should have.
    at_most: usize,
}

struct Sink<T, F> {
    /// The place in the order that is awaited.
    next: u64,
    waiting: BTreeMap<u64, T>,
    emit: F,
    error: Option<anyhow::Error>,
}

/// Runs `work` on every job, each thread with what `worker` makes for it, and `emit` on the results
/// in order. `next` fills a job with at most the given number of puzzles, and returns how many
/// there are, or `None` at the end.
///
/// # Errors
/// The first of `worker`, `emit` or a panic; the jobs after it are not taken.
pub fn run<J: Default, W, T: Send>(
    next: impl FnMut(&mut J, usize) -> Option<usize> + Send,
    threads: usize,
    worker: impl Fn() -> Result<W> + Sync,
    work: impl Fn(&mut W, &J) -> T + Sync,
    emit: impl FnMut(T) -> Result<()> + Send,
) -> Result<()> {
    let feed = Mutex::new(Feed { next, jobs: 0, at_most: 1 });
    let sink = Mutex::new(Sink { next: 0, waiting: BTreeMap::new(), emit, error: None });
    let passed_on = Condvar::new();
    let stop = AtomicBool::new(false);

    let one_thread = || -> Result<()> {
        let mut worker = worker().inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
        let mut job = J::default();
        while !stop.load(Ordering::Relaxed) {
            // After a panic of the reader no thread reads on.
            let Ok(mut taken) = feed.lock() else { break };
            let at_most = taken.at_most;
            let Some(puzzles) = (taken.next)(&mut job, at_most) else { break };
            let place = taken.jobs;
            taken.jobs += 1;
            drop(taken);
            let start = Instant::now();
            // The other threads wait for this place in the order.
            let result = caught(|| work(&mut worker, &job));
            stop.fetch_or(result.is_err(), Ordering::Relaxed);
            let time = start.elapsed();
            let mut sink = sink.lock().unwrap_or_else(PoisonError::into_inner);
            while place > sink.next + AHEAD * threads as u64 && sink.error.is_none() {
                sink = passed_on.wait(sink).unwrap_or_else(PoisonError::into_inner);
            }
            sink.waiting.insert(place, result);
            while sink.error.is_none() {
                let next = sink.next;
                let Some(result) = sink.waiting.remove(&next) else { break };
                sink.next += 1;
                if let Err(error) = result.and_then(|result| caught(|| (sink.emit)(result))?) {
                    sink.error = Some(error);
                    stop.store(true, Ordering::Relaxed);
                }
            }
            drop(sink);
            passed_on.notify_all();
            // Another thread may hold the feed while it waits for input; the result is out.
            if let Ok(mut feed) = feed.try_lock() {
                if time > BATCH_TIME {
                    feed.at_most = (puzzles / 2).max(1);
                } else if time < BATCH_TIME / 2 && puzzles >= feed.at_most {
                    feed.at_most = (feed.at_most * 2).min(BATCH_LIMIT);
                }
            }
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        // As many threads as the system grants; one is enough.
        let others: Vec<_> = (1..threads)
            .map_while(|_| std::thread::Builder::new().spawn_scoped(scope, one_thread).ok())
            .collect();
        let own = one_thread();
        let joined = others.into_iter().map(|thread| caught(|| thread.join().unwrap())?);
        joined.fold(own, |result, other| result.and(other))
    })?;
    sink.into_inner().unwrap_or_else(PoisonError::into_inner).error.map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_of_the_sink_ends_all_threads() {
        let next = |_: &mut (), _| Some(1);
        let result = run(next, 3, || Ok(()), |(), ()| (), |()| anyhow::bail!("full"));
        assert_eq!(result.unwrap_err().to_string(), "full");
    }

    #[test]
    fn a_panic_ends_all_threads_after_the_results_before_it() {
        for threads in 1..4 {
            let (mut numbers, mut written) = (0..1000, 0..1000);
            let next = |job: &mut u32, _| numbers.next().map(|number| *job = number).map(|()| 1);
            let work = |(): &mut (), job: &u32| assert_ne!(*job, 100);
            let emit = |()| written.next().map(drop).ok_or_else(|| anyhow::anyhow!("too many"));
            assert!(run(next, threads, || Ok(()), work, emit).is_err());
            assert_eq!(written, 100..1000);
        }
    }
}

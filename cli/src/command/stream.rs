//! Works on a stream of jobs on several threads, in bounded memory, and outputs the results in
//! order.
//!
//! There are no separate threads for reading and writing: each worker takes the next job, works on
//! it, and gives its result to the sink. The sink outputs the result that is next in order, and
//! stores results that come too early. A worker that is too far ahead waits.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};

/// The result of `work`. If `work` panics, this is an error; the panic is already reported.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T> {
    catch_unwind(AssertUnwindSafe(work))
        .map_err(|_| anyhow!("a defect of satdoku; please report the message above"))
}

/// The time that a batch should take: short, so that threads share work evenly, but long enough
/// that the cost of locks stays small.
const BATCH_TIME: Duration = Duration::from_millis(4);
const BATCH_LIMIT: usize = 512;
/// For each thread: the number of batches that a result may be ahead of the next one in order.
const AHEAD: u64 = 8;

/// The source of jobs.
struct Feed<F> {
    /// Fills a job with at most this many puzzles.
    next: F,
    jobs: u64,
    /// The greatest number of puzzles that the next job should have.
    at_most: usize,
}

struct Sink<T, F> {
    /// The number of the job whose result is next in order.
    next: u64,
    waiting: BTreeMap<u64, T>,
    emit: F,
    error: Option<anyhow::Error>,
}

/// Calls `work` for every job; each thread passes the value that `worker` makes for this thread.
/// Calls `emit` for the results in order. `next` fills a job with at most the given number of
/// puzzles, and returns the number of puzzles, or `None` at the end.
///
/// # Errors
/// The first error of `worker` or `emit`, or an error for a panic. No jobs are taken after an
/// error.
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
            // After a panic while a job is read, no thread reads more jobs.
            let Ok(mut taken) = feed.lock() else { break };
            let at_most = taken.at_most;
            let Some(puzzles) = (taken.next)(&mut job, at_most) else { break };
            let place = taken.jobs;
            taken.jobs += 1;
            drop(taken);
            let start = Instant::now();
            // A panic is caught, since the other threads wait for the result of this job.
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
            // Not `lock`: another thread may hold the feed while it waits for input.
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
        // If the system does not allow all these threads, fewer threads are used; one is enough.
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

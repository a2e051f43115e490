//! Work on all cores, while other Python threads can run and signals are handled.

use std::cell::RefCell;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use satdoku::Deadline;
use satdoku_cli::command::options::bound;
use satdoku_cli::command::stream;

use crate::answer::Worker;

/// The time between two checks for signals.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// How long one puzzle may take on the calling thread, which handles no signals meanwhile. If a
/// puzzle takes half of this time or longer, it is solved again on another thread. The reason for
/// half of the time is that a solver may stop before its deadline.
const QUICK: Duration = Duration::from_millis(20);

/// A number that no other call of this function returns.
pub fn number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// A flag that cancels work. A deadline needs a flag that lives as long as the program, so flags
/// are never freed, but used again.
struct Flag(&'static AtomicBool);

static UNUSED: Mutex<Vec<&'static AtomicBool>> = Mutex::new(Vec::new());

impl Flag {
    fn take() -> Flag {
        let unused = UNUSED.lock().unwrap_or_else(PoisonError::into_inner).pop();
        Flag(unused.unwrap_or_else(|| Box::leak(Box::default())))
    }
}

impl Drop for Flag {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
        UNUSED.lock().unwrap_or_else(PoisonError::into_inner).push(self.0);
    }
}

/// Does `work` on `count` items, several items in each call, and passes the results in order to
/// `take`. Each thread works with its own value, which `worker` makes. Once the flag that `worker`
/// gets is set, deadlines of the program's options count as over, and the work ends.
///
/// # Errors
/// The exception of a signal handler, mostly `KeyboardInterrupt`; the work ends soon after it. The
/// error of `worker`. A panic.
pub fn run<W, T: Send>(
    py: Python<'_>,
    count: usize,
    threads: Option<usize>,
    worker: impl Fn(&'static AtomicBool) -> Result<W, String> + Sync,
    work: impl Fn(&mut W, Range<usize>) -> T + Sync,
    mut take: impl FnMut(T) + Send,
) -> PyResult<()> {
    let threads = match threads {
        Some(0) => return Err(PyValueError::new_err("threads: expected at least 1, found 0")),
        Some(threads) => threads,
        None => std::thread::available_parallelism().map_or(1, NonZeroUsize::get),
    };
    let threads = threads.min(count.max(1));
    let flag = Flag::take();
    let cancel = flag.0;
    let (done, ended) = channel::<()>();
    let (mut next, worker, work) = (0, &worker, &work);
    py.detach(move || {
        std::thread::scope(|scope| {
            let run = scope.spawn(|| {
                // Dropped when the work ends; the other thread waits for this.
                let _done = done;
                stream::run(
                    |job: &mut Range<usize>, at_most| {
                        *job = next..count.min(next + at_most);
                        next = job.end;
                        let is_over = job.len() == 0 || cancel.load(Ordering::Relaxed);
                        (!is_over).then_some(job.len())
                    },
                    threads,
                    || {
                        bound(Deadline::NONE.cancelled_by(cancel));
                        worker(cancel).map_err(anyhow::Error::msg)
                    },
                    |worker, job| work(worker, job.clone()),
                    |results| {
                        take(results);
                        Ok(())
                    },
                )
            });
            let mut raised = Ok(());
            while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(BETWEEN_LOOKS) {
                if raised.is_ok() {
                    raised = Python::attach(|py| py.check_signals());
                    cancel.store(raised.is_err(), Ordering::Relaxed);
                }
            }
            let ran = run.join().map_err(|_| "a defect of satdoku".to_owned());
            let ran = ran.and_then(|ran| ran.map_err(|error| error.to_string()));
            raised.and(ran.map_err(PyRuntimeError::new_err))
        })
    })
}

/// Like [`run`], but `work` gets one item at a time, and all results are returned.
pub fn many<W, T: Send>(
    py: Python<'_>,
    count: usize,
    threads: Option<usize>,
    worker: impl Fn(&'static AtomicBool) -> Result<W, String> + Sync,
    work: impl Fn(&mut W, usize) -> T + Sync,
) -> PyResult<Vec<T>> {
    let mut all = Vec::with_capacity(count);
    let batch = |worker: &mut W, items: Range<usize>| -> Vec<T> {
        items.map(|item| work(worker, item)).collect()
    };
    run(py, count, threads, worker, batch, |results| all.extend(results))?;
    Ok(all)
}

thread_local! {
    /// The workers that this thread keeps for later puzzles, each with the number of its task.
    static KEPT: RefCell<Vec<(u64, Worker)>> = const { RefCell::new(Vec::new()) };
}

/// The most tasks for which a thread keeps a worker.
const MOST_KEPT: usize = 8;

/// Does `work` once and returns its result. It runs on this thread first, with the worker that is
/// kept for the task with this number. If this takes too long, it runs again on another thread.
///
/// # Errors
/// As for [`run`].
pub fn one<T: Send>(
    py: Python<'_>,
    number: u64,
    worker: impl Fn() -> Result<Worker, String> + Sync,
    work: impl Fn(&mut Worker) -> T + Sync,
) -> PyResult<T> {
    let quick = py.detach(|| {
        let found = KEPT.with_borrow_mut(|kept| {
            let place = kept.iter().position(|(of, _)| *of == number)?;
            Some(kept.swap_remove(place).1)
        });
        let mut kept = found.map_or_else(&worker, Ok)?;
        let deadline = Deadline::after(QUICK);
        bound(deadline);
        let result = stream::caught(|| work(&mut kept)).map_err(|error| error.to_string());
        bound(Deadline::NONE);
        KEPT.with_borrow_mut(|all| {
            all.truncate(MOST_KEPT - 1);
            all.insert(0, (number, kept));
        });
        let is_late = deadline.earlier(QUICK / 2).is_over();
        result.map(|result| (!is_late).then_some(result))
    });
    match quick.map_err(PyRuntimeError::new_err)? {
        Some(result) => Ok(result),
        None => {
            let mut results = many(py, 1, Some(1), |_| worker(), |worker, _| work(worker))?;
            results.pop().ok_or_else(|| PyRuntimeError::new_err("a defect of satdoku"))
        }
    }
}

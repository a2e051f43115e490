//! Work on all cores, with the interpreter free for other threads and its signals heard.

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

/// How long a signal may wait to be heard.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// How long one puzzle may take on the asking thread, which hears no signal meanwhile. If a puzzle
/// takes half as long or longer, it is begun again on another thread: a solver stops before its
/// deadline.
const QUICK: Duration = Duration::from_millis(20);

/// A number that no other call gets.
pub fn number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// A flag to cancel work with. It is used again, since it has to live as long as the program.
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

/// Does `work` on this many items, some at a time, each thread with what `worker` makes for it, and
/// gives the results in order to `take`. Deadlines of the program's options heed the flag that
/// `worker` gets.
///
/// # Errors
/// What a signal handler raises, mostly `KeyboardInterrupt`: the work ends soon after it. The error
/// of `worker`. A defect.
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
                // Dropped at the end, which the other thread waits for.
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

/// As [`run`], with one result for each item.
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
    /// What this thread keeps for the next puzzle, and for which task.
    static KEPT: RefCell<Vec<(u64, Worker)>> = const { RefCell::new(Vec::new()) };
}

/// The number of tasks for which a thread keeps something.
const MOST_KEPT: usize = 8;

/// One result: at once on this thread, with what it has kept for the task of this number, or on
/// another thread if that takes long.
///
/// # Errors
/// As [`run`].
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

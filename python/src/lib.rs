//! The extension module of the Python package `satdoku`. It gets texts and arrays from Python,
//! calls the library and the program's own code, and returns texts and arrays. The Python files in
//! `python/satdoku` make objects from these.
//!
//! | Module | What it does |
//! |---|---|
//! | [`reading`] | reads a puzzle from a value of Python |
//! | [`answer`] | makes the answers of each function |
//! | [`pool`] | works on all cores, while other Python threads run and signals are handled |
#![deny(unsafe_code)]

mod answer;
mod pool;
mod reading;

use std::ffi::OsString;
use std::ops::Range;

use numpy::ndarray::ArrayView2;
use numpy::{Element, IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use answer::{Task, Worker};
use reading::Given;
use satdoku::generate::Recipe;
use satdoku::{Grid, Status};

/// The most cells of a grid in an array of puzzles: the digits of its solution are bytes.
const MOST_CELLS: usize = 255 * 255;

/// The answers to puzzles, in order. Each is an object of Python or a `ValueError`.
type Answers<'py> = Vec<Bound<'py, PyAny>>;

/// A function with its options, made from a command line of the program.
#[pyclass(frozen, module = "satdoku._native")]
#[derive(Debug)]
struct Command {
    number: u64,
    task: Task,
}

/// The answers to an array: the solutions, the statuses, second solutions with the numbers of their
/// rows, and reasons with the numbers of their rows.
type Rows<'py> = (
    Bound<'py, PyArray2<u8>>,
    Bound<'py, PyArray1<u8>>,
    Vec<(usize, Bound<'py, PyArray1<u8>>)>,
    Vec<(usize, String)>,
);

#[pymethods]
impl Command {
    #[new]
    fn new(arguments: Vec<OsString>) -> PyResult<Command> {
        let task = Task::parse(arguments).map_err(PyValueError::new_err)?;
        Ok(Command { number: pool::number(), task })
    }

    /// The answer to one puzzle.
    fn one<'py>(&self, py: Python<'py>, puzzle: Given) -> PyResult<Bound<'py, PyAny>> {
        self.alone(py, |worker| self.task.answer(worker, &puzzle))?.into_python(py)
    }

    /// The answers to many puzzles.
    #[pyo3(signature = (puzzles, threads=None))]
    fn many<'py>(
        &self,
        py: Python<'py>,
        puzzles: Vec<Given>,
        threads: Option<usize>,
    ) -> PyResult<Answers<'py>> {
        let work = |worker: &mut Worker, index: usize| self.task.answer(worker, &puzzles[index]);
        let answers = pool::many(py, puzzles.len(), threads, |_| self.task.worker(), work)?;
        let told = answers.into_iter().map(|answer| match answer {
            Ok(answer) => answer.into_python(py),
            Err(reason) => {
                Ok(PyValueError::new_err(reason).into_value(py).into_bound(py).into_any())
            }
        });
        told.collect()
    }

    /// The answers to the rows of an array of integers.
    #[pyo3(signature = (puzzles, threads=None))]
    fn rows<'py>(
        &self,
        py: Python<'py>,
        puzzles: &Bound<'py, PyAny>,
        threads: Option<usize>,
    ) -> PyResult<Rows<'py>> {
        macro_rules! of_any_type {
            ($($integer:ty),*) => {
                $(if let Ok(array) = puzzles.extract::<PyReadonlyArray2<'py, $integer>>() {
                    let value = |&value: &$integer| i64::try_from(value).unwrap_or(i64::MAX);
                    return self.of_rows(py, array.as_array(), threads, value);
                })*
            };
        }
        of_any_type!(u8, i8, u16, i16, u32, i32, i64, u64);
        Err(PyTypeError::new_err("expected an array of integers"))
    }

    /// A picture of a puzzle and of the answer, as SVG. If `step` is given, this is a picture of
    /// the step with this number, from 0.
    #[pyo3(signature = (puzzle, step=None))]
    fn draw(&self, py: Python<'_>, puzzle: Given, step: Option<usize>) -> PyResult<String> {
        self.alone(py, |worker| self.task.draw(worker, &puzzle, step))
    }

    /// The solution that a model of the formula of a puzzle describes.
    fn decode(&self, py: Python<'_>, puzzle: Given, model: Vec<i32>) -> PyResult<String> {
        self.alone(py, |worker| self.task.decode(worker, &puzzle, &model))
    }

    /// Random puzzles and their solutions, as JSON.
    #[pyo3(signature = (threads=None))]
    fn generate(&self, py: Python<'_>, threads: Option<usize>) -> PyResult<Vec<String>> {
        let (args, recipe) = self.task.recipe().map_err(PyValueError::new_err)?;
        let worker = |cancel| Ok(Recipe { cancel: Some(cancel), ..recipe.clone() });
        let make = |recipe: &mut Recipe, index| answer::generated(args, recipe, index as u64);
        let made = pool::many(py, args.count as usize, threads, worker, make)?;
        made.into_iter().collect::<Result<_, _>>().map_err(PyValueError::new_err)
    }
}

impl Command {
    fn alone<T: Send>(
        &self,
        py: Python<'_>,
        work: impl Fn(&mut Worker) -> Result<T, String> + Sync,
    ) -> PyResult<T> {
        let worker = || self.task.worker();
        pool::one(py, self.number, worker, work)?.map_err(PyValueError::new_err)
    }

    fn of_rows<'py, T: Element + Sync>(
        &self,
        py: Python<'py>,
        puzzles: ArrayView2<'_, T>,
        threads: Option<usize>,
        value: fn(&T) -> i64,
    ) -> PyResult<Rows<'py>> {
        let (count, cells) = puzzles.dim();
        if cells > MOST_CELLS {
            let most = MOST_CELLS.isqrt();
            let expected =
                format!("expected grids of a side up to {most}; give larger ones as text");
            return Err(PyValueError::new_err(expected));
        }
        let (mut solutions, mut statuses) = (vec![0; count * cells], vec![0; count]);
        let mut places = solutions.chunks_mut(cells.max(1)).zip(&mut statuses).zip(0..);
        let (mut others, mut reasons) = (Vec::new(), Vec::new());
        let work = |worker: &mut Worker, rows: Range<usize>| {
            let verdicts = rows.map(|row| {
                let verdict = self.task.solve_row(worker, puzzles.row(row).iter().map(value));
                let values = |grid: &Grid| grid.values().iter().map(|&value| value as u8).collect();
                let reason = verdict.why();
                (verdict.status, verdict.solutions.iter().map(values).collect(), reason)
            });
            verdicts.collect::<Vec<(Status, Vec<Vec<u8>>, _)>>()
        };
        pool::run(
            py,
            count,
            threads,
            |_| self.task.worker(),
            work,
            |verdicts| {
                for ((status, solutions, reason), place) in verdicts.into_iter().zip(&mut places) {
                    let ((solution, number), row) = place;
                    *number =
                        Status::ALL.iter().position(|&known| known == status).unwrap_or(0) as u8;
                    let mut found = solutions.into_iter();
                    found.next().iter().for_each(|first| solution.copy_from_slice(first));
                    others.extend(found.map(|second| (row, second)));
                    reasons.extend(reason.map(|reason| (row, reason)));
                }
            },
        )?;
        let others = others.into_iter().map(|(row, second)| (row, second.into_pyarray(py)));
        let others = others.collect();
        let solutions = solutions.into_pyarray(py).reshape([count, cells])?;
        Ok((solutions, statuses.into_pyarray(py), others, reasons))
    }
}

/// Runs the program with these arguments, and returns its exit status.
#[pyfunction]
fn program(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| satdoku_cli::command::main(arguments))
}

#[pymodule]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::{Command, program};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        // In an array of answers, a status is its index in this list.
        module.add("STATUSES", super::Status::ALL.map(super::Status::name))
    }
}

//! The C interface of SAT libraries, IPASIR (Balyo, Biere, Iser & Sinz, *SAT Race 2015*, Artificial
//! Intelligence 241, 2016): the only file that calls foreign code.
//!
//! What a library does cannot be checked from here: one that is broken may crash the process or
//! corrupt its memory. It is loaded only in a process of its own.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::path::Path;

use libloading::Library;
use thiserror::Error;

use crate::answer::Deadline;

/// The library's own pointer to a solver.
type Handle = *mut c_void;

/// The functions that are called, with the types of `ipasir.h`.
struct Functions {
    signature: unsafe extern "C" fn() -> *const c_char,
    init: unsafe extern "C" fn() -> Handle,
    release: unsafe extern "C" fn(Handle),
    add: unsafe extern "C" fn(Handle, i32),
    solve: unsafe extern "C" fn(Handle) -> c_int,
    value: unsafe extern "C" fn(Handle, i32) -> i32,
    set_terminate: unsafe extern "C" fn(Handle, *mut c_void, Option<Terminate>),
}

/// Asked by the library again and again; other than 0: stop.
type Terminate = unsafe extern "C" fn(*mut c_void) -> c_int;

/// Why a library cannot be used.
#[derive(Debug, Error)]
pub enum LibraryError {
    /// It cannot be loaded: no library, or one for another machine.
    #[error("expected a shared library for this machine: {0}")]
    Load(String),
    /// A function is missing.
    #[error("expected a library with the IPASIR interface, found no function {0}")]
    Missing(&'static str),
    /// It makes no solver.
    #[error("ipasir_init: expected a solver, found a null pointer")]
    NoSolver,
    /// The answer is none of the interface.
    #[error("ipasir_solve: expected 0, 10 or 20, found {0}")]
    Answer(c_int),
}

/// A solver of a library: clauses in, models out, as often as wanted.
pub struct Solver {
    functions: Functions,
    handle: Handle,
    /// Where the library reads it while it solves.
    deadline: Box<Deadline>,
    /// Holds the functions.
    _library: Library,
}

impl Solver {
    /// Loads a library and makes a solver without clauses.
    ///
    /// # Errors
    /// [`LibraryError`] as far as it can be told: a library whose functions have these names but
    /// other types cannot be told from a right one.
    pub fn load(path: &Path) -> Result<Solver, LibraryError> {
        // SAFETY: runs what the library runs when it is loaded, which this process is there for.
        let library =
            unsafe { Library::new(path) }.map_err(|error| LibraryError::Load(error.to_string()))?;
        // SAFETY: each function has the type that `ipasir.h` gives to its name.
        let functions = unsafe {
            Functions {
                signature: function(&library, "ipasir_signature")?,
                init: function(&library, "ipasir_init")?,
                release: function(&library, "ipasir_release")?,
                add: function(&library, "ipasir_add")?,
                solve: function(&library, "ipasir_solve")?,
                value: function(&library, "ipasir_val")?,
                set_terminate: function(&library, "ipasir_set_terminate")?,
            }
        };
        // SAFETY: may be called at any time.
        let handle = unsafe { (functions.init)() };
        if handle.is_null() {
            return Err(LibraryError::NoSolver);
        }
        Ok(Solver { functions, handle, deadline: Box::new(Deadline::NONE), _library: library })
    }

    /// The name and version of the library.
    pub fn signature(&self) -> String {
        // SAFETY: may be called at any time; returns a string that ends with 0 and stays as long as
        // the library, or null from those that do not keep to that.
        let signature = unsafe { (self.functions.signature)() };
        if signature.is_null() {
            return "a library without a name".to_owned();
        }
        // SAFETY: as above.
        unsafe { CStr::from_ptr(signature) }.to_string_lossy().into_owned()
    }

    /// Adds a clause of DIMACS literals; allowed between solves.
    ///
    /// # Panics
    /// If one is 0 or has no negation.
    pub fn add_clause(&mut self, clause: &[i32]) {
        assert!(!clause.contains(&0) && !clause.contains(&i32::MIN), "no literals: {clause:?}");
        for &lit in clause.iter().chain([&0]) {
            // SAFETY: the handle is a solver that is not solving; takes any literal, and 0 at the
            // end of a clause.
            unsafe { (self.functions.add)(self.handle, lit) };
        }
    }

    /// Whether there is a model; `None` if the deadline stopped the library.
    ///
    /// # Errors
    /// [`LibraryError::Answer`].
    pub fn solve(&mut self, deadline: Deadline) -> Result<Option<bool>, LibraryError> {
        *self.deadline = deadline;
        let state: *const Deadline = &raw const *self.deadline;
        // SAFETY: the handle is a solver that is not solving. It calls `is_over` while it solves,
        // with the address of the deadline, which is in a box of its own, not written to meanwhile,
        // and lives longer than the solver.
        let answer = unsafe {
            (self.functions.set_terminate)(self.handle, state.cast_mut().cast(), Some(is_over));
            (self.functions.solve)(self.handle)
        };
        match answer {
            10 => Ok(Some(true)),
            20 => Ok(Some(false)),
            0 => Ok(None),
            other => Err(LibraryError::Answer(other)),
        }
    }

    /// After a model was found, before a clause is added: the literal of this variable (from 1)
    /// that is true; `None` if either may be.
    pub fn value(&self, variable: i32) -> Option<i32> {
        // SAFETY: the handle is a solver that has just found a model; the variable is above 0.
        let lit = unsafe { (self.functions.value)(self.handle, variable) };
        (lit != 0).then_some(if lit > 0 { variable } else { -variable })
    }
}

impl Drop for Solver {
    fn drop(&mut self) {
        // SAFETY: the handle is a solver that is not solving, and is not used any more.
        unsafe { (self.functions.release)(self.handle) };
    }
}

/// A function of a library.
///
/// # Safety
/// `T` is the type of a pointer to this function, and is not called when the library is gone.
unsafe fn function<T: Copy>(library: &Library, name: &'static str) -> Result<T, LibraryError> {
    // SAFETY: as above.
    let found = unsafe { library.get::<T>(name.as_bytes()) };
    found.map(|function| *function).map_err(|_| LibraryError::Missing(name))
}

/// Whether the deadline at `state` has passed.
///
/// # Safety
/// `state` points to a [`Deadline`] that nobody writes to.
unsafe extern "C" fn is_over(state: *mut c_void) -> c_int {
    // SAFETY: as above.
    let deadline = unsafe { *state.cast::<Deadline>() };
    c_int::from(deadline.is_over())
}

//! What the program `satdoku` is made of. Solving, explaining and proving are the library's
//! (`satdoku`); here is what only a program does.
//!
//! | Module | Holds |
//! |---|---|
//! | [`process`] | other programs run bounded in time and output, temporary files, certificates in folders |
//! | [`contender`] | solvers to compare: classic ones, SAT solvers and Sudoku programs outside |
//! | [`compare`] | measuring them: runs, statistics, tables, exports, plots |
//! | [`command`] | the command line |
//!
//! It is a library for the tests of the program and for the Python package; others use the crate
//! `satdoku`.
#![forbid(unsafe_code)]

pub mod process;

pub mod contender;

pub mod compare;

pub mod command;

//! The parts of the program `satdoku`. The library (`satdoku`) solves, explains and proves; this
//! crate has what only a program does.
//!
//! | Module | Holds |
//! |---|---|
//! | [`process`] | other programs run bounded in time and output, temporary files, certificates in folders |
//! | [`contender`] | solvers to compare: classic ones, SAT solvers and Sudoku programs outside |
//! | [`compare`] | measuring them: runs, statistics, tables, exports, plots |
//! | [`command`] | the command line |
//!
//! This crate is a library for the tests of the program and for the Python package; others use the
//! crate `satdoku`.
#![forbid(unsafe_code)]

pub mod process;

pub mod contender;

pub mod compare;

pub mod command;

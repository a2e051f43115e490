//! The parts of the program `satdoku`. The library (crate `satdoku`) solves, explains and proves;
//! this crate has the parts that only a program needs.
//!
//! | Module | Content |
//! |---|---|
//! | [`process`] | runs other programs with limits for time and output; temporary files; certificates in folders |
//! | [`contender`] | solvers to compare: classic solvers, SAT solvers and external Sudoku programs |
//! | [`compare`] | measures these solvers: runs, statistics, tables, exports, plots |
//! | [`command`] | the command line |
//!
//! This crate is a library only for the tests of the program and for the Python package. Other
//! programs should use the crate `satdoku`.
#![forbid(unsafe_code)]

pub mod process;

pub mod contender;

pub mod compare;

pub mod command;

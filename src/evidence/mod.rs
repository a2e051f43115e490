//! Why to believe a verdict.

pub mod checker;

//! What several test files need: what those of the library have, and the program.
// Each of the two test programs uses a part of it.
#![allow(dead_code)]

#[path = "../../../tests/common/mod.rs"]
mod library;
pub mod program;

pub use library::*;

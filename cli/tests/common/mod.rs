//! What several test files need: what those of the library have, and the program.

#[path = "../../../tests/common/mod.rs"]
mod library;
pub mod program;

pub use library::*;

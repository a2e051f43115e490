//! External proof checkers: drat-trim, rate, lrat-check, cake_lpr.

use super::checker::ProofFormat;

/// A proof checker that goes by its name in `PATH`.
///
/// | Name | Reads | Accepts with the line |
/// |---|---|---|
/// | `drat-trim` | DRAT, text and binary | `s VERIFIED` |
/// | `rate` | DRAT, text and binary | `s VERIFIED` |
/// | `lrat-check` | LRAT, text | `c VERIFIED` |
/// | `cake_lpr` | LRAT, text and binary | `s VERIFIED UNSAT` |
///
/// The line counts and not the exit status: `cake_lpr` ends with 0 on failure, `drat-trim` on
/// a time-out of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ProofChecker {
    /// Wetzler, Heule & Hunt 2014.
    DratTrim,
    /// Altmanninger & Rebola Pardo 2020.
    Rate,
    /// Heule's, from the same place as `drat-trim`.
    LratCheck,
    /// Verified down to machine code: Tan, Heule & Myreen 2021.
    CakeLpr,
}

names!(ProofChecker {
    DratTrim = "drat-trim",
    Rate = "rate",
    LratCheck = "lrat-check",
    CakeLpr = "cake_lpr",
});

impl ProofChecker {
    /// Whether it reads proofs in this format.
    pub fn reads(self, format: ProofFormat) -> bool {
        match self {
            ProofChecker::DratTrim | ProofChecker::Rate => !format.is_lrat(),
            ProofChecker::LratCheck => format == ProofFormat::Lrat,
            ProofChecker::CakeLpr => format.is_lrat(),
        }
    }

    /// What its command ends with, after the names of the formula and of the proof in this format.
    pub fn options(self, format: ProofFormat) -> &'static [&'static str] {
        // It guesses by the first bytes, which may all be characters of text.
        if self == ProofChecker::DratTrim && format.is_binary() { &["-i"] } else { &[] }
    }
}

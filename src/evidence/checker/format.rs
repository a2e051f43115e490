//! The formats of proofs.

/// How a proof is written.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ProofFormat {
    /// DRAT as text: one clause a line, deletions start with `d`.
    #[default]
    Drat,
    /// DRAT in its binary form.
    BinaryDrat,
    /// LRAT as text: clauses are numbered, each names those it follows from.
    Lrat,
    /// LRAT in its binary form.
    BinaryLrat,
}

names!(ProofFormat {
    Drat = "drat",
    BinaryDrat = "binary-drat",
    Lrat = "lrat",
    BinaryLrat = "binary-lrat",
});

impl ProofFormat {
    /// Whether its clauses are numbered and name those they follow from.
    pub fn is_lrat(self) -> bool {
        matches!(self, ProofFormat::Lrat | ProofFormat::BinaryLrat)
    }

    /// Whether it is not text.
    pub fn is_binary(self) -> bool {
        matches!(self, ProofFormat::BinaryDrat | ProofFormat::BinaryLrat)
    }
}

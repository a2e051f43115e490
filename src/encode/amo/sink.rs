//! What takes the clauses of an encoding.

use varisat::Lit;

/// Takes clauses one after the other, until it fails.
pub(super) type Sink<'a, E> = dyn FnMut(&[Lit]) -> Result<(), E> + 'a;

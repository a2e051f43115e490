//! The values of literals, and the order in which literals became true.

/// Literals that are true, in the order in which they became true.
#[derive(Default)]
pub(super) struct Trail {
    /// For each literal: 1 if it is true, -1 if it is false, 0 if it has no value.
    values: Vec<i8>,
    pub lits: Vec<i32>,
}

/// The index of a literal in tables, which have two entries for each variable.
pub(super) fn code(lit: i32) -> usize {
    lit.unsigned_abs() as usize * 2 + usize::from(lit < 0)
}

/// The length of a table that has entries for these literals.
pub(super) fn table_len(clause: &[i32]) -> usize {
    clause.iter().map(|lit| 2 * lit.unsigned_abs() as usize + 2).max().unwrap_or(0)
}

impl Trail {
    /// Makes room for the variables of a clause, and for all variables with smaller numbers.
    pub fn make_room(&mut self, clause: &[i32]) {
        let len = self.values.len().max(table_len(clause));
        self.values.resize(len, 0);
    }

    pub fn value(&self, lit: i32) -> i8 {
        self.values[code(lit)]
    }

    pub fn make_true(&mut self, lit: i32) {
        self.values[code(lit)] = 1;
        self.values[code(-lit)] = -1;
        self.lits.push(lit);
    }

    pub fn undo_to(&mut self, len: usize) {
        for lit in self.lits.drain(len..) {
            self.values[code(lit)] = 0;
            self.values[code(-lit)] = 0;
        }
    }
}

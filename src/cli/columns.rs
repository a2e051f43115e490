//! Results as columns after those of the input.

use super::reader::Asked;
use super::run::Item;
use crate::format::{Symbols, write_candidates, write_layout, write_puzzle};

/// CSV or TSV.
#[derive(Clone, Copy, Debug)]
pub struct Columns {
    delimiter: u8,
}

impl Columns {
    pub const CSV: Columns = Columns { delimiter: b',' };
    pub const TSV: Columns = Columns { delimiter: b'\t' };

    /// Writes the header: that of the input's table or `puzzle`, and the names of what is appended.
    pub fn header(self, out: &mut Vec<u8>, item: Item<'_>, names: &[&str]) {
        match item.raw.table() {
            Some(table) => self.copy(out, table.header(), table.delimiter()),
            None => out.extend_from_slice(b"puzzle"),
        }
        self.append(out, names.iter().map(|name| name.as_bytes()));
        out.push(b'\n');
    }

    /// Begins the line of a puzzle with the columns of its input: those of its table unchanged, or
    /// the puzzle alone.
    pub fn input(
        self,
        out: &mut Vec<u8>,
        item: Item<'_>,
        asked: Option<&Asked<'_>>,
        symbols: &Symbols,
    ) {
        match (item.raw.row(), asked) {
            (Some((table, row)), _) => self.copy(out, row, table.delimiter()),
            (None, Some(Asked { puzzle, candidates: Some(candidates), .. })) => {
                let mut drawn = Vec::new();
                write_candidates(&mut drawn, puzzle.rules().has_boxes(), candidates, symbols);
                write_layout(&mut drawn, puzzle.rules());
                self.field(out, &drawn);
            }
            (None, Some(asked)) => write_puzzle(out, &asked.puzzle, symbols),
            (None, None) => {}
        }
    }

    /// Appends fields to a line.
    pub fn append<'f>(self, out: &mut Vec<u8>, fields: impl IntoIterator<Item = &'f [u8]>) {
        for field in fields {
            out.push(self.delimiter);
            self.field(out, field);
        }
    }

    /// A record of the input as it stands, or with this delimiter.
    fn copy(self, out: &mut Vec<u8>, record: &[u8], delimiter: u8) {
        if delimiter == self.delimiter {
            return out.extend_from_slice(record);
        }
        for (index, field) in crate::format::fields(record, delimiter).iter().enumerate() {
            if index > 0 {
                out.push(self.delimiter);
            }
            self.field(out, field);
        }
    }

    fn field(self, out: &mut Vec<u8>, field: &[u8]) {
        let special = |byte: &u8| *byte == self.delimiter || b"\"\r\n".contains(byte);
        if !field.iter().any(special) {
            return out.extend_from_slice(field);
        }
        out.push(b'"');
        for &byte in field {
            if byte == b'"' {
                out.push(b'"');
            }
            out.push(byte);
        }
        out.push(b'"');
    }
}

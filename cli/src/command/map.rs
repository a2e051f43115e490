//! Which variable stands for which candidate.

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::file::shown;
use satdoku::Size;
use satdoku::audit::VariableMap;

/// The numbering of somebody's formula.
#[derive(Debug, clap::Args)]
pub struct MapArgs {
    /// Variable of each candidate: a formula of r, c and d (row, column and digit, each from 1), or
    /// a file with a line for each candidate, such as '42 A5=6' or 'x_1_5_6 42'
    #[arg(long, value_name = "FORMULA|FILE", allow_hyphen_values = true)]
    pub map: Option<OsString>,
}

impl MapArgs {
    /// The map that is asked for, if one is, and what it is called.
    pub fn read(&self, size: Size) -> Result<Option<(VariableMap, String)>> {
        let Some(map) = &self.map else { return Ok(None) };
        if Path::new(map).is_file() {
            let name = shown(Path::new(map));
            let text = fs::read_to_string(map).with_context(|| name.clone())?;
            let read = VariableMap::from_names(size, &text).with_context(|| name.clone())?;
            return Ok(Some((read, name)));
        }
        let text = map.to_string_lossy();
        let read = VariableMap::from_formula(size, &text);
        Ok(Some((read.context("--map: neither a file nor a formula")?, text.into_owned())))
    }
}

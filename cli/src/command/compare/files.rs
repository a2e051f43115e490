//! The files that hold what was measured.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;

use super::super::file::{NewFile, new_path};
use super::super::output::count;
use crate::compare::{self, Results, Rows, Setting};

/// Which files to write.
#[derive(Clone, Debug, clap::Args)]
pub struct Files {
    /// Write every measurement to FILE as CSV
    #[arg(long, value_name = "FILE", value_parser = new_path())]
    export_csv: Option<PathBuf>,
    /// Write a cactus plot (puzzles solved within a time) to FILE as SVG
    #[arg(long, value_name = "FILE", value_parser = new_path())]
    plot: Option<PathBuf>,
}

/// The files to write.
pub struct Outputs {
    /// For every measurement, as they come.
    pub csv: Option<Rows<NewFile>>,
    plot: Option<NewFile>,
}

impl Files {
    /// The files to write, created before the measuring starts.
    pub fn create(&self) -> Result<Outputs> {
        let csv = NewFile::begin(self.export_csv.as_ref())?.map(Rows::new).transpose()?;
        Ok(Outputs { csv, plot: NewFile::begin(self.plot.as_ref())? })
    }
}

impl Outputs {
    /// Writes the rest.
    pub fn finish(self, results: &Results, setting: &Setting, inputs: &str) -> Result<()> {
        if let Some(csv) = self.csv {
            csv.finish()?.finish()?;
        }
        if let Some(mut file) = self.plot {
            let title = format!("{} of {inputs}", count(setting.puzzles, "puzzle"));
            let asked = if setting.unique { "solution and uniqueness" } else { "first solution" };
            let runs = count(setting.runs, "run");
            let heading = format!("{}: {asked}, median of {runs}, {}", setting.rules, setting.cpu);
            let svg = compare::plot_svg(results, &title, &heading)?;
            file.write_all(svg.as_bytes())?;
            file.finish()?;
        }
        Ok(())
    }
}

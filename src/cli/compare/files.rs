//! The files that hold what was measured.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;

use super::super::count;
use super::super::output::{NewFile, new_path};
use crate::compare::{self, Results, Setting, View};

/// Which files to write.
#[derive(Clone, Debug, clap::Args)]
pub struct Files {
    /// Write every measurement to FILE as CSV
    #[arg(long, value_name = "FILE", value_parser = new_path(), conflicts_with_all = ["by", "scale"])]
    export_csv: Option<PathBuf>,
    /// Write the statistics to FILE as JSON, with the keys of hyperfine
    #[arg(long, value_name = "FILE", value_parser = new_path(), conflicts_with_all = ["by", "scale"])]
    export_json: Option<PathBuf>,
    /// Write the table to FILE as Markdown
    #[arg(long, value_name = "FILE", value_parser = new_path(), conflicts_with_all = ["by", "scale"])]
    export_markdown: Option<PathBuf>,
    /// Write a cactus plot (puzzles solved within a time), or that of --scale, to FILE as SVG
    #[arg(long, value_name = "FILE", value_parser = svg_path, conflicts_with = "by")]
    plot: Option<PathBuf>,
    /// Replace existing output files
    #[arg(long)]
    force: bool,
}

/// A name that does not promise another format.
fn svg_path(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match path.extension() {
        Some(extension) if extension.eq_ignore_ascii_case("svg") => Ok(path),
        _ => Err("plots are SVG: expected a name that ends with .svg".to_owned()),
    }
}

/// Everything that the files show.
pub struct Measured<'m> {
    pub results: &'m Results,
    pub setting: &'m Setting,
    pub view: &'m View,
    /// The name of all inputs together.
    pub inputs: String,
    /// Of each puzzle: where it stood.
    pub sources: &'m [String],
    /// Of each puzzle: its line.
    pub lines: &'m [String],
}

/// Writes one of them.
pub type Export = fn(&Measured<'_>, &mut NewFile) -> Result<()>;

impl Files {
    /// The file of the plot alone, if there is to be one.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn create_plot(&self) -> Result<Option<NewFile>> {
        self.plot.as_deref().map(|path| NewFile::create(path, self.force, &[])).transpose()
    }

    /// The files to write, created before the measuring starts. None of them is one of `inputs`.
    ///
    /// # Errors
    /// If a file cannot be written or is named twice.
    pub fn create(&self, inputs: &[PathBuf]) -> Result<Vec<(NewFile, Export)>> {
        let all: [(_, Export); 4] = [
            (&self.export_csv, |measured, file| {
                let Measured { results, sources, lines, .. } = measured;
                Ok(compare::write_csv(results, sources, lines, file)?)
            }),
            (&self.export_json, |measured, file| {
                let Measured { results, setting, sources, .. } = measured;
                Ok(compare::write_json(results, setting, sources, file)?)
            }),
            (&self.export_markdown, |Measured { results, setting, view, .. }, file| {
                Ok(compare::write_markdown(results, setting, view, file)?)
            }),
            (&self.plot, |Measured { results, setting, inputs, .. }, file| {
                let puzzles = count(setting.puzzles as u64, "puzzle");
                let title = format!("{puzzles} of {inputs}");
                let svg = compare::plot_svg(results, &title, &heading(setting));
                Ok(file.write_all(svg.map_err(anyhow::Error::msg)?.as_bytes())?)
            }),
        ];
        let create = |path: &PathBuf| NewFile::create(path, self.force, inputs);
        let named = all.into_iter().filter_map(|(path, export)| Some((path.as_ref()?, export)));
        named.map(|(path, export)| Ok((create(path)?, export))).collect()
    }
}

/// What stands between title and plot.
fn heading(setting: &Setting) -> String {
    let cpu = setting.cpu.as_deref().unwrap_or("unknown processor");
    let asked = match setting.question {
        "first" => "first solution",
        _ => "solution and uniqueness",
    };
    format!("{asked}, median of {}, {cpu}", count(setting.runs as u64, "run"))
}

//! Builds the page into `web/dist`: the wasm module, its bindings and the files of `web/page`.
//!
//! ```text
//! cargo run --package satdoku-web-build
//! ```

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use flate2::{Compression, write::GzEncoder};
use wasm_bindgen_cli_support::Bindgen;

const TARGET: &str = "wasm32-unknown-unknown";
/// What all files may have together once they are compressed, in bytes.
const MOST_COMPRESSED: usize = 1_500_000;

fn main() -> Result<()> {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("a folder around build/")?;
    let target = web.parent().context("a folder around web/")?.join("target");
    let dist = web.join("dist");
    let cargo = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()))
        .args(["build", "--profile", "web", "--locked", "--lib", "--package", "satdoku-web"])
        .args(["--target", TARGET, "--target-dir"])
        .arg(&target)
        .status()
        .context("cargo cannot be started")?;
    ensure!(
        cargo.success(),
        "the wasm module was not built; is the target there? rustup target add {TARGET}"
    );
    if dist.exists() {
        fs::remove_dir_all(&dist).context("web/dist cannot be replaced")?;
    }
    Bindgen::new()
        .input_path(target.join(TARGET).join("web/satdoku_web.wasm"))
        .web(true)?
        .omit_default_module_path(false)
        .typescript(false)
        .remove_producers_section(true)
        .generate(&dist)
        .context("no bindings could be made")?;
    for file in fs::read_dir(web.join("page"))? {
        let file = file?;
        fs::copy(file.path(), dist.join(file.file_name()))?;
    }
    let (mut total, mut compressed_total) = (0, 0);
    let mut files = fs::read_dir(&dist)?.collect::<Result<Vec<_>, _>>()?;
    files.sort_by_key(fs::DirEntry::file_name);
    for file in files {
        let bytes = fs::read(file.path())?;
        let compressed = compressed(&bytes)?;
        println!("{:>9} {compressed:>9}  {}", bytes.len(), file.file_name().to_string_lossy());
        total += bytes.len();
        compressed_total += compressed;
    }
    println!("{total:>9} {compressed_total:>9}  bytes, and as gzip, in {}", dist.display());
    ensure!(
        compressed_total <= MOST_COMPRESSED,
        "expected at most {MOST_COMPRESSED} compressed bytes, found {compressed_total}"
    );
    Ok(())
}

/// The bytes that a server sends for a file if it compresses it.
fn compressed(bytes: &[u8]) -> Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.len())
}

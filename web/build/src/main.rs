//! Builds the page into `web/dist`: the wasm module, its bindings and the files of `web/page`.
//!
//! ```text
//! cargo run --package satdoku-web-build
//! ```

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::Path;
use std::process::Command;
use std::{fs, iter, str};

use anyhow::{Context as _, Result, ensure};
use wasm_bindgen_cli_support::Bindgen;

const TARGET: &str = "wasm32-unknown-unknown";
/// Vectors of 128 bits: all browsers since Chrome 91, Firefox 89 and Safari 16.4 have them.
const FLAGS: &str = "-C target-feature=+simd128 -C llvm-args=-inlinehint-threshold=30";

fn main() -> Result<()> {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("a folder around build/")?;
    let target = web.parent().context("a folder around web/")?.join("target");
    let dist = web.join("dist");
    let cargo = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()))
        .args(["build", "--profile", "web", "--locked", "--lib", "--package", "satdoku-web"])
        .args(["--target", TARGET, "--target-dir"])
        .arg(&target)
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", FLAGS)
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
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(&dist)
        .context("no bindings could be made")?;
    for file in fs::read_dir(web.join("page"))? {
        let file = file?;
        fs::copy(file.path(), dist.join(file.file_name()))?;
    }
    write_preloads(&dist)?;
    write_service_worker(&dist)?;
    let bytes: usize = files(&dist)?.values().map(Vec::len).sum();
    println!("{bytes} bytes in {}", dist.display());
    Ok(())
}

/// The names of a folder's files, ascending, and what they hold.
fn files(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>> {
    let read = |file: fs::DirEntry| -> Result<_> {
        Ok((file.file_name().to_string_lossy().into_owned(), fs::read(file.path())?))
    };
    fs::read_dir(folder)?.map(|file| read(file?)).collect()
}

/// Says in `index.html` what to load at once: modules would be found one after the other.
fn write_preloads(dist: &Path) -> Result<()> {
    let names: Vec<String> = files(dist)?.into_keys().collect();
    let is_late = |name: &&String| ["sw.js", "worker.js", "satdoku_web.js"].contains(&&***name);
    let modules = names.iter().filter(|name| name.ends_with(".js")).filter(|name| !is_late(name));
    let modules = modules.map(|name| format!("<link rel=\"modulepreload\" href=\"{name}\">\n"));
    let page = fs::read_to_string(dist.join("index.html"))?;
    let page = page.replacen("</head>", &(modules.collect::<String>() + "</head>"), 1);
    Ok(fs::write(dist.join("index.html"), page)?)
}

/// Says in `sw.js` which files are one version, and its name: it is another one whenever a file is.
fn write_service_worker(dist: &Path) -> Result<()> {
    let files = files(dist)?;
    let mut version = DefaultHasher::new();
    files.hash(&mut version);
    let kept = files.keys().filter(|&name| name != "sw.js").map(String::as_str);
    let kept: Vec<&str> = iter::once("./").chain(kept).collect();
    let code = str::from_utf8(&files["sw.js"])?;
    let code = format!(
        "const VERSION = \"{:016x}\";\nconst FILES = {kept:?};\n\n{code}",
        version.finish()
    );
    Ok(fs::write(dist.join("sw.js"), code)?)
}

//! Certificates as ZIP files: a folder as the command line writes and checks it.

use std::io::{Cursor, Read as _, Write as _};

use anyhow::{Context as _, Result, ensure};
use satdoku::evidence::certificate::{CertificateError, Files, Options, check_files, make};
use satdoku::{Deadline, PuzzleReport};
use serde::Deserialize;
use serde_json::json;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use crate::request::{deadline, small, stated};

#[derive(Deserialize)]
struct Request {
    limit: Option<f64>,
    puzzle: PuzzleReport,
}

/// A certificate of the number of solutions of a request's puzzle.
///
/// # Errors
/// What was expected and what was found.
pub fn certificate(request: &str) -> Result<Vec<u8>> {
    let Request { limit, puzzle } = serde_json::from_str(request).context("request")?;
    let options = Options { deadline: deadline(limit)?, ..Options::default() };
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in make(&small(&puzzle)?, &options)? {
        zip.start_file(format!("certificate/{name}"), SimpleFileOptions::default())?;
        zip.write_all(&bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}

/// Whether the checker accepts a certificate, and what it is about, in JSON.
///
/// # Errors
/// If it is no certificate at all.
pub fn accepts(zip: &[u8]) -> Result<String> {
    /// The most bytes that are unpacked.
    const MOST_BYTES: u64 = 1 << 28;
    let mut zip = ZipArchive::new(Cursor::new(zip)).context("expected a ZIP file")?;
    let (mut files, mut left) = (Files::new(), MOST_BYTES);
    for index in 0..zip.len() {
        let file = zip.by_index(index)?;
        let name = file.name()?.rsplit('/').next().unwrap_or_default().to_owned();
        let mut bytes = Vec::new();
        left -= file.take(left).read_to_end(&mut bytes)? as u64;
        ensure!(left > 0, "expected at most {MOST_BYTES} bytes of files, found more");
        files.insert(name, bytes);
    }
    ensure!(files.contains_key("manifest.json"), "expected a certificate, found no manifest.json");
    let answer = match check_files(&files, Deadline::NONE) {
        Ok(found) => json!({
            "accepted": true,
            "claim": found.manifest.claim.name(),
            "message": format!("accepted: {}", found.manifest.claim.words()),
            "puzzle": stated(&found.puzzle),
        }),
        Err(error @ CertificateError::Rejected { .. }) => {
            json!({ "accepted": false, "message": format!("rejected: {error}") })
        }
        Err(error) => return Err(error.into()),
    };
    Ok(answer.to_string())
}

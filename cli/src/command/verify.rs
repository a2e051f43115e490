//! `verify`: checks certificates.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use itertools::Itertools;

use super::exit::{Exit, failure};
use super::file::shown;
use super::input::Inputs;
use super::options::{Threads, TimeLimit};
use super::output::{complain, words, write_lines};
use super::puzzle::PuzzleArgs;
use super::reader::{Reader, read_only};
use super::stream;
use crate::process::certificate as folders;
use satdoku::evidence::certificate::{Certificate, CertificateError, Claim, difference};
use satdoku::{Puzzle, counted};

#[derive(Debug, clap::Args)]
#[command(after_help = CONTENT)]
pub struct Args {
    /// Folders with certificates
    #[arg(value_name = "DIR", required = true)]
    folders: Vec<PathBuf>,
    /// Puzzle that the certificates must be for: a file, - for standard input, or the puzzle itself
    #[arg(long = "puzzle", value_name = "PUZZLE")]
    own: Option<OsString>,
    #[command(flatten)]
    puzzle: PuzzleArgs,
    #[command(flatten)]
    time_limit: TimeLimit,
    #[command(flatten)]
    threads: Threads,
}

const CONTENT: &str = "\
'verify' trusts only the puzzle and the rules. It writes the formula again and
compares the bytes. It also checks that each clause follows from the puzzle, and
checks the solutions and every line of the proof. For a single certificate, the
output also shows the puzzle; for several certificates, it shows only the
verdicts, one per line.

Exits with 3 if a certificate is rejected, and with 4 if the time limit is
reached.

Examples:
  Check a certificate, and check that it is for this puzzle:
    satdoku certify 12..3.......2.1. -o certificate
    satdoku verify certificate --puzzle 12..3.......2.1.
  Certify each puzzle of a file, and check all certificates:
    satdoku certify puzzles/famous.txt -o 'certificates/{}'
    satdoku verify certificates/*";

/// Checks each certificate independently of the others, and prints the results in order.
pub fn run(args: &Args) -> Result<Exit> {
    let own = match &args.own {
        None if args.puzzle != PuzzleArgs::default() => {
            bail!("expected --puzzle with the options that say how a puzzle is read");
        }
        None => None,
        Some(own) => {
            let inputs = Inputs { arguments: vec![own.clone()], puzzle: args.puzzle.clone() };
            Some(read_only(&inputs, Reader::read)?.puzzle)
        }
    };
    let (mut rest, mut exit) = (0..args.folders.len(), Exit::Success);
    stream::run(
        |job: &mut usize, _| {
            *job = rest.next()?;
            Some(1)
        },
        args.threads.count().min(args.folders.len()),
        || Ok(()),
        |(), &job| check(args, &args.folders[job], own.as_ref()),
        |checked| {
            match checked {
                Ok(text) => write_lines(text.as_bytes())?,
                Err(error) => {
                    exit = exit.max(Exit::of(&error));
                    complain(words(&error));
                }
            }
            Ok(())
        },
    )?;
    Ok(exit)
}

/// Checks a certificate and, if the user gives a puzzle, that the certificate is about this puzzle.
/// Returns a text about the certificate.
fn check(args: &Args, folder: &Path, own: Option<&Puzzle>) -> Result<String> {
    let certificate = match folders::check(folder, args.time_limit.deadline()) {
        // This error already names the folder.
        Err(error @ CertificateError::Io { .. }) => return Err(error.into()),
        checked => checked.with_context(|| shown(folder))?,
    };
    if let Some(difference) = own.and_then(|own| difference(&certificate.puzzle, own)) {
        let message =
            format!("{}: the certificate is for another puzzle: {difference}", shown(folder));
        return Err(failure(Exit::Failed, message));
    }
    let verdict = format!("{}: accepted: {}\n", shown(folder), certificate.manifest.claim.words());
    Ok(if args.folders.len() == 1 { verdict + &details(&certificate)? } else { verdict })
}

/// A text about the content of an accepted certificate.
fn details(certificate: &Certificate) -> Result<String> {
    let Certificate { manifest, proof, puzzle, .. } = certificate;
    let givens =
        puzzle.givens().filled().map(|given| puzzle.size().candidate_name(given)).join(" ");
    let mut text = format!(
        "puzzle: {}\nrules: {}\n",
        if givens.is_empty() { "empty" } else { &givens },
        puzzle.rules().describe(),
    );
    if let Some(regions) = puzzle.rules().regions() {
        writeln!(text, "regions: {regions}")?;
    }
    let found = manifest.found.join(" ");
    match manifest.claim {
        Claim::MinimalConflict => writeln!(text, "givens that clash: {found}")?,
        Claim::Backbone => writeln!(text, "same in all solutions: {found}")?,
        _ => {}
    }
    if certificate.solution_count > 0 {
        writeln!(text, "solutions: {} verified", certificate.solution_count)?;
    }
    if let (Some(refutation), Some((format, checked))) = (&manifest.refutation, proof) {
        writeln!(
            text,
            "formula: {}, {} ({}), the same bytes as the formula made from the rules\n\
             proof: {} added, {} deleted ({}), accepted by satdoku",
            counted(refutation.variables, "variable"),
            counted(refutation.clauses, "clause"),
            refutation.encoding,
            counted(checked.additions, "clause"),
            checked.deletions,
            format.name(),
        )?;
    }
    Ok(text)
}

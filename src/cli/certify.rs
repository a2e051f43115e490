//! `certify`: writes and checks certificates.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use itertools::Itertools;

use super::exit::Failure;
use super::options::{EncodingArgs, Inputs, TextFormat, Threads, TimeLimit, one_of};
use super::output::{shown, write_lines};
use super::progress::Progress;
use super::reader::Reader;
use super::run::{self, Done, Item};
use super::stream;
use super::{Exit, count};
use crate::evidence::ProofChecker;
use crate::evidence::certificate::{self, CertificateError, Claim, Manifest, Options, ProofFormat};
use crate::evidence::checker::Checked;
use crate::rules::{PairKind, Puzzle, Rules, UnitKind, Variant};

/// Certify that a puzzle has exactly one solution or none, or check a certificate
#[derive(Debug, clap::Args)]
#[command(after_help = CONTENT, group = clap::ArgGroup::new("place").required(true))]
pub struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// Write the certificate into this new folder; {} in its name stands for the number of the
    /// puzzle, so that several can be certified
    #[arg(short, long, value_name = "DIR", group = "place")]
    output: Option<PathBuf>,
    /// Check the certificates in these folders
    #[arg(long, value_name = "DIR", num_args = 1.., group = "place", conflicts_with_all = ["arguments", "proof", "force", "diagonal", "rules", "regions", "size", "symbols", "preset", "amo"])]
    check: Vec<PathBuf>,
    /// Also run this proof checker, found in PATH: drat-trim, rate, lrat-check, cake_lpr
    #[arg(long = "with", value_name = "CHECKER", requires = "check", value_parser = one_of(ProofChecker::ALL, ProofChecker::name))]
    checkers: Vec<ProofChecker>,
    /// Proof format: drat, binary-drat, lrat, binary-lrat
    #[arg(long, value_name = "FORMAT", default_value = "drat", value_parser = one_of(ProofFormat::ALL, ProofFormat::name))]
    proof: ProofFormat,
    /// Replace an existing certificate; any other folder is left alone
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    encoding: EncodingArgs,
    #[command(flatten)]
    time_limit: TimeLimit,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    format: TextFormat,
}

const CONTENT: &str = "\
A certificate is a folder with puzzle.txt, formula.cnf, proof.drat or
proof.lrat, solution.txt if the puzzle has a solution, and manifest.json, which
states what is proved and what is not. --check trusts only the puzzle and the
rules: it writes the formula again and compares the bytes, and checks the
solution and every line of the proof.

Exits with 1 if the puzzle has several solutions, with 3 if a certificate is
rejected, and with 4 if the time limit is reached.

Examples:
  Prove that a puzzle has exactly one solution, or none:
    satdoku certify 12..3.......2.1. -o certificate
  Check the certificate:
    satdoku certify --check certificate
  Certify each puzzle of a file, and check all certificates:
    satdoku certify puzzles/famous.txt -o 'certificates/{}'
    satdoku certify --check certificates/*
  Write another proof, and check it with a program too:
    satdoku certify --force --proof lrat 12..3.......2.1. -o certificate
    satdoku certify --check certificate --with cake_lpr";

/// Writes or checks a certificate.
pub fn run(args: &Args) -> Result<Exit> {
    args.format.warn();
    let Some(folder) = &args.output else { return check_each(args) };
    match folder.to_str().filter(|name| name.contains(NUMBER)) {
        Some(pattern) => write_each(args, pattern),
        None => {
            let puzzle = args.inputs.read_one()?;
            let clock = Progress::clock("writing the certificate");
            let written = write(args, &puzzle, folder);
            clock.finish();
            write_lines(&written?)?;
            Ok(Exit::Success)
        }
    }
}

/// What stands for the number of a puzzle in the name of its folder.
const NUMBER: &str = "{}";

/// Certifies every puzzle of the inputs.
fn write_each(args: &Args, pattern: &str) -> Result<Exit> {
    let worker = || args.inputs.puzzle.reader();
    let work = |reader: &mut Reader, item: Item<'_>, done: &mut Done<()>| {
        let puzzle = match reader.read(item.raw) {
            Ok(asked) => asked.puzzle,
            Err(error) => return done.reject(item, &error.to_string()),
        };
        let folder = PathBuf::from(pattern.replace(NUMBER, &item.number.to_string()));
        let parent = folder.parent().filter(|parent| *parent != Path::new(""));
        let created = parent.map_or(Ok(()), std::fs::create_dir_all);
        match created.map_err(Into::into).and_then(|()| write(args, &puzzle, &folder)) {
            Ok(text) => done.text.extend(text),
            Err(error) => done.complain(item, super::exit_of(&error), &format!("{error:#}")),
        }
    };
    Ok(run::puzzles(&args.inputs, args.threads.count(), worker, work, |()| Ok(()))?.exit)
}

/// Checks the certificates, each as if it were the only one, and prints the results in order.
fn check_each(args: &Args) -> Result<Exit> {
    if let [only] = &args.check[..] {
        let clock = Progress::clock("checking the certificate");
        let checked = check(args, only).with_context(|| shown(only));
        clock.finish();
        write_lines(&checked?)?;
        return Ok(Exit::Success);
    }
    let mut folders = args.check.iter();
    let mut exit = Exit::Success;
    stream::run(
        |job: &mut Option<&PathBuf>, _| {
            *job = folders.next();
            job.map(|_| 1)
        },
        args.threads.count(),
        || Ok(()),
        |(), job| job.map(|folder| (folder, check(args, folder))),
        |checked| {
            match checked {
                Some((_, Ok(text))) => write_lines(&text)?,
                Some((folder, Err(error))) => {
                    exit = exit.max(super::exit_of(&error));
                    super::complain(format_args!("{}: {error:#}", shown(folder)));
                }
                None => {}
            }
            Ok(())
        },
    )?;
    Ok(exit)
}

/// Writes a certificate; what there is to say about it.
fn write(args: &Args, puzzle: &Puzzle, folder: &Path) -> Result<Vec<u8>> {
    let options = Options {
        encoding: args.encoding.encoding(),
        format: args.proof,
        force: args.force,
        deadline: args.time_limit.deadline(),
    };
    let manifest = certificate::write(puzzle, folder, &options).map_err(failure)?;
    let proof = folder.join(&manifest.proof.file);
    let proof_bytes = proof.metadata().with_context(|| shown(&proof))?.len();
    if args.format.is_json() {
        return Ok(json(folder, &manifest, None, &[]));
    }
    let text = format!(
        "{}: {} ({}, {}, proof of {})\n",
        shown(folder),
        claim(&manifest),
        count(manifest.givens.len() as u64, "given"),
        count(manifest.clauses as u64, "clause"),
        count(proof_bytes, "byte")
    );
    Ok(text.into_bytes())
}

/// Checks a certificate; what there is to say about it.
fn check(args: &Args, folder: &Path) -> Result<Vec<u8>> {
    let deadline = args.time_limit.deadline();
    let (manifest, checked) = certificate::check(folder, deadline).map_err(failure)?;
    let format = ProofFormat::ALL.into_iter().find(|f| f.name() == manifest.proof.format);
    let format = format.expect("the check knows it");
    let formula = folder.join("formula.cnf");
    let proof = folder.join(&manifest.proof.file);
    let mut accepted_by = vec!["satdoku"];
    for checker in &args.checkers {
        let name = checker.name();
        if !checker.reads(format) {
            let read = ProofFormat::ALL.into_iter().filter(|&format| checker.reads(format));
            bail!(
                "'{}' is {}, but {name} reads {}; write that with 'certify --proof'",
                shown(&proof),
                format.name(),
                read.map(ProofFormat::name).join(" and ")
            );
        }
        match checker.accepts(&formula, &proof, format, deadline) {
            Ok(Some(true)) => accepted_by.push(name),
            Ok(Some(false)) => return Err(end(Exit::Failed, format!("{name} rejects the proof"))),
            Ok(None) => return Err(end(Exit::Unknown, format!("{name}: time limit reached"))),
            Err(error) if error.is_checkers_fault() => {
                return Err(end(Exit::Failed, error.to_string()));
            }
            Err(error) => return Err(error.into()),
        }
    }
    if args.format.is_json() {
        return Ok(json(folder, &manifest, Some(&checked), &accepted_by));
    }
    let text = format!(
        "{}: accepted: {}\n\
         puzzle: {}\n\
         rules: {}\n\
         formula: {}, {} ({}), the same bytes as made from the rules\n\
         proof: {} added, {} deleted ({}), accepted by {}\n",
        shown(folder),
        claim(&manifest),
        if manifest.givens.is_empty() { "empty".to_owned() } else { manifest.givens.join(" ") },
        in_words(&manifest.rules.rules().map_err(failure)?),
        count(manifest.variables as u64, "variable"),
        count(manifest.clauses as u64, "clause"),
        manifest.encoding,
        count(checked.additions as u64, "clause"),
        checked.deletions,
        manifest.proof.format,
        accepted_by.join(", "),
    );
    Ok(text.into_bytes())
}

/// `rows, columns, boxes of 3x3, both main diagonals, windoku, 2 more regions`.
fn in_words(rules: &Rules) -> String {
    let mut parts = vec!["rows".to_owned(), "columns".to_owned()];
    match rules.regions() {
        Some(regions) => parts.push(format!("regions {regions}")),
        None if rules.has_boxes() => parts.push(rules.shape()),
        None => {}
    }
    parts.extend(rules.variants().iter().map(|variant| match variant {
        Variant::Diagonal => "both main diagonals".to_owned(),
        variant => variant.to_string(),
    }));
    let extra = rules.units().iter().filter(|u| matches!(u.kind, UnitKind::ExtraRegion(_)));
    let listed = rules.pairs().iter().filter(|pair| pair.kind == PairKind::Listed);
    for (number, what) in [(extra.count(), "more region"), (listed.count(), "more pair")] {
        if number > 0 {
            parts.push(count(number as u64, what));
        }
    }
    parts.join(", ")
}

fn claim(manifest: &Manifest) -> &'static str {
    match manifest.claim {
        Claim::Unique => "exactly one solution",
        Claim::NoSolution => "no solution",
    }
}

/// The manifest, its folder, and the programs that accepted it.
fn json(
    folder: &Path,
    manifest: &Manifest,
    checked: Option<&Checked>,
    accepted_by: &[&str],
) -> Vec<u8> {
    let mut record = serde_json::json!({
        "folder": folder.to_string_lossy(),
        "manifest": manifest,
    });
    if let Some(checked) = checked {
        record["accepted_by"] = accepted_by.into();
        record["proof_additions"] = checked.additions.into();
        record["proof_deletions"] = checked.deletions.into();
    }
    format!("{record}\n").into_bytes()
}

fn end(exit: Exit, message: String) -> anyhow::Error {
    Failure { exit, message }.into()
}

/// With the exit status that an error stands for.
fn failure(error: CertificateError) -> anyhow::Error {
    let exit = match &error {
        CertificateError::Multiple(_) => Exit::Negative,
        CertificateError::TimedOut => Exit::Unknown,
        CertificateError::Solver(_) | CertificateError::Rejected { .. } => Exit::Failed,
        CertificateError::Exists(_)
        | CertificateError::NotACertificate(_)
        | CertificateError::Io { .. } => Exit::Error,
    };
    let hint = match &error {
        CertificateError::Exists(_) => "; give another name, or --force to replace a certificate",
        _ => "",
    };
    end(exit, format!("{error}{hint}"))
}

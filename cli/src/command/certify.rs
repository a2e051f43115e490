//! `certify`: writes and checks certificates.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::exit::Failure;
use super::options::{EncodingArgs, Inputs, TextFormat, Threads, TimeLimit, one_of};
use super::output::{new_path, shown, write_lines};
use super::progress::Progress;
use super::reader::{Asked, Reader};
use super::run::{self, Done, Item};
use super::stream;
use super::{Exit, count};
use crate::process::certificate::{self as folders, FolderError};
use satdoku::answer::Deadline;
use satdoku::evidence::certificate::{
    Certificate, CertificateError, Claim, Manifest, Options, ProofFormat, difference,
};
use satdoku::rules::Puzzle;

/// Write a certificate of the number of solutions of a puzzle, or of another claim, or check one
#[derive(Debug, clap::Args)]
#[command(after_help = CONTENT, group = clap::ArgGroup::new("place").required(true))]
pub struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// Write the certificate into this new folder; {} in its name stands for the number of the
    /// puzzle, so that several can be certified
    #[arg(short, long, value_name = "DIR", value_parser = new_path(), group = "place")]
    output: Option<PathBuf>,
    /// Check the certificates in these folders; if puzzles follow, every certificate must belong to
    /// one of them, and every puzzle must have a certificate
    #[arg(long, value_name = "DIR", num_args = 1.., group = "place", conflicts_with_all = ["claim", "proof", "proof_format", "force", "preset", "amo"])]
    check: Vec<OsString>,
    /// What to certify [default: the number of solutions: one, none or several]
    #[arg(long, value_name = "CLAIM", value_parser = one_of(Claim::ALL, Claim::name))]
    claim: Option<Claim>,
    /// Use this proof of another solver, which must refute the formula of the certificate; {} in
    /// its name stands for the number of the puzzle
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Proof format: drat, binary-drat, lrat, binary-lrat [default: drat, or that of --proof]
    #[arg(long, value_name = "FORMAT", value_parser = one_of(ProofFormat::ALL, ProofFormat::name))]
    proof_format: Option<ProofFormat>,
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
A certificate is a folder with puzzle.txt, solutions.txt if there are any,
formula.cnf with proof.drat or proof.lrat if something must be refuted, and
manifest.json, which states what is proved and what is not, and the commands by
which other programs check the proof. --check trusts only the puzzle and the
rules: it writes the formula again and compares the bytes, sees without the
encoder that each clause follows from the puzzle, and checks the solutions and
every line of the proof.

Exits with 1 if the claim is not true, with 3 if a certificate or a proof is
rejected, and with 4 if the time limit is reached.

Examples:
  Prove that a puzzle has exactly one solution, none, or several:
    satdoku certify 12..3.......2.1. -o certificate
  Check the certificate, and that it is of this puzzle:
    satdoku certify --check certificate 12..3.......2.1.
  Certify each puzzle of a file, and check all certificates:
    satdoku certify puzzles/famous.txt -o 'certificates/{}'
    satdoku certify --check certificates/*
  Show that no given can be left out:
    satdoku certify --claim minimal-puzzle 12..3.......2.1. -o minimal
  Write a proof for checkers of LRAT, such as cake_lpr:
    satdoku certify --force --proof-format lrat 12..3.......2.1. -o certificate
  Use the proof of another solver:
    cadical -q certificate/formula.cnf other.drat
    satdoku certify --force --proof other.drat 12..3.......2.1. -o certificate";

/// Writes or checks a certificate.
pub fn run(args: &Args) -> Result<Exit> {
    let Some(folder) = &args.output else { return check_each(args) };
    match folder.to_str().filter(|name| name.contains(NUMBER)) {
        Some(pattern) => write_each(args, pattern),
        None => {
            let deadline = args.time_limit.deadline();
            let puzzle = args.inputs.read_one(Reader::read)?.puzzle;
            let clock = Progress::clock("writing the certificate");
            let written = write(args, &puzzle, folder, args.proof.as_deref(), deadline);
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
    let proof_pattern = args.proof.as_deref().map(|proof| {
        let name = proof.to_str().filter(|name| name.contains(NUMBER));
        name.with_context(|| format!("'{}': expected {NUMBER} in the name", shown(proof)))
    });
    let proof_pattern = proof_pattern.transpose()?;
    let work = |(): &mut (), item: Item<'_>, asked: Result<&Asked, &str>, done: &mut Done<()>| {
        let deadline = args.time_limit.deadline();
        let Ok(Asked { puzzle, .. }) = asked else { return };
        let numbered =
            |pattern: &str| PathBuf::from(pattern.replace(NUMBER, &item.number.to_string()));
        let (folder, proof) = (numbered(pattern), proof_pattern.map(numbered));
        let parent = folder.parent().filter(|parent| *parent != Path::new(""));
        let created = parent.map_or(Ok(()), std::fs::create_dir_all);
        let written = created.map_err(Into::into);
        match written.and_then(|()| write(args, puzzle, &folder, proof.as_deref(), deadline)) {
            Ok(text) => done.text.extend(text),
            Err(error) => done.complain(item, super::exit_of(&error), &format!("{error:#}")),
        }
    };
    let threads = args.threads.count();
    Ok(run::puzzles(&args.inputs, threads, Reader::read, || Ok(()), work, |()| Ok(()))?.exit)
}

/// Checks the certificates, each as if it were the only one, and prints the results in order.
fn check_each(args: &Args) -> Result<Exit> {
    // What is no folder is a puzzle, but for the first, where a missing folder is a slip.
    let is_folder = |argument: &&OsString| Path::new(argument).is_dir();
    let split = 1 + args.check[1..].iter().take_while(is_folder).count();
    let (folders, puzzles) = args.check.split_at(split);
    let inputs = args.inputs.after(puzzles.iter().cloned());
    let mut own = Own::default();
    if !inputs.is_empty() {
        let exit = own.read(&inputs, args.threads.count())?;
        if exit != Exit::Success {
            return Ok(exit);
        }
    } else if args.inputs.puzzle.is_given() {
        bail!("expected a puzzle after the folders, for the options that say how it is read");
    }
    let clock = Progress::clock("checking");
    let mut rest = folders.iter();
    let mut exit = Exit::Success;
    let mut covered = Vec::new();
    stream::run(
        |job: &mut Option<&OsString>, _| {
            *job = rest.next();
            job.map(|_| 1)
        },
        args.threads.count().min(folders.len()),
        || Ok(()),
        |(), job| job.map(|folder| check(args, Path::new(folder), &own)),
        |checked| {
            match checked {
                Some(Ok((text, places))) => {
                    covered.extend(places);
                    write_lines(&text)?;
                }
                Some(Err(error)) => {
                    exit = exit.max(super::exit_of(&error));
                    super::complain(format_args!("{error:#}"));
                }
                None => {}
            }
            Ok(())
        },
    )?;
    clock.finish();
    own.cover(covered);
    Ok(exit.max(own.complain_of_the_rest()))
}

/// The puzzles that certificates must be of, each with its place.
#[derive(Default)]
struct Own {
    puzzles: Vec<(String, Puzzle)>,
    is_covered: Vec<bool>,
}

impl Own {
    /// The exit status says whether all of them could be read.
    fn read(&mut self, inputs: &Inputs, threads: usize) -> Result<Exit> {
        let work =
            |(): &mut (), item: Item<'_>, asked: Result<&Asked, &str>, done: &mut Done<Vec<_>>| {
                done.found.extend(asked.ok().map(|asked| (item.place(), asked.puzzle.clone())));
            };
        let total = run::puzzles(
            inputs,
            threads,
            Reader::read,
            || Ok(()),
            work,
            |found| {
                self.puzzles.extend(found);
                Ok(())
            },
        )?;
        self.is_covered = vec![false; self.puzzles.len()];
        Ok(total.exit)
    }

    /// Which of them the certified puzzle is, by index; none at all if there are none.
    ///
    /// # Errors
    /// If it is another one.
    fn find(&self, certified: &Puzzle) -> Result<Vec<usize>> {
        let same = |index: &usize| {
            let own = &self.puzzles[*index].1;
            own.givens() == certified.givens() && difference(certified, own).is_none()
        };
        let found: Vec<usize> = (0..self.puzzles.len()).filter(same).collect();
        match &self.puzzles[..] {
            _ if !found.is_empty() => Ok(found),
            [] => Ok(found),
            [(_, only)] => {
                let difference = difference(certified, only).unwrap_or_default();
                Err(end(Exit::Failed, format!("it is of another puzzle: {difference}")))
            }
            several => {
                let number = several.len();
                Err(end(Exit::Failed, format!("it is of none of the {number} puzzles")))
            }
        }
    }

    fn cover(&mut self, indices: Vec<usize>) {
        indices.into_iter().for_each(|index| self.is_covered[index] = true);
    }

    /// The exit status.
    fn complain_of_the_rest(&self) -> Exit {
        let mut exit = Exit::Success;
        for ((place, _), is_covered) in self.puzzles.iter().zip(&self.is_covered) {
            if !is_covered {
                super::complain(format_args!("{place}: no accepted certificate of this puzzle"));
                exit = Exit::Failed;
            }
        }
        exit
    }
}

/// Writes a certificate; what there is to say about it.
fn write(
    args: &Args,
    puzzle: &Puzzle,
    folder: &Path,
    proof: Option<&Path>,
    deadline: Deadline,
) -> Result<Vec<u8>> {
    let name = proof.map(shown).unwrap_or_default();
    let proof = proof.map(folders::read_proof).transpose().map_err(failure)?;
    let options = Options {
        claim: args.claim,
        encoding: args.encoding.encoding(),
        format: args.proof_format,
        proof: proof.as_deref().map(|steps| (&name[..], steps)),
        deadline,
    };
    let manifest = folders::write(puzzle, folder, &options, args.force).map_err(failure)?;
    if args.format.is_json() {
        return Ok(json(folder, &manifest, None));
    }
    let mut text = format!(
        "{}: {} ({}",
        shown(folder),
        manifest.claim.words(),
        count(manifest.givens.len() as u64, "given"),
    );
    if let Some(refutation) = &manifest.refutation {
        let proof = folder.join(&refutation.proof);
        let proof_bytes = proof.metadata().with_context(|| shown(&proof))?.len();
        let (clauses, bytes) =
            (count(refutation.clauses as u64, "clause"), count(proof_bytes, "byte"));
        write!(text, ", {clauses}, proof of {bytes}")?;
    }
    text += ")\n";
    Ok(text.into_bytes())
}

/// Checks a certificate; what there is to say about it, and of which of one's own puzzles it is.
fn check(args: &Args, folder: &Path, own: &Own) -> Result<(Vec<u8>, Vec<usize>)> {
    let deadline = args.time_limit.deadline();
    let certificate = match folders::check(folder, deadline) {
        // It names the folder.
        Err(error @ CertificateError::Io { .. }) => return Err(failure(error)),
        checked => checked.map_err(failure).with_context(|| shown(folder))?,
    };
    report(args, folder, own, &certificate).with_context(|| shown(folder))
}

/// What there is to say about an accepted certificate.
fn report(
    args: &Args,
    folder: &Path,
    own: &Own,
    certificate: &Certificate,
) -> Result<(Vec<u8>, Vec<usize>)> {
    let found = own.find(&certificate.puzzle)?;
    let Certificate { manifest, proof, puzzle, .. } = certificate;
    if args.format.is_json() {
        return Ok((json(folder, manifest, Some(certificate)), found));
    }
    let mut text = format!(
        "{}: accepted: {}\n\
         puzzle: {}\n\
         rules: {}\n",
        shown(folder),
        manifest.claim.words(),
        if manifest.givens.is_empty() { "empty".to_owned() } else { manifest.givens.join(" ") },
        puzzle.rules().describe(),
    );
    if let Some(regions) = puzzle.rules().regions() {
        writeln!(text, "regions: {regions}")?;
    }
    match manifest.claim {
        Claim::MinimalConflict => {
            writeln!(text, "givens that clash: {}", manifest.found.join(" "))?
        }
        Claim::Backbone => writeln!(text, "same in all solutions: {}", manifest.found.join(" "))?,
        _ => {}
    }
    if certificate.solution_count > 0 {
        writeln!(text, "solutions: {} verified", certificate.solution_count)?;
    }
    if let (Some(refutation), Some((format, checked))) = (&manifest.refutation, proof) {
        writeln!(
            text,
            "formula: {}, {} ({}), the same bytes as made from the rules\n\
             proof: {} added, {} deleted ({}), accepted by satdoku",
            count(refutation.variables as u64, "variable"),
            count(refutation.clauses as u64, "clause"),
            refutation.encoding,
            count(checked.additions as u64, "clause"),
            checked.deletions,
            format.name(),
        )?;
    }
    Ok((text.into_bytes(), found))
}

/// The manifest, its folder, and what was checked.
fn json(folder: &Path, manifest: &Manifest, certificate: Option<&Certificate>) -> Vec<u8> {
    let mut record = serde_json::json!({
        "folder": folder.to_string_lossy(),
        "manifest": manifest,
    });
    if let Some(certificate) = certificate {
        record["accepted_by"] = ["satdoku"].into();
        record["solutions"] = certificate.solution_count.into();
        if let Some((_, checked)) = &certificate.proof {
            record["proof_additions"] = checked.additions.into();
            record["proof_deletions"] = checked.deletions.into();
        }
    }
    format!("{record}\n").into_bytes()
}

fn end(exit: Exit, message: String) -> anyhow::Error {
    Failure { exit, message }.into()
}

/// With the exit status that an error stands for.
fn failure(error: impl Into<FolderError>) -> anyhow::Error {
    let error = error.into();
    let exit = match &error {
        FolderError::Certificate(CertificateError::Untrue(_)) => Exit::Negative,
        FolderError::Certificate(CertificateError::TimedOut) => Exit::Unknown,
        FolderError::Certificate(
            CertificateError::Solver(_) | CertificateError::Rejected { .. },
        ) => Exit::Failed,
        _ => Exit::Error,
    };
    let hint = match &error {
        FolderError::Exists(_) => "; give another name, or --force to replace a certificate",
        _ => "",
    };
    end(exit, format!("{error}{hint}"))
}

//! `certify`: writes and checks certificates.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::exit::{Exit, failure};
use super::file::{is_numbered, new_numbered, new_path, numbered, shown};
use super::input::Inputs;
use super::options::{EncodingArgs, Threads, TimeLimit, one_of};
use super::output::{complain, words, write_lines};
use super::progress::Progress;
use super::puzzle::PuzzleArgs;
use super::reader::{Reader, read_only};
use super::run::{Done, Item, Task};
use super::stream;
use crate::process::certificate as folders;
use satdoku::evidence::certificate::{
    Certificate, CertificateError, Claim, Options, ProofFormat, difference,
};
use satdoku::{Puzzle, counted};

/// Write a certificate that a puzzle has one solution, none or several, or check one
#[derive(Debug, clap::Args)]
#[command(after_help = CONTENT, group = clap::ArgGroup::new("place").required(true))]
pub struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// Write the certificate into this new folder; {} in its name stands for the number of the
    /// puzzle, so that several can be certified
    #[arg(short, long, value_name = "DIR", value_parser = new_path(), group = "place")]
    output: Option<PathBuf>,
    /// Check the certificates in these folders; if a puzzle follows, they must be of this puzzle
    #[arg(long, value_name = "DIR", num_args = 1.., group = "place", conflicts_with_all = ["claim", "proof", "proof_format", "encoding"])]
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
    #[command(flatten)]
    encoding: EncodingArgs,
    #[command(flatten)]
    time_limit: TimeLimit,
    #[command(flatten)]
    threads: Threads,
}

const CONTENT: &str = "\
A certificate is a folder with puzzle.txt, solutions.txt if there are any,
formula.cnf with proof.drat or proof.lrat if something must be refuted, and
manifest.json, which states what is proved and what is not, and the commands by
which other programs check the proof. --check trusts only the puzzle and the
rules: it writes the formula again and compares the bytes, checks without the
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
  Show that no given can be left out, with a proof for checkers of LRAT, such as cake_lpr:
    satdoku certify --claim minimal-puzzle --proof-format lrat 12..3.......2.1. -o minimal
  Use the proof of another solver:
    cadical -q certificate/formula.cnf other.drat
    satdoku certify --proof other.drat 12..3.......2.1. -o other";

/// Writes or checks a certificate.
pub fn run(args: &Args) -> Result<Exit> {
    let Some(folder) = &args.output else { return check_each(args) };
    if is_numbered(folder) {
        if let Some(proof) = args.proof.as_ref().filter(|proof| !is_numbered(proof)) {
            bail!("'{}': expected {{}} in the name", shown(proof));
        }
        let work = |(): &mut (), item: &Item<'_>, done: &mut Done| {
            let Ok(asked) = item.asked else { return Ok(()) };
            let folder = new_numbered(folder, item.number)?;
            let proof = args.proof.as_ref().map(|proof| numbered(proof, item.number));
            done.text.extend(write(args, &asked.puzzle, &folder, proof.as_deref())?);
            Ok(())
        };
        let threads = args.threads.count();
        let task = Task { threads, read: Reader::read, ..Task::of(&args.inputs) };
        return task.run(|| Ok(()), work, |()| Ok(()));
    }
    let puzzle = read_only(&args.inputs, Reader::read)?.puzzle;
    let progress = Progress::until_the_end(None);
    let said = write(args, &puzzle, folder, args.proof.as_deref())?;
    progress.finish();
    write_lines(&said)?;
    Ok(Exit::Success)
}

/// Checks the certificates, each as if it were the only one, and prints the results in order.
fn check_each(args: &Args) -> Result<Exit> {
    // What is no folder is a puzzle, but for the first, where a missing folder is a slip.
    let is_folder = |argument: &&OsString| Path::new(argument).is_dir();
    let split = 1 + args.check[1..].iter().take_while(is_folder).count();
    let (folders, puzzles) = args.check.split_at(split);
    let arguments = [puzzles, &args.inputs.arguments].concat();
    let own = if arguments.is_empty() {
        if args.inputs.puzzle != PuzzleArgs::default() {
            bail!("expected a puzzle after the folders, for the options that say how it is read");
        }
        None
    } else {
        let inputs = Inputs { arguments, ..args.inputs.clone() };
        Some(read_only(&inputs, Reader::read)?.puzzle)
    };
    let (mut rest, mut exit) = (0..folders.len(), Exit::Success);
    stream::run(
        |job: &mut usize, _| {
            *job = rest.next()?;
            Some(1)
        },
        args.threads.count().min(folders.len()),
        || Ok(()),
        |(), &job| check(args, Path::new(&folders[job]), own.as_ref()),
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

/// Writes a certificate; what there is to say about it.
fn write(args: &Args, puzzle: &Puzzle, folder: &Path, proof: Option<&Path>) -> Result<Vec<u8>> {
    let name = proof.map(shown).unwrap_or_default();
    let proof = proof.map(folders::read_proof).transpose()?;
    let options = Options {
        claim: args.claim,
        encoding: args.encoding.encoding.unwrap_or_default(),
        format: args.proof_format,
        proof: proof.as_deref().map(|steps| (&name[..], steps)),
        deadline: args.time_limit.deadline(),
    };
    let manifest = folders::write(puzzle, folder, &options)?;
    let (claim, givens) = (manifest.claim.words(), counted(manifest.givens.len(), "given"));
    let mut text = format!("{}: {claim} ({givens}", shown(folder));
    if let Some(refutation) = &manifest.refutation {
        let proof = folder.join(&refutation.proof);
        let bytes = counted(proof.metadata().with_context(|| shown(&proof))?.len(), "byte");
        write!(text, ", {}, proof of {bytes}", counted(refutation.clauses, "clause"))?;
    }
    Ok((text + ")\n").into_bytes())
}

/// Checks a certificate, and that it is of one's own puzzle if there is one; what there is to say
/// about it.
fn check(args: &Args, folder: &Path, own: Option<&Puzzle>) -> Result<String> {
    let certificate = match folders::check(folder, args.time_limit.deadline()) {
        // It names the folder.
        Err(error @ CertificateError::Io { .. }) => return Err(error.into()),
        checked => checked.with_context(|| shown(folder))?,
    };
    if let Some(difference) = own.and_then(|own| difference(&certificate.puzzle, own)) {
        let message = format!("{}: it is of another puzzle: {difference}", shown(folder));
        return Err(failure(Exit::Failed, message));
    }
    report(folder, &certificate)
}

/// What there is to say about an accepted certificate.
fn report(folder: &Path, certificate: &Certificate) -> Result<String> {
    let Certificate { manifest, proof, puzzle, .. } = certificate;
    let givens = manifest.givens.join(" ");
    let mut text = format!(
        "{}: accepted: {}\npuzzle: {}\nrules: {}\n",
        shown(folder),
        manifest.claim.words(),
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
            "formula: {}, {} ({}), the same bytes as made from the rules\n\
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

//! `certify`: writes certificates.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::exit::Exit;
use super::file::{is_numbered, new_numbered, new_path, numbered, shown};
use super::input::Inputs;
use super::options::{EncodingArgs, Threads, TimeLimit, one_of};
use super::output::write_lines;
use super::progress::Progress;
use super::reader::{Reader, read_only};
use super::run::{Done, Item, Task};
use crate::process::certificate as folders;
use satdoku::evidence::certificate::{Claim, Options, ProofFormat};
use satdoku::{Puzzle, counted};

#[derive(Debug, clap::Args)]
#[command(after_help = CONTENT)]
pub struct Args {
    /// The puzzles
    #[command(flatten)]
    pub inputs: Inputs,
    /// Write the certificate into this new folder; {} in the name of DIR stands for the number of
    /// the puzzle, so that several puzzles can be certified
    #[arg(short, long, value_name = "DIR", value_parser = new_path())]
    output: PathBuf,
    /// What to certify [default: the number of solutions: one, none or several]
    #[arg(long, value_name = "CLAIM", value_parser = one_of(Claim::ALL, Claim::name))]
    claim: Option<Claim>,
    /// Use this proof, which another solver wrote; the proof must refute the formula of the
    /// certificate. {} in the name of FILE stands for the number of the puzzle
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
A certificate is a folder with puzzle.txt and manifest.json. If the puzzle has
solutions to show, the folder also has solutions.txt. If the claim needs a
refutation, the folder also has formula.cnf and its proof, such as proof.drat or
proof.lrat. For the claim minimal-conflict, conflict.txt holds the givens that
clash. The manifest states what is proved, what is not proved, and with which
commands other programs check the proof. 'satdoku verify' checks the whole
certificate.

Exits with 1 if the claim is not true, with 3 if a proof is rejected, and with 4
if the time limit is reached.

Examples:
  Prove that a puzzle has exactly one solution, none, or several:
    satdoku certify 12..3.......2.1. -o certificate
  Certify each puzzle of a file:
    satdoku certify puzzles/famous.txt -o 'certificates/{}'
  Show that no given can be left out, with a proof for checkers of LRAT, such as cake_lpr:
    satdoku certify --claim minimal-puzzle --proof-format lrat 12..3.......2.1. -o minimal
  Use the proof of another solver:
    cadical -q certificate/formula.cnf other.drat
    satdoku certify --proof other.drat 12..3.......2.1. -o other";

/// Writes certificates.
pub fn run(args: &Args) -> Result<Exit> {
    let folder = &args.output;
    if is_numbered(folder) {
        if let Some(proof) = args.proof.as_ref().filter(|proof| !is_numbered(proof)) {
            bail!("'{}': expected {{}} in the name of the proof too", shown(proof));
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

impl Args {
    /// The options for a certificate whose time limit begins now.
    pub fn options(&self) -> Options<'static> {
        Options {
            claim: self.claim,
            encoding: self.encoding.encoding.unwrap_or_default(),
            format: self.proof_format,
            proof: None,
            deadline: self.time_limit.deadline(),
        }
    }
}

/// Writes a certificate, and returns a line about it.
fn write(args: &Args, puzzle: &Puzzle, folder: &Path, proof: Option<&Path>) -> Result<Vec<u8>> {
    let name = proof.map(shown).unwrap_or_default();
    let proof = proof.map(folders::read_proof).transpose()?;
    let proof = proof.as_deref().map(|steps| (&name[..], steps));
    let options = Options { proof, ..args.options() };
    let manifest = folders::write(puzzle, folder, &options)?;
    let givens = counted(puzzle.givens().filled().count(), "given");
    let claim = manifest.claim.words();
    let mut text = format!("{}: {claim} ({givens}", shown(folder));
    if let Some(refutation) = &manifest.refutation {
        let proof = folder.join(&refutation.proof);
        let bytes = counted(proof.metadata().with_context(|| shown(&proof))?.len(), "byte");
        write!(text, ", {}, proof of {bytes}", counted(refutation.clauses, "clause"))?;
    }
    Ok((text + ")\n").into_bytes())
}

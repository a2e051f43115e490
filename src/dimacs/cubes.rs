//! Cubes, in the form of iCNF.

use std::io::{self, BufRead, Write};

use varisat::Lit;

use super::words::{ReadError, Words};
use super::write::push_clause;
use crate::encode::Formula;
use crate::grid::Candidate;

/// Writes cubes in the form of iCNF: for each cube a line with `a`, the literals that place its
/// candidates, and 0. A solver takes these literals as assumptions.
///
/// # Errors
/// The errors of `out`.
///
/// # Panics
/// If a candidate has no variable in the formula.
pub fn write_cubes(
    formula: &Formula,
    cubes: &[Vec<Candidate>],
    out: &mut (impl Write + ?Sized),
) -> io::Result<()> {
    for cube in cubes {
        let lits: Vec<Lit> = cube.iter().map(|&candidate| formula.lit(candidate)).collect();
        let mut line = b"a ".to_vec();
        push_clause(&mut line, &lits);
        out.write_all(&line)?;
    }
    Ok(())
}

/// Reads the cubes that [`write_cubes`] writes: the lines that begin with `a`. Other lines are
/// passed over.
///
/// # Errors
/// [`ReadError::Syntax`] if there is no cube, or if a cube does not consist of literals that place
/// candidates of the formula; [`ReadError::Io`] if reading fails.
pub fn read_cubes(
    formula: &Formula,
    input: impl BufRead,
) -> Result<Vec<Vec<Candidate>>, ReadError> {
    let (mut words, mut cubes) = (Words::new(input), Vec::new());
    let most = formula.numbering.candidate_count() as i32;
    while words.advance_past_comments()? {
        if words.word() != b"a" {
            words.skip_line()?;
            continue;
        }
        let mut numbers = Vec::new();
        words.list(most, &mut numbers)?;
        let cube = numbers.into_iter().map(|number| {
            let placed = formula.numbering.placed(Lit::from_dimacs(number as isize));
            let found = || number.to_string();
            placed.ok_or_else(|| words.expected("a literal that places a digit", found()))
        });
        cubes.push(cube.collect::<Result<_, _>>()?);
    }
    if cubes.is_empty() {
        return Err(words.expected("cubes, lines of `a`, literals and 0", words.shown()));
    }
    Ok(cubes)
}

//! What to do about an input that is not read as meant: which option settles it.

use std::fmt;

use satdoku::ParseError;
use satdoku::format::{Meaning, ParseErrorKind, PassedOver};

/// An error of the reader with the option that helps.
#[derive(Debug)]
pub struct Advised(pub ParseError);

impl fmt::Display for Advised {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)?;
        match &self.0.kind {
            ParseErrorKind::OtherRules { .. } | ParseErrorKind::LateRules { .. } => f.write_str(
                "; --rules says which rules it has (--rules classic: none beside boxes)",
            ),
            ParseErrorKind::Field { .. } => {
                f.write_str("; --rules classic reads the puzzle without it")
            }
            ParseErrorKind::NoBox { side } => {
                write!(f, "; give --box 1x{side}, --rules latin or --regions")
            }
            ParseErrorKind::Lines { .. } => f.write_str(" (--box HxW chooses the boxes)"),
            ParseErrorKind::Column { .. } => f.write_str("; --column NAME chooses one"),
            ParseErrorKind::Ambiguous { first, second, .. } => choices(f, [first, second]),
            ParseErrorKind::Unexpected { expected, .. } if expected == "a puzzle of digits" => f
                .write_str(
                    "; 'solve', 'check', 'candidates', 'encode', 'hint' and 'explain' read it",
                ),
            _ => Ok(()),
        }
    }
}

/// The options that choose between meanings.
fn choices(f: &mut fmt::Formatter<'_>, meanings: [&Meaning; 2]) -> fmt::Result {
    let [first, second] = meanings.map(|meaning| match meaning {
        Meaning::Form(_) => None,
        Meaning::Size { size, .. } => Some(format!("--box {size}")),
        Meaning::Symbols { alphabet, .. } => Some(format!("--symbols {alphabet}")),
    });
    match (first, second) {
        (Some(first), Some(second)) => write!(f, "; {first} or {second} chooses"),
        _ => f.write_str("; write a colon after the name"),
    }
}

/// What was passed over in an input, if anything.
pub fn passed_over(input: &str, passed_over: &PassedOver) -> Option<String> {
    let note = passed_over.to_string();
    (!note.is_empty()).then(|| format!("{input}: {note}"))
}

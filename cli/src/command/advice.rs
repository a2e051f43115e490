//! What to do about an input that is not read as meant: which option settles it.

use std::fmt;

use satdoku::ParseError;
use satdoku::format::{ParseErrorKind, PassedOver};

/// An error of the reader with the option that helps.
#[derive(Debug)]
pub struct Advised(ParseError);

impl From<ParseError> for Advised {
    fn from(error: ParseError) -> Advised {
        Advised(error)
    }
}

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
            ParseErrorKind::EmptyLines(one, each) => {
                write!(f, "; --box {one} or --box {each} chooses")
            }
            ParseErrorKind::Zero { digit, empty } => {
                write!(f, "; --symbols {digit} or --symbols {empty} chooses")
            }
            ParseErrorKind::Unexpected { expected, .. } if expected == "a puzzle of digits" => f
                .write_str(
                    "; 'solve', 'check', 'candidates', 'encode', 'hint' and 'explain' read it",
                ),
            _ => Ok(()),
        }
    }
}

/// What was passed over in an input, if anything.
pub fn passed_over(input: &str, passed_over: &PassedOver) -> Option<String> {
    let what = passed_over.to_string();
    (!what.is_empty()).then(|| format!("{input}: {what}"))
}

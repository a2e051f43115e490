//! Advice for an input that is not read as the user meant it: the option that helps.

use satdoku::ParseError;
use satdoku::format::ParseErrorKind;

const DIGITS: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The text of an error of the reader, with advice about the option that helps.
pub fn advised(error: &ParseError) -> String {
    let advice = match &error.kind {
        ParseErrorKind::OtherRules(..) | ParseErrorKind::LateRules(..) => {
            "; --rules chooses rules, 'satdoku clues' shows how clues are written, and --rules classic \
             ignores this text"
        }
        ParseErrorKind::Field(_) => "; --rules classic reads the puzzle without this field",
        ParseErrorKind::Grids(..) => "; choose one with --column",
        ParseErrorKind::NoBox(side) => {
            &format!("; give --box 1x{side}, --rules latin or --regions")
        }
        ParseErrorKind::Lines(..) => " (--box HxW chooses the boxes)",
        ParseErrorKind::EmptyLines(one, each) => {
            &format!("; choose with --box {one} or --box {each}")
        }
        ParseErrorKind::Zero(side) => {
            let (digit, empty) = (&DIGITS[..*side], &DIGITS[1..=*side]);
            &format!("; choose with --symbols {digit} or --symbols {empty}")
        }
        ParseErrorKind::Unexpected { expected, .. } if expected == "a puzzle of digits" => {
            "; 'solve', 'check', 'candidates', 'encode', 'hint' and 'explain' read such a table"
        }
        _ => "",
    };
    format!("{error}{advice}")
}

//! Is a slip in a form, one character or line too many, too few or another, read as meant or
//! reported at its place? `slips.txt` has the texts: what is read follows `=>`.

use super::beside::shown;

#[test]
fn a_slip_is_read_as_meant_or_reported_at_its_place() {
    for case in include_str!("slips.txt").trim_end().split("\n====\n") {
        let (text, expected) = case.split_once("\n=>").expect("what is read");
        assert_eq!(shown(text).join("\n"), expected.trim_start(), "{text}");
    }
}

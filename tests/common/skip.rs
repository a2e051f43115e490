//! What tests say where something is absent; the unit tests of the library too.

/// A test goes without something that is absent. That is an error if `SATDOKU_REQUIRE`, a list with
/// commas, names it or is `all`.
pub fn skip(absent: &str) {
    let required = std::env::var("SATDOKU_REQUIRE").unwrap_or_default();
    let is_required = required.split(',').any(|name| name == "all" || name == absent);
    assert!(!is_required, "SATDOKU_REQUIRE={required}, but {absent} is absent");
    println!("skipped: {absent} is absent");
}

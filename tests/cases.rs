//! The cases of texts and of links, each a test of its own: `cargo test --test cases reading::lines`.

mod common;
#[path = "links/found.rs"]
mod links;
#[path = "reading/found.rs"]
mod reading;

use common::cases;

fn main() {
    let mut trials = cases::trials("reading", |_, case| reading::found(case));
    trials.extend(cases::trials("links", |_, case| links::found(case)));
    cases::run(trials)
}

//! satdoku in the browser: requests and answers in JSON, over the library.
//!
//! A request is `{"ask": NAME, "limit": milliseconds, ...}`. Cells are numbered from 0, row by row;
//! digits are 1 to the side, 0 is an empty cell; a mask has bit 0 for the digit 1.

mod ask;
mod certificate;
mod export;
mod marks;
mod request;

use wasm_bindgen::prelude::{JsError, wasm_bindgen};

pub use ask::answer;
pub use certificate::{accepts, certificate};

/// Makes a panic an exception that says what happened.
#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|panic| {
        wasm_bindgen::throw_str(&format!("internal error, please report it: {panic}"));
    }));
}

/// [`answer()`] for JavaScript.
#[wasm_bindgen]
pub fn ask(request: &str) -> Result<String, JsError> {
    answer(request).map_err(to_js)
}

/// [`certificate()`] for JavaScript.
#[wasm_bindgen]
pub fn certify(request: &str) -> Result<Vec<u8>, JsError> {
    certificate(request).map_err(to_js)
}

/// [`accepts()`] for JavaScript.
#[wasm_bindgen]
pub fn check_certificate(zip: &[u8]) -> Result<String, JsError> {
    accepts(zip).map_err(to_js)
}

fn to_js(error: anyhow::Error) -> JsError {
    JsError::new(&format!("{error:#}"))
}

//! satdoku in the browser: requests and answers in JSON, over the library.
//!
//! A request is `{"ask": NAME, "limit": milliseconds, ...}`; what each name takes and gives stands
//! in [`ask`](mod@ask). Cells are numbered from 0, row by row; digits are 1 to the side, 0 is an
//! empty cell; sets of digits are masks, bit 0 for the digit 1.

mod ask;
mod export;
mod puzzle;

use wasm_bindgen::prelude::{JsError, wasm_bindgen};

/// Makes a panic an exception that says what happened.
#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|panic| {
        wasm_bindgen::throw_str(&format!("internal error, please report it: {panic}"));
    }));
}

/// Answers a request.
///
/// # Errors
/// What was expected and what was found.
#[wasm_bindgen]
pub fn ask(request: &str) -> Result<String, JsError> {
    ask::answer(request).map_err(|error| JsError::new(&format!("{error:#}")))
}

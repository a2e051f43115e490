//! JSON of any pieces, whole or broken.
#![no_main]

mod pieces;

use libfuzzer_sys::fuzz_target;

const PIECES: [&str; 32] = [
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "\n",
    " ",
    "\"",
    "\\",
    "\"puzzle\":",
    "\"solution\":",
    "\"regions\":",
    "\"candidates\":",
    "\"rules\":",
    "\"a\":",
    "\"\"",
    "null",
    "1",
    "-1",
    "0.50",
    "3.46e+80",
    "1234341243212143",
    "12345678901234567890123",
    "\"1.....3..4.....2\"",
    "[1,0,0,0]",
    "[[1,0,0,0],[0,0,3,0],[0,4,0,0],[0,0,0,2]]",
    "{\"puzzle\":\"1.....3..4.....2\"}",
    "{}",
    "[]",
    "\"jigsaw\"",
    "aabbaabbccddccdd",
];

fuzz_target!(|bytes: &[u8]| pieces::check(&pieces::text(bytes, &PIECES)));

//! Tables of any pieces, below a header that the first byte chooses.
#![no_main]

mod pieces;

use libfuzzer_sys::fuzz_target;

const HEADERS: [&str; 6] = [
    "id,puzzle\n",
    "puzzle,solution,level\n",
    "id;grid_string\n",
    "| id | puzzle |\n|----|---|\n",
    "a\tpuzzle\tb\n",
    "",
];

const PIECES: [&str; 20] = [
    ",",
    ";",
    "\t",
    "|",
    "\n",
    "\r\n",
    "\r",
    "\"",
    "\"\"",
    " ",
    "#",
    "--",
    "1",
    "-1",
    "x",
    "1.2e+15",
    "1.....3..4.....2",
    "1     3  4     2",
    "1234341243212143",
    "killer",
];

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, rest)) = bytes.split_first() else { return };
    let header = HEADERS[usize::from(first) % HEADERS.len()];
    pieces::check(&(header.to_owned() + &pieces::text(rest, &PIECES)));
});

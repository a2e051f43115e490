//! What the targets `json` and `table` share: texts of pieces, and what holds for every text.

use std::io::{BufReader, Read};
use std::time::{Duration, Instant};
use std::{fs, sync::LazyLock};

use satdoku::format::{Options, Splitter};

/// The most that reading may take for each byte, with sanitizers on a busy machine; what takes the
/// square of a text's length takes more.
const TIME_OF_A_BYTE: Duration = Duration::from_micros(50);
/// As long as this a text is made, by repetition.
const LONG: usize = 1 << 14;

/// A text of pieces, one a byte.
pub fn text(bytes: &[u8], pieces: &[&str]) -> String {
    bytes.iter().map(|&byte| pieces[usize::from(byte) % pieces.len()]).collect()
}

/// No panic; the same records however the text arrives; fields that are one line of JSON; and, of the
/// text again and again, a time that grows as its length does.
pub fn check(text: &str) {
    if text.is_empty() {
        return;
    }
    let at_once = records(text.as_bytes(), 1000);
    assert_eq!(at_once, records(BufReader::with_capacity(1, text.as_bytes()), 1), "in pieces");
    let long = text.repeat(1 + LONG / text.len());
    let most = TIME_OF_A_BYTE * u32::try_from(long.len()).expect("a short text");
    // The machine may be busy with something else.
    let is_fast = (0..3).any(|_| {
        let start = spent();
        records(long.as_bytes(), 1000);
        spent() - start < most
    });
    assert!(is_fast, "more than {most:?} for {} bytes", long.len());
}

/// The time that this thread has run on a processor; where Linux does not tell it, all time.
fn spent() -> Duration {
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|told| told.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| BEGIN.elapsed(), Duration::from_nanos)
}

/// What each record says.
fn records(input: impl Read, at_most: usize) -> Vec<String> {
    let options = Options::default();
    let mut splitter = Splitter::new(input, options.clone());
    let (mut batch, mut read) = (Vec::new(), Vec::new());
    while splitter.read_batch(&mut batch, at_most).expect("memory has no I/O errors") {
        for raw in &batch {
            let fields = raw.fields().map(|fields| serde_json::to_string(&fields).expect("JSON"));
            if let Some(fields) = &fields {
                assert!(!fields.contains('\n'), "{fields:?}");
                serde_json::from_str::<serde_json::Value>(fields).expect("an object");
            }
            let record = raw.parse(&options).map(|record| format!("{record:?}"));
            read.push(format!("{}: {record:?} {fields:?}", raw.line));
        }
    }
    read
}

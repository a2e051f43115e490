//! Puzzles as wikis, forums, languages, databases and other programs write them, beyond what
//! `pasted.rs` has; and drawings of jigsaws.

use std::collections::VecDeque;
use std::io::Read;

use satdoku::format::{Batch, Options, RawRecord, Splitter, parse_record};

use super::pasted::Expected::{Error, Puzzles};
use super::pasted::{Expected, assert_read, boxes, parted};
use super::{PUZZLE, SOLUTION, each, join, read, rows};

/// Sudopedia's page on jigsaws draws one so.
const JIGSAW: &str = "\
.-----------.---.-------------------.
| .   .   . | . | .   2   .   .   . |
|       .---'   '-------.           |
| .   . | .   3   .   . | .   9   . |
|       :-----------.   '---.---.   |
| .   1 | .   .   . | .   . | . | . |
|   .---'   .-------'---.   |   '---:
| 7 | .   . | .   .   . | 4 | .   . |
|   |   .---:           |   |   .---:
| . | . | . | .   .   . | . | 2 | 5 |
:---'   |   |           :---'   |   |
| .   6 | . | .   .   . | .   . | . |
:---.   |   '---.-------'   .---'   |
| . | 7 | .   . | .   .   . | .   6 |
|   '---'---.   '-----------:       |
| .   9   5 | .   .   .   . | .   . |
|           '-------.   .---'       |
| .   .   .   2   . | . | .   4   . |
'-------------------'---'-----------'
";

/// A row of a table with `|` around each cell, blank ones for empty cells.
fn barred(row: &str, cell: impl Fn(char) -> String) -> String {
    let cells = row.chars().map(|digit| if digit == '0' { String::new() } else { cell(digit) });
    format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
}

/// The cells as Simon Tatham's Solo writes them.
fn game_id(cells: &str) -> String {
    let (mut id, mut empty, mut after_digit) = (String::new(), 0, false);
    let letter = |count: u8| {
        if count > 0 { char::from(b'a' + count - 1).to_string() } else { String::new() }
    };
    for cell in cells.chars() {
        if cell == '0' {
            empty += 1;
            if empty == 26 {
                id.push('z');
                empty = 0;
            }
            after_digit = false;
            continue;
        }
        id += &letter(std::mem::take(&mut empty));
        id += if after_digit { "_" } else { "" };
        id.push(cell);
        after_digit = true;
    }
    id + &letter(empty)
}

#[test]
fn reads_what_other_sources_write_or_says_why_not() {
    let dots = PUZZLE.replace('0', ".");
    let bold = |digit: char| format!("**{digit}**");
    let heading = "| C1 | C2 | C3 | C4 | C5 | C6 | C7 | C8 | C9 |\n|:--:|:--:|:--:|:--:|:--:|:--:|:--:|:--:|:--:|\n";
    let spaced = |row: &str| join(row, " ");
    let wiki = rows(|_, row| format!("|-\n| {}\n", join(row, " || ").replace('0', " ")));
    let walls = "found lines around the regions of a jigsaw; write its cells, and below";
    let samples: Vec<(&str, String, Expected)> = vec![
        // Simon Tatham's Solo.
        ("a game ID", format!("3x3:{}\n", game_id(PUZZLE)), Puzzles(1)),
        ("a game ID with parameters", format!("3x3m4du:{}", game_id(PUZZLE)), Puzzles(1)),
        (
            "a game ID cut off",
            format!("3x3:{}", &game_id(PUZZLE)[..40]),
            Error("found cells that do not fill its grid; copy the whole ID"),
        ),
        ("a game ID of a killer", "3x3kdu:zzzc,c_a_b10c5d12".to_owned(), Error("found a killer")),
        (
            "a random seed",
            "3x3db#841290366119834".to_owned(),
            Error("found a random seed; copy the ID"),
        ),
        // Wikis and web pages.
        ("Markdown, bold", rows(|_, row| barred(row, bold)), Puzzles(1)),
        (
            "Markdown, bold, with columns",
            heading.to_owned() + &rows(|_, row| barred(row, bold)),
            Puzzles(1),
        ),
        (
            "Markdown, code",
            "| a | b | c | d | e | f | g | h | i |\n|:-:|:-:|:-:|:-:|:-:|:-:|:-:|:-:|:-:|\n"
                .to_owned()
                + &rows(|_, row| barred(row, |digit| format!("`{digit}`"))),
            Puzzles(1),
        ),
        (
            "MediaWiki",
            format!("{{| class=\"wikitable\"\n{wiki}|}}\n"),
            Error("found a table of a wiki"),
        ),
        (
            "HTML, one element a cell",
            "<div>5</div>\n<div>3</div>\n".to_owned(),
            Error("found XML or HTML without the 81 cells"),
        ),
        (
            "SVG",
            "<svg><text x=\"1\">5</text></svg>".to_owned(),
            Error("found XML or HTML without the 81 cells"),
        ),
        (
            "KSudoku with its solution",
            format!(
                "<ksudoku>\n <values>{PUZZLE}</values>\n <solution>{SOLUTION}</solution>\n</ksudoku>\n"
            ),
            Puzzles(1),
        ),
        ("black squares", rows(|_, row| spaced(row).replace('0', "⬛") + "\n"), Puzzles(1)),
        (
            "a value of a query",
            format!("https://example.org/solve?level=3&puzzle={dots}\n"),
            Puzzles(1),
        ),
        ("a query alone", format!("puzzle={PUZZLE}\n"), Puzzles(1)),
        // Languages.
        (
            "R code",
            format!("s <- matrix(c({}), 9, 9, byrow = TRUE)\n", join(PUZZLE, ", ")),
            Error("found R code, which fills a matrix by columns"),
        ),
        (
            "R code in lines",
            format!("s <- matrix(c(\n{}), nrow = 9)\n", parted(|_, row| join(row, ", "), ",\n")),
            Error("found R code, which fills a matrix by columns"),
        ),
        (
            "NumPy, in one row",
            format!(
                "[{}\n {}\n {}]\n",
                spaced(&PUZZLE[..38]),
                spaced(&PUZZLE[38..76]),
                spaced(&PUZZLE[76..])
            ),
            Puzzles(1),
        ),
        (
            "C, strings side by side",
            format!("char *p =\n{};\n", rows(|_, row| format!("  \"{row}\"\n"))),
            Puzzles(1),
        ),
        (
            "C, a semicolon alone",
            format!("{};\n", rows(|_, row| format!("  \"{row}\"\n"))),
            Puzzles(1),
        ),
        ("MATLAB, commas", format!("A = [{}]\n", parted(|_, row| join(row, ","), ";")), Puzzles(1)),
        ("commas and semicolons", parted(|_, row| join(row, ","), ";"), Puzzles(1)),
        ("Perl", format!("my @g = qw(\n{});\n", rows(|_, row| spaced(row) + "\n")), Puzzles(1)),
        ("Ruby", format!("%w[\n{}]\n", rows(|_, row| format!("{row}\n"))), Puzzles(1)),
        (
            "Go",
            format!(
                "var b = [9][9]int{{\n{}}}\n",
                rows(|_, row| format!("\t{{{}}},\n", join(row, ", ")))
            ),
            Puzzles(1),
        ),
        (
            "Clojure",
            format!("[{}]\n", parted(|_, row| format!("[{}]", spaced(row)), "\n ")),
            Puzzles(1),
        ),
        // Databases.
        ("psql", format!(" id |  puzzle\n----+---------\n  1 | {PUZZLE}\n(1 row)\n"), Puzzles(1)),
        (
            "mysql",
            format!(
                "+----+--------+\n| id | puzzle |\n+----+--------+\n|  1 | {PUZZLE} |\n+----+--------+\n"
            ),
            Puzzles(1),
        ),
        ("QQWing's CSV", format!("Puzzle,Solution,\n{dots},{SOLUTION},\n"), Puzzles(1)),
        // Labels.
        (
            "rows named r1",
            format!(
                "    c1 c2 c3 c4 c5 c6 c7 c8 c9\n{}",
                rows(|i, row| format!("r{}  {}\n", i + 1, join(row, "  ")))
            ),
            Puzzles(1),
        ),
        ("rows with words", rows(|i, row| format!("Row {}: {}\n", i + 1, spaced(row))), Puzzles(1)),
        (
            "letters and colons",
            rows(|i, row| format!("{}: {}\n", char::from(b'A' + i as u8), spaced(row))),
            Puzzles(1),
        ),
        (
            "letters and bars",
            rows(|i, row| {
                format!(
                    "{} | {} |\n",
                    char::from(b'A' + i as u8),
                    boxes(row, |cells| join(cells, " ").replace('0', "."), " | ")
                )
            }),
            Puzzles(1),
        ),
        // Jigsaws by their lines: never classic.
        (
            "a jigsaw without lines between rows",
            JIGSAW.lines().skip(1).step_by(2).map(|line| format!("{line}\n")).collect(),
            Error(walls),
        ),
        ("a jigsaw of thick and thin lines", thick_and_thin(), Error(walls)),
    ];
    assert!(samples.len() >= 30, "{}", samples.len());
    assert_read(&samples);
}

/// A grid with all lines, those around regions thick: the first row has its boxes' walls.
fn thick_and_thin() -> String {
    let row = |cells: &str, thick: [usize; 2]| {
        let mut line = "┃".to_owned();
        for (column, cell) in (1..).zip(cells.chars()) {
            let bar = if column == 9 || thick.contains(&column) { '┃' } else { '│' };
            line += &format!(" {} {bar}", if cell == '0' { ' ' } else { cell });
        }
        line + "\n"
    };
    rows(|i, cells| row(cells, if i < 4 { [3, 6] } else { [2, 6] }))
}

#[test]
fn blank_lines_as_many_as_cells_are_one_grid_or_puzzles() {
    let blank = format!("{}\n", ".".repeat(225).replace('.', ". "));
    let found = read(blank.repeat(225));
    assert_eq!(found.len(), 1);
    assert!(
        found[0].contains("an empty grid (--box 15x15) or empty puzzles, one a line (--box 3x5)"),
        "{found:?}"
    );
    assert_eq!(read(blank.repeat(224)).len(), 224);
    for (box_height, box_width, puzzles) in [(15, 15, 1), (3, 5, 225)] {
        let size = satdoku::Size::new(box_height, box_width).ok();
        let options = Options { size, ..Options::default() };
        assert_eq!(each(blank.repeat(225), &options, |record| record.is_ok()), vec![true; puzzles]);
    }
}

#[test]
fn reads_game_ids_with_diagonals_and_regions() {
    let details = |text: &str| {
        each(text, &Options::default(), |record| match record {
            Err(error) => error.to_string(),
            Ok(record) => {
                let regions = record.regions.map(|regions| regions.to_string());
                let size = record.grid.size();
                let rules = record.rules.map(|rules| {
                    let has_box = rules.has_box();
                    format!("{}, box {has_box}", rules.builder(size).build().unwrap())
                });
                format!("{} {size} {rules:?} {regions:?}", record.grid)
            }
        })
        .join("\n")
    };
    assert_eq!(
        details("2x2x:1a2_3b4i\n"),
        "1.23..4......... 2x2 Some(\"diagonal, box true\") None"
    );
    // Two columns of boxes, each three wide.
    assert!(details("2x3:1z6h\n").ends_with("2x3 Some(\"classic, box true\") None"));
    // `aaab abbb cccd cddd`: open borders of the rows, then of the columns, then the end.
    assert_eq!(
        details("4j:1o,b_d_ca_____aa\n"),
        "1............... 2x2 Some(\"classic, box false\") Some(\"aaababbbcccdcddd\")"
    );
    for broken in ["4j:1o,b_d_ca_____a\n", "1x1:a,a\n", "1j:a,a\n"] {
        assert!(details(broken).contains("found a jigsaw without its regions"), "{broken}");
    }
}

/// Gives one piece at each call, as a pipe does whose writer pauses.
struct Pieces(VecDeque<String>);

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let piece = self.0.pop_front().unwrap_or_default();
        buffer[..piece.len()].copy_from_slice(piece.as_bytes());
        Ok(piece.len())
    }
}

#[test]
fn regions_are_awaited_in_a_stream_that_had_some() {
    let (cells, regions) = ("1...............\n", "aaababbbcccdcddd\n");
    let read = |pieces: &[&[&str]]| -> Vec<Result<bool, String>> {
        let options = Options::default();
        let pieces = pieces.iter().map(|lines| lines.concat()).collect();
        let mut splitter = Splitter::new(Pieces(pieces), options.clone());
        let (mut batch, mut found) = (Batch::default(), Vec::new());
        while splitter.read_batch(&mut batch, 100).unwrap() {
            found.extend(batch.iter().map(|raw| {
                let record = parse_record(raw, &options).map_err(|error| error.to_string())?;
                Ok(record.regions.is_some())
            }));
        }
        found
    };
    let nine = format!("{PUZZLE}\n");
    let labels =
        format!("{}\n", ["aaabbbccc", "dddeeefff", "ggghhhiii"].map(|row| row.repeat(3)).concat());
    let (nine, labels) = (nine.as_str(), labels.as_str());
    assert_eq!(read(&[&[nine, labels], &[nine], &[labels], &[nine], &[labels]]), vec![Ok(true); 3]);
    assert_eq!(read(&[&[nine, labels], &[nine], &[nine], &[labels]])[2], Ok(true));
    assert_eq!(read(&[&[cells, regions]]), [Ok(true)]);
    // A drawing waits for what follows.
    let drawn = |cells: &str| {
        let rows = cells.trim_ascii().as_bytes().chunks(9);
        rows.map(|row| format!("{}\n", String::from_utf8_lossy(row))).collect::<String>()
    };
    let (cells, rows) = (drawn(nine), drawn(labels));
    assert_eq!(read(&[&[&cells], &[&rows]]), [Ok(true)]);
    assert_eq!(read(&[&[&cells], &[&rows], &[nine], &[labels]]), vec![Ok(true); 2]);
    assert_eq!(read(&[&[&cells, "\n"], &["# regions\n"], &[&rows]]), [Ok(true)]);
    assert_eq!(read(&[&[&cells], &["\n"], &[&cells]]), [Ok(false), Ok(false)]);
    // Wherever it stands in the stream.
    let blank = "\n".repeat(1 << 15);
    assert_eq!(read(&[&[&blank], &[&blank], &[&blank], &[&cells], &[&rows]]), [Ok(true)]);
    let named = read(&[&[&cells, "Regions\n", &rows]]);
    assert_eq!(named[0], Ok(false));
    assert!(named[1].as_ref().unwrap_err().contains("the regions of a jigsaw"), "{named:?}");
    assert_eq!(named.len(), 2);
    // The first is answered at once, and the late regions are no puzzle.
    let late = read(&[&[nine], &[labels]]);
    assert_eq!(late[0], Ok(false));
    let error = late[1].as_ref().unwrap_err();
    assert!(error.contains("--rules jigsaw waits for regions that come late"), "{error}");
}

#[test]
fn what_stands_between_puzzles_is_kept_as_it_was() {
    let options = Options { asides: true, ..Options::default() };
    let text = format!("puzzles = [\n\"{PUZZLE}\",\n\n(\n\"{PUZZLE}\",\n]\n");
    let mut splitter = Splitter::new(text.as_bytes(), options);
    let (mut batch, mut asides) = (Batch::default(), Vec::new());
    while splitter.read_batch(&mut batch, 1).unwrap() {
        let aside = |raw: RawRecord<'_>| raw.aside().map(|text| text.escape_ascii().to_string());
        asides.extend(batch.iter().map(aside));
    }
    let aside = |text: &str| Some(text.to_owned());
    assert_eq!(asides, [aside("puzzles = ["), None, aside(""), aside("("), None, aside("]")]);
}

#[test]
fn a_batch_has_as_many_puzzles_as_asked_for_or_as_came_before_a_pause() {
    let sizes = |pieces: Vec<String>, at_most| {
        let mut splitter = Splitter::new(Pieces(pieces.into()), Options::default());
        let (mut batch, mut sizes) = (Batch::default(), Vec::new());
        while splitter.read_batch(&mut batch, at_most).unwrap() {
            sizes.push(batch.len());
        }
        sizes
    };
    assert_eq!(sizes(vec![format!("{PUZZLE}\n").repeat(20)], 7), [7, 7, 6]);
    // A drawing waits for its regions, not for the drawings after it.
    let drawn: String =
        PUZZLE.as_bytes().chunks(9).map(|row| format!("{}\n", row.escape_ascii())).collect();
    assert_eq!(sizes(vec![drawn; 3], 7), [1, 1, 1]);
}

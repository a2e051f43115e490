//! `formats`, `rules`, `glossary`: what is read, which rules there are, what the words mean. Each is
//! its own help too.

use satdoku::Variant;
use satdoku::format::{FORMS, Form};

// What follows each of them in the help.
pub const FORMATS_EXAMPLES: &str = "
Examples:
  Show this table:
    satdoku formats
  Solve rows with blank cells between commas:
    printf '1,2,,\\n,,1,\\n2,,,\\n,,,3\\n' | satdoku solve";

pub const RULES_EXAMPLES: &str = "
Examples:
  Solve a puzzle with both main diagonals:
    satdoku solve -x 1...............
  Generate a puzzle with two rules, which it names, and check it:
    satdoku generate --rules windoku,anti-king --seed 1 > two.txt
    satdoku check two.txt";

pub const GLOSSARY_EXAMPLES: &str = "
Examples:
  Look up a word:
    satdoku glossary | grep -A 3 '### depth'
  Show the words of SAT only:
    satdoku glossary | sed -n '/^## SAT/,$p'";

/// `docs/glossary.md`, to which `cli/glossary.md` is a link: a package holds no other file.
pub const GLOSSARY: &str = include_str!("../../glossary.md");

const NOTES: &str = "Lines that start with # are comments; text between puzzles is passed over. \
    A grid's size follows from its number of cells, or is given by --box; bars, lines and blank \
    lines around boxes choose the shape of the boxes, and are an error where they fit none. Text, \
    fields and columns that name other rules are an error, unless --rules says which rules the \
    puzzles have.";

/// Which forms of puzzles are read.
pub fn formats() -> String {
    let form = |Form { name, looks, .. }: &Form| {
        let rows: String = looks.iter().map(|(look, about)| row::<22>(look, about)).collect();
        format!("{name}\n{rows}")
    };
    FORMS.iter().map(form).collect::<String>() + &textwrap::fill(NOTES, WIDTH) + "\n"
}

/// What the names of rules say.
pub fn rules() -> String {
    let names = Variant::ALL.map(|rule| row::<17>(rule.name(), rule.about())).concat();
    format!(
        "Rows and columns hold each digit once. --rules says what else holds (several
names with commas); without it, 'classic':
{names}--diagonal, -x is short for --rules diagonal. The regions of a jigsaw follow its
cells, as one letter or digit for each cell, or are given by --regions.
"
    )
}

const WIDTH: usize = 80;

/// What a word of so many characters means, in lines that begin below each other.
fn row<const WORD: usize>(word: &str, meaning: &str) -> String {
    let indent = " ".repeat(WORD + 2);
    let style = textwrap::Options::new(WIDTH).subsequent_indent(&indent);
    textwrap::fill(&format!("  {word:<WORD$}{meaning}"), &style) + "\n"
}

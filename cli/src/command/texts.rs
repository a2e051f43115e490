//! `formats`, `rules`, `techniques`, `clues` and `glossary`: texts about formats of puzzles, rules,
//! techniques, clues, and the meaning of words. Each text is also the help of its subcommand.

use super::steps::option_name;
use satdoku::Variant;
use satdoku::explain::Technique;
use satdoku::format::{FORMS, Form};
use satdoku::rules::ClueKind;

#[derive(Debug, clap::Args)]
#[command(after_help = formats() + FORMATS_EXAMPLES)]
pub struct FormatsArgs {}

const FORMATS_EXAMPLES: &str = "
Examples:
  Show this table:
    satdoku formats
  Solve rows with blank cells between commas:
    printf '1,2,,\\n,,1,\\n2,,,\\n,,,3\\n' | satdoku solve";

#[derive(Debug, clap::Args)]
#[command(after_help = rules() + RULES_EXAMPLES)]
pub struct RulesArgs {}

const RULES_EXAMPLES: &str = "
Examples:
  Solve a puzzle with both main diagonals:
    satdoku solve -x 1...............
  Generate a puzzle with two rules, which the output names, and check it:
    satdoku generate --rules windoku,anti-king --seed 1 > two.txt
    satdoku check two.txt";

#[derive(Debug, clap::Args)]
#[command(after_help = techniques() + TECHNIQUES_EXAMPLES)]
pub struct TechniquesArgs {}

const TECHNIQUES_EXAMPLES: &str = "
Examples:
  Generate a puzzle with an X-wing:
    satdoku generate --technique x-wing --seed 1
  Generate a puzzle that steps up to hidden quads solve:
    satdoku generate --techniques ..hidden-quad --seed 1";

#[derive(Debug, clap::Args)]
#[command(after_help = clues() + CLUES_EXAMPLES)]
pub struct CluesArgs {}

const CLUES_EXAMPLES: &str = "
Examples:
  Solve an empty grid with two clues:
    satdoku solve --first --clue 'killer 3 A1 A2' --clue 'odd A1' ................
  Solve a puzzle with its clues below it:
    printf '................\\nthermometer A1-A4\\nkiller 7 B1 B2\\n' | satdoku solve --first
  Show what satdoku knows about a kind:
    satdoku clues | grep -A 4 thermometer";

#[derive(Debug, clap::Args)]
#[command(after_help = GLOSSARY.to_owned() + GLOSSARY_EXAMPLES)]
pub struct GlossaryArgs {}

const GLOSSARY_EXAMPLES: &str = "
Examples:
  Look up a word:
    satdoku glossary | grep -A 3 '### depth'
  Show the words of SAT only:
    satdoku glossary | sed -n '/^## SAT/,$p'";

/// The file is in the folder of this package, since a published package cannot include files of
/// other folders.
pub const GLOSSARY: &str = include_str!("../../glossary.md");

const NOTES: &str = "Lines that start with # are comments; text between puzzles is skipped. \
    --box gives the size of a grid; without --box, the size follows from the number of cells. \
    Bars, lines and blank lines around boxes show the shape of the boxes; it is an error if they \
    fit no shape. A title above a puzzle, or a column such as type, can name rules. If the puzzle is \
    not read with these rules, that is an error, unless --rules says which rules the puzzles have. \
    A column or field with the name rules chooses the rules by itself.";

/// The text about the formats of puzzles that can be read.
pub fn formats() -> String {
    let form = |Form { name, looks, .. }: &Form| {
        let rows: String = looks.iter().map(|(look, about)| row::<22>(look, about)).collect();
        format!("{name}\n{rows}")
    };
    FORMS.iter().map(form).collect::<String>() + &textwrap::fill(NOTES, WIDTH) + "\n"
}

/// The text about the names of rules.
pub fn rules() -> String {
    let names = Variant::ALL.map(|rule| row::<17>(rule.name(), rule.about())).concat();
    format!(
        "Rows and columns hold each digit once. --rules names further rules (commas
stand between several names) [default: classic]:
{names}--diagonal, -x is short for --rules diagonal. The regions of a jigsaw follow its
cells, as one letter or digit for each cell, or --regions names them.
"
    )
}

/// The text about techniques.
pub fn techniques() -> String {
    let technique = |it: Technique| {
        let assumed = if it.is_assumed() { " [--assume-unique]" } else { "" };
        row::<37>(&option_name(it), &format!("{}{assumed}", it.about()))
    };
    let about = "The options --techniques, --technique and --next accept these names of steps. If \
        several steps are equally small, a step whose name comes first in this list is shown.";
    textwrap::fill(about, WIDTH) + "\n" + &Technique::named().map(technique).collect::<String>()
}

/// The text about the kinds of clues.
pub fn clues() -> String {
    let kind = |kind: ClueKind| {
        let names: Vec<&str> = kind.elsewhere().collect();
        let known = match &names[..] {
            [] => String::new(),
            names => format!(" [elsewhere: {}]", names.join(", ")),
        };
        row::<17>(kind.name(), &format!("{}{known}", kind.about()))
            + &row::<17>("", &format!("  {}", kind.example()))
    };
    let about = "A clue is written as its kind, its numbers and its cells. A cell is A1 or r1c1. \
        A1-C3 stands for the nine cells with A1 and C3 in opposite corners. A row or column is \
        read from one of its ends: row 3, row 3 right, column 3, column 3 bottom. Clues stand in \
        lines below their puzzle, in the list \"clues\" of the puzzle's JSON object, or in the \
        options --clue and --clues. If the grid is empty, clues can stand without a puzzle. These \
        are the kinds of clues, each with an example:";
    textwrap::fill(about, WIDTH) + "\n" + &ClueKind::ALL.map(kind).concat()
}

const WIDTH: usize = 80;

/// A row of a table of words and meanings. The word takes `WORD` characters, and all lines of the
/// meaning are aligned.
fn row<const WORD: usize>(word: &str, meaning: &str) -> String {
    let indent = " ".repeat(WORD + 2);
    let style = textwrap::Options::new(WIDTH).subsequent_indent(&indent);
    textwrap::fill(&format!("  {word:<WORD$}{meaning}"), &style) + "\n"
}

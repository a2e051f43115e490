//! Do pictures and pages show what the results say, and are they fit for any program?

use std::fs;

use crate::common::program::satdoku;
use roxmltree::{Document, Node};
use satdoku::draw::{Picture, sheet, sheets};
use satdoku::rules::{Clue, ClueKind};
use satdoku::{Grid, Puzzle, Regions, Rules, Size, Symbols};

/// Has an X-wing in its path.
const X_WING: &str =
    "94.7..13......4..7....3.69..5.....812..3.5....6....2......78...7..54......4..1..8";
const SMALL: &str = "1.3...2..1..4..2";

/// Runs satdoku with `--svg` or `--html`; what it wrote and its standard output.
fn written(option: &str, arguments: impl AsRef<str>) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("out");
    let run = satdoku(format!("{} {option} {}", arguments.as_ref(), file.display()));
    let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{error}: {run:#?}"));
    (text, run.stdout)
}

fn svg(arguments: impl AsRef<str>) -> String {
    written("--svg", arguments).0
}

/// The elements whose class is among those asked for.
fn of_class<'d>(document: &'d Document<'d>, class: &'d str) -> Vec<Node<'d, 'd>> {
    let is_of_class = |node: &Node| {
        node.attribute("class").is_some_and(|names| names.split(' ').any(|name| name == class))
    };
    document.descendants().filter(is_of_class).collect()
}

fn texts(document: &Document, class: &str) -> Vec<String> {
    of_class(document, class).iter().map(|node| node.text().unwrap().to_owned()).collect()
}

/// The number of times a path begins anew.
fn strokes(document: &Document, class: &str) -> usize {
    let paths = of_class(document, class);
    paths.iter().map(|path| path.attribute("d").unwrap().matches('M').count()).sum()
}

#[test]
fn givens_and_found_digits_make_the_solution() {
    for (puzzle, options) in [(X_WING, ""), ("1...............", "--diagonal --first")] {
        let (text, printed) = written("--svg", format!("solve --format line {puzzle} {options}"));
        let svg = Document::parse(&text).unwrap();
        let mut cells: Vec<(i64, i64, String)> = ["given", "found"]
            .iter()
            .flat_map(|class| of_class(&svg, class))
            .map(|node| {
                let at = |name| (node.attribute(name).unwrap().parse::<f64>().unwrap()) as i64;
                (at("y"), at("x"), node.text().unwrap().to_owned())
            })
            .collect();
        cells.sort();
        let line: String = cells.into_iter().map(|(_, _, digit)| digit).collect();
        assert_eq!(line, printed.trim_end());
        let givens = puzzle.bytes().filter(u8::is_ascii_digit).count();
        assert_eq!(of_class(&svg, "given").len(), givens);
    }
}

#[test]
fn a_hint_crosses_out_exactly_what_it_concludes() {
    let explained = satdoku(format!("explain --format json {X_WING}"));
    let steps = explained.json();
    let conclusions = |step: &serde_json::Value| step["conclusions"].as_array().unwrap().len();
    let x_wing = steps.iter().find(|step| step["technique"] == "X-wing").unwrap();
    let text = svg(format!("explain {X_WING}"));
    let svg = Document::parse(&text).unwrap();
    // A cross is two strokes.
    assert_eq!(strokes(&svg, "gone"), 2 * conclusions(x_wing));
    let caption = texts(&svg, "caption").join(" ");
    assert!(caption.contains(x_wing["sentence"].as_str().unwrap()), "{caption}");
    assert_eq!(of_class(&svg, "place").len(), 4, "two places in each of two columns");
}

#[test]
fn an_early_hint_gives_nothing_away() {
    let text = svg(format!("hint --level 1 {SMALL}"));
    let svg = Document::parse(&text).unwrap();
    for class in ["place", "truth", "look", "placed", "gone", "link"] {
        assert!(of_class(&svg, class).is_empty(), "{class}");
    }
    assert_eq!(texts(&svg, "caption"), ["look at 2 in box 1"]);
}

#[test]
fn candidates_that_are_left_stand_in_the_picture() {
    let output = satdoku(format!("candidates --format json {X_WING}"));
    let left = output.json()[0]["candidates"].clone();
    let open: usize = left
        .as_array()
        .unwrap()
        .iter()
        .map(|cell| cell.as_array().unwrap().len())
        .filter(|&count| count > 1)
        .sum();
    let text = svg(format!("candidates {X_WING}"));
    let svg = Document::parse(&text).unwrap();
    assert_eq!(of_class(&svg, "candidate").len(), open);
}

#[test]
fn clashing_and_differing_cells_are_marked_by_shape() {
    let text = svg("check --smallest 12..21..........");
    assert_eq!(of_class(&Document::parse(&text).unwrap(), "clash").len(), 2);
    let (text, printed) = written("--svg", "solve 12..34..........");
    let svg = Document::parse(&text).unwrap();
    // Each is marked in both grids on the screen.
    assert_eq!(strokes(&svg, "differs"), printed.matches('*').count() / 2);
}

#[test]
fn borders_follow_the_regions_of_a_jigsaw() {
    let regions: Regions = "aabbaabbccddccdd".parse().unwrap();
    let jigsaw = Rules::builder(Size::FOUR).regions(regions).build().unwrap();
    let drawn = |rules: Rules| {
        let puzzle = Puzzle::new(rules, Grid::empty(Size::FOUR)).unwrap();
        let text = Picture::new(&puzzle, &Symbols::default()).to_svg();
        let svg = Document::parse(&text).unwrap();
        of_class(&svg, "bold")[0].attribute("d").unwrap().to_owned()
    };
    assert_eq!(drawn(jigsaw), drawn(Rules::classic(Size::FOUR)), "these regions are the boxes");
    let regions: Regions = "aaabcabbccbddcdd".parse().unwrap();
    let jigsaw = Rules::builder(Size::FOUR).regions(regions).build().unwrap();
    let count = |path: &str| path.matches('M').count();
    assert!(count(&drawn(jigsaw)) > count(&drawn(Rules::classic(Size::FOUR))));
    let latin = Rules::builder(Size::FOUR).without_boxes().build().unwrap();
    assert_eq!(count(&drawn(latin)), 1, "the frame");
}

#[test]
fn a_sheet_has_the_solutions_behind_the_puzzles() {
    let arguments = "generate --count 6 --seed 1";
    let (text, printed) = written("--svg", arguments);
    let svg = Document::parse(&text).unwrap();
    let givens = printed.bytes().filter(u8::is_ascii_digit).count();
    assert_eq!(of_class(&svg, "given").len(), 2 * givens);
    assert_eq!(of_class(&svg, "found").len(), 6 * 81 - givens);
    assert_eq!(texts(&svg, "heading"), ["Puzzles", "Solutions"]);
    let height: f64 = svg.root_element().attribute("height").unwrap().parse().unwrap();
    assert_eq!(height, 2.0 * 1123.0, "two pages of A4");
}

#[test]
fn a_sheet_as_a_page_has_a_picture_of_a_page_for_each_sheet_of_paper() {
    let picture = Picture::new(&Puzzle::classic(SMALL.parse().unwrap()), &Symbols::default());
    let (puzzles, solutions) = (vec![picture.clone().caption("hard"); 8], vec![picture; 8]);
    let html = sheets(&[("Puzzles", &puzzles), ("Solutions", &solutions)]);
    assert!(html.contains("@page{size:A4"));
    let pages = html.split("<svg").skip(1).map(|page| page.split_once("</svg>").unwrap().0);
    let pages: Vec<String> = pages.map(|page| format!("<svg{page}</svg>")).collect();
    let on_page = |page: &String| {
        let svg = Document::parse(page).unwrap();
        assert_eq!(svg.root_element().attribute("height"), Some("1123"));
        texts(&svg, "label").iter().filter(|label| label.contains("hard")).count()
    };
    assert_eq!(pages.iter().map(on_page).collect::<Vec<_>>(), [6, 2, 0]);
}

#[test]
fn every_kind_of_clue_is_drawn_with_its_numbers_below_the_digits() {
    let base = Rules::classic(Size::NINE);
    let givens: Grid = format!("{}{}", "1".repeat(9), ".".repeat(72)).parse().unwrap();
    let drawn = |rules: Rules| {
        let puzzle = Puzzle::new(rules, givens.clone()).unwrap();
        Picture::new(&puzzle, &Symbols::default()).to_svg()
    };
    let plain = drawn(base.clone());
    let count = |svg: &str| {
        let svg = Document::parse(svg).unwrap();
        svg.descendants().filter(|node| node.is_element()).count()
    };
    for kind in ClueKind::ALL {
        let clue = Clue::parse(kind.example(), Size::NINE).unwrap();
        let text = drawn(base.with_clues(vec![clue.clone()]).unwrap());
        let svg = Document::parse(&text).unwrap();
        assert_eq!(texts(&svg, "rules"), [kind.name()]);
        // The line that names the rules is one element.
        let is_drawn = count(&text) > count(&plain) + 1;
        assert_eq!(is_drawn, !clue.cells.is_empty(), "{kind}");
        let words =
            ["clue", "outside", "on-white", "on-black"].map(|class| texts(&svg, class).concat());
        let words = words.concat();
        let is_shown = |number: &u32| words.contains(&number.to_string());
        let is_a_count = matches!(kind, ClueKind::PillArrow | ClueKind::Automaton);
        assert!(is_a_count || clue.numbers.iter().all(is_shown), "{kind}: {words}");
        let classes: Vec<_> =
            svg.descendants().filter_map(|node| node.attribute("class")).collect();
        assert!(
            classes.ends_with(&[["given"; 9].as_slice(), &["caption rules"]].concat()),
            "{kind}"
        );
    }
}

#[test]
fn a_sheet_says_of_each_puzzle_what_was_found_and_describes_it() {
    let text = svg(format!("check 12..34.......... 12..21.......... {X_WING}"));
    let svg = Document::parse(&text).unwrap();
    assert_eq!(texts(&svg, "heading"), ["Sudoku"]);
    let labels = texts(&svg, "label").join("; ");
    for found in
        ["1. several solutions; two of them differ in", "2. no solution", "3. the only sol"]
    {
        assert!(labels.contains(found), "{labels}");
    }
    let described = svg.descendants().find(|node| node.has_tag_name("desc")).unwrap();
    let described = described.text().unwrap().split("\n\n").collect::<Vec<_>>();
    assert_eq!(described.len(), 3);
    // Where two solutions differ, both digits stand.
    assert!(described[0].starts_with("1 2 ") && described[0].contains('/'), "{}", described[0]);
    assert_eq!(described[1].lines().next(), Some("1 2 . ."));
}

#[test]
fn pictures_are_plain_and_of_a_modest_size() {
    let empty = ".".repeat(81);
    for arguments in [
        format!("solve {X_WING}"),
        format!("candidates {X_WING}"),
        format!("hint {X_WING}"),
        format!("explain {X_WING}"),
        format!("hint {empty}"),
        format!("check --backbone {X_WING}"),
        "generate --rules jigsaw --seed 1".to_owned(),
        "generate --box 4x4 --seed 1".to_owned(),
        format!("solve --rules argyle --first {empty}"),
    ] {
        let text = svg(&arguments);
        let document = Document::parse(&text).unwrap();
        let root = document.root_element();
        assert_eq!(root.tag_name().namespace(), Some("http://www.w3.org/2000/svg"));
        assert_eq!(root.attribute("version"), Some("1.1"));
        let known = ["svg", "title", "desc", "style", "rect", "g", "path", "circle", "text"];
        for node in document.descendants().filter(Node::is_element) {
            assert!(known.contains(&node.tag_name().name()), "{}", node.tag_name().name());
        }
        assert!(!text.contains("NaN") && text.matches("http").count() == 1);
        assert!((2_000..60_000).contains(&text.len()), "{arguments:?}: {} bytes", text.len());
    }
}

#[test]
fn symbols_and_captions_with_markup_are_escaped() {
    let puzzle: Puzzle = Puzzle::classic("1.3...2..1..4..2".parse().unwrap());
    let symbols = "&$%@".parse().unwrap();
    let caption = "</text><script>alert(1)</script> & so on";
    let picture = Picture::new(&puzzle, &symbols).caption(caption);
    let text = picture.to_svg();
    let svg = Document::parse(&text).unwrap();
    assert_eq!(texts(&svg, "caption").join(" "), caption);
    assert_eq!(texts(&svg, "given"), ["&", "%", "$", "&", "@", "$"]);
    assert!(Document::parse(&sheet(&[("<&>", &[picture.clone(), picture.clone()])])).is_ok());
    let html = satdoku::draw::replay("</title><script>", &[picture]);
    assert!(!html.contains("<script>alert") && !html.contains("</title><script>"));
}

#[test]
fn a_page_holds_every_step_and_nothing_from_elsewhere() {
    let (html, printed) = written("--html", format!("explain {X_WING}"));
    assert_eq!(html.matches("<li>").count(), printed.lines().count());
    assert!(html.len() < 200_000, "{} bytes", html.len());
    assert_eq!(html.matches("http").count(), html.matches("http://www.w3.org/2000/svg").count());
    assert!(!html.contains("src=") && !html.contains("{{"));
}

#[test]
fn the_picture_in_the_readme_is_what_its_command_draws() {
    let shown = crate::common::root().join("examples/x-wing.svg");
    assert_eq!(fs::read_to_string(shown).unwrap(), svg(format!("explain {X_WING}")));
}

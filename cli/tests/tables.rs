//! Do tables keep their columns, and is what inputs say about solutions checked?

use std::fs;

use crate::common::program::{lacks, satdoku, sh_in, with_stdin};

const PUZZLE: &str =
    "003020600900305001001806400008102900700000008006708200002609500800203009005010300";
const SOLUTION: &str =
    "483921657967345821251876493548132976729564138136798245372689514814253769695417382";

/// The exit status and stdout.
fn solve(arguments: &str, input: &str) -> (Option<i32>, String) {
    let output = with_stdin(format!("solve {arguments}"), input);
    (output.status, output.stdout)
}

#[test]
fn a_jigsaw_is_solved_by_its_own_regions() {
    let boxes = ["aaabbbccc", "dddeeefff", "ggghhhiii"].map(|row| row.repeat(3)).concat();
    let rows: String = ('a'..='i').flat_map(|row| [row; 9]).collect();
    for (regions, status) in [(boxes, 0), (rows, 1)] {
        for command in ["solve", "check"] {
            with_stdin(format!("{command} -"), format!("{PUZZLE} {regions}\n")).ends(status);
        }
    }
}

#[test]
fn candidates_are_solved_and_refused_where_they_are_not_read() {
    let left = with_stdin("candidates", PUZZLE);
    assert_eq!(solve("--format line", &left.stdout), (Some(0), format!("{SOLUTION}\n")));
    // Without the digit of the solution in A1.
    let cell = |given: char| match given {
        '0' => "123456789".to_owned(),
        digit => ('1'..='9').map(|mark| if mark == digit { mark } else { '.' }).collect(),
    };
    let marks: String = PUZZLE.chars().map(cell).collect();
    assert_eq!(solve("--format line", &marks), (Some(0), format!("{SOLUTION}\n")));
    let wrong = marks.replacen('4', ".", 1);
    assert_eq!(solve("--format line", &wrong), (Some(1), "none\n".to_owned()));
    for arguments in ["rate", "solve --solver dpll"] {
        with_stdin(arguments, &wrong).ends(2).tells("candidates");
    }
}

#[test]
fn a_table_keeps_its_columns_byte_for_byte() {
    let header = "id,\"the name\",puzzle,note";
    let rows = [
        format!("1,\"easy, \"\"1\"\"\",{PUZZLE},x"),
        format!("2,,\"{}\", é ", PUZZLE.replace('0', ".")),
        "3,bad,12,".to_owned(),
        format!("4,\"two\nlines\",{PUZZLE},"),
    ];
    let input = format!("{header}\n{}\n", rows.join("\n"));
    let (code, found) = solve("--format csv", &input);
    assert_eq!(code, Some(2));
    let expected = format!(
        "{header},satdoku_status,satdoku_solution,satdoku_reason\n{},unique,{SOLUTION},\n\
         {},unique,{SOLUTION},\n{},error,,\"4:1: expected the cells of a puzzle, found \"\"12\"\"\"\n{},unique,{SOLUTION},\n",
        rows[0], rows[1], rows[2], rows[3]
    );
    assert_eq!(found, expected);
    let tsv = solve("--format tsv --column 3", &input).1;
    assert!(
        tsv.starts_with(
            "id\tthe name\tpuzzle\tnote\tsatdoku_status\tsatdoku_solution\tsatdoku_reason\n"
        ),
        "{tsv}"
    );
    assert!(tsv.contains(&format!("1\t\"easy, \"\"1\"\"\"\t{PUZZLE}\tx\tunique\t{SOLUTION}\t\n")));
    if lacks("python3") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("in.csv"), &input).unwrap();
    sh_in(
        folder.path(),
        "satdoku solve --format csv in.csv > out.csv; python3 -c 'import csv; \
         old = list(csv.reader(open(\"in.csv\", newline=\"\"))); \
         new = list(csv.reader(open(\"out.csv\", newline=\"\"))); \
         print(old == [row[:-3] for row in new])'",
    )
    .prints("True\n");
}

#[test]
fn columns_that_name_rules_are_read() {
    let dots = ".".repeat(36);
    let regions = "aabbbbaabbccaaddcceeddcceeddffeeffff";
    for (header, fields, expected) in [
        ("puzzle,Rules", "anti-king", "anti-king"),
        ("puzzle,rules,box", "\"diagonal, anti-king\",3x2", "diagonal, anti-king"),
        ("puzzle,REGIONS", regions, "jigsaw"),
        ("puzzle,rules,diagonal,type", ",0,easy", "classic"),
    ] {
        let output = with_stdin("solve --format json", format!("{header}\n{dots},{fields}\n"));
        let found = &output.json()[0];
        assert_eq!(found["rules"], expected, "{header}: {}", output.stderr);
        let has_box = header.contains("box");
        assert_eq!(found["box"] == "3x2", has_box, "{header}");
    }
}

#[test]
fn json_keeps_names_and_comments_and_says_where() {
    let input = format!("0000183b305c {PUZZLE}  1.2\n");
    let record = &with_stdin("solve --format json", format!("\n{input}")).json()[0];
    assert_eq!(record["input"], "<stdin>");
    assert_eq!(record["line"], 2);
    assert_eq!((&record["id"], &record["comment"]), (&"0000183b305c".into(), &"1.2".into()));
}

#[test]
fn help_shows_the_forms() {
    for arguments in ["formats", "help formats", "formats --help"] {
        let mut output = satdoku(arguments).ends(0);
        for form in ["729 characters", "HoDoKu", "quizzes", "f-puzzles"] {
            output = output.shows(form);
        }
    }
    assert!(satdoku("formats").stdout.lines().all(|line| line.len() <= 80));
}

#[test]
fn json_lines_keep_their_fields_in_every_output() {
    let object = |id: &str, more: &str| {
        format!(r#"{{"quizzes":"{PUZZLE}","id":{id},"score":2.50,"rules":null{more}}}"#) + "\n"
    };
    let input = object("7", r#","status":"new","solution":"""#) + &object(r#"{"a":[1]}"#, "");
    for arguments in ["solve", "solve --all", "check", "rate", "hint"] {
        let found = with_stdin(format!("{arguments} --format json"), &input).json();
        assert_eq!(found.len(), 2, "{arguments:?}");
        assert_eq!((&found[0]["id"], &found[0]["score"]), (&7.into(), &2.5.into()));
        assert_eq!((&found[0]["status"], &found[0]["quizzes"]), (&"new".into(), &PUZZLE.into()));
        assert_eq!(found[1]["id"]["a"][0], 1);
        if arguments != "hint" {
            assert!(found[0]["satdoku_status"].is_string(), "{}", found[0]);
            assert!(found[1]["status"].is_string(), "{}", found[1]);
            assert_eq!(found[0]["rules"], "classic");
        }
    }
    let lists = format!("[{}]", input.trim_end().replace('\n', ","));
    let lists = with_stdin("solve --format json", &lists).json();
    assert_eq!((&lists[0]["id"], &lists[1]["id"]["a"][0]), (&7.into(), &1.into()));
    let csv = solve("--format csv", &input).1;
    let ours = "satdoku_status,satdoku_solution,satdoku_reason";
    let expected = format!(
        "id,quizzes,rules,score,solution,status,{ours}\n\
         7,{PUZZLE},,2.50,,new,unique,{SOLUTION},\n\
         \"{{\"\"a\"\":[1]}}\",{PUZZLE},,2.50,,,unique,{SOLUTION},\n"
    );
    assert_eq!(csv, expected);
    let rules = solve("--format json -x", &object("1", "")).1;
    assert!(rules.contains(r#""rules":"diagonal""#), "{rules}");
}

#[test]
fn tables_keep_their_columns_in_every_output() {
    let input = format!("id,puzzle,solution,satdoku_status\n\"a,b\",{PUZZLE},{SOLUTION},old\n");
    for command in ["solve", "check", "rate", "hint"] {
        let found = &with_stdin(format!("{command} --format json"), &input).json()[0];
        assert_eq!((&found["id"], &found["solution"]), (&"a,b".into(), &SOLUTION.into()));
        assert_eq!(found["satdoku_status"], "old");
    }
    let (header, row) = input.trim_end().split_once('\n').unwrap();
    let rated = with_stdin("rate --format csv", &input);
    let lines: Vec<&str> = rated.stdout.lines().collect();
    let ours = "satdoku_satdoku_status,satdoku_depth";
    assert!(lines[0].starts_with(&format!("{header},{ours},")), "{}", lines[0]);
    assert!(lines[1].starts_with(&format!("{row},unique,")), "{}", lines[1]);
    let (_, twice) = solve("--format csv", &input);
    assert!(twice.starts_with(&format!(
        "{header},satdoku_satdoku_status,satdoku_solution,satdoku_reason\n"
    )));
}

#[test]
fn a_table_with_other_columns_is_an_error_and_never_ragged() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("a.csv", &format!("id,puzzle\n1,{PUZZLE}\n"));
    write("b.csv", &format!("puzzle;id\n{PUZZLE};2\n"));
    write("c.csv", &format!("puzzle,note\n{PUZZLE},x\n"));
    write("d.txt", &format!("{PUZZLE}\n"));
    for threads in [1, 3] {
        let output = sh_in(
            folder.path(),
            format!("satdoku solve --threads {threads} --format csv a.csv b.csv c.csv d.txt"),
        );
        let expected = format!(
            "id,puzzle,satdoku_status,satdoku_solution,satdoku_reason\n\
             1,{PUZZLE},unique,{SOLUTION},\n2,{PUZZLE},unique,{SOLUTION},\n\
             ,{PUZZLE},error,,\"2:1: expected only columns of the first puzzle \
             (--format json takes any columns), found \"\"note\"\"\"\n,{},unique,{SOLUTION},\n",
            PUZZLE.replace('0', ".")
        );
        output
            .ends(2)
            .prints(expected)
            .tells("c.csv:2:1: expected only columns of the first puzzle");
    }
}

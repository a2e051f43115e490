"""For 2,300 puzzles of all kinds, the package gives the same answers as the program."""

import pytest
from conftest import KINDS, classic, program, puzzles_of, said_by_the_program, spoiled

import satdoku


def words(options):
    """The options of the program for these options in Python."""
    for name, value in options.items():
        yield from (f"--{name}", value if isinstance(value, str) else ",".join(value))


def same_solutions(answers, records):
    for answer, record in zip(answers, records):
        assert answer.status == record["status"], record
        assert answer.solution == record.get("solution"), record
        assert answer.second_solution == record.get("second_solution"), record


@pytest.mark.parametrize("kind", KINDS)
def test_solve_and_check_say_what_the_program_says(kind):
    puzzles, options = puzzles_of(kind), KINDS[kind][2]
    solved = satdoku.solve(puzzles, **options)
    same_solutions(solved, said_by_the_program("solve", puzzles, *words(options)))
    few = puzzles[:50]
    same_solutions(satdoku.check(few, **options), said_by_the_program("check", few, *words(options)))
    assert [satdoku.solve(puzzle, **options) for puzzle in few] == solved[:50]


def test_a_bad_puzzle_among_many_is_a_row_with_the_reason_that_the_program_gives():
    puzzles = spoiled(classic(500))
    answers = satdoku.solve(puzzles)
    records = said_by_the_program("solve", puzzles)
    same_solutions(answers, records)
    reasons = {"error": 0, "invalid": 0, "mismatch": 0}
    for answer, record in zip(answers, records):
        if answer.status in reasons:
            reasons[answer.status] += 1
            line = f"{record['line']}:"
            said = record["error"].removeprefix(line) if answer.status == "error" else record["error"]
            assert answer.reason.removeprefix("1:") == said
    assert min(reasons.values()) > 20


def test_rate_says_what_the_program_says():
    puzzles = classic(100) + spoiled(classic(50, seed=3))
    answers = satdoku.rate(puzzles, steps=True)
    for answer, record in zip(answers, said_by_the_program("rate", puzzles, "--steps")):
        for name in satdoku.Rated._fields[:10]:
            assert getattr(answer, name) == record.get(name), (name, record)


def test_canonical_forms_are_those_of_the_program_and_shared_by_equivalent_puzzles():
    puzzles = ["1.3...2..1..4..2", "..4.2.1..2..3..4", "12..34..........", "11..............", "1.3...2..1..4.."]
    answers = satdoku.canonical(puzzles)
    for answer, record in zip(answers, said_by_the_program("canonical", puzzles)):
        assert answer.form == record.get("canonical")
        assert answer.automorphisms == record.get("automorphisms")
    assert answers[0].form == answers[1].form != answers[2].form
    assert answers[4].form is None and answers[4].reason


def test_check_gives_the_evidence_that_the_program_gives():
    puzzles = ["12..21..........", "12...4....4....1", "12..............", "1234341221434321"]
    options = ["--minimal", "--count", "100", "--backbone"]
    answers = satdoku.check(puzzles, minimal=True, count=100, backbone=True)
    for answer, record in zip(answers, said_by_the_program("check", puzzles, *options)):
        assert (answer.conflict or {}) == record.get("conflict", {})
        assert answer.unneeded_givens == record.get("unneeded_givens")
        assert answer.backbone == record.get("backbone")
        assert answer.solution_count == record["count"]["found"]
        assert answer.count_is_exact == record["count"]["exact"]


def test_steps_are_those_of_the_program():
    for puzzle in classic(5, seed=7):
        steps = satdoku.explain(puzzle).steps
        *records, end = said_by_the_program_once("explain", puzzle)
        assert [step.sentence for step in steps] == [record["sentence"] for record in records]
        assert satdoku.explain(puzzle).sentence == end["end"]
        (first,) = said_by_the_program_once("hint", puzzle)
        assert satdoku.hint(puzzle).steps[0].conclusions == first["conclusions"]


def said_by_the_program_once(subcommand, puzzle):
    import json

    said, _ = program(subcommand, "--format=json", puzzle)
    return [json.loads(line) for line in said.splitlines()]


def test_puzzles_are_generated_as_by_the_program():
    said, _ = program("generate", "--count", 5, "--seed", 3, "--rules", "anti-king")
    assert [made.puzzle for made in satdoku.generate(5, seed=3, rules="anti-king")] == said.splitlines()


def test_clues_are_taken_as_by_the_program():
    clues = ["killer 15 A1 A2", "thermometer C3 C4 C5"]
    puzzle = "." * 81
    answer = satdoku.solve(puzzle, clues=clues)
    said = said_by_the_program("solve", [puzzle], *(f"--clue={clue}" for clue in clues))
    assert (answer.status, answer.solution) == (said[0]["status"], said[0]["solution"])
    first = answer.solution
    assert int(first[0]) + int(first[1]) == 15 and first[20] < first[21] < first[22]


def test_the_program_is_in_the_package():
    said, status = program("solve", "12..34..........")
    assert status == 1 and "several solutions" in said
    assert program("--version")[0].startswith("satdoku ")
    assert program("nothing")[1] == 2

"""Answers: their pictures, clauses and certificates; whether they can be pickled; errors."""

import inspect
import pickle
from pathlib import Path

import numpy as np
import pytest
from conftest import classic, needed, program

import satdoku

PUZZLE = "1.3...2..1..4..2"
SOLUTION = "1234342121434312"
HARD = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"


def test_an_answer_draws_itself():
    for answer in (
        satdoku.solve(PUZZLE),
        satdoku.solve(np.array([[1, 0, 3, 0] + [0] * 12]))[0],
        satdoku.check("12..21.........."),
        satdoku.rate(PUZZLE),
        satdoku.hint(PUZZLE),
        satdoku.hint(PUZZLE).steps[0],
        satdoku.explain(PUZZLE),
        satdoku.explain(PUZZLE).steps[2],
        satdoku.generate(seed=1),
    ):
        svg = answer.svg()
        assert svg.startswith("<svg") and svg.rstrip().endswith("</svg>")
        shown = answer._repr_html_() if hasattr(answer, "_repr_html_") else answer._repr_svg_()
        assert "svg" in shown
    explanation = satdoku.explain(PUZZLE)
    pictures = {step.svg() for step in explanation.steps}
    assert len(pictures) == len(explanation.steps)
    assert all(step.sentence.split(":")[0] in step.svg() for step in explanation.steps)
    assert explanation._repr_html_().count("<li>") == len(explanation.steps)


def test_all_answers_are_pickled():
    for answer in (
        satdoku.solve(PUZZLE),
        satdoku.check(PUZZLE, minimal=True),
        satdoku.rate(PUZZLE, steps=True),
        satdoku.hint(PUZZLE),
        satdoku.explain(PUZZLE),
        satdoku.generate(seed=1),
        satdoku.certify(PUZZLE),
    ):
        assert pickle.loads(pickle.dumps(answer)) == answer
    formula = pickle.loads(pickle.dumps(satdoku.encode(PUZZLE)))
    assert formula.clauses == satdoku.encode(PUZZLE).clauses
    many = pickle.loads(pickle.dumps(satdoku.solve(np.zeros((2, 16), int))))
    assert list(many.status) == ["multiple"] * 2 and many[1].svg().startswith("<svg")
    assert pickle.loads(pickle.dumps(satdoku.hint(PUZZLE))).svg() == satdoku.hint(PUZZLE).svg()


def test_one_bad_puzzle_raises_the_words_of_the_reader():
    for function in (satdoku.solve, satdoku.check, satdoku.rate, satdoku.hint, satdoku.explain,
                     satdoku.encode, satdoku.certify):  # fmt: skip
        with pytest.raises(ValueError, match="1:2: expected .*, found 'O'"):
            function("1O3...2..1..4..2")
        bad = function([PUZZLE, "", None, float("nan"), "1O3...2..1..4..2", PUZZLE])
        assert len(bad) == 6
        for index, reason in ((1, "found none"), (2, "found None"), (3, "found nan"), (4, "1:2: ")):
            told = bad[index] if isinstance(bad[index], ValueError) else getattr(
                bad[index], "reason", None) or bad[index].sentence
            assert reason in str(told), (function, told)


def test_wrong_options_are_refused_in_the_words_of_the_program():
    with pytest.raises(ValueError, match="windoku"):
        satdoku.solve(PUZZLE, rules="windoko")
    with pytest.raises(ValueError, match="number of seconds above 0"):
        satdoku.solve(PUZZLE, time_limit=-1)
    with pytest.raises(ValueError, match="clue"):
        satdoku.solve(PUZZLE, clues=["killer 3 A9 A1"])
    with pytest.raises(TypeError, match="unexpected keyword argument 'rule'"):
        satdoku.solve(PUZZLE, rule="diagonal")
    with pytest.raises(ValueError, match="threads"):
        satdoku.solve([PUZZLE], threads=0)
    with pytest.raises(TypeError):
        satdoku.solve(7)
    with pytest.raises(ValueError, match="grades? that fit|no puzzle"):
        satdoku.generate(grade="easy", technique="x-wing")


def test_a_time_limit_leaves_an_answer_unknown():
    big = "." * 36 * 36
    assert satdoku.solve(big, rules="diagonal", time_limit=0.001).status == "unknown"


def test_clauses_are_taken_by_pysat_as_they_are():
    solvers = needed("pysat.solvers")
    for options in ({}, {"encoding": "minimal"}, {"simplified": True}):
        formula = satdoku.encode(HARD, **options)
        with solvers.Cadical153(bootstrap_with=formula) as solver:
            assert solver.solve()
            solution = formula.decode(solver.get_model())
        assert solution == satdoku.solve(HARD).solution
        with solvers.Glucose4(bootstrap_with=formula.clauses) as solver:
            assert solver.solve()


def test_the_formula_is_that_of_the_program():
    formula = satdoku.encode(PUZZLE)
    said, _ = program("encode", PUZZLE)
    lines = [line for line in said.splitlines() if not line.startswith("c")]
    assert formula.to_dimacs().splitlines() == lines
    assert len(formula) == len(formula.clauses) and formula.clauses[-1] == [62]
    cells = {16 * row + 4 * column + digit for row, column, digit in
             ((at // 4, at % 4, int(digit)) for at, digit in enumerate(SOLUTION))}  # fmt: skip
    model = [var if var in cells else -var for var in range(1, 65)]
    assert formula.decode(model) == SOLUTION
    with pytest.raises(ValueError):
        formula.decode([-var for var in range(1, 65)])


def test_a_certificate_is_checked_by_the_program(tmp_path: Path):
    files = satdoku.certify(PUZZLE, proof_format="lrat")
    assert {"manifest.json", "formula.cnf", "proof.lrat", "puzzle.txt"} <= set(files)
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    said, status = program("verify", tmp_path, "--puzzle", PUZZLE)
    assert status == 0 and "accepted: exactly one solution" in said
    with pytest.raises(ValueError, match="solution"):
        satdoku.certify(PUZZLE, claim="no-solution")


def test_the_same_seed_generates_the_same_puzzles():
    made = satdoku.generate(3, seed=9)
    assert made == satdoku.generate(3, seed=9, threads=1)
    other = satdoku.generate()
    assert satdoku.generate(seed=other.seed) == other
    assert satdoku.solve(other.puzzle).solution == other.solution
    assert satdoku.rate(satdoku.generate(seed=2, grade="hard").puzzle).grade == "hard"
    assert satdoku.generate(0) == []


def test_a_hint_explains_what_is_asked_about():
    hint = satdoku.hint(PUZZLE, about="C3=4")
    assert hint.status == "step" and "C3" in hint.sentence
    assert satdoku.hint(SOLUTION).sentence == "solved: nothing is left to do"
    assert satdoku.hint("12..21..........").status == "none"
    assert satdoku.explain(PUZZLE, cells="rc").steps[0].conclusions[0].startswith("r")


def test_stubs_name_the_functions_and_options_that_there_are():
    import ast

    stub = ast.parse((Path(satdoku.__file__).parent / "__init__.pyi").read_text())
    named = {}
    for node in stub.body:
        if isinstance(node, ast.FunctionDef):
            names = {arg.arg for arg in node.args.args + node.args.kwonlyargs}
            named.setdefault(node.name, set()).update(names)
    for name in satdoku.__all__:
        function = getattr(satdoku, name)
        if inspect.isfunction(function):
            own = set(inspect.signature(function).parameters) - {"reading"}
            assert own <= named.pop(name), name
            assert "Returns:" in function.__doc__ and "Raises:" in function.__doc__
    assert not named


def test_steps_have_the_techniques_that_are_allowed():
    singles = "full-house,hidden-single,naked-single"
    assert satdoku.rate(PUZZLE, techniques=singles).grade == "easy"
    assert satdoku.rate(HARD, techniques="full-house,hidden-single").grade is None
    with pytest.raises(ValueError, match="the names are"):
        satdoku.rate(PUZZLE, techniques="magic")


def test_a_step_of_a_clue_names_what_it_rests_on():
    step = satdoku.hint("." * 16, clues="killer 3 A1 A2").steps[0]
    assert step.technique == "killer clue"
    assert step.statements == ["cage of 3 (A1, A2)"]

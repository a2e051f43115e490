"""The objects that the functions of satdoku answer with.

All of them can be pickled. Those that show a grid draw it in a notebook: `svg()` gives the picture as
text.
"""

from __future__ import annotations

import base64
import functools
import html
import json
from dataclasses import dataclass
from typing import Any, Iterator, NamedTuple

import numpy as np

from . import _native

#: A puzzle as it was given: a text, or the values of its cells.
Puzzle = Any


@functools.lru_cache(maxsize=256)
def command(arguments: tuple[str, ...]) -> _native.Command:
    """A function with its options, read once."""
    return _native.Command(list(arguments))


def _svg(options: tuple[str, ...], puzzle: Puzzle, step: int | None = None) -> str:
    return command(options).draw(puzzle, step)


class Solved(NamedTuple):
    """What `solve` says of a puzzle."""

    #: "unique", "multiple", "none", "invalid" (givens clash), "mismatch" (the text claims another
    #: solution), "unknown" (the time limit was reached), "solved" (with first=True), "error".
    status: str
    #: A solution: a text of digits, or an array of the shape that was given. None if there is none.
    solution: Any
    #: Another one, where there are several.
    second_solution: Any
    #: Why it is "invalid", a "mismatch" or an "error".
    reason: str | None
    puzzle: Puzzle
    options: tuple[str, ...]

    def svg(self) -> str:
        """The puzzle and what is said of it, as SVG."""
        return _svg(self.options, self.puzzle)


class Checked(NamedTuple):
    """What `check` says of a puzzle. What was not asked for, or is not known, is None."""

    #: As of `Solved`.
    status: str
    solution: str | None
    second_solution: str | None
    #: Why there is no solution, which claim is wrong, or why the puzzle cannot be read.
    reason: str | None
    #: Names of the cells in which the two solutions differ, "A1" the top left one.
    differing_cells: list[str]
    #: Givens that have no solution together, as {"givens": ["A1=5", ...], "minimality": ..., ...}.
    conflict: dict[str, Any] | None
    #: With minimal=True: givens and clues each of which alone can be left out.
    unneeded_givens: list[str] | None
    unneeded_clues: list[str] | None
    #: With count=N: the number of solutions, and whether there are no more.
    solution_count: int | None
    count_is_exact: bool | None
    #: With backbone=True: {"decided": line, "possible": digits of each cell, "complete": ...}.
    backbone: dict[str, Any] | None
    #: Whether the time limit left open what was asked for.
    time_limit_reached: bool
    puzzle: Puzzle
    options: tuple[str, ...]

    def svg(self) -> str:
        """The puzzle and what is said of it, as SVG."""
        return _svg(self.options, self.puzzle)


class Rated(NamedTuple):
    """What `rate` says of a puzzle. What is not known is None."""

    #: As of `Solved`.
    status: str
    #: "easy", "medium", "hard", "expert" or "extreme"; None if the steps do not solve the puzzle.
    grade: str | None
    #: How hard it feels, from 0 to 100, of a puzzle with a grade.
    score: float | None
    #: Truths of the hardest step.
    truths: int | None
    #: The name of the hardest step.
    technique: str | None
    #: Levels of trial and error, 0 to 3; None if there are more.
    depth: int | None
    #: Guesses of a search that finds the solution to be the only one.
    guesses: int | None
    #: Steps, with steps=True or where they stop.
    steps: int | None
    #: With steps=True: how many there are of each technique.
    techniques: dict[str, int] | None
    #: Empty cells where the steps stop.
    open_cells: int | None
    #: Whether the time limit left open what was asked for.
    time_limit_reached: bool
    #: Why there is no rating, or which claim is wrong.
    reason: str | None
    puzzle: Puzzle
    options: tuple[str, ...]

    def svg(self) -> str:
        """The puzzle and what is said of it, as SVG."""
        return _svg(self.options, self.puzzle)


class Canonical(NamedTuple):
    """What `canonical` says of a puzzle. Equivalent puzzles have the same form."""

    #: The form, as a text of the program. None if there is a reason.
    form: str | None
    #: How many arrangements of the cells, with new names of digits, keep the puzzle.
    automorphisms: int | None
    #: Why there is no form.
    reason: str | None
    puzzle: Puzzle
    options: tuple[str, ...]


class Step(NamedTuple):
    """One deduction."""

    #: The name of its shape: "hidden single", "X-wing".
    technique: str
    #: The whole step in words.
    sentence: str
    #: "A1=5" for a digit that is placed, "A1<>5" for a candidate that goes.
    conclusions: list[str]
    #: What holds at least once, at most once, and what was known before.
    truths: list[str]
    links: list[str]
    facts: list[str]
    #: The candidates of each truth that are left, and those of each link that take part.
    truth_candidates: list[list[str]]
    link_candidates: list[list[str]]
    #: The clues and sums that it rests on.
    statements: list[str]
    #: What is assumed beside the rules, with assume_unique=True.
    assumed: list[str]
    #: Names of other shapes that conclude the same.
    also: list[str]
    #: "smallest" if no step has fewer truths, else "minimal".
    minimality: str
    #: A chain in Eureka notation.
    eureka: str | None
    #: What would follow if it did not hold, clause by clause.
    story: dict[str, Any] | None
    #: Its number among the steps, from 1.
    number: int
    puzzle: Puzzle
    options: tuple[str, ...]

    def svg(self) -> str:
        """The step on the grid, with the candidates before it, as SVG."""
        return _svg(self.options, self.puzzle, self.number - 1)


class Hint(NamedTuple):
    """What `hint` says of a puzzle."""

    #: "step" if there is one; else "unique" (nothing is left to do), "none", "multiple", "open" (no
    #: step was found), "error".
    status: str
    #: The step in words, or what there is to say in its place.
    sentence: str
    #: The step; several where that asked about takes several, the last of them shows it.
    steps: list[Step]
    #: Names of the cells in which two solutions differ.
    differ: list[str]
    #: Why an option had no effect.
    note: str | None
    puzzle: Puzzle
    options: tuple[str, ...]

    def svg(self) -> str:
        """The last step, or the puzzle with what is wrong in it, as SVG."""
        return self.steps[-1].svg() if self.steps else _svg(self.options, self.puzzle)


class Explanation(NamedTuple):
    """What `explain` says of a puzzle: a step after the other."""

    #: "unique" if the steps prove the only solution; "none", "multiple", "open" (the steps stop), "error".
    status: str
    #: What all steps prove together.
    sentence: str
    steps: list[Step]
    #: Names of the cells in which two solutions differ, and of the cells left empty.
    differ: list[str]
    open: list[str]
    #: Why an option had no effect.
    note: str | None
    puzzle: Puzzle
    options: tuple[str, ...]

    def svg(self) -> str:
        """The end of the steps, as SVG."""
        return _svg(self.options, self.puzzle)

    def _repr_html_(self) -> str:
        picture = base64.b64encode(self.svg().encode()).decode()
        steps = "".join(f"<li>{html.escape(step.sentence)}</li>" for step in self.steps)
        image = f'<img alt="the end" src="data:image/svg+xml;base64,{picture}">'
        return f"{image}<ol>{steps}</ol><p>{html.escape(self.sentence)}</p>"


class Generated(NamedTuple):
    """A random puzzle with one solution."""

    #: A line, or a JSON object where a line cannot say the rules; all functions read both.
    puzzle: str
    solution: str
    #: How many givens it has.
    givens: int
    #: The same seed and options give the same puzzles.
    seed: int

    def svg(self) -> str:
        """The puzzle as SVG."""
        return _svg(("encode",), self.puzzle)


# What a notebook asks for.
for _kind in (Solved, Checked, Rated, Step, Hint, Generated):
    _kind._repr_svg_ = _kind.svg  # type: ignore


@dataclass(frozen=True, eq=False)
class Formula:
    """The clauses of a puzzle: what `encode` answers. Iterating gives the clauses one by one."""

    #: How many variables there are, numbered from 1.
    variables: int
    #: All clauses one after the other, each with a 0 at its end: an array of 32-bit integers.
    literals: np.ndarray
    puzzle: Puzzle
    options: tuple[str, ...]

    @property
    def clauses(self) -> list[list[int]]:
        """The clauses as lists, which PySAT takes."""
        return list(self)

    def __iter__(self) -> Iterator[list[int]]:
        literals, start = self.literals.tolist(), 0
        for end in np.flatnonzero(self.literals == 0).tolist():
            yield literals[start:end]
            start = end + 1

    def __len__(self) -> int:
        return int(np.count_nonzero(self.literals == 0))

    def to_dimacs(self) -> str:
        """The formula as a file in DIMACS."""
        lines = (" ".join(map(str, [*clause, 0])) for clause in self)
        return "\n".join([f"p cnf {self.variables} {len(self)}", *lines, ""])

    def decode(self, model: list[int]) -> str:
        """The solution that a model says: a list of literals, as PySAT returns it.

        Raises ValueError if it is not a solution of the puzzle.
        """
        return command(self.options).decode(self.puzzle, [int(literal) for literal in model])


@dataclass(frozen=True, eq=False)
class Solutions:
    """What `solve` says of the n puzzles of an array, row by row. `solutions[i]` is row i as `Solved`."""

    #: n statuses, as of `Solved`: an array of str.
    status: np.ndarray
    #: The solutions in the shape of the puzzles, as bytes; 0 where there is none.
    solution: np.ndarray
    #: By row: another solution, where there are several.
    second_solution: dict[int, np.ndarray]
    #: By row: why it is "invalid" or an "error".
    reason: dict[int, str]
    #: The puzzles as they were given.
    puzzles: np.ndarray
    options: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.status)

    def __getitem__(self, row: int) -> Solved:
        row = range(len(self))[row]
        solution = self.solution[row]
        return Solved(
            str(self.status[row]),
            solution if solution.any() else None,
            self.second_solution.get(row),
            self.reason.get(row),
            self.puzzles[row].ravel().tolist(),
            self.options,
        )


def solved(
    answer: Any, puzzle: Puzzle, options: tuple[str, ...], shape: tuple[int, ...] = (-1,)
) -> Solved:
    if isinstance(answer, ValueError):
        return Solved("error", None, None, str(answer), puzzle, options)
    status, solution, second_solution, reason = answer
    if isinstance(puzzle, list):
        grids = (solution, second_solution)
        kind = np.uint8 if len(puzzle) <= 255**2 else np.uint16
        solution, second_solution = (
            grid if grid is None else np.array(grid, kind).reshape(shape) for grid in grids
        )
    return Solved(status, solution, second_solution, reason, puzzle, options)


def _record(answer: Any) -> dict[str, Any]:
    if isinstance(answer, ValueError):
        return {"status": "error", "error": str(answer)}
    record: dict[str, Any] = json.loads(answer)
    return record


def checked(answer: Any, puzzle: Puzzle, options: tuple[str, ...]) -> Checked:
    record = _record(answer)
    get = record.get
    conflict, count = get("conflict"), get("count") or {}
    reason = conflict["words"] if conflict else get("error") or "; ".join(get("clashes", [])) or None
    return Checked(
        status=record["status"],
        solution=get("solution"),
        second_solution=get("second_solution"),
        reason=reason,
        differing_cells=get("differing_cells", []),
        conflict=conflict,
        unneeded_givens=get("unneeded_givens"),
        unneeded_clues=get("unneeded_clues"),
        solution_count=count.get("found"),
        count_is_exact=count.get("exact"),
        backbone=get("backbone"),
        time_limit_reached=get("time_limit_reached", False),
        puzzle=puzzle,
        options=options,
    )


def rated(answer: Any, puzzle: Puzzle, options: tuple[str, ...]) -> Rated:
    record = _record(answer)
    get = record.get
    return Rated(
        status=record["status"],
        grade=get("grade"),
        score=get("score"),
        truths=get("truths"),
        technique=get("technique"),
        depth=get("depth"),
        guesses=get("guesses"),
        steps=get("steps"),
        techniques=get("techniques"),
        open_cells=get("open_cells"),
        time_limit_reached=get("time_limit_reached", False),
        reason=get("error"),
        puzzle=puzzle,
        options=options,
    )


def canonical(answer: Any, puzzle: Puzzle, options: tuple[str, ...]) -> Canonical:
    get = _record(answer).get
    return Canonical(get("canonical"), get("automorphisms"), get("error"), puzzle, options)


def _steps(record: dict[str, Any], puzzle: Puzzle, options: tuple[str, ...]) -> list[Step]:
    absent: dict[str, Any] = {
        "assumed": [], "also": [], "eureka": None, "statements": [], "story": None,
    }  # fmt: skip
    return [
        Step(**{**absent, **step}, number=number, puzzle=puzzle, options=options)
        for number, step in enumerate(record.get("steps", []), 1)
    ]


def hint(answer: Any, puzzle: Puzzle, options: tuple[str, ...]) -> Hint:
    record = _record(answer)
    steps, get = _steps(record, puzzle, options), record.get
    sentence = steps[-1].sentence if steps else get("sentence") or record["error"]
    return Hint(record["status"], sentence, steps, get("differ") or [], get("note"), puzzle, options)


def explanation(answer: Any, puzzle: Puzzle, options: tuple[str, ...]) -> Explanation:
    record = _record(answer)
    steps, get = _steps(record, puzzle, options), record.get
    differ, left = get("differ") or [], get("open") or []
    sentence = get("sentence") or record["error"]
    return Explanation(record["status"], sentence, steps, differ, left, get("note"), puzzle, options)


def formula(answer: Any, puzzle: Puzzle, options: tuple[str, ...]) -> Formula | ValueError:
    if isinstance(answer, ValueError):
        return answer
    variables, literals = answer
    return Formula(variables, literals, puzzle, options)


def certificate(answer: Any, puzzle: Puzzle, options: tuple[str, ...]) -> Any:
    return answer


def generated(text: str, seed: int) -> Generated:
    return Generated(**json.loads(text), seed=seed)

"""The types of objects that the functions of satdoku return.

All objects can be pickled. An object that shows a grid is drawn as a picture in a notebook; `svg()` returns
this picture as a text.
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

#: A puzzle as the caller passed it: a text, or the values of its cells.
Puzzle = Any


@functools.lru_cache(maxsize=256)
def command(arguments: tuple[str, ...]) -> _native.Command:
    """The command of the program for these arguments; the arguments are parsed only once."""
    return _native.Command(list(arguments))


def _svg(options: tuple[str, ...], puzzle: Puzzle, step: int | None = None) -> str:
    return command(options).draw(puzzle, step)


class Solved(NamedTuple):
    """The answer of `solve` to one puzzle."""

    #: "unique", "multiple", "none", "invalid" (givens clash), "mismatch" (the text claims another
    #: solution), "unknown" (the time limit was reached), "solved" (with first=True), "error".
    status: str
    #: A solution: a text of digits, or an array of the same shape as the puzzle. None without a solution.
    solution: Any
    #: Another solution, if there are several.
    second_solution: Any
    #: The reason for the status "invalid", "mismatch" or "error".
    reason: str | None
    puzzle: Puzzle
    options: tuple[str, ...]

    def svg(self) -> str:
        """A picture of the puzzle and of the answer, as SVG."""
        return _svg(self.options, self.puzzle)


class Checked(NamedTuple):
    """The answer of `check` to one puzzle. A field is None if no option asked for it, or if it is not known."""

    #: As in `Solved`.
    status: str
    solution: str | None
    second_solution: str | None
    #: Why there is no solution, which claim is wrong, or why the puzzle cannot be read.
    reason: str | None
    #: Names of the cells in which the two solutions differ; "A1" is the cell at the top left.
    differing_cells: list[str]
    #: Givens that contradict each other, as {"givens": ["A1=5", ...], "minimality": ..., ...}.
    conflict: dict[str, Any] | None
    #: With minimal=True: the givens, and the clues, each of which alone can be removed.
    unneeded_givens: list[str] | None
    unneeded_clues: list[str] | None
    #: With count=N: the number of solutions that were counted, and whether there are no more.
    solution_count: int | None
    count_is_exact: bool | None
    #: With backbone=True: {"decided": line, "possible": digits of each cell, "complete": ...}.
    backbone: dict[str, Any] | None
    #: Whether the time limit was reached before all questions were answered.
    time_limit_reached: bool
    puzzle: Puzzle
    options: tuple[str, ...]

    def svg(self) -> str:
        """A picture of the puzzle and of the answer, as SVG."""
        return _svg(self.options, self.puzzle)


class Rated(NamedTuple):
    """The answer of `rate` to one puzzle. A field is None if it is not known."""

    #: As in `Solved`.
    status: str
    #: "easy", "medium", "hard", "expert" or "extreme"; None if the steps do not solve the puzzle.
    grade: str | None
    #: How hard the puzzle feels, from 0 to 100; None for a puzzle without a grade.
    score: float | None
    #: Number of truths of the hardest step.
    truths: int | None
    #: Technique of the hardest step.
    technique: str | None
    #: Levels of trial and error, 0 to 3; None if more levels are needed.
    depth: int | None
    #: Number of guesses of a search that shows that the solution is the only one.
    guesses: int | None
    #: Number of steps: with steps=True, or if the steps end before the solution.
    steps: int | None
    #: With steps=True: number of steps of each technique.
    techniques: dict[str, int] | None
    #: Number of empty cells left if the steps end before the solution.
    open_cells: int | None
    #: Whether the time limit was reached before all questions were answered.
    time_limit_reached: bool
    #: Why there is no rating, or which claim is wrong.
    reason: str | None
    puzzle: Puzzle
    options: tuple[str, ...]

    def svg(self) -> str:
        """A picture of the puzzle and of the answer, as SVG."""
        return _svg(self.options, self.puzzle)


class Canonical(NamedTuple):
    """The answer of `canonical` to one puzzle. Equivalent puzzles have the same form."""

    #: The canonical form, as a text that all functions read. None if there is a reason.
    form: str | None
    #: Number of ways to rearrange the cells and rename the digits that give the same puzzle again.
    automorphisms: int | None
    #: Why there is no canonical form.
    reason: str | None
    puzzle: Puzzle
    options: tuple[str, ...]


class Step(NamedTuple):
    """One step: a conclusion with its reason."""

    #: The name of the technique: "hidden single", "X-wing".
    technique: str
    #: The whole step in words.
    sentence: str
    #: "A1=5" for a placed digit, "A1<>5" for a removed candidate.
    conclusions: list[str]
    #: Truths (at least one of their candidates holds), links (at most one of their candidates holds), and
    #: facts (candidates of the truths that were removed before).
    truths: list[str]
    links: list[str]
    facts: list[str]
    #: For each truth, its candidates that are left; for each link, its candidates in the truths or conclusions.
    truth_candidates: list[list[str]]
    link_candidates: list[list[str]]
    #: The clues and sums that the step uses.
    statements: list[str]
    #: With assume_unique=True: what the step assumes in addition to the rules.
    assumed: list[str]
    #: Names of other steps of the same size that reach the same conclusion.
    also: list[str]
    #: "smallest" if no step has fewer truths, else "minimal".
    minimality: str
    #: If the step is a chain: the chain in Eureka notation.
    eureka: str | None
    #: What would follow if the step were false, clause by clause.
    story: dict[str, Any] | None
    #: The number of the step among all steps of the answer, from 1.
    number: int
    puzzle: Puzzle
    options: tuple[str, ...]

    def svg(self) -> str:
        """A picture of the step, on the grid with the candidates before the step, as SVG."""
        return _svg(self.options, self.puzzle, self.number - 1)


class Hint(NamedTuple):
    """The answer of `hint` to one puzzle."""

    #: "step" if there is a step; else "unique" (nothing is left to do), "none", "multiple", "open" (no
    #: step was found), "error".
    status: str
    #: The step in words, or a message if there is no step.
    sentence: str
    #: The step. If several steps are needed to show the conclusion `about`, all these steps; the last one
    #: shows the conclusion.
    steps: list[Step]
    #: Names of the cells in which two solutions differ.
    differ: list[str]
    #: Why an option had no effect.
    note: str | None
    puzzle: Puzzle
    options: tuple[str, ...]

    def svg(self) -> str:
        """A picture of the last step; without a step, of the puzzle with its clashing cells; as SVG."""
        return self.steps[-1].svg() if self.steps else _svg(self.options, self.puzzle)


class Explanation(NamedTuple):
    """The answer of `explain` to one puzzle: all steps in their order."""

    #: "unique" if the steps prove the only solution; else "none", "multiple", "open" (the steps end before the
    #: solution), "error".
    status: str
    #: A sentence that says what all steps prove together.
    sentence: str
    steps: list[Step]
    #: Names of the cells in which two solutions differ, and names of the cells that stay empty.
    differ: list[str]
    open: list[str]
    #: Why an option had no effect.
    note: str | None
    puzzle: Puzzle
    options: tuple[str, ...]

    def svg(self) -> str:
        """A picture of the grid after all steps, as SVG."""
        return _svg(self.options, self.puzzle)

    def _repr_html_(self) -> str:
        picture = base64.b64encode(self.svg().encode()).decode()
        steps = "".join(f"<li>{html.escape(step.sentence)}</li>" for step in self.steps)
        image = f'<img alt="the end" src="data:image/svg+xml;base64,{picture}">'
        return f"{image}<ol>{steps}</ol><p>{html.escape(self.sentence)}</p>"


class Generated(NamedTuple):
    """A random puzzle with one solution."""

    #: The puzzle as a line, or as a JSON object if a line cannot show the rules; all functions read both.
    puzzle: str
    solution: str
    #: Number of givens.
    givens: int
    #: The seed of the random numbers. The same seed and options give the same puzzles.
    seed: int

    def svg(self) -> str:
        """A picture of the puzzle, as SVG."""
        return _svg(("encode",), self.puzzle)


# A notebook calls the method `_repr_svg_` to show an object as a picture.
for _kind in (Solved, Checked, Rated, Step, Hint, Generated):
    _kind._repr_svg_ = _kind.svg  # type: ignore


@dataclass(frozen=True, eq=False)
class Formula:
    """The clauses of a puzzle, which `encode` returns. To iterate over a formula gives its clauses one by one."""

    #: The number of variables; they are numbered from 1.
    variables: int
    #: All clauses one after the other, with a 0 after each clause: an array of 32-bit integers.
    literals: np.ndarray
    puzzle: Puzzle
    options: tuple[str, ...]

    @property
    def clauses(self) -> list[list[int]]:
        """The clauses as lists, as PySAT reads them."""
        return list(self)

    def __iter__(self) -> Iterator[list[int]]:
        literals, start = self.literals.tolist(), 0
        for end in np.flatnonzero(self.literals == 0).tolist():
            yield literals[start:end]
            start = end + 1

    def __len__(self) -> int:
        return int(np.count_nonzero(self.literals == 0))

    def to_dimacs(self) -> str:
        """The formula as text in the format DIMACS."""
        lines = (" ".join(map(str, [*clause, 0])) for clause in self)
        return "\n".join([f"p cnf {self.variables} {len(self)}", *lines, ""])

    def decode(self, model: list[int]) -> str:
        """The solution that a model describes. The model is a list of literals, as PySAT returns it.

        Raises ValueError if the model is not a solution of the puzzle.
        """
        return command(self.options).decode(self.puzzle, [int(literal) for literal in model])


@dataclass(frozen=True, eq=False)
class Solutions:
    """The answers of `solve` to the n puzzles of an array, row by row. `solutions[i]` is row i as `Solved`."""

    #: n statuses, as in `Solved`: an array of str.
    status: np.ndarray
    #: The solutions in the shape of the puzzles, as bytes; without a solution all cells are 0.
    solution: np.ndarray
    #: For each row with several solutions: another solution.
    second_solution: dict[int, np.ndarray]
    #: For each row with the status "invalid" or "error": the reason.
    reason: dict[int, str]
    #: The puzzles as the caller passed them.
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

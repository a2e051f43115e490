"""Solves Sudoku by boolean satisfiability and gives answers that can be checked.

    >>> import satdoku
    >>> satdoku.solve("1.3...2..1..4..2").solution
    '1234342121434312'

All functions but `generate` take one puzzle or many, and answer in kind:

| Puzzles | Answer |
|---|---|
| a text, in any form that the program `satdoku` reads | an object |
| an array of integers: n cells, or side x side | an object |
| a list or another iterable of these | a list of objects |
| an array of n x cells or n x side x side, as n x 81 | `Solutions` of `solve`, else a list |
| a Series of pandas or polars | a DataFrame of `solve`, `check`, `rate` and `canonical`, else a list |

Arrays are of any integer type, 0 (or -1) for an empty cell, and up to 255 x 255 cells a grid. A two-dimensional
array whose width is the number of cells of a grid with boxes (16, 36, 64, 81, ...) has a puzzle in
each row; another one that is square is one grid.

Many puzzles are answered on all cores, in order; `threads` sets how many. Other Python threads go on
meanwhile, and Ctrl-C ends the work. A puzzle that cannot be read or answered raises ValueError if it is
alone; among many it is a row with the status "error" and the reason (of `encode` and `certify` the
ValueError itself stands in the list).

What all of these functions take beside the puzzles, as the program does (`satdoku help rules`):

| Option | Says |
|---|---|
| `rules` | names with commas or a list: "diagonal", "windoku", "anti-knight", "latin", "jigsaw", ... |
| `clues` | a list of clues of all puzzles: ["killer 15 A1 A2", "thermometer A1 B1 C1"] |
| `regions` | regions in place of boxes: a letter or digit for each cell, or a file |
| `box` | height and width of a box: "2x3" |
| `symbols` | the symbols of the digits in order: "ABCDEFGHI" |
| `time_limit` | seconds for each puzzle |
"""

from __future__ import annotations

import math
import sys
from typing import Any

import numpy as np

from . import _answers, _native
from ._answers import (
    Canonical, Checked, Explanation, Formula, Generated, Hint, Rated, Solutions, Solved, Step,
)  # fmt: skip

__version__ = "0.1.0"
__all__ = [
    "Canonical", "Checked", "Explanation", "Formula", "Generated", "Hint", "Rated", "Solutions",
    "Solved", "Step", "canonical", "certify", "check", "encode", "explain", "generate", "hint",
    "rate", "solve",
]  # fmt: skip


def solve(puzzles, *, first=False, time_limit=None, threads=None, **reading):
    """Solve puzzles and tell whether each has exactly one solution.

    Args:
        first: stop at the first solution, without looking for a second one.
        time_limit: seconds for each puzzle, above 0; then the status is "unknown".
        threads: how many threads work, from 1; by default one a core.
        reading: rules, clues, regions, box, symbols: see the module.

    Returns:
        `Solved` for one puzzle; a list, `Solutions` or a DataFrame for many: see the module.

    Raises:
        ValueError: one puzzle cannot be read, or an option is wrong.
        TypeError: what is given are no puzzles, such as an array of floats.
    """
    arguments = _arguments("solve", reading, first=first, time_limit=time_limit)
    array = _rows_of(puzzles)
    if array is None:
        return _ask(arguments, puzzles, threads, _answers.solved, as_table=True)
    rows, is_one = array
    command, shape = _answers.command(arguments), rows.shape[1:]
    if is_one:
        values = rows.ravel().tolist()
        return _answers.solved(command.one(values), values, arguments, shape)
    solution, status, seconds, reasons = command.rows(_flat(rows), threads)
    solution = solution.reshape(rows.shape)
    seconds = {row: second.reshape(shape) for row, second in seconds}
    names = np.array(_native.STATUSES)[status]
    return Solutions(names, solution, seconds, dict(reasons), rows, arguments)


def check(
    puzzles, *, minimal=False, count=None, backbone=False, smallest=False, time_limit=10,
    threads=None, **reading,
):  # fmt: skip
    """Check whether puzzles have exactly one solution, and show why if not.

    Args:
        minimal: also list givens that can be left out without adding a solution.
        count: also count the solutions, up to this number, from 1.
        backbone: also find the cells that hold the same digit in every solution.
        smallest: find the fewest givens that have no solution together.
        time_limit: seconds for each puzzle.
        threads, reading: as of `solve`.

    Returns:
        `Checked` for one puzzle; a list or a DataFrame for many.

    Raises:
        ValueError, TypeError: as `solve`.
    """
    arguments = _arguments(
        "check", reading, minimal=minimal, count=count, backbone=backbone, smallest=smallest,
        time_limit=time_limit,
    )  # fmt: skip
    return _ask(arguments, puzzles, threads, _answers.checked, as_table=True)


def rate(
    puzzles, *, depth=False, steps=False, max_truths=None, assume_unique=False, techniques=None,
    time_limit=None, threads=None, **reading,
):  # fmt: skip
    """Rate how hard puzzles are.

    Args:
        depth: find only depth and guesses, which is quicker.
        steps: also count the steps of each technique.
        max_truths: look for steps with at most this many truths, from 1; 40 by default.
        assume_unique: also use unique rectangles, unique loops and BUG+n.
        techniques: make steps of these techniques only, such as "hidden-single,x-wing" or "..x-wing".
        time_limit: seconds for each puzzle.
        threads, reading: as of `solve`.

    Returns:
        `Rated` for one puzzle; a list or a DataFrame for many.

    Raises:
        ValueError, TypeError: as `solve`. Puzzles above 40x40 cannot be rated.
    """
    arguments = _arguments(
        "rate", reading, depth=depth, steps=steps, max_truths=max_truths,
        assume_unique=assume_unique, techniques=techniques, time_limit=time_limit,
    )  # fmt: skip
    return _ask(arguments, puzzles, threads, _answers.rated, as_table=True)


def canonical(puzzles, *, time_limit=None, threads=None, **reading):
    """Find the form that equivalent puzzles share.

    Puzzles are equivalent if they differ only in the names of digits and in the order of rows and columns,
    as far as the rules allow, or have rows and columns exchanged.

    Args:
        time_limit: seconds for each puzzle.
        threads, reading: as of `solve`.

    Returns:
        `Canonical` for one puzzle; a list or a DataFrame for many.

    Raises:
        ValueError, TypeError: as `solve`. Puzzles with clues have no form yet.
    """
    arguments = _arguments("canonical", reading, time_limit=time_limit)
    return _ask(arguments, puzzles, threads, _answers.canonical, as_table=True)


def hint(
    puzzles, *, about=None, cells=None, why=False, max_truths=None, assume_unique=False,
    techniques=None, time_limit=10, threads=None, **reading,
):  # fmt: skip
    """Show the next step of puzzles, and its reason.

    Args:
        about: explain this conclusion: "D3=5", "D3<>5"; of a cell, "D3", the first steps that say
            something of it.
        cells: "a1" names cells by row letter and column number, "rc" by two numbers.
        why: also tell what would follow if the step did not hold.
        max_truths, assume_unique, techniques: as of `rate`.
        time_limit: seconds for each puzzle.
        threads, reading: as of `solve`.

    Returns:
        `Hint` for one puzzle; a list for many.

    Raises:
        ValueError, TypeError: as `rate`.
    """
    arguments = _arguments(
        "hint", reading, about=about, cells=cells, why=why, max_truths=max_truths,
        assume_unique=assume_unique, techniques=techniques, time_limit=time_limit,
    )  # fmt: skip
    return _ask(arguments, puzzles, threads, _answers.hint)


def explain(
    puzzles, *, cells=None, why=False, max_truths=None, assume_unique=False, techniques=None,
    time_limit=60, threads=None, **reading,
):  # fmt: skip
    """Show all steps to the solution of puzzles, each with its reason.

    Args:
        cells, why, max_truths, assume_unique, techniques, time_limit: as of `hint`.
        threads, reading: as of `solve`.

    Returns:
        `Explanation` for one puzzle; a list for many.

    Raises:
        ValueError, TypeError: as `rate`.
    """
    arguments = _arguments(
        "explain", reading, cells=cells, why=why, max_truths=max_truths,
        assume_unique=assume_unique, techniques=techniques, time_limit=time_limit,
    )  # fmt: skip
    return _ask(arguments, puzzles, threads, _answers.explanation)


def encode(puzzles, *, encoding=None, simplified=False, time_limit=None, threads=None, **reading):
    """Make the clauses of puzzles, for SAT solvers.

    In the whole formula variable 81 row + 9 column + digit (rows and columns from 0, digits from 1;
    of a 9x9 grid) is true where the digit is placed.

        >>> formula = satdoku.encode("1.3...2..1..4..2")
        >>> with pysat.solvers.Cadical153(bootstrap_with=formula) as solver:
        ...     solver.solve()
        ...     formula.decode(solver.get_model())

    Args:
        encoding: "minimal", "efficient" or "extended", then "/" and a way to say "at most one":
            auto, pairwise, sequential, binary, bimander, commander, product.
        simplified: simplify first, and encode what is left.
        time_limit: seconds to simplify.
        threads, reading: as of `solve`.

    Returns:
        `Formula` for one puzzle; for many a list, with ValueErrors where there is no puzzle.

    Raises:
        ValueError, TypeError: as `solve`.
    """
    arguments = _arguments(
        "encode", reading, encoding=encoding, simplified=simplified, time_limit=time_limit
    )
    return _ask(arguments, puzzles, threads, _answers.formula)


def certify(
    puzzles, *, claim=None, proof_format=None, encoding=None, time_limit=None, threads=None,
    **reading,
):  # fmt: skip
    """Prove that puzzles have one solution, none or several.

    Args:
        claim: "unique", "no-solution", "several-solutions", "minimal-puzzle", "minimal-conflict" or
            "backbone"; by default the number of solutions.
        proof_format: "drat", "binary-drat", "lrat" or "binary-lrat".
        encoding: as of `encode`.
        time_limit: seconds for each puzzle.
        threads, reading: as of `solve`.

    Returns:
        For one puzzle the files of a certificate by name, as bytes: written into a folder, `satdoku
        verify` checks them. For many a list, with ValueErrors where there is none.

    Raises:
        ValueError: as `solve`, and if the claim is not true.
        TypeError: as `solve`.
    """
    arguments = _arguments(
        "certify", reading, output=_NO_FOLDER, claim=claim, proof_format=proof_format, encoding=encoding,
        time_limit=time_limit,
    )  # fmt: skip
    return _ask(arguments, puzzles, threads, _answers.certificate)


def generate(
    count=None, *, seed=None, givens=None, symmetry=None, side=None, holes=None, balanced=False,
    grade=None, technique=None, techniques=None, depth=None, tries=None, time_limit=None,
    threads=None, **reading,
):  # fmt: skip
    """Generate random puzzles with exactly one solution.

    Args:
        count: how many, from 0; by default one, which is not in a list.
        seed: an integer from 0; by default a random one, which the puzzles tell.
        givens: how many givens; by default so few that none can be removed.
        symmetry: "none", "rotational", "mirror" or "diagonal".
        side: side of the grid, 9 by default.
        holes: empty this fraction of a full grid, 0 to 1; there may be several solutions.
        balanced: spread the holes evenly over rows, columns and boxes.
        grade: "easy", "medium", "hard", "expert" or "extreme".
        technique: a technique of the steps, such as "x-wing" or "naked-pair".
        techniques: techniques that suffice to solve the puzzle, such as "..naked-triple".
        depth: levels of trial and error, 0 to 3.
        tries: random puzzles to try for each one with grade, technique or depth; 10,000 by default.
        time_limit: seconds for each puzzle.
        threads, reading: as of `solve`, without clues.

    Returns:
        `Generated`, or a list of count.

    Raises:
        ValueError: the options contradict each other, or no such puzzle was found.
    """
    if seed is None:
        seed = int(np.random.default_rng().integers(10**9))
    arguments = _arguments(
        "generate", reading, count=1 if count is None else count, seed=seed, givens=givens,
        symmetry=symmetry, side=side, holes=holes, balanced=balanced, grade=grade,
        technique=technique, techniques=techniques, depth=depth, tries=tries, time_limit=time_limit,
    )  # fmt: skip
    made = [_answers.generated(text, seed) for text in _native.Command(list(arguments)).generate(threads)]
    return made[0] if count is None else made


#: The program has to be told of a folder; here nothing is written.
_NO_FOLDER = "in-memory"

#: How puzzles are read: the names in Python, and those of the program's options.
_READING = {"rules": "rules", "clues": "clue", "regions": "regions", "box": "box", "symbols": "symbols"}


def _arguments(name: str, reading: dict[str, Any], **options) -> tuple[str, ...]:
    """A function and its options as the command line of the program."""
    for known in reading:
        if known not in _READING:
            raise TypeError(f"{name}() got an unexpected keyword argument {known!r}")
        options[_READING[known]] = reading[known]
    words = [name]
    for option, value in options.items():
        if value is None or value is False:
            continue
        word = f"--{option.replace('_', '-')}"
        if value is True:
            words.append(word)
        elif isinstance(value, (list, tuple)):
            words.extend(f"{word}={item}" for item in value)
        else:
            words.append(f"{word}={value}")
    return tuple(words)


def _ask(arguments, puzzles, threads, make, as_table=False):
    """What a function says of puzzles."""
    command = _answers.command(arguments)
    if isinstance(puzzles, str):
        return make(command.one(puzzles), puzzles, arguments)
    array = _rows_of(puzzles)
    if array is not None:
        rows, is_one = array
        given = _flat(rows).tolist()
        if is_one:
            return make(command.one(given[0]), given[0], arguments)
        puzzles = given
    kind = type(puzzles).__module__.partition(".")[0]
    if kind in ("pandas", "polars"):
        if type(puzzles).__name__ != "Series":
            raise TypeError(f"expected a Series of puzzles, found {type(puzzles).__name__}: name the column")
        items = puzzles.to_list()
    elif isinstance(puzzles, (bytes, dict)) or not hasattr(puzzles, "__iter__"):
        raise TypeError(f"expected puzzles, found {type(puzzles).__name__}")
    else:
        items = list(puzzles)
    given = [item if isinstance(item, str) else _given(item) for item in items]
    answers = [
        make(answer, puzzle, arguments)
        for answer, puzzle in zip(command.many(given, threads), given)
    ]
    if not as_table or kind not in ("pandas", "polars"):
        return answers
    # All but the puzzle and the options, which the caller has.
    names = _FIELDS[make]
    columns = {name: [getattr(answer, name) for answer in answers] for name in names}
    frame = sys.modules[kind].DataFrame
    return frame(columns, index=puzzles.index) if kind == "pandas" else frame(columns, strict=False)


_FIELDS = {
    _answers.solved: Solved._fields[:-2],
    _answers.checked: Checked._fields[:-2],
    _answers.rated: Rated._fields[:-2],
    _answers.canonical: Canonical._fields[:-2],
}


def _rows_of(puzzles) -> tuple[np.ndarray, bool] | None:
    """The puzzles of an array of integers, and whether it is one puzzle; None for anything else."""
    if not isinstance(puzzles, np.ndarray) or puzzles.dtype.kind in "OUST":
        return None
    if puzzles.dtype.kind not in "iu":
        raise TypeError(f"expected an array of integers, found one of {puzzles.dtype}")
    if puzzles.dtype.byteorder not in "=|":
        puzzles = puzzles.astype(puzzles.dtype.newbyteorder("="))
    shape = puzzles.shape
    if 0 in shape[1:]:
        raise ValueError(f"expected cells in an array of puzzles, found the shape {shape}")
    if len(shape) == 1 or len(shape) == 2 and shape[0] == shape[1] and not _is_row(shape[1]):
        return puzzles[np.newaxis], True
    if len(shape) == 2 or len(shape) == 3 and shape[1] == shape[2]:
        return puzzles, False
    raise ValueError(f"expected an array of n x 81 or n x 9 x 9 cells, or of other sides, found {shape}")


def _flat(rows: np.ndarray) -> np.ndarray:
    """The same with a puzzle in each row."""
    return rows.reshape(len(rows), math.prod(rows.shape[1:]))


def _is_row(width: int) -> bool:
    """Whether so many cells are a grid with boxes of two or more rows."""
    side = round(width**0.5)
    return side * side == width and any(side % height == 0 for height in range(2, side // 2 + 1))


def _given(item) -> list[int] | tuple[str]:
    """A puzzle among others that is no text: its values, or why it is none."""
    if isinstance(item, (np.ndarray, list, tuple)):
        try:
            array = _rows_of(np.asarray(item))
        except (TypeError, ValueError) as error:
            return (str(error),)
        if array is not None and array[1]:
            return array[0].ravel().tolist()
    return (f"expected a puzzle, found {item!r:.40}",)

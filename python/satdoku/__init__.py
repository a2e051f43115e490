"""Solves Sudoku by boolean satisfiability and gives answers that can be checked.

    >>> import satdoku
    >>> satdoku.solve("1.3...2..1..4..2").solution
    '1234342121434312'

All functions except `generate` take one puzzle or many puzzles. The type of the puzzles decides the type of
the answer:

| Puzzles | Answer |
|---|---|
| a text, in any form that the program `satdoku` reads | an object |
| an array of integers: one number for each cell, or side x side | an object |
| a list or another iterable of texts and arrays | a list of objects |
| an array of n x cells (such as n x 81) or n x side x side | `Solutions` from `solve`, a list from the others |
| a Series of pandas or polars | a DataFrame from `solve`, `check`, `rate`, `canonical`; a list from the others |

An array may have any integer type; 0 (or -1) is an empty cell. In an array of many puzzles, `solve` takes grids
of up to 255 x 255 cells. A two-dimensional array contains one puzzle in each row. But if the array is square,
and its width is not the number of cells of a grid with boxes (16, 36, 64, 81, ...), then it is one grid.

Many puzzles are answered on all cores, in the order of the input; `threads` sets the number of threads. Other
Python threads can run meanwhile, and Ctrl-C ends the work. A single puzzle that cannot be read or answered
raises ValueError. Among many puzzles, the answer to such a puzzle contains the reason, and has the status
"error" if it has a status; `encode` and `certify` put the ValueError into the list instead.

All functions also take these options, as the program does (`satdoku help rules`):

| Option | Meaning |
|---|---|
| `rules` | names of rules, in a list or with commas: "diagonal", "anti-knight", "latin", "jigsaw", ... |
| `clues` | a list of clues for all puzzles: ["killer 15 A1 A2", "thermometer A1 B1 C1"] |
| `regions` | regions instead of boxes: a letter or digit for each cell, or the name of a file |
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
    """Solve puzzles, and say whether each puzzle has exactly one solution.

    Args:
        first: stop at the first solution, without looking for a second one.
        time_limit: seconds for each puzzle, above 0; at the limit the status is "unknown".
        threads: number of threads, at least 1; by default one for each core.
        reading: rules, clues, regions, box, symbols: see the documentation of the module.

    Returns:
        `Solved` for one puzzle; a list, `Solutions` or a DataFrame for many puzzles: see the documentation
        of the module.

    Raises:
        ValueError: a single puzzle cannot be read, or an option is wrong.
        TypeError: the argument contains no puzzles, such as an array of floats.
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
    """Check whether puzzles have exactly one solution; if not, show why.

    Args:
        minimal: also list the givens each of which can be removed without adding a solution.
        count: also count the solutions, up to this number, which is at least 1.
        backbone: also find the cells that hold the same digit in every solution.
        smallest: if there is no solution, find a smallest set of givens that contradict each other.
        time_limit: seconds for each puzzle.
        threads, reading: as in `solve`.

    Returns:
        `Checked` for one puzzle; a list or a DataFrame for many puzzles.

    Raises:
        ValueError, TypeError: as in `solve`.
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
        depth: find only the depth and the guesses, which takes less time.
        steps: also count the steps of each technique.
        max_truths: look for steps with at most this number of truths, at least 1; by default 40.
        assume_unique: also use unique rectangles, unique loops and BUG+n.
        techniques: use only steps of these techniques, such as "hidden-single,x-wing" or "..x-wing".
        time_limit: seconds for each puzzle.
        threads, reading: as in `solve`.

    Returns:
        `Rated` for one puzzle; a list or a DataFrame for many puzzles.

    Raises:
        ValueError, TypeError: as in `solve`. Puzzles above 40x40 cannot be rated.
    """
    arguments = _arguments(
        "rate", reading, depth=depth, steps=steps, max_truths=max_truths,
        assume_unique=assume_unique, techniques=techniques, time_limit=time_limit,
    )  # fmt: skip
    return _ask(arguments, puzzles, threads, _answers.rated, as_table=True)


def canonical(puzzles, *, time_limit=None, threads=None, **reading):
    """Find the canonical form of puzzles: a form that is the same for all equivalent puzzles.

    Puzzles are equivalent if they differ only in the names of digits and in the order of rows and columns
    (only orders that keep the rules count); rows and columns may also be exchanged.

    Args:
        time_limit: seconds for each puzzle.
        threads, reading: as in `solve`.

    Returns:
        `Canonical` for one puzzle; a list or a DataFrame for many puzzles.

    Raises:
        ValueError, TypeError: as in `solve`. Puzzles with clues have no canonical form yet.
    """
    arguments = _arguments("canonical", reading, time_limit=time_limit)
    return _ask(arguments, puzzles, threads, _answers.canonical, as_table=True)


def hint(
    puzzles, *, about=None, cells=None, why=False, max_truths=None, assume_unique=False,
    techniques=None, time_limit=10, threads=None, **reading,
):  # fmt: skip
    """Show the next step of puzzles, and its reason.

    Args:
        about: explain this conclusion, "D3=5" or "D3<>5"; or for a cell, "D3", show the first steps that
            say something about this cell.
        cells: "a1" names cells by row letter and column number, "rc" by row number and column number.
        why: also say what would follow if the step were false.
        max_truths, assume_unique, techniques: as in `rate`.
        time_limit: seconds for each puzzle.
        threads, reading: as in `solve`.

    Returns:
        `Hint` for one puzzle; a list for many puzzles.

    Raises:
        ValueError, TypeError: as in `rate`.
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
        cells, why, max_truths, assume_unique, techniques, time_limit: as in `hint`.
        threads, reading: as in `solve`.

    Returns:
        `Explanation` for one puzzle; a list for many puzzles.

    Raises:
        ValueError, TypeError: as in `rate`.
    """
    arguments = _arguments(
        "explain", reading, cells=cells, why=why, max_truths=max_truths,
        assume_unique=assume_unique, techniques=techniques, time_limit=time_limit,
    )  # fmt: skip
    return _ask(arguments, puzzles, threads, _answers.explanation)


def encode(puzzles, *, encoding=None, simplified=False, time_limit=None, threads=None, **reading):
    """Make the clauses of puzzles, for SAT solvers.

    In the whole formula of a 9x9 grid, variable 81 row + 9 column + digit is true if the digit is in this
    row and column (rows and columns are counted from 0, digits from 1).

        >>> formula = satdoku.encode("1.3...2..1..4..2")
        >>> with pysat.solvers.Cadical153(bootstrap_with=formula) as solver:
        ...     solver.solve()
        ...     formula.decode(solver.get_model())

    Args:
        encoding: a preset ("minimal", "efficient" or "extended"), which may be followed by "/" and an
            encoding of "at most one": auto, pairwise, sequential, binary, bimander, commander, product.
        simplified: simplify first, and encode only the candidates that are left.
        time_limit: seconds for the simplification of each puzzle.
        threads, reading: as in `solve`.

    Returns:
        `Formula` for one puzzle. For many puzzles, a list; it has a ValueError for each puzzle that cannot
        be encoded.

    Raises:
        ValueError, TypeError: as in `solve`.
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
            "backbone"; by default how many solutions there are: one, none or several.
        proof_format: "drat", "binary-drat", "lrat" or "binary-lrat".
        encoding: as in `encode`.
        time_limit: seconds for each puzzle.
        threads, reading: as in `solve`.

    Returns:
        For one puzzle, the contents of the files of a certificate, as bytes, by the name of the file. Write
        them into a folder to check them with `satdoku verify`. For many puzzles, a list; it has a ValueError
        for each puzzle without a certificate.

    Raises:
        ValueError: as in `solve`, and if the claim is not true.
        TypeError: as in `solve`.
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
        count: number of puzzles, at least 0; by default one puzzle, which is not in a list.
        seed: an integer, at least 0; by default a random one. Each answer contains it.
        givens: number of givens; by default so few that none can be removed.
        symmetry: symmetry of the cells with givens: "none", "rotational", "mirror" or "diagonal".
        side: side of the grid; by default 9.
        holes: empty this fraction of a full grid, 0 to 1; there may be several solutions.
        balanced: spread the empty cells evenly over rows, columns and boxes.
        grade: "easy", "medium", "hard", "expert" or "extreme".
        technique: a technique that the steps include, such as "x-wing" or "naked-pair".
        techniques: techniques that are enough to solve the puzzle, such as "..naked-triple".
        depth: levels of trial and error, 0 to 3.
        tries: number of random puzzles to try for each puzzle with grade, technique, techniques or depth; by
            default 10,000.
        time_limit: seconds for each puzzle.
        threads, reading: as in `solve`, without clues.

    Returns:
        `Generated`; with `count`, a list.

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


#: `certify` of the program needs the name of a folder; here nothing is written to it.
_NO_FOLDER = "in-memory"

#: The options for reading puzzles: their names in Python, and their names in the program.
_READING = {"rules": "rules", "clues": "clue", "regions": "regions", "box": "box", "symbols": "symbols"}


def _arguments(name: str, reading: dict[str, Any], **options) -> tuple[str, ...]:
    """The command line of the program for a function and its options."""
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
    """The answers of a function to puzzles."""
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
    # The table has no columns for the puzzle and the options, because the caller has both.
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
    """The puzzles of an array of integers, and whether the array is one puzzle; None for anything else."""
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
    """The array as two dimensions, with a puzzle in each row."""
    return rows.reshape(len(rows), math.prod(rows.shape[1:]))


def _is_row(width: int) -> bool:
    """Whether a grid of this number of cells can have boxes of two or more rows."""
    side = round(width**0.5)
    return side * side == width and any(side % height == 0 for height in range(2, side // 2 + 1))


def _given(item) -> list[int] | tuple[str]:
    """A puzzle of a list that is not a text: the values of its cells, or the reason why it is no puzzle."""
    if isinstance(item, (np.ndarray, list, tuple)):
        try:
            array = _rows_of(np.asarray(item))
        except (TypeError, ValueError) as error:
            return (str(error),)
        if array is not None and array[1]:
            return array[0].ravel().tolist()
    return (f"expected a puzzle, found {item!r:.40}",)

"""Types of the functions. The docstrings of the functions describe their arguments and results."""

from collections.abc import Sequence
from typing import Any, Literal, TypedDict, overload

import numpy as np
import numpy.typing as npt
from typing_extensions import Unpack

from ._answers import Canonical as Canonical
from ._answers import Checked as Checked
from ._answers import Explanation as Explanation
from ._answers import Formula as Formula
from ._answers import Generated as Generated
from ._answers import Hint as Hint
from ._answers import Rated as Rated
from ._answers import Solutions as Solutions
from ._answers import Solved as Solved
from ._answers import Step as Step

__version__: str
__all__: list[str]

#: n x 81 or n x 9 x 9 values; 81 or 9 x 9 values for one puzzle; or values for other sides. 0 is an empty cell.
_Array = npt.NDArray[np.integer[Any]]
#: One or several names of rules.
_Rules = str | Sequence[str] | None

class _Reading(TypedDict, total=False):
    """Options for reading puzzles, and the rules and clues of the puzzles."""

    rules: _Rules
    clues: Sequence[str] | None
    regions: str | None
    box: str | None
    symbols: str | None

#: A grade, as `rate` returns it; None for any grade.
_Grade = Literal["easy", "medium", "hard", "expert", "extreme"] | None

@overload
def solve(
    puzzles: str, *, first: bool = False, time_limit: float | None = None,
    threads: int | None = None, **reading: Unpack[_Reading],
) -> Solved:
    """Solve puzzles: status and solutions. For an array of n x 81, the answer is `Solutions`; for an array of 81
    or 9 x 9, `Solved`; for a Series, a DataFrame. `time_limit` is in seconds. Raises ValueError for a single bad
    puzzle."""

@overload
def solve(
    puzzles: _Array, *, first: bool = False, time_limit: float | None = None,
    threads: int | None = None, **reading: Unpack[_Reading],
) -> Solutions | Solved: ...

@overload
def solve(
    puzzles: list[str], *, first: bool = False, time_limit: float | None = None,
    threads: int | None = None, **reading: Unpack[_Reading],
) -> list[Solved]: ...

@overload
def solve(
    puzzles: Any, *, first: bool = False, time_limit: float | None = None,
    threads: int | None = None, **reading: Unpack[_Reading],
) -> Any: ...

@overload
def check(
    puzzles: str, *, minimal: bool = False, count: int | None = None, backbone: bool = False,
    smallest: bool = False, time_limit: float | None = 10,
    threads: int | None = None, **reading: Unpack[_Reading],
) -> Checked:
    """Check whether puzzles have exactly one solution; if not, show why. `count` is at least 1;
    `time_limit` is in seconds. Raises ValueError for a single bad puzzle."""

@overload
def check(
    puzzles: _Array, *, minimal: bool = False, count: int | None = None, backbone: bool = False,
    smallest: bool = False, time_limit: float | None = 10,
    threads: int | None = None, **reading: Unpack[_Reading],
) -> list[Checked] | Checked: ...

@overload
def check(
    puzzles: list[str], *, minimal: bool = False, count: int | None = None, backbone: bool = False,
    smallest: bool = False, time_limit: float | None = 10,
    threads: int | None = None, **reading: Unpack[_Reading],
) -> list[Checked]: ...

@overload
def check(
    puzzles: Any, *, minimal: bool = False, count: int | None = None, backbone: bool = False,
    smallest: bool = False, time_limit: float | None = 10,
    threads: int | None = None, **reading: Unpack[_Reading],
) -> Any: ...

@overload
def rate(
    puzzles: str, *, depth: bool = False, steps: bool = False, max_truths: int | None = None,
    assume_unique: bool = False, techniques: str | None = None,
    time_limit: float | None = None, threads: int | None = None, **reading: Unpack[_Reading],
) -> Rated:
    """Rate how hard puzzles are: grade, depth 0 to 3, truths. `max_truths` is 1 to 1000; `time_limit` is in
    seconds. Raises ValueError for a single bad puzzle."""

@overload
def rate(
    puzzles: _Array, *, depth: bool = False, steps: bool = False, max_truths: int | None = None,
    assume_unique: bool = False, techniques: str | None = None,
    time_limit: float | None = None, threads: int | None = None, **reading: Unpack[_Reading],
) -> list[Rated] | Rated: ...

@overload
def rate(
    puzzles: list[str], *, depth: bool = False, steps: bool = False, max_truths: int | None = None,
    assume_unique: bool = False, techniques: str | None = None,
    time_limit: float | None = None, threads: int | None = None, **reading: Unpack[_Reading],
) -> list[Rated]: ...

@overload
def rate(
    puzzles: Any, *, depth: bool = False, steps: bool = False, max_truths: int | None = None,
    assume_unique: bool = False, techniques: str | None = None,
    time_limit: float | None = None, threads: int | None = None, **reading: Unpack[_Reading],
) -> Any: ...

@overload
def canonical(
    puzzles: str, *, time_limit: float | None = None, threads: int | None = None,
    **reading: Unpack[_Reading],
) -> Canonical:
    """The canonical form, which is the same for all equivalent puzzles. Raises ValueError for a single bad
    puzzle."""

@overload
def canonical(
    puzzles: _Array, *, time_limit: float | None = None, threads: int | None = None,
    **reading: Unpack[_Reading],
) -> list[Canonical] | Canonical: ...

@overload
def canonical(
    puzzles: list[str], *, time_limit: float | None = None, threads: int | None = None,
    **reading: Unpack[_Reading],
) -> list[Canonical]: ...

@overload
def canonical(
    puzzles: Any, *, time_limit: float | None = None, threads: int | None = None,
    **reading: Unpack[_Reading],
) -> Any: ...

@overload
def hint(
    puzzles: str, *, about: str | None = None, cells: Literal["a1", "rc"] | None = None,
    why: bool = False, max_truths: int | None = None, assume_unique: bool = False,
    techniques: str | None = None,
    time_limit: float | None = 10, threads: int | None = None, **reading: Unpack[_Reading],
) -> Hint:
    """The next step and its reason. `about` is "D3", "D3=5" or "D3<>5". Raises ValueError as `rate` does."""

@overload
def hint(
    puzzles: _Array, *, about: str | None = None, cells: Literal["a1", "rc"] | None = None,
    why: bool = False, max_truths: int | None = None, assume_unique: bool = False,
    techniques: str | None = None,
    time_limit: float | None = 10, threads: int | None = None, **reading: Unpack[_Reading],
) -> list[Hint] | Hint: ...

@overload
def hint(
    puzzles: list[str], *, about: str | None = None, cells: Literal["a1", "rc"] | None = None,
    why: bool = False, max_truths: int | None = None, assume_unique: bool = False,
    techniques: str | None = None,
    time_limit: float | None = 10, threads: int | None = None, **reading: Unpack[_Reading],
) -> list[Hint]: ...

@overload
def hint(
    puzzles: Any, *, about: str | None = None, cells: Literal["a1", "rc"] | None = None,
    why: bool = False, max_truths: int | None = None, assume_unique: bool = False,
    techniques: str | None = None,
    time_limit: float | None = 10, threads: int | None = None, **reading: Unpack[_Reading],
) -> list[Hint]: ...

@overload
def explain(
    puzzles: str, *, cells: Literal["a1", "rc"] | None = None, why: bool = False,
    max_truths: int | None = None, assume_unique: bool = False, techniques: str | None = None,
    time_limit: float | None = 60, threads: int | None = None, **reading: Unpack[_Reading],
) -> Explanation:
    """All steps to the solution. Raises ValueError as `rate` does."""

@overload
def explain(
    puzzles: _Array, *, cells: Literal["a1", "rc"] | None = None, why: bool = False,
    max_truths: int | None = None, assume_unique: bool = False, techniques: str | None = None,
    time_limit: float | None = 60, threads: int | None = None, **reading: Unpack[_Reading],
) -> list[Explanation] | Explanation: ...

@overload
def explain(
    puzzles: list[str], *, cells: Literal["a1", "rc"] | None = None, why: bool = False,
    max_truths: int | None = None, assume_unique: bool = False, techniques: str | None = None,
    time_limit: float | None = 60, threads: int | None = None, **reading: Unpack[_Reading],
) -> list[Explanation]: ...

@overload
def explain(
    puzzles: Any, *, cells: Literal["a1", "rc"] | None = None, why: bool = False,
    max_truths: int | None = None, assume_unique: bool = False, techniques: str | None = None,
    time_limit: float | None = 60, threads: int | None = None, **reading: Unpack[_Reading],
) -> list[Explanation]: ...

@overload
def encode(
    puzzles: str, *, encoding: str | None = None, simplified: bool = False, time_limit: float | None = None,
    threads: int | None = None, **reading: Unpack[_Reading],
) -> Formula:
    """Clauses for SAT solvers; variables are numbered from 1. Raises ValueError for a single bad puzzle."""

@overload
def encode(
    puzzles: _Array, *, encoding: str | None = None, simplified: bool = False, time_limit: float | None = None,
    threads: int | None = None, **reading: Unpack[_Reading],
) -> list[Formula | ValueError] | Formula: ...

@overload
def encode(
    puzzles: list[str], *, encoding: str | None = None, simplified: bool = False, time_limit: float | None = None,
    threads: int | None = None, **reading: Unpack[_Reading],
) -> list[Formula | ValueError]: ...

@overload
def encode(
    puzzles: Any, *, encoding: str | None = None, simplified: bool = False, time_limit: float | None = None,
    threads: int | None = None, **reading: Unpack[_Reading],
) -> list[Formula | ValueError]: ...

@overload
def certify(
    puzzles: str, *, claim: str | None = None, proof_format: str | None = None,
    encoding: str | None = None, time_limit: float | None = None,
    threads: int | None = None, **reading: Unpack[_Reading],
) -> dict[str, bytes]:
    """The contents of the files of a certificate, by the name of the file. Raises ValueError for a single bad
    puzzle or a false claim."""

@overload
def certify(
    puzzles: _Array, *, claim: str | None = None, proof_format: str | None = None,
    encoding: str | None = None, time_limit: float | None = None,
    threads: int | None = None, **reading: Unpack[_Reading],
) -> list[dict[str, bytes] | ValueError] | dict[str, bytes]: ...

@overload
def certify(
    puzzles: list[str], *, claim: str | None = None, proof_format: str | None = None,
    encoding: str | None = None, time_limit: float | None = None,
    threads: int | None = None, **reading: Unpack[_Reading],
) -> list[dict[str, bytes] | ValueError]: ...

@overload
def certify(
    puzzles: Any, *, claim: str | None = None, proof_format: str | None = None,
    encoding: str | None = None, time_limit: float | None = None,
    threads: int | None = None, **reading: Unpack[_Reading],
) -> list[dict[str, bytes] | ValueError]: ...

@overload
def generate(
    count: None = None, *, seed: int | None = None, givens: int | None = None,
    symmetry: Literal["none", "rotational", "mirror", "diagonal"] | None = None,
    side: int | None = None, holes: float | None = None, balanced: bool = False,
    grade: _Grade = None, technique: str | None = None, techniques: str | None = None,
    depth: int | None = None, tries: int | None = None, time_limit: float | None = None, threads: int | None = None,
    rules: _Rules = None, regions: str | None = None, box: str | None = None,
    symbols: str | None = None,
) -> Generated:
    """Random puzzles with one solution: one puzzle, or a list of `count` puzzles. `count` and `seed` are at least
    0; `side` is 1 to 1024; `holes` is 0 to 1; `depth` is 0 to 3; `time_limit` is in seconds for each puzzle.
    Raises ValueError if no puzzle is found."""

@overload
def generate(
    count: int, *, seed: int | None = None, givens: int | None = None,
    symmetry: Literal["none", "rotational", "mirror", "diagonal"] | None = None,
    side: int | None = None, holes: float | None = None, balanced: bool = False,
    grade: _Grade = None, technique: str | None = None, techniques: str | None = None,
    depth: int | None = None, tries: int | None = None, time_limit: float | None = None, threads: int | None = None,
    rules: _Rules = None, regions: str | None = None, box: str | None = None,
    symbols: str | None = None,
) -> list[Generated]: ...

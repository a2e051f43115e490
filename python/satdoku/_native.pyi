"""The extension module. Only the functions of `satdoku` use it; it may change at any time."""

from typing import Any, Sequence

import numpy as np

STATUSES: list[str]

#: A text, the values of the cells, or (as a tuple of one text) the reason why there is no puzzle.
_Given = str | Sequence[int] | tuple[str]

class Command:
    """A function with its options, made from a command line of the program."""

    def __new__(cls, arguments: list[str]) -> Command:
        """Raises ValueError with the message of the program if an option is wrong."""
    def one(self, puzzle: _Given) -> Any:
        """The answer to one puzzle; raises ValueError if there is no answer."""
    def many(self, puzzles: Sequence[_Given], threads: int | None = None) -> list[Any]:
        """The answers to many puzzles, in their order; an answer may be a ValueError."""
    def rows(
        self, puzzles: np.ndarray, threads: int | None = None
    ) -> tuple[np.ndarray, np.ndarray, list[tuple[int, np.ndarray]], list[tuple[int, str]]]:
        """The answers to an array of n x cells integers: n x cells bytes with the solutions, n indices into
        `STATUSES`, second solutions with the numbers of their rows, and reasons with the numbers of their rows."""
    def draw(self, puzzle: _Given, step: int | None = None) -> str:
        """A picture of the answer as SVG; if `step` is given, of the step with this number, from 0."""
    def decode(self, puzzle: _Given, model: Sequence[int]) -> str:
        """The solution that a model of a puzzle's formula describes."""
    def generate(self, threads: int | None = None) -> list[str]:
        """Random puzzles as JSON."""

def program(arguments: list[str]) -> int:
    """Runs the program with these arguments, of which the first is the program's name. Returns the exit status."""

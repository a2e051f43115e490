"""The extension module: what the functions of `satdoku` are made of. Not for others."""

from typing import Any, Sequence

import numpy as np

STATUSES: list[str]

#: A text, the values of cells, or why it is no puzzle.
_Given = str | Sequence[int] | tuple[str]

class Command:
    """A function with its options, as the command line of the program says them."""

    def __new__(cls, arguments: list[str]) -> Command:
        """Raises ValueError, in the words of the program, if an option is wrong."""
    def one(self, puzzle: _Given) -> Any:
        """The answer to one puzzle; raises ValueError if there is none."""
    def many(self, puzzles: Sequence[_Given], threads: int | None = None) -> list[Any]:
        """The answers to many, in order, each of which may be a ValueError."""
    def rows(
        self, puzzles: np.ndarray, threads: int | None = None
    ) -> tuple[np.ndarray, np.ndarray, list[tuple[int, np.ndarray]], list[tuple[int, str]]]:
        """Of n x cells integers: n x cells bytes of solutions, n numbers of `STATUSES`, and by row
        second solutions and reasons."""
    def draw(self, puzzle: _Given, step: int | None = None) -> str:
        """A picture as SVG, of a step if one is numbered, from 0."""
    def decode(self, puzzle: _Given, model: Sequence[int]) -> str:
        """The solution that a model of a puzzle's formula says."""
    def generate(self, threads: int | None = None) -> list[str]:
        """Random puzzles as JSON."""

def program(arguments: list[str]) -> int:
    """Runs the program with these arguments, its own name first; its exit status, 0 to 255."""

#!/usr/bin/env python3
"""PyEDA as a solver for `satdoku compare`. It reads a 9x9 puzzle in each line of standard input, and
writes a solution or `none` for each puzzle.

The formula is made as in PyEDA's documentation: there is one variable for each row, column and value.
OneHot says that exactly one variable is true in a cell, and for each value in a row, column and box.
`satisfy_one` then calls PicoSAT.

    pip install pyeda
    satdoku compare --first --solver 'pyeda=lines:python3 examples/contenders/pyeda_lines.py' FILE
"""

import sys
from contextlib import nullcontext

from pyeda.inter import And, OneHot, exprvars

SIDE, BOX = range(1, 10), range(3)


def rules():
    """The rules as one expression, and its variables by row, column and value, which count from 1."""
    x = exprvars("x", (1, 10), (1, 10), (1, 10))
    cells = [[x[r][c][v] for v in SIDE] for r in SIDE for c in SIDE]
    rows = [[x[r][c][v] for c in SIDE] for r in SIDE for v in SIDE]
    columns = [[x[r][c][v] for r in SIDE] for c in SIDE for v in SIDE]
    boxes = [
        [x[3 * band + r + 1][3 * stack + c + 1][v] for r in BOX for c in BOX]
        for band in BOX for stack in BOX for v in SIDE
    ]
    groups = cells + rows + columns + boxes
    return And(*[OneHot(*group) for group in groups]), x


def main():
    formula, x = rules()
    for line in sys.stdin:
        places = ((r, c) for r in SIDE for c in SIDE)
        givens = [x[r][c][int(d)] for (r, c), d in zip(places, line.strip()) if d in "123456789"]
        with And(*givens) if givens else nullcontext():  # assumes the givens
            solution = formula.satisfy_one()
        if solution is None:
            print("none")
        else:
            value = lambda r, c: next(v for v in SIDE if solution[x[r][c][v]])
            print("".join(str(value(r, c)) for r in SIDE for c in SIDE))


if __name__ == "__main__":
    main()

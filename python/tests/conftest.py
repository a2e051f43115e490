"""Shared code of the tests: puzzles of all kinds, and calls of the program."""

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

import satdoku

#: For each kind of puzzles: their number, the options of `generate` or the name of a list, and the options to
#: read them.
KINDS = {
    "classic": (500, {}, {}),
    "symmetric": (100, {"symmetry": "rotational"}, {}),
    "with several solutions": (300, {"holes": 0.75}, {}),
    "4x4": (300, {"side": 4}, {}),
    "6x6": (200, {"side": 6}, {}),
    "12x12 with boxes of 2x6": (20, {"box": "2x6", "holes": 0.4}, {"box": "2x6"}),
    "16x16": (20, {"side": 16, "holes": 0.4}, {}),
    "diagonal": (150, {"rules": "diagonal"}, {"rules": "diagonal"}),
    "windoku": (50, "windoku.txt", {"rules": "windoku"}),
    "anti-knight": (50, "anti-knight.txt", {"rules": ["anti-knight"]}),
    "latin": (100, {"rules": "latin", "side": 5}, {"rules": "latin"}),
    "jigsaw": (100, {"rules": "jigsaw", "side": 6}, {"rules": "jigsaw"}),
}


def puzzles_of(kind):
    """The puzzles of a kind as texts; the same puzzles at each call."""
    count, options, _ = KINDS[kind]
    if isinstance(options, str):
        lines = (Path(__file__).parents[2] / "puzzles" / options).read_text().splitlines()
        return [line for line in lines if not line.startswith("#")][:count]
    return [made.puzzle for made in satdoku.generate(count, seed=51, **options)]


def classic(count, seed=1):
    return [made.puzzle for made in satdoku.generate(count, seed=seed)]


def spoiled(puzzles, seed=2):
    """The puzzles with a mistake in each: a changed digit, a strange character, a missing cell, a cell too
    many, a clash, or a wrong solution after the puzzle."""
    draw = random.Random(seed)

    def spoil(puzzle):
        at, digit = draw.randrange(len(puzzle)), str(draw.randint(1, 9))
        return draw.choice([
            puzzle[:at] + digit + puzzle[at + 1 :],
            puzzle[:at] + "Q" + puzzle[at + 1 :],
            puzzle[:-1],
            puzzle + digit,
            digit + digit + puzzle[2:],
            puzzle + "," + digit * 81,
        ])  # fmt: skip

    return [spoil(puzzle) for puzzle in puzzles]


def program(*arguments, stdin=""):
    """The output of the program in the package, and its exit status."""
    command = [sys.executable, "-m", "satdoku", *map(str, arguments)]
    done = subprocess.run(command, input=stdin, capture_output=True, text=True, timeout=300)
    return done.stdout, done.returncode


def said_by_the_program(subcommand, puzzles, *options):
    """The JSON records that the program prints for puzzles, one record for each puzzle."""
    lines = "".join(puzzle + "\n" for puzzle in puzzles)
    said, _ = program(subcommand, "--format=json", *options, "-", stdin=lines)
    records = [json.loads(line) for line in said.splitlines()]
    assert len(records) == len(puzzles)
    return records


def needed(name):
    """Imports a package that a test needs; the test is skipped if the package is absent."""
    return pytest.importorskip(name, reason=f"skipped: {name} is not installed")

// Are times read as on a clock, and is a day's puzzle the same everywhere?

import assert from "node:assert/strict";
import { test } from "node:test";

import { LIBRARY, puzzleOf, puzzleOfDay, randomOf } from "../../page/library.js";
import { clock } from "../../page/texts.js";

test("times are read as on a clock", () => {
  assert.deepEqual([0, 59, 61, 3600, 36_061].map(clock), ["0:00", "0:59", "1:01", "1:00:00", "10:01:01"]);
});

test("a puzzle of the library has the givens of one of its grade, exchanged", () => {
  const random = randomOf(7);
  const counts = (/** @type {string} */ line) => [..."123456789"].map((digit) => line.split(digit).length).sort().join();
  for (const [grade, puzzles] of Object.entries(LIBRARY)) {
    assert.equal(new Set(puzzles).size, 10);
    const line = puzzleOf(grade, random);
    assert.match(line, /^[1-9.]{81}$/);
    assert(puzzles.some((puzzle) => counts(puzzle) === counts(line) && puzzle !== line), grade);
  }
});

test("the puzzle of a day is the same at any hour, and another one the next day", () => {
  const day = (/** @type {number} */ date, /** @type {number} */ hour) => puzzleOfDay(new Date(2026, 10, date, hour));
  assert.deepEqual(day(27, 0), day(27, 23));
  assert.notEqual(day(27, 12).line, day(28, 12).line);
  assert.deepEqual([day(23, 9), day(27, 9)].map(({ grade }) => grade), ["easy", "extreme"]);
});

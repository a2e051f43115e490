// Does the grid hold what a player puts in, and only that?

import assert from "node:assert/strict";
import { test } from "node:test";

import { DigitKeys } from "../../page/keys.js";
import * as state from "../../page/state.js";

const empty = () => state.emptyGrid([3, 3]);

test("a digit takes the place of marks and of another digit", () => {
  let grid = state.toggleMark(state.toggleMark(empty(), [4], 1), [4], 9);
  assert.deepEqual(state.digitsOf(grid.marks[4]), [1, 9]);
  grid = state.putDigit(grid, [4], 5);
  assert.equal(grid.marks[4], 0);
  assert.equal(state.putDigit(grid, [4], 6).digits[4], 6);
  assert.equal(state.putDigit(grid, [4], 5), grid, "nothing changed");
});

test("a digit takes away the marks that it rules out, in rows, columns and boxes or regions", () => {
  let grid = state.toggleMark(empty(), [1, 9, 10, 12, 80], 5);
  grid = state.toggleMark(grid, [1, 9], 5, "centre");
  const peers = state.peersOf(grid);
  assert.deepEqual(peers.map((it) => it.length), Array(81).fill(20));
  const next = state.putDigit(grid, [0], 5, peers);
  assert.deepEqual([1, 9, 10, 12, 80].map((cell) => next.marks[cell] > 0), [false, false, false, true, true]);
  assert.deepEqual([next.centre[1], next.centre[9]], [0, 0]);
  assert.deepEqual(state.putDigit(grid, [0], 5).marks, grid.marks);
  const jigsaw = { ...state.emptyGrid([2, 2]), regions: state.boxRegions([1, 4]) };
  assert.deepEqual(state.peersOf(jigsaw)[0], [1, 2, 3, 4, 8, 12]);
});

test("marks and colours of several cells are put where one lacks them, and else taken away", () => {
  const one = state.toggleMark(empty(), [3], 7);
  const both = state.toggleMark(one, [3, 4], 7);
  assert.deepEqual([both.marks[3], both.marks[4]], [64, 64]);
  assert.deepEqual(state.toggleMark(both, [3, 4], 7), empty());
  const coloured = state.toggleColour(state.toggleColour(empty(), [3], 2), [3, 4], 2);
  assert.deepEqual([coloured.colours[3], coloured.colours[4]], [2, 2]);
  assert.deepEqual(state.toggleColour(coloured, [3, 4], 2), empty());
  assert.deepEqual(state.erase(coloured, [3, 4]), empty());
});

test("a line is strong, then weak, then gone, from whichever end, and goes with its cells", () => {
  const [one, other, third] = [[0, 5], [8, 5], [8, 7]].map(([cell, digit]) => ({ cell, digit }));
  const strong = state.toggleLine(empty(), one, other);
  const weak = state.toggleLine(strong, other, one);
  assert.deepEqual([strong, weak].map(({ lines }) => lines.map((line) => line.isWeak)), [[false], [true]]);
  assert.deepEqual(state.toggleLine(weak, one, other), empty());
  const both = state.toggleLine(weak, other, third);
  assert.equal(both.lines.length, 2);
  assert.deepEqual(state.erase(both, [0]).lines, state.toggleLine(empty(), other, third).lines);
  assert.equal(state.eraseLines(both, [1]), both);
});

test("what was typed in is the puzzle once play begins", () => {
  const typed = state.putDigit(empty(), [0], 7);
  assert(state.isTyped(typed) && !state.isTyped(empty()));
  assert.equal(state.begun(typed).givens[0], 7);
  const played = state.putDigit(state.begun(typed), [1], 5);
  assert.equal(state.begun(played), played);
});

test("givens cannot be changed until they are digits again", () => {
  const grid = state.fixGivens(state.putDigit(empty(), [0], 7));
  assert.equal(grid.givens[0], 7);
  for (const change of [state.putDigit, state.toggleMark]) assert.equal(change(grid, [0], 3), grid);
  assert.equal(state.erase(grid, [0]), grid);
  assert.equal(state.erase(state.freeGivens(grid), [0]).digits[0], 0);
});

test("erasing takes the digit, or else the marks", () => {
  const grid = state.putDigit(empty(), [3], 8);
  assert.deepEqual(state.erase(grid, [3]), empty());
  assert.deepEqual(state.erase(state.toggleMark(empty(), [3], 8), [3]), empty());
});

test("the puzzle is the givens, or all digits while none is fixed", () => {
  const typed = state.putDigit(empty(), [0], 7);
  assert.equal(state.asPuzzle(typed).puzzle[0], "7");
  const played = state.putDigit(state.fixGivens(typed), [1], 5);
  assert.equal(state.asPuzzle(played).puzzle.slice(0, 2), "7.");
  assert.equal(state.asPosition(played).puzzle.slice(0, 2), "75");
});

test("restart leaves the givens, clear leaves the rules", () => {
  const rules = { ...empty(), rules: ["diagonal"] };
  const grid = state.putDigit(state.fixGivens(state.putDigit(rules, [0], 7)), [1], 5);
  assert.deepEqual(state.valuesOf(state.restart(grid)).slice(0, 2), [7, 0]);
  assert.deepEqual(state.clear(grid), rules);
});

test("a step places its digit, or marks what is left", () => {
  const candidates = Array(81).fill(0b111);
  const placed = { placed: { cell: 2, digit: 4 }, eliminated: [], candidates };
  assert.equal(state.applyStep(empty(), placed).digits[2], 4);
  const eliminated = [{ cell: 0, digit: 1 }, { cell: 1, digit: 3 }];
  const grid = state.putDigit(empty(), [3], 9);
  const { marks } = state.applyStep(grid, { placed: null, eliminated, candidates });
  assert.deepEqual(marks.slice(0, 4).map(state.digitsOf), [[2, 3], [1, 2], [1, 2, 3], []]);
});

test("marks say what is left if all cells have some", () => {
  const grid = state.putMarks(state.putDigit(empty(), [3], 9), Array(81).fill(0b111));
  assert.equal(state.wholeMarks(grid), grid.marks);
  assert.equal(state.wholeMarks(state.erase(grid, [0])), null);
});

test("painting begins with the boxes as regions, and ends a latin square", () => {
  const grid = state.paint({ ...state.emptyGrid([2, 3]), rules: ["latin"] }, 3, 0);
  assert.deepEqual(grid.regions?.slice(0, 12), [0, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1, 1]);
  assert.deepEqual(grid.rules, []);
  assert.equal(state.paint(grid, 3, 0), grid);
  assert.equal(state.setRule(grid, "latin", true).regions, null);
});

test("each side from 4 to 16 has boxes of as many cells", () => {
  for (let side = state.LEAST_SIDE; side <= state.MOST_SIDE; side += 1) {
    for (const box of state.boxesOf(side)) assert.equal(state.sideOf({ box }), side);
  }
  assert.deepEqual(state.boxesOf(12)[0], [3, 4]);
  assert.deepEqual(state.boxesOf(7), [[1, 7]]);
});

test("a jigsaw of the solver's has boxes again when its regions go", () => {
  const regions = state.lettersOf(state.boxRegions([1, 6]));
  const grid = state.fromPuzzle({ rules: "jigsaw", regions, puzzle: ".".repeat(36) });
  assert.deepEqual(state.setRegions(grid, null), state.emptyGrid([2, 3]));
});

test("symbols, cells and regions are named as by the program", () => {
  assert.equal(state.cellName(0, 9), "A1");
  assert.equal(state.cellName(255, 16), "P16");
  assert.equal(state.symbolOf(16), "G");
  assert.equal(state.digitOf("g"), 16);
  for (const none of ["", "0", ".", "Enter", "ß"]) assert.equal(state.digitOf(none), 0, none);
  for (const none of ["", "A", "ab", "1"]) assert.equal(state.regionOf(none), -1, none);
});

test("what was undone can be done again until something else is done", () => {
  const grids = [empty()];
  for (const digit of [1, 2, 3]) grids.push(state.putDigit(grids[digit - 1], [0], digit));
  const history = new state.History(grids[0]);
  assert(!history.canUndo && !history.canRedo);
  history.undo();
  history.redo();
  assert.equal(history.present, grids[0]);
  history.commit(grids[1]);
  history.commit(grids[1]);
  history.commit(grids[2]);
  history.undo();
  assert.equal(history.present, grids[1]);
  history.redo();
  assert.equal(history.present, grids[2]);
  history.undo();
  history.commit(grids[3]);
  assert(!history.canRedo);
  history.undo();
  history.undo();
  assert.equal(history.present, grids[0]);
  assert(!history.canUndo);
});

test("a stroke of the brush is one step", () => {
  const history = new state.History(empty());
  history.commit(state.paint(history.present, 3, 0));
  history.commit(state.paint(history.present, 4, 0), { goesOn: true });
  history.undo();
  assert.equal(history.present.regions, null);
});

test("steps further back than the history reaches are forgotten", () => {
  const history = new state.History(empty());
  for (let step = 0; step < state.History.MOST + 5; step += 1) {
    history.commit(state.toggleMark(history.present, [0], 1));
  }
  let steps = 0;
  for (; history.canUndo; steps += 1) history.undo();
  assert.equal(steps, state.History.MOST);
});

test("two numerals within a moment are one digit where the side reaches it", () => {
  /** @type {[number, [string, number][], (number | null)[]][]} side, keys with times, digits */
  const cases = [
    [16, [["1", 0], ["2", 500]], [1, 12]],
    [16, [["1", 0], ["2", 5000]], [1, 2]],
    [16, [["1", 0], ["7", 500]], [1, 7]],
    [16, [["1", 0], ["0", 500]], [1, 10]],
    [16, [["1", 0], ["1", 500], ["2", 600]], [1, 11, 2]],
    [9, [["1", 0], ["2", 500]], [1, 2]],
    [16, [["c", 0], ["G", 100]], [12, 16]],
    [9, [["a", 0], ["0", 100], ["Tab", 200]], [null, null, null]],
  ];
  for (const [side, typed, digits] of cases) {
    const keys = new DigitKeys();
    const found = typed.map(([key, time]) => keys.type(key, side, 0, time)?.digit ?? null);
    assert.deepEqual(found, digits, JSON.stringify(typed));
  }
  const keys = new DigitKeys();
  keys.type("1", 16, 0, 0);
  assert.equal(keys.type("2", 16, 1, 100)?.digit, 2, "in another cell");
});

test("a digit can be where it is not seen, and where marks that are not notes have it", () => {
  let grid = state.putDigit(state.emptyGrid([2, 2]), [0], 1);
  const places = () => state.placesOf(grid, 1, state.peersOf(grid));
  assert.deepEqual(places(), [6, 7, 9, 10, 11, 13, 14, 15]);
  grid = state.toggleMark(state.toggleMark(grid, [6], 2), [7], 2, "centre");
  assert.deepEqual(places(), [6, 9, 10, 11, 13, 14, 15], "a note, and what is left in a cell");
  grid = state.putMarks(grid, grid.givens.map((_, cell) => cell === 9 ? 2 : 3));
  assert.deepEqual(places(), [6, 7, 10, 11, 13, 14, 15], "a mark beside the centre, and none where all cells have some");
});

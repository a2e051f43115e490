// Is each cell called what it shows, and is each line where a box or a region ends?

import assert from "node:assert/strict";
import { test } from "node:test";

import { linesOf, looksOf, nearest, pathOf, placeOf } from "../../page/looks.js";
import * as state from "../../page/state.js";

const puzzle = state.fromPuzzle({ box: "2x2", rules: "classic", puzzle: "1..............." });
const grid = state.toggleMark(state.toggleMark(state.putDigit(puzzle, [1], 4), [2], 1), [2], 4);
/** @type {import("../../page/looks.js").View} */
const view = { grid, selected: 0, selection: new Set([0]), peers: [], isPainting: false, clashing: [], shaded: [], light: {} };

test("a cell is called by its name and what it holds", () => {
  const lookOf = looksOf(view);
  const labels = [0, 1, 2, 3].map((cell) => lookOf(cell).label);
  assert.deepEqual(labels, ["A1, given 1", "A2, 4", "A3, empty, marks 1 4", "A4, empty"]);
});

test("what an answer shows is said and seen", () => {
  const lookOf = looksOf({
    ...view,
    clashing: [1],
    light: {
      look: [5], wrong: [1], placed: { cell: 3, digit: 2 }, eliminated: [{ cell: 2, digit: 4 }, { cell: 6, digit: 1 }],
      differing: new Map([[7, [1, 2]]]),
    },
  });
  /** @type {[number, string, string][]} */
  const cases = [
    [1, "A2, 4, clashes, wrong", "own clash wrong"],
    [2, "A3, empty, marks 1 4, is not 4", ""],
    [3, "A4, empty, is 2", "placed"],
    [5, "B2, empty, look here", "look"],
    [6, "B3, empty, is not 1", ""],
    [7, "B4, empty, differs: 1 2", "differs"],
  ];
  for (const [cell, label, classes] of cases) {
    assert.equal(lookOf(cell).label, label);
    assert.equal(lookOf(cell).classes, classes);
  }
  assert.equal(lookOf(7).text, "1\n2");
});

test("marks stand in the place of their digit", () => {
  assert.equal(looksOf(view)(2).marks, "1\u2007\n\u20074");
});

test("lines end where marks are, or at the digit of a cell", () => {
  const places = [[0, 1], [1, 2], [2, 1], [2, 4]].map(([cell, digit]) => placeOf(grid, { cell, digit }, false));
  assert.deepEqual(places, [[.5, .5], [1.5, .5], [2.25, .25], [2.75, .75]]);
  assert.deepEqual([nearest(grid, 2, 2.7, .3, false).digit, nearest(grid, 1, 1, 0, false).digit], [4, 4]);
  const [from, to] = [{ cell: 2, digit: 1 }, { cell: 5, digit: 4 }];
  assert.match(pathOf(grid, { from, to }, false).curve, /^M[\d.]+ [\d.]+Q/);
  assert.equal(pathOf(grid, { from: { cell: 1, digit: 2 }, to: { cell: 1, digit: 3 } }, false).curve, "");
});

test("all cells with the digit of the selected one are the same", () => {
  const other = state.putDigit(grid, [6], 1);
  const lookOf = looksOf({ ...view, grid: other });
  assert.deepEqual([0, 1, 6].map((cell) => lookOf(cell).classes), ["given same selected cursor", "own", "own same"]);
});

test("the digit of the selected cell is seen among marks, and what it sees is tinted", () => {
  const lookOf = looksOf({ ...view, peers: [1, 2] });
  assert.deepEqual([1, 2, 3].map((cell) => [lookOf(cell).hit, lookOf(cell).classes]),
    [[0, "own peer"], [1, "peer"], [0, ""]]);
});

test("marks in the centre stand there, the others above them in a line", () => {
  const both = state.toggleMark(state.toggleMark(grid, [2], 3, "centre"), [2], 2, "centre");
  const look = looksOf({ ...view, grid: both })(2);
  assert.deepEqual([look.text, look.marks, look.classes, look.label],
    ["2 3", "14", "centre", "A3, empty, marks 1 4, centre 2 3"]);
});

test("digits beyond 9 are called as they are written", () => {
  const large = state.toggleMark(state.putDigit(state.emptyGrid([4, 4]), [0], 13), [1], 16);
  const lookOf = looksOf({ ...view, grid: large });
  assert.deepEqual([lookOf(0).label, lookOf(1).label], ["A1, D", "A2, empty, marks G"]);
});

test("regions are seen while they are painted", () => {
  const painted = state.paint(grid, 3, 0);
  assert.equal(looksOf({ ...view, grid: painted })(3).region, -1);
  const look = looksOf({ ...view, grid: painted, isPainting: true })(3);
  assert.deepEqual([look.region, look.text, look.label], [0, "a", "A4, empty, region a"]);
});

test("bold lines go around boxes or regions, or only around the grid", () => {
  const pieces = (/** @type {string} */ path) => path.match(/M[^M]*/g)?.length ?? 0;
  const inner = 2 * 3 * 4;
  /** @type {[Partial<state.Grid>, number][]} grid, pieces of bold lines without the frame */
  const cases = [
    [{}, 8],
    [{ rules: ["latin"] }, 0],
    [{ box: [1, 4] }, 0],
    [{ regions: state.boxRegions([1, 4]) }, 12],
    [{ regions: state.paint(grid, 0, 1).regions }, 10],
  ];
  for (const [change, bold] of cases) {
    const lines = linesOf({ ...grid, ...change });
    assert.deepEqual([pieces(lines.thin), pieces(lines.bold)], [inner - bold, bold + 1]);
  }
});

test("what a filter lets stand out is told, and the rest fades", () => {
  const lookOf = looksOf({ ...view, filter: { digit: 4, places: [3, 6] } });
  const looks = [0, 1, 2, 3].map(lookOf);
  assert.deepEqual(looks.map(({ label }) => label),
    ["A1, given 1", "A2, 4", "A3, empty, marks 1 4", "A4, empty, can be 4"]);
  assert.deepEqual(looks.map(({ classes }) => /same|cannot|can/.exec(classes)?.[0]), ["cannot", "same", "cannot", "can"]);
  assert.deepEqual(looks.map(({ hit }) => hit), [0, 0, 0, 4]);
});

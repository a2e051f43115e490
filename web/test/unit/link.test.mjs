// Does a link bring back the grid, and does any other text end in a message?

import assert from "node:assert/strict";
import { test } from "node:test";

import { MOST_CHARACTERS, decode, encode, fragmentOf } from "../../page/link.js";
import * as state from "../../page/state.js";

/** Numbers from 0 to below a bound, the same ones each time. */
function random() {
  let seed = 20261122;
  return (/** @type {number} */ bound) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor(seed / 2 ** 32 * bound);
  };
}

/** @returns {state.Grid} */
function anyGrid(/** @type {(bound: number) => number} */ below) {
  const boxes = state.boxesOf(4 + below(13));
  const grid = state.emptyGrid(boxes[below(boxes.length)]);
  const side = state.sideOf(grid);
  grid.rules = ["diagonal", "anti-knight", "latin"].slice(0, below(4));
  if (below(2)) grid.regions = grid.givens.map(() => below(side + 1) - 1);
  grid.givens.forEach((_, cell) => {
    const kind = below(4);
    if (kind === 1) grid.givens[cell] = 1 + below(side);
    if (kind === 2) grid.digits[cell] = 1 + below(side);
    if (kind === 3) [grid.marks[cell], grid.centre[cell]] = [below(1 << side), below(1 << side)];
    grid.colours[cell] = below(state.COLOURS + 1);
  });
  const candidate = () => ({ cell: below(side ** 2), digit: 1 + below(side) });
  grid.lines = Array.from({ length: below(4) }, () => ({ from: candidate(), to: candidate(), isWeak: below(2) > 0 }));
  return grid;
}

test("any grid comes back from its link", () => {
  const below = random();
  for (let round = 0; round < 500; round += 1) {
    const grid = anyGrid(below);
    assert.deepEqual(decode(encode(grid, { whole: true })), grid);
    const link = encode(grid);
    assert(link.length < 7000, link);
    // Other programs do not know these.
    const { centre, colours, lines } = state.emptyGrid(grid.box);
    assert.deepEqual(decode(link), { ...grid, centre, colours, lines }, link);
  }
  assert.deepEqual(decode("box=2x2&lines=0-5-1-1-0,16-1-1-1-0,0-1-1-2,0-1-1-2-1")?.lines,
    [{ from: { cell: 0, digit: 1 }, to: { cell: 1, digit: 2 }, isWeak: true }]);
});

test("a link says what stands in the grid", () => {
  const givens = state.fromPuzzle({ box: "2x2", rules: "diagonal", puzzle: "1..............." });
  const grid = state.toggleMark(state.toggleMark(state.putDigit(givens, [1], 4), [2], 2), [2], 3);
  assert.equal(encode(grid),
    "#box=2x2&rules=diagonal&givens=1...............&digits=.4..............&marks=,,23");
});

test("a pasted text is a link to this page if it is nothing else", () => {
  const cells = ".".repeat(81);
  const own = `box=3x3&givens=${cells}`;
  for (const text of [`https://example.org/satdoku/#${own}`, ` http://localhost:8000/#${own}\n`, `#${own}`]) {
    assert.equal(fragmentOf(text), own, text);
  }
  for (const text of [cells, `#A ${own}`, `https://example.org/#${cells}`, `a link: https://example.org/#${own}`, own]) {
    assert.equal(fragmentOf(text), null, text);
  }
});

test("no fragment is no grid", () => {
  for (const none of ["", "#"]) assert.equal(decode(none), null);
});

test("a text that is no link says what was expected and found", () => {
  const cells = ".".repeat(81);
  /** @type {[string, RegExp][]} */
  const cases = [
    ["#garbage", /expected a box such as box=3x3.*found none/],
    ["#box=", /expected a box.*found ""/],
    ["#box=0x3", /expected a box.*found "0x3"/],
    ["#box=6x6", /of side 4 to 16, found "6x6"/],
    ["#box=1e9x1", /expected a box/],
    ["#box=-3x-3", /expected a box/],
    ["#box=3x3&givens=12", /expected 81 characters in givens=, found 2/],
    [`#box=3x3&givens=x${cells.slice(1)}`, /givens, character 1: expected a digit from 1 to 9.*"x"/],
    [`#box=3x3&digits=${cells.slice(1)}A`, /digits, character 81: .*found "A"/],
    [`#box=3x3&regions=${cells.slice(1)}j`, /regions, character 81: expected a letter from a to i/],
    ["#box=3x3&marks=1,2,x", /marks of cell 3: .*found "x"/],
    [`#box=3x3&marks=${",".repeat(81)}`, /marks of at most 81 cells, found 82/],
    ["#box=3x3&rules=<b>", /expected names of rules.*found "<b>"/],
    [`#box=3x3&rules=${"a".repeat(5000)}`, /found "a{20}…"/],
    ["#box=3x3&givens=%F0%9F%92%A9", /expected 81 characters in givens=/],
    ["#%", /expected a box/],
    [`#box=3x3&givens=${"1".repeat(1_000_000)}`, /of at most 100000 characters after #, found 1000015/],
  ];
  for (const [link, message] of cases) assert.throws(() => decode(link), message, link.slice(0, 60));
  assert.throws(() => decode(`#${"x".repeat(MOST_CHARACTERS + 1)}`), /at most/);
});

test("any garbage ends in a message or a grid", () => {
  const below = random();
  const words = ["box=", "3x3", "2x2", "&", "givens=", "marks=", "rules=", ",", "%", "1", ".", "\0", "€", "💩", "=", "#"];
  for (let round = 0; round < 2000; round += 1) {
    const link = Array.from({ length: below(12) }, () => words[below(words.length)]).join("");
    try {
      const grid = decode(link);
      if (grid) assert.deepEqual(decode(encode(grid)), grid, link);
    } catch (error) {
      assert.match(/** @type {Error} */ (error).message, /expected/, link);
    }
  }
});

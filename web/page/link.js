// Reads and writes a grid as the fragment of a link: #box=3x3&rules=diagonal&givens=53..7...&digits=...&marks=12,,3

import {
  COLOURS, LEAST_SIDE, MOST_SIDE, bit, digitOf, digitsOf, emptyGrid, letterOf, lettersOf, lineOf, regionOf,
  sideOf, symbolOf,
} from "./state.js";

import { texts } from "./texts.js";

/** @typedef {import("./state.js").Grid} Grid */

/** Longer fragments are refused. The longest fragment that the page writes has about 6,000 characters. */
export const MOST_CHARACTERS = 100_000;

/** The fragment of a grid, with the #. Marks in the centre, colours and lines are written only with `whole`, for
 * storage in this browser: no other program knows them, and links stay short without them.
 * @param {Grid} grid @param {{whole?: boolean}} [options] */
export function encode(grid, { whole = false } = {}) {
  const masks = (/** @type {number[]} */ list) =>
    list.map((mask) => digitsOf(mask).map(symbolOf).join("")).join(",").replace(/,+$/, "");
  const some = (/** @type {number[]} */ list) => list.some(Boolean);
  const parts = [`box=${grid.box.join("x")}`];
  if (grid.rules.length > 0) parts.push(`rules=${grid.rules.join(",")}`);
  if (grid.clues.length > 0) parts.push(`clues=${encodeURIComponent(grid.clues.join("\n"))}`);
  if (grid.regions) parts.push(`regions=${lettersOf(grid.regions)}`);
  if (some(grid.givens)) parts.push(`givens=${lineOf(grid.givens)}`);
  if (some(grid.digits)) parts.push(`digits=${lineOf(grid.digits)}`);
  if (some(grid.marks)) parts.push(`marks=${masks(grid.marks)}`);
  if (whole && some(grid.centre)) parts.push(`centre=${masks(grid.centre)}`);
  if (whole && some(grid.colours)) parts.push(`colours=${grid.colours.map((it) => it || ".").join("")}`);
  if (whole && grid.lines.length > 0) parts.push(`lines=${grid.lines.map(lineText).join()}`);
  return `#${parts.join("&")}`;
}

/**
 * The grid of a fragment that this page wrote; null for an empty fragment.
 * @param {string} fragment with or without its #
 * @returns {Grid | null}
 * @throws {Error} that says what was expected and what was found
 */
export function decode(fragment) {
  const text = fragment.replace(/^#/, "");
  if (text === "") return null;
  if (text.length > MOST_CHARACTERS) {
    throw new Error(texts.link.tooLong(MOST_CHARACTERS, text.length));
  }
  const parts = new URLSearchParams(text);
  const clues = parts.get("clues")?.split("\n") ?? [];
  const grid = emptyGrid(readBox(parts.get("box")), readRules(parts.get("rules")), null, clues);
  const side = sideOf(grid);
  const read = (/** @type {string} */ name, /** @type {(symbol: string) => number} */ value) =>
    readCells(name, parts.get(name), side, value);
  const digit = (/** @type {string} */ symbol) => symbol === "." ? 0 : readDigit(symbol, side);
  grid.regions = read("regions", (symbol) => {
    const region = regionOf(symbol);
    if (symbol !== "." && (region < 0 || region >= side)) {
      throw new Error(texts.link.badLetter(letterOf(side - 1)));
    }
    return region;
  });
  grid.givens = read("givens", digit) ?? grid.givens;
  grid.digits = read("digits", digit) ?? grid.digits;
  grid.digits = grid.digits.map((own, cell) => grid.givens[cell] ? 0 : own);
  grid.marks = readMarks("marks", parts.get("marks"), grid);
  grid.centre = readMarks("centre", parts.get("centre"), grid);
  grid.lines = parts.get("lines")?.split(",").flatMap((text) => readLine(text, side)) ?? [];
  grid.colours = read("colours", (symbol) => Math.min(Number(symbol) || 0, COLOURS)) ?? grid.colours;
  return grid;
}

/** The part after # of a text that is only a link to this page or to a copy of it; null for any other
 * text. @param {string} text */
export function fragmentOf(text) {
  const [, fragment] = /^\s*(?:https?:\/\/\S*?)?#(\S*)\s*$/.exec(text) ?? [];
  return fragment && isOwn(fragment) ? fragment : null;
}

/** Whether this page writes such fragments. @param {string} fragment */
export const isOwn = (fragment) => /^#?(?:.*&)?box=/.test(fragment);

/** @param {string} name @param {string | null} text @param {Grid} grid */
function readMarks(name, text, grid) {
  const [side, cells] = [sideOf(grid), text?.split(",") ?? []];
  if (cells.length > side ** 2) {
    throw new Error(texts.link.tooMany(name, side ** 2, cells.length));
  }
  const masks = grid.givens.map(() => 0);
  cells.forEach((symbols, cell) => {
    if (grid.givens[cell] || grid.digits[cell]) return;
    for (const symbol of symbols) {
      masks[cell] |= bit(at(texts.link.cell(name, cell + 1), symbol, () =>
        readDigit(symbol, side)));
    }
  });
  return masks;
}

/** @param {import("./state.js").Line} line */
const lineText = ({ from, to, isWeak }) =>
  [from.cell, from.digit, to.cell, to.digit, Number(isWeak)].join("-");

/** A list with the line of a text; empty if the text is no line in this grid. @param {string} text @param {number} side
 * @returns {import("./state.js").Line[]} */
function readLine(text, side) {
  const [cell, digit, end, other, isWeak] = /^\d+(?:-\d+){4}$/.test(text) ? text.split("-").map(Number) : [];
  const isThere = cell < side ** 2 && end < side ** 2 && [digit, other].every((it) => it > 0 && it <= side);
  return isThere ? [{ from: { cell, digit }, to: { cell: end, digit: other }, isWeak: isWeak === 1 }] : [];
}

/** @param {string | null} text @returns {[number, number]} */
function readBox(text) {
  const [, height, width] = /^(\d{1,2})x(\d{1,2})$/.exec(text ?? "")?.map(Number) ?? [];
  const side = height * width;
  if (!(side >= LEAST_SIDE && side <= MOST_SIDE)) {
    throw new Error(texts.link.badBox(LEAST_SIDE, MOST_SIDE, text === null ? "none" : quoted(text)));
  }
  return [height, width];
}

/** The names of rules; the solver says later whether it knows them. @param {string | null} text */
function readRules(text) {
  const rules = text ? [...new Set(text.split(","))] : [];
  const wrong = rules.find((rule) => !/^[a-z-]{1,30}$/.test(rule));
  if (wrong !== undefined) {
    throw new Error(texts.link.badRules(quoted(wrong)));
  }
  return rules;
}

/** @param {string} name @param {string | null} text @param {number} side
 * @param {(symbol: string) => number} value */
function readCells(name, text, side, value) {
  if (text === null) return null;
  if (text.length !== side ** 2) {
    throw new Error(texts.link.badLength(name, side ** 2, text.length));
  }
  return Array.from(text, (symbol, index) =>
    at(texts.link.character(name, index + 1), symbol, () => value(symbol)));
}

/** @param {string} symbol @param {number} side */
function readDigit(symbol, side) {
  const digit = digitOf(symbol);
  if (digit < 1 || digit > side) {
    throw new Error(texts.link.badDigit(symbolOf(side)));
  }
  return digit;
}

/** Calls `read`; an error also says where it is and what was found. @template T
 * @param {string} place @param {string} symbol @param {() => T} read @returns {T} */
function at(place, symbol, read) {
  try {
    return read();
  } catch (error) {
    throw new Error(texts.link.found(place, /** @type {Error} */ (error).message, quoted(symbol)));
  }
}

/** At most 20 characters of a text, with invisible characters escaped. @param {string} text */
const quoted = (text) => JSON.stringify(text.length > 20 ? `${text.slice(0, 20)}…` : text);

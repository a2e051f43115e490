// What each cell of the grid looks like and is called, and the lines between cells. Nothing here
// touches the page.

import { bit, cellName, digitsOf, letterOf, sideOf, symbolOf } from "./state.js";

/** @typedef {import("./state.js").Grid} Grid */
/** @typedef {import("./state.js").Candidate} Candidate */

/**
 * What an answer shows in the grid.
 * @typedef {object} Light
 * @property {number[]} [look] cells to look at
 * @property {number[]} [clashing] cells that cannot stand together
 * @property {number[]} [wrong] cells whose digits are not those of the solution
 * @property {number[]} [supposed] cells whose digits are supposed, or follow from what is
 * @property {Candidate | null} [placed]
 * @property {Candidate[]} [eliminated]
 * @property {Map<number, [number, number]>} [differing] the digits of cells in two solutions
 */

/**
 * All that the grid shows.
 * @typedef {object} View
 * @property {Grid} grid
 * @property {number} selected
 * @property {boolean} isPainting whether regions are seen as colours
 * @property {number[]} clashing cells that hold the same digit as a cell they see
 * @property {number[]} shaded cells of the units that rules add
 * @property {Light} light
 */

/**
 * @typedef {object} Look
 * @property {string} classes
 * @property {string} text the digit, the letter of a region, or both digits
 * @property {string} marks in lines of {@link markColumns}, with blanks for those that are not
 * @property {string} label
 * @property {number} region what it is painted with, -1 where this is not seen
 */

/** In how many columns marks stand. @param {number} side */
export const markColumns = (side) => Math.ceil(Math.sqrt(side));

/** The look of a cell by itself is asked for often: sets are made once. @param {View} view */
export function looksOf(view) {
  const { grid, light } = view;
  const side = sideOf(grid);
  const clashing = new Set([...view.clashing, ...light.clashing ?? []]);
  const [shaded, look, wrong, supposed] =
    [view.shaded, light.look, light.wrong, light.supposed].map((it) => new Set(it));
  const gone = Array(side ** 2).fill(0);
  for (const { cell, digit } of light.eliminated ?? []) gone[cell] |= bit(digit);
  const chosen = grid.givens[view.selected] || grid.digits[view.selected];

  return (/** @type {number} */ cell) => {
    const [given, own] = [grid.givens[cell], grid.digits[cell]];
    const digit = given || own;
    const pair = light.differing?.get(cell);
    const placed = light.placed?.cell === cell ? light.placed.digit : 0;
    const mask = digit ? 0 : grid.marks[cell];
    const region = grid.regions && view.isPainting ? grid.regions[cell] : -1;
    /** @type {[string, unknown][]} */
    const classes = [
      ["given", given],
      ["own", own],
      ["shaded", shaded.has(cell)],
      ["look", look.has(cell)],
      ["same", digit && digit === chosen && !view.isPainting],
      ["clash", clashing.has(cell)],
      ["wrong", wrong.has(cell)],
      ["supposed", supposed.has(cell)],
      ["differs", pair],
      ["region", region >= 0],
    ];
    const words = [
      given ? `given ${given}` : own ? String(own) : "empty",
      mask && `marks ${digitsOf(mask).join(" ")}`,
      region >= 0 && `region ${letterOf(region)}`,
      clashing.has(cell) && "clashes",
      wrong.has(cell) && "wrong",
      supposed.has(cell) && "supposed",
      pair && `differs: ${pair.join(" ")}`,
      look.has(cell) && "look here",
      placed && `is ${placed}`,
      gone[cell] && `is not ${digitsOf(gone[cell]).join(" ")}`,
    ];
    let text = digit ? symbolOf(digit) : "";
    if (pair) text = pair.map(symbolOf).join("\n");
    else if (!digit && region >= 0) text = letterOf(region);
    return {
      classes: classes.filter(([, isSo]) => isSo).map(([name]) => name).join(" "),
      text,
      marks: text === "" ? marksText(mask, side) : "",
      label: [cellName(cell, side), ...words.filter(Boolean)].join(", "),
      region,
    };
  };
}

/** Marks in their places. @param {number} mask @param {number} side */
function marksText(mask, side) {
  if (!mask) return "";
  const columns = markColumns(side);
  let text = "";
  for (let digit = 1; digit <= side; digit += 1) {
    text += mask & bit(digit) ? symbolOf(digit) : " ";
    if (digit % columns === 0 && digit < side) text += "\n";
  }
  return text;
}

/**
 * The lines between cells as path data, in units of cells: thin ones, and bold ones around boxes
 * or regions.
 * @param {Grid} grid
 */
export function linesOf(grid) {
  const side = sideOf(grid);
  const [height, width] = grid.box;
  const { regions } = grid;
  const hasBoxes = !grid.rules.includes("latin") && height > 1;
  const partOf = (/** @type {number} */ cell) => {
    if (regions) return regions[cell];
    const [row, column] = [Math.floor(cell / side), cell % side];
    return hasBoxes ? Math.floor(row / height) * side + Math.floor(column / width) : 0;
  };
  let [thin, bold] = ["", ""];
  for (let at = 1; at < side; at += 1) {
    for (let along = 0; along < side; along += 1) {
      const [below, beside] = [at * side + along, along * side + at];
      const across = `M${along} ${at}h1`;
      const down = `M${at} ${along}v1`;
      if (partOf(below - side) === partOf(below)) thin += across;
      else bold += across;
      if (partOf(beside - 1) === partOf(beside)) thin += down;
      else bold += down;
    }
  }
  return { thin, bold: `${bold}M0 0h${side}v${side}h${-side}z` };
}

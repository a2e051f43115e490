// What each cell of the grid looks like and is called, and the lines between cells. Nothing here
// touches the page.

import { bit, cellName, digitsOf, letterOf, partsOf, sideOf, symbolOf } from "./state.js";
import { texts } from "./texts.js";

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
 * @property {{from: Candidate, to: Candidate, isPressed?: boolean}} [reach] the line that is being
 * drawn, by the pointer or by keys; without a second end, both are the same
 */

/**
 * All that the grid shows.
 * @typedef {object} View
 * @property {Grid} grid
 * @property {number} selected the cell of the keyboard
 * @property {Set<number>} selection all cells that are selected, with that one
 * @property {number[]} peers cells to be tinted with the selected one
 * @property {{digit: number, places: number[]} | null} [filter] the digit whose places stand out
 * @property {boolean} isPainting whether regions are seen as colours
 * @property {boolean} [isDrawing] whether clues are drawn
 * @property {number[]} clashing cells that hold the same digit as a cell they see
 * @property {number[]} shaded cells of the units that rules add
 * @property {Light} light
 */

/**
 * @typedef {object} Look
 * @property {string} classes
 * @property {string} text the digit, the letter of a region, both digits, or marks in the centre
 * @property {string} marks in lines of {@link markColumns}, with blanks for those that are not
 * @property {string} label
 * @property {number} region what it is painted with, -1 where this is not seen
 * @property {number} colour from 1, or 0
 * @property {number} hit the digit that is filtered if it can be here, or that of the selected cell if it is
 * among the marks, or 0
 */

/** In how many columns marks stand. @param {number} side */
export const markColumns = (side) => Math.ceil(Math.sqrt(side));

/** The look of a cell by itself is asked for often: sets are made once. @param {View} view */
export function looksOf(view) {
  const { grid, light, filter } = view;
  const side = sideOf(grid);
  const places = new Set(filter?.places);
  const clashing = new Set([...view.clashing, ...light.clashing ?? []]);
  const [shaded, look, wrong, supposed] =
    [view.shaded, light.look, light.wrong, light.supposed].map((it) => new Set(it));
  const gone = Array(side ** 2).fill(0);
  for (const { cell, digit } of light.eliminated ?? []) gone[cell] |= bit(digit);
  const chosen = view.isPainting ? 0 : filter?.digit || grid.givens[view.selected] || grid.digits[view.selected];
  const peers = new Set(view.peers);
  const isOne = view.selection.size === 1;
  const words = texts.cell;
  const list = (/** @type {number} */ mask) => digitsOf(mask).map(symbolOf).join(" ");

  return (/** @type {number} */ cell) => {
    const [given, own] = [grid.givens[cell], grid.digits[cell]];
    const digit = given || own;
    const pair = light.differing?.get(cell);
    const placed = light.placed?.cell === cell ? light.placed.digit : 0;
    const [mask, centre] = digit ? [0, 0] : [grid.marks[cell], grid.centre[cell]];
    const region = grid.regions && view.isPainting ? grid.regions[cell] : -1;
    const colour = view.isPainting ? 0 : grid.colours[cell];
    /** @type {[string, unknown][]} */
    const classes = [
      ["given", given],
      ["own", own],
      ["shaded", shaded.has(cell)],
      ["peer", peers.has(cell)],
      ["look", look.has(cell)],
      ["same", digit && digit === chosen],
      ["can", places.has(cell)],
      ["cannot", filter && digit !== chosen && !places.has(cell)],
      ["clash", clashing.has(cell)],
      ["wrong", wrong.has(cell)],
      ["supposed", supposed.has(cell)],
      ["differs", pair],
      ["placed", placed],
      ["centre", !digit && !pair && !placed && centre],
      ["region", region >= 0],
      ["coloured", colour],
      ["selected", view.selection.has(cell)],
      ["cursor", cell === view.selected && isOne],
    ];
    const said = [
      given ? words.given(symbolOf(given)) : own ? symbolOf(own) : words.empty,
      mask && words.marks(list(mask)),
      centre && words.centre(list(centre)),
      filter && places.has(cell) && words.canBe(symbolOf(filter.digit)),
      colour && words.colour(colour),
      region >= 0 && words.region(letterOf(region)),
      ...grid.lines.flatMap(({ from, to, isWeak }) => [[from, to], [to, from]].flatMap(([end, other]) =>
        end.cell === cell ? [words.line(isWeak, symbolOf(end.digit), candidateName(other, side))] : [])),
      clashing.has(cell) && words.clashes,
      wrong.has(cell) && words.wrong,
      supposed.has(cell) && words.supposed,
      pair && words.differs(pair.map(symbolOf).join(" ")),
      look.has(cell) && words.look,
      placed && words.is(symbolOf(placed)),
      gone[cell] && words.isNot(list(gone[cell])),
    ];
    let text = digit ? symbolOf(digit) : "";
    if (pair) text = pair.map(symbolOf).join("\n");
    else if (placed) text = symbolOf(placed);
    else if (!digit && region >= 0) text = letterOf(region);
    else if (centre) text = list(centre);
    const areMarksShown = !pair && !placed && !digit && region < 0;
    return {
      classes: classes.filter(([, isSo]) => isSo).map(([name]) => name).join(" "),
      text,
      // Beside marks in the centre they stand in one line above.
      marks: !areMarksShown ? "" : centre ? list(mask).replaceAll(" ", "") : marksText(mask, side),
      label: [cellName(cell, side), ...said.filter(Boolean)].join(", "),
      region,
      colour,
      hit: areMarksShown && !centre && (filter ? places.has(cell) : mask & bit(chosen)) ? chosen : 0,
    };
  };
}

/** A candidate in words. @param {Candidate} candidate @param {number} side */
export const candidateName = ({ cell, digit }, side) => texts.candidate(symbolOf(digit), cellName(cell, side));

/** Where a candidate stands, from the corner of the grid, in cells.
 * @param {Grid} grid @param {Candidate} candidate @param {boolean} isEdged whether marks make room
 * for clues @returns {[number, number]} */
export function placeOf(grid, { cell, digit }, isEdged) {
  const side = sideOf(grid);
  const columns = markColumns(side);
  const [corner, centre] = [grid.marks[cell], grid.centre[cell]].map((mask) => digitsOf(mask).indexOf(digit));
  const count = digitsOf(grid.centre[cell]).length;
  let [x, y] = [(digit - 1) % columns, Math.floor((digit - 1) / columns)].map((it) => (it + .5) / columns);
  if (grid.givens[cell] || grid.digits[cell]) [x, y] = [.5, .5];
  else if (centre >= 0) [x, y] = [.5 + .145 * (centre - (count - 1) / 2), .5];
  else if (count > 0 && corner >= 0) [x, y] = [.1 + .12 * corner, .13];
  else if (isEdged) [x, y] = [.09 + .82 * x, .22 + .69 * y];
  return [cell % side + x, Math.floor(cell / side) + y];
}

/** The candidate of a cell that is next to a place: its digit, or one of its marks, or any where there
 * are none. @param {Grid} grid @param {number} cell @param {number} x @param {number} y
 * @param {boolean} isEdged @returns {Candidate} */
export function nearest(grid, cell, x, y, isEdged) {
  const digit = grid.givens[cell] || grid.digits[cell];
  const mask = digit ? bit(digit) : grid.marks[cell] | grid.centre[cell];
  const away = (/** @type {number} */ digit) => {
    const [across, down] = placeOf(grid, { cell, digit }, isEdged);
    return Math.hypot(across - x, down - y);
  };
  const digits = digitsOf(mask || bit(sideOf(grid) + 1) - 1);
  return { cell, digit: digits.reduce((best, it) => away(it) < away(best) ? it : best) };
}

/** A line between candidates as path data, in units of cells: bent, so that two in one row are told
 * apart, and with a ring at its ends.
 * @param {Grid} grid @param {{from: Candidate, to: Candidate}} line @param {boolean} isEdged */
export function pathOf(grid, { from, to }, isEdged) {
  const radius = .4 / markColumns(sideOf(grid));
  const [[x, y], [u, v]] = [from, to].map((end) => placeOf(grid, end, isEdged));
  const ring = (/** @type {number} */ x, /** @type {number} */ y) =>
    `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`;
  if (x === u && y === v) return { rings: ring(x, y), curve: "" };
  const [a, b] = [(x + u) / 2 + (y - v) * .12, (y + v) / 2 + (u - x) * .12];
  const [start, end] = [[x, y], [u, v]].map(([p, q]) => {
    const part = radius / Math.hypot(a - p, b - q);
    return `${p + (a - p) * part} ${q + (b - q) * part}`;
  });
  return { rings: ring(x, y) + ring(u, v), curve: `M${start}Q${a} ${b} ${end}` };
}

/** A blank as wide as a digit. */
const BLANK = "\u2007";

/** Marks in their places. @param {number} mask @param {number} side */
function marksText(mask, side) {
  if (!mask) return "";
  const columns = markColumns(side);
  let text = "";
  for (let digit = 1; digit <= side; digit += 1) {
    text += mask & bit(digit) ? symbolOf(digit) : BLANK;
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
  const parts = partsOf(grid);
  const partOf = (/** @type {number} */ cell) => parts?.[cell] ?? 0;
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

/** The first cell of each box, where its number stands; none where regions have letters.
 * @param {Grid} grid */
export function cornersOfBoxes(grid) {
  const parts = grid.regions ? null : partsOf(grid);
  return parts ? [...new Set(parts)].map((part) => parts.indexOf(part)) : [];
}

// Computes the look and the label of each cell of the grid, and the lines between cells. Nothing here
// changes the page.

import { bit, cellName, digitsOf, letterOf, partsOf, sideOf, symbolOf } from "./state.js";
import { texts } from "./texts.js";

/** @typedef {import("./state.js").Grid} Grid */
/** @typedef {import("./state.js").Candidate} Candidate */

/**
 * What an answer highlights in the grid.
 * @typedef {object} Light
 * @property {number[]} [look] cells to look at
 * @property {number[]} [clashing] cells whose digits clash
 * @property {number[]} [wrong] cells whose digits differ from the solution
 * @property {number[]} [supposed] cells whose digits are supposed, or follow from the supposition
 * @property {Candidate | null} [placed]
 * @property {Candidate[]} [eliminated]
 * @property {Map<number, [number, number]>} [differing] for cells that differ: their digits in two solutions
 * @property {{from: Candidate, to: Candidate, isPressed?: boolean}} [reach] the line that is being
 * drawn, by the pointer or by keys; both ends are equal as long as there is no second end
 */

/**
 * All that the grid shows.
 * @typedef {object} View
 * @property {Grid} grid
 * @property {number} selected the cell with the keyboard focus
 * @property {Set<number>} selection all selected cells, including `selected`
 * @property {number[]} peers cells that are tinted because the selected cell sees them
 * @property {{digit: number, places: number[]} | null} [filter] the filtered digit, and the cells that can
 * hold it
 * @property {boolean} isPainting whether regions are shown as colours
 * @property {boolean} [isDrawing] whether the player draws clues or lines
 * @property {number[]} clashing cells whose digits clash by the rules
 * @property {number[]} shaded cells of the units that rules add
 * @property {Light} light
 */

/**
 * @typedef {object} Look
 * @property {string} classes
 * @property {string} text the digit, the letter of a region, both digits, or marks in the centre
 * @property {string} marks in rows of {@link markColumns}, with blanks for marks that are not set
 * @property {string} label
 * @property {number} region the region as a colour, -1 if regions are not shown as colours
 * @property {number} colour from 1, or 0
 * @property {number} hit the mark to highlight, or 0: the filtered digit if the cell can hold it, or else the digit of
 * the selected cell if it is among the marks
 */

/** The number of columns of the marks in a cell. @param {number} side */
export const markColumns = (side) => Math.ceil(Math.sqrt(side));

/** Returns a function that gives the look of a cell. It is called for each cell, so the sets are made only once.
 * @param {View} view */
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
      // If there are marks in the centre, the other marks are in one line above these.
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

/** The place of a candidate, from the top left corner of the grid, in cells.
 * @param {Grid} grid @param {Candidate} candidate @param {boolean} isEdged whether marks leave room
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

/** The candidate of a cell that is nearest to a place: the digit of the cell, or one of its marks; if it has no
 * marks, any candidate. @param {Grid} grid @param {number} cell @param {number} x @param {number} y
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

/** A line between candidates as path data, in units of cells, with a ring at each end. The line is bent, so that
 * two lines in one row are not drawn over each other.
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

/** The marks as text, each in its place. @param {number} mask @param {number} side */
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

/** The first cell of each box; an empty list if the grid has regions instead of boxes.
 * @param {Grid} grid */
export function cornersOfBoxes(grid) {
  const parts = grid.regions ? null : partsOf(grid);
  return parts ? [...new Set(parts)].map((part) => parts.indexOf(part)) : [];
}

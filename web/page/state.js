// The content of the grid and its changes. Every change makes a new grid, so that undo only goes back to
// an old grid. Nothing here uses the page.

/**
 * A grid as the player sees it. Lists of numbers have one entry for each cell, row by row.
 * @typedef {object} Grid
 * @property {[number, number]} box height and width of a box
 * @property {string[]} rules names as on the command line, without classic and jigsaw
 * @property {number[] | null} regions regions instead of boxes: a number from 0 for each cell, -1 for no region
 * @property {string[]} clues as the program writes them: `killer 3 A1 A2`
 * @property {number[]} givens digits that cannot be changed, 0 for no given
 * @property {number[]} digits digits of the player, 0 for no digit
 * @property {number[]} marks pencil marks: bit d - 1 for the digit d
 * @property {number[]} centre pencil marks in the centre of cells, with the same bits
 * @property {number[]} colours colours of cells from 1, 0 for no colour
 * @property {Line[]} lines the player's lines between candidates, as in drawings of chains
 */

/**
 * A puzzle as the program reads and writes it in JSON.
 * @typedef {{puzzle: string, rules: string, box?: string, regions?: string,
 *   clues?: string[]}} Puzzle
 */

/** @typedef {{cell: number, digit: number}} Candidate */

/** A strong or a weak line between two candidates. @typedef {{from: Candidate, to: Candidate, isWeak: boolean}} Line */

export const LEAST_SIDE = 4;
export const MOST_SIDE = 16;
/** The number of colours for cells. */
export const COLOURS = 8;

const SYMBOLS = "123456789ABCDEFG";
const LETTERS = "abcdefghijklmnop";

/** @param {Pick<Grid, "box">} grid */
export const sideOf = ({ box }) => box[0] * box[1];

/** A digit as the program writes it. @param {number} digit from 1 to 16 */
export const symbolOf = (digit) => SYMBOLS[digit - 1];

/** The digit of a symbol in either case, or 0. @param {string} symbol */
export const digitOf = (symbol) =>
  symbol.length === 1 ? SYMBOLS.indexOf(symbol.toUpperCase()) + 1 : 0;

/** @param {number} region from 0 */
export const letterOf = (region) => LETTERS[region];

/** The region of a letter, or -1. @param {string} letter */
export const regionOf = (letter) => letter.length === 1 ? LETTERS.indexOf(letter) : -1;

/** Digits in one line, "." for 0. @param {number[]} digits */
export const lineOf = (digits) => digits.map((digit) => digit ? symbolOf(digit) : ".").join("");

/** Regions in one line, "." for -1. @param {number[]} regions */
export const lettersOf = (regions) =>
  regions.map((region) => region < 0 ? "." : letterOf(region)).join("");

/** The name of a cell, such as A1: the letter of its row, the number of its column. */
export const cellName = (/** @type {number} */ cell, /** @type {number} */ side) =>
  LETTERS[Math.floor(cell / side)].toUpperCase() + (cell % side + 1);

/** The digits of a mask, ascending. @param {number} mask */
export const digitsOf = (mask) =>
  Array.from(SYMBOLS, (_, index) => index + 1).filter((digit) => mask >> (digit - 1) & 1);

/** The bit of a digit in a mask. @param {number} digit */
export const bit = (digit) => 1 << (digit - 1);

/** The shapes of boxes that a grid of this side can have; the shape nearest to a square is the first. If
 * there is no such shape, each row is a box.
 * @param {number} side @returns {[number, number][]} */
export function boxesOf(side) {
  /** @type {[number, number][]} */
  const found = [];
  for (let height = 2; height * 2 <= side; height += 1) {
    if (side % height === 0) found.push([height, side / height]);
  }
  found.sort((a, b) => Math.abs(a[0] - a[1]) - Math.abs(b[0] - b[1]) || a[0] - b[0]);
  return found.length > 0 ? found : [[1, side]];
}

/**
 * @param {[number, number]} box
 * @param {string[]} [rules]
 * @param {number[] | null} [regions]
 * @param {string[]} [clues]
 * @returns {Grid}
 */
export function emptyGrid(box, rules = [], regions = null, clues = []) {
  const none = () => Array(sideOf({ box }) ** 2).fill(0);
  return { box, rules, regions, clues, givens: none(), digits: none(), marks: none(), centre: none(),
    colours: none(), lines: [] };
}

/** The box or region of each cell, from 0; null if there are none. @param {Grid} grid */
export function partsOf({ box, rules, regions }) {
  if (regions) return regions;
  return rules.includes("latin") || box[0] === 1 ? null : boxRegions(box);
}

/** The cells of the row, column and box or region of each cell. @param {Grid} grid */
export function peersOf(grid) {
  const [side, parts] = [sideOf(grid), partsOf(grid)];
  const cells = grid.givens.map((_, cell) => cell);
  return cells.map((cell) => cells.filter((peer) => peer !== cell && (
    Math.floor(peer / side) === Math.floor(cell / side) || peer % side === cell % side ||
    parts && parts[cell] >= 0 && parts[peer] === parts[cell])));
}

/** The grid of a puzzle in the program's form. If the puzzle has no boxes, the grid gets usual boxes for its side.
 * @param {Puzzle} puzzle @returns {Grid} */
export function fromPuzzle({ puzzle, rules, box, regions, clues }) {
  const [height, width] = box?.split("x").map(Number) ?? boxesOf(Math.sqrt(puzzle.length))[0];
  const names = rules.split(", ").filter((name) => !["classic", "jigsaw"].includes(name));
  const labels = regions?.split(regions.includes(" ") ? " " : "");
  const kinds = [...new Set(labels)];
  const indices = labels?.map((label) => kinds.indexOf(label)) ?? null;
  return { ...emptyGrid([height, width], names, indices, clues), givens: [...puzzle].map(digitOf) };
}

/** Whether the grid contains a puzzle: givens or clues. @param {Grid} grid */
export const isSet = (grid) => grid.givens.some(Boolean) || grid.clues.length > 0;

/** The digits in the grid: givens and digits of the player. @param {Grid} grid */
export const valuesOf = (grid) => grid.givens.map((given, cell) => given || grid.digits[cell]);

/** The grid with these digits as a puzzle.
 * @param {Grid} grid @param {number[]} digits @returns {Puzzle} */
function withDigits({ box, rules, regions, clues }, digits) {
  const names = regions ? ["jigsaw", ...rules] : rules;
  return {
    puzzle: lineOf(digits),
    rules: names.join(", ") || "classic",
    ...clues.length > 0 ? { clues } : {},
    ...(regions ? { regions: lettersOf(regions) }
      : rules.includes("latin") ? {} : { box: box.join("x") }),
  };
}

/** The grid with all its digits as a puzzle. @param {Grid} grid */
export const asPosition = (grid) => withDigits(grid, valuesOf(grid));

/** The puzzle of the grid: the givens; or all digits, if there are neither givens nor clues. @param {Grid} grid */
export const asPuzzle = (grid) =>
  withDigits(grid, isSet(grid) ? grid.givens : valuesOf(grid));

/** Whether a puzzle is still being typed in: there are digits, but neither givens nor clues.
 * @param {Grid} grid */
export const isTyped = (grid) => !isSet(grid) && grid.digits.some(Boolean);

/** The grid when play begins: digits that were typed in become givens. @param {Grid} grid */
export const begun = (grid) => isTyped(grid) ? fixGivens(grid) : grid;

/** Whether all cells are filled. @param {Grid} grid */
export const isFull = (grid) => valuesOf(grid).every(Boolean);

/** A copy of a list with some entries changed.
 * @param {number[]} list @param {number[]} indices @param {(value: number) => number} change */
function changed(list, indices, change) {
  const next = [...list];
  for (const index of indices) next[index] = change(list[index]);
  return next;
}

/** Puts a digit into cells and removes their marks. With `peers`, also removes the marks that the digit rules out.
 * @param {Grid} grid @param {number[]} cells @param {number} digit
 * @param {number[][] | null} [peers] @returns {Grid} */
export function putDigit(grid, cells, digit, peers = null) {
  const open = cells.filter((cell) => !grid.givens[cell] && grid.digits[cell] !== digit);
  if (open.length === 0) return grid;
  const seen = peers && digit ? [...new Set(open.flatMap((cell) => peers[cell] ?? []))] : [];
  const tidy = (/** @type {number[]} */ masks) =>
    changed(changed(masks, seen, (mask) => mask & ~bit(digit)), open, () => 0);
  const { digits, marks, centre } = grid;
  return { ...grid, digits: changed(digits, open, () => digit), marks: tidy(marks), centre: tidy(centre) };
}

/** Adds a mark to cells; if all of them have it, removes it. @param {Grid} grid
 * @param {number[]} cells @param {number} digit @param {"marks" | "centre"} [kind]
 * @returns {Grid} */
export function toggleMark(grid, cells, digit, kind = "marks") {
  const open = cells.filter((cell) => !grid.givens[cell] && !grid.digits[cell]);
  if (open.length === 0) return grid;
  const haveAll = open.every((cell) => grid[kind][cell] & bit(digit));
  const change = (/** @type {number} */ mask) => haveAll ? mask & ~bit(digit) : mask | bit(digit);
  return { ...grid, [kind]: changed(grid[kind], open, change) };
}

/** Colours cells; if all of them have this colour, removes it.
 * @param {Grid} grid @param {number[]} cells @param {number} colour @returns {Grid} */
export function toggleColour(grid, cells, colour) {
  const haveAll = cells.every((cell) => grid.colours[cell] === colour);
  return { ...grid, colours: changed(grid.colours, cells, () => haveAll ? 0 : colour) };
}

/** Whether two candidates are the same. @param {Candidate} one @param {Candidate} other */
export const isSame = (one, other) => one.cell === other.cell && one.digit === other.digit;

/** The line between two candidates, if there is one. @param {Grid} grid
 * @param {Candidate} one @param {Candidate} other */
export const lineBetween = (grid, one, other) => grid.lines.find(({ from, to }) =>
  isSame(from, one) && isSame(to, other) || isSame(from, other) && isSame(to, one));

/** Draws a strong line; makes a strong line weak; removes a weak line. @param {Grid} grid
 * @param {Candidate} from @param {Candidate} to @returns {Grid} */
export function toggleLine(grid, from, to) {
  const old = lineBetween(grid, from, to);
  const lines = grid.lines.filter((line) => line !== old);
  if (!old?.isWeak) lines.push({ from, to, isWeak: old !== undefined });
  return { ...grid, lines };
}

/** Removes the lines that end in these cells. @param {Grid} grid @param {number[]} cells @returns {Grid} */
export function eraseLines(grid, cells) {
  const lines = grid.lines.filter(({ from, to }) => !cells.includes(from.cell) && !cells.includes(to.cell));
  return lines.length < grid.lines.length ? { ...grid, lines } : grid;
}

/** Removes the player's digits from cells; without digits, the marks; without marks, the colours; else lines.
 * @param {Grid} grid
 * @param {number[]} cells @returns {Grid} */
export function erase(grid, cells) {
  if (cells.some((cell) => grid.digits[cell])) return putDigit(grid, cells, 0);
  /** @type {("marks" | "centre" | "colours")[][]} */
  const kinds = [["marks", "centre"], ["colours"]];
  for (const names of kinds) {
    if (!cells.some((cell) => names.some((name) => grid[name][cell]))) continue;
    return { ...grid, ...Object.fromEntries(names.map((name) => [name, changed(grid[name], cells, () => 0)])) };
  }
  return eraseLines(grid, cells);
}

/** Removes all that the player entered: digits, marks, colours and lines. @param {Grid} grid @returns {Grid} */
export const restart = (grid) => ({ ...clear(grid), givens: grid.givens });

/** Removes givens, digits, marks, colours and lines. @param {Grid} grid @returns {Grid} */
export const clear = (grid) => emptyGrid(grid.box, grid.rules, grid.regions, grid.clues);

/** Makes all digits givens. @param {Grid} grid @returns {Grid} */
export const fixGivens = (grid) => fromPuzzle(asPosition(grid));

/** Makes givens ordinary digits again, so that they can be changed. @param {Grid} grid @returns {Grid} */
export const freeGivens = (grid) =>
  ({ ...grid, givens: grid.givens.map(() => 0), digits: valuesOf(grid) });

/** Fills in the digits of a solution that are not givens. @param {Grid} grid
 * @param {number[]} solution @returns {Grid} */
export function putSolution(grid, solution) {
  const digits = solution.map((digit, cell) => grid.givens[cell] ? 0 : digit);
  return { ...restart(grid), digits };
}

/** Replaces the marks of all cells without a digit. @param {Grid} grid
 * @param {number[]} masks @returns {Grid} */
export function putMarks(grid, masks) {
  const values = valuesOf(grid);
  return { ...grid, marks: masks.map((mask, cell) => values[cell] ? 0 : mask) };
}

/** The marks, if each cell without a digit has some; else null, because then the marks are only notes, and not all
 * candidates that are left.
 * @param {Grid} grid */
export function wholeMarks(grid) {
  const values = valuesOf(grid);
  return grid.marks.every((mask, cell) => mask || values[cell]) ? grid.marks : null;
}

/** The cells that can hold a digit: empty cells that do not see this digit. If the marks show all candidates that
 * are left, or the cell has marks in the centre, the digit must also be among the marks of the cell.
 * @param {Grid} grid @param {number} digit @param {number[][]} peers */
export function placesOf(grid, digit, peers) {
  const [values, areWhole] = [valuesOf(grid), wholeMarks(grid) !== null];
  const isMarked = (/** @type {number} */ cell) => {
    const { [cell]: centre } = grid.centre;
    return !areWhole && !centre || (grid.marks[cell] | centre) & bit(digit);
  };
  return [...values.keys()].filter((cell) =>
    !values[cell] && isMarked(cell) && !peers[cell].some((peer) => values[peer] === digit));
}

/**
 * Applies a step: places its digit, or marks the candidates that are left.
 * @param {Grid} grid
 * @param {{placed: Candidate | null, eliminated: Candidate[], candidates: number[]}} step the step, with
 * the candidates before it
 * @param {number[][] | null} [peers] @returns {Grid}
 */
export function applyStep(grid, { placed, eliminated, candidates }, peers = null) {
  if (placed) return putDigit(grid, [placed.cell], placed.digit, peers);
  const left = [...candidates];
  for (const { cell, digit } of eliminated) left[cell] &= ~bit(digit);
  return putMarks(grid, left);
}

/** The boxes as regions. @param {[number, number]} box */
export function boxRegions([height, width]) {
  const side = height * width;
  const of = (/** @type {number} */ row, /** @type {number} */ column) =>
    Math.floor(row / height) * height + Math.floor(column / width);
  return Array.from({ length: side ** 2 }, (_, cell) => of(Math.floor(cell / side), cell % side));
}

/** Gives a cell a region, or -1 for no region. If the grid has no regions yet, the boxes become regions first.
 * @param {Grid} grid @param {number} cell @param {number} region @returns {Grid} */
export function paint(grid, cell, region) {
  const regions = grid.regions ?? boxRegions(grid.box);
  if (regions[cell] === region) return grid;
  const rules = grid.rules.filter((rule) => rule !== "latin");
  return { ...grid, rules, regions: regions.with(cell, region) };
}

/** Sets regions instead of boxes, or removes the regions. @param {Grid} grid
 * @param {number[] | null} regions @returns {Grid} */
export function setRegions(grid, regions) {
  const rules = regions ? grid.rules.filter((rule) => rule !== "latin") : grid.rules;
  return { ...grid, rules, regions };
}

/** Adds or removes a rule. @param {Grid} grid
 * @param {string} rule @param {boolean} on @returns {Grid} */
export function setRule(grid, rule, on) {
  const rules = grid.rules.filter((other) => other !== rule);
  const regions = on && rule === "latin" ? null : grid.regions;
  return { ...grid, regions, rules: on ? [...rules, rule] : rules };
}

/** The present grid, with the grids before it (for undo) and after it (for redo). */
export class History {
  /** @type {Grid[]} */ #past;
  /** @type {Grid[]} */ #future;
  /** The most grids that are kept for undo. */
  static MOST = 2000;

  /** @param {Grid} present @param {Grid[]} [past] @param {Grid[]} [future] the next grid is the last one */
  constructor(present, past = [], future = []) {
    this.present = present;
    this.#past = past;
    this.#future = future;
  }

  /** The grids for undo, of which the newest is the last, and for redo, of which the next one is the last. */
  get around() {
    return { past: this.#past, future: this.#future };
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  /** Makes `next` the present grid. With `goesOn`, undo takes back this change and the last one together.
   * @param {Grid} next @param {{goesOn?: boolean}} [options] */
  commit(next, { goesOn = false } = {}) {
    if (next === this.present) return;
    if (!goesOn) this.#past.push(this.present);
    if (this.#past.length > History.MOST) this.#past.shift();
    this.#future = [];
    this.present = next;
  }

  undo() {
    const before = this.#past.pop();
    if (!before) return;
    this.#future.push(this.present);
    this.present = before;
  }

  redo() {
    const after = this.#future.pop();
    if (!after) return;
    this.#past.push(this.present);
    this.present = after;
  }
}

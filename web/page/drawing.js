// Takes apart the drawings that the library makes of steps and clues, so that the board can show them.

import { markColumns } from "./looks.js";
import { bit } from "./state.js";
import { texts } from "./texts.js";

/** The length of a side of a cell in these drawings. */
export const CELL = 48;
/** The width of the margin of these drawings, which contains the names of rows and columns. */
const MARGIN = 22;

/**
 * What the board shows instead of the player's digits and marks.
 * @typedef {object} Frame
 * @property {string} text
 * @property {number[]} digits
 * @property {number[]} marks
 * @property {Element | null} under the drawing below the digits: cells to look at, and links
 * @property {Element | null} over the drawing above the digits: the conclusion
 * @property {import("./looks.js").Light} light
 * @property {Story | null} [story] why the step holds, if there is a short story
 * @property {boolean} [isTold] whether a part of the story was shown, and `story` is the rest
 */

/**
 * What would follow if a step were false, as web/src/ask.rs writes it.
 * @typedef {object} Story
 * @property {string} supposed
 * @property {Candidate[]} candidates of which one is supposed to be true; or the placed candidate of the step, which
 * is supposed to be false
 * @property {{says: string, parts: Part[]}[]} clauses
 * @property {string} conclusion
 * @property {Story | null} rest the story of the conclusions that this story does not show
 */

/** A truth: the candidates that are left of it, the indices of the facts that removed the others, and its cells if
 * no candidate is left.
 * @typedef {{left: Candidate[], causes: number[], cells: number[]}} Part */

/** @typedef {import("./state.js").Candidate} Candidate */

/** The parts of a picture of a step that are drawn below and above the digits. @param {string} svg */
function layersOf(svg) {
  const [under, over] = new DOMParser().parseFromString(svg, "image/svg+xml").querySelectorAll("svg g[transform] > g");
  return { under, over };
}

/**
 * The frame that shows a step.
 * @param {any} step as web/src/ask.rs writes it
 * @param {number[]} givens
 * @returns {Frame}
 */
export function frameOf({ sentences, digits, candidates, placed, eliminated, story, svg }, givens) {
  /** @type {ReturnType<typeof layersOf> | undefined} */
  let drawn;
  const layers = () => drawn ??= layersOf(svg);
  return { text: sentences.at(-1), digits: foundOf(digits, givens), marks: candidates, light: { placed, eliminated },
    story, get under() { return layers().under; }, get over() { return layers().over; } };
}

/** The digits without the givens. @param {number[]} digits @param {number[]} givens */
export const foundOf = (digits, givens) => digits.map((digit, cell) => givens[cell] ? 0 : digit);

/**
 * The frames of a story, one for each clause. The grid shows the supposition and the clauses with their numbers.
 * Arrows lead to each clause from the facts that it uses.
 * @param {Frame} step
 * @param {Story} story
 * @param {number} side
 * @returns {Frame[]}
 */
export function framesOfStory(step, { supposed, candidates, clauses, conclusion }, side) {
  const isNot = Boolean(step.light.placed);
  const first = { says: texts.told.first(supposed), parts: [{ left: candidates, causes: [], cells: [] }] };
  const facts = [first, ...clauses];
  const frames = facts.map(({ says, parts }, index) => {
    const [digits, marks] = [[...step.digits], [...step.marks]];
    const isEnd = index === clauses.length;
    let [numbers, arrows, places] = ["", "", ""];
    facts.slice(0, index + 1).forEach((fact, number) => {
      const left = fact.parts.flatMap((part) => part.left);
      const isOpen = number === 0 ? isNot || left.length > 1 : fact.parts.some((it) => it.left.length > 1);
      const isClash = left.length === 2 && left[0].cell === left[1].cell;
      for (const cell of new Set(left.map((it) => it.cell))) {
        // The numbers are those of the list of reasons. A clash has no number, but a ring.
        if (number < clauses.length) numbers += numberIn(cell, side, number + 1);
        if (isClash) marks[cell] = left.reduce((mask, { digit }) => mask | bit(digit), 0);
      }
      for (const candidate of left) {
        if (isOpen || isClash) places += ring(candidate, side);
        else digits[candidate.cell] = candidate.digit;
      }
      const kind = number === index ? "arrow" : "arrow past";
      for (const { left, causes, cells } of fact.parts) {
        const to = left[0]?.cell ?? (cells.length === 1 ? cells[0] : -1);
        const froms = causes.flatMap((cause) => facts[cause].parts.flatMap((part) => part.left));
        for (const from of new Set(froms.map((it) => it.cell))) {
          if (to >= 0 && from !== to) arrows += arrow(from, to, side, kind);
        }
      }
    });
    const added = digits.flatMap((digit, cell) => digit !== step.digits[cell] ? [cell] : []);
    const [ends, cells] = [parts.flatMap((part) => part.left), parts.flatMap((part) => part.cells)];
    const clash = isEnd ? [...ends.map((it) => it.cell), ...cells.length === 1 ? cells : []] : [];
    const before = parts.flatMap((part) => part.causes);
    const link = index === 0 ? "" : isEnd ? texts.told.clash : index === 1 ? texts.told.second
      : before.includes(index - 1) ? texts.told.next : texts.told.beside;
    const light = { supposed: added, clashing: clash, look: cells };
    const [under, over] = [group(places), group(arrows + numbers)];
    return { text: link + says, digits, marks, under, over, light };
  });
  return [...frames, { ...step, text: texts.told.next + conclusion, isTold: true }];
}

/** @param {string} content */
function group(content) {
  const text = `<svg xmlns="http://www.w3.org/2000/svg"><g>${content}</g></svg>`;
  return new DOMParser().parseFromString(text, "image/svg+xml").documentElement.firstElementChild;
}

/** The top left corner of a cell. @param {number} cell @param {number} side */
const corner = (cell, side) => ({ x: cell % side * CELL, y: Math.floor(cell / side) * CELL });

/** Draws the number of a clause in a corner of its cell.
 * @param {number} cell @param {number} side @param {number} number */
function numberIn(cell, side, number) {
  const { x, y } = corner(cell, side);
  return `<circle class="number" cx="${x + 1}" cy="${y + 1}" r="7"/>` +
    `<text class="number" x="${x + 1}" y="${y + 5}">${number}</text>`;
}

/** Draws a circle below a mark. @param {Candidate} candidate @param {number} side */
function ring({ cell, digit }, side) {
  const [{ x, y }, columns] = [corner(cell, side), markColumns(side)];
  const along = (/** @type {number} */ index) => (index + .5) * CELL / columns;
  const [row, column] = [Math.floor((digit - 1) / columns), (digit - 1) % columns];
  return `<circle class="place" cx="${x + along(column)}" cy="${y + along(row)}" r="${.46 * CELL / columns}"/>`;
}

/** Draws a bent arrow; two straight arrows in one line would look like one.
 * @param {number} from @param {number} to cells @param {number} side @param {string} kind */
function arrow(from, to, side, kind) {
  const [start, end] = [corner(from, side), corner(to, side)];
  const angle = Math.atan2(end.y - start.y, end.x - start.x);
  /** @param {{x: number, y: number}} corner @param {number} away @param {number} turn */
  const point = ({ x, y }, away, turn) => [x + CELL / 2 + away * Math.cos(angle + turn),
    y + CELL / 2 + away * Math.sin(angle + turn)];
  const half = Math.hypot(end.x - start.x, end.y - start.y) / 2;
  const tip = point(end, -.4 * CELL, .25);
  const barbs = [-.05, .6].map((turn) => point(end, -.4 * CELL - 10, turn));
  return `<path class="${kind}" d="M${point(start, .35 * CELL, -.25)}Q${point(start, half, -.25)} ${tip}` +
    `M${barbs[0]}L${tip}L${barbs[1]}"/>`;
}

/** Cuts a picture of the library to the place of its only clue, and removes the names of rows and columns.
 * @param {string} svg @param {number[]} cells of the clue */
export function thumbnailOf(svg, cells) {
  const page = new DOMParser().parseFromString(svg, "image/svg+xml");
  const outside = page.querySelector(".outside");
  const place = (/** @type {string} */ name) => Math.floor(Number(outside?.getAttribute(name)) / CELL);
  const [rows, columns] = [cells.map((cell) => Math.floor(cell / 9)), cells.map((cell) => cell % 9)];
  let [row, column] = [Math.min(...rows, 6), Math.min(...columns, 6)];
  const extent = Math.max(...rows.map((it) => it - row), ...columns.map((it) => it - column)) + 1;
  const size = Math.min(Math.max(extent, 2), 3);
  if (outside) [row, column] = [place("y") - (place("y") < 0 ? 0 : 1), place("x") < 0 ? -1 : place("x") - 2];
  const [left, top] = page.querySelector("g[transform]")?.getAttribute("transform")?.match(/-?[\d.]+/g)?.map(Number) ?? [0, 0];
  for (const it of page.querySelectorAll(".label, .caption, .bold")) it.remove();
  const root = page.documentElement;
  root.setAttribute("viewBox", [left + column * CELL, top + row * CELL, size * CELL, size * CELL].join(" "));
  for (const name of ["width", "height"]) root.setAttribute(name, "148");
  return new XMLSerializer().serializeToString(root);
}

/** Elements that only clues at the edges of cells have in their drawings. */
const AT_EDGE = ".cage, .white, .black, .on-white, .on-black, .clue";

/**
 * The clues in a picture of the library, as two pictures with the same styles: one below the lines of the grid, the
 * other one above these lines. Also returns the place of these pictures, measured in cells.
 * @param {string | null} svg
 */
export function cluesOf(svg) {
  const style = { "--rim": 0, "--left": 0, "--top": 0, "--width": 0, "--height": 0, "--veil": "100%" };
  const none = { below: "", above: "", style, isAtEdge: false };
  const page = svg && new DOMParser().parseFromString(svg, "image/svg+xml");
  const ground = page && page.querySelector("path.thin")?.parentElement;
  if (!ground) return none;
  const parts = [...ground.children];
  const [first, last] = [parts.findIndex((it) => it.matches(".thin")), parts.findLastIndex((it) => it.matches(".label"))];
  // The drawings on cells are in a group of their own; the marks of a step are in another group.
  const onCells = parts.slice(0, first).flatMap((it) => (it.matches("g") ? [...it.children] : [it]));
  const below = onCells.filter((it) => !it.matches("g, .shade, .paper"));
  const above = parts.slice(last + 1);
  if (below.length + above.length === 0) return none;
  const root = page.documentElement;
  const [, , width, height] = root.getAttribute("viewBox")?.split(" ").map(Number) ?? [0, 0, 0, 0];
  const move = ground.closest("[transform]")?.getAttribute("transform") ?? "";
  const [left, top] = move.match(/-?[\d.]+/g)?.map(Number) ?? [0, 0];
  const looks = [...root.querySelectorAll("style")];
  const write = (/** @type {Element[]} */ kept) => {
    const group = page.createElementNS("http://www.w3.org/2000/svg", "g");
    group.setAttribute("transform", move);
    group.append(...kept);
    root.replaceChildren(...looks, group);
    return kept.length > 0 ? new XMLSerializer().serializeToString(root) : "";
  };
  const isAtEdge = above.some((it) => it.matches(AT_EDGE) || it.querySelector(AT_EDGE) !== null);
  Object.assign(style, {
    "--rim": Math.max(0, (top - MARGIN) / CELL), "--left": left / CELL, "--top": top / CELL,
    "--width": width / CELL, "--height": height / CELL, "--veil": "45%",
  });
  return { below: write(below), above: write(above), style, isAtEdge };
}

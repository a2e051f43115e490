// What is asked about the puzzle, and how it is told.

import { onPress } from "./dom.js";
import { framesOf, layersOf } from "./drawing.js";
import {
  applyStep, asPosition, asPuzzle, cellName, hasGivens, putMarks, putSolution, sideOf, symbolOf,
  valuesOf, wholeMarks,
} from "./state.js";

/** @typedef {import("./state.js").Grid} Grid */
/** @typedef {import("./app.js").Answer} Answer */
/** @typedef {import("./asker.js").Ask} Ask */

/**
 * Up to two solutions of a puzzle.
 * @typedef {{status: string, solutions: number[][], differ: number[], message: string}} Solved
 */

export class Questions {
  /** The step that a grid was given, and how much of it has been told. */
  #hinted = { grid: /** @type {Grid | null} */ (null), level: 0, found: /** @type {any} */ (null) };
  /** The grid for which a step was asked last. @type {Grid | null} */ #hinting = null;
  #app;
  #asker;

  /** @param {import("./app.js").App} app @param {import("./asker.js").Asker} asker */
  constructor(app, asker) {
    this.#app = app;
    this.#asker = asker;
    onPress({
      "verdict": () => this.#check(),
      "solve": () => this.#solve(),
      "why-not": () => this.#whyNot(),
      "hint": () => this.#hint(),
      "explain": () => this.#explain(),
      "rate": () => this.#rate(),
      "plain": () => this.#candidates("Looking for plain candidates", true),
      "candidates": () => this.#candidates("Looking for true candidates", false),
    });
  }

  #check() {
    const { grid } = this.#app;
    this.#asker.run("Looking for a second solution", async (ask) => {
      const solved = await ask("solve", { puzzle: asPuzzle(grid) });
      this.#app.tell(wrongDigits(grid, solved) ?? this.#verdict(grid, solved));
    });
  }

  #solve() {
    const { grid } = this.#app;
    this.#asker.run("Solving", async (ask) => {
      const solved = await ask("solve", { puzzle: asPuzzle(grid) });
      const [solution] = solved.solutions;
      const next = solution ? putSolution(grid, solution) : grid;
      this.#app.commit(next, this.#verdict(next, solved));
    });
  }

  /** @param {Grid} grid @param {Solved} solved @returns {Answer} */
  #verdict(grid, { status, solutions: [first, second], differ, message }) {
    if (second) {
      const differing = differ.map((cell) =>
        /** @type {[number, [number, number]]} */ ([cell, [first[cell], second[cell]]]));
      return { text: message, light: { differing: new Map(differing) } };
    }
    const isPlayed = hasGivens(grid) && grid.digits.some(Boolean);
    const isFull = valuesOf(grid).every(Boolean);
    const praise = first && isPlayed && !isFull ? ". Your digits are right so far." : "";
    const offers = status === "none" ? { offers: [["Why not?", () => this.#whyNot()]] } : {};
    return { text: message + praise, .../** @type {Answer} */ (offers) };
  }

  #whyNot() {
    const { grid } = this.#app;
    this.#asker.run("Looking for clashing givens", async (ask) => {
      const { sentence, cells, steps } = await ask("why_not", { puzzle: asPosition(grid) });
      this.#app.tell({ text: sentence, light: { clashing: cells }, list: steps });
    });
  }

  /** Tells more of the same step each time, or what is wrong. */
  #hint() {
    const { grid } = this.#app;
    // Pressed again meanwhile, it does not begin anew.
    if (this.#hinting === grid && this.#asker.isBusy) return;
    this.#hinting = grid;
    if (this.#hinted.grid === grid) {
      this.#tellHint();
      return;
    }
    this.#asker.run("Looking for a step", async (ask) => {
      const isPlayed = hasGivens(grid) && grid.digits.some(Boolean);
      const wrong = isPlayed && wrongDigits(grid, await ask("solve", { puzzle: asPuzzle(grid) }));
      if (wrong) {
        this.#app.tell(wrong);
        return;
      }
      const found = await ask("hint", { puzzle: asPosition(grid), marks: wholeMarks(grid) });
      this.#hinted = { grid, level: 0, found };
      this.#tellHint();
    });
  }

  #tellHint() {
    const { found, grid } = this.#hinted;
    if (!grid) return;
    const { sentences, cells, placed, eliminated, candidates, svg, story } = found;
    const level = this.#hinted.level = Math.min(this.#hinted.level + 1, sentences.length);
    const text = sentences[level - 1];
    if (level < 3) {
      /** @type {Answer["offers"]} */
      const offers = sentences.length > 1 ? [["Tell more", () => this.#tellHint()]] : [];
      this.#app.tell({ text, light: { look: cells }, offers });
      return;
    }
    const { marks } = putMarks(grid, candidates);
    const light = { placed, eliminated };
    this.#app.tell({
      text,
      frames: [{ text, digits: grid.digits, marks, light, story, ...layersOf(svg) }],
      offers: [["Apply", () => this.#app.commit(applyStep(grid, found))]],
    });
  }

  #explain() {
    const { grid } = this.#app;
    this.#asker.run("Looking for all steps", async (ask) => {
      const { steps, html, differ } = await ask("explain", { puzzle: asPuzzle(grid) });
      const frames = framesOf(html, sideOf(grid), steps);
      const end = /** @type {import("./drawing.js").Frame} */ (frames.at(-1));
      end.light = { look: differ };
      this.#app.tell({ text: end.text, frames });
    });
  }

  #rate() {
    const puzzle = asPuzzle(this.#app.grid);
    this.#asker.run("Rating", async (ask) => {
      const { sentence } = await ask("rate", { puzzle });
      this.#app.tell({ text: sentence });
    });
  }

  /** @param {string} doing @param {boolean} plain */
  #candidates(doing, plain) {
    const { grid } = this.#app;
    this.#asker.run(doing, async (ask) => {
      const { cells, message } = await ask("candidates", { puzzle: asPosition(grid), plain });
      this.#app.commit(cells.some(Boolean) ? putMarks(grid, cells) : grid, { text: message });
    });
  }
}

/** Names the player's digits that are not those of the only solution, if there are any.
 * @param {Grid} grid @param {Solved} solved @returns {Answer | null} */
function wrongDigits(grid, { status, solutions: [solution] }) {
  if (status !== "unique" || !hasGivens(grid)) return null;
  const side = sideOf(grid);
  const wrong = grid.digits.flatMap((digit, cell) => digit && digit !== solution[cell] ? [cell] : []);
  if (wrong.length === 0) return null;
  const names = wrong.map((cell) => `${cellName(cell, side)} is not ${symbolOf(grid.digits[cell])}`);
  const more = names.length > 5 ? `, and ${names.length - 5} more` : "";
  return { text: `Wrong: ${names.slice(0, 5).join(", ")}${more}.`, light: { wrong } };
}

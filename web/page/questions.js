// The player's questions about the puzzle (check, solve, hint, ...), and how the answers are shown.

import { onPress } from "./dom.js";
import { foundOf, frameOf } from "./drawing.js";
import { exampleOf } from "./library.js";
import { settings } from "./settings.js";
import {
  applyStep, asPosition, asPuzzle, begun, cellName, isFull, isSet, isTyped, putMarks, putSolution,
  sideOf, symbolOf, wholeMarks,
} from "./state.js";
import { capital, texts } from "./texts.js";

/** @typedef {import("./state.js").Grid} Grid */
/** @typedef {import("./app.js").Answer} Answer */
/** @typedef {import("./asker.js").Ask} Ask */

/**
 * Up to two solutions of a puzzle.
 * @typedef {{status: string, solutions: number[][], differ: number[], message: string}} Solved
 */

export class Questions {
  /** The step that was found for a grid, and how many parts of it have been shown. */
  #hinted = { grid: /** @type {Grid | null} */ (null), level: 0, found: /** @type {any} */ (null) };
  /** The grid of the last question for a step. @type {Grid | null} */ #hinting = null;
  #app;
  #asker;
  #on;

  /** @param {import("./app.js").App} app @param {import("./asker.js").Asker} asker
   * @param {{hint: () => void, practise: (technique: string) => void}} on functions that are called when a
   * hint is given, and when the player wants another puzzle with such a step */
  constructor(app, asker, on) {
    this.#app = app;
    this.#asker = asker;
    this.#on = on;
    onPress({
      "verdict": () => this.#check(),
      "solve": () => this.#solve(),
      "why-not": () => this.#whyNot(),
      "hint": () => this.#hint(),
      "explain": () => this.#explain(),
      "rate": () => this.#rate(),
      "plain": () => this.#candidates(texts.plain, true),
      "candidates": () => this.#candidates(texts.candidates, false),
    });
  }

  #check() {
    const { grid } = this.#app;
    this.#asker.run(texts.checking, async (ask) => {
      const solved = await ask("solve", { puzzle: asPuzzle(grid) });
      this.#app.tell(wrongDigits(grid, solved) ?? this.#verdict(grid, solved));
    });
  }

  #solve() {
    const { grid } = this.#app;
    this.#asker.run(texts.solving, async (ask) => {
      /** @type {Solved} */
      const solved = await ask("solve", { puzzle: asPuzzle(grid) });
      const { status, solutions: [solution], message } = solved;
      const fillIn = () => this.#app.commit(putSolution(begun(grid), solution));
      if (status === "unique") {
        const answer = { kind: /** @type {const} */ ("good"), title: texts.solved, text: message };
        this.#app.commit(putSolution(begun(grid), solution), answer);
        return;
      }
      // If there are several solutions, one of them is filled in only on request.
      const answer = this.#verdict(grid, solved);
      this.#app.tell(solution ? { ...answer, offers: [[texts.fillIn, fillIn]] } : answer);
    });
  }

  /** @param {Grid} grid @param {Solved} solved @returns {Answer} */
  #verdict(grid, { status, solutions: [first, second], differ, message }) {
    const isPlayed = isSet(grid) && grid.digits.some(Boolean);
    if (second) {
      const differing = differ.map((cell) =>
        /** @type {[number, [number, number]]} */ ([cell, [first[cell], second[cell]]]));
      const isOne = isFull(grid) && this.#app.isSolved;
      return isOne ? { kind: "several", title: texts.solved, text: texts.isOne }
        : { kind: "several", title: texts.several, text: texts.differ(differ.length),
          light: { differing: new Map(differing) } };
    }
    if (status === "none") {
      return { kind: "bad", title: texts.none, text: texts.noGrid, offers: [[texts.whyNot, () => this.#whyNot()]] };
    }
    if (status !== "unique") return { kind: "unknown", title: texts.unknown, text: message };
    if (isPlayed && isFull(grid)) return { kind: "good", title: texts.correct, text: texts.isOnly };
    return { kind: "good", title: isPlayed ? texts.right : texts.proper,
      text: isPlayed ? `${message}. ${texts.rightSoFar}` : message };
  }

  #whyNot() {
    const { grid } = this.#app;
    this.#asker.run(texts.clashing, async (ask) => {
      const { sentence, cells, clues, steps } = await ask("why_not", { puzzle: asPosition(grid) });
      const look = clues.flatMap((/** @type {number} */ clue) => this.#app.clues[clue]?.cells ?? []);
      this.#app.tell({ text: sentence, light: { clashing: cells, look }, list: steps });
    });
  }

  /** Shows wrong digits; if there are none, a step. Each further press shows more of the same step. */
  #hint() {
    // Digits that were typed in become the givens.
    if (isTyped(this.#app.grid)) this.#app.commit(begun(this.#app.grid));
    const { grid } = this.#app;
    // If the button is pressed again while the solver works, the work goes on.
    if (this.#hinting === grid && this.#asker.isBusy) return;
    this.#hinting = grid;
    if (this.#hinted.grid === grid) {
      this.#tellHint();
      return;
    }
    this.#asker.run(texts.hinting, async (ask) => {
      const isPlayed = isSet(grid) && grid.digits.some(Boolean);
      const wrong = isPlayed && wrongDigits(grid, await ask("solve", { puzzle: asPuzzle(grid) }));
      if (wrong) {
        this.#app.tell(wrong);
        return;
      }
      const found = await ask("hint", { puzzle: asPosition(grid), marks: wholeMarks(grid) });
      this.#hinted = { grid, level: 0, found };
      if (found.sentences.length > 1) this.#on.hint();
      this.#tellHint();
    });
  }

  #tellHint() {
    const { found, grid } = this.#hinted;
    if (!grid) return;
    const { technique, sentences, cells } = found;
    const level = this.#hinted.level = Math.min(this.#hinted.level + 1, sentences.length);
    const text = sentences[level - 1];
    if (level < 3) {
      /** @type {Answer["offers"]} */
      const offers = sentences.length > 1 ? [[texts.tellMore, () => this.#tellHint()]] : [];
      this.#app.tell({ title: texts.hint, text, light: { look: cells }, offers });
      return;
    }
    this.#app.tell({
      text,
      frames: [frameOf(found, grid.givens)],
      offers: [
        [texts.apply, () => this.#apply()],
        .../** @type {[string, () => void][]} */ (exampleOf(technique)
          ? [[texts.practise, () => this.#on.practise(technique)]] : []),
      ],
    });
  }

  #apply() {
    const { found, grid } = this.#hinted;
    if (!grid) return;
    const peers = settings.tidy ? this.#app.peers : null;
    this.#app.commit(applyStep(grid, found, peers), {}, { isPlayed: true });
  }

  #explain() {
    const { grid } = this.#app;
    this.#asker.run(texts.explaining, async (ask) => {
      const { steps, end, digits, candidates, differ } = await ask("explain", { puzzle: asPuzzle(grid) });
      /** @type {import("./drawing.js").Frame[]} */
      const frames = steps.map((/** @type {any} */ step) => frameOf(step, grid.givens));
      frames.push({ text: end, digits: foundOf(digits, grid.givens), marks: candidates, under: null, over: null,
        light: { look: differ } });
      this.#app.tell({ text: end, frames });
    });
  }

  #rate() {
    const puzzle = asPuzzle(this.#app.grid);
    this.#asker.run(texts.rating, async (ask) => {
      const rating = await ask("rate", { puzzle });
      const { grade, technique, score, sentence, time_limit_reached: isLate } = rating;
      this.#app.tell(grade && !isLate
        ? { title: capital(grade), text: texts.needs(technique, score), details: texts.figures(rating) }
        : { title: texts.rated, text: sentence });
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

/** An answer that names the player's digits that differ from the only solution; null if there are none.
 * @param {Grid} grid @param {Solved} solved @returns {Answer | null} */
function wrongDigits(grid, { status, solutions: [solution] }) {
  if (status !== "unique" || !isSet(grid)) return null;
  const side = sideOf(grid);
  const wrong = grid.digits.flatMap((digit, cell) => digit && digit !== solution[cell] ? [cell] : []);
  if (wrong.length === 0) return null;
  const names = wrong.map((cell) => texts.isNot(cellName(cell, side), symbolOf(grid.digits[cell])));
  const more = names.length > 5 ? texts.more(names.length - 5) : "";
  const text = `${names.slice(0, 5).join(", ")}${more}.`;
  return { kind: "bad", title: texts.wrong(wrong.length), text, light: { wrong } };
}

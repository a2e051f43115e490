// What the page shows is a function of the grid, of what is selected and entered, and of the
// answer to exactly this grid: a change of the grid takes the answer away.

import { Cancelled } from "./client.js";
import { settings } from "./settings.js";
import { asPosition, cellName, isFull, peersOf, placesOf, sideOf, symbolOf, valuesOf } from "./state.js";
import { texts } from "./texts.js";

/** @typedef {import("./state.js").Grid} Grid */
/** @typedef {import("./looks.js").Light} Light */
/** @typedef {import("./drawing.js").Frame} Frame */
/** How keys are taken: "setting" moves on after each digit.
 * @typedef {"digits" | "marks" | "centre" | "colours" | "lines" | "filter" | "setting" | "regions" | "clues"} Entry */
/** A clue with its cells, in words and as it is written.
 * @typedef {{words: string, text: string, cells: number[]}} Clue */
/** How an answer is shown: each has a sign and a colour.
 * @typedef {"good" | "several" | "bad" | "unknown" | "solved"} Kind */

/**
 * An answer to the grid as it is.
 * @typedef {object} Answer
 * @property {Kind} [kind]
 * @property {string} [title]
 * @property {string} [text]
 * @property {string} [details] what few want to know
 * @property {string} [error]
 * @property {Light} [light]
 * @property {Frame[]} [frames] what the board shows meanwhile; several can be played
 * @property {string[]} [list] reasons, one after the other
 * @property {[string, () => void][]} [offers] buttons that follow
 * @property {boolean} [isOpening] whether new puzzles are offered
 */

export class App {
  /** @type {Entry} */ entry = "digits";
  /** The cell of the keyboard. */
  selected = 0;
  /** All cells that are selected, with that one. */
  selection = new Set([0]);
  /** Of the frames of the answer. */
  frameIndex = 0;
  /** The digit whose places stand out, or 0. */
  filter = 0;
  /** What clashes in the grid. */
  note = "";
  /** Whether all cells are filled and nothing clashes. */
  isSolved = false;
  /** @type {Answer} */ #answer = {};
  /** @type {number[]} */ #clashing = [];
  /** What the rules of the grid shade, and the cells that must differ from each. */
  #board = { key: "", shaded: /** @type {number[]} */ ([]), peers: /** @type {number[][]} */ ([]),
    clues: /** @type {Clue[]} */ ([]), drawing: /** @type {string | null} */ (null) };
  #isChecking = false;
  #isCheckPlanned = false;
  /** Whether the last change was the player's own. */
  #isPlayed = false;
  #history;
  #view;
  #quick;
  #on;

  /**
   * @param {import("./state.js").History} history
   * @param {import("./grid.js").GridView} view
   * @param {import("./client.js").Client} quick the worker for short questions
   * @param {{change: () => void, show: () => void, solve: () => void}} on what is called after each
   * change of the grid, whenever the page is shown anew, and when the player has filled the grid
   */
  constructor(history, view, quick, on) {
    this.#history = history;
    this.#view = view;
    this.#quick = quick;
    this.#on = on;
    this.#learn();
  }

  get history() {
    return this.#history;
  }

  /** The clues, also in words. */
  get clues() {
    return this.#board.clues;
  }

  /** The cells that must differ from each cell. */
  get peers() {
    return this.#board.peers;
  }

  get grid() {
    return this.#history.present;
  }

  get answer() {
    return this.#answer;
  }

  /** What the board shows in place of the player's digits and marks, if anything. */
  get frame() {
    return this.#answer.frames?.[this.frameIndex];
  }

  get canUndo() {
    return this.#history.canUndo;
  }

  get canRedo() {
    return this.#history.canRedo;
  }

  /** Changes the grid, and tells the answer that came with it; the one before is gone.
   * @param {Grid} next @param {Answer} [answer]
   * @param {{goesOn?: boolean, isPlayed?: boolean}} [options] whether this is one step with the last
   * change, and the player's own */
  commit(next, answer = {}, { goesOn = false, isPlayed = false } = {}) {
    if (next === this.grid) {
      this.tell(answer);
      return;
    }
    this.#history.commit(next, { goesOn });
    this.#isPlayed = isPlayed;
    this.#changed(answer);
  }

  undo() {
    this.#isPlayed = false;
    this.#history.undo();
    this.#changed({});
  }

  redo() {
    this.#isPlayed = false;
    this.#history.redo();
    this.#changed({});
  }

  /** Tells an answer to the grid as it is. @param {Answer} answer */
  tell(answer) {
    this.#answer = answer;
    this.frameIndex = 0;
    this.show();
  }

  /** @param {string} error */
  complain(error) {
    this.tell({ error });
  }

  /** @param {number} index */
  turnTo(index) {
    const last = (this.#answer.frames?.length ?? 0) - 1;
    this.frameIndex = Math.max(0, Math.min(index, last));
    this.show();
  }

  /** Selects a cell, or cells.
   * @param {number} cell that of the keyboard @param {Iterable<number>} [cells] */
  select(cell, cells = [cell]) {
    this.selected = cell;
    this.selection = new Set(cells).add(cell);
    this.show();
  }

  /** @param {Entry} entry */
  enter(entry) {
    this.entry = entry;
    this.show();
  }

  /** The cells that can hold the digit that is filtered; null while none is, or steps are told. */
  get #places() {
    return this.filter && !this.frame ? placesOf(this.grid, this.filter, this.peers) : null;
  }

  /** What the filter shows, in words. */
  get filtered() {
    const places = this.#places?.map((cell) => cellName(cell, sideOf(this.grid)));
    if (places) return texts.filtered(symbolOf(this.filter), places);
    return this.entry === "filter" ? texts.filterWhich : "";
  }

  show() {
    const { frame, grid, selected, selection } = this;
    const places = this.#places;
    const shown = frame ? { ...grid, digits: frame.digits, marks: frame.marks,
      centre: grid.centre.map(() => 0), lines: [] } : grid;
    const isTinted = settings.tint && selection.size === 1 && !frame && !places &&
      !["regions", "clues"].includes(this.entry);
    this.#view.show({
      grid: shown,
      selected,
      selection,
      peers: isTinted ? this.#board.peers[selected] ?? [] : [],
      filter: places && { digit: this.filter, places },
      isPainting: this.entry === "regions",
      isDrawing: this.entry === "clues" || this.entry === "lines",
      clashing: frame || !settings.clashes && !isFull(grid) ? [] : this.#clashing,
      shaded: this.#board.shaded,
      light: { ...this.#answer.light, ...frame?.light },
    }, frame, boxesIn(`${frame?.text ?? this.#answer.text} ${this.note}`));
    this.#on.show();
  }

  /** Shows the grid and asks what holds of it. @param {Answer} answer */
  #changed(answer) {
    const cells = sideOf(this.grid) ** 2;
    if (this.selected >= cells) this.selected = 0;
    if (this.filter > sideOf(this.grid)) this.filter = 0;
    this.selection = new Set([...this.selection].filter((cell) => cell < cells)).add(this.selected);
    // Until the worker answers, cells that are empty now do not clash.
    const values = valuesOf(this.grid);
    this.#clashing = this.#clashing.filter((cell) => values[cell]);
    this.note = "";
    this.isSolved = false;
    this.#learn();
    this.#on.change();
    this.tell(answer);
    this.check();
  }

  /** Which cells see each other, at once as far as rows, columns and boxes tell. */
  async #learn() {
    const { grid } = this;
    const { box, rules, regions, clues } = grid;
    const key = JSON.stringify([box, rules, regions, clues]);
    if (key === this.#board.key) return;
    this.#board = { key, shaded: [], peers: peersOf(grid), drawing: null,
      clues: clues.map((text) => ({ words: text, text, cells: [] })) };
    this.#view.drawClues(null);
    const empty = { ...asPosition(grid), puzzle: ".".repeat(sideOf(grid) ** 2) };
    // Rules and regions can be such that there is no answer.
    const found = await this.#quick.ask("board", { puzzle: empty }).catch(() => null);
    if (!found || key !== this.#board.key) return;
    this.#board = { key, ...found };
    this.#view.drawClues(found.drawing);
    this.show();
  }

  /** Asks for clashes. One question is out at a time, and the last one counts. */
  async check() {
    this.#isCheckPlanned = true;
    if (this.#isChecking) return;
    this.#isChecking = true;
    while (this.#isCheckPlanned) {
      this.#isCheckPlanned = false;
      const { grid } = this;
      try {
        const found = await this.#quick.ask("clashes", { puzzle: asPosition(grid) });
        if (grid === this.grid) this.#checked(grid, found);
      } catch (error) {
        if (error instanceof Cancelled) continue;
        const { message } = /** @type {Error} */ (error);
        if (grid === this.grid) this.#checked(grid, { cells: [], sentences: [message] });
      }
    }
    this.#isChecking = false;
  }

  /** @param {Grid} grid @param {{cells: number[], sentences: string[]}} found */
  #checked(grid, { cells, sentences }) {
    this.#clashing = cells;
    const isShown = settings.clashes || cells.length === 0 || isFull(grid);
    this.note = isShown ? sentences.slice(0, 3).join("; ") : "";
    this.isSolved = sentences.length === 0 && isFull(grid);
    this.show();
    if (this.isSolved && this.#isPlayed) this.#on.solve();
  }
}

/** The numbers of the boxes that a text speaks of. @param {string} text */
function boxesIn(text) {
  const named = text.matchAll(/\bbox(?:es)? (\d+(?:(?:, | and | or )\d+)*)/g);
  const numbers = [...named].flatMap(([, list]) => list.match(/\d+/g) ?? []);
  return [...new Set(numbers)].map(Number);
}

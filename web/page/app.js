// The state of the page: the grid, the selected cells, the kind of entry, and the answer to exactly
// this grid. A change of the grid removes the answer. The page shows only this state.

import { Cancelled } from "./client.js";
import { settings } from "./settings.js";
import { asPosition, cellName, isFull, peersOf, placesOf, sideOf, symbolOf, valuesOf } from "./state.js";
import { texts } from "./texts.js";

/** @typedef {import("./state.js").Grid} Grid */
/** @typedef {import("./looks.js").Light} Light */
/** @typedef {import("./drawing.js").Frame} Frame */
/** The kind of entry: what a key enters. "setting" goes to the next cell after each digit.
 * @typedef {"digits" | "marks" | "centre" | "colours" | "lines" | "filter" | "setting" | "regions" | "clues"} Entry */
/** A clue: in words, as text that the program reads, and its cells.
 * @typedef {{words: string, text: string, cells: number[]}} Clue */
/** The kind of an answer; each kind is shown with a sign and a colour.
 * @typedef {"good" | "several" | "bad" | "unknown" | "solved"} Kind */

/**
 * An answer to the present grid.
 * @typedef {object} Answer
 * @property {Kind} [kind]
 * @property {string} [title]
 * @property {string} [text]
 * @property {string} [details] more figures, which are hidden at first
 * @property {string} [error]
 * @property {Light} [light]
 * @property {Frame[]} [frames] what the board shows with the answer; several frames can be played
 * @property {string[]} [list] reasons, in their order
 * @property {[string, () => void][]} [offers] buttons below the answer: the name and the action of each
 * @property {boolean} [isOpening] whether the buttons for new puzzles are shown
 */

export class App {
  /** @type {Entry} */ entry = "digits";
  /** The cell that has the keyboard focus. */
  selected = 0;
  /** All selected cells, including `selected`. */
  selection = new Set([0]);
  /** The index of the shown frame among the frames of the answer. */
  frameIndex = 0;
  /** The digit whose possible cells are highlighted, or 0. */
  filter = 0;
  /** A sentence about clashes in the grid. */
  note = "";
  /** Whether all cells are filled and nothing clashes. */
  isSolved = false;
  /** @type {Answer} */ #answer = {};
  /** @type {number[]} */ #clashing = [];
  /** What the solver said about rules, regions and clues (`key`): the shaded cells, the peers of each cell,
   * the clues, and a drawing of the clues. */
  #board = { key: "", shaded: /** @type {number[]} */ ([]), peers: /** @type {number[][]} */ ([]),
    clues: /** @type {Clue[]} */ ([]), drawing: /** @type {string | null} */ (null) };
  #isChecking = false;
  #isCheckPlanned = false;
  /** Whether the player made the last change. */
  #isPlayed = false;
  #history;
  #view;
  #quick;
  #on;

  /**
   * @param {import("./state.js").History} history
   * @param {import("./grid.js").GridView} view
   * @param {import("./client.js").Client} quick the worker for short questions
   * @param {{change: () => void, show: () => void, solve: () => void}} on functions that are called after
   * each change of the grid, after each change of what the page shows, and when the player has solved the puzzle
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

  /** The clues of the grid, also in words. */
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

  /** The frame that the board shows instead of the player's digits and marks, if there is one. */
  get frame() {
    return this.#answer.frames?.[this.frameIndex];
  }

  get canUndo() {
    return this.#history.canUndo;
  }

  get canRedo() {
    return this.#history.canRedo;
  }

  /** Changes the grid, and shows this answer instead of the last one.
   * @param {Grid} next @param {Answer} [answer]
   * @param {{goesOn?: boolean, isPlayed?: boolean}} [options] `goesOn`: undo takes back this change and the
   * last one together; `isPlayed`: the player made this change */
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

  /** Shows an answer to the present grid. @param {Answer} answer */
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

  /** Selects one cell or several cells.
   * @param {number} cell gets the keyboard focus @param {Iterable<number>} [cells] all selected cells */
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

  /** The cells that can hold the filtered digit; null if no digit is filtered, or while a step is shown. */
  get #places() {
    return this.filter && !this.frame ? placesOf(this.grid, this.filter, this.peers) : null;
  }

  /** A sentence about what the filter highlights. */
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

  /** Shows the changed grid with this answer, and asks for clashes. @param {Answer} answer */
  #changed(answer) {
    const cells = sideOf(this.grid) ** 2;
    if (this.selected >= cells) this.selected = 0;
    if (this.filter > sideOf(this.grid)) this.filter = 0;
    this.selection = new Set([...this.selection].filter((cell) => cell < cells)).add(this.selected);
    // Until the worker answers, only cells that still hold a digit are shown as clashing.
    const values = valuesOf(this.grid);
    this.#clashing = this.#clashing.filter((cell) => values[cell]);
    this.note = "";
    this.isSolved = false;
    this.#learn();
    this.#on.change();
    this.tell(answer);
    this.check();
  }

  /** Finds which cells see each other. Rows, columns and boxes are known at once; the solver is asked about
   * other rules and clues. */
  async #learn() {
    const { grid } = this;
    const { box, rules, regions, clues } = grid;
    const key = JSON.stringify([box, rules, regions, clues]);
    if (key === this.#board.key) return;
    this.#board = { key, shaded: [], peers: peersOf(grid), drawing: null,
      clues: clues.map((text) => ({ words: text, text, cells: [] })) };
    this.#view.drawClues(null);
    const empty = { ...asPosition(grid), puzzle: ".".repeat(sideOf(grid) ** 2) };
    // For some rules and regions, such as incomplete regions, there is no answer.
    const found = await this.#quick.ask("board", { puzzle: empty }).catch(() => null);
    if (!found || key !== this.#board.key) return;
    this.#board = { key, ...found };
    this.#view.drawClues(found.drawing);
    this.show();
  }

  /** Asks the solver for clashes. Only one question is asked at a time. If the grid has changed when the answer
   * comes, the question is asked again. */
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

/** The numbers of the boxes that a text names. @param {string} text */
function boxesIn(text) {
  const named = text.matchAll(/\bbox(?:es)? (\d+(?:(?:, | and | or )\d+)*)/g);
  const numbers = [...named].flatMap(([, list]) => list.match(/\d+/g) ?? []);
  return [...new Set(numbers)].map(Number);
}

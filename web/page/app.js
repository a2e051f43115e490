// What the page shows is a function of the grid, of what is selected and entered, and of the
// answer to exactly this grid: a change of the grid takes the answer away.

import { Cancelled } from "./client.js";
import { History, asPosition, sideOf, valuesOf } from "./state.js";

/** @typedef {import("./state.js").Grid} Grid */
/** @typedef {import("./looks.js").Light} Light */
/** @typedef {import("./drawing.js").Frame} Frame */
/** How keys are taken: "setting" moves on after each digit.
 * @typedef {"digits" | "marks" | "setting" | "regions"} Entry */

/**
 * An answer to the grid as it is.
 * @typedef {object} Answer
 * @property {string} [text]
 * @property {string} [error]
 * @property {Light} [light]
 * @property {Frame[]} [frames] what the board shows meanwhile; several can be played
 * @property {string[]} [list] reasons, one after the other
 * @property {[string, () => void][]} [offers] buttons that follow
 */

export class App {
  /** @type {Entry} */ entry = "digits";
  selected = 0;
  /** Of the frames of the answer. */
  frameIndex = 0;
  /** What holds of the grid, from clashes to success. */
  note = "";
  /** @type {Answer} */ #answer = {};
  /** What the worker says of the grid. */
  #check = { cells: /** @type {number[]} */ ([]), shaded: /** @type {number[]} */ ([]) };
  #isChecking = false;
  #isCheckPlanned = false;
  #history;
  #view;
  #quick;
  #onChange;
  #onShow;

  /**
   * @param {Grid} grid
   * @param {import("./grid.js").GridView} view
   * @param {import("./client.js").Client} quick the worker for short questions
   * @param {() => void} onChange is called after each change of the grid
   * @param {() => void} onShow is called whenever the page is shown anew
   */
  constructor(grid, view, quick, onChange, onShow) {
    this.#history = new History(grid);
    this.#view = view;
    this.#quick = quick;
    this.#onChange = onChange;
    this.#onShow = onShow;
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
   * @param {{goesOn?: boolean}} [options] whether this is one step with the last change */
  commit(next, answer = {}, options = {}) {
    if (next === this.grid) {
      this.tell(answer);
      return;
    }
    this.#history.commit(next, options);
    this.#changed(answer);
  }

  undo() {
    this.#history.undo();
    this.#changed({});
  }

  redo() {
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

  /** @param {number} cell */
  select(cell) {
    this.selected = cell;
    this.show();
  }

  /** @param {Entry} entry */
  enter(entry) {
    this.entry = entry;
    this.show();
  }

  show() {
    const { frame, grid } = this;
    const shown = frame ? { ...grid, digits: frame.digits, marks: frame.marks } : grid;
    this.#view.show({
      grid: shown,
      selected: this.selected,
      isPainting: this.entry === "regions",
      clashing: frame ? [] : this.#check.cells,
      shaded: this.#check.shaded,
      light: { ...this.#answer.light, ...frame?.light },
    }, frame);
    this.#onShow();
  }

  /** Shows the grid and asks what holds of it. @param {Answer} answer */
  #changed(answer) {
    if (this.selected >= sideOf(this.grid) ** 2) this.selected = 0;
    // Until the worker answers, cells that are empty now do not clash.
    const values = valuesOf(this.grid);
    this.#check.cells = this.#check.cells.filter((cell) => values[cell]);
    this.note = "";
    this.#onChange();
    this.tell(answer);
    this.check();
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
        if (grid === this.grid) this.#checked(found.cells, found.shaded ?? [], noteOf(grid, found));
      } catch (error) {
        if (error instanceof Cancelled) continue;
        if (grid === this.grid) this.#checked([], [], /** @type {Error} */ (error).message);
      }
    }
    this.#isChecking = false;
  }

  /** @param {number[]} cells @param {number[]} shaded @param {string} note */
  #checked(cells, shaded, note) {
    this.#check = { cells, shaded };
    this.note = note;
    this.show();
  }
}

/** @param {Grid} grid @param {{cells: number[], sentences: string[]}} found */
function noteOf(grid, { cells, sentences }) {
  const isFull = valuesOf(grid).every(Boolean);
  return isFull && cells.length === 0 ? "Solved: all cells are filled and nothing clashes."
    : sentences.slice(0, 3).join("; ");
}

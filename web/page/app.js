// What the parts of the page share: the grid with its history, what is selected, what is lit.

import { Cancelled } from "./client.js";
import { note } from "./messages.js";
import { History, asPosition, sideOf, valuesOf } from "./state.js";

/** @typedef {import("./state.js").Grid} Grid */
/** @typedef {import("./looks.js").Light} Light */
/** @typedef {"digits" | "marks" | "regions"} Entry */

export class App {
  /** @type {Entry} */ entry = "digits";
  selected = 0;
  /** @type {Light} */ #light = {};
  /** What the worker says of the grid. */
  #check = { cells: /** @type {number[]} */ ([]), shaded: /** @type {number[]} */ ([]) };
  #isChecking = false;
  #isCheckPlanned = false;
  #history;
  #view;
  #quick;
  #onChange;

  /**
   * @param {Grid} grid
   * @param {import("./grid.js").GridView} view
   * @param {import("./client.js").Client} quick the worker for short questions
   * @param {() => void} onChange is called after each change of the grid
   */
  constructor(grid, view, quick, onChange) {
    this.#history = new History(grid);
    this.#view = view;
    this.#quick = quick;
    this.#onChange = onChange;
  }

  get grid() {
    return this.#history.present;
  }

  get canUndo() {
    return this.#history.canUndo;
  }

  get canRedo() {
    return this.#history.canRedo;
  }

  /** Changes the grid. What was lit goes out. @param {Grid} next
   * @param {{goesOn?: boolean}} [options] whether this is one step with the last change */
  commit(next, options) {
    if (next === this.grid) return;
    this.#history.commit(next, options);
    this.#changed();
  }

  undo() {
    this.#history.undo();
    this.#changed();
  }

  redo() {
    this.#history.redo();
    this.#changed();
  }

  /** Lights cells until the grid changes. @param {Light} light */
  shine(light) {
    this.#light = light;
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
    this.#view.show({
      grid: this.grid,
      selected: this.selected,
      isPainting: this.entry === "regions",
      clashing: this.#check.cells,
      shaded: this.#check.shaded,
      light: this.#light,
    });
  }

  /** Shows the grid and asks what holds of it. */
  #changed() {
    this.#light = {};
    if (this.selected >= sideOf(this.grid) ** 2) this.selected = 0;
    // Until the worker answers, cells that are empty now do not clash.
    const values = valuesOf(this.grid);
    this.#check.cells = this.#check.cells.filter((cell) => values[cell]);
    this.show();
    this.check();
    this.#onChange();
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

  /** @param {number[]} cells @param {number[]} shaded @param {string} text */
  #checked(cells, shaded, text) {
    this.#check = { cells, shaded };
    note(text);
    this.show();
  }
}

/** @param {Grid} grid @param {{cells: number[], sentences: string[]}} found */
function noteOf(grid, { cells, sentences }) {
  const isFull = valuesOf(grid).every(Boolean);
  return isFull && cells.length === 0 ? "Solved: all cells are filled and nothing clashes."
    : sentences.slice(0, 3).join("; ");
}

// Digits, marks and regions from keys, the number pad and the pointer.

import {
  boxRegions, cellName, clear, erase, letterOf, paint, putDigit, regionOf, restart, sideOf, symbolOf,
  toggleMark, valuesOf,
} from "./state.js";
import { element, makeButton, onPress } from "./dom.js";
import { DigitKeys } from "./keys.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./app.js").Entry} Entry */
/** @typedef {import("./state.js").Grid} Grid */

/** How far apart the pointer paints, in pixels: less than a cell. */
const PAINT_STEP = 8;

/** The buttons that choose what is entered in place of digits. @type {Record<string, Entry>} */
const TOGGLES = { "marks": "marks", "type-in": "setting", "paint": "regions" };

export class EntryControls {
  #keys = new DigitKeys();
  /** The region that is painted, -1 for none. */
  #brush = 0;
  /** Where the pointer painted last; null while it does not paint.
   * @type {{x: number, y: number} | null} */
  #stroke = null;
  /** The side and entry that the pad was built for. */
  #padOf = "";
  // The grids before the stroke of the pointer or the numeral that may go on, and after it.
  /** @type {Grid} */ #before;
  /** @type {Grid} */ #after;
  #app;
  #view;

  /** @param {App} app @param {import("./grid.js").GridView} view */
  constructor(app, view) {
    this.#app = app;
    this.#view = view;
    [this.#before, this.#after] = [app.grid, app.grid];
    onPress({
      undo: () => app.undo(),
      redo: () => app.redo(),
      erase: () => this.#erase(),
      restart: () => app.commit(restart(app.grid)),
      clear: () => app.commit(clear(app.grid)),
      marks: () => this.#toggle("marks"),
      "type-in": () => this.#toggle("setting"),
      paint: () => this.#toggle("regions"),
      zoom: () => this.#zoom(),
    });
    // A press of the mouse leaves the keyboard where it is.
    element("pad").onmousedown = (/** @type {Event} */ event) => event.preventDefault();
    /** @type {HTMLElement} */
    const grid = element("grid");
    grid.onkeydown = (event) => this.#onKey(event);
    grid.onpointerdown = (event) => this.#onPointer(event);
    grid.onpointermove = (event) => this.#onDrag(event);
    for (const end of ["pointerup", "pointercancel"]) {
      addEventListener(end, () => { this.#stroke = null; });
    }
    // Where the keyboard or a screen reader goes is selected.
    grid.addEventListener("focusin", ({ target }) => {
      const cell = view.cellOf(target);
      if (cell >= 0 && cell !== app.selected) this.#select(cell);
    });
    addEventListener("keydown", (event) => this.#onUndoKey(event));
  }

  /** Shows what can be done with the grid as it is. */
  refresh() {
    const { grid } = this.#app;
    element("undo").disabled = !this.#app.canUndo;
    element("redo").disabled = !this.#app.canRedo;
    element("restart").disabled = !grid.digits.some(Boolean) && !grid.marks.some(Boolean);
    this.#refreshPad();
  }

  /** @param {Entry} entry */
  setEntry(entry) {
    for (const [id, its] of Object.entries(TOGGLES)) {
      element(id).setAttribute("aria-pressed", its === entry);
    }
    document.body.classList.toggle("setting", entry === "setting" || entry === "regions");
    this.#app.enter(entry);
    this.#refreshPad();
  }

  /** What is entered in Create ends with it. */
  endSetting() {
    if (document.body.classList.contains("setting")) this.setEntry("digits");
  }

  /** @param {Entry} entry */
  #toggle(entry) {
    this.setEntry(this.#app.entry === entry ? "digits" : entry);
    if (entry !== "marks") this.#view.focus();
  }

  /** Cells as large as a finger where the grid has many, or all of the grid. */
  #zoom() {
    const isZoomed = element("window").classList.toggle("zoomed");
    element("zoom").setAttribute("aria-pressed", isZoomed);
    this.#view.reveal();
  }

  #refreshPad() {
    const { grid, entry } = this.#app;
    const side = sideOf(grid);
    const isPainting = entry === "regions";
    if (this.#padOf !== `${side} ${entry}`) this.#buildPad(side, isPainting);
    this.#padOf = `${side} ${entry}`;
    const counts = Array(side).fill(0);
    const numbers = isPainting ? grid.regions ?? boxRegions(grid.box)
      : valuesOf(grid).map((value) => value - 1);
    for (const number of numbers) if (number >= 0) counts[number] += 1;
    for (const [index, count] of counts.entries()) {
      const key = element("pad").children[index];
      key.dataset.left = side - count;
      key.classList.toggle("done", count === side);
      if (isPainting) key.setAttribute("aria-pressed", index === this.#brush);
    }
  }

  /** @param {number} side @param {boolean} isPainting */
  #buildPad(side, isPainting) {
    const pad = element("pad");
    pad.classList.toggle("regions", isPainting);
    pad.classList.toggle("many", side > 9);
    const keys = Array.from({ length: side }, (_, index) => {
      const key = makeButton(isPainting ? letterOf(index) : symbolOf(index + 1), () =>
        this.#press(index + 1));
      key.setAttribute("aria-label", isPainting ? `Region ${letterOf(index)}` : String(index + 1));
      if (isPainting) key.style.setProperty("--region", String(index));
      return key;
    });
    pad.replaceChildren(...keys, element("erase"));
    if (this.#brush >= side) this.#brush = 0;
  }

  /** A key of the pad, from 1. @param {number} number */
  #press(number) {
    if (this.#app.entry === "regions") {
      this.#brush = number - 1;
      this.#refreshPad();
    } else {
      this.#put(this.#app.entry === "marks", number);
    }
  }

  /** Puts a digit or a mark into the selected cell, unless a given is there.
   * @param {boolean} isMark @param {number} digit @param {Grid} [before] the grid that it changes */
  #put(isMark, digit, before = this.#app.grid) {
    const { grid, selected, entry } = this.#app;
    if (this.#refuse()) return;
    const next = (isMark ? toggleMark : putDigit)(before, selected, digit);
    this.#app.commit(next, {}, { goesOn: before !== grid });
    // On a large grid, 1 may be the first numeral of 10 to 16.
    if (entry === "setting" && (digit > 1 || sideOf(grid) < 10)) this.#advance();
  }

  #erase() {
    const { grid, selected, entry } = this.#app;
    if (entry === "regions") this.#app.commit(paint(grid, selected, -1));
    else if (!this.#refuse()) this.#app.commit(erase(grid, selected));
  }

  /** Says why a given stays; true if the selected cell holds one. */
  #refuse() {
    const { grid, selected } = this.#app;
    if (!grid.givens[selected]) return false;
    const name = cellName(selected, sideOf(grid));
    this.#app.tell({ text: `${name} is a given. “Edit givens” in Create lets you change it.` });
    return true;
  }

  /** Goes to the next cell. */
  #advance() {
    const { grid, selected } = this.#app;
    this.#select(Math.min(selected + 1, sideOf(grid) ** 2 - 1));
    this.#view.focus();
  }

  /** @param {number} cell @param {Grid} [before] the grid before the stroke that goes on */
  #paint(cell, before = this.#app.grid) {
    const { grid } = this.#app;
    this.#app.commit(paint(grid, cell, this.#brush), {}, { goesOn: before !== grid });
  }

  /** @param {number} cell */
  #select(cell) {
    this.#keys.forget();
    this.#app.select(cell);
  }

  /** @param {PointerEvent} event */
  #onPointer(event) {
    const cell = this.#view.cellOf(event.target);
    if (cell < 0 || event.button !== 0) return;
    this.#select(cell);
    this.#view.focus();
    if (this.#app.entry !== "regions") return;
    this.#stroke = { x: event.clientX, y: event.clientY };
    this.#before = this.#app.grid;
    this.#paint(cell);
  }

  /** Paints all cells between the last place and this one: a fast pointer tells of few places.
   * @param {PointerEvent} event */
  #onDrag({ clientX: x, clientY: y }) {
    if (!this.#stroke) return;
    const from = this.#stroke;
    const steps = Math.ceil(Math.hypot(x - from.x, y - from.y) / PAINT_STEP);
    for (let step = 1; step <= steps; step += 1) {
      const along = (/** @type {number} */ start, /** @type {number} */ end) =>
        start + (end - start) * step / steps;
      const cell = this.#view.cellAt(along(from.x, x), along(from.y, y));
      if (cell >= 0) this.#paint(cell, this.#before);
    }
    this.#stroke = { x, y };
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.altKey || event.metaKey || event.isComposing) return;
    const { selected, grid, entry } = this.#app;
    const isPainting = entry === "regions";
    const to = this.#target(event, selected, sideOf(grid));
    if (to !== null) {
      this.#select(to);
      this.#view.focus();
      if (isPainting && event.shiftKey) this.#paint(to);
    } else if (event.ctrlKey) {
      return;
    } else if (event.key === "Backspace" || event.key === "Delete") {
      this.#erase();
    } else if (entry === "setting" && [" ", ".", "0"].includes(event.key)) {
      this.#erase();
      this.#advance();
    } else if (event.key === " ") {
      if (isPainting) this.#paint(selected);
      else this.setEntry(entry === "digits" ? "marks" : "digits");
    } else if (isPainting ? !this.#paintByKey(event) : !this.#putByKey(event)) {
      return;
    }
    event.preventDefault();
  }

  /** Where a key goes to; null if it does not move.
   * @param {KeyboardEvent} event @param {number} cell @param {number} side */
  #target({ key, ctrlKey }, cell, side) {
    const [row, column] = [Math.floor(cell / side), cell % side];
    switch (key) {
      case "ArrowLeft": return column > 0 ? cell - 1 : cell;
      case "ArrowRight": return column < side - 1 ? cell + 1 : cell;
      case "ArrowUp": return row > 0 ? cell - side : cell;
      case "ArrowDown": return row < side - 1 ? cell + side : cell;
      case "Home": return ctrlKey ? 0 : row * side;
      case "End": return ctrlKey ? side ** 2 - 1 : row * side + side - 1;
      default: return null;
    }
  }

  /** @param {KeyboardEvent} event */
  #putByKey(event) {
    const { grid, selected, entry } = this.#app;
    const side = sideOf(grid);
    // With Shift, the key of a digit has another name.
    const numeral = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
    const isOther = event.shiftKey && numeral !== undefined;
    const typed = this.#keys.type(isOther ? numeral : event.key, side, selected, event.timeStamp);
    if (!typed) {
      if (event.key !== "0") return false;
      this.#erase();
      return true;
    }
    // The second numeral takes the first one back, and is one step with it.
    const before = typed.goesOn && grid === this.#after ? this.#before : grid;
    this.#put((entry === "marks") !== isOther, typed.digit, before);
    [this.#before, this.#after] = [before, this.#app.grid];
    return true;
  }

  /** @param {KeyboardEvent} event */
  #paintByKey(event) {
    const { grid, selected } = this.#app;
    const side = sideOf(grid);
    const numeral = /^\d$/.test(event.key);
    const typed = numeral ? this.#keys.type(event.key, side, selected, event.timeStamp) : null;
    const region = typed ? typed.digit - 1 : regionOf(event.key.toLowerCase());
    if (event.key === "0" && !typed) {
      this.#erase();
      return true;
    }
    if (region < 0 || region >= side) return false;
    this.#brush = region;
    const before = typed?.goesOn && grid === this.#after ? this.#before : grid;
    this.#paint(selected, before);
    [this.#before, this.#after] = [before, this.#app.grid];
    this.#refreshPad();
    return true;
  }

  /** @param {KeyboardEvent} event */
  #onUndoKey(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    if (event.target instanceof HTMLInputElement && event.target.type !== "radio" &&
      event.target.type !== "checkbox") return;
    if (event.target instanceof HTMLTextAreaElement) return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) this.#app.undo();
    else if (key === "y" || key === "z") this.#app.redo();
    else return;
    event.preventDefault();
  }
}

// The grid on the page. Only cells whose look changed are touched.

import { looksOf, linesOf, markColumns } from "./looks.js";
import { cellName, sideOf } from "./state.js";

/** @typedef {import("./looks.js").View} View */
/** @typedef {import("./looks.js").Look} Look */
/** @typedef {import("./state.js").Grid} Grid */

/** How long cells may be changed without a break, in milliseconds. The rest follows in the next
 * frame. */
const SLICE = 12;

export class GridView {
  /** @type {HTMLElement[]} */ #cells = [];
  /** What each cell shows, as one text. @type {string[]} */ #shown = [];
  /** @type {View | null} */ #view = null;
  /** @type {Grid | null} */ #lined = null;
  #side = 0;
  #selected = 0;
  #isPlanned = false;
  #root;
  #lines;

  /** @param {HTMLElement} root with role grid @param {SVGElement} lines above it */
  constructor(root, lines) {
    this.#root = root;
    this.#lines = lines;
  }

  /** Shows this; all of it in the next frame or two. @param {View} view */
  show(view) {
    this.#view = view;
    const side = sideOf(view.grid);
    if (side !== this.#side) this.#build(side);
    this.#drawLines(view.grid);
    this.#root.classList.toggle("painting", view.isPainting);
    if (view.selected !== this.#selected) this.#cells[this.#selected].tabIndex = -1;
    this.#selected = view.selected;
    this.#cells[view.selected].tabIndex = 0;
    this.#update();
  }

  /** Moves the keyboard to the selected cell. */
  focus() {
    this.#cells[this.#selected].focus();
  }

  /** The cell of an element in it, or -1. @param {EventTarget | null} element */
  cellOf(element) {
    const cell = element instanceof Element ? element.closest("[role=gridcell]") : null;
    return cell ? Number(/** @type {HTMLElement} */ (cell).dataset.cell) : -1;
  }

  /** The cell at a point of the window, or -1. @param {number} x @param {number} y */
  cellAt(x, y) {
    const found = document.elementFromPoint(x, y);
    return this.#root.contains(found) ? this.cellOf(found) : -1;
  }

  /** @param {number} side */
  #build(side) {
    this.#side = side;
    this.#selected = 0;
    this.#shown = [];
    this.#cells = [];
    const make = (/** @type {string} */ role) => {
      const element = document.createElement("div");
      element.setAttribute("role", role);
      return element;
    };
    const rows = Array.from({ length: side }, () => {
      const row = make("row");
      for (let column = 0; column < side; column += 1) {
        const cell = make("gridcell");
        cell.tabIndex = -1;
        cell.dataset.cell = String(this.#cells.length);
        this.#cells.push(cell);
        row.append(cell);
      }
      const name = cellName(this.#cells.length - 1, side);
      row.dataset.row = name[0];
      return row;
    });
    [...rows[0].children].forEach((cell, column) => {
      /** @type {HTMLElement} */ (cell).dataset.column = String(column + 1);
    });
    this.#root.replaceChildren(...rows);
    const style = /** @type {HTMLElement} */ (this.#root.parentElement).style;
    style.setProperty("--side", String(side));
    style.setProperty("--mark-columns", String(markColumns(side)));
    style.setProperty("--mark-rows", String(Math.ceil(side / markColumns(side))));
    this.#lines.setAttribute("viewBox", `0 0 ${side} ${side}`);
  }

  /** @param {Grid} grid */
  #drawLines(grid) {
    const { box, rules, regions } = grid;
    const old = this.#lined;
    if (old && old.box === box && old.rules === rules && old.regions === regions) return;
    this.#lined = grid;
    const lines = linesOf(grid);
    for (const path of this.#lines.querySelectorAll("path")) {
      path.setAttribute("d", path.classList.contains("bold") ? lines.bold : lines.thin);
    }
  }

  #update() {
    const view = /** @type {View} */ (this.#view);
    const end = performance.now() + SLICE;
    const lookOf = looksOf(view);
    // The selected cell answers at once.
    this.#change(view.selected, lookOf(view.selected), view);
    for (let cell = 0; cell < this.#cells.length; cell += 1) {
      if (performance.now() > end) {
        this.#plan();
        return;
      }
      this.#change(cell, lookOf(cell), view);
    }
  }

  #plan() {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    requestAnimationFrame(() => {
      this.#isPlanned = false;
      this.#update();
    });
  }

  /** @param {number} index @param {Look} look @param {View} view */
  #change(index, look, view) {
    const isSelected = index === view.selected;
    const key = JSON.stringify([look, isSelected]);
    if (this.#shown[index] === key) return;
    this.#shown[index] = key;
    const cell = this.#cells[index];
    cell.className = isSelected ? `${look.classes} selected` : look.classes;
    cell.setAttribute("aria-label", look.label);
    cell.setAttribute("aria-selected", String(isSelected));
    if (look.region >= 0) cell.style.setProperty("--region", String(look.region));
    if (look.marks.length === 0) {
      cell.textContent = look.text;
      return;
    }
    const marks = document.createElement("span");
    marks.className = "marks";
    // The label of the cell says them.
    marks.setAttribute("aria-hidden", "true");
    for (const { text, isStruck } of look.marks) {
      if (!isStruck) {
        marks.append(text);
        continue;
      }
      const struck = document.createElement("s");
      struck.textContent = text;
      marks.append(struck);
    }
    cell.replaceChildren(marks);
  }
}

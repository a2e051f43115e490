// The grid on the page. Only the elements of cells whose look changed are updated.

import { CELL, cluesOf } from "./drawing.js";
import { cornersOfBoxes, linesOf, looksOf, markColumns, nearest, pathOf } from "./looks.js";
import { cellName, sideOf } from "./state.js";

/** @typedef {import("./looks.js").View} View */
/** @typedef {import("./looks.js").Look} Look */
/** @typedef {import("./state.js").Grid} Grid */
/** @typedef {Pick<import("./drawing.js").Frame, "under" | "over" | "light">} Drawing */

const SVG = "http://www.w3.org/2000/svg";

/** How long cells may be updated without a pause, in milliseconds. The other cells are updated in the
 * next frame. */
const SLICE = 12;

export class GridView {
  /** @type {HTMLElement[]} */ #cells = [];
  /** What each cell shows, as one text. @type {string[]} */ #shown = [];
  /** @type {View | null} */ #view = null;
  /** @type {Grid | null} */ #lined = null;
  #side = 0;
  #selected = 0;
  #isPlanned = false;
  /** @type {Drawing | undefined} */ #drawing;
  #root;
  #lines;
  #layers;

  /** @param {HTMLElement} root the element with the role grid @param {SVGElement} lines drawn above the root
   * @param {{boxes: SVGElement, links: SVGElement, under: SVGElement, over: SVGElement}} layers for drawings */
  constructor(root, lines, layers) {
    this.#root = root;
    this.#lines = lines;
    this.#layers = layers;
  }

  /** Shows a view; a large grid may need the next frames too.
   * @param {View} view @param {Drawing} [drawing] what is drawn below and above the digits
   * @param {number[]} [boxes] the boxes whose numbers are shown */
  show(view, drawing, boxes = []) {
    this.#view = view;
    const side = sideOf(view.grid);
    if (side !== this.#side) this.#build(side);
    this.#draw(drawing);
    this.#drawLines(view.grid);
    this.#number(view.grid, boxes);
    this.#link(view);
    this.#root.classList.toggle("painting", view.isPainting || view.isDrawing);
    if (view.selected !== this.#selected) this.#cells[this.#selected].tabIndex = -1;
    this.#selected = view.selected;
    this.#cells[view.selected].tabIndex = 0;
    this.#update();
  }

  /** Draws the clues of a picture of the library below and above the lines; without a picture, removes clues.
   * @param {string | null} svg */
  drawClues(svg) {
    const board = /** @type {HTMLElement} */ (this.#root.closest("#board"));
    const { below, above, style, isAtEdge } = cluesOf(svg);
    for (const [id, picture] of [["clues-below", below], ["clues-above", above]]) {
      const image = /** @type {HTMLImageElement} */ (board.querySelector(`#${id}`));
      URL.revokeObjectURL(image.src);
      image.hidden = !picture;
      if (picture) image.src = URL.createObjectURL(new Blob([picture], { type: "image/svg+xml" }));
      else image.removeAttribute("src");
    }
    for (const [name, value] of Object.entries(style)) board.style.setProperty(name, String(value));
    this.#root.classList.toggle("edged", isAtEdge);
  }

  /** Moves the keyboard focus to the selected cell. */
  focus() {
    this.#cells[this.#selected].focus();
  }

  /** Scrolls to the selected cell. */
  reveal() {
    this.#cells[this.#selected].scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** The cell that contains an element, or -1. @param {EventTarget | null} element */
  cellOf(element) {
    const cell = element instanceof Element ? element.closest("[role=gridcell]") : null;
    return cell ? Number(/** @type {HTMLElement} */ (cell).dataset.cell) : -1;
  }

  /** The cell at a point of the window, or -1. @param {number} x @param {number} y
   * @param {number} [most] the largest distance from the middle of the cell, in cells */
  cellAt(x, y, most = 1) {
    const found = document.elementFromPoint(x, y);
    if (!found || !this.#root.contains(found)) return -1;
    const { left, top, width, height } = found.getBoundingClientRect();
    const isNear = Math.hypot(x - left - width / 2, y - top - height / 2) <= most * width;
    return isNear ? this.cellOf(found) : -1;
  }

  /** The candidate nearest to a point of the window, or null. @param {number} x @param {number} y */
  candidateAt(x, y) {
    const cell = this.cellAt(x, y);
    if (cell < 0 || !this.#view) return null;
    const { left, top, width } = this.#root.getBoundingClientRect();
    const size = width / this.#side;
    return nearest(this.#view.grid, cell, (x - left) / size, (y - top) / size, this.#isEdged);
  }

  /** Whether marks leave room for clues at the edges of cells. */
  get #isEdged() {
    return this.#root.classList.contains("edged");
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
      row.style.setProperty("--row", String(this.#cells.length / side));
      return row;
    });
    [...rows[0].children].forEach((cell, column) => {
      /** @type {HTMLElement} */ (cell).dataset.column = String(column + 1);
    });
    this.#root.replaceChildren(...rows);
    this.#root.classList.toggle("many", side > 9);
    const style = /** @type {HTMLElement} */ (this.#root.closest("#board")).style;
    style.setProperty("--side", String(side));
    style.setProperty("--mark-columns", String(markColumns(side)));
    this.#lines.setAttribute("viewBox", `0 0 ${side} ${side}`);
    for (const layer of [this.#layers.under, this.#layers.over]) {
      layer.setAttribute("viewBox", `0 0 ${CELL * side} ${CELL * side}`);
    }
  }

  /** @param {Drawing} [drawing] */
  #draw(drawing) {
    if (drawing === this.#drawing) return;
    this.#drawing = drawing;
    this.#root.classList.toggle("drawn", drawing !== undefined);
    const { under, over } = this.#layers;
    const placed = drawing?.light.placed;
    /** @type {[SVGElement, Element | null | undefined][]} */
    const layers = [[under, drawing?.under], [over, drawing?.over]];
    for (const [layer, marks] of layers) {
      layer.replaceChildren(...marks ? [document.importNode(marks, true)] : []);
      // The cell shows a placed digit at full size, so its circle is not needed.
      for (const place of placed ? layer.querySelectorAll("circle.place") : []) {
        const [row, column] = ["cy", "cx"].map((name) => Math.floor(Number(place.getAttribute(name)) / CELL));
        if (row * this.#side + column === placed?.cell) place.remove();
      }
    }
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

  /** Shows the numbers of boxes in the middle of the boxes. @param {Grid} grid @param {number[]} boxes */
  #number(grid, boxes) {
    const side = sideOf(grid);
    const layer = this.#layers.boxes;
    layer.setAttribute("viewBox", `0 0 ${side} ${side}`);
    const corners = cornersOfBoxes(grid);
    layer.replaceChildren(...boxes.filter((box) => box <= corners.length).map((box) => {
      const text = document.createElementNS(SVG, "text");
      const corner = corners[box - 1];
      text.setAttribute("x", String(corner % side + grid.box[1] / 2));
      text.setAttribute("y", String(Math.floor(corner / side) + grid.box[0] / 2));
      text.textContent = String(box);
      return text;
    }));
  }

  /** Draws the player's lines. @param {View} view */
  #link({ grid, light: { reach } }) {
    const side = sideOf(grid);
    const layer = this.#layers.links;
    layer.setAttribute("viewBox", `0 0 ${side} ${side}`);
    const lines = [...grid.lines, ...reach ? [{ ...reach, isWeak: false }] : []];
    layer.replaceChildren(...lines.flatMap((line) => {
      const { rings, curve } = pathOf(grid, line, this.#isEdged);
      return [["ring", rings], ["", curve]].map(([name, data]) => {
        const path = document.createElementNS(SVG, "path");
        path.setAttribute("class", `${line.isWeak ? "weak" : "strong"} ${name}`);
        path.setAttribute("d", data);
        return path;
      });
    }));
  }

  #update() {
    const view = /** @type {View} */ (this.#view);
    const end = performance.now() + SLICE;
    const lookOf = looksOf(view);
    // The selected cell is updated first.
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
    const key = JSON.stringify(look);
    if (this.#shown[index] === key) return;
    this.#shown[index] = key;
    const cell = this.#cells[index];
    cell.className = look.classes;
    cell.setAttribute("aria-label", look.label);
    cell.setAttribute("aria-selected", String(view.selection.has(index)));
    if (look.region >= 0) cell.style.setProperty("--region", String(look.region));
    if (look.colour) cell.dataset.colour = String(look.colour);
    else delete cell.dataset.colour;
    cell.classList.toggle("hit", look.hit > 0);
    if (look.hit) {
      const columns = markColumns(this.#side);
      cell.style.setProperty("--hit-x", String((look.hit - 1) % columns));
      cell.style.setProperty("--hit-y", String(Math.floor((look.hit - 1) / columns)));
    }
    cell.textContent = look.text;
    // The marks are text for the eye only: for screen readers, the label of the cell contains them.
    if (look.marks) cell.dataset.marks = look.marks;
    else delete cell.dataset.marks;
  }
}

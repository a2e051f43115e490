// The player's own clues, which can be drawn by moving over cells, typed in, changed and removed. The
// library defines the kinds of clues, with a sentence and an example for each.

import { element, makeButton } from "./dom.js";
import { thumbnailOf } from "./drawing.js";
import { asPosition, cellName, sideOf } from "./state.js";
import { capital, texts } from "./texts.js";

/** @typedef {{name: string, about: string, example: string}} Kind */

export class Clues {
  /** @type {Kind[]} */ #kinds = [];
  /** The kind of the clue that the player draws. @type {Kind | null} */ #kind = null;
  /** The cells of the clue that the player draws, in their order. @type {number[]} */ #cells = [];
  /** The index of the clue that the player changes; Infinity for a new clue. */
  #at = Infinity;
  /** @type {unknown} */ #shown = null;
  #app;
  #quick;
  #controls;
  #view;

  /** @param {import("./app.js").App} app @param {import("./client.js").Client} quick
   * @param {import("./entry.js").EntryControls} controls @param {import("./grid.js").GridView} view */
  constructor(app, quick, controls, view) {
    this.#app = app;
    this.#quick = quick;
    this.#controls = controls;
    this.#view = view;
    controls.onClue = (cells) => this.#take(cells);
    controls.onClueErase = (cell) => this.#eraseAt(cell);
    element("number").oninput = () => this.#write();
    element("clue-form").onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.#add();
    };
    element("make").ontoggle = () => this.#draw();
    element("to-create").addEventListener("click", () => this.#draw());
    // A press beside the grid makes a clue of that row or column.
    element("board").onclick = (/** @type {MouseEvent} */ event) => this.#onBeside(event);
  }

  /** Makes a button for each kind; the kinds that can also be generated come first.
   * @param {Kind[]} kinds @param {string[]} drawn */
  addKinds(kinds, drawn) {
    const rank = (/** @type {Kind} */ { name }) => {
      const found = drawn.findIndex((it) => name.startsWith(it));
      return found < 0 ? drawn.length : found;
    };
    // A clue that is an automaton can only be typed in.
    this.#kinds = kinds.filter(({ example }) => !example.includes("/")).sort((a, b) => rank(a) - rank(b));
    element("kinds").append(...this.#kinds.map((kind) => {
      const button = makeButton(kind.name, () => this.#choose(kind));
      button.title = kind.about;
      button.setAttribute("aria-pressed", "false");
      return button;
    }));
    this.#draw();
  }

  /** Shows the clues of the grid, and the kind of clue that is being drawn. */
  show() {
    const { clues, entry } = this.#app;
    const kind = entry === "clues" ? this.#kind : null;
    // While the player draws clues, the form is directly below the grid.
    const [form, bar] = [element("clue-form"), element("bar")];
    if (kind && form.parentElement !== bar) bar.prepend(form);
    if (!kind && form.parentElement === bar) element("made").before(form);
    [...element("kinds").children].forEach((button, index) =>
      button.setAttribute("aria-pressed", String(this.#kinds[index] === kind)));
    element("number-field").hidden = !kind || !hasNumber(kind);
    element("kind-about").textContent = kind ? `${capital(kind.about)}: ${isOutside(kind) ? texts.besideGrid : texts.overCells}` : "";
    if (clues === this.#shown) return;
    this.#shown = clues;
    this.#at = Infinity;
    element("add-clue").textContent = texts.addClue;
    element("clues").hidden = clues.length === 0;
    element("clue-list").replaceChildren(...clues.map(({ words }) => {
      const item = document.createElement("li");
      item.textContent = words;
      return item;
    }));
    element("made").replaceChildren(...clues.map(({ words, text, cells }, index) => {
      const item = document.createElement("li");
      const change = makeButton(words, () => {
        this.#at = index;
        element("clue").value = text;
        element("add-clue").textContent = texts.changeClue;
        this.#app.tell({ text: words, light: { look: cells } });
      });
      const remove = makeButton("×", () => this.#remove(index));
      remove.setAttribute("aria-label", texts.removeClue(words));
      item.append(change, remove);
      return item;
    }));
  }

  /** Draws the pictures of the kinds, only when they are visible. */
  async #draw() {
    const buttons = [...element("drawn").children, ...element("make").open ? element("kinds").children : []];
    for (const button of buttons) {
      const { textContent: name } = button;
      const { example } = this.#kinds.find((it) => it.name === name) ??
        this.#kinds.find((it) => it.name.startsWith(name)) ?? {};
      if (!example || button.firstElementChild) continue;
      const image = new Image();
      image.alt = "";
      button.prepend(image);
      const puzzle = { puzzle: ".".repeat(81), rules: "classic", box: "3x3", clues: [example] };
      const { drawing, clues: [{ cells }] } = await this.#quick.ask("board", { puzzle });
      image.src = URL.createObjectURL(new Blob([thumbnailOf(drawing, cells)], { type: "image/svg+xml" }));
    }
  }

  /** @param {Kind} kind */
  #choose(kind) {
    this.#cells = [];
    this.#at = Infinity;
    element("number").value = "";
    element("clue").value = "";
    if (!/\d/.test(kind.example)) {
      element("clue").value = kind.name;
      this.#add();
      return;
    }
    const isChosen = this.#kind === kind && this.#app.entry === "clues";
    this.#kind = isChosen ? null : kind;
    this.#controls.setEntry(isChosen ? "digits" : "clues");
    const { top, bottom } = element("grid").getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) scrollTo(0, 0);
  }

  /** Makes a clue with these cells: at once if it needs no number, else after a number is entered.
   * @param {number[]} cells */
  #take(cells) {
    const kind = this.#kind;
    if (!kind) return;
    this.#cells = cells;
    this.#at = Infinity;
    this.#write();
    if (hasNumber(kind)) element("number").focus({ preventScroll: true });
    else if (cells.length > 1) this.#add();
  }

  /** Writes the clue that is being drawn into the text field. */
  #write() {
    const side = sideOf(this.#app.grid);
    const names = this.#cells.map((cell) => cellName(cell, side));
    const place = this.#kind && isOutside(this.#kind) ? lineOf(this.#cells, side) : "";
    const parts = [this.#kind?.name, element("number").value.trim(), place || names.join(" ")];
    element("clue").value = parts.filter(Boolean).join(" ");
  }

  /** Adds the clue that is written, or says what is wrong with it. */
  async #add() {
    const { grid } = this.#app;
    const text = element("clue").value.trim();
    const clues = grid.clues.toSpliced(this.#at, 1, text);
    const empty = { ...asPosition(grid), puzzle: ".".repeat(grid.givens.length), clues };
    try {
      const found = await this.#quick.ask("board", { puzzle: empty });
      if (grid !== this.#app.grid) return;
      element("clue").value = "";
      element("number").value = "";
      this.#cells = [];
      this.#app.select(this.#app.selected);
      this.#app.commit({ ...grid, clues: found.clues.map((/** @type {any} */ clue) => clue.text) });
      if (this.#app.entry === "clues" && document.activeElement !== element("clue")) this.#view.focus();
    } catch (error) {
      this.#app.complain(/** @type {Error} */ (error).message);
    }
  }

  /** @param {number} index */
  #remove(index) {
    const { grid } = this.#app;
    this.#app.commit({ ...grid, clues: grid.clues.toSpliced(index, 1) });
    // The keyboard focus goes to the next clue of the list.
    const rest = element("made").querySelectorAll("li > :last-child");
    (rest[Math.min(index, rest.length - 1)] ?? element("clue")).focus();
  }

  /** Removes the last clue that contains this cell. @param {number} cell */
  #eraseAt(cell) {
    const index = this.#app.clues.findLastIndex(({ cells }) => cells.includes(cell));
    if (index >= 0) this.#remove(index);
  }

  /** @param {MouseEvent} event */
  #onBeside({ clientX: x, clientY: y }) {
    if (this.#app.entry !== "clues" || !this.#kind || !isOutside(this.#kind)) return;
    const { left, top, right, bottom, width } = element("grid").getBoundingClientRect();
    const [isInRows, isInColumns] = [y > top && y < bottom, x > left && x < right];
    if (isInRows === isInColumns) return;
    const side = sideOf(this.#app.grid);
    const line = Math.floor((isInRows ? y - top : x - left) * side / width);
    const cells = Array.from({ length: side }, (_, at) => isInRows ? line * side + at : at * side + line);
    if (x > right || y > bottom) cells.reverse();
    this.#app.select(cells[0], cells);
    this.#take(cells);
  }
}

/** @param {Kind} kind */
const hasNumber = ({ name, example }) => /^ \d/.test(example.slice(name.length));

/** @param {Kind} kind */
const isOutside = ({ example }) => /\brow \d/.test(example);

/** The row or column in which the cells are, with the end at which they begin.
 * @param {number[]} cells @param {number} side */
function lineOf(cells, side) {
  const [first, second = first] = cells;
  const [row, column] = [Math.floor(first / side), first % side];
  const isRow = second === first ? column === 0 || column === side - 1 : Math.floor(second / side) === row;
  const isFar = second === first ? (isRow ? column > 0 : row > 0) : second < first;
  return isRow ? `row ${row + 1}${isFar ? " right" : ""}` : `column ${column + 1}${isFar ? " bottom" : ""}`;
}

// Entry of digits, marks and regions with the keyboard, the number pad and the pointer.

import {
  COLOURS, begun, boxRegions, cellName, clear, digitOf, erase, eraseLines, fixGivens, freeGivens, isSame, isSet,
  isTyped, letterOf, lineBetween, paint, putDigit, regionOf, restart, sideOf, symbolOf, toggleColour, toggleLine,
  toggleMark, valuesOf,
} from "./state.js";
import { confirmed, element, makeButton, onPress } from "./dom.js";
import { DigitKeys } from "./keys.js";
import { candidateName } from "./looks.js";
import { settings } from "./settings.js";
import { texts } from "./texts.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./app.js").Entry} Entry */
/** @typedef {import("./state.js").Grid} Grid */
/** @typedef {import("./state.js").Candidate} Candidate */

/** The distance, in pixels, at which a moving pointer looks for the next cell: less than a cell. */
const DRAG_STEP = 8;

/** The kind of entry that a letter chooses, if letters are not digits; as on SudokuPad.
 * @type {Record<string, Entry>} */
const LETTERS = { z: "digits", x: "marks", c: "centre", v: "colours", b: "lines", f: "filter" };

/** The buttons that choose another kind of entry than digits. @type {Record<string, Entry>} */
const TOGGLES = { "marks": "marks", "centre": "centre", "colour": "colours", "line": "lines", "filter": "filter",
  "type-in": "setting", "paint": "regions" };

export class EntryControls {
  #keys = new DigitKeys();
  /** The kind of entry before the player began to choose a digit for the filter. @type {Entry} */
  #entryBefore = "digits";
  /** The region that is painted; -1 for no region. */
  #brush = 0;
  /** The place where the pointer painted or selected last; null while it does neither.
   * @type {{x: number, y: number} | null} */
  #stroke = null;
  /** The side and the kind of entry for which the number pad was built. */
  #padOf = "";
  // The grids before and after the last stroke of the pointer, or the last numeral, which may be continued.
  /** @type {Grid} */ #before;
  /** @type {Grid} */ #after;
  /** Is called with the cells of a clue after the clue is drawn. @type {(cells: number[]) => void} */
  onClue = () => {};
  /** Is called with a cell whose clue should be removed. @type {(cell: number) => void} */
  onClueErase = () => {};
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
      ...Object.fromEntries(Object.entries(TOGGLES).map(([id, entry]) => [id, () => this.#toggle(entry)])),
      zoom: () => this.#zoom(),
    });
    // A press of the mouse does not move the keyboard focus.
    for (const id of ["pad", "tools"]) {
      element(id).onmousedown = (/** @type {Event} */ event) => event.preventDefault();
    }
    /** @type {HTMLElement} */
    const grid = element("grid");
    grid.onkeydown = (event) => this.#onKey(event);
    // The selected cell has the keyboard focus; the pressed cell may be another one.
    grid.onmousedown = (event) => event.preventDefault();
    grid.onpointerdown = (event) => this.#onPointer(event);
    grid.onpointermove = (event) => this.#onDrag(event);
    grid.ondblclick = () => this.#selectSame();
    for (const end of ["pointerup", "pointercancel"]) {
      addEventListener(end, (event) => {
        const { ctrlKey, metaKey, shiftKey } = /** @type {PointerEvent} */ (event);
        const isDrawn = this.#stroke && app.entry === "clues" && !ctrlKey && !metaKey && !shiftKey;
        const { reach } = app.answer.light ?? {};
        if (this.#stroke && reach && !isSame(reach.from, reach.to)) this.#line(reach.from, reach.to);
        this.#stroke = null;
        if (isDrawn) this.onClue([...app.selection]);
      });
    }
    // A cell that gets the focus by the keyboard or a screen reader is selected.
    grid.addEventListener("focusin", ({ target }) => {
      const cell = view.cellOf(target);
      if (cell >= 0 && cell !== app.selected) this.#select(cell);
    });
    addEventListener("keydown", (event) => this.#onUndoKey(event));
    addEventListener("keydown", (event) => this.#onStrayKey(event));
    // This runs first (in the capture phase), before Escape closes the message.
    addEventListener("keydown", (event) => this.#onEscape(event), true);
  }

  /** Enables the buttons that make sense for the present grid. */
  refresh() {
    const { grid } = this.#app;
    element("undo").disabled = !this.#app.canUndo;
    element("redo").disabled = !this.#app.canRedo;
    const { digits, marks, centre, colours, lines } = grid;
    const isPlayed = [digits, marks, centre, colours, lines].some((list) => list.some(Boolean));
    // Digits that are typed in may be a puzzle, which Restart must not erase.
    element("restart").disabled = !isPlayed || !isSet(grid);
    this.#refreshToggles();
    this.#refreshPad();
  }

  #refreshToggles() {
    const { entry, filter } = this.#app;
    for (const [id, its] of Object.entries(TOGGLES)) {
      element(id).setAttribute("aria-pressed", its === entry || its === "filter" && filter > 0);
    }
  }

  /** @param {Entry} entry */
  setEntry(entry) {
    if (entry === "filter") this.#entryBefore = this.#app.entry;
    if (this.#app.answer.light?.reach) this.#app.tell({});
    document.body.classList.toggle("setting", ["setting", "regions", "clues"].includes(entry));
    this.#app.enter(entry);
    this.#refreshToggles();
    this.#refreshPad();
  }

  /** When the player leaves Create, entry of digits begins, and typed digits become givens. */
  endSetting() {
    const { entry, grid } = this.#app;
    if (!document.body.classList.contains("setting")) return;
    this.setEntry("digits");
    // With clues, digits are an attempt at the solution, unless they were entered with "Type in".
    if (entry === "setting" && grid.clues.length > 0 && !grid.givens.some(Boolean)) this.#app.commit(fixGivens(grid));
    else this.begin();
  }

  /** Makes the digits that were typed in givens. */
  begin() {
    const { grid } = this.#app;
    if (!isTyped(grid)) return;
    this.#app.commit(begun(grid), { text: texts.isPuzzle, offers: [[texts.edit, () => this.#edit()]] });
  }

  /** Makes the givens ordinary digits, so that they can be changed. */
  #edit() {
    this.#app.commit(freeGivens(this.#app.grid));
    this.setEntry("digits");
    this.#view.focus();
  }

  /** @param {Entry} entry */
  #toggle(entry) {
    if (entry === "filter" && this.#isFiltering) this.#filter(0);
    else this.setEntry(this.#app.entry === entry ? "digits" : entry);
    this.#view.focus();
  }

  /** Whether a digit is filtered, or the player chooses one. */
  get #isFiltering() {
    return this.#app.filter > 0 || this.#app.entry === "filter";
  }

  /** Filters this digit; 0 ends the filter. The kind of entry is the one before. @param {number} digit */
  #filter(digit) {
    this.#app.filter = digit;
    this.setEntry(this.#app.entry === "filter" ? this.#entryBefore : this.#app.entry);
  }

  /** @param {KeyboardEvent} event */
  #onEscape(event) {
    if (event.key !== "Escape" || !this.#isFiltering || !element("busy").hidden) return;
    if (event.target instanceof Element && event.target.closest("dialog")) return;
    event.stopPropagation();
    this.#filter(0);
  }

  /** Changes between large cells, for fingers, and the whole grid. */
  #zoom() {
    const isZoomed = element("window").classList.toggle("zoomed");
    element("zoom").setAttribute("aria-pressed", isZoomed);
    this.#view.reveal();
  }

  #refreshPad() {
    const { grid, entry } = this.#app;
    const side = sideOf(grid);
    const [isPainting, isColouring] = [entry === "regions", entry === "colours"];
    if (this.#padOf !== `${side} ${entry}`) this.#buildPad(side, entry);
    this.#padOf = `${side} ${entry}`;
    if (isColouring) return;
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

  /** @param {number} side @param {Entry} entry */
  #buildPad(side, entry) {
    const pad = element("pad");
    const [isPainting, isColouring] = [entry === "regions", entry === "colours"];
    pad.className = `${entry} ${side > 9 ? "many" : ""}`;
    const count = isColouring ? COLOURS : side;
    pad.style.setProperty("--columns", String(count > 9 ? Math.ceil(count / 2) : count));
    const keys = Array.from({ length: count }, (_, index) => {
      const symbol = isColouring ? "" : isPainting ? letterOf(index) : symbolOf(index + 1);
      const key = makeButton(symbol, () => this.#press(index + 1));
      const name = isColouring ? texts.pad.colour(index + 1) : isPainting ? texts.pad.region(symbol) : symbol;
      key.setAttribute("aria-label", name);
      if (isColouring) key.dataset.colour = String(index + 1);
      if (isPainting) key.style.setProperty("--region", String(index));
      return key;
    });
    pad.replaceChildren(...keys);
    if (this.#brush >= side) this.#brush = 0;
  }

  /** Handles a press of a key of the number pad. @param {number} number of the key, from 1 */
  #press(number) {
    if (this.#app.entry === "regions") {
      this.#brush = number - 1;
      this.#refreshPad();
    } else if (this.#app.entry === "lines") {
      this.#pick(number);
    } else if (this.#app.entry === "filter") {
      this.#filter(number);
    } else {
      this.#put(this.#app.entry, number);
    }
  }

  /** Whether steps are played on the board. */
  get #isStepping() {
    return (this.#app.answer.frames?.length ?? 0) > 1;
  }

  /** Asks the player whether the steps on the board may be closed. @param {string} what should be done then */
  async #mayLeave(what) {
    const { grid } = this.#app;
    return await confirmed(texts.leave(what), texts.yesLeave, texts.noStay) && grid === this.#app.grid;
  }

  /** Changes the grid for the player. While the board shows steps, it asks first.
   * @param {Grid} next @param {string} what @param {{goesOn?: boolean}} [options]
   * @param {import("./app.js").Answer} [told] */
  async #change(next, what, options = {}, told = {}) {
    if (next === this.#app.grid || this.#isStepping && !await this.#mayLeave(what)) return;
    this.#app.commit(next, told, { ...options, isPlayed: true });
  }

  /** Draws a line, makes it weak or removes it. With `isSaid` a message says so.
   * @param {Candidate} from @param {Candidate} to @param {boolean} [isSaid] */
  #line(from, to, isSaid = false) {
    const next = toggleLine(begun(this.#app.grid), from, to);
    const [one, other] = [from, to].map((end) => candidateName(end, sideOf(next)));
    const text = texts.lineIs(lineBetween(next, from, to)?.isWeak, one, other);
    this.#change(next, texts.change, {}, isSaid ? { text } : {});
  }

  /** Chooses a candidate of the selected cell as the end of a line: the digit in the cell, or else this digit.
   * @param {number} digit */
  async #pick(digit) {
    if (this.#isStepping && !await this.#mayLeave(texts.change)) return;
    const { answer, grid, selected } = this.#app;
    const to = { cell: selected, digit: valuesOf(grid)[selected] || digit };
    const { from, isPressed } = answer.light?.reach ?? {};
    // After a press on the cell, a key corrects which candidate of the cell is meant.
    const isMeant = isPressed && from?.cell === selected;
    if (from && !isMeant && !isSame(from, to)) this.#line(from, to, true);
    else if (from && !isMeant) this.#app.tell({});
    else this.#app.tell({ text: texts.lineFrom(candidateName(to, sideOf(grid))), light: { reach: { from: to, to } } });
  }

  /** Begins a line at the pointer, or moves the end of the line there. @param {PointerEvent} event */
  #reach({ type, clientX: x, clientY: y }) {
    const { reach } = this.#app.answer.light ?? {};
    const found = this.#view.candidateAt(x, y);
    const isMove = type === "pointermove";
    // Only keys ask whether the steps may be closed; a press may be meant only to select a cell.
    if (this.#isStepping) return;
    // A finger moves a little while it presses, so the end stays at the candidate in the same cell.
    const to = isMove && reach && found?.cell === reach.from.cell ? reach.from : found;
    if (!to || isMove && (!reach || isSame(to, reach.to))) return;
    const isOff = !isMove && reach && isSame(to, reach.from);
    this.#app.tell(isOff ? {} : { light: { reach: { from: reach?.from ?? to, to, isPressed: true } } });
  }

  /** Puts a digit, a mark or a colour into the selected cells, unless givens are there.
   * @param {Entry} kind @param {number} number @param {Grid} [before] the grid that is changed */
  #put(kind, number, before = this.#app.grid) {
    const { grid, selected, selection, entry, peers } = this.#app;
    const cells = [...selection];
    if (kind !== "colours" && this.#refuse()) return;
    const next = kind === "colours" ? toggleColour(before, cells, number)
      : kind === "marks" || kind === "centre" ? toggleMark(begun(before), cells, number, kind)
      : putDigit(before, cells, number, settings.tidy ? peers : null);
    const name = cellName(selected, sideOf(grid));
    this.#change(next, kind === "digits" ? texts.put(symbolOf(number), name) : texts.change,
      { goesOn: before !== grid });
    // On a grid above 9x9, 1 may be the first numeral of 10 to 16.
    if (entry === "setting" && (number > 1 || sideOf(grid) < 10)) this.#advance();
  }

  #erase() {
    const { grid, selected, selection, entry } = this.#app;
    if (entry === "regions") this.#app.commit(paint(grid, selected, -1));
    else if (entry === "clues") this.onClueErase(selected);
    else if (entry === "lines") this.#change(eraseLines(grid, [...selection]), texts.change);
    else if (!this.#refuse()) this.#change(erase(grid, [...selection]), texts.change);
  }

  /** If all selected cells are givens, says that they cannot be changed, and returns true. */
  #refuse() {
    const { grid, selected, selection } = this.#app;
    if (![...selection].every((cell) => grid.givens[cell])) return false;
    if (selection.size === 1 && grid.colours[selected]) return false;
    const text = texts.given(cellName(selected, sideOf(grid)));
    this.#app.tell({ text, offers: [[texts.edit, () => this.#edit()]] });
    return true;
  }

  /** Selects the next cell. */
  #advance() {
    const { grid, selected } = this.#app;
    this.#select(Math.min(selected + 1, sideOf(grid) ** 2 - 1));
    this.#view.focus();
  }

  /** @param {number} cell @param {Grid} [before] the grid before the stroke that this continues */
  #paint(cell, before = this.#app.grid) {
    const { grid } = this.#app;
    this.#app.commit(paint(grid, cell, this.#brush), {}, { goesOn: before !== grid });
  }

  /** @param {number} cell @param {Iterable<number>} [cells] */
  #select(cell, cells) {
    this.#keys.forget();
    this.#app.select(cell, cells);
  }

  /** Selects all cells with the digit of the selected one. */
  #selectSame() {
    const values = valuesOf(this.#app.grid);
    const digit = values[this.#app.selected];
    if (!digit) return;
    this.#select(this.#app.selected, values.flatMap((value, cell) => value === digit ? [cell] : []));
  }

  /** @param {PointerEvent} event */
  #onPointer(event) {
    const { selection, entry } = this.#app;
    const cell = this.#view.cellOf(event.target);
    if (cell < 0 || event.button !== 0) return;
    const isMore = (event.ctrlKey || event.metaKey || event.shiftKey) && entry !== "regions";
    if (isMore && !event.shiftKey && selection.has(cell) && selection.size > 1) {
      const others = [...selection].filter((other) => other !== cell);
      this.#select(others[others.length - 1], others);
    } else {
      this.#select(cell, isMore ? [...selection, cell] : [cell]);
    }
    this.#view.focus();
    this.#stroke = { x: event.clientX, y: event.clientY };
    if (entry === "lines") this.#reach(event);
    if (entry !== "regions") return;
    this.#before = this.#app.grid;
    this.#paint(cell);
  }

  /** Paints or selects all cells between the last place of the pointer and this one: the browser reports only
   * few places of a fast pointer. @param {PointerEvent} event */
  #onDrag(event) {
    if (!this.#stroke) return;
    if (this.#app.entry === "lines") {
      this.#reach(event);
      return;
    }
    const { clientX: x, clientY: y } = event;
    const from = this.#stroke;
    const steps = Math.ceil(Math.hypot(x - from.x, y - from.y) / DRAG_STEP);
    for (let step = 1; step <= steps; step += 1) {
      const along = (/** @type {number} */ start, /** @type {number} */ end) =>
        start + (end - start) * step / steps;
      const { selected, selection, entry } = this.#app;
      // While a clue is drawn, only the middle of a cell counts, so that the pointer can cross corners.
      const cell = this.#view.cellAt(along(from.x, x), along(from.y, y), entry === "clues" ? .38 : 1);
      if (cell < 0) continue;
      if (entry === "regions") this.#paint(cell, this.#before);
      else if (cell !== selected) this.#select(cell, [...selection, cell]);
    }
    this.#stroke = { x, y };
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.metaKey || event.isComposing) return;
    const { selected, selection, grid, entry } = this.#app;
    const isPainting = entry === "regions";
    const to = this.#target(event, selected, sideOf(grid));
    const key = event.key.toLowerCase();
    const isLetter = (sideOf(grid) < 10 || event.altKey) && !event.ctrlKey && !isPainting;
    const letter = isLetter ? LETTERS[key] : undefined;
    if (event.altKey && !letter) return;
    if (to !== null) {
      this.#select(to, event.shiftKey && !isPainting ? [...selection, to] : [to]);
      this.#view.focus();
      if (isPainting && event.shiftKey) this.#paint(to);
    } else if (event.ctrlKey && key === "a") {
      this.#select(selected, grid.givens.keys());
    } else if (event.key === "Escape" && selection.size > 1) {
      this.#select(selected);
    } else if (entry === "clues" && event.key === "Enter") {
      this.onClue([...selection]);
    } else if (event.key === "Backspace" || event.key === "Delete") {
      this.#erase();
    } else if (letter === "filter") {
      this.#toggle(letter);
    } else if (letter) {
      this.setEntry(letter);
    } else if (key === "h" && !event.ctrlKey && !isPainting) {
      element("hint").click();
    } else if (entry === "setting" && [" ", ".", "0"].includes(event.key)) {
      this.#erase();
      this.#advance();
    } else if (event.key === " ") {
      if (isPainting) this.#paint(selected);
      else this.setEntry(entry === "digits" ? "marks" : "digits");
    } else if (entry === "clues") {
      return;
    } else if (isPainting ? !this.#paintByKey(event) : !this.#putByKey(event)) {
      return;
    }
    event.preventDefault();
  }

  /** If no element has the keyboard focus, as after the page was opened, keys that enter or erase work on the board.
   * @param {KeyboardEvent} event */
  #onStrayKey(event) {
    const isEntered = event.key.length === 1 && event.key !== " " || ["Backspace", "Delete"].includes(event.key);
    if (!isEntered || event.target !== document.body || event.ctrlKey) return;
    this.#onKey(event);
    if (event.defaultPrevented) this.#view.focus();
  }

  /** The cell to which a key moves; null if the key does not move.
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
    // With Shift, `event.key` is not the digit, so the code of the key is used.
    const numeral = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
    const { ctrlKey, shiftKey } = event;
    if (ctrlKey && numeral === undefined) return false;
    const isOther = (ctrlKey || shiftKey) && numeral !== undefined;
    const digit = digitOf(event.key);
    if (["lines", "filter"].includes(entry) && !isOther && digit > 0 && digit <= side) {
      this.#press(digit);
      return true;
    }
    const typed = this.#keys.type(isOther ? numeral : event.key, side, selected, event.timeStamp);
    if (!typed) {
      if (event.key !== "0") return false;
      this.#erase();
      return true;
    }
    // If the kind of entry is marks, Shift and a digit enter a digit.
    /** @type {Entry} */
    const other = ctrlKey ? shiftKey ? "colours" : "centre" : "marks";
    const kind = !isOther ? entry : other === entry ? "digits" : other;
    if (kind === "colours" && typed.digit > COLOURS) return true;
    // The second numeral replaces the first one; undo takes back both together.
    const before = typed.goesOn && grid === this.#after ? this.#before : grid;
    this.#put(kind, typed.digit, before);
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

// New puzzles, generated or typed in, and their size and rules.

import { element, makeButton, onPress } from "./dom.js";
import {
  LEAST_SIDE, MOST_SIDE, asPuzzle, boxRegions, boxesOf, clear, emptyGrid, fixGivens, freeGivens,
  fromPuzzle, setRegions, setRule, sideOf,
} from "./state.js";
import { exampleOf, puzzleOf, puzzleOfDay } from "./library.js";
import { capital, texts } from "./texts.js";

/** @typedef {import("./state.js").Grid} Grid */

/** The choice that keeps the clues of the grid. */
const OWN = texts.ownClues;

export class Create {
  /** @type {string[]} */ #grades = [];
  /** The kind of the clues of a new puzzle; empty for a puzzle without clues. */
  #drawn = "";
  /** The side of the grid for which the range of the sliders was set. */
  #side = 0;
  /** @type {{input: HTMLInputElement, sides: number[], parts: HTMLElement[]}[]} */ #rules = [];
  #app;
  #asker;
  #controls;
  #games;

  /** @param {import("./app.js").App} app @param {import("./asker.js").Asker} asker
   * @param {import("./entry.js").EntryControls} controls @param {import("./games.js").Games} games */
  constructor(app, asker, controls, games) {
    this.#app = app;
    this.#asker = asker;
    this.#controls = controls;
    this.#games = games;
    for (const button of element("grades").children) button.onclick = () => this.begin(button.dataset.grade);
    for (const button of element("opening-kinds").children) {
      const { kind } = button.dataset;
      button.onclick = () => this.#beginNew({ kind }, capital(kind));
    }
    for (const id of ["grade", "givens"]) element(id).oninput = () => this.refresh();
    for (let side = LEAST_SIDE; side <= MOST_SIDE; side += 1) {
      element("size").add(new Option(`${side} × ${side}`, `${side}x${side}`));
    }
    element("size").onchange = () => this.#resize(boxesOf(parseInt(element("size").value, 10))[0]);
    element("box").onchange = () => {
      const [height, width] = element("box").value.split("x").map(Number);
      this.#resize([height, width]);
    };
    element("jigsaw").onchange = () => this.#setJigsaw(element("jigsaw").checked);
    onPress({
      generate: () => this.generate(),
      another: () => app.tell({ isOpening: true }),
      daily: () => this.#beginDaily(),
      fix: () => {
        app.commit(fixGivens(app.grid));
        controls.setEntry("digits");
      },
      free: () => app.commit(freeGivens(app.grid)),
      minimise: () => this.#minimise(),
    });
  }

  /** Adds the rules that the solver knows.
   * @param {{name: string, text: string, sides: number[], shown: number[]}[]} rules */
  addRules(rules) {
    for (const { name, text, sides, shown } of rules) {
      const [label, about] = ["label", "span"].map((tag) => document.createElement(tag));
      label.className = "check";
      label.title = text;
      about.id = `about-${name}`;
      about.textContent = text;
      const input = document.createElement("input");
      input.type = "checkbox";
      input.onchange = () => this.#app.commit(setRule(this.#app.grid, name, input.checked));
      input.name = name;
      input.setAttribute("aria-describedby", about.id);
      label.append(input, pictureOf(shown, name !== "latin"), ` ${name}`);
      element("rules").append(label, about);
      this.#rules.push({ input, sides, parts: [label, about] });
    }
    this.refresh();
  }

  /** Shows the choices of kinds of clues and of grades. @param {string[]} kinds @param {string[]} grades */
  addChoices(kinds, grades) {
    this.#grades = grades;
    element("grade").max = String(grades.length);
    element("drawn").replaceChildren(...["", ...kinds, OWN].map((kind) => {
      const button = makeButton(kind || texts.noClues, () => {
        this.#drawn = kind;
        this.refresh();
      });
      button.dataset.kind = kind;
      return button;
    }));
    this.refresh();
  }

  /** The names of the rules that the solver knows; empty before its first answer. */
  get names() {
    return this.#rules.map(({ input }) => input.name);
  }

  /** Shows the size and the rules of the present grid. */
  refresh() {
    const { grid } = this.#app;
    const side = sideOf(grid);
    element("size").value = `${side}x${side}`;
    const box = grid.box.join("x");
    const boxes = [...new Set([...boxesOf(side).map((known) => known.join("x")), box])];
    element("box-field").hidden = boxes.length < 2 || grid.regions !== null;
    const option = (/** @type {string} */ name) => new Option(name.replace("x", " × "), name);
    element("box").replaceChildren(...boxes.map(option));
    element("box").value = box;
    element("jigsaw").checked = grid.regions !== null;
    element("random-field").hidden = grid.regions === null;
    for (const { input, sides, parts } of this.#rules) {
      input.checked = grid.rules.includes(input.name);
      for (const part of parts) part.hidden = !input.checked && !sides.includes(side);
    }
    if (this.#drawn === OWN && grid.clues.length === 0) this.#drawn = "";
    for (const button of element("drawn").children) {
      button.setAttribute("aria-pressed", String(button.dataset.kind === this.#drawn));
      button.hidden = button.dataset.kind === OWN && grid.clues.length === 0;
    }
    const cells = side ** 2;
    const [grade, givens] = [element("grade"), element("givens")];
    // The lowest position of the slider means: as few givens as possible.
    givens.min = String(Math.round(.27 * cells) - 1);
    givens.max = String(Math.round(.8 * cells));
    if (this.#side !== side) givens.value = givens.min;
    this.#side = side;
    show(grade, element("grade-is"), this.grade ?? texts.anyGrade);
    show(givens, element("givens-are"), this.givens === null ? texts.fewest : String(this.givens));
    element("fix").disabled = !grid.digits.some(Boolean);
    element("free").disabled = !grid.givens.some(Boolean);
  }

  /** The chosen grade, or null. */
  get grade() {
    return this.#grades[Number(element("grade").value) - 1] ?? null;
  }

  /** The chosen number of givens, or null. */
  get givens() {
    const { value, min } = element("givens");
    return value === min ? null : Number(value);
  }

  /** The fields of a request to generate a puzzle. */
  get recipe() {
    const { grid } = this.#app;
    const seed = element("seed");
    if (!seed.checkValidity()) throw new Error(texts.badSeed(seed.value));
    const isOwn = this.#drawn === OWN;
    const jigsaw = grid.regions !== null && element("random-regions").checked;
    return {
      puzzle: asPuzzle(clear({ ...grid, clues: isOwn ? grid.clues : [], regions: jigsaw ? null : grid.regions })),
      jigsaw,
      grade: this.grade,
      kind: isOwn ? null : this.#drawn || null,
      givens: this.givens,
      seed: seed.value || null,
    };
  }

  generate() {
    this.#asker.run(texts.generating, async (ask) => {
      const { recipe } = this;
      const { puzzle, message, seed } = await ask("generate", recipe);
      this.#games.name({ grade: recipe.grade ?? "", name: capital(recipe.kind ?? "") });
      this.#app.commit(fromPuzzle(puzzle), { text: message, details: texts.seed(seed) });
    });
  }

  /** Makes a puzzle that needs a technique, to practise it. @param {string} technique */
  practise(technique) {
    // If the example of the technique has clues, the new puzzle has clues too.
    const kind = exampleOf(technique)?.clues ? "killer" : undefined;
    this.#beginNew({ technique, kind }, texts.practice(technique));
  }

  /** Generates and begins a puzzle with this technique or this kind of clues.
   * @param {{technique?: string, kind?: string}} wanted @param {string} name */
  #beginNew(wanted, name) {
    this.#asker.run(texts.generating, async (ask) => {
      const puzzle = asPuzzle(emptyGrid([3, 3]));
      const found = await ask("generate", { puzzle, grade: null, seed: null, ...wanted });
      this.#games.name({ name });
      this.#app.commit(fromPuzzle(found.puzzle));
      this.#controls.setEntry("digits");
    });
  }

  /** Begins a puzzle of a grade from the library of the page, without the solver. @param {string} grade */
  begin(grade) {
    const random = (/** @type {number} */ bound) => Math.floor(Math.random() * bound);
    this.#begin({ grade }, puzzleOf(grade, random));
  }

  #beginDaily() {
    const today = new Date();
    const { grade, line } = puzzleOfDay(today);
    const date = today.toLocaleDateString(document.documentElement.lang, { day: "numeric", month: "long" });
    this.#begin({ grade, name: texts.daily(date) }, line);
  }

  /** @param {{name?: string, grade: string}} what @param {string} line */
  #begin(what, line) {
    this.#games.name(what);
    this.#app.commit(fromPuzzle({ puzzle: line, rules: "classic", box: "3x3" }));
    this.#controls.setEntry("digits");
  }

  /** Removes givens as long as there is one solution. */
  #minimise() {
    const puzzle = asPuzzle(this.#app.grid);
    const count = puzzle.puzzle.replaceAll(".", "").length;
    this.#asker.run(texts.minimising, async (ask) => {
      const { puzzle: fewer, left, undecided } = await ask("minimise", { puzzle });
      const title = undecided ? texts.fewer : texts.minimal;
      this.#app.commit(fromPuzzle(fewer), { kind: "good", title, text: texts.minimised(left, count, undecided) });
    });
  }

  /** Replaces the boxes by regions that can be painted, or the regions by boxes. @param {boolean} on */
  #setJigsaw(on) {
    const { grid } = this.#app;
    this.#app.commit(setRegions(grid, on ? boxRegions(grid.box) : null));
    this.#controls.setEntry(on ? "regions" : "digits");
  }

  /** Begins an empty grid, with those of the present rules that a grid of this size can have.
   * @param {[number, number]} box */
  #resize(box) {
    const side = sideOf({ box });
    const isKnown = (/** @type {string} */ name) =>
      this.#rules.some(({ input, sides }) => input.name === name && sides.includes(side));
    this.#app.commit(emptyGrid(box, this.#app.grid.rules.filter(isKnown)));
  }
}

/** Shows the value of a slider. @param {HTMLInputElement} slider @param {HTMLOutputElement} output
 * @param {string} text */
function show(slider, output, text) {
  slider.setAttribute("aria-valuetext", text);
  output.value = text;
}

/** A small grid with some cells filled. @param {number[]} cells @param {boolean} hasBoxes */
function pictureOf(cells, hasBoxes) {
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  picture.setAttribute("viewBox", "0 0 9 9");
  picture.setAttribute("class", "rule");
  picture.setAttribute("aria-hidden", "true");
  const filled = cells.map((cell) => `M${cell % 9} ${Math.floor(cell / 9)}h1v1h-1z`).join("");
  const lines = `M0 0h9v9h-9z${hasBoxes ? "M3 0v9M6 0v9M0 3h9M0 6h9" : ""}`;
  for (const [kind, data] of [["filled", filled], ["line", lines]]) {
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("class", kind);
    path.setAttribute("d", data);
    picture.append(path);
  }
  return picture;
}

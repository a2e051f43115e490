// The size of the grid and its rules.

import { element } from "./dom.js";
import { hideResult } from "./results.js";
import { LEAST_SIDE, MOST_SIDE, boxesOf, emptyGrid, setRule, sideOf } from "./state.js";

/** @typedef {import("./state.js").Grid} Grid */

export class Setup {
  /** @type {{input: HTMLInputElement, sides: number[]}[]} */ #rules = [];
  #app;

  /** @param {import("./app.js").App} app
   * @param {(on: boolean) => void} setJigsaw puts regions in place of boxes */
  constructor(app, setJigsaw) {
    this.#app = app;
    for (let side = LEAST_SIDE; side <= MOST_SIDE; side += 1) {
      element("size").add(new Option(`${side} × ${side}`, `${side}x${side}`));
    }
    element("size").onchange = () => this.#resize(boxesOf(parseInt(element("size").value, 10))[0]);
    element("box").onchange = () => {
      const [height, width] = element("box").value.split("x").map(Number);
      this.#resize([height, width]);
    };
    element("jigsaw").onchange = () => setJigsaw(element("jigsaw").checked);
  }

  /** Adds the rules that the solver knows.
   * @param {{name: string, text: string, sides: number[]}[]} rules */
  addRules(rules) {
    for (const { name, text, sides } of rules) {
      const label = document.createElement("label");
      label.className = "check";
      label.title = text;
      const input = document.createElement("input");
      input.type = "checkbox";
      input.onchange = () => this.#app.commit(setRule(this.#app.grid, name, input.checked));
      input.name = name;
      label.append(input, ` ${name}`);
      element("rules").append(label);
      this.#rules.push({ input, sides });
    }
    this.refresh();
  }

  /** The names of the rules, as far as the solver has said. */
  get names() {
    return this.#rules.map(({ input }) => input.name);
  }

  /** Shows the size and the rules of the grid as it is. */
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
    for (const { input, sides } of this.#rules) {
      input.checked = grid.rules.includes(input.name);
      input.disabled = !input.checked && !sides.includes(side);
    }
  }

  /** Begins an empty grid with those of the rules that it can have.
   * @param {[number, number]} box */
  #resize(box) {
    const side = sideOf({ box });
    const isKnown = (/** @type {string} */ name) =>
      this.#rules.some(({ input, sides }) => input.name === name && sides.includes(side));
    hideResult();
    this.#app.commit(emptyGrid(box, this.#app.grid.rules.filter(isKnown)));
  }
}

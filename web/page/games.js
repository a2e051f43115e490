// The present game, with its time, and the last games. The browser stores all of them.

import { element, makeButton, onPress, setIcon } from "./dom.js";
import { decode, encode } from "./link.js";
import { keep, kept } from "./settings.js";
import { History, isSet, restart, sideOf, valuesOf } from "./state.js";
import { capital, clock, texts } from "./texts.js";

/** @typedef {import("./state.js").Grid} Grid */

/**
 * A game as the browser stores it.
 * @typedef {object} Game
 * @property {string} key the link of the puzzle
 * @property {string} link the link of the grid with all that the player entered
 * @property {string} name
 * @property {string} grade empty if the grade is not known
 * @property {number} seconds
 * @property {number} hints
 * @property {boolean} isSolved
 */

/** The most games that are stored. */
const MOST_GAMES = 50;
/** The most grids that are stored for undo (and the same for redo), and the most characters of all together. */
const MOST_STEPS = 500;
const MOST_CHARACTERS = 500_000;
/** After this time without a key or a press, in seconds, the clock stops. */
const IDLE = 120;

/** The stored grid, with the grids for undo and redo; null if the address contains another grid.
 * @param {string} fragment may be empty */
export function keptHistory(fragment) {
  try {
    const { past, present, future } = kept("game");
    const read = (/** @type {string} */ link) => /** @type {Grid} */ (decode(link));
    const grid = read(present);
    if (fragment.length > 1 && encode(grid) !== fragment) return null;
    return new History(grid, past.map(read), future.map(read));
  } catch {
    return null;
  }
}

/** @param {any} game */
function isReadable(game) {
  try {
    return decode(game.link) !== null;
  } catch {
    return false;
  }
}

export class Games {
  /** The games; the last one played is the first. @type {Game[]} */ #games = [];
  /** The present game; null while a puzzle is typed in. @type {Game | null} */ #game = null;
  /** The name and the grade of the next new game. */
  #next = { name: "", grade: "" };
  #idle = 0;
  #isPaused = false;
  /** @type {WeakMap<Grid, string>} */ #links = new WeakMap();
  #app;

  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.#app = app;
    const games = kept("games");
    if (Array.isArray(games)) this.#games = games.filter(isReadable);
    onPress({ pause: () => this.pause(!this.#isPaused), resume: () => this.pause(false) });
    for (const event of ["keydown", "pointerdown"]) addEventListener(event, () => { this.#idle = 0; });
    setInterval(() => this.#tick(), 1000);
    element("games").ontoggle = () => this.#list();
  }

  /** The present game, if there is one. */
  get game() {
    return this.#game;
  }

  /** Sets the name and the grade of the next puzzle. @param {{name?: string, grade?: string}} what */
  name({ name = "", grade = "" }) {
    this.#next = { name, grade };
  }

  /** Changes to another game if the grid contains another puzzle. */
  follow() {
    const { grid } = this.#app;
    const key = isSet(grid) ? encode(restart(grid)) : "";
    if (this.#game?.key !== key) {
      this.pause(false);
      if (this.#game) this.#app.filter = 0;
      this.#game = key ? this.#games.find((game) => game.key === key) ?? { key, link: key, seconds: 0,
        hints: 0, isSolved: false, ...this.#next } : null;
      // It is in the list at once, even if another game begins before the next `save`.
      const game = this.#game;
      if (game) this.#games = [game, ...this.#games.filter((other) => other !== game)].slice(0, MOST_GAMES);
      this.#next = { name: "", grade: "" };
    }
    this.#show();
  }

  /** Notes that the game is solved: all cells are filled, and nothing clashes. */
  solve() {
    if (this.#game) this.#game.isSolved = true;
    this.#show();
  }

  /** Stores the game, and the grids for undo and redo. */
  save() {
    const { grid, history } = this.#app;
    const { past, future } = history.around;
    const most = (/** @type {Grid[]} */ grids) => grids.slice(-MOST_STEPS).map((it) => this.#link(it));
    const links = { past: most(past), present: this.#link(grid), future: most(future) };
    for (let size = JSON.stringify(links).length; size > MOST_CHARACTERS && links.past.length > 0;) {
      size -= /** @type {string} */ (links.past.shift()).length;
    }
    if (!keep("game", links)) keep("game", { past: [], present: links.present, future: [] });
    if (this.#game) this.#game.link = links.present;
    keep("games", this.#games);
    if (element("games").open) this.#list();
    element("games").hidden = this.#games.length < 2;
  }

  /** @param {boolean} on */
  pause(on) {
    this.#isPaused = on;
    document.body.classList.toggle("paused", on);
    element("resume").hidden = !on;
    element("grid").inert = on;
    setIcon("pause", on ? "play" : "pause", on ? texts.goOn : texts.pause);
    if (on) element("resume").focus();
  }

  #tick() {
    this.#idle += 1;
    if (!this.#game || this.#game.isSolved || this.#isPaused || document.hidden || this.#idle > IDLE) return;
    this.#game.seconds += 1;
    this.#show();
  }

  #show() {
    const game = this.#game;
    element("game").textContent = game ? game.name || capital(game.grade) : "";
    element("time").textContent = game ? clock(game.seconds) : "";
    element("pause").hidden = !game || game.isSolved;
    element("games").hidden = this.#games.length < 2;
  }

  #list() {
    if (!element("games").open) return;
    element("game-list").replaceChildren(...this.#games.map((game) => {
      const item = document.createElement("li");
      const grid = /** @type {Grid} */ (decode(game.link));
      const cells = sideOf(grid) ** 2;
      const done = game.isSolved ? texts.solved
        : texts.summary(valuesOf(grid).filter(Boolean).length, cells);
      const name = [game.name || capital(game.grade), clock(game.seconds), done].filter(Boolean).join(" · ");
      const button = makeButton(name, () => this.#app.commit(grid));
      button.disabled = game === this.#game;
      item.append(button);
      return item;
    }));
  }

  /** @param {Grid} grid */
  #link(grid) {
    const link = this.#links.get(grid) ?? encode(grid, { whole: true });
    this.#links.set(grid, link);
    return link;
  }
}

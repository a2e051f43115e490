// The game that is played, with the time it takes, and the last ones: all that the browser keeps of
// them.

import { element, makeButton, onPress, setIcon } from "./dom.js";
import { decode, encode } from "./link.js";
import { keep, kept } from "./settings.js";
import { History, isSet, restart, sideOf, valuesOf } from "./state.js";
import { capital, clock, texts } from "./texts.js";

/** @typedef {import("./state.js").Grid} Grid */

/**
 * A game as it is kept.
 * @typedef {object} Game
 * @property {string} key the link of its puzzle
 * @property {string} link all that stands in the grid
 * @property {string} name
 * @property {string} grade empty if it is not known
 * @property {number} seconds
 * @property {number} hints
 * @property {boolean} isSolved
 */

/** So many games are kept. */
const MOST_GAMES = 50;
/** So many steps back of a game are kept, of so many characters. */
const MOST_STEPS = 500;
const MOST_CHARACTERS = 500_000;
/** Without a key or a press for so long, in seconds, nobody plays. */
const IDLE = 120;

/** The grid that was kept, with what can be undone; null if it is another one than the address says.
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
  /** The last one first. @type {Game[]} */ #games = [];
  /** None while a puzzle is typed in. @type {Game | null} */ #game = null;
  /** What the next new game is called. */
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

  /** The game that is played, if there is one. */
  get game() {
    return this.#game;
  }

  /** Says what the puzzle that comes next is. @param {{name?: string, grade?: string}} what */
  name({ name = "", grade = "" }) {
    this.#next = { name, grade };
  }

  /** Follows the grid: to another game if it is another puzzle. */
  follow() {
    const { grid } = this.#app;
    const key = isSet(grid) ? encode(restart(grid)) : "";
    if (this.#game?.key !== key) {
      this.pause(false);
      if (this.#game) this.#app.filter = 0;
      this.#game = key ? this.#games.find((game) => game.key === key) ?? { key, link: key, seconds: 0,
        hints: 0, isSolved: false, ...this.#next } : null;
      this.#next = { name: "", grade: "" };
    }
    this.#show();
  }

  /** The grid was filled, and nothing clashes. */
  solve() {
    if (this.#game) this.#game.isSolved = true;
    this.#show();
  }

  /** Keeps the game and what can be undone. */
  save() {
    const { grid, history } = this.#app;
    const { past, future } = history.around;
    const most = (/** @type {Grid[]} */ grids) => grids.slice(-MOST_STEPS).map((it) => this.#link(it));
    const links = { past: most(past), present: this.#link(grid), future: most(future) };
    for (let size = JSON.stringify(links).length; size > MOST_CHARACTERS && links.past.length > 0;) {
      size -= /** @type {string} */ (links.past.shift()).length;
    }
    if (!keep("game", links)) keep("game", { past: [], present: links.present, future: [] });
    if (!this.#game) return;
    this.#game.link = links.present;
    this.#games = [this.#game, ...this.#games.filter(({ key }) => key !== this.#game?.key)].slice(0, MOST_GAMES);
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

// What is asked of the solver, and how its answers are shown.

import { Cancelled } from "./client.js";
import { element, makeButton, onPress } from "./dom.js";
import { complain, offer, say } from "./messages.js";
import { hideResult, list, picture, player, save, showResult } from "./results.js";
import {
  applyStep, asPosition, asPuzzle, clear, fromPuzzle, putMarks, putSolution, wholeMarks,
} from "./state.js";

/** @typedef {import("./state.js").Grid} Grid */
/** @typedef {import("./state.js").Candidate} Candidate */

/** How long something runs before the page says so, in milliseconds. */
const PATIENCE = 300;

export class Actions {
  /** The number of the last question: answers to others are not shown. */
  #run = 0;
  /** The level of the last hint and the grid that it was for. */
  #hinted = { level: 0, grid: /** @type {Grid | null} */ (null) };
  #app;
  #slow;

  /** @param {import("./app.js").App} app @param {import("./client.js").Client} slow */
  constructor(app, slow) {
    this.#app = app;
    this.#slow = slow;
    onPress({
      "solve": () => this.#solve(),
      "unique": () => this.#unique(),
      "why-not": () => this.#whyNot(),
      "hint": () => this.#hint(),
      "explain": () => this.#explain(),
      "rate": () => this.#rate(),
      "candidates": () => this.#candidates(),
      "generate": () => this.#generate(),
      "cancel": () => slow.cancel(),
    });
    addEventListener("keydown", ({ key }) => {
      if (key === "Escape" && slow.isBusy) slow.cancel();
    });
  }

  /**
   * Asks the slow worker in place of what it is at, and shows the answer. Nothing is thrown.
   * @param {string} doing what the page says meanwhile
   * @param {string} ask
   * @param {Record<string, unknown>} fields
   * @param {(answer: any, isStill: boolean) => void | Promise<void>} show also takes whether the
   * grid is still the same
   * @param {Transferable[]} [transfer]
   */
  async run(doing, ask, fields, show, transfer) {
    const limit = element("limit");
    if (!limit.checkValidity()) {
      complain(`expected a limit of ${limit.min} to ${limit.max} seconds, ` +
        `found ${limit.value || "none"}`);
      return;
    }
    this.#run += 1;
    const [run, { grid }] = [this.#run, this.#app];
    if (this.#slow.isBusy) this.#slow.cancel();
    say("");
    hideResult();
    const stop = busy(doing);
    try {
      const all = { ...fields, limit: Number(limit.value) * 1000 };
      const answer = await this.#slow.ask(ask, all, transfer);
      if (run === this.#run) await show(answer, grid === this.#app.grid);
    } catch (error) {
      if (run !== this.#run) return;
      if (error instanceof Cancelled) say("Cancelled.");
      else complain(/** @type {Error} */ (error).message);
    } finally {
      stop();
    }
  }

  #solve() {
    const puzzle = asPuzzle(this.#app.grid);
    this.run("Solving", "solve", { puzzle }, (answer, isStill) => {
      const [solution] = answer.solutions;
      if (solution && isStill) this.#app.commit(putSolution(this.#app.grid, solution));
      this.#tellSolutions(answer, isStill);
    });
  }

  #unique() {
    const puzzle = asPuzzle(this.#app.grid);
    this.run("Looking for a second solution", "solve", { puzzle }, (answer, isStill) =>
      this.#tellSolutions(answer, isStill));
  }

  /** @param {{solutions: number[][], differ: number[], message: string}} answer
   * @param {boolean} isStill */
  #tellSolutions({ solutions: [first, second], differ, message }, isStill) {
    say(message);
    if (!second || !isStill) return;
    /** @type {Map<number, [number, number]>} */
    const differing = new Map(differ.map((cell) => [cell, [first[cell], second[cell]]]));
    this.#app.shine({ differing });
  }

  #whyNot() {
    const puzzle = asPosition(this.#app.grid);
    this.run("Looking for clashing givens", "why_not", { puzzle }, (answer, isStill) => {
      say(answer.sentence);
      if (isStill) this.#app.shine({ clashing: answer.cells });
      if (answer.cells.length === 0) return;
      const steps = answer.steps.length > 0 ? [list(answer.steps)] : [];
      showResult("Why there is no solution", picture(answer.svg, answer.sentence), ...steps);
    });
  }

  #hint() {
    const { grid } = this.#app;
    const last = this.#hinted;
    const level = last.grid === grid ? Math.min(last.level + 1, 3) : 1;
    const fields = { puzzle: asPosition(grid), marks: wholeMarks(grid), level };
    this.run("Looking for a step", "hint", fields, (answer, isStill) => {
      if (answer.svg) showResult(answer.technique, picture(answer.svg, answer.sentence));
      // What is lit in the grid comes first.
      say(answer.sentence);
      if (!isStill) return;
      this.#hinted = { level, grid };
      this.#app.shine({
        look: answer.cells, placed: answer.placed, eliminated: answer.eliminated,
      });
      if (answer.kind !== "step") return;
      if (level < 3) offer(["Tell more", () => this.#hint()]);
      else offer(["Apply", () => this.#apply(grid, answer)]);
    });
  }

  /** @param {Grid} grid @param {any} step */
  #apply(grid, step) {
    if (grid === this.#app.grid) this.#app.commit(applyStep(grid, step));
    hideResult();
    say("");
  }

  #explain() {
    const puzzle = asPuzzle(this.#app.grid);
    this.run("Looking for all steps", "explain", { puzzle }, (answer, isStill) => {
      say(answer.end);
      if (isStill) this.#app.shine({ look: answer.differ });
      showResult("Steps", player(answer.html),
        makeButton("Save as HTML", () => save(answer.html, "steps.html", "text/html")));
    });
  }

  #rate() {
    const puzzle = asPuzzle(this.#app.grid);
    this.run("Rating", "rate", { puzzle }, (answer) => say(answer.sentence));
  }

  #candidates() {
    const puzzle = asPosition(this.#app.grid);
    this.run("Looking for true candidates", "candidates", { puzzle }, (answer, isStill) => {
      const isSome = answer.cells.some(Boolean);
      if (isSome && isStill) this.#app.commit(putMarks(this.#app.grid, answer.cells));
      say(answer.message);
    });
  }

  #generate() {
    const { grid } = this.#app;
    const seed = element("seed");
    if (!seed.checkValidity()) {
      complain(`expected a number as the seed, found "${seed.value}"`);
      return;
    }
    const jigsaw = grid.regions !== null && element("random-regions").checked;
    const fields = {
      puzzle: asPuzzle(clear(jigsaw ? { ...grid, regions: null } : grid)),
      jigsaw,
      grade: element("grade").value || null,
      seed: seed.value || null,
    };
    this.run("Generating", "generate", fields, (answer) => {
      this.#app.commit(fromPuzzle(answer.puzzle));
      say(`${answer.message} (seed ${answer.seed})`);
    });
  }
}

/** Says what runs and for how long, until the function that it returns is called.
 * @param {string} doing */
function busy(doing) {
  const start = performance.now();
  const tell = () => {
    const seconds = Math.floor((performance.now() - start) / 1000);
    element("busy-text").textContent = `${doing}… ${seconds > 0 ? `${seconds} s` : ""}`;
    element("busy").hidden = false;
  };
  const patience = setTimeout(tell, PATIENCE);
  const clock = setInterval(tell, 1000);
  return () => {
    clearTimeout(patience);
    clearInterval(clock);
    element("busy").hidden = true;
  };
}

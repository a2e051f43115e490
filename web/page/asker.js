// Asks the solver questions that may take long, one at a time. A change of the grid cancels the question.

import { Cancelled } from "./client.js";
import { element, onPress, write } from "./dom.js";
import { texts } from "./texts.js";

/** How long the solver works before the page shows that it works, in milliseconds. */
const PATIENCE = 300;

/** @typedef {(name: string, fields: Record<string, unknown>, transfer?: Transferable[]) => Promise<any>} Ask */

export class Asker {
  /** The number of the last call of `run`; earlier calls have been cancelled. */
  #run = 0;
  #stop = () => {};
  #app;
  #slow;

  /** @param {import("./app.js").App} app @param {import("./client.js").Client} slow */
  constructor(app, slow) {
    this.#app = app;
    this.#slow = slow;
    onPress({ cancel: () => this.#cancel() });
    addEventListener("keydown", ({ key }) => {
      if (key === "Escape") this.#cancel();
    });
  }

  /**
   * Does work that asks the solver, and cancels earlier work. Errors are shown, not thrown.
   * @param {string} doing what the page shows while the solver works
   * @param {(ask: Ask) => Promise<void>} work asks first, and changes the grid only at the end
   */
  async run(doing, work) {
    const limit = element("limit");
    if (!limit.checkValidity()) {
      this.#app.complain(texts.badLimit(limit.min, limit.max, limit.value));
      return;
    }
    this.giveUp();
    const run = this.#run;
    this.#app.tell({});
    this.#stop = busy(doing);
    try {
      await work(async (name, fields, transfer) => {
        const all = { ...fields, limit: Number(limit.value) * 1000 };
        const answer = await this.#slow.ask(name, all, transfer);
        if (run !== this.#run) throw new Cancelled();
        return answer;
      });
    } catch (error) {
      if (!(error instanceof Cancelled)) this.#app.complain(/** @type {Error} */ (error).message);
    } finally {
      if (run === this.#run) this.#stop();
      this.#app.show();
    }
  }

  /** Whether the solver works. */
  get isBusy() {
    return this.#slow.isBusy;
  }

  /** Cancels the work that runs, if any. */
  giveUp() {
    this.#run += 1;
    this.#stop();
    if (this.#slow.isBusy) this.#slow.cancel();
  }

  #cancel() {
    if (!this.#slow.isBusy) return;
    this.giveUp();
    this.#app.tell({ text: texts.cancelled });
  }
}

/** Shows what the solver does and for how many seconds. Returns a function that ends this.
 * @param {string} doing */
function busy(doing) {
  const start = performance.now();
  const set = (/** @type {boolean} */ isBusy) => {
    element("busy").hidden = !isBusy;
    element("cancel").hidden = !isBusy;
    element("story").setAttribute("aria-busy", isBusy);
  };
  const tell = () => {
    const seconds = Math.floor((performance.now() - start) / 1000);
    write("doing", `${doing}…`);
    write("seconds", seconds > 0 ? `${seconds} s` : "");
    set(true);
  };
  const patience = setTimeout(tell, PATIENCE);
  const clock = setInterval(tell, 1000);
  return () => {
    clearTimeout(patience);
    clearInterval(clock);
    write("doing", "");
    write("seconds", "");
    set(false);
  };
}

// Text that is read as a puzzle: from the dialog, or pasted anywhere.

import { element, onPress } from "./dom.js";
import { fromPuzzle, putMarks } from "./state.js";

/** Longer texts are not read, in characters. */
const MOST_TEXT = 1_000_000;
/** Longer ones do not get into the box for text. */
const MOST_IN_BOX = 20_000;

const [dialog, box, alert] = ["dialog", "text", "alert"].map((id) => element(`paste-${id}`));
const { placeholder } = box;

export class Reader {
  /** The box would be slow with a long text, which stands beside it. */
  #long = "";
  #app;
  #quick;

  /** @param {import("./app.js").App} app @param {import("./client.js").Client} quick */
  constructor(app, quick) {
    this.#app = app;
    this.#quick = quick;
    onPress({ "paste": () => this.open(), "paste-close": () => dialog.close() });
    dialog.onsubmit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      try {
        await this.#read(box.value || this.#long);
        dialog.close();
      } catch (error) {
        alert.textContent = /** @type {Error} */ (error).message;
      }
    };
    box.oninput = () => this.#forget();
    const receive = (/** @type {Event} */ event, /** @type {DataTransfer | null} */ data) => {
      const text = textOf(data);
      if (text.length <= MOST_IN_BOX) return;
      event.preventDefault();
      this.#fill(text);
    };
    box.onpaste = (/** @type {ClipboardEvent} */ event) => receive(event, event.clipboardData);
    box.ondrop = (/** @type {DragEvent} */ event) => receive(event, event.dataTransfer);
    document.addEventListener("paste", (event) => {
      const { target } = event;
      if (target === box || target instanceof HTMLInputElement) return;
      event.preventDefault();
      const text = textOf(event.clipboardData);
      if (dialog.open) this.#fill(text);
      else this.read(text);
    });
  }

  open() {
    this.#fill("");
    dialog.showModal();
  }

  /** Reads a puzzle into the grid, or says why not. @param {string} text */
  async read(text) {
    try {
      await this.#read(text);
    } catch (error) {
      this.#app.complain(/** @type {Error} */ (error).message);
    }
  }

  /** @param {string} text */
  async #read(text) {
    if (text.length > MOST_TEXT) {
      throw new Error(`expected a text of at most ${MOST_TEXT} characters, found ${text.length}: ` +
        "use the command line for long lists");
    }
    const { puzzle, candidates, digits, marks, note } = await this.#quick.ask("read", { text });
    // A link to the page says what the player has entered too.
    const grid = { ...fromPuzzle(puzzle), ...(digits ? { digits } : {}) };
    const left = candidates ?? marks;
    this.#app.commit(left ? putMarks(grid, left) : grid, note ? { text: note } : {});
  }

  #forget() {
    this.#long = "";
    box.placeholder = placeholder;
    alert.textContent = "";
  }

  /** @param {string} text */
  #fill(text) {
    this.#forget();
    const isLong = text.length > MOST_IN_BOX;
    if (isLong) {
      this.#long = text;
      box.placeholder = `a text of ${text.length} characters`;
    }
    box.value = isLong ? "" : text;
  }
}

/** @param {DataTransfer | null} data */
const textOf = (data) => data?.getData("text") ?? "";

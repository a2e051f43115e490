// Reads texts and files as puzzles: from the dialog, or pasted or dropped anywhere on the page.

import { element, onPress } from "./dom.js";
import { decode, fragmentOf } from "./link.js";
import { fromPuzzle, putMarks } from "./state.js";
import { texts } from "./texts.js";

/** The longest text that is read, in characters. */
const MOST_TEXT = 1_000_000;
/** The longest text that is shown in the text box, in characters. */
const MOST_IN_BOX = 20_000;

const [dialog, box, alert] = ["dialog", "text", "alert"].map((id) => element(`paste-${id}`));
const { placeholder } = box;

export class Reader {
  /** A text that is too long for the text box, which would be slow with it. */
  #long = "";
  #app;
  #quick;
  #onZip;

  /** @param {import("./app.js").App} app @param {import("./client.js").Client} quick
   * @param {(file: File) => void} onZip is called with a zip file, which should be a certificate */
  constructor(app, quick, onZip) {
    this.#app = app;
    this.#quick = quick;
    this.#onZip = onZip;
    onPress({
      "paste": () => this.open(),
      "paste-close": () => dialog.close(),
      "paste-open": () => element("open-file").click(),
    });
    element("open-file").onchange = () => {
      const [file] = element("open-file").files;
      element("open-file").value = "";
      if (file) this.readFile(file);
    };
    // A file or text that is dropped anywhere on the page is read.
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      const { files } = event.dataTransfer ?? {};
      const text = textOf(event.dataTransfer);
      if (event.defaultPrevented || event.target === box && !files?.length) return;
      event.preventDefault();
      if (files?.length) this.readFile(files[0]);
      else if (text) this.read(text);
    });
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

  /** Reads a puzzle into the grid, or shows an error. @param {string} text */
  async read(text) {
    try {
      await this.#read(text);
    } catch (error) {
      this.#app.complain(/** @type {Error} */ (error).message);
    }
  }

  /** Reads a file: a puzzle in any form, or a certificate. @param {File} file */
  async readFile(file) {
    dialog.close();
    if (/\.zip$/i.test(file.name)) {
      this.#onZip(file);
      return;
    }
    // A character has at most four bytes.
    if (file.size > 4 * MOST_TEXT) this.#app.complain(texts.tooLong(MOST_TEXT, file.size));
    else await this.read(await file.text());
  }

  /** @param {string} text */
  async #read(text) {
    if (text.length > MOST_TEXT) {
      throw new Error(texts.tooLong(MOST_TEXT, text.length));
    }
    // A link to this page is read in the same way as the address.
    const fragment = fragmentOf(text);
    if (fragment !== null) {
      this.#app.commit(decode(fragment) ?? this.#app.grid);
      return;
    }
    const { puzzle, candidates, digits, marks, note } = await this.#quick.ask("read", { text });
    // A link to the page also contains the digits that the player has entered.
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
      box.placeholder = texts.long(text.length);
    }
    box.value = isLong ? "" : text;
  }
}

/** @param {DataTransfer | null} data */
const textOf = (data) => data?.getData("text") ?? "";

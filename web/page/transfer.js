// What comes in from outside and goes out: text, links, files.

import { element, onPress } from "./dom.js";
import { complain, offer, say } from "./messages.js";
import { copyable, picture, save, showResult } from "./results.js";
import { asPuzzle, fromPuzzle, hasGivens, putMarks } from "./state.js";

/** @typedef {import("./state.js").Puzzle} Puzzle */

/** Longer texts are not read, in characters. */
const MOST_TEXT = 1_000_000;
/** Longer ones do not get into the box for text. */
const MOST_IN_BOX = 20_000;
/** Larger certificates are not read, in bytes. */
const MOST_ZIP = 100_000_000;


export class Transfer {
  #app;
  #quick;
  #actions;

  /** @param {import("./app.js").App} app @param {import("./client.js").Client} quick
   * @param {import("./actions.js").Actions} actions
   * @param {() => void} saveLink makes the address that of the grid */
  constructor(app, quick, actions, saveLink) {
    this.#app = app;
    this.#quick = quick;
    this.#actions = actions;
    const show = (/** @type {string} */ svg) =>
      showResult("Picture", picture(svg, "The grid as a picture"));
    onPress({
      "copy-line": () => this.#copyLine(),
      "link": () => {
        saveLink();
        copy("the link", location.href);
      },
      "svg": () => this.#export("svg", show),
      "dimacs": () => this.#export("dimacs"),
      "certificate": () => this.#certify(),
    });
    element("check").onchange = () => this.#checkCertificate();
    this.#listenToPaste();
  }

  #listenToPaste() {
    const [dialog, box, alert] = ["dialog", "text", "alert"].map((id) => element(`paste-${id}`));
    const { placeholder } = box;
    // The box would be slow with a long text, which stands beside it.
    let long = "";
    const forget = () => {
      long = "";
      box.placeholder = placeholder;
      alert.textContent = "";
    };
    const fill = (/** @type {string} */ text) => {
      forget();
      if (text.length > MOST_IN_BOX) {
        long = text;
        box.placeholder = `a text of ${text.length} characters`;
      }
      box.value = long ? "" : text;
    };
    const receive = (/** @type {Event} */ event, /** @type {DataTransfer | null} */ data) => {
      const text = textOf(data);
      if (text.length <= MOST_IN_BOX) return;
      event.preventDefault();
      fill(text);
    };
    onPress({
      "paste": () => {
        fill("");
        dialog.showModal();
      },
      "paste-close": () => dialog.close(),
    });
    dialog.onsubmit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      try {
        await this.#read(box.value || long);
        dialog.close();
      } catch (error) {
        alert.textContent = /** @type {Error} */ (error).message;
      }
    };
    box.oninput = forget;
    box.onpaste = (/** @type {ClipboardEvent} */ event) => receive(event, event.clipboardData);
    box.ondrop = (/** @type {DragEvent} */ event) => receive(event, event.dataTransfer);
    document.addEventListener("paste", async (event) => {
      const { target } = event;
      if (target === box || target instanceof HTMLInputElement) return;
      event.preventDefault();
      const text = textOf(event.clipboardData);
      if (dialog.open) {
        fill(text);
        return;
      }
      try {
        await this.#read(text);
      } catch (error) {
        complain(/** @type {Error} */ (error).message);
      }
    });
  }

  /** Reads a puzzle into the grid. @param {string} text */
  async #read(text) {
    if (text.length > MOST_TEXT) throw new Error(tooLong(text));
    const { puzzle, candidates, note } = await this.#quick.ask("read", { text });
    const grid = fromPuzzle(puzzle);
    this.#app.commit(candidates ? putMarks(grid, candidates) : grid);
    say(note ?? "");
  }

  /** What an export is made of. */
  #fields() {
    const { grid } = this.#app;
    const title = element("title").value.trim();
    const digits = hasGivens(grid) ? { digits: grid.digits } : {};
    return { puzzle: asPuzzle(grid), marks: grid.marks, ...digits, ...(title ? { title } : {}) };
  }

  async #copyLine() {
    try {
      const { text } = await this.#quick.ask("export", { format: "line", ...this.#fields() });
      await copy(text.trim(), text.trim());
    } catch (error) {
      complain(/** @type {Error} */ (error).message);
    }
  }

  /** Saves the grid as a file. @param {string} format
   * @param {(text: string) => void} [show] shows it too */
  async #export(format, show) {
    try {
      const { text, name, type } = await this.#quick.ask("export", { format, ...this.#fields() });
      save(text, name, type);
      say(`Saved ${name}.`);
      show?.(text);
    } catch (error) {
      complain(/** @type {Error} */ (error).message);
    }
  }

  #certify() {
    const puzzle = asPuzzle(this.#app.grid);
    this.#actions.run("Writing a certificate", "certify", { puzzle }, (zip) => {
      save(zip, "certificate.zip", "application/zip");
      say("Saved certificate.zip. “Check a certificate” checks it here; once it is unpacked, " +
        "so does 'satdoku certify --check'.");
    });
  }

  async #checkCertificate() {
    const input = element("check");
    const file = input.files?.[0];
    if (!file) return;
    if (file.size > MOST_ZIP) {
      complain(`${file.name}: expected a certificate of at most ${MOST_ZIP} bytes, ` +
        `found ${file.size}`);
      return;
    }
    const zip = new Uint8Array(await file.arrayBuffer());
    // The same file can be chosen again.
    input.value = "";
    /** @param {{message: string, puzzle?: Puzzle}} answer */
    const show = async ({ message, puzzle }) => {
      say(message);
      if (!puzzle) return;
      const { text } = await this.#quick.ask("export", { format: "svg", puzzle });
      showResult(`Puzzle of ${file.name}`, picture(text, "The puzzle of the certificate"));
      say(message);
      offer(["Load its puzzle", () => this.#app.commit(fromPuzzle(puzzle))]);
    };
    this.#actions.run("Checking the certificate", "check_certificate", { zip }, show, [zip.buffer]);
  }
}

/** @param {DataTransfer | null} data */
const textOf = (data) => data?.getData("text") ?? "";

/** @param {string} text */
const tooLong = (text) => `expected a text of at most ${MOST_TEXT} characters, ` +
  `found ${text.length}: use the command line for long lists`;

/** Copies a text, or shows it where the browser does not let the page copy.
 * @param {string} what @param {string} text */
async function copy(what, text) {
  try {
    await navigator.clipboard.writeText(text);
    say(`Copied ${what}.`);
  } catch {
    say("The browser does not let this page copy: copy it from below.");
    showResult("To copy", copyable("To copy", text));
  }
}

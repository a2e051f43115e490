// Exports: links, lines, pictures, printed sheets, formulas and certificates.

import { element, onPress, save } from "./dom.js";
import { asPuzzle, fromPuzzle, isSet } from "./state.js";
import { texts } from "./texts.js";

/** @typedef {import("./state.js").Puzzle} Puzzle */

/** The largest certificate that is read, in bytes. */
const MOST_ZIP = 100_000_000;

export class Share {
  #app;
  #quick;
  #asker;
  #create;

  /** @param {import("./app.js").App} app @param {import("./client.js").Client} quick
   * @param {import("./asker.js").Asker} asker @param {import("./create.js").Create} create
   * @param {() => void} saveLink writes the link of the grid into the address */
  constructor(app, quick, asker, create, saveLink) {
    this.#app = app;
    this.#quick = quick;
    this.#asker = asker;
    this.#create = create;
    onPress({
      "copy-line": () => this.#copyText("line"),
      "fpuzzles": () => this.#copyText("fpuzzles"),
      "sudokupad": () => this.#copyText("sudokupad"),
      "link": () => {
        saveLink();
        this.#copy(texts.theLink, location.href);
      },
      "send": () => {
        saveLink();
        // It is no error if the player chose nothing in the share sheet.
        navigator.share({ title: document.title, url: location.href }).catch(() => {});
      },
      "svg": () => this.#save("svg"),
      "png": () => this.#save("svg", { asPixels: true }),
      "dimacs": () => this.#save("dimacs"),
      "certificate": () => this.#certify(),
      "print": () => this.#print(),
    });
    element("send").hidden = !navigator.share;
    element("check-file").onchange = () => {
      const [file] = element("check-file").files;
      if (file) this.checkCertificate(file);
    };
  }

  get #title() {
    return element("title").value.trim();
  }

  /** The present grid in another form. @param {string} format */
  #export(format) {
    const { grid } = this.#app;
    const digits = isSet(grid) ? { digits: grid.digits } : {};
    const puzzle = asPuzzle(grid);
    const fields = { format, title: this.#title, puzzle, marks: grid.marks, ...digits };
    return this.#quick.ask("export", fields);
  }

  /** @param {string} format */
  async #copyText(format) {
    try {
      const { text } = await this.#export(format);
      await this.#copy(format === "line" ? text.trim() : texts.theLink, text.trim());
    } catch (error) {
      this.#app.complain(/** @type {Error} */ (error).message);
    }
  }

  /** Copies a text, or shows it where the browser does not let the page copy.
   * @param {string} what @param {string} text */
  async #copy(what, text) {
    const isRefused = await navigator.clipboard.writeText(text).then(() => false, () => true);
    element("to-copy").hidden = !isRefused;
    element("to-copy").querySelector("textarea").value = text;
    this.#app.tell({
      text: isRefused ? texts.mayNotCopy : texts.copied(what),
    });
  }

  /** Saves the grid as a file. @param {string} format @param {{asPixels?: boolean}} [options] */
  async #save(format, { asPixels = false } = {}) {
    try {
      const { text, name, type } = await this.#export(format);
      const [content, as] = asPixels ? [await pixels(text), "puzzle.png"] : [text, name];
      const isSaved = await give(content, as, asPixels ? "image/png" : type);
      this.#app.tell(isSaved ? { text: texts.saved(as) } : {});
    } catch (error) {
      this.#app.complain(/** @type {Error} */ (error).message);
    }
  }

  /** Prints this puzzle, and new ones like it, with the answers on the next page. */
  #print() {
    const count = element("sheets");
    if (!count.checkValidity()) {
      this.#app.complain(texts.badCount(count.min, count.max, count.value));
      return;
    }
    const { grid } = this.#app;
    this.#asker.run(texts.sheet, async (ask) => {
      const puzzles = [asPuzzle(grid)];
      // With the same seed, all puzzles would be the same.
      const recipe = { ...this.#create.recipe, seed: null };
      while (puzzles.length < Number(count.value)) {
        puzzles.push((await ask("generate", recipe)).puzzle);
      }
      const pictures = [];
      const answers = [];
      for (const puzzle of puzzles) {
        pictures.push((await ask("export", { format: "svg", puzzle })).text);
        if (!element("answers").checked) continue;
        const { solutions: [solution] } = await ask("solve", { puzzle });
        if (!solution) continue;
        const digits = solution.map((/** @type {number} */ digit, /** @type {number} */ cell) =>
          puzzle.puzzle[cell] === "." ? digit : 0);
        answers.push((await ask("export", { format: "svg", puzzle, digits })).text);
      }
      const pages = [page(this.#title, pictures)];
      if (answers.length > 0) pages.push(page(texts.answers(this.#title), answers));
      await printSheet(pages);
    });
  }

  #certify() {
    const puzzle = asPuzzle(this.#app.grid);
    this.#asker.run(texts.certifying, async (ask) => {
      const zip = await ask("certify", { puzzle });
      const isSaved = await give(zip, "certificate.zip", "application/zip");
      this.#app.tell(isSaved ? { text: texts.savedCertificate } : {});
    });
  }

  /** @param {File} file */
  async checkCertificate(file) {
    const content = file.size <= MOST_ZIP ? await file.arrayBuffer() : null;
    // The same file can be chosen again.
    element("check-file").value = "";
    if (!content) {
      this.#app.complain(texts.certificateTooLarge(file.name, MOST_ZIP, file.size));
      return;
    }
    const zip = new Uint8Array(content);
    this.#asker.run(texts.verifying, async (ask) => {
      /** @type {{message: string, puzzle?: Puzzle}} */
      const { message, puzzle } = await ask("check_certificate", { zip }, [zip.buffer]);
      const text = `${file.name}: ${message}`;
      const load = () => puzzle && this.#app.commit(fromPuzzle(puzzle), { text });
      this.#app.tell({ text, offers: puzzle ? [[texts.loadPuzzle, load]] : [] });
    });
  }
}

/** On a phone, passes a file to the share sheet; otherwise saves it as a download. Returns whether it was saved.
 * @param {BlobPart} content @param {string} name @param {string} type */
async function give(content, name, type) {
  const files = [new File([content], name, { type })];
  if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files })) {
    const refusal = await navigator.share({ files }).then(() => null, (error) => error);
    // It is no error if the player chose nothing in the share sheet.
    if (!refusal || refusal.name === "AbortError") return false;
  }
  save(content, name, type);
  return true;
}

/** The width of PNG pictures, in pixels. */
const WIDTH = 1200;

/** A drawing as PNG. @param {string} svg @returns {Promise<Blob>} */
async function pixels(svg) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = Math.round(WIDTH * image.naturalHeight / image.naturalWidth);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => blob ? resolve(blob) : reject(new Error(texts.noPicture)), "image/png"));
}

/** A page of pictures. @param {string} title @param {string[]} pictures */
function page(title, pictures) {
  const made = document.createElement("section");
  made.className = pictures.length > 1 ? "page several" : "page";
  const heading = document.createElement("h2");
  heading.textContent = title;
  made.append(heading, ...pictures.map((svg) => {
    const image = new Image();
    image.alt = "";
    image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    return image;
  }));
  return made;
}

/** @param {HTMLElement[]} pages */
async function printSheet(pages) {
  const sheet = element("sheet");
  sheet.replaceChildren(...pages);
  const images = [...sheet.querySelectorAll("img")];
  await Promise.all(images.map((image) => image.decode()));
  addEventListener("afterprint", () => {
    for (const { src } of images) URL.revokeObjectURL(src);
    sheet.replaceChildren();
  }, { once: true });
  print();
}

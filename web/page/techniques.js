// A dialog for each technique: a description, an example, and a button to practise. Names of techniques link to it.

import { element, onPress } from "./dom.js";
import { exampleOf } from "./library.js";
import { capital, texts } from "./texts.js";

const PREFIX = "#technique=";

/** The name of a technique in the command line: x-wing for `X-wing`. @param {string} name */
const slugOf = (name) => (/\((\w+)\)/.exec(name)?.[1] ?? name).toLowerCase().replaceAll(" ", "-");

/** The link to the dialog of a technique. @param {string} name */
export const linkTo = (name) => PREFIX + slugOf(name);

/** Whether the address is the link of a technique. */
export const isOfTechnique = () => location.hash.startsWith(PREFIX);

/** The descriptions of the techniques by name; empty until the solver has sent them. @type {Map<string, string>} */
const abouts = new Map();

/** The technique with which a title begins. @param {string} title */
export const techniqueIn = (title) =>
  [...abouts.keys()].find((name) => title === name || title.startsWith(`${name} `));

export class Techniques {
  #quick;

  /** @param {import("./client.js").Client} quick @param {(technique: string) => void} practise */
  constructor(quick, practise) {
    this.#quick = quick;
    const dialog = element("technique");
    onPress({
      "technique-close": () => dialog.close(),
      "technique-practise": () => {
        dialog.close();
        practise(this.#name);
      },
    });
    // When the dialog closes for any reason, the address goes back to the one before it was opened.
    dialog.onclose = () => {
      if (isOfTechnique()) history.back();
    };
  }

  /** Adds the techniques that the solver knows. @param {{name: string, about: string}[]} techniques */
  add(techniques) {
    element("techniques").append(...techniques.map(({ name, about }) => {
      abouts.set(name, about);
      const [item, link] = ["li", "a"].map((tag) => document.createElement(tag));
      /** @type {HTMLAnchorElement} */ (link).href = linkTo(name);
      link.textContent = capital(name);
      item.append(link);
      return item;
    }));
  }

  /** The technique in the address, or an empty text. */
  get #name() {
    return [...abouts.keys()].find((name) => linkTo(name) === location.hash) ?? "";
  }

  /** Shows the technique in the address, if the techniques are known already. */
  open() {
    if (this.#name) this.#show(this.#name);
    else if (abouts.size > 0) throw new Error(texts.badTechnique([...abouts.keys()].map(slugOf), location.hash.slice(PREFIX.length)));
  }

  /** @param {string} name */
  async #show(name) {
    const [dialog, picture] = [element("technique"), element("technique-picture")];
    element("technique-name").textContent = capital(name);
    element("technique-about").textContent = abouts.get(name) ?? "";
    element("technique-step").textContent = "";
    URL.revokeObjectURL(picture.src);
    picture.removeAttribute("src");
    if (!dialog.open) dialog.showModal();
    dialog.scrollTop = 0;
    // A technique without an example is too rare to be found in random puzzles.
    const puzzle = exampleOf(name);
    picture.hidden = element("technique-practise").hidden = !puzzle;
    if (!puzzle) return;
    const { svg, sentences } = await this.#quick.ask("example", { puzzle, technique: name })
      .catch(({ message }) => ({ svg: "", sentences: ["", "", message] }));
    if (name !== this.#name) return;
    picture.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    element("technique-step").textContent = sentences[2];
  }

  close() {
    if (element("technique").open) element("technique").close();
  }
}

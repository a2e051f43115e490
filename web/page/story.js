// Shows the answer to the grid, its steps one at a time, and buttons for what the player can do next.

import { element, makeButton, onPress, setIcon, write } from "./dom.js";
import { framesOfStory } from "./drawing.js";
import { isSet, isTyped, sideOf, valuesOf } from "./state.js";
import { linkTo, techniqueIn } from "./techniques.js";
import { texts } from "./texts.js";

/** @typedef {import("./app.js").App} App */

/** How long a step is shown while steps are played, in milliseconds. */
const PACE = 2500;

export class Story {
  /** The answer that is shown. @type {import("./app.js").Answer | null} */ #shown = null;
  /** @type {ReturnType<typeof setInterval> | undefined} */ #clock;
  #app;
  #view;
  #begin;

  /** @param {App} app @param {import("./grid.js").GridView} view
   * @param {() => void} begin makes digits that were typed in givens */
  constructor(app, view, begin) {
    this.#app = app;
    this.#view = view;
    this.#begin = begin;
    onPress({
      first: () => app.turnTo(0),
      back: () => app.turnTo(app.frameIndex - 1),
      forward: () => app.turnTo(app.frameIndex + 1),
      last: () => app.turnTo(Infinity),
      run: () => this.#run(),
      large: () => this.#setLarge(!document.body.classList.contains("large")),
      close: () => app.tell({}),
      why: () => this.#tellWhy(),
    });
    element("slider").oninput = () => app.turnTo(Number(element("slider").value) - 1);
    element("list").onclick = (/** @type {MouseEvent} */ { target }) => {
      const index = [...element("list").children].indexOf(target);
      if (index >= 0 && app.answer.frames) app.turnTo(index);
    };
    addEventListener("keydown", (event) => this.#onKey(event));
  }

  /** Shows the state of the app. If the element with the keyboard focus has disappeared, the focus goes to the
   * first new button that replaced it, or to the grid. */
  show() {
    const { activeElement } = document;
    const offers = element("offers");
    const wasOffer = offers.contains(activeElement);
    this.#show();
    if (activeElement === null || activeElement === document.body) return;
    if (activeElement.checkVisibility() && !activeElement.matches(":disabled")) return;
    const next = wasOffer ? offers.querySelector("button") : null;
    (next ?? this.#view).focus();
  }

  #show() {
    const { answer, frame, frameIndex, grid, note, filtered } = this.#app;
    const frames = answer.frames ?? [];
    const isPlayed = frames.length > 1;
    const said = (frame ? frame.text : answer.text) ?? "";
    // The title of a step is its technique.
    const [, technique, reason] = frame ? /^([^:]+): (.*)$/s.exec(said) ?? [] : [];
    const place = isPlayed ? texts.step(frameIndex + 1, frames.length) : "";
    this.#showTitle(place, technique ?? answer.title ?? "");
    const text = reason ?? said;
    const isTold = Boolean(text || answer.title);
    element("story").dataset.kind = answer.error ? "" : answer.kind ?? (frame ? "step" : "");
    element("grid").classList.toggle("finished", answer.kind === "solved");
    // Each sentence gets its own line.
    write("said", text.replaceAll(/(?<=\w\.) (?=[A-Z])/g, "\n"));
    element("details").hidden = !answer.details || Boolean(answer.error);
    write("details-text", answer.details ?? "");
    write("noted", answer.error || frame ? "" : [note, filtered].filter(Boolean).join("\n"));
    write("alert", answer.error ?? "");
    write("summary", isTold || answer.error || note || filtered ? "" : summary(grid));
    this.#showLegend();
    element("why").hidden = !frame?.story;
    write("why", frame?.isTold ? texts.whyRest : texts.why);
    element("player").hidden = !isPlayed;
    if (isPlayed) this.#showPlayer(frames.length, frameIndex, text);
    const isEmpty = !isTold && !answer.error && !grid.regions && !isSet(grid) &&
      !valuesOf(grid).some(Boolean);
    element("opening").hidden = !isEmpty && !answer.isOpening;
    if (answer === this.#shown) return;
    this.#shown = answer;
    if (!isPlayed) this.#stop();
    if (!isPlayed) this.#setLarge(false);
    /** @type {[string, () => void][]} */
    const play = isTyped(grid) ? [[texts.play, this.#begin]] : [];
    const offers = answer.offers ?? play;
    element("offers").replaceChildren(...offers.map(([name, act]) => makeButton(name, act)));
    this.#showList(answer.list ?? (isPlayed ? frames.map((it) => it.text) : []));
    if (isPlayed) element("forward").focus();
    // On a phone, the pressed button may be far below the board and the story.
    if (!isTold && !answer.error) return;
    for (const id of ["story", "board"]) element(id).scrollIntoView({ block: "nearest" });
  }

  /** Shows the title of the answer, with a link to the technique. @param {string} place @param {string} name */
  #showTitle(place, name) {
    const text = [place, name].filter(Boolean).join(" · ");
    if (element("headline").textContent === text) return;
    const known = techniqueIn(name);
    const link = document.createElement("a");
    link.href = linkTo(known ?? "");
    link.textContent = known ?? "";
    element("headline").replaceChildren(place, place && name ? " · " : "",
      ...known ? [link, name.slice(known.length)] : [name]);
  }

  /** Explains the colours of the drawing. */
  #showLegend() {
    const { frame } = this.#app;
    const isDrawn = (/** @type {string} */ kind) => kind === "placed" ? Boolean(frame?.light.placed)
      : [frame?.under, frame?.over].some((layer) =>
        layer?.querySelector(kind === "truth" ? ".truth, .place" : `.${kind}`));
    const isStory = frame?.light.supposed !== undefined;
    for (const entry of element("legend").children) entry.hidden = isStory || !isDrawn(entry.className);
    element("legend").hidden = isStory || !frame?.under;
  }

  /** @param {number} count @param {number} index @param {string} text */
  #showPlayer(count, index, text) {
    const slider = element("slider");
    slider.max = String(count);
    slider.value = String(index + 1);
    slider.setAttribute("aria-valuetext", text);
    if (index === count - 1) this.#stop();
    const items = [...element("list").children];
    for (const item of items) item.toggleAttribute("aria-current", false);
    items[index]?.setAttribute("aria-current", "step");
    const list = element("list");
    if (items[index]) list.scrollTop = items[index].offsetTop - list.clientHeight / 2;
  }

  /** @param {string[]} lines */
  #showList(lines) {
    const list = element("list");
    list.hidden = lines.length === 0;
    list.replaceChildren(...lines.map((line, index) => {
      const item = document.createElement("li");
      item.textContent = line;
      if (index === 0 && this.#app.frame) item.setAttribute("aria-current", "step");
      return item;
    }));
  }

  /** Plays the story of the step on the board. */
  #tellWhy() {
    const app = this.#app;
    const { answer, frame, frameIndex, grid } = app;
    if (!frame?.story) return;
    const back = () => {
      app.tell(answer);
      app.turnTo(frameIndex);
    };
    const { rest } = frame.story;
    const frames = framesOfStory({ ...frame, story: rest }, frame.story, sideOf(grid));
    app.tell({ frames, offers: [...(answer.offers ?? []).filter(([name]) => name !== texts.back), [texts.back, back]] });
  }

  #run() {
    if (this.#clock !== undefined) {
      this.#stop();
      return;
    }
    const { answer, frameIndex } = this.#app;
    if (frameIndex === (answer.frames?.length ?? 0) - 1) this.#app.turnTo(0);
    this.#clock = setInterval(() => this.#app.turnTo(this.#app.frameIndex + 1), PACE);
    setIcon("run", "pause", texts.pause);
  }

  #stop() {
    clearInterval(this.#clock);
    this.#clock = undefined;
    setIcon("run", "play", texts.run);
  }

  /** Shows only the board and the story, in large type, for a projector. @param {boolean} on */
  #setLarge(on) {
    document.body.classList.toggle("large", on);
    element("large").setAttribute("aria-pressed", on);
  }

  /** Goes to other steps by keys, unless the focused element uses these keys. @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const { target } = event;
    const { answer } = this.#app;
    if (event.key === "Escape" && !(target instanceof Element && target.closest("dialog"))) {
      if (document.body.classList.contains("large")) this.#setLarge(false);
      else if (Object.keys(answer).length > 0) this.#app.tell({});
    }
    if ((answer.frames?.length ?? 0) < 2) return;
    if (!(target instanceof Element) || target.closest("[role=grid], [role=tablist]")) return;
    if (target.matches("input, select, textarea, [tabindex='0']")) return;
    const to = {
      ArrowLeft: this.#app.frameIndex - 1, ArrowRight: this.#app.frameIndex + 1,
      Home: 0, End: Infinity,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.#app.turnTo(to);
  }
}

/** A sentence about how much of the grid is filled. @param {import("./state.js").Grid} grid */
function summary(grid) {
  const filled = valuesOf(grid).filter(Boolean).length;
  if (filled === 0 && !isSet(grid)) return texts.empty;
  return isTyped(grid) ? texts.typed(filled) : texts.summary(filled, sideOf(grid) ** 2);
}

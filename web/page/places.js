// The four places beside the grid: Play, Check, Create, Share.

import { element } from "./dom.js";

/** @typedef {"play" | "check" | "create" | "share"} Place */

const PLACES = /** @type {Place[]} */ (["play", "check", "create", "share"]);

export class Places {
  #onLeave;

  /** Going back in the browser leads to the place before.
   * @param {() => void} onLeave is called before another place is shown */
  constructor(onLeave) {
    this.#onLeave = onLeave;
    for (const place of PLACES) element(`to-${place}`).onclick = () => this.go(place);
    element("tabs").onkeydown = (/** @type {KeyboardEvent} */ event) => {
      const at = PLACES.findIndex((place) => `to-${place}` === document.activeElement?.id);
      const last = PLACES.length - 1;
      const to = { ArrowLeft: at > 0 ? at - 1 : last, ArrowRight: at < last ? at + 1 : 0,
        Home: 0, End: last }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      this.go(PLACES[to]);
      element(`to-${PLACES[to]}`).focus();
    };
  }

  /** @param {Place} to */
  go(to) {
    if (document.body.dataset.place !== to) history.pushState({ place: to }, "", location.hash);
    this.show(to);
  }

  /** @param {Place} to */
  show(to) {
    if (document.body.dataset.place !== to) this.#onLeave();
    document.body.dataset.place = to;
    for (const place of PLACES) {
      element(place).hidden = place !== to;
      element(`to-${place}`).setAttribute("aria-selected", place === to);
      element(`to-${place}`).tabIndex = place === to ? 0 : -1;
    }
  }
}

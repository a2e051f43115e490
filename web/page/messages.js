// What the page says below the grid.

import { element, makeButton } from "./dom.js";

/** The outcome of what was asked. @param {string} text */
export function say(text) {
  tell(text, "");
}

/** What went wrong. @param {string} text */
export function complain(text) {
  tell("", text);
}

/** @param {string} said @param {string} alert */
function tell(said, alert) {
  element("said").textContent = said;
  element("alert").textContent = alert;
  offer();
  // On a phone the buttons are below the grid.
  if (said || alert) element("board").scrollIntoView({ block: "nearest" });
}

/** What holds of the grid as it is, beside what was said. @param {string} text */
export function note(text) {
  const noted = element("noted");
  if (noted.textContent !== text) noted.textContent = text;
}

/** Buttons that follow from what was said. @param {[string, () => void][]} buttons */
export function offer(...buttons) {
  element("offers").replaceChildren(...buttons.map(([name, act]) => makeButton(name, act)));
}

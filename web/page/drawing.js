// The library's drawings of steps, taken apart so that the board can show them.

import { bit, digitOf } from "./state.js";

/** The edge of a cell in these drawings. */
export const CELL = 48;

/**
 * What the board shows in place of the player's digits and marks.
 * @typedef {object} Frame
 * @property {string} text
 * @property {number[]} digits
 * @property {number[]} marks
 * @property {Element | null} under what is drawn below the digits: where to look, and links
 * @property {Element | null} over what is drawn above them: what follows
 * @property {import("./looks.js").Light} light
 */

/** What a picture of one step draws below and above the digits. @param {string} svg */
export function layersOf(svg) {
  const [under, over] = groups(new DOMParser().parseFromString(svg, "image/svg+xml"));
  return { under, over };
}

/**
 * The pictures of a page of steps, one after the other.
 * @param {string} html
 * @param {number} side
 * @param {Pick<import("./looks.js").Light, "placed" | "eliminated">[]} steps for all but the last
 * @returns {Frame[]}
 */
export function framesOf(html, side, steps) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const [below, above] = groups(page);
  const texts = [...page.querySelectorAll("text[data-from]")].map(readText(side));
  const none = () => Array(side ** 2).fill(0);
  return [...page.querySelectorAll("ol a")].map(({ textContent }, index) => {
    const number = index + 1;
    const [digits, marks] = [none(), none()];
    for (const { from, until, cell, digit, isFound } of texts) {
      if (number < from || number > until) continue;
      if (isFound) digits[cell] = digit;
      else marks[cell] |= bit(digit);
    }
    const [under, over] = [below, above].map((layer) =>
      layer?.querySelector(`g[data-from="${number}"]`) ?? null);
    return { text: textContent ?? "", digits, marks, under, over, light: steps[index] ?? {} };
  });
}

/** What is drawn below the digits, and what above. @param {Document} picture */
const groups = (picture) => [...picture.querySelectorAll("svg g[transform] > g")];

/** @param {number} side */
const readText = (side) => (/** @type {Element} */ text) => {
  const number = (/** @type {string} */ name) => Number(text.getAttribute(name));
  const [row, column] = ["y", "x"].map((name) => Math.floor(number(name) / CELL));
  return {
    from: number("data-from"),
    until: number("data-until"),
    cell: row * side + column,
    digit: digitOf(text.textContent ?? ""),
    isFound: text.classList.contains("found"),
  };
};

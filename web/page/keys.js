// Digits from keys, also for grids above 9x9.

import { digitOf } from "./state.js";

/** The longest time between two numerals of one digit, in milliseconds. */
const MOMENT = 900;

export class DigitKeys {
  #first = 0;
  #cell = -1;
  #time = 0;

  /**
   * The digit of a key: of a numeral or a letter, or of a second numeral together with the first one
   * (1 and then 2 is 12). Null if a grid of this side does not have the digit.
   * @param {string} key
   * @param {number} side
   * @param {number} cell
   * @param {number} time in milliseconds
   * @returns {{digit: number, goesOn: boolean} | null}
   */
  type(key, side, cell, time) {
    const isNext = this.#cell === cell && time - this.#time < MOMENT;
    const joined = isNext && /^\d$/.test(key) ? this.#first * 10 + Number(key) : 0;
    this.forget();
    if (joined > 9 && joined <= side) return { digit: joined, goesOn: true };
    const digit = digitOf(key);
    if (digit < 1 || digit > side) return null;
    if (digit < 10) [this.#first, this.#cell, this.#time] = [digit, cell, time];
    return { digit, goesOn: false };
  }

  /** Forgets the first numeral: the next numeral begins a new digit. */
  forget() {
    [this.#first, this.#cell] = [0, -1];
  }
}

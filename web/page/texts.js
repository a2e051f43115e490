// All texts of the page, except the texts in index.html and the sentences about steps and verdicts,
// which come from the library.

/** @param {number} count @param {string} one @param {string} [many] */
const counted = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

export const texts = {
  // The board.
  empty: "The grid is empty.",
  summary: (/** @type {number} */ filled, /** @type {number} */ cells) =>
    `${filled} of ${cells} cells are filled.`,
  typed: (/** @type {number} */ digits) =>
    `${counted(digits, "digit")} typed in. When you start to play, they become givens.`,
  play: "Play it",
  isPuzzle: "The digits that you typed in are givens now.",
  edit: "Go on editing",
  given: (/** @type {string} */ cell) => `${cell} is a given.`,
  solved: "Solved",
  solvedIn: (/** @type {string} */ time, /** @type {string} */ grade, /** @type {number} */ hints) =>
    [time && `in ${time}`, grade, hints > 0 && counted(hints, "hint")].filter(Boolean).join(" · "),
  next: (/** @type {string} */ grade) => grade ? `Next ${grade} puzzle` : "Next puzzle",
  leave: (/** @type {string} */ change) => `Leave the steps, and ${change}?`,
  put: (/** @type {string} */ digit, /** @type {string} */ cell) => `put ${digit} into ${cell}`,
  change: "change the grid",
  candidate: (/** @type {string} */ digit, /** @type {string} */ cell) => `${digit} in ${cell}`,
  lineFrom: (/** @type {string} */ from) => `A line from ${from}: choose where it ends.`,
  lineIs: (/** @type {boolean | undefined} */ isWeak, /** @type {string} */ from, /** @type {string} */ to) =>
    `${isWeak === undefined ? "No" : isWeak ? "Weak" : "Strong"} line from ${from} to ${to}.`,
  filterWhich: "Which digit? The cells that can hold it will be highlighted.",
  filtered: (/** @type {string} */ digit, /** @type {string[]} */ cells) =>
    cells.length === 0 ? `No empty cell can be ${digit}.` : `${digit} can be in ${counted(cells.length, "cell")}` +
      `${cells.length > 9 ? "" : `: ${cells.join(", ")}`}.`,
  yesLeave: "Leave",
  noStay: "Stay",
  paused: "Paused",

  // Create.
  noClues: "none",
  ownClues: "own clues",
  anyGrade: "any",
  fewest: "fewest",
  addClue: "Add",
  changeClue: "Change",
  removeClue: (/** @type {string} */ words) => `Remove ${words}`,
  besideGrid: "press beside the grid, or drag along the row or column",
  overCells: "drag over its cells in their order",

  // Titles and texts of answers.
  proper: "A proper puzzle",
  right: "Right so far",
  correct: "Correct",
  isOnly: "This is the only solution.",
  isOne: "This is one of several solutions.",
  several: "Several solutions",
  differ: (/** @type {number} */ cells) => `Two of the solutions differ in ${counted(cells, "cell")}.`,
  none: "No solution",
  noGrid: "No full grid obeys all rules and givens.",
  unknown: "Not known",
  wrong: (/** @type {number} */ count) => count === 1 ? "A wrong digit" : `${count} wrong digits`,
  isNot: (/** @type {string} */ cell, /** @type {string} */ digit) => `${cell} is not ${digit}`,
  more: (/** @type {number} */ count) => `, and ${count} more`,
  rightSoFar: "Your digits are right so far.",
  hint: "A hint",
  tellMore: "Tell more",
  apply: "Apply",
  practise: "Practise this",
  practice: (/** @type {string} */ technique) => `Practice: ${technique}`,
  whyNot: "Why not?",
  fillIn: "Fill in one of them",
  step: (/** @type {number} */ number, /** @type {number} */ count) => `${number} of ${count}`,
  why: "Why?",
  back: "Back to the step",
  whyRest: "Why the other conclusions?",
  told: { first: (/** @type {string} */ supposed) => `if ${supposed}`, second: "then ", next: "so ", beside: "also ",
    clash: "but then " },
  rated: "How hard the puzzle is",
  needs: (/** @type {string | null} */ hardest, /** @type {number | null} */ score) =>
    [hardest && `Hardest step: ${hardest}.`, score !== null && `Score ${score} of 100.`].filter(Boolean).join(" "),
  figures: (/** @type {Record<string, number | null>} */ rating) => ["steps", "truths", "depth", "guesses"]
    .flatMap((name) => rating[name] === null ? [] : [`${name} ${rating[name]}`]).join(", "),
  minimal: "Minimal",
  fewer: "Fewer givens",
  minimised: (/** @type {number} */ left, /** @type {number} */ all, /** @type {number} */ undecided) =>
    `${left} givens of ${all} are left${undecided ? `. It takes too long to decide whether ${undecided} of them can be removed too.`
      : ", and each of them is needed."}`,
  cancelled: "Cancelled.",
  tooLong: (/** @type {number} */ most, /** @type {number} */ found) =>
    `expected a text of at most ${most} characters, found ${found}: use the command line for long lists`,
  long: (/** @type {number} */ length) => `a text of ${length} characters`,
  stopped: (/** @type {string | undefined} */ reason) => `the solver stopped: ${reason ?? "it cannot be loaded"}`,
  noAnswer: (/** @type {number} */ limit) => `no answer within the limit of ${limit} s`,
  tooOld: (/** @type {string} */ reason) =>
    `this browser is too old: it lacks WebAssembly SIMD (Chrome 91, Firefox 89, Safari 16.4 or later have it): ${reason}`,
  badLimit: (/** @type {string} */ least, /** @type {string} */ most, /** @type {string} */ found) =>
    `expected a limit of ${least} to ${most} seconds, found ${found || "none"}`,
  badSeed: (/** @type {string} */ found) => `expected a number as the seed, found "${found}"`,
  badCount: (/** @type {string} */ least, /** @type {string} */ most, /** @type {string} */ found) =>
    `expected ${least} to ${most} puzzles, found ${found || "none"}`,
  badRule: (/** @type {string[]} */ known, /** @type {string} */ found) =>
    `the link: expected rules among ${known.join(", ")}, found "${found}"`,

  // Errors in a link.
  link: {
    tooLong: (/** @type {number} */ most, /** @type {number} */ found) =>
      `expected a link of at most ${most} characters after #, found ${found}`,
    tooMany: (/** @type {string} */ name, /** @type {number} */ most, /** @type {number} */ found) =>
      `the link: expected ${name} of at most ${most} cells, found ${found}`,
    badLength: (/** @type {string} */ name, /** @type {number} */ cells, /** @type {number} */ found) =>
      `the link: expected ${cells} characters in ${name}=, found ${found}`,
    badBox: (/** @type {number} */ least, /** @type {number} */ most, /** @type {string} */ found) =>
      `the link: expected a box such as box=3x3 for a grid of side ${least} to ${most}, found ${found}`,
    badRules: (/** @type {string} */ found) =>
      `the link: expected names of rules such as rules=diagonal,windoku, found ${found}`,
    badLetter: (/** @type {string} */ last) => `expected a letter from a to ${last} or '.'`,
    badDigit: (/** @type {string} */ last) => `expected a digit from 1 to ${last} or '.'`,
    cell: (/** @type {string} */ name, /** @type {number} */ cell) => `the link: ${name} of cell ${cell}`,
    character: (/** @type {string} */ name, /** @type {number} */ index) => `the link: ${name}, character ${index}`,
    found: (/** @type {string} */ place, /** @type {string} */ expected, /** @type {string} */ found) =>
      `${place}: ${expected}, found ${found}`,
  },

  badTechnique: (/** @type {string[]} */ known, /** @type {string} */ found) =>
    `the link: expected a technique among ${known.join(", ")}, found "${found}"`,

  // What the page shows while the solver works.
  checking: "Looking for a second solution",
  solving: "Solving",
  clashing: "Looking for clashing givens",
  hinting: "Looking for a step",
  explaining: "Looking for all steps",
  rating: "Rating",
  plain: "Looking for plain candidates",
  candidates: "Looking for true candidates",
  generating: "Generating",
  minimising: "Taking givens away",
  sheet: "Making the sheet",
  certifying: "Writing a certificate",
  verifying: "Checking the certificate",

  // Games, links and files.
  daily: (/** @type {string} */ date) => `Puzzle of ${date}`,
  game: (/** @type {string} */ grade, /** @type {string} */ size, /** @type {string} */ rules) =>
    [grade, size, rules].filter(Boolean).join(" "),
  seed: (/** @type {string} */ seed) => `seed ${seed}`,
  copied: (/** @type {string} */ what) => `Copied ${what}.`,
  theLink: "the link",
  mayNotCopy: "The browser does not allow this page to copy. Copy the text in the box “To copy”.",
  saved: (/** @type {string} */ name) => `Saved ${name}.`,
  noPicture: "The browser could not draw the picture.",
  savedCertificate: "Saved certificate.zip. Check this file here with “Check a certificate”, or unpack it " +
    "and check it with 'satdoku verify'.",
  certificateTooLarge: (/** @type {string} */ name, /** @type {number} */ most, /** @type {number} */ found) =>
    `${name}: expected a certificate of at most ${most} bytes, found ${found}`,
  loadPuzzle: "Load the puzzle",
  answers: (/** @type {string} */ title) => title ? `${title}: answers` : "Answers",

  // Names and descriptions of cells, for screen readers.
  cell: {
    given: (/** @type {string} */ digit) => `given ${digit}`,
    empty: "empty",
    marks: (/** @type {string} */ digits) => `marks ${digits}`,
    centre: (/** @type {string} */ digits) => `centre ${digits}`,
    colour: (/** @type {number} */ colour) => `colour ${colour}`,
    region: (/** @type {string} */ letter) => `region ${letter}`,
    line: (/** @type {boolean} */ isWeak, /** @type {string} */ digit, /** @type {string} */ to) =>
      `${isWeak ? "weak" : "strong"} line from ${digit} to ${to}`,
    canBe: (/** @type {string} */ digit) => `can be ${digit}`,
    clashes: "clashes",
    wrong: "wrong",
    supposed: "supposed",
    differs: (/** @type {string} */ digits) => `differs: ${digits}`,
    look: "look here",
    is: (/** @type {string} */ digit) => `is ${digit}`,
    isNot: (/** @type {string} */ digits) => `is not ${digits}`,
  },
  pad: {
    region: (/** @type {string} */ letter) => `Region ${letter}`,
    colour: (/** @type {number} */ colour) => `Colour ${colour}`,
  },
  run: "Play",
  pause: "Pause",
  goOn: "Go on",
};

/** A word with a capital letter. @param {string} word */
export const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);

/** A time as a clock shows it, such as 1:05. @param {number} seconds */
export function clock(seconds) {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(Math.floor(seconds % 60))}`;
}

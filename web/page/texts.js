// What the page says in words of its own, in one place; what stands in index.html is said there, and
// sentences about steps and verdicts are the library's.

/** @param {number} count @param {string} one @param {string} [many] */
const counted = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

export const texts = {
  // The board.
  empty: "The grid is empty.",
  summary: (/** @type {number} */ filled, /** @type {number} */ cells) =>
    `${filled} of ${cells} cells are filled.`,
  typed: (/** @type {number} */ digits) =>
    `${counted(digits, "digit")} typed in. Once you play, they are the puzzle.`,
  play: "Play it",
  isPuzzle: "What was typed in is the puzzle now.",
  edit: "Go on editing",
  given: (/** @type {string} */ cell) => `${cell} is a given.`,
  solved: "Solved",
  solvedIn: (/** @type {string} */ time, /** @type {string} */ grade, /** @type {number} */ hints) =>
    [time && `in ${time}`, grade, hints > 0 && counted(hints, "hint")].filter(Boolean).join(" · "),
  next: (/** @type {string} */ grade) => grade ? `Next ${grade} puzzle` : "Next puzzle",
  leave: (/** @type {string} */ change) => `Leave what is told, and ${change}?`,
  put: (/** @type {string} */ digit, /** @type {string} */ cell) => `put ${digit} into ${cell}`,
  change: "change the grid",
  candidate: (/** @type {string} */ digit, /** @type {string} */ cell) => `${digit} in ${cell}`,
  lineFrom: (/** @type {string} */ from) => `A line from ${from}: choose where it ends.`,
  lineIs: (/** @type {boolean | undefined} */ isWeak, /** @type {string} */ from, /** @type {string} */ to) =>
    `${isWeak === undefined ? "No" : isWeak ? "Weak" : "Strong"} line from ${from} to ${to}.`,
  filterWhich: "Which digit? Its places stand out then.",
  filtered: (/** @type {string} */ digit, /** @type {string[]} */ cells) =>
    cells.length === 0 ? `No empty cell can be ${digit}.` : `${digit} can be in ${counted(cells.length, "cell")}` +
      `${cells.length > 9 ? "" : `: ${cells.join(", ")}`}.`,
  yesLeave: "Leave",
  noStay: "Stay",
  paused: "Paused",

  // Create.
  noClues: "none",
  ownClues: "these",
  anyGrade: "any",
  fewest: "fewest",
  addClue: "Add",
  changeClue: "Change",
  removeClue: (/** @type {string} */ words) => `Remove ${words}`,
  besideGrid: "press beside the grid, or move along the row or column",
  overCells: "move over its cells in order",

  // Answers: a title for each state.
  proper: "A proper puzzle",
  right: "Right so far",
  correct: "Correct",
  isOnly: "It is the only solution.",
  isOne: "It is one of several solutions.",
  several: "Several solutions",
  differ: (/** @type {number} */ cells) => `Two of them differ in ${counted(cells, "cell")}.`,
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
  fillIn: "Fill one in",
  step: (/** @type {number} */ number, /** @type {number} */ count) => `${number} of ${count}`,
  why: "Why?",
  back: "Back to the step",
  whyRest: "Why the others?",
  told: { first: (/** @type {string} */ supposed) => `if ${supposed}`, second: "then ", next: "so ", beside: "also ",
    clash: "but then " },
  rated: "How hard it is",
  needs: (/** @type {string | null} */ hardest, /** @type {number | null} */ score) =>
    [hardest && `Hardest step: ${hardest}.`, score !== null && `Score ${score} of 100.`].filter(Boolean).join(" "),
  figures: (/** @type {Record<string, number | null>} */ rating) => ["steps", "truths", "depth", "guesses"]
    .flatMap((name) => rating[name] === null ? [] : [`${name} ${rating[name]}`]).join(", "),
  minimal: "Minimal",
  minimised: (/** @type {number} */ left, /** @type {number} */ all) =>
    `${left} givens of ${all} are left, and each is needed.`,
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

  // What is wrong with a link.
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

  // What techniques are, by the library's names.
  techniques: /** @type {Record<string, string>} */ ({
    "full house": "One cell of a row, column or box is empty: it holds the digit that is missing.",
    "hidden single": "A digit has one place left in a row, column or box: it stands there.",
    "naked single": "A cell has one candidate left: it holds that digit.",
    "locked candidates (pointing)": "All places of a digit in a box lie in one line: the digit goes from the rest of that line.",
    "locked candidates (claiming)": "All places of a digit in a line lie in one box: the digit goes from the rest of that box.",
    "locked pair": "Two cells in both a box and a line share two candidates: both digits go from the rest of the box and of the line.",
    "locked triple": "Three cells in both a box and a line share three candidates: these digits go from the rest of the box and of the line.",
    "naked pair": "Two cells of a unit have the same two candidates: they hold both digits, which go from the rest of the unit.",
    "naked triple": "Three cells of a unit have three candidates together: they hold these digits, which go from the rest of the unit.",
    "naked quad": "Four cells of a unit have four candidates together: they hold these digits, which go from the rest of the unit.",
    "hidden pair": "Two digits of a unit have the same two places: these cells hold them, and lose all other candidates.",
    "hidden triple": "Three digits of a unit have three places together: these cells hold them, and lose all other candidates.",
    "hidden quad": "Four digits of a unit have four places together: these cells hold them, and lose all other candidates.",
    "X-wing": "The places of a digit in two rows lie in the same two columns: the digit goes from the rest of the columns. Columns and rows can change places.",
    swordfish: "The places of a digit in three rows lie in three columns: the digit goes from the rest of the columns. Columns and rows can change places.",
    jellyfish: "The places of a digit in four rows lie in four columns: the digit goes from the rest of the columns. Columns and rows can change places.",
    skyscraper: "A digit has two places in each of two parallel lines, and one of each lies in a common line: the digit goes from cells that see both others.",
    "two-string kite": "A digit has two places in a row and two in a column, and one of each lies in a common box: the digit goes from cells that see both others.",
    "turbot fish": "A digit has two places in a box and two in a line, and one of each sees the other: the digit goes from cells that see both others.",
    "empty rectangle": "All places of a digit in a box lie in one row and one column, and a line beside them has two places: one of them must hold.",
    "XY-wing": "A pivot with two candidates sees two pincers that each have one of them and a third digit: the third goes from cells that see both pincers.",
    "XYZ-wing": "A pivot with three candidates sees two pincers that have two of them each: the digit that all three share goes from cells that see them all.",
    "W-wing": "Two cells have the same two candidates, and two places of one digit in a unit each see one of them: the other digit goes from cells that see both.",
    "M-wing": "A cell with two candidates is joined to a place of one of them by two places each of both digits.",
    "S-wing": "Two places of a digit, a cell with two candidates and two places of its other digit form a chain: one of its ends holds.",
    "L-wing": "Two places each of three digits form a chain: its ends see each other or share a cell, and one of them holds.",
    "finned X-wing": "An X-wing has more places, its fin, in one box: the digit goes where a cell sees the fin, too.",
    "finned swordfish": "A swordfish has more places, its fin, in one box: the digit goes where a cell sees the fin, too.",
    "sashimi X-wing": "A finned X-wing lacks a corner: the fin stands in for it, and the digit goes where a cell sees the fin.",
    "sashimi swordfish": "A finned swordfish lacks a place: the fin stands in for it, and the digit goes where a cell sees the fin.",
    "finned jellyfish": "A jellyfish has more places, its fin, in one box: the digit goes where a cell sees the fin, too.",
    "sashimi jellyfish": "A finned jellyfish lacks a place: the fin stands in for it, and the digit goes where a cell sees the fin.",
    "simple colouring": "Pairs of places of one digit alternate between two colours, of which one holds: the digit goes where a cell sees both.",
    "X-chain": "Places of one digit follow each other, and each second link is strong: one of both ends holds.",
    "grouped X-chain": "An X-chain in which several places of the digit stand together as one.",
    "franken X-wing": "The places of a digit in two rows, or boxes for some, lie in two columns, or boxes for some: the digit goes from the rest of these. Columns and rows can change places.",
    "franken swordfish": "The places of a digit in three rows, or boxes for some, lie in three columns, or boxes for some: the digit goes from the rest of these. Columns and rows can change places.",
    "franken jellyfish": "The places of a digit in four rows, or boxes for some, lie in four columns, or boxes for some: the digit goes from the rest of these. Columns and rows can change places.",
    "finned franken X-wing": "A franken X-wing has more places, its fins: the digit goes where a cell sees all fins, too.",
    "finned franken swordfish": "A franken swordfish has more places, its fins: the digit goes where a cell sees all fins, too.",
    "finned franken jellyfish": "A franken jellyfish has more places, its fins: the digit goes where a cell sees all fins, too.",
    "mutant X-wing": "The places of a digit in two rows, columns or boxes lie in two others: the digit goes from the rest of these.",
    "mutant swordfish": "The places of a digit in three rows, columns or boxes lie in three others: the digit goes from the rest of these.",
    "mutant jellyfish": "The places of a digit in four rows, columns or boxes lie in four others: the digit goes from the rest of these.",
    "finned mutant X-wing": "A mutant X-wing has more places, its fins: the digit goes where a cell sees all fins, too.",
    "finned mutant swordfish": "A mutant swordfish has more places, its fins: the digit goes where a cell sees all fins, too.",
    "finned mutant jellyfish": "A mutant jellyfish has more places, its fins: the digit goes where a cell sees all fins, too.",
    "remote pair": "Two digits alternate along cells that have only both: they go from cells that see one place of each.",
    "XY-chain": "Cells with two candidates follow each other: whichever way it goes, one of both ends holds the digit.",
    "sue de coq": "Cells in both a box and a line, with one set of cells in each, have as many digits as cells: each digit stands in its part.",
    "WXYZ-wing": "Four cells have four candidates together, and only one digit can stand in two of them: it goes from cells that see all its places.",
    "ALS-XZ": "Two sets of cells have one digit more than cells, and a digit X that only one of them can hold: one of them holds Z.",
    "ALS-XY-wing": "Three sets of cells have one digit more than cells, and the middle one shares a digit that only one can hold with each of the others: one of these holds Z.",
    "ALS chain": "Sets of cells that have one digit more than cells follow each other, joined by digits that only one of two can hold: one of both ends holds Z.",
    "death blossom": "Each candidate of a cell takes a digit from a set of cells that has one digit more than cells: whichever it is, one of the sets holds Z.",
    "continuous nice loop": "A chain closes to a loop: each of its links holds exactly one candidate, and all others of a link go.",
    "alternating inference chain": "Strong and weak links alternate between candidates: one of both ends holds.",
    "grouped alternating inference chain": "A chain in which several places of a digit stand together as one.",
    "Nishio forcing chain": "If a candidate held, the places of its digit would clash: it goes.",
    "forcing chain": "If a candidate held, chains from it would clash: it goes.",
    "unit forcing chain": "Whichever place of a digit in a unit holds, the same follows.",
    "forcing net": "If a candidate held, all that follows from it would clash: it goes.",
    "rule of 45": "All cells of a row, column or box add up to 45: clues that fill it leave the sum of the rest.",
    trial: "If a candidate held, all that follows from it and from the clues would clash: it goes.",
  }),
  badTechnique: (/** @type {string[]} */ known, /** @type {string} */ found) =>
    `the link: expected a technique among ${known.join(", ")}, found "${found}"`,

  // What runs.
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

  // Games and what goes out.
  daily: (/** @type {string} */ date) => `Puzzle of ${date}`,
  game: (/** @type {string} */ grade, /** @type {string} */ size, /** @type {string} */ rules) =>
    [grade, size, rules].filter(Boolean).join(" "),
  seed: (/** @type {string} */ seed) => `seed ${seed}`,
  copied: (/** @type {string} */ what) => `Copied ${what}.`,
  theLink: "the link",
  mayNotCopy: "The browser does not let this page copy: copy it from “To copy”.",
  saved: (/** @type {string} */ name) => `Saved ${name}.`,
  noPicture: "The browser could not draw the picture.",
  savedCertificate: "Saved certificate.zip. “Check a certificate” checks it here; once it is unpacked, " +
    "so does 'satdoku verify'.",
  certificateTooLarge: (/** @type {string} */ name, /** @type {number} */ most, /** @type {number} */ found) =>
    `${name}: expected a certificate of at most ${most} bytes, found ${found}`,
  loadPuzzle: "Load its puzzle",
  answers: (/** @type {string} */ title) => title ? `${title}: answers` : "Answers",

  // What cells are called.
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

/** A sentence of the library's, with the rows of the board, which are letters there. Larger grids
 * than this page's would name cells otherwise.
 * @param {string} text */
export const asOnBoard = (text) => text.replaceAll(/\b(rows?) (\d+(?:(?:, | and | or )\d+)*)/g,
  (_, word, numbers) => `${word} ${numbers.replaceAll(/\d+/g, letterOfRow)}`);

const letterOfRow = (/** @type {string} */ number) => String.fromCharCode(64 + Number(number));

/** A word as it begins a line. @param {string} word */
export const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);

/** A time as it is read off a clock. @param {number} seconds */
export function clock(seconds) {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(Math.floor(seconds % 60))}`;
}

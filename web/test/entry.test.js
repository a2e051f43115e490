// Can a puzzle and its solution be put in, in every way that there is?

import assert from "node:assert/strict";

import { pageTest } from "./browser.js";
import { line } from "./page.js";
import { objects, satdoku } from "./satdoku.js";

const PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const EMPTY = ".".repeat(81);

pageTest("digits are typed and erased", async (page) => {
  await page.type("A1", "5");
  await page.keys(["ArrowRight", "3", "ArrowDown", "7", "End", "9", "Home", "6"]);
  await page.shows(`53.......67......9${".".repeat(63)}`);
  await page.type("A1", ["Backspace"]);
  await page.type("A2", ["Delete"]);
  await page.type("B9", "0");
  await page.press("Erase");
  await page.shows(`.........67${".".repeat(70)}`);
});

pageTest("what is typed before a cell is chosen goes to the selected one", async (page) => {
  await page.keys(["5", "ArrowRight", "3"]);
  await page.shows(`53${".".repeat(79)}`);
});

pageTest("digits are entered by touch on a phone", async (page) => {
  await page.tap(page.cell("E5"));
  await page.tap(page.find("button", "7"));
  await page.calls("E5", "7");
  await page.tap(page.find("button", "Erase"));
  await page.calls("E5", "empty");
}, { width: 360, height: 740 });

pageTest("marks are drawn, and go when a digit comes", async (page) => {
  await page.enter("Marks");
  await page.type("C2", "14");
  await page.press("9");
  await page.calls("C2", "empty, marks 1 4 9");
  await page.keys("1");
  await page.calls("C2", "empty, marks 4 9");
  await page.enter("Digits");
  await page.type("C2", "4");
  await page.calls("C2", "4");
});

pageTest("what was done is undone and done again", async (page) => {
  await page.type("A1", "5");
  await page.type("A2", "3");
  await page.press("Undo");
  await page.shows(`5${".".repeat(80)}`);
  await page.press("Undo");
  await page.shows(EMPTY);
  await page.press("Redo");
  await page.press("Redo");
  await page.shows(`53${".".repeat(79)}`);
  await page.press("Clear");
  await page.shows(EMPTY);
  await page.press("Undo");
  await page.shows(`53${".".repeat(79)}`);
});

pageTest("forms that the program reads are pasted", async (page) => {
  const rows = PUZZLE.match(/.{9}/g);
  const digits = rows.map((row) => [...row].map((it) => (it === "." ? 0 : Number(it))));
  const forms = {
    line: PUZZLE,
    zeros: PUZZLE.replaceAll(".", "0"),
    rows: rows.join("\n"),
    drawing: rows.map((row) => row.replace(/(...)(...)(...)/, "$1|$2|$3")).join("\n"),
    arrays: JSON.stringify(digits),
    json: JSON.stringify(objects(["solve", PUZZLE])[0]),
    table: `id,puzzle\n1,${PUZZLE}\n`,
    sdk: `[Puzzle]\n${rows.join("\n")}\n`,
  };
  for (const form of Object.values(forms)) {
    await page.read(form);
    await page.shows(PUZZLE);
    await page.press("Clear");
    await page.shows(EMPTY);
  }
  await page.cell("A1").click();
  await page.paste(PUZZLE);
  await page.shows(PUZZLE);
});

pageTest("of several puzzles the first one is read, and the page says so", async (page) => {
  await page.read(`${PUZZLE}\n${PUZZLE}\n`);
  await page.says("the first of 2 puzzles");
  await page.shows(PUZZLE);
});

pageTest("candidates come in as marks", async (page) => {
  await page.read(" 1  24| 3  4\n 3  34| 2  14\n------+------\n 23 1 | 4  34\n 4  3 | 1  2\n");
  await page.calls("A2", /^empty, marks 2 4$/);
});

pageTest("a pasted puzzle brings its size, its rules and its regions", async (page) => {
  const rules = ["--rules", "jigsaw,anti-knight"];
  const generated = satdoku(["generate", ...rules, "--side", "6", "--seed", "1"]);
  const [puzzle] = objects(["solve", ...rules], generated);
  await page.read(JSON.stringify({ ...puzzle, solution: undefined }));
  await page.shows(puzzle.puzzle);
  await page.press("Solve");
  await page.shows(puzzle.solution);
});

pageTest("grids of sides 4 to 16 take digits up to their side", async (page) => {
  for (let side = 4; side <= 16; side += 1) {
    await page.choose("Size", `${side} × ${side}`);
    await page.shows(".".repeat(side * side));
    const symbol = line([side]);
    await page.type("B3", String(side));
    await page.calls("B3", symbol);
    await page.type("B2", symbol.toLowerCase());
    await page.calls("B2", `${symbol}, clashes`);
    await page.calls("B3", `${symbol}, clashes`);
  }
});

pageTest("clashes are marked while typing", async (page) => {
  await page.type("A1", "5");
  await page.type("A9", "5");
  await page.until(() => page.cellsThat("clashes"), "A1 A9");
  await page.says("row A holds 5 twice: A1, A9");
  await page.keys(["Backspace"]);
  await page.until(() => page.cellsThat("clashes"), "");
});

pageTest("rules are chosen, and clashes follow them", async (page) => {
  await page.type("C3", "5");
  await page.type("G7", "5");
  await page.tick("diagonal");
  await page.until(() => page.cellsThat("clashes"), "C3 G7");
  await page.tick("diagonal");
  await page.until(() => page.cellsThat("clashes"), "");
  await page.type("E4", "5");
  await page.tick("anti-knight");
  await page.until(() => page.cellsThat("clashes"), "C3 E4");
  await page.tick("windoku");
  await page.type("B4", "5");
  await page.until(() => page.cellsThat("clashes"), "B4 C3 E4");
});

pageTest("the regions of a jigsaw are painted by keyboard and by dragging", async (page) => {
  await page.choose("Size", "4 × 4");
  await page.tick("jigsaw");
  const regions = "aaabaccbdccbdddb";
  for (const [n, row] of ["A", "B", "C", "D"].entries()) {
    await page.cell(`${row}1`).click();
    await page.keys([...regions.slice(4 * n, 4 * n + 4)].flatMap((it) => [it, "ArrowRight"]));
  }
  await page.until(() => page.cellsThat("region c"), "B2 B3 C2 C3");
  await page.enter("Digits");
  // In boxes of 2x2 these two do not clash.
  await page.type("A3", "1");
  await page.type("B1", "1");
  await page.until(() => page.cellsThat("clashes"), "A3 B1");

  await page.enter("Regions");
  await page.press("Region a");
  // However fast the pointer is, it leaves no gaps.
  await page.drag("A1", "A4", { steps: 1 });
  await page.until(() => page.cellsThat("region a"), "A1 A2 A3 A4 B1");
});

pageTest("regions that are not complete are an error that names one", async (page) => {
  await page.choose("Size", "4 × 4");
  await page.tick("jigsaw");
  await page.type("A1", "b");
  await page.press("Solve");
  await page.refuses(/region/);
});

pageTest("digits of the player are no givens until they are fixed", async (page) => {
  await page.read("1.3...2..1..4..2");
  await page.calls("A1", "given 1");
  await page.type("A1", "4");
  await page.type("A2", "2");
  await page.calls("A1", "given 1");
  await page.calls("A2", "2");
  await page.press("Fix as givens");
  await page.calls("A2", "given 2");
});

pageTest("a given stays, and the page says why", async (page) => {
  await page.read(PUZZLE);
  await page.type("A1", "7");
  await page.says("A1 is a given.");
  await page.calls("A1", "given 5");
  await page.press("Go on editing");
  await page.type("A1", "7");
  await page.calls("A1", /^7/);
});

pageTest("a puzzle is typed in cell by cell", async (page) => {
  await page.press("Type one in");
  await page.keys("53..7");
  await page.shows(`53..7${".".repeat(76)}`);
  await page.keys([".", "0", "Space", "9"]);
  // Play begins: a button leads back to editing.
  await page.go("Play");
  await page.calls("A9", "given 9");
  await page.shows(`53..7...9${".".repeat(72)}`);
  await page.press("Go on editing");
  await page.type("A9", "8");
  await page.press("Play it");
  await page.calls("A9", "given 8");
});

pageTest("an empty grid offers ways to begin", async (page) => {
  await page.press("Hard");
  const hard = await page.until(() => page.line(), /[1-9]/);
  await page.press("New puzzle");
  await page.press("Puzzle of the day");
  await page.until(() => page.line(), (line) => line !== hard);
  await page.until(() => page.text("#game"), /^Puzzle of /);
  const [{ status, grade }] = objects(["rate", "--steps", hard]);
  assert.deepEqual([status, grade], ["unique", "hard"]);
});

pageTest("a large grid is read and entered by zooming in on a phone", async (page) => {
  await page.choose("Size", "16 × 16");
  await page.go("Play");
  await page.press("Zoom");
  const { width } = await (await page.cell("A1").waitHandle()).boundingBox();
  assert(width >= 44, `a cell is ${width} pixels wide`);
  await page.tap(page.cell("C3"));
  await page.tap(page.find("button", "G"));
  await page.calls("C3", "G");
  const [inner, outer] = await page.tab.evaluate(() =>
    [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  assert(inner <= outer, `the page is ${inner} pixels wide`);
}, { width: 360, height: 740 });

pageTest("all of a page can be done by keyboard", async (page) => {
  await page.tabTo("Play");
  await page.keys(["ArrowRight", "ArrowRight"]);
  await page.tabTo("Size");
  await page.keys(["Home"]);
  await page.shows(".".repeat(16));
  await page.tabTo("A1, empty");
  const solution = "1234342143122143";
  for (const row of solution.match(/.{4}/g)) {
    await page.keys([...row].flatMap((digit) => [digit, "ArrowRight"]));
    await page.keys(["Home", "ArrowDown"]);
  }
  await page.says("Solved");
  await page.tabTo("Create");
  await page.keys(["ArrowLeft"]);
  await page.tabTo("Solve");
  await page.keys(["Enter"]);
  await page.says("exactly one solution");
});

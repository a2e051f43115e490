// Does the page answer what it is asked, in the words of the command line?

import assert from "node:assert/strict";

import { pageTest } from "./browser.js";
import { first, objects, satdoku } from "./satdoku.js";

const MEDIUM = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
const X_WING = "94.7..13......4..7....3.69..5.....812..3.5....6....2......78...7..54......4..1..8";
const [SEVERAL] = first("many-solutions", 1);
const [UNSOLVABLE] = first("unsolvable", 1);

/** The cells of the grid, by their places in a line. */
const cells = (places) => places.map((n) => "ABCDEFGHI"[Math.floor(n / 9)] + ((n % 9) + 1));

pageTest("a puzzle is solved, and its givens stay givens", async (page) => {
  await page.read(MEDIUM);
  await page.press("Solve");
  await page.shows(satdoku(["solve", "--format", "line", MEDIUM]).trim());
  await page.calls("A1", "given 4");
  await page.calls("A2", "1");
  await page.says("exactly one solution");
});

pageTest("that a puzzle is unique is told without its solution", async (page) => {
  await page.read(MEDIUM);
  await page.press("Unique?");
  await page.says("exactly one solution");
  await page.shows(MEDIUM);
});

pageTest("two solutions are shown by the cells in which they differ", async (page) => {
  await page.read(SEVERAL.puzzle);
  await page.press("Unique?");
  const names = await page.until(() => page.names(), (found) => found.join().includes("differs"));
  const solutions = [0, 1].map((n) => names.map((name) => {
    const pair = /differs: (\d) (\d)$/.exec(name);
    return pair ? pair[n + 1] : /given (\d)/.exec(name)?.[1] ?? ".";
  }).join(""));
  // What the page shows, and the rest as the solver fills it in, are two solutions.
  assert.notEqual(solutions[0], solutions[1]);
  const verdicts = objects(["check"], solutions.join("\n"));
  for (const { status } of verdicts) assert(["unique", "multiple"].includes(status));
});

pageTest("why there is no solution is told by the fewest givens that clash", async (page) => {
  await page.read(UNSOLVABLE.puzzle);
  await page.press("Why not?");
  const [{ conflict }] = objects(["check", "--smallest", UNSOLVABLE.puzzle]);
  await page.says(conflict.words);
  const lit = conflict.givens.map((given) => given.split("=")[0]).join(" ");
  await page.until(() => page.cellsThat("clashes"), lit);
});

pageTest("where there is a solution, nothing clashes", async (page) => {
  await page.read(MEDIUM);
  await page.press("Why not?");
  await page.says("there is a solution");
  assert.equal(await page.cellsThat("clashes"), "");
});

pageTest("a puzzle without a solution is told from others", async (page) => {
  await page.read(UNSOLVABLE.puzzle);
  await page.press("Solve");
  await page.says("no solution");
  await page.shows(UNSOLVABLE.puzzle);
});

pageTest("each hint tells more than the one before, and the last one is applied", async (page) => {
  await page.read(MEDIUM);
  for (const level of ["1", "2", "3"]) {
    await page.press("Hint");
    await page.says(satdoku(["hint", "--level", level, MEDIUM]).trim());
  }
  await page.press("Apply");
  await page.calls("F2", "4");
});

pageTest("a hint that eliminates candidates is applied to the marks", async (page) => {
  // The first steps of the puzzle place digits.
  const position = [...X_WING];
  for (const { conclusions: [conclusion] } of objects(["explain", X_WING])) {
    const [, row, column, digit] = /^(\w)(\d)=(\d)$/.exec(conclusion) ?? [];
    if (!digit) break;
    position["ABCDEFGHI".indexOf(row) * 9 + Number(column) - 1] = digit;
  }
  await page.read(position.join(""));
  const [{ sentence, conclusions }] = objects(["hint", position.join("")]);
  for (let level = 1; level <= 3; level += 1) await page.press("Hint");
  await page.says(sentence);
  await page.press("Apply");
  const [[, cell, digit]] = conclusions[0].matchAll(/(\w+)<>(\d)/g);
  const name = await page.calls(cell, /^empty, marks/);
  assert(!name.includes(digit), `${sentence}: ${cell}, ${name}`);
});

pageTest("all steps are shown, and played by buttons, slider and keys", async (page) => {
  const sentences = satdoku(["explain", X_WING]).trim().split("\n");
  await page.read(X_WING);
  await page.press("Explain");
  await page.says(sentences.pop());
  const frame = await page.frame();
  const player = { press: (name) => frame.locator(`::-p-aria([name="${name}"])`).click() };
  const is = (step) => {
    const sentence = sentences[step - 1].replace(/^ *\d+\. /, "");
    const shown = `${step} of ${sentences.length + 1}: ${sentence}`;
    return page.until(() => frame.$eval("#now", (it) => it.textContent), shown);
  };
  await is(1);
  await player.press("Step forward");
  await is(2);
  await page.keys(["ArrowRight"]);
  await is(3);
  await player.press("Step back");
  await is(2);
  await frame.locator('::-p-aria([name="Step"][role="slider"])').fill("12");
  await is(12);
  await player.press("Play");
  await is(13);
  await player.press("Pause");
});

pageTest("a rating is that of the command line", async (page) => {
  const [{ grade, technique, depth }] = objects(["rate", "--steps", X_WING]);
  await page.read(X_WING);
  await page.press("Rate");
  await page.says((text) =>
    [grade, technique, `depth ${depth}`].every((word) => text.includes(word)));
});

pageTest("true candidates are those of all solutions", async (page) => {
  const solutions = satdoku(["solve", "--all", "--exit-zero", SEVERAL.puzzle]).trim().split("\n");
  await page.read(SEVERAL.puzzle);
  await page.press("True candidates");
  const names = await page.until(() => page.names(), (found) => found.join().includes("marks"));
  for (const [n, name] of names.entries()) {
    if (name.includes("given")) continue;
    const digits = new Set(solutions.map((line) => line.split("\t")[1][n]));
    assert.equal(name.split(", ")[2], `marks ${[...digits].sort().join(" ")}`);
  }
});

pageTest("puzzles are generated by grade", async (page) => {
  await page.choose("Grade", "medium");
  await page.press("Generate");
  const found = await page.until(() => page.line(), /[1-9]/);
  const [{ status, grade }] = objects(["rate", "--steps", found]);
  assert.deepEqual([status, grade], ["unique", "medium"]);
});

pageTest("a jigsaw is generated with regions of its own", async (page) => {
  await page.choose("Size", "6 × 6");
  await page.tick("jigsaw");
  await page.tick("Random regions");
  await page.press("Generate");
  await page.until(() => page.line(), /[1-6]/);
  await page.press("Unique?");
  await page.says("exactly one solution");
});

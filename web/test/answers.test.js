// Does the page answer what it is asked, in the words of the command line?

import assert from "node:assert/strict";

import { pageTest } from "./browser.js";
import { first, objects, satdoku } from "./satdoku.js";

const MEDIUM = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
const X_WING = "94.7..13......4..7....3.69..5.....812..3.5....6....2......78...7..54......4..1..8";
const [SEVERAL] = first("many-solutions", 1);
const [UNSOLVABLE] = first("unsolvable", 1);

/** A step of the command line's as the page tells it: its technique is the title. */
const told = (sentence) => sentence.replace(/^([^:]+): /, "$1 ");

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
  await page.press("Check");
  await page.says("exactly one solution");
  await page.shows(MEDIUM);
});

pageTest("two solutions are shown by the cells in which they differ", async (page) => {
  await page.read(SEVERAL.puzzle);
  await page.press("Check");
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
  await page.says("No solution");
  await page.shows(UNSOLVABLE.puzzle);
});

pageTest("each hint tells more than the one before, and the last one is applied", async (page) => {
  await page.read(MEDIUM);
  for (const level of ["1", "2", "3"]) {
    await page.press("Hint");
    const sentence = satdoku(["hint", "--level", level, MEDIUM]).trim();
    await page.says(level === "3" ? told(sentence) : sentence);
  }
  await page.press("Apply");
  await page.calls("F2", "4");
  assert.match(await page.focused(), /^\w\d, /, "the keyboard is in the grid");
});

pageTest("a step is asked for once, however much of it is told", async (page) => {
  await page.read(MEDIUM);
  await page.tab.evaluate(() => {
    const { postMessage } = Worker.prototype;
    window.asked = [];
    Worker.prototype.postMessage = function (message, ...rest) {
      window.asked.push(message.ask);
      postMessage.call(this, message, ...rest);
    };
  });
  await page.press("Hint");
  await page.press("Tell more");
  assert.equal(await page.tab.evaluate(() => document.activeElement.textContent), "Tell more");
  await page.press("Tell more");
  await page.find("button", "Apply").wait();
  // What clashes may still be asked.
  const hints = await page.tab.evaluate(() => window.asked.filter((ask) => ask === "hint"));
  assert.deepEqual(hints, ["hint"]);
});

pageTest("a wrong digit is named, by a check and in place of a hint", async (page) => {
  await page.read(MEDIUM);
  await page.type("A2", "2");
  for (const question of ["Check", "Hint"]) {
    await page.press(question);
    await page.says("A wrong digit A2 is not 2.");
    assert.equal(await page.cellsThat("wrong"), "A2");
  }
  await page.type("A2", "1");
  await page.press("Check");
  await page.says("Your digits are right so far.");
});

pageTest("an answer is gone once the grid is another one", async (page) => {
  await page.read(SEVERAL.puzzle);
  await page.press("Check");
  await page.says("Several solutions");
  await page.press("Clear");
  await page.until(() => page.text('[role="status"]'), "");
  assert(!(await page.names()).join().includes("differs"));

  await page.read(X_WING);
  await page.hint();
  await page.press("Clear");
  await page.until(() => page.text('[role="status"]'), "");
  await page.shows(".".repeat(81));
  assert.equal(await page.tab.$eval("#under", (it) => it.childElementCount), 0);

  // And one that comes too late is not shown at all.
  await page.read(X_WING);
  await page.goTo("All steps");
  const cell = await page.cell("A3").waitHandle();
  await cell.click();
  // Both at once, so that no answer can come between them.
  await page.tab.$eval("#explain", (it) => {
    it.click();
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "2", code: "Digit2", bubbles: true }));
  });
  await page.calls("A3", "2");
  assert.equal(await page.text("#said"), "");
  assert.equal(await page.isBusy(), false);
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
  await page.hint();
  await page.says(told(sentence));
  await page.press("Apply");
  const [[, cell, digit]] = conclusions[0].matchAll(/(\w+)<>(\d)/g);
  const name = await page.calls(cell, /^empty, marks/);
  assert(!name.includes(digit), `${sentence}: ${cell}, ${name}`);
});

pageTest("all steps are played on the board by buttons, slider and keys", async (page) => {
  const sentences = satdoku(["explain", X_WING]).trim().split("\n")
    .map((sentence) => sentence.replace(/^ *\d+\. /, ""));
  const steps = objects(["explain", X_WING]);
  await page.read(X_WING);
  await page.press("All steps");
  const is = (step) => page.says(`${step} of ${sentences.length} · ${told(sentences[step - 1])}`);
  await is(1);
  assert.equal(await page.focused(), "Step forward");
  await page.press("Step forward");
  await is(2);
  await page.keys(["ArrowRight"]);
  await is(3);
  await page.press("Step back");
  await is(2);
  await page.find("slider", "Step").fill("12");
  await is(12);
  // Each step is drawn over the candidates that are left, and says what it concludes.
  const at = steps.findIndex(({ conclusions: [conclusion] }) => conclusion.includes("<>"));
  await page.find("slider", "Step").fill(String(at + 1));
  await is(at + 1);
  const [, cell, digit] = /(\w+)<>(\d)/.exec(steps[at].conclusions[0]);
  await page.calls(cell, new RegExp(`^empty, marks .*${digit}.*, is not .*${digit}`));
  assert(await page.tab.$eval("#under", (it) => it.querySelectorAll(".place").length > 0));
  await page.press("Play");
  await is(at + 2);
  await page.press("Pause");
  await page.press("Last step");
  await page.shows(satdoku(["solve", "--format", "line", X_WING]).trim());
  // The puzzle itself was not touched.
  await page.press("Close");
  await page.shows(X_WING);
});

pageTest("why a step holds is told on the board, clause by clause", async (page) => {
  const steps = objects(["explain", "--why", X_WING]);
  const at = steps.findIndex(({ technique }) => technique === "X-wing");
  const { supposed, clauses, conclusion } = steps[at].story;
  await page.read(X_WING);
  await page.press("All steps");
  await page.find("slider", "Step").fill(String(at + 1));
  await page.press("Why?");
  const parts = [supposed, ...clauses.map(({ says }) => says), conclusion];
  for (const [n, clause] of parts.entries()) {
    if (n > 0) await page.press("Step forward");
    await page.says((text) => text.startsWith(`${n + 1} of ${parts.length} `) && text.endsWith(clause));
  }
  // What it leaves to another story is told by that.
  await page.press("Why the other conclusions?");
  await page.says((text) => text.startsWith("1 of ") && !text.includes(supposed));
  await page.press("Back to the step");
  await page.press("Last step");
  await page.press("Step back");
  // What is supposed and what follows stand in the grid; arrows lead to what clashes.
  const [, cell, digit] = /(\w+) were (\d)/.exec(supposed);
  await page.calls(cell, `${digit}, supposed`);
  const [arrows, clashing] = [await page.tab.$$("#over .arrow"), await page.cellsThat("clashes")];
  assert.equal(arrows.length, clashing.split(" ").length);
  await page.press("Back to the step");
  await page.says("· X-wing on 8");
});

pageTest("a rating is that of the command line", async (page) => {
  const [{ grade, technique, depth, score, steps }] = objects(["rate", "--steps", X_WING]);
  await page.read(X_WING);
  await page.press("Rate");
  await page.says((text) => text.includes(`${technique}. Score ${score}`) && text.toLowerCase().startsWith(grade));
  const details = await page.text("#details-text");
  assert(details.includes(`steps ${steps}`) && details.includes(`depth ${depth}`), details);
  // Of several solutions there is no grade.
  await page.read(SEVERAL.puzzle);
  await page.press("Rate");
  await page.says(/^How hard the puzzle is multiple/);
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

pageTest("plain candidates are those that no digit in sight rules out", async (page) => {
  await page.read(MEDIUM);
  await page.press("Plain candidates");
  // Row A, column 2 and box 1 hold all digits but these.
  await page.calls("A2", "empty, marks 1 6 7 9");
});

pageTest("givens are taken away until each is needed", async (page) => {
  await page.read("12344312214334..");
  await page.press("Minimise");
  await page.says(/givens of 14 are left/);
  const left = await page.line();
  assert(left.replaceAll(".", "").length < 8, left);
  const less = [...left].flatMap((digit, at) => digit === "." ? [] : [`${left.slice(0, at)}.${left.slice(at + 1)}`]);
  const verdicts = objects(["check"], [left, ...less].join("\n")).map(({ status }) => status);
  assert.deepEqual(verdicts, ["unique", ...less.map(() => "multiple")]);
});

pageTest("puzzles are generated by grade", async (page) => {
  await page.go("Create");
  await page.tab.waitForSelector("#drawn button");
  await page.find("slider", "Grade").fill("2");
  assert.equal(await page.text("#grade-is"), "medium");
  await page.press("Generate");
  const found = await page.until(() => page.line(), /[1-9]/);
  const [{ status, grade }] = objects(["rate", "--steps", found]);
  assert.deepEqual([status, grade], ["unique", "medium"]);
});

pageTest("a technique that a hint names is practised", async (page) => {
  await page.read(MEDIUM);
  await page.hint();
  await page.press("Practise this");
  await page.until(() => page.text("#game"), /^Practice: /);
  const [, technique] = /: (.*)/.exec(await page.text("#game"));
  assert(objects(["explain", await page.line()]).some((step) => step.technique === technique));
});

pageTest("a jigsaw is generated with regions of its own", async (page) => {
  await page.choose("Size", "6 × 6");
  await page.tick("jigsaw");
  await page.tick("Random regions");
  await page.press("Generate");
  await page.until(() => page.line(), /[1-6]/);
  await page.press("Check");
  await page.says("exactly one solution");
});

// Does the page stay at hand while the solver is at work, and stop it?

import assert from "node:assert/strict";

import { pageTest } from "./browser.js";

/** An empty grid that the solver does not fill within minutes. */
async function choosePathological(page) {
  await page.choose("Size", "16 × 16");
  for (const rule of ["diagonal", "anti-knight", "disjoint-groups"]) await page.tick(rule);
}

pageTest("while a 16x16 is at work, keys are answered and no task is long", async (page) => {
  await choosePathological(page);
  await page.limit("600");
  await page.go("Check");
  // To find things by their names is work for the main thread too.
  const solve = await page.find("button", "Solve").waitHandle();
  const cell = await page.cell("B2").waitHandle();
  const longest = await page.longestTask(async () => {
    await solve.click();
    await page.until(() => page.isBusy(), true);
    await cell.click();
    await page.keys(["ArrowRight", "ArrowLeft"]);
    // What is asked of another grid is given up.
    await page.keys("12");
    await page.calls("B2", "12");
    await page.until(() => page.isBusy(), false);
    await page.keys(["ArrowRight", "Space", "3", "G"]);
    await page.calls("B3", "empty, marks 3 16");
    await page.keys(["End", "ArrowDown", "Space", "7", "Backspace"]);
    await page.calls("C16", "empty");
  });
  assert(longest < 50, `a task of the main thread took ${longest} ms`);
  await solve.click();
  await page.says(/Solving…/);
  await page.press("Cancel");
  await page.says("Cancelled.");
  assert.equal(await page.isBusy(), false);

  // A new worker answers from then on.
  await page.press("Clear");
  await page.choose("Size", "4 × 4");
  await page.press("Solve");
  await page.says(/solution/);
});

pageTest("each question ends at the limit, and the page says so", async (page) => {
  await choosePathological(page);
  await page.limit("1");
  const questions = ["Solve", "Check", "Why not?", "Rate", "True candidates", "Generate"];
  for (const question of questions) {
    await page.press(question);
    await page.until(() => page.text('#said, [role="alert"]'), /limit|unknown/);
    assert.equal(await page.isBusy(), false);
  }
});

pageTest("a limit that is no number of seconds is refused", async (page) => {
  await page.limit("0");
  await page.press("Solve");
  await page.refuses(/limit/);
});

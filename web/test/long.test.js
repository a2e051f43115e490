// Does the page stay at hand while the solver is at work, and stop it?

import assert from "node:assert/strict";

import { pageTest } from "./browser.js";

/** An empty grid that the solver does not fill within minutes. */
async function choosePathological(page) {
  await page.choose("Size", "16 × 16");
  for (const rule of ["diagonal", "anti-knight", "disjoint-groups"]) await page.tick(rule);
}

pageTest("while a 16x16 is at work, keys are answered, and what is at work is stopped", async (page) => {
  await choosePathological(page);
  await page.limit("600");
  await page.go("Check");
  const solve = await page.find("button", "Solve").waitHandle();
  await solve.click();
  await page.until(() => page.isBusy(), true);
  await page.cell("B2").click();
  await page.keys(["ArrowRight"]);
  await page.until(() => page.focused(), /^B3/);
  assert.equal(await page.isBusy(), true, "the solver does not wait for keys");
  await page.keys(["ArrowLeft"]);
  // What is asked of another grid is given up.
  await page.keys("12");
  await page.calls("B2", "C");
  await page.until(() => page.isBusy(), false);
  await page.keys(["ArrowRight", "Space", "3", "G"]);
  await page.calls("B3", "empty, marks 3 G");
  await page.keys(["End", "ArrowDown", "Space", "7", "Backspace"]);
  await page.calls("C16", "empty");
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

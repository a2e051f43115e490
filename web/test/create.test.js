// Can one make puzzles with clues, and learn what the techniques are?

import assert from "node:assert/strict";

import { address, pageTest } from "./browser.js";
import { satdoku } from "./satdoku.js";

const MEDIUM = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

/** Chooses a kind of clues to draw. */
async function draw(page, kind) {
  await page.go("Create");
  await page.unfold();
  await page.clickOn(`#kinds ::-p-aria([name="${kind}"])`);
}

/** Waits until these are the clues, in words. */
const has = (page, ...clues) => page.until(() =>
  page.tab.$$eval("#made li", (all) => all.map((it) => it.firstChild.textContent).join("; ")), clues.join("; "));

pageTest("clues are drawn by moving over cells, with a number if they have one", async (page) => {
  await draw(page, "killer");
  await page.drag("A1", "A3");
  await page.keys([..."15", "Enter"]);
  await has(page, "the cage of 15 (A1, A2, A3)");
  await draw(page, "thermometer");
  await page.drag("D4", "G7", { steps: 40 });
  await has(page, "the cage of 15 (A1, A2, A3)", "the thermometer from D4 to G7");
  await page.tab.waitForSelector("#clues-below[src]");
  await page.press("Undo");
  await page.press("Undo");
  await has(page);
});

pageTest("a press beside the grid makes a clue of its row or column", async (page) => {
  await draw(page, "sandwich");
  const { x, y } = await page.middle("C1");
  const { width } = await (await page.cell("C1").waitHandle()).boundingBox();
  await page.tab.mouse.click(x - .75 * width, y);
  await page.until(() => page.focused(), "number");
  await page.keys([..."12", "Enter"]);
  await has(page, "the sandwich sum of 12 in row C");
});

pageTest("clues are typed in, changed and taken away by the keyboard alone", async (page) => {
  await page.go("Create");
  await page.unfold();
  const type = async (text) => {
    await page.find("textbox", "Clue").fill(text);
    await page.keys(["Enter"]);
  };
  await type("killer 40 A1 A2");
  await page.refuses("the clue 'killer 40 A1 A2': expected a sum from 3 to 17 for 2 different digits, found 40");
  await type("KILLER 3, r1c1, r1c2");
  await has(page, "the cage of 3 (A1, A2)");
  await page.press("the cage of 3 (A1, A2)");
  await page.until(() => page.cellsThat("look here"), "A1 A2");
  await type("killer 4 A1 A2");
  await has(page, "the cage of 4 (A1, A2)");
  await page.press("Remove the cage of 4 (A1, A2)");
  await has(page);
});

pageTest("clues that no grid obeys are named, and their cells are shown", async (page) => {
  await page.read(`${".".repeat(81)}\nkiller 3 A1 A2\nkiller 3 A3 A4\nkiller 45 B1-B9`);
  await page.press("Check");
  await page.press("Why not?");
  await page.says("the cage of 3 (A1, A2)");
  assert.equal(await page.cellsThat("look here"), "A1 A2 A3 A4");
});

pageTest("puzzles are made with clues of each kind that is drawn, and with so many givens", async (page) => {
  for (const kind of ["killer", "thermometer", "arrow", "kropki"]) {
    await page.go("Create");
    await page.press(kind);
    await page.press("Generate");
    await page.says(new RegExp(`clues, .*exactly one solution`));
    // The library's words for them come a moment later.
    await page.until(() => page.text("#made"), { killer: /cage of/, kropki: /dot/ }[kind] ?? new RegExp(kind));
    await page.press("Clear");
    await page.until(() => page.text("#headline, #said"), "");
  }
  await page.go("Create");
  await page.press("none");
  await page.find("slider", "Givens").fill("40");
  await page.press("Generate");
  await page.says("40 givens, exactly one solution");
  await page.unfold();
  await page.find("textbox", "Clue").fill("odd A1");
  await page.keys(["Enter"]);
  await has(page, "the odd cell A1");
  await page.press("own clues");
  await page.press("Generate");
  await page.says("1 clue, 40 givens, exactly one solution");
  await has(page, "the odd cell A1");
});

pageTest("each kind that can be drawn has a picture", async (page) => {
  await page.go("Create");
  await page.unfold();
  const pictures = () => page.tab.$$eval("#kinds button", (all) => all.map((it) => it.querySelector("img")?.naturalWidth ?? 0));
  const found = await page.until(pictures, (widths) => widths.length > 0 && widths.every(Boolean));
  assert(found.length > 40, `${found.length}`);
});

pageTest("f-puzzles and SudokuPad get a link that says the same", async (page) => {
  const text = `${MEDIUM}\nkiller 15 A2 A3`;
  await page.read(text);
  for (const program of ["f-puzzles", "SudokuPad"]) {
    await page.go("Share");
    await page.press(program);
    await page.says("Copied");
    const read = (input) => satdoku(["check", "--format", "json", "--exit-zero"], { input }).match(/"clues":[^\]]*\]/)[0];
    assert.equal(read(await page.copied()), read(text));
  }
});

/** Techniques that none of 34,000 random puzzles had. Their pages have no picture. */
const RARE = ["finned jellyfish", "sashimi jellyfish", "franken X-wing", "finned franken X-wing",
  "mutant X-wing", "mutant swordfish", "mutant jellyfish", "finned mutant X-wing", "remote pair", "locked quad",
  "multi-sector locked set"];

pageTest("each technique has a sentence, and all but the rarest an example", async (page) => {
  const [techniques, missing] = await page.tab.evaluate(async () => {
    const [{ exampleOf }, { Client }, { startWorker }] = await Promise.all(
      ["library", "client", "solver"].map((name) => import(`./${name}.js`)));
    const client = new Client(startWorker);
    const { techniques } = await client.ask("about");
    const missing = [];
    for (const { name: technique } of techniques) {
      const puzzle = exampleOf(technique);
      const found = puzzle && await client.ask("example", { puzzle, technique });
      if (found?.technique !== technique) missing.push(technique);
    }
    return [techniques, missing];
  });
  assert(techniques.length > 60, techniques.length);
  assert.deepEqual(techniques.filter(({ about }) => !about), []);
  // Hints do not assume that there is one solution.
  const isOfHints = (name) => !/^(unique|hidden rect|avoidable|BUG)/.test(name);
  assert.deepEqual(missing.filter(isOfHints).sort(), RARE.sort());
  // Without an example a page has its sentence.
  await page.visit(`${address}#technique=franken-x-wing`);
  await page.until(() => page.text("#technique-about"), /two units/);
  const hidden = ["picture", "practise"].map((id) => page.tab.$eval(`#technique-${id}`, (it) => it.hidden));
  assert.deepEqual(await Promise.all(hidden), [true, true]);
});

pageTest("the name of a technique leads to its page, and back to the game", async (page) => {
  await page.read(MEDIUM);
  await page.hint();
  const before = page.tab.url();
  const name = await page.text("#headline a");
  await page.tab.click("#headline a");
  await page.until(() => page.text("#technique-name"), new RegExp(name, "i"));
  await page.until(() => page.text("#technique-step"), /./);
  await page.tab.goBack();
  await page.tab.waitForSelector("#technique[open]", { hidden: true });
  assert.equal(page.tab.url(), before);
  await page.find("button", "Apply").wait();
  // A link leads there at once, and closed it leads to the game.
  await page.tab.goto("about:blank");
  await page.visit(`${address}#technique=x-wing`);
  await page.until(() => page.text("#technique-name"), "X-wing");
  await page.click("button", "Close");
  await page.shows(MEDIUM);
  await page.until(() => page.tab.url(), /box=/);
  await page.tab.goto(`${address}#technique=no-wing`);
  await page.refuses(/found "no-wing"/);
});

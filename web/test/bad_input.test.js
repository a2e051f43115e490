// Does the page go on, whatever comes in?

import assert from "node:assert/strict";

import { address, pageTest } from "./browser.js";

const PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const MEGABYTE = 1_000_000;

/** The page can be used. */
async function goesOn(page) {
  await page.type("A1", "7");
  await page.calls("A1", "7");
  await page.press("Undo");
  await page.shows(".".repeat(81));
  await page.read(PUZZLE);
  await page.press("Solve");
  await page.until(() => page.line(), /^[1-9]{81}$/);
}

const fragments = {
  "of a megabyte": "x".repeat(MEGABYTE),
  "of a megabyte that begins well": `box=3x3&givens=${"1".repeat(MEGABYTE)}`,
  "of garbage": "%00%ff<b>&&==",
  "with a box of no size": "box=0x9",
  "with a large box": "box=6x6",
  "with too few givens": "box=3x3&givens=123",
  "with a digit that does not exist": `box=2x2&givens=${"5".repeat(16)}`,
};
for (const [what, fragment] of Object.entries(fragments)) {
  pageTest(`a link ${what} is refused in words`, async (page) => {
    await page.refuses(/expected .* found/);
    await page.shows(".".repeat(81));
    await goesOn(page);
  }, { fragment: `#${fragment}` });
}

pageTest("a link with unknown rules is refused in words", async (page) => {
  await page.refuses(/expected rules .* found "upside-down"/);
}, { fragment: "#box=3x3&rules=upside-down" });

pageTest("a link typed into an open page is read or refused", async (page) => {
  await page.tab.goto(`${address}#box=3x3&givens=${PUZZLE}`);
  await page.shows(PUZZLE);
  await page.tab.goto(`${address}#box=nine`);
  await page.refuses(/expected a box/);
});

const large = Array.from({ length: 36 ** 2 }, (_, n) => (n < 36 ? n + 1 : ".")).join(" ");
const texts = [
  ["9".repeat(10 * MEGABYTE), /at most 1000000 characters, found 10000000/],
  [PUZZLE.slice(1), /expected 81 cells, found 80/],
  ["<script>alert('&')</script>", /expected a puzzle, found none/],
  [large, /side of 4 to 16, found 36/],
  [`${PUZZLE}\n`.repeat((10 * MEGABYTE) / 82), /at most 1000000 characters/],
  [" ", /expected a puzzle, found none/],
];

pageTest("texts that are too long, too large or no puzzles are refused in words", async (page) => {
  for (const [text, reason] of texts) {
    await page.cell("A1").click();
    await page.paste(text);
    await page.refuses(reason);
  }
  await goesOn(page);
});

pageTest("the dialog refuses them too, and stays open", async (page) => {
  for (const [text, reason] of texts) {
    await page.press("Paste");
    await page.find("textbox", "Puzzle").click();
    await page.paste(text);
    await page.press("Read");
    await page.refuses(reason);
    await page.press("Close");
  }
  await goesOn(page);
});

pageTest("what is pasted is shown as text, never as markup", async (page) => {
  await page.read(`#A <img src=x onerror="alert(1)"> & co\n${PUZZLE}`);
  await page.shows(PUZZLE);
  await page.goTo("Title");
  await page.find("textbox", "Title").fill('"><img src=x onerror=alert(1)> & <b>');
  await page.press("Picture");
  await page.says(/Saved/);
  assert.equal(await page.tab.$$eval("img[src=x], b", (found) => found.length), 0);
});

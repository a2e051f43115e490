// Can everybody use the page: by keyboard, by screen reader, on a phone, in the dark?

import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

import { pageTest } from "./browser.js";
import { first } from "./satdoku.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const X_WING = "94.7..13......4..7....3.69..5.....812..3.5....6....2......78...7..54......4..1..8";
const MEDIUM = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

/** Where screenshots go, to be looked at; nowhere if it is not set. */
const { SATDOKU_SCREENSHOTS: SCREENSHOTS } = process.env;
/** A phone; a desk, whose window becomes smaller and larger. */
const WIDTHS = [[360], [1280, 740, 768, 1920]];
const heightOf = (width) => ({ 360: 740, 740: 360 })[width] ?? 900;

/** What a page can look like. */
const states = {
  empty: async () => {},
  play: async (page) => {
    await page.read(MEDIUM);
    await page.type("A2", "1");
    await page.press("Marks");
    await page.type("A3", "12");
  },
  marks: async (page) => {
    await page.read(MEDIUM);
    await page.press("True candidates");
    await page.calls("A2", "empty, marks 1");
  },
  clashes: async (page) => {
    await page.read(MEDIUM);
    await page.type("A2", "4");
    await page.calls("A2", "4, clashes");
  },
  wrong: async (page) => {
    await page.read(MEDIUM);
    await page.type("A2", "6");
    await page.press("Check");
    await page.calls("A2", "6, wrong");
  },
  look: async (page) => {
    await page.read(MEDIUM);
    await page.press("Hint");
    await page.find("button", "Tell more").wait();
  },
  hint: async (page) => {
    await page.read(X_WING);
    await page.hint();
  },
  steps: async (page) => {
    await page.read(X_WING);
    await page.press("All steps");
    await page.find("button", "Step forward").wait();
    await page.find("slider", "Step").fill("12");
    await page.says("X-wing");
  },
  story: async (page) => {
    await states.steps(page);
    await page.press("Why?");
    await page.press("Step forward");
  },
  projector: async (page) => {
    // Phones have no such button.
    await states.steps(page);
    if (page.tab.viewport().width > 600) await page.press("Large type");
  },
  "why-not": async (page) => {
    await page.read(first("unsolvable", 1)[0].puzzle);
    await page.press("Why not?");
    await page.until(() => page.cellsThat("clashes"), /./);
  },
  several: async (page) => {
    await page.read(first("many-solutions", 1)[0].puzzle);
    await page.press("Check");
    await page.until(() => page.names(), (names) => names.join().includes("differs"));
  },
  create: async (page) => {
    await page.go("Create");
    await page.unfold();
    await page.find("checkbox", "windoku").wait();
  },
  clues: async (page) => {
    await states.create(page);
    await page.clickOn('#kinds ::-p-aria([name="thermometer"])');
    await page.drag("A1", "A3");
    await page.until(() => page.text("#made"), /thermometer/);
    await page.clickOn('#kinds ::-p-aria([name="killer"])');
    await page.drag("C1", "C2");
  },
  killer: async (page) => {
    await page.press("New puzzle");
    await page.press("Killer");
    await page.until(() => page.text("#clue-list"), /cage/);
  },
  technique: async (page) => {
    await page.visit(`${page.tab.url()}#technique=skyscraper`);
    await page.until(() => page.text("#technique-step"), /./);
  },
  solved: async (page) => {
    await page.read("12.4341221434.21");
    await page.type("A3", "3");
    await page.type("D2", "3");
    await page.says("Solved");
    await page.unfold();
  },
  coloured: async (page) => {
    await page.read(MEDIUM);
    await page.cell("A2").click();
    await page.keys(["c", "1", "2", "x", "3", "v", "5", "b", "3", "ArrowRight", "3"]);
    await page.calls("A2", "empty, marks 3, centre 1 2, colour 5, strong line from 3 to 3 in A3");
  },
  filter: async (page) => {
    await states.marks(page);
    await page.press("Filter");
    await page.press("4");
    await page.says("4 can be in");
  },
  rated: async (page) => {
    await page.read(X_WING);
    await page.press("Rate");
    await page.says("Score");
  },
  share: async (page) => {
    await page.go("Share");
    await page.unfold();
  },
  busy: async (page) => {
    await page.choose("Size", "16 × 16");
    for (const rule of ["diagonal", "anti-knight", "disjoint-groups"]) await page.tick(rule);
    await page.limit("600");
    await page.press("Solve");
    await page.find("button", "Cancel").wait();
  },
  regions: async (page) => {
    await page.choose("Size", "6 × 6");
    await page.tick("jigsaw");
    await page.type("A1", "b");
  },
  large: async (page) => {
    await page.read(first("16x16", 1)[0].puzzle);
    await page.press("True candidates");
    await page.until(() => page.names(), (names) => names.join().includes("marks"));
  },
  zoomed: async (page) => {
    await states.large(page);
    if (page.tab.viewport().width > 600) return;
    await page.go("Play");
    await page.press("Zoom");
  },
  dialog: async (page) => {
    await page.press("Paste");
    await page.press("Read");
    await page.until(() => page.text('dialog [role="alert"]'), /./);
  },
};

for (const [index, [state, reach]] of Object.entries(states).entries()) {
  // Where nobody looks at pictures, a phone and a desk in turn: each takes seconds.
  for (const widths of SCREENSHOTS ? WIDTHS : [WIDTHS[index % 2].slice(0, 1)]) {
    const [width] = widths;
    pageTest(`nothing stands in the way of anyone: ${state}, ${width} pixels`, async (page) => {
      await reach(page);
      await page.tab.evaluate(AXE);
      for (const scheme of ["light", "dark"]) {
        await page.tab.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
        // In the dark only colours are others.
        const { violations } = await page.tab.evaluate((scheme) =>
          axe.run(scheme === "dark" ? { runOnly: ["color-contrast"] } : {}), scheme);
        const found = violations.map(({ id, nodes }) =>
          `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join("\n")}`);
        assert.deepEqual(found, [], scheme);
        for (const width of widths) {
          if (widths.length > 1) await page.tab.setViewport({ width, height: heightOf(width) });
          const [inner, outer] = await page.tab.evaluate(() =>
            [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
          assert(inner <= outer, `the page is ${inner} pixels wide`);
          if (!SCREENSHOTS) continue;
          mkdirSync(SCREENSHOTS, { recursive: true });
          const path = join(SCREENSHOTS, `${state}-${width}-${scheme}.png`);
          await page.tab.screenshot({ path, fullPage: width > 740 });
        }
      }
    }, { width, height: heightOf(width) });
  }
}

// Can everybody use the page: by keyboard, by screen reader, on a phone, in the dark?

import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

import { pageTest } from "./browser.js";
import { first } from "./satdoku.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const MEDIUM = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

/** Where screenshots go, to be looked at; nowhere if it is not set. */
const { SATDOKU_SCREENSHOTS: SCREENSHOTS } = process.env;
const WIDTHS = SCREENSHOTS ? [360, 768, 1280] : [360, 1280];

/** What a page can look like. */
const states = {
  empty: async () => {},
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
  hint: async (page) => {
    await page.read(MEDIUM);
    for (let level = 1; level <= 3; level += 1) await page.press("Hint");
    await page.find("button", "Apply").wait();
  },
  explain: async (page) => {
    await page.read(MEDIUM);
    await page.press("Explain");
    await page.tab.waitForSelector("iframe");
  },
  several: async (page) => {
    await page.read(first("many-solutions", 1)[0].puzzle);
    await page.press("Unique?");
    await page.until(() => page.names(), (names) => names.join().includes("differs"));
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
  dialog: async (page) => {
    await page.press("Paste");
    await page.press("Read");
    await page.until(() => page.text('dialog [role="alert"]'), /./);
  },
};

for (const [state, reach] of Object.entries(states)) {
  for (const width of WIDTHS) {
    pageTest(`nothing stands in the way of anyone: ${state}, ${width} pixels`, async (page) => {
      await reach(page);
      await page.tab.evaluate(AXE);
      for (const scheme of ["light", "dark"]) {
        await page.tab.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
        const { violations } = await page.tab.evaluate(() => axe.run());
        const found = violations.map(({ id, nodes }) =>
          `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join("\n")}`);
        assert.deepEqual(found, [], scheme);
        const [inner, outer] = await page.tab.evaluate(() =>
          [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
        assert(inner <= outer, `the page is ${inner} pixels wide`);
        if (SCREENSHOTS) {
          mkdirSync(SCREENSHOTS, { recursive: true });
          const path = join(SCREENSHOTS, `${state}-${width}-${scheme}.png`);
          await page.tab.screenshot({ path, fullPage: true });
        }
      }
    }, { width, height: width < 600 ? 740 : 900 });
  }
}

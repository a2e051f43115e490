// Does the page begin quickly, work without a network, and say what a browser lacks?

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { brotliCompressSync } from "node:zlib";

import { address, network, pageTest } from "./browser.js";

const MEDIUM = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

test("the solver has at most 808,000 bytes as a server sends it", () => {
  const sent = brotliCompressSync(readFileSync(new URL("../dist/satdoku_web_bg.wasm", import.meta.url)));
  assert(sent.length <= 808_000, `${sent.length} bytes`);
});

pageTest("after the first visit the page works without a network", async (page) => {
  await page.tab.evaluate(() => navigator.serviceWorker.ready);
  network.isDown = true;
  try {
    await page.visit(address);
    await page.read(MEDIUM);
    await page.press("Solve");
    await page.says("exactly one solution");
  } finally {
    network.isDown = false;
  }
});

pageTest("the page can be installed", async (page) => {
  const session = await page.tab.createCDPSession();
  const { errors } = await session.send("Page.getAppManifest");
  assert.deepEqual(errors, []);
  await page.tab.evaluate(() => navigator.serviceWorker.ready);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  const lacking = installabilityErrors.map(({ errorId }) => errorId);
  // A page of tests is in a profile that keeps nothing.
  assert.deepEqual(lacking.filter((it) => it !== "in-incognito"), []);
});

pageTest("a browser without the instructions that the solver needs is told so", async (page) => {
  await page.tab.evaluateOnNewDocument(() => {
    WebAssembly.compileStreaming = async () => {
      throw new WebAssembly.CompileError("invalid opcode 0xfd");
    };
  });
  await page.tab.reload();
  await page.refuses(/this browser is too old: it lacks WebAssembly SIMD \(Chrome 91/);
  // The grid can still be played.
  await page.type("A1", "7");
  await page.calls("A1", "7");
});
